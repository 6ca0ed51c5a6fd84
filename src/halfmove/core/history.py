"""A game as it is played: its first state, the actions since, and the rules on repeated positions.

The state of a game stays small.  A rule that looks back (threefold repetition, superko) is declared by the
game instead: `Game.repetition` says what it means that a position comes again, `Game.repetition_key` which
positions count as the same.  Players and searches keep a `History` and ask it, not the game, whether the
game is over and which actions are legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state

MOST_ACTIONS = 1_000_000
"""In one state.  Amazons, with the most of the known games, has 2,176 at the start."""


def list_bounded(actions: Iterable[Any], game: Game) -> list[Any]:
    """The actions of a state; `BadInput` for more than `MOST_ACTIONS`, as of a loop without end."""
    found = list(islice(actions, MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise BadInput(
            f"{type(game).__name__}.actions gives more than {MOST_ACTIONS:,} actions in one state; "
            "does it end?"
        )
    return found


class History:
    """The states and actions of one game, from `start` (the initial state by default) on."""

    def __init__(self, game: Game | str, start: Any = None, actions: Iterable[Any] = ()) -> None:
        game = open_game(game)
        self.game = game
        self.states: list[Any] = [open_state(game, start)]
        self.actions: list[Any] = []
        self._stood: Counter[int] = Counter()
        self._over: bool | None = None
        """What `over` found out about the present state: for chess that is a search for a legal move."""
        self._note(1)
        for action in actions:
            self.play(action)

    # ---- where the game stands
    @property
    def start(self) -> Any:
        """The state in which it began."""
        return self.states[0]

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def mover(self) -> int:
        """Whose turn it is; `CHANCE` where nature moves."""
        return self.game.to_move(self.state)

    @property
    def times(self) -> int:
        """How many times the position has stood on the board, this time included; 1 where nobody counts."""
        if self.game.repetition == "none":
            return 1
        return self._stood[self._key(self.state)]

    def stood(self, state: Any) -> int:
        """How many times a position has stood on the board so far; 0 where nobody counts."""
        return 0 if self.game.repetition == "none" else self._stood[self._key(state)]

    @property
    def repeated(self) -> bool:
        """Whether the position has come again so often that it ends the game."""
        return self.game.repetition in ("draw", "loss") and self.times >= self.game.repetition_count

    @property
    def over(self) -> bool:
        """IS-TERMINAL, looking back as well."""
        if self._over is None:
            self._over = self.game.is_terminal(self.state) or self.repeated
        return self._over

    def legal(self) -> list[Any]:
        """ACTIONS, without those that a rule about repetition forbids; none once the game is over."""
        if self.over:
            return []
        return [a for a in list_bounded(self.game.actions(self.state), self.game) if self.allows(a)]

    def allows(self, action: Any) -> bool:
        """Whether a legal action of the state is legal looking back as well."""
        if self.game.repetition != "forbidden" or not self.game.may_repeat(self.state, action):
            return True
        child = self.game.result(self.state, action)
        return self._stood[self._key(child)] + 1 < self.game.repetition_count

    def utility(self, player: int) -> Any:
        """UTILITY of the game to `player`, once it is `over`."""
        if self.game.is_terminal(self.state):
            return self.game.utility(self.state, player)
        if not self.repeated:
            raise BadInput("The game is not over, so it has no utility yet.")
        loser = self.game.to_move(self.states[-2])  # "loss": whoever brought the position about loses
        if self.game.repetition == "draw":
            key = self._key(self.state)
            first = next(at for at, state in enumerate(self.states) if self._key(state) == key)
            loser = self.game.repetition_loser(self.state, len(self.states) - 1 - first)
            if loser < 0:
                return 0
        return -self.game.utility_limit if player == loser else self.game.utility_limit

    # ---- moving
    def play(self, action: Any) -> None:
        """Go on with a legal action; `BadInput` if looking back forbids it."""
        if self.over:
            raise BadInput("The game is over, so no move can be played.")
        if not self.allows(action):
            text = self.game.action_text(self.state, action)
            raise BadInput(f"'{text}' is not allowed here: it brings back a position that has stood before.")
        self.append(action)

    def append(self, action: Any) -> None:
        """`play` without asking whether the game is over: a controller may go on past a draw by rule."""
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)
        self._over = None
        self._note(1)

    def undo(self) -> Any:
        """Take the last action back and return it."""
        if not self.actions:
            raise BadInput("There is no move to take back.")
        self._note(-1)
        self._over = None
        self.states.pop()
        return self.actions.pop()

    def texts(self) -> list[str]:
        """The actions in the game's notation."""
        return [self.game.action_text(s, a) for s, a in zip(self.states, self.actions, strict=False)]

    def keys(self) -> list[int]:
        """`repetition_key` of every state before the present one: what a search must not repeat."""
        if self.game.repetition == "none":
            return []
        return [self._key(s) for s in self.states[:-1]]

    def ending_keys(self) -> list[int]:
        """`repetition_key` of every position that has stood so often that the rule about repetition speaks if
        it comes once more."""
        enough = self.game.repetition_count - 1
        return [key for key, times in self._stood.items() if times >= enough]

    def _repr_html_(self) -> str:
        """In a notebook: the picture of the state, and the moves so far."""
        from halfmove.core.display import html_picture, html_text

        moves = " ".join(self.texts())
        return html_picture(self.game.draw(self.state)) + (html_text(moves) if moves else "")

    # ---- counting
    def _key(self, state: Any) -> int:
        return int(self.game.repetition_key(state))

    def _note(self, change: int) -> None:
        if self.game.repetition != "none" and self.game.to_move(self.state) != CHANCE:
            self._stood[self._key(self.state)] += change
