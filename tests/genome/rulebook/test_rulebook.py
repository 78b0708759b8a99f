"""Rulebooks as a whole: what the seed asks for, no syntax left in them, and rules that come and go with fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.genome.rulebook.samples import all_samples, bluffing, partners, shedding

from deckwright.document import Item, Listing
from deckwright.evolve.random import generate_random_genome
from deckwright.games import GameEntry, catalogue
from deckwright.genome.errors import GenomeError
from deckwright.genome.rulebook import generate_rulebook, rulebook, rulebook_html
from deckwright.genome.rulebook.grammar.finishing import without_repeats
from deckwright.genome.schema import Call, CardCondition, GameGenome, PassAction, SpecialEffect, TieBreaker, Turn

SYNTAX = re.compile(r"[=!<>]=|\w\(|\w_\w|[\[\]{}`]|//|\b(and|or) not \(|[\ue000-\uf8ff]")
CLUMSY = re.compile(
    r"\bthat that\b|\bthem (has|is)\b|\b(\w+) \2\b(?<!had had)|  | [,.;]|\.\.|\ba [aeiou]\w+\b(?<!a one)"
)


def with_options(entry: GameEntry) -> Iterator[GameGenome]:
    """A game of the library, with every value of every option that has few."""
    yield entry.default_genome
    for option in entry.options:
        values = option.choices or ((True, False) if option.kind is bool else (option.low, option.high))
        for value in values:
            try:
                yield entry.genome(**{option.name: value})
            except ValueError:
                continue  # not with the other options as they are


def lines(text: str) -> list[str]:
    """The lines of the book, without its quick-reference box."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(">")]


# what the seed asks for


def test_the_rulebook_of_hearts_states_its_scoring() -> None:
    text = generate_rulebook(catalogue()["hearts"].default_genome).lower()
    for words in ("1 point", "heart", "queen of spades", "13 point"):
        assert words in text


def test_the_rulebook_of_poker_describes_hands_from_their_constraints() -> None:
    text = generate_rulebook(catalogue()["simple-poker"].default_genome).lower()
    for words in ("flush", "same suit", "straight", "consecutive"):
        assert words in text


def test_the_rulebook_of_war_speaks_of_no_points() -> None:
    assert "point" not in generate_rulebook(catalogue()["war"].default_genome).lower()


# what holds for all


@pytest.mark.parametrize("genome", all_samples(), ids=lambda genome: genome.genome_id)
def test_a_sample_is_told_in_whole_sentences_without_syntax(genome: GameGenome) -> None:
    check_words(generate_rulebook(genome))


@pytest.mark.parametrize("entry", catalogue().values(), ids=lambda entry: entry.id)
def test_a_game_of_the_library_is_told_in_whole_sentences_without_syntax(entry: GameEntry) -> None:
    for genome in with_options(entry):
        check_words(generate_rulebook(genome))


@pytest.mark.parametrize("seed", range(0, 400, 10))
def test_whatever_is_valid_can_be_told_without_syntax(seed: int) -> None:
    for line in lines(generate_rulebook(generate_random_genome(seed))):
        assert not SYNTAX.search(line), line


def check_words(text: str) -> None:
    for line in lines(text):
        assert not SYNTAX.search(line), line
        assert not CLUMSY.search(re.sub(r"^(- |\d+\. )", "", line)), line
        assert line.startswith("#") or line.endswith((".", ":")), line


def test_the_same_genome_gives_the_same_rulebook() -> None:
    assert generate_rulebook(shedding()) == generate_rulebook(shedding())
    assert rulebook is generate_rulebook


def test_a_genome_that_cannot_be_read_is_refused_with_its_defects() -> None:
    broken = shedding().copy_with(terms=(), scoring_rules=shedding().scoring_rules)
    with pytest.raises(GenomeError) as caught:
        generate_rulebook(broken)
    assert any("held" in str(issue) for issue in caught.value.issues)


def test_names_cannot_break_out_of_the_text() -> None:
    hostile = shedding().copy_with(name="*<script>alert(1)</script>* `x`")
    assert "\\<script\\>" in generate_rulebook(hostile)
    page = rulebook_html(hostile)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


# rules come and go with fields


def added(before: GameGenome, after: GameGenome) -> list[str]:
    """What the second rulebook says that the first does not."""
    known = set(lines(generate_rulebook(before)))
    return [line for line in lines(generate_rulebook(after)) if line not in known]


