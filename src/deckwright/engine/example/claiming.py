"""Claims that a reader can learn from: true where they can be, doubted where they cannot, and seldom otherwise."""

from __future__ import annotations

from collections.abc import Callable

from deckwright.engine.action import Action
from deckwright.engine.seeds import seed_number
from deckwright.engine.state import State
from deckwright.engine.view import PlayerView
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.phases import Phase
from deckwright.genome.schema import GameGenome

RankDue = Callable[[tuple[str, ...], int], str | None]
"""What a phase says of the rank that is due after so many claims."""

SELDOM = 16
"""One in so many claims that might be true is doubted."""
REACTIONS = frozenset({"doubt", "trust"})


def claims_of(genome: GameGenome) -> list[Phase]:
    """The phases in which cards are laid face down under a rank: who claims at random never gets rid of them."""
    return [phase for phase, _ in phases_of(genome.turn_structure) if phase.bluffs]


def claimed_in(genome: GameGenome) -> frozenset[str]:
    """The zones where they lie until that is settled."""
    return frozenset(zone.name for phase in claims_of(genome) for zone in phase.own_zones)


def plain_move(state: State, *, seed: int) -> Action | None:
    """What somebody who tells the truth would do; None where it is about something else."""
    moves = {action.text: action for action in state.actions()}
    view = state.view(state.seat)
    if moves.keys() == REACTIONS:
        return moves["doubt" if _is_doubtful(state, view, seed) else "trust"]
    phase = claiming_now(state)
    return _claim(state, view, phase.rank_due) if phase is not None else None


def claiming_now(state: State) -> Phase | None:
    """The phase in which somebody is to claim."""
    genome = state.game.definition.genome
    phases = () if genome is None else claims_of(genome)
    return next((phase for phase in phases if (phase.name or phase.type) == state.phase), None)


def due_rank(state: State) -> str | None:
    """The rank that a claim made now has to name; None where it may be any, and where nobody claims."""
    phase, claims = claiming_now(state), state.public.facts.get("claims")
    return phase.rank_due(state.game.genome.deck.ranks, claims) if phase and isinstance(claims, int) else None


def _is_doubtful(state: State, view: PlayerView, seed: int) -> bool:
    """Whether more cards are claimed than there are beside one's own; now and then without a reason."""
    rank = view.facts["claimed_rank"]
    claimed = claimed_in(state.game.genome)
    laid = sum(len(zone.cards) for zone in view.zones if zone.name in claimed)
    there = sum(card.rank == rank for card in state.game.deck.cards)
    return _of_rank(state, view, rank) + laid > there or seed_number(seed, domain="doubt") % SELDOM == 0


def _of_rank(state: State, view: PlayerView, rank: object) -> int:
    ranks = {str(card): card.rank for card in state.game.deck.cards}
    return sum(ranks[card] == rank for card in view.hand if card is not None)


def _claim(state: State, view: PlayerView, rank_due: RankDue) -> Action:
    """All cards of the rank that is due, or one other card; of any rank, the one that is held most."""
    ranks = {str(card): card.rank for card in state.game.deck.cards}
    kinds = state.game.notation.names.slots
    moves = state.actions()
    named = [move for move in moves if kinds[move.slot].kind == "Rank"]
    laid = [word for text in view.draft for word in text.split() if word in ranks]
    if named:
        return next((move for move in named if laid and move.text.endswith(f" {ranks[laid[0]]}")), named[0])
    cards = {move.text.split()[-1]: move for move in moves if move.text.split()[-1] in ranks}
    due = _due(state, view, rank_due, [ranks[code] for code in (*laid, *cards)])
    true = [move for code, move in cards.items() if ranks[code] == due]
    done = [move for move in moves if kinds[move.slot].kind == "Commit"]
    if true and all(ranks[code] == due for code in laid):
        return true[0]
    return done[0] if done else next(iter(cards.values()), moves[0])


def _due(state: State, view: PlayerView, rank_due: RankDue, held: list[str]) -> str:
    claims = view.facts["claims"]
    due = rank_due(state.game.genome.deck.ranks, claims if isinstance(claims, int) else 0)
    if due is not None:
        return due
    return max(held, key=held.count, default="")  # with no card left there is nothing to claim
