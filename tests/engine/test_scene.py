"""Moves, places and what has been settled, as data: complete, unambiguous, and no more than a seat sees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from tests.conformance.walks import Variant, main_variants

from deckwright.engine import Game, State, load, rulebook
from deckwright.engine.scene import Choice, choices, draft_parts, game_sheet, reasons, regions, standing
from deckwright.engine.scene.choice import OF
from deckwright.engine.scene.story import begin_story, go_on
from deckwright.genome.errors import GenomeError

STEPS = 100


@pytest.fixture(params=main_variants(), ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    found = request.param
    assert isinstance(found, Variant)
    return found


def walk(variant: Variant, seed: int = 0) -> Iterator[State]:
    state, rng = variant.load().deal(seed=seed), Random(seed)
    for _ in range(STEPS):
        yield state
        if state.is_over:
            return
        state = state.apply(rng.choice(state.actions()))


def named(state: State) -> tuple[str, ...]:
    return tuple(f"Player {chr(65 + seat)}" for seat in range(state.game.seats))


def said(choice: Choice) -> str:
    """All of a choice that is data."""
    data = choice.to_dict()
    return json.dumps({name: value for name, value in data.items() if name not in ("id", "label")})


def is_complete(choice: Choice) -> bool:
    """Whether nothing has to be read out of the label."""
    if choice.is_done:
        return choice.of == "none" and choice.low is not None and choice.high is not None
    match choice.of:
        case "card":
            return choice.card is not None and choice.zone is not None
        case "cards" if choice.card is not None:
            return choice.zone is not None and None not in (choice.low, choice.high, choice.picked)
        case "cards":
            return bool(choice.cards or choice.ranks) and choice.zone is not None
        case "pile":
            return choice.target is not None
        case "seat" | "suit" | "rank" | "strain":
            return choice.value is not None
        case "call":
            return choice.value is not None and choice.level is not None
        case "amount":
            return choice.amount is not None
    return choice.of == "none"


def test_every_legal_action_is_complete_data_and_no_two_are_the_same(variant: Variant) -> None:
    for state in walk(variant):
        found = choices(state, named(state))
        assert [choice.id for choice in found] == [f"{action.slot}.{action.value}" for action in state.actions()]
        known = {region["id"] for region in game_sheet(state.game)["regions"]}
        for choice in found:
            assert choice.of in OF
            assert is_complete(choice), choice
            assert {choice.zone, choice.target} - {None} <= known, choice
        assert len({said(choice) for choice in found}) == len(found)


def test_labels_have_no_underscore_and_no_bare_seat_number(variant: Variant) -> None:
    for state in walk(variant):
        for choice in choices(state, named(state)):
            for text in (choice.label, choice.verb, choice.offer):
                assert "_" not in text
                assert not re.search(r"\bseat \d|\[\d|\b\d+\.\d+\b", text), text


def test_a_card_named_by_a_choice_lies_face_up_in_its_region(variant: Variant) -> None:
    for state in walk(variant):
        if state.seat is None:
            continue
        shown = {region.id: region for region in regions(state, state.seat)}
        for choice in choices(state):
            if choice.card is not None and choice.zone is not None:
                assert any(seen.code == choice.card and seen.face == "up" for seen in shown[choice.zone].cards), choice


def test_regions_hold_every_card_once_and_show_no_more_than_was_seen(variant: Variant) -> None:
    for state in walk(variant):
        for seat in (*range(state.game.seats), None):
            view = state.view(seat)
            for memory in (False, True):
                found = regions(state, seat, memory=memory)
                assert [region.count for region in found] == [zone.count for zone in view.zones]
                for region, zone in zip(found, view.zones, strict=True):
                    assert sum(card.count for card in region.cards) == zone.count
                    shown = sorted(card.code for card in region.cards if card.code)
                    known = sorted(card for card in zone.cards if card)
                    if memory and state.game.notation.zone_names[zone.name].remembers:
                        assert shown == known
                    else:
                        assert not [card for card in shown if shown.count(card) > known.count(card)]
                        assert memory or all(card.face != "memory" for card in region.cards)


def test_the_cards_that_can_be_seen_have_different_identities(variant: Variant) -> None:
    for state in walk(variant):
        for seat in (*range(state.game.seats), None):
            seen = [(card.code, card.copy) for region in regions(state, seat) for card in region.cards if card.code]
            assert len(set(seen)) == len(seen)


def test_scores_hand_by_hand_add_up_to_the_score(variant: Variant) -> None:
    story = begin_story(variant.load().seats)
    for state in walk(variant):
        story = go_on(story, state)
        for seat in range(state.game.seats):
            assert sum(hand.points[seat] for hand in story.hands) == state.scores[seat]
        for team in range(len(state.game.teams)):
            assert sum(hand.team_points[team] for hand in story.hands) == state.team_scores[team]
        assert set(state.view(None).plays) <= {(play.seat, play.card) for play in story.trick}


def test_nothing_is_settled_before_it_is() -> None:
    state = load("texas-42").deal(seed=1)
    assert standing(state).trump is None
    assert standing(state).contract is None
    state = state.apply(next(action for action in state.actions() if action.text.startswith("call")))
    contract = standing(state).contract
    assert contract is not None
    assert not contract.is_final


def test_a_dummy_lies_open_and_its_partner_acts_for_it() -> None:
    state, rng = load("bridge").deal(seed=4), Random(4)
    seen = 0
    for _ in range(400):
        found = standing(state)
        if found.dummy is not None and not state.is_over:
            hands = {region.id: region for region in regions(state, None)}
            assert all(card.face == "up" for card in hands[f"hand[{found.dummy}]"].cards)
            if found.playing == found.dummy:
                assert state.seat != found.dummy
                assert {choice.zone for choice in choices(state)} == {f"hand[{found.dummy}]"}
                seen += 1
        if state.is_over:
            break
        state = state.apply(rng.choice(state.actions()))
    assert seen > 10


def test_cards_remembered_in_another_hand_are_backs_unless_memory_is_shown() -> None:
    state, rng = load("rummy").deal(seed=2), Random(2)
    remembered = 0
    for _ in range(200):
        if state.is_over:
            break
        for region in regions(state, 0):
            if region.role == "hand" and not region.is_own:
                assert all(card.face == "down" for card in region.cards)
        remembered += sum(card.face == "memory" for region in regions(state, 0, memory=True) for card in region.cards)
        state = state.apply(rng.choice(state.actions()))
    assert remembered > 0


def test_cards_to_be_remembered_in_cambio_are_never_shown_as_known() -> None:
    state, rng = load("cambio").deal(seed=2), Random(2)
    for _ in range(60):
        if state.is_over:
            break
        for seat in range(2):
            for region in regions(state, seat, memory=True):
                assert all(card.face != "memory" for card in region.cards)
        state = state.apply(rng.choice(state.actions()))


def test_a_zone_may_say_that_its_cards_have_to_be_remembered() -> None:
    """What a seat knows of cards in the discard pile of Cheat is its own affair; the rulebook says so."""
    base = load("cheat").genome

    def changed(*, memory: bool) -> Game:
        zones = tuple(zone.copy_with(memory=memory) if zone.seen_by == "none" else zone for zone in base.zones)
        return load(base.copy_with(zones=zones))

    known = dict.fromkeys((False, True), 0)
    for memory in known:
        state, rng = changed(memory=memory).deal(seed=2), Random(2)
        for _ in range(60):
            for region in regions(state, 0, memory=True):
                if region.name == "discard":
                    known[memory] += sum(card.face == "memory" for card in region.cards)
            state = state.apply(rng.choice(state.actions()))
    assert known[False] == 0 < known[True]
    assert "has to remember it" in rulebook(changed(memory=False))
    assert "has to remember it" not in rulebook(changed(memory=True))


def test_a_zone_whose_cards_lie_open_has_nothing_to_be_remembered() -> None:
    base = load("old-maid").genome
    zones = tuple(zone.copy_with(memory=zone.seen_by != "all") for zone in base.zones)
    with pytest.raises(GenomeError) as error:
        load(base.copy_with(zones=zones))
    assert [(issue.code, issue.path) for issue in error.value.issues] == [("field.no-effect", "$.zones[2].memory")]


def test_a_draft_is_data() -> None:
    state = load("hearts").deal(seed=1)
    assert state.seat is not None
    seat, first = state.seat, choices(state)[0]
    assert (first.low, first.high, first.picked) == (3, 3, 0)
    drafting = state.apply(state.actions()[0])
    [part] = draft_parts(drafting, seat)
    assert (part.of, part.cards) == ("cards", (first.card,))
    assert choices(drafting)[0].picked == 1
    assert draft_parts(drafting, (seat + 1) % 4) == ()


def test_every_card_of_a_trick_that_cannot_be_played_has_its_reason(variant: Variant) -> None:
    for state in walk(variant):
        if state.seat is None or state.kind != "Trick":
            continue
        found, seen = choices(state), regions(state, state.seat)
        told = {reason.card: reason.text for reason in reasons(state, found, seen)}
        zones = {choice.zone for choice in found if choice.of == "card"}
        held = [card.code for region in seen if region.id in zones for card in region.cards if card.code]
        assert set(told) == set(held) - {choice.card for choice in found}
        assert all(text.endswith(".") and "*" not in text and "_" not in text for text in told.values()), told


def test_reasons_come_from_the_rule_that_binds() -> None:
    state, rng, told = load("hearts").deal(seed=5), Random(5), set[str]()
    for _ in range(150):
        if state.is_over:
            break
        told |= {reason.text for reason in reasons(state, choices(state), regions(state, state.seat))}
        state = state.apply(rng.choice(state.actions()))
    assert "You must follow suit if you can." in told
    assert "Hearts may not be led until hearts are broken, unless you have nothing else." in told
    state = load("crazy-eights").deal(seed=1)
    [text] = {reason.text for reason in reasons(state, choices(state), regions(state, state.seat))}
    assert "The card must be of the current suit or match the rank of the top discard." in text


def test_where_no_card_of_a_hand_fits_each_says_why() -> None:
    """Only drawing is left then, and none of the cards would otherwise look as if it could not be played."""
    state, rng = load("uno").deal(seed=1), Random(1)
    while state.seat is None or [choice.verb for choice in choices(state)] != ["draw"]:
        state = state.apply(rng.choice(state.actions()))
    seen = regions(state, state.seat)
    told = reasons(state, choices(state), seen)
    held = {card.code for region in seen if region.is_own and region.name == "hand" for card in region.cards}
    assert {reason.card for reason in told} == held
    assert all("match" in reason.text or "current" in reason.text for reason in told)


def test_a_raise_says_its_chips() -> None:
    """The first is a bet; after it, what one's chips before the pot come to."""
    state = load("draw-poker").deal(seed=1)
    bet = next(choice for choice in choices(state) if choice.amount is not None)
    assert (bet.verb, bet.label, bet.amount) == ("bet", "bet 2", 2)
    state = state.apply("raise").apply("raise").apply("fold").apply("fold")
    raised = next(choice for choice in choices(state) if choice.verb == "raise")
    assert (raised.label, raised.amount) == ("raise to 6", 4)


