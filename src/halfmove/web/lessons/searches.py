"""A textbook search as a page shows it: the frames, the answer, what it cost, the nodes to be changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.extras import check as check_extra
from halfmove.core.extras import is_installed, missing
from halfmove.core.history import History
from halfmove.core.operation import Choice, Switch, Text, Whole, Work, field
from halfmove.core.operation.position import GROUP
from halfmove.games.description import name_game
from halfmove.games.tree.read import EXAMPLE
from halfmove.search.algorithms import Algorithm
from halfmove.teach.counts import Counting, Counts
from halfmove.teach.drawing.frames import TreeFrames
from halfmove.teach.drawing.glyph import describe_search
from halfmove.teach.drawing.picture import FORMATS
from halfmove.teach.drawing.subject import style
from halfmove.teach.drawing.svg import draw
from halfmove.teach.examples import EXAMPLES
from halfmove.teach.frames.player import looks_of, player_data
from halfmove.teach.naming import figure
from halfmove.teach.summary import facts, list_known_counts
from halfmove.teach.trace import Trace, parse_choice, teachable, with_defaults
from halfmove.teach.tree import SHOWN, Search, TreeRequest
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.editing import edited, read
from halfmove.web.lessons.operations import Controls, PageWork, read_as
from halfmove.web.lessons.player import COPY, Family, check_size, is_too_large, player, waiting

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MOST_TEXT = 8000
"""Letters of a tree."""
MOST_NODES, MOST_STEPS = 1000, 4000
"""What a browser steps through with ease, and a picture that can be looked at."""
PLIES = 2
"""How far a game is searched unless it is said, and its tree is not too large."""
MOST_PRUNED = 60
"""Nodes that are listed by name."""


@dataclass(frozen=True, kw_only=True)
class LaboratoryRequest(TreeRequest):
    """A search as the laboratory shows it: of a game of the server's, or of the tree written there."""

    tree: str = field(Text(most=MOST_TEXT), "The tree.", default=EXAMPLE)
    windows: str = field(  # type: ignore[assignment]
        Choice(("entered", "ended", "none")),
        "Windows beside the nodes: as entered, or as left.",
        default="entered",
        group=SHOWN,
    )
    numbers: bool = field(Switch(), "Order of visits.", default=False, group=SHOWN)
    boards: bool = field(Switch(), "Boards at the nodes.", default=True, group=GROUP)

    def check(self, name: Callable[[str], str]) -> None:
        if not self.game and not self.tree.strip():
            raise BadInput(f"The tree is empty; write one such as {EXAMPLE}.")

    @property
    def style(self) -> dict[str, Any]:
        boards = self.boards if self.game else None
        return {**super().style, "windows": self.windows, "order": self.numbers, "boards": boards}

    def open(self, work: Work) -> History:
        if not self.game:
            tree = read(self.tree, self.root)
            return History(tree, tree.initial())
        history = work.open(self)
        if history.over:
            raise BadInput("The game is over in this position, so there is nothing to search.")
        return history


def offered(game: Game) -> list[str]:
    """The searches that are meant for a game and fit it."""
    return [
        name
        for name, algorithm in teachable().items()
        if algorithm.refusal(game) is None and algorithm.meant(algorithm.model(game))
    ]


def _request(fields: Mapping[str, str]) -> LaboratoryRequest:
    """What the fields ask for; the algorithm's own options come to it when it is known."""
    own = {key for algorithm in teachable().values() for key in _options(algorithm)}
    return read_as(LaboratoryRequest, {key: text for key, text in fields.items() if key not in own})


def _search(fields: Mapping[str, str], catalogue: Catalogue) -> tuple[LaboratoryRequest, Search]:
    """The search that the fields ask for; `BadInput` or `Unsuitable` with what is wrong."""
    request = _request(fields)
    found = request.search(PageWork(catalogue))
    algorithm = teachable()[found.algorithm]
    known = _options(algorithm)
    options = {
        key: parse_choice(fields[key].strip(), known[key]) for key in known if fields.get(key, "").strip()
    }
    with_defaults(algorithm, options)
    return request, replace(found, options=options)


