"""The numbers of the selective search: read, refused, and heeded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.search.alphabeta.selective import parameters
from halfmove.search.alphabeta.selective.parameters import (
    BY_NAME,
    PARAMETERS,
    make_parameters,
    read_parameters,
    write_parameters,
)
from halfmove.search.alphabeta.threads import Engine

VALUES = st.fixed_dictionaries(
    {}, optional={p.name: st.integers(min_value=p.least, max_value=p.most) for p in PARAMETERS}
)


@given(VALUES)
def test_round_trip(values):
    assert read_parameters(write_parameters(values)) == values


def test_places_and_ranges():
    assert len(BY_NAME) == len(PARAMETERS)
    for number, parameter in enumerate(PARAMETERS):
        assert parameter.least <= parameter.value <= parameter.most
        assert 0 < parameter.step <= parameter.most - parameter.least
        assert make_parameters({})[number] == parameter.value
    places = {"aspiration": "aspiration_margin"}
    for number, parameter in enumerate(PARAMETERS):
        name = places.get(parameter.name, parameter.name.replace("-", "_"))
        assert getattr(parameters, name.upper()) == number, parameter.name


def test_a_file(tmp_path):
    file = tmp_path / "search.toml"
    file.write_text("razor-ply = 2000  # a comment\nstatic-ply = 900\n")
    assert read_parameters(str(file)) == {"razor-ply": 2000, "static-ply": 900}
    file.write_text("razor-ply = ")
    with pytest.raises(BadInput, match="is not TOML"):
        read_parameters(str(file))


@pytest.mark.parametrize(
    "text", ["razor", "razor-ply", "razor-ply:", "razor-ply:x", "razor-ply:1", "razor-ply:٣"]
)
def test_what_is_none(text):
    with pytest.raises(BadInput, match="razor"):
        read_parameters(text)


def test_the_engine_heeds_them():
    game = hm.game("checkers")
    nodes = []
    for values in ({}, {"count-base": 1024, "count-square": 200}):
        engine = Engine(game, megabytes=1, parameters=values)
        [*_, last] = hm.deepen(game, limit=hm.Limit(depth=6), memory=engine)
        nodes.append(last.nodes)
    assert nodes[0] != nodes[1]


def test_a_games_own_are_taken_unless_others_are_given():
    game = hm.game("checkers")
    object.__setattr__(game, "search_parameters", lambda: {"razor-ply": 1000, "static-ply": 500})
    memory = Engine(game, megabytes=1, parameters={"static-ply": 600}).memories[0]
    assert memory.parameters[parameters.RAZOR_PLY] == 1000
    assert memory.parameters[parameters.STATIC_PLY] == 600


def test_a_game_without_a_selective_search_has_none():
    with pytest.raises(BadInput, match="not searched selectively"):
        hm.analyze("tictactoe", options={"parameters": "razor-ply:1000"})
