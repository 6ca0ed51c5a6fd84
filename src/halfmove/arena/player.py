"""A player, as the arena calls it: `start`, `new_game`, `choose` for each move, `end_game`, `close`.

Third parties add a kind of player as one file: a module with a function `player(description)` that returns a
`Player`.  Its name in descriptions is an entry point of the group `halfmove.players`, or the file's path.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.core.contract import Action, Game, State
from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History


class Fault(StrEnum):
    """What a player may do wrong; the game is then scored by the match's rule."""

    START = "start"
    """It did not start, or was not ready in time."""
    CRASH = "crash"
    """It ended, or raised an exception."""
    HANG = "hang"
    """It did not answer within its time and the grace given on top."""
    NONSENSE = "nonsense"
    """Its answer is no move."""
    ILLEGAL = "illegal"
    """Its move is against the rules."""
    FLOOD = "flood"
    """It wrote more than anyone reads."""


class PlayerFault(HalfmoveError):
    """A player at fault: which fault, and in words what happened."""

    def __init__(self, fault: Fault, words: str) -> None:
        super().__init__(words)
        self.fault = fault


@dataclass(frozen=True)
class Choice:
    """A player's answer; besides the action, what it says of the position, where it does."""

    action: Any = None
    """The move; None where it resigns."""
    resigns: bool = False
    value: float | None = None
    """What it expects, to the player to move, in units in which 1 is a win or a pawn (`Score.units`)."""
    mate: int | None = None
    """Plies to a forced end: positive where the mover wins, negative where it loses."""
    depth: int | None = None
    nodes: int | None = None
    text: str = ""
    """The move as the player wrote it, where that tells more (for the report of a fault)."""


class Player(ABC):
    """One side of a match.  Every method may raise `PlayerFault`; any other exception counts as a crash."""

    threads: int = 1
    """Cores it keeps busy while it thinks; the runner plays so many games at once that all have theirs."""
    ponders: bool = False
    """Whether it keeps them busy in the other's time too."""
    start_patience: float = 30.0
    """Seconds that `start` may take; set before it is called."""
    unbounded: bool = False
    """Whether nothing but a time control ends its thinking about a move."""
    in_person: bool = False
    """Whether it needs the terminal, so that its games are played here and one at a time."""
    mixes: bool = False
    """Whether it is known how it draws its moves: by `mixture`, each independently of all else."""

    @property
    def title(self) -> str:
        """Its full name with its version, known after `start`; "" if it has none."""
        return ""

    def check(self, game: Game) -> None:  # noqa: B027  most fit every game
        """Say why it cannot play `game` (`BadInput`, `Unsuitable`), before anything is started."""

    def start(self) -> None:  # noqa: B027  most need none
        """Make ready; called again after a fault, once `close` has been called."""

    @abstractmethod
    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget the last game; a game as `seat` begins, in which all that is random follows the seed."""

    @abstractmethod
    def choose(self, history: History, budget: Budget) -> Choice:
        """A move in `history.state`, where it is this player's turn.

        Where the game hides something the history is a `core.view.Seen`: a state drawn from this player's
        information set, without a past, with the text of the state and of the moves in his view."""

    def mixture(self, game: Game, state: State) -> Mapping[Action, float]:
        """Where it `mixes`, the probability of each of its actions in a state; one not named has none."""
        raise NotImplementedError("A player that mixes says how.")

    def settle(self, history: History) -> tuple[tuple[float, ...], str] | None:
        """What a game that is over by the rules is worth to each seat, and how to say it, where that needs a
        judgement that rules cannot give (which stones are dead in Go); None where it has none.  It holds if
        all players that judge agree."""
        return None

    def end_game(self, history: History) -> None:  # noqa: B027  most have nothing to do
        """The game is over, or was broken off; the history shows everything."""

    def close(self) -> None:  # noqa: B027  most hold nothing
        """Let go of processes and threads; safe to call twice, and after a fault."""
