"""What a hand scored, rule by rule."""

from __future__ import annotations

from deckwright.document import Block, Item, Listing, Paragraph
from deckwright.engine.example.faces import Faces
from deckwright.engine.example.playing import Hand
from deckwright.engine.state import State
from deckwright.genome.rulebook.grammar.wording import capitalised, digits, listing, spoken

Totals = tuple[int, ...]
"""Points of each side: teams in team mode, otherwise seats."""


def reckoning(faces: Faces, hand: Hand) -> tuple[Block, ...]:
    """Each rule's points for each side, then the sums; who won, where nothing is scored."""
    genome = hand.last.game.genome
    sums = _totals(hand.last)
    if not (genome.scoring_rules or any(sums)):
        return _winner(faces, hand.last)
    items = []
    so_far = (0,) * len(sums)
    left = sum(event.kind == "scored" for event in hand.last.events(None))
    for number in range(len(genome.scoring_rules) + 1):
        if number and left <= 0:
            break
        totals = sums if number == len(genome.scoring_rules) else _totals(hand.by_rules(number))
        gained = tuple(now - before for now, before in zip(totals, so_far, strict=True))
        so_far = totals
        left -= sum(map(bool, gained)) if number else 0
        if any(gained):
            rule = genome.scoring_rules[number - 1] if number else None
            name = capitalised(spoken(rule.name)) if rule is not None and rule.name else ""
            name = name or ("Points made during the hand" if rule is None else "Points")
            items.append(Item(f"**{name}**: {_told(faces, gained)}."))
    if not items:
        return (Paragraph("Nobody scores in this hand."),)
    if len(items) == 1:
        return (Paragraph("The score of the hand:"), Listing(tuple(items)))
    return (
        Paragraph("The score of the hand:"),
        Listing((*items, Item(f"**Together**: {_told(faces, sums)}."))),
    )


def _totals(state: State) -> Totals:
    return state.team_scores or state.scores


def _told(faces: Faces, gained: Totals) -> str:
    sides = [faces.side(side) if faces.game.teams else faces.player(side) for side in range(len(gained))]
    return listing([f"{who} {_signed(points)}" for who, points in zip(sides, gained, strict=True) if points])


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else digits(number)


def _winner(faces: Faces, state: State) -> tuple[Block, ...]:
    result = state.result
    if result is not None and result.is_loss:
        alone = faces.game.seats == 1
        return (Paragraph("The game did not come out." if alone else "All lost together."),)
    if result is not None and result.losers:
        return (Paragraph(f"{capitalised(listing([faces.player(seat) for seat in result.losers]))} lost."),)
    if result is None or not result.winners:
        return ()
    return (Paragraph(f"{capitalised(listing([faces.player(seat) for seat in result.winners]))} won."),)
