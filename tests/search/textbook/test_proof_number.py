from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import AIMA, ListTree, RandomTree, root
from told import GAME1, believe, evaluated, naive, told

from halfmove.cli.steps.players import TreePlayer
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.games.mnk import TicTacToe
from halfmove.games.pig import Pig
from halfmove.games.tree import tree
from halfmove.search.algorithms import analyze
from halfmove.search.textbook.minimax import minimax
from halfmove.search.textbook.proof_number import FORMS, proof_number
from halfmove.search.trace import Again, Enter, Leave, Tell
from halfmove.teach.drawing.frames import TreeFrames
from halfmove.teach.drawing.subject import Style
from halfmove.teach.frames.player import player_data
from halfmove.teach.quiz import exercise_on
from halfmove.teach.trace import trace

pytestmark = pytest.mark.one_speed

GAMES = [RandomTree(), RandomTree(movers=3, in_turn=False)]
ALLIS = {
    "name": "a",
    "children": [
        {"name": "b", "children": [{"name": "e", "children": [0, 1]}, {"name": "f", "children": [0, 0, 1]}]},
        {"name": "c", "children": [1, {"name": "g", "children": [0, 0]}]},
        {"name": "d", "children": [0, 1]},
    ],
}


def numbers(events):
    """The numbers of each node as told last."""
    return {e.path: e.figures for e in events if isinstance(e, Tell) and e.name == "numbers"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("spec", "player", "value"),
    [(AIMA, 0, 3), ([[2, 7], [1, 8]], 0, 2), (GAME1, 0, 4), (GAME1, 1, 11), (7, 0, 7)],
)
def test_the_trees_of_the_lectures(spec, player, value, form):
    assert proof_number(ListTree(spec, player), form=form).value == value


def true_numbers(vertex, goal, expanded, path=()):
    """Proof and disproof number of a node by the definition, from what was expanded; MAX moves first."""
    if not isinstance(vertex, list):
        return (0, inf) if vertex >= goal else (inf, 0)
    if path not in expanded:
        return 1, 1
    below = [true_numbers(child, goal, expanded, (*path, i)) for i, child in enumerate(vertex)]
    proofs, disproofs = zip(*below)
    return (min(proofs), sum(disproofs)) if len(path) % 2 == 0 else (sum(proofs), min(disproofs))


NESTED = st.recursive(
    st.integers(-2, 2), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12
)


@given(NESTED, st.integers(-2, 3))
def test_numbers_are_those_of_the_definition_and_the_node_expanded_is_most_proving(spec, goal):
    """After every expansion; the most-proving node is found by hand, from the root down."""
    events = told(proof_number, ListTree(spec), goal=goal)
    expanded, said, open_nodes = set(), {}, 0

    def at(path):
        vertex = spec
        for i in path:
            vertex = vertex[i]
        return vertex

    def most_proving(path=()):
        if path not in expanded:
            return path
        which = len(path) % 2  # the proof number where MAX moves, the disproof number where MIN does
        mine = true_numbers(at(path), goal, expanded, path)[which]
        below = [true_numbers(c, goal, expanded, (*path, i))[which] for i, c in enumerate(at(path))]
        return most_proving((*path, below.index(mine)))

    for event in events:
        if isinstance(event, Tell) and event.name == "expand":
            assert event.path == most_proving()
            expanded.add(event.path)
        elif isinstance(event, Tell):
            said[event.path] = event.figures
        elif isinstance(event, Enter):
            open_nodes += 1
        elif isinstance(event, Leave):
            open_nodes -= 1
    for path, figures in said.items():
        assert figures == true_numbers(at(path), goal, expanded, path), path
    assert open_nodes == 0


