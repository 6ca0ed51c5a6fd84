"""Options of UCI engines: names and values as people write them, and as the engine gets them."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.protocols.uci.options import checked, value

pytestmark = pytest.mark.one_speed


def option(name, kind, low=None, high=None, var=None):
    return SimpleNamespace(name=name, type=kind, min=low, max=high, var=var)


OWN = {
    o.name: o
    for o in (
        option("Hash", "spin", 1, 64),
        option("Contempt", "spin", -100, 100),
        option("Threads", "spin", 1, 8),
        option("Style", "combo", var=["calm", "very wild"]),
        option("Clear Hash", "button"),
        option("Own Book", "check"),
        option("Book File", "string"),
        option("MultiPV", "spin", 1, 5),
    )
}
ONE = {"Threads": 1}


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({}, ONE),
        ({"hash": "32"}, {"Hash": 32} | ONE),
        ({"CONTEMPT": "-7"}, {"Contempt": -7} | ONE),
        ({"threads": "4"}, {"Threads": 4}),
        ({"style": "Very Wild"}, {"Style": "very wild"} | ONE),
        ({"clear hash": ""}, {"Clear Hash": None} | ONE),
        ({"Own Book": "TRUE"}, {"Own Book": True} | ONE),
        ({"Own Book": "false"}, {"Own Book": False} | ONE),
        ({"Book File": "/a b/c=d.bin"}, {"Book File": "/a b/c=d.bin"} | ONE),
        ({"Book File": ""}, {"Book File": ""} | ONE),
    ],
)
def test_what_an_engine_takes(settings, found):
    assert checked(settings, OWN, "Fish") == found


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"Hush": "3"}, "^Fish has no option 'Hush'; did you mean 'Hash'"),
        ({"ownbook": "true"}, "did you mean 'Own Book'"),
        ({"Qzx": "1"}, "it has: Hash, Contempt, Threads"),
        ({"Hash": "65"}, "'Hash' is a whole number from 1 to 64, not '65'"),
        ({"Hash": "0"}, "from 1 to 64"),
        ({"Hash": "many"}, "whole number"),
        ({"Hash": "1_0"}, "whole number"),
        ({"Hash": "--3"}, "whole number"),
        ({"Hash": "1.5"}, "whole number"),
        ({"Style": "mad"}, "'Style' is one of calm, very wild, not 'mad'"),
        ({"Own Book": "yes"}, "'Own Book' is true or false, not 'yes'"),
        ({"Clear Hash": "now"}, "'Clear Hash' is a button; write 'Clear Hash='"),
        ({"Book File": "a\nquit"}, "one line of text"),
        ({"multipv": "3"}, "'multipv' cannot be set: one variation"),
        ({"UCI_Chess960": "true"}, "cannot be set: it follows from the game's parameter chess960"),
    ],
)
def test_what_an_engine_does_not_take(settings, says):
    with pytest.raises(BadInput, match=says):
        checked(settings, OWN, "Fish")


def test_an_engine_without_options():
    assert checked({}, {}, "Fish") == {}
    with pytest.raises(BadInput, match=r"^Fish has no option 'Hash'; it has none\.$"):
        checked({"Hash": "1"}, {}, "Fish")


@given(st.integers(-200, 200), st.integers(-150, 150), st.integers(0, 100))
def test_a_number_is_taken_exactly_within_its_range(number, low, width):
    spin = option("N", "spin", low, low + width)
    if low <= number <= low + width:
        assert value(spin, str(number)) == number
    else:
        with pytest.raises(BadInput):
            value(spin, str(number))
