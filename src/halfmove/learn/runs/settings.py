"""All settings of a run, and the TOML file that repeats it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from itertools import product
from pathlib import Path
from typing import Any, Self

from halfmove.core.atomic_file import whole_file
from halfmove.core.contract import Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput
from halfmove.core.toml_file import read_toml
from halfmove.games.reference import GameReference
from halfmove.learn.lengths import longest_game
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import OWN, Architecture, preset
from halfmove.search.neural.file import Contents, read_own
from halfmove.search.neural.usual import name_of

LEARNERS = ("auto", "torch", "numpy")
BACKENDS = ("auto", "server", "torch", "int8", "onnx", "numpy")
LONGEST_OPENING = 12
OPENING_PART = 2 / 7
"""Random moves that games begin with: at most this part of the longest game, and at most twelve."""
GATED = 8
"""Generations of a run in which each plays the best one."""
EXPERTS = 12
"""Generations of a run of AlphaGo's."""
SETTLED = 0.9
"""The part of games that end where they are settled, if the game says where."""
OWNERS: Mapping[str, Any] = {
    "auxiliary": ("owners", "score"),
    "policy_head": "planes",
    "value_head": "pooled",
    "value_filters": 32,
}
"""What a network has where the game says who holds each point at its end: it counts points, wherever they
are, and so serves boards of every size."""
WIDE, WIDE_SCALE = 64, 1.0
"""Places of a policy from which Gumbel's c_scale is the paper's: with 0.1 a policy of Go 9×9 was nearly flat
after two million positions, and nine minutes with 1 were worth 82 % against it (docs/training.md)."""
SMALL_BOARD = 16
"""Points up to which a `tiny` network is enough, where nothing is said."""


@dataclass(frozen=True, kw_only=True)
class Learning:
    """How the network is moved towards the samples."""

    learner: str = "auto"
    """`torch`, `numpy`, or `auto`: PyTorch where it is installed."""
    batch: int = 256
    rate: float = 2e-3
    """AdamW's rate at the beginning; it falls to zero along a cosine as the run goes on."""
    decay: float = 1e-4
    clip: float = 1.0
    value_weight: float = 1.0
    reply_weight: float = 0.15
    """What the error of the head `reply` counts beside the policy's, where the network has one."""
    owners_weight: float = 1.0
    """What those of the heads `owners` and `score` count."""
    outcome_share: float = 0.75
    """What the outcome counts in the value's target; the value that the search found counts the rest."""
    symmetries: bool = True
    reuse: float = 4.0
    """How often each position is learnt from, in the mean."""
    reanalyse: float = 0.0
    """Old positions that are searched anew by the newest network, for each one that self-play brings."""
    window: int = 250_000
    """Positions that the replay window holds."""
    newest: float = 0.6
    """The part of all positions so far, the newest, that is learnt from, if the window holds them."""
    first: int = 4096
    """Positions before the first step."""
    average: float = 0.0
    """Played with is not the last network but a running mean of them, of which each eighth step leaves this
    part as it was; 0: the last."""
    publish: int = 4096
    """Positions after which self-play gets the newest network,"""
    publish_share: float = 0.05
    """unless the learner, or a process that plays, would spend more than this part of its time on it."""
    generations: int = 24
    """Networks that are kept of the whole run."""
    rating_games: int = 32
    """Games of each generation against each of two earlier ones, from which all are rated, in at most 3 % of
    the time; 0: none."""
    gate_games: int = 400
    """alphago-zero: games of each generation against the best one,"""
    gate_share: float = 0.55
    """and the share of their points with which it takes its place."""
    start: str = ""
    """The file of the network that the run begins with; empty: weights that say nothing."""
    mixture_share: float = 0.05
    """The part of the run's time for which, at its end, games try whether the network plays better with
    playouts before it is asked; 0: they do not."""
    distil: str = ""
    """distillation: the file of the network whose searches are learnt."""
    records: str = ""
    """alphago: a file or folder of game records to learn from; empty: the games of an engine,"""
    expert: str = "mcts"
    """this one, with so many"""
    expert_simulations: int = 400
    """simulations a move, or nodes."""
    reinforce_games: int = 128
    """alphago: games of a step of the policy gradient, and"""
    reinforce_rate: float = 0.1
    """the part of `rate` that it moves by."""
    threads: int = 0
    """The learner's; 0: a quarter of the cores."""
    backend: str = "auto"
    """What computes the network in self-play: `server` is one process for all that play, `int8` is ONNX
    Runtime in whole numbers of eight bits; `auto` tries what there is with a GPU, and without one takes the
    first of int8, torch, onnx and numpy that is there."""

    def __post_init__(self) -> None:
        for name, known in (("learner", LEARNERS), ("backend", BACKENDS)):
            if getattr(self, name) not in known:
                raise BadInput(f"The '{name}' is one of {', '.join(known)}, not '{getattr(self, name)}'.")
        for name, least, most in _RANGES:
            if not least <= getattr(self, name) <= most:
                raise BadInput(
                    f"The setting '{name}' is from {least:g} to {most:g}, not {getattr(self, name):g}."
                )


