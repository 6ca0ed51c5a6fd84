"""Rollouts as backgammon players use them: candidates played on, many times, on all cores, until one is best.

    found = hm.rollout(game, state, trials=1296)
    print(found.best, found.plays[0].value, found.plays[0].error)

`rollout` is the kernel, with the sources.  Every candidate gets the same throws in its trial t, so that what
two of them differ by is known better than either: its standard error is that of the paired differences.

Trials come in rounds, of whole cycles of first throws.  Only whole rounds count, and a trial depends on the
seed and its number alone: the result is the same on one thread and on many, in one go and resumed.  Standard
errors are those of independent trials; as throws are stratified, the true ones are a little smaller.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import NormalDist
from typing import Annotated, Any, TypedDict

from halfmove.core.analysis import position_text
from halfmove.core.atomic_file import whole_file
from halfmove.core.buffer import Buffer
from halfmove.core.computer import usable_cores
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.digest import digest_of_game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.results import Table, finite
from halfmove.core.score import WIN
from halfmove.search.chance.engine import unfit as engine_unfit
from halfmove.search.chance.rollout import (
    ADJUSTED,
    ENDED,
    LONGEST,
    PLAIN,
    THROWN,
    WIDTH,
    estimate_state,
    roll_out,
)
from halfmove.search.chance.rollout_text import rollout_text, rows, sentence

TRIALS = 1296
"""How many trials unless told otherwise: each pair of first and second throws of two dice once."""
THROWS = 7
"""After how many throws a trial stops unless told otherwise."""
CANDIDATES = 5
"""How many actions are rolled out unless told otherwise: the best by the evaluation."""
ROUND = 36
"""The fewest trials a round has of each candidate."""
LARGEST_CYCLE = 1296
FEWEST = 144
"""Trials before a chosen confidence or standard error may end a rollout."""
BRIEF = 0.05
"""Seconds that a call of the kernel should take, so that Ctrl-C is heard."""
SAVED_EVERY = 5.0
"""Seconds between two writings of the file."""
FORMAT = "halfmove rollout 1"


def unfit(game: Game) -> str | None:
    """Why a game cannot be rolled out; None where it can."""
    if game.chance is Chance.NONE:
        return f"A rollout is for games of chance, and in {game.title()} nothing is left to chance."
    return engine_unfit(game)


class RolledPlayData(TypedDict):
    """A play and what its trials say, in the game's units, to the player to move."""

    play: Annotated[str | None, "Null where nature moves: the position itself."]
    value: Annotated[float, "The mean of the results, less the luck."]
    error: Annotated[float | None, "Its standard error."]
    plain: Annotated[float, "The mean of the results as they were."]
    plain_error: float | None
    variance_reduction: Annotated[float | None, "What the variance was divided by."]
    behind: Annotated[float, "By how much the best play is better."]
    behind_error: Annotated[float | None, "The standard error of that."]
    confidence: Annotated[float | None, "With which the best is better; null for the best."]
    ends: Annotated[dict[str, int], "Payoffs with which trials ended, and how many did."]
    throws: Annotated[float, "Of a trial, in the mean."]


class RolloutData(TypedDict):
    """What is known of the plays, the best first."""

    game: Annotated[str, "The game's title."]
    parameters: dict[str, int | float | bool | str]
    position: str | None
    to_move: Annotated[int, "From 0; where nature moves -1, and values are to player 0."]
    best: str | None
    value: float
    error: float | None
    trials: Annotated[int, "Of each play."]
    truncated: Annotated[int | None, "Throws of a trial; null: to the end."]
    seed: int
    seconds: float
    finished: Annotated[str, "Which limit ended it; empty where time did."]
    plays: list[RolledPlayData]
    said: Annotated[str, "What was done, in a sentence."]


