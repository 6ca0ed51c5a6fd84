"""The operation `growth`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED, MOST_STEPS
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    OUTPUT,
    Choice,
    OutputFile,
    PositionRequest,
    Seconds,
    Switch,
    Texts,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.position import GameKind
from halfmove.core.results import Table
from halfmove.teach.growth import plot, theory
from halfmove.teach.growth.curves import Curves, CurvesData, Kind, SeriesData, check_target, depth_reached
from halfmove.teach.growth.deepening import Deepening, deepening_curves
from halfmove.teach.growth.games import NODE_BUDGET, SECONDS, game_curves, measured_curve
from halfmove.teach.growth.mean import deepest

TREES = "Uniform trees"
BUDGETS = tuple(10.0**k for k in range(1, 13))
"""Evaluations for which `reach` says how deep one comes in uniform trees."""
BRANCHING, DEPTH, DEEPEST = 10, 8, 40


class GrowthData(TypedDict):
    """Curves by depth."""

    title: Annotated[str, "What was counted."]
    unit: Annotated[str, "static evaluations or nodes."]
    series: Annotated[list[SeriesData], "The curves."]
    ratios: NotRequired[Annotated[CurvesData, "Of deepening: all levels as a multiple of the last one."]]
    limit: NotRequired[Annotated[float | None, "Likewise: what the ratio of minimax tends to."]]
    output: NotRequired[Annotated[str, "The file that was written."]]


@dataclass(frozen=True)
class Growth(Table):
    """How the cost of search grows with depth."""

    curves: Curves
    deepening: Deepening | None = None
    """What progressive deepening costs, if that was asked."""
    output: str | None = None
    """The file that the curves were written to."""

    def to_dict(self) -> GrowthData:
        data: Any = dict(self.curves.to_dict())
        if self.deepening is not None:
            data["ratios"], data["limit"] = self.deepening.ratios.to_dict(), self.deepening.limit
        if self.output is not None:
            data["output"] = self.output
        return data  # type: ignore[no-any-return]

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a point, as of `Curves`."""
        return self.curves.to_rows()

    def to_text(self) -> str:
        curves, parts = self.curves, []
        if self.deepening is not None:
            ratios = self.deepening.ratios
            parts += [f"{curves.title} ({curves.unit})", plot.table(curves)]
            parts += [ratios.title, plot.table(ratios), self.deepening.tends]
        else:
            parts += [curves.title, plot.table(curves)]
            parts += [] if self.output else [plot.bars(curves)]
        parts += [f"Wrote {self.output}."] if self.output else []
        return "\n\n".join(filter(None, parts))


class NamesKind(Texts):
    """Names with commas or blanks between them."""

    def from_text(self, text: str, name: str) -> tuple[str, ...]:
        return super().from_text(text.replace(" ", ","), name)


