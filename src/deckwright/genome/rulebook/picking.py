"""What is picked in an offer: cards, players, ranks, suits, numbers, piles and strains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from deckwright.genome import effects as fx
from deckwright.genome.checks.walk import words_in
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.parse import parse_expression
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.writing import written
from deckwright.genome.phases import Duty, Offer, Pick
from deckwright.genome.rulebook.cardwords import CardPhrase, split_phrase
from deckwright.genome.rulebook.english import English, node_type
from deckwright.genome.rulebook.moving import destination, faces, is_mine, zone_of
from deckwright.genome.rulebook.names import models, texts
from deckwright.genome.rulebook.people import Person, obliged, settled
from deckwright.genome.rulebook.places import is_one_card, is_pile, is_usual
from deckwright.genome.rulebook.reading import Tops
from deckwright.genome.rulebook.sets import sets_clause
from deckwright.genome.rulebook.spelling import DEEPEST, LONGEST
from deckwright.genome.rulebook.wording import listing, number_word, spoken

OWN_CARD = "picked card"
_VALUES = {"seat": Type.SEAT, "rank": Type.RANK, "suit": Type.SUIT, "number": Type.INT, "strain": Type.STRAIN}
THOSE_CARDS = Person("those cards", "their", "they", plural=True)
_DONE = {
    "take": "taken", "give": "given", "keep": "kept", "pass": "passed", "lay": "laid", "play": "played",
    "discard": "discarded", "throw": "thrown", "meld": "melded", "capture": "captured",
}  # fmt: skip
_PEOPLE = frozenset({"turn", "actor", "left", "right", "partner", "dealer", "top", "pile"})
"""Words that say whose a place is, or which part of it: they name none."""
_OF_CARDS = ("card", "cards", "tail", "set", "sets")


def picked(english: English, offer: Offer) -> tuple[English, list[str], tuple[fx.Effect, ...]]:
    """The picks as sentences, the place after them, and the effects that they do not already tell."""
    here, clauses, rules, told = english, [], [], []
    for pick in offer.picks:
        move = _own_move(offer, pick) if pick.kind in _OF_CARDS else None
        alike = [other for other in offer.picks if other.kind == pick.kind or {other.kind, pick.kind} <= {*_OF_CARDS}]
        thing = thing_picked(pick, named=len(alike) > 1)
        if move is None and pick is not offer.picks[-1] and (only := _only_card(here, pick)) is not None:
            here = here.picked(pick.name, pick_variable(here, pick), only)  # there is nothing to choose
            continue
        if pick.kind in _OF_CARDS:
            clause, extra = _cards(here, offer, pick, move, thing)
        else:
            clause, extra = _value(here, pick, thing, named=len(alike) > 1), []
        clauses.append(clause)
        rules += extra
        here = here.picked(pick.name, pick_variable(here, pick), thing)
        if pick.kind == "tail":
            here = replace(here, tails={**here.tails, f"pick {pick.name}": THOSE_CARDS})
        if _is_of_a_kind(here, pick):
            here = replace(here, alike=here.alike | {f"pick {pick.name}"})
        if move is not None:
            told.append(move)
    effects = tuple(effect for effect in offer.effects if not any(effect is move for move in told))
    named = _named_at_once(here, offer, effects)
    if named and clauses:
        clauses[-1], effects = english.tell(f"name {named}"), effects[1:]
    return here, [", then ".join(clauses), *rules] if clauses else [], effects


def _only_card(english: English, pick: Pick) -> Person | None:
    """The card that a pick is about, if it can be no other: `the top discard`."""
    if pick.kind != "card" or pick.to or pick.duties or len(_listed(pick.source)) > 1 or not _is_free(english, pick):
        return None
    only = english.read(pick.source, None)
    return replace(english.card(only), pronoun="it") if only.type is Type.CARD else None


def _is_free(english: English, pick: Pick) -> bool:
    """Whether nothing is asked of what is picked."""
    inner = english.knowing(**{pick.name: card_variable(english.words, OWN_CARD)}).with_moved_card()
    return inner.is_always(pick.where)


def _is_of_a_kind(english: English, pick: Pick) -> bool:
    """Whether cards that are picked all have one rank."""
    patterns = english.words.genome.patterns
    chosen = [one for one in patterns if pick.pattern and pick.pattern in (one.name, one.group)]
    return bool(chosen) and all(one.of_a_kind for one in chosen)


def _named_at_once(english: English, offer: Offer, effects: Sequence[fx.Effect]) -> str:
    """The register that the last pick is named for, if nothing else happens to that pick: `the trump suit`."""
    if not offer.picks or not effects or offer.picks[-1].kind not in ("suit", "rank", "strain"):
        return ""
    pick, first = offer.picks[-1], effects[0]
    if not isinstance(first, fx.Set) or first.value.strip() != pick.name or not english.is_always(pick.where):
        return ""
    elsewhere = [*(text for effect in effects[1:] for text in texts(effect)), offer.accept]
    if any(re.search(rf"\b{pick.name}\b", text) for text in elsewhere):
        return ""
    return english.value(first.name, None).replace("the ", "the new " if pick.kind != "strain" else "the ", 1)


def _after_all(english: English, offer: Offer) -> English:
    """The place after every pick of an offer: where the cards go may depend on any of them."""
    for pick in offer.picks:
        if pick.name not in english.picks and f"pick {pick.name}" not in english.things:
            english = english.picked(pick.name, pick_variable(english, pick), thing_picked(pick, named=False))
    return english


def _own_move(offer: Offer, pick: Pick) -> fx.Move | None:
    """The move that a pick makes, if it is made whatever happens, at once, and of all the cards."""
    moves = [effect for effect in offer.effects if isinstance(effect, fx.Move) and effect.cards == pick.name]
    if pick.to or len(moves) != 1 or moves[0].count or moves[0].until or moves[0].where.strip() != "1":
        return None
    before = offer.effects[: offer.effects.index(moves[0])]
    later = {other.name for other in offer.picks[offer.picks.index(pick) + 1 :]}
    if later & set(re.findall(r"\w+", moves[0].to)) or not all(
        isinstance(effect, (fx.Move, fx.Set)) for effect in before
    ):
        return None
    # The pick is told first: what happens before it must not be about the places that its cards leave or reach.
    zones = {word for text in (moves[0].to, pick.source) for word in words_in(text)} - later
    piles = {other.name: words_in(other.source) for other in offer.picks if other.kind == "pile"}
    zones |= {word for name in zones & piles.keys() for word in piles[name]}
    earlier = {other.name for other in offer.picks[: offer.picks.index(pick)] if other.kind in _OF_CARDS}
    for effect in before:
        if isinstance(effect, fx.Move) and effect.cards.strip() in earlier:
            continue  # told before it as well
        if any(words_in(text) & zones - _PEOPLE for text in texts(effect)):
            return None
    return moves[0]


def pick_variable(english: English, pick: Pick) -> n.Variable:
    """What stands for the pick in later expressions."""
    name, words = f"pick {pick.name}", english.words
    match pick.kind:
        case "card" | "tail":
            return card_variable(words, name)
        case "cards" | "set" | "sets":
            return n.Variable(Type.CARDS, Bounds(0, 0), name)
        case "pile":
            return n.Variable(Type.PILE, words.type_bounds(Type.PILE), name)
        case "number":
            return n.Variable(Type.INT, Bounds(0, 1000), name)
        case kind:
            return n.Variable(_VALUES[kind], words.type_bounds(_VALUES[kind]), name)


def thing_picked(pick: Pick, *, named: bool) -> Person:
    """What the pick is called afterwards; several picks of a kind are told apart by their names."""
    match pick.kind:
        case "card" | "tail":
            return Person(f"the {_called(pick.name, 'card')}" if named else "the card", pronoun="it")
        case "cards" | "set" | "sets":
            return replace(THOSE_CARDS, name=f"the {_called(pick.name, 'cards')}") if named else THOSE_CARDS
        case kind if named:
            return Person(f"the *{spoken(pick.name)}*", pronoun="" if kind != "seat" else "they")
        case "seat":
            return Person("that player")
        case kind:
            return Person(f"that {kind}", pronoun="it")


def _called(name: str, noun: str) -> str:
    """`played card`, `upcard`, `taken cards`"""
    word = spoken(name)
    if len(word) == 1:
        return noun
    return word if word.endswith("card") else f"{_DONE.get(word, word)} {noun}"


# values


def _value(english: English, pick: Pick, thing: Person, *, named: bool) -> str:
    inner = english.picked(pick.name, pick_variable(english, pick), thing)
    where = inner.read(pick.where)
    called = f" as {thing.name}" if named else ""
    if pick.kind == "seat":
        return english.tell(f"choose {_player(inner, where, f'pick {pick.name}')}{called}")
    verb = {"number": "choose a number", "pile": "choose a pile"}.get(
        pick.kind, f"name a {english.names.strain_word if pick.kind == 'strain' else pick.kind}"
    )
    if pick.kind == "pile":
        verb += f" of {english.value(pick.source, Type.PILE)}"
    if pick.kind == "number":
        verb += f" from {english.value(pick.low)} to {english.value(pick.high)}"
    verb += called
    if isinstance(where, n.Const) and where.value:
        return english.tell(verb)
    which = settled(inner.relative(where, f"pick {pick.name}"))
    if pick.kind == "pile" and not called and which.startswith("that ") and not isinstance(where, n.Junction):
        return english.tell(f"{verb} {which}")
    return english.tell(f"{verb} (only if {settled(inner.clause(where))})")


def _player(english: English, where: n.Node, variable: str) -> str:
    """`another player who has cards left`"""
    parts = where.items if isinstance(where, n.Junction) and where.operator == "and" else (where,)
    rest, head = [], "a player"
    for part in parts:
        match part:
            case n.Const(value=value) if value:
                continue
            case n.Comparison(operator="!=", left=left, right=right) if variable in (_name(left), _name(right)):
                other = right if _name(left) == variable else left
                if english.person(other) == english.actor:
                    head = "another player"
                    continue
        rest.append(part)
    return f"{head} {settled(english.relative(n.joined('and', *rest), variable))}" if rest else head


def _name(node: n.Node) -> str:
    return node.name if isinstance(node, n.Variable) else ""


# cards


def _cards(english: English, offer: Offer, pick: Pick, move: fx.Move | None, thing: Person) -> tuple[str, list[str]]:
    """The pick as an order, and the rules about it that do not fit in."""
    names: dict[str, n.Node] = {pick.name: card_variable(english.words, OWN_CARD)}
    if "c" not in english.scope.names:
        names["c"] = names[pick.name]
    inner = english.knowing(**names)
    where = inner.read(pick.where)
    phrase, rest = (CardPhrase(), None) if isinstance(where, n.Const) else split_phrase(inner, where, OWN_CARD)
    rules = []
    if rest is not None:
        rules.append(_must(inner, rest, "each of them" if pick.kind in ("cards", "set", "sets") else thing.name))
    exceptions, phrase = phrase.exceptions(), phrase.without_exceptions()
    if pick.kind in ("set", "sets"):
        cards, source = phrase.cards(), _source(english, pick)
        if len(_listed(pick.source)) > 1:  # of these places, it need not be cards of each
            cards, source = f"one or more {cards},", f"{source.replace('from ', 'out of ', 1)}{exceptions.rstrip(',')},"
        else:
            source += exceptions
        clause, more = sets_clause(english, pick, cards, source)
        return clause, [*more, *rules]
    which = f"{_which(english, pick, phrase)} {_source(english, pick)}{exceptions}"
    if pick.kind == "tail":
        which += f"{',' if exceptions else ''} with all the cards that lie on it"
    only = english.read(pick.source, None) if pick.kind == "card" and len(_listed(pick.source)) == 1 else None
    if only is not None and only.type is Type.CARD:
        which = english.card(only).object()
    if pick.kind == "card" and (ends := _ends(english, pick)):
        kind = "" if phrase.is_any and not exceptions else f", if it is {phrase.a_card()}{exceptions}".rstrip(",") + ","
        which = f"{ends}{kind}"
    if only is not None and (zone := zone_of(english, only)) is not None and is_one_card(zone):
        kind = "" if phrase.is_any and not exceptions else f", if it is {phrase.a_card()}{exceptions}".rstrip(",") + ","
        which = f"{english.noun(only)}{kind}"
    rules += duties(inner, pick.duties, OWN_CARD, verb="choose")
    target = pick.to or (move.to if move is not None else "")
    if not target:
        return english.tell(f"choose {which}".removesuffix(",")), rules
    english = _after_all(english, offer)
    to = english.read(target, Type.PILE)
    verb = _verb(english, offer, pick, to)
    if verb == "discard":
        return english.tell(f"discard {which}".removesuffix(",")), rules
    where_to = destination(english, to, move.place if move is not None else "top")
    seen = faces(english, move.seen_by if move is not None else "", to)
    return english.tell(f"{verb} {which} {where_to}{seen}"), rules


def _must(english: English, where: n.Node, thing: str) -> str:
    """A rule about a card that is picked: `the card must match the top discard in suit or rank, or be an eight`."""
    must = obliged(thing)
    text = english.calling(OWN_CARD, must).clause(where)
    parts = where.items if isinstance(where, n.Junction) else (where,)
    is_about_it = all(node_type(part, OWN_CARD) is not None for part in parts)
    if is_about_it and must.begins(text) and text.count(must.subject()) == 1:
        return text
    return f"this is possible only if {english.calling(OWN_CARD, Person(thing, pronoun='it')).clause(where)}"


def _which(english: English, pick: Pick, phrase: CardPhrase) -> str:
    if pick.kind == "card":
        return phrase.a_card()
    if pick.kind == "tail":
        return _face_up(phrase.a_card())
    if pick.pattern:
        return f"{phrase.cards()} that form {english.names.one_of_patterns(pick.pattern)}"
    return _several(english, pick, phrase)


def _face_up(card: str) -> str:
    """`a face-up card`, `the face-up ace of spades`"""
    article, noun = card.split(" ", 1)
    return f"{article if article == 'the' else 'a'} face-up {noun}"


def _several(english: English, pick: Pick, phrase: CardPhrase) -> str:
    """How many cards: `three hearts`, `up to three cards`, `one to four cards`."""
    low, high = english.read(pick.low), english.read(pick.high)
    match low, high:
        case n.Const(value=least), n.Const(value=most) if least == most:
            return phrase.counted(number_word(most))
        case n.Const(value=0), n.Const(value=most):
            return f"up to {phrase.counted(number_word(most))} (or none)"
        case n.Const(value=least), n.Const(value=most):
            return f"{number_word(least)} to {phrase.counted(number_word(most))}"
        case n.Const(value=least), n.PileFact(name="size"):
            return f"any number of {phrase.cards()}" if least <= 1 else f"{number_word(least)} or more {phrase.cards()}"
        case n.Const(value=0), _:
            return f"up to as many {phrase.cards()} as {english.noun(high)} (or none)"
        case _:
            return f"{phrase.cards()} (at least {english.noun(low)}, at most {english.noun(high)})"


def _source(english: English, pick: Pick) -> str:
    """Where the cards are picked from."""
    nodes = [english.read(text, None) for text in _listed(pick.source)]
    parts = [english.noun(node) for node in nodes]
    return f"from {listing(parts, 'and' if pick.kind in ('cards', 'set', 'sets') else 'or')}"


def _listed(source: str) -> list[str]:
    """The places that a source names, one by one."""
    tree = parse_expression(source, longest=LONGEST, deepest=DEEPEST)
    return [written(item) for item in tree.items] if isinstance(tree, s.Group) else [source]


def _ends(english: English, pick: Pick) -> str:
    """What is picked from the tops of piles: `the top card of the waste or a top card of the columns`."""
    nodes = [english.read(text, None) for text in _listed(pick.source)]
    if not any(isinstance(node, Tops) for node in nodes):
        return ""
    if not all(isinstance(node, (Tops, n.PileFact)) for node in nodes):
        return ""
    return listing([english.noun(node).replace("the top cards of", "a top card of", 1) for node in nodes], "or")


def _verb(english: English, offer: Offer, pick: Pick, to: n.Node) -> str:
    """What players call it."""
    start, end = english.words.zones.get(pick.source.split("[")[0].strip()), zone_of(english, to)
    from_hand = start is not None and start.role == "hand"
    match end.role if end is not None else "":
        case "discard" if from_hand and offer.name.split("_")[0].split()[0] in ("discard", "throw", "shed"):
            return "discard" if end is not None and end.name == "discard" else "put"
        case "discard" | "tableau" if from_hand:
            return "play"
        case "sets" if from_hand:
            return "lay"
        case "hand":
            return "take" if is_mine(english, to) else "give"
        case "captured" if not from_hand and end is not None and (is_usual(end) or not is_pile(end)):
            return "take"
        case _:
            return "put"


# duties


def duties(english: English, found: Sequence[Duty], variable: str, *, verb: str) -> list[str]:
    """What must be chosen if it can be; the first that applies and can be met decides."""
    you = english.actor
    sentences = []
    for duty in found:
        when = "" if english.is_always(duty.when) else f"if {english.when(duty.when)}, "
        if duty.by:
            what = f"{verb} a card with the highest *{spoken(duty.by)}* among {you.their('cards')}"
            sentences.append(f"{when}{you.subject()} must {what}")
            continue
        node = english.read(duty.cards or "1")
        is_follow = isinstance(node, n.TrickFact) and node.name == "follows"
        what = "follow suit" if is_follow else f"{verb} {english.cards(node, variable).a_card()}"
        sentences.append(f"{when}{you.subject()} must {what} if {you.subject()} can")
    return sentences


def with_all_picks(english: English) -> English:
    """A place that knows the picks of every offer, for terms that are about them."""
    for pick in models(english.words.genome.turn_structure, Pick):
        if pick.name not in english.scope.names and pick.name != "c":
            english = english.picked(pick.name, pick_variable(english, pick), thing_picked(pick, named=True))
    return english
