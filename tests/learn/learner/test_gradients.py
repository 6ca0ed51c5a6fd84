"""Gradients: NumPy's against finite differences, PyTorch's against NumPy's."""

import gc
import weakref

import numpy as np
import pytest
from drawn_samples import after, positions

import halfmove as hm
from halfmove.learn.batch import Batches
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.learner.settings import BETAS, EPSILON, LearnerSettings, has_decay, is_trainable
from halfmove.learn.learner.tape import Tape
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

pytestmark = pytest.mark.one_speed


def learner_of(kind, architecture, parameters, settings=None):
    """A learner of this kind; the test is skipped where PyTorch is not there."""
    settings = settings or LearnerSettings()
    if kind == "numpy":
        return InNumPy(architecture, parameters, settings)
    pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    from halfmove.learn.learner.in_torch import InTorch

    return InTorch(architecture, parameters, settings, device="cpu", precision="float32")


EVERYTHING = {"blocks": 2, "filters": 6, "squeeze": 3, "pooling": 2, "auxiliary": ("plies", "reply")}
NETWORKS = {
    "tower": ("tiny", {}),
    "everything": ("tiny", EVERYTHING),
    "planes": ("tiny", {**EVERYTHING, "policy_head": "planes"}),
    "policy": ("alphago-policy", {"blocks": 3, "filters": 5}),
    "value": ("alphago-value", {"blocks": 3, "filters": 5, "value_units": 6}),
    "owners": ("tiny", {"blocks": 1, "filters": 5, "value_head": "pooled", "auxiliary": ("owners", "score")}),
}


def made(name, count=5):
    """A learner's architecture and parameters, and a batch of positions of tic-tac-toe, or of Go on 3 × 3."""
    game = hm.interpreted(hm.game("go", size=3) if name == "owners" else hm.game("tictactoe"))
    encoding = Encoding(game)
    chosen, changes = NETWORKS[name]
    architecture = preset(chosen, encoding, **changes)
    random = np.random.default_rng(5)
    parameters = {
        k: v + 0.1 * random.standard_normal(v.shape).astype(np.float32)
        for k, v in draw_parameters(architecture).items()
    }
    for key in parameters:
        if key.endswith("running_var"):
            parameters[key] = np.abs(parameters[key]) + 0.1
    samples = positions(game, count)
    return architecture, parameters, Batches(encoding).make(samples, random, after(samples))


@pytest.mark.parametrize("name", NETWORKS)
def test_the_gradients_are_those_of_finite_differences(name):
    architecture, parameters, batch = made(name)
    settings = LearnerSettings(value_weight=0.7, reply_weight=0.4, owners_weight=0.6)
    random = np.random.default_rng(1)

    def loss(values):
        found, _ = InNumPy(architecture, values, settings, np.float64).gradients(batch)
        auxiliary = 0.25 * found.plies + 0.4 * found.reply + 0.6 * (found.owners + found.score)
        return found.policy + 0.7 * found.value + auxiliary

    _, gradients = InNumPy(architecture, parameters, settings, np.float64).gradients(batch)
    assert set(gradients) == {key for key in parameters if is_trainable(key)}
    # along a random direction of each parameter, which no single number of it can hide from
    for key, gradient in gradients.items():
        along = random.standard_normal(gradient.shape)
        ends = []
        for sign in (1, -1):
            moved = {k: v.astype(np.float64) for k, v in parameters.items()}
            moved[key] = moved[key] + sign * 1e-6 * along
            ends.append(loss(moved))
        assert (ends[0] - ends[1]) / 2e-6 == pytest.approx((gradient * along).sum(), rel=2e-4, abs=1e-7), key


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("together", [1, 2, 3])
def test_a_batch_learnt_a_few_states_at_a_time_is_learnt_as_a_whole(name, together):
    """Norms have the mean and the variance of the whole batch: nothing differs but the order of sums."""
    architecture, parameters, batch = made(name, count=7)
    settings = LearnerSettings(value_weight=0.7, reply_weight=0.4)
    whole = InNumPy(architecture, parameters, settings, np.float64, together=len(batch))
    parts = InNumPy(architecture, parameters, settings, np.float64, together=together)
    (losses, gradients), (found, others) = whole.gradients(batch), parts.gradients(batch)
    assert found == pytest.approx(losses, rel=1e-12, abs=1e-15)
    for key, gradient in gradients.items():
        np.testing.assert_allclose(others[key], gradient, rtol=1e-9, atol=1e-13, err_msg=key)
    for _ in range(3):
        whole.step(batch, 1e-3)
        parts.step(batch, 1e-3)
    for key, array in whole.parameters().items():  # what norms keep, too
        np.testing.assert_allclose(parts.parameters()[key], array, rtol=1e-5, atol=1e-7, err_msg=key)


