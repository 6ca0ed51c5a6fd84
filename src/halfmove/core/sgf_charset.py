"""The text of a file of SGF, whose games name their charsets themselves (`CA`), and may each name another.

Bytes are decoded before anything is parsed, as the second byte of a character may be that of a backslash or
a bracket.  What is called Shift_JIS, GB2312, EUC-KR or Latin-1 is read in Microsoft's supersets, as files of
the field are written in them (WHATWG, "Encoding", has the same labels).  Bytes that are no letters stand in
the text as characters of Unicode's last private area, one for each, and are written as they stood.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from halfmove.core.record_text import decode_western, encoding_of

UTF8 = "utf-8"
WESTERN = "cp1252"
UNKNOWN = "ascii"
"""Of a text in which nothing but ASCII is certain."""
_LABELS = {
    "gb18030": "gb18030 gbk gb2312 gb gb231280 csgb2312 chinese xgbk cp936 936 windows936 ms936 euccn",
    "cp932": "shiftjis sjis xsjis mskanji csshiftjis windows31j cp932 932 ms932 windows932 cswindows31j",
    "cp949": "euckr cseuckr ksc56011987 ksc56011989 ksc5601 ksx1001 korean cp949 949 ms949 windows949 uhc",
    "cp950": "big5 cnbig5 csbig5 xxbig5 cp950 950 ms950 windows950 big5eten big5hkscs",
    "euc_jp": "eucjp xeucjp ujis cseucpkdfmtjapanese",
    "iso2022_jp": "iso2022jp csiso2022jp jis",
    WESTERN: "iso88591 latin1 l1 cp1252 windows1252 ansi ascii usascii isoir100 cp819",
    UTF8: "utf8 utf unicode11utf8 utf8bom utf8sig",
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
"""By labels in small letters and digits."""
_NAMES = {
    "gb18030": "GB18030", "cp932": "Shift_JIS", "cp949": "EUC-KR", "cp950": "Big5", "euc_jp": "EUC-JP",
    UTF8: "UTF-8", WESTERN: "Windows-1252",
}  # fmt: skip
"""Of those in which files are found that say another."""
_ALSO = {"cp950": "big5hkscs", "euc_jp": "euc_jisx0213", "iso2022_jp": "iso2022_jp_ext"}
"""What has letters that a codec lacks."""
_WORDS = {
    "gb18030": "段级黑白胜负盘目半棋战第届轮决赛杯围网局名年",
    "cp932": "段級黒白勝負盤目半棋戦第期回局決碁年のしちコミ",
    "cp949": "단급흑백승불계집반전국회제기결대",
    "cp950": "段級黑白勝負盤目半棋戰第屆輪決賽杯圍網局名年",
    "euc_jp": "段級黒白勝負盤目半棋戦第期回局決碁年のしちコミ",
}
"""What stands in such files, by the charset that would have it."""
_CERTAIN = 2
"""Of such characters there are so many, where a charset is told by them, and none in another charset."""

_CA = re.compile(rb"CA\s*\[\s*([^\]]*?)\s*\]")
_ROOT = re.compile(
    rb"(?:^|[)\r\n])\s*(\(\s*(?:;\s*)?(?:GM|FF|CA|SZ|AP|US|EV|GN|PB|PW|DT|KM|HA|RU|RE|SO|TE|ST)\s*\[)"
)
"""Where a game begins: the second byte of a character is none of these signs."""
_HIGH = re.compile(rb"[\x80-\xff]+")
_PUNCTUATION = frozenset(b"\x80\x85\x91\x92\x93\x94\x95\x96\x97\x99")
"""Of Windows-1252, where Latin-1 has none."""
_FIRST = 0x10FF00
_KEPT = re.compile("[\U0010ff80-\U0010ffff]")
_HANDLER = "halfmove.keep"
_WIDE = ((b"(\0;\0", "utf-16-le"), (b"\0(\0;", "utf-16-be"))
"""How files begin in UTF-16 without a mark."""
_LONGEST = 40
"""Letters of the name of a charset."""
_SEEN = 10_000
"""Bytes of a game in which its charset is looked for."""


class Piece(NamedTuple):
    """Games that stand beside each other in a file, in one charset."""

    text: str
    charset: str
    """The name of Python's codec."""
    notes: tuple[str, ...] = ()
    """What was wrong with it, in a sentence each."""


