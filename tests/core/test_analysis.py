"""An analysis: what it says without its score being asked, and the policy that actions are drawn from."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.analysis import Analysis, Line
from halfmove.core.score import win_in
from halfmove.core.scores import Score
from halfmove.search.montecarlo.choice import weights_of
from halfmove.search.montecarlo.findings import Candidate

GAME = hm.game("nim")
START = GAME.initial()
WON = Score.read(GAME, 0, win_in(5), exact=True)


def analysis(*actions, weights=None):
    lines = tuple(Line(action, WON, (action,)) for action in actions)
    return Analysis(GAME, START, "told", lines, WON, 3, 10, 0.5, weights=weights)


def test_what_a_score_says_is_asked_directly():
    for thing in (analysis(4), analysis(4).lines[0]):
        assert (thing.value, thing.proven, thing.distance, thing.raw) == (1, True, 5, win_in(5))
        assert thing.score is WON


# ---- the policy
def test_where_nothing_is_weighed_the_best_has_all():
    assert analysis(4, 2).policy == {4: 1.0}
    assert analysis(4, 2, weights={2: 0.0, 4: 0.0}).policy == {4: 1.0}


def test_where_nothing_is_to_choose_there_is_no_policy():
    assert analysis().policy is analysis().sample(1) is None
    assert analysis(weights={2: 1.0}).policy is None


@given(st.dictionaries(st.integers(0, 9), st.floats(0, 1e6), min_size=1))
def test_a_policy_adds_up_the_likeliest_first(weights):
    policy = analysis(4, weights=weights).policy
    assert sum(policy.values()) == pytest.approx(1)
    assert list(policy.values()) == sorted(policy.values(), reverse=True)
    heaviest = max(weights, key=weights.get)
    assert next(iter(policy)) == (heaviest if weights[heaviest] else 4)
    assert analysis(4, weights=weights).sample(1, temperature=0) == next(iter(policy))


def test_actions_are_drawn_by_their_weight():
    mixed, random = analysis(4, weights={4: 3.0, 2: 1.0}), Random(8)
    plain = Counter(mixed.sample(random) for _ in range(4000))
    assert plain[4] == pytest.approx(3000, abs=110)  # four standard deviations
    cold = Counter(mixed.sample(random, temperature=0.5) for _ in range(4000))
    assert cold[4] == pytest.approx(3600, abs=80)  # 9 to 1
    hot = Counter(mixed.sample(random, temperature=1e9) for _ in range(4000))
    assert hot[4] == pytest.approx(2000, abs=130)
    assert mixed.sample(5) == mixed.sample(5) == mixed.sample(Random(5))
    assert analysis(4, weights={4: 3.0, 2: 2.9}).sample(1, temperature=1e-9) == 4
    with pytest.raises(hm.BadInput, match="0 or more, not -1"):
        mixed.sample(1, temperature=-1)


def test_the_policy_is_told_where_it_has_more_than_one_move():
    two = GAME.parse_action(START, "A2"), GAME.parse_action(START, "A1")
    told = analysis(*two, weights={two[0]: 2.0, two[1]: 1.0}).to_dict()
    assert told["policy"] == {"A2": 0.666667, "A1": 0.333333}
    assert "policy" not in analysis(*two).to_dict()


# ---- Monte Carlo's
def test_visits_are_the_policy_of_a_monte_carlo_search():
    game = hm.interpreted(hm.game("tictactoe"))
    limit = hm.Limit(simulations=150)
    found = hm.analyze(game, limit=limit, algorithm="mcts", lines=9, options={"proofs": "false"})
    visits = {line.action: line.visits for line in found.lines}
    assert sum(visits.values()) >= 149
    assert found.policy == pytest.approx({a: n / sum(visits.values()) for a, n in visits.items() if n})
    few = hm.analyze(game, limit=limit, algorithm="mcts", options={"proofs": "false"})
    assert few.policy == found.policy, "also of the moves that no line is asked for"
    played = hm.analyze(game, limit=hm.Limit(depth=2), algorithm="engine")
    assert played.policy == {played.best: 1.0}


def test_proofs_rule_moves_out_of_the_policy():
    def candidate(action, visits, low, high):
        return Candidate(action, visits, 0.5, low * hm.WIN, high * hm.WIN)

    won, open_, lost, drawn = (
        candidate(*given) for given in ((1, 5, 1, 1), (2, 40, -1, 1), (3, 9, -1, -1), (4, 8, 0, 0))
    )
    assert weights_of([won, open_, lost], solve=True) == {1: 1.0}
    assert weights_of([open_, drawn, lost], solve=True) == {2: 40, 4: 8}
    assert weights_of([open_, lost], solve=True) == {2: 40}
    assert weights_of([lost, candidate(5, 3, -1, -1)], solve=True) == {3: 9, 5: 3}
    assert weights_of([candidate(2, 40, -1, 0), drawn], solve=True) == {4: 8}, "it cannot be better"
    assert weights_of([won, open_, lost], solve=False) == {1: 5, 2: 40, 3: 9}
    assert weights_of([candidate(2, 0, -1, 1)], solve=True) == {}
