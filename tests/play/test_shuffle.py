"""A shuffle that everyone committed to before the deal can be checked after it, by anybody."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import commitment_of, committed, dealt, send, setup_of, share_of, timed_out, walked
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.engine import Deal, load
from deckwright.play import Move, ShuffleError, TableState, agent, open_table, person, play_agents, spectator_view
from deckwright.play.link import LinkedGame, format_game_link
from deckwright.play.progress import line_moves
from deckwright.play.record import check_record, load_record, save_record, sealed_record, shuffle_record
from deckwright.play.shuffle import (
    BrokenRound,
    FairShuffle,
    RoundSeat,
    broken_digest,
    fresh_share,
    is_share,
    joint_commitment,
    mixed_seed,
    open_shuffle,
    rules_hash,
    secret_commitment,
    share_commitment,
)

GAME = Variant("bridge", (("hands", 1),))
KUHN = load("kuhn")


def record() -> dict[str, Any]:
    return shuffle_record(walked(GAME)[-1])


def code(data: Any, **expected: Any) -> str:
    with pytest.raises(ShuffleError) as error:
        check_record(data, **expected)
    return error.value.code


def resealed(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """What somebody who alters a record on purpose makes of it."""
    return sealed_record({name: value for name, value in {**data, **changes}.items() if name != "digest"})


@cache
def eventful() -> TableState:
    """A finished table with an agent, somebody who was timed out while others had revealed, and one who took over."""
    seats = (person("Ann"), person("Bob"), agent("random", "Robot"), person("Eve"))
    table = committed(open_table(setup_of(load("hearts", hands=1), seats=seats, stand_in="random")))
    table = timed_out(send(table, 0, "reveal", share_of(0)))
    assert [seat.is_away for seat in table.seats] == [False, True, False, True]
    table = send(table, 0, "commit", commitment_of(table, 0))
    table = send(table, 0, "reveal", share_of(0, 1))
    return play_agents(send(table, 0, "take-over"))


def test_a_record_that_holds_together_is_verified(variant: Variant) -> None:
    table = walked(variant)[-1]
    if table.is_over:
        shown = spectator_view(walked(variant)[0]).shuffle
        assert shown is not None
        verified = check_record(shuffle_record(table), commitment=shown.joint, share=share_of(0), seat=0)
        assert verified.game == variant.load()
        assert verified.warnings == ()
        assert [seat for seat, _ in verified.shares] == list(range(len(table.seats)))
        for seat, share in verified.shares:
            assert any(f"seat {seat}, " in fact and share in fact for fact in verified.facts)


def test_what_somebody_is_called_cannot_be_read_as_a_fact() -> None:
    """An agent may be called `Cy: committed`, and a person `Bob', 'Eve`: what stands in quotes is a name."""
    facts = []
    for name in ("Robot", "Cy: committed, then revealed the share 1", "Bob': an agent; no share", "\"'"):
        seats = (person("Ann"), agent("random", name))
        game = load("kuhn", hands=1)
        table = play_agents(send(dealt(setup_of(game, seats=seats, stand_in="random")), 0, "take-over"))
        told = check_record(shuffle_record(table)).facts
        assert [fact.count(repr(name)) for fact in told if fact.startswith("seat 1, ")] == [1]
        facts.append([fact.replace(repr(name), "") for fact in told if "seat 1" in fact])
    assert all(fact == facts[0] for fact in facts)


def test_who_did_not_take_part_is_told() -> None:
    verified = check_record(shuffle_record(eventful()))
    told = "\n".join(verified.facts)
    assert "seat 1, 'Bob': a person for whom an agent stood in; no share" in told
    assert "seat 2, 'Robot': an agent; no share" in told
    assert verified.shares == ((0, share_of(0, 1)),)
    [unnoted, ungiven, broken] = verified.warnings
    assert "--commitment" in unnoted
    assert "--share" in ungiven
    told = (
        "round 0 was broken off: the table says that seat 1 and seat 3 did not answer in time, when seat 0 had revealed"
    )
    assert broken.startswith(told)
    assert "may have refused its deal" in broken


def test_a_shuffle_without_people_proves_nothing_and_says_so() -> None:
    table = play_agents(timed_out(open_table(setup_of(KUHN, stand_in="random"))))
    assert any("no person took part" in warning for warning in check_record(shuffle_record(table)).warnings)


def test_nothing_is_recorded_before_the_end() -> None:
    with pytest.raises(ShuffleError):
        shuffle_record(walked(GAME)[3])


def test_the_hashes_are_those_that_the_document_says_byte_by_byte() -> None:
    """A page that knows nothing but SHA-256 of text comes to the same."""
    table = eventful()
    data, shown = shuffle_record(table), spectator_view(table).shuffle
    assert shown is not None
    digest = lambda *lines: sha256("\n".join(lines).encode()).hexdigest()  # noqa: E731
    rules, secret = data["rules"], data["secret"]
    table_commitment = digest("deckwright secret 2", "table-1", rules, "1", secret)
    assert table_commitment == data["commitment"] == shown.commitment
    mine = digest("deckwright share 2", "table-1", rules, "1", table_commitment, "0", share_of(0, 1))
    assert data["commitments"] == [[0, mine]]
    [[first, commitments, revealed, cause, seats]] = data["broken"]
    before = digest(
        "deckwright broken round 2", "-", first, "revealed 0", "timed-out 1 3", *(f"{s} {c}" for s, c in commitments)
    )
    assert (revealed, cause, seats, before) == ([0], "timed-out", [1, 3], shown.before)
    lines = (f"0 person {mine} Ann", "1 absent - Bob", "2 agent - Robot", "3 absent - Eve")
    assert digest("deckwright shuffle 2", "table-1", rules, "1", table_commitment, before, *lines) == data["joint"]
    # HMAC-SHA-256, RFC 2104, from SHA-256 alone.
    key, text = bytes.fromhex(secret).ljust(64, b"\0"), f"deckwright seed 2\n0 {share_of(0, 1)}"
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + text.encode()).digest()
    assert sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest() == data["seed"]


def changed(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A value with one thing in it changed, in every way."""
    match value:
        case str():
            last = "0" if value[-1:] != "0" else "1"
            odd = (value + "\ud800", value + "\n", "\x00")
            for other in (value + "0", value[:-1], value.upper(), value[:-1] + last, "", None, 3, *odd):
                if other != value:
                    yield path, other
        case bool() | int():
            for number in (value + 1, value - 1, -1, 99, float(value), str(value), True, None):
                if number is not value and not (number == value and type(number) is type(value)):
                    yield path, number
        case list():
            if value:
                yield f"{path}[]", []
                yield f"{path} dropped", value[1:]
                yield f"{path} doubled", [*value, value[-1]]
                yield f"{path} doubled at its start", [value[0], *value]
            if len(value) > 1:
                yield f"{path} turned round", value[::-1]
            yield path, {}
            for place, part in enumerate(value):
                for where, other in changed(part, f"{path}[{place}]"):
                    yield where, [*value[:place], other, *value[place + 1 :]]
        case dict():
            for name, part in value.items():
                yield f"{path}.{name} missing", {other: kept for other, kept in value.items() if other != name}
                for where, other in changed(part, f"{path}.{name}"):
                    yield where, {**value, name: other}
            yield f"{path} with more", {**value, "more": ""}


