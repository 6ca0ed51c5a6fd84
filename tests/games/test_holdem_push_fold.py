"""Push or fold, heads-up: the table of equities before the flop, the rules, and published charts."""

from functools import cache

import numpy as np
import pytest
from command import halfmove
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_poker import best

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.games.holdem import preflop
from halfmove.games.holdem.cards import CARDS, HANDS, card_text, hand_of, high_card, low_card
from halfmove.games.holdem.equity import _Work
from halfmove.games.holdem.hand_arrays import disjoint
from halfmove.games.holdem.hands import deck
from halfmove.games.holdem.preflop_making import count_wins, pair_numbers
from halfmove.games.holdem.push_fold import LABELS, YES, PushFold, State
from halfmove.games.holdem.ranges import read_range


def counted(compiled, boards, at):
    """What `count_wins` adds up over some boards from one on."""
    work = _Work([np.ones(HANDS)] * 2, (), (), compiled)
    cards, wins = work.cards(), np.zeros(numbers().max() + 1, dtype=np.int64)
    cards.at.array[:] = at
    more = count_wins(deck(compiled), work.tables, cards, numbers(), boards, 0, 1, wins)
    return more, wins[1:]  # the first is no pair


@cache
def numbers():
    return pair_numbers()


@pytest.mark.parametrize("compiled", [False, True])
def test_wins_on_one_board_are_the_naive_ones(compiled):
    """The board of the first five cards, 2c2d2h2s3c, and what is naive about it: two loops over all hands."""
    more, wins = counted(compiled, 1, [0, 1, 2, 3, 4, 0])
    assert more == 1
    assert np.array_equal(wins, naive_wins())


@cache
def naive_wins():
    naive = np.zeros(numbers().max() + 1, dtype=np.int64)
    left = [h for h in range(HANDS) if low_card(h) > 4]
    table = [card_text(card) for card in range(5)]
    values = [best([*table, *map(card_text, cards_of(h))]) for h in left]
    masks = [sum(1 << card for card in cards_of(h)) for h in left]
    stands = 4  # the suit of the three
    for one, value, mask in zip(left, values, masks, strict=True):
        for other, its_value, its_mask in zip(left, values, masks, strict=True):
            if mask & its_mask == 0 and value > its_value:
                naive[numbers()[one, other]] += stands
    return naive[1:]


def cards_of(hand):
    return high_card(hand), low_card(hand)


def test_both_speeds_count_the_same_boards():
    at = [3, 17, 30, 44, 49, 0]
    assert np.array_equal(counted(False, 3, at)[1], counted(True, 3, at)[1])


def test_a_pair_has_its_number_with_its_images_and_no_other():
    """47,008 pairs differ by more than suits (any table of preflop equities), each in both orders but those
    that exchanging suits turns round."""
    found = numbers()
    assert (found > 0).sum() == 1326 * 1225
    unordered = np.minimum(found, found.T)
    assert len(np.unique(unordered[found > 0])) == 47_008


@pytest.mark.slow_interpreted
@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, CARDS - 1), min_size=4, max_size=4, unique=True))
def test_the_table_that_is_shipped_is_what_all_boards_say(cards):
    one, other = hand_of(cards[0], cards[1]), hand_of(cards[2], cards[3])
    ranges = np.zeros((2, HANDS))
    ranges[0, one] = ranges[1, other] = 1
    found = _Work(list(ranges), (), (), True).one_hand_each(None, lambda: False)
    assert preflop.beaten_by([one], [other])[0, 0] == round(found.wins[0] * preflop.BOARDS)
    assert preflop.beaten_by([other], [one])[0, 0] == round(found.wins[1] * preflop.BOARDS)


@pytest.mark.slow_interpreted
def test_ranges_looked_up_are_ranges_counted():
    ranges = [read_range("QQ+:0.5, AhKh, 72o"), read_range("random")]
    ranges[1][100:1200] = 0
    work = _Work(ranges, (), (), True)
    found, counted = work.looked_up(), work.counted(1, None, lambda: False)
    assert found.boards == counted.boards
    for name in ("shares", "wins", "ties"):
        assert getattr(found, name) == pytest.approx(getattr(counted, name), abs=1e-12)
    for mine, theirs in zip(found.hands, counted.hands, strict=True):
        assert np.array_equal(np.isnan(mine), np.isnan(theirs))
        assert np.nanmax(abs(mine - theirs)) < 1e-12


