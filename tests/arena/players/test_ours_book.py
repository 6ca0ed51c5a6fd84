"""Players with a book of openings: they play from it while it lasts, and think afterwards."""

import pytest
from book_games import GAMES

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication
from halfmove.arena.players.registry import player
from halfmove.books.making import make_book
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.chess import Chess
from halfmove.games.nim import Nim

CHESS = Chess()


@pytest.fixture
def book(tmp_path):
    (tmp_path / "games.pgn").write_text(GAMES)
    make_book([tmp_path / "games.pgn"], tmp_path / "book.sqlite")
    make_book([tmp_path / "games.pgn"], tmp_path / "book.bin")
    return tmp_path / "book.sqlite"


def opened(one, seed, plies=4):
    """The first moves of a game of the player against itself."""
    one.new_game(CHESS, 0, seed)
    history = History(CHESS)
    for _ in range(plies):
        choice = one.choose(history, Budget())
        history.play(choice.action)
    return history.texts()


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("kind", ["engine", "auto", "alphabeta"])
@pytest.mark.parametrize("ending", [".sqlite", ".bin"])
def test_moves_come_from_the_book_while_it_lasts(book, kind, ending):
    one = player(describe(f"{kind}?depth=1&book={book.with_suffix(ending)}&book_choice=best"))
    one.check(CHESS)
    assert opened(one, seed=1, plies=5) == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    history = History(CHESS)
    assert one.choose(history, Budget()).nodes is None  # it did not search
    history.play(CHESS.parse_action(history.state, "a4"))
    assert one.choose(history, Budget()).nodes
    one.close()


@pytest.mark.slow_interpreted
def test_the_seed_decides_what_is_drawn(book):
    one = player(describe(f"engine?depth=1&book={book}"))
    games = {seed: opened(one, seed) for seed in range(40)}
    assert len({tuple(moves) for moves in games.values()}) > 2
    assert {seed: opened(one, seed) for seed in range(40)} == games
    assert games.keys() == set(range(40))
    one.close()
    one.close()


@pytest.mark.slow_interpreted
def test_a_match_with_a_book(book):
    """In worker processes, each of which opens it."""
    results = hm.match(
        f"engine?nodes=50&book={book}&book_choice=best",
        "engine?nodes=50",
        game=CHESS,
        games=2,
        adjudication=Adjudication(most_plies=4),
    )
    assert results.faults == 0
    for record in results.records.values():
        seat = record.players.index(0)
        first = next(move for move in record.moves if move.seat == seat)
        assert (first.nodes is None) == (seat == 0 or record.moves[0].text in ("e4", "d4"))
        if seat == 0:
            assert first.text == "e4"


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("engine?depth=1&book=none.bin", CHESS, "There is no file"),
        ("engine?depth=1&book={book}", Nim(), "of chess"),
        ("engine?depth=1&book={book}&book_choice=worst", CHESS, "weight or best"),
        ("engine?depth=1&boks={book}", CHESS, "did you mean 'book'"),
        ("random?book={book}", CHESS, "no option 'book'"),
    ],
)
def test_bad_input(book, text, game, words):
    with pytest.raises(BadInput, match=words):
        player(describe(text.format(book=book))).check(game)
