"""The board as SVG and as text."""

from xml.etree import ElementTree

import pytest

from halfmove.core.compile import interpreted
from halfmove.games.chess import Chess
from halfmove.games.chess.board import CHECK, EDGE, MARGIN, MOVED, SQUARE

pytestmark = pytest.mark.one_speed

GAME = interpreted(Chess())
SVG = "{http://www.w3.org/2000/svg}"


def pieces(svg: str) -> set[tuple[float, float]]:
    """The corners of the squares on which something is drawn."""
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    moved = [g.get("transform") for g in groups if g.get("transform")]
    return {tuple(map(float, text[10:-1].split())) for text in moved}  # type: ignore[misc, index]


def corner(column: int, row: int) -> tuple[float, float]:
    return MARGIN + SQUARE * column, EDGE + SQUARE * row


def test_pieces_stand_where_they_do_from_either_side() -> None:
    s = GAME.parse("7k/8/8/8/8/8/P7/K7 w - - 0 1")
    assert pieces(GAME.draw(s)) == {corner(0, 7), corner(0, 6), corner(7, 0)}
    assert pieces(GAME.draw(s, below=1)) == {corner(7, 0), corner(7, 1), corner(0, 7)}
    assert len(pieces(GAME.draw(GAME.initial()))) == 32


def test_coordinates_turn_with_the_board() -> None:
    for below, files in ((0, "abcdefgh"), (1, "hgfedcba")):
        texts = ElementTree.fromstring(GAME.draw(GAME.initial(), below=below)).iter(f"{SVG}text")
        placed = sorted((float(t.get("x", 0)), t.text) for t in texts if t.text in tuple("abcdefgh"))
        assert "".join(str(text) for _, text in placed) == files


def test_check_and_the_last_move_are_marked() -> None:
    s = GAME.parse("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    assert CHECK in GAME.draw(s)
    assert MOVED not in GAME.draw(s)
    before = GAME.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    a = GAME.parse_action(before, "Ra4")
    rectangles = ElementTree.fromstring(GAME.draw(GAME.result(before, a), last=a)).iter(f"{SVG}rect")
    marked = {(float(r.get("x", 0)), float(r.get("y", 0))) for r in rectangles if r.get("fill") == MOVED}
    assert marked == {corner(0, 7), corner(0, 4)}
    assert CHECK not in GAME.draw(before)


@pytest.mark.parametrize(("mover", "name"), [("w", "White"), ("b", "Black")])
def test_the_picture_says_who_moves(mover: str, name: str) -> None:
    svg = GAME.draw(GAME.parse(f"4k3/8/8/8/8/8/8/R3K3 {mover} - - 0 1"))
    titles = [t.text for t in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert titles == [f"{name} to move"]


def test_nothing_in_a_picture_touches_its_page() -> None:
    svg = GAME.draw(GAME.initial())
    assert not any(word in svg for word in ("<style", " id=", " class=", "url("))


def test_the_board_as_text() -> None:
    shown = GAME.show(GAME.parse("r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 1"))
    assert shown.splitlines()[0] == "8  r . . . k . . r"
    assert shown.splitlines()[6] == "2  . . . . P . . ."
    assert shown.splitlines()[-1] == "Black to move"
    checked = GAME.show(GAME.parse("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    assert checked.endswith("Black to move, in check")
    assert GAME.show(GAME.parse("k7/1Q6/K7/8/8/8/8/8 b - - 0 1")).endswith("Checkmate: White wins")
    assert GAME.show(GAME.parse("k7/2Q5/K7/8/8/8/8/8 b - - 0 1")).endswith("Stalemate: Black has no move")
