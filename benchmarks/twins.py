"""One hand in our game and in OpenSpiel's at once, so that their players can sit with ours.

The options make the rules the same; `tests/referees` proves that they are.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping

import pyspiel

from deckwright.agents import Agent, choose
from deckwright.engine import State, load

SPOTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10")


class Twin(ABC):
    """Both games at the same hand."""

    state: State
    referee: pyspiel.State

    @abstractmethod
    def __init__(self, rng: random.Random) -> None:
        """Deal the same cards in both."""

    def their_seat(self, seat: int) -> int:
        """What they call one of our seats."""
        return seat

    @abstractmethod
    def ours(self) -> Mapping[int, str]:
        """Our texts of what they can choose, by their numbers."""

    def apply(self, number: int, text: str) -> None:
        """Go on in both."""
        self.referee.apply_action(number)
        self.state = self.state.apply(text)

    def play(self, agent: Agent, bots: Mapping[int, pyspiel.Bot], seed: int) -> list[float]:
        """Play the hand, their bots in some seats and our agent in the others; what each of our seats returned."""
        while not self.state.is_over:
            texts = self.ours()
            assert self.state.seat is not None
            if len(texts) == 1:
                self.apply(*next(iter(texts.items())))
            elif self.state.seat in bots:
                number = bots[self.state.seat].step(self.referee)
                self.apply(number, texts[number])
            else:
                self.choose(agent, texts, seed)
        return [float(value) for value in self.state.returns or ()]

    def choose(self, agent: Agent, texts: Mapping[int, str], seed: int) -> None:
        """Our agent's choice, in both."""
        numbers = {text: number for number, text in texts.items()}
        text = str(choose(agent, self.state, seed=seed + len(self.state.history)))
        self.apply(numbers[text], text)


class HeartsTwin(Twin):
    """Hearts without passing, where the queen of spades breaks hearts."""

    codes = tuple(
        rank + suit for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] for suit in "CDHS"
    )

    def __init__(self, rng: random.Random) -> None:
        """Deal; their game without passing cannot be resampled, so the direction of passing is none."""
        order = rng.sample(range(52), 52)
        self.referee = pyspiel.load_game("hearts").new_initial_state()
        self.referee.apply_action(0)
        for card in order:
            self.referee.apply_action(card)
        game = load("hearts", hands=1, passing="none", breaks="queen")
        self.state = game.deal(deck=[self.codes[card] for card in order], seed=1)

    def ours(self) -> Mapping[int, str]:
        """Cards."""
        return {self.codes.index(action.text.removeprefix("play ")): action.text for action in self.state.actions()}


class EuchreTwin(Twin):
    """Euchre: the dealer keeps the turned-up card, and the maker says after the discard whether to play alone."""

    codes = tuple(rank + suit for rank in ("9", "10", "J", "Q", "K", "A") for suit in "CDHS")
    suits = ("clubs", "diamonds", "hearts", "spades")
    dealer = 3

    def __init__(self, rng: random.Random) -> None:
        """Deal; their first card of each round goes to the dealer, ours the last."""
        order = rng.sample(range(24), 24)
        self.referee = pyspiel.load_game("euchre").new_initial_state()
        self.referee.apply_action(self.dealer)
        for card in order[:21]:
            self.referee.apply_action(card)
        rounds = [order[start : start + 4] for start in range(0, 20, 4)]
        dealt = [card for cards in rounds for card in (*cards[1:], cards[0])] + order[20:]
        self.upcard = self.codes[order[20]]
        game = load("euchre", hands=1, discard="not_upcard", alone="after_discard")
        self.state = game.deal(deck=[self.codes[card] for card in dealt], seed=1)

    def number_of(self, text: str) -> int:
        """Their number of one of our texts: cards, then pass, the four suits, alone, together."""
        match text.split():
            case ["pass"]:
                return 24
            case ["call", "order", "up"]:
                return 25 + "CDHS".index(self.upcard[-1])
            case ["call", suit]:
                return 25 + self.suits.index(suit)
            case ["go", "alone"]:
                return 29
            case ["play", "together"]:
                return 30
            case [_, card]:
                return self.codes.index(card)
        raise AssertionError(text)

    def ours(self) -> Mapping[int, str]:
        """Calls and cards."""
        return {self.number_of(action.text): action.text for action in self.state.actions()}


