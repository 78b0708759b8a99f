"""Random genomes over the whole language, each valid and decided by its seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from deckwright.dice import Dice
from deckwright.evolve.random import materials, scoring
from deckwright.evolve.random.anywhere import repaired
from deckwright.evolve.random.skeletons import SkeletonWriter
from deckwright.genome.expressions.types import HELD, Type
from deckwright.genome.schema import GameGenome
from deckwright.genome.writing import Data, WritingPlace

_WORD = re.compile(r"[A-Za-z_]\w*")


def put_to_use(data: Data, writer: SkeletonWriter) -> None:
    """Set registers, score by terms and tables, and look for patterns that nothing mentions yet."""
    lists = list(effect_lists(data["turn_structure"]))
    used = _words(data)
    for register in data["registers"]:
        if used.get(register["name"], 0) < 2 and lists:
            writer.dice.one(lists).append(_set(writer, register))
    for name in [term["name"] for term in data["terms"]]:
        if used.get(name, 0) < 2:
            to = {} if not writer.lexicon.teams else {"to": "dealer"}
            data["scoring_rules"].append({"points": name, **to})
    for table in data["deck"]["tables"]:
        if used.get(table["name"], 0) < 2:
            hand = writer.lexicon.hand
            data["scoring_rules"].append({"points": f"sum({table['name']}(x) for x in {hand})"})
    for pattern in data["patterns"]:
        if used.get(pattern["name"], 0) < 2 and lists and writer.dice.chance(0.7):
            sweep = writer.effect_of("sweep")
            writer.dice.one(lists).append(sweep | {"pattern": pattern["name"]})


def _set(writer: SkeletonWriter, register: Data) -> Data:
    place = WritingPlace(reads="what all know")
    kind = HELD[register["holds"]]
    name = writer.register(register, place, 1)
    value = f"{name} + 1" if kind is Type.INT and writer.dice.chance(0.5) else writer.value(kind, place, 1)
    return {"type": "set", "name": name, "value": value}


def effect_lists(node: Any) -> Iterator[list[Data]]:
    """Every list of effects below a phase."""
    match node:
        case {"type": "do", "effects": effects}:
            yield effects
        case {"type": "choice", "offers": offers}:
            yield from (offer.setdefault("effects", []) for offer in offers)
        case {"phases": phases}:
            for phase in phases:
                yield from effect_lists(phase)


def _words(data: Data) -> dict[str, int]:
    counts: dict[str, int] = {}
    stack: list[Any] = [data]
    while stack:
        value = stack.pop()
        match value:
            case dict():
                stack += value.values()
            case list():
                stack += value
            case str():
                for word in _WORD.findall(value):
                    counts[word] = counts.get(word, 0) + 1
    return counts


ATTEMPTS = 20
MOST_HANDS = 4


def generate_random_genome(seed: int) -> GameGenome:
    """A valid genome: any part of the language may be in it. The same seed gives the same genome."""
    for attempt in range(ATTEMPTS):
        genome = repaired(random_data(seed, attempt=attempt))
        if genome is not None:
            return genome
    raise AssertionError(f"no valid genome for seed {seed}")


def random_data(seed: int, *, attempt: int = 0) -> Data:
    """A genome as plain data, which may have defects."""
    dice = Dice(f"genome {seed} {attempt}")
    seats = dice.weighted((1, 1), (6, 2), (5, 3), (6, 4), (2, 5), (2, 6), (0.5, dice.number(7, 16)))
    teams = _teams(dice, seats)
    deck = materials.random_deck(dice)
    lexicon = materials.deck_lexicon(deck, seats, teams)
    writer = SkeletonWriter(dice, lexicon)
    materials.omit_some(dice, deck, lexicon)
    deck["tables"] = materials.random_tables(writer)
    lexicon.zones = materials.random_zones(dice, lexicon)
    lexicon.registers = materials.random_registers(writer)
    strains = materials.random_strains(writer)
    lexicon.patterns = scoring.random_patterns(writer)
    evaluation = scoring.random_evaluation(writer) if dice.chance(0.4) else None
    lexicon.has_evaluation = evaluation is not None
    materials.add_builds(writer)
    terms = _terms(writer)
    setup = _setup(writer)
    writer.chips = setup.get("starting_chips", 0)
    rules = scoring.random_game_rules(writer)
    writer.battles = rules["tie_breaker"] == "battle"
    data: Data = {
        "schema_version": "1", "genome_id": f"random-{seed}", "name": f"Random {seed}",
        "player_count": seats, "max_hands": dice.weighted((5, 1), (4, dice.number(2, MOST_HANDS))),
        "max_turns": dice.number(5, 60), "deck": deck, "zones": lexicon.zones, "strains": strains,
        "patterns": lexicon.patterns, "registers": lexicon.registers, "terms": terms, "setup": setup,
        "turn_structure": writer.root(),
    }  # fmt: skip
    if teams:
        data |= {"team_mode": True, "teams": [list(team) for team in teams]}
    if evaluation is not None:
        data["hand_evaluation"] = evaluation
    matches = evaluation is not None and evaluation["method"] == "pattern_match"
    data |= {
        "special_effects": scoring.random_specials(writer), "card_scoring": scoring.random_card_scoring(writer),
        "scoring_rules": scoring.random_rules(writer), "game_rules": rules,
        "win_conditions": scoring.random_wins(writer, matches=matches),
    }  # fmt: skip
    if dice.chance(0.5):
        data["utility"] = "score" if dice.chance(0.5) else writer.number(WritingPlace(), 2)
        data["utility_unit"] = dice.number(1, 10)
    dice.may(0.1, data, "generation", lambda: dice.number(1, 99))
    put_to_use(data, writer)
    return data


def _teams(dice: Dice, seats: int) -> tuple[tuple[int, ...], ...]:
    if seats < 2 or not dice.chance(0.35):
        return ()
    count = 2 if dice.chance(0.7) else dice.number(2, seats)
    if dice.chance(0.7):
        return tuple(tuple(range(team, seats, count)) for team in range(count))
    order = dice.shuffled(range(seats))
    return tuple(tuple(order[team::count]) for team in range(count))


def _terms(writer: SkeletonWriter) -> list[Data]:
    terms: list[Data] = []
    for name in writer.dice.some(("gap", "is_ready", "bonus_now"), 0, 2):
        place = WritingPlace(reads="what all know" if writer.dice.chance(0.7) else "anything")
        is_truth = name == "is_ready"
        terms.append({"name": name, "expr": writer.truth(place, 2) if is_truth else writer.number(place, 2)})
        writer.lexicon.terms.append(name)
    return terms


def _setup(writer: SkeletonWriter) -> Data:
    dice, lexicon = writer.dice, writer.lexicon
    most = max(0, lexicon.cards // lexicon.seats)
    each: object = min(most, dice.weighted((6, dice.number(2, 7)), (2, dice.number(5, 13)), (0.4, 0), (0.7, 1)))
    match dice.weighted((8, "number"), (1, "all"), (1, "expression")):
        case "all":
            each = "all"
        case "expression":
            each = dice.one((f"{each} - hand_number", f"1 + hand_number % {max(1, most)}", f"min({each}, 3 + players)"))
    setup: Data = {"cards_per_player": each, "dealer": dice.one(("rotate", "winner", "loser", "stay"))}
    dice.may(0.45, setup, "starting_chips", lambda: dice.number(1, 100))
    dice.may(0.3, setup, "first_dealer", lambda: dice.number(0, lexicon.seats - 1))
    dice.may(0.5, setup, "deal", lambda: _deal(writer))
    if lexicon.zones_of("tableau") and dice.chance(0.3):
        setup["tableau_mode"] = dice.one(("war", "match_rank", "sequence", "sequence"))
    if setup.get("tableau_mode") == "sequence":
        setup |= {
            "sequence_wrap": dice.chance(0.5), "sequence_must_match_suit": dice.chance(0.5),
            "sequence_gap_allowed": dice.number(1, 3),
        }  # fmt: skip
    return setup


def _deal(writer: SkeletonWriter) -> list[Data]:
    dice, lexicon = writer.dice, writer.lexicon
    deal: list[Data] = []
    boards = lexicon.zones_of("tableau", "discard", "other")
    if boards and dice.chance(0.8):
        board = dice.one(boards)
        to = writer.laid(board, WritingPlace())
        deal.append({"type": "move", "cards": lexicon.stock, "to": to, "count": str(dice.number(1, 4))})
    if dice.chance(0.3):
        columns = [zone for zone in lexicon.zones if zone["piles"] != 1 and zone["owner"] == "table"]
        if columns:
            zone = dice.one(columns)["name"]
            one = {"type": "move", "cards": lexicon.stock, "to": "p", "count": "1"}
            deal.append({"type": "each", "var": "p", "domain": f"piles({zone})", "effects": [one]})
    if dice.chance(0.3):
        deal += writer.effects(WritingPlace(reads="what all know", names=()), 1, 2)
    return deal
