"""Every reader of what people bring along: files, texts, links.  A row of `READERS` is all that a new one takes.

A reader gets any bytes.  It gives what it has read, or says in one sentence (`HalfmoveError`) why it cannot;
nothing else may happen.  What is written again must read the same.
"""

from __future__ import annotations

import base64
import json
import tempfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import halfmove as hm
from fuzz import seeds
from fuzz.seeds import interpreted, texts_of
from halfmove.core.errors import HalfmoveError
from halfmove.core.formats import repairs_in
from halfmove.games.registry import games

MOST = 40
"""Games of a text, and lines, that are read."""


class Faulty(AssertionError):
    """A reader that did what no reader may do."""


@dataclass(frozen=True)
class Reader:
    """A reader, and texts that it can make something of."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]


def attempt(reader: Reader, data: bytes) -> bool:
    """Whether a reader made something of these bytes; `Faulty`, or whatever it raised, for a fault."""
    try:
        found = reader.read(data)
    except HalfmoveError as error:
        check_sentence(str(error))
        return False
    return found is not None and not (isinstance(found, list) and not found)


def check_sentence(text: str) -> None:
    """`Faulty` for what is no sentence that a person can be shown on one line."""
    if not text or len(text) > 1000 or "\n" in text or "Traceback" in text:
        raise Faulty(f"That is no sentence: {text[:200]!r}, {len(text)} letters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Faulty(f"That cannot be shown: {text[:200]!r}") from None


def text_in(data: bytes) -> str:
    """The text that a person would paste."""
    return data.decode("utf-8", "replace")


# ---- games on paper
def record_reader(game: Any, number: int, *files: str, strict: bool = False) -> Reader:
    """The reader of a game's format of records, by its place in the list of all."""

    def form() -> Any:
        from halfmove.core.formats import Bound
        from halfmove.core.plain_text import formats_of

        found = formats_of(game)[number]
        found.bound, found.strict = Bound(2000, 5000), strict
        return found

    def read(data: bytes) -> object:
        broken: list[HalfmoveError] = []
        found = form()
        games = list(islice(found.read(found.decoded(data), broken=broken.append), MOST))
        for error in broken[:MOST]:
            check_sentence(str(error))
        for game in games:
            check_round(form, game)
        return games

    return Reader(read, lambda: [*(seeds.records(form()) if form().written else ()), *texts_of(*files)])


def check_round(form: Callable[[], Any], game: Any) -> None:
    """`Faulty` unless a game that is written and read again is the same and is written the same."""
    for sentence in repairs_in(game):
        check_sentence(sentence)
    if form().refusal():
        return
    try:
        text = form().text(game)
    except HalfmoveError as error:
        check_sentence(str(error))
        return
    again = read_again(form, text)
    if again is None:
        if not game.moves:
            return
        raise Faulty(f"nothing is read of what was written: {text[:300]!r}")
    if told(again) != told(game):
        raise Faulty(f"another game is read of what was written: {text[:300]!r}: {told(game)}, {told(again)}")
    written = form().text(again)
    third = read_again(form, written)
    if third is None or form().text(third) != written:
        raise Faulty(f"it is written in another way each time: {written[:300]!r}")


def read_again(form: Callable[[], Any], text: str) -> Any:
    """The game that was written."""
    reading = form()
    return next(iter(reading.read(reading.decoded(text.encode()))), None)


def told(game: Any) -> list[tuple[object, str]]:
    """What no format may lose: the moves, and what is said of them."""
    return [(move.action, " ".join(move.comment.split())) for move in game.moves]


def opened_file(name: str, game: str) -> Callable[[bytes], object]:
    """A file dropped on the page of a game."""

    @lru_cache(maxsize=1)
    def server() -> object:
        from halfmove.web.catalogue import Catalogue
        from halfmove.web.server import application

        return application(Catalogue())

    def read(data: bytes) -> object:
        from halfmove.web.board.opening import games_of

        server()

        found, broken = games_of(data, name, game, {})
        for sentence in broken:
            check_sentence(sentence)
        return found

    return read


def pasted(game: Any) -> Callable[[bytes], object]:
    """A text pasted on the page of a game."""

    def read(data: bytes) -> object:
        from halfmove.web.board import formats

        return formats.read(game, text_in(data))

    return read


