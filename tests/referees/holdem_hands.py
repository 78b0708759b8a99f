"""Hold'em hands step by step against PokerKit: same options at the same sizes, same pots, same payoffs.

PokerKit's seats count from the dealer's left. It departs from the rules in two places; both are looked for and counted.
An all-in below the smallest bet (or, before the flop, raise) counts there as a full one, so that whoever has acted may
raise again; the rules (and we) let them call or fold. And where all but one have folded after the flop, it takes no
rake of what lies in front of the players on that street; we take it of all that was called, which is worked out here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pokerkit

from deckwright.engine import Game, State, load

POLICIES = ((1, 1, 1), (0.3, 4, 1), (0.2, 2, 3), (0.6, 3, 0.5))
"""How often to fold, to check or call, and to bet or raise."""
STREETS = ("preflop", "flop", "turn", "river")


@dataclass
class Told:
    """What a hand had in it."""

    steps: int = 0
    pots: int = 1
    shared: bool = False
    departures: int = 0
    raked: int = 0
    unraked: bool = False
    """Their rake left out what was called on the last street."""


@dataclass(frozen=True)
class Setting:
    """A table: stacks in chips, and everything else in chips too."""

    stacks: tuple[int, ...]
    small: int
    big: int
    ante: int
    dealer: int
    sizes: str
    rake: int = 0
    """Per cent of every pot after a flop, rounded down."""

    def load(self) -> Game:
        """The same in our words."""
        return load(
            "holdem",
            players=len(self.stacks),
            stacks=",".join(str(stack / self.big) for stack in self.stacks),
            small_blind=self.small,
            big_blind=self.big,
            ante=self.ante,
            dealer=self.dealer,
            sizes=self.sizes,
            **({"rake": str(self.rake)} if self.rake else {}),
        )


def any_setting(rng: Random) -> Setting:
    """A table at random: two to six seats, shallow and deep stacks mixed."""
    big = rng.choice((2, 4, 10))
    small, ante = big // 2, rng.choice((0, 0, 0, 1, 2))
    deep = rng.choice((3, 20, 100))
    stacks = tuple(rng.randint(big + ante, deep * big + ante) for _ in range(rng.randint(2, 6)))
    sizes = rng.choice(("0.5,1", "0.33,0.75,1.5", "0.25,2", "1/0.5,1/0.5,1/1", "-/0.1,1/-/0.7"))
    return Setting(stacks, small, big, ante, rng.randrange(len(stacks)), sizes)


def their_hand(setting: Setting, hands: list[str]) -> pokerkit.State:
    """A hand in PokerKit, with these cards, seats counted from the dealer's left."""
    a = pokerkit.Automation

    def rake(amount: int, state: pokerkit.State) -> tuple[int, int]:
        taken = amount * setting.rake // 100 if any(state.board_cards) else 0
        return taken, amount - taken

    count = len(setting.stacks)
    stacks = tuple(setting.stacks[(setting.dealer + 1 + place) % count] for place in range(count))
    theirs = pokerkit.NoLimitTexasHoldem.create_state(
        (
            a.ANTE_POSTING,
            a.BET_COLLECTION,
            a.BLIND_OR_STRADDLE_POSTING,
            a.HOLE_CARDS_SHOWING_OR_MUCKING,
            a.HAND_KILLING,
            a.CHIPS_PUSHING,
            a.CHIPS_PULLING,
        ),
        ante_trimming_status=False,
        raw_antes=setting.ante,
        raw_blinds_or_straddles=(setting.small, setting.big),
        min_bet=setting.big,
        raw_starting_stacks=stacks,
        player_count=count,
        rake=rake,
    )
    for place, cards in enumerate(hands):
        theirs.deal_hole(cards, place)
    return theirs


def their_cards(cards: list[str]) -> str:
    """Cards as PokerKit writes them."""
    return "".join(card.replace("10", "T")[:-1] + card[-1].lower() for card in cards)


def check_hand(case: int) -> Told:
    """Play one hand in both, comparing all that can be compared on the way."""
    rng = Random(f"holdem {case}")
    setting, policy = any_setting(rng), rng.choice(POLICIES)
    setting = replace(setting, rake=Random(f"rake {case}").choice((0, 0, 0, 3, 5, 10)))
    game = setting.load()
    count = game.seats
    deck = [str(card) for card in game.deck]
    rng.shuffle(deck)
    hands = [their_cards([deck[place], deck[count + place]]) for place in range(count)]
    board = deck[2 * count : 2 * count + 5]
    state, theirs, told = game.deal(deck=deck, seed=0), their_hand(setting, hands), Told()
    place_of = {seat: (seat - setting.dealer - 1) % count for seat in range(count)}
    while True:
        deal_board(theirs, board)
        if state.is_over:
            # They ask the big blind to check even if all others are all in: we do not ask.
            if theirs.actor_index is not None:
                assert theirs.checking_or_calling_amount == 0
                assert theirs.max_completion_betting_or_raising_to_amount is None
                theirs.check_or_call()
                deal_board(theirs, board)
            break
        assert state.seat is not None
        assert place_of[state.seat] == theirs.actor_index, "who is to act"
        check_chips(state, theirs, place_of, told)
        raises = check_options(state, theirs, setting, told)
        chosen = choose(state, raises, policy, rng)
        step(chosen, theirs, raises)
        state = state.apply(chosen)
        told.steps += 1
    assert theirs.status is False, "both are over"
    assert state.returns is not None
    payoffs = [theirs.payoffs[place_of[seat]] for seat in range(count)]
    if setting.rake and sum(theirs.statuses) == 1 and any(theirs.board_cards):
        won = won_by_folds(setting, payoffs)
        told.unraked = won != payoffs
        payoffs = won
    assert list(state.scores) == payoffs, f"payoffs, case {case}"
    assert [chips * setting.big for chips in state.returns] == payoffs
    told.shared = sum(chips > 0 for chips in payoffs) > 1
    told.raked = -sum(payoffs)
    return told


