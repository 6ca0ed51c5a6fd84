"""PGN as people, programs and servers write it: read, or reported; repaired with a word; no other move."""

import io
import random
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.core.formats import game_numbered
from halfmove.core.plain_text import PlainText
from halfmove.core.record_text import stream_lines
from halfmove.games.chess.game import Chess
from halfmove.games.chess.notation.san import usual
from halfmove.games.chess.pgn import games, main_lines, pgn_text, read_pgn

pytestmark = pytest.mark.one_speed
CHESS = Chess()


def read(text, **options):
    """The games of a text, and what is said of those that are broken."""
    broken = []
    return list(games(text, broken=lambda error: broken.append(str(error)), **options)), broken


def moves(game):
    return [move.text for move in game.moves]


# ---- moves
@pytest.mark.parametrize(
    "text",
    [
        "1. ♘f3 ♞f6 2. ♘c3 ♞c6",
        "1. ♘\ufe0ef3 ♞\ufe0ef6 2. ♘c3 ♞c6",
        "1. Ｎｆ３ Ｎｆ６ ２. Ｎｃ３ Ｎｃ６",
        "1. N\u200bf3 \ufeffNf6\u00ad 2. N\u2060c3 Nc6\u200d",
        "1.\u00a0Nf3 Nf6\u30002. Nc3\u2003Nc6",
        "1. g1-f3 g8-f6 2. b1–c3 b8—c6",
        "1. Ng1-f3 Ng8–f6 2. Nb1c3 Nb8-c6",
        "1. G1F3 G8-F6 2. B1C3 B8C6",
        "1. nf3 nf6 2. nc3 nc6",
        "1. N-f3 N-f6 2. N–c3 N-c6",
        "1. Nf3, Nf6, 2. Nc3, Nc6",
        "1.Nf3Nf6 2.Nc3Nc6",
        "1…Nf3 1…Nf6 2…Nc3 Nc6",
        "1. Sf3 Sf6 2. Sc3 Sc6",
        "1. Cf3 Cf6 2. Cc3 Cc6",
        "1. Pf3 Pf6 2. Pc3 Pc6",
        "1. Jf3 Jf6 2. Jc3 Jc6",
        "1. Кf3 Кf6 2. Кc3 Кc6",
    ],
)
def test_knights_however_they_are_written(text):
    [game], broken = read(f'[Event "x"]\n\n{text} *')
    assert broken == []
    plain = ["f3", "f6", "c3", "c6"] if " Pf3" in text else ["Nf3", "Nf6", "Nc3", "Nc6"]
    assert moves(game) == plain  # P is English for a pawn, so that it is not Dutch for a knight


@pytest.mark.parametrize("dash", list("-‐‑‒–—−－"))
@pytest.mark.parametrize("letter", list("O0oОо"))
def test_castling_with_any_dash(dash, letter):
    short, long = dash.join(letter * 2), dash.join(letter * 3)
    [game], broken = read(f"1. e4 e5 2. Nf3 d6 3. Bc4 Be6 4. {short} Nc6 5. d3 Qd7 6. a3 {long}! *")
    assert broken == []
    assert (moves(game)[6], moves(game)[-1], game.moves[-1].nags) == ("O-O", "O-O-O", (1,))


@pytest.mark.parametrize("word", ["Ke1-g1", "Ke1g1", "e1-g1", "e1–g1", "Ke1-h1", "O-O+", "o-o!?"])
def test_castling_by_the_squares_of_the_king(word):
    [game], broken = read(f"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {word} *")
    assert (moves(game)[-1:], broken) == (["O-O"], [])


@pytest.mark.parametrize(
    "word", ["e8=Q", "e8Q", "e8(Q)", "e8=(Q)", "e8/Q", "e7-e8=Q", "e7e8q", "e8=Q+", "ｅ８＝Ｑ"]
)
def test_promotions_however_they_are_written(word):
    [game], broken = read(f'[FEN "7k/4P3/8/8/8/8/8/K7 w - - 0 1"]\n\n1. {word} *')
    assert (moves(game), broken) == (["e8=Q+"], [])


@pytest.mark.parametrize("word", ["exd5", "e:d5", "ed5", "e4xd5", "e4:d5", "e4-d5", "e×d5", "exd5:", "ехd5"])
def test_captures_however_they_are_written(word):
    [game], broken = read(f"1. e4 d5 2. {word} *")
    assert (moves(game)[-1:], broken) == (["exd5"], [])


