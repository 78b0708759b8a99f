"""Random small games with all of the language that is about hidden cards: wider than `watched_games`.

Copies, rows, exchanges of each with each, conditions on hidden places, sets swept out of hidden places, registers that
hold cards, secret choices, auctions, tricks, claims, and deals in which cards are shown and tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

from tests.conformance.recall import check_alike

from deckwright.engine import Game, State
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome

from .hidden_places import leave_out
from .watched_games import Composer, Data, watched_data

RANKS = ("2", "3")
"""Of which conditions ask: every deck has them."""
DECKS = (
    (["2", "3"], 3),
    (["2", "3", "4"], 2),
    (["2", "3", "4"], 2),
    (["2", "3"], 2),
    (["2", "3", "4", "5"], 1),
    (["2", "3", "4", "5", "6"], 1),
)
REPAIRS = 25
MIXED = 5
"""Cards on top of the deck that change places."""


class WideComposer(Composer):
    """Writes steps out of more of the language."""

    def effect(self) -> Data:
        kind = self.rng.random()
        if kind < 0.16:
            return self.each()
        if kind < 0.30:
            return self.condition_on_cards()
        if kind < 0.35:
            return {"type": "sweep", "zone": self.anywhere(), "pattern": "pair", "to": self.anywhere()}
        if kind < 0.39:
            place = self.anywhere()
            return {"type": "move", "cards": place, "to": place, **self.cards_where()}
        if kind < 0.43:
            return {
                "type": "set",
                "name": "told",
                "value": self.rng.choice(("told + 1", "1", f"size({self.anywhere()})")),
            }
        return super().effect()

    def cards_where(self) -> Data:
        return {"where": f"rank(c) {self.rng.choice(('==', '>', '<='))} '{self.rng.choice(RANKS)}'"}

    def each(self) -> Data:
        """Something done for each seat, or for each card of a place."""
        kind = self.rng.random()
        if kind < 0.15:
            place = self.anywhere()
            return {
                "type": "each",
                "var": "x",
                "domain": place,
                "effects": [{"type": "show", "cards": "x", "to": self.watcher}],
            }
        own = self.rng.choice(("hand", "hand", "row", "sack"))
        other = self.rng.choice((own, "hand", "sack", "row"))
        toward = self.rng.choice(("left(p)", "right(p)", "p"))
        if kind < 0.3:
            effects = [
                {"type": "show", "cards": f"{own}[p]", "to": self.rng.choice(("left(p)", "right(p)", self.watcher))}
            ]
        elif own == other and toward == "p":
            effects = [{"type": "move", "cards": "stock", "to": f"{own}[p]", "count": "1"}]
        else:
            count = self.rng.choice(({"count": "1"}, {}, {}, self.cards_where(), {"count": "2"}))
            effects = [{"type": "move", "cards": f"{own}[p]", "to": f"{other}[{toward}]", **count}]
        if self.rng.random() < 0.25:
            effects.append(
                self.rng.choice(
                    (self.condition_on_cards("p"), {"type": "move", "cards": "stock", "to": f"{own}[p]", "count": "1"})
                )
            )
        domain = self.rng.choice(("seats", "seats", "live", "opponents"))
        return {"type": "each", "var": "p", "domain": domain, "effects": effects}

    def test(self, seat: str = "") -> str:
        name = self.rng.choice(("hand", "row", "sack")) if seat else ""
        place = f"{name}[{seat}]" if seat else self.place()
        rank, least = self.rng.choice(RANKS), self.rng.choice("001")
        test = f"count(c for c in {place} if rank(c) == '{rank}') > {least}"
        return self.rng.choice((test, test, f"not any(rank(c) == '{rank}' for c in {place})", f"size({place}) > 1"))

    def condition_on_cards(self, seat: str = "") -> Data:
        """What happens hangs on cards that not all see, or nothing happens either way."""
        done: Data = {"type": "if", "when": self.test(seat), "then": [super().effect()]}
        if self.rng.random() < 0.4:
            done["otherwise"] = [super().effect()]
        if self.rng.random() < 0.3:
            done["then"] = [{"type": "set", "name": "told", "value": self.rng.choice(("1", "told + 1"))}]
        return done

    def effects(self) -> list[Data]:
        if self.rng.random() < 0.12:
            one, other = self.rng.sample(self.seats, 2)
            swaps = [
                {"type": "move", "cards": f"hand[{a}]", "to": f"sack[{b}]"} for a, b in ((one, other), (other, one))
            ]
            back = [{"type": "move", "cards": f"sack[{a}]", "to": f"hand[{a}]"} for a in (one, other)]
            return [*swaps, *back]
        return super().effects()

    def picked(self, source: str) -> list[Data]:
        effects = super().picked(source)
        if self.rng.random() < 0.15:
            effects.insert(0, {"type": "set", "name": "last", "value": "k"})
        return effects

    def offer(self, number: int) -> Data:
        kind = self.rng.random()
        if kind < 0.15:
            pick = {"name": "who", "kind": "seat", "where": "who != turn"}
            rank = self.rng.choice(RANKS)
            asked = "hand[who]"
            ask: Data = {
                "type": "if",
                "when": f"count(c for c in {asked} if rank(c) == '{rank}') > 0",
                "then": [{"type": "move", "cards": asked, "where": f"rank(c) == '{rank}'", "to": "hand[turn]"}],
            }
            other = {"type": "move", "cards": asked, "to": "hand[turn]", "count": "1"}
            return {"name": f"ask{number}", "picks": [pick], "effects": [self.rng.choice((ask, other))]}
        if kind < 0.25:
            own = self.rng.choice(self.sources())
            return {
                "name": f"hold{number}",
                "when": f"count(c for c in {own} if rank(c) == '{self.rng.choice(RANKS)}') > 0",
                "effects": self.effects(),
            }
        if kind < 0.33:
            own = self.rng.choice(self.sources())
            several = self.rng.choice(
                ({"kind": "cards", "low": "2", "high": "2"}, {"kind": "cards", "low": "0", "high": "3"}, {})
            )
            return {
                "name": f"give{number}",
                "picks": [{"name": "k", "source": own, **self.cards_where(), **several}],
                "effects": [self.move("k", own)],
            }
        return super().offer(number)

    def step(self, number: int) -> Data:
        kind = self.rng.random()
        if kind < 0.05:
            calls = [{"name": "bid {level}", "levels": [1, 2, 1]}]
            return {"type": "auction", "calls": calls, "all_pass": "continue"}
        if kind < 0.09:
            return {"type": "trick", "source": "hand", "to": "heap", "until": "trick_number > 0"}
        if kind < 0.14:
            offers = [self.offer(number), self.offer(number + 20)]
            return {
                "type": "turns",
                "order": self.rng.choice(("together", "once")),
                "phases": [{"type": "choice", "offers": offers}],
            }
        if kind < 0.20:
            return {"type": "do", "when": self.test(), "actor": self.rng.choice(self.seats), "effects": self.effects()}
        if kind < 0.23:
            return {
                "type": "claim",
                "actor": self.rng.choice(self.seats),
                "to": "heap",
                "source": "hand",
                "rank_mode": "player_choice",
                "high": 2,
            }
        return super().step(number)


class ExchangeComposer(WideComposer):
    """Writes steps in which hands of like cards are shown, given and exchanged, and little else."""

    def effects(self) -> list[Data]:
        kind = self.rng.random()
        toward = self.rng.choice(("left(p)", "right(p)"))
        part = self.rng.choice(({"count": "1"}, {"count": "1"}, {}, self.cards_where(), {"count": "2"}))
        if kind < 0.25:  # each gives to the next, at once
            away: Data = {"type": "move", "cards": "hand[p]", "to": f"sack[{toward}]", **part}
            back: Data = {
                "type": "move",
                "cards": "sack[p]",
                "to": "hand[p]",
                **self.rng.choice(({}, {}, {"count": "1"})),
            }
            return [{"type": "each", "var": "p", "domain": "seats", "effects": [step]} for step in (away, back)]
        if kind < 0.4:  # one after the other
            give: Data = {"type": "move", "cards": "hand[p]", "to": f"hand[{toward}]", **part}
            return [{"type": "each", "var": "p", "domain": "seats", "effects": [give]}]
        if kind < 0.55:
            show: Data = {"type": "show", "cards": "hand[p]", "to": toward, **self.rng.choice(({}, self.cards_where()))}
            return [{"type": "each", "var": "p", "domain": "seats", "effects": [show]}]
        if kind < 0.65:
            draw: Data = {"type": "move", "cards": "stock", "to": "hand[p]", "count": "1"}
            return [{"type": "each", "var": "p", "domain": "seats", "effects": [draw]}]
        if kind < 0.8:
            one, other = self.rng.sample(self.seats, 2)
            places = [f"{self.rng.choice(('row', 'sack', 'hand'))}[{seat}]" for seat in (one, other)]
            return [{"type": "move", "cards": places[0], "to": places[1], **part}]
        return super().effects()

    def offer(self, number: int) -> Data:
        kind = self.rng.random()
        if kind < 0.7:
            several = self.rng.choice(
                ({}, {}, {"kind": "cards", "low": "2", "high": "2"}, {"kind": "cards", "high": "2"})
            )
            pick = {"name": "k", "source": "hand", **several}
            to = self.rng.choice(
                ("hand[left(turn)]", "hand[right(turn)]", "sack[left(turn)]", "row", "row[left(turn)]", "heap", "stock")
            )
            effects: list[Data] = [{"type": "move", "cards": "k", "to": to}]
            if self.rng.random() < 0.3:
                effects.insert(0, {"type": "show", "cards": "k", "to": self.rng.choice(("left(turn)", "right(turn)"))})
            if self.rng.random() < 0.1:
                effects = effects[:-1] or [{"type": "set", "name": "last", "value": "k"}]
            return {
                "name": f"give{number}",
                "when": f"size(hand) > {self.rng.choice('01')}",
                "picks": [pick],
                "effects": effects,
            }
        return super().offer(number)

    def choice(self, number: int) -> Data:
        if self.rng.random() < 0.5:
            order = self.rng.choice(("together", "together", "once"))
            return {"type": "turns", "order": order, "phases": [{"type": "choice", "offers": [self.offer(number)]}]}
        return super().choice(number)


def wide_data(
    seed: int,
    composer: type[WideComposer] | None = None,
    decks: Sequence[tuple[list[str], int]] | None = None,
) -> Data:
    """A game of two or three with a few cards, of which most look like another."""
    rng = Random(seed * 7919 + 1)
    composer = composer or (WideComposer, ExchangeComposer)[seed % 2]
    data = watched_data(seed, composer, decks or DECKS[: None if seed % 2 == 0 else 4])
    steps = composer(rng)
    steps.seats = steps.seats if data["player_count"] == 3 else steps.seats[:2]
    data["genome_id"] = f"wide-{seed}"
    data["registers"] = [{"name": "told", "label": "told"}, {"name": "last", "holds": "card", "label": "last"}]
    data["patterns"] = [{"name": "pair", "of_a_kind": True, "required_count": 2}]
    data["setup"]["cards_per_player"] = rng.choice((0, 0, 1, 1, 2) if seed % 2 == 0 else (1, 2, 2))
    deal: list[Any] = data["setup"]["deal"]
    for move in deal:
        move["count"] = str(rng.choice((1, 2, 2, 3)))
    seats = data["player_count"]
    if rng.random() < 0.4:
        extra = [effect for effect in steps.effects() if "right(dealer)" not in str(effect) or seats == 3]
        deal += extra
    if rng.random() < 0.2:  # effects before the first choice are seen as part of the deal
        data["turn_structure"]["phases"].insert(0, {"type": "do", "actor": "dealer", "effects": steps.effects()})
    return data


def wide_game(
    seed: int,
    composer: type[WideComposer] | None = None,
    decks: Sequence[tuple[list[str], int]] | None = None,
) -> Game | None:
    """The game of a seed, less what does not validate in it; None if that is too much."""
    data = wide_data(seed, composer, decks)
    for _ in range(REPAIRS):
        try:
            return Game(GameGenome.from_dict(data))
        except GenomeError as error:
            for path in sorted({_listed(issue.path) for issue in error.issues}, key=str, reverse=True):
                if path is None:
                    data["setup"]["cards_per_player"] = 0
                else:
                    leave_out(data, path)
    return None


def _listed(path: str) -> str | None:
    """The innermost thing of a list that a path names; a field of it, if it may be left out."""
    end = path.rfind("]")
    return path if path.endswith((".where", ".seen_by", ".place", ".otherwise", ".when")) else path[: end + 1] or None


def wide_deals(game: Game, seed: int, most: int) -> list[State]:
    """Some orders of the first cards of the deck, so that each seat has deals that look alike to it."""
    first, rest = game.deck.cards[:MIXED], game.deck.cards[MIXED:]
    orders = list(dict.fromkeys((*order, *rest) for order in permutations(first)))
    return [game.deal(deck=order, seed=seed) for order in Random(seed).sample(orders, min(most, len(orders)))]


def check_wide_game(seed: int, *, deals: int, most: int, branch: int = 3) -> int:
    """Keys, samples and choices of one game are made of what their seats have seen: how many pairs were compared."""
    game = wide_game(seed)
    return 0 if game is None else check_alike(wide_deals(game, seed, deals), most=most, branch=branch, seed=seed)
