"""Claims: cards played face down under a rank that others may challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from deckwright.genome.effects import If, Move, Set, Show
from deckwright.genome.enums import ClaimRankMode
from deckwright.genome.phases.choice import ChoicePhase, DoPhase, Offer, Pick
from deckwright.genome.values import Expr, Model, Name, RankName, Small
from deckwright.genome.zones import Register, Zone

if TYPE_CHECKING:
    from deckwright.genome.phases.turns import TurnStructure

CLAIM_ZONE = Zone(name="claim", seen_by="none")
"""Where the cards of a claim lie until it is settled."""

CLAIM_REGISTERS = (
    Register(name="claimant", holds="seat"),
    Register(name="challenger", holds="seat"),
    Register(name="claimed_rank", holds="rank"),
    Register(name="claims"),
)


class ClaimPhase(Model):
    """Lay cards face down and say what they are. Whoever is wrong after a challenge takes the pile."""

    type: Literal["claim"] = "claim"
    name: Name = ""
    when: Expr = "1"
    actor: Expr = "turn"
    rank_mode: ClaimRankMode = ClaimRankMode.SEQUENTIAL
    fixed_rank: RankName | None = None
    starting_rank: RankName = "A"
    low: Small = 1
    high: Small = 4
    challengers: Literal["all", "next"] = "all"
    """Every other seat in turn may challenge, or only the next."""
    source: Expr = "hand"
    to: Expr = "discard"

    def lower(self, ranks: tuple[str, ...]) -> TurnStructure:
        """The same in core phases: an offer, a window for challenges, and the settlement."""
        from deckwright.genome.phases.turns import TurnStructure  # the flow node is made of all phases

        window = TurnStructure(
            name="challenge",
            order="once",
            start="left(turn)",
            until="challenger != none",
            limit=1 if self.challengers == "next" else None,
            phases=(self._reaction(),),
        )
        return TurnStructure(
            name=self.name, when=self.when, order="sequence", phases=(self._opening(ranks), window, self._settlement())
        )

    def _opening(self, ranks: tuple[str, ...]) -> ChoicePhase:
        picks = [
            Pick(
                name="laid",
                kind="cards",
                source=self.source,
                low=f"min({self.low}, size({self.source}))",
                high=str(self.high),
            )
        ]
        match self.rank_mode:
            case ClaimRankMode.PLAYER_CHOICE:
                rank = "said"
                picks.append(Pick(name=rank, kind="rank"))
            case ClaimRankMode.FIXED:
                rank = repr(self.fixed_rank)
            case ClaimRankMode.SEQUENTIAL:
                first = ranks.index(self.starting_rank) if self.starting_rank in ranks else 0
                order = ", ".join(repr(rank) for rank in (*ranks[first:], *ranks[:first]))
                rank = f"({order},)[claims % {max(1, len(ranks))}]"
            case _:
                raise AssertionError(self.rank_mode)
        effects = (
            Move(cards="laid", to=CLAIM_ZONE.name, seen_by="none"),
            Set(name="claimant", value=self.actor),
            Set(name="challenger", value="none"),
            Set(name="claimed_rank", value=rank),
            Set(name="claims", value="claims + 1"),
        )
        offer = Offer(name=self.name or "claim", picks=tuple(picks), effects=effects)
        return ChoicePhase(name=self.name or "claim", actor=self.actor, offers=(offer,))

    def _reaction(self) -> ChoicePhase:
        return ChoicePhase(
            name="challenge",
            when="turn != claimant",
            offers=(
                Offer(name="doubt", effects=(Set(name="challenger", value="turn"),)),
                Offer(name="trust"),
            ),
        )

    def _settlement(self) -> DoPhase:
        def takes(loser: str) -> tuple[Move, Move]:
            zone = f"{self.source}[{loser}]"
            return Move(cards=CLAIM_ZONE.name, to=zone), Move(cards=self.to, to=zone)

        lied = If(
            when=f"any(rank(c) != claimed_rank for c in {CLAIM_ZONE.name})",
            then=takes("claimant"),
            otherwise=takes("challenger"),
        )
        settle = If(
            when="challenger != none",
            then=(Show(cards=CLAIM_ZONE.name), lied),
            otherwise=(Move(cards=CLAIM_ZONE.name, to=self.to, seen_by="none"),),
        )
        return DoPhase(name="settle", actor="claimant", effects=(settle,))
