"""`halfmove perft`: published counts, and the rows people read."""

import pytest
from command import halfmove


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 7), (4, 2401), (5, 16807)])
def test_counts_of_connect_four(depth, nodes):
    found = halfmove("perft", "connect4", "--depth", str(depth), "--json").json
    assert list(found) == ["nodes", "seconds"]
    assert found["nodes"] == nodes


def test_divide_adds_up():
    found = halfmove("perft", "tictactoe", "--depth", "4", "--divide", "--json").json
    assert found["nodes"] == 9 * 8 * 7 * 6 == sum(found["divide"].values())
    assert len(found["divide"]) == 9


def test_a_finished_game_has_no_sequences():
    found = halfmove(
        "perft", "connect4", "--moves", "1 2 1 2 1 2 1", "--depth", "2", "--divide", "--json"
    ).json
    assert (found["nodes"], found["divide"]) == (0, {})


def test_rows_for_each_depth_and_each_move():
    outcome = halfmove("perft", "tictactoe", "--depth", "3", "--divide")
    assert outcome.status == 0
    rows = [line.split() for line in outcome.out.splitlines()]
    assert ["3", "504"] in [row[:2] for row in rows]
    assert ["b2", "56"] in [row[:2] for row in rows]
