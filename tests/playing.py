"""A person at a board page: sees what it offers, chooses, and moves by mouse, by keyboard alone or by touch.

What the page shows is held against the rules: the game that its link tells is replayed here.
"""

from __future__ import annotations

import random
import re
import time
from collections import deque
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from halfmove.core import figures
from halfmove.core.contract import CHANCE, SPECTATOR
from halfmove.games.description import as_pictured
from halfmove.games.reference import GameReference
from halfmove.web.board import formats
from halfmove.web.board.record import Record
from halfmove.web.board.table import Link
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal, key_of_this_machine

PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""
TABS = 400
"""Presses of Tab after which what is looked for cannot be reached."""
OFFER = """() => {
  const seen = (e) => e.checkVisibility() && !e.disabled && e.getAttribute("aria-disabled") !== "true";
  const texts = (name) => [...document.querySelectorAll(`[data-name=${name}]`)].filter(seen)
    .map((e) => e.textContent.trim());
  const points = (kind) => [...document.querySelectorAll(`[data-point].${kind}`)]
    .filter((e) => e.checkVisibility()).map((e) => e.dataset.point);
  return {
    url: location.pathname + location.search,
    status: document.querySelector("[data-name=status]").textContent,
    can: points("hm-can"), go: points("hm-go"),
    action: texts("action"), choice: texts("choice"), bet: texts("bet"), curtain: texts("curtain"),
    accept: texts("accept"),
    points: [...document.querySelectorAll("[data-point]")].map((e) => [e.dataset.point, e.ariaLabel]),
    pieces: [...document.querySelectorAll(".hm-picture [data-at]")].map((e) => e.dataset.at).sort(),
  };
}"""
RECTANGLES = """() => [...document.querySelectorAll("[data-point]")].map((e) => {
  const sides = ["x", "y", "width", "height"].map((side) => Number(e.getAttribute(side)));
  return [e.dataset.point, ...sides, e === document.activeElement];
})"""
OWN = {*Link._fields, "sealed", "compare", "to"}
"""What a link says besides the game's parameters."""
KINDS = ("can", "action", "bet", "choice")
"""Of `OFFER`: ways to move."""
FOCUSED = """(e) => document.activeElement === e"""


@dataclass
class Followed:
    """The game of a link, replayed by the rules."""

    record: Record
    ended: str
    settled: bool
    people: list[int]

    @property
    def game(self) -> Any:
        return self.record.game

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.record.history.over

    @property
    def mover(self) -> int:
        return self.record.history.mover


def follow(url: str) -> Followed:
    """Replay the game that a page's link tells; a sealed one is opened with this machine's key."""
    parts = urlsplit(url)
    said: dict[str, Any] = dict(parse_qsl(parts.query, keep_blank_values=True))
    name = parts.path.rsplit("/", 1)[1]
    declared = said
    if "sealed" in said:
        said = Seal(key_of_this_machine()).opened(said["sealed"])
        declared = said["parameters"]
    given = {key: value for key, value in declared.items() if key not in OWN}
    game = as_pictured(Catalogue().watched(GameReference(name, given)))
    if said.get("record"):
        record = formats.unpack(game, said["record"])
    else:
        record = Record(game, said.get("position"))
        record.read(said.get("moves") or "")
    record.go(record.end(record.root))
    seats = (said.get("seats") or "you,5").split(",")
    people = [player for player, who in enumerate(seats) if who == "you"]
    return Followed(record, said.get("ended") or "", "settled" in said, people)


