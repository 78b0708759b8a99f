"""Every finished game is a link, and every link is the game again; what is no link says why."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from functools import cache
from math import comb, factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.walks import Variant, all_variants, print_of
from tests.play.tables import dealt, send, setup_of, walked

from deckwright.engine import Deal, Game, State, load
from deckwright.play import LinkError, Move, TableError, agent, parse_action_id, person, play_agents, transitions
from deckwright.play.digits import Digits, find_number, format_number, pack, subset_of, subset_rank
from deckwright.play.link import LinkedGame, format_game_link, format_link, parse_link

MOST_STEPS = 3_000
FORTY_TWO = [variant for variant in all_variants() if variant.game == "texas-42"]


@cache
def played(game: Game, seed: int) -> State:
    rng = Random(seed)
    state = game.deal(seed=seed)
    while not state.is_over and len(state.history) < MOST_STEPS:
        state = state.apply(rng.choice(state.actions()))
    return state


def link_of(state: State) -> str:
    assert state.deal is not None
    return format_game_link(state.game, state.deal, [Move(action.slot, action.value) for action in state.history])


def payload(link: str) -> str:
    return link.rpartition(".")[2]


def code_of(text: str) -> str:
    with pytest.raises(LinkError) as error:
        parse_link(text)
    assert len(error.value.message) < 300
    return error.value.code


def same(linked: LinkedGame, state: State) -> None:
    """The same game, card for card, at every step that is looked at."""
    assert linked.game == state.game
    assert linked.is_finished == state.is_over
    assert linked.moves == tuple((action.slot, action.value) for action in state.history)
    assert print_of(linked.retrace().state)[:5] == print_of(state)[:5]
    assert state.deal is not None
    count = len(linked.moves)
    for step in {0, count // 2, count - 1} & set(range(count)):
        here = linked.game.retrace(linked.deal, linked.moves[:step]).state
        there = state.game.retrace(state.deal, linked.moves[:step]).state
        assert here.position.layout() == there.position.layout()
        assert [here.view(seat) for seat in range(here.game.seats)] == [
            there.view(seat) for seat in range(there.game.seats)
        ]


def test_every_finished_game_is_read_back_from_its_link(variant: Variant) -> None:
    for seed in range(2):
        state = played(variant.load(), seed)
        same(parse_link(link_of(state)), state)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "scopa"])
def test_every_card_lies_where_it_lay_all_along(game: str) -> None:
    """Not at the start and at the end alone: hands in between may be dealt otherwise and end alike."""
    for seed in range(40 if game == "kuhn" else 4):
        state = played(load(game, hands=3), seed)
        assert state.deal is not None
        linked = parse_link(link_of(state))
        true = LinkedGame(linked.game, state.deal, linked.moves, is_finished=True)
        assert [found.position.layout() for found in linked.states()] == [
            found.position.layout() for found in true.states()
        ]


@pytest.mark.parametrize("option", FORTY_TWO, ids=str)
def test_every_option_of_texas_42_is_in_its_link(option: Variant) -> None:
    state = played(option.load(), 5)
    same(parse_link(link_of(state)), state)


def test_every_prefix_of_a_hand_is_a_link_too() -> None:
    game = load("texas-42", hands=1)
    moves = played(game, 1).history
    state = game.deal(seed=1)
    for action in moves:
        same(parse_link(link_of(state)), state)
        state = state.apply(action)


def test_a_hand_of_texas_42_takes_at_most_24_characters() -> None:
    game = load("texas-42", hands=1)
    lengths = [len(payload(link_of(played(game, seed)))) for seed in range(120)]
    assert max(lengths) <= 24
    assert sum(lengths) / len(lengths) < 22


def test_a_match_of_13_hands_takes_at_most_300_characters() -> None:
    state = played(load("texas-42", hands=13), 2)
    assert state.hands == 13
    assert len(payload(link_of(state))) <= 300


def test_a_deal_is_a_rank_among_the_ways_to_share_the_tiles_out() -> None:
    from deckwright.play.deals import deal_digits

    game = load("texas-42", hands=1)
    digits = deal_digits(game, game.deal(seed=3))
    assert digits is not None
    product = 1
    for digit, radix in digits:
        assert 0 <= digit < radix
        product *= radix
    assert product == factorial(28) // factorial(7) ** 4 == 472_518_347_558_400


def test_a_deck_that_was_given_is_kept() -> None:
    game = load("crazy-eights", hands=2)
    deck = [str(card) for card in game.deck]
    Random(1).shuffle(deck)
    state = game.deal(seed=1, deck=deck)
    rng = Random(2)
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    same(parse_link(link_of(state)), state)


def test_a_game_of_ones_own_travels_in_its_link() -> None:
    own = load("hearts", hands=1).genome.copy_with(genome_id="my-hearts", name="My Hearts")
    state = played(load(own), 1)
    link = link_of(state)
    assert link.startswith("dw1.~")
    same(parse_link(link), state)
    changed = load("hearts").genome.copy_with(max_hands=3)
    assert link_of(played(Game(changed, id="hearts"), 1)).startswith("dw1.~"), "not the library's own rules"


def test_links_may_be_pasted_with_what_is_around_them() -> None:
    link = link_of(played(load("kuhn"), 1))
    for text in (f"  {link}\n", f"<{link}>", f"https://example.org/replay#{link}", link[:9] + "\n" + link[9:]):
        assert parse_link(text) == parse_link(link)


def test_only_a_finished_game_or_a_lone_player_gives_a_link() -> None:
    tables = walked(Variant("kuhn"))
    linked = parse_link(format_link(tables[-1]))
    assert linked.is_finished
    for asked in (False, True):
        with pytest.raises(LinkError) as error:
            format_link(tables[1], asked=asked)
        assert error.value.code == "link.not-over"
    game = load("hearts", hands=1)
    alone = play_agents(dealt(setup_of(game, seats=(person("Ann"), *(agent("random") for _ in range(3))))))
    with pytest.raises(LinkError):
        format_link(alone)
    assert parse_link(format_link(alone, asked=True)).is_finished is False


def test_agreements_and_undone_moves_are_left_out() -> None:
    game = load("hearts", hands=1, passing="none")
    table = dealt(setup_of(game, seats=(person("Ann"), *(agent("random") for _ in range(3))), may_undo=True))
    undone = 0
    while not table.is_over:
        table = play_agents(table)
        offered = [offer for offer in transitions(table, 0) if offer.kind in ("move", "agree")]
        if offered:
            table = send(table, 0, offered[0].id)
        if undone < 3 and any(offer.kind == "undo" for offer in transitions(table, 0)):
            table = send(table, 0, "undo")
            undone += 1
    linked = parse_link(format_link(table))
    assert table.state is not None
    assert linked.moves == tuple((action.slot, action.value) for action in table.state.history)
    assert len(linked.moves) == 52


@cache
def some_link() -> str:
    return link_of(played(load("hearts", hands=1), 1))


def test_a_link_that_was_changed_is_noticed() -> None:
    link = some_link()
    start = len(link) - len(payload(link))
    for place in range(start, len(link)):
        for letter in "AZ_":
            if link[place] != letter:
                assert code_of(link[:place] + letter + link[place + 1 :]) in ("link.damaged", "link.truncated")
    assert code_of(link.replace("hands=1", "hands=2")) == "link.damaged"
    assert code_of(link[:-3] + "!" + link[-2:]) == "link.damaged"


def test_a_link_that_was_cut_off_is_noticed() -> None:
    link = some_link()
    for end in range(5, len(link)):
        assert code_of(link[:end]) in ("link.truncated", "link.damaged", "link.unknown-game")
    assert code_of(link[:-1]) == "link.truncated"
    assert code_of("dw1.hearts") == "link.truncated"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "link.foreign"),
        ("https://example.org/", "link.foreign"),
        ("dw.hearts.x", "link.foreign"),
        ("dw0.hearts.x", "link.foreign"),
        ("hello", "link.foreign"),
        ("dw2.hearts.something-else", "link.newer-version"),
        ("dw999.x", "link.newer-version"),
        ("x" * 400_001, "link.too-long"),
    ],
)
def test_what_is_no_link_of_this_version_is_told(text: str, code: str) -> None:
    assert code_of(text) == code


def resealed(head: str, link: str) -> str:
    """A link with another beginning that holds together all the same."""
    from deckwright.play.link import _opened, _sealed

    old = link.rpartition(".")[0]
    return f"{head}.{_sealed(head, _opened(old, payload(link)))}"


def test_a_link_of_a_game_or_rules_that_are_not_here_is_told() -> None:
    link = some_link()
    assert code_of(resealed("dw1.harts", link)) == "link.unknown-game"
    assert code_of(resealed("dw1.hearts.colour=red", link)) == "link.bad-options"
    assert code_of(resealed("dw1.hearts.hands=lots", link)) == "link.bad-options"
    assert code_of(resealed("dw1.hearts.hands=3", link)) == "link.other-rules"
    assert code_of(resealed("dw1.hearts.hands=1.x", link)) == "link.damaged"


def packed_genome(content: bytes) -> str:
    return "dw1.~" + urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1, 2]", b"\xff\xfe", b'{"genome_id": "x"}', b"[" * 5000, b"0" * 5_000_000]
)
def test_a_link_with_a_genome_that_cannot_be_is_told(content: bytes) -> None:
    assert code_of(resealed(packed_genome(content), some_link())) == "link.bad-game"
    assert code_of(resealed("dw1.~AAAA", some_link())) == "link.bad-game"


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    for link in (text, f"dw1.{text}", f"dw1.kuhn.{text}", f"dw1.kuhn.hands=1.{text}"):
        with pytest.raises(LinkError):
            parse_link(link)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**400))
def test_no_number_breaks_the_reader(number: int) -> None:
    """Payloads that hold together but were made by nobody."""
    from deckwright.play.link import _sealed

    for head in ("dw1.kuhn", "dw1.leduc.hands=2"):
        assert code_of(f"{head}.{_sealed(head, number)}") in ("link.damaged", "link.other-rules")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 10**30).flatmap(lambda radix: st.tuples(st.integers(0, radix - 1), st.just(radix)))))
def test_digits_are_packed_and_taken_apart(digits: list[tuple[int, int]]) -> None:
    number = Digits(pack(digits))
    assert [number.take(radix) for _, radix in digits] == [digit for digit, _ in digits]
    assert number.left == 0


@given(st.integers(0, 2**300))
def test_numbers_are_texts(number: int) -> None:
    text = format_number(number)
    assert find_number(text) == number
    assert len(text) == -(-number.bit_length() // 6)


def test_subsets_are_ranks() -> None:
    for size in range(6):
        seen = [subset_of(rank, size, 9) for rank in range(comb(9, size))]
        assert len({tuple(places) for places in seen}) == comb(9, size)
        assert [subset_rank(places) for places in seen] == list(range(comb(9, size)))


def test_a_deal_with_another_seed_is_another_link() -> None:
    game = load("kuhn", hands=2)
    first, other = (format_game_link(game, Deal(bytes([number]) * 32), []) for number in (1, 2))
    assert first != other


@pytest.mark.parametrize("text", ["", "play", "3.", "01.2", "undo ", "3.2.1", "3.12,", "3.12,undo", "3.12, 4.0"])
def test_an_id_that_is_none_is_told(text: str) -> None:
    with pytest.raises(TableError) as error:
        parse_action_id(text)
    assert error.value.code == "action.unknown"


def test_ids_are_read_back() -> None:
    assert parse_action_id("3.12") == (Move(3, 12),)
    assert parse_action_id("3.12,4.0") == (Move(3, 12), Move(4, 0))
    assert str(Move(3, 12)) == "3.12"
    assert parse_action_id("agree-complete-trick") == "agree-complete-trick"
