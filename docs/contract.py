"""The tables of docs/game-contract.md, made from the table of hooks: `.venv/bin/python docs/contract.py`.

Each table stands between two comments, `<!-- table: … -->` and `<!-- end -->`; what is between them is
written anew.  What a hook or a trait means is its docstring, what it promises its row in
`core.contract.hooks`.  A test (tests/docs/test_contract.py) fails where the page says something else.
"""

from __future__ import annotations

import ast
import inspect
import re
from enum import Enum
from pathlib import Path

from halfmove.core.contract import Game, traits
from halfmove.core.contract.hooks import HOOKS, Group, Hook

PAGE = Path(__file__).parent / "game-contract.md"
_TABLE = re.compile(r"(<!-- table: (?P<name>[^>]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(text: str) -> str:
    """The page with every table written anew."""
    return _TABLE.sub(lambda found: f"{found[1]}\n{table(found['name'])}\n{found[3]}", text)


def table(name: str) -> str:
    """The table of a group of hooks, or that of the traits."""
    if name == "traits":
        return "\n".join(["| trait | default | meaning |", "|---|---|---|", *trait_rows()])
    if name == "enumerations":
        return "\n".join(["| trait | values, the default first |", "|---|---|", *enumeration_rows()])
    rows = [hook_row(hook) for hook in HOOKS.values() if hook.group.value == name]
    if not rows:
        raise SystemExit(
            f"There is no table '{name}'; there are traits, enumerations, {[g.value for g in Group]}."
        )
    return "\n".join(["| method | meaning | answer and promise |", "|---|---|---|", *rows])


def hook_row(hook: Hook) -> str:
    """One hook: how it is called, what it means, what it promises."""
    default = inspect.getdoc(inspect.getattr_static(Game, hook.name)) or ""
    promise = "; ".join(filter(None, (hook.answer.value, hook.said)))
    return f"| `{hook.call}` | {in_a_row(default)} | {promise} |"


def trait_rows() -> list[str]:
    """The traits that are no enumerations, as the class declares them."""
    tree = ast.parse(inspect.getsource(traits.Traits))
    (cls,) = tree.body
    assert isinstance(cls, ast.ClassDef)
    rows = []
    for at, line in enumerate(cls.body):
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
            continue
        name = line.target.id
        if name in traits.TRAITS:
            continue
        said = cls.body[at + 1] if at + 1 < len(cls.body) else None
        assert isinstance(said, ast.Expr), f"{name} has no docstring"
        assert isinstance(said.value, ast.Constant), f"{name} has no docstring"
        default = "inf" if line.value is None else ast.unparse(line.value)
        rows.append(f"| `{name}` | `{default}` | {in_a_row(str(said.value.value))} |")
    return rows


def enumeration_rows() -> list[str]:
    """The enumerated traits: each value with what it means."""
    rows = []
    for name, kind in traits.TRAITS.items():
        meanings = _meanings(kind)
        values = [f'`"{member.value}"`: {meanings.get(member.name, "")}'.rstrip(": ") for member in kind]
        rows.append(f"| `{name}` | {'; '.join(values)} |")
    return rows


def _meanings(kind: type[Enum]) -> dict[str, str]:
    """What stands under each member of an enumeration."""
    (cls,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(cls, ast.ClassDef)
    found = {}
    for line, after in zip(cls.body, cls.body[1:], strict=False):
        if (
            isinstance(line, ast.Assign)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            name = line.targets[0]
            assert isinstance(name, ast.Name)
            words = in_a_row(str(after.value.value)).rstrip(".")
            found[name.id] = words[0].lower() + words[1:] if words[0] != "`" else words
    return found


def in_a_row(text: str) -> str:
    """A docstring in one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
