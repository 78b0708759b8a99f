"""What the gallery says of a game: who plays it, how long, with what, how it is won and what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, inf
from typing import Any

from deckwright.engine import Game
from deckwright.games import Entry, library
from deckwright.games.definition import Definition
from deckwright.games.entry import Option
from deckwright.genome.checks.walk import phases_of
from deckwright.measure.library import find_report
from deckwright.measure.report import GameReport
from deckwright.measure.verdict import best_step, headline, is_pure_chance
from deckwright.web.pictures import picture

LENGTHS: Sequence[tuple[str, float]] = (("quick", 25), ("medium", 130), ("long", inf))
"""Words for how many turns each player has in a game, up to so many."""
MOST_SKILL = 1.5
"""In standard deviations of a hand: what the best level gains over random play where skill has all its dots."""
MOST_DOTS = 5


def gallery_cards() -> list[dict[str, Any]]:
    """Every game of the library."""
    return [game_card(entry) for entry in library().values()]


@lru_cache(maxsize=128)
def game_card(entry: Entry) -> dict[str, Any]:
    """A game of the library as the gallery and programs see it."""
    players = entry.players
    definition = entry.define()
    kind = kind_of(definition)
    return {
        "id": entry.id,
        "name": entry.name,
        "players": {"min": players.min, "max": players.max, "default": players.default},
        "players_text": players_text(players.min, players.max),
        "teams": entry.teams,
        "kind": kind,
        "picture": picture(entry.id, kind, Game(definition).deck.cards),
        "options": [option_data(option) for option in entry.options],
        "rules": entry.rules,
        "measured": measured(find_report(entry.id, definition.digest)),
    }


def own_card(id: str, game: Game) -> dict[str, Any]:  # noqa: A002
    """The same of a game that somebody brought."""
    kind = kind_of(game.definition)
    return {
        "id": id,
        "name": game.name,
        "players": {"min": game.seats, "max": game.seats, "default": game.seats},
        "players_text": players_text(game.seats, game.seats),
        "teams": bool(game.teams),
        "kind": kind,
        "picture": picture(game.definition.digest, kind, game.deck.cards),
        "options": [],
        "rules": "",
        "measured": None,
    }


def measured(report: GameReport | None) -> dict[str, Any] | None:
    """What a gallery tells of a report: how long, how much skill, how much luck; None where nothing was measured."""
    play = None if report is None else report.played_well or report.play
    if report is None or play is None or not play.games_played:
        return None
    turns = play.length_quantile(0.5) / report.seats
    step = best_step(report)
    luck = None if report.luck is None or report.luck.share is None else max(0.0, report.luck.share.value)
    skill = None if step is None else max(0.0, step.effect.value)
    hands = play.hands / play.games_played if report.max_hands > 1 else 1.0
    return {
        "turns": round(turns, 1),
        "hands": round(hands, 1),
        "length": next(word for word, most in LENGTHS if turns <= most),
        "skill": None if skill is None else round(skill, 2),
        "luck": None if luck is None else round(luck, 2),
        "skill_dots": None if skill is None else dots(skill / MOST_SKILL),
        "luck_dots": None if luck is None else dots(luck),
        "skill_found": "none" if is_pure_chance(report) else found_word(skill, MOST_SKILL),
        "luck_found": found_word(luck, 1.0),
        "headline": headline(report),
    }


def found_word(value: float | None, most: float) -> str | None:
    """What is said where there are no dots: `nothing` was found, or it is `unmeasured`."""
    if value is None:
        return "unmeasured"
    return None if dots(value / most) else "nothing"


def dots(share: float) -> int:
    """A share as 0 to 5 dots; a little is one."""
    return max(0, min(MOST_DOTS, ceil(share * MOST_DOTS - 0.05)))


def players_text(low: int, high: int) -> str:
    """`4 players`, `2 to 7 players`, `for one`."""
    if high == 1:
        return "for one"
    return f"{low} players" if low == high else f"{low} to {high} players"


def kind_of(definition: Definition) -> str:
    """A word for what one mainly does: take tricks, bet, meld, shed."""
    genome = definition.genome
    if genome is None:
        players = Game(definition).deal(seed=0).view(None).players
        return "betting" if any(player.chips is not None for player in players) else "memory"
    found = [phase for phase, _ in phases_of(genome.turn_structure)]
    phases = {str(phase.type) for phase in found}
    roles = {zone.role for zone in genome.zones}
    wins = {condition.type for condition in genome.win_conditions}
    for is_so, kind in (
        ("betting" in phases, "betting"),
        (any(phase.bluffs for phase in found), "bluffing"),
        ("trick" in phases and "capture_all" in wins, "capture"),
        ("trick" in phases, "tricks"),
        ("sets" in roles, "melds"),
        (genome.player_count == 1 and "tableau" in roles, "patience"),
        ("captured" in roles, "capture"),
        (bool(roles & {"discard", "tableau"}), "shedding"),
        (genome.setup.starting_chips > 0, "betting"),
    ):
        if is_so:
            return kind
    return "cards"


def option_data(option: Option) -> dict[str, Any]:
    """An option as a form field."""
    return {
        "name": option.name,
        "label": option.name.replace("_", " "),
        "type": option.kind.__name__,
        "default": option.default,
        "low": option.low,
        "high": option.high,
        "choices": list(option.choices),
        "text": option.text,
        "optional": option.default is None,
    }
