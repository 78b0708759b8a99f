"""The rulebook of Cambio, from its house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deckwright.document import Block, Box, Heading, Paragraph, bullets
from deckwright.games.entry import OptionValue

MOST_ROUNDS = 500
"""A match is over after so many rounds, whatever the score."""
MOST_CARDS = 12
"""Nobody is dealt more."""


def cambio_book(rules: Mapping[str, OptionValue]) -> tuple[Block, ...]:
    """Every rule that these settings make live, and no other."""
    return (
        Heading(1, "Cambio"),
        Paragraph("The aim is to have few points: the player with the lowest total at the end of the match wins."),
        _box(rules),
        Heading(2, "Players and cards"),
        Paragraph(
            f"{_number(rules['players'])} play, each for themselves. Use a pack of 52 and two jokers. A joker "
            "counts 0, an ace 1, the cards from two to ten their number, a jack or queen 10, a red king −1 "
            "and a black king 10."
        ),
        Heading(2, "The deal"),
        Paragraph(
            "Shuffle, and deal four cards to each player, face down in a row. Everybody looks at the first two of "
            "their own cards, once, and remembers them; nobody may look at the others. Turn one card up to begin "
            f"the discard pile; the rest is the deck. {_starter(rules)}"
        ),
        Heading(2, "A turn"),
        *bullets(_turn(rules)),
        Paragraph(
            "In the moves a card on the table is named by its player, counted from 0, and its place, counted from 1: "
            "“card 0.1” is the first card of player 1, and “swap 2” puts what you drew in the place of your second."
        ),
        Heading(2, "Powers"),
        Paragraph(_powers(rules)),
        *bullets(_power_list(rules)),
        Paragraph(
            "Everybody sees which cards are looked at or exchanged, but only the one who looks sees what they are."
        ),
        *_sticking(rules),
        Heading(2, "Calling cambio"),
        *bullets(_calling(rules)),
        Heading(2, "The end of a round"),
        *bullets(_ending(rules)),
        Heading(2, "The end of the match"),
        *bullets(_match(rules)),
    )


def _number(count: OptionValue) -> str:
    return {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}.get(int(count or 0), str(count))


def _box(rules: Mapping[str, OptionValue]) -> Box:
    turn = "Draw from the deck or take the discard; keep it or discard it."
    if rules["call_at"] == "start":
        turn += " Or call cambio instead."
    return Box(
        "At a glance",
        (
            ("Aim", "the fewest points"),
            ("On your turn", turn),
            ("7, 8", "look at a card of your own"),
            ("9, 10", "look at a card of another player"),
            ("J, Q", "exchange two cards unseen"),
            ("Black king", "look at any card, then exchange two if you like"),
            ("Points", "joker 0, ace 1, number cards, jack and queen 10, red king −1, black king 10"),
        ),
    )


def _starter(rules: Mapping[str, OptionValue]) -> str:
    return {
        "rotates": "The first player begins the first round, and the next player to the left each round after it.",
        "random": "Who begins a round is drawn by lot.",
        "fixed": "The first player begins every round.",
    }[str(rules["starter"])]


def _turn(rules: Mapping[str, OptionValue]) -> Iterator[str]:
    yield (
        "**Draw** the top card of the deck and look at it. Then put it in the place of one of your cards, which goes "
        "face up on the discard pile, or discard it."
    )
    if rules["taken_may_go"]:
        yield "Or **take** the top card of the discard pile, and do the same with it."
    else:
        yield "Or **take** the top card of the discard pile. It has to go in the place of one of your cards."
    yield "You may look at a card that you put down; everybody sees the card that is replaced."
    if rules["empty_deck_ends"]:
        yield "When the deck is empty at the beginning of a turn, the round ends."
    else:
        yield "When the deck is empty, shuffle the discard pile, without its top card, to make a new one."


def _powers(rules: Mapping[str, OptionValue]) -> str:
    return {
        "deck": "If you draw one of these cards from the deck and discard it, you may use its power.",
        "drawn": "If you draw one of these cards, from the deck or the discard pile, and discard it, you may use "
        "its power.",
        "discard": "If you discard one of these cards on your turn, drawn or replaced, you may use its power.",
    }[str(rules["power_from"])]


def _power_list(rules: Mapping[str, OptionValue]) -> Iterator[str]:
    two = "any two cards on the table" if rules["swap_any"] else "one of your cards with one of another player's"
    yield "**Seven or eight**: look at one of your own cards."
    yield "**Nine or ten**: look at a card of another player."
    yield f"**Jack or queen**: exchange {two}, without looking."
    yield f"**Black king**: look at any card on the table; then, if you like, exchange {two}."


def _sticking(rules: Mapping[str, OptionValue]) -> tuple[Block, ...]:
    sticking = str(rules["sticking"])
    if sticking == "nobody":
        return ()
    who = {
        "actor": "After a card has been discarded, and its power used, the player whose turn it is may **stick** "
        "one card: lay a card of their own of the same rank on it.",
        "everyone": "After a card has been discarded, and its power used, every player may **stick**: lay a card of "
        "their own of the same rank on it. After a card has been stuck, everybody may stick again.",
        "any_card": "After a card has been discarded, and its power used, every player may **stick**: lay a card of "
        "the same rank on it, their own or another player's. Whoever sticks another's card gives one of their own in "
        "its place. After a card has been stuck, everybody may stick again.",
    }[sticking]
    order = {"race": "The quickest is first.", "turns": "They are asked in turn, the player whose turn it is first."}
    lines = [who]
    if sticking != "actor":
        lines.append(order[str(rules["stick_order"])])
    cards = "a card" if rules["penalty"] == 1 else "two cards"
    lines.append(
        f"If the card is of another rank, everybody has seen it: it goes back, its player draws {cards} face down and "
        f"may not stick again until another card is discarded. Nobody is given more than {MOST_CARDS} cards."
    )
    lines.append("A card that was stuck leaves its place empty; the next card drawn as a penalty fills it.")
    return (Heading(2, "Sticking"), *bullets(lines))


def _calling(rules: Mapping[str, OptionValue]) -> Iterator[str]:
    if rules["call_at"] == "start":
        yield "Instead of taking a turn you may call **cambio**."
    else:
        yield "At the end of your turn you may call **cambio**."
    yield "Then each of the others has one more turn, and the round ends. Only one player can call."
    if rules["caller_locked"]:
        yield "From then on the caller's cards may not be exchanged."
    if rules["empty_hand_calls"]:
        yield "Whoever has no cards left at the end of a turn has called, if nobody has."
    else:
        yield "Whoever has no cards left plays on."


def _ending(rules: Mapping[str, OptionValue]) -> Iterator[str]:
    yield "All cards are turned up, and everybody scores the sum of their own."
    caller = {
        "plain": "",
        "penalty": "A caller who does not have the lowest sum, or share it, scores 10 more.",
        "bonus_and_penalty": "A caller with the lowest sum scores 10 fewer; one without it 10 more.",
        "nought_or_penalty": "A caller with the lowest sum scores nothing; one without it 10 more.",
    }[str(rules["caller_score"])]
    if caller:
        yield caller
    yield f"A round also ends after {rules['turn_cap']} turns."


def cambio_ending(rules: Mapping[str, OptionValue]) -> str:
    """When the match is over and who wins then."""
    return f"{_over(rules)} {_LOWEST}"


_LOWEST = "The lowest total wins."


def _over(rules: Mapping[str, OptionValue]) -> str:
    if rules["rounds"]:
        rounds = "one round" if rules["rounds"] == 1 else f"{rules['rounds']} rounds"
        return f"The match is over after {rounds}."
    return f"The match is over when somebody has {rules['target']} points or more at the end of a round."


def _match(rules: Mapping[str, OptionValue]) -> Iterator[str]:
    yield _over(rules)
    if not rules["rounds"]:
        yield f"There are at most {MOST_ROUNDS} rounds."
    yield _LOWEST
    if rules["first_wins_ties"]:
        yield "Of those who are level the one who sits first wins."
    else:
        yield "Those who are level share the win; if all are, it is a draw."
