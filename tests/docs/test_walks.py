"""The way of a command from its words to its answer, as the architecture page has it."""

import re
import sys
from pathlib import Path

import pytest
from command import halfmove

import halfmove as package
from halfmove.core import analysis_text
from halfmove.core.operation.position import GameKind
from halfmove.games.reference import GameReference
from halfmove.search.alphabeta.selective.root import SelectiveRoot

SOURCE = Path(package.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
MOST = 14
"""Files that a click and a command may cross."""

WATCH = "core/endless.py"
"""What watches over the thread of a search, and hands nothing on that is not the search's own."""

MOMENTS = (
    (GameKind, "from_text"),
    (GameReference, "open_rules"),
    (SelectiveRoot, "level"),
    (analysis_text, "position_lines"),
)
"""What runs when a field is read, the game is opened, the search begins and the answer is written."""


def crossed():
    """Our files with a function that waits for the one that runs, those of other threads of a search too."""
    found = []
    for frame in sys._current_frames().values():
        files, here = [], frame
        while here is not None:
            path = Path(here.f_code.co_filename)
            if path.is_relative_to(SOURCE):
                files.append(path.relative_to(SOURCE).as_posix())
            here = here.f_back
        if "core/progress.py" not in files:  # it looks on
            found += [file for file in reversed(files) if file != WATCH]
    return found


def noting(real, walk):
    """A function that does the same, and the first time adds what is crossed to a walk."""
    first = []

    def noted(*arguments, **named):
        if not first:
            first.append(True)
            walk.extend(crossed())
        return real(*arguments, **named)

    return noted


@pytest.mark.one_speed
def test_a_command_crosses_the_files_that_the_page_names(monkeypatch):
    walk = ["search/alphabeta/selective/root.py"]  # whose first level is the third moment itself
    for place, name in MOMENTS:
        monkeypatch.setattr(place, name, noting(getattr(place, name), walk))
    assert "best move" in halfmove("analyze", "chess", "--moves", "e4", "--depth", "2").out
    section = PAGE.read_text(encoding="utf-8").split("## The terminal")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(walk) == set(re.findall(r"`([^`]+)`", " ".join(rows)))
    assert len(set(walk)) <= MOST
