"""The survey: a kernel that writes down all that a game's rules say of a state, made from the table of hooks.

The kernel asks what the game defines; what it leaves alone is the same code at both speeds.  Its source is
put together from one list of questions, and so are the labels of the words that it writes: a new row of the
table is surveyed without a line here.
"""

from __future__ import annotations

import linecache
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import Kernel, kernel
from halfmove.core.contract import CHANCE, Game, hash_state
from halfmove.core.contract.hooks import HOOKS, Answer, Group, Hook, States, defines

__all__ = [
    "Buffer",
    "Survey",
    "bits",
    "hash_state",
    "math",
    "survey_of",
]  # the source of the kernel names some

SCALE = 1_000_000
"""Utilities and probabilities are written as whole numbers of millionths."""

_WORDS: dict[Answer, tuple[str, ...]] = {
    Answer.NUMBER: ("{}",),
    Answer.TRUTH: ("int({})",),
    Answer.KEY: ("bits.number({})",),
    Answer.UTILITY: ("int({} * 1_000_000)",),
    Answer.STATE: ("bits.number(hash_state({}))",),
    Answer.ACTION: ("{}",),
    Answer.DRAWN: ("{}",),
    Answer.PAIR: ("{}[0]", "{}[1]"),
}
"""How an answer becomes words."""

_SILENT = {Group.INFORMATION, Group.DYNAMICS, Group.TEXT, Group.OFFERS}
"""Not asked for by kernels; chance is surveyed by hand below."""

_LOOPS = {
    "player": "range(game.players)",
    "k": "range(game.symmetry_count)",
    "shallow": "range(1, 3)",
    "depth": "range(3, 5)",
    "low": "range(-1, 1)",
    "high": "range(1, 3)",
}


@dataclass(frozen=True)
class Survey:
    """The kernel, `kernel(game, state, out, random)`, which says how many words it wrote, and labels."""

    kernel: Kernel[..., int]
    labels: Callable[[Game, Any], Iterator[str]]


def survey_of(rules: type[Game]) -> Survey:
    """The survey for a class of games."""
    return _make_survey(tuple(hook.name for hook in HOOKS.values() if _asks(rules, hook)))


def _asks(rules: type[Game], hook: Hook) -> bool:
    if hook.group in _SILENT or not hook.machine or hook.asked is States.NEVER:
        return False
    return hook.required or (defines(rules, hook.name) and not hook.lists)


@cache
def _make_survey(hooks: tuple[str, ...]) -> Survey:
    """The survey that asks these hooks; one kernel for one set of them."""
    source = _source(hooks)
    name = f"<survey of {', '.join(hooks)}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    scope: dict[str, Any] = {}
    exec(compile(source, name, "exec"), globals(), scope)
    return Survey(kernel(scope["survey"]), scope["labels"])


def _source(hooks: tuple[str, ...]) -> str:
    """The two functions: `survey` writes, and `labels` says, line by line, what was written."""
    rows = [HOOKS[name] for name in hooks]
    plain: list[Hook] = []
    per_action: list[Hook] = []
    for hook in rows:
        if hook.answer in _WORDS:
            (per_action if hook.arguments[0] == "a" or hook.arguments[1:2] == ("a",) else plain).append(hook)
    lists = [hook.name for hook in rows if hook.answer is Answer.ACTIONS]
    writer = _Writer()
    writer.line(
        0, "def survey(game: Any, s: Any, out: Buffer, random: Buffer) -> int:", "def labels(game, s):"
    )
    writer.line(1, "n = 0", "pass")
    _ask(writer, 1, plain, States.EVERYWHERE)
    writer.both(1, "if game.is_terminal(s):")
    writer.line(2, "n += 0", "pass")
    _ask(writer, 2, plain, States.OVER)
    if "write_owners" in hooks:
        writer.line(
            2, "n = game.write_owners(s, out, n)", "for place in range(math.prod(game.plane_shape[1:])):"
        )
        writer.line(2, "n += 0", "    yield f'number {place} of write_owners(s)'")
    writer.line(2, "return n", "return")
    _ask(writer, 1, plain, States.GOING_ON)
    writer.both(1, f"if game.has_chance and game.to_move(s) == {CHANCE}:")
    writer.both(2, "for a, p in game.outcomes(s):")
    writer.word(3, "a", "'an outcome'")
    writer.word(3, f"int(p * {SCALE})", "f'the probability of {a} (in millionths)'")
    writer.word(3, "bits.number(hash_state(game.result(s, a)))", "f'the hash of result of action {a}'")
    writer.line(2, "return n", "return")
    for name in lists:
        guard = "if not game.in_check(s):" if name == "threatening" else "if True:"
        writer.both(1, guard)
        writer.both(2, f"for a in game.{name}(s):")
        writer.word(3, "a", f"'an action that {name} offers'")
        if name == "actions":
            _ask(writer, 3, [h for h in per_action if h.name != "result"], None)
            writer.word(
                3, "bits.number(hash_state(game.result(s, a)))", "f'the hash of result of action {a}'"
            )
    _ask(writer, 1, plain, States.TURN)
    if "write_planes" in hooks:
        writer.line(1, "n = game.write_planes(s, out, n)", "for place in range(math.prod(game.plane_shape)):")
        writer.line(1, "n += 0", "    yield f'number {place} of write_planes(s)'")
    if "write_words" in hooks:
        writer.line(1, "n = game.write_words(s, out, n)", "for place in range(game.evaluation_words):")
        writer.line(1, "n += 0", "    yield f'word {place} of write_words(s)'")
    writer.line(1, "return n", "return")
    return writer.source()


def _ask(writer: _Writer, depth: int, rows: list[Hook], asked: States | None) -> None:
    """Ask the rows that are asked in such states (None: all), over all players or symmetries."""
    for hook in rows:
        if asked is not None and hook.asked is not asked:
            continue
        at = depth
        if hook.name == "passed":
            writer.both(at, "if game.may_pass(s):")
            at += 1
        for argument in hook.arguments:
            if argument in _LOOPS:
                writer.both(at, f"for {argument} in {_LOOPS[argument]}:")
                at += 1
        given = ", ".join("-1" if argument == "last" else argument for argument in hook.arguments)
        said = ", ".join(f"{{{x}}}" if x in ("a", *_LOOPS) else x for x in hook.arguments)
        for word in _WORDS[hook.answer]:
            writer.word(at, word.format(f"game.{hook.name}({given})"), f"f'{hook.name}({said})'")


class _Writer:
    """Two functions of the same shape."""

    def __init__(self) -> None:
        self.writing: list[str] = []
        self.telling: list[str] = []

    def line(self, depth: int, writing: str, telling: str) -> None:
        self.writing.append("    " * depth + writing)
        self.telling.append("    " * depth + telling)

    def both(self, depth: int, line: str) -> None:
        self.line(depth, line, line)

    def word(self, depth: int, value: str, label: str) -> None:
        self.line(depth, f"out[n] = {value}", f"yield {label}")
        self.line(depth, "n += 1", "pass")

    def source(self) -> str:
        return "\n".join([*self.writing, "", "", *self.telling, ""])
