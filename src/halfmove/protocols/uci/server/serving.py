"""The server: a line comes in, lines go out.  It answers while it searches, and while it still compiles.

Nothing that a controller says may bring it down: a line it cannot make sense of is passed over with an `info
string`.  Machine code is made, or loaded, by a thread of its own from the start on, so that `uci` is answered
at once; `isready` waits for it, as does the first `go`.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from halfmove import __version__
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.protocols.uci.server.options import OPTIONS, STRONGEST, Options
from halfmove.protocols.uci.server.wording import Go, go, option

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.protocols.uci.server.thinking import Thinking
    from halfmove.search.crew import Engine

START = "startpos"


class Server:
    """A UCI engine that hears lines and says lines."""

    def __init__(self, out: Any = None) -> None:
        self._out = out or sys.stdout
        self._lock = threading.Lock()
        self._options = Options(self._changed)
        self._engine: Engine | None = None
        self._thinking: Thinking | None = None
        self._history: History | None = None
        self._start = ""
        self._moves: list[str] = []
        self._failed: BaseException | None = None
        self._preparing = threading.Thread(target=self._prepare, daemon=True)
        self._commands = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._show,
        }

    @property
    def preparing(self) -> bool:
        """Whether machine code is still being made."""
        return self._preparing.is_alive()

    # ---- in and out
    def serve(self, lines: Iterable[str]) -> None:
        """Until `quit`, or until there are no more lines."""
        self._preparing.start()
        try:
            for line in lines:
                words = line.split()
                # the specification: words before the first that is known are passed over
                while words and words[0] != "quit" and words[0] not in self._commands:
                    words = words[1:]
                if not words:
                    if line.strip():
                        self.say(f"info string Unknown command: {line.strip()[:80]}")
                    continue
                if words[0] == "quit":
                    break
                try:
                    self._commands[words[0]](words[1:])
                except HalfmoveError as error:
                    self.say(f"info string {error}")
        finally:
            self._end_thinking()

    def say(self, line: str) -> None:
        """Write a line, whole, whatever other threads write."""
        with self._lock:
            self._out.write(line + "\n")
            self._out.flush()

    # ---- getting ready
    def _prepare(self) -> None:
        """Import and compile what a search needs, before anybody waits for it."""
        try:
            from halfmove.core.compile import announce_with

            announce_with(self._announce)
            self._position([START])
            assert self._history is not None
            self._new_engine().prepare(self._history.state)
        except BaseException as error:  # noqa: BLE001  told to whoever asks whether it is ready
            self._failed = error

    def _announce(self, what: str, kernel: str, game: str) -> None:
        if what == "start":
            self.say(f"info string compiling {kernel} for {game}, the first time only")

    def _new_engine(self) -> Engine:
        from halfmove.search.crew import Engine

        assert self._history is not None
        self._engine = Engine(
            self._history.game,
            megabytes=self._options.number("Hash"),
            threads=self._options.number("Threads"),
        )
        return self._engine

    def _ready(self) -> None:
        """Wait until searches can begin; `BadInput` says why they cannot."""
        if self._preparing.is_alive():
            self._preparing.join()
        if self._failed is not None:
            raise BadInput(f"The engine is not ready: {self._failed}")

    # ---- commands
    def _uci(self, words: list[str]) -> None:
        self.say(f"id name Halfmove {__version__}")
        self.say("id author the Halfmove developers")
        for one in OPTIONS:
            self.say(one.announced)
        self.say("uciok")

    def _isready(self, words: list[str]) -> None:
        if self._thinking is None or not self._thinking.thinking:
            self._ready()
        self.say("readyok")

    def _setoption(self, words: list[str]) -> None:
        name, value = option(words)
        self._options.set(name, value)

    def _changed(self, name: str) -> None:
        """An option has another value: take it up, once no search needs the old one."""
        if name in ("Hash", "Clear Hash", "Threads", "UCI_Chess960"):
            self._end_thinking()
            self._ready()
            if name == "Clear Hash" and self._engine is not None:
                self._engine.clear()
            elif name == "Threads" and self._engine is not None:
                self._engine.use(self._options.number("Threads"))
            elif name == "UCI_Chess960":
                self._history, self._moves = None, []
                self._position([START])
                self._new_engine()
            elif name == "Hash":
                self._engine = None  # the old table goes before the new one is there
                self._new_engine()

    def _ucinewgame(self, words: list[str]) -> None:
        self._end_thinking()
        self._ready()
        if self._engine is not None:
            self._engine.clear()

    def _position(self, words: list[str]) -> None:
        """`startpos` or `fen …`, and moves; nothing changes where any of it cannot be."""
        from halfmove.core.history import History
        from halfmove.games.chess import uci_action
        from halfmove.games.registry import game

        if threading.current_thread() is not self._preparing:
            self._end_thinking()
            if self._preparing.is_alive():
                self._preparing.join()
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], words[at + 1 :]
        if not start or start[0] not in (START, "fen"):
            raise BadInput("position: 'startpos' or 'fen' is missing.")
        text = "start" if start[0] == START else " ".join(start[1:])
        on = self._history
        if on is None or text != self._start or self._moves != moves[: len(self._moves)]:
            chess = game("chess", chess960=self._options.true("UCI_Chess960"))
            on = History(chess, chess.parse(text))
            played: list[str] = []
        else:
            played = list(self._moves)
        before = len(played)
        try:
            for move in moves[before:]:
                # a controller may go on where the rules would have ended the game
                on.append(uci_action(on.game, on.state, move))
                played.append(move)
        except BadInput as error:
            if on is self._history:
                for _ in played[before:]:
                    on.undo()
            raise BadInput(f"position: {error} Nothing is changed.") from None
        self._history, self._start, self._moves = on, text, played

    def _go(self, words: list[str]) -> None:
        began = time.perf_counter()
        self._end_thinking()
        self._ready()
        if self._engine is None or self._history is None:
            raise BadInput("There is no position to search.")
        command = go(words)
        self._think(command, began)

    def _think(self, command: Go, began: float) -> None:
        from halfmove.games.chess import uci_action, uci_text
        from halfmove.protocols.uci.server.limits import limit_of, times_of
        from halfmove.protocols.uci.server.thinking import Thinking

        assert self._history is not None
        assert self._engine is not None
        history = self._history
        only = []
        for move in command.moves:
            try:
                only.append(uci_action(history.game, history.state, move))
            except BadInput as error:
                self.say(f"info string searchmoves: {error}")
        elo = self._options.number("UCI_Elo") if self._options.true("UCI_LimitStrength") else None
        self._thinking = Thinking(
            self._engine,
            history,
            command,
            times_of(command, history, self._options.number("Move Overhead") / 1000),
            limit=limit_of(command, None if elo == STRONGEST else elo),
            lines=self._options.number("MultiPV"),
            threads=self._options.number("Threads") if elo is None else 1,
            only=only or None,
            text=lambda action: uci_text(history.game, history.state, action),
            say=self.say,
            began=began,
        )

    def _stop(self, words: list[str]) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _ponderhit(self, words: list[str]) -> None:
        if self._thinking is not None:
            self._thinking.ponderhit()

    def _end_thinking(self) -> None:
        """Stop a search that goes on, and have its answer."""
        thinking, self._thinking = self._thinking, None
        if thinking is not None:
            thinking.stop()
            thinking.wait()

    def _show(self, words: list[str]) -> None:
        """Not in the specification, but in most engines: the position, for a person."""
        if self._preparing.is_alive():
            self._preparing.join()
        if self._history is not None:
            game, state = self._history.game, self._history.state
            for row in [*game.show(state).splitlines(), "", f"Fen: {game.position_text(state)}"]:
                self.say(row)
