"""Problems of life and death in Go: proofs under superko, certified, beside all positions gone through."""

from pathlib import Path

import pytest

from halfmove.core.certificates import checker, compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim
from halfmove.games.go import Go
from halfmove.search.proof.certify import ByProofNumbers, certify
from halfmove.search.proof.iteration import Values
from halfmove.search.proof.prover import Prover, Question

LINES = [
    line for line in (Path(__file__).parent / "life_and_death.txt").read_text().splitlines() if line[0] != "#"
]
SMALL = [line for line in LINES if line.startswith("5 3")]


def problem(line):
    """The game, the position, and the action that wins."""
    width, height, rows, mover, action = line.split()
    game = Go(width=int(width), height=int(height), komi=3.5 - int(width) * int(height))
    state = game.parse(f"{rows} {mover} - 0")
    return game, state, game.parse_action(state, action)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("line", LINES)
def test_one_action_wins_by_a_proof_without_repetition(line, tmp_path):
    game, state, action = problem(line)
    prover = Prover(game, megabytes=4)
    question = Question(game.to_move(state))
    assert game.repetition == "forbidden"
    assert prover.prove(state, question)
    assert not prover.unsure
    assert prover.action(state, question) == action
    file = tmp_path / "a.proof"
    certify(file, game, state, Claim("=", 1), ByProofNumbers(prover))
    found = certificate_file.read(file)
    tallies = [
        by(found.game, found.start, found.claim, certificate_file.unpack(found.packed))
        for by in (checker.check, compiled.check)
    ]
    assert tallies[0] == tallies[1]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=() if line in SMALL[:2] else pytest.mark.exhaustive) for line in LINES]
)
def test_all_positions_gone_through_say_the_same(line):
    """Who moves can force it in finitely many plies, and with every other action the other can."""
    game, state, action = problem(line)
    mover = game.to_move(state)
    values = Values(game, state, megabytes=4096)
    won = (1, 1) if mover == 0 else (-1, -1)
    assert values.bounds(state) == won
    for other in game.actions(state):
        assert (values.bounds(game.result(state, other)) == won) == (other == action)
