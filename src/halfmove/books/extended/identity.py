"""Whose openings an extended book has: the game, its parameters, and a fingerprint of keys and numbers."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.books.book import find_keys
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.opening_keys import format_options


class Identity(NamedTuple):
    """As a file has it."""

    game: str
    """The game's name."""
    options: str
    """JSON: the parameters that a game must have in common with the book."""
    names: str
    """16 hexadecimal digits that change if the initial position, or one after it, or a move in them, gets
    another name."""

    @classmethod
    def of(cls, game: Game) -> Identity:
        """That of books of a game."""
        keys = find_keys(game)
        options = dict(keys.options())
        usual = type(game)(**options)  # what is no option of books may place the pieces otherwise
        named = find_keys(usual)
        start = usual.initial()
        replies = {
            number: named.keys(usual.result(start, a))[0] for number, a in named.actions(start).items()
        }
        said = json.dumps([named.keys(start)[0], *sorted(replies.items())])
        names = hashlib.sha256(said.encode()).hexdigest()[:16]
        return cls(game.name or game.title(), json.dumps(options, sort_keys=True), names)

    @property
    def parameters(self) -> dict[str, Any]:
        """The options as they were; `ValueError` where they are none."""
        read = json.loads(self.options)
        if not isinstance(read, dict):
            raise ValueError
        return read

    def open(self, path: Path) -> Game:
        """The game of the book in a file, where it is a registered one; `BadInput` otherwise."""
        from halfmove.games.reference import GameReference
        from halfmove.games.registry import games

        if self.game not in games():
            raise BadInput(f"The book '{path}' is of '{self.game}', a game that has to be named (--game).")
        return GameReference(self.game, self.parameters).open()

    def check(self, path: Path, game: Game) -> None:
        """`BadInput` where the book in a file is not of this game, with these parameters."""
        own = Identity.of(game)
        if own == self:
            return
        if own.game != self.game:
            raise BadInput(f"The book '{path}' is of {self.game}, not of {own.game}.")
        ours, theirs = own.parameters, self.parameters
        if ours != theirs:
            other = {name: value for name, value in theirs.items() if ours.get(name) != value}
            asked = {name: ours[name] for name in other if name in ours}
            raise BadInput(
                f"The book '{path}' is of {self.game} with {format_options(other)}, "
                f"not {format_options(asked)}."
            )
        raise BadInput(
            f"The book '{path}' was made when positions of {self.game} had other names; make it anew."
        )
