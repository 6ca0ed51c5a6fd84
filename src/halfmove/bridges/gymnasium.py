"""Our games as environments of Gymnasium: one learner, in the other seats players of the arena.

Towers et al., *Gymnasium: A Standard Interface for Reinforcement Learning Environments*, 2024.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from halfmove.arena.clock import Budget, parse_time_control
from halfmove.arena.player import Player
from halfmove.arena.players.given import seat_others
from halfmove.bridges.episode import Episode, opened
from halfmove.bridges.spaces import LEAST, MOST
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.core.history import History
from halfmove.core.view import View

_USE = "Environments for one learner need"
spaces = need("gymnasium.spaces", _USE)
Env: Any = need("gymnasium", _USE).Env
SEEDS = 2**62


class Environment(Env):  # type: ignore[misc]  # Gymnasium may not be there
    """A game for the player in `seat`.

    The others are played by `opponent`: a description such as `"random"`, `"level?n=3"` or `"auto"`
    (docs/players.md), or a function from the history to an action; `limit`, such as `"depth=4"`, bounds what
    it spends on a move.

    An observation has `observation`, what the learner sees (`Spaces.seen`), and `action_mask`, his legal
    actions; these are in `info["action_mask"]` too.  A number that is not legal loses the game: the reward is
    the game's lowest.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponent: str | Callable[..., Any] | Player = "random",
        limit: str = "",
        render_mode: str | None = None,
        **parameters: Any,
    ) -> None:
        self.episode = Episode(opened(game, parameters))
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.seat = seat
        self.budget = Budget(limit=parse_time_control(limit).limit)
        self.opponents = seat_others(self.episode.game, seat, opponent)
        size, shape = self.episode.spaces.size, self.episode.spaces.shape
        self.observation_space = spaces.Dict(
            observation=spaces.Box(LEAST, MOST, shape, np.float32),
            action_mask=spaces.Box(0, 1, (size,), np.int8),
        )
        self.action_space = spaces.Discrete(size)
        self.lowest = -float(self.episode.game.utility_limit)

    @property
    def history(self) -> History:
        """The game as it stands, with everything that is hidden."""
        return self.episode.history

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, up to the learner's first turn; chance and the opponents follow the seed."""
        super().reset(seed=seed)
        while True:
            self.episode.begin(self._seed())
            for seat, other in self.opponents.items():
                other.new_game(self.episode.game, seat, self._seed())
            self._others_play()
            if not self.episode.over:  # else it was over before his first turn
                return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The learner's action, and all that happens until his next turn."""
        legal = self.episode.legal()
        if int(action) not in legal:
            return self._seen(), self.lowest, True, False, self._info()
        self.episode.play(legal[int(action)])
        earned = self.episode.earned[self.seat] + self._others_play()
        return self._seen(), earned, self.episode.over, False, self._info()

    def _others_play(self) -> float:
        """The turns of the others until it is the learner's; what he earned meanwhile."""
        earned = 0.0
        while not self.episode.over and self.episode.mover != self.seat:
            mover = self.episode.mover
            view = View(self.history, mover).sampled_history(self._seed())
            choice = self.opponents[mover].choose(view, self.budget)
            if choice.resigns:
                raise BadInput("The opponent resigns, which no environment can tell a learner.")
            self.episode.play(choice.action)
            earned += self.episode.earned[self.seat]
        return earned

    def _seed(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self.episode.spaces.seen(self.history, self.seat),
            "action_mask": self._mask(),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _mask(self) -> Any:
        return self.episode.spaces.mask(self.episode.legal())

    def render(self) -> str | None:
        """The position in text as the learner sees it, where `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return self.history.game.show_to(self.history.state, self.seat)

    def close(self) -> None:
        for other in self.opponents.values():
            other.close()
