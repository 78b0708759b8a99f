"""Genomes that between them use every part of the language. They need not be good games."""

from deckwright.genome.schema import (
    AuctionPhase,
    BettingPhase,
    BreakingRule,
    Call,
    CardCondition,
    CardScoringRule,
    CardTable,
    CardType,
    CardValue,
    ChoicePhase,
    ClaimPhase,
    DeckEmptyAction,
    DeckSpec,
    DoPhase,
    Duty,
    Each,
    End,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    If,
    Move,
    Offer,
    Out,
    PassAction,
    Pay,
    Pick,
    Register,
    Score,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetupRules,
    Show,
    ShowdownMethod,
    Shuffle,
    SpecialEffect,
    Strain,
    Sweep,
    TableauMode,
    TableRow,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    Turn,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
DISCARD = Zone(name="discard", role="discard", seen_by="top")
CAPTURED = Zone(name="captured", role="captured", owner="seat")


def shedding() -> GameGenome:
    """Matching and special cards, with passes, marks and a stock that runs out."""
    play = Offer(
        name="play",
        picks=(
            Pick(
                name="c",
                source="hand",
                where="suit(c) == suit(top(discard)) or rank(c) == rank(top(discard)) or rank(c) == '8'",
                duties=(Duty(cards="rank(c) != '8'", when="size(hand) > 1"),),
                to="discard",
            ),
        ),
        accept="size(hand) > 0 or drawn == 0",
        effects=(Set(name="done", value="1"),),
    )
    draw = Offer(name="draw", duty=1, effects=(Move(cards="stock", to="hand", count="1"),))
    rest = Offer(name="pass", when="drawn >= 1", duty=1, is_pass=True, effects=(Set(name="done", value="1"),))
    return GameGenome(
        genome_id="shedding",
        name="Shedding",
        player_count=3,
        max_hands=5,
        max_turns=400,
        deck=DeckSpec(tables=(CardTable(name="worth", rows=(TableRow(rank="8", value=50), TableRow(value=5))),)),
        zones=(HAND, STOCK, DISCARD),
        registers=(
            Register(name="done", keep="turn"),
            Register(name="fines", per="seat", keep="match", start="2"),
            Register(name="warned", per="seat"),
            Register(name="favourite", holds="suit", start="'hearts'"),
        ),
        terms=(Term(name="held", expr="sum(worth(c) for c in hand)"),),
        setup=SetupRules(cards_per_player=5, deal=(Move(cards="stock", to="discard", count="1"),), dealer="winner"),
        turn_structure=TurnStructure(
            until="size(hand) == 0",
            limit=300,
            phases=(
                TurnStructure(
                    order="stay", start="turn", until="done", limit=20, phases=(ChoicePhase(offers=(play, draw, rest)),)
                ),
                DoPhase(
                    name="warning",
                    when="size(hand) == 1",
                    effects=(Set(name="warned", value="1"), Show(cards="hand", where="rank(c) == '8'")),
                ),
            ),
        ),
        special_effects=(
            SpecialEffect(trigger=CardCondition(rank="2"), effects=(Turn(action="skip"),)),
            SpecialEffect(trigger=CardCondition(rank="K", suit="spades"), effects=(Turn(action="reverse"),)),
            SpecialEffect(trigger=CardCondition(where="rank(c) == 'A'"), effects=(Turn(action="to", seat="dealer"),)),
            SpecialEffect(
                trigger=CardCondition(rank="5"),
                effects=(Move(cards="stock", to="hand[left(turn)]", count="2"), Set(name="fines", value="fines + 1")),
            ),
        ),
        card_scoring=(
            CardScoringRule(condition=CardCondition(rank="8"), points=-3, trigger=ScoringTrigger.HAND_END),
            CardScoringRule(condition=CardCondition(suit="clubs"), points=2, trigger=ScoringTrigger.PLAY),
        ),
        scoring_rules=(
            ScoringRule(name="out", when="size(hand) == 0", points="sum(held[p] for p in opponents)"),
            ScoringRule(to="left(dealer)", points="2 * fines"),
            ScoringRule(points="1", when="warned", into="fines"),
        ),
        win_conditions=(
            WinCondition(type="high_score", threshold=100, trigger_mode=TriggerMode.THRESHOLD_GATE),
            WinCondition(type="first_to_score", threshold=300, required_hand_size=2),
        ),
        game_rules=GameRules(
            consecutive_pass_action=PassAction.END_ROUND,
            passes_to_trigger=3,
            deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
        ),
    )


def partners() -> GameGenome:
    """An auction, trumps, a dummy, and scores by side."""
    return GameGenome(
        genome_id="partners",
        name="Partners",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        score_unit="mark",
        utility="score",
        utility_unit=10,
        max_hands=20,
        deck=DeckSpec(omit=(CardCondition(rank="2"), CardCondition(suit="clubs", rank="3"))),
        zones=(HAND, STOCK, Zone(name="captured", role="captured", owner="team")),
        strains=(
            Strain(name="{s}", each="suits", called="suit(c) == s"),
            Strain(name="misere", order="-rank(c)", power=False),
            Strain(name="wild", follow=False, called="rank(c) == 'J'", power=False),
        ),
        registers=(Register(name="bags", per="team", keep="match"), Register(name="asker", holds="seat")),
        setup=SetupRules(cards_per_player="13 - hand_number // 10", first_dealer=1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                AuctionPhase(
                    name="bidding",
                    start="dealer",
                    calls=(
                        Call(
                            name="{level} {strain}",
                            levels=(1, 7, 1),
                            strains=("spades", "misere"),
                            order="2 * level + index",
                        ),
                        Call(name="slam", kind="slam", levels=(9, 9, 1), when="high > 0"),
                    ),
                    may_pass="actor != dealer",
                    doubling=1,
                    ends="silence",
                    declarer="first_of_side",
                ),
                TrickPhase(
                    leader="left(declarer)",
                    dummy="partner(declarer)",
                    duties=(Duty(cards="follows(c)"), Duty(cards="called(c)", when="trick_number > 0")),
                    breaking_suit="spades",
                    breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
                    broken_by=(CardCondition(suit="spades"),),
                    out="partner(declarer) if kind == 'slam' else none",
                    until="trick_number >= 10",
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="contract", to="team(declarer)", when="tricks >= 6 + level", points="10 * level"),
            ScoringRule(name="bags", points="tricks", into="bags"),
        ),
        win_conditions=(WinCondition(type="high_score", threshold=500, trigger_mode=TriggerMode.THRESHOLD_GATE),),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, same_player_on_win=True),
    )


