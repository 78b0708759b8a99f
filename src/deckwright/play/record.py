"""The record of a finished table's shuffle: what anybody needs to check it, on their own machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckwright.engine import Deal, EngineError, Game
from deckwright.play.errors import LinkError, ShuffleError
from deckwright.play.link import format_link, parse_link
from deckwright.play.shuffle import SECRET_BYTES, FairShuffle, commitment_to, entropy_of, mixed_seed, rules_hash
from deckwright.play.table import TableState

FORM = "deckwright fair shuffle 1"
LARGEST_BYTES = 2_000_000
_FIELDS = ("form", "table", "game", "rules", "commitment", "secret", "entropy", "seed", "link")


@dataclass(frozen=True)
class Verified:
    """What a record proves, in sentences, and the game it is of."""

    game: Game
    facts: tuple[str, ...]
    entropy: tuple[tuple[int, str], ...]


def shuffle_record(table: TableState) -> dict[str, Any]:
    """The record of a table whose game is over."""
    chance, deal = table.setup.chance, table.deal
    if not table.is_over or deal is None or not isinstance(chance, FairShuffle):
        raise ShuffleError("shuffle.not-over", "a shuffle is revealed when its game is over, and not before")
    return {
        "form": FORM,
        "table": table.id,
        "game": table.setup.game.id,
        "rules": rules_hash(table.setup.game),
        "commitment": chance.commitment,
        "secret": chance.secret.hex(),
        "entropy": [list(pair) for pair in table.progress.entropy],
        "seed": deal.seed.hex(),
        "link": format_link(table),
    }


def save_record(table: TableState, path: Path) -> None:
    """Write the record as JSON."""
    path.write_text(json.dumps(shuffle_record(table), indent=2) + "\n", encoding="utf-8")


def load_record(path: Path) -> Any:
    """The content of a record's file; ShuffleError if it is not JSON."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise ShuffleError("shuffle.no-file", f"{path}: {error.strerror}") from None
    if len(content) > LARGEST_BYTES:
        raise ShuffleError("shuffle.too-large", f"{path}: larger than {LARGEST_BYTES:,} bytes")
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise ShuffleError("shuffle.bad-record", f"{path}: this is not JSON") from None


def check_record(data: Any, *, commitment: str = "", entropy: str = "") -> Verified:
    """What a record proves; ShuffleError names the first thing in it that is not so.

    `commitment` is what one was shown before the deal, `entropy` what one contributed: without them the record can
    only be held against itself.
    """
    record = _strings(data)
    given = entropy_of(data["entropy"]) if isinstance(data["entropy"], list) else None
    secret, seed = _bytes(record, "secret"), _bytes(record, "seed")
    if given is None:
        raise ShuffleError("shuffle.bad-record", "entropy: expected a list of [seat, hexadecimal digits]")
    if commitment_to(secret, table=record["table"], rules=record["rules"]) != record["commitment"]:
        raise ShuffleError("shuffle.broken-promise", "the secret is not the one that was promised")
    if commitment and commitment.lower() != record["commitment"]:
        raise ShuffleError("shuffle.other-promise", "the record's commitment is not the one that you were shown")
    if entropy and all(digits != entropy.lower() for _, digits in given):
        raise ShuffleError("shuffle.not-yours", "what you contributed is not in the record")
    if mixed_seed(secret, given) != seed:
        raise ShuffleError("shuffle.other-seed", "the seed does not come from the secret and the contributions")
    game = _check_game(record, seed)
    facts = (
        "the secret is the one that was promised before the deal",
        *(("the promise is the one that you were shown",) if commitment else ()),
        *(("what you contributed is in it",) if entropy else ()),
        f"the seed comes from it and {len(given)} contribution{'' if len(given) == 1 else 's'}, and from nothing else",
        f"every card of this game of {game.name} lay as that seed says, and every move was legal",
    )
    return Verified(game, facts, given)


def _check_game(record: dict[str, str], seed: bytes) -> Game:
    try:
        linked = parse_link(record["link"])
    except LinkError as error:
        raise ShuffleError("shuffle.bad-link", f"the record's game cannot be replayed: {error.message}") from None
    if rules_hash(linked.game) != record["rules"]:
        raise ShuffleError("shuffle.other-rules", "the promise was made for other rules than the game was played by")
    try:
        dealt = linked.game.retrace(Deal(seed), linked.moves)
    except EngineError:
        dealt = None
    told = linked.retrace()
    start = linked.game.start
    same = dealt is not None and (
        start(Deal(seed)).position.layout() == start(linked.deal).position.layout()
        and dealt.steps == told.steps
        and dealt.state.position.layout() == told.state.position.layout()
    )
    if not same:
        raise ShuffleError("shuffle.other-cards", "the cards that were played are not the ones that the seed deals")
    return linked.game


def _strings(data: Any) -> dict[str, str]:
    if not isinstance(data, dict):
        raise ShuffleError("shuffle.bad-record", f"found {type(data).__name__}, expected an object")
    missing = [name for name in _FIELDS if name not in data]
    if missing:
        raise ShuffleError("shuffle.bad-record", f"the record lacks {', '.join(missing)}")
    if data["form"] != FORM:
        raise ShuffleError("shuffle.other-form", f"found the form {str(data['form'])[:60]!r}, expected {FORM!r}")
    for name in _FIELDS:
        if name != "entropy" and not isinstance(data[name], str):
            raise ShuffleError("shuffle.bad-record", f"{name}: expected text")
    return data


def _bytes(record: dict[str, str], name: str) -> bytes:
    try:
        content = bytes.fromhex(record[name])
    except ValueError:
        content = b""
    if len(content) != SECRET_BYTES:
        raise ShuffleError("shuffle.bad-record", f"{name}: expected {2 * SECRET_BYTES} hexadecimal digits")
    return content
