"""Luck and errors of games of dice, against plain loops over the same evaluation; the verb for them."""

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.search.chance.rollout import average_outcomes

MATCH = """
 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2               Drops
      Wins 1 point
"""


def seen(game, s):
    """A state's worth to player 0 without looking ahead."""
    return game.utility(s, 0) if game.is_terminal(s) else game.evaluate(s, 0) / hm.WIN


def replied(game, s):
    """The state after the best reply, or the state itself."""
    if game.is_terminal(s) or game.to_move(s) == hm.CHANCE:
        return s
    sign = 1 if game.to_move(s) == 0 else -1
    return max((game.result(s, a) for a in game.actions(s)), key=lambda child: sign * seen(game, child))


def mean(game, s):
    """What a state can be expected to be worth to player 0, in plain Python."""
    while not game.is_terminal(s) and game.to_move(s) != hm.CHANCE:
        s = replied(game, s)
    if game.is_terminal(s):
        return game.utility(s, 0)
    return sum(p * seen(game, replied(game, game.result(s, a))) for a, p in game.outcomes(s))


def played(game, moves):
    history = History(game)
    for word in game.split_moves(moves):
        history.play(game.parse_action(history.state, word))
    return history


PIG = "roll 5 roll 6 hold roll 4 roll 1 roll 3 hold roll 6 roll 6 roll 2 hold"


def test_what_can_be_expected_is_the_mean_of_plain_loops():
    game = hm.game("pig", target=30)
    for state in played(game, PIG).states:
        assert average_outcomes(game, state) / hm.WIN == pytest.approx(mean(game, state), abs=1e-6)


def test_luck_and_errors_are_those_of_plain_loops():
    game = hm.game("pig", target=30)
    history = played(game, PIG)
    found = hm.luck(history)
    thrown = {throw.ply: throw for throw in found.throws}
    chosen = {choice.ply: choice for choice in found.choices}
    for ply, state in enumerate(history.states[:-1]):
        after = history.states[ply + 1]
        if game.to_move(state) == hm.CHANCE:
            brought = seen(game, replied(game, after)) - mean(game, state)
            sign = 1 if thrown[ply].player == 0 else -1
            assert thrown[ply].luck == pytest.approx(sign * brought, abs=1e-5)
        elif len(list(game.actions(state))) > 1:
            sign = 1 if game.to_move(state) == 0 else -1
            best = max(sign * mean(game, game.result(state, a)) for a in game.actions(state))
            assert chosen[ply].error == pytest.approx(best - sign * mean(game, after), abs=1e-5)
    assert len(thrown) + len(chosen) == len(history.actions) - 4  # a turn's first action is to roll
    assert found.balance(0).choices + found.balance(1).choices == len(found.choices)
    assert found.balance(0).luck + found.balance(1).luck == pytest.approx(
        sum(throw.luck for throw in found.throws)
    )


def test_the_luck_of_all_throws_is_nothing_in_the_mean():
    game = hm.game("pig", target=30)
    history = played(game, "roll 5 roll")
    total = 0.0
    for action, p in game.outcomes(history.state):
        then = History(game, history.state)
        then.play(action)
        throw = hm.luck(then).throws[0]
        total += p * (throw.luck if throw.player == 0 else -throw.luck)
    assert total == pytest.approx(0, abs=1e-6)


def test_the_result_less_the_luck():
    """Of a game that is won: a point less what the throws brought."""
    game = hm.game("pig", target=10)
    found = hm.luck(played(game, "roll 6 roll 6 hold"))
    assert found.result == 1
    assert found.adjusted == pytest.approx(1 - sum(throw.luck for throw in found.throws))
    assert found.balance(0).luck_per_throw == pytest.approx(found.balance(0).luck / 2)
    assert found.balance(1).luck_per_throw == found.balance(1).error_per_choice == 0


@pytest.mark.slow_interpreted
def test_backgammon_s_throws_and_plays():
    """31 is a good throw, and made the five point there is no error in it; 41 played 6/2 6/5 is one."""
    game = hm.game("backgammon")
    found = hm.luck(played(game, "31 8/5 6/5 41 6/2 6/5"))
    first, second = found.choices
    assert (first.best, first.error, first.rolled) == ("8/5 6/5", 0, "31")
    assert second.error > 0.02
    assert second.text != second.best
    assert found.throws[0].luck > 0.1
    assert [throw.player for throw in found.throws] == [0, 1]


@pytest.mark.slow_interpreted
def test_the_cube_is_judged_by_its_formulas():
    """To double after the first two plays is an error, and to drop then a larger one."""
    game = hm.game("backgammon", cube=True)
    found = hm.luck(played(game, "31 8/5 6/5 roll 64 24/14 double drop"))
    *_, double, drop = found.choices
    worths = game.decision(found.history.states[double.ply]).values
    assert (double.text, double.best) == ("double", "roll")
    assert double.error == pytest.approx(worths["no double"] - worths["double, take"])
    assert (drop.text, drop.best) == ("drop", "take")
    assert drop.error == pytest.approx(worths["double, drop"] - worths["double, take"])


@pytest.mark.slow_interpreted
def test_a_file_on_the_command_line(tmp_path):
    file = tmp_path / "game.mat"
    file.write_text(MATCH)
    outcome = halfmove("luck", "backgammon", "--position", str(file))
    assert outcome.status == 0
    assert "The game came to +1.000 points to White" in outcome.out
    assert "The costliest choices" in outcome.out
    found = halfmove("luck", "backgammon", "--position", str(file), "--game", "1", "--json").json
    assert [choice["played"] for choice in found["choices"]][-2:] == ["double", "drop"]
    assert [throw["throw"] for throw in found["throws"]] == ["31", "64"]
    assert found["players"][0]["throws"] == 1


def test_a_game_typed():
    outcome = halfmove("luck", "pig", "--moves", "roll 5 roll 1", "--worst", "1")
    assert outcome.status == 0
    assert "The game stands at" in outcome.out
    found = halfmove("luck", "pig", "--moves", "roll 5 roll 1", "--json").json
    assert (found["plies"], found["over"]) == (4, False)
    assert found["throws"][1]["luck"] < 0 < found["throws"][0]["luck"]


def test_what_it_is_not_for():
    with pytest.raises(Unsuitable, match="nothing is left to chance"):
        hm.luck(played(hm.game("tictactoe"), "a1"))
    with pytest.raises(BadInput, match="Nothing has been played yet"):
        hm.luck(History(hm.game("pig")))
    for arguments, said in (
        (["connect4", "--moves", "4"], "nothing is left to chance"),
        (["pig"], "Nothing has been played yet"),
        (["pig", "--worst", "-1"], "--worst must be a whole number"),
        (["backgammon", "--position", "no.mat"], "There is no file"),
    ):
        outcome = halfmove("luck", *arguments)
        assert outcome.status == 2
        assert said in outcome.err
