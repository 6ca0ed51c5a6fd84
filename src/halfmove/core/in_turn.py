"""Moves made at once as a sequence of hidden choices: the same game for whoever plays or searches in turn.

In every state where players move at once, those who have a choice make it one after the other, player 0
first, and nobody sees a choice before all are made.  A player who chooses later knows no more than if he
chose at the same moment, so that strategies and values are those of the game itself (Osborne and Rubinstein,
*A Course in Game Theory*, 1994, section 11.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import (
    CHANCE,
    NO_CHOICE,
    SIMULTANEOUS,
    TRAITS,
    Action,
    Dynamics,
    Game,
    Information,
    State,
    hash_state,
)
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game
from halfmove.core.randomness import below as random_below
from halfmove.core.score import MAX_PLIES
from halfmove.core.surface import Point, Surface

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer


class Choices(NamedTuple):
    """A state of the game, what each player has chosen in it so far (`NO_CHOICE`: nothing yet), and who is
    to choose; -1 where players do not move at once."""

    state: Any
    chosen: tuple[int, ...]
    chooser: int

    def __repr__(self) -> str:
        """The state as whoever wrote the game knows it, and what has been chosen in it."""
        if all(a == NO_CHOICE for a in self.chosen):
            return repr(self.state)
        words = ("-" if a == NO_CHOICE else str(a) for a in self.chosen)
        return f"{self.state!r} with the choices {', '.join(words)}"


def in_turn(game: Game | str) -> Game:
    """The game with its simultaneous moves made in turn, hidden from the others until all have chosen; a game
    whose players move in turn already is given back as it is."""
    game = open_game(game)
    if not game.simultaneous:
        return game
    if type(game).actions is Game.actions:  # it has joint actions and no others
        return OnlyAtOnce(game)
    return InTurnWithChance(game) if game.has_chance else InTurn(game)


def rules_of(game: Game) -> Game:
    """The game whose rules are played: what `in_turn` was given, or the game itself."""
    return game.game if isinstance(game, InTurn) else game


def lies_open(game: Game, s: Any) -> bool:
    """Whether all choices that led to `s` have just been shown, in a game that hides nothing else: different
    ones may lead to the same state."""
    return isinstance(game, InTurn) and not game.inner_hidden and s.chosen == game.nobody


def own_method(method: str, s: Any) -> str:
    """The method of the game's own that answers in `s` where `method` of the game in turn is asked."""
    return _CHOOSERS.get(method, method) if isinstance(s, Choices) and s.chooser >= 0 else method


_CHOOSERS = {"actions": "actions_of", "action_text": "choice_text"}
_TRAITS = (
    *TRAITS,
    "players", "player_names", "utility_limit", "whole_utilities", "compiled", "repetition",
    "repetition_count", "unit", "history_slots", "actions_limit", "action_bits",
)  # fmt: skip


