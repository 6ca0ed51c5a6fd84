"""A textbook search as a page shows it: the frames, the answer, what it cost, the nodes to be changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.extras import check as check_extra
from halfmove.core.extras import installed, missing
from halfmove.core.numbers import read_whole, shorten
from halfmove.games.description import spoken
from halfmove.games.reference import GameReference
from halfmove.games.tree.read import EXAMPLE
from halfmove.search.algorithms import Algorithm
from halfmove.teach.arrangement import apply_display_options
from halfmove.teach.counts import Counting, Counts
from halfmove.teach.drawing.frames import TreeFrames
from halfmove.teach.drawing.glyph import describe_search
from halfmove.teach.drawing.picture import FORMATS
from halfmove.teach.drawing.subject import Style, style
from halfmove.teach.drawing.svg import draw
from halfmove.teach.examples import EXAMPLES
from halfmove.teach.frames.player import looks_of, player_data
from halfmove.teach.naming import figure
from halfmove.teach.summary import facts, list_known_counts
from halfmove.teach.trace import Trace, choose_search, read_options, teachable, trace, with_defaults
from halfmove.web.catalogue import Catalogue, position_reference
from halfmove.web.lessons import forms
from halfmove.web.lessons.editing import edited, read
from halfmove.web.lessons.player import COPY, Family, check_size, player, waiting

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
SHORT = 200
"""Letters of any other field."""


@dataclass(frozen=True)
class Request:
    """A search that is asked for."""

    game: Game
    state: Any
    algorithm: Algorithm
    depth: int | None
    order: str
    options: dict[str, Any]
    style: Style

    @classmethod
    def read(cls, fields: Mapping[str, str], catalogue: Catalogue) -> Request:
        """From the fields of the page; `BadInput` or `Unsuitable` with what is wrong."""
        for key, text in fields.items():
            most = MOST_TEXT if key in ("tree", "moves", "position") else SHORT
            if len(text) > most:
                raise BadInput(f"'{key}' may have {most:,} letters here, not {len(text):,}.")
        game, state = _subject(fields, catalogue)
        chosen = choose_search(game, fields.get("algorithm") or "auto")
        assert chosen.lesson is not None, "only those with a lesson fit"
        own = chosen.lesson.options
        texts = [f"{key}={fields[key]}" for key in own if fields.get(key, "").strip()]
        return cls(
            game,
            state,
            chosen,
            whole(fields.get("depth", ""), "The depth", 0, 100),
            fields.get("order") or "left",
            read_options(chosen, texts),
            _style(fields),
        )

    @property
    def explicit(self) -> bool:
        """Whether it is a tree that was written down."""
        return self.game.explicit

    def trace(self) -> Trace:
        """The search; `BadInput` where it is too large to be stepped through."""
        if _large(self.game, self.state, None if self.explicit else self.depth):
            raise BadInput(
                f"This tree has more than {MOST_NODES:,} nodes, too many to be stepped through here; give a "
                "smaller depth or tree."
            )
        made = trace(
            self.game,
            self.state,
            algorithm=self.algorithm.name,
            depth=self.depth,
            order=self.order,
            **self.options,
        )
        if len(made.events) > MOST_STEPS:
            raise BadInput(
                f"This search has {len(made.events):,} steps, and at most {MOST_STEPS:,} can be stepped "
                "through here; give a smaller depth or tree."
            )
        return made


def offered(game: Game) -> list[str]:
    """The searches that are meant for a game and fit it."""
    return [
        name
        for name, algorithm in teachable().items()
        if algorithm.refusal(game) is None and algorithm.meant(algorithm.model(game))
    ]


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields with which there is nothing to search."""
    asked = Request.read(fields, catalogue)
    with_defaults(asked.algorithm, asked.options)


def offered_by(fields: Mapping[str, str], catalogue: Catalogue) -> list[str]:
    """The searches to choose from where a form is filled in so."""
    return offered(_subject(fields, catalogue)[0])


def _large(game: Game, state: Any, depth: int | None) -> bool:
    """Whether there are more than `MOST_NODES` nodes down to a depth; no more than that are looked at."""
    level, nodes, plies = [state], 1, 0
    while level and nodes <= MOST_NODES and plies != depth:
        below = []
        for node in level:
            if game.is_terminal(node):
                continue
            chance = game.to_move(node) == CHANCE
            actions = (action for action, _ in game.outcomes(node)) if chance else game.actions(node)
            below += [game.result(node, action) for action in actions]
            if nodes + len(below) > MOST_NODES:
                return True
        nodes, level, plies = nodes + len(below), below, plies + 1
    return False


