"""How many tricks a contract needs, where a rule compares those that the declarer's side has taken with its level."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.expressions import syntax as s

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.genome.schema import GameGenome

_DECLARER = s.Word("declarer", at=0)
_TRICKS = tuple(s.Index(s.Word("tricks", at=0), who, at=0) for who in (_DECLARER, s.Call("team", (_DECLARER,), at=0)))


def tricks_needed(game: Game, level: int | None) -> int | None:
    """How many tricks a contract of this level needs; None where no rule says it."""
    genome = game.definition.genome
    beyond = None if genome is None or level is None else _tricks_beyond(genome)
    return None if beyond is None or level is None else level + beyond


@lru_cache(maxsize=256)
def _tricks_beyond(genome: GameGenome) -> int | None:
    """How many more tricks than its level a contract needs: six in `tricks[team(declarer)] - 6 >= level`."""
    return next((found for tree in _conditions(genome) if (found := _beyond(tree)) is not None), None)


def _conditions(genome: GameGenome) -> Iterator[s.Syntax]:
    for text in (*(term.expr for term in genome.terms), *(rule.when or "1" for rule in genome.scoring_rules)):
        yield s.parse_expression(text)


def _beyond(tree: s.Syntax) -> int | None:
    match tree:
        case s.Compare(operator=">=", left=s.Binary(operator="-", left=taken, right=s.Number(value)), right=right):
            pass
        case s.Compare(operator=">=", left=taken, right=right):
            value = 0
        case _:
            return None
    return value if taken in _TRICKS and right == s.Word("level", at=0) else None
