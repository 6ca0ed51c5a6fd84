"""The page of subgames: what is solved, what is shown, what is refused."""

import pytest
from browsing import expect

from halfmove.core.errors import BadInput
from halfmove.games.registry import subgame
from halfmove.imperfect.public_result import Hands
from halfmove.imperfect.public_solving import PublicRun, solve
from halfmove.web.lessons import subgames

pytestmark = pytest.mark.one_speed

RIVER = "board=Kc7d2h5s3c\nfirst=AA, AhKh, QhJh\nsecond=KdQd, 9h9d\npot=10\nstack=20\nbets=0.5\nmost=1"


class Told:
    """A line to nobody, which keeps what was told."""

    def __init__(self):
        self.said = []

    def tell(self, **message):
        self.said.append(message["text"])


@pytest.mark.slow_interpreted
def test_a_subgame_is_solved_and_shown():
    link = Told()
    slots = subgames.stage({"settings": RIVER}, link)["slots"]
    assert slots["chart"].startswith("<svg")
    assert slots["chart"].count(">AKs<") == 1
    assert "What the first player does:" in slots["table"]
    assert slots["notes"].count("<li>") == 4
    assert "exploitable by" in link.said[0]
    after = subgames.stage({"settings": RIVER, "line": "check, bet 5"}, Told())["slots"]
    assert "does after check, bet 5:" in after["table"]
    assert "<td>fold</td>" in after["table"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "holdem-push-fold"}, "There is no subgame 'holdem-push-fold' here"),
        ({"settings": "board"}, "takes KEY=VALUE, such as pot=100"),
        ({"settings": "board=Kc"}, "five cards|board"),
        ({"seconds": "1000"}, "at most 30"),
        ({"settings": "x" * 3000}, "may have 2,000 letters"),
        ({"settings": RIVER, "line": "bet 5, fold"}, "Nobody acts after bet 5, fold"),
        ({"settings": RIVER, "line": "raise"}, "In the place of 'raise'"),
    ],
)
def test_what_cannot_be_solved_here_is_refused(fields, words):
    with pytest.raises(BadInput, match=words):
        subgames.stage(fields, Told())


@pytest.mark.slow_interpreted
def test_a_notebook_shows_all_hands():
    settings = dict(line.split("=") for line in RIVER.splitlines())
    run = PublicRun(subgame("holdem-river", settings))
    solve(run, iterations=20)
    assert Hands(run)._repr_svg_().startswith("<svg")
    assert "second player after check" in Hands(run, "check").svg
    with pytest.raises(BadInput, match="Nobody acts"):
        Hands(run, "check, check")


def test_the_page_shows_the_hands_that_were_asked_for(page, address):
    from urllib.parse import quote

    page.goto(f"{address}/subgame?settings={quote(RIVER)}&seconds=5")
    page.click("#lesson button.hm-main-button")
    page.locator('[data-slot="chart"] svg').wait_for(timeout=120_000)
    expect(page.locator('[data-slot="table"]')).to_contain_text("What the first player does")


def test_what_is_too_large_is_refused_without_laying_it_out(monkeypatch):
    monkeypatch.setattr("halfmove.games.holdem.subgame._Building", None)
    wide = "board=Kc7d2h\npot=10\nstack=40"
    with pytest.raises(BadInput, match="more than 400,000 nodes"):
        subgames.check({"game": "holdem-flop", "settings": wide + "\nmost=3"}, None)
    with pytest.raises(BadInput, match=r"GB of memory; the limit is 300\.0 MB"):
        subgames.check({"game": "holdem-flop", "settings": wide + "\nbets=1\nmost=1"}, None)