@dataclass(frozen=True)
class Play:
    """A candidate and what its trials say, in the game's units and to the player to move."""

    action: Any
    """None where nature moves at the root: then the state itself was rolled out."""
    value: float
    """The mean of the results less the luck."""
    error: float
    """Its standard error; infinite after one trial."""
    plain: float
    """The mean of the results as they were."""
    plain_error: float
    behind: float
    """By how much the best candidate is better; 0 for the best."""
    behind_error: float
    """The standard error of that, from pairs of trials with the same throws."""
    ends: dict[float, int]
    """Of the trials in which the game ended: payoffs and how many had them."""
    throws: float
    """Throws of a trial, in the mean."""

    @property
    def factor(self) -> float:
        """How many times smaller the variance is for taking the luck out."""
        return (self.plain_error / self.error) ** 2 if self.error > 0 else math.inf

    @property
    def surpassed(self) -> float:
        """The confidence with which the best candidate is better than this one, from 0.5 to 1."""
        if self.behind_error == 0:
            return 1.0 if self.behind > 0 else 0.5
        return NormalDist().cdf(self.behind / self.behind_error)


@dataclass(frozen=True)
class Rollout(Table):
    """What a rollout has found, best candidate first."""

    game: Game
    state: Any
    plays: tuple[Play, ...]
    trials: int
    """Of each candidate."""
    truncated: int | None
    """After how many throws trials stop; None: they are played to the end."""
    seed: int
    seconds: float
    finished: str
    """Why it ended: "trials", "error", "confidence" or "seconds"; "interrupted"; "" while it goes on."""
    history: History | None = field(default=None, compare=False, repr=False)
    """The game that led to the state, where that is known."""

    @property
    def best(self) -> Any:
        """The candidate with the best mean."""
        return self.plays[0].action

    @property
    def value(self) -> float:
        """What it is worth."""
        return self.plays[0].value

    def to_dict(self) -> RolloutData:
        """Values and errors in the game's units, to the player to move (the first player's where nature
        moves); an infinite error is null."""
        content: RolloutData = {
            "game": self.game.title(),
            "parameters": self.game.parameters,
            "position": position_text(self.game, self.state),
            "to_move": self.game.to_move(self.state),
            "best": _text(self, self.plays[0]),
            "value": round(self.value, 6),
            "error": _number(self.plays[0].error),
            "trials": self.trials,
            "truncated": self.truncated,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "finished": self.finished,
            "plays": [_play_data(self, play) for play in self.plays],
            "said": "",
        }
        return content | {"said": sentence(content)}

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a play, the best first, as `plays` of `to_dict` has them."""
        return [dict(_play_data(self, play)) for play in self.plays]

    def to_text(self) -> str:
        return rollout_text(self)

    def progress_rows(self) -> list[tuple[str, str]]:
        told = self.to_dict()
        return [("trials", f"{self.trials:,}"), *((row[0], "  ".join(row[1:4])) for row in rows(told))]


@dataclass(frozen=True)
class Goal:
    """When a rollout ends: whatever comes first.

    `error`: the largest standard error of any candidate; `confidence`: with which the best is better than
    every other, each compared with it alone, from 0.5 to 1.
    """

    trials: int = TRIALS
    error: float | None = None
    confidence: float | None = None
    seconds: float | None = None

    def check(self) -> None:
        """`BadInput` for what no rollout can reach."""
        if not 1 <= self.trials <= 10**9:
            raise BadInput(f"A rollout has 1 to 1,000,000,000 trials, not {self.trials}.")
        if self.error is not None and not 0 < self.error < math.inf:
            raise BadInput(f"The standard error to be reached must be above zero, not {self.error}.")
        if self.confidence is not None and not 0.5 < self.confidence < 1:
            raise BadInput(f"A confidence lies between 0.5 and 1, as 0.95 does, not {self.confidence}.")

    def reason_to_end(self, found: Rollout) -> str:
        """Why the rollout may end; "" where it may not."""
        if found.trials >= self.trials:
            return "trials"
        if found.trials >= min(FEWEST, self.trials):
            if self.error is not None and all(play.error <= self.error for play in found.plays):
                return "error"
            if self.confidence is not None and len(found.plays) > 1:
                z = NormalDist().inv_cdf(self.confidence)
                if all(play.behind >= z * play.behind_error for play in found.plays[1:]):
                    return "confidence"
        if self.seconds is not None and found.seconds >= self.seconds:
            return "seconds"
        return ""


@dataclass(frozen=True)
class Sums:
    """Sums over trials, whole numbers and so exact: of each candidate's results, of products of two's."""

    trials: int
    adjusted: list[int]
    products: list[list[int]]
    plain: list[int]
    squares: list[int]
    thrown: list[int]
    ends: list[dict[int, int]]
    seconds: float = 0.0

    @classmethod
    def none(cls, count: int) -> Sums:
        """No trial yet."""
        zeros = [0] * count
        products = [[0] * count for _ in range(count)]
        return cls(0, zeros, products, zeros, zeros, zeros, [{} for _ in zeros])

    def plus(self, rows: Sequence[Sequence[Sequence[int]]], seconds: float) -> Sums:
        """With a round more: each candidate's trials, `WIDTH` numbers each."""
        columns = [[[row[part] for row in trials] for trials in rows] for part in range(WIDTH)]
        adjusted, plain, ended, thrown = (columns[part] for part in (ADJUSTED, PLAIN, ENDED, THROWN))
        ends = [dict(known) for known in self.ends]
        for known, results, overs in zip(ends, plain, ended, strict=True):
            for result, over in zip(results, overs, strict=True):
                if over:
                    known[result] = known.get(result, 0) + 1
        return Sums(
            self.trials + len(rows[0]),
            [a + sum(row) for a, row in zip(self.adjusted, adjusted, strict=True)],
            [
                [known + _product(one, other) for known, other in zip(line, adjusted, strict=True)]
                for line, one in zip(self.products, adjusted, strict=True)
            ],
            [a + sum(row) for a, row in zip(self.plain, plain, strict=True)],
            [a + _product(row, row) for a, row in zip(self.squares, plain, strict=True)],
            [a + sum(row) for a, row in zip(self.thrown, thrown, strict=True)],
            ends,
            self.seconds + seconds,
        )


