"""Random zones, registers and strains: where cards lie, what is remembered, how suits rank."""

from __future__ import annotations

from deckwright.genome.expressions.types import HELD, Type
from deckwright.genome.random.deck import CARD
from deckwright.genome.random.dice import Dice
from deckwright.genome.random.lexicon import Data, Lexicon, WritingPlace
from deckwright.genome.random.writer import Writer

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
