"""What happens, as sentences: effects one after the other, those told together, and those done for each of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from deckwright.genome.effects import Each, Effect, Move, Set, Show
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.people import YOU, Person, settled
from deckwright.genome.rulebook.grammar.steps import Step
from deckwright.genome.rulebook.grammar.wording import agreeing, listing, player_word
from deckwright.genome.rulebook.phrases.moving import dealt_out, is_dealt_out, moved
from deckwright.genome.rulebook.phrases.numbers import branches, terms
from deckwright.genome.rulebook.phrases.points import amount, amount_or_nothing
from deckwright.genome.rulebook.phrases.reading import read_domain
from deckwright.genome.rulebook.phrases.spelling import tree_of, trees_in

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_MANY_CASES = 3


def step(_english: English, clause: str) -> tuple[Step, ...]:
    """One thing that happens."""
    return (Step(clause),)


def steps(english: English, effects: Sequence[Effect]) -> tuple[Step, ...]:
    """What happens, in order."""
    found: list[Step] = []
    rest = [effect for effect in effects if not _is_unspoken(english, effect)]
    while rest:
        match rest:
            case [Set() as keep, Move() as move, *_] if _is_lifted(english, keep, move):
                mark = english.names.mark(keep.name)
                found.append(Step(f"{moved(english, move)}; it is now the {mark} card"))
                rest = rest[2:]
                continue
            case [Show() as first, *_] if len(shows := _shows(rest, first)) > 1:
                found += first.told_with(english, *shows[1:])
                rest = rest[len(shows) :]
                continue
        run = _dealt(rest)
        found += (Step(dealt_out(english, run)),) if run else rest[0].told(english)
        rest = rest[len(run) or 1 :]
    return tuple(found)


def _is_lifted(english: English, keep: Set, move: Move) -> bool:
    """A card that is remembered and then moved: `take the top card of the discard pile; it is now the lifted card`."""
    register = english.names.registers.get(keep.name)
    if register is None or register.holds != "card" or move.count != "1":
        return False
    return tree_of(keep.value) == s.Call("top", (tree_of(move.cards),), at=0)


def _shows(effects: Sequence[Effect], first: Show) -> list[Show]:
    """The showings at the beginning that are all for the same eyes."""
    run = takewhile(lambda effect: isinstance(effect, Show), effects)
    return [effect for effect in run if isinstance(effect, Show) and effect.to == first.to]


def _is_unspoken(english: English, effect: Effect) -> bool:
    """Whether it only keeps a number that nobody has to say: piles that are in use, what has not ended yet."""
    if not isinstance(effect, Set):
        return False
    name, steering = effect.register, english.names.steering
    is_count = name in steering.next_piles and name in steering.unspoken
    is_over = name in steering.questions or any(name == ending for ending, _ in steering.endings)
    return is_count or (effect.value.strip() == "0" and is_over)


def _dealt(effects: Sequence[Effect]) -> list[Move]:
    """The moves at the beginning that deal cards out to the piles of a zone."""
    run = takewhile(lambda effect: isinstance(effect, Move), effects)
    moves = [effect for effect in run if isinstance(effect, Move)]
    return next((moves[:size] for size in range(len(moves), 2, -1) if is_dealt_out(moves[:size])), [])


# each


def repeated(english: English, effect: Each) -> tuple[Step, ...]:
    """Effects that are done for each of several."""
    domain = read_domain(effect.domain, english.scope)
    name = f"each {effect.var}"
    inner = english.knowing(**{effect.var: n.Variable(domain.type, domain.bounds, name)})
    if domain.type is Type.SEAT:
        return _each_player(inner, effect, domain, name)
    word = {Type.CARD: "card", Type.PILE: "pile", Type.SUIT: "suit"}.get(domain.type, "rank")
    intro = f"for each {word}"
    if domain.of is not None:
        intro += f" {english.inside(domain.of)}" if domain.type is Type.CARD else f" of {english.noun(domain.of)}"
    return (Step(intro, steps(inner.calling(name, Person(f"that {word}", pronoun="it")), effect.effects)),)


def _each_player(english: English, effect: Each, domain: n.Domain, name: str) -> tuple[Step, ...]:
    if english.words.seats == 1:
        return steps(english.calling(name, YOU), effect.effects)
    word = player_word(domain.name)
    if domain.name == "opponents" and not english.actor.is_you and not english.is_ordered:
        word = f"opponent of {settled(english.actor.object())}"
    if domain.name == "members" and domain.of is not None:
        word = f"player of {english.noun(domain.of)}"
    that = english.calling(name, Person("that player"))
    only = effect.effects[0] if len(effect.effects) == 1 else effect
    if only.type == "if" and only.then and not only.otherwise:
        which = settled(english.relative(english.read(only.when), name))
        who = Person(f"any {word} {which}")
        found = steps(_acting(english, only.then, effect.var, name, who), only.then)
        if all(step.is_simple for step in found) and who.is_named_in(found[0].clause):
            return (Step(listing([step.clause for step in found])),)
        return (Step(f"for each {word} {which}", steps(that, only.then)),)
    if only.type not in ("if", "each"):
        who = Person(f"each {word}")
        return steps(_acting(english, effect.effects, effect.var, name, who), effect.effects)
    return (Step(f"for each {word}", steps(that, effect.effects)),)


def _acting(english: English, effects: Sequence[Effect], variable: str, name: str, who: Person) -> English:
    """Whoever is looped over does it themselves, if it is their cards that move."""
    inner = english.calling(name, who)
    for effect in effects:
        cards = tree_of(effect.cards) if isinstance(effect, Move) else None
        is_theirs = isinstance(cards, s.Index) and cards.index == s.Word(variable, at=0)
        if not is_theirs or s.Word("actor", at=0) in (node for tree in trees_in(effect) for node in tree.walk()):
            return inner
    return replace(inner.acted_by(who), is_ordered=False)


# numbers that change


def changed(english: English, noun: str, target: n.Node, value: n.Node) -> str | None:
    """A register that goes up or down by something; None if it does not."""
    parts = terms(value) if target.type is Type.INT else []
    rest = [part for part in parts if part != (False, target)]
    if len(parts) != 2 or len(rest) != 1:
        return None
    return going(english, noun, rest[0][1], down=rest[0][0])


def going(english: English, noun: str, by: n.Node, *, down: bool = False) -> str:
    """Something goes up or down by a number; down, if what is added is negative."""
    match by:
        case n.Const(value=value) if value < 0:
            down, by = not down, n.const(-value)
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=number):
            down, by = not down, number
    return f"{agreeing(noun, 'go')} {'down' if down else 'up'} by {english.noun(by)}"


def by_cases(english: English, verb: str, number: n.Node, unit: str) -> tuple[Step, ...]:
    """An amount after a verb; many cases as a list of their own."""
    if isinstance(number, n.Conditional):
        cases, rest = branches(number)
        if len(cases) >= _MANY_CASES:
            inside = [
                Step(f"if {english.clause(test)}, {amount_or_nothing(english, value, unit)}") for test, value in cases
            ]
            last = Step(f"in all other cases, {amount_or_nothing(english, rest, unit)}")
            return (Step(f"{verb} what the first of these says that applies", (*inside, last), is_list=True),)
    return (Step(f"{verb} {amount(english, number, unit)}"),)