@operation("growth", "Show how the cost of search grows with depth.", doing="measuring")
@dataclass(frozen=True, kw_only=True)
class GrowthRequest(PositionRequest):
    """Show how the cost of search grows with depth.

    Without a game: uniform trees by formula (best case, mean over random leaves, worst case), and with
    samples also as real searches measure them. With a game: the nodes that its searches enter at each depth.

    Example: halfmove growth -b 10 -d 8 --output growth.svg

    Example: halfmove growth -b 3 -d 6 --samples 500

    Example: halfmove growth -b 10 -d 8 --deepening --count nodes

    Example: halfmove growth connect4 --algorithms alphabeta,engine,engine-table --seconds 5
    """

    game: Game | str | None = field(  # type: ignore[assignment]
        GameKind(),
        "The game that is searched.",
        terminal="A game's name, a .py file of your own, or a tree: a .tree or .json file, or text.",
        default=None,
        usual="uniform trees",
        place=True,
    )
    branching: int | None = field(
        Whole(1, 1000),
        "Actions at every node.",
        default=None,
        usual="10, as in the lectures",
        options=("--branching", "-b"),
        word="B",
        group=TREES,
        example=3,
    )
    depth: int | None = field(
        Whole(1, 100),
        "The last depth.",
        default=None,
        usual="8 without a game",
        options=("--depth", "--max-depth", "-d"),
        example=5,
    )
    count: str | None = field(
        Choice(tuple(theory.UNITS), word="WHAT"),
        "What is counted: static evaluations, at the leaves, or nodes.",
        default=None,
        usual="evaluations; nodes for a game",
    )
    algorithms: Sequence[str] | None = field(
        NamesKind(word="A,B,…"),
        "The searches to measure. NAME+order: with the game's own ordering; engine-table, -killers, …: the "
        "engine without it.",
        terminal="See `halfmove algorithms`.",
        default=None,
    )
    best: bool = field(Switch(), "The best case alone.", default=False, group=TREES)
    mean: bool = field(Switch(), "The mean over random leaves alone.", default=False, group=TREES)
    worst: bool = field(Switch(), "The worst case alone, which is minimax.", default=False, group=TREES)
    deepening: bool = field(
        Switch(),
        "Progressive (iterative) deepening: all levels together beside the last one, and their ratio.",
        default=False,
        group=TREES,
    )
    samples: int | None = field(
        Whole(2),
        "Measure as well, on this many random trees for each depth.",
        default=None,
        usual="none",
        group=TREES,
    )
    seed: int | None = field(
        Whole(0, MOST_SEED), "The seed of the random trees.", default=None, usual="0", group=TREES
    )
    seconds: float | None = field(
        Seconds(), "Seconds for each curve.", default=None, usual="2 for a game", group=LIMITS
    )
    nodes: int | None = field(
        Whole(1, MOST_STEPS), "Nodes for each search or mean.", default=None, group=LIMITS
    )
    reach: bool = field(
        Switch(), "Show the depth reached with a given effort instead.", default=False, group=OUTPUT
    )
    output: str | None = field(
        OutputFile(),
        "Write the curves as .svg, .png, .pdf, .csv or .json.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        algorithms = self.algorithms
        if algorithms is not None and not algorithms:
            raise BadInput(
                f"{name('algorithms')} is empty; give names separated by commas, such as alphabeta,engine."
            )
        for one in algorithms or ():
            if list(algorithms or ()).count(one) > 1:
                raise BadInput(f"{name('algorithms')} names '{one}' twice.")
        if self.deepening:
            self._refuse(
                name,
                ("algorithms", "seconds"),
                f"{name('deepening')} is about uniform trees, by formula and measured; it does not go with "
                "{}.",
                {"a game": self.game, name("reach"): self.reach or None},
            )
        if self.game is None:
            self._check_trees(name)
        else:
            cases = f"{name('best')}, {name('mean')} and {name('worst')}"
            about = "about uniform trees, and here a game is searched."
            self._refuse(name, ("branching", "samples", "seed"), f"{{}} is {about}")
            self._refuse(name, (), f"{{}} are {about}", {cases: self.cases or None})

    def _check_trees(self, name: Callable[[str], str]) -> None:
        """`BadInput` for what is about games, and for measurements without samples."""
        self._refuse(
            name,
            (),
            "{} needs a game, such as: halfmove growth connect4.",
            {name(key): getattr(self, key) or None for key in ("parameters", "position", "moves", "roll")},
        )
        if self.seconds is not None:
            raise BadInput(
                f"{name('seconds')} limits the searches of a game; random trees are limited by "
                f"{name('nodes')}."
            )
        if self.samples is None:
            sentence = f"{{}} is about measurements in random trees; ask for some with {name('samples')}."
            self._refuse(name, ("algorithms", "nodes", "seed"), sentence)

    def _refuse(
        self, name: Callable[[str], str], fields: Sequence[str], sentence: str, others: Any = None
    ) -> None:
        """`BadInput` if one of the fields, or of `others` by what it is called, is given."""
        for called, value in {**(others or {}), **{name(key): getattr(self, key) for key in fields}}.items():
            if value is not None:
                raise BadInput(sentence.format(called))

    @property
    def cases(self) -> list[Kind]:
        """The cases of a uniform tree that are asked for by name."""
        return [case for case in theory.CASES if getattr(self, case)]

    def doing(self) -> str:
        return self.operation.doing

    def run(self, work: Work) -> Iterator[Growth]:
        """The one result; an interruption keeps what was measured by then."""
        if self.output is not None:
            check_target(self.output)
        deepened = self._deepen() if self.deepening else None
        if deepened is not None:
            curves = deepened.curves
        else:
            curves = self._of_trees() if self.game is None else self._of_game(work)
        if self.reach:
            curves = depth_reached(curves, None if self.game else BUDGETS)
        if self.output is not None:
            curves.save(self.output)
        yield Growth(curves, deepened, self.output)

    @property
    def _trees(self) -> dict[str, Any]:
        """What formulas of uniform trees are asked."""
        branching = self.branching or BRANCHING
        usual = min(deepest(branching), DEEPEST) if self.reach else DEPTH
        return {
            "branching": branching,
            "depth": self.depth or usual,
            "cases": self.cases or theory.CASES,
            "count": self.count or "evaluations",
        }

    @property
    def _measured(self) -> dict[str, Any]:
        """What measurements in random trees are asked besides."""
        return {"samples": self.samples, "seed": self.seed or 0, "nodes": self.nodes or NODE_BUDGET}

    def _of_trees(self) -> Curves:
        """The curves of uniform trees: formulas, and measurements if there are samples."""
        wanted = self._trees
        curves = theory.uniform_curves(**wanted)
        if self.samples is None:
            return curves
        del wanted["cases"]
        for name in self.algorithms or ["alphabeta"]:
            measured = measured_curve(name, **wanted, **self._measured)
            curves = replace(curves, series=(*curves.series, measured))
            if measured.note == "interrupted":
                break
        return curves

    def _deepen(self) -> Deepening:
        return deepening_curves(**self._trees, **self._measured)

    def _of_game(self, work: Work) -> Curves:
        """A game's own curves."""
        history = work.open(self)
        unlimited = self.depth is not None or self.nodes is not None
        return game_curves(
            history.game,
            history.state,
            algorithms=self.algorithms,
            depth=self.depth,
            seconds=self.seconds if self.seconds is not None or unlimited else SECONDS,
            nodes=self.nodes,
            count=self.count or "nodes",
        )
