"""Random small games in which cards are shown, picked and moved between hidden places, with and without order.

Every game is a few steps long, so that all its positions can be gone through. What does not validate (a field without
effect, a zone that nothing uses) is left out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from deckwright.engine import Game
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome

Data = dict[str, Any]

IN_ORDER = ("row", "box", "stock", "heap")
ENDS = ("top", "bottom", "under")
REPAIRS = 12
HOLDERS = ("dealer", "left(dealer)")
SEATS = (*HOLDERS, "right(dealer)")


class Steps:
    """What happens in one game, step by step."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.main = rng.choice(("row", "row", "sack", "sack", "hand"))
        self.holder = rng.choice(HOLDERS)
        self.row_seen_by, self.sack_seen_by = rng.choice(("owner", "owner", "none")), rng.choice(("owner", "none"))
        others = [f"{zone}[{seat}]" for zone in ("row", "sack", "hand") for seat in HOLDERS]
        self.places = [self.whole] * 5 + others + ["box", "box", "stock", "heap"]

    @property
    def whole(self) -> str:
        """The place that most happens to."""
        return f"{self.main}[{self.holder}]"

    @property
    def can_pick(self) -> bool:
        """Whether its holder sees its cards."""
        return {"row": self.row_seen_by, "sack": self.sack_seen_by, "hand": "owner"}[self.main] == "owner"

    def place(self, other_than: str) -> str:
        return self.rng.choice([place for place in self.places if place != other_than])

    def moved(self, cards: str, to: str) -> Data:
        move: Data = {"type": "move", "cards": cards, "to": to}
        if self.rng.random() < 0.2:
            move["place"] = self.rng.choice(("bottom", "bottom", "shuffled"))
        if self.rng.random() < 0.15:
            move["seen_by"] = self.rng.choice(("none", "owner", "all"))
        return move

    def effect(self) -> Data:
        source = self.rng.choice(self.places)
        if self.rng.random() < 0.35:
            at_an_end = source.partition("[")[0] in IN_ORDER and self.rng.random() < 0.7
            cards = f"{self.rng.choice(ENDS)}({source})" if at_an_end else source
            return {"type": "show", "cards": cards, "to": self.rng.choice(("turn", "left(turn)", *HOLDERS))}
        one = {"count": "1"} if self.rng.random() < 0.6 else {}
        return self.moved(source, self.place(source)) | one

    def pick(self, number: int) -> Data:
        """The holder shows or moves some of its cards."""
        several = {"kind": "cards", "high": "2"} if self.rng.random() < 0.3 else {}
        if self.rng.random() < 0.4:
            effect: Data = {"type": "show", "cards": "k", "to": self.rng.choice(("left(turn)", "right(turn)"))}
        else:
            effect = self.moved("k", self.place(self.whole))
        picks = [{"name": "k", "source": self.main, **several}]
        return {"name": f"pick{number}", "when": f"size({self.main}) > 1", "picks": picks, "effects": [effect]}

    def step(self, number: int) -> Data:
        if self.rng.random() < 0.45:
            effects = [self.effect() for _ in range(self.rng.choice((1, 1, 2)))]
            return {"type": "do", "actor": self.rng.choice(SEATS), "effects": effects}
        wait: Data = {"name": f"wait{number}"}
        if self.can_pick and self.rng.random() < 0.6:
            return {"type": "choice", "actor": self.holder, "offers": [self.pick(number), wait]}
        offer = {"name": f"do{number}", "effects": [self.effect()]}
        return {"type": "choice", "actor": self.rng.choice(SEATS), "offers": [offer, wait]}


def genome_data(seed: int) -> Data:
    """A game of three, with five cards or three pairs of like ones."""
    rng = Random(seed)
    steps = Steps(rng)
    ranks, copies = (["2", "3", "4"], 2) if rng.random() < 0.3 else (["2", "3", "4", "5", "6"], 1)
    go = {"name": "go", "effects": [{"type": "score", "to": "turn", "points": "1"}]}
    last = {"type": "choice", "offers": [go, {"name": "stay"}]}
    # What happens before the first choice is seen as part of the deal.
    first = {"type": "choice", "actor": "dealer", "offers": [{"name": "begin"}]}
    phases = [steps.step(number) for number in range(rng.choice((2, 3, 4)))]
    return {
        "genome_id": f"hidden-{seed}",
        "player_count": 3,
        "utility": "score",
        "deck": {"suits": ["spades"], "ranks": ranks, "copies": copies},
        "zones": [
            {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
            {"name": "stock", "role": "stock", "seen_by": "none"},
            {"name": "heap", "role": "discard"},
            {"name": "box", "seen_by": "none"},
            {"name": "row", "role": "tableau", "owner": "seat", "seen_by": steps.row_seen_by},
            {"name": "sack", "owner": "seat", "seen_by": steps.sack_seen_by},
        ],
        "setup": {
            "cards_per_player": 0,
            "deal": [{"type": "move", "cards": "stock", "to": steps.whole, "count": rng.choice(("3", "4"))}],
        },
        "turn_structure": {
            "type": "turns",
            "order": "sequence",
            "phases": [first, *phases, {"type": "turns", "order": "once", "phases": [last]}],
        },
        "scoring_rules": [{"name": "cards", "points": "size(stock)"}],
        "win_conditions": [
            {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
        ],
        "game_rules": {"tie_breaker": "split", "deck_empty_action": "skip_draw"},
    }


def hidden_game(seed: int) -> Game | None:
    """The game of a seed; None if it does not validate."""
    return game_of(genome_data(seed))


def game_of(data: Data) -> Game | None:
    """A game without what the validator says has no effect; None if more is wrong with it."""
    for _ in range(REPAIRS):
        try:
            return Game(GameGenome.from_dict(data))
        except GenomeError as error:
            idle = [issue.path for issue in error.issues if issue.code in ("field.no-effect", "unused.zone")]
            if not idle:
                return None
            for path in sorted(idle, reverse=True):
                leave_out(data, path)
    return None


def leave_out(data: Data, path: str) -> None:
    """Remove what a path such as `$.zones[3].memory` names."""
    steps = path.replace("$.", "").replace("[", ".").replace("]", "").split(".")
    place: Any = data
    for step in steps[:-1]:
        place = place[int(step)] if isinstance(place, list) else place.get(step, {})
    if isinstance(place, list):
        del place[int(steps[-1])]
    else:
        place.pop(steps[-1], None)
