"""One screen of the stepper: the tree around the current node, the sentence, the counts, the keys."""

from __future__ import annotations

import textwrap

from rich.text import Text

from halfmove.cli.showing.terminal import writable
from halfmove.cli.showing.tree import STYLES
from halfmove.cli.stepping.player import Player
from halfmove.search.trace import Path
from halfmove.teach.branches import Row, Rows, Show
from halfmove.teach.summary import in_words

KEYS = ["→ next", "← back", "c cut", "g go to", "/ find", "o out", "s start", "e end"]
ALWAYS = "? help  q quit"
LEAST_TREE = 5
"""Lines that the tree is given however long the rest is."""
BESIDE = 44
"""Columns that the tree is left where a board stands beside it."""


def frame(player: Player, show: Show, width: int, height: int | None, message: str = "") -> list[Text]:
    """The lines of a screen; without a `height` the whole tree, for a transcript."""
    foot = _foot(player, width, message, keys=height is not None)
    head = _head(player, width)
    room = None if height is None else max(height - len(head) - len(foot), LEAST_TREE)
    board = _board(player, width)
    beside = max(map(len, board), default=0) + 2 if board else 0
    body = _tree(player, show, width - beside, room)
    if board:
        body = _side_by_side(body, board, width - beside, room)
    lines = [*head, *body, *foot]
    return lines if height is None else lines[:height]


def _head(player: Player, width: int) -> list[Text]:
    trace = player.trace
    title = f"{trace.algorithm.name} on {trace.game.title()}"
    place = f"step {player.step} of {player.last}"
    line = f"{title}{place:>{width - len(title)}}" if len(title) + 2 + len(place) <= width else place
    return [Text(line[:width], style="bold"), Text("")]


def _foot(player: Player, width: int, message: str, *, keys: bool) -> list[Text]:
    told = player.told()
    sentence = told.sentence if told else "The beginning: nothing has happened yet."
    lines = [Text("")]
    lines += [Text(writable(line), style="bold") for line in textwrap.wrap(sentence, width)]
    if told:
        counts = in_words(told.counts, player.trace.lesson)
        lines += [Text(line, style="dim") for line in textwrap.wrap(f"so far: {counts}", width)]
    if message:
        lines += [Text(writable(line), style="yellow") for line in textwrap.wrap(message, width)]
    elif keys:
        lines.append(Text(writable(_keys(width)), style="dim"))
    return lines


def _keys(width: int) -> str:
    """The keys, as many as fit into a line."""
    shown = [*KEYS, ALWAYS]
    while len("  ".join(shown)) > width and len(shown) > 1:
        del shown[-2]
    return "  ".join(shown)[:width]


def _tree(player: Player, show: Show, width: int, room: int | None) -> list[Text]:
    """The tree's lines, as many as there is room for, the current node among them."""
    lines: list[Text] = []
    at = 0
    here = player.at
    for row in Rows(player.trace, player.board, show).lines():
        if row.path == here:
            at = len(lines)
        lines += _styled(row, here, width)
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


def _styled(row: Row, here: Path | None, width: int) -> list[Text]:
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


def _board(player: Player, width: int) -> list[str]:
    """The position at the current node, for a game that is more than its tree."""
    game = player.trace.game
    if hasattr(game, "root"):
        return []
    here = player.at
    marks = player.board.marks
    state = marks[here].state if here in marks else player.trace.state
    lines = game.show(state).rstrip("\n").splitlines()
    return lines if max(map(len, lines), default=0) + 2 + BESIDE <= width else []


def _side_by_side(body: list[Text], board: list[str], left: int, room: int | None) -> list[Text]:
    body = body + [Text("")] * (len(board) - len(body))
    for number, line in enumerate(board[: room or len(board)]):
        whole = body[number].copy()
        whole.truncate(left - 1, pad=True)
        body[number] = whole.append("  ").append(line)
    return body
