"""Proofs that go on: a table written while threads search, read again, and refused where it is not theirs."""

import time

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.core.errors import BadInput
from halfmove.search.alphabeta.table import Table
from halfmove.search.proof import checkpoint
from halfmove.search.proof import solver as solver_module
from halfmove.search.proof.checkpoint import Checkpoint
from halfmove.search.proof.solver import Proof, Solver, solve

WIDTH, HEIGHT = (5, 4) if jit_enabled() else (4, 4)
GAME = hm.game("connect4", width=WIDTH, height=HEIGHT)
LONG = hm.game("connect4", width=6, height=5) if jit_enabled() else GAME
"""Takes several questions to solve."""


def stopped(file, monkeypatch):
    """A proof that is interrupted by a report of progress, and that waits for that after its first question:
    however late the report comes, it is not over."""
    asked, following = [], Proof.next

    def wait_and_ask(proof):
        while asked and not proof.engine.stopped:
            time.sleep(0.001)
        asked.append(following(proof))
        return asked[-1]

    def see(analysis):
        if analysis.nodes > 0:
            raise KeyboardInterrupt

    with monkeypatch.context() as waiting:
        waiting.setattr(Proof, "next", wait_and_ask)
        return solve(LONG, megabytes=8, checkpoint=file, see=see)


def test_a_proof_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)  # written while threads search
    monkeypatch.setattr(checkpoint, "SHARE", 1.0)
    monkeypatch.setattr(solver_module, "REPORTS", 0.01)
    whole = solve(LONG, megabytes=8)
    file = tmp_path / "proof"
    first = stopped(file, monkeypatch)
    assert not first.proven
    second = solve(LONG, megabytes=8, checkpoint=file)
    assert (second.value, second.score, second.proven) == (whole.value, whole.score, True)
    assert second.seconds > first.seconds
    # what the table did not hold is searched again, in another order: where it was stopped decides how much
    assert 0 < second.nodes - first.nodes < 1.5 * whole.nodes
    third = solve(LONG, megabytes=8, checkpoint=file)
    assert third.score == whole.score
    assert third.nodes - second.nodes < whole.nodes / 10, "what is known is not proven again"
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]


def test_another_position_of_the_game_has_the_use_of_it(tmp_path):
    solve(GAME, megabytes=8, checkpoint=tmp_path / "proof")
    child = GAME.result(GAME.initial(), 1)
    alone = solve(GAME, child, megabytes=8)
    both = solve(GAME, child, megabytes=8, checkpoint=tmp_path / "proof")
    assert both.score == alone.score


def test_a_table_that_has_grown_is_read_as_it_was(tmp_path):
    solver = Solver(interpreted(GAME), megabytes=1, at_first=0.01)
    solve(solver.game, solver=solver, distance=False)
    file = Checkpoint(tmp_path / "proof")
    file.save(solver.game, solver.engine.table, 5, 1.5)
    again = Checkpoint(tmp_path / "proof")
    table = again.load(solver.game, 1)
    assert (table.words.array == solver.engine.table.words.array).all()
    assert (again.nodes, again.seconds) == (5, 1.5)
    assert table.words.array.any()


def kept(folder, game=GAME):
    file = Checkpoint(folder / "proof")
    table = Table(1)
    table.words[3] = 7
    file.save(game, table, 0, 0.0)
    return file.file


@pytest.mark.parametrize("damage", ["cut short", "longer", "a bit", "the head", "a number", "nothing"])
def test_a_damaged_file_is_refused_and_stays(tmp_path, damage):
    file = kept(tmp_path)
    data = file.read_bytes()
    bad = {
        "cut short": data[:-9],
        "longer": data + b"x",
        "a bit": data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        "the head": data[: data.index(b"{")] + b"]" + data[data.index(b"{") :],
        "a number": data.replace(b'"nodes": 0', b'"nodes": -1'),
        "nothing": b"",
    }[damage]
    file.write_bytes(bad)
    with pytest.raises(BadInput, match=r"is damaged|is no checkpoint"):
        Checkpoint(file).load(GAME, 8)
    assert file.read_bytes() == bad


def test_another_game_s_or_too_large_a_table_is_refused(tmp_path):
    file = kept(tmp_path)
    with pytest.raises(BadInput, match=r"has parameters .* delete it"):
        Checkpoint(file).load(hm.game("connect4", width=4, height=5), 8)
    with pytest.raises(BadInput, match="has game connect4"):
        Checkpoint(file).load(hm.game("tictactoe"), 8)
    with pytest.raises(BadInput, match="give --memory 1 or more"):
        Checkpoint(file).load(GAME, 0.5)

    class Other(type(GAME)):
        def order(self, s, a):
            return a

    other = Other(width=WIDTH, height=HEIGHT)
    with pytest.raises(BadInput, match="has rules of another version"):
        Checkpoint(file).load(other, 8)


def test_in_the_terminal(tmp_path):
    file = tmp_path / "proof"
    typed = ("solve", "tictactoe", "--checkpoint", str(file), "--json")
    first, second = halfmove(*typed).json, halfmove(*typed).json
    assert first["value"] == second["value"]
    assert second["nodes"] >= first["nodes"]
    refused = halfmove("solve", "nim", "--checkpoint", str(file))
    assert refused.status == 2
    assert "has game tictactoe" in refused.err
    refused = halfmove("solve", "tictactoe", "--checkpoint", str(tmp_path / "no" / "proof"))
    assert (refused.status, refused.out) == (2, "")
    refused = halfmove("solve", "pig", "--checkpoint", str(file))
    assert refused.status == 2
    assert "keeps no checkpoint" in refused.err
