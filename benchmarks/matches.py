"""What is compared: a game of the library, with the options that make it the peer's, and the bar."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Match:
    """One comparison. `bar` is the ratio of hands per second to reach; None: for information."""

    game: str
    peer: str
    bar: float | None = None
    options: dict[str, int | str | bool | None] = field(default_factory=dict)
    engine: str = "OpenSpiel"
    games: int = 20_000
    peer_games: int = 3_000


MATCHES = (
    Match("hearts", "hearts", bar=8, options={"hands": 1, "breaks": "queen"}),
    Match(
        "crazy-eights",
        "crazy_eights(players=4)",
        bar=10,
        options={"players": 4, "hands": 1, "draw_limit": 5, "pass_when": "any", "blocked_after": 5},
    ),
    Match(
        "blackjack",
        "blackjack",
        bar=5,
        options={"hands": 1, "bet": 1, "naturals": False, "double": "none", "splits": 0},
        games=150_000,
        peer_games=20_000,
    ),
    Match("partnership-spades", "spades", bar=8, options={"hands": 1, "breaks": "nothing", "failed_nil": "helps"}),
    Match("bridge", "bridge(use_double_dummy_result=false)", bar=6, options={"hands": 1}),
    Match("euchre", "euchre", bar=6, options={"hands": 1, "discard": "not_upcard", "alone": "after_discard"}),
    Match(
        "gin-rummy",
        "gin_rummy",
        bar=50,
        options={"hands": 1, "level": "nothing", "take_back": True},
        games=2_000,
        peer_games=60,
    ),
    Match(
        "uno",
        "uno",
        bar=100,
        options={"players": 2, "hands": 1, "draw_when": "unable"},
        engine="RLCard",
        games=10_000,
        peer_games=100,
    ),
    Match("kuhn", "kuhn_poker", games=150_000, peer_games=20_000),
    Match("leduc", "leduc_poker", games=80_000, peer_games=20_000),
    Match(
        "go-fish",
        "go_fish(players=4)",
        bar=1,
        options={"players": 4, "deal": "by_hand"},
        games=10_000,
        peer_games=5_000,
    ),
)
"""The rules are the peer's where `tests/referees` proves it for these options, and close to it otherwise."""

WAR_BAR = 12
"""A decision of War takes at most one so-manieth of a decision of OpenSpiel's Hearts."""
