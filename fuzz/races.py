"""UCI, or USI, told by a controller that overtakes its own searches, and counts the answers.

Three kinds of rounds: games whose `go` are overtaken by `stop`, `ponderhit`, `position`, `setoption` or another
`go` at random moments; broken lines; very short searches, one after the other.  After each round every `go`
must have been answered by one `bestmove`, a legal one wherever the position is known, or by one `checkmate`
where a mate was asked for, in the order in which they were said.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol as Shape

import chess

from fuzz import uci, usi
from fuzz.lines import Protocol, batch, listed
from fuzz.memory import resident
from fuzz.process import Broken, Process
from halfmove.core.dialects import usi_dialect
from halfmove.core.history import History
from halfmove.games.registry import game


class Board(Shape):
    """A game in progress, as the controller knows it."""

    moves: list[str]

    def legal(self) -> list[str]:
        """The moves that may be played, in the protocol's words."""

    def play(self, move: str) -> None:
        """Play one of them."""

    def position(self) -> str:
        """The position without a past, after its word: `fen …`."""


class ChessBoard:
    """Chess by python-chess."""

    def __init__(self) -> None:
        self._board = chess.Board()
        self.moves: list[str] = []

    def legal(self) -> list[str]:
        """As in `Board`."""
        return sorted(move.uci() for move in self._board.legal_moves)

    def play(self, move: str) -> None:
        """As in `Board`."""
        self._board.push_uci(move)
        self.moves.append(move)

    def position(self) -> str:
        """As in `Board`."""
        return "fen " + self._board.fen()


class ShogiBoard:
    """Shogi by our own rules, interpreted: what is looked for here are lost and doubled answers."""

    def __init__(self) -> None:
        self._history = History(game("shogi", notation="usi"))
        self.moves: list[str] = []

    def legal(self) -> list[str]:
        """As in `Board`."""
        rules, state = self._history.game, self._history.state
        return [] if self._history.over else [rules.action_text(state, a) for a in rules.actions(state)]

    def play(self, move: str) -> None:
        """As in `Board`."""
        self._history.play(self._history.game.parse_action(self._history.state, move))
        self.moves.append(move)

    def position(self) -> str:
        """As in `Board`."""
        dialect = usi_dialect(self._history.game)
        assert dialect is not None
        return "sfen " + dialect.position_text(self._history.state)


@dataclass(frozen=True)
class Racing:
    """How a protocol is raced."""

    protocol: Protocol
    board: Callable[[], Board]
    overtaking: Sequence[str]
    bounds: Sequence[str]
    quick: Sequence[str]
    """Bounds of searches of a millisecond or so."""
    settled: Sequence[str]
    """The options as they are after broken lines."""
    no_move: str


SHARED = listed("""
    stop; stop; ponderhit; ponderhit; isready; isready; setoption name MultiPV value 3;
    setoption name MultiPV value 1; debug on; debug off; d; position; setoption name Threads value 2;
    setoption name Threads value 1
""")
SHARED_BOUNDS = listed("infinite; ponder movetime 10; ; depth 3; depth 1; nodes 500; movetime 5")
RACED = {
    "uci": Racing(
        protocol=uci.PROTOCOL,
        board=ChessBoard,
        overtaking=SHARED
        + listed("""
            ucinewgame; setoption name Clear Hash; setoption name Hash value 1; setoption name Hash value 4;
            setoption name UCI_LimitStrength value true; setoption name UCI_LimitStrength value false; uci;
            position startpos moves e2e5
        """),
        bounds=SHARED_BOUNDS
        + listed("""
            ponder wtime 100 btime 100; wtime 20 btime 20; wtime -3 btime 0 winc 0 binc 1;
            wtime 50 btime 50 movestogo 1; mate 1; mate -2; infinite mate 3
        """),
        quick=listed("movetime 1; nodes 50; depth 2; wtime 3 btime 3"),
        settled=listed("""
            Hash value 4; MultiPV value 1; Threads value 1; UCI_Chess960 value false; OwnBook value false
        """),
        no_move="(none)",
    ),
    "usi": Racing(
        protocol=usi.PROTOCOL,
        board=ShogiBoard,
        overtaking=SHARED
        + listed("""
            usinewgame; setoption name ClearHash; setoption name USI_Hash value 1; usi; gameover draw;
            setoption name USI_Hash value 4; position startpos moves 7g7e; go mate infinite; go mate 2;
            position sfen 9/9/9/9/4k4/9/9/9/K8 b 2R2B4L17P4g4s4n 1
        """),
        bounds=SHARED_BOUNDS
        + listed("""
            ponder btime 100 wtime 100; btime 20 wtime 20; btime 0 wtime 0 byoyomi 5; byoyomi 3; mate;
            mate 1; mate 5; mate infinite; infinite mate 3
        """),
        quick=listed("movetime 1; nodes 50; depth 2; byoyomi 2; mate 2"),
        settled=listed("USI_Hash value 4; MultiPV value 1; Threads value 1; Impasse value 27"),
        no_move="resign",
    ),
}
"""By name; another protocol is another row."""


