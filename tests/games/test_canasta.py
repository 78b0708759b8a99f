"""Canasta, rule by rule, from https://www.pagat.com/rummy/canasta.html (classic Canasta)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games.canasta import create_canasta_genome
from deckwright.genome.schema import GameGenome, Score, Term

PLAIN = (
    "4C 5D 6H 7S 8C 9D 10H JS QC JD AH",
    "4D 5H 6S 7C 8D 9H 10S JC QD JH AS",
    "4H 5S 6C 7D 8H 9S 10C JD QH JC AC",
    "4S 5C 6D 7H 8S 9C 10D JH QS JS AD",
)
"""Nothing to meld: four cards of 5, six of 10 and an ace of 20, 100 points, in every hand."""
ACES = "AC AD AH 9C 9D 9H 4C 5D 6S 7H 8C"
"""Three aces are worth 60."""
KINGS = "KC KC KD KD KH KH KS 4C 4C 4D 4H"
"""Seven kings, four fours: with any card to discard, a hand to go out with."""
ONE_HAND = create_canasta_genome(hands=1)


def dealt(*hands: str, up: str = "3S", then: str = "", last: str = "", genome: GameGenome = ONE_HAND) -> State:
    """A hand with these cards; plain cards that are asked for elsewhere are replaced by others of ten points."""
    game = load(genome)
    left = Counter(str(card) for card in game.deck) - Counter(" ".join((*hands, up, then, last)).split())
    spare = [card for card in left.elements() if card[:-1] in ("8", "9", "10", "J", "Q")]
    wanted = list(hands)
    for hand in PLAIN[len(hands) :]:
        cards = []
        for card in hand.split():
            cards.append(card if left[card] > 0 else next(one for one in spare if left[one] > 1))
            left[cards[-1]] -= 1
        wanted.append(" ".join(cards))
    return game.deal(deck=stacked(game, wanted, then=f"{up} {then}", last=last), seed=1)


def lost(state: State, *seats: int) -> int:
    """What the cards in these hands are worth."""
    worth = {"J": 10, "2": 20, "A": 20, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}
    return sum(
        50 if card == "JK" else worth.get(card[0], 10) for seat in seats for card in cards_in(state, "hand", index=seat)
    )


def with_minimum(points: int) -> GameGenome:
    """A side whose score asks for this initial meld."""
    terms = tuple(term if term.name != "minimum" else Term(name="minimum", expr=str(points)) for term in ONE_HAND.terms)
    return ONE_HAND.copy_with(terms=terms)


def meld(state: State, rank: str, *, team: int = 0) -> list[str]:
    """The cards of a side's meld of a rank."""
    pile = state.game.notation.names.ranks.index(rank)
    return sorted(str(card) for card in state.view(None).zone("melds", index=team, pile=pile).cards)


def held(state: State, seat: int) -> list[str]:
    return cards_in(state, "hand", index=seat)


def red_threes(state: State, team: int) -> list[str]:
    return cards_in(state, "red_threes", index=team)


# the deal


def test_two_packs_and_four_jokers_eleven_cards_each_and_one_turned_up() -> None:
    state = dealt(up="9C")
    assert len(state.game.deck) == 108
    assert [len(held(state, seat)) for seat in range(4)] == [11] * 4
    assert cards_in(state, "discard") == ["9C"]
    assert len(cards_in(state, "stock")) == 108 - 44 - 1
    assert state.seat == 0, "the player to the dealer's left begins"


def test_a_wild_card_or_red_three_turned_up_is_covered_until_neither_lies_on_top() -> None:
    assert cards_in(dealt(up="2C JK 3H 9C"), "discard") == ["2C", "JK", "3H", "9C"]
    assert cards_in(dealt(up="3S"), "discard") == ["3S"], "a black three may lie there"


def test_red_threes_dealt_are_laid_aside_in_the_first_turn_and_replaced() -> None:
    state = dealt("3H 3D 4C 5D 6H 7S 8C 9D 10H JS QC", up="9C", then="3H KS KD QH")
    assert sorted(red_threes(state, 0)) == ["3D", "3H", "3H"], "one that replaces another too"
    assert len(held(state, 0)) == 11
    assert {"KS", "KD"} <= set(held(state, 0))
    assert state.view(1).zone("red_threes", index=0).cards == state.view(0).zone("red_threes", index=0).cards


