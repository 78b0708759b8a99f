"""The cards that a seat was dealt first: as the page of a finished game shows them, and as they truly were."""

from __future__ import annotations

from playwright.sync_api import Page

from deckwright.engine.scene import game_sheet
from deckwright.play.link import parse_link

SHOWN = ".proof .dealt .card"


def shown_hand(page: Page) -> list[str]:
    """The cards under *Was the shuffle fair?*, as a screen reader says them."""
    return sorted(card.get_attribute("aria-label") or "" for card in page.query_selector_all(SHOWN))


def true_hand(page: Page, table: str, seat: int = 0) -> list[str]:
    """What the kernel dealt to the seat, or to the table of who plays alone, by the moves of the game's record."""
    record = page.request.get(f"/table/{table}/{seat}/record").json()
    linked = parse_link(record["link"])
    notation = linked.game.notation
    layout = linked.game.start(linked.deal).position.layout()
    is_alone = linked.game.seats == 1
    sheet = game_sheet(linked.game)["cards"]
    return sorted(
        sheet[notation.names.cards[card]]["name"]
        for zone, cards in zip(notation.zones, layout, strict=True)
        for card in cards
        if (zone.role != "stock" if is_alone else zone.owner == "seat" and zone.index == seat)
    )
