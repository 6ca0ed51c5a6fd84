"""Asking a UCI engine through python-chess, with bounds on what it may write and how long it may take.

python-chess speaks the protocol.  Here it gets an event loop of its own, in a thread that lives as long as
the engine; every wait has an end, and what goes wrong becomes a `PlayerFault`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as Late
from typing import TYPE_CHECKING, Any

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.errors import BadInput
from halfmove.protocols.engine_process import (
    ENDING,
    end_gently,
    end_group,
    ended,
    flooded,
    guarded,
    last_line,
    late,
    printable,
)
from halfmove.protocols.uci.bounded import bounded, engine_module

if TYPE_CHECKING:
    import chess
    import chess.engine


class Client:
    """A UCI engine that is running; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str], patience: float) -> None:
        self._chess = engine_module()
        # what it warns of are faults here, and told as such
        logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
        started: Future[Any] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(_live(guarded(words), started)), name=f"uci {words[0]}", daemon=True
        )
        self._thread.start()
        try:
            self._protocol: Any = started.result()
        except OSError as error:
            self._thread.join()
            raise PlayerFault(Fault.START, f"does not start: {error.strerror}") from None
        self._pid: int = self._protocol.transport.get_pid()
        self._faulty = False
        try:
            self._greet(patience)
        except BaseException:
            self.close()
            raise

    def _greet(self, patience: float) -> None:
        """`uci`, to which an engine says who it is and which options it has."""
        try:
            self._wait(self._protocol.initialize(), patience)
        except self._chess.EngineError as error:
            raise PlayerFault(Fault.START, f"does not speak UCI: {printable(str(error))}") from None
        except PlayerFault as fault:
            if self._protocol.echoes:
                raise PlayerFault(Fault.NONSENSE, "repeats what it is told, as no UCI engine does") from None
            instead = last_line(self._protocol.stray) or last_line(self._protocol.last_words)
            raise late(fault, "said uciok", patience, instead) from None

    @property
    def options(self) -> Any:
        """The engine's options by name, as python-chess describes them; case does not matter."""
        return self._protocol.options

    @property
    def title(self) -> str:
        """The engine's own name."""
        return printable(str(self._protocol.id.get("name", "")))

    def configure(self, options: dict[str, Any], patience: float) -> None:
        """Set options; `BadInput` for one that python-chess keeps to itself or that has no such value."""
        try:
            self._wait(self._protocol.configure(options), patience)
            self._ready(self._protocol.ping(), patience)
        except self._chess.EngineError as error:
            said = printable(str(error))
            raise BadInput(f"{self.title or 'The engine'} does not take these options: {said}.") from None

    def begin(self, game: object, patience: float) -> None:
        """A new game, so that the engine is ready for it before its clock starts."""

        async def told() -> None:
            self._protocol.game = game  # so that `play` does not say it again
            self._protocol._ucinewgame()
            await self._protocol.ping()

        self._ready(told(), patience)

    def _ready(self, coroutine: Coroutine[Any, Any, Any], patience: float) -> None:
        try:
            self._wait(coroutine, patience)
        except PlayerFault as fault:
            raise late(fault, "said readyok", patience) from None

    def play(
        self, board: chess.Board, limit: chess.engine.Limit, game: object, *, ponder: bool, patience: float
    ) -> chess.engine.PlayResult:
        """The engine's move, and what it says of the position."""
        info = self._chess.INFO_BASIC | self._chess.INFO_SCORE
        try:
            return self._wait(  # type: ignore[no-any-return]
                self._protocol.play(board, limit, game=game, info=info, ponder=ponder), patience
            )
        except self._chess.EngineError as error:
            said = printable(str(error))
            fault = Fault.ILLEGAL if "illegal" in said else Fault.NONSENSE
            raise PlayerFault(fault, f"gives no move: {said}") from None

    # ---- waiting
    def _wait(self, coroutine: Coroutine[Any, Any, Any], patience: float) -> Any:
        """The coroutine's result, run in the client's own event loop."""
        try:
            if self._protocol.returncode.done():
                raise RuntimeError("the loop is about to end, or has")
            future: Future[Any] = asyncio.run_coroutine_threadsafe(coroutine, self._protocol.loop)
        except RuntimeError:
            coroutine.close()
            raise self._ended() from None
        try:
            return future.result(patience)
        except (Late, TimeoutError):
            if self._protocol.flooded or self._protocol.returncode.done():
                raise self._ended() from None
            self._faulty = True
            raise PlayerFault(Fault.HANG, "does not answer") from None
        except (self._chess.EngineTerminatedError, CancelledError, BrokenPipeError, ConnectionError):
            raise self._ended() from None

    def _ended(self) -> PlayerFault:
        """The fault of an engine that is no more."""
        self._faulty = True
        protocol = self._protocol
        if protocol.flooded:
            return flooded()
        if protocol.broken is not None:
            what = printable(f"{type(protocol.broken).__name__}: {protocol.broken}")
            return PlayerFault(Fault.NONSENSE, f"writes what cannot be read ({what})")
        self._thread.join(1.0)  # so that its exit status is known
        done = protocol.returncode.done() and not protocol.silent
        return ended(protocol.returncode.result() if done else None, protocol.last_words)

    # ---- the end
    def close(self, *, courtesy: float = 1.0) -> None:
        """Ask the engine to quit, unless it has been at fault, and see to it: the process, all it has started
        and the event loop are gone.  Safe to call twice."""
        if not self._faulty and self._thread.is_alive():
            self._call(self._protocol.send_line, "quit")
            self._thread.join(courtesy)
        if self._thread.is_alive():
            end_gently(self._pid)
            self._thread.join(ENDING)
        if self._thread.is_alive():
            end_group(self._pid)
            self._call(self._protocol.transport.close)
            self._thread.join(ENDING)

    def _call(self, function: Any, *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has just ended
            self._protocol.loop.call_soon_threadsafe(function, *arguments)


async def _live(words: list[str], started: Future[Any]) -> None:
    """Start the engine, and stay as long as it does."""
    try:
        transport, protocol = await bounded().popen(words, start_new_session=True)
    except OSError as error:
        started.set_exception(error)
        return
    started.set_result(protocol)
    await protocol.returncode
    transport.close()
