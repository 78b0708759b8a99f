"""What a seat is asked, in a line of words."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.cards.words import with_cards
from deckwright.engine.scene import Choice
from deckwright.genome.rulebook.grammar.wording import rank_plural
from deckwright.play.wording import CARDS, VERBS, Pieces, as_deed, listed
from deckwright.play.words import say

MOST_ASKED = 3
"""Things to do that a line names, each with what it is done to."""
MOST_VERBS = 5
"""And with a word each."""


def prompt(
    choices: Sequence[Choice],
    names: Sequence[str],
    seat: int,
    pieces: Pieces = CARDS,
    phase: str = "",
    rank: str = "",
    due: str = "",
    *,
    is_lead: bool = False,
) -> str:
    """What the seat to act is asked to do: `Pass 3 cards to Ben`; with the phase, where a move does not say.

    `rank` is what the cards of the phase have to be: `Stick a jack: choose a card or pass`; `due` is the rank that has
    to be claimed: `Claim 1 to 4 cards as jacks`.
    """
    open_choices = sorted((choice for choice in choices if not (choice.is_done or choice.note)), key=_is_apart)
    asked = list(dict.fromkeys(_asked(choice, names, seat, pieces) for choice in open_choices))
    if not asked:
        return ""
    if is_lead and asked == [say("ask_play_a", piece=pieces.one)]:
        return say("ask_lead", piece=pieces.one)
    if len(asked) > MOST_ASKED:  # `turn up, build, lay or move`
        asked = list(dict.fromkeys(_verb(choice) for choice in choices if not (choice.is_done or choice.note)))
    text = (
        listed(asked, is_choice=True)
        if len(asked) <= MOST_VERBS
        else say("ask_among", some=", ".join(asked[:MOST_ASKED]))
    )
    has_place = any(choice.of == "pile" and choice.zone and choice.verb not in VERBS for choice in choices)
    is_answer = all(choice.of == "none" and choice.verb.split(" ")[0] not in VERBS for choice in choices)
    if phase and (has_place or is_answer):  # `yes or no`
        text = say("ask_phase_rank" if rank else "ask_phase", phase=phase, rank=rank, asked=text)
    if due:
        text = say("ask_as", asked=text, ranks=rank_plural(due))
    return text[:1].upper() + text[1:]


def _is_apart(choice: Choice) -> bool:
    """Whether it is about no card and no place: what is done with cards comes first, `draw or pass`."""
    is_word = choice.of == "none" and choice.zone is None and choice.target is None and choice.amount is None
    return is_word or (choice.of == "call" and not _is_bid(choice))


def _is_bid(choice: Choice) -> bool:
    """Whether a call says how much, and not a word alone."""
    return str(choice.level) in str(choice.value)


def _asked(choice: Choice, names: Sequence[str], seat: int, pieces: Pieces) -> str:
    one, many, suit = pieces
    match choice.of:
        case "card" if " the " in choice.verb:
            return choice.verb  # `take the pile` says what is taken
        case "card" if _single(choice.zone, one):
            return say("ask_the", verb=choice.verb, what=_single(choice.zone, one))
        case "card":
            return say("ask_a", verb=with_cards(choice.verb), piece=one, to=_to(choice, names, seat))
        case "cards" if choice.low is not None and choice.card is not None:
            count = _count(choice.low, choice.high, one, many)
            return say("ask_count", verb=choice.verb, count=count, to=_to(choice, names, seat))
        case "cards":
            return say("ask_many", verb=with_cards(choice.verb), many=many)
        case "pile" if choice.zone and choice.verb in VERBS:  # a place of one card
            return say("ask_a", verb=choice.verb, piece=one, to="")
        case "pile" if choice.zone:
            return say("ask_choose_a", piece=one)
        case "pile":
            return say("ask_place")
        case "seat":
            return say("ask_player", verb=choice.verb)
        case "suit":
            return say("ask_suit", suit=suit)
        case "rank":
            return say("ask_rank")
        case "strain":
            return say("ask_strain")
        case "call":
            return say("ask_bid") if _is_bid(choice) else as_deed(choice.label)  # `call nil`, `order up`
        case "none" if choice.amount is None and choice.label == choice.verb and _single(choice.zone, one):
            return say("ask_it", verb=choice.verb) if choice.verb in VERBS else choice.label
        case "none" if choice.amount is None:
            return choice.label
        case _:
            return _verb(choice)


def _verb(choice: Choice) -> str:
    return say("ask_all_in") if choice.verb == "all in" else choice.verb


def _single(zone: str | None, one: str) -> str:
    """What lies in a place for a single card, where its name says so: `drawn card`."""
    name = (zone or "").partition("[")[0].replace("_", " ")
    return name if name.endswith(f" {one}") else ""


def _count(low: int, high: int | None, one: str, many: str) -> str:
    if high is None or low == high:
        return say("ask_one" if low == 1 else "ask_exactly", low=low, piece=one, many=many)
    if low == 0:
        return say("ask_up_to_one" if high == 1 else "ask_up_to", high=high, piece=one, many=many)
    return say("ask_between", low=low, high=high, many=many)


def _to(choice: Choice, names: Sequence[str], seat: int) -> str:
    """To whose hand cards go, where it is another's."""
    for other, name in enumerate(names):
        if other != seat and choice.target == f"hand[{other}]":
            return say("ask_to", who=name)
    return ""
