"""What rulebooks say that were read against the published rules."""

from __future__ import annotations

from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook


def test_what_somebody_has_done_is_told_in_the_words_of_the_game() -> None:
    rules = generate_rulebook(catalogue()["canasta"].default_genome)
    assert "your side has not *opened*" in rules
    assert "**Opened**: said of a side after *open with the pile*, *open* or *go out*, until the hand ends." in rules
    assert "If *ask to go out* was chosen, your partner does one of these" in rules
    assert "marked" not in rules
    assert "*question*" not in rules.lower(), "what only leads from one choice to the next has no name"
