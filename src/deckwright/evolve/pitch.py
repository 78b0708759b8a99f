"""A game in one paragraph, told from its genome."""

from __future__ import annotations

from deckwright.evolve.families import family_of
from deckwright.evolve.features import features_of
from deckwright.evolve.naming import pronounceable, rules_digest
from deckwright.evolve.words import condition_words, count_of, listed, number_word, points_of, trigger_words, win_words
from deckwright.genome.checks.walk import offers_of, phases_of
from deckwright.genome.compile.compiler import deck_cards
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import plain_value

_FAMILIES = {
    "trick-taking": "A trick-taking game", "betting": "A game of bets", "claiming": "A bluffing game",
    "matching": "A game of sets", "fishing": "A game of captures", "shedding": "A game of getting rid of cards",
    "drawing": "A game of drawing cards", "other": "A card game",
}  # fmt: skip

MOST_OFFERS = 6
"""Of what players may do, so many are named."""


def name_and_pitch(genome: GameGenome) -> tuple[str, str]:
    """A pronounceable name that the rules decide, and a paragraph that tells what sort of game it is."""
    name = pronounceable(rules_digest(genome))
    return name, " ".join([_opening(genome), *_deal(genome), *_play(genome), *_points(genome), _ending(genome)])


def _opening(genome: GameGenome) -> str:
    alone = genome.player_count == 1
    players = "one player" if alone else f"{number_word(genome.player_count)} players"
    teams = f" in {number_word(len(genome.teams))} teams" if genome.team_mode else ""
    kind = "A patience" if alone else _FAMILIES[family_of(genome)]
    return f"{kind} for {players}{teams}, with {len(deck_cards(genome).cards)} cards."


def _deal(genome: GameGenome) -> list[str]:
    each = genome.setup.cards_per_player
    if each == 0:
        return []
    if str(each) == "all":
        return ["All cards are dealt."]
    dealt = f"Each is dealt {count_of(each, 'card')}." if isinstance(each, int) else "How many are dealt varies."
    return [dealt]


def _play(genome: GameGenome) -> list[str]:
    said = [text for phase, _ in phases_of(genome.turn_structure) if (text := phase.pitch(genome))]
    offers = [offer.name for offer, _ in offers_of(genome)]
    if names := list(dict.fromkeys(offers))[:MOST_OFFERS]:
        moves = "A move" if len(names) == 1 else "Moves"
        said.append(f"{moves} to think about: {listed([f'*{name}*' for name in names])}.")
    if genome.special_effects:
        cards = [condition_words(plain_value(special.trigger)) for special in genome.special_effects[:2]]
        said.append(f"Something special happens with {listed(cards)}.")
    return list(dict.fromkeys(said))


def _points(genome: GameGenome) -> list[str]:
    said = []
    for rule in genome.card_scoring[:2]:
        cards = condition_words(plain_value(rule.condition))
        said.append(f"{_capital(cards)} scores {points_of(rule.points)} {trigger_words(rule.trigger.value)}.")
    names = list(dict.fromkeys(rule.name for rule in genome.scoring_rules if rule.name))
    if names:
        said.append(f"Points are counted for {listed(names[:3])}.")
    return said


def _ending(genome: GameGenome) -> str:
    win = genome.win_conditions[0]
    won = win_words(plain_value(win))
    if win.gate == "hands_played":
        return f"After {count_of(win.threshold, 'hand')} {won}."
    if win.threshold and "won by score" in features_of(genome):
        return f"It is played to {win.threshold}: {won}."
    return f"{_capital(won)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
