"""Draws the pictures of docs/ratings.md anew: `python docs/images/draw_ratings.py` (about a minute)."""

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from halfmove.arena.statistics.simulation import matches, model_with
from halfmove.arena.statistics.sprt import Sprt

HERE = Path(__file__).parent
BLUE, RED, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#6B6B6B"
TEST = Sprt(0, 20, "normalized")
DRAW, SHARP = 0.5, 0.25


def real(elo):
    """Random pairs of games with this true normalised Elo."""
    return model_with(lambda t: t.normalized_elo(2), elo, DRAW, SHARP)


def plain(axes):
    axes.grid(True, color="#E3E3E3", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def save(figure, name):
    figure.savefig(HERE / name, format="svg", bbox_inches="tight", metadata={"Date": None})


def paths():
    """The ratio in a few matches, from the first pair to the decision."""
    figure = Figure(figsize=(7.2, 3.8))
    axes = figure.add_subplot()
    for colour, elo, name in ((RED, 0, "0 nElo: H0 is true"), (BLUE, 20, "20 nElo: H1 is true")):
        random = np.random.default_rng(8 + elo)
        for number in range(6):
            points = random.choice(5, 6000, p=real(elo).chances(2))
            ratios = TEST.llrs(np.eye(5, dtype=int)[points].cumsum(0))
            end = int(((ratios >= TEST.upper) | (ratios <= TEST.lower)).argmax())
            games = 2 * np.arange(1, end + 2)
            shown = np.unique(np.append(np.arange(0, end, 6), end))
            axes.plot(
                games[shown], ratios[shown], color=colour, linewidth=0.9, label=None if number else name
            )
            axes.plot(games[-1], ratios[end], "o", color=colour, markersize=4)
    for bound, words in ((TEST.upper, "H1 is accepted"), (TEST.lower, "H0 is accepted")):
        axes.axhline(bound, color=GREY, linewidth=1, linestyle="--")
        place = {"xytext": (0, 4 if bound > 0 else -12), "textcoords": "offset points"}
        axes.annotate(words, (0, bound), color=GREY, fontsize=9, **place)
    axes.set(xlabel="games", ylabel="log-likelihood ratio", ylim=(-3.6, 3.6), xlim=(0, None))
    axes.legend(frameon=False, loc="center right", bbox_to_anchor=(1, 0.2))
    plain(axes)
    save(figure, "sprt-paths.svg")


def lengths():
    """What theory expects for every true difference, and 1000 simulated matches at some."""
    figure = Figure(figsize=(7.2, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    elos = np.linspace(-20, 40, 241)
    theory = [TEST.prospect(float(elo)) for elo in elos]
    left.plot(elos, [100 * p.accept_h1 for p in theory], color=GREY)
    right.plot(elos, [p.games for p in theory], color=GREY)
    for seed, elo in enumerate((-10, 0, 5, 10, 15, 20, 30)):
        found = matches(TEST, real(elo), 1000, each=2, seed=seed)
        share, error = found.rate(True)
        left.errorbar(elo, 100 * share, 200 * error, fmt="o", color=BLUE, markersize=4)
        mean, error = found.length()
        right.errorbar(elo, 2 * mean, 4 * error, fmt="o", color=BLUE, markersize=4)
    left.set(xlabel="true normalised Elo", ylabel="accepts H1, %")
    right.set(xlabel="true normalised Elo", ylabel="games, on average", ylim=(0, None))
    for axes in (left, right):
        for hypothesis in (TEST.elo0, TEST.elo1):
            axes.axvline(hypothesis, color=GREEN, linewidth=0.8, linestyle=":")
        plain(axes)
    save(figure, "sprt-lengths.svg")


if __name__ == "__main__":
    with matplotlib.rc_context({"svg.hashsalt": "halfmove", "font.family": "DejaVu Sans", "font.size": 9.5}):
        paths()
        lengths()
