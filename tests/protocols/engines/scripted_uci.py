"""An engine that moves a piece out and back, told by a JSON file what else it does; over UCI, or as
`scripted_usi.py` over USI.

fault, at, time: the `time`-th command `at` (or `start`) is met with that fault (see `faults`).
own: lines after `option name`.
infos: lines said before each move; lists of lines for one move after the other.
moves: what it says after `bestmove`, one move after the other; raw lines where they begin with "!".
name: what it calls itself.  log: a file for the commands it is given.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from faults import misbehave

OPTIONS = [
    "Hash type spin default 16 min 1 max 64",
    "Threads type spin default 4 min 1 max 8",
    "Style type combo default calm var calm var very wild",
    "Clear Hash type button",
    "Own Book type check default false",
    "Book File type string default <empty>",
    "Ponder type check default false",
    "MultiPV type spin default 1 min 1 max 5",
    "UCI_Chess960 type check default false",
]


MOVES = {
    "uci": (("g1f3", "f3g1"), ("g8f6", "f6g8")),
    "usi": (("4i4h", "4h4i"), ("6a6b", "6b6a")),
}
"""Out and home, of the first player and the second."""


def shuffled(position, protocol):
    """A move that is legal as long as nobody disturbs the piece."""
    moves = position.split("moves", 1)[1].split() if "moves" in position else []
    second = len(moves) % 2
    mine = moves[second::2]
    return MOVES[protocol][second][len(mine) % 2]


def main(protocol="uci", options=OPTIONS):
    script = json.loads(Path(sys.argv[1]).read_text())
    met, position = Counter(), ""
    moves = list(script.get("moves", []))
    fault, at, time = (script.get(key) for key in ("fault", "at", "time"))
    if at == "start":
        misbehave(fault)
    for line in sys.stdin:
        if "log" in script:
            with Path(script["log"]).open("a") as log:
                log.write(line)
        command = line.split()[0]
        met[command] += 1
        if command == at and met[command] == (time or 1):
            misbehave(fault)
        if command == protocol:
            print(f"id name {script.get('name', 'Scripted 1')}\nid author nobody")
            for option in script.get("own", options):
                print(f"option name {option}")
            print(f"{protocol}ok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            position = line
        elif (command == "go" and "ponder" not in line) or command in ("stop", "ponderhit"):
            infos = script.get("infos", ["depth 3 nodes 42 score cp 25 pv g1f3"])
            for info in infos.pop(0) if infos and isinstance(infos[0], list) else infos:
                print(f"info {info}")
            move = moves.pop(0) if moves else shuffled(position, protocol)
            print(move[1:] if move.startswith("!") else f"bestmove {move}", flush=True)
        elif command == "quit":
            return


if __name__ == "__main__":
    main()
