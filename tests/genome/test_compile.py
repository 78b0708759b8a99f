"""The compiler: card sets as masks and tables, strains, patterns, what choices show, the same bytes each time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deckwright.engine import Game
from deckwright.genome.codec import parse_data
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.compile.pools import OpRef
from deckwright.genome.compile.program import Program
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import (
    CardType,
    ClaimPhase,
    ClaimRankMode,
    DeckSpec,
    Duty,
    GameGenome,
    HandPattern,
    If,
    Move,
    Offer,
    Pick,
    ScoringRule,
    SetupRules,
    Strain,
    Sweep,
    TrickPhase,
    TurnStructure,
    Zone,
)
from deckwright.genome.validate import genome_issues

from .small import HAND, STOCK, choice_genome, trick_genome

SKETCHES = Path(__file__).parent / "sketches"


def node(program: Program, kind: str) -> Any:
    return next(node[kind] for node in program.data["nodes"] if kind in node)


def cards(program: Program, mask: str) -> set[str]:
    types, type_of = program.data["deck"]["types"], program.data["deck"]["type_of"]
    return {types[type_of[card]] for card in range(len(type_of)) if int(mask, 16) >> card & 1}


def names_of(program: Program, expression: int) -> list[str]:
    """The operations of an expression, each as often as it is worked out, after what they are applied to."""

    def walk(op: Any) -> Iterator[str]:
        if isinstance(op, str):
            yield op
        elif isinstance(op, dict):
            for name, operands in op.items():
                yield from walk(operands)
                yield name
        elif isinstance(op, list):
            for operand in op:
                yield from walk(operand)

    return list(walk(written_out(program, expression)))


def written_out(program: Program, expression: int) -> Any:
    """An expression with its operands in their places."""

    def tree(part: Any) -> Any:
        match part:
            case OpRef():
                return tree(program.data["ops"][part])
            case dict():
                return {name: tree(inner) for name, inner in part.items()}
            case list():
                return [tree(inner) for inner in part]
        return part

    return tree(program.data["code"][expression])


def pick_code(where: str, **changes) -> list[str]:
    genome = choice_genome(
        Offer(name="play", picks=(Pick(name="c", source="hand", where=where, to="discard"),)), **changes
    )
    program = compile_genome(genome)
    return names_of(program, node(program, "Choice")["offers"][0]["picks"][0]["kind"]["Card"]["cards"])


def test_a_condition_on_the_card_alone_is_one_constant():
    code = pick_code("rank(c) == '8' or suit(c) == 'hearts'")
    assert code == ["Reg", "MaskZone", "MaskConst", "MaskAnd"]


def test_a_condition_on_the_card_and_the_table_is_one_lookup():
    code = pick_code("suit(c) == suit(top(discard))")
    assert "MaskTable" in code
    assert "Eq" not in code


def test_a_condition_that_is_always_true_costs_nothing():
    assert pick_code("1") == ["Reg", "MaskZone"]


def test_a_loop_that_depends_on_the_card_is_worked_out_once_per_kind_of_card():
    code = pick_code("any(rank(x) == rank(c) for x in discard)")
    assert code.count("MaskIf") == 13


def test_called_cards_leave_their_suit_and_beat_the_others():
    bowers = Strain(
        name="{s}",
        each="suits",
        called="suit(c) == s or (rank(c) == 'J' and colour(c) == colour(s))",
        order="rank(c) + 10 * (rank(c) == 'J' and colour(c) == colour(s)) * (1 + (suit(c) == s))",
    )
    deck = DeckSpec(ranks=("9", "10", "J", "Q", "K", "A"))
    genome = trick_genome(deck=deck, strains=(bowers,)).copy_with(
        setup=trick_genome().setup.copy_with(cards_per_player=5)
    )
    program = compile_genome(genome)
    types = program.data["deck"]["types"]
    spades = next(strain for strain in program.data["strains"] if strain["name"] == "spades")
    called = len(program.names.suits)
    assert spades["suit"][types.index("JC")] == called
    assert cards(program, spades["follow"][called]) == {"9S", "10S", "JS", "QS", "KS", "AS", "JC"}
    clubs_led = dict(zip(types, spades["power"][program.names.suits.index("clubs")], strict=True))
    assert clubs_led["JS"] > clubs_led["JC"] > clubs_led["AS"] > clubs_led["9S"] > clubs_led["AC"] > clubs_led["9C"] > 0
    assert clubs_led["AH"] == clubs_led["JD"] == 0


def test_suits_that_do_not_bind_let_every_card_win():
    program = compile_genome(trick_genome(strains=(Strain(name="war", follow=False),)))
    (war,) = program.data["strains"]
    assert set(war["follow"]) == {"0"}
    assert min(min(row) for row in war["power"]) == 1


def test_breaking_bars_the_suit_before_and_after_the_duties():
    phase = TrickPhase(
        breaking_suit="hearts", breaking_rule="cannot_lead_until_broken", broken_by=("suit(c) == 'hearts'",),
        duties=(Duty(cards="follows(c)"),),
    )  # fmt: skip
    program = compile_genome(trick_genome(turn_structure=TurnStructure(order="sequence", phases=(phase,))))
    assert len(node(program, "Trick")["duties"]) == 3
    assert node(program, "Trick")["breaks"] is not None


def test_books_are_listed_and_tallied():
    book = HandPattern(name="book", of_a_kind=True, required_count=4)
    sweep = Sweep(zone="hand", pattern="book", to="books")
    genome = choice_genome(Offer(name="lay", effects=(sweep,))).copy_with(
        patterns=(book,), zones=(*choice_genome().zones, Zone(name="books", role="sets", owner="seat"))
    )
    program = compile_genome(genome)
    assert [group["count"] for group in program.data["groups"]] == [13]
    assert len(program.data["tallies"]) == 13
    assert {zone["name"] for zone in program.data["zones"] if zone["tallied"]} == {"hand"}


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        (HandPattern(name="x", of_a_kind=True, min_count=3, max_count=4), 13 * 5),
        (HandPattern(name="x", suited=True, in_sequence=True, min_count=3), 4 * 66),
        (HandPattern(name="x", suited=True, in_sequence=True, min_count=3, max_count=3, sequence_wrap=True), 4 * 12),
        (HandPattern(name="x", required_ranks=("K", "Q"), required_count=2, suited=True), 4),
        (HandPattern(name="x", of_a_kind=True, required_count=2, cards="colour(c) == 'red'"), 13),
        (HandPattern(name="x", of_a_kind=True, min_count=2, max_count=2, distinct_suits=True), 78),
    ],
)
def test_patterns_have_as_many_instances_as_combinatorics_says(pattern, count):
    effect = Sweep(zone="hand", pattern="x", to="discard")
    whole_suits = SetupRules(cards_per_player=13)
    genome = choice_genome(Offer(name="lay", effects=(effect,)), patterns=(pattern,), setup=whole_suits)
    assert compile_genome(genome).data["groups"][0]["count"] == count


def test_asking_for_a_rank_shows_that_one_is_held():
    ask = Offer(
        name="ask",
        picks=(
            Pick(name="whom", kind="seat", where="whom != turn"),
            Pick(name="r", kind="rank", where="any(rank(c) == r for c in hand)"),
        ),
        effects=(
            If(
                when="any(rank(c) == r for c in hand[whom])",
                then=(Move(cards="hand[whom]", where="rank(c) == r", to="hand"),),
            ),
        ),
    )
    offer = node(compile_genome(choice_genome(ask)), "Choice")["offers"][0]
    assert offer["picks"][1]["proof"]["count"] == 1
    assert offer["effects"][0]["If"]["when"]["proof"]["count"] == 1
    assert offer["picks"][0]["proof"] is None


def test_a_refused_count_is_recorded_whichever_way_it_is_asked():
    effect = If(
        when="not any(rank(c) == 'A' for c in hand)", then=(), otherwise=(Move(cards="stock", to="hand", count="1"),)
    )
    offer = node(compile_genome(choice_genome(Offer(name="show", effects=(effect,)))), "Choice")["offers"][0]
    test = offer["effects"][0]["If"]
    assert test["when"]["proof"] is not None
    assert test["then"]
    assert not test["otherwise"]


def test_who_passes_is_known_to_have_nothing_playable():
    play = Offer(
        name="play", picks=(Pick(name="c", source="hand", where="suit(c) == suit(top(discard))", to="discard"),)
    )
    passing = Offer(name="pass", duty=1, is_pass=True)
    offers = node(compile_genome(choice_genome(play, passing)), "Choice")["offers"]
    assert offers[0]["absent"]["count"] == 1
    assert offers[0]["plays"]
    assert offers[1]["absent"] is None


def test_cards_that_go_from_hand_to_hand_are_not_announced():
    give = Offer(name="give", picks=(Pick(name="c", source="hand", to="hand[left(turn)]"),))
    show = Offer(name="show", picks=(Pick(name="c", source="hand", to="discard"),))
    program = compile_genome(choice_genome(give, show))
    assert [slot["public"] for slot in program.data["slots"]] == [False, True]


@pytest.mark.parametrize("mode", ClaimRankMode)
def test_every_rank_mode_of_claims_compiles(mode):
    claim = ClaimPhase(rank_mode=mode, fixed_rank="A" if mode is ClaimRankMode.FIXED else None)
    zones = tuple(zone.copy_with(seen_by="none") if zone.role == "discard" else zone for zone in choice_genome().zones)
    program = compile_genome(choice_genome(zones=zones, turn_structure=TurnStructure(phases=(claim,))))
    verbs = [slot["verb"] for slot in program.data["slots"]]
    assert verbs.count("doubt") == 1
    assert ("said" in verbs) == (mode is ClaimRankMode.PLAYER_CHOICE)


@pytest.mark.parametrize(
    ("points", "many"),
    [
        ("hand_number % 16 in (1, 3, 4)", True),
        ("turn in (0, 2, 3)", True),
        ("hand_number % 16 in (1, 3)", False),
        ("1000 * hand_number in (1000, 3000, 4000)", False),
        ("hand_number % 16 == 1 or hand_number % 16 == 3 or turn == 2", False),
    ],
)
def test_one_of_many_small_numbers_is_looked_up_in_a_table(points, many):
    genome = trick_genome(card_scoring=(), scoring_rules=(ScoringRule(points=points),), max_hands=20)
    program = compile_genome(genome)
    code = names_of(program, program.data["scoring"][0]["points"])
    assert ("Table" in code, "Or" in code) == (many, not many)


def test_a_table_of_numbers_says_the_same_as_comparing_them():
    number = "(tricks % 5 - 1)"
    compared = f"({number} == -1) + ({number} == 1) + ({number} == 2)"
    rules = (ScoringRule(points=f"{number} in (-1, 1, 2)"), ScoringRule(points=f"100 * ({compared})"))
    game = Game(trick_genome(card_scoring=(), scoring_rules=rules, utility="score", max_hands=1))
    found: set[int] = set()
    for seed in range(8):
        state = game.deal(seed=seed)
        while state.seat is not None:
            state = state.apply(state.actions()[seed % len(state.actions())])
        assert set(state.scores) <= {0, 101}
        found.update(state.scores)
    assert found == {0, 101}


def test_seats_facts_are_added_up_for_a_team():
    rule = ScoringRule(points="10 * bid + tricks")
    genome = trick_genome(team_mode=True, teams=((0, 2), (1, 3)), card_scoring=(), scoring_rules=(rule,))
    program = compile_genome(genome)
    assert program.data["scoring"][0]["to"] == "EachTeam"
    assert [aggregate["gather"] for aggregate in program.data["aggregates"]] == ["Sum"]


def test_the_same_genome_gives_the_same_bytes():
    assert compile_genome(trick_genome()).to_json() == compile_genome(trick_genome()).to_json()


def test_what_cannot_be_compiled_raises_with_every_defect():
    bad = Offer(name="x", when="nope", picks=(Pick(name="c", source="hand", where="nope", to="discard"),))
    with pytest.raises(GenomeError):
        compile_genome(choice_genome(bad))


@pytest.mark.parametrize("path", sorted(SKETCHES.glob("*.yaml")), ids=lambda path: path.stem)
def test_sketches_of_later_games_are_valid(path):
    assert genome_issues(GameGenome.parse(parse_data(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"build": "rank(c) == 'A' or size(p) > 0"},
        {"tableau_mode": "match_rank"},
        {"tableau_mode": "sequence"},
        {"tableau_mode": "sequence", "sequence_wrap": True},
        {"tableau_mode": "sequence", "sequence_gap_allowed": 2},
        {"tableau_mode": "sequence", "sequence_must_match_suit": False},
    ],
)
def test_what_a_tableau_allows_changes_what_may_be_played(changes):
    seen = set()
    choices: tuple[dict[str, Any], ...] = ({}, changes)
    for setup in choices:
        build = setup.get("build", "")
        layout = Zone(name="layout", role="tableau", build=build)
        rules = {name: value for name, value in setup.items() if name != "build"}
        play = Offer(name="play", picks=(Pick(name="c", source="hand", to="layout"),))
        genome = choice_genome(play)
        genome = genome.copy_with(zones=(*genome.zones, layout), setup=genome.setup.copy_with(**rules))
        seen.add(compile_genome(genome).to_json())
    assert len(seen) == 2


def test_in_a_later_pick_c_is_still_the_card_picked_first_if_that_is_its_name():
    def offer(where: str, name: str = "c") -> Offer:
        picks = (Pick(name=name, source="hand"), Pick(name="t", source="hand", where=where))
        return Offer(name="pair", picks=picks, effects=(Move(cards=name, to="discard"), Move(cards="t", to="discard")))

    def code(offer: Offer) -> Any:
        program = compile_genome(choice_genome(offer))
        return written_out(program, node(program, "Choice")["offers"][0]["picks"][1]["kind"]["Card"]["cards"])

    assert code(offer("rank(t) == rank(c)")) == code(offer("rank(t) == rank(first)".replace("first", "f"), "f"))
    assert code(offer("rank(t) == rank(c)")) != code(offer("1"))
    assert code(offer("rank(c) == 'A'", "f")) == code(offer("rank(t) == 'A'", "f"))  # c is also its own name, if free


@pytest.mark.parametrize("name", ["drawn", "taken"])
def test_what_is_counted_in_a_turn_starts_afresh_each_turn(name):
    (register,) = (own for own in compile_genome(choice_genome()).data["registers"] if own["name"] == name)
    assert register["keep"] == "Turn"


@pytest.mark.parametrize(
    ("laid", "gap", "fits"),
    [
        ("K A", 1, {"K"}),  # the ace is high: no two goes on it
        ("2 A", 1, {"2"}),  # the ace is low: no king goes on it
        ("A", 1, {"2", "K"}),
        ("3 2", 1, {"3", "A"}),
        ("A 2", 1, {"3", "A"}),
        ("Q K", 2, {"J", "Q", "A"}),  # no step leads past the ace
        ("2 A", 2, {"2", "3"}),
        ("A", 2, {"2", "3", "K", "Q"}),
    ],
)
def test_in_a_sequence_that_wraps_the_ace_is_high_or_low_and_never_in_the_middle(laid, gap, fits):
    layout = Zone(name="layout", role="tableau")
    play = Offer(name="play", picks=(Pick(name="c", source="hand", to="layout"),))
    setup = SetupRules(
        cards_per_player="all",
        tableau_mode="sequence",
        sequence_wrap=True,
        sequence_must_match_suit=False,
        sequence_gap_allowed=gap,
        deal=tuple(Move(cards="hand[0]", where=f"c == '{rank}S'", to="layout") for rank in laid.split()),
    )
    genome = choice_genome(play, zones=(HAND, STOCK, layout), player_count=1, setup=setup)
    state = Game(genome).deal(seed=1)
    assert {action.text.split()[-1][:-1] for action in state.actions()} == fits


def test_a_joker_is_no_step_of_a_run():
    deck = DeckSpec(suits=("clubs",), ranks=("Q", "K", "A"), extra=(CardType(name="JK", rank="joker"),))
    run = HandPattern(name="run", in_sequence=True, required_count=3, sequence_wrap=True)
    sweep = Offer(name="lay", effects=(Sweep(zone="hand", pattern="run", to="discard"),))
    genome = choice_genome(sweep, deck=deck, patterns=(run,), player_count=1, setup=SetupRules(cards_per_player=3))
    program = compile_genome(genome)
    assert [cards(program, instance["cards"]) for instance in program.data["instances"]] == [{"QC", "KC", "AC"}]
