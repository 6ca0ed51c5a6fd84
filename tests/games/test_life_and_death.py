"""Problems of life and death in Go: proofs under superko, certified; harder ones, played through plainly."""

import copy
from pathlib import Path

import pytest

from halfmove.core.certificates import checker, compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim
from halfmove.games.go import Go
from halfmove.search.proof.certify import ByProofNumbers, certify
from halfmove.search.proof.prover import Prover, Question
from tests.naive_go import PASS, NaiveGo


def lines_of(name):
    """The lines of a file beside this one that are no remarks."""
    lines = (Path(__file__).parent / name).read_text().splitlines()
    return [line for line in lines if line[0] != "#"]


LINES, OPEN_LINES = lines_of("life_and_death.txt"), lines_of("open_corners.txt")
QUICK_PLIES = 11
"""Of the harder corners that are looked at every time."""


def problem(line):
    """The game, the position, and the action that wins."""
    width, height, rows, mover, action = line.split()
    game = Go(width=int(width), height=int(height), komi=3.5 - int(width) * int(height))
    state = game.parse(f"{rows} {mover} - 0")
    return game, state, game.parse_action(state, action)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("line", LINES)
def test_the_action_wins_by_a_proof_without_repetition(line, tmp_path):
    game, state, action = problem(line)
    prover = Prover(game, megabytes=4)
    question = Question(game.to_move(state))
    assert game.repetition == "forbidden"
    assert prover.prove(state, question)
    assert not prover.unsure
    assert prover.prove(game.result(state, action), question)
    file = tmp_path / "a.proof"
    certify(file, game, state, Claim("=", 1), ByProofNumbers(prover))
    found = certificate_file.read(file)
    tallies = [
        by(found.game, found.start, found.claim, certificate_file.unpack(found.packed))
        for by in (checker.check, compiled.check)
    ]
    assert tallies[0] == tallies[1]


def by_length(lines):
    """Parameters for a test, the longer problems marked as exhaustive."""
    return [
        pytest.param(line, marks=() if int(line.split()[-1]) <= QUICK_PLIES else pytest.mark.exhaustive)
        for line in lines
    ]


def open_corner(line):
    """A prover of the game without superko, the position, and the same as `NaiveGo` has it."""
    width, height, rows, mover, _ = line.split()
    game = Go(width=int(width), height=int(height), komi=3.5 - int(width) * int(height))
    game.repetition = "none"
    naive = NaiveGo(int(width), int(height), superko=False)
    for r, row in enumerate(rows.split("/")):
        naive.stones.update({(r, c): "XO".index(side) for c, side in enumerate(row) if side != "."})
    naive.mover = "XO".index(mover)
    return Prover(game, megabytes=64), game.parse(f"{rows} {mover} - 0"), naive


def point_of(game, state, action):
    """A play as the naive game has it: row and column, or PASS."""
    text = game.action_text(state, action)
    return PASS if text == "pass" else (game.height - int(text[1:]), "ABCDEFGHJ".index(text[0]))


def check_strategy(prover, state, naive):
    """Follow what the prover plays against everything that the other side may play by the naive rules; the
    positions that came."""
    game, question, known = prover.game, Question(naive.mover), {}

    def follow(state, naive):
        if naive.passes == 2:
            assert game.is_terminal(state)
            assert (naive.area() > game.komi) == (question.player == 0)
            return
        earlier = None if naive.before in (None, naive.stones) else frozenset(naive.before.items())
        name = frozenset(naive.stones.items()), naive.mover, earlier, naive.passes
        if name in known:
            assert known[name], "a play goes on for ever"
            return
        known[name] = False
        plays = {point_of(game, state, action): action for action in game.actions(state)}
        assert set(plays) == {*naive.legal(), PASS}
        if naive.mover == question.player:
            action = prover.action(state, question)
            plays = {point_of(game, state, action): action}
        for point, action in plays.items():
            after = copy.copy(naive)
            after.seen, after.prisoners = set(), [0, 0]
            after.play(point)
            follow(game.result(state, action), after)
        known[name] = True

    follow(state, naive)
    return len(known)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("line", by_length(OPEN_LINES))
def test_a_harder_corner_is_won_against_all_plays_by_the_naive_rules(line):
    prover, state, naive = open_corner(line)
    assert prover.prove(state, Question(naive.mover))
    assert check_strategy(prover, state, naive) > 100


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("line", by_length(OPEN_LINES))
def test_the_quickest_win_of_a_harder_corner_is_that_of_the_plain_solver(line):
    prover, state, naive = open_corner(line)
    question, plies = Question(naive.mover), int(line.split()[-1])
    assert prover.prove(state, question._replace(plies=plies))
    assert prover.prove(state, question._replace(plies=plies - 1)) is False
