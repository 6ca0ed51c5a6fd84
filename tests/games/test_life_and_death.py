"""Problems of life and death in Go: proofs under superko, certified."""

from pathlib import Path

import pytest

from halfmove.core.certificates import checker, compiled
from halfmove.core.certificates import file as certificate_file
from halfmove.core.certificates.checker import Claim
from halfmove.games.go import Go
from halfmove.search.proof.certify import ByProofNumbers, certify
from halfmove.search.proof.prover import Prover, Question

LINES = [
    line for line in (Path(__file__).parent / "life_and_death.txt").read_text().splitlines() if line[0] != "#"
]


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
