"""The documentation site: `make site` builds it in dist/site from the pages in docs, without a network.

The site is the repository's pages under their own paths, so that links between them hold, and what is made
here: a start page, a gallery of games, a course whose searches are stepped through on the page, and the
reference of commands and of Python.  Zensical turns them into HTML, and ends the build at a broken link.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import commands
import course
import gallery
import plots
import python

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "site"
WORK = ROOT / ".cache" / "site"
PAGES = WORK / "pages"
TARGET = ROOT / "dist" / "site"
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|(?:src|href)=\"([^\"#]+)\"")
MADE: tuple[tuple[str, Callable[[Path], list[str]]], ...] = (
    ("docs/site/course", course.write),
    ("docs/site/games", gallery.write),
    ("docs/site/python", python.write),
    ("docs/site/commands", commands.write),
)
"""Folders of pages that are made: each writes its pages and says their names in order."""


def build() -> None:
    """Build the site; SystemExit with Zensical's status where it finds a fault."""
    shutil.rmtree(WORK, ignore_errors=True)
    copy_pages()
    start = (HERE / "start.md").read_text(encoding="utf-8")
    (PAGES / "index.md").write_text(course.fill(start, PAGES), encoding="utf-8")
    plots.write(PAGES / "docs/site")
    folders = {name: write(PAGES / name) for name, write in MADE}
    copy_linked()
    (WORK / "zensical.toml").write_text(configuration(folders), encoding="utf-8")
    program = Path(sys.executable).parent / "zensical"
    done = subprocess.run([program, "build", "--strict"], cwd=WORK)
    if done.returncode:
        raise SystemExit(done.returncode)
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.parent.mkdir(exist_ok=True)
    (WORK / "site").rename(TARGET)
    print(f"The site is in {TARGET.relative_to(ROOT)}: {len(list(TARGET.rglob('*.html')))} pages.")


def copy_pages() -> None:
    """The pages of the repository, their pictures and what else they show, under the same paths."""
    ignore = shutil.ignore_patterns("*.py", "*.toml", "start.md", "__pycache__", "sources")
    shutil.copytree(ROOT / "docs", PAGES / "docs", ignore=ignore)
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, PAGES / name)
    (PAGES / "site").mkdir()
    for name in ("style.css", "focus.js"):
        shutil.copy(HERE / name, PAGES / "site" / name)


def copy_linked() -> None:
    """What pages link to beside pages: examples and source files, as they are."""
    for page in PAGES.rglob("*.md"):
        for target in links(page.read_text(encoding="utf-8")):
            wanted = (page.parent / target).resolve()
            if wanted.exists() or not wanted.is_relative_to(PAGES):
                continue
            source = ROOT / wanted.relative_to(PAGES)
            if source.is_file():
                wanted.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, wanted)
            elif source.is_dir():
                wanted.mkdir(parents=True, exist_ok=True)
                files = sorted(path.name for path in source.iterdir() if path.is_file())
                lines = [f"# {source.relative_to(ROOT)}\n", *(f"- [{name}]({name})" for name in files)]
                (wanted / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
                for name in files:
                    shutil.copy(source / name, wanted / name)


def links(text: str) -> Iterator[str]:
    """What a page links to within the site."""
    for found in LINK.finditer(text):
        target = found[1] or found[2]
        if "://" not in target and not target.startswith("mailto:"):
            yield target


def configuration(folders: dict[str, list[str]]) -> str:
    """The configuration, with the pages of each folder that is made in the place of its name."""
    text = (HERE / "zensical.toml").read_text(encoding="utf-8")
    for folder, names in folders.items():
        pages = ", ".join(f'"{posixpath.normpath(f"{folder}/{name}")}"' for name in names)
        text = text.replace(f'"{folder}"', f"[{pages}]")
    for path in ("src", "docs/site/docstrings.py"):
        text = text.replace(f'["{path}"]', f'["{ROOT / path}"]')
    tomllib.loads(text)
    return text


if __name__ == "__main__":
    build()
