"""How matches end, and what of it is seen."""

from __future__ import annotations

from deckwright.engine import Game, State
from deckwright.games.war import create_war_genome
from deckwright.genome.phases.auction import AuctionPhase, Call
from deckwright.genome.schema import (
    BettingPhase,
    ChoicePhase,
    GameGenome,
    GameRules,
    Offer,
    Pick,
    ScoringRule,
    SetupRules,
    ShowdownMethod,
    Strain,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.measure import simulate

from .conftest import play_out, walk

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
CAPTURED = Zone(name="captured", role="captured", owner="seat")
DISCARD = Zone(name="discard", role="discard")
SHED = ChoicePhase(offers=(Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),)),))


def shedding(**changes: object) -> Game:
    """Three seats who discard; a hand is over when seat 1 has done so once."""
    genome = GameGenome(
        genome_id="shedding",
        player_count=3,
        zones=(HAND, STOCK, DISCARD),
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(phases=(SHED,), until="size(hand[1]) == 4"),
        scoring_rules=(ScoringRule(points="7"),),
        win_conditions=(WinCondition(type="high_score", threshold=1, trigger_mode=TriggerMode.THRESHOLD_GATE),),
    )
    return Game(genome.copy_with(**changes))


def tricks(**changes: object) -> Game:
    """Four seats, thirteen cards each."""
    genome = GameGenome(
        genome_id="tricks",
        player_count=4,
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(),)),
        win_conditions=(WinCondition(type="most_captured"),),
    )
    return Game(genome.copy_with(**changes))


def test_of_level_seats_the_first_from_the_one_to_act_wins() -> None:
    game = shedding(game_rules=GameRules(tie_breaker=TieBreaker.ACTIVE_PLAYER))
    result = play_out(game, seed=1).result
    assert result is not None
    assert result.scores == (7, 7, 7)
    assert result.winner == 1  # the last to act, though scoring went on to seat 2


def test_a_game_for_one_that_falls_short_is_lost_whatever_its_points_are_worth() -> None:
    alone = shedding(
        player_count=1,
        utility="score",
        max_hands=1,
        turn_structure=TurnStructure(phases=(SHED,), until="size(hand) == 0"),
        win_conditions=(WinCondition(type="high_score", threshold=100),),
    )
    result = play_out(alone, seed=1).result
    assert result is not None
    assert result.returns == (7.0,)
    assert (result.is_loss, result.is_draw) == (True, False)
    stats = simulate(alone, games=3)
    assert (stats.losses, stats.draws) == (3, 0)


def alone_with(points: str, win: WinCondition, **changes: object) -> tuple[bool, bool]:
    """Whether a game for one in which so many points are made a hand, two hands at most, is won; whether it is lost."""
    game = shedding(
        player_count=1,
        max_hands=2,
        turn_structure=TurnStructure(phases=(SHED,), until="size(hand) == 0"),
        scoring_rules=(ScoringRule(points=points),),
        win_conditions=(win,),
        **changes,
    )
    result = play_out(game, seed=1).result
    assert result is not None
    return result.winner == 0, result.is_loss


WON, LOST, LEVEL = (True, False), (False, True), (False, False)


def test_alone_the_lowest_score_wins_by_staying_below_the_threshold_whatever_ends_the_game() -> None:
    low = WinCondition(type="low_score", threshold=10, trigger_mode=TriggerMode.THRESHOLD_GATE)
    assert alone_with("4", low) == WON  # after the last hand
    assert alone_with("12", low) == LOST  # as soon as it is reached
    assert alone_with("5", low) == LOST
    at_once = WinCondition(type="low_score", threshold=10)
    assert [alone_with(points, at_once) for points in ("4", "12")] == [WON, LOST]


def test_alone_and_without_a_threshold_any_gain_wins_whatever_ends_the_game() -> None:
    def after_hands(kind: str) -> WinCondition:
        return WinCondition(type=kind, threshold=2, trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played")

    for kind, gain, loss in (("low_score", "-1", "1"), ("high_score", "1", "-1")):
        for win in (WinCondition(type=kind), after_hands(kind)):
            assert [alone_with(points, win) for points in (gain, "players - 1", loss)] == [WON, LEVEL, LOST]


def unsettled(**changes: object) -> Game:
    """Three seats who bet and never compare hands; what they have won is their score."""
    genome = GameGenome(
        genome_id="unsettled",
        player_count=3,
        zones=(HAND, STOCK),
        setup=SetupRules(cards_per_player=1, starting_chips=10),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(BettingPhase(ante=1, min_bet=2, max_raises=1, showdown_method=ShowdownMethod.FOLD_ONLY),),
        ),
        scoring_rules=(ScoringRule(points="chips - 10 - score"),),
        win_conditions=(WinCondition(type="high_score"),),
        game_rules=GameRules(tie_breaker=TieBreaker.ACTIVE_PLAYER),
    )
    return Game(genome.copy_with(**changes))


