"""Subgames of hold'em solved over their public tree: held against the general solver on the same game as a
tree of histories, against hand-made trees, and between speeds and threads."""

import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from command import halfmove

from halfmove.core.contract import CHANCE, Chance, Game, Information
from halfmove.core.errors import BadInput
from halfmove.core.public_tree import CARD, FOLD, SHOWDOWN
from halfmove.games.holdem import hands as evaluation
from halfmove.games.holdem.subgame import Betting, build, read_subgame, size_of
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.public_solving import SCHEMES, PublicRun, find_meeting_weights, memory, solve
from halfmove.imperfect.solving import METHODS, RegretSolver, judge_strategy

RIVER = {
    "board": "Kc7d2h5s3c", "first": "AA:0.5, AhKh, QhJh, 7c6c", "second": "KdQd, AsAd, 9h9d, 7h6h:0.25",
    "pot": "10", "stack": "20", "bets": "0.5", "raises": "1", "most": "2",
}  # fmt: skip
TURN = {
    "board": "Kc7d2h5s", "first": "AhKh, QhJh", "second": "KdQd, 6h4h, AhAd:0.5", "pot": "10", "stack": "10",
    "bets": "1", "most": "1",
}  # fmt: skip


class Dealt(NamedTuple):
    first: int
    second: int
    node: int


class Histories(Game):
    """The same game by the rules: nature deals a hand to each, and all histories are apart.  Cards that are
    dealt are looked at, so that nothing of the vectors is used, and hands are compared by the slow rules."""

    compiled = False
    chance = Chance.EXPLICIT
    information_kind = Information.IMPERFECT
    name = "histories"

    def setup(self):
        self.utility_limit, self.actions_limit = 10_000, 100_000

    def deal(self, tree):
        self.tree = tree
        self.pairs, total = [], 0.0
        for a, one in enumerate(tree.hands[0]):
            for b, other in enumerate(tree.hands[1]):
                if len({*map(int, one), *map(int, other)}) == 4:
                    weight = float(tree.weights[0][a] * tree.weights[1][b])
                    self.pairs.append((a, b, weight))
                    total += weight
        self.total = total
        return self

    def initial(self):
        return Dealt(-1, -1, 0)

    def held(self, s):
        return [int(card) for p, h in ((0, s.first), (1, s.second)) for card in self.tree.hands[p][h]]

    def to_move(self, s):
        kind = self.tree.kind[s.node]
        return CHANCE if s.first < 0 or kind == CARD else int(kind)

    def outcomes(self, s):
        if s.first < 0:
            yield from ((n, weight / self.total) for n, (_, _, weight) in enumerate(self.pairs))
            return
        free = [a for a in range(self.tree.children[s.node]) if self.free(s, a)]
        yield from ((a, 1 / len(free)) for a in free)

    def free(self, s, a):
        return int(self.tree.card[self.tree.child[s.node] + a]) not in self.held(s)

    def actions(self, s):
        if self.to_move(s) == CHANCE:
            yield from (a for a, _ in self.outcomes(s))
        else:
            yield from range(self.tree.children[s.node])

    def result(self, s, a):
        if s.first < 0:
            return Dealt(*self.pairs[a][:2], 0)
        return s._replace(node=int(self.tree.child[s.node]) + a)

    def is_terminal(self, s):
        return s.first >= 0 and self.tree.kind[s.node] in (FOLD, SHOWDOWN)

    def table(self, node):
        """The cards on the table, by going back up."""
        cards = []
        while node:
            if self.tree.card[node] >= 0:
                cards.append(int(self.tree.card[node]))
            children = self.tree.child
            node = int(
                next(n for n in range(node) if children[n] <= node < children[n] + self.tree.children[n])
            )
        return evaluation_cards(self.tree.settings["board"]) + cards

    def utility(self, s, player):
        pay = float(self.tree.pay[s.node])
        if self.tree.kind[s.node] == SHOWDOWN:
            table = self.table(s.node)
            one, other = (evaluation.strength(evaluation_set(h + table)) for h in self.two(s))
            pay *= (one > other) - (one < other)
        return pay if player == 0 else -pay

    def two(self, s):
        cards = self.held(s)
        return cards[:2], cards[2:]

    def information(self, s, player):
        own = (s.first, s.second)[player]
        return (player + 1) << 40 | (own + 1) << 30 | s.node

    def action_text(self, s, a):
        return str(a)

    def action_seen(self, s, a, viewer):
        return str(a) if s.first >= 0 else "cards"

    def observation(self, s, player):
        return (player, (s.first, s.second)[player], s.node)


