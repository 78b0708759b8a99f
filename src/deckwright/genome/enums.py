"""The named choices of the genome language that the seed design lists."""

from enum import StrEnum


def pascal(value: str) -> str:
    """A named choice as the kernel spells it."""
    return "".join(part.capitalize() for part in value.split("_"))


class TableauMode(StrEnum):
    """What may be laid on the tableau, and what tricks are won by.

    WAR: rank alone decides tricks, suits do not bind. MATCH_RANK, SEQUENCE: a card goes on one of its rank, or on one
    that follows it; they are rules of the zone whose role is tableau.
    """

    NONE = "none"
    WAR = "war"
    MATCH_RANK = "match_rank"
    SEQUENCE = "sequence"


class ScoringTrigger(StrEnum):
    """The moment at which a card scores."""

    TRICK_WIN = "trick_win"
    CAPTURE = "capture"
    PLAY = "play"
    HAND_END = "hand_end"
    SET_COMPLETE = "set_complete"


class HandEvaluationMethod(StrEnum):
    """How two hands are compared."""

    NONE = "none"
    HIGH_CARD = "high_card"
    POINT_TOTAL = "point_total"
    PATTERN_MATCH = "pattern_match"
    CARD_COUNT = "card_count"


class WinOutcome(StrEnum):
    """What meeting a win condition means."""

    WINS = "wins"
    LOSES = "loses"
    """Whoever it names loses, and all others share the win."""
    ALL_WIN = "all_win"
    ALL_LOSE = "all_lose"


class WinComparison(StrEnum):
    """Which of several scores wins."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    FIRST = "first"
    NONE = "none"


class TriggerMode(StrEnum):
    """When a win condition is looked at."""

    IMMEDIATE = "immediate"
    THRESHOLD_GATE = "threshold_gate"
    ALL_HANDS_EMPTY = "all_hands_empty"
    DECK_EMPTY = "deck_empty"


class ClaimRankMode(StrEnum):
    """Which rank a claim must name."""

    SEQUENTIAL = "sequential"
    PLAYER_CHOICE = "player_choice"
    FIXED = "fixed"


class BreakingRule(StrEnum):
    """What is barred until a suit is broken."""

    NONE = "none"
    CANNOT_LEAD_UNTIL_BROKEN = "cannot_lead_until_broken"
    CANNOT_PLAY_UNTIL_BROKEN = "cannot_play_until_broken"


class ShowdownMethod(StrEnum):
    """How a betting phase with several seats left is settled."""

    HAND_EVALUATION = "hand_evaluation"
    HIGHEST_CARD = "highest_card"
    FOLD_ONLY = "fold_only"


class PassAction(StrEnum):
    """What happens after enough passes in a row."""

    NONE = "none"
    CLEAR_TABLEAU = "clear_tableau"
    END_ROUND = "end_round"
    SKIP_PLAYER = "skip_player"


class DeckEmptyAction(StrEnum):
    """What happens when a card is to be drawn and the stock has none."""

    RESHUFFLE_DISCARD = "reshuffle_discard"
    GAME_ENDS = "game_ends"
    SKIP_DRAW = "skip_draw"


class Beat(StrEnum):
    """A moment at which a table waits until everyone has seen what happened."""

    TRICK = "trick"
    HAND = "hand"


class TieBreaker(StrEnum):
    """Who is preferred when a comparison ends level."""

    ACTIVE_PLAYER = "active_player"
    ALTERNATING = "alternating"
    SPLIT = "split"
    BATTLE = "battle"


__all__ = [
    "Beat", "BreakingRule", "ClaimRankMode", "DeckEmptyAction", "HandEvaluationMethod", "PassAction", "ScoringTrigger",
    "ShowdownMethod", "TableauMode", "TieBreaker", "TriggerMode", "WinComparison", "WinOutcome",
]  # fmt: skip
