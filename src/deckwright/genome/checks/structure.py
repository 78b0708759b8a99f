"""Sizes, names, limits, deck, deal; duplicate statements."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from deckwright.genome.checks.length import length_issues
from deckwright.genome.checks.walk import REMEMBERED, all_effects, offers_of, phases_of
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions.types import RESERVED
from deckwright.genome.expressions.vocabulary import full_suit_names
from deckwright.genome.limits import MAX_REGISTERS, MAX_ZONES
from deckwright.genome.schema import SCHEMA_VERSION, GameGenome
from deckwright.genome.values import Model, held_by

MOST_OF = {
    "zones": MAX_ZONES, "strains": 64, "registers": MAX_REGISTERS, "terms": 100, "tables": 64, "rows": 256,
    "patterns": 256, "card_scoring": 256, "scoring_rules": 256, "special_effects": 256, "win_conditions": 32,
    "phases": 200,
}  # fmt: skip
"""Items of each list; the kernel holds no more, or has no use for more."""
MOST_PARTS = 2_500
"""Parts of a genome altogether: phases, offers, picks, effects and whatever else has fields."""


def size_issues(genome: GameGenome) -> Iterator[Issue]:
    """Lists that are too long, and genomes with too many parts."""
    return iter(()) if _parts_of(genome) <= MOST_PARTS else _find_issues(genome)


def _parts_of(value: Model) -> int:
    """How many parts a value has; more than there may be, if a list of it is too long."""
    parts = 1
    for name, held in held_by(value):
        if isinstance(held, Model):
            parts += _remembered_parts(held)
        else:
            if len(held) > MOST_OF.get(name, MOST_PARTS):
                return MOST_PARTS + 1
            parts += sum(_remembered_parts(item) for item in held if isinstance(item, Model))
    return parts


_remembered_parts = lru_cache(maxsize=8192)(_parts_of)


def _find_issues(genome: GameGenome) -> Iterator[Issue]:
    parts = 0
    waiting: list[tuple[Any, str]] = [(genome, "$")]
    while waiting:
        value, path = waiting.pop()
        parts += 1
        if parts > MOST_PARTS:
            yield Issue("genome.too-large", "$", message=f"more than {MOST_PARTS:,} parts")
            return
        for name, held in held_by(value):
            here, most = f"{path}.{name}", MOST_OF.get(name, MOST_PARTS)
            if isinstance(held, Model):
                waiting.append((held, here))
            elif len(held) > most:
                yield Issue("genome.too-large", here, f"{len(held)} items", f"at most {most}")
            else:
                waiting += [(item, f"{here}[{place}]") for place, item in enumerate(held) if isinstance(item, Model)]


DONE_AGAIN = frozenset(
    {
        *("effects", "then", "otherwise", "deal", "phases"),  # one after another
        *("special_effects", "scoring_rules", "card_scoring"),  # each of them counts
        *("same_rank_groups", "required_ranks", "blinds", "levels"),  # numbers by their place, how many of a rank
    }
)
"""Lists in which an item may stand twice: it then does twice as much."""
NAMED = frozenset(
    {"teams", "suits", "ranks", "extra", "tables", "rows", "strains", "registers", "terms", "calls", "picks"}
    | {"card_values"}
)
"""Lists whose items have a name or a place of their own: two of one are refused where that is checked."""


def repeated_issues(genome: GameGenome) -> Iterator[Issue]:
    """Items that stand twice in one list, where the second adds nothing."""
    for path, said in _repeats(genome):
        yield Issue("field.no-effect", f"${path}", message=f"has no effect: {said} says the same")


@lru_cache(maxsize=REMEMBERED)
def _repeats(model: Model) -> tuple[tuple[str, str], ...]:
    """The path of each inside a value, and of what it repeats."""
    found: list[tuple[str, str]] = []
    for name, value in held_by(model):
        if isinstance(value, Model):
            found += ((f".{name}{path}", said) for path, said in _repeats(value))
        else:
            found += _in_list(name, value)
    return tuple(found)


def _in_list(name: str, items: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    if name not in DONE_AGAIN and name not in NAMED and len(set(items)) < len(items):
        for number, item in enumerate(items):
            if (first := items.index(item)) < number:
                yield f".{name}[{number}]", f"{name}[{first}]"
    for number, item in enumerate(items):
        if isinstance(item, Model):
            yield from ((f".{name}[{number}]{path}", said) for path, said in _repeats(item))


MOST_SUITS = 2
"""Suits of one card: a domino has two."""


def deck_issues(genome: GameGenome) -> Iterator[Issue]:
    """Suits, ranks and cards of one's own."""
    deck = genome.deck
    full = full_suit_names(deck.suits)
    yield from twice("$.deck.suits", [full[suit] for suit in deck.suits], "suit")
    yield from twice("$.deck.ranks", deck.ranks, "rank")
    names = [extra.name for extra in deck.extra]
    yield from twice("$.deck.extra", names, "name; `copies` says how many", field=".name")
    for number, extra in enumerate(deck.extra):
        path = f"$.deck.extra[{number}]"
        if extra.copies == 0:
            yield inert(f"{path}.copies", "there is no such card")
        if len(extra.suits) > MOST_SUITS:
            yield Issue("deck.suits", f"{path}.suits", f"{len(extra.suits)} suits", f"at most {MOST_SUITS}")


