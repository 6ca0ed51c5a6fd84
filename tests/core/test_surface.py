"""`Game.surface`: every registered game's keeps its contract, and `check_game` tells of one that does not."""

from contextlib import suppress

import pytest
from surfaces import examine, shown, states

from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, BrokenPromise
from halfmove.core.surface import Arrangement, Point, Surface, at
from halfmove.games.registry import games

pytestmark = pytest.mark.one_speed

OURS = {name: kind for name, kind in games().items() if kind.__module__.startswith("halfmove.")}


@pytest.mark.parametrize("name", OURS)
def test_registered_games_can_be_touched(name):
    game = interpreted(OURS[name]())
    for number, state in enumerate(states(game, seed=3)):
        if number % 3 == 0 or game.is_terminal(state):
            examine(game, state)


TO_SET_UP = [name for name, kind in OURS.items() if (surface := kind().surface()) and surface.pieces]


def test_boards_have_pieces_to_set_up():
    assert {"chess", "connect4", "go", "gomoku", "mnk", "nim", "tictactoe"} <= set(TO_SET_UP)


@pytest.mark.parametrize("name", TO_SET_UP)
def test_what_is_no_arrangement_is_bad_input(name):
    game = interpreted(OURS[name]())
    surface = game.surface()
    pieces, mover, rest = surface.arrangement(game.initial())
    symbol = next(iter(surface.pieces))
    for wrong in (
        Arrangement({"nowhere": symbol}, mover, rest),
        Arrangement({surface.cells(game.initial())[0].name: "?"}, mover, rest),
        Arrangement(pieces, 2, rest),
    ):
        for ask in (surface.text, surface.draw):
            with pytest.raises(BadInput):
                ask(wrong)
    with pytest.raises(BadInput, match=r"'\?' is no piece of "):
        surface.piece_picture("?")


@pytest.mark.parametrize("name", TO_SET_UP)
def test_any_arrangement_can_be_drawn_and_text_refuses_or_reads_it(name):
    """A full board of one piece, an empty one, and every piece alone."""
    game = interpreted(OURS[name]())
    surface = game.surface()
    cells = [cell.name for cell in surface.cells(game.initial())]
    for symbol in surface.pieces:
        assert shown(surface.piece_picture(symbol)) == {}
        for pieces in ({}, {cells[len(cells) // 2]: symbol}, dict.fromkeys(cells, symbol)):
            arrangement = Arrangement(pieces, 1)
            assert set(shown(surface.draw(arrangement, below=1))) == set(pieces)
            with suppress(BadInput):
                text = surface.text(arrangement)
                assert game.position_text(game.parse(text)) == text


def test_names_are_safe_in_a_picture():
    assert at('a"<&') == ' data-at="a&quot;&lt;&amp;"'
    assert at("") == ""


# ---- a game of somebody's own
class Lights(Game):
    """Put out three lights in turn; whoever puts out the last one wins."""

    compiled = False

    def initial(self):
        return (1, 1, 1)

    def to_move(self, s):
        return 3 - sum(s) & 1

    def actions(self, s):
        return (i for i in range(3) if s[i])

    def result(self, s, a):
        return (*s[:a], 0, *s[a + 1 :])

    def is_terminal(self, s):
        return not any(s)

    def utility(self, s, player):
        return -1 if player == self.to_move(s) else 1

    def draw(self, s):
        lamps = "".join(f'<circle data-at="{i}" cx="{i}" r="1"/>' for i in range(3) if s[i])
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">{lamps}</svg>'


class Row(Surface):
    """The lights side by side."""

    def points(self, s, *, below=0):
        return [Point(str(i), 10 * i, 0, 10, 10) for i in range(3)]

    def touches(self, s, a):
        return (str(a),)


def lights(surface):
    class Touched(Lights):
        def surface(self):
            return surface(self)

    return Touched()


def test_two_methods_are_enough():
    game = lights(Row)
    surface = game.surface()
    assert surface.picture(game.initial()) == game.draw(game.initial())
    assert surface.occupied(game.initial()) == {}
    assert surface.cells(game.initial()) == surface.points(game.initial())
    for ask in (surface.arrangement, surface.written, surface.draw, surface.piece_picture, surface.text):
        with pytest.raises(BadInput, match="Positions of Touched cannot be set up by hand"):
            ask(Arrangement({}, 0))
    report = check_game(game, games=2)
    assert "touches are the names of points" in report.promises
    assert Lights().surface() is None
    assert "touches are the names of points" not in check_game(Lights(), games=2).promises


class Outside(Row):
    def points(self, s, *, below=0):
        return [Point(str(i), 10 * i + 1, 0, 10, 10) for i in range(3)]


class Twice(Row):
    def points(self, s, *, below=0):
        return [Point("0", 0, 0, 10, 10)] * 2


class Elsewhere(Row):
    def touches(self, s, a):
        return ("nowhere",)


class Fails(Row):
    def touches(self, s, a):
        return (["0"][a],)


class Framed(Row):
    def picture(self, s, *, below=0):
        return "<svg/>"


class Speechless(Row):
    def occupied(self, s):
        return {"0": ""}


class Settable(Row):
    """Tells too much: that positions can be set up."""

    pieces = {"*": "light"}

    def occupied(self, s):
        return {}


@pytest.mark.parametrize(
    ("surface", "words"),
    [
        (Outside, "points lie in the picture; but .*x=21.* lies not in the viewBox 0 0 30 10"),
        (Twice, "points have names of their own; but they are"),
        (Elsewhere, r"touches are the names of points; but those of action 0 are \('nowhere',\)"),
        (Fails, r"Fails.touches answers in every state; but it raised IndexError"),
        (Framed, "a picture to touch has a viewBox; but it is ''"),
        (Speechless, "occupied tells of points and cells, in words; but it says {'0': ''}"),
        (Settable, "Surface.arrangement answers in every state; but it raised BadInput"),
        (lambda game: game, "surface gives a Surface or None; but it gave"),
    ],
)
def test_a_broken_surface_is_named(surface, words):
    with pytest.raises(BrokenPromise, match=words):
        check_game(lights(surface), games=2)
