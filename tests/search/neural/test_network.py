"""A network's file, what is refused, and what a network says of states."""

import json
import struct

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.search.neural import file
from halfmove.search.neural.judge import Judge, softmax
from halfmove.search.neural.network import Network

C4 = hm.game("connect4")


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "c4.safetensors"
    network = Network.new(C4, "tiny", seed=4, squeeze=2, auxiliary=("plies",))
    network.made["recipe"] = "alphazero"
    network.save(path)
    return path, network


def test_what_was_saved_is_loaded(saved):
    path, network = saved
    again = hm.Network.load(path, hm.game("connect4"))
    assert again.architecture == network.architecture
    assert again.made == {"recipe": "alphazero"}
    assert list(again.parameters) == list(network.parameters)
    assert all(np.array_equal(again.parameters[n], p) for n, p in network.parameters.items())
    assert all(p.dtype == np.float32 and p.flags.writeable for p in again.parameters.values())


def test_safetensors_itself_reads_the_file(saved):
    safetensors = pytest.importorskip("safetensors")
    path, network = saved
    with safetensors.safe_open(path, framework="numpy") as opened:
        assert set(opened.keys()) == set(network.parameters)
        assert opened.metadata()["game"] == file.name_of(C4)


def changed(path, to, **metadata):
    """A copy of a file, with other metadata."""
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    header["__metadata__"] |= metadata
    told = json.dumps(header).encode()
    to.write_bytes(struct.pack("<Q", len(told)) + told + content[8 + size :])
    return to


def refused(path, sentence, game=C4):
    with pytest.raises(BadInput, match=sentence) as error:
        Network.load(path, game)
    assert "\n" not in str(error.value)
    assert str(error.value).endswith(".")


def test_a_network_of_another_game_or_board_is_refused(saved):
    path, _ = saved
    refused(path, "is for connect4.*, not for tictactoe", hm.game("tictactoe"))
    refused(
        path,
        r"is for connect4\?width=7&height=6, not for connect4\?width=5&height=6",
        hm.game("connect4", width=5),
    )


def test_what_a_broken_file_gets(saved, tmp_path):
    path, _ = saved
    content, other = path.read_bytes(), tmp_path / "other.safetensors"
    (size,) = struct.unpack("<Q", content[:8])

    def wrote(some):
        other.write_bytes(some)
        return other

    refused(tmp_path / "none.safetensors", "cannot be read: No such file")
    refused(tmp_path, "is no file")
    refused(wrote(b""), "is not a network")
    refused(wrote(b"# A page\n" * 1000), "is not a network")
    refused(wrote(content[:400]), "is cut short")
    refused(wrote(content[: 8 + size]), "is cut short or damaged")
    refused(wrote(content[:-4]), "is cut short or damaged")
    refused(wrote(content + b"more"), "is cut short or damaged")
    flipped = bytearray(content)
    flipped[-3] ^= 1
    refused(wrote(bytes(flipped)), "is damaged: its weights are not those that were saved")
    from safetensors.numpy import save

    refused(wrote(save({"weight": np.zeros(3, np.float32)})), "is not a network")


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"format": "other"}, "is not a network"),
        ({"version": "3"}, "is of version 3 of the file's format, and this Halfmove reads version 2"),
        ({"game": "Chess"}, "is for Chess, not for connect4"),
        ({"encoding": "{}"}, "another encoding of connect4"),
        ({"encoding": "["}, "another encoding of connect4"),
        ({"architecture": "{}"}, "cannot be read"),
        ({"weights": "0"}, "is damaged"),
    ],
    ids=str,
)
def test_metadata_that_do_not_fit_are_refused(saved, tmp_path, metadata, sentence):
    refused(changed(saved[0], tmp_path / "other.safetensors", **metadata), sentence)


