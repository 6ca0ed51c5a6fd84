"""The games that a server has: registered ones, and those of files, by names that differ."""

import shutil
from pathlib import Path

import pytest

from halfmove.core.errors import BadInput
from halfmove.web.catalogue import Catalogue

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_file_called_like_a_registered_game_is_served_by_its_whole_name():
    served = Catalogue.of([str(EXAMPLES / "pig.py"), str(EXAMPLES / "chomp.py")])
    assert served.names()[:2] == ["pig.py", "chomp"]
    assert served.rules("pig.py") != served.rules("pig")
    assert served.game("pig.py").parameters == {"target": 20, "sides": 6}


def test_two_files_of_one_name_are_refused(tmp_path):
    other = tmp_path / "chomp.py"
    shutil.copy(EXAMPLES / "chomp.py", other)
    with pytest.raises(BadInput, match="two games called 'chomp'; rename the file"):
        Catalogue.of([str(EXAMPLES / "chomp.py"), str(other)])
