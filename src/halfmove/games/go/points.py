"""The points of a board: their names, the star points, and where handicap stones go.

Points are numbered row by row from the top left, as Go's actions are.
"""

from __future__ import annotations

from halfmove.core.errors import BadInput

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns from the left, without I."""
MOST_HANDICAP = 9


def point_name(point: int, width: int, height: int) -> str:
    """As players and GTP call it: `D4`, from the bottom left."""
    row, column = divmod(point, width)
    return f"{LETTERS[column]}{height - row}"


def star_points(width: int, height: int) -> tuple[int, ...]:
    """The points that a board has marked: printed on 9, 13 and 19 lines, alike on others."""
    if width == height == 5:
        return (6, 8, 12, 16, 18)
    columns, rows = _lines(width), _lines(height)
    if not columns or not rows:
        return ()
    across, down = (_list_marked(side, lines) for side, lines in ((width, columns), (height, rows)))
    points = {row * width + column for row in down for column in across}
    if min(width, height) < 15 and len(across) == len(down) == 3:  # 9 and 13: no points on the sides
        points -= {
            row * width + column
            for row in down
            for column in across
            if (row == down[1]) != (column == across[1])
        }
    return tuple(sorted(points))


def _lines(side: int) -> tuple[int, int] | None:
    """The two lines, from 0, on which a board of so many lines has its star points: the third from the edge,
    and the fourth on a board of 13 and more."""
    if side < 7:
        return None
    edge = 3 if side >= 13 else 2
    return edge, side - 1 - edge


def _list_marked(side: int, lines: tuple[int, int]) -> list[int]:
    low, high = lines
    return [low, side // 2, high] if side % 2 and side > 7 else [low, high]


def handicap_points(width: int, height: int, stones: int) -> tuple[int, ...]:
    """Where fixed handicap stones stand: GTP version 2, section 4.1.1; `BadInput` where they cannot."""
    if stones == 0:
        return ()
    columns, rows = _lines(width), _lines(height)
    odd = width % 2 == height % 2 == 1
    most = 0 if not columns or not rows else MOST_HANDICAP if odd and min(width, height) >= 9 else 4
    if not columns or not rows or not 2 <= stones <= most:
        right = f"from 2 to {most}, or 0" if most else "0: the board has no points for them"
        raise BadInput(
            f"On {width} by {height} the number of handicap stones is {right}; it cannot be {stones}."
        )
    (left, far), (top, bottom) = columns, rows
    middle, centre = height // 2, width // 2
    corners = [(bottom, left), (top, far), (top, left), (bottom, far)]
    sides = [(middle, left), (middle, far)]
    ends = [(bottom, centre), (top, centre)]
    chosen = corners[: min(stones, 4)]
    if stones >= 6:
        chosen += sides
    if stones >= 8:
        chosen += ends
    if stones % 2 and stones >= 5:
        chosen.append((middle, centre))
    return tuple(row * width + column for row, column in chosen)
