"""Tuning an evaluation: games in, weights out, and by how much they predict better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

import numpy as np

from halfmove.core.atomic_file import whole_file
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.progress import at
from halfmove.core.results import Result
from halfmove.core.tuning import Tunable, Words
from halfmove.learn.tuning.coefficients import compute_coefficients, shares
from halfmove.learn.tuning.fit import SCALE, Data, Fit, cross_entropy, fit, minimise
from halfmove.learn.tuning.samples import Sample, read_samples


class Change(NamedTuple):
    """What became of one feature's weights: the largest change, and the mean of all, in the middle game and
    in the endgame."""

    name: str
    cases: int
    largest: int
    mean: float


class BitsData(TypedDict):
    """A mean error in bits."""

    before: Annotated[float, "With the old weights."]
    after: Annotated[float, "With the new ones."]


class FitData(TypedDict):
    """How well results are predicted."""

    learnt: Annotated[BitsData, "Of the games learnt from."]
    tested: Annotated[BitsData, "Of the games that were kept apart."]


class ChangeData(TypedDict):
    """What became of one feature's weights."""

    name: Annotated[str, "The feature."]
    cases: Annotated[int, "How many weights it has."]
    largest: Annotated[int, "The largest change, in hundredths of a pawn."]
    mean: Annotated[float, "The mean of all changes, without their signs."]


class TunedData(TypedDict):
    """New weights, and how they came about."""

    games: Annotated[int, "Games that were read."]
    broken: Annotated[int, "Games left out because something in them cannot be read."]
    repaired: Annotated[int, "Games with something repaired, or with results that contradict each other."]
    learnt: Annotated[int, "Positions learnt from."]
    tested: Annotated[int, "Positions tested on."]
    k: Annotated[float, "The slope of the curve from evaluations to results."]
    steps: Annotated[int, "Steps of the fit."]
    bits: Annotated[FitData, "The mean errors in bits."]
    changes: Annotated[list[ChangeData], "By feature."]


@dataclass(frozen=True)
class Tuned(Result):
    """New weights, and how they came about."""

    words: Words
    fit: Fit
    changes: tuple[Change, ...]
    games: int
    learnt: int
    tested: int
    broken: int = 0
    """Games left out because something in them cannot be read."""
    repaired: int = 0
    """As of `Samples`."""
    output: str | None = None
    """The file that the weights were written to."""

    def to_dict(self) -> TunedData:
        found, changed = self.fit, [change._asdict() for change in self.changes]
        return {
            "games": self.games,
            "broken": self.broken,
            "repaired": self.repaired,
            "learnt": self.learnt,
            "tested": self.tested,
            "k": found.k,
            "steps": found.steps,
            "bits": {
                "learnt": {"before": found.learnt_before, "after": found.learnt_after},
                "tested": {"before": found.before, "after": found.after},
            },
            "changes": changed,  # type: ignore[typeddict-item]
        }

    def to_text(self) -> str:
        """What changed, and by how much the fit improved."""
        found = self.fit
        gain = (found.before - found.after) / found.before
        left_out = f" ({self.broken:,} more cannot be read)" if self.broken else ""
        repaired = (
            f" ({self.repaired:,} with something repaired, or results that contradict each other)"
            if self.repaired
            else ""
        )
        lines = [
            f"{self.games:,} games{left_out}{repaired}; "
            f"{self.learnt:,} quiet positions to learn from, {self.tested:,} to test on",
            "",
            "mean error in bits     before      after",
            f"  games learnt from   {found.learnt_before:.5f}    {found.learnt_after:.5f}",
            f"  games not seen      {found.before:.5f}    {found.after:.5f}   {gain:+.2%}",
            "",
            f"{'feature':<24}{'cases':>6}{'largest':>9}{'mean':>7}   change, hundredths of a pawn",
        ]
        lines += [
            f"{change.name:<24}{change.cases:>6}{change.largest:>+9d}{change.mean:>7.1f}"
            for change in self.changes
        ]
        if not any(change.largest for change in self.changes):
            lines += [
                "",
                "Nothing predicted games not seen better: these are the weights that were there before.",
            ]
        return "\n".join([*lines, *(["", f"Wrote {self.output}."] if self.output else [])])

    def save(self, path: Path, game: Game) -> None:
        """Write the weights as TOML."""
        found = self.fit
        heading = (
            f"The weights of the evaluation of {game.title()}, in hundredths of a pawn: see layout.py.\n"
            f"Tuned from {self.games:,} games ({self.learnt:,} positions): on games not seen "
            f"{found.before:.5f} bits before, {found.after:.5f} after."
        )
        with whole_file(path) as out:
            out.write(find_weights(game).written(self.words, heading))


