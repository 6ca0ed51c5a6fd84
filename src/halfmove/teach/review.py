"""The operation `review`: a game looked at when all is open, by the game's own measure (`Game.review`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.figures import columns
from halfmove.core.operation import PositionRequest, Switch, Work, field, operation
from halfmove.core.operation.position import game_number
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.core.review import Review


class ReviewedActionData(TypedDict):
    """An action, and what became of it."""

    player: Annotated[int, "Who decided on it, from 0."]
    action: Annotated[str, "In the game's notation."]
    cost: Annotated[float, "What it lost to the player, in `unit`."]
    better: Annotated[list[str], "The best actions, where it was none of them."]
    remark: Annotated[str, "What it says or leads to."]


class ReviewData(TypedDict):
    """A game looked at when all is open."""

    game: Annotated[str, "The game's title."]
    unit: Annotated[str, "What costs are counted in."]
    facts: Annotated[list[str], "Sentences about the whole."]
    costs: Annotated[dict[str, float], "What all actions of a player cost, by his name."]
    actions: Annotated[list[ReviewedActionData], "In their order."]


class Reviewed(Table):
    """A review, of a game."""

    def __init__(self, game: Game, found: Review, brief: bool) -> None:
        self.game, self.found, self.brief = game, found, brief

    def _sum_costs(self) -> dict[str, float]:
        costs: dict[int, float] = defaultdict(float)
        for action in self.found.actions:
            costs[action.player] += action.cost
        return {self.game.player_name(player): costs[player] for player in sorted(costs)}

    def to_dict(self) -> ReviewData:
        return {
            "game": self.game.title(),
            "unit": self.found.unit,
            "facts": list(self.found.facts),
            "costs": self._sum_costs(),
            "actions": [
                {
                    "player": one.player,
                    "action": one.text,
                    "cost": one.cost,
                    "better": list(one.better),
                    "remark": one.remark,
                }
                for one in self.found.actions
            ],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row an action."""
        return [{**row} for row in self.to_dict()["actions"]]

    def to_text(self) -> str:
        """The facts, the actions (`brief`: those that cost something), and what each player lost."""
        shown = [
            (number, one) for number, one in enumerate(self.found.actions, 1) if one.cost or not self.brief
        ]
        headings = ["no.", "player", "action", "cost", "better", "remark"]
        rows = [
            [
                str(number),
                self.game.player_name(one.player),
                one.text,
                f"{one.cost:g}" if one.cost else "",
                " ".join(one.better),
                one.remark,
            ]
            for number, one in shown
        ]
        table = ["", *columns(headings, rows, right=["no.", "cost"])] if rows else []
        costs = ", ".join(f"{name} {cost:g}" for name, cost in self._sum_costs().items())
        last = ["", f"Lost, in {self.found.unit}: {costs}."] if costs else []
        return "\n".join([*self.found.facts, *table, *last])


_DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


@operation(
    "review",
    "Review a game when all is open: what each action cost.",
    doing="reviewing",
    examples={
        "game": "bridge",
        "position": f"{_DEAL} N none P P 1C P P P C3",
    },
)
@dataclass(frozen=True, kw_only=True)
class ReviewRequest(PositionRequest):
    """Review a game with all that was hidden open: what each action cost its player, and what was better.

    In bridge each card is measured double dummy, each call is explained, and the result stands beside par.

    Example: halfmove review bridge --position board.pbn

    Example: halfmove review bridge --position boards.lin --game 7 --brief
    """

    number: str | None = game_number()
    brief: bool = field(
        Switch(), "Show only the actions that cost something.", default=False, faces=("terminal", "form")
    )

    def run(self, work: Work) -> Iterator[Reviewed]:
        """One result; `Unsuitable` for a game that does not measure itself, `BadInput` while somebody plays
        who may not see what is hidden."""
        history = work.open(self)
        if work.veiled and not history.over:
            raise BadInput(
                "A game that hides something is reviewed when it is over, or by who owns all of it."
            )

        def tell(done: int, of: int) -> None:
            at(done, of, unit="actions")

        found = work.call(lambda: history.game.review(history.state, tell))
        if found is None:
            title = history.game.title()
            raise Unsuitable(
                f"{title} has no review of its own; 'annotate', 'explain' and 'luck' judge moves."
            )
        yield Reviewed(history.game, found, self.brief)
