"""Regret minimisation: published figures, a naive oracle, both speeds, runs that go on, files."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from exact_play import best_reply
from naive_regret import NaiveCFR, best_response
from random_hidden import Hidden

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.kuhn import Kuhn
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver, judge_strategy
from halfmove.imperfect.strategy import Strategy

EXACT = [name for name, method in METHODS.items() if not method.sampled]
SAMPLED = [name for name, method in METHODS.items() if method.sampled and not method.once]
KUHN, LEDUC = hm.game("kuhn"), hm.game("leduc")


class Forgets(Kuhn):
    """Knows his card and whose turn it is, and nothing of what was done."""

    def information(self, s, player):
        return super().information(s, player) & ~0xFF


class OtherActions(Kuhn):
    """Offers one action where another state of the information set offers two."""

    compiled = False

    def actions(self, s):
        found = list(super().actions(s))
        return iter(found[:1] if self.card(s, 1) == 1 and self.card(s, 0) == 3 and len(found) == 2 else found)


def gained(game, policy):
    """NashConv of a policy of states, by the naive best responses."""
    values, _ = judge_strategy(game, policy)
    return sum(best_response(game, policy, p) for p in range(game.players)) - float(sum(values))


# ---- exploitability
@pytest.mark.parametrize(("game", "gain"), [(KUHN, 11 / 12), (LEDUC, 4.747222)])
def test_uniform_play_can_be_exploited_by_what_is_published(game, gain):
    """NashConv of OpenSpiel's uniform policy: 11/12 on Kuhn poker, 4.747222 on Leduc."""
    assert hm.exploitability(game, Strategy.uniform(game)) * 2 == pytest.approx(gain, abs=5e-7)


@pytest.mark.parametrize("seed", range(6))
def test_best_responses_are_those_of_two_oracles(seed):
    game = Hidden(seed=seed)

    def policy(state):
        actions = list(game.actions(state))
        draw = random.Random(game.information(state, game.to_move(state)))
        weights = [draw.randrange(0, 4) for _ in actions]
        weights[draw.randrange(len(actions))] += 1
        return {a: w / sum(weights) for a, w in zip(actions, weights, strict=True)}

    _, best = judge_strategy(game, policy)
    for player in range(2):
        assert best[player] == pytest.approx(best_response(game, policy, player))
    table = lay_out(game)
    for player in range(2):
        if table.layout.sets[player + 1] - table.layout.sets[player] <= 8:
            assert best[player] == pytest.approx(
                float(best_reply(game, lambda g, s: policy(s), player)), abs=1e-4
            )


def test_three_players_are_judged_one_by_one():
    game = hm.game("goofspiel", cards=2, players=3, prizes="descending")
    strategy = Strategy.uniform(game)
    values, best = judge_strategy(game, strategy)
    assert sum(values) == pytest.approx(0, abs=1e-12)
    assert all(best > values)  # the high card for the high prize wins more often than a card at random
    assert hm.exploitability(game, strategy) == pytest.approx(float(sum(best)) / 3)


# ---- the algorithms
FIGURES = [
    ("kuhn", "cfr", 100, 8.2e-3), ("kuhn", "cfr", 1000, 9.4e-4),
    ("leduc", "cfr", 100, 0.0957), ("leduc", "cfr+", 100, 0.0134), ("leduc", "discounted-cfr", 100, 7.8e-3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "algorithm", "iterations", "known"), FIGURES)
def test_exploitability_falls_as_published(name, algorithm, iterations, known):
    """OpenSpiel's solvers with alternating updates, to the digits given."""
    solution = hm.regret(hm.game(name), algorithm=algorithm, iterations=iterations)
    assert solution.exploitability == pytest.approx(known, rel=0.01)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("algorithm", "most"), [("cfr", 0.0119), ("cfr+", 2.7e-4), ("discounted-cfr", 1.8e-4)]
)
def test_a_thousand_iterations_on_leduc(algorithm, most):
    solution = hm.regret(LEDUC, algorithm=algorithm, iterations=1000)
    assert 0 <= solution.exploitability < most


