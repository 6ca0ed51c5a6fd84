"""A library of games: what goes in comes out, games are found by what is known and by positions as a naive
count finds them, the file is whole at any moment, and faults are told in a sentence."""

import json
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from book_games import GAMES
from command import halfmove
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.games.registry import game as named
from halfmove.library.adding import add_files
from halfmove.library.entry import day_of, make_entry, read_date
from halfmove.library.explorer import explore, format_day
from halfmove.library.positions import PositionKeys
from halfmove.library.search import SORTS, Wanted, find_games
from halfmove.library.store import Library, default_file, open_library

pytestmark = pytest.mark.one_speed  # files and positions: no kernel is in it

NAMES = ("tictactoe", "connect4", "othello", "checkers", "hex", "go", "nim", "backgammon", "kuhn")
PEOPLE = ("Ada", "Bob", "Cy_%", "Dee")


def draw_records(game, count, seed, plies=12):
    """Games of random moves, few enough first moves that games meet."""
    drawn = random.Random(seed)
    for number in range(count):
        record, state = GameRecord(game), game.initial()
        for ply in range(plies):
            if game.is_terminal(state):
                break
            legal = [*game.actions(state)]
            action = drawn.choice(legal[:3] if ply < 3 else legal)
            record.moves.append(Move(action, game.action_text(state, action)))
            state = game.result(state, action)
        for seat in range(game.players):
            record.headers[game.player_name(seat)] = drawn.choice(PEOPLE)
        record.headers["Event"] = f"Event {number}"
        record.headers["Date"] = drawn.choice(["1999.12.31", "2000.01.??", "2001.??.??", "????.??.??"])
        unknown = [] if game.is_terminal(state) else ["*"]  # else the board tells it
        record.headers["Result"] = drawn.choice(["1-0", "0-1", "1/2-1/2", *unknown])
        yield record


def fill(library, game, records):
    form = PlainText(game)
    return [number for number, _ in library.add([make_entry(record, form) for record in records])]


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.sqlite") as made:
        yield made


@pytest.mark.parametrize("name", NAMES)
def test_a_game_comes_back_with_all_that_is_said_of_it(name, library):
    game = named(name)
    records = [*draw_records(game, 3, 1)]
    records[0].comment = "before } all"
    if records[0].moves:
        records[0].moves[0].comment = "well ] played\nindeed"
        records[0].moves[0].nags = (1,)
    for form in formats_of(game):
        if form.refusal() or form.binary:
            continue
        for number, record in zip(fill(library, game, records), records, strict=True):
            opened = library.open(number)
            assert opened.form.text(opened.record) == PlainText(game).text(record)
            assert opened.kept.plies == len(record.moves)
            assert opened.record.rules.parameters == game.parameters


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text(min_size=0, max_size=8), min_size=2, max_size=2),
    st.text(max_size=30),
    st.lists(st.integers(0, 8), max_size=9),
)
def test_any_names_and_comments_come_back(players, comment, cells):
    game = named("tictactoe")
    record, state = GameRecord(game, comment=comment), game.initial()
    for cell in cells:
        legal = [*game.actions(state)]
        if game.is_terminal(state):
            break
        action = legal[cell % len(legal)]
        record.moves.append(Move(action, game.action_text(state, action)))
        state = game.result(state, action)
    for seat, name in enumerate(players):
        record.headers[game.player_name(seat)] = name
    form = PlainText(game)
    try:
        again = next(form.read(form.text(record)))
    except (BadInput, StopIteration):
        return  # the format's own tests say what it keeps
    with TemporaryDirectory() as folder, Library(Path(folder) / "library.sqlite") as library:
        [(number, new)] = library.add([make_entry(again, form)])
        assert new
        assert form.text(library.open(number).record) == form.text(again)
        assert library.add([make_entry(again, form)]) == [(number, False)]


