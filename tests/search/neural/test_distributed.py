"""The search with a network in several processes: what is added up, what is shared out, and who dies."""

import os
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest
from told_networks import TTT, positions

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.load import load
from halfmove.search.montecarlo.findings import Candidate
from halfmove.search.neural.distributed import DistributedSearch, engine_of, merge_candidates
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import Options, options_from
from halfmove.search.neural.processes import Report, sendable
from halfmove.search.neural.searching import NetworkSearch
from halfmove.search.neural.varied import VariedJudge

pytestmark = pytest.mark.one_speed  # the game runs interpreted

GAME = interpreted(TTT)
NETWORK = Network.new(GAME, "tiny", seed=3)


def grown(engine, history, simulations):
    engine.prepare(history.state)
    engine.begin()
    engine.set_root(history.state, history)
    engine.grow(Limit(simulations=simulations))
    return {c.action: (c.visits, c.mean) for c in engine.candidates()}


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pids):
    until = time.monotonic() + 30
    while time.monotonic() < until and any(alive(pid) for pid in pids):
        time.sleep(0.05)
    return not any(alive(pid) for pid in pids)


# ---- what is added up


@pytest.mark.parametrize(("threads", "each"), [(1, 1), (2, 1), (5, 2)])
def test_threads_are_shared_out_among_the_processes(threads, each):
    engine = DistributedSearch(GAME, Options(processes=2), network=NETWORK, megabytes=16, threads=threads)
    assert engine._threads_each == each


def test_visits_and_values_of_two_trees_are_added_and_bounds_are_the_closer_ones():
    one, other = Candidate("a", 30, 0.6, -9, 5), Candidate("a", 10, 0.2, -3, 7)
    assert merge_candidates(one, other) == Candidate("a", 40, pytest.approx(0.5), -3, 5)
    assert merge_candidates(Candidate("a", 0, 0.5, -9, 9), other) == Candidate("a", 10, 0.2, -3, 7)
    assert merge_candidates(Candidate("a", 0, 0.5, -9, 9), Candidate("a", 0, 0.5, -9, 9)).mean == 0.5


def test_a_perturbed_policy_adds_up_to_one_and_values_stay():
    plain, states = NETWORK.judge.judge(positions(5)), positions(5)
    told = []
    for number in (1, 1, 2):
        varied = VariedJudge(NETWORK.encoding, NETWORK.evaluate())
        varied.reseed(7, number)
        told.append(varied.judge(states))
    sums = np.add.reduceat(told[0].shares, told[0].bounds[:-1])
    assert sums == pytest.approx(np.ones(5), abs=1e-5)
    assert (told[0].shares == told[1].shares).all()
    assert not np.allclose(told[0].shares, told[2].shares)
    assert not np.allclose(told[0].shares, plain.shares)
    assert (told[0].values == plain.values).all()


def test_a_sum_of_reports_has_their_counts():
    engine = DistributedSearch(GAME, Options(processes=3), network=NETWORK, megabytes=16)
    engine._lost += [
        Report((Candidate(4, 6, 0.5, -9, 9),), 6, 3, {"evaluated": 5}),
        Report(
            (Candidate(4, 2, 1.0, -9, 9), Candidate(0, 1, 0.0, -9, 9)), 3, 7, {"evaluated": 2}, solved=True
        ),
    ]
    assert [(c.action, c.visits, c.mean) for c in engine.candidates()] == [(4, 8, 0.625), (0, 1, 0.0)]
    assert [c.action for c in engine.candidates(only=[0])] == [0]
    assert (engine.simulations, engine.depth, engine.solved) == (9, 7, True)
    assert engine.statistics()["evaluated"] == 7


# ---- what is shared out


def test_two_processes_share_the_simulations_and_keep_their_trees():
    engine = DistributedSearch(GAME, Options(processes=2), network=NETWORK, megabytes=16, seed=5)
    history = History(GAME)
    found = grown(engine, history, 81)
    (other,) = engine.processes
    assert engine.simulations == sum(visits for visits, _ in found.values()) == 81
    assert other.report.simulations == 40
    alone = NetworkSearch(GAME, Options(), network=NETWORK, megabytes=16, seed=5)
    own = grown(alone, history, 41)
    theirs = {c.action: (c.visits, c.mean) for c in other.report.candidates}
    assert {a: n for a, (n, _) in own.items()} != {a: n for a, (n, _) in theirs.items()}
    for action, (visits, mean) in found.items():
        (n, own_mean), (m, their_mean) = own[action], theirs[action]
        assert visits == n + m
        assert mean * visits == pytest.approx(n * own_mean + m * their_mean)
    engine.clear()
    engine.reseed(5)
    assert grown(engine, history, 81) == found

    before = {c.action: c.visits for c in other.report.candidates}
    action = max(found, key=found.get)
    history.play(action)
    grown(engine, history, 2)
    kept = sum(c.visits for c in other.report.candidates)
    assert kept == before[action] - 1 + 1  # the visit that made the node, and one more
    pids = [other.process.pid]
    del engine
    assert gone(pids)


