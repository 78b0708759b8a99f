"""Which hand to show: several are played, always the same ones, and the one that shows most in least is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckwright.engine.action import Action
from deckwright.engine.example.bidding import careful_call, is_rising_auction
from deckwright.engine.example.claiming import claims_of, plain_move
from deckwright.engine.game import Game
from deckwright.engine.state import State

TRUTHFUL = "truthful"
"""Who plays where cards are claimed."""
MOST_DEALS = 12
MOST_DECISIONS = 120
"""A hand that takes longer is told only if there is no shorter one."""
LONGEST = 4000
EFFORT = 250_000
"""Roughly how many actions may be tried in playouts."""


@dataclass(frozen=True)
class Hand:
    """A finished hand: its states, from the deal to the end."""

    states: tuple[State, ...]
    seed: int
    agent: str

    @property
    def last(self) -> State:
        """Where it ended."""
        return self.states[-1]

    def by_rules(self, number: int) -> State:
        """Where the same hand ends by the first so many scoring rules alone.

        The others count for nothing rather than being left out: what only they look at may have no effect without them.
        """
        genome, deal = self.last.game.genome, self.states[0].deal
        if deal is None:
            raise ValueError("a hand that was never dealt cannot be reckoned up")
        rules = genome.scoring_rules
        idle = [rule.copy_with(points=f"(players - players) * ({rule.points})") for rule in rules[number:]]
        return Game(genome.copy_with(scoring_rules=(*rules[:number], *idle))).replay(deal, self.last.history)

    @property
    def merit(self) -> float:
        """How much it shows: different actions, points of several kinds, and no more actions than it takes."""
        actions = self.last.history
        kinds = {(action.slot, action.text.split()[0]) for action in actions}
        points = self.last.team_scores or self.last.scores
        return 4 * len(kinds) + 2 * len(set(points) - {0}) - len(actions) / 8 + 12 * self._is_contract_made

    @property
    def _is_contract_made(self) -> bool:
        """Whether somebody bid for a contract and scored by it: what a reader should take for usual."""
        game, view = self.last.game, self.last.view(None)
        declarer = view.facts.get("declarer")
        if not isinstance(declarer, int):
            return False
        return (view.team_scores[game.player_to_team[declarer]] if game.teams else view.scores[declarer]) > 0


def choose_hand(game: Game) -> Hand | None:
    """The hand to show; None if none was finished in time."""
    one_hand = Game(game.genome.copy_with(max_hands=1), id=game.id)
    quick = [hand for hand in (play_hand(one_hand, seed, "random", LONGEST) for seed in range(6)) if hand]
    if not quick:
        return None
    if game.seats == 1:  # there is nobody to think ahead of, and unseen cards are slow to imagine
        return max(quick, key=lambda hand: hand.merit)
    if claims_of(game.genome):
        told = [hand for hand in (play_hand(one_hand, seed, TRUTHFUL, LONGEST) for seed in range(MOST_DEALS)) if hand]
        return max(told, key=lambda hand: hand.merit) if told else min(quick, key=lambda hand: len(hand.states))
    usual = sum(len(hand.states) for hand in quick) // len(quick)
    moves = sum(len(state.actions()) for state in quick[0].states[:MOST_DECISIONS])
    cost = max(1, moves * usual)  # a playout for each move, all through a hand
    playouts = max(2, min(100, EFFORT // (cost * 6)))
    deals = max(2, min(MOST_DEALS, EFFORT // (cost * playouts)))
    found = [hand for hand in (play_hand(one_hand, seed, f"flat:{playouts}") for seed in range(deals)) if hand]
    return max(found, key=lambda hand: hand.merit) if found else min(quick, key=lambda hand: len(hand.states))


def play_hand(game: Game, seed: int, agent: str, longest: int = MOST_DECISIONS) -> Hand | None:
    """A hand of this deal; None if it was not finished in time."""
    states = tuple(_states(game.deal(seed=seed), agent, longest))
    return Hand(states, seed, agent) if states[-1].seat is None else None


def _states(state: State, agent: str, longest: int) -> Iterator[State]:
    yield state
    for number in range(longest):
        if state.seat is None:
            return
        state = state.apply(_chosen(state, agent, number))
        yield state


def _chosen(state: State, agent: str, number: int) -> Action:
    if agent == TRUTHFUL:
        return plain_move(state, seed=number) or state.consult("random", seed=number)
    if agent != "random" and is_rising_auction(state):
        return careful_call(state, seed=number)
    return state.consult(agent, seed=number)
