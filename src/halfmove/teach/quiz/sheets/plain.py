"""Sheets as text, Markdown and JSON."""

from __future__ import annotations

import json as jsons
import textwrap

from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.sheets.content import Asked, Block, blocks
from halfmove.teach.quiz.text import tree_lines

WIDTH = 96
LINE = "_" * 60


def txt(exercises: list[Exercise], title: str, solution: bool) -> str:
    """A sheet to be printed as it is."""
    lines = (
        [title, "=" * len(title), "", "Name: " + "_" * 40, ""]
        if not solution
        else [title, "=" * len(title), ""]
    )
    for block in blocks(exercises, solution):
        lines += [block.title, "-" * len(block.title), "", *_wrapped(_task(block)), ""]
        lines += [f"    {line}" for line in tree_lines(block.exercise, solution=solution)]
        for asked in block.questions:
            lines += ["", *_wrapped(f"({asked.number}) {asked.text} [{asked.points}]", "    "), ""]
            lines += _answered(asked) if solution else _blank(asked)
        lines += ["", ""]
    return "\n".join(lines).rstrip() + "\n"


def _task(block: Block) -> str:
    return block.exercise.task() + (f" ({block.seed})" if block.seed else "")


def _wrapped(text: str, later: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=later)


def _blank(asked: Asked) -> list[str]:
    if not asked.blanks:
        return [f"    {LINE}", ""][: 2 * asked.lines] * asked.lines
    return [f"    {'   '.join(row)}" for row in _rows([f"{name} ________" for name in asked.blanks], 5)]


def _rows(words: list[str], width: int) -> list[list[str]]:
    return [words[i : i + width] for i in range(0, len(words), width)]


def _answered(asked: Asked) -> list[str]:
    lines = textwrap.wrap(asked.answer, WIDTH, initial_indent="    ", subsequent_indent="    ")
    for reason in asked.reasons:
        lines += textwrap.wrap(reason, WIDTH, initial_indent="    - ", subsequent_indent="      ")
    return lines


def md(exercises: list[Exercise], title: str, solution: bool) -> str:
    """A sheet in Markdown; the tree is a block of code."""
    lines = [f"# {title}", ""]
    for block in blocks(exercises, solution):
        lines += [f"## {block.title}", "", _task(block), "", "```text"]
        lines += [*tree_lines(block.exercise, solution=solution), "```", ""]
        for asked in block.questions:
            lines += [f"**({asked.number})** {_escaped(asked.text)} *[{asked.points}]*", ""]
            if solution:
                lines += [
                    f"**{_escaped(asked.answer)}**",
                    "",
                    *(f"- {_escaped(r)}" for r in asked.reasons),
                    "",
                ]
            elif asked.blanks:
                lines += [" | ".join(["", *asked.blanks, ""]).strip(), "|" + "---|" * len(asked.blanks)]
                lines += ["|" + "   |" * len(asked.blanks), ""]
            else:
                lines += ["\\_" * 30, ""] * asked.lines
    return "\n".join(lines).rstrip() + "\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>" else c for c in text)


def json(exercises: list[Exercise], title: str, solution: bool) -> str:
    """The exercises as data, which `Exercise.from_dict` reads."""
    content = {"title": title, "exercises": [e.to_dict(solution=solution) for e in exercises]}
    return jsons.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
