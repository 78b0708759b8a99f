"""Texas hold'em without limit, for two to six players: cash hands, or matches of many hands.

Rules: Robert's Rules of Poker (https://www.pokercoach.us/RobsPkrRules.htm) and, for raises, all-ins and showdowns,
those of the Tournament Directors Association (https://www.pokertda.com/view-poker-tda-rules/). Bets are parts of the
pot, or all one has; that is what trees for solvers are made of. The kernel plays it directly and not as a genome:
solvers and agents of its own play millions of hands of it.

Inside, all is in whole chips. Stacks, rake caps and results are in big blinds, bets in pots.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.games.definition import Definition, define_house_rules
from deckwright.games.entry import HouseRulesEntry, OptionValue
from deckwright.games.holdem.options import OPTIONS, holdem_settings
from deckwright.games.holdem.rulebook import holdem_book, holdem_ending
from deckwright.games.holdem.vocabulary import holdem_vocabulary
from deckwright.games.pauses import beats
from deckwright.games.poker_hands import HAND_SIZE, POKER_EVALUATION

EVALUATION = POKER_EVALUATION.copy_with(zones=("hand", "board"), choose=HAND_SIZE)


def define_holdem(options: Mapping[str, OptionValue]) -> Definition:
    """Hold'em with these options; OptionError if they do not go together."""
    settings = holdem_settings(options)
    seats, hands = settings["players"], settings["hands"]
    return define_house_rules(
        "holdem",
        "Texas Hold'em",
        seats=seats,
        max_hands=hands,
        settings=settings,
        vocabulary=holdem_vocabulary(seats, settings["sizes"]),
        book=holdem_book,
        ending=holdem_ending,
        has_chips=True,
        beats=beats(hands=hands),
        evaluation=EVALUATION,
    )


GAME = HouseRulesEntry(
    id="holdem",
    name="Texas Hold'em",
    options=OPTIONS,
    rules="https://www.pokertda.com/view-poker-tda-rules/",
    make=define_holdem,
)

__all__ = ["GAME"]
