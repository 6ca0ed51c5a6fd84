"""A browser for the tests: Debian's Chromium by Playwright, and a server of our own in another process."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium")
ROOT = Path(__file__).parent.parent


@contextlib.contextmanager
def served(*arguments: str) -> Iterator[str]:
    """A server on a free port, with these arguments; its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from halfmove.cli.main import main; import sys; sys.exit(main())",
         "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert "http://" in said, said
        yield said.split()[3]
    finally:
        process.terminate()
        process.wait(20)


@contextlib.contextmanager
def browser() -> Iterator[object]:
    """Chromium without a screen; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as p:
        chromium = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()