def link(game: Any) -> Callable[[bytes], object]:
    """The record in a link: the bytes as they are, and the text that they could be packed."""

    def read(data: bytes) -> object:
        from halfmove.web.board import formats

        if data[:1] != b"#":
            return formats.unpacked(game, data.decode("latin-1"))
        return formats.unpacked(game, base64.urlsafe_b64encode(zlib.compress(data, 1)).decode())

    return read


# ---- positions and moves
def position_reader(name: str, **parameters: Any) -> Reader:
    """The notation of a game's positions; what is written again reads the same."""
    game = interpreted(name, **parameters)

    def read(data: bytes) -> object:
        state = game.parse(text_in(data))
        try:
            text = game.position_text(state)
        except HalfmoveError as error:
            check_sentence(str(error))
            return state
        again = game.position_text(game.parse(text))
        if again != text:
            raise Faulty(f"{text!r} is written {again!r} when it is read")
        return state

    return Reader(read, lambda: seeds.positions(game))


def moves_reader(name: str, **parameters: Any) -> Reader:
    """The notation of a game's moves, one after the other."""
    game = interpreted(name, **parameters)

    def read(data: bytes) -> object:
        state = game.initial()
        for word in islice(game.split_moves(text_in(data)), MOST):
            if game.is_terminal(state):
                break
            action = game.parse_action(state, word)
            if game.parse_action(state, game.action_text(state, action)) != action:
                raise Faulty(f"{word!r} is another move when it is written")
            state = game.result(state, action)
        return state

    def written() -> list[bytes]:
        found = []
        for states, actions in seeds.lines(game, 3, 20):
            texts = [game.action_text(s, a) for s, a in zip(states, actions, strict=False)]
            found.append(" ".join(f'"{t}"' if " " in t else t for t in texts).encode())
        return found

    return Reader(read, written)


# ---- files
SCRATCH = tempfile.TemporaryDirectory(prefix="fuzz-")


def file_reader(read: Callable[[Path], object], suffix: str) -> Callable[[bytes], object]:
    """What reads a file, given its bytes."""
    path = Path(SCRATCH.name) / f"file{suffix}"

    def of_bytes(data: bytes) -> object:
        for name in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
            name.unlink(missing_ok=True)
        path.write_bytes(data)
        return read(path)

    return of_bytes


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
    from halfmove.games.matrix import Matrix

    game = Matrix(table=text_in(data))
    if Matrix(table=game.table).table != game.table:
        raise Faulty(f"it is another table when it is written: {game.table[:300]!r}")
    return game


def exercise_of(data: bytes) -> object:
    """An exercise as JSON."""
    from halfmove.teach.quiz.exercise import Exercise

    try:
        told = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return Exercise.from_dict(told)


def exercises() -> list[bytes]:
    """Some that were written."""
    found = [hm.exercise(seed=seed, algorithm=name) for seed, name in enumerate(("alphabeta", "minimax"))]
    return [json.dumps(one.to_dict()).encode() for one in found]


def counts_of(data: bytes) -> object:
    """Wins and playouts of a tree of Monte Carlo search."""
    from halfmove.teach.montecarlo.counts import read_counts, write_counts

    game = interpreted("tictactoe")
    found = read_counts(game, game.initial(), text_in(data))
    if read_counts(game, game.initial(), write_counts(game, game.initial(), found)) != found:
        raise Faulty("the counts are others when they are written")
    return found


def openings_of(game: Any, suffix: str) -> Callable[[bytes], object]:
    """Openings for matches."""

    def read(path: Path) -> object:
        from halfmove.arena.openings.files import from_file
        from halfmove.arena.plan import OpeningSource

        return from_file(OpeningSource(file=str(path)), game, 0)

    return file_reader(read, suffix)


def experiment_in(path: Path) -> object:
    from halfmove.arena.experiment.description import experiment

    return experiment(path)


def settings_in(path: Path) -> object:
    from halfmove.learn.runs.settings import RunSettings

    found = RunSettings.read(path)
    found.write(path)
    if RunSettings.read(path) != found:
        raise Faulty("the settings are others when they are written")
    return found


@lru_cache(maxsize=1)
def run_folder() -> Any:
    from halfmove.learn.runs.folder import RunFolder

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
    folder = run_folder()
    folder.checkpoint.write_bytes(path.read_bytes())
    return folder.load()


