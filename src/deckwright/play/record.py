"""The record of a finished table's shuffle: what anybody needs to check it, on their own machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from deckwright.engine import Deal, Game
from deckwright.errors import file_reason
from deckwright.files import write_whole
from deckwright.play.deals import deals_alike
from deckwright.play.errors import LinkError, ShuffleError
from deckwright.play.link import bare_link, format_link, parse_link
from deckwright.play.rounds import find_impossible
from deckwright.play.seats import is_name
from deckwright.play.setup import is_table_id
from deckwright.play.shuffle import (
    LEFT,
    SECRET_BYTES,
    SENT_AWAY,
    TAKEN_OVER,
    TIMED_OUT,
    BrokenRound,
    BySeat,
    FairShuffle,
    RoundSeat,
    broken_digest,
    is_hash,
    is_share,
    joint_commitment,
    mixed_seed,
    rules_hash,
    secret_commitment,
    share_commitment,
)
from deckwright.play.table import TableState
from deckwright.text import parse_json

FORM = "deckwright fair shuffle 2"
LARGEST_BYTES = 2_000_000
_TEXTS = ("form", "table", "game", "rules", "commitment", "joint", "secret", "seed", "link", "digest")
_LISTS = ("seats", "broken", "commitments", "shares")
CAUSES = {
    LEFT: "left",
    TAKEN_OVER: "let an agent take over",
    TIMED_OUT: "did not answer in time",
    SENT_AWAY: "was sent away by the host",
}


@dataclass(frozen=True)
class Verified:
    """What a record proves, in sentences, and the game it is of."""

    game: Game
    facts: tuple[str, ...]
    """What was checked and is so."""
    warnings: tuple[str, ...]
    """What it does not prove, and why."""
    shares: BySeat


@dataclass(frozen=True)
class _Record:
    """A record whose parts have the right form, and nothing more."""

    texts: dict[str, str]
    seats: tuple[RoundSeat, ...]
    broken: tuple[BrokenRound, ...]
    commitments: BySeat
    shares: BySeat
    secret: bytes
    seed: bytes

    @property
    def number(self) -> int:
        return len(self.broken)


def shuffle_record(table: TableState) -> dict[str, Any]:
    """The record of a table whose game is over."""
    chance, deal = table.setup.chance, table.deal
    if not table.is_over or deal is None or not isinstance(chance, FairShuffle):
        raise ShuffleError("shuffle.not-over", "a shuffle is revealed when its game is over, and not before")
    made, link = table.progress.round, format_link(table)
    return sealed_record(
        {
            "form": FORM,
            "table": table.id,
            "game": parse_link(link).game.id,
            "rules": chance.rules,
            "seats": [list(seat) for seat in made.seats],
            "broken": [
                [
                    ended.commitment,
                    [list(pair) for pair in ended.commitments],
                    list(ended.revealed),
                    ended.cause,
                    list(ended.seats),
                ]
                for ended in made.broken
            ],
            "commitment": chance.commitment(made.number),
            "commitments": [list(pair) for pair in made.commitments],
            "joint": made.joint,
            "secret": chance.round_secret(made.number).hex(),
            "shares": [list(pair) for pair in made.shares],
            "seed": deal.seed.hex(),
            "link": link,
        }
    )


def sealed_record(content: dict[str, Any]) -> dict[str, Any]:
    """A record with the digest of its content, which finds damage; who alters one on purpose makes another digest."""
    return {**content, "digest": _digest(content)}


def save_record(table: TableState, path: Path) -> None:
    """Write the record as JSON; ShuffleError if it cannot be written."""
    text = json.dumps(shuffle_record(table), indent=2) + "\n"
    try:
        write_whole(path, text)
    except (OSError, ValueError) as error:
        raise ShuffleError("shuffle.cannot-write", f"{path}: {file_reason(error)}") from None


def load_record(path: Path) -> Any:
    """The content of a record's file; ShuffleError if it is not JSON."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ShuffleError("shuffle.no-file", f"{path}: {file_reason(error)}") from None
    if len(content) > LARGEST_BYTES:
        raise ShuffleError("shuffle.too-large", f"{path}: larger than {LARGEST_BYTES:,} bytes")
    try:
        return parse_json(content)
    except ValueError:
        told = "this is not JSON in UTF-8 with each key once"
        raise ShuffleError("shuffle.bad-record", f"{path}: {told}") from None


