"""Edge cases: an empty stock, passes in a row, limits of turns, and pauses."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import effects_of, phases_of
from deckwright.genome.effects import Move, Out
from deckwright.genome.enums import Beat, DeckEmptyAction, PassAction
from deckwright.genome.expressions import syntax as s
from deckwright.genome.phases import Offer, TurnStructure
from deckwright.genome.rulebook.document import Block, bullets
from deckwright.genome.rulebook.grammar.people import said
from deckwright.genome.rulebook.grammar.wording import count, digits
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.places import zone_noun
from deckwright.genome.rulebook.phrases.spelling import tree_of
from deckwright.genome.schema import GameGenome
from deckwright.genome.zones import find_zone


def edges(english: English) -> tuple[Block, ...]:
    """Everything that rarely happens."""
    rules = (_empty_stock, _passes, _absent, _limits, _pauses)
    return bullets(text for rule in rules for text in rule(english))


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
    if rules.deck_empty_action is DeckEmptyAction.GAME_ENDS:
        then = "the hand ends"
    elif rules.deck_empty_action is DeckEmptyAction.RESHUFFLE_DISCARD and discard:
        keep = f"all but the top card of the {discard}" if rules.keep_top_discard else f"the whole {discard}"
        then = f"{keep} is shuffled and becomes the new {noun}"
    return [said(f"if a card is to come from the {noun} and it is empty, {then}")]


def _runs_out(genome: GameGenome, stock: str) -> bool:
    """Whether cards are taken from the stock that may not be there: in play, or in a deal that looks for a card."""
    in_play = [*models((genome.turn_structure, *genome.special_effects), Move)]
    drawn = [move for move in in_play if move.cards.strip() == stock and (move.count or move.until)]
    sure = {id(move) for offer in models(genome.turn_structure, Offer) for move in _sure_draws(offer, stock)}
    sought = [move for move in models(genome.setup, Move) if move.cards.strip() == stock and move.until]
    in_hand = (effect for phase, path in phases_of(genome.turn_structure) for effect, _ in effects_of(phase, path))
    refilled = any(effect.refills_from == stock for effect in in_hand)
    return bool(sought) or refilled or any(id(move) not in sure for move in drawn)


def _sure_draws(offer: Offer, stock: str) -> Iterator[Move]:
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
        PassAction.CLEAR_TABLEAU: "the last player who did not pass has the next turn",
        PassAction.END_ROUND: "the hand ends and is scored",
        PassAction.SKIP_PLAYER: "the next player loses a turn",
    }.get(rules.consecutive_pass_action)
    if what is None:
        return []
    if rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU and tableau and discard:
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


def _pauses(english: English) -> list[str]:
    seen = {
        Beat.TRICK: "when a trick is complete, play goes on once everyone has seen it",
        Beat.HAND: "when a hand has been scored, the next is dealt once everyone is ready",
    }
    return [said(seen[beat]) for beat in english.genome.game_rules.beats]


def _limits(english: English) -> list[str]:
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
