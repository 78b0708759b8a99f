"""The compiled kernel: rules, positions, agents and batches of games.

Only engine, agents, measure and solve import it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeAlias, TypedDict, final

Action: TypeAlias = tuple[int, int]
"""Slot and value."""

Event: TypeAlias = tuple[str, dict[str, int]]
"""Kind and what the observer saw of it: {"card": -1} stands for a card it did not see."""

Pause: TypeAlias = tuple[int, Position]
"""A beat (0 a trick is complete, 1 a hand is scored) and the position there."""

Step: TypeAlias = tuple[int, int, int, bytes, bool]
"""Seat, place of its action among the legal ones, how many those are, beats passed, whether anything was seen of it."""

AgentForm: TypeAlias = str | tuple[str, PolicyFile]
"""An agent: its text, with the policy that it is to use, if any."""

class Draft(TypedDict):
    offer: int
    pick: int
    values: list[int]
    cards: list[list[int]]

Looked: TypeAlias = tuple[
    int | None, int, bool, tuple[tuple[str | None, ...], ...], list[int], tuple[tuple[int, str], ...]
]
"""Turn, node, whether it is over, zones, registers, plays to the trick."""

class Observation(TypedDict):
    """What an observer sees. Cards are types, -1 for a card it cannot place; zones by instance, bottom card first."""

    turn: int | None
    node: int
    over: bool
    zones: list[list[int]]
    registers: list[int]
    trick: list[tuple[int, int]]
    """Who played which card to the trick on the table, in order."""
    draft: Draft | None

class Asked(TypedDict):
    """What is asked of the seat to act, beyond the list of its actions."""

    playing: int | None
    """Whose card is played; for a dummy its partner decides."""
    dummy: int | None
    """Whose hand lies open on the table."""
    limits: list[tuple[int, int, int, int]]
    """Picks of several cards: slot, how many are picked, at least and at most."""
    amounts: list[tuple[int, int, int]]
    """Chips that go in: slot, value, chips."""
    duties: list[tuple[int, int]]
    """The first duty that leaves out some card, by slot."""

class BatchResult(TypedDict):
    games_played: int
    wins: list[int]
    team_wins: list[int]
    draws: int
    losses: int
    """Games lost by everybody (a one-player game that was not won)."""
    decisions: int
    hands: int
    limited: int
    """Games that a limit of theirs ended, or a hand of which it ended."""
    cut_off: int
    """Games given up after fifty million decisions."""
    score_sums: list[int]
    team_score_sums: list[int]
    team_score_squares: list[int]
    score_squares: list[int]
    return_sums: list[float]
    return_squares: list[float]
    winner_score_sum: int
    shared: int
    """Of the draws, those that several won by the rules: all together, or all but the loser."""
    losses_by_seat: list[int]
    """How often the rules named each seat a loser."""
    credit_sums: list[list[int]]
    """By line of credit, then by seat."""
    credit_squares: list[list[int]]
    decisions_by_seat: list[int]
    choices: int
    """Decisions with more than one legal action."""
    options: int
    """Legal actions summed over decisions."""
    lengths: list[tuple[int, int, int]]
    """Games by decisions: the first length of a bin, the first after it, how many. Bins without games are left out."""
    inexact_samples: int
    seconds: float
    """CPU-independent wall time inside the kernel."""

@final
class PolicyFile:
    """The bytes of a policy file. What a game makes of them is kept: they are read once, not for each decision."""

    def __new__(cls, data: bytes) -> PolicyFile: ...
    @property
    def data(self) -> bytes: ...

@final
class Rules:
    """A game that was checked: a genome's program, or the house rules of a game that the kernel has of its own.

    Without `fast` plans it is played by the general case alone, which is slow and must come to the same.
    """

    def __new__(cls, settings: bytes, kind: str = "genome", *, fast: bool = True) -> Rules: ...
    @property
    def seats(self) -> int: ...
    def deal(self, order: bytes | None, seed: bytes) -> Position:
        """First position. `order`: card types from the top of the deck; `seed`: 32 bytes for all other chance."""

@final
class Position:
    """A state of a game. Immutable."""

    @property
    def seat(self) -> int | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def hands(self) -> int: ...
    def legal(self) -> list[Action]: ...
    def decisions(self) -> list[Action]:
        """The legal actions, but of those that name the same cards in another order only one."""
    def apply(self, slot: int, value: int) -> Position:
        """The next position; ValueError if the action is not legal."""
    def play(self, slot: int, value: int, beats: int) -> tuple[list[Pause], Position]:
        """The same with the positions at the beats on the way (bits: 1 tricks, 2 hands), where nobody is to act.

        Each has the events since the one before.
        """
    def replay(self, actions: list[Action], beats: int) -> tuple[Position, list[Pause], list[Step]]:
        """Plays actions from here: where they lead, the beats of the last step, and every step.

        ValueError(message, number) names the first that is not legal.
        """
    def events(self, observer: int | None) -> list[Event]:
        """What the observer saw of the step that led here."""
    def observe(self, observer: int | None) -> Observation: ...
    def asked(self) -> Asked: ...
    def look(self, names: tuple[str, ...]) -> Looked:
        """What all observers see alike, with the names of cards in place of their types."""
    def look_as(self, seat: int, names: tuple[str, ...]) -> tuple[tuple[tuple[str | None, ...], ...], bool]:
        """What a seat sees of the zones, with the names of cards, and whether it is in the middle of a move."""
    def key(self, seat: int) -> int: ...
    def resample(self, seat: int, seed: int) -> tuple[Position, bool]:
        """A position that looks the same to the seat; False if some inference was given up."""
    def admits_truth(self, observer: int | None) -> bool:
        """Whether this position is itself one that could be sampled for the observer."""
    def scores(self) -> list[int]: ...
    def team_scores(self) -> list[int]: ...
    def returns(self) -> list[float] | None: ...
    def winners(self) -> tuple[list[int], list[int]] | None:
        """Winning seats and teams, when the game is over."""
    @property
    def lost(self) -> bool:
        """Whether everybody lost: a game for one that did not come out, or one played together."""
    def losers(self) -> list[int]:
        """Seats that the rules name as losers; none where they name winners."""
    @property
    def shared(self) -> bool:
        """Whether the rules let several share the win: all, or all but the loser."""
    @property
    def limited(self) -> bool:
        """Whether a limit, rather than play, ended the match or a hand of it."""
    def layout(self) -> list[list[int]]:
        """Every card of every zone instance: for a finished game, and for tests."""
    def contents(self) -> str:
        """All there is, chance and what each seat knows included: for tests."""

@final
class ActionBook:
    """The action objects of a game, made by its notation when they are first listed."""

class StateCore:
    """What `engine.State` is made on: the position, the game, the deal and the history, and the calls of a plain loop.

    A subclass has `_legal(action)`, asked where an action is not one of the objects listed here, and `_make_public()`.
    The game has a `book` and a `notation`.
    """

    def __new__(
        cls,
        game: Any,
        position: Position,
        *,
        deal: Any,
        steps: tuple[Any, Any] | None = None,
        is_exact: bool = True,
    ) -> Self: ...
    @property
    def game(self) -> Any: ...
    @property
    def deal(self) -> Any: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def _steps(self) -> tuple[Any, Any] | None: ...
    @property
    def _public(self) -> Any: ...
    @property
    def _views(self) -> dict[Any, Any]: ...
    @property
    def position(self) -> Position: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def hands(self) -> int: ...
    def actions(self) -> tuple[Any, ...]: ...
    def apply(self, action: Any) -> Any: ...

class TreeSize(TypedDict):
    """An estimate, before any of a tree is built."""

    deals: float
    nodes: float
    information_sets: float
    """At most so many: one for each decision."""
    leaves: float
    size_bytes: float

class SetData(TypedDict):
    """An information set: what a seat knows when it decides."""

    seat: int
    first: int
    """Place of its first action in arrays over all actions."""
    parent: int
    """The seat's sequence before it."""
    actions: list[Action]
    order: bytes
    """The deck's order (types) and the actions that lead to one of its nodes."""
    path: list[Action]
    keys: list[tuple[int, list[Action]]]
    """The keys it goes by, each with its actions in the order of `actions`."""
    nodes: int

