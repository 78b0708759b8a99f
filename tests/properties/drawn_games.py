"""Random small games in which cards are looked at, drawn several at once, put down unseen, given and taken up again.

What others know goes with the cards: seats see that somebody has looked at the top of a stock, and draw it among
others; they find in a place of their own what somebody else has put there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from random import Random

from tests.conformance.recall import Memory, Now, check_alike

from deckwright.engine import Game, State

from .watched_games import Data
from .wide_games import WideComposer, wide_deals, wide_game

DECKS = ((["2", "3", "4", "5"], 1), (["2", "3", "4", "5", "6"], 1), (["2", "3"], 2), (["2", "3", "4"], 2))
SINGLE = DECKS[:1]
"""Cards of which no two look alike, few enough to be dealt in every order."""
SAMPLES = 3
Counts = tuple[int, ...]
"""How many cards of each zone a seat can place."""


class DrawComposer(WideComposer):
    """Writes steps in which seats look at cards, draw some at once, put them down, give them and take them up."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.seen_by |= {"sack": rng.choice(("none", "none", "owner")), "row": rng.choice(("none", "none", "owner"))}
        self.seen_by |= {"line": "none", "heap": rng.choice(("none", "all"))}
        self.main = rng.choice(("hand", "sack", "sack", "row"))
        self.home = self.zone(self.main)
        self.watcher = rng.choice(self.seats)

    def hidden(self) -> str:
        """A place of a seat."""
        return self.zone(self.rng.choice(("hand", "hand", "sack", "sack", "row")))

    def look(self) -> Data:
        place = self.rng.choice(("stock", "stock", "stock", self.zone("row")))
        end = self.rng.choice(("top", "top", "top", "under", "bottom"))
        return {"type": "show", "cards": f"{end}({place})", "to": self.rng.choice(self.seats)}

    def draw(self) -> Data:
        source = self.rng.choice(("stock", "stock", "stock", self.zone("row"), self.hidden()))
        move: Data = {"type": "move", "cards": source, "to": self.place(source)}
        if self.rng.random() < 0.8:
            move["count"] = self.rng.choice("1222")
        return move

    def effect(self) -> Data:
        kind = self.rng.random()
        if kind < 0.35:
            return self.look()
        if kind < 0.75:
            return self.draw()
        if kind < 0.85:
            return {"type": "show", "cards": self.hidden(), "to": self.rng.choice(self.seats)}
        source = self.hidden()
        return {"type": "move", "cards": source, "to": self.place(source)}

    def place(self, other_than: str = "") -> str:
        chosen = (self.home, self.hidden(), self.hidden(), self.hidden(), "stock", "heap")
        return self.rng.choice([place for place in chosen if place != other_than] or ["stock"])

    def effects(self) -> list[Data]:
        return [self.effect() for _ in range(self.rng.choice((1, 1, 1, 2)))]

    def picked(self, source: str) -> list[Data]:
        show: list[Data] = [{"type": "show", "cards": "k", "to": self.rng.choice(self.seats)}]
        kind = self.rng.random()
        to = self.rng.choice(("hand[left(turn)]", "sack", "sack[left(turn)]", "sack[right(turn)]", "row", "stock"))
        move: list[Data] = [{"type": "move", "cards": "k", "to": to if to != source else "stock"}]
        return show if kind < 0.2 else show + move if kind < 0.3 else move

    def sources(self) -> list[str]:
        return ["hand"]

    def step(self, number: int) -> Data:
        kind = self.rng.random()
        actor = self.rng.choice(self.seats)
        if kind < 0.4:
            return {"type": "do", "actor": actor, "effects": self.effects()}
        several = self.rng.choice(({}, {}, {"kind": "cards", "low": "2", "high": "2"}))
        if kind < 0.8:
            offer: Data = {
                "name": f"put{number}",
                "when": f"size(hand) > {1 if several else 0}",
                "picks": [{"name": "k", "source": "hand", **several}],
                "effects": self.picked("hand"),
            }
        else:
            offer = {"name": f"do{number}", "effects": self.effects()}
        return {"type": "choice", "actor": actor, "offers": [offer, {"name": f"wait{number}"}]}


