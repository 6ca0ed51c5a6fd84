"""`halfmove gtp` behind gtp2ogs, the Online Go Server's bridge: what that says is answered as it wants."""

import io
import re
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.core.limit import Limit
from halfmove.games.go import ownership
from halfmove.protocols.gtp.server.search import Request
from halfmove.protocols.gtp.server.server import Server

pytestmark = pytest.mark.one_speed

_DIALOGUES = (Path(__file__).parent / "gtp2ogs.txt").read_text().split("\n\n")[1:]
_FORMS = {
    "MOVE": "[A-HJ][1-9]|pass|resign",
    "SCORE": r"[BW]\+[\d.]+|0",
    "BOARD": r"\s*\n(.+\n)+.+",
    "COMMANDS": r"[\w\n-]+",
}


@pytest.mark.parametrize("dialogue", _DIALOGUES, ids=lambda text: text.split(",")[0].lstrip("# "))
def test_every_command_is_answered(monkeypatch, dialogue):
    monkeypatch.setattr(type(hm.game("go")), "compiled", False)
    for judging in (ownership.ownership, ownership.dead_stones):  # 400 interpreted playouts take seconds
        monkeypatch.setattr(judging, "__defaults__", (0, 15))
    pairs = [line.partition(" | ") for line in dialogue.splitlines() if not line.startswith("#")]
    out = io.StringIO()
    server = Server(hm.game("go", size=9), Request(limit=Limit(simulations=8)), out)
    server.serve(f"{command}\r\n" for command, _, _ in pairs)
    answers = out.getvalue().split("\n\n")
    assert answers.pop() == ""
    for (command, _, wanted), answer in zip(pairs, answers, strict=True):
        assert re.fullmatch(f"= ?({_FORMS.get(wanted, re.escape(wanted))})", answer), (command, answer)
    assert server.leaving