def tuning_positions(path: Path) -> object:
    from halfmove.learn.tuning.ends import read_ends

    return list(islice(read_ends(interpreted("chess"), path), MOST))


def strategy_in(path: Path) -> object:
    from halfmove.imperfect.strategy import Strategy

    return Strategy.read(interpreted("kuhn"), path)


def abstract_in(path: Path) -> object:
    from halfmove.imperfect.abstract_strategy import abstract_head

    return abstract_head(path)


def strategies() -> list[bytes]:
    """One that was written, and the same without its checksum."""
    from halfmove.imperfect.strategy import Strategy

    path = Path(SCRATCH.name) / "written.json"
    Strategy.uniform(interpreted("kuhn")).write(path)
    content = json.loads(path.read_bytes()) | {"version": 1}
    return [path.read_bytes(), json.dumps(content).encode()]


def network_in(path: Path) -> object:
    from halfmove.search.neural.file import read

    return read(path, interpreted("tictactoe"))


def networks() -> list[bytes]:
    """A small one that was written."""
    import numpy as np

    from halfmove.search.encoding import Encoding
    from halfmove.search.neural.architecture import preset
    from halfmove.search.neural.file import pack_network

    game = interpreted("tictactoe")
    architecture = preset("small", Encoding(game), blocks=1, filters=2)
    arrays = {name: np.zeros(shape, np.float32) for name, shape in architecture.parameters().items()}
    return [pack_network(game, architecture, arrays, {"by": "hand"})]


def backgammon_networks(path: Path) -> object:
    from halfmove.games.backgammon.network import made_of, read

    read(path)
    return made_of(path)


def weights_in(path: Path) -> object:
    return interpreted("chess").tunable().read(path)


def proof_in(path: Path) -> object:
    from halfmove.search.proof.checkpoint import Checkpoint

    return Checkpoint(path).load(interpreted("tictactoe"), 16.0)


def book_in(game: Any, name: str) -> Callable[[Path], object]:
    """A book of openings, asked for what it has at the beginning."""

    def read(path: Path) -> object:
        from halfmove.books.opening import open_book_of

        with open_book_of(game, path) as book:
            return book.moves(game, game.initial())

    return read


def contests_in(path: Path) -> object:
    """A file of matches, asked for all that it has."""
    from halfmove.arena.store import Store

    store = Store(path, make=False)
    try:
        return [list(store.games(one.contest)) for one in store.contests()]
    finally:
        store.close()


def table_in(path: Path) -> object:
    """A table of endings."""
    from halfmove.endings.files import TableFile

    table = TableFile(path)
    try:
        return table.data()
    finally:
        table.close()


def lesson_of(data: bytes) -> object:
    """A lesson as Markdown."""
    from halfmove.teach.lessons.reading import read_text

    return read_text(text_in(data))


def loaded_record(game: Any) -> Callable[[bytes], object]:
    """A file that a controller tells the Go engine to load, and words of a controller's."""

    def read(data: bytes) -> object:
        return game.dialects()[0].read_file(data)

    return read


def polyglot_written() -> list[bytes]:
    """A book of Polyglot's."""
    from halfmove.books.polyglot import Entry, write_sorted

    path = Path(SCRATCH.name) / "written.bin"
    write_sorted(path, [Entry(0x463B96181691FC9C, 796, 3), Entry(0x463B96181691FC9C, 731, 1)])
    return [path.read_bytes()]


def books_written() -> list[bytes]:
    """An extended book."""
    from halfmove.books.making import make_book

    game, path = interpreted("connect4"), Path(SCRATCH.name) / "written.sqlite"
    games = path.with_name("games.txt")
    games.write_bytes(b"".join(record_reader(game, -1).seeds()))
    make_book([games], path, game=game)
    return [path.read_bytes()]


def run_settings() -> list[bytes]:
    """The settings of a run."""
    from halfmove.games.reference import GameReference
    from halfmove.learn.runs.settings import usual

    path = Path(SCRATCH.name) / "written.toml"
    usual(GameReference("tictactoe", {}), minutes=1.0).write(path)
    return [path.read_bytes()]


def range_of(data: bytes) -> object:
    """A range of poker hands."""
    from halfmove.games.holdem.ranges import read_range

    return read_range(text_in(data))


