"""The same game with its actions in another order, with equivalent ones merged, or with its values in other
units: a view, made for a lesson.

A view is a game of the same class and parameters whose ACTIONS or values differ; everything else, pictures
and notation included, stays.  Views run interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN

Arrange = Callable[[Game, Any, list[Any]], list[Any]]
"""`arrange(game, state, actions)`: the actions to show of `state`, in the order wanted."""


def rearrange_actions(game: Game, arrange: Arrange) -> Game:
    """`game` with the actions of each state as `arrange` says; chance outcomes follow the same order."""
    view = interpreted(game)
    plain = type(view)

    class Arranged(plain):  # type: ignore[valid-type, misc]
        def actions(self, s: Any) -> Iterator[Any]:
            return iter(arrange(view_of, s, list(plain.actions(view_of, s))))

        def candidates(self, s: Any) -> Iterator[Any]:
            return self.actions(s)

        def outcomes(self, s: Any) -> Iterator[tuple[Any, float]]:
            chances = dict(plain.outcomes(view_of, s))
            return ((action, chances[action]) for action in self.actions(s))

    view_of = interpreted(game)
    return _as_instance(Arranged, view)


def use_evaluation_steps(game: Game) -> Game:
    """`game` with its evaluation as people write it, in steps of `Game.evaluation_step`: tic-tac-toe's in
    open lines, chess's in pawns; utilities grow with it, so that a won game is worth as many steps.

    Searches do the same as before.  `BadInput` where the evaluation is a share of a win and nothing else.
    """
    times = WIN / game.evaluation_step()
    if times == 1:
        raise BadInput(f"The evaluation of {game.title()} is a share of a win; it has no unit of its own.")
    view = interpreted(game)
    plain = type(view)

    class InSteps(plain):  # type: ignore[valid-type, misc]
        utility_limit = plain.utility_limit * times

        def evaluate(self, s: Any, player: int) -> float:
            return float(plain.evaluate(view_of, s, player) * times)

        def utility(self, s: Any, player: int) -> float:
            return float(plain.utility(view_of, s, player) * times)

        def reward(self, s: Any, a: Any, player: int) -> float:
            return float(plain.reward(view_of, s, a, player) * times)

    view_of = interpreted(game)
    return _as_instance(InSteps, view)


def apply_display_options(game: Game, *, merge: bool, units: bool) -> Game:
    """`game` as it was asked to be shown: `merge_symmetric`, `use_evaluation_steps`, both or neither."""
    shown = merge_symmetric(game) if merge else game
    return use_evaluation_steps(shown) if units else shown


def _as_instance(made: type, view: Game) -> Game:
    """`view` as one of the class `made`, which goes by the name of the view's own."""
    plain = type(view)
    made.__name__, made.__qualname__, made.__doc__ = plain.__name__, plain.__qualname__, plain.__doc__
    view.__class__ = made
    return view


def right_to_left(game: Game) -> Game:
    """`game` with the actions of every state in the opposite order."""
    return rearrange_actions(game, lambda _, state, actions: actions[::-1])


def merge_symmetric(game: Game) -> Game:
    """`game` without actions that lead to mirror images: of each set of symmetric positions, the first.

    A state's children are symmetric where `symmetric_key` says so for some symmetry of the game; the value
    of the state is the same without them.  Chance outcomes are all kept.
    """

    def one_of_each(plain: Game, state: Any, actions: list[Any]) -> list[Any]:
        if plain.symmetry_count == 1 or plain.to_move(state) == CHANCE:
            return actions
        seen = set()
        kept = []
        for action in actions:
            child = plain.result(state, action)
            name = min(plain.symmetric_key(child, k) for k in range(plain.symmetry_count))
            if name not in seen:
                seen.add(name)
                kept.append(action)
        return kept

    return rearrange_actions(game, one_of_each)
