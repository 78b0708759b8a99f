"""Parts of a genome that exists: new expressions where they fit, and whatever has a defect goes until nothing has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from deckwright.dice import Dice
from deckwright.evolve.random.materials import deck_lexicon
from deckwright.evolve.random.skeletons import SkeletonWriter
from deckwright.genome.checks.walk import words_in
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import parse_expression
from deckwright.genome.expressions.types import Type
from deckwright.genome.picks import PICKS
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues
from deckwright.genome.writing import Data, Lexicon, Reads, WritingPlace

ROUNDS = 25
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_NEEDED = ("genome_id", "player_count", "setup", "turn_structure", "win_conditions", "deck", "zones", "teams")
"""Fields of the genome that are never taken away as a whole."""

Step = str | int


def repaired(data: Data) -> GameGenome | None:
    """A valid genome made by taking defective parts out of the data, which is changed; None if nothing helps."""
    for _ in range(ROUNDS):
        issues = defects(data)
        if isinstance(issues, GameGenome):
            return issues
        remove_all(data, issues)
        put_back(data)
    return None


def defects(data: Data) -> GameGenome | Sequence[Issue]:
    """The genome that the data describes, or its defects."""
    try:
        genome = GameGenome.parse(data)
    except GenomeError as error:
        return error.issues
    return genome_issues(genome) or genome


def remove_all(data: Data, issues: Sequence[Issue]) -> None:
    """Take out what the issues are about, the last parts of lists first so that places stay right."""
    remove_paths(data, [issue.path for issue in issues])


def remove_paths(data: Data, paths: Iterable[str]) -> None:
    """Take out what stands at these paths, or the item around what the data does not say."""
    targets = {_target(data, _steps(path)) for path in paths}
    for steps in sorted(targets, key=_order, reverse=True):
        if steps:
            _remove(data, steps)


def _steps(path: str) -> tuple[Step, ...]:
    return tuple(name or int(index) for name, index in _STEP.findall(path))


def _order(steps: tuple[Step, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in steps)


def _target(data: Data, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What to remove: the part that the path leads to, or, where it says nothing of its own, the item around it."""
    node: Any = data
    for place, step in enumerate(steps):
        if not _has(node, step):
            return _item(steps[:place]) or steps[:1]
        node = node[step]
    return steps


def _has(node: Any, step: Step) -> bool:
    if isinstance(node, list):
        return isinstance(step, int) and step < len(node)
    return isinstance(node, dict) and step in node


