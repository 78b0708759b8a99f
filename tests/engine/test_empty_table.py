"""Betting when everybody has left the hand: the pot waits, and is shared at the end of the match."""

from __future__ import annotations

from deckwright.engine import Game
from deckwright.games import catalogue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues


def test_a_showdown_without_players_leaves_the_pot_to_the_end():
    data = catalogue()["leduc"].genome().to_dict()
    betting = {"type": "betting", "ante": 1, "showdown_method": "fold_only"}
    everyone_leaves = {
        "type": "do",
        "effects": [{"type": "each", "var": "q", "domain": "seats", "effects": [{"type": "out", "seat": "q"}]}],
    }
    showdown = {"type": "betting", "showdown_method": "highest_card"}
    for name in ("patterns", "hand_evaluation"):
        data.pop(name, None)
    data["zones"] = [zone for zone in data["zones"] if zone["name"] in ("hand", "stock")]
    data["game_rules"] = {"tie_breaker": "split"}
    data["turn_structure"] = {"type": "turns", "order": "sequence", "phases": [betting, everyone_leaves, showdown]}
    genome = GameGenome.parse(data)
    assert genome_issues(genome) == []
    game = Game(genome)
    for seed in range(8):
        state = game.deal(seed=seed)
        while state.seat is not None:
            state = state.apply(state.actions()[0])
        assert state.returns is not None
        assert sum(state.returns) == 0
