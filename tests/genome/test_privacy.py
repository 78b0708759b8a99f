"""Rules that would give hidden cards away are refused when a genome is loaded."""

from typing import Literal

import pytest

from deckwright.engine import Game
from deckwright.genome.schema import (
    AuctionPhase,
    Call,
    CardCondition,
    CardScoringRule,
    DoPhase,
    Duty,
    Each,
    Effect,
    If,
    Move,
    Offer,
    Out,
    Pay,
    Pick,
    Register,
    Score,
    ScoringTrigger,
    Set,
    Show,
    Shuffle,
    TrickPhase,
    Turn,
    TurnStructure,
    Zone,
)
from deckwright.genome.validate import genome_issues

from .small import DISCARD, HAND, STOCK, choice_genome, trick_genome

NUMBER = Register(name="number")
DRAW = Move(cards="stock", to="hand", count="1")


def codes(*offers: Offer, **changes) -> set[str]:
    """What is refused, apart from things that these fragments of games do not use."""
    found = {issue.code for issue in genome_issues(choice_genome(*offers, **changes))}
    return {code for code in found if not code.startswith("unused.")}


@pytest.mark.parametrize(
    "offer",
    [
        Offer(name="peek", when="any(rank(x) == 'A' for x in hand[left(turn)])"),
        Offer(name="peek", when="rank(top(stock)) == 'A'"),
        Offer(name="peek", when="any(suit(x) == 'hearts' for x in stock)"),
        Offer(name="peek", picks=(Pick(name="who", kind="seat", where="any(rank(x) == 'A' for x in hand[who])"),)),
        Offer(name="peek", picks=(Pick(name="c", source="hand", where="suit(c) == suit(top(stock))", to="discard"),)),
        Offer(name="peek", accept="sum(rank(x) for x in hand[left(turn)]) > 10"),
    ],
)
def test_legality_may_not_read_what_its_actor_cannot_see(offer):
    assert "privacy.legality" in codes(offer)


@pytest.mark.parametrize(
    "offer",
    [
        Offer(name="fine", when="any(rank(x) == 'A' for x in hand)"),
        Offer(name="fine", when="size(hand[left(turn)]) > 3 and size(stock)"),
        Offer(name="fine", when="rank(top(discard)) == 'A'"),
        Offer(name="fine", picks=(Pick(name="c", source="hand", where="suit(c) == suit(top(discard))", to="discard"),)),
    ],
)
def test_legality_may_read_the_actors_own_cards_sizes_and_what_lies_open(offer):
    assert codes(offer) == set()


def test_the_flow_may_count_hidden_cards_but_not_look_at_them():
    counts = If(when="any(rank(x) == 'A' for x in hand[left(turn)])", then=(DRAW,))
    looks = If(when="rank(top(stock)) == 'A'", then=(DRAW,))
    assert codes(Offer(name="ask", effects=(counts,))) == set()
    assert codes(Offer(name="ask", effects=(looks,))) == {"privacy.flow"}


def test_a_structure_may_not_end_by_hidden_cards():
    turns = choice_genome().turn_structure.copy_with(until="sum(rank(x) for x in hand) > 20")
    assert codes(turn_structure=turns) == {"privacy.flow"}


@pytest.mark.parametrize("where", ["when", "until"])
def test_nothing_hidden_is_tested_from_seat_to_seat_while_all_choose_together(where: str):
    """The outcome is told to all when the next seat is asked: it would tell who has chosen, and keep others from it."""

    def asked(test: str) -> set[str]:
        phase = choice_genome().turn_structure.phases[0].copy_with(**({"when": test} if where == "when" else {}))
        until = {"until": test} if where == "until" else {}
        return codes(turn_structure=TurnStructure(order="together", phases=(phase,), **until))

    assert asked("any(rank(x) == 'A' for x in hand)") == {"privacy.together"}
    assert asked("count(x for x in hand if suit(x) == 'hearts') > 1") == {"privacy.together"}
    assert asked("size(hand) > 2") == set()


def test_registers_are_public_so_nothing_hidden_is_kept_in_one():
    keep = Set(name="number", value="sum(rank(x) for x in hand)")
    assert codes(Offer(name="count", effects=(keep,)), registers=(NUMBER,)) == {"privacy.flow"}


