"""Genomes made to be slow, endless or confusing: each is refused with codes and paths before the kernel hears of it.

How long it takes is not measured but counted: what would be slow ends in a refusal that says so. Without that the
cases below take minutes.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from deckwright.genome.codec import parse_data
from deckwright.genome.compile.compiler import try_compile
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.expressions.vocabulary import MOST_EFFORT, Effort, make_words
from deckwright.genome.schema import GameGenome

from .small import choice_genome

MANY = {"suits": [f"s{number}" for number in range(8)], "ranks": [f"r{number}" for number in range(16)]}
HEAVY = "sum(sum(rank(c) for k in ranks) for m in ranks)"


def hostile(**changes: Any) -> dict[str, Any]:
    """Three seats who discard, with whatever is to be tried."""
    return {**choice_genome().to_dict(), **changes}


def move_from_stock(count: str) -> dict[str, str]:
    """So many cards go to the discard pile."""
    return {"type": "move", "cards": "stock", "to": "discard", "count": count}


def issues_of(data: Any) -> tuple[Issue, ...]:
    """The defects of data as it would come in a file."""
    with pytest.raises(GenomeError) as caught:
        GameGenome.from_dict(parse_data(json.dumps(data)))
    assert all(issue.code and issue.path.startswith("$") and str(issue) for issue in caught.value.issues)
    return caught.value.issues


def codes_of(data: Any) -> set[str]:
    """The codes of its defects."""
    return {issue.code for issue in issues_of(data)}


def patterns(count: int, **fields: Any) -> list[dict[str, Any]]:
    """So many patterns of one kind."""
    return [{"name": f"p{number}", **fields} for number in range(count)]


def conditions(count: int) -> list[dict[str, Any]]:
    """So many cards that score, each by a loop in a loop."""
    return [{"condition": {"where": f"{HEAVY} > {number}"}, "points": 1, "trigger": "play"} for number in range(count)]


LOOP = " + ".join(f"sum(sum(rank(d) * r % {number} for d in hand) for r in ranks)" for number in (7, 5, 3))


def two_cards(accept: str) -> dict[str, Any]:
    """Two cards are discarded, if the condition holds."""
    return {
        "name": "o",
        "picks": [{"name": name, "source": "hand", "to": "discard"} for name in "ab"],
        "accept": accept,
    }


def a_number(where: str) -> dict[str, Any]:
    """A number is named, one of those for which the condition holds."""
    return {"name": "o", "picks": [{"name": "n", "kind": "number", "low": "0", "high": "127", "where": where}]}


def offers(count: int) -> list[dict[str, Any]]:
    """So many offers, each of six picks that look at another pile."""
    where = "any(rank(x) == rank(p{0}) + {1} for x in discard) and suit(p{0}) != 'hearts'"
    return [
        {
            "name": f"o{number}",
            "picks": [
                {"name": f"p{place}", "source": "hand", "where": where.format(place, number)} for place in range(6)
            ],
        }
        for number in range(count)
    ]


def call(levels: list[int]) -> dict[str, Any]:
    """A call at many levels, each with a test of its own."""
    when = "count(x for x in hand if rank(x) == level % 13) + score > level and score > level"
    return {"name": "{level}", "levels": levels, "when": when}


def phases(*inside: dict[str, Any]) -> dict[str, Any]:
    """A structure of phases."""
    return {"type": "turns", "phases": list(inside)}


COMPLICATED = {
    "points of many melds": hostile(
        deck={"copies": 2}, patterns=patterns(250, min_count=2, of_a_kind=True, points="sum(rank(c) for c in match)")
    ),
    "pairs of anything": hostile(patterns=patterns(250, required_count=2, points="1+2+3")),
    "runs": hostile(deck={"copies": 2}, patterns=patterns(250, min_count=3, in_sequence=True)),
    "many ranks": hostile(deck={"copies": 2}, patterns=patterns(60, required_ranks=["2", "3", "4", "5", "6", "7"])),
    "conditions with loops": hostile(deck=MANY, card_scoring=conditions(250)),
    "conditions over 128 ranks": hostile(
        deck={"suits": ["a"], "ranks": [f"r{number}" for number in range(128)]}, card_scoring=conditions(100)
    ),
    "strains": hostile(
        deck=MANY,
        strains=[
            {"name": f"{number}{{s}}", "each": "suits", "called": "suit(c) == s", "order": "rank(c) * 10 + 3"}
            for number in range(64)
        ],
        turn_structure=phases({"type": "trick", "to": "discard"}),
    ),
    "tests card by card": hostile(
        deck=MANY,
        scoring_rules=[
            {"points": f"count(x for x in hand if (rank(x) * score + {number}) % 7 > rank(x))"} for number in range(250)
        ],
    ),
    "offers": hostile(turn_structure=phases(*({"type": "choice", "offers": offers(32)} for _ in range(8)))),
    "calls": hostile(turn_structure=phases(*({"type": "auction", "calls": [call([1, 250, 1])]} for _ in range(10)))),
    "terms in terms": hostile(
        terms=[
            {"name": "a", "expr": "score + score + score + score"},
            {"name": "b", "expr": "a + a + a + a + a + a + a"},
            {"name": "d", "expr": "b + b + b + b + b + b + b"},
        ],
        scoring_rules=[{"points": f"d + {number}"} for number in range(250)],
    ),
}


@pytest.mark.parametrize("data", COMPLICATED.values(), ids=COMPLICATED.keys())
def test_what_would_take_long_to_compile_is_given_up(data):
    found = [issue for issue in issues_of(data) if issue.code == "genome.too-complicated"]
    assert len(found) == 1
    assert found[0].path != "$", "it says how far it got"


def test_the_effort_of_compiling_is_counted_in_every_part(monkeypatch):
    """No expression is looked at for nothing: the same genome in twice as many parts takes twice the effort."""
    spent = []
    for count in (2, 4):
        used: list[Effort] = []

        def watched(genome, cards, effort=None, used=used):
            used.append(effort)
            return make_words(genome, cards, effort)

        monkeypatch.setattr("deckwright.genome.compile.compiler.make_words", watched)
        data = hostile(
            scoring_rules=[{"points": f"count(x for x in hand if rank(x) > {n})"} for n in range(2, 2 + count)]
        )
        assert try_compile(GameGenome.parse(data))[1] == ()
        spent.append(MOST_EFFORT - used[0].left)
    assert spent[0] > 100
    assert spent[1] > 1.5 * spent[0]


LARGE = {
    "patterns": hostile(patterns=patterns(300, required_count=5)),
    "strains": hostile(strains=[{"name": str(number)} for number in range(65)]),
    "tables": hostile(deck={"tables": [{"name": f"t{number}", "rows": []} for number in range(65)]}),
    "rules": hostile(scoring_rules=[{"points": "1"}] * 300),
    "zones": hostile(zones=[{"name": f"z{number}"} for number in range(5000)]),
    "registers": hostile(registers=[{"name": f"z{number}"} for number in range(3000)]),
    "suits": hostile(deck={"suits": [f"s{number}" for number in range(10_000)]}),
    "extra cards": hostile(deck={"extra": [{"name": f"e{number}", "copies": 250} for number in range(4000)]}),
    "hand patterns": hostile(hand_evaluation={"method": "pattern_match", "patterns": patterns(3000)}),
    "teams": hostile(team_mode=True, teams=[[number] for number in range(5000)]),
    "claims": hostile(turn_structure=phases(*({"type": "claim"} for _ in range(2000)))),
    "special cards": hostile(special_effects=[{"trigger": {}, "effects": [{"type": "end"}]}] * 2000),
}


@pytest.mark.parametrize("data", LARGE.values(), ids=LARGE.keys())
def test_a_list_that_is_too_long_is_not_looked_into(data):
    assert codes_of(data) == {"genome.too-large"}


def test_too_many_values_are_refused_in_the_text():
    assert codes_of(hostile(name=["x"] * 20_000)) == {"file.too-many-values"}


WRONG = {
    "no such deck": (hostile(deck={"copies": 250}), "deck.too-many-cards", "$.deck"),
    "too many seats": (hostile(player_count=1_000_000), "players.count", "$.player_count"),
    "nobody": (hostile(player_count=0), "players.count", "$.player_count"),
    "too many hands to deal": (
        hostile(setup={"cards_per_player": 200}),
        "deal.too-few-cards",
        "$.setup.cards_per_player",
    ),
    "more than a number holds": (hostile(max_turns=10**17), "schema.out-of-range", "$.max_turns"),
    "a fraction": (hostile(max_turns=0.5), "schema.wrong-type", "$.max_turns"),
    "a switch for a number": (hostile(max_turns=True), "schema.wrong-type", "$.max_turns"),
    "nothing for a list": (hostile(zones=None), "schema.wrong-type", "$.zones"),
    "no such field": (hostile(zonse=[]), "schema.unknown-field", "$.zonse"),
    "no such phase": (
        hostile(turn_structure=phases({"type": "dance"})),
        "schema.unknown-type",
        "$.turn_structure.phases[0]",
    ),
    "a match without end": (
        hostile(max_hands=1_000_000, max_turns=1_000_000),
        "limit.too-long",
        "$.max_turns",
    ),
    "no turns": (hostile(max_turns=0), "limit.zero", "$.max_turns"),
    "division": (
        hostile(scoring_rules=[{"points": "1 // score"}]),
        "expression.may-divide-by-zero",
        "$.scoring_rules[0].points",
    ),
    "remainder": (
        hostile(scoring_rules=[{"points": "1 % (players - 3)"}]),
        "expression.may-divide-by-zero",
        "$.scoring_rules[0].points",
    ),
    "overflow": (
        hostile(scoring_rules=[{"points": "score * score * score"}]),
        "expression.may-overflow",
        "$.scoring_rules[0].points",
    ),
    "powers": (hostile(utility="9 ** 9 ** 9"), "expression.not-in-language", "$.utility"),
    "shifts": (hostile(utility="1 << 1000000"), "expression.not-in-language", "$.utility"),
    "a huge literal": (hostile(utility="1000001"), "expression.huge-number", "$.utility"),
    "depth": (hostile(utility="not " * 99 + "1"), "expression.too-deep", "$.utility"),
    "length": (hostile(utility="1+" * 50_000 + "1"), "expression.too-long", "$.utility"),
    "Python": (hostile(utility="__import__('os').system('true')"), "expression.not-in-language", "$.utility"),
    "a lambda": (hostile(utility="(lambda: 1)()"), "expression.not-in-language", "$.utility"),
    "null": (hostile(utility="sco\x00re"), "expression.syntax", "$.utility"),
    "half a character": (hostile(utility="sco\ud800re"), "expression.syntax", "$.utility"),
    "a name that is no word": (hostile(registers=[{"name": "a-b"}]), "name.not-a-word", "$.registers[0].name"),
    "a name that turns letters round": (hostile(name="a\u202eb"), "schema.unprintable", "$.name"),
    "a name that a terminal obeys": (
        hostile(turn_structure=phases({"type": "choice", "offers": [{"name": "pass\x1b]0;x\x07"}]})),
        "schema.unprintable",
        "$.turn_structure.phases[0].offers[0].name",
    ),
    "a rank that a terminal obeys": (
        hostile(patterns=[{"name": "run", "required_ranks": ["K", "Q\x1b]0;x\x07"]}]),
        "schema.unprintable",
        "$.patterns[0].required_ranks[1]",
    ),
    "a meld of a rank that there is not": (
        hostile(patterns=[{"name": "run", "required_ranks": ["K", "Quen"]}]),
        "deck.unknown-rank",
        "$.patterns[0].required_ranks[1]",
    ),
    "a key without end": (hostile(**{"k" * 1000: 1}), "schema.unknown-field", "$." + repr("k" * 60)),
    "fewer cards than none": (
        hostile(setup={"cards_per_player": 5, "deal": [move_from_stock("1 - players")]}),
        "effect.no-cards",
        "$.setup.deal[0].count",
    ),
    "an offer that is never open": (
        hostile(turn_structure=phases({"type": "choice", "offers": [{"name": "wait"}, {"name": "go", "when": "0"}]})),
        "field.no-effect",
        "$.turn_structure.phases[0].offers[1].when",
    ),
    "loops in loops": (
        hostile(scoring_rules=[{"points": "sum(sum(sum(1 for x in stock) for y in stock) for z in stock)"}]),
        "expression.too-many-loops",
        "$.scoring_rules[0].points",
    ),
    "loops in terms": (
        hostile(
            terms=[{"name": "t", "expr": "sum(sum(1 for x in stock) for y in stock)"}],
            scoring_rules=[{"points": "sum(sum(t for x in stock) for y in stock)"}],
        ),
        "expression.too-much",
        "$.scoring_rules[0].points",
    ),
    "moves that take long to look ahead at": (
        hostile(
            deck=MANY,
            player_count=1,
            setup={"cards_per_player": 120},
            turn_structure=phases({"type": "choice", "offers": [two_cards(f"{LOOP} > 900")]}),
        ),
        "choice.too-much",
        "$.turn_structure.phases[0].offers",
    ),
    "numbers that take long to list": (
        hostile(
            deck=MANY,
            player_count=1,
            setup={"cards_per_player": 120},
            turn_structure=phases({"type": "choice", "offers": [a_number(f"{LOOP} + n > {k}") for k in range(64)]}),
        ),
        "choice.too-much",
        "$.turn_structure.phases[0].offers",
    ),
    "a term of itself": (
        hostile(
            terms=[{"name": "t", "expr": "u + 1"}, {"name": "u", "expr": "t + 1"}], scoring_rules=[{"points": "t"}]
        ),
        "expression.circular-term",
        "$.terms[1].expr",
    ),
}


@pytest.mark.parametrize(("data", "code", "path"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_where_it_stands(data, code, path):
    assert (code, path) in {(issue.code, issue.path) for issue in issues_of(data)}


def test_a_rule_of_what_may_lie_on_a_pile_does_not_ask_itself():
    zones = [zone.to_dict() for zone in choice_genome().zones]
    zones[2]["build"] = "size(p) == 0 or fits(c, discard)"
    assert "expression.circular-term" in codes_of(hostile(zones=zones))


def test_terms_that_double_are_refused_before_they_are_written_out():
    terms = [{"name": "t0", "expr": "1"}]
    terms += [{"name": f"t{n}", "expr": f"t{n - 1} + t{n - 1}"} for n in range(1, 100)]
    assert "expression.too-much" in codes_of(hostile(terms=terms, scoring_rules=[{"points": "t99"}]))


def test_loops_of_effects_in_each_other_are_bounded_by_their_product():
    """Two loops over the stock are work for one deal; three are not."""
    effects: list[dict[str, Any]] = [{"type": "score", "to": "0", "points": "1"}]
    for variable in ("a", "b"):
        effects = [{"type": "each", "var": variable, "domain": "discard", "effects": effects}]
    assert "effect.too-much" not in codes_of(hostile(setup={"cards_per_player": 5, "deal": effects}, max_turns=0))
    effects = [{"type": "each", "var": "d", "domain": "discard", "effects": effects}]
    data = hostile(setup={"cards_per_player": 5, "deal": effects})
    assert ("effect.too-much", "$.setup.deal[0]") in {(issue.code, issue.path) for issue in issues_of(data)}


def test_effects_nested_deeply_are_refused():
    effects: list[dict[str, Any]] = [{"type": "end"}]
    for _ in range(12):
        effects = [{"type": "if", "when": "score", "then": effects}]
    assert "effect.too-deep" in codes_of(hostile(setup={"cards_per_player": 5, "deal": effects}))


def test_many_unknown_fields_are_counted():
    issues = issues_of(hostile(**{f"field{number}": 1 for number in range(10_000)}))
    assert len(issues) < 300
    assert "9800 more" in str(issues[200])


def test_defects_of_the_game_are_told_with_those_of_types():
    data = hostile(generation="first", scoring_rules=[{"points": "scor + 1"}])
    found = {(issue.code, issue.path) for issue in issues_of(data)}
    assert ("schema.wrong-type", "$.generation") in found
    assert ("expression.unknown-name", "$.scoring_rules[0].points") in found


def test_a_defect_that_may_only_follow_from_another_is_not_told():
    """Whether the register is used cannot be said: the rule that may use it cannot be read."""
    data = hostile(registers=[{"name": "kept"}], scoring_rules=["kept"])
    assert codes_of(data) == {"schema.wrong-type"}


def test_every_expression_of_an_offer_is_looked_at():
    picks = [{"name": "c", "source": "hand", "to": "discard", "where": "rank(c) ="}]
    offer = {"name": "play", "when": "nope", "picks": picks, "accept": "nor_this"}
    issues = issues_of(hostile(turn_structure=phases({"type": "choice", "offers": [offer]})))
    at = "$.turn_structure.phases[0].offers[0]"
    assert {issue.path for issue in issues} >= {f"{at}.when", f"{at}.picks[0].where"}
    offer["picks"] = [{"name": "c", "source": "hand", "to": "discard"}]
    issues = issues_of(hostile(turn_structure=phases({"type": "choice", "offers": [offer]})))
    assert {issue.path for issue in issues} >= {f"{at}.when", f"{at}.accept"}


def test_a_defect_in_a_term_is_told_once_where_the_term_is_written():
    terms = [{"name": "t", "expr": "nope + 1"}, {"name": "u", "expr": "t * 2"}]
    issues = issues_of(hostile(terms=terms, scoring_rules=[{"points": "t"}, {"points": "u"}]))
    assert [issue.path for issue in issues] == ["$.terms[0].expr"]
    assert "$.scoring_rules[0].points uses it" in str(issues[0])


def test_points_of_a_card_that_is_not_there_are_worked_out() -> None:
    points = "first(x for x in match if rank(x) > 'A') in match"
    assert "unused.pattern" in codes_of(hostile(patterns=patterns(1, required_count=2, points=points)))
