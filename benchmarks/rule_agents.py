"""RLCard's rule agents of UNO and Gin Rummy, asked through a state that is built from our view."""

from __future__ import annotations

import numpy
from rlcard.games.gin_rummy.utils import melding, utils
from rlcard.games.gin_rummy.utils.action_event import discard_action_id, knock_action_id
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent
from rlcard.models.uno_rule_models import UNORuleAgentV1

from deckwright.agents import AgentContext
from deckwright.engine import Action, Information


class UnoRules:
    """RLCard's first rules for UNO: the fourth wild card at once, any other card that is no wild one, else a draw."""

    name = "rlcard-uno"

    def __init__(self) -> None:
        """Nothing is remembered."""
        self.peer = UNORuleAgentV1()

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """Cards as RLCard writes them; it names a colour together with a wild card, and so it is asked for it again."""
        numpy.random.seed(seed % 2**32)
        actions = {action.text: action for action in (step.action for step in information.transitions)}
        hand = [uno_card(str(card)) for card in information.view.hand if card is not None]
        colours = self.peer.count_colors(self.peer.filter_wild(hand))
        if all(text.startswith("name ") for text in actions):
            wanted = max("rygb", key=lambda letter: colours.get(letter, 0))
            return next(action for text, action in actions.items() if text[5] == wanted)
        plays = {uno_card(text[5:]): action for text, action in actions.items() if text.startswith("play ")}
        if not plays:
            return next(iter(actions.values()))
        told = self.peer.step({"raw_legal_actions": list(plays), "raw_obs": {"hand": hand}})
        return next(
            action for card, action in plays.items() if card[2:] == told[2:] and (card == told or "wild" in card)
        )


def uno_card(text: str) -> str:
    """A card as RLCard writes it: `r-5`, `g-draw_2`, `r-wild_draw_4`."""
    kinds = {"wild": "wild", "wild-draw-four": "wild_draw_4"}
    if text in kinds:
        return f"r-{kinds[text]}"
    kind, _, colour = text.partition("/")
    return f"{colour[0]}-{'draw_2' if kind.startswith('draw') else kind}"


class GinRules:
    """RLCard's novice rules for Gin Rummy: knock when one can, otherwise discard what leaves the least deadwood.

    There melds are worked out by the game; here it lays those of the same best cluster, and all that can be laid off.
    """

    name = "rlcard-gin"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """Its state is the hand as a row of 52 and the numbers of the legal actions."""
        numpy.random.seed(seed % 2**32)
        actions = {action.text: action for action in (step.action for step in information.transitions)}
        hand = [peer_card(str(card)) for card in information.view.hand if card is not None]
        if any(text.startswith("lay ") for text in actions):
            return actions[best_lay(list(actions), hand)]
        numbers = {}
        for text in actions:
            verb, _, card = text.partition(" ")
            if card and verb in {"discard", "knock"}:
                first = discard_action_id if verb == "discard" else knock_action_id
                numbers[first + utils.get_card_id(peer_card(card))] = text
        if not numbers:
            return list(actions.values())[int(numpy.random.randint(len(actions)))]
        row = numpy.zeros(52, dtype=int)
        for held in hand:
            row[utils.get_card_id(held)] = 1
        told = GinRummyNoviceRuleAgent.step({"legal_actions": dict.fromkeys(numbers), "obs": [row]})
        return actions[numbers[int(told)]]


def peer_card(text: str) -> object:
    """A card as RLCard has it."""
    return utils.card_from_text(text.replace("10", "T"))


def best_lay(texts: list[str], hand: list[object]) -> str:
    """A meld of the cluster that leaves the least deadwood; what can be laid off; nothing else."""
    clusters = melding.get_meld_clusters(hand=hand)

    def deadwood(cluster: list[list[object]]) -> int:
        return int(utils.get_deadwood_count(hand=hand, meld_cluster=cluster))

    best: list[list[object]] = min(clusters, key=deadwood, default=[])
    wanted = [frozenset(utils.get_card_id(card) for card in meld) for meld in best]
    for text in texts:
        if text.startswith("lay off"):
            return text
        cards = (
            frozenset(utils.get_card_id(peer_card(card)) for card in text.split()[1:]) if " " in text else frozenset()
        )
        if cards in wanted:
            return text
    return next((text for text in texts if text in {"done", "pass"}), texts[0])
