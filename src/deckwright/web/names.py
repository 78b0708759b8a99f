"""What people call themselves at a table: something that others can see, and that nobody else there looks to be called.

What happened is told by names, so whoever has another's would speak for them in everybody's eyes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from deckwright.web.errors import WebError

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Characters that can be printed and leave nothing to see."""
YOU = "You"
"""Whoever reads what happened: nobody else is called so."""
MOST_MARKS = 3
"""One on another: more reach into the lines above and below."""
LIKE = {
    "a": "аα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еε", "h": "нһη", "j": "јϳ", "k": "кκ", "l": "iіїι1|!", "m": "мμ",
    "n": "ν", "o": "оο0", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "w": "ԝ", "x": "хχ", "y": "уυ", "z": "ζ", "3": "з",
}  # fmt: skip
"""Letters of other scripts, and figures, that look like a letter, large or small, where all are made small."""
ALIKE = str.maketrans({char: letter for letter, chars in LIKE.items() for char in chars})


def check_name(name: str, others: Iterable[str] = ()) -> None:
    """WebError if nobody can see a name, or somebody else here is called so."""
    if name and not skeleton(name):
        raise WebError("table.bad-name", "choose a name that others can see")
    if _most_marks(name) > MOST_MARKS:
        raise WebError("table.bad-name", "choose a name that stays in its line")
    if name and skeleton(name) in set(map(skeleton, (YOU, *others))):
        raise WebError("name.taken", "somebody here is called that, or nearly: choose another name", status=409)


def skeleton(name: str) -> str:
    """The same for names that look alike."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = (char for char in plain if char not in UNSEEN and not char.isspace() and not _is_mark(char))
    return "".join(seen).translate(ALIKE)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _most_marks(name: str) -> int:
    most = row = 0
    for char in unicodedata.normalize("NFKD", name):
        row = row + 1 if _is_mark(char) else 0
        most = max(most, row)
    return most
