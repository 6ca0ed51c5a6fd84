"""A UCI engine as a player: what it is told, and what its words come to."""

import pytest
from engine_session import EngineSession
from engines import Watched, scripted
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import PlayerFault
from halfmove.arena.players.registry import player
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.protocols.uci.bounded import Infos

pytestmark = pytest.mark.slow_interpreted
CHESS, CHESS960 = game("chess"), game("chess", chess960=True)
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


def open_session(folder, *, rules=CHESS, **script):
    """A session with an engine that follows a script."""
    return EngineSession("uci", folder, rules, **script)


def test_what_it_is_told_of_a_game(tmp_path):
    with open_session(tmp_path) as engine:
        assert engine.choose()[0] == "Nf3"
        assert engine.choose("Nf3", "Nc6")[0] == "Ng1"
        engine.one.new_game(CHESS, 0, 2)
        assert engine.choose()[0] == "Nf3"
        assert engine.told() == [
            "uci",
            "setoption name Threads value 1",
            "isready",
            "ucinewgame",
            "isready",
            "position startpos",
            "go depth 1",
            "position startpos moves g1f3 b8c6",
            "go depth 1",
            "ucinewgame",
            "isready",
            "position startpos",
            "go depth 1",
        ]


def test_options_arrive_as_the_engine_spells_them(tmp_path):
    options = "hash=32&threads=2&STYLE=Very wild&clear hash=&own book=true&Book File=/a%26b.bin"
    with open_session(tmp_path, options=options) as engine:
        assert sorted(line for line in engine.told() if "setoption" in line) == [
            "setoption name Book File value /a&b.bin",
            "setoption name Clear Hash",
            "setoption name Hash value 32",
            "setoption name Own Book value true",
            "setoption name Style value very wild",
            "setoption name Threads value 2",
        ]
        assert engine.one.threads == 2
        assert not engine.one.ponders


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("Hush=3", "^Scripted 1 has no option 'Hush'; did you mean 'Hash'"),
        ("Hash=1000", "from 1 to 64"),
        ("Ponder=maybe", "'Ponder' is true or false, not 'maybe'"),
        ("cores=none", "'cores' is a whole number from 1 to"),
        ("cores=0", "'cores' is a whole number from 1 to"),
    ],
)
def test_options_that_it_does_not_take_are_found_before_the_match(options, says, tmp_path):
    text = scripted("uci", tmp_path, options=options)
    with Watched(), pytest.raises(BadInput, match=says):
        player(describe(text)).check(CHESS)


def test_cores_that_no_option_tells_of(tmp_path):
    assert player(describe(scripted("uci", tmp_path, options="cores=3"))).threads == 3
    assert player(describe(scripted("uci", tmp_path))).threads == 1


GO = [
    (Budget(Limit(seconds=0.25)), "go movetime 250"),
    (Budget(Limit(nodes=5000)), "go nodes 5000"),
    (Budget(Limit(simulations=800)), "go nodes 800"),
    (Budget(Limit(depth=7, nodes=90)), "go depth 7 nodes 90"),
    (Budget(Limit(), (60.0, 59.5), (0.5, 0.25)), "go wtime 60000 btime 59500 winc 500 binc 250"),
    (Budget(Limit(), (60.0, 30.0), (0, 0), 17), "go wtime 60000 btime 30000 winc 0 binc 0 movestogo 17"),
    (Budget(Limit(), (0.0, None), (0.0, 0.0)), "go wtime 1 winc 0"),
    (Budget(Limit(seconds=1), (5.0, 5.0), (0, 0)), "go wtime 5000 btime 5000 winc 0 binc 0 movetime 1000"),
]


def test_how_limits_and_clocks_are_told(tmp_path):
    with open_session(tmp_path) as engine:
        for budget, go in GO:
            engine.choose(budget=budget)
            assert engine.told()[-1] == go


SAID = [
    (["depth 9 score cp -34 nodes 100"], (-0.34, None, 9, 100)),
    (["depth 9 score mate 3 nodes 1"], (None, 5, 9, 1)),
    (["depth 9 score mate 1"], (None, 1, 9, None)),
    (["depth 9 score mate -2"], (None, -4, 9, None)),
    (["depth 1 score mate 0"], (None, None, 1, None)),
    (["depth 5 score cp 10", "depth 6 score cp 20 lowerbound"], (0.1, None, 5, None)),
    (["depth 6 score cp 20 upperbound nodes 7"], (0.2, None, 6, 7)),
    (["depth 5 multipv 1 score cp 10", "depth 5 multipv 2 score cp 90"], (0.1, None, 5, None)),
    (["depth 5 score cp 10 nodes 50", "nodes 99 nps 3", "depth 6 currmove e2e4"], (0.1, None, 5, 99)),
    (["string score cp 900", "depth 2 score cp 1 pv e2e4 score", "string NNUE"], (0.01, None, 2, None)),
    (["depth x score cp y", "score", "depth"], (None, None, None, None)),
    ([], (None, None, None, None)),
]


def test_what_it_says_of_its_move(tmp_path):
    with open_session(tmp_path, infos=[infos for infos, _ in SAID]) as engine:
        for infos, said in SAID:
            _, choice = engine.choose()
            assert (choice.value, choice.mate, choice.depth, choice.nodes) == said, infos
        assert engine.one.title == "Scripted 1"


LINES = [b"info depth 3 score cp 5", b"info nodes 7", b"info score cp 1 lowerbound", b"x"]