def test_a_special_card_adds_its_sentence_and_nothing_else() -> None:
    plain = shedding()
    skip = SpecialEffect(trigger=CardCondition(rank="J"), effects=(Turn(action="skip"),))
    special = plain.copy_with(special_effects=(*plain.special_effects, skip))
    assert added(plain, special) == ["- When you play a jack: The next player loses a turn."]
    assert added(special, plain) == []


def test_without_passes_that_count_nothing_is_said_of_them() -> None:
    game = shedding()
    silent = game.copy_with(game_rules=game.game_rules.copy_with(consecutive_pass_action=PassAction.NONE))
    assert "pass in a row" not in generate_rulebook(silent)
    assert "counts as a pass" not in generate_rulebook(silent)
    assert "After three passes in a row, the hand ends and is scored." in generate_rulebook(game)


def test_sides_are_named() -> None:
    text = generate_rulebook(partners())
    assert "in two sides: players 1 and 3, and players 2 and 4" in text
    assert "the side with the highest score wins" in text


def text_of(game: str, **options: int | str | bool | None) -> str:
    return generate_rulebook(catalogue()[game].genome(**options))


def test_who_sees_a_card_of_their_own_looks_at_it() -> None:
    text = text_of("betting-war", look=True)
    assert "Each remaining player looks at the top card of their hand." in text


def test_cards_are_shown_by_their_holder_and_drawn_by_whoever_gets_them() -> None:
    text = text_of("uno", challenge=True)
    assert "**Challenge**: you show the cards in your hand to the next player." in text
    assert "you draw four cards from the stock; otherwise the next player draws six cards" in text
    assert "If you have a drawn card, do one of these" in text
    assert "play your drawn card, if it is a wild, onto the discard pile" in text


def test_a_choice_is_judged_afterwards_only_by_places_that_it_changes() -> None:
    text = text_of("president")
    assert "This is allowed only if the heap is empty or the number of those cards is the *needed* number." in text
    assert "The *to beat* rank becomes their rank." in text


def test_where_every_strain_is_a_suit_of_trumps_it_is_called_so() -> None:
    text = text_of("knock-out-whist")
    assert "the namer names the trump suit." in text
    assert "strain" not in text
    assert "strain" in text_of("bridge")


def test_calls_that_differ_only_in_their_suit_are_told_together() -> None:
    text = text_of("euchre")
    assert "clubs, diamonds, hearts or spades; only if its trump suit is not the suit of the upcard." in text
    assert "That bid is the contract" in text
    genome = catalogue()["euchre"].default_genome
    turns = genome.turn_structure
    named = next(phase for phase in turns.phases if phase.name == "naming trumps")
    suits = ("clubs", "diamonds", "hearts", "spades")
    calls = tuple(
        Call(name="{strain}", levels=(1, 1, 1), strains=(suit,), when=f"suit(top(upcard)) != '{suit}'")
        for suit in suits
    )
    phases = tuple(phase.copy_with(calls=calls) if phase is named else phase for phase in turns.phases)
    apart = generate_rulebook(genome.copy_with(turn_structure=turns.copy_with(phases=phases)))
    assert "clubs, diamonds, hearts or spades; only if the upcard is not of that suit." in apart
    assert "The last bid is the contract" in text_of("bridge")


def test_what_is_added_less_than_nothing_goes_down() -> None:
    assert "*bags* go down by 10 for every full 10 of" in text_of("spades")


def test_where_only_one_bet_can_be_made_nothing_is_said_of_raises() -> None:
    text = text_of("kuhn")
    assert "**Bet**: put in chips, if nobody has bet yet." in text
    assert "or raise" not in text
    assert "**Bet or raise**" in text_of("leduc")


def test_who_has_fewest_cards_is_told_by_nobody_having_fewer() -> None:
    assert "If no player has fewer cards in hand than you, you score 1 point." in text_of("cheat")


def test_bids_that_go_by_number_and_then_by_strain_need_no_formula() -> None:
    text = text_of("bridge")
    assert "of two bids of one number, the one whose strain comes later in this list is higher." in text
    assert "its height" not in text


def test_a_claim_is_told_from_its_own_fields() -> None:
    text = generate_rulebook(bluffing())
    assert "Lay one to three cards from your hand face down" in text
    assert "The rank claimed is always seven." in text


