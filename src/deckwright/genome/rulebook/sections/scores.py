"""Points: for cards, at the end of a hand, and how many there are to win in all."""

from __future__ import annotations

from dataclasses import replace

from deckwright.document import Block, Item, Listing, Paragraph
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.enums import ScoringTrigger
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.syntax import ExpressionError
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.sentences import YOU, YOUR_SIDE, Person, said
from deckwright.genome.rulebook.grammar.wording import capitalised, count, digits, listing, spoken
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.happening import going
from deckwright.genome.rulebook.phrases.numbers import terms
from deckwright.genome.rulebook.phrases.points import gained
from deckwright.genome.rulebook.phrases.reading import TermUse, read, read_seat_or_team
from deckwright.genome.schema import CardScoringRule, ScoringRule


def shared_totals(english: English) -> list[str]:
    """For each term that counts tricks and cards taken, how much of it there is in all."""
    phases = phases_of(english.genome.turn_structure)
    counts = [tricks for phase, _ in phases for tricks in phase.tricks(english)]
    if len(counts) != 1 or not counts[0][0]:
        return []
    tricks, unless = counts[0]
    found = []
    for term in english.genome.terms:
        scope = english.library.side_scope
        try:
            parts = _parts(english, read(term.expr, scope, None), tricks)
        except ExpressionError:  # a term about picks or of players alone counts nothing that sides share
            continue
        if parts and sum(number for number, _ in parts):
            total = digits(sum(number for number, _ in parts))
            noun = spoken(term.name).split()[-1] if term.name.endswith("s") else f"of *{spoken(term.name)}*"
            made = [f"{digits(number)} for {what}" for number, what in parts]
            found.append(f"{unless}in all, a hand holds {total} {noun}: {listing(made)}")
    return list(dict.fromkeys(found))


def _parts(english: English, node: n.Node, tricks: int) -> list[tuple[int, str]]:
    """The parts of a sum as what all sides have of it together; nothing, if that is not the same in every hand."""
    found: list[tuple[int, str]] = []
    for minus, part in terms(node):
        match part:
            case n.Register(name="tricks" | "team_tricks", index=n.Node()):
                found.append((tricks, f"the {count(tricks, 'trick')}"))
            case n.Gather(
                gather="sum", domain=n.Domain(of=n.Node() as cards), test=None, body=n.Attribute(name=name)
            ) if _is_taken(english, cards) and name in english.words.tables:
                found.append((sum(english.words.attributes[name]), "cards"))
            case n.Arithmetic(operator="*", left=n.Const(value=value), right=n.Comparison(operator="==") as test) if (
                any(isinstance(inner, n.Register) and inner.name == "winner" for inner in test.walk())
            ):
                found.append((value, "the last trick"))
            case _:
                return []
        if minus:
            return []
    return found


def _is_taken(english: English, cards: n.Node) -> bool:
    """Whether cards are those that somebody has captured."""
    match cards:
        case n.PileCards(pile=pile):
            return _is_taken(english, pile)
        case n.ZoneAt(zone=name, owner=n.Node()):
            return english.words.zones[name].role == "captured"
        case TermUse(meaning=meaning):
            return _is_taken(english, meaning)
    return False


_TRIGGERS = {
    ScoringTrigger.TRICK_WIN: "in a trick that you win",
    ScoringTrigger.CAPTURE: "that you capture from the table",
    ScoringTrigger.PLAY: "that you play",
    ScoringTrigger.HAND_END: "that you still hold when the hand ends",
}


def scores(english: English) -> tuple[Block, ...]:
    """Everything that gives points."""
    genome = english.genome
    blocks: list[Block] = [Paragraph(said(text)) for text in shared_totals(english)]
    if genome.card_scoring:
        entries = tuple(Item(_card(english, rule)) for rule in genome.card_scoring)
        blocks += (Paragraph("During the hand you score:"), Listing(entries))
    if genome.scoring_rules:
        when = "At the end of each hand" if genome.max_hands > 1 else "At the end of the hand"
        order = ", in this order" if len(genome.scoring_rules) > 1 else ""
        entries = tuple(Item(_rule(english, rule)) for rule in genome.scoring_rules)
        blocks += (Paragraph(f"{when}{order}:"), Listing(entries))
    return tuple(blocks)


def card_points(english: English) -> list[str]:
    """What cards score during a hand, each in a phrase."""
    return [_card(english, rule).rstrip(".").replace("**", "") for rule in english.genome.card_scoring]


def _card(english: English, rule: CardScoringRule) -> str:
    phrase = english.cards_of(rule.condition)
    if rule.trigger is ScoringTrigger.SET_COMPLETE:
        what = "each set that you complete" + ("" if phrase.is_any else f" with {phrase.a_card()} in it")
    else:
        each = phrase.a_card() if phrase.is_single else f"each {phrase.one()}"
        what = f"{each} {_TRIGGERS[rule.trigger]}"
    return said(f"**{english.names.points(rule.points)}** for {what}")


def _rule(english: English, rule: ScoringRule) -> str:
    who, scope = YOUR_SIDE if english.genome.team_mode else YOU, english.library.side_scope
    if rule.to:
        node = read_seat_or_team(rule.to, english.library.scope)
        who = english.about(Person("whoever acted last")).person(node)
        scope = english.library.team_scope if node.type is Type.TEAM else english.library.scope
    inner = replace(english.about(who), scope=scope)
    number = inner.read(rule.points)
    parts, rest = terms(number), []
    for minus, part in parts:
        match part:
            case n.Register(name="score" | "team_score", index=n.Register(name="actor")) if minus:
                pass
            case _:
                rest.append((minus, part))
    if rule.into != "score":
        noun = inner.names.mark(inner.names.registers[rule.into].label or rule.into)
        noun = f"number of {noun}" if rule.into in inner.names.tallies else noun
        text = going(inner, who.their(noun), number)
    elif len(rest) == 1 < len(parts) and not rest[0][0]:  # x - score: the score becomes x
        text = f"{who.their('score')} becomes {inner.noun(rest[0][1])}"
    else:
        text = gained(inner, who, number, inner.names.score_unit)
    if not inner.is_always(rule.when):
        text = f"if {inner.when(rule.when)}, {text}"
    name = f"**{capitalised(spoken(rule.name))}**: " if rule.name else ""
    return name + said(text)