def test_what_has_been_shown_may_be_read():
    keep = DoPhase(effects=(Show(cards="hand"), Set(name="number", value="sum(rank(x) for x in hand)")))
    phases = choice_genome().turn_structure.phases
    assert codes(registers=(NUMBER,), turn_structure=TurnStructure(phases=(keep, *phases))) == set()


HIDDEN = "sum(rank(x) for x in hand[left(turn)])"
WHO = f"turn if {HIDDEN} > 10 else dealer"


@pytest.mark.parametrize(
    "effect",
    [
        Score(to="turn", points=HIDDEN),
        Score(to=WHO, points="1"),
        Pay(who="turn", to="bank", amount=HIDDEN),
        Move(cards="stock", to="hand", count=HIDDEN),
        Move(cards="stock", to="hand", until="rank(top(stock)) == 'A'"),
        Move(cards="stock", to=f"hand[{WHO}]", count="1"),
        Move(cards="discard", where=f"rank(c) < {HIDDEN}", to="hand"),
        Turn(action="to", seat=WHO),
        Out(seat=WHO),
        Show(cards="hand", to=WHO),
        Set(name="number", value=HIDDEN),
        Each(var="x", domain="hand[left(turn)]", effects=(If(when="rank(x) == 'A'", then=(DRAW,)),)),
    ],
    ids=lambda effect: effect.type,
)
def test_nothing_that_everyone_sees_the_outcome_of_may_depend_on_hidden_cards(effect: Effect):
    setup = choice_genome().setup.copy_with(starting_chips=5)
    assert "privacy.flow" in codes(Offer(name="go", effects=(effect,)), registers=(NUMBER,), setup=setup)


@pytest.mark.parametrize(
    "changes",
    [
        {"actor": WHO},
        {"when": f"{HIDDEN} > 10"},
    ],
    ids=["actor", "when"],
)
def test_who_acts_and_whether_may_not_depend_on_hidden_cards(changes):
    phase = choice_genome().turn_structure.phases[0].copy_with(**changes)
    assert "privacy.flow" in codes(turn_structure=TurnStructure(phases=(phase,)))


def test_who_begins_may_not_depend_on_hidden_cards():
    turns = choice_genome().turn_structure.copy_with(start=f"dealer if {HIDDEN} > 10 else left(dealer)")
    assert "privacy.flow" in codes(turn_structure=turns)


@pytest.mark.parametrize(
    "changes",
    [
        {"until": HIDDEN},
        {"out": f"dealer if {HIDDEN} > 10 else none"},
        {"dummy": f"dealer if {HIDDEN} > 10 else none"},
        {"duties": (Duty(cards="rank(c) == rank(top(stock))"),)},
        {"duties": (Duty(cards="follows(c)", when=HIDDEN),)},
    ],
    ids=["until", "out", "dummy", "duty", "duty when"],
)
def test_tricks_may_not_depend_on_hidden_cards(changes):
    phase = TrickPhase().copy_with(**changes)
    genome = trick_genome(turn_structure=TurnStructure(order="sequence", phases=(phase,)))
    assert {issue.code for issue in genome_issues(genome)} & {"privacy.flow", "privacy.legality"}


def test_who_leads_may_be_found_by_a_card_that_is_then_known_to_be_there():
    phase = TrickPhase(leader="first(p for p in seats if any(c == '2C' for c in hand[p]))")
    genome = trick_genome(turn_structure=TurnStructure(order="sequence", phases=(phase,)))
    assert genome_issues(genome) == []


def test_whether_one_may_pass_depends_on_what_one_knows():
    def auction(may_pass: str) -> set[str]:
        phase = AuctionPhase(calls=(Call(name="bid", levels=(1, 1, 1)),), may_pass=may_pass)
        turns = TurnStructure(order="sequence", phases=(phase, TrickPhase()))
        return {issue.code for issue in genome_issues(trick_genome(turn_structure=turns))}

    assert auction("any(rank(x) == 'A' for x in hand)") == set()
    assert auction("any(rank(x) == 'A' for x in hand[dealer])") == {"privacy.legality"}