def test_an_architecture_of_another_board_or_of_other_weights_is_refused(saved, tmp_path):
    path, network = saved
    wide = network.architecture.with_changes(columns=9).to_text()
    refused(changed(path, tmp_path / "a.safetensors", architecture=wide), "not built for the planes")
    deep = network.architecture.with_changes(blocks=3).to_text()
    refused(changed(path, tmp_path / "b.safetensors", architecture=deep), "weights of its own architecture")


def test_the_digest_of_an_encoding_changes_with_what_is_written():
    class Turned(type(C4)):
        def policy_index(self, s, a):
            return self.width - 1 - a

    class Painted(type(C4)):
        def write_planes(self, s, out, at):
            end = super().write_planes(s, out, at)
            out[at] = 50
            return end

    digests = {file.encoding_of(interpreted(g))["digest"] for g in (C4, Turned(), Painted())}
    assert len(digests) == 3


def test_weights_that_are_no_numbers_are_neither_saved_nor_loaded(tmp_path, monkeypatch):
    network, path = Network.new(C4, "tiny"), tmp_path / "nan.safetensors"
    network.parameters["value.dense1.bias"][3] = np.nan
    with pytest.raises(BadInput, match="not finite numbers is not saved"):
        network.save(path)
    assert not path.exists()
    with monkeypatch.context() as careless:
        careless.setattr(file.np, "isfinite", np.ones_like)
        network.save(path)
    refused(path, "has weights that are not finite numbers")


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path):
    network = Network.new(C4, "tiny")
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        network.save(tmp_path / "none" / "c4.safetensors")
    network.save(tmp_path / "c4.safetensors")
    network.save(tmp_path / "c4.safetensors")
    assert [p.name for p in tmp_path.iterdir()] == ["c4.safetensors"]


def test_parameters_of_another_architecture_are_refused():
    network = Network.new(C4, "tiny")
    with pytest.raises(BadInput, match="are not those of this network's architecture"):
        Network(C4, network.architecture.with_changes(blocks=1), network.parameters)
    with pytest.raises(
        BadInput, match=r"policy of 7 places, and connect4 is encoded by 2 planes of 6 × 8 and 8 places"
    ):
        Network(hm.game("connect4", width=8, height=6), network.architecture, network.parameters)


def test_onnx_is_written_with_how_it_was_made(saved, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    _, network = saved
    network.save_onnx(tmp_path / "c4.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "c4.onnx", providers=["CPUExecutionProvider"])
    assert [one.name for one in session.get_outputs()] == ["policy", "value"]
    assert session.get_modelmeta().custom_metadata_map == {"recipe": "alphazero"}


# ---- what it says of states


def walked(game, seed, plies=30):
    """States of a random game in which a player is to move."""
    random, state, found = np.random.default_rng(seed), game.initial(), []
    while not game.is_terminal(state) and len(found) < plies:
        if game.to_move(state) >= 0:
            found.append(state)
            state = game.result(state, int(random.choice(list(game.actions(state)))))
        else:
            state = game.result(state, next(iter(game.actions(state))))
    return found


@pytest.mark.parametrize("name", ["connect4", "chess", "nim", "pig"])
def test_a_judge_masks_what_is_not_legal_and_asks_once(name):
    game = hm.game(name)
    network, states = Network.new(game, "tiny", seed=1), walked(game, 3)
    evaluate, calls = network.evaluate("numpy"), []

    def counted(planes):
        calls.append(len(planes))
        return evaluate(planes)

    found = Judge(network.encoding, counted).judge(states)
    assert calls == [len(states)]
    for number, state in enumerate(states):
        legal, places = network.encoding.places(state)
        logits, values = evaluate(network.encoding.planes([state]))
        wanted = np.exp(logits[0, places] - logits[0, places].max())
        shares = found.shares[found.bounds[number] : found.bounds[number + 1]]
        assert len(shares) == len(legal)
        assert shares == pytest.approx(wanted / wanted.sum(), abs=1e-5)
        assert found.movers[number] == game.to_move(state)
        assert found.values[number] == pytest.approx(values[0], abs=1e-5)


def test_the_softmax_is_over_the_legal_alone_and_does_not_overflow():
    logits = np.array([[1000.0, 0, 999, -1000], [0, 0, 0, 0]], np.float32)
    found = softmax(
        logits, np.array([0, 2, 1, 2, 3]), np.array([2, 3]), np.array([0, 1]), np.array([[2.0], [0.5]])
    )
    assert found.shares == pytest.approx([1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1)), 1 / 3, 1 / 3, 1 / 3])
    assert found.values.tolist() == [[1.0], [0.5]]


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "othello"])
def test_the_mean_over_all_symmetries_is_that_of_each_shown_alone(name):
    game = hm.game(name)
    network, states = Network.new(game, "tiny", seed=1), walked(game, 3)
    evaluate, encoding = network.evaluate("numpy"), network.encoding
    found = Judge(encoding, evaluate, "all").judge(states)
    for number, state in enumerate(states):
        shares, values = [], []
        for twin in range(game.symmetry_count):
            logits, told = evaluate(encoding.planes([state], [twin]))
            wanted = np.exp(logits[0, encoding.places(state, twin)[1]])
            shares.append(wanted / wanted.sum())
            values.append(told[0])
        assert found.shares[found.bounds[number] : found.bounds[number + 1]] == pytest.approx(
            np.mean(shares, axis=0), abs=1e-5
        )
        assert found.values[number] == pytest.approx(np.mean(values, axis=0), abs=1e-5)


