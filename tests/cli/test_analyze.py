"""`halfmove analyze`: the report, the JSON object, and the options that shape them."""

import pytest
from command import ANALYZE_KEYS, halfmove

WIN_IN_ONE = "1 7 2 7 3 6"  # X, to move, completes the bottom row with column 4


def test_json_has_exactly_the_promised_keys():
    found = halfmove("analyze", "tictactoe", "--depth", "3", "--json").json
    assert set(ANALYZE_KEYS) < set(found)
    assert isinstance(found["worth"], str)
    assert found["game"] == "tictactoe"
    assert found["parameters"] == {"width": 3, "height": 3, "k": 3}
    assert found["to_move"] == 0
    assert found["best"] == found["variation"][0] == found["lines"][0]["move"]
    assert found["depth"] <= 3
    assert found["nodes"] > 0
    assert found["seconds"] >= 0


def test_algorithms_are_shown_side_by_side():
    asked = ("analyze", "pacman", "--set", "maze=trap", "--set", "evaluation=score", "--depth", "3")
    pair = ("--algorithm", "minimax,expectiminimax")
    despair, hope = halfmove(*asked, *pair, "--json").json["analyses"]
    assert (despair["algorithm"], despair["best"], despair["value"]) == ("minimax", "East", -501)
    assert (hope["algorithm"], hope["best"], hope["value"]) == ("expectiminimax", "West", -252.5)
    rows = [line.split() for line in halfmove(*asked, *pair).out.splitlines()]
    assert ["minimax", "expectiminimax"] in rows
    assert ["West", "-502", "-252.500"] in rows
    assert ["East", "-501", "-501"] in rows
    assert ["best", "move", "East", "West"] in rows


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("minimax,minimax", "2 to 6 different algorithms"),
        ("minimax,", "2 to 6 different algorithms"),
        ("minimax,mystery", "no algorithm 'mystery'"),
        ("minimax,determinized", "players see everything"),
    ],
)
def test_what_cannot_be_compared_is_refused(names, sentence):
    found = halfmove("analyze", "tictactoe", "--algorithm", names, "--depth", "2")
    assert found.status == 2
    assert sentence in found.err


def test_a_win_is_found_and_proven():
    found = halfmove("analyze", "connect4", "--moves", WIN_IN_ONE, "--depth", "3", "--json").json
    assert (found["best"], found["value"], found["proven"]) == ("4", 1, True)
    assert found["variation"] == ["4"]


def test_the_position_goes_out_and_comes_back():
    first = halfmove("analyze", "connect4", "--moves", WIN_IN_ONE, "--depth", "2", "--json").json
    again = halfmove("analyze", "connect4", "--position", first["position"], "--depth", "2", "--json").json
    assert again["position"] == first["position"]
    assert again["best"] == first["best"]


def test_moves_follow_the_position():
    start = halfmove("analyze", "tictactoe", "--moves", "b2", "--depth", "1", "--json").json["position"]
    after = halfmove(
        "analyze", "tictactoe", "--position", start, "--moves", "a1", "--depth", "1", "--json"
    ).json
    same = halfmove("analyze", "tictactoe", "--moves", "b2 a1", "--depth", "1", "--json").json
    assert after["position"] == same["position"]
    assert after["to_move"] == 0


def test_lines_are_the_best_moves_in_order():
    found = halfmove(
        "analyze", "tictactoe", "--moves", "a1 b2", "--lines", "3", "--depth", "9", "--json"
    ).json
    assert len(found["lines"]) == 3
    values = [line["value"] for line in found["lines"]]
    assert values == sorted(values, reverse=True)
    assert len({line["move"] for line in found["lines"]}) == 3
    assert {"move", "value", "proven", "score", "distance", "variation", "worth"} <= set(found["lines"][0])


def test_more_lines_than_moves_gives_them_all():
    found = halfmove("analyze", "tictactoe", "--moves", "a1 b2 c3 a3 c1 c2", "--lines", "99", "--json").json
    assert len(found["lines"]) == 3


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_the_algorithm_can_be_chosen(name):
    found = halfmove("analyze", "tictactoe", "--moves", "b2 a1 a3 c1", "--algorithm", name, "--json").json
    assert found["algorithm"] == name
    assert (found["value"], found["proven"]) == (0, True)


def test_the_same_seed_gives_the_same_search():
    def nodes():
        return halfmove("analyze", "connect4", "--depth", "4", "--seed", "7", "--json").json["nodes"]

    assert nodes() == nodes()


def test_the_report_says_who_moves_what_is_best_and_why():
    outcome = halfmove("analyze", "connect4", "--moves", WIN_IN_ONE, "--depth", "3", "--lines", "2")
    assert outcome.status == 0
    assert outcome.err == ""
    assert "connect4  width=7  height=6" in outcome.out
    assert "X to move" in outcome.out
    assert "best move   4" in outcome.out
    assert "proven win for X in 1 ply" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in outcome.out.splitlines() if "." not in line)


