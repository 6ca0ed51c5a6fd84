"""A release, in a small repository: what it refuses, what it would do, what it does."""

import re
import subprocess
from pathlib import Path

import pytest

from publishing import release

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[1]
if not (ROOT / "Makefile").exists():
    pytest.skip("there is no Makefile beside these tests", allow_module_level=True)

FILES = {
    "pyproject.toml": '[project]\nname = "small"\nversion = "0.1.0"\n',
    "src/halfmove/__init__.py": '__version__ = "0.1.0"\n',
    "CITATION.cff": "cff-version: 1.2.0\nversion: 0.1.0\n",
    "CHANGELOG.md": "# Changelog\n\n## [Unreleased]: 0.2.0\n\n- Much.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n",
    "Makefile": "test:\n\t@touch tested\ndist:\n\t@cp src/halfmove/__init__.py built\n",
    ".gitignore": "tested\nbuilt\n",
}


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A repository with one commit, on main; the working directory."""
    for variable in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{variable}_NAME", "A developer")
        monkeypatch.setenv(f"GIT_{variable}_EMAIL", "developer@example.org")
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "--quiet", "--initial-branch", "main"], cwd=tmp_path, check=True)
    release.git(tmp_path, "add", "--all")
    release.git(tmp_path, "commit", "--quiet", "--message", "first")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_what_it_would_do_and_does_nothing(root, capsys):
    assert release.main(["0.2.0"]) == 0
    steps = re.findall("would do: (.*)", capsys.readouterr().out)
    assert (steps[0], steps[-1]) == ("make test", "git tag v0.2.0")
    assert release.git(root, "status", "--porcelain") == release.git(root, "tag") == ""
    assert not (root / "tested").exists()


def test_it_tests_writes_the_version_builds_and_tags(root, capsys):
    assert release.main(["0.2.0", "--yes"]) == 0
    assert "git push origin main v0.2.0" in capsys.readouterr().out
    assert (root / "tested").exists()
    assert (root / "built").read_text() == '__version__ = "0.2.0"\n'
    assert {release.said_version(root, name) for name in release.VERSIONED} == {"0.2.0"}
    assert re.search(r"^## \[0\.2\.0\] - \d{4}-\d\d-\d\d$", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert release.git(root, "status", "--porcelain") == ""
    assert release.git(root, "log", "-1", "--format=%s", "v0.2.0") == "Halfmove 0.2.0"


@pytest.mark.parametrize(
    ("version", "prepare", "sentence"),
    [
        ("0.2", None, "three numbers"),
        ("0.0.9", None, "0.0.9 is older than the version that is there: 0.1.0."),
        ("0.3.0", None, "no section '## [Unreleased]: 0.3.0'"),
        ("0.2.0", ["git", "tag", "v0.2.0"], "There is a tag v0.2.0"),
        ("0.2.0", ["git", "checkout", "--quiet", "-b", "other"], "on main, not on other"),
        ("0.2.0", ["rm", "CITATION.cff"], "not committed"),
        ("0.2.0", ["touch", "new"], "not committed"),
    ],
)
def test_it_refuses_what_is_not_ready(root, capsys, version, prepare, sentence):
    if prepare:
        subprocess.run(prepare, cwd=root, check=True)
    assert release.main([version, "--yes"]) == 2
    assert sentence in capsys.readouterr().err
    assert not (root / "tested").exists()


def test_a_build_that_fails_leaves_no_tag(root, capsys):
    (root / "Makefile").write_text("test:\ndist:\n\t@false\n")
    release.git(root, "commit", "--quiet", "--all", "--message", "broken")
    assert release.main(["0.2.0", "--yes"]) == 2
    assert "make dist failed: there is no tag" in capsys.readouterr().err
    assert release.git(root, "tag") == ""
    (root / "Makefile").write_text(FILES["Makefile"])


def test_the_version_is_the_same_everywhere_here():
    assert len({release.said_version(ROOT, name) for name in release.VERSIONED}) == 1
