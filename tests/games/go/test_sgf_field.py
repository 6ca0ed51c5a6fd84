"""SGF as servers and editors write it: what the standard does not have is read as they mean it, and said."""

from __future__ import annotations

import pytest
from go_files import GO5, tree_of
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.formats import find_format, repairs_in
from halfmove.core.sgf_charset import decode
from halfmove.games.go.sgf import games, sgf_text
from halfmove.games.go.sgf.plain import plain

pytestmark = pytest.mark.one_speed

FORM = find_format(GO5, "SGF")


def one(text):
    [game] = games(text)
    return game


def file_of(tmp_path, data):
    path = tmp_path / "game.sgf"
    path.write_bytes(data)
    return path


def board(game):
    return game.rules.position_text(game.states()[-1])


# ---- before the first move
HANDICAP = "(;GM[1]FF[4]SZ[19]HA[2]KM[0]\n;AB[pd][dp];W[dc];B[ce];W[fq])\n"
TURN = "(;GM[1]SZ[9]KM[6.5];AB[ee];PL[W];W[cc];B[gg])\n"
BEHIND = "stones are set up behind the root; they stand before the first move."


def test_handicap_stones_in_the_second_node():
    game = one(HANDICAP)
    assert [move.text for move in game.moves] == ["D17", "C15", "F3"]
    assert (game.rules.handicap, game.start, game.first.mover) == (2, None, 1)
    assert board(game).count("X") + board(game).count("O") == 5
    assert game.repairs == [f"line 2: {BEHIND}"]
    assert repairs_in(game) == [f"game 1 (line 1): line 2: {BEHIND}"]
    with pytest.raises(BadInput, match=r"game 1 \(line 2\): stones are set up behind the root"):
        list(games(HANDICAP, strict=True))


def test_the_side_to_move_in_a_node_of_its_own():
    game = one(TURN)
    assert [move.text for move in game.moves] == ["C7", "G3"]
    assert game.rules.position_text(game.first) == "9/9/9/9/4X4/9/9/9/9 W - 0"


def test_stones_in_several_nodes_and_taken_away_again():
    game = one("(;SZ[9]AB[aa][bb];AW[cc];AE[bb];AB[dd]PL[W]C[a problem])")
    assert game.rules.position_text(game.first) == "X8/9/2O6/3X5/9/9/9/9/9 W - 0"
    assert len(game.repairs) == 3


def test_moves_of_black_before_any_of_white_are_handicap_stones():
    game = one("(;SZ[19]HA[0]KM[375]AP[GNU Go:3.8]AP[foxwq];B[pd];B[dp];B[dd];W[qo];B[qp])")
    assert [move.text for move in game.moves] == ["R5", "R4"]
    assert (game.rules.komi, game.first.mover, board(game).count("X")) == (0, 1, 4)
    assert game.repairs[0] == "its first 3 moves are all Black's; they are read as handicap stones."


@pytest.mark.parametrize(
    ("text", "handicap", "words"),
    [
        ("(;SZ[9]HA[3];W[ee])", 3, "its 3 handicap stones are not set up; they are put where they usually"),
        ("(;SZ[9]HA[3];W[cc])", 0, "it says that there are 3 handicap stones, but sets up none."),
        ("(;SZ[9]HA[3];B[cc])", 0, "it says that there are 3 handicap stones, but sets up none."),
        ("(;SZ[5]HA[2];W[cc])", 0, "it says that there are 2 handicap stones, but sets up none."),
        ("(;SZ[9]HA[3]AB[cg][gc];W[ee])", 2, "it says that there are 3 handicap stones, but sets up 2."),
    ],
)
def test_a_handicap_that_is_said_and_not_set_up(text, handicap, words):
    game = one(text)
    assert (game.rules.handicap, len(game.moves)) == (handicap, 1)
    assert [sentence[: len(words)] for sentence in game.repairs] == [words]


@pytest.mark.parametrize(
    "text", ["(;SZ[9]AB[cg][gc];W[ee])", "(;SZ[9]HA[1];B[ee])", "(;SZ[9]HA[0]PL[B];B[ee])"]
)
def test_what_the_standard_has_is_no_repair(text):
    assert one(text).repairs == []