def _options(algorithm: Algorithm) -> Mapping[str, tuple[Any, ...]]:
    assert algorithm.lesson is not None, "only those with a lesson fit"
    return algorithm.lesson.options


def _trace(search: Search) -> Trace:
    """The search, recorded; `BadInput` where it is too large to be stepped through."""
    search.refuse_if_large(MOST_NODES)
    return search.trace(MOST_STEPS)


def _begun(fields: Mapping[str, str], catalogue: Catalogue) -> dict[str, str]:
    """The fields with which a game begins of which no depth is said: what can be drawn."""
    lesson = catalogue.watched(fields["game"]).lesson()
    if lesson and not any(fields.get(name, "").strip() for name in ("parameters", "moves", "position")):
        parameters, place, plies = lesson
        own = " ".join(f"{key}={value}" for key, value in parameters.items())
        return {"parameters": own, "position": place, "depth": str(plies)}
    _, search = _search(fields, catalogue)
    known = (plies for plies in range(PLIES, 1, -1) if replace(search, depth=plies).is_small(MOST_NODES))
    return {"depth": str(next(known, 1))}


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a search."""
    put: dict[str, str] = {}
    fields = dict(fields)
    if "edit" in fields:
        change = json.loads(fields.pop("edit"))
        put["tree"] = fields["tree"] = edited(
            fields.get("tree", ""), change["path"], str(change["change"]), str(change.get("value", ""))
        )
    try:
        if fields.get("game") and not fields.get("depth", "").strip():
            put |= _begun(fields, link.catalogue)
        request, search = _search({**fields, **put}, link.catalogue)
    except Unsuitable as error:
        return {"error": str(error), "fitting": offered(_game(fields, link.catalogue))}
    made = _trace(search)
    explicit = search.game.explicit
    title = describe_search(made) if explicit else f"{name_game(search.game)}: {describe_search(made)}"
    scene, told = _film(made, request.style)
    if put.get("position") and request.style["boards"] and is_too_large(told):
        put["boards"] = "no"  # the game's own position is shown whole, where that takes leaving them out
        scene, told = _film(made, {**request.style, "boards": False})
    told["changes"] |= _counting(made)
    check_size(told, "give a smaller depth, or leave the boards out")
    return {
        "put": put,
        "film": told,
        "chosen": search.algorithm,
        "fitting": offered(search.game),
        "slots": {
            "picture": draw(scene, sheet=False),
            "title": escape(title),
            "answer": _answer(made),
            "counts": _counts(made),
            "pruned": _pruned(made),
        },
        "nodes": nodes_of(made) if explicit else {},
    }


def _film(made: Trace, looks: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The steps of a search as the player shows them."""
    return player_data(TreeFrames(made, replace(style(**looks), title="")))


def _game(fields: Mapping[str, str], catalogue: Catalogue) -> Game:
    """What is searched where a form is filled in so."""
    return _request(fields).open(PageWork(catalogue)).game


def _answer(made: Trace) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in facts(made) if fact)
    return f"<dl>{rows}</dl>"


def _counting(made: Trace) -> dict[str, list[tuple[int, str]]]:
    """Each count step by step, as parts that the player changes."""
    counting = Counting()
    numbers: dict[str, list[str]] = {}
    for event in made.events:
        counting.apply(event)
        for name, number in list_known_counts(counting.counts(), made.lesson):
            numbers.setdefault(f"count-{name.replace(' ', '-')}", []).append(str(number))
    return {part: looks_of(texts, 1) for part, texts in numbers.items()}


