"""The word graph against plain sets of words, lists of users, tiles of two letters."""

import itertools
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.games.scrabble.lexicon import Lexicon, keep_file, open_lexicon, store
from halfmove.games.scrabble.lexicon.graph import GADDAG, child, compile_graph, ends, is_whole
from halfmove.games.scrabble.tiles import tile_set, tile_sets

pytestmark = pytest.mark.one_speed

ENGLISH = tile_set("english")
WORDS = st.sets(st.text("ABCDE", min_size=2, max_size=6), min_size=1, max_size=40)


def lexicon_of(words):
    return Lexicon("some", ENGLISH, compile_graph([ENGLISH.word(word) for word in words]))


def texts(found):
    return [ENGLISH.word_text(word) for word in found]


def has_path(block, string):
    """Whether a string is a path of the GADDAG that ends a word."""
    node = int(block[GADDAG])
    for letter in string[:-1]:
        node = child(block, node, letter) if node else 0
    return bool(node) and ends(block, node, string[-1])


@given(WORDS)
@settings(max_examples=40)
def test_a_graph_has_the_words_of_its_list_and_no_others(words):
    lexicon = lexicon_of(words)
    assert texts(lexicon.words()) == sorted(words)
    assert len(lexicon) == len(words)
    for length in (2, 3):
        for letters in itertools.product("ABCDE", repeat=length):
            assert lexicon.has(ENGLISH.word("".join(letters))) == ("".join(letters) in words)


@given(WORDS)
@settings(max_examples=40)
def test_a_gaddag_has_every_word_from_each_of_its_letters(words):
    lexicon = lexicon_of(words)
    numbers = {ENGLISH.word(word) for word in words}
    paths = {
        w[:i][::-1] + (b"\0" + w[i:] if i < len(w) else b"") for w in numbers for i in range(1, len(w) + 1)
    }
    assert all(has_path(lexicon.block, path) for path in paths)
    found, waiting = set(), [(int(lexicon.block[GADDAG]), b"")]
    while waiting:
        node, before = waiting.pop()
        for letter in range(32):
            path = before + bytes((letter,))
            if ends(lexicon.block, node, letter):
                found.add(path)
            if below := child(lexicon.block, node, letter):
                waiting.append((below, path))
    assert found == paths


@given(WORDS, st.text("ABCDE?", min_size=2, max_size=6))
@settings(max_examples=60)
def test_anagrams_are_those_of_all_arrangements(words, rack):
    lexicon = lexicon_of(words)
    expected = set()
    for filled in itertools.product(*("ABCDE" if tile == "?" else tile for tile in rack)):
        for word in words:
            if all(word.count(letter) <= filled.count(letter) for letter in set(word)):
                expected.add(word)
    found = texts(lexicon.anagrams(ENGLISH.rack(rack), 2))
    assert len(found) == len(set(found))
    assert set(found) == expected


@given(WORDS, st.lists(st.sampled_from(["?", "*", "A", "B", "[AB]", "[^AB]", "C"]), min_size=1, max_size=5))
@settings(max_examples=60)
def test_patterns_are_those_of_regular_expressions(words, parts):
    pattern = re.compile("".join({"?": ".", "*": ".*"}.get(part, part) for part in parts))
    found = texts(lexicon_of(words).pattern("".join(parts)))
    assert found == sorted(word for word in words if pattern.fullmatch(word))


@given(WORDS, st.text("ABCDE", min_size=1, max_size=4))
@settings(max_examples=40)
def test_hooks_are_letters_that_make_another_word(words, word):
    front, back = lexicon_of(words).hooks(ENGLISH.word(word))
    assert texts([front, back]) == [
        "".join(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter + word in words),
        "".join(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if word + letter in words),
    ]


def test_the_tile_sets_have_as_many_tiles_as_are_sold():
    totals = {name: tile_set(name).total for name in tile_sets()}
    assert totals == {"english": 100, "english-super": 200, "french": 102, "german": 102, "spanish": 100}


def test_a_digraph_is_one_tile():
    spanish = tile_set("spanish")
    assert spanish.text(spanish.word("churro")) == "[CH]U[RR]O"
    assert spanish.text(spanish.tiles("[ch]U[RR]O")) == spanish.text(spanish.tiles("chURRO")) == "[ch]U[RR]O"
    assert spanish.word("CAMIÓN") == spanish.word("camion") != spanish.word("CAMIÑN")


def test_letters_that_are_played_as_others():
    assert tile_set("german").word_text(tile_set("german").word("Straße")) == "STRASSE"
    assert tile_set("french").word_text(tile_set("french").word("cœur")) == "COEUR"


def test_a_list_is_compiled_once_and_known_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "My list.txt"
    file.write_text("# a list\nKatze\nhund\t(a dog)\n\nÄRA\r\n", encoding="utf-8")
    german = tile_set("german")
    kept = keep_file(file, german)
    assert [german.word_text(word) for word in kept.words()] == ["ÄRA", "HUND", "KATZE"]
    assert re.fullmatch("my-list-[0-9a-f]{12}", kept.name)
    assert isinstance(kept.block.base, np.memmap)
    again = open_lexicon(kept.name, german)
    assert again.has(german.word("HUND"))
    with pytest.raises(BadInput, match="is not kept here"):
        open_lexicon(kept.name, tile_set("french"))


def test_a_file_that_was_cut_short_is_made_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "list.txt"
    file.write_text("CAT\nDOG\n")
    keep_file(file, ENGLISH)
    (graph,) = (tmp_path / "cache" / "lexicons").iterdir()
    data = bytearray(graph.read_bytes())
    data[-5] ^= 1
    graph.unlink()
    graph.write_bytes(data)
    store._kept.cache_clear()
    assert texts(keep_file(file, ENGLISH).words()) == ["CAT", "DOG"]
    assert is_whole(np.load(graph))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("CAT\nD1G\n", "Line 2 of '.*': 'D1G' has '1', which is no letter of the tiles 'english'."),
        ("CAT\n\nA\n", "Line 3 of '.*': a word has 2 to 31 letters; 'A' has 1."),
        ("two words\n", "Line 1 of '.*': 'two words' has ' '"),
        ("# nothing\n", "has no words."),
    ],
)
def test_a_bad_line_is_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "list.txt"
    file.write_text(text)
    with pytest.raises(BadInput, match=sentence):
        keep_file(file, ENGLISH)


def test_a_path_is_no_name_of_a_lexicon():
    with pytest.raises(BadInput, match="is no lexicon"):
        open_lexicon("/etc/passwd", ENGLISH)


def test_the_list_that_is_shipped():
    lexicon = open_lexicon("english", ENGLISH)
    assert len(lexicon) == 247_551
    words = store.unpack_words((store.DATA / "english.xz").read_bytes())
    assert words == sorted(set(words))
    assert {len(word) for word in words} == set(range(2, 16))
    for word in random.Random(1).sample(words, 2000):
        assert lexicon.has(word)
    assert not lexicon.has(ENGLISH.word("QWERTY" * 2))
    assert store.unpack_words(store.pack_words(["AB", "ABC", "BA"])) == [b"\1\2", b"\1\2\3", b"\2\1"]
    with pytest.raises(BadInput, match="No word list is shipped"):
        open_lexicon("english", tile_set("german"))
