"""Self-play on a Ray cluster, made here for the test; what is done about lost actors without one too."""

import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from command import halfmove
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.runs.actors import Actor, Answer, MachineActor
from halfmove.learn.runs.cluster import OnCluster
from halfmove.learn.runs.seats import Seat, is_by_machine, list_seats
from halfmove.learn.runs.worker import Orders
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("backend", "actor"),
    [("auto", "ray::Actor"), pytest.param("server", "ray::MachineActor", marks=pytest.mark.exhaustive)],
)
def test_a_run_on_a_cluster_goes_on_when_an_actor_is_killed(tmp_path, backend, actor):
    pytest.importorskip("ray", reason="Ray, the extra 'cluster', is not installed")
    seen, killed = [], []

    def see(report):
        seen.append(report)
        if report.positions and not killed:
            listed = subprocess.run(
                ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
            )
            ours = [row.split() for row in listed.stdout.splitlines()]
            parents = {int(row[0]): int(row[1]) for row in ours}
            # of the cluster that this test began: others may have actors of that name
            killed.extend(
                int(row[0])
                for row in ours
                if actor in " ".join(row[2:]) and parents.get(int(row[1])) == os.getpid()
            )
            killed.extend(child for child, parent in parents.items() if parent in killed)
            os.kill(killed[0], signal.SIGKILL)

    def stop():
        served = backend != "server" or any(report.server_time for report in seen)
        goes_on = any(r.restarted and r.positions_per_second for r in seen) and seen[-1].published > 1
        return served and goes_on

    options = {**SMALL, "reuse": "0.01", "publish": "32", "backend": backend}
    trained = hm.train(
        "tictactoe", folder=tmp_path, minutes=3, ray="local", workers=1, options=options, see=see, stop=stop
    )
    assert trained.last.restarted == 1
    assert trained.last.steps > 0
    assert any(report.server_time for report in seen) == (backend == "server")
    assert len(killed) == (3 if backend == "server" else 1)  # one that played, and the server
    while any(Path(f"/proc/{pid}").exists() for pid in killed):
        time.sleep(0.1)  # its processes end by themselves
    # the folder knows nothing of the cluster: the run goes on in this machine's processes
    assert hm.train("tictactoe", folder=tmp_path, stop=lambda: True).settings == trained.settings


def start_node(nodes, **needs):
    """Another node; on a busy machine Ray gives its own start up after half a minute, and is asked again."""
    for attempt in range(10):
        try:
            return nodes.add_node(object_store_memory=80_000_000, **needs)
        except Exception as error:
            if "timed out during startup" not in str(error) or attempt == 9:
                raise
    return None


@pytest.mark.slow_interpreted
@pytest.mark.exhaustive
def test_a_machine_is_lost_in_mid_run_and_another_joins_late(tmp_path, monkeypatch):
    """Two nodes of unequal size, both here; what is waited for are games, never a time."""
    pytest.importorskip("ray", reason="Ray, the extra 'cluster', is not installed")
    import ray
    from ray.cluster_utils import Cluster as Nodes

    monkeypatch.setattr("halfmove.learn.runs.cluster.LOOK", 0.2)
    nodes = Nodes()
    start_node(nodes, num_cpus=1)
    stages, lost, seen = [], [start_node(nodes, num_cpus=2)], []

    def count(stage):
        """Whether games arrived since the stage began; the first report after it may be of games before."""
        return len(seen) - stage > 2 and seen[-1].positions > seen[stage].positions

    def see(report):
        seen.append(report)
        begun = stages[-1] if stages else 0
        if not stages and report.positions and ray.available_resources().get("CPU", 0) == 0:
            nodes.remove_node(lost.pop(), allow_graceful=False)
            stages.append(len(seen) - 1)
        elif len(stages) == 1 and report.restarted >= 2 and count(begun):
            start_node(nodes, num_cpus=2)
            stages.append(len(seen) - 1)

    def stop():
        joined = len(stages) == 2 and count(stages[1])
        return joined and ray.cluster_resources()["CPU"] == 3 and ray.available_resources().get("CPU", 0) == 0

    try:
        trained = hm.train(
            "tictactoe", folder=tmp_path, minutes=9, ray=nodes.address, options={**SMALL, "reuse": "0.01"},
            see=see, stop=stop,
        )  # fmt: skip
    finally:
        nodes.shutdown()
    assert trained.last.restarted >= 2
    assert not trained.over


