"""Games and positions in the field's notations, from the browser and back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.web.board import formats
from halfmove.web.board.record import Record

pytestmark = pytest.mark.one_speed

CHESS = interpreted(hm.game("chess"))
GO = interpreted(hm.game("go", size=5))


def played(game, seed, moves):
    random, record = Random(seed), Record(game)
    for _ in range(moves):
        if random.random() < 0.15 and record.here.parent is not None:
            record.back()
        if legal := record.history.legal():
            record.play(random.choice(legal))
    record.go(record.end())
    return record


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_pgn_is_read_back_with_its_variations(seed, moves):
    pytest.importorskip("chess")
    record = played(CHESS, seed, moves)
    again = formats.read(CHESS, formats.write(record, "PGN"))
    assert again.written() == record.written()


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_sgf_is_read_back_with_its_variations(seed, moves):
    pytest.importorskip("sgfmill")
    record = played(GO, seed, moves)
    again = formats.read(GO, formats.write(record, "SGF"))
    assert again.written() == record.written()


def test_the_result_is_what_the_players_have_settled():
    record = Record(GO)
    record.read("A1 B2 pass pass")
    assert "RE[" not in formats.write(record, "SGF"), "nothing is agreed yet"
    for dead, result in (((), GO.result_text(record.history.state)), (("B2",), "B+73.5")):
        record.here.settled = dead
        assert f"RE[{result}]" in formats.write(record, "SGF")


@pytest.mark.parametrize("name", ["chess", "go", "connect4", "tictactoe", "gomoku", "nim"])
def test_positions_and_moves_are_read_back(name):
    game = interpreted(hm.game(name))
    record = played(game, 3, 5)
    assert formats.read(game, formats.write(record, formats.MOVES)).written() == record.written()
    if formats.POSITION in formats.forms(game):
        again = formats.read(game, formats.write(record, formats.POSITION))
        assert game.position_text(again.history.state) == game.position_text(record.history.state)


@pytest.mark.parametrize(
    ("game", "text"),
    [(CHESS, ""), (CHESS, "x" * 90_000), (CHESS, "1. e5"), (GO, "(;SZ[19])"), (GO, "Z99"), (GO, "(")],
)
def test_what_cannot_be_read_is_said(game, text):
    with pytest.raises(hm.BadInput) as caught:
        formats.read(game, text)
    assert str(caught.value).endswith(".")
