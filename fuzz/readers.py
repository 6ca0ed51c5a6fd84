"""Every reader of what people bring along: files, texts, links.  A row of `readers` is all that a new one takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import halfmove as hm
from fuzz import seeds
from fuzz.data_files import data_files
from fuzz.games_on_paper import link, moves_reader, opened_file, pasted, position_reader, record_reader
from fuzz.networks import NETWORKS
from fuzz.reader import Faulty, Reader, check_sentence, file_reader, text_in
from fuzz.seeds import interpreted, texts_of
from halfmove.arena.openings.files import load_file
from halfmove.arena.plan import OpeningSource
from halfmove.games.holdem.ranges import read_range
from halfmove.games.matrix import Matrix
from halfmove.games.registry import games
from halfmove.games.scrabble.lexicon.store import PLAYABLE, read_words
from halfmove.games.scrabble.tiles import tile_set
from halfmove.teach.lessons.reading import read_text
from halfmove.teach.montecarlo.counts import read_counts, write_counts
from halfmove.teach.quiz.exercise import Exercise


def tree_of(data: bytes) -> object:
    """A tree as text, in any of its notations; as it is written it reads the same."""
    from halfmove.web.lessons.editing import read

    game = read(text_in(data))
    text = game.indented()
    if read(text).parameters != game.parameters:
        raise Faulty(f"it is another tree when it is written: {text[:300]!r}")
    return game


def table_of(data: bytes) -> object:
    """A table of payoffs."""
    game = Matrix(table=text_in(data))
    if Matrix(table=game.table).table != game.table:
        raise Faulty(f"it is another table when it is written: {game.table[:300]!r}")
    return game


def exercise_of(data: bytes) -> object:
    """An exercise as JSON."""
    try:
        told = json.loads(text_in(data))
    except (ValueError, RecursionError):
        return None
    return Exercise.from_dict(told)


def exercises() -> list[bytes]:
    """Some that were written."""
    found = [hm.exercise(seed=seed, algorithm=name) for seed, name in enumerate(("alphabeta", "minimax"))]
    return [json.dumps(one.to_dict()).encode() for one in found]


def counts_of(data: bytes) -> object:
    """Wins and playouts of a tree of Monte Carlo search."""
    game = interpreted("tictactoe")
    found = read_counts(game, game.initial(), text_in(data))
    if read_counts(game, game.initial(), write_counts(game, game.initial(), found)) != found:
        raise Faulty("the counts are others when they are written")
    return found


def word_list(data: bytes) -> object:
    """A list of words in French, all of it and what can be laid on a board."""
    tiles = tile_set("french")
    playable = read_words(data, tiles, "the list", PLAYABLE)
    every = read_words(data, tiles, "the list")
    if every != playable:
        raise Faulty(f"other words are playable than those that are read: {data[:300]!r}")
    return every


def openings_of(game: Any, suffix: str) -> Callable[[bytes], object]:
    """Openings for matches."""
    return file_reader(lambda path: load_file(OpeningSource(file=str(path)), game, 0), suffix)


def main_lines_of(game: Any) -> Callable[[bytes], object]:
    """A file of games of which the moves alone are read, all at once."""

    def read(path: Path) -> object:
        return list(
            game.record_formats()[0].main_lines(path, broken=lambda error: check_sentence(str(error)))
        )

    return file_reader(read, ".pgn")


def wthor_written() -> list[bytes]:
    """WTHOR's format, which is not written here: a head, and a game of 60 bytes after what is said of it."""
    moves = bytes((56, 64, 33, 34, 43)).ljust(60, b"\0")
    return [bytes((20, 26, 11, 22, 1)).ljust(16, b"\0") + bytes((3, 0, 7, 0, 9, 0, 40, 40)) + moves]


PGN = ("games/chess/test_pgn.py", "games/chess/test_pgn_as_written.py", "games/chess/test_pgn_at_once.py")
GO = tuple(f"games/go/test_sgf{part}.py" for part in ("", "_lossless", "_field", "_charsets"))
TREES = ("games/test_tree_text.py", "games/test_tree_foreign.py", "games/test_tree.py")

GAMES = tuple(games())