def test_every_change_of_a_record_is_refused() -> None:
    for table in (eventful(), walked(Variant("kuhn"))[-1]):
        good = shuffle_record(table)
        check_record(good)
        changes = list(changed(good, "$"))
        assert len(changes) > 150
        for where, bad in changes:
            assert bad != good or repr(bad) != repr(good)
            with pytest.raises(ShuffleError):
                pytest.fail(f"{where} was accepted: {check_record(bad)}")


def test_every_change_is_refused_even_with_a_digest_made_to_fit() -> None:
    """But for moves that were not made: no commitment can cover what comes after it, and docs/security.md says so."""
    good = shuffle_record(eventful())
    for where, bad in changed(good, "$"):
        if "$.digest" in where or "link" in where:
            continue
        with pytest.raises(ShuffleError):
            pytest.fail(f"{where} was accepted: {check_record(resealed(bad))}")


def other_links(table: TableState, tries: int) -> Iterator[tuple[str, bool]]:
    """Links of the same moves whose cards lie as they lay at the start and the end, and not in between.

    And whether the result is another one.
    """
    game, moves = table.setup.game, line_moves(table.progress.line)
    assert table.deal is not None
    true = [state.position.layout() for state in LinkedGame(game, table.deal, tuple(moves), is_finished=True).states()]
    for number, deck in product(range(tries), permutations(game.notation.names.cards)):
        deal = Deal(number.to_bytes(32, "big"), deck)
        if game.start(deal).position.layout() == true[0]:
            found = LinkedGame(game, deal, tuple(moves), is_finished=True).states()
            layouts = [state.position.layout() for state in found]
            if layouts != true and layouts[-1] == true[-1]:
                yield format_game_link(game, deal, moves), found[-1].result != table.result


