"""Endings: the table of king and pawn against a naive solver, known draws, scales, and mates that are won."""

import random

import pytest

import halfmove as hm
from halfmove.core.history import History
from halfmove.games.chess.evaluation.endings import FULL, UNKNOWN
from halfmove.games.chess.evaluation.kpk import is_won
from halfmove.search.alphabeta.threads import Engine

CHESS = hm.game("chess")


def near(square):
    file, rank = square & 7, square >> 3
    steps = [(file + x, rank + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return {8 * rank + file for file, rank in steps if 0 <= file < 8 and 0 <= rank < 8}


NEAR = [near(square) for square in range(64)]


def wins(won, pawn, king, bare):
    """Whether a move of the pawn's side leads to what is won; a pawn that promotes wins unless it is taken at
    once (as a rook, where a queen gives stalemate)."""
    stop = pawn + 8
    steps = NEAR[king] - NEAR[bare] - {pawn, bare}
    if any((pawn, step, bare, True) in won for step in steps):
        return True
    if stop in (king, bare):
        return False
    if stop >= 56:
        return bare not in NEAR[stop] or king in NEAR[stop]
    twice = pawn < 16 and stop + 8 not in (king, bare) and (stop + 8, king, bare, True) in won
    return twice or (stop, king, bare, True) in won


def loses(won, pawn, king, bare):
    """Whether all moves of the bare king, one at least, lead to what is won; onto the pawn none does."""
    steps = NEAR[bare] - NEAR[king] - {king} - attacked_by(pawn)
    return bool(steps) and all(step != pawn and (pawn, king, step, False) in won for step in steps)


def attacked_by(pawn):
    return {s for s in NEAR[pawn] if s >> 3 > pawn >> 3 and s & 7 != pawn & 7}


def solved(file):
    """All won placings (pawn, king, bare king, whether the bare king moves) of a pawn on one file, by naive
    retrograde analysis, from the seventh rank down."""
    won = set()
    for pawn in range(48 + file, 7, -8):
        placings = [
            (king, bare)
            for king in range(64)
            for bare in range(64)
            if len({pawn, king, bare}) == 3 and bare not in NEAR[king]
        ]
        attacked, before = attacked_by(pawn), -1
        while len(won) > before:
            before = len(won)
            won |= {(pawn, *p, False) for p in placings if p[1] not in attacked and wins(won, pawn, *p)}
            won |= {(pawn, *p, True) for p in placings if loses(won, pawn, *p)}
    return won


@pytest.mark.parametrize("file", [0, 3])
def test_king_and_pawn_as_a_naive_solver_has_it(file):
    found = {
        (8 * rank + file, king, bare, bare_moves)
        for rank in range(1, 7)
        for king in range(64)
        for bare in range(64)
        for bare_moves in (False, True)
        if is_won(8 * rank + file, king, bare, bare_moves)
    }
    assert found == solved(file)


def test_as_many_wins_with_king_and_pawn_as_are_known():
    """111,282 of the placings with the pawn on the files a to d: what other programs' tables count too."""
    squares = range(64)
    wins = sum(
        is_won(pawn, king, bare, moves)
        for pawn in range(8, 56)
        if pawn & 7 < 4
        for king in squares
        for bare in squares
        for moves in (False, True)
    )
    assert wins == 111_282


@pytest.mark.parametrize(
    ("fen", "won"),
    [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", True),  # the king on the sixth rank before its pawn
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", False),  # Black has the opposition
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", True),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", False),  # a rook's pawn
        ("8/8/8/7P/3k4/8/8/K7 b - - 0 1", False),  # within the pawn's square
        ("8/8/8/7P/3k4/8/8/K7 w - - 0 1", True),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", True),  # the first position, Black's
        ("7k/8/7K/7P/8/8/8/8 b - - 0 1", False),  # a rook's pawn of the king's side
    ],
)
def test_king_and_pawn_known_from_textbooks(fen, won):
    state = CHESS.parse(fen)
    strong = 0 if "P" in fen else 1
    value = CHESS.evaluate(state, strong)
    assert value > 30_000 if won else value == 0


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/2NN4/2K5/8 w - - 0 1",  # two knights
        "8/8/4K3/8/8/2nn4/2k5/8 b - - 0 1",
        "k7/8/2K5/P7/8/4B3/8/8 w - - 0 1",  # the bishop does not reach a8
        "8/1k6/8/PK6/P7/8/8/2B5 w - - 0 1",
        "8/8/7p/7p/6k1/4b3/8/7K b - - 0 1",  # nor the dark one h1
        "1k6/8/K7/P7/P7/8/8/8 w - - 0 1",  # rook's pawns alone
    ],
)
def test_drawn_whatever_the_material(fen):
    state = CHESS.parse(fen)
    assert CHESS.evaluate(state, 0) == 0
    assert sum(term.worth for term in CHESS.terms(state)) == 0