def test_a_range_is_looked_up_as_each_of_its_hands_is():
    """Suits are told apart here, so that each of the 24 exchanges has a range of its own."""
    hands, weights = np.arange(0, HANDS, 5), np.round(np.random.default_rng(5).random(HANDS), 3)
    weights[::3] = 0
    everybody = np.arange(HANDS)
    wins = preflop.beaten_by(hands, everybody)
    losses = preflop.beaten_by(everybody, hands).T
    meets = preflop.BOARDS * disjoint(hands, everybody)
    naive = [each @ weights for each in (wins, meets - wins - losses, meets)]
    assert preflop.outcomes_against(hands, weights) == pytest.approx(np.array(naive), rel=1e-13)


@pytest.mark.parametrize("text", ["random", "AhKh"])
def test_any_hand_against_a_range_is_looked_up_exactly(text):
    """Whole weights leave no rounding: to the last board as every pair of hands says."""
    weights, everybody = read_range(text), np.arange(HANDS)
    wins = preflop.beaten_by(everybody, everybody)
    naive = np.array([wins, wins.T]) @ weights.astype(np.int64)
    beats, ties, meets = preflop.outcomes_against(everybody, weights)
    assert np.array_equal(beats, naive[0])
    assert np.array_equal(meets - ties - beats, naive[1])


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_any_hand_against_any_other_on_every_board():
    work = _Work([np.ones(HANDS)] * 2, (), (), True)
    found, counted = work.looked_up(), work.counted(2, None, lambda: False)
    assert (found.shares, found.wins, found.ties) == (counted.shares, counted.wins, counted.ties)
    assert np.array_equal(found.hands, counted.hands)


def test_pairs_of_hands_of_two_classes():
    pairs = preflop.pairs()
    assert pairs.sum() == 1326 * 1225
    numbers = {label: number for number, label in enumerate(LABELS)}
    assert pairs[numbers["AA"], numbers["AA"]] == 6
    assert pairs[numbers["AA"], numbers["AKs"]] == 12
    assert pairs[numbers["AKs"], numbers["KQo"]] == 36
    assert np.array_equal(pairs, pairs.T)


@pytest.fixture
def even(monkeypatch):
    """A table in which all hands win half, for what is no question of equities."""
    from halfmove.games.holdem import push_fold

    monkeypatch.setattr(push_fold, "equities", lambda: np.full((169, 169), 0.5))


def test_what_is_won(even):
    game = PushFold(stack=10, ante=0.5)
    dealt = game.result(game.initial(), 3 * 169 + 7)
    assert game.to_move(dealt) == 0
    assert [game.action_text(dealt, a) for a in game.actions(dealt)] == ["fold", "all-in"]
    folded, pushed = (game.result(dealt, a) for a in game.actions(dealt))
    assert game.utility(folded, 0) == -1
    assert game.to_move(pushed) == 1
    assert [game.action_text(pushed, a) for a in game.actions(pushed)] == ["fold", "call"]
    passed, called = (game.result(pushed, a) for a in game.actions(pushed))
    assert [game.utility(passed, p) for p in (0, 1)] == [1.5, -1.5]
    assert game.utility(called, 1) == 0
    assert game.is_terminal(called)
    assert sum(p for _, p in game.outcomes(game.initial())) == pytest.approx(1)


def test_players_see_their_own_hand(even):
    game = PushFold()
    s = State(0 * 169 + 14, YES, 0)  # aces and kings
    assert game.show(s, viewer=0) == "small blind  AA  all in\nbig blind    ?"
    assert "KK" in game.show(s)
    assert game.action_seen(game.initial(), 14, 0) == "AA"
    assert game.action_seen(game.initial(), 14, 1) == "KK"
    assert game.action_seen(game.initial(), 14, -1) == "two hands"
    other = State(0 * 169 + 20, YES, 0)
    assert game.information(s, 0) == game.information(other, 0)
    assert game.information(s, 1) != game.information(other, 1)
    random = stream(1)
    drawn = [game.resample(s, 1, random) for _ in range(300)]
    assert {game.held(d, 1) for d in drawn} == {14}
    assert len({game.held(d, 0) for d in drawn}) > 60


