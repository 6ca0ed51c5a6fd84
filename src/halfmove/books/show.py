"""The operation `book show`: a book's moves for a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.books.book import GAME, Book, BookMove
from halfmove.books.extended.book import Expansion, ExtendedBook, ExtendedMove
from halfmove.books.opening import find_kind, open_book
from halfmove.books.operations import BOOK_GAME
from halfmove.core.analysis_text import position_lines
from halfmove.core.contract import Game
from halfmove.core.figures import columns
from halfmove.core.history import History
from halfmove.core.opening_keys import format_options
from halfmove.core.operation import LOCAL_FACES, PositionRequest, Text, Work, field, operation
from halfmove.core.results import Table
from halfmove.core.scores import Score

HEADS = {
    "frequency": "often",
    "results": "result",
    "strength": "strong",
    "age": "age",
    "marks": "marks",
    "search": "search",
}
"""The parts of a bonus in a table that fits on 80 columns."""


class ValueData(TypedDict):
    """What a move is worth to its player."""

    text: Annotated[str, "The value as boards show it."]
    units: Annotated[float | None, "The value in the units in which the game counts."]
    proven: Annotated[bool, "Whether it is proven."]


class BookMoveData(TypedDict):
    """A move that a book has; all but the first four of an extended book alone."""

    move: Annotated[str, "The move in the game's notation."]
    weight: Annotated[int, "How often it is to be chosen, in proportion to the others."]
    share: Annotated[float, "How often it is chosen, 0 to 1."]
    learn: Annotated[int, "What a program has learnt of it."]
    games: NotRequired[Annotated[int, "Games in which it was played."]]
    wins: NotRequired[Annotated[int, "Those that its player won."]]
    draws: NotRequired[Annotated[int, "Those that were drawn."]]
    losses: NotRequired[Annotated[int, "Those that its player lost."]]
    good: NotRequired[Annotated[int, "How often an annotator marked it with ! or !!."]]
    bad: NotRequired[Annotated[int, "With ? or ??."]]
    best: NotRequired[Annotated[int | None, "The largest Elo of a player who played it."]]
    year: NotRequired[Annotated[int | None, "The year of the latest game."]]
    score: NotRequired[Annotated[float | None, "The share of the points that its players scored."]]
    mean: NotRequired[Annotated[float | None, "The mean Elo of its players."]]
    value: NotRequired[Annotated[ValueData, "What it is worth, where the book was expanded."]]
    bonus: NotRequired[Annotated[dict[str, float], "What speaks for it in doublings, in parts and in total."]]


class BookMovesData(TypedDict):
    """What a book has for a position; of an extended book also how it was made."""

    file: Annotated[str, "The book's file."]
    kind: Annotated[str, "`extended` or `polyglot`."]
    positions: Annotated[int, "For how many positions it has moves."]
    size: Annotated[int, "How many moves it has in all."]
    game: Annotated[str, "The game's name."]
    games: NotRequired[Annotated[int, "The games that it was made from."]]
    broken: NotRequired[Annotated[int, "Those that were used up to a place that could not be read."]]
    left_out: NotRequired[Annotated[int, "Games that were left out."]]
    repaired: NotRequired[Annotated[int, "Games in which something was repaired."]]
    plies: NotRequired[Annotated[int, "How far into each game moves were taken."]]
    least_games: NotRequired[Annotated[int, "Moves of fewer games were left out."]]
    latest: NotRequired[Annotated[int | None, "The year of the latest game."]]
    interrupted: NotRequired[Annotated[bool, "Whether it was ended before all games were read."]]
    expansion: NotRequired[Annotated[dict[str, Any], "How it was expanded."]]
    position: Annotated[str | None, "The position in the game's notation, where it has one."]
    moves: Annotated[list[BookMoveData], "The moves, those of large weight first."]


@dataclass(frozen=True)
class BookMoves(Table):
    """What a book has for a position."""

    file: str
    about: str
    """What the book is, on a line or two."""
    facts: Mapping[str, Any]
    """The same as data."""
    history: History
    moves: tuple[BookMove, ...]
    value: Score | None
    """What the position is worth, where a book that was expanded ends in it."""

    @property
    def game(self) -> Game:
        """The game that the book is of."""
        return self.history.game

    def to_dict(self) -> BookMovesData:
        game, state = self.game, self.history.state
        data: Any = {
            "file": self.file,
            **self.facts,
            "game": game.name,
            "position": game.position_text(state) if game.has_notation else None,
            "moves": self.to_rows(),
        }
        found: BookMovesData = data
        return found

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "move": self._text(move),
                "weight": move.weight,
                "share": share,
                "learn": move.learn,
                **_describe_move(self.game, move),
            }
            for move, share in self._shares()
        ]

    def to_text(self) -> str:
        lines = [self.about, "", *position_lines(self.game, self.history.state)]
        extended = [move for move in self.moves if isinstance(move, ExtendedMove)]
        if extended:
            last = "The bonus, in doublings, is the sum of the columns before it (docs/books.md)."
            lines += [*self._extended_table(extended), "", last]
        elif self.moves:
            lines += self._plain_table()
        elif self.value is not None:
            lines.append(f"The book ends here: {self.value.words(self.game)}.")
        else:
            lines.append("The book has nothing for this position.")
        return "\n".join(lines)

    def _text(self, move: BookMove) -> str:
        return self.game.action_text(self.history.state, move.action)

    def _shares(self) -> list[tuple[BookMove, float]]:
        """Each move with how often it is chosen, 0 to 1."""
        total = sum(move.weight for move in self.moves)
        return [(move, move.weight / total if total else 0.0) for move in self.moves]

    def _plain_table(self) -> list[str]:
        rows = [
            [self._text(move), str(move.weight), f"{share:.1%}", str(move.learn or "")]
            for move, share in self._shares()
        ]
        return _format_table(["move", "weight", "share", "learn"], rows)

    def _extended_table(self, moves: Sequence[ExtendedMove]) -> list[str]:
        parts = [
            name for name in moves[0].bonus._fields if any(round(getattr(m.bonus, name), 1) for m in moves)
        ]
        rows = []
        for move, (_, share) in zip(moves, self._shares(), strict=True):
            played = move.played
            rows.append(
                [
                    self._text(move) + ("!" if played.good else "") + ("?" if played.bad else ""),
                    "" if move.value is None else move.value.text(self.game),
                    f"{share:.1%}",
                    f"{played.games:,}" if any(one.played.games for one in moves) else "",
                    "" if played.score is None else f"{played.score:.0%}",
                    "" if played.mean is None else f"{played.mean:.0f}",
                    str(played.best or ""),
                    str(played.year or ""),
                    *(_format_signed(getattr(move.bonus, name)) for name in parts),
                    _format_signed(move.bonus.total),
                ]
            )
        head = ["move", "value", "share", "games", "score", "Elo", "best", "year"]
        return _format_table([*head, *(HEADS[name] for name in parts), "bonus"], rows)


def _format_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of the columns in which something stands."""
    kept = [k for k in range(len(head)) if any(row[k] for row in rows)]
    names = [head[k] for k in kept]
    return columns(names, [[row[k] for k in kept] for row in rows], names[1:], rule=False, gap=" ")