def test_a_pot_that_nobody_won_is_split_before_the_last_hand_is_scored() -> None:
    state = unsettled(max_hands=1).deal(seed=1)
    first = state.seat
    assert first is not None
    for action in ("raise", "call", "fold"):
        state = state.apply(action)
    second, folded = (first + 1) % 3, (first + 2) % 3
    kinds = [event.kind for event in state.events(None)]
    paid = [event for event in state.events(None) if event.kind == "paid"][-2:]
    assert {event.detail["seat"]: event.detail["chips"] for event in paid} == {first: 4, second: 3}  # odd one left
    assert len(kinds) - 1 - kinds[::-1].index("paid") < kinds.index("hand over") < kinds.index("match over")
    assert state.result is not None
    assert [state.result.scores[seat] for seat in (first, second, folded)] == [1, 0, -1]
    assert state.result.winner == first


def test_a_pot_that_nobody_won_waits_for_the_next_hand() -> None:
    state = unsettled(max_hands=2).deal(seed=1)
    for _ in range(3):
        state = state.apply("check")
    assert state.view(None).facts["pot"] == 6  # three antes left, three new


def test_most_captured_counts_only_seats_with_the_required_hand() -> None:
    win = WinCondition(type="most_captured", threshold=5, required_hand_size=3)
    last = play_out(tricks(win_conditions=(win,)), seed=1)
    assert last.result is not None
    assert len(last.view(last.result.winner).hand) == 3


def test_every_match_ends_with_its_event(any_game: Game) -> None:
    assert [event.kind for event in play_out(any_game, seed=3).events(None)].count("match over") == 1


def test_the_first_of_a_side_to_name_a_strain_declares_it_with_three_teams() -> None:
    call = Call(name="{level} {strain}", levels=(1, 3, 1), strains=("plain", "trumps"), order="2 * level + index")
    auction = AuctionPhase(calls=(call,), ends="silence", pass_is_final=False, declarer="first_of_side")
    game = tricks(
        player_count=6,
        team_mode=True,
        teams=((0, 3), (1, 4), (2, 5)),
        setup=SetupRules(cards_per_player=8),
        strains=(Strain(name="plain"), Strain(name="trumps", called="suit(c) == 'spades'")),
        turn_structure=TurnStructure(order="sequence", phases=(auction, TrickPhase(leader="declarer"))),
    )

    def declarer(*calls: str) -> object:
        state = game.deal(seed=1)
        for text in (*calls, *["pass"] * 5):
            state = state.apply(text)
        return state.view(None).facts["declarer"]

    assert declarer("call 1 plain", "pass", "call 2 plain") == 2  # seat 0 is of another side
    assert declarer("call 1 plain", "pass", "call 2 plain", "call 3 plain") == 0


def test_the_order_in_which_cards_are_taken_does_not_tell_hidden_ones() -> None:
    """Cards buried in a war go to a face-down pile: they must not lie between the known ones by rank and suit."""
    war = create_war_genome(bury=1)
    phase = war.turn_structure.phases[0].copy_with(to="captured")
    pile = Zone(name="captured", role="captured", owner="seat", seen_by="none")
    game = Game(
        war.copy_with(
            zones=(*war.zones, pile),
            turn_structure=war.turn_structure.copy_with(phases=(phase,)),
            win_conditions=(WinCondition(type="most_captured"),),
        )
    )
    taken = [cards for seed in range(20) for state in walk(game, seed=seed) if len(cards := captured(state)) > 2]
    assert taken
    for cards in taken:
        hidden = cards.count(None)
        assert hidden
        assert cards[:hidden] == [None] * hidden


def captured(state: State) -> list[object]:
    """Cards as a spectator saw them taken."""
    moves = (event for event in state.events(None) if event.kind == "moved")
    return [move.detail["card"] for move in moves if "captured" in str(move.detail["to"])]
