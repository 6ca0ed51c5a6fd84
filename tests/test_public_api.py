"""What is promised to users changes only where `tests/public_api.txt` changes with it."""

import subprocess
import sys
from pathlib import Path

import pytest

from publishing import public_api

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[1]


def test_the_list_is_what_there_is():
    code = "from publishing.public_api import text; print(text(), end='')"
    there = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    listed = public_api.FILE.read_text(encoding="utf-8").splitlines()
    gone = [line for line in listed if line not in there]
    new = [line for line in there if line not in listed]
    assert (gone, new) == ([], []), "docs/versions.md says how; then: python -m publishing.public_api"


def test_a_signature_and_the_members_of_a_class_are_part_of_it():
    class Point:
        """A class."""

        def move(self, by: int = 1) -> None:
            """A method."""

        @classmethod
        def origin(cls) -> None:
            """Made by the class."""

        limit = 3
        _own = 4

    assert list(public_api.describe("here.Point", Point)) == [
        "class here.Point()",
        "    .limit",
        "    .move(self, by: int = 1) -> None",
        "    .origin(cls) -> None",
    ]
    assert public_api.signature(3) == ""
