"""What the figures say, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckwright.measure.balance import Balance
from deckwright.measure.intervals import Estimate, Share
from deckwright.measure.report import GameReport
from deckwright.measure.skill import Comparison

UNFAIR = 0.03
"""An advantage below this is not worth a sentence."""
ROUGH = 0.05
"""Shares that are known no better than this cannot tell that a game is fair."""
SELDOM, OFTEN = 0.5, 1.0
"""Changes of the lead in a game: below the first most games have none, from the second on most have one."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Remark:
    """A sentence, what it is about, and whether a designer should look into it."""

    about: str
    text: str
    is_warning: bool = False


def verdict(report: GameReport) -> tuple[Remark, ...]:
    """The sentences that matter most, in the order in which somebody would tell them."""
    found = [*_character(report), *_fairness(report), *_choices(report), *_shape(report), *_length(report)]
    return (*found, *_rules(report))


def headline(report: GameReport) -> str:
    """The game in a few words."""
    if is_pure_chance(report):
        return "A game of pure chance"
    parts = [_skill_words(report), _luck_words(report), _pace_words(report)]
    text = ", ".join(part for part in parts if part)
    return text[:1].upper() + text[1:] if text else "Measured in part"


def is_pure_chance(report: GameReport) -> bool:
    """Whether nobody ever has a choice."""
    return report.play is not None and report.play.games_played > 0 and report.play.choices == 0


def _skill_words(report: GameReport) -> str:
    best = best_step(report)
    if best is None:
        return ""
    if not best.is_better:
        return "no skill that shows"
    return "a game of skill" if best.effect.low > 0.5 else "a game with some skill"


def best_step(report: GameReport) -> Comparison | None:
    """The comparison that says most about skill: the ladder as a whole, its clearest step, or what learning gains."""
    if report.skill is None or not report.skill.steps:
        return None if report.learning is None else report.learning.gain
    if report.skill.whole is not None and report.skill.whole.is_better:
        return report.skill.whole
    return max(report.skill.steps, key=lambda step: step.effect.low)


def _luck_words(report: GameReport) -> str:
    share = None if report.luck is None else report.luck.share
    if share is None:
        return ""
    if share.value > 0.5:
        return "a hand is mostly the deal's"
    return "with much luck in a hand" if share.value > 0.2 else ""


def _pace_words(report: GameReport) -> str:
    at = None if report.tension is None else report.tension.decided_at
    if at is None:
        return ""
    if at.value > 0.7:
        return "decided late"
    return "decided early" if at.value < 0.4 else ""


# luck and skill


def _character(report: GameReport) -> Iterator[Remark]:
    if is_pure_chance(report):
        yield Remark("skill", "Nobody ever has a choice: no player is better than another, and the cards decide all.")
        if report.luck is not None and report.luck.share is not None:
            whole = report.luck.share.value
            yield Remark("luck", f"The deal explains {100 * whole:.0f} % of the result: it is luck alone.")
        return
    best = best_step(report)
    if best is not None and best.is_better:
        level = "a game of skill" if best.effect.low > 0.5 else "skill pays, but not much"
        yield Remark(
            "skill",
            f"{best.better} has the better of {best.worse} on {percent(best.ahead)} of deals played by both: {level}.",
        )
        steps = () if report.skill is None else report.skill.steps
        better = [step for step in steps if step.is_better]
        if len(steps) > 1 and better:
            told = "every level" if len(better) == len(steps) else f"{len(better)} of {len(steps)} levels"
            beat = "beats" if len(better) == len(steps) or len(better) == 1 else "beat"
            compared = ", ".join(dict.fromkeys(name for step in steps for name in (step.worse, step.better)))
            yield Remark("skill", f"On the ladder {compared}, {told} {beat} the one below.")
    elif best is not None:
        text = (
            f"Better play does not show: {best.better} against {best.worse} is level ({percent(best.ahead)} of deals)."
        )
        yield Remark("skill", text, is_warning=True)
    learned = report.learning
    if learned is not None and learned.gain.is_better and (best is None or learned.gain != best):
        ahead = percent(learned.gain.ahead)
        text = f"It can be learned: {learned.hands:,} hands of self-play beat random play on {ahead} of deals."
        yield Remark("skill", text)
    share = None if report.luck is None else report.luck.share
    if share is not None:
        hand = "a hand" if report.max_hands > 1 else "the game"
        among = f"with one {report.luck.strong} among {report.luck.weak} players" if report.luck is not None else ""
        yield Remark("luck", f"The deal explains {plus_minus(share)} of what a seat gets in {hand}, {among}.")


# fairness


def _fairness(report: GameReport) -> Iterator[Remark]:
    found = report.balance
    if found is None or found.games == 0:
        return
    if report.seats == 1:
        (won,) = found.seats
        yield Remark("balance", f"{found.agent} wins {plus_minus(won)} of games.")
        return
    what = "team" if found.teams else "seat"
    unfair = list(_advantages(found))
    for number, side in unfair[:2]:
        word = "more" if side.share > found.fair else "less"
        text = (
            f"The {ordinal(number)} {what} wins {plus_minus(side)}, {word} than its share of {100 * found.fair:.0f} %."
        )
        yield Remark("balance", text, is_warning=abs(side.share - found.fair) > 2 * UNFAIR)
    if not unfair:
        widest = max(max(side.high - found.fair, found.fair - side.low) for side in found.sides)
        if widest > ROUGH:
            known = f"which tell shares to {100 * widest:.0f} % only"
            text = f"No advantage of a {what} shows in {found.games:,} games, {known}."
        else:
            fair = f"their share of {100 * found.fair:.0f} %"
            text = f"No {what} has an advantage: all win within {100 * widest:.1f} % of {fair}."
        yield Remark("balance", text)
    if found.cut:
        share = found.cut / found.games
        text = f"{100 * share:.0f} % of games were not over in time, and are judged where they stood."
        yield Remark("balance", text, is_warning=True)


