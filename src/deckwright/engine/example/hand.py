"""The example hand as blocks of a rulebook: who was dealt what, what they did, and what it scored."""

from __future__ import annotations

from deckwright.document import Block, Item, Listing, Paragraph, bullets
from deckwright.engine.example.faces import Faces
from deckwright.engine.example.playing import TRUTHFUL, Hand, choose_hand
from deckwright.engine.example.reckoning import reckoning
from deckwright.engine.example.telling import shortened, tell
from deckwright.engine.game import Game
from deckwright.engine.state import State
from deckwright.genome.rulebook.grammar.wording import capitalised, count

MOST_LINES = (14, 6)
"""How many lines of a long hand are told from its beginning and from its end."""

MOST_OPEN = 13
"""More cards than this on the table are counted, not listed."""


def example_hand(game: Game) -> tuple[Block, ...]:
    """A hand of this game, from the deal to the score; nothing if no hand was over soon enough to be told."""
    hand = choose_hand(game)
    if hand is None:
        return ()
    faces = Faces(hand.last.game)
    first, last = MOST_LINES
    lines = tuple(shortened(tell(faces, hand), first=first, last=last))
    return (
        Paragraph(_source(hand)),
        *_deal(faces, hand.states[0]),
        Paragraph("The play:"),
        Listing(tuple(Item(line) for line in lines)),
        *reckoning(faces, hand),
    )


def _source(hand: Hand) -> str:
    players = f"(`{hand.agent}`, deal {hand.seed})"
    if hand.agent == TRUTHFUL:
        players = f"that tell the truth where they can and seldom doubt (deal {hand.seed})"
    return (
        f"Computer players {players} played this hand. It is shown with all cards open, as "
        "they could see it only afterwards; it shows the rules at work, not the best play."
    )


def _deal(faces: Faces, state: State) -> tuple[Block, ...]:
    """Hands, and what lies open on the table."""
    texts = []
    zones = {zone.name: zone for zone in state.game.genome.zones}
    for place, cards in zip(state.game.notation.zones, state.position.layout(), strict=True):
        codes = [code for card in cards if (code := state.game.notation.card(card)) is not None]
        if not codes or place.role == "trick" or place.role == "stock":
            continue
        who = capitalised(faces.noun(str(place)) if place.role != "hand" else _owner(faces, place.index))
        if zones[place.name].seen_by == "none" and place.owner != "table":
            texts.append(f"**{who}**: {count(len(codes), 'card')}, face down")
        elif place.role != "hand" and len(codes) > MOST_OPEN:
            texts.append(f"**{who}**: {count(len(codes), 'card')}")
        else:
            in_order = place.owner == "table" and faces.is_numbered(str(place))  # what lies on what matters
            texts.append(f"**{who}**: {', '.join(map(faces.card, codes)) if in_order else faces.hand(codes)}")
    return (Paragraph("The deal:"), *bullets(texts)) if texts else ()


def _owner(faces: Faces, index: int | None) -> str:
    return "the table" if index is None else faces.player(index)
