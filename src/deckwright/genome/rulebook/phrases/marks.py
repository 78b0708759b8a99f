"""Marks: registers that only say yes or no, told as what somebody has done or is, or as what applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.effects import Set
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import DoPhase, Offer
from deckwright.genome.rulebook.grammar.people import Person
from deckwright.genome.rulebook.grammar.wording import listing, spoken
from deckwright.genome.rulebook.phrases.places import pile_noun
from deckwright.genome.rulebook.phrases.steering import models
from deckwright.genome.zones import Register

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_DEEDS = (
    "been", "bid", "drawn", "given", "gone", "held", "kept", "laid", "led", "lost", "made", "met", "paid", "put",
    "seen", "shown", "taken", "told", "won",
)  # fmt: skip


def is_deed(name: str) -> bool:
    """Whether a mark is called after what somebody has done: `opened`, `gone out`, `been refused`."""
    first = spoken(name).split()[0]
    return first in _DEEDS or (first.endswith("ed") and not first.endswith("eed"))


def mark_clause(english: English, name: str, index: n.Node | None, *, yes: bool) -> str:
    """A mark as a condition: `your side has *opened*`, `the pile is *locked*`, `*rain* applies`."""
    already = ("already ", "not yet ") if name in english.set_here else ("", "not ")
    mark, not_ = english.names.mark(name), already[0 if yes else 1]
    if index is not None and index.type is Type.PILE:
        return f"{pile_noun(english, index)} is {not_}{mark}"
    who = _whose(english, name, index)
    if who is None:
        return f"{mark} {'applies' if yes else 'does not apply'}"
    return who.does(f"{'have' if is_deed(name) else 'are'} {not_}{mark}")


def marked(english: English, name: str, index: n.Node | None, *, on: bool) -> str:
    """A mark that is set or taken away: `your side has now *opened*`."""
    mark = english.names.mark(name)
    if index is not None and index.type is Type.PILE:
        return f"{pile_noun(english, index)} is {'now' if on else 'no longer'} {mark}"
    who = _whose(english, name, index)
    if who is None:
        return f"from now on {mark} applies" if on else f"{mark} no longer applies"
    if is_deed(name):
        return who.does(f"have now {mark}" if on else f"count no longer as having {mark}")
    return who.does(f"are {'now' if on else 'no longer'} {mark}")


def _whose(english: English, name: str, index: n.Node | None) -> Person | None:
    """Whom a mark is about: what is kept for a turn and was done, was done by whoever has the turn."""
    if index is not None:
        return english.person(index)
    return english.turn if english.names.registers[name].keep == "turn" and is_deed(name) else None


def mark_meaning(english: English, register: Register) -> str:
    """What a mark is said of, what sets it, and for how long: an entry of the glossary, after its name."""
    about = {"seat": "said of a player", "team": "said of a side", "pile": "said of a pile", "table": "applies"}
    subject = about[register.per]
    if register.per == "table" and _whose(english, register.name, None) is not None:
        subject = "said of whoever has the turn"
    at_first = "from the start" if register.keep == "match" else f"at the start of each {register.keep}"
    parts = [at_first] if register.start == "1" else []
    if setters := acts_setting(english, register.name, "1"):
        parts.append(f"after {listing(setters, 'or')}")
    ends = [f"until {listing(enders, 'or')}"] if (enders := acts_setting(english, register.name, "0")) else []
    if register.keep != "match":
        ends.append(f"until the {register.keep} ends")
    until = listing(ends, "or") if ends else "for the rest of the game"
    return ", ".join([f"{subject} {listing(parts, 'and')}".strip(), until])


def acts_setting(english: English, name: str, value: str | None = None) -> list[str]:
    """What sets a register, to a value or at all, by name, as far as it has one."""
    genome, found = english.genome, []
    for act in (*models(genome.turn_structure, Offer), *models(genome.turn_structure, DoPhase)):
        sets = [one for one in models(act.effects, Set) if one.register == name]
        if act.name and any(value in (None, one.value.strip()) for one in sets):
            found.append(f"*{spoken(act.name)}*")
    return list(dict.fromkeys(found))
