"""The rules of Go beside GNU Go, by hand: over GTP, both programs are told the same and asked the same.

`python -m tests.gnugo_suites` plays random games on boards of 5 to 19 lines.  With a folder, that of GNU Go's
regression suites (`regression` of its source package), it goes through every `.tst` file there: all that sets
up a position (`loadsgf`, `play`, `trymove`, `popgo`, `undo` and the like) is told to both; after it the
stones, the stones taken, the legal moves and the liberties must be the same.  What the suites themselves
expect is nearly all a matter of judgement; of `unconditional_status`, which the rules decide, `alive` is held
against Benson's theorem: what lives by it must be alive there.  GNU Go goes further, and also calls stones
alive around which the other player cannot live.

GNU Go plays with the simple ko alone, and so does ours here, under Japanese rules.
"""

import argparse
import io
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

os.environ["HALFMOVE_JIT"] = "0"  # nothing is searched, and there are boards of many sizes

import halfmove as hm
from halfmove.core import bits
from halfmove.core.limit import Limit
from halfmove.games.go.benson import parts, unconditionally_alive
from halfmove.protocols.gtp.server.search import Request
from halfmove.protocols.gtp.server.server import Server

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
TOLD = {"loadsgf", "play", "black", "white", "trymove", "popgo", "undo", "clear_board", "boardsize", "komi"}
ASKED = [f"{name} {side}" for name in ("list_stones", "captures", "all_legal") for side in ("black", "white")]


class Ours:
    """Our server, in this process."""

    def __init__(self):
        self.out = io.StringIO()
        self.server = Server(hm.game("go", rules="japanese"), Request(limit=Limit(simulations=1)), self.out)
        self.server.thinker.prepare = lambda game: None  # nothing is searched

    def ask(self, line):
        self.out.seek(0)
        self.out.truncate()
        self.server.obey(line)
        return self.out.getvalue().strip()


class Theirs:
    """GNU Go as a process."""

    def __init__(self, folder=None):
        self.process = subprocess.Popen(
            [GNUGO, "--mode", "gtp"], cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while (said := self.process.stdout.readline()) not in ("\n", ""):
            answer.append(said.rstrip())
        return "\n".join(answer)


class Comparison:
    """Both, and how often they agreed."""

    def __init__(self, folder=None):
        self.folder = folder
        self.ours, self.theirs = Ours(), Theirs(folder)
        self.agreed, self.differed = Counter(), Counter()
        self.seen = set()

    def tell(self, line):
        """Tell both; whether both obeyed."""
        name, *words = line.split()
        if name in ("black", "white"):
            line = f"play {line}"
        elif name == "trymove":  # with moves on trial GNU Go 3.8 fails an assertion in all_legal
            line = f"play {' '.join(words)}"
        elif name == "popgo":
            line = "undo"
        mine = line
        if name == "loadsgf":
            mine = " ".join([name, str(Path(self.folder) / words[0]), *words[1:]])
        answers = self.ours.ask(mine)[:1], self.theirs.ask(line)[:1]
        self.note(name, line, *answers)
        return answers == ("=", "=")

    def ask(self, line):
        """Ask both; words may come in any order."""
        mine, other = (" ".join(sorted(who.ask(line).split())) for who in (self.ours, self.theirs))
        self.note(line.split()[0], line, mine, other)

    def note(self, name, line, mine, other):
        if mine == other:
            self.agreed[name] += 1
        else:
            self.differed[name] += 1
            print(f"{line}\n  ours: {mine}\n  GNU Go's: {other}")

    def position(self):
        """Compare all that the rules say of the position, once."""
        state = self.ours.server.record.state
        if state in self.seen:
            return
        self.seen.add(state)
        for line in ASKED:
            self.ask(line)
        game = self.ours.server.game
        for side in (state.black, state.white):
            for chain in parts(game, side):
                point = game.point_text(game.point(bits.wide_lowest(chain)))
                self.ask(f"countlib {point}")
                self.ask(f"findlib {point}")

    def expected_alive(self, line, expected):
        """Hold a suite's `unconditional_status` against Benson's theorem."""
        game, state = self.ours.server.game, self.ours.server.record.state
        place = game.place(game.parse_point(line.split()[1]))
        alive = any(
            bits.wide_has(unconditionally_alive(game, own, other), place)
            for own, other in ((state.black, state.white), (state.white, state.black))
        )
        if expected == "alive" and not alive:
            self.agreed["alive by more than Benson's theorem"] += 1
        else:
            self.note("unconditional_status", line, alive, expected == "alive")


def suite(path, compared):
    """Go through a `.tst` file."""
    usable, asked = True, None
    for line in path.read_text(encoding="latin-1").splitlines():
        if expected := re.match(r"#\? \[!?\(?([^\])]*)\)?\]", line):
            if asked and usable:
                compared.expected_alive(asked, expected[1])
            asked = None
        words = line.partition("#")[0].split()
        if words and words[0].isdecimal():
            words = words[1:]
        if not words:
            continue
        if words[0] == "loadsgf" or (words[0] in TOLD and usable):
            usable = compared.tell(" ".join(words))
            if usable:
                compared.position()
        asked = " ".join(words) if words[0] == "unconditional_status" else None


def random_games(number, seed, compared):
    """Random games with everything asked every few moves, illegal moves and undo among them."""
    rng = random.Random(seed)
    for _ in range(number):
        size = rng.randrange(5, 20)
        compared.tell(f"boardsize {size}")
        compared.tell("clear_board")
        compared.tell(f"komi {rng.randrange(20) + 0.5}")
        for moves in range(rng.randrange(size, 3 * size * size // 2)):
            history = compared.ours.server.record.history
            game = history.game
            side = "bw"[history.mover]
            compared.ask(f"is_legal {side} {game.point_text(rng.randrange(game.points))}")
            legal = list(game.actions(history.state))[:-1]
            compared.tell(
                f"play {side} {game.action_text(history.state, rng.choice(legal)) if legal else 'pass'}"
            )
            if rng.random() < 0.05:
                compared.tell("undo")
            if moves % 20 == 19:
                compared.position()
                compared.ask("get_komi")
                compared.ask("last_move")
        compared.position()


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", nargs="?", help="GNU Go's regression suites")
    asked.add_argument("--games", type=int, default=100, help="random ones, without a folder")
    asked.add_argument("--seed", type=int, default=0)
    asked = asked.parse_args()
    compared = Comparison(asked.folder)
    if asked.folder:
        for path in sorted(Path(asked.folder).glob("*.tst")):
            print(path.name, file=sys.stderr)
            suite(path, compared)
    else:
        random_games(asked.games, asked.seed, compared)
    print(f"{len(compared.seen)} positions; the same: {dict(compared.agreed)}")
    print(f"different: {dict(compared.differed)}")


if __name__ == "__main__":
    main()
