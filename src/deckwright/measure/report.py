"""Everything that is measured of a game, in one value: made step by step within a stated budget, and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, ClassVar

from pydantic import ConfigDict

from deckwright.agents import Agent, AgentSource, agent_kinds, parse_agent
from deckwright.agents.policies.learning import hands_per_update, learn
from deckwright.agents.policies.library import find_policy
from deckwright.engine import Game
from deckwright.games.errors import OptionError
from deckwright.measure.balance import Balance, measure_balance
from deckwright.measure.coverage import Coverage, measure_coverage
from deckwright.measure.decisions import Decisions, measure_decisions
from deckwright.measure.learned import POLICY, LearnedAgent, Learning
from deckwright.measure.luck import Luck, measure_luck
from deckwright.measure.plain import STRICT, from_plain, to_plain
from deckwright.measure.settings import MOST_DECISIONS, MeasureSettings
from deckwright.measure.simulation import simulate
from deckwright.measure.skill import Comparison, Skill, compare_agents
from deckwright.measure.stats import AggregatedStats
from deckwright.measure.tension import Tension, measure_tension

BUDGET = 400_000_000
"""Decisions, those of playouts included, that a report may take: under two minutes on two cores in Hearts."""
MOST_OF_ENDLESS = 2_000
"""Where games of random play do not end, every game is judged after so many decisions."""
LEAST_DEALS = 16
"""Fewer deals say nothing of skill or luck."""
FEWEST_GAMES = 60
"""Whole games that are played at least."""
PLAY_PART = 0.05
"""Of the budget, for whole games of the best player that costs little."""
OVERRUN = 4
"""By how many times its part of the budget a section may pass for the fewest games that say anything."""
USUAL_OPTIONS = 16
"""Where there are more actions to a decision than so many, learning is dearer by the hand."""
GREEDY_WORLDS, GREEDY_ACTIONS, GREEDY_HORIZON = 3, 32, 400
"""How far `greedy` looks: worlds, actions and decisions of a playout, at most."""
LUCK_SEARCH = "ismcts:64"
"""Who sits among players of the learned policy when luck is measured."""
DULL = 0.3
"""A policy that draws so many more games against itself than random play is not who plays whole games."""
VERSION = 1

Told = Callable[[str, float], bool | None]
"""Told what is being measured and how much of the report is done (0 to 1); False stops."""


@dataclass(frozen=True)
class GameReport:
    """What was measured of a game. What was not, because somebody or a budget stopped it, is None."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    game: str
    name: str
    options: dict[str, int | str | bool | None]
    digest: str
    """SHA-256 of all rules of the game that was measured."""
    seats: int
    teams: tuple[tuple[int, ...], ...]
    max_hands: int
    seed: int
    budget: int
    """In decisions; how much of it each part got follows from the game's length."""
    ladder: tuple[str, ...]
    """The agents, weakest first."""
    player: str
    """Who plays where it is not said otherwise: the best that costs little."""
    play: AggregatedStats | None = None
    """Random play of whole games."""
    played_well: AggregatedStats | None = None
    """The same by `player`."""
    balance: Balance | None = None
    coverage: Coverage | None = None
    decisions: Decisions | None = None
    tension: Tension | None = None
    luck: Luck | None = None
    """Of one hand."""
    skill: Skill | None = None
    """By single hands."""
    learning: Learning | None = None
    """What the policy that was learned in the run gains over random play."""
    notes: tuple[str, ...] = ()
    """What limits these figures: a budget that was reached, games that were cut, what was left out."""
    version: int = VERSION
    seconds: float = field(default=0.0, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, data: Any) -> GameReport:
        """The report that plain data says."""
        return from_plain(cls, data)


