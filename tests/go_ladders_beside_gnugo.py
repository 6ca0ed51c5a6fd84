"""Ladders as GNU Go reads them, by hand: every chain with two liberties in positions of random games.

`python -m tests.go_ladders_beside_gnugo --positions 1000` puts each position on GNU Go's board and asks it
`ladder_attack`.  It reads the same moves, but answers 2 or 3 where all depends on a ko that somebody must win
elsewhere; those are counted apart, as our reader keeps to the simple ko.  Where both find a ladder, the moves
may differ; both then catch.
"""

import argparse
import random
import shutil
import subprocess
from collections import Counter

import halfmove as hm
from halfmove.core import bits
from halfmove.games.go.benson import parts
from halfmove.games.go.ladders import ladder_move

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


def asked_of(game, state):
    """The chains with two liberties: a point of each, and our answer."""
    stones = bits.wide_or(state.black, state.white)
    for owner, side in enumerate((state.black, state.white)):
        turned = state if state.mover == 1 - owner else state._replace(mover=1 - owner, ko=-1)
        for chain in parts(game, side):
            if bits.wide_count(game.liberties(chain, stones)) == 2:
                point = game.point(bits.wide_lowest(chain))
                move = ladder_move(game, turned, point)
                yield game.point_text(point), "0" if move is None else f"1 {game.point_text(move)}"


def random_game(rng):
    """A position in the middle of a random game: the game, its moves as GTP has them, and the state."""
    size = rng.choice([7, 9, 13, 19])
    game = hm.interpreted(hm.game("go", size=size))
    state, moves = game.initial(), []
    for _ in range(rng.randrange(size * size // 4, size * size)):
        legal = list(game.actions(state))[:-1]
        if not legal:
            break
        action = rng.choice(legal)
        moves.append(f"play {'bw'[state.mover]} {game.action_text(state, action)}")
        state = game.result(state, action)
    return game, moves, state


def gnugo(commands):
    """GNU Go's answers, one for each command."""
    script = "\n".join(commands) + "\nquit\n"
    done = subprocess.run([GNUGO, "--mode", "gtp"], input=script, capture_output=True, text=True, check=True)
    return [answer.strip() for answer in done.stdout.strip().split("\n\n")][: len(commands)]


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--positions", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=0)
    asked = asked.parse_args()
    rng, told = random.Random(asked.seed), Counter()
    for number in range(asked.positions):
        game, moves, state = random_game(rng)
        ours = list(asked_of(game, state))
        commands = [f"boardsize {game.width}", "clear_board", *moves]
        answers = gnugo(commands + [f"ladder_attack {point}" for point, _ in ours])
        assert all(answer.startswith("=") for answer in answers), "a command is refused"
        for (point, mine), answer in zip(ours, answers[len(commands) :], strict=True):
            theirs = answer[1:].strip()
            if theirs[0] in "23":
                told[f"GNU Go says {theirs[0]} (a ko), we {mine[0]}"] += 1
            elif theirs[0] != mine[0]:
                told["different"] += 1
                print(f"position {number}, {point}: ours {mine}, GNU Go's {theirs}")
                print(game.position_text(state))
            else:
                told[f"{'a ladder' if mine[0] == '1' else 'none'}, both say"] += 1
                told["another move"] += theirs != mine
    print(dict(told))


if __name__ == "__main__":
    main()
