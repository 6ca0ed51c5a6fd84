"""What was learned for a word list of somebody's own: the values of leaves and the chances to win.

It lies beside the list's word graph, in the cache folder, under the list's name and that of the tile set, and
games with this list take it from there (`leaves`, `winning`).  The command that learns is `halfmove leaves`.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from functools import cache
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.code.files import cache_folder
from halfmove.core.errors import BadInput
from halfmove.games.scrabble.lexicon.store import ENGLISH
from halfmove.games.scrabble.tiles import TileSet

LEAVES, WINS, GAMES, DIGEST = "leaves", "wins", "games", "digest"
"""In a file: both tables as `leaves` and `winning` write them, how many games they are from, and the digest
of these three."""


def file_of(lexicon: str, tiles: TileSet) -> Path:
    """Where what was learned for a list lies, or would."""
    return cache_folder() / "lexicons" / f"{lexicon}.{tiles.name}.learned.json"


@cache
def read_learned(lexicon: str, tiles: TileSet) -> dict[str, Any] | None:
    """What was learned for a list, by its name; None where nothing was.

    Raises:
        BadInput: the file that has it is damaged.
    """
    if lexicon == ENGLISH:
        return None
    file = file_of(lexicon, tiles)
    try:
        data = json.loads(read_bounded(file, TEXT).decode("utf-8"))
        if data.pop(DIGEST) != _digest(data):
            raise ValueError
    except OSError:
        return None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadInput(
            f"'{file}', what was learned for the list, is damaged: delete it, or learn it anew with "
            "`halfmove leaves`."
        ) from None
    found: dict[str, Any] = data
    return found


def write_learned(lexicon: str, tiles: TileSet, data: dict[str, Any]) -> Path:
    """Keep what was learned, whole or not at all; where it lies.  `BadInput` where it cannot be written."""
    file = file_of(lexicon, tiles)
    beside = file.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps({**data, DIGEST: _digest(data)}), "utf-8")
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"'{file}' cannot be written: {error.strerror}.") from None
    read_learned.cache_clear()
    return file


def _digest(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
