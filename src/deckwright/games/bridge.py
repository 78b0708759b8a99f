"""Contract bridge: sixteen boards at one table, with the full auction, dummy and duplicate scoring.

Follows the Laws of Duplicate Bridge (World Bridge Federation, 2017): Law 2 (dealer and vulnerability of the boards),
17 to 22 (calls and the end of the auction), 41 and 44 to 45 (opening lead, dummy, play) and 77 (scoring table). Seats
0 to 3 are North, East, South and West; North deals board 1. A call is a bid of one to seven odd tricks in clubs,
diamonds, hearts, spades or no trumps, higher than the last; a double of the opponents' last bid; a redouble of their
double; or a pass. Three passes in a row after a bid end the auction; four passes end the board without score.
Declarer is whoever of the side first named the denomination of the last bid; the player on the left leads, dummy is
laid open and played by declarer. The side with the higher total over the boards wins.

Options: `hands` (so many boards; the vulnerability cycle goes on after sixteen), `vulnerable` (by the boards, or
always the same), `dealer` (who deals the first board).

OpenSpiel plays `hands=1, vulnerable=..., dealer=...`.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    AuctionPhase,
    Call,
    Duty,
    GameGenome,
    GameRules,
    ScoringRule,
    SetupRules,
    Strain,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

BOARDS = 16

_VULNERABLE = {
    "boards": (
        "hand_number % 16 in (1, 3, 4, 6, 9, 11, 12, 14) if team(declarer) == 0"
        " else hand_number % 16 in (2, 3, 5, 6, 8, 9, 12, 15)"
    ),
    "none": "0",
    "north_south": "team(declarer) == 0",
    "east_west": "team(declarer) == 1",
    "both": "1",
}
"""Whether declarer's side is vulnerable; by Law 2, for the boards of sixteen on which North and South or East and West
are."""
_SEATS = ("north", "east", "south", "west")


def create_bridge_genome(*, hands: int = BOARDS, vulnerable: str = "boards", dealer: str = "north") -> GameGenome:
    """Duplicate bridge at one table."""
    return GameGenome(
        genome_id="bridge",
        name="Bridge",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score",
        max_hands=hands,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="team"),
        ),
        strains=(Strain(name="{s}", each="suits", called="suit(c) == s"), Strain(name="NT")),
        terms=(
            Term(name="declarer_is_vulnerable", expr=_VULNERABLE[vulnerable], label="vulnerable"),
            Term(name="contract_is_made", expr="tricks[team(declarer)] - 6 >= level"),
            Term(name="overtricks", expr="tricks[team(declarer)] - 6 - level"),
            Term(name="undertricks", expr="-overtricks if declarer != none else 0"),
            Term(name="trick_value", expr="20 if strain in ('clubs', 'diamonds') else 30"),
            Term(name="trick_score", expr="(trick_value * level + 10 * (strain == 'NT')) * (1, 2, 4)[doubled]"),
        ),
        setup=SetupRules(cards_per_player=13, first_dealer=_SEATS.index(dealer)),
        turn_structure=TurnStructure(order="sequence", phases=(_auction(), _tricks())),
        scoring_rules=_scoring(all_vulnerable=vulnerable == "both"),
        win_conditions=(
            WinCondition(
                type="high_score", threshold=hands, trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played"
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


def _auction() -> AuctionPhase:
    return AuctionPhase(
        start="dealer",
        calls=(
            Call(
                name="{level}{strain}", levels=(1, 7, 1), strains=("C", "D", "H", "S", "NT"), order="5 * level + index"
            ),
        ),
        pass_is_final=False,
        doubling=2,
        ends="silence",
        declarer="first_of_side",
        all_pass="end_hand",
    )


def _tricks() -> TrickPhase:
    return TrickPhase(leader="left(declarer)", dummy="partner(declarer)", duties=(Duty(cards="follows(c)"),))


def _scoring(*, all_vulnerable: bool) -> tuple[ScoringRule, ...]:
    """Law 77, line by line."""

    def made(name: str, points: str, when: str = "") -> ScoringRule:
        return _line(name, "team(declarer)", "contract_is_made", when, points)

    def defeated(name: str, points: str, when: str) -> ScoringRule:
        return _line(name, "other(team(declarer))", "undertricks > 0", when, points)

    late = defeated(
        "fourth and later undertricks",
        "(undertricks - 3) * (100 * doubled)",
        "doubled > 0 and undertricks > 3 and not declarer_is_vulnerable",
    )
    return (
        made("odd tricks", "trick_score"),
        made("game", "(300, 500)[declarer_is_vulnerable]", "trick_score >= 100"),
        made("partscore", "50", "trick_score < 100"),
        made("small slam", "(500, 750)[declarer_is_vulnerable]", "level == 6"),
        made("grand slam", "(1000, 1500)[declarer_is_vulnerable]", "level == 7"),
        made("doubled contract", "50 * doubled", "doubled > 0"),
        made("overtricks", "trick_value * overtricks", "doubled == 0"),
        made("doubled overtricks", "doubled * (100, 200)[declarer_is_vulnerable] * overtricks", "doubled > 0"),
        defeated("undertricks", "(50, 100)[declarer_is_vulnerable] * undertricks", "doubled == 0"),
        defeated("first doubled undertrick", "doubled * (100, 200)[declarer_is_vulnerable]", "doubled > 0"),
        defeated(
            "other doubled undertricks",
            "(undertricks - 1) * doubled * (200, 300)[declarer_is_vulnerable]",
            "doubled > 0",
        ),
        *(() if all_vulnerable else (late,)),
    )


def _line(name: str, to: str, result: str, when: str, points: str) -> ScoringRule:
    return ScoringRule(name=name, to=to, when=f"{result} and {when}" if when else result, points=points)


GAME = GameEntry(
    id="bridge",
    name="Bridge",
    create=create_bridge_genome,
    options=(
        Option("hands", int, default=BOARDS, low=1, high=1000, text="how many boards are played"),
        Option(
            "vulnerable",
            str,
            default="boards",
            choices=tuple(_VULNERABLE),
            text="who is vulnerable: by the number of the board, or always the same",
        ),
        Option("dealer", str, default="north", choices=_SEATS, text="who deals the first board"),
    ),
    rules="https://www.worldbridge.org/wp-content/uploads/2017/03/2017LawsofDuplicateBridge-paginated.pdf",
    seed=True,
)
