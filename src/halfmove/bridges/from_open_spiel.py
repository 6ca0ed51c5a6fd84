"""A game of OpenSpiel's as one of ours: `open_spiel_game("connect_four", rows=5)`.

Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.  A state is OpenSpiel's
own with the actions that led to it, by which it is told from others; it is never changed once it is made.
Such a game runs interpreted.  Moves made at once are made in turn, as OpenSpiel does it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from hashlib import blake2b
from itertools import accumulate
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, SPECTATOR, Chance, Game, Information, Payoffs
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.extras import check, need
from halfmove.core.randomness import below, fraction, stream
from halfmove.core.score import MAX_PLIES

MOST_HISTORIES = 20_000
"""Histories that are looked at to find all that a player cannot tell apart."""
FEW_HISTORIES = 300
"""Likewise, to say what somebody sees of one action."""
_TRIED = 10
_USE = "Games of OpenSpiel, or for it, need"
_MOST_NAMES = 20
"""Games that an error lists."""


class Reached:
    """A state of OpenSpiel's, the actions, chance's too, that led to it, and of a game that hides something
    what each player knew and did at his turns, as a number."""

    __slots__ = ("own", "past", "state")

    def __init__(self, state: Any, past: tuple[int, ...], own: tuple[int, ...]) -> None:
        self.state = state
        self.past = past
        self.own = own

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reached) and self.past == other.past

    def __hash__(self) -> int:
        return hash(self.past)

    def __repr__(self) -> str:
        return f"Reached{self.past}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (str(self.state.get_game()), self.past)


class Alike(NamedTuple):
    """The states that a player cannot tell apart, and how likely chance makes each, none of it his doing."""

    states: list[Reached]
    weights: list[float]


def open_spiel_game(name: str, **parameters: Any) -> OpenSpielGame:
    """OpenSpiel's game of this name, with its parameters by keyword or in brackets: `"hex(board_size=5)"`.

    `BadInput` where OpenSpiel is not installed or has no such game, `Unsuitable` for a game that cannot be
    played in turn from states that do not change.
    """
    head, bracket, inside = name.partition("(")
    said = [f"{key}={value}" for key, value in parameters.items()]
    rest = [inside.rstrip(" )")] if bracket and inside.rstrip(" )") else []
    brackets = f"({','.join([*rest, *said])})" if rest or said else ""
    return OpenSpielGame(game=head.strip() + brackets)


class OpenSpielGame(Game):
    """`game`, as OpenSpiel names it, with its parameters in brackets."""

    compiled = False
    game: str = "tic_tac_toe"

    def title(self) -> str:  # type: ignore[override]  # an instance's own
        return f"OpenSpiel's {self.game}"

    def setup(self) -> None:
        self.other = _load(self.game)
        kind, spiel = self.other.get_type(), import_open_spiel()
        self.players = self.other.num_players()
        self.player_names = tuple(f"player {p}" for p in range(self.players))
        self.chance = (
            Chance.EXPLICIT
            if kind.chance_mode == spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            else Chance.NONE
        )
        self.information_kind = (
            Information.PERFECT
            if kind.information == spiel.GameType.Information.PERFECT_INFORMATION
            else Information.IMPERFECT
        )
        sums = {
            spiel.GameType.Utility.ZERO_SUM: Payoffs.ZERO_SUM,
            spiel.GameType.Utility.CONSTANT_SUM: Payoffs.CONSTANT_SUM,
        }
        self.payoffs = sums.get(kind.utility, Payoffs.GENERAL)
        self.utility_limit = max(abs(self.other.min_utility()), abs(self.other.max_utility()))
        # A game that is won, lost or drawn says so; of any other OpenSpiel does not say what may come.
        self.whole_utilities = self.utility_limit == 1 and self.zero_sum and not self.has_chance
        actions = self.other.num_distinct_actions()
        outcomes = self.other.max_chance_outcomes() if self.has_chance else 0
        self.actions_limit = max(actions, outcomes)
        self.action_bits = max(16, min(32, (self.actions_limit + 1).bit_length()))
        self.policy_size = actions

    # ---- the six functions, and chance
    def initial(self) -> Reached:
        return Reached(self.other.new_initial_state(), (), (0,) * self.players)

    def to_move(self, s: Reached) -> int:
        mover = int(s.state.current_player())
        return (
            mover if mover >= 0 or s.state.is_chance_node() else 0
        )  # once it is over nobody's turn is asked

    def actions(self, s: Reached) -> Iterator[int]:
        if s.state.is_chance_node():
            return iter([a for a, _ in self.outcomes(s)])
        return iter(s.state.legal_actions())

    def result(self, s: Reached, a: int) -> Reached:
        own, mover = s.own, self.to_move(s)
        if self.hidden and mover != CHANCE:
            own = bits.with_item(own, mover, _number(f"{self.information(s, mover)} {a}"))
        return Reached(s.state.child(a), (*s.past, a), own)

    def replayed(self, past: Iterable[int]) -> Reached:
        """The state that actions lead to."""
        s = self.initial()
        for a in past:
            s = self.result(s, a)
        return s

    def is_terminal(self, s: Reached) -> bool:
        return bool(s.state.is_terminal())

    def utility(self, s: Reached, player: int) -> float:
        earned: float = s.state.player_return(player)
        return int(earned) if self.whole_utilities else earned

    def outcomes(self, s: Reached) -> Iterator[tuple[int, float]]:
        return iter([(a, p) for a, p in s.state.chance_outcomes() if p > 0])

    def plies_left(self, s: Reached) -> int:
        longest: int = self.other.max_game_length() + self.other.max_chance_nodes_in_history()
        return min(max(longest - len(s.past), 0), MAX_PLIES)

    # ---- what players know
    def seen(self, s: Reached, player: int) -> str:
        """What a player sees now, in OpenSpiel's words."""
        kind = self.other.get_type()
        if kind.provides_observation_string:
            return str(s.state.observation_string(player))
        return str(s.state.information_state_string(player))

    def public_text(self, s: Reached) -> str:
        """What everybody sees, in OpenSpiel's words; nothing where it has none for that."""
        observer = _public_observer(self.game)
        return "" if observer is None else str(observer.string_from(s.state, 0))

    def observation(self, s: Reached, player: int) -> Any:
        return tuple(self.seen(s, player).encode()) if self.hidden else s.past

    def information(self, s: Reached, player: int) -> Bitboard:
        """His own past counts, though not all games of OpenSpiel's remember it: perfect recall."""
        if not self.hidden:
            return _number(repr(s))
        known = [
            self.seen(s, player),
            self.public_text(s),
            player,
            s.own[player],
            int(s.state.current_player()),
        ]
        if self.other.get_type().provides_information_state_string:
            known.append(s.state.information_state_string(player))
        return _number(repr(known))

    def public(self, s: Reached) -> Any:
        return tuple(self.public_text(s).encode()) if self.hidden else s.past

    def resample(self, s: Reached, player: int, random: Buffer) -> Reached:
        if not self.hidden:
            return s
        alike = self.list_alike(s, player)
        if alike is None:
            try:
                drawn = s.state.resample_from_infostate(player, lambda: fraction(random))
            except RuntimeError:
                raise BadInput(
                    f"To draw what a player cannot tell from this position, more than {MOST_HISTORIES:,} "
                    f"histories would have to be looked at, and OpenSpiel has no way of its own."
                ) from None
            return self.replayed(drawn.history())
        up_to = list(accumulate(alike.weights))
        return alike.states[min(bisect_right(up_to, fraction(random) * up_to[-1]), len(up_to) - 1)]

    def list_alike(self, s: Reached, player: int, most: int = MOST_HISTORIES) -> Alike | None:
        """All states that a player cannot tell from `s`: the ends of histories in which he knew and did the
        same at his own turns.  None where more than `most` would have to be looked at."""
        turns, at = [], self.initial()
        for a in s.past:
            if self.to_move(at) == player:
                turns.append((self.information(at, player), a))
            at = self.result(at, a)
        name, found = self.information(s, player), Alike([], [])
        waiting, visited = [(self.initial(), 0, 1.0)], 0
        while waiting:
            at, turn, weight = waiting.pop()
            visited += 1
            if visited > most:
                return None
            mover = at.state.current_player()
            asked = mover == player or (turn == len(turns) and mover == s.state.current_player())
            here = self.information(at, player) if asked else None
            if here == name and turn == len(turns):
                found.states.append(at)
                found.weights.append(weight)
            if at.state.is_terminal():
                continue
            if self.to_move(at) == CHANCE:
                waiting += [(self.result(at, a), turn, weight * p) for a, p in self.outcomes(at)]
            elif self.to_move(at) != player:
                waiting += [(self.result(at, a), turn, weight) for a in self.actions(at)]
            elif turn < len(turns) and here == turns[turn][0]:
                waiting.append((self.result(at, turns[turn][1]), turn + 1, weight))
        return found

    def action_seen(self, s: Reached, a: int, viewer: int) -> str:
        """Its text, where the viewer knows afterwards which action it was; otherwise what changes for him."""
        mover = self.to_move(s)
        if not self.hidden or viewer == mover:
            return self.action_text(s, a)
        after = self.result(s, a)
        if _actions_by_sight(self, s, viewer).get(self.sight(after, viewer)) == {a}:
            return self.action_text(s, a)
        again = ", and moves again" if mover >= 0 and after.state.current_player() == mover else ""
        again = ", which ends the game" if after.state.is_terminal() else again
        sees = self.public_text if viewer == SPECTATOR else partial(self.seen, player=viewer)
        now = sees(after)
        return f"something{again}" + (f": {' '.join(now.split())}" if now != sees(s) else "")

    def sight(self, s: Reached, viewer: int) -> Any:
        """What a viewer knows, as something to compare."""
        return self.public_text(s) if viewer == SPECTATOR else self.information(s, viewer)

    # ---- text: a position is the numbers of the actions that led there, `-` where it begins
    def show(self, s: Reached, *, viewer: int | None = None) -> str:
        if viewer is None or not self.hidden:
            return str(s.state) or "-"
        return (self.public_text(s) if viewer == SPECTATOR else self.seen(s, viewer)) or "-"

    def action_text(self, s: Reached, a: int) -> str:
        return _texts(s.state)[a]

    def parse_action(self, s: Reached, text: str) -> int:
        word = text.strip()
        if word.isdigit() and word.isascii() and not s.state.is_terminal() and int(word) in self.actions(s):
            return int(word)
        found: int = super().parse_action(s, text)
        return found

    def split_moves(self, text: str) -> list[str]:
        """By blanks only: moves of OpenSpiel's have commas, `x(1,2)`."""
        return text.split()

    def position_text(self, s: Reached) -> str:
        return " ".join(map(str, s.past)) or "-"

    def parse(self, text: str) -> Reached:
        state = self.initial()
        for word in text.split() if text.strip() != "-" else ():
            if not (word.isdigit() and word.isascii()) or self.is_terminal(state):
                raise BadInput(f"A position of {self.title()} is the numbers of its actions, not '{text}'.")
            if int(word) not in self.actions(state):
                raise BadInput(f"{word} is no action of {self.title()} after '{self.position_text(state)}'.")
            state = self.result(state, int(word))
        return state


