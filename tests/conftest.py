"""Settings shared by every test."""

from hypothesis import settings

# The same examples on every machine, and no deadline: a loaded machine is not a defect.
settings.register_profile("deckwright", derandomize=True, deadline=None)
settings.load_profile("deckwright")
