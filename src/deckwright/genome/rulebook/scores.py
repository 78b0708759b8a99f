"""Points: for cards, and at the end of a hand."""

from __future__ import annotations

from deckwright.genome.enums import ScoringTrigger
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import YOU, YOUR_SIDE, Person, said
from deckwright.genome.rulebook.points import points_phrase
from deckwright.genome.rulebook.reading import read_condition, read_seat_or_team
from deckwright.genome.rulebook.wording import capitalised, points, spoken
from deckwright.genome.scoring import CardScoringRule, ScoringRule

_TRIGGERS = {
    ScoringTrigger.TRICK_WIN: "{each} in a trick that you win",
    ScoringTrigger.CAPTURE: "{each} that you capture from the table",
    ScoringTrigger.PLAY: "{each} that you play",
    ScoringTrigger.HAND_END: "{each} that you still hold when the hand ends",
}


def scores(english: English) -> tuple[Block, ...]:
    """Everything that gives points."""
    genome = english.words.genome
    blocks: list[Block] = []
    if genome.card_scoring:
        blocks.append(Paragraph("For single cards:"))
        blocks.append(Listing(tuple(Item(_card(english, rule)) for rule in genome.card_scoring)))
    if genome.scoring_rules:
        order = "At the end of each hand, in this order:" if len(genome.scoring_rules) > 1 else "At the end of each hand:"
        blocks.append(Paragraph(order))
        blocks.append(Listing(tuple(Item(_rule(english, rule)) for rule in genome.scoring_rules)))
    if blocks and genome.team_mode:
        blocks.append(Paragraph("What a player scores counts for the player's side as well."))
    return tuple(blocks)


def _card(english: English, rule: CardScoringRule) -> str:
    phrase = english.cards(read_condition(rule.condition, english.library.card_scope), "c")
    if rule.trigger is ScoringTrigger.SET_COMPLETE:
        what = "each set that you complete" if phrase.is_any else f"each set that you complete with {phrase.a_card()} in it"
    else:
        each = phrase.a_card() if phrase.is_single else f"each {phrase.one()}"
        what = _TRIGGERS[rule.trigger].format(each=each)
    return said(f"**{points(rule.points)}** for {what}")


def _rule(english: English, rule: ScoringRule) -> str:
    inner, who = _scored(english, rule)
    text = f"{who.does('score')} {points_phrase(inner, inner.read(rule.points))}"
    if rule.into != "score":
        noun = inner.names.mark(rule.into)
        node = inner.read(rule.points)
        amount = inner.noun(node)
        text = f"{who.their(noun)} goes up by {amount}"
    if not inner.is_always(rule.when):
        text = f"if {inner.when(rule.when)}, {text}"
    name = f"**{capitalised(spoken(rule.name))}**: " if rule.name else ""
    return name + said(text)


def _scored(english: English, rule: ScoringRule) -> tuple[English, Person]:
    """Who is scored, and the place where the rule is said about them."""
    from dataclasses import replace

    if not rule.to:
        team = english.words.genome.team_mode
        scope = english.library.side_scope
        who = YOUR_SIDE if team else YOU
        return replace(english.about(who), scope=scope), who
    node = read_seat_or_team(rule.to, english.library.seat_scope)
    who = english.about(Person("the player who acted last")).person(node)
    if isinstance(node, n.Register) and node.name == "actor":
        who = YOU
    scope = english.library.team_scope if node.type is Type.TEAM else english.library.seat_scope
    return replace(english.about(who), scope=scope), who
