"""How much there is to do in a match at the very most: every limit multiplied out, loops included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.capacity import most_held
from deckwright.genome.checks.walk import (
    REMEMBERED,
    all_effects,
    effects_in,
    expressions_in,
    phases_of,
    texts_of,
    words_in,
)
from deckwright.genome.errors import Issue
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.limits import MAX_CARDS, MAX_SEATS
from deckwright.genome.picks import PICKS
from deckwright.genome.values import Model

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.phases import Offer, Phase, TurnStructure
    from deckwright.genome.schema import GameGenome

MOST_WORK = 10_000_000_000
"""Turns, decisions and effects of a match, each as many times as what it takes to work out: an hour at worst."""
MOST_IDLE_WORK = 1_000_000
"""The same for a structure in which nobody is asked anything: well under a second, unless it comes again and again."""
MOST_VISITS = 40_000
"""Times that the loops of one expression, or of effects in each other, go round, all in all."""
MOST_LISTING = 150_000_000
"""Operations that listing what may be done at a choice takes, moves tried out to their end included: about a second."""

_VISITS_A_STEP = 64
"""So many operations of an expression take about as long as a turn."""
_HEAVY = {"pack": 2_000, "packed": 2_000, "value": 200, "adds": 130}
"""Operations that functions on sets of cards may take."""


def length_issues(genome: GameGenome) -> Iterator[Issue]:
    """A match that could go on for days is refused, and so is an expression that could."""
    measure = _measure_of(genome)
    large = {text for text in texts_of(genome) if measure.visits(text) > MOST_VISITS}
    for text, path, _, _ in expressions_in(genome) if large else ():
        if text in large:
            expected = f"loops that go round at most {MOST_VISITS:,} times"
            yield Issue("expression.too-much", path, f"{text[:40]!r}", expected)
    loops = [(effect, path) for effect, path in all_effects(genome) if effect.type == "each"]
    for effect, path in loops:
        inside = (inner for inner, _ in effects_in(effect.effects, "") if inner.type == "each")
        if (work := effect.work(measure)) > MOST_VISITS and not any(i.work(measure) > MOST_VISITS for i in inside):
            found, expected = f"{work:,} steps", f"loops of effects in each other that take at most {MOST_VISITS:,}"
            yield Issue("effect.too-much", path, found, expected)
    for phase, path in phases_of(genome.turn_structure):
        if phase.type == "choice" and (work := sum(map(measure.listing_operations, phase.offers))) > MOST_LISTING:
            found = f"{work:,} operations to list what may be done"
            expected = f"at most {MOST_LISTING:,}: fewer picks or offers, or a simpler `accept` or `where`"
            yield Issue("choice.too-much", f"{path}.offers", found, expected)
    for turns, path in _outermost_idle(genome.turn_structure, "$.turn_structure"):
        work, where = measure.turns(turns, path)
        if work > MOST_IDLE_WORK:
            found = f"up to {work:,} steps in which nobody decides anything"
            at = measure.limit_of(turns, where, path)
            yield Issue("limit.idle", at, found, f"at most {MOST_IDLE_WORK:,}: lower it")
    hand, path = measure.turns(genome.turn_structure, "$.turn_structure")
    work = genome.max_hands * (hand + measure.effects(genome.setup.deal))
    if work > MOST_WORK:
        found = f"up to {work:,} steps in a match"
        at = measure.limit_of(genome.turn_structure, path, "$.turn_structure")
        yield Issue("limit.too-long", at, found, f"at most {MOST_WORK:,}: lower it, another limit, or max_hands")


def steps_of_a_turn(genome: GameGenome, turns: TurnStructure) -> int:
    """The work of one turn of a structure if nobody is asked anything in it, but for that of structures inside.

    The outermost one also has that of dealing.
    """
    measure = _measure_of(genome)
    work = 1 + measure.texts(turns, "when", "until", "start")
    work += sum(phase.idle_work(measure) for phase in turns.phases)
    return work + (measure.effects(genome.setup.deal) if turns is genome.turn_structure else 0)


def _outermost_idle(turns: TurnStructure, path: str) -> Iterator[tuple[TurnStructure, str]]:
    """The structures in which nobody is asked anything, those inside them left out."""
    if not any(phase.asks for phase, _ in phases_of(turns)):
        yield turns, path
        return
    for number, phase in enumerate(turns.phases):
        if phase.type == "turns":
            yield from _outermost_idle(phase, f"{path}.phases[{number}]")


@lru_cache(maxsize=4)
def _measure_of(genome: GameGenome) -> Measure:
    """One for all who ask of a genome, so that its expressions are measured once."""
    return Measure(genome)


class Measure:
    """The work of the parts of a genome."""

    most_tried = 20_000
    """Values that the kernel tries at most when it looks ahead whether a move can be completed."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        deck = genome.deck
        grid = max(1, len(deck.suits)) * len(deck.ranks) * deck.copies
        self.seats = max(1, min(MAX_SEATS, genome.player_count))
        self.cards = max(1, min(MAX_CARDS, grid + sum(extra.copies for extra in deck.extra)))
        single = {zone.name for zone in genome.zones if zone.piles == 1}
        held = most_held(genome, self.cards)
        self.bounds = {name: max(1, most) for name, most in held.items() if name in single}
        """The most cards of each zone with one pile."""
        players = dict.fromkeys(("seats", "live", "opponents", "members"), self.seats)
        words = players | {"suits": max(1, len(deck.suits)), "ranks": len(deck.ranks) + len(deck.extra)}
        piles = max((zone.piles if isinstance(zone.piles, int) else 16 for zone in genome.zones), default=1)
        calls = {"members": self.seats, "suits": 2, "piles": piles}
        terms = tuple((term.name, term.expr) for term in genome.terms)
        self.expressions = _expressions(
            self.cards, tuple(words.items()), tuple(calls.items()), tuple(self.bounds.items()), terms
        )
        self.visits = self.expressions.visits

    def turns(self, turns: TurnStructure, path: str) -> tuple[int, str]:
        """The work of a structure, and the path of the structure inside that has most of it."""
        limit = self.genome.max_turns if turns.limit is None else turns.limit
        times = limit if turns.repeats else 1 if turns.order == "sequence" else self.seats
        work, largest, where = 1, 0, path
        for number, phase in enumerate(turns.phases):
            here = f"{path}.phases[{number}]"
            if phase.type == "turns":
                inner, deepest = self.turns(phase, here)
            else:
                inner, deepest = self.phase(phase), path
            work += inner
            if inner > largest:
                largest, where = inner, deepest
        return times * (work + self.texts(turns, "when", "until", "start")), where

    def limit_of(self, turns: TurnStructure, where: str, path: str) -> str:
        """The field that says how often the structure at `where`, inside the one at `path`, goes round."""
        inner = next((phase for phase, at in phases_of(turns, path) if at == where), turns)
        return "$.max_turns" if inner.type == "turns" and inner.limit is None else f"{where}.limit"

    def phase(self, phase: Phase) -> int:
        """The work of a phase."""
        own = 1 + self.texts(phase, "when", "actor", "start", "until", "may_pass", "leader", "out", "strain")
        return own + phase.work(self)

    def offer(self, offer: Offer) -> int:
        """The work of listing an offer, looking ahead, and doing what it says."""
        picks = sum(1 + self.texts(pick, "where", "source", "low", "high") for pick in offer.picks)
        duties = sum(self.texts(duty, "cards", "when") for pick in offer.picks for duty in pick.duties)
        listing = picks + duties + self.texts(offer, "when", "accept")
        ahead = 20 if len(offer.picks) > 1 or offer.accept != "1" else 1
        return 1 + ahead * listing + self.effects(offer.effects) + (self.specials() if offer.picks else 0)

    def listing_operations(self, offer: Offer) -> int:
        """The operations of listing an offer: each pick for all values of those before it, as far as it tries."""
        work, tries = self.visits(offer.when), 1
        for pick in offer.picks:
            of_duties = (text for duty in pick.duties for text in (duty.cards, duty.when))
            texts = (pick.source, pick.low, pick.high, *of_duties)
            asked = MAX_CARDS if pick.where != "1" else 0  # of every card or number
            work += tries * (asked * self.visits(pick.where) + sum(map(self.visits, texts)))
            tries = min(self.most_tried, tries * PICKS[pick.kind].values(self, pick))
        return work + tries * self.visits(offer.accept)

    def held(self, zone: str) -> int:
        """How many cards there are at most in what an expression names."""
        return self.bounds.get(zone.partition("[")[0].strip(), self.cards)

    def specials(self) -> int:
        """The work of what cards do when they are played."""
        return sum(self.effects(special.effects) for special in self.genome.special_effects)

    def effects(self, effects: Sequence[Effect]) -> int:
        """The work of effects."""
        return sum(effect.work(self) for effect in effects)

    def texts(self, holder: Model, *names: str) -> int:
        """The work of the expressions of a value that have these names."""
        held = holder.__dict__  # a value that has no such field is asked often
        return sum(self.text(str(held[name])) for name in names if held.get(name))

    def text(self, text: str) -> int:
        """The work of an expression, in steps."""
        return self.visits(text) // _VISITS_A_STEP


