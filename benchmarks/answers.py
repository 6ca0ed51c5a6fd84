"""A benchmark that gives a wrong answer measures nothing: the run ends there."""

from __future__ import annotations


class WrongAnswer(Exception):
    """Somebody's answer is not the right one."""


def expect(what: str, answer: object, right: object) -> None:
    """Raise `WrongAnswer` unless the answer is right."""
    if answer != right:
        raise WrongAnswer(f"{what}: the answer is {answer}, but {right} is right.")
