"""The tree of a search of a game of dice, as it is looked at in the browser, beside plain expectiminimax."""

import pytest

import halfmove as hm
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.score import WIN
from halfmove.search.session import Session
from halfmove.web.workers.search_tree import looker

DEPTH = 5


def plain(game, state, depth):
    """The value to player 0, by the definition."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return game.evaluate(state, 0) / WIN
    if game.to_move(state) == hm.CHANCE:
        return sum(p * plain(game, game.result(state, a), depth - 1) for a, p in game.outcomes(state))
    best = max if game.to_move(state) == 0 else min
    return best(plain(game, game.result(state, a), depth - 1) for a in game.actions(state))


@pytest.fixture(scope="module")
def searched():
    game = hm.game("pig", target=20)
    history = History(game, game.parse("A 10 B 12 A has 4"))
    session = Session(game, "chance-engine")
    for _ in session.deepen(history, Limit(depth=DEPTH), lines=2):
        pass
    return game, history.state, looker(game, session.memory, history.state, game)


def test_what_is_told_of_a_node_holds(searched):
    game, state, look = searched
    paths, kinds = [[]], set()
    for path in paths:
        node = look({"path": path})
        here = state
        for text in path:
            here = game.result(here, game.parse_action(here, text))
        mover = game.to_move(here)
        for child in node.get("children", ()):
            then = game.result(here, game.parse_action(here, child["move"]))
            if "sign" not in child:
                continue
            depth = 40 if child["depth"] in ("end", 0) else child["depth"]
            true = (-1 if mover == 1 else 1) * plain(game, then, min(depth, DEPTH))
            holds = {"=": abs(true - child["value"]) < 1e-4, "≤": true <= child["value"] + 1e-4}
            holds["≥"] = true >= child["value"] - 1e-4
            assert holds[child["sign"]], (path, child, true)
            kinds.add((child["sign"], "probability" in child))
            if len(path) < 3 and not game.is_terminal(then):
                paths.append([*path, child["move"]])
    assert len(paths) > 20
    assert ("=", True) in kinds
    assert ("≤", False) in kinds or ("≥", False) in kinds


def test_the_children_of_a_throw_are_its_outcomes_with_their_probabilities(searched):
    _, _, look = searched
    node = look({"path": ["roll"]})
    assert node["player"] == "chance"
    assert [child["move"] for child in node["children"]] == list("123456")
    assert [child["probability"] for child in node["children"]] == pytest.approx([1 / 6] * 6)
    assert node["children"][5]["worth"] == "proven win for A"
    assert not any(child["best"] for child in node["children"])
    assert sum(child["best"] for child in look({"path": ["roll", "2"]})["children"]) == 1
