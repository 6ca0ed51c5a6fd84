"""Asking a USI engine: its options, a new game, and a move."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from halfmove.arena.player import Fault, PlayerFault
from halfmove.core.numbers import MOST_SEED, read_whole
from halfmove.protocols.engine_process import EngineProcess, late, printable
from halfmove.protocols.uci.bounded import Infos

KINDS = ("check", "spin", "combo", "button", "string", "filename")


class EngineOption(NamedTuple):
    """An option as the engine announces it."""

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    var: tuple[str, ...] = ()


def read_option(line: str) -> EngineOption | None:
    """The option of a line `option name USI_Hash type spin default 16 min 1 max 1024`; None for what is
    none.  A name may have blanks, and so may a default and a choice."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words[3:]:
        return None
    at = words.index("type", 3)
    said: dict[str, list[str]] = {"default": [], "min": [], "max": []}
    choices: list[list[str]] = []
    into: list[str] = []
    for word in words[at + 2 :]:
        if word in said:
            into = said[word]
        elif word == "var":
            into = []
            choices.append(into)
        else:
            into.append(word)
    kind = words[at + 1] if at + 1 < len(words) else ""
    if kind not in KINDS:
        return None
    least, most = (read_whole(" ".join(said[name]), -MOST_SEED, MOST_SEED) for name in ("min", "max"))
    default = " ".join(said["default"])
    return EngineOption(" ".join(words[2:at]), kind, default, least, most, tuple(map(" ".join, choices)))


class Answer(NamedTuple):
    """What an engine plays, and what it said of the position."""

    move: str
    infos: list[str]
    """The last words on the main variation, each line overruling those before it."""


class Client:
    """A USI engine that is running; every method may raise `PlayerFault`."""

    def __init__(self, words: list[str], patience: float) -> None:
        self._process = EngineProcess(words)
        self._faulty = False
        self._stray = ""
        self.title = ""
        self.options: dict[str, EngineOption] = {}
        try:
            self._greet(patience)
        except BaseException:
            self.close()
            raise

    def _greet(self, patience: float) -> None:
        """`usi`, to which an engine says who it is and which options it has."""
        deadline = time.monotonic() + patience
        try:
            self._process.send("usi")
            while (line := self._hear(deadline).strip()) != "usiok":
                if line == "usi":
                    raise PlayerFault(Fault.NONSENSE, "repeats what it is told, as no USI engine does")
                if line.startswith("id name "):
                    self.title = printable(line.removeprefix("id name ").strip())
                elif (option := read_option(line)) is not None:
                    self.options[option.name] = option
                elif line and not line.startswith(("id ", "info ")):
                    self._stray = line
        except PlayerFault as fault:
            raise late(fault, "said usiok", patience, self._stray or self._process.complaint) from None

    def configure(self, options: Mapping[str, Any]) -> None:
        """Set options, each by its value as `uci.options.checked` gives it."""
        for name, value in options.items():
            text = str(value).lower() if isinstance(value, bool) else value
            self._send(f"setoption name {name}" + ("" if value is None else f" value {text}"))

    def begin(self, patience: float) -> None:
        """A new game, once the engine is ready."""
        self._send("isready")
        deadline = time.monotonic() + patience
        try:
            while self._hear(deadline).strip() != "readyok":
                pass
        except PlayerFault as fault:
            raise late(fault, "said readyok", patience) from None
        self._send("usinewgame")

    def play(self, position: str, go: str, patience: float) -> Answer:
        """The engine's move in a position, both as USI has them."""
        deadline = time.monotonic() + patience
        infos = Infos()
        self._send(f"position {position}")
        self._send(f"go {go}")
        while True:
            line = self._hear(deadline)
            if line.startswith("info "):
                infos.note(line.encode())
            elif line.split(None, 1)[:1] == ["bestmove"]:
                move = line.split()[1] if len(line.split()) > 1 else ""
                return Answer(move, [told.decode() for told in infos.told()])

    def _send(self, line: str) -> None:
        try:
            self._process.send(line)
        except PlayerFault:
            self._faulty = True
            raise

    def _hear(self, deadline: float) -> str:
        try:
            return self._process.receive(deadline)
        except PlayerFault:
            self._faulty = True
            raise

    def close(self) -> None:
        """Ask the engine to quit, unless it has been at fault, and see to it."""
        if not self._faulty:
            with contextlib.suppress(PlayerFault):
                self._process.send("quit")
        self._process.close(courtesy=0.0 if self._faulty else 1.0)
