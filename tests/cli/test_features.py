"""`--without` and the list of what it can leave out."""

import pytest
from command import halfmove

from halfmove.search.alphabeta.features import FEATURES
from halfmove.search.alphabeta.selective.features import SELECTIVE

ANALYZE = ("analyze", "connect4", "--set", "width=4", "--set", "height=4", "--depth", "6", "--json")


@pytest.mark.slow_interpreted
def test_without_a_feature_the_value_is_the_same_and_the_work_is_not():
    full, less = halfmove(*ANALYZE).json, halfmove(*ANALYZE, "--without", "table, bounds").json
    assert full["value"] == less["value"]
    assert full["nodes"] < less["nodes"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--without", "kilers"], "no feature 'kilers'; did you mean 'killers'"),
        (["--without", "killers", "--algorithm", "alphabeta"], "Features of the engine can be left out"),
    ],
)
def test_refused(options, sentence):
    outcome = halfmove(*ANALYZE, *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err


def test_listed():
    engine = next(
        row for row in halfmove("algorithms", "--json").json["algorithms"] if row["name"] == "engine"
    )
    assert list(engine["features"])[: len(FEATURES)] == list(FEATURES)
    assert set(engine["features"]) == set(FEATURES) | set(SELECTIVE), "of both of its searches"
    chess = next(
        row for row in halfmove("algorithms", "chess", "--json").json["algorithms"] if row["name"] == "engine"
    )
    assert list(chess["features"]) == [name for name in SELECTIVE if name != "mates"]
    nim = next(
        row for row in halfmove("algorithms", "nim", "--json").json["algorithms"] if row["name"] == "engine"
    )
    assert "symmetry" not in nim["features"]
    assert "killers" in nim["features"]
    assert "killers: actions that refuted" in halfmove("algorithms", "nim").out
    assert "--without: table, hint, etc, killers" in halfmove("algorithms").out
