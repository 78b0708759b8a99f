"""What the validator refuses: the seed's seven rules, teams, names, limits, and fields without effect."""

import pytest

from deckwright.cards import Rank
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import (
    AuctionPhase,
    BettingPhase,
    Call,
    CardTable,
    CardValue,
    ChoicePhase,
    ClaimPhase,
    DoPhase,
    End,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    Offer,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    ShowdownMethod,
    Strain,
    TableRow,
    Term,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.genome.validate import GenomeValidator, check_genome, genome_issues

from .small import CAPTURED, HAND, STOCK, choice_genome, trick_genome


def codes(genome: GameGenome) -> set[str]:
    return {issue.code for issue in genome_issues(genome)}


def betting_genome(phase: BettingPhase, *, chips: int = 10) -> GameGenome:
    return trick_genome(
        setup=SetupRules(cards_per_player=1, starting_chips=chips),
        turn_structure=TurnStructure(order="sequence", phases=(phase,)),
    )


@pytest.mark.parametrize("genome", [trick_genome(), choice_genome()], ids=lambda genome: genome.genome_id)
def test_the_small_genomes_are_valid(genome):
    assert GenomeValidator.validate(genome) == []


def test_score_win_requires_scoring():
    errors = GenomeValidator.validate(trick_genome(win_conditions=(WinCondition(type="high_score"),), card_scoring=()))
    assert "Score-based win condition requires" in errors[0]


def test_best_hand_requires_pattern_match():
    errors = GenomeValidator.validate(trick_genome(win_conditions=(WinCondition(type="best_hand"),)))
    assert "best_hand win condition requires" in errors[0]


def test_betting_requires_chips():
    phase = BettingPhase(min_bet=10, showdown_method=ShowdownMethod.HIGHEST_CARD)
    errors = GenomeValidator.validate(betting_genome(phase, chips=0))
    assert "starting_chips > 0" in errors[0]


def test_betting_is_found_in_nested_structures_too():
    nested = TurnStructure(order="sequence", phases=(BettingPhase(showdown_method=ShowdownMethod.FOLD_ONLY),))
    genome = trick_genome(turn_structure=TurnStructure(order="sequence", phases=(nested, TrickPhase())))
    assert "betting.no-chips" in codes(genome)


def test_showdown_by_hand_evaluation_requires_one():
    errors = GenomeValidator.validate(betting_genome(BettingPhase(min_bet=1)))
    assert "BettingPhase with HAND_EVALUATION showdown requires hand_evaluation" in errors[0]


def test_capture_win_requires_a_way_to_capture():
    errors = GenomeValidator.validate(choice_genome(win_conditions=(WinCondition(type="capture_all"),)))
    assert "Capture win condition requires" in errors[0]


def test_hand_pattern_constraints_must_go_together():
    pattern = HandPattern(name="Invalid", rank_priority=50, required_count=5, same_rank_groups=(4, 3))
    evaluation = HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=(pattern,))
    errors = GenomeValidator.validate(trick_genome(hand_evaluation=evaluation))
    assert "same_rank_groups sum" in errors[0]


def test_point_total_requires_all_ranks_of_the_deck():
    evaluation = HandEvaluation(
        method=HandEvaluationMethod.POINT_TOTAL, card_values=(CardValue(rank=Rank.ACE, value=11),)
    )
    errors = GenomeValidator.validate(trick_genome(hand_evaluation=evaluation))
    assert "missing" in errors[0]
    assert "'A'" not in errors[0]


def test_every_defect_is_reported_at_once():
    genome = trick_genome(
        card_scoring=(),
        zones=(HAND, HAND, STOCK, CAPTURED),
        max_turns=0,
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(leader="nobody_known"),)),
    )
    assert {"win.no-scoring", "name.taken", "limit.zero"} <= codes(genome)
    with pytest.raises(GenomeError) as caught:
        check_genome(genome)
    assert len(caught.value.issues) >= 3


def test_a_defect_says_where_and_what():
    genome = choice_genome(Offer(name="play", picks=(Pick(name="c", source="hnad", to="discard"),)))
    (issue,) = genome_issues(genome)
    assert issue.code == "expression.unknown-name"
    assert issue.path == "$.turn_structure.phases[0].offers[0].picks[0].source"
    assert "did you mean 'hand'" in issue.message
    assert "column 1" in issue.message


