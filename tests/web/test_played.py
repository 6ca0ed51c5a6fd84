"""Every game is played to its end in the browser: by mouse, by keyboard alone, by touch.

After every move the page shows and offers what the rules have, and at the end it says that the game is over;
no message is printed, and no request fails.
"""

from __future__ import annotations

import itertools
import os
import random

import pytest
from browsing import says, waiting
from playing import HANDS, Player, follow
from served import served
from usual import some

from halfmove.core import figures
from halfmove.games.registry import games

BRIDGE = (
    "N:QJ6.K652.J85.T98+873.J97.AT764.Q4+K5.T83.KQ9.A7652+AT942.AQ4.32.KJ3+N+none"
    "+1N+P+P+P+D6+DQ+D2+DJ+DK+D3+D5+D4+C5+C3+C9+CQ+C4+C6+CK+CT+HQ+H2+H9+H3+CJ+C8+HJ+C2+HA+H6+H7"
    "+HT+H4+HK+S8+H8+SQ+S3+S5+S4+SJ+S7+SK+ST+C7+S9+S6+DA"
)
"""One no trump before its last two tricks."""
GAMES = {
    "backgammon": ("position=XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10", 60),
    "breakthrough": ("width=4&height=5", 60),
    "bridge": (f"position={BRIDGE}", 60),
    "checkers": ("position=W:W31:B18,19,26,27,1", 12),
    "chess": ("position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1", 10),
    "connect4": ("width=5&height=4", 60),
    "dark-chess": ("position=4k3/4Q3/8/8/8/8/8/4K3+w+-+-+0+1+-+0+0", 12),
    "dark-hex": ("", 60),
    "dobutsu": ("", 12),
    "double-dummy": ("deal=N:AQ.3..+32.4..+K4.5..+J5.6..&leader=N", 60),
    "einstein": ("size=4&corner=2", 60),
    "go": ("width=5&height=5&komi=0.5", 60),
    "gomoku": ("width=6&height=6", 60),
    "goofspiel": ("cards=4", 60),
    "hex": ("size=4", 60),
    "hidden-goofspiel": ("cards=4", 60),
    "holdem": ("", 60),
    "kuhn": ("", 60),
    "leduc": ("", 60),
    "liars-dice": ("", 60),
    "matrix": ("", 60),
    "minishogi": ("position=4k/2P2/5/5/K4+b+GSp+1", 12),
    "mnk": ("width=4&height=3", 60),
    "monopoly": ("players=2&rounds=2&trades=true", 200),
    "nim": ("", 60),
    "oshi-zumo": ("coins=5&size=1", 60),
    "othello": ("width=4&height=4", 60),
    "phantom-tictactoe": ("", 60),
    "pig": ("target=8", 60),
    "race": ("length=6", 60),
    "rock-paper-scissors": ("", 60),
    "scrabble": ("scoreless=2", 6),
    "shogi": ("position=4k4/2P6/9/9/9/9/9/9/4K4+b+GNp+1", 10),
    "tictactoe": ("", 60),
    "whist": ("deal=A:AT8.K..+KJ9.A..", 60),
}
"""A link's parameters, under which a game is short, and the moves after which one of two resigns."""
REAL_TIME = {"pacman": "ghosts=random&limit=40"}
ALWAYS = {
    ("chess", "keyboard"),
    ("connect4", "mouse"),
    ("go", "touch"),
    ("kuhn", "touch"),
    ("monopoly", "keyboard"),  # its points are others after every move
    ("pacman", "keyboard"),
    ("pig", "mouse"),
}
"""What every run plays; the rest is for a run of all that is exhaustive."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def interpreted():
    """A server that waits for no machine code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "HALFMOVE_JIT", "0")
        with served("--processes", "1") as running:
            yield running.url


@pytest.fixture
def sit(chromium, interpreted):
    """Opens pages of which nothing is printed, and no request refused."""
    contexts, wrong = [], []

    def opened(hand):
        contexts.append(chromium.new_context(base_url=interpreted, **(PHONE if hand == "touch" else SCREEN)))
        page = waiting(contexts[-1].new_page())
        page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
        page.on("response", lambda answer: answer.ok or wrong.append(f"{answer.url}: {answer.status}"))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


WAYS = {"left": (-40, 0), "right": (40, 0), "up": (0, -40), "down": (0, 40)}


def drag(page, across, down):
    """Draw the mouse over the maze, as a finger swipes."""
    box = page.locator(".hm-scene").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=3)
    page.mouse.up()


def test_every_game_is_among_them():
    assert {*GAMES, *REAL_TIME} == set(games())


@pytest.mark.one_speed
@pytest.mark.parametrize(("game", "hand"), some(itertools.product(GAMES, HANDS), ALWAYS.__contains__))
def test_a_game_is_played_to_its_end(sit, game, hand):
    query, most = GAMES[game]
    page, players = sit(hand), games()[game]().players
    page.goto(f"/play/{game}?{query}&seed=7&seats={','.join(['you'] * players)}")
    assert Player(page, HANDS[hand](page), seed=1, most=most).play().over


@pytest.mark.one_speed
@pytest.mark.parametrize(("game", "hand"), some(itertools.product(REAL_TIME, HANDS), ALWAYS.__contains__))
def test_a_game_in_real_time_is_steered_to_its_end(sit, game, hand):
    page = sit(hand)
    page.goto(f"/play/{game}?{REAL_TIME[game]}&seed=7")
    steered, choose = HANDS[hand](page), random.Random(1)
    over = page.locator(".hm-ending")
    while not over.count():
        way = choose.choice(sorted(WAYS))
        if hand == "keyboard":
            page.keyboard.press(f"Arrow{way.capitalize()}")
        elif hand == "touch":
            steered.press(page.locator(f".hm-pad-{way}:visible").first)
        else:
            drag(page, *WAYS[way])
        page.wait_for_timeout(100)
    there = follow(page.evaluate("location.pathname + location.search"))
    assert there.over
    says(page, figures.capital(figures.outcome(there.record.history)))
