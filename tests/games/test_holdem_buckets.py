"""Buckets of hands: distances against SciPy, clusters against all there are, strengths against all hands."""

from itertools import combinations, product

import numpy as np
import pytest
from naive_poker import best

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.holdem import buckets as made
from halfmove.games.holdem.buckets import Buckets, Stage, _Making, find_strengths, strength_of, turn_counts
from halfmove.games.holdem.cards import card_text, hand_of, high_card, low_card, read_cards, set_of
from halfmove.games.holdem.clusters import MASS, UNIT, ByGround, OnLine, areas, clusters, line_clusters
from halfmove.games.holdem.hands import DECK, deck


def histograms(seed, n, width, total):
    random = np.random.default_rng(seed)
    return random.multinomial(total, random.dirichlet(np.full(width, 0.3), size=n)).astype(np.uint8)


# ---- distances
def test_the_distance_on_a_line_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    counts, places = histograms(1, 12, 8, 46), np.sort(np.random.default_rng(2).random(8))
    points = areas(counts, places)
    for one, other in combinations(range(12), 2):
        distance = np.full(12, 1 << 40, np.int64)
        OnLine(deck(), points).closer(points[[one]], 0, 0, 12, distance)
        exact = stats.wasserstein_distance(places, places, counts[one], counts[other])
        assert distance[other] / UNIT == pytest.approx(exact, abs=1e-5)


def test_a_greedy_plan_is_nearly_the_least_work():
    optimize = pytest.importorskip("scipy.optimize")
    width = 6
    places = areas(histograms(3, width, 5, 46), np.linspace(0, 1, 5))
    counts = histograms(4, 16, width, 47)
    ground = ByGround(deck(), counts, places)
    ratios = []
    for one, other in combinations(range(16), 2):
        distance = np.full(16, 1 << 40, np.int64)
        ground.closer(counts[[other]].astype(np.int32) * MASS, 0, one, one + 1, distance)
        sums = np.zeros((2 * width, width * width))
        for a, b in product(range(width), repeat=2):
            sums[a, a * width + b] = sums[width + b, a * width + b] = 1
        wanted = np.concatenate([counts[one], counts[other]])
        exact = optimize.linprog(ground.ground.ravel(), A_eq=sums, b_eq=wanted).fun
        ratios.append(distance[one] / exact)
        means = abs(int(counts[one] @ ground.place_totals) - int(counts[other] @ ground.place_totals))
        assert means <= exact * (1 + 1e-9) + 1  # what the search for the nearest centre relies on
    assert min(ratios) >= 1 - 1e-6
    assert np.mean(ratios) < 1.1


# ---- clusters
@pytest.mark.parametrize("kind", ["line", "ground"])
def test_every_point_goes_to_its_nearest_centre(kind):
    places = areas(histograms(5, 7, 6, 46), np.linspace(0, 1, 6))
    counts = histograms(6, 60, 7, 47)
    points = OnLine(deck(), areas(counts, np.linspace(0, 1, 7))) if kind == "line" else None
    points = points or ByGround(deck(), counts, places)
    centres = clusters(points, 8, 1)
    found, distances = np.zeros(60, np.int64), []
    points.assign(centres, 0, 60, found)
    for k in range(len(centres)):
        distances.append(np.full(60, 1 << 40, np.int64))
        points.closer(centres, k, 0, 60, distances[-1])
    assert np.array_equal(found >> 16, np.min(distances, axis=0))
    assert np.array_equal(np.array(distances)[found & 0xFFFF, np.arange(60)], found >> 16)
    totals = points.totals(centres)
    assert np.array_equal(totals, np.sort(totals))


@pytest.mark.parametrize("threads", [2, 3])
def test_clusters_do_not_depend_on_the_number_of_threads(threads):
    points = OnLine(deck(), areas(histograms(7, 80, 9, 46), np.linspace(0, 1, 9)))
    alone = clusters(points, 6, 3)
    assert np.array_equal(clusters(points, 6, 3, threads=threads), alone)
    assert not np.array_equal(clusters(points, 6, 4), alone)


def test_points_that_are_few_make_few_clusters():
    points = areas(np.array([[1, 0, 1], [0, 2, 0], [1, 0, 1]]), np.array([0.0, 0.5, 1.0]))
    assert len(clusters(OnLine(deck(), points), 5, 0)) == 2


def test_intervals_of_a_line_are_the_best_there_are():
    random, places = np.random.default_rng(8), np.arange(9)

    def cost(labels, weights):
        total = 0.0
        for k in set(labels):
            w, x = weights[labels == k], places[labels == k]
            total += 0.0 if w.sum() == 0 else float(w @ (x - w @ x / w.sum()) ** 2)
        return total

    for _ in range(20):
        weights = random.integers(0, 4, 9)
        if np.count_nonzero(weights) < 3:
            continue
        least = min(
            cost(np.searchsorted(cut, places, side="right"), weights) for cut in combinations(range(1, 9), 2)
        )
        labels = line_clusters(weights, 3)
        assert cost(labels, weights) == pytest.approx(least, abs=1e-9)
        assert set(labels[weights > 0]) == {0, 1, 2}


