"""Teams at play: two scores, who wins, ties, and sides of any size and number."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.agents import AgentContext, context_of
from deckwright.engine import Game, GameResult, State, load
from deckwright.games import catalogue
from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    ChoicePhase,
    DeckSpec,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Offer,
    Pick,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.measure import AggregatedStats, SimulationRequest, simulate

from .conftest import play_out, walk

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
DISCARD = Zone(name="discard", role="discard")
CAPTURED = Zone(name="captured", role="captured", owner="seat")
PAIRS = ((0, 2), (1, 3))
THREE_PAIRS = ((0, 3), (1, 4), (2, 5))
HEARTS_TAKEN = CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.TRICK_WIN)


def tricks(**changes: Any) -> Game:
    """Tricks without suits to follow, a point for each heart taken."""
    fields: dict[str, Any] = {
        "genome_id": "tricks",
        "player_count": 4,
        "team_mode": True,
        "teams": PAIRS,
        "zones": (HAND, STOCK, CAPTURED),
        "setup": SetupRules(cards_per_player=8),
        "turn_structure": TurnStructure(order="sequence", phases=(TrickPhase(),)),
        "card_scoring": (HEARTS_TAKEN,),
        "win_conditions": (WinCondition(type="high_score"),),
        "game_rules": GameRules(tie_breaker=TieBreaker.SPLIT),
    }
    return load(GameGenome(**{**fields, **changes}))


def shedding(**changes: Any) -> Game:
    """One card is thrown at a time."""
    throw = Offer(name="throw", picks=(Pick(name="c", source="hand", to="discard"),))
    return tricks(
        zones=(HAND, STOCK, DISCARD),
        card_scoring=(),
        setup=SetupRules(cards_per_player=3),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(throw,)),)),
        win_conditions=(WinCondition(type="empty_hand"),),
        **changes,
    )


def ended(game: Game, *, seed: int) -> GameResult:
    result = play_out(game, seed=seed).result
    assert result is not None
    return result


def members_sum(game: Game, scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(scores[seat] for seat in team) for team in game.teams)


def scripted(game: Game, deck: str, moves: str) -> State:
    """The state after some cards were played, from a deck given from its top."""
    state = game.deal(deck=deck.split(), seed=1)
    for card in moves.split():
        state = state.apply(f"play {card}")
    return state


def test_dual_score_tracking() -> None:
    game = tricks()
    for state in walk(game, seed=3):
        assert state.team_scores == members_sum(game, state.scores)
    assert sum(state.scores) > 0
    assert sum(score > 0 for score in state.scores) > 1


def test_points_given_to_a_team_go_to_no_seat() -> None:
    both = (ScoringRule(to="team(0)", points="7"), ScoringRule(to="1", points="5"))
    result = ended(tricks(card_scoring=(), scoring_rules=both), seed=1)
    assert result.scores == (0, 5, 0, 0)
    assert result.team_scores == (7, 5)


@pytest.mark.parametrize("teams", [PAIRS, ((0, 1, 2), (3,)), ((0,), (1, 2), (3,))])
def test_team_win_high_score(teams: tuple[tuple[int, ...], ...]) -> None:
    game = tricks(teams=teams)
    against_the_best_seat = 0
    for seed in range(300):
        result = ended(game, seed=seed)
        sums = members_sum(game, result.scores)
        assert result.team_scores == sums
        assert result.winning_teams == tuple(team for team, points in enumerate(sums) if points == max(sums))
        assert result.winners == tuple(sorted(seat for team in result.winning_teams for seat in game.teams[team]))
        best = max(range(4), key=lambda seat: result.scores[seat])
        against_the_best_seat += game.player_to_team[best] not in result.winning_teams
    assert against_the_best_seat or teams[0] == (0, 1, 2)  # the best seat's side lost, which three hardly do to one


def test_team_win_low_score() -> None:
    game = tricks(win_conditions=(WinCondition(type="low_score"),))
    for seed in range(10):
        result = ended(game, seed=seed)
        assert {result.team_scores[team] for team in result.winning_teams} == {min(result.team_scores)}


def test_team_win_first_to_score() -> None:
    game = tricks(win_conditions=(WinCondition(type="first_to_score", threshold=5),))
    together = 0
    for seed in range(30):
        *before, last = walk(game, seed=seed)
        assert all(max(state.team_scores) < 5 for state in before)
        if max(last.team_scores) < 5:
            continue  # the cards ran out first
        assert last.result is not None
        assert last.team_scores[last.result.winning_team] >= 5
        together += max(last.scores) < 5
    assert together  # reached by partners of whom neither did alone


def test_team_win_first_to_score_is_looked_at_hand_by_hand_where_the_rules_say_so() -> None:
    gate = WinCondition(type="high_score", threshold=9, trigger_mode=TriggerMode.THRESHOLD_GATE)
    game = tricks(win_conditions=(gate,), max_hands=20)
    for seed in range(10):
        hands: dict[int, tuple[int, ...]] = {}
        for state in walk(game, seed=seed, most=2000):
            hands[state.hands] = hands.get(state.hands, state.team_scores)
        *before, (_, scores) = sorted(hands.items())
        assert all(max(earlier) < 9 for _, earlier in before)
        assert max(scores) >= 9


def test_team_win_empty_hand() -> None:
    for teams in (PAIRS, ((0, 1, 2), (3,)), ((2, 3), (0, 1))):
        game = shedding(teams=teams)
        last = play_out(game, seed=5)
        assert last.result is not None
        assert [len(last.view(seat).hand) for seat in range(4)] == [0, 1, 1, 1]  # its third card, before the others'
        assert last.result.winning_team == game.player_to_team[0]


def test_team_win_capture_all() -> None:
    """Each partner takes one of the two tricks: neither captures everything, together they do."""
    eight = DeckSpec(suits=("spades",), ranks=("2", "3", "4", "5", "6", "7", "8", "9"))
    capture = WinCondition(type="capture_all")
    game = tricks(deck=eight, setup=SetupRules(cards_per_player=2), card_scoring=(), win_conditions=(capture,))
    deal = "2S 3S 8S 4S 9S 5S 6S 7S"  # one at a time from seat 0: 2 9, 3 5, 8 6, 4 7
    shared = scripted(game, deal, "2S 3S 8S 4S 6S 7S 9S 5S")
    assert shared.result is not None
    assert [len(cards) for cards in captured(shared)] == [4, 0, 4, 0]
    assert (shared.result.winner, shared.result.winning_team) == (-1, 0)
    apart = scripted(game, deal, "2S 5S 6S 7S 4S 9S 3S 8S")  # one trick a side
    assert [len(cards) for cards in captured(apart)] == [4, 0, 0, 4]
    assert apart.result is not None
    assert apart.result.is_draw


def test_team_win_best_hand() -> None:
    """The best hand of any member counts, whatever its partners hold."""
    pair = HandPattern(name="pair", rank_priority=20, required_count=2, same_rank_groups=(2,))
    high = HandPattern(name="high card", rank_priority=10, required_count=2)
    throw = Offer(name="throw", picks=(Pick(name="c", source="hand", to="discard"),))
    game = tricks(
        zones=(HAND, STOCK, DISCARD),
        card_scoring=(),
        setup=SetupRules(cards_per_player=3),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(throw,)),), until="turn_number >= 4"),
        hand_evaluation=HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=(pair, high)),
        win_conditions=(WinCondition(type="best_hand", required_hand_size=2),),
    )
    against_the_rest = 0
    for seed in range(20):
        last = play_out(game, seed=seed)
        assert last.result is not None
        held = [strength(last.view(seat).hand) for seat in range(4)]
        best = max(held)
        assert set(last.result.winning_teams) == {game.player_to_team[seat] for seat in range(4) if held[seat] == best}
        [winner, *_] = last.result.winning_teams
        against_the_rest += max(held[seat] for seat in game.teams[1 - winner]) > min(
            held[seat] for seat in game.teams[winner]
        )
    assert against_the_rest  # a partner's poor hand did not matter


def test_individual_mode_unchanged() -> None:
    """The same cards and moves without teams: seats score and win alone."""
    alone, together = tricks(team_mode=False, teams=()), tricks()
    for seed in range(5):
        single, paired = play_out(alone, seed=seed), play_out(together, seed=seed)
        assert [action.text for action in single.history] == [action.text for action in paired.history]
        assert single.scores == paired.scores
        assert single.team_scores == ()
        assert single.result is not None
        assert single.result.winning_team == -1
        assert single.result.winners == tuple(
            seat for seat, points in enumerate(single.scores) if points == max(single.scores)
        )
    assert [entry.id for entry in catalogue().values() if not entry.default_genome.team_mode] != []


def test_winner_field_semantics() -> None:
    """A seat wins alone, a team in team mode, nobody when level."""
    winners = {(result.winner, result.winning_team) for result in (ended(tricks(), seed=s) for s in range(20))}
    assert winners <= {(-1, 0), (-1, 1), (-1, -1)}
    assert {(-1, 0), (-1, 1)} <= winners
    alone = [ended(tricks(team_mode=False, teams=()), seed=seed) for seed in range(20)]
    assert all(result.winning_team == -1 for result in alone)
    assert any(result.winner >= 0 for result in alone)


def test_team_ties() -> None:
    """Level teams are a draw where ties are shared; another tie-breaker names one of them."""
    level = (ScoringRule(to="team(0)", points="7"), ScoringRule(to="team(1)", points="7"))
    draw = ended(tricks(card_scoring=(), scoring_rules=level), seed=1)
    assert (draw.winner, draw.winning_team, draw.winning_teams, draw.is_draw) == (-1, -1, (0, 1), True)
    assert draw.returns == (0.0, 0.0, 0.0, 0.0)
    race = (WinCondition(type="high_score", threshold=7, trigger_mode=TriggerMode.THRESHOLD_GATE),)
    for breaker, winners in ((TieBreaker.SPLIT, (0, 1)), (TieBreaker.ACTIVE_PLAYER, (0,))):
        rules = GameRules(tie_breaker=breaker)
        together = {"card_scoring": (), "scoring_rules": level, "win_conditions": race, "game_rules": rules}
        assert ended(tricks(**together), seed=3).winning_teams == winners
    assert simulate(tricks(card_scoring=(), scoring_rules=level), games=20).draws == 20


def test_unequal_team_sizes() -> None:
    """Three against one: the three add up, and share what a win is worth."""
    game = tricks(teams=((0, 1, 2), (3,)))
    stats = simulate(game, games=300, seed=1)
    assert stats.team_wins[0] > 5 * stats.team_wins[1] > 0
    assert sum(stats.team_wins) + stats.draws == 300
    for seed in range(20):
        result = ended(game, seed=seed)
        if result.winning_team == 0:
            assert result.winners == (0, 1, 2)
            assert result.returns == pytest.approx((1 / 3, 1 / 3, 1 / 3, -1))
            break
    else:
        raise AssertionError("the three never won")


def test_three_teams_of_two() -> None:
    game = tricks(player_count=6, teams=THREE_PAIRS, setup=SetupRules(cards_per_player=8))
    stats = simulate(game, games=300, seed=1)
    assert len(stats.team_wins) == 3
    assert min(stats.team_wins) > 40
    result = next(result for seed in range(20) if (result := ended(game, seed=seed)).winning_team == 2)
    assert result.winners == (2, 5)
    assert len(result.team_scores) == 3
    assert result.returns == pytest.approx((-0.25, -0.25, 0.5, -0.25, -0.25, 0.5))


def test_partnership_spades_simulation() -> None:
    """Whole games: the first side to 500 wins, both partners with it."""
    game = load("partnership-spades")
    assert game.teams == PAIRS
    stats = simulate(game, games=20, seed=1)
    assert stats.wins == (0, 0, 0, 0)
    assert sum(stats.team_wins) + stats.draws == 20
    one_hand = load("partnership-spades", hands=1)
    result = ended(one_hand, seed=1)
    assert len(result.team_scores) == 2
    assert result.team_scores[result.winning_team] == max(result.team_scores)
    assert result.winners == PAIRS[result.winning_team]


def test_teams_round_trip_as_plain_data() -> None:
    """The seed's tables of a request, a result and statistics, as JSON of the same names."""
    game = tricks(teams=((0, 1, 2), (3,)))
    request = SimulationRequest.of(game, num_games=5)
    again = SimulationRequest.from_dict(request.to_dict())
    assert [team.player_indices for team in again.teams] == [(0, 1, 2), (3,)]
    assert again.team_mode
    assert again.game().teams == game.teams
    assert GameGenome.from_dict(game.genome.to_dict()).teams == game.teams
    result = ended(game, seed=1)
    assert GameResult.from_dict(result.to_dict()) == result
    stats = simulate(game, games=5)
    assert AggregatedStats.from_dict(stats.to_dict()).team_wins == stats.team_wins


def test_an_agent_knows_its_team_and_partners_and_not_their_cards() -> None:
    game = tricks(teams=((0, 1, 2), (3,)))
    assert context_of(game, 1) == AgentContext(seat=1, team=0, partners=(0, 2))
    assert context_of(game, 3) == AgentContext(seat=3, team=1, partners=())
    information = game.deal(seed=1).information(0)
    seen = {player.seat: player.team for player in information.view.players}
    assert seen == {0: 0, 1: 0, 2: 0, 3: 1}
    others = [zone for zone in information.view.zones if zone.role == "hand" and zone.index != 0]
    assert len(others) == 3
    assert all(card is None for zone in others for card in zone.cards)


def captured(state: State) -> list[tuple[object, ...]]:
    """What each seat has taken."""
    zones = [zone for zone in state.view(None).zones if zone.role == "captured"]
    return [tuple(zone.cards) for zone in sorted(zones, key=lambda zone: zone.index or 0)]


def strength(hand: tuple[str | None, ...]) -> tuple[bool, list[int]]:
    """Pairs before others, then ranks from the highest."""
    ranks = sorted(("23456789TJQKA".index(str(card)[0].replace("1", "T")) for card in hand), reverse=True)
    return len(set(ranks)) == 1, ranks
