"""Training of blueprints as jobs of the operator: what may be asked for, and what is shown while one learns."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any

import yaml
from pydantic import Field

from deckwright.measure.charts import Curve, curves
from deckwright.solve.poker.blueprint import read_manifest
from deckwright.solve.poker.training import Training, measure_speed
from deckwright.solve.poker.training_config import MOST_CONFIG_BYTES, Config, parse_config
from deckwright.solve.poker.training_job import BUNDLE_FOLDER, TRAINING
from deckwright.text import read_yaml
from deckwright.web.errors import WebError
from deckwright.web.poker.facts import quality_facts
from deckwright.web.poker.shelf import BUNDLE_PREFIX
from deckwright.web.web_job import Games, JobRequest, Prepared, WebJob
from deckwright.web.words import WORDS

MOST_MB = 8_000
BundleName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]

_STREETS = ("preflop", "flop", "turn", "river")
SAMPLES: dict[str, dict[str, Any]] = {
    "two": {
        "game": {
            "num_players": 2,
            "stack_depth": 25,
            "bet_sizes": [0.5, 1.0],
            "max_raises_per_street": dict(zip(_STREETS, (4, 3, 3, 3), strict=True)),
        },
        "training": {"iterations": 10_000, "mccfr_samples": 500, "abstraction_mode": "hand_class_v2", "seed": 1},
    },
    "three": {
        "game": {
            "num_players": 3,
            "stack_depth": 25,
            "bet_sizes": {"preflop": [1.0], "flop": [0.5, 1.0], "turn": [0.5, 1.0], "river": [0.5, 1.0]},
            "max_raises_per_street": dict(zip(_STREETS, (4, 3, 3, 3), strict=True)),
        },
        "training": {"iterations": 40_000, "mccfr_samples": 500, "abstraction_mode": "hand_class_v2", "seed": 1},
    },
    "six": {
        "game": {
            "num_players": 6,
            "stack_depth": 25,
            "bet_sizes": [1.0],
            "max_raises_per_street": dict(zip(_STREETS, (3, 2, 2, 2), strict=True)),
        },
        "training": {
            "iterations": 20_000,
            "mccfr_samples": 500,
            "abstraction_mode": "hand_class_v2",
            "strength_bins": 5,
            "seed": 1,
        },
    },
}
"""The sample configs of the project's `configs` folder, which is not installed."""


def sample_texts() -> dict[str, str]:
    """The samples as YAML: lists in one line, everything else line by line."""
    return {
        name: yaml.safe_dump({"game": sample["game"]}, sort_keys=False, default_flow_style=None)
        + yaml.safe_dump({"training": sample["training"]}, sort_keys=False, default_flow_style=False)
        for name, sample in SAMPLES.items()
    }


class TrainingRequest(JobRequest):
    """A blueprint to be trained, or gone on with: the same name and config again."""

    name: BundleName
    config: Annotated[str, Field(max_length=MOST_CONFIG_BYTES)]
    """YAML, as `deckwright train` reads it."""
    threads: Annotated[int, Field(ge=1, le=64)] = 1


def read_config(text: str) -> Config:
    """A config that somebody typed; SolveError lists its defects."""
    try:
        document = read_yaml(text)
    except yaml.YAMLError as error:
        raise WebError("config.unreadable", f"this is not YAML: {error}") from None
    return parse_config(document)


def training_size(asked: TrainingRequest) -> dict[str, Any]:
    """What is told before training."""
    config = read_config(asked.config)
    size = Training(config, "", max_memory_mb=float("inf")).size
    speed = measure_speed(config, threads=asked.threads)
    return {
        "decisions": size.decisions,
        "memory_mb": round(size.size_bytes / 1e6, 2),
        "most_memory_mb": MOST_MB,
        "walks": config.training.walks,
        "walks_a_second": round(speed),
        "seconds": round(config.training.walks / speed, 1),
    }


def _prepare(games: Games, asked: TrainingRequest) -> Prepared:
    config = read_config(asked.config)
    folder = games.shelf.trained_folder(asked.name)
    if folder is None:
        if asked.name in games.shelf.bundle_folders():
            raise WebError(
                "bundle.exists", f"there is a bundle called {asked.name} already, made elsewhere", status=409
            )
    else:
        manifest = read_manifest(folder)
        if manifest.get("config_hash") != config.digest:
            raise WebError("bundle.exists", f"{asked.name} is of another config: name it otherwise", status=409)
        if manifest.get("walks") == config.training.walks:
            raise WebError("training.done", f"{asked.name} has done all its walks", status=409)
    size = Training(config, "", max_memory_mb=float("inf")).size
    spec = {
        "name": asked.name,
        "config": config.document(),
        "threads": asked.threads,
        "max_memory_mb": MOST_MB,
        BUNDLE_FOLDER: f"{BUNDLE_PREFIX}{asked.name}",
    }
    return Prepared(WORDS["poker_training_of"].format(name=asked.name), spec, -(-size.size_bytes // 1_000_000))


def _chart(points: list[list[float]]) -> str:
    if len(points) < 2:
        return ""
    lines = [
        Curve(WORDS["poker_local_best_response"], tuple((walks, value) for walks, value, _, _ in points)),
        Curve(WORDS["poker_training_low"], tuple((walks, low) for walks, _, low, _ in points)),
        Curve(WORDS["poker_training_high"], tuple((walks, high) for walks, _, _, high in points)),
    ]
    return curves(lines, title=WORDS["poker_training_curve"], x=WORDS["poker_fact_walks"], y="bb/100")


def _shown(told: dict[str, Any]) -> str:
    rows = [
        (WORDS["poker_fact_walks"], f"{told['walks']:,} / {told['total']:,}"),
        (WORDS["poker_fact_iterations"], f"{told['iterations']:,}"),
        (WORDS["poker_fact_sets"], f"{told['information_sets']:,}"),
        (WORDS["poker_memory"], f"{told['size_bytes'] / 1e6:,.0f} MB"),
        (WORDS["poker_seconds"], f"{told['seconds']:,.0f}"),
        *((fact["label"], fact["text"]) for fact in quality_facts(told["quality"])),
    ]
    hands = [
        (hand, ", ".join(f"{action} {100 * share:.0f} %" for action, share in shares.items()))
        for hand, shares in told["samples"].items()
    ]
    first = WORDS["poker_training_hands"]
    return f"{_table(rows)}{_chart(told['curve'])}<h2>{escape(first)}</h2>{_table(hands)}"


def _table(rows: list[tuple[str, str]]) -> str:
    lines = "".join(f"<tr><th scope='row'>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    return f"<table>{lines}</table>"


def _page(result: dict[str, Any]) -> str:
    name = escape(str(result["name"]), quote=True)
    links = [(f"/poker/bundles/{name}", WORDS["poker_training_explore"])]
    if result["ended"] == "stopped":
        links.append((f"/poker/training?from={name}", WORDS["poker_training_go_on"]))
    listed = " ".join(f'<a class="primary" href="{href}">{escape(text)}</a>' for href, text in links)
    title = escape(WORDS["poker_training_of"].format(name=result["name"]))
    ended = escape(WORDS[f"poker_training_{result['ended']}"])
    return f'<h1>{title}</h1><p class="links">{listed}</p><p>{ended}</p>{_shown(result)}'


TRAINING_JOB = WebJob(TRAINING, TrainingRequest, _prepare, "megabytes", 0, MOST_MB, _page, live=_shown, can_stop=True)
