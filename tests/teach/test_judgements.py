"""Games annotated: by a search that says what the test wants, and by the engine."""

import io
import math

import pytest

import halfmove as hm
from halfmove.core.analysis import Analysis, Line
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.core.pawns import evaluation, points
from halfmove.games.chess.pgn import Evaluation, games, pgn_text
from halfmove.teach.judgements import annotate, tally

pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
LIMIT = Limit(depth=3)


def analysis(game, state, pawns=None, mate=None, line=(), depth=5):
    """An analysis with an estimate, or a mate in so many plies, to the player to move."""
    if mate is None:
        raw = round(pawns * game.unit)
    else:
        raw = hm.win_in(mate) if mate > 0 else hm.loss_in(-mate)
    score = hm.Score.read(game, state.mover, raw, exact=True)
    best = Line(line[0], score, tuple(line))
    return Analysis(game, state, "engine", (best,), score, depth, 1, 0.1)


@pytest.fixture
def says(monkeypatch):
    """Makes the search say, of each position by its FEN's number of move and side, what it is told."""

    def say(told):
        def deepen(game, state, limit, *, history, **options):
            assert history.state == state
            assert limit == LIMIT
            moves, *rest = told[f"{state.number}{'wb'[state.mover]}"]
            line, there = [], state
            for word in moves.split():
                line.append(game.parse_action(there, word))
                there = game.result(there, line[-1])
            yield analysis(game, state, *rest, line=line)

        monkeypatch.setattr("halfmove.search.algorithms.deepen", deepen)

    return say


def test_what_loses_is_marked_and_what_was_better_is_told(says):
    says(
        {
            "1w": ("e4", 0.3),
            "1b": ("e5 Nf3", -0.3),
            "2w": ("Nf3", 1.0),
            "2b": ("d5 d4 e6", 0.5),
            "3w": ("d4", 4.0),
        }
    )
    [game] = games("1. e4 {as ever} a6 2. h3 f6 {why?} *")
    judgements = list(annotate(game, LIMIT))
    assert [j.ply for j in judgements] == [3, 2, 1, 0]
    assert [move.evaluation for move in game.moves] == [
        Evaluation(pawns=worth, depth=5) for worth in (0.3, 1.0, -0.5, 4.0)
    ]
    # the shares of a point lost, by the formula; the best move loses none, whatever came of it
    lost = [
        0.0,
        1 / (1 + math.exp(-0.368208)) - 1 / (1 + math.exp(-0.368208 * 0.3)),
        1 / (1 + math.exp(-0.368208)) - 1 / (1 + math.exp(0.368208 * 0.5)),
        1 / (1 + math.exp(-0.368208 * 4)) - 1 / (1 + math.exp(0.368208 * 0.5)),
    ]
    assert [j.lost for j in reversed(judgements)] == pytest.approx(lost)
    assert lost[1:] == pytest.approx([0.0635, 0.1369, 0.3593], abs=1e-3)
    assert [j.units for j in reversed(judgements)] == pytest.approx([0, 0.7, 1.5, 4.5])
    assert [move.nags for move in game.moves] == [(), (6,), (2,), (4,)]
    assert [j.better for j in reversed(judgements)] == ["", "e5", "Nf3", "d5"]
    [better] = game.moves[3].variations
    assert [move.text for move in better] == ["d5", "d4", "e6"]
    assert [move.evaluation for move in better] == [Evaluation(pawns=-0.5, depth=5), None, None]
    assert (game.moves[0].comment, game.moves[3].comment) == ("as ever", "why?")
    assert tally(judgements, 0)[:5] == (2, 0, 1, 0, pytest.approx(0.75))
    assert tally(judgements, 1)[:5] == (2, 1, 0, 1, pytest.approx(2.6))


