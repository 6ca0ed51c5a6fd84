"""Live analysis, as Leela Zero and KataGo stream it and Sabaki, KaTrain, Lizzie and GoGui show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.scores import share_of
from halfmove.protocols.gtp.server.commands.play import generated
from halfmove.protocols.gtp.server.commands.setup import spoken
from halfmove.protocols.gtp.server.server import Server, command, number, whole

Teller = Callable[[Game, Any, Line, int, Analysis], str]


@dataclass
class Wishes:
    """What a controller asks of an analysis."""

    seat: int
    every: float = 1.0
    """Seconds between two reports."""
    most: int = 0
    """How many moves to tell of; 0: all."""
    least: int = 0
    only: list[Any] | None = None
    avoid: list[Any] | None = None
    ownership: bool = False


def wishes(server: Server, words: list[str]) -> Wishes:
    """What the words after an analysing command say: a side, centiseconds, and pairs."""
    record = server.record
    seat = max(record.history.mover, 0)
    if words and not words[0].replace(".", "", 1).isdecimal() and words[0] not in _PAIRS:
        seat = record.seat(words[0])
        words = words[1:]
    wanted = Wishes(seat)
    if words and words[0].replace(".", "", 1).isdecimal():
        wanted.every = max(number(words[0]) / 100, 0.01)
        words = words[1:]
    while words:
        key, *words = words
        if key not in _PAIRS or len(words) < _PAIRS[key]:
            raise BadInput(f"syntax error: '{key}'")
        values, words = words[: _PAIRS[key]], words[_PAIRS[key] :]
        if key == "interval":
            wanted.every = max(number(values[0]) / 100, 0.01)
        elif key == "maxmoves":
            wanted.most = _count(values[0])
        elif key == "minmoves":
            wanted.least = _count(values[0])
        elif key == "ownership":
            wanted.ownership = values[0] == "true"
            spoken(server)  # only such a game has owners
        elif key in ("allow", "avoid"):
            moves = [record.game.parse_action(record.state, move) for move in values[1].split(",")]
            if key == "allow":
                wanted.only = [*(wanted.only or []), *moves]
            else:
                wanted.avoid = [*(wanted.avoid or []), *moves]
    return wanted


def _count(word: str) -> int:
    found = whole(word)
    if found < 0:
        raise BadInput("syntax error")
    return found


_PAIRS = {
    "interval": 1,
    "maxmoves": 1,
    "minmoves": 1,
    "ownership": 1,
    "ownershipStdev": 1,
    "movesOwnership": 1,
    "pvVisits": 1,
    "rootInfo": 1,
    "noResultValue": 1,
    "allow": 3,
    "avoid": 3,
}
"""The keys of an analysing command, and how many words follow each."""


def by_leela(game: Game, state: Any, line: Line, order: int, analysis: Analysis) -> str:
    """One move as Leela Zero tells of it: shares in ten-thousandths."""
    low = line.interval[0] if line.interval else line.value
    return (
        f"info move {game.action_text(state, line.action)} visits {line.visits or 0} "
        f"winrate {_share(game, line.value)} prior {_prior(analysis, line)} lcb {_share(game, low)} "
        f"order {order} pv {_variation(game, state, line)}"
    )


def by_kata(game: Game, state: Any, line: Line, order: int, analysis: Analysis) -> str:
    """One move as KataGo tells of it: shares from 0 to 1.  Playouts estimate no lead in points."""
    low = line.interval[0] if line.interval else line.value
    share, least = share_of(game, line.value), share_of(game, low)
    return (
        f"info move {game.action_text(state, line.action)} visits {line.visits or 0} "
        f"utility {line.value:.6f} winrate {share:.6f} scoreMean 0 scoreStdev 0 "
        f"scoreLead 0 scoreSelfplay 0 prior {_prior(analysis, line) / 10_000:.6f} lcb {least:.6f} "
        f"utilityLcb {low:.6f} order {order} pv {_variation(game, state, line)}"
    )


def _share(game: Game, value: float) -> int:
    return round(10_000 * share_of(game, value))


def _prior(analysis: Analysis, line: Line) -> int:
    """What the line was given beforehand: all alike, as the search has no network."""
    return round(10_000 / max(len(analysis.lines), 1))


def _variation(game: Game, state: Any, line: Line) -> str:
    texts = []
    for action in line.variation:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    return " ".join(texts)


def report(server: Server, analysis: Analysis, wanted: Wishes, teller: Teller) -> str:
    """A line about the moves, the best first; nothing where there is no move to tell of."""
    avoided = wanted.avoid or []
    lines = [
        line
        for line in analysis.lines
        if line.action not in avoided and (line.visits or line.visits is None or line.proven)
    ]
    if wanted.most:
        lines = lines[: max(wanted.most, wanted.least)]
    if not lines:
        return ""
    told = " ".join(
        teller(analysis.game, analysis.state, line, order, analysis) for order, line in enumerate(lines)
    )
    if wanted.ownership:
        rows = spoken(server).ownership(analysis.state, playouts=100)
        sign = 1 if wanted.seat == 0 else -1
        told += " ownership " + " ".join(f"{sign * value:.3f}" for row in rows for value in row)
    return told


def _analyse(server: Server, words: list[str], teller: Teller) -> str:
    wanted = wishes(server, words)
    record = server.record
    before = len(record.stretches)
    try:
        record.turn_to(wanted.seat)
        history = record.history
        if history.over:
            raise BadInput("the game is over")
        only = wanted.only
        if wanted.avoid and only is None:
            only = [a for a in history.legal() if a not in wanted.avoid] or None
        server.thinker.ready(history.game)  # what stands in the way is told before the answer begins
        server.begin_answer()

        def see(analysis: Analysis) -> None:
            server.go_on(report(server, analysis, wanted, teller))

        server.thinker.analyse(history, see, wanted.every, len(history.legal()), only)
        while not server.wait_for_a_line(0.02):
            if server.deserted:
                break
        server.thinker.stop()
        return ""
    finally:
        del record.stretches[before:]


def _generate(server: Server, words: list[str], teller: Teller) -> str:
    wanted = wishes(server, words)

    def see(analysis: Analysis) -> None:
        server.begin_answer()
        server.go_on(report(server, analysis, wanted, teller))

    move = generated(server, ["b" if wanted.seat == 0 else "w"], plays=True, see=see)
    server.begin_answer()
    server.go_on(f"play {move}")
    return ""


@command("lz-analyze")
def lz_analyze(server: Server, words: list[str]) -> str:
    """Tell of the search as it goes on, until the next command comes."""
    return _analyse(server, words, by_leela)


@command("kata-analyze")
def kata_analyze(server: Server, words: list[str]) -> str:
    """The same in KataGo's words."""
    return _analyse(server, words, by_kata)


@command("analyze")
def analyze(server: Server, words: list[str]) -> str:
    """The same by the name that Sabaki asks for."""
    return _analyse(server, words, by_leela)


@command("lz-genmove_analyze")
def lz_genmove_analyze(server: Server, words: list[str]) -> str:
    """Choose and play a move, and tell of the search on the way."""
    return _generate(server, words, by_leela)


@command("kata-genmove_analyze")
def kata_genmove_analyze(server: Server, words: list[str]) -> str:
    """The same in KataGo's words."""
    return _generate(server, words, by_kata)


@command("genmove_analyze")
def genmove_analyze(server: Server, words: list[str]) -> str:
    """The same by the name that Sabaki asks for."""
    return _generate(server, words, by_leela)


@command("halfmove-search")
def halfmove_search(server: Server, words: list[str]) -> str:
    """What the last search found, in words."""
    if server.last is None:
        raise BadInput("nothing has been searched yet")
    found = server.last
    best = found.game.action_text(found.state, found.best)
    share = share_of(found.game, found.value)
    return (
        f"{best}: {100 * share:.1f} %, {found.nodes} simulations in {found.seconds:.2f} s, "
        f"depth {found.depth}"
    )