def arrays_written() -> list[bytes]:
    """An archive of arrays, sealed and as it was before there were seals."""
    import numpy as np

    from halfmove.core.array_file import write_arrays
    from halfmove.imperfect.abstract_strategy import FORMAT

    path, counters = Path(SCRATCH.name) / "written.npz", np.frombuffer(b'{"games": 1}', np.uint8)
    policy = np.zeros(3, np.float32)
    write_arrays(path, FORMAT, {"game": "Kuhn poker"}, policy=policy, counters=counters)
    sealed = path.read_bytes()
    np.savez(path, told=np.array([FORMAT, '{"game": "Kuhn poker"}']), policy=policy, counters=counters)
    return [sealed, path.read_bytes()]


def proofs_written() -> list[bytes]:
    """A checkpoint of a proof, with and without the checksum of its head."""
    from halfmove.search.alphabeta.table import Table
    from halfmove.search.proof.checkpoint import Checkpoint

    path = Path(SCRATCH.name) / "written.proof"
    Checkpoint(path).save(interpreted("tictactoe"), Table(0.001), 5, 1.0)
    mark, head, rest = path.read_bytes().split(b"\n", 2)
    return [b"\n".join((mark, head, rest)), b"\n".join((mark, without_checksum(head), rest))]


def endings_written() -> list[bytes]:
    """A table of endings, with and without the checksum of its head."""
    from halfmove.core.buffer import Buffer
    from halfmove.endings.build import Summary
    from halfmove.endings.files import write

    path = Path(SCRATCH.name) / "written.ending"
    write(path, "chess", "1", "KRK", 60, Summary(((1, 2, 3), (4, 5, 6)), (1, 2), 4), Buffer(6))
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    head = without_checksum(data[16 : 16 + length])
    return [data, data[:12] + len(head).to_bytes(4, "little") + head + data[16 + length :]]


def without_checksum(head: bytes) -> bytes:
    """A head in JSON as older versions wrote it."""
    from halfmove.core.sealed_head import CHECKSUM

    said = json.loads(head)
    del said[CHECKSUM]
    return json.dumps(said).encode()


def matches_written() -> list[bytes]:
    """A file of matches, with a game."""
    from halfmove.arena.job import Ending, MoveRecord, Record
    from halfmove.arena.plan import Plan
    from halfmove.arena.store import Store
    from halfmove.games.reference import GameReference

    path = Path(SCRATCH.name) / "written-matches.sqlite"
    plan = Plan(GameReference("nim", {"heaps": "3,4"}), ("random", "random?seed=1"), games=10)
    moves = (MoveRecord("A1", 0.25, value=0.5, nodes=1, seat=0),)
    with Store(path) as store:
        if not store.contests():
            record = Record(0, 0, (0, 1), (0.5, 0.5), Ending.RULES, "agreed", moves=moves, titles=("one", ""))
            store.add(store.contest(plan), record)
    return [path.read_bytes()]


PGN = ("games/chess/test_pgn.py", "games/chess/test_pgn_as_written.py", "games/chess/test_pgn_at_once.py")
GO = (
    "games/go/test_sgf.py",
    "games/go/test_sgf_lossless.py",
    "games/go/test_sgf_field.py",
    "games/go/test_sgf_charsets.py",
)
TREES = ("games/test_tree_text.py", "games/test_tree_foreign.py", "games/test_tree.py")

GAMES = tuple(games())


