"""A controller that says whatever it likes, whenever it likes, and counts the answers.

By hand, for some minutes: `python tests/uci_fuzz.py --minutes 10 --seed 1`.  Three kinds of rounds: games
whose `go` are overtaken by `stop`, `ponderhit`, `position`, `setoption` or another `go` at random moments;
broken lines; very short searches, one after the other.  After each round every `go` must have been answered
by one `bestmove`, a legal one wherever the position is known.
"""

import argparse
import queue
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import chess

COMMAND = [sys.executable, "-m", "halfmove.cli.main", "uci"]
KNOWN = "uci isready setoption ucinewgame position go stop ponderhit debug register d quit"
PATIENCE = 60.0
"""Seconds after which an engine that does not answer is said to hang."""


class Broken(AssertionError):
    """The engine did what no engine may do."""


class Engine:
    """A process that is told lines, and whose answers are counted."""

    def __init__(self, command=COMMAND):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self.said = queue.SimpleQueue()
        self.counts = Counter()
        self.due = []
        """For each `go` that is not answered yet the moves that would be legal; None: not known."""
        self.last = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.said.put(line.decode("utf-8", "replace").strip())
        self.said.put(None)

    def send(self, line):
        self.last = [*self.last[-40:], line]
        try:
            self.process.stdin.write(line.encode("utf-8", "surrogateescape") + b"\n")
        except OSError:
            raise self._ended() from None

    def _ended(self):
        return Broken(f"It ended: {self.process.wait()}, {self.process.stderr.read()}; {self.last}")

    def go(self, words, legal):
        """Say `go …`; `legal`: the moves that may answer it."""
        self.due.append(legal)
        self.counts["go"] += 1
        self.send(f"go {words}".strip())

    def hear(self, seconds=PATIENCE):
        try:
            line = self.said.get(timeout=seconds)
        except queue.Empty:
            raise Broken(f"It hangs: {len(self.due)} answers are due; {self.last}") from None
        if line is None:
            raise self._ended()
        if "own error" in line:
            raise Broken(f"{line}; {self.last}")
        word = line.split(None, 1)[0] if line else ""
        self.counts[word] += 1
        if word == "bestmove":
            if not self.due:
                raise Broken(f"One answer too many: {line}; {self.last}")
            legal, move = self.due.pop(0), line.split()[1]
            if legal is not None and move not in (legal or {"(none)"}):
                raise Broken(f"{move} is not legal; {self.last}")
        return line

    def answers(self):
        """Wait until nothing is due any more."""
        while self.due:
            self.hear()

    def sync(self):
        """Until it has done all that it was told."""
        self.send("stop")
        self.answers()
        self.send("isready")
        while self.hear() != "readyok":
            pass

    @property
    def megabytes(self):
        """Its memory."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return 0
        return int(status.read_text().partition("VmRSS:")[2].split()[0]) // 1024

    def end(self):
        """`quit`: it must end by itself, and have said nothing on standard error."""
        self.send("quit")
        status = self.process.wait(PATIENCE)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stdin.close()
        self.process.stderr.close()
        if status or errors:
            raise Broken(f"It ended with {status}: {errors}")

    def kill(self):
        """After a fault."""
        self.process.kill()
        self.process.wait()


# ---- rounds
def races(engine, dice):
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
            engine.go(words, choice)
            for _ in range(dice.randrange(4)):
                wait(dice)
                engine.send(dice.choice(OVERTAKING))
        wait(dice)
        if not legal:
            break
        move = dice.choice(sorted(legal))
        board.push_uci(move)
        moves.append(move)


OVERTAKING = (
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "isready",
    "isready",
    "ucinewgame",
    "setoption name Clear Hash",
    "setoption name Hash value 1",
    "setoption name Hash value 4",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "debug on",
    "debug off",
    "d",
    "uci",
    "position",
    "position startpos moves e2e5",
)


def bounds(dice, legal):
    """The words of a `go`, and the moves that may answer it."""
    words = dice.choice(
        (
            "infinite",
            "ponder wtime 100 btime 100",
            "ponder movetime 10",
            "",
            "depth 3",
            "depth 1",
            "nodes 500",
            "movetime 5",
            "wtime 20 btime 20",
            "wtime -3 btime 0 winc 0 binc 1",
            "wtime 50 btime 50 movestogo 1",
            "mate 1",
            "mate -2",
            "infinite mate 3",
        )
    )
    if legal and dice.random() < 0.2:
        some = dice.choices(legal, k=dice.randint(1, 3))
        return f"{words} searchmoves {' '.join(some)}", set(some)
    return words, set(legal)


def wait(dice):
    """No time at all, mostly; else up to some milliseconds."""
    if dice.random() < 0.4:
        time.sleep(dice.choice((0.0002, 0.001, 0.004, 0.02)) * dice.random())


WORDS = """
    uci isready go stop position startpos fen moves e2e4 e7e5 e1g1 a7a8q 0000 depth 2 movetime 5 -1 nodes 10
    setoption name Hash value 1 MultiPV Threads Ponder true false UCI_Elo 1500 UCI_Chess960 ponderhit
    ucinewgame infinite searchmoves ponder mate wtime btime winc binc movestogo d debug on off register later
    99999999999 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 é ٣ 1e3 0x10 🙂 name value <empty> \x00
