"""What the search with a network can be told, as texts: `network?file=F&batch=16`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, read_decimal_option, read_whole_option, shorten
from halfmove.search.montecarlo.engine import LARGEST_BATCH
from halfmove.search.montecarlo.plan import PLAYOUTS, Settings
from halfmove.search.neural.mixture import LEAST_SHARE, MOST_VISITS, Mixture

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
    "threshold": (1, MOST_VISITS),
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
    rollouts: float | None = None
    """AlphaGo's λ: what a playout's result counts in a leaf's worth; the network's value counts the rest.  A
    network without a value has all of it from playouts.  None: as the network's file says, else 0."""
    threshold: int | None = None
    """AlphaGo's n_thr: the visit at which the network is asked about a leaf; until then playouts say what it
    is worth, and `rollouts` what part of its worth they are.  None: as the network's file says, else 1."""
    playouts: str = ""
    """How these playouts are played (`montecarlo.plan.Settings`); empty: as the game asks for."""
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
            ("playouts", ("", *PLAYOUTS)),
            ("backend", BACKENDS),
            ("precision", PRECISIONS),
            ("symmetries", SYMMETRIES),
        ):
            if getattr(self, name) not in known:
                raise BadInput(
                    f"network's option '{name}' is one of {', '.join(filter(None, known))}, not "
                    f"'{getattr(self, name)}'."
                )
        for name, (least, most) in RANGES.items():
            if getattr(self, name) is not None and not least <= getattr(self, name) <= most:
                raise BadInput(
                    f"network's option '{name}' must be a number from {least} to {most}, "
                    f"not {shorten(getattr(self, name))}."
                )
        if (self.threshold or 1) > 1 and self.selection == "gumbel":
            raise BadInput(
                "network's option 'threshold' goes with selection=puct: Gumbel's sequential halving asks "
                "about every leaf."
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

    def mix(self, usual: Mixture, has_value: bool) -> Options:
        """The same with λ and n_thr as they are for a network whose file says what is `usual`."""
        rollouts = usual.rollouts if self.rollouts is None else self.rollouts
        rollouts = rollouts if has_value else 1.0
        threshold = self.threshold or (usual.threshold if rollouts and self.selection == "puct" else 1)
        if threshold > 1 and rollouts < LEAST_SHARE:
            raise BadInput(
                f"network's option 'threshold' needs playouts: set 'rollouts' to {LEAST_SHARE} or more "
                "(AlphaGo has 0.5)."
            )
        return replace(self, rollouts=rollouts, threshold=threshold)

    def settings(self, game: Game) -> Settings:
        """The same for the Monte Carlo engine, with the playouts that the game asks for."""
        playouts = self.playouts or str(game.sampling.get("playouts", "light"))
        return Settings(formula="puct", c=self.cpuct, base=self.cbase, choice="visits", playouts=playouts)


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
            read = read_whole_option if known[key].startswith("int") else read_decimal_option
            given[key] = read("network", key, text, *RANGES[key])
        else:
            given[key] = text
    return Options(**given)
