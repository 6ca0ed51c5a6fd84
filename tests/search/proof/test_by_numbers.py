"""Positions solved by questions to df-pn: shortest ends, lines, and what is told meanwhile."""

import shutil

import pytest
from exact import random_states, score
from mates import read_mates
from naive_repetition import Knot, Tangle, value_by_paths

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game
from halfmove.core.score import distance_of, utility_of
from halfmove.games.connect4 import ConnectFour
from halfmove.games.shogi import Shogi
from halfmove.search.proof import checkpoint as checkpoints
from halfmove.search.proof import searcher as searchers
from halfmove.search.proof.by_numbers import solve
from halfmove.search.proof.prover import Prover


def follow(game, state, line):
    for action in line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    return state


def test_values_and_distances_beside_brute_force():
    game = open_game("tictactoe")
    known = {}
    for state in random_states(game, 1, 6):
        if game.is_terminal(state):
            continue
        found, raw = solve(game, state, shortest=True, megabytes=1), score(game, state, known)
        assert found.score.value == utility_of(raw)
        if utility_of(raw):
            assert found.score.plies == distance_of(raw)
            assert len(found.lines[0].variation) == distance_of(raw)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_told_meanwhile_changes_nothing(threads, monkeypatch):
    """Once it put another question into the memories of the threads that searched."""
    monkeypatch.setattr(searchers, "REPORTS", 0.0005)
    game, told = Shogi(), []
    for plies, sfen in read_mates()[-6:]:
        state = game.parse(sfen)
        found = solve(game, state, checks=True, shortest=True, megabytes=16, threads=threads, see=told.append)
        assert found.score.plies == plies
        line = found.lines[0].variation
        assert len(line) == plies
        assert game.is_terminal(follow(game, state, line))
    assert told


@pytest.mark.slow_interpreted
def test_a_mate_is_shortened_as_far_as_so_many_nodes_go():
    game = Shogi()
    prover, shorter = Prover(game, megabytes=16), 0
    for plies, sfen in read_mates()[::5]:
        state = game.parse(sfen)
        prover.clear()
        first = solve(game, state, checks=True, prover=prover)
        found = solve(game, state, checks=True, prover=prover, shorten_nodes=100_000)
        assert first.score.plies >= found.score.plies >= plies
        assert not found.interrupted
        assert len(found.lines[0].variation) <= found.score.plies
        shorter += found.score.plies < first.score.plies
        assert solve(game, state, checks=True, prover=prover, shorten_nodes=1).proven
    assert shorter > 0


# ---- checkpoints
FOUR = interpreted(ConnectFour(width=4, height=4))


def interrupt(analysis):
    raise KeyboardInterrupt


def test_a_search_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(searchers, "REPORTS", 0.05)
    state, file = FOUR.initial(), tmp_path / "kept"
    whole = solve(FOUR, state, megabytes=1)
    first = solve(FOUR, state, megabytes=1, checkpoint=file, see=interrupt)
    assert first.interrupted
    assert not first.proven
    second = solve(FOUR, state, megabytes=1, checkpoint=file)
    assert (second.score, second.interrupted) == (whole.score, False)
    assert second.nodes > first.nodes
    third = solve(FOUR, state, megabytes=1, checkpoint=file)
    assert third.score == whole.score
    assert third.nodes - second.nodes < whole.nodes / 10, "what is known is not proven again"
    assert third.seconds > second.seconds


def test_it_is_written_while_threads_search(tmp_path, monkeypatch):
    monkeypatch.setattr(searchers, "REPORTS", 0.05)
    monkeypatch.setattr(checkpoints, "EVERY", 0.0)
    monkeypatch.setattr(checkpoints, "SHARE", 1.0)
    file, copy = tmp_path / "kept", tmp_path / "copy"

    def see(analysis):
        if file.exists():
            shutil.copy(file, copy)
            raise KeyboardInterrupt

    solve(FOUR, FOUR.initial(), megabytes=1, checkpoint=file, see=see)
    assert solve(FOUR, FOUR.initial(), megabytes=1, checkpoint=copy).score.value == 0


def test_disproofs_that_rest_on_repetitions_are_confirmed_again(tmp_path):
    """A table of every kind of question, handed from prover to prover."""
    game, file = Tangle(), tmp_path / "kept"
    for seed in range(60):
        state = Knot(seed, 0)
        if not game.is_terminal(state):
            found = solve(game, state, megabytes=0.1, checkpoint=file)
            assert found.score.of(0).value == value_by_paths(game, state)


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    file = tmp_path / "kept"
    solve(FOUR, FOUR.initial(), megabytes=1, checkpoint=file, see=interrupt)
    whole = file.read_bytes()
    with pytest.raises(BadInput, match="has game"):
        solve(interpreted(open_game("tictactoe")), open_game("tictactoe").initial(), checkpoint=file)
    with pytest.raises(BadInput, match="--memory 1 or more"):
        solve(FOUR, FOUR.initial(), megabytes=0.1, checkpoint=file)
    assert file.read_bytes() == whole, "what is refused is left alone"
    for damaged in (whole[:-1], whole + b"x", whole[:400] + b"\x55" + whole[401:]):
        file.write_bytes(damaged)
        with pytest.raises(BadInput, match="damaged"):
            solve(FOUR, FOUR.initial(), megabytes=1, checkpoint=file)
    file.write_bytes(whole.replace(b"proof numbers 1", b"proof 1", 1))
    with pytest.raises(BadInput, match="no checkpoint of such a proof"):
        solve(FOUR, FOUR.initial(), megabytes=1, checkpoint=file)
