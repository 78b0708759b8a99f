"""Expressions: what parses, what it means by the types around it, and what is refused."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.genome.expressions.check import check_expression
from deckwright.genome.expressions.scope import Scope, acting_seat, card_variable
from deckwright.genome.expressions.static import evaluate
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.expressions.types import Bounds, Type, arithmetic_bounds
from deckwright.genome.expressions.vocabulary import make_cards, make_words
from deckwright.genome.schema import Strain, Term, Zone

from .small import trick_genome

GENOME = trick_genome(
    team_mode=True,
    teams=((0, 2), (1, 3)),
    zones=(*trick_genome().zones, Zone(name="melds", owner="team", piles="rank")),
    strains=(Strain(name="{s}", each="suits", called="suit(c) == s"), Strain(name="NT")),
    terms=(Term(name="held", expr="sum(rank(c) for c in hand)"), Term(name="round", expr="round + 1")),
)
WORDS = make_words(GENOME, make_cards(GENOME.deck))
SCOPE = Scope(WORDS, acting_seat(WORDS.seats)).with_names(c=card_variable(WORDS))


def card(code: str) -> int:
    return [own.code for own in WORDS.cards.cards].index(code)


def about(text: str, code: str) -> int:
    """The value of an expression over the card c."""
    return evaluate(check_expression(text, SCOPE), WORDS, {"c": card(code)})


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("suit(c) == 'hearts'", "QH", 1),
        ("suit(c) == 'H'", "QH", 1),
        ("suit(c) in ('clubs', 'S')", "QH", 0),
        ("rank(c) == 'Q'", "QH", 1),
        ("rank(c) == 10", "10S", 1),
        ("rank(c) >= 10", "9S", 0),
        ("c == 'QS'", "QS", 1),
        ("c in ('QS', 'QH')", "QD", 0),
        ("colour(c) == 'red'", "QD", 1),
        ("rank(c) + 1", "2C", 1),
        ("rank(c) - 20", "AC", -8),
        ("(5, 6, 7)[rank(c)]", "KC", 7),
        ("7 if suit(c) == 'C' else 3", "2D", 3),
        ("count(s for s in suits if s == suit(c))", "2D", 1),
        ("max(rank(c), 3)", "2D", 3),
        ("abs(0 - 4)", "2D", 4),
        ("-7 // 2", "2D", -4),
        ("-7 % 3", "2D", 2),
        ("1 < 2 < 3", "2D", 1),
        ("not 0 and (0 or 5 > 3)", "2D", 1),
    ],
)
def test_expressions_over_a_card(text, code, value):
    assert about(text, code) == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("left(dealer)", Type.SEAT),
        ("partner(left(turn))", Type.SEAT),
        ("none", Type.SEAT),
        ("declarer if score[0] > 3 else none", Type.SEAT),
        ("team(declarer)", Type.TEAM),
        ("other(team)", Type.TEAM),
        ("'NT'", Type.STRAIN),
        ("'spades'", Type.STRAIN),
        ("first(p for p in seats if size(hand[p]) == 0)", Type.SEAT),
        ("pile(melds, 'K')", Type.PILE),
        ("hand", Type.CARDS),
        ("hand[team]", Type.CARDS),
        ("held[left(turn)]", Type.INT),
        ("10 * bid + (tricks - bid)", Type.INT),
        ("bid[team]", Type.INT),
        ("tricks[team(declarer)]", Type.INT),
    ],
)
def test_expressions_have_the_expected_type(text, kind):
    assert check_expression(text, SCOPE, kind).type is kind


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dealr", "expression.unknown-name"),
        ("frobnicate(c)", "expression.unknown-name"),
        ("rank(c) == 'X'", "expression.unknown-text"),
        ("'spades'", "expression.unknown-text"),
        ("tricks['A']", "expression.unknown-text"),
        ("turn + 1", "expression.wrong-type"),
        ("turn in seats", "expression.wrong-type"),
        ("suit(c) < 'hearts'", "expression.wrong-type"),
        ("score[team(turn)] + hand", "expression.wrong-type"),
        ("hand_number[0]", "expression.not-indexed"),
        ("1 // tricks", "expression.may-divide-by-zero"),
        ("5 % (trick_number - 1)", "expression.may-divide-by-zero"),
        ("score * score", "expression.may-overflow"),
        ("sum(score[p] * 1000 for p in seats)", "expression.may-overflow"),
        ("round", "expression.circular-term"),
        ("hand[7]", "expression.out-of-range"),
        ("1 / 2", "expression.not-in-language"),
        ("2 ** 3", "expression.not-in-language"),
        ("1.5", "expression.not-in-language"),
        ("(lambda: 1)()", "expression.not-in-language"),
        ("score.real", "expression.not-in-language"),
        ("[1, 2][0]", "expression.not-in-language"),
        ("turn is none", "expression.not-in-language"),
        ("x[", "expression.syntax"),
        ("", "expression.syntax"),
        ("1 +", "expression.syntax"),
        ("a" * 401, "expression.too-long"),
        ("1000001", "expression.huge-number"),
        ("-" * 20 + "1", "expression.too-deep"),
        ("sum(sum(sum(1 for a in seats) for b in seats) for c in seats)", "expression.too-many-loops"),
        ("count(score[p] for p in seats)", "expression.wrong-body"),
    ],
)
def test_what_is_not_in_the_language_is_refused_with_its_place(text, code):
    with pytest.raises(ExpressionError) as caught:
        check_expression(text, SCOPE)
    assert caught.value.code == code
    assert caught.value.problem


def test_an_error_quotes_the_text_and_the_column():
    with pytest.raises(ExpressionError, match=r"column 9 of 'score \+ dealr'"):
        check_expression("score + dealr", SCOPE)


@pytest.mark.parametrize("text", ["(" * 200 + ")" * 200, "not " * 99, "-" * 400, "[" * 200, "1if 1else " * 38 + "1"])
def test_deep_expressions_are_refused_quickly(text):
    start = time.perf_counter()
    with pytest.raises(ExpressionError):
        parse_expression(text)
    assert time.perf_counter() - start < 0.5


SMALL = st.integers(-60, 60)


@given(st.sampled_from(["+", "-", "*", "//", "%"]), SMALL, SMALL, SMALL, SMALL, st.data())
def test_bounds_hold_for_every_value_inside(operator, a, b, c, d, data):
    left, right = Bounds(min(a, b), max(a, b)), Bounds(min(c, d), max(c, d))
    if operator in ("//", "%") and right.low <= 0 <= right.high:
        return
    bounds = arithmetic_bounds(operator, left, right)
    x = data.draw(st.integers(left.low, left.high))
    y = data.draw(st.integers(right.low, right.high))
    value = {"+": x + y, "-": x - y, "*": x * y, "//": x // y if y else 0, "%": x % y if y else 0}[operator]
    assert bounds.low <= value <= bounds.high


@settings(max_examples=300)
@given(st.text(alphabet="abcprs01 +-*/%()[]<>=!'.,:ifelsndot_", max_size=60))
def test_any_text_is_an_expression_or_refused(text):
    try:
        node = check_expression(text, SCOPE)
    except ExpressionError:
        return
    assert node.bounds.fits


def test_cards_chooses_some_of_a_set() -> None:
    node = check_expression("cards(d for d in hand if suit(d) == 'spades')", SCOPE, Type.CARDS)
    assert node.type is Type.CARDS
    assert check_expression("size(cards(d for d in hand if called(d)))", SCOPE).bounds == Bounds(0, 52)


@pytest.mark.parametrize("text", ["cards(p for p in seats)", "cards(rank(d) for d in hand)"])
def test_cards_are_chosen_among_cards_only(text: str) -> None:
    with pytest.raises(ExpressionError):
        check_expression(text, SCOPE, Type.CARDS)
