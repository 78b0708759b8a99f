"""Cards, zones, registers, strains and terms."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    CardTable,
    CardType,
    ChoicePhase,
    Each,
    GameGenome,
    HandPattern,
    Move,
    Offer,
    Pick,
    Register,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetupRules,
    Strain,
    TableRow,
    Term,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)

from .bases import (
    DISCARD,
    HAND,
    LAYOUT,
    STOCK,
    THREE_SUITS,
    melding,
    shedding,
    throw,
    throwing,
    trick,
    tricks,
    turns,
)  # fmt: skip
from .witness import makes, shows

_WITHOUT_ACES = throwing(deck=THREE_SUITS.copy_with(omit=(CardCondition(rank="A"),)))
_FOOL = shedding(deck=THREE_SUITS.copy_with(extra=(CardType(name="fool", suits=("clubs",), rank="A"),)))
_FOOL_THROWN = throwing(deck=_FOOL.deck)
_WORTHS = throwing(
    deck=THREE_SUITS.copy_with(
        tables=(
            CardTable(
                name="worth",
                rows=(
                    TableRow(rank="A", value=5),
                    TableRow(suit="hearts", value=2),
                    TableRow(where="rank(c) > 'J'", value=9),
                ),
            ),
        )
    ),
    scoring_rules=(ScoringRule(points="sum(worth(c) for c in hand)"),),
)  # fmt: skip


def _tossing(zone: Zone, **changes: Any) -> GameGenome:
    """Cards go to a zone of some role, or are thrown; the stock runs out."""
    toss = Offer(name="toss", picks=(Pick(name="t", source="hand", to=zone.name),))
    draw = Offer(name="draw", effects=(Move(cards="stock", to="hand", count="2"),))
    genome = throwing(toss, throw(), draw, zones=(HAND, STOCK, zone, LAYOUT.copy_with(name="discard")))
    return genome.copy_with(turn_structure=genome.turn_structure.copy_with(limit=24), **changes)


def _laying(zone: Zone) -> GameGenome:
    """Pairs are laid in a zone of some role, or in one for sets."""

    def lay(name: str, to: str) -> Offer:
        return Offer(name=name, picks=(Pick(name="laid", kind="cards", source="hand", pattern="pair", to=to),))

    genome = melding(HandPattern(name="pair", of_a_kind=True, required_count=2))
    sets = Zone(name="sets", role="sets", owner="seat")
    return genome.copy_with(
        zones=(HAND, STOCK, DISCARD, zone, sets),
        turn_structure=turns(ChoicePhase(offers=(lay("lay", zone.name), lay("show", "sets"), throw()))),
        scoring_rules=(),
        card_scoring=(CardScoringRule(condition=CardCondition(), points=1, trigger=ScoringTrigger.SET_COMPLETE),),
    )


def _reserve(**changes: Any) -> GameGenome:
    """Everyone has two cards put aside; cards in hand cost."""
    reserve = Zone(name="reserve", owner="seat", seen_by="owner").copy_with(**changes)
    aside = Each(var="p", domain="seats", effects=(Move(cards="stock", to="reserve[p]", count="2"),))
    return throwing(
        zones=(HAND, STOCK, DISCARD, reserve),
        setup=SetupRules(cards_per_player=2, deal=(aside,)),
        card_scoring=(CardScoringRule(condition=CardCondition(), points=-1, trigger=ScoringTrigger.HAND_END),),
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
    )


def _spoils(role: str) -> GameGenome:
    """Most cards taken in tricks, or still in hand, win."""
    zone = Zone(name="spoils", role=role, owner="seat")
    return trick(
        TrickPhase(to="spoils"),
        zones=(HAND, STOCK, zone),
        card_scoring=(),
        win_conditions=(WinCondition(type="capture_all"),),
    )


def _second_stock(role: str) -> GameGenome:
    """A second pile to draw from; thrown cards come back to it only if it is a stock."""
    zone = Zone(name="second", role=role, seen_by="none")
    draw = Offer(name="draw", effects=(Move(cards="second", to="hand", count="1"),))
    genome = throwing(throw(), draw, zones=(HAND, STOCK, DISCARD, zone))
    setup = SetupRules(cards_per_player=4, deal=(Move(cards="stock", to="second", count="2"),))
    return genome.copy_with(setup=setup, turn_structure=genome.turn_structure.copy_with(limit=24))


def _owned(owner: str) -> GameGenome:
    """No more than three cards go to a pile."""
    zone = Zone(name="pile_of_cards", role="discard", owner=owner)
    keep = Offer(name="keep")
    toss = Offer(
        name="toss", when="size(pile_of_cards) < 2", picks=(Pick(name="c", source="hand", to="pile_of_cards"),)
    )
    return throwing(
        toss, keep, zones=(HAND, STOCK, zone), player_count=4, team_mode=True, teams=((0, 2), (1, 3))
    )  # fmt: skip


def _piles(piles: int | str) -> GameGenome:
    """A card may not go on a pile that holds two."""
    zone = LAYOUT.copy_with(piles=piles, build="size(p) < 2")
    lay = Offer(name="lay", picks=(Pick(name="c", source="hand", to="layout"),))
    return throwing(lay, Offer(name="keep"), zones=(HAND, STOCK, zone))


def _numbered_piles(piles: int) -> GameGenome:
    zone = LAYOUT.copy_with(piles=piles)
    picks = (Pick(name="c", source="hand"), Pick(name="onto", kind="pile", source="layout"))
    lay = Offer(name="lay", picks=picks, effects=(Move(cards="c", to="onto"),))
    return throwing(lay, zones=(HAND, STOCK, zone))


_FILLING = throwing(
    Offer(name="draw", effects=(Move(cards="stock", to="hand", count="2"),)),
    throw(),
    setup=SetupRules(cards_per_player=3),
)


def _beneath(seen_by: str) -> GameGenome:
    """Two cards go underneath others."""
    zone = Zone(name="well", seen_by=seen_by)
    genome = throwing(zones=(HAND, STOCK, DISCARD, zone))
    return genome.copy_with(
        setup=SetupRules(cards_per_player=4, deal=(Move(cards="stock", to="well", count="3", place="bottom"),))
    )


def _build(rule: str) -> GameGenome:
    lay = Offer(name="lay", picks=(Pick(name="c", source="hand", to="layout"),))
    return throwing(lay, Offer(name="keep"), zones=(HAND, STOCK, LAYOUT.copy_with(build=rule)))


def _counting(per: str, keep: str = "hand", start: str = "") -> GameGenome:
    """Two cards may be thrown for each that counts them."""
    register = Register(name="tally", per=per, keep=keep, start=start)

    def offer(name: str, zone: str) -> Offer:
        count = f"tally[{zone}]" if per == "pile" else "tally"
        counted = (Set(name=count, value=f"{count} + 1"),)
        return Offer(name=name, when=f"{count} < 2", picks=(Pick(name="c", source="hand", to=zone),), effects=counted)

    offers = (offer("lay", "layout"), offer("throw", "discard"), Offer(name="keep"))
    inner = TurnStructure(order="stay", start="turn", limit=2, phases=(ChoicePhase(offers=offers),))
    genome = throwing(zones=(HAND, STOCK, DISCARD, LAYOUT), registers=(register,), max_hands=2)
    return genome.copy_with(
        turn_structure=turns(inner, limit=8),
        player_count=4, team_mode=True, teams=((0, 2), (1, 3)), setup=SetupRules(cards_per_player=4),
    )  # fmt: skip


_HOLDS = {
    "number": ("rank(c)", "mark > 2"),
    "seat": ("turn", "mark == 1"),
    "team": ("team(turn)", "mark == 1"),
    "suit": ("suit(c)", "mark == 'hearts'"),
    "rank": ("rank(c)", "mark == 'A'"),
    "card": ("c", "mark == 'QH'"),
    "strain": ("'high' if turn == 2 else 'low'", "mark == 'high'"),
}


def _holding(kind: str) -> GameGenome:
    """What the last throw leaves behind lets one keep one's cards."""
    value, test = _HOLDS[kind]
    register = Register(name="mark", holds=kind)
    genome = throwing(
        throw(effects=(Set(name="mark", value=value),)), Offer(name="keep", when=test), registers=(register,)
    )
    if kind == "team":
        return genome.copy_with(player_count=4, team_mode=True, teams=((0, 2), (1, 3)))
    if kind == "strain":
        tricks_too = TrickPhase(strain="mark if mark != none else 'low'", to="discard")
        strains = (Strain(name="low", order="-rank(c)"), Strain(name="high"))
        both = TurnStructure(order="sequence", phases=(genome.turn_structure.copy_with(limit=6), tricks_too))
        return genome.copy_with(strains=strains, turn_structure=both)
    return genome


