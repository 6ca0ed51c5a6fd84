"""What every surface of a game must keep to, tried on random positions; and what a picture shows."""

import random
from collections import defaultdict
from xml.etree import ElementTree

from halfmove.core.surface import Point


def shown(svg):
    """The middles of the elements of a picture that name a point, by that name."""
    places = {}
    for element in ElementTree.fromstring(svg).iter():
        if name := element.get("data-at"):
            assert name not in places, f"two elements stand on {name}"
            places[name] = _middle(element)
    return places


def _middle(element):
    """Where an element of one of our pictures is, roughly; None if it is not of a form that says so."""
    if element.get("cx"):
        return float(element.get("cx")), float(element.get("cy"))
    if (moved := element.get("transform")) is not None:  # a chess piece, in a square of 45, or a card
        x, y = map(float, moved.removeprefix("translate(").partition(")")[0].split())
        return x + 22.5, y + 22.5
    if (path := element.get("d")) is not None:  # a cross, from its corner at the top left
        x, y = map(float, path.split("l")[0].removeprefix("M").split())
        return x + 12, y + 12
    inner = next((e for e in element if e.get("width") or e.get("cx") or e.get("points")), None)
    if inner is None or inner.get("points"):
        return None
    if inner.get("cx"):
        return float(inner.get("cx")), float(inner.get("cy"))
    width, height = float(inner.get("width")), float(inner.get("height"))
    return float(inner.get("x")) + width / 2, float(inner.get("y")) + height / 2


def holds(point: Point, place):
    return point.x <= place[0] <= point.x + point.width and point.y <= place[1] <= point.y + point.height


def states(game, seed, games=2, plies=60):
    """Every state of some random games, the last included."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.initial()
        for _ in range(plies):
            yield state
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(list(game.actions(state))))


def examine(game, state):
    """Hold the surface of a game to its contract in one state, from both sides of the board."""
    surface = game.surface()
    for below in (0, 1):
        _examine_points(surface, state, below)
    names = {point.name for point in surface.points(state)}
    if not game.is_terminal(state):
        same = defaultdict(list)
        for action in game.actions(state):
            same[surface.touches(state, action)].append(game.action_text(state, action))
        for touches, texts in same.items():
            assert names.issuperset(touches)
            assert len(set(texts)) == len(texts)
    cells = {cell.name for cell in surface.cells(state)}
    assert (names | cells).issuperset(surface.occupied(state))
    if surface.pieces:
        arrangement = surface.arrangement(state)
        assert cells.issuperset(arrangement.pieces)
        text = surface.text(arrangement)
        assert game.parse(text) == state
        assert text == game.position_text(state)
        for below in (0, 1):
            drawn = shown(surface.draw(arrangement, below=below))
            assert drawn == shown(surface.picture(state, below=below))
            assert set(drawn) - (names - cells) == set(arrangement.pieces)


def _examine_points(surface, state, below):
    picture = surface.picture(state, below=below)
    box = ElementTree.fromstring(picture).get("viewBox")
    left, top, width, height = map(float, box.split())
    for points in (surface.points(state, below=below), surface.cells(state, below=below)):
        assert len({point.name for point in points}) == len(points)
        for point in points:
            assert left <= point.x < point.x + point.width <= left + width, (point, box)
            assert top <= point.y < point.y + point.height <= top + height, (point, box)
    cells = {cell.name: cell for cell in surface.cells(state, below=below)}
    for name, place in shown(picture).items():
        if name in cells and place:
            assert holds(cells[name], place), (cells[name], place)
