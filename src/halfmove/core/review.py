"""A game looked at afterwards, when all is open: what each action cost, and what it said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Tell = Callable[[int, int], None]
"""Hears how many actions have been looked at, and of how many."""


class ReviewedAction(NamedTuple):
    """An action, and what became of it."""

    player: int
    """Who decided on it, from 0."""
    text: str
    """In the game's notation."""
    cost: float
    """What it lost to who decided, in the review's unit; 0 for nothing, as of what is not counted."""
    better: tuple[str, ...] = ()
    """The best actions, where it was none of them."""
    remark: str = ""
    """What it says or leads to, in a few words."""


class Review(NamedTuple):
    """What `Game.review` tells."""

    unit: str
    """What costs are counted in: `tricks`."""
    facts: tuple[str, ...]
    """Sentences about the whole: the result, and what would have been the best."""
    actions: tuple[ReviewedAction, ...]
    """In order."""


COSTLY = 6
"""The glyph of an action that cost something, ?!: it may have been the best by all that its player knew."""
JUDGING = range(1, 7)
"""The glyphs that judge a move, as records number them."""


def find_places(actions: Sequence[str], line: Sequence[str]) -> list[int | None]:
    """Where each of these actions stands in a line, which may have others between them and begin later; None
    for one before its start."""
    found: list[int | None] = [None] * len(actions)
    at = len(line)
    for place in range(len(actions) - 1, -1, -1):
        before = next((k for k in range(at - 1, -1, -1) if line[k] == actions[place]), None)
        if before is None:
            break
        found[place] = at = before
    return found


def note_review(record: Any, review: Review) -> None:
    """Write a review into a record: the facts before the first move, and at each action that cost something
    the glyph ?! (unless somebody gave it one), what it cost and what was better.  What is there already is
    not written again."""
    _add_comment(record, "\n".join(review.facts))
    for move, one in match_moves(record, review):
        if one.cost:
            if not any(glyph in JUDGING for glyph in move.nags):
                move.nags = (COSTLY, *move.nags)
            _add_comment(move, describe_cost(review, one))


def match_moves(record: Any, review: Review) -> list[tuple[Any, ReviewedAction]]:
    """The moves of a record that a review speaks of, with what it says of each."""
    played, texts, state = [], [], record.first
    for move in record.moves:
        if move.action is not None:
            played.append(move)
            texts.append(record.rules.action_text(state, move.action))
            state = record.rules.result(state, move.action)
    places = find_places([one.text for one in review.actions], texts)
    return [
        (played[place], one) for place, one in zip(places, review.actions, strict=True) if place is not None
    ]


def describe_cost(review: Review, one: ReviewedAction) -> str:
    """What an action cost, as a comment: `lost, in tricks: 1; better: SA SK; N takes 9`."""
    better = f"better: {' '.join(one.better)}" if one.better else ""
    return "; ".join(filter(None, (f"lost, in {review.unit}: {one.cost:g}", better, one.remark)))


def _add_comment(what: Any, said: str) -> None:
    if said not in what.comment:
        what.comment = "\n".join(filter(None, (what.comment, said)))
