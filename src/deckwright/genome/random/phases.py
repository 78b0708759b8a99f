"""Random phases and the turn structures they nest in."""

from __future__ import annotations

from collections.abc import Callable

from deckwright.genome.enums import BreakingRule, ClaimRankMode, ShowdownMethod
from deckwright.genome.expressions.types import Type
from deckwright.genome.random.choices import LEGAL, ChoiceWriter
from deckwright.genome.random.deck import random_condition
from deckwright.genome.random.lexicon import Data, Place

FLOW = Place(reads="what all know")
"""Where a rule of the flow stands."""
MOST_TURNS = 400
"""Turns that a whole hand may have, however structures nest."""
ORDERS = ("cycle", "once", "stay", "together", "sequence")


class PhaseWriter(ChoiceWriter):
    """Writes phases over a lexicon. `chips`: how many there are to bet with; `battles`: whether ties are fought out."""

    chips = 0
    battles = False

    def structure(self, *, room: int = MOST_TURNS, depth: int = 1) -> Data:
        """A turn structure with at most so many turns in all."""
        dice = self.dice
        order = dice.weighted((5, "cycle"), (2, "once"), (1.5, "stay"), (1, "together"), (2.5, "sequence"))
        if depth == 1 and order == "together":
            order = "cycle"
        data: Data = {"type": "turns", "order": order}
        repeats = order in ("cycle", "stay")
        if order != "together" and dice.chance(0.35 if repeats else 0.15):
            data["until"] = self.truth(FLOW, 2)
            repeats |= order == "sequence"
        seats = 1 if order == "sequence" else self.lexicon.seats
        limit = dice.number(1, max(1, min(60, room))) if repeats else seats
        if repeats and (depth > 1 or dice.chance(0.7)):
            data["limit"] = limit
        elif dice.chance(0.1):
            data["limit"] = dice.number(1, 4)
        if dice.chance(0.3) and order != "sequence":
            data["start"] = self.seat(FLOW, 2)
        if depth > 1:
            data["when"] = self.truth(FLOW, 1) if dice.chance(0.3) else "1"
        if dice.chance(0.3):
            data["name"] = f"part {depth}"
        left = max(1, room // max(1, limit))
        if order == "together":
            data["phases"] = [{"type": "choice", "offers": self.offers(together=True)}]
        else:
            data["phases"] = dice.several(1, 3, lambda: self.phase(left, depth))
        return data

    def phase(self, room: int, depth: int) -> Data:
        """Any phase."""
        lexicon = self.lexicon
        nests = depth < 3
        claims = bool(lexicon.ranks) and bool(lexicon.zones_of("discard")) and depth < 3
        make: Callable[[], Data] = self.dice.weighted(
            (2, self.do),
            (6, self.choose),
            (1.5, self.trick),
            (1.2, self.auction),
            (1.2 if self.chips else 0, self.betting),
            (0.8 if claims else 0, self.claim),
            (2 if nests else 0, lambda: self.structure(room=room, depth=depth + 1)),
        )
        data = make()
        if "when" not in data and self.dice.chance(0.15):
            data["when"] = self.truth(FLOW, 2)
        if "name" not in data and self.dice.chance(0.2):
            data["name"] = self.dice.one(("first part", "next", "settling up"))
        return data

    def do(self) -> Data:
        """What happens by itself."""
        data: Data = {"type": "do", "effects": self.effects(Place(), 1, 3)}
        if self.dice.chance(0.2):
            data["actor"] = self.seat(FLOW, 1)
        return data

    def choose(self) -> Data:
        """A choice."""
        data: Data = {"type": "choice", "offers": self.offers()}
        if self.dice.chance(0.2):
            data["actor"] = self.seat(FLOW, 1)
        if self.dice.chance(0.3):
            data["name"] = self.dice.one(("move", "turn over", "main"))
        return data

    def trick(self) -> Data:
        """Tricks."""
        dice, lexicon = self.dice, self.lexicon
        sources = lexicon.zones_of("hand", owner="seat")
        to = dice.one(lexicon.zones_of("captured", "discard", "tableau") or lexicon.zones_of("hand"))
        data: Data = {"type": "trick", "source": dice.one(sources)["name"], "to": self.laid(to, FLOW)}
        if dice.chance(0.1):
            data["to"] = data["source"]
        if dice.chance(0.5):
            data["leader"] = self.seat(FLOW, 2)
        if lexicon.strains and dice.chance(0.4):
            data["strain"] = self.value(Type.STRAIN, FLOW, 1)
        if dice.chance(0.25):
            data["until"] = self.truth(FLOW, 2)
        if dice.chance(0.7):
            data["duties"] = [{"cards": "follows(c)"}] if dice.chance(0.6) else self.duties(LEGAL.named("c", Type.CARD))
        if lexicon.suits and dice.chance(0.3):
            data |= {
                "breaking_suit": dice.one(lexicon.suits),
                "breaking_rule": dice.one(tuple(BreakingRule)[1:]).value,
                "broken_by": dice.several(0, 2, lambda: random_condition(self)),
            }
        if dice.chance(0.15):
            data["hold"] = self.truth(LEGAL, 1)
        if dice.chance(0.1):
            data["out"] = self.seat(FLOW, 1)
        if lexicon.teams and dice.chance(0.2):
            data["dummy"] = self.seat(FLOW, 1)
        if dice.chance(0.12):
            data["forced_top"] = True
        if dice.chance(0.4):
            data["ties"] = dice.one(("last", "tie_breaker"))
            if data["ties"] == "tie_breaker" and self.battles and dice.chance(0.5):
                data["bury"] = dice.number(1, 3)
        return data

    def auction(self) -> Data:
        """An auction."""
        dice, lexicon = self.dice, self.lexicon
        calls = dice.several(1, 3, self.call)
        data: Data = {"type": "auction", "calls": calls}
        data["ends"] = dice.one(("once", "first_bid", "one_left", "silence"))
        data["rising"] = dice.chance(0.8) or data["ends"] in ("one_left", "silence")
        data["pass_is_final"] = dice.chance(0.6)
        data["doubling"] = dice.weighted((5, 0), (2, 1), (2, 2))
        data["declarer"] = dice.one(("bidder", "first_of_side"))
        data["all_pass"] = dice.weighted((2, "redeal"), (2, "end_hand"), (4, "continue"))
        if dice.chance(0.3):
            data["may_pass"] = self.truth(LEGAL, 1)
        if dice.chance(0.4):
            data["start"] = self.seat(FLOW, 1)
        for call in calls:
            if call.get("kind") and call["kind"] not in lexicon.kinds:
                lexicon.kinds.append(call["kind"])
        return data

    def call(self) -> Data:
        """A kind of call, on its levels."""
        dice = self.dice
        low = dice.number(0, 4)
        data: Data = {"name": "{level}", "levels": [low, low + dice.number(0, 5), dice.number(1, 2)]}
        if dice.chance(0.4):
            data |= {"kind": dice.one(("points", "marks")), "name": "{level} points"}
        if self.lexicon.strains and dice.chance(0.5):
            strains = dice.some(list(dict.fromkeys(self.lexicon.strains)), 1, 4)
            data |= {
                "strains": strains,
                "name": f"{data['name']} {{strain}}",
                "order": f"{len(strains)} * level + index",
            }
        elif dice.chance(0.3):
            data["order"] = dice.one(("level + 1", "10 * level", "level * level + index"))
        if dice.chance(0.3):
            data["when"] = self.truth(LEGAL.named("level", Type.INT), 1)
        return data

    def betting(self) -> Data:
        """A round of betting."""
        dice = self.dice
        data: Data = {"type": "betting", "min_bet": dice.number(1, 5), "max_raises": dice.number(0, 4)}
        methods = [
            method.value for method in ShowdownMethod if self.lexicon.has_evaluation or "eval" not in method.value
        ]
        data["showdown_method"] = dice.one(methods)
        if dice.chance(0.5):
            data["ante"] = dice.number(0, 3)
        if dice.chance(0.4):
            data["blinds"] = dice.several(1, 2, lambda: dice.number(1, 4))
        if dice.chance(0.4):
            data["sizes"] = dice.several(
                1, 3, lambda: dice.one(("pot", "to_call + 1", "chips", "2 * pot", str(dice.number(1, 9))))
            )
        if dice.chance(0.3):
            data["start"] = self.seat(FLOW, 1)
        return data

    def claim(self) -> Data:
        """Cards laid face down under a rank."""
        dice, lexicon = self.dice, self.lexicon
        mode = dice.one(tuple(ClaimRankMode))
        low = dice.number(1, 2)
        data: Data = {"type": "claim", "rank_mode": mode.value, "low": low, "high": low + dice.number(0, 3)}
        match mode:
            case ClaimRankMode.FIXED:
                data["fixed_rank"] = dice.one(lexicon.ranks)
            case ClaimRankMode.SEQUENTIAL:
                data["starting_rank"] = dice.one(lexicon.ranks)
        data["challengers"] = dice.one(("all", "next"))
        if dice.chance(0.2):
            data["actor"] = self.seat(FLOW, 1)
        data["source"] = lexicon.hand
        data["to"] = dice.one(lexicon.zones_of("discard", owner="table") or lexicon.zones)["name"]
        return data
