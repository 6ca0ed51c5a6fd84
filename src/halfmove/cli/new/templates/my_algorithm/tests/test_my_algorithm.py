"""The value where nothing is left out, what is left out else, and the steps that are told."""

from typing import Any

import halfmove as hm
import pytest
from halfmove.core.watch import Watcher

from my_algorithm import NAME, search

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class Steps(Watcher):
    """Counts the steps that a search tells."""

    def __init__(self) -> None:
        self.entered = self.left = self.passed_over = 0

    def enter(self, state: Any, depth: Any, alpha: Any, beta: Any) -> None:
        self.entered += 1

    def leave(self, value: Any) -> None:
        self.left += 1

    def pass_over(self, action: Any) -> None:
        self.passed_over += 1


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_with_all_moves_it_is_minimax(name: str) -> None:
    game = hm.game(name)
    found, known = search(game, depth=4, width=100), hm.minimax(game, depth=4)
    assert (found.value, found.action, found.nodes) == (known.value, known.action, known.nodes)


def test_fewer_moves_are_fewer_nodes() -> None:
    wide, narrow = (search(hm.tree(TREE), width=width) for width in (3, 1))
    assert (wide.value, wide.exact, wide.nodes) == (3, True, 13)
    assert (narrow.nodes, narrow.passed_over, narrow.exact) == (3, 4, False)


def test_every_step_is_told() -> None:
    steps = Steps()
    outcome = search(hm.tree(TREE), width=2, watch=steps)
    assert steps.entered == steps.left == outcome.nodes == 7
    assert steps.passed_over == outcome.passed_over == 3


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(hm.BadInput, match="at least 1"):
        search(hm.tree(TREE), width=0)


def test_it_is_known_by_its_name() -> None:
    assert hm.analyze("tictactoe", algorithm=NAME, depth=3).algorithm == NAME
