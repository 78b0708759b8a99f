"""Bringing a part of one genome into another, with everything that it needs there."""

from __future__ import annotations

from typing import Any

from deckwright.evolve.draft import Draft
from deckwright.evolve.features import FACT_NEEDS, features_of
from deckwright.evolve.graph import Thing, models_in, references, renamed, value_at
from deckwright.genome.compile.compiler import deck_cards
from deckwright.genome.effects import Each, Set
from deckwright.genome.expressions.types import RESERVED
from deckwright.genome.materials import Register, Zone
from deckwright.genome.phases import PHASES, Call, PhaseModel, Pick
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, plain_value

_FIELDS = {"register": "registers", "term": "terms", "table": "tables", "pattern": "patterns", "zone": "zones"}


class Graft:
    """What is brought from a donor into a draft: names are fitted to those that the recipient has."""

    def __init__(self, draft: Draft, donor: GameGenome) -> None:
        self.draft, self.donor, self.recipient = draft, donor, draft.parent
        self.words: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.plain: dict[tuple[str, str], str] = {}
        self.brought: set[Thing] = set()
        self.taken = _taken_names(draft.parent)

    def bring(self, path: str, value: Any, *, provides: frozenset[str] = frozenset()) -> Any | None:
        """The plain data of a part of the donor in the recipient's words; its needs come along. None: it cannot be.

        `provides`: features that the recipient will have by other parts that are brought with it.
        """
        graph = references(self.donor)
        needs = graph.needs(path)
        provides |= provided_by(value)
        if not self._knows(needs, provides) or not self._sets(path, needs) or self._clashes(path, value):
            return None
        if not self._fit_printed(needs) or not self._fit_strains(needs):
            return None
        for thing in sorted(needs):
            if thing.kind in _FIELDS:
                self._fit(thing)
        self._fit_means(path, value, needs)
        said = self._said(value)
        if isinstance(said, PhaseModel) and not self.recipient.team_mode:
            said = said.without_teams()
        return plain_value(said)

    # what the part needs

    def _knows(self, needs: frozenset[Thing], provides: frozenset[str]) -> bool:
        has = features_of(self.recipient) | provides
        if "trick" in provides or "strains" in features_of(self.donor):
            has |= {"strains"}
        facts = [FACT_NEEDS.get(thing.name) for thing in needs if thing.kind == "fact"]
        comes_along = ("chips", "evaluation", "patterns", "tables", "builds", "rounds", "ties", "nested turns", None)
        kinds = {model.kind for model, _ in models_in(self.recipient.turn_structure, "") if isinstance(model, Call)}
        kinds |= {thing.removeprefix("call ") for thing in provides}
        if any(thing.kind == "kind" and thing.name not in kinds for thing in needs):
            return False
        return all(need in has or need in comes_along for need in facts)

    def _sets(self, path: str, needs: frozenset[Thing]) -> bool:
        """Whether the registers that it needs are set by itself."""
        wanted = {thing.name for thing in needs if thing.kind == "register"}
        effects = (model for model, _ in models_in(value_at(self.donor, path), path) if isinstance(model, Set))
        wanted -= {effect.name.partition("[")[0].strip() for effect in effects}
        wanted -= {one.name for one in self.draft.parent.registers if one in self.donor.registers}
        return not wanted

    def _clashes(self, path: str, value: Any) -> bool:
        """Whether a name that the part uses for itself means something in the recipient."""
        own = {str(model.name) for model, _ in models_in(value, path) if isinstance(model, Pick)}
        own |= {model.var for model, _ in models_in(value, path) if isinstance(model, Each)}
        recipient = self.recipient
        defined = _defined(recipient)
        phases = (model for model, _ in models_in(value, path) if isinstance(model, PhaseModel))
        own |= {name for phase in phases for name in phase.own_names()}
        return bool(own & defined)

    # how it is fitted

    def _fit_printed(self, needs: frozenset[Thing]) -> bool:
        """Suits, ranks and cards that the recipient's deck does not have become ones that it has, if it has any."""
        deck, dice = self.recipient.deck, self.draft.dice
        have = {
            "suit": deck.suits,
            "rank": (*deck.ranks, *(extra.rank for extra in deck.extra if extra.rank)),
            "card": tuple(card.code for card in deck_cards(self.recipient).types),
        }
        for thing in sorted(needs):
            names = have.get(thing.kind)
            if names is None or thing.name in names or (thing.kind, thing.name) in self.plain:
                continue
            if not names:
                return False
            self.texts[thing.name] = self.plain[thing.kind, thing.name] = dice.one(names)
        return True

    def _fit_strains(self, needs: frozenset[Thing]) -> bool:
        wanted = [thing.name for thing in sorted(needs) if thing.kind == "strain"]
        if not wanted and Thing("fact", "strain") in needs:
            wanted = [strain.name for strain in self.donor.strains if not strain.each][:1] or ["each suit"]
        data = self.draft.data
        if not wanted or Thing("strain", "") in self.brought:
            return True
        if self.recipient.setup.tableau_mode == "war":
            return False
        if not data.get("strains"):
            if not self.donor.strains or not set(self.donor.deck.suits) <= set(self.recipient.deck.suits):
                return not self.donor.strains
            data["strains"] = [plain_value(self._said(strain)) for strain in self.donor.strains]
            self.brought.add(Thing("strain", ""))
            return True
        have = [thing.name for thing in references(self.recipient).defined if thing.kind == "strain"]
        for name in wanted:
            if name not in have:
                self.texts[name] = self.plain["strain", name] = self.draft.dice.one(have)
        return True

    def _fit(self, thing: Thing) -> None:
        """A definition of the recipient's that is the same, or the donor's under a name that is free."""
        if thing in self.brought:
            return
        self.brought.add(thing)
        where = references(self.donor).defined.get(thing)
        if where is None:
            return
        if thing.kind == "pattern":
            self._fit_patterns(thing.name)
            return
        own = value_at(self.donor, where)
        if isinstance(own, Zone):
            self._fit_zone(own)
            return
        for need in sorted(references(self.donor).needs(where)):
            if need.kind in _FIELDS and need != thing:
                self._fit(need)
        said = self._said(own)
        items = self._items(thing.kind)
        if plain_value(said) in items:
            return
        name = self._free(thing.name)
        self._call(thing, name)
        if isinstance(said, Register) and said.per == "team" and not self.recipient.team_mode:
            said = said.model_copy(update={"per": "seat"})
        items.append(plain_value(said.model_copy(update={"name": name})))

    def _fit_zone(self, zone: Zone) -> None:
        teams = self.recipient.team_mode
        owner = "seat" if zone.owner == "team" and not teams else zone.owner
        same = [
            other
            for other in self.recipient.zones
            if (other.role, other.owner, other.piles) == (zone.role, owner, zone.piles)
            and (zone.role != "other" or other.name == zone.name)
        ]
        if same:
            names = [other.name for other in same]
            self._call(Thing("zone", zone.name), zone.name if zone.name in names else names[0])
            return
        seen_by = "owner" if zone.seen_by == "team" and not teams else zone.seen_by
        name = self._free(zone.name)
        self._call(Thing("zone", zone.name), name)
        for need in sorted(references(self.donor).needs(references(self.donor).defined[Thing("zone", zone.name)])):
            if need.kind in _FIELDS:
                self._fit(need)
        made = self._said(zone).model_copy(update={"name": name, "owner": owner, "seen_by": seen_by})
        self._items("zone").append(plain_value(made))

    def _fit_patterns(self, name: str) -> None:
        """A pattern, or all those of a group."""
        has = {pattern["name"] for pattern in self._items("pattern")}
        wanted = [(at, one) for at, one in enumerate(self.donor.patterns) if name in (one.name, one.group)]
        for at, pattern in wanted:
            for need in sorted(references(self.donor).needs(f"$.patterns[{at}]")):
                if need.kind in ("table", "term"):
                    self._fit(need)
            made = self._said(pattern)
            if plain_value(made) in self._items("pattern"):
                continue
            new = pattern.name
            while new in has:
                new = f"other {new}"
            if new != pattern.name:
                self.texts[pattern.name] = self.plain["pattern", pattern.name] = new
            self._items("pattern").append(plain_value(made.model_copy(update={"name": new})))
            has.add(new)

    def _fit_means(self, path: str, value: Any, needs: frozenset[Thing]) -> None:
        """Chips and hand values."""
        data, models = self.draft.data, [model for model, _ in models_in(value, path)]
        types = {getattr(model, "type", "") for model in models}
        facts = {thing.name for thing in needs if thing.kind == "fact"}
        if (types & {"betting", "pay"} or "chips" in facts) and not data["setup"].get("starting_chips"):
            data["setup"]["starting_chips"] = self.donor.setup.starting_chips or 20
        compares = "value" in facts or any(getattr(model, "compares_hands", False) for model in models)
        evaluation = self.donor.hand_evaluation
        if compares and not data.get("hand_evaluation") and evaluation is not None:
            for thing in sorted(references(self.donor).needs("$.hand_evaluation")):
                if thing.kind in _FIELDS:
                    self._fit(thing)
            self._fit_printed(references(self.donor).needs("$.hand_evaluation"))
            data["hand_evaluation"] = plain_value(self._said(evaluation))
            self._value_ranks(data["hand_evaluation"])

    def _value_ranks(self, evaluation: dict[str, Any]) -> None:
        """Every rank of the recipient's deck has a value."""
        if evaluation["method"] != "point_total":
            return
        ranks = [*self.recipient.deck.ranks, *(one.rank for one in self.recipient.deck.extra if one.rank)]
        valued = {item["rank"]: item for item in evaluation.get("card_values", ())}
        evaluation["card_values"] = [
            valued.get(rank, {"rank": rank, "value": min(place + 1, 10)})
            for place, rank in enumerate(dict.fromkeys(ranks))
        ]

    # words

    def _said(self, value: Any) -> Any:
        return renamed(value, self.words, self.texts, self.plain)

    def _call(self, thing: Thing, name: str) -> None:
        if name != thing.name:
            self.words[thing.name] = self.texts[thing.name] = self.plain[thing.kind, thing.name] = name

    def _free(self, name: str) -> str:
        new, number = name, 2
        while new in self.taken:
            new, number = f"{name}_{number}", number + 1
        self.taken.add(new)
        return new

    def _items(self, kind: str) -> list[Any]:
        holder = self.draft.data["deck"] if kind == "table" else self.draft.data
        found: list[Any] = holder.setdefault(_FIELDS[kind], [])
        return found


def _defined(genome: GameGenome) -> set[str]:
    """Names of zones, registers, terms and tables."""
    lists: tuple[tuple[Any, ...], ...] = (genome.zones, genome.registers, genome.terms, genome.deck.tables)
    return {one.name for items in lists for one in items}


def _taken_names(genome: GameGenome) -> set[str]:
    """Names that a definition may not take."""
    local = (
        model.name if isinstance(model, Pick) else model.var
        for model, _ in models_in(genome, "$")
        if isinstance(model, Pick | Each)
    )
    return {*RESERVED, *_defined(genome), *local, *(name for phase in PHASES for name in phase.own_names())}


def provided_by(value: Model | tuple[Any, ...]) -> frozenset[str]:
    """Features that a part brings."""
    models = [model for model, _ in models_in(value, "$")]
    types = {str(model.type) for model in models if hasattr(model, "type")}
    return frozenset(types | {f"call {model.kind}" for model in models if isinstance(model, Call)})
