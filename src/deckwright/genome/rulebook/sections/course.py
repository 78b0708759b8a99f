"""The course of a hand: players, places and the deal before it, its parts, and special cards."""

from __future__ import annotations

from dataclasses import replace

from deckwright.document import Block, Heading, Item, Listing, Paragraph, bullets
from deckwright.genome.compile.privacy import guaranteed_sight
from deckwright.genome.effects import Set
from deckwright.genome.enums import TableauMode, TriggerMode
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import zone_build
from deckwright.genome.materials import Zone, find_zone
from deckwright.genome.phases import TurnStructure
from deckwright.genome.rulebook.grammar.sentences import THE_CARD, YOU, Person, items, said, told
from deckwright.genome.rulebook.grammar.wording import a, count, listing, number_word, points, rank_name
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.happening import title
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.places import ROLE_NOUNS, zone_noun

_SEEN = {"all": "face up", "top": "face up, with only the top card in sight", "none": "face down"}
_ROLES = {
    "hand": "a hand", "stock": "a stock to draw from", "discard": "a discard pile", "tableau": "cards on the table",
    "captured": "captured cards", "sets": "completed sets",
}  # fmt: skip


def players(english: English) -> tuple[Block, ...]:
    """How many play, and who plays with whom."""
    genome = english.genome
    if genome.player_count == 1:
        return (Paragraph("This is a game for one player."),)
    number = count(genome.player_count, "player")
    sentences = [f"this is a game for {number}, each of whom plays alone"]
    if genome.team_mode and genome.teams:
        teams = [[str(seat + 1) for seat in team] for team in genome.teams]
        sides = [f"players {' and '.join(team)}" if len(team) > 1 else f"player {team[0]} alone" for team in teams]
        sentences = [
            f"this is a game for {number} in {count(len(sides), 'side')}: {listing(sides)}",
            "the players of a side win and lose together, and what one of them scores counts for the side",
        ]
    if genome.player_count > 2:
        sentences.append("player 2 sits on the left of player 1, and so on round the table")
    return (Paragraph(said(*sentences)),)


def places(english: English) -> tuple[Block, ...]:
    """Where cards lie and who sees them."""
    genome = english.genome
    dealt = str(genome.setup.cards_per_player)
    whole = dealt == "all" or (dealt.isdecimal() and int(dealt) * genome.player_count == len(english.words.cards.cards))
    ends_it = any(win.trigger_mode is TriggerMode.DECK_EMPTY for win in genome.win_conditions)
    is_idle = whole and not ends_it  # a stock that is dealt out; it is told if it is mentioned again
    zones = [zone for zone in genome.zones if zone.role != "stock" or not is_idle or english.names.mentions(zone.name)]
    return bullets(_zone(english, zone) for zone in zones)


def _zone(english: English, zone: Zone) -> str:
    noun = zone_noun(zone)
    role = _ROLES.get(zone.role, "")
    role = f" ({role})" if role and noun != ROLE_NOUNS.get(zone.role) else ""
    piles = ""
    if zone.piles != 1:
        each = f"a pile for each {zone.piles}"
        piles = f", with {count(zone.piles, 'pile') if isinstance(zone.piles, int) else each}"
    if zone.owner == "table":
        lies = "lie" if noun.endswith("s") else "lies"
        text = f"the **{noun}**{role}{piles}{',' if piles else ''} {lies} {_seen(english, zone)}"
    else:
        owner = "you have" if english.words.seats == 1 else f"each {'player' if zone.owner == 'seat' else 'side'} has"
        thing = f"**{noun}**" if noun.endswith("s") else a(noun).replace(noun, f"**{noun}**")
        text = f"{owner} {thing}{role}{piles}, {_seen(english, zone)}"
    if english.words.seats == 1:
        text = text.replace("that player sees", "you see").replace("not even you sees", "not even you see")
    build = zone_build(english.genome, zone)
    if zone.most is not None:
        text = said(text, f"no more than {count(zone.most, 'card')} may lie there{' on one pile' if piles else ''}")
    if not zone.memory:
        text = said(text, "who has seen a card that lies there face down has to remember it: nobody may look again")
    return said(text, _build(english, zone, build) if build else "")


def _seen(english: English, zone: Zone) -> str:
    if zone.seen_by == "top" and guaranteed_sight(english.genome)[zone.name] == "top":
        of_pile = " of its pile" if zone.piles != 1 else ""
        return f"face down, except that a card which comes to lie on top{of_pile} is turned up and stays so"
    of_side = "which only the players of that side see"
    return {
        ("owner", "seat"): "which only that player sees",
        ("owner", "team"): of_side,
        ("team", "team"): of_side,
        ("team", "seat"): "which only the player and their partners see",
        ("none", "seat"): "face down: not even that player sees the cards",
    }.get((zone.seen_by, zone.owner), _SEEN.get(zone.seen_by, _SEEN["none"]))


def _build(english: English, zone: Zone, build: str) -> str:
    """What may be put on a pile."""
    if not zone.build and english.genome.setup.tableau_mode is TableauMode.SEQUENCE:
        return _sequence_rule(english)
    card, pile = card_variable(english.words, "built card"), n.Variable(Type.PILE, Bounds(0, 63), "built pile")
    inner = english.knowing(c=card, p=pile).calling(card.name, THE_CARD)
    inner = inner.calling(pile.name, Person("the pile", pronoun=""))
    rule = inner.read(build)
    if isinstance(rule, n.Conditional):
        first, second = inner.clause(rule.then), inner.clause(rule.otherwise)
        return f"if {inner.clause(rule.test)}, a card may be put there only if {first}; otherwise only if {second}"
    return f"a card may be put there only if {inner.clause(rule)}"


