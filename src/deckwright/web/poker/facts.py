"""What explorers keep in sight: what a solution is of, and how good it is, in a few words each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckwright.solve.poker.spots import SolvedSpot
from deckwright.web.words import WORDS

Fact = dict[str, str]


def bundle_facts(card: Mapping[str, Any]) -> list[Fact]:
    """Of a blueprint."""
    game = card["config"]["game"]
    facts = [
        _fact("poker_fact_players", f"{card['players']}"),
        _fact("poker_fact_stack", f"{game['stack_depth']:g} bb"),
        _fact("poker_fact_sizes", _sizes(game["bet_sizes"])),
        _fact("poker_fact_walks", f"{card['walks']:,}"),
        _fact("poker_fact_sets", f"{card['information_sets']:,}"),
        _fact("poker_fact_hash", str(card["config_hash"])[:12]),
    ]
    return [*facts, *quality_facts(card["quality"])]


def quality_facts(quality: Mapping[str, Any] | None) -> list[Fact]:
    """How good a blueprint is, by each measure."""
    facts = []
    for key, told in (quality or {}).items():
        if isinstance(told, dict) and "bb_per_100" in told:
            low, high = told["interval"]
            text = f"{told['bb_per_100']:+.0f} ({low:+.0f} to {high:+.0f}) bb/100"
            facts.append({"label": str(WORDS[f"poker_{key}"]), "text": text})
    return facts


def bundle_summary(card: Mapping[str, Any]) -> str:
    """A line of a list."""
    if "message" in card:
        return str(card["message"])
    return ", ".join(f"{fact['label']}: {fact['text']}" for fact in bundle_facts(card)[:4])


def spot_facts(solved: SolvedSpot) -> list[Fact]:
    """Of a solved spot."""
    spot, size = solved.spot, solved.size
    return [
        _fact("poker_fact_exploitability", exploitability_text(solved.exploitability)),
        _fact("poker_fact_iterations", f"{solved.iterations:,}"),
        _fact("poker_fact_pot", f"{spot.pot:g}"),
        _fact("poker_fact_stack", f"{spot.stack:g}"),
        _fact("poker_fact_values", f"OOP {solved.values[0]:.3f}, IP {solved.values[1]:.3f}"),
        _fact("poker_fact_hands", f"{size.hands[0]:,} / {size.hands[1]:,}"),
        *([_fact("poker_fact_locks", "; ".join(lock.path or "–" for lock in spot.locks))] if spot.locks else []),
    ]


def exploitability_text(share: float) -> str:
    """`0.31 % of the pot`."""
    return str(WORDS["poker_of_pot"]).format(share=f"{100 * share:.3g}")


def _fact(word: str, text: str) -> Fact:
    return {"label": WORDS[word], "text": text}


def _sizes(sizes: Any) -> str:
    if isinstance(sizes, dict):
        return "; ".join(f"{street} {_sizes(of_street)}" for street, of_street in sizes.items() if of_street)
    return ", ".join(f"{100 * size:g} %" for size in sizes)
