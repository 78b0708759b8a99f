"""What more work earns a blueprint, head to head: longer training, and solving the river anew.

    python -m benchmarks.improving longer CONFIG.yaml... [--part 0.02] [--deals 100000] [--work DIR]
    python -m benchmarks.improving resolving BUNDLE [--deals 200000] [--iterations 100] [--file FILE]

`longer` trains each config twice, once to its end and once for a part of its iterations, and seats one player of the
longer training with copies of the shorter, on duplicate deals with the dealer rotated.

`resolving` deals hands for two. Both seats play the blueprint up to the river. A hand that ends before it counts
as zero, since nothing differs there. From each river the hand is played twice, with `blueprint+` in one seat and then
in the other, by the same chance: a match of whole hands without the luck of the first three streets. It goes on from
its file where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from deckwright import load
from deckwright.agents import Agent, kernel_form, parse_agent
from deckwright.engine import Game, State
from deckwright.measure import simulate_ring
from deckwright.solve.poker.blueprint import read_manifest
from deckwright.solve.poker.training import Training
from deckwright.solve.poker.training_config import Config, load_config, parse_config

Z_95 = 1.96
STEP = 500
"""Deals after which what was found is kept."""


def trained(config: Config, folder: Path) -> Path:
    """The bundle of a config, made if it is not there, gone on with if it is not at its end."""
    if not (folder / "manifest.json").exists():
        Training(config, folder).run(match_deals=0)
    elif read_manifest(folder)["walks"] < config.training.walks:
        Training(config, folder, resume=True).run(match_deals=0)
    return folder


def shortened(config: Config, part: float) -> Config:
    """The same with a part of its iterations."""
    data = config.document()
    data["training"]["iterations"] = max(1, round(config.training.iterations * part))
    return parse_config(data, what="shorter")


def longer(path: Path, part: float, deals: int, work: Path, threads: int) -> bool:
    """Whether the longer training wins significantly."""
    config = load_config(path)
    short = shortened(config, part)
    bundles = [
        trained(config, work / f"{path.stem}.bundle"),
        trained(short, work / f"{path.stem}-{short.training.iterations}.bundle"),
    ]
    players = config.game.num_players
    game = load("holdem", players=players, stack=round(config.game.stack_depth))
    agents = [f"blueprint:{bundles[0]}", *[f"blueprint:{bundles[1]}"] * (players - 1)]
    found = simulate_ring(game, agents=agents, deals=deals, seed=11, threads=threads).profits_bb[0]
    walks = f"{config.training.walks:,} walks v {short.training.walks:,}"
    holds = found.low > 0
    verdict = "holds" if holds else "MISSED"
    half = (found.high - found.low) / 2
    print(
        f"longer, {players} players, {walks}: {found.value:+.1f} +- {half:.1f} bb/100, {deals:,} deals  {verdict}",
        flush=True,
    )
    return holds


def to_river(game: Game, agent: Agent, seed: str) -> State | None:
    """A hand of two such players where the river begins; None if it ends before."""
    state = game.deal(seed=seed.encode())
    form = kernel_form(agent, game)
    assert form is not None
    for number in range(1000):
        if state.seat is None:
            return None
        if state.phase == "river":
            return state
        state = state.apply(state.consult(form, seed=f"{seed} {number}".encode()))
    raise AssertionError("a hand does not end")


def played(state: State, agents: Sequence[Agent], seed: str) -> tuple[float, ...]:
    """What the hand comes to for each seat; the chance of a move hangs on the deal and its number, not on the agent."""
    forms = [kernel_form(agent, state.game) for agent in agents]
    number = 0
    while (seat := state.seat) is not None:
        form = forms[seat]
        assert form is not None
        state = state.apply(state.consult(form, seed=f"{seed} river {number}".encode()))
        number += 1
    returns = state.returns
    assert returns is not None
    return tuple(returns)


def lead(game: Game, agents: tuple[Agent, Agent], number: int) -> float | None:
    """Big blinds a hand that the first agent wins of the second on a deal; None if it ends before the river."""
    seed = f"improving {number}"
    first, second = agents
    river = to_river(game, second, seed)
    if river is None:
        return None
    return (played(river, (first, second), seed)[0] + played(river, (second, first), seed)[1]) / 2


def interval(deals: int, leads: Sequence[float]) -> tuple[float, float]:
    """Mean and half-width in bb/100 over all deals; those that are not among the leads are zeros."""
    mean = sum(leads) / deals
    variance = (sum(one * one for one in leads) - deals * mean * mean) / max(1, deals - 1)
    return 100 * mean, 100 * Z_95 * sqrt(variance / deals)


def resolving(bundle: str, iterations: int, deals: int, file: Path | None) -> bool:
    """Whether solving the river anew wins significantly."""
    config = read_manifest(Path(bundle))["config"]["game"]
    assert config["num_players"] == 2, "rivers are solved anew for two"
    game = load("holdem", players=2, stack=round(config["stack_depth"]))
    agents = (parse_agent(f"blueprint+:{bundle}:{iterations}"), parse_agent(f"blueprint:{bundle}"))
    kept: dict[str, object] = {"bundle": bundle, "iterations": iterations}
    done, leads = 0, list[float]()
    if file is not None and file.exists():
        found = json.loads(file.read_text(encoding="utf-8"))
        if {name: found[name] for name in kept} != kept:
            sys.exit(f"{file}: it is of another bundle or another number of iterations")
        done, leads = found["deals"], found["leads"]
    while done < deals:
        for number in range(done, min(deals, done + STEP)):
            one = lead(game, agents, number)
            if one is not None:
                leads.append(one)
        done = min(deals, done + STEP)
        if file is not None:
            file.write_text(json.dumps({**kept, "deals": done, "leads": leads}), encoding="utf-8")
        mean, half = interval(done, leads)
        print(
            f"\r{done:,} deals, {len(leads):,} rivers: {mean:+.2f} +- {half:.2f}", end="", file=sys.stderr, flush=True
        )
    mean, half = interval(done, leads)
    holds = mean - half > 0
    verdict = "holds" if holds else "MISSED"
    print(
        f"\nriver anew, {iterations} iterations: {mean:+.2f} +- {half:.2f} bb/100, {done:,} deals  {verdict}",
        flush=True,
    )
    return holds


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks.improving", description=__doc__)
    parser.add_argument("what", choices=("longer", "resolving"))
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--part", type=float, default=0.02)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("configs"))
    parser.add_argument("--file", type=Path)
    chosen = parser.parse_args()
    if chosen.what == "longer":
        held = [longer(Path(path), chosen.part, chosen.deals, chosen.work, chosen.threads) for path in chosen.paths]
    else:
        held = [resolving(path, chosen.iterations, chosen.deals, chosen.file) for path in chosen.paths]
    sys.exit(not all(held))


if __name__ == "__main__":
    main()
