"""Our algorithms as players: same seed, same game; limits and clocks kept; what they say of a position."""

import pytest
from engines import threads

import halfmove as hm
from halfmove.arena.clock import Budget, Clock, parse_time_control
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.core.history import History
from halfmove.core.limit import Limit

SMALL = hm.interpreted(hm.game("connect4", width=4, height=4))


def made(text, game=SMALL, seed=1, seat=0):
    one = player(describe(text))
    one.check(game)
    one.start()
    one.new_game(game, seat, seed)
    return one


def played(one, game, seed, budget=None):
    """The moves and nodes of a game of the player against itself."""
    one.new_game(game, 0, seed)
    history, nodes = History(game), []
    while not history.over:
        choice = one.choose(history, budget or Budget())
        nodes.append(choice.nodes)
        history.play(choice.action)
    return history.actions, nodes


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("text", ["engine?depth=4", "engine?nodes=300", "random", "alphabeta?depth=2"])
def test_the_same_seed_is_the_same_game(text):
    one = made(text)
    first = played(one, SMALL, 5)
    assert played(one, SMALL, 6) is not None
    assert played(one, SMALL, 5) == first  # nothing is left of the game between
    assert played(made(text), SMALL, 5) == first


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("text", ["engine?depth=4", "random?"])
def test_other_seeds_are_other_searches_unless_the_player_has_a_seed_of_its_own(text):
    def different(one):
        return len({str(played(one, SMALL, seed)) for seed in range(6)})

    assert different(made(text)) > 1
    assert different(made(f"{text}&seed=3")) == 1


def test_random_draws_each_move_as_often():
    game = hm.game("tictactoe")
    one = made("random", game)
    counts = dict.fromkeys(game.actions(game.initial()), 0)
    for seed in range(1800):
        one.new_game(game, 0, seed)
        counts[one.choose(History(game), Budget()).action] += 1
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 26.1  # chi-squared, 8 degrees: 0.1 %


def test_the_stricter_of_its_own_limit_and_the_match_s_holds():
    one = made("engine?depth=5")
    assert one.choose(History(SMALL), Budget()).depth == 5
    assert one.choose(History(SMALL), Budget(Limit(depth=3))).depth == 3
    assert one.choose(History(SMALL), Budget(Limit(depth=9))).depth == 5
    assert made("alphabeta?nodes=50").choose(History(SMALL), Budget(Limit(nodes=5000))).nodes <= 50 + 5
    assert made("engine?depth=3").unbounded is False
    assert made("engine").unbounded is True


def test_features_are_left_out():
    with_table, without = made("engine?depth=5&seed=0"), made("engine?depth=5&seed=0&without=table,bounds")
    moves = History(SMALL)
    full, less = with_table.choose(moves, Budget()), without.choose(moves, Budget())
    assert less.nodes > full.nodes
    assert less.depth == full.depth == 5


def test_options_of_a_textbook_search():
    game = hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for text in ("minimax?form=pair", "alphabeta?dialect=cs188", "mtdf?first=7", "negascout?form=pvs"):
        choice = made(text, game).choose(History(game), Budget())
        assert choice.action == 0
        assert choice.value == pytest.approx(3 / game.utility_limit)
    clocked = made("quiescence?stand_pat=false&nodes=400").choose(History(SMALL), Budget())
    assert 0 < clocked.nodes <= 405
    assert clocked.depth >= 1


def test_values_are_shares_of_a_win():
    game = hm.game("nim", heap=3) if "heap" in hm.game("nim").parameters else hm.game("nim")
    one = made("engine", game)
    history = History(game)
    choice = one.choose(history, Budget(Limit(seconds=5)))
    assert choice.value in (1.0, -1.0)
    assert choice.mate is not None
    assert (choice.mate > 0) == (choice.value > 0)
    solved = hm.solve(game)
    assert abs(choice.mate) == solved.distance


class Stones(hm.Game):
    """Take a stone, or put one back while there is room; the last taken loses nothing: for superko."""

    compiled = False
    repetition = "forbidden"

    def initial(self):
        return (2, 0, 0)

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        yield from (0, 1)

    def result(self, s, a):
        heap = s[0] + (1 if a else -1)
        return (heap, 1 - s[1], s[2] + 1)

    def is_terminal(self, s):
        return s[0] <= 0 or s[0] > 4 or s[2] > 9

    def utility(self, s, player):
        return 1 if (s[0] > 2) == (player == 0) else -1

    def repetition_key(self, s):
        return hm.bits.board(s[0])


@pytest.mark.parametrize("text", ["engine?depth=3", "alphabeta?depth=3", "random"])
def test_what_looking_back_forbids_is_not_played(text):
    game = Stones()
    for seed in range(5):
        one = made(text, game, seed)
        history = History(game)
        while not history.over and history.legal():
            history.play(one.choose(history, Budget()).action)  # raises where it is forbidden
        keys = [s[0] for s in history.states]
        assert len(set(keys)) == len(keys)


def test_it_plays_a_game_within_its_clock():
    one = made("engine", SMALL)
    control = parse_time_control("0.6+0.01")
    clocks = [Clock(control), Clock(control)]
    history = History(SMALL)
    while not history.over:
        lefts = tuple(clock.left for clock in clocks)
        choice = one.choose(history, Budget(control.limit, lefts, (0.01, 0.01)))
        history.play(choice.action)
    assert history.over


def test_the_only_move_is_made_at_once_under_a_clock():
    history = History(SMALL)
    game = hm.interpreted(hm.game("nim"))
    history = History(game)
    while len(history.legal()) > 1:
        history.play(history.legal()[0])
    choice = made("engine", game).choose(history, Budget(clocks=(5.0, 5.0), increments=(0.0, 0.0)))
    assert choice.action == history.legal()[0]
    assert choice.nodes is None


@pytest.mark.parametrize("text", ["star2?depth=2", "expectiminimax?depth=2", "auto?depth=2", "random"])
def test_games_that_begin_with_chance(text):
    game = hm.tree({"player": "chance", "children": [[[1, 2], [3, 4]], [[5, 0], [2, 2]]]})
    one = made(text, game)
    for first in game.actions(game.initial()):
        history = History(game, actions=[first])
        choice = one.choose(history, Budget())
        best = hm.expectiminimax(game, history.state)
        if text != "random":
            assert (choice.action, choice.value) == (best.action, best.value / game.utility_limit)


def test_several_players_each_for_himself():
    game = hm.tree(
        [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]
    )
    history = History(game)
    for action in (0, 0, 0):  # to (1, 2, 6)
        choice = made("maxn", game, seat=history.mover).choose(history, Budget())
        assert choice.action == action
        history.play(action)
    assert history.over


def test_no_thread_is_left_behind():
    before = threads()
    one = made("engine")
    for left in (0.05, 0.2):
        one.choose(History(SMALL), Budget(clocks=(left, left), increments=(0.0, 0.0)))
        assert threads() == before
    one.close()
    one.close()
