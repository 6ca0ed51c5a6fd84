"""Games of tricks against a search with plain sets, and partition search against DDS."""

import random
from functools import cache
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.core import bits
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.tricks.deals import STRAINS, card_text, deal_text, read_card, read_deal, read_whole_deal
from halfmove.games.tricks.double_dummy import DoubleDummy
from halfmove.games.tricks.scoring import Contract, duplicate_score, imps, matchpoints, par
from halfmove.games.tricks.solver import (
    TrickSolver,
    all_results,
    cards_of_many,
    iter_made,
    iter_solved,
    solve_many,
)
from halfmove.games.tricks.whist import Whist

GOLDEN = Path(__file__).parent / "golden/tricks.txt"


def golden():
    """Deals, each with the results that DDS finds."""
    for line in GOLDEN.read_text().splitlines()[1:]:
        *deal, c, d, h, s, n = line.split()
        yield " ".join(deal), [[int(digit, 16) for digit in row] for row in (c, d, h, s, n)]


def naive(hands, leader, trump):
    """The tricks of side 0, each card a pair of suit and rank, by plain minimax."""
    seats = len(hands)

    @cache
    def value(hands, leader, trick):
        if not any(hands) and not trick:
            return 0
        if len(trick) == seats:
            order = [(suit == trump, suit == trick[0][0], rank) for suit, rank in trick]
            winner = (leader + order.index(max(order))) % seats
            return (winner % 2 == 0) + value(hands, winner, ())
        seat = (leader + len(trick)) % seats
        follow = [card for card in hands[seat] if trick and card[0] == trick[0][0]]
        values = [
            value((*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]), leader, (*trick, card))
            for card in follow or hands[seat]
        ]
        return max(values) if seat % 2 == 0 else min(values)

    return value(tuple(hands), leader, ())


def random_hands(random_, seats, cards, suits=4, ranks=13):
    deck = [16 * suit + rank for suit in range(suits) for rank in range(13 - ranks, 13)]
    random_.shuffle(deck)
    return [sum(1 << card for card in deck[cards * seat : cards * seat + cards]) for seat in range(seats)]


