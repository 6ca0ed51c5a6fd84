"""What `halfmove train` says of a run, and at its end."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from halfmove.games.reference import GameReference
from halfmove.learn.runs.memory import Machine, Memory
from halfmove.learn.runs.plan import plan
from halfmove.learn.train import make_settings
from halfmove.learn.trained import format_game, format_watch_command
from halfmove.presentation.telling import left

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("name", "parameters", "typed"),
    [
        ("tictactoe", {}, "tictactoe"),
        ("pig", {"target": 20}, "pig --set target=20"),
        ("connect4", {"width": 4, "height": 4}, "connect4 --set width=4 --set height=4"),
    ],
)
def test_the_closing_hint_names_the_game_that_was_learnt(name, parameters, typed):
    """Parameters that have their usual value are left out, as a reference made of a game says all of them."""
    game = GameReference(name, parameters).open()
    assert format_game(GameReference.of(game)) == typed


@pytest.mark.parametrize(
    ("share", "seconds", "told"),
    [(0.25, 60.0, "; 3.0 minutes left"), (0.001, 5.0, ""), (0.0, 0.0, ""), (1.0, 240.0, "")],
)
def test_the_time_left_follows_from_the_speed_so_far(share, seconds, told):
    assert left(SimpleNamespace(share=share, seconds=seconds)) == told


def test_the_end_says_how_to_see_the_run():
    assert format_watch_command("my run") == "halfmove serve --runs 'my run' --open"


@pytest.mark.parametrize(
    ("torch", "learner", "words"),
    [
        (True, "auto", "PyTorch learns on the processor."),
        (False, "auto", "halfmove[train]"),
        (False, "numpy", "NumPy learns on the processor."),
    ],
)
def test_a_run_says_first_who_learns(torch, learner, words):
    game = GameReference.of(GameReference("tictactoe").open())
    settings = make_settings(game, {"minutes": 2.0, "workers": 3}, None, {"learner": learner}, None)
    said = plan(settings, Machine(torch, "", 10**9, 4), Memory(10**8, 10**8, 3))
    assert words in said.splitlines()[0]
    assert "3 processes play, for 2 minutes" in said