def won_by_folds(setting: Setting, payoffs: list[int]) -> list[int]:
    """Payoffs where one is left: the others lose what they paid; that and as much of the winner's own is raked."""
    lost = [max(0, -chips) for chips in payoffs]
    winner = payoffs.index(max(payoffs))
    called = sum(lost) + max(lost)
    return [sum(lost) - called * setting.rake // 100 if seat == winner else -one for seat, one in enumerate(lost)]


def deal_board(theirs: pokerkit.State, board: list[str]) -> None:
    """Cards of the board, as far as they are due."""
    while theirs.can_burn_card() or theirs.can_deal_board():
        if theirs.can_burn_card():
            theirs.burn_card("??")
        else:
            opened = sum(len(row) for row in theirs.board_cards)
            theirs.deal_board(their_cards(board[opened : 3 if opened == 0 else opened + 1]))


def check_chips(state: State, theirs: pokerkit.State, place_of: dict[int, int], told: Told) -> None:
    """Stacks, bets and pots are the same."""
    view = state.view(None)
    for player in view.players:
        place = place_of[player.seat]
        assert (player.chips, player.bet) == (theirs.stacks[place], theirs.bets[place])
        assert player.has_folded != theirs.statuses[place]
    assert view.facts["pot"] == theirs.total_pot_amount
    sides = [value for name, value in view.facts.items() if name.startswith("side_pot") and isinstance(value, int)]
    if not any(theirs.bets):
        assert [theirs.total_pot_amount - sum(sides), *sides] == list(theirs.pot_amounts)
        told.pots = max(told.pots, 1 + len(sides))


def check_options(state: State, theirs: pokerkit.State, setting: Setting, told: Told) -> dict[str, int]:
    """Both offer the same; what each of our raises raises to."""
    amounts = {(slot, value): chips for slot, value, chips in state.position.asked()["amounts"]}
    offered = {action.text: amounts.get((action.slot, action.value), 0) for action in state.actions()}
    assert ("fold" in offered) == theirs.can_fold()
    call = theirs.checking_or_calling_amount
    assert offered.get("call", 0) == call
    assert ("check" in offered) == (call == 0)
    raises = {text: chips for text, chips in offered.items() if text not in ("fold", "check", "call")}
    low, high = (
        theirs.min_completion_betting_or_raising_to_amount,
        theirs.max_completion_betting_or_raising_to_amount,
    )
    if not raises:
        if low is not None:
            assert 0 < call < setting.big, "they let it raise after an all-in that is less than a bet"
            told.departures += 1
        return raises
    assert low is not None
    assert high is not None
    assert raises == expected_raises(theirs, setting, low, high)
    return raises


def expected_raises(theirs: pokerkit.State, setting: Setting, low: int, high: int) -> dict[str, int]:
    """What we have to offer, worked out from PokerKit's chips."""
    assert theirs.actor_index is not None
    assert theirs.street_index is not None
    top = max(theirs.bets)
    streets = setting.sizes.split("/")
    sizes = streets[theirs.street_index % len(streets)]
    verb = "raise" if top else "bet"
    pot = theirs.total_pot_amount + top - theirs.bets[theirs.actor_index]
    found: dict[str, int] = {}
    for text in [] if sizes == "-" else sizes.split(","):
        percent = round(100 * float(text))
        to = max(top + (pot * percent + 50) // 100, low)
        if to < high and to not in found.values():
            found[f"{verb} pot" if percent == 100 else f"{verb} {percent}% pot"] = to
    return {**found, "all in": high}


def choose(state: State, raises: dict[str, int], policy: tuple[float, float, float], rng: Random) -> str:
    """An action by the policy; all in seldom, or the hand is over."""
    texts = [action.text for action in state.actions()]
    weights = {"fold": policy[0], "check": policy[1], "call": policy[1], "all in": policy[2] / 3}
    share = policy[2] / max(1, len(raises))
    return rng.choices(texts, [weights.get(text, share) for text in texts])[0]


def step(text: str, theirs: pokerkit.State, raises: dict[str, int]) -> None:
    """The same in PokerKit."""
    if text == "fold":
        theirs.fold()
    elif text in raises:
        theirs.complete_bet_or_raise_to(raises[text])
    else:
        theirs.check_or_call()