def test_what_others_have_said_stays(says):
    says({"1w": ("e4", 0.0), "1b": ("e5", 3.0), "2w": ("e4", 0.0)})
    [game] = games("1. f3!? {[%eval 9.99] an idea} (1. e4 e5) (1. d4) c5 *")
    for _ in range(2):
        list(annotate(game, LIMIT))
        [move, reply] = game.moves
        assert move.nags == (5,)
        assert (move.comment, move.evaluation) == ("an idea", Evaluation(pawns=-3.0, depth=5))
        assert [[m.text for m in line] for line in move.variations] == [["e4", "e5"], ["d4"]]
        assert reply.nags == (4,)
        assert [[m.text for m in line] for line in reply.variations] == [["e5"]]


def test_who_stops_keeps_what_there_is(says):
    says({"1b": ("e5", 0.1), "2w": ("Nf3", 0.2)})
    [game] = games("1. e4 e5 *")
    found = []
    with pytest.raises(KeyError):  # of the initial position, the search knows nothing
        found.extend(annotate(game, LIMIT))
    steps = annotate(game, LIMIT)
    assert next(steps).ply == 1
    assert game.moves[1].evaluation == Evaluation(pawns=0.2, depth=5)


def test_mates(says):
    says({"2b": ("Qh4#", None, 1), "2w": ("e4", -0.2), "1b": ("e5", 0.1), "1w": ("f3", 0.0)})
    [game] = games("1. f3 e5 2. g4 Qh4# 0-1")
    judgements = list(annotate(game, LIMIT))
    assert [move.evaluation for move in game.moves[2:]] == [Evaluation(mate=-1, depth=5), None]
    assert game.moves[2].nags == (4,)
    assert judgements[0].mark == 0
    assert judgements[1].lost == pytest.approx(points(Evaluation(pawns=-0.2)))
    assert judgements[1].units == pytest.approx(9.8)  # a mate counts as ten pawns


def test_games_that_go_on_past_a_draw_and_games_without_moves(says):
    says({f"{n}{side}": ("Nc3" if side == "w" else "Nc6", 0.5) for n in range(1, 9) for side in "wb"})
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
    [game] = games(moves)
    judgements = list(annotate(game, LIMIT))
    assert game.moves[7].evaluation == Evaluation(pawns=0.0)
    assert (judgements[0].ply, judgements[0].lost, judgements[0].better) == (8, 0.0, "")
    [empty] = games("*")
    assert list(annotate(empty, LIMIT)) == []


def test_null_moves_are_refused():
    [game] = games("1. e4 -- 2. d4 *")
    with pytest.raises(BadInput, match=r"game 1 \(line 1\): ply 2 is a null move"):
        list(annotate(game, LIMIT))


def test_points():
    """50 + 50 (2 / (1 + exp(-0.00368208 c)) - 1) percent at c hundredths of a pawn, as Lichess has it."""
    for hundredths, percent in ((0, 50.0), (100, 59.10), (-100, 40.90), (300, 75.11), (1000, 97.54)):
        assert 100 * points(Evaluation(pawns=hundredths / 100)) == pytest.approx(percent, abs=0.01)
    assert (points(Evaluation(mate=3)), points(Evaluation(mate=-3))) == (1.0, 0.0)


@pytest.mark.parametrize(("plies", "now", "then"), [(1, 1, 0), (3, 2, 1), (-2, -1, -1), (-4, -2, -2)])
def test_mates_are_counted_in_moves(plies, now, then):
    """In three plies White mates with its second move; after the first, with its next."""
    game = hm.game("chess")
    white = game.initial()
    black = game.result(white, next(iter(game.actions(white))))
    for state, sign in ((white, 1), (black, -1)):
        told = analysis(game, state, mate=plies, line=(1,))
        assert evaluation(told) == Evaluation(mate=sign * now, depth=5)
        assert evaluation(told, 1).mate == sign * then


@pytest.mark.slow_interpreted
def test_with_the_engine():
    [game] = games("1. f3 e5 2. g4 Qh4# 0-1")
    list(annotate(game, Limit(depth=4)))
    assert game.moves[2].nags == (4,)
    assert game.moves[2].evaluation.mate == -1
    read = pgn.read_game(io.StringIO(pgn_text(game)))
    assert not read.errors
    assert [node.eval() is not None for node in read.mainline()] == [True, True, True, False]
    assert len(list(read.mainline())[2].parent.variations) == 2
    assert list(games(pgn_text(game))) == [game]