@pytest.mark.slow_interpreted
def test_the_values_of_the_games():
    assert hm.regret(KUHN, algorithm="predictive-cfr+", iterations=1000).value == pytest.approx(
        -1 / 18, abs=1e-7
    )
    found = hm.regret(LEDUC, algorithm="discounted-cfr", iterations=20_000)
    assert found.value == pytest.approx(-0.085606424078, abs=1e-6)


@pytest.mark.parametrize("game", [KUHN, LEDUC, Hidden(seed=3), Hidden(seed=8)], ids=repr)
def test_cfr_is_the_papers(game):
    """Regrets and strategies of the naive recursion, iteration by iteration."""
    plain, table = hm.interpreted(game), lay_out(game)
    naive, run = NaiveCFR(plain), RegretSolver(table, METHODS["cfr"])
    for _ in range(4):
        naive.iterate()
        run.step(1)
        layout = table.layout
        for number, name in enumerate(table.names):
            player, first = table.owner(number), layout.first[number]
            mine = run.tables.regret[first : layout.first[number + 1]]
            theirs = [naive.regrets[player, name][a] for a in table.actions[number]]
            assert mine == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("algorithm", EXACT)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_algorithm_approaches_an_equilibrium_of_random_games(algorithm, seed):
    game = hm.interpreted(Hidden(seed=seed))
    table = lay_out(game)
    run, gains = RegretSolver(table, METHODS[algorithm]), []
    for _ in range(2):
        run.step(150)
        gains.append(run.solution().exploitability)
    assert gains[1] < gains[0] or gains[0] < 1e-3
    assert gains[1] < {"cfr": 0.1, "fictitious-play": 0.15}.get(algorithm, 0.05)
    solution = run.solution()
    assert solution.exploitability * 2 == pytest.approx(gained(game, solution.strategy.at), abs=1e-6)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("algorithm", "most"),
    [("chance-mccfr", 6e-3), ("external-mccfr", 6e-3), ("outcome-mccfr", 2e-2), ("vr-mccfr", 1e-2)],
)
def test_sampling_approaches_it_too(algorithm, most):
    gains = [
        hm.regret(KUHN, algorithm=algorithm, iterations=100_000, seed=s).exploitability for s in range(4)
    ]
    assert sum(gains) / 4 < most
    assert len(set(gains)) == 4
    again = hm.regret(KUHN, algorithm=algorithm, iterations=100_000, seed=2)
    assert again.exploitability == gains[2]


def drawn_regrets(table, algorithm, iterations):
    """What an iteration adds to the regrets: mean and variance over iterations with one strategy, which is
    held by regrets so large that what is added does not change it."""
    run = RegretSolver(table, METHODS[algorithm], 7)
    held = np.random.default_rng(5).uniform(1, 2, len(run.tables.regret)) * 1e10
    added = np.zeros((iterations, len(held)))
    for number in range(-iterations // 4, iterations):  # a quarter beforehand, for what is learnt meanwhile
        run.tables.regret[:] = held
        run.step(1)
        added[max(number, 0)] = run.tables.regret - held
    return added.mean(axis=0), added.var(axis=0)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [KUHN, Hidden(seed=3), Hidden(seed=8)], ids=repr)
