"""Capabilities: what a game offers for showing it, recording it and playing it over protocols.

No folder above `games/` checks which game it has: a game offers capabilities, and callers ask for those.  By
default a game offers none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.bounded_file import MEGABYTE, text_or_file
from halfmove.core.contract.text import Text
from halfmove.core.contract.traits import State

if TYPE_CHECKING:
    from pathlib import Path

    from halfmove.core.abstraction import Abstraction
    from halfmove.core.contract.game import Game
    from halfmove.core.decision import Decision
    from halfmove.core.dialects import Dialect
    from halfmove.core.duplicate import Duplicate
    from halfmove.core.expert import Expert
    from halfmove.core.formats import RecordFormat
    from halfmove.core.hand_over import HandOver
    from halfmove.core.history import History
    from halfmove.core.openings import OpeningKeys
    from halfmove.core.own_levels import OwnLevels
    from halfmove.core.ownership import Ownership
    from halfmove.core.policy import Policy
    from halfmove.core.realtime import RealTime
    from halfmove.core.review import Review, ReviewedAction, Tell
    from halfmove.core.settlement import Settlement
    from halfmove.core.tablebases import Tablebase
    from halfmove.core.tuning import Tunable


class Capabilities(Text):
    """What a game offers besides its rules and knowledge."""

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        """The values of parameters that have few, the usual ones first; none, by default."""
        return {}

    @classmethod
    def read_files(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters, with what is in the place of the name of a file where one is given
        (`file_parameters`): its text, by default.  Asked where the files are the caller's own."""
        return {
            **parameters,
            **{
                key: text_or_file(parameters[key], MEGABYTE)
                for key in cls.file_parameters
                if key in parameters
            },
        }

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Boards to begin from: what one is called, and the parameters it sets; none, by default."""
        return {}

    def lesson(self) -> tuple[Mapping[str, Any], str, int] | None:
        """Where a lesson begins whose tree is small enough to be drawn: parameters, a position in the game's
        notation, and plies; None, by default, where the initial position will do."""
        return None

    def record_formats(self) -> Sequence[RecordFormat]:
        """The formats in which games of it are read and written, the usual one first; none, by default."""
        return ()

    def position_forms(self, s: State) -> Mapping[str, str]:
        """A position in the other notations in which programs of its field exchange them, by their names;
        `parse` reads each.  None, by default."""
        return {}

    def dialects(self) -> Sequence[Dialect]:
        """How protocols (UCI, GTP) speak of it to programs that play it (see `core.dialects`); none, by
        default."""
        return ()

    def opening_keys(self) -> OpeningKeys | None:
        """How books of its openings call positions and moves; None, by default: as those of any game, by keys
        and symmetries."""
        return None

    def tablebase(self, folder: str, tell: Callable[[str], None]) -> Tablebase | None:
        """Tables of its endings that other programs have made, in a folder of the user's; `BadInput` where it
        has none, `tell` hears of what cannot be read later.  None, by default: none are known of."""
        return None

    def opening_table(self) -> str:
        """Names of its openings with the moves that lead there (`core.named_openings`); empty, by default."""
        return ""

    def opening_name(self, s: State) -> str:
        """What a position of the opening is called, `Sicilian Defence`: by default, what its `opening_table`
        says; empty where a position has no name."""
        from halfmove.core.named_openings import opening_in

        return opening_in(self, s).name

    def tunable(self) -> Tunable | None:
        """The weights of its evaluation, to be fitted to games; None where it has none."""
        return None

    def search_parameters(self) -> Mapping[str, int]:
        """Its own numbers for the selective search, by name, in place of the usual ones: what
        `halfmove tune GAME --search` has found (`search.alphabeta.selective.parameters`)."""
        return {}

    def hopeless(self, share: float, plies: int) -> bool:
        """Whether players of the game resign where that is the part of the point they can expect, 0 to 1,
        after so many plies: never, by default."""
        return False

    def won(self, s: State, player: int) -> bool:
        """Whether a player who is judged by himself, not against another, has won a game that is over: he has
        a utility above 0, by default; a game that counts points says what else it takes."""
        return bool(self.utility(s, player) > 0)

    def counts_points(self) -> bool:
        """Whether players ask by how much a game was won, as in backgammon, and matches by the points a game:
        where utilities go beyond 1, by default."""
        return self.utility_limit > 1

    def inner_points(self, s: State, after: State) -> tuple[float, ...] | None:
        """What a game inside a match was worth to each player, where it ended between a state and the next,
        so that a contest of matches can tell points a game too; None, by default, and where none ended."""
        return None

    def accepts(self, s: State, a: Any) -> bool:
        """Whether `a` may be played: whether it is one of `actions`, by default.  A game that offers searches
        a few of very many actions (the bets of poker) takes the others too, from people and records; `result`
        and `parse_action` know them."""
        return any(a == legal for legal in self.actions(s))

    def action_figures(self, s: State, a: Any) -> Mapping[str, float]:
        """What players of the game count of an action, by name, as an analysis says it beside the value: in
        Scrabble `score` and `leave`.  Nothing, by default."""
        return {}

    def game_figures(self, s: State, a: Any) -> Mapping[str, float]:
        """What players of the game count over a whole game, of an action of the player to move: a contest
        adds it up, and tells the mean a game.  In Scrabble `turns`, `points`, `bingos` and `exchanges`.
        Nothing, by default."""
        return {}

    def partnerships(self) -> Sequence[int]:
        """For each seat the side that it plays for, numbered from 0 in the order of their first seats; by
        default each for itself.  Partners have equal utilities; in contests one player has all seats of a
        side, each by a copy that knows no more than its own seat."""
        return range(self.players)

    def duplicate(self) -> Duplicate | None:
        """How results of the same deal at several tables are compared (`core.duplicate`); None, by default:
        each result counts for itself."""
        return None

    def big_blind(self) -> float:
        """What a big blind is in the game's units: results are then told in thousandths of it a game, as
        poker players tell them; 0, by default: the game has none."""
        return 0.0

    def pass_turn(self, s: State) -> State | None:
        """The state with the turn handed to the other side, in which a search finds what that side threatens;
        None, by default, and where the game has no such state (chess: the mover is in check)."""
        return None

    def modelled(self, chance: bool) -> Game | None:
        """The same game as a search models the other players, where it has to: states and actions are the
        same, but their moves are nature's, with known probabilities, for a search that reckons with chance,
        and players' for one that does not.  None, by default: the game is what it is."""
        return None

    def strategy_tables(
        self, strategy: Any
    ) -> Sequence[tuple[str, Sequence[Sequence[str]], Sequence[Sequence[float | None]]]]:
        """What a strategy (`imperfect.strategy.Strategy`) looks like: tables with a heading, labels, and
        values from 0 to 1; none, by default, where it is listed set by set."""
        return ()

    def decision(self, s: State) -> Decision | None:
        """What formulas say where a player decides what no search does well, such as to double; None, by
        default, and wherever a search says it."""
        return None

    def strategies(self) -> Mapping[str, Policy]:
        """Ways to play it that have names, rules of thumb for matches (`strategy:NAME`); none, by default."""
        return {}

    def expert(self) -> Expert | None:
        """Its own way to judge actions by what a player knows (`core.expert`), a new one each time, which
        searches of every game would do worse; None, by default."""
        return None

    def own_levels(self) -> OwnLevels | None:
        """Levels of its own (`core.own_levels`), where weak players are weak otherwise than by looking less
        far ahead and playing at random now and then; None, by default."""
        return None

    def abstraction(self, sizes: Sequence[int] = (), file: str | Path | None = None) -> Abstraction | None:
        """How deals are put together for training (`core.abstraction`): so many buckets on each round, kept
        in a file; none, by default."""
        return None

    def settlement(self, history: History) -> Settlement | None:
        """What players must agree upon before a game that is over is counted; None where nothing is."""
        return None

    def ownership(self, s: State) -> Ownership | None:
        """An estimate whose each point of the board will be; it may take seconds. None where there is no such
        thing."""
        return None

    def meanings(self, s: State) -> Sequence[ReviewedAction]:
        """What the actions so far say to everybody by an agreed system, as the calls of bridge do; none, by
        default."""
        return ()

    def review(self, s: State, tell: Tell) -> Review | None:
        """What each action of a game cost, as the game itself measures it when all is open (`core.review`);
        it may take seconds.  None, by default: searches judge it."""
        return None

    def hand_over(self, s: State, viewer: int | None) -> HandOver | None:
        """How a hand that is over leaves the table, in a game that is played many hands in a row
        (`core.hand_over`), with the cards that `viewer` has seen; None, by default: a game stands alone."""
        return None

    def real_time(self) -> RealTime | None:
        """How it is played in real time (see `core.realtime`); None, by default, where it is played in
        turn."""
        return None
