"""Games of shogi in KIF, KI2 and CSA: read as programs write them, and written back without loss."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.cli.play.record import load, save
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, find_format
from halfmove.core.pawns import Evaluation
from halfmove.core.plain_text import PlainText
from halfmove.games.shogi import HANDICAPS, Minishogi, Shogi
from halfmove.games.shogi.kifu_words import ENDED, ENDINGS, result_of
from halfmove.games.shogi.position import DECLARE

pytestmark = pytest.mark.one_speed

SHOGI, MINI = interpreted(Shogi(notation="usi")), interpreted(Minishogi(notation="usi"))
KIF, KI2, CSA = (find_format(SHOGI, name) for name in ("KIF", "KI2", "CSA"))
FORMS = [KIF, KI2, CSA]

A_KIF = """\
# ---- Kifu for Windows V7 棋譜ファイル ----
開始日時：2026/11/28 10:00:00
棋戦：定跡研究
持ち時間：各25分
秒読み：30秒
手合割：平手
先手：山田　太郎
後手：Ada
手数----指手---------消費時間--
*はじめに
*
*二行目
   1 ７六歩(77)   ( 0:16/00:00:16)
&最初
   2 ３四歩(33)   ( 0:03/00:00:03)+
*角道
   3 ２二角成(88) ( 1:05/00:01:21)
   4 同　銀(31)   ( 0:09/00:00:12)
   5 ４五角打     ( 0:00/00:01:21)+
   6 投了         ( 0:07/00:00:19)
まで5手で先手の勝ち

変化：5手
*別の手
   5 ５五角打     ( 0:00/00:01:21)
   6 中断         ( 0:00/00:00:12)

変化：2手
   2 ８四歩(83)   ( 0:01/00:00:01)
   3 ２六歩(27)   ( 0:01/00:00:17)+
   4 ８五歩(84)   ( 0:01/00:00:02)

変化：3手
   3 ６八銀(79)   ( 0:02/00:00:18)
"""
A_KI2 = """\
開始日時：2026/11/28
手合割：平手
先手：Ada
後手：Bob

