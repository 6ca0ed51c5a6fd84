"""`halfmove sample`: positions where searches end, to fit weights to."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage
from halfmove.core.numbers import MOST_SEED, MOST_STEPS

if TYPE_CHECKING:
    from halfmove.arena.player import Choice, Player
    from halfmove.core.contract import Game
    from halfmove.core.history import History


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove sample`."""

    game: Annotated[str, usage.Argument(metavar="GAME", help="chess or checkers: it has weights to tune.")]
    output: Annotated[str, usage.Argument(metavar="FILE.epd", help="Written on where it exists.")]
    judge: Annotated[
        str, usage.Option(metavar="PLAYER", help="Who says what a position is worth, such as uci:stockfish.")
    ]
    nodes: Annotated[str, usage.Option(metavar="N", help="Nodes for each of its judgements.")] = "1200"
    opponent: Annotated[
        str | None,
        usage.Option(metavar="PLAYER", help="Who has one side in two games of three, at 3,000 nodes a move."),
    ] = None
    positions: Annotated[str, usage.Option(metavar="N", help="End when the file has so many.")] = "10000"
    seed: Annotated[str, usage.Option(metavar="N", help="Of openings and lines.")] = "0"
    json: options.Json = False


@options.takes(Options)
def sample(typed: Options) -> None:
    """Sample positions where the engine's searches end, in games it plays, each with what a judge says of it.

    An engine errs most about the positions that its own search seeks out; weights fitted to games alone do
    not learn that. What is sampled is written at once, Ctrl-C ends it, and the same command goes on.
    Then: `halfmove tune chess games.pgn ends.epd`.

    Example: halfmove sample chess ends.epd --judge uci:stockfish --positions 100000
    """
    from halfmove.cli.options import whole

    conduct(
        Request(
            typed.game,
            typed.output,
            typed.judge,
            whole(typed.nodes, "--nodes", most=MOST_STEPS) or 1200,
            typed.opponent,
            whole(typed.positions, "--positions") or 10_000,
            whole(typed.seed, "--seed", least=0, most=MOST_SEED) or 0,
            typed.json,
        )
    )


MOVE_NODES = 3_000
"""Of an opponent's moves."""


@dataclass(frozen=True)
class Request:
    """What the options ask for."""

    game: str
    output: str
    judge: str
    nodes: int
    opponent: str | None
    positions: int
    seed: int
    json: bool


def conduct(request: Request) -> None:
    """Sample until the file has as many positions as were asked for, or Ctrl-C."""
    from halfmove.cli.tune import tunable_game
    from halfmove.core.errors import BadInput

    game = tunable_game(request.game)
    target = Path(request.output).expanduser()
    if target.suffix != ".epd":
        raise BadInput(f"The positions are written as EPD: '{request.output}' should end in .epd.")
    from halfmove.cli.progress import Progress, Stopping
    from halfmove.learn.tuning.ends import ends, line_of, read_ends

    before = sum(len(group) for group in read_ends(game, target)) if target.exists() else 0
    had = before
    with ExitStack() as stack:
        judge = stack.enter_context(_Asked(game, request.judge, request.nodes))
        opponent = None
        if request.opponent is not None:
            opponent = stack.enter_context(_Asked(game, request.opponent, MOVE_NODES))
        try:
            out = stack.enter_context(target.open("a", encoding="utf-8"))
        except OSError as error:
            raise BadInput(f"'{request.output}' cannot be written: {error.strerror}.") from None
        stopping = stack.enter_context(Stopping())
        progress = stack.enter_context(Progress("sampling"))
        mover = opponent.action if opponent is not None else None
        found = ends(game, judge.pawns, opponent=mover, seed=request.seed + before)
        while before < request.positions and not stopping.asked:
            out.write(line_of(game, next(found)) + "\n")
            out.flush()
            before += 1
            if before % 50 == 0:
                progress.say(f"{before:,} of {request.positions:,} positions")
    if request.json:
        from halfmove.cli.terminal import print_json

        print_json({"positions": before, "new": before - had, "interrupted": stopping.asked})
    else:
        stopped = ", stopped: the same command goes on" if stopping.asked else ""
        print(f"{before:,} positions in {request.output}, {before - had:,} of them new{stopped}.")
    if stopping.asked:
        raise SystemExit(130)


class _Asked:
    """A player that is asked about single positions."""

    def __init__(self, game: Game, line: str, nodes: int) -> None:
        from halfmove.arena.clock import Budget
        from halfmove.arena.description import describe
        from halfmove.arena.players.registry import player
        from halfmove.core.limit import Limit

        self._game, self._budget = game, Budget(Limit(nodes=nodes))
        self._player: Player = player(describe(line))
        self._player.check(game)

    def __enter__(self) -> _Asked:
        self._player.start()
        self._player.new_game(self._game, 0, 0)
        return self

    def __exit__(self, *error: object) -> None:
        self._player.close()

    def _choice(self, history: History) -> Choice:
        return self._player.choose(history, self._budget)

    def pawns(self, history: History) -> float | None:
        """What the position is worth to the player to move; None where that is a mate."""
        choice = self._choice(history)
        return None if choice.mate is not None else choice.value

    def action(self, history: History) -> Any:
        """Its move."""
        return self._choice(history).action
