"""What a card says of the hand that followed with it: restricted choice, beside Bayes's rule."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from bridge_endings import read_view

from halfmove.core import bits
from halfmove.core.limit import Limit
from halfmove.games.bridge.choice import CardPlayer
from halfmove.games.bridge.restricted_choice import HONOUR, Followed, count_equals, weigh_by_choices
from halfmove.games.bridge.viewpoint import OPEN
from halfmove.games.tricks.deals import card_text, read_card, read_hand

TWO = read_view("KT9.A.. - A75.2.. -", "QJ64.KQJ4..", leader="S", plays="SA S4 S9 SQ S5 S6")
"""East dropped the queen under the ace, and West has followed low twice."""
THREE = read_view("AT9.A.. - 875.2.. -", "KQJ4.KQJ4..", leader="S", plays="S8 S4 S9 SK H4 H2 HQ HA")
"""East took with the king: from three equal honours, from two, or alone."""
APART = read_view("T98.A.. - AJ7.2.. -", "KQ64.KQJ4..", leader="S", plays="SA S4 S8 SQ S7 S6")
"""King and queen in one hand are equal; the jack is the declarer's."""


def naive_equals(card, hand, in_play):
    """How many honours of a hand could have been played as well as a card, by looking between the two."""
    found = 0
    for other in bits.squares(hand & in_play):
        low, high = sorted((card, other))
        between = {c for c in range(low + 1, high) if in_play >> c & 1}
        found += other // 16 == card // 16 and other % 16 >= HONOUR and all(hand >> c & 1 for c in between)
    return found


def bayes(view):
    """Each layout of the cards left with its chance: all as likely beforehand, and of equal honours each
    player takes one by chance."""
    found, played = {}, view._played
    one, other = view.hidden_seats
    size = bits.count(view.hands[view.contract.declarer]) - bits.count(played.cards[one])
    for mine in combinations(bits.squares(view.unseen()), size):
        first = sum(1 << card for card in mine)
        dealt = {one: first | played.cards[one], other: view.unseen() & ~first | played.cards[other]}
        chance = Fraction(1)
        for seat, card, in_play in played.followed:
            if seat in dealt and card % 16 >= HONOUR:
                chance /= naive_equals(card, dealt[seat], in_play)
        found[first, view.unseen() & ~first] = chance
    total = sum(found.values())
    return {hands: chance / total for hands, chance in found.items()}


@pytest.mark.parametrize("view", [TWO, THREE, APART], ids=["two", "three", "apart"])
def test_layouts_have_the_weights_of_bayes(view):
    every = bayes(view)
    assert len(set(every.values())) > 1
    weights = view._weigh()(np.array(list(every), np.uint64))
    assert weights / weights.sum() == pytest.approx([float(chance) for chance in every.values()])


def test_the_queen_that_fell_makes_the_jack_more_likely_elsewhere():
    """West has two of five cards left, so the jack with 2/5; East would have dropped it half of the time."""
    jack = 1 << read_card("SJ")
    assert sum(chance for hands, chance in bayes(TWO).items() if hands[1] & jack) == Fraction(4, 7)
    drawn = TWO.draw(100, np.random.default_rng(1))
    west = sum(
        weight
        for state, weight in zip(drawn.states, drawn.weights, strict=True)
        if int(OPEN.hands(state)[3]) & jack
    )
    assert west / sum(drawn.weights) == pytest.approx(4 / 7)


def test_the_declarer_finesses_against_the_jack():
    best = CardPlayer(aim="score").choose(TWO, Limit(simulations=100)).best
    assert card_text(best) == "ST"
    blind = replace(TWO, reads_choices=False)
    assert card_text(CardPlayer(aim="score").choose(blind, Limit(simulations=100)).best) == "SK"


def test_equal_honours_are_those_that_a_naive_count_finds():
    in_play = read_hand("AKQT986.K..")
    for card in map(read_card, ("SK", "SQ", "ST")):
        counts = count_equals(card, in_play)
        for spades in range(1 << 13):
            hand = spades << 48 & in_play
            if hand >> card & 1:
                assert counts[hand >> 48] == naive_equals(card, hand, in_play)


def test_leads_and_small_cards_say_nothing():
    assert weigh_by_choices([Followed(1, read_card("S9"), read_hand("KQJT98..."))], (1, 3)) is None
    assert weigh_by_choices([Followed(0, read_card("SK"), read_hand("KQJT98..."))], (1, 3)) is None
    led = read_view("KT9.A.. - A75.2.. -", "QJ64.KQJ4..", leader="E", plays="SQ SA S4 S9 S5 S6")
    assert led._weigh() is None


def test_a_defender_drops_either_of_equal_honours():
    """What he holds must not show; a small card remains one."""
    view = read_view("KT9.A.. QJ.43.. - -", "A8765.2KQ..", leader="S", plays="SA S6 S9")
    dropped = {card_text(CardPlayer(seed=seed).choose(view, Limit(simulations=4)).best) for seed in range(12)}
    assert dropped == {"SQ", "SJ"}
    low = read_view("KT9.A.. QJ4.3.. - -", "A8765.2KQ..", leader="S", plays="SA S6 S9")
    assert {card_text(CardPlayer(seed=seed).choose(low, Limit(simulations=4)).best) for seed in range(4)} == {
        "S4"
    }