class InTurn(Game):
    """`game` with its simultaneous moves in turn; interpreted or compiled as that is."""

    choices_in_turn = True
    game: Game

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.name = game.title()  # type: ignore[misc]  # an instance's own
        self.parameters = dict(game.parameters)
        for name in _TRAITS:
            setattr(self, name, getattr(game, name))
        self.dynamics = Dynamics.SEQUENTIAL
        self.information_kind = Information.IMPERFECT
        self.nobody = (NO_CHOICE,) * game.players
        self.inner_hidden = game.hidden

    def __repr__(self) -> str:
        return repr(self.game)  # messages speak of the game that somebody wrote

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InTurn) and self.game == other.game

    def __hash__(self) -> int:
        return hash((InTurn, self.game))

    def title(self) -> str:  # type: ignore[override]
        return self.game.title()

    # ---- the six functions
    def initial(self) -> Choices:
        return self.begun(self.game.initial())

    def begun(self, state: State) -> Choices:
        """A state of the game before any choice in it."""
        return Choices(state, self.nobody, self.next_chooser(state, 0))

    def next_chooser(self, state: State, player: int) -> int:
        """The first from `player` on who has a choice where players move at once; -1 where there is none."""
        if self.game.is_terminal(state) or self.game.to_move(state) != SIMULTANEOUS:
            return -1
        for other in range(player, self.players):
            for _ in self.game.actions_of(state, other):
                return other
        return -1

    def to_move(self, s: Choices) -> int:
        if s.chooser >= 0:
            return s.chooser
        mover = self.game.to_move(s.state)
        return 0 if mover == SIMULTANEOUS else mover  # where the game is over nobody's turn is asked

    def actions(self, s: Choices) -> Iterator[Action]:
        if s.chooser >= 0:
            for a in self.game.actions_of(s.state, s.chooser):
                yield a
        else:
            for a in self.game.actions_of(s.state, self.game.to_move(s.state)):
                yield a

    def result(self, s: Choices, a: Action) -> Choices:
        if s.chooser < 0:
            return self.begun(self.game.result(s.state, a))
        chosen = bits.with_item(s.chosen, s.chooser, a)
        after = self.next_chooser(s.state, s.chooser + 1)
        if after >= 0:
            return Choices(s.state, chosen, after)
        return self.begun(self.game.result(s.state, chosen))

    def is_terminal(self, s: Choices) -> bool:
        return self.game.is_terminal(s.state)

    def utility(self, s: Choices, player: int) -> Any:
        return self.game.utility(s.state, player)

    def reward(self, s: Choices, a: Action, player: int) -> Any:
        if s.chooser < 0:
            return self.game.reward(s.state, a, player)
        if self.next_chooser(s.state, s.chooser + 1) >= 0:
            return 0
        return self.game.reward(s.state, bits.with_item(s.chosen, s.chooser, a), player)

    # ---- knowledge
    def evaluate(self, s: Choices, player: int) -> int:
        return self.game.evaluate(s.state, player)

    def plies_left(self, s: Choices) -> int:
        return min(self.game.plies_left(s.state) * self.players, MAX_PLIES)

    def key(self, s: Choices) -> Bitboard:
        return bits.hash_with(
            bits.hash_with(self.game.key(s.state), s.chooser), bits.number(hash_state(s.chosen))
        )

    def repetition_key(self, s: Choices) -> Bitboard:
        return bits.hash_with(
            bits.hash_with(self.game.repetition_key(s.state), s.chooser), bits.number(hash_state(s.chosen))
        )

    # ---- what players know
    def own(self, s: Choices, player: int) -> tuple[int, ...]:
        """What the player knows of the choices: his own."""
        return bits.with_item(self.nobody, player, s.chosen[player])

    def observation(self, s: Choices, player: int) -> Any:
        return Choices(self.game.observation(s.state, player), self.own(s, player), s.chooser)

    def information(self, s: Choices, player: int) -> Bitboard:
        own = bits.number(hash_state(s.chosen[player]))
        known = bits.hash_with(self.game.information(s.state, player), own)
        return bits.hash_with(known, s.chooser * self.players + player)

    def resample(self, s: Choices, player: int, random: Buffer) -> Choices:
        state, chosen = self.game.resample(s.state, player, random), s.chosen
        for other in range(self.players):
            if other != player and s.chosen[other] != NO_CHOICE:
                count = 0
                for _ in self.game.actions_of(state, other):
                    count += 1
                left = random_below(random, count)
                for a in self.game.actions_of(state, other):
                    if left == 0:
                        chosen = bits.with_item(chosen, other, a)
                    left -= 1
        return Choices(state, chosen, s.chooser)

    def public(self, s: Choices) -> Any:
        return Choices(self.game.public(s.state), self.nobody, s.chooser)

    def action_seen(self, s: Choices, a: Action, viewer: int) -> str:
        """Of a choice only his own is told to a player; with the last all are shown."""
        if s.chooser < 0:
            return self.game.action_seen(s.state, a, viewer)
        if self.next_chooser(s.state, s.chooser + 1) < 0:
            return self.game.action_seen(s.state, bits.with_item(s.chosen, s.chooser, a), viewer)
        return self.action_text(s, a) if viewer == s.chooser else "a choice"

    def action_revealed(self, s: Choices, a: Action, now: Choices, viewer: int) -> str:
        if s.chooser < 0:
            return self.game.action_revealed(s.state, a, now.state, viewer)
        return self.action_seen(s, a, viewer)

    # ---- text: a position is the game's, and where some have chosen `| 3 -` after it
    def action_text(self, s: Choices, a: Action) -> str:
        if s.chooser < 0:
            return self.game.action_text(s.state, a)
        return self.game.choice_text(s.state, s.chooser, a)

    @property
    def has_notation(self) -> bool:
        return self.game.has_notation

    def position_text(self, s: Choices) -> str:
        text = self.game.position_text(s.state)
        if s.chosen == self.nobody:
            return text
        words = [
            "-" if a == NO_CHOICE else self.game.choice_text(s.state, p, a) for p, a in enumerate(s.chosen)
        ]
        return f"{text} | {' '.join(words)}"

    def parse(self, text: str) -> Choices:
        """A position of the game; behind a bar the choices made in it, `-` for none yet."""
        before, bar, after = text.partition("|")
        s = self.begun(self.game.parse(before.strip()))
        if not bar:
            return s
        words = after.split()
        if len(words) != self.players or s.chooser < 0:
            raise BadInput(
                f"Behind the bar stands a choice for each of {self.players} players, '-' for none."
            )
        while not self.is_terminal(s) and s.chooser >= 0 and words[s.chooser] != "-":
            chooser = s.chooser
            if self.next_chooser(s.state, chooser + 1) < 0:
                raise BadInput("Where all have chosen the choices are played, so one at least is '-'.")
            s = self.result(s, self.parse_action(s, words[chooser]))
        if any(word != "-" for p, word in enumerate(words) if s.chosen[p] == NO_CHOICE):
            raise BadInput("Players choose in their order, so nobody chooses before those in front of him.")
        return s

    def split_moves(self, text: str) -> list[str]:
        return self.game.split_moves(text)

    def show(self, s: Choices, *, viewer: int | None = None) -> str:
        rows = [self.game.show_to(s.state, viewer)]
        if s.chooser >= 0:
            rows.append(self.choices_text(s, viewer))
        return "\n".join(rows)

    def choices_text(self, s: Choices, viewer: int | None) -> str:
        """Who has chosen, what `viewer` may see of it, and who is to choose."""
        words = []
        for player, a in enumerate(s.chosen):
            if a != NO_CHOICE:
                seen = viewer is None or viewer == player
                what = self.game.choice_text(s.state, player, a) if seen else ""
                words.append(f"{self.player_name(player)} has chosen {what}".rstrip())
        return "; ".join([*words, f"{self.player_name(s.chooser)} to choose"])

    def draw(self, s: Choices, *, viewer: int | None = None) -> str:
        drawn, surface = self.game.draw_to(s.state, viewer), self.game.surface()
        laid = (
            []
            if surface is None
            else [
                surface.laid(s.state, player, a if viewer in (None, player) else None)
                for player, a in enumerate(s.chosen)
                if a != NO_CHOICE
            ]
        )
        drawn = drawn.removesuffix("</svg>") + "".join(laid) + "</svg>" if laid else drawn
        return _with_line(drawn, self.choices_text(s, viewer) if s.chooser >= 0 else "")

    def surface(self) -> Surface | None:
        return None if self.game.surface() is None else InTurnSurface(self)


