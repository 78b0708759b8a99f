"""Tricks: who leads, what must be played, who takes them, and when they end."""

from __future__ import annotations

from deckwright.genome.enums import BreakingRule, TieBreaker
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import TrickPhase
from deckwright.genome.rulebook.choices import duty_sentences
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import Person, said, settled
from deckwright.genome.rulebook.places import zone_noun
from deckwright.genome.rulebook.reading import read_condition
from deckwright.genome.rulebook.wording import a, capitalised, count, listing, suit_cards, suit_name
from deckwright.genome.zones import Strain

PLAYED = "played card"
PLAIN = Strain(name="plain")


def trick(english: English, phase: TrickPhase) -> tuple[Block, ...]:
    """A trick phase."""
    leader = english.who(phase.leader)
    hand = zone_noun(english.words.zones[phase.source]) if phase.source in english.words.zones else "hand"
    opening = _forced(phase, leader, hand) if phase.forced_top else _free(phase, leader, hand)
    blocks: list[Block] = [Paragraph(opening)]
    rules = [] if phase.forced_top else [*_duties(english, phase), *_breaking(english, phase)]
    rules += _absent_seats(english, phase)
    if rules:
        blocks.append(Listing(tuple(Item(said(rule)) for rule in rules)))
    blocks.append(Paragraph(said(*_taking(english, phase, hand))))
    return tuple(blocks)


def _free(phase: TrickPhase, leader: Person, hand: str) -> str:
    return said(
        leader.does(f"lead to the first trick by playing a card from {leader.their(hand)}"),
        f"the others follow in turn, each playing one card from their {hand}",
    )


def _forced(phase: TrickPhase, leader: Person, hand: str) -> str:
    return said(
        f"each player in turn, beginning with {leader.object()}, turns up the top card of their {hand}: there is nothing to choose"
    )


def _duties(english: English, phase: TrickPhase) -> list[str]:
    inner = english.about(Person("you", "your", "you")).knowing(c=card_variable(english.words, PLAYED))
    found = duty_sentences(inner, phase.duties, PLAYED)
    if not found:
        return ["you may play any card"]
    if len(found) > 1:
        found[0] = f"{found[0]} (of these duties, the first that applies and that you can meet decides)"
    return found


def _breaking(english: English, phase: TrickPhase) -> list[str]:
    if phase.breaking_rule is BreakingRule.NONE or phase.breaking_suit is None:
        return []
    suit = suit_cards(phase.breaking_suit)
    if phase.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN:
        rule = f"{suit} may not be led until {suit_name(phase.breaking_suit)} are broken, unless you have nothing else"
    else:
        rule = f"{suit} may not be played at all until {suit_name(phase.breaking_suit)} are broken, unless you have nothing else to play"
    if not phase.broken_by:
        return [f"{rule}; nothing breaks them"]
    scope = english.knowing(c=card_variable(english.words, "c"))
    kinds = [scope.cards(read_condition(condition, english.library.card_scope), "c") for condition in phase.broken_by]
    broken = listing([kind.a_card() for kind in kinds], "or")
    return [rule, f"{suit_name(phase.breaking_suit)} are broken as soon as {broken} has been played"]


def _absent_seats(english: English, phase: TrickPhase) -> list[str]:
    rules = []
    for text, kind in ((phase.out, "out"), (phase.dummy, "dummy")):
        node = english.read(text, Type.SEAT)
        if isinstance(node, n.Const) and node.value < 0:
            continue
        who = english.person(node)
        if kind == "out":
            rules.append(who.does("sit out and plays no cards") if False else f"{who.subject()} sits out: nothing is played for them")
        else:
            rules.append(f"after the first card is led, {who.their('cards')} are laid open as the dummy, and {who.their('partner')} plays them")
    return rules


def _taking(english: English, phase: TrickPhase, hand: str) -> list[str]:
    winner = Person("the winner")
    to = english.about(winner).read(phase.to, Type.PILE)
    place = settled(english.about(winner).place(to)).replace("the winner's", "the winner's")
    strains = english.words.genome.strains or (PLAIN,)
    chosen = english.read(phase.strain, Type.STRAIN)
    fixed = isinstance(chosen, n.Const)
    sentences = []
    if fixed and english.words.genome.strains:
        sentences.append(f"these tricks are played in {english.noun(chosen)}")
    elif not isinstance(chosen, n.Register) or chosen.name != "strain":
        sentences.append(f"the strain of these tricks is {english.noun(chosen)}")
    if len(strains) == 1 and not strains[0].each:
        sentences.append(won_by(english, strains[0]))
    else:
        sentences.append("who wins a trick depends on the strain (see *Strains*)")
    sentences += _ties(english, phase, hand)
    if phase.to == phase.source:
        sentences.append(f"the winner puts all the cards of the trick underneath their {hand} and leads to the next one")
    else:
        sentences.append(f"the winner takes the cards of the trick {place} and leads to the next one")
    if english.words.genome.game_rules.same_player_on_win and _in_cycle(english):
        sentences.append("the winner also has the next turn")
    sentences.append(_until(english, phase, hand))
    return sentences