def test_a_red_three_drawn_is_laid_aside_and_replaced() -> None:
    state = dealt(then="3D KS").apply("draw")
    assert red_threes(state, 0) == ["3D"]
    assert "KS" in held(state, 0)
    assert len(held(state, 0)) == 12


# melds


def test_a_first_meld_must_reach_the_minimum_by_one_meld_or_several() -> None:
    state = dealt("KC KD KH 9C 9D 9H 4C 5D 6S 7H 8C", then="QC").apply("draw")
    assert choices(state, verb="open") == {"K K K", "9 9 9"}, "30 and 30 are enough together"
    state = state.apply("open K K K")
    assert choices(state) == {"open 9 9 9"}, "what has been begun can be completed, and must be"
    state = state.apply("open 9 9 9")
    assert meld(state, "K") == ["KC", "KD", "KH"]
    assert meld(state, "9") == ["9C", "9D", "9H"]


def test_nothing_is_seen_of_a_first_meld_before_it_is_complete() -> None:
    state = play(dealt("KC KD KH 9C 9D 9H 4C 5D 6S 7H 8C", then="QC"), ["draw", "open K K K"])
    assert meld(state, "K") == []
    assert state.events(1) == ()


def test_a_first_meld_that_cannot_reach_the_minimum_is_not_offered() -> None:
    state = dealt("KC KD KH 9C 9D 10H 4C 5D 6S 7H 8C", then="QC").apply("draw")
    assert not choices(state, verb="open"), "three kings are worth 30"


def test_more_may_be_laid_with_a_first_meld_that_is_enough() -> None:
    state = play(dealt(ACES, then="QC"), ["draw", "open A A A"])
    assert choices(state) == {"done", "open 9 9 9"}
    assert meld(state.apply("done"), "9") == []
    assert meld(state.apply("open 9 9 9"), "9") == ["9C", "9D", "9H"]


@pytest.mark.parametrize(
    ("minimum", "melds"),
    [(15, {"9 9 9", "A A A"}), (50, {"9 9 9", "A A A"}), (90, {"9 9 9", "A A A"}), (120, set())],
)
def test_the_minimum_decides_what_may_be_opened_with(minimum: int, melds: set[str]) -> None:
    state = dealt(ACES, then="QC", genome=with_minimum(minimum)).apply("draw")
    assert choices(state, verb="open") == melds, "60 + 30 are 90, and no more"
    if melds:
        assert ("done" in choices(state.apply("open 9 9 9"))) == (minimum == 15)
        assert state.apply("open A A A").seat == 0
        assert ("done" in choices(state.apply("open A A A"))) == (minimum <= 50)


@pytest.mark.parametrize(
    ("score", "minimum"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (4995, 120)]
)
def test_the_minimum_is_15_50_90_or_120_by_the_score_of_the_side(score: int, minimum: int) -> None:
    before = Score(to="team(left(dealer))", points=str(score))
    genome = ONE_HAND.copy_with(
        setup=ONE_HAND.setup.copy_with(deal=(*ONE_HAND.setup.deal, *([before] if score else [])))
    )
    state = dealt("4C 4D 4H AC AD AH AS KC KD KH 5D", then="KS", genome=genome).apply("draw")
    assert state.team_scores == (score, 0)

    def is_enough(*melds: str) -> bool:
        after = play(state, [f"open {meld}" for meld in melds])
        return "done" in choices(after) or len(meld(after, "K")) > 0

    if "open 4 4 4" in choices(state):
        assert is_enough("4 4 4") == (minimum <= 15)
    assert is_enough("A A A A") == (minimum <= 80)
    assert is_enough("A A A A", "K K K K")
    assert ("open A A A" in choices(state)) == (minimum < 120), "60 + 40 + 15 are not enough"
    if minimum < 120:
        assert is_enough("A A A") == (minimum <= 60)
        assert is_enough("A A A", "K K K") == (minimum <= 90)


