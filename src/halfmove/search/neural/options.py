"""What the search with a network can be told, as texts: `network?file=F&batch=16`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.engine import LARGEST_BATCH
from halfmove.search.montecarlo.plan import PLAYOUTS, Settings

SELECTIONS = ("puct", "gumbel")
BACKENDS = ("auto", "onnx", "numpy")
PRECISIONS = ("float32", "int8")
SYMMETRIES = ("one", "random", "all")
MOST_PROCESSES = 64


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
    precision: str = "float32"
    """What in; int8 is twice to three times as fast by ONNX Runtime, and a little less exact."""
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
        if not 1 <= self.batch <= LARGEST_BATCH:
            raise BadInput(
                f"network's option 'batch' is a whole number from 1 to {LARGEST_BATCH}, not {self.batch}."
            )
        if not 1 <= self.processes <= MOST_PROCESSES:
            raise BadInput(
                f"network's option 'processes' is a whole number from 1 to {MOST_PROCESSES}, not "
                f"{self.processes}."
            )
        if self.processes > 1 and self.selection == "gumbel":
            raise BadInput(
                "network's option 'processes' goes with selection=puct: Gumbel's sequential halving needs "
                "all simulations of the root in one tree."
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

        if not 0 <= self.rollouts <= 1:
            raise BadInput(f"network's option 'rollouts' is a number from 0 to 1, not {self.rollouts}.")

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
        try:
            given[key] = {"int": int, "float": float}.get(known[key], str)(text)
        except ValueError:
            what = "a whole number" if known[key] == "int" else "a number"
            raise BadInput(f"network's option '{key}' is {what}, not '{text}'.") from None
    return Options(**given)
