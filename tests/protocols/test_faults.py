"""Engines that go wrong at any stage: the fault is named, all they started is gone, and they start anew."""

import contextlib
import os
import signal
import time

import pytest
from engines import Watched, children, scripted

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import Choice, Fault, PlayerFault
from halfmove.arena.players.registry import player
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game

GAMES = {"gtp": game("go", size=9), "uci": game("chess"), "usi": game("shogi")}
REPLIES = {"gtp": ("J9", "H9", "G9"), "uci": ("Nc6", "Nb8", "Nc6"), "usi": ("G-6b", "G-6a", "G-6b")}
STAGES = {
    "gtp": ("start", "name", "list_commands", "boardsize", "play", "genmove"),
    "uci": ("start", "uci", "isready", "ucinewgame", "position", "go"),
    "usi": ("start", "usi", "isready", "position", "go"),
}
ASKED = ("genmove", "position", "go")
"""Stages at which nothing but the time of the move bounds an engine."""
ENDS = {
    "crash": "exit status 3",
    "quit": "exit status 0",
    "signal": "SIGSEGV",
    "close": "closed its output",
    "child": "exit status 4",
}
HANGS = ("hang", "stubborn", "escape")
FLOODS = ("flood", "long", "answers")
SHORT = Budget(Limit(seconds=0.1), most=0.3)
LONG = Budget(Limit(seconds=0.1), most=30.0)
pytestmark = pytest.mark.slow_interpreted  # nothing here is about kernels


def play(one, protocol, moves, budget=LONG):
    """The player's answers, as the first seat, against replies that leave it in peace."""
    rules = GAMES[protocol]
    history = History(rules)
    answers = []
    for reply in REPLIES[protocol][:moves]:
        answers.append(one.choose(history, budget))
        history.play(answers[-1].action)
        history.play(rules.parse_action(history.state, reply))
    return answers


def begin(one, protocol):
    one.start()
    one.new_game(GAMES[protocol], 0, 1)


def whole(one, protocol, budget):
    begin(one, protocol)
    play(one, protocol, 2, budget)


def again(one, protocol):
    one.new_game(GAMES[protocol], 0, 2)
    play(one, protocol, 1)


def fault_of(one, protocol, budget=LONG):
    """The fault of a player in a whole little game."""
    with pytest.raises(PlayerFault) as caught:
        whole(one, protocol, budget)
    said = str(caught.value)
    assert said, "it is said what happened"
    assert "\n" not in said
    assert said.isprintable()
    return caught.value


CASES = [
    (protocol, stage, fault)
    for protocol, stages in STAGES.items()
    for stage in stages
    for fault in (*ENDS, *HANGS, *FLOODS)
    if stage in ("genmove", "go") or fault in ("crash", "hang")
]


@pytest.mark.parametrize(("protocol", "stage", "fault"), CASES)
def test_a_fault_at_a_stage(protocol, stage, fault, tmp_path):
    hangs = fault in HANGS
    with Watched(sign=str(tmp_path)):
        one = player(describe(scripted(protocol, tmp_path, fault=fault, at=stage, time=1)))
        one.start_patience = 0.4 if hangs and stage not in ASKED else 30.0
        caught = fault_of(one, protocol, SHORT if hangs else LONG)
        if fault in ENDS:
            assert caught.fault is Fault.CRASH
            assert ENDS[fault] in str(caught)
        elif fault in FLOODS:
            assert caught.fault is Fault.FLOOD
        elif stage in ASKED:
            assert (caught.fault, str(caught)) == (Fault.HANG, "does not answer")
        else:
            assert caught.fault in (Fault.START, Fault.HANG)
        one.close()
        one.close()  # twice does no harm


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
def test_an_engine_is_as_good_as_new_after_a_fault(protocol, tmp_path):
    with Watched(sign=str(tmp_path)):
        at = {"gtp": "genmove", "uci": "go", "usi": "go"}[protocol]
        one = player(describe(scripted(protocol, tmp_path, fault="crash", at=at, time=2)))
        for _ in range(2):
            begin(one, protocol)
            with pytest.raises(PlayerFault, match=r"exit status 3 \(out of memory, said the engine\)"):
                play(one, protocol, 2)
            one.close()
        begin(one, protocol)
        assert isinstance(play(one, protocol, 1)[0], Choice)
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
@pytest.mark.parametrize("fault", ["crash", "flood"])
def test_an_engine_that_fails_between_games(protocol, fault, tmp_path):
    """After the answer that was asked for: it shows with the next command."""
    at, at_time = {"gtp": ("komi", 2), "uci": ("isready", 3), "usi": ("isready", 2)}[
        protocol
    ]  # in the second game
    with Watched(sign=str(tmp_path)):
        one = player(describe(scripted(protocol, tmp_path, fault=fault, at=at, time=at_time)))
        begin(one, protocol)
        with pytest.raises(PlayerFault) as caught:
            again(one, protocol)
        assert caught.value.fault is {"crash": Fault.CRASH, "flood": Fault.FLOOD}[fault]
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
def test_an_engine_that_is_gone_when_it_is_asked(protocol, tmp_path):
    with Watched(sign=str(tmp_path)):
        before = children()
        one = player(describe(scripted(protocol, tmp_path)))
        begin(one, protocol)
        for pid in children() - before:
            with contextlib.suppress(ProcessLookupError):  # what only helped at the start may have ended
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)  # for UCI the event loop is over as well by now
        with pytest.raises(PlayerFault, match="SIGKILL") as caught:
            play(one, protocol, 1)
        assert caught.value.fault is Fault.CRASH
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
@pytest.mark.parametrize("fault", ["stubborn", "crash", "escape"])
def test_an_engine_that_does_not_quit(protocol, fault, tmp_path):
    with Watched(sign=str(tmp_path)):
        one = player(describe(scripted(protocol, tmp_path, fault=fault, at="quit")))
        begin(one, protocol)
        one.close()


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
@pytest.mark.parametrize("fault", ["stderr", "rubbish", "chatter", "echo"])
@pytest.mark.parametrize("stage", ["name uci usi", "genmove go go"])
def test_what_is_no_fault(protocol, fault, stage, tmp_path):
    at = stage.split()[["gtp", "uci", "usi"].index(protocol)]
    with Watched(sign=str(tmp_path)):
        one = player(describe(scripted(protocol, tmp_path, fault=fault, at=at)))
        begin(one, protocol)
        assert len(play(one, protocol, 3)) == 3
        one.close()


