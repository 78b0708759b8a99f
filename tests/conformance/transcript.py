"""Golden transcripts: one game of each kind, played at random and written down.

`python -m tests.conformance.transcript` renews tests/golden/; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby, pairwise
from pathlib import Path

from tests.conformance.walks import Variant, main_variants, walk

from deckwright.engine import Event, State

FOLDER = Path(__file__).parents[1] / "golden"
SEED = 42
LONGEST = 160
"""Actions written out; what follows is only hashed."""
WIDTH = 118


def golden_path(variant: Variant) -> Path:
    """Where the transcript of a game is kept."""
    return FOLDER / f"{variant.game}.txt"


def transcript(variant: Variant) -> str:
    """A game from the deal to the result, in words, as a spectator who is shown the deal would tell it."""
    states = walk(variant, SEED)
    lines = [f"{variant}, seed {SEED}, random players", "", *_deal(states[0])]
    for number, (before, after) in enumerate(pairwise(states)):
        if number < LONGEST:
            lines += _step(number + 1, before, after)
    if len(states) - 1 > LONGEST:
        lines.append(f"... {len(states) - 1 - LONGEST} more actions")
    return "\n".join([*lines, "", *_end(states), ""])


def _deal(state: State) -> Iterator[str]:
    names = state.game.notation
    for zone, cards in zip(names.zones, state.position.layout(), strict=True):
        if cards:
            owner = "" if zone.index is None else f" {zone.index}"
            pile = "" if zone.pile is None else f".{zone.pile}"
            yield from _wrapped(f"{zone.name}{owner}{pile}:", [str(names.card(card)) for card in cards])


def _step(number: int, before: State, after: State) -> Iterator[str]:
    action = after.history[-1]
    yield f"{number:4}  seat {before.seat}: {action}"
    happened = [event for event in after.events(None) if event.kind != "chose"]
    told = [_told(kind, list(events)) for kind, events in groupby(happened, key=_kind)]
    if told:
        yield from _wrapped("        ", told)


def _kind(event: Event) -> tuple[str, ...]:
    return (event.kind, *(str(event.detail[name]) for name in ("from", "to", "zone") if name in event.detail))


def _told(kind: tuple[str, ...], events: list[Event]) -> str:
    """Events of one kind in a row, told together: `hand[1] -> discard QS`."""
    match kind:
        case ("moved", start, end):
            return f"[{start} -> {end}: {' '.join(str(event.detail['card'] or '?') for event in events)}]"
        case ("shown", zone):
            return f"[{zone} shows {' '.join(str(event.detail['card'] or '?') for event in events)}]"
        case _:
            return " ".join(f"[{event}]" for event in events)


def _wrapped(head: str, words: list[str]) -> Iterator[str]:
    line = head
    for word in words:
        if len(line) + 1 + len(word) > WIDTH and line.strip() != head.strip():
            yield line
            line = " " * min(len(head), 12)
        line = f"{line} {word}"
    yield line


def _end(states: tuple[State, ...]) -> Iterator[str]:
    last = states[-1]
    actions = "\n".join(str(action) for action in last.history)
    yield f"{len(states) - 1} actions, {last.hands} hands, fingerprint {sha256(actions.encode()).hexdigest()[:16]}"
    yield f"scores: {' '.join(map(str, last.scores))}"
    if last.team_scores:
        yield f"team scores: {' '.join(map(str, last.team_scores))}"
    if last.returns is not None and last.result is not None:
        yield f"returns: {' '.join(f'{value:g}' for value in last.returns)}"
        yield f"winners: {' '.join(map(str, last.result.winners)) or 'nobody'}"


def main() -> None:
    """Write every transcript anew, and remove those of games that are gone."""
    FOLDER.mkdir(exist_ok=True)
    variants = {golden_path(variant): variant for variant in main_variants()}
    for path in FOLDER.glob("*.txt"):
        if path not in variants:
            path.unlink()
    for path, variant in variants.items():
        path.write_text(transcript(variant), encoding="utf-8")
        print(f"{path.name}: {len(walk(variant, SEED)) - 1} actions")


if __name__ == "__main__":
    main()
