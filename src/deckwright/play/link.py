"""Replay links: a whole game in a short text that stands for itself.

    dw1.texas-42.hands=1.PAYLOAD            a game of the library, with the options that differ from its own
    dw1.~GENOME.PAYLOAD                     a game of one's own: its genome, compressed

The payload is one number in mixed radix, written in 64 characters, the low digits first: how long it is and a check of
all of it, then a tag of the rules, the deal, and each move as its place among the legal ones. A forced move costs
nothing. Agreements, seats and times are left out: they are no part of the game.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote, unquote

from deckwright.data import MAX_SIZE_BYTES
from deckwright.engine import Deal, EngineError, Game, Retraced, State, load
from deckwright.engine.loading import load_with_texts
from deckwright.engine.seeds import SEED_BYTES
from deckwright.games import library
from deckwright.games.errors import OptionError, UnknownGameError
from deckwright.genome.codec import dump_json, parse_data
from deckwright.genome.errors import GenomeError
from deckwright.play.deals import deal_digits, deals_alike, parse_deal
from deckwright.play.digits import Digits, find_number, format_number, pack
from deckwright.play.errors import LinkError
from deckwright.play.inputs import Move
from deckwright.play.progress import line_moves
from deckwright.play.shuffle import rules_hash
from deckwright.play.table import TableState

VERSION = 1
MOST_MOVES = 100_000
LONGEST_LINK = 400_000
_CHECKS, _LENGTHS, _TAGS = 1 << 16, 4, 1 << 10
_KINDS = 3
_DECK, _SEED, _DECK_AND_SEED = range(_KINDS)
_SEEDS = 1 << 8 * SEED_BYTES
_PREFIX = re.compile(r"dw([0-9]{1,9})\.(.*)", re.DOTALL)


@dataclass(frozen=True)
class LinkedGame:
    """What a link holds: a game, how it was dealt, and what was done."""

    game: Game
    deal: Deal
    moves: tuple[Move, ...]
    is_finished: bool

    def retrace(self) -> Retraced:
        """The states that it leads to."""
        return self.game.retrace(self.deal, self.moves)

    def states(self) -> tuple[State, ...]:
        """Every state from the deal on."""
        states = [self.game.start(self.deal)]
        for move in self.moves:
            action = states[-1].find_action(*move)
            assert action is not None
            states.append(states[-1].apply(action))
        return tuple(states)


def format_link(table: TableState, *, asked: bool = False) -> str:
    """The link of a table's game: one that is over, or one that a person plays alone and asked it of."""
    alone = sum(seat.is_person for seat in table.seats) <= 1
    if table.deal is None:
        raise LinkError("link.not-dealt", "there is nothing to link to before the deal")
    if not table.is_over and not (alone and asked):
        message = "a link says every card: only of a game that is over, or that one person plays alone and asks for it"
        raise LinkError("link.not-over", message)
    return format_game_link(table.setup.game, table.deal, line_moves(table.progress.line))


def format_game_link(game: Game, deal: Deal, moves: list[Move]) -> str:
    """The link of a game by its deal and moves."""
    if len(moves) > MOST_MOVES:
        raise LinkError("link.too-long", f"found {len(moves):,} moves, expected at most {MOST_MOVES:,}")
    try:
        retraced = game.retrace(deal, moves)
    except EngineError as error:
        raise LinkError("link.bad-moves", error.message) from None
    head = f"dw{VERSION}.{_format_game(game)}"
    over = retraced.state.is_over
    digits = [(int(over), 2), *(() if over else ((len(moves), MOST_MOVES + 1),)), (_tag(game), _TAGS)]
    digits += _deal_part(game, deal, moves, retraced)
    digits += [(step.place, step.choices) for step in retraced.steps]
    return f"{head}.{_sealed(head, pack(digits))}"


