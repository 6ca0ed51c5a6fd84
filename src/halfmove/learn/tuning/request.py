"""The operation `tune`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED
from halfmove.core.operation import (
    LOCAL_FACES,
    Decimal,
    Files,
    OutputFile,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.request import Request
from halfmove.games.registry import game as named

if TYPE_CHECKING:
    from halfmove.learn.tuning.tune import Tuned

ABOUT_GAME = "A game whose evaluation has weights to tune."


def find_tunable_game(name: str) -> Game:
    """The registered game of that name; `BadInput` for one without weights."""
    game = named(name)
    if game.tunable() is None:
        raise BadInput(f"'{name}' has no weights to tune.")
    return game


@operation(
    "tune",
    "Fit the weights of an evaluation to the results of games.",
    doing="tuning",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class TuneRequest(Request):
    """Fit the weights of an evaluation to the results of games, by logistic regression.

    A fifth of the games is kept apart: the weights are those that predict their results best, and the report
    says by how much. Where there are no games, play some:
    `halfmove match engine engine chess --export games.pgn`. They also record what the
    engines thought of each position, which teaches more than the result alone: `--trust 0.8`.

    Example: halfmove tune chess games.pgn --output weights.toml
    """

    game: str = field(Text(word="GAME"), ABOUT_GAME, place=True)
    games: Sequence[str] = field(
        Files(word="GAMES.pgn …"), "Files with finished games, one or more.", place=True
    )
    output: str | None = field(
        OutputFile(word="FILE.toml"),
        "Write the new weights here.",
        default=None,
        options=("--output", "-o"),
    )
    weights: str | None = field(
        Text(word="FILE.toml"), "Begin with these weights.", default=None, usual="the built-in ones"
    )
    of_each: int = field(
        Whole(1, 1000), "At most this many positions are sampled from each game.", default=10
    )
    trust: float = field(
        Decimal(0, 1, word="SHARE"),
        "The weight of the evaluations in the games, [%eval …], beside the results, 0 to 1.",
        default=0.0,
    )
    steps: int = field(Whole(1, 100_000), "At most this many steps of the fit.", default=400)
    seed: int = field(Whole(0, MOST_SEED), "The seed of the sampling.", default=0)

    def run(self, work: Work) -> Iterator[Tuned]:
        """The one result; the weights are written."""
        game = find_tunable_game(self.game)
        from halfmove.learn.tuning.tune import tune  # after what is quickly refused: it loads NumPy

        found = tune(
            game,
            [Path(name).expanduser() for name in self.games],
            weights=None if self.weights is None else Path(self.weights).expanduser(),
            of_each=self.of_each,
            trust=self.trust,
            seed=self.seed,
            steps=self.steps,
        )
        if self.output is not None:
            found.save(Path(self.output).expanduser(), game)
        yield replace(found, output=self.output)