class Lost(Exception):
    """What the cluster says of an actor that is gone."""


class Bound(NamedTuple):
    """Of a machine."""

    machine: str
    soft: bool


class Cluster:
    """Ray as it is used here, in this process; actor number n is lost where `lost(n)`."""

    exceptions = SimpleNamespace(RayError=Lost)
    util = SimpleNamespace(scheduling_strategies=SimpleNamespace(NodeAffinitySchedulingStrategy=Bound))

    def __init__(self, lost=lambda number: False, machines=()):
        """Machines as pairs of cores and GPUs; they are called a, b, c …"""
        self.lost, self.made, self.ended, self._answers = lost, 0, 0, {}
        self.cores, self.asked = 0, []
        self.machines = {chr(ord("a") + i): machine for i, machine in enumerate(machines)}

    def put(self, value):
        return value

    def remote(self, **needs):
        self.asked.append(needs)
        return lambda kind: SimpleNamespace(remote=lambda *given: self._actor(kind(*given)))

    def nodes(self):
        return [
            {"NodeID": name, "Alive": True, "Resources": {"CPU": float(cores), "GPU": float(gpus)}}
            for name, (cores, gpus) in self.machines.items()
        ] + [
            {"NodeID": "gone", "Alive": False, "Resources": {}},
            {"NodeID": "head", "Alive": True, "Resources": {"memory": 1.0}},
        ]

    def _actor(self, actor):
        self.made += 1
        number = self.made

        def play(network):
            reference = object()
            self._answers[reference] = Lost("gone") if self.lost(number) else actor.play(network)
            return reference

        return SimpleNamespace(play=SimpleNamespace(remote=play))

    def cluster_resources(self):
        return {"CPU": float(self.cores)}

    def wait(self, references, num_returns=1, timeout=None):
        return references[:num_returns], references[num_returns:]

    def get(self, reference):
        answer = self._answers.pop(reference)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self, actor):
        self.ended += 1


