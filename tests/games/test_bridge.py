"""Bridge: every auction and play beside rules written once more, what players know, texts."""

import random
from collections import Counter
from itertools import combinations
from types import SimpleNamespace

import pytest
from naive_bridge import BIDS, SEATS, Table, calls_allowed, contract, is_over
from usual import some

from halfmove.core import bits, randomness
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.bridge.auction import FIRST_BID, call_text, list_calls, read_call
from halfmove.games.bridge.game import Bridge
from halfmove.games.tricks.deals import card_text

pytestmark = pytest.mark.one_speed

DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
DECK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]


def new(**parameters):
    return interpreted(Bridge(**parameters))


def dealt(game, rng):
    """A state after a deal by lot, and the hands as texts."""
    s = game.initial()
    hands = [[], [], [], []]
    for n, card in enumerate(rng.sample(DECK, 52)):
        assert game.to_move(s) == -1
        s = game.result(s, game.parse_action(s, card))
        hands[n % 4].append(card)
    return s, hands


def calls(words, dealer="N"):
    """The state after calls."""
    game = new(deal=DEAL, dealer=dealer)
    return game, game.parse(f"{DEAL} {dealer} none {words}")


@pytest.mark.parametrize("seed", range(12))
def test_auctions_and_plays_are_those_of_the_laws(seed):
    rng = random.Random(seed)
    dealer, vulnerable = rng.choice(SEATS), rng.choice(["none", "NS", "EW", "both"])
    game = new(dealer=dealer, vulnerable=vulnerable)
    s, hands = dealt(game, rng)
    table = Table(hands, dealer, {"none": "", "both": "NSEW"}.get(vulnerable, vulnerable))
    while not table.done():
        assert not game.is_terminal(s)
        words = {game.action_text(s, a) for a in game.actions(s)}
        assert words == set(table.allowed())
        assert game.seat_of_turn(s) == table.turn()
        if not is_over(table.calls):
            common = [w for w in ("P", "X", "XX") if w in words]
            low = sorted(words - {"P", "X", "XX"}, key=BIDS.index)[: rng.choice([1, 4, 20])]
            word = rng.choice(common * 2 + low)
        else:
            word = rng.choice(sorted(words))
        s = game.result(s, game.parse_action(s, word))
        table.play(word)
        found = contract(table.calls, dealer) if is_over(table.calls) else None
        assert (s.declarer >= 0) == (found is not None)
        assert found is None or found[2] == s.declarer
        assert [call_text(call) for call in list_calls(s.auction)] == table.calls
        if rng.random() < 0.1:
            assert game.parse(game.position_text(s)) == s
    assert game.is_terminal(s)
    assert [game.utility(s, player) for player in range(4)] == table.utilities()


def test_all_auctions_of_doubles():
    """Every way in which one bid can be doubled, redoubled and passed."""
    game, s = calls("1C")
    seen, waiting = 0, [(s, ["1C"])]
    while waiting:
        s, said = waiting.pop()
        seen += 1
        words = [game.action_text(s, a) for a in game.actions(s)] if not game.is_terminal(s) else []
        if is_over(said):
            assert s.declarer >= 0
            continue
        assert set(words) == set(calls_allowed(said))
        waiting += [
            (game.result(s, game.parse_action(s, word)), [*said, word]) for word in words if word in "PXX"
        ]
    assert seen == 28  # seven ways to be doubled, each with none to three passes


def test_who_declares_is_who_named_the_strain_first():
    for words, declarer in [
        ("1H P 2H P 4H P P P", 0),
        ("1N P 3H P 4H P P P", 2),
        ("P 1S P 2S P 4S P P P", 1),
        ("1S 2S 4S X P P P", 0),
        ("1D 1S P 2D X 2S P P P", 1),
    ]:
        assert calls(words)[1].declarer == declarer, words


def test_dummy_is_played_by_the_declarer_and_seen_after_the_lead():
    game, s = calls("1N P 3N P P P")
    lead = "N:QJ6.K652.J85.T98"
    assert game.to_move(s) == 1
    assert not game.sees(s, 1, 2)
    s = game.result(s, game.parse_action(s, "D6"))
    assert (game.seat_of_turn(s), game.to_move(s)) == (2, 0)
    assert game.sees(s, 1, 2)
    assert game.sees(s, 0, 2)
    assert not game.sees(s, 2, 0)
    shown = game.show(s, viewer=1)
    assert "♠K5 ♥T83 ♦KQ9 ♣A7652" in shown
    assert "13 cards" in shown
    assert lead.split(":")[1] not in shown


def test_a_passed_out_board_scores_nothing():
    game, s = calls("P P P P")
    assert game.is_terminal(s)
    assert [game.utility(s, p) for p in range(4)] == [0] * 4
    assert game.status(s) == "passed out"


