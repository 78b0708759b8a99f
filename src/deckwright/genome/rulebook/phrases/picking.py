"""What is picked in an offer: cards, sets laid on piles, players, ranks, suits, numbers, piles and strains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome import effects as fx
from deckwright.genome.checks.walk import words_in
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.syntax import written
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import HandPattern
from deckwright.genome.phases import Duty, Offer, Pick
from deckwright.genome.picks import PICKS
from deckwright.genome.rulebook.grammar.sentences import THOSE_CARDS, Person
from deckwright.genome.rulebook.grammar.wording import count, listing, number_word, spoken
from deckwright.genome.rulebook.phrases.cardwords import EXCEPT, CardPhrase, split_phrase
from deckwright.genome.rulebook.phrases.happening import destination, faces, is_mine, zone_of
from deckwright.genome.rulebook.phrases.names import models, texts
from deckwright.genome.rulebook.phrases.places import is_one_card, is_pile, is_usual
from deckwright.genome.rulebook.phrases.reading import Tops, tree_of

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def _limits(english: English, pick: Pick) -> list[str]:
    """How many cards are laid, where it is not any number: by what must stay, if it is said like that."""
    you, rules = english.actor, []
    low = english.read(pick.low)
    if not (isinstance(low, n.Const) and low.value <= 1):
        kept = _kept(low)
        most = f"{you.subject()} may keep at most {count(kept[1], 'card')} of {english.noun(kept[0])}" if kept else ""
        rules.append(most or f"at least {_number(english, low)} must be laid")
    if pick.high:
        high = english.read(pick.high)
        kept = _kept(high)
        if kept is not None and kept[1] > 0:
            rules.append(f"{you.subject()} must keep at least {count(kept[1], 'card')} of {english.noun(kept[0])}")
        elif kept is None:
            rules.append(f"at most {_number(english, high)} may be laid")
        elif isinstance(english.read(pick.source, Type.CARDS), n.Union):
            rules.append(f"at most as many may be laid as are in {english.noun(kept[0])}")
    return rules


def _number(english: English, node: n.Node) -> str:
    return count(node.value, "card") if isinstance(node, n.Const) else f"as many cards as {english.noun(node)}"


def _kept(node: n.Node) -> tuple[n.Node, int] | None:
    """A zone, and how many of its cards are left out: `size(hand) - 2`."""
    match node:
        case n.PileFact(name="size", pile=pile):
            return pile, 0
        case n.Arithmetic(operator="-", left=n.PileFact(name="size", pile=pile), right=n.Const(value=value)):
            return pile, value
    return None


def wild_notes(english: English, pattern: HandPattern) -> list[str]:
    """Which cards stand for others in a pattern, and how many may."""
    if pattern.wild is None:
        return []
    wild = english.cards_of(pattern.wild).cards()
    notes = [f"{wild} are wild, and may stand for other cards of it"]
    if pattern.max_wild is not None:
        notes.append(f"at most {number_word(pattern.max_wild)} of its cards may be wild")
    natural = number_word(pattern.min_natural)
    return [*notes, f"at least {natural} of its cards must not be wild"] if pattern.min_natural else notes


OWN_CARD = "picked card"
_PEOPLE = frozenset({"turn", "actor", "left", "right", "partner", "dealer", "top", "pile"})
"""Words that say whose a place is, or which part of it: they name none."""


def picked(english: English, offer: Offer) -> tuple[English, list[str], tuple[fx.Effect, ...]]:
    """The picks as sentences, the place after them, and the effects that they do not already tell."""
    here, clauses, rules, told = english, [], [], []
    cards = [pick for pick in offer.picks if PICKS[pick.kind].takes]
    for pick in offer.picks:
        kind = PICKS[pick.kind]
        move = _own_move(offer, pick) if kind.takes else None
        alike = cards if kind.takes else [other for other in offer.picks if other.kind == pick.kind]
        named = len(alike) > 1
        thing = kind.thing(pick, named=named)
        is_bare = kind.takes == "one" and not pick.to and not pick.duties and len(_listed(pick.source)) == 1
        if move is None and pick is not offer.picks[-1] and is_bare:
            inner = here.knowing(**{pick.name: card_variable(here.words, OWN_CARD)}).with_moved_card()
            only = here.read(pick.source, None)
            if inner.is_always(pick.where) and only.type is Type.CARD:  # there is nothing to choose: `the top discard`
                here = after_pick(here, pick, replace(here.card(only), pronoun="it"))
                continue
        clause, extra = kind.told(here, offer, pick, move, thing, named=named)
        clauses.append(clause)
        rules += extra
        here = after_pick(here, pick, thing)
        if kind.takes == "tail":
            here = replace(here, tails={**here.tails, f"pick {pick.name}": THOSE_CARDS})
        formed = [one for one in english.genome.patterns if pick.pattern and pick.pattern in (one.name, one.group)]
        if formed and all(one.of_a_kind for one in formed):
            here = replace(here, alike=here.alike | {f"pick {pick.name}"})
        if move is not None:
            told.append(move)
    effects = tuple(effect for effect in offer.effects if not any(effect is move for move in told))
    register = _named_at_once(here, offer, effects)
    if register and clauses:
        clauses[-1], effects = english.tell(f"name {register}"), effects[1:]
    return here, [", then ".join(clauses), *rules] if clauses else [], effects


def after_pick(english: English, pick: Pick, thing: Person) -> English:
    """The place where a pick is known and called something."""
    return english.picked(pick.name, PICKS[pick.kind].variable(english.words, f"pick {pick.name}"), thing)


def _named_at_once(english: English, offer: Offer, effects: Sequence[fx.Effect]) -> str:
    """The register that the last pick is named for, if nothing else happens to that pick: `the trump suit`."""
    if not offer.picks or not effects:
        return ""
    pick, first = offer.picks[-1], effects[0]
    kind = PICKS[pick.kind]
    if kind.type not in (Type.SUIT, Type.RANK, Type.STRAIN) or not english.is_always(pick.where):
        return ""
    if not isinstance(first, fx.Set) or first.value.strip() != pick.name:
        return ""
    elsewhere = [*(text for effect in effects[1:] for text in texts(effect)), offer.accept]
    if any(pick.name in words_in(text) for text in elsewhere):
        return ""
    return english.value(first.name, None).replace("the ", "the " if kind.type is Type.STRAIN else "the new ", 1)


def _own_move(offer: Offer, pick: Pick) -> fx.Move | None:
    """The move that a pick makes, if it is made whatever happens, at once, and of all the cards."""
    moves = [effect for effect in offer.effects if isinstance(effect, fx.Move) and effect.cards == pick.name]
    if pick.to or len(moves) != 1 or moves[0].count or moves[0].until or moves[0].where.strip() != "1":
        return None
    before = offer.effects[: offer.effects.index(moves[0])]
    later = {other.name for other in offer.picks[offer.picks.index(pick) + 1 :]}
    if later & words_in(moves[0].to) or not all(isinstance(effect, (fx.Move, fx.Set)) for effect in before):
        return None
    # The pick is told first: what happens before it must not be about the places that its cards leave or reach.
    zones = {word for text in (moves[0].to, pick.source) for word in words_in(text)} - later
    piles = {other.name: words_in(other.source) for other in offer.picks if PICKS[other.kind].type is Type.PILE}
    zones |= {word for name in zones & piles.keys() for word in piles[name]}
    before_it = offer.picks[: offer.picks.index(pick)]
    earlier = {other.name for other in before_it if PICKS[other.kind].takes}
    for effect in before:
        if isinstance(effect, fx.Move) and effect.cards.strip() in earlier:
            continue  # told before it as well
        if any(words_in(text) & zones - _PEOPLE for text in texts(effect)):
            return None
    return moves[0]


def cards_picked(
    english: English, offer: Offer, pick: Pick, move: fx.Move | None, thing: Person
) -> tuple[str, list[str]]:
    """The pick as an order, and the rules about it that do not fit in."""
    kind = PICKS[pick.kind]
    names: dict[str, n.Node] = {pick.name: card_variable(english.words, OWN_CARD)}
    if "c" not in english.scope.names:
        names["c"] = names[pick.name]
    inner = english.knowing(**names)
    where = inner.read(pick.where)
    phrase, rest = (CardPhrase(), None) if isinstance(where, n.Const) else split_phrase(inner, where, OWN_CARD)
    rules = []
    if rest is not None:
        rules.append(_must(inner, rest, "each of them" if kind.takes == "several" else thing.name))
    exceptions = phrase.exceptions()
    phrase = replace(phrase, modifiers=tuple(pair for pair in phrase.modifiers if not pair[0].startswith(EXCEPT)))
    if kind.lays:
        cards, source = phrase.cards(), _source(english, pick)
        if len(_listed(pick.source)) > 1:  # of these places, it need not be cards of each
            cards, source = f"one or more {cards},", f"{source.replace('from ', 'out of ', 1)}{exceptions.rstrip(',')},"
        else:
            source += exceptions
        among, piles, each = english.value(pick.to, Type.PILE), "pile of one rank", ""
        if kind.lays == "sets":
            piles, each = "piles of one rank or of several", "on each of them, "
        formed = english.names.one_of_patterns(pick.pattern)
        rule = f"{each}with what lies there already, they must form {formed}"
        order = english.tell(f"lay {cards} {source} among {among}, on the {piles}")
        return order, [rule, *_limits(english, pick), *rules]
    which, more = phrase.a_card(), ""
    if kind.takes == "tail":  # a face-up card, the face-up ace of spades
        article, noun = which.split(" ", 1)
        which = f"{article if article == 'the' else 'a'} face-up {noun}"
        more = f"{',' if exceptions else ''} with all the cards that lie on it"
    elif kind.takes == "several" and pick.pattern:
        which = f"{phrase.cards()} that form {english.names.one_of_patterns(pick.pattern)}"
    elif kind.takes == "several":
        which = _several(english, pick, phrase)
    which = f"{which} {_source(english, pick)}{exceptions}{more}"
    only = english.read(pick.source, None) if kind.takes == "one" and len(_listed(pick.source)) == 1 else None
    if only is not None and only.type is Type.CARD:
        which = english.card(only).object()
    only_if = "" if phrase.is_any and not exceptions else f", if it is {phrase.a_card()}{exceptions}".rstrip(",") + ","
    nodes = [english.read(text, None) for text in _listed(pick.source)]
    has_tops = kind.takes == "one" and any(isinstance(node, Tops) for node in nodes)
    if has_tops and all(isinstance(node, (Tops, n.PileFact)) for node in nodes):
        # What is picked from the tops of piles: `the top card of the waste or a top card of the columns`.
        ends = (english.noun(node).replace("the top cards of", "a top card of", 1) for node in nodes)
        which = f"{listing(list(ends), 'or')}{only_if}"
    if only is not None and (zone := zone_of(english, only)) is not None and is_one_card(zone):
        which = f"{english.noun(only)}{only_if}"
    rules += duties(inner, pick.duties, OWN_CARD, verb="choose")
    target = pick.to or (move.to if move is not None else "")
    if not target:
        return english.tell(f"choose {which}".removesuffix(",")), rules
    for other in offer.picks:  # where the cards go may depend on any of them
        if other.name not in english.picks and f"pick {other.name}" not in english.things:
            english = after_pick(english, other, PICKS[other.kind].thing(other, named=False))
    to = english.read(target, Type.PILE)
    verb = _verb(english, offer, pick, to)
    if verb == "discard":
        return english.tell(f"discard {which}".removesuffix(",")), rules
    where_to = destination(english, to, move.place if move is not None else "top")
    seen = faces(english, move.seen_by if move is not None else "", to)
    return english.tell(f"{verb} {which} {where_to}{seen}"), rules


def _must(english: English, where: n.Node, thing: str) -> str:
    """A rule about a card that is picked: `the card must match the top discard in suit or rank, or be an eight`."""
    must = Person(f"{thing} must", "its", "", plural=True)
    text = english.calling(OWN_CARD, must).clause(where)
    parts = where.items if isinstance(where, n.Junction) else (where,)
    is_about_it = all(english.type_of(OWN_CARD, part) is not None for part in parts)
    if is_about_it and must.begins(text) and text.count(must.subject()) == 1:
        return text
    return f"this is possible only if {english.calling(OWN_CARD, Person(thing, pronoun='it')).clause(where)}"


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
    return f"{phrase.cards()} (at least {english.noun(low)}, at most {english.noun(high)})"


def _source(english: English, pick: Pick) -> str:
    """Where the cards are picked from."""
    nodes = [english.read(text, None) for text in _listed(pick.source)]
    parts = [english.noun(node) for node in nodes]
    return f"from {listing(parts, 'and' if PICKS[pick.kind].takes == 'several' else 'or')}"


def _listed(source: str) -> list[str]:
    """The places that a source names, one by one."""
    tree = tree_of(source)
    return [written(item) for item in tree.items] if isinstance(tree, s.Group) else [source]


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
    return "put"


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
    for pick in models(english.genome.turn_structure, Pick):
        if pick.name not in english.scope.names and pick.name != "c":
            english = after_pick(english, pick, PICKS[pick.kind].thing(pick, named=True))
    return english