@pytest.mark.parametrize(
    ("genome", "code"),
    [
        (trick_genome(zones=(HAND, CAPTURED)), "zone.no-stock"),
        (trick_genome(zones=(STOCK, CAPTURED)), "zone.no-hand"),
        (trick_genome(win_conditions=()), "win.none"),
        (trick_genome(win_conditions=(WinCondition(type="luck"),)), "win.unknown-type"),
        (trick_genome(setup=SetupRules(cards_per_player=14)), "deal.too-few-cards"),
        (trick_genome(setup=SetupRules(cards_per_player=13, sequence_wrap=True)), "field.no-effect"),
        (trick_genome(registers=(Register(name="spare"),)), "unused.register"),
        (trick_genome(terms=(Term(name="spare", expr="1"),)), "unused.term"),
        (trick_genome(registers=(Register(name="turn"),)), "name.reserved"),
        (trick_genome(registers=(Register(name="two words"),)), "name.not-a-word"),
        (trick_genome(schema_version="99"), "schema.version"),
        (choice_genome(turn_structure=TurnStructure(phases=(ClaimPhase(rank_mode="fixed"),))), "claim.no-rank"),
        (choice_genome(turn_structure=TurnStructure(phases=())), "flow.empty"),
        (
            choice_genome(
                max_hands=100,
                turn_structure=TurnStructure(
                    phases=(TurnStructure(phases=(TurnStructure(phases=(DoPhase(effects=(End(),)),)),)),)
                ),
            ),
            "limit.too-long",
        ),
        (
            choice_genome(
                turn_structure=TurnStructure(
                    phases=(
                        TurnStructure(order="stay", limit=1_000_000, phases=(DoPhase(effects=(End(),)),)),
                        ChoicePhase(offers=(Offer(name="pass"),)),
                    ),
                )
            ),
            "limit.idle",
        ),
        (choice_genome(Offer(name="pass", when="1 // passes")), "expression.may-divide-by-zero"),
        (choice_genome(Offer(name="pass", when="score * score")), "expression.may-overflow"),
        (trick_genome(zones=(*trick_genome().zones, Zone(name="wide", owner="seat", piles=30))), "zone.too-many"),
    ],
)
def test_what_cannot_be_played_is_refused(genome, code):
    assert code in codes(genome)


def test_a_table_may_use_the_tables_before_it_but_not_itself():
    low = CardTable(name="low", rows=(TableRow(where="rank(c) < '6'", value=1),))
    uses = CardTable(name="lowest", rows=(TableRow(where="low(c) and rank(c) == '2'", value=1),))
    own = CardTable(name="own", rows=(TableRow(where="own(c)", value=1),))
    deck = trick_genome().deck
    scored = trick_genome().copy_with(terms=(Term(name="t", expr="lowest(c)"),))
    assert "expression.unknown-name" not in codes(scored.copy_with(deck=deck.copy_with(tables=(low, uses))))
    assert "expression.unknown-name" in codes(trick_genome(deck=deck.copy_with(tables=(own,))))


def test_a_choice_needs_a_place_for_its_cards():
    genome = choice_genome(Offer(name="play", picks=(Pick(name="c", to="discard"),)))
    assert codes(genome) == {"pick.no-source"}


def test_a_tail_is_taken_from_a_pile_that_lies_open_and_of_like_cards_from_one_pile():
    def found(source: str, *picks: Pick, copies: int = 1, **fields: str) -> set[str]:
        tail = Pick(name="run", kind="tail", source=source, to="hand", **fields)
        rows = Zone(name="rows", role="tableau", piles=2)
        genome = choice_genome(Offer(name="lift", picks=(*picks, tail)))
        deck = genome.deck.copy_with(copies=copies)
        dealt = genome.setup.copy_with(deal=(Move(cards="stock", to="pile(rows, 1)", count="1"),))
        return codes(genome.copy_with(zones=(*genome.zones, rows), deck=deck, setup=dealt)) - {"unused.zone"}

    row = Pick(name="row", kind="pile", source="rows")
    assert found("rows") == found("discard") == found("row", row, copies=2) == set()
    assert found("hand") == found("stock") == {"expression.wrong-type"}
    assert found("rows", copies=2) == {"pick.which-tail"}
    assert found("rows", high="2") == {"field.no-effect"}


def test_somebody_always_deals():
    def setting(value: str) -> GameGenome:
        return choice_genome(Offer(name="wait", effects=(Set(name="dealer", value=value),)))

    assert "register.unknown" in codes(setting("none"))
    assert "register.unknown" not in codes(setting("left(dealer)"))


