"""Engines that speak a protocol over their standard input and output, told lines by the hundred thousand.

A protocol is a row of `PROTOCOLS`: the command that starts its engine, what a controller may say, and what
has to be heard after it. Lines are made by a grammar, and some of them are then broken. They are sent in
batches; after each all that is due must have been answered, and nothing else. One process lives for a whole
session and must end by itself, silent on standard error.
"""

from __future__ import annotations

import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.memory import resident

PATIENCE = 120.0
"""Seconds after which an engine that does not answer is said to hang."""
BATCH = 100
"""Lines that are sent before all of them must have been answered."""
SESSION = 100_000
"""Lines of one process."""
BROKEN = 0.4
"""The part of the lines that is broken."""


class Broken(AssertionError):
    """The engine did what no engine may do."""


@dataclass(frozen=True)
class Protocol:
    """What there is to be known of a protocol."""

    words: Sequence[str]
    """After `halfmove`, what starts the engine."""
    first: Sequence[str]
    """Said at the beginning of a session."""
    line: Callable[[random.Random], str]
    """A line that a controller may say."""
    vocabulary: Sequence[str]
    """Words for broken lines."""
    due: Callable[[str], str | None]
    """What must answer a line: a sign that an ear knows; None where nothing need."""
    ear: Callable[[], Callable[[str], str | None]]
    """Makes what hears a process: says of each line which sign it answers; None for other lines."""
    end: Sequence[str]
    """Said at the end of a batch: what ends all that is under way."""
    allowed: Callable[[str], bool] = lambda line: True
    """Whether a broken line may be sent: not where it would have the engine work for minutes."""
    environment: Mapping[str, str] = field(default_factory=dict)


# ---- UCI
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 200",
)
GAME = [
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1b5",
    "a7a6",
    "b5a4",
    "g8f6",
    "e1g1",
    "f6e4",
    "d2d4",
    "b7b5",
    "a4b3",
    "d7d5",
    "d4e5",
    "c8e6",
]
UCI_OPTIONS = (
    "Hash value 1",
    "Hash value 2",
    "Clear Hash",
    "MultiPV value 1",
    "MultiPV value 3",
    "Ponder value true",
    "OwnBook value true",
    "OwnBook value false",
    "Book File value nowhere.bin",
    "Move Overhead value 0",
    "UCI_Chess960 value false",
    "UCI_LimitStrength value true",
    "UCI_LimitStrength value false",
    "UCI_Elo value 1500",
    "UCI_AnalyseMode value true",
    "UCI_Opponent value none none computer Other",
    "Endings Path value <empty>",
    "Hash value 0",
    "Nothing value 1",
)
UCI_BOUNDS = (
    "nodes 20",
    "nodes 1",
    "depth 1",
    "movetime 1",
    "wtime 1 btime 1",
    "infinite",
    "ponder nodes 5",
    "mate 1 nodes 9",
)
UCI_WORDS = [
    "uci",
    "isready",
    "go",
    "stop",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "a7a8q",
    "0000",
    "depth",
    "1",
    "movetime",
    "nodes",
    "10",
    "-1",
    "setoption",
    "name",
    "Hash",
    "value",
    "MultiPV",
    "Ponder",
    "true",
    "false",
    "UCI_Elo",
    "1500",
    "UCI_Chess960",
    "ponderhit",
    "ucinewgame",
    "infinite",
    "searchmoves",
    "ponder",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "d",
    "debug",
    "on",
    "off",
    "register",
    "later",
    "99999999999",
    "w",
    "KQkq",
    "-",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "0",
    "é",
    "٣",
    "1e3",
    "0x10",
    "🙂",
    "<empty>",
    "nan",
    "inf",
    "2.5",
    "\\",
    '"',
    "'",
    ";",
    "#",
]
UCI_KNOWN = [
    "uci",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "debug",
    "register",
    "d",
    "quit",
]


