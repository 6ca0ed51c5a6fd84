import math

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.randomness import below, fraction, stream
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.nim import Nim
from halfmove.search.algorithms import choose
from halfmove.search.information_set import InformationSets

pytestmark = pytest.mark.one_speed

KUHN = interpreted(Kuhn())
LEDUC = interpreted(Leduc())
GOOFSPIEL = in_turn(interpreted(Goofspiel(cards=3)))
BOTH = ("so-ismcts", "mo-ismcts")


def at(moves, game=KUHN):
    return hm.position(game, moves=moves)[0]


def found(analysis):
    return [(line.action, line.value, line.visits) for line in analysis.lines]


# ---- against the algorithm written out with dictionaries


def naive(game, root, times, single, seed, c=0.7):
    """Visits and gains of the root's actions: the same draws, states and formula, on dictionaries."""
    random, tree, viewer = stream(seed), {}, game.to_move(root)
    for _ in range(times):
        state, inside, path = game.resample(root, viewer, random), True, []
        while not game.is_terminal(state):
            mover = game.to_move(state)
            if mover == hm.CHANCE:
                point, drawn = fraction(random), None
                for a, p in game.outcomes(state):
                    if drawn is None or point >= 0:
                        drawn = a
                    point -= p
                state = game.result(state, drawn)
                continue
            actions = list(game.actions(state))
            if not inside:
                state = game.result(state, actions[below(random, len(actions))])
                continue
            name = int(game.information(state, viewer if single else mover))
            edges = {a: tree.setdefault((name, a), [0, 0.0, 0]) for a in actions}
            for edge in edges.values():
                edge[2] += 1
            untried = [a for a in actions if edges[a][0] == 0]
            if untried:
                a, inside = untried[below(random, len(untried))], False
            else:
                a = max(
                    actions,
                    key=lambda a, edges=edges: (
                        (edges[a][1] / edges[a][0] / game.utility_limit + 1) / 2
                        + c * math.sqrt(math.log(edges[a][2]) / edges[a][0])
                    ),
                )
            path.append((edges[a], mover))
            state = game.result(state, a)
        for edge, mover in path:
            edge[0] += 1
            edge[1] += game.utility(state, mover)
    name = int(game.information(root, viewer))
    return {a: tree[name, a][:2] for a in game.actions(root) if (name, a) in tree}


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("game", "moves"),
    [(KUHN, "Q J"), (LEDUC, "K Q bet"), (GOOFSPIEL, "3 A")],
    ids=["kuhn", "leduc", "at once"],
)
def test_the_tree_is_that_of_the_algorithm_written_out(game, moves, name):
    state = at(moves, game)
    analysis = hm.analyze(game, state, hm.Limit(simulations=500), seed=3, lines=9, algorithm=name)
    expected = naive(game, state, 500, name == "so-ismcts", 3)
    assert {line.action: line.visits for line in analysis.lines} == {a: n for a, (n, _) in expected.items()}
    for line in analysis.lines:
        visits, gained = expected[line.action]
        assert line.value == pytest.approx(gained / visits, abs=1e-6)


# ---- what is promised


@pytest.mark.parametrize("name", [*BOTH, "sm-mcts"])
@pytest.mark.parametrize(
    ("game", "one", "other"), [(KUHN, "Q J", "Q K"), (KUHN, "J Q bet", "K Q bet"), (GOOFSPIEL, "3 A", "3 2")]
)
def test_what_the_player_cannot_see_changes_nothing(game, one, other, name):
    if name == "sm-mcts" and game is KUHN:
        with pytest.raises(Unsuitable, match="they move in turn"):
            choose(game, name)
        return
    first, second = (
        hm.analyze(game, at(moves, game), hm.Limit(simulations=300), lines=3, seed=5, algorithm=name)
        for moves in (one, other)
    )
    assert found(first) == found(second)
    assert first.policy == second.policy


@pytest.mark.parametrize("name", BOTH)
def test_a_queen_that_faces_a_bet_wins_or_loses_two(name):
    analysis = hm.analyze(KUHN, at("J Q bet"), hm.Limit(simulations=800), seed=1, lines=2, algorithm=name)
    by_text = {KUHN.action_text(analysis.state, line.action): line for line in analysis.lines}
    assert by_text["fold"].value == -1
    assert abs(by_text["call"].value) < 0.3
    assert analysis.nodes == sum(line.visits for line in analysis.lines) == 800
    assert not analysis.proven


