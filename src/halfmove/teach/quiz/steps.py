"""What happens next in the search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from halfmove.search.trace import Cutoff, Leaf, Path
from halfmove.teach.quiz.course import READ
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.response import Field, Misconception, Pick


class Next(Blanks):
    """What happens next: which leaf is evaluated after a given one, or none.  A point each."""

    kind = "next"
    title = "the next step"
    read_again = READ
    MOST = 3

    @cached_property
    def steps(self) -> dict[str, tuple[int, Path | None]]:
        """By the leaf just evaluated: the place of its event, and the leaf evaluated next."""
        places = [i for i, event in enumerate(self.trace.events) if isinstance(event, Leaf)]
        paths = [event.path for event in self.trace.events if isinstance(event, Leaf)]
        once = [k for k, path in enumerate(paths) if paths.count(path) == 1]
        after_cut = [k for k in once if self._cut_between(places, k)]
        others = [k for k in once if k not in after_cut]
        chosen = sorted((after_cut + others)[: self.MOST])
        following = [*paths[1:], None]
        return {self.names.name(paths[k]): (places[k], following[k]) for k in chosen}

    def _cut_between(self, places: list[int], k: int) -> bool:
        end = places[k + 1] if k + 1 < len(places) else len(self.trace.events)
        return any(isinstance(e, Cutoff) and e.remaining for e in self.trace.events[places[k] : end])

    @cached_property
    def expected(self) -> dict[str, str]:
        return {
            item: "none" if path is None else self.names.name(path) for item, (_, path) in self.steps.items()
        }

    def ask(self) -> str:
        return (
            f"Which leaf does the search evaluate next after {listed(self.items, 'and after')}? "
            "Write none where the search is over."
        )

    @property
    def example(self) -> str:
        leaf = self.names.name(list(self.names.root.leaves())[-1].path)
        return ", ".join(f"{item}={leaf}" for item in self.items[:2])

    def read_one(self, given: Any) -> str:
        word = str(given).strip().lstrip("=").strip()
        return (
            "none"
            if word.lower() in ("none", "nothing", "end", "-")
            else self.names.name(self.names.find(word))
        )

    def plain(self, value: Any) -> Any:
        return value

    def said(self, value: Any) -> str:
        return str(value)

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        leaves = tuple(self.names.name(leaf.path) for leaf in self.names.root.leaves())
        return (("", Pick((*leaves, "none"), self.expected[item])),)

    def shown(self, value: Any) -> str:
        return f"→ {value}"

    def reason(self, item: str) -> str:
        place, path = self.steps[item]
        end = len(self.trace.events)
        for i in range(place + 1, end):
            if isinstance(self.trace.events[i], Leaf):
                end = i
                break
        cuts = [
            self.why.sentences[i]
            for i in range(place, end)
            if isinstance(e := self.trace.events[i], Cutoff) and e.remaining
        ]
        return " ".join(cuts) or ("Nothing is cut here." if path else "It is the last one.")

    def hint(self) -> str:
        return "Ask at each node above the leaf, from below: does its value pass the window now?"

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        every = [self.names.name(leaf.path) for leaf in self.names.root.leaves()]
        if self.exercise.order == "right":
            every = every[::-1]
        after = dict(zip(every, [*every[1:], "none"]))
        yield (
            Misconception(
                "no-pruning", "You took the next leaf each time, as minimax does; this search cuts."
            ),
            {item: after[item] for item in self.items},
        )
