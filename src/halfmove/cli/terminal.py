"""Standard output and input: one JSON object, lines in letters that can be encoded, a prompt; and Rich's
console."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_text(result: Any) -> None:
    """Print the text of a result; on a terminal its heading is bold, and players have their colours."""
    if not sys.stdout.isatty():
        print(writable(result.to_text()))
        return
    if in_colours := result.to_ansi():
        print_coloured(in_colours)
        return
    from rich.text import Text

    from halfmove.cli.report import coloured

    out, game = console(), getattr(result, "game", None)
    heading, _, rest = writable(result.text_in(out.width)).partition("\n")
    out.print(Text(heading, style="bold"))
    out.print(Text(rest) if game is None else coloured(game, rest), soft_wrap=True)


def print_lines(lines: Sequence[str], *, first: bool) -> None:
    """Print lines of a result's text as they are found; `first`: the heading is among them."""
    is_bold = first and sys.stdout.isatty()
    for number, line in enumerate(lines):
        shown = writable(line)
        print(f"\033[1m{shown}\033[0m" if is_bold and number == 0 else shown, flush=True)


def print_coloured(text: str) -> None:
    """Print a text with ANSI's codes for colours, which a terminal shows as well as it can."""
    from rich.text import Text

    console().print(Text.from_ansi(writable(text)), soft_wrap=True)


def print_json(content: Mapping[str, Any]) -> None:
    """Print `content` on standard output; a NaN or an infinity is a fault of ours and raises."""
    print(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))


def line_width() -> int | None:
    """The terminal's width; None where lines go into a pipe or a file, which wrap nothing."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def writable(text: str) -> str:
    """The text in signs that standard output can encode: plain letters where it lacks ≤ and ∞."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from halfmove.teach.tree_text import to_ascii

        return to_ascii(text).encode(encoding, "replace").decode(encoding)
    return text


def say(line: str) -> None:
    """Print a line in signs that standard output can encode."""
    print(writable(line))


def ask(prompt: str) -> str | None:
    """The line typed at the prompt, without blanks around it; None at the end of the input."""
    from halfmove.core.progress import resting

    with resting():
        return _asked(prompt)


def _asked(prompt: str) -> str | None:
    if sys.stdin.isatty():
        import readline  # noqa: F401  (gives `input` its line editing and history)

        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"), flush=True)
    return line.strip() if line else None


def forget_lines() -> None:
    """Forget what was typed at prompts: whoever comes to the keyboard would see it with the arrow keys."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


# ---- by Rich
def console() -> Console:
    """Standard output; colours and width are the terminal's, or 80 plain columns."""
    from rich.console import Console

    class Screen(Console):
        """Rich's, less one habit: it would end the process itself when whoever reads the output goes away."""

        def on_broken_pipe(self) -> NoReturn:
            raise

    return Screen(highlight=False, markup=False, emoji=False)


def print_fact(out: Console, label: str, fact: str, style: str = "", indent: int = 12) -> None:
    """A label, and text beside it, `indent` columns in, that wraps under itself."""
    from rich.text import Text

    for number, line in enumerate(textwrap.wrap(fact, max(20, out.width - indent))):
        out.print(
            Text(label.ljust(indent) if number == 0 else " " * indent, style="dim").append(line, style=style)
        )


def print_table(out: Console, table: Table) -> None:
    """A table, without the blanks at the ends of its lines where no terminal needs them."""
    if out.is_terminal:
        out.print(table)
        return
    with out.capture() as captured:
        out.print(table)
    out.print("\n".join(line.rstrip() for line in captured.get().splitlines()).rstrip())
