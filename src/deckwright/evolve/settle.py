"""Makes a changed genome whole: what has lost its use by the change goes, and nothing else does."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.evolve.draft import Draft, phases
from deckwright.evolve.features import FACT_NEEDS, features_of
from deckwright.evolve.graph import RELEASED, models_in, references
from deckwright.evolve.naming import named
from deckwright.evolve.random.anywhere import prune_empty, remove_paths
from deckwright.genome.checks.names import mentions_of
from deckwright.genome.checks.seed_rules import SCORE_WINS
from deckwright.genome.checks.walk import expressions_in, phases_of, words_in
from deckwright.genome.compile.compiler import deck_cards
from deckwright.genome.effects import Score
from deckwright.genome.enums import TriggerMode, WinComparison, WinOutcome
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.phases import AuctionPhase, Call, TurnStructure
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness, rule_issues

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
        if _fits_calls(draft, genome) or _fits_aim(draft, genome):
            continue
        issues = rule_issues(genome) or _hollow(draft.parent, genome)
        issues = issues or [*_pointless(genome), *_vain_auctions(genome)] or _stalls(draft.parent, genome)
        if not issues:
            issues = check_genome_completeness(genome).missing
            if not issues:
                return genome if generation is None else named(genome, generation=generation)
        if not all(issue.code.startswith(_IDLE) for issue in issues):
            return issues
        gone, released = references(genome).cascade(_parts(genome, issues))
        remove_paths(draft.data, (*gone, *released))
        if not draft.survives():
            return issues
    return issues


def _fits_calls(draft: Draft, genome: GameGenome) -> bool:
    """Where calls went up to the number of tricks and that number is another now, they go up to it. Whether any did."""
    old, new = _hand_size(draft.parent), _hand_size(genome)
    if old == new or "trick" not in features_of(genome):
        return False
    fitted = False
    for phase in phases(draft.data, "auction"):
        for call in phase.item.get("calls", ()):
            low, high, step = call.get("levels", (0, 0, 1))
            if high == old and low <= new:
                call["levels"], fitted = [low, new, step], True
    return fitted


def _fits_aim(draft: Draft, genome: GameGenome) -> bool:
    """Where players went for what wins and would no longer, they go for the win. Whether they did not."""
    if has_one_aim(genome) or not has_one_aim(draft.parent):
        return False
    draft.data.pop("utility")
    draft.data.pop("utility_unit", None)
    return True


def has_one_aim(genome: GameGenome) -> bool:
    """Whether what players go for (chips they win) is what whoever wins has most of.

    To win, and to have the better score, always is; who has that depends on what the rules say.
    """
    if genome.utility in ("win", "score") or not genome.win_conditions:
        return True
    win = genome.win_conditions[0]
    is_most = win.compared is WinComparison.HIGHEST and win.outcome is WinOutcome.WINS
    counted = {word for rule in genome.scoring_rules for word in words_in(rule.points)}
    return win.type in SCORE_WINS and is_most and words_in(genome.utility) <= counted


def _hand_size(genome: GameGenome) -> int:
    each = genome.setup.cards_per_player
    return each if isinstance(each, int) else len(deck_cards(genome).cards) // genome.player_count


_NOTHING = "nothing decides"
_AUCTION_FACTS = frozenset(name for name, need in FACT_NEEDS.items() if need in ("auction", "doubling"))
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


_SCORES = frozenset({"score", "hand_score", "team_score", "team_hand_score"})


def _pointless(genome: GameGenome) -> list[Issue]:
    """Points where no way to win, no condition and no utility looks at them: they would be counted for nothing."""
    if genome.utility != "win" or "won by score" in features_of(genome) or _SCORES & _words(genome):
        return []
    paths = [f"$.card_scoring[{place}]" for place in range(len(genome.card_scoring))]
    read = _words(genome.model_copy(update={"scoring_rules": ()}))  # a count that only counts itself is none
    paths += [f"$.scoring_rules[{place}]" for place, rule in enumerate(genome.scoring_rules) if rule.into not in read]
    paths += [path for model, path in models_in(genome, "$") if isinstance(model, Score)]
    return [Issue("field.no-effect", path, message=f"{_NOTHING} by points") for path in paths]


def _words(genome: GameGenome) -> frozenset[str]:
    """What is mentioned, but not by gates that no way to win asks, nor by calls for their place on the ladder."""
    wins = tuple(
        win if win.trigger_mode is TriggerMode.THRESHOLD_GATE else win.model_copy(update={"gate": "0"})
        for win in genome.win_conditions
    )
    words = mentions_of(genome.model_copy(update={"win_conditions": wins})).words
    is_read = any("level" in words_in(one.text) for one in expressions_in(genome) if not isinstance(one.holder, Call))
    return words if is_read else words - {"level"}


def _vain_auctions(genome: GameGenome) -> list[Issue]:
    """Auctions whose outcome nothing reads: not who bid, nor what, nor which strain was called."""
    if _AUCTION_FACTS & _words(genome):
        return []
    auctions = [(phase, path) for phase, path in phases_of(genome.turn_structure) if isinstance(phase, AuctionPhase)]
    return [
        Issue("field.no-effect", path, message=f"{_NOTHING} by its calls")
        for phase, path in auctions
        if not any(call.strains for call in phase.calls)
    ]


MOST_STANDSTILL = 150_000
"""Turns that a hand may go through while nobody can do anything, before its limits end it. A game of the library has
130,000 at most; rounds of a thousand rounds would be a million, and every such hand takes as long as ten thousand."""


def _stalls(parent: GameGenome, genome: GameGenome) -> list[Issue]:
    """Rounds in rounds that only a limit ends."""
    turns = standstill(genome, genome.turn_structure)
    if turns <= max(MOST_STANDSTILL, standstill(parent, parent.turn_structure)):
        return []
    return [Issue("limit.idle", "$.turn_structure", f"a hand of {turns:,} turns", f"at most {MOST_STANDSTILL:,}")]


def standstill(genome: GameGenome, turns: TurnStructure) -> int:
    """The turns of a structure, and of those inside it, if nobody can do anything and nothing else ends it."""
    limit = genome.max_turns if turns.limit is None else turns.limit
    times = limit if turns.repeats else 1 if turns.order == "sequence" else genome.player_count
    inside = (standstill(genome, phase) if phase.type == "turns" else 1 for phase in turns.phases)
    return times * (1 + sum(inside))


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
