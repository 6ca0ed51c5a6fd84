"""Extended books: what was played, summed up as by hand; bonuses worked out; files whole or not there."""

import io
import math
import sqlite3

import chess
import chess.pgn
import chess.polyglot
import pytest
from book_games import GAMES
from hypothesis import given
from hypothesis import strategies as st

from halfmove.books.book import find_keys
from halfmove.books.extended.bonus import Bonus, MoveTotals, compute_bonuses, compute_weights, sum_records
from halfmove.books.extended.store import Facts, Row, Store
from halfmove.books.making import make_book
from halfmove.books.opening import open_book
from halfmove.core.errors import BadInput
from halfmove.games.chess import Chess
from halfmove.games.kuhn import Kuhn
from halfmove.games.nim import Nim
from halfmove.games.pig import Pig

pytestmark = pytest.mark.one_speed

CHESS = Chess()


@pytest.fixture
def pgn(tmp_path):
    (tmp_path / "games.pgn").write_text(GAMES)
    return tmp_path / "games.pgn"


def state_after(*moves):
    state = CHESS.initial()
    for text in moves:
        state = CHESS.result(state, CHESS.parse_action(state, text))
    return state


def known(book, *moves):
    state = state_after(*moves)
    return {CHESS.action_text(state, m.action): m for m in book.list_extended_moves(CHESS, state)}


# ---- what is noted
def test_the_sums_of_four_games(pgn, tmp_path):
    made = make_book([pgn], tmp_path / "b.sqlite")
    assert made.facts == Facts(games=4, plies=40, latest=2020, positions=10, moves=13)
    with open_book(tmp_path / "b.sqlite") as book:
        first = known(book)
        # One: won by 2600 in 2020, marked !; Two: drawn by 2500 in 2000; Four: no result, by 2300
        assert first["e4"].played == MoveTotals(3, 1, 1, 0, 3, 2600 + 2500 + 2300, 2600, 2020, 1, 0)
        assert first["d4"].played == MoveTotals(1, 0, 0, 1, 0, 0, 0, 2010, 0, 1)
        replies = known(book, "e4")
        assert replies["e5"].played == MoveTotals(2, 0, 0, 1, 1, 2400, 2400, 2020, 0, 0)
        assert replies["c5"].played == MoveTotals(1, 0, 1, 0, 1, 2600, 2600, 2000, 0, 0)
        assert set(known(book, "e4", "e5")) == {"Nf3"}  # f4 is an annotator's variation
        assert known(book, "d4", "d5", "c4", "dxc4") == {}
        # e4, e5, Nf3, Nc6, Nf6, Bb5 with e4; c5, Nf3, d6; d4, d5, c4, dxc4
        assert (made.facts.moves, book.size) == (13, 13)


def oracle(text, plies):
    """The same sums by python-chess's own reader of games, and plain dictionaries."""
    sums = {}
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        board = game.board()
        points = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}.get(game.headers["Result"])
        for node in list(game.mainline())[:plies]:
            white = board.turn
            own = None if points is None else points if white else 1 - points
            place = chess.polyglot.zobrist_hash(board), node.move.uci()
            games, total, ended = sums.get(place, (0, 0, 0))
            sums[place] = games + 1, total + (own or 0), ended + (own is not None)
            board.push(node.move)
    return sums


def random_games(count, seed):
    """PGN of random games, castling and promotions among them; few enough openings that games meet."""
    import random

    rng, written = random.Random(seed), []
    for _ in range(count):
        board, game = chess.Board(), chess.pgn.Game()
        node = game
        for ply in range(60):
            legal = sorted(board.legal_moves, key=str)
            if not legal:
                break
            castling = [m for m in legal if board.is_castling(m)]
            move = castling[0] if castling else rng.choice(legal[: 2 if ply < 6 else None])
            node = node.add_variation(move)
            board.push(move)
        game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        written.append(str(game))
    return "\n\n".join(written) + "\n"


