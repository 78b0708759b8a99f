"""The flow node: whose turn it is and which phases a turn has. It nests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from deckwright.document import Item, Listing, Paragraph
from deckwright.genome.checks.length import steps_of_a_turn
from deckwright.genome.checks.walk import effects_of
from deckwright.genome.compile.builder import Builder
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.expressions.types import Type
from deckwright.genome.limits import MAX_DEPTH
from deckwright.genome.phases.phase import Data, Flow, PhaseModel
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, headline, said
from deckwright.genome.rulebook.grammar.wording import capitalised, count, spoken, times
from deckwright.genome.values import Count, Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, Measure, Surroundings, Writer
    from deckwright.genome.phases import Phase

Order = Literal["cycle", "once", "stay", "together", "sequence"]

MAX_PHASES = 200
MAX_TOGETHER_PICKS = 3
MOST_STEPS = 1_000_000_000


class TurnStructure(PhaseModel):
    """Phases, in an order of seats.

    cycle: seats take turns; once: each seat has one turn; stay: one seat repeats; together: every seat chooses in
    secret, then all at once; sequence: no turns, and it repeats only if `until` is given.
    """

    title: ClassVar = "Turns"
    asks: ClassVar = False

    type: Literal["turns"] = "turns"
    phases: tuple[Phase, ...]
    order: Order = "cycle"
    start: Expr = "left(dealer)"
    until: Expr = "0"
    """Checked after each turn."""
    limit: Count | None = None
    """Of turns; None: the genome's `max_turns`."""

    @property
    def repeats(self) -> bool:
        """Whether it goes on until something ends it."""
        return self.order in ("cycle", "stay") or (self.order == "sequence" and self.until != "0")

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        is_root = self is around.genome.turn_structure
        if self.order == "sequence" and not is_root:
            why = "a sequence has no turns: inside a turn it stays whose turn it is"
            yield from inert_fields(self, path, why, "start")
        once = not self.repeats and (self.order == "sequence" or (self.limit or 0) >= around.genome.player_count)
        if self.limit is not None and once:
            yield inert(f"{path}.limit", "nothing is repeated as often")
        if self.limit == 0:
            yield Issue("limit.zero", f"{path}.limit", "0", "at least 1")
        if not self.phases:
            yield Issue("flow.empty", f"{path}.phases", "no phases", "at least one")
        why = "a structure 'together' holds one choice and nothing else"
        if self.order == "together" and len(self.phases) > 1:
            yield Issue("flow.together", f"{path}.phases", f"{len(self.phases)} phases", "1", why)
        inner = replace(around, turns_go_round=around.turns_go_round or self.order == "cycle")
        for number, phase in enumerate(self.phases):
            here = f"{path}.phases[{number}]"
            if self.order == "together" and phase.type != "choice":
                yield Issue("flow.together", here, phase.type, "a choice", why)
            for place, offer in enumerate(phase.offers if self.order == "together" and phase.type == "choice" else ()):
                if (picks := len(offer.picks)) > MAX_TOGETHER_PICKS:
                    expected = f"at most {MAX_TOGETHER_PICKS} picks"
                    yield Issue("flow.together", f"{here}.offers[{place}].picks", str(picks), expected)
            yield from phase.issues(inner, here)
            for effect, at in effects_of(phase, here):
                yield from effect.issues(at, inner)

    def work(self, measure: Measure) -> int:
        return measure.turns(self, "")[0]

    def idle_work(self, measure: Measure) -> int:
        return 0

    def compile(self, b: Builder, path: str, flow: Flow) -> list[int]:
        """The structure and all below it."""
        depth = flow.depth + 1
        if depth > MAX_DEPTH:
            b.refuse("flow.too-deep", path, f"turn structures nested deeper than {MAX_DEPTH}")
        if len(self.phases) > MAX_PHASES:
            message = f"{len(self.phases)} phases: expected at most {MAX_PHASES}"
            b.refuse("flow.too-many-phases", f"{path}.phases", message)
        # A sequence has no turns of its own: inside another structure the turn stays where it is.
        first = "turn" if self.order == "sequence" and depth > 1 else self.start
        start = b.flow_integer(first, f"{path}.start", b.scope, Type.SEAT)
        when = b.condition(self.when, f"{path}.when", b.scope)
        children: list[int] = []
        inner = Flow(depth, flow.in_turn or self.order != "sequence", self.order == "together")
        for number, phase in enumerate(self.phases):
            with b.going_on():
                children += phase.compile(b, f"{path}.phases[{number}]", inner)
        until = b.ending(self.until, f"{path}.until")
        if self.order == "together":
            b.check_untold(until, f"{path}.until")
        content = {
            "order": self.order.capitalize(),
            "start": start,
            "when": when,
            "until": until,
            "limit": b.genome.max_turns if self.limit is None else self.limit,
            # Without an `until`, a limit of its own is how many turns there are.
            "stops": not flow.in_turn and self.repeats and (self.limit is None or until is not None),
            "steps": min(steps_of_a_turn(b.genome, self), MOST_STEPS),
            "children": children,
        }
        return [b.node("Turns", content, path)]

    def told(self, english: English) -> tuple[Block, ...]:
        match self.order:
            case "sequence":
                return (*self._turn(english), *self.repeated(english))
            case "stay":
                return self._stay(english)
        return self._rounds(english)

    def repeated(self, english: English) -> tuple[Block, ...]:
        """Until when a sequence is repeated, if it is."""
        if english.is_never(self.until):
            return ()
        limit = f", at most {count(self.limit, 'time')}" if self.limit is not None else ""
        what = "this is" if len(self.phases) == 1 else "all of this is"
        return (Paragraph(said(f"{what} repeated until {english.when(self.until)}{limit}")),)

    def _stay(self, english: English) -> tuple[Block, ...]:
        """One seat that repeats its turn."""
        who = english.who(self.start)
        inner = english.about(who)
        ending = english.names.steering.ending(self.until.strip())
        again = ", again and again" + (f" (at most {count(self.limit, 'time')})" if self.limit is not None else "")
        if ending is not None:
            again += f", until {ending.told_of(who)}"
            again += f" or {inner.when(ending.otherwise)}" if ending.otherwise else ""
        elif not inner.is_never(self.until):
            again += f", until {inner.when(self.until)}"
        only = self.phases[0]
        if len(self.phases) == 1 and only.type == "choice" and inner.is_always(only.when):
            return only.told_again(inner, again)
        return (Paragraph(said(f"{inner.tell(f'do this{again}')}:")), *self._turn(inner))

    def _rounds(self, english: English) -> tuple[Block, ...]:
        """Turns that go round, once or again and again, or are taken by all together."""
        start, inner = english.who(self.start), english.about(YOU)
        last = english.about(Person("whoever had the turn"))
        until = "" if inner.is_never(self.until) else last.when(self.until)
        lead = "on your turn"
        match self.order:
            case "together":
                opening = "all players do this at the same time, in secret; it takes effect when everyone has chosen"
                closing = f"nobody else chooses once {until}" if until else ""
                lead = ""
            case "once":
                opening = f"each player has one turn, in order to the left, beginning with {start.object()}"
                if english.words.seats == 1:
                    opening, lead = "", ""
                closing = f"this ends early as soon as {until}" if until else ""
            case _:
                opening = f"players take turns in order to the left, beginning with {start.object()}"
                closing = f"turns go on until {until}" if until else "turns go on until something ends the hand"
        if self.limit is not None:
            closing += f"{'; ' if closing else ''}there are at most {count(self.limit, 'turn')}"
        body = self._turn(inner, lead=lead)
        around = [(Paragraph(said(text)),) if text else () for text in (opening, closing)]
        return (*around[0], *body, *around[1])

    def _turn(self, english: English, *, lead: str = "") -> tuple[Block, ...]:
        """The phases of one turn."""
        if len(self.phases) == 1:
            return english.phase(self.phases[0], lead=lead)
        intro = (Paragraph(said(f"{lead}:")),) if lead else ()
        entries = []
        for phase, alike in groupby(self.phases):
            blocks, number = english.phase(phase), len(list(alike))
            name = f"**{headline(spoken(phase.name))}.** " if phase.name else ""
            name += f"{capitalised(times(number))}, one after the other: " if number > 1 else ""
            match blocks[0]:
                case Paragraph(text=text):
                    entries.append(Item(name + text, blocks[1:]))
                case _:
                    entries.append(Item(name.strip() or "In this order:", blocks))
        return (*intro, Listing(tuple(entries), numbered=True))

    def without_teams(self) -> Self:
        return self.model_copy(update={"phases": tuple(phase.without_teams() for phase in self.phases)})

    @classmethod
    def weight(cls, writer: Writer, depth: int) -> float:
        return 2 if depth < 3 else 0

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        return writer.structure(room=room, depth=depth + 1)
