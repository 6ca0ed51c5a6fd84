"""`halfmove usi`: what USI has and UCI has not, byo-yomi, mates, games of several sizes."""

import gc
import random
import re
import threading
import weakref

import pytest
from uci_controller import ready

from halfmove.core.history import History
from halfmove.games.registry import game
from halfmove.protocols.uci.server.language import USI
from halfmove.protocols.uci.server.limits import bounds_of
from halfmove.protocols.uci.server.messages import go

pytestmark = pytest.mark.slow_interpreted
SHOGI = game("shogi", notation="usi")
MATES = {
    "7lk/9/8P/9/9/9/9/9/K8 b G 1": 1,
    "7lk/6G2/8P/9/9/9/9/9/K8 b 2G 1": 1,
    "4+P4/6S1k/8n/4p3N/9/9/9/9/K8 b BN 1": 3,
    "9/6k1S/9/4+PGg2/7P1/9/9/9/K8 b RP 1": 7,
}

MATE = "7lk/6G2/8P/9/9/9/9/9/K8 b 2G 1"
OPEN = "sfen 9/9/9/9/4k4/9/9/9/K8 b 2R2B4L17P4g4s4n 1"
"""Checks without end, and no mate for a long time."""


@pytest.fixture
def usi():
    with ready(USI) as controller:
        yield controller


@pytest.mark.parametrize(("position", "plies"), MATES.items(), ids=map(str, MATES.values()))
def test_a_mate_is_answered_by_all_its_moves(usi, position, plies):
    usi.send(f"position sfen {position}", "go mate infinite")
    moves = usi.until("checkmate", 60)[-1].split()[1:]
    assert len(moves) == plies
    history = History(SHOGI, SHOGI.parse(position), [])
    for move in moves:
        history.play(SHOGI.parse_action(history.state, move))
    assert history.over
    assert history.utility(history.mover) == -1


@pytest.mark.parametrize("position", ["sfen 7lk/8G/8P/9/9/9/9/9/K8 w - 1", "startpos"])
def test_where_there_is_no_mate(usi, position):
    """One who is mated, and one who cannot even give check."""
    usi.send(f"position {position}", "go mate 60000")
    assert usi.until("checkmate")[-1] == "checkmate nomate"


def test_where_there_is_no_time(usi):
    usi.send(f"position {OPEN}", "go mate 20")
    assert usi.until("checkmate")[-1] == "checkmate timeout"
    usi.send("go mate infinite")
    heard = usi.until("info nodes")
    assert not any(line.startswith("checkmate") for line in heard)
    usi.send("stop")
    assert usi.until("checkmate", 10)[-1] == "checkmate timeout"


def test_a_stop_is_heard_before_the_search_has_begun(usi):
    usi.send(f"position {OPEN}")
    for _ in range(5):
        usi.send("go mate infinite", "stop")
        assert usi.until("checkmate", 10)[-1] == "checkmate timeout"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_mate_is_told_with_its_plies(usi, threads):
    usi.send(f"setoption name Threads value {threads}", "setoption name USI_Hash value 16")
    usi.send("position sfen 8b/9/8k/6+p1+n/6+P1s/8B/8P/9/9 b G2S3N2r3gs4l15p 1", "go mate infinite")
    heard = usi.until("checkmate")
    moves = heard[-1].split()[1:]
    assert len(moves) >= 15
    assert len(moves) % 2 == 1
    assert f"score mate {len(moves)} " in heard[-2]


def test_every_question_has_its_own_answer(usi):
    usi.send(f"position {OPEN}", "go mate infinite", "go infinite", "go mate 5", "go nodes 50", "go mate 1")
    heard = [line.split()[0] for line in usi.until("checkmate") if not line.startswith("info")]
    for word in ("bestmove", "checkmate", "bestmove", "checkmate"):
        heard += [line.split()[0] for line in usi.until(word) if not line.startswith("info")]
    assert heard == ["checkmate", "bestmove", "checkmate", "bestmove", "checkmate"]
    usi.quiet(0.1)


