"""Hands of poker: published frequencies, the definition, tables that are kept."""

import random

import pytest
from naive_poker import best

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.games.holdem import hands
from halfmove.games.holdem.cards import card_text, hand_of, high_card, low_card, read_cards, set_of, set_text

FIVE = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
SEVEN = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
"""From high card to straight flush, as published (Wikipedia, "Poker probability"); 4 and 4,324 of the last
are royal flushes."""


@pytest.mark.slow_interpreted
def test_all_hands_of_five_cards():
    counts = Buffer(10)
    assert hands.count_five(hands.deck(), hands.hand_tables(), 0, 52, counts) == 2_598_960
    assert list(counts.array) == [*FIVE, 4]


@pytest.mark.slow_interpreted
@pytest.mark.exhaustive
def test_all_hands_of_seven_cards():
    counts = Buffer(10)
    assert hands.count_seven(hands.deck(), hands.hand_tables(), 0, 52, counts) == 133_784_560
    assert list(counts.array) == [*SEVEN, 4_324]


def test_some_hands_of_seven_cards_at_both_speeds():
    tables, counts = hands.hand_tables(), [Buffer(10), Buffer(10)]
    for compiled in (False, True):
        assert hands.count_seven(hands.deck(compiled), tables, 8, 10, counts[compiled]) == 112
    assert list(counts[0].array) == list(counts[1].array)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_hands_are_worth_their_best_five_cards(cards):
    draw, found = random.Random(cards), {}
    for number in range(1500):
        few = range(52) if number % 3 else range(number % 4, 52, 4) if cards < 7 else range(20)
        hand = draw.sample(few, cards)
        value, named = hands.value(hand), best([card_text(card) for card in hand])
        assert found.setdefault(named, value) == value
        assert value >> hands.CATEGORY == named[0]
        assert found.setdefault(hands.strength(set_of(hand)), named) == named
    for kind in (tuple, int):  # both orders are that of the definition
        ordered = sorted(key for key in found if isinstance(key, kind))
        assert [found[key] for key in ordered] == sorted(found[key] for key in ordered)


def test_there_are_7462_different_hands():
    values = {*hands.hand_tables().value.array, *hands.hand_tables().flush.array} - {0}
    assert len(values) == 7462 - 1  # the lowest of all, 7-5-4-3-2, is 0
    assert hands.value(read_cards("7c5d4h3s2c")) == 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("AsKsQsJsTs", "royal flush"),
        ("5s4s3s2sAs Kd Kc", "straight flush"),
        ("Ah2d3c4s5h", "straight"),
        ("KhAd2c3s4h", "high card"),
        ("AhAdAcKsKh KdQc", "full house"),
    ],
)
def test_hands_have_names(text, name):
    assert hands.category_text(hands.value(read_cards(text))) == name


def test_a_hand_has_five_to_seven_cards():
    with pytest.raises(BadInput, match="5 to 7 cards, not 4"):
        hands.value([0, 1, 2, 3])


def test_tables_cut_short_are_made_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path))
    hands.hand_tables.cache_clear()
    before = list(hands.hand_tables().value.array)
    (file,) = (tmp_path / "tables").glob("holdem-hands-*.npz")
    file.write_bytes(file.read_bytes()[:1000])
    hands.hand_tables.cache_clear()
    assert list(hands.hand_tables().value.array) == before
    assert file.stat().st_size > 100_000
    hands.hand_tables.cache_clear()


def test_hands_are_numbered():
    pairs = [(high, low) for high in range(52) for low in range(high)]
    assert [hand_of(low, high) for high, low in pairs] == list(range(1326))
    assert [(high_card(h), low_card(h)) for h in range(1326)] == pairs


def test_cards_are_read_back():
    assert set_text(set_of(read_cards("2c, Kh 7D as"))) == "AsKh7d2c"
    assert read_cards("") == []


@pytest.mark.parametrize(("text", "words"), [("Kx", "not 'Kx'"), ("K", "not 'K'"), ("KhKh", "named twice")])
def test_what_is_no_card_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        read_cards(text)
