"""The genome: a whole game as one frozen value, with how a hand begins, how points are made and who wins."""

from __future__ import annotations

import marshal
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import TypeAdapter, ValidationError, ValidationInfo, model_validator

from deckwright.genome import enums as e
from deckwright.genome import materials as m
from deckwright.genome.effects import *  # noqa: F403
from deckwright.genome.effects import Effect
from deckwright.genome.effects import __all__ as _effects
from deckwright.genome.enums import *  # noqa: F403
from deckwright.genome.enums import __all__ as _enums
from deckwright.genome.errors import GenomeError, schema_issues
from deckwright.genome.materials import *  # noqa: F403
from deckwright.genome.materials import __all__ as _materials
from deckwright.genome.phases import *  # noqa: F403
from deckwright.genome.phases import TurnStructure
from deckwright.genome.phases import __all__ as _phases
from deckwright.genome.teams import team_issues
from deckwright.genome.values import Count, Expr, Flag, Int, Model, Name, Small, nesting_fields, shared


class SetupRules(Model):
    """The deal: so many cards to each seat's hand, the rest to the stock, then the effects of `deal`."""

    cards_per_player: Int | Expr
    """A number, or "all": the whole deck, so that some may get one card more."""
    starting_chips: Count = 0
    tableau_mode: e.TableauMode = e.TableauMode.NONE
    sequence_wrap: Flag = False
    sequence_must_match_suit: Flag = True
    sequence_gap_allowed: Count = 1
    """The largest step between neighbours."""
    deal: tuple[Effect, ...] = ()
    """An upcard, a widow, columns: done after the cards are dealt."""
    dealer: Literal["rotate", "winner", "loser", "stay"] = "rotate"
    """Who deals the next hand; after one in which all did alike, `winner` and `loser` are the same dealer again."""
    first_dealer: Count | None = None
    """None: the last seat, so that seat 0 begins."""


class CardScoringRule(Model):
    """Points for each card that meets a condition, when the trigger happens to it."""

    condition: m.CardCondition
    points: Int
    trigger: e.ScoringTrigger


class ScoringRule(Model):
    """Points computed when a hand ends: for each seat (each team in team mode), or for whom `to` names."""

    holds_names: ClassVar = {"into": "register"}

    name: Name = ""
    to: Expr = ""
    when: Expr = "1"
    points: Expr
    into: Name = "score"
    """`score`, or a register of the seat or team."""


class SpecialEffect(Model):
    """What happens when a card that meets the condition is played."""

    trigger: m.CardCondition
    effects: tuple[Effect, ...]


class WinCondition(Model):
    """A way to win the match."""

    type: str
    threshold: Int = 0
    comparison: e.WinComparison | None = None
    """None: what goes without saying, the lowest for low_score and the highest for all others."""
    trigger_mode: e.TriggerMode = e.TriggerMode.IMMEDIATE
    required_hand_size: Small | None = None
    outcome: e.WinOutcome = e.WinOutcome.WINS
    """Whether those it names win or lose, or whether all win or lose together once it is met."""
    gate: Expr = "score"
    """What must reach the threshold in THRESHOLD_GATE, for some seat or team."""

    @property
    def compared(self) -> e.WinComparison:
        """The comparison that is said or goes without saying."""
        natural = e.WinComparison.LOWEST if self.type == "low_score" else e.WinComparison.HIGHEST
        return self.comparison or natural

    @property
    def is_together(self) -> bool:
        """Whether all win or lose by it."""
        return self.outcome in (e.WinOutcome.ALL_WIN, e.WinOutcome.ALL_LOSE)


class GameRules(Model):
    """Edge cases."""

    consecutive_pass_action: e.PassAction = e.PassAction.NONE
    passes_to_trigger: Small | None = None
    """None: one less than the seats in play."""
    deck_empty_action: e.DeckEmptyAction = e.DeckEmptyAction.RESHUFFLE_DISCARD
    keep_top_discard: Flag = True
    tie_breaker: e.TieBreaker = e.TieBreaker.ACTIVE_PLAYER
    same_player_on_win: Flag = False
    at_limit: Literal["draw", "compare"] = "compare"
    """When a limit of turns or hands is reached: a draw, or the leader wins."""
    beats: tuple[e.Beat, ...] = ()
    """Where a table waits for everyone: when a trick is complete, when a hand is scored and another follows."""


SCHEMA_VERSION = "1"

DEFAULT_MAX_TURNS = 1000

POINT = "point"
"""What one of the score is called where a game has no word of its own."""

_WHOLE_GAME_FOLLOWS = "the whole game is checked next"