def as_pairs(hand):
    return frozenset((card // 16, card % 16) for card in bits.squares(hand))


@pytest.mark.parametrize("game", [DoubleDummy(), Whist()], ids=str)
def test_partition_search_agrees_with_plain_minimax(game):
    drawn = random.Random(1)
    solver, slow = TrickSolver(game), TrickSolver(interpreted(game))
    for number in range(60):
        cards = drawn.choice((2, 3, 3)) if game.seats == 4 else drawn.randint(2, 6)
        hands = random_hands(drawn, game.seats, cards, suits=drawn.choice((2, 3, 4)), ranks=7)
        trump, leader = drawn.randrange(5), drawn.randrange(game.seats)
        state = game.first_state(hands, trump, leader)
        expected = naive([as_pairs(hand) for hand in hands], leader, trump)
        assert solver.tricks(state) == expected, game.position_text(state)
        if number % 4 == 0:
            assert slow.tricks(state) == expected


def test_a_table_that_is_full_is_begun_anew():
    drawn = random.Random(2)
    game = DoubleDummy()
    small, large = TrickSolver(interpreted(game), blocks=8), TrickSolver(game)
    for _ in range(4):
        state = game.first_state(random_hands(drawn, 4, 4), drawn.randrange(5), 0)
        assert small.tricks(state) == large.tricks(state)


def test_both_speeds_visit_the_same_positions():
    drawn = random.Random(3)
    game = DoubleDummy()
    one, other = TrickSolver(game), TrickSolver(interpreted(game))
    for _ in range(3):
        state = game.first_state(random_hands(drawn, 4, 5), 4, 1)
        assert one.tricks(state) == other.tricks(state)
    assert one.nodes == other.nodes > 0


@pytest.mark.parametrize("game", [DoubleDummy(), Whist()], ids=str)
def test_the_engine_and_partition_search_agree_card_by_card(game):
    drawn = random.Random(4)
    engine = hm.Solver(interpreted(game), megabytes=1)
    solver = TrickSolver(game)
    for _ in range(4):
        cards = 3 if game.seats == 4 else 4
        hands = random_hands(drawn, game.seats, cards, ranks=6)
        state = game.first_state(hands, drawn.randrange(5), drawn.randrange(game.seats))
        for _ in range(drawn.randrange(game.seats)):
            state = game.result(state, drawn.choice(list(game.actions(state))))
        left = game.tricks_left(state)
        found = solver.cards(state)
        assert set(found) == set(game.actions(state))
        best = max(found.values())
        score = engine.score(state)
        assert score == game.sure_score(state, game.utility(state, game.to_move(state)) + 2 * best - left)


def check_golden(deals):
    game = DoubleDummy()
    for deal, expected in deals:
        assert all_results(game, read_whole_deal(deal, "NESW"), threads=2) == expected, deal


@pytest.mark.slow_interpreted
def test_whole_deals_agree_with_dds():
    check_golden([deal for number, deal in enumerate(golden()) if number in (1, 2)])


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_many_deals_agree_with_dds():
    check_golden(golden())


@pytest.mark.parametrize("threads", [1, 2])
def test_many_deals_give_what_each_gives(threads):
    drawn, game = random.Random(6), interpreted(DoubleDummy())
    deals = [random_hands(drawn, 4, 3, ranks=7) for _ in range(6)]
    for trump, leader in ((4, 1), (2, 2)):
        expected = [naive([as_pairs(hand) for hand in hands], leader, trump) for hands in deals]
        if leader % 2 == 0:
            expected = [3 - tricks for tricks in expected]
        assert solve_many(deals, trump, leader, threads, game) == expected
        for tricks in range(5):
            made = list(iter_made(deals, trump, leader, tricks, threads, game))
            assert made == [taken >= tricks for taken in expected]
    assert next(iter_solved(deals, 2, 2, threads, game)) == expected[0]
    states = [game.first_state(hands, 4, 1) for hands in deals]
    expected_cards = [TrickSolver(game).cards(state) for state in states]
    assert list(cards_of_many(game, states, threads)) == expected_cards


# ---- rules and text
def test_a_trick_goes_to_the_highest_trump_or_card_of_the_suit_led():
    game = interpreted(DoubleDummy())
    state, _ = hm.position(game, "N:A.2.. K.3.. ..A.A 2.4.. S N", moves="SA SK DA S2 H2 H3 CA H4")
    assert game.is_terminal(state)
    assert (state.won, state.lost) == (1, 1)
    assert game.show(state).endswith("spades are trumps; tricks: NS 1, EW 1")


def test_positions_are_read_as_they_are_written():
    game, drawn = interpreted(DoubleDummy()), random.Random(5)
    state = game.initial()
    while not game.is_terminal(state):
        assert game.parse(game.position_text(state)) == state
        assert len(set(game.candidates(state))) == len(list(game.candidates(state)))
        assert set(game.candidates(state)) <= set(game.actions(state))
        for action in game.actions(state):
            assert -1000 <= game.order(state, action) <= 1000
        lower, upper = game.bounds(state)
        assert lower <= upper
        state = game.result(state, drawn.choice(list(game.actions(state))))
    assert state.won + state.lost == 13


def test_a_deal_may_begin_with_any_hand():
    north = read_deal("N:A... K... Q... J...", "NESW")
    assert read_deal("W: J... A... K... Q...", "NESW") == north
    assert deal_text(north, "NESW") == "N:A... K... Q... J..."
    assert card_text(read_card("10h")) == card_text(read_card("HT")) == "HT"


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ("", "A deal begins with N: or E:"),
        ("X:A... K... Q... J...", "A deal begins with N: or E:"),
        ("N:A... K... Q...", "A deal has 4 hands"),
        ("N:A.. K... Q... J...", "A hand is four suits"),
        ("N:B... K... Q... J...", "is no rank"),
        ("N:AA... K... Q... J...", "a card twice: SA"),
        ("N:A... A... Q... J...", "the same card, SA"),
        ("N:AKQJT98765432.2.. ... ... ...", "at most 13 cards"),
        ("N:AK... Q... J... T...", "the same number of cards"),
        ("N:... ... ... ...", "the same number of cards"),
    ],
)
def test_a_bad_deal_gets_one_sentence(deal, sentence):
    with pytest.raises(BadInput, match=sentence) as caught:
        read_whole_deal(deal, "NESW")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("N:A... K... Q... J... X N", "no strain"),
        ("N:A... K... Q... J... S Z", "The leader is one of"),
        ("N:... K... Q... J... S N SK", "is there twice"),
        ("N:... ... ... ... S N SK S3 S4 S5", "At most 3 cards"),
        (
            "N:.2.. 2... 3.4.. 4.5.. S N SK H3",
            "^East has a spade and must follow suit, so H3 is a revoke.$",
        ),
        ("N:A2... K... Q... J... S N", "the same number of cards"),
        ("N:A... K... Q... J... S N 9-4", "at most 13 tricks"),
        ("N:A... K... Q... J... S N zz", "is not a card"),
    ],
)
def test_a_bad_position_gets_one_sentence(text, sentence):
    with pytest.raises(BadInput, match=sentence):
        interpreted(DoubleDummy()).parse(text)


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("SA", "does not have SA"),
        ("H3", "^East has a spade and must follow suit, so H3 is a revoke.$"),
        ("S", "is not a card"),
    ],
)
def test_a_bad_card_gets_one_sentence(card, sentence):
    game = interpreted(DoubleDummy())
    state, _ = hm.position(game, "N:A2... K.3.. Q.4.. J.5.. N N", moves="SA")
    with pytest.raises(BadInput, match=sentence):
        game.parse_action(state, card)