def test_a_mirrored_position_is_judged_alike_only_with_all_symmetries():
    network = Network.new(C4, "tiny", seed=1)
    state = walked(C4, 5)[-1]
    pair = [state, C4.symmetric(state, 1)]
    count = len(list(C4.actions(state)))
    assert pair[0] != pair[1]
    assert count > 1
    for symmetries, alike in (("one", False), ("all", True)):
        found = Judge(network.encoding, network.evaluate("numpy"), symmetries).judge(pair)
        assert bool(np.allclose(found.shares[:count], found.shares[count:][::-1], atol=1e-6)) == alike
        assert bool(np.allclose(found.values[0], found.values[1], atol=1e-6)) == alike


def test_a_drawn_symmetry_is_one_of_them_and_follows_the_seed():
    network, states = Network.new(C4, "tiny", seed=1), walked(C4, 5)[-1:] * 32
    plain, mirrored = (
        Judge(network.encoding, network.evaluate("numpy")).judge([C4.symmetric(states[0], twin)])
        for twin in (0, 1)
    )
    judge, told = Judge(network.encoding, network.evaluate("numpy"), "random"), []
    for seed in (1, 1, 2):
        judge.reseed(seed)
        told.append(judge.judge(states).values[:, 0])
    assert (told[0] == told[1]).all()
    assert (told[0] != told[2]).any()
    near = [np.isclose(told[0], one.values[0, 0], atol=1e-6) for one in (plain, mirrored)]
    assert (near[0] ^ near[1]).all()
    assert near[0].any()
    assert near[1].any()


@pytest.mark.slow_interpreted
def test_a_judge_compiled_is_one_interpreted():
    told = []
    for game in (C4, interpreted(C4)):
        network = Network.new(game, "tiny", seed=2)
        found = Judge(network.encoding, network.evaluate("numpy"), "all").judge(walked(C4, 5))
        told.append([part.tolist() for part in found])
    assert told[0] == told[1]


def test_a_judge_of_several_players_tells_each_his_value():
    game = hm.game("pig", players=3)
    network = Network.new(game, "tiny")
    judge = Judge(network.encoding, network.evaluate("numpy"))
    states = walked(game, 1)[:2]
    for shares, values in judge(states, [list(game.actions(s)) for s in states]):
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert len(values) == 3
