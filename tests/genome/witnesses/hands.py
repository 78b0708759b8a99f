"""Betting, claims, hands that are compared, and patterns."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    BettingPhase,
    CardCondition,
    CardTable,
    CardValue,
    ChoicePhase,
    ClaimPhase,
    ClaimRankMode,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    Offer,
    Pick,
    ScoringRule,
    SetupRules,
    ShowdownMethod,
    TableRow,
    TurnStructure,
    Zone,
)

from .bases import (
    HAND,
    STOCK,
    THREE_SUITS,
    bet,
    claiming,
    comparing,
    hands,
    melding,
    staking,
    throw,
    throwing,
    turns,
)  # fmt: skip
from .witness import makes, shows

_PHASE = "turn_structure.phases[0]"
_ACES = {"A": (11, 1), "K": (10, None), "Q": (8, None), "J": (7, None), "10": (6, None), "9": (5, None)}
_VALUES = tuple(CardValue(rank=rank, value=value, alternate_value=other) for rank, (value, other) in _ACES.items())
_TOTAL = HandEvaluation(
    method=HandEvaluationMethod.POINT_TOTAL, card_values=_VALUES, target_value=21, bust_threshold=24
)
_BOARD = comparing(
    HandEvaluation(
        method=HandEvaluationMethod.PATTERN_MATCH,
        patterns=(
            HandPattern(name="pair", rank_priority=20, required_count=3, same_rank_groups=(2,)),
            HandPattern(name="high", rank_priority=10, required_count=3),
        ),
        zones=("hand", "board"),
        choose=3,
    ),
    size=2,
).copy_with(
    zones=(HAND, STOCK, Zone(name="board"), Zone(name="hole", owner="seat", seen_by="owner")),
    setup=SetupRules(
        cards_per_player=2, starting_chips=9,
        deal=(
            Move(cards="stock", to="board", count="2"),
            Move(cards="stock", to="hole[0]", count="1"),
            Move(cards="stock", to="hole[1]", count="1"),
        ),
    ),
    scoring_rules=(ScoringRule(points="chips - score - size(board) - size(hole)"),),
)  # fmt: skip


def _method(method: HandEvaluationMethod) -> GameGenome:
    """The same cards by every method; seats hold one, two and three cards more."""
    fields: dict[str, Any] = {}
    if method is HandEvaluationMethod.POINT_TOTAL:
        fields = {"card_values": tuple(value.copy_with(alternate_value=None) for value in _VALUES)}
    if method is HandEvaluationMethod.PATTERN_MATCH:
        fields = {"patterns": (HandPattern(name="black", rank_priority=1, required_count=3, same_suit_count=2),)}
    genome = comparing(HandEvaluation(method=method, **fields))
    more = (Move(cards="stock", to="hand[1]", count="1"),)
    return genome.copy_with(setup=genome.setup.copy_with(deal=more))


_VALUED = comparing(
    HandEvaluation(method=HandEvaluationMethod.HIGH_CARD),
    turn_structure=TurnStructure(
        order="sequence",
        phases=(BettingPhase(ante=1, max_raises=0, showdown_method=ShowdownMethod.HIGHEST_CARD),),
    ),
    scoring_rules=(ScoringRule(points="value(hand)"),),
    utility="score",
)


def _hand(size: int = 3, **changes: Any) -> GameGenome:
    """A special hand that beats any other."""
    pattern = HandPattern(name="special", rank_priority=50, required_count=size).copy_with(**changes)
    few_ranks = THREE_SUITS.copy_with(ranks=("J", "Q", "K", "A"))
    return hands(pattern, HandPattern(name="plain", rank_priority=10, required_count=size), size=size, deck=few_ranks)


def _meld(**changes: Any) -> GameGenome:
    """What may be laid."""
    return melding(HandPattern(name="meld").copy_with(**changes))


_WORTH = CardTable(
    name="worth", rows=(TableRow(rank="A", value=4), TableRow(suit="hearts", value=3), TableRow(value=2))
)
_HEAVY = CardTable(name="heavy", rows=(TableRow(suit="spades", value=5), TableRow(value=1)))
_SUMS = melding(HandPattern(name="meld", total="6", max_count=3)).copy_with(
    deck=THREE_SUITS.copy_with(tables=(_WORTH, _HEAVY)),
    scoring_rules=(ScoringRule(points="sum(worth(c) for c in hand) + sum(heavy(c) for c in melds)"),),
)
_PACKED = throwing(
    patterns=(
        HandPattern(name="pair", of_a_kind=True, required_count=2, points="3", group="best"),
        HandPattern(name="run", in_sequence=True, required_count=3, points="size(match)", group="best"),
    ),
    scoring_rules=(
        ScoringRule(points="pack(hand, 'best')"),
        ScoringRule(points="10 * pack(hand, 'pair')"),
        ScoringRule(points="pack(hand, 'run')"),
    ),
    setup=SetupRules(cards_per_player=6),
)
_PILED = _meld(of_a_kind=True, min_count=2, wild=CardCondition(rank="A"), max_wild=1)
_WILD = _PILED.copy_with(
    zones=(*_PILED.zones[:-1], Zone(name="melds", role="sets", owner="seat", piles="rank")),
    turn_structure=turns(
        ChoicePhase(
            offers=(
                Offer(
                    name="lay",
                    picks=(Pick(name="laid", kind="sets", source="hand", pattern="meld", to="melds", high="5"),),
                ),
                throw(),
            )
        )
    ),
)
_SHAPE = "patterns[0]"
_HELD = "hand_evaluation.patterns[0]"
_CLAIM = claiming(ClaimPhase(low=1, high=2))


def _claims(mode: ClaimRankMode) -> GameGenome:
    fixed = "K" if mode is ClaimRankMode.FIXED else None
    return claiming(ClaimPhase(rank_mode=mode, fixed_rank=fixed))


WITNESSES = (
    shows(bet(), f"{_PHASE}.when", "1", "hand_number > 0"),
    shows(bet(), f"{_PHASE}.start", "left(dealer)", "dealer"),
    shows(bet(), f"{_PHASE}.min_bet", 2, 3),
    shows(bet(), f"{_PHASE}.max_raises", 3, 1),
    shows(bet(), f"{_PHASE}.ante", 1, 2),
    shows(bet(), f"{_PHASE}.blinds", (), (1, 2)),
    shows(bet(min_bet=1), f"{_PHASE}.sizes", (), ("2", "pot")),
    makes(
        lambda method: bet(showdown_method=method).copy_with(
            hand_evaluation=None if method is not ShowdownMethod.HAND_EVALUATION else staking().hand_evaluation
        ),
        f"{_PHASE}.showdown_method",
        *ShowdownMethod,
    ),
    shows(_CLAIM, f"{_PHASE}.when", "1", "size(hand) > 2"),
    shows(_CLAIM, f"{_PHASE}.actor", "turn", "left(turn)"),
    makes(_claims, f"{_PHASE}.rank_mode", *ClaimRankMode),
    shows(_claims(ClaimRankMode.FIXED), f"{_PHASE}.fixed_rank", "K", "J"),
    shows(_CLAIM, f"{_PHASE}.starting_rank", "A", "J"),
    shows(_CLAIM, f"{_PHASE}.low", 1, 2),
    shows(_CLAIM, f"{_PHASE}.high", 2, 3),
    shows(_CLAIM, f"{_PHASE}.challengers", "all", "next"),
    shows(
        _CLAIM.copy_with(
            zones=(*_CLAIM.zones, Zone(name="reserve", owner="seat", seen_by="owner")),
            setup=SetupRules(
                cards_per_player=3,
                deal=tuple(Move(cards="stock", to=f"reserve[{seat}]", count="1") for seat in range(3)),
            ),
            scoring_rules=(ScoringRule(points="size(reserve)"),),
        ),
        f"{_PHASE}.source",
        "hand",
        "reserve",
    ),
    shows(
        _CLAIM.copy_with(
            zones=(*_CLAIM.zones, Zone(name="attic", seen_by="none")),
            setup=SetupRules(
                cards_per_player=3,
                deal=(Move(cards="stock", to="attic", count="1"), Move(cards="stock", to="discard", count="2")),
            ),
        ),
        f"{_PHASE}.to",
        "discard",
        "attic",
    ),
    makes(
        _method,
        "hand_evaluation.method",
        *(method for method in HandEvaluationMethod if method is not HandEvaluationMethod.NONE),
    ),
    shows(_VALUED, "hand_evaluation.method", HandEvaluationMethod.NONE, HandEvaluationMethod.HIGH_CARD),
    shows(comparing(_TOTAL), "hand_evaluation.card_values[0].value", 11, 9),
    shows(comparing(_TOTAL), "hand_evaluation.card_values[0].alternate_value", 1, None),
    shows(comparing(_TOTAL), "hand_evaluation.target_value", 21, 18, None),
    shows(comparing(_TOTAL), "hand_evaluation.bust_threshold", 24, 22),
    makes(
        lambda rank: comparing(
            _TOTAL.copy_with(
                card_values=(
                    CardValue(rank=rank, value=11),
                    *(CardValue(rank=other, value=3) for other in _ACES if other != rank),
                )
            )
        ),
        "hand_evaluation.card_values[0].rank",
        "A",
        "9",
    ),
    shows(_BOARD, "hand_evaluation.zones", ("hand", "board"), ("hand", "hole")),
    shows(_BOARD, "hand_evaluation.choose", 3, None),
    shows(_hand(same_suit_count=3), f"{_HELD}.rank_priority", 50, 5),
    shows(
        hands(
            HandPattern(name="special", rank_priority=50, required_count=3, same_suit_count=2),
            HandPattern(name="plain", rank_priority=10),
        ),
        f"{_HELD}.required_count",
        3,
        2,
    ),
    shows(_hand(same_suit_count=3), f"{_HELD}.same_suit_count", 3, 2, None),
    shows(_hand(same_rank_groups=(2,)), f"{_HELD}.same_rank_groups", (2,), (1, 1, 1)),
    shows(_hand(sequence_length=3), f"{_HELD}.sequence_length", 3, 2),
    shows(_hand(sequence_length=3), f"{_HELD}.sequence_wrap", False, True),
    shows(_hand(required_ranks=("A",)), f"{_HELD}.required_ranks", ("A",), ("K",), ("A", "K")),
    shows(_hand(2), f"{_HELD}.of_a_kind", False, True),
    shows(_hand(), f"{_HELD}.suited", False, True),
    shows(_hand(2), f"{_HELD}.in_sequence", False, True),
    shows(_hand(), f"{_HELD}.distinct_suits", False, True),
    shows(_meld(suited=True, required_count=2), f"{_SHAPE}.required_count", 2, 3),
    shows(_meld(of_a_kind=True, min_count=2), f"{_SHAPE}.min_count", 2, 3),
    shows(_meld(of_a_kind=True, min_count=1, max_count=2), f"{_SHAPE}.max_count", 2, 1),
    shows(_meld(required_count=2, distinct_suits=True), f"{_SHAPE}.of_a_kind", False, True),
    shows(_meld(required_count=2, in_sequence=True), f"{_SHAPE}.suited", False, True),
    shows(_meld(required_count=2, suited=True), f"{_SHAPE}.in_sequence", False, True),
    shows(_meld(required_count=2, in_sequence=True), f"{_SHAPE}.distinct_suits", False, True),
    shows(_meld(required_count=3, in_sequence=True), f"{_SHAPE}.sequence_wrap", False, True),
    shows(_meld(required_count=3), f"{_SHAPE}.same_suit_count", 3, 2),
    shows(_meld(required_count=3), f"{_SHAPE}.same_rank_groups", (2,), (3,)),
    shows(_meld(required_count=3), f"{_SHAPE}.sequence_length", 3, 2),
    shows(_meld(required_count=2), f"{_SHAPE}.required_ranks", ("K", "Q"), ("K", "K"), ("A",)),
    shows(
        _meld(suited=True, required_count=2, cards=CardCondition(suit="hearts")),
        f"{_SHAPE}.cards.suit",
        "hearts",
        "clubs",
    ),
    shows(_meld(of_a_kind=True, required_count=2, wild=CardCondition(rank="A")), f"{_SHAPE}.wild.rank", "A", "K"),
    shows(_WILD, f"{_SHAPE}.wild.rank", "A", "K"),
    shows(_WILD, f"{_SHAPE}.max_wild", 1, 2, None),
    shows(_WILD, f"{_SHAPE}.min_natural", 1, 2),
    shows(_SUMS, f"{_SHAPE}.total", "6", "7"),
    shows(_SUMS, f"{_SHAPE}.values", "worth", "heavy"),
    shows(_SUMS, f"{_SHAPE}.max_count", 3, 2),
    shows(_SUMS, f"{_SHAPE}.min_count", None, 3),
    shows(_PACKED, f"{_SHAPE}.points", "3", "4"),
    shows(_PACKED, f"{_SHAPE}.group", "best", ""),
)
