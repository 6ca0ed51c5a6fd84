"""Constraints on hands of bridge against plain counting, and deals by suits against random ones."""

import random
from math import comb

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.bridge.constraint_text import parse_constraint, parse_deal_constraints
from halfmove.games.bridge.constraints import ANY
from halfmove.games.bridge.dealer import DECK, Dealer, draw_deals, hold_deals
from halfmove.games.bridge.deals_operation import share_interval
from halfmove.games.bridge.hands import Hands
from halfmove.games.bridge.pbn import PBN
from halfmove.games.bridge.suit_sampling import PairSampler
from halfmove.games.tricks.deals import deal_text, hand_text, read_hand
from halfmove.games.tricks.scoring import SEATS
from tests.command import halfmove

pytestmark = pytest.mark.one_speed

TEXTS = [
    "balanced, 15-17",
    "5+ spades 11–15",
    "4=4=x=x or 5+ hearts, not 4+ spades",
    "longest s, good hearts, stopper in ♣",
    "4333 or 5xxx",
    "10+ points for spades",
    "at most 3 clubs, no diamonds",
    "SA, HK",
    "hearts >= spades, not (balanced, 10+)",
    "unbalanced, 4+ controls, exactly 2 aces or 1 king",
    "clubs < diamonds, 12+ points",
]


def random_hands(seed, count):
    cards = [16 * suit + rank for suit in range(4) for rank in range(13)]
    random_ = random.Random(seed)
    return [sum(1 << card for card in random_.sample(cards, 13)) for _ in range(count)]


def plain_figures(hand):
    """High-card points and lengths by the letters of a hand; spades first."""
    suits = hand_text(hand).split(".")
    return sum(4 * s.count("A") + 3 * s.count("K") + 2 * s.count("Q") + s.count("J") for s in suits), [
        len(suit) for suit in suits
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_words_say_the_same(text):
    """What a constraint says of itself is read as the same constraint; one hand and many are tested alike;
    whatever fits lies within the bounds."""
    part = parse_constraint(text)
    again = parse_constraint(part.words())
    hands = random_hands(text, 3000)
    many = part.test(Hands(np.array(hands, dtype=np.uint64)))
    bounds = part.bounds()
    assert [bool(part.test(Hands(hand))) for hand in hands] == list(many)
    assert [bool(again.test(Hands(hand))) for hand in hands] == list(many)
    assert [bool(part.negated().test(Hands(hand))) for hand in hands] == list(~many)
    assert many.any()
    for hand in np.array(hands, dtype=object)[many]:
        hcp, lengths = plain_figures(hand)
        assert bounds.hcp[0] <= hcp <= bounds.hcp[1]
        for (low, high), length in zip(bounds.lengths, reversed(lengths), strict=True):
            assert low <= length <= high


def test_constraints_against_letters():
    for hand in random_hands("letters", 2000):
        one, (hcp, lengths) = Hands(hand), plain_figures(hand)
        assert parse_constraint("balanced").test(one) == (
            sorted(lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
        )
        assert parse_constraint("12-14, 4+ hearts").test(one) == (12 <= hcp <= 14 and lengths[1] >= 4)
        assert parse_constraint("4=3=x=x").test(one) == (lengths[:2] == [4, 3])
        assert parse_constraint("longest diamonds").test(one) == (lengths[2] == max(lengths))
        clubs = hand_text(hand).split(".")[3]
        stopped = "A" in clubs or any(
            x in clubs and len(clubs) >= n for x, n in (("K", 2), ("Q", 3), ("J", 4))
        )
        assert parse_constraint("stopper in clubs").test(one) == stopped


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("N: 5+ spoons", "'spoons'"),
        ("N: (balanced", "bracket"),
        ("N: 17-15", "begins above its end"),
        ("N: 4444", "13 cards"),
        ("N: balanced or", "ends where"),
        ("N: 40+", "37 is the most"),
        ("5+ spades", "whose hand"),
        ("NS: balanced", "cannot be asked of NS"),
        ("N: AKQ.JT9.8765.43", "13 cards"),
    ],
)
def test_bad_constraints_are_named(text, said):
    with pytest.raises(BadInput, match=said):
        parse_deal_constraints(text)


def test_all_pairs_of_hands_are_counted():
    """Without bounds, and with such for which there is a formula."""
    assert PairSampler(DECK, (ANY, ANY)).total == pytest.approx(comb(52, 13) * comb(39, 13), rel=1e-12)
    spades = parse_constraint("8 spades").bounds()
    assert PairSampler(DECK, (spades, ANY)).total == pytest.approx(
        comb(13, 8) * comb(39, 5) * comb(39, 13), rel=1e-12
    )
    no_points = parse_constraint("0 HCP").bounds()
    assert PairSampler(DECK, (no_points, ANY)).total == pytest.approx(comb(36, 13) * comb(39, 13), rel=1e-12)


def test_small_decks_are_drawn_evenly():
    """Of the 70 ways to deal eight spades evenly to two hands of thirteen cards, all are as likely."""
    spades, rest = [48 + rank for rank in range(5, 13)], [k for k in range(48) if k % 16 < 13][:18]
    deck = sum(1 << card for card in spades + rest)
    one = parse_constraint("4 spades").bounds()
    sampler = PairSampler(deck, (one, one))
    drawn = sampler.draw(3500, np.random.default_rng(5))
    counts = {}
    for pair in drawn:
        key = int(pair[0]) >> 48
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 70
    assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 125  # 69 degrees: 1 in 50,000


