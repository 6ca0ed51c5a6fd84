"""What a user writes of games and searches, with types that checkers confirm."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import assert_type

import halfmove as hm


def analyses() -> None:
    """Games, positions, and what is thought of them."""
    game = hm.game("connect4", width=6, height=5)
    assert_type(game, hm.Game)
    analysis = hm.analyze(game, moves=["4", "4"], limit=hm.Limit(depth=4, seconds=1.5))
    assert_type(analysis, hm.Analysis)
    for line in analysis.lines:
        assert_type(line, hm.Line)
        print(line.score, line.action)
    print(analysis.best, analysis.nodes, analysis.to_text(), analysis.to_dict())
    session = hm.Session(game)
    print(session.analyze(game.initial(), limit=hm.Limit(nodes=1000)).best)


def searches() -> None:
    """The textbooks' searches, watched."""
    outcome = hm.alphabeta("tictactoe", depth=3, watch=hm.Counter())
    assert_type(outcome, hm.Outcome)
    print(outcome.value, outcome.action, outcome.nodes, hm.DIALECTS["knuth-moore"])
    recorder = hm.Recorder()
    hm.minimax(hm.game("nim"), depth=2, watch=recorder)
    trace = hm.trace("tictactoe", algorithm="alphabeta", depth=2)
    assert_type(trace, hm.Trace)
    trace.save(Path("tree.svg"))
    print(hm.count_positions(hm.game("tictactoe")), hm.perft("chess", depth=2).to_dict())


def play() -> None:
    """Matches, histories, hidden information."""
    result = hm.match("tictactoe", "minimax", "random", games=4)
    print(result.to_text(), result.to_dict())
    history = hm.History(hm.game("go", size=9))
    history.play(history.legal()[0])
    print(history.state, history.texts(), history.utility(0))
    solution = hm.regret("kuhn", iterations=100)
    assert_type(solution, hm.Solution)
    print(solution.value, solution.strategy, hm.exploitability("kuhn", solution.strategy))
    score = hm.Score.estimate(hm.game("tictactoe"), 0, 0.5)
    print(score, -score, score.proven, hm.win_in(3), hm.WIN)


@hm.kernel
def count(game: hm.Game, s: object, depth: int) -> int:
    """A kernel keeps its types."""
    return depth


def kernels() -> Iterator[Callable[..., int]]:
    """Machine code."""
    buffer = hm.Buffer(4)
    print(buffer[0], hm.bits.count(hm.bits.board(7)))
    yield count
