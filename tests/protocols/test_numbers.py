"""Numbers of UCI, GTP, players and time controls are plain digits in a range."""

import pytest

from halfmove.arena.clock import parse_time_control
from halfmove.arena.description import Description
from halfmove.arena.players.options import Options as PlayerOptions
from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.server import number
from halfmove.protocols.gtp.server.server import whole as gtp_whole
from halfmove.protocols.uci.server.messages import LONGEST, whole
from halfmove.protocols.uci.server.options import UCI_OPTIONS, Options

pytestmark = pytest.mark.one_speed

HOSTILE = ["1_000", "٣", "+5", "0x10", "1e10", "nan", "inf", str(2**64), "9" * 24, "9" * 5000, "", " "]


def _name(text):
    return f"{text[:12]}-{len(text)}"


@pytest.mark.parametrize("text", HOSTILE, ids=_name)
def test_options_of_our_engine(text):
    with pytest.raises(BadInput, match="Hash must be a whole number from 1 to 65536, not '") as refused:
        Options(UCI_OPTIONS).set("Hash", text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", [text for text in HOSTILE if not text.isascii() or not text.isdecimal()])
def test_what_go_counts(text):
    assert whole(text) is None


@pytest.mark.parametrize("text", HOSTILE, ids=_name)
def test_numbers_of_gtp(text):
    for read in (gtp_whole, number):
        with pytest.raises(BadInput, match="syntax error"):
            read(text)


def test_go_keeps_what_is_beyond_reason_within_it():
    assert (whole("9" * 5000), whole("-" + "9" * 5000), whole("-7")) == (LONGEST, -LONGEST, -7)


@pytest.mark.parametrize("text", HOSTILE[:-2], ids=_name)
@pytest.mark.parametrize(
    "control", ["nodes={}", "depth={}", "simulations={}", "seconds={}", "{}/move", "{}/60", "{}+1"]
)
def test_time_controls(control, text):
    with pytest.raises(BadInput) as refused:
        parse_time_control(control.format(text))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", HOSTILE[:-2], ids=_name)
def test_options_of_players(text):
    for read in (PlayerOptions.whole, PlayerOptions.positive):
        with pytest.raises(BadInput, match="option 'x' must be a "):
            read(PlayerOptions(Description("engine", options={"x": text})), "x")
