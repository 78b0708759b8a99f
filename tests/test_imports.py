"""Who may import whom: rooms only import rooms below them, and few of them the kernel (docs/architecture.md)."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "deckwright"

# Lowest first. Rooms of one floor do not import each other.
FLOORS = (
    {"cards"},
    {"genome"},
    {"games"},
    {"engine"},
    {"agents"},
    {"jobs"},
    {"measure"},
    {"evolve", "solve", "arena", "play"},
    {"web"},
    {"cli"},
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
KERNEL_USERS = {"engine", "agents", "measure", "solve"}
FACE_USERS = {"web", "cli"}  # the package's own face re-exports the rooms below these
GROUND = {"data", "dice", "document", "errors", "files", "text"}  # data and texts read, seeded choices, pages, errors
VAGUE_NAMES = {"utils", "helpers", "common", "misc", "base", "manager"}


def import_issues(package: Path) -> Iterator[str]:
    """Every import, room and module name in a package that breaks the rule."""
    for file in sorted(package.rglob("*.py*")):
        if file.suffix not in {".py", ".pyi"}:
            continue
        module = file.relative_to(package).with_suffix("").parts
        where = file.relative_to(package).as_posix()
        yield from (f"{where}: {name!r} says nothing: name the idea" for name in module if name in VAGUE_NAMES)
        if module in {("__init__",), ("_kernel",), ("__main__",)}:
            continue
        if (
            len(module) == 1
            and module[0] in GROUND
            and not list(targets_of(ast.parse(file.read_text(encoding="utf-8")), module, package.name))
        ):
            continue
        if module[0] not in FLOOR_OF or len(module) == 1:
            yield f"{where}: there is no room {module[0]!r}"
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"), filename=where)
        for line, target in sorted(targets_of(tree, module, package.name)):
            reason = refusal(module[0], target)
            if reason:
                yield f"{where}:{line}: {reason}"


def refusal(room: str, target: str) -> str | None:
    """Why a room may not import a target (a room, `_kernel`, or `` for the package's face), if it may not."""
    if target in {room, *GROUND}:
        return None
    if target == "":
        return None if room in FACE_USERS else f"{room} imports the package's face: import the room itself"
    if target == "_kernel":
        return None if room in KERNEL_USERS else f"{room} imports the kernel: only {sorted(KERNEL_USERS)} may"
    if target not in FLOOR_OF:
        return f"{room} imports {target!r}, which is no room"
    if FLOOR_OF[target] < FLOOR_OF[room]:
        return None
    return f"{room} imports {target}, which is not below it"


def targets_of(tree: ast.AST, module: tuple[str, ...], package: str) -> Iterator[tuple[int, str]]:
    """The line and the room of everything that a module imports from its own package, wherever in the file."""
    for node in ast.walk(tree):
        for name in names_imported(node, (package, *module)):
            head, *rest = name.split(".")
            if head == package:
                yield node.lineno, rest[0] if rest else ""  # type: ignore[attr-defined]


def names_imported(node: ast.AST, module: tuple[str, ...]) -> list[str]:
    """The absolute names that a statement (or a call of import_module on a literal) imports."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom(level=0, module=str(origin)):
            return from_names(origin, node, module[0])
        case ast.ImportFrom(level=level, module=origin):
            return from_names(".".join([*module[: len(module) - level], *filter(None, [origin])]), node, module[0])
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[ast.Constant(value=str(name)), *_]):
            return [name] if called in {"import_module", "__import__"} else []
    return []


def from_names(origin: str, node: ast.ImportFrom, package: str) -> list[str]:
    """`from package import room` imports the room; `from package.room import name` does too."""
    if origin != package:
        return [origin]
    rooms = FLOOR_OF.keys() | {"_kernel"}
    return [f"{package}.{alias.name}" if alias.name in rooms else package for alias in node.names]


def test_the_architecture_says_which_rooms_there_are() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    [line] = [line for line in text.splitlines() if line.startswith("    cards < ")]
    assert [set(re.findall(r"\w+", floor)) for floor in line.split("<")] == list(FLOORS)
    rooms = {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()}
    assert rooms == set(FLOOR_OF)
    described = text.partition("src/deckwright/\n")[2].partition("\n\n")[0]
    assert {row.split()[0] for row in described.splitlines()} == rooms


def test_rooms_import_only_what_is_below_them() -> None:
    assert list(import_issues(SOURCE)) == []


def test_all_that_is_imported_with_a_module_is_there_to_run_it() -> None:
    """`make run` installs requirements.lock and nothing else: what only tests have, a server cannot start with."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pinned = {plain_name(line.partition("==")[0]) for line in lines if "==" in line}
    owners = packages_distributions()
    missing = [
        f"{file.relative_to(SOURCE)}: {name}"
        for file in sorted(SOURCE.rglob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if not (isinstance(node, ast.ImportFrom) and node.level)
        for name in names_imported(node, ("deckwright",))
        if (head := name.partition(".")[0]) not in {*sys.stdlib_module_names, "deckwright"}
        and pinned.isdisjoint(map(plain_name, owners.get(head, ())))
    ]
    assert missing == []


def plain_name(distribution: str) -> str:
    """What a distribution is called, without the differences that do not matter."""
    return re.sub("[-_.]+", "-", distribution).lower()


@pytest.mark.parametrize(
    ("file", "code", "issue"),
    [
        ("cards/card.py", "from deckwright.genome import schema", "cards imports genome, which is not below it"),
        ("cards/card.py", "from ..genome import schema", "cards imports genome"),
        ("cards/card.py", "from .. import genome", "cards imports genome"),
        ("cards/card.py", "from deckwright import genome", "cards imports genome"),
        ("cards/card.py", "import deckwright.genome.schema", "cards imports genome"),
        (
            "cards/card.py",
            "def f():\n    from deckwright.genome import schema",
            "cards/card.py:2: cards imports genome",
        ),
        ("cards/card.py", "import importlib\nimportlib.import_module('deckwright.web')", "cards imports web"),
        ("genome/phases/trick.py", "from ...games import hearts", "genome imports games"),
        ("genome/phases/__init__.py", "from ...games import hearts", "genome imports games"),
        ("solve/tree.py", "from deckwright.arena import match", "solve imports arena"),
        ("play/table.py", "from deckwright import _kernel", "play imports the kernel"),
        ("genome/compile.py", "from deckwright._kernel import Program", "genome imports the kernel"),
        ("games/war.py", "import deckwright as dw", "games imports the package's face"),
        ("games/war.py", "from deckwright import load", "games imports the package's face"),
        ("games/war.py", "from deckwright.tools import x", "games imports 'tools', which is no room"),
        ("tools/x.py", "", "there is no room 'tools'"),
        ("tools.py", "", "there is no room 'tools'"),
        ("errors.py", "from deckwright.cards import Card", "there is no room 'errors'"),
        ("cards/utils.py", "", "'utils' says nothing"),
        ("web/base/x.py", "", "'base' says nothing"),
    ],
)
def test_a_broken_rule_is_reported(tmp_path: Path, file: str, code: str, issue: str) -> None:
    [reported] = import_issues(package_with(tmp_path, file, code))
    assert issue in reported


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("genome/schema.py", "from deckwright.cards import Card\nfrom ..cards import Suit\nfrom . import deck"),
        ("genome/phases/trick.py", "from .choice import Duty\nfrom ..deck import CardCondition"),
        ("engine/game.py", "from deckwright import _kernel\nfrom deckwright._kernel import Game"),
        ("solve/cfr.py", "import numpy\nfrom deckwright.measure import simulate\nfrom .. import _kernel"),
        ("cli/demo.py", "import deckwright as dw\nfrom deckwright import load"),
        ("__init__.py", "from .cli import main\nfrom . import _kernel"),
        ("_kernel.pyi", "VERSION: str"),
        ("errors.py", "class DeckwrightError(ValueError): ..."),
        ("cards/errors.py", "from deckwright.errors import DeckwrightError"),
    ],
)
def test_an_import_from_below_is_allowed(tmp_path: Path, file: str, code: str) -> None:
    assert list(import_issues(package_with(tmp_path, file, code))) == []


def package_with(folder: Path, file: str, code: str) -> Path:
    package = folder / "deckwright"
    (package / file).parent.mkdir(parents=True, exist_ok=True)
    (package / file).write_text(code, encoding="utf-8")
    return package
