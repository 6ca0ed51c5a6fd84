import random

import pytest

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.monopoly import Monopoly
from halfmove.imperfect.layout import OVER
from halfmove.imperfect.strategy import Strategy

pytestmark = pytest.mark.one_speed

KUHN = interpreted(Kuhn())
MONOPOLY = interpreted(Monopoly(players=2))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A queen that faces a bet calls one time in three; everything else is even."""
    path = tmp_path_factory.mktemp("strategy") / "kuhn.json"
    facing = int(KUHN.information(hm.position(KUHN, moves="J Q bet")[0], 1))

    def policy(s):
        queen = KUHN.to_move(s) == 1 and int(KUHN.information(s, 1)) == facing
        return {0: 2 / 3, 1: 1 / 3} if queen else {0: 0.5, 1: 0.5}

    Strategy.of(KUHN, policy).write(path)
    return path


def test_actions_are_drawn_as_the_strategy_has_them(file):
    made = player(describe(f"strategy?file={file}"))
    made.check(KUHN)
    history = History(KUHN, hm.position(KUHN, moves="J Q bet")[0])
    drawn = []
    for seed in range(300):
        made.new_game(KUHN, 1, seed)
        drawn.append(made.choose(history, Budget(Limit())).action)
    assert 70 <= sum(drawn) <= 130
    made.new_game(KUHN, 1, 7)
    assert made.choose(history, Budget(Limit())).action == drawn[7]


def test_where_all_is_seen_the_likeliest_history_of_a_state_says_what_is_played(tmp_path):
    game, rng = in_turn(interpreted(Goofspiel(cards=3, prizes="random"))), random.Random(4)

    def policy(s):
        actions = list(game.actions(s))
        odds = [rng.random() for _ in actions]
        return {a: p / sum(odds) for a, p in zip(actions, odds, strict=True)}

    strategy = Strategy.of(game, policy)
    strategy.write(tmp_path / "goofspiel.json")
    table, layout = strategy.table, strategy.table.layout
    weights, states = [0.0] * table.sets, {}

    def follow(node, state, likely):  # the definition: every history, with the odds of all that led to it
        mover = layout.mover[node]
        if mover == OVER:
            return
        number = int(layout.place[node])
        if mover >= 0:
            weights[number] += likely
            states.setdefault((mover, state.state, state.chosen[mover]), set()).add(number)
            odds = strategy.row(number)
        else:
            odds = dict(game.outcomes(state))
        for child, (action, p) in enumerate(odds.items(), int(layout.child[node])):
            follow(child, game.result(state, action), likely * p)

    follow(0, game.initial(), 1.0)
    assert table.weights(strategy.policy) == pytest.approx(weights)
    assert any(len(sets) > 1 for sets in states.values())
    made = player(describe(f"strategy?file={tmp_path / 'goofspiel.json'}"))
    made.check(game.game)
    for (mover, state, _), sets in states.items():
        seen = next(s for s in told(game, state) if s.chooser == mover)
        likeliest = strategy.row(max(sets, key=lambda number: weights[number]))
        assert made.mixture(game, seen) == pytest.approx(likeliest)


def told(game, state):
    """A state in which both are to choose, as each of them may meet it."""
    first = game.begun(state)
    return [first, *(game.result(first, a) for a in game.actions(first))]


def test_what_cannot_be_played(file):
    with pytest.raises(BadInput, match="file=FILE"):
        player(describe("strategy"))
    with pytest.raises(BadInput, match="has no option 'speed'"):
        player(describe(f"strategy?file={file}&speed=3"))
    with pytest.raises(BadInput, match="with players=2 cards=3"):
        player(describe(f"strategy?file={file}")).check(interpreted(Kuhn(cards=4)))
    with pytest.raises(BadInput, match="cannot be read"):
        player(describe("strategy?file=/no/such/file")).check(KUHN)


def test_a_strategy_of_the_game_by_name():
    made = player(describe("strategy:buyer"))
    assert made.title == "strategy buyer"
    made.check(MONOPOLY)
    made.new_game(MONOPOLY, 0, 1)
    s = hm.position(MONOPOLY, moves="throw 33")[0]
    choice = made.choose(History(MONOPOLY, s), Budget(Limit()))
    assert MONOPOLY.action_text(s, choice.action) == "buy"


def test_names_that_no_strategy_has():
    with pytest.raises(BadInput, match="no strategy 'seller'; it has: sensible, buyer"):
        player(describe("strategy:seller")).check(MONOPOLY)
    with pytest.raises(Unsuitable, match="no strategies with names"):
        player(describe("strategy:buyer")).check(KUHN)
    with pytest.raises(BadInput, match="no option 'file'"):
        player(describe("strategy:buyer?file=x"))
