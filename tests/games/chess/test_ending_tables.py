"""The numbering of endings of chess: round trips, symmetries, sources beside moves, and Syzygy's values."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.games.chess.endings import KING_PAIRS, KING_PAIRS_BY_PAWNS, NAMES, USUAL, converts

GAME = hm.interpreted(hm.game("chess"))


def test_the_tables():
    assert len(NAMES) == len(set(NAMES)) == 145
    assert NAMES[:35] == USUAL
    assert (KING_PAIRS, KING_PAIRS_BY_PAWNS) == (462, 1806)
    assert NAMES[:5] == ("KQK", "KRK", "KBK", "KNK", "KPK")
    assert converts("KRKN") == ("KRK", "KNK")
    taken, promoted = {"KRK", "KPK"}, {"KQKR", "KRKR", "KRKB", "KRKN"}
    assert taken | promoted <= set(converts("KRKP"))
    for place, name in enumerate(NAMES):
        assert all(NAMES.index(below) < place for below in converts(name)), name


@st.composite
def positions(draw):
    table = draw(st.integers(0, len(NAMES) - 1))
    index = draw(st.integers(0, GAME.ending_count(table) - 1))
    return table, index


@settings(deadline=None, max_examples=300)
@given(positions())
def test_there_and_back(numbered):
    table, index = numbered
    weight = GAME.ending_weight(table, index)
    if weight:
        state = GAME.ending_state(table, index)
        assert GAME.ending_table(state) == table
        assert GAME.ending_index(state) == index
        assert GAME.parse(GAME.position_text(state)) == state


@settings(deadline=None, max_examples=200)
@given(positions())
def test_moves_that_stay_in_the_table_lead_back_to_their_sources(numbered):
    table, index = numbered
    if not GAME.ending_weight(table, index):
        return
    state = GAME.ending_state(table, index)
    for action in GAME.actions(state):
        child = GAME.result(state, action)
        if GAME.ending_table(child) == table:
            standing = GAME.ending_state(table, GAME.ending_index(child))
            sources = {GAME.ending_index(s) for s in GAME.ending_sources(standing)}
            assert index in sources


def test_a_double_step_that_may_be_taken_en_passant_is_no_source():
    table = NAMES.index("KPKP")
    state = GAME.parse("8/8/8/8/3pP3/8/8/K5k1 b - - 0 1")
    before = GAME.parse("8/8/8/8/3p4/8/4P3/K5k1 w - - 0 1")
    assert GAME.ending_table(state) == GAME.ending_table(before) == table
    assert GAME.ending_index(before) not in {GAME.ending_index(s) for s in GAME.ending_sources(state)}


def test_what_is_in_no_table():
    table = GAME.ending_table
    assert table(GAME.initial()) == -1
    assert table(GAME.parse("8/8/8/8/8/8/8/K1k5 w - - 0 1")) == -1
    assert table(GAME.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) == -1
    assert table(GAME.parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1")) == NAMES.index("KRK")
    assert table(GAME.parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")) == -1
    assert table(GAME.parse("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")) == NAMES.index("KPKP")


def test_five_men():
    number = {name: place for place, name in enumerate(NAMES)}
    assert GAME.ending_count(number["KBBKN"]) == 462 * 64**3 * 2
    assert GAME.ending_count(number["KQPKQ"]) == 1806 * 48 * 64**2 * 2
    promoted = {"KQQKQ", "KQRKQ", "KQBKQ", "KQNKQ"}
    taking = {"KQQK", "KQRK", "KQBK", "KQNK"}  # the pawn takes the queen and becomes a piece
    assert set(converts("KQPKQ")) == promoted | taking | {"KQPK", "KQKQ", "KQKP"}
    assert set(converts("KBBKN")) == {"KBBK", "KBKN"}
    table = GAME.ending_table
    assert table(GAME.parse("8/8/8/2n5/8/8/2bkb3/K7 w - - 0 1")) == number["KBBNK"]  # colours changed
    assert table(GAME.parse("8/8/8/2N5/8/8/2bkb3/K7 w - - 0 1")) == number["KBBKN"]
    assert table(GAME.parse("8/8/8/2N5/8/2p5/2bkb3/K7 w - - 0 1")) == -1


@pytest.mark.parametrize(
    ("fen", "tables", "others"),
    [
        ("8/8/8/4k3/8/8/5n2/KBB5 w - - 0 1", {"KBBKN", "KBBK", "KBKN"}, {"KQQKQ"}),
        ("8/8/4p3/4k3/8/8/5n2/KBB5 w - - 0 1", {"KBBKN", "KBBKP", "KBBKQ"}, {"KQQKQ", "KQPKQ"}),
        ("8/8/3pp3/4k3/8/8/5n2/KBB5 w - - 0 1", set(USUAL), {"KBBKN", "KBBKP"}),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", set(), set(USUAL)),
    ],
)
def test_large_tables_are_near_only_where_a_capture_leads_to_them(fen, tables, others):
    near = set(GAME.near(GAME.parse(fen)))
    assert tables <= near
    assert not others & near


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_two_bishops_beat_a_knight_in_78_moves(tmp_path):
    """Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986: 66 moves to the capture;
    Nalimov's tables: 78 to mate.  The knight can only mate at once: Kc1, Nc2 against Ka1, Ba2, Bb2.
    Takes 0.6 GB and some ten minutes."""
    from halfmove.endings.database import Database

    database = Database(hm.game("chess"), tmp_path)
    for name in database.needed("KBBKN"):
        if name not in database.there():
            database.build(name, threads=2)
    assert database.summary("KBBKN").longest == (2 * 78 - 1, 1)
    database.verify("KBBKN", threads=2)


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
@pytest.mark.skipif("HALFMOVE_SYZYGY" not in os.environ, reason="needs Syzygy's tables: HALFMOVE_SYZYGY")
def test_every_position_of_three_and_four_men_has_the_value_that_syzygy_gives(tmp_path):
    """The 35 tables are those of the sdist of the package `chess` (data/syzygy/regular)."""
    import chess
    from chess.syzygy import open_tablebase

    from halfmove.core.endings import is_loss, is_win
    from halfmove.endings.database import Database

    game = hm.game("chess")
    database = Database(game, os.environ.get("HALFMOVE_ENDINGS") or tmp_path)
    with open_tablebase(str(Path(os.environ["HALFMOVE_SYZYGY"]))) as syzygy:
        for table, name in enumerate(NAMES):
            if name not in database.there():
                database.build(name, threads=2)
            database.load([name])
            file = database.open(name)
            for index in range(game.ending_count(table)):
                if GAME.ending_weight(table, index) == 0:
                    continue
                s = GAME.ending_state(table, index)
                board = chess.Board(None)
                board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = s[:6]
                board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = s.white, s.black
                board.occupied, board.turn = s.white | s.black, s.mover == 0
                code = database.probe(s)
                said = 1 if is_win(code) else -1 if is_loss(code) else 0
                wdl = syzygy.probe_wdl(board)
                assert said == (wdl > 0) - (wdl < 0), f"{name} {index}: {board.fen()}"
            file.close()
