"""A rollout as an operation: the plays of a position of a game of dice, each played on many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.computer import usable_cores
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    Decimal,
    Object,
    OutputFile,
    PositionRequest,
    Seconds,
    Texts,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.kinds import Kind, Schema
from halfmove.core.progress import at
from halfmove.search.chance.rollout import LONGEST
from halfmove.search.chance.rollouts import (
    CANDIDATES,
    THROWS,
    TRIALS,
    Goal,
    Rollout,
    begin,
    deepen_rollout,
    unfit,
)

TRIAL = "Trials"
MOST_TRIALS = 10**9


@dataclass(frozen=True)
class Throws(Kind):
    """A number of throws, or the word none: to the end of the game."""

    word: str = "N"

    def from_text(self, text: str, name: str) -> int | str:
        return text if text == "none" else Whole(1, LONGEST).from_text(text, name)

    def from_data(self, value: Any, name: str) -> int | str:
        return "none" if value in (None, "none") else Whole(1, LONGEST).from_data(value, name)

    def schema(self) -> Schema:
        return {"anyOf": [Whole(1, LONGEST).schema(), {"enum": ["none"]}]}


class Plays(Texts):
    """Plays in the game's notation; in Python also as actions."""

    def from_data(self, value: Any, name: str) -> tuple[Any, ...]:
        is_list = isinstance(value, Sequence) and not isinstance(value, str)
        if is_list and all(not isinstance(item, str) for item in value):
            return tuple(value)
        return super().from_data(value, name)


@operation(
    "rollout",
    "Roll out a position of a dice game many times, with the luck taken out.",
    doing="rolling out",
    old_paths=("rollouts",),
    examples={"game": "pig", "moves": ["roll", "5"]},
)
@dataclass(frozen=True, kw_only=True)
class RolloutRequest(PositionRequest):
    """Roll out each candidate play many times, and say which is best and with what confidence.

    The evaluation takes out the luck of the dice (variance reduction), all plays get the same dice, and
    each first throw comes equally often. The rollout ends at the first limit reached or at Ctrl-C, with
    the result so far.

    Example: halfmove rollout backgammon --position "4HPwATDgc/ABMA" --roll 31 --lines 3

    Example: halfmove rollout backgammon --moves "31 8/5 6/5 64" --confidence 0.95 --file 64.json
    """

    plays: Any = field(
        Plays(word='"P, P, …"'),
        "The plays to compare.",
        default=None,
        usual="the best by the evaluation",
        python="actions",
    )
    lines: int = field(Whole(1, 1000), "How many plays are compared.", default=CANDIDATES, python="count")
    trials: int | None = field(
        Whole(1, MOST_TRIALS),
        "Trials of each play; whole rounds are made.",
        default=None,
        usual=f"{TRIALS}, if no limit is given",
        group=LIMITS,
        example=36,
    )
    error: float | None = field(
        Decimal(0, 1e9, open=True),
        "Stop when every standard error is this small.",
        default=None,
        group=LIMITS,
    )
    confidence: float | None = field(
        Decimal(0.5, 1, open=True),
        "Stop when the best play beats every other with this confidence, such as 0.95.",
        default=None,
        group=LIMITS,
    )
    seconds: float | None = field(Seconds(), "Time to take.", default=None, group=LIMITS)
    truncate: int | str = field(
        Throws(),
        "Throws after which the position is evaluated; none plays to the end.",
        default=THROWS,
        group=TRIAL,
    )
    threads: int | None = field(
        Whole(1, 256), "Processor cores to use.", default=None, usual="all", faces=LOCAL_FACES, group=TRIAL
    )
    seed: int = field(Whole(0, 2**32 - 1), "The same seed gives the same dice.", default=0, group=TRIAL)
    file: str | None = field(
        OutputFile(),
        "Keep the rollout in this file; continue it if the file exists.",
        default=None,
        faces=LOCAL_FACES,
        group=TRIAL,
    )
    see: Callable[[Rollout], object] | None = field(
        Object(), "Called after every round.", default=None, faces=("python",)
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.plays is not None and self.lines != CANDIDATES:
            raise BadInput(
                f"{name('plays')} says which plays are compared, and {name('lines')} how many; "
                "give one of them."
            )
        if self.plays is not None and not self.plays:
            raise BadInput(f"{name('plays')} is empty; give plays separated by commas.")

    @property
    def goal(self) -> Goal:
        """What ends it."""
        limited = (self.error, self.confidence, self.seconds) != (None, None, None)
        return Goal(
            self.trials or (MOST_TRIALS if limited else TRIALS), self.error, self.confidence, self.seconds
        )

    @property
    def throws(self) -> int | None:
        """After how many throws trials stop; None: at the end of the game."""
        return None if isinstance(self.truncate, str) else self.truncate

    def candidates(self, history: History) -> list[Any] | None:
        """The plays to compare as actions; None: the best by the evaluation."""
        if self.plays is None:
            return None
        game, state = history.game, history.state
        if history.over or history.mover == CHANCE:
            raise BadInput("Plays can be compared where somebody is to play; here nature is to throw.")
        return [game.parse_action(state, play) if isinstance(play, str) else play for play in self.plays]

    def run(self, work: Work) -> Iterator[Rollout]:
        """The rollout after each round of trials where somebody looks on, else at its end."""
        history = work.open(self)
        if why := unfit(history.game):
            raise Unsuitable(why)
        if history.over:
            raise BadInput("The game is over, so there is nothing to roll out.")
        rolling = begin(
            history.game,
            history.state,
            actions=self.candidates(history),
            count=self.lines,
            truncate=self.throws,
            seed=self.seed,
            file=self.file,
        )
        rolling.sums = work.standing or rolling.sums
        goal, found = self.goal, None
        cores = work.cores(self.threads or usable_cores())
        try:
            with closing(deepen_rollout(rolling, goal, threads=cores, file=self.file)) as rounds:  # type: ignore[type-var]
                for found in rounds:
                    at(found.trials, goal.trials, unit="trials of each play")
                    if self.see is not None:
                        self.see(found)
                    work.standing = rolling.sums
                    if work.gradual:
                        yield replace(found, history=history)
        except KeyboardInterrupt:
            if not rolling.sums.trials:
                raise
            found = rolling.found("interrupted")
        assert found is not None, "the last round says why it is the last"
        yield replace(found, history=history)
