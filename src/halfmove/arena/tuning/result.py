"""What a tuning of the search has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NotRequired, TypedDict

from halfmove.core.atomic_file import whole_file
from halfmove.core.figures import columns
from halfmove.core.results import Table
from halfmove.search.alphabeta.selective.parameters import BY_NAME


class ParameterData(TypedDict):
    """A number of the search."""

    name: Annotated[str, "The parameter."]
    before: Annotated[int, "Its value before."]
    after: Annotated[int, "The value that was found."]
    step: Annotated[int, "How far to either side a trial looks in the end."]
    meaning: Annotated[str, "What it is for."]
    gain: NotRequired[
        Annotated[
            float, "By moves: what a trial's step up brings a move, in hundredths of an expected score."
        ]
    ]
    error: NotRequired[Annotated[float, "Likewise: the standard error."]]


class TunedSearchData(TypedDict):
    """The numbers of a search, tuned by games or moves."""

    game: Annotated[str, "The game."]
    nodes: Annotated[int, "Positions searched for each move."]
    trials: Annotated[int, "Pairs of games that were to be played, or settings to be tried."]
    played: Annotated[int, "Those that have been."]
    parameters: Annotated[list[ParameterData], "What was tuned."]


@dataclass(frozen=True)
class TunedSearch(Table):
    """The numbers of a search, tuned by games."""

    game: str
    nodes: int
    trials: int
    played: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    output: str | None = None
    """The file that they were written to."""
    unit = "pairs of games"

    def to_rows(self) -> list[ParameterData]:  # type: ignore[override]
        return [
            ParameterData(
                name=name,
                before=self.before[name],
                after=value,
                step=BY_NAME[name].step,
                meaning=BY_NAME[name].meaning,
            )
            for name, value in self.after.items()
        ]

    def to_dict(self) -> TunedSearchData:
        return {
            "game": self.game,
            "nodes": self.nodes,
            "trials": self.trials,
            "played": self.played,
            "parameters": self.to_rows(),
        }

    def to_text(self) -> str:
        """What moved, and by how many steps."""
        lines = [f"{self.played:,} of {self.trials:,} {self.unit}, {self.nodes:,} nodes a move", ""]
        rows = [
            {"parameter": row["name"], **self._figures(row), "meaning": row["meaning"]}
            for row in self.to_rows()
        ]
        head = tuple(rows[0]) if rows else ()
        lines += columns(head, [tuple(row.values()) for row in rows], head[1:-1])
        return "\n".join([*lines, *(["", f"Wrote {self.output}."] if self.output else [])])

    def save(self, path: Path) -> None:
        """Write the values as TOML, as the engine's option `parameters` reads them."""
        with whole_file(path) as out:
            out.write(
                f"# The search of {self.game}, tuned by {self.played:,} {self.unit} "
                f"with {self.nodes:,} nodes a move.\n"
            )
            for name, value in self.after.items():
                out.write(f"{name} = {value}  # {BY_NAME[name].meaning}\n")

    def _figures(self, row: ParameterData) -> dict[str, str]:
        """What stands between a parameter's name and its meaning."""
        steps = (row["after"] - row["before"]) / row["step"]
        return {"before": str(row["before"]), "after": str(row["after"]), "steps": f"{steps:+.2f}"}


@dataclass(frozen=True)
class ScreenedSearch(TunedSearch):
    """The numbers of a search, tuned by the moves that settings choose."""

    gains: Mapping[str, float] = field(default_factory=dict)
    """Of a step up, in hundredths of an expected score a move."""
    errors: Mapping[str, float] = field(default_factory=dict)
    """Their standard errors."""
    unit = "settings"

    def to_rows(self) -> list[ParameterData]:  # type: ignore[override]
        return [
            ParameterData(**row, gain=self.gains[row["name"]], error=self.errors[row["name"]])
            for row in super().to_rows()
        ]

    def _figures(self, row: ParameterData) -> dict[str, str]:
        gain = f"{row['gain']:+.3f} ± {row['error']:.3f}"
        return {**super()._figures(row), "gain of a trial": gain}
