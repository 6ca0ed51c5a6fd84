"""`halfmove uci`: the handshake at once, an answer to every `go`, and nothing that brings it down."""

import random
import re
import subprocess
import sys
from itertools import pairwise

import pytest
from uci_controller import Controller, ready

from halfmove.protocols.uci.server.limits import strength
from halfmove.protocols.uci.server.messages import go, option
from halfmove.protocols.uci.server.options import OPTIONS, Options

pytestmark = pytest.mark.slow_interpreted


def _words(text):
    return text.split()


@pytest.fixture
def uci():
    with ready() as controller:
        yield controller


def best(heard):
    return heard[-1].split()[1]


def test_the_handshake_names_every_option():
    controller = Controller()
    controller.send("uci")
    heard = controller.until("uciok", 5)
    assert heard[0].startswith("id name Halfmove ")
    told = [line for line in heard if line.startswith("option name ")]
    assert told == [one.announced for one in OPTIONS]
    assert "option name Hash type spin default 64 min 1 max 65536" in told
    assert "option name Clear Hash type button" in told
    controller.close()


def test_a_search_to_a_depth(uci):
    uci.send("position startpos moves e2e4 e7e5", "go depth 6")
    heard = uci.until("bestmove")
    info = [line for line in heard if line.startswith("info depth")]
    assert [int(line.split()[2]) for line in info] == list(range(1, 7))
    for line in info:
        assert re.fullmatch(
            r"info depth \d+ seldepth \d+ score (cp|mate) -?\d+ "
            r"nodes \d+ nps \d+ hashfull \d+ time \d+ pv( \w+)+",
            line,
        ), line
    assert best(heard) == info[-1].split(" pv ")[1].split()[0]
    assert re.fullmatch(r"bestmove \w{4}( ponder \w{4})?", heard[-1])


def test_mate_is_told_in_moves(uci):
    uci.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4")
    heard = uci.until("bestmove")
    assert best(heard) == "a1a8"
    assert "score mate 1 " in heard[-2]
    uci.send("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go mate 2")
    assert "score mate -1 " in uci.until("bestmove")[-2]