def test_the_sheet_tells_suit_and_rank_of_every_card(variant: Variant) -> None:
    sheet = game_sheet(variant.load())
    assert set(sheet["cards"]) == {card.code for card in variant.load().deck.cards}
    assert all(card["name"] for card in sheet["cards"].values())
    json.dumps(sheet)


def test_the_sheet_tells_when_the_game_is_over(variant: Variant) -> None:
    ending = game_sheet(variant.load())["ending"]
    assert ending.endswith(".")
    assert "_" not in ending
    assert len(ending) < 300


def test_the_end_of_a_match_follows_its_options() -> None:
    assert "a side has 1000 points or more" in game_sheet(load("canasta", target=1000))["ending"]
    assert "after two hands" in game_sheet(load("canasta", hands=2))["ending"]
    assert "somebody has 50 points" in game_sheet(load("cambio", target=50))["ending"]
    assert "after 3 rounds" in game_sheet(load("cambio", hands=3))["ending"]


def test_what_seats_bring_in_is_counted_anew_with_each_hand(variant: Variant) -> None:
    """Points that were captured two hands ago are told by the scores."""
    game = variant.load()
    if not game.notation.credits:
        return
    state, rng = game.deal(seed=11), Random(11)
    story = go_on(begin_story(state.game.seats), state)
    names = {family.name for family in state.game.notation.credits}
    carried = False
    while state.seat is not None and len(story.hands) < 4:
        before = len(story.hands)
        state = state.apply(rng.choice(state.actions()))
        story = go_on(story, state)
        if len(story.hands) > before:
            carried = carried or any(map(any, state.credits.values()))
            shown = [badge.value for badge in standing(state, story.brought_in).badges if badge.name in names]
            assert not any(shown)
    assert carried or state.seat is None


def test_a_table_says_which_rank_is_to_be_claimed_and_not_which_was() -> None:
    state = load("cheat").deal(seed=3)
    found: list[dict[str, object]] = []
    for _ in range(40):
        found.append({badge.name: badge.value for badge in standing(state).badges if "rank" in badge.name})
        state = state.apply(state.actions()[-1])
    assert found[0] == {"due_rank": "A"}
    assert all(len(badges) <= 1 for badges in found)
    ranks = list(dict.fromkeys(badges["due_rank"] for badges in found if "due_rank" in badges))
    assert ranks[:3] == ["A", "2", "3"]
    assert any("claimed_rank" in badges for badges in found)


def test_hands_are_held_by_rank_where_ranks_are_laid_together() -> None:
    sorts = {
        game_id: game_sheet(load(game_id))["sort"] for game_id in ("president", "go-fish", "cheat", "rummy", "hearts")
    }
    assert sorts == {"president": "rank", "go-fish": "rank", "cheat": "rank", "rummy": "suit", "hearts": "suit"}
