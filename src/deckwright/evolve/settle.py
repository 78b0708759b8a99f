"""Makes a changed genome whole: what has lost its use by the change goes, and nothing else does."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.evolve.draft import Draft
from deckwright.evolve.features import FACT_NEEDS, features_of
from deckwright.evolve.graph import RELEASED, models_in, references
from deckwright.evolve.naming import named
from deckwright.genome.completeness import check_genome_completeness
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.random.repair import prune_empty, remove_paths
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import RULES

ROUNDS = 15
_IDLE = ("unused.", "field.no-effect", "effect.none", "flow.empty", "teams.unused", "trick.bury-unused")
"""Defects of parts that could have no effect: to take them out changes no play."""


def settled(draft: Draft, *, generation: int | None = None) -> GameGenome | Sequence[Issue]:
    """The genome of a draft once what no longer does anything is gone; its defects, if that is not all it takes.

    What the change itself is about is never taken out: a change that does nothing is a defect. With a generation the
    genome gets a name of its own.
    """
    issues: Sequence[Issue] = ()
    for _ in range(ROUNDS):
        prune_empty(draft.data["turn_structure"])
        try:
            genome = GameGenome.parse(draft.data)
        except GenomeError as error:
            return error.issues
        issues = [issue for rule in RULES for issue in rule(genome)] or _hollow(draft.parent, genome)
        if not issues:
            whole = genome if generation is None else named(genome, generation=generation)
            issues = list(check_genome_completeness(whole).missing)
            if not issues:
                return whole
        if not all(issue.code.startswith(_IDLE) for issue in issues):
            return issues
        gone, released = references(genome).cascade(_parts(genome, issues))
        remove_paths(draft.data, (*gone, *released))
        if not draft.survives():
            return issues
    return issues


_NOTHING = "nothing decides"
_MECHANICS = frozenset({"trick", "auction", "betting", "doubling", "breaking", "passes", "drawing", "chips"})
"""What makes facts tell something."""


def _hollow(parent: GameGenome, genome: GameGenome) -> list[Issue]:
    """Rules that read what the parent's play told and this play no longer does: tricks won without tricks."""
    lost = (features_of(parent) - features_of(genome)) & _MECHANICS
    if not lost:
        return []
    return [
        Issue("field.no-effect", mention.path, message=f"{_NOTHING} {mention.thing.name!r}")
        for mention in references(genome).mentions
        if mention.thing.kind == "fact" and FACT_NEEDS.get(mention.thing.name) in lost
    ]


def _parts(genome: GameGenome, issues: Sequence[Issue]) -> list[str]:
    """What the issues are about: a field that may be left out, or the part that cannot be without it."""
    models = {path: type(model) for model, path in models_in(genome, "$")}
    paths: list[str] = []
    for issue in issues:
        holder, _, field = issue.path.rpartition(".")
        model = models.get(holder)
        is_required = model is not None and field in model.model_fields and model.model_fields[field].is_required()
        whole = field not in RELEASED or ".scoring_rules[" in issue.path  # points for nothing would be points always
        is_required = is_required or (issue.message.startswith(_NOTHING) and whole)
        paths.append(holder if is_required and holder.endswith("]") else issue.path)
    return paths