@given(st.lists(st.sampled_from(LINES)))
def test_of_all_that_is_said_three_lines_are_kept_at_most(lines):
    infos = Infos()
    for line in lines:
        infos.note(line)
    kept = infos.told()
    assert len(kept) <= 3
    assert set(kept) <= set(lines)
    assert infos.told() == []
    assert (LINES[0] in lines) == (LINES[0] in kept)


SHREDDER = "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1"
MOVES = [
    (CHESS, CASTLING, "e1g1", "O-O"),
    (CHESS, CASTLING, "e1h1", "O-O"),  # as some engines say it
    (CHESS, CASTLING, "E1C1", "O-O-O"),
    (CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8N", "a8=N"),
    (CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q ponder h7g7", "a8=Q"),
    (CHESS, "8/8/8/8/1pPpk3/8/6B1/K7 b - c3 0 1", "e4e3", "Ke3"),
    (CHESS, "8/8/8/8/1pPpk3/8/8/K7 b - c3 0 1", "b4c3", "bxc3"),
    (CHESS960, CASTLING, "e1h1", "O-O"),
    (CHESS960, CASTLING, "e1a1", "O-O-O"),
    (CHESS960, SHREDDER, "c1b1", "O-O-O"),
    (CHESS960, SHREDDER, "c1f1", "O-O"),
]


def test_moves_in_all_forms(tmp_path):
    with open_session(tmp_path, moves=[move for _, _, move, _ in MOVES]) as engine:
        for number, (rules, start, move, played) in enumerate(MOVES):
            engine.rules = rules
            engine.one.new_game(rules, 0, number)
            assert engine.choose(start=start)[0] == played, move


def test_positions_in_chess_and_chess960(tmp_path):
    with open_session(tmp_path, moves=["e1g1", "e1h1", "e8e7"]) as engine:
        engine.choose(start=CASTLING)
        assert engine.told()[-2] == f"position fen {CASTLING}"
        engine.rules = CHESS960
        engine.one.new_game(CHESS960, 0, 2)
        engine.choose(start=CASTLING)
        assert engine.told()[-3:-1] == [
            "setoption name UCI_Chess960 value true",
            f"position fen {CASTLING.replace('KQkq', 'HAha')}",
        ]
        engine.one.new_game(CHESS960, 0, 3)
        engine.choose("O-O", start=CASTLING.replace("pppppppp", "pppp1ppp"))
        assert engine.told()[-2].endswith("moves e1h1"), "castling as king takes rook"


def test_an_engine_that_does_not_play_chess960(tmp_path):
    one = player(describe(scripted("uci", tmp_path, own=[])))
    with Watched():
        one.check(CHESS)
        with pytest.raises(Unsuitable, match=r"^Scripted 1 does not play Chess960\.$"):
            one.check(CHESS960)


def test_moves_that_are_taken_back_and_other_starts(tmp_path):
    with open_session(tmp_path) as engine:
        engine.choose("Nf3", "Nf6")
        engine.choose("Nf3", "Nc6")
        assert engine.told()[-2] == "position startpos moves g1f3 b8c6"
        engine.choose()
        assert engine.told()[-2] == "position startpos"
        other = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"
        engine.choose(start=other)
        assert engine.told()[-2] == f"position fen {other}"


def test_repetitions_are_seen_by_the_engine(tmp_path):
    """The whole game is told, not a position: what came before counts for it as for us."""
    with open_session(tmp_path) as engine:
        engine.choose("Nf3", "Nf6", "Ng1", "Ng8")
        assert engine.told()[-2] == "position startpos moves g1f3 g8f6 f3g1 f6g8"


def test_pondering(tmp_path):
    """In the other's time, if asked for: a reply that was foreseen is a `ponderhit`, another a `stop`."""
    moves = ["g1f3 ponder b8c6", "f3g1 ponder c6b8", "g1f3", "g1h3"]
    with open_session(tmp_path, options="ponder=true", moves=moves) as engine:
        assert engine.one.ponders
        engine.choose()
        assert engine.choose("Nf3", "Nc6")[0] == "Ng1"
        assert engine.choose("Nf3", "Nc6", "Ng1", "e5")[0] == "Nh3"
        assert [line for line in engine.told() if line.startswith(("go", "ponderhit", "stop"))] == [
            "go depth 1",
            "go ponder depth 1",
            "ponderhit",
            "go ponder depth 1",
            "stop",
            "go depth 1",
        ]
        assert "setoption name Ponder value true" in engine.told()


def test_it_does_not_ponder_unless_asked_to(tmp_path):
    with open_session(tmp_path, moves=["g1f3 ponder b8c6"]) as engine:
        engine.choose()
        engine.one.new_game(CHESS, 0, 2)
        assert not any("ponder" in line.lower() for line in engine.told())
    with Watched(), pytest.raises(BadInput, match="has no option 'Ponder'"):
        player(describe(scripted("uci", tmp_path, own=[], options="Ponder=true"))).check(CHESS)


def test_a_game_without_any_bound_would_not_end(tmp_path):
    assert player(describe(scripted("uci", tmp_path))).unbounded


def test_games_that_uci_engines_do_not_play(tmp_path):
    with pytest.raises(Unsuitable, match=r"^UCI engines play chess, not go"):
        player(describe(scripted("uci", tmp_path))).check(game("go"))
    with pytest.raises(BadInput, match="needs a command line, such as uci:stockfish"):
        player(describe("uci"))


@pytest.mark.parametrize(
    "own", ["N type spin default none min 1 max 4", "Odd type dial default 3", "S type combo default b var a"]
)
def test_an_engine_whose_options_make_no_sense(own, tmp_path):
    one = player(describe(scripted("uci", tmp_path, own=[own])))
    with Watched():
        with pytest.raises(PlayerFault, match="does not speak UCI"):
            one.start()
        one.close()
