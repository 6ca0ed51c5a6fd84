"""Encoding: planes and places are those of the position, in every symmetry, at both speeds."""

import functools
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from documents import ROOT
from hypothesis import example, given, settings
from hypothesis import strategies as st
from small_games import ListTree, RandomTree

import halfmove as hm
from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted, jit_enabled
from halfmove.core.contract import PRESENT, Game
from halfmove.core.errors import BrokenPromise, Unsuitable
from halfmove.core.words import write_words
from halfmove.games.chess.position import CASTLING, NOWHERE, Position, kind_of
from halfmove.search.encoding import LARGEST_POLICY, Encoding

SPOKEN = [
    ("tictactoe", {}),
    ("mnk", {"width": 4, "height": 3, "k": 3}),
    ("gomoku", {}),
    ("connect4", {}),
    ("connect4", {"width": 4, "height": 4}),
    ("othello", {"width": 6, "height": 4}),
    ("othello", {}),
    ("checkers", {}),
    ("go", {"size": 5}),
    ("go", {"size": 5, "rules": "japanese", "komi": 0.5}),
    ("chess", {}),
    ("chess", {"chess960": True, "start": 100}),
    ("shogi", {}),
    ("minishogi", {}),
    ("dobutsu", {}),
]
"""Games that say how they are encoded."""
SILENT = [("nim", {}), ("nim", {"heaps": "2,2", "misere": True}), ("pig", {}), ("race", {}), ("pacman", {})]
GAMES = [hm.game(name, **parameters) for name, parameters in SPOKEN + SILENT]


@functools.cache
def encoding_of(game):
    return Encoding(game)


@functools.cache
def plain_encoding_of(game):
    return Encoding(interpreted(game))


each = pytest.mark.parametrize("game", GAMES, ids=repr)
seeds = st.integers(0, 10_000)


def random_states(game, seed, plies=40):
    """The states of a random game in which a player is to move."""
    random, game = Random(seed), interpreted(game)
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            return
        if game.to_move(state) < 0:
            state = game.result(state, random.choice([a for a, _ in game.outcomes(state)]))
            continue
        yield state
        state = game.result(state, random.choice(list(game.actions(state))))


@each
@settings(max_examples=8, deadline=None)
@given(seeds)
def test_places_are_distinct_and_within_the_policy(game, seed):
    encoding = encoding_of(game)
    for state in random_states(game, seed):
        actions, places = encoding.places(state)
        assert actions == list(interpreted(game).actions(state))
        assert len(set(places)) == len(places)
        assert 0 <= min(places) <= max(places) < encoding.policy


@each
@settings(max_examples=4, deadline=None)
@given(seeds)
def test_both_speeds_encode_alike(game, seed):
    states = list(random_states(game, seed, plies=25))
    twins = [Random(seed + i).randrange(game.symmetry_count) for i in range(len(states))]
    compiled, plain = encoding_of(game), plain_encoding_of(game)
    assert (compiled.shape, compiled.policy) == (plain.shape, plain.policy)
    np.testing.assert_array_equal(compiled.planes(states, twins), plain.planes(states, twins))
    for state, twin in zip(states, twins):
        assert compiled.places(state, twin) == plain.places(state, twin)


@pytest.mark.parametrize("game", [g for g in GAMES if g.symmetry_count > 1], ids=repr)
@settings(max_examples=8 if jit_enabled() else 2, deadline=None)
@given(seeds)
def test_a_symmetry_is_the_symmetric_position_encoded(game, seed):
    encoding = encoding_of(game)
    states = list(random_states(game, seed))
    for k in range(game.symmetry_count):
        twins = [interpreted(game).symmetric(state, k) for state in states]
        seen = encoding.planes(states, [k] * len(states))
        np.testing.assert_array_equal(seen, encoding.planes(twins))
        for state, twin in zip(states, twins):
            there = dict(zip(*encoding.places(twin)))
            actions, places = encoding.places(state, k)
            assert [there[game.symmetric_action(a, k)] for a in actions] == places


@pytest.mark.parametrize("game", [g for g in GAMES if g.symmetry_count > 1], ids=repr)
def test_planes_turn_with_the_board(game):
    """What a symmetry does to the planes is what it does to a picture."""
    encoding = encoding_of(game)
    pictures = [lambda b: b, lambda b: b[..., ::-1]]  # number 1 mirrors left and right
    if game.symmetry_count > 2:
        pictures += [lambda b: b[..., ::-1, :], lambda b: b[..., ::-1, ::-1]]
    for state in random_states(game, 5):
        for k, picture in enumerate(pictures):
            np.testing.assert_array_equal(encoding.planes([state], [k]), picture(encoding.planes([state])))


@each
def test_a_batch_of_words_is_the_states_one_by_one(game):
    encoding = encoding_of(game)
    states = list(random_states(game, 7, plies=12))
    words, at = Buffer(encoding.words * len(states)), 0
    for state in states:
        at = write_words(state, words, at)
    batch = encoding.of_words(words, Buffer(len(states)), len(states)).copy()
    one_by_one = np.concatenate([encoding.planes([state]) for state in states])
    np.testing.assert_array_equal(batch, one_by_one)
    assert batch.dtype == np.int8
    assert batch.shape == (len(states), *encoding.shape)


