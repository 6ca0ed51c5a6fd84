"""What networks say: NumPy's outputs against plain loops, and ONNX Runtime's against NumPy's."""

import json
import math
import time

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import PRESETS, Architecture, preset
from halfmove.search.neural.backends import evaluate_by
from halfmove.search.neural.blas import use_threads
from halfmove.search.neural.in_numpy import CHUNK, InNumPy
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.int8 import ranges_of, read_ranges
from halfmove.search.neural.network import Network

pytestmark = pytest.mark.one_speed


def trained(architecture, seed=1):
    """Parameters as after some training: no norm or bias is left as it began."""
    random, found = np.random.default_rng(seed), draw_parameters(architecture, seed)
    for name, array in found.items():
        if name.endswith("running_var"):
            found[name] = random.uniform(0.3, 2, array.shape).astype(np.float32)
        elif array.ndim == 1:
            found[name] = (array + random.normal(0, 0.3, array.shape)).astype(np.float32)
    return found


def planes(architecture, count, seed=2):
    a, random = architecture, np.random.default_rng(seed)
    return random.choice(np.array([0, 0, 100, -37], np.int8), (count, a.planes, a.rows, a.columns))


# ---- the oracle: one state, plain loops over the formulas


def convolved(x, p, conv, norm=""):
    weight = p[f"{conv}.weight"].astype(float)
    k = weight.shape[-1]
    _, rows, columns = x.shape
    padded = np.pad(x, ((0, 0), (k // 2,) * 2, (k // 2,) * 2))
    out = np.zeros((len(weight), rows, columns))
    for f, r, c in np.ndindex(out.shape):
        out[f, r, c] = (padded[:, r : r + k, c : c + k] * weight[f]).sum()
    if not norm:
        return out + p[f"{conv}.bias"][:, None, None]
    mean, variance = p[f"{norm}.running_mean"], p[f"{norm}.running_var"]
    out = (out - mean[:, None, None]) / np.sqrt(variance[:, None, None].astype(float) + 1e-5)
    return out * p[f"{norm}.weight"][:, None, None] + p[f"{norm}.bias"][:, None, None]


def dense(x, p, name):
    return p[f"{name}.weight"].astype(float) @ x + p[f"{name}.bias"]


def relu(x):
    return np.maximum(x, 0)


def expected(a, p, stack):
    """The logits and the value of a tower with all its options."""
    x = relu(convolved(stack / 100, p, "stem.conv", "stem.norm"))
    for i in range(a.blocks):
        y = convolved(x, p, f"blocks.{i}.conv1", f"blocks.{i}.norm1")
        if a.pooling and (i + 1) % a.pooling == 0:
            z = relu(convolved(x, p, f"blocks.{i}.pool.conv", f"blocks.{i}.pool.norm"))
            z = np.concatenate([z.mean(axis=(1, 2)), z.max(axis=(1, 2))])
            y = y + dense(z, p, f"blocks.{i}.pool.dense")[:, None, None]
        y = convolved(relu(y), p, f"blocks.{i}.conv2", f"blocks.{i}.norm2")
        if a.squeeze:
            z = relu(dense(y.mean(axis=(1, 2)), p, f"blocks.{i}.squeeze.dense1"))
            z = dense(z, p, f"blocks.{i}.squeeze.dense2")
            y = y / (1 + np.exp(-z[: a.filters, None, None])) + z[a.filters :, None, None]
        x = relu(x + y)
    if a.policy_head == "dense":
        logits = dense(relu(convolved(x, p, "policy.conv", "policy.norm")).ravel(), p, "policy.dense")
    else:
        z = relu(convolved(x, p, "policy.conv", "policy.norm"))
        logits = convolved(z, p, "policy.planes").ravel()
        if a.policy > len(logits):
            logits = np.concatenate([logits, dense(z.mean(axis=(1, 2)), p, "policy.dense")])
    held = relu(convolved(x, p, "value.conv", "value.norm"))
    v = np.concatenate([held.mean(axis=(1, 2)), held.max(axis=(1, 2))])
    v = v if a.value_head == "pooled" else held.ravel()
    value, *score = (
        np.tanh(dense(relu(dense(v, p, f"{name}.dense1")), p, f"{name}.dense2"))
        for name in ("value", "score")
        if f"{name}.dense1.weight" in p
    )
    owners = np.tanh(convolved(held, p, "owners.planes")).ravel() if "owners" in a.auxiliary else None
    return logits, value, owners, *score


@pytest.mark.parametrize(
    ("shape", "policy", "changes"),
    [
        ((2, 3, 4), 4, {}),
        ((2, 3, 4), 25, {"policy_head": "planes"}),
        ((2, 3, 4), 24, {"policy_head": "planes", "squeeze": 2}),
        ((3, 2, 5), 5, {"squeeze": 3, "pooling": 2}),
        ((70, 1, 1), 8, {"values": 3}),
        ((2, 3, 4), 13, {"policy_head": "planes", "value_head": "pooled", "auxiliary": ("owners", "score")}),
    ],
    ids=str,
)
def test_numpy_says_what_plain_loops_say(shape, policy, changes):
    told = {"values": 1, "blocks": 2, "filters": 6, "policy_filters": 3, "value_units": 5} | changes
    a = Architecture(planes=shape[0], rows=shape[1], columns=shape[2], policy=policy, **told)
    p, some = trained(a), planes(a, 3)
    logits, values = InNumPy(a, p)(some)
    assert (logits.dtype, values.dtype) == (np.float32, np.float32)
    for i in range(3):
        wanted, value, owners, *score = expected(a, p, some[i].astype(float))
        assert logits[i] == pytest.approx(wanted, abs=2e-4)
        assert values[i] == pytest.approx(value, abs=1e-4)
        heads = InNumPy(a, p).heads(some[i : i + 1])
        if "owners" in a.auxiliary:
            assert heads["owners"][0] == pytest.approx(owners, abs=1e-4)
            assert heads["score"][0] == pytest.approx(score[0], abs=1e-4)


def test_alphagos_networks_say_what_plain_loops_say():
    encoding = Encoding(hm.game("go", size=3))
    for name, layers in (("alphago-policy", "layers"), ("alphago-value", "value.layers")):
        a = preset(name, encoding, blocks=3, filters=5, policy_head="planes")
        p, some = trained(a), planes(a, 2)
        logits, values = InNumPy(a, p)(some)
        for i in range(2):
            x = some[i] / 100
            for layer in range(3):
                x = relu(convolved(x, p, f"{layers}.{layer}.conv"))
            if name == "alphago-policy":
                board = convolved(x, p, "policy.planes").ravel() + p["policy.points"]
                rest = dense(x.mean(axis=(1, 2)), p, "policy.dense")
                assert logits[i] == pytest.approx(np.concatenate([board, rest]), abs=1e-4)
                assert values[i] == 0
            else:
                v = relu(dense(convolved(x, p, "value.conv").ravel(), p, "value.dense1"))
                assert values[i] == pytest.approx(np.tanh(dense(v, p, "value.dense2")), abs=1e-4)
                assert not logits[i].any()


def test_alphagos_two_networks_in_one_say_what_each_says_alone():
    encoding = Encoding(hm.game("connect4"))
    both = preset("alphago-tiny", encoding)
    p, some = trained(both), planes(both, 3)
    logits, values = InNumPy(both, p)(some)
    parts = [both.with_changes(kind=f"alphago-{part}") for part in ("policy", "value")]
    assert both.parameters() == parts[0].parameters() | parts[1].parameters()
    alone = [InNumPy(a, {name: p[name] for name in a.parameters()})(some) for a in parts]
    assert np.array_equal(logits, alone[0][0])
    assert np.array_equal(values, alone[1][1])


def test_a_batch_says_of_each_state_what_it_says_of_it_alone():
    a = preset("tiny", Encoding(hm.game("connect4")), squeeze=4, pooling=1)
    evaluate, some = InNumPy(a, trained(a)), planes(a, CHUNK + 3)
    logits, values = evaluate(some)
    for i in (0, 1, CHUNK - 1, CHUNK, CHUNK + 2):
        one, value = evaluate(some[i : i + 1])
        assert one[0] == pytest.approx(logits[i], abs=1e-5)
        assert value[0] == pytest.approx(values[i], abs=1e-5)
    assert evaluate(some[:0])[0].shape == (0, 7)


GAMES = {"connect4": {}, "go": {"size": 5}, "chess": {}, "pig": {}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *((name, {}) for name in PRESETS),
        ("small", {"squeeze": 4}),
        ("small", {"pooling": 2}),
        ("tiny", {"squeeze": 3, "pooling": 1, "auxiliary": ("reply", "plies")}),
        ("tiny", {"value_head": "pooled", "auxiliary": ("owners", "score")}),
    ],
    ids=str,
)
def test_onnx_runtime_says_what_numpy_says(game, name, changes):
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed (the extra 'network')")
    narrow = {"filters": 24} if name == "large" or name.startswith("alphago") else {}
    a = preset(name, Encoding(hm.game(game, **GAMES[game])), **narrow, **changes)
    p, some = trained(a), planes(a, 5)
    slow, fast = (evaluate_by(backend, a, p) for backend in ("numpy", "onnx"))
    assert (slow.name, fast.name) == ("numpy", "onnx")
    for one, other in zip(slow(some), fast(some), strict=True):
        scale = max(1.0, float(abs(one).max()))
        assert other == pytest.approx(one, abs=1e-4 * scale)
        assert one.shape == other.shape
    assert fast(some[:0])[1].shape == (0, a.values)


@pytest.mark.parametrize(
    ("game", "name", "changes"),
    [
        ("connect4", "small", {}),
        ("go", "tiny", {}),
        ("chess", "tiny", {}),
        ("connect4", "small", {"pooling": 1}),
        ("go", "small", {"pooling": 2, "value_head": "pooled"}),
    ],
)
def test_whole_numbers_of_eight_bits_say_nearly_the_same(game, name, changes):
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed (the extra 'network')")
    rules = interpreted(hm.game(game, **GAMES[game]))
    network = Network.new(rules, name, seed=5, **changes)
    exact, fast = (network.evaluate("onnx", precision=p) for p in ("float32", "int8"))
    assert (exact.name, fast.name) == ("onnx", "onnx int8")
    some = network._calibration()[::7]
    logits, values = exact(some)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    near, worth = fast(some)
    others = np.exp(near - near.max(axis=1, keepdims=True))
    shares, others = (x / x.sum(axis=1, keepdims=True) for x in (shares, others))
    assert abs(shares - others).sum(axis=1).max() < 0.05
    assert abs(worth - values).max() < 0.05
    assert abs(worth - values).max() > 1e-6  # it is not float32 after all


def test_a_network_whose_file_says_so_plays_in_eight_bits(tmp_path):
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed (the extra 'network')")
    rules, path = interpreted(hm.game("go", size=5)), tmp_path / "go.safetensors"
    network = Network.new(rules, "tiny", value_head="pooled", auxiliary=("owners", "score"), seed=5)
    assert network.evaluate(precision="auto").name == "onnx"
    network.calibrate(network._calibration())
    network.save(path)
    again = Network.load(path, rules)
    assert again.ranges == network.ranges
    assert again.evaluate(precision="auto").name == "onnx int8"
    assert again.evaluate("numpy", precision="auto").name == "numpy"
    assert again.evaluate().name == "onnx"
    some = planes(network.architecture, 20)
    for one, other in zip(*(n.evaluate(precision="int8")(some) for n in (network, again)), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "3",
        "[[1]]",
        '[["relu", 0, 1]]',
        '[["convolve", 1, "x"]]',
        "[" * 9000,
        f'[["relu", 0, {"9" * 400}]]',
    ],
)
def test_ranges_that_are_not_the_networks_are_left_out(text):
    a = preset("tiny", Encoding(hm.game("connect4")))
    assert read_ranges(text, a) is None
    ranges = ranges_of(a, trained(a), planes(a, 4))
    assert read_ranges(json.dumps(ranges), a) == ranges
    wrong = [(name, high + 1, low) for name, low, high in ranges]
    assert read_ranges(json.dumps(wrong), a) is None
    endless = [(name, low, float("inf")) for name, low, high in ranges]
    assert read_ranges(json.dumps(endless), a) is None


def test_int8_is_refused_where_it_cannot_be(monkeypatch):
    rules = interpreted(hm.game("connect4"))
    with pytest.raises(BadInput, match="makes a network with squeeze no faster"):
        Network.new(rules, "tiny", squeeze=2).evaluate(precision="int8")
    network = Network.new(rules, "tiny")
    with pytest.raises(BadInput, match="int8 is for ONNX Runtime: leave backend=numpy out"):
        network.evaluate("numpy", precision="int8")
    with pytest.raises(BadInput, match="one of auto, float32, int8, not 'int4'"):
        network.evaluate(precision="int4")
    monkeypatch.setattr("halfmove.search.neural.backends.is_installed", lambda module: False)
    with pytest.raises(BadInput, match=r"install it with: .*pip install 'halfmove\[network\]'"):
        network.evaluate(precision="int8")


def test_numpy_takes_one_thread_unless_told():
    if not use_threads(1):
        pytest.skip("NumPy's library of this machine cannot be told how many threads to take")
    network = Network.new(interpreted(hm.game("connect4")), "medium")
    evaluate, some = network.evaluate("numpy"), planes(network.architecture, 64)
    evaluate(some)
    wall, spent = time.perf_counter(), time.process_time()
    for _ in range(5):
        evaluate(some)
    assert time.process_time() - spent < 1.2 * (time.perf_counter() - wall)


def test_auto_takes_onnx_runtime_where_it_is(monkeypatch):
    a = preset("tiny", Encoding(hm.game("tictactoe")))
    monkeypatch.setattr("halfmove.search.neural.backends.is_installed", lambda module: False)
    assert evaluate_by("auto", a, trained(a)).name == "numpy"
    with pytest.raises(BadInput, match="one of auto, onnx, numpy, not 'torch'"):
        evaluate_by("torch", a, trained(a))


def test_a_new_network_is_nearly_indifferent():
    a = preset("medium", Encoding(hm.game("connect4")))
    logits, values = InNumPy(a, draw_parameters(a, 3))(planes(a, 20))
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert shares.max() < 2.5 / 7
    assert abs(values).max() < 0.5
    assert math.isfinite(logits.sum())
