"""The cards: fewer or more ranks, suits and copies, jokers, and whether the ace is high."""

from __future__ import annotations

from deckwright.cards.errors import CardError
from deckwright.evolve.draft import Draft
from deckwright.evolve.graph import Thing, references, renamed
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import count_of, instead, number_word
from deckwright.genome.compile.compiler import deck_cards
from deckwright.genome.materials import STANDARD_RANKS, DeckSpec
from deckwright.genome.schema import GameGenome

FEWEST, MOST = 12, 120
"""Cards of a deck."""


def printed_paths(genome: GameGenome) -> list[str]:
    """Where a genome mentions suits, ranks and cards by name."""
    return [mention.path for mention in references(genome).mentions if mention.thing.kind in ("suit", "rank", "card")]


MOST_RENAMED = 3
"""Cards by name that may become others: a whole table of values for dominoes says nothing of other cards."""


def use_deck(draft: Draft, spec: DeckSpec) -> bool:
    """Other cards: rules that name cards which are no longer there name others, and the deal is made to fit."""
    genome = draft.parent
    new = genome.deck.model_copy(
        update={name: getattr(spec, name) for name in ("suits", "ranks", "copies", "omit", "extra")}
    )
    if new == genome.deck or not _is_enough(draft, new):
        return False
    other = genome.model_copy(update={"deck": new})
    try:
        cards = deck_cards(other)
    except CardError:  # what it leaves out is not there
        return False
    texts: dict[str, str] = {}
    plain: dict[tuple[str, str], str] = {}
    old_ranks = (*genome.deck.ranks, *(extra.rank for extra in genome.deck.extra if extra.rank))
    lists = (
        ("suit", genome.deck.suits, new.suits),
        ("rank", old_ranks, (*new.ranks, *(extra.rank for extra in new.extra if extra.rank))),
        ("card", tuple(card.code for card in deck_cards(genome).types), tuple(card.code for card in cards.types)),
    )
    for kind, old, have in lists:
        for place, name in enumerate(old):
            if name not in have and references(genome).of(Thing(kind, name)):
                if not have:
                    return False
                plain[kind, name] = have[place * len(have) // len(old)]
                texts.setdefault(name, plain[kind, name])  # a rank, where a card is called the same
    if sum(kind == "card" for kind, _ in plain) > MOST_RENAMED:
        return False
    draft.data = renamed(other, {}, texts, plain).to_dict()
    draft.data.setdefault("deck", {})
    draft.data["deck"]["omit"] = new.to_dict().get("omit", [])
    draft.keep(draft.data, "deck")
    fit_deal(draft, len(cards.cards))
    return True


def fit_deal(draft: Draft, cards: int) -> None:
    """Deal no more cards than there are, all of them where all were dealt, and leave a stock where there was one."""
    setup, players = draft.data["setup"], draft.parent.player_count
    each, had = setup["cards_per_player"], len(deck_cards(draft.parent).cards)
    if not isinstance(each, int) or not players:
        return
    if each * players == had:
        setup["cards_per_player"] = cards // players
    elif each * players > cards * 3 // 4:
        setup["cards_per_player"] = max(1, min(each, cards * 3 // 4 // players))


@operator("drop-ranks", "deck", needs=("ranks",), weight=0.7)
def drop_ranks(draft: Draft) -> str | None:
    """Plays with fewer ranks: the lowest go, or one in the middle."""
    deck = draft.parent.deck
    if draft.is_pinned("$.deck") or len(deck.ranks) < 5:
        return None
    count = draft.dice.number(1, min(5, len(deck.ranks) - 4))
    gone = deck.ranks[:count] if draft.dice.chance(0.7) else tuple(draft.dice.some(deck.ranks, 1, 1))
    spec = deck.model_copy(update={"ranks": tuple(rank for rank in deck.ranks if rank not in gone)})
    if not use_deck(draft, spec):
        return None
    return f"is played without the {', '.join(gone)}"


@operator("add-ranks", "deck", needs=("ranks",), weight=0.5)
def add_ranks(draft: Draft) -> str | None:
    """Plays with more ranks, at the low end."""
    deck = draft.parent.deck
    missing = [rank for rank in STANDARD_RANKS if rank not in deck.ranks]
    if draft.is_pinned("$.deck") or not missing or not set(deck.ranks) <= set(STANDARD_RANKS):
        return None
    added = tuple(missing[-draft.dice.number(1, len(missing)) :])
    spec = deck.model_copy(update={"ranks": (*added, *deck.ranks)})
    if not use_deck(draft, spec):
        return None
    return f"is played with the {', '.join(added)} too"


@operator("change-copies", "deck", weight=0.5)
def change_copies(draft: Draft) -> str | None:
    """Plays with more or fewer packs."""
    deck = draft.parent.deck
    if draft.is_pinned("$.deck") or not deck.ranks:
        return None
    new = draft.dice.one([count for count in (1, 2, 3) if count != deck.copies])
    spec = deck.model_copy(update={"copies": new})
    if not use_deck(draft, spec):
        return None
    return f"is played with {instead(count_of(new, 'pack'), number_word(deck.copies))}"


@operator("drop-suit", "deck", needs=("suits",), lacks=("auction",), weight=0.5)
def drop_suit(draft: Draft) -> str | None:
    """Plays without a suit."""
    deck = draft.parent.deck
    if draft.is_pinned("$.deck") or len(deck.suits) < 3 or not deck.ranks:
        return None
    gone = draft.dice.one(deck.suits)
    spec = deck.model_copy(update={"suits": tuple(suit for suit in deck.suits if suit != gone)})
    if not use_deck(draft, spec):
        return None
    return f"is played without {gone}"


@operator("move-rank", "deck", needs=("ranks",), weight=0.7)
def move_rank(draft: Draft) -> str | None:
    """Lets a rank stand higher or lower: the ace below the two, the ten above the king."""
    deck = draft.parent.deck
    if draft.is_pinned("$.deck"):
        return None
    rank = draft.dice.weighted((4, deck.ranks[-1]), (1, draft.dice.one(deck.ranks)))
    rest = [other for other in deck.ranks if other != rank]
    place = 0 if rank == deck.ranks[-1] else draft.dice.one((0, len(rest), len(rest) - 1))
    ranks = (*rest[:place], rank, *rest[place:])
    if not use_deck(draft, deck.model_copy(update={"ranks": ranks})):
        return None
    return f"the {rank} is the lowest rank" if place == 0 else f"the {rank} stands above the {ranks[place - 1]}"


def _is_enough(draft: Draft, spec: DeckSpec) -> bool:
    """Whether there are cards for everybody and for sets of a kind, and not too many."""
    alike = [one.required_count or one.min_count or 0 for one in draft.parent.patterns if one.of_a_kind]
    if max(alike, default=0) > max(1, len(spec.suits)) * spec.copies:
        return False
    cards = max(1, len(spec.suits)) * len(spec.ranks) * spec.copies + sum(extra.copies for extra in spec.extra)
    return max(FEWEST, 2 * draft.parent.player_count) <= cards <= MOST
