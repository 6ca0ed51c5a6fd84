"""Ranges as players write them, and what they win: published equities, a naive count, both speeds."""

from itertools import combinations

import numpy as np
import pytest
from command import halfmove
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_poker import best

from halfmove.core.errors import BadInput
from halfmove.games.holdem.cards import card_text, hand_text, high_card, low_card, read_cards
from halfmove.games.holdem.equity import equity, exchanges
from halfmove.games.holdem.ranges import class_of, grid, grid_means, hands_of, range_text, read_range

KINDS = [kind for row in grid() for kind in row]


def hands(text):
    return {hand_text(int(hand)) for hand in np.flatnonzero(read_range(text))}


# ---- ranges
@pytest.mark.parametrize(
    ("text", "same", "count"),
    [
        ("QQ+", "AA KK QQ", 18),
        ("88-66", "88,77,66", 18),
        ("66-88", "88,77,66", 18),
        ("ATs+", "AKs AQs AJs ATs", 16),
        ("A5s-A2s", "A5s A4s A3s A2s", 16),
        ("JTs-87s", "JTs T9s 98s 87s", 16),
        ("AK", "AKs AKo", 16),
        ("KA", "AK", 16),
        ("KQo", "kqO", 12),
        ("AhKh", "KhAh", 1),
        ("A2+", "A2s+ A2o+", 192),
    ],
)
def test_parts_of_ranges(text, same, count):
    assert hands(text) == hands(same)
    assert len(hands(text)) == count


def test_the_grid_holds_every_hand_once():
    found = sorted(hand for kind in KINDS for hand in hands_of(kind))
    assert found == list(range(1326))
    assert all(class_of(hand) == kind for kind in KINDS for hand in hands_of(kind))


def test_weights_and_later_parts():
    weights = read_range("AA:0.25, KK, AhAd:1 KK:0")
    assert sorted(weights[weights > 0]) == [0.25] * 5 + [1]


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from([0.0, 0.1, 1 / 3, 1.0])), min_size=1),
    st.lists(st.tuples(st.integers(0, 1325), st.floats(0, 1)), max_size=8),
)
def test_ranges_are_read_back(kinds, single):
    weights = np.zeros(1326)
    weights[7] = 1
    for kind, weight in kinds:
        weights[hands_of(kind)] = weight
    for hand, weight in single:
        weights[hand] = weight
    if weights.any():
        assert np.array_equal(read_range(range_text(weights)), weights)


@pytest.mark.parametrize(
    "text", ["random", "QQ+, AKs, A5s-A2s:0.5", "88-55, JTs, AhKh:0.25", "22+, A2s+, K9o+", "AA:1e-07"]
)
def test_ranges_are_written_as_players_do(text):
    assert range_text(read_range(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no hand"),
        ("QQ:0", "has no hand"),
        ("QQx", "'QQx' is none of these"),
        ("AhKx", "not 'AhKx'"),
        ("AhAh", "named twice"),
        ("AKs:2", "from 0 to 1, such as 0.5, not '2'"),
        ("AKs:nan", "not 'nan'"),
        ("AKs:", "not ''"),
        ("AAs", "neither suited nor offsuit"),
        ("AKs-AQo", "both ends end alike"),
        ("A5s-K2s", "from where to where"),
        ("88-A2", "from where to where"),
    ],
)
def test_what_is_no_range_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        read_range(text)


# ---- equity
def counted(texts, board):
    """Each player's share by the definition: all hands, all boards."""
    table = [card_text(card) for card in board]
    won, met = np.zeros(2), 0.0
    ranges = [read_range(text) for text in texts]
    for one in np.flatnonzero(ranges[0]):
        for other in np.flatnonzero(ranges[1]):
            cards = [f(int(hand)) for hand in (one, other) for f in (high_card, low_card)]
            if len({*cards, *board}) < 4 + len(board):
                continue
            weight = ranges[0][one] * ranges[1][other]
            left = [card for card in range(52) if card not in cards and card not in board]
            for rest in combinations(left, 5 - len(board)):
                seven = table + [card_text(card) for card in rest]
                values = [best([card_text(c) for c in cards[2 * p : 2 * p + 2]] + seven) for p in (0, 1)]
                won[0] += weight * ((values[0] > values[1]) + (values[0] == values[1]) / 2)
                met += weight
    return won[0] / met


