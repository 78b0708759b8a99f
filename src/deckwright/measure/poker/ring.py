"""Agents at a poker table on duplicate deals.

Every deal is played once for each seat, agents one seat further each time. So each agent holds every hand in every
position, and what the cards gave is the same for all; what is left is play. Profits are told in big blinds a hundred
hands, as poker players count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from deckwright.agents import Agent, AgentSource, seat_agents
from deckwright.agents.playing import choose
from deckwright.engine import Game, load
from deckwright.measure.duplicates import Duplicates
from deckwright.measure.errors import MeasureError
from deckwright.measure.intervals import Z_95, Estimate
from deckwright.measure.settings import Heard, MeasureSettings
from deckwright.measure.stats import AggregatedStats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HOLDEM = "holdem"
PER = 100
"""Hands that a profit is told for."""
POINTS = 200
"""Of a curve, at most."""
PIECE = 4096
"""Deals that are played at once."""
MOST_DEALS = 5_000_000
MOST_LOGGED = 1_000


@dataclass(frozen=True)
class Logged:
    """An action of a hand that was played for the log."""

    hand: int
    street: str
    seat: int
    agent: str
    action: str
    chips: int
    """That went in."""


@dataclass(frozen=True)
class RingResult:
    """What agents won and lost. `agents`, `profits_bb` and `curves` go together, place by place."""

    agents: tuple[str, ...]
    deals: int
    hands: int
    """Each deal once for every seat, and so many hands each time."""
    profits_bb: tuple[Estimate, ...]
    """Big blinds a hundred hands, over all positions, with 95 % intervals."""
    by_position: tuple[tuple[Estimate, ...], ...]
    """The same of each agent in each seat of the first hand."""
    positions: tuple[str, ...]
    """What those seats are called."""
    curves: tuple[tuple[float, ...], ...]
    """Big blinds won in all after so many deals (`curve_deals`), of each agent, over the seats on average."""
    curve_deals: tuple[int, ...]
    rake_bb: float
    """What the house took a hundred hands of the table."""
    decisions: int
    log: tuple[Logged, ...]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return asdict(self)


def simulate_ring(
    game: Game | str,
    /,
    *,
    agents: Sequence[AgentSource] | str = "random",
    deals: int = 10_000,
    seed: int = 0,
    threads: int | None = None,
    log: int = 0,
    progress: Heard | None = None,
) -> RingResult:
    """Play hold'em between agents, one a place, dealer and seats rotated on duplicate deals; `log` hands are told."""
    table = load(game) if isinstance(game, str) else game
    _check(table, deals, log)
    started = perf_counter()
    seated = seat_agents(agents, table.seats)
    seats, hands = table.seats, table.definition.max_hands
    by_seat, decisions = _play(table, seated, deals, MeasureSettings(seed=seed, threads=threads, heard=progress))
    whole, played = by_seat.mean(axis=2), len(by_seat)
    shown = _points(played)
    import numpy as np  # large: a server starts without it

    curves = np.cumsum(whole, axis=0)[np.array(shown, dtype=int) - 1]
    return RingResult(
        agents=tuple(agent.name for agent in seated),
        deals=played,
        hands=played * seats * hands,
        profits_bb=tuple(_profit(whole[:, place], hands) for place in range(seats)),
        by_position=tuple(
            tuple(_profit(by_seat[:, place, seat], hands) for seat in range(seats)) for place in range(seats)
        ),
        positions=_positions(table),
        curves=tuple(tuple(round(float(total), 4) for total in curves[:, place]) for place in range(seats)),
        curve_deals=tuple(shown),
        rake_bb=round(max(0.0, -PER * float(whole.sum(axis=1).mean()) / hands), 9) if played else 0.0,
        decisions=decisions,
        log=tuple(_logged(table, seated, log, seed)),
        seconds=perf_counter() - started,
    )


def _play(
    game: Game, agents: Sequence[Agent], deals: int, settings: MeasureSettings
) -> tuple[NDArray[np.float64], int]:
    """Returns by deal, agent and seat, and how many decisions there were; fewer deals if it was stopped."""
    seats = game.seats
    import numpy as np

    parts: list[NDArray[np.float64]] = [np.zeros((0, seats, seats))]
    decisions = 0
    # The seat of each agent in each of the turns of a deal.
    turn_of = (np.arange(seats)[None, :] - np.arange(seats)[:, None]) % seats
    for first in range(0, deals, PIECE):
        piece = Duplicates(game, tuple(agents), settings, "ring")
        goes_on = piece.play(first, min(PIECE, deals - first), deals)
        decisions += piece.decisions
        if piece.deals:
            parts.append(np.array(piece.returns)[:, turn_of, np.arange(seats)])
        if not goes_on:
            break
    return np.concatenate(parts), decisions


def seat_profits(game: Game, stats: AggregatedStats) -> tuple[Estimate, ...]:
    """Profits of the seats in games that were counted, in big blinds a hundred hands."""
    scale = PER / game.definition.max_hands
    return tuple(
        Estimate(scale * one.mean, scale * (one.mean - Z_95 * one.error), scale * (one.mean + Z_95 * one.error))
        for one in stats.returns
    )


def _check(game: Game, deals: int, log: int) -> None:
    if game.definition.kind != HOLDEM:
        raise MeasureError("ring.other-game", f"profits in big blinds are told of Texas hold'em, not of {game.name}")
    if not 1 <= deals <= MOST_DEALS:
        raise MeasureError("ring.bad-deals", f"found {deals} deals, expected 1 to {MOST_DEALS:,}")
    if not 0 <= log <= MOST_LOGGED:
        raise MeasureError("ring.bad-log", f"found a log of {log} hands, expected 0 to {MOST_LOGGED:,}")


def _profit(profits: NDArray[np.float64], hands: int) -> Estimate:
    """Big blinds a hundred hands, with the interval that deals, which are independent, give."""
    if not len(profits):
        return Estimate(0.0, 0.0, 0.0)
    mean = float(profits.mean()) * PER / hands
    error = float(profits.std(ddof=1)) / sqrt(len(profits)) if len(profits) > 1 else 0.0
    half = Z_95 * error * PER / hands
    return Estimate(mean, mean - half, mean + half)


def _points(deals: int) -> list[int]:
    step = max(1, -(-deals // POINTS))
    return sorted({*range(step, deals + 1, step), *((deals,) if deals else ())})


def _positions(game: Game) -> tuple[str, ...]:
    return tuple(map(str, game.deal(seed=0).view(None).registers["position"]))


def _logged(game: Game, agents: Sequence[Agent], count: int, seed: int) -> Iterator[Logged]:
    """Hands of their own, agents one seat further each time, action by action."""
    for hand in range(count):
        state, number = game.deal(seed=f"ring log {seed} {hand}".encode()), 0
        while (seat := state.seat) is not None:
            agent = agents[(seat - hand) % game.seats]
            action = choose(agent, state, seed=f"{seed} {hand} {number}".encode())
            before, state = state, state.apply(action)
            paid = (event.detail for event in state.events(None) if event.kind == "paid")
            chips = next((detail["chips"] for detail in paid if detail["seat"] == seat), 0)
            put_in = -chips if isinstance(chips, int) and chips < 0 else 0
            yield Logged(hand, before.phase, seat, agent.name, action.text, put_in)
            number += 1