def whole(text: str, what: str, least: int, most: int) -> int | None:
    """A whole number, None where nothing is written; `BadInput` for anything else."""
    word = text.strip()
    if not word:
        return None
    value = read_whole(word, least, most)
    if value is None:
        raise BadInput(f"{what} is a whole number from {least} to {most:,}, not '{shorten(word)}'.")
    return value


def _begun(fields: Mapping[str, str], catalogue: Catalogue) -> dict[str, str]:
    """The fields with which a game begins of which no depth is said: what can be drawn."""
    lesson = catalogue.watched(fields["game"]).lesson()
    if lesson and not any(fields.get(name, "").strip() for name in ("set", "moves", "position")):
        parameters, place, plies = lesson
        own = " ".join(f"{key}={value}" for key, value in parameters.items())
        return {"set": own, "position": place, "depth": str(plies)}
    game, state = _subject(fields, catalogue)
    plies = next((plies for plies in range(PLIES, 1, -1) if not _large(game, state, plies)), 1)
    return {"depth": str(plies)}


def parameters_in(text: str) -> dict[str, str]:
    """What `width=5 height=5` says; `BadInput` for anything else."""
    found: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise BadInput(f"Rules and size are written as width=5 height=5, not '{word[:40]}'.")
        found[key] = value
    return found


def _subject(fields: Mapping[str, str], catalogue: Catalogue) -> tuple[Game, Any]:
    name = fields.get("game", "")
    if not name:
        text = fields.get("tree", "")
        if not text.strip():
            raise BadInput("The tree is empty; write one such as [[3, 12, 8], [2, 4, 6], [14, 5, 2]].")
        game: Game = read(text, fields.get("root") or None)
        return game, game.initial()
    history = position(fields, catalogue)
    merge, units = (fields.get(tick) == "yes" for tick in ("merge", "units"))
    return apply_display_options(history.game, merge=merge, units=units), history.state


def position(fields: Mapping[str, str], catalogue: Catalogue) -> Any:
    """The game, the position and the moves that the fields name, as a `History`."""
    name = fields.get("game", "")
    parameters = parameters_in(fields.get("set", ""))
    game = catalogue.watched(GameReference(name, parameters))
    moves = game.split_moves(fields.get("moves", "")) if fields.get("moves", "").strip() else []
    place = position_reference(name, parameters, fields.get("position", "").strip() or None, tuple(moves))
    history = catalogue.open(place)
    if game.is_terminal(history.state):
        raise BadInput("The game is over in this position, so there is nothing to search.")
    return history


def _style(fields: Mapping[str, str]) -> Style:
    boards = {"yes": True, "no": False}.get(fields.get("boards", ""))
    if not fields.get("game"):
        boards = None
    return style(
        windows=fields.get("windows") or "entered",
        intervals=fields.get("intervals") == "yes",
        truth=fields.get("truth") == "yes",
        order=fields.get("numbers") == "yes",
        boards=boards,
    )


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a search."""
    said: dict[str, Any] = {}
    fields = dict(fields)
    if "edit" in fields:
        change = json.loads(fields.pop("edit"))
        text = edited(
            fields.get("tree", ""), change["path"], str(change["change"]), str(change.get("value", ""))
        )
        fields["tree"] = text
        said["put"] = {"tree": text}
    if fields.get("game") and not fields.get("depth", "").strip():
        said["put"] = _begun(fields, link.catalogue)
        fields |= said["put"]
    try:
        asked = Request.read(fields, link.catalogue)
    except Unsuitable as error:
        game, _ = _subject(fields, link.catalogue)
        return {"error": str(error), "fitting": offered(game)}
    made = asked.trace()
    title = describe_search(made) if asked.explicit else f"{spoken(asked.game)}: {describe_search(made)}"
    scene, told = player_data(TreeFrames(made, replace(asked.style, title="")))
    told["changes"] |= _counting(made)
    found = {
        **said,
        "film": told,
        "chosen": asked.algorithm.name,
        "fitting": offered(asked.game),
        "slots": {
            "picture": draw(scene, sheet=False),
            "title": escape(title),
            "answer": _answer(made),
            "counts": _counts(made),
            "pruned": _pruned(made),
        },
        "nodes": nodes_of(made) if asked.explicit else {},
    }
    check_size(found["film"], "give a smaller depth, or leave the boards out")
    return found


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
    return [ending for ending in TYPES if ending not in NEED_TYPST or installed("typst")]


def unavailable() -> str:
    """What the others need, as a sentence; "" if this installation can write all."""
    return "" if installed("typst") else missing("typst", NEED)


def file(fields: Mapping[str, str], link: Link) -> bytes:
    """The file's content; `ending` and `step` are fields as well, without a step it is the end's."""
    ending = fields.get("ending", "")
    if ending not in TYPES:
        raise BadInput(f"Pictures are written as {', '.join(TYPES)}, not '{ending[:20]}'.")
    if ending in NEED_TYPST:
        check_extra("typst", NEED)
    asked = Request.read(fields, link.catalogue)
    made = asked.trace()
    step = whole(fields.get("step", ""), "The step", 0, len(made.events))
    return FORMATS[ending](made, asked.style, step, None)


# ---- the page


def with_tree(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields as the form has them: where no tree is said, with the one to begin with."""
    return {"tree": EXAMPLE, **fields}


