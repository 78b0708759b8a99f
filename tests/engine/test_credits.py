"""What each seat brings in by itself, beside the score of its side."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deckwright.agents import AgentContext
from deckwright.engine import Game, Information, State, Transition, load, rulebook
from deckwright.games import catalogue
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import (
    ChoicePhase,
    GameGenome,
    If,
    Move,
    Offer,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.genome.validate import check_genome, genome_issues
from deckwright.measure import simulate

from .conftest import walk

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
PARTNERS = ((0, 2), (1, 3))


def team_games() -> list[Game]:
    """Every game of the library in teams, by default or as an option, two hands of it where that can be asked."""
    games = []
    for entry in catalogue().values():
        options = {option.name for option in entry.options}
        chosen: dict[str, int | bool] = {"hands": 2} if "hands" in options else {}
        if "partners" in options:
            chosen |= {"players": 4, "partners": True}
        games.append(load(entry.id, **chosen))
    return [game for game in games if game.teams]


def credited_cards(game: Game) -> dict[str, Any] | None:
    """Which cards count for those who bring them in; None where tricks are all the credit."""
    cards: dict[str, Any] | None = compile_genome(game.genome).data["credits"]["cards"]
    return cards


@pytest.mark.parametrize("game", team_games(), ids=lambda game: game.id)
def test_every_game_in_teams_tells_what_each_seat_brought_in(game: Game) -> None:
    *_, end = walk(game, seed=3, most=100_000)
    assert end.result is not None
    assert end.result.credits == end.credits
    assert end.credits
    assert all(len(by_seat) == game.seats for by_seat in end.credits.values())
    assert any(any(by_seat) for by_seat in end.credits.values())
    assert {name: end.view(None).registers[name] for name in end.credits} == end.credits
    assert set(end.credits) <= set(game.labels)


@pytest.mark.parametrize("game", team_games(), ids=lambda game: game.id)
def test_each_trick_is_credited_to_the_seat_that_took_it(game: Game) -> None:
    taken = [0] * game.seats
    for state in walk(game, seed=1, most=100_000):
        for event in state.events(None):
            if event.kind == "trick won":
                taken[int(str(event.detail["seat"]))] += 1
    assert state.credits.get("tricks_taken", (0,) * game.seats) == tuple(taken)


@pytest.mark.parametrize("game", [game for game in team_games() if credited_cards(game)], ids=lambda game: game.id)
def test_what_partners_brought_in_is_what_lies_there_for_their_side(game: Game) -> None:
    """At every moment of a hand, by the values of the cards and the places that the credit is about."""
    program = compile_genome(game.genome)
    cards = credited_cards(game)
    assert cards is not None
    name = program.names.credits[program.data["credits"]["lines"].index(cards["into"])]
    places = {program.names.zones[family].name for family in cards["zones"]}
    types = program.data["deck"]["type_of"]
    worth = {program.names.cards[kind]: value for kind, value in zip(types, cards["values"], strict=True)}
    checked = 0
    for state in walk(game, seed=2, most=2_000):
        if state.hands:
            break
        view = state.view(None)
        for team, members in enumerate(game.teams):
            owned = [
                zone
                for zone in view.zones
                if zone.name in places and (zone.index == team if zone.owner == "team" else zone.index in members)
            ]
            lying = sum(worth[card] for zone in owned for card in zone.cards if card is not None)
            assert sum(state.credits[name][seat] for seat in members) == lying
            checked += lying > 0
    assert checked


def test_the_five_counts_of_texas_42_are_captured_by_somebody() -> None:
    for seed in range(5):
        before, *_ = [state for state in walk(load("texas-42", hands=1), seed=seed) if state.is_over]
        assert sum(before.credits["tricks_taken"]) <= 7
        if sum(before.credits["tricks_taken"]) == 7:
            assert sum(before.credits["points_captured"]) == 35


@pytest.mark.parametrize("game", team_games(), ids=lambda game: game.id)
def test_batches_add_up_what_games_tell(game: Game) -> None:
    class Whim:
        name = "whim"

        def choose(self, information: Information, context: AgentContext, *, seed: int) -> Transition:  # noqa: ARG002
            return Random(str(seed)).choice(information.transitions)

    stepped = simulate(game, agents=(Whim(),), games=2, seed=4)
    batch = simulate(game, games=40, seed=4)
    assert set(stepped.credits) == set(batch.credits) == {family.name for family in game.notation.credits}
    for stats in (stepped, batch):
        assert type(stats).from_dict(stats.to_dict()) == stats
        assert all(len(means) == game.seats for means in stats.credits.values())
    if "tricks_taken" in batch.credits and game.id == "partnership-spades":
        assert sum(mean.mean for mean in batch.credits["tricks_taken"]) == pytest.approx(26)
        assert sum(mean.mean for mean in stepped.credits["tricks_taken"]) == pytest.approx(26)


def test_alone_the_score_is_all_the_credit_there_is() -> None:
    assert load("hearts", hands=1).deal(seed=1).credits == {}


def capturing(*, seen_by: str = "all", **changes: object) -> GameGenome:
    """Partners who play a card each turn: a red one is captured, a black one thrown away, whatever the order."""
    play = Offer(
        name="play",
        picks=(Pick(name="c", source="hand"),),
        effects=(
            If(
                when="colour(c) == 'red'",
                then=(Move(cards="c", to="heap"), Move(cards="heap", to="captured")),
                otherwise=(Move(cards="c", to="heap"),),
            ),
        ),
    )
    genome = GameGenome(
        genome_id="reds",
        player_count=4,
        team_mode=True,
        teams=PARTNERS,
        zones=(HAND, STOCK, Zone(name="heap"), Zone(name="captured", role="captured", owner="team", seen_by=seen_by)),
        setup=SetupRules(cards_per_player=3),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(play,)),), limit=12),
        scoring_rules=(ScoringRule(points="size(captured)"),),
        win_conditions=(WinCondition(type="high_score"),),
    )
    return genome.copy_with(**changes)


def test_cards_that_are_captured_by_a_choice_are_credited_whatever_brings_them_there() -> None:
    for state in walk(Game(capturing()), seed=1):
        for team, members in enumerate(PARTNERS):
            lying = state.view(None).zone("captured", index=team).count
            assert sum(state.credits["cards_captured"][seat] for seat in members) == lying
    assert sum(state.credits["cards_captured"]) > 4


def test_points_of_cards_that_not_everyone_sees_are_no_credit() -> None:
    rows = [{"where": "1", "value": 7}]
    deck = {"tables": [{"name": "worth", "rows": rows}]}
    points = (ScoringRule(points="sum(worth(x) for x in captured)"),)
    tricks = TurnStructure(order="sequence", phases=(TrickPhase(),))
    for seen_by, names in (("all", ("tricks_taken", "points_captured")), ("none", ("tricks_taken",))):
        captured = Zone(name="captured", role="captured", owner="team", seen_by=seen_by)
        genome = capturing(zones=(HAND, STOCK, captured), turn_structure=tricks, scoring_rules=points)
        game = Game(GameGenome.parse({**genome.model_dump(mode="json"), "deck": deck}))
        assert tuple(game.deal(seed=1).credits) == names


def labelled(**changes: object) -> GameGenome:
    """Seats who throw cards away; how many hearts each has thrown is kept for people to see, and no rule reads it."""
    throw = Offer(
        name="throw",
        picks=(Pick(name="c", source="hand", to="heap"),),
        effects=(Set(name="hearts_thrown", value="hearts_thrown + (suit(c) == 'hearts')"),),
    )
    genome = GameGenome(
        genome_id="throwing",
        player_count=2,
        zones=(HAND, STOCK, Zone(name="heap")),
        registers=(Register(name="hearts_thrown", per="seat", keep="match", label="hearts thrown away"),),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(throw,)),)),
        win_conditions=(WinCondition(type="empty_hand"),),
    )
    return genome.copy_with(**changes)


def test_a_register_with_a_label_may_be_there_to_be_seen_alone() -> None:
    genome = labelled()
    assert genome_issues(genome) == []
    *_, end = walk(Game(genome), seed=1)
    assert end.result is not None
    thrown = end.result.credits["hearts_thrown"]
    assert sum(thrown) == sum(card is not None and card.endswith("H") for card in end.view(None).zone("heap").cards) > 0
    assert end.view(0).labels == {"hearts_thrown": "hearts thrown away"}
    assert end.view(0).to_dict()["labels"] == {"hearts_thrown": "hearts thrown away"}
    book = rulebook(load(genome))
    assert "Your *hearts thrown away* goes up" in book
    assert "**Hearts thrown away**: a number for each player" in book


@pytest.mark.parametrize(
    "changes",
    [
        {"registers": (Register(name="hearts_thrown", per="seat", keep="match"),)},
        {"registers": (*labelled().registers, Register(name="idle", label="what never changes"))},
    ],
)
def test_a_register_that_nobody_reads_or_nothing_changes_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(GenomeError) as caught:
        check_genome(labelled(**changes))
    assert [issue.code for issue in caught.value.issues] == ["unused.register"]


def test_a_label_reaches_the_text_of_a_view() -> None:
    state: State
    *_, state = walk(Game(labelled()), seed=1)
    assert "hearts thrown away" in str(state.view(0))
