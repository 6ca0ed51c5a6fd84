"""`halfmove check`: a sound game passes; a faulty one is told its broken promise."""

from command import halfmove

SOUND = """
from halfmove.core.contract import Game

class Countdown(Game):
    compiled = False
    def initial(self): return (4, 0)
    def to_move(self, s): return s[1]
    def actions(self, s): yield from range(1, min(2, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, 1 - s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s, player): return 1 if player != s[1] else -1
"""


def test_a_sound_game(tmp_path):
    path = tmp_path / "countdown.py"
    path.write_text(SOUND)
    outcome = halfmove("check", str(path))
    assert outcome.status == 0, outcome.err
    assert "keeps its promises" in outcome.out
    assert "a game defines initial" not in outcome.out
    assert "a game defines initial" in halfmove("check", str(path), "--verbose").out
    assert halfmove("check", str(path), "--json").json["sound"] is True


def test_a_faulty_game(tmp_path):
    path = tmp_path / "countdown.py"
    path.write_text(SOUND.replace("else -1", "else 0"))
    outcome = halfmove("check", str(path))
    assert outcome.status == 2
    assert outcome.out == ""
    assert "breaks a promise" in outcome.err
    assert outcome.err.count("\n") == 1
