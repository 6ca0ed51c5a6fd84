"""The operation `packages`: what other packages add to Halfmove, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from halfmove.arena.players import registry as players
from halfmove.core import formats, operations, policy
from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput
from halfmove.core.figures import fact
from halfmove.core.operation import Request, Work, operation
from halfmove.core.results import Table
from halfmove.games import registry as games
from halfmove.search import algorithms
from halfmove.teach.lessons import library as lessons

GROUPS: tuple[Group, ...] = (
    games.OTHERS,
    algorithms.OTHERS,
    players.OTHERS,
    operations.OTHERS,
    policy.OTHERS,
    formats.OTHERS,
    players.PROTOCOLS,
    lessons.OTHERS,
)
"""Everything that a package can add."""


class Addition(TypedDict):
    """One thing that a package adds."""

    kind: Annotated[str, "What it is: `game`, `record format`."]
    name: Annotated[str, "What it is called everywhere."]
    package: Annotated[str, "The package that adds it."]
    fault: Annotated[str | None, "Why it cannot be used; null where it can."]


class PackagesData(TypedDict):
    """What packages add."""

    packages: Annotated[list[Addition], "The additions, by their kinds."]


class PackageList(Table):
    """What other packages add."""

    def __init__(self, additions: list[Addition]) -> None:
        self.additions = additions

    def to_dict(self) -> PackagesData:
        return {"packages": self.additions}

    def to_rows(self) -> list[dict[str, Any]]:
        return [dict(row) for row in self.additions]

    def to_text(self) -> str:
        if not self.additions:
            return "No package adds anything to Halfmove. One of your own: halfmove new game NAME"
        indent = 2 + max(len(row["kind"]) for row in self.additions)
        return "\n".join(
            line
            for row in self.additions
            for line in fact(row["kind"], row["fault"] or f"{row['name']}, of {row['package']}", indent)
        )


@operation("packages", "List what other packages add, and what is wrong with it.")
@dataclass(frozen=True, kw_only=True)
class PackagesRequest(Request):
    """List the games, algorithms, players, operations, strategies, record formats, protocols and lessons that
    installed packages add. Each is loaded, so that a fault is found and told in one sentence.

    Example: halfmove packages
    """

    def run(self, work: Work) -> Iterator[PackageList]:
        yield PackageList([_addition(group, name) for group in GROUPS for name in group.every()])


def _addition(group: Group, name: str) -> Addition:
    fault = None
    try:
        if name in group.names():
            group.load(name)
        else:
            fault = f"The {group.noun} '{name}' of {group.origin(name)} is left out: Halfmove has that name."
    except BadInput as error:
        fault = str(error)
    package = group.origin(name)
    return {"kind": group.noun, "name": name, "package": package, "fault": fault}
