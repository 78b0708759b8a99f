"""What looks like a number and is none, or is longer than any: an error with a code, wherever a number is read."""

from __future__ import annotations

import pytest

from deckwright.agents import AgentError, parse_agent
from deckwright.engine import load
from deckwright.errors import DeckwrightError
from deckwright.text import find_number
from deckwright.web.errors import WebError
from deckwright.web.guard import Guard
from deckwright.web.settings import ServerSettings

NO_NUMBERS = ("\u00b2", "9" * 5000, "0" * 5000, "\u0663", "1" * 19)


def test_plain_digits_are_a_number() -> None:
    assert [find_number(text) for text in ("0", "7", "007", "", "-1", "1.5", " 1")] == [0, 7, 7, None, None, None, None]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=range(5))
def test_no_reader_of_a_number_fails_by_itself(text: str) -> None:
    assert find_number(text) is None
    for path in (("setup", "cards_per_player"), ("max_hands",), ("player_count",)):
        genome = load("crazy-eights").genome.to_dict()
        node = genome
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = text
        with pytest.raises(DeckwrightError):
            load(genome)
    with pytest.raises(AgentError):
        parse_agent(f"bayesian-search:{text}")
    length = text.encode("latin-1", "replace")
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", length)]
    scope = {"type": "http", "method": "POST", "client": None, "headers": headers}
    with pytest.raises(WebError) as refused:
        Guard(lambda *_: None, ServerSettings())._check(scope)  # type: ignore[arg-type]
    assert refused.value.code == "body.too-large"