def test_in_single_precision_the_parts_of_a_batch_come_to_the_same():
    architecture, parameters, batch = made("everything", count=40)
    whole = InNumPy(architecture, parameters, LearnerSettings(), together=len(batch))
    parts = InNumPy(architecture, parameters, LearnerSettings(), together=3)
    (losses, gradients), (found, others) = whole.gradients(batch), parts.gradients(batch)
    assert found == pytest.approx(losses, rel=1e-4, abs=1e-5)
    for key, gradient in gradients.items():
        np.testing.assert_allclose(others[key], gradient, rtol=1e-3, atol=1e-5, err_msg=key)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_step_leaves_nothing_to_the_garbage_collector(name, monkeypatch):
    """It comes seldom where so few objects hold so much: tapes in a circle with their steps took 17 GB."""
    tapes = []

    class Watched(Tape):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            tapes.append(weakref.ref(self))

    monkeypatch.setattr("halfmove.learn.learner.in_numpy.Tape", Watched)
    architecture, parameters, batch = made(name)
    learner = InNumPy(architecture, parameters, LearnerSettings())
    gc.disable()
    try:
        learner.step(batch, 1e-3)
        learner.settle([batch])
        assert [tape() for tape in tapes] == [None, None]
    finally:
        gc.enable()


@pytest.mark.parametrize("name", NETWORKS)
def test_pytorch_learns_as_numpy_does(name):
    pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    from halfmove.learn.learner.in_torch import InTorch

    architecture, parameters, batch = made(name)
    settings = LearnerSettings(decay=0.1)
    numpy = InNumPy(architecture, parameters, settings)
    torch = InTorch(architecture, parameters, settings, device="cpu", precision="float32")
    losses, gradients = numpy.gradients(batch)
    torch.step(batch, 0.0)
    (found,) = torch.read_losses()
    length = np.sqrt(sum((gradient**2).sum() for gradient in gradients.values()))
    assert found == pytest.approx(losses._replace(gradient=length), rel=1e-4, abs=1e-5)
    clipped = min(1, settings.clip / length)
    for key, gradient in gradients.items():
        np.testing.assert_allclose(
            torch.tensors[key].grad.numpy(), clipped * gradient, rtol=2e-3, atol=2e-5, err_msg=key
        )


def test_pytorch_steps_as_numpy_does_and_takes_over_its_state():
    pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    from halfmove.learn.learner.in_torch import InTorch

    architecture, parameters, batch = made("everything")
    settings = LearnerSettings(decay=0.1)
    numpy = InNumPy(architecture, parameters, settings)
    torch = InTorch(architecture, parameters, settings, device="cpu", precision="float32")
    for _ in range(3):
        numpy.step(batch, 1e-3)
        torch.step(batch, 1e-3)
    torch.restore(numpy.state())
    assert all(np.array_equal(torch.state()[key], array) for key, array in numpy.state().items())
    for learner in (numpy, torch):
        learner.read_losses()
        learner.step(batch, 1e-3)
    (left,), (right,) = numpy.read_losses(), torch.read_losses()
    assert left == pytest.approx(right, rel=1e-3)
    for key, array in numpy.parameters().items():
        np.testing.assert_allclose(torch.parameters()[key], array, atol=1e-4, err_msg=key)


