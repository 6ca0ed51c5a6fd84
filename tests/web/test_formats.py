"""Games and positions in the field's notations, from the browser and back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from go_files import GO5, files, tree_of
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.formats import GameRecord, Move, find_format
from halfmove.games.chess.records import PGN
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
    record = played(CHESS, seed, moves)
    again = formats.read(CHESS, formats.write(record, "PGN"))
    assert again.written() == record.written()


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_sgf_is_read_back_with_its_variations(seed, moves):
    record = played(GO, seed, moves)
    again = formats.read(GO, formats.write(record, "SGF"))
    assert again.written() == record.written()


def test_the_result_is_what_the_players_have_settled():
    record = Record(GO)
    record.read("A1 B2 pass pass")
    assert "RE[" not in formats.write(record, "SGF"), "nothing is agreed yet"
    for dead, result in (((), GO.result_text(record.history.state)), (("B2",), "B+17.5")):
        record.here.settled = dead
        assert f"RE[{result}]" in formats.write(record, "SGF")


@pytest.mark.parametrize("name", ["chess", "go", "connect4", "tictactoe", "gomoku", "nim"])
def test_positions_and_moves_are_read_back(name):
    game = interpreted(hm.game(name))
    record = played(game, 3, 5)
    assert formats.read(game, formats.write(record, formats.MOVES)).written() == record.written()
    if formats.POSITION in formats.list_formats(game):
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


# ---- nothing is lost: read, reloaded, written
def said(draw, game, state, plies, depth):
    """A line of moves with all that PGN says of them, and lines beside it, also the same move again."""
    moves = []
    for _ in range(plies):
        legal = list(game.actions(state))
        if not legal:
            break
        action = draw(st.sampled_from(legal))
        words = draw(st.text("ab {}[%;()", max_size=12)).split()
        move = Move(
            action,
            game.action_text(state, action),
            comment=" ".join(words),
            nags=tuple(draw(st.lists(st.integers(0, 255), max_size=2))),
            clock=draw(st.none() | st.integers(0, 9999).map(float)),
        )
        for _ in range(draw(st.integers(0, depth))):
            beside = said(draw, game, state, draw(st.integers(1, 3)), depth - 1)
            move.variations.append(beside)
        moves.append(move)
        state = game.result(state, action)
    return moves


@st.composite
def pgns(draw):
    tags = st.dictionaries(st.sampled_from(["White", "Event", "ECO", "Zzz"]), st.text("ab ?", max_size=5))
    headers = {**draw(tags), "Result": draw(st.sampled_from(["*", "1-0", "1/2-1/2"]))}
    moves = said(draw, CHESS, CHESS.initial(), draw(st.integers(1, 6)), 2)
    return PGN(CHESS).text(GameRecord(CHESS, None, headers, draw(st.sampled_from(["", "before"])), moves))


def reloaded(record):
    """As a reload of the page brings it back: by the link."""
    return formats.unpack(record.game, formats.pack(record))


def flat(moves):
    """A line in which what stands beside the first move of a variation stands beside the main move: brackets
    in brackets there, or one after the other, are the same tree."""

    def beside(move):
        for line in move.variations:
            yield [replace(line[0], variations=[]), *line[1:]]
            yield from beside(line[0])

    return [replace(move, variations=[flat(line) for line in beside(move)]) for move in moves]


@settings(max_examples=60, deadline=None)
@given(pgns())
def test_pgn_read_reloaded_and_written_is_the_same_game(text):
    [before] = PGN(CHESS).read(text)
    [after] = PGN(CHESS).read(formats.write(reloaded(formats.read(CHESS, text)), "PGN"))
    assert (after.headers, after.comment) == (before.headers, before.comment)
    assert flat(after.moves) == flat(before.moves)


@settings(max_examples=60, deadline=None)
@given(files())
def test_sgf_read_reloaded_and_written_is_the_same_tree(text):
    game = interpreted(next(find_format(GO5, "SGF").read(text)).rules)
    assert tree_of(formats.write(reloaded(formats.read(game, text)), "SGF")) == tree_of(text)


def test_a_null_move_in_a_variation_is_kept_and_written_again():
    text = "1. e4 e5 (1... c5 2. -- d5 {so}) (1... -- 2. d4) 2. Nf3 *"
    record = reloaded(formats.read(CHESS, text))
    assert record.written() == "e4 e5 (c5) Nf3"
    assert formats.write(record, "PGN") == f"{text}\n\n"
    with pytest.raises(hm.BadInput, match="null move"):
        formats.read(CHESS, "1. e4 -- 2. d4 *")


def test_a_broken_link_is_refused():
    for word in ("", "x", "AAAA", "eJw"):
        with pytest.raises(hm.BadInput, match="The record in the link"):
            formats.unpack(CHESS, word)
    other = formats.pack(formats.read(GO, "(;SZ[5]KM[7.5];B[ee])"))
    with pytest.raises(hm.BadInput):
        formats.unpack(CHESS, other)
