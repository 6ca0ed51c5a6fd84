"""A board in a notebook: what it shows, and what touches of it do.

`Board` keeps the game and answers the messages of the page; `halfmove.notebook.widget` shows it.  It needs
no notebook: a test sends it messages, and `play`, `undo` and `step_to` are for programs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from threading import RLock, Thread
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.arena.players.given import seat_others
from halfmove.core.contract import CHANCE, Game
from halfmove.core.display import html_picture
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.figures import player as name_of
from halfmove.core.figures import result
from halfmove.core.history import History
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game
from halfmove.core.nature import draw_outcome
from halfmove.core.numbers import MOST_SEED
from halfmove.core.randomness import stream
from halfmove.core.surface import Point
from halfmove.core.view import View

Opponent = Any
"""A level from 1 to 10, a player in a line (`mcts?simulations=500`), or an object that `hm.match` takes."""

MOST_BUTTONS = 60
"""Of moves that no touch of the picture stands for; others are typed."""
HINT_SECONDS = 1.0


class Board:
    """A board to play on in a notebook's cell, by touching the picture.

    `opponent` plays all other seats: a level from 1 to 10, a player in a line (`"mcts?simulations=500"`),
    or an object that `hm.match` takes; None: whoever touches the board moves for all.  `seat`, from 0, is
    the person's.  `seed` repeats dice and cards; None draws them anew.  `BadInput` for a position, a move
    or an opponent that the game does not know, and, where it is shown, without the package anywidget.
    """

    def __init__(
        self,
        game: Game | str,
        position: Any = None,
        moves: Iterable[str] = (),
        *,
        opponent: Opponent = None,
        seat: int = 0,
        seed: int | None = None,
    ) -> None:
        opened = in_turn(open_game(game))
        self.game = opened
        self.seat = seat
        """Where the person sits, and whose side is at the bottom; without an opponent a person moves for
        all."""
        self.history = History(opened, position)
        for text in moves:
            self.history.play(opened.parse_action(self.history.state, text))
        self._given = tuple(self.history.actions)
        self._shown = len(self._given)
        """How many of the actions have been played in the position that is shown."""
        line = f"level?n={opponent}" if isinstance(opponent, int) else opponent
        self._players = seat_others(opened, seat, line)
        self._random = Random(secrets.randbits(128) if seed is None else seed)
        self._surface = opened.surface()
        self._lock = RLock()
        self._thread: Thread | None = None
        self._game_number = 0
        """Counts how often moves were taken back: an answer to what was before is dropped."""
        self._message = ""
        self._hints: list[dict[str, Any]] = []
        self._choices: list[str] = []
        self._widget: Any = None
        self._begin()

    # ---- for programs
    def play(self, move: str) -> None:
        """Play a move in the game's notation after the position that is shown: what was played from there on
        before is given up.  `BadInput` where it is not legal."""
        with self._lock:
            self._check_turn()
            action = self.game.parse_action(self._state(), move)
            self._cut()
            self._message = ""
            self.history.play(action)
            self._shown = len(self.history.actions)
            self._go_on()

    def undo(self) -> None:
        """Take back the last move, and the answers of an opponent with it."""
        with self._lock:
            while self.history.actions:
                self.history.undo()
                if self.history.mover != CHANCE and self.history.mover not in self._players:
                    break
            self._begin()

    def begin(self) -> None:
        """Begin anew, from where the board began."""
        with self._lock:
            self.history = History(self.game, self.history.start, self._given)
            self._begin()

    def _begin(self) -> None:
        """Go on from another position than the one before: an answer to that is dropped."""
        self._game_number += 1
        self._message = ""
        for seat, player in self._players.items():
            player.new_game(self.game, seat, self._random.randrange(MOST_SEED))
        self._go_on()

    def step_to(self, ply: int) -> None:
        """Show the position after so many moves; the game goes on as it is until another move is played."""
        with self._lock:
            self._shown = min(max(ply, 0), len(self.history.actions))
            self._hints, self._choices, self._message = [], [], ""
            self._show()

    def hint(self, limit: Limit | None = None) -> str:
        """The best move in the position that is shown, drawn as an arrow; a second's search unless a limit is
        given."""
        from halfmove.operations import analyze

        with self._lock:
            history = self._shown_history()
            if history.over or history.mover == CHANCE:
                raise BadInput("There is no move to choose here.")
            viewer = self._viewer(history)
            if viewer is not None and viewer != history.mover:
                raise BadInput("It is not your move.")
            searched = View(history, viewer).sampled_history(stream(self._random.getrandbits(64)))
        found = analyze(self.game, searched.state, limit=limit or Limit(seconds=HINT_SECONDS))
        if found.best is None:
            raise BadInput("The search found no move.")
        text = self.game.action_text(searched.state, found.best)
        with self._lock:
            touches = self._surface.touches(searched.state, found.best) if self._surface else ()
            self._hints = [{"touches": list(touches)}] if touches else []
            self._message = f"{text}: {found.score.words(self.game)}"
            self._show()
        return text

    def wait(self) -> None:
        """Wait until the opponent has moved."""
        while (thread := self._thread) is not None:
            thread.join()

    # ---- what the page says
    def hear(self, message: Mapping[str, Any]) -> None:
        """Do what a message of the page asks for; a fault is a sentence below the board."""
        try:
            self._obey(message)
        except HalfmoveError as error:
            with self._lock:
                self._message = str(error)
                self._show()

    def _obey(self, message: Mapping[str, Any]) -> None:
        kind = message.get("kind")
        if kind == "touches":
            self._play_touches(tuple(map(str, message.get("touches", ()))))
        elif kind == "move":
            self.play(str(message.get("text", "")))
        elif kind == "step":
            self.step_to(int(message.get("ply", 0)))
        elif kind == "undo":
            self.undo()
        elif kind == "begin":
            self.begin()
        elif kind == "hint":
            self._run(self.hint)
        else:
            raise BadInput(f"The board knows no message '{kind}'.")

    def _play_touches(self, touches: tuple[str, ...]) -> None:
        state = self._state()
        fit = [a for a in self._legal() if touches in self._all_touches(state, a)]
        if len(fit) == 1:
            self.play(self.game.action_text(state, fit[0]))
            return
        with self._lock:  # several mean the same touches (promotions): the page asks which
            self._choices = [self.game.action_text(state, a) for a in fit]
            self._show()

    # ---- what it shows
    def content(self) -> dict[str, Any]:
        """All that the page needs, as plain data; nothing in it that the person may not see."""
        history = self._shown_history()
        state, viewer = history.state, self._viewer(history)
        surface = self._surface
        picture = (
            surface.picture_to(state, viewer, below=self.seat) if surface else View(history, viewer).picture
        )
        legal = self._legal() if self._may_move(history) else []
        touched = {a: self._all_touches(state, a) for a in legal}
        untouched = [self.game.action_text(state, a) for a, touches in touched.items() if not touches]
        return {
            "svg": picture,
            "points": [{"name": p.name, **_rectangle(p)} for p in self._points(state)] if legal else [],
            "moves": [list(touches) for some in touched.values() for touches in some],
            "buttons": self._choices or untouched[:MOST_BUTTONS],
            "typed": bool(legal)
            and (surface is None or bool(untouched) or surface.amount(state) is not None),
            "last": self._last_places(history),
            "hints": self._hints,
            "status": self._message or self._status(history),
            "ply": self._shown,
            "plies": len(self.history.actions),
            "told": View(self.history, viewer).moves(),
            "thinking": self._thread is not None,
        }

    def _points(self, state: Any) -> Sequence[Point]:
        return () if self._surface is None else self._surface.points(state, below=self.seat)

    def _status(self, history: History) -> str:
        if history.over:
            return "Drawn by repetition." if history.repeated else result(self.game, history.state)
        if self._thread is not None and self._shown == len(self.history.actions):
            return "Thinking …"
        return f"{self._name(history.mover)} to move"

    def _name(self, mover: int) -> str:
        names = self._surface.player_names if self._surface else ()
        return names[mover] if names and mover >= 0 else name_of(self.game, mover)

    def _last_places(self, history: History) -> list[dict[str, Any]]:
        """The rectangles of the picture that the last move went from and to."""
        surface = self._surface
        if not history.actions or surface is None or self.game.hidden:
            return []
        before, action = history.states[-2], history.actions[-1]
        if self.game.to_move(before) == CHANCE:
            return []
        cell = surface.placed(before, action)
        names = {cell} if cell else {*surface.touches(before, action)}
        places = surface.cells if cell else surface.points
        return [_rectangle(p) for p in places(history.state, below=self.seat) if p.name in names]

    # ---- the game
    def _state(self) -> Any:
        return self.history.states[self._shown]

    def _shown_history(self) -> History:
        if self._shown == len(self.history.actions):
            return self.history
        return History(self.game, self.history.start, self.history.actions[: self._shown])

    def _viewer(self, history: History) -> int | None:
        """Who looks: the person, or without an opponent whoever is to move."""
        if not self.game.hidden:
            return None
        if self._players:
            return self.seat
        return history.mover if history.mover != CHANCE and not history.over else self.seat

    def _legal(self) -> list[Any]:
        history = self._shown_history()
        return [] if history.mover == CHANCE else history.legal()

    def _all_touches(self, state: Any, action: Any) -> list[tuple[str, ...]]:
        if self._surface is None:
            return []
        first = tuple(self._surface.touches(state, action))
        return [first, *map(tuple, self._surface.other_touches(state, action))] if first else []

    def _may_move(self, history: History) -> bool:
        looks_back = self._shown < len(self.history.actions)
        if looks_back and self.game.hidden:  # who took moves back would know what he has seen since
            return False
        return not history.over and self._thread is None and history.mover not in self._players

    def _check_turn(self) -> None:
        if not self._may_move(self._shown_history()):
            over = self._shown_history().over
            raise BadInput("The game is over." if over else "It is not your move.")

    def _cut(self) -> None:
        """Give up what was played after the position that is shown."""
        while len(self.history.actions) > self._shown:
            self.history.undo()

    def _go_on(self) -> None:
        """Nature's moves, then the opponent's in a thread of its own."""
        self._hints, self._choices = [], []
        while not self.history.over and self.history.mover == CHANCE:
            self.history.play(
                draw_outcome(self.game, self.history.state, stream(self._random.getrandbits(64)))
            )
        self._shown = len(self.history.actions)
        if not self.history.over and self.history.mover in self._players:
            self._run(partial(self._answer, self._game_number))
        self._show()

    # ---- the others
    def _answer(self, number: int) -> None:
        """The move of whoever is to move, unless the game has been taken back meanwhile."""
        history = History(self.game, self.history.start, self.history.actions)
        seen = View(history, history.mover).sampled_history(stream(self._random.getrandbits(64)))
        choice = self._players[history.mover].choose(seen, Budget())
        with self._lock:
            if number != self._game_number:
                return
            if choice.resigns or choice.action is None:
                self._message = f"{self._name(history.mover)} resigns."
                return
            self.history.play(choice.action)
            self._go_on()

    def _run(self, work: Callable[[], Any]) -> None:
        """Do it in a thread of its own; a fault is a sentence below the board."""

        def run() -> None:
            try:
                work()
            except HalfmoveError as error:
                self._message = str(error)
            finally:
                with self._lock:
                    if self._thread is thread:
                        self._thread = None
                        self._show()

        thread = self._thread = Thread(target=run, daemon=True, name="halfmove-board")
        thread.start()

    # ---- shown
    def _show(self) -> None:
        if self._widget is not None:
            self._widget.content = self.content()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """In a notebook: the board to play on, and its picture where a notebook is only read."""
        from halfmove.notebook.widget import make_widget

        with self._lock:
            if self._widget is None:
                self._widget = make_widget(self.content(), self.hear)
        data, metadata = self._widget._repr_mimebundle_(**options)
        return {**data, "text/html": html_picture(self.content()["svg"])}, metadata

    def __repr__(self) -> str:
        return f"<a board of {self.game.title()}, {len(self.history.actions)} moves played>"


def _rectangle(place: Point) -> dict[str, float]:
    return {"x": place.x, "y": place.y, "width": place.width, "height": place.height}
