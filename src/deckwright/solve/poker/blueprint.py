"""Blueprints: the kernel's trainer, its labels, and the bundle on disk.

A bundle is a folder: `manifest.json` (what it is of, how it was made, how good it is), `strategy.bin` (the average
play, with a checksum that the manifest repeats), and `checkpoint.bin` (all that training needs to go on).
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypedDict

from deckwright import _kernel
from deckwright.files import write_whole
from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import BinaryPlace, find_binary, write_binary
from deckwright.solve.poker.cards import parse_cards
from deckwright.solve.poker.classes import CLASS_NAMES, COMBO_CARDS, COMBOS, combo_name
from deckwright.solve.poker.refusals import kernel_refusals
from deckwright.solve.poker.training_config import CHIPS_A_BLIND, STREET_NAMES, Config, parse_config
from deckwright.text import find_number

VERSION: Final = 2
STRATEGY: Final = "blueprint-strategy"
CHECKPOINT: Final = "blueprint-checkpoint"
CHECKSUM: Final = "checksum"
MANIFEST_KEYS: Final = frozenset(
    {
        *("format", "version", "config", "config_hash", "algorithm", "recall", "seed", "walks", "iterations"),
        *("information_sets", "size_bytes", "seconds", "quality", "strategy_checksum", CHECKSUM),
    }
)
ALGORITHM: Final = "external-sampling MCCFR, linear weighting in steps, average at every other seat"

POSITIONS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("SB", "BB"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "UTG", "BTN"),
    5: ("SB", "BB", "UTG", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "MP", "CO", "BTN"),
}
"""Seats from the small blind; of two players the small blind is the button."""


@dataclass(frozen=True)
class Node:
    """A decision of a blueprint: for every bucket how often each action is taken. Amounts are big blinds."""

    path: tuple[str, ...]
    position: str
    street: str
    pot: float
    stacks: Mapping[str, float]
    actions: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    learned: tuple[bool, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON: by class before the flop, by bucket after it."""
        names = CLASS_NAMES if self.street == STREET_NAMES[0] else [str(at) for at in range(len(self.shares))]
        return {
            "path": list(self.path),
            "position": self.position,
            "street": self.street,
            "pot": self.pot,
            "stacks": dict(self.stacks),
            "actions": list(self.actions),
            "strategy": {name: list(row) for name, row in zip(names, self.shares, strict=True)},
            "learned": dict(zip(names, self.learned, strict=True)),
        }


class KernelArguments(TypedDict):
    """The game of a config as the kernel takes it."""

    players: int
    stack: int
    blinds: tuple[int, int]
    streets: list[_kernel.StreetArgument]
    classes: tuple[int, int, bool, int]


