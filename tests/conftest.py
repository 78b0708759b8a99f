"""Settings shared by every test."""

import gc

import pytest
from hypothesis import settings

# The same examples on every machine, and no deadline: a loaded machine is not a defect.
settings.register_profile("deckwright", derandomize=True, deadline=None)
settings.load_profile("deckwright")


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end: looking through all of them for garbage was a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What could not be tested here is said at the end, where it is read."""
    reasons = {str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", [])}
    for reason in sorted(reasons):
        terminalreporter.section("not everything was tested", sep="!", red=True)
        terminalreporter.line(reason)
