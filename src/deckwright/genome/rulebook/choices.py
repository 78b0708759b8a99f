"""What a player may choose: offers, what is picked in them, and the duties that limit them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckwright.genome import effects as fx
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.parse import parse_expression
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import ChoicePhase, Duty, Offer, Pick
from deckwright.genome.rulebook.actions import Step, steps, told
from deckwright.genome.rulebook.cardwords import CardPhrase
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.moving import destination
from deckwright.genome.rulebook.people import Person, headline, said, settled
from deckwright.genome.rulebook.wording import capitalised, digits, listing, number_word, ordinal, spoken

_VALUES = {"seat": Type.SEAT, "rank": Type.RANK, "suit": Type.SUIT, "number": Type.INT, "strain": Type.STRAIN}


def choice(english: English, phase: ChoicePhase) -> tuple[Block, ...]:
    """A choice phase: its only offer as a paragraph, or several as a list."""
    if len(phase.offers) == 1:
        found = offer_text(english, phase.offers[0], ())
        return (Paragraph(found.text), *found.inside)
    intro = said(english.actor.does("must do one of these:") if not english.actor.is_you else "do one of these:")
    entries = []
    for place, offer in enumerate(phase.offers):
        earlier = [other for other in phase.offers[:place] if other.duty < offer.duty]
        earlier += [other for other in phase.offers[place + 1 :] if other.duty < offer.duty]
        found = offer_text(english, offer, earlier)
        entries.append(Item(f"**{capitalised(spoken(offer.name))}.** {found.text}", found.inside))
    return (Paragraph(intro), Listing(tuple(entries)))


def offer_text(english: English, offer: Offer, before: Sequence[Offer]) -> Item:
    """One offer: when it is open, what is picked, what must then hold, and what follows."""
    conditions = []
    if before:
        names = list(dict.fromkeys(f"*{spoken(other.name)}*" for other in before))
        conditions.append(f"{english.actor.subject()} cannot {listing(names, 'or')}")
    if not english.is_always(offer.when):
        conditions.append(english.when(offer.when))
    here, sentences, effects = _picks(english, offer)
    if not here.is_always(offer.accept):
        sentences.append(f"this is allowed only if afterwards {here.when(offer.accept)}")
    text = _opened(conditions, sentences)
    after, blocks = told(steps(here, effects))
    if not sentences and not after and not blocks:
        after = "Nothing else happens."
    if not sentences and conditions:
        text = said(f"only if {listing(conditions)}")
    passing = ""
    if offer.is_pass and english.names.counts_passes:
        passing = "This counts as a pass."
    return Item(" ".join(filter(None, (text, after, passing))), blocks)


def _opened(conditions: list[str], sentences: list[str]) -> str:
    if conditions and sentences:
        sentences = [f"only if {listing(conditions)}: {sentences[0]}", *sentences[1:]]
    return said(*sentences)


# picks


@dataclass(frozen=True)
class _Target:
    """Where the cards of a pick go at once."""

    move: fx.Move | None = None
    to: str = ""


def _picks(english: English, offer: Offer) -> tuple[English, list[str], tuple[fx.Effect, ...]]:
    """The picks as sentences, the place after them, and the effects that they did not already tell."""
    here, told_moves = english, []
    sentences: list[str] = []
    many_cards = sum(pick.kind in ("card", "cards", "tail") for pick in offer.picks) > 1
    clauses: list[str] = []
    for place, pick in enumerate(offer.picks):
        target = _target(offer, pick)
        variable, thing = _picked(here, pick, named=many_cards)
        clause, extra = _pick_clause(here, offer, pick, variable, target, is_first=place == 0)
        clauses.append(clause)
        here = here.picked(pick.name, variable, thing)
        if target.move is not None:
            told_moves.append(target.move)
        sentences += extra
    if clauses:
        sentences.insert(0, ", then ".join(clauses))
    effects = tuple(effect for effect in offer.effects if not any(effect is move for move in told_moves))
    return here, sentences, effects


def _target(offer: Offer, pick: Pick) -> _Target:
    """The move that a pick makes, if it is made whatever happens and only once."""
    moves = [effect for effect in offer.effects if isinstance(effect, fx.Move) and effect.cards == pick.name]
    if pick.to:
        return _Target(to=pick.to)
    if len(moves) == 1 and not moves[0].count and not moves[0].until and moves[0].where.strip() == "1":
        first = offer.effects.index(moves[0])
        if all(isinstance(effect, (fx.Move, fx.Set)) for effect in offer.effects[:first]):
            return _Target(moves[0], moves[0].to)
    return _Target()


def _picked(english: English, pick: Pick, *, named: bool) -> tuple[n.Variable, Person]:
    """The variable that stands for what was picked, and what it is called."""
    name = f"pick {pick.name}"
    words = english.words
    if pick.kind == "card":
        thing = "the card" if not named or len(pick.name) == 1 else f"the card to {spoken(pick.name)}"
        if named and pick.name.endswith(("ed", "en", "n")):
            thing = f"the card {spoken(pick.name)}"
        return card_variable(words, name), Person(thing, "its" if not named else "", "it")
    if pick.kind in ("cards", "tail"):
        thing = "those cards" if not named or len(pick.name) == 1 else f"the cards to {spoken(pick.name)}"
        if named and pick.name.endswith(("ed", "en", "n")):
            thing = f"the cards {spoken(pick.name)}"
        return n.Variable(Type.CARDS, Bounds(0, 0), name), Person(thing, "their", "they", plural=True)
    if pick.kind == "pile":
        return n.Variable(Type.PILE, words.type_bounds(Type.PILE), name), Person("that pile", pronoun="it")
    kind = _VALUES[pick.kind]
    word = "player" if pick.kind == "seat" else pick.kind
    bounds = words.type_bounds(kind)
    if pick.kind == "number":
        bounds = Bounds(0, 1000)
    thing = f"that {word}" if sum(ch == "_" for ch in pick.name) == 0 else f"that {word}"
    return n.Variable(kind, bounds, name), Person(thing, pronoun="they" if pick.kind == "seat" else "it")


def _pick_clause(
    english: English, offer: Offer, pick: Pick, variable: n.Variable, target: _Target, *, is_first: bool
) -> tuple[str, list[str]]:
    if pick.kind in ("card", "cards", "tail"):
        return _card_clause(english, offer, pick, variable, target)
    inner = english.picked(pick.name, variable, _picked(english, pick, named=False)[1])
    where = inner.read(pick.where)
    if pick.kind == "seat":
        return english.tell(f"choose {_chosen_player(inner, where, variable.name)}"), []
    verb = {"number": "choose a number", "pile": "choose a pile"}.get(pick.kind, f"name a {pick.kind}")
    if pick.kind == "pile":
        verb += f" of {english.value(pick.source, Type.PILE)}"
    if pick.kind == "number":
        verb += f" from {english.value(pick.low)} to {english.value(pick.high)}"
    if isinstance(where, n.Const) and where.value:
        return english.tell(verb), []
    return english.tell(f"{verb} ({_provided(inner, where)})"), []


def _provided(english: English, where: n.Node) -> str:
    return f"provided that {settled(english.clause(where))}"


def _chosen_player(english: English, where: n.Node, variable: str) -> str:
    """`another player who has cards left`"""
    parts = where.items if isinstance(where, n.Junction) and where.operator == "and" else (where,)
    rest, head = [], "a player"
    for part in parts:
        match part:
            case n.Const(value=value) if value:
                continue
            case n.Comparison(operator="!=", left=left, right=right) if variable in (_name(left), _name(right)):
                other = right if _name(left) == variable else left
                if english.person(other).is_you or english.person(other) == english.actor:
                    head = "another player"
                    continue
        rest.append(part)
    if not rest:
        return head
    return f"{head} {settled(english.relative(n.joined('and', *rest), variable))}"


def _name(node: n.Node) -> str:
    return node.name if isinstance(node, n.Variable) else ""


def _card_clause(english: English, offer: Offer, pick: Pick, variable: n.Variable, target: _Target) -> tuple[str, list[str]]:
    own = "picked card"
    names: dict[str, n.Node] = {pick.name: card_variable(english.words, own)}
    if "c" not in english.scope.names:
        names["c"] = names[pick.name]
    inner = english.knowing(**names)
    where = inner.read(pick.where)
    phrase = inner.cards(where, own) if not isinstance(where, n.Const) else CardPhrase()
    which = phrase.a_card() if pick.kind == "card" else _several(english, pick, phrase)
    source = _source(english, pick)
    extra = duty_sentences(inner, pick.duties, own)
    if len(pick.patterns) > 0:
        which += f" that form {listing([_pattern(name) for name in pick.patterns], 'or, failing that,')}"
    if pick.kind == "tail":
        which = f"{which.replace('a card', 'a card and all the cards on top of it')}"
    if not target.to:
        return english.tell(f"choose {which} {source}"), extra
    to = english.read(target.to, Type.PILE)
    move = target.move
    where_to = destination(english, to, move.place if move is not None else "top")
    verb = _play_verb(english, offer, pick, to)
    if verb == "discard":
        return english.tell(f"discard {which} {source}"), extra
    faces = ""
    if move is not None and move.seen_by:
        owner = settled(english.person(to.owner).object()) if isinstance(to, n.ZoneAt) and to.owner is not None else "the player"
        faces = {
            "all": ", face up", "none": ", face down", "owner": f", seen only by {owner}",
            "team": f", seen only by the side of {owner}", "top": ", face up on top",
        }[move.seen_by]  # fmt: skip
    return english.tell(f"{verb} {which} {source} {where_to}{faces}"), extra


def _play_verb(english: English, offer: Offer, pick: Pick, to: n.Node) -> str:
    roles = english.words.zones
    start = pick.source.split("[")[0].strip()
    source_role = roles[start].role if start in roles else ""
    end = roles[to.zone].role if isinstance(to, n.ZoneAt) and to.zone in roles else ""
    mine = isinstance(to, n.ZoneAt) and to.owner is not None and english.person(to.owner) == english.actor
    if source_role == "hand" and end == "discard" and offer.name.split()[0].split("_")[0] in ("discard", "throw", "shed"):
        zone = roles[to.zone] if isinstance(to, n.ZoneAt) else None
        return "discard" if zone is not None and zone.name == "discard" else "put"
    if source_role == "hand" and end in ("discard", "tableau", "sets"):
        return "lay" if end == "sets" else "play"
    if end == "hand":
        return "take" if mine else "give"
    if end == "captured":
        return "take"
    return "put"


def _source(english: English, pick: Pick) -> str:
    """Where the cards are picked from."""
    tree = parse_expression(pick.source)
    texts = pick.source.split(",") if isinstance(tree, s.Group) else [pick.source]
    nodes = [english.read(text.strip(), None) for text in texts]
    parts = []
    for node in nodes:
        if node.type is Type.CARD:
            parts.append(english.card(node).object())
        elif node.type is Type.PILE:
            parts.append(english.noun(node))
        else:
            parts.append(english.card_set(node))
    return f"from {listing(parts, 'or' if pick.kind == 'card' else 'and')}"


def _several(english: English, pick: Pick, phrase: CardPhrase) -> str:
    """How many cards: `exactly three hearts`, `up to three cards`, `one to four cards`."""
    low, high = english.read(pick.low), english.read(pick.high)
    if pick.patterns:
        return phrase.cards() if low == high or not isinstance(high, n.Const) else f"{_range(low, high)} {phrase.cards()}".strip()
    match low, high:
        case n.Const(value=least), n.Const(value=most) if least == most:
            return phrase.counted("exactly " + number_word(most)) if most != 1 else phrase.counted("exactly one")
        case n.Const(value=0), n.Const(value=most):
            return f"up to {phrase.counted(number_word(most))} (or none)"
        case n.Const(value=least), n.Const(value=most):
            return f"{number_word(least)} to {phrase.counted(number_word(most))}"
        case n.Const(value=least), n.PileFact(name="size"):
            return f"any number of {phrase.cards()}" if least <= 1 else f"{number_word(least)} or more {phrase.cards()}"
        case n.Const(value=0), _:
            return f"up to as many {phrase.cards()} as {english.noun(high)} (or none)"
        case _:
            return f"from {english.noun(low)} to {english.noun(high)} {phrase.cards()}"


def _range(low: n.Node, high: n.Node) -> str:
    if isinstance(low, n.Const) and isinstance(high, n.Const):
        return f"{number_word(low.value)} to {number_word(high.value)}"
    return ""


def _pattern(name: str) -> str:
    from deckwright.genome.rulebook.wording import a

    return a(f"*{spoken(name)}*")


# duties


def duty_sentences(english: English, duties: Sequence[Duty], variable: str) -> list[str]:
    """What must be chosen if it can be; the first that binds and can be met decides."""
    sentences = []
    for duty in duties:
        sentences.append(_duty(english, duty, variable))
    if len(sentences) > 1:
        sentences = [f"{text}" for text in sentences]
    return sentences


def _duty(english: English, duty: Duty, variable: str) -> str:
    when = "" if english.is_always(duty.when) else f"if {english.when(duty.when)}, "
    you = english.actor
    if duty.by:
        return f"{when}{you.subject()} must choose a card with the highest *{spoken(duty.by)}* that {you.does('have')}"
    node = english.read(duty.cards or "1")
    if isinstance(node, n.TrickFact) and node.name == "follows":
        return f"{when}{you.subject()} must follow suit if {you.subject()} can"
    phrase = english.cards(node, variable)
    return f"{when}{you.subject()} must play {phrase.a_card()} if {you.subject()} can"


def phase_title(name: str, fallback: str) -> str:
    """What a phase is called."""
    return headline(spoken(name)) if name else fallback


__all__ = ["Step", "choice", "digits", "duty_sentences", "offer_text", "ordinal", "phase_title", "replace"]
