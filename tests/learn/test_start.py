"""A run that begins with the network of a file, on its own board or on another."""

import json

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.learn.runs.settings import RunSettings, find_usual_settings
from halfmove.learn.train import make_settings
from halfmove.search.neural.mixture import Mixture
from halfmove.search.neural.network import Network

SIZELESS = {"blocks": 1, "filters": 8, "policy_head": "planes", "value_head": "pooled"}


def drawn(folder, game, **architecture):
    """The file of a network drawn at random."""
    file = folder / "start.safetensors"
    Network.new(hm.interpreted(game), "tiny", seed=7, **architecture).save(file)
    return file


def train(folder, game="tictactoe", start="", **given):
    small = {key: text for key, text in SMALL.items() if key not in ("blocks", "filters")}
    options = {**small, "start": str(start), **given.pop("options", {})}
    return hm.train(game, folder=folder, workers=0, options=options, **{"positions": 40, **given})


def test_a_run_plays_and_keeps_on_from_what_the_file_holds(tmp_path, monkeypatch):
    file = drawn(tmp_path, hm.game("tictactoe"), blocks=1, filters=8)
    before = Network.load(file, hm.game("tictactoe"))
    trained = train(tmp_path / "run", start=file)  # over after the first step
    assert trained.network.architecture == before.architecture
    for name, array in before.parameters.items():
        if not name.endswith(("running_mean", "running_var")):
            np.testing.assert_allclose(trained.network.parameters[name], array, atol=1e-3)
    settings = RunSettings.read(tmp_path / "run" / "run.toml")
    assert settings.learning.start == str(file)

    monkeypatch.chdir(tmp_path)  # the path may be relative, and the same command goes on
    for positions in (400, 400):
        longer = train(tmp_path / "longer", start=file.name, positions=positions)
    weights = "stem.conv.weight"
    assert not np.allclose(longer.network.parameters[weights], before.parameters[weights], atol=1e-3)
    file.unlink()  # a run that has begun does not need it
    assert hm.train(folder=tmp_path / "longer").last.positions >= 400


def test_a_network_of_no_place_begins_a_run_on_another_board(tmp_path):
    file = drawn(tmp_path, hm.game("go", size=3), **SIZELESS)
    found = make_settings(
        GameReference("go", {"size": 4}), {"positions": 1}, None, {"start": str(file)}, None
    )
    assert found.network.is_sizeless
    assert (found.network.rows, found.network.filters) == (4, 8)
    start = found.read_start()
    assert start is not None
    assert start.architecture == found.network


@pytest.mark.parametrize(
    ("game", "architecture", "given", "said"),
    [
        ("tictactoe", {}, {"network": "small"}, "leave --network and its settings out"),
        ("tictactoe", {}, {"options": {"blocks": "5"}}, "leave --network and its settings out"),
        ("connect4", {}, {}, "is for connect4, not for tictactoe"),
        ("tictactoe", {}, {"recipe": "alphago"}, "begins with networks of its own"),
        ("tictactoe", {}, {"parameters": {"width": 4, "height": 4}}, "no run on another board"),
        ("tictactoe", {}, {"start": "nowhere.safetensors"}, "cannot be read"),
    ],
)
def test_what_cannot_begin_a_run_is_refused(tmp_path, game, architecture, given, said):
    file = drawn(tmp_path, hm.game(game), **architecture)
    with pytest.raises(BadInput, match=said):
        train(tmp_path / "run", **{"start": file, **given})
    assert not (tmp_path / "run").exists()


def test_a_run_begins_with_the_mixture_of_the_file(tmp_path):
    file = drawn(tmp_path, hm.game("tictactoe"), blocks=1, filters=8)
    network = Network.load(file, hm.game("tictactoe"))
    network.mixture = Mixture(0.5, 4)
    network.save(file)
    assert train(tmp_path / "run", start=file).network.mixture == Mixture(0.5, 4)


def test_a_file_whose_head_is_no_text_is_refused(tmp_path):
    file = drawn(tmp_path, hm.game("tictactoe"))
    content = file.read_bytes()
    size = int.from_bytes(content[:8], "little")
    head = json.loads(content[8 : 8 + size])
    head["__metadata__"]["game"] = 5
    told = json.dumps(head).encode()
    file.write_bytes(len(told).to_bytes(8, "little") + told + content[8 + size :])
    with pytest.raises(BadInput, match="is not a network of Halfmove's"):
        train(tmp_path / "run", start=file)


def test_a_short_name_with_the_usual_value_is_another_board_all_the_same():
    reference = GameReference("go", {"size": 9})
    settings = find_usual_settings(reference, positions=1, vary={"size": ("19",)})
    assert [game.width for game in (reference.open() for reference in settings.variants())] == [19]


def test_a_short_name_varies_what_it_stands_for():
    reference = GameReference("go", {"size": 3, "rules": "aga"})
    settings = find_usual_settings(reference, positions=1, vary={"size": ("3", "5", "5"), "komi": ("1", "2")})
    shares = {
        (game.width, game.height, game.komi, game.rules): share
        for game, share in ((reference.open(), share) for reference, share in settings.variants().items())
    }
    assert shares == {(3, 3, 1, "aga"): 1, (3, 3, 2, "aga"): 1, (5, 5, 1, "aga"): 2, (5, 5, 2, "aga"): 2}
    assert settings.serves() == {"width": [3, 5], "height": [3, 5], "komi": [1.0, 2.0]}
    assert RunSettings.from_sections(settings.sections()) == settings
