"""What a search told its watcher, and whether it was true."""

from small_games import RandomTree, naive

from halfmove.core import bits
from halfmove.search.trace import Enter, Leaf, Leave
from halfmove.search.watch import Recorder

GAME1 = [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]]
"""A tree of MIT's course 6.034: 4 with 13 static evaluations if MAX moves first, 11 with 11 if MIN does."""


class DistinctTree(RandomTree):
    """A `RandomTree` whose leaves have different values."""

    def utility(self, s, player):
        worth = bits.number(bits.right(s.word, 20) & bits.board(2**40 - 1))
        return worth if player == 0 else -worth


def told(search, game, state=None, **options):
    """The events of a search."""
    recorder = Recorder()
    search(game, state, watch=recorder, **options)
    return recorder.events


def evaluated(events):
    """The paths of the leaves in the order of their static evaluations."""
    return [event.path for event in events if isinstance(event, Leaf)]


def visited(events):
    """The paths of the nodes in the order they were entered."""
    return [event.path for event in events if isinstance(event, Enter)]


def returned(events):
    """What each node returned last."""
    return {event.path: event.value for event in events if isinstance(event, Leave)}


def windows(events):
    """The window that each node was entered with last."""
    return {event.path: (event.alpha, event.beta) for event in events if isinstance(event, Enter)}


def believe(events, game, *, of_mover=False):
    """Every node's relation to what it returns must hold for its minimax value."""
    open_nodes, known = [], {}
    for event in events:
        if isinstance(event, Enter):
            open_nodes.append(event)
        elif isinstance(event, Leave):
            entered = open_nodes.pop()
            if event.relation is None:  # left open: nothing is claimed
                assert event.value is None
                continue
            place = entered.state, entered.depth
            if place not in known:
                known[place] = naive(game, *place)
            true = known[place]
            if of_mover and game.to_move(entered.state) != 0:
                true = 0 - true
            holds = {"=": true == event.value, "≤": true <= event.value, "≥": true >= event.value}
            assert holds[event.relation], (event, true)


def best_first(spec, maximises, worst=False):
    """A tree of lists with the children of every node sorted, the best or the worst first; its value."""
    if not isinstance(spec, list):
        return spec, spec
    children = [best_first(child, not maximises, worst) for child in spec]
    children.sort(key=lambda pair: pair[1], reverse=maximises != worst)
    values = [value for _, value in children]
    return [child for child, _ in children], max(values) if maximises else min(values)


def without_cuts(branching, depth, maximises=True, low=0):
    """A uniform tree in which alpha-beta cuts nothing: better children later, their leaves all better too."""
    if depth == 0:
        return low
    size = branching ** (depth - 1)
    lows = [low + i * size for i in range(branching)]
    if not maximises:
        lows.reverse()
    return [without_cuts(branching, depth - 1, not maximises, start) for start in lows]
