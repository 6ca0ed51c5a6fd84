"""How many files a command crosses on the way to its answer: what docs/architecture.md tells stays short."""

import sys
from pathlib import Path

import pytest
from command import halfmove

import halfmove as hm

ROOT = Path(hm.__file__).parent


def crossed(*arguments):
    """The files of the package, above `core/`, whose functions run once all is imported."""
    halfmove(*arguments)
    files = set()

    def see(frame, event, argument):
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        halfmove(*arguments)
    finally:
        sys.setprofile(before)
    inside = [Path(file).relative_to(ROOT) for file in files if Path(file).is_relative_to(ROOT)]
    return {path.as_posix() for path in inside if path.parts[0] != "core"}


@pytest.mark.parametrize(
    ("arguments", "command_line", "to_the_search"),
    [  # with `cli/terminal.py`, which lists share without what reports import
        (("analyze", "connect4", "--moves", "44", "--depth", "2"), 10, 16),
        (("analyze", "connect4", "--moves", "44", "--depth", "2", "--algorithm", "minimax"), 10, 17),
        (("perft", "connect4", "2"), 9, 13),
    ],
)
def test_a_command_crosses_few_files(arguments, command_line, to_the_search):
    files = crossed(*arguments)
    assert sum(name.startswith("cli/") for name in files) <= command_line, sorted(files)
    doors = {"games/reference.py", "games/registry.py"}
    search = {n for n in files if n.startswith("search/") and n.count("/") == 1}
    above = {n for n in files if n.startswith(("cli/", "presentation/"))} | (files & doors) | search
    assert len(above) <= to_the_search, "\n".join(sorted(above))
