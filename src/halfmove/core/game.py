"""The formal game: six functions of an immutable state, and what a game may know besides.

S0, TO-MOVE, ACTIONS, RESULT, IS-TERMINAL, UTILITY as in Russell and Norvig, *Artificial Intelligence: A
Modern Approach*, 4th ed., section 5.1.  A game is a subclass of `Game` that defines these six; parameters are
annotated class attributes with a default.  Knowledge hooks have defaults that say nothing, and cost nothing
once compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, cast, get_type_hints

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.score import INFINITY, MAX_PLIES
from halfmove.core.term import Term

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer
    from halfmove.core.surface import Surface

CHANCE = -1
"""`to_move` of a state where nature moves."""

State = Any
Action = Any


class Game:
    """Rules as methods over an immutable state; parameters as keyword arguments.

    A parameter is a class attribute with an annotation (`int`, `float`, `bool` or `str`) and a default; an
    annotation without a default declares a constant that `setup` derives.  States of a compiled game are
    `NamedTuple`s whose fields are `int`, `bool`, `bits.Bitboard` or tuples of these; its actions are `int`s
    from 0 to 65,534.
    """

    # ---- traits: which algorithms apply
    name: ClassVar[str] = ""
    players: int = 2
    player_names: tuple[str, ...] = ("first", "second")
    zero_sum: bool = True
    chance: bool = False
    utility_limit: int = 1
    """No utility is larger than this, nor smaller than its negative; `math.inf` if there is no such limit."""
    whole_utilities: bool = True
    """Whether all utilities are whole numbers."""
    hidden: bool = False
    simultaneous: bool = False
    compiled: bool = True
    """False for a game whose states are any Python objects: its searches run interpreted."""
    on_paper: ClassVar[tuple[str, ...]] = ()
    """Parameters that only texts, pictures and `initial` read: machine code knows nothing of them, and
    games that differ in nothing else share it."""
    actions_limit: int = 256
    """No state has more legal actions than this."""
    history_slots: int = 1024
    """How many counters the history heuristic keeps for each player."""
    tableless_plies: int = 0
    """Where `plies_left` is no more than this, searching costs less than asking the table."""
    repetition: str = "none"
    """What it means that a position comes again: nothing ("none"), "draw", "loss" of whoever brings it about,
    or that the action is "forbidden".  `core.history.History` keeps to it; the state need not know."""
    repetition_count: int = 2
    """The how-manieth standing of a position it is to which that applies (chess: 3, superko: 2)."""
    selective: bool = False
    """Whether the engine searches it selectively (see `search.selective`), guided by the hooks below."""
    unit: int = 10_000
    """The size of a small advantage in `evaluate`'s units, such as a pawn's: margins of a selective search
    are multiples of it."""
    stuck_is_over: bool = False
    """Whether the game is over exactly where there is no legal action, or `is_drawn`: a search then need not
    ask `is_terminal`."""
    sampled: bool = False
    """Whether Monte Carlo tree search plays it better than alpha-beta does."""
    sampling: ClassVar[Mapping[str, str]] = {}
    """Settings that Monte Carlo tree search starts from with it (see `search.montecarlo.plan.Settings`)."""
    engine_without: int = 0
    """Features that the engine's search goes without, as bits: see `search.features`, which sets it."""
    symmetry_count: int = 1
    """How many positions `symmetric(s, k)`, 0 <= k < symmetry_count, makes of one (k = 0 is `s` itself)."""

    def __init__(self, **parameters: Any) -> None:
        declared = declared_parameters(type(self))
        for key, value in parameters.items():
            if key not in declared:
                known = ", ".join(declared) or "none"
                raise BadInput(f"{self.title()} has no parameter '{key}'; its parameters are: {known}.")
            setattr(self, key, _as_declared(self.title(), key, value, declared[key]))
        for key in declared:  # a default given and a default left are one game
            vars(self).setdefault(key, getattr(type(self), key))
        self.parameters: dict[str, Any] = {key: getattr(self, key) for key in declared}
        self.setup()

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self).pop(
            "_machine_type", None
        )  # machine code made for the old value must not serve the new one
        object.__setattr__(self, name, value)

    def setup(self) -> None:
        """Check the parameters (raise `BadInput`) and derive constants from them."""

    def machine_constants(self) -> dict[str, Any]:
        """What of this object its machine code depends on, by name."""
        known = {k: v for k, v in vars(self).items() if k != "_machine_type" and k not in self.on_paper}
        known["parameters"] = {k: v for k, v in self.parameters.items() if k not in self.on_paper}
        return known

    # ---- the six functions
    def initial(self) -> State:
        """S0: the state in which the game starts."""
        raise NotImplementedError

    def to_move(self, s: State) -> int:
        """TO-MOVE: the player, 0 to players - 1, whose turn it is; `CHANCE` where nature moves."""
        raise NotImplementedError

    def actions(self, s: State) -> Iterator[Action]:
        """ACTIONS: the legal actions, each once, in an order that never changes; nature's where it moves."""
        raise NotImplementedError

    def list_actions(self, s: State, out: Buffer, at: int) -> int:
        """Write the legal actions to `out` from place `at` on; the place after the last.

        Faster in machine code than to go through `actions` (from whose source it is made there).
        """
        for action in self.actions(s):
            out[at] = action
            at += 1
        return at

    def count_actions(self, s: State) -> int:
        """How many legal actions a state that is not over has: for counting them without making them."""
        count = 0
        for _ in self.actions(s):
            count += 1
        return count

    def result(self, s: State, a: Action) -> State:
        """RESULT: the state that action `a` leads to; `s` is untouched."""
        raise NotImplementedError

    def is_terminal(self, s: State) -> bool:
        """IS-TERMINAL: whether the game is over."""
        raise NotImplementedError

    def utility(self, s: State, player: int) -> Any:
        """UTILITY of the terminal state `s` to `player`, in the game's own payoff units."""
        raise NotImplementedError

    def outcomes(self, s: State) -> Iterator[tuple[Action, float]]:
        """Where nature moves: each of `actions`, in that order, with its probability.  By default all are
        equally likely, as with a die."""
        sides = 0
        for _ in self.actions(s):
            sides += 1
        for a in self.actions(s):
            yield a, 1.0 / sides

    # ---- what a game may know (every default says nothing)
    def evaluate(self, s: State, player: int) -> int:
        """EVAL: an estimate for `player` in utility units × `score.WIN`, strictly inside ±`score.ESTIMATE`.

        Where `utility_limit` is L > 1, strictly inside ±((L - 1) × `score.WIN` + `score.ESTIMATE`); where it
        is infinite, anything, infinities included.
        """
        return 0

    def terms(self, s: State) -> list[Term]:
        """What the evaluation of `s` is made of, term by term; together they are the estimate to the first
        player, but for rounding (`core.term`).  `BadInput` where it is no weighted sum."""
        raise BadInput(f"The evaluation of {self.title()} has no terms of its own to show.")

    def order(self, s: State, a: Action) -> int:
        """How promising `a` looks, -1000 to 1000; larger is searched earlier."""
        return 0

    def candidates(self, s: State) -> Iterator[Action]:
        """Legal actions that suffice to find the value where `bounds` leaves it open: all, by default.

        A game may leave out actions that lose at once when another may not, or all but a forced reply.
        Where every action loses the game must say so through `bounds`.
        """
        return self.actions(s)

    def bounds(self, s: State) -> tuple[int, int]:
        """Proven bounds (lower, upper) on the engine score of `s` for the player to move (see `score`)."""
        return -INFINITY, INFINITY

    def plies_left(self, s: State) -> int:
        """No game goes on for more than this many plies after `s`."""
        return MAX_PLIES

    def history_slot(self, s: State, a: Action) -> int:
        """Which of the `history_slots` counters learns from `a`: what makes it the same move elsewhere."""
        return a % self.history_slots  # type: ignore[no-any-return]

    def forcing(self, s: State) -> Iterator[Action]:
        """The actions a quiescence search still looks at beyond the horizon: none, by default."""
        for none in range(0):  # noqa: UP028  `yield from` has no machine code
            yield none

    def list_forcing(self, s: State, out: Buffer, at: int) -> int:
        """Write the forcing actions to `out`, as `list_actions` does the legal ones."""
        for action in self.forcing(s):
            out[at] = action
            at += 1
        return at

    def threatening(self, s: State) -> Iterator[Action]:
        """Quiet actions that a quiescence search tries at its first ply: those that put the opponent under a
        threat that must be met at once (chess: checks); none, by default.  Not asked for under a threat."""
        for none in range(0):  # noqa: UP028  `yield from` has no machine code
            yield none

    def list_threatening(self, s: State, out: Buffer, at: int) -> int:
        """Write the threats to `out`, as `list_actions` does the legal actions."""
        for action in self.threatening(s):
            out[at] = action
            at += 1
        return at

    # ---- what a selective search asks besides
    def is_drawn(self, s: State) -> bool:
        """Whether a rule makes the state a draw although there are actions (chess: fifty moves, dead
        positions); not the rule about repetition."""
        return False

    def in_check(self, s: State) -> bool:
        """Whether the mover is under a threat that must be met at once: no standing pat, no null move."""
        return False

    def quiet(self, s: State, a: Action) -> bool:
        """Whether `a` leaves the material as it is: no capture, no promotion."""
        return True

    def exchange(self, s: State, a: Action) -> int:
        """What `a` wins by force on the square it goes to, in `evaluate`'s units (static exchange
        evaluation); negative exactly where it loses material, and otherwise no more than the truth."""
        return 0

    def gain(self, s: State, a: Action) -> int:
        """The most that `a` itself can add to the mover's evaluation."""
        return INFINITY

    def may_pass(self, s: State) -> bool:
        """Whether a null move is sound: `passed` is a state, and the mover is hardly in zugzwang."""
        return False

    def passed(self, s: State) -> State:
        """The state with the turn handed over, where `may_pass`."""
        return s

    def structure(self, s: State) -> int:
        """A number, 0 or more, that is the same where what changes seldom is (chess: the pawns): what the
        evaluation misjudges in one such position it misjudges in the others."""
        return 0

    def reversible(self, s: State) -> int:
        """How many plies back a position may lie that could still come again."""
        return MAX_PLIES

    def key(self, s: State) -> bits.Bitboard:
        """A 64-bit name of the state for tables; equal states have equal keys, and it says who moves.

        States that differ only in what changes no value (in chess, the number of the move) may share one.
        """
        return hash_state(s)

    def repetition_key(self, s: State) -> bits.Bitboard:
        """A 64-bit name of what must be the same for a position to count as repeated; `key(s)` by default."""
        return self.key(s)

    def may_repeat(self, s: State, a: Action) -> bool:
        """Whether `a` may bring back a position that has stood before, and the rule about it then applies.

        False for what cannot (a capture in chess) and for what is exempt (a pass in Go).
        """
        return True

    def symmetric(self, s: State, k: int) -> State:
        """The k-th position equivalent to `s`; `symmetric(s, 0) == s`."""
        return s

    def symmetric_key(self, s: State, k: int) -> bits.Bitboard:
        """`key(symmetric(s, k))`, for a game that knows a shorter way to it."""
        return self.key(self.symmetric(s, k))

    def symmetric_action(self, a: Action, k: int) -> Action:
        """What action `a` of `s` is called in `symmetric(s, k)`."""
        return a

    # ---- what a Monte Carlo search asks
    def pick(self, s: State, random: Buffer) -> Action:
        """A legal action drawn from the stream `random` (see `core.randomness`), each as likely as any other.
        -1, which is no action, has the search list them all and draw one, and is the default."""
        return -1

    def sample(self, s: State, random: Buffer) -> Action:
        """An action for a playout, drawn at random: `pick`, unless the game leaves out what can only be bad
        (Go: filling one's own eyes)."""
        return self.pick(s, random)

    def playout(self, s: State, last: Action, random: Buffer) -> Action:
        """The action that a playout goes on with in `s`, where `last` (-1: not known) was just played: quick
        and by the game's own judgement, drawn from `random`; -1: one from `sample`, as by default."""
        return -1

    def prior(self, s: State, a: Action) -> int:
        """How likely a good player is to choose `a`, before any search: a weight of 0 or more, where 100 is
        an ordinary action's."""
        return 100

    def is_legal(self, s: State, a: Action) -> bool:
        """Whether `a`, an action of some state, is one of `s`, which is not over."""
        found = False
        for action in self.actions(s):
            if action == a:
                found = True
        return found

    # ---- text
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
        """A picture of the state in text, several lines."""
        return repr(s)

    def position_text(self, s: State) -> str:
        """The state in the field's notation, on one line; `parse` reads it back."""
        raise BadInput(f"{self.title()} has no notation for positions; give the moves instead.")

    def parse(self, text: str) -> State:
        """The state that `text` describes, the inverse of `position_text`; `BadInput` if there is none."""
        raise BadInput(f"{self.title()} has no notation for positions; give the moves with --moves instead.")

    def action_text(self, s: State, a: Action) -> str:
        """An action in the field's notation."""
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

    def draw(self, s: State) -> str:
        """The state as an SVG document."""
        from xml.sax.saxutils import escape

        lines = self.show(s).splitlines()
        width, height = 9 * max(map(len, lines), default=1) + 16, 18 * len(lines) + 16
        body = "".join(f'<text x="8" y="{22 + 18 * i}">{escape(t)}</text>' for i, t in enumerate(lines))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="monospace" font-size="15" xml:space="preserve">{body}</svg>'
        )

    def surface(self) -> Surface | None:
        """What of the game's picture a hand can touch (see `core.surface`); None where moves are chosen from
        a list."""
        return None

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in self.parameters.items())
        return f"{type(self).__name__}({inside})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.parameters.items()))))


