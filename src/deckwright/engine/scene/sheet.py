"""What does not change during a game: its cards, places, seats and words. A page asks for it once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckwright.cards.words import COLOURS, card_words, strain_words
from deckwright.engine.example.claiming import claimed_in
from deckwright.engine.notation import one_of
from deckwright.engine.scene.card_points import card_points
from deckwright.engine.scene.dealing import deal_sheet

if TYPE_CHECKING:
    from deckwright.cards import Card
    from deckwright.engine.game import Game
    from deckwright.engine.notation import Notation, ZonePlace


def game_sheet(game: Game) -> dict[str, Any]:
    """Plain JSON-able data: every card's suit, rank and name, every region, seats and teams, how cards are dealt."""
    notation = game.notation
    definition, genome, points = game.definition, game.definition.genome, card_points(game)
    return {
        "game": game.id,
        "name": game.name,
        "digest": game.definition.digest,
        "seats": game.seats,
        "teams": [list(team) for team in game.teams],
        "has_chips": game.shape.has_chips,
        "score_unit": "point" if genome is None else genome.score_unit,
        "suits": [str(suit) for suit in notation.names.suits],
        "ranks": [str(rank) for rank in notation.names.ranks],
        "ending": game.definition.ending,
        "strains": list(notation.names.strains),
        "words": {name: words for name in notation.names.strains if (words := strain_words(name)) != name},
        "sort": _sort(game),
        "cards": {code: _card(card, points.get(code, 0)) for code, card in notation.faces.items()},
        "names_hands": bool(definition.evaluation and definition.evaluation.patterns),
        "regions": [
            {
                "id": str(place),
                "name": place.name.replace("_", " "),
                "one": one_of(place.name),
                "role": place.role,
                "owner": place.owner,
                "index": place.index,
                "pile": place.pile,
                "suit": _sorted_by(notation, place, "suit", notation.names.suits),
                "rank": _sorted_by(notation, place, "rank", notation.names.ranks),
            }
            for place in notation.zones
        ],
        "deal": deal_sheet(game),
    }


def _sort(game: Game) -> str:
    """How people hold their cards: by rank where hands of poker are compared, or cards of a rank are laid together or
    claimed and no runs are; otherwise by suit.
    """
    genome = game.definition.genome
    if game.definition.evaluation is not None or (genome is not None and claimed_in(genome)):
        return "rank"
    patterns = () if genome is None else genome.patterns
    has_runs = any(pattern.in_sequence for pattern in patterns)
    return "rank" if any(pattern.of_a_kind for pattern in patterns) and not has_runs else "suit"


def _sorted_by(notation: Notation, place: ZonePlace, what: str, names: Sequence[str]) -> str | None:
    """The suit or rank whose cards go to a pile, where there is a pile for each."""
    is_sorted = place.pile is not None and notation.zone_names[place.name].sorts == what
    return str(names[place.pile]) if is_sorted and place.pile is not None else None


def _card(card: Card, points: int) -> dict[str, Any]:
    is_coloured = card.suit in COLOURS or not (card.suit or card.is_joker)
    data: dict[str, Any] = {
        "suit": str(card.suit),
        "rank": str(card.rank),
        "name": card_words(card) if is_coloured else card.describe(),  # `yellow 6`, as the log says it
        "kind": "domino" if card.is_domino else "joker" if card.is_joker else "card",
    }
    if card.is_domino:
        data["ends"] = [int(card.suit), int(card.second_suit)]
    if points:
        data["points"] = points
    return data
