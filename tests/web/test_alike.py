"""Histories that a viewer cannot tell apart are answered alike over HTTP, byte for byte.

Of a search only what its clock says is left out; every search ends at a number of simulations.
"""

import json
from dataclasses import replace
from types import SimpleNamespace

import httpx
import pytest
from look_alikes import GAMES, OVER, any_player, anybody, dealt, drawn, game_of, place
from served import PATIENCE
from usual import some

import halfmove as hm
from halfmove.arena.players import level
from halfmove.core.contract import SPECTATOR
from halfmove.search.algorithms import choose
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.workers.tasks import move
from halfmove.web.workers.worker import Link

pytestmark = pytest.mark.one_speed

SIMULATIONS = 200
CLOCKS = ("seconds", "nodes_per_second")
WANTED = [1, pytest.param(40, marks=pytest.mark.exhaustive)]


def is_quick(name):
    """A deal of bridge takes as long as those of all other games."""
    return name != "bridge"


each_game = pytest.mark.parametrize("name", GAMES)
few_and_many = pytest.mark.parametrize("wanted", WANTED)


def test_no_game_of_ours_that_hides_something_is_left_out():
    ours = [name for name, kind in hm.all_games().items() if kind.__module__.startswith("halfmove.")]
    assert {name for name in ours if hm.game(name).veiled} == GAMES.keys()


@pytest.fixture(scope="module")
def client(server):
    """One connection for all that is asked here."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as connection:
        yield connection


def asked(client, path, history, viewer, **more):
    who = "spectator" if viewer == SPECTATOR else viewer
    answer = client.post(path, json={**place(history), "viewer": who, **more})
    return answer.status_code, answer.text


def pairs(name, wanted):
    """Of both kinds, and for all viewers, so many."""
    found = [dealt(name, wanted, 1), drawn(name, wanted, 1), dealt(name, wanted, 1, who=anybody)]
    assert [len(some) for some in found] == [wanted] * 3
    return [pair for some in found for pair in some]


def alike(client, path, pair, **more):
    """The answer to both of a pair, which is the same."""
    one = asked(client, path, pair.one, pair.viewer, **more)
    assert asked(client, path, pair.other, pair.viewer, **more) == one
    return one


@each_game
@few_and_many
def test_a_position_and_its_picture_are_told_alike(client, name, wanted):
    for pair in pairs(name, wanted):
        for path in ("/api/positions?picture=true", "/api/positions?picture=true&below=1"):
            status, text = alike(client, path, pair)
            assert status == 200, text
            assert json.loads(text)["to_move"] == pair.one.mover
        everything = [asked(client, "/api/positions", history, "all")[1] for history in pair[:2]]
        assert everything[0] != everything[1]


@pytest.mark.parametrize("name", OVER)
@few_and_many
def test_what_an_end_leaves_hidden_is_told_alike(client, name, wanted):
    found = dealt(name, wanted, 1, who=any_player, over=True)
    assert len(found) == wanted
    for pair in found:
        status, text = alike(client, "/api/positions?picture=true", pair)
        assert status == 200
        assert json.loads(text)["over"]


@pytest.mark.parametrize("name", some(sorted(GAMES.keys() - {*OVER, "dark-chess"}), is_quick))
def test_elsewhere_the_end_leaves_nothing_hidden(name):
    assert not dealt(name, 1, 1, who=any_player, over=True)


def without_clocks(text):
    """An answer without what a clock says."""
    found = json.loads(text)
    for key in CLOCKS:
        found.pop(key, None)
    return json.dumps(found)


@pytest.mark.slow_interpreted
@each_game
@few_and_many
def test_a_search_finds_the_same(client, name, wanted):
    """All settings are fixed, and the other player has searched in between: nothing of that is kept."""
    limits = choose(game_of(name)).limits
    bound = {"simulations": SIMULATIONS} if "simulations" in limits else {"nodes": 10**6}
    for pair in (*dealt(name, wanted, 2), *drawn(name, wanted, 2)):
        found = []
        for history in (pair.one, pair.other):
            other = asked(client, "/api/analyses", history, "all", **bound)
            assert other[0] == 200, other
            status, text = asked(client, "/api/analyses", history, pair.viewer, **bound, lines=3)
            assert status == 200, text
            found.append(without_clocks(text))
        assert found[0] == found[1]
        assert json.loads(found[0])["position"] is None


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("name", some(GAMES, is_quick))
@few_and_many
def test_an_engine_moves_alike(monkeypatch, name, wanted):
    """At the levels, slips and all, in a worker of this process: here no clock ends their searches."""
    monkeypatch.setattr(level, "LEVELS", [replace(one, seconds=3600.0) for one in level.LEVELS])
    link = Link(SimpleNamespace(send=lambda message: None), Catalogue())
    for pair in (*dealt(name, wanted, 3), *drawn(name, wanted, 3)):
        for number in (1, 2):
            for seed in range(2):
                moves = [moved(link, history, number, seed) for history in pair[:2]]
                assert moves[0] == moves[1]
                assert moves[0]["move"] in [
                    pair.game.action_text(pair.one.state, action) for action in pair.one.legal()
                ]


def moved(link, history, number, seed):
    """What a worker answers who is asked for a move at a level."""
    said = place(history)
    where = position_reference(said["game"], said["parameters"], said["position"], said["moves"])
    return move.perform({"client": "a", "place": where, "level": number, "seed": seed}, link)


@each_game
def test_what_is_refused_is_refused_alike(client, name):
    """A search to another than the player to move, a search step by step, and a move that is none."""
    for pair in (*dealt(name, 1, 4), *drawn(name, 1, 4)):
        other = 1 - pair.viewer
        for path in ("/api/analyses", "/api/moves", "/api/rollouts", "/api/luck"):
            refused = {asked(client, path, history, other) for history in pair[:2]}
            assert len(refused) == 1, refused
            assert refused.pop()[0] == 422
        for path in ("/api/tree", "/api/simulate"):
            refused = {asked(client, path, history, pair.viewer) for history in pair[:2]}
            assert len(refused) == 1, refused
            assert refused.pop()[0] == 422
        for viewer in (pair.viewer, other, "spectator"):
            refused = set()
            for history in pair[:2]:
                said = place(history)
                said["moves"].append("no move")
                told = client.post("/api/positions", json={**said, "viewer": viewer})
                refused.add((told.status_code, told.text))
            assert len(refused) == 1
            assert refused.pop()[0] == 422


@pytest.mark.slow_interpreted
@each_game
def test_the_live_analysis_ends_with_the_same(server, name):
    limits = choose(game_of(name)).limits
    bound = {"simulations": SIMULATIONS} if "simulations" in limits else {"nodes": 10**6}
    with server.connect() as live:
        for pair in (*dealt(name, 1, 5), *drawn(name, 1, 5)):
            found = []
            for history in pair[:2]:
                live.send(**place(history), viewer=pair.viewer, **bound)
                last = live.last()
                assert last["kind"] == "done", last
                found.append(without_clocks(json.dumps(last["result"])))
            assert found[0] == found[1]