def count_moves(game, records, state, wanted=lambda record: True):
    """What was played from a position and with what success, by a walk through all games."""
    keys = PositionKeys(game)
    found = Counter()
    for record in filter(wanted, records):
        s, played = game.initial(), set()
        for move in record.moves:
            if keys.key(s) == keys.key(state):
                played.add(keys.line([s, s], [move.action])[0].number)
            s = game.result(s, move.action)
        found.update((number, record.headers["Result"]) for number in played)
    return found


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello", "checkers", "nim"])
def test_the_explorer_counts_as_a_walk_through_all_games_does(name, library):
    game = named(name)
    records = [*draw_records(game, 40, 2)]
    fill(library, game, records)
    drawn = random.Random(3)
    keys = PositionKeys(game)
    first = game.player_name(0)
    for record in drawn.sample(records, 6):
        state = game.initial()
        for move in record.moves[: drawn.randrange(4)]:
            state = game.result(state, move.action)
        for wanted, fits in (
            (Wanted(), lambda record: True),
            (Wanted(player="ada", seat=0), lambda record: record.headers[first] == "Ada"),
        ):
            told = count_moves(game, records, state, fits)
            numbers = {action: number for number, action in keys.actions(state).items()}
            seen = {}
            for tally in explore(library, game, state, wanted):
                number = numbers[tally.action]
                seen |= {(number, "1-0"): tally.won, (number, "0-1"): tally.lost}
                seen |= {(number, "1/2-1/2"): tally.drawn}
                assert tally.games == sum(told[number, r] for r in ("1-0", "0-1", "1/2-1/2", "*"))
            by_result = {place: many for place, many in told.items() if place[1] != "*"}
            assert {place: many for place, many in seen.items() if many} == by_result


def test_a_position_is_found_by_whichever_moves_it_was_reached(library, tmp_path):
    file = tmp_path / "g.pgn"
    file.write_text(
        '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e6 2. d4 d5 1-0\n\n'
        '[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. d4 d5 2. e4 e6 0-1\n\n'
        '[White "E"]\n[Black "F"]\n[Result "*"]\n\n1. d4 Nf6 *\n'
    )
    added = add_files(library, [file])
    assert (added.new, added.known, added.left_out) == (3, 0, 0)
    chess = named("chess")
    state = chess.initial()
    for word in ("e4", "e6", "d4", "d5"):
        state = chess.result(state, chess.parse_action(state, word))
    assert {kept.players[0] for kept in find_games(library, Wanted(), (chess, state)).games} == {"A", "C"}
    assert find_games(library, Wanted(player="c"), (chess, state)).total == 1


def test_symmetric_positions_of_othello_are_one(library):
    game = named("othello")
    form = PlainText(game)
    texts = [
        f"# Halfmove game: othello\n# tag Event {first}\n{first}\n" for first in ("d3", "c4", "f5", "e6")
    ]
    library.add([make_entry(next(form.read(text)), form) for text in texts])
    [tally] = explore(library, game, game.initial())
    assert tally.games == 4


def test_games_are_found_by_what_is_known_of_them(library):
    game = named("connect4")
    records = [*draw_records(game, 30, 4)]
    fill(library, game, records)
    first, second = game.player_name(0), game.player_name(1)

    def found(**wanted):
        return find_games(library, Wanted(**wanted), most=100).total

    def count(fits):
        return sum(1 for record in records if fits(record.headers))

    assert found() == found(game="connect4") == 30
    assert found(game="nim") == 0
    assert found(player="AD") == count(lambda h: "Ada" in (h[first], h[second]))
    assert found(player="_%") == count(lambda h: "Cy_%" in (h[first], h[second]))  # no pattern
    assert found(player="bob", seat=1) == count(lambda h: h[second] == "Bob")
    assert found(player="Ada", opponent="Bob") == count(lambda h: {h[first], h[second]} == {"Ada", "Bob"})
    assert found(result="first") == count(lambda h: h["Result"] == "1-0")
    assert found(result="draw") == count(lambda h: h["Result"] == "1/2-1/2")
    assert found(event="event 7") == 1
    assert found(since="2000") == count(lambda h: h["Date"][:4] in ("2000", "2001"))
    assert found(until="2000") == count(lambda h: h["Date"][:4] in ("1999", "2000"))
    assert found(until="1999-12-30") == 0
    with pytest.raises(BadInput, match="'soon' is no date"):
        found(since="soon")


