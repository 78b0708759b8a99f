"""Tricks: who leads, what must be played, who takes them, and when they end."""

from __future__ import annotations

from deckwright.genome.effects import Move
from deckwright.genome.enums import BreakingRule, TieBreaker
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.build import strains_of
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import TrickPhase
from deckwright.genome.rulebook.cardwords import is_mark
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.orders import are_any_level, order_told
from deckwright.genome.rulebook.people import YOU, Person, said, settled
from deckwright.genome.rulebook.picking import duties
from deckwright.genome.rulebook.places import zone_noun
from deckwright.genome.rulebook.reading import HasSuit, read_condition
from deckwright.genome.rulebook.wording import capitalised, count, listing, plural, spoken, suit_cards, suit_name
from deckwright.genome.zones import Strain

PLAYED = "played card"


def trick(english: English, phase: TrickPhase) -> tuple[Block, ...]:
    """A trick phase."""
    leader = english.who(phase.leader)
    hand = zone_noun(english.words.zones[phase.source])
    if phase.forced_top:
        opening = said(
            f"each player in turn, beginning with {leader.object()}, turns up the top card of their {hand}",
            "there is nothing to choose",
        )
    else:
        opening = said(
            leader.does(f"lead to the first trick with a card from {leader.their(hand)}"),
            f"the others follow in turn to the left, each with one card from their {hand}",
        )
    seats = _absent_seats(english, phase)
    blocks: list[Block] = [Paragraph(" ".join(filter(None, (opening, said(*seats)))))]
    if not phase.forced_top:
        blocks += _rules(english, phase)
    blocks.append(Paragraph(said(*_of_two_suits(english), *_taking(english, phase, hand))))
    return tuple(blocks)


def _of_two_suits(english: English) -> list[str]:
    """What suit is led by a card that has two, and which it follows."""
    genome = english.words.genome
    if all(len(set(extra.suits)) < 2 for extra in genome.deck.extra):
        return []
    rules = [f"a card of two suits belongs to both: led, it asks for {_suit_led(english)}, and it follows either"]
    strains = strains_of(genome)
    if any(strain.called and strain.power for strain in strains):
        rules.append("a trump belongs to the trumps alone")
    return rules


def _suit_led(english: English) -> str:
    """Which of its two suits a card asks for when it is led: the first as it is written."""
    place = {suit: number for number, suit in enumerate(english.words.cards.suits)}
    written = [extra.suits for extra in english.words.genome.deck.extra if len(extra.suits) > 1]
    is_number = all(suit.isdigit() for suits in written for suit in suits)
    if is_number and all(place[first] >= place[second] for first, second in written):
        return "the higher of them"
    return "the first of them"


def _absent_seats(english: English, phase: TrickPhase) -> list[str]:
    rules = []
    out, dummy = (english.read(text, Type.SEAT) for text in (phase.out, phase.dummy))
    if isinstance(out, n.Conditional) and _is_nobody(out.otherwise):
        rules.append(f"if {english.clause(out.test)}, {english.person(out.then).does('sit out these tricks')}")
    elif not _is_nobody(out):
        rules.append(english.person(out).does("sit out these tricks"))
    if rules:
        rules.append("whoever sits out is passed over: if they were to lead, the next player does")
    if not _is_nobody(dummy):
        who = english.person(dummy)
        rules.append(
            f"once the first card has been led, {who.subject()} is the dummy: the dummy's cards are laid open, and the "
            "dummy's partner plays them"
        )
    return rules


def _is_nobody(node: n.Node) -> bool:
    return isinstance(node, n.Const) and node.value < 0


# what may be played


def _rules(english: English, phase: TrickPhase) -> list[Block]:
    inner = english.about(YOU).knowing(c=card_variable(english.words, PLAYED))
    binding = duties(inner, phase.duties, PLAYED, verb="play")
    breaking = [*_holding(inner, phase), *breaking_rules(english, phase)]
    if len(binding) == 1:
        free = ", and otherwise may play any card" if binding[0].endswith("can") else ""
        return [Paragraph(said(f"{binding[0]}{free}", *breaking))]
    if not binding:
        return [Paragraph(said("you may play any card", *breaking))]
    intro = (
        "What you may play is decided by the first of these rules that applies and that you can obey; if there is "
        "none, you may play any card:"
    )
    blocks: list[Block] = [Paragraph(intro), Listing(tuple(Item(said(rule)) for rule in binding), numbered=True)]
    return [*blocks, Paragraph(said(*breaking))] if breaking else blocks


