"""Games on paper: read as python-chess reads them, written so that they come back; what is broken is told."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.core.record_text import time_text
from halfmove.games.chess.game import Chess
from halfmove.games.chess.notation.fen import START, parse_fen
from halfmove.games.chess.pgn import (
    Evaluation,
    Move,
    PgnGame,
    games,
    main_lines,
    pgn_text,
    read_main_lines,
    read_pgn,
    write_pgn,
)
from halfmove.games.chess.pgn.game import after, evaluation_text

pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
import chess  # noqa: E402

pytestmark = pytest.mark.one_speed

GAME = """[Event "The \\"Opera\\" game"]
[White "Morphy, Paul"]
[Result "1-0"]

{Paris, 1858} 1. e4 {[%eval 0.31,12] [%clk 0:04:59.5] best
by test} e5 $1 (1... c5 {sharper} 2. Nf3 (2. c3 d5 ) 2... d6) ({or} 1... e6!?) {He plays on.}
2. Nf3 d6?! 3. d4 Bg4 {[%emt 0:00:07][%eval -6.05] White is toast} 4. dxe5 1-0
"""


def test_a_game_with_everything():
    [game] = games(GAME)
    assert game.headers == {"Event": 'The "Opera" game', "White": "Morphy, Paul", "Result": "1-0"}
    assert (game.start, game.comment, game.result) == (None, "Paris, 1858", "1-0")
    first, reply, knight, pawn, *_, pin, last = game.moves
    assert [move.text for move in game.moves] == ["e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5"]
    assert first.evaluation == Evaluation(pawns=0.31, depth=12)
    assert (first.clock, first.comment, first.nags) == (299.5, "best by test", ())
    assert (reply.nags, pawn.nags) == ((1,), (6,))
    [sicilian, french] = reply.variations
    assert [move.text for move in sicilian] == ["c5", "Nf3", "d6"]
    assert [move.text for move in sicilian[1].variations[0]] == ["c3", "d5"]
    assert (sicilian[0].comment, french[0].before, french[0].nags) == ("sharper", "or", (5,))
    assert knight.before == "He plays on."
    assert (pin.spent, pin.evaluation, pin.comment) == (7.0, Evaluation(pawns=-6.05), "White is toast")
    assert pin.evaluation.to(1) == Evaluation(pawns=6.05)
    assert game.rules.position_text(game.states()[-1]).startswith("rn1qkbnr/ppp2ppp/3p4/4P3/4P1b1/5N2")
    assert last.action == game.rules.parse_action(game.states()[-2], "dxe5")


def test_what_is_written_looks_as_the_standard_has_it():
    [game] = games(GAME)
    assert pgn_text(game).splitlines() == [
        '[Event "The \\"Opera\\" game"]',
        '[White "Morphy, Paul"]',
        '[Result "1-0"]',
        "",
        "{Paris, 1858} 1. e4 {[%eval 0.31,12] [%clk 0:04:59.5] best by test} 1... e5 $1",
        "(1... c5 {sharper} 2. Nf3 (2. c3 d5) 2... d6) ({or} 1... e6 $5) {He plays on.}",
        "2. Nf3 d6 $6 3. d4 Bg4 {[%eval -6.05] [%emt 0:00:07] White is toast} 4. dxe5 1-0",
        "",
    ]


# ---- there and back
WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), max_size=9).filter(
    lambda word: "[%" not in word
)
COMMENTS = st.lists(WORDS, max_size=14).map(lambda words: " ".join(" ".join(words).split()))
EVALUATIONS = st.none() | st.builds(
    Evaluation,
    pawns=st.integers(-9999, 9999).map(lambda hundredths: hundredths / 100),
    depth=st.none() | st.integers(0, 99),
)
MATES = st.builds(Evaluation, mate=st.integers(-200, 200), depth=st.none() | st.integers(0, 99))
TIMES = st.none() | st.integers(0, 10**8).map(lambda thousandths: thousandths / 1000)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
        lambda name: name not in ("FEN", "SetUp", "Variant", "Result")
    ),
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30),
    max_size=5,
)


def line(draw, rules, state, plies, depth):
    """A line of random moves, with something said of each, and lines beside them."""
    moves = []
    variations_before = True
    for _ in range(plies):
        legal = list(rules.actions(state))
        if not legal:
            break
        null = depth < 2 and not rules.in_check(state) and draw(st.integers(0, 9)) == 0
        action = None if null else draw(st.sampled_from(legal))
        root = depth == 2 and not moves
        move = Move(
            action,
            "--" if action is None else rules.action_text(state, action),
            comment=draw(COMMENTS),
            before=draw(COMMENTS) if variations_before and not root else "",
            nags=tuple(draw(st.lists(st.integers(0, 255), max_size=2))),
            evaluation=draw(EVALUATIONS | MATES),
            clock=draw(TIMES),
            spent=draw(TIMES),
        )
        for _ in range(draw(st.integers(0, depth))):
            beside = line(draw, rules, state, draw(st.integers(1, 3)), depth - 1)
            move.variations.append(beside)
        variations_before = bool(move.variations)
        moves.append(move)
        state = after(rules, state, action)
    return moves


@st.composite
def games_on_paper(draw):
    rules = Chess(chess960=draw(st.booleans()))
    start = None
    kind = draw(st.integers(0, 2))
    if kind == 1 and rules.chess960:
        start = Chess(chess960=True, start=draw(st.integers(0, 959))).initial()
        start = None if start == rules.initial() else start
    elif kind == 2:
        start = rules.parse("r3k2r/1P2p3/8/2pP4/8/8/p5PP/R3K2R w KQkq c6 3 17")
    headers = draw(TAGS)
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", None]))
    if result:
        headers["Result"] = result
    comment = draw(COMMENTS)
    moves = line(draw, rules, rules.initial() if start is None else start, draw(st.integers(0, 5)), 2)
    return PgnGame(rules, start, headers, comment, moves)


@settings(max_examples=60, deadline=None)
@given(st.lists(games_on_paper(), min_size=1, max_size=2))
def test_what_is_written_comes_back(paper):
    assert list(games("".join(map(pgn_text, paper)))) == paper


def beside(move):
    """How many moves might have been played instead, those instead of these included."""
    return sum(1 + beside(variation[0]) for variation in move.variations)


@settings(max_examples=25, deadline=None)
@given(games_on_paper())
def test_python_chess_reads_what_is_written(paper):
    text = pgn_text(paper)
    found = pgn.read_game(io.StringIO(text))
    assert not found.errors
    for row in text.splitlines():
        assert len(row) <= 80 or "[" in row or "{" in row or ";" in row or " " not in row
    assert [node.san() for node in found.mainline()] == [move.text for move in paper.moves]
    for node, move in zip(found.mainline(), paper.moves, strict=True):
        assert node.nags == set(move.nags)
        assert len(node.parent.variations) == 1 + beside(move)
        worth = node.eval()
        if move.evaluation is None:
            assert worth is None
        elif move.evaluation.mate is None:
            assert worth.white().score() == round(100 * move.evaluation.pawns)
        elif move.evaluation.mate:
            assert worth.white().mate() == move.evaluation.mate
        assert node.eval_depth() == (move.evaluation.depth if move.evaluation else None)
        assert node.clock() == (None if move.clock is None else pytest.approx(move.clock))
    if paper.moves:
        ours = paper.rules.position_text(paper.states()[-1]).split()
        board = found.end().board()
        theirs = (board.shredder_fen() if paper.rules.chess960 else board.fen(en_passant="legal")).split()
        assert (ours[0], ours[1], ours[4:]) == (theirs[0], theirs[1], theirs[4:])


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_actions_are_python_chess_s_moves(random, fischer):
    """Castling, promotions and captures en passant among them, from sharp positions."""
    fens = ["r3k2r/1P2p3/8/2pP4/8/8/p5PP/R3K2R w KQkq c6 3 17", START]
    board = chess.Board(random.choice(fens))
    if fischer:
        board = chess.Board.from_chess960_pos(random.randrange(960))
    root = pgn.Game()
    root.setup(board)
    node = root
    for _ in range(60):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
        move = random.choice(special or legal)
        board.push(move)
        node = node.add_variation(move)
    for found in (next(games(str(root))), next(main_lines(str(root)))):
        *_, last = found.states()
        text = found.rules.position_text(last)
        assert text == (
            board.shredder_fen(en_passant="legal") if found.rules.chess960 else board.fen(en_passant="legal")
        )
        assert all(
            a in list(found.rules.actions(s)) for s, a in zip(found.states(), found.actions, strict=False)
        )


# ---- what others write
@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("[%eval 0.3]", Evaluation(pawns=0.3)),
        ("[%eval -.25]", Evaluation(pawns=-0.25)),
        ("[%eval 14,24]", Evaluation(pawns=0.14, depth=24)),
        ("[%eval +250]", Evaluation(pawns=2.5)),
        ("[%eval 2.35,18]", Evaluation(pawns=2.35, depth=18)),
        ("[%eval 0.16/16]", Evaluation(pawns=0.16, depth=16)),
        ("[%eval #-3]", Evaluation(mate=-3)),
        ("[%eval -M1]", Evaluation(mate=-1)),
        ("[%eval #0,9]", Evaluation(mate=0, depth=9)),
        ("[%eval high]", None),
        ("[%evp 0,17,14]", None),
    ],
)
def test_evaluations_as_programs_write_them(text, worth):
    [game] = games(f"1. e4 {{{text}}} *")
    assert game.moves[0].evaluation == worth
    assert game.moves[0].comment == ("" if worth else text)


def test_how_evaluations_and_times_are_written():
    assert evaluation_text(Evaluation(pawns=-0.004)) == "0.00"
    assert evaluation_text(Evaluation(pawns=4.675)) == f"{4.675:.2f}"
    assert evaluation_text(Evaluation(pawns=1, depth=0)) == "1.00,0"
    assert evaluation_text(Evaluation(mate=-12, depth=30)) == "#-12,30"
    assert [time_text(s) for s in (0, 7.25, 3599.9996, 36000)] == [
        "0:00:00",
        "0:00:07.25",
        "1:00:00",
        "10:00:00",
    ]
    with pytest.raises(BadInput, match="either a number of pawns or a number of moves"):
        Evaluation(pawns=1.0, mate=2)
    with pytest.raises(BadInput, match="finite"):
        Evaluation(pawns=float("inf"))


def test_arrows_and_other_commands_stay_in_the_text():
    [game] = games("1. e4 {[%cal Ge2e4] [%csl Rd5] [%clk 1:00:00] So.} *")
    assert game.moves[0].comment == "[%cal Ge2e4] [%csl Rd5] So."
    assert game.moves[0].clock == 3600


def test_files_in_either_encoding_and_with_any_ends_of_lines(tmp_path):
    for number, data in enumerate(
        [
            '[White "Zoë"]\r\n\r\n1. e4 *\r\n'.encode("latin-1"),
            '\ufeff[White "Zoë"]\n\n1. e4 *'.encode(),
            '[White "Zoë"]\r\r1. e4 *'.encode(),
        ]
    ):
        file = tmp_path / f"{number}.pgn"
        file.write_bytes(data)
        [game] = read_pgn(file)
        assert (game.headers["White"], len(game.moves)) == ("Zoë", 1)


def test_lenient_where_there_is_no_doubt():
    text = """% an escaped line
