"""Draws chess learnt from nothing, for docs/training.md: `python docs/images/draw_learning.py`."""

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

BLUE, GREY = "#0072B2", "#6B6B6B"
MINUTES = [5, 15, 30, 45, 60]
RATINGS = [(-303.7, 112.9), (-96.7, 92.5), (106.4, 85.0), (208.2, 85.0), (297.6, 87.3)]
"""Elo, and its 95 % interval either way, of the tournament in docs/training.md."""
OTHERS = {"the engine at one ply": 387.5, "the supervised network": 326.5, "a random player": -925.9}
matplotlib.rcParams |= {"svg.hashsalt": "learning", "font.family": "DejaVu Sans"}


def main() -> None:
    figure = Figure(figsize=(7.2, 3.8))
    axes = figure.add_subplot()
    axes.errorbar(
        MINUTES,
        [elo for elo, _ in RATINGS],
        [within for _, within in RATINGS],
        color=BLUE,
        marker="o",
        capsize=3,
    )
    for name, elo in OTHERS.items():
        axes.axhline(elo, color=GREY, linewidth=1, linestyle="--")
        below = name == "the supervised network"
        place = {"xytext": (0, -12 if below else 4), "textcoords": "offset points"}
        axes.annotate(name, (0.5, elo), color=GREY, fontsize=9, **place)
    axes.set(xlabel="minutes of self-play on two cores", ylabel="Elo", xlim=(0, 63), ylim=(-1050, 520))
    axes.grid(True, color="#E3E3E3", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(
        Path(__file__).parent / "chess-learnt.svg", format="svg", bbox_inches="tight", metadata={"Date": None}
    )


main()
