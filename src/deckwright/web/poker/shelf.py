"""Solutions that pages show: blueprints of folders that the operator named, and spots that were solved here.

A client says a name, never a path: it is looked up among the folders that there are.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from deckwright.errors import DeckwrightError
from deckwright.solve.poker.blueprint import Bundle, read_manifest
from deckwright.solve.poker.explorer import BundleExplorer, SpotExplorer
from deckwright.solve.poker.spot_file import load_spot
from deckwright.solve.poker.spot_job import SOLUTION_FILE
from deckwright.solve.poker.training_config import parse_config
from deckwright.web.errors import WebError

MANIFEST: Final = "manifest.json"
SPOT_PREFIX: Final = "spot-"
BUNDLE_PREFIX: Final = "bundle-"
"""Of folders, among those of jobs, in which blueprints were trained here."""
MOST_BUNDLES: Final = 200
MOST_OPEN_BUNDLES: Final = 4
MOST_OPEN_BYTES: Final = 600_000_000
"""Of solved spots that are held in memory; the one that was asked for last is always held."""
MOST_KEPT_BYTES: Final = 2_000_000_000
"""Of solved spots on disk: the oldest go first."""
KEPT_S: Final = 14 * 24 * 3600.0

Answer = TypeVar("Answer")

_SPOT_NAME: Final = re.compile(r"[0-9a-f]{24}")


class Shelf:
    """What there is to explore."""

    def __init__(self, folders: Sequence[Path], jobs: Path) -> None:
        self._folders, self._jobs = tuple(folders), jobs
        self._lock = Lock()
        self._bundles: OrderedDict[tuple[str, int], BundleExplorer] = OrderedDict()
        self._spots: OrderedDict[str, SpotExplorer] = OrderedDict()

    def bundle_folders(self) -> dict[str, Path]:
        """Folders of bundles by the names that people see; of two with one name the first."""
        found: dict[str, Path] = {}
        for folder in self._folders:
            for place in _bundles_in(folder):
                if len(found) < MOST_BUNDLES:
                    found.setdefault(place.name, place)
        for place in _bundles_in(self._jobs):
            if place.name.startswith(BUNDLE_PREFIX) and len(found) < MOST_BUNDLES:
                found.setdefault(place.name.removeprefix(BUNDLE_PREFIX), place)
        return found

    def trained_folder(self, name: str) -> Path | None:
        """The folder of a bundle that was trained here; None if there is none of that name."""
        found = self.bundle_folders().get(name)
        return found if found is not None and found.parent == self._jobs else None

    def bundle_folder(self, name: str) -> Path:
        """The folder of a bundle; WebError if there is none of that name."""
        found = self.bundle_folders().get(name)
        if found is None:
            raise WebError("bundle.unknown", "there is no such bundle here", status=404)
        return found

    def bundle_cards(self) -> list[dict[str, Any]]:
        """Every bundle: what it is of and how good. One that cannot be read says so."""
        return [self._card(name, folder) for name, folder in sorted(self.bundle_folders().items())]

    def ask_bundle(self, name: str, question: Callable[[BundleExplorer], Answer]) -> Answer:
        """What a bundle answers; a refusal names the bundle, not where it lies."""
        folder = self.bundle_folder(name)
        try:
            return question(self._bundle(name, folder))
        except DeckwrightError as error:
            raise WebError(error.code, error.message.replace(str(folder), name)) from None

    def _bundle(self, name: str, folder: Path) -> BundleExplorer:
        with self._lock:
            try:
                key = (name, (folder / MANIFEST).stat().st_mtime_ns)
            except OSError:  # it went while we looked
                raise WebError("bundle.unknown", "there is no such bundle here", status=404) from None
            found = self._bundles.pop(key, None) or BundleExplorer(Bundle.load(folder))
            self._bundles[key] = found
            while len(self._bundles) > MOST_OPEN_BUNDLES:
                self._bundles.popitem(last=False)
            return found

    def spot(self, name: str) -> SpotExplorer:
        """A solved spot by its name, which is a secret of whoever asked for it."""
        file = self._jobs / f"{SPOT_PREFIX}{name}" / SOLUTION_FILE
        if not _SPOT_NAME.fullmatch(name) or not file.is_file():
            raise WebError("spot.unknown", "there is no such solution here, or it is no longer kept", status=404)
        with self._lock:
            found = self._spots.pop(name, None) or SpotExplorer(load_spot(file))
            self._spots[name] = found
            while len(self._spots) > 1 and self._open_bytes() > MOST_OPEN_BYTES:
                self._spots.popitem(last=False)
            return found

    def sweep_spots(self) -> None:
        """Forget solved spots that are old, and the oldest where there are too many."""
        kept = sorted(self._kept_spots(), key=lambda one: -one[0])
        whole = 0
        for changed, size, folder in kept:
            whole += size
            if whole > MOST_KEPT_BYTES or changed < time.time() - KEPT_S:
                shutil.rmtree(folder, ignore_errors=True)

    def _kept_spots(self) -> Iterator[tuple[float, int, Path]]:
        for folder in self._jobs.glob(f"{SPOT_PREFIX}*"):
            with suppress(OSError):  # it goes while we look
                about = (folder / SOLUTION_FILE).stat()
                yield about.st_mtime, about.st_size, folder

    def _open_bytes(self) -> int:
        return sum(one.solved.size.size_bytes for one in self._spots.values())

    def _card(self, name: str, folder: Path) -> dict[str, Any]:
        try:
            manifest = read_manifest(folder)
            config = parse_config(manifest.get("config"), what=name)
        except DeckwrightError as error:
            return {"name": name, "code": error.code, "message": error.message.replace(str(folder), name)}
        kept = ("config_hash", "algorithm", "recall", "seed", "walks", "iterations", "information_sets", "quality")
        about = {key: manifest.get(key) for key in kept}
        card = {"name": name, "players": config.game.num_players, "config": config.document(), **about}
        try:
            json.dumps(card, allow_nan=False)
        except (ValueError, RecursionError):  # figures that no page could be told
            return {"name": name, "code": "file.damaged", "message": f"{name}: its manifest has what is no number"}
        return card


def _bundles_in(folder: Path) -> Iterator[Path]:
    if (folder / MANIFEST).is_file():
        yield folder.resolve()
        return
    with suppress(OSError):  # there is no such folder, or it may not be read: it holds no bundles
        yield from sorted(place for place in folder.iterdir() if (place / MANIFEST).is_file())