def _item(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The innermost item of a list that a path goes through."""
    while steps and not isinstance(steps[-1], int):
        steps = steps[:-1]
    return steps


def _remove(data: Data, steps: tuple[Step, ...]) -> None:
    node: Any = data
    for step in steps[:-1]:
        if not _has(node, step):
            return
        node = node[step]
    last = steps[-1]
    match node:
        case list() if isinstance(last, int) and last < len(node):
            del node[last]
        case dict() if last in node:
            if isinstance(node[last], list) and node[last] and (len(steps) > 1 or last in _NEEDED):
                node[last].pop()
            elif len(steps) > 1 or last not in _NEEDED:
                del node[last]


def put_back(data: Data) -> None:
    """What no genome can be without: a phase, a way to win, a number of cards."""
    turns = data["turn_structure"]
    prune_empty(turns)
    if not turns.get("phases"):
        turns["phases"] = [{"type": "choice", "offers": [{"name": "wait"}]}]
        turns.pop("until", None)
    if not data.get("win_conditions"):
        data["win_conditions"] = [{"type": "empty_hand"}]
    data["setup"].setdefault("cards_per_player", 1)


def prune_empty(turns: Data) -> None:
    """Structures and choices that have nothing left go."""
    for phase in turns.get("phases", ()):
        if phase.get("type") == "turns":
            prune_empty(phase)
    left = [
        phase
        for phase in turns.get("phases", ())
        if phase.get({"turns": "phases", "choice": "offers", "auction": "calls"}.get(phase.get("type"), "type"))
    ]
    turns.setdefault("phases", [])[:] = left


ATTEMPTS = 25
Want = Literal["truth", "number", "seat"]

_CARD = (("c", Type.CARD),)
_DOMAINS = {"seats": Type.SEAT, "live": Type.SEAT, "opponents": Type.SEAT, "members": Type.SEAT, "suits": Type.SUIT}


@dataclass(frozen=True)
class Slot:
    """What stands in a field: a truth, a number or a seat, and what it may read."""

    want: Want
    reads: Reads
    names: tuple[tuple[str, Type], ...] = ()


SLOTS: dict[tuple[str, str], Slot] = {
    ("phases", "when"): Slot("truth", "what all know"), ("phases", "until"): Slot("truth", "what all know"),
    ("phases", "start"): Slot("seat", "what all know"), ("phases", "leader"): Slot("seat", "what all know"),
    ("phases", "hold"): Slot("truth", "what the actor knows"),
    ("offers", "when"): Slot("truth", "what the actor knows"),
    ("offers", "accept"): Slot("truth", "what the actor knows"),
    ("picks", "where"): Slot("truth", "what the actor knows", _CARD),
    ("duties", "cards"): Slot("truth", "what the actor knows", _CARD),
    ("duties", "when"): Slot("truth", "what the actor knows"),
    ("effects", "when"): Slot("truth", "what all know"), ("effects", "count"): Slot("number", "what all know"),
    ("effects", "points"): Slot("number", "what all know"), ("effects", "amount"): Slot("number", "what all know"),
    ("effects", "where"): Slot("truth", "the card", _CARD), ("effects", "to score"): Slot("seat", "what all know"),
    ("scoring_rules", "when"): Slot("truth", "anything"), ("scoring_rules", "points"): Slot("number", "anything"),
    ("condition", "where"): Slot("truth", "the card", _CARD), ("trigger", "where"): Slot("truth", "the card", _CARD),
    ("win_conditions", "gate"): Slot("number", "anything"),
}  # fmt: skip
"""By the list that a part is in, and its field."""


def lexicon_of(genome: GameGenome) -> Lexicon:
    """Everything that has a name in a genome."""
    deck = genome.deck.to_dict()
    deck |= {"suits": list(genome.deck.suits), "ranks": list(genome.deck.ranks)}
    lexicon = deck_lexicon(deck, genome.player_count, genome.teams)
    lexicon.tables = [table.name for table in genome.deck.tables]
    lexicon.zones = [
        {"name": zone.name, "role": zone.role, "owner": zone.owner, "piles": zone.piles, "seen_by": zone.seen_by}
        for zone in genome.zones
    ]
    lexicon.registers = [
        {"name": one.name, "per": one.per, "holds": one.holds, "keep": one.keep} for one in genome.registers
    ]
    lexicon.strains = [strain.name for strain in genome.strains if not strain.each]
    each = (strain.name for strain in genome.strains if strain.each)
    lexicon.strains += [name.replace("{s}", suit) for name in each for suit in genome.deck.suits]
    kinds = (kind for phase in genome.turn_structure.phases for kind in phase.call_kinds if kind)
    lexicon.kinds = list(dict.fromkeys(kinds))
    lexicon.patterns = [pattern.to_dict() for pattern in genome.patterns]
    lexicon.has_evaluation = genome.hand_evaluation is not None
    return lexicon


def writer_for(genome: GameGenome, dice: Dice) -> SkeletonWriter:
    """A writer of expressions, effects, offers and phases in the words of a genome."""
    writer = SkeletonWriter(dice, lexicon_of(genome))
    writer.chips = genome.setup.starting_chips
    return writer


def place_of(genome: GameGenome, path: str) -> tuple[Want, WritingPlace] | None:
    """What a field at a path holds, and what may be said there; None if nothing can be written there."""
    steps = _steps(path)
    if len(steps) < 2:
        return None
    field = str(steps[-1])
    holders = [step for step in steps[:-1] if isinstance(step, str)]
    holder = holders[-1] if holders else ""
    holder = "effects" if holder in ("then", "otherwise", "deal") else holder
    slot = SLOTS.get((holder, field)) or SLOTS.get(("phases", field) if holder == "turn_structure" else ("", ""))
    if slot is None:
        return None
    names = [*_names(genome, steps), *slot.names] if slot.reads != "the card" else list(slot.names)
    team = holder in ("scoring_rules", "win_conditions") and genome.team_mode
    subject = None if slot.reads == "the card" else (Type.TEAM if team else Type.SEAT)
    return slot.want, WritingPlace(subject=subject, reads=slot.reads, names=tuple(dict(names).items()))


def expression_at(
    genome: GameGenome, path: str, dice: Dice, *, allows: Callable[[str], bool], depth: int = 1
) -> str | None:
    """A new expression for the field at a path that says something: it mentions only what the genome has, and varies.

    `allows` says whether a fact or function tells anything in this game.
    """
    found = place_of(genome, path)
    if found is None:
        return None
    want, place = found
    writer = writer_for(genome, dice)
    say = {"truth": writer.truth, "number": writer.number, "seat": writer.seat}[want]
    hidden, own = _hidden(genome, place)
    unordered = frozenset(zone.name for zone in genome.zones if zone.role in ("hand", "captured", "sets"))
    for _ in range(ATTEMPTS):
        text = say(place, depth)
        tree = parse_expression(text)
        fits = all(allows(word) for word in words_in(text)) and not peeks(tree, hidden, own, unordered)
        if fits and (want != "truth" or tells_something(tree)):
            return _plain(text)
    return None


def _hidden(genome: GameGenome, place: WritingPlace) -> tuple[frozenset[str], frozenset[str]]:
    """Names of cards that may not be looked at here, and those that may where they are the actor's own."""
    if place.reads == "anything":
        return frozenset(), frozenset()
    hidden = {zone.name for zone in genome.zones if zone.seen_by != "all" and zone.seen_by != "top"}
    if place.reads == "what the actor knows":
        return frozenset(hidden), frozenset(zone.name for zone in genome.zones if zone.seen_by in ("owner", "team"))
    return frozenset(hidden | set(place.of_type(Type.CARDS))), frozenset()


def peeks(tree: s.Syntax, hidden: frozenset[str], own: frozenset[str], unordered: frozenset[str]) -> bool:
    """Whether an expression looks at hidden cards otherwise than by counting them, or for an end of what has no order.

    `own` may be looked at unindexed.
    """
    match tree:
        case s.Call(name="size"):
            return False
        case s.Call(name="top" | "bottom" | "under", arguments=(s.Word(name=name),)) if name in unordered:
            return True
        case s.Word(name=name):
            return name in hidden and name not in own
        case s.Index(value=s.Word(name=name)) if name in hidden:
            return True
    return any(peeks(part, hidden, own, unordered) for part in tree.children())


def tells_something(tree: s.Syntax) -> bool:
    """Whether every part of a condition depends on the game: numbers are not compared, nor anything with itself."""
    match tree:
        case s.Number() | s.Text():
            return False
        case s.Compare(operator=operator, left=left, right=right):
            if left == right or not (_varies(left) or _varies(right)) or _is_plain(operator, left, right):
                return False
            return all(map(_is_sound, (left, right)))
        case s.Logic(items=items):
            return all(map(tells_something, items)) and len(set(items)) == len(items)
        case s.Unary(value=value):
            return tells_something(value)
        case s.Loop(body=body, variable=name, test=test):
            return _mentions(body, name) and tells_something(body) and (test is None or tells_something(test))
    return _varies(tree)


_SOMEBODY = frozenset({"turn", "actor", "dealer", "c"})
"""Names that always stand for somebody or something."""
_LARGE = frozenset({"score", "hand_score", "team_score", "team_hand_score", "chips", "pot", "staked", "value", "pack"})
"""What may well be more than a few."""
_FEW = 13


def _is_plain(operator: str, left: s.Syntax, right: s.Syntax) -> bool:
    """Whether a comparison holds nearly always or never: with none, among those who play, with a number far off."""
    for one, other in ((left, right), (right, left)):
        names = {one.name, other.name} if isinstance(one, s.Word) and isinstance(other, s.Word) else set()
        if names == {"turn", "actor"} or ("none" in names and names & _SOMEBODY):
            return True
        if isinstance(one, s.Number):
            large = isinstance(other, s.Word | s.Index | s.Call) and bool(_names_in(other) & _LARGE)
            if operator == "!=" or (one.value > _FEW and not large):
                return True
    return False


def _names_in(tree: s.Syntax) -> set[str]:
    own = {tree.name} if isinstance(tree, s.Word | s.Call) else set()
    return own.union(*(_names_in(part) for part in tree.children()))


def _is_sound(tree: s.Syntax) -> bool:
    """Whether the conditions inside a number tell something."""
    if isinstance(tree, s.Compare | s.Logic):
        return tells_something(tree)
    return all(_is_sound(part) for part in tree.children())


def _varies(tree: s.Syntax) -> bool:
    if isinstance(tree, s.Word):
        return tree.name not in ("True", "False", "none", "players")
    return any(_varies(part) for part in tree.children())


def _mentions(tree: s.Syntax, name: str) -> bool:
    return tree == s.Word(name, at=0) or any(_mentions(part, name) for part in tree.children())


def _plain(text: str) -> str:
    """Without brackets around the whole."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    open_brackets = 0
    for place, letter in enumerate(text):
        open_brackets += (letter == "(") - (letter == ")")
        if open_brackets == 0 and place < len(text) - 1:
            return text
    return text if text[-2] == "," else text[1:-1]


def _names(genome: GameGenome, steps: Sequence[Any]) -> list[tuple[str, Type]]:
    """Picks and loop variables that are known at a path."""
    node: Any = genome
    names: list[tuple[str, Type]] = []
    for number, step in enumerate(steps[:-1]):
        if isinstance(step, int) and step >= len(node):
            break  # a part that is not there yet
        node = node[step] if isinstance(step, int) else getattr(node, step)
        if isinstance(step, int) and steps[number - 1] == "offers":
            inside = steps[number + 1] if number + 1 < len(steps) else ""
            last = steps[number + 2] + 1 if inside == "picks" else len(node.picks)
            names += [(pick.name, PICKS[pick.kind].type) for pick in node.picks[:last]] if inside != "when" else []
        elif isinstance(step, int) and getattr(node, "type", "") == "each" and number < len(steps) - 2:
            names.append((node.var, _domain_type(node.domain)))
        elif isinstance(step, int) and steps[number - 1] == "special_effects":
            names.append(("c", Type.CARD))
    return names


def _domain_type(domain: str) -> Type:
    word = domain.partition("(")[0].strip()
    return Type.PILE if word == "piles" else Type.RANK if word == "ranks" else _DOMAINS.get(word, Type.CARD)
