"""Runtime parameters: read by machine code that games share, and never another game's."""

import copy
import pickle
import threading
from contextlib import contextmanager
from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.core.bits import Bitboard
from halfmove.core.compile import announce_with, interpreted, jit_enabled, kernel
from halfmove.core.contract import Game
from halfmove.core.contract.runtime import runtime_words
from halfmove.core.digest import digest_of_game
from halfmove.core.errors import CompileError
from halfmove.core.in_turn import in_turn
from halfmove.games.chess import Chess
from halfmove.games.go import Go
from halfmove.operations import perft


class Prices(Game):
    """One parameter of each kind, a derived constant of the fourth, and a size."""

    runtime_parameters = ("price", "doubled", "share", "mask")

    size: int = 2
    price: int = 3
    doubled: bool = False
    share: float = 0.5
    currency: str = "crowns"
    mask: Bitboard

    def setup(self):
        self.mask = (1 << 64) - 1 - abs(self.price)

    def answer(self):
        price = 2 * self.price if self.doubled else self.price
        return price * self.size, self.doubled, self.share, self.mask


@kernel
def answer(game):
    """The numbers, some of them worked with."""
    return game.answer()


@kernel
def summed(game, n: int) -> float:
    """A loop long enough for two threads to run it at a time."""
    total = 0.0
    for i in range(n):
        total += game.share * (i % 2)
    return total


@contextmanager
def compiling():
    """The kernels that are compiled meanwhile."""
    made = []
    announce_with(lambda what, name, game: made.append(name) if what == "start" else None)
    try:
        yield made
    finally:
        announce_with(None)


GAMES = [
    Prices(),
    Prices(price=-5, doubled=True, share=-2.25),
    Prices(price=2**63 - 1, size=1),
    Prices(price=1 - 2**63, size=1, share=float("inf"), currency="pounds"),
]


@pytest.mark.parametrize("game", GAMES)
def test_one_answer_at_two_speeds(game):
    fast, slow = answer(game), answer(interpreted(game))
    assert fast == slow == game.answer()
    assert list(map(type, fast)) == [int, bool, float, int]


@pytest.mark.slow_interpreted
def test_games_that_differ_in_runtime_parameters_and_text_share_machine_code():
    answer(Prices())
    with compiling() as made:
        others = [Prices(price=price, doubled=price > 5, currency=f"{price}") for price in range(4, 9)]
        assert [answer(game)[0] for game in others] == [8, 10, 24, 28, 32]
    assert made == []
    assert len({game._machine.name for game in others}) == 1
    assert digest_of_game(Prices(size=3)) != digest_of_game(Prices()) == digest_of_game(Prices(price=9))


def test_what_is_changed_or_copied_has_its_own():
    game = Prices(price=10)
    called = answer.specialised(game)
    assert called(game)[0] == answer(game)[0] == 20
    twins = [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), interpreted(game)]
    game.price = 11
    assert called(game)[0] == answer(game)[0] == 22
    assert [answer(twin)[0] for twin in twins] == [20] * 4
    for i, twin in enumerate(twins):
        twin.price = 100 + i
    assert [answer(twin)[0] for twin in twins] == [200, 202, 204, 206]
    assert answer(game)[0] == 22
    game.size = 5  # compiled in
    assert answer(game)[0] == 55


def test_threads_have_each_its_own():
    shares = [0.5, 2.0, 8.0]
    found = {share: [] for share in shares}

    def work(share):
        for _ in range(20):
            found[share].append(summed(Prices(share=share), 20_001))

    threads = [threading.Thread(target=work, args=(share,)) for share in shares]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {share: [share * 10_000] * 20 for share in shares}


@pytest.mark.slow_interpreted
def test_a_kernel_keeps_the_numbers_it_was_called_with():
    game, found = Prices(share=1.0), []
    answer(game), summed(game, 1)
    n = 400_000_000
    thread = threading.Thread(target=lambda: found.append(summed(game, n)))
    thread.start()
    changes = 0
    while thread.is_alive():
        changes += 1
        game.share = 1.0 + changes % 2  # the words that the thread reads are no longer the game's
        assert answer(game)[2] == game.share
    assert found[0] in (n / 2, n)  # by when the thread came to call
    assert changes > 1


def test_a_change_while_the_numbers_are_worked_out_is_not_lost(monkeypatch):
    game = Prices()
    answer(game)

    def interrupted(game):
        words = runtime_words(game)
        if game.price < 5:
            game.price += 1  # as another thread might, just then
        return words

    game.price = 3
    monkeypatch.setattr("halfmove.core.contract.game.runtime_words", interrupted)
    for _ in range(3):
        answer(game)
    assert answer(game) == answer(interpreted(game))
    assert game.price == (5 if jit_enabled() else 3)


class Held(Game):
    """A game that has another one."""

    def __init__(self, game):
        super().__init__()
        self.game = game

    def inside(self):
        return self.game.answer()


@kernel
def inside(game):
    """What the game within says."""
    return game.inside()


def test_a_game_within_a_game_is_compiled_in():
    held = [Held(Prices(price=price)) for price in (3, 4, 3)]
    assert [inside(game)[0] for game in held] == [6, 8, 6]
    assert digest_of_game(held[0]) == digest_of_game(held[2]) != digest_of_game(held[1])
    held[0].game = Prices(price=7)
    assert inside(held[0])[0] == 14
    assert answer(held[0].game)[0] == 14


CHEAP = Prices(price=1)


@kernel
def of_all(game):
    """A game that is handed over, and one that is a constant."""
    return game.answer()[0], CHEAP.answer()[0]