def check_record(data: Any, *, commitment: str = "", share: str = "", seat: int | None = None) -> Verified:
    """What a record proves; ShuffleError names the first thing in it that is not so.

    `commitment` is the joint commitment that one noted before one revealed, `share` what one revealed and `seat` where
    one sat: without the first the record is only held against itself, without the second nothing of one's own is
    compared, and the warnings say so.
    """
    record = _parsed(data)
    texts = record.texts
    _check_commitments(record)
    if commitment and commitment.strip().lower() != texts["joint"]:
        raise ShuffleError("shuffle.other-promise", "the joint commitment is not the one that you noted")
    mine = share.strip().lower()
    if mine and all(given != mine or seat not in (None, number) for number, given in record.shares):
        raise ShuffleError("shuffle.not-yours", "your share is not in the record, or not at your seat")
    if seat is not None and seat not in dict(record.shares):
        raise ShuffleError("shuffle.not-yours", f"the record has no share of seat {seat}")
    if mixed_seed(record.secret, record.shares) != record.seed:
        raise ShuffleError("shuffle.other-seed", "the seed does not come from the secret and the shares")
    game = _check_game(texts, record.seed, len(record.seats))
    if texts["digest"] != _digest({name: value for name, value in data.items() if name != "digest"}):
        raise ShuffleError("shuffle.damaged", "the record was changed after it was made: its digest is another")
    noted, given = bool(commitment), bool(mine)
    facts = tuple(_facts(record, game, noted=noted, given=given))
    return Verified(game, facts, _warnings(record, noted=noted, given=given), record.shares)


def _check_commitments(record: _Record) -> None:
    """Who had to commit did, nobody else, and each to what was revealed; all of it is under the joint commitment."""
    texts, number = record.texts, record.number
    where = {"table": texts["table"], "rules": texts["rules"]}
    if secret_commitment(record.secret, number=number, **where) != texts["commitment"]:
        raise ShuffleError("shuffle.broken-promise", "the secret is not the one that the table committed to")
    people = tuple(place for place, seat in enumerate(record.seats) if seat.kind == "person")
    for what, found in (("commitments", record.commitments), ("shares", record.shares)):
        seats = tuple(place for place, _ in found)
        if seats != people:
            told = (
                f"{what}: found those of the seats {list(seats)}, expected one of each person, in order: {list(people)}"
            )
            raise ShuffleError("shuffle.wrong-seats", told)
    for (seat, promised), (_, given) in zip(record.commitments, record.shares, strict=True):
        made = share_commitment(given, number=number, commitment=texts["commitment"], seat=seat, **where)
        if made != promised:
            raise ShuffleError("shuffle.broken-promise", f"seat {seat} did not reveal the share that it committed to")
    joint = joint_commitment(
        number=number,
        commitment=texts["commitment"],
        before=broken_digest(record.broken),
        seats=record.seats,
        commitments=record.commitments,
        **where,
    )
    if joint != texts["joint"]:
        raise ShuffleError(
            "shuffle.other-joint",
            "the joint commitment is not of these seats, names, commitments and earlier rounds",
        )
    if why := find_impossible(record.broken, record.seats):
        raise ShuffleError("shuffle.impossible-rounds", f"no table breaks off such rounds: {why}")


def _check_game(texts: dict[str, str], seed: bytes, seats: int) -> Game:
    try:
        if bare_link(texts["link"]) != texts["link"]:
            raise LinkError("link.foreign", "something stands around the link that is no part of it")
        linked = parse_link(texts["link"])
    except LinkError as error:
        raise ShuffleError("shuffle.bad-link", f"the record's game cannot be replayed: {error.message}") from None
    game = linked.game
    if rules_hash(game) != texts["rules"] or game.id != texts["game"] or game.seats != seats:
        message = "the commitments were made for another game, other rules or other seats than were played"
        raise ShuffleError("shuffle.other-rules", message)
    if not linked.is_finished:
        raise ShuffleError("shuffle.not-over", "the record's game is not over")
    if not deals_alike(game, Deal(seed), linked.deal, linked.moves):
        raise ShuffleError("shuffle.other-cards", "the cards that were played are not the ones that the seed deals")
    return game


def _facts(record: _Record, game: Game, *, noted: bool, given: bool) -> list[str]:
    texts = record.texts
    facts = [f"the game is {game.name!r}, by the rules that the commitments name (SHA-256 {texts['rules']})"]
    if noted:
        facts.append("all commitments, seats and names are those under the joint commitment that you noted")
    facts.append("the secret is the one that the table had committed to")
    shares = dict(record.shares)
    for number, seat in enumerate(record.seats):
        who = f"seat {number}, {seat.name!r}"  # what somebody is called cannot be read as a fact
        match seat.kind:
            case "person":
                facts.append(f"{who}: committed, then revealed the share {shares[number]}")
            case "absent":
                facts.append(f"{who}: a person for whom an agent stood in; no share")
            case _:
                facts.append(f"{who}: an agent; no share")
    if given:
        facts.append("your share is among them")
    count = len(record.shares)
    facts.append(
        f"the seed comes from the secret and {'this 1 share' if count == 1 else f'these {count} shares'} alone"
    )
    facts.append("every card lay as that seed says, and every move of the link was legal")
    return facts


