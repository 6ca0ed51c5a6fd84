"""The kinds of player by name.  A new kind adds one row; other people's packages add an entry point.

A kind is a module with a function `player(description)` that returns a `Player`.  A package that brings one
declares, in its `pyproject.toml`:

    [project.entry-points."halfmove.players"]
    aap = "my_package.aap_player"

A protocol of outside engines that a package adds is a kind too (`halfmove.protocols`).
Every algorithm is a kind of its own name, `auto` the strongest that fits; so is the path of a Python file.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from halfmove.arena.description import Description
from halfmove.arena.player import Player
from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput
from halfmove.core.objects import KIND

OURS = "halfmove.arena.players.algorithm"

_TABLE = {
    "auto": OURS,
    "gtp": "halfmove.protocols.gtp_player",
    "level": "halfmove.arena.players.level",
    "person": "halfmove.arena.players.person",
    "random": "halfmove.arena.players.uniform",
    "strategy": "halfmove.arena.players.strategy",
    "uci": "halfmove.protocols.uci_player",
    "usi": "halfmove.protocols.usi_player",
}


def player(description: Description) -> Player:
    """The player that a description stands for, not yet started; `BadInput` says what is wrong with it."""
    module = _module(description)
    make = getattr(module, "player", None)
    if not callable(make):
        raise BadInput(f"'{description.kind}' is no kind of player: it has no function player(description).")
    made = make(description)
    if not isinstance(made, Player):
        raise BadInput(f"player(description) of '{description.kind}' returned {made!r}, which is no Player.")
    return made


def kinds() -> dict[str, str]:
    """All kinds by name, each with what it is; the algorithms last."""
    from halfmove.search.algorithms import algorithms

    own = {
        "auto": "the strongest of our algorithms that fits the game",
        "level": "the opponent of `halfmove play` at a level, n=1 to 10",
        "random": "any legal move, each as likely as another",
        "strategy": "one of the game's own, strategy:NAME; or of `halfmove solve --strategy`, file=FILE",
        "person": "whoever sits at this terminal",
        "uci": "an engine over UCI: uci:COMMAND",
        "gtp": "an engine over GTP: gtp:COMMAND",
        "usi": "an engine over USI: usi:COMMAND",
        "FILE.py": "a player of your own: a file with a function player(description)",
    }
    foreign = {name: f"from {group.origin(name)}" for group in (OTHERS, PROTOCOLS) for name in group.names()}
    return own | foreign | {name: a.summary for name, a in algorithms().items()}


def _module(description: Description) -> Any:
    """The module that makes players of the kind; `BadInput` if there is no such kind."""
    kind = description.kind
    if kind == KIND:  # of the Python program that plays the match: nobody types it
        return import_module("halfmove.arena.players.given")
    if kind in _TABLE:
        return import_module(_TABLE[kind])
    if kind.endswith(".py"):
        from halfmove.core.user_file import module_of

        return module_of(Path(kind), "a player")
    from halfmove.search.algorithms import algorithms

    if kind in algorithms():
        return import_module(OURS)
    for group in (OTHERS, PROTOCOLS):
        if kind in group.names():
            return group.load(kind)
    known = [*_TABLE, *OTHERS.names(), *PROTOCOLS.names(), *algorithms()]
    near = get_close_matches(kind.lower(), known, 1)
    hint = f" did you mean '{near[0]}'? The kinds are:" if near else " the kinds are:"
    raise BadInput(f"There is no kind of player '{kind}';{hint} {', '.join(known)}, or a path ending in .py.")


def _read(found: Any, name: str) -> Any:
    """The module that makes players of a kind of another package."""
    if not callable(getattr(found, "player", None)):
        raise BadInput("has no function player(description).")
    return found


def _is_own(name: str) -> bool:
    from halfmove.search.algorithms import algorithms

    return name in _TABLE or name in algorithms()


OTHERS = Group("halfmove.players", "kind of player", _is_own, _read)
"""The kinds of player of other packages."""


def _read_protocol(found: Any, name: str) -> Any:
    """The module of a protocol that a package adds: what drives engines, what answers as one, or both."""
    if not any(callable(getattr(found, part, None)) for part in ("player", "serve")):
        raise BadInput("has neither a function player(description) nor serve(game, lines, answer).")
    return found


PROTOCOLS = Group(
    "halfmove.protocols", "protocol", lambda name: _is_own(name) or name in OTHERS.names(), _read_protocol
)
"""The protocols of other packages."""
