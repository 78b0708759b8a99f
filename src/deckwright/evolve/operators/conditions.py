"""Conditions: when things happen and what may be chosen, written anew at any place of a genome."""

from __future__ import annotations

from typing import NamedTuple

from deckwright.evolve.draft import Draft, Part, effects, items_of, offers, phases, picks
from deckwright.evolve.features import features_of, knows
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.random import expression_at
from deckwright.evolve.saying import condition_said


class Field(NamedTuple):
    """A condition of a part."""

    part: Part
    name: str
    default: str

    @property
    def path(self) -> str:
        """Where it stands."""
        return f"{self.part.path}.{self.name}"

    @property
    def text(self) -> str:
        """What it says."""
        return str(self.part.item.get(self.name, self.default))


def conditions(draft: Draft) -> list[Field]:
    """Every condition that could be said, those that hold by default too."""
    data = draft.data
    found = [Field(part, "when", "1") for part in phases(data) if part.path.count("phases") > 0]
    found += [Field(part, "until", "0") for part in phases(data, "turns", "trick")]
    found += [Field(part, "when", "1") for part in offers(data)]
    found += [Field(part, "accept", "1") for part in offers(data) if part.item.get("picks")]
    found += [Field(part, "where", "1") for part in picks(data, lambda kind: kind.takes_held)]
    found += [Field(part, "when", "1") for part in effects(data, "if")]
    found += [Field(part, "when", "1") for part in items_of(data, "scoring_rules", "$")]
    for part in (*phases(data, "trick"), *picks(data, lambda kind: "duties" in kind.reads)):
        for duty in items_of(part.item, "duties", part.path):
            found.append(Field(duty, "cards", ""))
            found.append(Field(duty, "when", "1"))
    return [one for one in found if not draft.is_pinned(one.path)]


def new_condition(draft: Draft, path: str) -> str | None:
    """A condition in the words of the game."""
    features = features_of(draft.parent)
    return expression_at(draft.parent, path, draft.dice, allows=lambda word: knows(features, word))


def about(field: Field) -> str:
    """What a condition is of."""
    name = field.part.item.get("name")
    what = {"where": "what may be chosen", "until": "when it ends", "accept": "what is accepted", "cards": "the duty"}
    said = what.get(field.name, "when")
    return f"{said}, of {name!r}" if name else said


@operator("add-condition", "conditions", weight=0.4)
def add_condition(draft: Draft) -> str | None:
    """Lets something happen, or be chosen, only if a new condition holds."""
    found = [one for one in conditions(draft) if one.text in ("1", "0") and one.name != "until"]
    if not found:
        return None
    field = draft.dice.one(found)
    text = new_condition(draft, field.path)
    if text is None:
        return None
    draft.put(field.part.item, field.name, text)
    return f"only if {condition_said(draft.parent, text)} ({about(field)})"


@operator("change-condition", "conditions", weight=0.4)
def change_condition(draft: Draft) -> str | None:
    """Puts a new condition in the place of one, or beside it."""
    found = [one for one in conditions(draft) if one.text not in ("1", "0", "")]
    if not found:
        return None
    field = draft.dice.one(found)
    text = new_condition(draft, field.path)
    if text is None:
        return None
    old = field.text
    way = draft.dice.weighted((3, "new"), (2, "and"), (2, "or"))
    draft.put(field.part.item, field.name, text if way == "new" else f"({old}) {way} ({text})")
    said, before = condition_said(draft.parent, text), condition_said(draft.parent, old)
    return {
        "new": f"if {said}, and no longer if {before} ({about(field)})",
        "and": f"only if {said} too ({about(field)})",
        "or": f"also if {said} ({about(field)})",
    }[way]


@operator("turn-condition-round", "conditions", weight=0.3)
def turn_condition_round(draft: Draft) -> str | None:
    """Asks for the opposite of a condition."""
    found = [one for one in conditions(draft) if one.text not in ("1", "0", "") and one.name != "until"]
    if not found:
        return None
    field = draft.dice.one(found)
    old = field.text
    new = old[5:-1] if old.startswith("not (") and old.endswith(")") else f"not ({old})"
    draft.put(field.part.item, field.name, new)
    return f"only if {condition_said(draft.parent, f'not ({old})')} ({about(field)})"


@operator("drop-condition", "conditions", weight=0.5)
def drop_condition(draft: Draft) -> str | None:
    """Lets something happen, or be chosen, whether a condition holds or not."""
    found = [one for one in conditions(draft) if one.text not in ("1", "0", "") and one.name not in ("until", "cards")]
    found = [one for one in found if one.part.item.get("type") != "if"]
    if not found:
        return None
    field = draft.dice.one(found)
    old = field.text
    draft.drop(field.part.item, field.name)
    return f"whether or not {condition_said(draft.parent, old)} ({about(field)})"
