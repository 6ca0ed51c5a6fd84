"""What networks are made of: sizes that can be reckoned by hand, names, presets, what is refused."""

import math

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import PRESETS, Architecture, preset, values_of
from halfmove.search.neural.initial import draw_parameters

pytestmark = pytest.mark.one_speed


def encoding(name: str, **parameters: int) -> Encoding:
    return Encoding(hm.game(name, **parameters))


def test_a_small_tower_has_the_parameters_counted_by_hand():
    a = Architecture(
        planes=2, rows=3, columns=3, policy=9, values=1, blocks=1, filters=4,
        policy_filters=2, value_filters=1, value_units=5,
    )  # fmt: skip
    shapes = a.parameters()
    stem = 4 * 2 * 9 + 16
    block = 2 * (4 * 4 * 9 + 16)
    policy = 2 * 4 + 8 + 9 * 18 + 9
    value = 4 + 4 + 5 * 9 + 5 + 5 + 1
    assert a.size == stem + block + policy + value
    assert shapes["blocks.0.conv2.weight"] == (4, 4, 3, 3)
    assert shapes["policy.dense.weight"] == (9, 18)
    assert shapes["blocks.0.norm2.running_var"] == (4,)


def test_alphago_has_13_layers_of_192_filters_the_first_of_5_by_5():
    shapes = preset("alphago-policy", encoding("go")).parameters()
    kernels = [shape for name, shape in shapes.items() if len(shape) == 4]
    assert len(kernels) == 13
    assert kernels[0] == (192, 9, 5, 5)
    assert set(kernels[1:12]) == {(192, 192, 3, 3)}
    assert kernels[12] == (1, 192, 1, 1)
    assert shapes["policy.points"] == (361,)  # a bias for each point
    value = preset("alphago-value", encoding("go")).parameters()
    assert value["value.conv.weight"] == (1, 192, 1, 1)
    assert value["value.dense1.weight"] == (256, 361)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("game", ["tictactoe", "connect4", "chess", "go", "pig", "nim"])
def test_every_preset_fits_every_game_and_survives_as_text(game, name):
    told = encoding(game)
    a = preset(name, told, filters=8)
    assert a.fits(told)
    assert Architecture.from_text(a.to_text()) == a
    assert a.size == sum(math.prod(shape) for shape in a.parameters().values())


def test_a_policy_on_the_board_is_made_of_planes_and_a_pass_of_pooled_filters():
    chess = preset("small", encoding("chess"))
    assert (chess.policy_head, chess.parameters()["policy.planes.weight"]) == ("planes", (73, 32, 1, 1))
    go = preset("small", encoding("go"))
    assert go.parameters()["policy.dense.weight"] == (1, 32)
    assert preset("small", encoding("connect4")).policy_head == "dense"


def test_options_bring_their_layers():
    a = preset("tiny", encoding("connect4"), squeeze=4, pooling=2, auxiliary=("reply", "plies"))
    shapes = a.parameters()
    assert shapes["blocks.1.squeeze.dense2.weight"] == (32, 4)
    assert "blocks.0.pool.conv.weight" not in shapes
    assert shapes["blocks.1.pool.dense.weight"] == (16, 32)
    assert shapes["reply.dense.weight"] == shapes["policy.dense.weight"]
    assert shapes["plies.dense2.weight"] == (1, 32)


def test_values_are_the_movers_or_each_players():
    assert values_of(hm.game("connect4")) == 1
    assert values_of(hm.game("pig", players=3)) == 3


def test_first_parameters_repeat_with_the_seed_and_do_not_depend_on_other_parts():
    told = encoding("connect4")
    one, again = (draw_parameters(preset("tiny", told), 7) for _ in range(2))
    other = draw_parameters(preset("tiny", told, squeeze=4), 7)
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert not np.array_equal(
        one["stem.conv.weight"], draw_parameters(preset("tiny", told), 8)["stem.conv.weight"]
    )
    weights = draw_parameters(preset("medium", told), 1)["blocks.3.conv1.weight"]
    assert weights.dtype == np.float32
    assert weights.std() == pytest.approx(math.sqrt(2 / (64 * 9)), rel=0.02)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"filters": 0}, "'filters' is a whole number from 1"),
        ({"squeeze": True}, "'squeeze' is a whole number"),
        ({"kind": "transformer"}, "'kind' is one of tower"),
        ({"policy_head": "planes"}, "smaller than the board of 42 points"),
        ({"auxiliary": ("fate",)}, "auxiliary heads are of reply, plies"),
        ({"layers": 3}, "has no 'layers' to choose"),
        ({"planes": 3}, "has no 'planes' to choose"),
        ({"filters": 4096, "blocks": 256}, "is too large"),
    ],
)
def test_what_no_network_can_be_is_refused(changes, sentence):
    with pytest.raises(BadInput, match=sentence):
        preset("small", encoding("connect4"), **changes)


def test_a_name_that_is_none_is_refused_with_the_nearest():
    with pytest.raises(BadInput, match="did you mean 'small'"):
        preset("smal", encoding("connect4"))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"auxiliary": 1}', '{"auxiliary": [], "depth": 3}', "[" * 9999]
)
def test_an_architecture_that_cannot_be_read_is_refused(text):
    with pytest.raises(BadInput, match="cannot be read"):
        Architecture.from_text(text)


def test_products_are_counted_by_hand():
    """A tower of one block of 2 filters over 3 planes of 4 points: convolutions at each point, dense layers
    once."""
    a = Architecture(
        planes=3, rows=2, columns=2, policy=5, values=1, blocks=1, filters=2, policy_filters=1,
        value_filters=1, value_units=6, policy_head="dense",
    )  # fmt: skip
    tower = 4 * (3 * 2 * 9 + 2 * 2 * 2 * 9)
    heads = 4 * (2 * 1 + 2 * 1) + 4 * 5 + 4 * 6 + 6 * 1
    assert a.products == tower + heads
