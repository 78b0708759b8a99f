"""The library as a whole, and the options of its games."""

import inspect
import re
from typing import Any

import pytest

from deckwright.games import (
    GameEntry,
    Option,
    OptionError,
    UnknownGameError,
    catalogue,
    find_game,
    get_game,
    get_seed_genomes,
)
from deckwright.games.catalogue import broken_modules
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues


@pytest.fixture(params=sorted(catalogue()))
def entry(request: pytest.FixtureRequest) -> GameEntry:
    return catalogue()[request.param]


def test_an_id_is_lower_case_with_hyphens_and_names_its_module(entry: GameEntry) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
    module = entry.create.__module__.rpartition(".")[2]
    assert module == entry.id.replace("-", "_")
    assert entry.create.__name__ == f"create_{module}_genome"


def test_a_game_says_whose_rules_it_follows(entry: GameEntry) -> None:
    assert entry.rules
    assert inspect.getmodule(entry.create).__doc__


def test_options_are_the_keyword_arguments_of_the_factory_with_the_same_defaults(entry: GameEntry) -> None:
    parameters = inspect.signature(entry.create).parameters
    assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in parameters.values())
    assert entry.declared_defaults() == {option.name: option.default for option in entry.options}


def test_every_option_is_explained_and_takes_its_own_default(entry: GameEntry) -> None:
    for option in entry.options:
        assert option.text
        assert option.check(option.default) == option.default
        assert option.parse(str(option.default).lower()) == option.default


def test_every_single_value_of_an_option_makes_a_valid_genome(entry: GameEntry) -> None:
    for option in entry.options:
        values: set[Any] = {*option.choices, *({True, False} if option.kind is bool else ())}
        values |= {value for value in (option.low, option.high) if value is not None}
        for value in values:
            assert genome_issues(entry.genome(**{option.name: value})) == [], (option.name, value)


def test_the_genome_bears_the_id_and_the_name(entry: GameEntry) -> None:
    assert entry.default_genome.genome_id == entry.id
    assert entry.default_genome.name == entry.name


def test_players_are_what_the_genome_can_have(entry: GameEntry) -> None:
    low, high, default = entry.players
    assert low <= default <= high
    assert entry.default_genome.player_count == default
    if low < high:
        assert {entry.genome(players=count).player_count for count in (low, high)} == {low, high}


SEED_DESIGN = [
    "war", "scopa", "uno", "crazy-eights", "old-maid", "go-fish", "rummy", "solitaire", "hearts", "spades",
    "simple-poker", "draw-poker", "blackjack", "betting-war", "bridge", "pinochle", "euchre", "canasta",
]  # fmt: skip
"""The games that the seed design lists: a fact about that document, not about this library."""


def test_the_seeds_games_are_the_eighteen_of_the_seed_design() -> None:
    assert sorted(genome.genome_id for genome in get_seed_genomes()) == sorted(SEED_DESIGN)


def test_the_catalogue_is_in_order_and_cannot_be_changed() -> None:
    assert list(catalogue()) == sorted(catalogue())
    with pytest.raises(TypeError):
        catalogue()["mine"] = None  # type: ignore[index]


def test_an_unknown_game_suggests_the_nearest() -> None:
    assert find_game("no-such-game") is None
    with pytest.raises(UnknownGameError, match="did you mean 'go-fish'"):
        get_game("gofish")


OPTIONS = (
    Option("count", int, default=None, low=1, high=9, text="how many"),
    Option("least", int, default=3, low=2, text="at least"),
    Option("loud", bool, default=False, text="whether"),
    Option("mode", str, default="slow", choices=("slow", "fast"), text="how"),
)


def some_entry() -> GameEntry:
    return GameEntry(id="x", name="X", create=lambda **_: None, options=OPTIONS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        ({"count": "3"}, {"count": 3}),
        ({"count": "none"}, {"count": None}),
        ({"loud": "yes"}, {"loud": True}),
        ({"loud": "False"}, {"loud": False}),
        ({"mode": "FAST", "least": " 7 "}, {"mode": "fast", "least": 7}),
    ],
)
def test_options_are_read_from_text(texts: dict[str, str], values: dict[str, Any]) -> None:
    assert some_entry().parse_options(texts) == values


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"count": "ten"}, "option 'count': found 'ten', expected a whole number from 1 to 9, or none"),
        ({"count": "10"}, "found 10, expected a whole number from 1 to 9, or none"),
        ({"least": "-4"}, "found -4, expected a whole number of at least 2"),
        ({"least": "9" * 30}, "found '999"),
        ({"loud": "maybe"}, "expected true or false"),
        ({"mode": "fats"}, "expected one of slow, fast; did you mean 'fast'"),
        ({"moed": "fast"}, "x has no option 'moed': it has count, least, loud, mode; did you mean 'mode'"),
    ],
)
def test_a_wrong_option_text_says_what_is_expected(texts: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        some_entry().parse_options(texts)


def test_options_that_do_not_go_together_are_told_together() -> None:
    def create(*, cards: int = 5, players: int = 2) -> GameGenome:
        kuhn = catalogue()["kuhn"].default_genome
        return kuhn.copy_with(player_count=players, setup=kuhn.setup.copy_with(cards_per_player=cards))

    options = (Option("cards", int, default=1, low=1), Option("players", int, default=2, low=2, high=9))
    entry = GameEntry(id="big-kuhn", name="Big Kuhn", create=create, options=options)
    assert entry.genome(cards=1, players=3).player_count == 3
    with pytest.raises(OptionError, match=r"big-kuhn cannot be played with cards=2, players=3:\n\$\.setup") as caught:
        entry.genome(cards=2, players=3)
    assert caught.value.code == "option.conflict"
    with pytest.raises(OptionError, match="cannot be played with cards=1000000000000"):
        entry.genome(cards=10**12)
    with pytest.raises(GenomeError):
        entry.genome()
    with pytest.raises(GenomeError):
        _ = entry.default_genome
    assert not entry.teams, "who lists games does not check them"


def test_no_module_of_the_library_is_broken() -> None:
    catalogue()
    assert broken_modules == {}
