"""Words for what happened: cards as people write them, and who does what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from deckwright.cards.words import suit_word
from deckwright.engine import Game

_VERBS = """
accept add ask bet bid build buy call capture carry challenge check choose claim collect deal declare defend discard
double doubt draw end exchange fold follow give go guess hit hold insure jam join keep knock lay lead lower match
meld move name open order pass pay pick place play point push raise redouble refuse return reveal reverse say score
select sell show skip snap split stack stand start stay stick stop surrender swap take throw trade trust turn use
win
"""
VERBS = frozenset(_VERBS.split())
"""What moves of games begin with, where the first word is what somebody does."""


ANSWERS = frozenset(("yes", "no"))


class Pieces(NamedTuple):
    """What a game is played with: one, several, and what their suits are called."""

    one: str = "card"
    many: str = "cards"
    suit: str = "suit"


CARDS = Pieces()


@lru_cache(maxsize=256)
def pieces_of(game: Game) -> Pieces:
    """Cards or tiles; suits that are colours are called so."""
    many = game.deck.pieces
    return Pieces(many.removesuffix("s"), many, suit_word(game.notation.faces.values()))


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def as_deed(said: str) -> str:
    """`order up` for `call order up`: a call that is a verb by itself."""
    verb, _, call = said.partition(" ")
    return call if verb == "call" and call.partition(" ")[0] in VERBS else said


def does(who: str, said: str, *, is_you: bool) -> str:
    """`You play 2♣`, `Ada plays 2♣`; where a move does not begin with what somebody does, `Ada: no`."""
    return f"{who}{_deed(said, is_you)}"


@lru_cache(maxsize=4096)
def _deed(said: str, is_you: bool) -> str:  # noqa: FBT001
    verb, _, rest = said.partition(" ")
    if verb in ANSWERS:
        return f" {'say' if is_you else 'says'} {said}"
    if said == "done":
        return f" {'are' if is_you else 'is'} done"
    if said == "all in":
        return f" {'go' if is_you else 'goes'} all in"
    if verb not in VERBS:
        return f": {said}"
    return f" {verb if is_you else third_person(verb)}{rest and ' '}{rest}"


def third_person(verb: str) -> str:
    """`plays`, `passes`, `goes`, `buys`, `carries`."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
