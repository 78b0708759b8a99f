"""Blackjack, for one to seven players against a dealer who follows a rule.

Rules: Bicycle, "Blackjack" (https://bicyclecards.com/how-to-play/blackjack). An ace counts 1 or 11, court cards 10.
Everyone stakes a bet and gets two cards face up; the dealer has one card face up and one face down. A natural (an ace
and a ten-card at once) is paid 3 to 2; if the dealer's open card is an ace or a ten-card, the dealer looks at the other
one, and with a natural takes every stake except from players who have one too, who get theirs back. In turn each player
takes cards (hits) until standing or going over 21, which loses the stake. Then the dealer turns up the hidden card and
draws to 17. Whoever is nearer to 21 than the dealer, or stands when the dealer goes over, wins as much as the stake;
equal totals get it back. Each hand is dealt from a full pack; should it run out, nobody gets another card.

*Double*: after two cards, stake as much again and take exactly one card. *Split*: two cards of the same rank become two
hands, each with the same stake and a second card; aces get that one card only; 21 in a split hand is no natural.
*Insurance*: when the dealer's open card is an ace, before the dealer looks, each player may stake half as much again on
a natural of the dealer's, which is paid 2 to 1 (Bicycle allows up to half; here it is half or nothing). There is no
surrender.

The match is `hands` hands; most chips win, and one player alone wins by ending with more chips than at the beginning.
Whoever cannot pay the bet is out. Utility is the chips won or lost.

Options: `players` (1 to 7), `hands`, `decks` (1 or 2), `chips`, `bet`, `most` (each player chooses a bet of 1 to so
many times `bet`, before the cards are dealt), `naturals` (3 to 2 and the dealer's look; otherwise 21 is just 21),
`insurance` (where the dealer looks), `hit_soft_17` (the dealer draws to 17 with an ace counted as 11), `double` (`any`
two cards, totals of `9-11` as Bicycle says, or `none`), `splits` (how often a player may split, 0 to 3). OpenSpiel's
`blackjack` is `hands=1, bet=1, naturals=False, double="none", splits=0`.
"""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.effects import Each, Effect, If, Move, Out, Pay, Set
from deckwright.genome.enums import DeckEmptyAction, HandEvaluationMethod, TieBreaker, TriggerMode
from deckwright.genome.materials import (
    STANDARD_RANKS,
    CardTable,
    CardValue,
    DeckSpec,
    HandEvaluation,
    Register,
    TableRow,
    Term,
    Zone,
)
from deckwright.genome.phases import ChoicePhase, DoPhase, Offer, Pick, TurnStructure
from deckwright.genome.schema import GameGenome, GameRules, ScoringRule, SetupRules, WinCondition

ACE, TEN_CARDS = "A", ("10", "J", "Q", "K")
TARGET, DEALER_STANDS = 21, 17
PIPS = {rank: 10 if rank in TEN_CARDS else 1 if rank == ACE else int(rank) for rank in STANDARD_RANKS}


def create_blackjack_genome(
    *,
    players: int = 1,
    hands: int = 10,
    decks: int = 1,
    chips: int = 100,
    bet: int = 2,
    most: int = 1,
    naturals: bool = True,
    insurance: bool = True,
    hit_soft_17: bool = False,
    double: str = "9-11",
    splits: int = 1,
) -> GameGenome:
    """Blackjack against the house."""
    rules = _Rules(
        may_split=splits > 0,
        naturals=naturals,
        insurance=insurance and naturals and bet * most > 1,
        may_run_out=_may_run_out(boxes=players * (1 + splits), decks=decks),
    )
    chooses = most > 1
    return GameGenome(
        genome_id="blackjack",
        name="Blackjack",
        player_count=players,
        utility="winnings",
        max_hands=hands,
        deck=DeckSpec(copies=decks, tables=(_pips(),) if hit_soft_17 else ()),
        zones=(
            Zone(name="hand", role="hand", owner="seat", piles=1 + splits, seen_by="all"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="house", seen_by="all"),
            Zone(name="hole", seen_by="none"),
        ),
        registers=rules.registers,
        terms=(Term(name="winnings", expr=f"chips - {chips}"), *rules.terms, _house_stands(hit_soft_17=hit_soft_17)),
        setup=SetupRules(
            cards_per_player=0 if chooses else 2,
            starting_chips=chips,
            deal=() if chooses else (_fixed_bets(rules, bet), *_house_cards()),
            dealer="stay" if hands > 1 else "rotate",
            first_dealer=players - 1,
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                *((_betting(rules, bet, most), _deal_after_betting(rules)) if chooses else ()),
                *((_insurance(),) if rules.insurance else ()),
                *((_look_for_natural(),) if naturals else ()),
                _play(rules, double, splits),
                _dealer_draws(rules),
                _settlement(rules),
                *((_broke_players_leave(bet),) if hands > 1 else ()),
            ),
        ),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.POINT_TOTAL,
            card_values=tuple(
                CardValue(rank=rank, value=11, alternate_value=1) if rank == ACE else CardValue(rank=rank, value=pips)
                for rank, pips in PIPS.items()
            ),
            target_value=TARGET,
            bust_threshold=TARGET + 1,
        ),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=hands
            ),
        ),
        game_rules=GameRules(
            tie_breaker=TieBreaker.SPLIT, deck_empty_action=DeckEmptyAction.SKIP_DRAW, beats=beats(hands=hands)
        ),
    )


