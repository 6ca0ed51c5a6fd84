"""One network for boards of several sizes: what serves them all, windows for each, norms of all together."""

import numpy as np
import pytest
from drawn_samples import positions
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.batch import Batches
from halfmove.learn.learner.in_numpy import InNumPy
from halfmove.learn.learner.settings import LearnerSettings
from halfmove.learn.runs.boards import Boards
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.play import evaluate_of, join_games, list_backends
from halfmove.learn.runs.settings import find_usual_settings
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Options, Throughput
from halfmove.learn.variants import VariedGames
from halfmove.search.encoding import Encoding
from halfmove.search.neural import usual
from halfmove.search.neural.architecture import preset
from halfmove.search.neural.network import Network

SIZELESS = {
    "blocks": 1,
    "filters": 6,
    "policy_head": "planes",
    "value_head": "pooled",
    "auxiliary": ("owners", "score"),
}
NO_TORCH = "PyTorch, the extra 'train', is not installed"


def go(size, **parameters):
    return hm.interpreted(hm.game("go", size=size, **parameters))


def settings(**given):
    given = {"vary": {"width": ("3", "4"), "height": ("3", "4")}, "positions": 1} | given
    return find_usual_settings(GameReference("go", {"width": 3, "height": 3}), **given)


def test_an_architecture_without_places_serves_every_board():
    encoding = Encoding(go(3))
    sizeless = preset("tiny", encoding, **SIZELESS)
    assert sizeless.is_sizeless
    other = sizeless.on_board(Encoding(go(5)))
    assert (other.rows, other.columns, other.policy) == (5, 5, 26)
    assert other.parameters() == sizeless.parameters()
    assert other.on_board(encoding) == sizeless
    assert sizeless.on_board(Encoding(hm.game("tictactoe"))) is None
    for changes in ({"policy_head": "dense"}, {"value_head": "dense"}):
        placed = sizeless.with_changes(**changes)
        assert not placed.is_sizeless
        assert placed.on_board(Encoding(go(5))) is None
        assert placed.on_board(encoding) == placed


def test_a_network_says_the_same_of_a_position_wherever_its_file_was_made(tmp_path):
    path = tmp_path / "go.safetensors"
    made = Network.new(go(3), "tiny", seed=3, **SIZELESS)
    made.serves = {"width": [3, 5], "height": [3, 5]}
    made.save(path)
    for width, height in ((5, 5), (4, 3)):
        game = hm.interpreted(hm.game("go", width=width, height=height))
        network = Network.load(path, game)
        assert network.architecture.rows == height
        logits, _ = network.evaluate("numpy")(network.encoding.planes([game.initial()]))
        assert logits.shape == (1, width * height + 1)
        again = Network(game, network.architecture, made.parameters).evaluate("numpy")
        assert np.array_equal(again(network.encoding.planes([game.initial()]))[0], logits)
        network.save(tmp_path / "again.safetensors")
        assert Network.load(tmp_path / "again.safetensors", go(3)).architecture == made.architecture
        assert usual.game_of(tmp_path / "again.safetensors") == usual.name_of(go(3))
    with pytest.raises(BadInput, match=r"width 3 to 5, height 3 to 5.*, not for go.width=6"):
        Network.load(path, go(6))


def test_a_file_that_claims_more_than_its_layers_serve_is_refused(tmp_path):
    path = tmp_path / "go.safetensors"
    made = Network.new(go(3), "tiny")
    made.serves = {"width": [3, 5], "height": [3, 5]}
    made.save(path)
    with pytest.raises(BadInput, match=r"is not built for the planes and moves of go.width=4"):
        Network.load(path, go(4))


def play_games(count=6):
    variants = {hm.game("go", size=3): 1, hm.game("go", size=4): 1}

    def uniform(planes):
        points = planes.shape[2] * planes.shape[3]
        return np.zeros((len(planes), points + 1), np.float32), np.zeros((len(planes), 1), np.float32)

    play, games = VariedGames(variants, uniform, Options(games=4, simulations=2), seed=1), []
    while len({game.samples.variant[0] for game in games}) < 2 or len(games) < count:
        games += play.step()
    return games, play


def test_games_arrive_by_size_and_stand_in_a_window_each(tmp_path):
    games, play = play_games()
    arrivals = join_games(games, play.done)
    assert len(arrivals) == 2
    assert sum(arrival.games for arrival in arrivals) == len(games)
    assert sum((arrival.done for arrival in arrivals), Throughput()) == play.done
    boards = Boards(settings(), tmp_path)
    assert [board.encoding.shape[1:] for board in boards.all] == [(3, 3), (4, 3), (3, 4), (4, 4)]
    assert (tmp_path / "window").is_dir()
    assert (tmp_path / "window-4x4").is_dir()


