"""Any mutation or crossover of any game is valid, complete, plays and has a rulebook."""

from __future__ import annotations

import pytest

from deckwright.dice import Dice
from deckwright.engine import load
from deckwright.evolve import OPERATORS, EvolveError, Rates, crossover, mutate
from deckwright.evolve.draft import Draft
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.only_hand import for_an_only_hand
from deckwright.evolve.playing import play, plays_alike
from deckwright.evolve.settle import MOST_STANDSTILL, has_one_aim, settled, standstill
from deckwright.evolve.simplify import simplify
from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import GenomeValidator, check_genome_completeness

LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}
NAMES = sorted(LIBRARY)


def check_game(genome: GameGenome) -> None:
    """What must hold of every genome that evolution makes."""
    assert GenomeValidator.validate(genome) == []
    assert check_genome_completeness(genome).complete
    assert play(genome, 1, 3).decisions >= 0
    assert genome.name in generate_rulebook(genome)
    assert GameGenome.from_dict(genome.to_dict()) == genome


@pytest.mark.parametrize("name", NAMES)
def test_a_mutation_is_a_game(name):
    parent = LIBRARY[name]
    donors = tuple(LIBRARY[other] for other in NAMES if other != name)
    for seed in range(2):
        made = mutate(parent, seed, donors=donors)
        assert made.operator in OPERATORS
        assert made.sentence
        assert rules_digest(made.genome) != rules_digest(parent)
        assert made.genome.generation == parent.generation + 1
        check_game(made.genome)


@pytest.mark.parametrize("name", NAMES)
def test_a_crossover_is_a_game(name):
    other = LIBRARY[NAMES[(NAMES.index(name) + 7) % len(NAMES)]]
    made = crossover(LIBRARY[name], other, 5)
    assert made.sentence
    check_game(made.genome)


def test_the_same_seed_gives_the_same_child():
    for name in ("hearts", "crazy-eights"):
        parent = LIBRARY[name]
        assert mutate(parent, 9, donors=(LIBRARY["uno"],)) == mutate(parent, 9, donors=(LIBRARY["uno"],))
        assert crossover(parent, LIBRARY["uno"], 9) == crossover(parent, LIBRARY["uno"], 9)
    assert len({rules_digest(mutate(LIBRARY["hearts"], seed).genome) for seed in range(6)}) > 3


def test_rates_choose_the_operators():
    only = Rates(families={one.family: 0.0 for one in OPERATORS.values()} | {"deck": 1.0})
    for seed in range(4):
        assert OPERATORS[mutate(LIBRARY["hearts"], seed, rates=only).operator].family == "deck"
    never = Rates(operators=dict.fromkeys(OPERATORS, 0.0))
    with pytest.raises(EvolveError, match="no operator") as caught:
        mutate(LIBRARY["hearts"], 1, rates=never)
    assert caught.value.code == "variation.none"
    with pytest.raises(EvolveError, match="nonsense") as caught:
        Rates(operators={"nonsense": 1.0})
    assert caught.value.code == "rates.no-such-operator"
    with pytest.raises(EvolveError) as caught:
        Rates(families={"deck": -1.0})
    assert caught.value.code == "rates.bad-rate"


def test_a_mutation_says_what_it_did():
    only = Rates(operators=dict.fromkeys(OPERATORS, 0.0) | {"change-deal": 1.0})
    for seed in range(4):
        made = mutate(LIBRARY["crazy-eights"], seed, rates=only)
        dealt = made.genome.setup.cards_per_player
        assert made.sentence.startswith("deals ")
        assert made.sentence.endswith("instead of five cards")
        assert dealt != 5


def test_nobody_goes_for_chips_where_something_else_wins():
    only = Rates(families={one.family: 0.0 for one in OPERATORS.values()} | {"wins": 1.0, "scoring": 0.2})
    turned = 0
    for name in ("betting-war", "simple-poker", "leduc", "fan-tan"):
        assert LIBRARY[name].utility == "winnings"
        assert has_one_aim(LIBRARY[name])
        for seed in range(4):
            made = mutate(LIBRARY[name], seed, rates=only, donors=(LIBRARY["hearts"],))
            assert has_one_aim(made.genome), made.sentence
            turned += made.genome.utility == "win"
    assert turned > 3


def test_rounds_in_rounds_that_only_a_limit_ends_are_refused() -> None:
    """A hand in which nobody can do anything would go through a million turns."""
    eights = load("crazy-eights", hands=1).genome
    [loop] = [phase for phase in eights.turn_structure.phases if phase.type == "turns" and phase.limit]
    draft = Draft(eights, Dice(0))
    place = eights.turn_structure.phases.index(loop)
    draft.data["turn_structure"]["phases"][place]["limit"] = eights.max_turns
    refused = settled(draft)
    assert not isinstance(refused, GameGenome)
    assert [issue.code for issue in refused] == ["limit.idle"]
    endless = eights.copy_with(max_turns=eights.max_turns * 2)  # no worse than it was is no reason
    assert standstill(endless, endless.turn_structure) > MOST_STANDSTILL
    assert isinstance(settled(Draft(endless, Dice(0))), GameGenome)


def test_a_limit_stays_where_another_would_take_its_place() -> None:
    eights = load("crazy-eights", hands=1).genome
    limits = [phase.limit for phase in eights.turn_structure.phases if phase.type == "turns"]
    smaller = simplify(eights, 5).genome
    assert [phase.limit for phase in smaller.turn_structure.phases if phase.type == "turns"] == limits


def test_a_game_of_one_hand_says_nothing_of_later_ones() -> None:
    hearts = load("hearts", hands=1).genome
    told = [term.expr for term in hearts.terms if "hand_number" in term.expr]
    assert told, "the passes of Hearts turn from hand to hand"
    only = for_an_only_hand(hearts)
    assert not [term.expr for term in only.terms if "hand_number" in term.expr]
    assert plays_alike(only, hearts)
    match = load("hearts").genome
    assert for_an_only_hand(match) is match
