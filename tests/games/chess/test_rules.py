"""How games of chess end, which positions count as the same, and what the hooks say, against python-chess."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.chess import Chess, uci_action
from halfmove.games.chess.position import hash_position

GAME = interpreted(Chess())
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


def played(game: Chess, moves: list[str], fen: str = chess.STARTING_FEN) -> History:
    history = History(game, game.parse(fen))
    for text in moves:
        history.play(game.parse_action(history.state, text))
    return history


# ---- repetition
def test_a_position_that_stands_for_the_third_time_is_a_draw() -> None:
    history = played(GAME, SHUFFLE + SHUFFLE[:3])
    assert not history.over
    history.play(GAME.parse_action(history.state, "Ng8"))
    assert (history.times, history.over, history.utility(0)) == (3, True, 0)


def test_the_fifth_time_with_automatic_draws_and_never_without() -> None:
    automatic = interpreted(Chess(draws="automatic"))
    assert not played(automatic, SHUFFLE * 3 + SHUFFLE[:3]).over
    assert played(automatic, SHUFFLE * 4).over
    assert not played(interpreted(Chess(draws="none")), SHUFFLE * 8).over


def test_a_right_to_castle_lost_makes_another_position() -> None:
    """FIDE 9.2.3.2: with the right lost on the way, the first position is not that of the later ones."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    walk = ["Kd1", "Kd8", "Ke1", "Ke8"]
    history = played(GAME, walk * 2, fen)
    assert (history.times, history.over) == (2, False)
    assert played(GAME, walk * 2, fen.replace("K -", "- -")).over
    assert played(GAME, walk * 2 + walk[:1], fen).times == 3


def test_en_passant_counts_only_where_it_is_legal() -> None:
    """FIDE 9.2.3.1: a capture that a pin forbids is none."""
    possible = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
    pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"
    assert GAME.parse(possible).passed == chess.E3
    assert GAME.parse(possible).hash != GAME.parse(possible.replace("e3", "-")).hash
    assert GAME.parse(pinned) == GAME.parse(pinned.replace("e3", "-"))


@given(st.integers(0, 1 << 30), st.integers(1, 80))
def test_two_positions_have_one_key_exactly_if_they_are_the_same(seed: int, plies: int) -> None:
    """Among positions of one game that shuffles much, by python-chess's own account of what is the same."""
    rng = random.Random(seed)
    board = chess.Board("r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1")
    seen = {}
    for _ in range(plies):
        if board.is_game_over():
            break
        s = GAME.parse(board.fen())
        assert s.hash == hash_position(s) == GAME.repetition_key(s)
        same = board._transposition_key()
        assert seen.setdefault(GAME.repetition_key(s), same) == same
        quiet = [m for m in board.legal_moves if not board.is_zeroing(m)] or list(board.legal_moves)
        board.push(rng.choice(sorted(quiet, key=str)))
    assert len(set(seen.values())) == len(seen)


@given(st.integers(0, 1 << 30), st.integers(1, 60))
def test_the_hash_is_kept_up_move_by_move(seed: int, plies: int) -> None:
    rng, s = random.Random(seed), GAME.parse("n1n5/PPPk4/8/1p6/4p3/8/P2PKppp/R4N1N w - - 0 1")
    for _ in range(plies):
        if GAME.is_terminal(s):
            break
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))
        assert s.hash == hash_position(s)


def test_the_key_tells_how_near_the_draw_by_fifty_moves_is() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - {} 80"
    keys = [GAME.key(GAME.parse(fen.format(quiet))) for quiet in range(100)]
    assert len(set(keys[:50])) == 1
    assert len(set(keys[49:])) == 51


# ---- fifty and seventy-five moves
@pytest.mark.parametrize(("draws", "quiet"), [("claimed", 100), ("automatic", 150)])
def test_moves_without_a_capture_or_a_pawn_s_move(draws: str, quiet: int) -> None:
    game = interpreted(Chess(draws=draws))
    before = game.parse(f"4k3/8/8/8/8/8/8/R3K3 w - - {quiet - 1} 120")
    assert not game.is_terminal(before)
    after = game.result(before, game.parse_action(before, "Ra2"))
    assert game.is_terminal(after)
    assert game.is_drawn(after)
    assert game.utility(after, 0) == game.utility(after, 1) == 0
    assert f"{quiet // 2} moves" in game.words(after)


def test_mate_on_the_fiftieth_move_is_mate() -> None:
    """FIDE 9.6.2 says so of the seventy-five; of the fifty, the mated can claim no more."""
    s = GAME.parse("k7/8/1K6/8/8/8/8/7R w - - 99 120")
    mate = GAME.result(s, GAME.parse_action(s, "Rh8#"))
    assert GAME.is_terminal(mate)
    assert not GAME.is_drawn(mate)
    assert (GAME.utility(mate, 0), GAME.utility(mate, 1)) == (1, -1)
    assert GAME.words(mate) == "Checkmate: White wins"


# ---- dead positions
DEAD = {
    "4k3/8/8/8/8/8/8/4K3 w - -": True,
    "4k3/8/8/8/8/8/8/2B1K3 w - -": True,
    "4k3/8/8/8/8/8/8/1N2K3 w - -": True,
    "4k1b1/8/8/8/8/8/8/2B1K3 w - -": False,  # bishops of both colours: a helpmate in the corner
    "4kb2/8/8/8/8/8/8/2B1K3 w - -": True,  # both on dark squares
    "4kb2/8/8/8/8/B7/8/B1B1K3 w - -": True,
    "4k3/8/8/8/8/8/8/1NN1K3 w - -": False,  # cannot be forced, but can be
    "4kn2/8/8/8/8/8/8/2B1K3 w - -": False,
    "4k3/8/8/8/8/8/4P3/4K3 w - -": False,
}


