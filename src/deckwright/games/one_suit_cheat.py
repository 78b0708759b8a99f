"""One-suit Cheat: the game of bluff with so few cards that it can be solved.

The rules are those of Cheat (https://www.pagat.com/beating/cheat.html) with the lowest cards of a single suit. All are
dealt; in turn each player puts a card face down on the pile and claims that it is of the next rank in order, aces
first. The others may challenge; then it is turned up, and whoever was wrong takes the pile. The first without cards,
once the last claim has been accepted or proved, wins. After so many turns whoever holds fewest cards wins.

Options: `players` (2 or 3), `ranks` (how many cards there are, ace upwards), `turns` and `hands`.
"""

from __future__ import annotations

from deckwright.games.cheat import cheat_genome
from deckwright.games.entry import GameEntry, Option
from deckwright.genome.schema import ClaimPhase, ClaimRankMode, DeckSpec, GameGenome

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8")


def create_one_suit_cheat_genome(*, players: int = 2, ranks: int = 4, turns: int = 6, hands: int = 1) -> GameGenome:
    """Cheat with a handful of cards."""
    claiming = ClaimPhase(rank_mode=ClaimRankMode.SEQUENTIAL, starting_rank="A", high=1)
    deck = DeckSpec(suits=("spades",), ranks=RANKS[:ranks])
    return cheat_genome("one-suit-cheat", "One-suit Cheat", players, hands, deck, claiming, turns=turns)


GAME = GameEntry(
    id="one-suit-cheat",
    name="One-suit Cheat",
    create=create_one_suit_cheat_genome,
    options=(
        Option("players", int, default=2, low=2, high=3, text="how many play"),
        Option("ranks", int, default=4, low=3, high=8, text="cards in the deck, from the ace up"),
        Option("turns", int, default=6, low=2, high=100, text="turns after which the fewest cards win"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
    ),
    rules="https://www.pagat.com/beating/cheat.html",
)
