"""Results as data, as JSON text, and as tables that are read back."""

import json

import pytest

import halfmove as hm
from halfmove.core.results import Result, Table, _cell, frame_library

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
        "regret": lambda: hm.regret(hm.interpreted(hm.game("kuhn")), iterations=1),
        "strategy": lambda: hm.regret(hm.interpreted(hm.game("kuhn")), iterations=1).strategy,
        "games": lambda: hm.match("random", "random", game="nim", games=2),
        "report": lambda: hm.report(hm.match("random", "random", game="nim", games=2)),
        "outcome": lambda: hm.minimax(nim()),
        "count": lambda: hm.count_games(nim()),
        "comparison": lambda: hm.compare(nim(), algorithms=["minimax", "negamax"]),
        "sequences": lambda: hm.perft(nim(), depth=2, divide=True),
    }


@pytest.mark.parametrize("name", made())
def test_a_result_is_plain_data_and_its_rows_are_read_back(name):
    result = made()[name]()
    data = result.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == json.loads(result.to_json())
    assert "\n" in result.to_json(indent=1)
    if isinstance(result, Table):
        rows = result.to_rows()
        assert rows
        assert all(row.keys() == rows[0].keys() for row in rows)


@pytest.mark.parametrize(
    "name", sorted(made().keys() - {"outcome", "count"})
)  # tuples, which show themselves
def test_a_notebook_shows_every_result(name):
    shown = made()[name]()._repr_html_()
    assert shown
    assert shown.lstrip().startswith("<")
    assert "<script" not in shown


NONE = """
ESTIMATE INFINITY WIN loss_in win_in CHANCE Game Bitboard Buffer bits kernel interpreted Limit game
all_games load tree position algorithms Engine Solver Watcher Recorder Counter sheet DIALECTS features
MonteCarlo Session Player Choice History open_book make_book growth reorder misconceptions read_pgn
write_pgn read_sgf write_sgf annotate Chance Dynamics Information Payoffs Rewards NO_CHOICE SIMULTANEOUS
SPECTATOR in_turn View randomness Network RegretSolver exploitability HalfmoveError BadInput BrokenPromise
CompileError NotProven Unsuitable Line Score count_positions Board
"""
"""Public names that are or return no result: contract, errors, numbers, players, readers and writers."""

RETURNS = {
    "analyze deepen solve Analysis": "analysis",
    "minimax alphabeta negamax negascout scout mtdf deepening quiescence singular tapered": "outcome",
    "expectiminimax star1 star2 maxn paranoid Outcome": "outcome",
    "count_games": "count",
    "compare": "comparison",
    "perft": "sequences",
    "trace Trace": "trace",
    "simulate SimulationTrace": "simulation",
    "explain Explanation": "explanation",
    "orderings": "orderings",
    "Exercise exercise exercise_on exercises": "exercise",
    "mark Marking": "marking",
    "misconception": "misconception",
    "check_game": "check",
    "regret Solution": "regret",
    "Strategy": "strategy",
    "match tournament": "games",
    "report": "report",
    "rollout Rollout luck experiment train Trained verify": "",
}
"""Public names, and the result above that theirs is one of; "": too long for here."""


def test_every_public_name_is_known_to_return_a_result_or_none():
    known = [*NONE.split(), *(name for names in RETURNS for name in names.split())]
    assert sorted(known) == sorted(name for name in hm.__all__ if not name.startswith("__"))
    assert {*RETURNS.values()} - {""} <= {*made()}


def test_books_and_annotated_games_are_results_too(tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 e5 2. Ke2 Ke7 1/2-1/2\n")
    made = hm.make_book([games], tmp_path / "book.sqlite", game="chess")
    assert json.loads(made.to_json())["moves"] == 4
    [paper] = hm.read_pgn(games)
    judgements = list(hm.annotate(paper, hm.Limit(depth=1)))
    assert [json.loads(judgement.to_json())["ply"] for judgement in judgements] == [3, 2, 1, 0]


@pytest.mark.parametrize("kind", ["Rollout", "Trained"])
def test_what_takes_long_is_a_result_too(kind):
    assert issubclass(getattr(hm, kind), Result)
    assert getattr(hm, kind).to_dict is not Result.to_dict


@pytest.mark.parametrize("library", ["pandas", pytest.param("polars", marks=pytest.mark.peers)])
@pytest.mark.parametrize("name", made())
def test_rows_are_read_back_from_a_frame(name, library):
    pytest.importorskip(library)
    result = made()[name]()
    if not isinstance(result, Table):
        assert not hasattr(result, "to_frame")
        return
    frame = result.to_frame(library)
    back = frame.to_dict("records") if library == "pandas" else frame.to_dicts()
    rows = [{key: _cell(value) for key, value in row.items()} for row in result.to_rows()]
    assert len(back) == len(rows)
    for told, row in zip(back, rows, strict=True):
        for key, value in row.items():
            missing = told[key] is None or told[key] != told[key]
            assert missing if value is None else told[key] == value


class Numbers(Table):
    def to_dict(self):
        return {"rows": [0]}

    def to_rows(self):
        return [{"n": 1, "x": 0.5, "t": "a", "l": [1, 2]}, {"n": 2, "x": float("inf"), "t": "ü", "l": []}]


@pytest.mark.parametrize("library", ["pandas", pytest.param("polars", marks=pytest.mark.peers)])
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
