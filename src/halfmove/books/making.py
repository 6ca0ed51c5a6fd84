"""A book made from games, and from books: an extended one, or a Polyglot book with the weights of one.

Games are summed up in memory by batches; each batch goes into the book's file in one transaction.  Whoever
asks to stop gets a book of the games read until then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from halfmove.books.book import GAME, find_keys
from halfmove.books.extended.bonus import WEIGHTS, MoveTotals, compute_bonuses, compute_weights
from halfmove.books.extended.book import compute_losses
from halfmove.books.extended.identity import Identity
from halfmove.books.extended.store import Facts, Row, Store
from halfmove.books.opening import find_kind
from halfmove.books.polyglot import Entry, write_sorted
from halfmove.core.atomic_file import check_writable, clear_parts, name_beside
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import format_of
from halfmove.core.naming import open_game
from halfmove.core.opening_keys import bookable
from halfmove.core.openings import GameRead, OpeningKeys, Ply
from halfmove.core.plain_text import TITLE, PlainText
from halfmove.core.progress import at as note
from halfmove.core.progress import long_work
from halfmove.core.reporting import Asked
from halfmove.core.results import Result
from halfmove.games.registry import game, list_games_recorded_as, usual_games

PLIES = 40
BATCH = 200_000
"""Moves of positions that are summed up in memory: some 130 MB."""
ENDINGS = {".bin": "a Polyglot book", ".sqlite": "an extended book"}

See = Callable[[int, float], None]
"""Called with the games read so far, and about the part of all files that is read, 0 to 1."""


class MadeData(TypedDict):
    """A book that was made."""

    file: Annotated[str, "Its file."]
    games: Annotated[int, "The games that were read."]
    broken: Annotated[int, "Those that were used up to a place that could not be read."]
    left_out: Annotated[int, "Games that were left out: broken, or of other parameters."]
    repaired: Annotated[int, "Games in which something was repaired."]
    positions: Annotated[int, "For how many positions it has moves."]
    moves: Annotated[int, "How many moves it has in all."]
    plies: Annotated[int, "How far into each game moves were taken."]
    least_games: Annotated[int, "Moves of fewer games were left out."]
    latest: Annotated[int | None, "The year of the latest game."]
    interrupted: Annotated[bool, "Whether it was ended before all games were read."]


@dataclass(frozen=True)
class Made(Result):
    """A book that was made."""

    path: Path
    facts: Facts

    @property
    def interrupted(self) -> bool:
        """Whether it was ended before all games were read."""
        return bool(self.facts.interrupted)

    def to_dict(self) -> MadeData:
        facts = self.facts
        return {
            "file": str(self.path),
            "games": facts.games,
            "broken": facts.broken,
            "left_out": facts.left_out,
            "repaired": facts.repaired,
            "positions": facts.positions,
            "moves": facts.moves,
            "plies": facts.plies,
            "least_games": facts.least_games,
            "latest": facts.latest or None,
            "interrupted": self.interrupted,
        }

    def to_text(self) -> str:
        facts = self.facts
        first = f"{facts.games:,} game{'' if facts.games == 1 else 's'}"
        if facts.broken:
            first += f", {facts.broken:,} of them broken and used up to there"
        if facts.left_out:
            first += f"; {facts.left_out:,} more left out: broken, or of other parameters"
        if facts.repaired:
            first += f"; {facts.repaired:,} with something repaired, or results that contradict each other"
        return f"{first}\n{facts.moves:,} moves in {facts.positions:,} positions\nWrote {self.path}."


@long_work("making a book")
def make_book(
    sources: Sequence[str | Path],
    path: str | Path,
    *,
    plies: int = PLIES,
    least_games: int = 1,
    variations: bool = False,
    see: See | None = None,
    stop: Callable[[], bool] = lambda: False,
    game: Game | str | None = None,
    progress: Asked = None,
) -> Made:
    """Make the book `path` from files of games and extended books: extended (`.sqlite`) or Polyglot's
    (`.bin`).

    Without a `game` it is that of the sources, as the first of them tells.  Of each game the first `plies`
    count; moves of fewer than `least_games` games are left out.  With `variations` the moves in them count
    too, as of games without a result.  `stop` is asked between games; `progress` says how it is told how
    far it is (`core.reporting.Asked`).  `BadInput` where a source cannot be
    read or has no games, or the book cannot be written; then what was there before stays as it was.
    """
    target = Path(path).expanduser()
    files = [Path(source).expanduser() for source in sources]
    game = find_game(files) if game is None else open_game(game)
    keys = find_keys(game)
    _check(files, target, game)
    clear_parts(target)
    part = name_beside(target)
    try:
        store = Store(part, make=True)
        try:
            store.note(Identity.of(game))
            facts = _fill(
                store,
                files,
                _ReadingSettings(keys, plies, variations, see or (lambda games, part: None), stop),
            )
            if least_games > 1:
                store.drop(least_games)
                facts = facts._replace(least_games=max(least_games, facts.least_games))
            facts = facts._replace(positions=store.positions(), moves=store.size())
            if not facts.moves:
                raise BadInput(f"No move was played in {least_games:,} games, so the book would be empty.")
            store.note(facts)
            if target.suffix == ".bin":
                facts = facts._replace(moves=write_sorted(target, list_entries(store, game)))
                return Made(target, facts)
            store.finish()
        finally:
            store.close()
        part.replace(target)
        return Made(target, facts)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"The book '{target}' cannot be written: {reason}.") from None
    finally:
        part.unlink(missing_ok=True)


def list_entries(store: Store, game: Game) -> Iterator[Entry]:
    """An extended book as entries of a Polyglot book; moves whose weight comes to nothing are left out."""
    latest = store.facts().latest
    for key, rows in groupby(store.rows(), key=lambda row: row.key):
        moves = [*rows]
        if len(moves) == 1:  # most of a large book; the only move has the largest bonus
            yield Entry(key, moves[0].number, WEIGHTS)
            continue
        lost = compute_losses(game, [row.judged for row in moves])
        given = compute_weights(compute_bonuses([row.played for row in moves], latest, lost))
        ranked = sorted(zip(given, moves, strict=True), key=lambda pair: (-pair[0], pair[1].number))
        for weight, row in ranked:
            if weight:
                yield Entry(key, row.number, weight)


def _check(files: list[Path], target: Path, game: Game) -> None:
    if target.suffix not in ENDINGS:
        choice = " or ".join(f"{ending} ({what})" for ending, what in ENDINGS.items())
        raise BadInput(f"A book's name ends in {choice}, unlike '{target}'.")
    if target.suffix == ".bin" and not find_keys(game).polyglot:
        raise BadInput(
            f"Polyglot books are of {GAME}; one of {game.title()} needs a name that ends in .sqlite, unlike "
            f"'{target}'."
        )
    check_writable(target)
    for file in files:
        if file.suffix == ".bin":
            raise BadInput(f"'{file}' is a Polyglot book, which does not tell what was played; give games.")
        if find_kind(file) == "extended":
            with closing(Store(file)) as store:  # says what is wrong with it before an hour's work is
                store.identity().check(file, game)


class _ReadingSettings(NamedTuple):
    """How games are read."""

    keys: OpeningKeys
    plies: int
    variations: bool
    see: See
    stop: Callable[[], bool]


def _fill(store: Store, files: list[Path], reading: _ReadingSettings) -> Facts:
    """All that the sources tell, into the store; how the book was made."""
    facts = Facts(plies=reading.plies)
    batch = Batch(store)
    sizes = [file.stat().st_size for file in files]
    for at, file in enumerate(files):
        if find_kind(file) == "extended":
            facts = _merge(store, file, facts)
            continue
        before, why = facts.games, ""
        for played, done in reading.keys.games(file, reading.plies, variations=reading.variations):
            if played.plies:
                batch.add(played)
            facts = facts._replace(
                games=facts.games + bool(played.plies),
                broken=facts.broken + (played.broken and not played.left_out),
                left_out=facts.left_out + played.left_out,
                repaired=facts.repaired + bool(played.plies and played.repairs),
                latest=max(facts.latest, played.year),
            )
            why = why or played.why
            part = min((sum(sizes[:at]) + done) / max(sum(sizes), 1), 1.0)
            note(part or None, 1, f"reading {file.name}: {facts.games:,} games")
            reading.see(facts.games, part)
            if reading.stop():
                batch.flush()
                return facts._replace(interrupted=1)
        if facts.games == before:
            raise BadInput(f"The file '{file}' holds no game that can be read{f': {why}' if why else '.'}")
    batch.flush()
    return facts


def _merge(store: Store, file: Path, facts: Facts) -> Facts:
    """The facts, with those of a book that is taken over."""
    other = Store(file)
    told = other.facts()
    other.close()
    store.merge(file)
    return facts._replace(
        games=facts.games + told.games,
        broken=facts.broken + told.broken,
        left_out=facts.left_out + told.left_out,
        repaired=facts.repaired + told.repaired,
        plies=max(facts.plies, told.plies),
        least_games=max(facts.least_games, told.least_games),
        latest=max(facts.latest, told.latest),
    )


class Batch:
    """Games summed up in memory, until they go into the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sums: dict[tuple[int, int], MoveTotals] = {}

    def add(self, game: GameRead) -> None:
        """Another game; a move that comes again in it, in the same position, counts once."""
        for ply in _list_distinct(game):
            points = None if game.points is None or not ply.played else game.points[ply.mover]
            elo = game.elo[ply.mover] if ply.played else 0
            one = MoveTotals(
                1, points == 1, points == 0.5, points == 0, elo > 0, elo, elo, game.year, ply.good, ply.bad
            )
            place = ply.key, ply.number
            known = self._sums.get(place)
            self._sums[place] = one if known is None else known.plus(one)
        if len(self._sums) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Into the store with them."""
        self._store.add(Row(key, number, played) for (key, number), played in self._sums.items())
        self._sums.clear()


def _list_distinct(game: GameRead) -> Iterable[Ply]:
    """The moves of a game, those that come again in the same position once: as played, if they were."""
    return {(ply.key, ply.number): ply for ply in sorted(game.plies, key=lambda ply: ply.played)}.values()


# ---- whose games files have


def find_game(files: Sequence[Path]) -> Game:
    """The game of the first of the files, with its parameters; that of Polyglot's books where the name of the
    file says nothing.  `BadInput` where it cannot be read."""
    first = files[0]
    if find_kind(first) == "extended":
        with closing(Store(first)) as store:
            return store.identity().open(first)
    suffix = first.suffix.lower()
    if suffix in PlainText.suffixes:
        return _read_plain_game(first)
    known = [] if suffix == ".pgn" else [game(name) for name in list_games_recorded_as(suffix)]
    with_books = [one for one in known if one.opening_keys() is not None or not bookable(one)]
    return _read_recorded_game((with_books or known)[0], first) if known else game(GAME)


def _read_plain_game(file: Path) -> Game:
    """The game of a file in plain text, which begins with its title."""
    with file.open(encoding="utf-8-sig", errors="replace") as stream:
        line = stream.readline(200)
    title = line.removeprefix(TITLE).strip() if line.startswith(TITLE) else ""
    if not title:
        raise BadInput(f"'{file}' does not begin with '{TITLE}…', as saved games do.")
    name = next((name for name, known in usual_games().items() if known.title() == title), None)
    if name is None:
        raise BadInput(f"'{file}' has games of '{title}', which has to be named (--game).")
    return _read_recorded_game(game(name), file)


def _read_recorded_game(usual: Game, file: Path) -> Game:
    """The game with the parameters of the first of a file that can be read."""
    form = format_of(usual, file.suffix) or PlainText(usual)
    first = next(iter(form.read_file(file, broken=lambda error: None)), None)
    return usual if first is None else first.rules