def check(offer: dict[str, Any], there: Followed) -> None:
    """The page shows, says and offers what the rules have."""
    game, state, surface = there.game, there.record.history.state, there.game.surface()
    names = [figures.capital(game.player_name(p)) for p in range(game.players)]
    if there.over:
        return
    assert names[there.mover] in offer["status"], (offer["status"], names[there.mover])
    shared = game.hidden and len(there.people) > 1
    viewer = (SPECTATOR if offer["curtain"] else there.mover) if shared else None
    if game.hidden and not shared:
        viewer = there.people[0]
    if offer["curtain"]:
        assert not any(offer[kind] for kind in KINDS), "nobody moves behind a curtain"
        return
    legal = there.record.history.legal()
    texts = [game.action_text(state, a) for a in legal]
    if surface is None:
        assert sorted(offer["action"]) == sorted(texts)
        return
    touched = [(*[surface.touches(state, a)], *surface.other_touches(state, a)) for a in legal]
    firsts = {ways[0] for several in touched for ways in several if ways}
    untouched = [text for text, several in zip(texts, touched, strict=True) if not several[0]]
    assert set(offer["can"]) == firsts, "what can be touched first"
    assert sorted(offer["action"]) == sorted(" ".join(text.split()) for text in untouched[:400])
    picture = surface.picture_to(state, viewer, below=viewer or 0)
    assert offer["pieces"] == sorted(unescape(at) for at in re.findall(r'data-at="([^"]*)"', picture))
    occupied = surface.occupied_to(state, viewer)
    for name, label in offer["points"]:
        assert label.startswith(name + (f", {occupied[name]}" if name in occupied else "")), label