def tune(
    game: Game,
    paths: Sequence[Path],
    *,
    weights: Path | None = None,
    of_each: int = 10,
    trust: float = 0.0,
    seed: int = 0,
    steps: int = 400,
) -> Tuned:
    """Fit the weights of a game's evaluation (those in `weights`, or those that are built in) to the results
    of games in files of records, and to what positions in EPD files are worth (`sample_ends`).

    `trust`, 0 to 1, is the share in what is fitted to that the evaluations have which the games tell
    (`[%eval …]`); with any, only positions with one are drawn.  `BadInput` for a file that cannot be read,
    and too few games.
    """
    tunable = find_weights(game)
    old = tunable.read(weights)
    drawn = read_samples(
        game,
        list(paths),
        of_each=of_each,
        evaluated=trust > 0,
        seed=seed,
        see=lambda games, positions: at(what=f"{games:,} games read, {positions:,} quiet positions drawn"),
    )
    learnt, tested = len(drawn.learnt), len(drawn.tested)
    at(what=f"{drawn.games:,} games: {learnt:,} positions learnt from, {tested:,} tested on")
    slope = fit_slope(drawn.learnt) if trust > 0 else 1.0
    found = fit(
        make_data(game, drawn.learnt, trust, slope),
        make_data(game, drawn.tested, trust, slope),
        *tunable.phases(old),
        steps=steps,
        see=lambda step, learnt, tested: at(
            what=f"step {step}: {learnt:.5f} bits, on games not seen {tested:.5f}"
        ),
    )
    words = tunable.packed(found.middle, found.end)
    return Tuned(
        words,
        found,
        list_changes(tunable, old, words),
        drawn.games,
        learnt,
        tested,
        drawn.broken,
        drawn.repaired,
    )


def fit_slope(drawn: Sequence[Sample]) -> float:
    """The k under which the evaluations that the games tell predict their results best."""
    of_games = [sample for sample in drawn if sample.result is not None]
    if not of_games:
        return 1.0
    told = np.array([sample.pawns for sample in of_games], np.float64)
    result = np.array([sample.result for sample in of_games])
    return minimise(lambda k: cross_entropy(result, expect_scores(told, k)), 0.05, 4.0)


def expect_scores(pawns: Any, k: float) -> Any:
    """The expected scores that evaluations in pawns stand for."""
    return 1 / (1 + np.exp(-k * 100 * SCALE * pawns))


def make_data(game: Game, drawn: Sequence[Sample], trust: float = 0.0, slope: float = 1.0) -> Data:
    """Samples as numbers; in their results the evaluations have a share of `trust`, at this `slope`."""
    tunable = find_weights(game)
    states = [sample.state for sample in drawn]
    mixed = np.zeros((len(states), 3), np.float32)
    out = Buffer(3)
    for number, state in enumerate(states):
        shares(game, state, out)
        mixed[number] = out.array
    shares_told = np.array([1.0 if sample.result is None else trust for sample in drawn])
    results = np.array([0.5 if sample.result is None else sample.result for sample in drawn])
    pawns = np.array([0.0 if sample.pawns is None else sample.pawns for sample in drawn])
    aim = (1 - shares_told) * results + shares_told * expect_scores(pawns, slope)
    return Data(
        compute_coefficients(game, states, tunable.size),
        mixed[:, 0] / np.float32(tunable.whole),
        mixed[:, 1] / np.float32(tunable.whole),
        mixed[:, 2],
        aim.astype(np.float32),
    )


def list_changes(tunable: Tunable, old: Words, new: Words) -> tuple[Change, ...]:
    """What became of each feature."""
    told = []
    before, after = np.stack(tunable.phases(old)), np.stack(tunable.phases(new))
    for feature in tunable.features:
        part = slice(feature.first, feature.first + feature.size)
        moved = [int(change) for change in (after - before)[:, part].T.flat]
        told.append(
            Change(feature.name, feature.size, max(moved, key=abs), sum(map(abs, moved)) / len(moved))
        )
    return tuple(told)


def find_weights(game: Game) -> Tunable:
    """The weights of a game's evaluation; `BadInput` for a game without any."""
    tunable = game.tunable()
    if tunable is None:
        raise BadInput(f"{game.title()} has no weights to tune.")
    return tunable
