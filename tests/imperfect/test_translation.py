"""Bets that are not in the tree: what they are taken for, and what a strategy then does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.arena.players.strategy import StrategyPlayer
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.randomness import stream
from halfmove.core.view import View
from halfmove.games.holdem.dealing import HoldemBuckets
from halfmove.imperfect.abstract_strategy import AbstractStrategy
from halfmove.imperfect.betting import lay_out_bets
from halfmove.imperfect.translation import map_bet, pseudo_harmonic

GAME = hm.game("holdem", bets="1", stacks="2000")
DEAL = "AhKd 7c7d"
HIGH = 1
"""The bucket of the first hand; that of the other is 0."""


class Whole(HoldemBuckets):
    """Two buckets a street, told by the higher card, so that none are to be made."""

    def __init__(self, rules=GAME):
        self.rules, self.sizes = rules, (2, 2, 2, 2)

    def bucket(self, state, player):
        return int(state.hands[player] >> 6 > 26)

    def identity(self):
        return {"buckets": [2, 2, 2]}


def made(seed=1):
    """A strategy that plays anyhow."""
    table, random = lay_out_bets(GAME, Whole()), np.random.default_rng(seed)
    policy = np.zeros(table.rows, dtype=np.float32)
    for node in np.flatnonzero(table.tree.size):
        size, first = int(table.tree.size[node]), int(table.tree.row[node])
        for row in range(first, first + 2 * size, size):
            policy[row : row + size] = random.dirichlet(np.ones(size))
    return AbstractStrategy(GAME, Whole(), table, policy)


STRATEGY = made()


def history(moves):
    found = History(GAME)
    for text in GAME.split_moves(moves):
        found.play(GAME.parse_action(found.state, text))
    return found


def mixture(moves):
    """What the strategy does after moves, by the names of the actions."""
    found = history(moves)
    mix = STRATEGY.at(found.state, found.texts())
    return {GAME.action_text(found.state, a): share for a, share in mix.items()}


def shares(node, bucket):
    """The strategy's numbers at a node."""
    tree = STRATEGY.table.tree
    first = int(tree.row[node]) + int(tree.size[node]) * bucket
    return STRATEGY.policy[first : first + int(tree.size[node])].tolist()


def node(moves):
    return STRATEGY.table.nodes[Whole().bets(history(moves).state)]


# ---- the mapping
def test_the_mapping_has_the_values_of_its_paper():
    assert pseudo_harmonic(1, 3, 2) == pytest.approx(1 / 3)  # (3-2)(1+1) / ((3-1)(1+2))
    # Half of the time where x = (A + B + 2AB) / (A + B + 2): page 4 of the paper.
    for a, b in ((0.5, 1), (1, 4), (0, 20)):
        assert pseudo_harmonic(a, b, (a + b + 2 * a * b) / (a + b + 2)) == pytest.approx(0.5)


@given(st.lists(st.floats(0.01, 50), min_size=1, max_size=6, unique=True).map(sorted), st.floats(0.001, 100))
def test_a_bet_is_taken_for_its_neighbours(sizes, bet):
    found = map_bet(sizes, bet)
    assert sum(share for _, share in found) == pytest.approx(1.0)
    assert all(-1e-12 <= share <= 1 for _, share in found)
    places = [place for place, _ in found]
    if bet <= sizes[0]:
        assert places == [0]
    elif bet >= sizes[-1]:
        assert places == [len(sizes) - 1]
    elif bet in sizes:
        assert places == [sizes.index(bet)]
    else:
        assert places[1] == places[0] + 1
        assert sizes[places[0]] < bet < sizes[places[1]]


@given(st.floats(0.01, 5), st.floats(0.01, 5), st.floats(0.001, 0.998), st.floats(0.001, 0.001))
def test_the_nearer_a_bet_the_likelier(smaller, more, part, step):
    larger = smaller + more
    first = pseudo_harmonic(smaller, larger, smaller + part * more)
    second = pseudo_harmonic(smaller, larger, smaller + (part + step) * more)
    assert 0 < second < first < 1


# ---- what is done
def test_bets_of_the_tree_are_themselves():
    assert mixture(f"{DEAL} raise 300 call Ks2d3c check") == dict(
        zip(
            ("check", "bet 600", "all-in"),
            shares(node(f"{DEAL} raise 300 call Ks2d3c check"), 0),
            strict=True,
        )
    )


