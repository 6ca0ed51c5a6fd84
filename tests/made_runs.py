"""Folders of runs, as training writes them, without any training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from halfmove.games.reference import GameReference
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.matches import MatchResult
from halfmove.learn.runs.report import Report
from halfmove.learn.runs.settings import find_usual_settings

GAME = "b2 a1 c1 a3 a2 c2 b3 b1 c3"


def report(number: int, *, of: int = 5, **more: Any) -> Report:
    """The report with this number, from 1 on, of a run of so many."""
    given = {
        "share": number / of,
        "seconds": 12.0 * number,
        "games": 100 * number,
        "positions": 700 * number,
        "steps": 40 * number,
        "published": number,
        "generation": number,
        "policy": round(1.0 / number, 4),
        "value": round(0.5 / number, 4),
        "plies": None,
        "reply": None,
        "rate": 0.002,
        "positions_per_second": 60.0,
        "learnt_per_second": 240.0,
        "occupancy": 0.75,
        "filled": 0.5,
        "length": 7.5,
        "results": (60, 10, 30),
        "restarted": 0,
        "errors": round(0.2 / number, 4),
        "matches": (MatchResult(number, number - 1, 20, 4, 8),) if number > 1 else (),
        "example": GAME,
    }
    return Report(**{**given, **more})


def line(told: Report) -> str:
    return json.dumps(told.to_dict()) + "\n"


def made(folder: Path, reports: int = 5, *, game: str = "tictactoe", network: bool = False) -> Path:
    """A run with the first of five reports; with a network that knows nothing."""
    run = RunFolder(folder)
    run.prepare(find_usual_settings(GameReference("tictactoe"), minutes=1.0))
    if game != "tictactoe":
        text = run.settings_file.read_text()
        run.settings_file.write_text(text.replace('"tictactoe"', f'"{game}"'))
    run.log.write_text("".join(line(report(number)) for number in range(1, reports + 1)))
    if network:
        from halfmove.core.compile import interpreted
        from halfmove.games.mnk import TicTacToe
        from halfmove.search.neural.network import Network

        Network.new(interpreted(TicTacToe()), "tiny", seed=3).save(run.best)
    return folder