def form(fields: Mapping[str, str], catalogue: Catalogue, offered: list[str] | None = None) -> str:
    """The form, with the searches that fit what is searched or those `offered`."""
    offered = offered_by(with_tree(fields), catalogue) if offered is None else offered
    names = {name: name for name in offered}
    chosen = _of(fields, "algorithm")
    if chosen not in ("", "auto"):  # fits, though it may not be meant for it
        names.setdefault(chosen, chosen)
    own = "".join(
        f'<fieldset data-when="chosen={name}" hidden disabled><legend>{name}</legend>'
        f'<p class="hm-soft hm-small hl-wide">{escape(algorithm.summary)}</p>'
        f"{forms.options_of(algorithm.lesson.options, fields)}</fieldset>"
        for name, algorithm in teachable().items()
        if algorithm.lesson is not None
    )
    more = (
        forms.choice(
            "order of children",
            "order",
            {"left": "from the left", "right": "from the right"},
            _of(fields, "order"),
        )
        + forms.entry(
            "depth, in plies or rounds",
            "depth",
            _of(fields, "depth"),
            whole=True,
            hint="to the leaves",
        )
        + forms.choice(
            "windows",
            "windows",
            {"entered": "as entered", "ended": "as left", "none": "none"},
            _of(fields, "windows"),
        )
        + forms.tick("intervals: what is proven", "intervals", fields)
        + forms.tick("true values", "truth", fields)
        + forms.tick("order of visits", "numbers", fields)
    )
    return (
        f'<form id="lesson" class="hm-card hl-form" autocomplete="off">{_subject_form(fields, catalogue)}'
        f"{waiting()}"
        "<fieldset><legend>Search</legend>"
        + forms.choice("algorithm", "algorithm", {"auto": "what fits best", **names}, chosen)
        + "</fieldset><details open data-narrow><summary>Options</summary>"
        + f"{own}<fieldset>{more}</fieldset></details></form>"
    )


def _subject_form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    games = _games(catalogue)
    return (
        f"<fieldset>{forms.choice('what is searched', 'game', games, _of(fields, 'game'), wide=True)}"
        '</fieldset><fieldset data-when="game=">'
        + forms.area(
            "nested lists, JSON, indented text, Lisp, or Graphviz",
            "tree",
            _of(fields, "tree"),
            default=EXAMPLE,
        )
        + _figures()
        + forms.choice(
            "at the root moves",
            "root",
            {"": "MAX, or as written", "max": "MAX", "min": "MIN", "chance": "chance"},
            _of(fields, "root"),
            wide=True,
        )
        + f'</fieldset><fieldset data-when="game={"|".join(filter(None, games))}" hidden disabled>'
        + forms.entry("rules and size", "set", _of(fields, "set"), hint="width=5 height=5", wide=True)
        + forms.entry("moves before", "moves", _of(fields, "moves"), hint="in the game's notation", wide=True)
        + forms.entry("or a position", "position", _of(fields, "position"))
        + forms.tick("symmetric positions once", "merge", fields)
        + forms.tick("values in units of the evaluation", "units", fields)
        + forms.choice("at the nodes", "boards", {"yes": "boards", "no": "moves"}, _of(fields, "boards"))
        + "</fieldset>"
    )


@lru_cache(maxsize=1)
def _games(catalogue: Catalogue) -> dict[str, str]:
    """What can be searched: the tree in the box, or a game of the catalogue."""
    names = catalogue.names()
    return {"": "the tree written here", **{name: spoken(catalogue.watched(name)) for name in names}}


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


def _of(fields: Mapping[str, str], name: str) -> str:
    return fields.get(name, "")


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
    check=lambda fields, catalogue: check(with_tree(fields), catalogue),
    stage=_stage,
    subjects=Catalogue.names,
    controls=lambda catalogue: form({}, catalogue, list(teachable())),
    below=_DIALOG,
)