def evaluation_cards(text):
    from halfmove.games.holdem.cards import read_cards

    return read_cards(text)


def evaluation_set(cards):
    from halfmove.games.holdem.cards import set_of

    return set_of(cards)


def tree_of(settings, name=None):
    name = name or {10: "holdem-river", 8: "holdem-turn", 6: "holdem-flop"}[len(settings["board"])]
    return build(read_subgame(name, settings))


def policy_of(run, game):
    """The average strategy of vectors as probabilities of the actions of a state."""

    def policy(s):
        player = int(run.tree.kind[s.node])
        row = run.strategy(s.node)[:, (s.first, s.second)[player]]
        return dict(enumerate(map(float, row)))

    return policy


# ---- beside the general solver
@pytest.mark.slow_interpreted
@pytest.mark.parametrize("settings", [RIVER, TURN], ids=["river", "turn"])
@pytest.mark.parametrize("algorithm", list(SCHEMES))
def test_iterations_are_those_of_the_general_solver(settings, algorithm):
    """The same averages after some iterations (later, regrets that cancel to nothing are told from zero by
    rounding to 32 bits, which the odd weights put off), and after more the same values and best responses."""
    odd = {"first": "AhKh:0.9, QhJh:0.71, JcTc:0.37", "second": "KdQd:0.83, 6h4h, AhAd:0.53", "pot": "7.3"}
    tree = tree_of({**settings, **odd})
    run, game = PublicRun(tree, algorithm), Histories().deal(tree)
    general = RegretSolver(lay_out(game), METHODS[algorithm])
    run.step(3)
    general.step(3)
    strategy, policy = general.strategy(), policy_of(run, game)
    for number in range(general.table.sets):
        state = general.table.example(number)
        theirs = strategy.at(state)
        for action, share in policy(state).items():
            assert share == pytest.approx(theirs[action], abs=1e-5)
    run.step(4)
    mine = run.judge()
    values, best = judge_strategy(game, policy_of(run, game))
    for player in range(2):
        assert mine.values[player] == pytest.approx(values[player] + tree.pot / 2, abs=1e-4)
        assert mine.best[player] == pytest.approx(best[player] + tree.pot / 2, abs=1e-4)


@pytest.mark.slow_interpreted
def test_the_equilibrium_is_that_of_the_general_solver():
    tree = tree_of(RIVER)
    run = PublicRun(tree)
    found = solve(run, target=1e-4)
    assert found.exploitability <= 1e-4 * tree.pot
    game = Histories().deal(tree)
    general = RegretSolver(lay_out(game), METHODS["cfr+"])
    general.step(2000)
    solution = general.solution()
    assert found.values[0] == pytest.approx(solution.value + tree.pot / 2, abs=2e-3 * tree.pot)


def test_one_iteration_interpreted_is_the_compiled_one():
    tree = tree_of(RIVER)
    runs = [PublicRun(tree, compiled=compiled) for compiled in (False, True)]
    for run in runs:
        run.step(2)
    for player in range(2):
        assert runs[0].average[player] == pytest.approx(runs[1].average[player], abs=1e-5)
    a, b = (run.judge() for run in runs)
    assert a.exploitability == pytest.approx(b.exploitability, abs=1e-5)


@pytest.mark.slow_interpreted
def test_threads_change_nothing():
    tree = tree_of({**TURN, "first": "99+, AQs", "second": "88+, KQs"})
    runs = [PublicRun(tree, threads=threads) for threads in (1, 2)]
    for run in runs:
        run.step(5)
    for player in range(2):
        assert np.array_equal(runs[0].average[player], runs[1].average[player])
    runs[1].close()


# ---- known games
@pytest.mark.slow_interpreted
def test_a_bluff_as_often_as_the_pot_odds_say():
    """Nuts and air against a bluff catcher, a bet of the pot: a third of the bets are bluffs, as who calls
    gets two to one, and half of them are called (Chen and Ankenman, *The Mathematics of Poker*, 2006)."""
    tree = tree_of({
        "board": "2c2d2h7s8d", "first": "AhAd, 4c3c", "second": "KhKd", "pot": "10", "stack": "10",
        "bets": "1", "most": "1",
    })  # fmt: skip
    run = PublicRun(tree)
    solve(run, target=1e-5)
    held = {tree.words.hand(*map(int, hand)): n for n, hand in enumerate(tree.hands[0])}
    assert tree.actions[0] == ("check", "all-in 10")
    bets = run.strategy(0)[1]
    assert bets[held["AhAd"]] == pytest.approx(1, abs=0.01)
    assert bets[held["4c3c"]] == pytest.approx(0.5, abs=0.01)
    node = run.find(["all-in 10"]).node
    assert run.strategy(node)[1, 0] == pytest.approx(0.5, abs=0.01)
    assert run.judge().values[0] == pytest.approx(7.5, abs=0.01)


