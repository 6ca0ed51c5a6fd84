"""Recorded searches shown: the figure replayed, the tree after each step, sentences, tables, data."""

import json
import tracemalloc

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.plan import FORMULAS
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import root_label, rows, sentence, table, wins_text


def labels(trace, steps):
    """What stands at each node: by the last move to it, which is enough in the figure."""
    tree = trace.after(steps)
    found = [row.text.split(": ") for row in rows(trace, tree) if ": " in row.text and row.path[-1] > 0]
    return {"root": root_label(trace, tree), **dict(found)}


@pytest.fixture(scope="module")
def figure():
    return FIGURES["aima-5.10"].trace()


def test_the_figure_is_replayed(figure):
    before = labels(figure, 0)
    assert before == {
        "root": "37/100",
        "a1": "60/79",
        "b1": "16/53",
        "c1": "27/35",
        "c2": "10/18",
        "b2": "3/26",
        "a2": "1/10",
        "a3": "2/11",
    }
    (iteration,) = figure.iterations
    assert [choice.chosen.action for choice in iteration.selection] == ["a1", "b1", "c1"]
    assert iteration.playout.rewards == (1.0, 0.0)  # black, who moves at the root, wins
    new = iteration.expansion.choice.chosen.action
    assert labels(figure, 4) == {**before, new: "0/0"}
    after = {"root": "37/101", "a1": "61/80", "b1": "16/54", "c1": "28/36", new: "0/1"}
    assert labels(figure, 6) == {**before, **after}


def test_what_the_book_says_of_the_constant():
    """With C = 1.4 the node 60/79 has the highest UCB1 score, with C = 1.5 the node 2/11."""
    taken = {
        c: FIGURES["aima-5.10"].trace(options={"c": c}).iterations[0].selection[0].chosen
        for c in ("1.4", "1.5")
    }
    assert {c: (edge.wins, edge.visits) for c, edge in taken.items()} == {"1.4": (60, 79), "1.5": (2, 11)}


def test_the_figure_in_words_and_as_a_table(figure):
    assert sentence(figure, figure.steps[0]) == (
        "Selection: at the root, where black moves, a1, 60/79, has the highest UCB1: "
        "0.759 + 1.4·√(ln 100 / 79) ≈ 0.759 + 0.338 ≈ 1.098."
    )
    assert table(figure, figure.steps[0].choice) == [
        "move  wins/playouts   mean  explore  total",
        "a1            60/79  0.759    0.338  1.098  taken",
        "a2             1/10  0.100    0.950  1.050",
        "a3             2/11  0.182    0.906  1.088",
    ]
    assert sentence(figure, figure.steps[5]).endswith(
        "c1 27/35 → 28/36, b1 16/53 → 16/54, a1 60/79 → 61/80; the root 37/100 → 37/101 for white."
    )


SETTINGS = [
    *({"formula": formula} for formula in FORMULAS),
    {"formula": "puct", "bias": "0.4", "widening": "1.2"},
    {"graph": "true"},
    {"plies": "-1"},
    {"plies": "1"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_every_step_can_be_told_and_the_last_tree_is_the_engines(name, options):
    trace = hm.simulate(hm.game(name), simulations=80, options=options, seed=2)
    for step in trace.steps:
        said = sentence(trace, step)
        assert said.startswith(step.phase.capitalize())
        assert said.endswith(".")
        assert "None" not in said
        if step.choice:
            assert len(table(trace, step.choice)) == len(step.choice.candidates) + 1
    tree = trace.after(len(trace.steps))
    assert tree.visits == 80
    last = {}
    for iteration in trace.iterations:
        last.update((change.edge, (change.visits[1], change.wins[1])) for change in iteration.backup)
    assert {e: (tree.edges[e].visits, tree.edges[e].wins) for e in last} == last
    json.dumps(trace.to_dict(), allow_nan=False)
    assert trace.text(width=60, depth=1)


def test_the_tree_after_each_step_grows_by_one_simulation():
    trace = hm.simulate(hm.game("tictactoe"), simulations=30)
    ends = [k for k, step in enumerate(trace.steps, 1) if step.phase == "back-propagation"]
    assert [trace.after(k).visits for k in ends] == list(range(1, 31))


def test_several_players_chance_and_proofs_are_told():
    pig = hm.simulate(hm.load("examples/pig.py"), simulations=20)
    assert "where nature moves" in pig.text(width=None)
    proven = hm.simulate(hm.game("nim", heaps="1 2"), simulations=500)
    assert "proven win" in proven.text()
    assert "The root is proven, which ends the search." in proven.text(width=None)
    assert proven.iterations[-1].solved


def test_the_best_move_is_that_of_analyze():
    game = hm.game("tictactoe")
    found = hm.analyze(game, limit=hm.Limit(simulations=300), algorithm="mcts", seed=5)
    assert hm.simulate(game, simulations=300, seed=5).best == found.best


def test_a_search_that_is_kept_asks_for_the_memory_that_it_needs():
    tracemalloc.start()
    try:
        hm.simulate("tictactoe", simulations=20)
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


def test_counts_and_positions():
    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="a1 a2")
    trace = hm.simulate(game, state, simulations=1, counts="3/4\n  b2: 1/3\n  c3: 0/1\n")
    assert root_label(trace, trace.after(0)) == "3/4"
    assert repr(trace) == "<SimulationTrace of tictactoe: 1 iteration>"
    assert hm.simulate(game, simulations=0).best is None


@pytest.mark.parametrize(("wins", "text"), [(27.0, "27"), (2.5, "2.5"), (3.2746, "3.27"), (0.0, "0")])
def test_numbers_of_wins(wins, text):
    assert wins_text(wins) == text


def test_what_cannot_be_simulated():
    game = hm.game("tictactoe")
    over, _ = hm.position(game, moves="a1 a2 b1 b2 c1")
    with pytest.raises(BadInput, match="The game is over"):
        hm.simulate(game, over)
    with pytest.raises(BadInput, match="simulations must be a whole number from 0 to 100000"):
        hm.simulate(game, simulations=10**6)
