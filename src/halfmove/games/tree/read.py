"""Where a tree's specification may come from: a Python value, text, or a file of text.

Text that begins with a bracket is `notation` (JSON and its like), or `lisp` where the bracket is round and no
comma follows; a graph is `dot`, what has the fields of the Pac-Man projects' tests `autograder`; other text
is `indented`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.games.tree.autograder import is_autograder, read_autograder
from halfmove.games.tree.dot import is_dot, read_dot
from halfmove.games.tree.indented import PLAYER, read_indented
from halfmove.games.tree.lisp import is_lisp, read_lisp
from halfmove.games.tree.node import Node
from halfmove.games.tree.notation import Written, read_notation
from halfmove.games.tree.numerals import parse_number
from halfmove.games.tree.spec import Mistake, build, parse_player, place_in_python

EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
SUFFIXES = (".json", ".tree", ".txt", ".dot", ".gv", ".test", ".lisp", ".scm")
"""How the name of a file of a tree ends, where nothing else says that it is one."""

_BLANK = re.compile(r"(?:\s+|\#(?!\()[^\n]*|;[^\n]*)*")
"""What says nothing before a tree: comments, of Lisp's too; `#(` is a vector of Lisp's."""


def read(spec: Any, root: int | str | None = None) -> tuple[Node, int]:
    """The root node of the tree that `spec` describes, and the number of players.

    `BadInput` names the place of a mistake: line and column of a text, `root.children[2]` of a Python value.
    """
    mover = None if root is None else _mover(root)
    written = _written(spec, mover) if isinstance(spec, (str, os.PathLike)) else None
    try:
        return build(spec if written is None else written.spec, mover)
    except Mistake as mistake:
        where = f"At {place_in_python(mistake.keys)}" if written is None else written.place(mistake.keys)
        raise BadInput(f"{where}: {mistake}{'' if str(mistake).endswith('?') else '.'}") from None


def is_tree(text: str) -> bool:
    """Whether a text can be meant as a tree, or as the name of a file of one."""
    return text.lower().endswith(SUFFIXES) or is_tree_text(text)


def is_tree_text(text: str) -> bool:
    """Whether a text is a tree written out and no name: several lines, brackets, a number, `B = 3`."""
    begin = _begin(text)
    return (
        "\n" in text
        or not begin
        or begin.startswith(("(", "'(", "`(", "#("))
        or any(mark in begin for mark in "[{=")
        or parse_number(text) is not None
        or bool(PLAYER.match(begin) and len(begin.split()) > 1)
    )


def _mover(root: int | str) -> int:
    try:
        return parse_player(root)
    except Mistake as mistake:
        raise BadInput(f"Of the root, {mistake}.") from None


def _written(spec: str | os.PathLike[str], mover: int | None) -> Written:
    if isinstance(spec, str):
        if not spec.strip():
            raise BadInput(f"The tree is empty; write it as JSON, such as {EXAMPLE}.")
        if is_tree_text(spec) and not _is_file(spec):
            return _from_text(spec, "the tree", mover)
    path = Path(spec)
    return _from_text(_contents(path), f"'{path}'", mover)


def _begin(text: str) -> str:
    """The text from the first character on that says something."""
    return _BLANK.sub("", text, count=1)


def _is_file(name: str) -> bool:
    """Whether a name that could be a tree is that of a file all the same, such as `7` or `a=b.tree`."""
    return "\n" not in name and (name.endswith(SUFFIXES) or is_there(name))


def is_there(name: str) -> bool:
    """Whether there is a file of that name; a text that is too long for a name is none."""
    return len(name.encode()) < 200 and Path(name).is_file()


def _from_text(text: str, what: str, mover: int | None) -> Written:
    text = text.removeprefix("\ufeff")
    first = _begin(text)[:1]
    if not first:
        raise BadInput(f"In {what} there is no node, only comments and empty lines.")
    if is_autograder(text):
        return read_autograder(text, what)
    if is_dot(text):
        return read_dot(text, what)
    if is_lisp(text):
        return read_lisp(text, what)
    if first in "[{":
        return read_notation(text, what)
    return read_indented(text, what, root_by_chance=mover == CHANCE)


def _contents(path: Path) -> str:
    example = f"JSON such as {EXAMPLE}, or of lines indented under each other"
    try:
        return read_bounded(path, TEXT).decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}'; a tree is a file of {example}.") from None
    except IsADirectoryError:
        raise BadInput(f"'{path}' is a folder; a tree is a file of {example}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The file '{path}' is not text in UTF-8; a tree is a file of {example}.") from None
    except BadInput:
        raise
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"The file '{path}' cannot be read: {reason}.") from None