@pytest.mark.parametrize("plies", [1, 7, 60])
def test_sums_of_random_games(tmp_path, plies):
    text = random_games(25, plies)
    (tmp_path / "g.pgn").write_text(text)
    make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite", plies=plies)
    expected = oracle(text, plies)
    store = Store(tmp_path / "b.sqlite")
    found = {}
    keys = []
    for row in store.rows():
        start, end = chess.SQUARE_NAMES[row.number >> 6 & 63], chess.SQUARE_NAMES[row.number & 63]
        promotion = " nbrq"[row.number >> 12].strip()
        castled = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
        uci = start + end + promotion
        if (row.key, uci) not in expected:
            uci = castled[uci]
        played = row.played
        found[row.key, uci] = played.games, played.wins + played.draws / 2, played.finished
        keys.append(row.key)
    store.close()
    assert found == expected
    assert keys == sorted(keys)


def test_a_broken_game_counts_up_to_where_it_breaks(tmp_path):
    (tmp_path / "g.pgn").write_text('[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 3. Nf3 1-0\n\n1. e4 c5 *\n')
    made = make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite")
    assert (made.facts.games, made.facts.broken, made.facts.moves) == (2, 1, 3)


def test_a_move_that_comes_again_in_a_game_counts_once(tmp_path):
    (tmp_path / "g.pgn").write_text("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n")
    make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite")
    with open_book(tmp_path / "b.sqlite") as book:
        assert known(book)["Nf3"].played.games == 1


def test_games_of_chess960_castle_by_taking_the_rook(tmp_path):
    fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    (tmp_path / "g.pgn").write_text(
        f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "1-0"]\n\n1. O-O-O Ke7 1-0\n'
    )
    make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite")
    game = Chess(chess960=True)
    with open_book(tmp_path / "b.sqlite") as book:
        (move,) = book.moves(game, game.parse(fen))
        assert game.action_text(game.parse(fen), move.action) == "O-O-O"


def test_other_variants_are_left_out(tmp_path):
    (tmp_path / "g.pgn").write_text('[Variant "Atomic"]\n\n1. e4 e5 *\n\n[Event "x"]\n\n1. d4 *\n')
    made = make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite")
    assert (made.facts.games, made.facts.broken, made.facts.moves) == (1, 1, 1)


# ---- the bonus
def test_a_bonus_worked_out_by_hand():
    a = MoveTotals(
        games=8, wins=5, draws=2, losses=1, rated=5, elo=12500, best=2550, year=2020, good=1, bad=0
    )
    b = MoveTotals(
        games=2, wins=0, draws=0, losses=2, rated=5, elo=12000, best=2450, year=2005, good=0, bad=1
    )
    first, second = compute_bonuses([a, b], latest=2020)
    # the position scores 6 points of 10, a 6 of 8 and b none of 2; its mean Elo is 2450
    assert first.frequency == 0
    assert first.results == pytest.approx((0.75 - 0.6) * 8 / 13 * 10)
    assert first.strength == pytest.approx((2500 - 2450) / 200 * 5 / 10)
    assert (first.age, first.marks) == (0, 1)
    assert second.frequency == -2
    assert second.results == pytest.approx(-0.6 * 2 / 7 * 10)
    assert second.strength == pytest.approx(-0.125)
    assert (second.age, second.marks) == (-1.5, -1)
    assert first.total == pytest.approx(0.9231 + 0.125 + 1, abs=1e-4)
    # 2^(second - first) of the largest weight
    assert compute_weights([first, second]) == [65535, round(65535 * 2 ** (second.total - first.total))]


def test_what_is_not_known_counts_nothing():
    assert compute_bonuses([MoveTotals(games=4), MoveTotals(games=1, year=1990)]) == [
        Bonus(0, 0, 0, 0, 0),
        Bonus(-2, 0, 0, 0, 0),
    ]
    assert compute_bonuses([MoveTotals(games=1, year=1900)], latest=2020)[0].age == -2
    assert compute_bonuses([]) == compute_weights([]) == []


records = st.builds(
    lambda wins, draws, losses, unknown, elo, year, good, bad: MoveTotals(
        wins + draws + losses + unknown + 1, wins, draws, losses, 1 if elo else 0, elo, elo, year, good, bad
    ),
    *[st.integers(0, 500)] * 4,
    st.one_of(st.just(0), st.integers(1000, 2900)),
    st.one_of(st.just(0), st.integers(1850, 2026)),
    *[st.integers(0, 9)] * 2,
)