def twice(path: str, names: Sequence[str], what: str, *, field: str = "") -> Iterator[Issue]:
    """Names of a list that stand in it before."""
    for number, name in enumerate(names):
        if name in names[:number]:
            yield Issue("name.twice", f"{path}[{number}]{field}", repr(name), f"each {what} once")


_RESERVED_HERE = RESERVED - {"c", "p", "s"}
"""Words that picks and loop variables may not take."""


def version_issues(genome: GameGenome) -> Iterator[Issue]:
    """A genome of this language, with a name of its own."""
    if genome.schema_version != SCHEMA_VERSION:
        yield Issue("schema.version", "$.schema_version", repr(genome.schema_version), repr(SCHEMA_VERSION))
    if not genome.genome_id:
        yield Issue("schema.no-id", "$.genome_id", "nothing", "a name")


def name_issues(genome: GameGenome) -> Iterator[Issue]:
    """Names that expressions use are words, each with one meaning."""
    taken: dict[str, str] = {}
    for phase, _ in phases_of(genome.turn_structure):
        taken |= dict.fromkeys(phase.own_names(), f"a {phase.type}")
    kinds: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("zones", genome.zones),
        ("registers", genome.registers),
        ("terms", genome.terms),
        ("deck.tables", genome.deck.tables),
    )
    for field, items in kinds:
        for number, item in enumerate(items):
            yield from _word_issues(item.name, f"$.{field}[{number}].name", taken, RESERVED)
            taken.setdefault(item.name, field)
    patterns, strains = ([item.name for item in items] for items in (genome.patterns, genome.strains))
    for field, names in (("patterns", patterns), ("strains", strains)):
        for number, name in enumerate(names):
            if name in names[:number] or not name:
                message = f"{name!r} names two {field}, or none"
                yield Issue("name.taken", f"$.{field}[{number}].name", message=message)
    if not genome.score_unit.strip():
        yield Issue("name.missing", "$.score_unit", "nothing", "what one of the score is called, such as 'point'")
    yield from _local_name_issues(genome, taken)


def _local_name_issues(genome: GameGenome, taken: dict[str, str]) -> Iterator[Issue]:
    said: set[tuple[str, str]] = set()
    for offer, path in offers_of(genome):
        name, phase = " ".join(offer.name.casefold().split()), path.rpartition(".")[0]
        if not name:
            yield Issue("name.missing", f"{path}.name", "nothing", "what the player does")
        elif (phase, name) in said and not offer.picks:
            why = f"two offers are called {offer.name!r}: a player could not say which"
            yield Issue("name.taken", f"{path}.name", message=why)
        if not offer.picks:
            said.add((phase, name))
        names: set[str] = set()
        for place, pick in enumerate(offer.picks):
            here = f"{path}.picks[{place}].name"
            yield from _word_issues(pick.name, here, taken, _RESERVED_HERE)
            if pick.name in names:
                yield Issue("name.taken", here, message=f"two picks of one offer are called {pick.name!r}")
            names.add(pick.name)
    for effect, path in all_effects(genome):
        if effect.type == "each":
            yield from _word_issues(effect.var, f"{path}.var", taken, _RESERVED_HERE)


def _word_issues(name: str, path: str, taken: dict[str, str], reserved: frozenset[str]) -> Iterator[Issue]:
    if not name.isidentifier() or keyword.iskeyword(name):
        yield Issue("name.not-a-word", path, repr(name), "letters, digits and _")
    elif name in reserved:
        yield Issue("name.reserved", path, message=f"{name!r} already has a meaning in expressions")
    elif name in taken:
        yield Issue("name.taken", path, message=f"{name!r} already names something in {taken[name]}")


def limit_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every game has players, a way to win, and an end."""
    if not genome.win_conditions:
        yield Issue("win.none", "$.win_conditions", "no win condition", "at least one")
    for name in ("max_turns", "max_hands", "utility_unit"):
        if getattr(genome, name) < 1:
            yield Issue("limit.zero", f"$.{name}", str(getattr(genome, name)), "at least 1")
    yield from length_issues(genome)


def deal_issues(genome: GameGenome) -> Iterator[Issue]:
    """No more cards are dealt than there are."""
    each = genome.setup.cards_per_player
    if not isinstance(each, int):
        return
    deck = genome.deck
    most = max(1, len(deck.suits)) * len(deck.ranks) * deck.copies + sum(extra.copies for extra in deck.extra)
    if each < 0 or each * genome.player_count > most:
        found = f"{each * genome.player_count} cards to deal"
        yield Issue("deal.too-few-cards", "$.setup.cards_per_player", found, f"0 to {most}")


RULES = (version_issues, name_issues, limit_issues, deal_issues, deck_issues)
