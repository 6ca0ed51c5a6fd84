"""One screen of a stepper: a tree around the current line, a board, a sentence, the keys."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rich.text import Text

from halfmove.cli.terminal import writable
from halfmove.cli.tree import STYLES
from halfmove.core.contract import Game
from halfmove.teach.tree_text import Row

ALWAYS = "? help  q quit"
LEAST_TREE = 5
"""Lines that the tree is given however long the rest is."""
BESIDE = 44
"""Columns that the tree is left where a board stands beside it."""

Frame = Callable[[int, int | None, str], list[Text]]
"""What is shown: the lines of a screen for its width, height (None: a transcript) and a message."""


@dataclass(frozen=True)
class Page:
    """What stands on a screen."""

    title: str
    place: str
    """Beside the title, at the right."""
    rows: Iterable[Row]
    """Of the tree."""
    here: tuple[object, ...] | None
    """The path of the current row; None where there is none."""
    sentence: str
    keys: list[str]
    board: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    """Between the tree and the sentence; cut at the right, not wrapped."""
    notes: str = ""
    """Under the sentence."""


def lay_out(page: Page, width: int, height: int | None, message: str = "") -> list[Text]:
    """The lines of a screen; without a `height` the whole tree, for a transcript."""
    foot = _foot(page, width, message, keys=height is not None)
    head = _head(page, width)
    room = None if height is None else max(height - len(head) - len(foot), LEAST_TREE)
    board = page.board if max(map(len, page.board), default=0) + 2 + BESIDE <= width else []
    beside = max(map(len, board)) + 2 if board else 0
    body = _tree(page, width - beside, room)
    if board:
        body = _side_by_side(body, board, width - beside, room)
    lines = [*head, *body, *foot]
    if height is None:
        return lines
    for line in lines:
        line.truncate(width)
    return lines[:height]


def picture(game: Game, state: object) -> list[str]:
    """The lines of a position's board, for a game that is more than its tree."""
    return [] if game.explicit else game.show(state).rstrip("\n").splitlines()


def _head(page: Page, width: int) -> list[Text]:
    title, place = page.title, page.place
    line = f"{title}{place:>{width - len(title)}}" if len(title) + 2 + len(place) <= width else place
    return [Text(writable(line[:width]), style="bold"), Text("")]


def _foot(page: Page, width: int, message: str, *, keys: bool) -> list[Text]:
    lines = [Text("")]
    if page.table:
        lines += [Text(writable(line[:width])) for line in page.table] + [Text("")]
    lines += [Text(writable(line), style="bold") for line in textwrap.wrap(page.sentence, width)]
    lines += [Text(line, style="dim") for line in textwrap.wrap(page.notes, width)]
    if message:
        lines += [Text(writable(line), style="yellow") for line in textwrap.wrap(message, width)]
    elif keys:
        lines.append(Text(writable(_keys(page.keys, width)), style="dim"))
    return lines


def _keys(keys: list[str], width: int) -> str:
    """The keys, as many as fit into a line."""
    shown = [*keys, ALWAYS]
    while len("  ".join(shown)) > width and len(shown) > 1:
        del shown[-2]
    return "  ".join(shown)[:width]


def _tree(page: Page, width: int, room: int | None) -> list[Text]:
    """The tree's lines, as many as there is room for, the current row among them."""
    lines: list[Text] = []
    at = 0
    for row in page.rows:
        if row.path == page.here:
            at = len(lines)
        lines += _styled(row, page.here, width)
    if room is None or len(lines) <= room:
        return lines + [Text("")] * (0 if room is None else room - len(lines))
    first = max(0, min(at - room // 2, len(lines) - room))
    shown = lines[first : first + room]
    if first:
        shown[0] = Text(writable(f"… {first + 1} lines above"), style="dim")
    below = len(lines) - first - room
    if below:
        shown[-1] = Text(writable(f"… {below + 1} lines below"), style="dim")
    return shown


def _styled(row: Row, here: tuple[object, ...] | None, width: int) -> list[Text]:
    current = row.path == here
    pointer = "▸" if current else " "
    found = []
    for number, line in enumerate(row.wrapped(width - 2)):
        text = Text(writable(f"{pointer if number == 0 else ' '} {line}"))
        text.stylize(STYLES[row.standing])
        if current:
            text.stylize("reverse", 2 + len(row.first) if number == 0 else 2 + len(row.rest))
        found.append(text)
    return found


def _side_by_side(body: list[Text], board: list[str], left: int, room: int | None) -> list[Text]:
    body = body + [Text("")] * (len(board) - len(body))
    for number, line in enumerate(board[: room or len(board)]):
        whole = body[number].copy()
        whole.truncate(left - 1, pad=True)
        body[number] = whole.append("  ").append(line)
    return body
