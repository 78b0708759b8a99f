"""A table in the terminal, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from deckwright.cli.spoken import Speech, card_points, genome_of, spoken
from deckwright.engine import PlayerView, State, ZoneView
from deckwright.engine.table_text import format_cards

RED_SUITS = ("H", "D")
MOST_CAPTURED = 12
"""A pile of captured cards that is larger shows how many they are, and those that count."""
POINTS_CAPTURED = "points_captured"
"""What the kernel counts of a seat under this name, where captured cards have points."""


def card_text(code: str) -> Text:
    """A card in its colour."""
    red = len(code) > 1 and code[-1] in RED_SUITS and code[:-1].isalnum()
    return Text(code, style="bold red" if red else "bold")


def cards_text(cards: Iterable[str]) -> Text:
    """Cards in a row."""
    return Text(" ").join([card_text(card) for card in cards])


def table_screen(
    state: State,
    seat: int | None,
    names: Sequence[str],
    *,
    title: str,
    chosen: Sequence[str] = (),
    brought_in: Mapping[str, tuple[int, ...]] | None = None,
) -> RenderableType:
    """Everyone's line, what lies on the table, what is settled, and one's own hand.

    `brought_in` is what each seat had captured when the hand was dealt: with it, what it captured in this hand is told.
    """
    view = state.view(seat)
    speech = Speech(state, seat, tuple(names))
    parts: list[RenderableType] = [players_table(view, speech, brought_in)]
    parts += [Text.assemble(f"{zone_name(zone, speech)}: ", *zone_cards(zone, state)) for zone in lying(view)]
    parts += [Text(f"{said[0].upper()}{said[1:]}") for said in speech.facts(view)]
    if view.plays:
        trick = Text("trick: ")
        for number, (who, card) in enumerate(view.plays):
            trick.append(", " if number else "").append_text(card_text(card)).append(f" by {names[who]}")
        parts.append(trick)
    slots = [player.seat for player in view.players if slots_of(view, player.seat)]
    parts += [slots_text(view, number, names, pieces=state.game.deck.pieces) for number in slots]
    if slots and view.phase and view.turn == view.seat:
        parts.append(Text(f"to decide: {spoken(view.phase)}", style="italic"))
    if view.seat is not None and view.seat not in slots:
        parts += hand_lines(view)
    if so_far := (*speech.draft(view), *chosen):
        parts.append(Text(f"chosen so far: {', '.join(so_far)}"))
    return Panel(Group(*parts), title=title, title_align="left", expand=False, padding=(0, 1))


def hand_lines(view: PlayerView) -> list[RenderableType]:
    """One's own cards; those that are kept apart from the others (a card just drawn) on a line of their own."""
    lines: list[RenderableType] = []
    mine = [zone for zone in view.zones if zone.role == "hand" and zone.owner == "seat" and zone.index == view.seat]
    for zone in mine:
        if not zone.cards:
            continue
        seen = [card for card in zone.cards if card is not None]
        unseen = len(zone.cards) - len(seen)
        line = Text(f"your {spoken(zone.name)}: ").append_text(cards_text(seen))
        lines.append(line.append(f" ({unseen} face down)" if unseen else ""))
    return lines


