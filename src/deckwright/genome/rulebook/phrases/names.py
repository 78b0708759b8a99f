"""The words that a genome brings: registers, terms, strains and offers as nouns; registers that only steer the play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deckwright.cards.words import strain_words
from deckwright.genome.checks.walk import expression_fields, expressions_in, words_in
from deckwright.genome.effects import Set
from deckwright.genome.enums import PassAction
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import written
from deckwright.genome.expressions.types import REGISTER_FACTS, Type
from deckwright.genome.materials import Register
from deckwright.genome.phases import Call, ChoicePhase, Offer, Phase, TurnStructure
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.grammar.wording import a, listing, plural, points, spoken
from deckwright.genome.rulebook.phrases.reading import TermUse, tree_of, trees_in
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

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
        offered = {id(effect) for offer in models(self.genome, Offer) for effect in models(offer, Set)}
        return frozenset(found - {effect.register for effect in models(self.genome, Set) if id(effect) not in offered})

    @cached_property
    def cursors(self) -> dict[str, str]:
        """Registers that go from pile to pile, with the term that names the pile: `box` is `pile(hand, box_number)`."""
        found, free = {}, self._numbers - self.next_piles
        for term in self.genome.terms:
            match tree_of(term.expr):
                case s.Call(name="pile", arguments=(s.Word(), s.Word(name=name))) if name in free:
                    steps, next_one = {effect.value.strip() for effect in self._sets(name)}, f"{name} + 1"
                    if next_one in steps and all(step.isidentifier() or step == next_one for step in steps):
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
        return {name: answer for name, (answer, _) in self.asked.items()}

    @cached_property
    def asked(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """The same with the offers that lead to the phase."""
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
                word = s.Word(name, at=0)
                elsewhere = self._mentions(name, word) or sum(tree == word for tree in self._trees_beside(name)) > 1
                known = sum(asks) + sum(clears) == len(self._sets(name))
                if answer.name and askers and tells and all(clears) and known and not elsewhere:
                    found[name] = (answer.name, askers)
        return found

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
        found: set[str] = set()
        for text, _, holder, field in expressions_in(self.genome):
            if getattr(holder, field) != type(holder).model_fields[field].default:
                found |= words_in(text) - (CALL_WORDS if isinstance(holder, Call) else frozenset())
        return frozenset(found)

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
        return "no trumps" if name in ("NT", "nt") and name not in suits else strain_words(spoken(name))

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
            is_score = name in ("hand_score", "team_hand_score")
            own_fact = f"{plural(self.score_unit)} this hand" if is_score else REGISTER_FACTS[name].phrase
            return english.person(index).their(own_fact)
        if name == "strain":
            return f"the {self.strain_word}"
        if name == "level" and not any(call.strains for call in models(self.genome, Call)):
            return "the number bid"
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