def one_hand(game: Game) -> Game:
    """The same game over one hand, where it has several: what skill and luck are measured in."""
    if game.definition.max_hands <= 1:
        return game
    if game.definition.genome is not None:
        return Game(game.genome.copy_with(max_hands=1), id=game.id)
    from deckwright.engine import load

    try:
        return load(game.id, **{**game.options, "hands": 1})
    except OptionError:
        return game


WANTED = ("random", "greedy", POLICY, "ismcts:64", "ismcts:256")
"""The levels of a ladder, weakest first; the policy is learned in the run."""


def default_ladder() -> tuple[AgentSource, ...]:
    """Agents for every game, weakest first: those levels that there are, with `flat:64` where no search is."""
    found = tuple(text for text in WANTED if text == POLICY or text.partition(":")[0] in agent_kinds())
    return found if any(text.startswith("ismcts") for text in found) else (*found, "flat:64")


def make_report(
    game: Game,
    *,
    seed: int = 0,
    threads: int | None = None,
    budget: int = BUDGET,
    seconds: float | None = None,
    ladder: tuple[AgentSource, ...] | None = None,
    told: Told | None = None,
) -> GameReport:
    """Measure a game. The same seed, budget and ladder give the same figures, unless `seconds` or somebody stops it."""
    return Maker(game, seed, threads, budget, seconds, ladder or default_ladder(), told).make()


@dataclass(frozen=True)
class _Section:
    name: str
    weight: float
    """Of the budget."""
    measure: Callable[[float], dict[str, Any]]
    """From its part of the budget to fields of the report."""