def test_a_meld_has_at_least_two_natural_cards_and_at_most_three_wild_ones() -> None:
    state = dealt("KC 9C 9D 2C 2D JK JK 4C 5D 6S 7H", *PLAIN[1:], then="QC").apply("draw")
    opened = choices(state, verb="open")
    assert {"9 9 2 2", "9 9 joker", "9 9 2 joker", "9 9 2 2 joker", "9 9 2 joker joker"} <= opened
    assert "9 9 2 2 joker joker" not in opened
    assert not any(text.startswith("K") for text in opened), "one king is not enough"
    state = play(state, ["open 9 9 2 2 joker"])
    assert len(meld(state, "9")) == 5
    assert "joker on 9" not in choices(state, verb="meld"), "three wild cards already lie there"


def test_partners_add_to_one_meld_of_a_rank() -> None:
    moves = ["draw", "open A A A", "done", "discard 4C", "draw", "discard 4D", "draw"]
    state = play(dealt(ACES, PLAIN[1], "AS 2C 4H 5S 6C 7D 8H 9S 10C JD QH", then="QC QS QD"), moves)
    assert choices(state, verb="meld") == {"A", "2 on A", "A 2", "Q Q 2"}
    state = state.apply("meld A 2")
    assert meld(state, "A") == ["2C", "AC", "AD", "AH", "AS"]
    state = play(state, ["discard 4H", "draw"])
    assert not choices(state, verb="meld"), "not to a meld of the other side"


def test_two_cards_must_be_kept_one_to_discard_and_one_to_go_on() -> None:
    state = play(dealt("AC AD AH AS KC KD KH KS 9C 9D 9H", then="9S"), ["draw", "open A A A A", "open K K K K"])
    assert "open 9 9 9" not in choices(state), "one card would be left"
    state = play(dealt("AC AD AH AS KC KD KH KS 9C 9D 4H", then="9S"), ["draw", "open A A A A", "open K K K K"])
    assert choices(state, verb="meld") == set(), "9 9 9 would leave one card"
    assert len(held(state, 0)) == 4


# the discard pile


def test_a_side_that_has_not_melded_takes_the_pile_with_a_pair_and_the_minimum() -> None:
    state = dealt("KC KD AC AD AH 4C 5D 6S 7H 8C 9D", up="KS")
    assert choices(state) == {"draw", "open with the pile KS"}
    state = state.apply("open with the pile KS")
    state = play(state, ["lay K K K"])
    assert choices(state) == {"lay A A A"}, "30 are not enough"
    state = state.apply("lay A A A")
    assert meld(state, "K") == ["KC", "KD", "KS"]
    assert cards_in(state, "discard") == []
    assert len(held(state, 0)) == 6


def test_only_the_top_card_of_the_pile_counts_for_the_minimum() -> None:
    assert choices(dealt("KC KD 4C 5D 6S 7H 8C 9D 10C JC QC", up="2C KS")) == {"draw"}, "30, without the two"
    state = dealt("KC KD 2D 4C 5D 6S 7H 8C 9D 10C JC", up="2C KS")
    state = play(state, ["open with the pile KS", "lay K K K 2"])
    assert meld(state, "K") == ["2D", "KC", "KD", "KS"]
    assert "2C" in held(state, 0), "the rest of the pile comes to the hand"
    assert "2C" in state.view(1).zone("hand", index=0).cards, "and all have seen it"


def test_a_side_that_has_not_melded_needs_a_natural_pair() -> None:
    assert choices(dealt("KC 2C 2D AC AD AH 4C 5D 6S 7H 8C", up="KS")) == {"draw"}


OPENED = ["draw", "open A A A", "done", "discard 4C", "draw"]


@pytest.mark.parametrize(("card", "laid"), [("KC", {"K K 2"}), ("JH", set())])
def test_a_pile_that_is_not_frozen_is_taken_with_one_natural_and_a_wild_card(card: str, laid: set[str]) -> None:
    second = PLAIN[1].replace("AS", "KS")
    state = play(dealt(ACES, second, f"{card} 2C 4H 5S 6C 7D 8H 9S 10C JD QH", then="QC QS"), [*OPENED, "discard KS"])
    if not laid:
        assert choices(state) == {"draw"}
        return
    state = state.apply("take the pile KS")
    assert choices(state, verb="lay") == laid
    state = state.apply("lay K K 2")
    assert meld(state, "K") == ["2C", "KC", "KS"]
    assert {"3S", "4C"} <= set(held(state, 2)), "the whole pile"


