"""Fields with no effect where they stand: each phase and effect says it of itself, the rest is said here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from deckwright.genome import enums as e
from deckwright.genome.capacity import most_held
from deckwright.genome.checks import walk
from deckwright.genome.checks.names import mentions_of
from deckwright.genome.checks.seed_rules import SCORE_WINS
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.expressions.normal_form import says_the_same
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import zone_build
from deckwright.genome.limits import MAX_CARDS
from deckwright.genome.materials import Zone
from deckwright.genome.picks import PICKS
from deckwright.genome.schema import DEFAULT_MAX_TURNS, POINT, GameGenome, SetupRules, WinCondition


@dataclass(frozen=True)
class Surroundings:
    """What is asked of the whole genome, once, and where in it a part stands."""

    genome: GameGenome
    words: frozenset[str]
    """Names that its rules mention."""
    built: frozenset[str]
    """Zones with a rule of what may lie there."""
    seen_by: Mapping[str, str]
    breaks: bool
    """Whether an effect says that a suit is broken."""
    turns_go_round: bool = True
    """Whether a turn here may be skipped or given away."""

    @property
    def counts_passes(self) -> bool:
        """Whether it matters how many passes follow each other."""
        acts = self.genome.game_rules.consecutive_pass_action is not e.PassAction.NONE
        return acts or bool(self.words & {"passes", "last_player"})

    def seen_by_in(self, zone: str) -> str | None:
        """Who sees a card that arrives in a zone, or in a pile of it."""
        return self.seen_by.get(zone.split("[")[0].split(",")[0].removeprefix("pile(").strip())


def phase_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every phase, from the root, and effects outside of phases."""
    around = Surroundings(
        genome,
        mentions_of(genome).words,
        frozenset(zone.name for zone in genome.zones if zone_build(genome, zone)),
        {zone.name: zone.seen_by for zone in genome.zones},
        any(effect.type == "set" and effect.name == "broken" for effect, _ in walk.all_effects(genome)),
    )
    why = "a hand always begins with its first structure"
    yield from inert_fields(genome.turn_structure, "$.turn_structure", why, "when")
    yield from genome.turn_structure.issues(replace(around, turns_go_round=False), "$.turn_structure")
    loose = [(f"$.special_effects[{n}].effects", special.effects) for n, special in enumerate(genome.special_effects)]
    for path, effects in (*loose, ("$.setup.deal", genome.setup.deal)):
        for effect, here in walk.effects_in(effects, path):
            yield from effect.issues(here, around)
    for number, special in enumerate(genome.special_effects):
        if not special.effects:
            yield Issue("effect.none", f"$.special_effects[{number}].effects", "no effects", "at least one")


WINS_BY_STATE = ("empty_hand", "capture_all")
"""Ways to win in which nothing is compared until a limit is reached."""

MOST_WINS = ("high_score", "first_to_score", "most_captured")
"""Ways to win whose name says that more is better."""


def inert_issues(genome: GameGenome) -> Iterator[Issue]:
    """Fields of the genome itself, its zones and its registers."""
    scores = any(effect.scores for effect, _ in walk.all_effects(genome))
    if genome.score_unit != POINT and not (genome.card_scoring or genome.scoring_rules or scores):
        yield inert("$.score_unit", "nothing is scored")
    if genome.utility == "win" and genome.utility_unit != 1:
        yield inert("$.utility_unit", "utility is to win, not to score")
    counted = any(turns.repeats and turns.limit is None for turns in walk.structures_of(genome.turn_structure))
    if genome.max_turns != DEFAULT_MAX_TURNS and not counted:
        # How many tricks the cards that are dealt suffice for, if none come to where they are played from.
        held = most_held(genome, MAX_CARDS)
        phases = (phase for phase, _ in walk.phases_of(genome.turn_structure))
        found = [held.get(phase.source, MAX_CARDS) for phase in phases if phase.type == "trick"]
        most = None if MAX_CARDS in found else max(found, default=None)
        if not walk.has_phase(genome, "trick"):
            yield inert("$.max_turns", "everything that repeats has a limit of its own")
        elif most is not None and genome.max_turns >= most:
            yield inert("$.max_turns", f"there are never more than {most} tricks")
    built_on = zones_built_on(genome)
    for number, zone in enumerate(genome.zones):
        yield from _zone_issues(genome, zone, f"$.zones[{number}]", is_built_on=zone.name in built_on)
    for number, register in enumerate(genome.registers):
        if register.per == "team" and not genome.team_mode:
            yield Issue("teams.none", f"$.registers[{number}].per", "team", "teams, with team_mode")


