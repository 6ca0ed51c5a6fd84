"""The base class of games: parameters, defaults, hashes of states, text."""

from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.bits import FULL, Bitboard
from halfmove.core.contract import Game, declared_parameters, hash_state
from halfmove.core.errors import BadInput


class Heap(NamedTuple):
    left: int


class Take(Game):
    """Take one or two."""

    heap: int = 5
    share: float = 0.5
    misere: bool = False
    word: str = "take"
    derived: int
    board: Bitboard = 7

    def setup(self):
        self.derived = self.heap * 2

    def initial(self):
        return Heap(self.heap)

    def to_move(self, s):
        return 0

    def actions(self, s):
        yield from range(1, min(2, s.left) + 1)

    def result(self, s, a):
        return Heap(s.left - a)

    def is_terminal(self, s):
        return s.left == 0

    def action_text(self, s, a):
        return "one" if a == 1 else "two"


class Wider(Take):
    name = "Wider take"
    players: int = 3
    heap: int = 9


def test_parameters_are_the_annotated_attributes_with_a_default():
    assert declared_parameters(Take) == {"heap": int, "share": float, "misere": bool, "word": str}
    assert Take().parameters == {"heap": 5, "share": 0.5, "misere": False, "word": "take"}
    assert Take(heap=7).derived == 14


def test_a_trait_declared_anew_is_a_parameter():
    assert Wider().parameters["heap"] == 9
    assert Wider(players=4).players == 4
    assert "players" not in Take().parameters


@pytest.mark.parametrize(
    ("given_value", "kept"),
    [
        ({"heap": "7"}, 7),
        ({"share": "0.25"}, 0.25),
        ({"share": 2}, 2.0),
        ({"misere": "Yes"}, True),
        ({"misere": "0"}, False),
        ({"word": "x"}, "x"),
    ],
)
def test_text_is_read_as_the_parameter_s_type(given_value, kept):
    (key,) = given_value
    value = Take(**given_value).parameters[key]
    assert value == kept
    assert type(value) is type(kept)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"heap": "many"}, "Take's parameter 'heap' must be a whole number, not 'many'."),
        ({"heap": 2.5}, "must be a whole number, not 2.5"),
        ({"heap": True}, "must be a whole number, not True"),
        ({"share": "half"}, "must be a number, not 'half'"),
        ({"misere": "perhaps"}, "must be true or false, not 'perhaps'"),
        ({"misere": 1}, "must be true or false, not 1"),
        ({"word": 5}, "must be a text, not 5"),
        ({"size": 5}, "Take has no parameter 'size'; its parameters are: heap, share, misere, word."),
        ({"board": 5}, "has no parameter 'board'"),
    ],
)
def test_a_wrong_parameter_gets_one_sentence(wrong, words):
    with pytest.raises(BadInput) as caught:
        Take(**wrong)
    assert words in str(caught.value)


def test_equal_games_are_equal():
    assert Take(heap=3) == Take(heap="3")
    assert hash(Take(heap=3)) == hash(Take(heap="3"))
    assert Take(heap=3) != Take(heap=4)
    assert Take() != Wider()
    assert repr(Wider(players=4)).startswith("Wider(players=4, heap=9, ")
    assert Wider.title() == "Wider take"


def test_actions_are_read_by_their_text():
    game = Take()
    assert game.parse_action(Heap(5), " two ") == 2
    with pytest.raises(BadInput, match="'two' is not a legal move here; the legal moves are: one"):
        game.parse_action(Heap(1), "two")
    with pytest.raises(BadInput, match="The game is over"):
        game.parse_action(Heap(0), "one")


def test_no_notation_is_said_so():
    for call in (lambda: Take().parse("5"), lambda: Take().position_text(Heap(5))):
        with pytest.raises(BadInput, match="no notation for positions"):
            call()


def test_the_default_picture_is_the_text():
    root = ElementTree.fromstring(Take().draw(Heap(5)))
    assert root.tag.endswith("svg")
    assert "Heap(left=5)" in "".join(root.itertext())


def test_the_default_hooks_say_nothing():
    game, state = Take(), Heap(5)
    assert list(game.forcing(state)) == []
    assert list(game.candidates(state)) == [1, 2]
    assert game.evaluate(state, 0) == game.order(state, 1) == 0
    assert game.symmetric(state, 0) is state


@dataclass(frozen=True)
class Room:
    name: str
    keys: frozenset[str]


nested = st.recursive(
    st.integers(0, FULL) | st.booleans(), lambda inner: st.tuples(inner, inner), max_leaves=9
)


@given(nested, nested)
def test_hash_state_tells_tuples_apart(one, other):
    assert 0 <= hash_state(one) <= FULL
    assert (hash_state(one) == hash_state(other)) == (one == other)


def test_hash_state_takes_any_object_by_its_contents():
    one = Room("hall", frozenset("abcdefgh"))
    other = Room("hall", frozenset("hgfedcba"))
    assert hash_state(one) == hash_state(other) != hash_state(Room("hall", frozenset("abc")))
    assert hash_state("text") == 0xFE2C_3ECE_3D37_E5FE  # in every process
    long = np.arange(5000)
    changed = long.copy()
    changed[2500] = 0
    assert hash_state(long) == hash_state(long.copy()) != hash_state(changed)
    assert hash_state((np.uint64(5),)) == hash_state((5,))
