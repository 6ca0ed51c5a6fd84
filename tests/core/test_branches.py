"""Branches that a game's constants decide are not compiled, and the others are."""

import pytest

from halfmove.core.compile import kernel
from halfmove.core.errors import CompileError
from halfmove.games.mnk import TicTacToe

pytestmark = pytest.mark.slow_interpreted
LIMIT = 2


class Marked(TicTacToe):
    """A game with constants to ask for."""

    mark = 1
    marked = True
    share = 0.5


@kernel
def guarded(game, n: int):
    if game.mark > LIMIT and n > 0:
        return n.no_such_thing
    if not game.marked or game.mark + 1 < LIMIT:
        return n.no_such_thing
    if bool(game.mark & 2):
        n = n.no_such_thing
    return n + game.mark


@kernel
def unguarded(game, n: int):
    if game.share > LIMIT:  # no whole number: decided at run time
        return n.no_such_thing
    return n


@kernel
def changed(game, n: int):
    mark = game.mark
    if n > 3:
        mark = 7
    if mark > LIMIT:
        return n
    return -n


def test_what_constants_rule_out_is_not_even_typed():
    assert guarded(Marked(), 4) == 5


def test_what_they_do_not_decide_is():
    with pytest.raises(CompileError):
        unguarded(Marked(), 4)
    assert (changed(Marked(), 3), changed(Marked(), 4)) == (-3, 4)


def test_another_game_s_constants_decide_otherwise():
    class Other(Marked):
        mark = 5

    with pytest.raises(CompileError):
        guarded(Other(), 4)
    assert changed(Other(), 3) == 3
