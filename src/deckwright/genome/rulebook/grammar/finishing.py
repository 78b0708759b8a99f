"""What is done to a finished text: long repeats refer to the first, dominoes are tiles, words are explained."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from deckwright.cards import Card
from deckwright.document import Block, Box, Heading, Item, Listing, Paragraph

LONG = 160
"""A shorter entry is sooner read again than looked up."""


def without_repeats(blocks: Sequence[Block], told: set[str] | None = None) -> tuple[Block, ...]:
    """The same blocks; where `**Go out**: ...` is word for word the same as before, it says so instead."""
    told = set() if told is None else told
    return tuple(
        replace(block, items=tuple(_entry(item, told) for item in block.items)) if isinstance(block, Listing) else block
        for block in blocks
    )


def _entry(item: Item, told: set[str]) -> Item:
    head, colon, body = item.text.partition(": ")
    if not colon or not head.startswith("**") or len(body) < LONG or item.inside:
        return replace(item, inside=without_repeats(item.inside, told))
    name = head.split("**")[1]
    key = f"{name}: {body}"
    if key in told:
        return Item(f"{head}: as above.")
    told.add(key)
    return item


_TILES = (
    (re.compile(r"\b([Cc])ard play\b"), lambda found: "Play" if found[1] == "C" else "play"),
    (re.compile(r"\b([Tt])he deck\b"), r"\1he tiles"),
    (re.compile(r"\b([Aa]) deck\b"), r"\1 set of tiles"),
    (re.compile(r"\b([Cc])ards\b"), lambda found: "Tiles" if found[1] == "C" else "tiles"),
    (re.compile(r"\b([Cc])ard\b"), lambda found: "Tile" if found[1] == "C" else "tile"),
)


def are_tiles(pieces: Iterable[Card]) -> bool:
    """Whether a game is played with dominoes alone."""
    return all(piece.is_domino for piece in pieces)


def with_tiles(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The same text, with tiles for cards."""
    return tuple(_block(block) for block in blocks)


def _block(block: Block) -> Block:
    match block:
        case Heading(text=text) | Paragraph(text=text):
            return replace(block, text=_text(text))
        case Box(lines=lines):
            return replace(block, lines=tuple((_text(label), _text(text)) for label, text in lines))
        case Listing(items=items):
            return replace(block, items=tuple(Item(_text(item.text), with_tiles(item.inside)) for item in items))


def _text(text: str) -> str:
    for word, other in _TILES:
        text = word.sub(other, text)
    return text


WORDS: tuple[tuple[str, str, str], ...] = (
    ("ante", r"\bantes?\b", "chips that everyone puts into the pot before the cards are looked at"),
    ("auction", r"\bauction\b", "calls, in turn, that decide what is played for and by whom"),
    ("bid", r"\bbids?\b", "an offer to play for something: so many tricks or points, or a trump suit"),
    ("book", r"\bbooks?\b", "a complete set of cards of one rank"),
    ("call", r"\bcalls first\b|one of these calls", "what a player says in the auction, such as a bid or a pass"),
    ("captured pile", r"\bcaptured piles?\b", "the cards a player or side has won, laid aside"),
    ("contract", r"\bcontract\b", "what the bid that stands is for"),
    ("dealer", r"\bdealer\b|\bdeals\b", "the player who shuffles and deals"),
    ("declarer", r"\bdeclarer\b", "the player who plays to make the contract"),
    ("discard", r"\bdiscards?\b", "to lay a card aside, on the discard pile where there is one; also such a card"),
    ("double", r"\*\*double\*\* the last bid", "to raise what a contract is worth, for both sides"),
    ("dummy", r"\bdummy\b", "the declarer's partner, whose cards lie open and are played by the declarer"),
    ("face card", r"\bface cards?\b", "a jack, queen or king"),
    ("fold", r"\bfold(s|ed)?\b", "to give up a hand and what has been put into the pot"),
    ("follow suit", r"\bfollow(s|ed)? suit\b", "to play a card of the suit that was led"),
    ("hand", r"\bhands?\b", "the cards a player holds; also the play from one deal to the next"),
    ("lead", r"\bleads?\b|\bled\b|\bleading\b", "to play the first card of a trick"),
    ("meld", r"\bmelds?\b", "cards that belong together, laid open on the table"),
    ("opponent", r"\bopponents?\b", "a player who is not on your side"),
    ("pass", r"(?<!deal )\bpass(es|ed)?\b", "to let one's turn go by; in some games, to give cards to another player"),
    ("partner", r"\bpartners?\b", "a player on your side"),
    ("pot", r"\bpot\b", "the chips that are played for"),
    ("rank", r"\branks?\b", "a card's number or figure: seven, queen, ace"),
    ("run", r"\bruns?\b", "cards of one suit in sequence"),
    ("seat", r"\bplayer 2\b", "a player's place at the table; programs count seats from 0, so player 1 has seat 0"),
    ("showdown", r"\bshowdown\b|\bshow their cards\b", "the moment when hands are shown and compared"),
    ("side", r"\bsides?\b(?! bet)", "players who win and lose together; a player alone, where everyone plays alone"),
    ("stock", r"\bstock\b", "the cards that are left after the deal, face down, to draw from"),
    ("strain", r"\bstrains?\b", "what a contract is played in: a trump suit, or none"),
    ("suit", r"\bsuits?\b", "one of the families of cards: clubs, diamonds, hearts, spades, or the deck's own"),
    ("trick", r"\btricks?\b", "one card from each player in turn; the best of them wins all"),
    ("trump", r"\btrumps?\b", "a card of the suit that beats all others"),
    ("upcard", r"\bupcard\b", "a card that lies face up after the deal"),
    ("vulnerable", r"\bvulnerable\b", "said of a side for which more is at stake in this hand"),
    ("wild card", r"\bwild cards?\b", "a card that may stand for another one"),
)  # fmt: skip
"""The word, how it is found in a text, and what it means."""


_OF_TILES = {"suit": "a number of pips; a card belongs to the suits of both its ends", "rank": "a number of pips"}
"""What some of them mean where dominoes are played."""


def words_used(texts: Iterable[str], *, known: Iterable[str], tiles: bool = False) -> list[tuple[str, str]]:
    """The words that occur in some texts, with their meaning; not those that the game defines itself."""
    text = "\n".join(texts).casefold()
    own = {word.casefold() for word in known}
    return [
        (word, _OF_TILES.get(word, meaning) if tiles else meaning)
        for word, found, meaning in WORDS
        if word not in own and re.search(found, text)
    ]
