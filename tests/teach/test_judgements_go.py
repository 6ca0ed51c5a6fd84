"""Games of Go annotated, with a search that says what the test wants."""

import pytest

import halfmove as hm
from halfmove.core.analysis import Analysis, Line
from halfmove.games.go.sgf import WinRate, games
from halfmove.games.go.sgf.game import Chances
from halfmove.teach.judgements import annotate, scale_of, tally


@pytest.fixture
def said(monkeypatch):
    """Black's chance in the position after so many plies, and the best move there."""
    told = {}

    def deepen(game, state, limit, *, history, **options):
        black, best = told[len(history.actions)]
        value = 2 * black - 1
        value = value if state.mover == 0 else -value
        score = hm.Score.mean(game, state.mover, value)
        line = Line(game.parse_point(best), score, (game.parse_point(best), game.points))
        yield Analysis(game, state, "told", (line,), score, 1, 1, 0.0)

    monkeypatch.setattr("halfmove.search.algorithms.deepen", deepen)
    return told


def test_what_loses_is_marked_and_what_was_better_is_told(said):
    [game] = games("(;SZ[5];B[cc];W[aa](;B[bb])(;B[ee]))")
    said.update({0: (0.5, "C3"), 1: (0.5, "D3"), 2: (0.9, "E1"), 3: (0.78, "A4")})
    judgements = list(annotate(game, hm.Limit(simulations=1)))
    assert [j.ply for j in judgements] == [2, 1, 0]
    assert [round(j.lost, 2) for j in judgements] == [0.12, 0.4, 0.0]
    assert [j.mark for j in judgements] == [2, 4, 0]
    assert [move.evaluation for move in game.moves] == [WinRate(0.5), WinRate(0.9), WinRate(0.78)]
    assert game.moves[1].nags == (4,)
    assert game.moves[1].variations == [[("w", "D3"), ("b", "pass")]]
    assert game.moves[2].variations == [[("b", "E1")]]  # it was there
    assert tally(judgements, 1).lost == pytest.approx(0.4)


def test_the_end_is_worth_what_the_file_says():
    for result, black in (("B+3.5", 1.0), ("W+R", 0.0), ("?", 1.0)):
        [game] = games(f"(;SZ[5]KM[0]RE[{result}];B[cc];W[];B[])")
        history = hm.History(game.rules, game.first)
        for move in game.moves:
            history.append(move.action)
        history.append(game.rules.points)
        assert Chances().at_end(game, history) == WinRate(black)


def test_the_scale_is_the_games():
    [game] = games("(;SZ[5])")
    assert isinstance(scale_of(game), Chances)
