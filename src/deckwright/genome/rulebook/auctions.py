"""Auctions: what may be called, when, and what comes of it."""

from __future__ import annotations

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import AuctionPhase, Call
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English, walk
from deckwright.genome.rulebook.heights import call_name, height_told
from deckwright.genome.rulebook.people import YOU, Person, said
from deckwright.genome.rulebook.wording import a, digits, listing, plain, suit_card

_ENDS = {
    "once": "each player calls once",
    "first_bid": "each player may call once, and the auction ends with the first bid",
    "one_left": "the auction goes round until all but one have passed",
    "silence": "the auction goes round until all the others have passed in a row after {bid}",
}
_ALL_PASS = {
    "redeal": "if everyone passes, the hand is not scored and the next one is dealt",
    "end_hand": "if everyone passes, the hand ends",
    "continue": "if everyone passes, play goes on without a contract",
}


def auction(english: English, phase: AuctionPhase) -> tuple[Block, ...]:
    """An auction phase."""
    inner = english.about(YOU)
    start = english.who(phase.start)
    bid = ("a bid", "a bid or a double", "a bid, a double or a redouble")[phase.doubling]
    opening = [f"{start.does('call')} first; {_ENDS[phase.ends].format(bid=bid)}"]
    opening.append("on your turn make one of these calls")
    calls = [Item(text) for text in _calls(inner, phase)]
    if not inner.is_never(phase.may_pass):
        condition = "" if inner.is_always(phase.may_pass) else f", only if {inner.when(phase.may_pass)}"
        final = ""
        if phase.ends == "one_left" or (phase.ends == "silence" and phase.pass_is_final):
            final = "; who has passed may not call again"
        elif phase.ends == "silence":
            final = "; who has passed may call again later"
        calls.append(Item(said(f"**Pass**{condition}{final}")))
    if phase.doubling:
        calls.append(Item(said("**Double** the last bid, if an opponent made it and it has not been doubled")))
    if phase.doubling > 1:
        calls.append(
            Item(said("**Redouble**, if your side made the last bid and it has been doubled but not redoubled"))
        )
    rules = []
    if phase.ends != "first_bid":
        higher = "each bid must be higher than the last"
        rules.append(higher if phase.rising else "a bid need not be higher than the one before")
    if phase.doubling:
        rules.append("a new bid cancels a double")
    if english.names.mentions("declarer", "level", "kind", "doubled", "high") or any(
        call.strains for call in phase.calls
    ):
        rules.append(_declarer(phase))
    if english.names.mentions("bid"):
        of_side = ", and a side's bid is the total of its players'" if english.words.genome.team_mode else ""
        rules.append(f"your bid is the number of your last call{of_side}")
    if not inner.is_never(phase.may_pass) and not _must_someone_bid(inner, phase):
        rules.append(_ALL_PASS[phase.all_pass])
    return (Paragraph(said(opening[0], f"{opening[1]}:")), Listing(tuple(calls)), Paragraph(said(*rules)))


def _must_someone_bid(english: English, phase: AuctionPhase) -> bool:
    """Whether one player may not pass before there is a bid, so that never all of them do."""
    match english.read(phase.may_pass):
        case n.Junction(operator="or", items=(one, other)):
            tests = [test for test in (one, other) if isinstance(test, n.Comparison)]
        case _:
            return False
    is_someone_else = any(
        test.operator == "!=" and test.left.type is Type.SEAT and "actor" in _registers(test) for test in tests
    )
    return is_someone_else and any(test.operator == ">" and _registers(test) == ["high"] for test in tests)


def _registers(node: n.Node) -> list[str]:
    return [part.name for part in walk(node) if isinstance(part, n.Register)]


def _declarer(phase: AuctionPhase) -> str:
    which = "that" if phase.ends == "first_bid" else "the last"
    if phase.declarer == "bidder":
        return f"{which} bid is the contract, and whoever made it is the declarer"
    return f"{which} bid is the contract; the declarer is whoever of that side first named its strain"


def _calls(english: English, phase: AuctionPhase) -> list[str]:
    """What may be bid; calls that differ only in the suit that they name are told together."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for call in phase.calls:
        text = _call(english, call, phase)
        suit = english.names.strain(call.strains[0]) if len(call.strains) == 1 else ""
        shared = text
        if suit in english.words.cards.suits:
            shared = text.replace(f": {suit}", ": {}").replace(f" {a(suit_card(suit))}", " of that suit")
        alike.setdefault(shared, []).append((suit, text))
    return [
        calls[0][1] if len(calls) == 1 else shared.replace("{}", listing([suit for suit, _ in calls], "or"))
        for shared, calls in alike.items()
    ]


def _call(english: English, call: Call, phase: AuctionPhase) -> str:
    low, high, step = call.levels
    levels = (
        digits(low)
        if low == high
        else f"{digits(low)} to {digits(high)}" + (f" in steps of {digits(step)}" if step > 1 else "")
    )
    strains = listing([english.names.strain(strain) for strain in call.strains], "or")
    name = call_name(call)
    text = f"**{name[:1].upper()}{name[1:]}**"
    if "{level}" in call.name or low != high:
        text += f": a number from {levels}" if low != high else f": {levels}"
    elif english.names.mentions("level", "bid"):
        text += f" (it counts as {levels})"
    if strains:
        text += f", with a {english.names.strain_word}: {strains}"
    if call.kind and call.kind != name:
        text += f" ({a(f'“{plain(call.kind)}”')} contract)"
    level = n.Variable(Type.INT, Bounds(low, high), "call level")
    index = n.Variable(Type.INT, Bounds(0, max(0, len(call.strains) - 1)), "call index")
    inner = english.knowing(level=level, index=index)
    if call.strains:
        strain = n.Variable(Type.STRAIN, english.words.type_bounds(Type.STRAIN), "call strain")
        own = Person(f"its {english.names.strain_word}", pronoun="")
        inner = inner.knowing(strain=strain).calling(strain.name, own)
    inner = inner.calling("call level", Person("its number", pronoun="")).calling(
        "call index", Person("the place of its strain", pronoun="")
    )
    conditions = []
    if not inner.is_always(call.when):
        conditions.append(f"only if {inner.when(call.when)}")
    order = call.order.strip()
    if len(phase.calls) == 1 and not english.names.mentions("high") and _goes_by_strain(inner.read(order), call):
        conditions.append("of two bids of one number, the one whose strain comes later in this list is higher")
    elif order != "level" and ((phase.rising and phase.ends != "first_bid") or english.names.mentions("high")):
        conditions += height_told(english, call, phase.calls) or [
            f"it is as high as {inner.value(order)}"
            + (" (strains counted from 0 in the order given)" if _speaks_of_strains(inner.read(order)) else "")
        ]
    if conditions:
        text += "; " + "; ".join(conditions)
    return said(text)


def _speaks_of_strains(order: n.Node) -> bool:
    return any(isinstance(part, n.Variable) and part.name == "call index" for part in walk(order))


def _goes_by_strain(order: n.Node, call: Call) -> bool:
    """level * strains + index: first the number, then the place of the strain."""
    match order:
        case n.Arithmetic(
            operator="+",
            left=n.Variable(name="call index"),
            right=n.Arithmetic(operator="*", left=n.Const(value=times), right=n.Variable(name="call level")),
        ):
            return times >= len(call.strains)
        case _:
            return False
