"""The smallest genomes in which a rulebook once said something else than the rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.genome.rulebook.samples import CAPTURED, DISCARD, HAND, STOCK

from deckwright.document import texts_of, to_markdown
from deckwright.engine.example import example_hand
from deckwright.engine.game import Game
from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.rulebook.book import write
from deckwright.genome.rulebook.grammar.wording import capitalised, listing
from deckwright.genome.schema import (
    CardTable,
    CardType,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    GameGenome,
    If,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Strain,
    TableRow,
    Term,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)

PILES = Zone(name="columns", role="tableau", piles=3, seen_by="all")


def small(*phases: object, **fields: object) -> GameGenome:
    """Two players who take turns, seven cards each."""
    usual: dict[str, object] = {
        "genome_id": "small",
        "name": "Small",
        "player_count": 2,
        "zones": (HAND, STOCK, DISCARD, CAPTURED, PILES),
        "setup": SetupRules(cards_per_player=7),
        "turn_structure": TurnStructure(until="size(hand) == 0", phases=phases),
        "win_conditions": (WinCondition(type="empty_hand"),),
    }
    return GameGenome(**{**usual, **fields})


def book(genome: GameGenome) -> str:
    return to_markdown(write(genome))


# moves


def test_what_happens_to_a_pile_that_is_picked_is_told() -> None:
    take = Offer(
        name="take",
        picks=(Pick(name="p", kind="pile", source="columns"),),
        effects=(Move(cards="p", to="hand"), Move(cards="stock", to="p", count="1")),
    )
    text = book(small(ChoicePhase(offers=(take,))))
    assert "Choose a pile of the columns. Take all cards from that pile. " in text
    assert "a card from the stock onto that pile" in text


# conditions


def test_a_phase_with_a_condition_keeps_it_apart_from_the_conditions_inside() -> None:
    inside = If(
        when="size(stock) == 0", then=(Score(to="turn", points="2"),), otherwise=(Score(to="turn", points="1"),)
    )
    text = book(small(DoPhase(when="size(hand) > 3", effects=(inside,))))
    assert (
        "if you have at least four cards in hand: if the stock is empty, you score 2 points; otherwise" in text.lower()
    )
    assert "in hand and the stock" not in text


def test_a_term_that_is_denied_inside_an_and_is_a_choice() -> None:
    terms = (Term(name="rich", expr="size(hand) > 3 and size(stock) > 5"),)
    both = book(
        small(DoPhase(when="size(discard) > 0 and not rich", effects=(Score(to="turn", points="1"),)), terms=terms)
    )
    assert "either you have at most three cards in hand or the stock has at most five cards, and the discard" in both
    zero = book(
        small(DoPhase(when="size(discard) > 0 and rich == 0", effects=(Score(to="turn", points="1"),)), terms=terms)
    )
    assert zero == both


def test_a_choice_of_conditions_inside_an_and_is_a_choice() -> None:
    when = "size(discard) > 0 and (size(hand) > 3 if size(stock) > 5 else 1)"
    text = book(small(DoPhase(when=when, effects=(Score(to="turn", points="1"),))))
    assert "is not empty, and either" in text


# cards


def test_two_suits_that_are_trumps_together_are_one_suit() -> None:
    strain = Strain(name="red", called="suit(c) in ('diamonds', 'hearts')")
    tricks = TrickPhase(duties=(Duty(cards="follows(c)"),))
    fields = {"strains": (strain,), "turn_structure": TurnStructure(order="sequence", phases=(tricks,))}
    text = book(small(**fields))
    assert "diamonds and hearts are trumps, and together one suit: " in text
    plain = book(small(**{**fields, "strains": (Strain(name="red", called="suit(c) == 'hearts'"),)}))
    assert "together one suit" not in plain


@pytest.mark.parametrize("suits", [("c", "d"), ("A", "B", "C", "D"), ("x", "s")])
def test_suits_of_ones_own_keep_their_names(suits: tuple[str, ...]) -> None:
    deck = DeckSpec(suits=suits, ranks=("1", "2", "3", "4", "5", "6", "7", "8"))
    strains = (Strain(name="{s}", each="suits", called="suit(c) == s"),)
    tricks = TrickPhase(duties=(Duty(cards="follows(c)"),))
    genome = small(deck=deck, strains=strains, turn_structure=TurnStructure(order="sequence", phases=(tricks,)))
    text = book(genome).split("## Glossary")[0]
    assert not any(suit in text.lower() for suit in ("clubs", "diamonds", "spades"))
    assert f"**{capitalised(listing(list(suits)))}**" in text


def test_letters_of_french_suits_are_short_for_them() -> None:
    deck = DeckSpec(suits=("C", "D", "H"), ranks=("1", "2", "3", "4", "5", "6", "7", "8"))
    assert "clubs" in book(small(DoPhase(effects=(Score(to="turn", points="1"),)), deck=deck)).lower()


def test_a_long_table_is_not_at_a_glance() -> None:
    rows = tuple(
        TableRow(suit=suit, rank=rank, value=number)
        for number, (suit, rank) in enumerate(
            ((suit, rank) for suit in DeckSpec().suits for rank in DeckSpec().ranks), start=1
        )
    )
    deck = DeckSpec(tables=(CardTable(name="worth", rows=rows),))
    genome = small(DoPhase(effects=(Score(to="turn", points="sum(worth(c) for c in hand)"),)), deck=deck)
    glance = book(genome).split("## Players")[0]
    assert "**Worth of cards**: See *Cards*" in glance
    assert len(glance) < 900


# the example


def told(genome: GameGenome) -> str:
    return " ".join(texts_of(example_hand(Game(genome))))


def test_equal_scores_in_a_row_are_added_up() -> None:
    effects = (Score(to="turn", points="2"), Score(to="turn", points="2"), Score(to="turn", points="2"))
    discard = Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),), effects=effects)
    text = told(small(ChoicePhase(offers=(discard,)), setup=SetupRules(cards_per_player=2)))
    assert "scores 6" in text
    assert "scores 2" not in text


def test_the_name_of_a_pick_is_no_verb() -> None:
    give = Offer(
        name="give",
        picks=(Pick(name="card", source="hand"), Pick(name="who", kind="seat", where="who != turn")),
        effects=(Set(name="last", value="who"), Move(cards="card", to="captured[who]")),
    )
    text = told(
        small(
            ChoicePhase(offers=(give,)),
            setup=SetupRules(cards_per_player=2),
            registers=(Register(name="last", holds="seat"),),
            win_conditions=(WinCondition(type="empty_hand"), WinCondition(type="most_captured")),
            player_count=3,
        )
    )
    assert "whoes" not in text
    assert "chooses player" in text


# dominoes


def rulebook_of(game_id: str, **options: object) -> str:
    return generate_rulebook(catalogue()[game_id].genome(**options))  # type: ignore[arg-type]


def words_about(text: str, words: Sequence[str]) -> list[str]:
    body = text.split("Words of card play in general")[0]
    return [word for word in words if word in body.lower()]


def test_dominoes_are_called_tiles() -> None:
    text = rulebook_of("texas-42")
    assert words_about(text, (" card", "cards ", "deck")) == []
    assert "seven tiles to each player" in text


def test_everyone_is_told_how_many_points_a_hand_of_texas_42_holds() -> None:
    assert "42 points" in rulebook_of("texas-42").split("## The end of the game")[0]


def test_a_bid_of_marks_is_told_so_that_one_can_make_it() -> None:
    text = rulebook_of("texas-42")
    line = next(line for line in text.splitlines() if line.startswith("- **Marks**"))
    assert "times" not in line
    assert "height" not in text
    assert "higher than any bid of points" in line


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (
            Move(cards="r", to="discard"),
            "Put all cards from that pile onto the discard pile. Put the card onto that pile.",
        ),
        (Set(name="seen", value="size(hand)"), "The *seen* becomes the number of cards in your hand"),
    ],
)
def test_what_happens_before_a_card_moves_is_told_before_it(first: Move | Set, told: str) -> None:
    """The pile is emptied before the card lies there, and the hand counted before the card has left it."""
    pile, card = Pick(name="r", kind="pile", source="columns"), Pick(name="c", source="hand")
    offer = Offer(name="take", picks=(pile, card), effects=(first, Move(cards="c", to="r")))
    registers = (Register(name="seen"),) if isinstance(first, Set) else ()
    text = book(small(ChoicePhase(offers=(offer,)), registers=registers))
    assert "then choose a card from your hand" in text
    assert told.split(".")[0][:40] in text.split("then choose a card from your hand")[1]
    assert "then put a card" not in text


def test_tricks_may_be_taken_to_one_pile_of_several() -> None:
    tricks = TurnStructure(order="sequence", phases=(TrickPhase(to="pile(columns, 1)"),))
    zones = (HAND, STOCK, Zone(name="columns", piles=2))
    text = book(small(zones=zones, turn_structure=tricks, setup=SetupRules(cards_per_player=26)))
    assert "In all, a hand holds" not in text


def test_a_table_is_told_by_the_values_that_the_kernel_has() -> None:
    """A condition with a loop over a card's suits once counted for no card in the book, and in play for its own."""
    rows = (TableRow(where="any(s in suits(c) and s == 'diamonds' for s in suits)", value=12), TableRow(value=3))
    hearts = catalogue()["hearts"].default_genome
    scoring = (*hearts.scoring_rules, ScoringRule(points="sum(worth(c) for c in captured)"))
    deck = hearts.deck.copy_with(tables=(*hearts.deck.tables, CardTable(name="worth", rows=rows)))
    book = generate_rulebook(hearts.copy_with(deck=deck, scoring_rules=scoring))
    assert "**Worth** of a card: " in book
    assert "count 12; all other cards count 3" in book