_STRAIN = trick(
    TrickPhase(duties=tricks().turn_structure.phases[0].duties),  # type: ignore[union-attr]
    strains=(Strain(name="trumps", called="suit(c) == 'spades'"),),
)


def _each(each: str) -> GameGenome:
    """Whoever leads names the strain."""
    name = Offer(
        name="name", picks=(Pick(name="chosen", kind="strain"),), effects=(Set(name="strain", value="chosen"),)
    )
    strain = Strain(name="{s} and aces", each=each, called="rank(c) == 'A'")
    phases = (ChoicePhase(offers=(name,)), TrickPhase())
    return tricks(strains=(strain,), turn_structure=TurnStructure(order="sequence", phases=phases))


_TERM = throwing(terms=(Term(name="weight", expr="size(hand)"),), scoring_rules=(ScoringRule(points="weight"),))

WITNESSES = (
    shows(throwing(), "deck.suits", ("clubs", "hearts", "spades"), ("clubs", "hearts", "spades", "diamonds")),
    shows(throwing(), "deck.ranks", THREE_SUITS.ranks, (*THREE_SUITS.ranks, "2")),
    shows(throwing(), "deck.copies", 1, 2),
    shows(_WITHOUT_ACES, "deck.omit[0].rank", "A", "9"),
    shows(_WITHOUT_ACES, "deck.omit[0].suit", None, "clubs"),
    shows(_WITHOUT_ACES, "deck.omit[0].where", "1", "suit(c) == 'clubs'"),
    shows(_FOOL, "deck.extra[0].suits", ("clubs",), ("hearts",)),
    shows(_FOOL_THROWN, "deck.extra[0].suits", ("clubs",), ("clubs", "hearts")),
    shows(_FOOL, "deck.extra[0].rank", "A", "9"),
    shows(_FOOL, "deck.extra[0].copies", 1, 2),
    shows(_WORTHS, "deck.tables[0].rows[0].rank", "A", "9"),
    shows(_WORTHS, "deck.tables[0].rows[1].suit", "hearts", "clubs"),
    shows(_WORTHS, "deck.tables[0].rows[2].where", "rank(c) > 'J'", "rank(c) > 'Q'"),
    shows(_WORTHS, "deck.tables[0].rows[0].value", 5, 6),
    makes(lambda role: _tossing(Zone(name="heap", role=role)), "zones[2].role", "discard", "tableau", "other"),
    makes(lambda role: _laying(Zone(name="melds", role=role, owner="seat")), "zones[3].role", "sets", "other"),
    makes(lambda role: _reserve(role=role), "zones[3].role", "hand", "other"),
    makes(_second_stock, "zones[3].role", "stock", "other"),
    makes(_spoils, "zones[2].role", "captured", "other"),
    makes(_owned, "zones[2].owner", "table", "seat", "team"),
    makes(_piles, "zones[2].piles", 1, "suit", "rank"),
    makes(_numbered_piles, "zones[2].piles", 2, 3),
    shows(_FILLING, "zones[0].most", None, 4, 5),
    makes(lambda seen_by: _reserve(seen_by=seen_by), "zones[3].seen_by", "all", "team", "owner", "none", views=True),
    makes(_beneath, "zones[3].seen_by", "all", "top", "none", views=True),
    makes(_build, "zones[2].build", "", "size(p) == 0 or suit(c) == suit(top(p))", "size(p) < 3"),
    makes(_counting, "registers[0].per", "table", "seat", "team", "pile"),
    makes(lambda keep: _counting("table", keep), "registers[0].keep", "turn", "hand", "match"),
    makes(lambda start: _counting("table", "hand", start), "registers[0].start", "0", "1"),
    makes(_holding, "registers[0].holds", *_HOLDS),
    makes(_each, "strains[0].each", "", "suits"),
    shows(_STRAIN, "strains[0].called", "suit(c) == 'spades'", "suit(c) == 'hearts'"),
    shows(_STRAIN, "strains[0].power", True, False),
    shows(_STRAIN, "strains[0].follow", True, False),
    shows(_STRAIN, "strains[0].order", "rank(c)", "-rank(c)"),
    shows(_TERM, "terms[0].expr", "size(hand)", "rank(top(discard))"),
)