@pytest.mark.parametrize("fen", DEAD)
def test_positions_in_which_nobody_can_be_mated(fen: str) -> None:
    s = GAME.parse(fen)
    assert (
        GAME.is_dead(s)
        == GAME.is_terminal(s)
        == DEAD[fen]
        == chess.Board(fen + " 0 1").is_insufficient_material()
    )
    assert not interpreted(Chess(draws="none")).is_terminal(s)


# ---- whole games
@pytest.mark.parametrize("draws", ["automatic", "none"])
def test_games_end_as_python_chess_s_do(draws: str) -> None:
    game = interpreted(Chess(draws=draws))
    for seed in range(6):
        rng = random.Random(seed)
        board = chess.Board("8/8/8/3k4/8/2R1K3/4p3/8 w - - 60 90")
        history = History(game, game.parse(board.fen()))
        for _ in range(160):
            outcome = board.outcome()
            stuck = not any(board.legal_moves)
            assert history.over == (stuck if draws == "none" else outcome is not None), board.fen()
            if history.over:
                assert history.utility(0) == {True: 1, False: -1, None: 0}[outcome.winner]
                break
            move = rng.choice(sorted(board.legal_moves, key=str))
            history.play(uci_action(game, history.state, move.uci()))
            board.push(move)


# ---- castling through check, and what else may not be
@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O O-O-O"),
        ("r3k2r/8/8/8/1b6/8/8/R3K2R w KQkq -", ""),  # in check
        ("4k3/8/8/8/2b5/8/8/R3K2R w KQ -", "O-O-O"),  # f1 is attacked
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", "O-O O-O-O"),  # only the rook's way is
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w Q -", "O-O-O"),
    ],
)
def test_castling(fen: str, castles: str) -> None:
    s = GAME.parse(fen)
    found = [GAME.action_text(s, a).rstrip("+") for a in GAME.actions(s)]
    assert sorted(t for t in found if t.startswith("O")) == castles.split()


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("4k3/8/8/8/8/8/8/qRK5 w B -", ""),  # Chess960: the rook leaves the king in check
        ("4k3/8/8/8/8/8/8/1RK5 w B -", "O-O-O"),
        ("4k3/8/8/8/8/8/8/5RKR w HF -", "O-O-O"),  # king and rook change places; the other rook is in the way
        ("4k3/8/8/8/8/8/8/6KR w H -", "O-O"),
        ("4k3/8/8/8/8/8/8/1K5R w H -", "O-O"),
        ("2r1k3/8/8/8/8/8/8/1K5R w H -", ""),  # through check on c1
    ],
)
def test_castling_of_chess960(fen: str, castles: str) -> None:
    game = interpreted(Chess(chess960=True))
    s = game.parse(fen)
    found = [game.action_text(s, a).rstrip("+") for a in game.actions(s)]
    assert sorted(t for t in found if t.startswith("O")) == castles.split()
    board = chess.Board(fen + " 0 1", chess960=True)
    assert len(found) == board.legal_moves.count()


# ---- hooks
@given(st.integers(0, 1 << 30), st.integers(0, 100))
def test_what_the_search_is_told(seed: int, plies: int) -> None:
    rng, board = random.Random(seed), chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            return
        board.push(rng.choice(sorted(board.legal_moves, key=str)))
    s = GAME.parse(board.fen())
    assert GAME.in_check(s) == board.is_check()
    assert GAME.reversible(s) == board.halfmove_clock
    if any(board.legal_moves):
        forcing = list(GAME.forcing(s))
        assert len(set(forcing)) == len(forcing)
        for move in board.legal_moves:
            a = uci_action(GAME, s, move.uci())
            quiet = not board.is_capture(move) and not move.promotion
            assert GAME.quiet(s, a) == quiet
            assert GAME.may_repeat(s, a) == (not board.is_zeroing(move))
            under = move.promotion not in (None, chess.QUEEN)
            assert (a in forcing) == (board.is_check() or (not quiet and not under))
        assert set(forcing) <= set(GAME.actions(s))
        threatening = list(GAME.threatening(s))
        assert len(set(threatening)) == len(threatening)
        for move in board.legal_moves:
            a = uci_action(GAME, s, move.uci())
            checks = board.gives_check(move) and GAME.quiet(s, a) and not board.is_check()
            if a in threatening:
                assert checks
            elif checks:  # left out: castling, and lines that the king or a pawn leaves
                piece = board.piece_type_at(move.from_square)
                assert piece == chess.KING or piece == chess.PAWN
                board.push(move)
                assert move.to_square not in board.checkers()
                board.pop()
        assert set(threatening) <= set(GAME.actions(s))
    if GAME.may_pass(s) and not board.is_check():
        board.push(chess.Move.null())
        passed = GAME.passed(s)
        assert passed.hash == hash_position(passed)
        assert GAME.position_text(passed).split()[:4] == board.fen().split()[:4]


def test_parameters_that_make_no_sense() -> None:
    for wrong in ({"draws": "sometimes"}, {"start": 960, "chess960": True}, {"start": 3}):
        with pytest.raises(BadInput):
            Chess(**wrong)
