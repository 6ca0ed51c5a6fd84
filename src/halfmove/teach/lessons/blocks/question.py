"""A question, in one of four ways.

One about a search, asked and answered by the code: `of: ab` (a block `search` of the lesson) and `ask:` with
one of `halfmove quiz --questions`: values, returned, move, pruned, leaves, nodes, order, next, count, cuts,
window.

One of an exercise that is made from a seed: `seed: 7`, `ask:` as above, and in `make:` what `halfmove quiz`
takes, `depth=3 min_cuts=2 dialect=mit`.  The same seed and wishes give the same tree.

A choice: the question's text, then its options, each with what is said of it on the lines below, indented:

    - [x] c2 and c3
          MIN at C has 2 already.
    - [ ] none

A number or a word: `answer: 7`, or `answer: {{ab.evaluations}}`; `close: 0.01` for how far off is still
right. Of a choice with `answer:` the option is right that reads so.  `check: {{ab.evaluations}}` beside an
answer that is typed holds it against the search.  `why:` is said once it is answered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import read_whole
from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.lesson import Question, fits, read_number
from halfmove.teach.lessons.settings import (
    REFERENCE,
    Block,
    LessonError,
    fill_references,
    format_value,
    value,
)
from halfmove.teach.quiz.response import Choice, Form, Number, Row, Word

if TYPE_CHECKING:
    from halfmove.teach.quiz.exercise import Exercise

KEYS = ("of", "seed", "make", "ask", "answer", "check", "close", "why")
_OPTION = re.compile(r"- \[([ xX])\] +(.*\S)\s*$")


def made(block: Block, known: Known, place: int) -> Question:
    """The question; `LessonError` says what is wrong."""
    block.know(KEYS, body=True)
    name = block.name or f"q{place}"
    if "seed" in block.settings or "make" in block.settings:
        return _of_an_exercise(block, known, name)
    if "of" in block.settings or "ask" in block.settings:
        return _about_a_search(block, known, name)
    text, options = _options(block)
    if not text.strip():
        raise block.wrong("A question needs a text: after its settings, an empty line and what is asked.")
    try:
        text = fill_references(text, known.figures, escape=True)
        why = fill_references(block.get("why"), known.figures)
    except BadInput as error:
        raise block.wrong(str(error)) from None
    reasons = (why,) if why else ()
    if options:
        return _choice(block, known, name, text, options, reasons)
    if "answer" not in block.settings:
        raise block.wrong(
            "A question needs options (- [x] …), or answer:, or of: and ask: for one about a search."
        )
    return _blank(block, known, name, text, reasons)


# ---- about a search


def _about_a_search(block: Block, known: Known, name: str) -> Question:
    from halfmove.teach.quiz.exercise import exercise_on

    for key in ("answer", "check", "close"):
        if key in block.settings:
            raise block.wrong(f"The search answers this question; leave '{key}' out.", key)
    of, kind = block.get("of"), block.get("ask")
    if not (of and kind):
        raise block.wrong("A question about a search has both of: (its block's name) and ask: (what).")
    run = known.traces.get(of)
    if run is None:
        there = ", ".join(known.traces) or "none so far"
        raise block.wrong(f"There is no search named '{of}' above; there are: {there}.", "of")
    if not run.game.explicit or run.depth is not None:
        raise block.wrong(
            "Questions about a search are asked of a tree that is searched to its leaves.", "of"
        )
    try:
        exercise = exercise_on(
            run.game,
            algorithm=run.algorithm.name,
            questions=[kind],
            order=known.orders[of],
            **{key: v for key, v in run.options.items() if v != run.lesson.options[key][0]},
        )
    except HalfmoveError as error:
        raise block.wrong(str(error), "ask") from None
    return _asked(block, known, name, exercise)


def _of_an_exercise(block: Block, known: Known, name: str) -> Question:
    from halfmove.core.operation import read_text
    from halfmove.teach.quiz.request import MOST_SEED, QuizRequest

    for key in ("of", "answer", "check", "close"):
        if key in block.settings:
            raise block.wrong(f"An exercise made from a seed has no '{key}'.", key)
    seed = read_whole(block.get("seed"), 0, MOST_SEED)
    if seed is None or not block.get("ask"):
        raise block.wrong("An exercise has a seed: (a whole number from 0) and ask: (what).", "seed")
    taken = {key for key, one in QuizRequest.fields().items() if "form" in one.faces} - {"questions", "count"}
    fields = {"seed": str(seed), "questions": block.get("ask")}
    for word in block.get("make").split():
        key, equals, text = word.partition("=")
        if not (equals and text) or key in fields or key not in taken:
            raise block.wrong(
                f"'make' has settings of halfmove quiz, such as depth=3, not '{word[:40]}'.", "make"
            )
        fields[key] = text
    try:
        request = read_text(QuizRequest, fields, lambda key: f"'{key}'", "form")
        [exercise] = request.exercises()
    except HalfmoveError as error:
        raise block.wrong(str(error), "make") from None
    if len(exercise.questions) != 1:
        raise block.wrong("A block asks one question of an exercise.", "ask")
    return _asked(block, known, name, exercise, f"{exercise.task()} ")


def _asked(block: Block, known: Known, name: str, exercise: Exercise, task: str = "") -> Question:
    """The one question of an exercise, below its blank tree; `task` stands before the usual text."""
    from halfmove.teach.drawing import svg
    from halfmove.teach.quiz.text import tree_lines

    [question] = exercise.questions
    response = question.response()
    own = block.body.strip()
    try:
        text = fill_references(own, known.figures, escape=True) if own else f"{task}{response.text}"
        why = fill_references(block.get("why"), known.figures)
    except BadInput as error:
        raise block.wrong(str(error)) from None
    reasons = tuple(dict.fromkeys(question.reasons()))
    return Question(
        name,
        text,
        response,
        (*reasons, why) if why else reasons,
        _remarks(question),
        svg(
            exercise.whole,
            show="blank",
            windows="none",
            variation=False,
            legend=False,
            title="",
            theme="light",
        ),
        "\n".join(tree_lines(exercise)),
    )


def _remarks(question: Any) -> dict[str, str]:
    """Of every leaf, why it is pruned or why it is visited."""
    if question.kind != "pruned":
        return {}
    found = {}
    for leaf in question.names.root.leaves():
        said = question.why.left_out if leaf.path in question.leaves else question.why.visited
        found[question.names.name(leaf.path)] = said(leaf.path)
    return found


# ---- a choice


def _options(block: Block) -> tuple[str, list[tuple[int, bool, str, str]]]:
    """The question's text, and its options: line, whether right, text, remark."""
    text: list[str] = []
    options: list[tuple[int, bool, str, str]] = []
    for number, row in enumerate(block.body.split("\n"), block.body_line):
        found = _OPTION.match(row)
        if found:
            options.append((number, found[1] != " ", found[2], ""))
        elif options and row.startswith("  ") and row.strip():
            line, right, said, remark = options[-1]
            options[-1] = (line, right, said, f"{remark} {row.strip()}".strip())
        elif options and row.strip():
            raise LessonError(
                number, f"After the options comes nothing else than what is said of them, not '{row[:40]}'."
            )
        elif re.match(r"\s*[-*] ?\[", row):
            raise LessonError(number, f"An option is written - [ ] text, or - [x] text, not '{row[:40]}'.")
        else:
            text.append(row)
    return "\n".join(text).strip(), options


