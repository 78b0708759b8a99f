"""What a table says before it matters: of which rank, who has one card left, what is frozen, what a hand is worth."""

from __future__ import annotations

import json
import re
from importlib import import_module
from time import process_time
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import dealt, setup_of, walked
from tests.play.test_said_at_tables import frames, lines

from deckwright.engine import load
from deckwright.engine.patterns import hand_name
from deckwright.engine.scene import choices, game_sheet
from deckwright.engine.scene.asking import asked_for
from deckwright.engine.scene.flags import raised
from deckwright.engine.scene.holding import hand_called
from deckwright.engine.scene.receiver import receiver
from deckwright.engine.scene.worths import needed
from deckwright.evolve.random.genome import generate_random_genome
from deckwright.games import library
from deckwright.genome.codec import dump_json
from deckwright.genome.schema import GameGenome
from deckwright.play.frame import table_frame
from deckwright.play.moments import Moment
from deckwright.web.trial import is_slow_to_show


def cards_of(frame: dict[str, Any], role: str, **wanted: Any) -> list[str]:
    """The cards that lie open in places of a role."""
    found = [region for region in frame["regions"] if region["role"] == role]
    found = [region for region in found if all(region[name] == value for name, value in wanted.items())]
    return [card["code"] for region in found for card in region["cards"] if card["face"] == "up"]