@pytest.mark.parametrize("seed", range(3))
def test_searches_that_are_overtaken_are_answered_each(usi, seed):
    dice, due = random.Random(seed), 0
    for _ in range(60):
        line = dice.choice(
            ["go infinite", "go mate infinite", "go mate 3", "go ponder btime 10 wtime 10", "go nodes 9"]
            + ["stop", "ponderhit", "gameover draw", "usinewgame", "position startpos moves 7g7f", "isready"]
            + [f"position {OPEN}"]
        )
        due += line.startswith("go")
        usi.send(line)
    usi.send("stop", "position startpos", "d")
    heard = usi.until("Sfen:")
    assert sum(line.startswith(("bestmove", "checkmate")) for line in heard) == due


def test_a_game_that_is_over_ends_the_search(usi):
    usi.send("position startpos", "go infinite", "gameover lose", "isready")
    heard = usi.until("readyok", 20)
    assert sum(line.startswith("bestmove") for line in heard) == 1


@pytest.mark.parametrize("variant", ["minishogi", "dobutsu", "shogi"])
def test_other_boards(usi, variant):
    usi.send(f"setoption name USI_Variant value {variant}", "position startpos", "d", "go depth 3")
    start = game(variant).start()
    assert usi.until("Sfen:")[-1] == f"Sfen: {start}"
    move = usi.until("bestmove")[-1].split()[1]
    usi.send(f"position startpos moves {move}", "go nodes 100")
    assert re.fullmatch(r"bestmove [\w*+]{4,5}.*", usi.until("bestmove")[-1])


def test_an_impasse_is_declared(usi):
    """By 27 points Black has enough."""
    kings = "+P+P+PK+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G 1"
    usi.send(f"position sfen {kings} moves win", "d")
    assert usi.until("Sfen:")[-1].startswith("Sfen: +P+P+PK")
    usi.send("setoption name Impasse value none", f"position sfen {kings} moves win")
    assert "'win' is not a legal move" in usi.until("info string")[-1]


# ---- clocks
def bounds(words):
    return bounds_of(go(words.split(), USI), History(SHOGI), USI, began=0.0, overhead=0.01)


def test_byoyomi_is_time_for_each_move():
    only = bounds("btime 0 wtime 0 byoyomi 5000")
    assert (only.aim, only.most) == (None, 4.99)
    alone = bounds("byoyomi 1000")
    assert (alone.aim, alone.most) == (None, 0.99)
    both = bounds("btime 60000 wtime 1000 byoyomi 10000")
    plain = bounds("btime 60000 wtime 1000")
    assert both.aim > 6 > plain.aim
    assert both.most <= 70


def test_black_is_first():
    rich, poor = bounds("btime 100000 wtime 1000"), bounds("btime 1000 wtime 100000")
    assert rich.aim > 10 * poor.aim
    assert bounds("btime 1000 wtime 1000 binc 1000 winc 0").aim > poor.aim


def test_the_time_for_a_mate():
    assert bounds("mate 3000").most == 2.99
    assert bounds("mate infinite").most is None
    assert bounds("mate").most is None
    command = go(["mate", "infinite"], USI)
    assert command.mate
    assert command.infinite


def test_a_table_goes_when_another_size_is_asked_for():
    gc.disable()  # the next collection may come after many tables
    tables = []
    try:
        with ready(USI) as usi:
            for megabytes in (1, 2, 1, 2):
                usi.send(
                    f"setoption name USI_Hash value {megabytes}", f"position sfen {MATE}", "go nodes 100"
                )
                usi.until("bestmove")
                usi.send("go mate 60000")
                usi.until("checkmate")
                tables += [weakref.ref(usi.server._session), weakref.ref(usi.server._prover)]
            usi.send("setoption name USI_Hash value 1", "isready")
            usi.until("readyok")
            for thread in threading.enumerate():  # those that looked at the clock end by themselves
                if thread.name.endswith("(_watch)"):
                    thread.join()
            assert [table() for table in tables] == [None] * 8
    finally:
        gc.enable()
