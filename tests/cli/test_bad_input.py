"""Whatever is wrong: one sentence on standard error, status 2, nothing on standard output."""

import pytest
from command import halfmove

pytestmark = pytest.mark.one_speed

BROKEN = {
    "syntax.py": "class Oops(\n",
    "empty.py": "x = 1\n",
    "fails.py": "raise RuntimeError('no luck')\n",
    "imports.py": "import no_such_module_anywhere\n",
    "lacks.py": "from halfmove import Game\nclass Half(Game):\n    def initial(self): return 0\n",
}

CASES = [
    (["foo"], "There is no command 'foo'; the commands are: play"),
    (["analyz", "connect4"], "did you mean analyze?"),
    (["best", "chess"], "did you mean analyze?"),
    (["eval", "chess"], "did you mean evaluate?"),
    (["minimax", "tictactoe"], "did you mean analyze GAME --algorithm minimax?"),
    (["--foo"], "no option '--foo'"),
    (["--version", "more"], "--version takes nothing after it"),
    (["--version=3"], "The option --version takes no value"),
    (["analyze", "chess", "--fen", "x"], "did you mean --position?"),
    (["analyze", "chess", "--time", "3"], "did you mean --seconds?"),
    (["analyze", "chess", "--movetime", "3"], "did you mean --seconds?"),
    (["match", "chess", "--time", "3"], "did you mean --control?"),
    (["explain", "chess", "--pgn", "x"], "did you mean --position?"),
    (["analyze", "chess", "-x"], "no option '-x'"),
    (["annotate", "chess", "f", "-o", "a", "--output=b"], "--output is given twice, 'a' and 'b'"),
    (["analyze", "chess", "--", "--depth"], "'--depth' is too much"),
    (["analyze"], "needs GAME"),
    (["analyze", "connect4", "extra"], "'extra' is too much"),
    (["analyze", "connect4", "--deph", "3"], "did you mean --depth?"),
    (["analyze", "connect4", "--depth"], "The option --depth needs a value"),
    (["analyze", "connect4", "--json=3"], "--json takes no value"),
    (["analyze", "chess2000"], "There is no game 'chess2000'"),
    (["analyze", "connect4", "--set", "foo=3"], "no parameter 'foo'; its parameters are: width, height"),
    (["analyze", "connect4", "--set", "width"], "--set takes KEY=VALUE"),
    (["analyze", "connect4", "--set", "=3"], "--set takes KEY=VALUE"),
    (["analyze", "connect4", "--set", "width=3", "--set", "width=4"], "gives 'width' twice"),
    (["analyze", "connect4", "--set", "width=seven"], "must be a whole number"),
    (["analyze", "connect4", "--set", "width=40"], "64"),
    (["analyze", "connect4", "--set", "width=-1"], "at least 1 column"),
    (["analyze", "connect4", "--moves", "9"], "Move 1, '9', cannot be played"),
    (["analyze", "connect4", "--moves", "4 4 4 4 4 4 4"], "Move 7, '4', cannot be played"),
    (
        ["analyze", "connect4", "--moves", "1 2 1 2 1 2 1 2"],
        "Move 8, '2', cannot be played: the game is over",
    ),
    (["analyze", "connect4", "--position", "xyz"], "'xyz'"),
    (["analyze", "connect4", "--position", " "], "--position is empty"),
    (["analyze", "connect4", "--depth", "0"], "--depth must be a whole number"),
    (["analyze", "connect4", "--depth", "-3"], "--depth must be a whole number"),
    (["analyze", "connect4", "--depth", "2.5"], "--depth must be a whole number"),
    (["analyze", "connect4", "--depth", "many"], "--depth must be a whole number"),
    (["analyze", "connect4", "--nodes", "0"], "--nodes must be a whole number"),
    (["analyze", "connect4", "--seconds", "0"], "--seconds must be a number of seconds above zero"),
    (["analyze", "connect4", "--seconds", "-1"], "--seconds must be a number of seconds above zero"),
    (["analyze", "connect4", "--seconds", "nan"], "--seconds must be a number of seconds above zero"),
    (["analyze", "connect4", "--seconds", "inf"], "--seconds must be a number of seconds above zero"),
    (["analyze", "connect4", "--seconds", "1e999"], "--seconds must be a number of seconds above zero"),
    (["analyze", "connect4", "--threads", "0"], "--threads must be a whole number from 1 to 256"),
    (["analyze", "connect4", "--lines", "0"], "--lines must be a whole number"),
    (["analyze", "connect4", "--seed", "x"], "--seed must be a whole number"),
    (["analyze", "connect4", "--memory", "0"], "--memory must be a whole number"),
    (["analyze", "connect4", "--memory", "999999999"], "more than this machine's"),
    (["analyze", "connect4", "--algorithm", "guess"], "There is no algorithm 'guess'"),
    (["analyze", "connect4", "--algorithm", "minimax", "--memory", "8"], "minimax keeps nothing"),
    (["analyze", "connect4", "--seed", "99999999999"], "--seed must be a whole number from 0"),
    (["analyze", "no/such/file.py"], "There is no file 'no/such/file.py'"),
    (["rollout", "connect4"], "nothing is left to chance"),
    (["rollout", "pig", "--trials", "0"], "--trials must be a whole number"),
    (["rollout", "pig", "--error", "0"], "--error must be a number between 0 and"),
    (["rollout", "pig", "--error", "x"], "--error must be a number"),
    (["rollout", "pig", "--confidence", "95"], "--confidence must be a number between 0.5 and 1"),
    (["rollout", "pig", "--truncate", "0"], "--truncate must be a whole number"),
    (["rollout", "pig", "--plays", "roll", "--lines", "2"], "--plays says which plays are compared"),
    (["rollout", "pig", "--plays", " , "], "--plays is empty"),
    (["rollout", "pig", "--plays", "fly"], "'fly'"),
    (
        ["rollout", "backgammon", "--position", "4HPwATDgc/ABMA", "--plays", "8/5"],
        "here nature is to throw",
    ),
    (["rollout", "backgammon", "--position", "4HPwATDgc/ABMA", "--roll", "71"], "'71' is not a throw here"),
    (["rollout", "pig", "--file", "no/such/folder/x.json"], "There is no folder"),
    (["solve", "connect4", "--threads", "none"], "--threads must be a whole number"),
    (["solve", "connect4", "--memory", "-5"], "--memory must be a whole number"),
    (["perft", "connect4", "--depth", "-1"], "--depth must be a whole number from 0 to 1000"),
    (["perft", "connect4", "--depth", "0", "--divide"], "--divide needs a depth of 1 or more"),
    (["games", "chess2000"], "There is no game 'chess2000'"),
    (["games", "--set", "width=3"], "--set needs the game"),
    (["algorithms", "--set", "width=3"], "--set needs the game"),
    (["check", "chess2000"], "There is no game 'chess2000'"),
    (["check", "tictactoe", "--seed", "1.5"], "--seed must be a whole number"),
    (["play", "chess2000"], "There is no game 'chess2000'"),
    (["play", "connect4", "--side", "left"], "--side must be x, o, first, second, both or none"),
    (["play", "connect4", "--level", "11"], "--level must be a whole number from 1 to 10"),
    (["play", "connect4", "--side", "both", "--level", "3"], "no engine plays"),
    (["play", "connect4", "--algorithm", "guess"], "There is no algorithm 'guess'"),
]


