"""What has been settled and everyone at a table goes by: trumps, contract, dummy, and badges for public numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.cards.words import suit_word
from deckwright.engine.example.claiming import claiming_now, due_rank
from deckwright.engine.facts import Fact
from deckwright.engine.scene.flags import raised
from deckwright.engine.scene.needs import tricks_needed
from deckwright.engine.scene.worths import needed
from deckwright.genome.expressions.types import REGISTER_FACTS

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.state import State
    from deckwright.engine.view import PublicPart
    from deckwright.genome.compile.program import RegisterName

NAMED = ("suit", "rank", "strain", "card")
"""What a register may hold that tells people something even without a label."""
NO_STRAIN = "none"
TRICKS_TAKEN = "tricks_taken"
"""The tally of tricks: tables tell them of each seat."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A public value with its label: the pot, the current colour, which way play goes."""

    name: str
    label: str
    holds: str
    """`number`, `seat`, `team`, `suit`, `rank`, `strain`, `card`, `chips`, `direction`; `need`: of sets to be laid;
    `flag`: what its label says is so."""
    value: str | int
    owner: str = "table"
    """`table`, `seat` or `team`."""
    index: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "name": self.name,
            "label": self.label,
            "holds": self.holds,
            "value": self.value,
            "owner": self.owner,
            "index": self.index,
        }


