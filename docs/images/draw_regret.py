"""Draws the pictures of docs/regret.md, of Leduc hold'em and Kuhn poker: `docs/images/draw_regret.py`."""

from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import halfmove as hm
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver
from halfmove.teach.regret import curves, plot, record

POINTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]
matplotlib.rcParams |= {"svg.hashsalt": "regret", "font.family": "DejaVu Sans"}


def main() -> None:
    table = lay_out(hm.game("leduc"))
    figure, axes = plt.subplots(figsize=(7.6, 4.6))
    for name, method in METHODS.items():
        if not method.is_suitable(table):
            continue
        run, found = RegretSolver(table, method, 1), []
        for point in POINTS:
            run.step(point - run.iterations)
            found.append(run.solution().exploitability)
        axes.loglog(POINTS, found, label=name, linestyle="--" if method.sampled else "-")
    axes.set_xlabel("iterations")
    axes.set_ylabel("exploitability, chips")
    axes.set_title("Leduc hold'em")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=9)
    figure.tight_layout()
    figure.savefig(Path(__file__).parent / "regret.svg", metadata={"Date": None})


def steps() -> None:
    kuhn, here = hm.game("kuhn"), Path(__file__).parent
    record(kuhn, algorithm="cfr", iterations=5).save(here / "regret-kuhn.svg")
    (here / "regret-curves.svg").write_text(plot(curves(kuhn)), encoding="utf-8")


main()
steps()
