"""Phases, offers, picks and effects: fields that could have no effect where they stand, and what they lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deckwright.genome.checks.inert import inert
from deckwright.genome.checks.unused import mentions_of
from deckwright.genome.checks.walk import all_effects, effects_in, effects_of, words_in
from deckwright.genome.effects import Each, Effect, If, Move, Pay, Set, Turn
from deckwright.genome.enums import BreakingRule, ClaimRankMode, PassAction
from deckwright.genome.errors import Issue
from deckwright.genome.expressions.build import zone_build
from deckwright.genome.phases import (
    AuctionPhase,
    BettingPhase,
    ChoicePhase,
    ClaimPhase,
    DoPhase,
    Duty,
    Offer,
    Phase,
    Pick,
    TrickPhase,
    TurnStructure,
)
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, defaults_of

OF_PICKS = {
    "card": frozenset({"source", "where", "duties", "to"}),
    "cards": frozenset({"source", "where", "low", "high", "pattern", "to"}),
    "tail": frozenset({"source", "where", "to"}),
    "set": frozenset({"source", "where", "low", "high", "pattern", "to"}),
    "sets": frozenset({"source", "where", "low", "high", "pattern", "to"}),
    "number": frozenset({"where", "low", "high"}),
    "pile": frozenset({"source", "where"}),
    "seat": frozenset({"where"}),
    "rank": frozenset({"where"}),
    "suit": frozenset({"where"}),
    "strain": frozenset({"where"}),
}
"""The fields that a kind of pick reads."""


@dataclass(frozen=True)
class Surroundings:
    """What is asked of the whole genome, once."""

    genome: GameGenome
    words: frozenset[str]
    """Names that its rules mention."""
    built: frozenset[str]
    """Zones with a rule of what may lie there."""
    seen_by: Mapping[str, str]
    breaks: bool
    """Whether an effect says that a suit is broken."""


def changed(value: Model, *names: str) -> Iterator[str]:
    """Those fields that differ from their default."""
    defaults = defaults_of(type(value))
    yield from (name for name in names if getattr(value, name) != defaults[name])


def phase_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every phase, from the root."""
    around = Surroundings(
        genome,
        mentions_of(genome).words,
        frozenset(zone.name for zone in genome.zones if zone_build(genome, zone)),
        {zone.name: zone.seen_by for zone in genome.zones},
        any(isinstance(effect, Set) and effect.name == "broken" for effect, _ in all_effects(genome)),
    )
    root = genome.turn_structure
    for name in changed(root, "when"):
        yield inert(f"$.turn_structure.{name}", "a hand always begins with its first structure")
    yield from _turns_issues(around, root, "$.turn_structure", is_root=True, inside_cycle=False)
    loose = [(f"$.special_effects[{n}].effects", special.effects) for n, special in enumerate(genome.special_effects)]
    for path, effects in (*loose, ("$.setup.deal", genome.setup.deal)):
        for effect, here in effects_in(effects, path):
            yield from _effect_issues(effect, here, around.seen_by)
    for number, special in enumerate(genome.special_effects):
        if not special.effects:
            yield Issue("effect.none", f"$.special_effects[{number}].effects", "no effects", "at least one")


def _turns_issues(
    around: Surroundings, turns: TurnStructure, path: str, *, is_root: bool, inside_cycle: bool
) -> Iterator[Issue]:
    inside_cycle = inside_cycle or turns.order == "cycle"
    if turns.order == "sequence" and not is_root:
        for name in changed(turns, "start"):
            yield inert(f"{path}.{name}", "a sequence has no turns: inside a turn it stays whose turn it is")
    if (
        turns.limit is not None
        and not turns.repeats
        and (turns.order == "sequence" or turns.limit >= around.genome.player_count)
    ):
        yield inert(f"{path}.limit", "nothing is repeated as often")
    for number, phase in enumerate(turns.phases):
        here = f"{path}.phases[{number}]"
        if isinstance(phase, TurnStructure):
            yield from _turns_issues(around, phase, here, is_root=False, inside_cycle=inside_cycle)
            continue
        yield from _issues_of_phase(around, phase, here)
        for effect, there in effects_of(phase, here):
            yield from _effect_issues(effect, there, around.seen_by)
            if isinstance(effect, Turn) and effect.action != "reverse" and not inside_cycle:
                yield inert(f"{there}.action", "turns do not go round here")


