"""How the game ends, who wins, and what decides when it is close."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.enums import TieBreaker, TriggerMode, WinComparison
from deckwright.genome.expressions import nodes as n
from deckwright.genome.rulebook.comparing import compared
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import YOU, Person, said
from deckwright.genome.rulebook.wording import count, digits, number_word, points
from deckwright.genome.scoring import WinCondition

_SCORED = ("high_score", "low_score", "first_to_score")


def goal(english: English) -> str:
    """What everyone is after, in a sentence."""
    genome = english.words.genome
    aims = [_aim(english, win) for win in genome.win_conditions]
    return said(f"your aim is to {' or to '.join(dict.fromkeys(aims))}")


def _aim(english: English, win: WinCondition) -> str:
    side = "the side" if english.words.genome.team_mode else "the player"
    low = win.type == "low_score" or win.comparison is WinComparison.LOWEST
    match win.type:
        case "empty_hand":
            cards = "no cards" if not win.required_hand_size else f"exactly {count(win.required_hand_size, 'card')}"
            return f"be the first to have {cards} left"
        case "capture_all":
            return "win all the cards"
        case "most_captured":
            return f"capture the {'fewest' if low else 'most'} cards"
        case "best_hand":
            return f"have the {'worst' if low else 'best'} hand"
        case "first_to_score":
            return f"be the first to reach {points(win.threshold)}"
        case _:
            return f"be {side} with the {'lowest' if low else 'highest'} score"


def ending(english: English) -> tuple[Block, ...]:
    """When the game ends and who has won."""
    genome = english.words.genome
    return bullets([*(_win(english, win) for win in genome.win_conditions), *_limits(english), *_ties(english), *_worth(english)])


def _side(english: English) -> Person:
    return Person("a side", pronoun="it") if english.words.genome.team_mode else Person("a player")


def _win(english: English, win: WinCondition) -> str:
    return said(f"{_trigger(english, win)}, {_winner(english, win)}", *_counted(win))


def _counted(win: WinCondition) -> list[str]:
    if win.required_hand_size is None or win.type in ("empty_hand", "best_hand"):
        return []
    return [f"only those who hold exactly {count(win.required_hand_size, 'card')} count"]


def _trigger(english: English, win: WinCondition) -> str:
    """The moment at which a win condition decides the game."""
    match win.trigger_mode:
        case TriggerMode.ALL_HANDS_EMPTY:
            return "as soon as all hands are empty, the hand is scored and the game ends"
        case TriggerMode.DECK_EMPTY:
            return "as soon as the stock is empty, the hand is scored and the game ends"
        case TriggerMode.THRESHOLD_GATE:
            return _gate(english, win)
    side = _side(english)
    match win.type:
        case "empty_hand":
            cards = "no cards left" if not win.required_hand_size else f"exactly {count(win.required_hand_size, 'card')} left"
            return f"as soon as {side.does('have')} {cards}, the game ends"
        case "capture_all":
            return f"as soon as {side.does('have')} all the cards of the deck, the game ends"
        case "most_captured":
            return f"as soon as {side.does('have')} captured {count(win.threshold, 'card')}, the game ends"
        case "best_hand":
            size = win.required_hand_size
            return f"as soon as every player has exactly {count(size or 0, 'card')}, the game ends"
        case _:
            return f"as soon as {side.does('have')} {points(win.threshold)} or more, the game ends"


def _gate(english: English, win: WinCondition) -> str:
    if win.gate.strip() == "hands_played":
        return f"after {count(win.threshold, 'hand')} the game ends"
    side = _side(english)
    inner = replace(english.about(side), scope=english.library.side_scope)
    reached = compared(inner, ">=", inner.read(win.gate), n.const(win.threshold))
    return f"if at the end of a hand {reached}, the game ends"


def _winner(english: English, win: WinCondition) -> str:
    """Who wins once it is decided."""
    who = "the side" if english.words.genome.team_mode else "the player"
    low = win.type == "low_score" or win.comparison is WinComparison.LOWEST
    reached = f"at least {digits(win.threshold)}" if win.gate.strip() == "score" else "this"
    if win.type in ("empty_hand", "capture_all"):
        done = {"empty_hand": "has no cards left", "capture_all": "has all the cards"}[win.type]
        if win.type == "empty_hand" and win.required_hand_size:
            done = f"has exactly {count(win.required_hand_size, 'card')} left"
        return f"and {who} that {done} wins".replace("the player that", "the player who")
    what = {
        "most_captured": "the fewest captured cards" if low else "the most captured cards",
        "best_hand": "the worst hand" if low else "the best hand",
    }.get(win.type, "the lowest score" if low else "the highest score")
    if win.comparison is WinComparison.FIRST:
        return f"and {who} with {reached} wins"
    if win.comparison is WinComparison.NONE:
        return "and everyone who counts is level"
    if win.type == "first_to_score":
        return f"and of those with {reached}, {who} with {what} wins"
    return f"and {who} with {what} wins"


def _measure(english: English, win: WinCondition) -> str:
    who = "the side" if english.words.genome.team_mode else "the player"
    low = win.type == "low_score" or win.comparison is WinComparison.LOWEST
    match win.type:
        case "capture_all":
            return f"{who} with the {'fewest' if low else 'most'} cards, in hand and captured,"
        case "most_captured":
            return f"{who} who has captured the {'fewest' if low else 'most'} cards"
        case "empty_hand":
            return f"{who} with the {'most' if low else 'fewest'} cards left"
        case "best_hand":
            return f"{who} with the {'worst' if low else 'best'} hand"
        case _:
            return f"{who} with the {'lowest' if low else 'highest'} score"


def _limits(english: English) -> list[str]:
    """What happens when nobody has won after the last hand."""
    genome = english.words.genome
    counts_hands = [win for win in genome.win_conditions if win.gate.strip() == "hands_played" and win.trigger_mode is TriggerMode.THRESHOLD_GATE]
    if any(win.threshold <= genome.max_hands for win in counts_hands):
        return []
    after = "the game is a single hand: when it is over and nobody has won yet" if genome.max_hands == 1 else f"there are at most {count(genome.max_hands, 'hand')}: if nobody has won after the last of them"
    if genome.game_rules.at_limit == "draw" or not genome.win_conditions:
        return [said(f"{after}, the game is a draw")]
    if genome.player_count == 1:
        return [said(f"{after}, {_alone(genome.win_conditions[0])}")]
    return [said(f"{after}, {_measure(english, genome.win_conditions[0])} wins; if several are level, they share the win")]


def _alone(win: WinCondition) -> str:
    if win.type in _SCORED:
        return f"you win if you have at least {points(max(1, win.threshold))}, and otherwise you lose"
    return "you lose"


def _ties(english: English) -> list[str]:
    genome = english.words.genome
    if genome.player_count == 1:
        return []
    who = "sides" if genome.team_mode else "players"
    match genome.game_rules.tie_breaker:
        case TieBreaker.SPLIT:
            text = f"if several {who} are level, they share the win; if all are, it is a draw"
        case TieBreaker.BATTLE:
            text = f"if several {who} are level when the game ends, they share the win; if all are, it is a draw"
        case TieBreaker.ACTIVE_PLAYER:
            text = f"if several {who} are level, the one that comes first in turn order, from whoever acted last, wins"
        case TieBreaker.ALTERNATING:
            text = f"if several {who} are level, ties are decided in favour of each in turn"
    return [said(text)]


def _worth(english: English) -> list[str]:
    """What a result is worth, where more than winning counts."""
    genome = english.words.genome
    unit = f"; {number_word(genome.utility_unit)} of these make one unit" if genome.utility_unit != 1 else ""
    sides = "sides" if genome.team_mode else "players"
    match genome.utility:
        case "win":
            return []
        case "score":
            return [said(f"it also counts by how much: your result is the difference between your score and the average of the other {sides}'{unit}")]
        case text:
            inner = replace(english.about(YOU), scope=english.library.seat_scope)
            return [said(f"it also counts by how much: your result is {inner.value(text)}{unit}")]


__all__ = ["Paragraph", "ending", "goal"]