@pytest.mark.parametrize(
    ("texts", "board"),
    [
        (("AhKh, QQ:0.5", "KQs, 7h7d, AhKh"), "Kc7s2hQd5c"),
        (("AhKh", "AdKd, 9h9c"), "9h8h2h2c2d"),
        (("AsKs", "QhQd"), "2s3s9hTd"),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_equity_by_the_definition(texts, board, compiled):
    found = equity([read_range(text) for text in texts], board=read_cards(board), compiled=compiled)
    assert found.shares[0] == pytest.approx(counted(texts, read_cards(board)), abs=1e-12)
    assert sum(found.shares) == pytest.approx(1)
    for player in range(2):
        for hand in np.flatnonzero(~np.isnan(found.hands[player]))[:3]:
            pair = [texts[0], texts[1]]
            pair[player] = hand_text(int(hand))
            share = counted(pair, read_cards(board))
            assert found.hands[player][hand] == pytest.approx(1 - share if player else share, abs=1e-12)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [("AsAh", "KsKh", 0.8264), ("AA", "KK", 0.8195), ("AKs", "QQ", 0.4605), ("AKo", "22", 0.4735)],
)
def test_published_equities(one, other, share):
    """As all published tables have them, to four digits."""
    found = equity([read_range(one), read_range(other)])
    assert found.shares[0] == pytest.approx(share, abs=5.1e-5)
    assert found.errors is None


def test_published_equities_against_any_hand():
    """AA 85.20 %, KK 82.40, QQ 79.93, AKs 67.04, 72o 34.58, 32o 32.30: as all published tables have them."""
    found = equity([read_range("random")] * 2)
    for text, share in [("AA", 0.8520), ("KK", 0.8240), ("QQ", 0.7993), ("JJ", 0.7747), ("TT", 0.7501),
                        ("AKs", 0.6704), ("AKo", 0.6532), ("72o", 0.3458), ("32o", 0.3230)]:  # fmt: skip
        for hand in np.flatnonzero(read_range(text)):
            assert found.hands[0][hand] == pytest.approx(share, abs=6e-5)
    assert found.shares[0] == pytest.approx(0.5)


@pytest.mark.slow_interpreted
def test_boards_alike_but_for_suits_are_counted_once_with_the_same_result():
    board = read_cards("9c5c2c")
    ranges = [read_range("99+, AKs, T9s"), read_range("22+, A5s-A2s:0.5, KQo")]
    assert len(exchanges(ranges, 0, 0)) == 24
    assert len(exchanges(ranges, 1 << 48, 0)) == 6
    odd = [ranges[0].copy(), ranges[1]]
    odd[0][5] = 1e-300  # tells the suits apart, and weighs nothing
    assert len(exchanges(odd, 0, 0)) < 24
    alike, apart = (equity(r, board=board, threads=2) for r in (ranges, odd))
    assert alike.shares[0] == pytest.approx(apart.shares[0], abs=1e-12)
    known = ~np.isnan(alike.hands[0])
    assert alike.hands[0][known] == pytest.approx(apart.hands[0][known], abs=1e-12)


@pytest.mark.slow_interpreted
def test_three_hands_are_counted_and_sampled_alike():
    ranges = [read_range(text) for text in ("AsAh", "KsKh", "QdQc")]
    exact, drawn = equity(ranges), equity(ranges, samples=400_000, seed=3)
    assert exact.boards == 1_370_754
    assert sum(exact.shares) == pytest.approx(1)
    for player in range(3):
        assert abs(exact.shares[player] - drawn.shares[player]) < 4 * drawn.errors[player]
        assert 2e-4 < drawn.errors[player] < 1e-3
    assert exact.shares[0] > 0.66


def test_sampling_draws_the_same_at_both_speeds():
    ranges = [read_range(text) for text in ("QQ+, AKs:0.5", "random", "JTs")]
    a, b = (equity(ranges, samples=300, seed=5, compiled=compiled) for compiled in (False, True))
    assert a.shares == b.shares


def test_sampled_ranges_weigh_deals_by_the_product_of_weights():
    """Aces block aces: against the one hand AhAd only AsAc is left of the aces."""
    found = equity([read_range("AhAd"), read_range("AA, 7s2c")], board=read_cards("KhKdKc3s3d"), samples=4000)
    assert found.ties[0] == pytest.approx(0.5, abs=0.04)


@pytest.mark.parametrize(
    ("texts", "options", "words"),
    [
        (("AA",), {}, "2 to 9 hands"),
        (("AA", "KK"), {"board": [1]}, "three, four or five cards, not 1"),
        (("AA", "KK"), {"board": [1, 2, 3], "dead": [3]}, "named twice"),
        (("AhAd", "KK"), {"dead": read_cards("Ah")}, "No hand of player 1 is left"),
        (("AhAd", "AhKd"), {"board": [0, 1, 2, 3, 4]}, "cannot meet"),
        (("AhAd", "AhKd", "QhQd"), {"board": [0, 1, 2, 3, 4]}, "share a card"),
        (("AhAd", "AhKd"), {"board": [0, 1, 2, 3, 4], "samples": 10}, "hardly ever be dealt"),
    ],
)
def test_what_cannot_be_is_refused(texts, options, words):
    with pytest.raises(BadInput, match=words):
        equity([read_range(text) for text in texts], **options)


def test_the_grid_has_means_by_weight():
    weights, values = read_range("AhKh, AdKd:0.5, QQ"), np.full(1326, np.nan)
    values[read_range("AhKh") > 0], values[read_range("AdKd") > 0] = 0.9, 0.3
    means = grid_means(values, weights)
    assert means[0][1] == pytest.approx(0.7)
    assert means[2][2] is None
    assert sum(mean is not None for row in means for mean in row) == 1


def test_the_command():
    told = halfmove("equity", "AKs", "QQ", "--board", "Kc7d2h", "--json").json
    assert told["exact"] is True
    assert told["boards"] == 1176
    assert [player["range"] for player in told["players"]] == ["AKs", "QQ"]
    shown = halfmove("equity", "AKs", "QQ", "--board", "Kc7d2h", "--grid").out
    assert "exact: all 1,176 boards" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "AKs 91" in shown
    drawn = halfmove("equity", "AKs", "QQ", "--board", "Kc7d2h5h4d", "--samples", "100").out
    assert "100 deals drawn" in drawn
    refused = halfmove("equity", "AKs", "QQ", "JJ", "--grid")
    assert refused.status == 2
    assert "--grid shows" in refused.err
