"""Calls compared double dummy, where a system has no rule."""

import pytest

from halfmove.games.bridge.auction import call_text
from halfmove.games.bridge.bidding import Bidder, read_calls
from halfmove.games.bridge.system import read_system
from halfmove.games.tricks.deals import read_hand


@pytest.mark.slow_interpreted
def test_simulation_where_no_rule_fits(tmp_path):
    """With nearly all high cards, a slam at least is bid."""
    file = tmp_path / "bare.toml"
    file.write_text("[[rule]]\nafter='1S'\ncall='2D'\nwhen='12+'\nforcing=true\n")
    bare = Bidder(read_system(file))
    strong = bare.choose(read_hand("AKQ32.AK2.AK2.AK"), read_calls("1S P 2D P 2S P"), simulate=True)
    assert strong.how == "simulation"
    assert call_text(strong.call)[0] in "67"
