"""Run with the copy of the package: a game of the added mechanics is checked, told, shown at a table and played."""

from __future__ import annotations

import json
from typing import Any

from deckwright.engine import Game, State, rulebook
from deckwright.engine.scene import choices
from deckwright.evolve.random import generate_random_genome
from deckwright.evolve.words import effect_words, phase_words
from deckwright.genome.codec import dump_json
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

DEAL = [{"type": "move", "cards": "stock", "to": f"pile(row[{s}], {p})", "count": "1"} for s in (0, 1) for p in (0, 1)]
SHOWN = [{"type": "show", "cards": f"row[{seat}]", "to": "all"} for seat in (0, 1)]
EXCHANGE = {
    "name": "exchange",
    "picks": [
        {"name": "own", "kind": "place", "source": "row", "low": "1", "high": "2"},
        {"name": "theirs", "kind": "place", "source": "row[left(turn)]", "low": "1", "high": "2"},
    ],
    "effects": [{"type": "exchange", "cards": "own", "to": "theirs"}],
}
GAME: dict[str, Any] = {
    "genome_id": "places",
    "player_count": 2,
    "utility": "score",
    "deck": {"suits": ["hearts", "spades"], "ranks": ["2", "3", "4", "5", "6", "7"]},
    "zones": [
        {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
        {"name": "stock", "role": "stock", "seen_by": "none"},
        {"name": "captured", "role": "captured", "owner": "seat"},
        {"name": "row", "role": "tableau", "owner": "seat", "seen_by": "none", "piles": 2},
    ],
    "strains": [{"name": "plain"}],
    "setup": {"cards_per_player": 3, "deal": DEAL},
    "turn_structure": {
        "order": "sequence",
        "phases": [
            {"type": "turns", "order": "once", "phases": [{"type": "choice", "offers": [EXCHANGE]}]},
            {"type": "trick", "duties": [{"cards": "follows(c)"}]},
            {"type": "do", "effects": [{"type": "bonus", "points": "10"}, *SHOWN]},
        ],
    },
    "win_conditions": [
        {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
    ],
    "game_rules": {"tie_breaker": "split"},
}


PASSING = {
    "genome_id": "passing",
    "player_count": 2,
    "utility": "score",
    "deck": {"suits": ["hearts"], "ranks": ["2", "3", "4", "5", "6", "7"]},
    "zones": GAME["zones"][:2],
    "setup": {"cards_per_player": 3},
    "turn_structure": {
        "order": "sequence",
        "phases": [{"type": "passing"}, {"type": "do", "effects": [{"type": "score", "to": "turn", "points": "1"}]}],
    },
    "win_conditions": GAME["win_conditions"],
    "game_rules": {"tie_breaker": "split"},
}


def generated(most: int) -> list[str]:
    """The added mechanics that random games have."""
    texts = [dump_json(generate_random_genome(seed)) for seed in range(most)]
    return [word for word in ("place", "exchange", "bonus", "passing") if any(f'": "{word}"' in text for text in texts)]


def rows(state: State) -> list[tuple[str | None, ...]]:
    """What everyone sees of both rows."""
    return [zone.cards for zone in state.view(None).zones if zone.name == "row"]


def played(game: Game, *actions: str) -> State:
    """One hand, to its end: these actions, and then always the first."""
    state = game.deal(seed=7)
    for action in actions:
        state = state.apply(action)
    assert rows(state) == [(None,)] * 4, "somebody saw what was exchanged"
    while state.seat is not None:
        state = state.apply(state.actions()[0])
    return state


def passed(game: Game) -> dict[str, object]:
    """The hands before and after everybody has handed on the first card."""
    state = game.deal(seed=7)
    before = [state.view(seat).hand for seat in (0, 1)]
    while state.seat is not None:
        state = state.apply(state.actions()[0])
    return {"before": before, "after": [state.view(seat).hand for seat in (0, 1)], "rulebook": rulebook(game)}


def main() -> None:
    """Print what was found."""
    genome = GameGenome.model_validate(GAME)
    assert not genome_issues(genome), genome_issues(genome)
    game = Game(genome)
    back, both = (
        ("exchange 0", "theirs 0", "exchange 0", "theirs 0"),
        ("exchange 0", "theirs 0", "exchange 1", "theirs 1"),
    )
    scored = [event.detail for event in played(game, *back).events(None) if event.kind == "scored"]
    print(json.dumps({
        "rulebook": rulebook(game), "labels": [choice.label for choice in choices(game.deal(seed=0))],
        "back": rows(played(game, *back)), "both": rows(played(game, *both)), "scored": scored,
        "random": generated(24),
        "pedigree": [effect_words({"type": "bonus", "points": "10"}), phase_words({"type": "passing"})],
        "passing": passed(Game(GameGenome.model_validate(PASSING))),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
