"""Whole mechanics of another game, brought with everything that they need."""

from __future__ import annotations

from collections.abc import Callable

from deckwright.evolve.draft import Draft, phases, structures
from deckwright.evolve.features import features_of
from deckwright.evolve.grafting import Graft
from deckwright.evolve.operators.decks import printed_paths, use_deck
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import condition_words, phase_words, win_words
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.phases import ChoicePhase
from deckwright.genome.schema import GameGenome
from deckwright.genome.writing import Data

TRIES = 5
"""Parts of a donor that are looked at."""
Take = Callable[[Draft, GameGenome], str | None]
"""Takes something from a donor."""

TAKES: dict[str, Take] = {}
"""What can be taken from another game, by name: the ways of crossing two genomes."""


def taking(
    name: str, *, needs: tuple[str, ...] = (), gives: str | None = None, weight: float = 1.0
) -> Callable[[Take], Take]:
    """Makes an operator that takes from one of the donors, those that have what it `gives`."""

    def define(take: Take) -> Take:
        def apply(draft: Draft) -> str | None:
            donors = [donor for donor in draft.donors if donor != draft.parent]
            donors = [donor for donor in donors if gives is None or gives in features_of(donor)]
            return take(draft, draft.dice.one(donors)) if donors else None

        apply.__doc__ = take.__doc__
        operator(name, "transplants", needs=needs, weight=weight, takes_donors=True)(apply)
        TAKES[name.removeprefix("transplant-")] = take
        return take

    return define


def title(genome: GameGenome) -> str:
    """What a game is called."""
    return genome.name or genome.genome_id


@taking("transplant-phase")
def transplant_phase(draft: Draft, donor: GameGenome) -> str | None:
    """Adds a phase of another game."""
    found = [(phase, path) for phase, path in phases_of(donor.turn_structure)]
    for phase, path in draft.dice.shuffled(found)[:TRIES]:
        data = Graft(draft, donor).bring(path, phase)
        if data is not None and place_phase(draft, data):
            return f"takes {phase_words(data)} from {title(donor)}"
        draft.start_over()
    return None


@taking("transplant-swap-phase")
def transplant_swap_phase(draft: Draft, donor: GameGenome) -> str | None:
    """Has a phase of another game in place of one of its own of the same type."""
    own = draft.free(list(phases(draft.data)))
    types = {part.item["type"] for part in own}
    found = [(phase, path) for phase, path in phases_of(donor.turn_structure) if phase.type in types]
    for phase, path in draft.dice.shuffled(found)[:TRIES]:
        data = Graft(draft, donor).bring(path, phase)
        if data is not None:
            part = draft.dice.one([part for part in draft.free(phases(draft.data)) if part.item["type"] == phase.type])
            old = phase_words(part.item)
            draft.put(part.siblings, part.place, data)
            return f"{phase_words(data)} of {title(donor)} in place of {old}"
        draft.start_over()
    return None


@taking("transplant-offer", needs=("choice",), gives="choice")
def transplant_offer(draft: Draft, donor: GameGenome) -> str | None:
    """Lets players do something that they may do in another game."""
    found = [
        (offer, f"{path}.offers[{number}]")
        for phase, path in phases_of(donor.turn_structure)
        if isinstance(phase, ChoicePhase)
        for number, offer in enumerate(phase.offers)
    ]
    for offer, path in draft.dice.shuffled(found)[:TRIES]:
        data = Graft(draft, donor).bring(path, offer)
        choices = draft.free(phases(draft.data, "choice"))
        if data is not None and choices:
            siblings = draft.dice.one(choices).item["offers"]
            names = {other["name"].casefold() for other in siblings}
            if data["name"].casefold() not in names:
                draft.add(siblings, data, draft.dice.number(0, len(siblings)))
                return f"players may also {data['name']!r} as in {title(donor)}"
        draft.start_over()
    return None


@taking("transplant-special", needs=("playing",), gives="special_effects", weight=0.5)
def transplant_special(draft: Draft, donor: GameGenome) -> str | None:
    """Takes a card with a special effect from another game."""
    found = list(enumerate(donor.special_effects))
    for number, special in draft.dice.shuffled(found)[:TRIES]:
        data = Graft(draft, donor).bring(f"$.special_effects[{number}]", special)
        if data is not None:
            draft.add(draft.data.setdefault("special_effects", []), data)
            return f"{condition_words(data['trigger'])} does what it does in {title(donor)}"
        draft.start_over()
    return None


@taking("transplant-scoring", needs=("won by score",), gives="scoring")
def transplant_scoring(draft: Draft, donor: GameGenome) -> str | None:
    """Scores as in another game, in place of its own points or beside them."""
    lists = ("card_scoring", "scoring_rules")
    graft = Graft(draft, donor)
    brought: dict[str, list[Data]] = {name: [] for name in lists}
    for name in lists:
        for number, rule in enumerate(getattr(donor, name)):
            data = graft.bring(f"$.{name}[{number}]", rule)
            if data is not None:
                brought[name].append(data)
    if not any(brought.values()):
        return None
    replaced = draft.dice.chance(0.85) and not any(draft.is_pinned(f"$.{name}") for name in lists)
    for name in lists:
        if replaced:
            draft.data[name] = []
        for data in brought[name]:
            draft.data.setdefault(name, []).append(data)
    draft.kept.append((draft.data, "win_conditions", draft.data["win_conditions"]))
    return f"scores as in {title(donor)}" + ("" if replaced else " too")


@taking("transplant-win", weight=0.6)
def transplant_win(draft: Draft, donor: GameGenome) -> str | None:
    """Is won as another game is."""
    if draft.is_pinned("$.win_conditions"):
        return None
    graft = Graft(draft, donor)
    wins = [graft.bring(f"$.win_conditions[{n}]", win) for n, win in enumerate(donor.win_conditions)]
    found = [win for win in wins if win is not None]
    if not found:
        return None
    draft.put(draft.data, "win_conditions", found)
    draft.put(draft.data, "max_hands", donor.max_hands)
    return f"{win_words(found[0])}, as in {title(donor)}"


@taking("transplant-deck", weight=0.6)
def transplant_deck(draft: Draft, donor: GameGenome) -> str | None:
    """Is played with the cards of another game."""
    if draft.is_pinned("$.deck") or any(draft.is_pinned(path) for path in printed_paths(draft.parent)):
        return None
    if not use_deck(draft, donor.deck):
        return None
    return f"is played with the cards of {title(donor)}"


def place_phase(draft: Draft, phase: Data) -> bool:
    """Put a phase somewhere: in a sequence where it asks for turns of its own, in a turn otherwise."""
    whole = phase["type"] in ("trick", "auction", "betting", "turns")
    places = [
        (path, turns)
        for path, turns in structures(draft.data)
        if turns.get("order", "cycle") != "together" and not draft.is_pinned(path)
    ]
    if whole:
        sequences = [turns for _, turns in places if turns.get("order") == "sequence"]
        if sequences:
            turns = draft.dice.one(sequences)
            draft.add(turns["phases"], phase, draft.dice.number(0, len(turns["phases"])))
            return True
        root = draft.data["turn_structure"]
        nested = [phase, root] if draft.dice.chance(0.7) else [root, phase]
        draft.data["turn_structure"] = {"type": "turns", "order": "sequence", "phases": nested}
        draft.kept.append((nested, None, phase))
        return True
    if not places:
        return False
    _, turns = draft.dice.one(places)
    draft.add(turns["phases"], phase, draft.dice.number(0, len(turns["phases"])))
    return True
