"""Teams: playing together or alone, and who with whom."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from deckwright.dice import Dice
from deckwright.engine.teams import Teams, can_repair_teams, repair_teams
from deckwright.evolve.draft import Draft, phases
from deckwright.evolve.operators.registry import operator
from deckwright.genome.checks.walk import expression_fields
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model


def random_teams(dice: Dice, players: int) -> Teams:
    """Teams for so many players: two of them mostly, of equal size where that can be, now and then one against all."""
    sizes = [count for count in range(2, players) if players % count == 0] or [2]
    count = 2 if dice.chance(0.7) or not sizes else dice.one(sizes)
    if dice.chance(0.1) and players >= 3:
        alone = dice.number(0, players - 1)
        return (tuple(seat for seat in range(players) if seat != alone), (alone,))
    if dice.chance(0.6):
        return tuple(tuple(range(team, players, count)) for team in range(count))
    order = dice.shuffled(range(players))
    return ordered(tuple(tuple(order[team::count]) for team in range(count)))


def with_player_count(genome: GameGenome, player_count: int) -> GameGenome:
    """The game for another number of players: its teams repaired, or everybody alone where that cannot be done."""
    if not genome.team_mode:
        return genome.copy_with(player_count=player_count)
    if not can_repair_teams(genome.teams, player_count):
        return genome.copy_with(player_count=player_count, team_mode=False, teams=())
    return genome.copy_with(player_count=player_count, teams=repair_teams(genome.teams, player_count))


def ordered(teams: Teams) -> Teams:
    """The same teams with their seats in order, the team of the first seat first."""
    return tuple(sorted(tuple(sorted(team)) for team in teams))


def team_words(teams: Teams) -> str:
    """Who plays with whom."""
    return " against ".join(" and ".join(str(seat + 1) for seat in team) for team in teams)


def enrol(draft: Draft, teams: Teams) -> None:
    """Teams: what seats are scored into belongs to teams, and a utility of one's own is the score."""
    data = draft.data
    data["team_mode"] = True
    draft.put(data, "teams", [list(team) for team in teams])
    if data.get("utility", "win") not in ("win", "score"):
        data["utility"] = "score"
    into = {rule.get("into") for rule in data.get("scoring_rules", ()) if "to" not in rule}
    for register in data.get("registers", ()):
        if register["name"] in into and register.get("per") == "seat":
            register["per"] = "team"


def disband(draft: Draft) -> None:
    """Everybody plays alone: what belonged to teams belongs to seats, and rules speak of seats."""
    draft.data = _rewritten(draft.parent.model_copy(update={"team_mode": False, "teams": ()}), alone).to_dict()
    data = draft.data
    data.setdefault("deck", {})
    for zone in data.get("zones", ()):
        if zone.get("owner") == "team":
            zone["owner"] = "seat"
        if zone.get("seen_by") == "team":
            zone["seen_by"] = "owner"
    for register in data.get("registers", ()):
        if register.get("per") == "team":
            register["per"] = "seat"
    for part in phases(data, "auction"):
        if part.item.get("declarer") == "first_of_side":
            del part.item["declarer"]
    for part in phases(data):
        for name in ("dummy", "out", "actor"):
            if "partner(" in str(part.item.get(name, "")):
                del part.item[name]
    for rule in data.get("scoring_rules", ()):
        if (match := _OTHER.fullmatch(rule.get("to", ""))) is not None:
            del rule["to"]
            test = f"any(rival == {match.group(1)} for rival in opponents)"
            rule["when"] = test if rule.get("when", "1") == "1" else f"({rule['when']}) and {test}"


_OTHER = re.compile(r"other\((.*)\)")
_ALONE = (
    (re.compile(r"\bteam_(score|hand_score|tricks)\b"), r"\1"),
    (re.compile(r"\bteam\((\w+)\)"), r"\1"),
    (re.compile(r"\b(\w+)\[other\(team\)\]"), r"max(\1[rival] for rival in opponents)"),
    (re.compile(r"\bteam != (\w+)"), r"any(rival == \1 for rival in opponents)"),
    (re.compile(r"\bteam == (\w+)"), r"not any(rival == \1 for rival in opponents)"),
    (re.compile(r"\b(\w+) == team\b"), r"(not any(rival == \1 for rival in opponents))"),
    (re.compile(r"\b(\w+) != team\b"), r"any(rival == \1 for rival in opponents)"),
)
"""How a rule about teams is said of seats."""


def alone(text: str) -> str:
    """An expression about teams, said of seats."""
    for pattern, said in _ALONE:
        text = pattern.sub(said, text)
    return text


def _rewritten(value: Any, change: Callable[[str], str]) -> Any:
    """A part with every expression changed."""
    if isinstance(value, tuple):
        return tuple(_rewritten(item, change) for item in value)
    if not isinstance(value, Model):
        return value
    written = expression_fields(type(value))
    changes: dict[str, Any] = {}
    for name, held in value:
        if name not in written:
            changes[name] = _rewritten(held, change)
        elif isinstance(held, tuple):
            changes[name] = tuple(change(str(text)) for text in held)
        else:
            changes[name] = change(held) if isinstance(held, str) else held
    return value.model_copy(update=changes)


@operator("EnableTeamMode", "teams", needs=("could have teams",), weight=0.4)
def enable_team_mode(draft: Draft) -> str | None:
    """Makes a game of individuals one of teams, who share scores and win together."""
    if draft.is_pinned("$.teams") or draft.is_pinned("$.team_mode"):
        return None
    teams = random_teams(draft.dice, draft.parent.player_count)
    enrol(draft, teams)
    return f"is played in teams: {team_words(teams)}"


@operator("DisableTeamMode", "teams", needs=("teams",), weight=0.4)
def disable_team_mode(draft: Draft) -> str | None:
    """Makes a game of teams one in which everybody plays alone."""
    if draft.is_pinned("$.teams") or draft.is_pinned("$.team_mode"):
        return None
    disband(draft)
    return "everybody plays alone"


@operator("MutateTeamAssignment", "teams", needs=("teams",), weight=0.4)
def mutate_team_assignment(draft: Draft) -> str | None:
    """Seats other players together; the number of teams and their sizes stay."""
    if draft.is_pinned("$.teams"):
        return None
    old = draft.parent.teams
    order = draft.dice.shuffled(range(draft.parent.player_count))
    dealt: list[tuple[int, ...]] = []
    for team in old:
        dealt.append(tuple(sorted(order[: len(team)])))
        order = order[len(team) :]
    if ordered(tuple(dealt)) == ordered(old):
        return None
    draft.put(draft.data, "teams", [list(team) for team in dealt])
    return f"the teams are {team_words(tuple(dealt))}"