@pytest.mark.parametrize("game", [hm.game(name, **parameters) for name, parameters in SILENT], ids=repr)
def test_nothing_of_a_state_is_lost_where_a_game_says_nothing(game):
    encoding = encoding_of(game)
    states = list({s for seed in range(10) for s in random_states(game, seed)})
    told = {row.tobytes() for row in encoding.planes(states).copy()}
    assert len(told) == len(states) > 5


# ---- what each game says


def played(game, moves):
    """The state after moves."""
    state = game.initial()
    for move in moves.split():
        state = game.result(state, game.parse_action(state, move))
    return state


def planes_of(game, text):
    state = game.parse(text)
    return Encoding(interpreted(game)).planes([state])[0] // PRESENT


def test_stones_of_connect_four_stand_where_people_see_them():
    game = hm.game("connect4")
    own, other = encoding_of(game).planes([played(game, "4 4 1")])[0] // PRESENT
    assert np.argwhere(own).tolist() == [[4, 3]]  # O is to move, on the second row of the fourth column
    assert np.argwhere(other).tolist() == [[5, 0], [5, 3]]


@pytest.mark.parametrize("name", ["tictactoe", "gomoku"])
def test_stones_of_the_mover_come_first(name):
    game = hm.game(name)
    first, last = 0, game.width * game.height - 1
    state = game.result(game.result(game.initial(), first), last)
    own, other = encoding_of(game).planes([state])[0] // PRESENT
    assert np.flatnonzero(own).tolist() == [first]
    assert np.flatnonzero(other).tolist() == [last]


def test_planes_of_othello():
    game = hm.game("othello", width=4, height=4)
    own, other, free = Encoding(interpreted(game)).planes([game.initial()])[0] // PRESENT
    assert np.argwhere(own).tolist() == [[1, 2], [2, 1]]  # Black on C2 and B3
    assert np.argwhere(other).tolist() == [[1, 1], [2, 2]]
    assert np.flatnonzero(free).tolist() == list(interpreted(game).actions(game.initial()))


def test_planes_of_go():
    game = hm.game("go", size=5)
    planes = Encoding(interpreted(game)).planes([game.parse("OX.../...O./...../...X./..... B - 1")])[0]
    own, other, own_1, own_2, other_1, other_2, ko, passed, ahead = (p.ravel() for p in planes)
    assert np.flatnonzero(own).tolist() == [1, 18]
    assert np.flatnonzero(other).tolist() == [0, 8]
    assert np.flatnonzero(own_2).tolist() == [1]
    assert np.flatnonzero(other_1).tolist() == [0]
    assert not own_1.any()
    assert not other_2.any()
    assert not ko.any()
    assert set(passed) == {PRESENT}
    assert set(ahead) == {30}  # 7.5 points at 4 each, to Black


def test_what_go_asks_of_the_mover_is_the_opposite_for_the_other():
    game = hm.game("go", size=5)
    encoding = Encoding(interpreted(game))
    black, white = game.initial(), game.result(game.initial(), 0)
    assert set(encoding.planes([black])[0][8].ravel()) == {30}
    assert set(encoding.planes([white])[0][8].ravel()) == {-30}


def test_the_ko_is_seen():
    game = hm.game("go", size=5)
    taken = played(game, "C4 D4 B3 E3 C2 D2 A1 C3 D3")
    planes = Encoding(interpreted(game)).planes([taken])[0]
    assert np.argwhere(planes[6]).tolist() == [[2, 2]]


def turned(p):
    """The same position with colours changed and the ranks turned over."""
    kinds, (white, black, castling) = map(bits.swap, p[:6]), map(bits.swap, (p.white, p.black, p.castling))
    passed = NOWHERE if p.passed == NOWHERE else p.passed ^ 56
    return Position(*kinds, black, white, castling, p.hash, 1 - p.mover, passed, p.quiet, p.number)


def turned_action(a):
    return a ^ 56 ^ (56 << 6)


@pytest.mark.slow_interpreted
@settings(max_examples=10, deadline=None)
@given(seeds)
def test_chess_is_seen_from_the_side_of_the_mover(seed):
    game = hm.game("chess")
    encoding = plain_encoding_of(game)
    for state in random_states(game, seed, plies=60):
        other = turned(state)
        np.testing.assert_array_equal(encoding.planes([state]), encoding.planes([other]))
        actions, places = encoding.places(state)
        assert dict(zip(map(turned_action, actions), places)) == dict(zip(*encoding.places(other)))


CHESS_CASES = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 7 * 4 + 1, 12),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", 7 * 4 + 1, 12),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", 56 + 1, 6),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 7 * 4, 48),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", 64 + 1, 48),
    ("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8r", 64 + 3 * 2 + 2, 48),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 7 * 6 + 2, 4),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", 7 * 1 + 3, 4),
]
"""A position, a move, the plane and the square worked out by hand."""


