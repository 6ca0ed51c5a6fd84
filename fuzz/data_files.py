"""Readers of the files that Halfmove writes for itself, and some that it has written."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.reader import SCRATCH, Faulty, Reader, file_reader
from fuzz.seeds import files_in, interpreted, records
from halfmove.arena.experiment.description import load_experiment
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan
from halfmove.arena.store import Store
from halfmove.books.making import make_book
from halfmove.books.opening import open_book_of
from halfmove.books.polyglot import Entry, write_sorted
from halfmove.core.array_file import write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.plain_text import PlainText
from halfmove.core.sealed_head import CHECKSUM
from halfmove.endings.build import Summary
from halfmove.endings.files import TableFile
from halfmove.endings.files import write as write_table
from halfmove.games.reference import GameReference
from halfmove.imperfect.abstract_strategy import FORMAT, read_head
from halfmove.imperfect.strategy import Strategy
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.settings import RunSettings, find_usual_settings
from halfmove.learn.tuning.ends import read_ends
from halfmove.search.alphabeta.table import Table
from halfmove.search.proof.checkpoint import Checkpoint


def written(write: Callable[[Path], object], suffix: str = "") -> bytes:
    """What is written to a new file."""
    path = Path(SCRATCH.name) / f"written{suffix}"
    path.unlink(missing_ok=True)
    write(path)
    return path.read_bytes()


def without_checksum(head: bytes) -> bytes:
    """A head in JSON as older versions wrote it."""
    said = json.loads(head)
    del said[CHECKSUM]
    return json.dumps(said).encode()


# ---- runs of learning
def settings_in(path: Path) -> object:
    found = RunSettings.read(path)
    found.write(path)
    if RunSettings.read(path) != found:
        raise Faulty("the settings are others when they are written")
    return found


def run_settings() -> list[bytes]:
    return [written(find_usual_settings(GameReference("tictactoe", {}), minutes=1.0).write, ".toml")]


@lru_cache(maxsize=1)
def run_folder() -> RunFolder:
    return RunFolder(Path(SCRATCH.name))


def run_of(data: bytes) -> object:
    """The settings and the log of a run that is shown, a zero byte between them."""
    from halfmove.presentation import runs

    settings, _, log = data.partition(b"\0")
    folder = run_folder()
    folder.settings_file.write_bytes(settings)
    folder.log.write_bytes(log)
    runs._reports.cache_clear()
    return runs.as_data("run", runs.read(folder.path))


def checkpoint_in(path: Path) -> object:
    run_folder().checkpoint.write_bytes(path.read_bytes())
    return run_folder().load()


def weights_written() -> list[bytes]:
    weights = interpreted("chess").tunable()
    return [weights.written(weights.read(), "by hand").encode()]


# ---- strategies
def strategies() -> list[bytes]:
    """One that was written, and the same without its checksum."""
    sealed = written(Strategy.uniform(interpreted("kuhn")).write)
    return [sealed, json.dumps(json.loads(sealed) | {"version": 1}).encode()]


def arrays_written() -> list[bytes]:
    """An archive of arrays, sealed and as it was before there were seals."""
    about = '{"game": "Kuhn poker"}'
    told: dict[str, Any] = {"policy": np.zeros(3, np.float32)}
    told["counters"] = np.frombuffer(b'{"games": 1}', np.uint8)
    return [
        written(lambda path: write_arrays(path, FORMAT, json.loads(about), **told), ".npz"),
        written(lambda path: np.savez(path, told=np.array([FORMAT, about]), **told), ".npz"),
    ]


# ---- books, endings, proofs
def book_in(game: Any) -> Callable[[Path], object]:
    """A book of openings, asked for what it has at the beginning."""

    def read(path: Path) -> object:
        with open_book_of(game, path) as book:
            return book.moves(game, game.initial())

    return read


def polyglot_written() -> list[bytes]:
    entries = [Entry(0x463B96181691FC9C, 796, 3), Entry(0x463B96181691FC9C, 731, 1)]
    return [written(lambda path: write_sorted(path, entries), ".bin")]


def book_written() -> list[bytes]:
    """An extended book."""
    game, games = interpreted("connect4"), Path(SCRATCH.name) / "games.txt"
    games.write_bytes(b"".join(records(PlainText(game))))
    return [written(lambda path: make_book([games], path, game=game), ".sqlite")]


def table_in(path: Path) -> object:
    """A table of endings."""
    table = TableFile(path)
    try:
        return table.data()
    finally:
        table.close()


def endings_written() -> list[bytes]:
    """A table of endings, with and without the checksum of its head."""
    summary = Summary(((1, 2, 3), (4, 5, 6)), (1, 2), 4)
    data = written(lambda path: write_table(path, "chess", "1", "KRK", 60, summary, Buffer(6)))
    end = 16 + int.from_bytes(data[12:16], "little")
    head = without_checksum(data[16:end])
    return [data, data[:12] + len(head).to_bytes(4, "little") + head + data[end:]]


def proof_in(path: Path) -> object:
    return Checkpoint(path).load(interpreted("tictactoe"), 16.0)


def proofs_written() -> list[bytes]:
    """A checkpoint of a proof, with and without the checksum of its head."""
    data = written(lambda path: Checkpoint(path).save(interpreted("tictactoe"), Table(0.001), 5, 1.0))
    mark, head, rest = data.split(b"\n", 2)
    return [data, b"\n".join((mark, without_checksum(head), rest))]


# ---- matches
def contests_in(path: Path) -> object:
    """A file of matches, asked for all that it has."""
    with Store(path, make=False) as store:
        return [list(store.games(one.contest)) for one in store.contests()]


def add_match(path: Path) -> None:
    """A file of matches, with a game."""
    plan = Plan(GameReference("nim", {"heaps": "3,4"}), ("random", "random?seed=1"), games=10)
    moves = (MoveRecord("A1", 0.25, value=0.5, nodes=1, seat=0),)
    record = Record(0, 0, (0, 1), (0.5, 0.5), Ending.RULES, "agreed", moves=moves, titles=("one", ""))
    with Store(path) as store:
        store.add(store.contest(plan), record)


EPD = b'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 12; id "1";\n'


def data_files() -> dict[str, Reader]:
    """All of them by name."""
    chess, connect4, kuhn = (interpreted(name) for name in ("chess", "connect4", "kuhn"))
    rows = {
        "weights": (chess.tunable().read, ".toml", weights_written),
        "experiment": (load_experiment, ".toml", lambda: files_in("examples/experiments", ".toml")),
        "run-settings": (settings_in, ".toml", run_settings),
        "tuning": (lambda path: list(islice(read_ends(chess, path), 40)), ".epd", lambda: [EPD]),
        "strategy": (lambda path: Strategy.read(kuhn, path), ".json", strategies),
        "strategy-buckets": (read_head, ".npz", arrays_written),
        "checkpoint": (checkpoint_in, ".npz", arrays_written),
        "proof": (proof_in, ".proof", proofs_written),
        "polyglot": (book_in(chess), ".bin", polyglot_written),
        "book": (book_in(connect4), ".book", book_written),
        "contests": (contests_in, ".sqlite", lambda: [written(add_match, ".sqlite")]),
        "endings": (table_in, ".ending", endings_written),
    }
    readers = {name: Reader(file_reader(read, suffix), seeds) for name, (read, suffix, seeds) in rows.items()}
    return readers | {"run": Reader(run_of, lambda: [text + b"\0{}\n" for text in run_settings()])}
