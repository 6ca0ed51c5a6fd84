"""A game on paper as plain data: what was played, what might have been, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from halfmove.core.contract import Game
from halfmove.core.formats import GameRecord
from halfmove.core.pawns import Evaluation
from halfmove.core.record_text import clock_commands, join_texts
from halfmove.games.chess.game import Chess
from halfmove.games.chess.position import BLACK, Position

if TYPE_CHECKING:
    from halfmove.core.formats import Move

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game of the standard's archival form has, in this order."""


@dataclass
class PgnGame(GameRecord):
    """A game: its tags, where it begins, and its moves.

    `FEN`, `SetUp` and Chess960's `Variant` are not among the tags: `start` and `rules` are.  In comments,
    runs of white space count as one blank.
    """

    rules: Game = field(default_factory=Chess)
    """The game that is played: chess, or Chess960."""

    def states(self) -> list[Position]:
        """The positions that were on the board, the first and the last included."""
        return list(positions(self.rules, self.first, self.actions))


def positions(rules: Game, start: Position, actions: Iterable[int | None]) -> Iterator[Position]:
    """`start`, and the position after each of the actions."""
    state = start
    yield state
    for action in actions:
        state = after(rules, state, action)
        yield state


def after(rules: Game, state: Position, action: int | None) -> Position:
    """The position after an action, or after none: a null move."""
    if action is not None:
        result: Position = rules.result(state, action)
        return result
    passed: Position = rules.passed(state)  # for searches, which do not count moves
    return passed._replace(number=state.number + (state.mover == BLACK))


# ---- what programs say in comments: evaluations and clocks as commands, `[%eval 0.31,12] [%clk 0:04:59]`
# Source: A. Cowderoy, "PGN Specification and Implementation Guide: Supplement", 2001, for the form and the
# clocks.  Of evaluations it says nothing; they are written as Lichess and python-chess do: from White's side,
# in pawns with two decimals, or `#` and the moves to mate, and the depth after a comma.  Read is besides what
# others write: a whole number, which is hundredths of a pawn (ChessBase), `M` for `#`, `/` for the comma.

_EVALUATION = re.compile(
    r"\[%eval\s+(?:(?P<sign>[+-]?)[#M](?P<mate>[+-]?\d{1,6})|(?P<worth>[+-]?(?:\d{1,9}\.?\d*|\.\d+)))"
    r"(?:\s*[,/]\s*(?P<depth>\d{1,6}))?\s*\]"
)
_TIME = r"\s+(?:(\d{1,6}):)?(\d{1,4}):(\d{1,4}(?:\.\d*)?)\s*\]"
_CLOCK = re.compile(r"\[%clk" + _TIME)
_SPENT = re.compile(r"\[%emt" + _TIME)


def add_comment(move: Move, comment: str) -> None:
    """Add a comment to a move: its commands as what they mean, if nothing is known of that yet, and the rest
    as text."""
    if "[%" in comment:
        if move.evaluation is None and (begin := comment.find("[%eval")) >= 0:
            end = comment.find("]", begin) + 1
            move.evaluation = _evaluation(comment[begin:end])
            if move.evaluation is not None:
                comment = f"{comment[:begin]} {comment[end:]}"
        if move.clock is None and "[%clk" in comment and (found := _CLOCK.search(comment)):
            move.clock = _seconds(found)
            comment = _without(comment, found)
        if move.spent is None and "[%emt" in comment and (found := _SPENT.search(comment)):
            move.spent = _seconds(found)
            comment = _without(comment, found)
    said = " ".join(comment.split())  # what was said before is join_texts already: many would take long
    move.comment = f"{move.comment} {said}" if move.comment and said else move.comment or said


def write_comment(move: Move) -> str:
    """All that stands in the comment after a move."""
    worth = "" if move.evaluation is None else f"[%eval {evaluation_text(move.evaluation)}]"
    return join_texts(worth, *clock_commands(move), move.comment)


def evaluation_text(evaluation: Evaluation) -> str:
    """`0.31`, `#-3`, with the depth `0.31,12`."""
    depth = "" if evaluation.depth is None else f",{evaluation.depth}"
    if evaluation.mate is not None:
        return f"#{evaluation.mate}{depth}"
    return f"{round(evaluation.pawns or 0.0, 2) + 0.0:.2f}{depth}"  # + 0.0: no zero has a sign


@lru_cache(maxsize=10_000)
def _evaluation(command: str) -> Evaluation | None:
    """What `[%eval …]` says; None for what is no evaluation."""
    found = _EVALUATION.fullmatch(command)
    if found is None:
        return None
    depth = None if found["depth"] is None else int(found["depth"])
    if found["mate"] is not None:
        return Evaluation(mate=int(found["mate"]) * (-1 if found["sign"] == "-" else 1), depth=depth)
    worth = found["worth"]
    pawns = float(worth) if "." in worth else int(worth) / 100
    return Evaluation(pawns=round(pawns, 2), depth=depth)


def _seconds(found: re.Match[str]) -> float:
    hours, minutes, seconds = found.groups()
    return round(3600 * int(hours or 0) + 60 * int(minutes) + float(seconds), 3)


def _without(comment: str, found: re.Match[str]) -> str:
    return f"{comment[: found.start()]} {comment[found.end() :]}"
