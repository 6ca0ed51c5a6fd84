"""Which test files a change touches, for `make quick`: those changed, those beside what changed, those that
import it.

    python tests/affected.py [BASE]     the files, one a line; BASE: a commit, HEAD by default

A test file lies beside a module where its path in `tests` is that of the module in `src/halfmove`, with
`test_` before its name.  What is changed far below reaches more than this finds: `make test` is what counts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src/halfmove")
MOST = 25
"""Test files, at most: those of a module that everything imports would be all there are."""


def changed(base: str) -> set[Path]:
    """The files that differ from a commit, and new ones that Git does not ignore."""
    lines = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return {path for line in lines if (ROOT / (path := Path(line))).exists()}


def git(*words: str) -> list[str]:
    """The lines that Git prints."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def affected(files: Iterable[Path]) -> list[str]:
    """The test files of a change, the nearest first; of a page, the tests of that page."""
    found: dict[str, None] = {}
    modules = set()
    for file in sorted(files):
        if file.parts[0] == "tests" and file.name.startswith("test_"):
            found[str(file)] = None
        elif file.is_relative_to(SOURCE) and file.suffix == ".py":
            modules.add(module_of(file))
            found.update(dict.fromkeys(beside(file)))
        elif file.is_relative_to(SOURCE):  # a table or a script that stands beside code
            found.update(dict.fromkeys(beside(file.parent / "__init__.py")))
        elif file.suffix == ".md":
            found.update(dict.fromkeys(of_page(file)))
    long = long_files()
    importers = [str(path) for path in tests() if path not in long and modules & imported(path)]
    found.update(dict.fromkeys(importers))
    return list(found)[:MOST]


def long_files() -> set[Path]:
    """Test files that take a minute and more: they run only where they lie beside a change."""
    rows = [
        line.split()
        for line in (ROOT / "tests/long_files.txt").read_text().splitlines()
        if line[:1].strip("#")
    ]
    return {Path("tests") / path for compiled, _, path in rows if float(compiled) >= 60}


def module_of(file: Path) -> str:
    """The name that a source file is imported by."""
    parts = file.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def of_page(file: Path) -> Iterator[str]:
    """The tests of a page of documentation."""
    if file != Path("README.md") and not file.is_relative_to("docs"):
        return
    runs = re.search(r"^```(python|pycon|console)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    for test in ("test_links_lead_somewhere", *(["test_examples_run"] if runs else [])):
        yield f"tests/docs/test_documents.py::{test}[{file}]"


def beside(file: Path) -> Iterator[str]:
    """The test files that mirror a source file; those of its folder, where none has its name."""
    folder = Path("tests") / file.parent.relative_to(SOURCE)
    named = sorted((ROOT / folder).glob(f"test_{file.stem}*.py"))
    if not named and file.parent != SOURCE:
        named = sorted((ROOT / folder).glob("test_*.py")) or sorted(
            (ROOT / folder.parent).glob(f"test_{folder.name}*.py")
        )
    return (str(path.relative_to(ROOT)) for path in named)


def tests() -> list[Path]:
    """All test files."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))


IMPORT = re.compile(r"^ *(?:from (\S+) import (\([^)]*|[^\n]*)|import (\S+))", re.MULTILINE)


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a test file imports by name; read as text, as there are many."""
    found = set()
    for module, names, alone in IMPORT.findall((ROOT / path).read_text(encoding="utf-8")):
        found |= {alone} if alone else {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    return frozenset(found)


if __name__ == "__main__":
    for path in affected(changed(sys.argv[1] if len(sys.argv) > 1 else "HEAD")):
        print(path)
