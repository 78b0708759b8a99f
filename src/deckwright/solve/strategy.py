"""What to play: for every information set, how often to take each action."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from deckwright import _kernel
from deckwright.engine import Action, Game, Information, State, load, restore
from deckwright.errors import DeckwrightError
from deckwright.games import catalogue
from deckwright.games.errors import quoted
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.solve.documents import config_hash, read_document, write_document
from deckwright.solve.errors import SolveError
from deckwright.solve.labels import action_texts, label_of
from deckwright.solve.reading import check_about, check_figures, read_sets
from deckwright.solve.set_strategy import SetStrategy


class Strategy(Sequence[SetStrategy]):
    """A whole profile: what every seat plays everywhere."""

    def __init__(self, game: Game, sets: Sequence[SetStrategy], about: Mapping[str, Any]) -> None:
        self.game = game
        self.about = dict(about)
        """How it was found: algorithm, settings, iterations, values, gains."""
        self._sets = tuple(sets)

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, number: Any) -> Any:
        return self._sets[number]

    def __iter__(self) -> Iterator[SetStrategy]:
        return iter(self._sets)

    def of_seat(self, seat: int) -> tuple[SetStrategy, ...]:
        """The sets of one seat, in the order of play."""
        return tuple(found for found in self._sets if found.seat == seat)

    def find(self, label: str, *, seat: int | None = None) -> SetStrategy:
        """A set by its words; SolveError if there is none."""
        for found in self._sets:
            if found.label == label and seat in (None, found.seat):
                return found
        raise SolveError(
            "strategy.unknown-label", f"no information set is {label!r}; the first is {self._sets[0].label!r}"
        )

    def shares(self, information: Information) -> dict[tuple[int, int], float]:
        """How often to take each action (slot, value) on this information; SolveError where nothing is said.

        The cards of a pick come in rising order. A pick that somebody began in another order is ended at random.
        """
        if information.game != self.game:  # keys of two games may be the same
            raise self._unknown_position(information)
        chosen = information.decisions or information.transitions
        actions = [(transition.action.slot, transition.action.value) for transition in chosen]
        if len(actions) == 1 or not information.decisions:
            return dict.fromkeys(actions, 1 / len(actions))  # a forced move is no decision
        found = self._by_key.get((information.seat, information.key))
        if found is None or set(found) != set(actions):
            raise self._unknown_position(information)
        return dict(found)

    def choose(self, information: Information, drawn: float) -> Action:
        """An action by the strategy; `drawn` is a number from 0 up to 1 that decides."""
        shares = self.shares(information)
        offered = {(t.action.slot, t.action.value): t.action for t in information.transitions}
        left = drawn
        for action, share in shares.items():
            left -= share
            if left < 0:
                return offered[action]
        return offered[max(shares, key=lambda action: shares[action])]  # what rounding has left

    def at(self, state: State) -> dict[str, float]:
        """How often the seat to act takes each action, by its text."""
        if state.seat is None:
            raise SolveError("strategy.game-over", "nobody is to act: the game is over")
        shares = self.shares(state.information(state.seat))
        return {action.text: shares.get((action.slot, action.value), 0.0) for action in state.actions()}

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        content = {
            **self.about,
            "genome": self.game.to_dict()["genome"],
            "sets": [found.to_dict() for found in self._sets],
        }
        write_document(path, "strategy", content)

    @classmethod
    def load(cls, path: str | Path) -> Strategy:
        """Read it from a file; SolveError, with the place, if that is damaged or something else."""
        content = read_document(path, "strategy")
        about = {name: value for name, value in content.items() if name not in _NOT_ABOUT}
        try:
            check_about(content)
            game = _game_in(content)
            if content["genome"] is not None:
                _check_told(game, content)
            check_figures(about, seats=game.seats)
            sets = read_sets(content.get("sets"), seats=game.seats)
        except SolveError as error:
            raise SolveError(error.code, f"{path}: {error.message}") from None
        return cls(game, sets, about)

    def _unknown_position(self, information: Information) -> SolveError:
        told = self.meant_for(information.game)
        return SolveError(
            "strategy.unknown-position",
            f"the strategy knows no such position of seat {information.seat}: it was {told}",
        )

    def meant_for(self, played: Game) -> str:
        """`found for kuhn with no options, and this is kuhn with hands=3`."""
        solved = f"{self.about.get('game', self.game.id)} with {_options_text(self.about.get('options'))}"
        return f"found for {solved}, and this is {played.id} with {_options_text(played.options)}"

    @cached_property
    def _by_key(self) -> dict[tuple[int, int], dict[tuple[int, int], float]]:
        return {
            (place.seat, key): dict(zip(actions, place.probabilities, strict=True))
            for place in self._sets
            for key, actions in place.keys
        }


_NOT_ABOUT = ("format", "checksum", "version", "genome", "sets")


def _options_text(options: object) -> str:
    if not isinstance(options, Mapping) or not options:
        return "no options"
    return ", ".join(f"{name}={value}" for name, value in options.items())


def _game_in(content: Mapping[str, Any]) -> Game:
    """The game of a file; what is no genome is a game of the kernel's own, by its id."""
    genome, name = content.get("genome"), content.get("game")
    try:
        if isinstance(genome, dict) or (genome is None and name in catalogue()):
            game = restore({"id": name, "options": content.get("options"), "genome": genome})
            if genome is not None or game.to_dict()["genome"] is None:
                return game
    except (DeckwrightError, KeyError, TypeError) as error:
        first = error.issues[0] if isinstance(error, GenomeError) else error
        raise SolveError("strategy.bad-genome", f"$.genome{str(first).removeprefix('$')}") from None
    raise SolveError("strategy.wrong-type", f"$.genome: found {quoted(genome)}, expected a genome")