def parse_link(text: str) -> LinkedGame:
    """The game that a link holds; LinkError says what is wrong with it."""
    link = bare_link(text)
    found = _PREFIX.fullmatch(link)
    if found is None:
        message = f"{text.strip()[:40]!r} is no link of Deckwright: it would begin with dw{VERSION}."
        raise LinkError("link.foreign", message)
    version = int(found[1])
    if version != VERSION:
        newer = "newer" if version > VERSION else "unknown"
        message = f"the link is of the {newer} version {version}; this Deckwright reads version {VERSION}"
        raise LinkError("link.newer-version" if version > VERSION else "link.foreign", message)
    head, dot, payload = link.rpartition(".")
    if not dot or "." not in head:
        raise LinkError("link.truncated", "the link ends before its game: part of it is missing")
    number = _opened(head, payload)
    game = _parse_game(*head.split(".")[1:])
    digits = Digits(number)
    over = digits.take(2) == 1
    count = MOST_MOVES if over else digits.take(MOST_MOVES + 1)
    if digits.take(_TAGS) != _tag(game):
        message = f"the link was made with other rules of {game.name} than there are here"
        raise LinkError("link.other-rules", message)
    deal = _parse_deal(game, digits)
    moves = tuple(Move(*move) for move in game.unfold(deal, digits.take, most=count))
    linked = LinkedGame(game, deal, moves, over)
    if digits.left or linked.retrace().state.is_over != over or (not over and len(moves) != count):
        raise LinkError("link.damaged", "the link holds together, but not with a game that can be played")
    return linked


def bare_link(text: str) -> str:
    """The link in what people paste: spaces, quotes and the address of a page around it are no part of it."""
    link = "".join(text.split()).strip("<>\"'")
    if len(link) > LONGEST_LINK:
        raise LinkError("link.too-long", f"found {len(link):,} characters, expected at most {LONGEST_LINK:,}")
    if not link.isprintable():  # half a surrogate pair, as JSON can say it, is no text that has a hash
        raise LinkError("link.damaged", "the link has characters that no link has: it was changed on the way")
    return link[max(link.rfind("#"), link.rfind("/")) + 1 :]


def _sealed(head: str, number: int) -> str:
    """The payload: the number with its length and its check below it."""
    sealed = (number * _CHECKS + _check(head, number)) * _LENGTHS
    return format_number(sealed + max(1, len(format_number(sealed))) % _LENGTHS)


def _opened(head: str, payload: str) -> int:
    number = find_number(payload)
    if number is None:
        raise LinkError("link.damaged", "the link has characters that no link has: it was changed on the way")
    sealed, length = divmod(number, _LENGTHS)
    if length != len(payload) % _LENGTHS:
        raise LinkError(
            "link.truncated", f"of the link's last part {len(payload)} characters are left: some are missing"
        )
    content, check = divmod(sealed, _CHECKS)
    if check != _check(head, content):
        raise LinkError("link.damaged", "the link does not hold together: a character of it was changed on the way")
    return content