@pytest.mark.parametrize(
    "fen",
    [
        "k7/8/2K5/P7/8/3B4/8/8 w - - 0 1",  # the bishop reaches a8
        "8/8/3k4/P7/1K6/4B3/8/8 w - - 0 1",  # the king is not in the corner
        "k7/8/2K5/P6P/8/4B3/8/8 w - - 0 1",  # a second pawn elsewhere
        "k7/8/2K5/PP6/8/4B3/8/8 w - - 0 1",
        "8/8/4k3/8/2N5/2NN4/2K5/8 w - - 0 1",  # three knights
    ],
)
def test_not_drawn(fen):
    assert CHESS.evaluate(CHESS.parse(fen), 0) > 20_000


@pytest.mark.parametrize(
    ("fen", "limit"),
    [
        ("8/8/4k3/3b4/8/2R5/2K5/8 w - - 0 1", 100),  # rook against bishop
        ("8/8/4k3/3n4/8/2R5/2K5/8 w - - 0 1", 100),  # rook against knight
        ("8/8/4k3/3r4/8/2RB4/2K5/8 w - - 0 1", 200),  # rook and bishop against rook
        ("8/8/8/8/8/7K/2pk4/5Q2 w - - 0 1", 300),  # a bishop's pawn about to promote
    ],
)
def test_more_material_that_does_not_win_is_worth_little(fen, limit):
    value = CHESS.evaluate(CHESS.parse(fen), 0) / 100
    assert abs(value) < limit, "hundredths of a pawn"


@pytest.mark.parametrize(
    ("fen", "scale"),
    [
        ("8/8/8/8/7K/8/2pk4/5Q2 w - - 0 1", 8),
        ("Q7/8/8/8/7K/8/3pk3/8 w - - 0 1", FULL),  # a centre pawn is always stopped
        ("8/8/8/8/3K4/8/2pk4/5Q2 w - - 0 1", FULL),  # the king is near
        ("8/8/8/8/7K/2p5/3k4/5Q2 w - - 0 1", FULL),  # two steps yet
        ("4k3/2b5/8/8/8/8/2B1P3/4K3 w - - 0 1", 16),  # bishops of opposite colours
        ("4k3/2b5/8/8/8/8/2B1PPP1/4K3 w - - 0 1", 32),
        ("4k3/3b4/8/8/8/8/2B1P3/4K3 w - - 0 1", FULL),
    ],
)
def test_scales(fen, scale):
    assert CHESS.scale(CHESS.parse(fen), 100) == scale


def test_where_both_have_pieces_nothing_is_known():
    state = CHESS.initial()
    assert CHESS.known(state) == UNKNOWN
    assert CHESS.driving(state) == 0


def test_a_queen_drives_a_king_with_a_rook_to_the_edge():
    middle = CHESS.parse("8/8/8/3kr3/8/8/1Q6/K7 w - - 0 1")
    edge = CHESS.parse("3kr3/8/8/8/8/8/1Q6/K7 w - - 0 1")
    assert CHESS.driving(edge) > CHESS.driving(middle) > 0


def start_of(pieces, seed):
    """A random position, the stronger side on move and nothing of it attacked."""
    chess = pytest.importorskip("chess")
    dice = random.Random(f"{pieces} {seed}")
    while True:
        board = chess.Board.empty()
        for square, letter in zip(dice.sample(range(64), len(pieces) + 1), pieces + "k", strict=True):
            piece = chess.Piece.from_symbol(letter)
            piece.color ^= bool(seed % 2)
            board.set_piece_at(square, piece)
        board.turn = seed % 2 == 0
        king = board.king(not board.turn)
        colours = {chess.square_file(s) + chess.square_rank(s) & 1 for s in chess.SquareSet(board.bishops)}
        attacked = board.attacks(king) & board.occupied_co[board.turn]
        if board.is_valid() and not attacked and len(colours) == pieces.count("B"):
            return board


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("pieces", ["KQ", "KR", "KBB", "KBN"])
def test_mates_are_given_within_fifty_moves(pieces, seed):
    board = start_of(pieces, seed)
    history = History(CHESS, CHESS.parse(board.fen()))
    engines = [Engine(CHESS, megabytes=8), Engine(CHESS, megabytes=8)]
    while not history.over:
        memory = engines[history.mover]
        found = hm.analyze(CHESS, history.state, hm.Limit(nodes=5_000), memory=memory, history=history)
        board.push_san(CHESS.action_text(history.state, found.best))
        history.play(found.best)
    assert board.is_checkmate()
