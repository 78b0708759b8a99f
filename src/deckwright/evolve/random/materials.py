"""Random decks and card tables, zones, registers and strains: what there is to play with."""

from __future__ import annotations

from deckwright.cards.suits import Suit
from deckwright.dice import Dice
from deckwright.evolve.random.writer import Writer
from deckwright.genome.expressions.types import HELD, Type
from deckwright.genome.materials import STANDARD_RANKS, STANDARD_SUITS
from deckwright.genome.writing import Data, Lexicon, WritingPlace

MOST_CARDS = 120
_MADE_UP_SUITS = ("red", "blue", "green", "yellow", "stars", "moons")
_MADE_UP_RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "flip", "X", "Y", "Z")
_SPECIALS = ("wild", "fool", "dragon", "phoenix")
TABLES = ("worth", "pips", "order_of", "weight")

CARD = WritingPlace(subject=None, reads="the card", names=(("c", Type.CARD),))
"""Where a condition on a card stands."""


def random_deck(dice: Dice) -> Data:
    """The cards, without their tables."""
    if dice.chance(0.1):
        return _dominoes(dice)
    suits: list[str] = list(STANDARD_SUITS)
    ranks: list[str] = list(STANDARD_RANKS)
    match dice.weighted((4, "part"), (3, "whole"), (2, "made up"), (0.4, "one suit"), (0.4, "no suits")):
        case "part":
            suits, ranks = dice.some(suits, 2, 4), dice.some(ranks, 3, 12)
        case "made up":
            suits = dice.shuffled(_MADE_UP_SUITS)[: dice.number(1, 5)]
            ranks = dice.shuffled(_MADE_UP_RANKS)[: dice.number(2, 10)]
        case "one suit":
            suits = suits[:1]
        case "no suits":
            suits, ranks = [], list(_MADE_UP_RANKS[: dice.number(3, 10)])
    most = max(1, MOST_CARDS // (max(1, len(suits)) * len(ranks)))
    copies = min(most, dice.weighted((6, 1), (2, 2), (1, dice.number(2, 8))))
    deck: Data = {"suits": suits, "ranks": ranks, "copies": copies}
    dice.may(0.3, deck, "extra", lambda: _extras(dice, suits))
    return deck


def _extras(dice: Dice, suits: list[str]) -> list[Data]:
    if dice.chance(0.5):
        return [{"name": "JK", "rank": "joker", "copies": dice.number(1, 3)}]
    extras: list[Data] = []
    for name in dice.some(_SPECIALS, 1, 3):
        extra: Data = {"name": name, "copies": dice.number(1, 2)}
        if suits and dice.chance(0.4):
            extra["suits"] = [dice.one(suits)]
        if dice.chance(0.3):
            extra["rank"] = f"{name}-rank"
        extras.append(extra)
    return extras


def _dominoes(dice: Dice) -> Data:
    highest = dice.number(2, 6)
    suits = [str(pips) for pips in range(highest + 1)]
    tiles = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    extra = [{"name": f"{high}-{low}", "suits": [str(high), str(low)]} for high, low in tiles]
    return {"suits": suits, "ranks": [], "extra": extra}


def omit_some(dice: Dice, deck: Data, lexicon: Lexicon) -> None:
    """Leave a few cards out, sometimes."""
    if deck["ranks"] and lexicon.cards > 8 and dice.chance(0.2):
        rows = [{"rank": dice.one(deck["ranks"])}, {"where": f"rank(c) == {dice.one(deck['ranks'])!r}"}]
        if deck["suits"]:
            rows.append({"suit": dice.one(deck["suits"]), "rank": dice.one(deck["ranks"])})
        deck["omit"] = dice.some(rows, 1, 1)


def card_codes(deck: Data) -> tuple[str, ...]:
    """Texts of cards: of all extra cards, and of those of the grid that have a short one."""
    codes = [str(extra["name"]) for extra in deck.get("extra", ())]
    french = {str(suit): str(suit)[0].upper() for suit in Suit}
    if all(suit in french for suit in deck["suits"]):
        codes += [rank + french[suit] for suit in deck["suits"] for rank in deck["ranks"]]
    return tuple(codes)


def deck_lexicon(deck: Data, seats: int, teams: tuple[tuple[int, ...], ...]) -> Lexicon:
    """The words of a deck, to begin with."""
    extra = deck.get("extra", ())
    ranks = [*deck["ranks"], *(item.get("rank", "" if item.get("suits") else item["name"]) for item in extra)]
    cards = max(1, len(deck["suits"])) * len(deck["ranks"]) * deck.get("copies", 1)
    return Lexicon(
        seats=seats,
        teams=teams,
        suits=tuple(deck["suits"]),
        ranks=tuple(dict.fromkeys(filter(None, ranks))),
        codes=card_codes(deck),
        cards=cards + sum(item.get("copies", 1) for item in extra),
    )


def random_condition(writer: Writer) -> Data:
    """The cards with a suit, a rank, or something else about them."""
    dice, lexicon = writer.dice, writer.lexicon
    condition: Data = {}
    if lexicon.suits and dice.chance(0.4):
        condition["suit"] = dice.one(lexicon.suits)
    if lexicon.ranks and dice.chance(0.3):
        condition["rank"] = dice.one(lexicon.ranks)
    if not condition or dice.chance(0.2):
        condition["where"] = writer.truth(CARD, 1)
    return condition


def random_tables(writer: Writer) -> list[Data]:
    """Integer tables; each may use those before it."""
    dice = writer.dice
    tables: list[Data] = []
    for name in dice.some(TABLES, 0, 3):
        tables.append({"name": name, "rows": _rows(writer, dice.weighted((6, 1), (2, 0), (1, -20)))})
        writer.lexicon.tables.append(name)
    return tables


def _rows(writer: Writer, low: int) -> list[Data]:
    dice = writer.dice
    rows = dice.several(1, 4, lambda: {**random_condition(writer), "value": dice.number(low, 12)})
    if dice.chance(0.6):
        rows.append({"value": dice.number(1, 5)})
    return rows


MOST_INSTANCES = 60

PILE = WritingPlace(reads="what all know", names=(("c", Type.CARD), ("p", Type.PILE)))
"""Where a rule about building on a pile stands."""


def random_zones(dice: Dice, lexicon: Lexicon) -> list[Data]:
    """A stock and hands, and then what the table has room for."""
    plain = dice.chance(0.7)

    def zone(name: str, other: str, role: str, owner: str, piles: object, seen_by: str) -> Data:
        name = name if plain else other
        return {"name": name, "role": role, "owner": owner, "piles": piles, "seen_by": seen_by}

    owner = "team" if lexicon.teams and dice.chance(0.5) else "seat"
    seen = ("all", "team", "owner", "top", "none")
    stock = zone("stock", "boneyard", "stock", "table", 1, dice.weighted((8, "none"), (1, "all"), (0.5, "top")))
    hand_piles = dice.weighted((9, 1), (1, 2))
    hand_seen = dice.weighted((9, "owner"), (2, "team"), (1, dice.one(seen)))
    hand = zone("hand", "grip", "hand", "seat", hand_piles, hand_seen)
    zones = [stock, hand] if dice.chance(0.8) else [hand, stock]
    piles = dice.weighted((5, 1), (2, dice.number(2, 5)), (2, "suit"), (2, "rank"))
    others = [
        zone("discard", "heap", "discard", "table", 1, dice.weighted((6, "all"), (2, "top"), (2, "none"))),
        zone("tableau", "board", "tableau", "table", piles, dice.weighted((8, "all"), (1, dice.one(seen)))),
        zone("captured", "won", "captured", owner, 1, dice.weighted((5, "all"), (2, "none"), (2, dice.one(seen)))),
        zone("sets", "melds", "sets", owner, dice.weighted((4, 1), (1, "rank"), (1, 2)), "all"),
        zone("kitty", "widow", "other", dice.one(("table", "seat", "team")), 1, dice.one(seen)),
        zone("spare", "second", dice.one(("hand", "stock", "discard", "other")), "table", 1, dice.one(seen)),
    ]
    likely = zip(others, (0.75, 0.6, 0.6, 0.4, 0.25, 0.1), strict=True)
    for other in [other for other, chance in likely if dice.chance(chance)]:
        if _instances(lexicon, [*zones, other]) <= MOST_INSTANCES:
            zones.append(other)
    return zones


def _instances(lexicon: Lexicon, zones: list[Data]) -> int:
    owners = {"table": 1, "seat": lexicon.seats, "team": max(1, len(lexicon.teams))}
    sorts = {"suit": max(1, len(lexicon.suits)), "rank": max(1, len(lexicon.ranks))}
    piles = [sorts.get(str(zone["piles"])) or int(str(zone["piles"])) for zone in zones]
    return 1 + sum(owners[str(zone["owner"])] * count for zone, count in zip(zones, piles, strict=True))


def add_builds(writer: Writer) -> None:
    """Rules of building for some piles, once everything has a name."""
    dice = writer.dice
    for zone in writer.lexicon.zones:
        if zone["role"] in ("tableau", "sets", "other") and dice.chance(0.25):
            step = dice.one(("rank(c) == rank(top(p)) + 1", "rank(c) >= rank(top(p))", "suit(c) != suit(top(p))"))
            zone["build"] = writer.truth(PILE, 2) if dice.chance(0.5) else f"size(p) == 0 or {step}"


def random_registers(writer: Writer) -> list[Data]:
    """Public values of every kind."""
    dice, lexicon = writer.dice, writer.lexicon
    registers: list[Data] = []
    for name in dice.some(("mark", "count_of", "holder", "best_yet", "named"), 0, 4):
        per = dice.weighted((5, "table"), (3, "seat"), (1 if lexicon.teams else 0, "team"), (0.7, "pile"))
        holds = dice.weighted((4, "number"), (2, "seat"), (3, dice.one(tuple(HELD))))
        data: Data = {"name": name, "per": per, "holds": holds, "keep": dice.one(("turn", "hand", "hand", "match"))}
        if dice.chance(0.4):
            data["start"] = _start(writer, holds)
        registers.append(data)
    return registers


def _start(writer: Writer, holds: str) -> str:
    dice, lexicon = writer.dice, writer.lexicon
    match holds:
        case "number":
            return writer.literal()
        case "seat":
            return str(dice.number(0, lexicon.seats - 1))
        case "team" if lexicon.teams:
            return str(dice.number(0, len(lexicon.teams) - 1))
        case "team":
            return "none"
    return writer.text(HELD[holds])


def random_strains(writer: Writer) -> list[Data]:
    """Trumps, no trumps, and stranger ones."""
    dice, lexicon = writer.dice, writer.lexicon
    strains: list[Data] = []
    if lexicon.suits and dice.chance(0.4):
        called = dice.one(("suit(c) == s", "s in suits(c)", f"suit(c) == s or {writer.truth(CARD, 0)}"))
        strains.append({"name": "{s}", "each": "suits", "called": called})
        lexicon.strains += lexicon.suits
    for name in dice.some(("no trumps", "odd", "low"), 0, 2):
        strain: Data = {"name": name, "order": writer.number(CARD, 2) if dice.chance(0.5) else "rank(c)"}
        dice.may(0.5, strain, "called", lambda: writer.truth(CARD, 1))
        strain["power"] = dice.chance(0.8)
        strain["follow"] = dice.chance(0.8)
        strains.append(strain)
        lexicon.strains.append(name)
    return strains
