"""What happened by itself, and what is shown, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckwright.engine.scene.holding import name_of
from deckwright.play.telling.chosen import choice_sentence, chosen_card
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.words import say, say_first


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
            return say_first("shuffled", place=place)
        case "tested":
            place = speaker.place(speaker.notation.zone_texts[data["zone"]])
            return say_first("tested_has" if data["holds"] else "tested_has_not", place=place)
        case "dealt":
            return say("dealt", number=data["hand"] + 1)
        case "trick won":
            return speaker.says("wins_trick", seat)
        case "scored" if speaker.game.shape.has_chips:
            return ""  # what was paid and got says it
        case "scored":
            return _scored(speaker, data) if data["points"] else ""
        case "paid":
            return _paid(speaker, seat, data["chips"]) if data["chips"] else ""
        case "out":
            return speaker.says("is_out", seat)
        case "skipped":
            return speaker.says("skipped", seat)
        case "hand over":
            return say("hand_over", number=data["hand"] + 1)
        case "match over":
            return say("match_over")
    return ""


def _scored(speaker: Speaker, data: Mapping[str, int]) -> str:
    """`You score 26.`, `Ada and Ben score 2 marks: overtricks.`"""
    points, rule = _points(speaker, abs(data["points"])), _rule(speaker, data)
    if rule:
        points = say("points_by", points=points, rule=rule)
    is_loss = data["points"] < 0
    if "team" in data:
        return say("team_loses" if is_loss else "team_scores", team=speaker.side(data["team"]), points=points)
    return speaker.says("loses" if is_loss else "scores", data.get("seat", -1), points=points)


def _paid(speaker: Speaker, seat: int, chips: int) -> str:
    """`You get 3 chips.`, `Ada pays 1 chip.`"""
    if chips > 0:
        return speaker.says("gets_chip" if chips == 1 else "gets_chips", seat, chips=chips)
    return speaker.says("pays_chip" if chips == -1 else "pays_chips", seat, chips=-chips)


def _points(speaker: Speaker, points: int) -> str:
    """`2 marks`, where those are what is scored; points go without saying."""
    genome = speaker.game.definition.genome
    unit = "point" if genome is None else genome.score_unit
    if unit == "point":
        return str(points)
    return say("points_of" if points == 1 else "points_of_many", points=points, unit=unit)


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
        what = speaker.cards(codes)
        place = speaker.notation.zones_by_text[str(event.end)]
        if place.role == "hand" and place.pile is not None:
            where = speaker.place(str(event.end))  # where one card lies, however often it was shown
            yield event._replace(text=say_first("card_is", where=where, card=speaker.cards(codes[-1:])))
            continue
        if place.role == "hand" and place.owner == "seat" and place.pile is None:
            name = _hand_called(speaker, codes)
            text = speaker.says("shows_hand" if name else "shows", place.index or 0, what=what, called=name)
            yield event._replace(text=text)
            continue
        where = speaker.place(str(event.end))
        text = say_first("shown_in" if len(codes) == 1 else "shown_in_many", what=what, place=where)
        yield event._replace(text=text)


def _hand_called(speaker: Speaker, codes: Sequence[str]) -> str:
    """What a hand that is shown is called, with the cards that lie open for all; empty without names."""
    evaluation = speaker.game.definition.evaluation
    if evaluation is None:
        return ""
    return name_of(speaker.game, [*codes, *(code for code, name in speaker.open_cards if name in evaluation.zones)])
