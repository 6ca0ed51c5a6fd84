"""SGF in legacy charsets: each game in its own, wrong ones found out or said, no byte lost."""

from __future__ import annotations

import json

import pytest
from go_files import GO5

from halfmove.core.errors import BadInput
from halfmove.core.formats import find_format
from halfmove.core.sgf_charset import decode, has_kept_bytes
from halfmove.games.go.sgf import games, read_sgf, sgf_text, write_sgf

pytestmark = pytest.mark.one_speed

FORM = find_format(GO5, "SGF")


def one(text):
    [game] = games(text)
    return game


def file_of(tmp_path, data):
    path = tmp_path / "game.sgf"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("label", "codec", "name"),
    [
        ("Shift_JIS", "cp932", "髙橋表能①"), ("Windows-31J", "cp932", "山田"), ("SJIS", "cp932", "ソ十表ゾ"),
        ("x-sjis", "cp932", "ソ"), ("GB2312", "gb18030", "柯洁喆囧"), ("gbk", "gb18030", "昞乗"),
        ("cp936", "gb18030", "段譜"), ("GB18030", "gb18030", "㐀段"), ("EUC-KR", "cp949", "똠방각하"),
        ("KS_C_5601-1987", "cp949", "신진서"), ("uhc", "cp949", "쀍"), ("Big5", "cp950", "許功蓋"),
        ("big5", "big5hkscs", "許功蓋㗎"), ("Big5-HKSCS", "big5hkscs", "嘅"),
        ("EUC-JP", "euc_jp", "井山裕太"), ("ISO-2022-JP", "iso2022_jp", "井山"),
        ("ISO-8859-1", "cp1252", "Müller “x”"), ("latin1", "latin-1", "Große"),
        ("KOI8-R", "koi8-r", "Иван"), ("UTF-8", "utf-8", "柯洁"), ("utf8", "utf-8", "신진서"),
    ],
)  # fmt: skip
def test_charsets_by_the_names_of_the_field(tmp_path, label, codec, name):
    text = f"(;GM[1]CA[{label}]SZ[9]PB[{name}]C[表\\] ソ];B[cc]C[x];W[dd])" if codec == "cp932" else (
        f"(;GM[1]CA[{label}]SZ[9]PB[{name}];B[cc]C[x];W[dd])"
    )  # fmt: skip
    [game] = read_sgf(file_of(tmp_path, text.encode(codec)))
    assert (game.headers["Black"], [move.text for move in game.moves]) == (name, ["C7", "D6"])
    assert game.repairs == []
    write_sgf(tmp_path / "again.sgf", [game])
    assert f"CA[UTF-8]SZ[9]PB[{name}]" in (tmp_path / "again.sgf").read_text(encoding="utf-8")
    [record] = FORM.read(FORM.decoded(text.encode(codec)))
    [again] = FORM.read(FORM.decoded(FORM.encoded(record)))
    assert again == record


@pytest.mark.parametrize(
    ("label", "codec", "name", "words"),
    [
        ("", "gb18030", "PB[柯洁]BR[九段]RE[黑中盘胜]", "it names no charset, but is in GB18030"),
        ("", "cp932", "PB[井山裕太]BR[九段]RE[黒中押し勝ち]", "it names no charset, but is in Shift_JIS"),
        ("", "cp949", "PB[신진서]BR[구단]RE[흑 불계승]", "it names no charset, but is in EUC-KR"),
        ("UTF-8", "gb18030", "PB[柯洁]BR[九段]RE[黑中盘胜]", "it names the charset UTF-8, but is in GB18030"),
        ("GB2312", "utf-8", "PB[柯洁]BR[九段]", "it names the charset GB2312, but is in UTF-8."),
        ("ISO-8859-1", "utf-8", "PB[Müller]", "it names the charset ISO-8859-1, but is in UTF-8."),
        ("martian", "utf-8", "PB[柯洁]", "its charset, 'martian', is not known."),
    ],
)
def test_charsets_that_are_wrong_or_missing(tmp_path, label, codec, name, words):
    said = f"CA[{label}]" if label else ""
    path = file_of(tmp_path, f"(;GM[1]{said}SZ[9]{name};B[cc])".encode(codec))
    [game] = read_sgf(path)
    assert name.startswith(f"PB[{game.headers['Black']}]")
    assert [sentence[: len(words)] for sentence in game.repairs] == [words]
    with pytest.raises(BadInput, match=r"game 1 \(line 1\): its? "):
        list(read_sgf(path, strict=True))