▲７六歩　　△３四歩　　▲２二角成　△同　銀　　▲８八銀
△３三銀　▲７七銀
*comment
△３二金
まで8手で時間切れにより後手の勝ち
"""
A_CSA = """\
'CSA encoding=UTF-8
V3.0
N+Ada
N-Bob
$EVENT:An open
$START_TIME:2026/11/28 10:00:00
$TIME:300+10+0
PI
+
'a remark
'*said before
+7776FU,T12
-3334FU
T3
'** 30 +8822UM
+8822UM
T1.5
-3122GI
+0045KA
%TORYO
T7
"""


def usi(moves):
    return [SHOGI.usi_text(move.action) for move in moves]


def read(form, text):
    [found] = form.read(text)
    return found


def test_a_game_of_kif():
    found = read(KIF, A_KIF)
    assert usi(found.moves) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert found.headers == {
        "Date": "2026.11.28",
        "Time": "10:00:00",
        "Event": "定跡研究",
        "Black": "山田　太郎",
        "White": "Ada",
        "Result": "1-0",
        "Termination": "resignation",
    }
    assert found.comment == "はじめに\n\n二行目"
    assert [move.spent for move in found.moves] == [16, 3, 65, 9, 0]
    assert found.moves[1].comment == "角道"
    assert found.properties["秒読み"] == ["30秒"]
    assert found.properties[ENDED] == ["投了", "7"]
    assert found.moves[0].properties == {"&": ["最初"]}
    [fifth] = found.moves[4].variations
    assert usi(fifth) == ["B*5e"]
    assert fifth[0].before == "別の手"
    assert fifth[0].properties[ENDED] == ["中断", "0"]
    [second] = found.moves[1].variations
    assert usi(second) == ["8c8d", "2g2f", "8d8e"]
    assert [usi(line) for line in second[1].variations] == [["7i6h"]]
    again = read(KIF, KIF.text(found))
    assert again == found
    assert "   5 ４五角打     ( 0:00/00:01:21)+" in KIF.text(found).splitlines()
    assert "まで5手で先手の勝ち" in KIF.text(found)


def test_a_game_of_ki2():
    found = read(KI2, A_KI2)
    assert usi(found.moves)[-3:] == ["2b3c", "8h7g", "4a3b"]
    assert (found.headers["Result"], found.headers["Termination"]) == ("0-1", "time forfeit")
    assert found.moves[6].comment == "comment"
    assert read(KI2, KI2.text(found)) == found


@pytest.mark.parametrize(
    ("moves", "last"),
    [
        ("▲４八銀 △３四歩 ▲３六歩 △４四歩 ▲３七銀上", "4h3g"),
        ("▲４八銀行", "3i4h"),
        ("▲５八金右上", "4i5h"),
        ("▲５八金右", "4i5h"),
        ("▲７六歩 △３四歩 ▲２二角上成", "8h2b+"),
        ("▲７六歩 △３四歩 ▲２二角成 △同　銀直", "3a2b"),
        ("☗７六歩 ☖３四歩 ☗２二角不成", "8h2b"),
    ],
)
def test_more_words_than_are_needed(moves, last):
    *_, said = moves.split(" ")
    if "銀直" in said:  # it goes aslant
        with pytest.raises(BadInput, match="'同銀直' is not a legal move here"):
            read(KI2, moves)
    else:
        assert usi(read(KI2, moves).moves)[-1] == last


def test_what_fits_two_pieces_is_no_move():
    with pytest.raises(BadInput, match="'５八金' is not a legal move here"):
        read(KI2, "▲５八金")


def test_a_game_of_csa():
    found = read(CSA, A_CSA)
    assert usi(found.moves) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert [move.spent for move in found.moves] == [12, 3, 1.5, None, None]
    assert found.comment == "said before"
    assert found.moves[1].comment == "* 30 +8822UM"
    assert found.moves[1].evaluation == Evaluation(pawns=0.3)
    assert found.properties == {
        "V": ["V3.0"],
        "TIME": ["300+10+0"],
        "'": ["a remark"],
        ENDED: ["投了", "7"],
    }
    assert read(CSA, CSA.text(found)) == found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("worth", "lines"),
    [
        (Evaluation(pawns=-0.23, depth=13), ["#評価値=-23", "#深さ=13"]),
        (Evaluation(mate=5), ["#詰み=先手勝ち:5手"]),
        (Evaluation(mate=-12), ["#詰み=後手勝ち:12手"]),
    ],
)
def test_what_a_move_is_worth_stands_in_its_comment(form, worth, lines):
    first, second = (
        SHOGI.initial(),
        SHOGI.result(SHOGI.initial(), SHOGI.parse_action(SHOGI.initial(), "7g7f")),
    )
    moves = [
        Move(SHOGI.parse_action(first, "7g7f"), "7g7f", comment="a word", nags=(6,)),
        Move(SHOGI.parse_action(second, "3c3d"), "3c3d", evaluation=worth),
    ]
    again = read(form, form.text(GameRecord(SHOGI, moves=moves)))
    assert again.moves[0].comment == "a word\n【疑問手】"
    assert again.moves[0].nags == (6,)
    assert again.moves[1].comment.split("\n") == lines
    assert again.moves[1].evaluation == worth
    assert read(form, form.text(again)) == again
    again.moves[1].evaluation = Evaluation(pawns=1.0)
    assert read(form, form.text(again)).moves[1].comment == "#評価値=100"
    assert form.evaluation_of(form.evaluation_text(worth)) == worth


# ---- everything that a record may hold
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12
).filter(lambda text: text.strip() == text and not text.startswith("*"))
STARTS = (
    None,
    "9/4k4/9/4P4/9/9/9/9/4K4 b 2R2B4G3S4N3L16Ps 1",
    "4k4/9/9/9/9/9/9/9/4K4 w RB2G17Prb2g4s4n4lp 31",
    "ln1g1g1nl/1ks2r3/1pppp1bpp/p3spp2/9/P1P1SPP1P/1PSPP1BP1/1KG2R3/LN1G3NL w - 40",
)


@st.composite
def records(draw, game=SHOGI, *, variations=True):
    """A random game with whatever may be said of it."""
    dice = random.Random(draw(st.integers(0, 10**6)))
    handicap = draw(st.sampled_from(list(HANDICAPS))) if game is SHOGI else None
    rules = game if handicap in (None, "none") else interpreted(Shogi(notation="usi", handicap=handicap))
    start = draw(st.sampled_from(STARTS)) if game is SHOGI and rules is game else None
    record = GameRecord(rules, None if start is None else rules.parse(start))
    saying = draw(st.booleans())

    def line(state, length, deep):
        moves = []
        for _ in range(length):
            if rules.is_terminal(state):
                break
            actions = [int(a) for a in rules.actions(state) if a != DECLARE]
            action = dice.choice(actions)
            move = Move(action, rules.action_text(state, action))
            if saying and dice.random() < 0.3:
                move.comment = "\n".join(draw(st.lists(TEXT, min_size=1, max_size=2)))
            move.spent = float(dice.randrange(4000)) if saying else None
            if variations and deep and dice.random() < 0.25:
                beside = line(state, dice.randint(1, 4), deep - 1)
                if beside and beside[0].action != action:
                    beside[0].before = draw(TEXT) if dice.random() < 0.3 else ""
                    beside[0].variations = []
                    move.variations.append(beside)
            moves.append(move)
            state = rules.result(state, action)
        return moves

    record.moves = line(record.first, draw(st.integers(0, 12)), 2)
    for header in ("Black", "White", "Event", "Site"):
        if draw(st.booleans()):
            record.headers[header] = draw(TEXT)
    record.comment = draw(st.one_of(st.just(""), TEXT))
    state = record.first
    for action in record.actions:
        state = rules.result(state, action)
    words = [word for word, said in ENDINGS.items() if said.csa]
    word = "詰み" if rules.is_terminal(state) else draw(st.sampled_from(words))
    record.properties[ENDED] = [word]
    record.headers |= result_of(word, state.mover)
    if rules.is_terminal(state):
        record.by_rules = record.headers["Result"]
    return record


def stripped(record, *, times=True, variations=True):
    """What a format has no place for is gone."""

    def plain(moves):
        return [
            Move(
                move.action,
                move.text,
                move.comment,
                move.before,
                spent=move.spent if times else None,
                variations=[plain(line) for line in move.variations] if variations else [],
            )
            for move in moves
        ]

    properties = {name: value for name, value in record.properties.items() if name != "V"}
    headers = dict(sorted(record.headers.items()))
    rules = record.rules.parameters
    return rules, record.start, headers, record.comment, plain(record.moves), properties, record.by_rules


@settings(max_examples=8, deadline=None)
@given(record=records(), form=st.sampled_from([KIF, KI2]))
def test_what_is_written_for_people_is_read(record, form):
    text = form.text(record)
    times = form is KIF
    wanted = stripped(record, times=times)
    assert stripped(read(form, text), times=times) == wanted
    for data in (form.encoded(record), text.encode(), text.encode("utf-8-sig")):
        assert stripped(read(form, form.decoded(data)), times=times) == wanted
    assert next(f for f in FORMS if f.begins(text)) is (form if record.moves or form is KIF else KIF)


@settings(max_examples=6, deadline=None)
@given(record=records(variations=False))
def test_what_is_written_for_programs_is_read(record):
    if record.start is not None:
        record.start = record.start._replace(number=1)  # CSA does not number moves
    text = CSA.text(record)
    assert stripped(read(CSA, CSA.decoded(CSA.encoded(record)))) == stripped(read(CSA, text))
    found = read(CSA, text)
    wanted = stripped(record)
    assert stripped(found)[0] == wanted[0]
    assert found.actions == record.actions
    assert stripped(found)[1:4] == wanted[1:4]
    assert stripped(found)[4:] == wanted[4:]
    assert CSA.begins(text)


@settings(max_examples=4, deadline=None)
@given(record=records(MINI), number=st.integers(0, 1))
def test_minishogi(record, number):
    form = find_format(MINI, ("KIF", "KI2")[number])
    found = read(form, form.text(record))
    assert stripped(found, times=not number) == stripped(record, times=not number)
    assert "手合割：5五将棋" in form.text(record)
    assert find_format(MINI, "CSA") is None


@settings(max_examples=4, deadline=None)
@given(record=records())
def test_from_one_format_to_the_other_and_to_plain_text(record):
    assert stripped(read(KIF, KIF.text(read(PlainText(SHOGI), PlainText(SHOGI).text(record))))) == stripped(
        record
    )
    assert read(CSA, CSA.text(read(KIF, KIF.text(record)))).actions == record.actions


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_broken_files_are_told_in_a_sentence(data):
    form, text = data.draw(st.sampled_from([(KIF, A_KIF), (KI2, A_KI2), (CSA, A_CSA)]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.one_of(st.just(""), st.sampled_from(list("同打成▲7（(+-%P：\n|v1*")), TEXT))
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    failed = []
    for found in form.read(text, broken=failed.append):
        form.text(found)
    assert all(str(error).startswith("game ") for error in failed)


@settings(max_examples=50, deadline=None)
@given(data=st.binary(max_size=300))
def test_any_bytes_are_a_text_or_refused(data):
    for form in FORMS:
        failed = []
        list(form.read(form.decoded(data), broken=failed.append))
        assert not any("\n" in str(error) for error in failed)


# ---- encodings and files
@pytest.mark.parametrize(
    ("name", "suffix", "starts"),
    [
        ("KIF", ".kif", "手合割：".encode("cp932")),
        ("KIF", ".kifu", b"#KIF version=2.0 encoding=UTF-8\n"),
        ("KI2", ".ki2", "手合割：".encode("cp932")),
        ("KI2", ".ki2u", b"#KIF version=2.0 encoding=UTF-8\n"),
        ("CSA", ".csa", b"'CSA encoding=UTF-8\nV3.0\n"),
    ],
)
def test_files_are_in_the_encoding_that_their_ending_says(name, suffix, starts, tmp_path):
    form, record = find_format(SHOGI, name), read(KIF, A_KIF)
    path = tmp_path / f"game{suffix}"
    assert form.write(path, [record, record]) == 2
    assert path.read_bytes().startswith(starts)
    first, second = form.read_file(path)
    assert first.actions == second.actions == record.actions
    assert (first.place, second.place) == ("game 1", "game 2")
    assert load(SHOGI, str(path), 2).games == 2
    record.headers["White"] = "Ælfrēd 𠮷野"  # not in Shift_JIS
    form.write(path, [record])
    [found] = form.read_file(path)
    assert found.headers["White"] == "Ælfrēd 𠮷野"


def test_an_older_csa_is_in_shift_jis(tmp_path):
    record = read(CSA, A_CSA.split("\n", 1)[1].replace("V3.0", "V2.2").replace("Ada", "山田"))
    assert CSA.encoded(record).startswith("V2.2\nN+山田\n".encode("cp932"))
    record.headers["Black"] = "Ælfrēd"
    assert CSA.encoded(record).startswith("'CSA encoding=UTF-8\nV3.0\nN+Ælfrēd\n".encode())


@pytest.mark.parametrize("encoding", ["cp932", "utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_circulate(encoding, tmp_path):
    path = tmp_path / "game.kif"
    path.write_bytes(A_KIF.replace("\n", "\r\n").encode(encoding))
    [found] = KIF.read_file(path)
    assert found.headers["Black"] == "山田　太郎"
    assert len(found.moves) == 5


# ---- where games begin
def test_handicaps_are_the_games_own_where_it_has_them():
    found = read(KIF, "手合割：二枚落ち\n上手：A\n下手：B\n   1 ６二銀(71)\n   2 ７六歩(77)\n")
    assert found.rules.parameters["handicap"] == "two-piece"
    assert found.headers == {"White": "A", "Black": "B"}
    assert found.start is None
    assert "上手：A" in KIF.text(found)
    found = read(KIF, "手合割：三枚落ち\n   1 ６二銀(71)\n")
    assert SHOGI.sfen(found.start).startswith("lnsgkgsn1/9/")
    assert "手合割：三枚落ち" in KIF.text(found)
    csa = CSA.text(read(KIF, "手合割：香落ち\n"))
    assert read(CSA, csa).rules.parameters["handicap"] == "lance"


def test_a_board_that_is_drawn():
    text = """\