def melding() -> GameGenome:
    """Patterns, piles, and cards that are told apart by copies."""
    meld = Offer(
        name="meld",
        picks=(
            Pick(
                name="laid",
                kind="cards",
                source="hand",
                pattern="melds",
                to="sets",
            ),
        ),
    )
    shift = Offer(
        name="shift",
        picks=(
            Pick(name="moved", source="columns", where="rank(moved) != 'K'"),
            Pick(name="onto", kind="pile", source="columns", where="size(onto) > 0"),
        ),
        effects=(Move(cards="moved", to="onto"),),
    )
    name_one = Offer(
        name="name",
        picks=(
            Pick(name="who", kind="seat", where="who != turn and size(hand[who]) > 0"),
            Pick(name="wanted", kind="rank", where="any(rank(c) == wanted for c in hand)"),
            Pick(name="times", kind="number", low="1", high="3", where="times <= size(hand)"),
        ),
        effects=(
            Move(cards="hand[who]", where="rank(c) == wanted", to="hand", count="times", seen_by="all"),
            Score(to="turn", points="times"),
            Turn(action="again"),
        ),
    )
    return GameGenome(
        genome_id="melding",
        name="Melding",
        player_count=2,
        deck=DeckSpec(
            suits=("clubs", "hearts"),
            copies=2,
            extra=(CardType(name="JK", rank="joker", copies=2), CardType(name="duo", suits=("clubs", "hearts"))),
            tables=(
                CardTable(name="wild", rows=(TableRow(rank="joker", value=1),)),
                CardTable(name="worth", rows=(TableRow(value=4),)),
            ),
        ),
        zones=(
            HAND,
            STOCK,
            DISCARD,
            Zone(name="sets", role="sets", owner="seat"),
            Zone(name="columns", role="tableau", piles=4, build="rank(c) == rank(top(p)) - 1"),
            Zone(name="foundations", piles="suit", build="size(p) == 0 or suit(c) == suit(top(p))"),
        ),
        patterns=(
            HandPattern(
                name="run",
                group="melds",
                in_sequence=True,
                suited=True,
                min_count=3,
                sequence_wrap=True,
                points="10 * size(match)",
            ),
            HandPattern(
                name="kind",
                group="melds",
                of_a_kind=True,
                min_count=3,
                max_count=6,
                cards=CardCondition(where="rank(c) != '3'"),
                distinct_suits=True,
            ),
            HandPattern(
                name="basket",
                group="melds",
                of_a_kind=True,
                required_count=3,
                wild=CardCondition(rank="2"),
                max_wild=1,
                min_natural=1,
            ),
            HandPattern(name="sum", total="15", values="worth", max_count=4),
            HandPattern(name="marriage", required_ranks=("Q", "K"), same_suit_count=2, required_count=2),
            HandPattern(name="straight", required_count=5, sequence_length=4, same_rank_groups=(2,)),
        ),
        registers=(Register(name="stake", per="pile"), Register(name="last", holds="card")),
        setup=SetupRules(
            cards_per_player=7,
            deal=(
                Each(
                    var="q",
                    domain="seats",
                    effects=(Sweep(zone="hand[q]", pattern="kind", to="sets[q]", refill="stock"),),
                ),
                Move(
                    cards="stock", to="discard", until="rank(top(discard)) != 'joker'", place="bottom", seen_by="none"
                ),
                Shuffle(zone="stock"),
            ),
        ),
        turn_structure=TurnStructure(
            order="cycle",
            until="size(stock) == 0",
            phases=(
                ChoicePhase(name="choose", actor="left(turn)", when="size(hand) > 0", offers=(meld, shift, name_one)),
                DoPhase(
                    actor="dealer",
                    effects=(
                        If(
                            when="size(hand) == 0",
                            then=(Out(seat="turn", until="hand"), Show(cards="hand[turn]", to="dealer")),
                            otherwise=(End(what="turn"),),
                        ),
                        Set(name="stake[pile(columns, 0)]", value="3"),
                    ),
                ),
            ),
        ),
        card_scoring=(
            CardScoringRule(condition=CardCondition(rank="K"), points=5, trigger=ScoringTrigger.SET_COMPLETE),
        ),
        scoring_rules=(ScoringRule(points='pack(hand, "melds")'),),
        win_conditions=(WinCondition(type="empty_hand", trigger_mode=TriggerMode.IMMEDIATE),),
        game_rules=GameRules(at_limit="draw", beats=("hand",)),
    )