"""


def rubbish(engine, dice):
    """Broken lines; then the position is set up anew."""
    for _ in range(dice.randint(5, 40)):
        kind = dice.random()
        words = dice.choices(WORDS.split(), k=dice.randrange(10))
        if kind < 0.1:
            words = ["".join(chr(dice.randrange(1, 0x250)) for _ in range(dice.randrange(60)))]
        elif kind < 0.15:
            words = ["position", "startpos", "moves", *(["e2e4"] * 5000)]
        elif kind < 0.2:
            words = [*words, "x" * 100_000]
        line = " ".join(words).replace("\n", " ").replace("\r", " ")
        first = next((word for word in line.split() if word in KNOWN.split()), None)
        if first == "quit":
            continue
        if first == "go":
            engine.due.append(None)
            engine.counts["go"] += 1
        engine.send(line)
        wait(dice)
    engine.sync()
    for option in ("Hash value 4", "MultiPV value 1", "Threads value 1", "UCI_Chess960 value false"):
        engine.send(f"setoption name {option}")


def flurry(engine, dice):
    """Searches of a millisecond or so, one after the other."""
    board = chess.Board()
    for _ in range(50):
        legal = {move.uci() for move in board.legal_moves}
        if not legal:
            return
        moves = " ".join(move.uci() for move in board.move_stack)
        engine.send(f"position startpos moves {moves}" if moves else "position startpos")
        engine.go(dice.choice(("movetime 1", "nodes 50", "depth 2", "wtime 3 btime 3")), legal)
        engine.answers()
        board.push_uci(dice.choice(sorted(legal)))


def run(seconds, seed, report=print):
    """Rounds for so long; what was counted."""
    dice = random.Random(seed)
    engine = Engine()
    try:
        engine.send("uci")
        engine.send("setoption name Hash value 4")
        engine.send("isready")
        while engine.hear() != "readyok":
            pass
        for _ in range(5):  # so that what is made once is there before the memory is looked at
            flurry(engine, dice)
            races(engine, dice)
            engine.sync()
        first, began, told = engine.megabytes, time.monotonic(), 0.0
        while (passed := time.monotonic() - began) < seconds:
            dice.choice((races, races, races, rubbish, flurry))(engine, dice)
            engine.sync()
            if passed - told > 60:
                told = passed
                report(f"{passed:.0f} s: {engine.counts['go']} searches, {engine.megabytes} MB")
        last = engine.megabytes
        engine.end()
    except BaseException:
        engine.kill()
        raise
    return engine.counts, first, last


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    counts, first, last = run(60 * chosen.minutes, chosen.seed)
    print(f"searches {counts['go']}, answers {counts['bestmove']}, lines of info {counts['info']}")
    print(f"memory {first} MB after the first rounds, {last} MB at the end; seed {chosen.seed}")


if __name__ == "__main__":
    main()