def declared_parameters(cls: type[Game]) -> dict[str, type]:
    """The parameters a game class declares, with their types, base classes first; a trait too if declared."""
    hints = get_type_hints(cls, include_extras=True)
    own = {
        key
        for ancestor in cls.__mro__
        if ancestor is not Game
        for key in vars(ancestor).get("__annotations__", ())
    }
    return {
        key: hint
        for key, hint in hints.items()
        if key in own and hint in (int, float, bool, str) and not key.startswith("_") and hasattr(cls, key)
    }


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _as_declared(title: str, key: str, value: Any, kind: type) -> Any:
    """`value` as the parameter's type; text is read, anything else must already fit."""
    try:
        if kind is bool and isinstance(value, str):
            return _TRUTH[value.strip().lower()]
        if isinstance(value, str) or (kind is float and isinstance(value, int)):
            return kind(value)
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
    except (ValueError, KeyError):
        pass
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    raise BadInput(f"{title}'s parameter '{key}' must be {words[kind]}, not {value!r}.")


def hash_state(s: State) -> bits.Bitboard:
    """A hash of a state's fields that is the same in every process; compiled, `machine` knows tuples."""
    if isinstance(s, tuple):
        h = bits.board(len(s))
        for field in s:
            h = bits.hash_with(h, hash_state(field))
        return h
    if isinstance(s, int):
        return bits.board(int(s))
    return _hash_object(s)


def _hash_object(s: Any) -> bits.Bitboard:
    """Interpreted only: any object, by what it shows of itself."""
    if isinstance(s, (frozenset, set)):  # in whatever order
        return hash_state(tuple(sorted(map(hash_state, s))))
    if is_dataclass(s):
        return hash_state(tuple(getattr(s, field.name) for field in fields(s)))
    if getattr(s, "shape", None) == ():  # a number of NumPy's
        return hash_state(s.item())
    if hasattr(s, "tobytes"):
        return int.from_bytes(blake2b(s.tobytes(), digest_size=8).digest())
    if cast(Any, type(s)).__repr__ is object.__repr__:
        return bits.board(hash(s))
    return int.from_bytes(blake2b(repr(s).encode(), digest_size=8).digest())
