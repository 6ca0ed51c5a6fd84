"""`halfmove uci` and `halfmove usi`: the handshake at once, an answer to every `go`, and nothing
that brings them down."""

import random
import re
import subprocess
import sys
from itertools import pairwise
from typing import NamedTuple

import pytest
from uci_controller import Controller, ready

from halfmove.protocols.uci.server.language import LANGUAGES, UCI
from halfmove.protocols.uci.server.limits import strength
from halfmove.protocols.uci.server.messages import go, option
from halfmove.protocols.uci.server.options import UCI_OPTIONS, Options

pytestmark = pytest.mark.slow_interpreted


class Game(NamedTuple):
    """What is said in one of the protocols."""

    opening: tuple[str, ...]
    """Moves of a game from the beginning."""
    mate: str
    """A position in which one move mates, and the move."""
    mating: str
    mated: str
    """A position in which the mover is mated; and one in which he is after his move."""
    lost: str
    others: tuple[str, str]
    """Legal moves of the beginning that no search chooses by itself; and one that is not legal."""
    illegal: str
    table: str
    """The options for the table and for clearing it; and for pondering."""
    clear: str
    ponder: str


GAMES = {
    "uci": Game(
        ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"),
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
        "a1a8",
        "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
        ("a2a3", "h2h4"),
        "e2e5",
        "Hash",
        "Clear Hash",
        "Ponder",
    ),
    "usi": Game(
        ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e"),
        "7lk/9/8P/9/9/9/9/9/K8 b G 1",
        "G*1b",
        "7lk/8G/8P/9/9/9/9/9/K8 w - 1",
        "7lk/6G2/8P/9/9/9/9/9/K8 w G 1",
        ("9g9f", "1i1h"),
        "7g7e",
        "USI_Hash",
        "ClearHash",
        "USI_Ponder",
    ),
}


def _words(text):
    return text.split()


@pytest.fixture
def uci():
    with ready() as controller:
        yield controller


@pytest.fixture(params=LANGUAGES.values(), ids=LANGUAGES)
def engine(request):
    """A controller of each protocol, with what is said in it."""
    with ready(request.param) as controller:
        controller.language, controller.game = request.param, GAMES[request.param.name]
        controller.fen = f"position {request.param.fen}"
        yield controller


def best(heard):
    return heard[-1].split()[1]


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_handshake_names_every_option(language):
    controller = Controller(language)
    controller.send(language.name)
    heard = controller.until(f"{language.name}ok", 5)
    assert heard[0].startswith("id name Halfmove ")
    told = [line for line in heard if line.startswith("option name ")]
    assert told == [one.announced for one in language.options]
    game = GAMES[language.name]
    assert f"option name {game.table} type spin default 64 min 1 max 65536" in told
    assert f"option name {game.clear} type button" in told
    controller.close()


def test_a_search_to_a_depth(engine):
    engine.send(f"position startpos moves {' '.join(engine.game.opening[:2])}", "go depth 6")
    heard = engine.until("bestmove")
    info = [line for line in heard if line.startswith("info depth")]
    assert [int(line.split()[2]) for line in info] == list(range(1, 7))
    for line in info:
        assert re.fullmatch(
            r"info depth \d+ seldepth \d+ score (cp|mate) -?\d+ "
            r"nodes \d+ nps \d+ hashfull \d+ time \d+ pv( [\w*+]+)+",
            line,
        ), line
    assert best(heard) == info[-1].split(" pv ")[1].split()[0]
    assert re.fullmatch(r"bestmove [\w*+]{4,5}( ponder [\w*+]{4,5})?", heard[-1])


def test_mate_is_told_in_moves_or_in_plies(engine):
    game = engine.game
    engine.send(f"{engine.fen} {game.mate}", "go depth 4")
    heard = engine.until("bestmove")
    assert best(heard) == game.mating
    assert "score mate 1 " in heard[-2]
    engine.send(f"{engine.fen} {game.lost}", "go depth 6")
    distance = {"uci": 1, "usi": 2}[engine.language.name]
    assert f"score mate -{distance} " in engine.until("bestmove")[-2]


