"""Patterns as lists of card sets, and as ways of laying cards of one rank on its pile, wild ones among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice, product
from math import comb
from typing import Any

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.pools import mask_text, masks_by
from deckwright.genome.compile.program import SetFamily
from deckwright.genome.compile.tables import condition_mask
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.materials import HandPattern
from deckwright.genome.values import changed

MAX_INSTANCES = 32_768
"""Sets of cards that form one pattern or group."""
MAX_CANDIDATES = 40_960
"""Sets that are looked at to find those of a pattern."""

Matches = Callable[[int], bool]


class Unlisted(ValueError):  # noqa: N818
    """Why the sets of cards of a pattern are not listed."""


def pattern_instances(
    pattern: HandPattern, words: Words, may_take_part: Matches, *, wild: Iterable[int] = (), room: int | None = None
) -> list[tuple[int, ...]]:
    """Every set of cards that forms the pattern, in a stable order; of no more cards than there is room for.

    Unlisted says why if there are too many of them.
    """
    if pattern.total:
        raise Unlisted("cards that add up to a total are picked, not listed")
    cards = [card for card in range(len(words.cards.cards)) if may_take_part(card)]
    wilds = tuple(wild)
    room = len(words.cards.cards) if room is None else room
    low, high = sizes(pattern, min(room, len(cards) + len(wilds)))
    if low > room:
        raise Unlisted(f"it has {low} cards, and where they come from there are never more than {room}")
    found: list[tuple[int, ...]] = []
    if wilds:
        # Sets of a kind in which wild cards stand for others are made of like cards, so many of them, and so many wild.
        most = len(wilds) if pattern.max_wild is None else min(pattern.max_wild, len(wilds))
        ranks = words.attributes["rank"]
        alike = [[card for card in cards if ranks[card] == rank] for rank in range(len(words.cards.ranks))]
        counts = ((same, product(range(pattern.min_natural, len(same) + 1), range(most + 1))) for same in alike)
        parts = [(same, own, wild) for same, both in counts for own, wild in both if low <= own + wild <= high]
        count = sum(comb(len(same), natural) * comb(len(wilds), wild) for same, natural, wild in parts)
        if count <= MAX_CANDIDATES:
            pairs = (product(combinations(same, own), combinations(wilds, wild)) for same, own, wild in parts)
            found = [tuple(sorted((*own, *others))) for sets in pairs for own, others in sets]
    else:
        found = list(islice(_candidates(pattern, words, cards, low, high), MAX_CANDIDATES + 1))
        count = len(found)
    words.effort.spend(min(count, MAX_CANDIDATES + 1) // 2)
    if count > MAX_CANDIDATES:
        cards_each = f"{low}" if low == high else f"{low} to {high}"
        raise Unlisted(f"more than {MAX_CANDIDATES:,} sets of {cards_each} cards would have to be looked at")
    words.effort.spend(4 * len(found))
    instances = list(dict.fromkeys(chosen for chosen in found if wilds or _fits(pattern, words, chosen)))
    if len(instances) > MAX_INSTANCES:
        raise Unlisted(f"{len(instances):,} sets of cards form it, and at most {MAX_INSTANCES:,} can be listed")
    return instances


def sizes(pattern: HandPattern, most: int) -> tuple[int, int]:
    """The fewest and most cards of a pattern."""
    least = max(
        pattern.required_count or 0,
        pattern.min_count or 0,
        sum(pattern.same_rank_groups or ()),
        pattern.sequence_length or 0,
        len(pattern.required_ranks or ()),
        pattern.same_suit_count or 0,
        1,
    )
    open_ended = pattern.min_count is not None or pattern.max_count is not None or bool(pattern.total)
    exact = pattern.required_count is not None or not open_ended
    return least, least if exact else min(most, pattern.max_count or most)


def _candidates(pattern: HandPattern, words: Words, cards: list[int], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Sets that may form the pattern, by its strongest constraint."""
    ranks, suits = words.attributes["rank"], words.attributes["suit"]
    groups = pattern.same_rank_groups or ()
    if pattern.of_a_kind or (len(groups) == 1 and groups[0] == low == high):
        for rank in range(len(words.cards.ranks)):
            yield from _sized([card for card in cards if ranks[card] == rank], low, high)
        return
    if pattern.required_ranks and len(pattern.required_ranks) == low == high:
        times = Counter(pattern.required_ranks)
        for suit in range(len(words.cards.suits)) if pattern.suited else (None,):
            own = [card for card in cards if suit is None or suits[card] == suit]
            of_rank = {rank: [card for card in own if words.cards.cards[card].rank == rank] for rank in times}
            parts = product(*(combinations(of_rank[rank], count) for rank, count in times.items()))
            yield from (tuple(sorted(card for part in chosen for card in part)) for chosen in parts)
        return
    if pattern.in_sequence or (pattern.sequence_length and pattern.sequence_length == low == high):
        yield from _runs(pattern, words, cards, low, high)
        return
    if groups and sum(groups) == low == high:
        yield from _of_groups(pattern, words, cards, sorted(groups, reverse=True))
        return
    if pattern.suited:
        for suit in range(len(words.cards.suits)):
            yield from _sized([card for card in cards if suits[card] == suit], low, high)
        return
    yield from _sized(cards, low, high)