class Contract(NamedTuple):
    """What the highest call says, so far or for good."""

    declarer: int | None
    level: int | None
    strain: str | None
    kind: str | None
    doubled: int
    is_final: bool
    needs: int | None
    """How many tricks, where that is what it is about."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return self._asdict()


class Standing(NamedTuple):
    """What everyone goes by."""

    trump: str | None
    """The strain in force while tricks are played."""
    led: str | None
    """The suit to follow."""
    contract: Contract | None
    dummy: int | None
    """Whose hand lies open and is played by its partner."""
    playing: int | None
    """Whose cards are played now: not the seat to act where it plays for a dummy."""
    winner: int | None
    """Who takes the trick that lies there complete, while everyone looks at it."""
    dealer: int | None
    badges: tuple[Badge, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "trump": self.trump,
            "led": self.led,
            "contract": None if self.contract is None else self.contract.to_dict(),
            "dummy": self.dummy,
            "playing": self.playing,
            "winner": self.winner,
            "dealer": self.dealer,
            "badges": [badge.to_dict() for badge in self.badges],
        }


def standing(state: State, brought_in: Mapping[str, tuple[int, ...]] | None = None) -> Standing:
    """What has been settled, as everyone sees it; `brought_in` is what seats had brought in before the hand."""
    public, asked = state.public, state.position.asked()
    kind = state.kind
    facts = public.facts
    is_trick = kind == "Trick"
    strain = _text(facts.get("strain"))
    return Standing(
        trump=strain if is_trick and strain not in (None, NO_STRAIN) else None,
        led=_text(facts.get("led")) if is_trick and public.plays else None,
        contract=_contract(state, facts, kind),
        dummy=asked["dummy"],
        playing=asked["playing"],
        winner=_number(facts.get("winner")) if is_trick and public.plays and state.seat is None else None,
        dealer=_number(facts.get("dealer")) if uses(state.game).dealer else None,
        badges=tuple(_badges(state, public, brought_in or {})),
    )


def _contract(state: State, facts: Mapping[str, Fact], kind: str) -> Contract | None:
    declarer = _number(facts.get("declarer"))
    is_bidding = kind == "Auction"
    if not uses(state.game).contested or (declarer is None and not is_bidding):
        return None
    level = _number(facts.get("level"))
    if is_bidding and not facts.get("high"):
        return None
    strain = _text(facts.get("strain"))
    return Contract(
        declarer,
        level,
        strain if strain not in (None, NO_STRAIN) and (is_bidding or kind == "Trick") else None,
        _text(facts.get("kind")) or None,
        _number(facts.get("doubled")) or 0,
        not is_bidding,
        None if is_bidding else tricks_needed(state.game, level),
    )


def _badges(state: State, public: PublicPart, brought_in: Mapping[str, tuple[int, ...]]) -> Iterator[Badge]:
    facts, used, notation, kind = public.facts, uses(state.game), state.game.notation, state.kind
    if "Betting" in notation.core_phases:
        yield Badge("pot", "Pot", "chips", _number(facts.get("pot")) or 0)
        to_call = _number(facts.get("to_call"))
        if to_call or (kind == "Betting" and state.seat is not None):  # also 0: what lies beside it stays where it is
            yield Badge("to_call", "To call", "chips", to_call or 0)
    if used.breaking and facts.get("broken"):
        yield Badge("broken", f"{used.breaking.capitalize()} are broken", "suit", used.breaking)
    direction = _number(facts.get("direction"))
    if used.reverses and direction in (1, -1):
        yield Badge("direction", "Direction", "direction", direction)
    if (due := due_rank(state)) is not None:
        yield Badge("due_rank", "To be claimed", "rank", due)
    is_claiming = claiming_now(state) is not None
    for family, label in used.of_table:
        value = facts.get(family.name)
        if value is not None and not (is_claiming and family.name == "claimed_rank"):  # that was the last claim's
            yield Badge(family.name, label, family.holds, value)
    for family, label in used.of_seats:
        before = None if state.is_over else brought_in.get(family.name)
        if family.is_tally and not (state.is_over or before):
            continue
        values, owner = public.registers.get(family.name, ()), family.per
        if before:
            values = tuple([int(value or 0) - was for value, was in zip(values, before, strict=True)])
        if family.is_tally and family.name != TRICKS_TAKEN and state.game.teams:  # partners bring it in together
            values, owner = tuple([sum(int(values[seat] or 0) for seat in team) for team in state.game.teams]), "team"
        for index, value in enumerate(values):
            if value is not None:
                yield Badge(family.name, label, family.holds, value, owner, index)
    owner = "team" if state.game.teams else "seat"
    for need, side, amount in () if state.is_over else needed(state.game, public):
        yield Badge(f"needed_to_{need.offer}", f"Needed to {need.offer}", "need", amount, owner, side)
    for flag, sides in () if state.is_over else raised(state.game, public):
        if len(sides) == len(flag.sides):
            yield Badge(flag.name, flag.label, "flag", 1)
        else:
            yield from (Badge(flag.name, flag.label, "flag", 1, owner, side) for side in sides)


def label_of(family: RegisterName, game: Game) -> str:
    """What a register is called where people see it; empty where they do not."""
    label = str(getattr(family, "label", "") or "")
    if label:
        return label[:1].upper() + label[1:]
    if family.name in REGISTER_FACTS or family.holds not in NAMED:
        return ""
    words = family.name.replace("_", " ")
    if family.holds == "suit" and " " not in words:  # `Current colour`, where a word alone does not say what
        words = f"{words} {_suit_word(game)}"
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=256)
def _suit_word(game: Game) -> str:
    return suit_word(game.notation.faces.values())


@dataclass(frozen=True, slots=True)
class Uses:
    """What a game has that people go by."""

    contested: bool
    """The highest call decides."""
    reverses: bool
    breaking: str
    dealer: bool
    of_table: tuple[tuple[RegisterName, str], ...]
    """Registers that people see, and what they are called."""
    of_seats: tuple[tuple[RegisterName, str], ...]
    """The same, of those that each seat or team has."""


@lru_cache(maxsize=256)
def uses(game: Game) -> Uses:
    """What a game has: from its genome, where it has one."""
    parts = list(_parts(game))
    return Uses(
        contested=any(part.get("type") == "auction" and part.get("rising", True) for part in parts),
        reverses=any(part.get("type") == "turn" and part.get("action") == "reverse" for part in parts),
        breaking=next((str(part["breaking_suit"]) for part in parts if part.get("breaking_suit")), ""),
        dealer=game.notation.find_register("dealer") is not None and game.seats > 1,
        of_table=_labelled(game.notation.table_registers, game),
        of_seats=_labelled([one for one in game.notation.seat_registers if one.per in ("seat", "team")], game),
    )


def _labelled(families: Iterable[RegisterName], game: Game) -> tuple[tuple[RegisterName, str], ...]:
    return tuple((family, label) for family in families if (label := label_of(family, game)))


def _parts(game: Game) -> Iterator[Mapping[str, Any]]:
    """Every object of a genome."""
    genome = game.definition.genome
    waiting: list[Any] = [] if genome is None else [genome.to_dict()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()


def _text(value: Fact) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Fact) -> int | None:
    return value if isinstance(value, int) else None
