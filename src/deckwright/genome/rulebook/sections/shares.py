"""How much there is to win in a hand: what all sides take together, where every card goes into a trick."""

from __future__ import annotations

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.parse import ExpressionError
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import TrickPhase
from deckwright.genome.rulebook.grammar.wording import count, digits, listing, spoken
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.numbers import terms
from deckwright.genome.rulebook.phrases.reading import TermUse, read


def shared_totals(english: English) -> list[str]:
    """For each term that counts tricks and cards taken, how much of it there is in all."""
    if (tricks := _tricks(english)) is None:
        return []
    found = []
    for term in english.words.genome.terms:
        scope = english.library.side_scope
        try:
            parts = _parts(english, read(term.expr, scope, None), tricks)
        except ExpressionError:  # a term about picks or of players alone counts nothing that sides share
            continue
        if parts and sum(number for number, _ in parts):
            total = digits(sum(number for number, _ in parts))
            noun = spoken(term.name).split()[-1] if term.name.endswith("s") else f"of *{spoken(term.name)}*"
            made = [f"{digits(number)} for {what}" for number, what in parts]
            unless = _sits_out(english, next(iter(models(english.words.genome.turn_structure, TrickPhase))))
            found.append(f"{unless}in all, a hand holds {total} {noun}: {listing(made)}")
    return list(dict.fromkeys(found))


def _role(english: English, place: str) -> str:
    """What a place is for; nothing, if it is one pile of several or depends on something."""
    zone = english.words.zones.get(place.partition("[")[0].strip())
    return "" if zone is None else zone.role


def _tricks(english: English) -> int | None:
    """How many tricks a hand has, if it has always the same number and all cards are taken in them."""
    genome = english.words.genome
    phases = list(models(genome.turn_structure, TrickPhase))
    if len(phases) != 1 or not english.is_never(phases[0].until) or not english.is_never(phases[0].hold):
        return None
    if _sits_out(english, phases[0]) is None or _role(english, phases[0].to) != "captured":
        return None
    cards, dealt = len(english.words.cards.cards), str(genome.setup.cards_per_player)
    size = cards // genome.player_count if dealt == "all" else int(dealt) if dealt.isdigit() else 0
    return size if size * genome.player_count == cards else None


def _sits_out(english: English, phase: TrickPhase) -> str | None:
    """Under what exception everyone plays to the tricks; None if somebody never does."""
    match english.read(phase.out, Type.SEAT):
        case n.Const(value=value) if value < 0:
            return ""
        case n.Conditional(otherwise=n.Const(value=value)) if value < 0:
            return "unless somebody sits out, "
        case _:
            return None


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
        case _:
            return False