def tried(text):
    one = player(describe(text))
    one.start_patience = 1.0
    one.check(GAMES[text[:3]])


SAID = {
    "gtp": [
        ("= banana", Fault.NONSENSE, "plays 'banana', which is no legal move"),
        ("=", Fault.NONSENSE, "plays '', which is no legal move"),
        ("= I5", Fault.ILLEGAL, "plays 'I5', which is no legal move"),
        ("= Z99", Fault.ILLEGAL, "no legal move"),
        ("= J9", Fault.ILLEGAL, "no legal move"),  # it is taken
        ("? I am tired", Fault.NONSENSE, "refuses to move: I am tired"),
        ("?", Fault.NONSENSE, "refuses to move: no reason given"),
        ("= \x01\x02 caf\xe9", Fault.NONSENSE, "no legal move"),
    ],
    "uci": [
        ("banana", Fault.NONSENSE, "gives no move"),
        ("(none)", Fault.NONSENSE, "gives no move although it has one"),
        ("NULL", Fault.NONSENSE, "gives no move although it has one"),
        ("0000", Fault.NONSENSE, "gives no move although it has one"),
        ("!bestmove", Fault.NONSENSE, "gives no move although it has one"),
        ("", Fault.NONSENSE, "gives no move although it has one"),
        ("a1a8", Fault.ILLEGAL, "a1a8"),
        ("e1g1", Fault.ILLEGAL, "e1g1"),  # castling through its own men
        ("e1h1", Fault.ILLEGAL, "e1h1"),
        ("e7e5", Fault.ILLEGAL, "e7e5"),  # the other's
        ("g1f3q", Fault.ILLEGAL, "g1f3q"),
        ("!bestmove \x01\x02", Fault.NONSENSE, "gives no move"),
    ],
    "usi": [
        ("banana", Fault.ILLEGAL, "banana"),
        ("!bestmove", Fault.NONSENSE, "gives no move although it has one"),
        ("win", Fault.ILLEGAL, "plays win, which is not legal"),
        ("7g7e", Fault.ILLEGAL, "7g7e"),
        ("P*5e", Fault.ILLEGAL, "P*5e"),
        ("3c3d", Fault.ILLEGAL, "3c3d"),  # the other's
        ("!bestmove \x01\x02", Fault.ILLEGAL, "which is not legal"),
    ],
}


@pytest.mark.parametrize("protocol", ["gtp", "uci", "usi"])
def test_an_answer_that_is_no_move(protocol, tmp_path):
    """The fault is the answer's: an engine that goes on may be asked again."""
    said = [answer for answer, _, _ in SAID[protocol]]
    told = {"gtp": {"answers": {"genmove": said}}}.get(protocol, {"moves": said})
    with Watched():
        one = player(describe(scripted(protocol, tmp_path, **told)))
        begin(one, protocol)
        history = History(GAMES[protocol])
        if protocol == "gtp":  # where the corner is taken
            history.play(history.game.parse_action(history.state, "J9"))
            history.play(history.game.parse_action(history.state, "pass"))
        for answer, fault, words in SAID[protocol]:
            with pytest.raises(PlayerFault) as caught:
                one.choose(history, LONG)
            assert caught.value.fault is fault, answer
            assert words in str(caught.value)
            assert str(caught.value).isprintable()
        one.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("uci:cat", "'/.*cat' cannot play over UCI: it repeats what it is told"),
        ("gtp:cat", "'/.*cat' cannot play over GTP: it repeats what it is told"),
        ("usi:sleep 600", r"it has not said usiok within 0.333 s\."),
        ("uci:true", "it ended with exit status 0"),
        ("gtp:true", "it ended with exit status 0"),
        ("uci:sleep 600", r"it has not said uciok within 0.333 s\."),
        ("gtp:sleep 600", r"it has not said its name within 0.333 s\."),
        ("uci:sh", "within 0.333 s, but '.*uci.*not found'"),
        ("gtp:sh", "within 0.333 s, but '.*1.*not found'"),
        ("uci:/nowhere/engine", "There is no program '/nowhere/engine'"),
        ("gtp:/etc/passwd", "'/etc/passwd' is no program: it is not executable"),
    ],
)
def test_what_is_no_engine_is_refused_before_anything_is_played(text, says):
    with Watched(), pytest.raises(BadInput, match=says):
        tried(text)
