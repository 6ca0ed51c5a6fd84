"""Extended books of any game: sums by a naive count over symmetric positions, formats, identity, damage."""

import random
import shutil
import struct
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from halfmove.books.extended.bonus import MoveTotals
from halfmove.books.extended.store import Judgement, Place, Row, Store
from halfmove.books.making import make_book
from halfmove.books.opening import open_book, open_book_of
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.games.chess import Chess
from halfmove.games.othello import Othello
from halfmove.games.registry import game as named

pytestmark = pytest.mark.one_speed  # files and positions: no kernel is in it

NAMES = ("othello", "checkers", "tictactoe", "connect4", "nim", "go")
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def random_records(game, count, seed, plies=12):
    """Games of random moves with results at random, few enough first moves that games meet."""
    drawn = random.Random(seed)
    for _ in range(count):
        record, state = GameRecord(game), game.initial()
        for ply in range(plies):
            if game.is_terminal(state):
                break
            legal = [*game.actions(state)]
            action = drawn.choice(legal[:3] if ply < 3 else legal)
            record.moves.append(Move(action, game.action_text(state, action)))
            state = game.result(state, action)
        record.headers["Result"] = drawn.choice([*POINTS, "*"])
        yield record


def written(path, game, records):
    form = next(form for form in formats_of(game) if path.suffix in form.suffixes)
    form.write(path, records)
    return path


def share_of(game, record):
    """The first player's part of the point: as it is told, or as the board tells it."""
    state = game.initial()
    for move in record.moves:
        state = game.result(state, move.action)
    told = POINTS.get(record.headers["Result"])
    if told is None and game.is_terminal(state):
        return (1 + (game.utility(state, 0) > 0) - (game.utility(state, 0) < 0)) / 2
    return told


def images(game, state):
    return frozenset(game.symmetric(state, k) for k in range(game.symmetry_count))


def counted(game, records, plies):
    """Games and points of each move, by the set of positions that are one, and the one it leads to."""
    games, points = Counter(), Counter()
    for record in records:
        state, seen = game.initial(), set()
        share = share_of(game, record)
        for move in record.moves[:plies]:
            after = game.result(state, move.action)
            place = images(game, state), images(game, after)
            if place not in seen:
                seen.add(place)
                games[place] += 1
                mover = game.to_move(state)
                points[place] += 0 if share is None else share if mover == 0 else 1 - share
            state = after
    return games, points


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("plies", [2, 12])
def test_sums_over_random_games(tmp_path, name, plies):
    game = named(name, **({"size": 5} if name == "go" else {}))
    records = [*random_records(game, 20, plies)]
    make_book([written(tmp_path / "g.txt", game, records)], tmp_path / "b.sqlite", plies=plies)
    games, points = counted(game, records, plies)
    found = Counter()
    with open_book(tmp_path / "b.sqlite") as book:
        assert book.game() == game
        assert book.size == len(games)
        for record in records:
            state = game.initial()
            for move in record.moves:
                for known in book.moves(game, state):
                    place = images(game, state), images(game, game.result(state, known.action))
                    assert known.played.games == games[place]
                    assert known.played.wins + known.played.draws / 2 == points[place]
                    found[place] = known.played.games
                state = game.result(state, move.action)
    assert found == games


@pytest.mark.parametrize(("name", "suffix"), [("checkers", ".pdn"), ("go", ".sgf"), ("chess", ".pgn")])
def test_the_formats_of_a_game_and_plain_text_make_one_book(tmp_path, name, suffix):
    game = named(name)
    records = [*random_records(game, 6, 3)]
    found = []
    for file in ("g.txt", f"g{suffix}"):
        if name == "chess" and file == "g.txt":
            continue  # chess is read in PGN only
        source = written(tmp_path / file, game, records)
        facts = make_book([source], tmp_path / "b.sqlite").facts
        store = Store(tmp_path / "b.sqlite")
        facts = facts._replace(repaired=0)  # invented results disagree with the board, where a format says so
        found.append((facts, [(row.key, row.number, row.played.games) for row in store.rows()]))
        store.close()
    assert found[0] == found[-1]
    assert found[0][0].games == 6


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.07.05]PB[A]PW[B]RB[2000]TY[8]RE[{result}]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]{moves};)\n"
)


