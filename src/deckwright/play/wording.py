"""Words for what happened: cards as people write them, and who does what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from deckwright.cards.words import suit_word
from deckwright.engine import Game
from deckwright.play.words import say

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


def listed(words: Sequence[str], *, is_choice: bool = False) -> str:
    """`a`, `a and b`, `a, b and c`; `a, b or c`."""
    if len(words) == 1:
        return words[0]
    return say("list_or" if is_choice else "list_and", first=", ".join(words[:-1]), last=words[-1])


def as_deed(said: str) -> str:
    """`order up` for `call order up`: a call that is a verb by itself."""
    verb, _, call = said.partition(" ")
    return call if verb == "call" and call.partition(" ")[0] in VERBS else said


def does(who: str, said: str, *, is_you: bool) -> str:
    """`You play 2♣`, `Ada plays 2♣`; where a move does not begin with what somebody does, `Ada: no`."""
    verb, _, rest = said.partition(" ")
    if verb in VERBS:
        return f"{who} {verb if is_you else third_person(verb)}{rest and ' '}{rest}"
    if verb in ANSWERS:
        return say("deed_says_you" if is_you else "deed_says", who=who, said=said)
    if said == "done":
        return say("deed_done_you" if is_you else "deed_done", who=who)
    if said == "all in":
        return say("deed_all_in_you" if is_you else "deed_all_in", who=who)
    return say("deed_said", who=who, said=said)


def third_person(verb: str) -> str:
    """`plays`, `passes`, `goes`, `buys`, `carries`."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
