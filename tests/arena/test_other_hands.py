"""Hands told the mean over other hands: the expectation stays exactly, and the variance becomes smaller."""

from pathlib import Path

import numpy as np
import pytest
from contest_records import a_game
from dealt_leduc import Dealt, Ranks
from usual import some

from halfmove.arena.aivat import choose_adjustment
from halfmove.arena.job import MoveRecord
from halfmove.arena.other_hands import OtherHands, find_bucket_strategy, is_applicable
from halfmove.arena.plan import Plan
from halfmove.arena.players.strategy import StrategyPlayer
from halfmove.arena.players.uniform import RandomPlayer
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.randomness import stream
from halfmove.games.holdem.cards import HANDS, hand_of, read_cards
from halfmove.games.holdem.dealing import list_chances
from halfmove.games.holdem.hands import deck, hand_tables
from halfmove.games.reference import GameReference
from halfmove.imperfect.abstract_strategy import AbstractStrategy
from halfmove.imperfect.betting import lay_out_bets

pytestmark = pytest.mark.one_speed

GAME = interpreted(Dealt())
DEALT = str(Path(__file__).parents[1] / "dealt_leduc.py")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A strategy far from even."""
    table, random = lay_out_bets(GAME, Ranks()), np.random.default_rng(3)
    policy = np.zeros(table.rows, dtype=np.float32)
    for node in np.flatnonzero(table.tree.size):
        size, first = int(table.tree.size[node]), int(table.tree.row[node])
        for row in range(first, first + size * Ranks.sizes[int(table.tree.round[node])], size):
            policy[row : row + size] = random.dirichlet(np.full(size, 0.5))
    path = tmp_path_factory.mktemp("hands") / "leduc.npz"
    AbstractStrategy(GAME, Ranks(), table, policy).write(path)
    return path


def known(file):
    player = StrategyPlayer(str(file))
    player.check(GAME)
    return player


def other_policy(state):
    """What a player might play of whom nothing is known."""
    actions = list(GAME.actions(state))
    weights = np.random.default_rng(int(GAME.information(state, GAME.to_move(state))) % 2**32).random(
        len(actions)
    )
    return dict(zip(actions, weights / weights.sum(), strict=True))


def played(history, number, seats):
    """The record of a game."""
    moves = tuple(MoveRecord(text=text, seconds=0.0, opening=False) for text in history.texts())
    utilities = tuple(float(GAME.utility(history.state, seat)) for seat in (0, 1))
    return a_game(number, seats, (0.5, 0.5), moves=moves, utilities=utilities)


def histories(policies):
    """All of them that come about, with their probabilities."""
    waiting = [((), 1.0)]
    while waiting:
        actions, likely = waiting.pop()
        history = History(GAME, None, actions)
        if history.over:
            yield history, likely
            continue
        mover = history.mover
        mix = dict(GAME.outcomes(history.state)) if mover == CHANCE else policies[mover](history.state)
        waiting += [((*actions, a), likely * p) for a, p in mix.items() if p > 0]


@pytest.mark.parametrize(
    "who", some(["first", "second", "both", "uniform"], ("second", "uniform").__contains__)
)
def test_the_expectation_stays(file, who):
    player = known(file)
    mixed, even = player.strategy.at, RandomPlayer()
    policies = {
        "first": (mixed, other_policy),
        "second": (other_policy, mixed),
        "both": (mixed, mixed),
        "uniform": (mixed, lambda s: even.mixture(GAME, s)),
    }[who]
    players = {"both": [player, known(file)], "uniform": [player, even]}.get(who, [player, object()])
    way = OtherHands(GAME, players)
    seats = (1, 0) if who == "second" else (0, 1)
    mean = told = square = less = 0.0
    for number, (history, likely) in enumerate(histories(policies)):
        record = played(history, number, seats)
        first, second = way.adjust(record)
        assert first == -second
        utility = GAME.utility(history.state, 0)
        mean, square = mean + likely * utility, square + likely * utility**2
        told, less = told + likely * first, less + likely * first**2
    assert told == pytest.approx(mean, abs=1e-5)  # the policy has 32 bits
    assert less - told**2 < 0.75 * (square - mean**2)


def test_it_is_the_way_where_somebody_plays_over_buckets(file):
    plan = Plan(game=GameReference(DEALT, {}), players=(f"strategy?file={file}", "random"))
    assert isinstance(choose_adjustment(plan), OtherHands)
    assert not is_applicable([RandomPlayer()])
    assert find_bucket_strategy(RandomPlayer()) is None
    with pytest.raises(Unsuitable, match="leave --openings out"):
        choose_adjustment(plan).adjust(a_game(0, (0, 1), (1, 0), position="K Q check bet"))


def test_the_chances_of_all_hands():
    """Against hands compared board by board, where one card is missing; without bias where more are."""
    tables, random = hand_tables(), stream(1)

    def mask(text):
        return sum(1 << (16 * (card & 3) + (card >> 2)) for card in read_cards(text))

    def chances(other, board, samples=200):
        out = np.empty(HANDS)
        list_chances(interpreted(deck()), tables, mask(other), mask(board), samples, random, out)
        return out

    exact = chances("QhQs", "Kc7d2h5s")
    held = {text: hand_of(*read_cards(text)) for text in ("AhKh", "7c7h", "3c3d", "QhAs", "Kc3h")}
    assert exact[held["AhKh"]] == pytest.approx(42 / 44)  # a pair of kings: two queens are left
    assert exact[held["7c7h"]] == pytest.approx(42 / 44)
    assert exact[held["3c3d"]] == pytest.approx(2 / 44 + 0 / 44)
    assert np.isnan(exact[held["QhAs"]])
    assert np.isnan(exact[held["Kc3h"]])
    whole = chances("QhQs", "Kc7d2h5s9c")
    assert set(np.unique(whole[~np.isnan(whole)])) <= {0.0, 0.5, 1.0}
