"""What each player has stands beside his name: once a position, and as whoever looks may know it."""

import re
from types import SimpleNamespace

import pytest

from halfmove.web import server
from halfmove.web.board.counts import Counts
from halfmove.web.board.table import Link, Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    made = SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32)), books=())
    monkeypatch.setattr(server, "_server", made)


def test_pieces_are_drawn_and_heard_once_a_kind():
    table = Table("chess", {}, Link(position="4k3/8/8/8/8/8/8/R3KBB1 w Q - 0 1"))
    white, black = Counts(table).show()
    assert white.count("<svg") == 3
    assert 'aria-label="2 × black bishop"' in white
    assert 'aria-label="black rook"' in white
    assert "+11" in white
    assert black == ""


def test_counts_follow_the_position_one_looks_at():
    table = Table("othello", {}, Link(moves="f5 d6"))
    counts = Counts(table)
    assert "3 discs" in counts.show()[0]
    assert counts.show() is counts.show()
    table.go(table.record.root)
    assert "2 discs" in counts.show()[0]


def test_what_is_hidden_or_not_counted_leaves_the_line_empty():
    assert Counts(Table("hex", {})).show() == ["", ""]
    assert Counts(Table("dark-chess", {})).show() == ["", ""]


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("monopoly", "1,500"),
        ("holdem", "9,900"),
        ("oshi-zumo", "50"),
        ("pig", ">0<"),
        ("goofspiel", "0 points"),
    ],
)
def test_what_the_picture_says_is_not_said_again(game, shown):
    table = Table(game, {}, Link())
    assert shown in table.picture()
    assert not any(Counts(table).show())


def test_a_picture_calls_counts_what_stands_beside_the_names():
    table = Table("backgammon", {}, Link())
    assert all("167 pips" in count for count in Counts(table).show())
    assert re.search(r'<g data-part="counts">.*167 pips', table.picture())
