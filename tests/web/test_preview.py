"""What a link shows where others post it: words, and a picture of the position as PNG."""

from __future__ import annotations

import re
import struct
from html import unescape

import pytest

from halfmove.core.extras import is_installed

pytestmark = pytest.mark.one_speed  # pages of two people and of files: no kernel is in it


def said(server, path):
    """The page's tags, by name."""
    return {
        key: unescape(value)
        for key, value in re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', server.get(path).text)
    }


def test_a_link_has_words_and_a_picture_of_its_position(server):
    tags = said(server, "/play/chess?moves=f3+e5+g4+Qh4&seats=you,you")
    assert tags["title"] == "Chess · Halfmove"
    assert tags["description"] == "Black wins: checkmate."
    if not is_installed("typst"):
        assert "image" not in tags
        return
    assert tags["image"].startswith(server.url + "/picture/chess.png?moves=f3")
    picture = server.get(tags["image"].removeprefix(server.url))
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    other = server.get("/picture/chess.png")
    assert other.content != picture.content, "another position, another picture"


@pytest.mark.parametrize("game", ["go", "connect4", "tictactoe", "pig", "nim"])
def test_every_open_game_has_a_picture(server, game):
    pytest.importorskip("typst")
    assert server.get(f"/picture/{game}.png").status_code == 200


def test_what_is_hidden_has_no_picture(server):
    assert "image" not in said(server, "/play/kuhn")
    assert server.get("/picture/kuhn.png").status_code == 404
    assert server.get("/picture/nonesuch.png").status_code == 404
    assert server.get("/picture/chess.png?position=nonsense").status_code == 404


def test_there_is_an_icon(server):
    assert re.search(r'<link[^>]*rel="(?:shortcut )?icon"', server.get("/").text)