def staking() -> GameGenome:
    """Chips, blinds, and hands compared."""
    return GameGenome(
        genome_id="staking",
        name="Staking",
        player_count=3,
        utility="chips - 50",
        max_hands=30,
        zones=(HAND, STOCK, Zone(name="board", seen_by="all"), DISCARD),
        setup=SetupRules(cards_per_player=2, starting_chips=50),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="round",
                    when="hand_number > 0",
                    start="left(dealer)",
                    ante=1,
                    blinds=(1, 2),
                    min_bet=2,
                    max_raises=3,
                    sizes=("2", "pot"),
                    showdown_method=ShowdownMethod.HAND_EVALUATION,
                ),
                DoPhase(
                    effects=(
                        Pay(who="dealer", to="left(dealer)", amount="2"),
                        Move(cards="stock", to="board", count="3"),
                    ),
                ),
                TurnStructure(
                    name="swap",
                    order="together",
                    start="dealer",
                    when="size(board) > 0",
                    phases=(ChoicePhase(offers=(_throw(),)),),
                ),
            ),
        ),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.PATTERN_MATCH,
            patterns=(
                HandPattern(name="Flush", rank_priority=60, required_count=5, same_suit_count=5),
                HandPattern(name="Straight", rank_priority=50, required_count=5, sequence_length=5),
                HandPattern(name="High Card", rank_priority=10, required_count=5),
            ),
            zones=("hand", "board"),
            choose=5,
        ),
        scoring_rules=(ScoringRule(points="chips - score"),),
        win_conditions=(WinCondition(type="best_hand", required_hand_size=2),),
    )


