"""Payoffs and probabilities as text: `-2.5`, `∞`, `(1, 2, 3)`, `1/3`; and back."""

from __future__ import annotations

import math
import re
from fractions import Fraction

_INFINITE = {"inf": math.inf, "infinity": math.inf, "∞": math.inf}
_WHOLE = re.compile(r"[+-]?[0-9]{1,308}\Z")
"""Whole numbers that are floats, too."""
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_RATIO = re.compile(r"([0-9]{1,30})\s*/\s*([0-9]{1,30})\Z")


def parse_number(text: str) -> int | float | None:
    """The number that `text` is, whole, decimal or infinite; NaN for `nan`; None if it is none of these.

    A decimal beyond what a float holds is None, too: it must not pass for infinity.
    """
    word = text.strip().replace("−", "-")
    if _WHOLE.match(word):
        return int(word)
    if _DECIMAL.match(word):
        value = float(word)
        return value if math.isfinite(value) else None
    return parse_infinity(word)


def parse_infinity(text: str) -> float | None:
    """±∞ for `inf`, `-Infinity`, `+∞` and the like, NaN for `nan`; None for any other text."""
    word = text.strip().replace("−", "-").lower()
    if word == "nan":
        return math.nan
    size = _INFINITE.get(word.removeprefix("-").removeprefix("+"))
    return None if size is None else -size if word.startswith("-") else size


def parse_value(text: str) -> int | float | tuple[int | float, ...] | None:
    """A number, or the payoffs of several players in parentheses; None if `text` is neither."""
    word = text.strip()
    if not word.startswith("("):
        return parse_number(word)
    if not word.endswith(")"):
        return None
    numbers = tuple(map(parse_number, word[1:-1].removesuffix(",").split(",")))
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else None


def parse_probability(text: str) -> float | None:
    """`0.25`, `1/4` or `25%` as a number; None if `text` is none of these."""
    word = text.strip()
    if ratio := _RATIO.match(word):
        above, below = map(int, ratio.groups())
        return above / below if below and above <= below else None
    number = parse_number(word.removesuffix("%"))
    if number is None or "∞" in word or not math.isfinite(number):
        return None
    return number / 100 if word.endswith("%") else number


def number_text(value: float) -> str:
    """A number so that it is read back as it is: `3`, `0.1`, `-∞`."""
    if isinstance(value, float) and math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return repr(value)


def short_text(value: float) -> str:
    """A number for a person to read: at most six digits of a fraction's."""
    if isinstance(value, float) and math.isfinite(value) and abs(value) < 1e6:
        return f"{value:.6g}"
    return number_text(value)


def payoffs_text(payoffs: tuple[float, ...], *, short: bool = False) -> str:
    """MAX's payoff where the only other player's is its negative; the whole vector otherwise."""
    text = short_text if short else number_text
    if len(payoffs) == 2 and payoffs[0] == -payoffs[1]:
        return text(payoffs[0])
    return f"({', '.join(map(text, payoffs))})"


def probability_text(probability: float) -> str:
    """A probability so that it is read back as it is, as a fraction where that is shorter: `1/3`, `0.25`."""
    ratio = Fraction(probability).limit_denominator(1000)
    short, long = f"{ratio.numerator}/{ratio.denominator}", repr(probability)
    same = ratio.denominator > 1 and ratio.numerator / ratio.denominator == probability
    return short if same and len(short) < len(long) else long
