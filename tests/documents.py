"""The blocks of a Markdown document, run: what the documentation shows is what happens.

    ```python    run, all blocks of a document in one namespace; one that begins with `# name.py` is a file
    ```pycon     a session with `>>>`, its output compared
    ```console   lines `$ halfmove …` (and `$ curl …`), their output compared

In outputs `…` stands for anything.  Where a block asks a server at `SERVED`, it asks one started for the
document.
"""

import doctest
import re
import shlex
import shutil
import subprocess
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from command import halfmove
from served import served

ROOT = Path(__file__).parents[1]
START = ROOT / "docs/site/start.md"
"""The first page of the site, which stands above all others there: the build of the site checks its links."""
DOCUMENTS = sorted({ROOT / "README.md", *ROOT.glob("docs/**/*.md")} - {START})

SERVED = "localhost:8321"
"""Where `halfmove serve` listens unless told otherwise."""

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\w+\.py)\n")


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    """The fenced blocks that can be run."""
    text = path.read_text()
    found = [Block(m[1], m[2], text[: m.start()].count("\n") + 2) for m in _BLOCK.finditer(text)]
    return [block for block in found if block.language in ("python", "pycon", "console")]


def run(path: Path) -> None:
    """Run the blocks of a document, in order, in the working directory."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    found = blocks(path)
    with served() if any(SERVED in block.text for block in found) else nullcontext() as server:
        for block in found:
            text = block.text if server is None else block.text.replace(SERVED, server.url.partition("//")[2])
            _run(block._replace(text=text), scope, f"{path.relative_to(ROOT)}, line {block.line}")


def _run(block: Block, scope: dict[str, Any], where: str) -> None:
    if block.language == "console":
        _console(block.text, where)
    elif block.language == "pycon":
        _session(block, scope, where)
    elif named := _FILE.match(block.text):
        Path(named[1]).write_text(block.text)
    else:
        exec(compile(block.text, where, "exec"), scope)


def _console(text: str, where: str) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] in ("halfmove", "curl"), f"{where}: {command} cannot be run here"
        printed = _printed(words)
        assert printed is None or matches(expected, printed), f"{where}: {command} printed\n{printed}"


def _printed(words: list[str]) -> str | None:
    """What a command prints; None where there is no such command here."""
    if words[0] == "halfmove":
        outcome = halfmove(*words[1:])
        return outcome.out + outcome.err
    if shutil.which(words[0]) is None:
        return None
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def matches(expected: str, got: str) -> bool:
    """Whether an output is as expected, `…` standing for anything and ends of lines for nothing."""
    pattern = "(.|\n)*".join(re.escape(part) for part in _bare(expected).split("…"))
    return re.fullmatch(pattern, _bare(got)) is not None


def _bare(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return matches(want, got)


def _session(block: Block, scope: dict[str, Any], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, scope, where, where, 0)
    test.globs = scope  # what one block defines, the next may use
    report: list[str] = []
    doctest.DocTestRunner(_Checker(), verbose=False).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)