class Engine:
    """A process whose every `go` is answered by a legal move, or by a mate if one is asked for."""

    def __init__(self, racing: Racing) -> None:
        self.racing = racing
        self.process = Process(racing.protocol.words)
        self.counts: Counter[str] = Counter()
        self.due: deque[tuple[str, Collection[str] | None]] = deque()
        """For each `go` that is not answered yet the word that answers, and the moves that would be legal;
        None: not known."""
        self.last: deque[str] = deque(maxlen=40)

    def send(self, line: str, legal: Collection[str] | None = None) -> None:
        """Say a line; `legal`: the moves that may answer it, where it is a `go`."""
        word = self.racing.protocol.due(line)
        if word in ("bestmove", "checkmate"):
            self.due.append((word, legal))
            self.counts["go"] += 1
        self.last.append(line)
        self.process.send(line)

    def hear(self) -> str:
        """The next line, counted; a move is one that may answer."""
        line = self.process.hear()
        word = line.split(None, 1)[0] if line.strip() else ""
        self.counts[word] += 1
        if word in ("bestmove", "checkmate"):
            if not self.due:
                raise Broken(f"One answer too many: {line}")
            expected, legal = self.due.popleft()
            if word != expected:
                raise Broken(f"{line!r} answers a search for a {expected}")
            move = line.split()[1]
            if word == "checkmate" and move in ("nomate", "timeout"):
                return line
            if legal is not None and move not in (legal or {self.racing.no_move}):
                raise Broken(f"{move} is not legal")
        return line

    def sync(self, *before: str) -> None:
        """Until it has done all that it was told, and these."""
        for line in (*before, "stop"):
            self.send(line)
        while self.due:
            self.hear()
        self.send("isready")
        while self.hear() != "readyok":
            pass


# ---- rounds
def races(engine: Engine, dice: random.Random) -> None:
    """One game whose every `go` is overtaken by something."""
    racing = engine.racing
    board = racing.board()
    for _ in range(dice.randrange(30)):
        if not (legal := board.legal()):
            break
        board.play(dice.choice(legal))
    start, played = ("startpos", 0) if dice.random() < 0.5 else (board.position(), len(board.moves))
    for _ in range(dice.randint(3, 10)):
        legal = board.legal()
        moves = " ".join(board.moves[played:])
        position = f"position {start}" + (f" moves {moves}" if moves else "")
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            engine.send(position)
            words, choice = bounds(racing, dice, legal)
            engine.send(f"go {words}", choice)
            for _ in range(dice.randrange(4)):
                wait(dice)
                engine.send(dice.choice(racing.overtaking))
        wait(dice)
        if not legal:
            break
        board.play(dice.choice(legal))


def bounds(racing: Racing, dice: random.Random, legal: list[str]) -> tuple[str, set[str]]:
    """The words of a `go`, and the moves that may answer it."""
    words = dice.choice(racing.bounds)
    if legal and "mate" not in words and dice.random() < 0.2:
        some = dice.choices(legal, k=dice.randint(1, 3))
        return f"{words} searchmoves {' '.join(some)}", set(some)
    return words, set(legal)


def wait(dice: random.Random) -> None:
    """No time at all, mostly; else up to some milliseconds."""
    if dice.random() < 0.4:
        time.sleep(dice.choice((0.0002, 0.001, 0.004, 0.02)) * dice.random())


def rubbish(engine: Engine, dice: random.Random) -> None:
    """Broken lines, some of them very long; then the options are as they were."""
    for line in (*batch(engine.racing.protocol, dice.randint(5, 40), dice), "x" * 100_000):
        engine.send(line)
        wait(dice)
    engine.sync(*(f"setoption name {option}" for option in engine.racing.settled))


def flurry(engine: Engine, dice: random.Random) -> None:
    """Searches of a millisecond or so, one after the other."""
    board = engine.racing.board()
    for _ in range(50):
        if not (legal := board.legal()):
            return
        moves = " ".join(board.moves)
        engine.send(f"position startpos moves {moves}" if moves else "position startpos")
        engine.send(f"go {dice.choice(engine.racing.quick)}", set(legal))
        while engine.due:
            engine.hear()
        board.play(dice.choice(legal))


def run(protocol: str, seconds: float, seed: int) -> tuple[Counter[str], float, float]:
    """Rounds for so long; what was counted, and MB of memory after the first rounds and at the end."""
    dice, engine = random.Random(seed), Engine(RACED[protocol])
    try:
        engine.sync(protocol, *(f"setoption name {option}" for option in engine.racing.settled))
        for _ in range(5):  # so that what is made once is there before the memory is looked at
            flurry(engine, dice)
            races(engine, dice)
            engine.sync()
        number = engine.process.process.pid
        first, began, told = resident(number), time.monotonic(), 0.0
        while (passed := time.monotonic() - began) < seconds:
            dice.choice((races, races, races, rubbish, flurry))(engine, dice)
            engine.sync()
            if passed - told > 60:
                told = passed
                print(
                    f"{passed:.0f} s: {engine.counts['go']} searches, {resident(number):.0f} MB", flush=True
                )
        last = resident(number)
        engine.process.end()
    except BaseException as error:
        engine.process.kill()
        if isinstance(error, Broken):
            raise Broken(f"{error}; {len(engine.due)} answers are due; {[*engine.last]}") from None
        raise
    return engine.counts, first, last


def campaign(protocol: str, minutes: float, seed: int) -> None:
    """The same, told."""
    counts, first, last = run(protocol, 60 * minutes, seed)
    print(
        f"searches {counts['go']}, answers {counts['bestmove'] + counts['checkmate']}, lines of info {counts['info']}"
    )
    print(f"memory {first:.0f} MB after the first rounds, {last:.0f} MB at the end; seed {seed}")