@given(st.lists(records, min_size=1, max_size=8), st.integers(1850, 2030))
def test_bonuses_are_bounded_and_weights_in_proportion(listed, latest):
    found = compute_bonuses(listed, latest)
    for bonus in found:
        assert bonus.frequency <= 0
        assert -10 < bonus.results < 10
        assert abs(bonus.strength) <= 2
        assert -2 <= bonus.age <= 0
        assert abs(bonus.marks) < 2
    given_weights = compute_weights(found)
    assert max(given_weights) == 65535
    best = max(b.total for b in found)
    for bonus, weight in zip(found, given_weights, strict=True):
        assert weight / 65535 == pytest.approx(math.exp2(bonus.total - best), abs=1e-5)


@given(st.lists(records, min_size=1, max_size=6))
def test_sums_of_sums(listed):
    total = sum_records(listed)
    assert total.games == sum(r.games for r in listed)
    assert total.best == max(r.best for r in listed)
    assert total.year == max(r.year for r in listed)


# ---- files
def test_a_polyglot_book_with_the_same_weights(pgn, tmp_path):
    make_book([pgn], tmp_path / "b.sqlite")
    make_book([pgn], tmp_path / "b.bin")
    make_book([tmp_path / "b.sqlite"], tmp_path / "c.bin")
    assert (tmp_path / "b.bin").read_bytes() == (tmp_path / "c.bin").read_bytes()
    with open_book(tmp_path / "b.sqlite") as extended, open_book(tmp_path / "b.bin") as polyglot:
        for moves in ([], ["e4"], ["e4", "e5"], ["d4", "d5", "c4"]):
            state = state_after(*moves)
            ours = [(m.action, m.weight) for m in extended.moves(CHESS, state)]
            assert ours == [(m.action, m.weight) for m in polyglot.moves(CHESS, state)]
            assert ours
    board = chess.Board()
    with chess.polyglot.open_reader(tmp_path / "b.bin") as reader:
        assert reader.find(board).move == chess.Move.from_uci("e2e4")


def test_books_are_added_to(pgn, tmp_path):
    book = tmp_path / "b.sqlite"
    make_book([pgn], book)
    made = make_book([book, pgn], book)
    assert made.facts.games == 8
    with open_book(book) as opened:
        assert known(opened)["e4"].played == MoveTotals(6, 2, 2, 0, 6, 14800, 2600, 2020, 2, 0)


def test_moves_of_few_games_are_left_out(pgn, tmp_path):
    made = make_book([pgn], tmp_path / "b.sqlite", least_games=2)
    assert (made.facts.moves, made.facts.least_games) == (3, 2)  # e4, e5, Nf3
    with pytest.raises(BadInput, match="5 games"):
        make_book([pgn], tmp_path / "c.sqlite", least_games=5)
    assert not (tmp_path / "c.sqlite").exists()


def test_batches_make_no_difference(pgn, tmp_path, monkeypatch):
    make_book([pgn], tmp_path / "one.sqlite")
    monkeypatch.setattr("halfmove.books.making.BATCH", 1)
    make_book([pgn], tmp_path / "many.sqlite")
    one, many = Store(tmp_path / "one.sqlite"), Store(tmp_path / "many.sqlite")
    assert [*one.rows()] == [*many.rows()]
    one.close()
    many.close()


def test_whoever_asks_to_stop_gets_the_games_until_then(pgn, tmp_path):
    seen = []
    made = make_book(
        [pgn], tmp_path / "b.sqlite", see=lambda n, part: seen.append((n, part)), stop=lambda: len(seen) == 2
    )
    assert made.interrupted
    assert [n for n, _ in seen] == [1, 2]
    assert all(0 < part <= 1 for _, part in seen)
    again = make_book([tmp_path / "b.sqlite"], tmp_path / "c.sqlite")
    assert not again.interrupted
    with open_book(tmp_path / "b.sqlite") as book:
        assert book.facts.interrupted == 1
        assert book.facts.games == 2
        assert known(book)["e4"].played.games == 2


def test_nothing_half_written(pgn, tmp_path, monkeypatch):
    book = tmp_path / "b.sqlite"
    make_book([pgn], book)
    before = book.read_bytes()

    def fail(games, part):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_book([pgn], book, see=fail)
    assert book.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b.sqlite", "games.pgn"]


@pytest.mark.parametrize("name", ["b.txt", "b", "none/b.bin", "folder.bin"])
def test_places_that_cannot_be_written(pgn, tmp_path, name):
    (tmp_path / "folder.bin").mkdir()
    with pytest.raises(BadInput, match=r"ends in|There is no folder|is a folder"):
        make_book([pgn], tmp_path / name)


