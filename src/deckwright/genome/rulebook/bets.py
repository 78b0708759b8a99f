"""Betting rounds: antes and blinds, what one may do, and how the pot is won."""

from __future__ import annotations

from deckwright.genome.enums import ShowdownMethod, TieBreaker
from deckwright.genome.phases import BettingPhase
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import YOU, said
from deckwright.genome.rulebook.points import amount
from deckwright.genome.rulebook.wording import count, listing, number_word, points


def betting(english: English, phase: BettingPhase) -> tuple[Block, ...]:
    """A betting phase."""
    start = english.who(phase.start)
    forced = []
    if phase.ante:
        forced.append(f"each player still in puts {points(phase.ante, 'chip')} into the pot as an ante")
    if phase.blinds:
        blinds = listing([points(blind, "chip") for blind in phase.blinds])
        first = f"the first {count(len(phase.blinds), 'player')}" if len(phase.blinds) > 1 else "the first player"
        forced.append(f"from {start.object()} on, {first} must bet {blinds} at once (the blind{'s' if len(phase.blinds) > 1 else ''}); the betting begins after them")
    opening = f"beginning with {start.object()}, each player still in does one of these in turn, until all have answered the last bet or raise"
    sizes = _sizes(english, phase)
    most = "nobody may bet or raise" if phase.max_raises == 0 else f"there can be at most {count(phase.max_raises, 'bet')} and raises together in the round"
    if phase.max_raises == 1:
        most = "there can be only one bet in the round, and no raise"
    choices = [
        said("**Check**: stay in without paying, if there is no bet to answer"),
        said("**Call**: put in what it takes to match the highest bet"),
        said(f"**Bet or raise**: match the highest bet, if there is one, and put in {sizes} more; {most}") if phase.max_raises else "",
        said("**Fold**: give up the hand and everything you have put in, if there is a bet to answer"),
    ]
    notes = [
        "who has too few chips to match a bet puts in all they have and stays in; they can win from each other player at most as much as they put in themselves",
        "when all others have folded, the last player takes the pot and the hand ends",
        _showdown(english, phase),
    ]
    return (
        Paragraph(said(*forced, f"{opening}:")),
        *bullets(choices),
        Paragraph(said(*notes)),
    )


def _sizes(english: English, phase: BettingPhase) -> str:
    if not phase.sizes:
        return points(phase.min_bet, "chip")
    inner = english.about(YOU)
    return "one of these amounts: " + listing([amount(inner, inner.read(size), "chip") for size in phase.sizes], "or")


def _showdown(english: English, phase: BettingPhase) -> str:
    if phase.showdown_method is ShowdownMethod.FOLD_ONLY:
        return "hands are not compared after this round: if several players are left, the pot stays for the next one"
    how = "the best hand (see *Hands*)" if phase.showdown_method is ShowdownMethod.HAND_EVALUATION else "the highest card, by rank"
    rules = english.words.genome.game_rules
    tie = {
        TieBreaker.SPLIT: "equal hands share the pot, and chips that do not divide go to the first of them left of the dealer",
        TieBreaker.BATTLE: "equal hands share the pot, and chips that do not divide go to the first of them left of the dealer",
        TieBreaker.ACTIVE_PLAYER: "of equal hands, the first left of the dealer takes the pot",
        TieBreaker.ALTERNATING: "of equal hands, the players take the pot by turns",
    }[rules.tie_breaker]
    again = "; the winner has the next turn" if rules.same_player_on_win else ""
    return f"otherwise those who are left show their cards, and {how} takes the pot; {tie}{again}"


__all__ = ["betting", "number_word"]