def _sequence_rule(english: English) -> str:
    setup, ranks = english.genome.setup, english.words.cards.ranks
    step = "the next rank up or down from"
    if setup.sequence_gap_allowed != 1:
        step = f"at most {count(setup.sequence_gap_allowed, 'rank')} above or below"
    suit = " and of the same suit" if setup.sequence_must_match_suit else ", whatever its suit"
    wrap = ""
    if setup.sequence_wrap and ranks:  # cards without ranks have no order to go round
        high, low = rank_name(ranks[-1]), rank_name(ranks[0])
        wrap = f"; the {high} may also be low, below the {low}, but never in the middle"
    return f"a card may be put there if the place is empty, or if it is {step} the top card{suit}{wrap}"


def deal(english: English) -> tuple[Block, ...]:
    """How a hand begins."""
    genome, setup = english.genome, english.genome.setup
    dealer = english.about(Person("the dealer"))
    sentences = [*_dealers(english)]
    if setup.starting_chips:
        begins = "you begin" if genome.player_count == 1 else "each player begins"
        sentences.append(f"{begins} the game with {points(setup.starting_chips, 'chip')}")
    sentences.append(_dealing(dealer))
    blocks: list[Block] = [Paragraph(said(*sentences))]
    found = replace(dealer, is_ordered=True).steps(setup.deal)
    text, nested = told(found)
    if nested:
        blocks += (Paragraph("Then:"), Listing(items(found), numbered=True))
    elif text:
        blocks.append(Paragraph(f"Then: {text}"))
    return tuple(blocks)


def _dealers(english: English) -> list[str]:
    genome, setup = english.genome, english.genome.setup
    first = genome.player_count if setup.first_dealer is None else min(setup.first_dealer, genome.player_count - 1) + 1
    if genome.player_count == 1:
        return []
    if genome.max_hands == 1:
        return [f"player {first} deals"]
    then = {
        "rotate": "after each hand the deal passes to the left",
        "winner": "whoever did best in a hand deals the next one; if all did alike, the same dealer again",
        "loser": "whoever did worst in a hand deals the next one; if all did alike, the same dealer again",
        "stay": "the same player deals every hand",
    }[setup.dealer]
    if any(effect.name == "dealer" for effect in models(genome, Set)):
        then = {
            "stay": "later hands are dealt by whoever has then become the dealer",
            "rotate": "after each hand the deal passes to the left of whoever is then the dealer",
        }.get(setup.dealer, then)
    return [f"player {first} deals the first hand; {then}"]


def hand_size(english: English, number: n.Node) -> str:
    """How many cards everyone gets, where it differs from hand to hand."""
    match number:
        case n.Arithmetic(operator="-", left=n.Const(value=first), right=n.Register(name="hand_number")):
            return f"{number_word(first)} in the first hand, and one fewer in each hand after it"
    return english.noun(number)


def _dealing(english: English) -> str:
    genome, setup = english.genome, english.genome.setup
    hands, stock = find_zone(genome.zones, "hand", "seat"), find_zone(genome.zones, "stock")
    into = "" if hands is None or zone_noun(hands) == "hand" else f" into their {zone_noun(hands)}"
    rest = f"; the rest is the {zone_noun(stock)}" if stock is not None else ""
    order = "one by one, beginning on the dealer's left" if genome.player_count > 1 else "one by one"
    each = "to each player" if genome.player_count > 1 else "to yourself"
    if str(setup.cards_per_player) == "all":
        uneven = len(english.words.cards.cards) % genome.player_count
        more = ": some players get one card more than others" if uneven else ""
        return f"shuffle the deck and deal all the cards{into}, {order}{more}"
    number = english.read(str(setup.cards_per_player))
    if not isinstance(number, n.Const):
        return f"shuffle the deck and deal cards {each}{into}, {order}{rest}. How many: {hand_size(english, number)}"
    if number.value == 0:
        stock_is = f"; it is the {zone_noun(stock)}" if stock is not None else ""
        return f"shuffle the deck{stock_is}, and no cards are dealt yet"
    if number.value * genome.player_count >= len(english.words.cards.cards):
        rest = ""
    if number.value == 1:
        return f"shuffle the deck and deal one card {each}{into}{rest}"
    return f"shuffle the deck and deal {count(number.value, 'card')} {each}{into}, {order}{rest}"


def play(english: English) -> tuple[Block, ...]:
    """The whole hand."""
    root = english.genome.turn_structure
    if root.order != "sequence":
        return root.told(english)
    inner = english.about(english.who(root.start))
    blocks: list[Block] = []
    if len(root.phases) == 1:
        blocks += inner.phase(root.phases[0])
    else:  # in parts, each under a heading
        blocks.append(Paragraph(said(f"a hand has {number_word(len(root.phases))} parts, in this order")))
        for phase in root.phases:
            blocks += (Heading(3, title(phase)), *inner.phase(phase))
    return (*blocks, *root.repeated(inner))


def special_cards(english: English) -> tuple[Block, ...]:
    """What happens when a card is played."""
    inner = english.knowing(c=card_variable(english.words, "special card")).calling("special card", THE_CARD)
    # Who plays it has the turn, but in a trick whoever the hand starts with.
    root = english.genome.turn_structure
    structures = models(root, TurnStructure)
    around = [turns for turns in structures if any(one.goes_round for one in turns.phases)]
    is_plain = all(turns is root and turns.order == "sequence" for turns in around)
    of_trick = english.who(root.start) if is_plain else Person("whoever has the turn")
    inner = replace(inner, turn=of_trick if around else YOU)
    entries = []
    for special in english.genome.special_effects:
        text, blocks = told(inner.steps(special.effects))
        entries.append(Item(f"When you play {english.cards_of(special.trigger).a_card()}: {text}".strip(), blocks))
    return (Listing(tuple(entries)),) if entries else ()
