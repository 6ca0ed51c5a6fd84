"""Questions that regression tests ask (section 6.3.5, and GNU Go's)."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.go.ladders import ladder_move
from halfmove.protocols.gtp.server.commands.scoring import chains
from halfmove.protocols.gtp.server.commands.setup import go_of
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.serving import Server, command, exactly


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
    game = go_of(server)
    taken = 0
    for history in server.record.stretches:
        for before, action, after in zip(history.states, history.actions, history.states[1:], strict=False):
            mine, theirs = (before.black, before.white) if before.mover == 0 else (before.white, before.black)
            now_mine = after.black if before.mover == 0 else after.white
            now_theirs = after.white if before.mover == 0 else after.black
            if before.mover == seat:
                taken += bits.wide_count(theirs) - bits.wide_count(now_theirs)
            elif action != game.points:  # suicide
                taken += bits.wide_count(mine) + 1 - bits.wide_count(now_mine)
    return str(taken)


@command("color")
def color(server: Server, words: list[str]) -> str:
    """What stands on a point."""
    point = go_of(server).parse_point(exactly(words, 1)[0])
    state, place = server.record.state, go_of(server).place(point)
    if bits.wide_has(state.black, place):
        return "black"
    return "white" if bits.wide_has(state.white, place) else "empty"


@command("list_stones")
def list_stones(server: Server, words: list[str]) -> str:
    """Where a side has stones."""
    seat = server.record.seat(exactly(words, 1)[0])
    game, state = go_of(server), server.record.state
    stones = state.black if seat == 0 else state.white
    return " ".join(game.point_text(game.point(place)) for place in bits.wide_squares(stones))


@command("countlib")
def countlib(server: Server, words: list[str]) -> str:
    """How many liberties a chain has."""
    return str(len(_liberties(server, words)))


@command("findlib")
def findlib(server: Server, words: list[str]) -> str:
    """Where it has them."""
    return " ".join(map(go_of(server).point_text, _liberties(server, words)))


@command("ladder_attack")
def ladder_attack(server: Server, words: list[str]) -> str:
    """`1` and the point where a chain with two liberties is caught in a ladder; 0 if it is not."""
    if len(_liberties(server, words)) != 2:
        raise BadInput("string must have exactly 2 liberties")
    game = go_of(server)
    point = game.parse_point(words[0])
    black = bits.wide_has(server.record.state.black, game.place(point))
    move = ladder_move(game, _as(server, "w" if black else "b").state, point)
    return "0" if move is None else f"1 {game.point_text(move)}"


def _liberties(server: Server, words: list[str]) -> list[int]:
    game, state = go_of(server), server.record.state
    point = game.parse_point(exactly(words, 1)[0])
    for chain in chains(server):
        if point in chain:
            stones = bits.wide_or(state.black, state.white)
            whole = game.nothing
            for one in chain:
                whole = bits.wide_with(whole, game.place(one))
            return [game.point(place) for place in bits.wide_squares(game.liberties(whole, stones))]
    raise BadInput("vertex must not be empty")