@pytest.mark.parametrize("algorithm", SAMPLED)
def test_what_is_drawn_is_right_on_average(algorithm, game):
    """The regrets that are added have the mean that plain CFR adds, within five standard errors."""
    table, times = lay_out(game), 20_000
    table.compiled = True
    # Twice: CFR's first iteration plays uniformly until a set's regrets are matched, the second as is held.
    run = RegretSolver(table, METHODS["cfr"])
    held = np.random.default_rng(5).uniform(1, 2, len(run.tables.regret)) * 1e10
    for _ in range(2):
        run.tables.regret[:] = held
        run.step(1)
    exact = (run.tables.regret - held)[table.layout.players :]
    mean, variance = (row[table.layout.players :] for row in drawn_regrets(table, algorithm, times))
    assert np.all(np.abs(mean - exact) < 5 * np.sqrt(variance / times) + 1e-4)
    assert np.abs(exact).max() > 0.05


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=repr)
def test_baselines_make_estimates_vary_less(game):
    plain = drawn_regrets(lay_out(game), "outcome-mccfr", 20_000)[1].sum()
    assert drawn_regrets(lay_out(game), "vr-mccfr", 20_000)[1].sum() < plain / 3


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("algorithm", METHODS)
def test_both_speeds_compute_the_same(algorithm):
    game = hm.game("rock-paper-scissors") if METHODS[algorithm].once else KUHN
    fast = RegretSolver(lay_out(game), METHODS[algorithm], 3)
    slow = RegretSolver(lay_out(hm.interpreted(game)), METHODS[algorithm], 3)
    for run in (fast, slow):
        run.step(40)
    for mine, its in zip(fast.tables, slow.tables, strict=True):
        assert np.allclose(mine, its, rtol=1e-9, atol=1e-12)


def test_moves_made_at_once_are_hidden_choices():
    game = hm.game("goofspiel", cards=3, prizes="descending")
    solution = hm.regret(game, iterations=200)
    assert solution.value == pytest.approx(0, abs=0.02)
    assert solution.exploitability < 0.02
    assert hm.exploitability(game, solution.strategy) == pytest.approx(solution.exploitability)


def test_a_game_that_hides_nothing_has_its_minimax_value():
    game = hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    solution = hm.regret(game, iterations=300)
    assert solution.value == pytest.approx(3, abs=0.1)
    assert solution.exploitability < 0.1


# ---- the layout
def test_leduc_has_as_many_sets_as_in_the_literature():
    """288 information sets where suits are not told apart (Southey et al. 2005)."""
    table = lay_out(LEDUC)
    assert (table.sets, table.histories) == (288, 1939)
    assert np.isclose(sum(table.layout.chance[1:4]), 1)
    assert [table.seen(n) for n in range(3)] == ["J a card", "Q a card", "K a card"]
    assert "a card Q check bet call K" not in {table.seen(n) for n in range(144)}
    assert "Q a card check bet call K" in {table.seen(n) for n in range(144)}


def test_information_that_forgets_is_refused_with_both_positions():
    with pytest.raises(BadInput, match=r"first has the same information in '. . *' and '.*', but a past"):
        lay_out(hm.interpreted(Forgets()))
    with pytest.raises(BadInput, match="but other actions"):
        lay_out(OtherActions())


def test_games_that_cannot_be_laid_out_are_refused():
    with pytest.raises(BadInput, match="more than 500 histories"):
        lay_out(LEDUC, largest=500)
    with pytest.raises(Unsuitable, match="repeated position"):
        hm.regret(hm.game("chess"))


# ---- runs
def test_a_run_goes_on_from_its_checkpoint(tmp_path):
    file = tmp_path / "run.npz"
    for algorithm in ("cfr+", "external-mccfr", "vr-mccfr"):
        hm.regret(KUHN, algorithm=algorithm, iterations=30, seed=5, checkpoint=file)
        after = hm.regret(KUHN, algorithm=algorithm, iterations=80, seed=5, checkpoint=file)
        whole = hm.regret(KUHN, algorithm=algorithm, iterations=80, seed=5)
        assert after.iterations == 80
        assert np.array_equal(after.strategy.policy, whole.strategy.policy)
        file.unlink()


def test_a_run_that_is_stopped_keeps_what_it_has(tmp_path):
    asked = itertools.count()
    solution = hm.regret(
        KUHN, iterations=10**9, checkpoint=tmp_path / "run.npz", stop=lambda: next(asked) >= 3
    )
    assert 3 <= solution.iterations < 10**9
    assert (tmp_path / "run.npz").is_file()


