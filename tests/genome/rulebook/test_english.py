"""Expressions in English: what a condition, a value, a card or a player is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.rulebook.book import english_of
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, joined_clauses, said, settled
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.reading import form_of, spelled
from deckwright.genome.schema import (
    CardTable,
    DeckSpec,
    DoPhase,
    GameGenome,
    Register,
    Set,
    SetupRules,
    TableRow,
    Term,
    TurnStructure,
    WinCondition,
    Zone,
)


def normal(english: English, text: str, *, is_test: bool = False) -> str:
    """An expression as it stands in a genome whose rulebook is written."""
    return str(spelled(text, replace(form_of(english.words.genome), bound=("c",)), is_test=is_test))


@pytest.fixture(scope="module")
def english() -> English:
    """A table with the usual zones, four players, and some words of its own."""
    return english_of(
        GameGenome(
            genome_id="words",
            player_count=4,
            deck=DeckSpec(
                tables=(
                    CardTable(name="worth", rows=(TableRow(rank="A", value=11), TableRow(rank="10", value=10))),
                    CardTable(name="wild", rows=(TableRow(rank="2", value=1),)),
                )
            ),
            zones=(
                Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
                Zone(name="stock", role="stock", seen_by="none"),
                Zone(name="discard", role="discard"),
                Zone(name="captured", role="captured", owner="seat"),
            ),
            registers=(
                Register(name="took"),
                Register(name="need"),
                Register(name="named", holds="suit"),
                Register(name="knocker", holds="seat"),
            ),
            terms=(
                Term(name="deadwood", expr="sum(worth(c) for c in hand)"),
                Term(name="open", expr="size(stock) > 0"),
                Term(
                    name="blocked",
                    expr="drawn > 0 and all(rank(c) != rank(top(discard)) and suit(c) != named for c in hand)",
                ),
            ),
            setup=SetupRules(cards_per_player=5),
            turn_structure=TurnStructure(phases=(DoPhase(effects=(Set(name="took", value="1"),)),)),
            win_conditions=(WinCondition(type="empty_hand"),),
        )
    )


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("size(hand) == 0", "you have no cards left"),
        ("size(hand) > 0", "you have cards left"),
        ("size(hand[left(turn)]) <= 2", "the player to your left has at most two cards in hand"),
        ("any(size(hand[p]) == 0 for p in seats)", "a player has no cards left"),
        ("all(size(hand[p]) == 0 for p in seats)", "no player has cards left"),
        ("any(size(hand[p]) > 0 for p in seats if p != turn)", "another player has cards left"),
        ("not any(score[p] >= 100 for p in seats)", "every player has fewer than 100 points"),
        ("size(stock)", "the stock is not empty"),
        ("not size(stock) or passes >= players", "the stock is empty or at least four players in a row have passed"),
        ("size(stock) + size(discard) > 1", "there are at least two cards in the discard pile and the stock together"),
        (
            "rank(top(discard)) == '8' and drawn == 0",
            "you have not drawn a card this turn and the top discard is an eight",
        ),
        ("any(rank(c) == 'A' for c in hand)", "you hold an ace"),
        ("not any(c == '2C' for c in hand)", "you do not hold the two of clubs"),
        ("any(c == '2C' for c in discard)", "the two of clubs is in the discard pile"),
        ("all(suit(c) == 'hearts' for c in hand)", "you hold nothing but hearts"),
        (
            "all(rank(c) != rank(top(discard)) for c in hand)",
            "you hold no card of the same rank as the top discard",
        ),
        ("count(c for c in hand if suit(c) == 'hearts') >= 3", "you hold at least three hearts"),
        ("any(wild(c) for c in discard)", "there is a *wild* card in the discard pile"),
        ("turn == dealer", "you are the dealer"),
        ("knocker != none", "there is a knocker"),
        ("took", "*took* applies"),
        ("need > 3", "the *need* is more than 3"),
        ("deadwood <= 10", "your *deadwood* is at most 10"),
        ("deadwood == min(deadwood[p] for p in seats)", "your *deadwood* is the lowest of any player's"),
        (
            "all(size(captured) > size(captured[p]) for p in opponents)",
            "you have captured more cards than every opponent",
        ),
        ("all(score > score[p] for p in opponents)", "your score is higher than every opponent's"),
        ("open", "the stock is not empty"),
        ("not open", "the stock is empty"),
        ("blocked", "*blocked* applies"),
        ("not blocked", "*blocked* does not apply"),
        ("hand_number % 4 != 3", "this is not hand 4, 8, 12 and so on"),
        ("trick_number == 0 and leading", "you are leading and this is the first trick"),
        ("count(p for p in live) <= 1", "at most one player is still in play"),
        ("chips >= 2 * need", "you have enough chips for 2 times the *need*"),
        ("turn in (0, 2)", "you are player 1 or player 3"),
        ("1 <= need <= 3", "the *need* is from 1 to 3"),
        ("(score if took else 0) >= 100", "you have 100 points or more, and *took* applies"),
    ],
)
def test_a_condition_is_a_clause(english: English, text: str, clause: str) -> None:
    assert settled(english.when(normal(english, text, is_test=True))) == clause


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("7", "7"),
        ("-7", "−7"),
        ("deadwood[left(turn)] - deadwood", "your left neighbour's *deadwood* minus your *deadwood*"),
        ("10 * need + (tricks - need)", "your number of tricks, plus 10 times the *need*, minus the *need*"),
        (
            "sum(worth(c) for c in captured if suit(c) == 'hearts')",
            "the total worth of the hearts in your captured pile",
        ),
        ("max(worth(c) for c in hand)", "the highest worth among the cards in your hand"),
        ("sum(deadwood[p] for p in opponents)", "the total *deadwood* of all opponents"),
        ("15 if score < 0 else 120", "15 if your score is negative, otherwise 120"),
        ("(10, 20)[took]", "20 if *took* applies, otherwise 10"),
        (
            "(1, 2, 3, 4)[suit(top(discard))]",
            "1 if the top discard is a club, 2 if the top discard is a diamond, 3 if the top discard is a heart, "
            "otherwise 4",
        ),
        (
            "(1, 2, 3, 4)[named]",
            "1 if the *named* suit is clubs or there is no *named* suit, 2 if the *named* suit is diamonds, "
            "3 if the *named* suit is hearts, otherwise 4",
        ),
        ("need * 3 // 2", "one and a half times the *need*, rounded down"),
        ("10 * (need == 3)", "10 if the *need* is 3"),
        ("min(need, 3)", "the smaller of 3 and the *need*"),
    ],
)
def test_a_value_is_a_noun(english: English, text: str, noun: str) -> None:
    assert settled(english.value(normal(english, text))) == noun


@pytest.mark.parametrize(
    ("text", "one", "several"),
    [
        ("rank(c) == '8'", "an eight", "eights"),
        ("suit(c) == 'hearts' or c == 'QS'", "a heart or the queen of spades", "hearts and the queen of spades"),
        ("follows(c)", "a card that follows suit", "cards that follow suit"),
        ("wild(c)", "a *wild* card", "*wild* cards"),
        ("rank(c) in ('J', 'Q', 'K')", "a jack, a queen or a king", "jacks, queens and kings"),
        ("rank(c) >= 10", "a card ranked ten or higher", "cards ranked ten or higher"),
        ("c != taken", "a card other than the card just taken", "cards other than the card just taken"),
        ("suit(c) == named", "a card of the *named* suit", "cards of the *named* suit"),
        ("worth(c) == 0", "a card with a worth of 0", "cards with a worth of 0"),
        (
            "suit(c) == suit(top(discard)) or rank(c) == rank(top(discard)) or rank(c) == '8'",
            "a card that matches the top discard in suit or rank, or an eight",
            "cards that match the top discard in suit or rank, and eights",
        ),
        (
            "suit(c) != 'hearts' and c != 'QS'",
            "a card other than a heart or the queen of spades",
            "cards other than hearts and the queen of spades",
        ),
    ],
)
def test_cards_are_called_what_players_call_them(english: English, text: str, one: str, several: str) -> None:
    here = english.knowing(c=card_variable(english.words))
    phrase = here.cards(here.read(text), "c")
    assert (phrase.a_card(), phrase.cards()) == (one, several)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("turn", "you"),
        ("dealer", "the dealer"),
        ("left(dealer)", "the player to the dealer's left"),
        ("left(left(turn))", "the player opposite you"),
        ("knocker", "the knocker"),
        ("2", "player 3"),
        ("first(p for p in seats if any(c == '2C' for c in hand[p]))", "the player who holds the two of clubs"),
        (
            "(left(turn), right(turn))[hand_number % 2]",
            "in each two hands, the player to your left in the first, the player to your right in the second",
        ),
    ],
)
def test_a_seat_is_a_person(english: English, text: str, name: str) -> None:
    assert settled(english.who(text).object()) == name


def test_a_person_is_named_first_and_then_a_pronoun() -> None:
    dealer = Person("the dealer")
    text = f"{dealer.does('draw')} a card and {dealer.verb('put')} it into {dealer.their('hand')}"
    assert said(text) == "The dealer draws a card and puts it into their hand."


def test_a_pronoun_is_used_only_where_it_is_clear() -> None:
    dealer, partner = Person("the dealer"), Person("your partner")
    text = f"{dealer.does('give')} {partner.object()} a card from {dealer.their('hand')}"
    assert said(text) == "The dealer gives your partner a card from the dealer's hand."


def test_the_reader_is_always_you() -> None:
    assert said(f"{YOU.does('have')} no cards in {YOU.their('hand')}") == "You have no cards in your hand."


def test_clauses_with_one_subject_name_it_once() -> None:
    clauses = [YOU.does("have no cards left"), YOU.does("are the dealer")]
    assert settled(joined_clauses(clauses, "and")) == "you have no cards left and are the dealer"
