"""The words a game brings with it, its terms and what its rules keep in mind, and those of card play that it uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckwright.genome.checks.walk import expressions_in, words_in
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.parse import ExpressionError
from deckwright.genome.rulebook.document import Block, Paragraph, bullets
from deckwright.genome.rulebook.grammar.common_words import words_used
from deckwright.genome.rulebook.grammar.people import YOUR_SIDE, said
from deckwright.genome.rulebook.grammar.pieces import are_tiles
from deckwright.genome.rulebook.grammar.wording import a, listing, spoken
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.marks import acts_setting, mark_meaning
from deckwright.genome.rulebook.phrases.numbers import is_boolean
from deckwright.genome.rulebook.phrases.picking import with_all_picks
from deckwright.genome.zones import Register, Term


def glossary(english: English, texts: Sequence[str]) -> tuple[Block, ...]:
    """Terms, then registers, then common words that the rest of the book uses."""
    genome, english = english.genome, with_all_picks(english)
    of_seats = _terms_of_play(english)
    entries = [
        _term(english if term.name in of_seats else _of_a_side(english, term), term)
        for term in genome.terms
        if not is_written_out(english, term)
    ]
    unspoken = english.names.steering.unspoken
    entries += [_register(english, register) for register in genome.registers if register.name not in unspoken]
    own = (genome.terms, genome.registers, genome.patterns)
    known = [spoken(name) for items in own for item in items for name in (item.name, item.name.partition("_is_")[2])]
    used = words_used((*texts, *entries), known=known, tiles=are_tiles(english.words.cards.cards))
    common = [said(f"**{word}**: {meaning}") for word, meaning in used]
    intro = (Paragraph("Words of card play in general:"),) if entries and common else ()
    return (*bullets(entries), *intro, *bullets(common))


def _terms_of_play(english: English) -> frozenset[str]:
    """Terms that the play of a hand uses, where they are about players; others are about whoever is scored."""
    genome = english.genome
    found = {word for part in (genome.setup, genome.turn_structure, genome.special_effects) for word in _words(part)}
    for term in reversed(genome.terms):  # a term is made of those before it
        found |= _words(term) if term.name in found else set()
    return frozenset(found)


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


def is_written_out(english: English, term: Term) -> bool:
    """Whether a term is a condition that is said in full wherever it is used."""
    return is_boolean(english, english.read(term.expr, None)) and term.name not in english.defined


def _term(english: English, term: Term) -> str:
    node = english.read(term.expr, None)
    name = f"**{spoken(term.name)}**"
    if term.name in english.names.steering.cursors.values() and isinstance(node, n.ZoneAt):
        whole = english.noun(replace(node, pile=None))
        return said(f"{name}: the pile of {whole} that is being played; you begin with the first")
    if is_boolean(english, node):
        told = english.names.clause(term.name)
        return said(f"{told.replace('*', '**') if told is not None else f'{name} applies'}{_when(english, node)}")
    return said(f"{name}: {english.noun(node)}")


def _when(english: English, node: n.Node) -> str:
    match node:
        case n.Conditional(test=test, then=then, otherwise=otherwise) if not (
            isinstance(then, n.Const) or isinstance(otherwise, n.Const)
        ):
            first, second = english.clause(then), english.clause(otherwise)
            return f": if {english.clause(test)}, when {first}; otherwise, when {second}"
    return f" when {english.clause(node)}"


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
    return said(f"{name}: {a(what)}{owner}, {_start(english, register)} {when}{by}{seen}")


def _start(english: English, register: Register) -> str:
    kind = english.words.registers[register.name].type
    node = english.read(register.start, kind) if register.start else None
    if node is None or (isinstance(node, n.Const) and node.value == -1 and register.holds != "number"):
        return "0" if register.holds == "number" else "none"
    return english.noun(node)