@pytest.mark.parametrize(
    "text",
    [
        HANDICAP,
        TURN,
        "(;SZ[9]AB[aa][bb](;AW[cc];PL[W]C[so](;W[dd]C[yes];B[ee])(;W[ff]))(;B[gg]))",
        "(;SZ[9];B[aa];B[bb]C[two](;W[cc];B[dd])(;B[ee]))",
        "(;SZ[9];B[aa];W[aa];B[cc](;W[dd])(;W[ee]))",
        "(;SZ[9];B[aa](;W[aa];B[cc])(;W[bb];B[cc]))",
        "(;SZ[9];AB[aa]B[bb];W[cc])",
        "(;SZ[9]HA[3];W[ee];B[ff])",
        "(;SZ[9]KM[375]RE[黑中盘胜]RU[中国规则];B[bb];W[cc])",
    ],
)
def test_what_was_repaired_is_written_as_it_stood(text):
    """From the tree and from plain data, which plays the same moves when it is read again."""
    game = one(text)
    assert tree_of(sgf_text(game)) == tree_of(text) or "中" in text
    [record] = FORM.read(text)
    assert [action for action in record.actions if action is not None] == game.actions
    again = FORM.text(record)
    assert tree_of(again) == tree_of(text)
    [once_more] = FORM.read(again)
    assert (once_more, once_more.first) == (record, game.first)


def test_a_stranger_cannot_set_up_another_game():
    [record] = FORM.read("(;SZ[5];AB[aa];W[bb])")
    record.moves[0].properties["AB"] = ["cc"]
    with pytest.raises(BadInput, match="its beginning' would be another move in SGF"):
        FORM.text(record)


# ---- komi, rules, size
@pytest.mark.parametrize(
    ("said", "komi"),
    [
        ("KM[375]", 7.5), ("KM[325]", 6.5), ("KM[275]", 5.5), ("KM[350]", 7), ("KM[650]", 6.5),
        ("KM[750]", 7.5), ("KM[700]", 7), ("KM[550]", 5.5), ("KM[-375]", -7.5), ("KM[3.75]", 7.5),
        ("KM[2.75]", 5.5), ("KM[375.00]", 7.5), ("AP[foxwq]KM[50]", 0.5), ("KM[6,5]", 6.5),
        ("KM[6.5目]", 6.5), ("KM[6目半]", 6.5), ("KM[黑贴3又3/4子]", 7.5), ("KO[6.5]", 6.5),
    ],
)  # fmt: skip
def test_komi_of_servers(said, komi):
    text = f"(;SZ[19]{said};B[pd];W[dd])"
    game = one(text)
    assert game.rules.komi == komi
    assert len(game.repairs) == 1
    assert "komi" in game.repairs[0]
    assert said in sgf_text(game)
    with pytest.raises(BadInput, match="komi"):
        list(games(text, strict=True))


@pytest.mark.parametrize(
    "komi", ["0", "0.00", "0.5", "5.5", "6.50", "7.5", "7", "-3.5", "3.5", "50", "20", "+6.5", ".5"]
)
def test_komi_that_is_one(komi):
    game = one(f"(;SZ[19]KM[{komi}];B[pd])")
    assert (game.rules.komi, game.repairs) == (float(komi), [])


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("Chinese", "chinese"), ("cn", "chinese"), ("中国规则", "chinese"), ("Old Chinese", "chinese"),
        ("Japanese", "japanese"), ("jp", "japanese"), ("J", "japanese"), ("日本ルール", "japanese"),
        ("Korean", "japanese"), ("AGA", "aga"), ("AGA Rules", "aga"), ("French", "aga"),
        ("NZ", "tromp-taylor"), ("New Zealand", "tromp-taylor"), ("Tromp-Taylor", "tromp-taylor"),
        ("GOE", "tromp-taylor"), ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"), ("koSIMPLEscoreAREAtaxNONEsui0whbN", "chinese"),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga"),
    ],
)  # fmt: skip
def test_rules_of_servers(said, rules):
    game = one(f"(;SZ[9]RU[{said}];B[aa])")
    assert (game.rules.rules, game.repairs) == (rules, [])


@pytest.mark.parametrize("size", ["19:19", "19x19", "19路", "19", ""])
def test_sizes(size):
    game = one(f"(;SZ[{size}];B[tt];W[pd])")
    assert (game.rules.width, [move.text for move in game.moves]) == (19, ["pass", "Q16"])


