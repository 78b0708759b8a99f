"""The rulebook as a whole, written from the fields that the kernel executes."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.rulebook.actions import steps, told
from deckwright.genome.rulebook.bets import betting_section
from deckwright.genome.rulebook.deck import cards
from deckwright.genome.rulebook.document import Block, Heading, Item, Listing, Paragraph, texts_of
from deckwright.genome.rulebook.edges import edges
from deckwright.genome.rulebook.ending import ending, goal
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.flow import play
from deckwright.genome.rulebook.glossary import glossary
from deckwright.genome.rulebook.hands import evaluation, patterns
from deckwright.genome.rulebook.names import Names
from deckwright.genome.rulebook.numbers import is_boolean
from deckwright.genome.rulebook.people import THE_CARD, settled
from deckwright.genome.rulebook.picking import with_all_picks
from deckwright.genome.rulebook.pieces import are_tiles, with_tiles
from deckwright.genome.rulebook.quick import quick_reference
from deckwright.genome.rulebook.reading import Library, read_condition
from deckwright.genome.rulebook.repeats import without_repeats
from deckwright.genome.rulebook.scores import scores
from deckwright.genome.rulebook.setting import deal, places, players
from deckwright.genome.rulebook.spelling import in_normal_form
from deckwright.genome.rulebook.tricks import strains
from deckwright.genome.rulebook.wording import capitalised, plain, plural
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
    english = English(library, Names(genome), library.seat_scope)
    defined: frozenset[str] = frozenset(term.name for term in genome.terms)
    for term in genome.terms:
        here = replace(with_all_picks(english), defined=defined)
        node = here.read(term.expr, None)
        if is_boolean(here, node) and len(settled(here.clause(node))) <= LONGEST_WRITTEN_OUT:
            defined -= {term.name}
    return replace(english, defined=defined)


def special_cards(english: English) -> tuple[Block, ...]:
    """What happens when a card is played."""
    inner = english.knowing(c=card_variable(english.words, "special card")).calling("special card", THE_CARD)
    entries = []
    for special in english.words.genome.special_effects:
        phrase = english.cards(read_condition(special.trigger, english.library.card_scope), "c")
        text, blocks = told(steps(inner, special.effects))
        entries.append(Item(f"When you play {phrase.a_card()}: {text}".strip(), blocks))
    return (Listing(tuple(entries)),) if entries else ()
