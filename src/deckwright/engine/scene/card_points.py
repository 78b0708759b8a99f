"""What cards score for whoever takes them, where rules say it of each: the queen of spades, 5-5 in Texas 42."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.compile.compiler import compile_genome, words_of
from deckwright.genome.enums import ScoringTrigger
from deckwright.genome.expressions import syntax as s

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.genome.schema import GameGenome

TAKEN = (ScoringTrigger.TRICK_WIN, ScoringTrigger.CAPTURE)


@lru_cache(maxsize=256)
def card_points(game: Game) -> Mapping[str, int]:
    """Points by the code of each card that scores where it is taken."""
    genome = game.definition.genome
    if genome is None:
        return {}
    found: Counter[str] = Counter()
    places = [str(card) for card in game.notation.deck.cards]
    masks = [rule["cards"] for rule in compile_genome(genome).data["card_scoring"]] if genome.card_scoring else []
    for rule, mask in zip(genome.card_scoring, masks, strict=True):
        if rule.trigger in TAKEN:
            bits = int(mask, 16)
            found.update(dict.fromkeys({places[k] for k in range(len(places)) if bits >> k & 1}, rule.points))
    if found:  # what adds up the same cards beside such rules asks who has all of them
        return found
    captured = {zone.name for zone in genome.zones if zone.role == "captured"}
    for table in dict.fromkeys(_summed(genome, captured)):
        values = words_of(genome).attributes[table]
        found.update({code: values[place] for place, code in enumerate(places)})
    for code, points in _named(genome, captured):
        found[code] += points
    return {code: points for code, points in found.items() if points and code in game.notation.faces}


def _trees(genome: GameGenome) -> Iterator[s.Syntax]:
    """What rules add up, in parts."""
    for text in (*(term.expr for term in genome.terms), *(rule.points for rule in genome.scoring_rules)):
        yield from s.parse_expression(str(text)).walk()


def _summed(genome: GameGenome, captured: set[str]) -> Iterator[str]:
    """The card tables by which a rule adds up all cards that were taken: `sum(worth(c) for c in captured)`."""
    tables = {table.name for table in genome.deck.tables}
    for tree in _trees(genome):
        match tree:
            case s.Loop(gather="sum", test=None, body=s.Call(name=name, arguments=(s.Word(name=card),)), variable=of):
                if card == of and name in tables and _is_taken(tree.domain, captured):
                    yield name


def _named(genome: GameGenome, captured: set[str]) -> Iterator[tuple[str, int]]:
    """Cards that score by their name alone: points, if `any(c == '7/coins' for c in captured)`."""
    for rule in genome.scoring_rules:
        points = s.parse_expression(str(rule.points))
        match s.parse_expression(rule.when or "1"):
            case s.Loop(gather="any", domain=domain, body=s.Compare(operator="==", right=s.Text(value=code))):
                if isinstance(points, s.Number) and _is_taken(domain, captured):
                    yield code, points.value


def _is_taken(domain: s.Syntax, captured: set[str]) -> bool:
    zone = domain.value if isinstance(domain, s.Index) else domain
    return isinstance(zone, s.Word) and zone.name in captured
