import time

import pytest

import halfmove as hm
from halfmove.games.kuhn import Kuhn
from halfmove.search.alphabeta.features import features
from halfmove.teach.growth import game_curves
from halfmove.teach.growth.games import WHOLE, order_actions

FILLED = ("tictactoe", "b2 a1 c3")
"""A position of few enough games to search them all interpreted."""


def position(name, moves):
    game = hm.game(name)
    return game, hm.position(game, None, moves)[0]


def test_minimax_counts_what_perft_counts():
    game, state = position(*FILLED)
    curves = game_curves(game, state, algorithms=["minimax", "alphabeta"], depth=3, seconds=None)
    sizes = [hm.perft(game, state, d) for d in range(4)]
    assert [point.count for point in curves["minimax"].points] == [sum(sizes[: d + 1]) for d in (1, 2, 3)]
    assert [point.depth for point in curves["alphabeta"].points] == [1, 2, 3]
    for full, cut in zip(curves["minimax"].points, curves["alphabeta"].points, strict=True):
        assert cut.count <= full.count
    leaves = game_curves(game, state, algorithms=["minimax"], depth=3, seconds=None, count="evaluations")
    assert [point.count for point in leaves["minimax"].points] == [6, 30, 120]
    # no game of these 120 is over: a uniform tree in fact, of 6, 5 and 4 branches
    assert leaves["best case"].points[1].count == pytest.approx(2 * 30**0.5 - 1)


def test_a_whole_game_is_the_end_of_a_curve():
    game = hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    curves = game_curves(game, algorithms=["minimax", "alphabeta"], seconds=None, count="evaluations")
    assert curves["minimax"].note == curves["alphabeta"].note == WHOLE
    assert [point.count for point in curves["minimax"].points] == [3, 9]
    assert [point.count for point in curves["alphabeta"].points] == [3, 7]
    assert curves.unit == "static evaluations"


@pytest.mark.one_speed
def test_the_engine_proves_with_and_without_its_features():
    game = hm.interpreted(hm.game("tictactoe"))
    names = ["engine", *(f"engine-{feature}" for feature in features(game))]
    curves = game_curves(game, algorithms=names, seconds=None)
    assert {series.note for series in curves.series} == {"proved"}
    ends = {series.name: series.points[-1].count for series in curves.series}
    for feature in ("table", "order", "bounds", "symmetry"):
        assert ends[f"engine-{feature}"] > ends["engine"]
        assert hm.analyze(game, None, hm.Limit(depth=9), without=[feature]).value == 0


@pytest.mark.slow_interpreted
def test_a_feature_left_out_is_left_out_of_the_machine_code():
    curves = game_curves(hm.game("tictactoe"), algorithms=["engine", "engine-order-table"], seconds=None)
    full, bare = (series.points for series in curves.series)
    assert curves["engine-order-table"].note == "proved"
    assert bare[4].count > 1.5 * full[4].count


def test_the_games_own_order_saves_nodes():
    game = hm.game("connect4")
    curves = game_curves(game, algorithms=["alphabeta", "alphabeta+order"], depth=4, seconds=None)
    assert curves["alphabeta+order"].points[-1].count < curves["alphabeta"].points[-1].count
    state = game.initial()
    judged = [game.order(state, a) for a in order_actions(game).actions(state)]
    assert judged == sorted(judged, reverse=True)


def test_a_limit_of_nodes_holds():
    game, state = position(*FILLED)
    curves = game_curves(game, state, algorithms=["minimax", "alphabeta"], nodes=100, seconds=None)
    assert max(point.count for series in curves.series[:2] for point in series.points) <= 100
    assert curves["minimax"].note == "depth 3 takes more than 100 nodes"


def test_a_limit_of_seconds_ends_a_search_that_has_begun():
    began = time.perf_counter()
    curves = game_curves(hm.game("gomoku"), algorithms=["minimax"], seconds=0.05)
    assert "takes more than 0.05 s" in curves["minimax"].note
    assert time.perf_counter() - began < 60  # minimax to the end of gomoku would not come back


def test_ctrl_c_keeps_what_there_is(monkeypatch):
    def at(what):
        if what == "measuring alphabeta, depth 2":
            raise KeyboardInterrupt

    monkeypatch.setattr("halfmove.teach.growth.games.at", at)
    game, state = position(*FILLED)
    curves = game_curves(game, state, depth=3, seconds=None)
    assert [series.name for series in curves.series] == ["minimax", "alphabeta", "best case"]
    assert len(curves["alphabeta"].points) == 1
    assert curves["alphabeta"].note == "interrupted"


def test_games_of_chance_have_their_own_searches():
    curves = game_curves(hm.tree({"player": "chance", "children": [[1, 2], [3, 4]]}), seconds=None)
    assert [series.name for series in curves.series] == ["expectiminimax", "star1", "star2"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("magic", "There is no search 'magic' to measure"),
        ("engine-luck", "The engine has no feature 'luck'; there are: table, hint"),
        ("alphabeta+luck", "there can only be 'order', not 'luck'"),
    ],
)
def test_searches_that_are_none(name, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        game_curves(hm.game("tictactoe"), algorithms=[name])


def test_more_bad_input():
    game = hm.tree([1, 2])
    with pytest.raises(hm.BadInput, match="knows nothing of 'order'"):
        game_curves(game, algorithms=["engine-order"])
    with pytest.raises(hm.BadInput, match="no judgement of its actions"):
        game_curves(game, algorithms=["alphabeta+order"])
    with pytest.raises(hm.BadInput, match="The engine counts nodes"):
        game_curves(game, algorithms=["engine"], count="evaluations")
    with pytest.raises(hm.BadInput, match="The game is over"):
        game_curves(game, game.parse("0"))
    with pytest.raises(hm.Unsuitable, match="chance"):
        game_curves(hm.tree({"player": "chance", "children": [1, 2]}), algorithms=["alphabeta"])
    with pytest.raises(hm.Unsuitable, match="players do not see everything"):
        game_curves(hm.interpreted(Kuhn()))
