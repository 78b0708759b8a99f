"""What could have no effect is refused, where it stands."""

from typing import Any

import pytest

from deckwright.games import catalogue
from deckwright.genome.schema import (
    AuctionPhase,
    BettingPhase,
    Call,
    CardCondition,
    CardScoringRule,
    CardTable,
    CardType,
    CardValue,
    ClaimPhase,
    DeckSpec,
    DoPhase,
    Duty,
    Each,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandPattern,
    If,
    Move,
    Offer,
    Pay,
    Pick,
    Register,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetupRules,
    Shuffle,
    SpecialEffect,
    Strain,
    Sweep,
    TableRow,
    Term,
    TrickPhase,
    Turn,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.genome.validate import genome_issues

from .small import CAPTURED, DISCARD, HAND, STOCK, choice_genome, trick_genome

LAYOUT = Zone(name="layout", role="tableau")
PAIR = HandPattern(name="pair", of_a_kind=True, required_count=2)


def found(genome: GameGenome) -> set[tuple[str, str]]:
    return {(issue.code, issue.path) for issue in genome_issues(genome)}


def setup(**changes: Any) -> SetupRules:
    return choice_genome().setup.copy_with(**changes)


def offered(pick: Pick, **changes: Any) -> GameGenome:
    return choice_genome(Offer(name="go", picks=(pick,)), **changes)


def done(*effects: Any, **changes: Any) -> GameGenome:
    return choice_genome(Offer(name="go", effects=effects), **changes)


def tricks(*, genome: dict[str, Any] | None = None, **changes: Any) -> GameGenome:
    phase = TrickPhase().copy_with(**changes)
    return trick_genome(turn_structure=TurnStructure(order="sequence", phases=(phase,)), **(genome or {}))


def bidding(**changes: Any) -> GameGenome:
    phase = AuctionPhase(calls=(Call(name="bid", levels=(1, 1, 1)),)).copy_with(**changes)
    return trick_genome(turn_structure=TurnStructure(order="sequence", phases=(phase, TrickPhase())))


def won(**changes: Any) -> GameGenome:
    return trick_genome(win_conditions=(WinCondition(type="high_score").copy_with(**changes),))


def hands_fixed(*, hands: int = 3, **changes: Any) -> GameGenome:
    win = WinCondition(type="low_score", trigger_mode="threshold_gate", gate="(hands_played)", threshold=hands)
    return trick_genome(win_conditions=(win,), **changes)


def evaluated(**changes: Any) -> GameGenome:
    evaluation = HandEvaluation(method="pattern_match", patterns=(HandPattern(name="any", rank_priority=1),))
    return trick_genome(
        hand_evaluation=evaluation.copy_with(**changes), scoring_rules=(ScoringRule(points="value(captured)"),)
    )


def melding(pattern: HandPattern, **changes: Any) -> GameGenome:
    pick = Pick(name="laid", kind="cards", source="hand", pattern=pattern.name, to="discard")
    return offered(pick, patterns=(pattern,), **changes)


OFFER = "$.turn_structure.phases[0].offers[0]"
PICK, EFFECT, PHASE = f"{OFFER}.picks[0]", f"{OFFER}.effects[0]", "$.turn_structure.phases[0]"
DRAW = Move(cards="stock", to="hand", count="1")

NO_EFFECT = [
    (trick_genome(utility_unit=5), "$.utility_unit"),
    (choice_genome(score_unit="mark"), "$.score_unit"),
    (choice_genome(max_turns=7, turn_structure=choice_genome().turn_structure.copy_with(limit=5)), "$.max_turns"),
    (choice_genome(setup=setup(dealer="stay")), "$.setup.dealer"),
    (choice_genome(setup=setup(sequence_wrap=True)), "$.setup.sequence_wrap"),
    (choice_genome(setup=setup(tableau_mode="war")), "$.setup.tableau_mode"),
    (choice_genome(setup=setup(tableau_mode="match_rank")), "$.setup.tableau_mode"),
    (choice_genome(zones=(HAND, STOCK, DISCARD, LAYOUT.copy_with(build="size(p) < 2"))), "$.zones[3].build"),
    (
        choice_genome(turn_structure=choice_genome().turn_structure.copy_with(when="size(stock)")),
        "$.turn_structure.when",
    ),
    (
        choice_genome(
            turn_structure=TurnStructure(phases=choice_genome().turn_structure.phases, order="once", limit=5)
        ),
        "$.turn_structure.limit",
    ),
    (
        choice_genome(
            turn_structure=TurnStructure(
                phases=(TurnStructure(order="sequence", start="dealer", phases=choice_genome().turn_structure.phases),)
            )
        ),
        f"{PHASE}.start",
    ),
    (choice_genome(Offer(name="go", duty=1)), f"{OFFER}.duty"),
    (done(Pay(who="pot", to="pot", amount="1")), f"{EFFECT}.to"),
    (tricks(forced_top=True, hold="1"), f"{PHASE}.hold"),
    (choice_genome(Offer(name="go", is_pass=True)), f"{OFFER}.is_pass"),
    (offered(Pick(name="c", source="hand", high="2", to="discard")), f"{PICK}.high"),
    (offered(Pick(name="c", kind="seat", source="hand")), f"{PICK}.source"),
    (offered(Pick(name="c", kind="suit", to="discard")), f"{PICK}.to"),
    (
        offered(Pick(name="c", kind="cards", source="hand", duties=(Duty(cards="rank(c) == 'A'"),), to="discard")),
        f"{PICK}.duties",
    ),
    (
        melding(PAIR).copy_with(
            turn_structure=offered(
                Pick(name="l", kind="cards", source="hand", low="2", pattern="pair", to="discard")
            ).turn_structure
        ),
        f"{PICK}.low",
    ),
    (tricks(breaking_suit="hearts"), f"{PHASE}.breaking_suit"),
    (tricks(broken_by=(CardCondition(suit="hearts"),)), f"{PHASE}.broken_by"),
    (tricks(forced_top=True, duties=(Duty(cards="follows(c)"),)), f"{PHASE}.duties"),
    (bidding(pass_is_final=False), f"{PHASE}.pass_is_final"),
    (bidding(ends="first_bid", doubling=1), f"{PHASE}.doubling"),
    (bidding(may_pass="0", all_pass="redeal"), f"{PHASE}.all_pass"),
    (
        choice_genome(turn_structure=TurnStructure(phases=(ClaimPhase(rank_mode="player_choice", starting_rank="K"),))),
        f"{PHASE}.starting_rank",
    ),
    (
        choice_genome(
            turn_structure=TurnStructure(phases=(BettingPhase(min_bet=2, sizes=("3",)),)), setup=setup(starting_chips=9)
        ),
        f"{PHASE}.min_bet",
    ),
    (done(Shuffle(zone="hand")), f"{EFFECT}.zone"),
    (done(Move(cards="stock", to="hand", count="1", place="bottom")), f"{EFFECT}.place"),
    (done(Move(cards="stock", to="hand", count="1", seen_by="owner")), f"{EFFECT}.seen_by"),
    (
        choice_genome(turn_structure=TurnStructure(order="once", phases=(DoPhase(effects=(Turn(action="skip"),)),))),
        f"{PHASE}.effects[0].action",
    ),
    (done(Move(cards="hand", to="hand")), f"{EFFECT}.to"),
    (done(Move(cards="hand", to="hand[turn]")), f"{EFFECT}.to"),
    (done(Move(cards="stock", to="stock", count="1")), f"{EFFECT}.to"),
    (done(Move(cards="discard", to="discard", place="bottom")), f"{EFFECT}.to"),
    (done(Move(cards="hand", where="rank(c) > '8'", to="hand")), f"{EFFECT}.to"),
    (offered(Pick(name="c", source="hand", to="hand")), f"{PICK}.to"),
    (offered(Pick(name="c", kind="cards", source="hand", high="2", to="hand[actor]")), f"{PICK}.to"),
    (done(Sweep(zone="hand", pattern="pair", to="hand"), patterns=(PAIR,)), f"{EFFECT}.to"),
    (done(Sweep(zone="hand", pattern="pair", to="discard", refill="hand"), patterns=(PAIR,)), f"{EFFECT}.refill"),
    (choice_genome(deck=DeckSpec(extra=(CardType(name="JK", copies=0),))), "$.deck.extra[0].copies"),
    (choice_genome(zones=(HAND, STOCK.copy_with(piles=3), DISCARD)), "$.zones[1].piles"),
    (hands_fixed(max_hands=7), "$.max_hands"),
    (trick_genome(max_turns=13), "$.max_turns"),
    (
        choice_genome(win_conditions=(WinCondition(type="empty_hand", required_hand_size=0),)),
        "$.win_conditions[0].required_hand_size",
    ),
    (hands_fixed(max_hands=2), "$.win_conditions[0].threshold"),
    (hands_fixed(max_hands=3, game_rules=GameRules(at_limit="draw")), "$.game_rules.at_limit"),
    (hands_fixed(hands=1, max_hands=1, game_rules=GameRules(at_limit="draw")), "$.game_rules.at_limit"),
    (won(gate="tricks"), "$.win_conditions[0].gate"),
    (won(threshold=5, trigger_mode="deck_empty"), "$.win_conditions[0].threshold"),
    (
        choice_genome(win_conditions=(WinCondition(type="empty_hand", comparison="first"),)),
        "$.win_conditions[0].comparison",
    ),
    (
        trick_genome(win_conditions=(WinCondition(type="capture_all", required_hand_size=2),)),
        "$.win_conditions[0].required_hand_size",
    ),
    (choice_genome(game_rules=GameRules(passes_to_trigger=2)), "$.game_rules.passes_to_trigger"),
    (choice_genome(game_rules=GameRules(consecutive_pass_action="end_round")), "$.game_rules.consecutive_pass_action"),
    (choice_genome(game_rules=GameRules(deck_empty_action="game_ends")), "$.game_rules.deck_empty_action"),
    (choice_genome(game_rules=GameRules(keep_top_discard=False)), "$.game_rules.keep_top_discard"),
    (choice_genome(game_rules=GameRules(same_player_on_win=True)), "$.game_rules.same_player_on_win"),
    (choice_genome(game_rules=GameRules(tie_breaker="battle")), "$.game_rules.tie_breaker"),
    (tricks(genome={"strains": (Strain(name="plain", power=False),)}), "$.strains[0].power"),
    (melding(PAIR.copy_with(rank_priority=3)), "$.patterns[0].rank_priority"),
    (melding(PAIR.copy_with(values="rank")), "$.patterns[0].values"),
    (melding(PAIR.copy_with(points="2")), "$.patterns[0].points"),
    (melding(PAIR.copy_with(group="twins")), "$.patterns[0].group"),
    (melding(PAIR.copy_with(sequence_wrap=True)), "$.patterns[0].sequence_wrap"),
    (melding(PAIR.copy_with(max_count=3)), "$.patterns[0].max_count"),
    (evaluated(target_value=21), "$.hand_evaluation.target_value"),
    (evaluated(zones=("captured",)), "$.hand_evaluation.zones"),
    (evaluated(method="card_count", patterns=(), choose=2), "$.hand_evaluation.choose"),
    (
        evaluated(
            method="point_total",
            patterns=(),
            card_values=tuple(CardValue(rank=rank, value=1, alternate_value=2) for rank in DeckSpec().ranks),
        ),
        "$.hand_evaluation.card_values[0].alternate_value",
    ),
    (
        trick_genome(
            deck=DeckSpec(tables=(CardTable(name="worth", rows=(TableRow(value=1), TableRow(rank="A", value=2))),)),
            scoring_rules=(ScoringRule(points="sum(worth(c) for c in captured)"),),
        ),
        "$.deck.tables[0].rows[1]",
    ),
    (
        trick_genome(card_scoring=(CardScoringRule(condition=CardCondition(), points=0, trigger=ScoringTrigger.PLAY),)),
        "$.card_scoring[0].points",
    ),
]


@pytest.mark.parametrize(("genome", "path"), NO_EFFECT, ids=[path for _, path in NO_EFFECT])
def test_a_field_without_effect_is_refused(genome: GameGenome, path: str) -> None:
    assert ("field.no-effect", path) in found(genome)


UNUSED = [
    (trick_genome(registers=(Register(name="spare"),)), "unused.register"),
    (done(Set(name="spare", value="1"), registers=(Register(name="spare"),)), "unused.register"),
    (trick_genome(terms=(Term(name="one", expr="two"), Term(name="two", expr="1"))), "unused.term"),
    (trick_genome(deck=DeckSpec(tables=(CardTable(name="spare", rows=(TableRow(value=1),)),))), "unused.table"),
    (trick_genome(zones=(HAND, STOCK, CAPTURED, LAYOUT)), "unused.zone"),
    (trick_genome(strains=(Strain(name="high"), Strain(name="low", order="-rank(c)"))), "unused.strain"),
    (choice_genome(strains=(Strain(name="high"),)), "unused.strain"),
    (trick_genome(patterns=(PAIR,)), "unused.pattern"),
    (bidding(calls=(Call(name="bid", kind="odd", levels=(1, 1, 1)),)), "unused.kind"),
    (trick_genome(setup=SetupRules(cards_per_player=5, starting_chips=5)), "unused.chips"),
    (trick_genome(hand_evaluation=HandEvaluation(method="high_card")), "unused.evaluation"),
    (
        done(DRAW, special_effects=(SpecialEffect(trigger=CardCondition(rank="A"), effects=(DRAW,)),)),
        "unused.special-effects",
    ),
    *(
        (
            done(DRAW, card_scoring=(CardScoringRule(condition=CardCondition(), points=1, trigger=trigger),)),
            "unused.scoring",
        )
        for trigger in ScoringTrigger
        if trigger is not ScoringTrigger.HAND_END
    ),
]


@pytest.mark.parametrize(("genome", "code"), UNUSED, ids=[code for _, code in UNUSED])
def test_what_nothing_uses_is_refused(genome: GameGenome, code: str) -> None:
    assert code in {code for code, _ in found(genome)}


REFUSED = [
    (
        tricks(
            genome={"strains": (Strain(name="plain"),), "setup": SetupRules(cards_per_player=13, tableau_mode="war")}
        ),
        "setup.said-twice",
    ),
    (
        offered(
            Pick(name="c", source="hand", to="layout"),
            zones=(HAND, STOCK, LAYOUT.copy_with(build="size(p) < 3")),
            setup=setup(tableau_mode="match_rank"),
        ),
        "setup.said-twice",
    ),
    (
        offered(
            Pick(name="c", source="hand", to="layout"),
            zones=(HAND, STOCK, LAYOUT),
            setup=setup(tableau_mode="sequence", sequence_gap_allowed=0),
        ),
        "setup.gap",
    ),
    (
        offered(
            Pick(name="c", kind="cards", source="hand", high="2", to="layout"),
            zones=(HAND, STOCK, LAYOUT),
            setup=setup(tableau_mode="match_rank"),
        ),
        "zone.build-by-set",
    ),
    (
        choice_genome(
            Offer(name="lay", picks=(Pick(name="c", source="hand"),), effects=(Move(cards="c", to="layout"),)),
            Offer(name="put", picks=(Pick(name="d", source="hand", to="layout"),)),
            zones=(HAND, STOCK, LAYOUT),
            setup=setup(tableau_mode="match_rank"),
        ),
        "zone.build-by-move",
    ),
    (choice_genome(zones=(HAND, STOCK, DISCARD.copy_with(owner="team"))), "teams.none"),
    (choice_genome(zones=(HAND.copy_with(seen_by="team"), STOCK, DISCARD)), "teams.none"),
    (choice_genome(zones=(HAND, STOCK, DISCARD.copy_with(seen_by="owner"))), "zone.no-owner"),
    (done(Set(name="tally", value="tally + 1"), registers=(Register(name="tally", per="team"),)), "teams.none"),
    (bidding(declarer="first_of_side"), "teams.none"),
    (choice_genome(deck=DeckSpec(suits=("hearts", "spades", "hearts", "clubs"))), "name.twice"),
    (choice_genome(deck=DeckSpec(suits=("H", "spades", "hearts", "clubs"))), "name.twice"),
    (choice_genome(deck=DeckSpec(ranks=("2", "3", "4", "5", "3"))), "name.twice"),
    (choice_genome(deck=DeckSpec(extra=(CardType(name="JK"), CardType(name="JK")))), "name.twice"),
    (choice_genome(deck=DeckSpec(extra=(CardType(name="odd", suits=("hearts", "clubs", "spades")),))), "deck.suits"),
    (choice_genome(setup=setup(cards_per_player="20")), "deal.too-few-cards"),
    (choice_genome(setup=setup(cards_per_player="hand_number * 10"), max_hands=3), "deal.too-few-cards"),
    (choice_genome(setup=setup(cards_per_player="5 - hand_number"), max_hands=7), "deal.too-few-cards"),
    (
        choice_genome(deck=DeckSpec(omit=(CardCondition(suit="hearts"),)), setup=setup(cards_per_player=14)),
        "deal.too-few-cards",
    ),
    (choice_genome(setup=setup(cards_per_player=0)), "win.at-once"),
    (
        choice_genome(
            setup=setup(cards_per_player=0),
            win_conditions=(WinCondition(type="most_captured", trigger_mode="all_hands_empty"),),
        ),
        "win.at-once",
    ),
    *(
        (won(type=kind, comparison="first", threshold=5, trigger_mode=later), "win.first-later")
        for kind in ("high_score", "first_to_score")
        for later in ("threshold_gate", "all_hands_empty", "deck_empty")
    ),
    (won(type="first_to_score", threshold=5, trigger_mode="deck_empty"), "win.first-later"),
    (
        offered(
            Pick(name="c", source="hand", to="layout"),
            zones=(HAND, STOCK, LAYOUT),
            setup=setup(tableau_mode="match_rank"),
            win_conditions=(WinCondition(type="capture_all"),),
        ),
        "win.no-capture",
    ),
    (
        choice_genome(
            turn_structure=TurnStructure(order="sequence", phases=(BettingPhase(),)),
            setup=setup(starting_chips=9),
            hand_evaluation=HandEvaluation(method="none"),
        ),
        "betting.no-method",
    ),
    (
        choice_genome(turn_structure=TurnStructure(phases=(ClaimPhase(to="hand"),))),
        "claim.same-place",
    ),
    (tricks(breaking_suit="hearts", breaking_rule="cannot_lead_until_broken"), "trick.never-broken"),
    (won(comparison="none"), "win.no-comparison"),
    (won(type="first_to_score"), "win.no-threshold"),
    (won(threshold=-5), "win.no-threshold"),
    (
        trick_genome(
            zones=(HAND, STOCK, CAPTURED.copy_with(role="other")), win_conditions=(WinCondition(type="most_captured"),)
        ),
        "win.no-capture",
    ),
    (
        choice_genome(
            Offer(name="go"),
            Offer(name="rest", is_pass=True),
            game_rules=GameRules(consecutive_pass_action="clear_tableau"),
        ),
        "pass.no-tableau",
    ),
    (offered(Pick(name="c", source="hand", duties=(Duty(),), to="discard")), "duty.cards-or-by"),
    (done(If(when="1", then=())), "effect.none"),
    (done(Each(var="p", domain="seats", effects=())), "effect.none"),
    (
        done(Sweep(zone="hand", pattern="any", to="discard"), patterns=(HandPattern(name="any", required_count=5),)),
        "pattern.cannot-list",
    ),
    (
        done(
            Sweep(zone="hand", pattern="none", to="discard"),
            patterns=(HandPattern(name="none", of_a_kind=True, required_count=5),),
        ),
        "pattern.cannot-list",
    ),
    (evaluated(patterns=(HandPattern(name="x", min_count=3),)), "pattern.not-for-hands"),
    (evaluated(patterns=(HandPattern(name="x", cards="rank(c) == 'A'"),)), "pattern.not-for-hands"),
    (evaluated(patterns=(HandPattern(name="x", suited=True),)), "pattern.needs-count"),
    (evaluated(patterns=(HandPattern(name="x", rank_priority=-1),)), "pattern.priority"),
    (trick_genome(deck=DeckSpec(omit=(CardCondition(rank="A", where="rank(c) == 'K'"),))), "condition.no-card"),
    (tricks(breaking_rule="cannot_lead_until_broken"), "trick.no-breaking-suit"),
]


@pytest.mark.parametrize(("genome", "code"), REFUSED, ids=[code for _, code in REFUSED])
def test_what_does_not_go_together_is_refused(genome: GameGenome, code: str) -> None:
    assert code in {code for code, _ in found(genome)}


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_patterns_of_no_cards_and_of_more_than_there_are_are_refused(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    for number, pattern in enumerate(genome.patterns):
        for name, wrong in (("required_count", 0), ("min_count", 0), ("max_count", 0), ("max_count", 120)):
            if getattr(pattern, name) is None:
                continue
            patterns = list(genome.patterns)
            patterns[number] = pattern.copy_with(**{name: wrong})
            issues = genome_issues(genome.copy_with(patterns=tuple(patterns)))
            assert f"$.patterns[{number}].{name}" in {issue.path for issue in issues}, (pattern.name, name, wrong)
