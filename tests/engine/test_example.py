"""Example hands: really played, told with all cards, and reckoned up to the score they had."""

from __future__ import annotations

import re

import pytest

from deckwright.document import Listing, Paragraph, texts_of
from deckwright.engine import Game, load, rulebook, rulebook_page
from deckwright.engine.example import example_hand
from deckwright.engine.example.faces import Faces
from deckwright.engine.example.playing import choose_hand, play_hand
from deckwright.engine.example.reckoning import reckoning
from deckwright.engine.example.telling import tell
from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook

CLUMSY = re.compile(r"\b([a-z]{2,}) \1\b|  | [,.;]|\.\.|\byou \w+s |None|[\[\]_{}]")


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_every_game_has_an_example_from_the_deal_to_the_score(game_id: str) -> None:
    blocks = example_hand(load(game_id))
    told = list(texts_of(blocks))
    assert sum(isinstance(block, Listing) for block in blocks) >= 2
    assert Paragraph("The play:") in blocks
    assert told[-1].endswith(".")
    assert len(told) <= 60
    for text in told:
        assert not CLUMSY.search(text), text


def test_an_example_is_a_hand_that_can_be_played_again() -> None:
    hand = choose_hand(load("euchre"))
    assert hand is not None
    again = hand.last.game.deal(seed=hand.seed)
    for action in hand.last.history:
        again = again.apply(action.text)
    assert again.is_over
    assert again.team_scores == hand.last.team_scores
    assert hand.states[0].view(0) == again.game.deal(seed=hand.seed).view(0)


@pytest.mark.parametrize("game_id", ["spades", "hearts", "scopa", "kuhn", "euchre"])
def test_the_points_of_the_rules_add_up_to_the_score(game_id: str) -> None:
    hand = choose_hand(load(game_id))
    assert hand is not None
    faces = Faces(hand.last.game)
    sums: dict[str, int] = {}
    lines = [text for text in texts_of(reckoning(faces, hand)) if text.startswith("**")]
    for text in [text for text in lines if not text.startswith("**Together")]:
        for who, sign, number in re.findall(r"(players? \d(?: and \d)?) ([+−])(\d+)", text):
            sums[who] = sums.get(who, 0) + int(number) * (1 if sign == "+" else -1)
    scores = hand.last.team_scores or hand.last.scores
    names = [faces.side(side) if hand.last.team_scores else faces.player(side) for side in range(len(scores))]
    assert {name: sums.get(name, 0) for name in names} == dict(zip(names, scores, strict=True))
    assert any(scores)


def test_the_same_game_has_the_same_example() -> None:
    assert example_hand(load("leduc")) == example_hand(load("leduc"))


def test_the_example_is_put_between_the_rules_and_the_glossary() -> None:
    genome = load("kuhn").genome
    book = rulebook("kuhn")
    assert book == rulebook(genome)
    rules, _, rest = book.partition("## An example hand\n")
    assert generate_rulebook(genome).startswith(rules)
    assert "## Glossary" in rest
    page = rulebook_page("kuhn")
    assert '<h2 id="an-example-hand">' in page
    assert "http" not in page  # it needs nothing else


@pytest.mark.parametrize("seed", range(0, 120, 10))
def test_whatever_can_be_played_can_be_told(seed: int) -> None:
    for text in texts_of(example_hand(Game(generate_random_genome(seed)))):
        assert text.strip()


@pytest.mark.parametrize("game_id", ["hearts", "go-fish"])
def test_the_points_of_the_last_move_are_told_with_it(game_id: str) -> None:
    game = Game(load(game_id).genome.copy_with(max_hands=1), id=game_id)
    hands = (hand for seed in range(40) if (hand := play_hand(game, seed, "random")))
    hand = next(hand for hand in hands if any(event.kind == "scored" for event in hand.last.events(None)))
    told = tell(Faces(game), hand)
    last = [event for event in hand.last.events(None) if event.kind == "scored"]
    assert f"scores {last[0].detail['points']}" in told[-1]
    assert sum(int(number) for line in told for number in re.findall(r"scores (\d+)", line)) == sum(hand.last.scores)


@pytest.mark.parametrize("mode", ["sequential", "player_choice", "fixed"])
def test_claims_of_an_example_are_mostly_true_and_sometimes_doubted(mode: str) -> None:
    game = load("cheat", rank_mode=mode)
    hand = choose_hand(game)
    assert hand is not None
    lines = tell(Faces(hand.last.game), hand)
    claims = [line for line in lines if " claims " in line]
    assert len(claims) > 10
    assert all(line.count(" claims ") == 1 and line.index(" claims ") < 10 for line in claims)
    assert any(" doubts. The claim shows" in line for line in lines)
    texts = [action.text for action in hand.last.history]
    assert texts.count("trust") > texts.count("doubt") > 0


def test_those_who_do_the_same_in_turn_are_told_together() -> None:
    hand = choose_hand(load("president"))
    assert hand is not None
    told = " ".join(tell(Faces(hand.last.game), hand))
    assert re.search(r"Players \d, \d and \d pass\. The heap is cleared", told)
    assert not re.search(r"Player \d passes\. Player \d passes", told)
    drawn = choose_hand(load("old-maid"))
    assert drawn is not None
    assert " ".join(tell(Faces(drawn.last.game), drawn)).count(" draws ") == len(drawn.last.history)


@pytest.mark.parametrize("seed", [0, 127, 156])
def test_any_game_that_is_valid_has_an_example(seed: int) -> None:
    """Also where a rule has an effect only through scores, nothing is left to claim, or nobody may pass."""
    assert list(texts_of(example_hand(Game(generate_random_genome(seed)))))


def test_of_like_cards_that_go_one_alone_may_have_been_named() -> None:
    """An action names a card, and an effect moves it together with a copy."""
    assert list(texts_of(example_hand(Game(generate_random_genome(499)))))
