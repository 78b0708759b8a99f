"""A claim is settled before anybody can have won by it."""

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import ClaimPhase, DeckSpec, GameGenome, SetupRules, TurnStructure, WinCondition

from .small import choice_genome

WINS = {
    "an empty hand": WinCondition(type="empty_hand"),
    "one card left": WinCondition(type="empty_hand", required_hand_size=1),
}


def claiming(win: WinCondition, cards: int) -> GameGenome:
    """Two seats with so many cards each, of two ranks; every claim says 'A'."""
    claim = ClaimPhase(rank_mode="fixed", fixed_rank="A", low=1, high=1)
    return choice_genome(
        player_count=2,
        deck=DeckSpec(ranks=("K", "A")),
        setup=SetupRules(cards_per_player=cards),
        turn_structure=TurnStructure(phases=(claim,)),
        win_conditions=(win,),
    )


def claimed(win: str, deck: tuple[str, ...], *, doubt: bool) -> State:
    """The first seat claims a card with which it would win, and the other doubts it or not."""
    game = Game(claiming(WINS[win], 1 if win == "an empty hand" else 2))
    rest = [str(card) for card in game.deck if str(card) not in deck]
    state = game.deal(deck=[*deck, *rest], seed=1)
    state = state.apply(state.actions()[0])
    assert not state.is_over, "nobody was asked whether they doubt it"
    assert {action.text for action in state.actions()} == {"doubt", "trust"}
    return state.apply("doubt" if doubt else "trust")


@pytest.mark.parametrize("win", WINS)
def test_a_false_claim_of_the_winning_card_that_is_doubted_does_not_win(win: str) -> None:
    deck = ("KC", "AS") if win == "an empty hand" else ("KC", "AS", "KD", "AH")
    state = claimed(win, deck, doubt=True)
    assert not state.is_over
    assert len(state.view(0).hand) == (1 if win == "an empty hand" else 2)


@pytest.mark.parametrize(("top", "doubt"), [("KC", False), ("AC", True)])
def test_a_claim_of_the_last_card_wins_when_it_is_settled(top: str, *, doubt: bool) -> None:
    state = claimed("an empty hand", (top, "AS"), doubt=doubt)
    assert state.is_over
    assert state.result is not None
    assert state.result.winner == 0
