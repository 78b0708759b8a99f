"""A second reader of docs/security.md, which shares no code with the first: hashes, seed, and the order of the deck."""

from __future__ import annotations

import hmac
import json
import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from tests.conformance.walks import Variant
from tests.play.tables import walked
from tests.play.test_shuffle import changed, eventful, resealed

from deckwright.engine import Deal, Game
from deckwright.play import ShuffleError
from deckwright.play.record import check_record, shuffle_record

BLOCKS = 2
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def chacha8(key: bytes, counter: int) -> list[int]:
    """One block of ChaCha with eight rounds (Bernstein 2008), its nonce zero."""
    start = [*CONSTANTS, *struct.unpack("<8I", key), counter, 0, 0, 0]
    words = list(start)
    for _ in range(4):
        for a, b, c, d in (*COLUMNS, *DIAGONALS):
            for into, other, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                words[into] = words[into] + words[other] & 0xFFFFFFFF
                mixed = words[turned] ^ words[into]
                words[turned] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF
    return [word + first & 0xFFFFFFFF for word, first in zip(words, start, strict=True)]


class HalfWords:
    """The stream by half words, the low one of each word first; two blocks at a time."""

    def __init__(self, key: bytes) -> None:
        self.key, self.counter = key, 0
        self.left: Iterator[int] = iter(())

    def refill(self) -> None:
        words = [word for block in range(BLOCKS) for word in chacha8(self.key, self.counter + block)]
        self.counter += BLOCKS
        self.left = iter([half for word in words for half in (word & 0xFFFF, word >> 16)])

    def next(self) -> int:
        found = next(self.left, None)
        if found is None:
            self.refill()
            found = next(self.left)
        return found


def deck_order(seed: bytes, count: int) -> list[int]:
    """Which card of the deck, as it is numbered, lies where; the top first."""
    stream, deck, taken = HalfWords(seed), list(range(count)), []
    while len(deck) > 1:
        product = stream.next() * len(deck)
        is_doubtful = product % 2**16 < len(deck)
        while product % 2**16 < 2**16 % len(deck):
            product = stream.next() * len(deck)
        place = product >> 16
        deck[place], deck[-1] = deck[-1], deck[place]
        taken.append(deck.pop())
        if is_doubtful:
            stream.left = iter(())
    return [*deck, *reversed(taken)]


def test_the_stream_is_chacha8() -> None:
    """Strombergson's test vectors, TC1: key and nonce zero."""
    content = struct.pack("<16I", *chacha8(bytes(32), 0))
    assert content.hex().startswith("3e00ef2f895f40d67f5bb8e81f09a5a1")


def lies_as_told(game: Game, seed: bytes) -> bool:
    cards = [str(card) for card in game.deck]
    told = Deal(bytes(32), tuple(cards[card] for card in deck_order(seed, len(cards))))
    return game.start(Deal(seed)).position.layout() == game.start(told).position.layout()


def test_the_deck_lies_as_the_document_says(variant: Variant) -> None:
    """Most deals: in some a card is put back and the rest shuffled again, or a hand is over at once."""
    game = variant.load()
    seeds = [sha256(f"{variant} {number}".encode()).digest() for number in range(6)]
    assert sum(lies_as_told(game, seed) for seed in seeds) >= 3


def test_numbers_that_are_drawn_again_are_told_too() -> None:
    """One deal of 52 cards in fifty has one."""
    game = Variant("gin-rummy").load()
    assert all(lies_as_told(game, number.to_bytes(32, "big")) for number in range(200))


def hashed(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def holds(record: dict[str, Any]) -> bool:
    """Whether every hash of a record is as the document says."""
    table, rules, number = record["table"], record["rules"], str(len(record["broken"]))
    commitment = hashed("deckwright secret 2", table, rules, number, record["secret"])
    given = {seat: promise for seat, promise in record["commitments"]}  # noqa: C416
    for seat, share in record["shares"]:
        made = hashed("deckwright share 2", table, rules, number, commitment, str(seat), share)
        if given.get(seat) != made:
            return False
    people = [seat for seat, (kind, _) in enumerate(record["seats"]) if kind == "person"]
    if not people == [seat for seat, _ in record["shares"]] == [seat for seat, _ in record["commitments"]]:
        return False
    before = "-"
    for first, commitments, revealed, cause, seats in record["broken"]:
        texts = [" ".join(map(str, ("revealed", *revealed))), " ".join(map(str, (cause, *seats)))]
        promises = [f"{seat} {promise}" for seat, promise in commitments]
        before = hashed("deckwright broken round 2", before, first, *texts, *promises)
    lines = [f"{seat} {kind} {given.get(seat, '-')} {name}" for seat, (kind, name) in enumerate(record["seats"])]
    joint = hashed("deckwright shuffle 2", table, rules, number, commitment, before, *lines)
    said = "\n".join(["deckwright seed 2", *(f"{seat} {share}" for seat, share in record["shares"])])
    seed = hmac.new(bytes.fromhex(record["secret"]), said.encode(), sha256).hexdigest()
    return (commitment, joint, seed) == (record["commitment"], record["joint"], record["seed"])


def test_both_readers_take_and_refuse_the_same() -> None:
    """`verify` may refuse more (what has no form), and never takes what this reader refuses."""
    for table in (eventful(), walked(Variant("gin-rummy", (("hands", 2),)))[-1], walked(Variant("kuhn"))[-1]):
        good = json.loads(json.dumps(shuffle_record(table)))
        assert holds(good)
        check_record(good)
        for where, bad in changed(good, "$"):
            if "link" in where or "digest" in where:
                continue
            try:
                check_record(resealed(bad))
            except ShuffleError:
                continue
            assert holds(bad), where


def test_the_hash_of_the_rules_is_that_of_what_show_prints(variant: Variant) -> None:
    game = variant.load()
    if game.definition.genome is None:  # a game of the kernel's own: its id and settings
        settings = json.loads(game.definition.program)
        printed = json.dumps([game.id, settings])
    else:
        printed = json.dumps(game.definition.document(), indent=2, ensure_ascii=False) + "\n"
    assert sha256(printed.encode()).hexdigest() == game.definition.digest
