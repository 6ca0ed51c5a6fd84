"""A GTP engine that plays the first free point, told by a JSON file what else it does.

fault, at, time: the `time`-th command `at` (or `start`) is met with that fault (see `faults`).
answers: what it says to a command: "= …", "? …", or raw text behind "!", in which # is the command's
    number; a list for one after the other.
lacks: commands that it does not know.  numbers: whether answers carry the numbers of commands (true).
log: a file for the commands it is given.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from faults import misbehave

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = frozenset(
    ("name", "version", "list_commands", "known_command", "quit", "boardsize", "clear_board", "komi", "level")
    + ("kgs-rules", "time_settings", "time_left", "set_random_seed", "fixed_handicap", "play", "undo")
    + ("genmove", "final_status_list")
)
HANDICAP = {9: {2: "C3 G7"}}


class Engine:
    def __init__(self, script):
        self.script = script
        self.lacks = script.get("lacks", ())
        self.size, self.board = 19, {}

    def answer(self, command, arguments):
        """Whether it can do that, and what it says."""
        if command in self.lacks or command not in COMMANDS:
            return False, "unknown command"
        method = getattr(self, command.replace("-", "_"), None)
        return method(*arguments) if method else (True, "")

    def name(self):
        return True, "Scripted"

    def version(self):
        return True, "1"

    def list_commands(self):
        return True, "\n".join(c for c in sorted(COMMANDS) if c not in self.lacks)

    def known_command(self, command):
        return True, str(command in COMMANDS and command not in self.lacks).lower()

    def boardsize(self, size):
        self.size = int(size)
        return int(size) <= 19, "" if int(size) <= 19 else "unacceptable size"

    def clear_board(self):
        self.board = {}
        return True, ""

    def fixed_handicap(self, stones):
        self.board = dict.fromkeys(HANDICAP[self.size][int(stones)].split(), "B")
        return True, " ".join(self.board)

    def play(self, colour, vertex):
        if vertex.upper() in self.board and vertex.upper() != "PASS":
            return False, "illegal move"
        self.board[vertex.upper()] = colour
        return True, ""

    def undo(self):
        self.board.popitem()
        return True, ""

    def genmove(self, colour):
        rows = range(1, self.size + 1)
        free = next(f"{c}{r}" for r in rows for c in LETTERS[: self.size] if f"{c}{r}" not in self.board)
        self.board[free] = colour
        return True, free


def main():
    script = json.loads(Path(sys.argv[1]).read_text())
    engine, met = Engine(script), Counter()
    answers = {k: list(v) if isinstance(v, list) else v for k, v in script.get("answers", {}).items()}
    fault, at, time = (script.get(key) for key in ("fault", "at", "time"))
    if at == "start":
        misbehave(fault)
    for line in sys.stdin:
        if "log" in script:
            with Path(script["log"]).open("a") as log:
                log.write(line)
        number, command, *arguments = line.split()
        met[command] += 1
        if command == at and met[command] == (time or 1):
            misbehave(fault)
        mark = number if script.get("numbers", True) else ""
        given = answers.get(command)
        if isinstance(given, list):
            given = given.pop(0) if given else None
        if given is None:
            good, said = engine.answer(command, arguments)
            text = f"{'=' if good else '?'}{mark} {said}\n\n"
        elif given.startswith("!"):
            text = given[1:].replace("#", number)
        else:
            text = f"{given[0]}{mark}{given[1:]}\n\n"
        print(text, end="", flush=True)
        if command == "quit":
            return


main()
