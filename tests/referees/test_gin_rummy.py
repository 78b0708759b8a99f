"""Gin Rummy against OpenSpiel, action by action: the same seat, the same legal actions, the same points.

OpenSpiel plays one hand. It lays off on at most two cards beyond each end of a run (a third in sequence is not
offered, though the rules allow it), and lays a run of six cards or more only as several: there our lists are longer,
and the test plays on with what both offer. It asks for the card to lay off, we also for the set or run it goes to:
the run, where both would take it, since it can grow further.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pyspiel
import pytest

from deckwright.engine import Game, State, load

DEALS = 500
"""Of each policy."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CODES = [rank + suit for suit in "SCDH" for rank in RANKS]
"""OpenSpiel numbers cards by suit, then rank; the ace is low."""
NUMBERS = {code: number for number, code in enumerate(CODES)}
TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
LONGEST = 5
"""Cards in a run that OpenSpiel lays at once."""

Policy = Callable[[State, list[int], random.Random], int]


def anything(_: State, legal: list[int], rng: random.Random) -> int:
    return rng.choice(legal)


def builder(state: State, legal: list[int], rng: random.Random) -> int:
    """Keeps cards that go together, knocks when it can, and lays down nearly all it can."""
    if KNOCK in legal and rng.random() < 0.8:
        return KNOCK
    beyond = [action for action in legal if action >= MELDS]
    if beyond and rng.random() < 0.9:
        return rng.choice(beyond)
    cards = [action for action in legal if action < TAKE]
    if PASS in legal:
        return rng.choice(cards) if cards and rng.random() < 0.8 else rng.choice([PASS, *(set(legal) & {TAKE})])
    if not cards:
        return rng.choice(legal)
    hand = [NUMBERS[card] for card in state.view(state.seat).hand if card is not None]
    return min(cards, key=lambda card: (company(card, hand), -(card % 13), rng.random()))


