"""The promises of a surface: points lie in the picture, touches name them, arrangements are read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from halfmove.core.check.examiner import Examiner
from halfmove.core.history import History
from halfmove.core.surface import Surface


def check_surface(examiner: Examiner, state: Any) -> None:
    """Of a game whose picture can be touched, from either side of the board."""
    surface = examiner.game.surface()
    if surface is None:
        return
    examiner.promise("surface gives a Surface or None", isinstance(surface, Surface), f"it gave {surface!r}")
    for below in range(examiner.game.players):
        _check_points(examiner, surface, state, below)
    names = {point.name for point in surface.points(state)}
    if not examiner.ask("is_terminal", state):
        for action in examiner.some(examiner.legal(state)):
            touches = _answer(examiner, state, surface.touches, state, action)
            examiner.promise(
                "touches are the names of points",
                isinstance(touches, tuple) and names.issuperset(touches),
                f"those of action {action!r} are {touches!r}",
                state,
            )
    occupied = _answer(examiner, state, surface.occupied, state)
    examiner.promise(
        "occupied tells of points and cells, in words",
        names.union(cell.name for cell in surface.cells(state)).issuperset(occupied)
        and all(isinstance(words, str) and words for words in occupied.values()),
        f"it says {occupied!r}",
        state,
    )
    counts = _answer(examiner, state, surface.counts, History(examiner.game, state))
    examiner.promise(
        "counts are none or one a player, of pieces there are",
        len(counts) in (0, examiner.game.players)
        and all(set(count.pieces) <= set(surface.pieces) for count in counts),
        f"they are {counts!r}",
        state,
    )
    if surface.pieces:
        _check_arrangement(examiner, surface, state)


def _check_points(examiner: Examiner, surface: Surface, state: Any, below: int) -> None:
    picture = _answer(examiner, state, surface.picture, state, below=below)
    box = _root(picture).get("viewBox", "")
    examiner.promise("a picture to touch has a viewBox", len(box.split()) == 4, f"it is '{box}'", state)
    left, top, width, height = map(float, box.split())
    for what in (surface.points, surface.cells):
        points = _answer(examiner, state, what, state, below=below)
        names = [point.name for point in points]
        examiner.promise(
            "points have names of their own", len(set(names)) == len(names), f"they are {names}", state
        )
        outside = [
            point
            for point in points
            if not (left <= point.x < point.x + point.width <= left + width)
            or not (top <= point.y < point.y + point.height <= top + height)
        ]
        examiner.promise(
            "points lie in the picture",
            not outside,
            f"{outside[:1]} lies not in the viewBox {box}",
            state,
        )


def _check_arrangement(examiner: Examiner, surface: Surface, state: Any) -> None:
    arrangement = _answer(examiner, state, surface.arrangement, state)
    text = _answer(examiner, state, surface.text, arrangement)
    back = _answer(examiner, state, examiner.game.parse, text)
    examiner.promise(
        "an arrangement's text is the position's",
        text == examiner.ask("position_text", back) == examiner.ask("position_text", state),
        f"it is {text!r}",
        state,
    )
    drawn = _answer(examiner, state, surface.draw, arrangement)
    shown, seen = _places(drawn), _places(surface.picture(state))
    others = {point.name for point in surface.points(state)} - {cell.name for cell in surface.cells(state)}
    examiner.promise(
        "an arrangement's picture shows the pieces of the state's, and both by data-at",
        shown == seen and shown - others == set(arrangement.pieces),
        lambda: f"it shows {sorted(shown)}, the state's {sorted(seen)}; there are {arrangement.pieces}",
        state,
    )
    for symbol in surface.pieces:
        small = _answer(examiner, state, surface.piece_picture, symbol)
        is_svg = _root(small).tag.endswith("svg")
        examiner.promise("piece_picture gives an SVG document", is_svg, f"it gave {small!r}", state)


def _answer(examiner: Examiner, state: Any, method: Callable[..., Any], *given: Any, **side: int) -> Any:
    """What a method answers; it must not raise."""
    try:
        return method(*given, **side)
    except Exception as error:  # noqa: BLE001  whatever a user's method raises is a broken promise
        promise = f"{method.__qualname__} answers in every state"
        examiner.promise(promise, False, f"it raised {type(error).__name__} ({error})", state)


def _root(svg: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(svg)
    except (ElementTree.ParseError, TypeError):
        return ElementTree.Element("nothing")


def _places(svg: str) -> set[str]:
    """The points that the elements of a picture name."""
    return {element.get("data-at", "") for element in _root(svg).iter()} - {""}
