"""Betting rounds: antes and blinds, what one may do, and how the pot is won."""

from __future__ import annotations

from deckwright.genome.effects import Pay
from deckwright.genome.enums import ShowdownMethod, TieBreaker
from deckwright.genome.phases import BettingPhase, TurnStructure
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.names import models
from deckwright.genome.rulebook.people import YOU, said
from deckwright.genome.rulebook.points import amount
from deckwright.genome.rulebook.wording import count, listing, points

_CHECK = "**Check**: stay in without paying, if there is no bet to answer."
_CALL = "**Call**: put in as much as it takes to match the highest bet."
_BET = "**Bet**: put in chips, if nobody has bet yet."
_RAISE = "**Bet or raise**: match the highest bet, if there is one, and put in more."
_FOLD = "**Fold**: if there is a bet to answer, give up your cards and everything you have put in."
_RULES = (
    "whoever has too few chips to match a bet may put in all of them and stay in, and can then win from each other "
    "player at most as much as they put in themselves",
    "likewise a bet or raise may be smaller than stated if it is all that its player has; a raise smaller than the one "
    "before lets nobody raise again who has already acted",
    "nobody can bet or raise when no other player has chips left to answer with",
    "when all but one have folded, the last player takes the pot and the hand is over",
)
_RULES_OF_ONE_BET = (
    _RULES[0],
    "likewise a bet may be smaller than stated if it is all that its player has",
    "nobody can bet when no other player has chips left to answer with",
    _RULES[-1],
)


def betting(english: English, phase: BettingPhase) -> tuple[Block, ...]:
    """A betting phase; what all of them have in common is told once, here or in a section of its own."""
    start = english.who(phase.start)
    opening = []
    if phase.ante:
        opening.append(f"each remaining player puts {points(phase.ante, 'chip')} into the pot as an ante")
    if phase.max_raises == 0 and not phase.blinds:  # nobody is asked anything
        opening.append("nobody bets at this point")
        return (Paragraph(said(*opening)), Paragraph(said(_showdown(english, phase))))
    if phase.blinds:
        blinds = listing([points(blind, "chip") for blind in phase.blinds])
        first = (
            f"the first {count(len(phase.blinds), 'player')} must bet"
            if len(phase.blinds) > 1
            else "the first player must bet"
        )
        opening.append(f"beginning with {start.object()}, {first} {blinds} at once, and betting begins after them")
    elif _is_shared(english):
        opening.append(f"there is a round of betting, beginning with {start.object()} (see *Betting*)")
    else:
        opening.append(f"there is a round of betting, beginning with {start.object()}")
    most = f"there are at most {count(phase.max_raises, 'bet')} and raises in the round"
    limits = f"a bet or raise is {_sizes(english, phase)}, and {most}"
    if phase.max_raises == 0:
        limits = "nobody may bet or raise"
    elif phase.max_raises == 1:
        limits = f"a bet is {_sizes(english, phase)}, and only one bet can be made in the round, with no raise"
    if _is_shared(english):
        return (Paragraph(said(*opening, limits)), Paragraph(said(_showdown(english, phase))))
    return (Paragraph(said(*opening, limits)), *common(english), Paragraph(said(_showdown(english, phase))))


def betting_section(english: English) -> tuple[Block, ...]:
    """What several rounds of betting have in common."""
    return common(english) if _is_shared(english) else ()


def common(english: English) -> tuple[Block, ...]:
    """How a round of betting goes."""
    can_raise = any(
        phase.max_raises > 1 or phase.blinds for phase in models(english.words.genome.turn_structure, BettingPhase)
    )
    answered = "all have answered the last bet or raise" if can_raise else "all have checked or answered the bet"
    intro = f"In turn, to the left, each remaining player does one of these, until {answered}:"
    rules: tuple[str, ...] = _RULES if can_raise else _RULES_OF_ONE_BET
    if _is_covered(english):
        rules = rules[-1:]
    return (Paragraph(intro), *bullets([_CHECK, _CALL, _RAISE if can_raise else _BET, _FOLD]), Paragraph(said(*rules)))


def _is_covered(english: English) -> bool:
    """Whether everybody can pay whatever may be asked: one hand, and chips for the most that it can cost."""
    genome = english.words.genome
    phases: list[BettingPhase] = list(models(genome.turn_structure, BettingPhase))
    if genome.max_hands > 1 or any(phase.sizes or phase.blinds for phase in phases):
        return False
    if list(models((genome.turn_structure, genome.setup), Pay)) or any(
        turns.order in ("cycle", "stay") or not english.is_never(turns.until)
        for turns in models(genome.turn_structure, TurnStructure)
    ):
        return False
    return sum(phase.ante + phase.max_raises * phase.min_bet for phase in phases) <= genome.setup.starting_chips


def _is_shared(english: English) -> bool:
    return len(list(models(english.words.genome.turn_structure, BettingPhase))) > 1


def _sizes(english: English, phase: BettingPhase) -> str:
    if not phase.sizes:
        return points(phase.min_bet, "chip")
    inner = english.about(YOU)
    return listing([amount(inner, inner.read(size), "chip") for size in phase.sizes], "or")


def _showdown(english: English, phase: BettingPhase) -> str:
    rules = english.words.genome.game_rules
    if phase.showdown_method is ShowdownMethod.FOLD_ONLY:
        return "hands are not compared after this round: if several players are left, the pot stays on the table"
    best = (
        "the best hand (see *Hands*)"
        if phase.showdown_method is ShowdownMethod.HAND_EVALUATION
        else "the card of highest rank"
    )
    tie = {
        TieBreaker.ACTIVE_PLAYER: "of equal hands, the first to the left of the dealer takes it",
        TieBreaker.ALTERNATING: "of equal hands, each takes it in turn",
    }.get(
        rules.tie_breaker,
        "equal hands share it, and what does not divide goes to the first of them to the left of the dealer",
    )
    again = ". The winner has the next turn" if rules.same_player_on_win and english.names.is_in_cycle(phase) else ""
    ranks = [card.rank for card in english.words.cards.cards]
    if phase.showdown_method is ShowdownMethod.HIGHEST_CARD and len(set(ranks)) == len(ranks) > 0 and _has_one(english):
        return f"if several players are left, they show their cards, and {best} takes the pot{again}"
    return f"if several players are left, they show their cards, and {best} takes the pot; {tie}{again}"


def _has_one(english: English) -> bool:
    """Whether everybody holds one card, so that no two hands are equal where no two ranks are."""
    return str(english.words.genome.setup.cards_per_player) == "1"
