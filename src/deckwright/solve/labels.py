"""Information sets in words: `holding the queen, after check-bet`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckwright import _kernel
from deckwright.engine import Game, State

_NO_SEED = bytes(32)
_RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


def label_of(game: Game, found: _kernel.SetData) -> str:
    """What the seat knows, in the order in which it learned it. Only what it has seen is said."""
    seat = found["seat"]
    position = game.rules.deal(found["order"], _NO_SEED)
    seen = list(_sights(game, position.events(seat), seat))
    for slot, value in found["path"]:
        actor = position.seat
        opening = _nobody_has_bet(game, position)
        position = position.apply(slot, value)
        events = position.events(seat)
        if _is_seen(events, actor, seat):
            seen.append(_action_text(game, slot, value, opening=opening))
        elif events:
            seen.append(f"{game.notation.names.slots[slot].verb} something")
        seen += _sights(game, events, seat)
    parts = [_holding(game, position, seat), _after(seen), _drafted(game, position, seat)]
    return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class PublicStep:
    """What everybody saw of the deal, or of one move after it."""

    key: str
    """Equal for two steps exactly if nobody but the players can tell them apart."""
    seat: int | None
    """Who moved; None for the deal."""
    text: str
    """The move as far as it was seen, and what it brought to light; empty if there was nothing to see."""


def public_steps(game: Game, found: _kernel.SetData) -> tuple[PublicStep, ...]:
    """What everybody saw on the way to an information set: the same at all of its positions."""
    position = game.rules.deal(found["order"], _NO_SEED)
    events = position.events(None)
    steps = [PublicStep(repr(events), None, ", ".join(_sights(game, events, None)))]
    for slot, value in found["path"]:
        actor, opening = position.seat, _nobody_has_bet(game, position)
        position = position.apply(slot, value)
        events = position.events(None)
        told = []
        if _is_seen(events, actor, None):
            told.append(_action_text(game, slot, value, opening=opening))
        elif events:
            told.append(f"{game.notation.names.slots[slot].verb} something")
        told += _sights(game, events, None)
        steps.append(PublicStep(repr(events), actor, ", ".join(told)))
    return tuple(steps)


def holding_of(game: Game, found: _kernel.SetData) -> str:
    """What the seat holds at an information set, and what it has chosen of a move: `holding the queen`."""
    position = game.rules.deal(found["order"], _NO_SEED)
    for slot, value in found["path"]:
        position = position.apply(slot, value)
    parts = [_holding(game, position, found["seat"]), _drafted(game, position, found["seat"])]
    return ", ".join(part for part in parts if part)


def action_texts(game: Game, found: _kernel.SetData) -> tuple[str, ...]:
    """The actions of a set, as they are said there."""
    position = game.rules.deal(found["order"], _NO_SEED)
    for slot, value in found["path"]:
        position = position.apply(slot, value)
    opening = _nobody_has_bet(game, position)
    return tuple(_action_text(game, slot, value, opening=opening) for slot, value in found["actions"])


def _action_text(game: Game, slot: int, value: int, *, opening: bool) -> str:
    text = game.notation.text(slot, value)
    if opening and text.split()[0] == "raise":
        return "bet" + text.removeprefix("raise")
    return text


def _nobody_has_bet(game: Game, position: _kernel.Position) -> bool:
    if "Betting" not in game.notation.core_phases:
        return False
    family = next(family for family in game.notation.names.registers if family.name == "to_call")
    return position.observe(None)["registers"][family.base] == 0


def _is_seen(events: Sequence[_kernel.Event], actor: int | None, seat: int | None) -> bool:
    if actor is not None and actor == seat:
        return True
    return any(kind == "chose" and detail["seat"] == actor and detail["value"] >= 0 for kind, detail in events)


def _sights(game: Game, events: Sequence[_kernel.Event], seat: int | None) -> Iterator[str]:
    """Cards that chance brought to where the seat sees them, its own first hand aside."""
    zones = game.notation.zones
    own = () if seat is None else game.notation.hands.get(seat, ())
    dealing = any(kind == "dealt" for kind, _ in events)
    for kind, detail in events:
        if kind == "moved" and detail["card"] >= 0 and zones[detail["from"]].role == "stock":
            card = game.notation.card(detail["card"])
            if detail["to"] not in own:
                yield f"{zones[detail['to']].name} {card}"
            elif not dealing:
                yield f"drew {card}"
        elif kind == "shown" and detail["card"] >= 0 and detail["zone"] not in own:
            yield f"saw {game.notation.card(detail['card'])}"


def _holding(game: Game, position: _kernel.Position, seat: int) -> str:
    zones = position.observe(seat)["zones"]
    held = [game.notation.card(card) for zone in game.notation.hands.get(seat, ()) for card in zones[zone]]
    cards = [card for card in held if card is not None]
    if not cards:
        return "holding nothing" if len(held) == 0 else f"holding {len(held)} unseen"
    if len(cards) == 1 and len(game.notation.names.suits) == 1:
        rank = game.deck.parse(cards[0]).rank
        return f"holding the {_RANKS.get(str(rank), str(rank))}"
    return f"holding {' '.join(cards)}"


def _after(seen: Sequence[str]) -> str:
    if not seen:
        return "to open"
    short = all(len(text.split()) == 1 for text in seen)
    return f"after {('-' if short else ', ').join(seen)}"


def _drafted(game: Game, position: _kernel.Position, seat: int) -> str:
    if position.observe(seat)["draft"] is None:
        return ""
    return f"having chosen {', '.join(State(game, position, deal=None).view(seat).draft)}"
