"""Drivers in good company: options, boards kept in step, Debian's engines where they are installed."""

import pytest
from engines import Watched, faulty, installed

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.kinds import player
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game

pytestmark = pytest.mark.slow_interpreted
GO, CHESS = game("go", size=9), game("chess")
BUDGET = Budget(Limit(seconds=0.2), most=20.0)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("Hush=3", "no option 'Hush'; did you mean 'Hash'"),
        ("Hash=1000", "whole number from 1 to 64"),
        ("Hash=many", "whole number"),
        ("Style=mad", "one of calm, wild"),
    ],
)
def test_options_that_a_uci_engine_does_not_take(options, says):
    with Watched(), pytest.raises(BadInput, match=says):
        player(describe(f"{faulty('uci', 'none', 99)}?{options}")).check(CHESS)


def test_options_of_a_gtp_engine_are_its_commands():
    with Watched():
        one = player(describe(f"{faulty('gtp', 'none', 99)}?level=3"))
        one.start()
        one.close()
        one = player(describe(f"{faulty('gtp', 'none', 99)}?levle=3"))
        with pytest.raises(BadInput, match="no command 'levle'"):
            one.start()
        one.close()


def test_games_that_they_do_not_play():
    with pytest.raises(Unsuitable, match="GTP engines play Go, not chess"):
        player(describe(faulty("gtp", "none", 99))).check(CHESS)
    with pytest.raises(Unsuitable, match="UCI engines play chess, not go"):
        player(describe(faulty("uci", "none", 99))).check(GO)
    for text in ("uci:nosuchengine", "gtp:nosuchengine"):
        with pytest.raises(BadInput, match="no program 'nosuchengine'"):
            player(describe(text))


def test_a_board_is_kept_in_step_also_where_moves_are_taken_back():
    with Watched():
        one = player(describe(faulty("gtp", "none", 99)))
        one.start()
        one.new_game(GO, 0, 1)
        history = History(GO, actions=[GO.parse_action(GO.initial(), "A1")])
        second = GO.action_text(history.state, one.choose(history, BUDGET).action)
        assert second == "B1"
        history.undo()
        assert GO.action_text(history.state, one.choose(history, BUDGET).action) == "A1"
        one.close()


@pytest.mark.parametrize("command", ["stockfish", "gnuchess --uci"])
def test_a_real_chess_engine(command):
    path = installed(command.split()[0])
    with Watched():
        one = player(describe(f"uci:{path} {' '.join(command.split()[1:])}"))
        one.check(CHESS)
        one.start()
        one.new_game(CHESS, 0, 1)
        history = History(CHESS)
        for text in ("e5", "d6"):
            choice = one.choose(history, BUDGET)
            history.play(choice.action)
            history.play(CHESS.parse_action(history.state, text) if text == "e5" else history.legal()[0])
        mate = History(CHESS, CHESS.parse("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"))
        choice = one.choose(mate, BUDGET)
        assert CHESS.action_text(mate.state, choice.action) == "Rd8#"
        one.close()


def test_a_real_go_engine():
    path = installed("gnugo")
    with Watched():
        one = player(describe(f'gtp:"{path} --mode gtp --level 1"'))
        one.start()
        assert one.title.startswith("GNU Go")
        one.new_game(GO, 0, 1)
        history = History(GO)
        for _ in range(3):
            choice = one.choose(history, BUDGET)
            history.play(choice.action)
            history.play(one.choose(history, BUDGET).action)
        history.play(GO.parse_action(history.state, "pass"))
        history.play(GO.parse_action(history.state, "pass"))
        settled = one.settle(history)
        assert settled is not None
        assert settled[0][0] == -settled[0][1]
        one.close()