[Event "?"]
[Broken tag]

1.e4! e5 ; to the end of the line {
2.Nf3 Nc6

3. 0-0?? *

[Event "?"]

1. e2e4 e7-e5 2. Ng1-f3 N Nb8c6 D +- 3. Bb5 = 3... a7-a6 4. Bxc6 dxc6 +/= 5. h3 e.p. *"""
    seen = []
    [game] = games(text, broken=lambda error: seen.append(str(error)))
    assert [move.text for move in game.moves[:6]] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert seen == ["game 1 (line 8): 3. '0-0' is not legal."]


@pytest.mark.parametrize(
    "moves",
    [
        "1.e4 d5 2.exd5{so}Qxd5$1 3.Nc3!Qa5+- 4.Nf3= Nf6 5.a3?! Ng8 6.b4!? Qb6+/= *",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 5.Re1 0-0! 6.Nf3-g5 1-0",
        "1 e4 e5 2 Nf3 2...Nc6 … *",
        "1. e4 c5 2. e5 d5 3. exd6e.p. exd6 4. Pd4 cxd4 5. Qxd4 Nc6 {N} N D += ch dbl.ch *",
        "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8q Qxa8 *",
    ],
)
def test_no_move_is_taken_for_a_broken_one(moves):
    [game] = games(moves)
    plain = pgn.read_game(io.StringIO(moves))
    assert not plain.errors
    assert [move.text for move in game.moves] == [node.san() for node in plain.mainline()]
    assert len(game.moves) > 3


@pytest.mark.parametrize("word", ["Nf9", "exd", "e4:d", "o-o-", "Nxg", "R1", "Kx3"])
def test_what_is_meant_as_a_move_and_is_none_is_told(word):
    seen = []
    for reader in (games, main_lines):
        assert list(reader(f"1. e4 e5 {word} *", broken=lambda error: seen.append(str(error)))) == []
    assert seen == [f"game 1 (line 1): '{word}' is no move."] * 2


FRAGMENTS = st.sampled_from(
    [
        "{",
        "}",
        "(",
        ")",
        "((",
        ";",
        "%",
        "\n",
        "\n\n",
        '"',
        "$3",
        "$",
        "e4",
        "e5",
        "Nf3",
        "--",
        "O-O",
        "1-0",
        "*",
    ]
    + ["*", "1.", '[Event "z"]\n', '[FEN "', "[%eval", "#", "é", "\x00", "\udc80", "…", "e8=Q", "!?"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GAME)), st.integers(0, 9), FRAGMENTS), min_size=1, max_size=6))
def test_mangled_games_are_read_or_told_and_never_more(slips):
    text = GAME
    for at, gone, put in slips:
        text = text[:at] + put + text[at + gone :]
    text += '\n\n[Event "whole"]\n\n1. d4 d5 *\n'
    seen = []
    found = list(games(text, broken=lambda error: seen.append(str(error))))
    assert all(error.startswith("game ") and "(line " in error for error in seen)
    assert found[-1].headers["Event"] == "whole"
    assert len(found[-1].moves) == 2
    assert list(games("".join(map(pgn_text, found)))) == found


def test_games_without_tags_and_files_without_games():
    assert [len(game.moves) for game in games("1. e4 e5 *\n\n1. d4 *\n\n\n1. c4 c5 2. g3 1-0")] == [2, 1, 3]
    assert list(games("")) == []
    assert list(games("\n\n\n")) == []
    [only_tags] = games('[Event "?"]\n[Result "0-1"]\n')
    assert (only_tags.moves, only_tags.result) == ([], "0-1")


# ---- what is broken
GOOD = '[Event "good"]\n\n1. e4 e5 2. Nf3 *\n\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. e4 e5\n2. Ke3 *", "game 2 (line 8): 2. 'Ke3' is not legal."),
        ("1. Nf3 e5\n2. Nc3 d6\n3. Nb5 a6 4. Nd4 *", "game 2 (line 9): 4. 'Nd4' could be several moves."),
        ("1. e4 e5 2. Nf9 Nc6 *", "game 2 (line 7): 'Nf9' is no move."),
        ("1. e4 e5\n2. exd *", "game 2 (line 8): 'exd' is no move."),
        ("1. e4 {never closed\n2. e5 *", "game 2 (line 7): a comment is not closed."),
        ("1. e4 ({x (} 1. d4 (1. c4)\n1... d5 *", "game 2 (line 7): a variation is not closed."),
        ("1. e4 (1. d4 d5 2. c5) e5 *", "game 2 (line 7): 2. 'c5' is not legal."),
        ("1. e4 e5 2. Qh5 g6 3. Qxe5 (3. --) 3... -- *", "game 2 (line 7): 3... '--' is no move."),
    ],
)
def test_a_broken_game_is_told_or_left_out(text, words):
    file = f'{GOOD}[Event "broken"]\n\n{text}\n\n{GOOD}'
    with pytest.raises(BadInput) as raised:
        list(games(file))
    assert str(raised.value) == words
    seen = []
    found = list(games(file, broken=lambda error: seen.append(str(error))))
    assert seen == [words]
    assert [game.headers["Event"] for game in found] == ["good", "good"]
    assert found[1].place.startswith("game 3 (line ")


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ('FEN "8/8/8/8/8/8/8/8 w - - 0 1"', "its FEN cannot be read: White has no king; there must be one."),
        ('FEN "nonsense"', "its FEN cannot be read: "),
        ('Variant "Atomic"', "its variant is 'Atomic', which is not chess."),
        ('Variant "Halma"', "its variant is 'Halma', which is not chess."),
    ],
)
def test_a_game_that_is_none_of_ours(tag, words):
    seen = []
    assert [*games(f"[{tag}]\n\n1. e4 *\n\n{GOOD}", broken=lambda error: seen.append(str(error)))] == [
        *games(GOOD)
    ]
    [told] = seen
    assert told.startswith("game 1 (line ")
    assert words in told


def test_main_lines_do_not_mind_what_stands_in_variations():
    text = "1. e4 (1. d4 d5 2. c5 {?} 2... Ke7) 1... e5 {[%eval 0.1]} (1... e6 2. -- d5) 2. Nf3 1-0"
    [line] = main_lines(text)
    assert [Chess().action_text(s, a) for s, a in zip(line.states(), line.actions, strict=False)] == [
        "e4",
        "e5",
        "Nf3",
    ]
    assert (line.share, line.place) == (1.0, "game 1 (line 1)")
    with pytest.raises(BadInput, match=r"game 1 \(line 1\): 1\.\.\. '--' is no move"):
        list(main_lines("1. e4 -- *"))


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(BadInput, match=r"There is no file .*none\.pgn' with games"):
        list(read_pgn(tmp_path / "none.pgn"))
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        list(read_main_lines(tmp_path))
    (tmp_path / "bad.pgn").write_text("1. e5 *")
    with pytest.raises(BadInput, match=r"bad\.pgn: game 1 \(line 1\): 1\. 'e5' is not legal"):
        list(read_pgn(tmp_path / "bad.pgn"))
    seen = []
    assert list(read_main_lines(tmp_path / "bad.pgn", broken=lambda error: seen.append(str(error)))) == []
    assert seen == [f"{tmp_path / 'bad.pgn'}: game 1 (line 1): 1. 'e5' is not legal."]
    file = tmp_path / "good.pgn"
    assert write_pgn(file, games(GOOD * 3)) == 3
    before = file.read_text()
    with pytest.raises(BadInput, match="cannot be the name of a tag"):
        write_pgn(file, [*games(GOOD), PgnGame(headers={"a b": "c"})])
    with pytest.raises(BadInput, match="not legal"):
        write_pgn(file, games(f"{GOOD}1. e5 *"))
    assert file.read_text() == before
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["bad.pgn", "good.pgn"]


def test_short_comments_stay_on_a_line_and_long_ones_are_broken():
    words = " ".join(["[%csl Rd5]", *["word"] * 40, '[Event "no tag"]', "% no escape"] * 3)
    for text in ("fifty letters that are not to be broken anywhere now", words):
        game = PgnGame(comment="x" * 60, moves=[Move(30476, "e4", comment=text)])
        rows = pgn_text(game).splitlines()
        assert max(map(len, rows)) <= 80
        assert not any(row.startswith(("%", "[")) for row in rows)
        assert len(rows) == 3 if text != words else len(rows) > 8
        assert list(games(pgn_text(game))) == [game]


def test_a_comment_with_a_closing_brace_goes_to_the_end_of_its_line():
    text = '[White "A"]\n\n; {all} of it\n1. e4 ;{is} {best}\n(1. d4 ; b}\n) 1... e5 *\n\n'
    [game] = games(text)
    assert (game.comment, game.moves[0].comment) == ("{all} of it", "{is} {best}")
    assert game.moves[0].variations[0][0].comment == "b}"
    assert list(games(pgn_text(game))) == [game]
    assert parse_fen(START) == game.rules.initial()


def test_a_move_keeps_a_few_glyphs():
    [game] = games("1. e4 " + "! " * 1000 + "{a b} {c} e5 *")
    assert len(game.moves[0].nags) == 20
    assert game.moves[0].comment == "a b c"
