"""What the numbers of a game are called: slots and their values, phases, zones, registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from deckwright.cards import Deck
from deckwright.genome.compile.program import Names, Program, SetFamily
from deckwright.genome.limits import PAGE
from deckwright.genome.phases import PHASES


class Meaning(NamedTuple):
    """What one value of a slot stands for, where a table does not say it: a call, or cards laid together."""

    cards: tuple[str, ...] = ()
    """The very cards of a meld."""
    ranks: tuple[str, ...] = ()
    """The ranks of the cards of a set that may be of any suit."""
    pile: int | None = None
    """The pile that a set is laid on."""
    level: int | None = None
    strain: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The words for everything that the kernel numbers."""

    names: Names
    deck: Deck
    phases: tuple[str, ...]
    """What each phase is called, by its number."""
    kinds: tuple[str, ...]
    """What each phase is: `Choice`, `Trick`, `Auction`, `Betting` ..."""
    values: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The values of each slot that has texts of its own: calls, sizes of bets, melds."""
    offers: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """Of each choice phase, by its number: the slots of each offer's picks."""
    together: frozenset[int] = frozenset()
    """The phases, by number, in which every seat chooses in secret."""
    meanings: Mapping[int, tuple[Meaning, ...]] = field(default_factory=dict)
    """What the values of each slot of calls and melds stand for."""
    matched: Mapping[str, str] = field(default_factory=dict)
    """The zone whose top card says of which rank cards of a phase have to be, by the name of the phase."""


def make_vocabulary(program: Program, deck: Deck) -> Vocabulary:
    """The words of a compiled genome."""
    nodes = [next(iter(node.items())) for node in program.data["nodes"]]
    melds = dict(_melds(nodes, program))
    values = dict(_calls(program.names))
    for kind, node in nodes:
        for phase in PHASES:
            if kind.lower() == phase.model_fields["type"].default:
                values |= dict(phase.texts_shown(node))
    values |= {slot: tuple(text for text, _ in page) for slot, page in melds.items()}
    return Vocabulary(
        names=program.names,
        deck=deck,
        phases=tuple(_phase_name(kind, node, program.names) for kind, node in nodes),
        kinds=tuple(kind for kind, _ in nodes),
        values=values,
        offers={
            number: tuple(tuple(pick["slot"] for pick in offer["picks"]) for offer in node["offers"])
            for number, (kind, node) in enumerate(nodes)
            if kind == "Choice"
        },
        together=frozenset(
            child
            for kind, node in nodes
            if kind == "Turns" and node["order"] == "Together"
            for child in node["children"]
        ),
        meanings={slot: tuple(meaning for _, meaning in page) for slot, page in melds.items()}
        | dict(_call_meanings(nodes, program.names)),
    )


def _phase_name(kind: str, node: Any, names: Names) -> str:
    """What a phase is called; one without a name by what it offers."""
    if node.get("name"):
        return str(node["name"])
    if kind == "Choice":
        verbs = dict.fromkeys(names.slots[_first_slot(offer)].verb for offer in node["offers"])
        return " or ".join(verbs)
    return kind.lower()


def _first_slot(offer: Any) -> int:
    return int(offer["picks"][0]["slot"] if offer["picks"] else offer["slot"])


T = TypeVar("T")


def _pages(slot: int, values: Sequence[T]) -> Iterator[tuple[int, tuple[T, ...]]]:
    for page, first in enumerate(range(0, len(values), PAGE)):
        yield slot + page, tuple(values[first : first + PAGE])


def _calls(names: Names) -> Iterator[tuple[int, tuple[str, ...]]]:
    for slot, calls in names.calls.items():
        yield from _pages(slot, list(calls))


def _call_meanings(nodes: list[tuple[str, Any]], names: Names) -> Iterator[tuple[int, tuple[Meaning, ...]]]:
    for kind, node in nodes:
        if kind == "Auction":
            calls = [
                Meaning(
                    level=call["level"],
                    strain=names.strains[call["strain"]] if call["strain"] >= 0 else "",
                    kind=names.kinds[call["kind"]],
                )
                for call in node["calls"]
            ]
            yield from _pages(node["call"], calls)


def _melds(nodes: list[tuple[str, Any]], program: Program) -> Iterator[tuple[int, tuple[tuple[str, Meaning], ...]]]:
    """Whole patterns that a pick lists: the cards of each, and how it reads."""
    groups, instances = program.data["groups"], program.data["instances"]
    picks = (pick for kind, node in nodes if kind == "Choice" for offer in node["offers"] for pick in offer["picks"])
    for pick in picks:
        if "Instance" in pick["kind"]:
            group = groups[pick["kind"]["Instance"]["group"]]
            listed = instances[group["first"] : group["first"] + group["count"]]
            masks = tuple(instance["cards"] for instance in listed)
            yield from _pages(pick["slot"], _listed(masks, program.names.cards, tuple(program.data["deck"]["type_of"])))
        if "Sets" in pick["kind"]:
            family = program.data["sets"][pick["kind"]["Sets"]["family"]]
            rank_of = tuple(program.data["deck"]["attributes"][1])
            yield from _pages(pick["slot"], _laid(family, program.names.ranks, rank_of))


Said = tuple[tuple[str, Meaning], ...]


@lru_cache(maxsize=64)
def _listed(masks: tuple[str, ...], names: tuple[str, ...], type_of: tuple[int, ...]) -> Said:
    """Sets of cards by their codes."""
    return tuple((" ".join(codes), Meaning(cards=codes)) for codes in (_codes(mask, names, type_of) for mask in masks))


@lru_cache(maxsize=64)
def _laid(family: SetFamily, ranks: tuple[str, ...], rank_of: tuple[int, ...]) -> Said:
    return tuple(_sets(family, ranks, rank_of))


def _sets(family: SetFamily, ranks: tuple[str, ...], rank_of: tuple[int, ...]) -> Iterator[tuple[str, Meaning]]:
    """Ways of laying cards on the pile of their rank: `K K 2`, or `2 on K` where no card of the rank itself is laid."""
    for shape in family["shapes"]:
        own = ranks[shape["pile"]]
        wild = [ranks[rank_of[(int(mask, 16) & -int(mask, 16)).bit_length() - 1]] for mask in shape["wild"]]
        others: dict[tuple[int, ...], tuple[str, ...]] = {}
        for way in family["layings"][shape["first"] : shape["first"] + shape["count"]]:
            counts = tuple(way["wild"])
            if counts not in others:
                each = zip(wild, counts, strict=True)
                others[counts] = tuple(rank for rank, count in each for _ in range(count))
            laid = (own,) * way["natural"] + others[counts]
            text = " ".join(laid) if way["natural"] else f"{' '.join(laid)} on {own}"
            yield text, Meaning(ranks=laid, pile=shape["pile"])


def _codes(mask: str, names: tuple[str, ...], type_of: tuple[int, ...]) -> tuple[str, ...]:
    bits = int(mask, 16)
    return tuple(names[type_of[card]] for card in range(bits.bit_length()) if bits >> card & 1)
