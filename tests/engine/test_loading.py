"""Finding the game that someone means."""

import json
from pathlib import Path

import pytest

from deckwright.engine import Game, LoadError, load
from deckwright.games import OptionError, UnknownGameError
from deckwright.genome.codec import dump_json, dump_yaml
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome


def test_a_game_is_loaded_by_its_id(any_game: Game) -> None:
    assert load(any_game.id).id == any_game.id


def test_capitals_and_underscores_of_an_id_do_not_matter() -> None:
    assert load("Crazy_Eights").id == load("crazy-eights").id == "crazy-eights"


def test_an_option_changes_the_genome() -> None:
    assert load("kuhn", players=3).seats == 3
    assert load("kuhn", players=3).options == {"players": 3}


def test_a_genome_loads_as_itself_as_data_and_from_files(any_genome_game: Game, tmp_path: Path) -> None:
    genome = any_genome_game.genome
    as_json, as_yaml = tmp_path / "game.json", tmp_path / "game.yaml"
    as_json.write_text(dump_json(genome), encoding="utf-8")
    as_yaml.write_text(dump_yaml(genome), encoding="utf-8")
    data = json.loads(dump_json(genome))
    assert {load(source).genome for source in (genome, data, as_json, str(as_json), as_yaml, str(as_yaml))} == {genome}


def test_an_unknown_id_suggests_the_nearest() -> None:
    with pytest.raises(UnknownGameError, match="there is no game 'hearst'; did you mean 'hearts'") as caught:
        load("hearst")
    assert caught.value.code == "game.unknown"


def test_an_id_like_no_other_says_where_to_look() -> None:
    with pytest.raises(UnknownGameError, match="deckwright games"):
        load("zzzzzzzz")


def test_a_missing_file_says_so() -> None:
    with pytest.raises(GenomeError, match=r"nowhere\.yaml"):
        load("nowhere.yaml")


def test_an_invalid_genome_is_refused_with_every_defect(kuhn: Game) -> None:
    data = kuhn.genome.to_dict() | {"player_count": "two", "unheard_of": 1}
    with pytest.raises(GenomeError) as caught:
        load(data)
    assert {issue.path for issue in caught.value.issues} == {"$.player_count", "$.unheard_of"}


def test_a_genome_built_in_python_is_validated_too(kuhn: Game) -> None:
    with pytest.raises(GenomeError, match="starting_chips"):
        load(kuhn.genome.copy_with(setup=kuhn.genome.setup.copy_with(starting_chips=0)))


def test_what_is_no_game_at_all_is_refused() -> None:
    with pytest.raises(LoadError, match="found int, expected an id, a path, a dict or a GameGenome"):
        load(42)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ({"player": 3}, "option.unknown", "no option 'player'.*did you mean 'players'"),
        ({"players": "3"}, "option.wrong-type", "found '3', expected a whole number from 2"),
        ({"players": True}, "option.wrong-type", "found True"),
        ({"players": 1}, "option.out-of-range", "found 1, expected a whole number from 2"),
        ({"players": None}, "option.wrong-type", "found None"),
    ],
)
def test_a_wrong_option_says_what_is_expected(options: dict[str, object], code: str, message: str) -> None:
    with pytest.raises(OptionError, match=message) as caught:
        load("kuhn", **options)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_players_of_a_genome_of_ones_own_wherever_it_stays_valid(kuhn: Game) -> None:
    own = kuhn.genome.copy_with(genome_id="mine")
    assert load(own, players=3).seats == 3
    with pytest.raises(OptionError, match=r"with players=4 the genome is not valid:\n\$\.setup\.cards_per_player"):
        load(own, players=4)


def test_a_genome_of_ones_own_has_no_other_options(kuhn: Game) -> None:
    with pytest.raises(OptionError, match=r"has no option 'playrs'.*did you mean 'players'"):
        load(kuhn.genome, playrs=3)


def test_games_are_equal_when_their_genomes_are(kuhn: Game) -> None:
    assert load("kuhn") == kuhn
    assert hash(load("kuhn")) == hash(kuhn)
    assert load("kuhn", players=3) != kuhn


def test_the_genome_of_a_game_is_a_genome(any_genome_game: Game) -> None:
    assert GameGenome.from_dict(any_genome_game.genome.to_dict()) == any_genome_game.genome