Sizes = tuple[tuple[str, int], ...]
"""How many values something has at most, by its name."""


class _Expressions:
    """The work of expressions, each measured once for all genomes in which it is the same."""

    def __init__(
        self, cards: int, words: Sizes, calls: Sizes, bounds: Sizes, terms: tuple[tuple[str, str], ...]
    ) -> None:
        self.costs: dict[str, int] = {}
        self.cards, self.words, self.calls, self.bounds = cards, dict(words), dict(calls), dict(bounds)
        self.terms = dict(reversed(terms))
        for name in [name for name in self.terms if self._is_circular(name)]:
            del self.terms[name]  # the compiler refuses it

    def _is_circular(self, name: str) -> bool:
        """Whether a term is defined by itself."""
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            new = words_in(self.terms[waiting.pop()]) & self.terms.keys() - reached
            reached |= new
            waiting += new
        return name in reached

    def visits(self, text: str) -> int:
        """How many operations an expression takes at most; 0 if it is none."""
        if (known := self.costs.get(text)) is not None:
            return known
        try:
            found = self.cost(parse_expression(text))
        except ExpressionError:
            found = 0
        if len(self.costs) >= REMEMBERED:
            self.costs.clear()
        self.costs[text] = found
        return found

    def cost(self, node: s.Syntax) -> int:
        """How many operations a part of an expression takes at most."""
        match node:
            case s.Word(name=name):
                return self.term(name)
            case s.Loop(body=body, domain=domain, test=test):
                each = self.cost(body) + (self.cost(test) if test is not None else 0)
                return self.cost(domain) + self.domain(domain) * each
            case s.Call(name=name, arguments=arguments):
                return _HEAVY.get(name, 1) + sum(self.cost(argument) for argument in arguments)
        return 1 + sum(map(self.cost, node.children()))

    def term(self, name: str) -> int:
        """What a name costs: that of a term is what it stands for."""
        expression = self.terms.get(name)
        return 1 if expression is None else self.visits(expression) or 1

    def size(self, domain: str) -> int:
        """How many values a domain has at most."""
        try:
            return self.domain(parse_expression(domain))
        except ExpressionError:
            return 1

    def domain(self, node: s.Syntax) -> int:
        """How many values something to loop over has at most."""
        match node:
            case s.Word(name=name) if name in self.words:
                return self.words[name]
            case s.Word(name=name) | s.Index(value=s.Word(name=name)) if name in self.bounds:
                return self.bounds[name]
            case s.Call(name=name):
                return self.calls.get(name, self.cards)
        return self.cards


_expressions = lru_cache(maxsize=64)(_Expressions)
