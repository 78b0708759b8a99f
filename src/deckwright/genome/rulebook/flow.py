"""The play of a hand: whose turn it is, what a turn consists of, and until when."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from deckwright.genome.phases import (
    AuctionPhase,
    BettingPhase,
    ChoicePhase,
    ClaimPhase,
    DoPhase,
    Phase,
    TrickPhase,
    TurnStructure,
)
from deckwright.genome.rulebook.actions import items, steps, told
from deckwright.genome.rulebook.auctions import auction
from deckwright.genome.rulebook.bets import betting
from deckwright.genome.rulebook.choices import choice
from deckwright.genome.rulebook.claims import claim
from deckwright.genome.rulebook.document import Block, Heading, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import YOU, Person, headline, said
from deckwright.genome.rulebook.steering import GO_ON, PART_ENDS, TURN_ENDS
from deckwright.genome.rulebook.tricks import trick
from deckwright.genome.rulebook.wording import capitalised, count, lowered, number_word, spoken, times

_TITLES = {
    "trick": "Tricks", "auction": "Auction", "betting": "Betting", "claim": "Claim", "choice": "A choice",
    "turns": "Turns", "do": "Next",
}  # fmt: skip


def play(english: English) -> tuple[Block, ...]:
    """The whole hand."""
    root = english.words.genome.turn_structure
    return _root(english, root) if root.order == "sequence" else turns(english, root)


def _root(english: English, root: TurnStructure) -> tuple[Block, ...]:
    """A hand in parts, each under a heading."""
    inner = english.about(english.who(root.start))
    blocks: list[Block] = []
    if len(root.phases) == 1:
        blocks += phase_blocks(inner, root.phases[0])
    else:
        blocks.append(Paragraph(said(f"a hand has {number_word(len(root.phases))} parts, in this order")))
        for phase in root.phases:
            blocks += (Heading(3, title(phase)), *phase_blocks(inner, phase))
    return (*blocks, *_repeated(inner, root))


def turns(english: English, node: TurnStructure) -> tuple[Block, ...]:
    """A turn structure and all below it."""
    match node.order:
        case "sequence":
            return (*_turn(english, node), *_repeated(english, node))
        case "stay":
            return _stay(english, node)
        case _:
            return _rounds(english, node)


def _repeated(english: English, node: TurnStructure) -> tuple[Block, ...]:
    if english.is_never(node.until):
        return ()
    limit = f", at most {count(node.limit, 'time')}" if node.limit is not None else ""
    what = "this is" if len(node.phases) == 1 else "all of this is"
    return (Paragraph(said(f"{what} repeated until {english.when(node.until)}{limit}")),)


def _stay(english: English, node: TurnStructure) -> tuple[Block, ...]:
    """One seat that repeats its turn."""
    who = english.who(node.start)
    inner = english.about(who)
    ending = english.names.steering.ending(node.until.strip())
    limit = f" (at most {count(node.limit, 'time')})" if node.limit is not None else ""
    if ending is not None:
        ends = {TURN_ENDS: f"{who.their('turn')} ends", GO_ON: "you are told to go on", PART_ENDS: "this part ends"}
        until = ends[ending.text] + (f" or {inner.when(ending.otherwise)}" if ending.otherwise else "")
        again = f", again and again{limit}, until {until}"
    else:
        again = f", again and again{limit}" + (
            "" if inner.is_never(node.until) else f", until {inner.when(node.until)}"
        )
    match node.phases:
        case (ChoicePhase() as only,) if inner.is_always(only.when):
            return choice(_acting(inner, only.actor), only, again=again)
        case _:
            return (Paragraph(said(f"{inner.tell(f'do this{again}')}:")), *_turn(inner, node))


def _rounds(english: English, node: TurnStructure) -> tuple[Block, ...]:
    """Turns that go round, once or again and again, or are taken by all together."""
    start, inner = english.who(node.start), english.about(YOU)
    last = english.about(Person("whoever had the turn"))
    until = "" if inner.is_never(node.until) else last.when(node.until)
    lead = "on your turn"
    match node.order:
        case "together":
            opening = "all players do this at the same time, in secret; it takes effect when everyone has chosen"
            closing = f"nobody else chooses once {until}" if until else ""
            lead = ""
        case "once":
            opening = f"each player has one turn, in order to the left, beginning with {start.object()}"
            if english.words.seats == 1:
                opening, lead = "", ""
            closing = f"this ends early as soon as {until}" if until else ""
        case _:
            opening = f"players take turns in order to the left, beginning with {start.object()}"
            closing = f"turns go on until {until}" if until else "turns go on until something ends the hand"
    if node.limit is not None:
        closing += f"{'; ' if closing else ''}there are at most {count(node.limit, 'turn')}"
    end = said(closing)
    body = _turn(inner, node, lead=lead)
    return (*((Paragraph(said(opening)),) if opening else ()), *body, *((Paragraph(end),) if end else ()))


def _turn(english: English, node: TurnStructure, *, lead: str = "") -> tuple[Block, ...]:
    """The phases of one turn."""
    if len(node.phases) == 1:
        return phase_blocks(english, node.phases[0], lead=lead)
    intro = (Paragraph(said(f"{lead}:")),) if lead else ()
    entries = (_entry(english, phase, number=len(list(alike))) for phase, alike in groupby(node.phases))
    return (*intro, Listing(tuple(entries), numbered=True))


def _entry(english: English, phase: Phase, *, number: int) -> Item:
    """A phase, so many times in a row, as an entry of a list."""
    blocks = phase_blocks(english, phase)
    name = f"**{headline(spoken(phase.name))}.** " if phase.name else ""
    if number > 1:
        name += f"{capitalised(times(number))}, one after the other: "
    match blocks[0]:
        case Paragraph(text=text):
            return Item(name + text, blocks[1:])
        case _:
            return Item(name.strip() or "In this order:", blocks)


def title(phase: Phase) -> str:
    """The heading of a phase."""
    return headline(spoken(phase.name)) if phase.name else _TITLES[phase.type]


def phase_blocks(english: English, phase: Phase, *, lead: str = "") -> tuple[Block, ...]:
    """A phase, introduced by when it takes place."""
    when = "" if english.is_always(phase.when) else f"if {english.when(phase.when)}"
    return _woven(", ".join(filter(None, (lead, when))), _blocks(english, phase))


def _woven(lead: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """An introduction joined to what follows: one sentence goes on, several or a list come after a colon."""
    if not lead:
        return blocks
    match blocks[0]:
        case Paragraph(text=text) if text.count(". ") == 0 and not (_has_condition(text) and _has_condition(lead)):
            return (Paragraph(f"{said(f'{lead},').removesuffix('.')} {lowered(text)}"), *blocks[1:])
        case Paragraph(text=text):
            return (Paragraph(f"{said(f'{lead}:')} {text}"), *blocks[1:])
        case _:
            return (Paragraph(said(f"{lead}:")), *blocks)


def _has_condition(text: str) -> bool:
    """Whether a sentence begins with a condition, which one before it must not be joined to."""
    return text.casefold().startswith("if ") or ", if " in text.casefold()


def _blocks(english: English, phase: Phase) -> tuple[Block, ...]:
    match phase:
        case TurnStructure():
            return turns(english, phase)
        case DoPhase():
            found = steps(_happening(english, phase.actor), phase.effects)
            text, nested = told(found)
            return (Listing(items(found)),) if nested else (Paragraph(text or "Nothing happens."),)
        case ChoicePhase():
            return choice(_acting(english, phase.actor), phase)
        case TrickPhase():
            return trick(english, phase)
        case AuctionPhase():
            return auction(english, phase)
        case BettingPhase():
            return betting(english, phase)
        case ClaimPhase():
            return claim(_acting(english, phase.actor), phase)


def _happening(english: English, text: str) -> English:
    """The place of what happens unasked: where nobody has a turn, nobody in particular does it."""
    return (
        replace(english, is_ordered=True)
        if text.strip() == "turn" and not english.turn.is_you
        else _acting(english, text)
    )


def _acting(english: English, text: str) -> English:
    """The place where a phase's actor acts."""
    return english if text.strip() == "turn" else english.acted_by(english.who(text))