class Maker:
    """A report in the making."""

    def __init__(
        self,
        game: Game,
        seed: int,
        threads: int | None,
        budget: int,
        seconds: float | None,
        ladder: tuple[AgentSource, ...],
        told: Told | None,
    ) -> None:
        self.game, self.hand, self.budget, self.told = game, one_hand(game), budget, told
        self.ladder: tuple[Agent, ...] = tuple(parse_agent(agent) for agent in ladder)
        self.player: Agent = self.ladder[0]
        self.policy: LearnedAgent | None = None
        self.is_dull = False
        self.started = monotonic()
        self.until = None if seconds is None else self.started + seconds
        self.stopped = ""
        self.share = (0.0, 0.0)  # of the whole: before this section, and its own
        self.current = ""
        self.settings = MeasureSettings(seed=seed, threads=threads, heard=self._heard)
        self.notes: list[str] = []
        self.length = self.hand_length = self.choices = self.options = 1.0
        self.player_length = 1.0
        self.well_played_part = 1.0  # of a random hand's length: where chance seldom ends one, a policy does
        self.is_endless = False
        self.report = GameReport(
            game=game.id,
            name=game.name,
            options=dict(game.options),
            digest=game.definition.digest,
            seats=game.seats,
            teams=game.teams,
            max_hands=game.definition.max_hands,
            seed=seed,
            budget=budget,
            ladder=tuple(agent.name for agent in self.ladder),
            player=self.player.name,
        )
        self._choose_player()

    def _choose_player(self) -> None:
        """Whoever plays whole games: the best of the ladder that costs little."""
        plays = () if self.is_dull else (self.policy,)
        cheap = [agent for agent in self.ladder if agent.name == "greedy" or agent in plays]
        self.player = next((agent for agent in reversed(cheap) if self._is_cheap(agent)), self.ladder[0])
        self.report = replace(self.report, player=self.player.name)

    def _is_cheap(self, agent: Agent) -> bool:
        """Whether the fewest whole games that are told of can be played by it."""
        return FEWEST_GAMES * self.length * self._cost(agent) <= OVERRUN * self.budget * PLAY_PART

    def make(self) -> GameReport:
        """Measure section by section; what is stopped keeps what there is."""
        sections = list(self._sections())
        whole = sum(section.weight for section in sections)
        before = 0.0
        try:
            for section in sections:
                self.current, self.share = section.name, (before / whole, section.weight / whole)
                self._heard(0, 1)
                if self.stopped:
                    break
                found = section.measure(self.budget * section.weight / whole)
                self.report = replace(self.report, **found)
                before += section.weight
        except KeyboardInterrupt:
            self.stopped = "it was interrupted"
        if self.stopped:
            self.notes.append(f"Not everything was measured: {self.stopped} during {self.current}.")
        return replace(self.report, notes=tuple(self.notes), seconds=monotonic() - self.started)

    def _heard(self, done: int, total: int) -> bool:
        if self.until is not None and monotonic() > self.until:
            self.stopped = "its time was up"
        elif self.told is not None:
            part = self.share[0] + self.share[1] * min(1.0, done / max(1, total))
            if self.told(self.current, part) is False:
                self.stopped = "it was interrupted"
        return not self.stopped

    # sections

    def _sections(self) -> Iterator[_Section]:
        yield _Section("random play", 3, self._play)
        if any(agent.name == POLICY for agent in self.ladder):
            yield _Section("learning", 12, self._learn)
        yield _Section("play", 3, self._play_well)
        yield _Section("balance", 6, self._balance)
        yield _Section("which rules apply", 8, self._coverage)
        yield _Section("decisions", 8, self._decisions)
        yield _Section("tension", 20, self._tension)
        yield _Section("luck", 10, self._luck)
        if len(self.ladder) > 1:
            yield _Section("skill", 40, self._skill)

    def _play(self, budget: float) -> dict[str, Any]:
        """A first look says how long games are, and so how many there can be."""
        first = self._simulate(self.game, "random", 40)
        hand = first if self.hand is self.game else self._simulate(self.hand, "random", 40)
        self.is_endless = hand.cut_off > 0
        self.length = max(1.0, first.decisions_per_game)
        self.hand_length = max(1.0, hand.decisions_per_game)
        if first.cut_off:
            share = first.cut_off / first.games_played
            self.settings = replace(self.settings, most_decisions=MOST_OF_ENDLESS)
            self.notes.append(
                f"{share:.0%} of games of random play are not over after {MOST_DECISIONS:,} decisions. To be measured "
                f"at all, every game here is judged where it stands after {MOST_OF_ENDLESS:,}."
            )
            self.length, self.hand_length = min(self.length, MOST_OF_ENDLESS), min(self.hand_length, MOST_OF_ENDLESS)
        games = _between(FEWEST_GAMES, budget / 2 / self.length, 10_000)
        if games < 1_000:
            self.notes.append(
                f"Games are long ({self.length:,.0f} decisions): the budget allows {games:,} of random play."
            )
        play = self._simulate(self.game, "random", games)
        self.choices = play.choices / max(1, play.games_played)
        self.options = play.branching
        self._choose_player()
        return {"play": play}

    def _learn(self, budget: float) -> dict[str, Any]:
        """Learn a policy for so many hands, and see what it gains. Without choices there is nothing to learn."""
        wanted = [agent for agent in self.ladder if agent.name != POLICY]
        if not self.choices or self.is_endless:
            self._set_ladder(wanted)
            return {}
        # Each hand is played four times, and a decision of the policy costs some of random play.
        each = 8 * self.hand_length * max(1.0, self.options / USUAL_OPTIONS)
        if not self._allows("Learning a policy", "hands", hands_per_update(), each, budget):
            self._set_ladder(wanted)
            return {}
        hands = _between(hands_per_update(), budget / each, 200_000)
        planned = -(-hands // hands_per_update()) * hands_per_update()
        policy = learn(
            self.game,
            hands=planned,
            seed=self.report.seed,
            threads=self.settings.thread_count,
            progress=lambda done, total, _: self._heard(done, max(1, total)),
        )
        if policy.manifest["interrupted"]:
            raise KeyboardInterrupt
        self.policy = LearnedAgent.of(policy)
        self.is_dull = self._draws(self.policy) > self._draws("random") + DULL
        if self.is_dull:
            self.notes.append(
                "The policy that was learned draws most games against itself: whole games are told of other play."
            )
        each = self.game.seats * self.hand_length * self._cost(self.policy)
        deals = _between(LEAST_DEALS, OVERRUN * budget / each, 400)
        gain = compare_agents(self.hand, self.policy, "random", self.settings, deals=deals)
        self._set_ladder([self.policy if agent.name == POLICY else agent for agent in self.ladder])
        return {"learning": Learning(int(policy.manifest["hands"]), gain)}

    def _draws(self, agent: AgentSource) -> float:
        """How many games between equals nobody wins."""
        games = _between(8, self.budget * PLAY_PART / self.length / self._cost(agent), 40)
        stats = self._simulate(self.game, agent, games)
        return (stats.draws - stats.shared) / max(1, stats.games_played)

    def _set_ladder(self, agents: list[Agent]) -> None:
        self.ladder = tuple(agents)
        self.report = replace(self.report, ladder=tuple(agent.name for agent in agents))
        self._choose_player()

    def _play_well(self, budget: float) -> dict[str, Any]:
        self.player_length = self.length
        if self.player.name == "random":
            return {}
        games = _between(FEWEST_GAMES, budget / self.length / self._cost(self.player), 5_000)
        found = self._simulate(self.game, self.player, games)
        self.player_length = max(1.0, found.decisions_per_game)
        if self.policy is not None and not self.is_dull:
            self.well_played_part = min(1.0, found.decisions / max(1, found.hands) / self.hand_length)
        return {"played_well": found}

    def _simulate(self, game: Game, agent: AgentSource, games: int) -> AggregatedStats:
        return simulate(
            game,
            agents=(agent,),
            games=games,
            seed=self.settings.root("play"),
            threads=self.settings.threads,
            most_decisions=self.settings.most_decisions,
            progress=lambda done: self._heard(done, games),
        )

    def _balance(self, budget: float) -> dict[str, Any]:
        games = _between(FEWEST_GAMES, budget / self.player_length / self._cost(self.player), 40_000)
        return {"balance": measure_balance(self.game, self.settings, agent=self.player, games=games)}

    def _coverage(self, budget: float) -> dict[str, Any]:
        agents = {agent.name: agent for agent in (self.ladder[0], self.player, self.policy or self.player)}
        games = _between(20, budget / 8 / ((self.length + self.player_length) / 2), 10_000)
        return {"coverage": measure_coverage(self.game, self.settings, agents=tuple(agents.values()), games=games)}

    def _decisions(self, budget: float) -> dict[str, Any]:
        if not self.choices:
            return {"decisions": Decisions(0, 0, "", None, None, None, None)}
        worlds, cost = 48, self._cost(self.player)
        each = cost * (4 * worlds * min(12.0, 1 + self.options) * self.hand_length / 2 + self.player_length)
        if not self._allows("What decisions matter", "games", 3, each, budget):
            return {}
        games = _between(3, budget / each, 200)
        found = measure_decisions(
            self.game, self.settings, agent=self.player, playout=self.player, games=games, worlds=worlds
        )
        return {"decisions": found}

    def _tension(self, budget: float) -> dict[str, Any]:
        moments, worlds = 16, 16
        each = moments * self.game.seats * worlds * self.player_length / 2 * self._cost(self.player)
        if not self._allows("Tension", "games", 3, each, budget):
            return {}
        games = _between(3, budget / each, 150)
        found = measure_tension(
            self.game,
            self.settings,
            agent=self.player,
            playout=self.player,
            games=games,
            moments=moments,
            worlds=worlds,
        )
        return {"tension": found}

    def _luck(self, budget: float) -> dict[str, Any]:
        """Among players as good as can be had: where others play at random, that chance hides the deal's."""
        turns = max(4, self.game.seats)
        each, deals = 0.0, 0
        for strong, weak in self._luck_players():
            cost = (self._cost(strong) + (self.game.seats - 1) * self._cost(weak)) / self.game.seats
            length = self.hand_length * (1.0 if weak == "random" else self.well_played_part)
            each = turns * length * cost
            deals = int(budget / each)
            if deals >= LEAST_DEALS:
                break
        if not self._allows("Luck", "deals", LEAST_DEALS, each, budget):
            return {}
        deals = _between(LEAST_DEALS, deals, 400)
        return {"luck": measure_luck(self.hand, self.settings, strong=strong, weak=weak, deals=deals)}

    def _luck_players(self) -> Iterator[tuple[AgentSource, AgentSource]]:
        """One agent, and those it sits among, the best pair first."""
        if self.policy is not None and not self.is_dull:
            yield LUCK_SEARCH, self.policy
        if not self.is_endless:
            yield "flat:8", "random"
        yield self.policy or "random", "random"

    def _skill(self, budget: float) -> dict[str, Any]:
        if not self.choices:
            return {}  # no agent can be better than another
        if self.is_endless:
            self.notes.append("Skill was not measured: agents that search play hands out, and these do not end.")
            return {}
        pairs = [*zip(self.ladder[1:], self.ladder, strict=False)]
        whole = (self.ladder[-1], self.ladder[0]) if len(self.ladder) > 2 else None
        count = len(pairs) + (whole is not None)
        share = self.share
        steps: list[Comparison] = []
        for number, (better, worse) in enumerate([*pairs, *([whole] if whole else [])]):
            self.share = (share[0] + share[1] * number / count, share[1] / count)
            self.current = f"{better.name} against {worse.name}"
            cost = (self._cost(better) + self._cost(worse)) / 2 * self.hand_length
            deals = int(min(400, budget / count / (cost * self.game.seats)))
            if deals < LEAST_DEALS:
                self.notes.append(f"{self.current} was left out: the budget allows {deals} deals of it.")
                continue
            steps.append(compare_agents(self.hand, better, worse, self.settings, deals=deals))
            is_whole = whole is not None and number == len(pairs)
            before = () if self.report.skill is None else self.report.skill.steps
            found = Skill(before, steps[-1]) if is_whole else Skill((*before, steps[-1]), None)
            self.report = replace(self.report, skill=found)
            if self.stopped:
                break
        return {}

    def _allows(self, what: str, unit: str, fewest: int, each: float, budget: float) -> bool:
        """Whether the fewest that say anything can be played, by and large; if not, it is noted."""
        if fewest * each <= OVERRUN * budget:
            return True
        allowed = f"{budget / each:,.0f} {unit} of it, at least {fewest:,} are needed"
        self.notes.append(f"{what} was left out: the budget allows {allowed}.")
        return False

    def _cost(self, agent: AgentSource) -> float:
        """About how many decisions of random play a decision of an agent takes."""
        name = agent if isinstance(agent, str) else agent.name
        kind, _, setting = name.partition(":")
        number = int(digits) if (digits := setting.partition("@")[0]).isdecimal() else 0
        if kind == "random":
            return 1.0
        if kind == "greedy":
            playout = min(GREEDY_HORIZON, self.hand_length / 2)
            return self.choices / self.length * GREEDY_WORLDS * min(GREEDY_ACTIONS, self.options) * playout + 2
        if kind == POLICY:
            return 4 + self.options
        is_learned = kind == "ismcts" and setting.isdecimal() and find_policy(self.hand) is not None
        # A policy's playouts are shorter where chance seldom ends a hand, but dearer by the decision.
        dearness = self.well_played_part * self._cost(POLICY) if is_learned else 1.0
        fewest = self.options if kind == "flat" else 1.0  # which tries each action once
        return max(number or 16, fewest) * self.hand_length * min(1.0, dearness) / 2 + 1


def _between(low: int, wanted: float, high: int) -> int:
    return int(min(high, max(low, wanted)))
