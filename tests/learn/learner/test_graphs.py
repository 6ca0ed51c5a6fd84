"""Batches by captured graphs, on a fake GPU that does everything as late as it may."""

import numpy as np
import pytest
from drawn_samples import positions
from leaf_line import Line, play_alone, play_together

import halfmove as hm
from halfmove.learn.batch import Batches
from halfmove.learn.learner.graphs import SIZES, ByGraphs, list_sizes
from halfmove.learn.learner.in_torch import InTorch
from halfmove.learn.learner.settings import LearnerSettings
from halfmove.learn.selfplay import Options
from halfmove.learn.variants import split_games
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

torch = pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")

from fake_gpu import CUDAGraph, Recorder, fake_gpu  # noqa: E402  they need PyTorch
from torch._dynamo.exc import BackendCompilerFailed  # noqa: E402

pytestmark = pytest.mark.one_speed

GAME = hm.game("go", size=5)
ENCODING = Encoding(GAME)
MOST = 32
SHAPES = {
    "dense": {},
    "sizeless": {
        "policy_head": "planes",
        "value_head": "pooled",
        "pooling": 1,
        "auxiliary": ("owners", "score"),
    },
    "squeeze": {"squeeze": 4},
}


def network(seed, **changes):
    architecture = preset("tiny", ENCODING, **{"blocks": 2, "filters": 8} | changes)
    random = np.random.default_rng(seed)
    parameters = {
        name: random.uniform(0.2, 0.8, shape) - (0 if "running_var" in name else 0.5)
        for name, shape in architecture.parameters().items()
    }
    return Network(GAME, architecture, {name: array.astype(np.float32) for name, array in parameters.items()})


def states(count, seed):
    return np.random.default_rng(seed).integers(-100, 101, (count, *ENCODING.shape), dtype=np.int8)


def check(answers, of, planes):
    expected = of.evaluate("numpy")(planes)
    for found, right in zip(answers, expected, strict=True):
        assert np.allclose(found, right, atol=1e-4)


@pytest.fixture
def gpu(monkeypatch):
    with fake_gpu(monkeypatch):
        yield


@pytest.fixture
def device(gpu):
    return ByGraphs(torch, (MOST, *ENCODING.shape))


def begin(device, room, planes):
    device.room(room)[: len(planes)] = planes
    device.submit(room, len(planes))


@pytest.mark.parametrize("changes", SHAPES.values(), ids=SHAPES)
def test_batches_of_every_size_are_answered(device, changes):
    judge = network(1, **changes)
    device.load(judge)
    assert CUDAGraph.captured == SIZES
    assert "by graphs" in device.name
    for count in (1, 3, *list_sizes(MOST), 5, 17, 2):
        planes = states(count, count)
        begin(device, 0, planes)
        answers = device.collect(0)
        device.room(0)[:] = 77  # nobody reads it any more
        check(answers, judge, planes)
    assert CUDAGraph.captured == SIZES


def test_two_batches_are_under_way(device):
    judge = network(2)
    device.load(judge)
    first, second, third = states(9, 1), states(30, 2), states(4, 3)
    begin(device, 0, first)
    begin(device, 1, second)
    early = device.collect(0)
    begin(device, 0, third)  # in the room of the first, while the second is under way
    check(early, judge, first)
    check(device.collect(1), judge, second)
    check(device.collect(0), judge, third)


def test_a_new_network_goes_into_the_graphs_that_are_there(device):
    old, new, other = network(1), network(2), network(3, filters=6)
    device.load(old)
    before, after = states(11, 1), states(12, 2)
    begin(device, 0, before)  # started, but not done
    device.load(new)
    begin(device, 1, after)
    check(device.collect(0), old, before)
    check(device.collect(1), new, after)
    assert CUDAGraph.captured == SIZES
    begin(device, 0, before)
    device.load(other)  # of another architecture: captured anew
    begin(device, 1, after)
    check(device.collect(0), new, before)
    check(device.collect(1), other, after)
    assert CUDAGraph.captured == 2 * SIZES