@final
class GameTree:
    """A game as flat arrays. Policies are bytes: a little-endian double for every action of every set."""

    def __new__(cls, rules: Rules, max_bytes: float, merge: bool, threads: int) -> GameTree:
        """Expands a game; ValueError(code, text) if it cannot be."""
    @property
    def seats(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def leaves(self) -> int: ...
    @property
    def entries(self) -> int:
        """Leaves that pay something and that some seat tells apart, summed over seats."""
    @property
    def information_sets(self) -> int: ...
    @property
    def unmerged_information_sets(self) -> int:
        """How many there would be if nothing were merged."""
    @property
    def actions(self) -> int: ...
    @property
    def merged(self) -> int:
        """How many relabelings of the cards change nothing (1: none but the cards as they are)."""
    @property
    def depth(self) -> int: ...
    @property
    def size_bytes(self) -> float: ...
    @property
    def is_zero_sum(self) -> bool: ...
    def sets(self) -> list[tuple[int, int, int]]:
        """Seat, first action and number of actions of each information set."""
    def set(self, number: int) -> SetData: ...
    def leaf(self, number: int) -> tuple[float, list[int], list[float]]:
        """Probability of chance, last sequence of each seat, returns."""
    def root_sequence(self, seat: int) -> int:
        """The sequence of a seat that has not acted; action `a` of seat `s` is sequence `a + s + 1`."""
    def uniform(self) -> bytes: ...
    def assess(self, policy: bytes) -> tuple[list[float], list[float]]:
        """Expected value, and gain by an exact best response, of each seat."""
    def best_response(self, policy: bytes, seat: int) -> list[int]:
        """For each of the seat's sets, in order, the place of the action to take."""

def estimate_tree(rules: Rules, dives: int, seed: int) -> TreeSize: ...

@final
class Solver:
    """A solver at rest between runs."""

    def __new__(cls, tree: GameTree, algorithm: str, numbers: list[float], simultaneous: bool, seed: int) -> Solver: ...
    @property
    def iterations(self) -> int: ...
    def save(self) -> tuple[int, int, list[bytes]]:
        """Iterations, random stream, and regrets, averages, forecasts."""
    def restore(self, iterations: int, rng: int, arrays: list[bytes]) -> None: ...
    def average(self) -> bytes: ...
    def run(
        self,
        iterations: int,
        target: float | None,
        told: Callable[[int, list[float] | None, list[float] | None], bool] | None,
    ) -> None:
        """Runs until so many iterations in all, until NashConv is at most `target`, or until told to stop."""

NodePlan = tuple[int, str, str, list[str], list[tuple[str, list[str]]]]
"""Number, kind and name of a node, its plans, and of each plan that it could have what is missing."""

def node_plans(program: bytes) -> list[NodePlan]:
    """How each node of a program is played, and why it has no faster plan."""

def derive_seed(seed: bytes, index: int) -> bytes:
    """Seed of game `index` of a batch."""

def choose(position: Position, agent: AgentForm, seed: int) -> Action:
    """What a kernel agent does for the seat to act, given only that seat's information.

    Every game knows `random`, `flat:N` and, with a policy of its own, `policy`; one with agents of its own knows their
    settings as JSON. ValueError(code, text) if this game does not know the agent, or the policy is not its own.
    """

def explain(
    position: Position, agent: AgentForm, seed: int
) -> tuple[int, int, str, tuple[int, int] | None, float] | None:
    """What an agent does and why: slot, value, code, seat and place, amount; None if it does not reason."""

Appraised: TypeAlias = tuple[int, int, int, float, float, list[tuple[int, int, int]]]
"""Slot, value, visits, mean, standard error, and what may follow: (seat, slot, value)."""

def analyse(position: Position, agent: AgentForm, seed: int, threads: int = 1) -> tuple[int, list[Appraised]] | None:
    """Simulations, and what a searching agent thinks of each legal action; None if it does not search."""

def appraise(position: Position, playouts: int, seed: int) -> list[tuple[int, int, float]]:
    """Every legal action (slot, value) with how well its playouts ended on average, as `flat:N` judges them."""

def simulate(
    rules: Rules,
    agents: Sequence[AgentForm],
    games: int,
    seed: bytes,
    threads: int,
    rotate: bool,
    first: int,
    progress: Callable[[int], bool] | None,
    most_decisions: int = ...,
) -> BatchResult:
    """Plays games `first..first + games`, with the same result whatever the threads. Agents are texts as for `choose`.

    `progress(games done)` returning False stops.

    A game is given up after `most_decisions`, and counted in `cut_off`.

    With `rotate`, agent i sits in seat (i + game) % seats; `wins` etc. are then still per seat, and so is everything.
    """

DealResult: TypeAlias = tuple[list[float], list[float], int, int]
"""By turn and seat the returns, and the parts of the win (one in all); decisions; games that were cut."""

def play_duplicates(
    rules: Rules,
    agents: Sequence[AgentForm],
    deals: int,
    turns: int,
    seed: bytes,
    threads: int,
    most_decisions: int,
    progress: Callable[[int], bool] | None,
) -> list[DealResult]:
    """Each deal `turns` times, agents one seat further each time."""

LookedAt: TypeAlias = tuple[int, bool, bool, float, float | None, bool | None, bool, bool, bool]
"""Options; whether any comes to something else in some world; whether they differ in value on average; what the best
gains (in standard deviations); in which share of the worlds that differ the rival's choice is as good as any; whether
it is so on average; whether actions change the next player's options; whether they change any other player's in the
rest of the hand; that, or which answer is better for whoever is next."""

def look_at_decisions(
    rules: Rules,
    agents: Sequence[AgentForm],
    playout: AgentForm,
    games: int,
    per_game: int,
    worlds: int,
    seed: bytes,
    threads: int,
    most_decisions: int,
    progress: Callable[[int], bool] | None,
    rival: AgentForm | None = None,
) -> list[list[LookedAt]]:
    """By game, some of its choices, each action tried in the same worlds."""

SwingResult: TypeAlias = tuple[float, float, bool]
"""The chooser's chance to win with its best action, the most that the choice changes in another side's chance, whether
that is more than noise."""

def look_at_swings(
    rules: Rules,
    agents: Sequence[AgentForm],
    playout: AgentForm,
    games: int,
    per_game: int,
    worlds: int,
    seed: bytes,
    threads: int,
    most_decisions: int,
    progress: Callable[[int], bool] | None,
) -> list[list[SwingResult]]:
    """By game, what some of its choices change in who wins, by playouts to the end of the match."""

CurveResult: TypeAlias = tuple[int, list[float], list[float], bool]
"""Decisions, chances by moment and side, each side's part of the win, whether the game was cut."""

def follow_chances(
    rules: Rules,
    agents: Sequence[AgentForm],
    playout: AgentForm,
    games: int,
    moments: int,
    worlds: int,
    seed: bytes,
    threads: int,
    most_decisions: int,
    progress: Callable[[int], bool] | None,
) -> list[CurveResult]:
    """By game, each side's chance to win at moments from the first decision on, by playouts from what it knows."""

CountResult: TypeAlias = tuple[str, int, int, int, int]
"""Kind, number, value (of an action), how often, in how many games."""

def count_rules(
    rules: Rules,
    agents: Sequence[AgentForm],
    games: int,
    seed: bytes,
    threads: int,
    most_decisions: int,
    progress: Callable[[int], bool] | None,
) -> tuple[list[CountResult], int]:
    """What applied, and in how many games there were. Rules are a program made for counting, without fast plans."""

class Errand(TypedDict):
    """What is asked of one game of many. `counted`: the same rules made for counting."""

    rules: Rules
    counted: Rules | None
    agent: AgentForm
    seed: bytes
    games: int
    most_decisions: int
    budget: int
    counted_games: int
    followed_games: int
    moments: int
    worlds: int

class ManyResult(TypedDict):
    statistics: BatchResult
    counts: list[CountResult]
    counted_games: int
    curves: list[CurveResult]
    is_spent: bool

def measure_many(errands: Sequence[Errand], threads: int, progress: Callable[[int], bool] | None) -> list[ManyResult]:
    """Goes through games on so many threads, each within its own budget; `seconds` are 0."""

def pattern_worth(evaluation: bytes, suits: list[int], ranks: list[int]) -> tuple[int, int]:
    """Index of the best matching pattern (-1: none) of an evaluation, and the comparable worth of the cards."""

def pattern_matches(pattern: bytes, suits: list[int], ranks: list[int]) -> bool: ...
def train(
    rules: Rules,
    updates: int,
    seed: bytes,
    threads: int,
    rate: float,
    entropy: tuple[float, float],
    every: int,
    progress: Callable[[int, bytes | None], bool] | None,
    is_fixed: bool = False,
) -> tuple[bytes, int, bool]:
    """Learns a policy by self-play: its bytes, after how many updates, and whether an interrupt stopped it there.

    With `is_fixed` it is a fixed order of preference among actions, which knows nothing of the situation.

    The same on any number of threads.

    `progress(updates done, bytes as they stand)` is asked after each, with bytes every so many; False stops.
    """

def hands_per_update() -> int:
    """Hands that an update of `train` plays."""

def feature_digest(rules: Rules) -> int:
    """What a policy of a game depends on beside names."""

def features(position: Position) -> list[list[int]]:
    """Features of each legal action of the seat to act, in listing order: numbers of weights."""

def duel(
    rules: Rules, one: AgentForm, other: AgentForm, deals: int, seed: bytes, threads: int, first: int
) -> tuple[int, float, float, tuple[float, float], tuple[int, int]]:
    """The first hand of deals `first..first + deals`, each with seats exchanged.

    How many deals, the mean gain a hand of the first agent over the second, its standard error; seconds and decisions
    of each.
    """

def rank_hands(hands: object) -> bytes:
    """The rank of each hand, 1 to 7462, as native u16. ValueError(code, text) names the first row that is no hand."""

def hand_category(rank: int) -> str: ...
def hand_census(cards: int) -> list[tuple[str, int]]: ...

class EquityData(TypedDict):
    win: list[float]
    tie: list[float]
    share: list[float]
    error: list[float]
    deals: float

def equity_cost(ranges: Sequence[bytes], board: int, dead: int) -> float:
    """What an exact equity costs, roughly in evaluations. Ranges are 1,326 native doubles, cards masks."""

def equity(
    ranges: Sequence[bytes],
    board: int,
    dead: int,
    deals: int,
    seed: int,
    threads: int,
    progress: Callable[[int], bool] | None,
) -> EquityData | None:
    """The equity of ranges, exactly if `deals` is 0; None if it was told to stop. ValueError(code, text) if refused."""

def class_matchups(threads: int, progress: Callable[[int], bool] | None) -> bytes | None:
    """By class and class, twice the deals won and once those shared: u32, little-endian."""

def class_equities(counts: bytes) -> bytes:
    """The equities that such counts say, as native doubles."""

def class_triples(deals: int, seed: int, threads: int, progress: Callable[[int], bool] | None) -> bytes | None:
    """Six u16, little-endian, for each of 818,805 triples of classes."""

PushFoldResult: TypeAlias = tuple[list[list[float]], list[float], list[float], list[float], int]
"""By decision how often each class goes in; values, gains and standard errors by seat; iterations."""

def push_or_fold_two(
    stack: float, equities: bytes, target: float, most: int, progress: Callable[[int], bool] | None
) -> PushFoldResult | None: ...
def push_or_fold_three(
    stack: float, triples: bytes, deals: int, target: float, most: int, progress: Callable[[int], bool] | None
) -> PushFoldResult | None: ...

StreetArgument: TypeAlias = tuple[list[float], list[float], int, bool, float]
"""Bets and raises as parts of the pot, the cap, whether all-in is offered, from which part of a stack it is all."""
LockArgument: TypeAlias = tuple[list[tuple[str, int]], list[tuple[tuple[str, int], bytes]]]
"""The steps to a decision, and for some of its actions how often each combination takes them."""

class NodeData(TypedDict, total=False):
    kind: str
    """decision, deal or end; what is below is of a decision, but for the cards of a deal."""
    cards: list[int]
    player: int
    board: int
    pot: int
    to_call: int
    in_front: int
    """Chips of the player on this street."""
    stacks: list[int]
    actions: list[tuple[str, int]]
    combos: list[int]
    reach: bytes
    others: list[int]
    """Combinations of the other player."""
    others_reach: bytes
    often: list[bytes]
    values: list[bytes]

@final
class SpotSolver:
    """A spot of poker for two that is being solved; the first run takes memory. ValueError(code, text) if refused."""

    def __new__(
        cls,
        ranges: Sequence[bytes],
        board: int,
        pot: int,
        stacks: tuple[int, int],
        trees: Sequence[Sequence[StreetArgument]],
        smallest: int,
        rake: tuple[float, float],
        locks: Sequence[LockArgument],
        threads: int,
    ) -> SpotSolver: ...
    def size(self) -> tuple[int, int, int, list[int], int]:
        """Decisions of betting, boards, permutations of suits that change nothing, holdings of each, bytes."""
    def run(
        self,
        iterations: int,
        target: float | None,
        told: Callable[[int, list[float] | None, list[float] | None], bool] | None,
    ) -> tuple[int, list[float], list[float]]:
        """Until so many iterations in all or an average gain of `target`: iterations, values, gains."""
    def play(self) -> bytes:
        """The average play of both: for each decision a share in 65,535ths for every action and holding."""
    def load_play(self, iterations: int, shares: bytes) -> None: ...
    def walk(self, steps: Sequence[tuple[str, int]]) -> NodeData: ...

class BlueprintNode(TypedDict, total=False):
    kind: str
    """decision or end; what is below `folded` is of a decision."""
    pot: int
    street: int
    stacks: list[int]
    bets: list[int]
    folded: list[int]
    player: int
    actions: list[tuple[str, int]]
    shares: bytes
    """By bucket and action, native doubles."""
    learned: list[bool]

@final
class Blueprint:
    """A blueprint of poker for two to six: in the making, or as it was saved. ValueError(code, text) if refused."""

    def __new__(
        cls,
        players: int,
        stack: int,
        blinds: tuple[int, int],
        streets: Sequence[StreetArgument],
        classes: tuple[int, int, bool, int],
        method: tuple[int, int, int, int, float, float, int, int],
        threads: int,
    ) -> Blueprint: ...
    def size(self) -> tuple[int, int, int, list[int]]:
        """Decisions, ends, bytes if everything is learned, buckets by street."""
    def quality(self, deals: int) -> list[tuple[float, float]]:
        """On flop and turn: the spread of strength over all hands, and inside a bucket."""
    def progress(self) -> tuple[int, int, int]:
        """Walks, information sets that have learned something, bytes of what was learned."""
    def run(self, until: int, told: Callable[[int], bool] | None) -> None: ...
    def batch(self, until: int) -> tuple[int, int]:
        """Where the batch that begins now ends, and how many parts it has."""
    def shards(self, end: int, shards: Sequence[int]) -> list[bytes]:
        """What some parts of the batch up to a walk learn."""
    def merge(self, logs: Sequence[bytes], end: int) -> None:
        """Learn what all parts of a batch have found, in their order."""
    def save(self) -> bytes: ...
    def restore(self, walks: int, numbers: bytes) -> None: ...
    def play(self) -> bytes:
        """The average play alone."""
    def open_play(self, path: str, at: int, length: int) -> None:
        """Plays as a file says from a byte on; nodes are read, and checked, when they are first asked for."""
    def is_whole(self) -> bool:
        """Whether all play of an open file can be read, and is as it was written."""
    def local_best_response(self, deals: int, seed: int) -> tuple[list[tuple[float, float]], float, float, float]:
        """What a player earns who knows the average play and answers locally, as `duel` tells it."""
    def best_response(
        self, walks: int, deals: int, seed: int, threads: int, told: Callable[[int], bool] | None
    ) -> tuple[list[tuple[float, float]], float, float, float] | None:
        """What a player earns who has learned an answer inside the abstraction; None if it was stopped."""
    def duel(
        self, others: str, play: bytes | None, deals: int, seed: int
    ) -> tuple[list[tuple[float, float]], float, float, float]:
        """By seat what is earned in big blinds and its standard error, both over all seats, the part never learned."""
    def node(self, path: Sequence[int]) -> BlueprintNode: ...
    def buckets(self, hands: Sequence[int], board: int) -> list[int]: ...
