"""The operation `sample`: positions where searches end, to fit weights to, each judged by a player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.arena.tuning.request import ABOUT_GAME, find_tunable_game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED, MOST_STEPS
from halfmove.core.operation import LOCAL_FACES, Text, Whole, Work, field, operation
from halfmove.core.operation.request import Request
from halfmove.core.progress import at
from halfmove.core.results import Result

if TYPE_CHECKING:
    from halfmove.arena.player import Choice, Player
    from halfmove.core.contract import Game
    from halfmove.core.history import History

MOVE_NODES = 3_000
"""Of an opponent's moves."""


class SampledData(TypedDict):
    """What a file of sampled positions has."""

    positions: Annotated[int, "All that the file has."]
    new: Annotated[int, "Those that were added."]
    interrupted: Annotated[bool, "Whether Ctrl-C ended it."]


@dataclass(frozen=True)
class Sampled(Result):
    """What a file of sampled positions has."""

    file: str
    positions: int
    new: int
    interrupted: bool

    def to_dict(self) -> SampledData:
        return {"positions": self.positions, "new": self.new, "interrupted": self.interrupted}

    def to_text(self) -> str:
        stopped = ", stopped: the same command goes on" if self.interrupted else ""
        return f"{self.positions:,} positions in {self.file}, {self.new:,} of them new{stopped}."


@operation(
    "sample",
    "Sample positions where searches end, to tune with.",
    doing="sampling",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class SampleRequest(Request):
    """Sample positions where the engine's searches end, in games it plays, each with a judge's evaluation.

    An engine errs most in the positions that its own search seeks out, and weights fitted to games alone
    do not learn from those. Samples are written at once; Ctrl-C stops, and the same command continues.
    Then: `halfmove tune chess games.pgn ends.epd`.

    Example: halfmove sample chess ends.epd --judge uci:stockfish --positions 100000
    """

    game: str = field(Text(word="GAME"), ABOUT_GAME, place=True)
    output: str = field(
        Text(word="FILE.epd"), "The file of positions; it is written on where it exists.", place=True
    )
    judge: str = field(Text(word="PLAYER"), "The player who judges positions, such as uci:stockfish.")
    nodes: int = field(Whole(1, MOST_STEPS), "Nodes for each judgement.", default=1200)
    opponent: str | None = field(
        Text(word="PLAYER"),
        "The player of one side in two games of three, at 3,000 nodes a move.",
        default=None,
        usual="nobody",
    )
    positions: int = field(Whole(), "Stop when the file has this many positions.", default=10_000)
    seed: int = field(Whole(0, MOST_SEED), "The seed of openings and lines.", default=0)

    def run(self, work: Work) -> Iterator[Sampled]:
        """The one result, once the file has as many positions as were asked for, or after Ctrl-C."""
        game = find_tunable_game(self.game)
        target = Path(self.output).expanduser()
        if target.suffix != ".epd":
            raise BadInput(f"The positions are written as EPD: '{self.output}' should end in .epd.")
        from halfmove.learn.tuning.ends import format_end, read_ends, sample_ends

        had = sum(len(group) for group in read_ends(game, target)) if target.exists() else 0
        count, interrupted = had, False
        with ExitStack() as stack:
            judge = stack.enter_context(_Judge(game, self.judge, self.nodes))
            mover = None
            if self.opponent is not None:
                mover = stack.enter_context(_Judge(game, self.opponent, MOVE_NODES)).action
            try:
                out = stack.enter_context(target.open("a", encoding="utf-8"))
            except OSError as error:
                raise BadInput(f"'{self.output}' cannot be written: {error.strerror}.") from None
            found = sample_ends(game, judge.evaluate, opponent=mover, seed=self.seed + had)
            try:
                while count < self.positions:
                    at(count, self.positions, unit="positions")
                    out.write(format_end(game, next(found)) + "\n")
                    out.flush()
                    count += 1
            except KeyboardInterrupt:
                interrupted = True
        yield Sampled(self.output, count, count - had, interrupted)


class _Judge:
    """A player that is asked about single positions."""

    def __init__(self, game: Game, line: str, nodes: int) -> None:
        from halfmove.arena.clock import Budget
        from halfmove.arena.description import describe
        from halfmove.arena.players.registry import player
        from halfmove.core.limit import Limit

        self._game, self._budget = game, Budget(Limit(nodes=nodes))
        self._player: Player = player(describe(line))
        self._player.check(game)

    def __enter__(self) -> _Judge:
        self._player.start()
        self._player.new_game(self._game, 0, 0)
        return self

    def __exit__(self, *error: object) -> None:
        self._player.close()

    def _choose(self, history: History) -> Choice:
        return self._player.choose(history, self._budget)

    def evaluate(self, history: History) -> float | None:
        """What the position is worth to the player to move; None where that is a mate."""
        choice = self._choose(history)
        return None if choice.mate is not None else choice.value

    def action(self, history: History) -> Any:
        """Its move."""
        return self._choose(history).action