def test_a_stock_is_not_mentioned_by_the_letters_of_another_name() -> None:
    """A stock that is dealt out is no place of the game, whatever its parts are called."""
    data = catalogue()["hearts"].default_genome.to_dict()
    data["turn_structure"]["phases"][-1]["name"] = "restock"
    assert "**stock**" not in generate_rulebook(GameGenome.parse(data))


def test_a_choice_of_nothing_but_passing_is_told() -> None:
    passing = ChoicePhase(offers=(Offer(name="pass"),))
    discard = ChoicePhase(offers=(Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),)),))
    assert "1. Pass." in book(small(passing, discard))


def test_a_list_is_told_as_far_as_its_index_goes() -> None:
    """Dominoes have no rank, so that of a list by rank it is always the first."""
    dominoes = DeckSpec(suits=("0", "1"), ranks=(), extra=[CardType(name=f"{a}-0", suits=(a, "0")) for a in "01"])
    where = "size(discard) <= (3, 2, 9)[rank(c)]"
    offer = Offer(name="discard", picks=(Pick(name="c", source="hand", where=where, to="discard"),))
    setup = SetupRules(cards_per_player=1)
    text = book(small(ChoicePhase(offers=(offer,)), deck=dominoes, setup=setup))
    assert "only if the number of tiles in the discard pile is at most 3." in text
