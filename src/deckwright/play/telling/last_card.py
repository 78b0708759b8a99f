"""Who has one card left, in games in which whoever has none goes out: a notice, and no rule of any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from deckwright.genome.checks.walk import all_effects, phases_of
from deckwright.genome.expressions import syntax as s
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.wording import pieces_of

if TYPE_CHECKING:
    from deckwright.engine import Game
    from deckwright.genome.schema import GameGenome


def last_cards(speaker: Speaker) -> Iterator[TableEvent]:
    """Those whose last card but one went away in this step."""
    state = speaker.state
    if not going_out(speaker.game):
        return
    zones = speaker.notation.zones
    gone: Counter[int] = Counter()
    for kind, data in state.seen_events(None):
        for name, by in (("from", 1), ("to", -1)) if kind == "moved" else ():
            place = zones[data[name]]
            if place.role == "hand" and place.owner == "seat" and place.index is not None:
                gone[place.index] += by
    for seat, count in sorted(gone.items()):
        if count > 0 and state.public.players[seat].hand_count == 1:
            text = speaker.says("last_card", seat, piece=pieces_of(speaker.game).one)
            yield TableEvent(0, "last-card", seat, (), 0, None, None, 1, None, None, text)


@lru_cache(maxsize=256)
def going_out(game: Game) -> bool:
    """Whether a hand is over, or a player out of it, as soon as one hand is empty."""
    genome = game.definition.genome
    return genome is not None and any(map(_is_out, _conditions(genome)))


def _conditions(genome: GameGenome) -> Iterator[s.Syntax]:
    """When turns end, and when somebody is out."""
    turns = (genome.turn_structure, *(phase for phase, _ in phases_of(genome.turn_structure)))
    ends = (getattr(phase, "until", "") for phase in turns)
    outs = (
        effect.when
        for effect, _ in all_effects(genome)
        if effect.type == "if" and any(then.type == "out" for then in effect.then)
    )
    yield from (s.parse_expression(str(text)) for text in chain(ends, outs) if text)


def _is_out(tree: s.Syntax) -> bool:
    """`size(hand[turn]) == 0`, of anybody; not of all."""
    match tree:
        case s.Compare(operator="==", left=s.Call(name="size", arguments=(hand,)), right=s.Number(value=0)) if (
            "hand" in (getattr(hand, "name", ""), getattr(getattr(hand, "value", None), "name", ""))
        ):
            return True
        case s.Loop(gather="all"):
            return False
    return any(map(_is_out, tree.children()))
