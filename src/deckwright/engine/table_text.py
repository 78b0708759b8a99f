"""A view as lines of text, for terminals, examples and transcripts."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.engine.view import PlayerView, PublicPlayer, ZoneView

HIDDEN = "??"


def format_view(view: PlayerView) -> str:
    """What a seat sees, a few lines."""
    return "\n".join(_lines(view))


def _lines(view: PlayerView) -> Iterator[str]:
    observer = "spectator" if view.seat is None else f"seat {view.seat}"
    now = "over" if view.over else f"{view.phase}, seat {view.turn} to act"
    yield f"{view.game} as {observer} sees it: {now}"
    for player in view.players:
        yield _player_line(view, player)
    for zone in view.zones:
        if zone.cards and not _is_told_elsewhere(view, zone):
            yield f"  {_zone_name(zone)}: {format_cards(zone.cards)}"
    if view.plays:
        yield "  trick: " + ", ".join(f"{card} by seat {seat}" for seat, card in view.plays)
    if view.seat is not None and view.hand:
        yield f"  your hand: {format_cards(view.hand)}"
    for name, label in view.labels.items():
        if view.facts.get(name) is not None:
            yield f"  {label}: {view.facts[name]}"
    if view.draft:
        yield f"  chosen so far: {', '.join(view.draft)}"


def _player_line(view: PlayerView, player: PublicPlayer) -> str:
    parts = [f"{player.hand_count} card{'' if player.hand_count == 1 else 's'}"]
    if player.team is not None:
        parts.insert(0, f"team {player.team}")
    parts += [
        f"{value} {name}" for name, value in (("tricks", player.tricks), ("bid", player.bid)) if value is not None
    ]
    if player.chips is not None:
        parts.append(f"{player.chips} chips" + (f", bet {player.bet}" if player.bet else ""))
    if player.score:
        parts.append(f"{player.score} points")
    parts += list(_labelled(view, player))
    parts += [word for word, holds in (("folded", player.has_folded), ("out", player.is_out)) if holds]
    mark = ">" if player.seat == view.turn else " "
    return f" {mark} {player.name}: {', '.join(parts)}"


def _labelled(view: PlayerView, player: PublicPlayer) -> Iterator[str]:
    """What is kept in sight for a player, or its side, where there is anything to tell."""
    for name, label in view.labels.items():
        values = view.registers.get(name, ())
        own = player.team if len(values) != len(view.players) else player.seat
        if own is not None and own < len(values) and values[own] not in (0, None):
            yield f"{values[own]} {label}"


def _is_told_elsewhere(view: PlayerView, zone: ZoneView) -> bool:
    """One's own hand has its line, the size of another's stands with the player, and a trick says who played what."""
    if zone.role == "trick":
        return len(zone.cards) == len(view.plays)
    return zone.role == "hand" and zone.owner == "seat" and (zone.index == view.seat or not any(zone.cards))


def _zone_name(zone: ZoneView) -> str:
    owner = "" if zone.index is None else f" of {zone.owner} {zone.index}"
    pile = "" if zone.pile is None else f" {zone.pile}"
    return f"{zone.name}{pile}{owner}"


def format_cards(cards: tuple[str | None, ...]) -> str:
    """Cards in a line; many that are not seen as a number."""
    hidden = sum(card is None for card in cards)
    if hidden > 3:
        shown = [card for card in cards if card is not None]
        return " ".join([*shown, f"({hidden} face down)"])
    return " ".join(card or HIDDEN for card in cards)
