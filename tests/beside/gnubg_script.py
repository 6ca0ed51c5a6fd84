"""What GNU Backgammon's own Python runs for `gnubg.py`: a position ID and two dice in, legal plays out."""

import sys

import gnubg

for command in (
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set automatic move off",
    "set confirm new off",
    "set evaluation chequerplay evaluation plies 0",
):
    gnubg.command(command)

for number, line in enumerate(sys.stdin):
    if number % 200 == 0:  # each position is kept in the game, and all of it is gone through for the next
        gnubg.command("new session")
        gnubg.command("set turn 1")
    position, first, second = line.split()
    gnubg.command(f"set board {position}")
    gnubg.command("set turn 1")
    gnubg.command(f"set dice {first} {second}")
    found = gnubg.hint(9999)
    moves = found["hint"] if found and found.get("hinttype") == "chequer" else []
    print("plays:" + ",".join(move["move"] for move in moves), flush=True)
