"""What is on the table before play: players, sides, cards, places and the deal."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.genome.enums import TableauMode
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.build import zone_build
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.rulebook.actions import items, steps, told
from deckwright.genome.rulebook.cardwords import is_mark
from deckwright.genome.rulebook.document import Block, Listing, Paragraph, bullets
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import Person, said
from deckwright.genome.rulebook.places import ROLE_NOUNS, zone_noun
from deckwright.genome.rulebook.reading import matching, read_condition
from deckwright.genome.rulebook.wording import (
    a,
    capitalised,
    count,
    digits,
    listing,
    number_word,
    plain,
    plural,
    points,
    rank_name,
    rank_plural,
    spoken,
    suit_name,
)
from deckwright.genome.zones import Zone

_SEEN = {
    "all": "face up, for everyone to see",
    "team": "seen only by the players of the side",
    "owner": "seen only by {owner}",
    "top": "face up, with only the top card in sight",
    "none": "face down: nobody sees the cards",
}
_ROLES = {
    "hand": "a hand", "stock": "a stock", "discard": "a discard pile", "tableau": "cards on the table", "captured": "captured cards",
    "sets": "completed sets", "other": "",
}  # fmt: skip


def players(english: English) -> tuple[Block, ...]:
    """How many play, and who plays with whom."""
    genome = english.words.genome
    sentences = [f"this is a game for {count(genome.player_count, 'player')}"]
    if genome.team_mode and genome.teams:
        sides = [listing([f"player {seat + 1}" for seat in team]) for team in genome.teams]
        together = [f"{names} {'play together' if len(team) > 1 else 'plays alone'}" for names, team in zip(sides, genome.teams, strict=True)]
        sentences += ["; ".join(together), "players of a side win and lose together; what a player scores counts for the side too"]
    if genome.player_count > 1:
        sentences.append("players sit in order round the table: player 2 is on the left of player 1, and so on")
    return (Paragraph(said(*sentences)),)


# cards


def cards(english: English) -> tuple[Block, ...]:
    """The deck, the order of ranks, special cards and card tables."""
    deck = english.words.genome.deck
    total = len(english.words.cards.cards)
    sentences = []
    if deck.suits and deck.ranks:
        sentences.append(f"the deck has {count(total, 'card')}: {_grid(deck.suits, deck.ranks)}")
        if deck.copies > 1:
            sentences.append(f"each of these cards is there {number_word(deck.copies)} times" if deck.copies > 2 else "each of these cards is there twice")
    elif deck.ranks:
        sentences.append(f"the deck has {count(total, 'card')} without suits: {_ranks(deck.ranks)}" + (f", {number_word(deck.copies)} of each" if deck.copies > 1 else ""))
    else:
        sentences.append(f"the deck has {count(total, 'card')}")
    if deck.omit:
        left_out = [english.cards(read_condition(one, english.library.card_scope), "c") for one in deck.omit]
        sentences.append(f"left out: {listing([phrase.cards() for phrase in left_out])}")
    extras = []
    for extra in deck.extra:
        suits = f" of {listing([suit_name(suit) for suit in extra.suits])}" if extra.suits else ""
        rank = f" (its rank is {rank_name(extra.rank)})" if extra.rank and extra.rank != extra.name else ""
        extras.append(f"{number_word(extra.copies)} {spoken(extra.name)}{suits}{rank}")
    if extras:
        sentences.append(f"in addition there {'is' if len(extras) == 1 and deck.extra[0].copies == 1 else 'are'} {listing(extras)}")
    tables = [table_text(english, table.name) for table in deck.tables]
    return (Paragraph(said(*sentences)), *bullets(tables))


def _grid(suits: Sequence[str], ranks: Sequence[str]) -> str:
    if len(suits) == 1:
        return f"{_ranks(ranks)}, all of {suit_name(suits[0])}"
    return f"in each of the suits {listing([suit_name(suit) for suit in suits])}, {_ranks(ranks)}"


def _ranks(ranks: Sequence[str]) -> str:
    names = listing([rank_name(rank) for rank in ranks])
    return f"{names} (from low to high)" if len(ranks) > 1 else names


def table_text(english: English, name: str) -> str:
    """What a card table gives to each card."""
    words = english.words
    values = words.attributes[name]
    title = f"**{capitalised(spoken(name))}**"
    if is_mark(words, name):
        return said(f"{title}: {_cards_with(english, values, 1)} are *{spoken(name)}*; no other card is")
    given = sorted({value for value in values if value}, reverse=True)
    parts = [f"{_cards_with(english, values, value)}: {digits(value)}" for value in given]
    if 0 in values:
        parts.append("all others: 0")
    return said(f"{title} of a card: {'; '.join(parts)}")


def _cards_with(english: English, values: Sequence[int], value: int) -> str:
    """The cards that have a value, as ranks or suits where it depends on those alone."""
    words = english.words
    every = words.cards.cards
    chosen = {place for place, own in enumerate(values) if own == value}
    by_rank = [rank for rank in words.cards.ranks if any(every[place].rank == rank for place in chosen)]
    if all((place in chosen) == (card.rank in by_rank) for place, card in enumerate(every) if card.rank or place in chosen):
        return listing([rank_plural(rank) for rank in by_rank])
    by_suit = [suit for suit in words.cards.suits if any(every[place].suit == suit for place in chosen)]
    if all((place in chosen) == (card.suit in by_suit) for place, card in enumerate(every)):
        return listing([suit_name(suit) for suit in by_suit])
    names = list(dict.fromkeys(english.card(n.const(place, Type.CARD)).name for place in sorted(chosen)))
    return listing([name.removeprefix("a ") for name in names])


# places


def places(english: English) -> tuple[Block, ...]:
    """Where cards lie and who sees them."""
    return bullets(_zone(english, zone) for zone in english.words.genome.zones)


def _zone(english: English, zone: Zone) -> str:
    noun = zone_noun(zone)
    name = f"**{noun}**"
    owner = {"table": "", "seat": "each player has", "team": "each side has"}[zone.owner]
    seen = _SEEN[zone.seen_by].format(owner={"seat": "that player", "team": "that side", "table": "nobody"}[zone.owner])
    role = "" if noun == ROLE_NOUNS.get(zone.role) else _ROLES[zone.role]
    role_text = f" ({role})" if role else ""
    piles = ""
    if zone.piles in ("suit", "rank"):
        piles = f", with one pile for each {zone.piles}"
    elif zone.piles != 1:
        piles = f", of {count(int(zone.piles), 'pile')}"
    if zone.owner == "table":
        text = f"the {name}{role_text}{piles}: {seen}"
    else:
        article = name if noun.endswith("s") else a(noun).replace(noun, name)
        text = f"{owner} {article}{role_text}{piles}: {seen}"
    build = zone_build(english.words.genome, zone)
    rule = ""
    if build:
        rule = _build(english, zone, build)
    return said(text, rule)


def _build(english: English, zone: Zone, build: str) -> str:
    card = card_variable(english.words, "built card")
    pile = n.Variable(Type.PILE, Bounds(0, 63), "built pile")
    inner = english.knowing(c=card, p=pile).calling("built card", Person("the card", pronoun="it")).calling("built pile", Person("the pile", pronoun="it"))
    setup = english.words.genome.setup
    wrap = ""
    if not zone.build and setup.tableau_mode is TableauMode.SEQUENCE:
        return _sequence_rule(english)
    return f"a card may be put there only if {inner.when(build)}{wrap}"


def _sequence_rule(english: English) -> str:
    setup = english.words.genome.setup
    step = "the next rank up or down from" if setup.sequence_gap_allowed == 1 else f"at most {count(setup.sequence_gap_allowed, 'rank')} above or below"
    suit = " and of the same suit" if setup.sequence_must_match_suit else ", whatever its suit"
    low, high = english.words.cards.ranks[0], english.words.cards.ranks[-1]
    wrap = f"; {rank_plural(high)} and {rank_plural(low)} are neighbours too" if setup.sequence_wrap else ""
    return f"a card may be put there only if the place is empty, or if it is {step} the top card{suit}{wrap}"


# deal


def deal(english: English) -> tuple[Block, ...]:
    """How a hand begins."""
    genome, setup = english.words.genome, english.words.genome.setup
    inner = english.about(Person("the dealer"))
    first = genome.player_count if setup.first_dealer is None else min(setup.first_dealer, genome.player_count - 1) + 1
    sentences = [f"player {first} deals the first hand"]
    if genome.max_hands > 1:
        sentences.append(
            {
                "rotate": "after each hand the deal passes to the next player on the left",
                "winner": "whoever did best in a hand deals the next one",
                "loser": "whoever did worst in a hand deals the next one",
                "stay": "the same player always deals",
            }[setup.dealer]
        )
    if setup.starting_chips:
        sentences.append(f"each player begins the game with {points(setup.starting_chips, 'chip')}")
    sentences.append(_dealing(inner))
    blocks: list[Block] = [Paragraph(said(*sentences))]
    from dataclasses import replace

    found = steps(replace(inner, is_ordered=True), setup.deal)
    text, nested = told(found)
    if nested:
        blocks.append(Paragraph("Then:"))
        blocks.append(Listing(items(found), numbered=True))
    elif text:
        blocks.append(Paragraph(f"Then: {text}"))
    blocks += _modes(english)
    return tuple(blocks)


def _dealing(english: English) -> str:
    setup = english.words.genome.setup
    hands = next((zone for zone in english.words.genome.zones if zone.role == "hand" and zone.owner == "seat"), None)
    where = "" if hands is None or zone_noun(hands) == "hand" else f" (to their {zone_noun(hands)})"
    stock = next((zone for zone in english.words.genome.zones if zone.role == "stock"), None)
    rest = f"; the others form the {zone_noun(stock)}" if stock is not None else ""
    text = str(setup.cards_per_player)
    if text == "all":
        return f"the deck is shuffled and all the cards are dealt one by one{where}, beginning on the dealer's left, so that some players may get one card more than others"
    node = english.read(text)
    if isinstance(node, n.Const):
        if node.value == 0:
            return f"the deck is shuffled; no cards are dealt yet{rest}"
        used = node.value * english.words.genome.player_count
        if used >= len(english.words.cards.cards):
            rest = ""
        return f"the deck is shuffled and {count(node.value, 'card')} {'is' if node.value == 1 else 'are'} dealt to each player{where}, one by one, beginning on the dealer's left{rest}"
    return f"the deck is shuffled, and each player is dealt a number of cards{where}: {english.noun(node)}{rest}"


def _modes(english: English) -> list[Block]:
    """The tableau mode, where no zone already says it."""
    setup = english.words.genome.setup
    if setup.tableau_mode is TableauMode.WAR:
        return [Paragraph("Cards played are compared with each other, and the highest captures them all.")]
    return []


__all__ = ["cards", "deal", "matching", "plain", "places", "players", "plural", "table_text"]