def test_mate_within_some_moves(uci):
    uci.send("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "go mate 2")
    assert "score mate -1 " in uci.until("bestmove")[-2]


def test_where_there_is_no_move(engine):
    engine.send(f"{engine.fen} {engine.game.mated}", "go depth 3")
    assert engine.until("bestmove")[-1] == f"bestmove {engine.language.no_move}"


def test_infinite_waits_for_stop_even_when_nothing_is_left_to_find(engine):
    engine.send(f"{engine.fen} {engine.game.mate}", "go infinite")
    engine.quiet(0.6)
    engine.send("isready")
    engine.until("readyok", 5)
    engine.send("stop")
    assert best(engine.until("bestmove", 5)) == engine.game.mating
    engine.send("stop")
    engine.quiet(0.2)


def test_pondering_waits_for_the_move_and_then_for_the_clock(engine):
    engine.send(
        f"position startpos moves {' '.join(engine.game.opening[:3])}", "go ponder wtime 1000 btime 1000"
    )
    engine.quiet(0.5)
    engine.send("ponderhit")
    engine.until("bestmove", 10)
    engine.send("go ponder wtime 100000 btime 100000")
    engine.quiet(0.3)
    engine.send("stop")
    engine.until("bestmove", 10)


def test_every_go_has_its_answer_even_one_that_comes_too_early(engine):
    engine.send("position startpos", *["go infinite"] * 5, "stop")
    for _ in range(5):
        engine.until("bestmove", 10)
    engine.quiet(0.2)


def test_moves_to_choose_from(engine):
    others, illegal = engine.game.others, engine.game.illegal
    engine.send("position startpos", f"go depth 3 searchmoves {' '.join(others)}")
    assert best(engine.until("bestmove")) in others
    engine.send(f"go searchmoves {illegal} {others[1]} depth 2")
    heard = engine.until("bestmove")
    assert any(f"'{illegal}' is not a legal move" in line for line in heard)
    assert best(heard) == others[1]


def test_several_lines(engine):
    engine.send("setoption name MultiPV value 3", "position startpos", "go depth 4")
    heard = engine.until("bestmove")
    last = [line for line in heard if line.startswith("info depth 4 ")]
    assert [re.search(r"multipv (\d)", line)[1] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3


def test_the_bounds_of_a_go(engine):
    engine.send("position startpos", "go nodes 2000")
    heard = engine.until("bestmove")
    assert int(re.search(r"nodes (\d+)", heard[-2])[1]) < 4000
    for words in (
        "movetime 50",
        "wtime 500 btime 500",
        "wtime 1 btime 1",
        "wtime -5 btime 20 movestogo 1",
        "movetime 0",
    ):
        engine.send(f"go {words}")
        engine.until("bestmove", 20)


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


def test_options_change_between_searches(engine):
    game = engine.game
    engine.send(
        f"setoption name {game.table} value 2",
        "setoption name threads value 2",
        "position startpos",
        "go depth 5",
    )
    engine.until("bestmove")
    engine.send(f"setoption name {game.clear}", f"{engine.language.name}newgame", "isready")
    engine.until("readyok")
    engine.send("go infinite")
    engine.send("stop")
    engine.until("bestmove")


def test_a_weaker_opponent_searches_less(uci):
    uci.send(
        "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1630", "go infinite"
    )
    uci.send("stop")
    uci.until("bestmove")
    uci.send("go movetime 2000")
    assert int(re.search(r"nodes (\d+)", uci.until("bestmove")[-2])[1]) < 500


WRONG = {
    "uci": [
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
        ("gameover win", "Unknown command: gameover win"),
    ],
    "usi": [
        ("setoption name USI_Hash value many", "USI_Hash must be a whole number from 1 to 65536"),
        ("setoption name USI_Ponder value maybe", "USI_Ponder must be true or false"),
        ("setoption name USI_Variant value chess", "USI_Variant must be one of shogi, minishogi, dobutsu"),
        ("setoption name Hash value 3", "there is no option 'Hash'"),
        ("position startpos moves 7g7e", "'7g7e' is not a legal move here"),
        ("position startpos moves 7g7f 3c3d 8h2b+ 8b3a", "'8b3a'"),
        ("position startpos moves P*5e", "'P\\*5e' is not a legal move here"),
        ("position sfen rubbish", "position: .* Nothing is changed"),
        ("position sfen 9/9/9/9/9/9/9/9/9 b - 1", "king"),
        ("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1", "19"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "'startpos' or 'sfen' is missing"),
        ("ucinewgame", "Unknown command: ucinewgame"),
    ],
}
FIRST = {"uci": ("d2d4", "3P4"), "usi": ("2g2f", "7P1/PPPPPPP1P")}


@pytest.fixture(scope="module", params=LANGUAGES.values(), ids=LANGUAGES)
def lasting(request):
    """One controller for all lines: what is wrong changes nothing."""
    with ready(request.param) as controller:
        controller.language = request.param
        yield controller


def test_what_it_cannot_make_sense_of_it_says_and_goes_on(lasting):
    name = lasting.language.name
    move, row = FIRST[name]
    for line, words in WRONG[name]:
        lasting.send(f"position startpos moves {move}", line)
        [said] = lasting.until("info string", 10)
        assert re.search(words, said), said
        lasting.send("d")
        shown = lasting.until(f"{lasting.language.fen.capitalize()}:", 10)[-1]
        assert row in shown, "the position is still that from before"


def test_moves_are_played_from_where_the_last_position_was(engine):
    moves, begins = engine.game.opening, f"{engine.language.fen.capitalize()}:"
    for number in (0, 1, 3, 5, 2, 5):
        text = f"position startpos moves {' '.join(moves[:number])}" if number else "position startpos"
        engine.send(text, "d")
        counted = {"uci": 1 + number // 2, "usi": 1 + number}[engine.language.name]
        assert int(engine.until(begins, 10)[-1].split()[-1]) == counted
    there_and_back = {"uci": "g1f3 g8f6 f3g1 f6g8", "usi": "2h3h 8b7b 3h2h 7b8b"}[engine.language.name]
    again = [*_words(there_and_back) * 4, there_and_back.split()[0]]
    engine.send(f"position startpos moves {' '.join(again)}", "go depth 3")
    engine.until("bestmove", 10)  # a controller may go on after the third time, or the fourth


def test_words_and_numbers_of_a_go():
    command = go(_words("wtime 100 btime x winc searchmoves e2e4 d2d4 movetime 7 ponder depth"), UCI)
    assert command.numbers == {"wtime": 100, "movetime": 7}
    assert command.moves == ["e2e4", "d2d4"]
    assert command.ponder
    assert go(["depth", "9" * 40], UCI).numbers["depth"] == 10**12
    assert option(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    assert option(["name", "Book", "File", "value", "a", "b", "value", "c"]) == ("Book File", "a b value c")
    assert option([]) == ("", "")


def test_option_values():
    changed = []
    options = Options(UCI_OPTIONS, changed.append)
    options.set("hash", "128")
    options.set("Ponder", "TRUE")
    assert (options.number("Hash"), options.true("Ponder"), changed) == (128, True, ["Hash", "Ponder"])


def test_a_weaker_opponent_looks_at_less():
    levels = [strength(elo) for elo in range(1000, 2301, 25)]
    assert all(weak.nodes <= strong.nodes for weak, strong in pairwise(levels))
    assert all(weak.slips >= strong.slips for weak, strong in pairwise(levels))
    assert len(set(levels)) == len(levels)


# ---- whole processes
@pytest.mark.parametrize("name", LANGUAGES)
def test_quit_and_the_end_of_input_end_it_at_once(name):
    for text in (
        f"{name}\nquit\n",
        f"{name}\n",
        "isready\ngo infinite\n",
        "position startpos\ngo infinite\nquit\n",
    ):
        done = subprocess.run(
            [sys.executable, "-m", "halfmove.cli.main", name],
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout.count("bestmove") == text.count("go ")


@pytest.mark.parametrize("name", LANGUAGES)
def test_rubbish_does_not_bring_it_down(name):
    dice, game = random.Random(8), GAMES[name]
    words = _words(f"{name} isready go stop position startpos moves depth 2 movetime 5 -1 nodes 10 gameover")
    words += _words(f"setoption name {game.table} value 1 MultiPV ponderhit {name}newgame infinite")
    words += _words(f"{LANGUAGES[name].fen} searchmoves ponder é mate byoyomi") + [*game.opening]
    words += ["\x00", "99999999999", "d", "wtime", "btime"]
    lines = [" ".join(dice.choices(words, k=dice.randint(0, 9))) for _ in range(300)]
    text = "\n".join([*lines, "stop", "position startpos", "go depth 3", ""]) + "\nisready\n"
    done = subprocess.run(
        [sys.executable, "-m", "halfmove.cli.main", name],
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