def import_open_spiel() -> Any:
    """OpenSpiel, as its module `pyspiel`; `BadInput` where it is not installed."""
    check("open_spiel", _USE)
    import pyspiel

    return pyspiel


@cache
def _load(text: str) -> Any:
    """OpenSpiel's game, moves made at once in turn; `BadInput` where it has none, `Unsuitable` where chance
    cannot be listed."""
    spiel = import_open_spiel()
    name = text.partition("(")[0].strip()
    if name not in spiel.registered_names():
        need("open_spiel.python.games", _USE)  # those written in Python
    if name not in spiel.registered_names():
        near = get_close_matches(name, spiel.registered_names(), _MOST_NAMES)
        hint = f" the nearest are: {', '.join(near)}" if near else " `pyspiel.registered_names()` lists them"
        raise BadInput(f"OpenSpiel has no game '{name}';{hint}.")
    [kind] = [kind for kind in spiel.registered_games() if kind.short_name == name]
    try:
        game = spiel.load_game(text)
    except (RuntimeError, ValueError, IndexError) as error:
        raise BadInput(f"OpenSpiel cannot make '{text}': {error}.") from None
    kind = game.get_type()
    if kind.dynamics == spiel.GameType.Dynamics.MEAN_FIELD:
        raise Unsuitable(f"{kind.long_name} is a mean field game: it is not played move by move.")
    if kind.chance_mode == spiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise Unsuitable(
            f"{kind.long_name} draws its chances by itself, so that its states never come again."
        )
    if kind.dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
        game = spiel.convert_to_turn_based(game)
    return game