def test_cards_nobody_sees_cannot_be_picked_or_played():
    assert "privacy.legality" in codes(Offer(name="take", picks=(Pick(name="c", source="stock", to="hand"),)))
    blind = HAND.copy_with(seen_by="none")
    assert "privacy.legality" in codes(zones=(blind, STOCK, DISCARD))
    tricks = trick_genome(zones=(blind, *trick_genome().zones[1:]))
    assert "privacy.legality" in {issue.code for issue in genome_issues(tricks)}


def test_what_a_seat_puts_down_in_secret_decides_nothing_in_the_open():
    def hide(effect: Effect) -> set[str]:
        pick = Pick(name="put", source="hand", to="hole")
        zones = (HAND, STOCK, DISCARD, Zone(name="hole", seen_by="none"))
        return codes(Offer(name="hide", picks=(pick,), effects=(effect,)), zones=zones, registers=(NUMBER,))

    assert hide(If(when="rank(put) == 'A'", then=(DRAW,))) == {"privacy.flow"}
    assert hide(Set(name="number", value="rank(put)")) == {"privacy.flow"}
    assert hide(If(when="size(hole) > 2", then=(DRAW,))) == set()


def test_a_rule_may_read_only_what_has_been_shown_before():
    show, read = Show(cards="hand"), Set(name="number", value="sum(rank(x) for x in hand)")

    def done(*effects: Effect) -> set[str]:
        phases = (DoPhase(effects=effects), *choice_genome().turn_structure.phases)
        return codes(registers=(NUMBER,), turn_structure=TurnStructure(phases=phases))

    assert done(show, read) == set()
    assert done(read, show) == {"privacy.flow"}
    assert done(show, DRAW, read) == {"privacy.flow"}  # the card drawn has not been shown
    assert done(Show(cards="hand", to="dealer"), read) == {"privacy.flow"}
    assert done(Show(cards="hand", where="rank(c) == 'A'"), read) == {"privacy.flow"}
    assert done(show, Shuffle(zone="stock"), read) == set()


def test_what_one_offer_shows_is_not_shown_by_another():
    show = Offer(name="show", effects=(Show(cards="hand"),))
    read = Offer(name="read", effects=(Set(name="number", value="sum(rank(x) for x in hand)"),))
    assert codes(show, read, registers=(NUMBER,)) == {"privacy.flow"}


def test_of_a_pile_with_an_open_top_only_the_top_may_be_read():
    well = Zone(name="well", seen_by="top")

    def reads(when: str, place: Literal["top", "bottom"]) -> set[str]:
        setup = choice_genome().setup.copy_with(deal=(Move(cards="stock", to="well", count="2", place=place),))
        zones = (HAND, STOCK, DISCARD, well)
        return codes(Offer(name="look", when=when), Offer(name="wait"), zones=zones, setup=setup)

    assert reads("rank(top(well)) == 'A'", "bottom") == set()
    assert reads("any(rank(x) == 'A' for x in well)", "bottom") == {"privacy.legality"}
    assert reads("any(rank(x) == 'A' for x in well)", "top") == set()
    assert reads("any(rank(x) == 'A' for x in face_up(well))", "bottom") == set(), "what lies open may be read"
    assert reads("any(rank(x) == 'A' for x in tops(well))", "bottom") == set()
    assert reads("size(face_up(stock)) > 0", "bottom") == {"expression.wrong-type"}
    assert reads("any(rank(x) == 'A' for x in tops(stock))", "bottom") == {"privacy.legality"}


def test_hidden_cards_are_not_sorted_into_piles_that_can_be_counted():
    sorted_zone = Zone(name="rack", owner="seat", seen_by="owner", piles="rank")
    assert "privacy.piles" in codes(zones=(HAND, STOCK, DISCARD, sorted_zone))


def test_a_card_laid_face_down_is_not_played_so_its_points_and_effects_do_not_give_it_away():
    face_down = Zone(name="discard", role="discard", seen_by="none")
    hearts = CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.PLAY)
    for discard, points in ((face_down, 0), (DISCARD, 1)):
        state = Game(choice_genome(zones=(HAND, STOCK, discard), card_scoring=(hearts,))).deal(seed=2)
        heart = next(action for action in state.actions() if action.text.endswith("H"))
        assert state.apply(heart).scores[0] == points
