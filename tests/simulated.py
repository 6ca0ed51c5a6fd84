"""What a Monte Carlo search has left in memory, told and checked."""

from halfmove.search.montecarlo.memory import (
    ACTION,
    EDGE,
    EDGES_USED,
    GAINED,
    NODE,
    NODES_USED,
    ROOT,
    ROOT_VISITS,
    VISITS,
    edges_of,
    node_of,
)


def told(engine):
    """All that the tree holds."""
    (tree,) = engine.trees
    nodes, edges = tree.counters[NODES_USED], tree.counters[EDGES_USED]
    extras = tree.extras.array[: edges * 4].tolist() if engine.plan.extras else []
    return tree.nodes.array[: nodes * NODE].tolist(), tree.edges.array[: edges * EDGE].tolist(), extras


def check_books(engine, simulations):
    """Every simulation is counted once on each edge of its path, and nowhere else."""
    (tree,) = engine.trees
    most = 2 * engine.plan.most
    assert tree.counters[ROOT_VISITS] == simulations
    visits = {ROOT: simulations}
    todo = [ROOT]
    while todo:
        node = todo.pop()
        below = 0
        for edge in edges_of(tree, node):
            word, n, gained = (tree.edges[edge * EDGE + place] for place in (ACTION, VISITS, GAINED))
            assert 0 <= gained <= n * most
            below += n
            if node_of(word):
                visits[node_of(word)] = n
                todo.append(node_of(word))
        # before it was a node: its expand - 1 visits, or the one with which it was first tried
        expand = engine.plan.expand
        passed = (0,) if node == ROOT else (expand - 1,) if expand > 1 else (0, 1)
        assert visits[node] - below in passed
    assert len(visits) == tree.counters[NODES_USED] - ROOT
