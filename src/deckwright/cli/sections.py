"""What each section of a genome is for, as the comments of a new genome say it."""

from __future__ import annotations

from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "schema_version": "The version of the genome language.",
    "genome_id": "The game's id: lower case, with hyphens.",
    "name": "What people call it.",
    "generation": "How many steps of evolution it is away from a written game.",
    "player_count": "How many play.",
    "team_mode": "Whether teams win together.",
    "teams": "The seats of each team, from 0: [[0, 2], [1, 3]] are partners across the table.",
    "utility": "What a player plays for: win, score (its own less the others' mean), or an expression.",
    "score_unit": "What one of the score is called: point, mark.",
    "utility_unit": "So many points or chips make one unit of utility.",
    "max_hands": "The match ends after so many hands, whatever the score.",
    "max_turns": "A hand ends after so many turns.",
    "deck": "The cards: suits, ranks from low to high, copies, special cards, and tables of numbers by card.",
    "zones": "Where cards lie. The role says what a zone is for; seen_by, who sees a card that arrives.",
    "strains": "How cards rank in tricks: trumps, no trumps. Used by phases of type trick and auction.",
    "patterns": "Sets of cards that can be melded, captured or swept: books, runs, sums.",
    "registers": "Numbers that the rules remember, for the table or for each seat, team or pile.",
    "terms": "Names for expressions that are used more than once; the rulebook explains them.",
    "setup": "The deal: how many cards each player gets, and what else happens before play.",
    "turn_structure": "One hand: whose turn it is, and the phases of a turn, which may nest.\n"
    "A match repeats it until a win condition or max_hands.",
    "special_effects": "What some cards do when they are played.",
    "card_scoring": "Points for cards: when a trick is won, on capture, when played, at the end of a hand.",
    "scoring_rules": "Points by expression at the end of each hand.",
    "hand_evaluation": "How hands are compared at a showdown.",
    "win_conditions": "How the match is won; the first that holds decides.",
    "game_rules": "Edge cases: an empty deck, passes, ties, limits.",
}
"""Every field of GameGenome; a test holds it to the schema."""
