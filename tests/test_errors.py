"""One base class for everything that Deckwright refuses: a stable code, and a message for people."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckwright as dw

CONTROL = {
    *("TooMuchEffort", "NotStatic", "Defect", "CannotLower", "TooMany", "Unlisted", "_HasDefect"),
    *("_Left", "_NotAllKeptError", "OutOfTimeError", "Refusal", "DataError"),
}
"""How the compiler leaves a loop of its own, the store a transaction, a job its run and a command the process,
and how a text that is no data reaches the reader of genomes: no caller meets them."""


def error_classes() -> Iterator[type[BaseException]]:
    """Every exception class that some module of the package defines."""
    for module in pkgutil.walk_packages(dw.__path__, "deckwright."):
        if module.name.endswith("__main__"):
            continue
        found = importlib.import_module(module.name)
        for value in vars(found).values():
            if isinstance(value, type) and issubclass(value, BaseException) and value.__module__ == module.name:
                yield value


def test_every_error_of_the_package_is_a_deckwright_error() -> None:
    others = [kind.__qualname__ for kind in error_classes() if not issubclass(kind, dw.DeckwrightError)]
    assert set(others) <= CONTROL
    assert issubclass(dw.DeckwrightError, ValueError)


def refusals() -> Iterator[tuple[str, object]]:
    """A way into each room that is refused, and its code."""
    kuhn = dw.load("kuhn")
    over = kuhn.deal(seed=1)
    while over.seat is not None:
        over = over.apply(over.actions()[0])
    from deckwright.agents import choose, parse_agent
    from deckwright.arena import play_contest
    from deckwright.cards.card import parse_card
    from deckwright.engine.teams import repair_teams
    from deckwright.play import parse_link

    yield "game.unknown", lambda: dw.load("heartz")
    yield "schema.missing", lambda: dw.load({"name": "nothing"})
    yield "option.unknown", lambda: dw.load("kuhn", colour=3)
    yield "action.illegal", lambda: kuhn.deal(seed=1).apply("fold fold")
    yield "action.illegal", lambda: over.apply("fold")
    yield "seat.unknown", lambda: kuhn.deal(seed=1).view(7)
    yield "seat.game-over", lambda: choose(parse_agent("random"), over, seed=1)
    yield "agent.unknown", lambda: parse_agent("grandmaster")
    yield "arena.bad-matches", lambda: play_contest("kuhn", ["random", "random"], matches=0)
    yield "simulate.bad-games", lambda: dw.simulate("kuhn", games=0)
    yield "card.unknown", lambda: parse_card("17X")
    yield "teams.wrong-number", lambda: repair_teams(((0,), (1,)), 1)
    yield "link.", lambda: parse_link("dw1.nothing")
    yield "solve.", lambda: dw.solve("kuhn", "guessing")


@pytest.mark.parametrize("number", range(14))
def test_what_is_refused_has_a_code_and_can_be_sent_on(number: int) -> None:
    code, call = list(refusals())[number]
    assert callable(call)
    with pytest.raises(dw.DeckwrightError) as caught:
        call()
    assert caught.value.code.startswith(code)
    assert caught.value.message
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.code, str(again)) == (type(caught.value), caught.value.code, str(caught.value))


NOWHERE = ("", "\0", "\ud800", "/dev/null/x", "/" + "x" * 5_000)
"""Where no file can be."""
NO_COUNT = (0, -1, 2**70, 1.5, True, "4")


def odd_calls() -> Iterator[tuple[str, object]]:
    """Ways into the package with a text or number that cannot be meant."""
    from deckwright.agents import parse_agent
    from deckwright.agents.policies.file import read_policy
    from deckwright.play.record import load_record

    state = dw.load("kuhn").deal(seed=1)
    solution = dw.solve("kuhn", iterations=1)
    for place in NOWHERE:
        yield f"load {place[:9]!a}", lambda place=place: dw.load(place)
        yield f"genome {place[:9]!a}", lambda place=place: dw.load_genome(place)
        yield f"strategy {place[:9]!a}", lambda place=place: dw.Strategy.load(place)
        yield f"save {place[:9]!a}", lambda place=place: solution.strategy.save(place)
        yield f"agent {place[:9]!a}", lambda place=place: parse_agent(f"strategy:{place}")
        yield f"policy {place[:9]!a}", lambda place=place: read_policy(place)
        yield f"record {place[:9]!a}", lambda place=place: load_record(Path(place))
    for count in NO_COUNT:
        yield f"threads {count!r}", lambda count=count: state.explain("flat:2", seed=1, threads=count)
        yield f"playouts {count!r}", lambda count=count: state.appraise(count, seed=1)
        yield f"games {count!r}", lambda count=count: dw.simulate("kuhn", games=count, seed=1)
        yield f"iterations {count!r}", lambda count=count: dw.solve("kuhn", iterations=count, max_memory_mb=-1)
    for agent in (None, 4, b"flat:2", "", "flat:0", "flat:1e3", "strategy:\0"):
        yield f"consult {agent!r}", lambda agent=agent: state.consult(agent, seed=1)


def test_texts_and_numbers_that_cannot_be_meant_are_refused_with_a_code() -> None:
    for name, call in odd_calls():
        assert callable(call)
        try:
            call()
        except dw.DeckwrightError as error:
            assert "." in error.code, name  # noqa: PT017 - which call it was is told
        else:
            raise AssertionError(f"{name} was not refused")


def test_no_sign_is_taken_for_a_digit_that_int_does_not_read() -> None:
    """`'²'.isdigit()` holds, and `int('²')` fails: the package asks `isdecimal`."""
    sources = [path for path in Path(dw.__file__).parent.rglob("*.py") if ".isdigit()" in path.read_text("utf-8")]
    assert sources == []
