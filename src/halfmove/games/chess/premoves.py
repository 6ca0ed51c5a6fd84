"""Where pieces may want to go as soon as the other side has moved: what a premove is chosen from.

Which squares will be free then nobody knows, so a piece reaches what it would on a board without others; a
pawn may capture, and the king castle onto a rook or two squares towards it.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.games.chess.position import WHITE, Position

_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_LINES = {"b": _DIAGONAL, "r": _STRAIGHT, "q": (*_DIAGONAL, *_STRAIGHT)}
_LEAPS = {
    "n": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
    "k": (*_DIAGONAL, *_STRAIGHT),
}
_PIECES = ("pawns", "p"), ("knights", "n"), ("bishops", "b"), ("rooks", "r"), ("queens", "q"), ("kings", "k")


def list_premoves(s: Position, player: int) -> Iterator[tuple[int, int]]:
    """The squares from and to which a player may want to move."""
    own = int(s.white if player == WHITE else s.black)
    for field, kind in _PIECES:
        board = int(getattr(s, field)) & own
        for square in range(64):
            if board >> square & 1:
                yield from ((square, end) for end in _list_reached(s, square, kind, player))


def _list_reached(s: Position, square: int, kind: str, player: int) -> Iterator[int]:
    file, rank = square & 7, square >> 3
    if kind == "p":
        up, home = (1, 1) if player == WHITE else (-1, 6)
        steps = [(-1, up), (0, up), (1, up)] + ([(0, 2 * up)] if rank == home else [])
    elif kind in _LINES:
        steps = [(n * x, n * y) for x, y in _LINES[kind] for n in range(1, 8)]
    else:
        steps = list(_LEAPS[kind])
    for right, up in steps:
        if 0 <= file + right < 8 and 0 <= rank + up < 8:
            yield 8 * (rank + up) + file + right
    if kind == "k":
        yield from _list_castling(s, square)


def _list_castling(s: Position, king: int) -> Iterator[int]:
    """The rooks with which the king on this square may castle still, and where it goes then."""
    for rook in range(king & 56, (king & 56) + 8):
        if int(s.castling) >> rook & 1:
            target = (king & 56) + (6 if rook > king else 2)
            yield rook
            if target != rook and abs(target - king) > 1:
                yield target