# ---- scores
@pytest.mark.parametrize(
    ("level", "strain", "doubled", "vulnerable", "tricks", "score"),
    [
        (3, "N", 0, False, 9, 400),
        (3, "N", 0, True, 10, 630),
        (4, "S", 0, False, 10, 420),
        (1, "C", 0, False, 7, 70),
        (2, "D", 1, False, 8, 180),
        (2, "H", 1, True, 9, 870),
        (1, "N", 2, False, 7, 560),
        (6, "H", 0, True, 12, 1430),
        (7, "N", 0, False, 13, 1520),
        (7, "N", 2, True, 13, 2980),
        (4, "S", 0, True, 8, -200),
        (4, "S", 1, False, 6, -800),
        (4, "S", 1, True, 7, -800),
        (7, "N", 2, True, 0, -7600),
        (7, "N", 1, False, 0, -3500),
    ],
)
def test_duplicate_scores_are_those_of_the_laws(level, strain, doubled, vulnerable, tricks, score):
    contract = Contract(level, STRAINS.index(strain), 0, doubled)
    assert duplicate_score(contract, tricks, vulnerable) == score


def test_imps_and_matchpoints():
    assert [imps(n) for n in (0, 10, 20, 40, 50, 430, -430, 3990, 4000, -9000)] == [
        *(0, 0, 1, 1, 2, 10, -10, 23, 24, -24)
    ]
    assert matchpoints([420, 450, 420, -50]) == [1.5, 3, 1.5, 0]


def test_par_is_what_neither_side_can_better():
    deal, results = next(golden())
    assert str(Contract(4, 3, 0)) == "4S N"
    all_pass = par([[6] * 4] * 5)
    assert (all_pass.score, all_pass.contracts) == (0, ())
    # North and South have a spade game; five clubs doubled by East and West cost less
    rows = [[2, 10, 2, 10], [4, 8, 4, 8], [4, 8, 4, 8], [10, 3, 10, 3], [6, 6, 6, 6]]
    assert (par(rows).score, [str(c) for c in par(rows).contracts]) == (100, ["5CX E", "5CX W"])
    assert par(rows, vulnerable="EW").score == 200
    grand = [[13, 0, 13, 0]] * 5
    assert par(grand, dealer=1, vulnerable="both").score == 2220
    with pytest.raises(BadInput, match="Vulnerable are"):
        par(results, vulnerable="all")
    assert deal.startswith("N:")
