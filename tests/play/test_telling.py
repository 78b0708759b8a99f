"""What happened, and what is asked, in the words of people at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from deckwright.engine import Game, State, load
from deckwright.engine.example.claiming import due_rank
from deckwright.engine.scene import choices, reasons, regions
from deckwright.games import library
from deckwright.play.moments import Moment
from deckwright.play.prompt import prompt

NAMES = ("Ann", "Ben", "Cy", "Dov")


def states(game: Game, *, games: int = 6, most: int = 300) -> Iterator[State]:
    """The states of games that are played at random."""
    for seed in range(games):
        state, rng = game.deal(seed=seed), Random(seed)
        for _ in range(most):
            yield state
            if state.seat is None:
                break
            state = state.apply(rng.choice(state.actions()))


@cache
def lines(game_id: str) -> tuple[tuple[str, ...], ...]:
    """What the first seat is told, step by step."""
    game = load(game_id)
    told = (Moment(state).events(0, NAMES[: game.seats]) for state in states(game))
    return tuple(tuple(event.text for event in events if event.text) for events in told)


def every_line(game_id: str) -> set[str]:
    return {line for step in lines(game_id) for line in step}


def test_whoever_loses_a_turn_is_told_of() -> None:
    told = lines("uno")
    skips = [step for step in told if any(line.endswith(" skip.") and " play" in line for line in step)]
    over = [step for step in told if any(line.startswith("Hand ") for line in step)]
    assert skips
    assert all(any("a turn." in line for line in step) for step in skips if step not in over)
    assert {"You lose a turn.", "Ben loses a turn."} <= every_line("uno")
    four = next(step for step in told if any(line.endswith("draws 4 cards.") for line in step))
    assert four[-1] == four[-2].replace("draws 4 cards", "loses a turn")


def test_nobody_loses_a_turn_where_no_effect_takes_it() -> None:
    assert not any("a turn" in line for line in every_line("crazy-eights"))


def test_cards_on_an_open_pile_are_named_as_they_lie_there() -> None:
    """The last one named lies on top: they were told in the order of the deck."""
    found = 0
    for state in states(load("solitaire"), games=3, most=80):
        for event in Moment(state).events(0, ("Ann",)):
            if event.kind == "moved" and event.end == "waste" and len(event.cards) > 1:
                waste = next(region for region in regions(state, 0) if region.id == "waste")
                assert event.cards == tuple(card.code for card in waste.cards)[-len(event.cards) :]
                found += list(event.cards) != sorted(event.cards, key=state.game.notation.card_order.__getitem__)
    assert found


def test_a_hand_that_is_dealt_is_told_in_the_order_of_the_deck() -> None:
    state = load("hearts").deal(seed=1)
    hand = next(event for event in Moment(state).events(0, NAMES) if event.end == "hand[0]")
    assert list(hand.cards) == sorted(hand.cards, key=state.game.notation.card_order.__getitem__)


def test_a_card_that_is_moved_is_told_once() -> None:
    told = every_line("solitaire")
    assert any(re.fullmatch(r"You move \S+ from column \d to column \d\.", line) for line in told)
    assert any(re.fullmatch(r"You lay \S+ from the waste to column \d\.", line) for line in told)
    assert not any(re.fullmatch(r"You (lay|move|build) \S+\.", line) for line in told)


def test_a_bet_and_its_chips_are_one_line() -> None:
    told = every_line("draw-poker")
    assert {"Ben checks.", "Ben bets and pays 2 chips.", "Ben raises and pays 4 chips."} <= told
    assert {"You bet and pay 2 chips.", "You call and pay 2 chips."} <= told
    assert not {line for line in told if line in ("Ben raises.", "Ben bets.", "Ben calls.")}
    assert "Ben pays 1 chip." in told, "an ante is nobody's choice"


def test_nobody_raises_before_somebody_has_bet() -> None:
    asked = set()
    for state in states(load("draw-poker"), games=2):
        if state.seat is not None and state.kind == "Betting":
            bets = [player.bet or 0 for player in state.seen_by(None).players]
            for choice in choices(state, NAMES):
                asked.add(choice.verb)
                if choice.verb == "raise":
                    assert any(bets)
                    assert choice.label == f"raise to {bets[state.seat] + (choice.amount or 0)}"
                assert choice.verb != "bet" or not any(bets)
    assert {"bet", "raise", "check", "call", "fold"} <= asked


def test_what_was_exchanged_and_discarded_is_said_once() -> None:
    told = lines("draw-poker")
    assert ("Ben lays down 2 cards.", "Ben draws 2 cards.") in [step[:2] for step in told]
    assert "Ben exchanges." not in every_line("draw-poker")
    assert "Ben exchanges nothing." in every_line("draw-poker")
    assert "Ben discards 5 cards." in every_line("draw-poker")


def test_who_keeps_a_card_keeps_something() -> None:
    told = every_line("uno")
    assert "Ben keeps the card." in told
    assert any(line.startswith("You keep ") and line != "You keep the card." for line in told)
    assert not {"Ben keeps.", "You keep."} & told


def test_what_is_turned_up_and_laid_out_in_the_deal_is_told_so() -> None:
    assert any(line.endswith(" is turned up.") for line in every_line("uno"))
    assert any(
        line.startswith("Column 7 is dealt ") and line.endswith(" and 6 cards.") for line in lines("solitaire")[0]
    )


@pytest.mark.parametrize("rank", ["wild-draw-four", "3"])
def test_a_card_says_why_it_cannot_be_played_by_its_own_rule(rank: str) -> None:
    texts = set()
    for state in states(load("uno"), games=2):
        if state.seat is not None and state.phase == "play":
            seen = regions(state, state.seat)
            for reason in reasons(state, choices(state, NAMES), seen):
                if str(state.game.notation.faces[reason.card].rank) == rank:
                    texts.add(reason.text)
    assert len(texts) == 1
    own = "no card in your hand is of the current suit"
    assert (own in texts.pop()) is (rank == "wild-draw-four")


def test_a_line_names_all_there_is_to_do() -> None:
    asked = {
        prompt(choices(state, ("Ann",)), ("Ann",), 0)
        for state in states(load("solitaire"), games=4)
        if state.seat is not None
    }
    assert "Turn up, lay, move or take back" in asked
    assert not any("..." in line for line in asked)


def test_a_card_just_drawn_is_called_so() -> None:
    asked = {
        prompt(choices(state, NAMES), NAMES, state.seat)
        for state in states(load("uno"), games=2)
        if state.seat is not None
    }
    assert "Play the drawn card or keep it" in asked


def test_hands_that_are_shown_say_what_their_equal_cards_are() -> None:
    """Of two pairs of the same kind nothing else says which is better."""
    told = [line for line in every_line("draw-poker") if " shows " in line]
    assert any(": one pair (" in line for line in told)
    for line in told:
        cards, name = line.removesuffix(".").split(": ")
        for rank in name[name.index("(") + 1 : -1].split(", ") if "(" in name else ():
            assert sum(word.strip(",")[:-1] == rank for word in cards.split()) > (not name.startswith("high card"))


@pytest.mark.parametrize(
    ("game_id", "wanted"),
    [
        ("go-fish", {"You ask Cy for an 8.", "Ben draws 1 card.", "Dov takes A♦ from you."}),
        ("cheat", {"Ben lays down 4 cards as twos.", "You take 9♦ from the claim.", "Dov lays down 1 card as a five."}),
        ("war", {"Ben turns up 2♥."}),
        ("euchre", {"Ben calls hearts.", "You order up.", "You discard 10♠.", "Dov discards 1 card."}),
        ("president", {"You play A♣ and A♥.", "A♣ and A♥ go from the heap to the discard."}),
        ("scopa", {"You lay swords 6.", "You capture batons 4.", "You take cups ace and cups 3 from the layout."}),
        ("gin-rummy", {"Ben knocks with 6♦.", "You are done."}),
        ("holdem", {"You fold."}),
    ],
)
def test_what_somebody_does_is_one_sentence(game_id: str, wanted: set[str]) -> None:
    assert wanted <= every_line(game_id)


@pytest.mark.parametrize("game_id", sorted(library()))
def test_sentences_have_verbs_and_say_nothing_twice(game_id: str) -> None:
    """`3♦ from the fished to your hand`; `Dov plays 71 cards from the discard to the stock`; `You: wanted 8`."""
    for step in lines(game_id):
        for line in step:
            assert ":" not in line.partition(" ")[0], line
            if " from " in line and " to " in line:
                assert re.search(r" (go|goes|build|builds|lay|lays|move|moves|play|plays|take|takes) ", line), line
                assert not re.match(rf"(You|{'|'.join(NAMES)}) .* to the stock", line), line
        played = [line for line in step if re.match(r"\w+ plays? ", line)]
        assert not any("hand to" in line for line in step if played), step


def test_a_new_hand_is_dealt_and_not_drawn() -> None:
    told = [step for step in lines("hearts") if any(re.match(r"Hand [2-9]", line) for line in step)]
    dealt = [step[next(k for k, line in enumerate(step) if line.endswith("is dealt.")) + 1 :] for step in told]
    assert dealt
    assert all(any("dealt" in line for line in step) and not any("draw" in line for line in step) for step in dealt)


@pytest.mark.parametrize(
    ("game_id", "wanted"),
    [
        ("spades", {"Bid or call nil"}),
        ("euchre", {"Pass, order up or order up alone"}),
        ("gin-rummy", {"Discard a card or knock with a card"}),
        ("holdem", {"Fold, call, raise or go all in", "Raise, go all in or check"}),
    ],
)
def test_what_is_asked_is_said_as_people_say_it(game_id: str, wanted: set[str]) -> None:
    game = load(game_id)
    asked = {prompt(choices(state, NAMES), NAMES, state.seat) for state in states(game) if state.seat is not None}
    assert wanted <= asked


def test_a_claim_is_asked_for_by_its_rank() -> None:
    state = load("cheat").deal(seed=3)
    asked = prompt(choices(state, NAMES), NAMES, 0, due=due_rank(state) or "")
    assert asked == "Claim 1 to 4 cards as aces"