def players_table(view: PlayerView, speech: Speech, brought_in: Mapping[str, tuple[int, ...]] | None) -> Table:
    """A line a seat: cards, tricks, bid, chips and score, as far as the game has them, and who plays with whom."""
    names, game = speech.names, speech.state.game
    columns = {
        game.deck.pieces: [str(player.hand_count) for player in view.players],
        "tricks": ["" if player.tricks is None else str(player.tricks) for player in view.players],
        "bid": ["" if p.bid is None or speech.is_contested else str(p.bid) for p in view.players],
        "chips": ["" if player.chips is None else str(player.chips) for player in view.players],
        "bet": [str(player.bet) if player.bet else "" for player in view.players],
        "score": [str(player.score) for player in view.players],
        **speech.columns(view),
        "points taken": points_taken(view, speech.state) or points_captured(speech.state, brought_in),
        "with": [
            "" if player.team is None else " and ".join(names[o] for o in game.teams[player.team] if o != player.seat)
            for player in view.players
        ],
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
        table.add_column(heading, justify="left" if heading in ("", "with") else "right", style=None)
    for player in view.players:
        mark = ">" if player.seat == view.turn else " "
        name = Text(names[player.seat], style="bold" if player.seat == view.seat else "")
        table.add_row(mark, name, *(cells[player.seat] for cells in columns.values()))
    return table


def points_taken(view: PlayerView, state: State) -> list[str]:
    """What everyone has captured in this hand is worth, where cards have points; in an only hand the score says so."""
    genome = genome_of(state.game)
    points = {} if genome is not None and genome.max_hands == 1 else card_points(state.game)
    totals = [""] * len(view.players)
    for zone in view.zones if points else ():
        if zone.role == "captured" and zone.owner == "seat" and zone.index is not None and None not in zone.cards:
            totals[zone.index] = str(sum(points[card] for card in zone.cards if card is not None))
    return totals if any(totals) else []


def points_captured(state: State, brought_in: Mapping[str, tuple[int, ...]] | None) -> list[str]:
    """The points of the cards that everyone has captured in this hand, as the kernel counts them for the match."""
    total = state.credits.get(POINTS_CAPTURED)
    if total is None or brought_in is None or state.is_over:  # at the end the match's are told
        return []
    before = brought_in.get(POINTS_CAPTURED, (0,) * len(total))
    return [str(now - then) for now, then in zip(total, before, strict=True)]


def lying(view: PlayerView) -> list[ZoneView]:
    """The zones that are worth a line: not one's own hand, nor a hidden one of others, nor a trick told by name."""
    return [
        zone
        for zone in view.zones
        if zone.cards
        and not (zone.role == "trick" and len(zone.cards) == len(view.plays))
        and not (zone.role == "hand" and (zone.index == view.seat or zone.pile is not None or not any(zone.cards)))
    ]


def slots_of(view: PlayerView, seat: int) -> list[ZoneView]:
    """The places of a hand whose cards keep their places; none for a hand that is held."""
    hands = (zone for zone in view.zones if zone.role == "hand" and zone.owner == "seat" and zone.index == seat)
    return [zone for zone in hands if zone.pile is not None and zone.cards]


def slots_text(view: PlayerView, seat: int, names: Sequence[str], *, pieces: str = "cards") -> Text:
    """`your cards: 0.1 5S  0.2 ??  0.4 KH`: each place, as moves name it, with what one knows of it."""
    line = Text(f"your {pieces}:" if seat == view.seat else f"{names[seat]}'s {pieces}:")
    for zone in slots_of(view, seat):
        card = zone.cards[-1]
        line.append(f"  {seat}.{(zone.pile or 0) + 1} ").append_text(card_text(card) if card else Text("??"))
    return line


def zone_name(zone: ZoneView, speech: Speech) -> str:
    """`your melds`, `Ann's melds`, `You and Ben: melds`, `discard`, `columns 3`: piles have the numbers of moves."""
    name = spoken(zone.name) if zone.pile is None else f"{spoken(zone.name)} {zone.pile}"
    if zone.index is None:
        return name
    if zone.owner == "seat":
        return f"your {name}" if zone.index == speech.seat else f"{speech.names[zone.index]}'s {name}"
    return f"{name} of {speech.side(zone.index)}"


def zone_cards(zone: ZoneView, state: State) -> list[Text]:
    """What is seen of a zone; of many cards the top ones, or those that count."""
    shown = [card for card in zone.cards if card is not None]
    below = len(zone.cards) - len(shown)
    if below and shown and zone.cards[below:] == tuple(shown):
        return [Text(f"({below} face down) "), cards_text(shown)]
    if below:
        return [Text(format_cards(zone.cards))]
    if zone.role == "discard" and len(shown) > 6:
        return [Text(f"({len(shown)}) ... "), cards_text(shown[-4:])]
    if zone.role == "captured" and zone.pile is None and len(shown) > MOST_CAPTURED:
        points = card_points(state.game)
        counting = [card for card in shown if points.get(card)]
        pieces = state.game.deck.pieces
        return [Text(f"{len(shown)} {pieces}{', among them ' if counting else ''}"), cards_text(counting)]
    return [cards_text(shown)]
