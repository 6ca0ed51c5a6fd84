"""The API on a Ray cluster: what a replica serves, and how it is put there, with a Ray of the tests' own."""

import asyncio
import sys
from types import SimpleNamespace

import httpx
import pytest

from halfmove.cli import serve as command
from halfmove.cli.serve import Serve
from halfmove.core.errors import BadInput
from halfmove.web import on_ray, server
from halfmove.web.server import OPEN
from halfmove.web.workers.pool import Bounds

pytestmark = pytest.mark.one_speed


@pytest.fixture
def replica(monkeypatch):
    """What a replica serves."""
    monkeypatch.setattr(server, "_server", None)
    app = command._make_api(Serve(host="0.0.0.0", ray="local"), OPEN, Bounds())

    def ask(method, path, **how):
        async def run():
            transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://board.example") as client:
                return await client.request(method, path, **how)

        return asyncio.run(run())

    return ask


def test_a_replica_has_the_api_without_the_pages(replica):
    answer = replica("POST", "/api/positions", json={"game": "tictactoe", "moves": ["b2"]})
    assert answer.json()["position"] == ".../.X./..."
    assert replica("POST", "/api/positions", json={"game": "ludo"}).status_code == 404
    assert replica("GET", "/play/tictactoe").status_code == 404
    assert replica("GET", "/health/live").json() == {"live": True}
    assert replica("GET", "/health").status_code == 503, "its first process for searches is not there yet"


@pytest.mark.parametrize("own", [True, False])
def test_it_is_put_on_the_cluster_and_taken_away_again(monkeypatch, own, capsys):
    calls = []

    def note(name, answer=None):
        def noted(*arguments, **how):
            calls.append((name, *arguments, how))
            return answer

        return noted

    class Serving:
        start, run, shutdown, delete = (note(name) for name in ("start", "run", "shutdown", "delete"))

        @staticmethod
        def ingress(build):
            assert build() == "the application"
            return lambda: "wrapped"

        @staticmethod
        def deployment(**how):
            calls.append(("deployment", how))
            return lambda wrapped: SimpleNamespace(bind=lambda: f"bound {wrapped}")

    monkeypatch.setitem(sys.modules, "ray.serve", Serving)
    monkeypatch.setattr(on_ray, "connect", lambda *_: (SimpleNamespace(shutdown=note("ray")), own))
    monkeypatch.setattr(on_ray.time, "sleep", interrupt)
    on_ray.serve_on("local", lambda: "the application", "127.0.0.1", 80, replicas=3, cores=2)
    assert "on 3 replicas" in capsys.readouterr().out
    assert ("start", {"http_options": {"host": "127.0.0.1", "port": 80}}) in calls
    [how] = [call[1] for call in calls if call[0] == "deployment"]
    assert (how["num_replicas"], how["ray_actor_options"]) == (3, {"num_cpus": 2})
    assert ("run", "bound wrapped", {"name": "halfmove", "route_prefix": "/"}) in calls
    ends = [("shutdown", {}), ("ray", {})] if own else [("delete", "halfmove", {})]
    assert calls[-len(ends) :] == ends


def interrupt(seconds):
    """Ctrl-C."""
    raise KeyboardInterrupt


def test_without_ray_serve_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray.serve", None)
    with pytest.raises(BadInput, match=r"pip install 'ray\[serve\]'"):
        on_ray._ray_serve()


def test_a_cluster_that_others_reach_is_meant():
    with pytest.raises(BadInput, match="--expose"):
        command.show(Serve(host="0.0.0.0", ray="local"), None)