def _zone_issues(genome: GameGenome, zone: Zone, path: str, *, is_built_on: bool) -> Iterator[Issue]:
    if "team" in (zone.owner, zone.seen_by) and not genome.team_mode:
        field = "owner" if zone.owner == "team" else "seen_by"
        yield Issue("teams.none", f"{path}.{field}", "team", "teams, with team_mode")
    if zone.owner == "table" and zone.seen_by in ("owner", "team"):
        yield Issue("zone.no-owner", f"{path}.seen_by", repr(zone.seen_by), "all, top or none: it belongs to nobody")
    if isinstance(zone.piles, str) and zone.seen_by not in ("all", "top"):
        message = f"how many cards each pile has would tell their {zone.piles}s to those who do not see them"
        yield Issue("privacy.piles", f"{path}.piles", message=message)
    if isinstance(zone.piles, int) and zone.piles > 1:  # a rule names them with pile(...), piles(...) or a pick of one
        texts = (walk.words_in(written.text) for written in walk.expressions_in(genome))
        picks = (pick for pick in walk.picks_of(genome) if PICKS[pick.kind].type is Type.PILE)
        picked = any(zone.name in walk.words_in(pick.source) for pick in picks)
        if not picked and not any(zone.name in words and words & {"pile", "piles"} for words in texts):
            yield inert(f"{path}.piles", "no rule says which of its piles it means, so all cards lie in the first")
    if not zone.memory and zone.seen_by == "all":
        moves = (effect for effect, _ in walk.all_effects(genome) if effect.type == "move")
        if not any(move.seen_by not in ("", "all") and zone.name in walk.words_in(move.to) for move in moves):
            yield inert(f"{path}.memory", "no card lies there face down")
    if zone.build and not is_built_on:
        yield inert(f"{path}.build", "no pick says that its cards go there, and no rule asks with fits(...)")


def zones_built_on(genome: GameGenome) -> frozenset[str]:
    """Zones whose rule of what may lie there is asked: by a pick that goes there, or with fits(...)."""
    if "fits" in mentions_of(genome).words:
        return frozenset(zone.name for zone in genome.zones)
    return frozenset(word for pick in walk.picks_of(genome) for word in walk.words_in(pick.to))


def setup_issues(genome: GameGenome) -> Iterator[Issue]:
    """The deal, and the seed's words for what a tableau allows."""
    setup, fresh = genome.setup, SetupRules(cards_per_player=0)
    tableaux = [number for number, zone in enumerate(genome.zones) if zone.role == "tableau"]
    built_on = zones_built_on(genome)
    for name in ("sequence_wrap", "sequence_must_match_suit", "sequence_gap_allowed"):
        if setup.tableau_mode is not e.TableauMode.SEQUENCE and getattr(setup, name) != getattr(fresh, name):
            yield inert(f"$.setup.{name}", "tableau_mode is not SEQUENCE")
    match setup.tableau_mode:
        case e.TableauMode.WAR:
            if genome.strains:
                message = "tableau_mode WAR already says that rank alone decides tricks, and so does a strain"
                yield Issue("setup.said-twice", "$.strains", message=message)
            if not walk.has_phase(genome, "trick"):
                yield inert("$.setup.tableau_mode", "WAR is about tricks, and there are none")
        case e.TableauMode.MATCH_RANK | e.TableauMode.SEQUENCE:
            if not tableaux:
                yield inert("$.setup.tableau_mode", "no zone has the role tableau")
            for number in tableaux:
                if genome.zones[number].build:
                    message = "tableau_mode already says what may be laid there"
                    yield Issue("setup.said-twice", f"$.zones[{number}].build", message=message)
                elif genome.zones[number].name not in built_on:
                    yield inert("$.setup.tableau_mode", "no pick says that its cards go to the tableau")
    if setup.tableau_mode is e.TableauMode.SEQUENCE and setup.sequence_gap_allowed == 0:
        yield Issue("setup.gap", "$.setup.sequence_gap_allowed", "0", "at least 1")
    if setup.first_dealer is not None and setup.first_dealer >= genome.player_count:
        found, expected = str(setup.first_dealer), f"below {genome.player_count}"
        yield Issue("setup.first-dealer", "$.setup.first_dealer", found, expected)
    if setup.dealer != "rotate" and genome.max_hands == 1:
        yield inert("$.setup.dealer", "only one hand is dealt")


