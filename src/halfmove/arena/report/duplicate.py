"""Results of the same deal compared: at two tables as teams of four do, at many as pairs do.

A board is an opening's number: all its games have the same deal.  A player's result on a side is compared
with the results of other players on that side of the board, in the unit of the game (cross-IMPs in bridge)
and as matchpoints: 1 for a better one, ½ for an equal one.  Boards are independent of each other, comparisons
on one board are not: intervals are by boards.

With two players each board has two tables, and their difference is that of a match of teams of four.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from halfmove.arena.job import Record
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.means import ratio
from halfmove.core.duplicate import Duplicate


@dataclass(frozen=True)
class BoardScore:
    """What a player has scored in comparison with the others."""

    compared: Interval
    """The mean of a comparison, in the game's unit."""
    matchpoints: Interval
    """The share, 0 to 1, of the matchpoints."""
    boards: int
    """On which there was somebody to be compared with."""


def score_boards(records: Iterable[Record], player: int, how: Duplicate) -> BoardScore | None:
    """A player's boards compared with the others'; None where there is nothing to compare."""
    boards: dict[int, list[Record]] = defaultdict(list)
    for record in records:
        if record.utilities:
            boards[record.round].append(record)
    gains, points, numbers = [], [], []
    for board in boards.values():
        found = list(compare_board(board, player))
        if found:
            gains.append(sum(how.compare(mine - theirs) for mine, theirs in found))
            points.append(sum((mine > theirs) + (mine == theirs) / 2 for mine, theirs in found))
            numbers.append(len(found))
    compared, share = ratio(gains, numbers), ratio(points, numbers)
    if compared is None or share is None:
        return None
    bounded = Interval(share.value, max(share.low, 0.0), min(share.high, 1.0))
    return BoardScore(compared, bounded, len(numbers))


def compare_board(board: Iterable[Record], player: int) -> Iterable[tuple[float, float]]:
    """Each result of a player with each result of another one who had the same seats."""
    seated: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for record in board:
        for seat, one in enumerate(record.players):
            if one not in record.players[:seat]:  # his side's first seat
                seated[seat].append((one, record.utilities[seat]))
    for results in seated.values():
        for one, mine in results:
            if one == player:
                yield from ((mine, theirs) for other, theirs in results if other != player)
