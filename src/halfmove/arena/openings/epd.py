"""Chess positions from FEN and EPD files, one a line: Edwards, "Portable Game Notation Specification", 1994,
sections 16.1 and 16.2.

The first four fields are the position.  FEN's two clocks may follow, or EPD's operations, of which `id` names
the opening and `hmvc` and `fmvn` are the clocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from halfmove.arena.job import Opening
from halfmove.arena.openings.plain import lines
from halfmove.core.errors import BadInput
from halfmove.core.game import Game

_NAME = re.compile(r'\bid\s+"([^"]*)"')
_CLOCK = {name: re.compile(rf"\b{name}\s+(\d+)\s*(?:;|$)") for name in ("hmvc", "fmvn")}


def read(text: str, game: Game) -> Iterator[tuple[str, Opening]]:
    """Each line as an opening without moves."""
    from halfmove.games.chess import Chess

    if not isinstance(game, Chess):
        raise BadInput(f"FEN and EPD are for chess; give openings of {game.title()} as a .txt file.")
    for place, line in lines(text, comment=" #"):
        if line.startswith("#"):
            continue
        words = line.split()
        fields, rest = [word.rstrip(";") for word in words[:4]], words[4:]
        if len(fields) < 4:
            raise BadInput(f"{place}: '{line}' is no FEN or EPD; it needs four fields at least.")
        said = " ".join(rest)
        name = _NAME.search(said)
        yield (
            place,
            Opening((), " ".join([*fields, *_clocks(rest, said)]), name[1] if name else " ".join(fields)),
        )


def _clocks(rest: list[str], said: str) -> list[str]:
    """Plies since a capture or a pawn's move, and the number of the move."""
    plain = [word.rstrip(";") for word in rest[:2]]
    if len(plain) == 2 and all(word.isdecimal() for word in plain):
        return plain
    told = [pattern.search(said) for pattern in _CLOCK.values()]
    return [found[1] if found else default for found, default in zip(told, ("0", "1"), strict=True)]