def win_issues(genome: GameGenome) -> Iterator[Issue]:
    """What does not go together in a win condition."""
    for number, win in enumerate(genome.win_conditions):
        path = f"$.win_conditions[{number}]"
        gated = win.trigger_mode is e.TriggerMode.THRESHOLD_GATE
        scored = win.type in SCORE_WINS
        if win.gate != "score" and not gated:
            yield inert(f"{path}.gate", "trigger_mode is not THRESHOLD_GATE")
        if win.comparison is e.WinComparison.NONE and win.type not in WINS_BY_STATE:
            yield Issue("win.no-comparison", f"{path}.comparison", "none", f"how {win.type} is compared")
        if win.comparison is e.WinComparison.FIRST and win.type in WINS_BY_STATE:
            yield inert(f"{path}.comparison", f"{win.type} has no threshold that anyone could be first to reach")
        if win.type == "low_score" and win.comparison is e.WinComparison.FIRST:
            yield inert(f"{path}.comparison", "low_score already says that the lowest wins")
        if win.type == "low_score" and win.comparison is e.WinComparison.HIGHEST:
            yield Issue("win.contradiction", f"{path}.comparison", "highest, in low_score", "lowest, or nothing")
        if win.type in MOST_WINS and win.comparison is e.WinComparison.LOWEST:
            expected = "highest" if win.type != "high_score" else "highest, or the type low_score"
            yield Issue("win.contradiction", f"{path}.comparison", f"lowest, in {win.type}", expected)
        at_once = win.trigger_mode is e.TriggerMode.IMMEDIATE and (scored or win.type == "most_captured")
        reached = gated or at_once or win.type == "first_to_score" or win.comparison is e.WinComparison.FIRST
        alone = genome.player_count == 1 and scored
        if win.threshold and not reached and not alone:
            yield inert(f"{path}.threshold", "nothing has to reach it")
        first = win.type == "first_to_score" or win.comparison is e.WinComparison.FIRST
        if (win.threshold < 0 and not gated) or (win.threshold == 0 and first):
            yield Issue("win.no-threshold", f"{path}.threshold", str(win.threshold), "what has to be reached")
        if first and win.trigger_mode is not e.TriggerMode.IMMEDIATE:
            found = win.trigger_mode.value
            why = "immediate: when it is looked at later, several may have reached it, and nobody knows who was first"
            yield Issue("win.first-later", f"{path}.trigger_mode", found, why)
        yield from _outcome_issues(genome, win, path)
        yield from _unreachable_issues(genome, number, path)
        if win.required_hand_size == 0 and win.type == "empty_hand":
            yield inert(f"{path}.required_hand_size", "an empty hand has no cards anyhow")
        if win.required_hand_size is not None and win.type == "capture_all":
            yield inert(f"{path}.required_hand_size", "capture_all asks for every card")


def _unreachable_issues(genome: GameGenome, number: int, path: str) -> Iterator[Issue]:
    """A way to win that others always come before, or that nobody's hand can meet."""
    win, gated = genome.win_conditions[number], e.TriggerMode.THRESHOLD_GATE
    counts = win.trigger_mode is gated or win.type in (*SCORE_WINS, "most_captured")
    if number and counts and win.trigger_mode is e.TriggerMode.IMMEDIATE and not win.threshold:
        yield inert(path, "when nobody has won, the first way to win decides")
    for other in genome.win_conditions[:number] if counts and win not in genome.win_conditions[:number] else ():
        same = other.type == win.type or {other.type, win.type} <= SCORE_WINS or win.trigger_mode is gated
        met = {"trigger_mode": other.trigger_mode, "gate": other.gate, "required_hand_size": other.required_hand_size}
        alike = win == win.copy_with(**met)
        if alike and same and 0 < other.threshold <= win.threshold:
            return (yield inert(path, f"who reaches {win.threshold} has reached {other.threshold} before"))
    points = most_scored(genome) if win.type in SCORE_WINS and win.gate == "score" else None
    if points is not None and win.threshold > points:
        expected = f"at most {points:,}: nobody can score more"
        yield Issue("win.out-of-reach", f"{path}.threshold", str(win.threshold), expected)
    held = most_held(genome, MAX_CARDS)
    most = max((held[zone.name] for zone in genome.zones if zone.role == "hand"), default=0)
    if win.required_hand_size is not None and win.required_hand_size > most:
        yield Issue("win.no-such-hand", f"{path}.required_hand_size", str(win.required_hand_size), f"at most {most}")


