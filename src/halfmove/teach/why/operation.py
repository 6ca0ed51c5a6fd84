"""Why a move is the best, and what a position's estimate consists of, as operations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypedDict

from halfmove.core.analysis import position_text
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.evaluation_network import AUTO, find_network
from halfmove.core.figures import columns, result
from halfmove.core.history import History
from halfmove.core.operation import OUTPUT, PositionRequest, Switch, Text, Whole, Work, field, operation
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.core.term import unit_of
from halfmove.endings.search_request import SearchRequest
from halfmove.teach.why.explanation import Explanation, explain_analysis
from halfmove.teach.why.lines import count_actions
from halfmove.teach.why.network_view import NetworkView


@operation(
    "explain",
    "Say why a move is the best, and what refutes the others.",
    doing="explaining",
    examples={"game": "tictactoe", "moves": ["a1", "b1", "b2", "c3"], "depth": 9},
)
@dataclass(frozen=True, kw_only=True)
class Explain(SearchRequest):
    """Explain why a move is the best: its line, and for every other move what the search found against it.

    With no limit it thinks for a second. Ctrl-C ends the search: what it has found is explained.

    Example: halfmove explain tictactoe --moves "a1 b2"

    Example: halfmove explain connect4 --moves "1 2 1 2 1" --why-not 4
    """

    lines: int | None = field(
        Whole(1, 1000), "How many of the best moves are explained.", default=None, usual="all", group=OUTPUT
    )
    why_not: str | None = field(
        Text(word="MOVE"), "Of the other moves, explain only this one.", default=None, group=OUTPUT
    )
    boards: bool = field(Switch(), "Show the positions that decide.", default=True, group=OUTPUT)

    def run(self, work: Work) -> Iterator[Explanation]:
        history = work.open(self)
        game, state = history.game, history.state
        asked = None if self.why_not is None else game.parse_action(state, self.why_not)
        every = max(count_actions(game, state), 1)
        tables = self.tables(work, history)
        session = self.session(work, tables.game)
        limit, latest = self.search_limit, None
        try:
            for latest in session.deepen(history, limit, lines=self.lines or every):
                at(latest.depth, limit.depth, unit="plies")
        except KeyboardInterrupt:
            if latest is None:
                raise
            latest = replace(latest, interrupted=True)
        assert latest is not None, "a search yields at least one analysis"
        found = explain_analysis(replace(latest, history=history, veiled=work.veiled))
        if self.why_not is not None:
            found = found.why_not(asked)
        yield replace(found, boards=self.boards)


class TermData(TypedDict):
    """One feature of a weighted sum."""

    name: str
    words: Annotated[str, "What it means."]
    parts: Annotated[dict[str, float], "What it comes from: each side's, in the phases of a game."]
    worth: Annotated[float, "What it adds to the estimate."]


class EvaluationData(TypedDict):
    """What the game's evaluation says of a position."""

    game: str
    position: str | None
    estimate: Annotated[float, "To the first player, in the game's unit."]
    terms: list[TermData]


@dataclass(frozen=True)
class Evaluation(Table):
    """The estimate of a position and its terms."""

    history: History

    @property
    def game(self) -> Game:
        """The game."""
        return self.history.game

    def to_dict(self) -> EvaluationData:
        game, state = self.game, self.history.state
        return {
            "game": game.name,
            "position": position_text(game, state),
            "estimate": game.evaluate(state, 0) / unit_of(game),
            "terms": [
                {"name": t.name, "words": t.words, "parts": dict(t.parts), "worth": t.worth}
                for t in game.terms(state)
            ],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a term."""
        return [
            {"name": t.name, "words": t.words, "worth": t.worth} for t in self.game.terms(self.history.state)
        ]

    def to_text(self) -> str:
        from halfmove.core.analysis_text import position_lines

        game, state = self.game, self.history.state
        told = self.to_dict()
        parts = list(dict.fromkeys(part for term in told["terms"] for part in term["parts"]))
        places = 2 if game.estimate_unit else 3
        rows = [
            [
                term["name"],
                *(f"{term['parts'][p]:+.{places}f}" if p in term["parts"] else "" for p in parts),
                f"{term['worth']:+.{places}f}",
            ]
            for term in told["terms"]
            if any(term["parts"].values()) or term["worth"]
        ]
        rows.append(["total", *("" for _ in parts), f"{told['estimate']:+.{places}f}"])
        headings = ["term", *parts, "value"]
        unit = game.estimate_unit or "shares of a win"
        note = f"In {unit}, for {game.player_name(0)}; terms that are equal for both sides are shown too."
        if game.evaluation_network() is not None:
            note += " The engine estimates by a network in place of this sum (--network auto)."
        table = columns(headings, rows, right=headings[1:], rule=False)
        return "\n".join([*position_lines(game, state, self.history), *table, "", note])


@operation(
    "evaluate",
    "Show the static evaluation of a position, term by term.",
    doing="evaluating",
    examples={"game": "chess", "moves": ["e4", "e5", "Nf3"]},
)
@dataclass(frozen=True, kw_only=True)
class Evaluate(PositionRequest):
    """Show the static evaluation of a position, term by term, without a search.

    Example: halfmove evaluate chess --moves "e4 e5 Nf3"
    """

    network: str | None = field(
        Text(word="FILE"),
        "What an evaluation network makes of it instead, piece by piece: auto, the game's own, or a file.",
        default=None,
    )

    def run(self, work: Work) -> Iterator[Evaluation | NetworkView]:
        history = work.open(self)
        game, state = history.game, history.state
        if game.is_terminal(state):
            over = result(game, state).rstrip(".")
            raise BadInput(f"The game is over ({over}), so there is no estimate.")
        if self.network is not None:
            if self.network != AUTO and not work.is_own:
                raise BadInput(f"Over HTTP the network is '{AUTO}', the game's own, and no file.")
            network = find_network(game, self.network)
            if network is None:
                raise BadInput(f"{game.title()} has no evaluation network of its own; give the file of one.")
            yield NetworkView(history, network)
            return
        game.terms(state)  # refuses a game whose evaluation has none
        yield Evaluation(history)
