"""Draw Poker step by step against PokerKit: same legal bets and amounts, same chips after every hand.

PokerKit plays one hand; our match plays many, so that stacks differ and side pots arise: each hand is set up there with
the chips that the seats have here. Its seats count from the dealer's left.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pokerkit
import pytest

from deckwright.engine import Action, Game, State, load
from deckwright.games.draw_poker import create_draw_poker_genome
from deckwright.genome.schema import DeckSpec

ANTE, BET, RAISES = 1, 2, 4
POLICIES = {"uniform": (1, 1, 1), "loose": (0.3, 4, 1), "bold": (0.3, 2, 3)}
"""How often to fold, to check or call, and to bet or raise, where each is legal."""


class Played(NamedTuple):
    """How many pots a hand had, and whether one of them was shared with an odd chip."""

    pots: int
    odd_chip: bool


def their_hand(stacks: list[int], *, bet: int, limit: str):
    """A hand of five-card draw in PokerKit."""
    a = pokerkit.Automation
    bets = pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, bet, RAISES)
    draw = pokerkit.Street(False, (), 0, True, pokerkit.Opening.POSITION, 2 * bet, RAISES)
    structures = pokerkit.BettingStructure
    return pokerkit.State(
        (
            a.ANTE_POSTING,
            a.BET_COLLECTION,
            a.BLIND_OR_STRADDLE_POSTING,
            a.HOLE_CARDS_SHOWING_OR_MUCKING,
            a.HAND_KILLING,
            a.CHIPS_PUSHING,
            a.CHIPS_PULLING,
        ),
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        (bets, draw),
        {"fixed": structures.FIXED_LIMIT, "pot": structures.POT_LIMIT, "none": structures.NO_LIMIT}[limit],
        True,
        ANTE,
        0,
        0,
        tuple(stacks),
        len(stacks),
    )


def their_cards(cards) -> str:
    return "".join(card.replace("10", "T")[:-1] + card[-1].lower() for card in cards)


def check_bets(state: State, theirs, *, limit: str) -> dict[str, int]:
    """Both offer the same; the raises of ours and what they raise to."""
    view = state.view(None)
    assert state.seat is not None
    to_call, chips = view.facts["to_call"], view.players[state.seat].chips
    assert isinstance(to_call, int)
    assert isinstance(chips, int)
    texts = [action.text for action in state.actions()]
    assert ("fold" in texts) == theirs.can_fold()
    assert ("call" in texts) == (theirs.checking_or_calling_amount > 0)
    assert ("check" in texts) == (theirs.checking_or_calling_amount == 0)
    assert min(to_call, chips) == theirs.checking_or_calling_amount
    raises = {text: raised_to(state, text) for text in texts if text.startswith("raise")}
    low, high = (
        theirs.min_completion_betting_or_raising_to_amount,
        theirs.max_completion_betting_or_raising_to_amount,
    )
    assert bool(raises) == (low is not None)
    for amount in raises.values():
        assert low <= amount <= high
    if raises and limit != "fixed":
        assert high in raises.values()
    return raises


def raised_to(state: State, text: str) -> int:
    """What the seat has in front of it after a raise."""
    assert state.seat is not None
    bet = state.apply(text).view(None).players[state.seat].bet
    assert isinstance(bet, int)
    return bet


def play_hand(
    state: State, random: Random, weights: tuple[float, float, float], *, bet: int = BET, limit: str = "fixed"
) -> tuple[State, Played]:
    """One hand on both sides; the state after it, and what it had."""
    seats = seats_in_turn(state)
    start = state.game.genome.setup.starting_chips
    stacks = [start + state.scores[seat] for seat in seats]
    theirs = their_hand(stacks, bet=bet, limit=limit)
    for index, seat in enumerate(seats):
        theirs.deal_hole(their_cards(state.view(seat).hand), index)
    number, pots, pending = state.hands, 0, {}
    while theirs.status:
        if theirs.actor_index is not None:
            assert state.hands == number
            assert state.seat == seats[theirs.actor_index]
            raises = check_bets(state, theirs, limit=limit)
            action = choose_bet(state, random, weights)
            if action.text in raises:
                theirs.complete_bet_or_raise_to(raises[action.text])
            elif action.text == "fold":
                theirs.fold()
            else:
                theirs.check_or_call()
            pots = max(pots, len(tuple(theirs.pots)))
            state = state.apply(action)
        elif theirs.stand_patter_or_discarder_index is not None:
            index = theirs.stand_patter_or_discarder_index
            assert state.seat == seats[index]
            state, thrown, drawn = exchange(state, random)
            theirs.stand_pat_or_discard(their_cards(thrown))
            pending[index] = drawn
        else:
            index = theirs.hole_dealee_index
            cards = pending.pop(index)
            theirs.deal_hole(their_cards(cards), index)
    assert state.hands == number + 1
    assert [start + state.scores[seat] for seat in seats] == list(theirs.stacks)
    pushed = [operation.amounts for operation in theirs.operations if isinstance(operation, pokerkit.ChipsPushing)]
    return state, Played(pots, any(len(set(filter(None, amounts))) > 1 for amounts in pushed))


def seats_in_turn(state: State) -> list[int]:
    """Who plays, from the dealer's left."""
    view = state.view(None)
    dealer = view.facts["dealer"]
    assert isinstance(dealer, int)
    seats = [(dealer + step) % len(view.players) for step in range(1, len(view.players) + 1)]
    return [seat for seat in seats if not view.players[seat].is_out]