def kernel_arguments(config: Config) -> KernelArguments:
    """What the kernel is told of a config's game, and of how hands are told apart."""
    game, training = config.game, config.training
    streets = [
        (list(game.sizes(name)), list(game.sizes(name)), game.cap(name), game.all_in, game.all_in_from)
        for name in STREET_NAMES
    ]
    return {
        "players": game.num_players,
        "stack": round(game.stack_depth * CHIPS_A_BLIND),
        "blinds": (CHIPS_A_BLIND // 2, CHIPS_A_BLIND),
        "streets": streets,
        "classes": (
            training.strength_bins,
            training.river_bins,
            training.abstraction_mode == "hand_class_v2",
            training.kmeans_buckets if training.abstraction_mode == "equity_kmeans" else 0,
        ),
    }


def make_trainer(config: Config, *, threads: int) -> _kernel.Blueprint:
    """The kernel's trainer of a config."""
    training = config.training
    walks = training.walks
    fade_every = max(1, walks // 2 // training.discount_steps) if training.discount_steps else walks + 1
    fade_until = walks // 2 if training.discount_steps else 0
    method = (
        training.seed,
        training.deal_count,
        fade_every,
        fade_until,
        training.regret_floor,
        training.prune_below,
        walks // 10,
        training.batch_walks,
    )
    with kernel_refusals():
        return _kernel.Blueprint(**kernel_arguments(config), method=method, threads=threads)


class Bundle:
    """A blueprint that was saved: what it does at every decision."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any], config: Config, blueprint: _kernel.Blueprint) -> None:
        self.folder = folder
        self.manifest = manifest
        self.config = config
        self.blueprint = blueprint

    @classmethod
    def load(cls, folder: str | Path) -> Bundle:
        """A bundle from its folder; SolveError if it is of another version, or damaged."""
        place = Path(folder)
        manifest = read_manifest(place)
        config = config_of(place, manifest)
        strategy = find_strategy(place, manifest, config)
        blueprint = make_trainer(config, threads=1)
        with kernel_refusals():
            blueprint.open_play(str(strategy.path), strategy.at, strategy.length)
        return cls(place, manifest, config, blueprint)

    def check(self) -> None:
        """Read all of it; SolveError if it is damaged. What `load` does not read is checked when it is asked for."""
        if not self.blueprint.is_whole():
            raise SolveError("file.damaged", f"{self.folder}: strategy.bin was changed or damaged")

    @property
    def positions(self) -> tuple[str, ...]:
        """Names of seats, from the small blind."""
        return POSITIONS[self.config.game.num_players]

    def node(self, path: str | Sequence[str] = ()) -> Node:
        """The decision at the end of a path of actions: `raise 2.5, fold, call`, amounts in big blinds."""
        words = [word.strip() for word in (path.split(",") if isinstance(path, str) else path)]
        steps: list[int] = []
        names: list[str] = []
        data = self.blueprint.node(steps)
        for word in filter(None, words):
            labels = labels_of(data)
            if data["kind"] != "decision":
                raise SolveError("blueprint.no-such-node", f"path: found {quoted(word)} after the end of the hand")
            if word.lower() in labels:
                steps.append(labels.index(word.lower()))
            elif (number := find_number(word)) is not None and number < len(labels):
                steps.append(number)
            else:
                raise SolveError(
                    "blueprint.no-such-node", f"path: found {quoted(word)}, expected one of {', '.join(labels)}"
                )
            names.append(labels[steps[-1]])
            data = self.blueprint.node(steps)
        if data["kind"] != "decision":
            raise SolveError("blueprint.no-decision", f"{', '.join(words)}: the hand is over there, nobody decides")
        return self._node(tuple(names), data)

    def _node(self, path: tuple[str, ...], data: _kernel.BlueprintNode) -> Node:
        labels = labels_of(data)
        shares = array("d", data["shares"])
        width = len(labels)
        rows = tuple(tuple(shares[at : at + width]) for at in range(0, len(shares), width))
        stacks = {
            position: chips / CHIPS_A_BLIND for position, chips in zip(self.positions, data["stacks"], strict=True)
        }
        return Node(
            path,
            self.positions[data["player"]],
            STREET_NAMES[data["street"]],
            data["pot"] / CHIPS_A_BLIND,
            stacks,
            tuple(labels),
            rows,
            tuple(data["learned"]),
        )

    def by_hand(self, node: Node, board: str = "") -> dict[str, tuple[float, ...]]:
        """What a node does with every hand on a board: classes before the flop, combinations after it."""
        if node.street == STREET_NAMES[0]:
            return dict(zip(CLASS_NAMES, node.shares, strict=True))
        cards = parse_cards(board, what="board")
        expected = 2 + STREET_NAMES.index(node.street)
        if len(cards) != expected:
            raise SolveError("board.wrong-number", f"board: found {len(cards)} cards, expected {expected}")
        live = [combo for combo in range(COMBOS) if not set(COMBO_CARDS[combo]) & set(cards)]
        masks = [sum(1 << card for card in COMBO_CARDS[combo]) for combo in live]
        with kernel_refusals():
            buckets = self.blueprint.buckets(masks, sum(1 << card for card in cards))
        return {combo_name(combo): node.shares[bucket] for combo, bucket in zip(live, buckets, strict=True)}


def labels_of(data: _kernel.BlueprintNode) -> list[str]:
    """Names of the actions at a node; amounts are what one's chips of the street come to, in big blinds."""
    if data["kind"] != "decision":
        return []
    seat = data["player"]
    highest = max(data["bets"])
    labels = []
    for kind, to in data["actions"]:
        if kind == "fold":
            labels.append("fold")
        elif kind == "call":
            labels.append("call" if data["bets"][seat] < highest else "check")
        elif to >= data["bets"][seat] + data["stacks"][seat]:
            labels.append("all-in")
        else:
            labels.append(f"{'raise' if highest else 'bet'} {to / CHIPS_A_BLIND:g}")
    return labels


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a bundle."""
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SolveError(
            "file.cannot-read", f"{path}: {error.strerror or error}: expected the folder of a bundle"
        ) from None
    except (ValueError, RecursionError):
        raise SolveError("file.damaged", f"{path}: it is not JSON: damaged, or no manifest at all") from None
    if not isinstance(manifest, dict) or manifest.get("format") != "deckwright-blueprint":
        raise SolveError("file.wrong-kind", f"{path}: expected the manifest of a blueprint")
    if manifest.get("version") != VERSION:
        raise SolveError(
            "file.wrong-version", f"{path}: found version {quoted(manifest.get('version'))}, expected {VERSION}"
        )
    # Bundles that were made before there was a checksum have none.
    if not manifest.keys() <= MANIFEST_KEYS or manifest.get(CHECKSUM, manifest_checksum(manifest)) != manifest_checksum(
        manifest
    ):
        raise SolveError("file.damaged", f"{path}: its checksum does not fit what it says; it was changed or damaged")
    return manifest


def manifest_checksum(manifest: Mapping[str, Any]) -> str:
    """SHA-256 of all that a manifest says beside it."""
    said = {key: value for key, value in manifest.items() if key != CHECKSUM}
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def config_of(folder: Path, manifest: Mapping[str, Any]) -> Config:
    """The config of a bundle; SolveError if it is not the one that its hash is of."""
    config = parse_config(manifest.get("config"), what=str(folder / "manifest.json"))
    if config.digest != manifest.get("config_hash"):
        raise SolveError("bundle.mismatch", f"{folder}: its config is not the one that its hash is of")
    return config


def find_strategy(folder: Path, manifest: Mapping[str, Any], config: Config) -> BinaryPlace:
    """Where the play of a bundle is; SolveError if it is not of its manifest."""
    strategy = find_binary(folder / "strategy.bin", STRATEGY, VERSION)
    if strategy.header.get("config_hash") != config.digest:
        raise SolveError("bundle.mismatch", f"{folder}: strategy.bin is of another config than manifest.json")
    # Where training was stopped between the files, both the walks and the checksum are others.
    is_told = strategy.checksum == manifest.get("strategy_checksum")
    if is_told != (strategy.header.get("walks") == manifest.get("walks")):
        raise SolveError("file.damaged", f"{folder}: strategy.bin is not the one that manifest.json tells of")
    return strategy


def write_bundle(
    folder: Path, config: Config, blueprint: _kernel.Blueprint, *, seconds: float, quality: Mapping[str, Any] | None
) -> None:
    """Save a bundle; each file is replaced whole, the manifest last."""
    folder.mkdir(parents=True, exist_ok=True)
    walks, sets, size_bytes = blueprint.progress()
    head = {"config_hash": config.digest, "walks": walks}
    write_binary(folder / "checkpoint.bin", CHECKPOINT, VERSION, {**head, "seconds": seconds}, blueprint.save())
    checksum = write_binary(folder / "strategy.bin", STRATEGY, VERSION, head, blueprint.play())
    manifest = {
        "format": "deckwright-blueprint",
        "version": VERSION,
        "config": config.document(),
        "config_hash": config.digest,
        "algorithm": ALGORITHM,
        "recall": "imperfect: the bucket of the street alone is remembered of the cards",
        "seed": config.training.seed,
        "walks": walks,
        "iterations": walks // config.training.mccfr_samples,
        "information_sets": sets,
        "size_bytes": size_bytes,
        "seconds": seconds,
        "quality": dict(quality) if quality else None,
        "strategy_checksum": checksum,
    }
    manifest[CHECKSUM] = manifest_checksum(manifest)
    try:
        write_whole(folder / "manifest.json", json.dumps(manifest, indent=2))
    except OSError as error:
        raise SolveError("file.cannot-write", f"{folder}: {error.strerror or error}") from None
