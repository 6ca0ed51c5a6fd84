"""Specifications of explicit trees, for properties."""

import math

from hypothesis import strategies as st

words = st.text(min_size=1, max_size=6).map(str.strip).filter(bool) | st.sampled_from(
    ["MAX", "min a", "player 3", "5", "-inf", "1/3", "50%", "a b", "a  b", "x!", "#x", "a #b", "a:b", "=",
     "(1)", "(1, 2)", "[", "{a", '"', "'", "\\", "a\\", "∞", "nan", "é", "root", "e8=Q", "Qh7#", "!",
     "a\u00a0b", "0", "1"]
)  # fmt: skip
payoffs = (
    st.integers(-99, 99)
    | st.floats(-1e6, 1e6)
    | st.sampled_from([0.1, 1e300, -0.0, math.inf, -math.inf, 1e-9, "∞", "-Infinity"])
)


def inner(below, players):
    def made(draw):
        children = draw(st.lists(below, min_size=1, max_size=4))
        actions = list(range(len(children)))
        if draw(st.booleans()):
            actions = draw(st.lists(words, min_size=len(children), max_size=len(children), unique=True))
        spec = {
            "children": dict(zip(actions, children, strict=True)) if isinstance(actions[0], str) else children
        }
        player = draw(st.sampled_from([None, "max", "min", "chance", *range(players)]))
        if player is not None:
            spec["player"] = player
        if player == "chance" and draw(st.booleans()):
            weights = draw(st.lists(st.integers(1, 9), min_size=len(children), max_size=len(children)))
            spec["probabilities"] = [weight / sum(weights) for weight in weights]
        if player != "chance" and draw(st.booleans()):
            spec["forcing"] = draw(st.lists(st.sampled_from(actions), unique=True))
        if draw(st.booleans()):
            spec["name"] = draw(words)
        if draw(st.booleans()):
            spec["value"] = draw(leaf_values(players))
        return children if set(spec) == {"children"} and isinstance(actions[0], int) else spec

    return st.composite(made)()


def leaf_values(players):
    vectors = st.lists(payoffs, min_size=players, max_size=players).map(tuple)
    return payoffs | vectors if players == 2 else vectors


def trees(players):
    values = leaf_values(players)
    leaves = values | st.builds(lambda name, value: {"name": name, "value": value}, words, values)
    return st.recursive(leaves, lambda below: inner(below, players), max_leaves=15)
