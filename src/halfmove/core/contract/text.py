"""Text and pictures: what people read and touch of a game.  Never compiled, so all of Python is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.contract.rules import Rules
from halfmove.core.contract.traits import CHANCE, NO_CHOICE, SIMULTANEOUS, Action, State
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

NARROWEST = 24
"""Letters: a picture of fewer would be drawn with very large ones."""


class Text(Rules):
    """Notations and pictures of states and actions."""

    @classmethod
    def title(cls) -> str:
        """The name to show to people."""
        return cls.name or cls.__name__

    def player_name(self, who: int) -> str:
        """What a player is called; nature is "chance"."""
        if who == CHANCE:
            return "chance"
        return self.player_names[who] if who < len(self.player_names) else f"player {who + 1}"

    def show(self, s: State) -> str:
        """A picture of the state in text, several lines.

        Of a game of imperfect information it is `show(s, *, viewer=None)`, and `viewer` sees no more than he
        may: a player, `SPECTATOR`, or None, who sees everything.  So it is with `draw`.
        """
        return repr(s)

    @property
    def has_notation(self) -> bool:
        """Whether positions have a notation."""
        return type(self).position_text is not Text.position_text

    def position_text(self, s: State) -> str:
        """The state in the field's notation, on one line; `parse` reads it back."""
        raise BadInput(f"{self.title()} has no notation for positions; give the moves instead.")

    def parse(self, text: str) -> State:
        """The state that `text` describes, the inverse of `position_text`; `BadInput` if there is none."""
        raise BadInput(f"{self.title()} has no notation for positions; give the moves with --moves instead.")

    def action_text(self, s: State, a: Action) -> str:
        """An action in the field's notation; of a joint action the `choice_text` of each who has one."""
        if isinstance(a, tuple) and self.simultaneous and self.to_move(s) == SIMULTANEOUS:
            return "/".join(self.choice_text(s, p, a[p]) for p in range(self.players) if a[p] != NO_CHOICE)
        return str(a)

    def choice_text(self, s: State, player: int, a: Action) -> str:
        """What one player's part of a joint action is called."""
        return str(a)

    def parse_action(self, s: State, text: str) -> Action:
        """The legal action of `s` that `text` names; `BadInput` if there is none."""
        legal = {self.action_text(s, a): a for a in self.actions(s)} if not self.is_terminal(s) else {}
        if text.strip() in legal:
            return legal[text.strip()]
        if not legal:
            raise BadInput(f"The game is over, so '{text}' cannot be played.")
        choice = ", ".join(legal) if len(legal) <= 30 else f"{', '.join(list(legal)[:30])}, …"
        raise BadInput(f"'{text}' is not a legal move here; the legal moves are: {choice}.")

    def split_moves(self, text: str) -> list[str]:
        """A list of moves as a person writes it, one text each: separated by blanks or commas."""
        return text.replace(",", " ").split()

    def ending(self, s: State) -> str:
        """How a terminal state came about, where utilities do not say it: `checkmate`; empty, by default."""
        return ""

    def draw(self, s: State) -> str:
        """The state as an SVG document."""
        return self.picture_of(self.show(s))

    def picture_of(self, text: str) -> str:
        """An SVG document of lines of text."""
        from html import escape

        lines = text.splitlines()
        width, height = 9 * max(map(len, [*lines, NARROWEST * " "])) + 16, 18 * len(lines) + 16
        style = 'style="white-space:pre"'  # of each line, as browsers let no line inherit it
        body = "".join(
            f'<text x="8" y="{22 + 18 * i}" {style}>{escape(t)}</text>' for i, t in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="monospace" font-size="15">{body}</svg>'
        )

    def surface(self) -> Surface | None:
        """What of the game's picture a hand can touch (see `core.surface`); None where moves are chosen from
        a list."""
        return None
