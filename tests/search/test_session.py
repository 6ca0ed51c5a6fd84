"""A session keeps what a search remembers, and ends whichever search runs."""

import threading
import time

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.reference import open_position
from halfmove.search.session import Session

TTT = hm.game("tictactoe")
PLAIN = hm.interpreted(hm.game("connect4"))
"""What is tried of most searches here is their threads, for which no machine code need be made."""
ENDLESS = hm.Limit(seconds=600)


def test_it_finds_what_a_single_search_finds():
    game = hm.interpreted(hm.game("connect4", width=5, height=4))
    for name in ("engine", "alphabeta", "mcts"):
        limit = hm.Limit(depth=5) if name != "mcts" else hm.Limit(simulations=200)
        found = Session(game, name, seed=3).analyze(None, limit)
        alone = hm.analyze(game, None, limit, algorithm=name, seed=3)
        assert (found.lines, found.value, found.nodes) == (alone.lines, alone.value, alone.nodes)


def test_it_remembers_from_search_to_search_until_it_is_cleared():
    session = Session(hm.interpreted(hm.game("connect4", width=5, height=4)), "engine")
    first = session.analyze(limit=hm.Limit(depth=6))
    again = session.analyze(limit=hm.Limit(depth=6))
    assert again.nodes < first.nodes
    session.new_game()
    assert session.analyze(limit=hm.Limit(depth=6)).nodes == first.nodes


def test_the_past_of_a_game_is_searched_with_it():
    chess = hm.interpreted(hm.game("chess"))
    history = open_position(chess, "7k/8/8/8/8/8/R7/K7 w - - 0 1", "Ra3 Kg8 Ra2 Kh8 Ra3 Kg8 Ra2 Kh8")
    assert history.over
    session = Session(chess, "engine")
    drawn = session.analyze(history, hm.Limit(depth=2))
    assert (drawn.lines, drawn.value, drawn.proven) == ((), 0, True)
    on = list(session.deepen(history, hm.Limit(depth=2), past_draws=True))
    assert on[-1].best in list(chess.actions(history.state))
    assert session.history is history


def test_what_does_not_go_together_is_refused():
    with pytest.raises(Unsuitable):
        Session(hm.load("examples/pig.py"), "engine")
    for how, said in (
        ({"algorithm": "minimax", "megabytes": 8}, "minimax keeps nothing"),
        ({"algorithm": "minimax", "without": ["killers"]}, "minimax has no features"),
        ({"algorithm": "engine", "options": {"formula": "rave"}}, "engine has no option 'formula'"),
        ({"algorithm": "nonesuch"}, "There is no algorithm 'nonesuch'"),
    ):
        with pytest.raises(BadInput, match=said):
            Session(TTT, **how)
    with pytest.raises(BadInput, match="This session is of"):
        Session(TTT).deepen(hm.History(hm.game("nim")))


LONG = [
    (hm.game("connect4"), "engine"),
    (PLAIN, "engine"),
    (PLAIN, "mcts"),
    (PLAIN, "minimax"),
    (PLAIN, "mtdf"),
]


@pytest.mark.parametrize(("game", "algorithm"), LONG)
def test_any_thread_ends_a_search_at_any_time(game, algorithm):
    session = Session(game, algorithm)
    session.prepare()
    for pause in (0.0, 0.3):
        found = []

        def search(found=found):
            found.extend(session.deepen(None, ENDLESS))

        thread = threading.Thread(target=search)
        thread.start()
        time.sleep(pause)
        began = time.perf_counter()
        while not session.history:
            time.sleep(0.001)
        session.stop()
        thread.join(20)
        assert not thread.is_alive()
        assert time.perf_counter() - began < 10
        assert found[-1].best is not None
        assert session.stopped
        session.clear()


@pytest.mark.parametrize(("game", "algorithm"), LONG)
def test_a_search_that_is_stopped_before_it_begins_has_an_answer(game, algorithm):
    session = Session(game, algorithm)
    analyses = session.deepen(None, ENDLESS)
    session.stop()
    assert list(analyses)[-1].best is not None


def test_a_whole_textbook_search_without_a_limit_is_stopped_too():
    session = Session(PLAIN, "minimax")
    analyses = session.deepen(None, hm.Limit(depth=30))
    threading.Timer(0.2, session.stop).start()
    assert [analysis.depth for analysis in analyses] == [1]


def test_stop_ends_no_later_search():
    session = Session(TTT, "engine")
    session.stop()
    assert not session.analyze(limit=hm.Limit(depth=3)).proven
    assert session.analyze(limit=hm.Limit(depth=9)).proven
    assert not session.stopped


@pytest.mark.parametrize("name", ["kuhn", "goofspiel"])
def test_hidden_information_and_moves_at_once_are_stopped_too(name):
    session = Session(hm.interpreted(hm.game(name)))
    analyses = session.deepen(None, ENDLESS)
    session.stop()
    assert len(list(analyses)) == 1


def test_it_is_closed_at_the_end():
    with Session(TTT, "engine") as session:
        assert session.memory.game == TTT
    assert session.memory is None
