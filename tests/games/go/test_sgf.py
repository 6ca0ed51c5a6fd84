"""Games as SGF: read, written again, and what is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.sgf_charset import decode
from halfmove.games.go.sgf import WinRate, games, read_sgf, sgf_text, write_sgf

pytestmark = pytest.mark.one_speed

GAME = (
    "(;GM[1]FF[4]SZ[5]KM[0.5]PB[Ann]PW[Bob]RE[W+R]RU[Japanese]C[a start];B[cc];W[cb]C[hm \\] ha]"
    "(;B[bb];W[dd]BM[2];B[])(;B[bc]XX[keep]C[or so];W[tt]))"
)


def one(text):
    [game] = games(text)
    return game


def test_what_a_file_says():
    game = one(GAME)
    told = game.rules.parameters
    assert (told["width"], told["height"], told["komi"], told["rules"]) == (5, 5, 0.5, "japanese")
    assert game.headers == {"Black": "Ann", "White": "Bob", "Result": "W+R"}
    assert [move.text for move in game.moves] == ["C3", "C4", "B4", "D2", "pass"]
    assert (game.comment, game.moves[1].comment) == ("a start", "hm ] ha")
    assert game.moves[2].variations == [[("b", "B3"), ("w", "pass")]]
    assert (game.moves[3].nags, game.moves[2].nags) == ((4,), ())
    assert game.moves[0].evaluation is None
    assert game.rules.position_text(game.states()[-1]) == "5/1XO2/2X2/3O1/5 W - 1 0"


def test_a_game_can_be_changed():
    game = one(GAME)
    game.headers["Annotator"] = "me"
    move = game.moves[2]
    move.evaluation, move.nags, move.comment = WinRate(0.25), (2, 5), "why?"
    game.moves[3].nags = ()
    move.add_variation(game.rules, [game.rules.parse_point("E5"), game.rules.points], WinRate(0.5))
    again = one(sgf_text(game))
    assert again.headers == game.headers
    found = again.moves[2]
    assert (found.evaluation, found.nags, found.comment) == (WinRate(0.25), (2, 5), "why?")
    assert again.moves[3].nags == ()
    assert found.variations == [[("b", "B3"), ("w", "pass")], [("b", "E5"), ("w", "pass")]]
    assert "XX[keep]" in sgf_text(again)


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30).map(str.strip)


@given(st.randoms(use_true_random=False), words, words, st.sampled_from([1, 2, 5, 9, 19, 21]))
def test_what_is_written_comes_back(rng, name, comment, size):
    """A random game with comments, marks, evaluations and variations at random."""
    rules = hm.interpreted(hm.game("go", size=size))
    state, moves = rules.initial(), []
    for _ in range(rng.randrange(20)):
        action = rng.choice(list(rules.actions(state)))
        moves.append(f";{'BW'[state.mover]}[{rules.sgf_text(action)}]")
        state = rules.result(state, action)._replace(passes=0)
    game = one(f"(;GM[1]SZ[{size}]{''.join(moves)})")
    assert [";" + "BW"[n % 2] + f"[{rules.sgf_text(m.action)}]" for n, m in enumerate(game.moves)] == moves
    game.headers["Black"] = name or "?"
    for move in game.moves:
        if rng.random() < 0.3:
            move.comment = comment
        if rng.random() < 0.3:
            move.nags = tuple(sorted(rng.sample([2, 6, 1, 5], rng.randrange(3))))
        if rng.random() < 0.3:
            move.evaluation = WinRate(round(rng.random(), 4))
        if rng.random() < 0.3:
            move.add_variation(rules, [rng.randrange(rules.points + 1) for _ in range(3)], WinRate(0.5))
    again = one(sgf_text(game))
    assert (again.rules, again.start, again.headers) == (game.rules, game.start, game.headers)
    for here, there in zip(game.moves, again.moves, strict=True):
        assert (here.action, here.comment, set(here.nags)) == (there.action, there.comment, set(there.nags))
        assert here.evaluation == pytest.approx(there.evaluation)
        assert here.variations == there.variations
    assert sgf_text(again) == sgf_text(game)


def test_setup_stones_and_handicap():
    game = one("(;SZ[9]HA[2]KM[0.5]AB[cg][gc]AB[];W[ee])".replace("AB[]", ""))
    assert (game.rules.handicap, game.start) == (2, None)
    game = one("(;SZ[9]AB[cg][ee];W[aa])")
    assert game.rules.handicap == 0
    assert game.rules.position_text(game.first) == "9/9/9/9/4X4/9/2X6/9/9 W - 0"
    game = one("(;SZ[9]AB[aa:bb]AW[ii]PL[W])")
    assert game.rules.position_text(game.first).startswith("XX7/XX7/9")
    assert game.first.mover == 1
    assert one("(;SZ[9];W[aa];B[tt];W[])").moves[1].text == "pass"


def test_a_game_goes_on_after_two_passes():
    assert [move.text for move in one("(;SZ[5];B[];W[];B[cc])").moves] == ["pass", "pass", "C3"]


def test_files_and_charsets(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_bytes("(;SZ[9]CA[Shift_JIS]PB[本因坊]C[表]\n;B[aa])".encode("shift_jis") + b"(;SZ[9];B[bb])")
    first, second = read_sgf(path)
    assert (first.headers["Black"], first.comment, second.place) == ("本因坊", "表", "game 2 (line 2)")
    assert write_sgf(path, [first]) == 1
    assert "PB[本因坊]" in path.read_text(encoding="utf-8")
    assert "CA[UTF-8]" in path.read_text(encoding="utf-8")
    assert decode("(;C[ü])".encode("latin-1")) == decode("(;C[ü])".encode()) == "(;C[ü])"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;SZ[40];B[ee])", "game 1 (line 1): Go's parameter 'width' must be"),
        ("(;SZ[big];B[ee])", "game 1 (line 1): its size, 'big', is none, such as 19 or 9:13."),
        ("(;SZ[9]\n;B[aa] nonsense)", "game 1 (line 2): 'n' stands where no SGF has it."),
        ("(;GM[2]SZ[8])", "game 1 (line 1): it is of another game than Go."),
        ("(;SZ[9]\n;B[ee]", "game 1 (line 2): it is cut off; a bracket is not closed."),
        ("(;SZ[9]\n;B[ee]C[so", "game 1 (line 2): it is cut off; a bracket is not closed."),
        ("(;SZ[9]AB[aa]AW[ba][ab])", "game 1 (line 1): Black's stone on A9 has no liberty left"),
        ("(;SZ[9]AB[zz])", "game 1 (line 1): 'zz' is not a point of this board"),
    ],
)
def test_what_is_broken_is_told_in_a_sentence_or_left_out(text, words):
    with pytest.raises(BadInput) as caught:
        list(games(text))
    assert str(caught.value).startswith(words)
    told = []
    assert [game.headers for game in games(f"(;SZ[9]PB[A]){text}", broken=told.append)] == [{"Black": "A"}]
    assert len(told) == 1
    assert str(told[0]).startswith("game 2 (line ")


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        (
            "(;SZ[9];B[ee];B[cc])",
            ["E5"],
            "line 1: move 2 is Black's, but it is not Black's turn; what follows",
        ),
        (
            "(;SZ[9];B[ee];W[ee])",
            ["E5"],
            "line 1: move 2, 'E5', cannot be played: E5 is taken: Black has a stone there; what follows",
        ),
        ("(;SZ[9];B[ee];AW[aa];W[bb])", ["E5"], "line 1: after move 1 it sets up stones; only its beginning"),
        ("(;SZ[9]\n;B[zz])", [], "line 2: 'zz' is not a point of this board in SGF"),
        ("(;SZ[9];B[aa]W[bb])", [], "line 1: both sides move at once; what follows"),
        ("(SZ[9];B[aa])", ["A9"], "line 1: its root has no semicolon."),
        ("(;SZ[9]KM[much];B[aa])", ["A9"], "its komi, 'much', is no number; 0 is taken."),
        ("(;SZ[9]PB[[x] y];B[aa])", ["A9"], "line 1: a ']' in its PB stands without a backslash."),
        ("(;SZ[9]PL[W];B[aa])", ["A9"], "it says that White is to move, but the first move is Black's."),
        ("(;SZ[0];B[ss])", ["T1"], "its size is 0; 19 is taken."),
        ("(;SZ[9]RU[of the house];B[aa])", ["A9"], "its rules, 'of the house', are none that are known"),
        ("(;SZ[9]RE[hooray];B[aa])", ["A9"], "its result 'hooray' is none that is known."),
        ("(;SZ[9]RE[B+1][W+1];B[aa])", ["A9"], "it has several results; 'B+1' counts."),
        ("(;SZ[9]KM[6.5]RE[W+3];B[];W[])", ["pass"] * 2, "its result 'W+3' cannot be with a komi of 6.5."),
    ],
)
def test_what_programs_of_the_field_repair_is_read_and_said(text, moves, words):
    game = one(text)
    assert [move.text for move in game.moves] == moves
    assert [sentence[: len(words)] for sentence in game.repairs] == [words]
    with pytest.raises(BadInput, match=r"game 1 \(line \d\): "):
        list(games(text, strict=True))
    assert one(sgf_text(game)).actions == game.actions  # and nothing of the tree is lost


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadInput, match="There is no file"):
        list(read_sgf(tmp_path / "none.sgf"))
    path = tmp_path / "strange.sgf"
    path.write_bytes(b"(;CA[martian]SZ[9];B[aa])")
    [game] = read_sgf(path)
    assert game.repairs == ["its charset, 'martian', is not known."]
    with pytest.raises(
        BadInput, match=r"strange.sgf: game 1 \(line 1\): its charset, 'martian', is not known"
    ):
        list(read_sgf(path, strict=True))


def test_random_bytes_break_nothing_but_the_game():
    rng = random.Random(1)
    text = GAME * 2
    for _ in range(300):
        at = rng.randrange(len(text))
        broken = text[:at] + rng.choice("()[];\\aB9") + text[at + rng.randrange(3) :]
        list(games(broken, broken=lambda error: None))


def test_a_board_that_is_not_square_and_a_move_in_the_root():
    game = one("(;SZ[9:5]B[ie](;W[aa])(;W[ba]))")
    assert (game.rules.width, game.rules.height) == (9, 5)
    assert [move.text for move in game.moves] == ["J1", "A5"]
    assert one(sgf_text(game)).moves[1].variations == [[("w", "B5")]]


def test_shares_are_between_none_and_all():
    [game] = games("(;SZ[5];B[cc]SBKV[1e307];W[bb]SBKV[-1000];B[dd]SBKV[100];W[dc]SBKV[nan])")
    assert [move.evaluation for move in game.moves] == [None, None, WinRate(1.0), None]
