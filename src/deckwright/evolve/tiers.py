"""Measuring a game tier by tier, the cheap ones first. How much is played is stated in decisions, never in seconds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from math import sqrt

from deckwright.agents import AgentSource, parse_agent
from deckwright.engine import Game, seed_bytes
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.figures import Figures
from deckwright.evolve.players import hands_for, learn_fixed, learn_player
from deckwright.genome.enums import WinOutcome
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.measure import (
    AggregatedStats,
    Comparison,
    Errand,
    Estimate,
    MeasureSettings,
    Share,
    compare_agents,
    measure_coverage,
    measure_decisions,
    measure_kingmaking,
    measure_luck,
    simulate,
)
from deckwright.measure.intervals import Z_95, bounded, wilson_share
from deckwright.measure.learned import LearnedAgent, SearchingAgent
from deckwright.measure.sampling import until_narrow
from deckwright.measure.skill import Pairing

RANDOM_HANDS = 100
SIMULATIONS = 32
NOT_RULES = ("card", "call")
"""Parts that a count of rules leaves out: not every card is seen, and not every call is ever made."""
LEAST_DEALS = 16
"""Fewer deals say nothing."""
SLOW = 50
"""A player whose decisions cost so many at random searches."""
AHEAD = "greedy"
"""Who looks ahead in a patience."""
AHEAD_DEALS = (12, 48)
"""Deals that it plays, at first and at most: each takes a good while."""
AHEAD_DECISIONS = (60, 120)
"""A hand of its is judged where it stands when chance is done with its own, within these bounds."""
AHEAD_CLEAR = 5.0
"""Standard errors from which on no more of them are played."""
MOST_OF_A_MATCH = 20_000
"""Decisions after which a match is judged where it stands."""
CLEAR = 6.0
"""Standard errors from which on more games need not be played."""
SHOWS = 4.0
"""Standard errors that the gate of skill asks for."""
NARROW = 0.05
"""A clear difference is not worked out any more closely than this to either side."""
MORE = 4
"""Where no difference is clear, so many times as many deals are played."""
DULL = 0.3
"""A policy that leaves so many more hands unfinished or drawn than random play is not who plays whole games."""

FIRST_LOOK = 4
"""Part of the play that the first judgement of a child takes for what seldom stops one."""
LEAST_EFFORT, MOST_EFFORT = 0.05, 20.0


@dataclass(frozen=True)
class Budget:
    """How much may be played, in decisions."""

    most_decisions: int = 3_000
    """A hand that is not over then is cut."""
    random: int = 300_000
    learning: int = 200_000
    comparing: int = 200_000
    """Of each comparison of two players; those of playouts are included."""
    looking: int = 250_000
    matches: int = 150_000
    coverage: int = 30_000
    search: int = 1_000_000

    @property
    def at_first(self) -> Budget:
        """The same with fewer looks at choices and fewer matches.

        Their gates close only where an interval is beyond a limit. So with less play they stop fewer games, and never
        more good ones; those that stay are looked at in full before they enter an archive.
        """
        return replace(self, looking=self.looking // FIRST_LOOK, matches=self.matches // FIRST_LOOK)

    def scaled(self, effort: float) -> Budget:
        """The same with so many times as much play; a hand is cut where it was."""
        if not LEAST_EFFORT <= effort <= MOST_EFFORT:
            raise EvolveError(
                "run.bad-effort", f"effort: found {effort:g}, expected {LEAST_EFFORT:g} to {MOST_EFFORT:g}"
            )
        played = {name: round(effort * amount) for name, amount in asdict(self).items() if name != "most_decisions"}
        return replace(self, **played)


DEFAULT_BUDGET = Budget()


def is_together(genome: GameGenome) -> bool:
    """Whether all win or lose together."""
    return any(win.outcome in (WinOutcome.ALL_WIN, WinOutcome.ALL_LOSE) for win in genome.win_conditions)


def sides_of(genome: GameGenome) -> int:
    """How many sides there are: teams, or seats."""
    if is_together(genome):
        return 1
    return len(genome.teams) if genome.team_mode else genome.player_count


def one_hand(genome: GameGenome) -> GameGenome:
    """The same game over one hand."""
    return genome if genome.max_hands <= 1 else genome.copy_with(max_hands=1)


def by_progress(genome: GameGenome) -> GameGenome | None:
    """A game for one that is played to win, played to come as far as one can: by what its first way to win looks at.

    A patience may be won so seldom that nobody who tries it here ever does. How it is played still shows in how many
    cards one brings home.
    """
    if genome.player_count != 1 or genome.utility != "win":
        return None
    zones = {zone.role: zone.name for zone in reversed(genome.zones)}
    match genome.win_conditions[0].type:
        case "capture_all" | "most_captured" if "captured" in zones:
            return genome.copy_with(utility=f"size({zones['captured']})")
        case "empty_hand" if "hand" in zones:
            return genome.copy_with(utility=f"-size({zones['hand']})")
        case "high_score" | "first_to_score":
            return genome.copy_with(utility="score")
    return None


class Measuring:
    """A game while it is measured; each tier adds to what is known."""

    def __init__(
        self, genome: GameGenome, seed: bytes, budget: Budget = DEFAULT_BUDGET, *, is_first: bool = False
    ) -> None:
        """`is_first`: another judgement follows before the game is kept, so what it will settle is left to it."""
        self.genome, self.seed, self.is_first = genome, seed, is_first
        self.budget = budget.at_first if is_first else budget
        self.hand = Game(one_hand(genome))
        self.settings = MeasureSettings(seed=seed, threads=1, most_decisions=budget.most_decisions)
        self.is_together = is_together(genome)
        self.spent = 0
        self.player: AgentSource = "random"
        self.policy: LearnedAgent | None = None
        self.fixed: LearnedAgent | None = None
        self._hands_to_learn = 0
        self._tables: dict[str, Pairing] = {}
        """Players against chance, by name: deals that were played need not be played again."""
        self._results: set[tuple[float, ...]] = set()

    # the first tier

    @property
    def random_hands(self) -> Errand:
        """The first tier: a hundred hands at random, fewer if they are very long."""
        return Errand(
            self.hand,
            seed=self._chance("hands"),
            games=RANDOM_HANDS,
            most_decisions=self.budget.most_decisions,
            budget=self.budget.random,
        )

    def look_at_random(self, figures: Figures, stats: AggregatedStats) -> Figures:
        """What these hands say."""
        self.spent += stats.decisions
        self._results = _results(stats)
        further = by_progress(self.genome) if len(self._results) == 1 else None
        if further is not None:
            self.genome, self.hand = further, Game(one_hand(further))
            self._results = _results(self._hands("random", RANDOM_HANDS))
        return figures.with_(
            hand_length=stats.decisions_per_game,
            choices=stats.choices / stats.games_played / self.hand.seats,
            decisions=stats.decisions_per_game / self.hand.seats,
            branching=stats.branching,
            completion=_completion(stats),
            by_progress=further is not None,
            spent=self.spent,
        )

    # the second tier

    def play_learned(self, figures: Figures) -> Figures:
        """A policy is learned, and plays some hands: how long they are, and how they end."""
        length = self._length(figures)
        self._hands_to_learn = hands_for(self.budget.learning, length)
        self.policy = learn_player(self._match(), self._hands_to_learn, self._chance("policy"))
        self.spent += int(self._hands_to_learn * length)
        stats = self._hands(self.policy, _between(20, 100_000 / length, 100))
        self._results |= _results(stats)
        completion = _completion(stats)
        before = figures.completion or completion
        is_dull = completion.value < before.value - DULL
        self.player = "random" if is_dull else self.policy
        return figures.with_(
            choices=max(figures.choices, stats.choices / stats.games_played / self.hand.seats),
            decisions=min(figures.decisions, stats.decisions_per_game / self.hand.seats),
            completion=max(before, completion, key=lambda one: one.value),
            spent=self.spent,
        )

    def compare_players(self, figures: Figures) -> Figures:
        """What the policy and a fixed order return over random play."""
        length = self._length(figures)
        if not self.is_first:
            self._learn_fixed(length)
        none = Estimate(0.0, 0.0, 0.0)
        skill, difference = self._skill(length, figures) if len(self._results) > 1 else (none, none)
        return figures.with_(skill=skill, difference=difference, spent=self.spent)

    def _length(self, figures: Figures) -> float:
        """Of a hand that is learned from; in a patience who gives up less plays longer than chance does."""
        length = max(1.0, figures.hand_length)
        if figures.by_progress:
            length = max(length, float(min(self.genome.max_turns, self.budget.most_decisions)))
        return length

    def look_closely(self, figures: Figures) -> Figures:
        """Choices, seats and luck."""
        length = max(1.0, figures.hand_length)
        per_game = 3
        one_world = per_game * min(12.0, 1 + figures.branching) * length / 2
        worlds = _between(24, self.budget.looking / (40 * one_world), 96)
        each = worlds * one_world + length
        games = _between(5, self.budget.looking / each, 100)
        self.spent += int(games * each)
        looked = measure_decisions(
            self.hand,
            self.settings,
            agent=self.player,
            playout="random",
            games=games,
            per_game=per_game,
            worlds=worlds,
            rival=self.fixed,
        )
        bias, draws = self._matches()
        return figures.with_(
            bias=bias,
            draws=draws,
            consequence=_of_share(looked.consequence),
            reach=_of_share(looked.reach) if self.hand.seats > 1 else None,
            sway=_of_share(looked.sway) if self.hand.seats > 1 else None,
            matter=_of_share(looked.matter),
            gain=looked.gain,
            foremost=looked.foremost,
            right=_of_share(looked.right),
            luck=self._luck(length),
            spent=self.spent,
        )

    def write_rules(self, figures: Figures) -> Figures:
        """How long its rulebook is."""
        return figures.with_(rulebook_words=len(generate_rulebook(self.genome).split()))

    # the last tier

    def look_at_rules(self, figures: Figures) -> Figures:
        """Who makes kings, and which rules ever apply."""
        return self._kingmaking(figures.with_(dead=self._dead()))

    def _dead(self) -> float:
        """Of its rules, the share that never applied in matches at random and by the policy."""
        agents: tuple[AgentSource, ...] = ("random",) if self.policy is None else ("random", self.policy)
        match = self._match()
        length = max(
            1.0,
            simulate(
                match, games=4, seed=self._chance("dead"), threads=1, most_decisions=MOST_OF_A_MATCH
            ).decisions_per_game,
        )
        games = _between(16, self.budget.coverage / length, 400)
        self.spent += int(games * length)
        counted = measure_coverage(
            match, replace(self.settings, most_decisions=MOST_OF_A_MATCH), agents=agents, games=games
        )
        rules = [rule for rule in counted.rules if rule.kind not in NOT_RULES]
        return sum(not rule.times for rule in rules) / max(1, len(rules))

    def _kingmaking(self, figures: Figures) -> Figures:
        if figures.sides < 3:
            return figures
        length = max(1.0, figures.hand_length)
        worlds, per_game = 24, 3
        each = per_game * worlds * min(8.0, 1 + figures.branching) * length / 2 + length
        games = _between(6, self.budget.looking / each, 60)
        self.spent += int(games * each)
        found = measure_kingmaking(
            self.hand,
            self.settings,
            agent=self.player,
            playout="random",
            games=games,
            per_game=per_game,
            worlds=worlds,
        )
        return figures.with_(kingmaking=found.share, spent=self.spent)

    def search(self, figures: Figures) -> Figures:
        """What search gains over the policy that it uses."""
        if self.policy is None or self.is_together:
            return figures
        length = max(1.0, figures.hand_length)
        each = SIMULATIONS * length * length / 2 * self.hand.seats * (2 + figures.branching / 2)
        deals = int(min(200, self.budget.search / each))
        if deals < LEAST_DEALS:
            return figures
        self.spent += int(deals * each)
        searching = SearchingAgent(self.policy, SIMULATIONS)
        depth = compare_agents(self.hand, searching, self.policy, self.settings, deals=deals).effect
        return figures.with_(depth=depth, spent=self.spent)

    # parts

    def _match(self) -> Game:
        return self.hand if self.genome.max_hands <= 1 else Game(self.genome)

    def _chance(self, domain: str) -> bytes:
        return seed_bytes(self.seed, domain=f"evolve {domain}")

    def _hands(self, agent: AgentSource, games: int) -> AggregatedStats:
        stats = simulate(
            self.hand,
            agents=(agent,),
            games=games,
            seed=self._chance("hands"),
            threads=1,
            most_decisions=self.budget.most_decisions,
        )
        self.spent += stats.decisions
        return stats

    def _learn_fixed(self, length: float) -> LearnedAgent:
        self.fixed = learn_fixed(self._match(), self._hands_to_learn, self._chance("fixed"))
        self.spent += int(self._hands_to_learn * length)
        return self.fixed

    def _skill(self, length: float, figures: Figures) -> tuple[Estimate, Estimate]:
        """The best way of playing over random play, and the clearest difference there is."""
        found = self._ahead(length, figures) if figures.by_progress else self._better(length, figures)
        skill = max(found, key=lambda effect: (effect.low, effect.value))
        clearest = max(found, key=_clearness)
        if clearest.value < 0:
            clearest = Estimate(-clearest.value, -clearest.high, -clearest.low)
        return skill, clearest

    def _better(self, length: float, figures: Figures) -> list[Estimate]:
        """What a policy and a fixed order return over random play; where neither is clear, what search does.

        In a first judgement the fixed order is learned only if the policy shows nothing.
        """
        assert self.policy is not None
        cost = 3.0 + figures.branching / 2
        found = [self._against_random(self.policy, length, cost)]
        if self.is_first and _clearness(found[0]) >= CLEAR:
            return found
        fixed = self.fixed or self._learn_fixed(length)
        found.append(self._against_random(fixed, length, cost))
        if max(map(_clearness, found)) < CLEAR:
            found = [self._against_random(agent, length, cost, more=MORE) for agent in (self.policy, fixed)]
        if max(map(_clearness, found)) < CLEAR:
            search_cost = 8 * length / 2 + 1
            deals = self.budget.comparing / (search_cost * length * self.hand.seats)
            if deals >= LEAST_DEALS:
                found.append(self._against_random("flat:8", length, search_cost))
        return found

    def _ahead(self, length: float, figures: Figures) -> list[Estimate]:
        """The same of a patience, which takes more hands to learn than there are here: looking ahead comes first."""
        found = [self._ahead_of_random(figures.hand_length)]
        if _clearness(found[0]) < AHEAD_CLEAR:
            cost = 3.0 + figures.branching / 2
            learned = [self.policy, self.fixed or self._learn_fixed(length)]
            found += [self._against_random(agent, length, cost) for agent in learned if agent is not None]
        return found

    def _against_random(self, agent: AgentSource, length: float, cost: float, *, more: int = 1) -> Estimate:
        """What an agent returns over random play; where that is not clear, on so many times as many deals."""
        least = LEAST_DEALS
        if cost < SLOW:
            least = _between(3 * LEAST_DEALS, self.budget.comparing / (length * self.hand.seats), 8 * LEAST_DEALS)
        deals = _between(least, self.budget.comparing / (cost * length * self.hand.seats), 2_500)
        most = min(2_500, more * deals)
        if not self.is_together:
            return self._compared(agent, first=least, usual=deals, most=most, cost=cost * length)
        found = self._together(agent, deals)
        return found if most == deals or _clearness(found) >= CLEAR else self._together(agent, most)

    def _together(self, agent: AgentSource, deals: int) -> Estimate:
        """The same where all win or lose together: hands of such players, and hands at random."""
        one, other = self._hands(agent, deals).returns[0], self._hands("random", deals).returns[0]
        spread = sqrt(deals * (one.error**2 + other.error**2) / 2)
        if spread < 1e-12:
            return Estimate(0.0, 0.0, 0.0)
        return bounded((one.mean - other.mean) / spread, Z_95 * sqrt(one.error**2 + other.error**2) / spread)

    def _ahead_of_random(self, length: float) -> Estimate:
        """What looking ahead is worth in a game for one, as far as chance comes: the rest takes much longer."""
        first, most = AHEAD_DEALS
        cut = _between(AHEAD_DECISIONS[0], length, AHEAD_DECISIONS[1])
        found = compare_agents(
            self.hand,
            AHEAD,
            "random",
            replace(self.settings, most_decisions=cut),
            deals=most,
            first=first,
            enough=lambda found: _clearness(found.effect) >= AHEAD_CLEAR,
        )
        self.spent += int(found.deals * cut)
        return found.effect

    def _compared(self, agent: AgentSource, *, first: int, usual: int, most: int, cost: float) -> Estimate:
        """What an agent returns over random play, in stages: until it is clear, and either narrow or the usual effort.

        `usual` and `most` are numbers of deals; more than usual are played only while nothing is clear.
        """

        def is_enough(found: Comparison) -> bool:
            is_done = 2 * found.deals > usual or found.effect.half_width <= NARROW  # the next stage is twice as much
            return is_done and (_clearness(found.effect) >= CLEAR or is_hopeless(found, most))

        player = parse_agent(agent)
        table = self._tables.get(player.name) or Pairing(self.hand, player, parse_agent("random"), self.settings, most)
        self._tables[player.name] = table
        done = table.deals
        if done and is_enough(table.comparison()):
            return table.comparison().effect
        found = until_narrow(first, most, table.play, table.comparison, is_enough, done=done)
        self.spent += int((found.deals - done) * cost * self.hand.seats)
        return found.effect

    def _matches(self) -> tuple[Estimate | None, float]:
        """Over matches among equals: how far the best seat is ahead of the worst, and how many nobody wins."""
        match = self._match()

        def play(games: int, domain: str) -> AggregatedStats:
            stats = simulate(
                match,
                agents=(self.player,),
                games=games,
                seed=self._chance(domain),
                threads=1,
                most_decisions=MOST_OF_A_MATCH,
            )
            self.spent += stats.decisions
            return stats

        length = max(1.0, play(4, "match length").decisions_per_game)
        stats = play(_between(24, self.budget.matches / length, 1_000), "matches")
        bias = None if self.hand.seats == 1 or self.is_together else seat_bias(stats)
        return bias, _draws(stats, is_win=self.genome.utility == "win")

    def _luck(self, length: float) -> Estimate | None:
        if self.is_together:
            return None
        deals = _between(16, 60_000 / (4 * length), 48)
        strong = self.policy if self.policy is not None else "random"
        return measure_luck(self.hand, self.settings, strong=strong, deals=deals, narrow=0.03).share


def is_hopeless(found: Comparison, most: int) -> bool:
    """Whether a difference will not show on so many deals either, but by luck that comes once in forty times.

    By what is known now, the difference in standard errors will be that of now times the root of how many times as many
    deals there are, give or take the root of that number less one.
    """
    times = most / found.deals
    return times > 1 and _clearness(found.effect) * sqrt(times) + 2 * sqrt(times - 1) < SHOWS


def seat_bias(stats: AggregatedStats) -> Estimate | None:
    """By how much the best seat's mean return is above the worst's, in standard deviations of a return."""
    games = stats.games_played
    if games < 2:
        return None
    means = [seat.mean for seat in stats.returns]
    overall = sum(means) / len(means)
    inside = sum(seat.error**2 * games for seat in stats.returns) / len(means)
    spread = sqrt(inside + sum((mean - overall) ** 2 for mean in means) / len(means))
    if spread < 1e-12:
        return Estimate(0.0, 0.0, 0.0)
    best = max(stats.returns, key=lambda seat: seat.mean)
    worst = min(stats.returns, key=lambda seat: seat.mean)
    half = 3 * sqrt(best.error**2 + worst.error**2) / spread
    return bounded((best.mean - worst.mean) / spread, half, low=0.0)


def _results(stats: AggregatedStats) -> set[tuple[float, ...]]:
    """What hands came to: the mean returns, and another entry where they differ from hand to hand."""
    means = {tuple(seat.mean for seat in stats.returns)}
    return means | {()} if any(seat.error > 1e-12 for seat in stats.returns) else means


def _clearness(effect: Estimate) -> float:
    """How many standard errors an effect lies from none."""
    error = effect.half_width / Z_95
    return abs(effect.value) / error if error > 1e-12 else (float("inf") if effect.value else 0.0)


def _completion(stats: AggregatedStats) -> Estimate:
    share = wilson_share(
        stats.games_played - min(stats.games_played, stats.cut_off + stats.limited), stats.games_played
    )
    return Estimate(share.share, share.low, share.high)


def _draws(stats: AggregatedStats, *, is_win: bool) -> float:
    """The share of matches that come to the same for everybody, at most.

    Several who are level may have won all the same, against a single loser: then returns, from -1 to 1 where winning
    is all that counts, are not 0, and no fewer matches are decided than the mean of their squares.
    """
    games = max(1, stats.games_played)
    drawn = (stats.draws - stats.shared) / games
    if not is_win:
        return drawn
    squares = [seat.mean**2 + seat.error**2 * (games - 1) for seat in stats.returns]
    return max(0.0, min(drawn, 1 - sum(squares) / len(squares)))


def _of_share(share: Share | None) -> Estimate | None:
    return None if share is None else Estimate(share.share, share.low, share.high)


def _between(low: int, wanted: float, high: int) -> int:
    return int(min(high, max(low, wanted)))