def test_deals_by_suits_are_like_random_ones():
    """The lengths and points of what both ways draw: equal means within four standard errors."""
    wanted = parse_deal_constraints("N: 5+ spades, 11-14; E: 4+ hearts; NS: 20+")
    plain, by_suits = Dealer(wanted, 1), Dealer(wanted, 2)
    by_suits._choose_sampler()
    found = [hold_deals(list(dealer.iter_deals(3000))) for dealer in (plain, by_suits)]
    assert plain.sampler is None
    assert by_suits.sampler is not None
    for deals in found:
        assert plain.fits(deals).all()
        assert (np.bitwise_or.reduce(deals, axis=1) == DECK).all()
    for seat in range(4):
        one, other = (Hands(deals[:, seat]) for deals in found)
        for a, b in [(one.hcp, other.hcp), *zip(one.lengths, other.lengths, strict=True)]:
            error = np.sqrt((a.var() + b.var()) / 3000) + 1e-9
            assert abs(a.mean() - b.mean()) < 4.5 * error


@pytest.mark.parametrize(
    "text", ["N: balanced, 15-17; S: 5+ spades", "N: 5+ spades, 11-15; E: 4+ hearts, 8-16; S: 3+ spades, 6-9"]
)
def test_the_chance_of_a_random_deal_is_found_both_ways(text):
    """By the share of random deals, and by the number of pairs of hands within bounds: within four errors."""
    wanted = parse_deal_constraints(text)
    plain, by_suits = Dealer(wanted, 1), Dealer(wanted, 2)
    by_suits._choose_sampler()
    for _ in range(60):
        plain._batch(1)
    for _ in range(8):
        by_suits._batch(1)
    assert plain.sampler is None
    assert by_suits.sampler is not None
    error = (plain.chance / plain.tried + by_suits.chance**2 / by_suits.kept) ** 0.5
    assert abs(plain.chance - by_suits.chance) < 4 * error


def test_many_deals_are_drawn_by_suits():
    """Where few random deals fit and many are wanted; the tables do not pay for a few."""
    wanted = parse_deal_constraints("N: 20-21, balanced; S: 5+ spades, 0-4")
    few, many = Dealer(wanted, 1), Dealer(wanted, 1)
    next(few.iter_deals(1))
    drawn = hold_deals(list(many.iter_deals(2000)))
    assert few.sampler is None
    assert many.sampler is not None
    assert many.fits(drawn).all()
    assert (np.bitwise_or.reduce(drawn, axis=1) == DECK).all()


def test_rare_deals():
    deals = draw_deals(parse_deal_constraints("N: balanced, 20-21; S: 5+ spades, 6+ hearts, 8-10"), 20, 1)
    assert len(set(deals)) == 20
    with pytest.raises(BadInput, match="No deal fits"):
        draw_deals(parse_deal_constraints("N: 8+ spades; S: 8+ spades"), 1)
    with pytest.raises(BadInput, match="same card"):
        draw_deals(parse_deal_constraints("N: AKQ.JT9.8765.432; S: AKQ.JT9.8765.432"), 1)


def test_given_hands_are_dealt():
    north = read_hand("AQ5.K72.QJ83.A94")
    wanted = parse_deal_constraints("N: AQ5.K72.QJ83.A94; S: 5+ spades, 13+")
    for deal in draw_deals(wanted, 50, 3):
        assert deal[0] == north
        assert sorted(hand.bit_count() for hand in deal) == [13] * 4


def test_interval_of_wilson():
    low, high = share_interval(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # E. B. Wilson's formula, by hand
    assert share_interval(0, 5)[0] == 0


def test_the_command(tmp_path):
    file = tmp_path / "deals.pbn"
    found = halfmove(
        "deals", "N: balanced, 15-17; S: 5+ spades", "--count", "5", "--pbn", str(file), "--json"
    )
    data = found.json
    assert data["count"] == 5
    boards = list(PBN(interpreted(hm.game("bridge"))).read(file.read_text()))
    assert [board.headers["Board"] for board in boards] == ["1", "2", "3", "4", "5"]
    assert [board.first.dealer for board in boards] == [0, 1, 2, 3, 0]
    assert [deal_text(board.rules.dealt_hands(board.first), SEATS) for board in boards] == data["deals"]
    refused = halfmove("deals", "N: 5+ spoons")
    assert refused.status == 2
    assert "spoons" in refused.err


def test_a_contract_with_only_top_cards():
    found = halfmove(
        "deals", "N: AKQJT98765432...; S: .AKQJ.AKQJ.AKQJT", "--contract", "7SX", "--declarer", "N",
        "--count", "3", "--json",
    )  # fmt: skip
    made = found.json["double_dummy"]
    assert (made["makes"], made["tricks"], made["distribution"]) == (1, 13, {"13": 3})
    assert halfmove("deals", "N: 5+ spades", "--contract", "8S").status == 2


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("contract", "declarer"), [("3N", "S"), ("4S", "E")])
def test_only_whether_a_contract_is_made(contract, declarer):
    """The same deals as with all tricks are made."""
    arguments = ("deals", "NS: 22-26", "--contract", contract, "--declarer", declarer, "--count", "6")
    whole = halfmove(*arguments, "--json").json["double_dummy"]
    only = halfmove(*arguments, "--made", "--json").json["double_dummy"]
    assert only == {name: whole[name] for name in ("contract", "deals", "makes", "makes_95")}
    text = halfmove(*arguments, "--made").out
    assert f"made on {100 * whole['makes']:.1f} %" in text
    assert "tricks" not in text


def test_whether_it_is_made_needs_a_contract():
    refused = halfmove("deals", "N: 5+ spades", "--made")
    assert refused.status == 2
    assert "--made needs --contract" in refused.err
