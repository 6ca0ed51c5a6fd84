"""USI: what a controller of shogi may say, and what must answer it."""

from __future__ import annotations

import re

from fuzz.lines import STRANGE, Controller, Protocol, answered_by, listed

SFENS = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "7nk/9/6G2/9/9/9/9/9/9 b GN 1",
    "7lk/8G/8P/9/9/9/9/9/K8 w - 1",
    "9/9/9/9/4k4/9/9/9/K8 b 2R2B4L17P4g4s4n 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
)
GAME = [
    "7g7f",
    "3c3d",
    "2g2f",
    "4c4d",
    "3i4h",
    "8b4b",
    "5i6h",
    "5a6b",
    "6h7h",
    "6b7b",
    "5g5f",
    "7b8b",
    "8h7g",
    "3a3b",
]
OPTIONS = listed("""
    USI_Hash value 1; USI_Hash value 2; USI_Hash value 0; ClearHash; MultiPV value 1; MultiPV value 3;
    USI_Ponder value true; MoveOverhead value 0; Impasse value 24; Impasse value 27; Impasse value none;
    Nothing value 1
""")
BOUNDS = listed("""
    nodes 20; nodes 1; depth 1; movetime 1; btime 1 wtime 1; byoyomi 1; btime 0 wtime 0 byoyomi 2; infinite;
    ponder nodes 5; mate 1; mate infinite; mate
""")
OTHERS = listed("isready; usi; stop; ponderhit; usinewgame; gameover win; gameover lose; gameover draw; d")
KNOWN = [
    "usi",
    "isready",
    "setoption",
    "usinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "gameover",
    "debug",
    "register",
    "d",
    "quit",
]
WORDS = [
    "startpos",
    "sfen",
    "moves",
    "7g7f",
    "3c3d",
    "B*5e",
    "8h2b+",
    "win",
    "resign",
    "0000",
    "depth",
    "1",
    "movetime",
    "nodes",
    "10",
    "name",
    "USI_Hash",
    "value",
    "MultiPV",
    "USI_Ponder",
    "true",
    "false",
    "Impasse",
    "infinite",
    "searchmoves",
    "ponder",
    "mate",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "on",
    "off",
    "later",
    "b",
    "w",
    "-",
    "2P",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
]


CONTROLLER = Controller("sfen", SFENS, GAME, OPTIONS, BOUNDS, OTHERS)


def due(line: str) -> str | None:
    """What answers a line: the first word that is known counts; a mate is asked for by its word."""
    words = line.split()
    first = next((number for number, word in enumerate(words) if word in KNOWN), len(words))
    if words[first : first + 1] == ["go"]:
        return "checkmate" if "mate" in words[first:] else "bestmove"
    return {"usi": "usiok", "isready": "readyok"}.get("".join(words[first : first + 1]))


def is_allowed(line: str) -> bool:
    """No `quit`, no tables of gigabytes, no other board."""
    words = line.split()
    return not ({"quit", "Threads", "USI_Variant"} & {*words} or re.search(r"Hash\W+value\W*\d{2}", line))


PROTOCOL = Protocol(
    words=("usi",),
    first=("usi", "setoption name USI_Hash value 1"),
    line=CONTROLLER.line,
    vocabulary=[*KNOWN[:-1], *WORDS, *STRANGE],
    due=due,
    ear=lambda: answered_by("usiok", "readyok", "bestmove", "checkmate"),
    end=("stop", "isready"),
    allowed=is_allowed,
)
