"""UCI told by a controller that overtakes its own searches, and counts the answers.

Three kinds of rounds: games whose `go` are overtaken by `stop`, `ponderhit`, `position`, `setoption` or another
`go` at random moments; broken lines; very short searches, one after the other.  After each round every `go`
must have been answered by one `bestmove`, a legal one wherever the position is known.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Collection

import chess

from fuzz.lines import batch, listed
from fuzz.memory import resident
from fuzz.process import Broken, Process
from fuzz.uci import PROTOCOL, due


class Engine:
    """A process whose every `go` is answered by a legal move."""

    def __init__(self) -> None:
        self.process = Process(PROTOCOL.words)
        self.counts: Counter[str] = Counter()
        self.due: deque[Collection[str] | None] = deque()
        """For each `go` that is not answered yet the moves that would be legal; None: not known."""
        self.last: deque[str] = deque(maxlen=40)

    def send(self, line: str, legal: Collection[str] | None = None) -> None:
        """Say a line; `legal`: the moves that may answer it, where it is a `go`."""
        if due(line) == "bestmove":
            self.due.append(legal)
            self.counts["go"] += 1
        self.last.append(line)
        self.process.send(line)

    def hear(self) -> str:
        """The next line, counted; a move is one that may answer."""
        line = self.process.hear()
        word = line.split(None, 1)[0] if line.strip() else ""
        self.counts[word] += 1
        if word == "bestmove":
            if not self.due:
                raise Broken(f"One answer too many: {line}")
            legal, move = self.due.popleft(), line.split()[1]
            if legal is not None and move not in (legal or {"(none)"}):
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
    board = chess.Board()
    for _ in range(dice.randrange(30)):
        if not list(board.legal_moves):
            break
        board.push(dice.choice(list(board.legal_moves)))
    start = "fen " + board.fen() if dice.random() < 0.5 else "startpos"
    moves = [] if start != "startpos" else [move.uci() for move in board.move_stack]
    for _ in range(dice.randint(3, 10)):
        legal = {move.uci() for move in board.legal_moves}
        engine.send(f"position {start}" + (f" moves {' '.join(moves)}" if moves else ""))
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            words, choice = bounds(dice, sorted(legal))
            engine.send(f"go {words}", choice)
            for _ in range(dice.randrange(4)):
                wait(dice)
                engine.send(dice.choice(OVERTAKING))
        wait(dice)
        if not legal:
            break
        move = dice.choice(sorted(legal))
        board.push_uci(move)
        moves.append(move)


OVERTAKING = listed("""
    stop; stop; ponderhit; ponderhit; isready; isready; ucinewgame; setoption name Clear Hash;
    setoption name Hash value 1; setoption name Hash value 4; setoption name Threads value 2;
    setoption name Threads value 1; setoption name MultiPV value 3; setoption name MultiPV value 1;
    setoption name UCI_LimitStrength value true; setoption name UCI_LimitStrength value false; debug on;
    debug off; d; uci; position; position startpos moves e2e5
""")
BOUNDS = listed("""
    infinite; ponder wtime 100 btime 100; ponder movetime 10; ; depth 3; depth 1; nodes 500; movetime 5;
    wtime 20 btime 20; wtime -3 btime 0 winc 0 binc 1; wtime 50 btime 50 movestogo 1; mate 1; mate -2;
    infinite mate 3
""")


def bounds(dice: random.Random, legal: list[str]) -> tuple[str, set[str]]:
    """The words of a `go`, and the moves that may answer it."""
    words = dice.choice(BOUNDS)
    if legal and dice.random() < 0.2:
        some = dice.choices(legal, k=dice.randint(1, 3))
        return f"{words} searchmoves {' '.join(some)}", set(some)
    return words, set(legal)


def wait(dice: random.Random) -> None:
    """No time at all, mostly; else up to some milliseconds."""
    if dice.random() < 0.4:
        time.sleep(dice.choice((0.0002, 0.001, 0.004, 0.02)) * dice.random())


def rubbish(engine: Engine, dice: random.Random) -> None:
    """Broken lines, some of them very long; then the options are as they were."""
    for line in (*batch(PROTOCOL, dice.randint(5, 40), dice), "x" * 100_000):
        engine.send(line)
        wait(dice)
    names = "Hash value 4; MultiPV value 1; Threads value 1; UCI_Chess960 value false; OwnBook value false"
    engine.sync(*(f"setoption name {option}" for option in listed(names)))


def flurry(engine: Engine, dice: random.Random) -> None:
    """Searches of a millisecond or so, one after the other."""
    board = chess.Board()
    for _ in range(50):
        legal = {move.uci() for move in board.legal_moves}
        if not legal:
            return
        moves = " ".join(move.uci() for move in board.move_stack)
        engine.send(f"position startpos moves {moves}" if moves else "position startpos")
        engine.send(f"go {dice.choice(('movetime 1', 'nodes 50', 'depth 2', 'wtime 3 btime 3'))}", legal)
        while engine.due:
            engine.hear()
        board.push_uci(dice.choice(sorted(legal)))


def run(seconds: float, seed: int) -> tuple[Counter[str], float, float]:
    """Rounds for so long; what was counted, and MB of memory after the first rounds and at the end."""
    dice, engine = random.Random(seed), Engine()
    try:
        engine.sync("uci", "setoption name Hash value 4")
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


def campaign(minutes: float, seed: int) -> None:
    """The same, told."""
    counts, first, last = run(60 * minutes, seed)
    print(f"searches {counts['go']}, answers {counts['bestmove']}, lines of info {counts['info']}")
    print(f"memory {first:.0f} MB after the first rounds, {last:.0f} MB at the end; seed {seed}")