def readers() -> dict[str, dict[str, Reader]]:
    """All readers by name, in groups."""
    chess, go, checkers, othello, backgammon, holdem = (
        interpreted(name) for name in ("chess", "go", "checkers", "othello", "backgammon", "holdem")
    )
    small_go, connect4 = interpreted("go", size=5), interpreted("connect4")
    chess_texts = lambda: [*record_reader(chess, 0).seeds(), *texts_of(*PGN)]
    plain = lambda game: record_reader(game, -1)
    records = {
        "pgn": record_reader(chess, 0, *PGN),
        "pgn-strict": record_reader(chess, 0, *PGN, strict=True),
        "pgn-moves": Reader(
            file_reader(lambda path: list(chess.record_formats()[0].main_lines(path, broken=_heard)), ".pgn"),
            chess_texts,
        ),
        "epd": record_reader(chess, 1, "games/chess/test_pgn.py"),
        "sgf-go": record_reader(go, 0, *GO),
        "sgf-go-small": record_reader(small_go, 0, *GO),
        "sgf-gtp": Reader(loaded_record(go), lambda: texts_of(*GO)),
        "pdn": record_reader(checkers, 0, "games/test_checkers_formats.py"),
        "ggf": record_reader(othello, 0, "games/test_othello_formats.py"),
        "wthor": record_reader(othello, 1, "games/test_othello_formats.py"),
        "mat": record_reader(backgammon, 0, "games/test_backgammon_formats.py"),
        "sgf-backgammon": record_reader(backgammon, 1, "games/test_backgammon_sgf.py"),
        "phh": record_reader(holdem, 0, "games/test_holdem_formats.py"),
        **{f"plain-{g.name}": plain(g) for g in (chess, go, backgammon, holdem, connect4)},
        "plain-monopoly": plain(interpreted("monopoly")),
        "page-file": Reader(opened_file("file", "chess"), lambda: [*chess_texts(), *texts_of(*GO)]),
        "page-file-wtb": Reader(opened_file("file.wtb", "othello"), lambda: [bytes(84)]),
        "page-text": Reader(pasted(connect4), lambda: [*plain(connect4).seeds(), *seeds.positions(connect4)]),
        "page-text-go": Reader(pasted(go), lambda: texts_of(*GO)),
        "link": Reader(link(connect4), lambda: [b"eJw", *plain(connect4).seeds()]),
        "openings-chess": Reader(openings_of(chess, ".pgn"), chess_texts),
        "openings-plain": Reader(
            openings_of(connect4, ".txt"), lambda: [b"4 4 3\n# x\n44\n", *plain(connect4).seeds()]
        ),
    }
    texts = {
        **{f"position-{name}": position_reader(name) for name in GAMES},
        **{f"moves-{name}": moves_reader(name) for name in GAMES},
        "tree": Reader(tree_of, lambda: [*texts_of(*TREES), *seeds.files_in("examples/trees", ".tree")]),
        "table": Reader(table_of, lambda: texts_of("games/test_matrix.py")),
        "range": Reader(range_of, lambda: [b"AA, KQs+, 22-77, A5s-A2s, 0.5*QJo, AhKh:0.3"]),
        "lesson": Reader(
            lesson_of,
            lambda: [*texts_of("lessons.py"), *seeds.files_in("src/halfmove/teach/lessons/shipped", ".md")],
        ),
        "counts": Reader(counts_of, lambda: texts_of("teach/montecarlo/test_counts.py")),
        "exercise": Reader(exercise_of, exercises),
        "weights": Reader(file_reader(weights_in, ".toml"), lambda: [b"[pawn]\nmiddle = [1]\nend = [2]\n"]),
        "experiment": Reader(
            file_reader(experiment_in, ".toml"), lambda: seeds.files_in("examples/experiments", ".toml")
        ),
        "run-settings": Reader(file_reader(settings_in, ".toml"), run_settings),
        "run": Reader(run_of, lambda: [text + b"\0{}\n" for text in run_settings()]),
        "tuning": Reader(
            file_reader(tuning_positions, ".epd"),
            lambda: [b'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 12; id "1";\n'],
        ),
    }
    files = {
        "strategy": Reader(file_reader(strategy_in, ".json"), strategies),
        "strategy-buckets": Reader(file_reader(abstract_in, ".npz"), arrays_written),
        "checkpoint": Reader(file_reader(checkpoint_in, ".npz"), arrays_written),
        "network": Reader(file_reader(network_in, ".safetensors"), networks),
        "backgammon-network": Reader(file_reader(backgammon_networks, ".safetensors"), networks),
        "proof": Reader(file_reader(proof_in, ".proof"), proofs_written),
        "polyglot": Reader(file_reader(book_in(chess, "bin"), ".bin"), polyglot_written),
        "book": Reader(file_reader(book_in(connect4, "book"), ".book"), books_written),
        "contests": Reader(file_reader(contests_in, ".sqlite"), matches_written),
        "endings": Reader(file_reader(table_in, ".ending"), endings_written),
    }
    return {"records": records, "texts": texts, "files": files}


def _heard(error: HalfmoveError) -> None:
    check_sentence(str(error))
