"""What a tuning of the search has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

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


class TunedSearchData(TypedDict):
    """The numbers of a search, tuned by games."""

    game: Annotated[str, "The game."]
    nodes: Annotated[int, "Positions searched for each move."]
    trials: Annotated[int, "Pairs of games that were to be played."]
    played: Annotated[int, "Pairs that have been."]
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
        lines = [f"{self.played:,} of {self.trials:,} pairs of games, {self.nodes:,} nodes a move", ""]
        numbers = ("before", "after", "steps")
        cells = [
            (
                row["name"],
                str(row["before"]),
                str(row["after"]),
                f"{(row['after'] - row['before']) / row['step']:+.2f}",
                row["meaning"],
            )
            for row in self.to_rows()
        ]
        lines += columns(("parameter", *numbers, "meaning"), cells, numbers)
        return "\n".join([*lines, *(["", f"Wrote {self.output}."] if self.output else [])])

    def save(self, path: Path) -> None:
        """Write the values as TOML, as the engine's option `parameters` reads them."""
        with whole_file(path) as out:
            out.write(
                f"# The search of {self.game}, tuned by {self.played:,} pairs of games "
                f"with {self.nodes:,} nodes a move.\n"
            )
            for name, value in self.after.items():
                out.write(f"{name} = {value}  # {BY_NAME[name].meaning}\n")