def test_losses_fall_and_a_restored_learner_goes_on_alike():
    architecture, parameters, batch = made("everything")
    learner = InNumPy(architecture, parameters, LearnerSettings())
    for _ in range(40):
        learner.step(batch, 3e-3)
    losses = learner.read_losses()
    assert len(losses) == 40
    assert learner.read_losses() == []
    assert losses[-1].policy < losses[0].policy / 4
    assert losses[-1].value < losses[0].value / 4
    assert losses[-1].reply < losses[0].reply / 4
    other = InNumPy(architecture, parameters, LearnerSettings())
    other.restore(learner.state())
    for one in (learner, other):
        one.step(batch, 1e-3)
    assert other.read_losses() == learner.read_losses()
    assert all(np.array_equal(other.parameters()[k], v) for k, v in learner.parameters().items())


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_a_loss_that_is_no_number_leaves_the_parameters(kind):
    architecture, parameters, batch = made("tower")
    learner = learner_of(kind, architecture, parameters)
    batch.values[0] = np.nan
    learner.step(batch, 1e-3)
    assert not np.isfinite(learner.read_losses()[0].gradient)
    assert all(
        np.array_equal(learner.parameters()[key], array)
        for key, array in parameters.items()
        if is_trainable(key)
    )


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_what_norms_keep_is_settled_by_the_batches_alone_and_nothing_else_moves(kind):
    architecture, parameters, batch = made("everything", count=40)
    learner = learner_of(kind, architecture, parameters)
    learner.settle([])
    assert all(np.array_equal(learner.parameters()[key], array) for key, array in parameters.items())
    learner.settle([batch] * 3)
    after = learner.parameters()
    for key, before in parameters.items():
        assert np.array_equal(after[key], before) == is_trainable(key), key
    # whatever was kept before, the first batch is all of it
    learner.settle([batch])
    for key, array in learner.parameters().items():
        np.testing.assert_allclose(array, after[key], rtol=1e-5, atol=1e-6, err_msg=key)
    # with the batch's own means the network says in play what it says in learning
    losses = InNumPy(architecture, after, LearnerSettings()).gradients(batch)[0]
    game = hm.interpreted(hm.game("tictactoe"))
    _, values = Network(game, architecture, after).evaluate("numpy")(batch.planes)
    assert ((values - batch.values) ** 2).mean() == pytest.approx(losses.value, rel=0.02)


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_norms_keep_a_mean_over_the_batches_that_settle_them(kind):
    """Of three batches, of which the later ones count more: 0.81, 0.9 and 1, by `MOMENTUM`."""
    architecture, parameters, batch = made("tower", count=30)
    samples = [made("tower", count=count)[2] for count in (10, 20)] + [batch]
    alone = []
    for one in samples:
        learner = learner_of(kind, architecture, parameters)
        learner.settle([one])
        alone.append(learner.parameters()["stem.norm.running_mean"])
    learner.settle(samples)
    mean = (0.81 * alone[0] + 0.9 * alone[1] + alone[2]) / 2.71
    np.testing.assert_allclose(learner.parameters()["stem.norm.running_mean"], mean, rtol=1e-5, atol=1e-6)


def test_the_fused_optimiser_steps_as_the_plain_one_did():
    """As PyTorch's own AdamW, one tensor after the other, with every gradient clipped by hand."""
    torch = pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    architecture, parameters, batch = made("everything")
    settings = LearnerSettings(decay=0.1, clip=0.5)
    learner, other = (learner_of("torch", architecture, parameters, settings) for _ in range(2))
    groups = [
        {"params": [t for n, t in other.tensors.items() if is_trainable(n) and has_decay(n, t.shape) == late],
         "weight_decay": 0.1 * late}
        for late in (True, False)
    ]  # fmt: skip
    plain = torch.optim.AdamW(groups, lr=3e-3, betas=BETAS, eps=EPSILON, foreach=False, fused=False)
    for _ in range(5):
        learner.step(batch, 3e-3)
        plain.zero_grad()
        other._losses([batch])[1].backward()
        learnt = [tensor for tensor in other.tensors.values() if tensor.requires_grad]
        length = torch.sqrt(sum((tensor.grad**2).sum() for tensor in learnt))
        for tensor in learnt:
            tensor.grad *= min(1.0, 0.5 / (float(length) + 1e-6))
        plain.step()
    for key, array in other.parameters().items():
        np.testing.assert_allclose(learner.parameters()[key], array, rtol=1e-5, atol=1e-6, err_msg=key)


def test_a_step_asks_the_device_for_nothing_until_losses_are_read(monkeypatch):
    """A GPU would be waited for with every number that is asked for."""
    torch = pytest.importorskip("torch", reason="PyTorch, the extra 'train', is not installed")
    architecture, parameters, batch = made("everything")
    learner = learner_of("torch", architecture, parameters)
    asked, pinned = [], []

    def ask(name):
        real = getattr(torch.Tensor, name)
        return lambda *given, **named: asked.append(name) or real(*given, **named)

    for name in ("item", "__float__", "__bool__", "tolist", "cpu", "numpy"):
        monkeypatch.setattr(torch.Tensor, name, ask(name))
    # as on a GPU: whatever goes there is pinned first
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda tensor: pinned.append(tensor.dtype) or tensor)
    learner._pinned = True
    for _ in range(3):
        learner.step(batch, 1e-3)
    assert asked == []
    assert len(pinned) >= 3 * len(("planes", "places", "legal", "shares", "values"))
    assert len(learner.read_losses()) == 3
    assert asked[0] == "cpu"