# ---- results
@pytest.mark.parametrize(
    ("said", "share", "how", "margin"),
    [
        ("B+3.5", 1, "", "3.5"), ("W+R", 0, "resignation", ""), ("B+Resign", 1, "resignation", ""),
        ("W+Time", 0, "time", ""), ("W+T", 0, "time", ""), ("B+R.", 1, "resignation", ""),
        ("Black+3", 1, "", "3"), ("b+r", 1, "resignation", ""), ("W+Forfeit", 0, "fault", ""),
        ("B+F", 1, "fault", ""), ("B+", 1, "", ""), ("White wins by resignation", 0, "resignation", ""),
        ("Black loses on time", 0, "time", ""), ("0", 0.5, "", ""), ("Draw", 0.5, "", ""),
        ("jigo", 0.5, "", ""), ("持碁", 0.5, "", ""), ("和棋", 0.5, "", ""), ("무승부", 0.5, "", ""),
        ("黑中盘胜", 1, "resignation", ""), ("白中盤勝。", 0, "resignation", ""),
        ("白3目半勝", 0, "", "3.5"), ("白胜43.5目", 0, "", "43.5"), ("白1.5目勝ち!", 0, "", "1.5"),
        ("白番半目勝ち", 0, "", "0.5"), ("黒両目半勝", 1, "", "2.5"), ("黒中押勝ち", 1, "resignation", ""),
        ("黒番中押し勝ち", 1, "resignation", ""), ("흑 불계승", 1, "resignation", ""),
        ("백 2집반승", 0, "", "2.5"), ("백 시간승", 0, "time", ""), ("白方超时负", 1, "time", ""),
        ("黑方强退告负", 0, "fault", ""), ("黑胜1又3/4子", 1, "", ""), ("白胜黑", 0, "", ""),
        ("Ｗ＋Ｒ", 0, "resignation", ""),
    ],
)  # fmt: skip
def test_results_in_the_words_of_the_field(said, share, how, margin):
    text = f"(;SZ[5]RE[{said}];B[cc])"
    [record] = FORM.read(text)
    ending = FORM.ending(record.headers)
    winner = None if share == 0.5 else 1 - share
    assert (ending.winner, ending.how, ending.margin) == (winner, how, margin)
    game = one(text)
    assert (FORM.share(game), game.repairs) == (share, [])
    assert f"RE[{said}]" in sgf_text(game)
    assert f"RE[{said}]" in FORM.text(record)


@pytest.mark.parametrize("said", ["Void", "?", "", "无胜负", "未知", "No Result", "Unknown"])
def test_words_for_no_result(said):
    game = one(f"(;SZ[5]RE[{said}];B[cc])")
    assert (FORM.share(game), game.repairs) == (None, [])
    assert f"RE[{said}]" in sgf_text(game)


@pytest.mark.parametrize(
    "said", ["Both lost", "Bob won", "BW", "hooray", "1-0", f"B{'9' * 500}", "中押し勝ち"]
)
def test_words_that_are_no_result_are_said(said):
    game = one(f"(;SZ[5]RE[{said}];B[cc])")
    assert FORM.share(game) is None
    assert game.repairs == [f"its result '{said[:40]}' is none that is known."]


@pytest.mark.parametrize("said", [f"B+{'9' * 500}", "B+9999.999", "W+0.5.5"])
def test_margins_that_are_none(said):
    assert len(one(f"(;SZ[5]KM[0.5]RE[{said}];B[];W[])").repairs) <= 1


# ---- a bad game among many
def numbers(text):
    told = []
    found = list(games(text, broken=lambda error: told.append(str(error).split(": ")[0])))
    return [game.place for game in found], told


@pytest.mark.parametrize(
    "bad",
    [
        "(;GM[1]SZ[9]PB[b];B[aa]",
        "(;GM[1]SZ[9]PB[b](;B[aa])(;B[bb]",
        "(;GM[1]SZ[9]PB[b];B[aa]C[never closed",
        "(;GM[1]SZ[9]PB[b]C[never closed\n\n",
        "(;GM[1]SZ[9]PB[b];B[aa] ???)",
        "(;GM[1]SZ[big])",
        "(;GM[5])",
    ],
)
@pytest.mark.parametrize("root", ["GM[1]SZ[9]", "FF[4]GM[1]SZ[9]", "SZ[9]PB[x]"])
def test_a_bad_game_costs_no_other(bad, root):
    if not root.startswith(("GM", "FF")) and "never" in bad:
        root = "GM[1]" + root
    good = f"(;{root}C[see (a) and [b\\] (;B[aa\\])];B[cc];W[dd])"
    places, told = numbers(f"junk (see below)\n{good}\n\ufeff{bad}\n{good}\n{good}\n some words [here")
    lines = bad.count("\n")
    assert places == ["game 1 (line 2)", f"game 3 (line {4 + lines})", f"game 4 (line {5 + lines})"]
    assert [place.split(" (")[0] for place in told] == ["game 2"]


def test_what_stands_between_games_is_none():
    text = 'see (here) and ) there\n(;SZ[9];B[aa])\n[Event "x"]\n()\n(\n;SZ[9];B[bb])'
    assert numbers(text) == (["game 1 (line 2)", "game 2 (line 5)"], [])


