"""What a batch of games came to."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import starmap
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, TypeAdapter

from deckwright.measure.intervals import Mean, Share, mean_of, wilson_share
from deckwright.measure.stepped import Forfeit

if TYPE_CHECKING:
    from deckwright._kernel import BatchResult


@dataclass(frozen=True)
class LengthBin:
    """Games of `low` to `high - 1` decisions."""

    low: int
    high: int
    games: int


@dataclass(frozen=True)
class AggregatedStats:
    """Counts, shares and means over games. The same request gives the same values, `seconds` apart.

    In team mode `wins` is zero for every seat and `team_wins` counts; without teams `team_wins` is empty.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    games_played: int
    agents: tuple[str, ...]
    """In each seat."""
    wins: tuple[int, ...]
    team_wins: tuple[int, ...]
    draws: int
    """Games without a winner, or with several who share the win, by the rules (`shared`) or being level."""
    losses: int
    """Games that everybody lost: games for one that did not come out."""
    avg_winner_score: float
    """Mean score of the winning seat or team, over the games that had one."""
    decisions: int
    """Every action applied by a seat, forced ones too."""
    choices: int
    """Decisions with more than one legal action."""
    branching: float
    """Mean number of legal actions of a decision."""
    hands: int
    win_shares: tuple[Share, ...]
    team_win_shares: tuple[Share, ...]
    scores: tuple[Mean, ...]
    returns: tuple[Mean, ...]
    decisions_by_seat: tuple[int, ...]
    lengths: tuple[LengthBin, ...]
    """Games by their number of decisions: exact up to 31, then in bins of a sixteenth at most."""
    cut_off: int
    """Games given up because they were too long: after fifty million decisions unless fewer were asked for."""
    inexact_samples: int
    """Worlds for which an agent had to ignore an inference."""
    team_scores: tuple[Mean, ...] = ()
    """By team; empty without teams."""
    shared: int = 0
    """Of the draws, those that several won by the rules: all together, or all but the loser."""
    losses_by_seat: tuple[int, ...] = ()
    """How often the rules named each seat a loser."""
    credits: dict[str, tuple[Mean, ...]] = field(default_factory=dict)
    """By seat, what each brought in by itself over a match: `tricks_taken`, `points_captured` ... in team games."""
    limited: int = 0
    """Games that a limit of theirs ended, not play: the most hands there are, or in some hand the most turns or tricks.

    A single hand, so many hands asked for and so many turns that are all there is to a structure are no limits here.
    """
    forfeits: tuple[Forfeit, ...] = ()
    """Agents that failed, and how many games they lost by it."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def decisions_per_game(self) -> float:
        """Mean length of a game."""
        return self.decisions / self.games_played if self.games_played else 0.0

    def length_quantile(self, share: float) -> int:
        """The number of decisions that so many games do not exceed, as exactly as the bins are."""
        wanted, seen = share * self.games_played, 0
        for one in self.lengths:
            seen += one.games
            if seen >= wanted:
                return one.high - 1
        return 0

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> AggregatedStats:
        """The statistics that plain data says."""
        return _adapter().validate_python(data)


def _adapter() -> TypeAdapter[AggregatedStats]:
    return TypeAdapter(AggregatedStats)


def make_stats(
    batch: BatchResult, agents: tuple[str, ...], lines: tuple[str, ...], forfeits: tuple[Forfeit, ...] = ()
) -> AggregatedStats:
    """The statistics of a batch, from its sums."""
    games = batch["games_played"]
    decided = sum(batch["wins"]) + sum(batch["team_wins"])
    return AggregatedStats(
        games_played=games,
        agents=agents,
        wins=tuple(batch["wins"]),
        team_wins=tuple(batch["team_wins"]),
        draws=batch["draws"],
        losses=batch["losses"],
        avg_winner_score=batch["winner_score_sum"] / decided if decided else 0.0,
        decisions=batch["decisions"],
        choices=batch["choices"],
        branching=batch["options"] / batch["decisions"] if batch["decisions"] else 0.0,
        hands=batch["hands"],
        win_shares=tuple(wilson_share(count, games) for count in batch["wins"]),
        team_win_shares=tuple(wilson_share(count, games) for count in batch["team_wins"]),
        scores=_means(batch["score_sums"], batch["score_squares"], games),
        returns=_means(batch["return_sums"], batch["return_squares"], games),
        decisions_by_seat=tuple(batch["decisions_by_seat"]),
        lengths=tuple(starmap(LengthBin, batch["lengths"])),
        team_scores=_means(batch["team_score_sums"], batch["team_score_squares"], games),
        shared=batch["shared"],
        losses_by_seat=tuple(batch["losses_by_seat"]),
        credits={
            name: _means(sums, squares, games)
            for name, sums, squares in zip(lines, batch["credit_sums"], batch["credit_squares"], strict=True)
        },
        limited=batch["limited"],
        cut_off=batch["cut_off"],
        inexact_samples=batch["inexact_samples"],
        forfeits=forfeits,
        seconds=batch["seconds"],
    )


def _means(sums: list[int] | list[float], squares: list[int] | list[float], games: int) -> tuple[Mean, ...]:
    return tuple(mean_of(total, square, games) for total, square in zip(sums, squares, strict=True))
