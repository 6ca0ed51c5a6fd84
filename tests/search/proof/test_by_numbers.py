"""Positions solved by questions to df-pn: shortest ends, lines, and what is told meanwhile."""

import pytest
from exact import random_states, score
from mates import read_mates

from halfmove.core.naming import open_game
from halfmove.core.score import distance_of, utility_of
from halfmove.games.shogi import Shogi
from halfmove.search.proof import prover as provers
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
    monkeypatch.setattr(provers, "REPORTS", 0.0005)
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
