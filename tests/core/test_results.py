"""Results as data, as JSON text, and as tables that are read back."""

import json

import pytest

import halfmove as hm
from halfmove.core.results import LIBRARIES, Table, frame_library

pytestmark = pytest.mark.one_speed

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def nim():
    return hm.interpreted(hm.game("nim", heaps="1,2"))


def made():
    exercise = hm.exercise_on(TREE)
    return {
        "analysis": lambda: hm.analyze(nim(), limit=hm.Limit(depth=3), algorithm="alphabeta"),
        "trace": lambda: hm.trace(hm.tree(TREE)),
        "simulation": lambda: hm.simulate(nim(), simulations=2),
        "explanation": lambda: hm.explain(nim(), limit=hm.Limit(depth=3), algorithm="alphabeta"),
        "orderings": lambda: hm.orderings(hm.tree(TREE), samples=5),
        "exercise": lambda: exercise,
        "marking": lambda: hm.mark(exercise, exercise.solution()),
        "misconception": lambda: hm.misconception("equal-moves"),
        "curves": lambda: hm.growth.uniform_curves(2, 3),
        "check": lambda: hm.check_game(nim(), games=1),
        "regret": lambda: hm.regret(hm.game("kuhn"), iterations=1),
    }


@pytest.mark.parametrize("name", made())
def test_a_result_is_plain_data_and_its_rows_are_read_back(name):
    result = made()[name]()
    data = result.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == json.loads(result.to_json())
    assert "\n" in result.to_json(indent=1)
    if isinstance(result, Table):
        rows = result.rows()
        assert rows
        assert all(row.keys() == rows[0].keys() for row in rows)


class Numbers(Table):
    def to_dict(self):
        return {"rows": [0]}

    def rows(self):
        return [{"n": 1, "x": 0.5, "t": "a", "l": [1, 2]}, {"n": 2, "x": float("inf"), "t": "ü", "l": []}]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_frame_is_read_back(library):
    pytest.importorskip(library)
    frame = Numbers().to_frame(library)
    back = frame.to_dict("records") if library == "pandas" else frame.to_dicts()
    assert [(row["n"], row["t"], json.loads(row["l"])) for row in back] == [(1, "a", [1, 2]), (2, "ü", [])]
    assert back[0]["x"] == 0.5
    assert frame["x"][1] is None or frame["x"][1] != frame["x"][1]


def test_without_a_library_the_command_is_named(monkeypatch):
    monkeypatch.setattr("halfmove.core.results.find_spec", lambda name: None)
    with pytest.raises(hm.BadInput, match="pip install pandas"):
        Numbers().to_frame()
    with pytest.raises(hm.BadInput, match="pip install polars"):
        frame_library("polars")
    with pytest.raises(hm.BadInput, match="not with 'numpy'"):
        frame_library("numpy")