def uci_line(dice: random.Random) -> str:
    """A line of UCI; searches are of a few nodes, or are stopped at the end of the batch."""
    kind = dice.random()
    if kind < 0.45:
        start = "startpos" if dice.random() < 0.6 else f"fen {dice.choice(FENS)}"
        moves = GAME[: dice.randrange(len(GAME) + 1)] if start == "startpos" else []
        return f"position {start}" + (f" moves {' '.join(moves)}" if moves else "")
    if kind < 0.6:
        chosen = f" searchmoves {' '.join(dice.sample(GAME, 2))}" if dice.random() < 0.1 else ""
        return f"go {dice.choice(UCI_BOUNDS)}{chosen}"
    if kind < 0.75:
        return f"setoption name {dice.choice(UCI_OPTIONS)}"
    return dice.choice(
        ("isready", "uci", "stop", "ponderhit", "ucinewgame", "d", "debug on", "debug off", "register later")
    )


def uci_due(line: str) -> str | None:
    """What answers a line: the first word that is known counts."""
    first = next((word for word in line.split() if word in UCI_KNOWN), "")
    return {"uci": "uciok", "isready": "readyok", "go": "bestmove"}.get(first)


def uci_heard(line: str) -> str | None:
    """What an engine's line answers."""
    if "own error" in line:
        raise Broken(line)
    word = line.split(None, 1)[0] if line.strip() else ""
    return word if word in ("uciok", "readyok", "bestmove") else None


def uci_allowed(line: str) -> bool:
    """No `quit`, no tables of gigabytes, no books or folders of this machine."""
    words = line.split()
    return not ({"quit", "Threads"} & {*words} or re.search(r"Hash\W+value\W*\d{2}|Path|File", line))


# ---- GTP
GTP_WORDS = [
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "b",
    "w",
    "black",
    "white",
    "pass",
    "resign",
    "C3",
    "A1",
    "B2",
    "T19",
    "Z9",
    "i5",
    "1",
    "2",
    "3",
    "4",
    "5",
    "-1",
    "0",
    "6.5",
    "99999999999",
    "nan",
    "inf",
    "1e3",
    "known_command",
    "list_commands",
    "name",
    "version",
    "protocol_version",
    "final_score",
    "final_status_list",
    "dead",
    "alive",
    "seki",
    "time_left",
    "time_settings",
    "fixed_handicap",
    "place_free_handicap",
    "is_legal",
    "all_legal",
    "captures",
    "color",
    "list_stones",
    "countlib",
    "findlib",
    "echo",
    "loadsgf",
    "nowhere.sgf",
    "lz-analyze",
    "interval",
    "kata-analyze",
    "set_random_seed",
    "kgs-rules",
    "chinese",
    "japanese",
    "last_move",
    "move_history",
    "gogui-analyze_commands",
    "é",
    "٣",
    "🙂",
    '"',
    "\\",
    "#",
    ";",
]
GTP_LINES = (
    *(
        "protocol_version",
        "name",
        "version",
        "list_commands",
        "showboard",
        "undo",
        "undo",
        "clear_board",
        "last_move",
    ),
    *(
        "move_history",
        "get_komi",
        "query_boardsize",
        "captures b",
        "list_stones w",
        "color B2",
        "countlib B2",
    ),
    *(
        "findlib A1",
        "is_legal b C3",
        "all_legal w",
        "komi 6.5",
        "komi -3",
        "known_command play",
        "echo some words",
    ),
    *(
        "boardsize 3",
        "boardsize 4",
        "boardsize 5",
        "rectangular_boardsize 4 3",
        "fixed_handicap 2",
        "loadsgf nowhere.sgf",
    ),
    *("time_settings 30 10 1", "time_left b 3 0", "kgs-rules chinese", "kata-get-rules", "set_random_seed 7"),
    *("place_free_handicap 2", "set_free_handicap A1 B2", "get_random_seed", "gogui-analyze_commands"),
)
GTP_COSTLY = (
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "lz-analyze 1",
    "kata-analyze b 1",
    "analyze 1",
    "lz-analyze w 1 maxmoves 2",
    "kata-analyze 1 maxmoves -1",
    "analyze 1 allow b pass 1",
    "lz-analyze b 1 avoid b pass,A1 1",
    "lz-genmove_analyze b 1",
    "kata-genmove_analyze w 1",
    "final_score",
    "final_status A1",
)


