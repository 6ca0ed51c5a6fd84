"""How much memory a server keeps of pages that nobody connects to, and of games over HTTP.

    python tests/page_memory.py PAGES GAMES     # prints the growth in megabytes, of pages and of games

What is imported and cached once is not counted: a first round comes before.
"""

import asyncio
import gc
import os
import sys
from pathlib import Path

import httpx

from halfmove.cli.main import COLLECT_AFTER
from halfmove.web.catalogue import Catalogue
from halfmove.web.pages.waiting import MOST
from halfmove.web.server import Server, application

PATHS = ("/play/connect4", "/", "/lab", "/analyse/tictactoe")
COLUMNS = 7


def resident() -> float:
    """Megabytes of this process, with the garbage that it has not collected by itself."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def open_pages(client: httpx.AsyncClient, number: int) -> None:
    for i in range(number):
        answer = await client.get(PATHS[i % len(PATHS)])
        assert answer.status_code == 200, answer.text[:500]


async def play_games(client: httpx.AsyncClient, number: int) -> None:
    """Games of three moves, each another one, and left there."""
    for i in range(number):
        moves = [str(1 + i // COLUMNS**k % COLUMNS) for k in range(3)]
        answer = await client.post("/api/positions", json={"game": "connect4", "moves": moves})
        assert answer.status_code == 200, answer.text[:500]


async def main(pages: int, games: int) -> None:
    app = application(Server(Catalogue()))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=None) as client,
    ):
        gc.freeze()  # as `serve` does, and the command line
        gc.set_threshold(COLLECT_AFTER, 10, 10)
        await open_pages(client, 2 * MOST)
        await play_games(client, 100)
        before = resident()
        await open_pages(client, pages)
        between = resident()
        await play_games(client, games)
        print(f"{between - before:.1f} {resident() - between:.1f}")


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