def test_informants_signs_are_glyphs():
    [game], _ = read("1. e4‼ e5⁉ 2. Nf3 ± Nc6 ⩲ 3. Bb5□ a6∓ 4. Ba4 $1 Nf6 ?! *")
    assert [move.nags for move in game.moves] == [(3,), (5,), (16,), (14,), (7,), (17,), (1,), (6,)]


PLAIN = ["1.", "e4", "e5", "2.", "Nf3", "Nc6", "3.", "Bc4", "Bc5", "4.", "O-O", "Nf6", "5.", "d3", "O-O", "*"]
PLACES = [
    (number, at)
    for number, word in enumerate(PLAIN)
    if word[0] not in "123456*"
    for at in range(len(word) + 1)
]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), st.characters(exclude_categories=("Cs",)), st.booleans())
@example((1, 1), "✗", True)
@example((4, 2), "✗", False)
@example((4, 1), "\u3164", True)
@example((4, 1), "\u0301", True)
@example((7, 1), "ö", False)
def test_a_strange_character_in_a_move_is_read_or_reported(place, character, insert):
    """Whatever stands in a move, the game is either the same or reported: no move becomes another."""
    number, at = place
    word = PLAIN[number]
    insert = insert or unicodedata.category(character) == "Cf"  # nobody sees that a letter is missing
    put = word[:at] + character + word[at + (0 if insert else 1) :]
    if put == word or character.isspace() or character in "{}();[]%$*.\\" or set(put) <= set("()[]{};"):
        return
    text = " ".join([*PLAIN[:number], put, *PLAIN[number + 1 :]])
    [plain], _ = read(" ".join(PLAIN))
    found, broken = read(text)
    assert len(found) + len(broken) >= 1
    if not broken:
        asked = unicodedata.normalize("NFKC", character)
        written = asked.isascii() and asked.isalnum() and moves(found[0]) != moves(plain)
        assert written or moves(found[0]) == moves(plain), text  # another letter or digit may be another move


def test_a_word_that_no_game_has_is_mentioned():
    [game], broken = read("1. e4 hello e5 N D 2. Nf3 [strange] *")
    assert (moves(game), broken) == (["e4", "e5", "Nf3"], [])
    assert game.repairs == [
        "'hello' is passed over, as it is no move.",
        "'[strange]' is passed over, as it is no move.",
    ]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. Sxe5 Dd4 6. Sf3 Dxe4+ 7. De2 Dxe2+ 8. Kxe2", "S"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. Cxe5 Dd4 6. Cf3 Dxe4+ 7. De2 Dxe2+ 8. Rxe2", "F"),
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. Cxe5 Dd4 6. Cf3 Dxe4+ 7. De2 Dxe2+ 8. Rxe2", "A"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. Pxe5 Dd4 6. Pf3 Dxe4+ 7. De2 Dxe2+ 8. Kxe2", "P"),
        ("1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Gxc6 dxc6 5. Sxe5 Hd4 6. Sf3 Hxe4+ 7. He2 Hxe2+ 8. Kxe2", "G"),
        ("1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sxc6 dxc6 5. Jxe5 Dd4 6. Jf3 Dxe4+ 7. De2 Dxe2+ 8. Kxe2", "J"),
        ("1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fxc6 dxc6 5. Hxe5 Vd4 6. Hf3 Vxe4+ 7. Ve2 Vxe2+ 8. Kxe2", "H"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 dxc6 5. Кxe5 Фd4 6. Кf3 Фxe4+ 7. Фe2 Фxe2+ 8. Крxe2", "Кр"),
    ],
)
@pytest.mark.parametrize("reader", [games, main_lines])
def test_letters_of_other_languages_where_the_moves_make_them_certain(text, letters, reader):
    english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2"
    [game] = reader(f"{text} {{a comment}} *")
    [plain] = reader(f"{english} *")
    assert list(game.actions) == list(plain.actions)
    [repair] = game.repairs
    assert letters in repair
    with pytest.raises(BadInput, match=r"game 1 \(line 1\)"):
        list(reader(f"{text} *", strict=True))


def test_letters_that_could_be_two_languages_are_reported():
    found, broken = read("1. e4 e5 2. Sf3 *")  # S is a knight wherever it can go there
    assert (len(found), broken) == (1, [])
    found, broken = read("1. e4 e5 2. Le2 d6 3. Dd3 *")  # no language has these
    assert (found, len(broken)) == ([], 1)
    assert broken[0].startswith("game 1 (line 1): 'Le2' is no move") or "Dd3" in broken[0]


