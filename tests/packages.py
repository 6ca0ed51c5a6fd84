"""Packages beside Halfmove, as tests have them: their entry points, without an installation."""

from contextlib import contextmanager

import pytest

from halfmove.core import entry_points


class Point:
    """As much of an entry point as is used."""

    dist = None
    value = "somewhere:THING"

    def __init__(self, name, found):
        self.name, self.found = name, found

    def load(self):
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@contextmanager
def installed(group, *points):
    """In this block, packages add these to a `Group`: names with what is found there, or the exception that
    its import raises."""
    with pytest.MonkeyPatch.context() as patch:
        before = entry_points.entry_points
        mine = tuple(Point(*point) for point in points)
        patch.setattr(
            entry_points, "entry_points", lambda asked: mine if asked == group.group else before(asked)
        )
        group.forget()
        yield
    group.forget()