@pytest.mark.parametrize(
    ("given", "words"), [({"stack": 1}, "above 1"), ({"stack": 1.2, "ante": 0.3}, "does not pay")]
)
def test_stacks_that_cannot_be(given, words):
    with pytest.raises(BadInput, match=words):
        PushFold(**given)


# ---- published
def test_the_table_of_equities():
    wins, pairs = preflop.win_counts(), preflop.pairs()
    assert (wins + wins.T <= pairs * preflop.BOARDS).all()
    share = preflop.equities()
    numbers = {label: number for number, label in enumerate(LABELS)}
    weighed = (share * pairs).sum(axis=1) / pairs.sum(axis=1)
    for label, published in [
        ("AA", 0.8520),
        ("KK", 0.8240),
        ("AKs", 0.6704),
        ("72o", 0.3458),
        ("32o", 0.3230),
    ]:
        assert weighed[numbers[label]] == pytest.approx(published, abs=5.1e-5)
    assert share[numbers["AA"], numbers["KK"]] == pytest.approx(0.8195, abs=5.1e-5)


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("stack", "pushed", "folded", "called", "passed"),
    [
        (7.65, "T3s", "", "", ""),
        (7.75, "", "T3s", "", ""),
        (5.6, "63s", "", "Q2o", ""),
        (5.7, "63s", "", "", "Q2o"),
        (7.05, "63s", "", "", ""),
        (7.2, "", "63s", "", ""),
        (5.15, "63s", "", "", ""),
        (5.0, "", "63s", "", ""),
        (2.4, "", "63s", "", ""),
        (2.25, "63s", "", "", ""),
    ],
)
def test_the_published_chart(stack, pushed, folded, called, passed):
    """HoldemResources' chart, as its page on how to read it says: T3s goes all in up to 7.7 big blinds, Q2o
    calls up to 5.6, and 63s goes all in, if not always, between 5.1 and 7.1 and below 2.3."""
    pushes, calls = strategy(stack)
    assert all(pushes[label] > 0.01 for label in pushed.split())
    assert all(pushes[label] < 0.01 for label in folded.split())
    assert all(calls[label] > 0.01 for label in called.split())
    assert all(calls[label] < 0.01 for label in passed.split())


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_ten_big_blinds():
    """58.3 % of hands go all in and 37.4 % call, as this version has found it before (no published
    chart has these sums)."""
    game = PushFold(stack=10)
    solution = hm.regret(game, iterations=3000)
    assert solution.exploitability < 1e-6
    heads = [heading for heading, _, _ in game.strategy_tables(solution.strategy)]
    assert heads == ["small blind, all in: 58.3 % of all hands", "big blind, calls: 37.4 % of all hands"]


def strategy(stack):
    """How often each class goes all in and calls."""
    game = PushFold(stack=stack)
    found = hm.regret(game, iterations=2000).strategy
    tables = [[share for row in values for share in row] for _, _, values in game.strategy_tables(found)]
    return [dict(zip(LABELS, table, strict=True)) for table in tables]


def test_the_command_refuses():
    outcome = halfmove("solve", "holdem-push-fold", "--set", "stack=0.5")
    assert outcome.status == 2
    assert "above 1" in outcome.err
    unknown = halfmove("solve", "holdem-push-fold", "--set", "stak=10")
    assert unknown.status == 2
    assert "stak" in unknown.err


# ---- the chart
def small():
    """A table of three classes: the first wins from the others, the second half the time from itself."""
    counts = np.array([[2.0, 3.0, 3.0], [3.0, 2.0, 3.0], [3.0, 3.0, 2.0]])
    won = counts * (2 * np.array([[0.5, 0.8, 0.9], [0.2, 0.5, 0.65], [0.1, 0.35, 0.5]]) - 1)
    return counts, won


