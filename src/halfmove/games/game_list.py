"""The list of games, and one game: its board, its moves, its notation.

`game_list.json` holds the list of those that come with Halfmove, so that none has to be imported to be named;
`python -m halfmove.games.game_list` makes it, and a test holds it against them.  A game of another package,
or one whose folder is new, is asked itself.
"""

from __future__ import annotations

import inspect
import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from halfmove.core.analysis_text import position_lines
from halfmove.core.contract import Game
from halfmove.core.figures import fact, settings
from halfmove.core.history import History
from halfmove.core.operation import LOCAL_FACES, OptionalGameRequest, Work, operation
from halfmove.core.results import Result, Table
from halfmove.games.registry import games, working_names

FILE = Path(__file__).parent / "game_list.json"
LINE = 80
"""Columns of the table, in a narrow terminal too."""

HINTS = (
    "Play one:         halfmove play connect4 --set width=8",
    "Look at one:      halfmove games connect4",
    "One of your own:  halfmove play mygame.py",
)


class GameList(Table):
    """All games with their parameters."""

    def __init__(self, found: list[dict[str, Any]]) -> None:
        self.games = found

    def to_dict(self) -> Mapping[str, Any]:
        return {"games": self.games}

    def to_rows(self) -> list[dict[str, Any]]:
        return self.games

    def to_text(self) -> str:
        lines = []
        given = {
            row["name"]: [f"{key}={item}" for key, item in row["parameters"].items()] for row in self.games
        }
        first = max(map(len, ["game", *given]))
        second = max(len(text) for texts in given.values() for text in ["parameters", *texts])
        second = min(second, LINE // 3)
        rows = [(["game"], ["parameters"], ["what it is"])]
        for row in self.games:
            texts = [line for text in given[row["name"]] for line in textwrap.wrap(text, second)]
            rows.append(([row["name"]], texts, textwrap.wrap(row["summary"], LINE - first - second - 4)))
        for cells in rows:
            for name, text, summary in zip_longest(*cells, fillvalue=""):
                lines.append(f"{name:<{first}}  {text:<{second}}  {summary}".rstrip())
        return "\n".join([*lines, "", *HINTS])


class GameShown(Result):
    """One game: what it is, its board, and how positions and moves are written."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def to_dict(self) -> Mapping[str, Any]:
        from halfmove.games.description import describe

        return describe(self.game)

    def to_text(self) -> str:
        from halfmove.core.analysis import position_text
        from halfmove.core.formats import record_formats
        from halfmove.core.in_turn import rules_of
        from halfmove.core.policy import strategies_of
        from halfmove.games.description import traits

        game, state = self.game, self.game.initial()
        over = game.is_terminal(state)
        legal = [] if over or game.to_move(state) < 0 else list(game.actions(state))
        moves = [game.action_text(state, action) for action in legal[:12]] + ["…"] * (len(legal) > 12)
        lines = position_lines(game, state)
        lines += [inspect.cleandoc(type(rules_of(game)).__doc__ or "No description."), ""]
        lines += fact("traits", ", ".join(traits(game)))
        lines += fact("parameters", "  ".join(settings(game)) or "none")
        lines += fact("moves", " ".join(moves))
        if strategies := strategies_of(rules_of(game)):
            lines += fact("strategies", ", ".join(strategies))
        if formats := record_formats(rules_of(game)):
            lines += fact("files", ", ".join(f"{form.name} ({form.suffixes[0]})" for form in formats))
        text = position_text(game, state)
        forms = ({} if text is None else {"position": text}) | dict(game.position_forms(state))
        for name, form in forms.items():
            lines += fact(name, form)
        return "\n".join(lines)


@operation("games", "List the games, or show one.", doing="showing", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Games(OptionalGameRequest):
    """List the games with their parameters, or show one: its board, its moves, its notation.

    Example: halfmove games connect4
    """

    def run(self, work: Work) -> Iterator[GameList | GameShown]:
        if self.game is None:
            yield GameList(every_game())
        else:
            yield GameShown(self.game.game if isinstance(self.game, History) else work.open_game(self))


def every_game() -> list[dict[str, Any]]:
    """All games as data; those that the file lacks are asked."""
    kept = {row["name"]: row for row in json.loads(FILE.read_text(encoding="utf-8"))["games"]}
    return [kept.get(name) or _ask(name) for name in working_names()]


def _ask(name: str) -> dict[str, Any]:
    from halfmove.games.description import describe

    return describe(games()[name](), name)


def text() -> str:
    """What the file is to hold."""
    return json.dumps({"games": [_ask(name) for name in games()]}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
