"""Clocks (section 6.3.4, and what KGS and KataGo have added)."""

from __future__ import annotations

import math
from collections.abc import Callable

from halfmove.core.errors import BadInput
from halfmove.protocols.gtp.server.clocks import UNBOUNDED, Setting
from halfmove.protocols.gtp.server.server import Server, command, exactly, number, whole


def _none(words: list[str]) -> Setting:
    exactly(words, 0)
    return UNBOUNDED


def _absolute(words: list[str]) -> Setting:
    (main,) = exactly(words, 1)
    return Setting(number(main))


def _byoyomi(words: list[str]) -> Setting:
    main, period, periods = exactly(words, 3)
    whole(periods)  # how many there are is told by `time_left`
    return Setting(number(main), number(period), 1, counts_periods=True)


def _canadian(words: list[str]) -> Setting:
    main, period, stones = exactly(words, 3)
    return Setting(number(main), number(period), whole(stones))


def _fischer(words: list[str]) -> Setting:
    main, increment = map(number, exactly(words, 2))
    return Setting(main, increment=increment)


def _fischer_capped(words: list[str]) -> Setting:
    """A negative bound is none."""
    main, increment, most_main, most_move = map(number, exactly(words, 4))
    return Setting(
        main,
        increment=increment,
        most_main=most_main if most_main >= 0 else math.inf,
        most_move=most_move if most_move > 0 else None,
    )


_Kinds = dict[str, Callable[[list[str]], Setting]]
_OF_KGS: _Kinds = {"none": _none, "absolute": _absolute, "byoyomi": _byoyomi, "canadian": _canadian}
_OF_KATA: _Kinds = {**_OF_KGS, "fischer": _fischer, "fischer-capped": _fischer_capped}


def _set_kind(server: Server, words: list[str], kinds: _Kinds) -> str:
    kind, *rest = words or [""]
    if kind not in kinds:
        raise BadInput("unknown kind of time control")
    server.clocks.set(kinds[kind](rest))
    return ""


@command("time_settings")
def time_settings(server: Server, words: list[str]) -> str:
    """Main time, then so many stones in each period."""
    server.clocks.set(_canadian(words))
    return ""


@command("kgs-time_settings")
def kgs_time_settings(server: Server, words: list[str]) -> str:
    """The same as the server KGS tells it, by the kind of time control."""
    return _set_kind(server, words, _OF_KGS)


@command("kata-time_settings")
def kata_time_settings(server: Server, words: list[str]) -> str:
    """The same as KataGo takes it: increments too."""
    return _set_kind(server, words, _OF_KATA)


@command("kata-list_time_settings")
def kata_list_time_settings(server: Server, words: list[str]) -> str:
    """The kinds of `kata-time_settings`."""
    return " ".join(_OF_KATA)


@command("time_left")
def time_left(server: Server, words: list[str]) -> str:
    """What a side has left, and the stones to be played in it, or the periods to come."""
    colour, seconds, count = exactly(words, 3)
    server.clocks.tell(server.record.seat(colour), number(seconds), whole(count))
    return ""