def test_nobody_can_tell_a_layout_that_is_drawn():
    game, s = calls("1N P 3N P P P D6 DK D3 D5")
    for viewer in range(4):
        stream = randomness.stream(viewer)
        for _ in range(50):
            other = game.resample(s, viewer, stream)
            assert game.observation(other, viewer) == game.observation(s, viewer)
            assert game.information(other, viewer) == game.information(s, viewer)
            assert sum(game.hands(other)) == sum(game.hands(s))


def fitting(game, s, viewer):
    """All layouts of the hidden hands that fit the voids shown."""
    hidden = [seat for seat in range(4) if not game.sees(s, viewer, seat)]
    pool = [card for seat in hidden for card in bits.squares(game.hands(s)[seat])]
    size = bits.count(game.hands(s)[hidden[0]])
    for chosen in combinations(pool, size):
        hands = dict(zip(hidden, (chosen, [card for card in pool if card not in chosen]), strict=True))
        if not any(s.voids >> 4 * seat + card // 16 & 1 for seat in hidden for card in hands[seat]):
            yield tuple(sum(1 << card for card in hands[seat]) for seat in hidden)


@pytest.mark.parametrize("seed", some(range(8), (1, 2).__contains__))
def test_layouts_are_drawn_as_often_as_each_other(seed):
    """In endings of four cards with voids shown, beside all layouts that fit."""
    rng = random.Random(seed)
    game = new()
    while True:
        s, _ = dealt(game, rng)
        for word in ["1N", "P", "P", "P"]:
            s = game.result(s, game.parse_action(s, word))
        while s.played < 36:
            s = game.result(s, rng.choice(list(game.actions(s))))
        viewer = rng.choice([seat for seat in range(4) if seat != game.dummy(s)])
        layouts = set(fitting(game, s, viewer))
        if 3 <= len(layouts) <= 40:
            break
    hidden = [seat for seat in range(4) if not game.sees(s, viewer, seat)]
    stream, found = randomness.stream(seed), Counter()
    for _ in range(100 * len(layouts)):
        hands = game.hands(game.resample(s, viewer, stream))
        found[tuple(hands[seat] for seat in hidden)] += 1
    assert set(found) == layouts
    chi_square = sum((found[layout] - 100) ** 2 / 100 for layout in layouts)
    assert chi_square < len(layouts) + 5 * (2 * len(layouts)) ** 0.5  # five standard deviations


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("2N 2H", "East cannot bid 2H: a bid is higher than 2N"),
        ("X", "North cannot double: there is no bid of the opponents"),
        ("1S P XX", "South cannot redouble: no bid of his side is doubled"),
        ("1S P X", "South cannot double"),
        ("1Z", "'1Z' is no call"),
        ("1N P P P SA", "East does not have SA"),
        ("1N P P P D6 S6", "South does not have S6"),
        ("1N P P P D6 CA", "^South has a diamond and must follow suit, so CA is a revoke.$"),
        ("P P P P P", "The game is over, so 'P' cannot be played"),
    ],
)
def test_what_cannot_be_called_or_played(words, sentence):
    with pytest.raises(BadInput, match=sentence):
        calls(words)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"dealer": "Q"}, "The dealer is one of N, E, S, W, not 'Q'"),
        ({"vulnerable": "us"}, "Vulnerable are none, NS, EW, both, not 'us'"),
        ({"deal": "N:AK... QJ... T9... 87..."}, "thirteen cards each"),
    ],
)
def test_parameters(parameters, sentence):
    with pytest.raises(BadInput, match=sentence):
        Bridge(**parameters)


def test_calls_as_people_write_them():
    for text, call in [("pass", "P"), ("3nt", "3N"), ("dbl", "X"), ("rdbl", "XX"), (" 4s ", "4S")]:
        assert call_text(read_call(text)) == call
    assert [call_text(FIRST_BID + n) for n in (1, 5, 35)] == ["1C", "1N", "7N"]
    assert card_text(0) == "C2"


def test_a_hint_is_drawn_at_the_card_itself_and_one_trick_is_a_trick():
    game, s = calls("1C P P P")
    for card in ("D6", "DK", "D2", "D5"):
        s = game.result(s, game.parse_action(s, card))
    surface = game.surface()
    names = {point.name for point in surface.points(s)}
    cards = [a for a in game.actions(s) if a < 64]
    assert {surface.touches(s, a) for a in cards} == {(name,) for name in names}
    assert {surface.lands(s, a) for a in cards} == {None}
    assert [count.text for count in surface.counts(SimpleNamespace(state=s))] == ["1 trick", "0 tricks"] * 2
