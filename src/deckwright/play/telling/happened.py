"""What happened by itself, and what is shown, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckwright.engine.scene.holding import name_of
from deckwright.play.telling.chosen import choice_sentence, chosen_card
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import TableEvent


def make_event(speaker: Speaker, kind: str, data: Mapping[str, int]) -> TableEvent:
    """Anything but a move of cards."""
    if kind == "chose":
        card = chosen_card(speaker, data)
        cards = () if card is None else (card,)
        text = choice_sentence(speaker, data, card)
        return TableEvent(0, kind, data["seat"], cards, 0, None, None, None, None, None, text)
    cards = (speaker.notation.names.cards[data["card"]],) if data.get("card", -1) >= 0 else ()
    return TableEvent(
        0,
        kind.replace(" ", "-"),
        data.get("seat"),
        cards,
        0,
        None,
        speaker.notation.zone_texts[data["zone"]] if "zone" in data else None,
        next((data[name] for name in ("points", "chips", "hand", "holds") if name in data), None),
        data.get("team"),
        _rule(speaker, data),
        _sentence(speaker, kind, data),
    )


def _rule(speaker: Speaker, data: Mapping[str, int]) -> str | None:
    """What the rule is called by which somebody scores: `overtricks`."""
    return (speaker.notation.names.scoring[data["rule"]] or None) if "rule" in data else None


def _sentence(speaker: Speaker, kind: str, data: Mapping[str, int]) -> str:
    """What happened by itself; empty where nothing is to be said of it."""
    seat = data.get("seat", -1)
    match kind:
        case "shuffled":
            place = speaker.place(speaker.notation.zone_texts[data["zone"]])
            return f"{place[0].upper()}{place[1:]} is shuffled."
        case "tested":
            place = speaker.place(speaker.notation.zone_texts[data["zone"]])
            has = "has" if data["holds"] else "does not have"
            return f"{place[0].upper()}{place[1:]} {has} what was asked for."
        case "dealt":
            return f"Hand {data['hand'] + 1} is dealt."
        case "trick won":
            return f"{speaker.verb(seat, 'takes', 'take')} the trick."
        case "scored" if speaker.game.shape.has_chips:
            return ""  # what was paid and got says it
        case "scored":
            verb = "lose" if data["points"] < 0 else "score"
            side = f"{speaker.side(data['team'])} {verb}" if "team" in data else speaker.verb(seat, f"{verb}s", verb)
            rule = _rule(speaker, data)
            points = f"{abs(data['points'])}{_unit(speaker, abs(data['points']))}"
            return f"{side} {points}{f': {rule}' if rule else ''}." if data["points"] else ""
        case "paid":
            chips = data["chips"]
            if not chips:
                return ""
            verb = speaker.verb(seat, "gets", "get") if chips > 0 else speaker.verb(seat, "pays", "pay")
            return f"{verb} {abs(chips)} chip{'' if abs(chips) == 1 else 's'}."
        case "out":
            return f"{speaker.verb(seat, 'is', 'are')} out."
        case "skipped":
            return f"{speaker.verb(seat, 'loses', 'lose')} a turn."
        case "hand over":
            return f"Hand {data['hand'] + 1} is over."
        case "match over":
            return "The game is over."
    return ""


def _unit(speaker: Speaker, points: int) -> str:
    """` marks`, where that is what is scored; points go without saying."""
    genome = speaker.game.definition.genome
    unit = "point" if genome is None else genome.score_unit
    return "" if unit == "point" else f" {unit}{'' if abs(points) == 1 else 's'}"


def shown_events(speaker: Speaker, events: Sequence[TableEvent]) -> Iterator[TableEvent]:
    """Cards that are shown one after another in one place: the first says all of them."""
    if not events:
        return
    said: dict[str, list[str]] = {}
    for event in events:
        said.setdefault(str(event.end), []).extend(event.cards)
    for event in events:
        codes = said.pop(str(event.end), [])
        if not codes:
            yield event._replace(text="")
            continue
        what, verb = speaker.cards(codes), "is" if len(codes) == 1 else "are"
        place = speaker.notation.zones_by_text[str(event.end)]
        if place.role == "hand" and place.pile is not None:
            where = speaker.place(str(event.end))  # where one card lies, however often it was shown
            yield event._replace(text=f"{where[0].upper()}{where[1:]} is {speaker.cards(codes[-1:])}.")
            continue
        if place.role == "hand" and place.owner == "seat" and place.pile is None:
            name = _hand_called(speaker, codes)
            shows = speaker.verb(place.index or 0, "shows", "show")
            yield event._replace(text=f"{shows} {what}{f': {name}' if name else ''}.")
            continue
        yield event._replace(text=f"{what[0].upper()}{what[1:]} {verb} shown in {speaker.place(str(event.end))}.")


def _hand_called(speaker: Speaker, codes: Sequence[str]) -> str:
    """What a hand that is shown is called, with the cards that lie open for all; empty without names."""
    evaluation = speaker.game.definition.evaluation
    if evaluation is None:
        return ""
    return name_of(speaker.game, [*codes, *(code for code, name in speaker.open_cards if name in evaluation.zones)])
