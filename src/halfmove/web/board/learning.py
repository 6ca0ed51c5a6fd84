"""Learn from mistakes: the positions in which a player went wrong, to find a better move in, one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.teach.judgements import BOUNDS
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.board.value_graph import NAMES
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import error_html, on_click
from halfmove.web.workers.job import result_of

Hints = Sequence[tuple[Sequence[str], float, tuple[float, float] | None]]
"""Where arrows and rings are drawn (`element.Board.hint`)."""
MARGIN = min(bound for bound, _ in BOUNDS)
"""The share of a point from which a move loses too much to be an answer: it would have a mark itself."""
DECOYS = 2
"""Other points that a hint names beside the one of the best move, where a move is a single touch."""
_OUTCOMES = {
    "found": "found at once",
    "helped": "after a hint or another try",
    "shown": "shown",
    "passed": "passed over",
}


class Question(NamedTuple):
    """A position in which a player went wrong."""

    node: Node
    """The move that was played."""
    before: float
    """What the position was worth to the first player."""
    mark: str
    better: list[str]
    """The best line, as moves of the game's notation."""


class LearnPanel:
    """The questions of one player; the answer is a move on the board."""

    def __init__(
        self, table: Table, show_arrows: Callable[[Hints], None], seconds: Callable[[], float]
    ) -> None:
        """`seconds` says how long an answer may be searched that the report does not know."""
        self.table, self._show_arrows, self._seconds = table, show_arrows, seconds
        self._offered: dict[int, list[Question]] = {}
        self._questions: list[Question] = []
        self._at = 0
        self._outcomes: dict[int, str] = {}
        self._known: set[int] = set()
        """The moves that the record had at the question before a person tried any."""
        self._tries = 0
        self._job: Any = None
        with ui.element("section").classes("hm-learn").props('aria-label="learn from mistakes"') as self.box:
            self.said = ui.html("", sanitize=False).props('aria-live="polite" data-name=learn')
            self.buttons = ui.html("", sanitize=False).classes("hm-row")
        on_click(self.buttons, "learn", self._press)
        self.box.set_visibility(False)

    def offer(self, line: Sequence[Node], judged: Sequence[Mapping[str, Any]]) -> None:
        """Offer the mistakes of a new report."""
        if self.table.studying:
            self._end()
        self._offered = {}
        for message in sorted(judged, key=lambda message: message["ply"]):
            if message["mark"] and message["better"]:
                question = Question(
                    line[message["ply"]], message["before"], message["mark"], message["better"]
                )
                self._offered.setdefault(message["mover"], []).append(question)
        self._show_offer()

    def _show_offer(self) -> None:
        self.box.set_visibility(bool(self._offered))
        self.said.set_content("<h2>Learn from mistakes</h2>")
        self.buttons.set_content(
            "".join(
                _button(
                    f"start {player}",
                    f"{escape(self.table.names[player])}: {_many(len(questions))}",
                    main=True,
                )
                for player, questions in sorted(self._offered.items())
            )
        )

    def _press(self, what: str) -> None:
        verb, _, player = what.partition(" ")
        if verb == "start" and player.isdecimal() and int(player) in self._offered:
            self._start(self._offered[int(player)])
        elif self._questions:
            does = {
                "hint": self._hint,
                "solution": self._solve,
                "next": self._go_on,
                "back": self._ask,
                "end": self._end,
            }
            does[verb]() if verb in does else None

    # ---- the course of it
    def _start(self, questions: Sequence[Question]) -> None:
        self._questions = list(questions)
        self._at, self._outcomes = 0, {}
        self.table.studying = True
        if self._handle_change not in self.table.watchers:
            self.table.watchers.append(self._handle_change)
        self._open()

    def _open(self) -> None:
        """Come to the question that is next."""
        self._tries = 0
        before = self._question.node.parent
        self._known = {child.number for child in before.children} if before is not None else set()
        self._ask()

    @property
    def _question(self) -> Question:
        return self._questions[self._at]

    def _ask(self) -> None:
        """Show the position, and ask."""
        question = self._question
        if question.node.number not in self.table.record.nodes or question.node.parent is None:
            self._end()  # another game, or the move was taken out
            return
        self._set_asking(True)
        self.table.go(question.node.parent)
        self._say(self._head() + f"<p>Find a better move for <b>{self._name}</b>.</p>")

    def _head(self) -> str:
        node, mark = self._question.node, self._question.mark
        move = f"{self.table.move_number(node.ply)} {escape(node.text)}{mark}"
        return (
            f"<h2>Mistake {self._at + 1} of {len(self._questions)}</h2>"
            f'<p><b data-mark="{mark}" class="hm-marked">{move}</b> was played, {_article(NAMES[mark])}.</p>'
        )

    @property
    def _name(self) -> str:
        return escape(self.table.names[self._question.node.mover])

    def _say(self, words: str, *, away: bool = False) -> None:
        """Say something, with the buttons that belong to it."""
        self.said.set_content(words)
        if self.table.asking:
            shown = [("back", "To the position")] if away else [("hint", "Hint")]
            shown += [("solution", "Show the solution"), ("next", "Pass over")]
        else:
            last = self._at + 1 == len(self._questions)
            shown = [("next", "Result" if last else "Next mistake")]
        buttons = [_button(verb, label, main=verb == "next") for verb, label in (*shown, ("end", "End"))]
        self.buttons.set_content("".join(buttons))

    def _set_asking(self, asking: bool) -> None:
        """While a question is open nothing on the page tells the answer."""
        self.table.asking = asking
        self._stop()
        self.box.client.run_javascript(
            f"document.documentElement.toggleAttribute('data-asking', {'true' if asking else 'false'})"
        )

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _handle_change(self) -> None:
        """The position shown has changed: a try, or the person looks elsewhere."""
        if not self.table.asking:
            return
        node, question = self.table.record.here, self._question
        self._stop()
        if node is question.node.parent:
            return
        if question.node.number not in self.table.record.nodes:
            self._end()
        elif node.parent is not question.node.parent:
            self._say(self._head() + "<p>You look at another position.</p>", away=True)
        elif node is question.node:
            self._refuse("That is the move of the game.")
        elif node.text == question.better[0]:
            self._accept("That is the best move.")
        else:
            self._say(self._head() + f"<p>{escape(node.text)}: judging it …</p>", away=True)
            background_tasks.create(self._judge(node))

    async def _judge(self, node: Node) -> None:
        """Search what the person has played, unless it ends the game."""
        table = self.table
        try:
            if table.over:
                settlement = table.settlement
                share = table.share if settlement is None else settlement.share
                assert share is not None, "the rules say how a game ended"
            else:
                seconds = max(self._seconds(), 0.5)
                job = here().pool.begin(f"{table.client} learn", "analysis", table.place(), seconds=seconds)
                self._job = job
                share = (await result_of(counted(job, self._show_wait)))["chance"]
        except HalfmoveError as error:
            if table.asking and table.record.here is node:
                self._say(self._head() + error_html(error), away=True)
            return
        if not table.asking or table.record.here is not node:
            return
        self._job = None
        mover = node.mover
        lost = (self._question.before - share) * (-1 if mover == 1 else 1)
        told = f"{escape(node.text)} keeps {_share(share, mover):.0%} of the point"
        best = (
            f"{escape(self._question.better[0])}, the best move, {_share(self._question.before, mover):.0%}"
        )
        with table.screen:
            if lost < MARGIN:
                self._accept(f"{told}; {best}.")
            else:
                self._refuse(f"{escape(node.text)} loses {lost:.0%} of a point.")

    def _show_wait(self, waited: float) -> None:
        self._say(
            self._head() + f"<p>{escape(here().making.told(self.table.reference, waited))}</p>", away=True
        )

    def _accept(self, words: str) -> None:
        self._outcomes.setdefault(self._at, "helped" if self._tries else "found")
        self._set_asking(False)
        self._say(self._head() + f'<p class="hm-good"><b>Right.</b> {words}</p>')

    def _refuse(self, words: str) -> None:
        """Back to the position; what was tried goes out of the record again."""
        self._tries += 1
        self._take_back()
        self._ask()
        self._say(self._head() + f'<p class="hm-bad">{words} Try another.</p>')

    def _take_back(self) -> None:
        """Cut what was tried, unless the record had it before."""
        node = self.table.record.here
        if node.parent is self._question.node.parent and node.number not in self._known:
            self.table.record.cut(node)

    def _hint(self) -> None:
        """Where the piece stands that should move, or points of which one is right."""
        table, question = self.table, self._question
        if table.record.here is not question.node.parent:
            return
        self._tries += 1
        legal = [move for move in table.legal if move.touches]
        best = next((move for move in legal if move.text == question.better[0]), None)
        if best is None:
            self._say(self._head() + f"<p>The move begins with “{escape(question.better[0][:1])}”.</p>")
            return
        if len(set(best.touches)) > 1:
            self._show_arrows([(best.touches[:1], 0.8, None)])
            self._say(self._head() + "<p>Move what stands in the ring.</p>")
            return
        others = [move for move in legal if move.touches != best.touches]
        drawn = random.Random(question.node.number).sample(others, min(DECOYS, len(others)))
        self._show_arrows([(move.touches, 0.8, move.lands) for move in (best, *drawn)])
        self._say(self._head() + "<p>One of these is the best.</p>")

    def _solve(self) -> None:
        """Play the best move, and say the line."""
        table, question = self.table, self._question
        self._outcomes.setdefault(self._at, "shown")
        self._take_back()
        if question.node.parent is None:
            return
        self._set_asking(False)
        table.go(question.node.parent)
        best = next((move for move in table.legal if move.text == question.better[0]), None)
        if best is not None:
            table.play(best.action)
        line = " ".join(escape(move) for move in question.better)
        worth = _share(question.before, question.node.mover)
        self._say(self._head() + f"<p><b>{line}</b> keeps {worth:.0%} of the point.</p>")

    def _go_on(self) -> None:
        """To the next question, or to the result."""
        self._outcomes.setdefault(self._at, "passed")
        self._take_back()
        self._at += 1
        if self._at < len(self._questions):
            self._open()
            return
        words = summarise(self._outcomes.values())
        self._end()
        self.said.set_content(f"<h2>Learn from mistakes</h2><p>{words}</p>")

    def _end(self) -> None:
        """Leave the questions."""
        self._set_asking(False)
        self.table.studying = False
        self._questions = []
        if self._handle_change in self.table.watchers:
            self.table.watchers.remove(self._handle_change)
        self._show_offer()


def summarise(outcomes: Iterable[str]) -> str:
    """How many questions were answered, and how: `3 mistakes: 2 found at once, 1 shown.`"""
    many = Counter(outcomes)
    told = [f"{many[outcome]} {words}" for outcome, words in _OUTCOMES.items() if many[outcome]]
    number = sum(many.values())
    return f"{_many(number)}: {', '.join(told)}."


def _many(number: int) -> str:
    return f"{number} mistake{'' if number == 1 else 's'}"


def _share(first: float, player: int) -> float:
    """A player's share, from the first player's."""
    return 1 - first if player == 1 else first


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _button(verb: str, label: str, *, main: bool = False) -> str:
    look = "hm-button hm-main-button" if main else "hm-button"
    return f'<button type="button" class="{look}" data-learn="{verb}">{label}</button>'