def test_checkpoints_of_other_runs_are_refused(tmp_path):
    file = tmp_path / "run.npz"
    hm.regret(KUHN, algorithm="external-mccfr", iterations=10, seed=1, checkpoint=file)
    kept = file.read_bytes()
    for game, algorithm, seed, words in [
        (LEDUC, "external-mccfr", 1, "has game kuhn, and here it is leduc"),
        (Kuhn(cards=4), "external-mccfr", 1, "has parameters"),
        (KUHN, "outcome-mccfr", 1, "has algorithm external-mccfr"),
        (KUHN, "external-mccfr", 2, "has seed 1, and here it is 2"),
    ]:
        with pytest.raises(BadInput, match=words):
            hm.regret(game, algorithm=algorithm, iterations=20, seed=seed, checkpoint=file)
    for damaged in (b"", b"nonsense", kept[: len(kept) // 2]):
        file.write_bytes(damaged)
        with pytest.raises(BadInput, match="is no checkpoint"):
            hm.regret(KUHN, algorithm="external-mccfr", iterations=20, seed=1, checkpoint=file)


def test_what_cannot_be_asked_for():
    with pytest.raises(BadInput, match="no algorithm 'guess' of regret minimisation"):
        hm.regret(KUHN, algorithm="guess")
    with pytest.raises(BadInput, match="1 iteration or more, not 0"):
        hm.regret(KUHN, iterations=0)
    with pytest.raises(BadInput, match="more than 0 seconds"):
        hm.regret(KUHN, seconds=0)
    with pytest.raises(BadInput, match="A seed is a whole number"):
        hm.regret(KUHN, algorithm="external-mccfr", seed=-1)


# ---- strategies
def test_a_strategy_is_written_and_read_back(tmp_path):
    solution = hm.regret(KUHN, iterations=50)
    solution.strategy.write(tmp_path / "s.json", algorithm="cfr+")
    again = Strategy.read(KUHN, tmp_path / "s.json")
    assert np.allclose(again.policy, solution.strategy.policy)
    state, _ = hm.position(KUHN, moves="K J check")
    assert solution.strategy.at(state) == again.at(state)
    assert set(again.at(state)) == {0, 1}
    with pytest.raises(BadInput, match="no player is to move"):
        again.at(KUHN.initial())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"game": "kuhn"', '"game": "leduc"', "is a strategy for leduc, not for kuhn"),
        ('"cards": 3', '"cards": 4', "cards=4, not with players=2 cards=3"),
        ('"version": 1', '"version": 9', "has version 9"),
        ('"format": "halfmove strategy"', '"format": "x"', "no file of a strategy, as"),
        ('"bet": 0.5', '"bet": 0.7', "must add up to 1"),
        ('"bet": 0.5', '"bid": 0.5', "the actions are check, bet"),
        ('"player": 0', '"player": 3', "an information set that kuhn does not have"),
        ('"information": "0x', '"information": "0xf', "an information set that kuhn does not have"),
        ('"bet": 0.5', '"bet": "much"', "a number that is none"),
        ("{", "", "is not JSON"),
    ],
)
def test_files_that_are_none_are_refused(tmp_path, old, new, words):
    file = tmp_path / "s.json"
    Strategy.uniform(KUHN).write(file)
    text = file.read_text().replace('"version": 2', '"version": 1')  # a file without checksum
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput, match=words):
        Strategy.read(KUHN, file)


def test_a_file_that_says_too_little_is_refused(tmp_path):
    file = tmp_path / "s.json"
    Strategy.uniform(KUHN).write(file)
    lines = file.read_text().replace('"version": 2', '"version": 1').splitlines()
    del lines[-6]  # the last but one of the rows
    file.write_text("\n".join(lines))
    with pytest.raises(BadInput, match="says nothing for 1 of the 12 information sets"):
        Strategy.read(KUHN, file)
    with pytest.raises(BadInput, match="cannot be read"):
        Strategy.read(KUHN, Path(tmp_path / "none.json"))


def test_a_policy_that_is_none_is_refused():
    with pytest.raises(BadInput, match="must add up to 1"):
        hm.exploitability(KUHN, lambda state: {0: 0.5})
    with pytest.raises(BadInput, match="no action 7"):
        hm.exploitability(KUHN, lambda state: {0: 0.5, 1: 0.5, 7: 0.0})
    with pytest.raises(Unsuitable, match="one for kuhn"):
        hm.exploitability(LEDUC, Strategy.uniform(KUHN))