@pytest.mark.parametrize("sort", SORTS)
def test_pages_have_every_game_once(sort, library):
    game = named("nim")
    numbers = fill(library, game, draw_records(game, 23, 5))
    seen = [
        kept.id
        for first in range(0, 30, 10)
        for kept in find_games(library, sort=sort, first=first, most=10).games
    ]
    assert sorted(seen) == sorted(numbers)


def test_hidden_games_are_kept_and_not_found_by_positions(library):
    game = named("kuhn")
    [number] = fill(library, game, draw_records(game, 1, 6))
    assert library.open(number).kept.game == "kuhn"
    assert library.ask("SELECT count(*) FROM place") == [(0,)]
    with pytest.raises(BadInput, match="not found by their positions"):
        explore(library, game, game.initial())


def test_removed_games_are_gone_from_the_explorer_too(library):
    game = named("connect4")
    numbers = fill(library, game, draw_records(game, 5, 7))
    assert library.remove(numbers[:3]) == 3
    assert library.count() == 2
    assert sum(tally.games for tally in explore(library, game, game.initial())) == 2
    with pytest.raises(BadInput, match="has no game"):
        library.remove([numbers[0]])


def test_saved_again_a_game_has_what_was_said_since(library):
    game = named("nim")
    [record] = draw_records(game, 1, 8)
    [number] = fill(library, game, [record])
    record.moves[0].comment = "a mistake"
    form = PlainText(game)
    assert library.add([make_entry(record, form)], again=True) == [(number, False)]
    assert library.open(number).record.moves[0].comment == "a mistake"


def begun(game, plies, **headers):
    """A game as it is saved after so many moves, and at its end."""
    records = [next(draw_records(game, 1, 3)) for _ in range(2)]
    records[0].moves = records[0].moves[:plies]
    for record in records:
        record.headers.update(Date="2024.05.06", Result="*")
    records[0].headers.update(headers)
    return records


@pytest.mark.parametrize("name", ["connect4", "othello", "kuhn"])
def test_a_game_saved_midway_and_at_its_end_is_kept_once(name, library):
    game = named(name)
    midway, end = begun(game, 2)
    midway.moves[0].comment = end.moves[0].comment = "as usual"
    form = PlainText(game)
    [(number, new)] = library.add([make_entry(midway, form)], again=True)
    assert new
    end.headers["Date"], end.headers["Result"] = "2024.05.07", "1-0"
    entry = make_entry(end, form)
    assert library.add([entry], again=True) == [(number, False)]
    assert library.count() == 1
    assert library.open(number).record.moves == end.moves
    places = library.ask("SELECT key, number, points, day FROM place WHERE game = ?", (number,))
    assert Counter(places) == Counter({(*ply, entry.points, 20240507) for ply in entry.line})


@pytest.mark.parametrize(
    "other",
    [{"Result": "0-1"}, {"Date": "2024.05.08"}, {"Event": "Another"}, {"comment": "unlike the other"}],
)
def test_a_game_that_is_another_is_kept_beside(other, library):
    game = named("connect4")
    said = dict(other)
    comment = said.pop("comment", "")
    midway, end = begun(game, 5, **said)
    midway.moves[1].comment = comment
    form = PlainText(game)
    for record in (midway, end):
        library.add([make_entry(record, form)], again=True)
    assert library.count() == 2


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1858.11.02", "1858-11-02"),
        ("1858.11.??", "1858-11"),
        ("1858.??.??", "1858"),
        ("????.??.??", ""),
        ("2024-05-06", "2024-05-06"),
        ("no date", ""),
    ],
)
def test_dates(text, date):
    assert read_date(text) == date
    assert format_day(day_of(date)) == date


# ---- files


def test_a_game_of_other_rules_is_apart(library):
    for width in (4, 7):
        game = named("connect4", width=width)
        fill(library, game, draw_records(game, 2, 9))
    narrow = named("connect4", width=4)
    assert sum(tally.games for tally in explore(library, narrow, narrow.initial())) == 2