# ---- where a game ends
A, B = '[Event "A"]\n[White "a"]', '[Event "B"]\n[White "b"]'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{A}\n\n1. e4 e5 1-0\n\n\n{B}\n\n1. d4 0-1\n", [("A", 2), ("B", 1)]),
        (f"{{by x}}\n{A}\n\n1. e4 *", [("A", 1)]),
        (f"{A} e4 1-0\n{B} e4 e5 0-1", [("A", 1), ("B", 2)]),
        (f"{A}\n\n1. e4 1/2-1/2{B}\n\n1. d4 d5 1-0", [("A", 1), ("B", 2)]),
        (f"{A}\n\n\n{B}\n\n", [("A", 0), ("B", 0)]),
        (f"{A}\n\n1. e4 {{see\n\n{B}\n\nthere}} e5 2. Nf3 *", [("A", 3)]),
        (f"  {A}\n\n  1. e4 *\n \ufeff{B}\n\n 1. d4 *", [("A", 1), ("B", 1)]),
        ('[Event "A"][White "a\nb"]\n1. e4\n\n\n2. Nf3\n*\n' + B + " 1. d4 *", [("A", 1), ("B", 1)]),
        (f"{A}\n\n1. e4\n\ne5\n\n2. Nf3 *", [("A", 3)]),
        (f"{A}\n\n1. e4 e5\n\n1. d4 d5 2. c4 *", [("A", 2), (None, 3)]),
        (f"1. e4\n\n1... e5\n\n2. Nf3 *\n\n{B}\n\n1. d4", [(None, 3), ("B", 1)]),
        (f"{A}\n\n1. e4 e5 1-0 {{a good game}}\n\n1-0\n\n{B}\n1. d4 *", [("A", 2), (None, 0), ("B", 1)]),
        (f"{A}\n\n1. e4 e5 1-0 1-0\n\n{B}\n1. d4 *", [("A", 2), ("B", 1)]),
        (f"% a word\n{A}\n%another\n\n1. e4\n% of it\ne5 *", [("A", 2)]),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_where_games_end(text, expected, mark):
    found, broken = read(mark + text)
    if "1. e4\n\n\n2. Nf3" in text:  # Black's move is missing: a game that is broken keeps its number
        assert broken == ["game 1 (line 6): 1... 'Nf3' is not legal."]
        expected = expected[1:]
    else:
        assert broken == []
    assert [(game.headers.get("Event"), len(game.moves)) for game in found] == expected
    assert [len(line.actions) for line in main_lines(text, broken=lambda error: None)] == [
        n for _, n in expected
    ]


def test_comments_about_the_whole_stay_where_they_are_said():
    [game], _ = read(f"{{before}}\n{A}\n\n{{after}} 1. e4 1-0 {{a good game}}\n\n")
    assert (game.comment, game.moves[-1].comment) == ("before after", "a good game")


def test_a_repeated_tag():
    [game], _ = read('[Event "A"]\n[Event "B"]\n\n1. e4 *')
    assert (game.headers["Event"], game.repairs) == ("B", ["its tag Event stands twice; 'B' counts."])
    two, _ = read('[FEN "8/8/8/8/8/4k3/8/4K2R w - - 0 1"]\n\n[FEN "8/8/8/8/8/4k3/8/Q3K3 w - - 0 1"]\n')
    ranks = [game.rules.position_text(game.first).split()[0].rpartition("/")[2] for game in two]
    assert ranks == ["4K2R", "Q3K3"]


def test_utf_16_and_windows_1252(tmp_path):
    text = '[Event "Caf\xe9 \x80"]\n\n1. e4 e5 *\n'.replace("\x80", "€")
    for number, encoding in enumerate(["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32", "cp1252"]):
        file = tmp_path / f"{number}.pgn"
        file.write_bytes(text.replace("\n", "\r\n").encode(encoding))
        [game] = read_pgn(file)
        assert (game.headers, moves(game)) == ({"Event": "Café €"}, ["e4", "e5"])
        assert "".join(stream_lines(file)) == text


def test_a_number_is_never_shifted(tmp_path):
    file = tmp_path / "mixed.pgn"
    file.write_text(f'{A}\n\n1. e4 *\n\n{B}\n\n1. e5 *\n\n[Event "C"]\n\n1. d4 *\n\n1. a5 *\n')

    def wanted(number):
        return game_numbered(lambda broken: read_pgn(file, broken=broken), number)

    assert (wanted(1).headers["Event"], wanted(3).headers["Event"]) == ("A", "C")
    assert wanted(3).place == "game 3 (line 11)"
    for number, line in ((2, 9), (4, 15)):
        with pytest.raises(BadInput, match=rf"game {number} \(line {line}\)"):
            wanted(number)
    assert (wanted(0), wanted(5)) == (None, None)


