"""Card and domino games with hidden information, written once as data."""