def _in_cycle(english: English) -> bool:
    return True


def _until(english: English, phase: TrickPhase, hand: str) -> str:
    empty = f"fewer than two players have cards in their {hand}" if phase.forced_top else "the cards have run out"
    if english.is_never(phase.until):
        return f"tricks are played until {empty}"
    return f"tricks are played until {empty}, or earlier if after a trick {english.when(phase.until)}"


def won_by(english: English, strain: Strain, *, suit: str = "") -> str:
    """Which card takes a trick."""
    order = _order(english, strain)
    if not strain.follow:
        best = f"the highest card of all wins the trick, whatever its suit{order}"
    else:
        best = f"the highest card of the suit led wins the trick{order}"
    if not strain.called:
        return best
    called = _called(english, strain)
    if strain.power:
        return f"{called} are trumps: the highest trump wins the trick; if there is none, {best}"
    return f"{called} form a suit of their own, and leave their printed suits; {best}"


def _called(english: English, strain: Strain) -> str:
    scope = _strain_scope(english, strain)
    return scope.cards(scope.read(strain.called), PLAYED).cards()


def _order(english: English, strain: Strain) -> str:
    if strain.order.strip().replace(" ", "") == "rank(c)":
        return ""
    scope = _strain_scope(english, strain).calling(PLAYED, Person("the card", "its", "it"))
    return f" (cards are ordered by {settled(scope.value(strain.order))}, more being higher)"


def _strain_scope(english: English, strain: Strain) -> English:
    scope = english.knowing(c=card_variable(english.words, PLAYED))
    if strain.each:
        suits = n.Variable(Type.SUIT, Bounds(0, max(0, len(english.words.cards.suits) - 1)), "strain suit")
        scope = scope.knowing(s=suits).calling("strain suit", Person("the suit named", pronoun=""))
    return scope


def _ties(english: English, phase: TrickPhase, hand: str) -> list[str]:
    if phase.ties == "last":
        return ["of equal cards, the last one played wins"]
    if phase.ties == "first":
        return ["of equal cards, the first one played wins"] if _may_tie(english) else []
    match english.words.genome.game_rules.tie_breaker:
        case TieBreaker.ACTIVE_PLAYER:
            return ["if equal cards are highest, whoever of them comes first in turn from the leader wins"]
        case TieBreaker.ALTERNATING:
            return ["if equal cards are highest, the tied players win by turns"]
        case TieBreaker.SPLIT:
            return [
                "if equal cards are highest, the tied players share the cards of the trick equally; what does not divide "
                "goes to the first of them in turn, who also leads next"
            ]
        case TieBreaker.BATTLE:
            return _battle(phase, hand)


def _battle(phase: TrickPhase, hand: str) -> list[str]:
    buried = f"each puts {count(phase.bury, 'card')} face down on the trick and then plays another" if phase.bury else "each plays another card"
    fate = f"{capitalised(buried)}"
    return [
        f"if equal cards are highest, there is a battle between those who played them: {buried}, and the highest of the new cards wins everything",
        "another tie is another battle",
        f"who does not have enough cards left for a battle puts in all they have and loses it; if nobody has enough, whoever has the most "
        f"cards wins it, and if that is level too the hand ends there",
    ][: 3 if fate else 3]


def _may_tie(english: English) -> bool:
    """Whether two cards of a trick can be equal: copies, or ranks alone."""
    words = english.words
    cards = words.cards.cards
    strains = words.genome.strains or (PLAIN,)
    return len(set(cards)) < len(cards) or any(not strain.follow or strain.order.strip() != "rank(c)" for strain in strains)


def strain_names(english: English, strain: Strain) -> str:
    """What a strain is called; one per suit: `each suit`."""
    if strain.each:
        return listing([english.names.strain(strain.name.replace("{s}", suit)) for suit in english.words.cards.suits])
    return english.names.strain(strain.name)


def strains(english: English) -> tuple[Block, ...]:
    """The strains of a game that has several."""
    found = english.words.genome.strains
    if len(found) < 2 and not any(strain.each for strain in found):
        return ()
    entries = tuple(Item(f"**{capitalised(strain_names(english, strain))}**: {settled(won_by(english, strain))}.") for strain in found)
    binding = [strain_names(english, strain) for strain in found if not strain.follow]
    notes = [f"In {listing(binding)} there is no suit to follow."] if binding else []
    return (Listing(entries), *(Paragraph(note) for note in notes))


__all__ = ["a", "strain_names", "strains", "trick", "won_by"]
