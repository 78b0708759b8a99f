"""Plausible games in outline: shedding, tricks, drawing, betting, bluffing, capturing, asking, patience."""

from __future__ import annotations

from collections.abc import Callable

from deckwright.evolve.random.phases import FLOW, LEGAL, PhaseWriter
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import PHASES
from deckwright.genome.writing import Data

SOMEBODY_OUT = "any(size({hand}[q]) == 0 for q in seats)"


class SkeletonWriter(PhaseWriter):
    """Writes the turn structure of a whole game."""

    def root(self) -> Data:
        """A hand: mostly one of the outlines with something added, otherwise anything at all."""
        if self.dice.chance(0.25):
            return self.structure()
        lexicon = self.lexicon
        several = lexicon.seats > 1
        outline: Callable[[], Data] = self.dice.weighted(
            (3, self.shedding),
            (3 if several else 0, self.tricks),
            (3, self.drawing),
            (2 if several and self.chips else 0, self.staking),
            (1.5 if several and lexicon.ranks and lexicon.zones_of("discard") else 0, self.bluffing),
            (2 if lexicon.zones_of("tableau") else 0, self.capturing),
            (1.5 if several and lexicon.ranks else 0, self.asking),
            (1.5 if lexicon.zones_of("tableau", "sets") else 0, self.building),
        )
        root = outline()
        if self.dice.chance(0.5):
            room = 4 if root["order"] in ("cycle", "stay") else 40
            phases = root["phases"]
            phases.insert(self.dice.number(0, len(phases)), self.phase(room, 2))
        return root

    def turns(self, *phases: Data, until: str = "") -> Data:
        """Turns in a circle."""
        data: Data = {"type": "turns", "order": self.dice.weighted((6, "cycle"), (1, "stay")), "phases": list(phases)}
        self.dice.may(0.7, data, "limit", lambda: self.dice.number(10, 80))
        if until:
            data["until"] = until
        return data

    def from_hand(self, verb: str, to: str, *, where: str = "", duty: int = 0) -> Data:
        """Play a card from the hand."""
        pick: Data = {"name": "c", "kind": "card", "source": self.lexicon.hand, "to": to}
        if where:
            pick["where"] = where
        return {"name": verb, "duty": duty, "picks": [pick]}

    def draw(self, duty: int = 0) -> Data:
        """Take cards from the stock."""
        stock, count = self.lexicon.stock, str(self.dice.weighted((4, 1), (1, 2)))
        move = {"type": "move", "cards": stock, "to": self.lexicon.hand, "count": count}
        return {"name": "draw", "duty": duty, "when": f"size({stock})", "effects": [move]}

    def among(self, *offers: Data) -> Data:
        """A choice of these offers."""
        return {"type": "choice", "offers": list(offers)}

    def shedding(self) -> Data:
        """Play cards that fit, otherwise draw, otherwise pass."""
        heap = self.lexicon.zones_of("discard", "tableau") or self.lexicon.zones
        goal = self.dice.one(heap)
        to = self.laid(goal, FLOW)
        where = self.truth(LEGAL.named("c", Type.CARD), 2)
        play = self.from_hand("play", to, where=where if self.dice.chance(0.7) else "")
        duty = self.dice.number(0, 1)
        return self.turns(
            self.among(play, self.draw(duty), {"name": "pass", "is_pass": True, "duty": 2 * duty}),
            until=SOMEBODY_OUT.format(hand=self.lexicon.hand) if self.dice.chance(0.8) else "",
        )

    def tricks(self) -> Data:
        """Perhaps an auction or an exchange, then tricks."""
        phases: list[Data] = []
        if self.dice.chance(0.4):
            phases.append(self.phase_of("auction"))
        if self.dice.chance(0.3):
            phases.append(self.exchange())
        phases.append(self.phase_of("trick"))
        return {"type": "turns", "order": "sequence", "phases": phases}

    def exchange(self) -> Data:
        """Everyone gives cards to somebody, all at once or in turn."""
        count = str(self.dice.number(1, 2))
        hand = self.lexicon.hand
        pick = {"name": "given", "kind": "cards", "source": hand, "low": count, "high": count}
        to = f"{hand}[{self.dice.one(('left(turn)', 'right(turn)', 'left(left(turn))'))}]"
        give = {"name": "give", "picks": [pick], "effects": [{"type": "move", "cards": "given", "to": to}]}
        return {"type": "turns", "order": self.dice.one(("together", "once")), "phases": [self.among(give)]}

    def drawing(self) -> Data:
        """Draw, perhaps lay something, discard."""
        lexicon = self.lexicon
        heap = lexicon.zones_of("discard")
        offers = [self.draw()]
        if heap:
            name = heap[0]["name"]
            move = {"type": "move", "cards": name, "to": lexicon.hand, "count": "1"}
            offers.append({"name": "take", "when": f"size({name})", "effects": [move]})
        offers.append({"name": "rest", "duty": 1})
        phases = [self.among(*offers)]
        if lexicon.groups and self.dice.chance(0.7):
            to = self.laid(self.dice.one(lexicon.zones_of("sets", "captured", "discard") or lexicon.zones), FLOW)
            pick = {
                "name": "laid", "kind": "cards", "source": lexicon.hand, "pattern": self.dice.one(lexicon.groups),
                "to": to,
            }  # fmt: skip
            phases.append(self.among({"name": "lay", "picks": [pick]}, {"name": "stop"}))
        if heap:
            phases.append(self.among(self.from_hand("discard", heap[0]["name"]), {"name": "keep", "duty": 1}))
        return self.turns(*phases, until=SOMEBODY_OUT.format(hand=lexicon.hand) if self.dice.chance(0.5) else "")

    def staking(self) -> Data:
        """Betting, with something between the rounds."""
        first = self.phase_of("betting") | {"showdown_method": "fold_only"}
        return {"type": "turns", "order": "sequence", "phases": [first, self.phase(20, 2), self.phase_of("betting")]}

    def bluffing(self) -> Data:
        """Claims that may be challenged."""
        bluff = next(phase for phase in PHASES if phase.bluffs)
        return self.turns(bluff.random(self, 1, 1), until=SOMEBODY_OUT.format(hand=self.lexicon.hand))

    def capturing(self) -> Data:
        """Play a card and take cards of the table with it, or leave it there."""
        lexicon = self.lexicon
        board = self.dice.one(lexicon.zones_of("tableau"))
        table = self.one_pile(board, FLOW, 1) if board["piles"] != 1 else self.zone(board, FLOW, 1)
        to = self.laid(self.dice.one(lexicon.zones_of("captured", "sets", "discard") or lexicon.zones), FLOW)
        same = self.dice.one(("rank(taken_card) == rank(c)", "suit(taken_card) == suit(c)", "1"))
        take: Data = {"name": "taken_card", "kind": "card", "source": table, "where": same}
        moves = [{"type": "move", "cards": "c", "to": to}, {"type": "move", "cards": "taken_card", "to": to}]
        if self.dice.chance(0.4):
            take |= {"kind": "cards", "where": "1", "low": "1", "high": str(self.dice.number(1, 3))}
        pick = {"name": "c", "kind": "card", "source": lexicon.hand}
        capture = {"name": "capture", "picks": [pick, take], "effects": moves}
        trail = self.from_hand("trail", self.laid(board, FLOW), duty=self.dice.number(0, 1))
        return self.turns(self.among(capture, trail, {"name": "wait", "duty": 2, "is_pass": True}))

    def asking(self) -> Data:
        """Ask somebody for a rank."""
        hand = self.lexicon.hand
        who = {"name": "who", "kind": "seat", "where": "who != turn"}
        rank = {"name": "wanted", "kind": "rank", "where": f"any(rank(x) == wanted for x in {hand})"}
        has = f"any(rank(x) == wanted for x in {hand}[who])"
        give = {"type": "move", "cards": f"{hand}[who]", "where": "rank(c) == wanted", "to": hand}
        ask = {
            "name": "ask", "picks": [who, rank] if self.dice.chance(0.7) else [rank, who],
            "effects": [{"type": "if", "when": has, "then": [give, {"type": "turn", "action": "again"}],
                         "otherwise": self.draw()["effects"]}],
        }  # fmt: skip
        phases = [self.among(ask, {"name": "pass", "duty": 1, "is_pass": True})]
        if self.lexicon.groups:
            phases.append({"type": "do", "effects": [self.effect_of("sweep")]})
        return self.turns(*phases)

    def building(self) -> Data:
        """Lay cards on piles that they fit on, or move them between piles."""
        lexicon = self.lexicon
        zone = self.dice.one(lexicon.zones_of("tableau", "sets"))
        target = self.zone(zone, LEGAL, 1, own=True)
        card = {"name": "c", "kind": "card", "source": self.source(LEGAL)}
        pile = {"name": "onto", "kind": "pile", "source": target, "where": "fits(c, onto)"}
        move = {"type": "move", "cards": "c", "to": "onto"}
        build = {"name": "build", "picks": [card, pile], "effects": [move, *self.effects(FLOW, 0, 1)]}
        return self.turns(self.among(build, self.draw(1), {"name": "pass", "duty": 2, "is_pass": True}))
