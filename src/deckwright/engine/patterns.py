"""Patterns and card rules asked about directly. The compiler and the kernel answer, as they do in play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from deckwright import _kernel
from deckwright.cards import Card, Deck
from deckwright.engine.errors import EngineError
from deckwright.genome.checks.seed_rules import WHOLE
from deckwright.genome.compile.compiler import compile_genome, deck_cards
from deckwright.genome.compile.instances import sizes
from deckwright.genome.compile.program import Program
from deckwright.genome.schema import (
    CardScoringRule,
    ChoicePhase,
    DeckSpec,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Offer,
    ScoringTrigger,
    SetupRules,
    TurnStructure,
    WinCondition,
    Zone,
)

STANDARD_DECK = DeckSpec()


def matches_pattern(hand: Iterable[Card], pattern: HandPattern, *, deck: DeckSpec = STANDARD_DECK) -> bool:
    """Whether all constraints of a pattern hold for a hand. The deck says which ranks there are, low to high.

    What a pattern says of all its cards (suited, in sequence) is asked of the whole hand if it does not say how many.
    """
    hand = tuple(hand)
    if not _is_meld(pattern) and pattern.required_count is None and any(getattr(pattern, name) for name in WHOLE):
        pattern = pattern.copy_with(required_count=len(hand))
    program, cards = _ask(deck, patterns=(pattern,))
    held = _places(cards, hand)
    if not _is_meld(pattern):
        lowered = json.dumps(program.data["evaluation"]["patterns"][0]).encode()
        return _kernel.pattern_matches(lowered, [s for s, _ in held.values()], [r for _, r in held.values()])
    if not program.data["groups"] and not pattern.total and pattern.wild is None:
        return _is_whole(hand, pattern, deck)
    if not program.data["groups"]:
        raise EngineError("pattern.unlisted", f"the sets of cards that form {pattern.name!r} cannot be listed")
    mask = sum(1 << place for place in held)
    return any(int(instance["cards"], 16) == mask for instance in program.data["instances"])


def find_best_matching_pattern(
    hand: Iterable[Card], patterns: Sequence[HandPattern], *, deck: DeckSpec = STANDARD_DECK
) -> HandPattern | None:
    """The pattern of highest priority that a hand forms, if there is one."""
    cards = tuple(hand)
    ranked = sorted(patterns, key=lambda pattern: -pattern.rank_priority)
    return next((pattern for pattern in ranked if matches_pattern(cards, pattern, deck=deck)), None)


def hand_name(evaluation: HandEvaluation, hand: Iterable[Card], *, deck: DeckSpec = STANDARD_DECK) -> str:
    """What the best of these cards are called, `two pair (K, 4)`; empty where hands are not compared by patterns."""
    if evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
        return ""
    program, cards = _ask(deck, patterns=evaluation.patterns, lists=False)
    faces = tuple(_places(cards, hand).values())
    if len(faces) < (evaluation.choose or 1):
        return ""
    told = json.dumps(program.data["evaluation"]).encode()
    found = {
        chosen: _kernel.pattern_worth(told, [suit for suit, _ in chosen], [rank for _, rank in chosen])
        for chosen in combinations(faces, evaluation.choose or len(faces))
    }
    chosen, (best, _) = max(found.items(), key=lambda one: one[1][1])
    if best < 0:
        return ""
    counts = Counter(rank for _, rank in chosen)
    ranks = list(dict.fromkeys(card.rank for card in cards))
    equal = sorted((rank for rank in counts if counts[rank] > 1), key=lambda rank: (-counts[rank], -rank))
    made = evaluation.patterns[best]
    if not (equal or made.sequence_length or made.same_suit_count or made.same_rank_groups):
        equal = [max(counts)]  # nothing but the highest card
    of = f" ({', '.join(str(ranks[rank]) for rank in equal)})" if equal else ""
    return f"{str(program.data['evaluation']['patterns'][best]['name']).lower()}{of}"


def compare_patterns(first: HandPattern, second: HandPattern) -> int:
    """Above 0 if the first pattern is the better hand, below if the second is, 0 if neither."""
    return first.rank_priority - second.rank_priority


def card_matches_rule(card: Card, rule: CardScoringRule, *, deck: DeckSpec = STANDARD_DECK) -> bool:
    """Whether a scoring rule gives points for a card."""
    program, cards = _ask(deck, rules=(rule,))
    [place] = _places(cards, [card])
    return bool(int(program.data["card_scoring"][0]["cards"], 16) >> place & 1)


def _is_whole(hand: tuple[Card, ...], pattern: HandPattern, deck: DeckSpec) -> bool:
    """Whether a hand is a whole set of cards of which there are too many to list: its size, its cards, and the rest."""
    low, high = sizes(pattern, len(hand))
    if not low <= len(hand) <= high:
        return False
    if pattern.cards is not None:
        rule = CardScoringRule(condition=pattern.cards, points=1, trigger=ScoringTrigger.PLAY)
        if not all(card_matches_rule(card, rule, deck=deck) for card in hand):
            return False
    rest = pattern.copy_with(min_count=None, max_count=None, cards=None, required_count=len(hand))
    return matches_pattern(hand, rest, deck=deck)


def _is_meld(pattern: HandPattern) -> bool:
    """Whether the pattern is a whole set of cards, rather than something that a hand has in it."""
    sizes = pattern.min_count is not None or pattern.max_count is not None
    return sizes or pattern.cards is not None or pattern.wild is not None or bool(pattern.total)


def _places(deck: Deck, hand: Iterable[Card]) -> dict[int, tuple[int, int]]:
    """Suit and rank of each card, by its place in the deck; copies take one place each."""
    held: dict[int, tuple[int, int]] = {}
    suits = list(dict.fromkeys(card.suit for card in deck))
    ranks = list(dict.fromkeys(card.rank for card in deck))
    for card in hand:
        place = next((place for place, other in enumerate(deck) if other == card and place not in held), None)
        if place is None:
            raise EngineError("pattern.unknown-card", f"{card} is not in the {deck}: give the deck it belongs to")
        held[place] = (suits.index(card.suit), ranks.index(card.rank))
    return held


@lru_cache(maxsize=256)
def _ask(
    deck: DeckSpec,
    *,
    patterns: tuple[HandPattern, ...] = (),
    rules: tuple[CardScoringRule, ...] = (),
    lists: bool = True,
) -> tuple[Program, Deck]:
    """A genome that has nothing but the question, compiled; `lists` all sets of cards that form its patterns."""
    genome = GameGenome(
        genome_id="question",
        player_count=1,
        deck=deck,
        zones=(Zone(name="stock", role="stock", seen_by="none"), Zone(name="hand", role="hand", owner="seat")),
        patterns=patterns if lists else (),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(Offer(name="stop"),)),)),
        card_scoring=rules,
        hand_evaluation=HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=patterns),
        win_conditions=(WinCondition(type="best_hand"),),
    )
    return compile_genome(genome), Deck(deck_cards(genome).cards)
