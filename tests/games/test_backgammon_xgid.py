"""XGID read and written: the same positions as GNU Backgammon reads, round trips, damaged ones refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.rules import CHOICE, OPENING, OVER, THROW

pytestmark = pytest.mark.one_speed


def game(**parameters):
    return interpreted(hm.game("backgammon", **parameters))


MATCH = {"match": 7, "cube": True}


@pytest.mark.parametrize(
    ("xgid", "parameters", "gnubg"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", {}, "4HPwATDgc/ABMA:cIkKAAAAAAAE"),
        ("XGID=-a-B--E-C--AeB---c-da---B-:1:1:1:64:2:3:0:7:10", MATCH, "0HPwARDG58gAGA:UQnzADAAEAAE"),
        ("XGID=a--B--E-C--AeB---c-da---AA:1:1:1:31:6:3:0:7:10", MATCH, "0HPwASDG58gAKA:UYnlADAAMAAE"),
    ],
)
def test_positions_are_gnu_backgammon_s(xgid, parameters, gnubg):
    """What GNU Backgammon 1.07 shows after `set xgid`."""
    rules = game(**parameters)
    assert rules.position_text(rules.parse(xgid)) == gnubg
    assert rules.position_forms(rules.parse(gnubg)) == {"XGID": xgid}
    assert rules.parse(xgid.removeprefix("XGID=")) == rules.parse(xgid)


def test_doubles_crawford_and_who_is_above():
    rules = game(**MATCH)
    doubled = rules.parse("XGID=-a-B--E-C--AeB---c-da---B-:0:0:-1:D:2:3:0:7:10")
    assert list(map(rules.action_text, [doubled] * 2, rules.actions(doubled))) == ["take", "drop"]
    crawford = rules.parse("XGID=-a-B--E-C--AeB---c-da---B-:0:0:-1:61:6:3:1:7:10")
    assert (crawford.crawford != 0, rules.points_of(crawford, 0), rules.points_of(crawford, 1)) == (
        True,
        3,
        6,
    )
    above = rules.parse("XGID=-a-B--E-C--AeB---c-da---B-:0:0:-1:61:6:3:0:7:10")
    below = rules.parse("XGID=-a-B--E-C--AeB---c-da---B-:0:0:1:61:6:3:0:7:10")
    assert (above.own, above.other, above.mover) == (below.other, below.own, 1 - below.mover)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(0, 60), st.sampled_from([{}, MATCH, {"jacoby": True, "cube": True}])
)
def test_any_position_comes_back(seed, plies, parameters):
    rng, rules = random.Random(seed), game(**parameters)
    state = rules.initial()
    for _ in range(plies):
        if rules.is_terminal(state):
            break
        state = rules.result(state, rng.choice(list(rules.actions(state))))
    written = rules.position_forms(state)
    if state.dice == OVER:
        assert written == {}
        return
    again = rules.parse(written["XGID"])
    assert rules.position_forms(again) == written
    if state.dice not in (OPENING, THROW, CHOICE):  # XGID does not say what of these it is
        assert again == state


@pytest.mark.parametrize(
    "text",
    ["XGID=", "XGID=-b----E-C---eE---c-e----B-", "XGID=-b----E-C---eE---c-e----B-:0:0:0:52:0:0:0:0:10",
     "XGID=-p----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10",
     "XGID=-b----O-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10",
     "XGID=Bb----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10",
     "XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:0:0:10"],
)  # fmt: skip
def test_what_is_none_is_refused(text):
    with pytest.raises(BadInput, match="or an XGID"):
        game().parse(text)


def test_advice_about_the_match():
    with pytest.raises(BadInput, match="set match=7"):
        game().parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10")
    with pytest.raises(BadInput, match="Dice show 1 to 6"):
        game().parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10")
