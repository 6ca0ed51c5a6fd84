"""What players know of a state: the contract for games of imperfect information.

A player's *information set* holds all states that he cannot tell apart: Osborne and Rubinstein, *A Course in
Game Theory*, 1994, chapter 11.  A game of perfect information leaves all of this alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.contract.hashing import hash_state
from halfmove.core.contract.text import Text
from halfmove.core.contract.traits import Action, State

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer


class InformationHooks(Text):
    """What each player sees and knows; the defaults are those of perfect information: everything."""

    def observation(self, s: State, player: int) -> Any:
        """What `player` sees of `s` now, as plain numbers in tuples; equal for states that look the same."""
        self._must_define("observation")
        return s

    def information(self, s: State, player: int) -> bits.Bitboard:
        """A 64-bit name of all that `player` knows in `s`, his own past included (perfect recall): states
        with the same name have the same player to move and the same actions for him."""
        if self.hidden:  # machine code takes a constant sentence only
            raise NotImplementedError("A game that hides information must define information.")
        return hash_state(s)

    def resample(self, s: State, player: int, random: Buffer) -> State:
        """A state that `player` cannot tell from `s`, drawn from the stream `random` (`core.randomness`)
        with the probabilities of chance alone: how likely the other players' actions were is not considered.
        The same stream gives the same state for all states that he cannot tell apart."""
        if self.hidden:  # machine code takes a constant sentence only
            raise NotImplementedError("A game that hides information must define resample.")
        return s

    def public(self, s: State) -> Any:
        """What everybody sees of `s`, as plain numbers in tuples: for spectators and records."""
        self._must_define("public")
        return s

    def action_seen(self, s: State, a: Action, viewer: int) -> str:
        """What `viewer` (a player, or `SPECTATOR`) is told when `a` is played in `s`: its text, or where he
        may not know it what he may ("a card is dealt")."""
        self._must_define("action_seen")
        return self.action_text(s, a)

    def action_revealed(self, s: State, a: Action, now: State, viewer: int) -> str:
        """What `viewer` knows of `a`, played in `s`, once the game has come from there to `now`: more than
        `action_seen` where something was laid open since, as cards are at a showdown."""
        return self.action_seen(s, a, viewer)

    def show_to(self, s: State, viewer: int | None) -> str:
        """`show` as `viewer` may see it; None sees everything."""
        whole: Any = self  # a game of imperfect information takes `viewer`
        shown: str = whole.show(s, viewer=viewer) if self.hidden else self.show(s)
        return shown

    def draw_to(self, s: State, viewer: int | None) -> str:
        """`draw` as `viewer` may see it; None sees everything."""
        if not self.hidden:
            return self.draw(s)
        if type(self).draw is Text.draw:
            return self.picture_of(self.show_to(s, viewer))
        whole: Any = self
        drawn: str = whole.draw(s, viewer=viewer)
        return drawn

    @property
    def veiled(self) -> bool:
        """Whether some viewer must not see some state: information is imperfect, or moves simultaneous."""
        return self.hidden or self.simultaneous

    def _must_define(self, hook: str) -> None:
        if self.hidden:
            raise NotImplementedError(f"{self.title()} hides information, so it must define {hook}")
