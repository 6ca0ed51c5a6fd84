"""The examples of docs/bridges.md run, each where the library it needs is installed."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = [pytest.mark.one_speed, pytest.mark.peers]

PAGE = Path(__file__).parents[2] / "docs/bridges.md"
NEEDED = {
    "OpenSpiel": "pyspiel",
    "PettingZoo": "pettingzoo",
    "Gymnasium": "gymnasium",
    "python-chess": "chess",
}
"""The module that a section needs, by a word of its heading."""
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("heading", [name for name, text in SECTIONS.items() if "```py" in text])
def test_the_examples_run(heading, capsys):
    [module] = [module for word, module in NEEDED.items() if word in heading]
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    known: dict = {}
    for code in re.findall(r"```py\n(.*?)```", SECTIONS[heading], re.DOTALL):
        exec(code, known)
    for line in re.findall(r"print\(.*#\s*(.+)$", SECTIONS[heading], re.MULTILINE):
        assert line in capsys.readouterr().out
