"""`halfmove protocol`: an engine over a protocol that another package adds (`halfmove.protocols`)."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass

from halfmove.core.errors import BadInput
from halfmove.core.operation import GameRequest, Text, Work, field, operation


@operation("protocol", "Run as an engine over a protocol of another package.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class ProtocolRequest(GameRequest):
    """Run as an engine over a protocol that an installed package adds: read commands on standard input,
    answer on standard output.

    UCI, USI and GTP have commands of their own. `halfmove packages` lists what packages add.

    Example: halfmove protocol amazons aap
    """

    protocol: str = field(Text(word="PROTOCOL"), "The protocol.", place=True)


def show(asked: ProtocolRequest, work: Work) -> None:
    """Answer commands until the last."""
    from halfmove.arena.players.registry import PROTOCOLS

    known = PROTOCOLS.names()
    if asked.protocol not in known:
        there = f"there are: {', '.join(known)}" if known else "no package adds one"
        raise BadInput(f"There is no protocol '{asked.protocol}'; {there}. Ours: halfmove uci, usi, gtp.")
    serve = getattr(PROTOCOLS.load(asked.protocol), "serve", None)
    if serve is None:
        raise BadInput(f"The protocol '{asked.protocol}' drives engines, and answers as none.")
    with contextlib.suppress(BrokenPipeError):
        serve(work.open_game(asked), (line.rstrip("\r\n") for line in sys.stdin), _answer)


def _answer(line: str) -> None:
    """Write a line at once."""
    print(line, flush=True)
