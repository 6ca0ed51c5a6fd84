"""How a Monte Carlo search goes about it: its settings, and what the kernels are told of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.numbers import read_decimal_option, read_whole_option, shorten
from halfmove.core.score import WIN
from halfmove.search.montecarlo.memory import LONGEST_PLAYOUT

FORMULAS = ("ucb1", "tuned", "puct", "rave")
UCB1, TUNED, PUCT, RAVE = range(4)
CHOICES = ("visits", "value", "secure")
PLAYOUTS = ("light", "heavy", "uniform")
LIGHT, HEAVY, UNIFORM = range(3)
REPETITIONS = ("none", "draw", "loss", "forbidden")
NEVER, REPETITION_DRAWS, REPETITION_LOSES, REPETITION_FORBIDDEN = range(4)

LARGEST_UTILITY = 500
"""Bounds are proven for utilities up to this: they are scores of 31 bits."""

_EXPLORE = (1.0, 1.0, 1.5, 0.2)
"""The constant of exploration for each formula, where utilities count from 0 (worst) to 1."""


class Plan(NamedTuple):
    """The settings as numbers, for the kernels."""

    formula: int
    explore: float
    base: float
    bias: float
    reduction: float
    rave: float
    prior: int
    widening: float
    expand: int
    playouts: int
    plies: int
    replies: int
    graph: int
    solve: int
    extras: int
    most: int
    """The largest utility, in millionths of a unit; the least is its negative."""
    unit: float
    repetition: int
    guided: int
    """1: the shares of a new node's actions come from outside, in `Worker.given`, see `batches`."""
    occurrence: int
    """The occurrence of a position from which the rule about repetition applies."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a Monte Carlo search can be asked for; every field has a default that suits most games."""

    formula: str = "ucb1"
    """How an action is chosen in the tree: ucb1 (Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvari
    2006), tuned (UCB1-Tuned, the same paper), puct (Rosin 2011; Silver et al. 2016) or rave (Gelly and
    Silver 2007)."""
    c: float | None = None
    """The constant of exploration, for values from 0 to 1; None for the formula's usual one."""
    base: float = 0.0
    """With puct: c grows with the visits N of a node by log((1 + N + base) / base); AlphaZero's base is
    19,652 (Silver et al. 2018).  0: it stays as it is."""
    bias: float = 0.0
    """Progressive bias: how much `prior` counts for an action hardly tried (Chaslot et al. 2008)."""
    reduction: float = 0.1
    """With puct: how much less than its siblings an action not tried yet is taken to be worth."""
    rave: float = 1000.0
    """With rave: after about so many visits an action's own record counts as much as all moves as first."""
    prior: int = 0
    """With rave: so many visits' worth of `prior` to begin with."""
    widening: float = 0.0
    """Progressive widening: only the best `widening` * visits**0.4 actions by `prior` are considered (Coulom
    2007); 0 considers all."""
    expand: int = 0
    """An action gets a node of its own at its so manieth visit; 0 leaves it to the search."""
    playouts: str = "light"
    """`light`: actions at random, but for what the game's `sample` leaves out; `heavy`: its `playout`
    decides; `uniform`: any legal action."""
    plies: int = 0
    """A playout is cut off after so many plies and its last state evaluated; 0: it is played to the end;
    -1: no playout at all, the state is evaluated."""
    replies: bool = False
    """Last good reply: playouts answer an action as the winner of an earlier one did (Drake 2009; Baier and
    Drake 2010)."""
    graph: bool = False
    """Whether equal states share a node, however they came about."""
    keep: bool = True
    """Whether the search of a move goes on with the part of the tree of the move before that came about."""
    proofs: bool = True
    """Whether wins and losses that are certain are backed up as proofs (MCTS-Solver: Winands, Bjornsson and
    Saito 2008; with draws: Cazenave and Saffidine 2010)."""
    choice: str = "secure"
    """Which action is played: the most `visits`, the highest `value`, or the `secure` one with the highest
    lower confidence bound among those visited much (Chaslot et al. 2008)."""

    def __post_init__(self) -> None:
        for name, known in self.choices().items():
            if getattr(self, name) not in known:
                raise BadInput(
                    f"Monte Carlo's '{name}' must be one of {', '.join(known)}, not '{getattr(self, name)}'."
                )
        for name in ("c", "base", "bias", "reduction", "rave", "prior", "widening", "expand"):
            value = getattr(self, name)
            if value is not None and not (value >= 0 and math.isfinite(value)):
                raise BadInput(f"Monte Carlo's '{name}' must be a number of at least 0, not {value}.")
        if not -1 <= self.plies <= LONGEST_PLAYOUT:
            raise BadInput(f"Monte Carlo's 'plies' must be from -1 to {LONGEST_PLAYOUT}, not {self.plies}.")

    @staticmethod
    def choices() -> dict[str, tuple[str, ...]]:
        """The words of those settings that are one of several."""
        return {"formula": FORMULAS, "choice": CHOICES, "playouts": PLAYOUTS}

    @classmethod
    def known(cls) -> dict[str, Any]:
        """Every setting by name, with its default."""
        return {f.name: f.default for f in fields(cls)}

    @property
    def extras(self) -> bool:
        """Whether edges need more than visits and gains."""
        return self.formula != "ucb1" or self.bias > 0 or self.widening > 0

    def plan(self, game: Game) -> Plan:
        """The settings for a game, as numbers; `Unsuitable` where they ask for what it has not."""
        formula = FORMULAS.index(self.formula)
        opposed = game.players == 2 and game.zero_sum
        if self.graph and (not opposed or game.has_chance):
            raise Unsuitable(
                f"The graph of states is for two players of opposite interests without chance, and "
                f"{game.title()} is not such a game."
            )
        provable = opposed and not game.has_chance and game.utility_limit <= LARGEST_UTILITY
        plies = LONGEST_PLAYOUT if self.plies == 0 else max(self.plies, 0)
        return Plan(
            formula=formula,
            explore=float(_EXPLORE[formula] if self.c is None else self.c),
            base=float(self.base),
            bias=float(self.bias),
            reduction=float(self.reduction),
            rave=float(self.rave),
            prior=int(self.prior),
            widening=float(self.widening),
            expand=int(self.expand) or 2,
            playouts=PLAYOUTS.index(self.playouts),
            plies=plies,
            replies=int(self.replies),
            graph=int(self.graph),
            solve=int(self.proofs and provable),
            extras=int(self.extras or game.has_chance),
            most=round(game.utility_limit * WIN),
            unit=float(game.unit),
            repetition=REPETITIONS.index(game.repetition),
            guided=0,
            occurrence=game.repetition_count,
        )


def settings_from(options: Mapping[str, str] | None = None, game: Game | None = None) -> Settings:
    """Settings from texts, as a command line or a description of a player has them, where they say nothing
    those that a game asks for; `BadInput` says what is wrong with one."""
    known = {f.name: f for f in fields(Settings)}
    given: dict[str, Any] = {}
    for key, text in {**(game.sampling if game else {}), **(options or {})}.items():
        if key not in known:
            near = get_close_matches(key.lower(), known, 1)
            hint = f"did you mean '{near[0]}'? There are" if near else "there are"
            raise BadInput(f"Monte Carlo has no option '{key}'; {hint}: {', '.join(known)}.")
        given[key] = _read(key, str(known[key].type), text)
    return Settings(**given)


_TRUTH = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(("false", "no", "off", "0"), False)


def _read(key: str, kind: str, text: str) -> Any:
    if kind == "bool":
        if text.lower() not in _TRUTH:
            raise BadInput(f"Monte Carlo's option '{key}' must be true or false, not '{shorten(text)}'.")
        return _TRUTH[text.lower()]
    if kind == "int":
        return read_whole_option("Monte Carlo", key, text, -1)
    return read_decimal_option("Monte Carlo", key, text) if "float" in kind else text