class GameGenome(Model):
    """Everything needed to play a game. `turn_structure` is one hand; the match repeats it until a win condition."""

    schema_version: Name = SCHEMA_VERSION
    genome_id: Name
    name: Name = ""
    generation: Count = 0
    player_count: Count
    team_mode: Flag = False
    teams: tuple[tuple[Count, ...], ...] = ()
    utility: Expr = "win"
    """What a seat plays for: "win", "score" (its own less the others' mean), or an expression per seat."""
    score_unit: Name = POINT
    """What one of the score is called, in the singular: a point, a mark, a trick."""
    utility_unit: Count = 1
    """So many points or chips make one unit of utility."""
    max_hands: Count = 1
    max_turns: Count = DEFAULT_MAX_TURNS
    """Turns of the root structure in one hand."""
    deck: m.DeckSpec = m.DeckSpec()
    zones: tuple[m.Zone, ...] = ()
    strains: tuple[m.Strain, ...] = ()
    patterns: tuple[m.HandPattern, ...] = ()
    registers: tuple[m.Register, ...] = ()
    terms: tuple[m.Term, ...] = ()
    setup: SetupRules
    turn_structure: TurnStructure
    special_effects: tuple[SpecialEffect, ...] = ()
    card_scoring: tuple[CardScoringRule, ...] = ()
    scoring_rules: tuple[ScoringRule, ...] = ()
    hand_evaluation: m.HandEvaluation | None = None
    win_conditions: tuple[WinCondition, ...]
    game_rules: GameRules = GameRules()

    @model_validator(mode="after")
    def _check_teams(self, info: ValidationInfo) -> Self:
        """Teams fit the players from the start and after every change; a file's are reported with its other defects."""
        if info.context != _WHOLE_GAME_FOLLOWS and (issues := list(team_issues(self))):
            raise GenomeError(issues)
        return self

    def copy_with(self, **changes: Any) -> Self:
        """The same game with some fields changed; GenomeError if their types or the teams are wrong."""
        data = {**dict(self), **changes}
        try:
            return type(self).model_validate(data)
        except ValidationError as error:
            raise GenomeError(schema_issues(error, data, type(self))) from None

    @property
    def unnamed(self) -> Self:
        """The same rules without what they are called: what is known of one holds for all of them."""
        return self.model_copy(update={"genome_id": self.genome_id and "game", "name": "", "generation": 0})

    @classmethod
    def parse(cls, data: Any) -> GameGenome:
        """Read plain data and check its types only; GenomeError lists every defect."""
        known = _known_fields(data)
        try:
            found = cls.model_validate({**data, **known} if known else data, context=_WHOLE_GAME_FOLLOWS)
        except ValidationError:
            try:  # every defect with its path in the data
                found = cls.model_validate(data, context=_WHOLE_GAME_FOLLOWS)
            except ValidationError as error:
                raise GenomeError(schema_issues(error, data, cls)) from None
        return shared(found, known.keys())

    @classmethod
    def from_dict(cls, data: Any) -> GameGenome:
        """Read plain data and validate the game it describes; GenomeError lists every defect."""
        from deckwright.genome.validate import (
            check_genome,  # validation reads the schema
            salvaged_issues,
        )

        try:
            genome = cls.parse(data)
        except GenomeError as error:
            raise GenomeError((*error.issues, *salvaged_issues(data))) from None
        check_genome(genome)
        return genome


_READERS: dict[str, TypeAdapter[Any]] = {
    name: TypeAdapter(cast("type[Any]", GameGenome.model_fields[name].annotation))
    for name in nesting_fields(GameGenome)
    if name != "teams"
}
"""What reads each field that holds parts."""
REMEMBERED = 2048
"""Fields that need not be read again: most of a genome is as in one that was read before."""


def _known_fields(data: Any) -> dict[str, Any]:
    """What the fields of a genome say that hold parts; those that are wrong, or no plain data, are left out."""
    found: dict[str, Any] = {}
    if type(data) is dict:
        for name in _READERS.keys() & data.keys():
            with suppress(ValueError):
                found[name] = _field(name, marshal.dumps(data[name], _EXACT))
    return found


_EXACT = 2
"""The version of marshal's format in which equal plain data, and no other, are equal bytes."""


@lru_cache(maxsize=REMEMBERED)
def _field(name: str, text: bytes) -> Any:
    """What a field of a genome says."""
    found = _READERS[name].validate_python(marshal.loads(text))
    if isinstance(found, tuple):
        return tuple(map(shared, found))
    return shared(found) if isinstance(found, Model) else found


def genome_json_schema() -> dict[str, Any]:
    """The JSON Schema of genome files."""
    return GameGenome.model_json_schema()


__all__ = [
    *_effects, *_enums, *_materials, *_phases, "SCHEMA_VERSION", "CardScoringRule", "GameGenome", "GameRules",
    "ScoringRule", "SetupRules", "SpecialEffect", "WinCondition", "genome_json_schema",
]  # fmt: skip
