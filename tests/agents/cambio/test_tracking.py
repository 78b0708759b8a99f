"""What agents are certain of is true, and what they cannot place is just what their seat has not seen.

A second tracker, written here from the events that a seat is told, is the judge: it knows nothing of the kernel's own.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from deckwright import _kernel
from deckwright.agents.cambio import BayesianV1, BayesianV2, CambioAgent
from deckwright.engine import State, load

FAMILY = (BayesianV1, BayesianV2)
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "seed"},
    {"sticking": "any_card", "power_from": "discard", "penalty": 2},
    {"sticking": "nobody", "turn_cap": 150},
)


class Memory:
    """Cards by place, None for one that was not seen: what a careful player remembers."""

    def __init__(self) -> None:
        self.places: dict[str, list[str | None]] = {}

    def hear(self, state: State, seat: int) -> None:
        for event in state.events(seat):
            match event.kind:
                case "dealt":
                    self.places = {}
                case "moved":
                    self.move(event.detail["card"], str(event.detail["from"]), str(event.detail["to"]))
                case "shown" if event.detail["card"] is not None:
                    self.places[str(event.detail["zone"])] = [str(event.detail["card"])]
                case "shuffled":
                    self.places["discard"] = self.places["discard"][-1:]

    def move(self, card: object, source: str, target: str) -> None:
        lay = None
        if source != "stock":
            # Two cards that change places are two moves: what lay there first leaves first.
            lay = self.places[source].pop(-1 if source == "discard" else 0)
        assert card is None or lay is None or card == lay, "what was remembered is what is seen"
        self.places.setdefault(target, []).append(lay if card is None else str(card))

    @property
    def known(self) -> list[str]:
        return [card for cards in self.places.values() for card in cards if card is not None]


def worth(card: str) -> int:
    if card in ("KH", "KD"):
        return -1
    return 0 if card == "JK" else {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def gain(state: State, kind: type[BayesianV1]) -> float:
    """What the agent thinks the discard improves its worst slot by; it neither calls nor takes for any other reason."""
    constants = kind(always_take=-100, certain_call=-100, call_four=-100, call_three=-100, call_two=-100)
    told = _kernel.explain(state.position, CambioAgent("asked", constants).kernel_text, 0)
    assert told is not None
    assert told[2] in ("draw.deck", "take.improves")
    return told[4]


def check_view(state: State, seat: int, memory: Memory, layout: list[list[str]]) -> None:
    """Place by place the seat sees what it remembers; that is true, and the rest is the deck without it."""
    unplaced = Counter(card for zone in layout for card in zone)
    whole = unplaced.copy()
    for place, zone, real in zip(state.game.notation.zones, state.view(seat).zones, layout, strict=True):
        if zone.name != "stock":
            assert list(zone.cards) == memory.places.get(str(place), []), f"{place} as seat {seat} sees it"
        certain = [card for card in zone.cards if card is not None]
        assert certain == [card for card, shown in zip(real, zone.cards, strict=True) if shown is not None]
        unplaced.subtract(certain)
    assert +unplaced == whole - Counter(memory.known)


def expected_gain(seat: int, memory: Memory) -> float | None:
    """The worst slot, an unknown card counting the mean of all that were not seen, less the top of the discard pile."""
    mine = f"cards[{seat}]"
    own = [card for place, cards in memory.places.items() if place.startswith(mine) for card in cards]
    top = memory.places["discard"][-1:]
    if not own or not top:
        return None
    known = memory.known
    mean = (318 - sum(map(worth, known))) / (54 - len(known)) if len(known) < 54 else 5.0
    return max(mean if card is None else worth(card) for card in own) - worth(str(top[0]))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_certain_is_true_and_the_rest_is_what_was_not_seen(players: int, options: dict[str, Any]) -> None:
    game = load("cambio", players=players, **{"hands": 1, "turn_cap": 60, **options})
    names = game.notation.names.cards
    asked = shuffles = 0
    for seed in range(3):
        rng = Random(seed)
        state = game.deal(seed=seed)
        memories = [Memory() for _ in range(players)]
        while not state.is_over:
            layout = [[names[card] for card in zone] for zone in state.position.layout()]
            shuffles += any(event.kind == "shuffled" for event in state.events(None))
            for seat, memory in enumerate(memories):
                memory.hear(state, seat)
                check_view(state, seat, memory, layout)
            if state.phase == "turn" and state.seat is not None:
                expected = expected_gain(state.seat, memories[state.seat])
                if expected is not None:
                    assert [gain(state, kind) for kind in FAMILY] == [pytest.approx(expected)] * 2
                    asked += 1
            # Calls would end rounds early.
            state = state.apply(rng.choice([action for action in state.actions() if action.text != "call cambio"]))
    assert asked > 100
    assert shuffles or options.get("turn_cap") != 150, "long rounds come to the end of the deck"
