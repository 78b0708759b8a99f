"""How the game ends, who wins, what decides when it is close, and the edge cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from deckwright.document import Block, bullets
from deckwright.genome import enums as e
from deckwright.genome.checks.walk import effects_of, phases_of
from deckwright.genome.effects import End, Move, Out
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.materials import find_zone
from deckwright.genome.phases import Offer, TurnStructure
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, said, settled
from deckwright.genome.rulebook.grammar.wording import capitalised, count, digits, listing, number_word
from deckwright.genome.rulebook.phrases.comparing import compared
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.places import zone_noun
from deckwright.genome.rulebook.phrases.reading import tree_of
from deckwright.genome.schema import GameGenome, WinCondition


def edges(english: English) -> tuple[Block, ...]:
    """Everything that rarely happens."""
    rules = (_empty_stock, _passes, _absent, _turn_limits)
    pauses = {
        e.Beat.TRICK: "When a trick is complete, play goes on once everyone has seen it.",
        e.Beat.HAND: "When a hand has been scored, the next is dealt once everyone is ready.",
    }
    told = [text for rule in rules for text in rule(english)]
    return bullets([*told, *(pauses[beat] for beat in english.genome.game_rules.beats)])


def _noun(english: English, role: str) -> str:
    zone = find_zone(english.genome.zones, role)
    return zone_noun(zone) if zone is not None else ""


def _empty_stock(english: English) -> list[str]:
    genome = english.genome
    rules, stock = genome.game_rules, find_zone(genome.zones, "stock")
    if stock is None or not _runs_out(genome, stock.name):
        return []
    noun, discard = zone_noun(stock), _noun(english, "discard")
    then = "no card is drawn"
    if rules.deck_empty_action is e.DeckEmptyAction.GAME_ENDS:
        then = "the hand ends"
    elif rules.deck_empty_action is e.DeckEmptyAction.RESHUFFLE_DISCARD and discard:
        keep = f"all but the top card of the {discard}" if rules.keep_top_discard else f"the whole {discard}"
        then = f"{keep} is shuffled and becomes the new {noun}"
    return [said(f"if a card is to come from the {noun} and it is empty, {then}")]


def _runs_out(genome: GameGenome, stock: str) -> bool:
    """Whether cards are taken from the stock that may not be there: in play, or in a deal that looks for a card."""
    in_play = [*models((genome.turn_structure, *genome.special_effects), Move)]
    drawn = [move for move in in_play if move.cards.strip() == stock and (move.count or move.until)]
    offers = models(genome.turn_structure, Offer)
    guaranteed = {id(move) for offer in offers for move in _guaranteed_draws(offer, stock)}
    sought = [move for move in models(genome.setup, Move) if move.cards.strip() == stock and move.until]
    in_hand = (effect for phase, path in phases_of(genome.turn_structure) for effect, _ in effects_of(phase, path))
    refilled = any(effect.refills_from == stock for effect in in_hand)
    return bool(sought) or refilled or any(id(move) not in guaranteed for move in drawn)


def _guaranteed_draws(offer: Offer, stock: str) -> Iterator[Move]:
    """The draw of one card in a move that there is only when the stock has one, or that fills it first."""
    when = tree_of(offer.when)
    size = s.Call("size", (s.Word(stock, at=0),), at=0)
    conditions = when.items if isinstance(when, s.Logic) and when.operator == "and" else (when,)
    has_card = s.Compare(">", size, s.Number(0, at=0), at=0) in conditions
    for effect in offer.effects:
        if not isinstance(effect, Move):
            continue
        if effect.cards.strip() == stock:
            if has_card and effect.count.strip() == "1":
                yield effect
            return
        has_card = has_card or (effect.to.strip() == stock and not effect.count)


def _passes(english: English) -> list[str]:
    rules = english.genome.game_rules
    tableau, discard = _noun(english, "tableau"), _noun(english, "discard")
    what = {
        e.PassAction.CLEAR_TABLEAU: "the last player who did not pass has the next turn",
        e.PassAction.END_ROUND: "the hand ends and is scored",
        e.PassAction.SKIP_PLAYER: "the next player loses a turn",
    }.get(rules.consecutive_pass_action)
    if what is None:
        return []
    if rules.consecutive_pass_action is e.PassAction.CLEAR_TABLEAU and tableau and discard:
        what = f"the cards of the {tableau} are moved to the {discard}, and {what}"
    if rules.passes_to_trigger is not None:
        return [said(f"after {count(rules.passes_to_trigger, 'pass')} in a row, {what}")]
    return [said(f"when all players but one have passed in a row, {what}")]


def _absent(english: English) -> list[str]:
    """Who sits beside someone whose neighbour is out."""
    genome = english.genome
    left = list(models(genome, Out))
    if genome.player_count < 3 or not left:
        return []
    for_good = genome.max_hands > 1 and any(effect.until == "match" for effect in left)
    deals = ", in dealing too" if for_good else ""
    return [said(f"whoever is out is passed over{deals}: the next player still in play takes that place")]


def _turn_limits(english: English) -> list[str]:
    genome, limits = english.genome, []
    unlimited = [turns for turns in models(genome.turn_structure, TurnStructure) if turns.limit is None]
    open_turns = [turns for turns in unlimited if turns.order in ("cycle", "stay")]
    repeated = any(turns.order == "sequence" and not english.is_never(turns.until) for turns in unlimited)
    number = digits(genome.max_turns)
    if genome.turn_structure in open_turns:
        limits.append(f"a hand has at most {number} turns: after the last of them it is over")
    if repeated or any(turns is not genome.turn_structure for turns in open_turns):
        limits.append(f"no part of a hand has more than {number} turns: after that play goes on with the next part")
    own = dict.fromkeys(phase.limit_told(english) for phase, _ in phases_of(genome.turn_structure))
    return [said(limit) for limit in (*limits, *own) if limit]


_LONG = 60
_SCORED = ("high_score", "low_score", "first_to_score")
_BEST = {
    "capture_all": ("most cards", "fewest cards"), "most_captured": ("most captured cards", "fewest captured cards"),
    "empty_hand": ("fewest cards left", "most cards left"), "best_hand": ("best hand", "worst hand"),
}  # fmt: skip
"""What whoever is compared has in the end, and what where the lowest wins; otherwise it is the score."""
_VERDICTS = {
    e.WinOutcome.WINS: "wins", e.WinOutcome.LOSES: "loses, and all others share the win",
    e.WinOutcome.ALL_WIN: "all win together", e.WinOutcome.ALL_LOSE: "all lose together",
}  # fmt: skip


def goal(english: English) -> str:
    """What everyone is after, in a sentence."""
    wins = english.genome.win_conditions
    alone = [win for win in wins if not win.is_together]
    if wins and not alone:
        return said("all play together: you win or lose as one")
    aims = [f"{'not ' if win.outcome is e.WinOutcome.LOSES else ''}to {_aim(english, win)}" for win in alone]
    also = "all may win or lose together; otherwise, " if len(alone) < len(wins) else ""
    return said(f"{also}the aim is {', or '.join(dict.fromkeys(aims))}") if wins else ""


def _aim(english: English, win: WinCondition) -> str:
    if english.genome.player_count == 1 and win.type in _SCORED:
        return f"have {_enough_alone(english, win)} in the end"
    alone = english.genome.player_count == 1
    aims = {
        "empty_hand": f"be the first to have {_left(win)}",
        "capture_all": f"bring all the cards to {_held(english)}" if alone else "win all the cards",
        "most_captured": f"capture the {_best(win).replace('captured ', '')}",
        "best_hand": f"have the {_best(win)}",
        "first_to_score": f"be the first to reach {english.names.points(win.threshold)}",
    }
    if win.type in aims:
        return aims[win.type]
    when = "in the end"
    if win.trigger_mode is e.TriggerMode.THRESHOLD_GATE and not _counts_hands(win):
        reached = settled(_reached(english, win))
        if len(reached) > _LONG:
            reached = settled(_reached(english, win, even_so=True))
        when = f"when {reached}" if len(reached) <= _LONG else when
    return f"have the {_best(win)} {when}"


def ending(english: English) -> tuple[Block, ...]:
    """When the game ends and who has won."""
    wins = [_win(english, win) for win in english.genome.win_conditions]
    return bullets([*wins, *_limits(english), *_ties(english), *_worth(english)])


def over_when(english: English) -> str:
    """When the game is over and who wins then; what its limits say only where there is nothing else."""
    wins = [_win(english, win) for win in english.genome.win_conditions]
    return " ".join(filter(None, wins)) or " ".join(_limits(english))


def _side(english: English) -> Person:
    return Person("a side", pronoun="it") if english.genome.team_mode else Person("a player")


def _sides(english: English) -> str:
    return "sides" if english.genome.team_mode else "players"


def _are_two(english: English) -> bool:
    genome = english.genome
    return (len(genome.teams) if genome.team_mode else genome.player_count) == 2


def _whoever(english: English) -> str:
    return "the side" if english.genome.team_mode else "the player"


def _is_low(win: WinCondition) -> bool:
    return win.type == "low_score" or win.compared is e.WinComparison.LOWEST


def _left(win: WinCondition) -> str:
    return f"exactly {count(win.required_hand_size, 'card')} left" if win.required_hand_size else "no cards left"


def _counts_hands(win: WinCondition) -> bool:
    return win.gate.strip() == "hands_played" and win.trigger_mode is e.TriggerMode.THRESHOLD_GATE


def _win(english: English, win: WinCondition) -> str:
    """One way to win; nothing if it is only looked at when the game is over anyway."""
    never = (win.type == "best_hand" and win.required_hand_size is None) or (
        win.type in ("most_captured", *_SCORED) and not win.threshold
    )
    if win.trigger_mode is e.TriggerMode.IMMEDIATE and never:
        return ""
    counts = []
    if win.required_hand_size is not None and win.type not in ("empty_hand", "best_hand"):
        counts.append(f"only those who hold exactly {count(win.required_hand_size, 'card')} count")
    return said(f"{_moment(english, win)}: {_winner(english, win)}", *counts)


def _moment(english: English, win: WinCondition) -> str:
    """When a win condition decides the game."""
    match win.trigger_mode:
        case e.TriggerMode.ALL_HANDS_EMPTY | e.TriggerMode.DECK_EMPTY as mode:
            empty = "the stock is empty" if mode is e.TriggerMode.DECK_EMPTY else "all hands are empty"
            return f"as soon as {empty}, the hand is scored and the game is over"
        case e.TriggerMode.THRESHOLD_GATE if _counts_hands(win):
            return f"the game is over after {count(win.threshold, 'hand')}"
        case e.TriggerMode.THRESHOLD_GATE:
            return f"the game is over if at the end of a hand {_reached(english, win)}"
    has, cards = _side(english).does("have"), "all the cards of the deck"
    reached = {
        "empty_hand": f"{has} {_left(win)}",
        "capture_all": f"{cards} are in {_held(english)}" if english.words.seats == 1 else f"{has} {cards}",
        "most_captured": f"{has} captured {count(win.threshold, 'card')}",
        "best_hand": f"every player has exactly {count(win.required_hand_size or 0, 'card')}",
    }.get(win.type, f"{has} {english.names.points(win.threshold)} or more")
    return f"the game is over as soon as {reached}"


def _reached(english: English, win: WinCondition, *, even_so: bool = False) -> str:
    """What some side must have reached; even so, without the condition under which it counts."""
    inner = replace(english.about(_side(english)), scope=english.library.side_scope)
    gate = inner.read(win.gate)
    if even_so and isinstance(gate, n.Conditional) and isinstance(gate.otherwise, n.Const):
        gate = gate.then
    return compared(inner, ">=", gate, n.const(win.threshold))


def _winner(english: English, win: WinCondition) -> str:
    """Who wins once it is decided."""
    who, wins, alone = _whoever(english), _verdict(english, win), english.genome.player_count == 1
    if win.is_together:
        return wins
    if alone and win.type in _SCORED:
        return f"you win if you have {_enough_alone(english, win)}"
    if win.type == "empty_hand":
        return f"{who} with {_left(win)} {wins}"
    if win.type == "capture_all":
        return "you win" if alone else f"{who} with all the cards {wins}"
    if win.compared is e.WinComparison.FIRST:
        return f"whoever has reached that {wins}"
    those = "of those who have reached that, " if win.type == "first_to_score" else ""
    is_level = win.compared is e.WinComparison.NONE
    return "everyone is level" if is_level else f"{those}{who} with the {_best(win)} {wins}"


def _verdict(english: English, win: WinCondition) -> str:
    """What becomes of those whom a condition names, or of all."""
    return "loses" if win.outcome is e.WinOutcome.LOSES and _are_two(english) else _VERDICTS[win.outcome]


def _best(win: WinCondition) -> str:
    return _BEST.get(win.type, ("highest score", "lowest score"))[_is_low(win)]


def _held(english: English) -> str:
    """Where the cards of whoever plays alone are: `your foundations`."""
    zones = (zone for zone in english.genome.zones if zone.role in ("hand", "captured") and zone.owner == "seat")
    return listing([YOU.their(zone_noun(zone)) for zone in zones])


def _enough_alone(english: English, win: WinCondition) -> str:
    """The score by which one player wins against the house."""
    threshold = win.threshold if win.gate.strip() == "score" and win.threshold > 0 else None
    if _is_low(win):
        return f"fewer than {english.names.points(threshold or 0)}"
    return f"at least {english.names.points(threshold or 1)}"


_SHARED = ", and those who are level share the win"


def _limits(english: English) -> list[str]:
    """What happens when the game is over and nobody has won."""
    genome = english.genome
    effects = list(models(genome, Out, End))
    is_counted = any(_counts_hands(win) and win.threshold <= genome.max_hands for win in genome.win_conditions)
    reasons = []
    if not is_counted:
        reasons.append("when it is over" if genome.max_hands == 1 else "by then")
    if genome.max_hands > 1 and any(isinstance(effect, Out) and effect.until == "match" for effect in effects):
        few = "you are out of the game" if genome.player_count == 1 else "fewer than two players are left in the game"
        reasons.append(f"when {few}")
    if any(isinstance(effect, End) and effect.what == "match" for effect in effects):
        reasons.append("when the rules end the game")
    if not reasons:
        return []
    first = genome.win_conditions[0] if genome.win_conditions else None
    decided = "nobody has won" if first is None or first.outcome is e.WinOutcome.WINS else "nothing is decided"
    after = f"if {decided} {listing(reasons, 'or')}"
    if not is_counted:
        most = f"there are at most {count(genome.max_hands, 'hand')}"
        after = f"{'the game is a single hand' if genome.max_hands == 1 else most}. {capitalised(after)}"
    if genome.game_rules.at_limit == "draw" or first is None or first.compared is e.WinComparison.NONE:
        return [said(f"{after}, it is a draw" if genome.player_count > 1 else f"{after}, you lose")]
    if genome.player_count == 1:
        enough = f"you win if you have {_enough_alone(english, first)}, and otherwise lose"
        won = enough if first.type in _SCORED else "you lose"
        return [said(f"{after}, {won}")]
    if first.is_together:
        opposite = e.WinOutcome.ALL_LOSE if first.outcome is e.WinOutcome.ALL_WIN else e.WinOutcome.ALL_WIN
        return [said(f"{after}, {_VERDICTS[opposite]}")]
    shared = "" if genome.game_rules.tie_breaker in (e.TieBreaker.SPLIT, e.TieBreaker.BATTLE) else _SHARED
    if shared and first.outcome is e.WinOutcome.LOSES:
        shared = "; those who are level lose"
    counted = ""
    if first.required_hand_size is not None and first.type != "empty_hand":
        counted = f"of those who hold exactly {count(first.required_hand_size, 'card')}, "
    best = f"{_whoever(english)} with the {_best(first)}"
    return [said(f"{after}, {counted}{best} {_verdict(english, first)}{shared}")]


def _ties(english: English) -> list[str]:
    genome = english.genome
    compared = [win for win in genome.win_conditions if not win.is_together]
    if genome.player_count == 1 or not compared:
        return []
    loses = all(win.outcome is e.WinOutcome.LOSES for win in compared)
    otherwise = "otherwise, " if not loses and any(_SHARED in limit for limit in _limits(english)) else ""
    level = f"{otherwise}if several {_sides(english)} are level"
    all_of_them = "they all lose" if loses else "they share the win"
    one, several = ("loses", "lose") if loses else ("wins", "win")
    draws = (e.TieBreaker.SPLIT, e.TieBreaker.BATTLE)
    if genome.game_rules.tie_breaker in draws and _are_two(english):
        return [said(f"if both {_sides(english)} are level in the end, it is a draw")]
    told = {
        e.TieBreaker.SPLIT: f", {all_of_them}; if all are, it is a draw",
        e.TieBreaker.BATTLE: f" in the end, {all_of_them}; if all are, it is a draw",
        e.TieBreaker.ACTIVE_PLAYER: f", the first of them in turn order, from whoever acted last, {one}",
        e.TieBreaker.ALTERNATING: f", they {several} such ties by turns",
    }
    return [said(level + told[genome.game_rules.tie_breaker])]


def _worth(english: English) -> list[str]:
    """What a result is worth, where more than winning counts."""
    genome = english.genome
    unit = f", counted in units of {number_word(genome.utility_unit)}" if genome.utility_unit != 1 else ""
    if genome.utility == "win":
        return []
    if genome.utility == "score" and genome.player_count == 1:
        return [said(f"it matters by how much: your result is your score{unit}")]
    if genome.utility == "score":
        own = "your side's score" if genome.team_mode else "your score"
        other = f"the other {'side' if genome.team_mode else 'player'}'s"
        others = other if _are_two(english) else f"the average score of the other {_sides(english)}"
        return [said(f"it matters by how much: your result is {own} minus {others}{unit}")]
    inner = replace(english.about(YOU), scope=english.library.scope)
    return [said(f"it matters by how much: your result is {inner.value(genome.utility)}{unit}")]
