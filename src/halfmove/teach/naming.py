"""Numbers, nodes and players as text: −∞, 2.5, (1, 0, 2), (3, 3+ε); and the words of a search's own steps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.search.algorithms import Lesson
from halfmove.search.trace import Cutoff, Event, Path, Tell
from halfmove.teach.replay import Mark, PathReplay, start_of

INFINITY = "∞"
MINUS = "−"
MISSING = "?"
"""After a 0 that stands for an evaluation that a node does not have."""


def figure(value: Any) -> str:
    """A value, a bound or a payoff vector, short: at most four decimals."""
    if isinstance(value, tuple):
        return f"({', '.join(map(figure, value))})"
    if value is None:
        return "?"
    number = float(value)
    if math.isinf(number):
        return INFINITY if number > 0 else MINUS + INFINITY
    text = f"{number:.4f}".rstrip("0").rstrip(".") if abs(number) < 1e7 else f"{number:.6g}"
    text = "0" if text in ("-0", "") else text
    return text.replace("-", MINUS)


def window(alpha: Any, beta: Any) -> str:
    """A window as (α, β): `(−∞, 3)`, the narrowest one `(3, 3+ε)`; empty where the search keeps none."""
    if alpha is None or beta is None:
        return ""
    low, high = figure(alpha), figure(beta)
    if math.isfinite(alpha) and math.nextafter(alpha, math.inf) == beta:
        if len(repr(float(alpha))) <= len(repr(float(beta))):
            high = f"{low}+ε"
        else:
            low = f"{high}−ε"
    return f"({low}, {high})"


def interval(proven: tuple[Any, Any]) -> str:
    """What is proven of a value: `[−∞, 3]`, `[3, 3]`."""
    return f"[{figure(proven[0])}, {figure(proven[1])}]"


def player_name(game: Game, player: int | None, maximisers: tuple[int, ...] = (0,)) -> str:
    """Who moves: MAX, MIN, MIN 2 (the second of several), chance; `player 2` where nobody maximises."""
    if player is None:
        return "leaf"
    if player == CHANCE:
        return "chance"
    if not maximisers:
        return f"player {player}"
    side, others = ("MAX", maximisers) if player in maximisers else ("MIN", _others(game, maximisers))
    return side if len(others) <= 1 else f"{side} {others.index(player) + 1}"


def _others(game: Game, maximisers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(p for p in range(game.players) if p not in maximisers)


class Naming:
    """The names in one search, as far as it is replayed."""

    def __init__(self, replay: PathReplay, lesson: Lesson) -> None:
        self.replay, self.lesson = replay, lesson

    # ---- nodes and moves
    def node(self, path: Path) -> str:
        """`C`; `the root`; `node 0/1` where a name of figures alone would read as a number."""
        name = self.replay.short(path)
        if name == "root":
            return "the root"
        return f"node {name}" if _reads_as_a_number(name) else name

    def move(self, path: Path, action: Any) -> str:
        """`a1`; `move 0` where the notation is a figure."""
        text = self.replay.action_text(path, action)
        return f"move {text}" if _reads_as_a_number(text) else text

    def children(self, path: Path, actions: Iterable[Any]) -> str:
        """`c2 and c3`: children by their names, or by the moves that lead to them."""
        listed = list(actions)
        names = [self.replay.own_name((*path, a)) or self.move(path, a) for a in listed]
        return listing(names)

    # ---- players
    @property
    def maximisers(self) -> tuple[int, ...]:
        """As `Trace.maximisers`."""
        if self.lesson.payoffs == "each":
            return ()
        return tuple(start_of(self.replay).options.get("maximisers", (0,)))

    @property
    def from_mover(self) -> bool:
        """Whether values and windows are those of the player to move."""
        return self.lesson.payoffs == "mover"

    def player(self, mark: Mark) -> str:
        """Who moves at a node: MAX, MIN 2, chance, player 1."""
        return player_name(start_of(self.replay).game, mark.player, self.maximisers)

    def maximises(self, mark: Mark) -> bool:
        """Whether who moves there wants the value of the node, as the search sees it, to be large."""
        return self.from_mover or mark.player in self.maximisers

    # ---- values, in MAX's own view
    def flips(self, mark: Mark) -> bool:
        """Whether the values at a node are those of someone else than MAX."""
        return self.from_mover and start_of(self.replay).game.to_move(mark.state) not in self.maximisers

    def of_max(self, mark: Mark, window: tuple[Any, Any]) -> tuple[Any, Any]:
        """A window at a node, to MAX."""
        return (-window[1], -window[0]) if self.flips(mark) else window


def listing(words: list[str], joint: str = "and") -> str:
    """`a, b and c`."""
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def probability(chance: float) -> str:
    """`1/3` where it is a simple fraction, else at most four decimals."""
    for below in range(2, 13):
        above = round(chance * below)
        if 0 < above < below and math.isclose(chance, above / below, rel_tol=1e-12):
            return f"{above}/{below}" if below not in (2, 4, 5, 8, 10) else figure(chance)
    return figure(chance)


def adjacent(alpha: Any, beta: Any) -> bool:
    """Whether a window is so narrow that no number lies inside: the question is only on which side."""
    return math.isfinite(alpha) and math.nextafter(alpha, math.inf) == beta


def format_returned(mark: Mark, value: Any) -> str:
    """A value that a node returns; `3+ε` where it is only the far end of the narrowest window."""
    low, high = mark.entered
    if low is not None and not isinstance(low, tuple) and value in (low, high) and adjacent(low, high):
        ends = window(low, high)[1:-1].split(", ")
        return ends[1] if value == high else ends[0]
    return figure(value)


def threshold(alpha: Any, beta: Any) -> str:
    """What the narrowest window asks: whether a value is `more than 3`, or `less than 3`."""
    upwards = window(alpha, beta).endswith("+ε)")
    return f"more than {figure(alpha)}" if upwards else f"less than {figure(beta)}"


def first_letter_up(sentence: str) -> str:
    """The sentence with its first letter as a capital, unless it is a name that begins otherwise."""
    if sentence.startswith(_OPENINGS):
        return sentence[0].upper() + sentence[1:]
    return sentence


_OPENINGS = ("the ", "node ", "chance ", "player ", "that ", "cut at ", "even with ")


def _reads_as_a_number(text: str) -> bool:
    return all(c.isdigit() or c in "/.,-" for c in text)


NEXT_CUT = "next cut", "c"


def wording(template: str, event: Tell, node: str = "", texts: Mapping[str, str] | None = None) -> str:
    """A template of the step's, with its figures, the node's name, and what else is given as text."""
    figures: dict[str, Any] = {
        name: value if isinstance(value, str) else figure(value)
        for name, value in event.named.items()
        if name not in (texts or {})
    }
    return template.format(node=node, **figures, **(texts or {}))


def notes_beside(mark: Mark) -> list[str]:
    """What stands at a node because the search told it there."""
    return [wording(event.step.beside, event) for event in mark.told.values() if event.step.beside]


def legends(mark: Mark) -> tuple[tuple[str, str], ...]:
    """What these words mean: the signs and their meaning, each once."""
    return tuple({event.step.legend: None for event in mark.told.values() if event.step.legend[0]})


def is_stop(event: Event) -> bool:
    """Whether a player can go to this step at once: a cut, or one that the search itself names so."""
    return isinstance(event, Cutoff) or (isinstance(event, Tell) and bool(event.step.stop))


def next_stop(lesson: Lesson) -> tuple[str, str]:
    """The button that goes on to such a step, and its key: "next expansion", or the next cut."""
    return next((f"next {step.stop}" for step in lesson.steps.values() if step.stop), NEXT_CUT[0]), NEXT_CUT[
        1
    ]