def test_games_in_ggf_and_wthor(tmp_path):
    (tmp_path / "g.ggf").write_text(
        GGF.format(result="+10.0", moves="B[f5]W[d6]B[c3]")
        + GGF.format(result="-2.0", moves="B[d3]W[c3]")  # the same two moves on another side
        + GGF.format(result="0.0", moves="B[a1]")  # no legal move
    )
    made = make_book([tmp_path / "g.ggf"], tmp_path / "b.sqlite")
    assert (made.facts.games, made.facts.left_out, made.facts.latest) == (2, 1, 2003)
    game = Othello()
    with open_book(tmp_path / "b.sqlite") as book:
        (first,) = book.moves(game, game.initial())
        assert first.played[:4] == (2, 1, 0, 1)
        after = game.result(game.initial(), game.parse_action(game.initial(), "f5"))
        replies = {game.action_text(after, m.action): m.played[:4] for m in book.moves(game, after)}
        assert sorted(replies.values()) == [(1, 0, 0, 1), (1, 1, 0, 0)]
    head = struct.pack("<4BIHHB3x", 20, 3, 7, 5, 1, 0, 2003, 8)
    squares = bytes([65, 46]) + bytes(58)  # e6 f4
    (tmp_path / "g.wtb").write_bytes(head + struct.pack("<HHHBB", 1, 2, 3, 40, 38) + squares)
    made = make_book([tmp_path / "g.wtb"], tmp_path / "w.sqlite")
    assert (made.facts.games, made.facts.moves, made.facts.latest) == (1, 2, 2003)
    (tmp_path / "cut.wtb").write_bytes(head)
    with pytest.raises(BadInput, match=r"cut\.wtb.*its 1 games take"):
        make_book([tmp_path / "cut.wtb"], tmp_path / "c.sqlite")


def test_variations_marks_ratings_and_years(tmp_path):
    (tmp_path / "g.txt").write_text(
        "# Halfmove game: connect4\n# tag Result 0-1\n# tag Date 1998.02.03\n# tag firstElo 1900\n"
        "4 $1 4 $2 (3 $3 4) 4\n"
    )
    for variations, moves in ((False, 3), (True, 5)):
        made = make_book([tmp_path / "g.txt"], tmp_path / "b.sqlite", variations=variations)
        assert (made.facts.moves, made.facts.latest) == (moves, 1998)
    game = named("connect4")
    with open_book(tmp_path / "b.sqlite") as book:
        state = game.initial()
        (first,) = book.moves(game, state)
        name = game.player_name(0)
        elo = 1900 if name == "first" else 0
        assert first.played == MoveTotals(1, 0, 0, 1, elo > 0, elo, elo, 1998, 1, 0)
        replies = book.moves(game, game.result(state, first.action))
        assert sorted(m.played[:4] for m in replies) == [(1, 0, 0, 0), (1, 1, 0, 0)]
        assert sorted(m.played[8:] for m in replies) == [(0, 1), (1, 0)]


# ---- whose book it is
@pytest.fixture(scope="module")
def othello(tmp_path_factory):
    folder = tmp_path_factory.mktemp("othello")
    (folder / "g.txt").write_text("# Halfmove game: othello\n# tag Result 1-0\nf5 d6 c3\n")
    make_book([folder / "g.txt"], folder / "b.sqlite")
    return folder / "b.sqlite"


def test_books_of_other_games_are_refused(othello, tmp_path):
    for game, words in (
        (Chess(), "is of othello, not of chess"),
        (Othello(width=6, height=6), "with height=8, width=8, not height=6, width=6"),
        (named("pig"), "no opening books of pig"),
    ):
        with pytest.raises(BadInput, match=words):
            open_book_of(game, othello)
    with open_book_of(Othello(start="parallel"), othello) as book:  # positions say themselves how it began
        assert book.moves(Othello(start="parallel"), Othello(start="parallel").initial()) == []
    store = Store(tmp_path / "b.sqlite", make=True)
    store.note(Store(othello).identity()._replace(names="0" * 16))
    store.finish()
    with pytest.raises(BadInput, match="had other names; make it anew"):
        open_book_of(Othello(), tmp_path / "b.sqlite")