def _sized(cards: list[int], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """The sets of so many of some cards."""
    return chain.from_iterable(combinations(cards, size) for size in range(low, min(high, len(cards)) + 1))


def _of_groups(pattern: HandPattern, words: Words, cards: list[int], groups: list[int]) -> Iterator[tuple[int, ...]]:
    """Sets of so many cards of one rank, so many of another, and no others."""
    ranks = words.attributes["rank"]
    held = sorted({ranks[card] for card in cards})
    by_rank = {rank: [card for card in cards if ranks[card] == rank] for rank in held}

    def chosen(groups: list[int], after: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Ranks for the groups, largest first; of equal groups the lower rank comes first."""
        if not groups:
            yield taken
            return
        size, *others = groups
        for rank, same in by_rank.items():
            if rank > after and rank not in taken and len(same) >= size:
                next_after = rank if others and others[0] == size else -1
                yield from chosen(others, next_after, (*taken, rank))

    for run in chosen(groups, -1, ()):
        words.effort.spend()
        if pattern.sequence_length and not _has_run(pattern, words, list(run), pattern.sequence_length):
            continue
        parts = product(*(combinations(by_rank[rank], size) for rank, size in zip(run, groups, strict=True)))
        yield from (tuple(sorted(card for part in found for card in part)) for found in parts)


def _runs(pattern: HandPattern, words: Words, cards: list[int], low: int, high: int) -> Iterator[tuple[int, ...]]:
    ranks, suits = words.attributes["rank"], words.attributes["suit"]
    order = list(range(ranks_in_order(words)))
    if pattern.sequence_wrap and order:  # the top rank also stands below the bottom one
        order = [order[-1], *order]
    suited = pattern.suited or (pattern.same_suit_count or 0) >= low
    for suit in range(len(words.cards.suits)) if suited else (None,):
        for start in range(len(order)):
            for end in range(start + low, min(start + high, len(order)) + 1):
                run = order[start:end]
                if len(set(run)) < len(run):
                    continue
                own = [card for card in cards if suit is None or suits[card] == suit]
                choices = [[card for card in own if ranks[card] == rank] for rank in run]
                yield from (tuple(sorted(chosen)) for chosen in product(*choices))


def ranks_in_order(words: Words) -> int:
    """How many ranks follow each other: those of the grid. A joker's is beside them, not above."""
    return len(set(words.genome.deck.ranks)) or len(words.cards.ranks)


def _has_run(pattern: HandPattern, words: Words, ranks: list[int], length: int) -> bool:
    """Whether so many of the ranks follow each other; a wrapping top rank also stands below the lowest."""
    count = ranks_in_order(words)
    held = {rank for rank in ranks if 0 <= rank < count}
    if pattern.sequence_wrap and count - 1 in held:
        held.add(-1)
    return any(all(top - step in held for step in range(length)) for top in range(count))


def _fits(pattern: HandPattern, words: Words, chosen: tuple[int, ...]) -> bool:
    """The constraints that the candidates do not guarantee."""
    ranks = [words.attributes["rank"][card] for card in chosen]
    suits = [words.attributes["suit"][card] for card in chosen]
    are_alike = (pattern.of_a_kind and len(set(ranks)) > 1) or (pattern.suited and len(set(suits)) > 1)
    are_twice = pattern.in_sequence and len(set(ranks)) < len(ranks)
    are_twice |= pattern.distinct_suits and len(set(suits)) < len(suits)
    run = len(ranks) if pattern.in_sequence else pattern.sequence_length
    if are_alike or are_twice or (run and not _has_run(pattern, words, ranks, run)):
        return False
    if pattern.same_suit_count and max(suits.count(suit) for suit in suits) < pattern.same_suit_count:
        return False
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    groups = sorted(pattern.same_rank_groups or (), reverse=True)
    if len(groups) > len(counts) or any(count < group for count, group in zip(counts, groups, strict=False)):
        return False
    names = [words.cards.cards[card].rank for card in chosen]
    return all(names.count(rank) >= (pattern.required_ranks or ()).count(rank) for rank in pattern.required_ranks or ())


MAX_LAYINGS = 4096
"""Ways of laying the sets of one pick."""
LAID = frozenset(
    {"name", "group", "required_count", "min_count", "max_count", "of_a_kind", "cards", "wild", "max_wild",
     "min_natural", "points"}
)  # fmt: skip
"""Fields of a pattern that sets laid on piles may have."""


def compile_sets(b: Builder, name: str, path: str) -> tuple[int, int]:
    """The patterns of this name or group as sets to lay: which they are for the kernel, and how many ways there are."""
    found = [(n, pattern) for n, pattern in enumerate(b.genome.patterns) if name in (pattern.name, pattern.group)]
    if not found or not name:
        b.refuse_unknown("pattern.unknown", path, "no pattern or group is called", name, b.words.groups)
    shapes: list[dict[str, Any]] = []
    layings: list[dict[str, Any]] = []
    taken = 0
    for number, pattern in found:
        here = f"$.patterns[{number}]"
        for field in changed(pattern, *sorted(type(pattern).model_fields.keys() - LAID)):
            b.refuse("pattern.not-for-sets", f"{here}.{field}", "sets that are laid on piles by rank do not have it")
        if not pattern.of_a_kind:
            why = "sets that are laid on piles by rank are of one rank each"
            b.refuse("pattern.not-for-sets", f"{here}.of_a_kind", why)
        for shape, ways in _shapes(b, pattern, here):
            if taken & shape["natural"]:
                message = f"two patterns of {name!r} share cards: each card is laid by one of them"
                b.refuse("pattern.sets-overlap", f"{here}.cards", message)
            taken |= shape["natural"]
            shapes.append(shape | {"natural": mask_text(shape["natural"]), "first": len(layings), "count": len(ways)})
            layings += ways
    if not 1 <= len(layings) <= MAX_LAYINGS:
        b.refuse("pattern.cannot-list", path, f"{len(layings):,} ways to lay {name!r}: expected 1 to {MAX_LAYINGS:,}")
    b.sets.append(SetFamily(shapes=shapes, layings=layings))
    return len(b.sets) - 1, len(layings)


def _shapes(b: Builder, pattern: HandPattern, path: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The pattern for each rank, with its ways of laying: larger sets last."""
    ranks = b.words.attributes["rank"]
    everything = (1 << len(ranks)) - 1
    wild = condition_mask(b, pattern.wild, f"{path}.wild") if pattern.wild else 0
    natural = (condition_mask(b, pattern.cards, f"{path}.cards") if pattern.cards else everything) & ~wild
    by_rank = masks_by(ranks)
    of_rank = [by_rank.get(rank, 0) for rank in range(max(ranks) + 1)]
    kinds = [wild & same for same in of_rank if wild & same]
    least, most = sizes(pattern, len(ranks))
    max_wild = wild.bit_count() if pattern.max_wild is None else pattern.max_wild
    for pile, same in enumerate(of_rank):
        own = natural & same
        if own.bit_count() < pattern.min_natural or own.bit_count() + min(max_wild, wild.bit_count()) < least:
            continue
        wilds = [count for count in product(*(range(kind.bit_count() + 1) for kind in kinds)) if sum(count) <= max_wild]
        ways = [
            {"natural": count, "wild": list(others), "size": count + sum(others)}
            for count in range(own.bit_count() + 1)
            for others in sorted(wilds, key=lambda others: (sum(others), others))
            if 1 <= count + sum(others) <= most
        ]
        shape = {
            "pile": pile, "natural": own, "wild": [mask_text(kind) for kind in kinds], "least": least,
            "most": min(most, 255), "max_wild": min(max_wild, 255), "min_natural": pattern.min_natural,
        }  # fmt: skip
        yield shape, ways
