"""Rules about repetition, on a game small enough to follow by hand: a token on a ring."""

import pytest
from rings import Blaming, Drawing, Forbidding, Losing, Ring

from halfmove.core.errors import BadInput
from halfmove.core.history import History


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


def test_a_game_may_say_who_has_lost_by_what_comes_again() -> None:
    history = History(Blaming(), actions=[1, 2, 1, 2])  # first stood four plies ago
    assert history.over
    assert (history.utility(0), history.utility(1)) == (1, -1)
    history = History(Blaming(), actions=[1, 2, 1, 1, 1, 1])
    assert history.times == 3
    assert (history.utility(0), history.utility(1)) == (0, 0)
