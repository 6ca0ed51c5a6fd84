"""Asking a UCI engine through python-chess, with bounds on what it may write and how long it may take.

python-chess speaks the protocol; it reads whatever an engine writes and waits as long as it is told to.  Here
its output is counted, every wait has an end, and what went wrong becomes a `PlayerFault`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from typing import TYPE_CHECKING, Any

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.errors import BadInput
from halfmove.protocols.leash import FLOOD, LINE, end_group, leashed

if TYPE_CHECKING:
    import chess
    import chess.engine


def engine_module() -> Any:
    """python-chess's engine module; `BadInput` where it is not installed."""
    try:
        import chess.engine
    except ImportError:
        raise BadInput(
            "Engines over UCI need the package chess (python-chess): pip install 'halfmove[arena]'."
        ) from None
    return chess.engine


def _protocol() -> Any:
    """python-chess's protocol with a count of what the engine writes."""
    engine = engine_module()

    class Bounded(engine.UciProtocol):  # type: ignore[misc, name-defined]
        unread = 0
        flooded = False
        last_error = ""

        def pipe_data_received(self, fd: int, data: bytes | str) -> None:
            self.unread += len(data)
            if self.unread > FLOOD or len(self.buffer[fd]) > LINE:
                if not self.flooded:
                    self.flooded = True
                    end_group(self.transport.get_pid())
                return
            super().pipe_data_received(fd, data)

        def send_line(self, line: str) -> None:
            self.unread = 0
            super().send_line(line)

        def error_line_received(self, line: str) -> None:
            self.last_error = line[:300] or self.last_error

    return Bounded


class Client:
    """A UCI engine that is running; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str], patience: float) -> None:
        engine = engine_module()
        logging.getLogger("chess.engine").setLevel(logging.CRITICAL)  # its warnings become our faults
        self._chess = engine
        try:
            self._engine: chess.engine.SimpleEngine = engine.SimpleEngine.popen(
                _protocol(), leashed(words), timeout=patience, start_new_session=True
            )
        except TimeoutError:
            raise PlayerFault(Fault.START, f"has not said uciok within {patience:g} s") from None
        except engine.EngineTerminatedError as error:
            raise PlayerFault(Fault.START, f"ends before it says uciok: {error}") from None
        except engine.EngineError as error:
            raise PlayerFault(Fault.START, f"does not speak UCI: {error}") from None
        except OSError as error:
            raise PlayerFault(Fault.START, f"does not start: {error.strerror}") from None
        self._protocol: Any = self._engine.protocol
        self._pid = self._engine.transport.get_pid()

    @property
    def options(self) -> Any:
        """The engine's options by name, as python-chess describes them."""
        return self._protocol.options

    @property
    def title(self) -> str:
        """The engine's own name."""
        return str(self._protocol.id.get("name", ""))

    def configure(self, options: dict[str, Any], patience: float) -> None:
        """Set options; `BadInput` for one that python-chess keeps to itself or that has no such value."""
        try:
            self._wait(self._protocol.configure(options), patience)
            self._wait(self._protocol.ping(), patience)
        except self._chess.EngineError as error:
            raise BadInput(f"The engine {self.title} does not take these options: {error}.") from None

    def begin(self, board: chess.Board, game: object, patience: float) -> None:
        """A new game, so that the engine is ready for it before its clock starts."""
        limit = self._chess.Limit(depth=1)
        try:
            self._wait(self._protocol.analyse(board, limit, game=game), patience)
        except self._chess.EngineError as error:
            raise PlayerFault(Fault.START, f"is not ready for a game: {error}") from None

    def play(
        self, board: chess.Board, limit: chess.engine.Limit, game: object, *, ponder: bool, patience: float
    ) -> chess.engine.PlayResult:
        """The engine's move, and what it says of the position."""
        try:
            return self._wait(  # type: ignore[no-any-return]
                self._protocol.play(board, limit, game=game, info=self._chess.INFO_ALL, ponder=ponder),
                patience,
            )
        except self._chess.EngineError as error:
            said = str(error)
            fault = Fault.ILLEGAL if "illegal" in said else Fault.NONSENSE
            raise PlayerFault(fault, f"gives no move: {said}") from None

    def _wait(self, coroutine: Any, patience: float) -> Any:
        """The coroutine's result, run in the client's own event loop."""
        future: Future[Any] = asyncio.run_coroutine_threadsafe(coroutine, self._protocol.loop)
        try:
            return future.result(patience)
        except (Late, TimeoutError):
            if self._protocol.flooded:
                raise self._ended() from None
            raise PlayerFault(Fault.HANG, "does not answer") from None
        except (self._chess.EngineTerminatedError, BrokenPipeError, ConnectionError):
            raise self._ended() from None

    def _ended(self) -> PlayerFault:
        if self._protocol.flooded:
            return PlayerFault(Fault.FLOOD, f"wrote more than {FLOOD >> 20} MB, or a line without end")
        code = self._protocol.returncode
        status = code.result() if code.done() and not code.cancelled() else None
        how = "ends" if status is None else f"ends with exit status {status}"
        if status is not None and status < 0:
            how = f"is ended by signal {-status}"
        last = self._protocol.last_error
        return PlayerFault(Fault.CRASH, f"{how}{f' ({last})' if last else ''}")

    def close(self, *, courtesy: float = 1.0) -> None:
        """Ask the engine to quit, and see to it: the process, its children and the event loop are gone."""
        loop = self._protocol.loop
        if not loop.is_closed() and not self._protocol.returncode.done():
            with contextlib.suppress(Exception):  # whatever it says: it is killed next
                asyncio.run_coroutine_threadsafe(self._protocol.quit(), loop).result(courtesy)
        end_group(self._pid)
        with contextlib.suppress(Exception):
            self._engine.returncode.result(5.0)
        self._engine.close()
