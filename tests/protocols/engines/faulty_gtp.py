"""A GTP engine that plays the first free point, and does something wrong where it is told to.

python faulty_gtp.py FAULT MOVE: at its MOVE-th genmove (0: at the start) it does what FAULT says.
"""

import os
import signal
import subprocess
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def misbehave(fault):
    if fault == "crash":
        print("out of memory, said the engine", file=sys.stderr, flush=True)
        os._exit(3)
    if fault == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "hang":
        time.sleep(600)
    if fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass
    if fault == "close":
        os.close(1)
        time.sleep(600)
    if fault == "flood":
        while True:
            os.write(1, b"info spam\n" * 1000)
    if fault == "long":
        while True:
            os.write(1, b"x" * 65536)
    if fault == "stderr":
        for _ in range(2000):
            os.write(2, b"grumble\n" * 1000)
    if fault == "child":
        subprocess.Popen(["sleep", "600"])
        time.sleep(600)
    if fault == "stray":
        print("hello there", flush=True)


def main():
    fault, at = sys.argv[1], int(sys.argv[2])
    if at == 0:
        misbehave(fault)
    board, size, moves = {}, 9, 0
    for line in sys.stdin:
        words = line.split()
        number, command, *arguments = words
        answer, good = "", True
        if command == "name":
            answer = "Faulty"
        elif command == "version":
            answer = "1"
        elif command == "list_commands":
            commands = "name version boardsize clear_board komi play undo genmove level"
            answer = "\n".join(commands.split())
        elif command == "boardsize":
            size = int(arguments[0])
        elif command == "clear_board":
            board = {}
        elif command == "play":
            board[arguments[1].upper()] = arguments[0]
        elif command == "undo":
            board.popitem()
        elif command == "genmove":
            moves += 1
            free = [f"{c}{r}" for r in range(1, size + 1) for c in LETTERS[:size] if f"{c}{r}" not in board]
            answer = free[0]
            if moves == at:
                misbehave(fault)
                answer = {"nonsense": "banana", "resign": "resign"}.get(fault, answer)
                if fault == "illegal":
                    answer = next(iter(board))
                if fault == "refuse":
                    good = False
            board[answer] = arguments[0]
        elif command in ("komi", "level", "quit"):
            pass
        else:
            good, answer = False, "unknown command"
        print(f"{'=' if good else '?'}{number} {answer}\n", flush=True)
        if command == "quit":
            return


main()