def test_files_of_several_formats_and_matches(tmp_path, library):
    (tmp_path / "a.pgn").write_text(GAMES)
    (tmp_path / "b.txt").write_text("# Halfmove game: othello\n# tag Result 0-1\nf5 f4 e3 d2\n")
    (tmp_path / "c.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]RE[B+3.5]KM[6.5];B[ee];W[gg])")
    (tmp_path / "d.sgf").write_text("(;FF[4]GM[11]SZ[5]PB[Cora]PW[Dan];B[c3];W[a1])")
    match = halfmove(
        "match",
        "random",
        "random",
        "nim",
        "--games",
        "2",
        "--openings",
        "none",
        "--file",
        str(tmp_path / "m.sqlite"),
    )
    assert match.status == 0, match.err
    files = [tmp_path / name for name in ("a.pgn", "b.txt", "c.sgf", "d.sgf", "m.sqlite")]
    added = add_files(library, files)
    assert (added.new, added.left_out) == (9, 0), added.problems
    assert library.names() == ["chess", "go", "hex", "nim", "othello"]
    [go] = find_games(library, Wanted(game="go")).games
    assert (go.players, go.result, go.points, go.plies) == (("Ann", "Ben"), "B+3.5", 2, 2)
    again = add_files(library, files)
    assert (again.new, again.known) == (0, 9)
    with Library(tmp_path / "other.sqlite") as other:
        assert add_files(other, [library.path]).new == 9


def test_broken_games_are_left_out_and_told(tmp_path, library):
    file = tmp_path / "g.pgn"
    file.write_text(GAMES + '\n[Event "Broken"]\n\n1. e4 e4 *\n')
    added = add_files(library, [file])
    assert (added.new, added.left_out) == (4, 1)
    assert added.problems[0].startswith("g.pgn: game 5 (line ")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("games.xyz", b"e4 e5", "no format of records"),
        ("games.txt", b"hello", "does not begin with"),
        ("games.sqlite", b"SQLite format 3\0" + b"\0" * 100, "games.sqlite'"),
        ("nothing.pgn", None, "There is no file"),
    ],
)
def test_files_that_are_none_of_games_are_refused_in_a_sentence(name, content, sentence, tmp_path):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    outcome = halfmove("library", "add", str(tmp_path / name), "--library", str(tmp_path / "library.sqlite"))
    assert outcome.status == 2
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_run_that_is_killed_leaves_whole_games_and_goes_on(tmp_path):
    game, file = named("nim"), tmp_path / "games.txt"
    records = [*draw_records(game, 60, 10)]
    PlainText(game).write(file, records)
    code = (
        "import os, sys, halfmove.library.adding as adding\n"
        "from halfmove.library.store import Library\n"
        f"adding.BATCH = {sum(len(record.moves) for record in records[:20])}\n"
        "keep = Library._keep\n"
        "def killed(self, entry, places, *, again):\n"
        "    if self.count() >= 25: os._exit(9)\n"  # in the middle of the second batch
        "    return keep(self, entry, places, again=again)\n"
        "Library._keep = killed\n"
        "adding.add_files(Library(sys.argv[1]), [sys.argv[2]])\n"
    )
    path = tmp_path / "library.sqlite"
    assert subprocess.run([sys.executable, "-c", code, str(path), str(file)]).returncode == 9
    with Library(path, make=False) as library:
        assert library.count() == 20
        assert sum(tally.games for tally in explore(library, game, game.initial())) == 20
        added = add_files(library, [file])
        assert (added.new, added.known) == (40, 20)
        assert sum(tally.games for tally in explore(library, game, game.initial())) == 60


def test_a_stopped_run_keeps_what_it_has_read(tmp_path, library):
    game, file = named("nim"), tmp_path / "games.txt"
    PlainText(game).write(file, draw_records(game, 9, 11))
    asked = iter([False] * 4 + [True])
    added = add_files(library, [file], stop=lambda: next(asked))
    assert (added.new, added.interrupted) == (5, True)


