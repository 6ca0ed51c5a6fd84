"""The list of games as they come with Halfmove: none has to be imported to be named.

`lists.json` is made from them: `python -m halfmove.cli.lists`; a test holds it against them.  Where another
package brings games, or a game's folder is new, everything is asked anew.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "lists.json"


def games() -> list[dict[str, Any]]:
    """All games as data (`presentation.games.everything`)."""
    if _is_ours_alone():
        return _kept()["games"]  # type: ignore[no-any-return]
    from halfmove.presentation.games import everything

    return everything()


def _is_ours_alone() -> bool:
    from halfmove.games.registry import games

    return list(games()) == [row["name"] for row in _kept()["games"]]


@lru_cache(maxsize=1)
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def text() -> str:
    """What the file is to hold."""
    from halfmove.presentation.games import everything

    return json.dumps({"games": everything()}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
