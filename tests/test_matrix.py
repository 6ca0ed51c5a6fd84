"""`make matrix`: which environments, and what its last lines say."""

from pathlib import Path

import pytest

from publishing import matrix

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[1]
if not (ROOT / "Makefile").exists():
    pytest.skip("there is no Makefile beside these tests", allow_module_level=True)


def test_every_version_that_the_package_names_is_tried_everywhere():
    versions = matrix.supported_versions()
    assert "3.11" in versions
    workflow = (ROOT / ".github/workflows/matrix.yml").read_text(encoding="utf-8")
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
    for version in versions:
        assert f'"{version}"' in workflow
        for packages in matrix.RESOLUTIONS:
            assert f"| {version} | {packages} |" in page


def test_its_tests_are_there():
    assert all((ROOT / "tests" / name).is_file() for name in matrix.QUICK)
    assert all((ROOT / program).exists() for program in matrix.TYPED)


def test_an_interpreter_that_does_not_run_is_passed_over(tmp_path, monkeypatch):
    broken = tmp_path / "python3.11"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert next(matrix.candidates("3.11")) == broken
    assert matrix.find_python("3.11") != broken


def test_the_last_line_names_what_failed_and_what_is_missing():
    good = matrix.Row("3.11", "newest", {}, {"compiled": "3 passed in 2s", "interpreted": "4 passed"}, 3)
    bad = good._replace(outcomes={"compiled": "1 failed, 3 passed", "interpreted": "4 passed"})
    assert (good.has_passed, bad.has_passed) == (True, False)
    assert matrix.conclusion([], []) == "make matrix: all passed."
    assert matrix.conclusion(["Python 3.13"], ["3.14"]) == (
        "make matrix: failed: Python 3.13; not tried, as there is no such interpreter here: Python 3.14."
    )
