"""The genome: a whole game as one frozen value."""

from __future__ import annotations

from typing import Any, Self

from pydantic import ValidationError, ValidationInfo, model_validator

from deckwright.genome.deck import CardCondition, CardTable, CardType, DeckSpec, TableRow
from deckwright.genome.effects import *  # noqa: F403
from deckwright.genome.effects import __all__ as _effects
from deckwright.genome.enums import *  # noqa: F403
from deckwright.genome.enums import __all__ as _enums
from deckwright.genome.errors import GenomeError, schema_issues
from deckwright.genome.patterns import CardValue, HandEvaluation, HandPattern
from deckwright.genome.phases import *  # noqa: F403
from deckwright.genome.phases import TurnStructure
from deckwright.genome.phases import __all__ as _phases
from deckwright.genome.scoring import CardScoringRule, GameRules, ScoringRule, SpecialEffect, WinCondition
from deckwright.genome.setup import SetupRules
from deckwright.genome.sharing import shared
from deckwright.genome.teams import team_issues
from deckwright.genome.values import Count, Expr, Flag, Model, Name
from deckwright.genome.zones import Register, Strain, Term, Zone

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
    deck: DeckSpec = DeckSpec()
    zones: tuple[Zone, ...] = ()
    strains: tuple[Strain, ...] = ()
    patterns: tuple[HandPattern, ...] = ()
    registers: tuple[Register, ...] = ()
    terms: tuple[Term, ...] = ()
    setup: SetupRules
    turn_structure: TurnStructure
    special_effects: tuple[SpecialEffect, ...] = ()
    card_scoring: tuple[CardScoringRule, ...] = ()
    scoring_rules: tuple[ScoringRule, ...] = ()
    hand_evaluation: HandEvaluation | None = None
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

    @classmethod
    def parse(cls, data: Any) -> GameGenome:
        """Read plain data and check its types only; GenomeError lists every defect."""
        try:
            return shared(cls.model_validate(data, context=_WHOLE_GAME_FOLLOWS))
        except ValidationError as error:
            raise GenomeError(schema_issues(error, data, cls)) from None

    @classmethod
    def from_dict(cls, data: Any) -> GameGenome:
        """Read plain data and validate the game it describes; GenomeError lists every defect."""
        from deckwright.genome.salvage import salvaged_issues
        from deckwright.genome.validate import check_genome  # validation reads the schema

        try:
            genome = cls.parse(data)
        except GenomeError as error:
            raise GenomeError((*error.issues, *salvaged_issues(data))) from None
        check_genome(genome)
        return genome


def genome_json_schema() -> dict[str, Any]:
    """The JSON Schema of genome files."""
    return GameGenome.model_json_schema()


__all__ = [
    *_effects, *_enums, *_phases, "SCHEMA_VERSION", "CardCondition", "CardScoringRule", "CardTable", "CardType",
    "CardValue", "DeckSpec", "GameGenome", "GameRules", "HandEvaluation", "HandPattern", "Register", "ScoringRule",
    "SetupRules", "SpecialEffect", "Strain", "TableRow", "Term", "WinCondition", "Zone", "genome_json_schema",
]  # fmt: skip