# ---- results
@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"),
        ("1–0", "1-0"),
        ("0—1", "0-1"),
        ("1:0", "1-0"),
        ("0:1", "0-1"),
        ("*", "*"),
    ],
)
def test_results_as_people_write_them(word, result):
    [game], broken = read(f'[Event "A"]\n[Result "{word}"]\n\n1. e4 e5 {word}\n')
    assert (game.result, broken, game.repairs) == (result, [], [])
    assert pgn_text(game).split()[-1] == result
    [game], broken = read(f"1. e4 e5 {word}\n")
    assert (game.result, broken, moves(game)) == (result, [], ["e4", "e5"])
    if result != "*":
        [line] = main_lines(f"1. e4 e5 {word}\n")
        assert line.share == {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]


MATE = "1. f3 e5 2. g4 Qh4#"


@pytest.mark.parametrize(
    ("tag", "text", "result", "end", "repair"),
    [
        ("1-0", "1. e4 0-1", "1-0", "0-1", "its tag says 1-0, the end of its moves 0-1; the tag counts."),
        ("1-0", "1. e4 *", "1-0", "*", None),
        ("*", "1. e4 1-0", "1-0", "", None),
        ("1-0", f"{MATE} 1-0", "0-1", "", "its tag says 1-0 and the end of its moves says 1-0, but by the "
         "board it is 0-1, which counts."),
        ("*", f"{MATE} *", "0-1", "", None),
        ("0-1", f"{MATE} 0-1", "0-1", "", None),
        ("won", "1. e4 *", "*", "*", "its result 'won' is none that is known."),
        ("won", "1. e4 1-0", "*", "1-0", "its result 'won' is none that is known."),
    ],
)  # fmt: skip
def test_results_that_disagree_are_kept_and_said(tag, text, result, end, repair):
    [game], _ = read(f'[Result "{tag}"]\n\n{text}\n')
    assert (game.result, game.end, game.repairs) == (result, end, [repair] if repair else [])
    written = pgn_text(game)
    assert list(games(written)) == [game]
    assert game.headers["Result"] in (tag, end or result, result)
    if repair:
        assert f'[Result "{tag}"]' in written
        assert read(f'[Result "{tag}"]\n\n{text}\n', strict=True)[0] == []


# ---- positions
@pytest.mark.parametrize(
    ("fen", "position", "repair"),
    [
        ("1rr3k1/p3ppbp/3pbnp1/7P/qP1BP1P1/5P2/1PPQ4/1NKR1B1R b Kq - 0 1",
         "1rr3k1/p3ppbp/3pbnp1/7P/qP1BP1P1/5P2/1PPQ4/1NKR1B1R b - - 0 1", "castling rights"),
        ("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9", "only 'Qkq' fit"),
        ("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",
         "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1", "Chess960"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "en passant square 'e6'"),
        ("4k3/8/8/8/8/8/8/4K2R w", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "too few fields"),
        ("4k3/8/8/8/8/8/8/4K2R w - - ? ?", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "is no number"),
    ],
)  # fmt: skip
def test_positions_that_programs_of_the_field_repair(fen, position, repair):
    text = f'[FEN "{fen}"]\n[SetUp "1"]\n\n*\n'
    [game], broken = read(text)
    assert (broken, game.rules.position_text(game.first)) == ([], position)
    assert any(repair in sentence for sentence in game.repairs)
    found, broken = read(text, strict=True)
    assert (found, len(broken)) == ([], 1)
    assert repair in broken[0]


def test_blacks_null_move_counts():
    [game], _ = read("1. e4 -- 2. d4 *")
    assert game.rules.position_text(game.states()[-1]).endswith(" b KQkq - 0 2")


# ---- files of any spelling, by an independent writer
LONG = "-–—"