@pytest.mark.parametrize("name", BOTH)
def test_where_nature_moves_where_it_is_over_and_among_what(name):
    start = hm.analyze(KUHN, limit=hm.Limit(simulations=50), algorithm=name)
    assert start.lines == ()
    over = hm.analyze(KUHN, at("K J check check"), algorithm=name)
    assert (over.value, over.proven, over.lines) == (1, True, ())
    only = hm.analyze(KUHN, at("K J"), hm.Limit(simulations=50), only={0}, lines=2, algorithm=name)
    assert [line.action for line in only.lines] == [0]
    timed = hm.analyze(KUHN, at("K J"), hm.Limit(seconds=0.02), algorithm=name)
    assert timed.nodes > 0


def test_a_full_tree_takes_no_more():
    memory = InformationSets(GOOFSPIEL, "mo-ismcts", megabytes=0.001, seed=1, exploration=0.7)
    analysis = hm.analyze(
        GOOFSPIEL,
        at("3", GOOFSPIEL),
        hm.Limit(simulations=400),
        algorithm="mo-ismcts",
        memory=memory,
        lines=3,
    )
    assert analysis.statistics["tree_edges"] <= memory.size == 64
    assert analysis.nodes == 400


def test_what_they_refuse():
    with pytest.raises(Unsuitable, match="in nim players see everything"):
        choose(Nim(), "mo-ismcts")
    with pytest.raises(BadInput, match="has no option 'c'; there is: exploration"):
        hm.analyze(KUHN, at("Q J"), algorithm="so-ismcts", options={"c": "1"})
    with pytest.raises(BadInput, match="must be a number from 0 to 1000000000, not 'much'"):
        hm.analyze(KUHN, at("Q J"), algorithm="so-ismcts", options={"exploration": "much"})
    for given, words in [
        ({"selection": "greedy"}, "is regret-matching or decoupled-uct, not 'greedy'"),
        ({"exploration": "2"}, "a number from 0 to 1, not '2'"),
        ({"c": "2"}, "there are: selection, exploration"),
    ]:
        with pytest.raises(BadInput, match=words):
            hm.analyze(GOOFSPIEL, algorithm="sm-mcts", options=given)


# ---- moves at once


class Matrix(hm.Game):
    """One choice of each, at once: the first gets the entry, the second loses it."""

    compiled = False
    dynamics = "simultaneous"
    utility_limit = 2
    rows = ((2, -1), (-1, 1))

    def initial(self):
        return ()

    def to_move(self, s):
        return hm.SIMULTANEOUS

    def actions_of(self, s, player):
        yield from range(2)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return bool(s)

    def utility(self, s, player):
        return self.rows[s[0]][s[1]] * (1 if player == 0 else -1)


def test_regret_matching_mixes_as_the_equilibrium_does():
    """2x - (1 - x) = -x + (1 - x): the first plays his first action with 2/5, and the game is worth 1/5."""
    game = Matrix()
    analysis = hm.analyze(
        game, limit=hm.Limit(simulations=4000), seed=1, algorithm="sm-mcts", options={"exploration": "0.05"}
    )
    assert analysis.policy[0] == pytest.approx(2 / 5, abs=0.06)
    assert analysis.value == pytest.approx(1 / 5, abs=0.1)


def test_what_is_played_is_drawn_from_the_mix():
    game = Matrix()
    best = [
        hm.analyze(game, limit=hm.Limit(simulations=300), seed=seed, algorithm="sm-mcts").best
        for seed in range(8)
    ]
    assert set(best) == {0, 1}
    assert hm.analyze(game, limit=hm.Limit(simulations=30), algorithm="sm-mcts").mixed
    uct = hm.analyze(
        game, limit=hm.Limit(simulations=30), algorithm="sm-mcts", options={"selection": "decoupled-uct"}
    )
    assert not uct.mixed


@pytest.mark.parametrize("selection", ["regret-matching", "decoupled-uct"])
def test_a_dominant_bid_is_found(selection):
    """With two cards a player who bids the higher one for the prize of 2 cannot do worse."""
    game = interpreted(Goofspiel(cards=2, prizes="descending"))
    analysis = hm.analyze(
        game, limit=hm.Limit(simulations=1000), seed=2, algorithm="sm-mcts", options={"selection": selection}
    )
    assert analysis.best == 2
    assert analysis.policy[2] > 0.7
    assert analysis.game == in_turn(game)
