"""The numbers of the selective search that a game may have its own of: margins, reductions, learning rates.

The forms are in `margins`, `experience`, `quiesce` and `root`; here is how much.  They are read from the
memory while it searches, so that other values need no other machine code: a tuner changes them between two
games (`halfmove tune GAME --search`).  The defaults were chosen when the search was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.toml_file import read_toml

WHOLE = 1024
"""Most are in 1024ths: of a unit of the game (`Game.unit`, a pawn in chess), or of a ply."""


class Parameter(NamedTuple):
    """A number of the search."""

    name: str
    value: int
    """The default."""
    least: int
    most: int
    step: int
    """How far to either side a tuner looks in the end: where a difference begins to show in games."""
    meaning: str


PARAMETERS = (
    Parameter("static-ply", 1024, 200, 2048, 120, "above beta, in units a ply: the state will hold"),
    Parameter("razor-base", 1024, 0, 4096, 250, "below alpha, in units: only what is forcing could help"),
    Parameter("razor-ply", 2560, 500, 5120, 250, "the same, for each ply"),
    Parameter("null-base", 3072, 1024, 6144, 300, "plies less after a null move"),
    Parameter("null-ply", 342, 0, 700, 40, "the same, for each ply of depth"),
    Parameter("null-margin", 2048, 400, 6144, 300, "units above beta for one more ply less"),
    Parameter("count-base", 8192, 1024, 20480, 1000, "quiet actions looked at near the horizon"),
    Parameter("count-square", 1024, 200, 3072, 150, "the same, times the square of the depth"),
    Parameter("futility-base", 1024, 0, 4096, 150, "units that a quiet action may bring at once"),
    Parameter("futility-ply", 1024, 200, 3072, 120, "the same, for each ply left"),
    Parameter(
        "exchange-quiet",
        256,
        50,
        1024,
        40,
        "units that a quiet action may lose, times plies and their square",
    ),
    Parameter("exchange-other", 1024, 200, 3072, 120, "units that another action may lose, a ply"),
    Parameter("singular-ply", 16, 2, 100, 4, "units a ply by which all others must stay below"),
    Parameter("reduction-base", 1024, 0, 2048, 100, "plies less for a late action"),
    Parameter(
        "reduction-divisor", 2304, 1200, 6000, 150, "the logarithms of depth and number are divided by it"
    ),
    Parameter("reduction-falling", 512, 0, 2048, 120, "plies less where the evaluation does not rise"),
    Parameter("reduction-cut", 1024, 0, 3072, 150, "plies less where a cutoff is expected"),
    Parameter("reduction-cuts", 1024, 0, 3072, 150, "plies less where others after it were cut off at once"),
    Parameter("reduction-history", 1536, 0, 4096, 200, "plies that four full history counters are worth"),
    Parameter("reduction-killer", 1024, 0, 3072, 150, "plies more for a killer and the counter move"),
    Parameter("reduction-principal", 1024, 0, 3072, 150, "plies more on the principal variation"),
    Parameter("reduction-check", 1024, 0, 3072, 150, "plies more for a check, and in check"),
    Parameter("look-deeper", 341, 0, 2048, 60, "units above the best: looked at again a ply deeper"),
    Parameter("look-shallower", 85, 0, 1024, 25, "units above the best: a ply less will do"),
    Parameter(
        "gain-margin", 2048, 300, 6144, 250, "units that a capture beyond the horizon may bring besides"
    ),
    Parameter(
        "aspiration", 341, 30, 2048, 40, "half the first window around the last level's score, in units"
    ),
    Parameter("error-rate", 25, 2, 120, 6, "how fast the evaluation's errors are learnt"),
    Parameter("error-share", 896, 0, 2048, 90, "units that the largest error learnt is worth"),
    Parameter("bonus-square", 32, 0, 128, 6, "what a refutation is worth, times the square of the depth"),
    Parameter("bonus-ply", 256, 0, 1024, 50, "the same, times the depth"),
    Parameter("bonus-most", 4000, 500, 12000, 400, "the most that it is worth"),
)
(
    STATIC_PLY,
    RAZOR_BASE,
    RAZOR_PLY,
    NULL_BASE,
    NULL_PLY,
    NULL_MARGIN,
    COUNT_BASE,
    COUNT_SQUARE,
    FUTILITY_BASE,
    FUTILITY_PLY,
    EXCHANGE_QUIET,
    EXCHANGE_OTHER,
    SINGULAR_PLY,
    REDUCTION_BASE,
    REDUCTION_DIVISOR,
    REDUCTION_FALLING,
    REDUCTION_CUT,
    REDUCTION_CUTS,
    REDUCTION_HISTORY,
    REDUCTION_KILLER,
    REDUCTION_PRINCIPAL,
    REDUCTION_CHECK,
    LOOK_DEEPER,
    LOOK_SHALLOWER,
    GAIN_MARGIN,
    ASPIRATION_MARGIN,
    ERROR_RATE,
    ERROR_SHARE,
    BONUS_SQUARE,
    BONUS_PLY,
    BONUS_MOST,
) = range(len(PARAMETERS))
BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


def read_parameters(text: str) -> dict[str, int]:
    """The values in `name:value+name:value`, or in a file `.toml` with lines `name = value`; `BadInput` for a
    name that no parameter has, a value out of its range, and a file that cannot be read."""
    if text.endswith(".toml"):
        return {name: check_parameter(name, value) for name, value in read_toml(Path(text)).items()}
    found: dict[str, int] = {}
    for part in filter(None, text.split("+")):
        name, _, value = part.partition(":")
        is_whole = value.strip().isascii() and value.strip().isdecimal()
        found[name.strip()] = check_parameter(name.strip(), int(value) if is_whole else value)
    return found


def check_parameter(name: str, value: object) -> int:
    """The value of a parameter; `BadInput` where it cannot have it."""
    parameter = BY_NAME.get(name)
    if parameter is None:
        raise BadInput(f"The search has no parameter '{name}'; there is: {', '.join(BY_NAME)}.")
    if not isinstance(value, int) or not parameter.least <= value <= parameter.most:
        raise BadInput(
            f"The parameter '{name}' is a whole number from {parameter.least} to {parameter.most}, "
            f"not '{value}'."
        )
    return value


def write_parameters(values: Mapping[str, int]) -> str:
    """As `read_parameters` reads them: `name:value+name:value`."""
    return "+".join(f"{name}:{value}" for name, value in values.items())


def make_parameters(values: Mapping[str, int]) -> Buffer:
    """All numbers of a search, those of `values` in place of the defaults."""
    out = Buffer(len(PARAMETERS))
    for number, parameter in enumerate(PARAMETERS):
        out[number] = values.get(parameter.name, parameter.value)
    return out