# ---- an independent writer, and sgfmill as the second reader
NAMES = {
    "shift_jis": st.text("山田表ソ能十予カナかな段", max_size=6),
    "gb2312": st.text("柯洁段胜目半围棋黑白", max_size=6),
    "euc-kr": st.text("신진서단승흑백불계", max_size=6),
    "big5": st.text("許功蓋段棋黑白", max_size=6),
    "utf-8": st.text("柯表신ü", max_size=6),
}


@st.composite
def field_files(draw):
    """The bytes of a game as programs write them, and what it says: names, stones set up, moves."""
    charset = draw(st.sampled_from(sorted(NAMES)))
    size = draw(st.sampled_from([5, 9, 13, 19]))
    rules = hm.interpreted(hm.game("go", size=size))
    name = draw(NAMES[charset])
    points = draw(st.lists(st.integers(0, size * size - 1), min_size=2, max_size=4, unique=True))
    handicap = draw(st.booleans())
    out = f"(;GM[1]CA[{charset}]SZ[{size}]PB[{name}]C[{draw(NAMES[charset])}\\]\\\\]"
    if handicap:
        out += draw(st.sampled_from(["", ";", "\n;C[\\]]"]))
        out += "AB" + "".join(f"[{rules.sgf_text(point)}]" for point in points)
    text = "X" if handicap else ""
    cells = [text if text and point in points else "." for point in range(size * size)]
    rows = ["".join(cells[at : at + size]) for at in range(0, size * size, size)]
    state = rules.parse(f"{'/'.join(rows)} {'W' if handicap else 'B'}")
    moves = []
    for _ in range(draw(st.integers(1, 8))):
        action = draw(st.sampled_from(list(rules.actions(state._replace(passes=0)))))
        word = "tt" if action == rules.points and draw(st.booleans()) else rules.sgf_text(action)
        colour = "BW"[state.mover]
        out += draw(st.sampled_from(["", "\n", "\r\n", " "])) + f";{colour}[{word}]"
        moves.append((colour.lower(), action))
        state = rules.result(state, action)._replace(passes=0)
    return (out + ")").encode(charset), name, points if handicap else [], moves


@settings(max_examples=150, deadline=None)
@given(field_files())
def test_sgfmill_reads_the_same_game(made):
    sgf = pytest.importorskip("sgfmill.sgf")
    data, name, points, moves = made
    game = one(decode(data))
    assert game.headers["Black"] == name
    assert [("bw"[(game.first.mover + n) % 2], move.action) for n, move in enumerate(game.moves)] == moves
    text = sgf_text(game)
    other = sgf.Sgf_game.from_bytes(text.encode())
    assert (other.get_player_name("b") or "") == name
    size = other.get_size()
    theirs = []
    stones = set()
    for node in other.get_main_sequence():
        stones |= {(size - 1 - row) * size + column for row, column in node.get_setup_stones()[0]}
        colour, move = node.get_move()
        if colour is not None:
            theirs.append((colour, size * size if move is None else (size - 1 - move[0]) * size + move[1]))
    assert (theirs, stones) == (moves, set(points))


@settings(max_examples=200, deadline=None)
@given(st.lists(field_files(), min_size=2, max_size=4), st.integers(0, 10**6), st.binary(max_size=2))
def test_whatever_is_wrong_with_one_game_the_others_are_read(made, at, junk):
    """One game has bytes cut out and others put in; the games beside it keep numbers, names and moves."""
    data = [game[0] for game in made]
    bad = at % len(data)
    place = 8 + at % (len(data[bad]) - 8)  # behind `(;GM[1]`, by which it is a game
    data[bad] = data[bad][:place] + junk.translate(None, b"();") + data[bad][place + 1 :]
    told = []
    found = {game.place.split()[1]: game for game in games(decode(b"\n".join(data)), broken=told.append)}
    for number, (_, name, _, moves) in enumerate(made):
        if number != bad:
            game = found[str(number + 1)]
            assert (game.headers["Black"], game.actions) == (name, [action for _, action in moves])
    assert len(found) + len(told) == len(made)


@settings(max_examples=300, deadline=None)
@given(st.lists(field_files(), min_size=1, max_size=2), st.binary(max_size=4), st.integers(0, 10**6))
def test_every_byte_is_kept_whatever_it_is(made, junk, at):
    """Bytes that no charset has, anywhere: what is read is written with them, or broken and said so."""
    data = b"\n".join(game[0] for game in made)
    place = at % len(data)
    data = data[:place] + junk + data[place:]
    for game in games(decode(data), broken=lambda error: None):
        assert "\ufffd" not in sgf_text(game)
        sgf_text(game).encode()
        record = plain(game)
        [again] = games(FORM.text(record))
        assert again.actions == game.actions
