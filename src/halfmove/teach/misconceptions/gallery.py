"""The entries of the gallery: every module of `entries` has one, called ENTRY."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from html import escape
from importlib import import_module
from pkgutil import iter_modules

from halfmove.core.errors import BadInput
from halfmove.teach.misconceptions.exhibit import TOPICS, Misconception


class Gallery(dict[str, Misconception]):
    """All entries by name, by topic; a list of beliefs where it is shown."""

    def topics(self) -> dict[str, list[Misconception]]:
        """The entries under their topics."""
        return {topic: [e for e in self.values() if e.topic == topic] for topic in TOPICS}

    def __repr__(self) -> str:
        longest = max(map(len, self))
        lines = []
        for topic, found in self.topics().items():
            lines += [topic, *(f"  {e.name:{longest}}  {e.belief}" for e in found), ""]
        return "\n".join(lines[:-1])

    def _repr_html_(self) -> str:
        rows = (
            f"<h4>{escape(topic)}</h4><ul>"
            + "".join(f"<li><code>{e.name}</code>: {escape(e.belief)}</li>" for e in found)
            + "</ul>"
            for topic, found in self.topics().items()
        )
        return "".join(rows)


@cache
def misconceptions() -> Gallery:
    """The gallery: every `Misconception` by name, in the order of the topics."""
    from halfmove.teach.misconceptions import entries

    modules = (import_module(found.name) for found in iter_modules(entries.__path__, f"{entries.__name__}."))
    found: list[Misconception] = [module.ENTRY for module in modules]
    return Gallery((e.name, e) for e in sorted(found, key=lambda e: (TOPICS.index(e.topic), e.name)))


def misconception(name: str) -> Misconception:
    """The entry of that name, or of the name that the marking of exercises has for it; `BadInput` if none."""
    known = by_any_name()
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(misconceptions())}."
        raise BadInput(f"There is no misconception '{name}' in the gallery; {hint}")
    return known[name]


@cache
def by_any_name() -> dict[str, Misconception]:
    """Every entry under its name and under its other ones."""
    return {other: entry for entry in misconceptions().values() for other in (entry.name, *entry.also)}
