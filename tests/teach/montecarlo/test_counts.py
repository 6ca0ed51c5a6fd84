"""The notation of trees of counts: it round-trips, and says where something is wrong."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.planting import Counts
from halfmove.teach.montecarlo.counts import read_counts, write_counts
from halfmove.teach.montecarlo.figures import AIMA_COUNTS, AIMA_GAME

pytestmark = pytest.mark.one_speed

TICTACTOE = hm.game("tictactoe")
LETTERS = st.characters(exclude_categories=("C", "Z"), exclude_characters="/")
LABELS = st.text(LETTERS, min_size=1, max_size=4) | st.sampled_from(["a: b", '"', "a #b", "#", "a:", '"a"'])


@st.composite
def specs(draw, depth=3):
    """A tree of hostile labels, and counts for some of it."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.integers(-1, 1))
    labels = draw(st.lists(LABELS, min_size=1, max_size=3, unique_by=str.strip))
    labels = [label for label in labels if label.strip()] or ["x"]
    return {"children": {label: draw(specs(depth=depth - 1)) for label in labels}}


@st.composite
def counted(draw, game, state):
    """Counts for a state and some of what follows; they need not fit together to be written down."""
    playouts = draw(st.integers(0, 10**6))
    wins = Fraction(draw(st.integers(0, 2 * playouts)), 2)
    below = {}
    if not game.is_terminal(state) and draw(st.integers(0, 3)):
        for action in list(game.actions(state))[:3]:
            if draw(st.booleans()):
                below[action] = draw(counted(game, game.result(state, action)))
    return Counts(wins, playouts, below)


@given(st.data())
def test_what_is_written_is_read(data):
    spec = data.draw(specs())
    game = TICTACTOE if not isinstance(spec, dict) else hm.tree(spec)
    state = game.initial()
    counts = data.draw(counted(game, state))
    assert read_counts(game, state, write_counts(game, state, counts)) == counts


def test_how_it_may_be_written():
    game = hm.tree(AIMA_GAME)
    found = read_counts(game, game.initial(), AIMA_COUNTS)
    assert found.children["a1"].children["b1"].children["c1"] == Counts(Fraction(27), 35)
    loose = "# a comment\n\n  2.5 / 5 # white\n      a1: 1/2\n\n      a3 : 1.5/3\n"
    found = read_counts(game, game.initial(), loose)
    assert (found.wins, found.playouts) == (Fraction(5, 2), 5)
    assert {a: (c.wins, c.playouts) for a, c in found.children.items()} == {
        "a1": (1, 2),
        "a3": (Fraction(3, 2), 3),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The counts are empty"),
        ("# nothing\n", "The counts are empty"),
        ("many", "line 1: here belong wins/playouts, such as 27/35, not 'many'"),
        ("3/2", "line 1: 3 wins in 2 playouts are too many"),
        ("1/2x", "not '1/2x'"),
        ("a: 1/2", "line 1: the first line is the root"),
        ("1/2\n3/4", "line 2: all lines but the first are indented"),
        ("1/2\n  3/4", "line 2: before the counts comes the move"),
        ("1/2\n  b2:", "line 2: here belong wins/playouts, such as 27/35, and there is nothing"),
        ("1/2\n  b2: 1/2\n    a1: 1/1\n   a2: 1/1", "line 4: it is indented neither like"),
        ("1/2\n\tb2: 1/2", "line 2: indent with blanks only"),
        ("1/2\n  b2: 1/1\n  b2: 0/1", "line 3: the move 'b2' stands there twice"),
        ("1/2\n  z9: 1/1", "line 2: 'z9'"),
        ('1/2\n  "b2: 1/1', "line 2: this quotation mark is not closed"),
        ('1/2\n  "b2" 1/1', "line 2: after a move comes a colon"),
        ("-1/2", "not '-1/2'"),
        ("0/99999999999999", "not '0/99999999999999'"),
        ("0/9999999999999", "at most 1,000,000,000,000 playouts"),
    ],
)
def test_mistakes_are_named_with_their_line(text, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(")) as caught:
        read_counts(TICTACTOE, TICTACTOE.initial(), text)
    assert "\n" not in str(caught.value)


def test_nothing_follows_the_end_of_a_game():
    state, _ = hm.position(TICTACTOE, moves="a1 a2 b1 b2")
    with pytest.raises(BadInput, match="line 3: the game is over before 'c2'"):
        read_counts(TICTACTOE, state, "0/1\n  c1: 1/1\n    c2: 0/1\n")
