"""What a block is about: a tree, by a textbook's name or written out, or a position of a registered game.

Files of games are not opened: a lesson comes from somebody else, and a file of a game is a program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import HalfmoveError
from halfmove.core.history import History
from halfmove.games.reference import GameReference, open_position, tree_game
from halfmove.games.registry import games
from halfmove.teach.examples import EXAMPLES, Example
from halfmove.teach.lessons.settings import Block, LessonError
from halfmove.teach.quiz.naming import named

KEYS = ("tree", "root", "game", "set", "position", "moves")
MOST_TEXT = 20_000
"""Letters of a tree."""


@dataclass(frozen=True)
class Subject:
    """A game, a position in it, and the textbook's example that it is."""

    history: History
    example: Example | None
    code: str
    """Python that makes `game` and `state`."""

    @property
    def game(self) -> Any:
        return self.history.game

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def title(self) -> str:
        """What to call it."""
        if self.example is not None:
            return f"the tree {self.example.name}"
        return "the tree" if self.game.explicit else str(self.game.title())


def subject(block: Block) -> Subject:
    """What the settings name, or the text of the block writes out; `LessonError` says what is wrong."""
    body, name = block.body.strip(), block.get("game")
    given = [key for key, there in (("tree", bool(block.get("tree"))), ("game", bool(name))) if there]
    if len(given) + bool(body) != 1:
        raise block.wrong(
            f"A block '{block.kind}' is about one thing: tree: NAME, or game: NAME, or a tree written below."
        )
    if name:
        if "root" in block.settings:
            raise block.wrong("'root' goes with a tree; in a game the position says who moves.", "root")
        return _game(block, name)
    for key in ("set", "position", "moves"):
        if key in block.settings:
            raise block.wrong(f"'{key}' goes with a game, and this block has a tree.", key)
    return _tree(block, body or block.get("tree"), block.body_line if body else block.lines["tree"])


def _tree(block: Block, text: str, line: int) -> Subject:
    example = EXAMPLES.get(text)
    root = block.get("root") or None
    if example is not None:
        text = example.text()
    elif text[:1] not in "[({" and "\n" not in text:
        raise LessonError(
            line, f"There is no tree '{text[:40]}'; there are: {', '.join(EXAMPLES)}, or one written out."
        )
    if len(text) > MOST_TEXT:
        raise LessonError(line, f"A tree may have {MOST_TEXT:,} letters here, not {len(text):,}.")
    parameters: dict[str, Any] = {} if root is None else {"root": root}
    try:
        bare: Any = tree_game(text, parameters)
        spec = named(json.loads(bare.parameters["spec"]))  # as the questions name what has no name
        game = tree_game(json.dumps(spec), parameters)
    except HalfmoveError as error:
        raise LessonError(line, str(error)) from None
    asked = f", root={root!r}" if root else ""
    code = f"game = hm.tree({spec!r}{asked})\nstate = game.initial()"
    return Subject(History(game), example, code)


def _game(block: Block, name: str) -> Subject:
    if name not in games():
        raise block.wrong(
            f"There is no game '{name[:40]}'; there are: {', '.join(games())}. "
            "Files of games are not opened from a lesson.",
            "game",
        )
    parameters = _parameters(block)
    place, moves = block.get("position") or None, block.get("moves")
    key = "game"
    try:
        game = GameReference(name, parameters).open()
        key = "position" if place else "moves" if moves else "game"
        history = open_position(game, place, moves)
    except HalfmoveError as error:
        raise block.wrong(str(error), "moves" if moves and "Move " in str(error) else key) from None
    given = "".join(f", {key}={value!r}" for key, value in game.parameters.items() if key in parameters)
    where = "".join(f", {k}={v!r}" for k, v in (("text", place), ("moves", moves)) if v)
    code = f"game = hm.game({name!r}{given})\nstate, _ = hm.position(game{where})"
    return Subject(history, None, code)


def _parameters(block: Block) -> Mapping[str, Any]:
    found: dict[str, str] = {}
    for word in block.get("set").replace(",", " ").split():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise block.wrong(f"'set' is written as width=5 height=5, not '{word[:40]}'.", "set")
        found[key] = value
    return found


def attempt(block: Block, work: Any, key: str = "") -> Any:
    """What `work` returns; what a search refuses is said of this block."""
    try:
        return work()
    except LessonError:
        raise
    except HalfmoveError as error:
        raise block.wrong(str(error), key) from None
    except RecursionError:
        raise block.wrong("The tree is too deep to be searched here; give a depth.", key) from None
