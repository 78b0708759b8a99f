"""Registers that only steer the play: what ends a part of it, which pile is next, which pile is being played.

People do such things without a word for them, so the rulebook says what they are for and not what they hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from deckwright.genome.effects import Set
from deckwright.genome.phases import ChoicePhase, Offer, TurnStructure
from deckwright.genome.rulebook.grammar.people import Person
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

TURN_ENDS = "this ends your turn"
GO_ON = "then go on with your turn"
PART_ENDS = "this ends this part"

_ENDING = re.compile(r"^(\w+)(?: == (\d+))?(?: or (.+))?$")


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
        return next(
            (ending for key, ending, text in self._endings() if text == until and key[0] in self._only_ends), None
        )

    @cached_property
    def next_piles(self) -> frozenset[str]:
        """Registers that count the piles in use: `pile(zone, register)` is the next free one."""
        found = {name for name in self._numbers if self._sets(name)}
        for part in models(self.genome, Offer):
            written = " ".join(_texts(part))
            used = {name for name in found if _piles(name).search(written)}
            found -= used - {_bare(effect.name) for effect in models(part, Set)}  # a pile that stays is not used up
            for effect in models(part, Set):
                name, value = _bare(effect.name), effect.value.strip()
                if name in found and not (value == f"{name} + 1" and _piles(name).search(written)):
                    found.discard(name)
        elsewhere = [effect for effect in models(self.genome, Set) if not self._is_in_offer(effect)]
        return frozenset(found - {_bare(effect.name) for effect in elsewhere})

    @cached_property
    def cursors(self) -> dict[str, str]:
        """Registers that go from pile to pile, with the term that names the pile: `box` is `pile(hand, box_number)`."""
        found = {}
        for term in self.genome.terms:
            match = re.fullmatch(r"pile\(\w+, (\w+)\)", term.expr.strip())
            if match and match[1] in self._numbers - self.next_piles and self._goes_on(match[1]):
                found[match[1]] = term.name
        return found

    @cached_property
    def unspoken(self) -> frozenset[str]:
        """Registers that the rulebook need not name."""
        ends = {name for name, _ in self.endings}
        piles = {name for name in self.next_piles if not self._mentions(name, _piles(name))}
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
                askers = tuple(offer.name for offer in asking.offers if _sets_to(offer, name, "1"))
                if any(offer.name in askers and not _sets_to(offer, name, "1") for offer in asking.offers):
                    continue  # what was chosen would not tell
                known = sum(_sets_to(offer, name, "1") for offer in asking.offers) + sum(
                    _sets_to(offer, name, "0") for offer in answer.offers
                )
                is_cleared = all(_sets_to(offer, name, "0") for offer in answer.offers)
                elsewhere = self._mentions(name, re.compile(f"^{name}$")) or self._whens(name) > 1
                if answer.name and askers and is_cleared and known == len(self._sets(name)) and not elsewhere:
                    found[name] = (answer.name, askers)
        return found

    def _whens(self, name: str) -> int:
        """How often a register by itself is an expression, where it is not set."""
        own = {id(effect) for effect in self._sets(name)}
        parts = [part for part in _parts(self.genome) if id(part) not in own]
        return sum(text.strip() == name for part in parts for text in _own_texts(part))

    # where registers occur

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(register.name for register in self.genome.registers if register.holds == "number")

    def _sets(self, name: str) -> list[Set]:
        return [effect for effect in models(self.genome, Set) if _bare(effect.name) == name]

    def _is_in_offer(self, effect: Set) -> bool:
        return any(effect is inner for offer in models(self.genome, Offer) for inner in models(offer, Set))

    def _goes_on(self, name: str) -> bool:
        steps = {effect.value.strip() for effect in self._sets(name)}
        return f"{name} + 1" in steps and all(step.isidentifier() or step == f"{name} + 1" for step in steps)

    def _mentions(self, name: str, allowed: re.Pattern[str]) -> bool:
        """Whether a register occurs in an expression otherwise than as allowed, or as what it is set from."""
        own = {id(effect) for effect in self._sets(name)}
        parts = [part for part in _parts(self.genome) if id(part) not in own]
        word = re.compile(rf"\b{name}\b")
        return any(word.search(allowed.sub("", text)) for part in parts for text in _own_texts(part))

    @cached_property
    def _only_ends(self) -> frozenset[str]:
        """Registers that occur nowhere but where they are set to a number and where they end something."""
        untils: dict[str, list[str]] = {}
        for (name, _), _, until in self._endings():
            untils.setdefault(name, []).append(until)
        found = set()
        for name, texts in untils.items():
            register = next(one for one in self.genome.registers if one.name == name)
            allowed = re.compile("|".join(f"^{re.escape(text)}$" for text in texts))
            plain = all(effect.value.strip().isdigit() for effect in self._sets(name)) and self._sets(name)
            if plain and register.per == "table" and register.start in ("", "0") and not self._mentions(name, allowed):
                found.add(name)
        return frozenset(found)

    def _endings(self) -> Iterator[tuple[tuple[str, str], Ending, str]]:
        for turns in models(self.genome.turn_structure, TurnStructure):
            for place, phase in enumerate(turns.phases):
                if not isinstance(phase, TurnStructure) or phase.order != "stay":
                    continue
                match = _ENDING.match(phase.until.strip())
                if match is None or match[1] not in self._numbers:
                    continue
                is_turn = turns.order in ("cycle", "once")
                is_last = is_turn and place == len(turns.phases) - 1
                text = TURN_ENDS if is_last else GO_ON if is_turn else PART_ENDS
                yield (match[1], match[2] or "1"), Ending(text, match[3] or ""), phase.until.strip()


def _sets_to(offer: Offer, name: str, value: str) -> bool:
    """Whether an offer sets a register to a value, whatever happens."""
    return any(isinstance(one, Set) and one.name == name and one.value.strip() == value for one in offer.effects)


def _piles(name: str) -> re.Pattern[str]:
    return re.compile(rf"pile\([^(),]+, {name}\)")


def _bare(name: str) -> str:
    return name.split("[")[0].strip()


def models(value: Any, *kinds: type[Any]) -> Iterator[Any]:
    """Every part of a genome that is of one of these classes, in order."""
    return (part for part in _parts(value) if isinstance(part, kinds))


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, Model):
        yield value
        for name in type(value).model_fields:
            yield from _parts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)


def _own_texts(part: Model) -> Iterator[str]:
    """The expressions of one part, not of those inside it; names are none."""
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name in ("name", "type") and not isinstance(part, Set):
            continue
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))


def _texts(value: Any) -> Iterator[str]:
    return (text for part in _parts(value) for text in _own_texts(part))
