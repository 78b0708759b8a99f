"""What is refused about wild cards, and about picks that lay sets on piles by rank."""

from typing import Any

import pytest

from deckwright.genome.schema import (
    CardCondition,
    ChoicePhase,
    GameGenome,
    HandPattern,
    Offer,
    Pick,
    TurnStructure,
    Zone,
)
from deckwright.genome.validate import genome_issues

from .small import HAND, STOCK, choice_genome

MELDS = Zone(name="melds", role="sets", owner="seat", piles="rank")
MELD = HandPattern(
    name="meld", of_a_kind=True, min_count=3, max_count=4, wild=CardCondition(rank="2"), max_wild=1, min_natural=2
)
LAY = Pick(name="laid", kind="sets", source="hand", pattern="meld", to="melds")
PASS = Offer(name="pass")


def laying(
    *picks: Pick, pattern: HandPattern = MELD, melds: Zone = MELDS, turns: dict[str, Any] | None = None
) -> GameGenome:
    """Seats lay sets from their hands, or pass."""
    phase = ChoicePhase(offers=(Offer(name="lay", picks=picks or (LAY,)), PASS))
    return choice_genome(
        zones=(HAND, STOCK, melds),
        patterns=(pattern,),
        turn_structure=TurnStructure(phases=(phase,), **(turns or {})),
    )


def refused(genome: GameGenome) -> list[tuple[str, str]]:
    return [(issue.code, issue.path) for issue in genome_issues(genome)]


def test_sets_with_wild_cards_are_laid():
    assert refused(laying()) == []
    assert refused(laying(LAY.copy_with(kind="set"))) == []


def test_cards_are_wild_in_sets_of_a_kind_only():
    assert ("pattern.wild", "$.patterns[0].wild") in refused(laying(pattern=MELD.copy_with(of_a_kind=False)))


@pytest.mark.parametrize("shape", [{"in_sequence": True}, {"suited": True}, {"distinct_suits": True}])
def test_a_set_with_wild_cards_has_no_other_shape(shape):
    (name,) = shape
    assert ("pattern.wild", f"$.patterns[0].{name}") in refused(laying(pattern=MELD.copy_with(**shape)))


@pytest.mark.parametrize(("field", "value"), [("max_wild", 0), ("min_natural", 4)])
def test_wild_cards_that_can_never_be_laid_are_refused(field, value):
    pattern = MELD.copy_with(**{field: value})
    assert ("pattern.wild-count", f"$.patterns[0].{field}") in refused(laying(pattern=pattern))


def test_only_sets_of_a_kind_are_laid_on_piles_by_rank():
    runs = HandPattern(name="meld", min_count=3, max_count=4, cards=CardCondition(suit="hearts"))
    assert refused(laying(pattern=runs)) == [("pattern.not-for-sets", "$.patterns[0].of_a_kind")]
    suited = HandPattern(name="meld", of_a_kind=True, min_count=3, max_count=4, distinct_suits=True)
    assert refused(laying(pattern=suited)) == [("pattern.not-for-sets", "$.patterns[0].distinct_suits")]


def test_one_pick_of_an_offer_lays_sets():
    path = "$.turn_structure.phases[0].offers[0].picks[1]"
    assert refused(laying(LAY, LAY.copy_with(name="more"))) == [("pick.sets-twice", path)]


def test_sets_are_not_laid_while_all_choose_in_secret():
    found = refused(laying(turns={"order": "together"}))
    assert ("pick.sets-together", "$.turn_structure.phases[0].offers[0].picks") in found


@pytest.mark.parametrize("change", [{"piles": 1}, {"piles": 13}, {"piles": "suit"}])
def test_sets_go_to_a_zone_with_an_open_pile_for_each_rank(change):
    found = refused(laying(melds=MELDS.copy_with(**change)))
    assert ("pick.sets-piles", "$.turn_structure.phases[0].offers[0].picks[0].to") in found