def _warnings(record: _Record, *, noted: bool, given: bool) -> tuple[str, ...]:
    warnings = []
    if not noted:
        warnings.append(
            "without --commitment, the joint commitment that you noted before you revealed, the record is only held "
            "against itself: whoever made it can have made up all of it"
            + (" around your share, which they knew by then" if given else "")
        )
    if not given and record.shares:
        warnings.append(
            "without --share, the share that you revealed, nothing of yours was compared: if what the record has at "
            "your seat is not yours, whoever ran the table can have chosen the cards"
        )
    if not record.shares:
        warnings.append("no person took part in the shuffle: whoever ran the table can have chosen the cards")
    for number, ended in enumerate(record.broken):
        who = " and ".join(f"seat {seat}" for seat in ended.seats)
        known = " and ".join(f"seat {seat}" for seat in ended.revealed)
        told = f"round {number} was broken off: the table says that {who} {CAUSES[ended.cause]}"
        if known:
            told += f", when {known} had revealed"
        told += ". If you had revealed in it, whoever ran the table may have refused its deal, alone or with others"
        warnings.append(told)
    return tuple(warnings)


def _parsed(data: Any) -> _Record:
    """The record, if every part of it has its form; nothing may be there that is not checked."""
    if not isinstance(data, dict):
        raise ShuffleError("shuffle.bad-record", f"found {type(data).__name__}, expected an object")
    if data.get("form") != FORM:
        raise ShuffleError("shuffle.other-form", f"found the form {str(data.get('form'))[:60]!r}, expected {FORM!r}")
    missing = [name for name in (*_TEXTS, *_LISTS) if name not in data]
    if missing:
        raise ShuffleError("shuffle.bad-record", f"the record lacks {', '.join(missing)}")
    if len(data) != len(_TEXTS) + len(_LISTS):
        raise ShuffleError("shuffle.bad-record", "the record has fields that no record has")
    for name in _TEXTS:
        if type(data[name]) is not str:
            raise ShuffleError("shuffle.bad-record", f"{name}: expected text")
    for name in ("rules", "commitment", "joint", "digest"):
        if not is_hash(data[name]):
            raise ShuffleError("shuffle.bad-record", f"{name}: expected 64 hexadecimal digits, in lower case")
    if not is_table_id(data["table"]):
        raise ShuffleError("shuffle.bad-record", "table: expected letters, digits and hyphens")
    texts = {name: data[name] for name in _TEXTS}
    seats = tuple(_seat(seat) for seat in _list(data["seats"], "seats"))
    broken = tuple(_broken(ended, len(seats)) for ended in _list(data["broken"], "broken"))
    commitments = _by_seat(data["commitments"], "commitments", share=False)
    shares = _by_seat(data["shares"], "shares", share=True)
    return _Record(texts, seats, broken, commitments, shares, _bytes(texts, "secret"), _bytes(texts, "seed"))


def _list(data: Any, name: str) -> list[Any]:
    if type(data) is not list:
        raise ShuffleError("shuffle.bad-record", f"{name}: expected a list")
    return data


def _seat(data: Any) -> RoundSeat:
    match data:
        case ["person" | "absent" as kind, str(name)] if name and is_name(name):
            return RoundSeat(kind, name)
        case ["agent" as kind, str(name)] if name.isprintable():
            return RoundSeat(kind, name)
    raise ShuffleError("shuffle.bad-record", "seats: expected [person, absent or agent, a name that one can have] each")


def _by_seat(data: Any, name: str, *, share: bool) -> BySeat:
    found: list[tuple[int, str]] = []
    for pair in _list(data, name):
        match pair:
            case [int(seat), str(text)] if type(seat) is int and (is_share(text) if share else is_hash(text)):
                found.append((seat, text))
            case _:
                raise ShuffleError(
                    "shuffle.bad-record", f"{name}: expected [seat, hexadecimal digits in lower case] each"
                )
    return tuple(found)


def _broken(data: Any, seats: int) -> BrokenRound:
    """A round that can have been broken off at a table of so many seats."""
    match data:
        case [str(commitment), commitments, list(revealed), str(cause), list(blamed)] if cause in CAUSES:
            given = _by_seat(commitments, "broken", share=False)
            committed = [seat for seat, _ in given]
            lists = (committed, revealed, blamed)
            exist = all(_are_seats(found, seats) for found in lists) and committed and blamed
            if exist and is_hash(commitment) and set(revealed) <= set(committed):
                return BrokenRound(commitment, given, tuple(revealed), cause, tuple(blamed))
    raise ShuffleError("shuffle.bad-record", "broken: expected [commitment, commitments, revealed, cause, seats] each")


def _are_seats(found: list[Any], seats: int) -> bool:
    """Whether these are seats of the table, each once, the lowest first."""
    if not all(type(seat) is int and 0 <= seat < seats for seat in found):
        return False
    return found == sorted(set(found))


def _bytes(texts: dict[str, str], name: str) -> bytes:
    if not is_hash(texts[name]):
        raise ShuffleError(
            "shuffle.bad-record", f"{name}: expected {2 * SECRET_BYTES} hexadecimal digits, in lower case"
        )
    return bytes.fromhex(texts[name])


def _digest(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(b"deckwright record 2\n" + text.encode()).hexdigest()