def _issues_of_phase(around: Surroundings, phase: Phase, path: str) -> Iterator[Issue]:
    match phase:
        case DoPhase(effects=()):
            yield Issue("effect.none", f"{path}.effects", "no effects", "at least one")
        case ChoicePhase():
            yield from _choice_issues(around, phase, path)
        case TrickPhase():
            yield from _trick_issues(around, phase, path)
        case AuctionPhase():
            yield from _auction_issues(around.genome, phase, path)
        case BettingPhase():
            if phase.sizes:
                yield from (inert(f"{path}.{name}", "sizes say how much") for name in changed(phase, "min_bet"))
            elif phase.min_bet == 0:
                yield Issue("betting.no-bet", f"{path}.min_bet", "0", "at least 1")
        case ClaimPhase():
            yield from _claim_issues(around.genome, phase, path)


# choices


def _choice_issues(around: Surroundings, phase: ChoicePhase, path: str) -> Iterator[Issue]:
    lowest = min((offer.duty for offer in phase.offers), default=0)
    counts_passes = around.genome.game_rules.consecutive_pass_action is not PassAction.NONE
    counts_passes = counts_passes or bool(around.words & {"passes", "last_player"})
    for number, offer in enumerate(phase.offers):
        here = f"{path}.offers[{number}]"
        if lowest > 0:
            yield inert(f"{here}.duty", "no offer has duty 0")
        if offer.is_pass and not counts_passes:
            yield inert(f"{here}.is_pass", "nothing counts passes")
        for place, pick in enumerate(offer.picks):
            yield from _pick_issues(pick, f"{here}.picks[{place}]")
        yield from _build_issues(around.built, offer, here)


def _pick_issues(pick: Pick, path: str) -> Iterator[Issue]:
    all_fields = ("source", "where", "low", "high", "duties", "pattern", "to")
    for name in changed(pick, *(name for name in all_fields if name not in OF_PICKS[pick.kind])):
        yield inert(f"{path}.{name}", f"a pick of kind {pick.kind} does not have it")
    if pick.pattern and pick.kind == "cards":
        yield from (inert(f"{path}.{name}", "the pattern says how many") for name in changed(pick, "low", "high"))
    yield from _duty_issues(pick.duties, f"{path}.duties")


def _duty_issues(duties: tuple[Duty, ...], path: str) -> Iterator[Issue]:
    for number, duty in enumerate(duties):
        if bool(duty.cards) == bool(duty.by):
            message = "a duty says either which cards must be chosen, or by which table the highest"
            yield Issue("duty.cards-or-by", f"{path}[{number}]", message=message)


def _build_issues(built: frozenset[str], offer: Offer, path: str) -> Iterator[Issue]:
    """What a zone lets lie on it is asked wherever a picked card may go there."""
    asked = any("fits(" in text for text in (offer.accept, *(pick.where for pick in offer.picks)))
    cards = {pick.name for pick in offer.picks if pick.kind in ("card", "cards", "set", "sets", "tail")}
    for number, pick in enumerate(offer.picks):
        if pick.kind in ("cards", "set", "sets") and words_in(pick.to) & built and not asked:
            message = "several cards at once cannot be asked whether they may lie there; pick them one by one"
            yield Issue("zone.build-by-set", f"{path}.picks[{number}].to", message=message)
    for effect, here in effects_in(offer.effects, f"{path}.effects"):
        if getattr(effect, "cards", None) in cards and not asked and effect.type == "move":
            zone = _zone_named(effect.to)
            if zone in built:
                message = f"{zone!r} has a rule of what may lie there: give the pick `to`, or ask fits(...)"
                yield Issue("zone.build-by-move", f"{here}.to", message=message)


# tricks, auctions, claims


