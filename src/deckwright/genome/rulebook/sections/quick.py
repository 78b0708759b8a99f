"""The quick-reference box: what one looks up during play, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.phases import PHASES, Phase, TurnStructure
from deckwright.genome.rulebook.document import Box
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.people import settled
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.parts import title
from deckwright.genome.rulebook.sections.deck import table_text
from deckwright.genome.rulebook.sections.scores import card_points
from deckwright.genome.rulebook.sections.setting import hand_size

TITLE = "At a glance"
_MOST_RULES = 14
_LONG = 240
"""A table of cards that takes more characters is not repeated here."""


def quick_reference(english: English) -> Box:
    """Players, cards, the parts of a hand, what one may do, and what counts."""
    lines = (
        ("Players", _players(english)),
        ("Cards", _cards(english)),
        ("A hand", _parts(english)),
        ("On your turn", _turn(english)),
        *_summaries(english),
        ("Special cards", _specials(english)),
        *_values(english),
        ("During the hand", "; ".join(card_points(english))),
        ("At the end of the hand", _scored(english)),
    )
    return Box(TITLE, tuple((label, w.capitalised(text)) for label, text in lines if text))


def _players(english: English) -> str:
    genome = english.genome
    number = w.number_word(genome.player_count)
    if not genome.team_mode:
        return number
    sides = [" and ".join(str(seat + 1) for seat in team) for team in genome.teams]
    return f"{number}: {' against '.join(sides)}"


def _cards(english: English) -> str:
    dealt = str(english.genome.setup.cards_per_player)
    total = str(len(english.words.cards.cards))
    if dealt == "all":
        return f"{total}, all dealt"
    if dealt == "0":
        return total
    if not dealt.isdecimal():
        return f"{total}; to each player {settled(hand_size(english, english.read(dealt)))}"
    return f"{total}; {dealt} to {'you' if english.genome.player_count == 1 else 'each player'}"


def _parts(english: English) -> str:
    root = english.genome.turn_structure
    if root.order != "sequence" or len(root.phases) < 2:
        return ""
    return ", then ".join(w.lowered(title(phase)) for phase in root.phases)


def _turn(english: English) -> str:
    """The names of what may be chosen, phase by phase."""
    chosen = list(_chosen(english.genome.turn_structure))
    usual = [phase for phase in chosen if english.is_always(phase.when)] or chosen
    return ", then ".join(dict.fromkeys(filter(None, (phase.glance(english) for phase in usual))))


def _chosen(phase: Phase, *, in_round: bool = False) -> Iterator[Phase]:
    """The choices of turns that go round."""
    if isinstance(phase, TurnStructure):
        for inner in phase.phases:
            yield from _chosen(inner, in_round=in_round or phase.order in ("cycle", "stay"))
    elif in_round:
        yield phase


def _summaries(english: English) -> Iterator[tuple[str, str]]:
    """What phases of a kind come to, in a line."""
    phases = [phase for phase, _ in phases_of(english.genome.turn_structure)]
    for kind in PHASES:
        if of_kind := [phase for phase in phases if isinstance(phase, kind)]:
            yield kind.summary(english, of_kind)


def _specials(english: English) -> str:
    specials = english.genome.special_effects
    cards = [english.cards_of(one.trigger).cards() for one in specials]
    return w.listing(list(dict.fromkeys(cards)))


def _values(english: English) -> Iterator[tuple[str, str]]:
    for table in english.genome.deck.tables:
        text = table_text(english, table.name)
        if ": " in text:
            of_cards = "" if is_mark(english.words, table.name) else " of cards"
            values = text.split(": ", 1)[1].rstrip(".")
            yield f"{w.capitalised(w.spoken(table.name))}{of_cards}", values if len(values) <= _LONG else "see *Cards*"


def _scored(english: English) -> str:
    """The scoring rules by name, with their points where these are fixed."""
    parts = []
    for rule in english.genome.scoring_rules:
        if not rule.name or rule.into != "score":
            continue
        value = rule.points.strip()
        fixed = value.removeprefix("-").isdecimal()
        parts.append(w.plain(rule.name) + (f" {'+' if int(value) > 0 else ''}{w.digits(int(value))}" if fixed else ""))
    return ", ".join(parts) if len(parts) <= _MOST_RULES else f"{w.count(len(parts), 'rule')} (see *Scoring*)"