def test_a_server_plays_by_graphs_on_boards_of_several_sizes(gpu, tmp_path):
    """Each group's games are those that it plays alone."""
    games = {hm.interpreted(hm.game("go", size=size)): 1 for size in (2, 3)}
    architecture = preset("tiny", Encoding(next(iter(games))), **SHAPES["sizeless"], blocks=1, filters=6)
    parameters = draw_parameters(architecture)
    judges = {
        Encoding(game).shape: Network(game, architecture.on_board(Encoding(game)), parameters)
        for game in games
    }
    groups = split_games(games, Options(games=4, simulations=5, answers=0, plies=12), 2)
    line = Line(
        tmp_path, lambda shape: ByGraphs(torch, shape), clients=2, boards=games, load=lambda _: judges
    )
    try:
        found = play_together(line, groups, 2, 2)
    finally:
        line.close()
    assert CUDAGraph.captured == 2 * SIZES
    for (client, slot), played in found.items():
        game, _, options = groups[slot]
        evaluate = judges[Encoding(game).shape].evaluate("numpy")
        alone = play_alone(game, evaluate, options, 10 * client + slot, 2)
        assert played[:2] == [one.actions for one in alone]


@pytest.mark.parametrize("sizes", [(5,), (3, 5)])
def test_a_learner_on_the_device_makes_the_steps_of_the_processor(gpu, sizes):
    """Of one size of board and of several; no number is asked for until the losses are read."""
    games = [hm.interpreted(hm.game("go", size=size)) for size in sizes]
    architecture = network(1, **SHAPES["sizeless"]).architecture
    parameters = draw_parameters(architecture)
    random = np.random.default_rng(4)
    batch = [Batches(Encoding(game)).make(positions(game, 12), random) for game in games]
    on_device, on_processor = (
        InTorch(architecture, parameters, LearnerSettings(), device=device, precision="float32")
        for device in ("cuda", "cpu")
    )
    for _ in range(3):
        with Recorder():
            on_device.step(batch, 0.01)
        on_processor.step(batch, 0.01)
    found, right = on_device.read_losses(), on_processor.read_losses()
    assert np.allclose(found, right, atol=1e-5)
    assert found[-1].value < found[0].value
    on_device.settle([batch])
    on_processor.settle([batch])
    for name, array in on_processor.parameters().items():
        assert np.allclose(on_device.parameters()[name], array, atol=1e-5)


@pytest.mark.parametrize("fails", ["forward", "backward"])
def test_a_learner_that_cannot_be_compiled_learns_without(gpu, monkeypatch, caplog, fails):
    """As where no C compiler is installed; the steps are the same."""

    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(context, x):
            return x.clone()

        @staticmethod
        def backward(context, gradient):
            raise BackendCompilerFailed("inductor", RuntimeError("no compiler"), None)

    def compile_badly(function):
        def compiled(planes):
            if fails == "forward":
                raise BackendCompilerFailed("inductor", RuntimeError("no compiler"), None)
            return {name: Fails.apply(head) for name, head in function(planes).items()}

        return compiled

    monkeypatch.setattr(torch, "compile", compile_badly)
    judge = network(1)
    batch = Batches(ENCODING).make(positions(hm.interpreted(GAME), 12), np.random.default_rng(4))
    learners = [
        InTorch(judge.architecture, judge.parameters, LearnerSettings(), device=device, precision="float32")
        for device in ("cuda", "cpu")
    ]
    for _ in range(2):
        for learner in learners:
            learner.step(batch, 0.01)
    assert caplog.text.count("cannot compile the learner's step here (RuntimeError: no compiler)") == 1
    found, right = (learner.read_losses() for learner in learners)
    assert np.allclose(found, right, atol=1e-5)
    for learner in learners:
        learner.settle([batch])  # the way there was gone twice, which moved the norms' means
    found, right = (learner.parameters() for learner in learners)
    assert all(np.allclose(found[name], array, atol=1e-5) for name, array in right.items())


def test_other_errors_of_a_step_are_not_taken_for_the_compilers(gpu, monkeypatch):
    monkeypatch.setattr(torch, "compile", lambda function: lambda planes: torch.zeros(2) @ torch.zeros(3))
    judge = network(1)
    batch = Batches(ENCODING).make(positions(hm.interpreted(GAME), 4), np.random.default_rng(4))
    with pytest.raises(RuntimeError, match="size"):
        InTorch(judge.architecture, judge.parameters, LearnerSettings(), device="cuda").step(batch, 0.01)