def _advantages(found: Balance) -> Iterator[tuple[int, Share]]:
    """Sides whose whole interval lies off the fair share by more than is worth a sentence, the worst first."""
    off = [(number, side) for number, side in enumerate(found.sides) if _surely_off(side, found.fair) > UNFAIR / 3]
    wide = [(number, side) for number, side in off if abs(side.share - found.fair) > UNFAIR]
    yield from sorted(wide, key=lambda entry: -abs(entry[1].share - found.fair))


def _surely_off(side: Share, fair: float) -> float:
    return max(side.low - fair, fair - side.high, 0.0)


# choices


def _choices(report: GameReport) -> Iterator[Remark]:
    play = report.played_well or report.play
    if play is None or not play.games_played or not play.choices:
        return
    each = play.choices / play.games_played / report.seats
    forced = 1 - play.choices / max(1, play.decisions)
    text = f"A player has {each:,.1f} choices a game, with {play.branching:.1f} actions to a decision on average"
    yield Remark("decisions", f"{text}; {100 * forced:.0f} % of decisions are forced.")
    found = report.decisions
    if found is None or found.matter is None:
        return
    few = found.matter.high < 0.2
    told = f"In {plus_minus(found.matter)} of choices it shows that one action is better than another"
    yield Remark("decisions", f"{told}, if {found.player} plays on.", is_warning=few)
    if found.interaction is not None and report.seats > 1:
        text = f"{plus_minus(found.interaction)} of choices change what the next player can do"
        told = "players hardly touch each other" if found.interaction.high < 0.05 else ""
        yield Remark("interaction", f"{text}: {told}." if told else f"{text}.", is_warning=bool(told))


# how it takes shape, and how long it is


def _shape(report: GameReport) -> Iterator[Remark]:
    found = report.tension
    if found is None or found.decided_at is None:
        return
    at = found.decided_at
    word = "Decided late" if at.value > 0.7 else "Decided early" if at.value < 0.4 else "Decided in the middle"
    # Chances are those of seats that forget nothing, which matters most where cards come back in a known order.
    whom = " to whoever remembers every card" if is_pure_chance(report) else ""
    yield Remark("tension", f"{word}: the winner is sure{whom} after {plus_minus(at)} of the game.")
    if found.lead_changes is not None and found.drama is not None:
        changes = found.lead_changes.value
        whose = "Seen so, the" if whom else "The"
        text = f"{whose} lead changes {changes:.1f} times a game"
        if changes < SELDOM:
            drama = "who gets ahead mostly stays there"
        elif found.drama.value < 0.2:
            drama = "the winner is seldom far behind"
        else:
            drama = "winners come from behind" if changes >= OFTEN else "some winners come from far behind"
        yield Remark("tension", f"{text}; {drama}.")


def _length(report: GameReport) -> Iterator[Remark]:
    play = report.played_well or report.play
    if play is None or not play.games_played:
        return
    low, high = play.length_quantile(0.05), play.length_quantile(0.95)
    spread = f"nine of ten games between {low:,} and {high:,}" if high > low else "always the same number"
    each, played = f"{play.decisions_per_game:,.0f}", f"played by {play.agents[0]}"
    told = f"{each} moves ({spread})" if is_pure_chance(report) else f"{each} decisions ({spread}), {played}"
    yield Remark("length", f"A game takes {told}.")
    if play.limited:
        share = play.limited / play.games_played
        text = f"A limit, not play, ends {100 * share:.1f} % of games or of their hands when {play.agents[0]} plays."
        yield Remark("length", text, is_warning=share > 0.05)
    if play.cut_off:
        yield Remark("length", f"{play.cut_off:,} games were given up because they were too long.", is_warning=True)
    if report.seats > 1:
        for count, how in ((play.draws - play.shared, "drawn"), (play.shared, "won by several together")):
            share = count / play.games_played
            if share > 0.01:
                text = f"{100 * share:.0f} % of games are {how}"
                yield Remark("length", f"{text}." if is_pure_chance(report) else f"{text}, {played}.")


# rules


def _rules(report: GameReport) -> Iterator[Remark]:
    found = report.coverage
    if found is None or not found.parts:
        return
    never = found.never
    if not never:
        yield Remark(
            "rules", f"Every one of its {found.parts} rules, calls and cards came up in {found.games:,} games."
        )
        return
    for rule in never[:3]:
        text = f"The {rule.kind} {rule.label!r} never came up in {found.games:,} games ({rule.path})."
        yield Remark("rules", text, is_warning=True)
    if len(never) > 3:
        yield Remark("rules", f"Neither did {len(never) - 3} other of its {found.parts} parts.", is_warning=True)


# words for figures


def ordinal(number: int) -> str:
    """First, second ..."""
    return ORDINALS[number] if number < len(ORDINALS) else f"{number + 1}th"


def plus_minus(found: Share | Estimate) -> str:
    """`54 ± 1 %`; where little is known, `54 % (41 to 66)`."""
    value = found.share if isinstance(found, Share) else found.value
    half = max(found.high - value, value - found.low)
    if half > 0.1:
        return f"{100 * value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"
    digits = 1 if half < 0.005 else 0
    return f"{100 * value:.{digits}f} ± {100 * half:.{digits}f} %"


def percent(found: Share) -> str:
    """`81 % (77 to 85)`."""
    return f"{100 * found.share:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"
