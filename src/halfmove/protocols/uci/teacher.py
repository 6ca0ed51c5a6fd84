"""A UCI engine that judges positions by the hundred thousand, for a network to learn from.

A depth of 0 asks for its evaluation without a search, by `eval`, which UCI does not have but Stockfish does.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from halfmove.arena.player import PlayerFault
from halfmove.core.contract import Game
from halfmove.core.dialects import uci_dialect
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.words import read_rows
from halfmove.learn.evaluation.judges import MOST, UNJUDGED, Judgements, leave_out_won
from halfmove.protocols.engine_process import EngineProcess, command_line
from halfmove.search.alphabeta.samples import Rows

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds for one answer."""
AT_ONCE = 64
"""Evaluations that are asked for before the first is read: each is answered at once, so none can be mixed."""
EVALUATION = "Final evaluation"
"""How the line of `eval` begins: the evaluation in pawns to White, or `none` in check."""


class Teacher:
    """A running engine."""

    def __init__(self, game: Game, command: str, depth: int) -> None:
        """`BadInput` where it does not start or does not speak UCI."""
        dialect = uci_dialect(game)
        if dialect is None:
            raise Unsuitable(f"{game.title()} is not played over UCI, so no UCI engine can judge it.")
        self._game, self._dialect, self._depth = game, dialect, depth
        self._command = command
        self._process = self._trying(lambda: EngineProcess(command_line(command)))
        try:
            self._trying(self._greet)
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        self._process.send("uci")
        self._wait_for("uciok")
        if self._dialect.chess960:
            self._process.send("setoption name UCI_Chess960 value true")
        self._begin()

    def judge(self, states: Rows) -> Judgements:
        """See `Judge.judge`."""
        rebuilt = read_rows(self._game.initial(), states)
        judged = self._evaluate if self._depth == 0 else self._search
        return leave_out_won(self._game, self._trying(lambda: list(judged(rebuilt))))

    def _evaluate(self, states: Iterator[Any]) -> Iterator[int]:
        """By `eval`."""
        while together := list(islice(states, AT_ONCE)):
            texts = (self._dialect.position_text(state) for state in together)
            self._process.send("\n".join(f"position fen {text}\neval" for text in texts))
            for state in together:
                value = self._wait_for(EVALUATION).split()[2]
                try:
                    white = round(100 * float(value))
                except ValueError:  # `none`
                    yield UNJUDGED
                else:
                    yield white if self._game.to_move(state) == 0 else -white

    def values(self, states: Sequence[Any]) -> Sequence[float]:
        """By a search, in units, to the player to move; infinite where it says a mate."""
        found = self._trying(lambda: list(self._search(iter(states))))
        return [math.copysign(math.inf, value) if abs(value) == MOST else value / 100 for value in found]

    def _search(self, states: Iterator[Any]) -> Iterator[int]:
        """By a search so many plies deep; `MOST`, or as much below zero, for a mate."""
        for state in states:
            self._process.send(f"position fen {self._dialect.position_text(state)}\ngo depth {self._depth}")
            value = UNJUDGED
            while not (line := self._receive()).startswith("bestmove"):
                said = line.split()
                if said[:1] == ["info"] and "score" in said[:-2]:
                    kind, number = said[said.index("score") + 1 :][:2]
                    if kind in ("cp", "mate"):
                        value = int(number) if kind == "cp" else MOST if int(number) > 0 else -MOST
            yield value

    def forget(self) -> None:
        """See `Judge.forget`."""
        self._trying(self._begin)

    def _begin(self) -> None:
        self._process.send("ucinewgame")
        self._process.send("isready")
        self._wait_for("readyok")

    def close(self) -> None:
        """End it."""
        self._process.close()

    # ---- lines
    def _receive(self) -> str:
        return self._process.receive(time.monotonic() + PATIENCE)

    def _wait_for(self, beginning: str) -> str:
        while not (line := self._receive()).startswith(beginning):
            pass
        return line

    def _trying(self, act: Callable[[], T]) -> T:
        """What `act` gives; `BadInput` where the engine is at fault."""
        try:
            return act()
        except PlayerFault as fault:
            raise BadInput(f"The teacher '{self._command}' {fault}.") from None
