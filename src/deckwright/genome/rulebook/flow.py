"""The play of a hand: whose turn it is, what a turn consists of, and until when."""

from __future__ import annotations

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
from deckwright.genome.rulebook.people import YOU, headline, said
from deckwright.genome.rulebook.tricks import trick
from deckwright.genome.rulebook.wording import count, number_word, spoken

_TITLES = {"trick": "Tricks", "auction": "Auction", "betting": "Betting", "claim": "Claim", "choice": "Choice", "turns": "Turns", "do": "Then"}


def play(english: English) -> tuple[Block, ...]:
    """The whole hand."""
    root = english.words.genome.turn_structure
    return turns(english, root, is_root=True)


def turns(english: English, node: TurnStructure, *, is_root: bool = False) -> tuple[Block, ...]:
    """A turn structure and all below it."""
    match node.order:
        case "sequence":
            return _sequence(english, node, is_root=is_root)
        case "stay":
            return _stay(english, node)
        case _:
            return _rounds(english, node)


def _sequence(english: English, node: TurnStructure, *, is_root: bool) -> tuple[Block, ...]:
    inner = english.about(english.who(node.start)) if is_root else english
    blocks: list[Block] = []
    repeats = not inner.is_never(node.until)
    if len(node.phases) == 1:
        blocks += phase_blocks(inner, node.phases[0])
    elif is_root:
        blocks.append(Paragraph(said(f"a hand has {number_word(len(node.phases))} parts, in this order")))
        for phase in node.phases:
            blocks += (Heading(3, title(phase)), *phase_blocks(inner, phase))
    else:
        blocks.append(Listing(tuple(_entry(inner, phase) for phase in node.phases), numbered=True))
    if repeats:
        limit = f", at most {count(node.limit, 'time')}" if node.limit is not None else ""
        what = "this" if len(node.phases) == 1 else "all of this"
        blocks.append(Paragraph(said(f"{what} is repeated until {inner.when(node.until)}{limit}")))
    return tuple(blocks)


def _stay(english: English, node: TurnStructure) -> tuple[Block, ...]:
    who = english.who(node.start)
    inner = english.about(who)
    ending = english.names.endings.get(node.until.strip())
    limit = f", at most {count(node.limit, 'time')}" if node.limit is not None else ""
    if ending is not None:
        until = f"until {who.their('turn')} ends" if "ends" in ending else "until something says to go on"
    elif inner.is_never(node.until):
        until = "again and again"
    else:
        until = f"again and again, until {inner.when(node.until)}"
    intro = said(f"{who.told(f'do this {until}{limit}')}:")
    return (Paragraph(intro), *_turn(inner, node))


def _rounds(english: English, node: TurnStructure) -> tuple[Block, ...]:
    start = english.who(node.start)
    inner = english.about(YOU)
    until = "" if inner.is_never(node.until) else english.about(_last(english)).when(node.until)
    match node.order:
        case "together":
            opening = "all players choose at the same time, in secret; when all have chosen, it all happens"
            closing = f"no more players choose once {until}" if until else ""
        case "once":
            opening = f"each player has one turn, in order, beginning with {start.object()}"
            closing = f"this ends early as soon as {until}" if until else ""
        case _:
            opening = f"players take turns in order, to the left, beginning with {start.object()}"
            closing = f"turns go on until {until}" if until else "turns go round without end until something below ends the hand"
    limit = ""
    if node.limit is not None:
        limit = f"there are at most {count(node.limit, 'turn')}"
    body = _turn(inner, node)
    lead = "" if node.order == "together" else "on your turn:"
    if len(body) == 1 and isinstance(body[0], Paragraph):
        first: tuple[Block, ...] = (Paragraph(f"{said(opening)} {body[0].text}"),)
        if lead:
            first = (Paragraph(said(opening)), Paragraph(f"On your turn: {body[0].text}"))
        body = ()
    else:
        first = (Paragraph(said(opening, lead)),)
    end = said(closing, limit)
    return (*first, *body, *((Paragraph(end),) if end else ()))


def _last(english: English) -> object:
    from deckwright.genome.rulebook.people import Person

    return Person("the player who had the turn")


def _turn(english: English, node: TurnStructure) -> tuple[Block, ...]:
    """The phases of one turn."""
    if len(node.phases) == 1:
        return phase_blocks(english, node.phases[0])
    return (Listing(tuple(_entry(english, phase) for phase in node.phases), numbered=True),)


def _entry(english: English, phase: Phase) -> Item:
    """A phase as an entry of a list."""
    blocks = phase_blocks(english, phase)
    name = f"**{headline(spoken(phase.name))}.** " if phase.name else ""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph):
        return Item(name + first.text, tuple(blocks[1:]))
    return Item(name.strip() or "The following:", tuple(blocks))


def title(phase: Phase) -> str:
    """The heading of a phase."""
    return headline(spoken(phase.name)) if phase.name else _TITLES[phase.type]


def phase_blocks(english: English, phase: Phase) -> tuple[Block, ...]:
    """A phase with the condition under which it takes place."""
    when = "" if english.is_always(phase.when) else english.when(phase.when)
    blocks = _blocks(english, phase)
    if not when:
        return blocks
    first = blocks[0] if blocks else None
    alone = len(blocks) == 1 and isinstance(first, Paragraph)
    if alone and isinstance(first, Paragraph):
        return (Paragraph(said(f"only if {when}:") + f" {first.text}"),)
    return (Paragraph(said(f"this happens only if {when}")), *blocks)


def _blocks(english: English, phase: Phase) -> tuple[Block, ...]:
    match phase:
        case TurnStructure():
            return turns(english, phase)
        case DoPhase():
            inner = _actor(english, phase.actor)
            found = steps(inner, phase.effects)
            text, blocks = told(found)
            if blocks:
                return (Listing(items(found)),)
            return (Paragraph(text), *blocks)
        case ChoicePhase():
            return choice(_actor(english, phase.actor), phase)
        case TrickPhase():
            return trick(english, phase)
        case AuctionPhase():
            return auction(english, phase)
        case BettingPhase():
            return betting(english, phase)
        case ClaimPhase():
            return claim(_actor(english, phase.actor), phase)


def _actor(english: English, text: str) -> English:
    return english if text.strip() == "turn" else english.acted_by(english.who(text))