def _choice(
    block: Block, known: Known, name: str, text: str, options: list[Any], reasons: tuple[str, ...]
) -> Question:
    if len(options) < 2:
        raise block.wrong("A choice has two options or more.")
    said: dict[str, tuple[bool, str]] = {}
    for line, right, option, remark in options:
        try:
            word, note = fill_references(option, known.figures), fill_references(remark, known.figures)
        except BadInput as error:
            raise LessonError(line, str(error)) from None
        if word in said:
            raise LessonError(line, f"The option '{word[:40]}' is there twice.")
        said[word] = right, note
    right = tuple(word for word, (good, _) in said.items() if good)
    if "answer" in block.settings:
        if right:
            raise block.wrong(
                "With answer: no option is marked [x]; the one that reads so is right.", "answer"
            )
        wanted = _compute(block, known, "answer")
        right = tuple(word for word in said if word == wanted)
        if not right:
            raise block.wrong(f"No option reads '{wanted[:40]}', which is the answer.", "answer")
    if not right:
        raise block.wrong("Of the options none is marked as right: write - [x] before it.")
    if "check" in block.settings:
        wanted = _compute(block, known, "check")
        if right != (wanted,):
            raise block.wrong(
                f"The answer marked is '{', '.join(right)[:60]}', but the search says {wanted}.", "check"
            )
    response = Choice(text, tuple(said), right, several=len(right) > 1)
    return Question(name, text, response, reasons, {word: note for word, (_, note) in said.items() if note})


# ---- a number or a word


def _blank(block: Block, known: Known, name: str, text: str, reasons: tuple[str, ...]) -> Question:
    answer = _compute(block, known, "answer")
    number = read_number(answer)
    found = _exact(block, known)
    if found is not None:
        number = found
    close = read_number(block.get("close", "0"))
    if close is None or close < 0:
        raise block.wrong(f"'close' is a number from 0, not '{block.get('close')[:40]}'.", "close")
    if number is None and not answer:
        raise block.wrong("The answer is empty.", "answer")
    if number is not None:
        # what is rounded to four decimals in the text is right so
        one: Any = Number(number, max(close, 0.0 if float(number).is_integer() else 0.00051))
    else:
        one = Word(tuple(word.strip() for word in answer.split("|") if word.strip()))
    if "check" in block.settings:
        wanted = _compute(block, known, "check")
        if not fits(one, wanted):
            raise block.wrong(f"The answer given is {answer}, but the search says {wanted}.", "check")
    return Question(name, text, Form(text, (Row("", (("", one),)),)), reasons)


def _exact(block: Block, known: Known) -> float | None:
    """An answer that is one reference, unrounded."""
    found = REFERENCE.fullmatch(block.get("answer"))
    if not found:
        return None
    exact = value(found[1], known.figures)
    return float(exact) if isinstance(exact, (int, float)) and not isinstance(exact, bool) else None


def _compute(block: Block, known: Known, key: str) -> str:
    try:
        return format_value(fill_references(block.get(key), known.figures)).strip()
    except BadInput as error:
        raise block.wrong(str(error), key) from None