def readers() -> dict[str, dict[str, Reader]]:
    """All readers by name, in groups."""
    chess, go, checkers, othello, backgammon, holdem = (
        interpreted(name) for name in ("chess", "go", "checkers", "othello", "backgammon", "holdem")
    )
    shogi = interpreted("shogi")
    small_go, connect4 = interpreted("go", size=5), interpreted("connect4")

    def chess_texts() -> list[bytes]:
        return [*record_reader(chess, 0).seeds(), *texts_of(*PGN)]

    def plain(game: Any) -> Reader:
        return record_reader(game, -1)

    ggf = record_reader(othello, 0, "games/test_othello_formats.py")
    records = {
        "pgn": record_reader(chess, 0, *PGN),
        "pgn-strict": record_reader(chess, 0, *PGN, strict=True),
        "pgn-moves": Reader(main_lines_of(chess), chess_texts),
        "epd": record_reader(chess, 1, "games/chess/test_pgn.py"),
        "sgf-go": record_reader(go, 0, *GO),
        "sgf-go-small": record_reader(small_go, 0, *GO),
        "sgf-gtp": Reader(go.dialects()[0].read_file, lambda: texts_of(*GO)),
        "pdn": record_reader(checkers, 0, "games/test_checkers_formats.py"),
        "ggf": ggf,
        "wthor": Reader(record_reader(othello, 1).read, wthor_written),
        "mat": record_reader(backgammon, 0, "games/test_backgammon_formats.py"),
        "sgf-backgammon": record_reader(backgammon, 1, "games/test_backgammon_sgf.py"),
        **{
            name: record_reader(shogi, number, "games/test_shogi_records.py")
            for number, name in enumerate(("kif", "ki2", "csa"))
        },
        "gcg": record_reader(interpreted("scrabble"), 0, "games/scrabble/test_gcg.py"),
        "phh": record_reader(holdem, 0, "games/test_holdem_formats.py"),
        **{f"plain-{g.name}": plain(g) for g in (chess, go, backgammon, holdem, connect4)},
        "plain-monopoly": plain(interpreted("monopoly")),
        "page-file": Reader(opened_file("file", "chess"), lambda: [*chess_texts(), *texts_of(*GO)]),
        "page-file-ggf": Reader(opened_file("file.ggf", "othello"), ggf.seeds),
        "page-text": Reader(pasted(connect4), lambda: [*plain(connect4).seeds(), *seeds.positions(connect4)]),
        "page-text-go": Reader(pasted(small_go), lambda: [*plain(small_go).seeds(), *texts_of(*GO)]),
        "link": Reader(link(connect4), lambda: [b"eJw", *plain(connect4).seeds()]),
        "openings-chess": Reader(openings_of(chess, ".pgn"), chess_texts),
        "openings-plain": Reader(
            openings_of(connect4, ".txt"), lambda: [b"4 4 3\n# x\n44\n", *plain(connect4).seeds()]
        ),
    }
    lessons = lambda: [*texts_of("lessons.py"), *seeds.files_in("src/halfmove/teach/lessons/shipped", ".md")]
    texts = {
        **{f"position-{name}": position_reader(name) for name in GAMES},
        **{f"moves-{name}": moves_reader(name) for name in GAMES},
        "tree": Reader(tree_of, lambda: [*texts_of(*TREES), *seeds.files_in("examples/trees", ".tree")]),
        "table": Reader(table_of, lambda: texts_of("games/test_matrix.py")),
        "range": Reader(
            lambda data: read_range(text_in(data)), lambda: [b"AA, KQs+, 22-77, A5s-A2s:0.5, KhQh"]
        ),
        "lesson": Reader(lambda data: read_text(text_in(data)), lessons),
        "word-list": Reader(
            word_list, lambda: [b"CAT\nCATS\n# said\nqat\t3\n", "\ufeffD\u00c9J\u00c0\r\nVU".encode()]
        ),
        "counts": Reader(counts_of, lambda: texts_of("teach/montecarlo/test_counts.py")),
        "exercise": Reader(exercise_of, exercises),
    }
    return {"records": records, "texts": texts, "files": data_files() | NETWORKS}
