"""The operation `words`."""

import json

import pytest
from command import halfmove

from halfmove.games.scrabble.lexicon.operation import WordsRequest

pytestmark = pytest.mark.one_speed


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "small.txt"
    file.write_text("CAT\nCATS\nSCAT\nACT\nAT\nTA\nQAT\n")
    return str(file)


def ask(*arguments):
    done = halfmove("words", *arguments, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def test_anagrams_of_a_file(small):
    data = ask(small, "--anagram", "CAT?", "--least", "3")
    assert [word["word"] for word in data["words"]] == ["CATS", "SCAT", "ACT", "CAT", "QAT"]
    assert data["words"][0] == {"word": "CATS", "length": 4, "points": 6}
    again = ask(data["lexicon"], "--lookup", "cat dog")
    assert again["lookup"] == {"CAT": True, "DOG": False}


def test_patterns_hooks_and_what_a_list_holds(small):
    assert [word["word"] for word in ask(small, "--pattern", "?AT")["words"]] == ["CAT", "QAT"]
    hooks = ask(small, "--hooks", "cat")["hooks"]
    assert hooks == {"word": "CAT", "is_word": True, "front": ["S"], "back": ["S"]}
    data = ask(small)
    assert (data["size"], data["lengths"]) == (7, {"2": 2, "3": 3, "4": 2})


def test_texts_and_tables(small):
    (found,) = WordsRequest(file=small, anagram="TAC").run(_Work())
    assert "3 letters: 2" in found.to_text()
    assert [row["word"] for row in found.to_rows()] == ["ACT", "CAT"]
    (none,) = WordsRequest(file=small, anagram="ZZZ").run(_Work())
    assert "no word" in none.to_text()
    (held,) = WordsRequest(file=small).run(_Work())
    assert held.to_rows() == [{"length": 2, "words": 2}, {"length": 3, "words": 3}, {"length": 4, "words": 2}]
    (hooks,) = WordsRequest(file=small, hooks="AT").run(_Work())
    assert "before it: C Q" in hooks.to_text()


class _Work:
    def call(self, work):
        return work()


def test_what_cannot_be_laid_on_a_board_is_left_out_if_one_says_so(tmp_path):
    """Lists for spelling checkers have names, hyphens and single letters."""
    file = tmp_path / "spanish.txt"
    file.write_text("Llama\nperro\nex-libris\na\nco\u00f1o\npi\u00f1\u00f3n\n", encoding="utf-8")
    spanish = ("--tiles", "spanish")
    refused = halfmove("words", str(file), *spanish)
    assert refused.status == 2
    assert "Line 3 of" in refused.err
    assert "--select playable" in refused.err
    data = ask(str(file), *spanish, "--select", "playable")
    assert data["lengths"] == {"4": 3, "5": 1}  # LL and RR are one tile each
    assert ask(data["lexicon"], *spanish, "--lookup", "PIÑON llama")["lookup"] == {
        "PIÑON": True,
        "LLAMA": True,
    }
    lower = ask(str(file), *spanish, "--select", "lower")
    assert (lower["size"], lower["lexicon"] != data["lexicon"]) == (3, True)


def test_misuse_is_one_sentence(tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("CAT\nno word\n")
    for arguments, sentence in (
        ([str(bad)], "Line 2 of"),
        (["nowhere.txt"], "is no lexicon"),
        (["--anagram", "A", "--pattern", "A"], "are two questions"),
        (["--least", "3"], "goes with"),
        (["--pattern", "[A"], "without letters and a ]"),
    ):
        done = halfmove("words", *arguments)
        assert done.status == 2
        assert sentence in done.err
        assert len(done.err.strip().splitlines()) == 1
