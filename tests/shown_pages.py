"""What the board's page is sent, in games that somebody at it cannot tell apart.

    python tests/shown_pages.py GAME PAIRS     # exits with 1, and says where, if anything differs

For each of a pair of histories a page is opened as a browser opens it, by a link in which the game is sealed,
and another on which the same game is played move by move.  Compared are the document, and after every move
all that goes over the page's socket.  What is random in them is named: the UUIDs of the page, its listeners
and downloads, which are numbered in the order in which they come up, and what a link seals, which becomes its
length.
"""

import asyncio
import json
import re
import sys

import httpx
from look_alikes import GAMES, OVER, Pair, any_player, anybody, dealt
from nicegui.outbox import deleted

from halfmove.core.contract import SPECTATOR
from halfmove.web.board import page as board_page
from halfmove.web.catalogue import Catalogue
from halfmove.web.server import Server, application, here

ORIGIN = "http://localhost"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
opened = []


class Kept(board_page.BoardPage):
    """The page, which the test finds again."""

    def __init__(self, table, mode):
        super().__init__(table, mode)
        opened.append(self)


def normal(text):
    """Without what is random in every page."""
    numbers = {}
    text = UUID.sub(lambda found: f"UUID {numbers.setdefault(found[0], len(numbers))}", text)
    return re.sub(r"sealed=([\w-]+)", lambda found: f"sealed of {len(found[1])} letters", text)


def frames(client):
    """What waits to go over the page's socket, taken out."""
    box = client.outbox
    updates = {
        number: None if element is deleted else element._to_dict() for number, element in box.updates.items()
    }
    messages = [[kind, data] for _, kind, data in box.messages]
    box.updates.clear()
    box.messages.clear()
    return normal(json.dumps([updates, messages], default=str))


def seatings(viewer):
    """Who sits at the page that this viewer looks at: engines play against a person and against each other;
    two people who share a screen see what is public until one of them has it."""
    if viewer == SPECTATOR:
        return ("5,5", "you,you")
    return ("you,5",) if viewer == 0 else ("5,you",)


async def shown(http, name, history, seats):
    """The document of the game's link, and the frames of the game played move by move."""
    sealed = here().seal.closed(
        {
            "moves": " ".join(history.texts()),
            "seats": seats,
            "seed": 7,
            "given_seed": 7,
            "game": name,
            "parameters": {key: str(value) for key, value in GAMES[name].items()},
        }
    )
    answer = await http.get(f"/play/{name}", params={"sealed": sealed})
    assert answer.status_code == 200, answer.text[:500]
    page = opened.pop()
    client = page.table.screen
    found = [normal(answer.text)]
    client.delete()
    answer = await http.get(f"/play/{name}", params={**GAMES[name], "seats": seats, "seed": 7})
    assert answer.status_code == 200, answer.text[:500]
    page = opened.pop()
    client, table = page.table.screen, page.table
    frames(client)
    for action in history.actions:
        table.play(action)
        found.append(frames(client))
    assert len(table.record.moves()) == len(history.actions)
    client.delete()
    return found


def differing(one, other):
    """Where two texts part."""
    at = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return f"…{one[max(at - 200, 0) : at + 200]}…\nis not\n…{other[max(at - 200, 0) : at + 200]}…"


async def compare(http, name, pair: Pair):
    """Whether one who sits elsewhere is shown something else."""
    for seats in seatings(pair.viewer):
        one, other = [await shown(http, name, history, seats) for history in (pair.one, pair.other)]
        for number, (this, that) in enumerate(zip(one, other, strict=True)):
            if this != that:
                where = f"after move {number}" if number else "in the document"
                texts = [" ".join(history.texts()) for history in (pair.one, pair.other)]
                raise SystemExit(f"{name}, {seats}, {where} of {texts}:\n{differing(this, that)}")
    elsewhere = "5,you" if pair.viewer == 0 else "you,5"
    one, other = [await shown(http, name, history, elsewhere) for history in (pair.one, pair.other)]
    return one != other


async def main(name, wanted):
    board_page.BoardPage = Kept
    app = application(Server(Catalogue()))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=ORIGIN, timeout=None) as http,
    ):
        found = [*dealt(name, wanted, 6, who=any_player), *dealt(name, wanted, 6, who=anybody)]
        assert len(found) == 2 * wanted
        found += dealt(name, wanted, 6, who=any_player, over=True) if name in OVER else []
        told = [await compare(http, name, pair) for pair in found]
        if not any(told):
            raise SystemExit(f"{name}: nobody is shown a difference, so that nothing was tested.")
    print(f"{len(found)} pairs of {name} are shown alike.")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
