"""Calls compared double dummy, where a system has no rule."""

import pytest

from halfmove.games.bridge.auction import call_text
from halfmove.games.bridge.bidding import Bidder, read_calls
from halfmove.games.bridge.call_simulation import bid_on
from halfmove.games.bridge.system import read_system
from halfmove.games.tricks.deals import read_deal, read_hand


@pytest.mark.slow_interpreted
def test_simulation_where_no_rule_fits(tmp_path):
    """With nearly all high cards, a slam at least is bid."""
    file = tmp_path / "bare.toml"
    file.write_text("[[rule]]\nafter='1S'\ncall='2D'\nwhen='12+'\nforcing=true\n")
    bare = Bidder(read_system(file))
    strong = bare.choose(read_hand("AKQ32.AK2.AK2.AK"), read_calls("1S P 2D P 2S P"), simulate=True)
    assert strong.how == "simulation"
    assert call_text(strong.call)[0] in "67"


RULES = """
[[rule]]
after = ""
call = "{first}"
when = "12+"
{priority}
[[rule]]
after = ""
call = "{second}"
when = "12+"
"""


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("first", "second", "priority", "call", "how"),
    [
        ("7N", "1N", "", "1N", "simulation"),
        ("1N", "7N", "", "1N", "rule"),
        ("7N", "1N", "priority = 20", "7N", "rule"),
    ],
    ids=["the better of two", "the first is as good", "no tie"],
)
def test_rules_that_are_ranked_alike_are_compared(tmp_path, first, second, priority, call, how):
    """Fourteen points do not take thirteen tricks; partner has no rule and passes."""
    file = tmp_path / "two.toml"
    file.write_text(RULES.format(first=first, second=second, priority=priority))
    bidder = Bidder(read_system(file))
    hand = read_hand("AQ5.K72.QJ83.A94")
    assert call_text(bidder.choose(hand, ()).call) == first
    choice = bidder.choose(hand, (), simulate=True)
    assert (call_text(choice.call), choice.how) == (call, how)
    assert choice.meaning.words().startswith("12+ HCP")


def test_an_auction_is_bid_on_from_anywhere():
    """The calls that were made are not made again, and what follows is the same."""
    deal = read_deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", "NESW")
    bidder = Bidder()
    whole = bid_on(bidder, deal, dealer=2)
    assert len(whole.choices) == len(whole.calls) > 4
    assert read_calls(" ".join(map(call_text, whole.calls[:-1])))
    part = bid_on(bidder, deal, whole.calls[:3], dealer=2)
    assert (part.contract, part.calls) == (whole.contract, whole.calls)
    assert part.choices == whole.choices[3:]
    assert bid_on(bidder, deal, whole.calls).choices == ()