def test_a_batch_has_of_each_size_its_part(tmp_path):
    given = settings(vary={"width": ("3", "3"), "height": ("3", "4")})
    boards = Boards(given, tmp_path)
    assert [board.encoding.shape[1:] for board in boards.all] == [(3, 3), (4, 3)]
    assert [game.height for game in boards.games] == [3, 4]
    for number, count in enumerate((60, 20)):
        samples = positions(hm.interpreted(boards.games[number]), count)
        samples.variant[:] = number
        boards.write(samples)
    assert boards.positions == 80
    parts = boards.draw(400, np.random.default_rng(1), 80, replies=False)
    assert [part.planes.shape[2:] for part in parts] == [(3, 3), (4, 3)]
    assert sum(map(len, parts)) == 400
    assert 250 < len(parts[0]) < 350
    assert parts[1].owners.points.shape == (len(parts[1]), 12)


def test_one_evaluates_for_all_sizes(tmp_path):
    path = tmp_path / "go.safetensors"
    made = Network.new(go(3), "tiny", seed=3, **SIZELESS)
    made.serves = {"width": [3, 5], "height": [3, 5]}
    made.save(path)
    evaluate = evaluate_of(go(3), path, "numpy", [go(5), go(3, komi=1)])
    for game in (go(3), go(5)):
        planes = Encoding(game).planes([game.initial()])
        alone = Network.load(path, game).evaluate("numpy")(planes)
        assert all(np.array_equal(a, b) for a, b in zip(evaluate(planes), alone, strict=True))


def test_a_server_holds_boards_of_one_size(monkeypatch):
    monkeypatch.setattr("halfmove.learn.runs.play.find_gpu", lambda: "a GPU")
    architecture = preset("tiny", Encoding(go(3)), **SIZELESS)
    assert list_backends("auto", [architecture], True)[:2] == ["server", "torch"]
    assert "server" not in list_backends("auto", [architecture], True, may_serve=False)


def sized_batches(sizes, count):
    batches = []
    for size in sizes:
        game = go(size)
        batches.append(Batches(Encoding(game)).make(positions(game, count), np.random.default_rng(size)))
    return batches


LIBRARIES = ["numpy", "torch"]


def learner(library, seed=1, **given):
    network = Network.new(go(3), "tiny", seed=seed, **{**SIZELESS, **given})
    how = LearnerSettings(owners_weight=0.6)
    if library == "numpy":
        return network, InNumPy(network.architecture, network.parameters, how)
    pytest.importorskip("torch", reason=NO_TORCH)
    from halfmove.learn.learner.in_torch import InTorch

    made = InTorch(network.architecture, network.parameters, how, device="cpu", precision="float32")
    return network, made


@pytest.mark.parametrize("library", LIBRARIES)
def test_parts_of_one_size_are_learnt_as_one_batch(library):
    """The norms' mean and variance, the losses and the gradients are those of all positions together."""
    _, whole = learner(library)
    _, parts = learner(library)
    (batch,) = sized_batches([3], 9)
    first, second = (cut(batch, rows) for rows in (slice(0, 4), slice(4, 9)))
    whole.step(batch, 1e-3)
    parts.step([first, second], 1e-3)
    (one,), (other,) = whole.read_losses(), parts.read_losses()
    assert other == pytest.approx(one, rel=1e-4, abs=1e-6)
    for name, array in whole.parameters().items():
        np.testing.assert_allclose(parts.parameters()[name], array, rtol=1e-3, atol=2e-5, err_msg=name)


def cut(batch, rows):
    """Some positions of a batch."""
    from dataclasses import fields, replace

    arrays = {f.name: getattr(batch, f.name) for f in fields(batch)}
    kept = {name: array[rows] for name, array in arrays.items() if isinstance(array, np.ndarray)}
    owners = batch.owners._replace(points=batch.owners.points[rows], weight=batch.owners.weight[rows])
    return replace(batch, **kept, owners=owners)


def test_both_libraries_learn_the_same_of_several_sizes():
    everything = {"pooling": 1, "squeeze": 3, "auxiliary": ("owners", "score", "plies")}
    (_, one), (_, other) = (learner(library, **everything) for library in LIBRARIES)
    batches = sized_batches([3, 5, 4], 7)
    for _ in range(2):
        one.step(batches, 1e-4)
        other.step(batches, 1e-4)
    for losses, others in zip(one.read_losses(), other.read_losses(), strict=True):
        assert losses == pytest.approx(others, rel=1e-3, abs=1e-5)
    one.settle([batches] * 2)
    other.settle([batches] * 2)
    for name, array in one.parameters().items():
        np.testing.assert_allclose(other.parameters()[name], array, rtol=1e-3, atol=3e-4, err_msg=name)


