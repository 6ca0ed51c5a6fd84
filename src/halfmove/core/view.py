"""What one viewer may see of a game that is being played.

A page, a player or a log that is meant for somebody is given his `View` of a `History`, and nothing else: its
texts and pictures are made by the game for this viewer (`core.contract.information`).  Searches and players
want a `History`; for them a state is drawn that the player cannot tell from the true one (`sampled_history`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.randomness import stream


class View:
    """The history as `viewer` sees it: a player, `SPECTATOR`, or None, who sees everything."""

    def __init__(self, history: History, viewer: int | None) -> None:
        players = history.game.players
        if viewer not in (None, SPECTATOR) and not 0 <= viewer < players:
            raise BadInput(f"A viewer is one of the players 0 to {players - 1}, not {viewer}.")
        self._history = history
        self.viewer = viewer if history.game.hidden else None
        """None where the game hides nothing."""
        self.player = viewer if viewer is not None and viewer >= 0 else None
        """Whose turn it may be; None for a viewer who is no player."""

    @property
    def game(self) -> Game:
        return self._history.game

    @property
    def over(self) -> bool:
        return self._history.over

    @property
    def mover(self) -> int:
        """Whose turn it is, which all players know; `CHANCE` where nature moves."""
        return self._history.mover

    @property
    def text(self) -> str:
        """The state in text, several lines."""
        return self.game.show_to(self._history.state, self.viewer)

    @property
    def picture(self) -> str:
        """The state as an SVG document."""
        return self.game.draw_to(self._history.state, self.viewer)

    def _repr_html_(self) -> str:
        """In a notebook: the picture."""
        from halfmove.core.display import html_picture

        return html_picture(self.picture)

    @property
    def observation(self) -> Any:
        """What he sees, as plain numbers: of a spectator what is public, of None the state itself."""
        if self.viewer is None:
            return self._history.state
        if self.viewer == SPECTATOR:
            return self.game.public(self._history.state)
        return self.game.observation(self._history.state, self.viewer)

    def legal(self) -> list[Any]:
        """The legal actions: a player's where it is his turn, otherwise none; all for who sees everything."""
        if self._history.over or (self.player is not None and self.mover != self.player):
            return []
        return [] if self.viewer == SPECTATOR else self._history.legal()

    def moves(self) -> list[str]:
        """What he was told of each action so far."""
        return [self.told(number) for number in range(len(self._history.actions))]

    def told(self, number: int) -> str:
        """What he was told of one action, counted from 0."""
        state, action = self._history.states[number], self._history.actions[number]
        if self.viewer is None:
            return self.game.action_text(state, action)
        return self.game.action_seen(state, action, self.viewer)

    def sampled_history(self, random: Buffer | int) -> History:
        """A game that stands, for all that the player knows, as this one does: `Seen`, without a past, from a
        state drawn by `resample` from the stream (or seed) `random`.  The history itself where nothing is
        hidden; `BadInput` for a viewer who is no player, and where the game is over."""
        if self.viewer is None:
            return self._history
        if self.player is None:
            raise BadInput("States are drawn for a player; a spectator searches nothing.")
        if self.over:
            raise BadInput("The game is over, so there is nothing to draw a state for.")
        source = stream(random) if isinstance(random, int) else random
        return Seen(self, self.game.resample(self._history.state, self.player, source))


class Seen(History):
    """A state drawn for a player, and with it what he truly sees: the text of the state and of the moves."""

    def __init__(self, view: View, state: Any) -> None:
        super().__init__(view.game, state)
        self.viewer = view.player
        self.shown = view.text
        self.told = tuple(view.moves())


def seen_text(history: History) -> str:
    """The state in text as whoever is given this history may see it."""
    return history.shown if isinstance(history, Seen) else history.game.show(history.state)


def list_told_moves(history: History) -> Sequence[str]:
    """The moves in text as whoever is given this history was told of them."""
    return history.told if isinstance(history, Seen) else history.texts()