def test_a_pile_that_is_not_frozen_is_taken_by_adding_its_top_card_to_a_meld() -> None:
    state = play(dealt(ACES, then="QC QS"), [*OPENED, "discard AS", "take the pile AS", "lay A"])
    assert meld(state, "A") == ["AC", "AD", "AH", "AS"]
    assert sorted(held(state, 2)) == sorted([*PLAIN[2].split(), "3S", "4C"])


def test_a_wild_card_in_the_pile_freezes_it_for_all() -> None:
    first = "AC AD AH 2D 9C 9D 4C 5D 6S 7H 8C"
    second = PLAIN[1].replace("JH", "KH")
    frozen = ["draw", "open A A A", "done", "discard 2D", "draw"]
    one = play(dealt(first, second, "KC 2C 4H 5S 6C 7D 8H 9S 10C JD QH", then="QC QS"), frozen)
    assert choices(one.apply("discard KH")) == {"draw"}, "not with one king and a two"
    assert choices(one.apply("discard AS")) == {"draw"}, "nor by adding to the aces"
    pair = play(dealt(first, second, "KC KD 4H 5S 6C 7D 8H 9S 10C JD QH", then="QC QS"), [*frozen, "discard KH"])
    pair = play(pair, ["take the pile KH", "lay K K K"])
    assert "2D" in held(pair, 2)


def test_a_red_three_in_the_pile_freezes_it_and_is_laid_aside_without_a_replacement() -> None:
    hands = (ACES, PLAIN[1].replace("JH", "KH"), "KC 2C 4H 5S 6C 7D 8H 9S 10C JD QH")
    state = play(dealt(*hands, up="3H 9S", then="QC QS"), [*OPENED, "discard KH"])
    assert choices(state) == {"draw"}
    state = play(dealt("KC KD AC AD AH 4C 5D 6S 7H 8C 9D", up="3H KS"), ["open with the pile KS", "lay K K K"])
    state = state.apply("lay A A A")
    assert red_threes(state, 0) == ["3H"]
    assert len(held(state, 0)) == 6


@pytest.mark.parametrize("stop", ["2H", "JK", "3C"])
def test_nobody_takes_a_pile_under_a_wild_card_or_a_black_three(stop: str) -> None:
    second = PLAIN[1].replace("AS", stop)
    third = "2C 2D 3C 3S 4H 5S 6C 7D 8H 9S 10C" if stop != "3C" else "2C 2D 3S 3C 4H 5S 6C 7D 8H 9S 10C"
    state = play(dealt(ACES, second, third, up="9S", then="QC QS"), [*OPENED, f"discard {stop}"])
    assert choices(state) == {"draw"}


def test_a_black_three_stops_only_the_next_player() -> None:
    second = PLAIN[1].replace("AS", "3C")
    state = play(dealt(ACES, second, then="QC QS QD KC"), [*OPENED, "discard 3C", "draw", "discard 4H", "draw"])
    state = state.apply("discard AD")
    assert "take the pile AD" in choices(state), "with a three below it is not frozen"


@pytest.mark.parametrize(("held_back", "may_take"), [("open K K K K K K K", False), ("open K K K K K K", True)])
def test_a_hand_of_one_card_does_not_take_a_pile_of_one_card(held_back: str, may_take: bool) -> None:
    fourth = "QC QD AC AD AH 4S 5C 6D 7H 8S 9C"
    state = play(dealt(KINGS, PLAIN[1], PLAIN[2], fourth, then="9S 8D 8H"), ["draw", held_back, "open 4 4 4"])
    state = state.apply("done") if "done" in choices(state) else state
    state = play(state, ["discard 9S", "draw", "discard 5H", "draw", "discard QH"])
    state = play(state, ["open with the pile QH", "lay Q Q Q", "lay A A A", "discard 4S"])
    assert state.seat == 0
    assert cards_in(state, "discard") == ["4S"], "it would fit the meld of fours, and is not frozen"
    assert len(held(state, 0)) == 1 + may_take
    assert choices(state) == ({"draw", "take the pile 4S"} if may_take else {"draw"})