def test_sources_that_are_none(pgn, tmp_path):
    target = tmp_path / "b.sqlite"
    (tmp_path / "empty.pgn").write_text("")
    (tmp_path / "text.pgn").write_text("Nothing of chess, but some words.\n")
    (tmp_path / "book.bin").write_bytes(bytes(16))
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE t (x)")
    for name, words in (
        ("empty.pgn", "no game that can be read"),
        ("text.pgn", "no game that can be read"),
        ("missing.pgn", "no file"),
        ("book.bin", "give games"),
        ("other.sqlite", "no extended book"),
    ):
        with pytest.raises(BadInput, match=words):
            make_book([pgn, tmp_path / name], target)
        assert not target.exists()


def test_a_damaged_book_is_told_as_such(pgn, tmp_path):
    path = tmp_path / "b.sqlite"
    make_book([pgn], path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"rubbish!" * ((len(whole) - 4096) // 8))
    with pytest.raises(BadInput, match="cannot be read"), open_book(path) as book:
        book.moves(CHESS, CHESS.initial())
    path.write_bytes(whole[:60])
    with pytest.raises(BadInput, match=r"cannot be read|no extended book"):
        open_book(path)


def test_files_that_are_no_books(tmp_path):
    path = tmp_path / "b.sqlite"
    sql = sqlite3.connect(path)
    sql.execute("CREATE TABLE t (x)")
    sql.commit()
    with pytest.raises(BadInput, match="no extended book"):
        open_book(path)
    sql.close()
    Store(tmp_path / "new.sqlite", make=True).close()
    sql = sqlite3.connect(tmp_path / "new.sqlite")
    sql.execute("PRAGMA user_version = 99")
    sql.close()
    with pytest.raises(BadInput, match="version 99"):
        open_book(tmp_path / "new.sqlite")


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**15 - 1), records), max_size=20))
def test_rows_come_back(tmp_path_factory, listed):
    path = tmp_path_factory.mktemp("books") / "b.sqlite"
    store = Store(path, make=True)
    store.add([Row(*row) for row in listed])
    expected = {}
    for key, number, played in listed:
        expected[key, number] = expected.get((key, number), MoveTotals()).plus(played)
    assert {(r.key, r.number): r.played for r in store.rows()} == expected
    assert [r.key for r in store.rows()] == sorted(r.key for r in store.rows())
    for key, _, _ in listed:
        assert store.records(key) == {n: p for (k, n), p in expected.items() if k == key}
    store.close()


def test_games_of_chance_and_hidden_cards_have_no_books():
    assert find_keys(CHESS).polyglot
    assert not find_keys(Nim()).polyglot
    for game in (Pig(), Kuhn()):
        with pytest.raises(BadInput, match=f"no opening books of {game.title()}"):
            find_keys(game)


def test_what_other_programs_write(tmp_path):
    """Latin-1, a blank line among the moves, a comment that is never closed, lines with CRLF."""
    (tmp_path / "g.pgn").write_bytes(
        b'[White "M\xfcller"]\r\n[Result "1-0"]\r\n\r\n1. e4 e5\r\n\r\n2. Nf3 Nc6 1-0\r\n\r\n'
        b'[White "A"]\n[Result "0-1"]\n\n1. e4 c5 {a comment\n2. Nf3\n\n'
        b'[White "B"]\n[Date "9999.01.01"]\n[WhiteElo "-5"]\n[Result "0-1"]\n\n1. d4 0-1\n'
    )
    made = make_book([tmp_path / "g.pgn"], tmp_path / "b.sqlite")
    assert made.facts.games == 3
    with open_book(tmp_path / "b.sqlite") as book:
        assert known(book)["e4"].played[:4] == (2, 1, 0, 1)
        assert known(book)["d4"].played == MoveTotals(1, losses=1)
        assert set(known(book, "e4", "e5", "Nf3")) == {"Nc6"}


def test_progress_goes_through_all_files(pgn, tmp_path):
    seen = []
    make_book([pgn, pgn], tmp_path / "b.sqlite", see=lambda n, part: seen.append((n, part)))
    assert [n for n, _ in seen] == [*range(1, 9)]
    parts = [part for _, part in seen]
    assert parts == sorted(parts)
    assert parts[3] == pytest.approx(0.5)
    assert parts[-1] == pytest.approx(1)


