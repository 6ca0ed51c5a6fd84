"""The algorithms by name, those of other packages among them."""

import pytest

from halfmove.core.errors import BadInput
from halfmove.search import algorithms as table
from halfmove.search.algorithms import Algorithm, algorithms


class Point:
    """As much of an entry point as the table uses."""

    dist = None
    value = "somewhere:THING"

    def __init__(self, name, found):
        self.name, self.found = name, found

    def load(self):
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def theirs():
    return Algorithm(
        "inner", "one", "a paper", unfit=lambda game: None, search=lambda *a, **k: iter(()), strength=1
    )


@pytest.fixture
def with_points(monkeypatch):
    """Another package's entry points, and the table as it was afterwards."""

    def install(*points):
        monkeypatch.setattr("halfmove.core.entry_points.entry_points", lambda group: points)
        monkeypatch.setattr(table, "_TABLE", dict(table._TABLE))
        table._import_all.cache_clear()

    algorithms()
    yield install
    table._import_all.cache_clear()


def test_algorithms_of_other_packages_have_the_names_of_their_entry_points(with_points):
    ours = algorithms()["minimax"]
    with_points(Point("b-star", theirs()), Point("minimax", theirs()))
    assert algorithms()["b-star"].source == "a paper"
    assert algorithms()["b-star"].name == "b-star"
    assert algorithms()["minimax"] is ours


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (3, "The algorithm 'odd' of package somewhere:THING is not an Algorithm but 3."),
        (ImportError("no such module"), "cannot be loaded: no such module"),
    ],
)
def test_a_broken_one_is_named(with_points, found, words):
    with_points(Point("odd", found))
    with pytest.raises(BadInput, match=words):
        algorithms()
