"""Claims: cards laid face down under a rank, and challenges."""

from __future__ import annotations

from deckwright.genome.enums import ClaimRankMode
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import ClaimPhase
from deckwright.genome.rulebook.document import Block, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import said
from deckwright.genome.rulebook.wording import count, number_word, rank_name, rank_plural


def claim(english: English, phase: ClaimPhase) -> tuple[Block, ...]:
    """A claim phase."""
    you = english.actor
    how_many = (
        count(phase.low, "card")
        if phase.low == phase.high
        else f"{number_word(phase.low)} to {count(phase.high, 'card')}"
    )
    source = english.value(phase.source, Type.PILE)
    pile = english.value(phase.to, Type.PILE)
    fewer = f" (or all {you.subject()} {you.verb('have')}, if that is fewer)" if phase.low > 1 else ""
    saying = "say of what rank it is" if phase.high == 1 else "say how many they are and of what rank"
    laying = you.told(f"lay {how_many} from {source} face down{fewer} and {saying}")
    window = {
        "all": "every other player in turn, beginning on the left, may then doubt the claim or trust it, until one "
        "doubts it",
        "next": "only the next player on the left may then doubt the claim or trust it",
    }[phase.challengers]
    return (
        Paragraph(said(laying, _rank(english, phase), "the claim need not be true")),
        Paragraph(
            said(
                window,
                "a claim that is doubted is turned up for everyone to see",
                f"if any of its cards is not of the rank claimed, whoever made it takes them and {pile}",
                f"if it was true, whoever doubted it takes them and {pile}",
                f"a claim that nobody doubts is added to {pile}, face down",
            )
        ),
    )


def _rank(english: English, phase: ClaimPhase) -> str:
    match phase.rank_mode:
        case ClaimRankMode.SEQUENTIAL:
            ranks = english.words.cards.ranks
            first = ranks.index(phase.starting_rank) if phase.starting_rank in ranks else 0
            order = [rank_plural(ranks[(first + step) % len(ranks)]) for step in range(min(3, len(ranks)))]
            return (
                f"the first claim of the hand is of {order[0]}, and each claim is of the next rank up: "
                f"{', '.join(order)} and so on; "
                f"after {rank_plural(ranks[-1])} come {rank_plural(ranks[0])}"
            )
        case ClaimRankMode.PLAYER_CHOICE:
            return "you may name any rank"
        case ClaimRankMode.FIXED:
            return f"the rank claimed is always {rank_name(phase.fixed_rank or '')}"
