"""Cards that look alike: nobody can tell which of them went, whoever has seen them come."""

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    GameGenome,
    Move,
    Offer,
    Pick,
    SetupRules,
    TurnStructure,
    WinCondition,
    Zone,
)


def giving_game(last: Offer) -> Game:
    """Two players each give the first a card, unseen by the other; then the first does something with one."""

    def give(seat: int) -> ChoicePhase:
        offer = Offer(
            name="give",
            picks=(Pick(name="c", source="hand"),),
            effects=(Move(cards="c", to="hand[0]", seen_by="owner"),),
        )
        return ChoicePhase(name=f"giving {seat}", actor=str(seat), offers=(offer,))

    return Game(
        GameGenome(
            genome_id="giving",
            player_count=4,
            deck=DeckSpec(suits=("spades",), ranks=("J", "Q", "K"), copies=4),
            zones=(
                Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
                Zone(name="stock", role="stock", seen_by="none"),
                Zone(name="discard", role="discard"),
            ),
            setup=SetupRules(cards_per_player=2, first_dealer=3),
            turn_structure=TurnStructure(
                order="sequence", phases=(give(1), give(2), ChoicePhase(actor="0", offers=(last,)))
            ),
            win_conditions=(WinCondition(type="empty_hand"),),
        )
    )


def played(game: Game, first: str, second: str, last: str) -> State:
    """Seats 1 and 2 give these; seat 0 ends with the last."""
    deck = ["JS"] * 4 + ["KS"] * 4 + ["QS"] * 4
    hands = {0: ["JS", "JS"], 1: ["KS", "QS"], 2: ["KS", "QS"], 3: ["JS", "JS"]}
    order = [hands[seat][place] for place in range(2) for seat in range(4)]
    rest = list(deck)
    for card in order:
        rest.remove(card)
    state = game.deal(deck=(*order, *rest), seed=1)
    return state.apply(f"give {first}").apply(f"give {second}").apply(last)


DISCARD = Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),))
PASS_ON = Offer(
    name="pass on", picks=(Pick(name="c", source="hand"),), effects=(Move(cards="c", to="hand[{}]", seen_by="owner"),)
)


@pytest.mark.parametrize("observer", [1, 2])
def test_who_saw_one_come_and_one_go_cannot_tell_that_it_was_another(observer: int) -> None:
    """The observer gave a queen, and sees one discarded: all the same whether the other gave one too."""
    game = giving_game(DISCARD)
    alike = played(game, "QS", "QS", "discard QS")
    other = played(game, *(("QS", "KS") if observer == 1 else ("KS", "QS")), "discard QS")
    assert alike.view(observer).to_json() == other.view(observer).to_json()
    assert alike.key(observer) == other.key(observer)
    for state in (alike, other):
        assert all(state.position.admits_truth(seat) for seat in (*range(4), None))


@pytest.mark.parametrize("observer", [1, 2])
def test_who_gave_one_and_gets_one_back_cannot_tell_that_it_is_another(observer: int) -> None:
    back = PASS_ON.copy_with(effects=(Move(cards="c", to=f"hand[{observer}]", seen_by="owner"),))
    game = giving_game(back)
    alike = played(game, "QS", "QS", "pass on QS")
    other = played(game, *(("QS", "KS") if observer == 1 else ("KS", "QS")), "pass on QS")
    assert alike.view(observer).to_json() == other.view(observer).to_json()
    assert alike.key(observer) == other.key(observer)


@pytest.mark.parametrize("observer", [1, 2])
def test_who_saw_one_come_and_another_kind_go_still_knows_it(observer: int) -> None:
    game = giving_game(DISCARD)
    state = played(game, "QS", "QS", "discard JS")
    worlds = [state.resample(observer, seed=seed) for seed in range(20)]
    queen = game.notation.names.cards.index("QS")
    hand = next(at for at, zone in enumerate(game.notation.zones) if zone.name == "hand" and zone.index == 0)
    assert all(queen in world.position.layout()[hand] for world in worlds)


def test_of_like_cards_of_a_row_the_uppermost_goes() -> None:
    """Which copy lies where nobody sees: if it mattered, worlds that look alike would go on differently."""
    take = Offer(name="take", picks=(Pick(name="c", source="row"),), effects=(Move(cards="c", to="discard"),))
    game = Game(
        GameGenome(
            genome_id="taking",
            player_count=2,
            deck=DeckSpec(suits=("spades",), ranks=("Q", "K"), copies=3),
            zones=(
                Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
                Zone(name="stock", role="stock", seen_by="none"),
                Zone(name="row", role="tableau"),
                Zone(name="discard", role="discard"),
            ),
            setup=SetupRules(cards_per_player=1, deal=(Move(cards="stock", to="row", count="4"),)),
            turn_structure=TurnStructure(order="once", phases=(ChoicePhase(offers=(take,)),)),
            win_conditions=(WinCondition(type="empty_hand"),),
        )
    )
    for seed in range(20):
        state = game.deal(seed=seed)
        row = [str(card) for card in state.view(None).zone("row").cards]
        for action in state.actions():
            face = action.text.removeprefix("take ")
            left = list(reversed(row))
            left.remove(face)
            after = state.apply(action).view(None).zone("row").cards
            assert [str(card) for card in after] == left[::-1], (seed, face)