@pytest.mark.parametrize("ante", [0.0, 0.25])
def test_the_chart_is_an_equilibrium_of_each_stack(ante):
    """Beside the linear programme of the same game as a matrix of all pairs of pure strategies."""
    from halfmove.games.holdem.push_fold_chart import solved

    counts, won = small()
    stacks = np.array([1.5, 4.0, 9.0])
    found = solved(stacks, ante, counts, won, 2000, lambda part: None)
    assert found.exploitability.max() < 1e-4
    pure = np.array(list(np.ndindex(2, 2, 2)), dtype=float)
    for at, stack in enumerate(stacks):

        def value(push, call, stack=stack):
            met = push @ counts @ call
            return (
                (1 + ante) * (push @ counts.sum(axis=1) - met)
                + stack * (push @ won @ call)
                - (0.5 + ante) * ((1 - push) @ counts.sum(axis=1))
            ) / counts.sum()

        push, call = found.shares[0][at], found.shares[1][at]
        best = max(value(one, call) for one in pure)
        worst = min(value(push, one) for one in pure)
        assert best - worst == pytest.approx(2 * found.exploitability[at], abs=1e-9)


def test_stretches_of_stacks():
    from halfmove.games.holdem.push_fold_chart import LABELS as CLASSES
    from halfmove.games.holdem.push_fold_chart import Chart

    shares = np.zeros((5, len(CLASSES)))
    shares[[0, 1, 3], 0] = 1
    shares[:, 1] = 1
    found = Chart(np.array([2.0, 3, 4, 5, 6]), 0.0, (shares, shares), np.zeros(5))
    assert found.stretches(0, 0) == [(2, 3), (5, 5)]
    assert found.deepest(0)[:3] == [5, 6, None]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["--most", "x"], "--most must be a number from 0 to 100, such as 0.5, not 'x'"),
        (["--most", "1"], "above 1, at most 100"),
        (["--ante", "-1"], "--ante must be a number from 0 to 100"),
        (["63x"], "written as AKs, 72o or 22, not '63x'"),
        (["--output", "chart.png"], "an .svg file"),
    ],
)
def test_a_chart_that_cannot_be(typed, words):
    refused = halfmove("pushfold", *typed)
    assert refused.status == 2
    assert words in refused.err


def test_the_chart_is_printed(monkeypatch, tmp_path):
    """With hands that all win half: who pushes wins the blinds or nothing, so all are played."""
    from halfmove.games.holdem import push_fold_chart

    monkeypatch.setattr(push_fold_chart, "equities", lambda: np.full((169, 169), 0.5))
    monkeypatch.setattr(push_fold_chart, "ITERATIONS", 50)
    file = tmp_path / "chart.svg"
    shown = halfmove("pushfold", "--most", "1.5", "--output", str(file)).out
    assert "small blind, all in, up to so many big blinds" in shown
    assert shown.count("1.5+") == 2 * 169
    assert max(map(len, shown.splitlines())) <= 80
    assert file.read_text().count("1.5+") == 169
    told = halfmove("pushfold", "63s", "--most", "1.5", "--json").json
    assert told["hands"] == {"63s": {"all_in": [[1.1, 1.5]], "call": [[1.1, 1.5]]}}
    assert "63s, big blind, calls: 1.1 to 1.5" in halfmove("pushfold", "63S", "--most", "1.5").out


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_thresholds_of_the_published_chart():
    """Some of HoldemResources' chart of all-ins, in big blinds: up to which stack, and gaps.  Near an edge
    hands are mixed, over up to three tenths of a big blind."""
    from halfmove.games.holdem.push_fold_chart import chart

    found = chart([stack / 10 for stack in range(14, 201, 2)], iterations=400)
    published = {
        "K2s": 19.3, "Q2s": 12.7, "J4s": 13.5, "T5s": 11.9, "93s": 4.9, "85s": 18.8, "83s": 2.7, "72s": 2.1,
        "K8o": 18.0, "Q8o": 13.0, "97o": 10.8, "J7o": 8.5, "T6o": 5.7, "K4o": 13.1, "Q3o": 7.5, "J4o": 5.4,
        "T3o": 3.4, "95o": 3.5, "K2o": 11.6, "Q2o": 7.0, "J2o": 4.6, "T3s": 7.7,
    }  # fmt: skip
    for label, stack in published.items():
        assert found.deepest(0)[LABELS.index(label)] == pytest.approx(stack, abs=0.31)
    assert all(found.deepest(0)[LABELS.index(label)] == 20 for label in ("22", "A2o", "54s", "98o", "K4s"))
    assert found.deepest(1)[LABELS.index("Q2o")] == pytest.approx(5.6, abs=0.2)
    assert len(found.stretches(0, LABELS.index("63s"))) > 1