@st.composite
def spelled_files(draw):
    """Games by python-chess, spelled in ways that mean the same; with the moves that are meant."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    rng = random.Random(draw(st.integers(0, 10**6)))
    dialect = draw(st.sampled_from(["san", "long", "uci", "figurine", "german"]))
    ends = draw(st.sampled_from(["\n", "\r\n", "\n\n", " "]))
    text, expected = "", []
    for number in range(draw(st.integers(1, 4))):
        board, words, played = chess.Board(), [], []
        for _ in range(rng.randrange(12)):
            move = rng.choice(sorted(board.legal_moves, key=str))
            if board.turn:
                words.append(f"{board.fullmove_number}{rng.choice(['.', '. '])}")
            played.append(board.san(move))
            words.append(spelled(rng, board, move, dialect))
            board.push(move)
            if rng.random() < 0.2:
                words.append(rng.choice(['{[Event "no"]}', "{a comment}", "$3", "!", "{}"]))
        result = board.result() if board.is_game_over() else rng.choice(["1-0", "0-1", "1/2-1/2", "½-½", "*"])
        tags = "".join(f'[{name} "{number}"]{rng.choice(ends)}' for name in ("Event", "White"))
        text += f"{tags}{ends}{' '.join(words)} {result}{rng.choice(['', ends])}"
        expected.append((str(number), played))
    return text, expected


def spelled(rng, board, move, dialect):
    san = board.san(move)
    if san.startswith("O-O"):
        return san.replace("O", rng.choice("O0o")).replace("-", rng.choice(LONG))
    if dialect == "uci":
        return move.uci()
    if dialect == "long":
        kind = board.piece_at(move.from_square).symbol().upper().replace("P", "")
        target = move.uci()[2:4] + (f"={move.uci()[4].upper()}" if move.promotion else "")
        return f"{kind}{move.uci()[:2]}{rng.choice(LONG)}{target}"
    if dialect == "figurine":
        return san.translate(dict(zip(map(ord, "KQRBN"), "♔♕♖♗♘", strict=True)))
    if dialect == "german":
        return san.translate(dict(zip(map(ord, "KQRBN"), "KDTLS", strict=True)))
    return san.replace("x", rng.choice(["x", ":", "×"]))


@settings(max_examples=80, deadline=None)
@given(spelled_files())
def test_files_in_any_spelling_are_read_as_they_are_meant(file):
    text, expected = file
    found, broken = read(text)
    if any(letter in text for letter in "SLTD"):  # a few German moves may be another language's: reported
        assert all("' is no move" in sentence for sentence in broken)
        said = [sentence.split()[1] for sentence in broken]
        expected = [game for number, game in enumerate(expected, 1) if str(number) not in said]
    else:
        assert broken == []
    assert [(game.headers["Event"], moves(game)) for game in found] == expected
    lines = list(main_lines(text, broken=lambda error: None))
    assert [len(line.actions) for line in lines] == [len(played) for _, played in expected]


@settings(max_examples=60, deadline=None)
@given(spelled_files(), st.integers(0, 10**6))
def test_mangled_files_agree_with_python_chess_where_both_read_them(file, seed):
    """A word of a file is cut out or doubled: what is read without a repair is what python-chess reads."""
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    rng, (text, _) = random.Random(seed), file
    words = text.split(" ")
    at = rng.randrange(len(words))
    words[at : at + 1] = rng.choice([[], [words[at]] * 2])
    text = " ".join(words)
    found, broken = read(text)
    if broken or any(game.repairs for game in found):
        return
    if (
        not text.isascii()
        or ":" in text
        or text.count("[") != text.count('"]')
        or "o" in text.replace("no", "")
    ):
        return  # spellings that python-chess does not know
    if re.search(r'"\][ \t]*[^\s\[]', text):
        return  # it loses moves that stand beside tags
    stream, theirs = io.StringIO(text), []
    while (game := pgn.read_game(stream)) is not None:
        if game.errors:
            return
        theirs.append([node.san() for node in game.mainline()])
    if len(theirs) == len(found):  # where it does not know that tags begin a game, it reads fewer
        assert [moves(game) for game in found] == theirs


@pytest.mark.parametrize(
    ("written", "word"),
    [("♘f3", "Nf3"), ("g1-f3", "g1f3"), ("0-0-0", "O-O-O"), ("e:d5", "exd5"), ("e8(Q)", "e8=Q"),
     ("Pe4", "e4"), ("B2xh5", "B2xh5"), ("B1C3", "b1c3"), ("b2xh5", "b2h5"),
     ("zebra", "zebra"), ("Nf3", "Nf3")],
)  # fmt: skip
def test_the_usual_spelling(written, word):
    assert usual(written) == word


@pytest.mark.parametrize("typed", ["♘f3", "g1–f3", "Ｎf3", "nf3", "N-f3"])
def test_moves_typed_anywhere_are_read_so_too(typed):
    state = CHESS.initial()
    assert CHESS.parse_action(state, typed) == CHESS.parse_action(state, "Nf3")


def test_both_results_stay_in_plain_text_too():
    [game], _ = read('[Result "1-0"]\n\n1. e4 0-1\n')
    plain = PlainText(CHESS)
    [again] = plain.read(plain.text(game))
    assert again.end == "0-1"
    assert pgn_text(again) == pgn_text(game)