class ShownComposer(DrawComposer):
    """Writes the same, and cards that are shown or moved for what they are, laid down unseen, or have an order."""

    def cards_where(self) -> Data:
        return {"where": f"rank(c) {self.rng.choice(('==', '>', '<='))} '{self.rng.choice('234')}'"}

    def effect(self) -> Data:
        kind = self.rng.random()
        to = self.rng.choice(self.seats)
        if kind < 0.2:
            place = self.rng.choice(("stock", self.hidden(), self.hidden(), self.hidden()))
            return {"type": "show", "cards": place, "to": to, **self.cards_where()}
        if kind < 0.37:
            source = self.rng.choice(("stock", self.hidden(), self.hidden()))
            move: Data = {"type": "move", "cards": source, "to": self.place(source)}
            if kind < 0.3:
                return move | {"seen_by": "none", **self.rng.choice(({}, {"count": "1"}))}
            return move | self.cards_where()
        if kind < 0.42:
            end = self.rng.choice(("top", "bottom"))
            return {"type": "show", "cards": f"{end}(hand[{self.rng.choice(self.seats)}])", "to": to}
        return super().effect()

    def picked(self, source: str) -> list[Data]:
        effects = super().picked(source)
        if effects[-1]["type"] == "move" and self.rng.random() < 0.3:
            effects[-1]["seen_by"] = "none"
        return effects


def drawn_game(seed: int, decks: Sequence[tuple[list[str], int]] = DECKS) -> Game | None:
    """The game of a seed, less what does not validate in it; None if that is too much."""
    return wide_game(seed, DrawComposer, decks)


def shown_game(seed: int, decks: Sequence[tuple[list[str], int]] = DECKS) -> Game | None:
    """The same, where cards are also shown or moved for what they are, and laid down unseen."""
    return wide_game(seed, ShownComposer, decks)


def check_drawn_game(seed: int, *, deals: int, most: int) -> int:
    """Keys, samples and choices of two games are made of what their seats have seen: how many pairs were compared."""
    games = (drawn_game(seed), shown_game(seed))
    return sum(
        check_alike(wide_deals(game, seed, deals), most=most, branch=3, seed=seed) for game in games if game is not None
    )


def placed(state: State, seat: int) -> Counts:
    """How many cards of each zone a seat can place."""
    return tuple(sum(card >= 0 for card in zone) for zone in state.position.observe(seat)["zones"])


def check_others_knowledge(game: Game, *, most: int, samples: int = SAMPLES) -> int:
    """In samples others can place as many cards of each zone as in some world that looks alike: how many were compared.

    None of a game that has more positions than `most`, as the worlds that look alike have to be there.
    """
    alike: defaultdict[tuple[int, Now], list[State]] = defaultdict(list)
    dealt = (game.deal(deck=order, seed=0) for order in dict.fromkeys(permutations(game.deck.cards)))
    roots = {repr(state.position.layout()): state for state in dealt}
    stack = [(root, tuple(Memory(seat).meet(root) for seat in range(game.seats))) for root in roots.values()]
    count = 0
    while stack:
        state, memories = stack.pop()
        count += 1
        if count > most:
            return 0
        for seat, memory in enumerate(memories):
            alike[seat, memory.now].append(state)
        for action in state.actions():
            after = state.apply(action)
            stack.append((after, tuple(memory.follow(state, action.text, after) for memory in memories)))
    compared = 0
    for (seat, _), states in alike.items():
        for other in (other for other in range(game.seats) if other != seat):
            worlds = list(zip(*(placed(state, other) for state in states), strict=True))
            for number in range(samples):
                compared += 1
                sample = placed(states[0].resample(seat, seed=number), other)
                for zone, (possible, found) in enumerate(zip(worlds, sample, strict=True)):
                    assert min(possible) <= found <= max(possible), (
                        f"seat {seat} of seat {other} in {game.notation.zones[zone]}: {found}, truly {set(possible)}, "
                        f"after {[action.text for action in states[0].history]}"
                    )
    return compared