def test_a_damaged_book_is_not_taken_over(pgn, tmp_path):
    book = tmp_path / "b.sqlite"
    make_book([pgn], book)
    whole = book.read_bytes()
    book.write_bytes(whole[:8192] + b"rubbish!" * ((len(whole) - 8192) // 8))
    with pytest.raises(BadInput, match=r"b\.sqlite' cannot be (read|taken over)"):
        make_book([book], tmp_path / "c.sqlite")
    assert not (tmp_path / "c.sqlite").exists()


def test_a_full_disk(pgn, tmp_path, monkeypatch):
    def full(self, rows):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "add", full)
    with pytest.raises(BadInput, match=r"'.*b\.sqlite' cannot be written: database or disk is full"):
        make_book([pgn], tmp_path / "b.sqlite")
    assert [*tmp_path.iterdir()] == [pgn]


def test_variations_count_if_they_are_asked_for(tmp_path):
    """A repertoire: lines within lines, one beyond the limit, one with a null move."""
    text = (
        '[Result "1-0"]\n[WhiteElo "2500"]\n\n1. e4 e5 (1... c5! 2. Nf3 (2. c3 d5) 2... d6) '
        "(1... e6 2. d4 -- 3. e5) 2. Nf3 (2. Nf3) Nc6 1-0\n"
    )
    (tmp_path / "g.pgn").write_text(text)
    sums = {}
    for plies in (40, 3, 1):
        made = make_book([tmp_path / "g.pgn"], tmp_path / f"{plies}.sqlite", plies=plies, variations=True)
        assert made.facts.broken == 0
        sums[plies] = made.facts.moves
    # e4; e5, c5, e6; Nf3, Nf3, c3, d4 after them; d6 and d5; Nc6
    assert sums == {40: 11, 3: 8, 1: 1}
    with open_book(tmp_path / "40.sqlite") as book:
        replies = known(book, "e4")
        assert replies["e5"].played[:4] == (1, 0, 0, 1)
        assert replies["c5"].played == MoveTotals(1, good=1)
        assert set(known(book, "e4", "c5")) == {"Nf3", "c3"}
        both = known(book, "e4", "e5")["Nf3"]  # played and suggested: one game
        assert both.played == MoveTotals(1, 1, 0, 0, 1, 2500, 2500)
    make_book([tmp_path / "g.pgn"], tmp_path / "plain.sqlite")
    with open_book(tmp_path / "plain.sqlite") as book:
        assert book.size == 4


TOKENS = """1. e4 e5 Nf3 ... O-O -- ( ) { } ; $2 $99999 ! ?? 1-0 * [Event [Result "1-0"] [FEN "x"] [Variant
e8=Q Nz9 0-0-0 % é \x00 "Chess960"] [%eval @@@@"""
WORDS = st.sampled_from([*TOKENS.split(), "\n", "\n\n"])


def outcome_of(attempt):
    """What it returns, or the sentence that it is refused with."""
    try:
        return attempt(), ""
    except BadInput as error:
        return None, str(error)


@given(st.lists(WORDS, max_size=60), st.booleans())
def test_any_text_makes_a_book_or_a_sentence(tmp_path_factory, words, variations):
    folder = tmp_path_factory.mktemp("books")
    pgn, target = folder / "g.pgn", folder / "b.sqlite"
    pgn.write_text(" ".join(words))
    made, sentence = outcome_of(lambda: make_book([pgn], target, plies=5, variations=variations))
    if made is None:
        assert "no game that can be read" in sentence
        assert [*folder.iterdir()] == [pgn]
        return
    with open_book(target) as book:
        assert book.size == made.facts.moves > 0
        for move in book.moves(CHESS, CHESS.initial()):
            assert move.action in [*CHESS.actions(CHESS.initial())]


@given(st.binary(max_size=12), st.booleans())
def test_any_bytes_are_a_book_or_a_sentence(tmp_path_factory, content, sqlite):
    path = tmp_path_factory.mktemp("books") / "b"
    path.write_bytes((b"SQLite format 3\0" if sqlite else b"") + 16 * content)
    book, sentence = outcome_of(lambda: open_book(path))
    if book is None:
        assert str(path) in sentence
        return
    with book:
        assert book.moves(CHESS, CHESS.initial()) == []
        assert book.size == len(content)
        assert 1 <= book.positions <= book.size
