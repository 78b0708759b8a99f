"""What rulebooks say that were read against the published rules."""

from __future__ import annotations

from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook


def test_what_somebody_has_done_is_told_in_the_words_of_the_game() -> None:
    rules = generate_rulebook(catalogue()["canasta"].default_genome)
    assert "your side has not *opened*" in rules
    assert "**Opened**: said of a side after *open with the pile*, *open* or *go out*, until the hand ends." in rules
    assert "If *ask to go out* was chosen, your partner does one of these" in rules
    assert "marked" not in rules
    assert "*question*" not in rules.lower(), "what only leads from one choice to the next has no name"


def test_a_move_that_opens_asks_whether_its_side_had_opened_before() -> None:
    rules = generate_rulebook(catalogue()["canasta"].default_genome)
    assert "and either your side has already *opened*, you have no cards left or" in rules
    assert "**Meld**, if your side has *opened*: lay" in rules, "what lets a move be made is of before anyway"


def test_cards_out_of_two_places_need_not_be_of_each() -> None:
    rules = generate_rulebook(catalogue()["canasta"].default_genome)
    assert "lay one or more cards, out of your hand and the top discard, among your side's melds" in rules


def test_a_card_of_the_discard_pile_is_its_top_card() -> None:
    rules = generate_rulebook(catalogue()["gin-rummy"].default_genome)
    assert "take the top card of the discard pile; it is now the *lifted* card" in rules


def test_a_hand_that_is_too_much_is_worth_nothing() -> None:
    rules = generate_rulebook(catalogue()["blackjack"].default_genome)
    assert "until the house is worth nothing or is worth at least 17" in rules
    assert "such a hand is worth nothing" in rules


def test_chips_that_never_run_short_need_no_rule() -> None:
    kuhn, draw_poker = (catalogue()[game].default_genome for game in ("kuhn", "draw-poker"))
    short = "too few chips to match a bet"
    assert short not in generate_rulebook(kuhn)
    assert short in generate_rulebook(kuhn.copy_with(setup=kuhn.setup.copy_with(starting_chips=1)))
    assert short in generate_rulebook(kuhn.copy_with(max_hands=2))
    assert short in generate_rulebook(draw_poker)


def test_a_stock_that_is_never_found_empty_needs_no_rule() -> None:
    empty = "If a card is to come from the stock and it is empty"
    assert empty not in generate_rulebook(catalogue()["rummy"].default_genome), "it is turned over in time"
    assert empty in generate_rulebook(catalogue()["uno"].default_genome)
    assert empty in generate_rulebook(catalogue()["canasta"].default_genome)


def test_the_cards_of_a_deck_of_several_parts_add_up() -> None:
    rules = generate_rulebook(catalogue()["uno"].default_genome)
    assert "The deck has 96 cards: two each of one" in rules
    assert "Add one zero each of red, yellow, green and blue; four wilds; and four wild-draw-fours." in rules
    assert "That makes 108 cards" in rules


def test_what_the_rules_remember_is_told_with_what_changes_it() -> None:
    rules = generate_rulebook(catalogue()["gin-rummy"].default_genome)
    assert "**Knocker**: a player, none at the start of each hand; changed by *knock*." in rules


def test_cards_that_are_never_equal_need_no_rule_for_equal_hands() -> None:
    kuhn = catalogue()["kuhn"].default_genome
    twice = kuhn.copy_with(deck=kuhn.deck.copy_with(copies=2))
    assert "of equal hands" not in generate_rulebook(kuhn)
    assert "of equal hands" in generate_rulebook(twice)