def test_a_process_that_dies_is_told_of_once_and_its_part_is_done():
    engine = DistributedSearch(GAME, Options(processes=2), network=NETWORK, megabytes=16)
    history = History(GAME)
    engine.prepare(history.state)
    os.kill(engine.processes[0].process.pid, signal.SIGKILL)
    with pytest.warns(RuntimeWarning, match=r"has died; the search goes on in 1\.$"):
        found = grown(engine, history, 50)
    with warnings.catch_warnings(action="error"):  # nothing is told again
        assert grown(engine, history, 60)
    assert sum(visits for visits, _ in found.values()) == 50
    assert engine.statistics()["processes"] == 1


def test_a_proof_and_a_stop_end_all_processes():
    engine = DistributedSearch(GAME, Options(processes=2), network=NETWORK, megabytes=16)
    state, actions = hm.position(GAME, moves="a1 b1 a2 b2 c3 c1")
    started = time.monotonic()
    grown(engine, History(GAME, actions=actions), 10_000_000)
    assert engine.solved
    assert all(worker.report.ended for worker in engine.processes)
    assert time.monotonic() - started < 60
    assert state


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_whichever_way_a_command_ends_no_process_is_left(how, tmp_path):
    file = tmp_path / "ttt.safetensors"
    NETWORK.save(file)
    words = [
        "analyze",
        "tictactoe",
        "--network",
        str(file),
        "--option",
        "processes=2",
        "--simulations",
        "9999999",
    ]
    program = "import sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"
    environment = {**os.environ, "HALFMOVE_JIT": "0", "HALFMOVE_COMPILE": "here"}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    children, until = [], time.monotonic() + 60
    while not children and time.monotonic() < until:
        time.sleep(0.1)
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(process.pid)],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        children = [int(row.split()[0]) for row in listed.splitlines() if "neural.worker" in row]
    assert len(children) == 1
    time.sleep(0.3)
    process.send_signal(how)
    process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert gone(children)


# ---- which games, which options


def test_a_users_own_game_is_found_by_the_other_process(tmp_path):
    path = tmp_path / "nim21.py"
    path.write_text(
        "import halfmove as hm\n"
        "class Twentyone(hm.Game):\n"
        "    compiled = False\n"
        "    def initial(self): return (9, 0)\n"
        "    def to_move(self, s): return s[1]\n"
        "    def actions(self, s): return [n for n in (1, 2, 3) if n <= s[0]]\n"
        "    def result(self, s, a): return (s[0] - a, 1 - s[1])\n"
        "    def is_terminal(self, s): return s[0] == 0\n"
        "    def utility(self, s, player): return 1 if s[1] != player else -1\n"
    )
    game = load(path)
    engine = DistributedSearch(game, Options(processes=2), network=Network.new(game, "tiny"), megabytes=16)
    found = grown(engine, History(game), 12)
    assert (sum(n for n, _ in found.values()), len(engine.processes)) == (12, 1)


def test_what_other_processes_cannot_have_is_refused_or_left_out():
    class Local(type(TTT)):
        pass

    with pytest.raises(BadInput, match="defined where other processes cannot find it; put it into a file"):
        sendable(Local())
    equipped = hm.game("chess")
    equipped.endings_at = 4096  # an address in this process's memory
    assert sendable(equipped).endings_at == 0
    assert equipped.endings_at == 4096


def test_options(tmp_path):
    NETWORK.save(tmp_path / "n.safetensors")
    one = engine_of(GAME, Options(file=str(tmp_path / "n.safetensors")), megabytes=16)
    assert type(one) is NetworkSearch
    assert options_from({"processes": "2"}).processes == 2
    for text in ("0", "65", "-1"):
        with pytest.raises(
            BadInput, match=rf"'processes' must be a whole number from 1 to 64, not '{text}'\."
        ):
            options_from({"processes": text})
    with pytest.raises(BadInput, match="goes with selection=puct: Gumbel's sequential halving needs all"):
        options_from({"processes": "2", "selection": "gumbel"})
