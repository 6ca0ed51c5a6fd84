import pytest
from small_games import RandomTree, root

from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.games.mnk import TicTacToe
from halfmove.search.textbook.alphabeta import alphabeta, alphabeta_value
from halfmove.search.textbook.minimax import minimax, minimax_value
from halfmove.search.textbook.outcome import UNLIMITED
from halfmove.search.trace import Leave
from halfmove.search.watch import Counter, Follower, Recorder, Several, Silent, Stopped, Watcher

GAMES = [TicTacToe(), interpreted(TicTacToe())]


@pytest.mark.parametrize("game", GAMES)
def test_a_counter_stops_at_exactly_its_node_limit(game):
    counter = Counter(node_limit=100)
    with pytest.raises(Stopped):
        minimax_value(game, game.initial(), UNLIMITED, counter)
    assert counter.nodes == 100


@pytest.mark.parametrize("game", GAMES)
def test_a_counter_can_be_stopped_from_outside(game):
    counter = Counter()
    counter.stop()
    with pytest.raises(Stopped):
        minimax_value(game, game.initial(), UNLIMITED, counter)
    assert counter.nodes == 0


@pytest.mark.parametrize("game", GAMES)
def test_whoever_watches_the_search_is_the_same(game):
    start, window = game.initial(), (-9.0, 9.0, False)
    found = [
        alphabeta_value(game, start, 4, *window, watcher) for watcher in (Silent(), Counter(), Follower())
    ]
    assert found[0] == found[1] == found[2]


def test_several_watchers_are_told_alike():
    game = interpreted(RandomTree())
    one, two = Counter(), Follower()
    alphabeta(game, root(7), watch=Several(one, two))
    assert list(one.words.array) == list(two.words.array[: len(one.words)])
    assert one.cutoffs > 0


class Hopeful(Watcher):
    """A watcher of one's own that compiles: how many states were left with a value above zero."""

    compiled = True

    def __init__(self):
        self.words = Buffer(1)

    def leave(self, value):
        if value > 0:
            self.words[0] += 1


@pytest.mark.parametrize("game", GAMES)
def test_a_compiled_watcher_of_one_s_own(game):
    mine, recorder = Hopeful(), Recorder()
    minimax_value(game, game.initial(), 4, mine)
    minimax(game, depth=4, watch=recorder)
    assert mine.words[0] == sum(isinstance(e, Leave) and e.value > 0 for e in recorder.events) > 0