@dataclass(frozen=True)
class _Rules:
    """How the cards and stakes of a player are called: one hand, or several boxes where pairs may be split."""

    may_split: bool
    naturals: bool
    insurance: bool
    may_run_out: bool

    @property
    def registers(self) -> tuple[Register, ...]:
        """`stake` is what lies on a hand; a turn goes from box to box, or until its only hand is done."""
        blackjack = (Register(name="dealer_blackjack"),) if self.naturals else ()
        if self.insurance:
            blackjack = (Register(name="side_bet", per="seat"), *blackjack)
        if not self.may_split:
            return (Register(name="stake", per="seat"), Register(name="done", keep="turn"), *blackjack)
        boxes = (Register(name="boxes", per="seat", start="1"), Register(name="box_number", keep="turn"))
        return (Register(name="stake", per="pile"), *boxes, *blackjack)

    @property
    def terms(self) -> tuple[Term, ...]:
        """`box` is the hand being played."""
        box = (Term(name="box", expr="pile(hand, box_number)"),) if self.may_split else ()
        first = "boxes == 1 and " if self.may_split else ""
        cards = "pile(hand, 0)" if self.may_split else "hand"
        natural = Term(name="natural", expr=f"{first}size({cards}) == 2 and value({cards}) == {TARGET}")
        half = (Term(name="insurance_bet", expr=f"{'stake[pile(hand, 0)]' if self.may_split else 'stake'} // 2"),)
        return (*box, natural, *(half if self.insurance else ())) if self.naturals else box

    @property
    def box(self) -> str:
        """The hand being played."""
        return "box" if self.may_split else "hand"

    @property
    def stake(self) -> str:
        """What lies on it."""
        return "stake[box]" if self.may_split else "stake"

    def first_box(self, seat: str) -> str:
        """The first hand of a seat."""
        return f"pile(hand[{seat}], 0)" if self.may_split else f"hand[{seat}]"

    def first_stake(self, seat: str) -> str:
        """What lies on it."""
        return f"stake[{self.first_box(seat)}]" if self.may_split else f"stake[{seat}]"

    @property
    def next_box(self) -> Effect:
        """The hand being played is finished."""
        return Set(name="box_number", value="box_number + 1") if self.may_split else Set(name="done", value="1")

    @property
    def is_done(self) -> str:
        """Whether the player has no hand left to play."""
        return "box_number >= boxes" if self.may_split else "done"

    def stock_has(self, count: int) -> str:
        """A condition on the stock, where it can run out."""
        return f" and size(stock) >= {count}" if self.may_run_out else ""


def _may_run_out(*, boxes: int, decks: int) -> bool:
    """No hand has more pips than a ten on 21, the dealer's no more than a ten on 16."""
    return boxes * (TARGET + 10) + DEALER_STANDS - 1 + 10 >= decks * 4 * sum(PIPS.values())


def _pips() -> CardTable:
    return CardTable(name="pips", rows=tuple(TableRow(rank=rank, value=pips) for rank, pips in PIPS.items()))


def _house_stands(*, hit_soft_17: bool) -> Term:
    """A value of 0 is more than 21; an ace counts 11 where the value exceeds the pips."""
    stands = f"value(house) >= {DEALER_STANDS}"
    if hit_soft_17:
        hard = f"sum(pips(c) for c in house) == {DEALER_STANDS}"
        stands = f"value(house) > {DEALER_STANDS} or value(house) == {DEALER_STANDS} and {hard}"
    return Term(name="house_stands", expr=f"value(house) == 0 or {stands}")


