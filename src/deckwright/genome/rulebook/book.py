"""The rulebook as a whole, written from the fields that the kernel executes."""

from __future__ import annotations

from deckwright.genome.expressions.types import Type
from deckwright.genome.phases.claim import CLAIM_REGISTERS, CLAIM_ZONE, ClaimPhase
from deckwright.genome.rulebook.actions import items, steps, told
from deckwright.genome.rulebook.document import Block, Heading, Item, Listing, Paragraph
from deckwright.genome.rulebook.edges import edges
from deckwright.genome.rulebook.ending import ending, goal
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.flow import play
from deckwright.genome.rulebook.glossary import glossary
from deckwright.genome.rulebook.hands import evaluation, patterns
from deckwright.genome.rulebook.names import Names, models
from deckwright.genome.rulebook.people import said
from deckwright.genome.rulebook.reading import Library, read_condition
from deckwright.genome.rulebook.scores import scores
from deckwright.genome.rulebook.setting import cards, deal, places, players
from deckwright.genome.rulebook.tricks import strains
from deckwright.genome.rulebook.wording import plain
from deckwright.genome.schema import GameGenome


def write(genome: GameGenome) -> tuple[Block, ...]:
    """Every section that has something to say."""
    library = Library(genome)
    english = English(library, Names(genome), library.seat_scope)
    sections = (
        ("Players", players(english)),
        ("Cards", cards(english)),
        ("The table", places(english)),
        ("The deal", deal(english)),
        ("Play", play(english)),
        ("Strains", strains(english)),
        ("Special cards", special_cards(english)),
        ("Sets of cards", patterns(english)),
        ("Hands", evaluation(english)),
        ("Scoring", scores(english)),
        ("The end of the game", ending(english)),
        ("Edge cases", edges(english)),
        ("Words", glossary(english)),
    )
    blocks: list[Block] = [Heading(1, plain(genome.name or genome.genome_id)), Paragraph(goal(english))]
    for title, content in sections:
        if content:
            blocks += (Heading(2, title), *content)
    return tuple(blocks)


def special_cards(english: English) -> tuple[Block, ...]:
    """What happens when a card is played."""
    from deckwright.genome.expressions.scope import card_variable
    from deckwright.genome.rulebook.people import THE_CARD

    entries = []
    for special in english.words.genome.special_effects:
        phrase = english.cards(read_condition(special.trigger, english.library.card_scope), "c")
        inner = english.knowing(c=card_variable(english.words, "special card")).calling("special card", THE_CARD)
        found = steps(inner, special.effects)
        text, blocks = told(found)
        intro = f"When you play {phrase.a_card()}:"
        entries.append(Item(f"{intro} {text}".strip(), (Listing(items(found)),) if blocks else ()))
    return (Listing(tuple(entries)),) if entries else ()


__all__ = ["CLAIM_REGISTERS", "CLAIM_ZONE", "ClaimPhase", "Type", "models", "said", "write"]
