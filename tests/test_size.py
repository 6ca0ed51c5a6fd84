"""What a user pays before anything happens: the size of the wheel, and the modules that an import brings."""

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/halfmove"

LARGEST = 11_600_000
"""Bytes of the wheel for all machines: 11.4 million on 2026-11-30, of which networks, tables and a list of
words take 8.1."""

IMPORTED = {
    "import halfmove": 6,
    "import halfmove as hm; hm.Limit": 60,
    "import halfmove as hm; hm.Game": 80,
    "import halfmove as hm; hm.game('nim')": 100,
}
"""Modules that a statement brings, Python's own that it starts with not counted, at most."""


def test_the_wheel_stays_as_small_as_it_is():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "src/halfmove"], cwd=ROOT, capture_output=True, text=True
    ).stdout
    files = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    if not files:
        pytest.skip("these sources are not in a Git repository")
    assert PACKAGE / "py.typed" in files
    assert sum(len(zlib.compress(path.read_bytes())) for path in files) < LARGEST


@pytest.mark.parametrize(("statement", "most"), IMPORTED.items())
def test_an_import_brings_only_what_it_needs(statement, most):
    code = f"import sys; before = set(sys.modules); {statement}; print(len(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= most
