"""Scopa: capture cards of the table by their rank, or several by their sum; clear it for a sweep.

Follows https://www.pagat.com/fishing/scopa.html. Forty Italian cards; three to each player and four to the table, then
three more each whenever the hands are empty. A card captures one of its rank if there is one, otherwise cards that add
up to it (the jack is 8, the knight 9, the king 10), otherwise it stays on the table; a card that can capture must. A
capture that empties the table is a sweep, except with the last card of the deal. What is left goes to the last who
captured. A point each for the most cards, the most coins, the seven of coins (settebello), the best primiera and every
sweep; level is nobody's. To 11, and on until one side is ahead. Four play as partners. With three or four kings on the
table at first the cards are dealt again.

Options: `players` (2 to 4), `partners` (of four), `hands` (so many instead of a target), `target`, `redeal_kings`.

Deal and play go to the right in Italy. Here they go to the left like everything else: only the direction differs.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardTable,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Each,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Move,
    Offer,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Shuffle,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

SUITS = ("coins", "cups", "swords", "batons")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "jack", "knight", "king")
PRIMIERA = {"7": 21, "6": 18, "ace": 16, "5": 15, "4": 14, "3": 13, "2": 12, "jack": 10, "knight": 10, "king": 10}

MOST_HANDS = 100


def create_scopa_genome(
    *,
    players: int = 2,
    partners: bool = True,
    hands: int | None = None,
    target: int = 11,
    redeal_kings: bool = True,
) -> GameGenome:
    """Scopa to eleven points."""
    teams = players == 4 and partners
    return GameGenome(
        genome_id="scopa",
        name="Scopa",
        player_count=players,
        team_mode=teams,
        teams=((0, 2), (1, 3)) if teams else (),
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        max_turns=60,
        deck=DeckSpec(
            suits=SUITS,
            ranks=RANKS,
            tables=(
                CardTable(name="worth", rows=tuple(TableRow(rank=rank, value=n) for n, rank in enumerate(RANKS, 1))),
                CardTable(name="prime", rows=tuple(TableRow(rank=rank, value=n) for rank, n in PRIMIERA.items())),
            ),
        ),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="layout", role="tableau"),
            Zone(name="captured", role="captured", owner="team" if teams else "seat"),
        ),
        patterns=(HandPattern(name="sum", min_count=2, total="worth(played)", values="worth"),),
        registers=(
            Register(name="sweeps", per="team" if teams else "seat"),
            Register(name="last_captor", holds="seat"),
        ),
        terms=_terms(),
        setup=SetupRules(
            cards_per_player=3, first_dealer=players - 1, deal=(Move(cards="stock", to="layout", count="4"),)
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                *((_redeal(),) if redeal_kings else ()),
                TurnStructure(
                    name="rounds",
                    order="sequence",
                    until="hands_empty and size(stock) == 0",
                    phases=(_deal_again(), _round()),
                ),
                DoPhase(
                    name="the rest of the table",
                    actor="dealer",
                    when="last_captor != none",
                    effects=(Move(cards="layout", to="captured[last_captor]"),),
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="cards", when=_most("size(captured)", teams=teams), points="1"),
            ScoringRule(name="coins", when=_most("coins", teams=teams), points="1"),
            ScoringRule(name="settebello", when="any(c == '7/coins' for c in captured)", points="1"),
            ScoringRule(name="primiera", when=_most("primiera", teams=teams), points="1"),
            ScoringRule(name="sweeps", points="sweeps"),
        ),
        win_conditions=(
            WinCondition(
                type="high_score",
                comparison=WinComparison.HIGHEST,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                threshold=hands or target,
                gate="hands_played" if hands else f"score if {_most('score', teams=teams)} else 0",
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


def _terms() -> tuple[Term, ...]:
    every_suit = "all(any(suit(c) == s for c in captured) for s in suits)"
    best = "sum(max(prime(c) for c in captured if suit(c) == s) for s in suits)"
    return (
        Term(name="hands_empty", expr="all(size(hand[p]) == 0 for p in seats)"),
        Term(name="coins", expr="count(c for c in captured if suit(c) == 'coins')"),
        Term(name="primiera", expr=f"{best} if {every_suit} else 0"),
    )


def _most(what: str, *, teams: bool) -> str:
    """More than every other side has."""
    of = what.replace("(captured)", "(captured[{0}])") if "(" in what else what + "[{0}]"
    if teams:
        return f"{what} > {of.format('other(team)')}"
    return f"all({what} > {of.format('p')} for p in opponents)"


def _redeal() -> Phase:
    """Three kings on the table leave no fourth to take the last of them: no sweep would be possible."""
    kings = "count(c for c in layout if rank(c) == 'king')"
    return TurnStructure(
        name="redeal",
        order="sequence",
        when=f"{kings} >= 3",
        until=f"{kings} < 3",
        phases=(
            DoPhase(
                actor="dealer",
                effects=(
                    Move(cards="layout", to="stock"),
                    Each(var="p", domain="seats", effects=(Move(cards="hand[p]", to="stock"),)),
                    Shuffle(zone="stock"),
                    Each(var="p", domain="seats", effects=(Move(cards="stock", to="hand[p]", count="3"),)),
                    Move(cards="stock", to="layout", count="4"),
                ),
            ),
        ),
    )


def _deal_again() -> Phase:
    return DoPhase(
        actor="dealer",
        when="hands_empty",
        effects=(Each(var="p", domain="seats", effects=(Move(cards="stock", to="hand[p]", count="3"),)),),
    )


def _round() -> Phase:
    equal = "any(rank(c) == rank(played) for c in layout)"
    adds_up = "adds(layout, 'worth', worth(played))"
    captured = (
        Set(name="last_captor", value="actor"),
        If(
            when="size(layout) == 0 and (size(stock) > 0 or not hands_empty)",
            then=(Set(name="sweeps", value="sweeps + 1"),),
        ),
    )
    return TurnStructure(
        until="hands_empty",
        phases=(
            ChoicePhase(
                offers=(
                    Offer(
                        name="capture",
                        picks=(
                            Pick(name="played", source="hand", where=equal),
                            Pick(name="take", source="layout", where="rank(take) == rank(played)"),
                        ),
                        effects=(Move(cards="played", to="captured"), Move(cards="take", to="captured"), *captured),
                    ),
                    Offer(
                        name="capture",
                        picks=(
                            Pick(name="played", source="hand", where=f"not {equal} and {adds_up}"),
                            Pick(name="take", kind="cards", source="layout", pattern="sum"),
                        ),
                        effects=(Move(cards="played", to="captured"), Move(cards="take", to="captured"), *captured),
                    ),
                    Offer(
                        name="lay",
                        picks=(Pick(name="played", source="hand", where=f"not {adds_up}"),),
                        effects=(Move(cards="played", to="layout"),),
                    ),
                ),
            ),
        ),
    )


GAME = GameEntry(
    id="scopa",
    name="Scopa",
    create=create_scopa_genome,
    options=(
        Option("players", int, default=2, low=2, high=4, text="how many play"),
        Option("partners", bool, default=True, text="whether four play as two pairs"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=11, low=1, high=1000, text="the score that wins"),
        Option("redeal_kings", bool, default=True, text="whether three kings on the table are dealt again"),
    ),
    rules="https://www.pagat.com/fishing/scopa.html",
    seed=True,
)