_RANGES = (
    ("batch", 2, 1 << 16),
    ("rate", 1e-8, 1),
    ("decay", 0, 1),
    ("clip", 1e-6, 1e6),
    ("value_weight", 0, 1e3),
    ("reply_weight", 0, 1e3),
    ("owners_weight", 0, 1e3),
    ("outcome_share", 0, 1),
    ("reuse", 0.01, 1e3),
    ("reanalyse", 0, 100),
    ("window", 256, 1 << 28),
    ("newest", 0.01, 1),
    ("first", 1, 1 << 24),
    ("average", 0, 0.9999),
    ("publish", 1, 1 << 24),
    ("publish_share", 1e-3, 1),
    ("generations", 1, 1000),
    ("mixture_share", 0, 1),
    ("rating_games", 0, 1 << 14),
    ("gate_games", 2, 1 << 14),
    ("gate_share", 0.5, 1),
    ("expert_simulations", 1, 1 << 24),
    ("reinforce_games", 2, 1 << 14),
    ("reinforce_rate", 1e-6, 1e3),
    ("threads", 0, 256),
)


DISTILLED = Learning(outcome_share=0.25, reuse=8.0, newest=1.0)
"""Where a teacher's searches are learnt: its values are good from the beginning, and nothing grows old."""
DISTILLED_OPENING = 24
"""Random moves that its games begin with, at most, twice the usual part of the longest game: a strong teacher
alone never comes to what follows a mistake (docs/training.md has what it is worth)."""


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """What repeats a run."""

    game: GameReference
    recipe: str = "alphazero"
    minutes: float = 0.0
    """How long it learns, interruptions left out; 0: as `positions` says."""
    positions: int = 0
    """How many positions of self-play it learns from; 0: as `minutes` says."""
    seed: int = 0
    workers: int = 0
    """Processes that play; 0: this one plays and learns in turn, and the seed repeats the run."""
    vary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Parameters of the game with all values for which the network is trained, as texts; a value that stands
    twice is played twice as often."""
    network: Architecture
    play: Options = field(default_factory=Options)
    learning: Learning = field(default_factory=Learning)

    def __post_init__(self) -> None:
        if not (0 <= self.minutes <= _LONGEST and 0 <= self.positions <= 1 << 40):
            raise BadInput(f"A run takes at most {_LONGEST:,} minutes, and no negative number of them.")
        if not self.minutes and not self.positions:
            raise BadInput("A run needs an end: say how many minutes, or how many positions.")

    # ---- the network that it begins with

    def read_start(self) -> Contents | None:
        """What the file `start` holds, as it is on this run's board, if one is named; `BadInput` for one that
        cannot be on it."""
        if not self.learning.start:
            return None
        game = self.game.open()
        found = read_own(self.learning.start, game)
        architecture = found.architecture.on_board(Encoding(game))
        if architecture is None:
            raise BadInput(
                f"The network '{self.learning.start}' sees points by their places, on the board of "
                f"{name_of(found.game)}: no run on another board can begin with it."
            )
        return found._replace(architecture=architecture)

    # ---- the games that are played

    def variants(self) -> dict[GameReference, int]:
        """The games that are played, and how many parts of all each has: every combination of the values that
        vary; without any the game alone."""
        known: dict[Game, GameReference] = {}
        found: dict[GameReference, int] = {}
        varied = [self._changes_by(key, values) for key, values in self.vary.items()]
        for parts in product(*varied) if self.vary else ():
            changes = {key: value for part in parts for key, value in part.items()}
            reference = GameReference(self.game.name, {**self.game.parameters, **changes})
            reference = known.setdefault(reference.open(), reference)  # 7 and 7.0 are one komi
            found[reference] = found.get(reference, 0) + 1
        return found or {self.game: 1}

    def _changes_by(self, key: str, values: Sequence[str]) -> list[dict[str, Any]]:
        """What each of these values changes: the parameter itself or, as Go's `size`, those that it is short
        for, which are all that depend on it."""
        usual = GameReference(self.game.name, {}).open().parameters
        if key in usual:
            return [{key: value} for value in values]
        opened = [GameReference(self.game.name, {key: value}).open().parameters for value in values]
        other = GameReference(self.game.name, {key: _OTHER}).open().parameters  # one value may be the usual
        meant = [name for name in usual if len({str(found[name]) for found in [usual, other, *opened]}) > 1]
        return [{name: found[name] for name in meant} for found in opened]

    def serves(self) -> dict[str, list[Any]]:
        """`Network.serves` of a network that comes of this run."""
        games = [one.open() for one in self.variants()] if self.vary else []
        found = {}
        for key, own in self.game.open().parameters.items():
            values = sorted({game.parameters[key] for game in games})
            if values and values != [own]:
                is_number = isinstance(values[0], int | float)
                found[key] = [values[0], values[-1]] if is_number else values
        return found

    # ---- as data

    def sections(self) -> dict[str, dict[str, Any]]:
        """All of it as a TOML file has it."""
        run = {name: getattr(self, name) for name in _RUN}
        network = {key: value for key, value in asdict(self.network).items() if key not in OWN}
        return {
            "run": {"game": self.game.name, **run},
            "parameters": dict(self.game.parameters),
            "vary": {name: list(values) for name, values in self.vary.items()},
            "network": network,
            "play": asdict(self.play),
            "learning": asdict(self.learning),
        }

    @classmethod
    def from_sections(cls, sections: Mapping[str, Mapping[str, Any]]) -> Self:
        """What `sections` gave; `BadInput` for anything else."""
        try:
            run = dict(sections["run"])
            game = GameReference(run.pop("game"), dict(sections.get("parameters", {})))
            network = dict(sections["network"])
            network["auxiliary"] = tuple(network.get("auxiliary", ()))
            found = preset("medium", Encoding(game.open()), **network)
            vary = {name: tuple(map(str, values)) for name, values in sections.get("vary", {}).items()}
            play, learning = Options(**sections["play"]), Learning(**sections["learning"])
            return cls(game=game, network=found, play=play, learning=learning, vary=vary, **run)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"The settings of this run cannot be read: {error}.") from None

    def write(self, path: Path) -> None:
        """The TOML file."""
        with whole_file(path) as out:
            out.write("# A run of `halfmove train`; `halfmove train run.toml -o FOLDER` repeats it.\n")
            for name, section in self.sections().items():
                if section:
                    out.write(f"\n[{name}]\n")
                for key, value in section.items():
                    out.write(f"{key} = {_as_toml(value)}\n")

    @classmethod
    def read(cls, path: Path) -> Self:
        """The settings of a TOML file; `BadInput`, in one sentence, where it has none."""
        return cls.from_sections(read_toml(path, "settings"))

    def with_settings(self, told: Mapping[str, str]) -> Self:
        """The same but for some settings, by name as text; `BadInput` for a name or a text that is wrong."""
        changed: dict[str, dict[str, Any]] = {"network": {}, "play": {}, "learning": {}}
        homes = self._homes()
        for name, text in told.items():
            if name not in homes:
                near = get_close_matches(name, homes, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(sorted(homes))}."
                raise BadInput(f"There is no setting '{name}'; {hint}")
            place, before = homes[name]
            changed[place][name] = _read_as(before, name, text)
        return replace(
            self,
            network=self.network.with_changes(**changed["network"]),
            play=replace(self.play, **changed["play"]),
            learning=replace(self.learning, **changed["learning"]),
        )

    def network_settings(self) -> set[str]:
        """The names of the settings that say what network it is."""
        return {name for name, (place, _) in self._homes().items() if place == "network"}

    def _homes(self) -> dict[str, tuple[str, Any]]:
        """Where each setting belongs, and what it is."""
        found = {}
        for place in ("learning", "play", "network"):
            part = getattr(self, place)
            for one in fields(part):
                if place != "network" or one.name not in OWN:
                    found[one.name] = place, getattr(part, one.name)
        return found


_RUN = ("recipe", "minutes", "positions", "seed", "workers")
_LONGEST = 1_000_000
_OTHER = "5"
"""Of what stands for other parameters of a game (`size`): a value that it may have."""


def find_usual_settings(game: GameReference, *, network: str = "", **given: Any) -> RunSettings:
    """The settings of a run where nothing else is said."""
    opened = game.open()
    encoding = Encoding(opened)
    _, rows, columns = encoding.shape
    small = rows * columns <= SMALL_BOARD
    if given.get("recipe") == "distillation":
        network = network or ("tiny" if small else "small")
        given["learning"] = DISTILLED
    if given.get("recipe") == "alphago":
        name = network or ("alphago-tiny" if small else "alphago-small")
    else:
        name = network or ("tiny" if small else "medium")
    opening = max(min(LONGEST_OPENING, int(longest_game(opened) * OPENING_PART)), 1)
    if given.get("recipe") == "alphago-zero":  # each generation costs a match
        given["learning"] = Learning(generations=GATED)
    if given.get("recipe") == "alphago":  # positions are dear: a search each, or a game
        given["learning"] = Learning(first=512, reuse=12.0, generations=EXPERTS)
    settle = SETTLED if defines(type(opened), "settle") else 0.0
    scale = WIDE_SCALE if encoding.policy >= WIDE else Options.value_scale
    play = Options(opening_share=0.7, opening_plies=opening, settle_share=settle, value_scale=scale)
    if given.get("recipe") == "distillation":
        longest = int(longest_game(opened) * 2 * OPENING_PART)
        opening = max(min(DISTILLED_OPENING, longest), 1)
        play = replace(play, opening_share=1.0, opening_plies=opening)
    own = OWNERS if encoding.has_owners and given.get("recipe") not in ("alphago", "exact") else {}
    return RunSettings(game=game, network=preset(name, encoding, **own), play=play, **given)


def _as_toml(value: Any) -> str:
    """A value; JSON's texts, numbers, truth values and lists are TOML's too."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _read_as(before: Any, name: str, text: str) -> Any:
    """A text as what the setting is."""
    try:
        if isinstance(before, bool):
            return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]
        if isinstance(before, tuple):
            return tuple(word for word in text.split(",") if word)
        return type(before)(text)
    except (ValueError, KeyError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}[type(before)]
        raise BadInput(f"The setting '{name}' is {kind}, not '{text}'.") from None
