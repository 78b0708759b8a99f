"""What happens, as sentences: phases, effects one after the other, and cards that move, with the verbs of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from deckwright.document import Block, Paragraph
from deckwright.genome.effects import Each, Effect, Move, Set, Show
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import Zone
from deckwright.genome.phases import Phase
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, Step, headline, said, settled
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase
from deckwright.genome.rulebook.phrases.numbers import branches, terms
from deckwright.genome.rulebook.phrases.places import is_hand, is_one_card, owner_of, zone_noun
from deckwright.genome.rulebook.phrases.points import amount, amount_or_nothing
from deckwright.genome.rulebook.phrases.reading import TermUse, read_domain, tree_of, trees_in

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def title(phase: Phase) -> str:
    """The heading of a phase."""
    return headline(w.spoken(phase.name)) if phase.name else phase.title


def phase_blocks(english: English, phase: Phase, *, lead: str = "") -> tuple[Block, ...]:
    """A phase, introduced by when it takes place: one sentence goes on, several or a list come after a colon."""
    when = "" if english.is_always(phase.when) else f"if {english.when(phase.when)}"
    blocks, lead = phase.told(english), ", ".join(filter(None, (lead, when)))
    if not lead:
        return blocks
    match blocks[0]:
        case Paragraph(text=text) if text.count(". ") == 0 and not (_has_condition(text) and _has_condition(lead)):
            return (Paragraph(f"{said(f'{lead},').removesuffix('.')} {w.lowered(text)}"), *blocks[1:])
        case Paragraph(text=text):
            return (Paragraph(f"{said(f'{lead}:')} {text}"), *blocks[1:])
    return (Paragraph(said(f"{lead}:")), *blocks)


def _has_condition(text: str) -> bool:
    """Whether a sentence begins with a condition, which one before it must not be joined to."""
    return text.casefold().startswith("if ") or ", if " in text.casefold()


def moved(english: English, move: Move) -> str:
    """A move as an order to the reader, or as a statement about whoever makes it."""
    to = english.read(move.to, Type.PILE)
    if move.cards in english.picks:
        picked = english.tails.get(f"pick {move.cards}") or english.picks[move.cards]
        source, cards = None, picked.object()
        if move.where.strip() != "1":
            cards = english.filtered(move.cards, move.where)
        if move.count:
            cards = f"as many as {english.value(move.count)} of {cards}"
    else:
        source = english.read(move.cards, None)
        cards = _cards(english, move, source)
    verb, actor = _verb(english, source, to, move.place), english.actor
    drawer = owner_of(english, to) if verb == "deal" and not english.is_ordered and actor.name != "the dealer" else None
    if drawer is not None:  # nobody deals: whoever gets the cards draws them
        english, verb = english.acted_by(drawer), "draw"
    text = f"{verb} {cards}"
    # Drawing or taking a card already says that it goes into one's hand; discarding, where.
    is_understood = move.place == "top" and isinstance(to, n.ZoneAt) and to.pile is None and source is not None
    if is_understood and isinstance(to, n.ZoneAt):
        zone = english.words.zones[to.zone]
        is_understood = is_mine(english, to) if is_hand(zone) else _verb(english, source, to) == zone.name == "discard"
    if not is_understood:
        text += f" {destination(english, to, move.place)}"
    if move.until:
        text += f", one by one, until {english.when(move.until)}"
    text += faces(english, move.seen_by, to)
    return english.tell(text) if drawer is None else drawer.does(text)


def dealt_out(english: English, moves: Sequence[Move]) -> str:
    """Moves to the piles of one zone, in order: `put cards ... of the columns: one to the first, two to the second`."""
    first = moves[0]
    source, to = english.read(first.cards, None), english.read(first.to, Type.PILE)
    assert isinstance(to, n.ZoneAt)
    piles = f"the piles of {english.noun(replace(to, pile=None))}"
    where = f"to {piles}, each under those before it" if first.place == "bottom" else f"onto {piles}"
    shares = [f"{w.number_word(int(move.count))} to the {w.ordinal(place + 1)}" for place, move in enumerate(moves)]
    text = f"{_verb(english, source, to, first.place)} cards from {english.noun(source)} {where}: {w.listing(shares)}"
    return english.tell(text + faces(english, first.seen_by, to))


def is_dealt_out(moves: Sequence[Move]) -> bool:
    """Whether moves take so many cards from one place to the first, second, third... pile of a zone."""
    match tree_of(moves[0].to):
        case s.Call(name="pile", arguments=(zone, _)):
            piles = [s.Call("pile", (zone, s.Number(number, at=0)), at=0) for number in range(len(moves))]
            return [tree_of(move.to) for move in moves] == piles and all(
                move.count.isdecimal() and move == moves[0].copy_with(to=move.to, count=move.count) for move in moves
            )
    return False


def faces(english: English, seen_by: str, to: n.Node) -> str:
    """Who sees cards on the way, where the destination does not say it."""
    owner = owner_of(english, to)
    name = settled(owner.object()) if owner is not None else "nobody"
    return {
        "": "", "all": ", face up", "none": ", face down", "owner": f", seen only by {name}",
        "team": f", seen only by the side of {name}",
    }[seen_by]  # fmt: skip


def zone_of(english: English, node: n.Node | None) -> Zone | None:
    """The zone that a node is about, through terms."""
    match node:
        case TermUse(meaning=inner) | n.PileCards(pile=inner):
            return zone_of(english, inner)
        case n.ZoneAt(zone=name):
            return english.words.zones.get(name)
    return None


def is_mine(english: English, node: n.Node | None) -> bool:
    """Whether a zone belongs to whoever acts."""
    match node:
        case TermUse(meaning=inner, owner=None) | n.PileCards(pile=inner):
            return is_mine(english, inner)
        case n.ZoneAt(owner=n.Node() as owner):
            return english.person(owner) == english.actor
    return False


def _verb(english: English, source: n.Node | None, to: n.Node, place: str = "top") -> str:
    start, end = zone_of(english, source), zone_of(english, to)
    mine, left, reached = is_mine(english, to), start.role if start else "", end.role if end else ""
    match left, reached:
        case "stock", "hand":
            return "draw" if mine else "deal"
        case "stock", _:
            is_seen = end is not None and (end.seen_by == "all" or (end.seen_by == "top" and place == "top"))
            return "turn up" if is_seen else "put"
        case _, "hand":
            return "take" if mine else "give"
        case _, "captured" if left not in ("", "hand"):
            return "take" if mine else "put"
        case "hand", "discard" if is_mine(english, source):
            return "discard"
    return "put"


def _cards(english: English, move: Move, source: n.Node) -> str:
    """How many cards, which, and from where."""
    if source.type is Type.CARD:
        return english.card(source).object()
    inner = english.with_moved_card()
    test = inner.read(move.where)
    phrase = CardPhrase() if isinstance(test, n.Const) else inner.cards(test, english.MOVED)
    zone = zone_of(english, source)
    is_top = move.count == "1" and phrase.is_any and source.type is Type.PILE
    if is_top and zone is not None and zone.role == "discard" and not is_one_card(zone):
        return f"the top card of {english.noun(source)}"
    is_whole = not move.count and not move.until
    if is_whole and phrase.is_any and source.type is Type.PILE and zone is not None:
        whole = english.noun(source)
        if is_one_card(zone):
            return whole
        if zone.role == "hand" and isinstance(source, n.ZoneAt):
            noun = zone_noun(zone)
            return whole.replace(noun, f"whole {noun}")
        to = zone_of(english, english.read(move.to, Type.PILE))
        is_turned = zone.role == "discard" and to is not None and to.role == "stock" and move.place == "top"
        return f"all the cards of {whole}{', turned over,' if is_turned else ''}"  # one at a time from its top
    origin = f"from {english.noun(source)}"
    is_hidden = zone is not None and zone.role == "hand" and zone.seen_by != "all"
    if is_hidden and move.count and phrase.is_any and not is_mine(english, source):
        origin = f", unseen, {origin}"
    return f"{_number(english, move, phrase)} {origin}".replace(" ,", ",")


def _number(english: English, move: Move, phrase: CardPhrase) -> str:
    match english.read(move.count) if move.count else None:
        case None:
            return phrase.cards() if move.until or phrase.is_single else f"all {phrase.cards()}"
        case n.Const(value=1):
            return phrase.a_card()
        case n.Const(value=value):
            return phrase.counted(w.number_word(value))
        case n.Gather(gather="count", domain=n.Domain(of=n.Variable()), test=None):
            return f"the same number of {phrase.cards()}"
        case number:
            return f"as many {phrase.cards()} as {english.noun(number)}"


def destination(english: English, to: n.Node, place: str) -> str:
    """Where cards go, and how they are placed there."""
    if place == "bottom":
        return f"to the bottom of {english.noun(to)}"
    if place == "shuffled":
        return f"into {english.noun(to)} and shuffle it"
    owner = owner_of(english, to)
    zone = english.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) and to.pile is None else None
    is_theirs = zone is not None and is_hand(zone) and not is_mine(english, to)
    return f"to {owner.object()}" if owner is not None and is_theirs else english.place(to)


_MANY_CASES = 3


def steps(english: English, effects: Sequence[Effect]) -> tuple[Step, ...]:
    """What happens, in order."""
    found: list[Step] = []
    # What only keeps a number that nobody has to say is left out: piles that are in use, what has not ended yet.
    steering = english.names.steering
    counts = steering.next_piles & steering.unspoken
    marks = steering.questions.keys() | {name for name, _ in steering.endings}
    sets = [effect for effect in effects if isinstance(effect, Set)]
    unsaid = [one for one in sets if one.register in counts or (one.value.strip() == "0" and one.register in marks)]
    rest = [effect for effect in effects if not any(effect is one for one in unsaid)]
    while rest:
        match rest:
            case [Set(name=name) as keep, Move(count="1") as move, *_] if (
                (register := english.names.registers.get(name)) is not None
                and register.holds == "card"
                and tree_of(keep.value) == s.Call("top", (tree_of(move.cards),), at=0)
            ):  # a card that is remembered and then moved
                mark = english.names.mark(keep.name)
                found.append(Step(f"{moved(english, move)}; it is now the {mark} card"))
                rest = rest[2:]
                continue
            case [Show() as first, *_]:  # what is shown to the same eyes is told together
                shows = [one for one in takewhile(lambda one: isinstance(one, Show), rest) if isinstance(one, Show)]
                same = [one for one in shows if one.to == first.to]
                found += first.told_with(english, *same[1:])
                rest = rest[len(same) :]
                continue
        moves = [one for one in takewhile(lambda one: isinstance(one, Move), rest) if isinstance(one, Move)]
        run = next((moves[:size] for size in range(len(moves), 2, -1) if is_dealt_out(moves[:size])), [])
        found += (Step(dealt_out(english, run)),) if run else rest[0].told(english)
        rest = rest[len(run) or 1 :]
    return tuple(found)


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
    word = w.player_word(domain.name)
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
            return (Step(w.listing([step.clause for step in found])),)
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
    return f"{w.agreeing(noun, 'go')} {'down' if down else 'up'} by {english.noun(by)}"


def by_cases(english: English, verb: str, number: n.Node, unit: str) -> tuple[Step, ...]:
    """An amount after a verb; many cases as a list of their own."""
    if isinstance(number, n.Conditional):
        cases, rest = branches(number)
        if len(cases) >= _MANY_CASES:
            told = [(f"if {english.clause(test)}", value) for test, value in cases] + [("in all other cases", rest)]
            inside = tuple(Step(f"{when}, {amount_or_nothing(english, value, unit)}") for when, value in told)
            return (Step(f"{verb} what the first of these says that applies", inside, is_list=True),)
    return (Step(f"{verb} {amount(english, number, unit)}"),)