def test_a_suit_stands_for_its_strain_only_where_strains_are_made_of_suits():
    def naming(strains: tuple[Strain, ...]) -> GameGenome:
        trumps = DoPhase(effects=(Set(name="strain", value="suit(top(captured[0]))"),))
        return trick_genome(
            strains=strains, turn_structure=TurnStructure(order="sequence", phases=(trumps, TrickPhase()))
        )

    made = Strain(name="{s}", each="suits", called="suit(c) == s")
    assert codes(naming((Strain(name="plain"), made))) == set()
    assert "expression.wrong-type" in codes(naming((Strain(name="plain"), Strain(name="low", order="-rank(c)"))))


def test_three_picks_are_the_most_in_a_secret_choice():
    picks = tuple(Pick(name=f"n{i}", kind="number", low="0", high="3") for i in range(4))
    secret = TurnStructure(order="together", phases=(ChoicePhase(offers=(Offer(name="bid", picks=picks),)),))
    assert "flow.together" in codes(choice_genome(turn_structure=TurnStructure(order="sequence", phases=(secret,))))


def test_a_huge_genome_is_refused_before_anything_else_is_asked_of_it():
    zones = tuple(Zone(name=f"z{place}") for place in range(100_000))
    assert {issue.code for issue in genome_issues(choice_genome(zones=zones))} == {"genome.too-large"}
    effects = (End(what="turn"),) * 1000
    offers = (Offer(name=f"offer {place}", effects=effects) for place in range(5))
    assert {issue.code for issue in genome_issues(choice_genome(*offers))} == {"genome.too-large"}


def test_terms_may_be_built_on_each_other_a_hundred_deep():
    terms = (
        *(Term(name=f"t{place}", expr=f"t{place + 1}") for place in range(99)),
        Term(name="t99", expr="size(stock) > 3"),
    )
    offers = (Offer(name="go", when="t0"), Offer(name="throw", picks=(Pick(name="c", source="hand", to="discard"),)))
    assert genome_issues(choice_genome(*offers, terms=terms)) == []


def test_a_call_that_is_never_above_the_ladder_is_refused():
    """Before any bid the ladder stands at 0, and a call has to be above it."""
    call = Call(name="pass the deal")
    genome = choice_genome()
    auction = AuctionPhase(calls=(call,))
    turns = genome.turn_structure.copy_with(phases=(auction, *genome.turn_structure.phases))
    found = {(issue.code, issue.path) for issue in genome_issues(genome.copy_with(turn_structure=turns))}
    assert ("auction.never-callable", "$.turn_structure.phases[0].calls[0].order") in found


@pytest.mark.parametrize("kind", ["high_score", "first_to_score", "most_captured"])
def test_who_wins_by_having_most_cannot_win_by_having_least(kind):
    win = WinCondition(type=kind, threshold=3, comparison="lowest")
    issues = genome_issues(trick_genome(win_conditions=(win,)))
    assert [(issue.code, issue.path) for issue in issues] == [("win.contradiction", "$.win_conditions[0].comparison")]
    assert genome_issues(trick_genome(win_conditions=(win.copy_with(comparison="highest"),))) == []


def test_the_lowest_score_wins_without_saying_so_and_the_highest_contradicts_it():
    def issues(**fields):
        return genome_issues(trick_genome(win_conditions=(WinCondition(type="low_score", **fields),)))

    assert issues() == issues(comparison="lowest") == []
    [issue] = issues(comparison="highest")
    assert (issue.code, issue.path) == ("win.contradiction", "$.win_conditions[0].comparison")
    assert WinCondition(type="low_score").compared.value == "lowest"
    assert WinCondition(type="high_score").compared.value == "highest"


def test_a_term_is_about_seats_or_about_teams_not_both():
    def pairs(points: str, term: str = "2 * tricks") -> set[str]:
        pay = ScoringRule(points=points)
        ends = TrickPhase(until="any(double[p] > 8 for p in seats)")
        return codes(
            trick_genome(
                team_mode=True,
                teams=((0, 2), (1, 3)),
                terms=(Term(name="double", expr=term),),
                turn_structure=TurnStructure(order="sequence", phases=(ends,)),
                scoring_rules=(pay,),
            )
        )

    assert pairs("1") == set()
    assert pairs("double") == {"expression.two-meanings"}
    assert pairs("double", term="2 * team_tricks") == set()
