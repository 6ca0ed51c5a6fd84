"""The symmetries of a board of rows and columns: four of an oblong one, eight of a square one.

Number k mirrors left and right if k & 1, then turns upside down if k & 2, then exchanges rows and columns if
k & 4.
"""

from __future__ import annotations


def symmetries(width: int, height: int) -> int:
    """How many a board has."""
    return 8 if width == height else 4


def turned_square(square: int, width: int, height: int, k: int) -> int:
    """Where a square, counted row by row from the top left, comes to lie."""
    r = square // width
    c = square - r * width
    if k & 1:
        c = width - 1 - c
    if k & 2:
        r = height - 1 - r
    return c * width + r if k & 4 else r * width + c
