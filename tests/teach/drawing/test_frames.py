"""Frames: each is the picture of its moment, all in one place; and the page that steps through them."""

import json
import random
import re

import pytest

import halfmove as hm
from halfmove.teach.arrangement import merge_symmetric
from halfmove.teach.drawing import FORMATS, svg
from halfmove.teach.drawing.content import contents
from halfmove.teach.drawing.frames import TreeFrames, _ItemsByStep
from halfmove.teach.drawing.subject import Style, style, subject
from halfmove.teach.sentences import Teller

pytestmark = pytest.mark.one_speed


def page(trace, steps=None, **options):
    return FORMATS["html"](trace, style(**options), steps, None).decode()


TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def irregular(generator, depth):
    if depth == 0 or generator.random() < 0.2:
        return generator.randint(-9, 9)
    return [irregular(generator, depth - 1) for _ in range(generator.randint(1, 3))]


def some_traces():
    generator = random.Random(3)
    tree = hm.tree([irregular(generator, 3) for _ in range(3)])
    for algorithm in ("alphabeta", "mtdf", "negascout", "tapered", "deepening", "negamax"):
        yield hm.trace(tree, algorithm=algorithm)
    yield hm.trace(tree, algorithm="singular", depth=2)
    yield hm.trace(tree, algorithm="quiescence", depth=1)
    yield hm.trace(hm.tree([{"player": "chance", "children": [2, [5, 6]]}, 1]), algorithm="star2")
    yield hm.trace(merge_symmetric(hm.game("tictactoe")), depth=2)


@pytest.mark.parametrize("intervals", [False, True])
@pytest.mark.parametrize("trace", list(some_traces()), ids=lambda trace: trace.algorithm.name)
def test_frames_made_from_what_changed_are_the_pictures_of_their_moments(trace, intervals):
    options = Style(order=True, windows="ended", intervals=intervals)
    if intervals and not trace.lesson.proves:
        with pytest.raises(hm.BadInput, match="no intervals to show of"):
            _ItemsByStep(trace, options)
        return
    current = _ItemsByStep(trace, options)
    for step, event in enumerate(trace.events, 1):
        current.apply(event)
        whole = contents(subject(trace, step), options)
        assert [spoken(i) for i in current.root.walk()] == [spoken(i) for i in whole.walk()], step


def spoken(item):
    return (
        *(getattr(item, key) for key in item.__slots__ if key not in ("vertex", "children")),
        item.vertex.path,
    )


def places(document):
    """Where the signs of all nodes stand: the first shape of each, rings left out."""
    found = {}
    for name, body in re.findall(r'<g data-part="(n\d+)">(.*?)</g>', document):
        found[name] = re.findall(r'<polygon points="([^"]*)"', body)[0]
    return found


def test_everything_stays_in_its_place():
    trace = hm.trace(hm.tree(TREE), algorithm="mtdf")
    frames = [svg(trace, steps=step) for step in range(len(trace.events) + 1)]
    assert len({json.dumps(places(frame)) for frame in frames}) == 1
    assert len({re.search('viewBox="[^"]*"', frame).group() for frame in frames}) == 1
    assert sum('stroke="#e69f00"' in frame.split('data-part="legend"')[0] for frame in frames) > 20


def data_of(document):
    return json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', document, re.S).group(1))


def test_the_page_holds_every_frame():
    """What the page's script would show at a step is what the picture of that step shows."""
    trace = hm.trace(hm.tree(TREE))
    data = data_of(page(trace))
    made = TreeFrames(trace, style(title=""))
    for step in range(1, len(trace.events) + 1):
        frame = dict(re.findall(r'<g data-part="([en]\d+)">(.*?)</g>', svg_of(made, step)))
        shown = {
            name: [look for at, look in looks if at <= step][-1] for name, looks in data["changes"].items()
        }
        assert shown == frame, step
    teller = Teller(trace.lesson, trace.true_value)
    assert data["sentences"] == [teller.tell(event) for event in trace.events]


def svg_of(made, step):
    from halfmove.teach.drawing.svg import draw

    return draw(made.scene(step))


def test_the_page_stands_alone_and_is_closed_to_scripts_in_names():
    tree = hm.tree({"name": "</script><script>alert(1)<!--", "children": {"@DATA@": 1, "<img src=x>": 2}})
    document = page(hm.trace(tree), title="<b> & @SCRIPT@")
    assert document.count("<script") == document.count("</script>") == 2
    assert "<img" not in document
    assert "<b>" not in document
    assert "<!--" not in document
    assert not re.search(
        r"<[^>]*(src|href)\s*=|url\(|https?://(?!www\.w3\.org/2000/svg)", document.split("<script")[0]
    )
    assert "<h1>&lt;b&gt; &amp; @SCRIPT@</h1>" in document
    assert any("@DATA@" in sentence for sentence in data_of(document)["sentences"])


def test_the_page_opens_where_asked_and_stays_small():
    generator = random.Random(8)
    tree = hm.tree([irregular(generator, 4) for _ in range(3)])
    trace = hm.trace(tree, algorithm="minimax")
    document = page(trace, 17)
    assert data_of(document)["start"] == 17
    assert len(document) < 25 * len(svg(trace))  # hundreds of frames in the room of a few
    assert len(trace.events) > 200


def test_a_search_too_long_to_step_through(monkeypatch):
    monkeypatch.setattr("halfmove.teach.drawing.frames.MOST_STEPS", 10)
    with pytest.raises(hm.BadInput, match="45 steps, too many to step through"):
        svg(hm.trace(hm.tree(TREE)), steps=3)


def test_the_page_knows_where_the_search_is():
    trace = hm.trace(hm.tree([[3, 12], [2, 4]]), algorithm="mtdf")
    numbers = {vertex.path: f"n{i}" for i, vertex in enumerate(trace.outline.walk())}
    at = [trace.after(step).current for step in range(1, len(trace.events) + 1)]
    assert data_of(page(trace))["at"] == [numbers.get(path) for path in at]