def gtp_line(dice: random.Random) -> str:
    """A line of GTP, with a number before it or without; what searches is rare, as the rules are not compiled."""
    kind = dice.random()
    if kind < 0.4:
        move = dice.choice(("pass", f"{dice.choice('ABCDE')}{dice.randint(1, 5)}"))
        line = f"play {dice.choice(('b', 'w', 'black', 'White'))} {move}"
    elif kind < 0.998:
        line = dice.choice(GTP_LINES)
    else:
        line = dice.choice(GTP_COSTLY)
    return f"{dice.randint(0, 99999)} {line}" if dice.random() < 0.3 else line


def gtp_words(line: str) -> list[str]:
    """The words of a line as section 2.4 of GTP cleans it."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(c for c in text if c == " " or (ord(c) > 31 and ord(c) != 127)).split()


def gtp_due(line: str) -> str | None:
    """The number of a command, or nothing for one without; None for a line that is no command."""
    words = gtp_words(line)
    number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
    return number if words else None


class GtpEar:
    """Puts the lines of an answer together: it begins with `=` or `?` and ends with an empty line."""

    def __init__(self) -> None:
        self.number: str | None = None
        """That of the answer that has begun."""

    def __call__(self, line: str) -> str | None:
        """The number of the answer that ends with this line."""
        if "own error" in line:
            raise Broken(line)
        ended = None
        if self.number is not None:
            if not line:
                ended, self.number = self.number, None
            return ended
        if not line:
            raise Broken("an empty line is between two answers")
        found = re.match(r"[=?](\d*)(?: |$)", line)
        if found is None:
            raise Broken(f"that begins no answer: {line[:200]!r}")
        self.number = found[1]
        return None


def gtp_allowed(line: str) -> bool:
    """No `quit`, no large board, whose rules are not compiled here, and no search that was not meant."""
    words = gtp_words(line)
    if any("boardsize" in word for word in words) and any(w.isdecimal() and 5 < int(w) < 30 for w in words):
        return False
    return "quit" not in words and not any(
        re.search("analyze|genmove|final|search|ownership|cleanup", w) for w in words
    )


PROTOCOLS = {
    "uci": Protocol(
        words=("uci",),
        first=("uci", "setoption name Hash value 1"),
        line=uci_line,
        vocabulary=UCI_WORDS,
        due=uci_due,
        ear=lambda: uci_heard,
        end=("stop", "isready"),
        allowed=uci_allowed,
    ),
    "gtp": Protocol(
        words=("gtp", "go", "--set", "size=5", "--simulations", "1"),
        first=("boardsize 3",),
        line=gtp_line,
        vocabulary=GTP_WORDS,
        due=gtp_due,
        ear=GtpEar,
        end=("protocol_version",),
        allowed=gtp_allowed,
        environment={"HALFMOVE_JIT": "0"},
    ),
}
"""By name; another protocol is another row."""


def broken(line: str, words: Sequence[str], dice: random.Random) -> str:
    """A line with words, letters or bytes of it changed, taken out or put in."""
    parts = line.split()
    match dice.randrange(9):
        case 0:
            parts = dice.choices(words, k=dice.randrange(10))
        case 1 if parts:
            parts[dice.randrange(len(parts))] = dice.choice(words)
        case 2:
            parts.insert(dice.randrange(len(parts) + 1), dice.choice(words))
        case 3 if parts:
            del parts[dice.randrange(len(parts))]
        case 4:
            parts += parts[-1:] * dice.choice((1, 2, 300))
        case 5:
            dice.shuffle(parts)
        case 6:
            at = dice.randrange(len(line) + 1)
            return (
                line[:at]
                + chr(dice.choice((0, 7, 27, 127, 160, 0x85, 0x2028, 0x660, 0x1F600, 65, 48)))
                + line[at:]
            )
        case 7:
            at = dice.randrange(len(line) + 1)
            return line[:at] + line[at + dice.randrange(4) :]
        case _:
            parts.append("x" * dice.choice((1, 50, 20_000 if dice.random() < 0.01 else 5)))
    return " ".join(parts)


@dataclass
class Session:
    """What came of a process."""

    lines: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)
    """MB after each tenth of the session."""


class Engine:
    """A process that is told lines, and whose answers are counted."""

    def __init__(self, protocol: Protocol, folder: str) -> None:
        self.protocol, self.heard = protocol, protocol.ear()
        command = [sys.executable, "-m", "halfmove.cli.main", *protocol.words]
        environment = {**os.environ, **protocol.environment}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
        )
        self.said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.errors = b""
        self.session = Session()
        self.due: Counter[str] = Counter()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._listen_to_errors, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self.said.put(None)

    def _listen_to_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    def tell(self, lines: Sequence[str]) -> None:
        """Send lines, and hear all that answers them, once each."""
        assert self.process.stdin is not None
        before = self.due.total()
        for line in lines:
            sign = self.protocol.due(line)
            if sign is not None:
                self.due[sign] += 1
        self.session.lines += len(lines)
        text = "".join(f"{line}\n" for line in lines)
        try:
            self.process.stdin.write(text.encode("utf-8", "surrogateescape"))
            self.process.stdin.flush()
            while self.due.total() > before:
                self._hear()
        except (Broken, OSError) as error:
            told = "\n".join(line[:300] for line in lines)
            raise Broken(f"{error}; it was told:\n{told}\n{self.errors.decode('utf-8', 'replace')}") from None
        if self.errors:
            raise Broken(f"on standard error: {self.errors.decode('utf-8', 'replace')}\n" + "\n".join(lines))

    def _line(self) -> str | None:
        """The next line; None after the last."""
        try:
            return self.said.get(timeout=PATIENCE)
        except queue.Empty:
            raise Broken(f"it hangs; {dict(+self.due)} are due") from None

    def _hear(self) -> None:
        line = self._line()
        if line is None:
            raise Broken(f"it ended with {self.process.wait()}")
        self._count(line)

    def _count(self, line: str) -> None:
        sign = self.heard(line)
        if sign is None:
            return
        if not self.due[sign]:
            raise Broken(f"one answer too many: {line[:300]!r}; {dict(+self.due)} are due")
        self.due[sign] -= 1
        self.session.answers[sign if sign.isalpha() else "answer"] += 1

    def end(self) -> None:
        """`quit`, after which it ends by itself, without another word of an answer."""
        assert self.process.stdin is not None
        if (sign := self.protocol.due("quit")) is not None:
            self.due[sign] += 1
        self.process.stdin.write(b"quit\n")
        self.process.stdin.close()
        while (line := self._line()) is not None:
            self._count(line)
        if self.due.total():
            raise Broken(f"it ended, and {dict(+self.due)} are due")
        status = self.process.wait(PATIENCE)
        if status or self.errors:
            raise Broken(f"it ended with {status}: {self.errors.decode('utf-8', 'replace')}")


def batch(protocol: Protocol, count: int, dice: random.Random) -> list[str]:
    """So many lines, some of them broken, the last of which end what is under way."""
    lines = []
    while len(lines) < count - len(protocol.end):
        line = protocol.line(dice)
        if dice.random() < BROKEN:
            line = broken(line, protocol.vocabulary, dice).replace("\n", " ").replace("\r", " ")
            if not protocol.allowed(line):
                continue
        lines.append(line)
    return [*lines, *protocol.end]


def session(name: str, lines: int, seed: int) -> Session:
    """One process, told so many lines; `Broken` for what it did wrong."""
    protocol, dice = PROTOCOLS[name], random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        (Path(folder) / "empty").touch()
        engine = Engine(protocol, folder)
        try:
            engine.tell([*protocol.first, *protocol.end])
            while engine.session.lines < lines:
                engine.tell(batch(protocol, min(BATCH, lines), dice))
                if engine.session.lines * 10 >= lines * (len(engine.session.memory) + 1):
                    engine.session.memory.append(resident(engine.process.pid))
            engine.end()
        except BaseException:
            engine.process.kill()
            engine.process.wait()
            raise
    return engine.session


def campaign(name: str, lines: int, seed: int = 0) -> list[str]:
    """So many lines in sessions; what went wrong in any of them."""
    faults = []
    done, began = 0, time.monotonic()
    while done < lines:
        try:
            found = session(name, min(SESSION, lines - done), seed)
        except Broken as error:
            faults.append(str(error))
            print(f"    {str(error)[:4000]}", flush=True)
            done += SESSION
        else:
            done += found.lines
            print(
                f"{name}: {done:,} lines in {time.monotonic() - began:.0f} s, answers {dict(found.answers)}, "
                f"MB after each tenth of the session {' '.join(f'{part:.0f}' for part in found.memory)}",
                flush=True,
            )
        seed += 1
    return faults