@cache
def _hides_actions(text: str) -> bool:
    """Whether players make moves of which others do not know which they were: tried in `_TRIED` random games,
    as OpenSpiel does not say."""
    game, random = OpenSpielGame(game=text), stream(1)
    for _ in range(_TRIED):
        s = game.initial()
        while not game.is_terminal(s):
            legal = list(game.actions(s))
            mover = game.to_move(s)
            for viewer in range(game.players):
                after = [game.sight(game.result(s, a), viewer) for a in legal]
                if mover not in (CHANCE, viewer) and len(set(after)) < len(after):
                    return True
            s = game.result(s, legal[below(random, len(legal))])
    return False


@lru_cache(maxsize=256)
def _actions_by_sight(game: OpenSpielGame, s: Reached, viewer: int) -> dict[Any, set[int]]:
    """By what the viewer knows after an action, the actions that it may have been, in all states that he
    cannot tell from `s`; nothing where these cannot all be found."""
    states = [s]
    if viewer != SPECTATOR and _hides_actions(game.game):
        alike = game.list_alike(s, viewer, FEW_HISTORIES)
        states = [] if alike is None else alike.states
    found: dict[Any, set[int]] = {}
    for state in states:
        for b in game.actions(state):
            found.setdefault(game.sight(game.result(state, b), viewer), set()).add(b)
    return found


def _replayed(game: str, past: tuple[int, ...]) -> Reached:
    """The state that actions lead to: what a copy in another process is."""
    return OpenSpielGame(game=game).replayed(past)


def _number(text: str) -> int:
    """A 64-bit name of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


@cache
def _public_observer(text: str) -> Any:
    """What gives the public part of what players see; None where OpenSpiel has not got it."""
    spiel = import_open_spiel()
    wanted = spiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=spiel.PrivateInfoType.NONE
    )
    make = need("open_spiel.python.observation", _USE).make_observation
    try:
        observer = make(_load(text), wanted)
        told = observer is not None and observer.string_from(_load(text).new_initial_state(), 0) is not None
    except (RuntimeError, ValueError):
        return None
    return observer if told else None


def _texts(state: Any) -> dict[int, str]:
    """The legal actions' texts without blanks, each with its number where others have the same."""
    mover, chance = state.current_player(), state.is_chance_node()
    legal = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
    words = {a: "_".join(state.action_to_string(mover, a).split()) for a in legal}
    times = Counter(words.values())
    return {a: word if word and times[word] == 1 else f"{word}#{a}" for a, word in words.items()}