def test_the_page_is_complete_and_asks_for_nothing_else() -> None:
    page = rulebook_html(partners())
    assert page.startswith("<!doctype html>")
    assert "<h1>Partners</h1>" in page
    assert "http" not in page
    assert "src=" not in page
    assert "**" not in page
    for tag in ("ul", "ol", "li", "p", "strong", "em"):
        assert page.count(f"<{tag}>") == page.count(f"</{tag}>")


def test_what_is_said_at_length_is_said_once() -> None:
    text = "**Go out**, if you may: " + "lay a card on the table. " * 8
    other = text.replace("a card", "two cards")
    listed = Listing((Item(text), Item("", (Listing((Item(text.replace(", if you may", "")), Item(other))),))))
    (block,) = without_repeats((listed,))
    assert isinstance(block, Listing)
    first, nested = block.items
    (inner,) = nested.inside
    assert isinstance(inner, Listing)
    assert first.text == text
    assert [item.text for item in inner.items] == ["**Go out**: as above.", other]


def test_canasta_says_once_how_to_go_out() -> None:
    rules = generate_rulebook(catalogue()["canasta"].default_genome)
    assert rules.count("discard your whole hand") + rules.count("Discard your whole hand") == 1
    assert "**Go out**: as above." in rules


def test_a_rulebook_does_not_depend_on_equal_genomes_that_were_told_before() -> None:
    genome = catalogue()["canasta"].default_genome
    books = {generate_rulebook(GameGenome.model_validate(genome.to_dict())) for _ in range(3)}
    assert len(books) == 1


def test_nobody_receives_cards_in_the_fourth_hand_of_hearts() -> None:
    assert "nobody in the fourth" in generate_rulebook(catalogue()["hearts"].default_genome)


def test_a_run_is_lengthened_beyond_its_highest_or_lowest_card() -> None:
    for game in ("rummy", "gin-rummy"):
        rules = generate_rulebook(catalogue()[game].default_genome)
        assert "contains only cards of the same suit as the card, and either the card ranks just above" in rules
        assert "ranks just above the highest card in that pile or ranks just below the lowest card in it" in rules


# read against published rules


def test_at_a_glance_says_which_card_wins_where_suits_do_not_count() -> None:
    text = generate_rulebook(catalogue()["war"].default_genome)
    assert "**A trick**: The highest card of all the cards wins" in text
    assert "suit led" not in text


def test_a_deal_that_comes_out_even_is_not_called_uneven() -> None:
    entry = catalogue()["cheat"]
    assert "one card more" not in generate_rulebook(entry.default_genome)
    assert "one card more" in generate_rulebook(entry.genome(players=5))


def test_passes_after_a_double_end_an_auction_too() -> None:
    assert "after a bid, a double or a redouble" in generate_rulebook(catalogue()["bridge"].default_genome)


@pytest.mark.parametrize(
    ("game_id", "option"), [("texas-42", {"all_pass": "dealer_bids"}), ("pinochle", {"forced": True})]
)
def test_where_someone_must_bid_nobody_reads_what_happens_if_all_pass(game_id: str, option: dict[str, object]) -> None:
    entry = catalogue()[game_id]
    assert "If everyone passes" not in generate_rulebook(entry.genome(**option))  # type: ignore[arg-type]
    other = {"all_pass": "reshake"} if "all_pass" in option else {"forced": False}
    assert "If everyone passes" in generate_rulebook(entry.genome(**other))


def test_what_is_done_twice_in_a_row_is_told_once() -> None:
    text = generate_rulebook(catalogue()["president"].default_genome)
    assert text.count("gives a card from their hand to the president") == 1
    assert "Twice, one after the other" in text


def test_the_score_is_told_in_its_own_unit_and_the_counters_in_points() -> None:
    text = generate_rulebook(catalogue()["texas-42"].default_genome)
    assert "a side has 7 marks or more" in text
    assert "scores as many marks as the *stake*" in text
    assert "In all, a hand holds 42 points: 7 for the seven tricks and 35 for tiles." in text
    assert not re.search(r"\d points?\b|scores? .* points?\b", text.replace("a hand holds 42 points", ""))