class SgfText(str):
    """The text of a file, with the charsets that it was decoded from."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, pieces: tuple[Piece, ...]) -> SgfText:
        text = cls("".join(piece.text for piece in pieces))
        text.pieces = pieces
        return text


def pieces_of(text: str) -> tuple[Piece, ...]:
    """The pieces of a text; one, where it was not decoded here."""
    return text.pieces if isinstance(text, SgfText) else (Piece(text, UTF8),)


def decode(data: bytes) -> SgfText:
    """The text of a file; whatever its charsets, no byte of it is lost."""
    wide = next((name for start, name in _WIDE if data.startswith(start)), encoding_of(data[:200]))
    if wide.startswith(("utf-16", "utf-32")):
        text = data.decode(wide, "replace").removeprefix("\ufeff")
        notes = (f"some of its letters are no {wide.upper()}.",) if "\ufffd" in text else ()
        return SgfText.of((Piece(text, UTF8, notes),))
    if all(codec_of(label) == UTF8 for label in set(_labels(data))):
        try:
            return SgfText.of((Piece(data.decode("utf-8-sig"), UTF8),))
        except UnicodeDecodeError:
            pass
    return SgfText.of(tuple(map(_piece, _games(data.removeprefix(codecs.BOM_UTF8)))))


def _labels(data: bytes) -> list[str]:
    return [" ".join(label.decode("latin-1").split())[:_LONGEST] for label in _CA.findall(data)]


def codec_of(label: str) -> str | None:
    """Python's codec for the name of a charset; None for what is none, or none that ASCII is a part of."""
    plain = re.sub("[^a-z0-9]", "", label.lower())
    if plain in _CODECS:
        return _CODECS[plain]
    try:
        found = codecs.lookup(label)
        is_charset = getattr(found, "_is_text_encoding", True) and found.name not in _NO_CHARSETS
        return found.name if is_charset and "(;[\\])".encode(found.name) == b"(;[\\])" else None
    except (LookupError, ValueError):
        return None


_NO_CHARSETS = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "unicode-escape",
                "raw-unicode-escape", "utf-7"}  # fmt: skip
"""What Python decodes besides charsets of texts."""


def _games(data: bytes) -> Iterator[bytes]:
    """The bytes of each game."""
    starts = [found.start(1) for found in _ROOT.finditer(data)]
    bounds = [0, *filter(None, starts), len(data)]
    for begin, end in pairwise(bounds):
        yield data[begin:end]


def _piece(data: bytes) -> Piece:
    """A game, by what it says of its charset, and by its bytes."""
    label = next(iter(_labels(data[:_SEEN])), "")
    named = codec_of(label) if label else None
    notes = () if named or not label else (f"its charset, '{label[:20]}', is not known.",)
    if data.isascii():
        shifts = (named or "").startswith(("iso2022", "hz"))  # these write their letters in ASCII
        text = _strictly(data, named or UNKNOWN) if shifts else None
        return Piece(data.decode("ascii"), UTF8, notes) if text is None else Piece(text, named or UTF8)
    text = _strictly(data, UTF8)
    if text is not None and (named in (None, UTF8) or _is_utf8(data, text, named or "")):
        wrong = () if named in (None, UTF8) else (f"it names the charset {label}, but is in UTF-8.",)
        return Piece(text, UTF8, notes + wrong)
    if named is not None and (text := _strictly(data, named)) is not None:
        return _whole(text, named, label, ())
    return _guess(data, label, named, notes)


def _guess(data: bytes, label: str, named: str | None, notes: tuple[str, ...]) -> Piece:
    """A game whose bytes are not in the charset that it names, if it names any."""
    if named is None and _is_western(data, frozenset()):
        return Piece(data.decode("latin-1"), WESTERN, notes)
    if named in (None, UTF8) and _is_mostly_utf8(lossy := data.decode(UTF8, _HANDLER)):
        return _whole(lossy, UTF8, _NAMES[UTF8], notes)
    found = {
        codec: text for codec in _WORDS if codec != named and (text := _strictly(data, codec)) is not None
    }
    words = {codec: sum(map(text.count, _WORDS[codec])) for codec, text in found.items()}
    told = [codec for codec, count in words.items() if count]
    if len(told) == 1 and words[told[0]] >= _CERTAIN:
        says = f"it names the charset {label}" if named else "it names no charset"
        note = f"{says}, but is in {_NAMES[told[0]]} by its words."
        return _whole(found[told[0]], told[0], _NAMES[told[0]], (*notes, note))
    if named is None and not told and _is_western(data, _PUNCTUATION):
        return Piece(decode_western(data), WESTERN, notes)
    return _whole(data.decode(named or UNKNOWN, _HANDLER), named or UNKNOWN, label if named else "", notes)


