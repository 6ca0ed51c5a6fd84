"""Backgammon beside GNU Backgammon: the legal plays of a throw, and the position ID.

The program runs our script in its own Python (`gnubg_script.py`), which answers a line with a line.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import weakref
from itertools import pairwise
from pathlib import Path
from typing import Any

from halfmove.games.backgammon.rules import OPENING, OVER, THROW
from tests.beside.backgammon import RandomBackgammon, Sides, side

SCRIPT = Path(__file__).with_name("gnubg_script.py")
PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


class GnubgPair(RandomBackgammon):
    """The plays of random games, as GNU Backgammon lists them when it is asked for hints on all."""

    name = "backgammon-gnubg"
    peer = "GNU Backgammon"
    known = "It is asked for the legal plays alone: throws are drawn and games are counted by ours."

    def __init__(self) -> None:
        super().__init__()
        if PROGRAM is None:
            raise ImportError("GNU Backgammon is not installed", name="gnubg")
        self.program = subprocess.Popen(
            [PROGRAM, "-t", "-q", "-r", "-p", str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        weakref.finalize(self, end, self.program)

    def step(self, draw: random.Random) -> bool:
        game, s = self.game, self.s
        if game.is_terminal(s):
            self.count_end(s)
            return False
        if s.dice in (THROW, OPENING):
            thrown = draw.choice([a for a, p in game.outcomes(s) for _ in range(round(36 * p) or 1)])
            self.texts.append(str(thrown))
            self.s = game.result(s, thrown)
            return True
        plays = list(game.actions(s))
        before = side(s.own), side(s.other)
        theirs = self.plays(game.position_text(s).partition(":")[0], s.dice)
        mine = {self.after(s, a): a for a in plays}
        self.same("positions, each once", len(mine), len(plays))
        self.same("the number of plays", len(plays), max(len(theirs), 1))
        found = {carried_out(*before, text) for text in theirs or [""]}
        self.same("positions after the plays", set(mine), found)
        a = self.chosen(draw, plays)
        if theirs and draw.random() < 0.1:
            text = draw.choice(theirs)
            self.same(f"{text} read", game.parse_action(s, text), mine[carried_out(*before, text)])
        after = game.result(s, a)
        self.count_play(s, a, after)
        self.texts.append(game.action_text(s, a))
        self.s = after
        return True

    def after(self, s: Any, a: int) -> Sides:
        """Where the chequers stand after a play, the mover's first."""
        after = self.game.result(s, a)
        own, other = (after.own, after.other) if after.dice == OVER else (after.other, after.own)
        return side(own), side(other)

    def plays(self, position: str, dice: int) -> list[str]:
        """The program's plays of a throw in its own words."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.write(f"{position} {dice // 10} {dice % 10}\n")
        for line in self.program.stdout:
            if line.startswith("plays:"):
                return [text for text in line[6:].strip().split(",") if text]
        raise RuntimeError("GNU Backgammon has ended.")


def end(program: subprocess.Popen[str]) -> None:
    """End the program and close its pipes."""
    program.kill()
    program.communicate()


def carried_out(own: tuple[int, ...], other: tuple[int, ...], text: str) -> Sides:
    """Where the chequers stand after a play in words, such as `24/18*/13 6/4(2)`."""
    mine, theirs = list(own), list(other)
    for word in text.replace("*", "").lower().split():
        way, _, times = word.rstrip(")").partition("(")
        points = [25 if p == "bar" else 0 if p == "off" else int(p) for p in way.split("/")]
        for _ in range(int(times or 1)):
            for start, end in pairwise(points):
                mine[start - 1] -= 1
                if end:
                    mine[end - 1] += 1
                    if theirs[24 - end]:
                        theirs[24 - end] -= 1
                        theirs[24] += 1
    return tuple(mine), tuple(theirs)
