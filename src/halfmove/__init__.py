"""Halfmove: adversarial search for Python.

    import halfmove as hm

    game = hm.game("connect4")
    print(hm.analyze(game, limit=hm.Limit(seconds=1)).best)

The names below are found when first used, so that `import halfmove` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

TYPE_CHECKING = False  # type checkers take it for True; typing itself would be most of what this import costs

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis as Analysis
    from halfmove.core.analysis import Line as Line
    from halfmove.core.bits import Bitboard as Bitboard
    from halfmove.core.check import check_game as check_game
    from halfmove.core.compile import interpreted as interpreted
    from halfmove.core.compile import kernel as kernel
    from halfmove.core.errors import BadInput as BadInput
    from halfmove.core.errors import BrokenPromise as BrokenPromise
    from halfmove.core.errors import CompileError as CompileError
    from halfmove.core.errors import HalfmoveError as HalfmoveError
    from halfmove.core.errors import Unsuitable as Unsuitable
    from halfmove.core.game import CHANCE as CHANCE
    from halfmove.core.game import Game as Game
    from halfmove.core.limit import Limit as Limit
    from halfmove.games.load import load as load
    from halfmove.games.position import position as position
    from halfmove.games.registry import game as game
    from halfmove.games.tree import tree as tree
    from halfmove.search.perft import perft as perft

_HOMES = {
    "core.analysis": ("Analysis", "Line"),
    "core.bits": ("Bitboard",),
    "core.check": ("check_game",),
    "core.compile": ("interpreted", "kernel"),
    "core.errors": ("BadInput", "BrokenPromise", "CompileError", "HalfmoveError", "Unsuitable"),
    "core.game": ("CHANCE", "Game"),
    "core.limit": ("Limit",),
    "games.load": ("load",),
    "games.position": ("position",),
    "games.registry": ("game",),
    "games.tree": ("tree",),
    "search.perft": ("perft",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted((*_HOME, "__version__"))


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'halfmove' has no attribute '{name}'")
    value = getattr(import_module(f"halfmove.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
