"""A game in which two look at their cards, or do not, and then guess in secret."""

from __future__ import annotations

from typing import Any

LOOK_AND_GUESS: dict[str, Any] = {
    "genome_id": "look-and-guess",
    "player_count": 2,
    "deck": {"suits": ["hearts"], "ranks": list("23456789")},
    "zones": [
        {"name": "row", "role": "tableau", "owner": "seat", "seen_by": "none"},
        {"name": "stock", "role": "stock", "seen_by": "none"},
    ],
    "registers": [{"name": "guess", "per": "seat"}],
    "setup": {
        "cards_per_player": 0,
        "deal": [{"type": "each", "var": "p", "domain": "seats", "effects": [
            {"type": "move", "cards": "stock", "to": "row[p]", "count": "2"},
        ]}],
    },
    "turn_structure": {"type": "turns", "order": "sequence", "phases": [
        {"type": "turns", "order": "once", "phases": [{"type": "choice", "offers": [
            {"name": "look", "effects": [{"type": "show", "cards": "row", "to": "actor"}]},
            {"name": "wait"},
        ]}]},
        {"type": "turns", "order": "together", "phases": [{"type": "choice", "offers": [
            {"name": "guess", "picks": [{"name": "n", "kind": "number", "low": 2, "high": 9}],
             "effects": [{"type": "set", "name": "guess[actor]", "value": "n"}]},
        ]}]},
    ]},
    "scoring_rules": [{"points": "1", "when": "guess == sum(rank(c) for c in row)"}],
    "win_conditions": [
        {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1},
    ],
}  # fmt: skip
"""Who looks last sees their cards lie open when all choose in secret."""