def test_sources_of_another_game_are_refused(othello, tmp_path):
    target = tmp_path / "c.sqlite"
    (tmp_path / "six.txt").write_text("# Halfmove game: othello\n# set width=6\n# set height=6\nb3\n")
    (tmp_path / "no.txt").write_text("f5 d6\n")
    (tmp_path / "foreign.txt").write_text("# Halfmove game: quoits\n1\n")
    for sources, words in (
        (
            [othello, tmp_path / "six.txt"],
            r"game 1 \(line 1\): it is of othello with width=6, height=6, not of othello",
        ),
        ([tmp_path / "six.txt", othello], "height=8, width=8, not height=6, width=6"),
        ([tmp_path / "no.txt"], "does not begin with"),
        ([tmp_path / "foreign.txt"], "'quoits', which has to be named"),
    ):
        with pytest.raises(BadInput, match=words):
            make_book(sources, target)
        assert not target.exists()
    with pytest.raises(BadInput, match="Polyglot books are of chess"):
        make_book([othello], tmp_path / "b.bin")
    made = make_book([tmp_path / "six.txt"], target)
    with open_book(target) as book:
        assert book.game() == Othello(width=6, height=6)
    assert made.facts.games == 1


# ---- files
@example(at=3389 / 16384, mask=0xFF)  # a name in the schema, which SQLite quotes in its message: no UTF-8
@given(at=st.floats(0, 1, exclude_max=True), mask=st.integers(1, 255))
def test_any_byte_that_changes_is_noticed(othello, at, mask):
    """One sentence that names the file, wherever it is damaged."""
    content = bytearray(othello.read_bytes())
    content[int(at * len(content))] ^= mask
    damaged = othello.with_name("damaged.sqlite")
    damaged.write_bytes(content)
    with pytest.raises(BadInput, match=r"damaged\.sqlite"):
        open_book(damaged)


@given(part=st.floats(0.01, 1, exclude_max=True))
def test_a_file_cut_short_is_noticed(othello, part):
    content = othello.read_bytes()
    cut = othello.with_name("cut.sqlite")
    cut.write_bytes(content[: int(part * len(content))])
    with pytest.raises(BadInput, match=r"cut\.sqlite"):
        open_book(cut)


def test_a_copy_is_as_good(othello, tmp_path):
    shutil.copy(othello, tmp_path / "copy.sqlite")
    with open_book(tmp_path / "copy.sqlite") as book:
        assert book.size == 3


WORDS = st.integers(0, 2**64 - 1)
JUDGED = st.builds(Judgement, st.integers(-(10**9), 10**9), st.booleans(), st.one_of(st.none(), WORDS))
ROWS = st.dictionaries(
    st.tuples(WORDS, st.integers(0, 2**32 - 1)), st.tuples(st.integers(0, 99), st.one_of(st.none(), JUDGED))
)


@settings(max_examples=50)
@given(rows=ROWS, places=st.dictionaries(WORDS, st.tuples(st.integers(0, 1), st.integers(), st.booleans())))
def test_what_is_judged_comes_back(tmp_path_factory, rows, places):
    """Played moves and judged ones, twice written, in a file closed and opened again."""
    path = tmp_path_factory.mktemp("books") / "b.sqlite"
    expected = {place: Row(*place, MoveTotals(games), judged) for place, (games, judged) in rows.items()}
    small = {key: Place(key, who, value % 2**40, sure) for key, (who, value, sure) in places.items()}
    store = Store(path, make=True)
    store.add([Row(*row[:3]) for row in expected.values()])
    for _ in range(2):
        store.judge(small.values(), [row for row in expected.values() if row.judged], [("expansion x", 1)])
    store.finish()
    store = Store(path)
    assert {(row.key, row.number): row for row in store.rows()} == expected
    assert {place.key: place for place in store.places()} == small
    assert all(store.place(key) == place for key, place in small.items())
    assert store.fact("expansion x") == "1"
    store.close()


def test_plain_text_says_which_game_it_is(tmp_path):
    """Also of parameters: a board of 6 by 5."""
    game = named("connect4", width=6, height=5)
    PlainText(game).write(tmp_path / "g.txt", random_records(game, 2, 1))
    make_book([tmp_path / "g.txt"], tmp_path / "b.sqlite")
    with open_book(tmp_path / "b.sqlite") as book:
        assert book.game() == game
