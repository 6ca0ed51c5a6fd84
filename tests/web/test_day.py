"""A table that is left open for a day keeps no more than in its first minutes."""

import asyncio
import gc
from types import SimpleNamespace

import httpx
import pytest
from nicegui import Client

from halfmove.web.board.page import BoardPage
from halfmove.web.catalogue import Catalogue
from halfmove.web.server import Server, application

pytestmark = pytest.mark.one_speed

DAY = 24 * 60 * 60
STEP = 10.0
"""Seconds between two looks at the clocks here; a page looks four times a second."""


async def opened(asked, path):
    """A page that was asked for, and its part of the server."""
    before = set(Client.instances)
    assert (await asked.get(path)).status_code == 200
    (client,) = [one for name, one in Client.instances.items() if name not in before]
    (page,) = [
        one.callback.__self__
        for one in client.elements.values()
        if isinstance(getattr(getattr(one, "callback", None), "__self__", None), BoardPage)
    ]
    return client, page


def leave_open(client, page, pass_time):
    """Objects that there are more after a day of looks than after the first hundred."""
    page.new_game.set_minutes("600")
    page.clock.run_for(0)
    for look in range(int(DAY / STEP)):
        pass_time(STEP)
        page._tick()
        client.outbox.messages.clear()  # sent
        client.outbox.updates.clear()
        if look == 100:
            gc.collect()
            early = len(gc.get_objects())
    gc.collect()
    return len(gc.get_objects()) - early


def test_tables_of_a_day(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("halfmove.web.board.clock.time", SimpleNamespace(monotonic=lambda: now[0]))

    def pass_time(seconds):
        now[0] += seconds

    async def main():
        app = application(Server(Catalogue()))
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=None) as asked,
        ):
            for path in ("/play/connect4?seats=you,you", "/play/leduc?seats=you,you"):
                client, page = await opened(asked, path)
                with client:
                    assert leave_open(client, page, pass_time) < 500
                assert page.table.over, "ten hours of the first player's clock are over"

    asyncio.run(main())
