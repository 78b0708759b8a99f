"""How much there is to win in a hand: what all sides take together, where every card goes into a trick."""

from __future__ import annotations

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.parse import ExpressionError
from deckwright.genome.rulebook.grammar.wording import count, digits, listing, spoken
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.numbers import terms
from deckwright.genome.rulebook.phrases.reading import TermUse, read


def shared_totals(english: English) -> list[str]:
    """For each term that counts tricks and cards taken, how much of it there is in all."""
    phases = phases_of(english.genome.turn_structure)
    counts = [tricks for phase, _ in phases for tricks in phase.tricks(english)]
    if len(counts) != 1 or not counts[0][0]:
        return []
    tricks, unless = counts[0]
    found = []
    for term in english.genome.terms:
        scope = english.library.side_scope
        try:
            parts = _parts(english, read(term.expr, scope, None), tricks)
        except ExpressionError:  # a term about picks or of players alone counts nothing that sides share
            continue
        if parts and sum(number for number, _ in parts):
            total = digits(sum(number for number, _ in parts))
            noun = spoken(term.name).split()[-1] if term.name.endswith("s") else f"of *{spoken(term.name)}*"
            made = [f"{digits(number)} for {what}" for number, what in parts]
            found.append(f"{unless}in all, a hand holds {total} {noun}: {listing(made)}")
    return list(dict.fromkeys(found))


def _parts(english: English, node: n.Node, tricks: int) -> list[tuple[int, str]]:
    """The parts of a sum as what all sides have of it together; nothing, if that is not the same in every hand."""
    found: list[tuple[int, str]] = []
    for minus, part in terms(node):
        match part:
            case n.Register(name="tricks" | "team_tricks", index=n.Node()):
                found.append((tricks, f"the {count(tricks, 'trick')}"))
            case n.Gather(
                gather="sum", domain=n.Domain(of=n.Node() as cards), test=None, body=n.Attribute(name=name)
            ) if _is_taken(english, cards) and name in english.words.tables:
                found.append((sum(english.words.attributes[name]), "cards"))
            case n.Arithmetic(operator="*", left=n.Const(value=value), right=n.Comparison(operator="==") as test) if (
                any(isinstance(inner, n.Register) and inner.name == "winner" for inner in test.walk())
            ):
                found.append((value, "the last trick"))
            case _:
                return []
        if minus:
            return []
    return found


def _is_taken(english: English, cards: n.Node) -> bool:
    """Whether cards are those that somebody has captured."""
    match cards:
        case n.PileCards(pile=pile):
            return _is_taken(english, pile)
        case n.ZoneAt(zone=name, owner=n.Node()):
            return english.words.zones[name].role == "captured"
        case TermUse(meaning=meaning):
            return _is_taken(english, meaning)
    return False