def test_a_game_that_a_kernel_names_is_compiled_in():
    assert [of_all(Prices(price=price)) for price in (3, 50)] == [(6, 2), (100, 2)]


class Bid(NamedTuple):
    first: int
    second: int


class Auction(Game):
    """Both bid at once; who bids more pays the `fee`."""

    dynamics = "simultaneous"
    utility_limit = 9
    runtime_parameters = ("fee",)
    fee: int = 1

    def initial(self):
        return Bid(-1, -1)

    def to_move(self, s):
        return hm.SIMULTANEOUS

    def actions_of(self, s, player):
        yield 0
        yield 1

    def result(self, s, a):
        return Bid(a[0], a[1])

    def is_terminal(self, s):
        return s.first >= 0

    def utility(self, s, player):
        lost = self.fee * (s.first - s.second)
        return -lost if player == 0 else lost


@kernel
def worth(game, state, player):
    """The utility of a state."""
    return game.utility(state, player)


def test_moves_made_in_turn_have_the_parameters_of_the_game_itself():
    for fee in (1, 4, 9):
        game = Auction(fee=fee)
        turns = in_turn(game)
        over = turns.result(turns.result(turns.initial(), 1), 0)
        assert worth(turns, over, 0) == worth(game, over.state, 0) == -fee


@pytest.mark.slow_interpreted
def test_what_does_not_fit_is_refused():
    game = Prices()
    for name, value, words in (
        ("price", 2**63, "Prices.price is declared int but holds 9223372036854775808."),
        ("price", 0.5, "Prices.price is declared int but holds 0.5."),
        ("mask", -1, "Prices.mask is declared Bitboard but holds -1."),
        ("doubled", 2, "Prices.doubled is declared bool but holds 2."),
        ("share", "much", "Prices.share is declared float but holds 'much'."),
    ):
        before = getattr(game, name)
        setattr(game, name, value)
        with pytest.raises(CompileError) as refused:
            answer(game)
        assert str(refused.value) == words
        setattr(game, name, before)
    assert answer(game) == game.answer()


@pytest.mark.slow_interpreted
def test_a_runtime_parameter_is_declared():
    class Undeclared(Prices):
        runtime_parameters = ("price", "tax")

        def setup(self):
            super().setup()
            self.tax = 1

    with pytest.raises(TypeError, match=r"Undeclared\.tax is a runtime parameter, so"):
        answer(Undeclared())


# ---- the games of the house


@kernel
def moved(game, state, action):
    """The state after an action, whether that ends the game, and who has won as it stands."""
    after = game.result(state, action)
    return after, game.is_terminal(after), game.utility(after, 0)


@pytest.mark.slow_interpreted
def test_another_komi_handicap_or_set_of_rules_costs_no_compilation():
    start = Go(size=5, komi=0.5).initial()
    pass_ = 25
    moved(Go(size=5, komi=0.5), start, pass_)
    with compiling() as made:
        for komi, won in ((0.5, -1), (0, 0), (-3.5, 1), (0.25, -1)):
            for rules in ("chinese", "japanese", "tromp-taylor", "aga"):
                game = Go(size=5, komi=komi, rules=rules)
                assert moved(game, start, pass_)[2] == won
                assert moved(game, start, pass_) == moved(interpreted(game), start, pass_)
        game = Go(size=9)  # handicap stones need a larger board
    assert made == []
    moved(game, game.initial(), 81)
    with compiling() as made:
        for stones, rules in ((2, "chinese"), (4, "aga"), (5, "japanese")):
            game = Go(size=9, handicap=stones, komi=stones - 1, rules=rules)
            assert moved(game, game.initial(), 81) == moved(interpreted(game), game.initial(), 81)
    assert made == []


@pytest.mark.slow_interpreted
def test_sets_of_rules_differ_in_the_same_machine_code():
    suicide, capture = (
        "X1O2/OO3/5/5/5 B - 0",
        "X1O2/OO3/5/5/5 W - 0",
    )  # at B5: two stones of one's own, or one
    found, names = {}, set()
    for rules in ("chinese", "tromp-taylor", "japanese", "aga"):
        game = Go(size=5, komi=0.5, rules=rules)
        after, _, _ = moved(game, game.parse(capture), 1)
        found[rules] = perft(game, game.parse(suicide), 1), after.prisoners
        assert found[rules][0] == perft(interpreted(game), game.parse(suicide), 1)
        names.add(game._machine.name)
    assert found == {"chinese": (21, 0), "tromp-taylor": (22, 0), "japanese": (21, -1), "aga": (21, 0)}
    assert len(names) == 1


@pytest.mark.slow_interpreted
def test_another_draw_rule_or_chess960_costs_no_compilation():
    quiet = "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80"
    dead = "4k3/8/8/8/8/8/8/N3K3 w - - 0 80"
    first = Chess()
    action = first.parse_action(first.parse(quiet), "Kd2")
    moved(first, first.parse(quiet), action)
    perft(first, first.parse("startpos"), 2)
    with compiling() as made:
        for draws in ("claimed", "automatic", "none"):
            game, state = Chess(draws=draws), first.parse(quiet)
            assert moved(game, state, action) == moved(interpreted(game), state, action)
            assert moved(game, state, action)[1] is (draws == "claimed")
            assert perft(game, game.parse(dead), 1) == (7 if draws == "none" else 0)
        game = Chess(chess960=True, start=0, draws="automatic")
        assert perft(game, game.initial(), 2) == perft(interpreted(game), game.initial(), 2)
    assert made == []
