"""Where a library is not installed, its bridge says so in one sentence, with what installs it."""

import subprocess
import sys

import pytest

from tests.without_extras import python_path

pytestmark = pytest.mark.one_speed

BRIDGES = {
    "from_open_spiel import open_spiel_game; open_spiel_game('go')": "OpenSpiel",
    "to_open_spiel import register_open_spiel": "OpenSpiel",
    "pettingzoo import environment": "PettingZoo",
    "gymnasium import Environment": "Gymnasium",
    "python_chess import from_board": "python-chess",
}
"""What is missing, by what is imported and called."""


@pytest.mark.parametrize(("code", "library"), BRIDGES.items(), ids=BRIDGES.values())
def test_a_bridge_names_what_is_missing(code, library, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", f"from halfmove.bridges.{code}"],
        env={"PYTHONPATH": python_path(tmp_path / "hidden")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f" {library}, which is not installed; install it with: " in done.stderr.splitlines()[-1]