def _check_told(game: Game, content: Mapping[str, Any]) -> None:
    """SolveError if a file calls its genome another game, or tells of other options or another way of solving it."""
    name, options = content["game"], content["options"]
    sources: tuple[str | GameGenome, ...] = (name, game.genome)
    if not any(_is_same(game, source, name, options) for source in sources):
        told = f"{quoted(name)} with {_options_text(options)}"
        raise SolveError("strategy.other-game", f"$.game: found {told}, expected the game and options of $.genome")
    solved = {setting: content[setting] for setting in ("algorithm", "settings", "updates", "seed")}
    if content["config_hash"] not in {config_hash(game, {**solved, "merge": merge}) for merge in (True, False)}:
        raise SolveError("strategy.other-game", "$.config_hash: found the hash of another game or of other settings")


def _is_same(game: Game, source: str | GameGenome, name: str, options: Mapping[str, Any]) -> bool:
    """Whether these options make this very game, called so, of the library's game of that name or of its own genome."""
    if isinstance(source, str) and source not in catalogue():
        return False
    try:
        found = load(source, **options)
        return found == game and found.id == name
    except DeckwrightError:
        return False


def make_strategy(game: Game, tree: _kernel.GameTree, policy: bytes, about: Mapping[str, Any]) -> Strategy:
    """A policy of the kernel as a strategy in words."""
    shares = array("d", policy)
    reach = _reaches(tree, shares)
    sets = []
    for number, (seat, first, count) in enumerate(tree.sets()):
        found = tree.set(number)
        keys = tuple((key, tuple(actions)) for key, actions in found["keys"])
        sets.append(
            SetStrategy(
                seat=seat,
                label=label_of(game, found),
                actions=action_texts(game, found),
                probabilities=tuple(shares[first : first + count]),
                reach=reach[found["parent"]],
                keys=keys,
            )
        )
    return Strategy(game, sets, about)


def _reaches(tree: _kernel.GameTree, shares: Sequence[float]) -> dict[int, float]:
    reach = {tree.root_sequence(seat): 1.0 for seat in range(tree.seats)}
    for number, (seat, first, count) in enumerate(tree.sets()):
        before = reach[tree.set(number)["parent"]]
        for action in range(first, first + count):
            reach[action + seat + 1] = before * shares[action]
    return reach
