"""Random genomes over the whole language, each valid and decided by its seed."""

from __future__ import annotations

from deckwright.genome.expressions.types import Type
from deckwright.genome.random.deck import deck_lexicon, omit_some, random_deck, random_tables
from deckwright.genome.random.dice import Dice
from deckwright.genome.random.lexicon import Data, Lexicon, WritingPlace
from deckwright.genome.random.materials import add_builds, random_registers, random_strains, random_zones
from deckwright.genome.random.patterns import random_evaluation, random_patterns
from deckwright.genome.random.repair import repaired
from deckwright.genome.random.scoring import (
    random_card_scoring,
    random_game_rules,
    random_rules,
    random_specials,
    random_wins,
)
from deckwright.genome.random.skeletons import SkeletonWriter
from deckwright.genome.random.usage import put_to_use
from deckwright.genome.schema import GameGenome

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
    deck = random_deck(dice)
    lexicon = deck_lexicon(deck, seats, teams)
    writer = SkeletonWriter(dice, lexicon)
    omit_some(dice, deck, lexicon)
    deck["tables"] = random_tables(writer)
    lexicon.zones = random_zones(dice, lexicon)
    lexicon.registers = random_registers(writer)
    strains = random_strains(writer)
    lexicon.patterns = random_patterns(writer)
    evaluation = random_evaluation(writer) if dice.chance(0.4) else None
    lexicon.has_evaluation = evaluation is not None
    add_builds(writer)
    terms = _terms(writer)
    setup = _setup(writer)
    writer.chips = setup.get("starting_chips", 0)
    rules = random_game_rules(writer)
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
    data |= {
        "special_effects": random_specials(writer), "card_scoring": random_card_scoring(writer),
        "scoring_rules": random_rules(writer), "game_rules": rules,
        "win_conditions": random_wins(writer, matches=bool(evaluation and evaluation["method"] == "pattern_match")),
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


__all__ = ["Lexicon", "Type", "generate_random_genome", "random_data"]
