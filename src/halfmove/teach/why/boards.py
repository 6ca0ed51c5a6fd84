"""An explanation with boards, in text: paragraphs of sentences, and under each the positions that show it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.teach.why.explanation import Explanation, Verdict
from halfmove.teach.why.words import about_best, about_others, ending, moves

GAP = 4
"""Columns between boards that stand side by side."""

INDENT = 2

CAPTION = 36
"""Columns that a caption may take, however narrow the board is."""


PICTURED = 5
"""Groups of moves that get boards: the best of them, as the worse a move the plainer it is why."""


class Board(NamedTuple):
    """A position to show, and what to write over it."""

    caption: str
    state: Any


class Paragraph(NamedTuple):
    """Sentences that belong together, and the boards that show what they say."""

    sentences: tuple[str, ...]
    boards: tuple[Board, ...]


def paragraphs(explanation: Explanation, most: int | None = None) -> Iterator[Paragraph]:
    """One about the best move, one about each group of others; no more than `most` of those."""
    game, best = explanation.game, explanation.best
    yield Paragraph(tuple(about_best(explanation)), boards(game, best) if best else ())
    groups = explanation.groups
    for number, group in enumerate(groups[:most]):
        shown = boards(game, group[0]) if group[0].standing == "worse" and number < PICTURED else ()
        yield Paragraph(tuple(about_others(explanation, group)), shown)
    if most is not None and len(groups) > most:
        rest = sum(map(len, groups[most:]))
        yield Paragraph((f"{rest} more moves are no better than these.",), ())
    missing = explanation.legal - len(explanation.verdicts)
    if explanation.verdicts and missing > 0 and explanation.asked is None:
        yield Paragraph((f"{missing} more legal moves were found to be no better.",), ())


def boards(game: Game, verdict: Verdict) -> tuple[Board, ...]:
    """Where the move is answered and where it is decided; an explicit tree needs no boards, it has names."""
    if game.explicit:
        return ()
    plays = verdict.plays
    if verdict.standing != "best" and not verdict.line.proven:
        plays = plays[:2]  # where an estimate was made decides nothing
    shown = [Board(f"after {moves(plays[:2])}", plays[:2][-1].state)] if len(plays) > 2 else []
    last = plays[-1].state
    end = f": {ending(game, last)}" if game.is_terminal(last) else ""
    caption = f"after {moves(plays)}" if len(plays) <= 2 else f"{len(plays) - 2} plies later"
    caption = "1 ply later" if len(plays) == 3 else caption
    return (*shown, Board(caption + end, last))


def as_text(explanation: Explanation, width: int = 80, most: int | None = None) -> str:
    """All of it, `width` columns wide where the boards allow."""
    blocks = []
    for paragraph in paragraphs(explanation, most):
        blocks.append(textwrap.fill(" ".join(paragraph.sentences), width))
        if paragraph.boards:
            blocks.append(side_by_side(explanation.game, paragraph.boards, width))
    return "\n\n".join(blocks)


def side_by_side(game: Game, shown: Sequence[Board], width: int = 80) -> str:
    """The boards with their captions, in rows as wide as `width` allows."""
    columns = [_column(game, board, width) for board in shown]
    rows: list[list[list[str]]] = [[]]
    used = INDENT
    for column in columns:
        wide = max(map(len, column)) + GAP
        if rows[-1] and used + wide - GAP > width:
            rows.append([])
            used = INDENT
        rows[-1].append(column)
        used += wide
    return "\n\n".join(_row(row) for row in rows)


def _column(game: Game, board: Board, width: int) -> list[str]:
    picture = game.show(board.state).rstrip("\n").splitlines()
    wide = max([CAPTION, *map(len, picture)])
    return [*textwrap.wrap(board.caption, min(wide, max(width - INDENT, 20))), *picture]


def _row(columns: Sequence[Sequence[str]]) -> str:
    """Columns of lines beside each other, the last lines of all at the bottom."""
    height = max(map(len, columns))
    wides = [max(map(len, column)) for column in columns]
    lines = []
    for i in range(height):
        cells = []
        for column, wide in zip(columns, wides):
            missing = height - len(column)
            cells.append((column[i - missing] if i >= missing else "").ljust(wide))
        lines.append((" " * INDENT + (" " * GAP).join(cells)).rstrip())
    return "\n".join(lines)
