"""Clocks (section 6.3.4)."""

from __future__ import annotations

from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.server import Server, command, exactly, number, whole


@command("time_settings")
def time_settings(server: Server, words: list[str]) -> str:
    """Main time, then so many stones in each period."""
    main, period, stones = exactly(words, 3)
    server.clocks.set(number(main), number(period), whole(stones))
    return ""


@command("kgs-time_settings")
def kgs_time_settings(server: Server, words: list[str]) -> str:
    """The same as the server KGS tells it: none, absolute, byoyomi or canadian."""
    if not words:
        raise BadInput("syntax error")
    kind, *rest = words
    if kind == "none":
        server.clocks.set(0, 1, 0)
    elif kind == "absolute":
        server.clocks.set(number(exactly(rest, 1)[0]), 0, 0)
    elif kind == "byoyomi":
        main, period, _ = exactly(rest, 3)
        server.clocks.set(number(main), number(period), 1)
    elif kind == "canadian":
        main, period, stones = exactly(rest, 3)
        server.clocks.set(number(main), number(period), whole(stones))
    else:
        raise BadInput("unknown kind of time control")
    return ""


@command("time_left")
def time_left(server: Server, words: list[str]) -> str:
    """What a side has left, and the stones to be played in it."""
    colour, seconds, stones = exactly(words, 3)
    server.clocks.tell(server.record.seat(colour), number(seconds), whole(stones))
    return ""