def test_a_bet_between_two_is_answered_by_both():
    # After a call the pot is 200 and 1,900 are left: a bet is of 1 pot, or of 9.5.
    likely = pseudo_harmonic(1, 9.5, 2)
    pot, all_in = (node(f"{DEAL} call check Ks2d3c {bet}") for bet in ("bet 200", "all-in"))
    found = mixture(f"{DEAL} call check Ks2d3c bet 400")
    fold, call, more, most = shares(pot, 0)
    folds, calls = shares(all_in, 0)
    assert found["fold"] == pytest.approx(likely * fold + (1 - likely) * folds)
    assert found["call"] == pytest.approx(likely * call + (1 - likely) * calls)
    assert found["raise to 1400"] == pytest.approx(likely * more)
    assert found["all-in"] == pytest.approx(likely * most)


def test_what_was_done_says_where_one_believed_to_be():
    """After its call of 400 it stands after one of 200 more likely, the more it calls there."""
    likely = pseudo_harmonic(1, 9.5, 2)
    small = likely * shares(node(f"{DEAL} call check Ks2d3c bet 200"), 0)[1]
    large = (1 - likely) * shares(node(f"{DEAL} call check Ks2d3c all-in"), 0)[1]
    told = f"{DEAL} call check Ks2d3c bet 400 call 4h check"
    check, bet, most = shares(node(f"{DEAL} call check Ks2d3c bet 200 call 4h check"), 0)
    found = mixture(told)
    after = small / (small + large)
    assert found["bet 1000"] == pytest.approx(after * bet)
    assert found["all-in"] == pytest.approx(after * most)
    assert found["check"] == pytest.approx(after * check + (1 - after))


def test_after_all_in_by_the_tree_it_checks():
    """A raise to 1,950 is one of 9.25 pots, and all in would be 9.5."""
    likely = pseudo_harmonic(1, 9.5, 9.25)
    small = likely * shares(node(f"{DEAL} raise 300"), HIGH)[1]
    large = (1 - likely) * shares(node(f"{DEAL} all-in"), HIGH)[1]
    found = mixture(f"{DEAL} raise 1950 call Ks2d3c")
    check = shares(node(f"{DEAL} raise 300 call Ks2d3c"), HIGH)[0]
    assert found["check"] == pytest.approx((large + small * check) / (small + large))
    assert found["check"] > 0.98


@given(st.integers(0, 2**32))
def test_any_bets_are_answered_by_legal_moves(seed):
    random = np.random.default_rng(seed)
    found = History(GAME)
    while not found.over:
        state = found.state
        if found.mover < 0:
            found.play(int(random.choice(list(GAME.actions(state)))))
            continue
        mix = STRATEGY.at(state, found.texts())
        assert sum(mix.values()) == pytest.approx(1.0)
        assert all(share >= 0 and GAME.accepts(state, action) for action, share in mix.items())
        if found.mover == seed % 2:
            actions = list(mix)
            found.play(actions[int(np.argmax([mix[a] for a in actions]))])
        elif GAME.may_raise(state) and random.random() < 0.7:
            found.play(int(random.integers(GAME.least(state), GAME.most(state) + 1)) + 1)
        else:
            found.play(1)


def test_the_player_hears_what_was_bet():
    """It is given a drawn state and the moves that it was told of, not the cards of the other."""
    player = StrategyPlayer("of this test")
    player._strategy = STRATEGY
    found = history(f"{DEAL} raise 250")
    seen = View(found, 0).sampled_history(stream(3))
    assert seen.told[:4] == ("a card", "AhKd", "a card", "a card")
    assert STRATEGY.at(seen.state, seen.told) == STRATEGY.at(found.state, found.texts())
    assert player.choose(seen, None).action in STRATEGY.at(seen.state, seen.told)


def test_without_its_moves_nothing_can_be_said():
    found = history(f"{DEAL} raise 250")
    for told in ((), found.texts()[:-1], [*found.texts()[:-1], "raise to 260"], ["?"] * 5, found.texts() * 2):
        with pytest.raises(BadInput, match="nothing to say"):
            STRATEGY.at(found.state, told)


def test_a_strategy_plays_where_other_bets_are_offered(tmp_path, monkeypatch):
    """`bets` says what searches are offered and is no rule; stacks are one."""
    monkeypatch.setattr(type(GAME), "abstraction", lambda self, sizes=(), file=None: Whole(self))
    STRATEGY.write(tmp_path / "pot.npz")
    other = hm.game("holdem", bets="0.3,0.8", stacks="2000")
    read = AbstractStrategy.read(other, tmp_path / "pot.npz")
    assert read.game == GAME
    for moves in (f"{DEAL} raise 300", f"{DEAL} raise 222 call Ks2d3c"):
        found = history(moves)
        assert read.at(found.state, found.texts()) == STRATEGY.at(found.state, found.texts())
    with pytest.raises(BadInput, match="has parameters"):
        AbstractStrategy.read(hm.game("holdem", bets="1", stacks="3000"), tmp_path / "pot.npz")