# bets and deal


def _fixed_bets(rules: _Rules, bet: int) -> Effect:
    stake = Set(name=rules.first_stake("p"), value=str(bet))
    return Each(var="p", domain="live", effects=(Pay(who="p", to="bank", amount=str(bet)), stake))


def _betting(rules: _Rules, bet: int, most: int) -> TurnStructure:
    amount = f"times * {bet}"
    offer = Offer(
        name="bet",
        picks=(Pick(name="times", kind="number", low="1", high=str(most), where=f"{amount} <= chips"),),
        effects=(Pay(who="turn", to="bank", amount=amount), Set(name=rules.first_stake("turn"), value=amount)),
    )
    return TurnStructure(name="bets", order="once", phases=(ChoicePhase(name="bet", offers=(offer,)),))


def _house_cards() -> tuple[Effect, ...]:
    return (Move(cards="stock", to="hole", count="1"), Move(cards="stock", to="house", count="1"))


def _deal_after_betting(rules: _Rules) -> DoPhase:
    two_cards = Each(var="p", domain="live", effects=(Move(cards="stock", to=rules.first_box("p"), count="2"),))
    return DoPhase(name="deal", actor="dealer", effects=(two_cards, *_house_cards()))


def _insurance() -> TurnStructure:
    """Half the stake on a ten-card under the dealer's ace."""
    stake = Pay(who="turn", to="bank", amount="insurance_bet")
    offers = (
        Offer(name="insure", effects=(stake, Set(name="side_bet", value="insurance_bet"))),
        Offer(name="no insurance"),
    )
    can_pay = "insurance_bet >= 1 and chips >= insurance_bet"
    return TurnStructure(
        name="insurance",
        when=f"rank(top(house)) == '{ACE}'",
        order="once",
        phases=(ChoicePhase(name="insurance", when=can_pay, offers=offers),),
    )


def _look_for_natural() -> DoPhase:
    """Only what the look shows becomes known: with an ace up whether the hidden card is a ten-card, and vice versa."""
    natural = (Set(name="dealer_blackjack", value="1"), Move(cards="hole", to="house"))
    ten_below = If(when=f"count(c for c in hole if rank(c) in {TEN_CARDS}) >= 1", then=natural)
    ace_below = If(when=f"count(c for c in hole if rank(c) == '{ACE}') >= 1", then=natural)
    return DoPhase(
        name="the dealer looks",
        actor="dealer",
        effects=(
            If(when=f"rank(top(house)) == '{ACE}'", then=(ten_below,)),
            If(when=f"rank(top(house)) in {TEN_CARDS} and not dealer_blackjack", then=(ace_below,)),
        ),
    )


# play


def _play(rules: _Rules, double: str, splits: int) -> TurnStructure:
    offers = [_hit(rules), Offer(name="stand", effects=(rules.next_box,))]
    if double != "none":
        offers.append(_double(rules, double))
    if splits:
        offers.append(_split(rules, splits))
    boxes = TurnStructure(
        name="boxes",
        when="not natural" if rules.naturals else "1",
        order="stay",
        start="turn",
        until=rules.is_done,
        phases=(ChoicePhase(name="play", offers=tuple(offers)),),
    )
    return TurnStructure(
        name="play", when="not dealer_blackjack" if rules.naturals else "1", order="once", phases=(boxes,)
    )


def _hit(rules: _Rules) -> Offer:
    bust = If(when=f"value({rules.box}) == 0", then=(rules.next_box,))
    when = f"1{rules.stock_has(1)}"
    return Offer(name="hit", when=when, effects=(Move(cards="stock", to=rules.box, count="1"), bust))


def _double(rules: _Rules, totals: str) -> Offer:
    when = f"size({rules.box}) == 2 and chips >= {rules.stake}{rules.stock_has(1)}"
    if totals == "9-11":
        when += f" and value({rules.box}) in (9, 10, 11)"
    return Offer(
        name="double",
        when=when,
        effects=(
            Pay(who="turn", to="bank", amount=rules.stake),
            Set(name=rules.stake, value=f"2 * {rules.stake}"),
            Move(cards="stock", to=rules.box, count="1"),
            rules.next_box,
        ),
    )


