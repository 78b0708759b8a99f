"""The rulebook as a whole, written from the fields that the kernel executes."""

from __future__ import annotations

from dataclasses import replace

from deckwright.document import Block, Heading, Paragraph, texts_of
from deckwright.genome.phases.betting import betting_section
from deckwright.genome.rulebook.grammar.finishing import are_tiles, with_tiles, without_repeats
from deckwright.genome.rulebook.grammar.sentences import settled
from deckwright.genome.rulebook.grammar.wording import capitalised, plain, plural
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import Nouns
from deckwright.genome.rulebook.phrases.numbers import is_boolean
from deckwright.genome.rulebook.phrases.picking import with_all_picks
from deckwright.genome.rulebook.phrases.reading import Library, in_normal_form
from deckwright.genome.rulebook.phrases.strains import strains
from deckwright.genome.rulebook.sections.cards import cards, evaluation, patterns
from deckwright.genome.rulebook.sections.course import deal, places, play, players, special_cards
from deckwright.genome.rulebook.sections.ending import edges, ending, goal, over_when
from deckwright.genome.rulebook.sections.reference import glossary, quick_reference
from deckwright.genome.rulebook.sections.scores import scores
from deckwright.genome.schema import GameGenome

LONGEST_WRITTEN_OUT = 75
"""A condition with a name that takes more characters than this is said by its name, and defined in the glossary."""


def write(genome: GameGenome, *, example: tuple[Block, ...] = ()) -> tuple[Block, ...]:
    """Every section that has something to say, with a hand that was played where there is one."""
    english = english_of(genome)
    sections = (
        ("Players", players(english)),
        ("Cards", cards(english)),
        ("The table", places(english)),
        ("The deal", deal(english)),
        ("Play", without_repeats(play(english))),
        ("Betting", betting_section(english)),
        (capitalised(plural(english.names.strain_word)), strains(english)),
        ("Special cards", special_cards(english)),
        ("Sets of cards", patterns(english)),
        ("Hands", evaluation(english)),
        ("Scoring", scores(english)),
        ("The end of the game", ending(english)),
        ("Edge cases", edges(english)),
        ("An example hand", example),
    )
    first = Heading(1, plain(genome.name or genome.genome_id))
    blocks: list[Block] = [first, Paragraph(goal(english)), quick_reference(english)]
    for title, content in sections:
        if content:
            blocks += (Heading(2, title), *content)
    blocks += (Heading(2, "Glossary"), *glossary(english, tuple(texts_of(blocks))))
    return with_tiles(blocks) if are_tiles(english.words.cards.cards) else tuple(blocks)


def ending_of(genome: GameGenome) -> str:
    """When a game is over and who wins then, in a line or two."""
    return over_when(english_of(genome))


def english_of(genome: GameGenome) -> English:
    """How this genome's expressions are said."""
    genome = in_normal_form(genome)
    library = Library(genome)
    english = English(library, Nouns(genome), library.scope)
    defined: frozenset[str] = frozenset(term.name for term in genome.terms)
    for term in genome.terms:
        here = replace(with_all_picks(english), defined=defined)
        node = here.read(term.expr, None)
        if is_boolean(here, node) and len(settled(here.clause(node))) <= LONGEST_WRITTEN_OUT:
            defined -= {term.name}
    return replace(english, defined=defined)
