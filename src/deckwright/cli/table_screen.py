"""A table in the terminal, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from deckwright.engine import PlayerView, ZoneView
from deckwright.engine.table_text import format_cards

RED_SUITS = ("H", "D")
FACTS = ("declarer", "level", "kind", "strain", "doubled", "pot", "to_call")
"""Public facts that are worth a line while they say something."""
NO_STRAIN = "plain"
"""The strain of a game that has none."""


def card_text(code: str) -> Text:
    """A card in its colour."""
    red = len(code) > 1 and code[-1] in RED_SUITS and code[:-1].isalnum()
    return Text(code, style="bold red" if red else "bold")


def cards_text(cards: Iterable[str]) -> Text:
    """Cards in a row."""
    return Text(" ").join([card_text(card) for card in cards])


def table_screen(view: PlayerView, names: Sequence[str], *, title: str) -> RenderableType:
    """Everyone's line, what lies on the table, and one's own hand."""
    parts: list[RenderableType] = [players_table(view, names)]
    parts += [Text.assemble(f"{zone_name(zone, names, view.seat)}: ", *zone_cards(zone)) for zone in lying(view)]
    if said := facts_text(view, names):
        parts.append(Text(said))
    if view.plays:
        trick = Text("trick: ")
        for number, (seat, card) in enumerate(view.plays):
            trick.append(", " if number else "").append_text(card_text(card)).append(f" by {names[seat]}")
        parts.append(trick)
    slots = [player.seat for player in view.players if slots_of(view, player.seat)]
    parts += [slots_text(view, seat, names) for seat in slots]
    if slots and view.phase and view.turn == view.seat:
        parts.append(Text(f"to decide: {view.phase}", style="italic"))
    if view.seat is not None and view.hand and view.seat not in slots:
        seen = [card for card in view.hand if card is not None]
        unseen = len(view.hand) - len(seen)
        hand = Text("your hand: ").append_text(cards_text(seen))
        parts.append(hand.append(f" ({unseen} face down)" if unseen else ""))
    if view.draft:
        parts.append(Text(f"chosen so far: {', '.join(view.draft)}"))
    return Panel(Group(*parts), title=title, title_align="left", expand=False, padding=(0, 1))


def players_table(view: PlayerView, names: Sequence[str]) -> Table:
    """A line a seat: cards, tricks, bid, chips and score, as far as the game has them."""
    columns = {
        "cards": [str(player.hand_count) for player in view.players],
        "tricks": ["" if player.tricks is None else str(player.tricks) for player in view.players],
        "bid": ["" if player.bid is None else str(player.bid) for player in view.players],
        "chips": ["" if player.chips is None else str(player.chips) for player in view.players],
        "bet": [str(player.bet) if player.bet else "" for player in view.players],
        "score": [str(player.score) for player in view.players],
        "team": ["" if player.team is None else str(player.team) for player in view.players],
        "": [" ".join(w for w, is_so in (("folded", p.has_folded), ("out", p.is_out)) if is_so) for p in view.players],
    }
    if view.team_scores:
        columns["team's score"] = [
            "" if player.team is None else str(view.team_scores[player.team]) for player in view.players
        ]
        if not any(player.score for player in view.players):
            del columns["score"]
    columns = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "", *columns):
        table.add_column(heading, justify="left" if not heading else "right", style=None)
    for player in view.players:
        mark = ">" if player.seat == view.turn else " "
        name = Text(names[player.seat], style="bold" if player.seat == view.seat else "")
        table.add_row(mark, name, *(cells[player.seat] for cells in columns.values()))
    return table


def facts_text(view: PlayerView, names: Sequence[str]) -> str:
    """`declarer seat 3, level 39, strain 5s`: what has been settled and everyone goes by."""
    found = []
    for name in FACTS:
        value = view.facts.get(name)
        if name == "strain" and (value == NO_STRAIN or not _is_strain_known(view)):
            continue
        if value not in (None, "", 0, -1) or (name == "declarer" and value == 0 and view.facts.get("level")):
            found.append(f"{name.replace('_', ' ')} {names[int(str(value))] if name == 'declarer' else value}")
    return ", ".join(found)


def _is_strain_known(view: PlayerView) -> bool:
    """A strain means something once somebody has declared it, or cards are played by it."""
    is_played = bool(view.plays) or any(player.tricks for player in view.players)
    return is_played or view.facts.get("declarer") is not None


def lying(view: PlayerView) -> list[ZoneView]:
    """The zones that are worth a line: not one's own hand, nor a hidden one of others, nor a trick told by name."""
    return [
        zone
        for zone in view.zones
        if zone.cards
        and not (zone.role == "trick" and len(zone.cards) == len(view.plays))
        and not (zone.role == "hand" and (zone.index == view.seat or zone.pile is not None or not any(zone.cards)))
        and not (zone.role == "captured" and len(zone.cards) > 8)
    ]


def slots_of(view: PlayerView, seat: int) -> list[ZoneView]:
    """The places of a hand whose cards keep their places; none for a hand that is held."""
    hands = (zone for zone in view.zones if zone.role == "hand" and zone.owner == "seat" and zone.index == seat)
    return [zone for zone in hands if zone.pile is not None and zone.cards]


def slots_text(view: PlayerView, seat: int, names: Sequence[str]) -> Text:
    """`your cards: 0.1 5S  0.2 ??  0.4 KH`: each place, as moves name it, with what one knows of it."""
    line = Text("your cards:" if seat == view.seat else f"{names[seat]}'s cards:")
    for zone in slots_of(view, seat):
        card = zone.cards[-1]
        line.append(f"  {seat}.{(zone.pile or 0) + 1} ").append_text(card_text(card) if card else Text("??"))
    return line


def zone_name(zone: ZoneView, names: Sequence[str], seat: int | None) -> str:
    """`your melds`, `Ann's melds`, `team 1's melds`, `discard`, `columns 3`: a pile has the number that moves name."""
    pile = "" if zone.pile is None else f" {zone.pile}"
    if zone.index is None:
        return f"{zone.name}{pile}"
    if zone.owner == "seat" and zone.index == seat:
        return f"your {zone.name}{pile}"
    owner = names[zone.index] if zone.owner == "seat" else f"team {zone.index}"
    return f"{owner}'s {zone.name}{pile}"


def zone_cards(zone: ZoneView) -> list[Text]:
    """What is seen of a zone; long ones from the top."""
    shown = [card for card in zone.cards if card is not None]
    below = len(zone.cards) - len(shown)
    if below and shown and zone.cards[below:] == tuple(shown):
        return [Text(f"({below} face down) "), cards_text(shown)]
    if below:
        return [Text(format_cards(zone.cards))]
    if zone.role == "discard" and len(shown) > 6:
        return [Text(f"({len(shown)}) ... "), cards_text(shown[-4:])]
    return [cards_text(shown)]


def menu(labels: Sequence[str]) -> RenderableType:
    """Numbered choices in columns."""
    return Columns([f"[bold]{number}[/bold] {label}" for number, label in enumerate(labels, start=1)], padding=(0, 3))