ONCE = (e.ScoringTrigger.TRICK_WIN, e.ScoringTrigger.PLAY, e.ScoringTrigger.HAND_END)
"""What happens to a card once a hand, where no card comes back to a hand."""


def most_scored(genome: GameGenome) -> int | None:
    """A number of points that nobody can go beyond in a match, where only cards are counted, each once; else None."""
    deck, each = genome.deck, genome.setup.cards_per_player
    hands = [zone.name for zone in genome.zones if zone.role == "hand"]
    by_effect = any(effect.scores for effect, _ in walk.all_effects(genome))
    grows = not isinstance(each, int) or any(most_held(genome, MAX_CARDS)[name] > each for name in hands)
    if genome.scoring_rules or by_effect or grows or any(rule.trigger not in ONCE for rule in genome.card_scoring):
        return None
    cards = max(1, len(deck.suits)) * len(deck.ranks) * deck.copies + sum(extra.copies for extra in deck.extra)
    return genome.max_hands * cards * sum(max(0, rule.points) for rule in genome.card_scoring)


def _outcome_issues(genome: GameGenome, win: WinCondition, path: str) -> Iterator[Issue]:
    """Who wins or loses by a condition: one named by it, or all."""
    if win.outcome is e.WinOutcome.WINS:
        return
    if genome.player_count == 1:
        yield Issue("win.alone", f"{path}.outcome", win.outcome.value, "wins: in a game for one the score decides")
    if not win.is_together:
        return
    if win.comparison is not None:
        yield inert(f"{path}.comparison", f"the outcome is {win.outcome.value}: nobody is compared")
    by_state = win.type in WINS_BY_STATE or (win.type == "best_hand" and win.required_hand_size is not None)
    if win.trigger_mode is e.TriggerMode.IMMEDIATE and not win.threshold and not by_state:
        yield Issue("win.no-threshold", f"{path}.threshold", str(win.threshold), "what has to be reached")


def hand_limit_issues(genome: GameGenome) -> Iterator[Issue]:
    """Where the number of hands is fixed, no limit is ever reached."""
    gates = [
        (number, win.threshold)
        for number, win in enumerate(genome.win_conditions)
        if win.trigger_mode is e.TriggerMode.THRESHOLD_GATE and says_the_same(win.gate, "hands_played")
    ]
    hands = min((threshold for _, threshold in gates), default=None)
    if hands is None or hands < 1:
        return
    if genome.max_hands > hands:
        yield inert("$.max_hands", f"the match is over after {hands}, by its win condition")
    if genome.max_hands < hands:
        for number, _ in gates:
            yield inert(f"$.win_conditions[{number}].threshold", f"max_hands is {genome.max_hands}")
        return
    cut_short = any(
        (effect.type == "end" and effect.what == "match") or (effect.type == "out" and effect.until == "match")
        for effect, _ in walk.all_effects(genome)
    )
    if genome.game_rules.at_limit != "compare" and not cut_short:
        yield inert("$.game_rules.at_limit", "the win condition decides after the last hand")


def early_win_issues(genome: GameGenome) -> Iterator[Issue]:
    """Ways to win that are met before anybody has done anything."""
    hands = {zone.name for zone in genome.zones if zone.role == "hand"}
    dealt = str(genome.setup.cards_per_player) != "0" or any(
        effect.type == "move" and walk.words_in(effect.to) & hands
        for effect, _ in walk.effects_in(genome.setup.deal, "")
    )
    for number, win in enumerate(genome.win_conditions):
        path = f"$.win_conditions[{number}]"
        by_empty_hand = win.type == "empty_hand" and not win.required_hand_size
        at_once = by_empty_hand and win.trigger_mode is not e.TriggerMode.THRESHOLD_GATE
        if (at_once or win.trigger_mode is e.TriggerMode.ALL_HANDS_EMPTY) and not dealt:
            field = "type" if at_once else "trigger_mode"
            found, expected = "no cards in any hand", "cards that are dealt: hands that start empty win at once"
            yield Issue("win.at-once", f"{path}.{field}", found, expected)