def _throw() -> Offer:
    return Offer(
        name="throw",
        picks=(Pick(name="thrown", kind="cards", source="hand", low="0", high="2"),),
        effects=(Move(cards="thrown", to="discard"), Move(cards="stock", to="hand", count="size(thrown)")),
    )


def totals() -> GameGenome:
    """Points in a hand, up to a target."""
    return staking().copy_with(
        genome_id="totals",
        name="Totals",
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.POINT_TOTAL,
            card_values=(CardValue(rank="A", value=11, alternate_value=1), CardValue(rank="K", value=10)),
            target_value=21,
            bust_threshold=23,
        ),
    )


def dueling() -> GameGenome:
    """Tricks as turns, after a bet at a fixed size."""
    return GameGenome(
        genome_id="dueling",
        name="Dueling",
        player_count=2,
        max_turns=30,
        deck=DeckSpec(
            tables=(CardTable(name="sting", rows=(TableRow(suit="hearts", value=1), TableRow(rank="Q", value=4))),)
        ),
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=6, starting_chips=9),
        turn_structure=TurnStructure(
            phases=(
                BettingPhase(min_bet=3, showdown_method=ShowdownMethod.FOLD_ONLY),
                TrickPhase(leader="turn", until="1", ties="last", duties=(Duty(by="sting"),)),
            ),
        ),
        win_conditions=(WinCondition(type="most_captured", trigger_mode=TriggerMode.DECK_EMPTY),),
        game_rules=GameRules(same_player_on_win=True),
    )


def flipping() -> GameGenome:
    """Tricks without a choice, and battles."""
    return GameGenome(
        genome_id="flipping",
        name="Flipping",
        player_count=2,
        max_turns=900,
        zones=(HAND, STOCK),
        strains=(Strain(name="high", follow=False),),
        setup=SetupRules(cards_per_player=26),
        turn_structure=TurnStructure(
            order="sequence", phases=(TrickPhase(to="hand", forced_top=True, bury=2, ties="tie_breaker"),)
        ),
        win_conditions=(WinCondition(type="capture_all", comparison=WinComparison.NONE),),
        game_rules=GameRules(tie_breaker=TieBreaker.BATTLE),
    )


def bluffing() -> GameGenome:
    """Claims and challenges."""
    return GameGenome(
        genome_id="bluffing",
        name="Bluffing",
        player_count=4,
        zones=(HAND, STOCK, DISCARD, Zone(name="table", role="tableau")),
        setup=SetupRules(cards_per_player="all", tableau_mode=TableauMode.SEQUENCE, sequence_gap_allowed=2),
        turn_structure=TurnStructure(
            order="once",
            start="dealer",
            until="size(discard) > 9",
            phases=(
                ClaimPhase(low=1, high=3, when="size(hand) > 1", to="table"),
                ClaimPhase(rank_mode="fixed", fixed_rank="7"),
            ),
        ),
        card_scoring=(
            CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.CAPTURE),
        ),
        win_conditions=(
            WinCondition(type="most_captured", threshold=20),
            WinCondition(type="low_score", comparison=WinComparison.LOWEST, trigger_mode=TriggerMode.ALL_HANDS_EMPTY),
        ),
        game_rules=GameRules(deck_empty_action=DeckEmptyAction.SKIP_DRAW),
    )


def all_samples() -> tuple[GameGenome, ...]:
    """Every sample."""
    return shedding(), partners(), melding(), staking(), totals(), dueling(), flipping(), bluffing()
