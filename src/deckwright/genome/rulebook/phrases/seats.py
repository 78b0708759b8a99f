"""Seats and sides as persons: the dealer, the player to your left, your partner, whoever a rule names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.sentences import YOU, YOUR_SIDE, Person, settled
from deckwright.genome.rulebook.grammar.wording import listing, player_word, spoken
from deckwright.genome.rulebook.phrases.numbers import choice, selection
from deckwright.genome.rulebook.phrases.reading import TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_NAMED = {
    "dealer": Person("the dealer"),
    "outer": Person("the player on turn"),
    "last_turn": Person("the player who had the last turn"),
    "winner": Person("the winner of the last trick"),
    "declarer": Person("the declarer"),
    "last_player": Person("the last player who did not pass"),
}


def person(english: English, node: n.Node) -> Person:
    """Whoever a node of type seat or team gives."""
    match node:
        case n.Const(value=-1):
            return Person("nobody", pronoun="")
        case n.Const(type=Type.SEAT, value=value):
            return YOU if english.words.seats == 1 else Person(f"player {value + 1}")
        case n.Const(value=value):
            seats = [str(seat + 1) for teams in english.genome.teams[value : value + 1] for seat in teams]
            players = f"player{'s' if len(seats) > 1 else ''} {listing(seats)}" if seats else f"team {value + 1}"
            return Person(f"the side of {players}" if seats else players, pronoun="it")
        case n.Register(name="actor"):
            return english.actor
        case n.Register(name="turn"):
            return english.turn
        case n.Register(name=name, index=None) if name in _NAMED:
            return _NAMED[name]
        case n.Register(name=name, index=index):
            return Person(english.names.register(english, name, index))
        case n.Variable(name=name):
            return english.things.get(name) or Person("that player")
        case n.Neighbour(side=side, seat=seat):
            return neighbour(english, side, seat)
        case n.Lookup(name="partner", index=index):
            return Person(person(english, index).their("partner"))
        case n.Lookup(name="team", index=index):
            whose = person(english, index)
            return YOUR_SIDE if whose.is_you else Person(whose.their("side"), pronoun="it")
        case n.Lookup(name="other", index=index):
            is_ours = person(english, index) == YOUR_SIDE
            return Person("your opponents' side" if is_ours else "the other side", pronoun="it")
        case TermUse(name=name, owner=None):
            return Person(f"the {spoken(name)}")
        case TermUse(name=name, owner=n.Node() as owner):
            return Person(english.person(owner).their(spoken(name)))
        case n.Gather(gather="first", domain=domain, test=None):
            return Person(f"the first {player_word(domain.name)}")
        case n.Gather(gather="first", domain=domain, test=n.Node() as test, variable=variable):
            who = f"first {player_word(domain.name)}"
            match test:  # only one player holds a card of which there is one
                case n.Gather(gather="any", test=None, body=n.Node() as body, variable=it) if english.cards(
                    body, it
                ).is_single:
                    who = "opponent" if domain.name == "opponents" else "player"
            return Person(f"the {who} {english.relative(test, variable)}")
        case n.Conditional(test=test, then=then, otherwise=otherwise):
            if isinstance(otherwise, n.Conditional):
                return Person(choice(english, node, lambda seat: person(english, seat).object()), pronoun="")
            first, second = person(english, then), person(english, otherwise)
            return Person(f"{first.object()} (or {second.object()} if {english.clause(test, yes=False)})", pronoun="")
        case n.Selection(items=items, index=index):
            people = [person(english, item).object() for item in items]
            return Person(selection(english, people, index), pronoun="")
    return Person("that player")


def neighbour(english: English, side: str, seat: n.Node) -> Person:
    """The player to someone's left or right; further along, the second or third."""
    if english.words.seats == 1:
        return YOU
    steps = 1
    while isinstance(seat, n.Neighbour) and seat.side == side:
        steps, seat = steps + 1, seat.seat
    whose = person(english, seat)
    players = english.words.seats
    if players == 2 and steps == 1:
        if isinstance(seat, n.Register) and seat.name == "dealer":
            return Person("the player who did not deal", "the other player's")
        return Person("your opponent" if whose.is_you else whose.their("opponent"))
    if players == 2 * steps and steps > 1:
        return Person(f"the player opposite {settled(whose.object())}")
    count = {1: "player", 2: "second player", 3: "third player"}.get(steps, f"player {steps} places")
    name = f"the {count} to {whose.their(side)}"
    return Person(name, whose.their(f"{side} neighbour's") if steps == 1 else "")
