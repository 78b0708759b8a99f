"""The quick-reference box, and the glossary with the words of a game and of card play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from deckwright.document import Block, Box, Paragraph, bullets
from deckwright.genome.checks.walk import expressions_in, phases_of, words_in
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.syntax import ExpressionError
from deckwright.genome.materials import Register, Term
from deckwright.genome.phases import PHASES, Phase, TurnStructure
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.finishing import are_tiles, words_used
from deckwright.genome.rulebook.grammar.sentences import YOUR_SIDE, said, settled
from deckwright.genome.rulebook.grammar.wording import a, listing, spoken
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.conditions import acts_setting, mark_meaning
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.happening import title
from deckwright.genome.rulebook.phrases.numbers import is_boolean
from deckwright.genome.rulebook.phrases.picking import with_all_picks
from deckwright.genome.rulebook.sections.cards import table_text
from deckwright.genome.rulebook.sections.course import hand_size
from deckwright.genome.rulebook.sections.scores import card_points

TITLE = "At a glance"
_MOST_RULES = 14
_LONG = 240
"""A table of cards that takes more characters is not repeated here."""


def quick_reference(english: English) -> Box:
    """Players, cards, the parts of a hand, what one may do, and what counts."""
    is_sided, teams = english.genome.team_mode, english.genome.teams
    sides = [" and ".join(str(seat + 1) for seat in team) for team in teams]
    root = english.genome.turn_structure
    parts = root.phases if root.order == "sequence" and len(root.phases) > 1 else ()
    # The names of what may be chosen, phase by phase.
    chosen = list(_chosen(root))
    usual = [phase for phase in chosen if english.is_always(phase.when)] or chosen
    turn = dict.fromkeys(filter(None, (phase.glance(english) for phase in usual)))
    # What phases of a kind come to, in a line.
    phases = [phase for phase, _ in phases_of(root)]
    of_kinds = [(kind, [phase for phase in phases if isinstance(phase, kind)]) for kind in PHASES]
    specials = dict.fromkeys(english.cards_of(one.trigger).cards() for one in english.genome.special_effects)
    lines = (
        ("Players", w.number_word(english.genome.player_count) + (f": {' against '.join(sides)}" if is_sided else "")),
        ("Cards", _cards(english)),
        ("A hand", ", then ".join(w.lowered(title(phase)) for phase in parts)),
        ("On your turn", ", then ".join(turn)),
        *(kind.summary(english, of_kind) for kind, of_kind in of_kinds if of_kind),
        ("Special cards", w.listing(list(specials))),
        *_values(english),
        ("During the hand", "; ".join(card_points(english))),
        ("At the end of the hand", _scored(english)),
    )
    return Box(TITLE, tuple((label, w.capitalised(text)) for label, text in lines if text))


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


def _chosen(phase: Phase, *, in_round: bool = False) -> Iterator[Phase]:
    """The choices of turns that go round."""
    if isinstance(phase, TurnStructure):
        for inner in phase.phases:
            yield from _chosen(inner, in_round=in_round or phase.order in ("cycle", "stay"))
    elif in_round:
        yield phase


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
        number = f" {'+' if int(value) > 0 else ''}{w.digits(int(value))}" if fixed else ""
        parts.append(w.plain(rule.name) + number)
    return ", ".join(parts) if len(parts) <= _MOST_RULES else f"{w.count(len(parts), 'rule')} (see *Scoring*)"


def glossary(english: English, texts: Sequence[str]) -> tuple[Block, ...]:
    """Terms, then registers, then common words that the rest of the book uses."""
    genome, english = english.genome, with_all_picks(english)
    # Terms that the play of a hand uses are about players; others are about whoever is scored.
    of_seats = {word for part in (genome.setup, genome.turn_structure, genome.special_effects) for word in _words(part)}
    for term in reversed(genome.terms):  # a term is made of those before it
        of_seats |= _words(term) if term.name in of_seats else set()
    entries = [
        _term(english if term.name in of_seats else _of_a_side(english, term), term)
        for term in genome.terms
        if term.name in english.defined or not is_boolean(english, english.read(term.expr, None))
    ]
    unspoken = english.names.steering.unspoken
    entries += [_register(english, register) for register in genome.registers if register.name not in unspoken]
    own = (genome.terms, genome.registers, genome.patterns)
    known = [spoken(name) for items in own for item in items for name in (item.name, item.name.partition("_is_")[2])]
    used = words_used((*texts, *entries), known=known, tiles=are_tiles(english.words.cards.cards))
    common = [said(f"**{word}**: {meaning}") for word, meaning in used]
    intro = (Paragraph("Words of card play in general:"),) if entries and common else ()
    return (*bullets(entries), *intro, *bullets(common))


def _words(part: object) -> set[str]:
    return {word for written in expressions_in(part) for word in words_in(written.text)}


def _of_a_side(english: English, term: Term) -> English:
    """The place where a term is told of whoever is scored; of a player, where it cannot be said of a side."""
    if not english.genome.team_mode:
        return english
    of_side = replace(english.about(YOUR_SIDE), scope=english.library.side_scope)
    try:
        of_side.read(term.expr, None)
    except ExpressionError:
        return english
    return of_side


def _term(english: English, term: Term) -> str:
    node = english.read(term.expr, None)
    name = f"**{spoken(term.name)}**"
    if term.name in english.names.steering.cursors.values() and isinstance(node, n.ZoneAt):
        whole = english.noun(replace(node, pile=None))
        return said(f"{name}: the pile of {whole} that is being played; you begin with the first")
    if is_boolean(english, node):
        told = english.names.clause(term.name)
        name = told.replace("*", "**") if told is not None else f"{name} applies"
        match node:
            case n.Conditional(test=test, then=then, otherwise=otherwise) if not (
                isinstance(then, n.Const) or isinstance(otherwise, n.Const)
            ):
                first, second = english.clause(then), english.clause(otherwise)
                return said(f"{name}: if {english.clause(test)}, when {first}; otherwise, when {second}")
        return said(f"{name} when {english.clause(node)}")
    return said(f"{name}: {english.noun(node)}")


def _register(english: English, register: Register) -> str:
    name = f"**{spoken(register.label or register.name)}**"
    if register.name in english.names.flags:
        return said(f"{name}: {mark_meaning(english, register)}")
    what = {"seat": "player", "team": "side"}.get(register.holds, register.holds)
    owner = {"table": "", "seat": " for each player", "team": " for each side", "pile": " for each pile"}[register.per]
    when = "when the game starts" if register.keep == "match" else f"at the start of each {register.keep}"
    setters = acts_setting(english, register.name)
    by = f"; changed by {listing(setters)}" if setters else ""
    seen = "; it is kept in sight of all" if register.label else ""
    kind = english.words.registers[register.name].type
    node = english.read(register.start, kind) if register.start else None
    is_none = node is None or (isinstance(node, n.Const) and node.value == -1 and register.holds != "number")
    nothing = "0" if register.holds == "number" else "none"
    start = nothing if node is None or is_none else english.noun(node)
    return said(f"{name}: {a(what)}{owner}, {start} {when}{by}{seen}")
