"""The algorithms by name, those of other packages among them."""

import pytest
from packages import installed

from halfmove.core.errors import BadInput
from halfmove.games.nim import Nim
from halfmove.search.algorithms import OTHERS, Algorithm, algorithms, choose


def theirs():
    return Algorithm(
        "inner", "one", "a paper", unfit=lambda game: None, search=lambda *a, **k: iter(()), strength=1
    )


def test_algorithms_of_other_packages_have_the_names_of_their_entry_points():
    ours = algorithms()["minimax"]
    with installed(OTHERS, ("b-star", theirs()), ("minimax", theirs())):
        assert algorithms()["b-star"].source == "a paper"
        assert algorithms()["b-star"].name == "b-star"
        assert algorithms()["minimax"] is ours
        assert choose(Nim()).name == "engine"
    assert "b-star" not in algorithms()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (3, "The algorithm 'odd' of package somewhere:THING is not an Algorithm but 3."),
        (ImportError("no such module"), "cannot be loaded: no such module"),
    ],
)
def test_a_broken_one_is_named_and_leaves_the_rest(found, words, caplog):
    with installed(OTHERS, ("odd", found), ("b-star", theirs())):
        assert "b-star" in algorithms()
        assert "odd" not in algorithms()
        with pytest.raises(BadInput, match=words):
            choose(Nim(), "odd")
    assert words in caplog.text
