"""What happens, as sentences: each effect told to the reader, or about whoever it happens to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckwright.genome import effects as fx
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.document import Block, Item, Listing
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.moving import moved
from deckwright.genome.rulebook.numbers import terms
from deckwright.genome.rulebook.people import BANK, Person, said, settled
from deckwright.genome.rulebook.points import amount, points_phrase
from deckwright.genome.rulebook.reading import read_domain
from deckwright.genome.rulebook.wording import digits, listing, plain, plural, spoken


@dataclass(frozen=True)
class Step:
    """Something that happens: a clause, and what happens inside it under a condition or for each of several."""

    clause: str
    inside: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()

    @property
    def is_simple(self) -> bool:
        """Whether it is one clause."""
        return not self.inside and not self.otherwise


def steps(english: English, effects: Sequence[fx.Effect]) -> tuple[Step, ...]:
    """What happens, in order."""
    return tuple(_step(english, effect) for effect in effects)


def told(found: Sequence[Step]) -> tuple[str, tuple[Block, ...]]:
    """Steps as running text as far as that is clear, and the rest as a list under it."""
    if all(step.is_simple or _is_short(step) for step in found):
        return " ".join(said(_inline(step)) for step in found), ()
    return "", (Listing(tuple(_item(step) for step in found)),)


def items(found: Sequence[Step]) -> tuple[Item, ...]:
    """Steps as entries of a list; simple ones that follow each other share an entry."""
    return tuple(_item(step) for step in found)


def _item(step: Step) -> Item:
    if step.is_simple or _is_short(step):
        return Item(said(_inline(step)))
    inside: list[Block] = [Listing(items(step.inside))]
    if step.otherwise:
        inside.append(Listing((Item("Otherwise:", (Listing(items(step.otherwise)),)),)))
        return Item(said(f"{step.clause}:"), (Listing((*items(step.inside), Item("Otherwise:", (Listing(items(step.otherwise)),)))),))
    return Item(said(f"{step.clause}:"), tuple(inside))


def _is_short(step: Step) -> bool:
    inner = (*step.inside, *step.otherwise)
    return all(one.is_simple for one in inner) and len(settled(_inline(step))) <= 320


def _inline(step: Step) -> str:
    if step.is_simple:
        return step.clause
    text = f"{step.clause}, {_joined(step.inside)}" if step.inside else step.clause
    if step.otherwise:
        text += f"; otherwise {_joined(step.otherwise)}" if step.inside else f", {_joined(step.otherwise)}"
    return text


def _joined(found: Sequence[Step]) -> str:
    return listing([_inline(step) for step in found])


def _step(english: English, effect: fx.Effect) -> Step:
    match effect:
        case fx.Move():
            return Step(moved(english, effect))
        case fx.Sweep():
            return Step(_swept(english, effect))
        case fx.Show():
            return Step(_shown(english, effect))
        case fx.Shuffle(zone=zone):
            return Step(english.tell(f"shuffle {english.value(zone, Type.PILE)}"))
        case fx.Set():
            return Step(_set(english, effect))
        case fx.Score(to=to, points=points):
            return Step(english.who(to).does(f"score {points_phrase(english, english.read(points))}"))
        case fx.Pay():
            return Step(_paid(english, effect))
        case fx.Turn():
            return Step(_turn(english, effect))
        case fx.Out(seat=seat, until=until):
            rest = "out for the rest of the hand" if until == "hand" else "out of the game"
            return Step(english.who(seat).does(f"are {rest}"))
        case fx.If():
            return _if(english, effect)
        case fx.Each():
            return _each(english, effect)
        case fx.End(what=what):
            return Step({"turn": f"{english.turn.their('turn')} ends at once", "hand": "the hand ends at once"}.get(what, "the game ends at once"))


def _if(english: English, effect: fx.If) -> Step:
    test = english.read(effect.when)
    then, otherwise = steps(english, effect.then), steps(english, effect.otherwise)
    if not then:
        return Step(f"if {english.denied(test)}", otherwise)
    return Step(f"if {english.clause(test)}", then, otherwise)


def _each(english: English, effect: fx.Each) -> Step:
    domain = read_domain(effect.domain, english.scope)
    name = f"each {effect.var}"
    variable = n.Variable(domain.type, domain.bounds, name)
    inner = english.knowing(**{effect.var: variable})
    if domain.type is Type.SEAT:
        who = _everyone(english, domain)
        match effect.effects:
            case (fx.If(when=when, then=then, otherwise=()),) if then:
                which = inner.relative(inner.read(when), name)
                any_one = Person(f"any {who.removeprefix('each ')} {settled(which)}")
                return _folded(steps(inner.calling(name, any_one), then))
            case (_,):
                return _folded(steps(inner.calling(name, Person(who)), effect.effects))
        return Step(f"for {who}", steps(inner.calling(name, Person("that player")), effect.effects))
    if domain.type is Type.CARD:
        return Step(
            f"for each of {english.card_set(domain.of)}", steps(inner.calling(name, Person("that card", pronoun="it")), effect.effects)
        )
    word = {Type.PILE: "pile", Type.SUIT: "suit", Type.RANK: "rank"}[domain.type]
    where = f" of {english.noun(domain.of)}" if domain.of is not None and domain.type is Type.PILE else ""
    return Step(f"for each {word}{where}", steps(inner.calling(name, Person(f"that {word}", pronoun="it")), effect.effects))


def _folded(found: tuple[Step, ...]) -> Step:
    """Several steps as one."""
    if len(found) == 1:
        return found[0]
    if all(step.is_simple for step in found):
        return Step(listing([step.clause for step in found]))
    return Step(found[0].clause, found[0].inside, found[0].otherwise) if len(found) == 1 else Step("do the following", found)


def _everyone(english: English, domain: n.Domain) -> str:
    match domain.name:
        case "live":
            return "each player still in"
        case "opponents":
            return "each opponent"
        case "members" if domain.of is not None:
            return f"each player of {english.noun(domain.of)}"
        case _:
            return "each player"


# single effects


def _swept(english: English, effect: fx.Sweep) -> str:
    zone = english.value(effect.zone, Type.PILE)
    to = english.read(effect.to, Type.PILE)
    text = f"every complete *{spoken(effect.pattern)}* in {zone} is laid {english.place(to)}"
    if effect.refill:
        text += f", and as many cards are drawn again from {english.value(effect.refill, Type.PILE)} (and so on)"
    return text


def _shown(english: English, effect: fx.Show) -> str:
    cards = english.filtered(effect.cards, effect.where)
    to = "everyone" if effect.to == "all" else english.who(effect.to).object()
    return english.tell(f"show {cards} to {to}")


def _set(english: English, effect: fx.Set) -> str:
    target = english.read(effect.name, None)
    assert isinstance(target, n.Register)
    value = english.read(effect.value, target.type)
    name, index = target.name, target.index
    if name in english.names.flags:
        return _marked(english, name, index, on=isinstance(value, n.Const) and value.value != 0)
    noun = english.names.register(english, name, index)
    if target.type in (Type.SEAT, Type.TEAM):
        title = noun if index is not None else f"the {spoken(name)}"
        if isinstance(value, n.Const) and value.value == -1:
            return f"there is no {title.removeprefix('the ')} any more"
        return english.person(value).does(f"become {title}")
    if isinstance(value, n.Const) and value.value == -1 and target.type is not Type.INT:
        return f"there is no {noun.removeprefix('the ')} any more"
    if target.type is Type.INT and (change := _change(english, target, value)):
        return change.format(noun)
    return f"{noun} becomes {english.noun(value)}"


def _change(english: English, target: n.Node, value: n.Node) -> str | None:
    """A register that goes up or down by something."""
    parts = terms(value)
    if (False, target) not in parts or len(parts) < 2:
        return None
    rest = [part for part in parts if part != (False, target)]
    if len(rest) != 1:
        return None
    minus, by = rest[0]
    if isinstance(by, n.Const) and by.value < 0:
        minus, by = not minus, n.const(-by.value)
    return f"{{0}} goes {'down' if minus else 'up'} by {english.noun(by)}"


def _marked(english: English, name: str, index: n.Node | None, *, on: bool) -> str:
    mark = english.names.mark(name)
    ending = english.names.endings.get(name) if on and index is None else None
    if ending is not None:
        return ending
    if index is None:
        return f"{mark} is {'marked' if on else 'no longer marked'}"
    if index.type is Type.PILE:
        return f"{english.noun(index)} is {'marked' if on else 'no longer marked'} {mark}"
    return english.person(index).does(f"are {'now' if on else 'no longer'} marked {mark}")


def _paid(english: English, effect: fx.Pay) -> str:
    payer = BANK if effect.who == "bank" else english.who(effect.who)
    payee = BANK if effect.to == "bank" else english.who(effect.to)
    chips = amount(english, english.read(effect.amount), "chip")
    if payer == BANK:
        return payee.does(f"receive {chips} from the bank")
    if payer.is_you:
        return f"pay {chips} to {payee.object()}"
    return payer.does(f"pay {chips} to {payee.object()}")


def _turn(english: English, effect: fx.Turn) -> str:
    match effect.action:
        case "skip":
            return "the next player loses a turn"
        case "reverse":
            return "the direction of play is reversed"
        case "again":
            return english.turn.told("take another turn")
        case "to":
            return f"the next turn is {settled(english.who(effect.seat).own)}" if False else english.who(effect.seat).does("have the next turn")


__all__ = ["Step", "digits", "items", "plain", "plural", "said", "steps", "told"]