def _product(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _error(total: int, squares: int, n: int) -> float:
    """The standard error of a mean, from a sum and a sum of squares in millionths."""
    if n < 2:
        return math.inf
    return math.sqrt(max(n * squares - total * total, 0) / (n * n * (n - 1))) / WIN


@dataclass
class Rolling:
    """A rollout in progress."""

    game: Game
    state: Any
    actions: list[Any]
    """The candidates; [None] where nature moves."""
    truncated: int | None
    seed: int
    sums: Sums
    states: list[Any] = field(default_factory=list)
    """Where each candidate's trials begin."""

    def __post_init__(self) -> None:
        self.states = [self.state if a is None else self.game.result(self.state, a) for a in self.actions]
        self.sign = -1 if self.game.to_move(self.state) == 1 else 1
        self.cycle = next((c for c in map(self._cycle, self.states) if c > 1), 1)
        self.round = self.cycle * max(1, ROUND // self.cycle)
        self.throws = LONGEST if self.truncated is None else self.truncated
        self.brief = 1
        """Trials that one call of the kernel makes."""

    def _cycle(self, state: Any) -> int:
        """Into how many equal parts the first throw's distribution is cut: the fewest of which every outcome
        is a whole number."""
        if self.game.is_terminal(state) or self.game.to_move(state) != CHANCE:
            return 1
        chances = [p for _, p in self.game.outcomes(state)]
        return next(
            (
                c
                for c in range(1, LARGEST_CYCLE + 1)
                if all(abs(p * c - round(p * c)) < 1e-9 * c for p in chances)
            ),
            1,
        )

    # ---- what is found
    def found(self, finished: str = "") -> Rollout:
        """What the trials so far say."""
        s, n = self.sums, max(self.sums.trials, 1)
        order = sorted(range(len(self.actions)), key=lambda i: -self.sign * s.adjusted[i])
        best = order[0]
        plays = []
        for i in order:
            apart = s.products[best][best] - 2 * s.products[best][i] + s.products[i][i]
            difference = s.adjusted[best] - s.adjusted[i]
            plays.append(
                Play(
                    action=self.actions[i],
                    value=self.sign * s.adjusted[i] / n / WIN,
                    error=_error(s.adjusted[i], s.products[i][i], n),
                    plain=self.sign * s.plain[i] / n / WIN,
                    plain_error=_error(s.plain[i], s.squares[i], n),
                    behind=self.sign * difference / n / WIN,
                    behind_error=0.0 if i == best else _error(difference, apart, n),
                    ends={
                        self.sign * end / WIN: count
                        for end, count in sorted(s.ends[i].items(), key=lambda pair: -self.sign * pair[0])
                    },
                    throws=s.thrown[i] / n,
                )
            )
        return Rollout(
            self.game, self.state, tuple(plays), s.trials, self.truncated, self.seed, s.seconds, finished
        )

    # ---- rolling
    def go(self, goal: Goal, threads: int) -> Iterator[Rollout]:
        """Round after round, each followed by what is known then; the last says why it is the last."""
        if self.sums.trials and (why := goal.reason_to_end(self.found())):
            yield self.found(why)
            return
        for start in self.states:
            roll_out.prepare(
                self.game,
                start,
                0,
                1,
                self.throws,
                self.cycle,
                self.seed,
                Buffer(1, unsigned=True),
                Buffer(WIDTH),
            )
        pool = ThreadPoolExecutor(threads)
        try:
            while True:
                begin = time.perf_counter()
                rows = self._round(pool)
                self.sums = self.sums.plus(rows, time.perf_counter() - begin)
                found = self.found()
                why = goal.reason_to_end(found)
                yield replace(found, finished=why)
                if why:
                    return
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _round(self, pool: ThreadPoolExecutor) -> list[list[list[int]]]:
        """Each candidate's trials of the next round."""
        asked: list[list[Future[list[list[int]]]]] = []
        for state in self.states:
            asked.append(
                [
                    pool.submit(self._trials, state, self.sums.trials + at, min(self.brief, self.round - at))
                    for at in range(0, self.round, self.brief)
                ]
            )
        begin = time.perf_counter()
        rows = [[row for part in parts for row in part.result()] for parts in asked]
        each = (time.perf_counter() - begin) / (self.round * len(self.states))
        self.brief = min(max(int(BRIEF / max(each, 1e-9)), 1), self.round)
        return rows

    def _trials(self, state: Any, first: int, count: int) -> list[list[int]]:
        out, random = Buffer(count * WIDTH), Buffer(1, unsigned=True)
        roll_out(self.game, state, first, count, self.throws, self.cycle, self.seed, random, out)
        rows: list[list[int]] = out.array.reshape(count, WIDTH).tolist()
        return rows

    # ---- the file
    def settings(self) -> dict[str, Any]:
        """What a rollout is of: with the same settings it can be gone on with."""
        return {
            "format": FORMAT,
            "game": self.game.title(),
            "parameters": {key: str(value) for key, value in self.game.parameters.items()},
            "rules and evaluation": digest_of_game(self.game),
            "position": _position(self.game, self.state),
            "plays": [None if a is None else self.game.action_text(self.state, a) for a in self.actions],
            "truncated": self.truncated,
            "seed": self.seed,
        }

    def save(self, path: str) -> None:
        """Write all there is."""
        sums = vars(self.sums) | {"ends": [list(ends.items()) for ends in self.sums.ends]}
        with whole_file(path) as out:
            json.dump({**self.settings(), "sums": sums}, out)

    def resume(self, path: str) -> None:
        """Go on where a file left off; `BadInput` for a file that is of another rollout, or of none."""
        try:
            with Path(path).expanduser().open(encoding="utf-8") as file:
                content = json.load(file)
            sums = content.pop("sums")
            sums["ends"] = [{int(end): int(n) for end, n in ends} for ends in sums["ends"]]
            sums = Sums(**sums)
            whole = len(sums.adjusted) == len(sums.ends) and sums.trials > 0
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(f"'{path}' is no file of a rollout.") from None
        mine = self.settings()
        if content.get("format") != FORMAT or not whole:
            raise BadInput(f"'{path}' is no file of a rollout.")
        for key, value in mine.items():
            if content.get(key) != value:
                raise BadInput(
                    f"'{path}' is of another rollout: its {key} {'are' if key.endswith('s') else 'is'} "
                    f"{content.get(key)}, not {value}; take another file."
                )
        if len(sums.adjusted) != len(self.actions):
            raise BadInput(f"'{path}' is no file of a rollout.")
        self.sums = sums


def _position(game: Game, state: Any) -> str:
    try:
        return game.position_text(state)
    except BadInput:
        return repr(state)


def candidates(game: Game, state: Any, count: int) -> list[Any]:
    """The best `count` actions by the evaluation of what they lead to, best first; [None] where nature
    moves."""
    if game.to_move(state) == CHANCE:
        return [None]
    sign = -1 if game.to_move(state) == 1 else 1
    looks = [(a, sign * estimate_state(game, game.result(state, a))) for a in game.actions(state)]
    return [a for a, _ in sorted(looks, key=lambda pair: -pair[1])[:count]]


def begin(
    game: Game,
    state: Any = None,
    *,
    actions: Sequence[Any] | None = None,
    count: int = CANDIDATES,
    truncate: int | None = THROWS,
    seed: int = 0,
    file: str | None = None,
) -> Rolling:
    """A rollout that can be gone on with, by `file` if it is there; `Unsuitable` or `BadInput` where not."""
    why = unfit(game)
    if why:
        raise Unsuitable(why)
    if game.is_terminal(state):
        raise BadInput("The game is over, so there is nothing to roll out.")
    if truncate is not None and not 1 <= truncate <= LONGEST:
        raise BadInput(f"Trials stop after 1 to {LONGEST:,} throws, not {truncate}.")
    if not 0 <= seed < 2**32:
        raise BadInput(f"A seed is a whole number from 0 to 4,294,967,295, not {seed}.")
    if actions is None:
        chosen = candidates(game, state, count)
    else:
        chosen = list(dict.fromkeys(actions))
        legal = [] if game.to_move(state) == CHANCE else list(game.actions(state))
        if not chosen or any(a not in legal for a in chosen):
            raise BadInput("Candidates are legal actions of the position, and there is at least one.")
    rolling = Rolling(game, state, chosen, truncate, seed, Sums.none(len(chosen)))
    if file is not None and Path(file).expanduser().exists():
        rolling.resume(file)
    return rolling


def deepen_rollout(
    rolling: Rolling, goal: Goal, *, threads: int | None = None, file: str | None = None
) -> Iterator[Rollout]:
    """The rollout as it goes on, saved now and then and at its end, whatever ends it."""
    goal.check()
    saved = time.monotonic()
    try:
        for found in rolling.go(goal, threads or usable_cores()):
            yield found
            if file is not None and time.monotonic() - saved > SAVED_EVERY:
                rolling.save(file)
                saved = time.monotonic()
    finally:
        if file is not None and rolling.sums.trials:
            rolling.save(file)


def _play_data(found: Rollout, play: Play) -> RolledPlayData:
    return {
        "play": _text(found, play),
        "value": round(play.value, 6),
        "error": _number(play.error),
        "plain": round(play.plain, 6),
        "plain_error": _number(play.plain_error),
        "variance_reduction": _number(play.factor),
        "behind": round(play.behind, 6),
        "behind_error": _number(play.behind_error),
        "confidence": None if play is found.plays[0] else _number(play.surpassed),
        "ends": {f"{end:g}": number for end, number in play.ends.items()},
        "throws": round(play.throws, 2),
    }


def _number(value: float) -> Any:
    return finite(round(value, 6)) if math.isfinite(value) else None


def _text(found: Rollout, play: Play) -> str | None:
    return None if play.action is None else found.game.action_text(found.state, play.action)
