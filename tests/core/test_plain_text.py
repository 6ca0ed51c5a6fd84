"""Games of any game as plain text: what is written is read back, whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.in_turn import in_turn
from halfmove.core.plain_text import DEEPEST, PlainText
from halfmove.games.registry import games

pytestmark = pytest.mark.one_speed

ALL = {name: interpreted(in_turn(cls())) for name, cls in games().items()}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def line(draw, game, state, plies, depth):
    """Random moves with all that can be said of them, and lines beside them."""
    random = draw(st.randoms(use_true_random=False))
    moves = []
    for _ in range(plies):
        legal = [] if game.is_terminal(state) else list(game.actions(state))
        if not legal:
            break
        action = random.choice(legal[:50]) if draw(st.integers(0, 5)) else None
        move = Move(
            action,
            "" if action is None else game.action_text(state, action),
            comment=draw(TEXTS),
            before=draw(TEXTS),
            nags=tuple(draw(st.lists(st.integers(0, 255), max_size=2))),
            clock=draw(st.none() | st.integers(0, 10**6).map(lambda n: n / 100)),
            spent=draw(st.none() | st.integers(0, 10**4).map(float)),
            properties=draw(
                st.dictionaries(st.sampled_from(["LB", "TR", "XX"]), st.lists(TEXTS, max_size=2), max_size=2)
            ),
            kept=draw(st.lists(TEXTS, max_size=1)),
        )
        for _ in range(draw(st.integers(0, depth))):
            beside = line(draw, game, state, draw(st.integers(1, 3)), depth - 1)
            if beside:
                move.variations.append(beside)
        moves.append(move)
        if action is not None:
            state = game.result(state, action)
    return moves


@st.composite
def records(draw):
    game = ALL[draw(st.sampled_from(sorted(ALL)))]
    headers = draw(st.dictionaries(st.from_regex(r"[A-Z][A-Za-z]{0,8}", fullmatch=True), TEXTS, max_size=3))
    moves = line(draw, game, game.initial(), draw(st.integers(0, 4)), 2)
    return GameRecord(
        game, None, headers, draw(TEXTS), moves, properties=draw(st.just({}) | st.just({"KM": []}))
    )


@settings(max_examples=50, deadline=None)
@given(records())
def test_what_is_written_is_read_back(record):
    form = PlainText(record.rules)
    text = form.text(record)
    assert form.begins(text)
    [again] = form.read(text)
    assert again == record
    assert form.text(again) == text


def test_several_games_and_what_matches_write():
    game = ALL["connect4"]
    text = (
        "# Halfmove game: connect4\n# set width=7\n# players Ann | Bob\n# result 1-0 (X wins)\n4 4 3\n\n"
        "# Halfmove game: connect4\n4 (3 [clk 12.5]) 5 $2 {so so}\n"
    ).replace("connect4", game.title())
    first, second = PlainText(game).read(text)
    assert [move.text for move in first.moves] == ["4", "4", "3"]
    assert first.headers["Result"] == "1-0"
    assert second.place == "game 2 (line 7)"
    assert second.moves[0].variations[0][0].clock == 12.5
    assert (second.moves[1].nags, second.moves[1].comment) == ((2,), "so so")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("4 4\n9", "game 1 (line 1): line 3: "),
        ("( 4", "game 1 (line 1): line 2: A variation stands after the move"),
        ("4 ( 3", "game 1 (line 1): line 2: a bracket is not closed."),
        ("4 )", "game 1 (line 1): line 2: A closing bracket has no opening one"),
        ("4 [clk soon]", "game 1 (line 1): line 2: 'soon' is no number of seconds."),
        ("4 [wish x]", "game 1 (line 1): line 2: '[wish …]' says nothing"),
        ("4 " + "(4 " * (DEEPEST + 1), "game 1 (line 1): line 2: Variations are nested more than 200 deep"),
    ],
)
def test_what_is_broken_is_told_with_its_place(body, words):
    game = ALL["connect4"]
    with pytest.raises(BadInput) as caught:
        list(PlainText(game).read(f"# set width=7\n{body}\n"))
    assert str(caught.value).startswith(words)


def test_a_game_of_another_size_and_of_another_game():
    game = ALL["connect4"]
    [record] = PlainText(game).read(f"# Halfmove game: {game.title()}\n# set width=5\n# set height=4\n1 5\n")
    assert (record.rules.width, record.rules.height) == (5, 4)
    with pytest.raises(BadInput, match="it is a game of"):
        list(PlainText(game).read(f"# Halfmove game: {hm.game('nim').title()}\nA1\n"))


def test_a_line_with_a_null_move_is_kept_as_text():
    game = ALL["chess"]
    form = PlainText(game)
    [pgn] = next(iter(game.record_formats())).read(
        "1. e4 e5 (1... c5 2. -- d5 {so}) (1... -- 2. d4) 2. Nf3 *"
    )
    [record] = form.read(form.text(pgn))
    assert record.moves[0].kept == ["1... -- 2. d4"]
    assert record.moves[1].variations[0][0].kept == ["2. -- d5 {so}"]


def test_a_parameter_of_several_lines_is_read_back():
    maze = "%%%%%%%\n%G.P..%\n%%%%%%%"
    game = hm.game("pacman", maze=maze)
    form = PlainText(game)
    text = form.text(GameRecord(game))
    assert [record.rules for record in form.read(text)] == [game]
    assert [record.rules for record in PlainText(hm.game("pacman")).read(text)] == [game]


@pytest.mark.parametrize("seconds", [0.00001, 12.5, 1e15, float("inf"), 0.0])
def test_any_clock_is_read_back(seconds):
    game = hm.game("tictactoe")
    record = GameRecord(game, moves=[Move(0, "a3", clock=seconds, spent=seconds)])
    (back,) = PlainText(game).read(PlainText(game).text(record))
    assert back.moves[0].clock == pytest.approx(min(seconds, 999_999_999_999.0))


def test_a_move_has_a_few_glyphs():
    with pytest.raises(BadInput, match="at most 20 glyphs"):
        list(PlainText(hm.game("tictactoe")).read("a1 " + "$1" * 21))


def test_only_parameters_of_the_game_are_taken():
    game = in_turn(hm.game("goofspiel"))
    (record,) = PlainText(game).read("# Halfmove game: goofspiel\n# set players=3\n\n")
    assert record.rules.players == 3
    with pytest.raises(BadInput, match="no parameter 'self'"):
        list(PlainText(game).read("# Halfmove game: goofspiel\n# set self=1\n\n"))