def badges(frame: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The badges of a name."""
    return [badge for badge in (frame["standing"] or {"badges": []})["badges"] if badge["name"] == name]


def test_who_may_stick_reads_of_which_rank() -> None:
    words = {"A": "an ace", "J": "a jack", "Q": "a queen", "K": "a king", "8": "an 8", "J K": "a joker"}
    seen = 0
    for table in walked(Variant("cambio", ())):
        for seat in range(2):
            frame = table_frame(table, seat).to_dict()
            if not frame["prompt"].startswith("Stick"):
                continue
            top = load("cambio").notation.faces[cards_of(frame, "discard")[-1]]
            rank = "a joker" if top.is_joker else words.get(str(top.rank), f"a {top.rank}")
            assert frame["prompt"] == f"Stick {rank}: choose a card or pass"
            seen += 1
    assert seen


@pytest.mark.parametrize("game", ["uno", "crazy-eights", "fan-tan", "cheat"])
def test_whoever_has_one_card_left_is_told_of(game: str) -> None:
    shown = list(frames(game, hands=1, most=2_000))
    told = [event for event in lines(shown) if event["kind"] == "last-card"]
    assert told
    assert all(re.fullmatch(r"(You have|\w+( \d)? has) one card left\.", event["text"]) for event in told)
    for frame in shown:
        for event in frame["events"][-1:]:
            if event["kind"] == "last-card":
                assert frame["seats"][event["seat"]]["hand_count"] == 1


@pytest.mark.parametrize("game", ["hearts", "scopa", "war", "bridge"])
def test_nobody_is_told_of_a_last_card_that_wins_nothing(game: str) -> None:
    assert not [event for event in lines(list(frames(game, most=200))) if event["kind"] == "last-card"]


def test_what_ends_the_game_at_once_says_so() -> None:
    shown = (frame for seed in range(5) for frame in frames("solitaire", seed=seed))
    choices = [choice for frame in shown for choice in frame["choices"]]
    assert {choice["verb"] for choice in choices if choice.get("ends")} == {"give up"}
    assert all(choice.get("ends") for choice in choices if choice["verb"] == "give up")


def test_the_colour_in_play_is_not_said_to_be_asked_for() -> None:
    first = next(frames("uno"))
    assert [badge["label"] for badge in badges(first, "current")] == ["Current colour"]
    assert [badge["label"] for badge in badges(next(frames("crazy-eights")), "current")] == ["Current suit"]


def test_asking_to_go_out_says_when_one_cannot() -> None:
    notes = set()
    for seed in range(4):
        for frame in frames("canasta", hands=1, seed=seed):
            asking = [choice for choice in frame["choices"] if choice["offer"] == "ask to go out"]
            can = any(choice["offer"] == "go out" for choice in frame["choices"])
            for choice in asking:
                assert choice.get("note", "") == ("" if can else "you cannot go out now")
                notes.add(choice.get("note", ""))
            if asking and not can:
                assert "go out" not in frame["prompt"]
    assert "you cannot go out now" in notes


def test_an_offer_that_asks_for_another_is_known_by_what_follows_whatever_it_is_called() -> None:
    asking = {entry.id: dict(asked_for(load(entry.id))) for entry in library().values()}
    assert {game: names for game, names in asking.items() if names} == {"canasta": {"ask to go out": {"go out"}}}
    text = dump_json(load("canasta", hands=1).genome).replace("ask to go out", "may I").replace("go out", "leave")
    renamed = load(json.loads(text))
    assert asked_for(renamed) == {"may I": {"leave"}}
    state = renamed.deal(seed=1)
    while "may I" not in {choice.offer for choice in choices(state)}:
        state = state.apply(state.actions()[0])
    [note] = [choice.note for choice in choices(state) if choice.offer == "may I"]
    assert note == "you cannot leave now"


def test_a_frozen_pile_is_told_of_to_the_side_that_it_is_frozen_for() -> None:
    found = set()
    for seed in range(4):
        for frame in frames("canasta", hands=1, seed=seed):
            if frame["status"] != "playing":
                continue
            cards = cards_of(frame, "discard")
            for_all = any(code[0] == "2" or code in ("JK", "3H", "3D") for code in cards)
            opened = [bool(cards_of(frame, "sets", index=team)) for team in (0, 1)]
            frozen = {team for team in (0, 1) if for_all or not opened[team]}
            told = badges(frame, "frozen")
            assert {badge["label"] for badge in told} <= {"Pile frozen"}
            assert {badge["holds"] for badge in told} <= {"flag"}
            expected: list[Any] = [("table", None)] if len(frozen) == 2 else [("team", team) for team in sorted(frozen)]
            assert [(badge["owner"], badge["index"]) for badge in told] == expected
            found.add(tuple(expected))
    assert (("table", None),) in found


def test_who_is_vulnerable_is_told_from_the_first_call_on() -> None:
    sides = {0: [], 1: [("team", 0)], 2: [("team", 1)], 3: [("table", None)]}
    for hand, expected in sides.items():
        for frame in frames("bridge", hands=hand + 1, most=2_000):
            if len(frame["hands"]) == hand + 1 and frame["status"] == "playing":
                told = badges(frame, "declarer_is_vulnerable")
                assert [(badge["owner"], badge["index"]) for badge in told] == expected
                assert {badge["label"] for badge in told} <= {"Vulnerable"}


@pytest.mark.parametrize(("game", "common"), [("draw-poker", ()), ("simple-poker", ()), ("holdem", ("board",))])
def test_ones_own_hand_is_named_while_one_bets(game: str, common: tuple[str, ...]) -> None:
    loaded = load(game)
    evaluation = loaded.definition.evaluation
    assert evaluation is not None
    named = set()
    for seed in range(12):
        for frame in frames(game, seed=seed):
            if frame["status"] != "playing":
                continue
            own = cards_of(frame, "hand", index=0)
            open_cards = [code for name in common for code in cards_of(frame, "other", name=name)]
            expected = hand_name(evaluation, [loaded.notation.faces[code] for code in own + open_cards]) if own else ""
            if frame["seats"][0]["has_folded"]:
                expected = ""
            assert frame["hand_name"] == expected
            named.add(expected)
    assert named - {""}
    assert any("pair" in name for name in named)


def test_nobody_else_is_told_what_a_hand_is_worth() -> None:
    for table in walked(Variant("draw-poker", ())):
        assert table_frame(table, None).to_dict()["hand_name"] == ""


def points(game: str) -> dict[str, int]:
    """What cards score, by their names."""
    cards = game_sheet(load(game))["cards"]
    return {code: card["points"] for code, card in cards.items() if card.get("points")}


def test_cards_that_score_where_they_are_taken_say_how_much() -> None:
    hearts = points("hearts")
    assert hearts == {**{code: 1 for code in game_sheet(load("hearts"))["cards"] if code.endswith("H")}, "QS": 13}
    tiles = {"".join(sorted(code)): value for code, value in points("texas-42").items()}
    assert {"".join(sorted(name)): value for name, value in tiles.items()} == {
        "".join(sorted(name)): value for name, value in {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}.items()
    }
    assert points("scopa") == {"7/coins": 1}
    pinochle = points("pinochle")
    assert {code: pinochle.get(code) for code in ("AS", "10H", "KC", "QS", "9H")} == {
        "AS": 10, "10H": 10, "KC": 10, "QS": None, "9H": None,
    }  # fmt: skip


@pytest.mark.parametrize("game", ["uno", "canasta", "bridge", "draw-poker", "cambio", "solitaire"])
def test_cards_that_score_by_something_else_say_nothing(game: str) -> None:
    assert points(game) == {}


def test_cards_of_the_board_are_turned_up_and_drawn_by_nobody() -> None:
    state, told = load("holdem").deal(seed=1), list[str]()
    while state.seat is not None:
        texts = {action.text: action for action in state.actions()}
        state = state.apply(texts.get("check") or texts.get("call") or state.actions()[0])
        told += Moment(state).told(None, ("Ann", "Ben"))
    assert [text for text in told if "turned up" in text] == [
        text for text in told if re.fullmatch(r"(\S+, \S+ and \S+ are|\S+ is) turned up\.", text)
    ]
    assert sum("turned up" in text for text in told) == 3
    assert not [text for text in told if " draw" in text]


def test_a_hand_of_nothing_says_its_highest_card() -> None:
    game = load("draw-poker")
    assert game.definition.evaluation is not None
    for codes, expected in (
        ("2S 3D 7D 9C QC", "high card (Q)"),
        ("2S 3S 7S 9S QS", "flush"),
        ("AS 2D 3D 4C 5C", "straight"),
        ("2S 2D 7D 9C QC", "one pair (2)"),
    ):
        cards = [game.notation.faces[code] for code in codes.split()]
        assert hand_name(game.definition.evaluation, cards) == expected


@pytest.mark.parametrize("labels", [1, 90])
def test_what_takes_too_long_to_work_out_is_not_shown(labels: int) -> None:
    """Conditions of somebody's own genome are read for whoever looks, while everybody else waits."""
    heavy = "sum(sum(rounds for a in ranks) for b in ranks) > 0"
    genome = load("crazy-eights").genome.to_dict()
    terms = [{"name": "rounds", "expr": "sum(sum(direction for c in ranks) for d in ranks)"}]
    terms += [{"name": f"heavy{number}", "expr": heavy, "label": f"heavy{number}"} for number in range(labels)]
    rules = [
        {"name": f"{term['name']} rule", "when": f"size(hand) == 0 and {term['name']}", "points": "1"}
        for term in terms[1:]
    ]
    more = {"terms": [*genome["terms"], *terms], "scoring_rules": [*genome["scoring_rules"], *rules]}
    game = load(GameGenome.model_validate({**genome, **more}))
    public = game.deal(seed=1).public
    found = [flag.name for flag, _ in raised(game, public)]
    assert not [name for name in found if name.startswith("heavy")]
    began_s = process_time()
    for _ in range(3):
        list(raised(game, public))
    assert process_time() - began_s < 1.0


def test_a_hand_of_which_the_best_takes_too_long_to_find_is_not_named() -> None:
    genome = load("draw-poker").genome.to_dict()
    for cards, choose, is_named in ((9, 5, True), (20, 5, False)):
        genome["setup"] |= {"cards_per_player": cards, "first_dealer": 1}
        genome["hand_evaluation"]["choose"] = choose
        game = load(GameGenome.model_validate({**genome, "player_count": 2}))
        began_s = process_time()
        assert bool(hand_called(game.deal(seed=1), 0)) is is_named
        assert process_time() - began_s < 1.0


def needing(offers: int, players: int) -> GameGenome:
    """Rummy in which each of so many offers lays sets that have to be worth something, on a heavy condition."""
    genome = load("rummy").genome.to_dict()
    heavy = "sum(sum(rounds for a in ranks) for b in ranks) < 1000000 + heat"
    rounds = {"name": "rounds", "expr": "sum(sum(direction for c in ranks) for d in ranks)"}
    lay = {
        "when": heavy,
        "picks": [{"name": "meld", "kind": "set", "source": "hand", "pattern": "meld", "to": "melds"}],
        "accept": "sum(worth(c) for c in meld) >= 3",
        "effects": [{"type": "set", "name": "heat", "value": "min(9, heat + 1)"}],
    }
    laying = genome["turn_structure"]["phases"][0]["phases"][1]
    laying["phases"][0]["offers"][:2] = [{**lay, "name": f"lay {number}"} for number in range(offers)]
    melds = [{"name": "melds", "role": "sets", "piles": "rank"}]
    laying["limit"] = 3
    more = {
        "player_count": players,
        "max_turns": 50,
        "zones": [*(zone for zone in genome["zones"] if zone["name"] != "melds"), *melds],
        "registers": [*(one for one in genome["registers"] if one["name"] != "laid"), {"name": "heat", "per": "seat"}],
        "terms": [rounds, *genome["terms"]],
        "patterns": [{"name": "set", "min_count": 3, "max_count": 4, "of_a_kind": True, "group": "meld"}],
    }
    return GameGenome.model_validate({**genome, **more})


def test_what_sets_have_to_be_worth_is_not_shown_where_that_takes_too_long() -> None:
    game = load(needing(12, 7))
    public = game.deal(seed=1).public
    list(needed(game, public))
    began_s = process_time()
    assert not list(needed(game, public))
    assert process_time() - began_s < 0.5


def test_a_receiver_that_takes_too_long_to_find_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load("hearts").deal(seed=1)
    assert receiver(state, 0) == 1
    monkeypatch.setattr(import_module("deckwright.engine.scene.receiver"), "PATIENCE_S", 0.0)
    assert receiver(state, 0) is None


def test_hands_are_named_without_listing_the_sets_that_their_patterns_form() -> None:
    """That takes as long as compiling a genome may, and more is refused."""
    genome = load("draw-poker").genome.to_dict()
    patterns = genome["hand_evaluation"]["patterns"]
    more = [{**patterns[0], "name": f"wheel {number}", "rank_priority": 101 + number} for number in range(80)]
    genome["hand_evaluation"]["patterns"] = [*more, *patterns]
    game = load(GameGenome.model_validate(genome))
    began_s = process_time()
    assert hand_called(game.deal(seed=1), 0)
    assert process_time() - began_s < 1.0


def test_frames_of_random_genomes_are_made_and_soon() -> None:
    """Those whose cards may be picked by what the rules call `c` among them."""
    for seed in (*range(5140, 5156), *range(20)):
        game = load(generate_random_genome(seed))
        assert not is_slow_to_show(game), seed


def test_why_a_card_does_not_fit_is_said_where_rules_call_it_c() -> None:
    genome = load("crazy-eights").genome.to_dict()
    text = json.dumps(genome).replace('"name": "c", "source"', '"name": "played", "source"')
    text = text.replace('"cards": "c"', '"cards": "played"').replace('"suit(c)"', '"suit(played)"')
    shown = [
        frame.reasons
        for seed in range(4)
        for frame in (table_frame(dealt(setup_of(load(json.loads(text)), seed=seed)), 0),)
    ]
    assert any("8" in reason.text or "suit" in reason.text for found in shown for reason in found)
