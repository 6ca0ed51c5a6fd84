import pytest
from small_games import RandomTree, root

import halfmove as hm
from halfmove.core.buffer import Buffer
from halfmove.core.code.names import watching_methods
from halfmove.core.compile import interpreted
from halfmove.core.digest import digest
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


def digests(cls):
    return {name: digest(method) for name, method in watching_methods(cls)}


@pytest.mark.parametrize("cls", [Counter, Follower, Silent])
def test_what_has_been_searched_does_not_change_the_name_of_machine_code(cls):
    before = digests(cls)
    hm.minimax(hm.interpreted("nim"), depth=3)
    hm.alphabeta(hm.interpreted("nim"), depth=3)
    assert digests(cls) == before
    assert {"enter", "descend", "improve"} <= before.keys()
    assert "inline_into" not in before


def test_the_methods_that_a_watcher_s_methods_call_are_compiled_too():
    class Helped(Counter):
        def enter(self, state, depth, alpha, beta):
            self.once_more()

        def once_more(self):
            self.words[0] += 1

        def unrelated(self):
            raise AssertionError

    found = digests(Helped)
    assert "once_more" in found
    assert "unrelated" not in found
