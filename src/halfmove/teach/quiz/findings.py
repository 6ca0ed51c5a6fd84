"""What makes a search good to practise on: its cuts, its deep cuts, and equalities where it tests.

A **cut** is counted where it leaves something out; one after the last child saves nothing.  It is **deep** if
the bound that the value passed was set by an ancestor three or more plies above, not by the parent: the value
of a node is compared with what a player is sure of much earlier (Knuth and Moore, "An analysis of alpha-beta
pruning", *Artificial Intelligence* 6(4), 1975, section 5).  A **tie** is a value that meets the end of the
window it is tested against: there lectures that cut at ≥ and lectures that cut at > part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.search.trace import Cutoff, Enter, Event, Leave, Path, Update
from halfmove.teach.trace import Trace


@dataclass(frozen=True)
class Findings:
    """The cuts of one search."""

    cuts: tuple[Cutoff, ...]
    """Those that leave something out."""
    empty: tuple[Cutoff, ...]
    """Those after the last child."""
    owners: dict[int, Path]
    """By a cut's place among the events: the ancestor whose value is the bound it passed; it lacks the cuts
    against the window that the whole search was given."""
    deep: tuple[Cutoff, ...]
    """The deep ones among `cuts`."""
    ties: tuple[Path, ...]
    """Where a value met the end of the window it is tested against."""


@dataclass(slots=True)
class _Open:
    """A node entered and not yet left: its window, and which ancestors set its ends."""

    path: Path
    player: int | None
    alpha: Any
    beta: Any
    setters: dict[str, Path | None]


def findings(trace: Trace) -> Findings:
    """The cuts of a traced search."""
    reader = _Reader(trace)
    for number, event in enumerate(trace.events):
        reader.read(number, event)
    deep = tuple(cut for n, cut in reader.cuts if cut.remaining and _is_deep(cut, reader.owners.get(n)))
    return Findings(
        tuple(cut for _, cut in reader.cuts if cut.remaining),
        tuple(cut for _, cut in reader.cuts if not cut.remaining),
        reader.owners,
        deep,
        tuple(reader.ties),
    )


def _is_deep(cut: Cutoff, owner: Path | None) -> bool:
    return owner is not None and len(cut.path) - len(owner) >= 3


class _Reader:
    """Follows the windows from event to event."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.open: list[_Open] = []
        self.cuts: list[tuple[int, Cutoff]] = []
        self.owners: dict[int, Path] = {}
        self.ties: list[Path] = []

    def read(self, number: int, event: Event) -> None:
        if isinstance(event, Enter):
            self.enter(event)
        elif isinstance(event, Leave):
            self.open.pop()
        elif isinstance(event, Update):
            self.update(event)
        elif isinstance(event, Cutoff):
            self.cuts.append((number, event))
            owner = self.open[-1].setters["beta" if event.above else "alpha"]
            if owner is not None:
                self.owners[number] = owner

    def enter(self, event: Enter) -> None:
        setters: dict[str, Path | None] = {"alpha": None, "beta": None}
        if self.open and event.alpha is not None:
            parent = self.open[-1]
            turned = self.trace.from_mover and event.player not in (None, parent.player)
            before = (
                {"alpha": (-parent.beta, "beta"), "beta": (-parent.alpha, "alpha")}
                if turned
                else {"alpha": (parent.alpha, "alpha"), "beta": (parent.beta, "beta")}
            )
            for end, now in (("alpha", event.alpha), ("beta", event.beta)):
                inherited, name = before[end]
                setters[end] = parent.setters[name] if inherited == now else parent.path
        self.open.append(_Open(event.path, event.player, event.alpha, event.beta, setters))

    def update(self, event: Update) -> None:
        node = self.open[-1]
        if event.bound != "value":
            node.setters[event.bound] = node.path
            setattr(node, event.bound, event.new)
        if node.alpha is None or isinstance(event.new, tuple):
            return
        rising = self.trace.from_mover or node.player in self.trace.maximisers
        tested = "beta" if rising else "alpha"
        if event.bound != tested and event.new == getattr(node, tested) and node.path not in self.ties:
            self.ties.append(node.path)
