"""The reference of the command line: for each command the page of help that the command prints itself."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from halfmove.cli.main import main
from halfmove.cli.verbs import VERBS


def write(folder: Path) -> list[str]:
    """Write a page for each command, and one that lists them."""
    folder.mkdir(parents=True)
    top = printed(["--help"])
    (folder / "index.md").write_text(
        f"# Commands\n\n[What all have in common](../../command-line.md).\n\n{block(top)}",
        encoding="utf-8",
    )
    for name in VERBS:
        page = f"# halfmove {name}\n\n{block(printed([name, '--help']))}"
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
    return ["index.md", *(f"{name}.md" for name in VERBS)]


def printed(words: list[str]) -> str:
    """What a command prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        main(words)
    return said.getvalue().strip("\n")


def block(text: str) -> str:
    """Text as it is."""
    return f"```text\n{text}\n```\n"
