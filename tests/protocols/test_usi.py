"""A USI engine as a player: what it is told, and what its words come to."""

import pytest
from engine_session import FAST, EngineSession
from engines import Watched, installed, scripted

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import PlayerFault
from halfmove.arena.players.registry import player
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.protocols.usi.client import EngineOption, read_option

pytestmark = pytest.mark.slow_interpreted
SHOGI = game("shogi", notation="usi")
START = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
SEVERAL = [
    "USI_Variant type combo default shogi var shogi var minishogi",
    "Threads type spin default 1 min 1 max 8",
]


def open_session(folder, *, rules=SHOGI, **script):
    """A session with an engine that follows a script."""
    return EngineSession("usi", folder, rules, **script)


def test_what_it_is_told_of_a_game(tmp_path):
    with open_session(tmp_path) as engine:
        assert engine.choose()[0] == "4i4h"
        assert engine.choose("4i4h", "3c3d")[0] == "4h4i"
        engine.one.new_game(SHOGI, 0, 2)
        engine.choose()  # so that all before is read
        assert engine.told()[:-2] == [
            "usi",
            "setoption name Threads value 1",
            "isready",
            "usinewgame",
            f"position {START}",
            "go depth 1",
            f"position {START} moves 4i4h 3c3d",
            "go depth 1",
            "isready",
            "usinewgame",
        ]


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(clocks=(10.0, 5.5)), "btime 10000 wtime 5500"),
        (
            Budget(clocks=(10.0, 5.5), increments=(0.1, 0.1)),
            "btime 10000 wtime 5500 binc 100 winc 100",
        ),
        (Budget(clocks=(10.0, None), moves_to_go=3), "btime 10000 wtime 0 movestogo 3"),
        (Budget(Limit(seconds=0.5)), "btime 0 wtime 0 byoyomi 500"),
        (Budget(Limit(nodes=50, depth=3)), "depth 3 nodes 50"),
        (Budget(Limit(simulations=7)), "nodes 7"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_the_time_that_it_is_given(budget, words, tmp_path):
    with open_session(tmp_path) as engine:
        engine.choose(budget=budget)
        assert engine.told()[-1] == f"go {words}"


@pytest.mark.parametrize(
    ("infos", "said"),
    [
        (["depth 3 nodes 42 score cp 25 pv 7g7f"], {"value": 0.25, "depth": 3, "nodes": 42}),
        (["depth 5 score mate 7 nodes 9", "nodes 90"], {"mate": 7, "depth": 5, "nodes": 90}),
        (["depth 5 score mate -4"], {"mate": -4, "depth": 5}),
        (["depth 5 score mate +"], {"mate": None, "value": None, "depth": 5}),
        (["depth 2 score cp 10", "depth 3 score cp 90 lowerbound"], {"value": 0.1, "depth": 2}),
        (["score cp banana", "depth x nodes -1"], {"value": None, "depth": None}),
        (["depth 2 multipv 1 score cp 10", "depth 2 multipv 2 score cp 5"], {"value": 0.1}),
        (["string score cp 900"], {"value": None}),
    ],
    ids=lambda value: value[0].replace(" ", "-") if isinstance(value, list) else "",
)
def test_what_it_says_of_its_move(infos, said, tmp_path):
    with open_session(tmp_path, infos=infos) as engine:
        _, choice = engine.choose()
        assert {name: getattr(choice, name) for name in said} == said


def test_it_resigns(tmp_path):
    with open_session(tmp_path, moves=["resign"]) as engine:
        assert engine.choose()[0] is True


def test_a_declared_win_is_a_move(tmp_path):
    with open_session(tmp_path, moves=["win"]) as engine:
        state = SHOGI.parse("+P+P+PK+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G 1")
        choice = engine.one.choose(History(SHOGI, state), FAST)
        assert SHOGI.action_text(state, choice.action) == "win"


def test_games_that_it_plays(tmp_path):
    mini = game("minishogi")
    with Watched():
        player(describe(scripted("usi", tmp_path, own=SEVERAL))).check(mini)
        with pytest.raises(Unsuitable, match=r"^Scripted 1 does not play minishogi\.$"):
            player(describe(scripted("usi", tmp_path))).check(mini)
        with pytest.raises(Unsuitable, match=r"does not play dobutsu"):
            player(describe(scripted("usi", tmp_path, own=SEVERAL))).check(game("dobutsu"))
        with pytest.raises(Unsuitable, match="USI engines play shogi, not chess"):
            player(describe(scripted("usi", tmp_path))).check(game("chess"))
    with open_session(tmp_path, rules=mini, own=SEVERAL) as engine:
        with pytest.raises(PlayerFault, match="4i4h, which is not legal"):
            engine.choose()
        assert "setoption name USI_Variant value minishogi" in engine.told()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("Hash=3", "^Scripted 1 has no option 'Hash'; did you mean 'USI_Hash'"),
        ("USI_Hash=1000", "from 1 to 64"),
        ("USI_Variant=minishogi", "it follows from the game"),
        ("ClearHash=yes", "is a button"),
        ("cores=none", "'cores' is a whole number from 1 to"),
    ],
)
def test_options_that_it_does_not_take_are_found_before_the_match(options, says, tmp_path):
    with Watched(), pytest.raises(BadInput, match=says):
        player(describe(scripted("usi", tmp_path, options=options))).check(SHOGI)


def test_options_arrive_as_the_engine_spells_them(tmp_path):
    options = "usi_hash=32&threads=2&STYLE=Very wild&clearhash=&usi_ponder=true&BookFile=/a b.bin"
    with open_session(tmp_path, options=options) as engine:
        assert sorted(line for line in engine.told() if "setoption" in line) == [
            "setoption name BookFile value /a b.bin",
            "setoption name ClearHash",
            "setoption name Style value very wild",
            "setoption name Threads value 2",
            "setoption name USI_Hash value 32",
            "setoption name USI_Ponder value true",
        ]
        assert engine.one.threads == 2


def test_lines_that_announce_options():
    assert read_option("option name Skill Level type spin default 20 min -20 max 20") == EngineOption(
        "Skill Level", "spin", "20", -20, 20
    )
    combo = read_option("option name Style type combo default very calm var very calm var wild")
    assert combo == EngineOption("Style", "combo", "very calm", var=("very calm", "wild"))
    for line in ("option", "option name", "option name X type", "option name X type thing", "id name X"):
        assert read_option(line) is None


@pytest.mark.parametrize(("text", "says"), [("cat", "repeats what it is told"), ("true", "exit status 0")])
def test_what_is_no_engine(text, says):
    with Watched(), pytest.raises(PlayerFault, match=says):
        player(describe(f"usi:{text}")).start()


def test_a_game_against_an_installed_engine():
    command = installed("fairy-stockfish")
    for name in ("shogi", "minishogi"):
        rules = game(name)
        history = History(rules)
        with Watched():
            one = player(describe(f"usi:{command}"))
            one.start()
            one.new_game(rules, 0, 0)
            for _ in range(6):
                history.play(one.choose(history, Budget(Limit(nodes=200), most=30.0)).action)
            one.close()
        assert len(history.actions) == 6
