"""Registers that only steer the play: what ends a part of it, which pile is next, which pile is being played.

People do such things without a word for them, so the rulebook says what they are for and not what they hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from deckwright.genome.checks.walk import expression_fields
from deckwright.genome.effects import Set
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.writing import written
from deckwright.genome.phases import ChoicePhase, Offer, TurnStructure
from deckwright.genome.rulebook.grammar.people import Person
from deckwright.genome.rulebook.phrases.spelling import tree_of, trees_in
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

TURN_ENDS = "this ends your turn"
GO_ON = "then go on with your turn"
PART_ENDS = "this ends this part"


@dataclass(frozen=True)
class Ending:
    """What a register's value ends, and what else does."""

    text: str
    otherwise: str = ""
    """Another condition under which it ends."""

    def told_of(self, who: Person) -> str:
        """What has to happen for it to end, of whoever repeats it."""
        ends = {TURN_ENDS: f"{who.their('turn')} ends", GO_ON: "you are told to go on", PART_ENDS: "this part ends"}
        return ends[self.text]


@dataclass(frozen=True)
class Steering:
    """How one genome's registers steer."""

    genome: GameGenome

    @cached_property
    def endings(self) -> dict[tuple[str, str], Ending]:
        """Register and value that end what one seat repeats."""
        return {key: ending for key, ending, _ in self._endings() if key[0] in self._only_ends}

    def ending(self, until: str) -> Ending | None:
        """What is meant by an `until`, if a register does nothing but end it."""
        found = (ending for key, ending, text in self._endings() if text == until and key[0] in self._only_ends)
        return next(found, None)

    @cached_property
    def next_piles(self) -> frozenset[str]:
        """Registers that count the piles in use: `pile(zone, register)` is the next free one."""
        found = {name for name in self._numbers if self._sets(name)}
        for part in models(self.genome, Offer):
            nodes = [node for tree in trees_in(part) for node in tree.walk()]
            used = {name for name in found if any(_is_pile(node, name) for node in nodes)}
            found -= used - {effect.register for effect in models(part, Set)}  # a pile that stays is not used up
            for effect in models(part, Set):
                name = effect.register
                if name in found and not (name in used and effect.value.strip() == f"{name} + 1"):
                    found.discard(name)
        elsewhere = [effect for effect in models(self.genome, Set) if not self._is_in_offer(effect)]
        return frozenset(found - {effect.register for effect in elsewhere})

    @cached_property
    def cursors(self) -> dict[str, str]:
        """Registers that go from pile to pile, with the term that names the pile: `box` is `pile(hand, box_number)`."""
        found = {}
        for term in self.genome.terms:
            match tree_of(term.expr):
                case s.Call(name="pile", arguments=(s.Word(), s.Word(name=name))) if (
                    name in self._numbers - self.next_piles and self._goes_on(name)
                ):
                    found[name] = term.name
        return found

    @cached_property
    def unspoken(self) -> frozenset[str]:
        """Registers that the rulebook need not name."""
        ends = {name for name, _ in self.endings}
        piles = {name for name in self.next_piles if not self._mentions(name)}
        return frozenset(ends | piles | set(self.cursors) | set(self.questions))

    @cached_property
    def questions(self) -> dict[str, str]:
        """Registers that one choice sets so that the next is made, and that the next clears: the name of that phase."""
        return {name: answer for name, (answer, _) in self._questions.items()}

    def asked_by(self, name: str) -> tuple[str, ...]:
        """The offers that lead to the phase which a register is for; none if it is for something else."""
        return self._questions[name][1] if name in self._questions else ()

    @cached_property
    def _questions(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        found = {}
        for turns in models(self.genome.turn_structure, TurnStructure):
            for asking, answer in pairwise(turns.phases):
                if not isinstance(asking, ChoicePhase) or not isinstance(answer, ChoicePhase):
                    continue
                if (name := answer.when.strip()) not in self._numbers:
                    continue
                asks = [_sets_to(offer, name, "1") for offer in asking.offers]
                clears = [_sets_to(offer, name, "0") for offer in answer.offers]
                askers = tuple(offer.name for offer, sets in zip(asking.offers, asks, strict=True) if sets)
                tells = sum(offer.name in askers for offer in asking.offers) == sum(asks)
                elsewhere = self._mentions(name, s.Word(name, at=0)) or self._whens(name) > 1
                known = sum(asks) + sum(clears) == len(self._sets(name))
                if answer.name and askers and tells and all(clears) and known and not elsewhere:
                    found[name] = (answer.name, askers)
        return found

    def _whens(self, name: str) -> int:
        """How often a register by itself is an expression, where it is not set."""
        return sum(tree == s.Word(name, at=0) for tree in self._trees_beside(name))

    # where registers occur

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(register.name for register in self.genome.registers if register.holds == "number")

    def _sets(self, name: str) -> list[Set]:
        return [effect for effect in models(self.genome, Set) if effect.register == name]

    def _trees_beside(self, name: str) -> Iterator[s.Syntax]:
        """All expressions but those by which a register is set."""
        own = {id(effect) for effect in self._sets(name)}
        for part in self.genome.parts():
            if id(part) not in own:
                held = (getattr(part, field) for field in expression_fields(type(part)))
                texts = (text for value in held for text in (value if isinstance(value, tuple) else (value,)))
                yield from (tree_of(str(text)) for text in texts if text)

    def _is_in_offer(self, effect: Set) -> bool:
        return any(effect is inner for offer in models(self.genome, Offer) for inner in models(offer, Set))

    def _goes_on(self, name: str) -> bool:
        steps = {effect.value.strip() for effect in self._sets(name)}
        return f"{name} + 1" in steps and all(step.isidentifier() or step == f"{name} + 1" for step in steps)

    def _mentions(self, name: str, *allowed: s.Syntax) -> bool:
        """Whether a register occurs otherwise than as what it is set from, or in these expressions.

        Where none are allowed, as the number of a pile is.
        """

        def occurs(tree: s.Syntax) -> bool:
            if not allowed and _is_pile(tree, name):
                return False
            return tree == s.Word(name, at=0) or any(map(occurs, tree.children()))

        return any(tree not in allowed and occurs(tree) for tree in self._trees_beside(name))

    @cached_property
    def _only_ends(self) -> frozenset[str]:
        """Registers that occur nowhere but where they are set to a number and where they end something."""
        untils: dict[str, list[str]] = {}
        for (name, _), _, until in self._endings():
            untils.setdefault(name, []).append(until)
        found = set()
        for name, texts in untils.items():
            register = next(one for one in self.genome.registers if one.name == name)
            sets = [effect.value.strip().isdecimal() for effect in self._sets(name)]
            is_plain = register.per == "table" and register.start in ("", "0") and sets and all(sets)
            if is_plain and not self._mentions(name, *map(tree_of, texts)):
                found.add(name)
        return frozenset(found)

    def _endings(self) -> Iterator[tuple[tuple[str, str], Ending, str]]:
        for turns in models(self.genome.turn_structure, TurnStructure):
            for place, phase in enumerate(turns.phases):
                if not isinstance(phase, TurnStructure) or phase.order != "stay":
                    continue
                name, value, otherwise = _ended_by(phase.until)
                if name not in self._numbers:
                    continue
                is_turn = turns.order in ("cycle", "once")
                is_last = is_turn and place == len(turns.phases) - 1
                text = TURN_ENDS if is_last else GO_ON if is_turn else PART_ENDS
                yield (name, value), Ending(text, otherwise), phase.until.strip()


def _ended_by(until: str) -> tuple[str, str, str]:
    """The register and the value that end something, and what else does: `done`, `done == 2 or size(stock) == 0`."""
    tree = tree_of(until)
    first, *others = tree.items if isinstance(tree, s.Logic) and tree.operator == "or" else (tree,)
    rest = written(s.Logic("or", tuple(others), at=0)) if others else ""
    match first:
        case s.Word(name=name):
            return name, "1", rest
        case s.Compare(operator="==", left=s.Word(name=name), right=s.Number(value=value)):
            return name, str(value), rest
    return "", "", ""


def _sets_to(offer: Offer, name: str, value: str) -> bool:
    """Whether an offer sets a register to a value, whatever happens."""
    return any(isinstance(one, Set) and one.name == name and one.value.strip() == value for one in offer.effects)


def _is_pile(tree: s.Syntax, name: str) -> bool:
    """`pile(columns, name)`"""
    return isinstance(tree, s.Call) and tree.name == "pile" and tree.arguments[1:] == (s.Word(name, at=0),)


def models(value: Model | tuple[Model, ...], *kinds: type[Any]) -> Iterator[Any]:
    """Every part of a genome that is of one of these classes, in order."""
    inside = value.parts() if isinstance(value, Model) else (part for item in value for part in item.parts())
    return (part for part in inside if isinstance(part, kinds))