# ---- strengths and streets
def strengths(board, making):
    m = making.work[0]
    n = find_strengths(making.tables, m.cards, set_of(board), m.ones, m.sums, m.by_card)
    return {int(hand): strength_of(m.sums, hand) for hand in m.cards.order.array[:n]}


def plain():
    making = _Making(Buckets(), 1, lambda part: None, lambda: False)
    making.game = interpreted(DECK)
    return making


def test_a_strength_counts_the_hands_that_are_beaten():
    board = read_cards("Kc7d2h5s5c")
    found = strengths(board, plain())
    assert len(found) == 1081
    for hand in list(found)[::200]:
        own = {high_card(hand), low_card(hand)}
        mine, total = best([card_text(c) for c in (*own, *board)]), 0
        for other in combinations([c for c in range(52) if c not in board and c not in own], 2):
            theirs = best([card_text(c) for c in (*other, *board)])
            total += 2 if mine > theirs else 1 if mine == theirs else 0
        assert found[hand] == total


def test_a_turn_counts_its_rivers():
    making, board, labels = plain(), read_cards("Kc7d2h5s"), np.arange(1981) // 500
    m, counts = making.work[0], np.zeros((1326, 4), np.uint8)
    bucket = made.Buffer(1981)
    bucket.array[:] = labels
    turn_counts(making.game, making.tables, m.cards, set_of(board), m.ones, m.sums, m.by_card, bucket, counts)
    assert sorted(set(counts.sum(axis=1))) == [0, 46]
    assert np.count_nonzero(counts.sum(axis=1)) == 1128
    hand = hand_of(*read_cards("AhQd"))
    expected = np.zeros(4)
    for card in range(52):
        if card not in board and card not in read_cards("AhQd"):
            expected[labels[strengths([*board, card], making)[hand]]] += 1
    assert np.array_equal(counts[hand], expected)


# ---- the file
def small(file, **more):
    """Buckets that have nothing but a flop, and one that says no number of them."""
    found = Buckets((3, 4, 5), file=file, **more)
    table = made._table(1)
    table.array.view(np.uint16)[:] = np.arange(table.array.size * 4) % 3
    found.stages[1] = Stage(table, np.arange(6).reshape(3, 2), None)
    return found


def test_a_file_is_read_as_it_was_written(tmp_path):
    small(tmp_path / "b.npz").write()
    read = Buckets((3, 4, 5), file=tmp_path / "b.npz")
    assert not read.read()  # turn and river are missing
    assert list(read.stages) == [1]
    before = small(tmp_path / "b.npz").stages[1]
    assert np.array_equal(
        read.stages[1].table.array.view(np.uint16)[: made.hands_on(1)],
        before.table.array.view(np.uint16)[: made.hands_on(1)],
    )
    assert np.array_equal(read.stages[1].centres, before.centres)


@pytest.mark.parametrize(("sizes", "seed"), [((3, 4, 6), 0), ((3, 4, 5), 1)])
def test_a_file_of_other_buckets_is_refused(tmp_path, sizes, seed):
    small(tmp_path / "b.npz").write()
    with pytest.raises(BadInput, match="delete it to make them anew"):
        Buckets(sizes, seed, file=tmp_path / "b.npz").read()


def test_a_file_of_another_version_is_refused(tmp_path, monkeypatch):
    small(tmp_path / "b.npz").write()
    monkeypatch.setattr(made, "digest", lambda: "0123456789abcdef")
    with pytest.raises(BadInput, match="have digest"):
        Buckets((3, 4, 5), file=tmp_path / "b.npz").read()


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "b.npz").write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(BadInput, match="is no file of hold'em buckets"):
        Buckets((3, 4, 5), file=tmp_path / "b.npz").read()


@pytest.mark.slow_interpreted
def test_whoever_stops_keeps_the_streets_that_are_done(tmp_path):
    buckets = small(tmp_path / "b.npz")
    with pytest.raises(KeyboardInterrupt):
        buckets.make(stop=lambda: True)
    assert list(buckets.stages) == [1]


@pytest.mark.parametrize("sizes", [(1, 4, 4), (4, 4), (4, 4, 1001)])
def test_numbers_of_buckets_that_cannot_be(sizes):
    with pytest.raises(BadInput, match="Buckets are three numbers"):
        Buckets(sizes)


def test_memory_is_two_bytes_a_hand():
    assert Buckets().memory() == 2 * (1_286_792 + 13_960_050 + 123_156_254)
