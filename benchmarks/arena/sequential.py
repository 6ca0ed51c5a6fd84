"""The arena: sequential tests, their error rates and lengths over simulated matches.

The matches are simulated with a known true difference, and played under the test until it decides; alpha and
beta are 5 % each. Pairs of games share an opening: half the games from quiet openings are drawn, and a
quarter of the openings are won by the same seat in both games. The bayesian model, which is for single games,
gets games from its own model with a `drawelo` of 200 (52 % draws). The theory is Wald's, for a Brownian
motion that approximates the log-likelihood ratio, with Siegmund's correction for the overshoot
(`statistics/first_passage.py`). "±" is one standard error of the simulation. A run fails if an error rate
(or, halfway, the share that accepts H1) deviates from theory by more than four standard errors plus one per
cent, or a mean length by more than four standard errors plus 5 %.
"""

from __future__ import annotations

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.arena.statistics.simulation import Outcomes, bayesian_model, matches, model_with
from halfmove.arena.statistics.sprt import Prospect, Sprt

TESTS = (
    Sprt(0, 20, "normalized"),
    Sprt(0, 10, "logistic"),
    Sprt(0, 20, "bayesian"),
)
DRAW, SHARP, DRAWELO = 0.5, 0.25, 200.0
MATCHES = 2000


def run(section: Section, settings: Settings) -> None:
    """Simulate, and report."""
    number = 200 if settings.quick else MATCHES
    head = [f"{number:,} matches each", "truth", "accept H1", "theory", "games, mean", "theory", "ratio"]
    rows = []
    for seed, the_test in enumerate(TESTS):
        for place, (name, elo) in enumerate(places(the_test).items()):
            found, theory, each = simulated(the_test, elo, number, 10 * seed + place)
            check(f"{the_test.model}, {name}", found, theory, each)
            title = f"{the_test.model} [{the_test.elo0:g}, {the_test.elo1:g}]" if place == 0 else ""
            rows.append([title, *row(name, found, theory, each)])
    section.table(head, rows)
    section.say(
        "Accepting H1 if H0 is true is an error of the first kind, and not accepting it if H1 is true an\n"
        "error of the second kind; halfway there is no error, and the test takes longest."
    )


def places(the_test: Sprt) -> dict[str, float]:
    """Where the truth lies."""
    middle = (the_test.elo0 + the_test.elo1) / 2
    return {"H0": the_test.elo0, "halfway": middle, "H1": the_test.elo1}


def simulated(the_test: Sprt, elo: float, number: int, seed: int) -> tuple[Outcomes, Prospect, int]:
    """Matches at a true difference, what theory says of them, and the games of a sample."""
    each = 1 if the_test.model == "bayesian" else 2
    if the_test.model == "bayesian":
        real = bayesian_model(elo, DRAWELO)
    elif the_test.model == "logistic":
        real = model_with(lambda t: t.elo(2), elo, DRAW, SHARP)
    else:
        real = model_with(lambda t: t.normalized_elo(2), elo, DRAW, SHARP)
    deviation = real.mean_and_deviation(each)[1]
    theory = the_test.prospect(elo, deviation, each=each, drawelo=DRAWELO)
    return matches(the_test, real, number, each=each, seed=seed), theory, each


def check(what: str, found: Outcomes, theory: Prospect, each: int) -> None:
    """The simulation must not be far from theory."""
    share = found.rate(True)[0]
    error = (theory.accept_h1 * (1 - theory.accept_h1) / len(found.samples)) ** 0.5
    expect(f"{what}: the error rate is as stated", abs(share - theory.accept_h1) < 4 * error + 0.01, True)
    mean, error = found.length()
    gap = abs(mean * each - theory.games)
    expect(f"{what}: the length is as theory has it", gap < 4 * error * each + 0.05 * theory.games, True)


def row(name: str, found: Outcomes, theory: Prospect, each: int) -> list[str]:
    """A line of the table."""
    share, error = found.rate(True)
    mean, deviation = found.length()
    return [
        name,
        f"{share:.1%} ± {error:.1%}",
        f"{theory.accept_h1:.1%}",
        f"{figures.count(mean * each)} ± {figures.count(deviation * each)}",
        figures.count(theory.games),
        f"{mean * each / theory.games:.2f}",
    ]
