"""Engines that go wrong: the fault is named, the engine is gone with all it started, and starts anew."""

import pytest
from engines import Watched, faulty

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.kinds import player
from halfmove.arena.player import Choice, Fault, PlayerFault
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game

GAMES = {"gtp": game("go", size=9), "uci": game("chess")}
FAULTS = {
    "crash": Fault.CRASH,
    "signal": Fault.CRASH,
    "hang": Fault.HANG,
    "stubborn": Fault.HANG,
    "child": Fault.HANG,
    "flood": Fault.FLOOD,
    "long": Fault.FLOOD,
    "nonsense": Fault.NONSENSE,
    "illegal": Fault.ILLEGAL,
}
BUDGET = Budget(Limit(seconds=0.2), most=2.0)
pytestmark = pytest.mark.slow_interpreted  # nothing here is about kernels


def made(protocol, fault, move):
    return player(describe(faulty(protocol, fault, move)))


def play(one, protocol, moves):
    """The player's answers in a game against whoever plays the last legal action."""
    rules = GAMES[protocol]
    one.start()
    one.new_game(rules, 0, 1)
    history = History(rules)
    answers = []
    for _ in range(moves):
        answers.append(one.choose(history, BUDGET))
        history.play(answers[-1].action)
        history.play([a for a in history.legal() if history.game.action_text(history.state, a) != "pass"][-1])
    return answers


@pytest.mark.parametrize("protocol", ["gtp", "uci"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_the_second_move(protocol, fault):
    with Watched():
        one = made(protocol, fault, 2)
        with pytest.raises(PlayerFault) as caught:
            play(one, protocol, 3)
        assert caught.value.fault is FAULTS[fault], caught.value
        one.close()
        one.close()
        one.start()  # and it is as good as new
        one.new_game(GAMES[protocol], 0, 1)
        assert isinstance(one.choose(History(GAMES[protocol]), BUDGET), Choice)
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci"])
@pytest.mark.parametrize("fault", ["crash", "hang", "flood", "close"])
def test_an_engine_that_does_not_start(protocol, fault):
    with Watched():
        one = made(protocol, fault, 0)
        one.start_patience = 1.0
        with pytest.raises(PlayerFault) as caught:
            one.start()
        assert caught.value.fault in (Fault.START, Fault.CRASH, Fault.FLOOD), caught.value
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci"])
def test_grumbling_on_standard_error_is_no_fault(protocol):
    with Watched():
        one = made(protocol, "stderr", 2)
        assert len(play(one, protocol, 3)) == 3
        one.close()


def test_what_gtp_engines_do_besides():
    with Watched():
        one = made("gtp", "resign", 2)
        with pytest.raises(Exception, match=r"over|None|legal"):
            play(one, "gtp", 3)  # the helper plays on: the answer has no action
        one.close()
        one = made("gtp", "refuse", 1)
        with pytest.raises(PlayerFault, match="refuses to move"):
            play(one, "gtp", 1)
        one.close()
        one = made("gtp", "stray", 1)
        assert len(play(one, "gtp", 1)) == 1, "chatter is read over"
        one.close()


def test_the_last_words_of_a_crash_are_told():
    one = made("gtp", "crash", 1)
    with pytest.raises(PlayerFault, match=r"exit status 3 \(out of memory"):
        play(one, "gtp", 1)
    one.close()


def test_what_a_uci_engine_says_of_its_move():
    with Watched():
        one = made("uci", "none", 99)
        [choice] = play(one, "uci", 1)
        assert (choice.value, choice.depth, choice.nodes) == (0.25, 3, 42)
        assert one.title == "Faulty 1"
        one.close()
