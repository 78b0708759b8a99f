"""What validates does something: rules that never come up, or that leave all as it was, however they are written."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.genome.schema import (
    BettingPhase,
    CardCondition,
    CardValue,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    GameGenome,
    HandEvaluation,
    HandPattern,
    If,
    Move,
    Offer,
    Pay,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Term,
    TrickPhase,
    Turn,
    TurnStructure,
    WinCondition,
)
from deckwright.genome.validate import genome_issues

from .small import choice_genome, trick_genome

OFFER = "$.turn_structure.phases[0].offers[0]"
SKIP = Turn(action="skip")
THROW = Pick(name="c", source="hand", to="discard")


def found(genome: GameGenome) -> set[tuple[str, str]]:
    return {(issue.code, issue.path) for issue in genome_issues(genome)}


def thrown(*effects: Any, pick: Pick = THROW, **changes: Any) -> GameGenome:
    """Somebody throws a card, and something happens."""
    return choice_genome(Offer(name="throw", picks=(pick,), effects=effects), **changes)


def scored(**rule: Any) -> GameGenome:
    return trick_genome(scoring_rules=(ScoringRule(**rule),))


NEVER = (
    "0",
    "1 == 2",
    "size(stock) < 0",
    "not size(stock) >= 0",
    "size(stock) > 52 or size(hand) < 0",
    "0 > size(stock)",
)
ALWAYS = ("2 == 2", "not 0", "size(stock) >= 0", "not size(stock) < 0", "size(stock) <= 99 and 0 <= size(hand)", "(1)")


@pytest.mark.parametrize("when", NEVER + ALWAYS)
def test_a_condition_that_play_cannot_change_is_refused_wherever_it_stands(when: str) -> None:
    draw = Offer(name="draw", when=when, effects=(Move(cards="stock", to="hand", count="1"),))
    throw = Offer(name="throw", picks=(THROW,))
    places = {
        "$.turn_structure.phases[0].offers[1].when": choice_genome(throw, draw),
        f"{OFFER}.accept": choice_genome(throw.copy_with(accept=when), Offer(name="rest")),
        f"{OFFER}.effects[0].when": thrown(If(when=when, then=(SKIP,))),
        "$.scoring_rules[0].when": scored(points="tricks", when=when),
        "$.turn_structure.phases[0].when": choice_genome(
            turn_structure=TurnStructure(phases=(DoPhase(when=when, effects=(SKIP,)), ChoicePhase(offers=(throw,))))
        ),
        f"{OFFER}.picks[0].duties[0].when": thrown(
            pick=THROW.copy_with(duties=(Duty(cards="rank(c) == 'A'", when=when),))
        ),
    }
    for path, genome in places.items():
        assert ("field.no-effect", path) in found(genome), path


@pytest.mark.parametrize("when", ["size(stock) < 1", "players > 2", "players > 8", "hand_number > 0", "many"])
def test_a_condition_that_may_change_or_is_about_how_many_play_may_stand(when: str) -> None:
    terms = (Term(name="many", expr="players > 8"),) if when == "many" else ()
    assert found(thrown(If(when=when, then=(SKIP,)), terms=terms)) == set()


@pytest.mark.parametrize("until", ["1 == 2", "size(stock) < 0"])
def test_what_never_ends_is_refused_and_what_ends_at_once_is_not(until: str) -> None:
    turns = TurnStructure(until=until, phases=choice_genome().turn_structure.phases)
    assert ("field.no-effect", "$.turn_structure.until") in found(choice_genome(turn_structure=turns))
    once = TurnStructure(order="sequence", phases=(TrickPhase(until="1"),))
    assert found(trick_genome(turn_structure=once)) == set()


@pytest.mark.parametrize("where", ["0", "1 == 1", "rank(d) == 'Q'", "rank(d) <= 'A'", "not suit(d) == none"])
@pytest.mark.parametrize("kind", ["card", "cards"])
def test_a_condition_that_no_card_meets_or_every_card_is_refused(where: str, kind: str) -> None:
    deck = DeckSpec(omit=(CardCondition(rank="Q"),))
    pick = Pick(name="d", kind=kind, source="hand", where=where, to="discard")
    both = choice_genome(Offer(name="throw", picks=(THROW,)), Offer(name="more", picks=(pick,)), deck=deck)
    assert ("field.no-effect", "$.turn_structure.phases[0].offers[1].picks[0].where") in found(both)
    moved = where.replace("(d)", "(c)")
    swept = thrown(Move(cards="discard", where=moved, to="stock"), deck=deck, pick=THROW.copy_with(name="x"))
    assert ("field.no-effect", f"{OFFER}.effects[0].where") in found(swept)


@pytest.mark.parametrize("cards", ["1", "0", "rank(c) >= '2'", "rank(c) > 'A'"])
def test_a_duty_that_binds_no_card_or_every_card_is_refused(cards: str) -> None:
    path = f"{OFFER}.picks[0].duties[0].cards"
    assert ("field.no-effect", path) in found(thrown(pick=THROW.copy_with(duties=(Duty(cards=cards),))))


TALLY = (Register(name="tally", label="Tally", keep="match"),)
CHIPS = SetupRules(cards_per_player=5, starting_chips=9)


@pytest.mark.parametrize(
    ("effect", "field"),
    [
        (Score(to="turn", points="0"), "points"),
        (Score(to="turn", points="3 - 3"), "points"),
        (Score(to="turn", points="0 * size(hand)"), "points"),
        (Pay(amount="0"), "amount"),
        (Pay(amount="1", who="turn", to="actor"), "to"),
        (Pay(amount="1", who="(turn)", to="turn"), "to"),
        (Set(name="tally", value="tally + 0"), "value"),
        (Set(name="tally", value="1 * (tally)"), "value"),
        (Move(cards="stock", to="hand", until="0"), "until"),
        (If(when="size(stock) > 3", then=(SKIP,), otherwise=(SKIP,)), "when"),
        (If(when="1", then=(SKIP,)), "when"),
    ],
)
def test_an_effect_that_leaves_all_as_it_was_is_refused(effect: Any, field: str) -> None:
    assert ("field.no-effect", f"{OFFER}.effects[0].{field}") in found(thrown(effect, registers=TALLY, setup=CHIPS))


def test_nothing_is_scored_by_a_rule_that_always_gives_nothing() -> None:
    assert ("field.no-effect", "$.scoring_rules[0].points") in found(scored(points="2 - 2"))


@pytest.mark.parametrize("to", ["hand", "hand[actor]", "hand[turn]"])
@pytest.mark.parametrize("kind", ["card", "cards"])
def test_a_pick_that_goes_back_to_the_hand_it_came_from_is_refused(to: str, kind: str) -> None:
    pick = Pick(name="d", kind=kind, source="hand")
    offers = (Offer(name="throw", picks=(THROW,)), Offer(name="keep", picks=(pick,), effects=(Move(cards="d", to=to),)))
    path = "$.turn_structure.phases[0].offers[1].effects[0].to"
    assert ("field.no-effect", path) in found(choice_genome(*offers))
    away = offers[1].copy_with(effects=(Move(cards="d", to="discard"), Move(cards="d", to=to)))
    assert found(choice_genome(offers[0], away)) == set()
    given = offers[1].copy_with(effects=(Move(cards="d", to="hand[left(turn)]"),))
    assert found(choice_genome(offers[0], given)) == set()


def test_more_cards_than_there_are_are_never_picked() -> None:
    pick = Pick(name="many", kind="cards", source="hand", low="70", high="80", to="discard")
    assert ("pick.range", f"{OFFER}.picks[0].low") in found(
        choice_genome(Offer(name="go", picks=(pick,)), Offer(name="rest"))
    )


def won(*wins: WinCondition, **changes: Any) -> GameGenome:
    return trick_genome(win_conditions=wins, **changes)


LOW = WinCondition(type="low_score")


@pytest.mark.parametrize(
    "wins",
    [
        (LOW, WinCondition(type="high_score")),
        (LOW, WinCondition(type="most_captured")),
        (WinCondition(type="first_to_score", threshold=5), WinCondition(type="first_to_score", threshold=7)),
        (WinCondition(type="high_score", threshold=5), WinCondition(type="first_to_score", threshold=5)),
        tuple(WinCondition(type="low_score", trigger_mode="threshold_gate", threshold=size) for size in (20, 30)),
    ],
)
def test_a_way_to_win_that_is_never_reached_is_refused(wins: tuple[WinCondition, ...]) -> None:
    assert ("field.no-effect", "$.win_conditions[1]") in found(won(*wins))
    assert ("field.no-effect", "$.win_conditions[0]") not in found(won(*wins))


def test_ways_to_win_of_which_either_may_come_first_may_stand() -> None:
    assert found(won(LOW.copy_with(threshold=9), WinCondition(type="high_score", threshold=5))) == set()


@pytest.mark.parametrize(
    ("threshold", "hands", "is_reached"), [(52, 1, True), (53, 1, False), (500, 9, False), (400, 9, True)]
)
@pytest.mark.parametrize("kind", ["first_to_score", "gate", "high_score"])
def test_a_score_that_nobody_can_reach_is_refused(kind: str, threshold: int, hands: int, is_reached: bool) -> None:
    """Thirteen hearts a hand count one each; what is refused is more than all cards of all hands together."""
    gated = {"type": "low_score", "trigger_mode": "threshold_gate"} if kind == "gate" else {"type": kind}
    genome = won(WinCondition(threshold=threshold, **gated), max_hands=hands)
    assert (("win.out-of-reach", "$.win_conditions[0].threshold") not in found(genome)) is is_reached
    more = genome.copy_with(scoring_rules=(ScoringRule(points="tricks"),))
    assert "win.out-of-reach" not in {code for code, _ in found(more)}


def test_a_utility_that_is_always_the_same_is_refused() -> None:
    assert ("field.no-effect", "$.utility") in found(choice_genome(utility="5"))
    assert found(choice_genome(utility="5 - size(hand)")) == set()


@pytest.mark.parametrize("size", [14, 60])
def test_a_hand_that_nobody_ever_holds_is_refused(size: int) -> None:
    empty = won(WinCondition(type="empty_hand", required_hand_size=size), card_scoring=())
    assert ("win.no-such-hand", "$.win_conditions[0].required_hand_size") in found(empty)


@pytest.mark.parametrize("cards", [0, "0", "players - 3", "2 - 2", "0 * hand_number"])
def test_a_deal_of_no_cards_does_not_go_with_an_empty_hand_however_it_is_written(cards: int | str) -> None:
    codes = {code for code, _ in found(choice_genome(setup=SetupRules(cards_per_player=cards)))}
    assert "win.at-once" in codes


IMPOSSIBLE = (
    HandPattern(name="five of a kind", required_count=5, of_a_kind=True, rank_priority=2),
    HandPattern(name="five alike", same_rank_groups=(5,), rank_priority=2),
    HandPattern(name="fourteen of a suit", same_suit_count=14, rank_priority=2),
    HandPattern(name="a long run", sequence_length=14, rank_priority=2),
    HandPattern(name="all and one", required_count=53, rank_priority=2),
    HandPattern(name="too many pairs", same_rank_groups=(2,) * 14, rank_priority=2),
)
ANY = HandPattern(name="any", rank_priority=1)


def compared(*patterns: HandPattern, **changes: Any) -> GameGenome:
    evaluation = HandEvaluation(method="pattern_match", patterns=patterns)
    return trick_genome(hand_evaluation=evaluation, scoring_rules=(ScoringRule(points="value(captured)"),), **changes)


@pytest.mark.parametrize("pattern", IMPOSSIBLE, ids=lambda pattern: pattern.name)
def test_a_hand_that_no_cards_of_the_deck_form_is_refused(pattern: HandPattern) -> None:
    assert ("pattern.no-cards", "$.hand_evaluation.patterns[0]") in found(compared(pattern, ANY))


def test_hands_that_the_cards_just_suffice_for_may_stand() -> None:
    shapes = {"required_count": None, "same_rank_groups": (4, 4), "same_suit_count": None, "sequence_length": 13}
    for name, value in shapes.items():
        if value is not None:
            assert found(compared(HandPattern(name="x", rank_priority=2, **{name: value}), ANY)) == set()


NO_QUEENS = DeckSpec(omit=(CardCondition(rank="Q"), CardCondition(suit="hearts")))


def test_what_is_named_has_to_be_in_the_deck() -> None:
    queen = HandPattern(name="queen", required_count=5, required_ranks=("Q",), rank_priority=2)
    few = SetupRules(cards_per_player=9)
    plain = {"deck": NO_QUEENS, "setup": few, "card_scoring": ()}
    assert ("deck.unknown-rank", "$.hand_evaluation.patterns[0].required_ranks[0]") in found(
        compared(queen, ANY, **plain)
    )
    tricks = TrickPhase(
        breaking_suit="hearts", breaking_rule="cannot_lead_until_broken", broken_by=(CardCondition(suit="spades"),)
    )
    turns = TurnStructure(order="sequence", phases=(tricks,))
    assert ("deck.unknown-suit", "$.turn_structure.phases[0].breaking_suit") in found(
        trick_genome(turn_structure=turns, **plain)
    )
    values = tuple(CardValue(rank=rank, value=1) for rank in (*DeckSpec().ranks, "Z"))
    worth = HandEvaluation(method="point_total", card_values=values)
    points = (ScoringRule(points="value(captured)"),)
    assert ("deck.unknown-rank", "$.hand_evaluation.card_values[13].rank") in found(
        trick_genome(hand_evaluation=worth, scoring_rules=points)
    )


def test_a_blind_of_a_seat_that_there_is_not_is_refused() -> None:
    betting = BettingPhase(blinds=(1, 2, 3, 4), showdown_method="fold_only")
    turns = TurnStructure(order="sequence", phases=(betting, *choice_genome().turn_structure.phases))
    genome = choice_genome(turn_structure=turns, setup=CHIPS)
    assert ("field.no-effect", "$.turn_structure.phases[0].blinds[3]") in found(genome)
