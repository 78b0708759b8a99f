"""The words that a genome brings: its registers, terms, strains and offers, and how they are used as nouns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.genome.checks.walk import expressions_in, words_in
from deckwright.genome.effects import Set
from deckwright.genome.enums import PassAction
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.facts import REGISTER_FACTS
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import Call, Phase, TurnStructure
from deckwright.genome.rulebook.grammar.wording import a, listing, plural, points, spoken
from deckwright.genome.rulebook.phrases.reading import TermUse
from deckwright.genome.rulebook.phrases.spelling import tree_of
from deckwright.genome.rulebook.phrases.steering import Steering, models
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model
from deckwright.genome.zones import Register

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

CALL_WORDS = frozenset({"level", "strain", "index"})
"""What a call says of itself, not of the contract."""
_FEW_PATTERNS = 2


@dataclass(frozen=True)
class Nouns:
    """How the names of one genome are said."""

    genome: GameGenome

    @cached_property
    def registers(self) -> dict[str, Register]:
        """The genome's registers by name."""
        return {register.name: register for register in self.genome.registers}

    @cached_property
    def flags(self) -> frozenset[str]:
        """Number registers that are only ever 0 or 1: marks."""
        values: dict[str, set[str]] = {}
        for effect in models(self.genome, Set):
            values.setdefault(effect.register, set()).add(effect.value.strip())
        marks = {name for name, given in values.items() if given <= {"0", "1"}}
        started = {name for name, own in self.registers.items() if own.start in ("", "0", "1")}
        return frozenset(marks & started - {rule.into for rule in self.genome.scoring_rules})

    @cached_property
    def tallies(self) -> frozenset[str]:
        """Number registers that count what their name says, one by one: `sweeps`, `boxes`."""
        found = {name for name, own in self.registers.items() if own.holds == "number" and name.endswith("s")}
        for effect in models(self.genome, Set):
            more = s.Binary("+", tree_of(effect.name), s.Number(1, at=0), at=0)
            value = tree_of(effect.value)
            if value != more and not isinstance(value, s.Number):
                found.discard(effect.register)
        found -= {rule.into for rule in self.genome.scoring_rules if rule.points.strip() != "1"}
        return frozenset(found - self.flags)

    @cached_property
    def counts_passes(self) -> bool:
        """Whether it matters how many passes follow each other."""
        acts = self.genome.game_rules.consecutive_pass_action is not PassAction.NONE
        return acts or self.mentions("passes", "last_player")

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of every expression that is not just the usual one."""
        return frozenset(
            word
            for text, _, holder, field in expressions_in(self.genome)
            if getattr(holder, field) != type(holder).model_fields[field].default
            for word in words_in(text) - (CALL_WORDS if isinstance(holder, Call) else frozenset())
        )

    def mentions(self, *words: str) -> bool:
        """Whether an expression of the genome uses one of these words."""
        return not self.words.isdisjoint(words)

    @cached_property
    def steering(self) -> Steering:
        """Registers that only steer the play."""
        return Steering(self.genome)

    def is_in_cycle(self, phase: Phase) -> bool:
        """Whether a phase is part of turns that go round."""
        cycles = [turns for turns in models(self.genome.turn_structure, TurnStructure) if turns.order == "cycle"]
        return any(phase is inner for turns in cycles for inner in models(turns, type(phase)))

    @property
    def score_unit(self) -> str:
        """What one of the score is called: `point`, `mark`."""
        return spoken(self.genome.score_unit)

    def points(self, number: int) -> str:
        """So much of the score: `1 point`, `7 marks`."""
        return points(number, self.score_unit)

    @cached_property
    def strain_word(self) -> str:
        """What players name: the trump suit, if every strain makes a suit trumps."""
        strains = self.genome.strains
        is_suit = bool(strains) and all(one.each and one.called and one.power for one in strains)
        return "trump suit" if is_suit else "strain"

    def strain(self, name: str) -> str:
        """A strain: a letter is short for a suit only where the deck has the suit, and none that is called so."""
        suits = self.genome.deck.suits
        suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}.get(name, "")
        if name not in suits and suit in suits:
            return suit
        return "no trumps" if name in ("NT", "nt") and name not in suits else spoken(name)

    def one_of_patterns(self, name: str) -> str:
        """A pattern, or any of a group: `a *set* or a *run*`."""
        names = self._patterns(name)
        if self.is_large_group(name):
            return f"one of the *{spoken(name)}* patterns"
        return listing([f"*{one}*" if one.endswith("s") else a(f"*{one}*") for one in names], "or")

    def all_of_patterns(self, name: str) -> str:
        """The same, several of each: `*sets* and *runs*`."""
        if self.is_large_group(name):
            return f"*{spoken(name)}* patterns"
        return listing([f"*{one if one.endswith('s') else plural(one)}*" for one in self._patterns(name)])

    def is_large_group(self, name: str) -> bool:
        """Whether a group of patterns is sooner said by its own name than by theirs."""
        return len(self._patterns(name)) > _FEW_PATTERNS

    def _patterns(self, name: str) -> list[str]:
        found = [spoken(one.name) for one in self.genome.patterns if name in (one.name, one.group)]
        return list(dict.fromkeys(found))

    def clause(self, name: str) -> str | None:
        """A name that is a clause: `declarer_is_vulnerable` is `the declarer is *vulnerable*`."""
        subject, _, rest = name.partition("_is_")
        return f"the {spoken(subject)} is *{spoken(rest)}*" if subject and rest else None

    def mark(self, name: str) -> str:
        """A word of the genome's own, set apart."""
        return f"*{spoken(name)}*"

    def register(self, english: English, name: str, index: n.Node | None) -> str:
        """A register as a noun phrase."""
        own = self.registers.get(name)
        if own is not None:
            noun = spoken(own.label or name) if own.holds in ("seat", "team") else self.mark(own.label or name)
            if own.holds == "number" and not own.label and noun.endswith("ed*") and not noun.endswith("eed*"):
                noun += " number"
            if name in self.tallies:
                noun = f"number of {noun}"
            if own.holds in ("suit", "rank", "card", "strain") and own.holds not in name:
                noun += f" {own.holds}"
            if index is None:
                return f"the {noun}"
            if own.per == "pile":
                if isinstance(index, n.Variable):
                    return english.thing(index.name, "the pile").their(noun)
                return f"the {noun} of {english.noun(index)}"
            return english.person(index).their(noun)
        if index is not None:
            return english.person(index).their(self.seat_fact(name))
        if name == "strain":
            return f"the {self.strain_word}"
        if name == "level" and not any(call.strains for call in models(self.genome, Call)):
            return "the number bid"
        return REGISTER_FACTS[name].phrase

    def seat_fact(self, name: str) -> str:
        """What everyone has of their own."""
        if name in ("hand_score", "team_hand_score"):
            return f"{plural(self.score_unit)} this hand"
        return REGISTER_FACTS[name].phrase

    def term(self, english: English, node: TermUse) -> str:
        """A term as a noun phrase."""
        noun = spoken(node.name) if node.type in (Type.SEAT, Type.TEAM) else self.mark(node.name)
        if node.owner is not None:
            return english.person(node.owner).their(noun)
        if depends_on_actor(node.meaning) and node.type not in (Type.SEAT, Type.TEAM):
            return english.actor.their(noun)
        return f"the {noun}"


def depends_on_actor(node: n.Node) -> bool:
    """Whether a value differs from player to player."""
    return any(isinstance(part, n.Register) and part.name == "actor" for part in node.walk())


def texts(value: Any) -> Iterator[str]:
    """Every piece of text inside a part of a genome."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            yield from texts(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)


__all__ = ["Nouns", "depends_on_actor", "models", "texts"]
