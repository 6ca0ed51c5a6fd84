"""Rules that look back, on a game small enough to follow by hand: a token on a ring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.history import History


class Place(NamedTuple):
    place: int
    mover: int


class Ring(Game):
    """A token goes one place on (1), one back (2), or stays (0); nobody ever wins."""

    size: int = 4
    compiled = False
    repetition_count = 2

    def initial(self) -> Place:
        return Place(0, 0)

    def to_move(self, s: Place) -> int:
        return s.mover

    def actions(self, s: Place) -> Iterator[int]:
        yield from (0, 1, 2)

    def result(self, s: Place, a: int) -> Place:
        return Place((s.place + (0, 1, -1)[a]) % self.size, 1 - s.mover)

    def is_terminal(self, s: Place) -> bool:
        return False

    def utility(self, s: Place, player: int) -> Any:
        raise AssertionError("no state is terminal")


class Forbidding(Ring):
    repetition = "forbidden"

    def repetition_key(self, s: Place) -> Any:
        return s.place  # the place alone, whoever moves: positional

    def may_repeat(self, s: Place, a: int) -> bool:
        return a != 0  # staying is a pass


class Drawing(Ring):
    repetition = "draw"
    repetition_count = 3


class Losing(Ring):
    repetition = "loss"


def test_nobody_counts_where_the_game_declares_nothing() -> None:
    history = History(Ring(), actions=[0] * 20)
    assert history.times == 1
    assert not history.over
    assert history.keys() == []


def test_what_has_stood_is_forbidden_but_a_pass_is_not() -> None:
    history = History(Forbidding(), actions=[1])
    assert history.legal() == [0, 1]
    assert not history.allows(2)
    with pytest.raises(BadInput, match="stood before"):
        history.play(2)
    history.play(0)
    assert not history.over
    assert history.legal() == [0, 1]
    history.undo()
    history.undo()
    assert history.legal() == [0, 1, 2]


def test_the_third_standing_is_a_draw_and_undo_forgets_it() -> None:
    history = History(Drawing(), actions=[1, 2, 1, 2])
    assert history.times == 3
    assert history.over
    assert history.legal() == []
    assert history.utility(0) == history.utility(1) == 0
    with pytest.raises(BadInput, match="over"):
        history.play(0)
    assert history.undo() == 2
    assert not history.over
    with pytest.raises(BadInput, match="not over"):
        history.utility(0)


def test_whoever_brings_a_position_about_again_loses_where_that_is_the_rule() -> None:
    history = History(Losing(), actions=[1, 2])
    assert history.over
    assert (history.utility(0), history.utility(1)) == (1, -1)
    assert len(history.keys()) == 2
    assert history.texts() == ["1", "2"]
