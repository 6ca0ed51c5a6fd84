"""UCI: what a controller may say, and what must answer it."""

from __future__ import annotations

import re

from fuzz.lines import STRANGE, Controller, Protocol, answered_by, listed

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
OPTIONS = listed("""
    Hash value 1; Hash value 2; Hash value 0; Clear Hash; MultiPV value 1; MultiPV value 3; Ponder value true;
    OwnBook value true; OwnBook value false; Book File value nowhere.bin; Move Overhead value 0;
    UCI_Chess960 value false; UCI_LimitStrength value true; UCI_LimitStrength value false; UCI_Elo value 1500;
    UCI_AnalyseMode value true; UCI_Opponent value none none computer Other; Endings Path value <empty>;
    Nothing value 1
""")
BOUNDS = listed(
    "nodes 20; nodes 1; depth 1; movetime 1; wtime 1 btime 1; infinite; ponder nodes 5; mate 1 nodes 9"
)
OTHERS = listed("isready; uci; stop; ponderhit; ucinewgame; d; debug on; debug off; register later")
KNOWN = [
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
WORDS = [
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
    "infinite",
    "searchmoves",
    "ponder",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "on",
    "off",
    "later",
    "w",
    "KQkq",
    "-",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
]


CONTROLLER = Controller("fen", FENS, GAME, OPTIONS, BOUNDS, OTHERS)


def due(line: str) -> str | None:
    """What answers a line: the first word that is known counts."""
    first = next((word for word in line.split() if word in KNOWN), "")
    return {"uci": "uciok", "isready": "readyok", "go": "bestmove"}.get(first)


def is_allowed(line: str) -> bool:
    """No `quit`, no tables of gigabytes, no books or folders of this machine."""
    words = line.split()
    return not ({"quit", "Threads"} & {*words} or re.search(r"Hash\W+value\W*\d{2}|Path|File", line))


PROTOCOL = Protocol(
    words=("uci",),
    first=("uci", "setoption name Hash value 1"),
    line=CONTROLLER.line,
    vocabulary=[*KNOWN[:-1], *WORDS, *STRANGE],
    due=due,
    ear=lambda: answered_by("uciok", "readyok", "bestmove"),
    end=("stop", "isready"),
    allowed=is_allowed,
)
