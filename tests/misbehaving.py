"""A player of our own for tests of the arena: plays by lot from its seed, and goes wrong where it is told to.

`misbehaving.py?fault=hang&at=2`: at its second move of every game (of its first game after a start with
`once=yes`, told by a file) it does what FAULT says.
"""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from halfmove.arena.player import Choice, Fault, Player, PlayerFault

HERE = Path(__file__)


def misbehaving(fault, at=1, **options):
    """The description of such a player."""
    more = "".join(f"&{key}={value}" for key, value in options.items())
    return f"{HERE}?fault={fault}&at={at}{more}"


def by_lot(name="lot"):
    """The description of one that behaves."""
    return f"{HERE}?name={name}"


class Misbehaving(Player):
    title = "by lot"

    def __init__(self, options):
        self.fault = options.get("fault", "")
        self.at = int(options.get("at", 0))
        self.seconds = float(options.get("seconds", 0))
        self.gate = Path(options.get("gate", ""))
        """A file for whose making it waits."""
        self.mark = options.get("mark", "")
        """Where a file is made when it goes wrong: with one there it behaves."""
        self.value = float(options["value"]) if "value" in options else None

    def now(self, *where):
        if self.fault not in where or (self.mark and Path(self.mark).exists()):
            return False
        if self.mark:
            Path(self.mark).touch()
        return True

    def start(self):
        if self.now("start"):
            raise RuntimeError("no book\nsecond line")
        if self.now("late"):
            raise PlayerFault(Fault.START, "has not said hello")

    def new_game(self, game, seat, seed):
        self.random, self.moves = Random(f"{seed} {seat}"), 0
        if self.now("new_game"):
            raise ValueError("what game?")

    def choose(self, history, budget):
        self.moves += 1
        time.sleep(self.seconds)
        action = self.random.choice(history.legal())
        if self.moves == self.at:
            self.go_wrong(history)
            if self.now("illegal"):
                return Choice(-7)
            if self.now("nonsense"):
                return "e4"
            if self.now("resign"):
                return Choice(resigns=True)
        return Choice(action, value=self.value)

    def go_wrong(self, history):
        if self.now("raise"):
            raise ZeroDivisionError("by nought")
        if self.now("hang"):
            time.sleep(600)
        if self.now("wait"):
            while not self.gate.exists():
                time.sleep(0.01)
        if self.now("spin"):
            while True:
                pass
        if self.now("exit"):
            print("goodbye", file=sys.stderr, flush=True)
            os._exit(3)
        if self.now("leave"):
            raise SystemExit(4)
        if self.now("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.now("memory"):
            raise MemoryError
        if self.now("flood"):
            for _ in range(200):
                print("x" * 100_000)
                print("y" * 100_000, file=sys.stderr)

    def end_game(self, history):
        if self.now("end_game"):
            raise OSError("disk full")


def player(description):
    return Misbehaving(dict(description.options))
