"""The server: a line comes in, lines go out.  It answers while it searches, and while it still compiles.

Nothing that a controller says may bring it down: a line it cannot make sense of is passed over with an `info
string`.  Machine code is made, or loaded, by a thread of its own from the start on, so that `uci` is answered
at once; `isready` waits for it, as does the first `go`.  Where it must be made, `quit` does not wait.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any

from halfmove import __version__
from halfmove.core.computer import usable_cores
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.protocols.uci.server.book import OwnBook
from halfmove.protocols.uci.server.language import UCI, Language
from halfmove.protocols.uci.server.memory_size import room_for
from halfmove.protocols.uci.server.messages import Go, go, option
from halfmove.protocols.uci.server.options import STRONGEST, Options
from halfmove.protocols.uci.server.reader import LineReader, QuitReceived, command

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.core.contract import Game
    from halfmove.core.limit import Limit
    from halfmove.endings.attach import AttachedTables
    from halfmove.protocols.uci.server.board import Board
    from halfmove.protocols.uci.server.limits import Bounds
    from halfmove.protocols.uci.server.mate import MateSearch
    from halfmove.protocols.uci.server.search import RunningSearch
    from halfmove.search.proof.prover import Prover
    from halfmove.search.session import Session


TABLES = ("Endings Path", "SyzygyPath")
"""The options that name folders of tables of endings: ours, and Syzygy's."""


