"""The game on the table of one page: its record, what can be done now, and who wants to know of changes."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE
from halfmove.faces import words
from halfmove.web.places import MOST_TEXT, Place
from halfmove.web.record import Node, Record
from halfmove.web.serving import here


class Move(NamedTuple):
    """Something that can be played now."""

    action: Any
    text: str
    touches: tuple[str, ...]


class Table:
    """One page's game; parts of the page register in `watchers` and are told after every change."""

    def __init__(
        self, name: str, parameters: dict[str, str], position: str | None, moves: str, at: int | None
    ) -> None:
        self.name = name
        self.client = uuid.uuid4().hex
        """Who this is to the pool."""
        self.game = here().catalogue.watched(name, Place.of(name, parameters).parameters)
        self.parameters = parameters
        self.surface = self.game.surface()
        if len(position or "") > MOST_TEXT or len(moves) > MOST_TEXT:
            raise BadInput(f"A position, and all moves together, may have {MOST_TEXT:,} letters.")
        self.record = Record(self.game, position)
        self.record.read(moves)
        end = self.record.end()
        self.record.go(end)
        if at is not None and end.path()[at : at + 1]:
            self.record.go(end.path()[at - 1] if at else self.record.root)
        self.below = 0
        """The player at the bottom of the board."""
        self.ended = ""
        """How the game ended where it was not by the rules: resigned, drawn by agreement, on time."""
        self.seats = ""
        """Who plays, as the link says it; nothing where it is as usual."""
        self.readers: list[Callable[[], None]] = []
        """Told when marks, values or variations have been added."""
        self.looking = bool(self.record.here.children)
        """Whether one has looked back."""
        self.watchers: list[Callable[[], None]] = []
        self.screen: AbstractContextManager[Any] = nullcontext()
        """The page that shows it."""
        self._legal: list[Move] | None = None

    # ---- what is the case
    @property
    def state(self) -> Any:
        return self.record.history.state

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.record.history.over

    @property
    def mover(self) -> int:
        """Whose turn it is; `CHANCE` where nature moves."""
        return self.record.history.mover

    @property
    def legal(self) -> list[Move]:
        """What can be played now; nothing once the game is over."""
        if self._legal is None:
            game, state = self.game, self.state
            actions = [] if self.over or self.mover == CHANCE else self.record.history.legal()
            self._legal = [
                Move(a, game.action_text(state, a), self.surface.touches(state, a) if self.surface else ())
                for a in actions
            ]
        return self._legal

    @property
    def status(self) -> str:
        """What a person asks first: who is to move, or how it ended."""
        if self.ended:
            return self.ended
        if self.record.history.over:
            return words.outcome(self.record.history)
        if self.mover == CHANCE:
            return "Chance moves."
        return f"{words.player(self.game, self.mover)} to move."

    @cached_property
    def title(self) -> str:
        from halfmove.faces.games import spoken

        return spoken(self.game)

    def place(self) -> Place:
        """Where one is, for the processes that think."""
        moves = tuple(node.text for node in self.record.here.path())
        return Place.of(self.name, self.parameters, self.record.position, moves)

    def url(self, mode: str = "play") -> str:
        """The link that restores all this."""
        query: dict[str, Any] = dict(self.parameters)
        if self.record.position is not None:
            query["position"] = self.record.position
        if moves := self.record.written():
            query["moves"] = moves
        if mode == "play" and self.seats:
            query["seats"] = self.seats
        if self.ended:
            query["ended"] = self.ended
        if self.record.here is not self.record.end(self.record.root):
            query["at"] = self.record.here.ply
        return f"/{mode}/{self.name}" + (f"?{urlencode(query)}" if query else "")

    # ---- what is done
    def play(self, action: Any) -> None:
        """Play an action from here."""
        self.record.play(action)
        self.looking = False
        self.changed()

    def play_text(self, text: str) -> None:
        """Play what a person or an engine has written."""
        self.play(self.game.parse_action(self.state, text))

    def go(self, node: Node) -> None:
        """Look at a position of the record: no engine plays on from there, but at the end of a line."""
        self.ended = ""
        self.looking = bool(node.children)
        self.record.go(node)
        self.changed()

    def restart(self, position: str | None = None) -> None:
        """A new record from a position; the initial one, if none is given."""
        self.restart_at(Record(self.game, position))

    def restart_at(self, record: Record) -> None:
        """Another record, as it stands."""
        self.record = record
        self.ended, self.looking = "", False
        self.changed()

    def end(self, sentence: str) -> None:
        """It is over, for a reason that is not in the rules."""
        self.ended = sentence
        self.changed()

    def noted(self) -> None:
        """Tell those who show what is written at the moves: the position is the same."""
        with self.screen:
            for reader in self.readers:
                reader()

    def changed(self) -> None:
        """Tell everybody."""
        self._legal = None
        with self.screen:  # what is told may come from a task that belongs to no page
            for watcher in self.watchers:
                watcher()
