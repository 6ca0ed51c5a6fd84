"""What the pages of a room are sent, in games that whoever looks cannot tell apart: see `shown_pages`.

    python tests/shown_rooms.py GAME PAIRS     # exits with 1, and says where, if anything differs

For each of a pair of histories a room is opened with people on all seats.  The page of the viewer, or of a
spectator, joins before the first move; compared are the document and all that goes over its socket.  Then
another page joins at the end, as after a reload, and is compared too.
"""

import asyncio
import sys

import httpx
from look_alikes import GAMES, OVER, any_player, anybody, dealt
from shown_pages import ORIGIN, differing, frames, normal

from halfmove.core.contract import SPECTATOR
from halfmove.web.catalogue import Catalogue
from halfmove.web.rooms import house, room_page
from halfmove.web.rooms.files import Folder
from halfmove.web.rooms.house import Rooms, seat_engines
from halfmove.web.rooms.plan import Plan
from halfmove.web.server import Server, application, here

opened = []


class Kept(room_page.RoomPage):
    """The page, which the test finds again."""

    def __init__(self, room, **how):
        super().__init__(room, **how)
        opened.append(self)


async def joined(http, room, key):
    """A page of whoever has this secret, or of a spectator, and its document."""
    answer = await http.get(f"/room/{room.about.number}")
    assert answer.status_code == 200, answer.text[:500]
    page = opened.pop()
    frames(page.table.screen)
    with page.table.screen:
        page._enter({"key": key})
    return page, normal(answer.text)


async def shown(http, name, history, viewer):
    """What a viewer is sent, without what is random in every room."""
    parameters = {key: str(value) for key, value in GAMES[name].items()}
    room = here().rooms.open(Plan(name, parameters, clock="10+5"), "somebody")
    room.engines.there = False  # who has the game play what the test says
    keys = [room.sit(player, f"P{player}") for player in list(room.free)]
    key = "" if viewer == SPECTATOR else keys[viewer]
    page, document = await joined(http, room, key)
    found = [document, frames(page.table.screen)]
    for action in history.actions:
        room.table.play(action)
        found.append(frames(page.table.screen))
    assert page.table.record.moves() == list(history.texts())
    page.table.screen.delete()
    page, document = await joined(http, room, key)
    found += [document, frames(page.table.screen)]
    page.table.screen.delete()
    here().rooms.remove(room.about.number)
    return [text.replace(room.about.number, "N").replace(room.about.invitation, "I") for text in found]


async def compare(http, name, pair):
    """Whether one who sits elsewhere is shown something else."""
    one, other = [await shown(http, name, history, pair.viewer) for history in (pair.one, pair.other)]
    for number, (this, that) in enumerate(zip(one, other, strict=True)):
        if this != that:
            texts = [" ".join(history.texts()) for history in (pair.one, pair.other)]
            raise SystemExit(f"{name}, {pair.viewer}, text {number} of {texts}:\n{differing(this, that)}")
    elsewhere = 1 if pair.viewer == 0 else 0
    one, other = [await shown(http, name, history, elsewhere) for history in (pair.one, pair.other)]
    return one != other


async def main(name, wanted):
    room_page.RoomPage, house.now = Kept, lambda: 0.0
    app = application(Server(Catalogue()))
    here().rooms = Rooms(Folder(None), here().limits, seat_engines)
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