@pytest.mark.parametrize("name", ["Müller", "Größe", "François “x”", "naïve", "É"])
def test_western_letters_without_a_word_of_them(name):
    text = decode(f"(;SZ[9]PB[{name}];B[aa])".encode("cp1252"))
    assert (one(text).headers["Black"], one(text).repairs) == (name, [])


def test_each_game_has_its_own_charset(tmp_path):
    games_of = [
        ("GB2312", "柯洁"),
        ("Shift_JIS", "表ソ"),
        ("UTF-8", "신진서"),
        ("EUC-KR", "신진서"),
        ("latin1", "ü"),
    ]
    data = "(\nTE[第]PB[彦];B[aa])\n".encode() + b"\n".join(
        f"(;GM[1]CA[{label}]PB[{name}];B[aa])".encode(label) for label, name in games_of
    )
    sina, *found = read_sgf(file_of(tmp_path, data))
    assert (sina.headers["Black"], sina.repairs) == ("彦", ["line 2: its root has no semicolon."])
    assert [game.headers["Black"] for game in found] == [name for _, name in games_of]
    assert [game.place for game in found] == [f"game {n} (line {n + 1})" for n in range(2, 7)]
    assert not any(game.repairs for game in found)


UNREADABLE = [
    b"(;GM[1]CA[UTF-8]SZ[9]PB[\xe6\x9f\xaf\xe6\xb4](;B[cc])(;B[dd]C[\xff]))\n",  # a name cut off at a byte
    b"(;GM[1]CA[Shift_JIS]SZ[9]PB[\x85 \x8e\x52];B[cc]C[\x95\x5c])\n",
    "(;GM[1]SZ[9]PB[申真谞".encode()[:-1] + "]PW[柯洁];B[cc])\n".encode(),  # UTF-8, without a word of it
    b"(;GM[1]CA[GB2312]SZ[9]PB[\xff\xb6\xce];B[cc])\n",
    b"(;GM[1]CA[GB2312]SZ[9]PB[\xbf\xc2\xbd]PW[\xc9\xea];B[cc])\n",  # half of a letter, at the end of a name
    b"(;GM[1]CA[Shift_JIS]SZ[9]PB[\x83]C[\x83\x5d];B[cc])\n",
    b"(;GM[1]SZ[9]PB[\x8e\x52\x93\x63\xff\xff\xff];B[cc])\n",
]


@pytest.mark.parametrize("data", UNREADABLE)
def test_what_cannot_be_decoded_is_kept_byte_for_byte(tmp_path, data):
    [game] = read_sgf(file_of(tmp_path, data))
    [sentence] = game.repairs
    assert "they are kept as they stand" in sentence
    assert [move.text for move in game.moves] == ["C7"]
    write_sgf(tmp_path / "again.sgf", [game])
    assert (tmp_path / "again.sgf").read_bytes() == data
    [record] = FORM.read(FORM.decoded(data))
    written = FORM.encoded(record) if b"CA" in data else FORM.encoded(record).replace(b"CA[UTF-8]", b"")
    assert b"".join(written.split()) == b"".join(data.split())
    for text in (game.headers["Black"], sgf_text(game), json.dumps(game.headers, ensure_ascii=False)):
        assert has_kept_bytes(text)
        assert "\ufffd" not in text
        assert text.encode().decode() == text  # valid for JSON, HTTP and the terminal


def test_utf_16():
    text = "(;GM[1]SZ[9]PB[柯洁];B[cc])"
    for charset in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"):
        assert one(decode(text.encode(charset))).headers["Black"] == "柯洁"
