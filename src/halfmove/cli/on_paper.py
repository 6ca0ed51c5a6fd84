"""The formats of games on paper, as far as a report of an annotated game tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.games.chess.pgn import Evaluation, PgnGame, PgnMove
    from halfmove.games.go.sgf import SgfGame, SgfMove, WinRate
    from halfmove.teach.annotating import Tally

Broken = Callable[[BadInput], None]


class Format(NamedTuple):
    """How games of one kind are read, written and told of."""

    name: str
    option: str
    game: str
    read: Callable[[str, Broken | None], Iterator[Any]]
    write: Callable[[str, Sequence[Any]], int]
    move: Callable[[Any, int], str]
    """A move as it is written in running text, by its ply."""
    text: Callable[[Any], str]
    """A move in the game's notation."""
    value: Callable[[Any], str]
    """What a position is worth; nothing for None."""
    cost: Callable[[Tally], str]
    """What a player's moves lost in the mean."""
    value_json: Callable[[Any], dict[str, Any]]
    tally_json: Callable[[Tally], dict[str, Any]]


# ---- chess
def _read_pgn(path: str, broken: Broken | None) -> Iterator[PgnGame]:
    from halfmove.games.chess.pgn import read_pgn

    return read_pgn(path, broken=broken)


def _write_pgn(path: str, papers: Sequence[PgnGame]) -> int:
    from halfmove.games.chess.pgn import write_pgn

    return write_pgn(path, papers)


def _chess_move(paper: PgnGame, ply: int) -> str:
    """`12. Nf3`, `12... Nf6`."""
    moved = paper.first.mover + ply
    dots = "..." if moved % 2 else "."
    return f"{paper.first.number + moved // 2}{dots} {paper.moves[ply].san}"


def _san(move: PgnMove) -> str:
    return move.san


def _pawns(worth: Evaluation | None) -> str:
    """`+0.31`; `#3` where White mates in three, `#-3` where Black does."""
    if worth is None:
        return ""
    return f"#{worth.mate}" if worth.pawns is None else f"{worth.pawns:+.2f}"


def _pawns_json(worth: Evaluation | None) -> dict[str, Any]:
    return {
        "pawns": worth and worth.pawns,
        "mate": worth and worth.mate,
        "depth": worth and worth.depth,
    }


PGN = Format(
    name="PGN",
    option="--pgn",
    game="chess",
    read=_read_pgn,
    write=_write_pgn,
    move=_chess_move,
    text=_san,
    value=_pawns,
    cost=lambda told: f"{told.pawns:.2f} pawns",
    value_json=_pawns_json,
    tally_json=lambda told: {**_counts(told), "pawns": round(told.pawns, 2)},
)


# ---- Go
def _read_sgf(path: str, broken: Broken | None) -> Iterator[SgfGame]:
    from halfmove.games.go.sgf import read_sgf

    return read_sgf(path, broken=broken)


def _write_sgf(path: str, papers: Sequence[SgfGame]) -> int:
    from halfmove.games.go.sgf import write_sgf

    return write_sgf(path, papers)


def _go_move(paper: SgfGame, ply: int) -> str:
    """`12. W D4`."""
    return f"{ply + 1}. {'BW'[(paper.first.mover + ply) % 2]} {paper.moves[ply].text}"


def _vertex(move: SgfMove) -> str:
    return move.text


def _percent(worth: WinRate | None) -> str:
    return "" if worth is None else f"{worth.black:.0%}"


def _percent_json(worth: WinRate | None) -> dict[str, Any]:
    return {"black": worth and round(worth.black, 4)}


SGF = Format(
    name="SGF",
    option="--sgf",
    game="go",
    read=_read_sgf,
    write=_write_sgf,
    move=_go_move,
    text=_vertex,
    value=_percent,
    cost=lambda told: f"{told.lost:.1%} of a point",
    value_json=_percent_json,
    tally_json=lambda told: {**_counts(told), "lost": round(told.lost, 4)},
)


def _counts(told: Tally) -> dict[str, Any]:
    return {
        "moves": told.moves,
        "blunders": told.blunders,
        "mistakes": told.mistakes,
        "dubious": told.dubious,
    }
