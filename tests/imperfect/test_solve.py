"""`hm.solve` reaches every solver by its name; a solver can be taken step by step."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.imperfect import solving
from halfmove.imperfect.solving import EXACT, METHODS
from halfmove.operations import solve
from halfmove.teach.solve import usual_solver

KUHN = -1 / 18


def test_a_game_in_which_all_is_seen_is_proven() -> None:
    found = hm.solve("nim", see=None)
    assert isinstance(found, hm.Analysis)
    assert found.proven
    assert found.best == hm.solve(hm.game("nim"), algorithm="proof").best


def test_a_small_game_of_hidden_cards_is_solved_exactly() -> None:
    found: Any = solve("kuhn")
    assert found.value == pytest.approx(KUHN, abs=1e-9)
    assert found.exploitability == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", [m.name for m in METHODS.values() if not m.once and not m.sampled])
def test_every_minimiser_of_regret_is_reached_by_its_name(name: str) -> None:
    game = interpreted(hm.game("kuhn"))
    found: Any = solve(game, algorithm=name, iterations=20)
    assert (found.algorithm, found.iterations) == (name, 20)
    assert found.values == hm.regret(game, algorithm=name, iterations=20).values


@pytest.mark.parametrize("name", EXACT)
def test_every_exact_solver_is_reached_by_its_name(name: str) -> None:
    found: Any = solve("rock-paper-scissors", algorithm=name)
    assert found.algorithm == name
    assert found.value == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "no-such"}, "no algorithm 'no-such'"),
        ({"algorithm": "cfr", "threads": 2}, "threads is not for regret minimisation; it is for a proof"),
        ({"algorithm": "cfr", "state": 1}, "state is not for regret minimisation"),
        ({"algorithm": "linear-programme", "iterations": 5}, "solved to the end"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(hm.BadInput, match=words):
        solve("kuhn", **options)


def test_a_proof_of_hidden_cards_is_refused_with_the_solver_that_fits() -> None:
    with pytest.raises(hm.Unsuitable, match=usual_solver(hm.game("kuhn"))):
        solve("kuhn", algorithm="proof")
    with pytest.raises(hm.BadInput, match="iterations is not for a proof"):
        solve("nim", iterations=5)


def test_steps_are_the_iterations_of_one_run() -> None:
    game = interpreted(hm.game("kuhn"))
    solver = hm.RegretSolver(game, "cfr+")
    for _ in range(4):
        solver.step(5)
        solver.solution()
    whole = hm.regret(game, algorithm="cfr+", iterations=20)
    last = solver.solution()
    assert (last.iterations, last.values, last.best) == (20, whole.values, whole.best)
    assert [point.iterations for point in last.curve] == [5, 10, 15, 20]
    assert last.curve[-1].exploitability == last.exploitability
    assert all(a.seconds <= b.seconds for a, b in itertools.pairwise(last.curve))
    assert last.to_rows()[1]["iterations"] == 10


def test_seconds_are_those_of_iterating_and_what_was_prepared_stands_apart(monkeypatch) -> None:
    """On a clock that only the machine code, the layout and the iterations take time of."""
    now = [0.0]
    monkeypatch.setattr(solving.time, "perf_counter", lambda: now[0])
    lay_out = solving.lay_out

    def slow_layout(game: hm.Game) -> Any:
        now[0] += 7
        return lay_out(game)

    def slow_step(*arguments: Any) -> None:
        now[0] += 20 if arguments[4] == 0 else arguments[4]  # made at first, by no iteration

    monkeypatch.setattr(solving, "lay_out", slow_layout)
    solver = hm.RegretSolver(interpreted(hm.game("kuhn")), replace(METHODS["cfr"], run=slow_step))
    solver.step(3)
    solver.step(2)
    assert (solver.seconds, solver.prepared) == (5, 27)


def test_a_solver_refuses_what_it_cannot_do() -> None:
    with pytest.raises(hm.BadInput, match="no algorithm"):
        hm.RegretSolver(hm.game("kuhn"), "minimax")
    with pytest.raises(hm.BadInput, match="0 steps or more"):
        hm.RegretSolver(interpreted(hm.game("kuhn"))).step(-1)