def game_rule_issues(genome: GameGenome) -> Iterator[Issue]:
    """Edge cases that cannot come up."""
    rules, path = genome.game_rules, "$.game_rules"
    phases = [phase for phase, _ in walk.phases_of(genome.turn_structure)]
    passes = any(offer.is_pass for offer, _ in walk.offers_of(genome))
    roles = {(zone.role, zone.owner) for zone in genome.zones}
    cycles = (turns for turns in walk.structures_of(genome.turn_structure) if turns.order == "cycle")
    in_cycle = [phase for turns in cycles for phase, _ in walk.phases_of(turns)]
    if rules.consecutive_pass_action is e.PassAction.NONE:
        if rules.passes_to_trigger is not None:
            yield inert(f"{path}.passes_to_trigger", "consecutive_pass_action is NONE")
    elif not passes:
        yield inert(f"{path}.consecutive_pass_action", "no offer is a pass")
    if rules.passes_to_trigger == 0:
        yield Issue("limit.zero", f"{path}.passes_to_trigger", "0", "at least 1")
    places = {("tableau", "table"), ("discard", "table")}
    if rules.consecutive_pass_action is e.PassAction.CLEAR_TABLEAU and not places <= roles:
        message = "CLEAR_TABLEAU needs a zone of the table with the role tableau, and one with the role discard"
        yield Issue("pass.no-tableau", f"{path}.consecutive_pass_action", message=message)
    if rules.consecutive_pass_action is e.PassAction.SKIP_PLAYER and not in_cycle:
        yield inert(f"{path}.consecutive_pass_action", "turns do not go round")
    stocks = {zone.name for zone in genome.zones if zone.role == "stock"}
    moves = [effect for effect, _ in walk.all_effects(genome) if effect.type == "move"]
    draws = any((move.count or move.until) and move.cards in stocks for move in moves)
    if rules.deck_empty_action is not e.DeckEmptyAction.RESHUFFLE_DISCARD and not draws:
        yield inert(f"{path}.deck_empty_action", "nothing is drawn from the stock")
    reshuffles = rules.deck_empty_action is e.DeckEmptyAction.RESHUFFLE_DISCARD and ("discard", "table") in roles
    if not rules.keep_top_discard and not (draws and reshuffles):
        yield inert(f"{path}.keep_top_discard", "no discard pile is ever reshuffled")
    if rules.same_player_on_win and not any(phase.type in ("trick", "betting") for phase in in_cycle):
        yield inert(f"{path}.same_player_on_win", "no turns go round in which tricks or pots are won")
    if e.Beat.TRICK in rules.beats and not walk.has_phase(genome, "trick"):
        yield inert(f"{path}.beats", "there are no tricks to wait after")
    if e.Beat.HAND in rules.beats and genome.max_hands == 1:
        yield inert(f"{path}.beats", "no hand follows the only one")
    if list(rules.beats) != [beat for beat in e.Beat if beat in rules.beats]:
        found = ", ".join(rules.beats)
        yield Issue("rules.beats", f"{path}.beats", found, "each at most once, in the order trick, hand")
    fought = any(phase.type == "trick" and phase.ties == "tie_breaker" for phase in phases)
    if rules.tie_breaker is e.TieBreaker.BATTLE and not fought:
        yield inert(f"{path}.tie_breaker", "BATTLE is about tricks whose ties are said to go by the tie_breaker")
    together = genome.win_conditions and all(win.is_together for win in genome.win_conditions)
    if together and rules.tie_breaker is not e.TieBreaker.ACTIVE_PLAYER and not fought:
        yield inert(f"{path}.tie_breaker", "all win or lose together: nobody can be level")


RULES = (
    inert_issues, setup_issues, win_issues, hand_limit_issues, early_win_issues, game_rule_issues, phase_issues,
)  # fmt: skip
