"""Deals of hold'em put into buckets, against hands dealt and compared one by one; and its tree of bets."""

import numpy as np
import pytest
from naive_poker import best

import halfmove as hm
from halfmove.core.abstraction import FIRST_WINS, SECOND_WINS, SHARED
from halfmove.core.buffer import Buffer, put_short
from halfmove.core.compile import interpreted, kernel
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.randomness import below, stream
from halfmove.games.holdem.buckets import Stage, hands_on
from halfmove.games.holdem.cards import CARDS, HANDS, card_text, hand_of, high_card, low_card, read_cards
from halfmove.games.holdem.isomorphism import isomorphism
from halfmove.games.holdem.rules import card_of
from halfmove.imperfect.betting import OVER, lay_out_bets

GAME = hm.game("holdem", betting="limit")
DEALS = 40


@kernel
def deal(game, tables, random, out):
    return game.deal(tables, random, out)


def drawn(random):
    """Nine cards, as `deal` draws them."""
    cards = []
    while len(cards) < 9:
        card = below(random, CARDS)
        if card not in cards:
            cards.append(card)
    return cards


@pytest.fixture(scope="module")
def abstraction():
    """Buckets of no meaning: those of the hands that are dealt are numbered as they come."""
    made = GAME.abstraction((1000, 1000, 1000))
    for street in (1, 2, 3):
        made.buckets.stages[street] = Stage(Buffer(hands_on(street) // 4 + 1), None, None)
    random, given = stream(5), 0
    for _ in range(DEALS):
        cards = drawn(random)
        for street, count in ((1, 3), (2, 4), (3, 5)):
            for hand in (cards[:2], cards[2:4]):
                number = isomorphism(2, count).number(hand, cards[4 : 4 + count])
                put_short(made.buckets.stages[street].table, number, given)
                given += 1
    return made


@pytest.mark.parametrize("game", [GAME, interpreted(GAME)], ids=["compiled", "interpreted"])
def test_a_deal_is_its_buckets_and_who_wins(abstraction, game):
    random, again, out = stream(5), stream(5), Buffer(9)
    results = set()
    for _ in range(DEALS):
        deal(game, abstraction.tables, random, out)
        cards = drawn(again)
        for player in range(2):
            hand = cards[2 * player : 2 * player + 2]
            expected = [isomorphism(2).number(hand)]
            for street, count in ((1, 3), (2, 4), (3, 5)):
                number = isomorphism(2, count).number(hand, cards[4 : 4 + count])
                expected.append(abstraction.buckets.stages[street].table.shorts[number])
            assert [out[4 * player + street] for street in range(4)] == expected
            state = GAME.initial()
            for card in (*cards[:4],):
                state = GAME.result(state, card)
            assert abstraction.bucket(state, player) == expected[0]
        texts = [card_text(card) for card in cards]
        mine, yours = best([*texts[:2], *texts[4:]]), best([*texts[2:4], *texts[4:]])
        results.add(out[8])
        assert out[8] == (SHARED if mine == yours else FIRST_WINS if mine > yours else SECOND_WINS)
    assert {FIRST_WINS, SECOND_WINS} <= results


def test_the_tree_of_bets_is_that_of_limit_holdem(abstraction):
    table = lay_out_bets(GAME, abstraction)
    tree = table.tree
    assert np.flatnonzero(tree.size).size == 6_378  # decisions of heads-up limit hold'em's bets
    ends = tree.earned[tree.mover == OVER]
    assert ends.max() == 24.0  # four bets a street: 2 + 2 + 4 + 4 small bets of one big blind
    assert ends.min() == -24.0
    shown = ends[ends[:, 0] != ends[:, 2]]
    assert (shown[:, 1] == 0).all()
    assert (shown[:, 0] == -shown[:, 2]).all()


def test_a_hand_has_its_bucket_where_the_street_is_dealt(abstraction):
    state = GAME.initial()
    with pytest.raises(BadInput, match="Cards are to be dealt"):
        abstraction.bucket(state, 0)
    for card in drawn(stream(5))[:4]:
        state = GAME.result(state, card)
    for action in (1, 1):
        state = GAME.result(state, action)
    with pytest.raises(BadInput, match="Cards are to be dealt"):
        abstraction.bucket(state, 0)


def test_hands_that_the_other_may_hold_have_their_buckets(abstraction):
    state = GAME.initial()
    for card in drawn(stream(5))[:4]:
        state = GAME.result(state, card)
    held = abstraction.holding_buckets(state, 1)
    own = {card_of(state.hands[0], 0), card_of(state.hands[0], 1)}
    for hand, bucket in enumerate(held):
        high, low = high_card(hand), low_card(hand)
        expected = -1 if own & {high, low} else isomorphism(2).number((high, low))
        assert bucket == expected


def test_the_chance_of_a_hand_is_its_equity(abstraction):
    state = GAME.initial()
    for text in ("As", "Ah", "Kd", "Kc"):
        state = GAME.result(state, read_cards(text)[0])
    weights = np.zeros(HANDS)
    weights[hand_of(*read_cards("KdKc"))] = 1.0
    shares = [abstraction.chance(state, 0, weights, stream(seed)) for seed in range(40)]
    assert np.mean(shares) == pytest.approx(0.8195, abs=0.03)  # aces against kings
    for action in (1, 1):
        state = GAME.result(state, action)
    for text in ("2s", "7h", "9d"):
        state = GAME.result(state, read_cards(text)[0])
    for action in (1, 1, *read_cards("Jh"), 1, 1, *read_cards("3c")):
        state = GAME.result(state, action)
    assert abstraction.chance(state, 0, weights, stream(1)) == 1.0
    assert abstraction.chance(state, 1, np.ones(HANDS), stream(1)) < 1.0


def test_only_two_are_trained():
    for betting in ("limit", "no-limit"):
        with pytest.raises(Unsuitable, match="players=2"):
            hm.game("holdem", betting=betting, players=3).abstraction()


def test_what_is_bet_and_dealt_is_told():
    """What translation asks for: bets in pots, and the cards of a state in the order of the deal."""
    game = hm.game("holdem")
    state, _ = hm.position(game, moves="AhKd 7c7d raise 300 call Ks2d3c check check 4h")
    abstraction, at, sizes = game.abstraction((2, 2, 2)), game.initial(), []
    cards = abstraction.cards(state)
    for action in (*cards[:4], 301, 1, *cards[4:7], 1, 1, cards[7]):
        sizes += [abstraction.size(at, action)] if game.to_move(at) >= 0 else []
        at = game.result(at, action)
    assert at == state
    assert sizes == [1.0, 0.0, 0.0, 0.0]  # 200 more than the call of 50, into 200


def test_bucket_numbers_are_three():
    with pytest.raises(BadInput, match="three numbers"):
        GAME.abstraction((1, 2))
    assert hm.game("leduc").abstraction() is None