class Hand:
    """A way to touch what a page shows."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def point(self, name: str) -> None:
        """Touch a point of the board."""
        self.press(self.page.locator(f'[data-point="{name}"]'))

    def press(self, element: Any) -> None:
        """Press a button."""
        element.click()


class Finger(Hand):
    """Taps; a second time where the page asks whether a small point was meant."""

    def point(self, name: str) -> None:
        super().point(name)
        if self.page.locator(".hm-again").count():
            super().point(name)

    def press(self, element: Any) -> None:
        element.tap()


class Keys(Hand):
    """Tab, arrows, Enter and Space; nothing is focused or clicked by the script."""

    def point(self, name: str) -> None:
        inside = "document.activeElement?.dataset?.point !== undefined"
        self._tab_until(lambda: self.page.evaluate(inside), "the board")
        points = self.page.evaluate(RECTANGLES)
        start = next(point[0] for point in points if point[-1])
        keys = way([point[:-1] for point in points], start, name)
        for key in keys:
            self.page.keyboard.press(key)
        there = self.page.evaluate("document.activeElement?.dataset?.point")
        assert there == name, f"{keys} lead from {start} to {there}, not to {name}"
        self.page.keyboard.press("Enter")

    def press(self, element: Any) -> None:
        self._tab_until(lambda: element.evaluate(FOCUSED), str(element))
        self.page.keyboard.press("Enter")

    def _tab_until(self, there: Any, what: str) -> None:
        for _ in range(TABS):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {what}")


HANDS = {"mouse": Hand, "keyboard": Keys, "touch": Finger}
STEPS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


def way(points: list[list[Any]], start: str, end: str) -> list[str]:
    """The arrow keys that lead from a point to another, as `board.js` goes to the nearest one that way."""
    middles = {name: (x + wide / 2, y + high / 2) for name, x, y, wide, high in points}
    found: dict[str, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == end:
            return found[here]
        for key, (dx, dy) in STEPS.items():
            beside = _beside(middles, here, dx, dy)
            if beside is not None and beside not in found:
                found[beside] = [*found[here], key]
                waiting.append(beside)
    raise AssertionError(f"no arrow key leads from {start} to {end}")


def _beside(middles: dict[str, tuple[float, float]], here: str, dx: int, dy: int) -> str | None:
    best, least = None, float("inf")
    for name, (cx, cy) in middles.items():
        x, y = cx - middles[here][0], cy - middles[here][1]
        along, across = x * dx + y * dy, abs(x * dy) + abs(y * dx)
        if along > 1e-6 and along + 3 * across < least:
            best, least = name, along + 3 * across
    return best


class Player:
    """Plays a page's game to its end by a seeded rule, from what the page offers."""

    def __init__(self, page: Any, hand: Hand, seed: int, most: int = 400) -> None:
        self.page, self.hand, self.most = page, hand, most
        self.choose = random.Random(seed)
        self.plies = 0

    def play(self) -> Followed:
        """To the end; the game as the rules have it then."""
        # At first the address is the one that was asked for; the page puts its own in its place.
        self.page.wait_for_function("Boolean(window.halfmoveUrl)", timeout=PATIENCE * 1000)
        while True:
            offer, there = self._turn()
            if there.over:
                return self._finish(there)
            if self.plies >= self.most:
                self._resign()
                continue
            self._move(offer)
            self.plies += 1

    def _turn(self) -> tuple[dict[str, Any], Followed]:
        """Wait until a person can do something, or it is over; the page is what the rules say then.

        A change reaches the page in parts, the address, the line and the points: between two of them it is
        neither what it was nor what it will be.
        """
        until = time.monotonic() + PATIENCE
        while True:
            offer = self.page.evaluate(OFFER)
            there = follow(offer["url"])
            offered = any(offer[kind] for kind in (*KINDS, "curtain"))
            person = there.mover != CHANCE and there.mover in there.people
            late = time.monotonic() >= until
            if there.over or (person and offered):
                try:
                    check(offer, there)
                except AssertionError:
                    if late:
                        raise
                else:
                    return offer, there
            assert not late, f"nothing is offered: {offer}"
            self.page.wait_for_timeout(20)

    def _move(self, offer: dict[str, Any]) -> None:
        before = offer["url"]
        if offer["curtain"]:
            self.hand.press(self._named("curtain"))
            self.page.wait_for_function("!document.querySelector('[data-name=curtain]')?.checkVisibility()")
            return
        ways = [kind for kind in ("can", "action", "bet") if offer[kind]]
        kind = self.choose.choice(ways)
        if kind == "can":
            self._touch(offer)
        elif kind == "bet":
            self.hand.press(self._named("bet"))
        else:
            number = self.choose.randrange(len(offer["action"]))
            self.hand.press(self._named("action").nth(number))
        self.page.wait_for_function(
            "before => location.pathname + location.search !== before", arg=before, timeout=PATIENCE * 1000
        )

    def _touch(self, offer: dict[str, Any]) -> None:
        """Points, until they are a move or a question is asked."""
        can = offer["can"]
        while can:
            name = self.choose.choice(can)
            self.hand.point(name)
            now = self.page.evaluate(OFFER)
            can = now["go"]
            if not can:
                break
        until = time.monotonic() + PATIENCE
        while now["url"] == offer["url"] and not now["choice"] and time.monotonic() < until:
            self.page.wait_for_timeout(10)
            now = self.page.evaluate(OFFER)
        if now["choice"]:
            self.hand.press(self._named("choice").nth(self.choose.randrange(len(now["choice"]))))

    def _resign(self) -> None:
        before = self.page.evaluate(OFFER)["url"]
        self.hand.press(self._named("resign"))
        self._named("yes").wait_for()
        self.hand.press(self._named("yes"))
        self.page.wait_for_function("before => location.pathname + location.search !== before", arg=before)

    def _finish(self, there: Followed) -> Followed:
        """The page says that it is over, once people have agreed where they must."""
        if there.record.settlement() is not None and not there.settled and not there.ended:
            self._named("accept").wait_for()
            self.hand.press(self._named("accept"))
            self.page.wait_for_function("location.search.includes('settled')")
            there = follow(self.page.evaluate("location.pathname + location.search"))
            return there
        if not there.ended:
            said = figures.capital(figures.outcome(there.record.history))
            self.page.wait_for_function(
                "said => document.querySelector('[data-name=status]').textContent.includes(said)", arg=said
            )
        left = self.page.evaluate(OFFER)
        assert not any(left[kind] for kind in KINDS), "nothing is offered"
        return there

    def _named(self, name: str) -> Any:
        return self.page.locator(f"[data-name={name}]:visible")