後手の持駒：飛　角　金四　銀三　桂四　香四　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・v杏 ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ 龍 ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：角　銀
手数----指手---------消費時間--
   1 ２二角打
   2 詰み
""".replace("香四", "香三")
    found = read(KIF, text)
    assert SHOGI.sfen(found.start) == "8k/9/8P/9/6+l2/9/7+R1/9/9 b BSrb4g3s4n3l17p 1"
    assert read(KIF, KIF.text(found)) == found


def test_pieces_of_csa_are_placed():
    found = read(CSA, "PI82HI22KA\n-\n-7162GI\n")
    assert found.rules.parameters["handicap"] == "two-piece"
    found = read(CSA, "P-11OU\nP+13FU00KI\nP-00AL\n+\n+0012KI\n%TSUMI\n")
    assert SHOGI.sfen(found.start) == "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    assert found.headers["Result"] == "1-0"
    assert len(list(CSA.read(A_CSA + A_CSA))) == 2
    several = list(CSA.read("PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n%CHUDAN\n"))
    assert [len(game.moves) for game in several] == [1, 0]


def test_a_declared_win_is_a_move():
    start = SHOGI.parse("+P+P+PK+P+P+P+P+P/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G 1")
    record = GameRecord(SHOGI, start, moves=[Move(DECLARE, "win", spent=3.0)])
    for form in FORMS:
        found = read(form, form.text(record))
        assert found.actions == [DECLARE]
        assert found.by_rules == "1-0"
        assert found.moves[0].spent == (None if form is KI2 else 3.0)


WRONG = [
    (
        KIF,
        A_KIF.replace("同　銀(31)", "同　金(31)"),
        r"^game 1: line 18: '同金\(31\)' is not a legal move here",
    ),
    (KIF, A_KIF.replace("７六歩(77)", "同　歩(77)"), "'同歩.77.' follows no move"),
    (KIF, A_KIF.replace("平手", "百枚落ち"), "'百枚落ち' is no handicap of shogi"),
    (KIF, A_KIF.replace("変化：5手", "変化：9手"), "there is no move 9"),
    (KIF, A_KIF.replace("まで5手", "   7 ５五歩(54)\nまで5手"), "follows the end of its line"),
    (KIF, A_KIF.replace("変化：2手", "何か"), "'何か' is nothing that is known here"),
    (KIF, "|v香v桂|\n", "a rank has 9 squares"),
    (KIF, "|" + " 犬" * 9 + "|\n", "'犬' is no piece"),
    (KIF, "先手の持駒：玉\n", "'玉' is nothing that can be in hand"),
    (KI2, A_KI2.replace("▲８八銀", "▲８八金"), "'８八金' is not a legal move here"),
    (CSA, A_CSA.replace("+7776FU", "-7776FU"), "'-7776FU' is not a legal move here"),
    (CSA, A_CSA.replace("+8822UM", "+8822KI"), "'.8822KI' is not a legal move here"),
    (CSA, A_CSA + "-8384FU\n", "follows the end of the game"),
    (CSA, A_CSA.replace("T3", "T3x"), "'T3x' is nothing that is known here"),
    (CSA, "PX\n", "'PX' sets up nothing"),
    (CSA, "P1*FU\n+\n", "in rank 1 is no piece"),
    (CSA, "P+99\n+\n", "names no pieces"),
    (CSA, "P+00OU\n+\n", "'00OU' is no piece on a square or in hand"),
]


@pytest.mark.parametrize(("form", "text", "says"), WRONG, ids=[says[:30] for _, _, says in WRONG])
def test_what_is_wrong_is_said(form, text, says):
    with pytest.raises(BadInput, match=says):
        list(form.read(text))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize(
    "headers",
    [
        {"Date": "2026.11.28", "Time": "10:00", "Round": "3", "TimeControl": "300+2"},
        {"Date": "2026.??.??", "BlackElo": "1500"},
        {"Event": "An open", "Site": "Tōkyō"},
    ],
    ids=lambda headers: "-".join(headers),
)
def test_what_is_known_of_a_game(form, headers):
    record = GameRecord(SHOGI, headers={"Black": "Ada", **headers, "Result": "*"})
    record.properties["秒読み"] = ["30秒"]
    found = read(form, form.text(record))
    assert {"Result": "*", **found.headers} == record.headers
    assert found.properties["秒読み"] == ["30秒"]
    unknown = GameRecord(SHOGI, headers={"Date": "????.??.??"})
    assert "?" not in form.text(unknown)


def test_a_file_is_saved_again(tmp_path):
    path = tmp_path / "game.kif"
    for _ in range(2):
        save(load(SHOGI, _kif(tmp_path)).session, str(path))
    assert load(SHOGI, str(path)).games == 1
    path.write_bytes("これは記録ではない".encode("cp932"))
    with pytest.raises(BadInput, match="is no saved game"):
        save(load(SHOGI, _kif(tmp_path)).session, str(path))


def _kif(folder):
    (folder / "there.kif").write_text(A_KIF, "cp932")
    return str(folder / "there.kif")


def test_broken_games_are_left_out():
    failed = []
    games = list(CSA.read("PI\n+\n+7775FU\n/\nPI\n+\n+7776FU\n", broken=failed.append))
    assert [len(game.moves) for game in games] == [1]
    assert [str(error) for error in failed] == ["game 1: line 3: '+7775FU' is not a legal move here."]