def test_where_there_is_no_move(uci):
    uci.send("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "go depth 3")
    assert uci.until("bestmove")[-1] == "bestmove (none)"


def test_infinite_waits_for_stop_even_when_nothing_is_left_to_find(uci):
    uci.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go infinite")
    uci.quiet(0.6)
    uci.send("isready")
    uci.until("readyok", 5)
    uci.send("stop")
    assert best(uci.until("bestmove", 5)) == "a1a8"
    uci.send("stop")
    uci.quiet(0.2)


def test_pondering_waits_for_the_move_and_then_for_the_clock(uci):
    uci.send("position startpos moves e2e4 e7e5 g1f3", "go ponder wtime 1000 btime 1000")
    uci.quiet(0.5)
    uci.send("ponderhit")
    uci.until("bestmove", 10)
    uci.send("go ponder wtime 100000 btime 100000")
    uci.quiet(0.3)
    uci.send("stop")
    uci.until("bestmove", 10)


def test_every_go_has_its_answer_even_one_that_comes_too_early(uci):
    uci.send("position startpos", *["go infinite"] * 5, "stop")
    for _ in range(5):
        uci.until("bestmove", 10)
    uci.quiet(0.2)


def test_moves_to_choose_from(uci):
    uci.send("position startpos", "go depth 4 searchmoves a2a3 h2h4")
    assert best(uci.until("bestmove")) in ("a2a3", "h2h4")
    uci.send("go searchmoves e2e5 h2h4 depth 3")
    heard = uci.until("bestmove")
    assert any("'e2e5' is not a legal move" in line for line in heard)
    assert best(heard) == "h2h4"


def test_several_lines(uci):
    uci.send("setoption name MultiPV value 3", "position startpos", "go depth 4")
    heard = uci.until("bestmove")
    last = [line for line in heard if line.startswith("info depth 4 ")]
    assert [re.search(r"multipv (\d)", line)[1] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3


def test_the_bounds_of_a_go(uci):
    uci.send("position startpos", "go nodes 2000")
    heard = uci.until("bestmove")
    assert int(re.search(r"nodes (\d+)", heard[-2])[1]) < 4000
    for words in (
        "movetime 50",
        "wtime 500 btime 500",
        "wtime 1 btime 1",
        "wtime -5 btime 20 movestogo 1",
        "movetime 0",
    ):
        uci.send(f"go {words}")
        uci.until("bestmove", 20)


def test_chess960(uci):
    uci.send(
        "setoption name UCI_Chess960 value true",
        "position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
        "go depth 3",
    )
    uci.until("bestmove")
    uci.send("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1", "d")
    assert any("5RK1" in line for line in uci.until("Fen:"))
    uci.send("setoption name UCI_Chess960 value false", "position startpos moves e2e4", "go depth 2")
    uci.until("bestmove")


def test_options_change_between_searches(uci):
    uci.send(
        "setoption name Hash value 2", "setoption name threads value 2", "position startpos", "go depth 8"
    )
    uci.until("bestmove")
    uci.send("setoption name Clear Hash", "ucinewgame", "isready")
    uci.until("readyok")
    uci.send(
        "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1630", "go infinite"
    )
    uci.send("stop")
    uci.until("bestmove")
    uci.send("go movetime 2000")
    assert int(re.search(r"nodes (\d+)", uci.until("bestmove")[-2])[1]) < 500


WRONG = [
    ("setoption name Hash value many", "Hash must be a whole number from 1 to 65536, not 'many'"),
    ("setoption name Hash value 0", "Hash must be a whole number from 1 to 65536, not '0'"),
    ("setoption name Ponder value maybe", "Ponder must be true or false"),
    ("setoption name Contempt value 3", "there is no option 'Contempt'"),
    ("setoption Hash 5", "'name' is missing"),
    ("position startpos moves e2e5", "'e2e5' is not a legal move here"),
    ("position startpos moves e2e4 e7e5 e1e3", "'e1e3'"),
    ("position fen rubbish", "position: .* Nothing is changed"),
    ("position", "'startpos' or 'fen' is missing"),
    ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ("tell me a story", "Unknown command: tell me a story"),
]


@pytest.mark.parametrize(("line", "words"), WRONG, ids=[line for line, _ in WRONG])
def test_what_it_cannot_make_sense_of_it_says_and_goes_on(uci, line, words):
    uci.send("position startpos moves d2d4", line)
    [said] = uci.until("info string", 10)
    assert re.search(words, said), said
    uci.send("d")
    assert "3P4" in uci.until("Fen:", 10)[-1], "the position is still that from before"


def test_moves_are_played_from_where_the_last_position_was(uci):
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    for number in (0, 1, 3, 5, 2, 5):
        uci.send(
            f"position startpos moves {' '.join(moves[:number])}" if number else "position startpos", "d"
        )
        fen = uci.until("Fen:", 10)[-1]
        assert fen.split()[-1] == str(1 + number // 2)
    uci.send(
        "position startpos moves " + " ".join(["g1f3", "g8f6", "f3g1", "f6g8"] * 3 + ["g1f3"]), "go depth 3"
    )
    uci.until("bestmove", 10)  # a controller may go on after the third time


def test_words_and_numbers_of_a_go():
    command = go(_words("wtime 100 btime x winc searchmoves e2e4 d2d4 movetime 7 ponder depth"))
    assert command.numbers == {"wtime": 100, "movetime": 7}
    assert command.moves == ["e2e4", "d2d4"]
    assert command.ponder
    assert go(["depth", "9" * 40]).numbers["depth"] == 10**12
    assert option(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    assert option(["name", "Book", "File", "value", "a", "b", "value", "c"]) == ("Book File", "a b value c")
    assert option([]) == ("", "")


def test_option_values():
    changed = []
    options = Options(changed.append)
    options.set("hash", "128")
    options.set("Ponder", "TRUE")
    assert (options.number("Hash"), options.true("Ponder"), changed) == (128, True, ["Hash", "Ponder"])


def test_a_weaker_opponent_looks_at_less():
    levels = [strength(elo) for elo in range(1000, 2301, 25)]
    assert all(weak.nodes <= strong.nodes for weak, strong in pairwise(levels))
    assert all(weak.slips >= strong.slips for weak, strong in pairwise(levels))
    assert len(set(levels)) == len(levels)


# ---- whole processes
def test_quit_and_the_end_of_input_end_it_at_once():
    for text in ("uci\nquit\n", "uci\n", "isready\ngo infinite\n", "position startpos\ngo infinite\nquit\n"):
        done = subprocess.run(
            [sys.executable, "-m", "halfmove.cli.main", "uci"],
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout.count("bestmove") == text.count("go ")


def test_rubbish_does_not_bring_it_down():
    dice = random.Random(8)
    words = _words("uci isready go stop position startpos fen moves e2e4 e7e5 depth 2 movetime 5 -1 nodes 10")
    words += _words("setoption name Hash value 1 MultiPV ponderhit ucinewgame infinite searchmoves ponder é")
    words += ["\x00", "99999999999", "d", "wtime", "btime"]
    lines = [" ".join(dice.choices(words, k=dice.randint(0, 9))) for _ in range(300)]
    text = "\n".join([*lines, "stop", "position startpos", "go depth 3", ""]) + "\nisready\n"
    done = subprocess.run(
        [sys.executable, "-m", "halfmove.cli.main", "uci"],
        input=text.encode() + b"\xff\xfe\nquit\n",
        capture_output=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"bestmove" in done.stdout


def test_it_plays_through_a_controller():
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    engines = pytest.importorskip("chess.engine")
    with engines.SimpleEngine.popen_uci(
        [sys.executable, "-m", "halfmove.cli.main", "uci"], timeout=60
    ) as engine:
        board = chess.Board()
        for _ in range(12):
            board.push(engine.play(board, engines.Limit(time=0.02)).move)
        result = engine.analyse(board, engines.Limit(depth=5), multipv=2)
        assert len(result) == 2
