"""Numbers of hands whose suits do not matter: published counts, and the least of all exchanges of suits."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from halfmove.core.errors import BadInput
from halfmove.games.holdem.buckets import Buckets, _Making, _table, hand_numbers, hands_on
from halfmove.games.holdem.isomorphism import Isomorphism, isomorphism


def least(cards):
    """Of all exchanges of suits, what comes first: the same for hands that are one."""
    exchanged = []
    for order in permutations(range(4)):
        exchanged.append(tuple(tuple(sorted(4 * (c >> 2) + order[c & 3] for c in part)) for part in cards))
    return min(exchanged)


@pytest.mark.parametrize(
    ("rounds", "count"),  # Waugh 2013, table 1, and the counts of unordered boards
    [
        ((2,), 169),
        ((2, 3), 1_286_792),
        ((2, 4), 13_960_050),
        ((2, 3, 1), 55_190_538),
        ((2, 5), 123_156_254),
        ((2, 3, 1, 1), 2_428_287_420),
        ((3,), 1_755),
        ((5,), 134_459),
        ((7,), 6_009_159),
    ],
)
def test_published_counts(rounds, count):
    assert isomorphism(*rounds).count == count


def test_hands_of_two_cards_have_169_numbers():
    numbers = Counter(isomorphism(2).number(hand) for hand in combinations(range(52), 2))
    assert sorted(numbers) == list(range(169))
    assert Counter(numbers.values()) == {6: 13, 4: 78, 12: 78}  # pairs, suited, offsuit


def test_boards_of_three_cards_have_1755_numbers():
    numbers = {isomorphism(3).number(board) for board in combinations(range(52), 3)}
    assert numbers == set(range(1755))


@pytest.mark.parametrize("rounds", [(2, 3), (2, 4), (2, 5), (2, 3, 1), (2, 3, 1, 1), (1, 2, 2, 1)])
def test_two_hands_have_one_number_where_an_exchange_of_suits_makes_them_one(rounds):
    random, by_number, by_cards = Random(1), {}, {}
    numbers = Isomorphism(rounds)
    for _ in range(150):
        deck = random.sample([4 * rank + suit for rank in range(4) for suit in range(4)], sum(rounds))
        cards = [deck[sum(rounds[:at]) : sum(rounds[: at + 1])] for at in range(len(rounds))]
        number, name = numbers.number(*cards), least(cards)
        assert 0 <= number < numbers.count
        assert by_number.setdefault(number, name) == name
        assert by_cards.setdefault(name, number) == number
        swap = random.sample(range(4), 4)
        assert numbers.number(*([4 * (c >> 2) + swap[c & 3] for c in part] for part in cards)) == number


@pytest.mark.slow_interpreted
def test_every_number_of_a_flop_is_taken():
    making = _Making(Buckets(), 1, lambda part: None, lambda: False)
    boards, stands, n = making.boards(3)
    table, found = _table(1), 0
    numbers, held = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    for at in range(n):
        cards = making.work[0].cards
        found += hand_numbers(making.game, cards, isomorphism(2, 3).tables, boards[at], table, numbers, held)
    assert (n, int(stands.array.sum())) == (1755, 22_100)
    assert found == hands_on(1)
    assert not table.array.view(np.uint16)[:found].any()  # every one has been marked


@pytest.mark.parametrize("rounds", [(), (0, 2), (2, 6), (1, 1, 1, 1, 1)])
def test_other_rounds_are_refused(rounds):
    with pytest.raises(BadInput):
        Isomorphism(rounds)


@pytest.mark.parametrize("cards", [([0, 1], [2, 3]), ([0, 1], [1, 2, 3]), ([0, 1],)])
def test_other_cards_are_refused(cards):
    with pytest.raises(BadInput):
        isomorphism(2, 3).number(*cards)