@pytest.fixture
def orders(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.learn.runs.actors.TURN", 0.05)
    game = hm.game("tictactoe")
    architecture = preset("tiny", Encoding(game))
    Network(game, architecture, draw_parameters(architecture), {}).save(tmp_path / "current.safetensors")
    options = Options(games=4, simulations=4)
    return Orders(GameReference("tictactoe"), options, 1, tmp_path / "current.safetensors", "numpy")


def on(cluster, orders, workers=2, grows=False):
    return OnCluster(SimpleNamespace(ray=cluster, workers=workers, grows=grows), orders)


def games_of(play):
    return sum(arrival.games for _ in range(20) for arrival in play.take_games(0.0))


def test_actors_play_with_the_newest_network_and_end(orders, monkeypatch):
    taken, take = [], Actor._take_network
    monkeypatch.setattr(Actor, "_take_network", lambda self: (taken.append(self), take(self)))
    cluster = Cluster(lambda number: False)
    play = on(cluster, orders)
    arrived = [arrival for _ in range(20) for arrival in play.take_games(0.0)]
    assert sum(arrival.games for arrival in arrived) > 0
    assert all(len(arrival.samples) for arrival in arrived)
    assert len(taken) == 2  # once each, as the network has not changed
    play.publish()
    play.take_games(0.0)
    assert len(taken) == 4
    play.close()
    assert (cluster.made, cluster.ended, play.restarted) == (2, 2, 0)
    assert cluster.asked == [{"num_cpus": 1}] * 2


def test_a_lost_actor_is_replaced_and_too_many_end_the_run(orders):
    cluster = Cluster(lambda number: number == 1)
    play = on(cluster, orders)
    assert games_of(play) > 0
    assert (play.restarted, cluster.made) == (1, 3)
    play = on(Cluster(lambda number: True), orders)
    with pytest.raises(BadInput, match=r"The cluster's workers end before they have played a game: gone$"):
        games_of(play)


def test_a_machine_of_many_actors_may_be_lost_at_once(orders, monkeypatch):
    monkeypatch.setattr("halfmove.learn.runs.actors.TURN", 0.0)
    monkeypatch.setattr(Actor, "play", lambda self, network: Answer([]))
    play = on(Cluster(lambda number: 2 < number <= 34), orders, workers=34)
    play.take_games(0.0)
    assert play.restarted == 32


def test_cores_that_join_the_cluster_get_actors(orders, monkeypatch):
    monkeypatch.setattr("halfmove.learn.runs.cluster.LOOK", 0.0)
    monkeypatch.setattr(Actor, "play", lambda self, network: Answer([]))
    cluster = Cluster(lambda number: False)
    for grows, made in ((False, 2), (True, 5)):
        cluster.made, cluster.cores = 0, 2
        play = on(cluster, orders, grows=grows)
        play.take_games(0.0)
        assert cluster.made == 2
        cluster.cores = 5
        play.take_games(0.0)
        play.take_games(0.0)
        assert cluster.made == made


A_SERVER = Seat(16, 0, "a", is_machine=True)


@pytest.mark.parametrize(
    ("machines", "backend", "workers", "seats"),
    [
        ([(4, 0), (2, 0)], "auto", 0, [Seat()] * 6),
        ([(4, 0), (2, 0)], "auto", 9, [Seat()] * 9),
        ([(4, 0), (2, 1)], "int8", 0, [Seat()] * 6),
        ([(2, 0), (8, 1)], "auto", 0, [Seat(machine="a")] * 2 + [Seat(8, 1, "b", is_machine=True)]),
        (
            [(9, 2), (1, 2)],
            "auto",
            0,
            [Seat(4, 1, "a", is_machine=True)] * 2 + [Seat(1, 1, "b", is_machine=True)],
        ),
        ([(16, 0), (16, 1)], "server", 0, [A_SERVER, Seat(16, 1, "b", is_machine=True)]),
    ],
)
def test_seats_are_cores_or_machines_with_a_server(machines, backend, workers, seats):
    cluster = Cluster(machines=machines)
    cluster.cores = sum(cores for cores, _ in machines)
    by_machine = is_by_machine(cluster, backend)
    assert list_seats(cluster, backend, workers, by_machine=by_machine) == seats


class Source:
    """Processes of a machine."""

    made = []

    def __init__(self, orders, count, by_torch):
        self.orders, self.count, self.restarted = orders, count, 0
        self.made.append(self)

    def take_games(self, seconds):
        time.sleep(seconds)
        return [f"{self.orders.backend} {self.count} {self.orders.file.read_bytes().decode()}"]

    def close(self):
        self.made.remove(self)


@pytest.fixture
def sources(monkeypatch):
    monkeypatch.setattr(Source, "made", [])
    monkeypatch.setattr("halfmove.learn.runs.actors.start_processes", Source)
    monkeypatch.setattr("halfmove.learn.runs.cluster.LOOK", 0.0)
    return Source.made


def test_a_machine_plays_with_a_server_and_takes_over_new_networks(orders, sources):
    cluster = Cluster(machines=[(3, 1)])
    orders.file.write_text("first")
    play = on(cluster, replace(orders, backend="server"), grows=True)
    assert cluster.asked == [{"num_cpus": 3, "num_gpus": 1, "scheduling_strategy": Bound("a", False)}]
    assert set(play.take_games(0.0)) == {"server 3 first"}
    orders.file.write_text("second")
    play.publish()
    play.take_games(0.0)
    assert set(play.take_games(0.0)) == {"server 3 second"}
    assert len(sources) == 1
    play.close()
    assert (cluster.made, cluster.ended) == (1, 1)


def test_a_machine_with_a_gpu_has_a_server_if_pytorch_finds_the_gpu(orders, sources, monkeypatch):
    """And computes on its processor where it does not, or where the server cannot play."""
    orders = replace(orders, backend="auto")
    network = orders.file.read_bytes()
    orders.file.write_text("current")
    monkeypatch.setattr("halfmove.learn.runs.actors.is_installed", lambda name: True)
    monkeypatch.setattr("halfmove.learn.runs.actors.find_processor_backend", lambda *_: "own")
    monkeypatch.setattr("halfmove.learn.runs.actors.Network", SimpleNamespace(load=lambda *_: orders))
    monkeypatch.setattr(Orders, "architecture", "tower", raising=False)
    for gpu, by_torch, way in (("H200", True, "server"), ("", True, "own"), ("H200", False, "own")):
        monkeypatch.setattr("halfmove.learn.runs.actors.find_gpu", lambda gpu=gpu: gpu)
        assert MachineActor(orders, by_torch, 4).play(b"one").games == [f"{way} 4 one"]

    class Refuses(Source):
        def take_games(self, seconds):
            if self.orders.backend != "own":
                raise BadInput("The GPU has not enough memory.")
            self.restarted += 1
            return super().take_games(seconds)

    monkeypatch.setattr("halfmove.learn.runs.actors.start_processes", Refuses)
    monkeypatch.setattr("halfmove.learn.runs.actors.find_gpu", lambda: "H200")
    actor = MachineActor(orders, True, 4)
    assert actor.play(network) == Answer([])
    assert actor.play(b"two") == Answer(["own 4 two"], restarted=1)
    assert [source.orders.backend for source in sources] == ["server", "own", "own", "own"]
    asked = MachineActor(replace(orders, backend="server"), True, 4)
    assert asked.play(b"one").refused == "The GPU has not enough memory."


def test_so_many_workers_as_were_said_and_no_more(orders, sources):
    """Whatever the order in which Ray names the machines."""
    orders.file.write_text("first")
    cluster = Cluster(machines=[(16, 0), (16, 0)])
    play = on(cluster, replace(orders, backend="server"), workers=20)
    assert [asked["num_cpus"] for asked in cluster.asked] == [16, 4]
    cluster.machines = dict(reversed(cluster.machines.items())) | {"c": (8, 0)}
    play.take_games(0.0)
    play.take_games(0.0)
    assert cluster.made == 2
    play = on(cluster, replace(orders, backend="server"), workers=16)
    play.take_games(0.0)
    assert cluster.made == 3
    with pytest.raises(BadInput, match=r"^No machine of the cluster has a core for self-play now\.$"):
        on(Cluster(), replace(orders, backend="server"))


def test_a_machine_that_is_lost_is_left_out_and_another_joins(orders, sources):
    """Also where the number of workers was said; one that is still there starts anew."""
    lost = set()
    orders.file.write_text("first")
    cluster = Cluster(lost.__contains__, [(4, 0), (2, 0)])
    play = on(cluster, replace(orders, backend="server"), workers=6)
    assert cluster.made == 2
    lost.add(2)
    play.publish()
    play.take_games(0.0)  # the answers of before
    play.take_games(0.0)
    assert (cluster.made, play.restarted) == (3, 1)  # b is there
    lost.add(3)
    del cluster.machines["b"]
    play.take_games(0.0)
    play.take_games(0.0)
    assert (cluster.made, play.restarted) == (3, 2)
    lost.add(1)
    cluster.machines.clear()
    play.take_games(0.0)
    play.take_games(0.0)
    assert play.take_games(0.0) == []
    cluster.machines["c"] = 8, 0
    play.take_games(0.0)
    assert cluster.asked[-1]["scheduling_strategy"].machine == "c"
    assert cluster.asked[-1]["num_cpus"] == 6
    assert play.take_games(0.0)


def test_what_an_actor_refuses_ends_the_run(orders):
    orders.file.write_bytes(b"no network")
    play = on(Cluster(lambda number: False), orders, 1)
    with pytest.raises(BadInput, match=r"is not a network of Halfmove's"):
        play.take_games(0.0)
    assert play._ray.ended == 1


def test_what_is_wrong_with_a_cluster_leaves_no_folder(tmp_path):
    pytest.importorskip("ray", reason="Ray, the extra 'cluster', is not installed")
    done = halfmove(
        "train", "tictactoe", "-o", str(tmp_path / "a"), "--ray", "ray.example.invalid:6379", "--minutes", "1"
    )
    assert done.status == 2
    assert done.err.startswith("halfmove: There is no Ray cluster at 'ray.example.invalid:6379': ")
    with pytest.raises(BadInput, match=r"On a cluster --workers is 1 or more"):
        hm.train("tictactoe", folder=tmp_path / "a", minutes=1, workers=0, ray="local")
    with pytest.raises(BadInput, match=r"The recipe 'exact' does not play on a cluster: leave --ray out\."):
        hm.train("tictactoe", folder=tmp_path / "a", minutes=1, recipe="exact", ray="local")
    assert not (tmp_path / "a").exists()