def _check(head: str, number: int) -> int:
    content = number.to_bytes(number.bit_length() // 8 + 1, "little")
    return int.from_bytes(sha256(head.encode() + b"\0" + content).digest()[:2], "big")


@lru_cache(maxsize=64)
def _tag(game: Game) -> int:
    return int(rules_hash(game)[:8], 16) % _TAGS


def _deal_part(game: Game, deal: Deal, moves: list[Move], told: Retraced) -> list[tuple[int, int]]:
    """The shortest form that leads to the same game, card for card. One that goes on needs all of its chance."""
    cards = deal_digits(game, game.start(deal)) if told.state.is_over else None
    if cards is not None and _says_all(game, pack(cards), deal, moves, told):
        return [(_DECK, _KINDS), *cards]
    seed = (int.from_bytes(deal.seed, "big"), _SEEDS)
    if deal.deck is None:
        return [(_SEED, _KINDS), seed]
    kinds = list(game.notation.names.cards)
    left = sorted(kinds.index(card) for card in deal.deck)
    order: list[tuple[int, int]] = []
    for card in deal.deck:
        place = left.index(kinds.index(card))
        order.append((place, len(left)))
        left.pop(place)
    return [(_DECK_AND_SEED, _KINDS), seed, *order]


def _says_all(game: Game, cards: int, told_deal: Deal, moves: list[Move], told: Retraced) -> bool:
    """Whether the cards at the start decide everything: no chance comes after them."""
    deal = parse_deal(game, Digits(cards))
    if deal is None:
        return False
    try:
        again = game.retrace(deal, moves)
    except EngineError:
        return False
    same = again.steps == told.steps and again.state.position.layout() == told.state.position.layout()
    return same and deals_alike(game, deal, told_deal, moves)


def _parse_deal(game: Game, digits: Digits) -> Deal:
    kind = digits.take(_KINDS)
    if kind == _DECK:
        deal = parse_deal(game, digits)
        if deal is None:
            raise LinkError("link.damaged", f"the link has a deal of a form that {game.name} does not have")
        return deal
    seed = digits.take(_SEEDS).to_bytes(SEED_BYTES, "big")
    if kind == _SEED:
        return Deal(seed)
    kinds = list(game.notation.names.cards)
    left = sorted(kinds.index(str(card)) for card in game.deck)
    return Deal(seed, tuple(kinds[left.pop(digits.take(len(left)))] for _ in range(len(left))))


@lru_cache(maxsize=64)
def _format_game(game: Game) -> str:
    entry = library().get(game.id)
    if entry is not None:
        options = {
            option.name: game.options[option.name]
            for option in entry.options
            if option.name in game.options and game.options[option.name] != option.default
        }
        if load(entry.id, **options) == game:
            texts = (f"{name}={_format_option(value)}" for name, value in options.items())
            return ".".join([entry.id, *([",".join(texts)] if options else [])])
    packed = urlsafe_b64encode(zlib.compress(dump_json(game.genome).encode(), 9)).decode()
    return "~" + packed.rstrip("=")


def _format_option(value: object) -> str:
    text = str(value).lower() if value is None or isinstance(value, bool) else str(value)
    return quote(text, safe="").replace(".", "%2E")


@lru_cache(maxsize=64)
def _parse_game(*parts: str) -> Game:
    if len(parts) > 2:
        raise LinkError("link.damaged", f"the link has {len(parts)} parts before its last, expected 1 or 2")
    name, options = parts[0], parts[1] if len(parts) == 2 else ""
    if name.startswith("~"):
        return _parse_genome(name[1:])
    if name not in library():
        raise LinkError("link.unknown-game", f"the link is of {name[:40]!r}, which is no game of this library")
    texts = dict(pair.partition("=")[::2] for pair in options.split(",")) if options else {}
    try:
        return load_with_texts(name, {key: unquote(value) for key, value in texts.items()})
    except (OptionError, UnknownGameError) as error:
        raise LinkError("link.bad-options", f"the link's options cannot be: {error}") from None


def find_genome(text: str) -> str | None:
    """The genome in a link of a game of one's own, as JSON that nobody has checked; None in any other."""
    head = bare_link(text).partition(".")[2].partition(".")[0]
    return _unpacked(head[1:]) if head.startswith("~") else None


def _parse_genome(packed: str) -> Game:
    try:
        return load(parse_data(_unpacked(packed)))
    except LinkError:
        raise
    except ValueError as error:
        first = str(error).splitlines()[0] if isinstance(error, GenomeError) else "it cannot be read"
        raise LinkError("link.bad-game", f"the link's genome cannot be played: {first}") from None


def _unpacked(packed: str) -> str:
    try:
        content = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        found = unpacker.decompress(content, MAX_SIZE_BYTES)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise LinkError("link.bad-game", "the link's genome is larger than a genome can be")
        return found.decode()
    except (Base64Error, zlib.error, UnicodeError):
        raise LinkError("link.bad-game", "the link's genome cannot be played: it cannot be unpacked") from None
