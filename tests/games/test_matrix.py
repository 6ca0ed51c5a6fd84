import json

import numpy as np
import pytest
from command import halfmove
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import Payoffs
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.games.matrix import NAMES, Matrix, RockPaperScissors

DILEMMA = """
          cooperate  defect
cooperate 3,3        0,5
defect    5,0        1,1
"""


@pytest.mark.parametrize("table", [
    "0 -1\n1 0.5", "0,-1\n1,0.5\n", "\ufeff0,-1\r\n1,0.5\r\n",
    ",c1,c2\nr1,0,-1\nr2,1,0.5", "corner c1 c2; r1 0 -1; r2 1 0.5",
    [[0, -1], [1, 0.5]], "[[0, -1], [1, 0.5]]", [[[0, 0], [-1, 1]], [[1, -1], [0.5, -0.5]]],
    np.array([[0, -1], [1, 0.5]]), "0,0 -1,1; 1,-1 0.5,-0.5",
    '"0,0","-1,1"\n"1,-1","0.5, -0.5"', {"payoffs": [[0, -1], [1, 0.5]], "rows": ["r1", "r2"]},
])  # fmt: skip
def test_one_table_in_all_its_forms(table):
    game = Matrix(table=table)
    assert game.parameters == {"table": "0 -1; 1 0.5"}
    assert game == Matrix(**game.parameters)
    assert game.payoffs is Payoffs.ZERO_SUM
    assert not game.whole_utilities
    assert interpreted(game).utility(interpreted(game).parse("r2/c2"), 1) == -0.5


def test_names_and_general_payoffs():
    game = interpreted(Matrix(table=DILEMMA))
    assert game == interpreted(Matrix(table=NAMES["prisoner's dilemma"]))
    assert game.payoffs is Payoffs.GENERAL
    state, _ = hm.position(game, moves="defect/cooperate")
    assert [game.utility(state, player) for player in (0, 1)] == [5, 0]
    assert game.show(state).splitlines() == [
        "           cooperate  defect",
        "cooperate  3,3        0,5",
        "defect     [5,0]      1,1",
        "defect/cooperate: row earns 5, column earns 0",
    ]
    assert Matrix(table="1,4 2,3; 5,0 0,5").payoffs is Payoffs.CONSTANT_SUM


def test_players_may_have_names_of_their_own():
    content = {"payoffs": [[[1, 2], [3, 4]]], "players": ["Ann", "Bob"], "columns": ["x", "y"]}
    game = Matrix(table=content)
    assert game.player_names == ("Ann", "Bob")
    assert Matrix(**game.parameters) == game
    assert game.show(game.initial()).endswith("Ann chooses a row, Bob a column")


def test_a_file_is_read_by_the_command_line(tmp_path):
    file = tmp_path / "dilemma.txt"
    file.write_text(DILEMMA)
    found = halfmove("solve", "matrix", "--set", f"table={file}", "--json").json
    assert found["algorithm"] == "support-enumeration"
    assert [row["actions"] for row in found["equilibria"][0]] == [{"cooperate": 0, "defect": 1}] * 2
    assert found["values"] == [1, 1]
    lost = halfmove("solve", "matrix", "--set", "table=/no/such.csv")
    assert lost.status == 2
    assert "and no file is called so" in lost.err


def test_a_strategy_is_measured(tmp_path):
    """As of any game in which moves are made at once."""
    for arguments in (["rock-paper-scissors"], ["goofspiel", "--set", "cards=2"]):
        file = str(tmp_path / f"{arguments[0]}.json")
        halfmove("solve", *arguments, "--strategy", file)
        told = halfmove("exploit", arguments[0], file, *arguments[1:], "--json").json
        assert told["nash_conv"] == pytest.approx(0, abs=1e-5)


def test_a_strategy_plays():
    game = RockPaperScissors()
    strategy = hm.regret(game, algorithm="lemke-howson").strategy
    turned = in_turn(interpreted(game))
    for state in (turned.initial(), turned.result(turned.initial(), 2)):
        assert strategy.at(state) == {
            0: pytest.approx(1 / 3),
            1: pytest.approx(1 / 3),
            2: pytest.approx(1 / 3),
        }


def test_equilibria_as_a_person_reads_them():
    out = halfmove("solve", "matrix", "--set", f"table={NAMES['battle of the sexes']}").out
    assert "equilibrium 3 of 3: row 0.666667, column 0.666667" in out
    assert "row                 Bach 0.667   Stravinsky 0.333" in out
    out = halfmove("solve", "rock-paper-scissors", "--iterations", "10").out
    assert "cfr+: 10 iterations" in out


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("", "this one is empty"),
        ("a b", "no rows"),
        ("1 2; 3", "The first row of the table has 2 cells, and row 2 has 1"),
        ("nan 1; 2 3", "A payoff is a number from"),
        ("1e10 1; 2 3", "A payoff is a number from"),
        ("1,2,3 4; 5,6 7,8", "not '1,2,3'"),
        ("a b; c 1 x", "not 'x'"),
        ("a a; b 1 2; c 3 4", "Two of the columns have the same name, 'a'"),
        ("a b; c/d 1 2", "'c/d' is no name"),
        ("[1", "is no JSON"),
        ('{"payoffs": 3}', "a list of rows"),
        ('{"payoff": [[1]]}', "there is no 'payoff'"),
        ('{"rows": ["a"]}', "'payoffs' is missing"),
        ('[["a"]]', 'not "a"'),
        ("[[true]]", "not true"),
        ('{"payoffs": [[1]], "rows": ["a", "b"]}', "1 rows and 2 names"),
        ('{"payoffs": [[1]], "rows": "a"}', "list of names"),
        ('{"payoffs": [[1]], "players": ["a", "a"]}', "two names that differ"),
        (json.dumps([[0] * 101]), "1 to 100 rows and columns, not 1 by 101"),
        ([[object()]], "not object"),
    ],
)
def test_what_is_no_table_is_refused(table, words):
    with pytest.raises(BadInput, match=words):
        Matrix(table=table)


def test_positions_that_cannot_be_are_refused():
    with pytest.raises(BadInput, match="such as 'rock/rock', not 'rock'"):
        RockPaperScissors().parse("rock")


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [Matrix(), RockPaperScissors(), Matrix(table="1 2.5 3; 0 1 2")])
def test_both_speeds_say_the_same(game):
    hm.check_game(game, games=4)


def test_what_is_touched_is_the_margin():
    game = Matrix()
    board = game.surface()
    assert [point.name for point in board.points(game.initial())][1:3] == ["row defect", "column cooperate"]
    assert board.touches(game.initial(), (1, 0)) == ("row defect", "column cooperate")
    assert board.points(game.parse("defect/defect")) == []
    turned = in_turn(interpreted(game))
    state = turned.result(turned.initial(), 1)
    assert [p.name for p in turned.surface().points(state)] == ["column cooperate", "column defect"]
    assert "defect" not in turned.show(state, viewer=1).splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("matrix_rps", RockPaperScissors()),
        ("matrix_pd", Matrix(table="5,5 0,10; 10,0 1,1")),
        ("matrix_mp", Matrix(table="1 -1; -1 1")),
        ("matrix_bos", Matrix(table="3,2 0,0; 0,0 2,3")),
    ],
)
def test_as_open_spiel_plays_it(name, game):
    assert Beside(game, f"{name}()").all().sets == 2
