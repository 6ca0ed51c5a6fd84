"""What `make` installs: the lock files are layers, `make play` installs no more than the first of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parent.parent
LAYERS = ("run", "play", "dev")
if not (ROOT / "Makefile").exists():
    pytest.skip("there is no Makefile beside these tests", allow_module_level=True)


def locked(layer):
    """Package: version, of a lock file."""
    lines = (ROOT / f"requirements/{layer}.txt").read_text(encoding="utf-8").splitlines()
    return dict(found.groups() for line in lines if (found := re.match(r"([\w.-]+)==([^ ;\\]+)", line)))


def test_each_lock_file_contains_the_one_before():
    for lower, upper in pairwise(LAYERS):
        assert locked(lower).items() <= locked(upper).items(), (lower, upper)


def test_every_locked_package_has_hashes():
    for layer in (*LAYERS, "bench", "site", "dist"):
        text = (ROOT / f"requirements/{layer}.txt").read_text(encoding="utf-8")
        entries = re.split(r"\n(?=\S)", text)
        entries = [entry for entry in entries if not entry.startswith("#")]
        assert len(entries) == len(locked(layer)) > 5
        assert all("--hash=sha256:" in entry for entry in entries)


def test_the_package_has_few_dependencies_and_playing_no_tools():
    assert len(locked("run")) <= 8
    assert "nicegui" in locked("play")
    assert "hatchling" in locked("play"), "Halfmove is built with a locked backend"
    assert not locked("play").keys() & {
        "ray",
        "playwright",
        "scipy",
        "pandas",
        "matplotlib",
        "pytest",
        "mypy",
    }


def test_every_extra_is_documented():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in project["project"]["optional-dependencies"]:
        row = re.search(rf"^\| `{extra}` \| .+ \| (\d+) \| (\d+) \|$", page, re.M)
        assert row, extra
        said = re.search(rf"\[(\d+) packages, (\d+) MB\][^\n]*\n{extra} = \[", declared)
        assert said, extra
        assert said.groups() == row.groups(), extra


# ---- what make would do
@pytest.fixture
def checkout(tmp_path):
    """A checkout as far as the environment depends on it, as it is after a clone."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    (tmp_path / ".venv").mkdir()
    return tmp_path


def planned(checkout, target):
    """The commands that `make target` would run."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", "--dry-run", target], cwd=checkout, env=clean, capture_output=True, text=True, check=True
    ).stdout


def installed_by(checkout, target):
    return re.findall(r"--requirement requirements/(\w+)\.txt", planned(checkout, target))


def done(checkout, *stamps):
    for stamp in stamps:
        (checkout / f".venv/.{stamp}-done").touch()


def test_play_installs_what_playing_needs(checkout):
    assert installed_by(checkout, "play") == ["play"]
    assert "halfmove serve --open" in planned(checkout, "play")


def test_setup_and_the_tests_install_the_rest_on_top(checkout):
    assert installed_by(checkout, "setup") == ["play", "dev"]
    done(checkout, "play")
    assert installed_by(checkout, "play") == []
    assert installed_by(checkout, "setup") == ["dev"]
    assert installed_by(checkout, "test") == ["dev"]
    assert installed_by(checkout, "bench") == ["dev", "bench"]


def test_after_setup_nothing_is_installed_until_a_lock_file_changes(checkout):
    done(checkout, "play", "setup")
    assert installed_by(checkout, "play") == installed_by(checkout, "test") == []
    later = (checkout / ".venv/.setup-done").stat().st_mtime + 10
    os.utime(checkout / "requirements/dev.txt", (later, later))
    assert installed_by(checkout, "play") == []
    assert installed_by(checkout, "test") == ["dev"]
    os.utime(checkout / "requirements/play.txt", (later, later))
    assert installed_by(checkout, "play") == ["play"]
    assert installed_by(checkout, "setup") == ["play", "dev"]


def test_help_lists_every_target(checkout):
    makefile = (checkout / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.+)$", makefile, re.M)[1].split()
    listed = subprocess.run(["make", "help"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^  make ([\w-]+) +\S", listed, re.M) == targets