def test_a_bid_is_spoken_of_only_where_a_rule_reads_it() -> None:
    books = {game_id: generate_rulebook(catalogue()[game_id].default_genome) for game_id in ("spades", "texas-42")}
    assert "Your bid is the number of your last call." in books["spades"]
    partners = generate_rulebook(catalogue()["partnership-spades"].default_genome)
    assert "and a side's bid is the total of its players'." in partners
    assert "Your bid is the number of your last call" not in books["texas-42"]


def test_a_term_whose_name_is_a_clause_is_told_as_one() -> None:
    text = generate_rulebook(catalogue()["bridge"].default_genome)
    assert "scores 500 points if the declarer is *vulnerable*, otherwise 300" in text
    assert "the declarer is not *vulnerable*, the *undertricks*" in text
    assert "- The declarer is **vulnerable**: if " in text
    assert "- **Vulnerable**" not in text


def test_terms_of_scoring_are_told_of_a_side_where_sides_score() -> None:
    text = generate_rulebook(catalogue()["partnership-spades"].default_genome)
    assert "**Overtricks**: the number by which your side's *counted tricks* exceed your side's bid" in text
    assert "100 points for every full 10 of your side's *bags*" in text
    alone = generate_rulebook(catalogue()["spades"].default_genome)
    assert "**Overtricks**: the number by which your number of tricks exceeds your bid" in alone


def test_hands_that_shrink_are_told_from_the_first_to_the_last() -> None:
    text = generate_rulebook(catalogue()["knock-out-whist"].default_genome)
    assert "How many: seven in the first hand, and one fewer in each hand after it." in text
    assert "at most one player is still in play" in text


def test_what_a_side_loses_is_told_as_a_loss_of_each_who_failed() -> None:
    text = generate_rulebook(catalogue()["partnership-spades"].genome(blind_nil=True, bid_limit=True, mercy=200))
    assert (
        "Your side loses 100 points for each player of your side who is *blind* and has won a trick, plus 100" in text
    )
    assert "plus 100 points for each player of your side who bid 0 and has won a trick." in text
    assert "a side has −200 points or fewer" in text
    assert "is the declarer" not in text  # a call's condition speaks of its own number


def test_sets_of_named_ranks_are_told_by_the_ranks() -> None:
    text = generate_rulebook(catalogue()["pinochle"].default_genome)
    assert "- **Run**: ace, ten, king, queen and jack of the same suit; it is worth 150" in text
    assert "- **Aces**: four aces, no two of the same suit; it is worth 100" in text
    assert "- **Dix**: a nine; it is worth 10" in text
    assert text.count("Show everyone the cards of") == 1
    assert "a card may count once in each group of sets" in text


def test_who_is_out_is_passed_over() -> None:
    assert "passed over: the next player still in play takes that place." in generate_rulebook(
        catalogue()["old-maid"].default_genome
    )
    assert "is passed over, in dealing too: the" in generate_rulebook(catalogue()["knock-out-whist"].default_genome)


def test_a_table_that_counts_every_card_leaves_no_others() -> None:
    text = generate_rulebook(catalogue()["texas-42"].genome(sevens=True))
    (nearness,) = [line for line in text.splitlines() if line.startswith("- **Nearness** of a tile")]
    assert "all other tiles" not in nearness


def test_whoever_has_passed_is_told_to_be_out_of_an_auction_that_leaves_one() -> None:
    text = generate_rulebook(catalogue()["pinochle"].default_genome)
    assert "- **Pass**; who has passed may not call again." in text


@pytest.mark.parametrize(("game_id", "may_tie"), [("euchre", False), ("texas-42", False), ("pinochle", True)])
def test_equal_cards_are_spoken_of_only_where_there_are_any(game_id: str, may_tie: bool) -> None:
    assert ("Of equal cards" in generate_rulebook(catalogue()[game_id].default_genome)) is may_tie


def test_ties_at_the_end_and_ties_before_it_are_told_apart() -> None:
    genome = catalogue()["war"].genome(players=3)
    rules = genome.game_rules.copy_with(tie_breaker=TieBreaker.ACTIVE_PLAYER)
    told = generate_rulebook(genome.copy_with(game_rules=rules))
    assert "wins, and those who are level share the win." in told
    assert "- Otherwise, if several players are level, the first of them in turn order" in told
    assert "Otherwise, if several" not in generate_rulebook(genome)
