"""Expressions: a small subset of Python, parsed, given types and bounds, and evaluated where everything is known."""