def test_a_damaged_record_is_told_and_can_be_removed(tmp_path):
    game, path = named("nim"), tmp_path / "library.sqlite"
    with Library(path) as library:
        [number, *_] = fill(library, game, draw_records(game, 2, 12))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE record SET text = ? WHERE game = ?", (b"nonsense", number))
    db.close()
    with Library(path) as library:
        with pytest.raises(BadInput, match="something in it is damaged"):
            library.open(number)
        assert library.remove([number]) == 1
        assert library.count() == 1


def test_other_files_are_no_libraries(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE t (a)")
    db.close()
    with pytest.raises(BadInput, match="a database of something else, not of a library of games"):
        Library(path)
    with pytest.raises(BadInput, match="There is no library"):
        open_library(tmp_path / "none.sqlite")


def test_positions_that_had_other_keys_are_refused(library):
    game = named("nim")
    fill(library, game, draw_records(game, 1, 13))
    library._db.execute("UPDATE rules SET initial = initial + 1")
    with pytest.raises(BadInput, match="had other keys"):
        explore(library, game, game.initial())


def test_where_the_library_is(monkeypatch, tmp_path):
    monkeypatch.setenv("HALFMOVE_LIBRARY", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "halfmove" / "library.sqlite"
    with open_library(make=True) as library:
        assert library.path == default_file()


# ---- the commands


@pytest.fixture
def owned(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_LIBRARY", str(tmp_path / "library.sqlite"))
    (tmp_path / "games.pgn").write_text(GAMES)
    outcome = halfmove("library", "add", str(tmp_path / "games.pgn"))
    assert outcome.status == 0, outcome.err
    assert outcome.out.startswith("Added 4 games to ")
    return tmp_path


def test_games_are_found_shown_written_and_removed_in_the_terminal(owned):
    found = json.loads(halfmove("library", "find", "chess", "--player", "a", "--json").out)
    assert [one["players"] for one in found["games"]] == [["C", "A"], ["A", "B"]]
    at = json.loads(halfmove("library", "find", "chess", "--moves", "e4 e5", "--json").out)
    assert at["total"] == 2
    shown = halfmove("library", "show", "1").out
    assert "{an answer}" in shown
    assert "(2. f4 exf4 $2)" in shown.replace("\n", " ")
    out = owned / "out.pgn"
    assert halfmove("library", "export", "chess", "--result", "first", "-o", str(out)).status == 0
    assert out.read_text() == shown + ("" if out.read_text().endswith(shown) else "\n")
    assert "Removed 2 games." in halfmove("library", "remove", "1", "3").out
    assert "2 games." in halfmove("library", "find").out


def test_the_explorer_in_the_terminal(owned):
    told = json.loads(halfmove("library", "moves", "chess", "--json").out)
    assert [(row["move"], row["games"], row["share"], row["last"]) for row in told["moves"]] == [
        ("e4", 3, 0.75, "2020-05-01"),
        ("d4", 1, 0.0, "2010-01-01"),
    ]
    mine = json.loads(halfmove("library", "moves", "chess", "--player", "C", "--seat", "first", "--json").out)
    assert [(row["move"], row["games"]) for row in mine["moves"]] == [("e4", 1)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "99"), "has no game 99."),
        (("remove", "one"), "A game is named by its number"),
        (("find", "--moves", "e4"), "needs the game"),
        (("find", "--since", "x"), "is no date"),
        (("export", "-o", "x.sgf"), "the name of a file that has ends in"),
        (("export", "chess", "--player", "nobody", "-o", "x.pgn"), "there is nothing to write"),
        (("find", "--library", "nowhere.sqlite"), "There is no library 'nowhere.sqlite' yet"),
    ],
)
def test_bad_requests_get_a_sentence(arguments, sentence, owned, monkeypatch):
    monkeypatch.chdir(owned)
    outcome = halfmove("library", *arguments)
    assert outcome.status == 2
    assert sentence in outcome.err