class GinTwin(Twin):
    """Gin Rummy; a knock is two actions there (the knock, the card) and one here, laying off the other way round."""

    codes = tuple(
        rank + suit for suit in "SCDH" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    )
    take, draw, passing, knock, melds = 52, 53, 54, 55, 56

    def __init__(self, rng: random.Random) -> None:
        """Deal; their chance takes the cards one by one, the stock's too."""
        order = rng.sample(range(52), 52)
        self.left = [*order[0:20:2], *order[1:20:2], *order[20:]]
        game = load("gin-rummy", hands=1, gin=25, undercut=25, level="nothing", take_back=True, wall="knock")
        self.state = game.deal(deck=[self.codes[card] for card in order], seed=1)
        self.referee = pyspiel.load_game("gin_rummy").new_initial_state()
        self.chance()

    def chance(self) -> None:
        """Their chance deals and draws what lies on top of our deck."""
        while self.referee.is_chance_node():
            self.referee.apply_action(self.left.pop(0))

    def laid(self) -> Mapping[frozenset[str], int]:
        """The sets and runs that may be laid there, by their cards."""
        found = {}
        for action in self.referee.legal_actions():
            if action >= self.melds:
                text = self.referee.action_to_string(self.referee.current_player(), action).split()[-1]
                cards = (text[place : place + 2] for place in range(0, len(text), 2))
                found[frozenset(card[0].replace("T", "10") + card[1].upper() for card in cards)] = action
        return found

    def ours(self) -> Mapping[int, str]:
        """What both offer; a knock stands for all its discards, a card to lay off for all its places."""
        laid, theirs = self.laid(), set(self.referee.legal_actions())
        found: dict[int, str] = {}
        for action in self.state.actions():
            match action.text.split():
                case ["take"]:
                    number = self.take
                case ["draw"]:
                    number = self.draw
                case ["pass" | "done"]:
                    number = self.passing
                case ["knock", *_]:
                    number = self.knock
                case ["discard", card] | ["lay", "off", card]:
                    number = self.codes.index(card)
                case ["lay", *cards]:
                    number = laid.get(frozenset(cards), -1)
                case _:
                    raise AssertionError(action.text)
            if number in theirs:
                found.setdefault(number, action.text)
        return found

    def apply(self, number: int, text: str) -> None:
        """What is one action in one of the games and several in the other."""
        if text.startswith("knock"):
            self.knock_with(None)
        elif text.startswith("lay off"):
            self.referee.apply_action(number)
            self.state = self.state.apply(text)
            self.state = self.state.apply(self.longest_place())
        else:
            super().apply(number, text)
        self.chance()

    def knock_with(self, card: str | None) -> None:
        """Knock: with this card, or as the bot whose turn it is says."""
        self.referee.apply_action(self.knock)
        if card is None:
            seat = self.state.seat
            assert seat is not None
            card = self.codes[self.bots[seat].step(self.referee)]
        self.referee.apply_action(self.codes.index(card))
        texts = [action.text for action in self.state.actions()]
        if f"knock {card}" in texts:
            self.state = self.state.apply(f"knock {card}")
        else:  # at the wall the card is asked for afterwards
            self.state = self.state.apply(next(text for text in texts if text.startswith("knock")))
            self.state = self.state.apply(next(a for a in self.state.actions() if a.text.endswith(f" {card}")))

    def longest_place(self) -> str:
        """The run, where a card could go to a set too: it can grow further."""
        knocker = 1 - (self.state.seat or 0)

        def suits(text: str) -> int:
            zone = self.state.view(None).zone("melds", index=knocker, pile=int(text.split()[1]))
            return len({str(card)[-1] for card in zone.cards})

        return min((action.text for action in self.state.actions()), key=suits)

    def play(self, agent: Agent, bots: Mapping[int, pyspiel.Bot], seed: int) -> list[float]:
        """As others; what each is ahead of the other."""
        self.bots = bots
        super().play(agent, bots, seed)
        one, other = self.state.scores
        return [float(one - other), float(other - one)]

    def choose(self, agent: Agent, texts: Mapping[int, str], seed: int) -> None:
        """Our agent's choice; what only we offer (a third card in sequence, a run of six) is passed over."""
        text = str(choose(agent, self.state, seed=seed + len(self.state.history)))
        if text.startswith("knock"):
            card = text.split()[1] if len(text.split()) > 1 else self.discard_of(agent, text, seed)
            self.knock_with(card)
            self.chance()
            return
        numbers = {own: number for number, own in texts.items()}
        same = text if text in numbers else next(iter(numbers))
        self.apply(numbers[same], same)

    def discard_of(self, agent: Agent, text: str, seed: int) -> str:
        """The card that our agent would knock with, where that is asked afterwards."""
        return str(choose(agent, self.state.apply(text), seed=seed)).split()[-1]