def _holding(english: English, phase: TrickPhase) -> list[str]:
    if english.is_never(phase.hold):
        return []
    may = "you may play nothing to a trick and keep your cards for later ones (**hold**)"
    when = "" if english.is_always(phase.hold) else f"if {english.when(phase.hold)}, "
    return [
        f"{when}{may}, unless nobody else has played to it or still can",
        "if whoever should lead holds, the next player leads",
    ]


def breaking_rules(english: English, phase: TrickPhase) -> list[str]:
    """What a suit that is not broken keeps from being played, and what breaks it."""
    if phase.breaking_rule is BreakingRule.NONE or phase.breaking_suit is None:
        return []
    suit = suit_name(phase.breaking_suit)
    cards = suit_cards(phase.breaking_suit)
    if phase.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN:
        rule = f"{cards} may not be led until {suit} are broken, unless you have nothing else"
    else:
        rule = f"{cards} may not be played at all until {suit} are broken, unless you have nothing else to play"
    if not phase.broken_by:
        return [rule, f"nothing breaks {suit}"]
    kinds = [english.cards(read_condition(condition, english.library.card_scope), "c") for condition in phase.broken_by]
    return [rule, f"{suit} are broken as soon as {listing([kind.a_card() for kind in kinds], 'or')} has been played"]


# who takes it


def _taking(english: English, phase: TrickPhase, hand: str) -> list[str]:
    genome = english.words.genome
    found = strains_of(genome)
    chosen = english.read(phase.strain, Type.STRAIN)
    word = english.names.strain_word
    sentences = []
    if not (isinstance(chosen, n.Register) and chosen.name == "strain"):
        sentences.append(f"the {word} of these tricks is {english.noun(chosen)}")
    if len(found) == 1 and not found[0].each:
        sentences.append(won_by(english, found[0]))
    else:
        sentences.append(f"which card wins a trick depends on the {word} (see *{capitalised(plural(word))}*)")
    sentences += _ties(english, phase, hand)
    leads = "" if english.is_always(phase.until) else " and leads to the next one"
    if phase.to == phase.source:
        sentences.append(f"the winner puts the cards of the trick underneath their {hand}{leads}")
    else:
        winner = english.about(Person("the winner"))
        place = winner.place(winner.read(phase.to, Type.PILE))
        sentences.append(f"{winner.actor.does('take')} the cards of the trick {place}{leads}")
    if genome.game_rules.same_player_on_win and english.names.is_in_cycle(phase):
        sentences.append("the winner also has the next turn")
    if english.is_always(phase.until):
        return [*sentences, "only one trick is played"]
    ended = (
        f"only one player has cards in their {hand}"
        if phase.to == phase.source
        else "all cards have been played"
        if _is_played_out(english, phase)
        else "at most one player has cards left"
    )
    until = "" if english.is_never(phase.until) else f", or earlier if after a trick {english.when(phase.until)}"
    return [*sentences, f"tricks are played until {ended}{until}"]


def _is_played_out(english: English, phase: TrickPhase) -> bool:
    """Whether everyone has as many cards, so that the tricks use them up."""
    genome = english.words.genome
    dealt, cards = str(genome.setup.cards_per_player), len(english.words.cards.cards)
    is_even = dealt != "all" or cards % genome.player_count == 0
    is_even = is_even and not any(
        isinstance(effect, Move) for special in genome.special_effects for effect in special.effects
    )
    return is_even and phase.source == "hand" and _is_nobody(english.read(phase.out, Type.SEAT))


def won_by(english: English, strain: Strain) -> str:
    """Which card takes a trick."""
    where = "of all the cards" if not strain.follow else "of the suit led"
    is_reversed = _is_reversed(english, strain)
    first = "lowest" if is_reversed else "highest"
    best = f"the {first} card {where} wins the trick" + (", whatever its suit" if not strain.follow else "")
    best += "" if is_reversed else _order(english, strain)
    if not strain.called:
        return best
    scope = _strain_scope(english, strain)
    called = scope.cards(scope.read(strain.called), PLAYED).cards()
    if strain.power:
        apart = "" if _is_one_suit(english, strain) else ", and together one suit"
        return f"{called} are trumps{apart}: the {first} trump wins the trick; if none is played, {best}"
    return f"{called} are a suit of their own and do not belong to their printed suits; {best}"


