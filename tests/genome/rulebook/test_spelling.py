"""A rulebook hangs on what an expression means, not on how it is spelled."""

from __future__ import annotations

import random

import pytest
from tests.genome.rulebook.respelling import another_spelling, respelled
from tests.genome.rulebook.samples import all_samples

from deckwright.document import to_markdown
from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.genome.expressions.normal_form import NormalForm
from deckwright.genome.expressions.syntax import parse_expression, written
from deckwright.genome.rulebook.book import write
from deckwright.genome.schema import (
    CardType,
    ChoicePhase,
    DeckSpec,
    GameGenome,
    HandPattern,
    Move,
    Offer,
    Pick,
    SetupRules,
    TableauMode,
    TurnStructure,
    Zone,
)
from deckwright.genome.validate import genome_issues

SPELLINGS = 2
RANDOM_GENOMES = 25


def text_of(genome: GameGenome) -> str:
    return to_markdown(write(genome))


def differences(genome: GameGenome, seeds: range) -> list[tuple[str, str]]:
    """Lines of the rulebook that change when everything is spelled in other ways."""
    before = text_of(genome)
    found = []
    for seed in seeds:
        after = text_of(respelled(genome, random.Random(seed)))
        found += [pair for pair in zip(before.splitlines(), after.splitlines(), strict=False) if pair[0] != pair[1]]
        if before != after and not found:
            found.append((before, after))
    return found


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_a_game_of_the_library_reads_the_same_in_every_spelling(game_id: str) -> None:
    assert differences(catalogue()[game_id].default_genome, range(SPELLINGS)) == []


@pytest.mark.parametrize("genome", all_samples(), ids=lambda genome: genome.genome_id)
def test_a_sample_reads_the_same_in_every_spelling(genome: GameGenome) -> None:
    assert differences(genome, range(2 * SPELLINGS)) == []


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_a_random_genome_reads_the_same_in_every_spelling(seed: int) -> None:
    assert differences(generate_random_genome(seed), range(1)) == []


def test_the_spellings_are_other_texts_of_valid_genomes() -> None:
    genome = catalogue()["bridge"].default_genome
    other = respelled(genome, random.Random(1))
    assert other != genome
    assert not [issue for issue in genome_issues(other) if issue.code.startswith("expression")]
    assert {another_spelling("x > y", random.Random(seed)) for seed in range(60)} >= {"y < x", "x > y", "not (y >= x)"}


@pytest.mark.parametrize("spelling", ["(hands_played)", "0 + hands_played", "1 * hands_played", "hands_played - 0"])
def test_a_number_of_hands_is_told_however_it_is_spelled(spelling: str) -> None:
    genome = catalogue()["bridge"].default_genome
    gate = genome.win_conditions[0].copy_with(gate=spelling)
    assert text_of(genome.copy_with(win_conditions=(gate,))) == text_of(genome)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rank(x) <= 1 + 0 and rank(x) <= 2 + 0", "0 + 2 >= rank(x) and rank(x) <= 0 + 1"),
        ("rank(x) == 3 + 4", "2 + 5 == rank(x)"),
        ("(a != 1 or b != 2) or c > 4", "not (not (4 < c) and not (b != 2 or not (a == 1)))"),
        ("a or not (b and c) or d > 1", "1 < d or not c or not b or a"),
        ("not (b and c) or not a", "not (a and c and b)"),
        ("a > 1 and b > 2", "(1 if a > 1 else 0) and b > 2"),
        ("a > 1 and b > 2", "(a > 1) * (2 < b)"),
        ("a > 1 and b > 2", "min(b > 2, a > 1)"),
        ("a > 1 or b > 2", "max(b > 2, not a <= 1)"),
        ("not (a > 1 and b > 2)", "0 if (b > 2) * (a > 1) else 1"),
        ("rank(x) == 3 or rank(x) == rank(y) or rank(x) == 7", "rank(x) in (7, rank(y), 3)"),
        ("rank(x) != 3 and rank(x) != rank(y)", "rank(x) not in (rank(y), 3)"),
    ],
)
def test_conditions_that_are_joined_have_one_normal_form(one: str, other: str) -> None:
    first, second = (written(NormalForm().of(parse_expression(text), is_test=True)) for text in (one, other))
    assert first == second


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("rank(c) in ('8', rank(top(discard)))", "The card must be an eight or match the rank of the top discard."),
        ("size(hand) >= 4 and size(hand) <= 4", "the number of cards in your hand is 4"),
    ],
)
def test_a_list_of_ranks_and_a_range_of_one_number_are_told_in_sentences(where: str, told: str) -> None:
    play = Offer(name="play", picks=(Pick(name="c", source="hand", where=where, to="discard"),))
    genome = catalogue()["crazy-eights"].default_genome
    text = text_of(genome.copy_with(turn_structure=TurnStructure(phases=(ChoicePhase(offers=(play,)),))))
    assert told in text


def test_cards_without_ranks_can_be_told_of() -> None:
    tiles = tuple(
        CardType(name=f"{high}-{low}", suits=(str(high), str(low))) for high in range(4) for low in range(high)
    )
    tableau = Zone(name="row", role="tableau")
    genome = catalogue()["crazy-eights"].default_genome.copy_with(
        deck=DeckSpec(suits=(), ranks=(), extra=tiles),
        zones=(Zone(name="stock", role="stock"), Zone(name="hand", role="hand", owner="seat"), tableau),
        setup=SetupRules(cards_per_player=2, tableau_mode=TableauMode.SEQUENCE, sequence_wrap=True),
        patterns=(HandPattern(name="run", required_count=3, in_sequence=True, sequence_wrap=True),),
        turn_structure=TurnStructure(
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(
                            name="lay",
                            picks=(Pick(name="c", kind="card", source="hand", where="rank(c) == size(row)"),),
                        ),
                    )
                ),
            )
        ),
        terms=(),
        registers=(),
        special_effects=(),
        card_scoring=(),
        scoring_rules=(),
    )
    text = text_of(genome)
    assert "below the" not in text


def test_a_move_one_by_one_until_is_told_with_the_names_of_its_place() -> None:
    """`c` is the number that was picked there, and not a card on its way."""
    offer = Offer(
        name="draw",
        picks=(Pick(name="c", kind="number", low="1", high="3"),),
        effects=(Move(cards="stock", to="hand", until="size(hand) > c"),),
    )
    genome = catalogue()["crazy-eights"].default_genome
    turns = TurnStructure(phases=(ChoicePhase(offers=(offer,)),))
    told = text_of(genome.copy_with(turn_structure=turns))
    assert "Draw cards from the stock, one by one, until that number is less than the number of cards" in told