class Server:
    """An engine that hears lines and says lines, in UCI or USI."""

    def __init__(self, out: Any = None, language: Language = UCI) -> None:
        self._out = out or sys.stdout
        self._language = language
        self._lock = threading.Lock()
        self._options = Options(language.options, self._changed)
        self._book = OwnBook(self._options)
        self._session: Session | None = None
        self._prover: Prover | None = None
        """What answers `go mate`; made anew where the game, its table or its threads are."""
        self._tables: AttachedTables | None = None
        self._folders = dict.fromkeys(TABLES, "")
        """The folders of tables of endings that searches ask, by the option; empty: none."""
        self._search: RunningSearch | MateSearch | None = None
        self._board: Board | None = None
        self._failed: BaseException | None = None
        self._random = Random()
        self._reader: LineReader | None = None
        self._compiles = self._debug = self.deserted = False
        """Whether machine code is made, not only loaded; `debug on`; nobody reads what is said any more."""
        self._preparing = threading.Thread(target=self._prepare, daemon=True)
        self._commands = {
            language.name: self._greet,
            "isready": self._isready,
            "setoption": self._setoption,
            f"{language.name}newgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "debug": self._set_debug,
            "register": lambda words: None,  # every copy is free
            "d": self._show,
        }
        if language.proves_mates:
            self._commands["gameover"] = lambda words: self._end_search()

    @property
    def preparing(self) -> bool:
        """Whether machine code is still being made."""
        return self._preparing.is_alive()

    # ---- in and out
    def serve(self, lines: Iterable[str]) -> None:
        """Until `quit`, or until there are no more lines."""
        self._preparing.start()
        known = {*self._commands, "quit"}
        self._reader = LineReader(lines, known)
        try:
            for line in self._reader:
                self._obey(line, known)
                if self.deserted:
                    break
        except QuitReceived:
            pass  # nothing is under way that somebody could wait for
        finally:
            self._end_search()

    def interrupt(self) -> bool:
        """Leave as after `quit`, with the answer of a search that goes on; False if it has left already.

        It is for a signal's handler: an exception could come where a search is begun but not yet known of.
        """
        if self._reader is None or self._reader.quitting.is_set():
            return False
        self._reader.leave()
        return True

    def _obey(self, line: str, known: set[str]) -> None:
        """Do what a line says, whatever that leads to."""
        words = command(line, known)
        if not words:
            if line.strip():
                self._inform(f"Unknown command: {' '.join(line.split())[:80]}")
            return
        try:
            self._commands[words[0]](words[1:])
        except HalfmoveError as error:
            self._inform(str(error))
        except Exception as error:  # noqa: BLE001  a fault of our own must not cost the controller its game
            self._inform(f"Halfmove's own error in '{words[0]}': {type(error).__name__}: {error}")
            traceback.print_exc()

    def say(self, line: str) -> None:
        """Write a line, whole, whatever other threads write."""
        with self._lock:
            if self.deserted:
                return
            try:
                self._out.write(line + "\n")
                self._out.flush()
            except (OSError, ValueError):  # closed at the other end, or here
                self.deserted = True
                if self._reader is not None:
                    self._reader.end()

    # ---- getting ready
    def _prepare(self) -> None:
        """Import and compile what a search needs, before anybody waits for it."""
        try:
            from halfmove.core.compile import announce_with
            from halfmove.core.progress import telling
            from halfmove.core.reporting import Lines

            announce_with(self._announce)
            with telling("getting ready", Lines(self._inform)):
                board = self._new_board()
                self._new_session(board).prepare(board.history.state)
                if self._language.proves_mates:
                    self._find_prover(board).prepare(board.history.state)
        except BaseException as error:  # noqa: BLE001  told to whoever asks whether it is ready
            self._failed = error

    def _announce(self, what: str, kernel: str, game: str) -> None:
        from halfmove.core.compile import announce_to_work

        announce_to_work(what, kernel, game)
        if what == "start":
            self._compiles = True
            self._inform(f"compiling {kernel} for {game}, the first time only")

    def _inform(self, line: str) -> None:
        self.say(f"info string {line}")

    def _new_board(self) -> Board:
        from halfmove.protocols.uci.server.board import Board

        self._board = Board(self._language, self._language.open(self._options))
        return self._board

    def _new_session(self, board: Board) -> Session:
        from halfmove.search.session import Session

        self._session = self._prover = None  # the old tables go before the new one is there
        asked = self._options.number("Hash")
        megabytes = room_for(asked)
        if megabytes < asked:
            self._inform(f"Hash: no room for {asked} megabytes; the table has {megabytes}.")
        self._tables = self._tables_of(board.history.game, self._folders)
        self._session = Session(self._tables.game, "engine", megabytes=megabytes, threads=self._threads())
        return self._session

    def _find_prover(self, board: Board) -> Prover:
        """The prover, with a table as large as the engine's."""
        from halfmove.search.proof.prover import Prover

        if self._prover is None:
            megabytes = room_for(self._options.number("Hash"))
            self._prover = Prover(board.history.game, megabytes=megabytes, threads=self._threads())
        return self._prover

    def _tables_of(self, game: Game, folders: dict[str, str]) -> AttachedTables:
        """The tables of endings in folders, by the option; `BadInput` where one has none."""
        from halfmove.endings.attach import AttachedTables
        from halfmove.endings.database import WITHOUT

        ours, syzygy = (folders[name] or WITHOUT for name in TABLES)
        return AttachedTables(game, ours, self._inform, syzygy)

    def _threads(self) -> int:
        """As many as were asked for, but no more than there are cores: they would wait for each other."""
        return min(self._options.number("Threads"), usable_cores())

    def _prepared(self) -> None:
        """Wait for the machine code, unless the controller leaves while it is made."""
        while self._preparing.is_alive():
            self._preparing.join(0.05)
            if self._compiles and self._reader is not None and self._reader.quitting.is_set():
                raise QuitReceived

    def _ready(self) -> None:
        """Wait until searches can begin; `BadInput` says why they cannot."""
        self._prepared()
        if self._failed is not None:
            raise BadInput(f"The engine is not ready: {self._failed}")

    # ---- commands
    def _greet(self, words: list[str]) -> None:
        self.say(f"id name Halfmove {__version__}")
        self.say("id author the Halfmove developers")
        for one in self._language.options:
            self.say(one.announced)
        self.say(f"{self._language.name}ok")

    def _isready(self, words: list[str]) -> None:
        if self._search is None or not self._search.running:
            self._ready()
        self.say("readyok")

    def _setoption(self, words: list[str]) -> None:
        name, value = option(words)
        self._options.set(name, value)

    def _changed(self, name: str) -> None:
        """An option has another value: take it up, once no search needs the old one."""
        if name == "Book File":
            self._book.open()
        if name not in ("Hash", "Clear Hash", "Threads", *TABLES, *self._language.rules):
            return
        self._end_search()
        self._ready()
        assert self._board is not None
        if name == "Clear Hash":
            self._clear()
            return
        if name == "Threads" and self._threads() < self._options.number("Threads"):
            here = "one core" if usable_cores() == 1 else f"{usable_cores()} cores"
            self._inform(f"Threads: this machine has {here}, so as many are used.")
        if name in TABLES:
            folders = {**self._folders, name: self._options.text(name)}
            self._tables_of(
                self._board.history.game, folders
            )  # refuses one that has none; all stays as it was
            self._folders = folders
        # also for other threads a new one: a search counts on each that it has, so none may be left over
        self._new_session(self._new_board() if name in self._language.rules else self._board)

    def _newgame(self, words: list[str]) -> None:
        self._end_search()
        self._ready()
        self._clear()

    def _clear(self) -> None:
        if self._session is not None and self._session.memory.front is not None:
            self._session.clear()  # one that has not searched is clear: a large table need not be touched
        if self._prover is not None and self._prover.nodes:
            self._prover.clear()

    def _position(self, words: list[str]) -> None:
        self._end_search()
        self._ready()
        assert self._board is not None
        self._board.set(words)

    def _go(self, words: list[str]) -> None:
        began = time.perf_counter()
        self._end_search()
        self._ready()
        if self._session is None or self._board is None:
            raise BadInput("There is no position to search.")
        command = go(words, self._language)
        if command.mate:
            self._prove_mate(command, began)
        else:
            self._think(command, began)

    def _prove_mate(self, command: Go, began: float) -> None:
        from halfmove.protocols.uci.server.mate import MateSearch

        assert self._board is not None
        bounds = self._bounds_of(command, began)
        self._search = MateSearch(self._find_prover(self._board), self._board, bounds, say=self.say)
        if self._debug:
            self._inform(str(self._search))

    def _bounds_of(self, command: Go, began: float, elo: int | None = None) -> Bounds:
        """What ends a search, on time or otherwise."""
        from halfmove.protocols.uci.server.limits import bounds_of

        assert self._board is not None
        overhead = self._options.number("Move Overhead") / 1000
        return bounds_of(
            command, self._board.history, self._language, began=began, overhead=overhead, elo=elo
        )

    def _think(self, command: Go, began: float) -> None:
        from halfmove.protocols.uci.server.search import RunningSearch

        assert self._board is not None
        assert self._session is not None
        history, spoken = self._board.history, self._board.spoken
        only = []
        for move in command.moves:
            try:
                only.append(spoken.parse_move(history.state, move))
            except BadInput as error:
                self._inform(f"searchmoves: {error}")
        if self._answered_from_book(command, only):
            return
        if self._tables is not None:
            self._tables.bring(history.state)
        lines = self._options.number("MultiPV")
        if self._tables is not None and not only and lines == 1:
            only = self._tables.only(history) or []
        elo = self._options.number("UCI_Elo") if self._options.true("UCI_LimitStrength") else None
        if elo is not None and self._slipped(command, only, elo):
            return
        bounds = self._bounds_of(command, began, None if elo == STRONGEST else elo)
        self._search = RunningSearch(
            self._session,
            self._board,
            command,
            bounds,
            lines=lines,
            threads=self._threads() if elo is None else 1,
            only=only or None,
            say=self.say,
        )
        if self._debug:
            self._inform(str(self._search))

    def _slipped(self, command: Go, only: list[Any], elo: int) -> bool:
        """Answer at a glance, as often as a weak opponent does."""
        from halfmove.arena.players.levels import draw_slip
        from halfmove.protocols.uci.server.limits import strength

        assert self._board is not None
        assert self._session is not None
        history, session = self._board.history, self._session
        if command.infinite or command.ponder or self._random.random() >= strength(elo).slips:
            return False
        if history.over:
            return False

        def look(limit: Limit, lines: int) -> Analysis:
            *_, last = session.deepen(history, limit, lines=lines, threads=1, past_draws=True)
            return last

        slip = (
            self._random.choice(only) if only else draw_slip(history, session.algorithm, look, self._random)
        )
        self.say(f"bestmove {self._board.spoken.move_text(history.state, slip)}")
        return True

    def _answered_from_book(self, command: Go, only: list[Any]) -> bool:
        """Give the book's answer, at once, if it has one."""
        assert self._board is not None
        history = self._board.history
        try:
            known = self._book.move(command, history, only or None)
        except BadInput as error:  # the file was damaged meanwhile: a search will do
            self._inform(str(error))
            return False
        if known is None:
            return False
        action, words = known
        self._inform(words)
        self.say(f"bestmove {self._board.spoken.move_text(history.state, action)}")
        return True

    def _set_debug(self, words: list[str]) -> None:
        self._debug = words[:1] != ["off"]

    def _stop(self, words: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, words: list[str]) -> None:
        if self._search is not None:
            self._search.ponderhit()

    def _end_search(self) -> None:
        """Stop a search that goes on, and have its answer."""
        search, self._search = self._search, None
        if search is not None:
            search.stop()
            search.wait()

    def _show(self, words: list[str]) -> None:
        """Not in the specification, but in most engines: the position, for a person."""
        self._prepared()
        if self._board is not None:
            game, state = self._board.history.game, self._board.history.state
            position = f"{self._language.fen.capitalize()}: {self._board.spoken.position_text(state)}"
            for row in [*game.show(state).splitlines(), "", position]:
                self.say(row)