@pytest.mark.parametrize(("arguments", "said"), CASES, ids=[" ".join(arguments) for arguments, _ in CASES])
def test_one_sentence_and_status_2(arguments, said):
    outcome = halfmove(*arguments)
    assert outcome.status == 2
    assert outcome.out == ""
    assert said in outcome.err
    assert outcome.err.startswith("halfmove: ")
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_file_is_named(tmp_path, name):
    path = tmp_path / name
    path.write_text(BROKEN[name])
    outcome = halfmove("analyze", str(path))
    assert outcome.status == 2
    assert outcome.out == ""
    assert name in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_game_file_that_fails_while_it_is_played_is_named_with_the_line(tmp_path):
    path = tmp_path / "faulty.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Faulty(Game):\n"
        "    compiled = False\n"
        "    def initial(self): return 3\n"
        "    def to_move(self, s): return 0\n"
        "    def actions(self, s): yield 1\n"
        "    def result(self, s, a): return s // 0\n"
        "    def is_terminal(self, s): return s == 0\n"
        "    def utility(self, s, player): return 0\n"
    )
    outcome = halfmove("perft", str(path), "--depth", "3", "--json")
    assert outcome.status == 2
    assert outcome.out == ""
    assert "faulty.py fails at line 7, in result: ZeroDivisionError" in outcome.err


def test_a_game_without_end_is_told_from_a_crash(tmp_path):
    path = tmp_path / "endless.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Endless(Game):\n"
        "    compiled = False\n"
        "    def initial(self): return 0\n"
        "    def to_move(self, s): return 0\n"
        "    def actions(self, s): yield 1\n"
        "    def result(self, s, a): return self.result(s, a)\n"
        "    def is_terminal(self, s): return False\n"
        "    def utility(self, s, player): return 0\n"
    )
    outcome = halfmove("perft", str(path), "--depth", "3", "--json")
    assert outcome.status == 2
    assert "deeper than Python's stack" in outcome.err
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1


def test_rules_that_give_nonsense_are_sent_to_the_check(tmp_path):
    path = tmp_path / "speechless.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Speechless(Game):\n"
        "    compiled = False\n"
        "    def initial(self): return 2\n"
        "    def to_move(self, s): return 0\n"
        "    def actions(self, s): yield 1\n"
        "    def result(self, s, a): return s - a\n"
        "    def is_terminal(self, s): return s == 0\n"
        "    def utility(self, s, player): pass\n"
    )
    outcome = halfmove("solve", str(path))
    assert outcome.status == 2
    assert f"`halfmove check {path}` names the promise" in outcome.err
    assert outcome.err.count("\n") == 1
    assert "utility is a finite number" in halfmove("check", str(path)).err


def test_a_sentence_about_a_file_has_no_control_characters(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_bytes(b"\x1b[31m\x00 *\n")
    outcome = halfmove("analyze", "checkers", "--position", str(file))
    assert outcome.status == 2
    assert r"\x1b" in outcome.err
    assert "\x1b" not in outcome.err
