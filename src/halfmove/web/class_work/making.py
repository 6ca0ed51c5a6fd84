"""A handout, as the teacher's form asks for it; and the form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole
from halfmove.teach.handouts.handout import MOST_TRIES, Handout, read_until
from halfmove.teach.handouts.make import make_lesson, make_position, make_quiz
from halfmove.teach.quiz.request import MOST_SEED, QuizRequest
from halfmove.web.lessons import forms

if TYPE_CHECKING:
    from halfmove.teach.lessons.library import LessonLibrary
    from halfmove.web.catalogue import Catalogue

SOURCES = {"lesson": "A lesson", "quiz": "Exercises", "position": "A position"}
_FEEDBACK = {"now": "at once, after the last try", "end": "at the end, when it is closed"}
_SEEDS = {"no": "the same for all", "yes": "each student his own"}


def make(fields: Mapping[str, str], library: LessonLibrary, now: datetime) -> Handout:
    """The handout that the form asks for; `BadInput` says what is wrong with it."""
    source = fields.get("source", "lesson")
    tries = read_whole(fields.get("tries", "").strip() or "1", 1, MOST_TRIES)
    if tries is None:
        raise BadInput(f"The number of tries is 1 to {MOST_TRIES}.")
    day, hour = fields.get("day", "").strip(), fields.get("hour", "").strip()
    until = read_until(f"{day}T{hour}" if hour else day, now) if day else None
    title = " ".join(fields.get("title", "").split())
    feedback = fields.get("feedback", "now")
    if source == "lesson":
        return make_lesson(
            fields.get("lesson", ""), title, now, library=library, until=until, feedback=feedback, tries=tries
        )
    if source == "quiz":
        asked = {key: fields[key] for key in quiz_fields() if fields.get(key, "").strip()}
        seed = read_whole(asked.pop("seed", ""), 0, MOST_SEED)
        each = fields.get("each") == "yes"
        return make_quiz(asked, seed, title, now, each=each, until=until, feedback=feedback, tries=tries)
    if source == "position":
        settings = {key: fields.get(key, "") for key in ("game", "set", "position", "moves")}
        asked_words, answers = fields.get("question", ""), fields.get("answers", "")
        return make_position(
            settings, asked_words, answers, title, now, until=until, feedback=feedback, tries=tries
        )
    raise BadInput(f"What is handed out is {', '.join(SOURCES)}, not '{source[:20]}'.")


def quiz_fields() -> list[str]:
    """The settings of exercises that a form may have."""
    return [name for name, one in QuizRequest.fields().items() if "form" in one.faces]


def form(
    fields: Mapping[str, str],
    levels: Mapping[str, Mapping[str, str]],
    library: LessonLibrary,
    known: Catalogue,
) -> str:
    """The form, filled; exercises that a link describes are handed out as they are."""
    linked = {key: fields[key] for key in quiz_fields() if fields.get(key, "").strip()}
    source = "quiz" if linked or "level" in fields else "lesson"
    ways = "".join(
        f'<label><input type="radio" name="source" value="{key}"{" checked" if key == source else ""}>'
        f"<span>{words}</span></label>"
        for key, words in SOURCES.items()
    )
    lessons = {entry.name: entry.title for entry in library}
    games = {name: known.title(name) for name in known.names()}
    return (
        '<form class="hm-card hl-form cl-form" data-cl="make" autocomplete="off">'
        f'<fieldset class="cl-ways" role="radiogroup" aria-label="What is handed out">{ways}</fieldset>'
        f'<fieldset data-of="lesson">{forms.choice("lesson", "lesson", lessons, wide=True)}</fieldset>'
        f'<fieldset data-of="quiz">{_quiz(linked, levels)}</fieldset>'
        f'<fieldset data-of="position">{forms.choice("game", "game", games, wide=True)}'
        f"{forms.entry('position', 'position', hint='the start, unless it is given', wide=True)}"
        f"{forms.entry('moves', 'moves', hint='played from there', wide=True)}"
        f"{forms.entry('question', 'question', hint='Which move is best?', wide=True)}"
        f"{forms.entry('right answers', 'answers', hint='Nf3 | e4', wide=True)}</fieldset>"
        f"<fieldset>{forms.entry('title', 'title', hint='what the students see above', wide=True)}"
        '<label class="hl-field"><span>Open until</span><input type="date" name="day"></label>'
        '<label class="hl-field"><span>at</span><input type="time" name="hour"></label>'
        f"{forms.choice('feedback', 'feedback', _FEEDBACK, wide=True)}"
        f"{forms.entry('tries for a question', 'tries', default='1', whole=True)}</fieldset>"
        '<p class="hm-error" role="alert" data-cl="error" hidden></p>'
        '<button class="hm-button hm-main-button">Make the links</button></form>'
    )


def _quiz(linked: Mapping[str, str], levels: Mapping[str, Mapping[str, str]]) -> str:
    """The fields for exercises: those of a link stand as they are."""
    if linked:
        told = ", ".join(f"{key.replace('_', ' ')} {text}" for key, text in linked.items())
        hidden = "".join(
            f'<input type="hidden" name="{escape(key)}" value="{escape(text)}">'
            for key, text in linked.items()
            if key not in ("count", "seed")
        )
        kind = f'<p class="hl-wide">As in the practice: <b>{escape(told)}</b></p>{hidden}'
    else:
        kind = forms.choice("kind of exercise", "level", {name: name for name in levels}, wide=True)
    return (
        f"{kind}{forms.entry('how many', 'count', linked.get('count', ''), default='1', whole=True)}"
        f"{forms.entry('seed', 'seed', linked.get('seed', ''), whole=True, hint='one is drawn')}"
        f"{forms.choice('exercises are', 'each', _SEEDS, wide=True)}"
    )
