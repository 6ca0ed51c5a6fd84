"""The operation `tune`: weights fitted to games, or the numbers of a search tuned by games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.core.computer import usable_cores
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED
from halfmove.core.operation import (
    LOCAL_FACES,
    SEARCH,
    Case,
    Decimal,
    Files,
    OutputFile,
    Switch,
    Text,
    Texts,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.request import Request
from halfmove.games.reference import GameReference
from halfmove.games.registry import game as named
from halfmove.search.alphabeta.selective.parameters import PARAMETERS, check_parameter, read_parameters
from halfmove.search.alphabeta.threads import refuse_parameters

if TYPE_CHECKING:
    from halfmove.arena.tuning.result import TunedSearch
    from halfmove.arena.tuning.trial_file import TrialFile
    from halfmove.learn.tuning.tune import Tuned

FIT = Case("fitting an evaluation", ("games", "weights", "of_each", "trust", "steps"))
_OF_SEARCHES = ("trials", "nodes", "only", "parameters", "file", "at_once")
GAMES = Case("tuning a search by games", (*_OF_SEARCHES, "ray"))
MOVES = Case("tuning a search by moves", (*_OF_SEARCHES, "moves", "positions", "teacher"))
USUAL_TRIALS, USUAL_SETTINGS = 5000, 128
ABOUT_GAME = "A game whose evaluation has weights to tune."


def find_tunable_game(name: str) -> Game:
    """The registered game of that name; `BadInput` for one without weights."""
    game = named(name)
    if game.tunable() is None:
        raise BadInput(f"'{name}' has no weights to tune.")
    return game


@operation(
    "tune",
    "Fit the weights of an evaluation to games, or the numbers of a search by games.",
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

    With `--search` instead: tune the numbers of the search itself, margins and reductions, by pairs of games
    between two settings that differ in all of them (SPSA). Every pair is kept in FILE; the same command goes
    on with a run that was stopped. Thousands of pairs are needed.

    With `--moves` as well: by the moves that settings choose in positions from games of the engine with
    itself. What each move costs says the engine with sixteen times the nodes, or a stronger one, the teacher.
    A hundred settings, an hour or so, tell more than ten thousand games.

    Example: halfmove tune chess games.pgn --output weights.toml

    halfmove tune chess --search --trials 5000 --file tuning.jsonl --output search.toml

    halfmove tune chess --search --moves --teacher stockfish --file moves.jsonl --output search.toml
    """

    game: str = field(Text(word="GAME"), ABOUT_GAME, place=True)
    games: Sequence[str] = field(
        Files(word="GAMES.pgn …"),
        "Files with finished games, one or more; none with --search.",
        default=(),
        place=True,
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
    seed: int = field(Whole(0, MOST_SEED), "The seed of the sampling, and of the trials.", default=0)
    search: bool = field(Switch(), "Tune the numbers of the search, by games.", default=False, group=SEARCH)
    trials: int | None = field(
        Whole(1, 1_000_000),
        "So many pairs of games in all, or settings.",
        default=None,
        usual=f"{USUAL_TRIALS}; by moves {USUAL_SETTINGS}",
        group=SEARCH,
    )
    nodes: int = field(
        Whole(100, 10_000_000), "Positions that are searched for each move.", default=5000, group=SEARCH
    )
    only: Sequence[str] = field(
        Texts(word="NAMES"), "Tune these parameters alone: static-ply,razor-ply.", default=(), group=SEARCH
    )
    parameters: str = field(
        Text(word="FILE.toml"),
        "Begin with these, as the engine's option `parameters` names them.",
        default="",
        usual="those of the game",
        group=SEARCH,
    )
    file: str | None = field(
        OutputFile(word="FILE"), "Keep the pairs here.", default=None, options=("--file", "-f"), group=SEARCH
    )
    moves: bool = field(
        Switch(), "Judge settings by the moves that they choose, not by games.", default=False, group=SEARCH
    )
    positions: int = field(Whole(6, 1_000_000), "By moves: in so many positions.", default=1500, group=SEARCH)
    teacher: str | None = field(
        Text(word="PROGRAM"),
        "By moves: the UCI engine that judges them, nine plies deep.",
        default=None,
        usual="our own, with more nodes",
        group=SEARCH,
    )
    at_once: int | None = field(
        Whole(1, 4096),
        "Games at once, or threads.",
        default=None,
        usual="as many as have cores",
        group=SEARCH,
    )
    ray: str | None = field(
        Text(word="ADDRESS"), "Play on the Ray cluster at this address.", default=None, group=SEARCH
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if not self.search and not self.games:
            raise BadInput(f"Give files with games to fit an evaluation, or {name('search')}.")
        case = FIT if not self.search else MOVES if self.moves else GAMES
        self.check_case(case, (GAMES, MOVES, FIT))

    def run(self, work: Work) -> Iterator[Tuned | TunedSearch]:
        """The one result; what was found is written."""
        yield self._tune_search(work) if self.search else self._tune_evaluation()

    def _tune_search(self, work: Work) -> TunedSearch:
        game = named(self.game)
        before = {
            **{parameter.name: parameter.value for parameter in PARAMETERS},
            **game.search_parameters(),
            **read_parameters(self.parameters),
        }
        names = tuple(self.only) or tuple(before)
        for name in names:
            check_parameter(name, before.get(name))
        file = None if self.file is None else Path(self.file).expanduser()
        tuned = self._by_moves if self.moves else self._by_games
        result = tuned(work, names, before, file)
        if self.output is not None:
            result.save(Path(self.output).expanduser())
        return result

    def _by_games(
        self, work: Work, names: tuple[str, ...], before: Mapping[str, int], file: Path | None
    ) -> TunedSearch:
        from halfmove.arena.tuning.result import TunedSearch
        from halfmove.arena.tuning.trials import Trials, Tuning

        number = self.trials or USUAL_TRIALS
        tuning = Tuning(GameReference(self.game), self.nodes, number, names, self.seed, before)
        pool = tuning.make_pool(self.at_once, self.ray)
        kept = tuning.open_file(file)
        trials = Trials(tuning, kept)
        with self._stopping(work, kept, "pairs of games"), pool:
            trials.play(pool)
        return TunedSearch(
            game=self.game,
            nodes=self.nodes,
            trials=number,
            played=trials.search.done,
            before={name: before[name] for name in names},
            after=trials.search.found(),
            output=self.output,
        )

    def _by_moves(
        self, work: Work, names: tuple[str, ...], before: Mapping[str, int], file: Path | None
    ) -> TunedSearch:
        from halfmove.arena.tuning.result import ScreenedSearch
        from halfmove.arena.tuning.screening import Screening

        number = self.trials or USUAL_SETTINGS
        screening = Screening(
            GameReference(self.game),
            self.nodes,
            number,
            names,
            self.seed,
            before,
            self.positions,
            self.teacher,
        )
        refuse_parameters(named(self.game), before)
        kept = screening.open_file(file)
        with self._stopping(work, kept, "settings"):
            screening.run(kept, self.at_once or usable_cores())
        effects = screening.effects(kept)
        after = screening.move(effects.steps())
        return ScreenedSearch(
            game=self.game,
            nodes=self.nodes,
            trials=number,
            played=len(kept.trials),
            before={name: before[name] for name in names},
            after={name: after[name] for name in names},
            output=self.output,
            gains=dict(zip(names, effects.gains.tolist(), strict=True)),
            errors=dict(zip(names, effects.errors.tolist(), strict=True)),
        )

    @contextmanager
    def _stopping(self, work: Work, kept: TrialFile, unit: str) -> Iterator[None]:
        """Trials, which Ctrl-C may stop; their file is closed afterwards."""
        try:
            yield
        except KeyboardInterrupt:
            kept_in = "" if self.file is None else f", which are in {self.file}; the same command goes on"
            work.stopped(f"stopped after {len(kept.trials):,} {unit}{kept_in}.")
        finally:
            kept.close()

    def _tune_evaluation(self) -> Tuned:
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
        return replace(found, output=self.output)
