"""A handout made: of a lesson by its name or file, of exercises by their settings, of a position."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import SOURCE, read_bounded
from halfmove.core.errors import BadInput
from halfmove.teach.handouts.handout import Handout, position_lesson
from halfmove.teach.lessons.library import ENDING, LessonLibrary, open_shipped


def make_lesson(
    name: str, title: str | None, now: datetime, *, library: LessonLibrary | None = None, **how: Any
) -> Handout:
    """A lesson of the library (those that come along, if none is given), or without one in a file `NAME.md`;
    `how` are fields of `Handout`.  `BadInput` for one that is not there."""
    known = open_shipped() if library is None else library
    if name in known.entries:
        path, called, usual = known.entry(name).path, name, known.entry(name).title
    elif library is None and name.endswith(ENDING):
        path, called, usual = Path(name), Path(name).stem, ""
    else:
        raise BadInput(f"There is no lesson '{name[:60]}'; there are: {', '.join(known.entries)}.")
    try:
        text = read_bounded(path, SOURCE).decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"The lesson '{path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The lesson '{path}' is no text in UTF-8.") from None
    return Handout(title or usual or called, now, lesson=text, name=called, **how)


def make_quiz(
    fields: Mapping[str, str],
    seed: int | None,
    title: str | None,
    now: datetime,
    *,
    each: bool = False,
    **how: Any,
) -> Handout:
    """Exercises by the fields of `halfmove quiz` as they are typed; without a seed one is drawn."""
    given = {key: text for key, text in fields.items() if text.strip() and key != "seed"}
    given["seed"] = str(secrets.randbelow(1_000_000) if seed is None else seed)
    return Handout(title or "Exercises", now, quiz=given, each=each, **how)


def make_position(
    settings: Mapping[str, str], question: str, answers: str, title: str, now: datetime, **how: Any
) -> Handout:
    """A position with a question about it; `settings` are those of a lesson's block `game`."""
    name = title.strip() or "A position"
    return Handout(
        name, now, lesson=position_lesson(name, settings, question, answers), name="position", **how
    )