def _split(rules: _Rules, most: int) -> Offer:
    pair = "size(box) == 2 and rank(top(box)) == rank(bottom(box))"
    return Offer(
        name="split",
        when=f"boxes <= {most} and {pair} and chips >= stake[box]{rules.stock_has(2)}",
        effects=(
            Pay(who="turn", to="bank", amount="stake[box]"),
            Set(name="stake[pile(hand, boxes)]", value="stake[box]"),
            Move(cards="box", to="pile(hand, boxes)", count="1"),
            Move(cards="stock", to="box", count="1"),
            Move(cards="stock", to="pile(hand, boxes)", count="1"),
            Set(name="boxes", value="boxes + 1"),
            If(when=f"rank(bottom(box)) == '{ACE}'", then=(Set(name="box_number", value="boxes"),)),
        ),
    )


# the dealer and the settlement


def _dealer_draws(rules: _Rules) -> DoPhase:
    """The dealer plays only if some hand is still to be beaten."""
    waiting = "any(value(b) >= 1 for b in piles(hand[p]))" if rules.may_split else "value(hand[p]) >= 1"
    when = f"any({waiting} for p in live)"
    if rules.naturals:
        when = f"not dealer_blackjack and any({waiting} and not natural[p] for p in live)"
    draw = If(when="not house_stands", then=(Move(cards="stock", to="house", until="house_stands"),))
    return DoPhase(name="the dealer draws", when=when, actor="dealer", effects=(Move(cards="hole", to="house"), draw))


def _settlement(rules: _Rules) -> DoPhase:
    """Stakes lie with the bank: a hand that loses gets nothing back."""
    box, stake = ("b", "stake[b]") if rules.may_split else ("hand[p]", "stake[p]")
    compared = f"value({box}) >= 1"
    effects: list[Effect] = []
    if rules.naturals:
        compared = f"not natural[p] and not dealer_blackjack and value({box}) >= 1"
        effects.append(If(when="natural[p] and not dealer_blackjack", then=(_pays(f"{stake} + 3 * {stake} // 2"),)))
        effects.append(If(when="natural[p] and dealer_blackjack", then=(_pays(stake),)))
    beaten = f"{compared} and (value(house) == 0 or value({box}) > value(house))"
    effects.append(If(when=beaten, then=(_pays(f"2 * {stake}"),)))
    effects.append(If(when=f"{compared} and value({box}) == value(house)", then=(_pays(stake),)))
    settled: tuple[Effect, ...] = tuple(effects)
    if rules.may_split:
        settled = (Each(var="b", domain="piles(hand[p])", effects=settled),)
    if rules.insurance:
        settled = (If(when="dealer_blackjack and side_bet[p] >= 1", then=(_pays("3 * side_bet[p]"),)), *settled)
    return DoPhase(name="settlement", actor="dealer", effects=(Each(var="p", domain="live", effects=settled),))


def _pays(amount: str) -> Pay:
    return Pay(who="bank", to="p", amount=amount)


def _broke_players_leave(bet: int) -> DoPhase:
    leave = If(when=f"chips[p] < {bet}", then=(Out(seat="p", until="match"),))
    return DoPhase(name="broke players leave", effects=(Each(var="p", domain="live", effects=(leave,)),))


GAME = GameEntry(
    id="blackjack",
    name="Blackjack",
    create=create_blackjack_genome,
    options=(
        Option("players", int, default=1, low=1, high=7, text="how many play against the dealer"),
        Option("hands", int, default=10, low=1, high=1000, text="how many hands are played"),
        Option("decks", int, default=1, low=1, high=2, text="packs of 52 cards"),
        Option("chips", int, default=100, low=1, high=10_000, text="chips each player begins with"),
        Option("bet", int, default=2, low=1, high=1000, text="the stake, or its unit"),
        Option("most", int, default=1, low=1, high=100, text="how many times the bet a player may stake"),
        Option("naturals", bool, default=True, text="an ace and a ten-card at once are paid 3 to 2"),
        Option("insurance", bool, default=True, text="half the stake on a natural of the dealer's, under an ace"),
        Option("hit_soft_17", bool, default=False, text="the dealer draws to 17 with an ace counted as 11"),
        Option("double", str, default="9-11", choices=("9-11", "any", "none"), text="totals that may be doubled"),
        Option("splits", int, default=1, low=0, high=3, text="how often a player may split a pair"),
    ),
    rules="https://bicyclecards.com/how-to-play/blackjack",
    seed=True,
    zero_sum=False,
)
