"""Betting rounds, pots and the showdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from deckwright.document import Paragraph, bullets
from deckwright.genome.checks.walk import effects_in, effects_of, phases_of, structures_of
from deckwright.genome.compile.builder import Builder
from deckwright.genome.enums import HandEvaluationMethod, ShowdownMethod, TieBreaker, pascal
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import find_zone
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.rulebook.grammar.sentences import YOU, said
from deckwright.genome.rulebook.grammar.wording import count, listing, points
from deckwright.genome.values import Count, Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, GameGenome, Measure, Surroundings, Writer

_CHECK = "**Check**: stay in without paying, if there is no bet to answer."
_CALL = "**Call**: put in as much as it takes to match the highest bet."
_BET = "**Bet**: put in chips, if nobody has bet yet."
_RAISE = "**Bet or raise**: match the highest bet, if there is one, and put in more."
_FOLD = "**Fold**: if there is a bet to answer, give up your cards and everything you have put in."
_RULES = (
    "whoever has too few chips to match a bet may put in all of them and stay in, and can then win from each other "
    "player at most as much as they put in themselves",
    "likewise a bet or raise may be smaller than stated if it is all that its player has; a raise smaller than the one "
    "before lets nobody raise again who has already acted",
    "nobody can bet or raise when no other player has chips left to answer with",
    "when all but one have folded, the last player takes the pot and the hand is over",
)
_RULES_OF_ONE_BET = (
    _RULES[0],
    "likewise a bet may be smaller than stated if it is all that its player has",
    "nobody can bet when no other player has chips left to answer with",
    _RULES[-1],
)


class BettingPhase(PhaseModel):
    """One round of betting. A hand's last one settles the pots; earlier ones say FOLD_ONLY."""

    title: ClassVar = "Betting"

    type: Literal["betting"] = "betting"
    start: Expr = "left(dealer)"
    min_bet: Count = 1
    max_raises: Count = 3
    """Bets and raises together."""
    ante: Count = 0
    blinds: Annotated[tuple[Count, ...], Field(max_length=16)] = ()
    """Forced bets of the first seats in order."""
    sizes: Annotated[tuple[Expr, ...], Field(max_length=16)] = ()
    """By how much one may bet or raise (`pot`, `to_call`, `chips` are useful); empty: `min_bet`."""
    showdown_method: ShowdownMethod = ShowdownMethod.HAND_EVALUATION

    @property
    def compares_hands(self) -> bool:
        """Whether hands are compared by the genome's evaluation."""
        return self.showdown_method is ShowdownMethod.HAND_EVALUATION

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        chips, evaluation = around.genome.setup.starting_chips, around.genome.hand_evaluation
        if chips <= 0:
            message = "BettingPhase requires setup.starting_chips > 0"
            yield Issue("betting.no-chips", "$.setup.starting_chips", str(chips), "more than 0", message)
        if self.compares_hands and evaluation is None:
            message = "BettingPhase with HAND_EVALUATION showdown requires hand_evaluation"
            yield Issue("betting.no-evaluation", f"{path}.showdown_method", "no hand_evaluation", "one", message)
        if self.compares_hands and evaluation is not None and evaluation.method is HandEvaluationMethod.NONE:
            message = "a showdown by HAND_EVALUATION needs a method to compare hands by: it is NONE"
            yield Issue("betting.no-method", "$.hand_evaluation.method", "none", "a way to compare hands", message)
        if self.sizes:
            yield from inert_fields(self, path, "sizes say how much", "min_bet")
        elif self.min_bet == 0:
            yield Issue("betting.no-bet", f"{path}.min_bet", "0", "at least 1")
        if len(self.blinds) > (seats := around.genome.player_count):
            yield inert(f"{path}.blinds[{seats}]", f"there are {seats} players")

    def work(self, measure: Measure) -> int:
        raises = min(self.max_raises, measure.genome.setup.starting_chips * measure.seats)
        return (1 + raises) * measure.seats * (1 + sum(map(measure.text, self.sizes)))

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        hands = find_zone(b.words.zones.values(), "hand", "seat")
        if hands is None:
            b.refuse("zone.no-hand", path, "betting needs a zone with the role hand for each seat")
        sizes = enumerate(self.sizes or (str(self.min_bet),))
        content = {
            "name": self.name,
            "when": b.condition(self.when, f"{path}.when", b.scope),
            "fold": b.slot("fold", "Nothing"),
            "check": b.slot("check", "Nothing"),
            "call": b.slot("call", "Nothing"),
            "raise": b.slot("raise", "Number"),
            "start": b.flow_integer(self.start, f"{path}.start", b.scope, Type.SEAT),
            "ante": b.constant(self.ante) if self.ante else None,
            "blinds": [b.constant(blind) for blind in self.blinds],
            "sizes": [b.legal_integer(size, f"{path}.sizes[{at}]", b.scope, turn_acts=False) for at, size in sizes],
            "max_raises": self.max_raises,
            "showdown": pascal(self.showdown_method),
            "hands": b.layout.zones[hands.name].family,
        }
        return [b.node("Betting", content, path)]

    @classmethod
    def texts_shown(cls, node: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """One size of bet needs no number; several are numbered as the genome lists them."""
        sizes = len(node["sizes"])
        yield node["raise"], ("",) if sizes == 1 else tuple(str(number + 1) for number in range(sizes))

    def told(self, english: English) -> tuple[Block, ...]:
        """What all rounds have in common is told once, here or in a section of its own."""
        start = english.who(self.start)
        is_shared = len(_rounds(english)) > 1
        ante = f"each remaining player puts {points(self.ante, 'chip')} into the pot as an ante"
        opening = [ante] if self.ante else []
        if self.max_raises == 0 and not self.blinds:  # nobody is asked anything
            nobody = said(*opening, "nobody bets at this point")
            return (Paragraph(nobody), Paragraph(said(self._showdown(english))))
        if self.blinds:
            blinds = listing([points(blind, "chip") for blind in self.blinds])
            first = f"first {count(len(self.blinds), 'player')}" if len(self.blinds) > 1 else "first player"
            rest = f"the {first} must bet {blinds} at once, and betting begins after them"
            opening.append(f"beginning with {start.object()}, {rest}")
        else:
            see = " (see *Betting*)" if is_shared else ""
            opening.append(f"there is a round of betting, beginning with {start.object()}{see}")
        most = f"there are at most {count(self.max_raises, 'bet')} and raises in the round"
        limits = f"a bet or raise is {self._sizes(english)}, and {most}"
        if self.max_raises == 0:
            limits = "nobody may bet or raise"
        elif self.max_raises == 1:
            limits = f"a bet is {self._sizes(english)}, and only one bet can be made in the round, with no raise"
        rules = () if is_shared else _rules(english)
        return (Paragraph(said(*opening, limits)), *rules, Paragraph(said(self._showdown(english))))

    def _sizes(self, english: English) -> str:
        if not self.sizes:
            return points(self.min_bet, "chip")
        inner = english.about(YOU)
        return listing([inner.amount(inner.read(size), "chip") for size in self.sizes], "or")

    def _showdown(self, english: English) -> str:
        rules = english.genome.game_rules
        if self.showdown_method is ShowdownMethod.FOLD_ONLY:
            return "hands are not compared after this round: if several players are left, the pot stays on the table"
        best = "the best hand (see *Hands*)" if self.compares_hands else "the card of highest rank"
        tie = "equal hands share it, and what does not divide goes to the first of them to the left of the dealer"
        if rules.tie_breaker is TieBreaker.ACTIVE_PLAYER:
            tie = "of equal hands, the first to the left of the dealer takes it"
        elif rules.tie_breaker is TieBreaker.ALTERNATING:
            tie = "of equal hands, each takes it in turn"
        again = ". The winner has the next turn" if rules.same_player_on_win and english.names.is_in_cycle(self) else ""
        ranks = [card.rank for card in english.words.cards.cards]
        # Where everybody holds one card and no two ranks are equal, no two hands are.
        differ = len(set(ranks)) == len(ranks) > 0 and str(english.genome.setup.cards_per_player) == "1"
        tied = "" if not self.compares_hands and differ else f"; {tie}"
        return f"if several players are left, they show their cards, and {best} takes the pot{tied}{again}"

    def pitch(self, genome: GameGenome) -> str:
        return "Chips are bet."

    @classmethod
    def weight(cls, writer: Writer, depth: int) -> float:
        return 1.2 if writer.chips else 0

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        dice = writer.dice
        data: Data = {"type": "betting", "min_bet": dice.number(1, 5), "max_raises": dice.number(0, 4)}
        usable = [one.value for one in ShowdownMethod if writer.lexicon.has_evaluation or "eval" not in one.value]
        data["showdown_method"] = dice.one(usable)
        dice.may(0.5, data, "ante", lambda: dice.number(0, 3))
        dice.may(0.4, data, "blinds", lambda: dice.several(1, 2, lambda: dice.number(1, 4)))
        if dice.chance(0.4):
            texts = ("pot", "to_call + 1", "chips", "2 * pot")
            data["sizes"] = dice.several(1, 3, lambda: dice.one((*texts, str(dice.number(1, 9)))))
        return data | {"start": writer.seat_known(1)} if dice.chance(0.3) else data


def betting_section(english: English) -> tuple[Block, ...]:
    """What several rounds of betting have in common."""
    return _rules(english) if len(_rounds(english)) > 1 else ()


def _rules(english: English) -> tuple[Block, ...]:
    """How a round of betting goes."""
    can_raise = any(phase.max_raises > 1 or phase.blinds for phase in _rounds(english))
    answered = "all have answered the last bet or raise" if can_raise else "all have checked or answered the bet"
    intro = f"In turn, to the left, each remaining player does one of these, until {answered}:"
    rules: tuple[str, ...] = _RULES if can_raise else _RULES_OF_ONE_BET
    if _is_covered(english):
        rules = rules[-1:]
    return (Paragraph(intro), *bullets([_CHECK, _CALL, _RAISE if can_raise else _BET, _FOLD]), Paragraph(said(*rules)))


def _rounds(english: English) -> list[BettingPhase]:
    return [phase for phase, _ in phases_of(english.genome.turn_structure) if phase.type == "betting"]


def _is_covered(english: English) -> bool:
    """Whether everybody can pay whatever may be asked: one hand, and chips for the most that it can cost."""
    genome, phases = english.genome, _rounds(english)
    if genome.max_hands > 1 or any(phase.sizes or phase.blinds for phase in phases):
        return False
    within = phases_of(genome.turn_structure)
    effects = [*effects_in(genome.setup.deal, ""), *(one for phase, path in within for one in effects_of(phase, path))]
    turns = structures_of(genome.turn_structure)
    again = any(one.order in ("cycle", "stay") or not english.is_never(one.until) for one in turns)
    if again or any(effect.type == "pay" for effect, _ in effects):
        return False
    return sum(phase.ante + phase.max_raises * phase.min_bet for phase in phases) <= genome.setup.starting_chips
