"""What somebody chose, in words."""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.cards.words import SUIT_SIGNS, rank_words, with_cards
from deckwright.engine.notation import one_of
from deckwright.play.telling.speaker import Speaker
from deckwright.play.wording import as_deed, does, pieces_of
from deckwright.play.words import say


def choice_sentence(speaker: Speaker, data: Mapping[str, int], card: str | None) -> str:
    """`You play 2♣.`, `Ada plays 2♣ from Ben's hand.`"""
    if speaker.notation.names.slots[data["slot"]].is_unsaid:
        return ""
    said, seat, actor = _words(speaker, data, card), data["seat"], speaker.actor
    if speaker.is_opening and speaker.notation.names.slots[data["slot"]].is_raise:
        said = said.replace("raise", "bet", 1)
    if actor is not None and actor != seat:
        did = does(speaker.who(actor), said, is_you=actor == speaker.seat)
        return say("deed_from_hand", did=did, whose=speaker.whose(seat))
    return say("deed", did=does(speaker.who(seat), said, is_you=seat == speaker.seat))


def _words(speaker: Speaker, raw: Mapping[str, int], card: str | None) -> str:
    """What somebody chose, with its cards as people write them."""
    notation = speaker.notation
    if card is not None and " the " in notation.names.slots[raw["slot"]].verb.replace("_", " "):
        return notation.names.slots[raw["slot"]].verb.replace("_", " ")  # `take the pile`: what moves tells its cards
    if card is not None:
        verb = notation.names.slots[raw["slot"]].verb
        return notation.card_said(raw["slot"], raw["value"]).replace(verb, with_cards(verb), 1)
    said = notation.said(raw["slot"], raw["value"], speaker.names, seat=speaker.seat, first_pile=speaker.first_pile)
    spec = notation.names.slots[raw["slot"]]
    if spec.said and spec.source:
        return spec.verb  # `take`: what moves tells what
    if spec.said_by and (used := _last_discarded(speaker)):
        return say("use_power", verb=spec.verb, card=speaker.cards([used]))
    if spec.kind == "Place":
        speaker.named.update(range(len(speaker.names)))  # a card of `mine`
        theirs = said.replace(say("my_card"), say("your_card"))
        return say("choose", what=theirs) if raw["value"] >= 0 else said
    if notation.names.slots[raw["slot"]].kind == "Call" and raw["value"] >= 0:
        meaning = notation.meanings[raw["slot"]][raw["value"]]
        sign = SUIT_SIGNS.get(meaning.strain)
        return f"{spec.verb} {meaning.level}{sign}" if sign and str(meaning.level) in said else as_deed(said)
    codes = _set_of(speaker, raw)
    return f"{said.removesuffix(' '.join(codes))}{speaker.cards(codes)}" if codes else said


def _last_discarded(speaker: Speaker) -> str | None:
    """The card on the discard pile."""
    piles = [zone.cards for zone in speaker.state.seen_by(None).zones if zone.role == "discard" and zone.cards]
    return piles[0][-1] if piles else None


def _set_of(speaker: Speaker, raw: Mapping[str, int]) -> list[str]:
    """The cards of a set that was chosen as one; none if it was not seen, or is no such choice."""
    notation = speaker.notation
    if raw["value"] < 0 or raw["slot"] not in notation.values:
        return []
    codes = notation.value_text(raw["slot"], raw["value"]).split()
    return codes if all(code in notation.faces for code in codes) else []


def chosen_card(speaker: Speaker, raw: Mapping[str, int]) -> str | None:
    """The card that a choice names, if it names one and it was seen."""
    names = speaker.notation.names
    is_card = raw["value"] >= 0 and names.slots[raw["slot"]].kind == "Card"
    return names.cards[raw["value"]] if is_card and raw["slot"] not in speaker.notation.values else None


def chosen_rank(speaker: Speaker, raw: Mapping[str, int]) -> str:
    """The rank that a choice names, where it is one of several things that are chosen: `an 8`."""
    spec = speaker.notation.names.slots[raw["slot"]]
    if spec.kind != "Rank" or not spec.pick or raw["value"] < 0:
        return ""
    rank = speaker.notation.value_text(raw["slot"], raw["value"])
    return next((rank_words(card) for card in speaker.game.deck.cards if card.rank == rank), "")


def chosen_place(speaker: Speaker, data: Mapping[str, int]) -> int:
    """The number of the place of one card that somebody chose; -1 if it is none."""
    spec = speaker.notation.names.slots[data["slot"]]
    if spec.kind != "Place" or data["value"] < 0:
        return -1
    return speaker.notation.zone_names[spec.source].base + spec.offset + data["value"]


def looks(speaker: Speaker, seat: int, zone: str) -> str:
    """`Ada looks at their own card 4.`"""
    place = speaker.notation.zones_by_text[zone]
    where = f"{one_of(place.name)} {(place.pile or 0) + 1}"
    own = say("your_own" if seat == speaker.seat else "their_own")
    whose = own if place.index == seat else speaker.whose(place.index or 0)
    return speaker.says("looks", seat, whose=whose, where=where)


def looked(speaker: Speaker, zone: str) -> str:
    """What the seat itself is told that was shown a card for it to remember: where it lies."""
    place, seat = speaker.notation.zones_by_text[zone], speaker.seat or 0
    if place.owner == "seat" and place.pile is not None:
        return looks(speaker, seat, zone)
    return speaker.says("looks_in", seat, piece=pieces_of(speaker.game).one, place=speaker.place(zone))


def is_pile(speaker: Speaker, kind: str, data: Mapping[str, int]) -> bool:
    """Whether somebody chose a pile."""
    return kind == "chose" and speaker.notation.names.slots[data["slot"]].kind == "Pile"


def is_done(speaker: Speaker, kind: str, data: Mapping[str, int]) -> bool:
    """Whether somebody has picked several cards, as far as all are told."""
    return kind == "chose" and data["value"] < 0 and speaker.notation.names.slots[data["slot"]].several