def _format_signed(doublings: float) -> str:
    """`+0.3`, and never -0.0."""
    return f"{round(doublings, 1) + 0.0:+.1f}"


def _describe_move(game: Game, move: BookMove) -> dict[str, Any]:
    """What an extended book knows of a move besides."""
    if not isinstance(move, ExtendedMove):
        return {}
    played, value = move.played, move.value
    found = {name: getattr(played, name) for name in ("games", "wins", "draws", "losses", "good", "bad")}
    found |= {"best": played.best or None, "year": played.year or None}
    found |= {"score": played.score, "mean": played.mean}
    if value is not None:
        found["value"] = {"text": value.text(game), "units": value.units(game), "proven": value.proven}
    return {**found, "bonus": {**move.bonus._asdict(), "total": move.bonus.total}}


def _list_facts(book: Book) -> dict[str, Any]:
    """What a book is, and of an extended one how it was made."""
    size = {"positions": book.positions, "size": book.size}
    if not isinstance(book, ExtendedBook):
        return {"kind": "polyglot", **size}
    facts = book.facts._asdict() | {"interrupted": bool(book.facts.interrupted)}
    found = {"kind": "extended", **facts, "latest": book.facts.latest or None, **size}
    del found["moves"]  # which is the size
    if book.expansion is not None:
        names = ("positions", "wanted", "interrupted", "complete", "weight")
        how = {name: getattr(book.expansion, name) for name in names}
        found["expansion"] = how | book.expansion.settings
    return found


def _describe_book(book: Book) -> str:
    """What a book is, on a line; on a second how far it was expanded."""
    size = f"{book.size:,} moves in {book.positions:,} positions"
    if not isinstance(book, ExtendedBook):
        return f"A Polyglot book: {size}"
    facts = book.facts
    games = f"{facts.games:,} game{'' if facts.games == 1 else 's'}"
    until = f" up to {facts.latest}" if facts.latest else ""
    made = f", from {games}{until}{' (interrupted)' if facts.interrupted else ''}" if facts.games else ""
    return f"An extended book: {size}{made}{_describe_expansion(book.expansion)}"


def _describe_expansion(expansion: Expansion | None) -> str:
    """How far a book was expanded, and by what searches."""
    if expansion is None:
        return ""
    how = format_options(expansion.settings)
    of = f" of {expansion.wanted:,} (interrupted)" if expansion.interrupted else ""
    return f"\n{expansion.positions:,}{of} positions expanded by {how}"


@operation("book show", "Show a book's moves for a position.", doing="reading a book", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Show(PositionRequest):
    """Show the moves that a book has for a position, the initial one by default.

    An extended book tells what became of each move, what it is worth where the book was expanded, and what
    speaks for it: a bonus in doublings, the sum of its parts. Of two moves, one whose bonus is larger by 1 is
    chosen twice as often.

    Example: halfmove book show book.sqlite --moves "e4 c5"
    """

    game: Game | History | str | None = field(**BOOK_GAME)  # type: ignore[assignment]
    file: str = field(Text(word="FILE"), "A Polyglot book or an extended one.", place=True)

    def run(self, work: Work) -> Iterator[BookMoves]:
        """The one result."""
        name = self.game
        if name is None and find_kind(Path(self.file).expanduser()) != "extended":
            name = GAME
        history = None if name is None else work.open(replace(self, game=name))
        with open_book(self.file) as book:
            if history is None:
                history = work.open(self._with_game(book))
            book.check(history.game)
            moves = tuple(book.moves(history.game, history.state))
            value = None
            if not moves and isinstance(book, ExtendedBook):
                value = book.value(history.game, history.state)
            yield BookMoves(self.file, _describe_book(book), _list_facts(book), history, moves, value)

    def _with_game(self, book: Book) -> Show:
        """The same request with the game of the book, and its parameters where no others are set."""
        return replace(self, game=book.game().name, parameters={**book.options(), **self.parameters})
