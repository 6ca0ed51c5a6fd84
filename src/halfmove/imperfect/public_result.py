"""A solved subgame: what both players win, and what is done with each hand after a line of actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

import numpy as np

from halfmove.core.atomic_file import whole_file
from halfmove.core.computer import bytes_text
from halfmove.core.errors import BadInput
from halfmove.core.public_tree import PublicTree
from halfmove.core.results import Result
from halfmove.core.value_grid import value_grid
from halfmove.imperfect.public_solving import Judgement, PublicRun, memory

PLAYERS = ("first", "second")


class HandData(TypedDict):
    """What is done with one hand."""

    weight: Annotated[float, "How likely the hand is there, as its range says."]
    value: NotRequired[Annotated[float, "At the beginning: what the hand wins."]]
    actions: Annotated[dict[str, float], "How often each action is taken."]


class PlaceData(TypedDict):
    """Who acts after a line, and how."""

    player: Annotated[str | None, "first or second; null where nobody acts."]
    actions: Annotated[dict[str, float], "How often each action is taken by all hands together."]
    hands: Annotated[dict[str, HandData], "The same of each hand."]


class SubgameData(PlaceData):
    """A solved subgame."""

    game: str
    parameters: Annotated[dict[str, Any], "Its settings."]
    algorithm: str
    iterations: int
    seconds: Annotated[float, "Of iterating, those before a checkpoint included."]
    threads: int
    value: Annotated[float, "What the first player wins of the pot, in chips."]
    values: Annotated[list[float], "What each wins: together the pot."]
    best_responses: Annotated[list[float], "What each wins by a best response to the other."]
    exploitability: Annotated[float, "What both gain by best responses, each alone, divided by two."]
    percent_of_pot: Annotated[float, "The same in hundredths of the pot."]
    nodes: Annotated[int, "Nodes of the public tree."]
    memory: Annotated[int, "Bytes."]
    line: Annotated[list[str], "The actions and cards after which the hands are told."]


def split_words(text: str) -> tuple[str, ...]:
    """The actions and cards that a text names: `check, bet 50`."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


