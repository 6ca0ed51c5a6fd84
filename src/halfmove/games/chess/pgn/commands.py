"""What programs say in comments: evaluations and clocks as commands, `[%eval 0.31,12] [%clk 0:04:59]`.

Source: A. Cowderoy, "PGN Specification and Implementation Guide: Supplement", 2001, for the form and the
clocks.  Of evaluations it says nothing; they are written as Lichess and python-chess do: from White's side,
in pawns with two decimals, or `#` and the moves to mate, and the depth after a comma.  Read is besides what
others write: a whole number, which is hundredths of a pawn (ChessBase), `M` for `#`, `/` for the comma.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from halfmove.games.chess.pgn.game import Evaluation

if TYPE_CHECKING:
    from halfmove.core.formats import Move

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
    said = " ".join(comment.split())  # what was said before is joined already: many would take long
    move.comment = f"{move.comment} {said}" if move.comment and said else move.comment or said


def join_texts(*texts: str) -> str:
    """Texts one after the other, with single blanks."""
    return " ".join(" ".join(texts).split())


def write_comment(move: Move) -> str:
    """All that stands in the comment after a move."""
    commands = []
    if move.evaluation is not None:
        commands.append(f"[%eval {evaluation_text(move.evaluation)}]")
    if move.clock is not None:
        commands.append(f"[%clk {time_text(move.clock)}]")
    if move.spent is not None:
        commands.append(f"[%emt {time_text(move.spent)}]")
    return join_texts(*commands, move.comment)


def evaluation_text(evaluation: Evaluation) -> str:
    """`0.31`, `#-3`, with the depth `0.31,12`."""
    depth = "" if evaluation.depth is None else f",{evaluation.depth}"
    if evaluation.mate is not None:
        return f"#{evaluation.mate}{depth}"
    return f"{round(evaluation.pawns or 0.0, 2) + 0.0:.2f}{depth}"  # + 0.0: no zero has a sign


def time_text(seconds: float) -> str:
    """`1:05:23`, `0:00:07.25`: to the millisecond."""
    whole, thousandths = divmod(max(round(1000 * seconds), 0), 1000)
    fraction = f".{thousandths:03d}".rstrip("0") if thousandths else ""
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}{fraction}"


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
