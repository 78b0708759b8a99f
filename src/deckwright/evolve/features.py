"""What a genome has, as words: the preconditions of operators and of facts are written in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from deckwright.genome.checks.names import mentions_of
from deckwright.genome.checks.seed_rules import SCORE_WINS
from deckwright.genome.checks.walk import all_effects, phases_of, structures_of, words_in
from deckwright.genome.effects import Move, Pay, Turn
from deckwright.genome.phases import ChoicePhase
from deckwright.genome.picks import PICKS
from deckwright.genome.schema import GameGenome

FACT_NEEDS = {
    "led": "trick", "leading": "trick", "winner": "trick", "trick_number": "trick", "tricks": "trick",
    "team_tricks": "trick", "broken": "breaking", "follows": "trick", "heads": "trick", "called": "trick",
    "high": "auction", "declarer": "auction", "level": "auction", "kind": "auction", "doubled": "doubling",
    "bid": "auction", "strain": "strains", "pot": "betting", "to_call": "betting", "raises": "betting",
    "staked": "betting", "bet": "betting", "folded": "betting", "chips": "chips", "team": "teams",
    "team_score": "teams", "team_hand_score": "teams", "partner": "teams", "members": "teams", "other": "two teams",
    "passes": "passes", "last_player": "passes", "direction": "reversing", "drawn": "drawing", "taken": "drawing",
    "turn_number": "rounds", "last_turn": "rounds", "outer": "nested turns", "hand_number": "hands",
    "alternate": "ties", "hands_played": "hands", "place": "going out", "out": "leaving", "score": "scoring",
    "hand_score": "scoring",
    "value": "evaluation", "pack": "patterns", "packed": "patterns", "adds": "tables", "fits": "builds",
}  # fmt: skip
"""What a genome must have for a fact or a function to tell anything; those that are not here always do."""

TRIGGER_NEEDS = {
    "trick_win": "trick", "capture": "capturing", "play": "playing", "hand_end": "hand", "set_complete": "sets laid",
}  # fmt: skip
"""What a genome must have for cards to score by a trigger."""

WIN_NEEDS = {
    "high_score": "scoring", "low_score": "scoring", "first_to_score": "scoring", "empty_hand": "uneven hands",
    "capture_all": "captured", "most_captured": "captured", "best_hand": "pattern evaluation",
}  # fmt: skip
"""What a genome must have to be won so."""


@lru_cache(maxsize=256)
def features_of(genome: GameGenome) -> frozenset[str]:
    """Everything that the genome has: types of phases, roles of zones, kinds of effects, and what follows from them."""
    return frozenset(_features(genome))


def knows(features: frozenset[str], fact: str) -> bool:
    """Whether a fact or function tells anything in a game with these features."""
    return FACT_NEEDS.get(fact) in (None, *features)


def _features(genome: GameGenome) -> Iterator[str]:
    found = [phase for phase, _ in phases_of(genome.turn_structure)]
    happening = [effect for effect, _ in all_effects(genome)]
    roles = {zone.role for zone in genome.zones}
    yield from {phase.type for phase in found}
    yield from roles
    yield from {f"effect {effect.type}" for effect in happening}
    yield from _of_flow(genome)
    yield from _of_counts(genome)
    offers = [offer for phase in found if isinstance(phase, ChoicePhase) for offer in phase.offers]
    yield from ("bluffing" for phase in found if phase.bluffs)
    yield from ("passes" for offer in offers if offer.is_pass)
    yield from ("doubling" for phase in found if phase.type == "auction" and phase.doubling)
    yield from ("breaking" for phase in found if phase.type == "trick" and phase.breaking_rule != "none")
    yield from ("reversing" for effect in happening if isinstance(effect, Turn) and effect.action == "reverse")
    stocks = {zone.name for zone in genome.zones if zone.role == "stock"}
    moves = [effect for effect in happening if isinstance(effect, Move)]
    yield from ("drawing" for move in moves if move.count and words_in(move.cards) & stocks)
    if genome.setup.starting_chips or any(isinstance(effect, Pay) for effect in happening):
        yield "chips"
    plays = _plays(genome, offers)
    if "trick" in {phase.type for phase in found} or plays:
        yield "playing"
    if "hand" in roles and (plays or "trick" not in {phase.type for phase in found}):
        yield "uneven hands"  # tricks alone empty all hands at once
    if {"tableau", "captured"} <= roles:
        yield "capturing"
    if genome.patterns and "sets" in roles:
        yield "sets laid"
    if any(effect.type == "out" for effect in happening):
        yield "leaving"
    if any(win.type == "empty_hand" for win in genome.win_conditions) or "place" in mentions_of(genome).words:
        yield "going out"


def _plays(genome: GameGenome, offers: list) -> bool:  # type: ignore[type-arg]
    """Whether a picked card of a hand goes to the tableau or the discard pile."""
    roles = {zone.name: zone.role for zone in genome.zones}
    shown = {name for name, role in roles.items() if role in ("tableau", "discard")}
    hands = {name for name, role in roles.items() if role == "hand"}
    for offer in offers:
        first = offer.picks[0] if offer.picks else None
        if first is None or not PICKS[first.kind].takes_held or not words_in(first.source) & hands:
            continue
        moves = [effect.to for effect in offer.effects if isinstance(effect, Move) and effect.cards == first.name]
        if any(words_in(to) & shown for to in (first.to, *moves)):
            return True
    return False


def _of_flow(genome: GameGenome) -> Iterator[str]:
    structures = structures_of(genome.turn_structure)
    if any(turns.order == "cycle" for turns in structures):
        yield "rounds"
    if len(structures) > 1:
        yield "nested turns"
    if any(len(turns.phases) > 1 and turns.order != "together" for turns in structures):
        yield "several phases"


def _of_counts(genome: GameGenome) -> Iterator[str]:
    if genome.team_mode:
        yield "teams"
        if len(genome.teams) == 2:
            yield "two teams"
    elif genome.player_count >= 3:
        yield "could have teams"
    if genome.player_count > 1:
        yield "opponents"
    if genome.max_hands > 1:
        yield "hands"
    if genome.game_rules.tie_breaker == "alternating":
        yield "ties"
    evaluation = genome.hand_evaluation
    if evaluation is not None:
        yield "evaluation"
        if evaluation.method == "pattern_match":
            yield "pattern evaluation"
    for name in ("strains", "patterns", "registers", "terms", "card_scoring", "scoring_rules", "special_effects"):
        if getattr(genome, name):
            yield name
    if genome.deck.tables:
        yield "tables"
    if genome.deck.suits:
        yield "suits"
    if genome.deck.copies > 1 or genome.setup.tableau_mode == "war" or any(not one.follow for one in genome.strains):
        yield "like cards"
    if len(genome.deck.ranks) > 1:
        yield "ranks"
    scored = any(effect.scores for effect, _ in all_effects(genome))
    if genome.card_scoring or genome.scoring_rules or scored:
        yield "scoring"
    if any(win.type in SCORE_WINS for win in genome.win_conditions):
        yield "won by score"
    if any(zone.build for zone in genome.zones) or genome.setup.tableau_mode in ("match_rank", "sequence"):
        yield "builds"
