"""The board before the first move: size, komi, rules, handicap (sections 4.1 and 6.3.2)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from halfmove.core.dialects import GtpDialect, gtp_dialect
from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.record import Record
from halfmove.protocols.gtp.server.server import Server, command, exactly, number, whole


def spoken(server: Server) -> GtpDialect:
    """The game as GTP speaks of it; `BadInput` where the game on the board is none for GTP."""
    found = gtp_dialect(server.game)
    if found is None:
        raise BadInput(f"{server.game.title()} has no such thing")
    return found


@command("boardsize")
def boardsize(server: Server, words: list[str]) -> str:
    """A square board of so many lines, or one of so many columns and rows; it is cleared."""
    return rectangular_boardsize(server, words if len(words) == 2 else exactly(words, 1) * 2)


@command("rectangular_boardsize")
def rectangular_boardsize(server: Server, words: list[str]) -> str:
    """A board of so many columns and rows."""
    width, height = map(whole, exactly(words, 2))
    if not {"width", "height"} <= server.game.parameters.keys():
        raise BadInput("unacceptable size")
    handicap = {"handicap": 0} if "handicap" in server.game.parameters else {}
    try:
        server.set_game(width=width, height=height, **handicap)
    except BadInput:
        raise BadInput("unacceptable size") from None
    return ""


@command("query_boardsize")
def query_boardsize(server: Server, words: list[str]) -> str:
    """The lines of a square board; columns and rows of another."""
    told = server.game.parameters
    if not {"width", "height"} <= told.keys():
        raise BadInput(f"{server.game.title()} has no such thing")
    return str(told["width"]) if told["width"] == told["height"] else f"{told['width']} {told['height']}"


@command("clear_board")
def clear_board(server: Server, words: list[str]) -> str:
    """A new game."""
    if server.game.parameters.get("handicap"):
        server.set_game(handicap=0)
    else:
        server.start(Record(server.game))
    server.thinker.get_ready()
    server.thinker.clear()
    return ""


@command("komi")
def komi(server: Server, words: list[str]) -> str:
    """What White has before the first move; the game goes on."""
    value = number(exactly(words, 1)[0])
    if "komi" not in server.game.parameters:
        return ""  # asked of every engine by controllers that know only Go
    if value != server.game.parameters["komi"]:
        _replayed(server, komi=value)
        server.thinker.get_ready()
    return ""


@command("get_komi")
def get_komi(server: Server, words: list[str]) -> str:
    """The komi."""
    spoken(server)
    return f"{server.game.parameters['komi']:g}"


def _replayed(server: Server, **parameters: Any) -> None:
    """The same moves in a game with other parameters."""
    old = server.record
    told = {**old.game.parameters, **parameters}
    new = Record(type(old.game)(**told), old.stretches[0].start)
    for seat, move in old.moves:
        new.play(seat, move)
    server.start(new)


@command("kgs-rules")
def kgs_rules(server: Server, words: list[str]) -> str:
    """The rules, by the name that servers give them; the game goes on."""
    meant = spoken(server).rules_meant
    _replayed(server, rules=meant(exactly(words, 1)[0].lower()))
    return ""


@command("kata-set-rules")
def kata_set_rules(server: Server, words: list[str]) -> str:
    """The rules, by name."""
    return kgs_rules(server, words)


@command("kata-get-rules")
def kata_get_rules(server: Server, words: list[str]) -> str:
    """The rules as KataGo tells them."""
    import json

    return json.dumps(spoken(server).rules_described())


@command("fixed_handicap")
def fixed_handicap(server: Server, words: list[str]) -> str:
    """Handicap stones where the specification puts them; the points."""
    stones = whole(exactly(words, 1)[0])
    _check_empty(server)
    return _handicap(server, stones)


@command("place_free_handicap")
def place_free_handicap(server: Server, words: list[str]) -> str:
    """Handicap stones where the engine likes them: where they are fixed, as many as there are points for.

    Section 4.1.2 lets an engine place fewer than it is asked for.
    """
    stones = whole(exactly(words, 1)[0])
    _check_empty(server)
    choices = map(int, server.game.choices().get("handicap", ()))
    for fewer in sorted((choice for choice in choices if 2 <= choice <= stones), reverse=True):
        with suppress(BadInput):  # a small board has points for fewer
            return _handicap(server, fewer)
    raise BadInput("invalid number of stones")


def _check_empty(server: Server) -> None:
    if spoken(server).handicap or server.record.moves or server.record.state != server.game.initial():
        raise BadInput("board not empty")


def _handicap(server: Server, stones: int) -> str:
    if stones < 2:
        raise BadInput("invalid number of stones")
    server.set_game(handicap=stones)
    return " ".join(spoken(server).handicap_stones())


@command("set_free_handicap")
def set_free_handicap(server: Server, words: list[str]) -> str:
    """Handicap stones where the controller puts them; White is compensated as for fixed ones."""
    board, empty = spoken(server), server.game.initial()
    _check_empty(server)
    places = {board.place(word) for word in words}
    if len(words) < 2 or len(places) != len(words) or len(words) >= board.points:
        raise BadInput("bad vertex list")
    with suppress(BadInput):  # of more stones than can be fixed ones the rules know no compensation
        server.set_game(handicap=len(words))
    server.start(Record(server.game, board.with_stones(empty, dict.fromkeys(words, "b"), 1)))
    return ""
