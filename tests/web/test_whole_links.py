"""Games of files on a page: what opens has a link that brings all of it back, and reading is bounded."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import Bound, GameRecord, Move, find_format
from halfmove.core.plain_text import PlainText
from halfmove.web import server
from halfmove.web.board import formats
from halfmove.web.board.file_games import read_games
from halfmove.web.board.files import Opener
from halfmove.web.board.game_records import read_game_record
from halfmove.web.board.page import open_table
from halfmove.web.board.record import MOST_NODES, MOST_VARIATIONS
from halfmove.web.board.table import Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed

AGAIN = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 5)
BARE_KINGS = "8/8/4k3/8/8/4K3/8/8 w - - 0 1"
LONGEST_ADDRESS = 64_000
"""Letters that a server takes."""


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    found = SimpleNamespace(catalogue=Catalogue(), seal=Seal(b"k" * 32))
    monkeypatch.setattr(server, "_server", found)
    return found


def opened(text, name="chess", parameters=None, file="text"):
    games, broken = read_games(text.encode(), file, name, parameters or {})
    assert not broken
    return games[0].table(analysing=False)


def again(table):
    """The table that the address of another brings back."""
    path, _, query = table.url().partition("?")
    return open_table(path.rpartition("/")[2], dict(parse_qsl(query)), "play")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{AGAIN} e4", "past a draw by repetition"),
        ("e4 " + "(d4) " * 501 + "e5", "with a variation that stands there again and again"),
        (f'[FEN "{BARE_KINGS}"]\n\n1. Ke4 Kd6 2. Kf5 *', "past a dead position"),
        ('[FEN "8/8/4k3/8/8/4K3/8/R7 w - - 149 99"]\n\n1. Ra2 Kd6 2. Ra3 *', "past 75 moves"),
        ("e4 (d4) (d4 d5) e5", "with a variation that stands there twice"),
    ],
)
def test_what_opens_comes_back_from_its_link(text, words):
    table = opened(text)
    assert "record=" in table.url(), words
    back = again(table)
    assert back.record.written() == table.record.written()
    assert len(back.record.nodes) == len(table.record.nodes)
    assert back.url() == table.url()


def test_more_variations_than_a_list_of_moves_may_have_come_back():
    game, random, words = interpreted(hm.game("chess")), Random(5), []
    state = game.initial()
    while sum(word[0] == "(" for word in words) <= MOST_VARIATIONS:
        legal = [game.action_text(state, action) for action in game.actions(state)]
        first, *others = random.sample(legal, len(legal))
        words += [first, *(f"({other})" for other in others)]
        state = game.result(state, game.parse_action(state, first))
    table = opened(" ".join(words))
    assert table.record.written().count("(") > MOST_VARIATIONS
    assert not table.record.on_paper
    assert "record=" in table.url()
    assert again(table).record.written() == table.record.written()


def test_moves_of_too_many_letters_come_back(monkeypatch):
    monkeypatch.setattr("halfmove.web.board.table.MOST_TEXT", 10)
    table = opened("e4 e5 Nf3 Nf6")
    assert "record=" in table.url()
    assert again(table).record.written() == "e4 e5 Nf3 Nf6"


def test_moves_alone_that_can_be_played_are_a_list_of_moves():
    assert opened("1. e4 e5 (1... c5) 2. Nf3").url() == "/play/chess?moves=e4+e5+%28c5%29+Nf3&seats=you%2Cyou"


def test_moves_that_a_rule_looking_back_forbids_are_not_left_to_a_list_of_moves():
    game = interpreted(hm.game("go", size=5))
    record = read_game_record(game, GameRecord(game), find_format(game, "SGF"))
    for text in ("A1", "B1", "A2", "B2"):
        record.append(game.parse_action(record.history.state, text))
    assert not record.on_paper
    record.history.allows = lambda action: False
    record.append(game.parse_action(record.history.state, "C3"))
    assert record.on_paper


def test_a_game_that_is_won_does_not_go_on_in_plain_text():
    game = interpreted(hm.game("chess"))
    with pytest.raises(BadInput, match="line 1: "):
        list(PlainText(game).read("f3 e5 g4 Qh4 e4"))
    [drawn] = PlainText(game).read(f"# position {BARE_KINGS}\nKe4 Kd6 Kf5\n")
    assert [move.text for move in drawn.moves] == ["Ke4", "Kd6", "Kf5"]
    with pytest.raises(BadInput):
        list(PlainText(game).read(f"# position {BARE_KINGS}\nKe8\n"))


def noise(letters):
    """Words that cannot be packed to fewer."""
    random = Random(7)
    return "".join(random.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(letters))


def test_a_game_that_a_link_cannot_hold_whole_is_refused():
    with pytest.raises(BadInput, match="too long for a page; the terminal opens it"):
        opened(f"1. e4 {{{noise(75_000)}}} e5 *")


def test_a_game_that_its_link_would_not_bring_back_is_refused(monkeypatch):
    monkeypatch.setattr(formats, "unpack", lambda game, word: formats.Record(game))
    with pytest.raises(BadInput, match="cannot be restored from a link; the terminal opens it"):
        opened("1. e4 {short} e5 *")


def test_a_link_that_must_leave_something_out_says_so():
    table = opened("1. e4 {short} e5 *")
    table.url()
    assert not table.cut_short
    table.record.here.paper.comment = noise(90_000)
    assert "moves=e4+e5" in table.url()
    assert table.cut_short


def test_a_sealed_link_is_no_longer_than_a_server_takes():
    table = Table("kuhn", {})
    assert table.seats.veiled
    table.play(table.draw_outcome())
    for letters in range(30_000, 64_000, 1_000):
        table.record.root.paper = Move(None, "", noise(letters))
        assert len(table.url()) < LONGEST_ADDRESS
    table.record.root.paper = Move(None, "", noise(27_000))  # not compressed: its length would tell moves
    table.url()
    assert not table.cut_short


# ---- what reading may cost
@pytest.mark.parametrize("text", ["(;SZ[19]" + ";B[aa];W[bb]" * 3 + ")", "A1 B2 C3 D4 E5 F6"])
def test_moves_are_counted_before_rules_are_asked(text):
    game = interpreted(hm.game("go"))
    form = find_format(game, "SGF") if text[0] == "(" else PlainText(game)
    form.bound = Bound(5, 100)
    with pytest.raises(BadInput, match="more than 5 moves with its variations"):
        list(form.read(text))
    form.bound = Bound(6, 100)
    broken = []
    list(form.read(text, broken=broken.append))
    assert not any("more than" in str(error) for error in broken)


def test_all_games_of_a_text_are_bounded_together():
    form = find_format(interpreted(hm.game("go")), "SGF")
    form.bound, broken = Bound(5, 5), []
    read = list(form.read("(;SZ[9];B[aa];W[bb];B[cc])" * 3, broken=broken.append))
    assert len(read) == 1
    assert len(broken) == 2
    assert "the text has more than 5 moves" in str(broken[0])


def test_a_page_reads_no_more_moves_than_it_holds():
    many = "(;SZ[19]" + "".join("(;B[aa])" for _ in range(MOST_NODES + 1)) + ")"
    with pytest.raises(BadInput, match=f"more than {MOST_NODES:,} moves"):
        read_games(many.encode(), "many.sgf", "go", {})


# ---- which rules
def test_rules_of_a_file_run_as_those_of_the_page():
    for name, text in (("go", "(;SZ[9]HA[2]AB[cg][gc];W[ee])"), ("chess", "1. e4 *")):
        [found] = read_games(text.encode(), "text", name, {})[0]
        assert not found.paper.rules.compiled
        form = find_format(hm.game(name), "SGF" if name == "go" else "PGN")
        assert next(form.read(text)).rules.compiled


@pytest.mark.parametrize(
    ("name", "line"),
    [("goofspiel", "self=1"), ("go", "width=25"), ("nim", "most=1000000"), ("chess", "wings=2")],
)
def test_a_link_opens_no_other_game_than_it_names(name, line, monkeypatch):
    game = server.here().catalogue.watched(name)
    text = f"# Halfmove game: {game.title()}\n# set {line}\n"
    monkeypatch.setattr(formats.PlainText, "text", lambda form, record: text)
    word = formats.pack(formats.Record(game))
    for read in (lambda: formats.unpack(game, word), lambda: formats.read(game, text)):
        with pytest.raises(BadInput, match=f"That is a game with {line}"):
            read()


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [("goofspiel", "self=1", "no parameter 'self'"), ("nim", "most=1000000", "50 at most")],
)
def test_a_file_is_opened_by_the_catalogue(name, line, words):
    title = server.here().catalogue.watched(name).title()
    with pytest.raises(BadInput, match=words):
        read_games(f"# Halfmove game: {title}\n# set {line}\n".encode(), "x.txt", name, {})


def test_half_a_letter_is_pasted_as_a_question_mark():
    shown = []
    opener = Opener.__new__(Opener)
    opener._name, opener._parameters, opener._mode = "chess", {}, "play"
    opener.show = shown.append
    asyncio.run(opener.paste("1. e4 {so \ud800} e5"))
    assert shown[0].record.nodes[1].comment == "so ?"
