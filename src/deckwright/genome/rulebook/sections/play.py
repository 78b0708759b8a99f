"""The play of a hand: its parts, and what happens when special cards are played."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.phases import TurnStructure
from deckwright.genome.rulebook.document import Block, Heading, Item, Listing, Paragraph
from deckwright.genome.rulebook.grammar.people import THE_CARD, YOU, Person, said
from deckwright.genome.rulebook.grammar.steps import told
from deckwright.genome.rulebook.grammar.wording import number_word
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.parts import title


def play(english: English) -> tuple[Block, ...]:
    """The whole hand."""
    root = english.genome.turn_structure
    return _root(english, root) if root.order == "sequence" else root.told(english)


def _root(english: English, root: TurnStructure) -> tuple[Block, ...]:
    """A hand in parts, each under a heading."""
    inner = english.about(english.who(root.start))
    blocks: list[Block] = []
    if len(root.phases) == 1:
        blocks += inner.phase(root.phases[0])
    else:
        blocks.append(Paragraph(said(f"a hand has {number_word(len(root.phases))} parts, in this order")))
        for phase in root.phases:
            blocks += (Heading(3, title(phase)), *inner.phase(phase))
    return (*blocks, *root.repeated(inner))


def special_cards(english: English) -> tuple[Block, ...]:
    """What happens when a card is played."""
    inner = english.knowing(c=card_variable(english.words, "special card")).calling("special card", THE_CARD)
    inner = replace(inner, turn=_whose_turn(english))
    entries = []
    for special in english.genome.special_effects:
        text, blocks = told(inner.steps(special.effects))
        entries.append(Item(f"When you play {english.cards_of(special.trigger).a_card()}: {text}".strip(), blocks))
    return (Listing(tuple(entries)),) if entries else ()


def _whose_turn(english: English) -> Person:
    """Who has the turn while a special card is played: who plays it, but in a trick whoever the hand starts with."""
    genome = english.genome
    found = list(phases_of(genome.turn_structure))
    if not any(phase.goes_round for phase, _ in found):
        return YOU
    structures = [genome.turn_structure, *(phase for phase, _ in found if isinstance(phase, TurnStructure))]
    around = [turns for turns in structures if any(one.goes_round for one in turns.phases)]
    is_plain = all(turns is genome.turn_structure and turns.order == "sequence" for turns in around)
    return english.who(genome.turn_structure.start) if is_plain else Person("whoever has the turn")
