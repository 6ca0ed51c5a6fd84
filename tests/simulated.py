"""What a Monte Carlo search has left in memory, told and checked."""

from halfmove.search.montecarlo.memory import (
    EDGES_USED,
    EXTRA,
    GAINED,
    LINK,
    NODE,
    NODES_USED,
    RECORD,
    RECORDS_USED,
    ROOT,
    ROOT_VISITS,
    edges_of,
    ensure_record,
    gained_on,
    node_on,
    pack_link,
    visits_on,
)


def told(engine):
    """All that the tree holds."""
    (tree,) = engine.trees
    nodes, edges = tree.counters[NODES_USED], tree.counters[EDGES_USED]
    extras = tree.extras.array[: edges * EXTRA].tolist() if engine.plan.extras else []
    records = tree.records.array[: tree.counters[RECORDS_USED] * RECORD].tolist()
    return tree.nodes.array[: nodes * NODE].tolist(), tree.edges.array[:edges].tolist(), records, extras


def has_brought(tree, edge, visits, gained):
    """Have an edge's record say so."""
    at = ensure_record(tree, edge)
    tree.records[at + LINK] = pack_link(visits, node_on(tree, edge))
    tree.records[at + GAINED] = gained


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
            n, gained, child = visits_on(tree, edge), gained_on(tree, edge), node_on(tree, edge)
            assert 0 <= gained <= n * most
            below += n
            if child:
                visits[child] = n
                todo.append(child)
        # before it was a node: its expand - 1 visits, or the one with which it was first tried
        expand = engine.plan.expand
        passed = (0,) if node == ROOT else (expand - 1,) if expand > 1 else (0, 1)
        assert visits[node] - below in passed
    assert len(visits) == tree.counters[NODES_USED] - ROOT
