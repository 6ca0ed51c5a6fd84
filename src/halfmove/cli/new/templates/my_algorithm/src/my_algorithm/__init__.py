"""My algorithm: minimax over the moves that look best, and nothing else.

At each node the children are valued by the game's own evaluation, and only the `width` best of them are
searched. What is left out may have been best, so a value is an estimate.

Source: C. E. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41(314), 1950: his
type B strategy. Replace it by your own.
"""

import math
from typing import Any

import halfmove as hm
from halfmove import Game, kernel
from halfmove.core.naming import open_game
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit

NAME = "my-algorithm"
WIDTH = 3
"""Moves that are searched at each node, unless it is said."""


def promise(game: Game, state: Any, action: Any) -> float:
    """How good an action looks to the player who makes it: from -1, a loss, to 1, a win."""
    child = game.result(state, action)
    value = game.utility(child, MAX) if game.is_terminal(child) else game.evaluate(child, MAX) / hm.WIN
    return 1.0 * value if game.to_move(state) == MAX else -1.0 * value


@kernel
def value_of(game: Game, state: Any, depth: int, width: int, watch: Watcher) -> tuple[Any, Any]:
    """The value of a state to MAX, and the action to choose. Each step is told to the watcher."""
    watch.enter(state, depth, None, None)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, MAX) / hm.WIN
        watch.leaf(state, v, False)
    else:
        promises = [promise(game, state, a) for a in game.actions(state)]
        maximises = game.to_move(state) == MAX
        v = -math.inf if maximises else math.inf
        place = 0
        for a in game.actions(state):
            better = 0
            for i in range(len(promises)):
                if promises[i] > promises[place] or (promises[i] == promises[place] and i < place):
                    better += 1
            place += 1
            if better >= width:
                watch.pass_over(a)
                continue
            watch.descend(a)
            v2, _ = value_of(game, game.result(state, a), depth - 1, width, watch)
            if (maximises and v2 > v) or (not maximises and v2 < v):
                watch.improve(v, v2)
                v, move = v2, a
    watch.leave(v)
    return v, move


def search(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    width: int = WIDTH,
) -> Outcome:
    """The value of a state (the initial one if none is given) to player 0, with the action to choose.

    `depth` limits the search to that many plies; `watch` gets every step. BadInput for a width below 1,
    Unsuitable for games of chance or hidden information.
    """
    if width < 1:
        raise hm.BadInput(f"The width must be at least 1, not {width}.")
    options = {"width": width}
    return conduct(NAME, value_of, open_game(game), state, depth, watch, (width,), options=options)


FORM = Form(NAME, value_of, lambda alpha, beta: (WIDTH,))

ALGORITHM = Algorithm(
    name=NAME,
    summary="Minimax over the moves that look best.",
    source="C. E. Shannon, Philosophical Magazine 41(314), 1950: type B",
    unfit=unfit,
    search=FORM.search,
    strength=1,  # "auto" takes the strongest that fits: the engine has 100
    lesson=Lesson(search, {"width": (WIDTH, 1, 2, 4)}, heuristic=True),
)