def test_a_mixed_strategy_is_told_as_one():
    asked = ("analyze", "goofspiel", "--set", "cards=4", "--set", "prizes=ascending")
    shown = halfmove(*asked, "--algorithm", "backward-induction").out.splitlines()
    assert "drawn from  2 96.8 %, 3 1.6 %, A 1.6 %" in shown
    assert "value       proven draw" in shown
    found = halfmove(*asked, "--algorithm", "backward-induction", "--json").json
    assert found["policy"] == pytest.approx({"2": 0.968, "3": 0.016, "A": 0.016}, abs=1e-3)
    assert (found["value"], found["proven"]) == (0, True)


def test_a_finished_game_has_a_result_and_no_best_move():
    moves = f"{WIN_IN_ONE} 4"
    found = halfmove("analyze", "connect4", "--moves", moves, "--json").json
    assert (found["best"], found["proven"], found["variation"], found["lines"]) == (None, True, [], [])
    outcome = halfmove("analyze", "connect4", "--moves", moves)
    assert outcome.out.count("X wins") == 1
    assert "The game is over" in outcome.out


def test_a_game_of_ones_own_from_a_file(tmp_path):
    path = tmp_path / "countdown.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Countdown(Game):\n"
        '    """Take one or two; whoever takes the last wins."""\n'
        "    compiled = False\n"
        "    heap: int = 4\n"
        "    def initial(self): return (self.heap, 0)\n"
        "    def to_move(self, s): return s[1]\n"
        "    def actions(self, s):\n"
        "        yield from range(1, min(2, s[0]) + 1)\n"
        "    def result(self, s, a): return (s[0] - a, 1 - s[1])\n"
        "    def is_terminal(self, s): return s[0] == 0\n"
        "    def utility(self, s, player): return 1 if player != s[1] else -1\n"
    )
    found = halfmove("analyze", str(path), "--depth", "6", "--json").json
    assert (found["best"], found["value"], found["proven"]) == ("1", 1, True)
    assert found["position"] is None
    found = halfmove("analyze", str(path), "--set", "heap=3", "--depth", "6", "--json").json
    assert (found["value"], found["parameters"]) == (-1, {"heap": 3})


def test_an_explicit_tree(tmp_path):
    spec = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
    (tmp_path / "tree.json").write_text(spec)
    for name in (spec, str(tmp_path / "tree.json")):
        found = halfmove("analyze", name, "--algorithm", "alphabeta", "--json").json
        assert (found["game"], found["value"], found["proven"]) == ("tree", 3, True)
    assert halfmove("analyze", spec, "--set", "k=3").status == 2
    assert halfmove("analyze", "[[3, 12", "--depth", "2").status == 2
    assert halfmove("analyze", str(tmp_path / "none.json")).status == 2


# ---- repetition

THREE_TIMES = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"


def test_a_draw_by_repetition_is_the_end():
    sentence = "The game is over: A draw: the position has stood three times."
    for command in ("analyze", "explain"):
        assert sentence in halfmove(command, "chess", "--moves", THREE_TIMES, "--depth", "1").out
    found = halfmove("analyze", "chess", "--moves", THREE_TIMES, "--depth", "1", "--json").json
    assert (found["value"], found["proven"], found["lines"]) == (0, True, [])


def test_so_is_one_at_the_end_of_a_game_on_paper(tmp_path):
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"
    file = tmp_path / "games.pgn"
    file.write_text(f'[White "A"]\n[Result "1/2-1/2"]\n\n{moves}\n')
    found = halfmove("analyze", "chess", "--position", f"{file}#1", "--depth", "1", "--json").json
    assert (found["value"], found["proven"]) == (0, True)
    refused = halfmove("analyze", "chess", "--position", str(file), "--moves", "e4")
    assert refused.status == 2
    assert "is over, so no move can be played" in refused.err
    refused = halfmove("analyze", "chess", "--position", f"{file}#x")
    assert refused.status == 2
    assert "After # comes the number of a game" in refused.err


def test_no_more_threads_than_cores():
    ran = halfmove("analyze", "tictactoe", "--threads", "256", "--depth", "1")
    assert "of 256 threads only" in ran.err


def test_a_repetition_explained_is_still_one_json_object():
    found = halfmove("explain", "chess", "--moves", THREE_TIMES, "--depth", "1", "--json").json
    assert (found["best"], found["value"]) == (None, 0)


def test_a_game_on_paper_may_go_on_where_the_rules_would_have_ended_it(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(f'[White "A"]\n[Result "*"]\n\n{THREE_TIMES} e4 e5 *\n')
    for moves in ("", "Nf3"):
        found = halfmove(
            "analyze", "chess", "--position", str(file), "--moves", moves, "--depth", "1", "--json"
        )
        assert found.json["best"] is not None