class InTurnWithChance(InTurn):
    """Of a game of chance: machine code for a game without any has no outcomes to compile."""

    def actions(self, s: Choices) -> Iterator[Action]:
        if s.chooser >= 0:
            for a in self.game.actions_of(s.state, s.chooser):
                yield a
        elif self.game.to_move(s.state) == CHANCE:
            for outcome in self.game.outcomes(s.state):
                yield outcome[0]
        else:
            for a in self.game.actions_of(s.state, self.game.to_move(s.state)):
                yield a

    def outcomes(self, s: Choices) -> Iterator[tuple[Action, float]]:
        for outcome in self.game.outcomes(s.state):  # noqa: UP028  `yield from` has no machine code
            yield outcome

    def draw_outcome(self, s: Choices, random: Buffer) -> Action:
        return self.game.draw_outcome(s.state, random)


class OnlyAtOnce(InTurn):
    """Of a game in which players always move at once, so that its `result` takes tuples only."""

    def actions(self, s: Choices) -> Iterator[Action]:
        for a in self.game.actions_of(s.state, s.chooser):  # noqa: UP028  `yield from` has no machine code
            yield a

    def result(self, s: Choices, a: Action) -> Choices:
        chosen = bits.with_item(s.chosen, s.chooser, a)
        after = self.next_chooser(s.state, s.chooser + 1)
        if after >= 0:
            return Choices(s.state, chosen, after)
        return self.begun(self.game.result(s.state, chosen))

    def reward(self, s: Choices, a: Action, player: int) -> Any:
        if self.next_chooser(s.state, s.chooser + 1) >= 0:
            return 0
        return self.game.reward(s.state, bits.with_item(s.chosen, s.chooser, a), player)


_LINE = 26
"""The height of a line below the picture, in the picture's own units for one that is 300 high."""


def _with_line(svg: str, words: str) -> str:
    """An SVG document with a line of text below it, of the same height whatever it says."""
    from html import escape

    box = re.search(r'viewBox="([^"]*)"', svg)
    if box is None:
        return svg
    left, top, width, height = map(float, box[1].split())
    more = max(_LINE * height / 300, _LINE)
    inside = re.sub(
        r"<svg\b([^>]*)>",
        lambda found: (
            "<svg"
            + re.sub(r'\s(?:width|height|x|y|role)="[^"]*"', "", found[1])
            + f' x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}">'
        ),
        svg[svg.index("<svg") :],
        count=1,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height + more:g}" '
        f'width="{width:g}" height="{height + more:g}" role="img">{inside}'
        f'<text x="{left + 12:g}" y="{top + height + 0.6 * more:g}" font-size="{0.55 * more:g}" '
        f'font-family="system-ui, sans-serif" fill="#808691">{escape(words)}</text></svg>'
    )


class InTurnSurface(Surface):
    """The game's board, with the points of whoever is to choose."""

    game: InTurn

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        inner = self.game.game.surface()
        assert inner is not None, "only a game with a board has this one"
        self.inner = inner
        self.player_names, self.colours = inner.player_names, inner.colours

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        points = self.inner.points(s.state, below=below)
        if s.chooser < 0 or self.game.is_terminal(s):
            return points
        own = {name for a in self.game.actions(s) for name in self.touches(s, a)}
        return [point for point in points if point.name in own]

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        if s.chooser >= 0:
            return self.inner.touches_of(s.state, s.chooser, a)
        return self.inner.touches(s.state, a)

    def occupied(self, s: Any) -> Mapping[str, str]:
        return self.inner.occupied(s.state)

    def cells(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.inner.cells(s.state, below=below)