def _is_mostly_utf8(text: str) -> bool:
    """Whether a text is UTF-8 but for some bytes: most letters are whole, and take three bytes or more."""
    letters = re.sub(r"[\x00-\x7f]", "", text)
    kept = len(_KEPT.findall(letters))
    return 0 < kept < len(letters) - kept and all(ord(letter) >= 0x800 for letter in letters)


def _whole(text: str, charset: str, label: str, notes: tuple[str, ...]) -> Piece:
    """A game that was decoded, with a note where bytes of it are no letters.

    Servers cut names off in the middle of a character: then its first byte would take the bracket behind it.
    """
    if charset in _BRACKETS:
        text = _CUT.sub(lambda found: _uncut(found[0], charset), text)
    count = len(_KEPT.findall(text)) if not text.isascii() else 0
    if count:
        why = f"are no letters of {label}" if label else "are in a charset that it does not name"
        notes = (*notes, f"{count} of its bytes {why}; they are kept as they stand.")
    return Piece(text, charset, notes)


def _uncut(letter: str, charset: str) -> str:
    """A letter before what stands behind a value only: its first byte, and the bracket that its second is."""
    if _KEPT.match(letter):
        return letter
    first, *rest = _in_charset(letter, charset)
    return f"{chr(_FIRST + first)}]" if bytes(rest) == b"]" else letter


_BRACKETS = ("cp932", "gb18030", "cp950")
"""Charsets with letters whose second byte is that of a bracket."""
_CUT = re.compile(r"[^\x00-\x7f](?=\s*(?:\(?\s*;\s*)?[A-Z]{1,2}\s*\[)")


def _strictly(data: bytes, codec: str) -> str | None:
    """A text in a charset or in what has more letters; None where it is not in it."""
    if codec == WESTERN:
        return decode_western(data)
    for name in (codec, _ALSO.get(codec, codec)):
        try:
            return data.decode(name)
        except UnicodeDecodeError:
            continue
    return None


def _is_utf8(data: bytes, text: str, named: str) -> bool:
    """Whether bytes that can be UTF-8 are, though a game names another charset."""
    return named == WESTERN or _strictly(data, named) is None or all(
        0x3040 <= ord(c) <= 0x9FFF or 0xAC00 <= ord(c) <= 0xD7A3 or 0xFF00 <= ord(c) <= 0xFFEF
        for c in re.sub(r"[\x00-\x7f\u3000-\u303f]", "", text)
    )  # fmt: skip


def _is_western(data: bytes, besides: frozenset[int]) -> bool:
    """Whether all letters that are not ASCII stand alone, or by two beside one that is, as in `Größe`."""
    for found in _HIGH.finditer(data):
        run = found[0]
        beside = data[max(0, found.start() - 1) : found.start()] + data[found.end() : found.end() + 1]
        if any(byte < 0xA0 and byte not in besides for byte in run):
            return False
        if len(run) > 2 or (len(run) == 2 and not any(c in _LETTERS for c in beside)):
            return False
    return True


_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


# ---- bytes that are no letters
def _keep(error: UnicodeError) -> tuple[str, int]:
    """One byte as a character of its own."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start]
    return chr(_FIRST + byte) if byte >= 0x80 else chr(byte), error.start + 1


codecs.register_error(_HANDLER, _keep)


def has_kept_bytes(text: str) -> bool:
    """Whether bytes stand in a text that were no letters of its charset."""
    return not text.isascii() and _KEPT.search(text) is not None


def encode(text: str, charset: str) -> bytes | None:
    """A text in a charset, the bytes kept in it as they stood; None where the charset lacks a letter."""
    out = bytearray()
    at = 0
    try:
        for found in _KEPT.finditer(text):
            out += _in_charset(text[at : found.start()], charset)
            out.append(ord(found[0]) - _FIRST)
            at = found.end()
        return bytes(out + _in_charset(text[at:], charset))
    except UnicodeEncodeError:
        return None


def _in_charset(text: str, charset: str) -> bytes:
    try:
        return text.encode(charset)
    except UnicodeEncodeError:
        return text.encode(_ALSO.get(charset, charset))