def test_who_checks_down_wins_his_equity():
    tree = tree_of({**TURN, "most": "0"})
    run = PublicRun(tree)
    run.step(1)
    from halfmove.games.holdem.equity import equity
    from halfmove.games.holdem.ranges import read_range

    ranges = [read_range(TURN[player]) for player in ("first", "second")]
    share = equity(ranges, board=evaluation_cards(TURN["board"])).shares[0]
    found = run.judge()
    assert found.values[0] == pytest.approx(10 * share, abs=1e-4)
    assert found.exploitability == pytest.approx(0, abs=1e-5)


# ---- the tree
def test_bets_are_those_that_are_asked_for():
    game = read_subgame("holdem-river", {**RIVER, "bets": "0.5,1", "most": "3", "stack": "100"})
    betting = Betting(game)
    names = [name for name, _ in betting.options(betting.start())]
    assert names == ["check", "bet 5", "bet 10", "all-in 100"]
    after = dict(betting.options(betting.start()))["bet 10"]
    assert [name for name, _ in betting.options(after)] == ["fold", "call", "raise 40", "all-in 100"]
    again = dict(betting.options(after))["raise 40"]
    assert [name for name, _ in betting.options(again)] == ["fold", "call", "all-in 100"]


@pytest.mark.parametrize("settings", [RIVER, TURN, {**TURN, "board": "Kc7d2h", "stack": "5"}])
def test_nodes_are_counted_before_they_are_made(settings):
    name = {10: "holdem-river", 8: "holdem-turn", 6: "holdem-flop"}[len(settings["board"])]
    game = read_subgame(name, settings)
    tree = build(game)
    assert size_of(game) == tree.size
    assert memory(tree.size) > 0
    for node in range(tree.nodes):
        if tree.kind[node] == CARD:
            below = range(tree.child[node], tree.child[node] + tree.children[node])
            dealt = sum(int(tree.alike[child]).bit_count() for child in below)
            assert dealt * tree.chance[node] == pytest.approx(Fraction(dealt, dealt - 4))


def test_hands_that_share_cards_do_not_meet():
    tree = tree_of(RIVER)
    for player in range(2):
        for hand, weight in zip(tree.hands[player], find_meeting_weights(tree)[player], strict=True):
            naive = sum(
                w
                for other, w in zip(tree.hands[1 - player], tree.weights[1 - player], strict=True)
                if not {*map(int, hand)} & {*map(int, other)}
            )
            assert weight == pytest.approx(naive)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": "Kc7d2h"}, "begins with 5 cards on the table: --set board=Kc7d2h5s3c"),
        ({"pott": "1"}, "no setting 'pott'"),
        ({"pot": "0"}, "pot is a number of chips above zero, such as 100, not '0'"),
        ({"stack": "inf"}, "not 'inf'"),
        ({"bets": "x"}, "bets are parts of the pot"),
        ({"most": "-1"}, "from 0 to 20, not '-1'"),
        ({"all_in": "maybe"}, "yes or no"),
        ({"first": "KcKd"}, "No hand of the first player is left"),
        ({"first": "AhAd", "second": "AhQd"}, "cannot meet"),
        ({"first": "QQx"}, "none of these"),
    ],
)
def test_what_cannot_be_is_refused(change, words):
    with pytest.raises(BadInput, match=words):
        read_subgame("holdem-river", {**RIVER, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"board": "Kc7d2h", "stack": "1000", "bets": "0.3,0.5,1", "most": "4"},
        {"board": "Kc7d2h", "stack": "100000", "bets": "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8", "most": "20"},
    ],
)
def test_what_is_too_large_is_refused_before_it_is_laid_out(change, monkeypatch):
    monkeypatch.setattr("halfmove.games.holdem.subgame._Building", None)
    with pytest.raises(BadInput, match="more than 4,000,000 nodes"):
        tree_of({**TURN, **change})


