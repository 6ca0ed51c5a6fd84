"""A book's moves for a position on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from halfmove.books.extended.book import ExtendedBook, ExtendedMove
from halfmove.core.history import History
from halfmove.core.opening_keys import shown_options

if TYPE_CHECKING:
    from halfmove.books.book import Book, BookMove
    from halfmove.books.extended.book import Expansion

SUMS = ("games", "wins", "draws", "losses")
KNOWN = ("best", "year")
"""Sums that are 0 where they are not known."""
MARKS = ("good", "bad")
HEADS = {
    "frequency": "often",
    "results": "result",
    "strength": "strong",
    "age": "age",
    "marks": "marks",
    "search": "search",
}
"""The parts of a bonus in a table that fits on 80 columns."""


def show(file: str, book: Book, target: History, *, json: bool) -> None:
    """Print what the book in a file has for a position."""
    moves = book.moves(target.game, target.state)
    if json:
        from halfmove.cli.terminal import print_json

        print_json(as_json(file, book, target, moves))
    else:
        _print(book, target, moves)


def as_json(file: str, book: Book, target: History, moves: Sequence[BookMove]) -> dict[str, Any]:
    """The moves as data; parts of a bonus in doublings, what is not known null."""
    shares = shares_of(moves)
    return {
        "file": file,
        "kind": kind_of(book),
        "positions": book.positions,
        "size": book.size,
        "game": target.game.name,
        **_made(book),
        "position": target.game.position_text(target.state) if target.game.has_notation else None,
        "moves": [
            {
                "move": target.game.action_text(target.state, move.action),
                "weight": move.weight,
                "share": share,
                "learn": move.learn,
                **_known(target, move),
            }
            for move, share in zip(moves, shares, strict=True)
        ],
    }


def _known(target: History, move: BookMove) -> dict[str, Any]:
    """What an extended book knows of a move besides."""
    if not isinstance(move, ExtendedMove):
        return {}
    played = move.played
    return {
        **{name: getattr(played, name) for name in (*SUMS, *MARKS)},
        **{name: getattr(played, name) or None for name in KNOWN},
        "score": played.score,
        "mean": played.mean,
        **_valued(target, move),
        "bonus": {**move.bonus._asdict(), "total": move.bonus.total},
    }


def _valued(target: History, move: ExtendedMove) -> dict[str, Any]:
    """What the move is worth to its player, where the book was expanded."""
    if move.value is None:
        return {}
    game, value = target.game, move.value
    return {"value": {"text": value.text(game), "units": value.units(game), "proven": value.proven}}


def _made(book: Book) -> dict[str, Any]:
    """How an extended book was made."""
    if not isinstance(book, ExtendedBook):
        return {}
    facts = book.facts
    return {
        **{
            name: getattr(facts, name)
            for name in ("games", "broken", "left_out", "repaired", "plies", "least_games")
        },
        "latest": facts.latest or None,
        "interrupted": bool(facts.interrupted),
        **({} if book.expansion is None else {"expansion": _expansion(book.expansion)}),
    }


def _expansion(expansion: Expansion) -> dict[str, Any]:
    """How the book was expanded, as data."""
    return {
        "positions": expansion.positions,
        "wanted": expansion.wanted,
        "interrupted": expansion.interrupted,
        "complete": expansion.complete,
        "weight": expansion.weight,
        **expansion.settings,
    }


def about(book: Book) -> str:
    """What the book is, on a line."""

    size = f"{book.size:,} moves in {book.positions:,} positions"
    if not isinstance(book, ExtendedBook):
        return f"A Polyglot book: {size}"
    facts = book.facts
    games = f"{facts.games:,} game{'' if facts.games == 1 else 's'}"
    until = f" up to {facts.latest}" if facts.latest else ""
    made = f", from {games}{until}{' (interrupted)' if facts.interrupted else ''}" if facts.games else ""
    return f"An extended book: {size}{made}{_expanded(book.expansion)}"


def _expanded(expansion: Expansion | None) -> str:
    """How far the book was expanded, and by what searches."""
    if expansion is None:
        return ""
    how = shown_options(expansion.settings)
    open_ = f" of {expansion.wanted:,} (interrupted)" if expansion.interrupted else ""
    return f"\n{expansion.positions:,}{open_} positions expanded by {how}"


def kind_of(book: Book) -> str:
    """`extended` or `polyglot`."""

    return "extended" if isinstance(book, ExtendedBook) else "polyglot"


def shares_of(moves: Sequence[BookMove]) -> list[float]:
    """How often each is chosen, 0 to 1."""
    total = sum(move.weight for move in moves)
    return [move.weight / total if total else 0.0 for move in moves]


def _print(book: Book, target: History, moves: Sequence[BookMove]) -> None:
    from halfmove.cli.report import print_position
    from halfmove.cli.terminal import console

    out = console()
    out.print(f"{about(book)}\n")
    print_position(out, target.game, target.state)
    if not moves:
        out.print(_nothing(book, target))
        return
    extended = [move for move in moves if isinstance(move, ExtendedMove)]
    out.print(_extended_table(target, extended) if extended else _plain_table(target, moves))
    if extended:
        out.print("\nThe bonus, in doublings, is the sum of the columns before it (docs/books.md).")


def _nothing(book: Book, target: History) -> str:
    """What there is to say of a position without moves; a book that was expanded may know its value."""
    value = book.value(target.game, target.state) if isinstance(book, ExtendedBook) else None
    if value is None:
        return "The book has nothing for this position."
    return f"The book ends here: {value.words(target.game)}."


def _plain_table(target: History, moves: Sequence[BookMove]) -> Any:
    learnt = any(move.learn for move in moves)
    rows = []
    for move, share in zip(moves, shares_of(moves), strict=True):
        row = [_text(target, move), str(move.weight), f"{share:.1%}"]
        rows.append([*row, str(move.learn)] if learnt else row)
    return _table(["move", "weight", "share", *(["learn"] if learnt else [])], rows)


def _extended_table(target: History, moves: Sequence[ExtendedMove]) -> Any:
    head = ["move", "value", "share", "games", "score", "Elo", "best", "year"]
    parts = [name for name in moves[0].bonus._fields if any(round(getattr(m.bonus, name), 1) for m in moves)]
    most = max(move.played.games for move in moves)
    rows = []
    for move, share in zip(moves, shares_of(moves), strict=True):
        played = move.played
        rows.append(
            [
                _text(target, move) + ("!" if played.good else "") + ("?" if played.bad else ""),
                "" if move.value is None else move.value.text(target.game),
                f"{share:.1%}",
                f"{played.games:,}" if most else "",
                "" if played.score is None else f"{played.score:.0%}",
                "" if played.mean is None else f"{played.mean:.0f}",
                str(played.best or ""),
                str(played.year or ""),
                *(_signed(getattr(move.bonus, name)) for name in parts),
                _signed(move.bonus.total),
            ]
        )
    kept = [k for k in range(len(rows[0])) if any(row[k] for row in rows)]
    head += [*(HEADS[name] for name in parts), "bonus"]
    return _table([head[k] for k in kept], [[row[k] for k in kept] for row in rows])


def _signed(doublings: float) -> str:
    """`+0.3`, and never -0.0."""
    return f"{round(doublings, 1) + 0.0:+.1f}"


def _text(target: History, move: BookMove) -> str:
    return target.game.action_text(target.state, move.action)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for number, name in enumerate(head):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
