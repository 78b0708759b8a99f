"""Claims: cards played face down under a rank that others may challenge. They are lowered to choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.document import Paragraph
from deckwright.genome.effects import If, Move, Set, Show
from deckwright.genome.enums import ClaimRankMode
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import Register, Zone
from deckwright.genome.phases.choice import ChoicePhase, DoPhase, Offer
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.phases.turns import TurnStructure
from deckwright.genome.picks import Pick
from deckwright.genome.rulebook.grammar.sentences import said
from deckwright.genome.rulebook.grammar.wording import count, number_word, rank_name, rank_plural
from deckwright.genome.values import Expr, RankName, Small

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, Measure, SightLimits, Surroundings, Writer
    from deckwright.genome.schema import GameGenome

PILE = "claim"
"""Where the cards of a claim lie until it is settled."""


class ClaimPhase(PhaseModel):
    """Lay cards face down and say what they are. Whoever is wrong after a challenge takes the pile."""

    title: ClassVar = "Claim"
    sends_to: ClassVar = ("source", "to")
    bluffs: ClassVar = True
    compares_ranks: ClassVar = True
    likelihood: ClassVar = 0.8
    own_zones: ClassVar = (Zone(name=PILE, seen_by="none"),)
    own_registers: ClassVar = (
        Register(name="claimant", holds="seat"),
        Register(name="challenger", holds="seat"),
        Register(name="claimed_rank", holds="rank"),
        Register(name="claims"),
    )
    holds_names: ClassVar = {"fixed_rank": "rank", "starting_rank": "rank"}

    type: Literal["claim"] = "claim"
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

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        fixed = self.rank_mode is ClaimRankMode.FIXED
        in_order = self.rank_mode is ClaimRankMode.SEQUENTIAL
        if fixed and self.fixed_rank is None:
            yield Issue("claim.no-rank", f"{path}.fixed_rank", "nothing", "a rank: rank_mode is FIXED")
        if not fixed and self.fixed_rank is not None:
            yield inert(f"{path}.fixed_rank", "rank_mode is not FIXED")
        if not in_order:
            yield from inert_fields(self, path, "rank_mode is not SEQUENTIAL", "starting_rank")
        rank, name = (self.fixed_rank, "fixed_rank") if fixed else (self.starting_rank, "starting_rank")
        if (fixed or in_order) and rank is not None and rank not in around.genome.deck.ranks:
            yield Issue("deck.unknown-rank", f"{path}.{name}", repr(rank), "a rank of the deck")
        if self.source == self.to:
            yield Issue("claim.same-place", f"{path}.to", repr(self.to), "another place than where the cards come from")
        if not 1 <= self.low <= self.high:
            found, expected = f"{self.low} to {self.high}", "at least 1, and low no more than high"
            yield Issue("claim.count", f"{path}.low", found, expected)

    def work(self, measure: Measure) -> int:
        return self.high + 4 * measure.seats

    def limit_sight(self, sight: SightLimits) -> None:
        sight.at_most(self.to, "none")

    def lower(self, ranks: tuple[str, ...]) -> TurnStructure:
        """An offer, a window for challenges, and the settlement."""
        doubt = Offer(name="doubt", effects=(Set(name="challenger", value="turn"),))
        reaction = ChoicePhase(name="challenge", when="turn != claimant", offers=(doubt, Offer(name="trust")))
        limit = 1 if self.challengers == "next" else None
        over = "challenger != none"
        window = TurnStructure(
            name="challenge", order="once", start="left(turn)", until=over, limit=limit, phases=(reaction,)
        )

        def takes(loser: str) -> tuple[Move, Move]:
            zone = f"{self.source}[{loser}]"
            return Move(cards=PILE, to=zone), Move(cards=self.to, to=zone)

        is_lie = f"any(rank(c) != claimed_rank for c in {PILE})"
        lied = If(when=is_lie, then=takes("claimant"), otherwise=takes("challenger"))
        added = (Move(cards=PILE, to=self.to, seen_by="none"),)
        settle = If(when="challenger != none", then=(Show(cards=PILE), lied), otherwise=added)
        settling = DoPhase(name="settle", actor="claimant", effects=(settle,))
        phases = (self._opening(ranks), window, settling)
        return TurnStructure(name=self.name, when=self.when, order="sequence", phases=phases)

    def _opening(self, ranks: tuple[str, ...]) -> ChoicePhase:
        low = f"min({self.low}, size({self.source}))"
        picks = [Pick(name="laid", kind="cards", source=self.source, low=low, high=str(self.high))]
        match self.rank_mode:
            case ClaimRankMode.PLAYER_CHOICE:
                rank = "said"
                picks.append(Pick(name=rank, kind="rank"))
            case ClaimRankMode.FIXED:
                rank = repr(self.fixed_rank)
            case _:
                rank = f"({', '.join(map(repr, self._in_order(ranks)))},)[claims % {max(1, len(ranks))}]"
        effects = (
            Move(cards="laid", to=PILE, seen_by="none"),
            Set(name="claimant", value=self.actor),
            Set(name="challenger", value="none"),
            Set(name="claimed_rank", value=rank),
            Set(name="claims", value="claims + 1"),
        )
        offer = Offer(name=self.name or "claim", picks=tuple(picks), effects=effects)
        return ChoicePhase(name=self.name or "claim", actor=self.actor, offers=(offer,))

    def _in_order(self, ranks: tuple[str, ...]) -> tuple[str, ...]:
        """The ranks in the order in which they are claimed."""
        first = ranks.index(self.starting_rank) if self.starting_rank in ranks else 0
        return (*ranks[first:], *ranks[:first])

    def rank_due(self, ranks: tuple[str, ...], claims: int) -> str | None:
        match self.rank_mode:
            case ClaimRankMode.FIXED:
                return self.fixed_rank or ""
            case ClaimRankMode.SEQUENTIAL:
                return self._in_order(ranks)[claims % len(ranks)]
        return None

    def told(self, english: English) -> tuple[Block, ...]:
        english = english.acting(self.actor)
        you = english.actor
        at_least = "" if self.low == self.high else f"{number_word(self.low)} to "
        how_many = at_least + count(self.high, "card")
        source, pile = english.value(self.source, Type.PILE), english.value(self.to, Type.PILE)
        fewer = f" (or all {you.subject()} {you.verb('have')}, if that is fewer)" if self.low > 1 else ""
        saying = "say of what rank it is" if self.high == 1 else "say how many they are and of what rank"
        laying = you.told(f"lay {how_many} from {source} face down{fewer} and {saying}")
        window = "only the next player on the left may then doubt the claim or trust it"
        if self.challengers == "all":
            who = "every other player in turn, beginning on the left,"
            window = f"{who} may then doubt the claim or trust it, until one doubts it"
        settling = said(
            window,
            "a claim that is doubted is turned up for everyone to see",
            f"if any of its cards is not of the rank claimed, whoever made it takes them and {pile}",
            f"if it was true, whoever doubted it takes them and {pile}",
            f"a claim that nobody doubts is added to {pile}, face down",
        )
        claiming = said(laying, self._rank_told(english.words.cards.ranks), "the claim need not be true")
        return Paragraph(claiming), Paragraph(settling)

    def _rank_told(self, ranks: tuple[str, ...]) -> str:
        match self.rank_mode:
            case ClaimRankMode.PLAYER_CHOICE:
                return "you may name any rank"
            case ClaimRankMode.FIXED:
                return f"the rank claimed is always {rank_name(self.fixed_rank or '')}"
        order = [rank_plural(rank) for rank in self._in_order(ranks)[:3]]
        return (
            f"the first claim of the hand is of {order[0]}, and each claim is of the next rank up: "
            f"{', '.join(order)} and so on; after {rank_plural(ranks[-1])} come {rank_plural(ranks[0])}"
        )

    def glance(self, english: English) -> str:
        return "lay cards and claim a rank"

    def pitch(self, genome: GameGenome) -> str:
        return "Cards are laid face down under a claim that others may doubt."

    @classmethod
    def weight(cls, writer: Writer, depth: int) -> float:
        lexicon = writer.lexicon
        return cls.likelihood if lexicon.ranks and lexicon.zones_of("discard") and depth < 3 else 0

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        dice, lexicon = writer.dice, writer.lexicon
        mode = dice.one(tuple(ClaimRankMode))
        low = dice.number(1, 2)
        data: Data = {"type": "claim", "rank_mode": mode.value, "low": low, "high": low + dice.number(0, 3)}
        match mode:
            case ClaimRankMode.FIXED:
                data["fixed_rank"] = dice.one(lexicon.ranks)
            case ClaimRankMode.SEQUENTIAL:
                data["starting_rank"] = dice.one(lexicon.ranks)
        data["challengers"] = dice.one(("all", "next"))
        dice.may(0.2, data, "actor", lambda: writer.seat_known(1))
        data["source"] = lexicon.hand
        data["to"] = dice.one(lexicon.zones_of("discard", owner="table") or lexicon.zones)["name"]
        return data