class Hands:
    """What is done after a line (`check, bet 50`; the beginning by default) with all hands: a notebook shows
    it as a picture.  `BadInput` for a line that cannot be, or after which nobody acts."""

    def __init__(self, run: PublicRun, line: str | Sequence[str] = "") -> None:
        self.run, self.line = run, split_words(line) if isinstance(line, str) else tuple(line)
        node, reach, stands = run.find(self.line)
        if not run.tree.actions[node]:
            raise BadInput(f"Nobody acts after {', '.join(self.line)}: there is no strategy to show.")
        self.player = int(run.tree.kind[node])
        self.actions = run.tree.actions[node]
        self.weights: Any = reach[self.player]
        """float64[n]: with what weight the player comes there with each of his hands."""
        self.strategy: Any = run.strategy(node)[:, stands[self.player]]
        """float64[actions, n]."""

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken by all hands together."""
        total = float(self.weights.sum())
        shares = (float(row @ self.weights) / total if total > 0 else 0.0 for row in self.strategy)
        return dict(zip(self.actions, shares, strict=True))

    @property
    def svg(self) -> str:
        """A picture of all hands, as an SVG document."""
        tree = self.run.tree
        hands = tree.hands[self.player]
        shares = [tree.words.means(hands, row, self.weights) for row in self.strategy]
        held = tree.words.means(hands, np.minimum(self.weights, 1.0), np.ones(len(self.weights)))
        after = f" after {', '.join(self.line)}" if self.line else ""
        title = f"{tree.name}, {tree.settings['board']}: the {PLAYERS[self.player]} player{after}"
        return tree.words.picture(title, self.actions, shares, held)

    def _repr_svg_(self) -> str:
        return self.svg

    def to_dict(self, values: Any = None) -> PlaceData:
        """Who acts and how; `values` are what his hands win (float64[n])."""
        tree, told = self.run.tree, {}
        for number, (high, low) in enumerate(tree.hands[self.player]):
            if self.weights[number] > 0:
                row = {name: round(float(p), 6) for name, p in zip(self.actions, self.strategy[:, number])}
                hand: HandData = {"weight": round(float(self.weights[number]), 6), "actions": row}
                if values is not None and not np.isnan(values[number]):
                    hand["value"] = round(float(values[number]), 6)
                told[tree.words.hand(int(high), int(low))] = hand
        return {"player": PLAYERS[self.player], "actions": self.frequencies, "hands": told}

    def lines(self, *, colours: bool) -> Iterator[str]:
        """How often each action is taken, and by which hands in hundredths."""
        tree = self.run.tree
        for (name, share), row in zip(self.frequencies.items(), self.strategy, strict=True):
            means = tree.words.means(tree.hands[self.player], row, self.weights)
            yield from ("", f"{name}: {100 * share:.1f} %")
            yield from value_grid(tree.words.labels(), means, colours=colours)


class SolvedSubgame(Result):
    """What regret minimisation has found for a subgame, told after a line."""

    def __init__(
        self,
        run: PublicRun,
        found: Judgement,
        line: tuple[str, ...] = (),
        *,
        interrupted: bool = False,
        files: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.run, self.found, self.line = run, found, line
        self.interrupted = interrupted
        self.files = files
        """What was written, with the names of the files."""
        self.tree: PublicTree = run.tree
        self.value = found.values[0]
        self.exploitability = found.exploitability

    def hands(self, line: Sequence[str]) -> Hands | None:
        """What is done after a line; None where nobody acts."""
        node = self.run.find(line).node
        return Hands(self.run, line) if self.tree.actions[node] else None

    def at(self, line: Sequence[str]) -> PlaceData:
        """The same as data."""
        hands = self.hands(line)
        if hands is None:
            return {"player": None, "actions": {}, "hands": {}}
        return hands.to_dict(None if line else self.found.hands[hands.player])

    def to_dict(self) -> SubgameData:
        tree, run, found = self.tree, self.run, self.found
        return {
            "game": tree.name,
            "parameters": dict(tree.settings),
            "algorithm": run.algorithm,
            "iterations": run.iterations,
            "seconds": round(run.seconds, 6),
            "threads": run.threads,
            "value": self.value,
            "values": list(found.values),
            "best_responses": list(found.best),
            "exploitability": found.exploitability,
            "percent_of_pot": 100 * found.exploitability / tree.pot,
            "nodes": tree.nodes,
            "memory": memory(tree.size),
            "line": list(self.line),
            **self.at(self.line),
        }

    def to_text(self) -> str:
        return "\n".join(self._lines(colours=False))

    def to_ansi(self) -> str:
        return "\n".join(self._lines(colours=True))

    def _lines(self, *, colours: bool) -> Iterator[str]:
        run, found, pot = self.run, self.found, self.tree.pot
        stopped = ", interrupted" if self.interrupted else ""
        yield f"{run.algorithm}: {run.iterations:,} iterations in {run.seconds:.2f} s{stopped}"
        yield ""
        for name, value, best in zip(PLAYERS, found.values, found.best, strict=True):
            yield f"value to {name:<8} {value:10.4f}   best response {best:10.4f}   of a pot of {pot:g}"
        part = 100 * found.exploitability / pot
        yield f"exploitability    {found.exploitability:10.4f}   {part:.3g} % of the pot"
        for what, file in self.files:
            yield f"{what:<17} {file}"
        where = f" after {', '.join(self.line)}" if self.line else ""
        hands = self.hands(self.line)
        if hands is None:
            yield f"Nobody acts{where}."
            return
        yield from ("", f"What the {PLAYERS[hands.player]} player does{where}, in hundredths:")
        yield from hands.lines(colours=colours)

    def write(self, file: str) -> None:
        """Write the average strategy as JSON: each line of actions before the first card to come."""
        lines: list[tuple[str, ...]] = [()]
        told: dict[str, Any] = {}
        for line in lines:  # which grows meanwhile
            place = self.at(line)
            if place["player"] is not None:
                told[", ".join(line)] = place
                lines += [(*line, name) for name in place["actions"]]
        head = {
            "game": self.tree.name,
            "parameters": dict(self.tree.settings),
            "iterations": self.run.iterations,
        }
        with whole_file(file) as out:
            json.dump({**head, "lines": told}, out, indent=1)


def describe_size(tree: PublicTree) -> str:
    """How large a subgame is: its nodes, both players' hands, the memory that solving it takes."""
    hands = " and ".join(f"{len(weights):,}" for weights in tree.weights)
    return f"{tree.name}: {tree.nodes:,} nodes, {hands} hands, {bytes_text(memory(tree.size))} of memory"
