"""The page of first tasks is what the pages name, and what it points at is there."""

import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def maker():
    spec = importlib.util.spec_from_file_location("first_tasks", ROOT / "docs/first_tasks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_pages_say(maker):
    assert maker.PAGE.read_text(encoding="utf-8") == maker.page(), "run: python docs/first_tasks.py"


def test_every_mark_is_read_and_names_files_that_are_there(maker):
    marks = sum(
        path.read_text(encoding="utf-8").count("<!-- first task") for path in maker.DOCS.glob("**/*.md")
    )
    tasks = list(maker.tasks())
    assert len(tasks) == marks > 3
    assert [name for task in tasks for name in (task.file, task.test) if not (ROOT / name).exists()] == []
