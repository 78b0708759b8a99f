"""Sets laid on the piles of their ranks, and the wild cards among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.patterns import HandPattern
from deckwright.genome.phases import Pick
from deckwright.genome.rulebook.grammar.wording import count, number_word

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def sets_clause(english: English, pick: Pick, cards: str, source: str) -> tuple[str, list[str]]:
    """What is laid as an order, and the rules about it."""
    to = english.noun(english.read(pick.to, Type.PILE))
    where, each = "pile of one rank", ""
    if pick.kind == "sets":
        where, each = "piles of one rank or of several", "on each of them, "
    rule = f"{each}with what lies there already, they must form {english.names.one_of_patterns(pick.pattern)}"
    order = english.tell(f"lay {cards} {source} among {to}, on the {where}")
    return order, [rule, *_limits(english, pick)]


def _limits(english: English, pick: Pick) -> list[str]:
    """How many cards are laid, where it is not any number: by what must stay, if it is said like that."""
    you, rules = english.actor, []
    low = english.read(pick.low)
    if not (isinstance(low, n.Const) and low.value <= 1):
        kept = _kept(low)
        most = f"{you.subject()} may keep at most {count(kept[1], 'card')} of {english.noun(kept[0])}" if kept else ""
        rules.append(most or f"at least {_number(english, low)} must be laid")
    if pick.high:
        high = english.read(pick.high)
        kept = _kept(high)
        if kept is not None and kept[1] > 0:
            rules.append(f"{you.subject()} must keep at least {count(kept[1], 'card')} of {english.noun(kept[0])}")
        elif kept is None:
            rules.append(f"at most {_number(english, high)} may be laid")
        elif isinstance(english.read(pick.source, Type.CARDS), n.Union):
            rules.append(f"at most as many may be laid as are in {english.noun(kept[0])}")
    return rules


def _number(english: English, node: n.Node) -> str:
    return count(node.value, "card") if isinstance(node, n.Const) else f"as many cards as {english.noun(node)}"


def _kept(node: n.Node) -> tuple[n.Node, int] | None:
    """A zone, and how many of its cards are left out: `size(hand) - 2`."""
    match node:
        case n.PileFact(name="size", pile=pile):
            return pile, 0
        case n.Arithmetic(operator="-", left=n.PileFact(name="size", pile=pile), right=n.Const(value=value)):
            return pile, value
    return None


def wild_notes(english: English, pattern: HandPattern) -> list[str]:
    """Which cards stand for others in a pattern, and how many may."""
    if pattern.wild is None:
        return []
    wild = english.cards_of(pattern.wild).cards()
    notes = [f"{wild} are wild, and may stand for other cards of it"]
    if pattern.max_wild is not None:
        notes.append(f"at most {number_word(pattern.max_wild)} of its cards may be wild")
    natural = number_word(pattern.min_natural)
    return [*notes, f"at least {natural} of its cards must not be wild"] if pattern.min_natural else notes
