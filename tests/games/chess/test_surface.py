"""The chessboard to touch, from both sides, and to set up."""

import pytest
from surfaces import examine, shown, states

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement
from halfmove.games.chess import Chess

GAME = interpreted(Chess())
CHESS960 = interpreted(Chess(chess960=True, start=100))
BOARD = GAME.surface()


def touched(game, fen):
    s = game.parse(fen)
    return {game.action_text(s, a): game.surface().touches(s, a) for a in game.actions(s)}


def test_chess960_can_be_touched():
    for number, state in enumerate(states(CHESS960, seed=2, games=4, plies=90)):
        if number % 7 == 0:
            examine(CHESS960, state)


def test_the_board_turns():
    start = GAME.initial()
    white, black = BOARD.points(start), BOARD.points(start, below=1)
    assert (white[0].name, white[-1].name, black[0].name, black[-1].name) == ("a8", "h1", "h1", "a8")
    assert white[0][1:] == black[0][1:]


def test_promotions_share_touches_and_castling_has_its_own():
    moves = touched(GAME, "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert {text for text, touches in moves.items() if touches == ("b7", "b8")} == {
        "b8=Q+",
        "b8=R+",
        "b8=B",
        "b8=N",
    }
    assert (moves["O-O"], moves["O-O-O"]) == (("e1", "g1"), ("e1", "c1"))
    moves = touched(CHESS960, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    assert (moves["O-O"], moves["O-O-O"]) == (("e1", "h1"), ("e1", "a1"))
    assert moves["Kf1"] == ("e1", "f1")


@pytest.mark.parametrize(("taken", "castling"), [("h1", "Qkq"), ("a8", "KQk"), ("e1", "kq"), ("d2", "KQkq")])
def test_castling_is_dropped_where_king_or_rook_has_gone(taken, castling):
    pieces, mover, rest = BOARD.arrangement(GAME.initial())
    moved = {at: piece for at, piece in pieces.items() if at != taken}
    if taken == "e1":
        moved["e3"] = "K"
    assert BOARD.text(Arrangement(moved, mover, rest)).split()[2] == castling


def test_castling_in_chess960_is_said_by_the_rooks_file_or_its_side():
    pieces = {"f1": "K", "g1": "R", "b1": "R", "f8": "k"}
    board = CHESS960.surface()
    for said, kept in (("GB", "GB"), ("KQ", "GB"), ("KQkq", "GB"), ("HB", "B"), ("-", "-")):
        assert board.text(Arrangement(pieces, 0, {"castling": said})).split()[2] == kept


def test_en_passant_is_dropped_where_no_pawn_has_passed():
    s = GAME.parse("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    pieces, mover, rest = BOARD.arrangement(s)
    assert BOARD.text(Arrangement(pieces, mover, rest)) == GAME.position_text(s)
    assert BOARD.text(Arrangement(pieces, 0, rest)).split()[3] == "-"
    away = {at: piece for at, piece in pieces.items() if at != "e4"}
    assert BOARD.text(Arrangement(away, mover, rest)).split()[3] == "-"


@pytest.mark.parametrize(
    ("pieces", "rest", "words"),
    [
        ({}, {}, "White has no king"),
        ({"e1": "K"}, {}, "Black has no king"),
        ({"e1": "K", "e8": "k", "a8": "P"}, {}, "There is a pawn on a8"),
        ({"e1": "K", "e2": "k"}, {}, "Black is in check, but it is White's turn"),
        ({"e1": "K", "e8": "k"}, {"quiet": "some"}, "a whole number"),
        ({"e1": "K", "e8": "k"}, {"number": "1 2"}, "six fields"),
    ],
)
def test_what_can_be_drawn_need_not_be_a_position(pieces, rest, words):
    arrangement = Arrangement(pieces, 0, rest)
    assert set(shown(BOARD.draw(arrangement))) == set(pieces)
    with pytest.raises(BadInput, match=words):
        BOARD.text(arrangement)


def test_pieces_are_told_in_words():
    assert BOARD.occupied(GAME.initial())["b1"] == "white knight"
    assert len(BOARD.pieces) == 12
    assert 'aria-label="black queen"' in BOARD.piece_picture("q")