def company(card: int, hand: Sequence[int]) -> int:
    """How many cards of the hand may form a set or a run with this one."""
    near = (other for other in hand if other // 13 == card // 13 and 0 < abs(other - card) <= 2)
    return sum(1 for _ in near) + sum(other % 13 == card % 13 for other in hand) - 1


def waiter(state: State, legal: list[int], rng: random.Random) -> int:
    """Plays well, but knocks only when the stock is used up."""
    if KNOCK in legal and PASS in legal:
        return rng.choice([KNOCK, KNOCK, PASS])
    if DRAW in legal:
        return DRAW if TAKE not in legal or rng.random() < 0.8 else TAKE
    return builder(state, [action for action in legal if action != KNOCK], rng)


def returner(state: State, legal: list[int], rng: random.Random) -> int:
    """Takes most upcards, and throws many back."""
    if TAKE in legal and rng.random() < 0.97:
        return TAKE
    last = str(state.history[-1]) if state.history else ""
    up = [NUMBERS[str(action).split()[1]] for action in state.history[-2:] if str(action).startswith("discard")]
    if last == "take" and up and up[-1] in legal and rng.random() < 0.1:
        return up[-1]
    return rng.choice(legal)


def melds_of(referee: pyspiel.State, legal: Sequence[int]) -> dict[frozenset[int], int]:
    """The sets and runs that may be laid, by their cards."""
    found = {}
    for action in legal:
        if action >= MELDS:
            text = referee.action_to_string(referee.current_player(), action).split()[-1]
            pairs = (text[place : place + 2] for place in range(0, len(text), 2))
            found[frozenset(NUMBERS[pair[0].replace("T", "10") + pair[1].upper()] for pair in pairs)] = action
    return found


def number_of(text: str, melds: dict[frozenset[int], int]) -> int:
    """One of our actions as OpenSpiel numbers it."""
    match text.split():
        case ["take"]:
            return TAKE
        case ["draw"]:
            return DRAW
        case ["pass" | "done"]:
            return PASS
        case ["knock", _]:
            return KNOCK
        case ["discard", card] | ["lay", "off", card]:
            return NUMBERS[card]
        case ["lay", *cards]:
            return melds[frozenset(NUMBERS[card] for card in cards)]
        case _:
            raise AssertionError(text)


class Table:
    """Both games at the same hand."""

    def __init__(self, game: Game, other: pyspiel.Game, rng: random.Random) -> None:
        order = list(range(52))
        rng.shuffle(order)
        self.rng = rng
        self.left = [*order[0:20:2], *order[1:20:2], *order[20:]]
        self.state = game.deal(deck=[CODES[card] for card in order], seed=1)
        self.referee = other.new_initial_state()
        self.seen = Counter[str]()
        self.chance()

    def chance(self) -> None:
        while self.referee.is_chance_node():
            self.referee.apply_action(self.left.pop(0))

    def legal(self) -> tuple[list[int], dict[int, list[str]]]:
        """What both offer, and our texts for it."""
        theirs = self.referee.legal_actions()
        melds = melds_of(self.referee, theirs)
        ours: dict[int, list[str]] = {}
        for action in self.state.actions():
            if action.text.startswith("lay ") and len(action.text.split()) > 1 + LONGEST:
                continue
            ours.setdefault(number_of(action.text, melds), []).append(action.text)
        extra = sorted(set(ours) - set(theirs))
        if extra:
            assert all(text.startswith("lay off") for number in extra for text in ours[number])
            assert any(text.startswith("lay off") for text in map(str, self.state.history[-4:]))
            self.seen["third in sequence"] += 1
        assert set(theirs) <= set(ours)
        return theirs, ours

    def step(self, policy: Policy) -> None:
        assert self.state.seat == self.referee.current_player()
        theirs, ours = self.legal()
        action = policy(self.state, theirs, self.rng)
        self.referee.apply_action(action)
        if action == KNOCK:
            self.knock(ours[KNOCK])
        elif action < TAKE and ours[action][0].startswith("lay off"):
            self.lay_off(ours[action][0])
        else:
            self.state = self.state.apply(ours[action][0])
        self.seen[str(self.state.history[-1]).split()[0]] += 1
        self.chance()

    def knock(self, texts: list[str]) -> None:
        """The discard is a further action there; here it belongs to the knock, at the wall after the upcard."""
        self.seen["knock"] += 1
        if "pass" in {action.text for action in self.state.actions()}:
            self.seen["wall"] += 1
            self.state = self.state.apply(texts[0])
            texts = [action.text for action in self.state.actions()]
        by_card = {NUMBERS[text.split()[1]]: text for text in texts}
        assert sorted(by_card) == self.referee.legal_actions()
        card = self.rng.choice(sorted(by_card))
        self.referee.apply_action(card)
        self.state = self.state.apply(by_card[card])

    def lay_off(self, text: str) -> None:
        knocker = 1 - (self.state.seat or 0)
        self.state = self.state.apply(text)
        piles = {action.text: int(action.text.split()[1]) for action in self.state.actions()}

        def suits(pile: int) -> int:
            return len({str(card)[-1] for card in self.state.view(None).zone("melds", index=knocker, pile=pile).cards})

        self.state = self.state.apply(min(piles, key=lambda text: suits(piles[text])))


@pytest.mark.parametrize("policy", [anything, builder, waiter, returner])
def test_gin_rummy_is_what_openspiel_plays(policy: Policy) -> None:
    game = load("gin-rummy", hands=1, gin=25, undercut=25, level="nothing", take_back=True, wall="knock")
    other = pyspiel.load_game("gin_rummy")
    rng = random.Random(f"gin {policy.__name__}")
    seen = Counter[str]()
    for _ in range(DEALS):
        table = Table(game, other, rng)
        while not table.referee.is_terminal():
            table.step(policy)
        assert table.state.is_over
        scores = table.state.scores
        assert [scores[0] - scores[1], scores[1] - scores[0]] == table.referee.returns()
        seen += table.seen
        ended = table.referee.to_string()
        seen["stopped"] += "Phase: GameOver" in ended and not table.seen["knock"] and stock_of(table.state) > 2
    wanted = {"builder": ("knock", "p", "lay"), "waiter": ("wall", "p"), "returner": ("stopped",)}
    for event in wanted.get(policy.__name__, ("discard",)):
        assert seen[event] > 5, event


def stock_of(state: State) -> int:
    return len(state.view(None).zone("stock").cards)
