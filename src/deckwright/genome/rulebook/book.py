"""The rulebook as a whole, written from the fields that the kernel executes."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.phases.betting import betting_section
from deckwright.genome.rulebook.document import Block, Heading, Paragraph, texts_of
from deckwright.genome.rulebook.grammar.people import settled
from deckwright.genome.rulebook.grammar.pieces import are_tiles, with_tiles
from deckwright.genome.rulebook.grammar.repeats import without_repeats
from deckwright.genome.rulebook.grammar.wording import capitalised, plain, plural
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import Nouns
from deckwright.genome.rulebook.phrases.numbers import is_boolean
from deckwright.genome.rulebook.phrases.picking import with_all_picks
from deckwright.genome.rulebook.phrases.reading import Library
from deckwright.genome.rulebook.phrases.spelling import in_normal_form
from deckwright.genome.rulebook.phrases.strains import strains
from deckwright.genome.rulebook.sections.deck import cards
from deckwright.genome.rulebook.sections.edges import edges
from deckwright.genome.rulebook.sections.ending import ending, goal
from deckwright.genome.rulebook.sections.glossary import glossary
from deckwright.genome.rulebook.sections.hands import evaluation, patterns
from deckwright.genome.rulebook.sections.play import play, special_cards
from deckwright.genome.rulebook.sections.quick import quick_reference
from deckwright.genome.rulebook.sections.scores import scores
from deckwright.genome.rulebook.sections.setting import deal, places, players
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
    blocks: list[Block] = [
        Heading(1, plain(genome.name or genome.genome_id)),
        Paragraph(goal(english)),
        quick_reference(english),
    ]
    for title, content in sections:
        if content:
            blocks += (Heading(2, title), *content)
    blocks += (Heading(2, "Glossary"), *glossary(english, tuple(texts_of(blocks))))
    return with_tiles(blocks) if are_tiles(english.words.cards.cards) else tuple(blocks)


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
