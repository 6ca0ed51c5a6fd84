"""A UCI engine that plays any legal move, and does something wrong where it is told to.

python faulty_uci.py FAULT MOVE: at its MOVE-th search (0: before uciok) it does what FAULT says.
"""

import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.argv, arguments = [sys.argv[0], "none", "99"], sys.argv
sys.stdin, stdin = io.StringIO(), sys.stdin
import chess  # noqa: E402
import faulty_gtp  # noqa: E402  its main reads an empty input


def main():
    fault, at = arguments[1], int(arguments[2])
    board, searches = chess.Board(), 0
    if at == 0:
        faulty_gtp.misbehave(fault)
    for line in stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            print("id name Faulty 1\nid author nobody", flush=True)
            print("option name Hash type spin default 16 min 1 max 64", flush=True)
            print("option name Style type combo default calm var calm var wild", flush=True)
            print("option name Ponder type check default false", flush=True)
            print("uciok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            at_moves = words.index("moves") if "moves" in words else len(words)
            fen = " ".join(words[2:at_moves]) if words[1] == "fen" else chess.STARTING_FEN
            board = chess.Board(fen)
            for move in words[at_moves + 1 :]:
                board.push_uci(move)
        elif words[0] == "go":
            warming = words[1:] == ["depth", "1"]
            searches += not warming
            move = next(iter(board.legal_moves)).uci()
            if searches == at and not warming:
                faulty_gtp.misbehave(fault)
                move = {"nonsense": "banana", "illegal": "a1a8"}.get(fault, move)
            print("info depth 3 nodes 42 score cp 25", flush=True)
            print(f"bestmove {move}", flush=True)
        elif words[0] == "quit":
            return


main()