def choose_bet(state: State, random: Random, weights: tuple[float, float, float]) -> Action:
    actions = state.actions()
    bias = {"fold": weights[0], "check": weights[1], "call": weights[1]}
    return random.choices(actions, weights=[bias.get(action.text, weights[2]) for action in actions])[0]


def exchange(state: State, random: Random) -> tuple[State, list[str], list[str]]:
    """A seat throws some cards: the state after it, what it threw, what it got."""
    seat, number, thrown = state.seat, state.hands, []
    drew = f"hand[{seat}]"
    while True:
        action = random.choice(state.actions())
        if action.text != "done":
            thrown.append(action.text.split()[-1])
        after = state.apply(action)
        if action.text == "done" or not after.view(seat).draft:
            break
        state = after
    drawn = []
    for event in after.events(seat):
        if event.kind == "moved" and event.detail["from"] == "stock" and event.detail["to"] == drew:
            drawn.append(str(event.detail["card"]))
    drawn = drawn[: len(thrown)]  # the next hand may have been dealt already
    assert number <= after.hands
    return after, thrown, drawn


def play_matches(game: Game, policy: str, matches: int, *, bet: int = BET, limit: str = "fixed") -> list[Played]:
    """So many matches on both sides."""
    random = Random(f"{game.seats} {policy} {limit}")
    played = []
    for match in range(matches):
        state = game.deal(seed=match)
        while not state.is_over:
            state, hand = play_hand(state, random, POLICIES[policy], bet=bet, limit=limit)
            played.append(hand)
    return played


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("players", "chips", "matches"), [(2, 12, 20), (3, 20, 12), (4, 15, 12), (6, 12, 12)])
def test_fixed_limit_matches_agree_hand_by_hand(players: int, chips: int, matches: int, policy: str) -> None:
    game = load("draw-poker", players=players, chips=chips, hands=15, ante=ANTE, bet=BET, raises=RAISES)
    played = play_matches(game, policy, matches)
    assert len(played) >= 2 * matches
    assert max(hand.pots for hand in played) >= min(players - 1, 2)


@pytest.mark.parametrize("limit", ["pot", "none"])
def test_big_bets_agree_hand_by_hand(limit: str) -> None:
    game = load("draw-poker", players=4, chips=60, hands=15, ante=ANTE, bet=BET, raises=RAISES, limit=limit)
    assert len(play_matches(game, "loose", 40, limit=limit)) > 40


def test_shared_pots_agree_to_the_odd_chip() -> None:
    """With five ranks, and no ace below the ten, hands are often level."""
    genome = create_draw_poker_genome(players=3, chips=40, hands=15, ante=ANTE, bet=1, raises=RAISES, exchange=1)
    assert genome.hand_evaluation is not None
    patterns = tuple(pattern.copy_with(sequence_wrap=False) for pattern in genome.hand_evaluation.patterns)
    deck = DeckSpec(ranks=("10", "J", "Q", "K", "A"))
    game = load(genome.copy_with(deck=deck, hand_evaluation=genome.hand_evaluation.copy_with(patterns=patterns)))
    played = play_matches(game, "loose", 30, bet=1)
    assert sum(hand.odd_chip for hand in played) >= 1
