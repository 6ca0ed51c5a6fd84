"""What the search with a network can be told, as texts: `network?file=F&batch=16`."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.engine import LARGEST_BATCH
from halfmove.search.montecarlo.plan import Settings
from halfmove.search.neural.backends import BACKENDS, PRECISIONS
from halfmove.search.neural.file import LONGEST_HEADER, metadata_of, name_of

SELECTIONS = ("puct", "gumbel")
SHIPPED = Path(__file__).parent / "shipped"
"""Networks that come with Halfmove."""
OWN = "HALFMOVE_NETWORKS"
"""The environment's list of networks of the user's, which come before those that come with Halfmove."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The settings of `network`; every field but `file` has a default that suits most networks."""

    file: str = ""
    """The network; empty for the one that comes with Halfmove, where there is one."""
    batch: int = 8
    """Positions that the network is asked about at once."""
    cpuct: float = 1.25
    """The constant of exploration, for values from 0 to 1: AlphaZero's."""
    cbase: float = 19652.0
    """What it grows by: log((1 + N + cbase) / cbase); 0: nothing."""
    selection: str = "puct"
    """How the root's actions are tried."""
    considered: int = 16
    """With gumbel: how many of the root's actions are tried at all."""
    backend: str = "auto"
    """What computes the network's outputs."""
    precision: str = "float32"
    """What in; int8 is twice to three times as fast by ONNX Runtime, and a little less exact."""

    def __post_init__(self) -> None:
        for name, known in (
            ("selection", SELECTIONS),
            ("backend", BACKENDS),
            ("precision", PRECISIONS),
        ):
            if getattr(self, name) not in known:
                raise BadInput(
                    f"network's option '{name}' is one of {', '.join(known)}, not '{getattr(self, name)}'."
                )
        if not 1 <= self.batch <= LARGEST_BATCH:
            raise BadInput(
                f"network's option 'batch' is a whole number from 1 to {LARGEST_BATCH}, not {self.batch}."
            )
        if self.considered < 2:
            raise BadInput(
                f"network's option 'considered' is a whole number, 2 or more, not {self.considered}."
            )
        for name in ("cpuct", "cbase"):
            if not (getattr(self, name) >= 0 and math.isfinite(getattr(self, name))):
                raise BadInput(
                    f"network's option '{name}' is a number of at least 0, not {getattr(self, name)}."
                )

    @classmethod
    def known(cls) -> dict[str, Any]:
        """Every option by name, with its default."""
        return {f.name: f.default for f in fields(cls)}

    def settings(self) -> Settings:
        """The same for the Monte Carlo engine."""
        return Settings(formula="puct", c=self.cpuct, base=self.cbase, choice="visits")


def options_from(texts: Mapping[str, str] | None = None) -> Options:
    """The options that texts say; `BadInput` says what is wrong with one."""
    known = {f.name: str(f.type) for f in fields(Options)}
    given: dict[str, Any] = {}
    for key, text in (texts or {}).items():
        if key not in known:
            near = get_close_matches(key.lower(), known, 1)
            hint = f"did you mean '{near[0]}'? There are" if near else "there are"
            raise BadInput(f"network has no option '{key}'; {hint}: {', '.join(known)}.")
        try:
            given[key] = {"int": int, "float": float}.get(known[key], str)(text)
        except ValueError:
            what = "a whole number" if known[key] == "int" else "a number"
            raise BadInput(f"network's option '{key}' is {what}, not '{text}'.") from None
    return Options(**given)


@lru_cache(maxsize=64)
def usual(game: Game) -> Path | None:
    """The network that a game is played with unless another is named; None where there is none."""
    own = [Path(text) for text in os.environ.get(OWN, "").split(os.pathsep) if text]
    return next(
        (path for path in (*own, *SHIPPED.glob("*.safetensors")) if game_of(path) == name_of(game)), None
    )


def game_of(path: Path) -> str:
    """The game that a file says its network is for; `BadInput` for one that is no network's."""
    try:
        with path.open("rb") as file:
            return metadata_of(path, file.read(8 + LONGEST_HEADER)).get("game", "")
    except OSError as error:
        raise BadInput(f"The network '{path}' cannot be read: {error.strerror}.") from None


def make_usual(files: Sequence[str]) -> None:
    """Have these networks be the usual ones of their games, for this process and those that it starts;
    `BadInput` for one that is none."""
    paths = [Path(file).expanduser().absolute() for file in files]
    for path in paths:
        game_of(path)
    os.environ[OWN] = os.pathsep.join(map(str, paths))
    usual.cache_clear()


def file_for(game: Game, options: Options) -> Path:
    """The network that is asked for; `BadInput` where none is and none comes with Halfmove."""
    if options.file:
        return Path(options.file).expanduser()
    found = usual(game)
    if found is None:
        raise BadInput(
            f"network needs the file of one (network?file=…, --network FILE): none for {name_of(game)} comes "
            "with Halfmove."
        )
    return found
