"""Rollouts: the mean of all throws, whatever the luck; the same on any threads, in one go and resumed."""

import json
import math
import random

import pytest

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.backgammon.rules import State, standing
from halfmove.search.chance.rollout import ADJUSTED, ENDED, PLAIN, WIDTH, roll_out
from halfmove.search.chance.rollouts import Goal, begin, deepen_rollout

PIG = "A 31 B 40 A rolls with 7"
START = "4HPwATDgc/ABMA"


def trials_of(game, state, count, throws, cycle, seed=0, first=0):
    out = Buffer(count * WIDTH)
    roll_out(game, state, first, count, throws, cycle, seed, Buffer(1, unsigned=True), out)
    return out.array.reshape(count, WIDTH).tolist()


def greedy(game, s, throws):
    """The naive oracle: what player 0 gets in the mean if all play by the evaluation, `throws` long."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if game.to_move(s) == hm.CHANCE:
        if not throws:
            return game.evaluate(s, 0) / hm.WIN
        return sum(p * greedy(game, game.result(s, a), throws - 1) for a, p in game.outcomes(s))
    if not throws:
        return game.evaluate(s, 0) / hm.WIN

    def seen(a):
        child = game.result(s, a)
        value = game.utility(child, 0) * hm.WIN if game.is_terminal(child) else game.evaluate(child, 0)
        return value if game.to_move(s) == 0 else -value

    best = max(game.actions(s), key=seen)  # the first of several
    return greedy(game, game.result(s, best), throws)


def worth(game, s):
    """The same where the last throw has just fallen: after the best reply to it."""
    if game.is_terminal(s) or game.to_move(s) == hm.CHANCE:
        return greedy(game, s, 0)
    sign = 1 if game.to_move(s) == 0 else -1
    return sign * max(sign * greedy(game, game.result(s, a), 0) for a in game.actions(s))


def test_one_throw_less_its_luck_is_the_mean_of_all():
    """Whatever is thrown: the luck is exactly what it differs from the mean by."""
    game = hm.game("pig")
    state = game.parse(PIG)
    mean = sum(p * worth(game, game.result(state, a)) for a, p in game.outcomes(state))
    for row in trials_of(game, state, 12, 1, 6):
        assert row[ADJUSTED] / hm.WIN == pytest.approx(mean, abs=1e-6)


def test_every_pair_of_the_first_two_throws_comes_once_in_the_square_of_the_cycle():
    """The plain mean is then no sample but the expectation itself."""
    game = hm.game("pig")
    state = game.parse(PIG)

    def two(s, left):
        if left == 0:
            return worth(game, s)
        if game.to_move(s) != hm.CHANCE:
            sign = 1 if game.to_move(s) == 0 else -1
            best = max(game.actions(s), key=lambda a: sign * greedy(game, game.result(s, a), 0))
            return two(game.result(s, best), left)
        return sum(p * two(game.result(s, a), left - 1) for a, p in game.outcomes(s))

    rows = trials_of(game, state, 36, 2, 6)
    assert len({row[PLAIN] for row in rows}) > 6
    assert sum(row[PLAIN] for row in rows) / 36 / hm.WIN == pytest.approx(two(state, 2), abs=1e-6)


def test_interpreted_and_compiled_throw_the_same_dice():
    game = hm.game("pig")
    state = game.parse(PIG)
    assert trials_of(interpreted(game), state, 40, 5, 6, seed=3) == trials_of(game, state, 40, 5, 6, seed=3)


def test_the_mean_without_the_luck_is_that_of_whole_games():
    """Nothing is gained or lost in the mean by taking the luck out: games of pig played to the end."""
    game = hm.game("pig", target=30)
    found = hm.rollout(game, game.parse("A 12 B 15 A rolls with 5"), trials=1296, truncate=None)
    play = found.plays[0]
    together = math.hypot(play.error, play.plain_error)
    assert abs(play.value - play.plain) < 3 * together
    assert play.factor > 2
    assert sum(play.ends.values()) == found.trials
    assert play.plain == pytest.approx(sum(end * n for end, n in play.ends.items()) / found.trials)


@pytest.mark.slow_interpreted
def test_a_bear_off_whose_value_is_known():
    """White has one chequer on his ace point and is off with whatever he throws; Black, to throw, bears two
    off from his 6 point with 33, 44, 55 or 66."""
    game = hm.game("backgammon")
    s = State(standing((6, 2)), standing((1, 1)), 1, 0, 1, 0, 0, 0, 2, 0)
    found = hm.rollout(game, s, trials=36, truncate=None)
    assert found.plays[0].plain == pytest.approx(1 - 2 * 4 / 36, abs=1e-9)  # every throw as often as it comes


@pytest.mark.slow_interpreted
def test_backgammon_s_opening():
    """31 makes the five point, and the luck taken out is worth four times the trials at least; the error of
    what two plays differ by is smaller than if they had dice of their own."""
    game = hm.game("backgammon")
    s = game.result(game.parse(START), 31)
    found = hm.rollout(game, s, count=3, trials=324)
    assert game.action_text(s, found.best) == "8/5 6/5"
    assert all(play.factor > 4 for play in found.plays)
    assert found.plays[2].behind == pytest.approx(found.plays[0].value - found.plays[2].value)
    assert found.trials == 324
    assert found.plays[0].ends == {}


@pytest.mark.slow_interpreted
def test_the_standard_error_falls_with_the_root_of_the_trials():
    game = hm.game("pig")
    s = game.parse(PIG)
    few, many = (hm.rollout(game, s, trials=n, truncate=5).plays[0] for n in (720, 16 * 720))
    assert few.error / many.error == pytest.approx(4, rel=0.1)
    assert few.plain_error / many.plain_error == pytest.approx(4, rel=0.1)


def test_threads_make_no_difference_and_a_seed_does():
    game = hm.game("pig")
    state = game.parse("A 31 B 40 A has 7")
    one, three = (hm.rollout(game, state, trials=108, threads=threads) for threads in (1, 3))
    assert [vars(play) for play in one.plays] == [vars(play) for play in three.plays]
    other = hm.rollout(game, state, trials=108, seed=1)
    assert other.plays[0].value != one.plays[0].value


def test_a_rollout_goes_on_where_its_file_left_off(tmp_path):
    game = hm.game("pig")
    state = game.parse("A 31 B 40 A has 7")
    file = str(tmp_path / "pig.json")
    hm.rollout(game, state, trials=72, file=file)
    resumed = hm.rollout(game, state, trials=144, file=file)
    at_once = hm.rollout(game, state, trials=144)
    assert [vars(play) for play in resumed.plays] == [vars(play) for play in at_once.plays]
    assert hm.rollout(game, state, trials=100, file=file).trials == 144  # there already
    with pytest.raises(BadInput, match="of another rollout: its seed is 0, not 1"):
        hm.rollout(game, state, trials=144, seed=1, file=file)
    with pytest.raises(BadInput, match="of another rollout: its truncated is 7, not 3"):
        hm.rollout(game, state, trials=144, truncate=3, file=file)
    for text in ("", "{}", "[1]", '{"sums": {"trials": 3}}', json.dumps({"sums": 5})):
        (tmp_path / "pig.json").write_text(text)
        with pytest.raises(BadInput, match="is no file of a rollout"):
            hm.rollout(game, state, trials=144, file=file)


def test_what_is_interrupted_is_kept(tmp_path):
    game = hm.game("pig")
    state = game.parse("A 31 B 40 A has 7")
    file = str(tmp_path / "pig.json")

    def stop(found):
        if found.trials == 72:
            raise KeyboardInterrupt

    found = hm.rollout(game, state, trials=10**6, file=file, see=stop)
    assert (found.trials, found.finished) == (72, "interrupted")
    assert hm.rollout(game, state, trials=1, file=file).trials == 72


def test_it_ends_when_enough_is_known():
    game = hm.game("pig")
    state = game.parse("A 31 B 40 A has 24")
    sure = hm.rollout(game, state, trials=10**6, confidence=0.99)
    assert sure.finished == "confidence"
    assert all(play.behind > 2.3 * play.behind_error for play in sure.plays[1:])
    close = hm.rollout(game, state, trials=10**6, error=0.003)
    assert close.finished == "error"
    assert max(play.error for play in close.plays) <= 0.003
    assert hm.rollout(game, state, trials=10**8, seconds=0.01).finished == "seconds"
    several = [found.trials for found in deepen_rollout(begin(game, state), Goal(trials=100))]
    assert several == [36, 72, 108]


def test_candidates_are_chosen_or_given():
    game = hm.game("pig")
    state = game.parse("A 31 B 40 A has 24")
    roll, hold = (game.parse_action(state, word) for word in ("roll", "hold"))
    assert hm.rollout(game, state, trials=1, actions=[hold]).best == hold
    assert {play.action for play in hm.rollout(game, state, trials=1).plays} == {roll, hold}
    with pytest.raises(BadInput, match="Candidates are legal actions"):
        hm.rollout(game, state, actions=[7])
    with pytest.raises(BadInput, match="here nature is to throw"):
        hm.rollout(game, game.parse(PIG), actions=[hold])


def test_values_are_those_of_the_player_to_move():
    """The same position with the players changed round is worth the same to whoever moves."""
    game = hm.game("pig")
    first = hm.rollout(game, game.parse("A 31 B 40 A has 7"), trials=36)
    second = hm.rollout(game, game.parse("A 40 B 31 B has 7"), trials=36)
    for one, other in zip(first.plays, second.plays, strict=True):
        assert one.action == other.action
        assert one.value == pytest.approx(other.value, abs=2e-6)
        assert one.error == pytest.approx(other.error, abs=2e-6)


def test_a_game_that_ends_at_once_and_one_that_has_no_chance():
    game = hm.tree({"player": 0, "children": [3, {"player": "chance", "children": [0, 4]}]})
    found = hm.rollout(game, trials=10)
    assert (found.value, found.plays[1].value) == (3, 2)
    assert found.plays[0].error == 0
    for name, why in (("connect4", "nothing is left to chance"), ("kuhn", "see everything")):
        with pytest.raises(Unsuitable, match=why):
            hm.rollout(hm.game(name))
    won = hm.game("pig", target=20)
    with pytest.raises(BadInput, match="The game is over"):
        hm.rollout(won, won.parse("A 20 B 3 B has 0"))
    for wrong, said in (
        ({"trials": 0}, "trials must be"),
        ({"error": 0.0}, "error must be a number between 0"),
        ({"confidence": 0.3}, "confidence must be a number between 0.5 and 1"),
        ({"truncate": 0}, "truncate must be a whole number from 1 to"),
        ({"seed": -1}, "seed must be"),
    ):
        with pytest.raises(BadInput, match=said):
            hm.rollout(hm.game("pig"), **wrong)


def test_uneven_chances_have_a_cycle_too():
    """Outcomes of 1/4 and 3/4: in 36 trials one comes 9 times and the other 27 times."""
    rng = random.Random(4)
    node = {"player": "chance", "probabilities": [0.25, 0.75], "children": [rng.randint(-9, 9), 11]}
    found = hm.rollout(hm.tree(node), trials=36, truncate=None)
    assert sorted(found.plays[0].ends.values()) == [9, 27]
    assert trials_of(hm.tree(node), hm.tree(node).initial(), 4, 9, 4)[0][ENDED] == 1
