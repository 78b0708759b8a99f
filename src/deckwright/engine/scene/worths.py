"""What sets of cards have to be worth to be laid, as rules say it in `accept`: fifty points to open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.compile.compiler import words_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.check import check_expression
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Effort, TooMuchEffort
from deckwright.genome.phases import ChoicePhase, Offer
from deckwright.genome.picks import PICKS

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.view import PublicPart
    from deckwright.genome.expressions.vocabulary import Words
    from deckwright.genome.schema import GameGenome


MOST_READ = 20_000
"""Parts of all conditions and amounts of a game that are worked out for one state, as for labelled conditions."""


@dataclass(frozen=True)
class Need:
    """What an offer asks of the worth of the sets that are laid with it, for each side."""

    offer: str
    words: Words
    amounts: tuple[n.Node, ...]
    """What they have to be worth at least, read for each side."""
    conditions: tuple[n.Node, ...]
    """Whether the offer is made at all."""

    @property
    def facts(self) -> frozenset[str]:
        """The registers that it hangs on."""
        parts = [part for node in (*self.amounts, *self.conditions) for part in node.walk()]
        return frozenset(part.name for part in parts if isinstance(part, n.Register))

    def amount(self, side: int, registers: Mapping[str, Sequence[int]], effort: Effort) -> int | None:
        """How much it is for a side now; None if the offer is not made to it, or it takes too long to work out."""
        words = replace(self.words, effort=effort)
        try:
            if not evaluate(self.conditions[side], words, {}, registers=registers):
                return None
            return evaluate(self.amounts[side], words, {}, registers=registers)
        except (NotStatic, TooMuchEffort):
            return None


@dataclass(frozen=True)
class Worths:
    """What is asked of sets in a game, and what each card counts for it."""

    needs: tuple[Need, ...]
    cards: Mapping[str, int]
    """By code; empty where nothing is asked."""
    ranks: Mapping[str, int]
    """The same of a rank whose cards that may be laid all count the same."""

    def of(self, codes: Sequence[str], ranks: Sequence[str]) -> int | None:
        """What a set is worth; None where nothing is asked."""
        if not self.cards:
            return None
        return sum(self.cards.get(code, 0) for code in codes) + sum(self.ranks.get(rank, 0) for rank in ranks)


NOTHING = Worths((), {}, {})


@lru_cache(maxsize=256)
def worths(game: Game) -> Worths:
    """What is asked of sets in a game."""
    genome = game.definition.genome
    if genome is None:
        return NOTHING
    found = list(_found(genome))
    if not found:
        return NOTHING
    (_, table), *_ = found
    words = words_of(genome)
    values = words.attributes[table]
    cards = {card.code: values[place] for place, card in enumerate(words.cards.cards)}
    ranks: dict[str, int] = {}
    for code, worth in cards.items():
        rank = str(game.notation.faces[code].rank)
        ranks[rank] = max(worth, ranks.get(rank, 0))
    return Worths(tuple(need for need, other in found if other == table), cards, ranks)


def needed(game: Game, public: PublicPart) -> Iterator[tuple[Need, int, int]]:
    """What is asked now: of which offer, of which side, and how much."""
    effort = Effort(MOST_READ)
    for need in worths(game).needs:
        families = [found for name in need.facts if (found := game.notation.find_register(name)) is not None]
        registers = public.values_of(families)
        for side in range(len(need.amounts)):
            amount = need.amount(side, registers, effort)
            if amount is not None:
                yield need, side, amount


def _found(genome: GameGenome) -> Iterator[tuple[Need, str]]:
    """Offers that ask for worth, and the card table that tells it."""
    if not any(PICKS[pick.kind].lays for offer in _offers(genome) for pick in offer.picks):
        return
    words = words_of(genome)
    kind, count = (Type.TEAM, len(genome.teams)) if genome.team_mode else (Type.SEAT, genome.player_count)
    for offer in _offers(genome):
        read = [_asked(offer, words, n.const(side, kind)) for side in range(count)]
        known = [one for one in read if one is not None]
        if len(known) == count:
            amounts, conditions, tables = zip(*known, strict=True)
            yield Need(offer.name, words, tuple(amounts), tuple(conditions)), tables[0]


def _offers(genome: GameGenome) -> Iterator[Offer]:
    for phase, _ in phases_of(genome.turn_structure):
        if isinstance(phase, ChoicePhase):
            yield from phase.offers


def _asked(offer: Offer, words: Words, side: n.Node) -> tuple[n.Node, n.Node, str] | None:
    """What the sets of an offer have to be worth for a side, whether it is made, and by which table."""
    if not any(PICKS[pick.kind].lays for pick in offer.picks):
        return None
    scope = Scope(words, side)
    when = check_expression(offer.when, scope)
    for pick in offer.picks:
        scope = scope.with_names(**{pick.name: PICKS[pick.kind].variable(words, pick.name)})
    laid = [pick.name for pick in offer.picks if PICKS[pick.kind].lays]
    accept = check_expression(offer.accept, scope)
    parts = accept.items if isinstance(accept, n.Junction) and accept.operator == "and" else (accept,)
    for part in parts:
        match part:
            case n.Comparison(
                operator=">=",
                left=n.Gather(
                    gather="sum",
                    test=None,
                    domain=n.Domain(of=n.Variable(name=name)),
                    body=n.Attribute(name=table),
                ),
                right=amount,
            ) if name in laid:
                return amount, when, table
    return None
