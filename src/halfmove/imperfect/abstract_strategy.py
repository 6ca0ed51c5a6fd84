"""A strategy over buckets: what training on them has come to, its file, and what it plays in a state.

The file is NumPy's (`.npz`): a line of JSON that names game, parameters, buckets, algorithm and deals, and
the probabilities, float32, in the order of `imperfect.betting`.  The buckets themselves are not in it: they
are made again where they are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from halfmove.core.abstraction import Abstraction
from halfmove.core.array_file import check_same, open_arrays, write_arrays
from halfmove.core.contract import Action, Game, State
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import rules_of
from halfmove.imperfect.betting import lay_out_bets
from halfmove.imperfect.strategy import SLACK, Strategy
from halfmove.imperfect.translation import translate_strategy

if TYPE_CHECKING:
    from halfmove.imperfect.abstract import AbstractRun
    from halfmove.imperfect.betting import BettingTable

FORMAT = "halfmove strategy over buckets 1"
DAMAGED = "'{}' is no file of a strategy over buckets, or it is damaged."
ZIP = b"PK"
"""What a file of NumPy's begins with, and none in JSON."""


class AbstractStrategy:
    """How both players play, by their buckets."""

    def __init__(self, game: Game, abstraction: Abstraction, table: BettingTable, policy: Any) -> None:
        self.game, self.abstraction, self.table = game, abstraction, table
        """The game with the bets that it was trained on."""
        self.policy = policy
        """float32: the probability of each action of each bucket of each node."""

    @classmethod
    def of(cls, run: AbstractRun) -> AbstractStrategy:
        """The average strategy of a run."""
        return cls(run.game, run.abstraction, run.table, run.strategy())

    def at(self, state: State, told: Sequence[str] = ()) -> dict[Action, float]:
        """The probabilities of the actions of the player to move in a state; `BadInput` where no player is to
        move, or for a state that cannot come about.

        `told` are the moves since the first state as texts: without them nothing can be said where somebody
        has bet what is not in the tree (`imperfect.translation`)."""
        game = self.game
        mover = -1 if game.is_terminal(state) else game.to_move(state)
        node = self.table.nodes.get(self.abstraction.bets(state)) if mover >= 0 else None
        if node is not None and self.table.tree.mover[node] == mover:
            return dict(zip(self.table.actions[node], self.mix(node, state), strict=True))
        found = translate_strategy(self, state, told) if mover >= 0 and told else None
        if found is None:
            raise BadInput(f"In '{game.position_text(state)}' the strategy has nothing to say.")
        return found

    def mix(self, node: int, state: State) -> list[float]:
        """The probabilities of the actions of a node, with what its mover holds in a state."""
        tree = self.table.tree
        size = int(tree.size[node])
        bucket = self.abstraction.bucket(state, int(tree.mover[node]))
        first = int(tree.row[node]) + size * bucket
        return self.policy[first : first + size].tolist()  # type: ignore[no-any-return]

    def shares(self, node: int, buckets: Any) -> Any:
        """float64[holdings, actions]: how likely each hand, of these buckets, does what at a node."""
        size = int(self.table.tree.size[node])
        rows = int(self.table.tree.row[node]) + size * np.maximum(buckets, 0)
        return self.policy[rows[:, None] + np.arange(size)].astype(np.float64)

    def write(self, file: str | Path, **more: Any) -> None:
        """Write it, with what else is given about it; `BadInput` for what cannot be written."""
        head = {**_identity(self.game), "buckets": dict(self.abstraction.identity()), **more}
        write_arrays(file, FORMAT, head, policy=self.policy)

    @classmethod
    def read(cls, game: Game, file: str | Path) -> AbstractStrategy:
        """The strategy in a file, for this game with these parameters, but for those that only offer bets
        (`Abstraction.free`); `BadInput` for anything else.

        Buckets that are not kept on this machine are made, which takes minutes.
        """
        rules = rules_of(game)
        with open_arrays(file, FORMAT, DAMAGED.format(file)) as (head, kept):
            check_same(head, {"game": rules.title()}, f"The strategy '{file}'")
            sizes = tuple(map(int, head["buckets"]["buckets"]))
            abstraction = rules.abstraction(sizes)
            if abstraction is None:
                raise ValueError
            own = {name: head["parameters"][name] for name in abstraction.free}
            if own != {name: rules.parameters[name] for name in own}:
                rules = type(rules)(**{**rules.parameters, **own})
                abstraction = rules.abstraction(sizes)
                assert abstraction is not None, "a game has one whatever bets it offers"
            check_same(head, _identity(rules), f"The strategy '{file}'")
            check_same(head["buckets"], abstraction.identity(), f"The strategy '{file}' over buckets")
            table, policy = lay_out_bets(rules, abstraction), kept["policy"]
            if policy.dtype != np.float32 or policy.shape != (table.rows,):
                raise ValueError
        found = cls(rules, abstraction, table, policy)
        found.check(file)
        return found

    def check(self, file: str | Path) -> None:
        """`BadInput` unless the probabilities of every bucket add up to 1."""
        tree = self.table.tree
        for node in np.flatnonzero(tree.size):
            size, first = int(tree.size[node]), int(tree.row[node])
            rows = self.policy[first : first + size * self.abstraction.sizes[int(tree.round[node])]]
            sums = rows.reshape(-1, size).sum(axis=1)
            if not (rows >= 0).all() or not (np.abs(sums - 1) <= 100 * SLACK).all():
                raise BadInput(f"'{file}' has probabilities that do not add up to 1.")


def read_head(file: str | Path) -> dict[str, Any]:
    """What a file says of its strategy: game, parameters, buckets; `BadInput` for one that holds none."""
    with open_arrays(file, FORMAT, DAMAGED.format(file)) as (head, _):
        return head


def _identity(game: Game) -> dict[str, Any]:
    return {"game": game.title(), "parameters": dict(game.parameters)}


def is_over_buckets(file: str | Path) -> bool:
    """Whether a file looks like one of these, and not like one of JSON."""
    try:
        with Path(file).expanduser().open("rb") as opened:
            return opened.read(len(ZIP)) == ZIP
    except OSError:
        return False


def read_strategy(game: Game, file: str | Path) -> Strategy | AbstractStrategy:
    """The strategy in a file of either kind; `BadInput` for anything else."""
    return AbstractStrategy.read(game, file) if is_over_buckets(file) else Strategy.read(game, file)
