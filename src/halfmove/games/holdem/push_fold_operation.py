"""The operation `pushfold`: up to which stack each hand goes all in or calls, heads-up, as a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import LOCAL_FACES, Decimal, OutputFile, Request, Text, Work, field, operation
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.core.value_grid import figure_grid

if TYPE_CHECKING:
    from halfmove.games.holdem.push_fold_chart import Chart

DEEPEST = 100.0
"""Big blinds of the deepest stack that a chart may have."""


class HandData(TypedDict):
    """What is done with a class of hands."""

    all_in: Annotated[list[list[float]], "From which to which stack the small blind goes all in."]
    call: Annotated[list[list[float]], "From which to which stack the big blind calls."]


class PushFoldData(TypedDict):
    """Up to which stack each class of hands is played."""

    stacks: Annotated[list[float], "The shortest and the deepest stack, in big blinds."]
    ante: Annotated[float, "The ante of each player, in big blinds."]
    exploitability: Annotated[float, "How far the chart is from equilibrium, in big blinds a hand."]
    hands: Annotated[dict[str, HandData], "The classes of hands, such as `63s`."]


class PushFold(Table):
    """A chart, or one class of hands of it."""

    def __init__(self, chart: Chart, hand: str | None) -> None:
        self.chart, self.hand = chart, hand

    def to_dict(self) -> PushFoldData:
        stacks = [round(float(stack), 6) for stack in self.chart.stacks]
        return {
            "stacks": [stacks[0], stacks[-1]],
            "ante": self.chart.ante,
            "exploitability": round(float(self.chart.exploitability.max()), 12),
            "hands": {label: self._hand(number) for number, label in self._classes()},
        }

    def _classes(self) -> list[tuple[int, str]]:
        """The classes asked for, by their numbers."""
        from halfmove.games.holdem.push_fold_chart import LABELS

        return [(number, label) for number, label in enumerate(LABELS) if self.hand in (None, label)]

    def _hand(self, number: int) -> HandData:
        all_in, call = (
            [[round(low, 6), round(high, 6)] for low, high in self.chart.stretches(player, number)]
            for player in range(2)
        )
        return {"all_in": all_in, "call": call}

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a class: from which to which stack it is played."""
        return [{"hand": label, **self._hand(number)} for number, label in self._classes()]

    def to_text(self) -> str:
        return self._text(colours=False)

    def to_ansi(self) -> str:
        return self._text(colours=True)

    def _text(self, *, colours: bool) -> str:
        from halfmove.games.holdem.push_fold_chart import PLAYERS

        lines = []
        for player, name in enumerate(PLAYERS):
            spans = {label: self.chart.stretches(player, number) for number, label in self._classes()}
            if self.hand is not None:
                lines.append(f"{self.hand}, {name}: {_spans(spans[self.hand])}")
                continue
            lines.append(f"{name}, up to so many big blinds (suited above the diagonal):")
            lines += figure_grid(*self._figures(player), names="AKQJT98765432", colours=colours)
            lines += [f"* {label}: {_spans(found)}" for label, found in spans.items() if len(found) > 1]
            lines.append("")
        stacks, off = self.chart.stacks, 1000 * float(self.chart.exploitability.max())
        lines.append(
            f"stacks of {stacks[0]:.1f} to {stacks[-1]:.1f} big blinds, ante {self.chart.ante:g}; "
            f"exploitable by {off:.2g} mbb a hand"
        )
        return "\n".join(lines)

    def _figures(self, player: int) -> tuple[list[list[str]], list[list[float]]]:
        """The chart as texts and as parts of the deepest stack, 13 by 13."""
        texts, parts = [], []
        end = float(self.chart.stacks[-1])
        for number, deepest in enumerate(self.chart.deepest(player)):
            gaps = len(self.chart.stretches(player, number)) > 1
            said = "-" if deepest is None else f"{end:g}+" if deepest == end else f"{deepest:.1f}"
            texts.append(said + "*" * gaps)
            parts.append(0.0 if deepest is None else deepest / end)
        rows = range(0, 169, 13)
        return [texts[start : start + 13] for start in rows], [parts[start : start + 13] for start in rows]

    def to_svg(self) -> str:
        """The small blind's chart as an SVG document."""
        from halfmove.games.holdem.hand_grid import depth_grid_svg
        from halfmove.games.holdem.push_fold_chart import LABELS

        labels = [LABELS[start : start + 13] for start in range(0, 169, 13)]
        title = "The small blind goes all in up to so many big blinds, heads-up"
        return depth_grid_svg(title, labels, *self._figures(0))


def _spans(stretches: list[tuple[float, float]]) -> str:
    """The stacks with which a hand is played."""
    return ", ".join(f"{low:.1f} to {high:.1f}" for low, high in stretches) or "never"


@operation(
    "pushfold",
    "Show up to which stack each hand goes all in or calls, heads-up.",
    doing="solving push or fold",
)
@dataclass(frozen=True, kw_only=True)
class PushFoldRequest(Request):
    """Show up to which stack each hand goes all in from the small blind or calls from the big blind.

    Heads-up; the small blind goes all in or folds. An equilibrium is computed for each tenth of a big
    blind. A figure is the deepest stack, in big blinds before the blinds are posted, with which the hand
    is played at least half the time; 20+ means every stack examined, * a hand that is not played with
    some shorter stacks.

    Example: halfmove pushfold

    Example: halfmove pushfold 63s --ante 0.1
    """

    hand: str | None = field(
        Text(word="HAND"), "Only this class: 63s, K8o, 22.", default=None, place=True, example="63s"
    )
    most: float = field(
        Decimal(0, DEEPEST, word="BB"), "The deepest stack, in big blinds.", default=20.0, example=1.5
    )
    ante: float = field(
        Decimal(0, DEEPEST, word="BB"), "The ante of each player, in big blinds.", default=0.0
    )
    output: str | None = field(
        OutputFile(),
        "Draw the small blind's chart (.svg).",
        default=None,
        options=("--output", "-o"),
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if not 1 + self.ante < self.most <= DEEPEST:
            raise BadInput(
                f"{name('most')} is a number of big blinds above {1 + self.ante:g}, at most {DEEPEST:g}."
            )
        if self.output is not None and not self.output.endswith(".svg"):
            raise BadInput(f"The picture of a chart is an .svg file, not '{self.output}'.")

    def run(self, work: Work) -> Iterator[PushFold]:
        """One result; the picture is written where one is asked for."""
        from halfmove.core.atomic_file import whole_file
        from halfmove.games.holdem.push_fold_chart import LABELS, chart, usual_stacks

        known = {label.lower(): label for label in LABELS}
        hand = None if self.hand is None else known.get(self.hand.lower(), "")
        if hand == "":
            raise BadInput(f"A class of hands is written as AKs, 72o or 22, not '{self.hand}'.")
        stacks = usual_stacks(self.most, self.ante)
        found = PushFold(chart(stacks, ante=self.ante, progress=lambda part: at(part, 1)), hand)
        if self.output is not None:
            with whole_file(self.output) as out:
                out.write(found.to_svg())
        yield found