@given(st.integers(0, 10**9), st.sampled_from([None, 0, 1, 2, 4]), st.sampled_from(FORMS))
def test_it_agrees_with_a_naive_minimax_and_believes_no_more_than_is_true(number, depth, form):
    for game in GAMES:
        state = root(number)
        true = naive(game, state, depth if depth is not None else 100)
        found = proof_number(game, state, depth=depth, form=form)
        assert (found.value, found.relation) == (true, "=")
        events = told(proof_number, game, state, depth=depth, form=form)
        believe(events, game)
        if depth != 0 and not game.is_terminal(state) and game.to_move(state) == 0:
            after = naive(game, game.result(state, found.action), (depth or 100) - 1)
            assert after == true


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("goal", [-1, 3, 3.5, 20])
def test_one_question_has_one_answer_and_the_leaves_it_needed(goal, form):
    found = proof_number(ListTree(AIMA), goal=goal, form=form)
    assert found.relation == ("≥" if goal <= 3 else "≤")
    assert (found.value >= goal) == (goal <= 3)
    assert not found.exact
    events = told(proof_number, ListTree(AIMA), goal=goal, form=form)
    assert not any(isinstance(event, Again) for event in events)
    assert len(evaluated(events)) == len(set(evaluated(events))) <= 9


def test_tic_tac_toe_is_no_win_and_no_loss():
    for form in FORMS:
        win, draw = (proof_number(TicTacToe(), goal=goal, form=form) for goal in (1, 0))
        assert (win.value, win.relation, draw.value, draw.relation) == (0, "≤", 0, "≥")
        assert win.evaluations < 5_000  # of 255,168 ends of games
    assert proof_number(TicTacToe(), depth=3).value == minimax(TicTacToe(), depth=3).value
    assert analyze(TicTacToe(), limit=Limit(), algorithm="proof-number", options=None).value == 0


def test_the_trace_shows_the_numbers_in_every_form():
    made = trace(tree(ALLIS), algorithm="proof-number", goal=1)
    assert made.outcome.relation == "≥"
    assert made.replay.marks[()].told["numbers"].figures == (0, inf)
    assert "pn 0, dn ∞" in made.text()
    assert "numbers a: proof 1, disproof 3" in made.text("events")
    assert "a has proof number 1 and disproof number 3." in made.text("sentences")
    numbered = [e for e in made.to_dict()["events"] if e["kind"] == "tell" and e["step"] == "numbers"]
    assert [(e["proof"], e["disproof"]) for e in (numbered[0], numbered[-1])] == [(1, 1), (0, "inf")]
    assert "pn 0, dn ∞" in made.svg()
    rooted = [
        k for k, e in enumerate(made.events) if isinstance(e, Tell) and (e.name, e.path) == ("numbers", ())
    ]
    assert "pn 1, dn 3" in made.svg(steps=rooted[0] + 1)
    assert "pn 1, dn 3" not in made.svg(steps=rooted[0])


def test_a_player_goes_from_expansion_to_expansion():
    made = trace(tree(ALLIS), algorithm="proof-number", goal=1)
    _, data = player_data(TreeFrames(made, Style(title="")))
    expansions = [k for k, e in enumerate(made.events, 1) if isinstance(e, Tell) and e.name == "expand"]
    assert (data["stops"], data["stopName"]) == (expansions, "next expansion")
    looks = [inner for _, inner in data["changes"]["n0"]]
    assert ["pn 1, dn 3" in inner for inner in looks].count(True) > 0
    assert "pn 0, dn ∞" in looks[-1]
    walk = TreePlayer(made)
    assert walk.next_stop()
    assert walk.step == expansions[0]


def test_it_refuses():
    with pytest.raises(BadInput, match="has the forms pn, df-pn, weak df-pn, not 'pn2'"):
        proof_number(ListTree(AIMA), form="pn2")
    for goal in ("three", True, float("nan")):
        with pytest.raises(BadInput, match="whether a value is at least a number"):
            proof_number(ListTree(AIMA), goal=goal)
    with pytest.raises(Unsuitable, match="chance"):
        proof_number(Pig())
    with pytest.raises(Unsuitable, match="leaves inner nodes open"):
        exercise_on(AIMA, algorithm="proof-number")
