"""Each operator, over the games that have what it needs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.dice import Dice
from deckwright.engine.teams import make_player_to_team
from deckwright.evolve import OPERATORS, crossover, mutate
from deckwright.evolve.draft import Draft
from deckwright.evolve.features import features_of
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.operators.conditions import conditions, new_condition
from deckwright.evolve.operators.decks import use_deck
from deckwright.evolve.playing import play
from deckwright.evolve.random import generate_random_genome
from deckwright.evolve.settle import settled
from deckwright.evolve.variation import attempt
from deckwright.games import catalogue
from deckwright.genome.phases import AuctionPhase
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness

LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}
LIGHT = [
    game for name, game in sorted(LIBRARY.items()) if name not in ("canasta", "blackjack", "gin-rummy", "pinochle")
]
"""Games that load quickly."""
GAMES_EACH = 4
BOUNDED = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_what_an_operator_makes_is_valid_and_it_says_what_it_did(name):
    one = OPERATORS[name]
    assert one.does
    assert one.family
    fitting = [game for game in LIGHT if one.fits(features_of(game), has_donors=True)]
    assert fitting, "no game of the library has what it needs"
    outcomes: Counter[str] = Counter()
    for number, game in enumerate(fitting[:: max(1, len(fitting) // GAMES_EACH)]):
        tried = attempt(one, game, Dice(f"{name} {number}"), donors=LIGHT, compare_play=False)
        outcomes[tried.outcome] += 1
        if tried.outcome == "varied":
            assert tried.genome is not None
            assert tried.sentence
            assert check_genome_completeness(tried.genome).complete
            assert rules_digest(tried.genome) != rules_digest(game)
    made = outcomes.total() - outcomes["no site"]
    assert outcomes["refused"] <= max(1, made // 3), outcomes


def test_conditions_about_piles_do_not_grow_without_end():
    piled = [game for game in LIBRARY.values() if any(zone.piles != 1 for zone in game.zones)]
    for game in piled:
        paths = [field.path for field in conditions(Draft(game, Dice(0)))]
        for number in range(80):
            new_condition(Draft(game, Dice(f"piles {number}")), paths[number % len(paths)])


def test_calls_that_go_up_to_the_number_of_tricks_follow_it():
    for seed in range(3):
        made = attempt(OPERATORS["change-deal"], LIBRARY["spades"], Dice(seed), compare_play=False).genome
        assert made is not None
        bidding = made.turn_structure.phases[0]
        assert isinstance(bidding, AuctionPhase)
        assert max(call.levels[1] for call in bidding.calls) == made.setup.cards_per_player != 13


def test_points_that_decide_nothing_and_auctions_that_nothing_reads_go():
    for name in ("hearts", "spades", "partnership-spades"):
        game = LIBRARY[name]
        most = {"type": "most_captured", "trigger_mode": "all_hands_empty"}
        draft = Draft(game, Dice(0))
        draft.put(draft.data, "win_conditions", [most])
        draft.put(draft.data, "max_hands", 1)
        made = settled(draft)
        assert isinstance(made, GameGenome), made
        assert not made.card_scoring
        assert not [rule for rule in made.scoring_rules if rule.into == "score"]
        assert "auction" not in features_of(made)
    for game in LIBRARY.values():  # what people play has neither
        assert settled(Draft(game, Dice(0))) == game


def test_a_table_of_single_cards_is_not_carried_over_to_other_cards():
    dominoes = LIBRARY["texas-42"]
    assert not use_deck(Draft(dominoes, Dice(0)), LIBRARY["hearts"].deck)
    assert use_deck(Draft(LIBRARY["hearts"], Dice(0)), LIBRARY["euchre"].deck)


def test_a_special_card_speaks_of_whoever_plays_it():
    # In a trick the turn is another's: `hand[turn]` would give a card to whoever began the hand.
    for seed in range(12):
        made = attempt(OPERATORS["add-special"], LIBRARY["euchre"], Dice(seed), compare_play=False).genome
        if made is not None:
            assert "[turn]" not in repr(made.special_effects[-1])


def test_nobody_wins_by_running_out_of_cards_where_tricks_empty_all_hands_at_once():
    assert "uneven hands" not in features_of(LIBRARY["hearts"])
    assert "uneven hands" in features_of(LIBRARY["crazy-eights"])


def test_mutations_change_play():
    changed = []
    for number, game in enumerate(LIGHT):
        made = mutate(game, number, donors=LIGHT).genome
        changed.append(play(made, 99, 12).digest != play(game, 99, 12).digest)
    assert sum(changed) >= 0.8 * len(changed)


@settings(BOUNDED, max_examples=3)
@given(seed=st.integers(0, 2**31))
def test_long_sequences_of_mutations_stay_valid(seed):
    check_sequence(seed, 25)


def check_sequence(seed: int, steps: int) -> None:
    """So many mutations one after the other, each of what the last one made; shared with `make prove`."""
    dice = Dice(f"sequence {seed}")
    game = dice.one(LIGHT)
    for step in range(steps):
        made = mutate(game, seed + step, donors=LIGHT)
        assert check_genome_completeness(made.genome).complete, made.sentence
        game = made.genome
    assert game.generation == steps
    assert play(game, 1, 2).decisions >= 0


@settings(BOUNDED, max_examples=2)
@given(seed=st.integers(0, 2**31))
def test_sequences_of_crossings_stay_valid(seed):
    check_crossings(seed, 6)


def check_crossings(seed: int, steps: int) -> None:
    """So many crossings one after the other, each of what the last one made with a game of the library."""
    dice = Dice(f"crossings {seed}")
    game = dice.one(LIGHT)
    for step in range(steps):
        made = crossover(game, dice.one(LIGHT), seed + step)
        assert check_genome_completeness(made.genome).complete, made.sentence
        game = made.genome
    assert play(game, 1, 2).decisions >= 0


@settings(BOUNDED, max_examples=6)
@given(seed=st.integers(0, 2**31))
def test_random_genomes_can_be_varied_too(seed):
    parent = generate_random_genome(seed)
    made = mutate(parent, seed, donors=LIGHT)
    assert check_genome_completeness(made.genome).complete
    assert rules_digest(made.genome) != rules_digest(parent)


def test_teams_are_made_and_disbanded_and_mixed():
    for name, game in LIBRARY.items():
        if name == "canasta":
            continue
        for operator in ("EnableTeamMode", "DisableTeamMode", "MutateTeamAssignment", "change-players"):
            one = OPERATORS[operator]
            if not one.fits(features_of(game)):
                continue
            made = attempt(one, game, Dice(f"{operator} {name}"), compare_play=False).genome
            if made is None:
                continue
            assert made.team_mode == bool(made.teams)
            if made.team_mode:
                assert -1 not in make_player_to_team(made.teams, made.player_count)
                assert len(made.teams) >= 2
            if operator == "EnableTeamMode":
                assert made.team_mode
            if operator == "DisableTeamMode":
                assert not made.team_mode
            if operator == "MutateTeamAssignment":
                assert sorted(map(len, made.teams)) == sorted(map(len, game.teams))
                assert made.teams != game.teams
            if operator == "change-players":
                assert made.player_count != game.player_count
                assert made.team_mode in (False, game.team_mode)