def test_the_gradients_of_several_sizes_are_those_of_finite_differences():
    network = Network.new(go(3), "tiny", seed=1, **{**SIZELESS, "pooling": 1})
    parameters = {name: array.astype(np.float64) for name, array in network.parameters.items()}
    batches, random = sized_batches([3, 4], 5), np.random.default_rng(2)

    def losses(values):
        made = InNumPy(network.architecture, values, LearnerSettings(), np.float64)
        found, gradients = made.gradients(batches)
        return found.policy + found.value + found.owners + found.score, gradients

    _, gradients = losses(parameters)
    for name, gradient in gradients.items():
        at = tuple(int(random.integers(size)) for size in gradient.shape)
        near = []
        for step in (1e-6, -1e-6):
            moved = {key: array.copy() for key, array in parameters.items()}
            moved[name][at] += step
            near.append(losses(moved)[0])
        assert (near[0] - near[1]) / 2e-6 == pytest.approx(gradient[at], rel=1e-3, abs=1e-7), name


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_learnt_of_several_sizes_is_played_on_each(library):
    """With the norms that several sizes have settled, play says of each what the learner meant."""
    network, made = learner(library)
    batches = sized_batches([3, 5], 30)
    for _ in range(60):
        made.step(batches, 3e-3)
    losses = made.read_losses()
    assert losses[-1].value < losses[0].value / 2
    assert losses[-1].owners < losses[0].owners / 1.5
    made.settle([batches] * 3)
    for batch, size in zip(batches, (3, 5), strict=True):
        game = go(size)
        architecture = network.architecture.on_board(Encoding(game))
        _, values = Network(game, architecture, made.parameters()).evaluate("numpy")(batch.planes)
        assert ((values - batch.values) ** 2).mean() < losses[0].value / 2


def train(folder, **given):
    options = {**SMALL, "policy_head": "planes", "window": "5000"} | given.pop("options", {})
    given = {"vary": {"height": "3,4"}, "parameters": {"width": 3, "height": 3}, "positions": 150} | given
    return hm.train("go", folder=folder, workers=0, options=options, **given)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_run_of_two_sizes_learns_moves_and_goes_on(tmp_path, library):
    if library == "torch":
        pytest.importorskip("torch", reason=NO_TORCH)
    trained = train(tmp_path / "run", positions=300, stop=None, options={"learner": library})
    path = RunFolder(trained.folder).best
    assert usual.served_of(usual._metadata(path)) == {"height": [3, 4]}
    for height in (3, 4):
        game = hm.game("go", width=3, height=height)
        assert Network.load(path, game).architecture.rows == height
    packed = tmp_path / "run.packed"
    hm.train(folder=trained.folder, pack=packed)
    hm.train(folder=tmp_path / "again", unpack=packed, workers=0)
    before, after = (Boards(trained.settings, folder) for folder in (trained.folder, tmp_path / "again"))
    for one, other in zip(before.all, after.all, strict=True):
        assert len(one.window) == len(other.window) > 0
        numbers = np.arange(one.window.oldest, one.window.written)
        left, right = one.window.read(numbers), other.window.read(numbers)
        assert all(np.array_equal(a, right.arrays()[name]) for name, a in left.arrays().items())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"policy_head": "dense"}, "boards of one size: .*add --option policy_head=planes --option value"),
        ({"value_head": "dense"}, "boards of one size: .*add --option policy_head=planes --option value"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, options, sentence):
    with pytest.raises(BadInput, match=sentence):
        train(tmp_path / "run", options=options)


def test_samples_of_a_game_that_is_not_among_its_variants_are_never_asked_for():
    """With one value for a parameter that differs from the game's own, planes are those of that value."""
    given = settings(vary={"komi": ("2.5",)})
    (game,) = [reference.open() for reference in given.variants()]
    samples = Samples.concatenate([positions(hm.interpreted(game), 5)])
    batch = Batches(Encoding(go(3)), variants=[Encoding(game)]).turn_samples(samples, np.zeros(5, int))
    alone = Batches(Encoding(game)).turn_samples(samples, np.zeros(5, int))
    assert np.array_equal(batch.planes, alone.planes)
