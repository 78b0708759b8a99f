"""Mechanics that the language does not have: each is added to a copy of the package, in a file and a line of a list."""
