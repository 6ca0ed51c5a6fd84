"""Questions that regression tests ask (section 6.3.5, and GNU Go's)."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.commands.setup import spoken
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.server import Server, command, exactly


def _as(server: Server, colour: str) -> Record:
    """The game with a side to move, apart from the one on the board."""
    record = Record(server.game)
    record.stretches = list(server.record.stretches)
    record.turn_to(server.record.seat(colour))
    return record


@command("is_legal")
def is_legal(server: Server, words: list[str]) -> str:
    """1 if a side may play a move, 0 if not."""
    colour, move = exactly(words, 2)
    try:
        record = _as(server, colour)
        return str(int(record.history.allows(record.game.parse_action(record.state, move))))
    except BadInput:
        return "0"


@command("all_legal")
def all_legal(server: Server, words: list[str]) -> str:
    """All moves that a side may play, without the pass."""
    record = _as(server, exactly(words, 1)[0])
    texts = [record.game.action_text(record.state, a) for a in record.history.legal()]
    return " ".join(text for text in texts if text != "pass")


@command("captures")
def captures(server: Server, words: list[str]) -> str:
    """How many stones a side has taken."""
    seat = server.record.seat(exactly(words, 1)[0])
    board = spoken(server)
    return str(sum(board.captures(history, seat) for history in server.record.stretches))


@command("color")
def color(server: Server, words: list[str]) -> str:
    """What stands on a point."""
    board = spoken(server)
    place = board.place(exactly(words, 1)[0])
    for colour, vertex in board.stones(server.record.state):
        if board.place(vertex) == place:
            return {"b": "black", "w": "white"}[colour]
    return "empty"


@command("list_stones")
def list_stones(server: Server, words: list[str]) -> str:
    """Where a side has stones."""
    wanted = "bw"[server.record.seat(exactly(words, 1)[0])]
    stones = spoken(server).stones(server.record.state)
    return " ".join(vertex for colour, vertex in stones if colour == wanted)


@command("countlib")
def countlib(server: Server, words: list[str]) -> str:
    """How many liberties a chain has."""
    return str(len(_liberties(server, words)))


@command("findlib")
def findlib(server: Server, words: list[str]) -> str:
    """Where it has them."""
    return " ".join(_liberties(server, words))


@command("ladder_attack")
def ladder_attack(server: Server, words: list[str]) -> str:
    """`1` and the point where a chain with two liberties is caught in a ladder; 0 if it is not."""
    if len(_liberties(server, words)) != 2:
        raise BadInput("string must have exactly 2 liberties")
    other = "w" if color(server, words) == "black" else "b"
    move = spoken(server).ladder(_as(server, other).state, words[0])
    return "0" if move is None else f"1 {move}"


def _liberties(server: Server, words: list[str]) -> list[str]:
    return spoken(server).liberties(server.record.state, exactly(words, 1)[0])
