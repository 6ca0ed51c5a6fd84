"""python-chess's UCI protocol, between us and an engine that may write anything, and as much as it likes.

python-chess understands every line by itself, an `info` with a variation of 18 plies in 0.4 ms (version
1.11): an engine that floods its output starves it, and one that says much costs the time of whoever thinks
next.  So lines are sifted here first: what is no word of the protocol is dropped, of all `info` only what
counts is kept until `bestmove`, and everything that arrives is counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from halfmove.core.extras import need
from halfmove.protocols.engine_process import FLOOD, LAST_WORDS, LINE, end_gently

ANSWERS = 10_000
"""Answers (options, `readyok`, `bestmove`) between two commands; nobody reads more."""
FAREWELL = 1.0
"""Seconds after which an engine that has closed its output, but goes on, is ended."""

_ANSWERS = (b"id", b"option", b"uciok", b"readyok", b"bestmove")


def engine_module() -> Any:
    """python-chess's engine module; `BadInput` where it is not installed."""
    return need("chess.engine", "Engines over UCI need")


class Infos:
    """What an engine has said about the position it thinks about, as far as it counts."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def note(self, line: bytes) -> None:
        """Keep the line if it counts: the last exact score of the main variation, else the last bound on it;
        and the last count of nodes."""
        words = line.split(b" pv ", 1)[0].split()
        if b"string" in words or (b"multipv" in words and b"multipv 1" not in b" ".join(words)):
            return
        if b"score" in words:
            bound = b"lowerbound" in words or b"upperbound" in words
            self._kept["bound" if bound else "exact"] = line
            self._kept.pop("nodes", None)
        elif b"nodes" in words:
            self._kept["nodes"] = line

    def told(self) -> list[bytes]:
        """The lines that were kept, in the order in which each overrules those before it; and forget them."""
        kept, self._kept = self._kept, {}
        return [kept[kind] for kind in ("bound", "exact", "nodes") if kind in kept]


class Sieve:
    """What stands before the parser of python-chess's class for a UCI engine, of which it is a mixin."""

    transport: Any
    loop: Any
    _line_received: Callable[[str], None]

    def __init__(self) -> None:
        super().__init__()
        self.unread = 0
        self.answers = 0
        self.last_words = b""
        self.stray = b""
        """The last line that is no word of the protocol."""
        self.said = ""
        """The last command."""
        self.flooded = self.silent = self.echoes = False
        """Whether it was ended for writing too much; has closed its output; repeats what it is told."""
        self.broken: Exception | None = None
        """What python-chess made of something that it was not written for."""
        self._rest = b""
        self._infos = Infos()

    # ---- what comes
    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        if fd == 2:
            self.last_words = (self.last_words + data)[-LAST_WORDS:]
            return
        self.unread += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"info "):
                if b"score" in line or b"nodes" in line:
                    self._infos.note(line)
            elif (word := line.split(None, 1)[:1]) and word[0] in _ANSWERS:
                self._answered(line)
            elif word:
                self.stray = line
                if line.strip() == b"uci" and self.said == "uci":  # later, it may be an engine's log
                    self.echoes = True
                    self.end()
            if self.flooded or self.broken:
                return
        if self.unread > FLOOD or len(self._rest) > LINE:
            self._flood()

    def _answered(self, line: bytes) -> None:
        self.answers += 1
        if self.answers > ANSWERS:
            self._flood()
        elif line.split(None, 1)[0] == b"bestmove":
            for info in self._infos.told():
                self._hand_on(info)
            self._hand_on(line)
        else:
            self._hand_on(line)

    def _hand_on(self, line: bytes) -> None:
        try:
            self._line_received(line.decode(errors="replace").strip().replace("\x00", ""))
        except Exception as error:  # noqa: BLE001  an engine may write what nobody has thought of
            self.broken = error
            self.end()

    def _flood(self) -> None:
        self.flooded = True
        self.end()

    # ---- what goes
    def send_line(self, line: str) -> None:
        self.unread = self.answers = 0
        self.said = line
        super().send_line(line)  # type: ignore[misc]

    # ---- the end
    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1 and self.transport.get_returncode() is None:
            self.loop.call_later(FAREWELL, self._fall_silent)

    def _fall_silent(self) -> None:
        if self.transport.get_returncode() is None:
            self.silent = True
            self.end()

    def end(self) -> None:
        """End the engine and all it has started; python-chess then hears that it is gone."""
        end_gently(self.transport.get_pid())


@lru_cache(maxsize=1)
def bounded() -> Any:
    """python-chess's class for a UCI engine, with the sieve before its parser."""
    return type("Bounded", (Sieve, engine_module().UciProtocol), {})
