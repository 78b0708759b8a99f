"""Keys, samples and choices hang on what a seat has seen, in small games of all that is said about hidden cards.

`make prove ARGS=wide` goes through many more of them.
"""

from __future__ import annotations

import pytest
from tests.conformance.recall import Memory, world_print

from deckwright.engine import Game
from deckwright.genome.schema import GameGenome

from .watched_games import watched_data
from .wide_games import check_wide_game, wide_game

ONCE_WRONG = (206, 211, 232, 275, 614, 775, 1067, 2102, 2175, 2273, 2274, 2296, 4043, 200038)
"""Outcomes of tests that nobody was told, phases passed over, copies taken for others, which copy was picked or left a
row, and whether a card that is shown in a hand is one that all can place."""


@pytest.mark.parametrize("seed", [*range(6), *ONCE_WRONG])
def test_keys_samples_and_choices_hang_on_what_the_seat_has_seen(seed: int) -> None:
    assert wide_game(seed) is not None
    assert check_wide_game(seed, deals=10, most=160) > 0


def test_which_of_two_like_cards_left_a_row_is_in_no_key() -> None:
    """Its owner looks into the row and sees one of them go; the other seat passed one, and knows which."""
    give = {
        "name": "give",
        "picks": [{"name": "x", "source": "hand"}],
        "effects": [
            {"type": "move", "cards": "x", "to": "hand[right(turn)]"},
            {"type": "move", "cards": "hand[right(turn)]", "to": "row[right(turn)]"},
        ],
    }
    look = {"type": "show", "cards": "bottom(row[right(turn)])", "to": "left(turn)"}
    end = {"type": "choice", "offers": [{"name": "go"}, {"name": "stay"}]}
    phases = [
        {"type": "turns", "order": "together", "phases": [{"type": "choice", "offers": [give, {"name": "skip"}]}]},
        {"type": "turns", "order": "once", "phases": [{"type": "do", "effects": [look]}]},
        {"type": "turns", "order": "once", "phases": [end]},
    ]
    data = watched_data(0)
    data |= {"player_count": 2, "deck": {"suits": ["hearts"], "ranks": ["3", "4"], "copies": 2}}
    data |= {"setup": {"cards_per_player": 1}, "game_rules": {"tie_breaker": "split"}}
    data["turn_structure"] = {"type": "turns", "order": "sequence", "phases": phases}
    data["zones"] = [
        {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
        {"name": "stock", "role": "stock", "seen_by": "none"},
        {"name": "row", "role": "other", "owner": "seat", "seen_by": "owner"},
    ]
    game = Game(GameGenome.from_dict(data))
    states = [game.deal(deck=["4H", "4H", "3H", "3H"], seed=seed).apply("give 4H") for seed in range(6)]
    ends = [(state, state.apply("give 4H")) for state in states]
    seen = {repr(Memory(1).meet(before).follow(before, "give 4H", after).now) for before, after in ends}
    assert len(seen) == 1
    assert len({after.key(1) for _, after in ends}) == 1
    assert len({after.key(0) for _, after in ends}) == 2, "who passed the other one sees where it lies"
    assert len({world_print(after.resample(1, seed=0)) for _, after in ends}) == 1
