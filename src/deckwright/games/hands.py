"""The option `hands` for genomes that have no factory of their own: the same game over so many hands at most."""

from __future__ import annotations

from deckwright.genome.enums import Beat
from deckwright.genome.schema import GameGenome


def over_hands(genome: GameGenome, hands: int) -> GameGenome:
    """The genome over so many hands at most; nothing follows an only hand, so that nobody waits after it."""
    wins = tuple(
        win.copy_with(threshold=hands)
        if win.gate == "hands_played" and (win.threshold == genome.max_hands or (win.threshold or 0) > hands)
        else win
        for win in genome.win_conditions
    )
    changed = genome.copy_with(max_hands=hands, win_conditions=wins)
    if hands > 1:
        return changed
    rules = genome.game_rules
    return changed.copy_with(game_rules=rules.copy_with(beats=tuple(b for b in rules.beats if b is not Beat.HAND)))