def test_what_takes_more_memory_than_there_is_is_refused(monkeypatch):
    tree = tree_of(RIVER)
    monkeypatch.setattr("halfmove.imperfect.public_solving.memory_bytes", lambda: 1000)
    with pytest.raises(BadInput, match="of memory, and the machine has 0"):
        PublicRun(tree)


# ---- suits that are alike
TWO_SUITS = {**TURN, "board": "KcQc2c", "first": "AA, JTs", "second": "KK, 98s", "bets": "none"}
MONOTONE = {**TURN, "board": "Kc7c5c2c", "first": "AA, 98s, KdQd", "second": "KK, T9s, AdJd"}


def both(settings):
    """The tree with suits together, and the one with all cards dealt."""
    name = {8: "holdem-turn", 6: "holdem-flop"}[len(settings["board"])]
    game = read_subgame(name, settings)
    return build(game), build(game, together=False)


@pytest.mark.parametrize("settings", [TWO_SUITS, MONOTONE], ids=["flop", "turn"])
def test_suits_together_are_counted_as_they_are_laid_out(settings):
    for tree, together in zip(both(settings), (True, False), strict=True):
        name = {8: "holdem-turn", 6: "holdem-flop"}[len(settings["board"])]
        assert size_of(read_subgame(name, settings), together=together) == tree.size


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("settings", [TWO_SUITS, MONOTONE], ids=["flop", "turn"])
def test_suits_together_are_solved_as_all_cards_are(settings):
    """The same values, best responses and strategies, of every line, as where each card is dealt."""
    trees = both(settings)
    assert 0.2 < trees[0].nodes / trees[1].nodes < 0.75
    one, other = runs = [PublicRun(tree) for tree in trees]
    for run in runs:
        run.step(6)
    mine, theirs = one.judge(), other.judge()
    assert mine.values == pytest.approx(theirs.values, abs=1e-4)
    assert mine.best == pytest.approx(theirs.best, abs=1e-4)
    for player in range(2):
        assert mine.hands[player] == pytest.approx(theirs.hands[player], abs=1e-4, nan_ok=True)


@pytest.mark.slow_interpreted
def test_a_card_that_another_stands_for_has_its_own_strategy():
    """After each card that may come: the same reach and strategy of each hand as where it is dealt."""
    settings = {**MONOTONE, "first": "AA:0.9, 98s, KdQd:0.7", "second": "KK:0.8, T9s, AdJd:0.6"}
    settings["board"] = "Kc7c5d2c"  # hearts and spades are alike; of diamonds some are held
    trees = both(settings)
    one, other = runs = [PublicRun(tree) for tree in trees]
    assert trees[0].nodes < trees[1].nodes
    for run in runs:
        run.step(3)
    seen = 0
    for card in ("Ah", "As", "Td", "3s", "3h", "9h", "9s"):
        for line in (["check", "check", card], ["check", "check", card, "check"]):
            here, there = one.find(line), other.find(line)
            player = int(trees[0].kind[here.node])
            for p in range(2):
                assert here.reach[p] == pytest.approx(there.reach[p], abs=1e-5)
            rows = one.strategy(here.node)[:, here.stands[player]]
            live = there.reach[player] > 1e-3
            assert rows[:, live] == pytest.approx(other.strategy(there.node)[:, live], abs=1e-4)
            seen += int(np.any(here.stands[player] != np.arange(len(live))))
    assert seen >= 4  # a card that stands for itself alone, and one that another stands for


def test_suits_that_a_range_tells_apart_are_dealt_apart():
    tree, apart = both({**MONOTONE, "first": "AhKh, AsQs", "second": "AdJd, 9h8h"})
    assert tree.nodes == apart.nodes
    assert len(tree.exchanges) == 1


# ---- the command
def typed(settings):
    return [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]