def _trick_issues(around: Surroundings, phase: TrickPhase, path: str) -> Iterator[Issue]:
    rule = phase.breaking_rule
    if rule is BreakingRule.NONE:
        yield from (inert(f"{path}.{name}", "breaking_rule is NONE") for name in changed(phase, "breaking_suit"))
        if phase.broken_by and "broken" not in around.words:
            yield inert(f"{path}.broken_by", "nothing depends on whether a suit is broken")
    elif phase.breaking_suit is None:
        yield Issue("trick.no-breaking-suit", f"{path}.breaking_suit", "nothing", "the suit of the breaking_rule")
    elif not phase.broken_by and not around.breaks:
        expected = "the cards that break the suit, or an effect that sets `broken`"
        yield Issue("trick.never-broken", f"{path}.broken_by", "nothing", expected)
    if phase.forced_top:
        names = changed(phase, "duties", "breaking_rule", "hold")
        yield from (inert(f"{path}.{name}", "forced_top leaves no choice of cards") for name in names)
    yield from _duty_issues(phase.duties, f"{path}.duties")


def _auction_issues(genome: GameGenome, phase: AuctionPhase, path: str) -> Iterator[Issue]:
    if phase.ends != "silence":
        names = changed(phase, "pass_is_final")
        yield from (inert(f"{path}.{name}", f"the auction ends by {phase.ends!r}") for name in names)
    if phase.ends == "first_bid":
        names = changed(phase, "rising", "doubling")
        yield from (inert(f"{path}.{name}", "the first bid ends the auction") for name in names)
    if phase.may_pass == "0":
        yield from (inert(f"{path}.{name}", "nobody may pass") for name in changed(phase, "all_pass"))
    if phase.declarer == "first_of_side" and not genome.team_mode:
        yield Issue("teams.none", f"{path}.declarer", "first_of_side", "teams, with team_mode")


def _claim_issues(genome: GameGenome, phase: ClaimPhase, path: str) -> Iterator[Issue]:
    fixed = phase.rank_mode is ClaimRankMode.FIXED
    in_order = phase.rank_mode is ClaimRankMode.SEQUENTIAL
    if fixed and phase.fixed_rank is None:
        yield Issue("claim.no-rank", f"{path}.fixed_rank", "nothing", "a rank: rank_mode is FIXED")
    if not fixed and phase.fixed_rank is not None:
        yield inert(f"{path}.fixed_rank", "rank_mode is not FIXED")
    if not in_order:
        yield from (inert(f"{path}.{name}", "rank_mode is not SEQUENTIAL") for name in changed(phase, "starting_rank"))
    rank, name = (phase.fixed_rank, "fixed_rank") if fixed else (phase.starting_rank, "starting_rank")
    if (fixed or in_order) and rank is not None and rank not in genome.deck.ranks:
        yield Issue("deck.unknown-rank", f"{path}.{name}", repr(rank), "a rank of the deck")
    if phase.source == phase.to:
        yield Issue("claim.same-place", f"{path}.to", repr(phase.to), "another place than where the cards come from")
    if not 1 <= phase.low <= phase.high:
        yield Issue(
            "claim.count", f"{path}.low", f"{phase.low} to {phase.high}", "at least 1, and low no more than high"
        )


# effects


def _zone_named(text: str) -> str:
    return text.split("[")[0].split(",")[0].removeprefix("pile(").strip()


def _effect_issues(effect: Effect, path: str, seen_by: Mapping[str, str]) -> Iterator[Issue]:
    match effect:
        case Move() if effect.seen_by and effect.seen_by == seen_by.get(_zone_named(effect.to)):
            yield inert(f"{path}.seen_by", "the zone says the same")
        case Turn() if (effect.action == "to") != bool(effect.seat):
            yield Issue("turn.seat", f"{path}.seat", repr(effect.seat), "a seat for 'to', and for nothing else")
        case If(then=(), otherwise=()):
            yield Issue("effect.none", f"{path}.then", "no effects", "at least one, in `then` or `otherwise`")
        case Each(effects=()):
            yield Issue("effect.none", f"{path}.effects", "no effects", "at least one")
        case Pay() if effect.who == effect.to:
            yield inert(f"{path}.to", "it is who pays")
        case Set(name="dealer", value="none"):
            yield Issue("register.unknown", f"{path}.value", "none", "a seat: somebody always deals")
        case Set() if effect.name == effect.value:
            yield inert(f"{path}.value", "it is the value that the register has")


PHASE_RULES = (phase_issues,)
