"""What an operation has of the world while it runs: a face gives it one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from halfmove.core.naming import open_game, open_state

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.core.operation.position import GameRequest, PositionRequest
    from halfmove.core.results import Result

T = TypeVar("T")

PLAY_MOVES = "halfmove.games.reference", "play_moves"
"""The function that plays moves in a game's notation; it stands above this floor (`core.naming`)."""


class Work:
    """An operation called as a Python function; other faces derive theirs."""

    is_own = True
    """Whether whoever asks owns the machine, and may use its files and all of its memory."""
    gradual = False
    """Whether somebody looks at results before the last."""
    standing: Any = None
    """How far an earlier turn of the same work has come, and after each result how far this one has."""
    is_command = False
    """Whether it is a command: what takes long is then kept in a file even where none is named."""
    largest: int | None = None
    """How many parts a result may have, steps of a recorded search say; None: as many as there are."""
    veiled = False
    """Whether what is opened was imagined, for a viewer from whom something is hidden."""

    def open(self, request: PositionRequest) -> History:
        """The game that a request is about, as it stands; `BadInput` says what is wrong with it."""
        from halfmove.core.history import History

        given = request.game if isinstance(request.game, History) else request.position
        if isinstance(given, History):
            history = History(given.game, given.start)
            for action in given.actions:
                history.append(action)
        else:
            game = open_game(self._named(request))
            history = History(game, open_state(game, request.position))
        module, function = PLAY_MOVES
        moves: Any = request.moves
        words = history.game.split_moves(moves) if isinstance(moves, str) else moves
        getattr(import_module(module), function)(history, words)
        return request.throw(history)

    def open_game(self, request: GameRequest) -> Game:
        """The game of a request, with its parameters."""
        return open_game(self._named(request))

    def _named(self, request: GameRequest) -> Any:
        """The game of a request, or its name with the parameters that go with it."""
        from halfmove.core.history import History

        if not request.parameters:
            return request.game.game if isinstance(request.game, History) else request.game
        if not isinstance(request.game, str):
            from halfmove.core.errors import BadInput

            raise BadInput("Parameters go with a game's name; this game has its own already.")
        module = import_module("halfmove.games.reference")
        return module.GameReference(request.game, request.parameters).open_rules()

    def text_of(self, given: str) -> str:
        """What a text or, in a terminal, the file of that name says."""
        return given

    def check_settings(self, settings: Mapping[str, str]) -> None:
        """`BadInput` for settings of a search that whoever asks may not give."""

    @cached_property
    def notes(self) -> list[str]:
        """What the work goes on without, in sentences."""
        return []

    def note(self, sentence: str) -> None:
        """Note what the work goes on without, and say it."""
        self.notes.append(sentence)
        self.say(sentence)

    def say(self, sentence: str) -> None:
        """Say a note at once."""
        logging.getLogger("halfmove").warning("%s", sentence)

    def show(self, result: Result) -> None:
        """Show a result that still grows, where somebody looks on."""

    def stopped(self, sentence: str) -> None:
        """Say that Ctrl-C has ended the work before its time, and what is to be known of that."""
        self.say(sentence)

    def cores(self, asked: int) -> int:
        """How many processor cores the work may use where `asked` are wanted."""
        return asked

    def call_until_stopped(self, function: Callable[[Callable[[], bool]], T]) -> T:
        """What a function gives that asks from time to time whether to stop with what it has; a terminal has
        it stop at the first Ctrl-C."""
        return function(lambda: False)

    def call(self, function: Callable[[], T]) -> T:
        """What a call of machine code gives that may take long; a face hears Ctrl-C meanwhile."""
        return function()
