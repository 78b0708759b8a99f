"""What a game is before it is played, whether a genome says it or the kernel has it of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from deckwright.cards import Deck
from deckwright.games.vocabulary import Vocabulary, make_vocabulary
from deckwright.genome.codec import dump_json
from deckwright.genome.compile.compiler import REMEMBERED, compile_genome, deck_cards
from deckwright.genome.enums import Beat
from deckwright.genome.materials import HandEvaluation
from deckwright.genome.schema import GameGenome

if TYPE_CHECKING:  # the library is loaded more often than a rulebook is written
    from deckwright.document import Block

Example = Callable[[], "tuple[Block, ...]"]
"""Plays a hand and tells it, for a book that wants one."""


@dataclass(frozen=True, eq=False)
class Definition:
    """What the kernel is told, what its numbers are called, and what people read. Its text tells it from others."""

    id: str
    name: str
    seats: int
    kind: str
    """The kernel's name for what plays it: `genome`, or a game of its own."""
    program: bytes = field(repr=False)
    """What the kernel is told: a compiled genome, or house rules."""
    name_things: Callable[[], Vocabulary] = field(repr=False)
    """Says what the kernel's numbers are called, for `vocabulary`."""
    write: Callable[[], str] = field(repr=False)
    """Writes down all of its rules, for `text`."""
    document: Callable[[], dict[str, Any]] = field(repr=False)
    """What it was made from, as plain data for people to read."""
    book: Callable[[Example], tuple[Block, ...]] = field(repr=False)
    """Its rulebook."""
    tell_end: Callable[[], str] = field(repr=False)
    """Says when the game is over and who wins then, for `ending`."""
    max_hands: int
    """More are never played."""
    genome: GameGenome | None = field(default=None, repr=False)
    teams: tuple[tuple[int, ...], ...] = ()
    has_chips: bool = False
    beats: tuple[Beat, ...] = ()
    """Moments at which a table may wait for everybody."""
    evaluation: HandEvaluation | None = None
    """How hands are compared at a showdown, and of which zones their cards are."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What the kernel's numbers are called: made when somebody reads or writes an action, not to simulate."""
        return self.name_things()

    @cached_property
    def ending(self) -> str:
        """When the game is over and who wins then, in a line or two."""
        return self.tell_end()

    @cached_property
    def text(self) -> str:
        """All of its rules as text: the same exactly where every rule is."""
        return self.write()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all of its rules."""
        return sha256(self.text.encode()).hexdigest()


@lru_cache(maxsize=REMEMBERED)
def define_genome(genome: GameGenome, *, id: str = "") -> Definition:  # noqa: A002
    """The definition that a genome says, made once; GenomeError if it cannot be compiled."""
    return Definition(
        id=id or genome.genome_id,
        name=genome.name or id or genome.genome_id,
        seats=genome.player_count,
        kind="genome",
        program=compile_genome(genome).to_json(),
        name_things=lambda: make_vocabulary(compile_genome(genome), Deck(deck_cards(genome).cards)),
        write=lambda: dump_json(genome),
        document=genome.to_dict,
        book=lambda example: _genome_book(genome, example),
        tell_end=lambda: _genome_ending(genome),
        genome=genome,
        max_hands=genome.max_hands,
        teams=genome.teams if genome.team_mode else (),
        has_chips=genome.setup.starting_chips > 0,
        beats=genome.game_rules.beats,
        evaluation=genome.hand_evaluation,
    )


def define_house_rules(
    id: str,  # noqa: A002
    name: str,
    *,
    seats: int,
    max_hands: int,
    settings: Mapping[str, Any],
    vocabulary: Vocabulary,
    book: Callable[[Mapping[str, Any]], tuple[Block, ...]],
    ending: Callable[[Mapping[str, Any]], str],
    has_chips: bool = False,
    beats: tuple[Beat, ...] = (),
    evaluation: HandEvaluation | None = None,
) -> Definition:
    """The definition of a game that the kernel has of its own, by the settings that it is told."""
    rules = dict(settings)
    return Definition(
        id=id,
        name=name,
        seats=seats,
        kind=id,
        program=json.dumps(rules).encode(),
        max_hands=max_hands,
        name_things=lambda: vocabulary,
        write=lambda: json.dumps([id, rules]),
        document=lambda: {"id": id, "name": name, "options": dict(rules)},
        book=lambda _: book(rules),
        tell_end=lambda: ending(rules),
        has_chips=has_chips,
        beats=beats,
        evaluation=evaluation,
    )


def _genome_book(genome: GameGenome, example: Example) -> tuple[Block, ...]:
    from deckwright.genome.rulebook import write_rulebook  # large, and not needed to play

    return write_rulebook(genome, example=example())


def _genome_ending(genome: GameGenome) -> str:
    from deckwright.genome.rulebook.book import ending_of  # as above

    return ending_of(genome)
