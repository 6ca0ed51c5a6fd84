"""What the search with a network can be told, as texts: `network?file=F&batch=16`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, read_decimal_option, read_whole_option, shorten
from halfmove.search.montecarlo.engine import LARGEST_BATCH
from halfmove.search.montecarlo.plan import PLAYOUTS, Settings

SELECTIONS = ("puct", "gumbel")
BACKENDS = ("auto", "onnx", "numpy")
PRECISIONS = ("auto", "float32", "int8")
SYMMETRIES = ("one", "random", "all")
RANGES = {
    "batch": (1, LARGEST_BATCH),
    "processes": (1, 64),
    "considered": (2, MOST),
    "cpuct": (0, MOST),
    "cbase": (0, MOST),
    "rollouts": (0, 1),
}
"""From where to where the options go that are numbers."""


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
    rollouts: float = 0.0
    """AlphaGo's λ: what a playout's result counts in a leaf's worth; the network's value counts the rest.  A
    network without a value has all of it from playouts."""
    playouts: str = "light"
    """How these playouts are played (`montecarlo.plan.Settings`)."""
    backend: str = "auto"
    """What computes the network's outputs."""
    precision: str = "auto"
    """What in; int8 is faster by ONNX Runtime, and a little less exact; auto: int8 where the network's file
    says so."""
    symmetries: str = "one"
    """By which of the game's symmetries each position is shown to it (`judge.Judge`); all of them cost as
    many times one."""
    processes: int = 1
    """Processes that search, each with a tree of its own; what they find is added up (`distributed`)."""

    def __post_init__(self) -> None:
        for name, known in (
            ("selection", SELECTIONS),
            ("playouts", PLAYOUTS),
            ("backend", BACKENDS),
            ("precision", PRECISIONS),
            ("symmetries", SYMMETRIES),
        ):
            if getattr(self, name) not in known:
                raise BadInput(
                    f"network's option '{name}' is one of {', '.join(known)}, not '{getattr(self, name)}'."
                )
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise BadInput(
                    f"network's option '{name}' must be a number from {least} to {most}, "
                    f"not {shorten(getattr(self, name))}."
                )
        if self.processes > 1 and self.selection == "gumbel":
            raise BadInput(
                "network's option 'processes' goes with selection=puct: Gumbel's sequential halving needs "
                "all simulations of the root in one tree."
            )

    @classmethod
    def known(cls) -> dict[str, Any]:
        """Every option by name, with its default."""
        return {f.name: f.default for f in fields(cls)}

    def settings(self) -> Settings:
        """The same for the Monte Carlo engine."""
        return Settings(
            formula="puct", c=self.cpuct, base=self.cbase, choice="visits", playouts=self.playouts
        )


def options_from(texts: Mapping[str, str] | None = None) -> Options:
    """The options that texts say; `BadInput` says what is wrong with one."""
    known = {f.name: str(f.type) for f in fields(Options)}
    given: dict[str, Any] = {}
    for key, text in (texts or {}).items():
        if key not in known:
            near = get_close_matches(key.lower(), known, 1)
            hint = f"did you mean '{near[0]}'? There are" if near else "there are"
            raise BadInput(f"network has no option '{key}'; {hint}: {', '.join(known)}.")
        if key in RANGES:
            read = read_whole_option if known[key] == "int" else read_decimal_option
            given[key] = read("network", key, text, *RANGES[key])
        else:
            given[key] = text
    return Options(**given)