def _counts(made: Trace) -> str:
    meanings = {name.replace("_", " "): meaning for name, meaning in Counts.definitions().items()}
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td class="hm-right" data-part="count-{name.replace(" ", "-")}">'
        f'</td><td class="hm-right">{number:,}</td>'
        f'<td class="hm-soft hm-small">{escape(meanings[name])}</td></tr>'
        for name, number in list_known_counts(made.counts, made.lesson)
    )
    return (
        '<div class="hm-scroll"><table class="hm-table"><thead><tr><th>count</th><th class="hm-right">so far'
        f'</th><th class="hm-right">at the end</th><th>what it counts</th></tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _pruned(made: Trace) -> str:
    if not made.lesson.windowed:
        return f'<p class="hm-soft">{escape(made.algorithm.name)} keeps no window, so it cuts nothing.</p>'
    pruned = made.replay.pruned
    if not pruned:
        return '<p class="hm-soft">None.</p>'
    cuts: dict[int, tuple[Any, list[str]]] = {}
    for path, cut in list(pruned.items())[:MOST_PRUNED]:
        cuts.setdefault(id(cut), (cut, []))[1].append(made.label(path))
    rows = "".join(
        f"<li><b>{escape(', '.join(names))}</b> <span class='hm-soft'>cut at {escape(made.label(cut.path))}: "
        f"{escape(figure(cut.value))} {escape(cut.sign)} {escape(figure(cut.bound))}</span></li>"
        for cut, names in cuts.values()
    )
    more = f"<p class='hm-soft'>… {len(pruned) - MOST_PRUNED} more</p>" if len(pruned) > MOST_PRUNED else ""
    return f"<ul>{rows}</ul>{more}"


def nodes_of(made: Trace) -> dict[str, dict[str, Any]]:
    """Of every node in the picture: how it is called, the way to it, and a leaf's value."""
    found = {}
    for number, vertex in enumerate(made.outline.walk()):
        node = vertex.state
        leaf = node.is_leaf
        worth = ""
        if leaf and node.value is not None:
            pair = len(node.value) == 2 and node.value[0] == -node.value[1]
            worth = (
                _text(node.value[0]) if pair or node.origin.mins else f"({', '.join(map(_text, node.value))})"
            )
        found[f"n{number}"] = {
            "name": node.title,
            "path": list(vertex.path),
            "leaf": leaf,
            "value": worth,
        }
    return found


def _text(payoff: float) -> str:
    return f"{payoff:g}" if abs(payoff) < 1e6 else repr(payoff)


# ---- a file to take along


TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
    "html": "text/html",
}
"""What can be taken along, with its media type."""
NEED_TYPST = ("png", "pdf")
NEED = "Pictures as PNG and PDF need"


def available() -> list[str]:
    """The endings that this installation can write."""
    return [ending for ending in TYPES if ending not in NEED_TYPST or is_installed("typst")]


def unavailable() -> str:
    """What the others need, as a sentence; "" if this installation can write all."""
    return "" if is_installed("typst") else missing("typst", NEED)


def file(fields: Mapping[str, str], link: Link) -> bytes:
    """The file's content; `ending` and `step` are fields as well, without a step it is the end's."""
    ending = fields.get("ending", "")
    if ending not in TYPES:
        raise BadInput(f"Pictures are written as {', '.join(TYPES)}, not '{ending[:20]}'.")
    if ending in NEED_TYPST:
        check_extra("typst", NEED)
    request, search = _search(fields, link.catalogue)
    made = _trace(search)
    last = Whole(0, len(made.events))
    step = last.from_text(fields["step"], "The step") if fields.get("step", "").strip() else None
    return FORMATS[ending](made, style(**request.style), step, None)


# ---- the page


