"""Who sits at the terminal, and what they are shown of a game.

Where a game hides something, the person at the keyboard is shown his own view and nothing else
(`core.view`).  Two people at one terminal pass the keyboard on, and the screen is cleared between them.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from halfmove.cli.play.game import PlayedGame
from halfmove.cli.terminal import ask, forget_lines
from halfmove.core import figures
from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.view import View

if TYPE_CHECKING:
    from rich.console import Console


def list_moves(told: list[str]) -> str:
    """Moves on a line, the same ones in a row as one."""
    same = ((text, len([*run])) for text, run in groupby(told))
    return ", ".join(f"{text} ({many} times)" if many > 1 else text for text, many in same)


class Audience:
    """The people at one terminal; `people` are the players that they are."""

    def __init__(self, people: set[int], out: Console) -> None:
        self.people = people
        self.at_keyboard: int | None = None
        """Who of several people sits there, where they hide something from each other."""
        self._told: dict[int, int] = {}
        """How many actions each of them has been told of."""
        self._out = out

    def leave(self) -> None:
        """Nobody sits at the keyboard, and nobody has been told anything: another game begins."""
        self.at_keyboard = None
        self._told.clear()

    def is_secretive(self, game: Game) -> bool:
        """Whether several people at this terminal hide something from each other."""
        return game.hidden and len(self.people) > 1

    def is_fixed(self, game: Game) -> bool:
        """Whether moves stand once they are made: who took them back would know what he has seen since."""
        return game.hidden and bool(self.people)

    def viewer(self, session: PlayedGame) -> int | None:
        """Whose view is shown: the person's at the keyboard; None, everything, where nothing is hidden and
        where only engines play."""
        if not session.game.hidden or not self.people:
            return None
        if len(self.people) == 1:
            return next(iter(self.people))
        return SPECTATOR if self.at_keyboard is None or session.over else self.at_keyboard

    def text(self, session: PlayedGame, action: Any) -> str:
        """What whoever looks on is told of an action in the present state."""
        viewer = self.viewer(session)
        if viewer is None:
            return session.game.action_text(session.state, action)
        return session.game.action_seen(session.state, action, viewer)

    def hand_over(self, session: PlayedGame) -> list[str] | None:
        """Have whose turn it is sit at the keyboard, where nobody else may see what he sees: the moves since
        his last turn; None when they leave."""
        mover = session.mover
        self._clear()
        forget_lines()
        name = figures.player(session.game, mover)
        if ask(f"Pass the keyboard to {name}, who presses Enter > ") is None:
            return None
        self._clear()
        self.at_keyboard = mover
        told = View(session.history, mover).moves()
        since = told[self._told.get(mover, 0) :]
        self._told[mover] = len(told)
        return since

    def _clear(self) -> None:
        """An empty screen, with nothing to scroll back to; in a pipe nothing is shown again anyway."""
        if self._out.is_terminal:
            self._out.file.write("\x1b[2J\x1b[3J\x1b[H")
            self._out.file.flush()