def test_a_link_of_other_cards_is_refused_though_it_begins_and_ends_alike() -> None:
    """In a match of three hands the second may be dealt otherwise, and another seat wins, by the same legal moves."""
    tried = won_by_another = 0
    for walk in range(6):
        table = walked(Variant("kuhn", (("hands", 3),)), walk)[-1]
        good = shuffle_record(table)
        noted = {"commitment": good["joint"], "share": share_of(0), "seat": 0}
        for link, is_other in other_links(table, 30):
            tried, won_by_another = tried + 1, won_by_another + is_other
            assert code(resealed(good, link=link), **noted) == "shuffle.other-cards"
    assert tried > won_by_another > 0


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("given", [False, True])
def test_whatever_was_not_compared_is_told(noted: bool, given: bool, seat: int | None) -> None:
    """Where one sat compares nothing by itself: any record has a share there."""
    found = check_record(
        record(), commitment=record()["joint"] if noted else "", share=share_of(2) if given else "", seat=seat
    )
    told = "\n".join(found.warnings)
    assert ("without --commitment" in told, "without --share" in told) == (not noted, not given)
    assert ("around your share" in told) == (given and not noted)
    assert ("your share is among them" in found.facts) == given


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [99]},
        {"seats": [-1]},
        {"seats": [3, 1]},
        {"seats": []},
        {"revealed": [2]},
        {"revealed": [0, 0]},
        {"commitments": []},
        {"commitments": [[99, "0" * 64]]},
        {"commitments": [[0, "0" * 64], [0, "1" * 64]]},
    ],
)
def test_an_earlier_round_of_seats_that_there_are_not_is_refused(change: dict[str, Any]) -> None:
    """Even if whoever runs the table made every hash to fit."""
    good = shuffle_record(eventful())
    [first] = good["broken"]
    names = ("commitment", "commitments", "revealed", "cause", "seats")
    bad = list((dict(zip(names, first, strict=True)) | change).values())
    ended = BrokenRound(bad[0], tuple(map(tuple, bad[1])), *bad[2:])
    joint = joint_commitment(
        table=good["table"],
        rules=good["rules"],
        number=1,
        commitment=good["commitment"],
        before=broken_digest((ended,)),
        seats=tuple(RoundSeat(*seat) for seat in good["seats"]),
        commitments=tuple((seat, promise) for seat, promise in good["commitments"]),
    )
    assert code(resealed(good, broken=[bad], joint=joint)) == "shuffle.bad-record"


