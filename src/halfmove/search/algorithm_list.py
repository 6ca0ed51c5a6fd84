"""The list of algorithms, with the games that each fits.

`algorithm_list.json` holds it for the games and algorithms that come with Halfmove, so that neither has to be
imported to be listed; `python -m halfmove.search.algorithm_list` makes it, and a test holds it against them.
Where another package brings games or algorithms, or a game's folder or an algorithm's file is new, everything
is asked anew.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.core.contract import Game
from halfmove.core.figures import fact
from halfmove.core.history import History
from halfmove.core.naming import known_games, usual_games
from halfmove.core.operation import OptionalGameRequest, Work, operation
from halfmove.core.results import Table
from halfmove.search.algorithms import OTHERS, algorithms, modules

FILE = Path(__file__).parent / "algorithm_list.json"
LINE = 80
"""Columns of a line that stands for an algorithm: each has one, in a narrow terminal too."""


class AlgorithmData(TypedDict):
    """One algorithm."""

    name: Annotated[str, "What `--algorithm` calls it."]
    summary: Annotated[str, "What it does."]
    source: Annotated[str, "Where it was published."]
    games: Annotated[list[str], "The games that it fits."]
    features: Annotated[dict[str, str], "What `--without` leaves out of it, with what each feature does."]
    unfit: Annotated[dict[str, str], "The games that it does not fit, with the reason for each."]


class AlgorithmsData(TypedDict):
    """All algorithms."""

    algorithms: Annotated[list[AlgorithmData], "The algorithms, the strongest first."]


class AlgorithmList(Table):
    """The algorithms with the games that each fits; `only` is the one game that was asked about."""

    def __init__(self, found: list[AlgorithmData], only: str | None = None) -> None:
        self.algorithms, self.only = found, only

    def to_dict(self) -> AlgorithmsData:
        return {"algorithms": self.algorithms}

    def to_rows(self) -> list[dict[str, Any]]:
        return [dict(row) for row in self.algorithms]

    def to_text(self) -> str:
        return "\n".join(self._lines() if self.only is None else self._lines_of(self.only))

    def _lines(self) -> list[str]:
        """Each algorithm: what it does, where it comes from, and what it fits."""
        lines: list[str] = []
        indent = 2 + max(len(row["name"]) for row in self.algorithms)
        for row in self.algorithms:
            lines += [""] if lines else []
            lines += fact(row["name"], row["summary"], indent)
            lines += fact("", f"Source: {row['source']}", indent)
            lines += fact("", f"Fits: {', '.join(row['games']) or 'none of the games'}", indent)
            if row["features"]:
                lines += fact("", f"--without: {', '.join(row['features'])}", indent)
        return lines

    def _lines_of(self, game: str) -> list[str]:
        """Which algorithms fit one game, a line each; which do not, and why; what can be left out."""
        indent = 4 + max(len(row["name"]) for row in self.algorithms)
        fit = [row for row in self.algorithms if row["games"]]
        lines = [f"Fits {game}, the strongest first:" if fit else f"None fits {game}."]
        for row in fit:
            summary = textwrap.shorten(row["summary"], LINE - indent, placeholder=" …")
            lines += fact(f"  {row['name']}", summary, indent)
        if len(fit) < len(self.algorithms):
            lines += ["", "Does not fit:"]
        for row in self.algorithms:
            for reason in row["unfit"].values():
                lines += fact(f"  {row['name']}", reason, indent)
        for row in fit:
            if row["features"]:
                lines += ["", f"What --without leaves out of {row['name']}:"]
            for name, summary in row["features"].items():
                lines += fact("", f"{name}: {summary}", 2)
        return lines


@operation("algorithms", "List the algorithms and the games they fit.", doing="listing algorithms for")
@dataclass(frozen=True, kw_only=True)
class Algorithms(OptionalGameRequest):
    """List the algorithms for --algorithm, with the games they fit; or say which fit one game, and why not.

    Example: halfmove algorithms connect4
    """

    def run(self, work: Work) -> Iterator[AlgorithmList]:
        if self.game is None:
            yield AlgorithmList(every_algorithm())
            return
        game = self.game.game if isinstance(self.game, History) else work.open_game(self)
        name = self.game if isinstance(self.game, str) else game.title()
        yield AlgorithmList(algorithms_for({name: game}), name)


def algorithms_for(games: Mapping[str, Game]) -> list[AlgorithmData]:
    """The algorithms: the games of `games` that each fits, and why it does not fit the others."""
    found: list[AlgorithmData] = []
    only = next(iter(games.values())) if len(games) == 1 else None
    for algorithm in algorithms().values():
        reasons = {name: algorithm.refusal(game) for name, game in games.items()}
        found.append(
            {
                "name": algorithm.name,
                "summary": algorithm.summary,
                "source": algorithm.source,
                "games": [name for name, reason in reasons.items() if reason is None],
                "features": {f.name: f.summary for f in algorithm.features(only).values()},
                "unfit": {name: reason for name, reason in reasons.items() if reason is not None},
            }
        )
    return found


def every_algorithm() -> list[AlgorithmData]:
    """All algorithms with the games that each fits."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    known = {"games": sorted(known_games()), "modules": modules()}
    if not OTHERS.every() and known == {name: kept[name] for name in known}:
        found: list[AlgorithmData] = kept["algorithms"]
        return found
    return _ask_all()


def _ask_all() -> list[AlgorithmData]:
    return algorithms_for(usual_games())


def text() -> str:
    """What the file is to hold."""
    kept = {"games": sorted(known_games()), "modules": modules(), "algorithms": _ask_all()}
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
