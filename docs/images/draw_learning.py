"""Draws games learnt from nothing, for docs/training.md: `python docs/images/draw_learning.py`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

BLUE, GREY = "#0072B2", "#6B6B6B"
MINUTES = [5, 15, 30, 45, 60]
ABOVE, BELOW = 4, -12
"""Points by which a name stands off its line."""
matplotlib.rcParams |= {"svg.hashsalt": "learning", "font.family": "DejaVu Sans"}


def main() -> None:
    """The tournaments in docs/training.md: Elo, and its 95 % interval either way."""
    draw(
        "chess",
        [(-303.7, 112.9), (-96.7, 92.5), (106.4, 85.0), (208.2, 85.0), (297.6, 87.3)],
        {
            "the engine at one ply": (387.5, ABOVE),
            "the supervised network": (326.5, BELOW),
            "a random player": (-925.9, ABOVE),
        },
        (-1050, 520),
    )
    draw(
        "minishogi",
        [(-275.6, 56.4), (-3.7, 43.9), (132.9, 45.1), (178.9, 46.7), (184.0, 46.9)],
        {"the engine at one ply": (63.6, ABOVE), "the supervised network": (-280.2, ABOVE)},
        (-370, 270),
        names_at=40,
    )


def draw(
    game: str,
    ratings: Sequence[tuple[float, float]],
    others: Mapping[str, tuple[float, int]],
    limits: tuple[float, float],
    names_at: float = 0.5,
) -> None:
    """Elo over minutes, beside other players as lines, whose names stand at that minute, above or below."""
    figure = Figure(figsize=(7.2, 3.8))
    axes = figure.add_subplot()
    axes.errorbar(
        MINUTES,
        [elo for elo, _ in ratings],
        [within for _, within in ratings],
        color=BLUE,
        marker="o",
        capsize=3,
    )
    for name, (elo, off) in others.items():
        axes.axhline(elo, color=GREY, linewidth=1, linestyle="--")
        place = {"xytext": (0, off), "textcoords": "offset points"}
        axes.annotate(name, (names_at, elo), color=GREY, fontsize=9, **place)
    axes.set(xlabel="minutes of self-play on two cores", ylabel="Elo", xlim=(0, 63), ylim=limits)
    axes.grid(True, color="#E3E3E3", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    path = Path(__file__).parent / f"{game}-learnt.svg"
    figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None})


main()