def _is_one_suit(english: English, strain: Strain) -> bool:
    """Whether the trumps are the cards of one suit as it is printed, so that following it is plain."""
    scope = _strain_scope(english, strain)
    match scope.read(strain.called):
        case n.Comparison(operator="==", left=n.Attribute(name="suit", card=n.Variable(name=it)), right=right):
            return it == PLAYED and right.type is Type.SUIT
        case HasSuit(card=n.Variable(name=it)):
            return it == PLAYED
        case _:
            return False


def _is_reversed(english: English, strain: Strain) -> bool:
    """Whether the order is that of the ranks, the other way round."""
    match _strain_scope(english, strain).read(strain.order):
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=n.Attribute(name="rank", card=n.Variable() as it)):
            return it.name == PLAYED
    return False


def _order(english: English, strain: Strain) -> str:
    if strain.order.replace(" ", "") == "rank(c)":
        return ""
    if (told := order_told(english.library.words, strain, _strain_scope(english, strain), PLAYED)) is not None:
        return told
    scope = _strain_scope(english, strain).calling(PLAYED, Person("the card", "its", "it"))
    order = scope.read(strain.order)
    match order:
        case n.Arithmetic(
            operator="+" | "-" as sign,
            left=n.Attribute(bounds=bounds) as usual,
            right=n.Arithmetic(operator="*", left=n.Const(value=value), right=n.Attribute(name=name)),
        ) if is_mark(english.words, name) and value > bounds.high - bounds.low:
            above = "above" if sign == "+" else "below"
            return f", going by {settled(scope.noun(usual))}, with *{spoken(name)}* cards {above} all others"
    return f", going by {settled(scope.noun(order))}"


def _strain_scope(english: English, strain: Strain) -> English:
    scope = english.knowing(c=card_variable(english.words, PLAYED))
    if strain.each:
        suit = n.Variable(Type.SUIT, Bounds(0, max(0, len(english.words.cards.suits) - 1)), "strain suit")
        scope = scope.knowing(s=suit).calling("strain suit", Person("the suit named", pronoun=""))
    return scope


def _ties(english: English, phase: TrickPhase, hand: str) -> list[str]:
    match phase.ties, english.words.genome.game_rules.tie_breaker:
        case "first", _:
            return ["of equal cards, the first one played wins"] if _may_tie(english) else []
        case "last", _:
            return ["of equal cards, the last one played wins"]
        case _, TieBreaker.ACTIVE_PLAYER:
            return ["if equal cards are highest, the first of their players in turn from the leader wins"]
        case _, TieBreaker.ALTERNATING:
            return ["if equal cards are highest, their players win such ties by turns"]
        case _, TieBreaker.SPLIT:
            return [
                "if equal cards are highest, their players share the cards of the trick equally",
                "what does not divide goes to the first of them in turn, who also leads next",
            ]
        case _:
            return _battle(phase, hand)


def _battle(phase: TrickPhase, hand: str) -> list[str]:
    again = "each of them plays another card"
    if phase.bury:
        again = (
            f"each of them puts {count(phase.bury, 'card')} face down on the trick and then plays another one face up"
        )
    return [
        f"if equal cards are highest, their players fight a battle: {again}, and the highest of the new cards wins "
        "everything",
        "another tie is another battle",
        f"who has too few cards left in their {hand} for a battle puts in all of them and loses it",
        "if nobody has enough, whoever has most wins it, and if that is level too the hand is over",
    ]


def _may_tie(english: English) -> bool:
    """Whether two cards of a trick can be equal: copies, or an order in which cards of one suit are level."""
    cards = english.words.cards.cards
    found = strains_of(english.words.genome)
    return len(set(cards)) < len(cards) or any(
        not one.follow or are_any_level(english.library.words, one, _strain_scope(english, one), PLAYED)
        for one in found
    )


# strains


def strains(english: English) -> tuple[Block, ...]:
    """The strains of a game that has several."""
    found = english.words.genome.strains
    if len(found) < 2 and not any(strain.each for strain in found):
        return ()
    entries = []
    for strain in found:
        follow = "" if strain.follow else " There is no suit to follow."
        entries.append(
            Item(f"**{capitalised(_strain_name(english, strain))}**: {settled(won_by(english, strain))}.{follow}")
        )
    return (Listing(tuple(entries)),)


def _strain_name(english: English, strain: Strain) -> str:
    if strain.each:
        return listing([english.names.strain(strain.name.replace("{s}", suit)) for suit in english.words.cards.suits])
    return english.names.strain(strain.name)
