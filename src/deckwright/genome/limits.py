"""What a program may hold at most: the kernel has the same numbers under the same names, and a test compares them."""

MAX_SEATS = 16
MAX_CARDS = 128
MAX_ZONES = 64
"""Instances: a zone of each seat, and each of its piles, counts."""
MAX_REGISTERS = 256
MAX_CREDITS = 8
"""Lines that results tell of each seat beside its score."""
MAX_TALLIES = 256
"""Counts of cards that are kept in public."""
MAX_DEPTH = 6
"""Turn structures in each other."""
MAX_PICKS = 6
MAX_LOCALS = 6
MAX_OPERATIONS = 4_000
"""Of one expression, written out: the kernel walks it by recursion."""
MAX_SLOTS = 4096
PAGE = 128
"""Values of one slot; what needs more goes on in the slots after it."""
