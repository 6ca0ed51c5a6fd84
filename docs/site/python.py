"""The reference of Python: a page for each part of the package, a section for each public name.

A function made from an operation's declaration has a table of its fields; all else comes from docstrings, by
mkdocstrings.
"""

from __future__ import annotations

from pathlib import Path

import halfmove
from halfmove.core import operations
from halfmove.core.operation.request import Operation

PARTS = {
    "core": "Games and positions",
    "games": "Games and positions",
    "operations": "Operations",
    "endings": "Searches",
    "search": "Searches",
    "teach": "Teaching",
    "learn": "Learning",
    "imperfect": "Hidden information",
    "arena": "Matches and ratings",
    "books": "Books and records",
}
"""The part of the reference that a name belongs to, by the folder that it comes from."""
ESCAPED = "\\|"
"""A bar in a cell of a table."""


def write(folder: Path) -> list[str]:
    """Write the pages and one that lists all names."""
    folder.mkdir(parents=True)
    parts: dict[str, list[str]] = {}
    for name in sorted(halfmove.__all__, key=str.lower):
        if not name.startswith("_"):
            parts.setdefault(part(name), []).append(name)
    index = ["# Python", "", "Every public name. `import halfmove as hm` costs next to nothing.", ""]
    for title, names in parts.items():
        file = title.lower().replace(" ", "-") + ".md"
        index += [f"## {title}", "", ", ".join(f"[{name}]({file}#{anchor(name)})" for name in names), ""]
        text = "\n\n".join([f"# {title}", *map(section, names)])
        (folder / file).write_text(text + "\n", encoding="utf-8")
    (folder / "index.md").write_text("\n".join(index), encoding="utf-8")
    return ["index.md", *(title.lower().replace(" ", "-") + ".md" for title in parts)]


def part(name: str) -> str:
    """The title of the page that a name is on."""
    return PARTS.get(home(name).split(".")[0], PARTS["core"])


def home(name: str) -> str:
    """The module that a public name comes from."""
    return halfmove._HOME[name][0]


def anchor(name: str) -> str:
    """The name of a section."""
    return name.lower() if operation(name) else f"halfmove.{name}"


def operation(name: str) -> Operation | None:
    """The declaration that a function is made from; None for other names."""
    folder, attribute = halfmove._HOME[name]
    known = {operations.function_name(each): each for each in operations.names()}
    return operations.load(known[attribute]) if folder == "operations" else None


def section(name: str) -> str:
    """What the reference says of a name."""
    declared = operation(name)
    if declared is None:
        return f"::: halfmove.{name}"
    lines = [f"## {name}", "", f"`hm.{name}(…)`", "", declared.about.split("\n\nExample:")[0], ""]
    lines += ["| argument | default | meaning |", "|---|---|---|"]
    for field in declared.request.fields().values():
        if "python" in field.faces and field.python != "-":
            default = "needed" if field.is_needed else f"`{field.default!r}`"
            lines.append(f"| `{field.python_name}` | {default} | {field.about.replace('|', ESCAPED)} |")
    return "\n".join(lines)
