"""The operation `leaves`, and what it keeps for a word list."""

import json
import random

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.scrabble.learned import file_of, read_learned
from halfmove.games.scrabble.leaves import leaves_of
from halfmove.games.scrabble.lexicon.store import DATA, keep_file, unpack_words
from halfmove.games.scrabble.tiles import tile_set
from halfmove.games.scrabble.winning import chances_of
from halfmove.operations import leaves


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """Lists are kept in a folder of the test's own, machine code where it is."""
    kept = tmp_path / "kept"
    for module in ("learned", "lexicon.store"):
        monkeypatch.setattr(f"halfmove.games.scrabble.{module}.cache_folder", lambda: kept)
    read_learned.cache_clear()
    yield
    read_learned.cache_clear()


@pytest.fixture
def some(tmp_path, own_folder):
    """A list of two thousand words."""
    tiles = tile_set("english")
    every = unpack_words((DATA / "english.xz").read_bytes())
    short = [word for word in every if len(word) < 4]
    words = {*random.Random(1).sample(every, 1500), *random.Random(2).sample(short, 500)}
    file = tmp_path / "some.txt"
    file.write_text("\n".join(tiles.word_text(word) for word in sorted(words)))
    return file


def test_values_of_what_is_shipped():
    done = halfmove("leaves", "--racks", "S ?S qu", "--json")
    data = json.loads(done.out)
    assert data["games"] is None
    known = leaves_of(tile_set("english"))
    assert [row["tiles"] for row in data["leaves"]] == ["S", "S?", "QU"]
    for row in data["leaves"]:
        assert row["value"] == pytest.approx(known.value(known.tiles.rack(row["tiles"])) / 1000, abs=0.006)
    assert len(leaves().to_rows()) == 27


@pytest.mark.slow_interpreted
def test_what_is_learned_is_kept_and_used_by_games_with_the_list(some):
    tiles = tile_set("english")
    before = leaves(str(some), racks="S")
    name = before.data["lexicon"]
    assert before.data["games"] is None
    found = leaves(str(some), racks="S Q ?", learn=150)
    assert found.data["games"] == found.data["learned"]["games"] == 150
    values = [row["value"] for row in found.data["leaves"]]
    assert values[2] > values[0] > values[1]  # of all tiles the blank is worth most, and a Q is a burden
    assert "learned from 150 games" in found.to_text()
    game = hm.game("scrabble", lexicon=name)
    assert game.leaves.value(tiles.rack("?")) == pytest.approx(1000 * values[2], abs=6)
    assert game.leaves.value(tiles.rack("?")) != leaves_of(tiles).value(tiles.rack("?"))
    chances, shipped = chances_of(tiles, name), chances_of(tiles)
    assert 0.5 < chances.win(20, 40) < 1
    assert chances.win(20, 40) != shipped.win(20, 40)
    assert leaves(name, racks="?").data["leaves"] == [found.data["leaves"][2]]


@pytest.mark.slow_interpreted
def test_what_is_damaged_is_said_and_learned_anew(some):
    tiles, name = tile_set("english"), leaves(str(some), learn=100).data["lexicon"]
    file = file_of(name, tiles)
    whole = file.read_text()
    for text in (whole[:200], "{}", "[]", whole.replace('"games": 100', '"games": 1000')):
        file.write_text(text)
        read_learned.cache_clear()
        with pytest.raises(BadInput, match="is damaged: delete it, or learn it anew"):
            hm.game("scrabble", lexicon=name)
    assert leaves(name, learn=100).data["games"] == 100
    assert file.read_text() == whole
    assert [each.name for each in file.parent.iterdir() if each.suffix == ".tmp"] == []


@pytest.mark.slow_interpreted
def test_who_stops_keeps_what_there_is(some, monkeypatch):
    from halfmove.games.scrabble import learning
    from halfmove.games.scrabble.generator import Generator
    from halfmove.games.scrabble.layout import layout

    tiles = tile_set("english")
    generator = Generator(keep_file(some, tiles), tiles, layout("standard"))
    table = leaves_of(tiles).table.array

    def played(stop_at, least):
        told = []
        monkeypatch.setattr(learning, "LEAST_GAMES", least)

        def report(done, total, what):
            told.append(done)

        found = learning.learn(generator, tiles, table, 120, 1, lambda: len(told) >= stop_at, report)
        return found and found.games

    assert played(10, 50) is None
    assert played(55, 50) == 55
    assert played(70, 50) == 60  # the second round is not whole
    assert played(1000, 50) == 120


def test_misuse_is_one_sentence(tmp_path):
    for arguments, sentence in (
        (["--learn", "100"], "has values already"),
        (["nowhere.txt"], "is no lexicon"),
        (["--racks", "ABCDEFGH"], "one to 7 tiles"),
        (["--racks", ""], "one to 7 tiles"),
        (["--racks", "Ä"], "no tile of"),
        (["--learn", "99"], "from 100 to 100000"),
    ):
        done = halfmove("leaves", *arguments)
        assert done.status == 2, arguments
        assert sentence in done.err
        assert len(done.err.strip().splitlines()) == 1