# going out


def test_going_out_concealed_and_the_score_of_every_line() -> None:
    """Pagat: 100 for going out and 100 more concealed, 500 for a natural canasta, cards melded, less cards held."""
    state = play(dealt(KINGS, then="9S"), ["draw", "go out K K K K K K K", "go out 4 4 4 4"])
    assert state.is_over
    assert cards_in(state, "discard")[-1] == "9S", "the last card is discarded"
    assert state.team_scores == (100 + 100 + 500 + 7 * 10 + 4 * 5 - lost(state, 2), -lost(state, 1, 3))


def test_a_mixed_canasta_is_worth_300() -> None:
    hand = KINGS.replace("KS", "2S").replace("KH KH", "KH JK")
    state = play(dealt(hand, then="9S"), ["draw", "go out K K K K K 2 joker", "go out 4 4 4 4"])
    assert state.team_scores == (100 + 100 + 300 + (50 + 20 + 50) + 20 - lost(state, 2), -lost(state, 1, 3))


def test_going_out_without_a_discard() -> None:
    state = play(dealt(KINGS, then="4S"), ["draw", "go out K K K K K K K", "go out 4 4 4 4 4"])
    assert cards_in(state, "discard") == ["3S"]
    assert state.team_scores == (100 + 100 + 500 + 70 + 25 - lost(state, 2), -lost(state, 1, 3))


def test_melding_the_whole_hand_with_a_canasta_needs_no_minimum() -> None:
    fours = "4C 4C 4D 4D 4H 4H 4S 5C 5C 5D 5D"
    state = play(dealt(fours, then="5H", genome=with_minimum(90)), ["draw", "go out 4 4 4 4 4 4 4"])
    assert choices(state) == {"go out 5 5 5 5 5"}, "60 points; a card kept to discard would not be the whole hand"
    state = state.apply("go out 5 5 5 5 5")
    assert state.team_scores == (100 + 100 + 500 + 60 - lost(state, 2), -lost(state, 1, 3))
    assert not choices(dealt(fours, then="9H", genome=with_minimum(90)).apply("draw"), verb="go out")


def test_going_out_takes_a_canasta() -> None:
    state = dealt("KC KC KD KD KH KH 9S 4C 4C 4D 4H", then="9C").apply("draw")
    assert not choices(state, verb="go out")


LATER = ["draw", "open K K K K K K K", "open 4 4 4"]


def test_going_out_after_an_earlier_meld_is_not_concealed() -> None:
    state = play(dealt(KINGS, then="9S QC QS QD 4S"), [*LATER, "discard 9S"])
    assert held(state, 0) == ["4H"]
    for _ in range(3):
        state = state.apply("draw")
        state = state.apply(f"discard {held(state, state.seat or 0)[0]}")
    state = state.apply("draw")
    assert choices(state, verb="go out") == {"4", "4 4"}
    state = state.apply("go out 4")
    assert state.is_over
    assert cards_in(state, "discard")[-1] == "4S"
    assert state.team_scores == (100 + 500 + 70 + 4 * 5 - lost(state, 2), -lost(state, 1, 3))


def test_going_out_concealed_with_cards_added_to_partners_melds_is_not_concealed() -> None:
    third = "4H 4H 4S 4S 5C 5D 5H 5S 5C 5D 5H"
    hands = (KINGS.replace("4C 4C 4D 4H", "QC QC QD QD"), "4D 6S 7C 8D 9H 10S JC QH JH AS 9C", third)
    moves = ["draw", "open K K K K K K K", "done", "discard QC", "draw", "discard 4D", "draw"]
    added = play(dealt(*hands, then="9S QS KS"), moves)
    added = play(added, ["go out K", "go out 4 4 4 4", "go out 5 5 5 5 5 5 5"])
    assert added.is_over
    assert added.team_scores[0] == 100 + 1000 + 8 * 10 + 4 * 5 + 7 * 5 - lost(added, 0), (
        "no bonus: a king went to partner's"
    )
    alone = play(dealt(*hands, then="9S QS 9S"), moves)
    alone = play(alone, ["go out 4 4 4 4", "go out 5 5 5 5 5 5 5"])
    assert alone.team_scores[0] == 200 + 1000 + 7 * 10 + 4 * 5 + 7 * 5 - lost(alone, 0)