def form(fields: Mapping[str, str], catalogue: Catalogue, names: Collection[str] = ()) -> str:
    """The form, with the searches that fit what is searched or those of these `names`."""
    chosen = fields.get("algorithm") or "auto"
    names = names or offered(_game(fields, catalogue))
    fit = {name: name for name in (*names, chosen) if name != "auto"}  # chosen: it may not be meant for it
    searches = {"auto": "what fits best", **fit}
    games = _games(catalogue)
    controls = Controls(LaboratoryRequest, catalogue, fields, short=True)
    own = "".join(
        f'<fieldset data-when="chosen={name}" hidden disabled><legend>{name}</legend>'
        f'<p class="hm-soft hm-small hl-wide">{escape(algorithm.summary)}</p>'
        f"{forms.options_of(_options(algorithm), fields)}</fieldset>"
        for name, algorithm in teachable().items()
    )
    written = "nested lists, JSON, indented text, Lisp, or Graphviz"
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        f"{forms.choice('what is searched', 'game', games, fields.get('game', ''), wide=True)}"
        '</fieldset><fieldset data-when="game=">'
        f"{forms.area(written, 'tree', fields.get('tree', ''), default=EXAMPLE)}"
        f"{_figures()}{controls.named('root')}</fieldset>"
        f'<fieldset data-when="game={"|".join(filter(None, games))}" hidden disabled>'
        f"{controls.named('parameters', 'moves', 'position', 'merge', 'units', 'boards')}</fieldset>"
        f"{waiting()}<fieldset><legend>Search</legend>{controls.named('algorithm', algorithm=searches)}"
        f"</fieldset><details open data-narrow><summary>Options</summary>{own}<fieldset>"
        f"{controls.named('order', 'depth', 'windows', 'intervals', 'truth', 'numbers')}"
        "</fieldset></details></form>"
    )


@lru_cache(maxsize=1)
def _games(catalogue: Catalogue) -> dict[str, str]:
    """What can be searched: the tree in the box, or a game of the catalogue."""
    names = catalogue.names()
    return {"": "the tree written here", **{name: name_game(catalogue.watched(name)) for name in names}}


@lru_cache(maxsize=1)
def _figures() -> str:
    """The trees of textbooks, each with the search that shows what is to be seen."""
    rows = '<option value="">choose one…</option>'
    for name, example in EXAMPLES.items():
        own: dict[str, Any] = {"tree": example.text()}
        if example.algorithm != "alphabeta":
            own["algorithm"] = example.algorithm
        if example.depth is not None:
            own["depth"] = str(example.depth)
        own |= {key: forms.word(value) for key, value in example.options.items()}
        data, words = escape(json.dumps(own)), escape(f"{name}: {example.shows}")
        rows += f'<option value="{escape(name)}" data-fields="{data}">{words}</option>'
    return (
        '<label class="hl-field hl-wide"><span>Or a tree of a textbook</span>'
        f"<select data-fill>{rows}</select></label>"
    )


def _stage() -> str:
    endings = "".join(
        f'<a class="hm-button" data-file="/lab/file/{ending}" download="search.{ending}">{ending.upper()}</a>'
        for ending in available()
    )
    others = f'<span class="hm-soft hm-small">{escape(unavailable())}</span>'
    return (
        f"{player('The search, step by step')}"
        '<section class="hm-card hm-row" aria-label="To take along">'
        f'{COPY}<span class="hm-soft">Save this step:</span>{endings}{others}</section>'
        '<div class="hl-facts">'
        '<section class="hm-card"><h2>Answer</h2><div data-slot="answer"></div></section>'
        '<section class="hm-card"><h2>Pruned</h2><div data-slot="pruned"></div></section></div>'
        '<section class="hm-card"><h2>What it cost</h2><div data-slot="counts"></div></section>'
    )


_DIALOG = (
    '<dialog id="node" class="hl-dialog"><h2></h2>'
    '<label class="hl-field"><span>Its value</span><input type="text" maxlength="60"></label>'
    '<div class="hm-row"><button type="button" class="hl-set" data-do="set">Set the value</button>'
    '<button type="button" data-do="add">Add a child</button>'
    '<button type="button" data-do="remove">Remove</button>'
    '<button type="button" onclick="this.closest(\'dialog\').close()">Cancel</button></div></dialog>'
)
FAMILY = Family(
    kind="search",
    path="/lab",
    name="Laboratory",
    heading="The laboratory",
    about="Write a tree, choose a search, and step through it: arrow keys, Home and End, space to run, c to "
    "the next cut. Click a node of your tree to change it.",
    form=form,
    check=_search,
    stage=_stage,
    subjects=Catalogue.names,
    controls=lambda catalogue: form({}, catalogue, list(teachable())),
    below=_DIALOG,
)