def test_the_command(tmp_path):
    file = tmp_path / "river.json"
    arguments = ["solve", "holdem-river", *typed(RIVER), "--target", "0.2", "--strategy", str(file)]
    told = halfmove(*arguments, "--json").json
    assert told["percent_of_pot"] <= 0.2
    assert told["exploitability"] == pytest.approx(told["percent_of_pot"] / 10)
    assert told["iterations"] >= 5
    assert told["seconds"] > 0
    assert told["value"] + told["values"][1] == pytest.approx(10, abs=1e-3)
    assert sum(told["actions"].values()) == pytest.approx(1)
    named = "AsAh AsAd AsAc AhAd AhAc AdAc AhKh QhJh 7c6c"
    assert set(told["hands"]) == set(named.split())
    kept = json.loads(file.read_text())
    assert kept["lines"][""]["actions"] == pytest.approx(told["actions"])
    assert "check" in kept["lines"]
    shown = halfmove(*arguments, "--moves", "check, bet 5")
    assert "nodes" in shown.err
    assert "MB of memory" in shown.err
    assert "What the first player does after check, bet 5" in shown.out
    assert "of the pot" in shown.out
    assert max(len(line) for line in shown.out.splitlines() if str(file) not in line) <= 80


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--moves", "raise"], "In the place of 'raise' there may be check, bet 5"),
        (["--algorithm", "vr-mccfr"], "solved by discounted-cfr"),
        (["--seed", "3"], "--seed is not for a subgame"),
        (["--target", "x"], "--target must be a number"),
    ],
)
def test_the_command_refuses(more, words):
    outcome = halfmove("solve", "holdem-river", *typed(RIVER), *more)
    assert outcome.status == 2
    assert words in outcome.err


def test_a_target_is_for_subgames():
    outcome = halfmove("solve", "kuhn", "--target", "1")
    assert outcome.status == 2
    assert "--target is not for" in outcome.err
    assert outcome.err.endswith("it is for a subgame.\n")


@pytest.mark.slow_interpreted
def test_ctrl_c_keeps_what_there_is():
    code = "import sys; from halfmove.cli.main import main; sys.exit(main())"
    arguments = ["solve", "holdem-turn", *typed(TURN), "--iterations", "100000000"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    ) as process:
        assert "of memory" in process.stderr.readline()  # from here on Ctrl-C is heard
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "s, interrupted" in out
    assert "of the pot" in out


# ---- checkpoints
def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_never_stopped(tmp_path):
    tree, file = tree_of(RIVER), tmp_path / "river.npz"
    whole = PublicRun(tree)
    solve(whole, iterations=8)
    first = PublicRun(tree)
    solve(first, iterations=3, checkpoint=file)
    second = PublicRun(tree)
    found = solve(second, iterations=8, checkpoint=file)
    assert (second.iterations, found.exploitability) == (8, whole.judge().exploitability)
    assert second.seconds > first.seconds
    for p in range(2):
        assert np.array_equal(second.average[p], whole.average[p])
        assert np.array_equal(second.regret[p], whole.regret[p])
    again = PublicRun(tree)
    assert solve(again, iterations=8, checkpoint=file).exploitability == found.exploitability
    assert again.iterations == 8


def test_a_checkpoint_is_written_while_a_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.imperfect.public_solving.SAVE_EVERY", 0.0)
    tree, file = tree_of(RIVER), tmp_path / "river.npz"
    seen = []

    def stop():
        seen.append(file.exists())
        if len(seen) == 20:
            raise KeyError("as a process that is killed leaves it")
        return False

    with pytest.raises(KeyError):
        solve(PublicRun(tree), iterations=10_000, checkpoint=file, stop=stop)
    assert seen[-1]
    resumed = PublicRun(tree)
    resumed.load(file)
    assert 0 < resumed.iterations < 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pot": "20"}, "has pot 10"),
        ({"first": "AA, AhKh"}, "has first"),
        ({"algorithm": "cfr"}, "has algorithm discounted-cfr, and here it is cfr"),
    ],
)
def test_the_checkpoint_of_another_run_is_refused(tmp_path, change, words):
    file = tmp_path / "river.npz"
    solve(PublicRun(tree_of(RIVER)), iterations=1, checkpoint=file)
    algorithm = change.pop("algorithm", "discounted-cfr")
    other = PublicRun(tree_of(RIVER | change), algorithm)
    with pytest.raises(BadInput, match=words):
        solve(other, iterations=2, checkpoint=file)
    file.write_bytes(b"nothing")
    with pytest.raises(BadInput, match="is no checkpoint of a subgame"):
        solve(other, iterations=2, checkpoint=file)


def test_the_command_line_goes_on_from_a_checkpoint(tmp_path):
    file = str(tmp_path / "river.npz")
    command = ("solve", "holdem-river", *typed(RIVER), "--checkpoint")
    for iterations in (2, 5):
        ran = halfmove(*command, file, "--iterations", str(iterations), "--json")
        assert json.loads(ran.out)["iterations"] == iterations
    refused = halfmove(*command, str(tmp_path))
    assert (refused.status, "is a folder" in refused.err) == (2, True)