def test_black_threes_are_melded_only_in_going_out_and_without_wild_cards() -> None:
    threes = "KC KC KD KD KH KH KS 3C 3C 3S 2C"
    state = dealt(threes, up="9S", then="3S").apply("draw")
    assert not any("3" in text for text in choices(state, verb="open"))
    out = play(state, ["go out 3 3 3 3", "go out K K K K K K K"])
    assert out.is_over
    assert cards_in(out, "discard")[-1] == "2C"
    assert out.team_scores[0] == 200 + 500 + 70 + 20 - lost(out, 2)
    assert not any("2" in text and "3" in text for text in choices(state, verb="go out"))


def test_a_partner_who_says_no_forbids_it_for_this_turn() -> None:
    state = play(dealt(KINGS, then="9S"), ["draw", "ask to go out"])
    assert state.seat == 2
    assert choices(state) == {"yes", "no"}
    state = state.apply("no")
    assert not choices(state, verb="go out")
    assert "ask to go out" not in choices(state)
    assert "open K K K K K K K" in choices(state)


def test_a_partner_who_says_yes_binds_the_player_to_go_out() -> None:
    state = play(dealt(KINGS, then="9S"), ["draw", "ask to go out", "yes"])
    assert state.seat == 0
    assert all(text.startswith("go out") for text in choices(state))


def test_who_cannot_go_out_after_all_carries_on() -> None:
    state = play(dealt(ACES, then="QC"), ["draw", "ask to go out", "yes"])
    assert choices(state) == {"carry on"}
    assert "discard QC" in choices(state.apply("carry on"))


def test_permission_is_asked_before_melding_and_once_in_a_hand() -> None:
    state = play(dealt(ACES, then="QC QS QD QH KC"), ["draw", "open A A A", "done"])
    assert "ask to go out" not in choices(state)
    state = play(dealt(ACES, then="QC QS QD QH KC"), ["draw", "ask to go out", "no", "discard 4C"])
    state = play(state, ["draw", "discard 4D", "draw", "discard 4H", "draw", "discard 4S", "draw"])
    assert "ask to go out" not in choices(state)


def test_permission_is_not_asked_before_drawing_and_may_be_asked_after_taking_the_pile() -> None:
    state = dealt("KC KD AC AD AH 4C 5D 6S 7H 8C 9D", up="KS")
    assert choices(state) == {"draw", "open with the pile KS"}
    assert "ask to go out" in choices(state.apply("draw"))
    state = play(state, ["open with the pile KS", "lay K K K", "lay A A A"])
    assert "ask to go out" in choices(state), "what was melded to take the pile does not count"


# red threes


def test_red_threes_are_worth_100_each_to_a_side_that_has_melded() -> None:
    state = dealt(KINGS.replace("4D 4H", "4D 3H"), "3D 8S 5H 6S 7C 8D 9H 10S JC QD JH", then="4S 9S")
    state = play(state, ["draw", "go out K K K K K K K", "go out 4 4 4 4"])
    assert red_threes(state, 0) == ["3H"]
    assert red_threes(state, 1) == [], "the second player has had no turn"
    assert state.team_scores[0] == 100 + 200 + 500 + 70 + 20 - lost(state, 2)