@pytest.mark.parametrize(("fen", "move", "plane", "square"), CHESS_CASES)
def test_places_of_chess_moves(fen, move, plane, square):
    game = hm.game("chess")
    state = game.parse(fen)
    action = game.parse_action(state, move)
    assert game.policy_index(state, action) == 64 * plane + square


def test_planes_of_chess():
    game = hm.game("chess")
    planes = planes_of(game, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3")
    assert planes[0].sum() == planes[6].sum() == 8
    assert np.flatnonzero(planes[5]).tolist() == [4]  # the mover's king, Black's, on e1 as he sees it
    assert np.flatnonzero(planes[12]).tolist() == [0]  # Black's queen's rook may castle
    assert np.flatnonzero(planes[13]).tolist() == [63]  # and White's king's rook
    assert np.flatnonzero(planes[14]).tolist() == [44]  # e3
    state = game.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 37 60")
    assert set(Encoding(interpreted(game)).planes([state])[0][15].ravel()) == {37}


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 959), seeds)
@example(0, 0)
def test_castling_in_chess960_has_a_place_of_its_own(start, seed):
    game = interpreted(hm.game("chess", chess960=True, start=start))
    for state in random_states(game, seed, plies=60):
        places = {game.policy_index(state, a): a for a in game.actions(state)}
        assert len(places) == len(list(game.actions(state)))
        if any(kind_of(a) == CASTLING for a in places.values()):
            return


# ---- a user's own game


def test_the_game_of_the_guide_is_encoded_as_it_stands():
    game = hm.load(ROOT / "examples/hexapawn.py")
    encoding = Encoding(game)
    assert encoding.shape == (3 * 64 + 2, 1, 1)
    assert encoding.policy == 32  # actions up to 26
    seen = encoding.planes([game.initial()])[0].ravel()
    assert np.flatnonzero(seen).tolist() == [0, 1, 2, 64 + 6, 64 + 7, 64 + 8, 3 * 64]


class Steps(NamedTuple):
    left: int
    mover: int


class Countdown(Game):
    """Take one or two; whoever takes the last one wins.  Its actions are large numbers, far apart."""

    apart: int = 1000

    def initial(self):
        return Steps(9, 0)

    def to_move(self, s):
        return s.mover

    def actions(self, s):
        for n in range(1, min(2, s.left) + 1):
            yield n * self.apart

    def result(self, s, a):
        return Steps(s.left - a // self.apart, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1


@pytest.mark.parametrize(("apart", "policy", "places"), [(1, 4, [1, 2]), (1000, 2048, [1000, 2000])])
def test_a_policy_is_as_large_as_the_actions_need(apart, policy, places):
    encoding = Encoding(interpreted(Countdown(apart=apart)))
    assert encoding.policy == policy
    assert encoding.places(encoding.game.initial()) == (places, places)


def test_actions_beyond_the_largest_policy_share_places():
    encoding = Encoding(interpreted(Countdown(apart=LARGEST_POLICY)))
    assert encoding.policy == LARGEST_POLICY
    assert encoding.places(encoding.game.initial())[1] == [0, 0]


class Objects(Countdown):
    compiled = False

    def initial(self):
        return ("left", 9)


class Strange(Countdown):
    compiled = False

    def actions(self, s):
        yield "one"


class Half(Countdown):
    plane_shape = (1, 3, 3)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (hm.game("kuhn"), "its states hold what a player does not see"),
        (hm.game("goofspiel"), "its players move at once"),
        (Objects(), "in the initial one 'left' is no whole number"),
        (Strange(), "its actions are whole numbers where it can, not such as 'one'"),
        (ListTree([1, [2, 3]]), "holds no number"),
        (Half(), "defines write_planes, and policy_size"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_encoded_is_refused(game, words):
    with pytest.raises(Unsuitable, match=words):
        Encoding(game)


def test_random_trees_are_encoded():
    game = RandomTree()
    encoding = Encoding(game)
    assert encoding.shape == (2 * 64 + 2, 1, 1)
    assert encoding.policy == 4


# ---- the contract suite finds what is wrong


class Lying(Countdown):
    compiled = False
    plane_shape = (1, 1, 2)
    policy_size = 4
    wrote = (100, 0)
    spread = 1

    def write_planes(self, s, out, at):
        for number in self.wrote:
            out[at] = number
            at += 1
        return at

    def policy_index(self, s, a):
        return self.spread * (a // self.apart)


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({"wrote": (100, 0, 0)}, "as many numbers as plane_shape says"),
        ({"wrote": (100,)}, "as many numbers as plane_shape says"),
        ({"wrote": (100, -101)}, "writes every number, -100 to 100"),
        ({"spread": 0}, "different places in the policy"),
        ({"spread": 3}, "policy_index is an int from 0 to 3"),
    ],
    ids=str,
)
def test_check_game_finds_a_wrong_encoding(attributes, words):
    assert check_game(Lying(), games=2).promises["write_planes writes as many numbers as plane_shape says"]
    with pytest.raises(BrokenPromise, match=words):
        check_game(type("Wrong", (Lying,), attributes)(), games=2)
