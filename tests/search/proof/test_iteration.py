"""Games of chance solved by value iteration, beside expectiminimax, the equations, and what is published."""

import pytest
from small_games import ChanceTree, root

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.search.proof.iteration import TOLERANCE, Values, solve


def by_equations(game, start):
    """What all positions that `start` leads to are worth to player 0: dictionaries and the definition, again
    and again until nothing changes."""
    positions, worth = [start], {start: 0.0}
    for state in positions:
        for action in [] if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in worth:
                worth[child] = 0.0
                positions.append(child)
    changed = 1.0
    while changed > 1e-14:
        changed = 0.0
        for state in reversed(positions):
            if game.is_terminal(state):
                now = float(game.utility(state, 0))
            elif game.to_move(state) == hm.CHANCE:
                now = sum(p * worth[game.result(state, a)] for a, p in game.outcomes(state))
            else:
                best = max if game.to_move(state) == 0 else min
                now = best(worth[game.result(state, a)] for a in game.actions(state))
            changed = max(changed, abs(now - worth[state]))
            worth[state] = now
    return worth


@pytest.mark.parametrize("parameters", [{"target": 8}, {"target": 5, "sides": 3}])
def test_every_position_of_pig_is_worth_what_the_equations_say(parameters):
    game = hm.game("pig", **parameters)
    worth = by_equations(interpreted(game), game.initial())
    values = Values(game)
    assert values.positions == len(worth)
    for state, value in worth.items():
        low, high = values.bounds(state)
        assert low <= high <= low + TOLERANCE
        assert values.value(state) == pytest.approx(value, abs=1e-9)
        assert low - 1e-12 <= value <= high + 1e-12 or abs(value - low) < 1e-10


def test_random_trees_are_worth_what_expectiminimax_says():
    game = ChanceTree()
    solved = 0
    for number in range(200):
        state = root(number)
        if game.is_terminal(state):
            continue
        analysis = solve(game, state)
        outcome = hm.expectiminimax(game, state)
        player = max(game.to_move(state), 0)
        assert analysis.value == pytest.approx(outcome.value * (1 if player == 0 else -1), abs=1e-9)
        assert analysis.proven
        solved += 1
    assert solved > 150


def test_lines_are_the_actions_best_first():
    game = hm.game("pig", target=8)
    state = game.parse("A 1 B 3 B has 2")
    analysis = solve(game, state)
    worth = by_equations(interpreted(game), state)
    expected = sorted((-worth[game.result(state, a)] for a in game.actions(state)), reverse=True)
    assert [line.value for line in analysis.lines] == pytest.approx(expected, abs=1e-9)
    assert analysis.value == analysis.lines[0].value == pytest.approx(-worth[state], abs=1e-9)


class Patience(hm.Game):
    """Each player may wait for ever for the other; whoever tosses the coin wins or loses by it, or by a
    trick always loses."""

    compiled = False
    chance = "explicit"
    tricked: bool = True

    def initial(self):
        return 0, 0

    def to_move(self, s):
        return hm.CHANCE if s[1] else s[0]

    def actions(self, s):
        yield from (0, 1)

    def outcomes(self, s):
        yield 0, 0.0 if self.tricked else 0.5
        yield 1, 1.0 if self.tricked else 0.5

    def result(self, s, a):
        mover, tossed = s
        if tossed:
            return mover, 2 + a
        return (mover, 1) if a else (1 - mover, 0)

    def is_terminal(self, s):
        return s[1] >= 2

    def utility(self, s, player):
        return (1 if s[1] == 2 else -1) * (1 if player == s[0] else -1)


def test_play_that_can_go_on_for_ever_is_refused():
    with pytest.raises(
        hm.Unsuitable, match="play can go on for ever, and what it is worth lies between -1 and 1"
    ):
        solve(Patience())


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("pig", {"players": 3}, "its players are not two with opposite interests"),
        ("kuhn", {}, "players do not see everything"),
    ],
)
def test_other_games_are_refused(name, parameters, sentence):
    with pytest.raises(hm.Unsuitable, match=sentence):
        solve(hm.game(name, **parameters))


def test_a_game_that_is_too_large_is_refused():
    with pytest.raises(hm.Unsuitable, match=r"too large to solve: more than .* positions come about"):
        solve(hm.game("pig", target=8), megabytes=0.1)


def test_it_tells_how_far_it_has_come(monkeypatch):
    monkeypatch.setattr("halfmove.search.proof.iteration.PAUSE", 0)
    told = []
    Values(hm.game("pig", target=8), progress=told.append)
    assert told[0].endswith("positions listed")
    assert told[-1] == "1,288 of 1,288 positions solved"


def test_a_position_that_does_not_come_about_has_no_value():
    game = hm.game("pig", target=8)
    values = Values(game, game.parse("A 7 B 6 A has 0"))
    with pytest.raises(ValueError, match="does not come about"):
        values.value(game.initial())
    assert values.value(values.state) == pytest.approx(
        by_equations(interpreted(game), values.state)[values.state], abs=1e-9
    )


@pytest.mark.slow_interpreted
def test_pig_is_won_as_often_as_published():
    """Neller and Presser (2004): the first player wins 53.06 % of the games; he holds at 21 to begin with."""
    game = hm.game("pig")
    values = Values(game)
    assert round((values.value(game.initial()) + 1) / 2, 4) == 0.5306
    for turn in range(2, 40):
        state = game.parse(f"A 0 B 0 A has {turn}")
        best = max(game.actions(state), key=lambda a: values.value(game.result(state, a)))
        assert game.action_text(state, best) == ("roll" if turn < 21 else "hold")
