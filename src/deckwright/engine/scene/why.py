"""Why a card of one's own cannot be played now: the first rule that binds. It names nothing that is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deckwright.engine.scene.asking import asked_for
from deckwright.engine.scene.card_points import card_points
from deckwright.engine.scene.choice import Choice
from deckwright.engine.scene.dealing import deal_places
from deckwright.engine.scene.flags import flags
from deckwright.engine.scene.text import to_text
from deckwright.engine.scene.worths import worths

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.scene.regions import Region
    from deckwright.engine.scene.rules import Reasons
    from deckwright.engine.state import State
    from deckwright.games.definition import Definition


@dataclass(frozen=True, slots=True)
class Reason:
    """A card that cannot be played, where it lies, and why."""

    card: str
    zone: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"card": self.card, "zone": self.zone, "text": self.text}


@lru_cache(maxsize=4096)
def reason_text(reason: Reason) -> str:
    """A reason as JSON: the same ones are given again and again."""
    return to_text(reason.to_dict())


def reasons(state: State, offered: Sequence[Choice], seen: Sequence[Region]) -> tuple[Reason, ...]:
    """For the cards that lie where cards may be played from, those that may not; if none may, all of a hand."""
    genome = state.game.definition.genome
    if genome is None or not offered:
        return ()
    offers = tuple(dict.fromkeys(choice.offer for choice in offered if choice.of in ("card", "cards")))
    zones = {choice.zone for choice in offered if choice.of in ("card", "cards")}
    if not offers and state.kind == "Choice":
        held = _rules(state.game.definition).from_hand(state.phase)
        offers = tuple(dict.fromkeys(offer for names in held.values() for offer in names))
        places = state.game.notation.zones_by_text
        zones = {region.id for region in seen if region.is_own and places[region.id].name in held}
    if not offers:
        return ()
    named = {(choice.zone, choice.card) for choice in offered}
    named |= {(choice.zone, card) for choice in offered for card in choice.cards}
    ranks = {(choice.zone, rank) for choice in offered for rank in choice.ranks}
    faces = state.game.notation.faces
    texts: dict[tuple[str, str], str] = {}
    found: dict[tuple[str, str], Reason] = {}
    for region in seen:
        if region.id not in zones or region.role != "hand":
            continue
        for card in region.cards:
            code = card.code
            if code is None or (region.id, code) in named or (region.id, str(faces[code].rank)) in ranks:
                continue
            kind = (str(faces[code].suit), str(faces[code].rank))
            if kind not in texts:
                texts[kind] = _why(state, offers, *kind)
            if texts[kind]:
                found[code, region.id] = Reason(code, region.id, texts[kind])
    return tuple(found.values())


def read_rules(game: Game) -> None:
    """Read what the rules of a game say, which takes long the first time, before anybody waits for what they say."""
    if game.definition.genome is not None:
        _rules(game.definition)
        asked_for(game)
        card_points(game)
        flags(game)
        deal_places(game)
        worths(game)


@lru_cache(maxsize=256)
def _rules(definition: Definition) -> Reasons:
    """What the rules of a game say, made once."""
    from deckwright.engine.scene.rules import Reasons  # large, and needed only here

    assert definition.genome is not None
    rules = Reasons(definition.genome)
    _ = rules.english, rules.tricks  # from now on they are known
    return rules


def _why(state: State, offers: Sequence[str], suit: str, rank: str) -> str:
    """Why a card of a suit and rank may not be played."""
    rules, notation = _rules(state.game.definition), state.game.notation
    if state.kind == "Trick":
        tiers = dict(state.position.asked()["duties"])
        tricks = [slot for slot, spec in enumerate(notation.names.slots) if spec.to == "trick" and not spec.offer]
        for number, slot in enumerate(tricks):
            if slot in tiers and number < len(rules.tricks):
                return rules.in_trick(number, tiers[slot], suit)
        return ""
    known = rank if rank in notation.names.ranks else ""  # a joker has none that rules name
    texts = [text for offer in offers for text in rules.in_choice(state.phase, offer, known)]
    return " ".join(texts[:3])
