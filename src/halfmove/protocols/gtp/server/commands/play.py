"""Moves: played, made, taken back, shown (section 6.3.3)."""

from __future__ import annotations

import time
from typing import Any

from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput
from halfmove.core.scores import share_of
from halfmove.protocols.gtp.server.server import Server, command, exactly


@command("play")
def play(server: Server, words: list[str]) -> str:
    """A move of either side's."""
    colour, move = exactly(words, 2)
    seat = server.record.seat(colour)
    if move.lower() == "resign":
        return ""
    try:
        server.record.play(seat, move)
    except BadInput as error:
        raise BadInput(f"illegal move: {error}") from None
    return ""


@command("genmove")
def genmove(server: Server, words: list[str]) -> str:
    """Choose a move for a side, and play it."""
    return generated(server, words, plays=True)


@command("reg_genmove")
def reg_genmove(server: Server, words: list[str]) -> str:
    """Choose a move for a side, and do not play it: section 6.3.5."""
    return generated(server, words, plays=False)


@command("kgs-genmove_cleanup")
def kgs_genmove_cleanup(server: Server, words: list[str]) -> str:
    """As `genmove`, until the dead stones are taken: a search that counts the board as it stands does so."""
    return generated(server, words, plays=True)


def generated(server: Server, words: list[str], *, plays: bool, see: Any = None) -> str:
    """The move of a search for a side, `pass` or `resign`."""
    seat = server.record.seat(exactly(words, 1)[0])
    record = server.record
    before = len(record.stretches)
    try:
        record.turn_to(seat)
        if record.history.over:
            raise BadInput("the game is over")
        began = time.perf_counter()
        analysis = server.thinker.choose(
            record.history, server.clocks.budget(seat, server.thinker.request.limit), see
        )
        server.clocks.spent(seat, time.perf_counter() - began)
        server.last = analysis
        if record.game.hopeless(share_of(record.game, analysis.value), len(record.moves)):
            return "resign"
        action = chosen(server, analysis)
        text = record.game.action_text(record.state, action)
        if plays:
            record.history.play(action)
            before = len(record.stretches)
        return text
    finally:
        del record.stretches[before:]


def chosen(server: Server, analysis: Analysis) -> Any:
    """The best action that no rule forbids."""
    history = server.record.history
    for line in analysis.lines:
        if history.allows(line.action):
            return line.action
    legal = history.legal()
    if not legal:
        raise BadInput("there is no move")
    return legal[0]


@command("undo")
def undo(server: Server, words: list[str]) -> str:
    """Take the last move back."""
    server.record.undo()
    return ""


@command("showboard")
def showboard(server: Server, words: list[str]) -> str:
    """The board for a person."""
    return "\n" + server.game.show(server.record.state)


@command("last_move")
def last_move(server: Server, words: list[str]) -> str:
    """The move played last, with its side."""
    moves = server.record.moves
    if not moves:
        raise BadInput("no previous move known")
    seat, move = moves[-1]
    return f"{_colour(server, seat)} {move}"


@command("move_history")
def move_history(server: Server, words: list[str]) -> str:
    """All moves, the last one first."""
    return "\n".join(f"{_colour(server, seat)} {move}" for seat, move in reversed(server.record.moves))


def _colour(server: Server, seat: int) -> str:
    names = ("black", "white")
    return names[seat] if seat < 2 else server.game.player_name(seat)