def test_every_lie_is_found() -> None:
    good = record()
    other = shuffle_record(walked(GAME, seed=1)[-1])
    assert code(good | {"secret": other["secret"]}) == "shuffle.broken-promise"
    assert code(good | {"table": "table-2"}) == "shuffle.broken-promise"
    assert code(good | {"rules": rules_hash(load("hearts"))}) == "shuffle.broken-promise"
    assert code(good | {"commitment": other["commitment"]}) == "shuffle.broken-promise"
    assert code(good | {"shares": good["shares"][1:]}) == "shuffle.wrong-seats"
    assert code(good | {"shares": good["shares"][::-1]}) == "shuffle.wrong-seats"
    assert code(good | {"seats": [["agent", "x"], *good["seats"][1:]]}) == "shuffle.wrong-seats"
    assert code(good | {"seats": [["person", "Eve"], *good["seats"][1:]]}) == "shuffle.other-joint"
    assert code(good | {"joint": other["joint"]}) == "shuffle.other-joint"
    assert code(good | {"seed": other["seed"]}) == "shuffle.other-seed"
    assert code(good | {"link": other["link"]}) == "shuffle.other-cards"
    assert code(good | {"link": good["link"][:-2]}) == "shuffle.bad-link"
    assert code(good | {"link": shuffle_record(walked(Variant("kuhn"))[-1])["link"]}) == "shuffle.other-rules"
    assert code(good | {"game": "hearts"}) == "shuffle.other-rules"
    assert code(good | {"digest": other["digest"]}) == "shuffle.damaged"
    assert code(good, commitment=other["joint"]) == "shuffle.other-promise"
    assert code(good, share="12" * 16) == "shuffle.not-yours"
    assert code(good, share=share_of(0), seat=1) == "shuffle.not-yours"
    assert code(good, seat=9) == "shuffle.not-yours"


class Host:
    """Whoever runs the server and plays every seat but Ann's, and wants Ann to hold the lowest card of three.

    Ann does what the document says: she commits, notes the joint commitment of all that she was shown, reveals, and
    verifies with what she noted. The host makes records as it likes.
    """

    def __init__(self, share: str) -> None:
        self.rules, self.share = rules_hash(KUHN), share
        self.known = {"table": "table-1", "rules": self.rules}
        self.secret = bytes(32)
        self.seats = (RoundSeat("person", "Ann"), RoundSeat("person", "Bob"))
        self.commitment = secret_commitment(self.secret, number=0, **self.known)
        self.shares = ((0, share), (1, share_of(1)))
        self.noted = self.joint(self.shares)

    def commitments(self, shares: Any, commitment: str = "", number: int = 0) -> tuple[tuple[int, str], ...]:
        known = commitment or self.commitment
        return tuple(
            (seat, share_commitment(share, seat=seat, number=number, commitment=known, **self.known))
            for seat, share in shares
        )

    def joint(self, shares: Any, *, commitment: str = "", seats: Any = None, broken: Any = ()) -> str:
        return joint_commitment(
            number=len(broken),
            commitment=commitment or self.commitment,
            before=broken_digest(broken),
            seats=seats or self.seats,
            commitments=self.commitments(shares, commitment, len(broken)),
            **self.known,
        )

    def record(self, shares: Any, *, secret: bytes = b"", seats: Any = None, joint: str = "") -> dict[str, Any]:
        """A record that says that Ann was dealt by these; everything else is worked out so as to fit."""
        secret = secret or self.secret
        commitment = secret_commitment(secret, number=0, **self.known)
        joint = joint or self.joint(shares, commitment=commitment, seats=seats)
        seed = mixed_seed(secret, shares)
        return sealed_record(
            {
                "form": "deckwright fair shuffle 2",
                "table": "table-1",
                "game": "kuhn",
                "rules": self.rules,
                "seats": [list(seat) for seat in seats or self.seats],
                "broken": [],
                "commitment": commitment,
                "commitments": [list(pair) for pair in self.commitments(shares, commitment)],
                "joint": joint,
                "secret": secret.hex(),
                "shares": [list(pair) for pair in shares],
                "seed": seed.hex(),
                "link": finished_link(seed),
            }
        )


