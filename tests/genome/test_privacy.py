"""Rules that would give hidden cards away are refused when a genome is loaded."""

import pytest

from deckwright.genome.schema import DoPhase, If, Move, Offer, Pick, Register, Set, Show, TurnStructure
from deckwright.genome.validate import genome_issues

from .small import choice_genome

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


def test_registers_are_public_so_nothing_hidden_is_kept_in_one():
    keep = Set(name="number", value="sum(rank(x) for x in hand)")
    assert codes(Offer(name="count", effects=(keep,)), registers=(NUMBER,)) == {"privacy.flow"}


def test_what_has_been_shown_may_be_read():
    keep = DoPhase(effects=(Show(cards="hand"), Set(name="number", value="sum(rank(x) for x in hand)")))
    phases = choice_genome().turn_structure.phases
    assert codes(registers=(NUMBER,), turn_structure=TurnStructure(phases=(keep, *phases))) == set()
