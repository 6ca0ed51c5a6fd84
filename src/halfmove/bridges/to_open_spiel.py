"""Our games as OpenSpiel's: `register_open_spiel("connect4")`, then `pyspiel.load_game("halfmove_connect4")`.

Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.  Moves made at once are
made in turn.  A player's action has the number that `spaces` gives it, one of chance its place in the list.
"""

from __future__ import annotations

import math
from copy import copy
from functools import cache
from typing import Any

import numpy as np

from halfmove.bridges.from_open_spiel import import_open_spiel
from halfmove.bridges.spaces import Spaces
from halfmove.core.contract import CHANCE, Chance, Game, Payoffs
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.in_turn import in_turn
from halfmove.games.reference import GameReference
from halfmove.games.registry import games

pyspiel: Any = import_open_spiel()
COMMA = "|"
"""What stands for a comma in a parameter: OpenSpiel parts parameters by commas."""
TEXT = "'"
"""What stands before a text that looks like a number."""
LONGEST = 10_000
"""Plies of a game whose rules do not say how many it may have."""


def register_open_spiel(name: str) -> str:
    """Make OpenSpiel know a registered game, with its parameters; what it is called there.

    `Unsuitable` for a game that OpenSpiel has no words for: its chances cannot be listed, or its utilities
    have no bound.
    """
    if name not in games():
        raise BadInput(f"There is no registered game '{name}' that OpenSpiel could be given.")
    kind = _made(name, ()).kind
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, type(kind.short_name, (OpenSpielTwin,), {"ours": name}))
    return str(kind.short_name)


class _Made:
    """One of our games, and what OpenSpiel is told of it."""

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        usual = {key: _written(value) for key, value in GameReference(name).open_rules().parameters.items()}
        # OpenSpiel gives the defaults too, but what is left out may follow from the rest: cards from players.
        said = {key: _read(value) for key, value in parameters.items() if value != usual[key]}
        rules = GameReference(name, said).open_rules()
        self.game = in_turn(rules)
        if self.game.chance is Chance.SAMPLED:
            raise Unsuitable(
                f"OpenSpiel wants all outcomes of chance listed, and {rules.title()} draws them."
            )
        if not math.isfinite(self.game.utility_limit):
            raise Unsuitable(
                f"OpenSpiel wants to know how much can be won, and {rules.title()} has no limit."
            )
        self.spaces = Spaces(self.game)
        self.kind = _kind(name, self.game, usual)
        self.info = _info(self.game, self.spaces)


@cache
def _made(name: str, parameters: tuple[tuple[str, Any], ...]) -> _Made:
    return _Made(name, dict(parameters))


def _kind(name: str, game: Game, parameters: dict[str, Any]) -> Any:
    """OpenSpiel's type of the game."""
    kind = pyspiel.GameType
    sums = {Payoffs.ZERO_SUM: kind.Utility.ZERO_SUM, Payoffs.CONSTANT_SUM: kind.Utility.CONSTANT_SUM}
    knows = kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=f"halfmove_{name.replace('-', '_')}",
        long_name=f"{game.title()} by Halfmove",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else kind.ChanceMode.DETERMINISTIC,
        information=knows,
        utility=sums.get(Payoffs(game.payoffs), kind.Utility.GENERAL_SUM),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


def _written(value: Any) -> Any:
    """A parameter's value as OpenSpiel gives it back: a text without commas that looks like no number."""
    if not isinstance(value, str):
        return value
    mark = TEXT if not value or value[0] in "+-.0123456789" or value.lower() in ("true", "false") else ""
    return mark + value.replace(",", COMMA)


def _read(value: Any) -> Any:
    """What `_written` was given."""
    return value.removeprefix(TEXT).replace(COMMA, ",") if isinstance(value, str) else value


def _info(game: Game, spaces: Spaces) -> Any:
    """How large the game is."""
    limit, plies = float(game.utility_limit), int(game.plies_left(game.initial()))
    return pyspiel.GameInfo(
        num_distinct_actions=spaces.size,
        max_chance_outcomes=game.actions_limit if game.has_chance else 0,
        num_players=game.players,
        min_utility=-limit,
        max_utility=limit,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=min(plies, LONGEST),
    )


class OpenSpielTwin(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel may not be there
    """A game of ours, as OpenSpiel calls it; each has a class of its own."""

    ours: str
    """Its name here."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        told = parameters or {}
        self.made = _made(self.ours, tuple(sorted(told.items())))
        super().__init__(self.made.kind, self.made.info, told)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.ours, str(self))

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.made.spaces, iig_obs_type)


def _loaded(name: str, text: str) -> Any:
    """A game that was pickled, perhaps in another process."""
    register_open_spiel(name)
    return pyspiel.load_game(text)


class Kept:
    """A history that OpenSpiel copies with its state: states in it never change, so that they are shared."""

    def __init__(self, history: History) -> None:
        self.history = history

    def __deepcopy__(self, memo: Any) -> Kept:
        twin = copy(self.history)
        twin.states, twin.actions = list(twin.states), list(twin.actions)
        twin._stood = twin._stood.copy()
        return Kept(twin)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel may not be there
    """A history of ours, as OpenSpiel calls it."""

    def __init__(self, game: OpenSpielTwin) -> None:
        super().__init__(game)
        self.kept = Kept(History(game.made.game))

    @property
    def now(self) -> History:
        return self.kept.history

    @property
    def spaces(self) -> Spaces:
        found: Spaces = self.get_game().made.spaces
        return found

    def numbers(self) -> dict[int, Any]:
        """Our actions by OpenSpiel's numbers."""
        if self.now.mover == CHANCE:
            return dict(enumerate(self.now.legal()))
        return self.spaces.legal(self.now)

    def current_player(self) -> int:
        if self.now.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.now.mover == CHANCE else self.now.mover

    def is_terminal(self) -> bool:
        return self.now.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbers())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.now.game.outcomes(self.now.state)
        return [(number, float(p)) for number, (_, p) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.now.append(self.numbers()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.game.action_text(self.now.state, self.numbers()[action])

    def returns(self) -> list[float]:
        players = range(self.now.game.players)
        return [float(self.now.utility(p)) if self.now.over else 0.0 for p in players]

    def __str__(self) -> str:
        game, state = self.now.game, self.now.state
        return game.position_text(state) if game.has_notation else game.show(state)


class Observer:
    """What a player sees, as OpenSpiel asks for it."""

    def __init__(self, spaces: Spaces, wanted: Any) -> None:
        self.spaces = spaces
        self.remembers = wanted is not None and wanted.perfect_recall
        self.tensor = np.zeros(math.prod(spaces.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(spaces.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.dict["observation"][:] = self.spaces.seen(state.now, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """All that a player knows, or where it is not to be remembered what he sees now."""
        history = state.now
        game, s = history.game, history.state
        if self.remembers and game.hidden:
            return f"{game.information(s, player):016x} {game.observation(s, player)}"
        if self.remembers:
            return " ".join(history.texts())
        return str(game.observation(s, player)) if game.hidden else str(state)
