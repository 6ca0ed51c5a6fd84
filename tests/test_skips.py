"""What is said of skipped tests, and that a run in which none may be skipped fails."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from skips import line, reasons

pytestmark = pytest.mark.one_speed

TESTS = Path(__file__).parent


def test_skipped_tests_are_counted_by_reasons():
    given = ["Skipped: Ray is not installed", "Skipped: Ray is not installed", "no file: /somewhere"]
    found = reasons([SimpleNamespace(longrepr=("file.py", 3, reason)) for reason in given])
    assert found == {"Ray is not installed": 2, "no file": 1}
    assert line(found) == "Skipped 3: 2 as Ray is not installed; 1 as no file."
    assert line(Counter()) == "Nothing was skipped."


@pytest.mark.parametrize(("wanted", "status"), [("", 0), ("none", 1)])
def test_a_run_in_which_nothing_may_be_skipped_fails(tmp_path, wanted, status):
    (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text())
    (tmp_path / "long_files.txt").write_text("")
    (tmp_path / "test_one.py").write_text("import pytest\n\ndef test_it():\n    pytest.skip('it rains')\n")
    said = tmp_path / "said.txt"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
        "HALFMOVE_SKIPS": wanted,
        "HALFMOVE_SKIPPED": str(said),
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        str(tmp_path),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == status, done.stdout + done.stderr
    assert said.read_text() == "Skipped 1: 1 as it rains.\n"