def test_all_four_are_worth_800_and_count_against_a_side_without_a_meld() -> None:
    four = "3H 3H 3D 3D 4C 5D 6H 7S 8C 9D 10H"
    state = dealt(four, KINGS.replace("4C 4C", "4C 4S"), then="8S QC QD AH 9C 9S")
    state = play(state, ["draw", "discard 9C", "draw", "go out K K K K K K K", "go out 4 4 4 4"])
    assert len(red_threes(state, 0)) == 4
    assert state.team_scores[0] == -800 - lost(state, 0, 2)
    state = dealt(KINGS.replace("KC KC KD KD", "3H 3H 3D 3D"), then="KC KC KD KD 9S")
    state = play(state, ["draw", "go out K K K K K K K", "go out 4 4 4 4"])
    assert state.team_scores[0] == 800 + 200 + 500 + 90 - lost(state, 2)


# the end of the stock


def drained(state: State) -> State:
    """Everybody draws and discards, melding nothing more, until the stock is used up; wild cards are kept."""
    while not state.is_over and (len(cards_in(state, "stock")) > 0 or "draw" not in state.history[-1].text):
        seat = state.seat
        assert seat is not None
        if "draw" in choices(state):
            state = state.apply("draw")
            continue
        low = [card for card in held(state, seat) if card[0] not in "23AJ"]
        state = state.apply(f"discard {low[0]}")
    return state


def test_a_red_three_as_the_last_card_of_the_stock_ends_the_play_at_once() -> None:
    state = drained(dealt(last="3H"))
    assert state.is_over
    last = state.history[-1].text
    assert last == "draw", "no meld and no discard"
    assert sum("3H" in red_threes(state, team) for team in range(2)) >= 1
    assert len(cards_in(state, "stock")) == 0


def test_without_a_stock_whoever_does_not_take_the_discard_ends_the_play() -> None:
    state = drained(dealt(last="9S"))
    assert not state.is_over
    low = next(card for card in held(state, state.seat or 0) if card[0] not in "23AJ")
    state = state.apply(f"discard {low}")
    assert "draw" not in choices(state)
    over = state.apply("end the play")
    assert over.is_over
    for team, seats in enumerate(((0, 2), (1, 3))):
        threes = len(red_threes(over, team))
        expected = -lost(over, *seats) - 100 * threes - 400 * (threes == 4)
        assert over.team_scores[team] == expected, "nobody goes out"


def test_without_a_stock_a_discard_that_fits_a_meld_must_be_taken() -> None:
    hands = ("AC AC AD 9C 9D 9H 4C 5D 6S 7H 8C", "AD AH AH 4D 5H 6S 7C 8D 9H 10S JC")
    state = play(dealt(*hands, "AS 4H 5S 6C 7D 8H 9S 10C JD QH KS", "AS 4S 5C 6D 7H 8S 9C 10D JH QS KC", up="9S"), [])
    state = play(state, ["draw", "open A A A", "done"])
    low = next(card for card in held(state, 0) if card[0] not in "23AJ")
    state = play(state, [f"discard {low}", "draw", "open A A A"])
    state = state.apply("done") if "done" in choices(state) else state
    state = drained(state)
    seat = state.seat
    assert seat in (2, 3), "the other aces are theirs"
    state = state.apply("discard AS")
    assert choices(state) == {"take the pile AS"}
    state = play(state, ["take the pile AS", "lay A"])
    assert not state.is_over
    assert len(cards_in(state, "discard")) == 0


def test_the_first_side_with_5000_points_wins_the_game() -> None:
    game = load("canasta")
    (win,) = game.genome.win_conditions
    assert win.threshold == 5000
    assert load("canasta", target=500).genome.win_conditions[0].threshold == 500


@pytest.mark.parametrize(("other", "winner"), [(5300, 0), (6000, 1)])
def test_when_both_sides_pass_5000_in_one_hand_the_higher_score_wins(other: int, winner: int) -> None:
    genome = create_canasta_genome()
    before = (Score(to="team(left(dealer))", points="4900"), Score(to="team(dealer)", points=str(other)))
    genome = genome.copy_with(setup=genome.setup.copy_with(deal=(*genome.setup.deal, *before)))
    state = play(dealt(KINGS, then="4S 9S", genome=genome), ["draw", "go out 4 4 4 4 4", "go out K K K K K K K"])
    assert state.is_over
    assert all(score >= 5000 for score in state.team_scores)
    assert state.result is not None
    assert state.result.winning_team == winner
