"""The lists of games and of algorithms as they come with Halfmove: neither has to be imported to be named.

`lists.json` is made from them: `python -m halfmove.cli.lists`; a test holds it against them.  Where other
packages bring games or algorithms, or a game's folder is new, everything is asked anew.
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


def algorithms() -> list[dict[str, Any]]:
    """All algorithms as data, with the games that each fits and why it does not fit the others."""
    return _kept()["algorithms"] if _is_ours_alone() else made_algorithms()


def made_algorithms() -> list[dict[str, Any]]:
    """The same, from the algorithms and the games."""
    from halfmove.cli.algorithms import rows
    from halfmove.games.registry import games

    return rows({name: cls() for name, cls in games().items()})


def _is_ours_alone() -> bool:
    from halfmove.core.entry_points import entry_points
    from halfmove.games.registry import games

    return not entry_points("halfmove.algorithms") and list(games()) == [
        row["name"] for row in _kept()["games"]
    ]


@lru_cache(maxsize=1)
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def text() -> str:
    """What the file is to hold."""
    from halfmove.presentation.games import everything

    made = {"games": everything(), "algorithms": made_algorithms()}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