def finished_link(seed: bytes) -> str:
    """The link of any game with these cards."""
    state, moves = KUHN.start(Deal(seed)), []
    while not state.is_over:
        action = state.actions()[0]
        moves.append(Move(action.slot, action.value))
        state = state.apply(action)
    return format_game_link(KUHN, Deal(seed), moves)


def tricks(host: Host, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a host may try after it has seen Ann's share; each is one of many, for a deal of its choice."""
    other = number.to_bytes(16, "big").hex()
    mine = (0, host.share)
    yield "Bob's share chosen late", host.record((mine, (1, other)))
    yield "and under the old joint commitment", host.record((mine, (1, other)), joint=host.noted)
    yield "the secret chosen late", host.record(host.shares, secret=number.to_bytes(32, "big"))
    for seat in (-1, 2, 9):
        yield f"a share of seat {seat}", host.record(tuple(sorted((*host.shares, (seat, other)))), joint=host.noted)
        yield f"a share of seat {seat}, all made to fit", host.record((*host.shares, (seat, other)))
    yield "a second share of Bob's", host.record((*host.shares, (1, other)), joint=host.noted)
    extra = (*host.seats, RoundSeat("person", "Nobody"))
    yield "a third seat", host.record((*host.shares, (2, other)), seats=extra)
    agents = (host.seats[0], RoundSeat("agent", other))
    yield "Bob is said to be an agent", host.record((mine,), seats=agents)
    yield "and an agent brings a share", host.record((mine, (1, other)), seats=agents)
    gone = (RoundSeat("absent", "Ann"), host.seats[1])
    yield "Ann is said to have gone", host.record(((1, other),), seats=gone)
    renamed = (host.seats[0], RoundSeat("person", other))
    yield "names chosen late", host.record(host.shares, seats=renamed)


def test_a_host_that_knows_every_share_but_could_not_foresee_anns_chooses_nothing() -> None:
    host = Host("c0ffee00" * 8)
    honest = host.record(host.shares)
    assert check_record(honest, commitment=host.noted, share=host.share, seat=0).warnings == ()
    lowest, chosen = str(KUHN.deck.cards[0]), 0
    for number in range(12):
        for trick, data in tricks(host, number):
            chosen += KUHN.start(Deal(bytes.fromhex(data["seed"]))).view(0).hand[0] == lowest
            if data == honest:
                continue
            with pytest.raises(ShuffleError):
                pytest.fail(f"{trick}: {check_record(data, commitment=host.noted, share=host.share, seat=0)}")
    assert chosen > 20, "the deals that the host wanted were among them"


def test_without_what_one_noted_a_made_up_record_holds_together_and_the_reader_is_told() -> None:
    """What the joint commitment is for."""
    host = Host("c0ffee00" * 8)
    verified = check_record(host.record(((0, host.share), (1, "ab" * 16))), share=host.share)
    assert any("can have made up all of it" in warning for warning in verified.warnings)


@pytest.mark.parametrize(
    "change",
    [
        {"form": "other"},
        {"secret": "00"},
        {"seed": 3},
        {"shares": {}},
        {"shares": [[0, "zz"]]},
        {"shares": [3]},
        {"broken": [[]]},
    ],
)
def test_what_is_no_record_is_told(change: dict[str, Any]) -> None:
    assert code(record() | change) in ("shuffle.bad-record", "shuffle.other-form")


def test_records_of_another_shape_are_told() -> None:
    shapes: tuple[Any, ...] = (None, [], "text", {"form": "deckwright fair shuffle 2"})
    for data in shapes:
        assert code(data) == "shuffle.bad-record"
    for data in ({}, {"form": "deckwright fair shuffle 1"}):
        assert code(data) == "shuffle.other-form"


def test_commitments_say_nothing_of_what_they_cover_and_are_bound_to_where_they_are_made() -> None:
    first = FairShuffle(b"s" * 32, "a", "0" * 64)
    told = ((b"s", "b", "0"), (b"s", "a", "1"), (b"t", "a", "0"))
    others = tuple(FairShuffle(secret * 32, table, rules * 64) for secret, table, rules in told)
    made = [shuffle.commitment(number) for shuffle in (first, *others) for number in (0, 1)]
    assert len(set(made)) == 8
    share = fresh_share()
    shares = [
        shuffle.share_commitment(share, number=number, seat=seat)
        for shuffle in (first, *others)
        for number in (0, 1)
        for seat in (0, 1)
    ]
    assert len(set(shares)) == 16
    assert open_shuffle("a", KUHN).secret != open_shuffle("a", KUHN).secret
    assert first.round_secret(0) != first.round_secret(1)


def test_every_share_changes_the_seed() -> None:
    secret = b"s" * 32
    some = ((), ((0, "00" * 16),), ((1, "00" * 16),), ((0, "00" * 17),), ((0, "00" * 16), (1, "00" * 16)))
    assert len({mixed_seed(secret, shares) for shares in some} | {mixed_seed(b"t" * 32, ())}) == 6
    assert is_share(fresh_share())
    assert not is_share("00" * 15)
    assert not is_share("00" * 65)
    assert not is_share("AB" * 16)


def test_verify_says_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "shuffle.json"
    save_record(walked(GAME)[-1], path)
    assert load_record(path) == record()
    noted = ["--commitment", record()["joint"], "--share", share_of(2), "--seat", "2"]
    shown = CliRunner().invoke(app, ["verify", str(path), *noted])
    assert shown.exit_code == 0, shown.output
    assert "that you noted" in shown.output
    assert f"seat 3, 'Player 3': committed, then revealed the share {share_of(3)}" in " ".join(shown.output.split())
    assert "does not prove more" not in shown.output
    assert "does not prove more" in CliRunner().invoke(app, ["verify", str(path)]).output
    assert "shuffle.not-yours" in CliRunner().invoke(app, ["verify", str(path), "--share", "12" * 16]).stderr
    path.write_text(json.dumps(record() | {"seed": "00" * 32}))
    refused = CliRunner().invoke(app, ["verify", str(path)])
    assert refused.exit_code == 1
    assert "shuffle.other-seed" in refused.stderr
    for content in ("", "{", "[" * 100_000):
        path.write_text(content)
        assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 1
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none")]).exit_code == 1


@pytest.mark.parametrize(
    "content",
    [
        '{"seed": "00", ' + json.dumps(record())[1:],
        json.dumps(record())[:-1] + ', "seed": ' + json.dumps(record()["seed"]) + "}",
        json.dumps(record()).encode("utf-16"),
        json.dumps(record()).encode("utf-32"),
        b"\xef\xbb\xbf" + json.dumps(record()).encode(),
    ],
)
def test_a_file_that_can_be_read_in_two_ways_is_no_record(content: str | bytes, tmp_path: Path) -> None:
    """Another reader may take the first of two keys, and show its people another seed than the one that was checked."""
    path = tmp_path / "shuffle.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ShuffleError) as refused:
        check_record(load_record(path))
    assert refused.value.code == "shuffle.bad-record"


@pytest.mark.parametrize("around", ["{} ", "{}\n", "'{}'", "https://cards.example/#{}", "{}\u2003"])
def test_nothing_stands_around_the_link_of_a_record(around: str) -> None:
    assert code(resealed(record(), link=around.format(record()["link"]))) == "shuffle.bad-link"


def test_changes_are_made_of_copies() -> None:
    """The changes of this file's own generator leave the record as it was."""
    good = shuffle_record(eventful())
    before = copy.deepcopy(good)
    assert len(list(changed(good, "$"))) > 0
    assert good == before


def test_a_record_that_cannot_be_written_is_told_with_a_code() -> None:
    over = walked(Variant("kuhn", (("hands", 2),)))[-1]
    for place in ("/dev/null/x", "\0"):
        with pytest.raises(ShuffleError) as error:
            save_record(over, Path(place))
        assert error.value.code == "shuffle.cannot-write"
