"""What happens, as sentences: each effect told to the reader, or about whoever it happens to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from deckwright.genome import effects as fx
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.document import Block, Item, Listing
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.marks import marked
from deckwright.genome.rulebook.moving import dealt_out, is_dealt_out, moved
from deckwright.genome.rulebook.names import texts
from deckwright.genome.rulebook.numbers import branches, terms
from deckwright.genome.rulebook.people import BANK, POT, YOU, Person, said, settled
from deckwright.genome.rulebook.places import owner_of
from deckwright.genome.rulebook.points import amount, amount_or_nothing, gained
from deckwright.genome.rulebook.reading import read_domain
from deckwright.genome.rulebook.wording import agreeing, listing, spoken

_SHORT = 320
_MANY_CASES = 3


@dataclass(frozen=True)
class Step:
    """Something that happens: a clause, and what it opens (under a condition, or for each of several)."""

    clause: str
    inside: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    is_list: bool = False
    """Whether what is inside only reads well as a list."""

    @property
    def is_simple(self) -> bool:
        """Whether it is one clause."""
        return not self.inside and not self.otherwise


def steps(english: English, effects: Sequence[fx.Effect]) -> tuple[Step, ...]:
    """What happens, in order."""
    found: list[Step] = []
    rest = [effect for effect in effects if not _is_unspoken(english, effect)]
    while rest:
        if (lifted := _lifted(english, rest)) is not None:
            found.append(lifted)
            rest = rest[2:]
            continue
        if len(shows := _shows(rest)) > 1:
            found.append(Step(_shown(english, *shows)))
            rest = rest[len(shows) :]
            continue
        run = _dealt(rest)
        found += (Step(dealt_out(english, run)),) if run else _steps(english, rest[0])
        rest = rest[len(run) or 1 :]
    return tuple(found)


def _lifted(english: English, effects: Sequence[fx.Effect]) -> Step | None:
    """A card that is remembered and then moved: `take the top card of the discard pile; it is now the lifted card`."""
    match effects:
        case [fx.Set(name=name, value=value), fx.Move(cards=cards, count="1") as move, *_] if (
            name in english.names.registers
            and english.names.registers[name].holds == "card"
            and value.replace(" ", "") == f"top({cards})"
        ):
            return Step(f"{moved(english, move)}; it is now the {english.names.mark(name)} card")
        case _:
            return None


def _shows(effects: Sequence[fx.Effect]) -> list[fx.Show]:
    """The showings at the beginning that are all for the same eyes."""
    first = effects[0]
    return [
        effect
        for effect in takewhile(lambda effect: isinstance(effect, fx.Show), effects)
        if isinstance(first, fx.Show) and isinstance(effect, fx.Show) and effect.to == first.to
    ]


def _is_unspoken(english: English, effect: fx.Effect) -> bool:
    """Whether it only keeps a number that nobody has to say: piles that are in use, what has not ended yet."""
    if not isinstance(effect, fx.Set):
        return False
    name, steering = effect.name.split("[")[0].strip(), english.names.steering
    is_count = name in steering.next_piles and name in steering.unspoken
    is_over = name in steering.questions or any(name == ending for ending, _ in steering.endings)
    return is_count or (effect.value.strip() == "0" and is_over)


def _dealt(effects: Sequence[fx.Effect]) -> list[fx.Move]:
    """The moves at the beginning that deal cards out to the piles of a zone."""
    moves = list(takewhile(lambda effect: isinstance(effect, fx.Move), effects))
    for size in range(len(moves), 2, -1):
        if is_dealt_out(run := [move for move in moves[:size] if isinstance(move, fx.Move)]):
            return run
    return []


def told(found: Sequence[Step]) -> tuple[str, tuple[Block, ...]]:
    """Steps as running text where that is clear, and otherwise as a list."""
    if all(_fits_in_line(step) for step in found):
        return " ".join(said(_inline(step)) for step in found), ()
    return "", (Listing(items(found)),)


def items(found: Sequence[Step]) -> tuple[Item, ...]:
    """Steps as entries of a list."""
    done: list[Item] = []
    for step in found:
        if step.is_simple or _fits_in_line(step):  # a long sentence is still one entry
            done.append(Item(said(_inline(step))))
            continue
        if step.inside:
            done.append(Item(said(f"{step.clause}:"), (Listing(items(step.inside)),)))
        if step.otherwise:
            done.append(Item("Otherwise:", (Listing(items(step.otherwise)),)))
    return tuple(done)


def _fits_in_line(step: Step) -> bool:
    inner = (*step.inside, *step.otherwise)
    return not step.is_list and all(one.is_simple for one in inner) and len(settled(_inline(step))) <= _SHORT


def _inline(step: Step) -> str:
    if step.is_simple:
        return step.clause
    text = f"{step.clause}, {listing([_inline(inner) for inner in step.inside])}"
    if step.otherwise:
        text += f"; otherwise {listing([_inline(inner) for inner in step.otherwise])}"
    return text


def _steps(english: English, effect: fx.Effect) -> tuple[Step, ...]:
    return _each(english, effect) if isinstance(effect, fx.Each) else (_step(english, effect),)


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
            number = english.read(points)
            if isinstance(number, n.Conditional):
                return _by_cases(english, english.who(to).does("score"), number, english.names.score_unit)
            return Step(gained(english, english.who(to), number, english.names.score_unit))
        case fx.Pay():
            return _paid(english, effect)
        case fx.Turn():
            return Step(_turn(english, effect))
        case fx.Out(seat=seat, until=until):
            rest = "out for the rest of the hand" if until == "hand" else "out of the game for good"
            return Step(english.who(seat).does(f"are {rest}"))
        case fx.If():
            return _if(english, effect)
        case fx.End(what="turn"):
            return Step(f"{english.turn.their('turn')} ends at once")
        case fx.End(what=what):
            return Step(f"the {'hand' if what == 'hand' else 'game'} ends at once")
        case fx.Each():
            raise LookupError("an Each is several steps")


def _if(english: English, effect: fx.If) -> Step:
    test = english.read(effect.when)
    then, otherwise = steps(english, effect.then), steps(english, effect.otherwise)
    return (
        Step(f"if {english.clause(test)}", then, otherwise) if then else Step(f"if {english.denied(test)}", otherwise)
    )


# each


def _each(english: English, effect: fx.Each) -> tuple[Step, ...]:
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


def _each_player(english: English, effect: fx.Each, domain: n.Domain, name: str) -> tuple[Step, ...]:
    if english.words.seats == 1:
        return steps(english.calling(name, YOU), effect.effects)
    word = {"live": "remaining player", "opponents": "opponent"}.get(domain.name, "player")
    if domain.name == "opponents" and not english.actor.is_you and not english.is_ordered:
        word = f"opponent of {settled(english.actor.object())}"
    if domain.name == "members" and domain.of is not None:
        word = f"player of {english.noun(domain.of)}"
    if len(effect.effects) == 1 and not isinstance(effect.effects[0], fx.Each):
        only = effect.effects[0]
        if isinstance(only, fx.If) and only.then and not only.otherwise:
            which = settled(english.relative(english.read(only.when), name))
            who = Person(f"any {word} {which}")
            found = steps(_acting(english, only.then, effect.var, name, who), only.then)
            if all(step.is_simple for step in found) and who.is_named_in(found[0].clause):
                return (Step(listing([step.clause for step in found])),)
            return (Step(f"for each {word} {which}", steps(english.calling(name, Person("that player")), only.then)),)
        if not isinstance(only, fx.If):
            who = Person(f"each {word}")
            return steps(_acting(english, effect.effects, effect.var, name, who), effect.effects)
    return (Step(f"for each {word}", steps(english.calling(name, Person("that player")), effect.effects)),)


def _acting(english: English, effects: Sequence[fx.Effect], variable: str, name: str, who: Person) -> English:
    """Whoever is looped over does it themselves, if it is their cards that move."""
    inner = english.calling(name, who)
    for effect in effects:
        whose = f"[{variable}]"
        if (
            not isinstance(effect, fx.Move)
            or not effect.cards.endswith(whose)
            or any("actor" in text for text in texts(effect))
        ):
            return inner
    return replace(inner.acted_by(who), is_ordered=False)


# single effects


def _swept(english: English, effect: fx.Sweep) -> str:
    zone, to = english.value(effect.zone, Type.PILE), english.read(effect.to, Type.PILE)
    alone = any(one.name == effect.pattern and one.required_count == 1 for one in english.words.genome.patterns)
    text = f"every {'' if alone else 'complete '}*{spoken(effect.pattern)}* in {zone} goes {english.place(to)}"
    if effect.refill:
        refill = english.value(effect.refill, Type.PILE)
        text += (
            f", and is replaced with {'a card' if alone else 'as many cards'} from {refill}, until there is none left"
        )
    return text


def _shown(english: English, effect: fx.Show, *more: fx.Show) -> str:
    cards = listing([english.filtered(one.cards, one.where) for one in (effect, *more)])
    owner = owner_of(english, english.read(effect.cards, Type.CARDS))
    if effect.to == "all":
        to = "everyone"
    elif (viewer := english.who(effect.to)) == owner:
        return viewer.told(f"look at {cards}")
    else:
        to = viewer.object()
    phrase = f"show {to} {cards}" if more else f"show {cards} to {to}"
    if owner is not None and owner != english.actor and not english.is_ordered:  # who holds them shows them
        return owner.does(phrase)
    return english.tell(phrase)


def _set(english: English, effect: fx.Set) -> str:
    target = english.read(effect.name, None)
    if not isinstance(target, n.Register):
        raise LookupError(f"{effect.name!r} is not a register")
    value = english.read(effect.value, target.type)
    steering = english.names.steering
    if target.name in steering.questions:
        return f"then comes *{spoken(steering.questions[target.name])}*"
    if (ending := steering.endings.get((target.name, effect.value.strip()))) is not None:
        return ending.text
    if target.name in steering.cursors:
        return _moved_on(english, steering.cursors[target.name], value)
    if target.name in english.names.flags:
        return marked(english, target.name, target.index, on=isinstance(value, n.Const) and value.value != 0)
    noun = english.names.register(english, target.name, target.index)
    is_none = isinstance(value, n.Const) and value.value == -1 and target.type is not Type.INT
    if is_none:
        return f"there is no {noun.removeprefix('the ')} any more"
    if target.type in (Type.SEAT, Type.TEAM):
        return english.person(value).does(f"become {noun}")
    if target.type is Type.CARD:
        return english.card(value).does(f"become {noun}")
    return _changed(english, noun, target, value) or f"{agreeing(noun, 'become')} {english.noun(value)}"


def _moved_on(english: English, term: str, value: n.Node) -> str:
    """The next pile is played; or, where the register jumps to their number, all are done."""
    if isinstance(value, n.Arithmetic):
        return english.tell(f"go on to {english.actor.their(f'next *{spoken(term)}*')}")
    return english.actor.does(f"are done with every *{spoken(term)}*")


def _changed(english: English, noun: str, target: n.Node, value: n.Node) -> str | None:
    """A register that goes up or down by something."""
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


def _paid(english: English, effect: fx.Pay) -> Step:
    purses = {"bank": BANK, "pot": POT}
    payer = purses.get(effect.who) or english.who(effect.who)
    payee = purses.get(effect.to) or english.who(effect.to)
    number = english.read(effect.amount)
    if payer == POT:
        return _from_pot(english, payee, number)
    if payer == BANK:
        if payee == POT:
            return Step(f"the bank puts {amount(english, number, 'chip')} into the pot")
        return _by_cases(english, payee.does("receive from the bank"), number, "chip")
    if payee == POT and not isinstance(number, n.Conditional):
        chips = amount(english, number, "chip")
        put = f"put into the pot {chips}" if " for each " in chips else f"put {chips} into the pot"
        return Step(payer.told(put))
    if isinstance(number, n.Conditional):
        return _by_cases(english, f"{payer.told('pay')} {payee.object()}", number, "chip")
    return Step(f"{payer.told('pay')} {amount(english, number, 'chip')} to {payee.object()}")


def _from_pot(english: English, payee: Person, number: n.Node) -> Step:
    """Chips that come out of the pot: all of it, or so many."""
    if payee == BANK:
        return Step(f"{amount(english, number, 'chip')} from the pot go to the bank")
    if isinstance(number, n.Register) and number.name == "pot":
        return Step(payee.does("take the pot"))
    return _by_cases(english, payee.does("take from the pot"), number, "chip")


def _by_cases(english: English, verb: str, number: n.Node, unit: str) -> Step:
    """An amount after a verb; many cases as a list of their own."""
    if isinstance(number, n.Conditional):
        cases, rest = branches(number)
        if len(cases) >= _MANY_CASES:
            inside = [
                Step(f"if {english.clause(test)}, {amount_or_nothing(english, value, unit)}") for test, value in cases
            ]
            last = Step(f"in all other cases, {amount_or_nothing(english, rest, unit)}")
            return Step(f"{verb} what the first of these says that applies", (*inside, last), is_list=True)
    return Step(f"{verb} {amount(english, number, unit)}")


def _turn(english: English, effect: fx.Turn) -> str:
    match effect.action:
        case "skip":
            return Person("the next player").does("lose a turn")
        case "reverse":
            return "the direction of play is reversed"
        case "again":
            return english.turn.told("take another turn")
        case "to":
            return english.who(effect.seat).does("have the next turn")
