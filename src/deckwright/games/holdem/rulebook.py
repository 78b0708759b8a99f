"""The rulebook of hold'em, from its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from deckwright.document import Block, Box, Heading, Paragraph, bullets
from deckwright.games.holdem.options import STREETS
from deckwright.games.holdem.vocabulary import size_text

_NUMBERS: Final = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}

_HANDS: Final = (
    "Straight flush: five in sequence of one suit (the royal flush, ten to ace, is the best)",
    "Four of a kind",
    "Full house: three of a kind and a pair",
    "Flush: five of one suit",
    "Straight: five in sequence; an ace is high, or low in A-2-3-4-5",
    "Three of a kind",
    "Two pairs",
    "A pair",
    "None of these: the highest card counts",
)


def holdem_ending(rules: Mapping[str, Any]) -> str:
    """When the match is over and who wins then."""
    return " ".join(_end(rules))


def holdem_book(rules: Mapping[str, Any]) -> tuple[Block, ...]:
    """Every rule that these settings make live, and no other."""
    return (
        Heading(1, "Texas Hold'em"),
        Paragraph(_aim(rules)),
        _box(rules),
        Heading(2, "Players and chips"),
        *bullets(_players(rules)),
        Heading(2, "The deal"),
        *bullets(_deal(rules)),
        Heading(2, "Streets"),
        *bullets(_streets(rules)),
        Heading(2, "Betting"),
        *bullets(_betting(rules)),
        Heading(2, "All in"),
        *bullets(_all_in(rules)),
        Heading(2, "The showdown"),
        Paragraph(
            "Everybody makes the best hand of five out of their own two cards and the five of the board. From the best:"
        ),
        *bullets(_HANDS),
        *bullets(_showdown(rules)),
        Heading(2, "The end"),
        *bullets(_end(rules)),
    )


def _aim(rules: Mapping[str, Any]) -> str:
    over = "a hand" if rules["hands"] == 1 else f"{rules['hands']} hands"
    return (
        f"The aim is to win chips over {over}: with the best hand at the end, or by a bet that nobody calls. "
        "What you win or lose is counted in big blinds; whoever has won most wins."
    )


def _box(rules: Mapping[str, Any]) -> Box:
    return Box(
        "At a glance",
        (
            ("Blinds", f"{rules['small_blind']} and {_chips(rules['big_blind'])}"),
            ("Stacks", _stack_text(rules)),
            ("On your turn", "fold, check or call, bet or raise, or go all in"),
            ("Streets", "two cards each; three, one and one more on the board"),
            ("Best hand", "five cards of your two and the board's five"),
        ),
    )


def _chips(count: int) -> str:
    return "1 chip" if count == 1 else f"{count:,} chips"


def _stack_text(rules: Mapping[str, Any]) -> str:
    stacks: Sequence[int] = rules["stacks"]
    if len(set(stacks)) == 1:
        return f"{_chips(stacks[0])} each ({stacks[0] / rules['big_blind']:g} big blinds)"
    return ", ".join(f"{stack:,}" for stack in stacks) + " chips, in the order of the seats"


def _players(rules: Mapping[str, Any]) -> Iterator[str]:
    yield f"{_NUMBERS[rules['players']]} play, each for themselves, with a pack of 52. The ace is high."
    yield f"Stacks at the start: {_stack_text(rules)}."
    if rules["hands"] > 1 and not rules["carry"]:
        yield "Every hand begins with these stacks: what was won or lost before is put aside and counted at the end."
    if rules["carry"]:
        yield "Stacks go on from hand to hand. Whoever has no chips left after a hand is out."


def _deal(rules: Mapping[str, Any]) -> Iterator[str]:
    dealer = rules["dealer"] + 1
    yield f"Player {dealer} has the button, which marks the dealer" + (
        "; it moves to the next player on the left after each hand." if rules["hands"] > 1 else "."
    )
    if rules["ante"]:
        yield f"Everybody posts an ante of {_chips(rules['ante'])}. It is in the pot and is no part of a bet."
    small, big = _chips(rules["small_blind"]), _chips(rules["big_blind"])
    if rules["players"] > 2 or rules["carry"]:
        yield f"The first player left of the button posts the small blind, {small}, and the next the big blind, {big}."
    if rules["players"] == 2 or rules["carry"]:
        many = "When only two are left, the" if rules["players"] > 2 else "The"
        yield f"{many} button posts the small blind, {small}, and the other player the big blind, {big}."
    yield "Whoever has fewer chips than a blind or ante posts what there is; the others still have to call all of it."
    yield "Everybody is dealt two cards face down, one at a time from the left of the button. No cards are burned."


def _streets(rules: Mapping[str, Any]) -> Iterator[str]:
    first = "the player left of the big blind" if rules["players"] > 2 else "the button"
    yield f"**Preflop**: betting begins with {first}. The blinds count as bets, and the big blind may still raise."
    yield "**Flop**: three cards are turned up for all. Betting begins left of the button, with whoever has cards."
    yield "**Turn**: a fourth card, and betting as before."
    yield "**River**: a fifth card, and betting for the last time."


def _betting(rules: Mapping[str, Any]) -> Iterator[str]:
    yield "**Check**: do nothing, as long as nobody has bet. **Call**: put in as much as the highest bet."
    yield (
        "**Fold**: give up your cards, which go to the muck unseen, and what you have put in. Nobody folds who may "
        "check."
    )
    yield "**Bet** or **raise** by a part of the pot. The pot is all that has been put in, and your own call with it."
    for street, sizes in zip(STREETS, rules["sizes"], strict=True):
        listed = ", ".join(map(size_text, sizes))
        yield f"{street.capitalize()}: {listed}, or all in." if sizes else f"{street.capitalize()}: all in."
    yield (
        f"A bet is at least {_chips(rules['big_blind'])}, and a raise at least as large as the last full bet or raise "
        "of the street. Sizes are rounded to whole chips; one that is too small becomes the least, and one that is too "
        "large is all in."
    )
    if rules["cap"]:
        cap = "one bet or raise" if rules["cap"] == 1 else f"{rules['cap']} bets and raises"
        yield f"There is at most {cap} on a street. The blinds do not count."
    yield "A street is over when everybody has acted, and all who still have cards and chips have put in the same."
    yield "If all others fold, you win the pot, and need not show your cards. A bet that nobody called is given back."


def _all_in(rules: Mapping[str, Any]) -> Iterator[str]:  # noqa: ARG001
    yield "You may always call with all that you have left, and bet or raise all of it."
    yield (
        "An all-in that is less than a full raise has to be called, but whoever has already acted on the street may "
        "raise again only if what they face is at least a full raise."
    )
    yield "You may not raise if everybody else with cards is all in for no more than the bet that you face."
    yield (
        "Whoever is all in can win from each other player only as much as they put in themselves: what goes beyond "
        "that is a side pot for the others."
    )
    yield "When nobody can bet any more, all hands are turned up at once, and the rest of the board is dealt."


def _showdown(rules: Mapping[str, Any]) -> Iterator[str]:
    yield "Equal hands are told apart by their cards from the highest, never by suits."
    yield (
        "If nobody is all in, whoever bet or raised last on the river shows first; if nobody did, the first player "
        "left of the button. The others follow in turn, and show their hand unless one that lies there beats it; then "
        "it goes to the muck."
    )
    yield "If somebody is all in, every hand is shown."
    yield "The best hand wins the pot. Each side pot goes to the best hand of those who have a part in it."
    yield (
        "Hands that win nothing are laid aside, and pots that the same players can then win are put together. "
        "Equal hands share; chips that do not divide go to the first of them left of the button."
    )
    if rules["rake"]:
        cap = f", at most {_chips(rules['rake_cap'])} of a hand" if rules["rake_cap"] else ""
        yield (
            f"If there was a flop, the house takes {rules['rake'] / 100:g} % of each pot, rounded down{cap}. "
            "It takes nothing of what is given back."
        )


def _end(rules: Mapping[str, Any]) -> Iterator[str]:
    hands = "one hand" if rules["hands"] == 1 else f"{rules['hands']} hands"
    yield f"The match is over after {hands}" + (", or when one player has all chips." if rules["carry"] else ".")
    yield "Whoever has won most chips wins; who are level share the win."
