"""Strength at chess: matches at equal time against other programs, from random balanced openings.

Both games of a pair begin with the same opening of eight plies, with sides exchanged; each program has one
thread, and two games run at once. The Elo difference is the arena's, with its 95 % interval, from pairs. Our
engine is the UCI program. OpenSpiel's MCTSBot plays through a wrapper (`openspiel_uci.py`). A program that is
not installed is left out; sunfish, whose requirements conflict with ours, is taken from the PATH
(`sunfish-uci`).
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.answers import expect
from benchmarks.peers import find_program
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as process
from benchmarks.report import Section
from benchmarks.settings import Settings

OURS = "Halfmove"
STRONG = "Stockfish at UCI_Elo 2400"


def run(section: Section, settings: Settings) -> None:
    """Play them, and report."""
    few = settings.quick
    wrapper = f"uci:{sys.executable} -m benchmarks.openspiel_uci" if find_spec("pyspiel") else None
    opponents = [
        ("sunfish", program("sunfish-uci"), "0.1/move", 4 if few else 40),
        ("OpenSpiel's MCTSBot", wrapper, "0.2/move", 2 if few else 20),
        ("GNU Chess", program("gnuchess", " --uci"), "2+0.05", 4 if few else 40),
        ("Toga II", program("toga2"), "2+0.05", 4 if few else 40),
        (STRONG, program("stockfish", "?UCI_LimitStrength=true&UCI_Elo=2400"), "10+0.1", 4 if few else 40),
    ]
    rows = []
    for name, spec, control, games in opponents:
        if spec is None:
            section.say(f"{name} is not installed here and was left out.")
            continue
        found = match(spec, control, games)
        expect(f"{name}: no fault of ours", of_ours(found)["faults"], 0)
        rows.append([name, control, str(games), *outcome(found)])
    section.table(["against", "time", "games", "won", "drawn", "lost", "score", "Elo, 95 %"], rows)


def program(name: str, rest: str = "") -> str | None:
    """How the arena calls a program; None where there is none."""
    path = find_program(name)
    return None if path is None else f"uci:{path}{rest}"


def match(opponent: str, control: str, games: int) -> Any:
    """What the arena tells of a match, ours first."""
    engine = f"uci:{sys.executable} -m halfmove.cli.main uci?name={OURS}"
    with tempfile.TemporaryDirectory() as folder:
        done = process(
            [
                *(*HALFMOVE, "match", engine, opponent, "chess"),
                *("--games", str(games), "--control", control, "--plies", "8", "--margin", "0.7"),
                *("--seed", "11", "--file", str(Path(folder) / "match.sqlite"), "--json"),
            ]
        )
    return json.loads(done.out)


def of_ours(found: Any) -> Any:
    """What the match tells of our engine: players are listed by points."""
    return next(player for player in found["players"] if player["name"] == OURS)


def outcome(found: Any) -> list[str]:
    """Our wins, draws, losses, score and Elo."""
    ours, meeting = of_ours(found), found["meetings"][0]
    elo, first = meeting["elo"], meeting["first"] == OURS
    low, high = (float(elo["low"]), float(elo["high"]))
    value = float(elo["value"])
    if not first:
        value, low, high = -value, -high, -low
    return [
        str(ours["wins"]),
        str(ours["draws"]),
        str(ours["losses"]),
        f"{ours['points'] / ours['games']:.1%}",
        f"{signed(value)} ({signed(low)} to {signed(high)})",
    ]


def signed(elo: float) -> str:
    """An Elo difference; beyond all bounds where nothing was lost, or won."""
    return ("−∞" if elo < 0 else "+∞") if math.isinf(elo) else f"{elo:+.0f}"
