"""Where a sheet says that the cards of a deck are dealt to, there the shuffle deals them."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from tests.conformance.walks import Variant
from tests.play.test_shuffle_referee import deck_order

from deckwright.engine import Deal, Game, load
from deckwright.engine.scene.dealing import deal_places
from deckwright.play.moments import Moment


def planned(game: Game, seed: bytes) -> dict[str, Counter[str]]:
    """The cards that the order of the deck deals to each region, by the sheet."""
    codes = [str(card) for card in game.deck]
    found: dict[str, Counter[str]] = {}
    for card, region in zip(deck_order(seed, len(codes)), deal_places(game), strict=True):
        found.setdefault(region, Counter())[codes[card]] += 1
    found.pop("", None)
    return found


def test_a_seat_is_told_that_it_was_dealt_the_cards_of_its_place(variant: Variant) -> None:
    """Face up or face down, and whatever is dealt besides; nobody is left out."""
    game = variant.load()
    names = tuple(f"P{seat}" for seat in range(game.seats))
    for number in range(6):
        seed = sha256(f"places {variant} {number}".encode()).digest()
        plan, moment = planned(game, seed), Moment(game.start(Deal(seed)))
        owners = {game.notation.zones_by_text[region].index for region in plan}
        assert game.seats == 1 or owners >= set(range(game.seats))
        for seat in range(game.seats):
            cards: dict[str, Counter[str]] = {}
            backs: Counter[str] = Counter()
            for event in moment.events(seat, names):
                if event.kind == "moved" and event.end is not None:
                    cards.setdefault(event.end, Counter()).update(event.cards)
                    backs[event.end] += event.backs
            for region, expected in plan.items():
                assert (expected - cards.get(region, Counter())).total() <= backs[region], (seed.hex(), seat, region)


def test_cards_that_nobody_has_moved_on_lie_in_their_place(variant: Variant) -> None:
    """The face-down ones too, in the deals in which nothing leaves a place before the first choice."""
    game = variant.load()
    codes = game.notation.names.cards
    for number in range(6):
        seed = sha256(f"places {variant} {number}".encode()).digest()
        state = game.start(Deal(seed))
        left = {str(game.notation.zones[data["from"]]) for kind, data in state.seen_events(None) if kind == "moved"}
        if sum(kind == "dealt" for kind, _ in state.seen_events(None)) > 1:
            continue  # a hand was over at once
        layout = dict(zip(map(str, game.notation.zones), state.position.layout(), strict=True))
        for region, expected in planned(game, seed).items():
            if region not in left:
                assert expected <= Counter(codes[card] for card in layout[region]), (seed.hex(), region)


def test_a_place_that_depends_on_one_card_is_none_of_those_that_are_told() -> None:
    """However seldom it comes: the page would call an honest table wrong, or show other cards than were dealt."""
    is_rare = "suit(top(heap)) == 'spades' and rank(top(heap)) == 'Q'"
    one_more = {"type": "move", "cards": "stock", "to": "heap", "count": "1"}
    game = load(
        {
            "genome_id": "now-and-then",
            "player_count": 2,
            "zones": [
                {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
                {"name": "stock", "role": "stock", "seen_by": "none"},
                {"name": "heap", "role": "discard"},
            ],
            "setup": {
                "cards_per_player": 1,
                "deal": [
                    one_more,
                    {"type": "if", "when": is_rare, "then": [one_more]},
                    {"type": "each", "var": "p", "domain": "seats", "effects": [{**one_more, "to": "hand[p]"}]},
                ],
            },
            "turn_structure": {
                "type": "turns",
                "limit": 4,
                "phases": [
                    {
                        "type": "choice",
                        "offers": [
                            {
                                "name": "play",
                                "picks": [{"name": "x", "source": "hand"}],
                                "effects": [{"type": "move", "cards": "x", "to": "heap"}],
                            }
                        ],
                    }
                ],
            },
            "scoring_rules": [{"points": "sum(rank(c) for c in hand)"}],
            "win_conditions": [
                {"type": "low_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
            ],
        }
    )
    assert deal_places(game)[:6] == ("hand[0]", "hand[1]", "heap", "", "", "")
