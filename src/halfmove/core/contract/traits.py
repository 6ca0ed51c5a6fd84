"""Traits: enumerations that say what kind of game it is, and so which algorithms apply.

The vocabulary is OpenSpiel's (Lanctot et al., *OpenSpiel: A Framework for Reinforcement Learning in Games*,
2019, section 3.1).  A game gives them as members or as the texts they stand for: `chance = "explicit"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar, Literal

CHANCE = -1
"""`to_move` of a state where nature moves."""

SIMULTANEOUS = -2
"""`to_move` of a state where all players who have actions choose at once."""

SPECTATOR = -3
"""The viewer who is no player: he sees what everybody sees."""

NO_CHOICE = -1
"""A player's part of a joint action where he has nothing to choose; no action has this number."""

State = Any
Action = Any


class Chance(Enum):
    """What nature does."""

    NONE = "none"
    """Nature never moves."""
    EXPLICIT = "explicit"
    """`outcomes` gives every outcome with its probability."""
    SAMPLED = "sampled"
    """The outcomes are too many to list: `draw_outcome` draws one."""


class Information(Enum):
    """What players know of the state."""

    PERFECT = "perfect"
    """Everything."""
    IMPERFECT = "imperfect"
    """What `observation` and `information` say."""


class Dynamics(Enum):
    """Whether players move in turn."""

    SEQUENTIAL = "sequential"
    """They move in turn."""
    SIMULTANEOUS = "simultaneous"
    """In some states they choose at once (`to_move` is `SIMULTANEOUS`)."""


class Payoffs(Enum):
    """How the utilities of the players hang together."""

    ZERO_SUM = "zero-sum"
    """They add up to nothing in every terminal state."""
    CONSTANT_SUM = "constant-sum"
    """They add up to the same in every terminal state."""
    ONE_AGAINST_ALL = "one against all"
    """Player 0 plays against all others together: each of them has the opposite of his utility."""
    GENERAL = "general"
    """They may add up to anything."""


class Rewards(Enum):
    """When utility is earned."""

    TERMINAL = "terminal"
    """At the end of the game only."""
    RUNNING = "running"
    """On the way too: `reward` says how much for each step; `utility` is the sum of all."""


TRAITS: dict[str, type[Enum]] = {
    "chance": Chance,
    "information_kind": Information,
    "dynamics": Dynamics,
    "payoffs": Payoffs,
    "rewards": Rewards,
}
"""The enumerated traits of a game by the name of the attribute."""


def trait(owner: str, name: str, value: Any) -> Enum:
    """The member that `value`, a member or its text, stands for; `TypeError` for anything else.

    `owner` is the name of the class, for the sentence.
    """
    kind = TRAITS[name]
    if isinstance(value, kind):
        return value
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(repr(member.value) for member in kind)
        raise TypeError(f"{owner}.{name} is one of {known}, not {value!r}.") from None


class Traits:
    """What kind of game it is, as class attributes; `setup` may assign them where parameters decide."""

    name: ClassVar[str] = ""
    """The name of the game; if empty, the name of the class."""
    players: int = 2
    """How many players there are, nature not counted."""
    player_names: tuple[str, ...] = ("first", "second")
    """What the players are called; one letter each, such as X and O, colours the board."""
    chance: Chance | Literal["none", "explicit", "sampled"] = Chance.NONE
    information_kind: Information | Literal["perfect", "imperfect"] = Information.PERFECT
    dynamics: Dynamics | Literal["sequential", "simultaneous"] = Dynamics.SEQUENTIAL
    payoffs: Payoffs | Literal["zero-sum", "constant-sum", "one against all", "general"] = Payoffs.ZERO_SUM
    rewards: Rewards | Literal["terminal", "running"] = Rewards.TERMINAL
    utility_limit: int = 1
    """No utility is larger than this, nor smaller than its negative; `math.inf` if there is no such limit."""
    whole_utilities: bool = True
    """Whether all utilities are whole numbers."""
    compiled: bool = True
    """False for a game whose states are any Python objects: its searches run interpreted."""
    explicit: ClassVar[bool] = False
    """Whether the game is a tree that is written down (`games.tree`), with a `root` and named nodes."""
    choices_in_turn: ClassVar[bool] = False
    """Whether it is another game with its simultaneous moves made in turn (`core.in_turn`), whose states say
    what has been `chosen`."""
    uncompiled_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters, and constants derived from them, that only text, pictures and `initial` use.  Machine code
    knows nothing of them: games that differ in nothing else share it."""
    runtime_parameters: tuple[str, ...] = ()
    """Parameters, and constants derived from them, annotated `int`, `float`, `bool` or `Bitboard`, that
    machine code reads from the game while it runs, instead of containing them: games that differ in nothing
    else share it.  Not for sizes of boards, which are worth a compilation."""
    actions_limit: int = 256
    """No state has more legal actions than this."""
    action_bits: int = 16
    """Actions are whole numbers below 2 to the power of this; more than 16, and 32 at the most, is for games
    whose actions have many parts.  (The number 65,535 is taken where it is 16.)"""
    history_slots: int = 1024
    """How many counters the history heuristic keeps for each player."""
    tableless_plies: int = 0
    """Where `plies_left` is at most this, searching is cheaper than using the transposition table."""
    unranked_plies: int = 0
    """Where `plies_left` is at most this, the engine searches to the end of the game and tries the actions as
    `candidates` offers them: to rank them, and to look the position up, costs more than it saves.  For games
    whose `stuck_is_over`; their `bounds_within` is asked of states that are over, too."""
    probcut_checks: int = 0
    """How many shallow searches, 0 to 2, the engine asks before a deep one, to pass it over where `probcut`
    says how it would end (ProbCut)."""
    repetition: str = "none"
    """What a repeated position means: nothing ("none"), a "draw", a "loss" for the player who repeats it, or
    that the action is "forbidden".  `core.history.History` applies it; the state need not store it."""
    repetition_count: int = 2
    """The occurrence of a position from which `repetition` applies (chess: 3, superko: 2)."""
    depth_plies: int = 1
    """The plies that count as one of the depth of a search: more than one where people count rounds of all
    players (Pac-Man and every ghost once), not single moves."""
    judged_at_once: ClassVar[bool] = False
    """Whether `evaluate` of the state after an action, as the player who acts knows it, plays it better than
    a search does."""
    file_parameters: ClassVar[tuple[str, ...]] = ()
    """Parameters whose value on the command line may be the name of a file: its text is taken."""
    selective: bool = False
    """Whether the engine searches it selectively (`search.alphabeta.selective`), guided by hooks for that."""
    narrowed: bool = False
    """Whether `plausible` leaves out legal actions."""
    forcing_wins: bool = False
    """Whether `forcing` actions win or gain nothing: quiescence then asks of them only whether they win."""
    quiescence_plies: int = 0
    """After how many plies beyond the horizon quiescence estimates, whatever is forcing still; 0: never.  At
    the root forcing actions are followed to their end first, where `forcing_wins`."""
    unit: int = 10_000
    """The size of a small advantage in `evaluate`'s units, such as a pawn's: margins of a selective search
    are multiples of it."""
    evaluation_words: int = 0
    """How many words, at most 32, `write_words` writes for a network that estimates (`evaluation_network`);
    0: there is none."""
    evaluation_views: int = 1
    """How many views `word_view` tells apart."""
    evaluation_zones: int = 1
    """In how many zones a view may lie (`input_zone`): in each a bit is another input."""
    evaluation_rows: int = 0
    """How many inputs such a network has: `word_row` numbers them; 64 for each word and zone unless a class
    says otherwise together with `evaluation_words`."""
    evaluation_buckets: int = 1
    """How many sets of output weights it has: `output_bucket` chooses one."""
    evaluation_spread: float = 3.0
    """An advantage of so many `unit`s is worth an expected score of 1 / (1 + e⁻¹), 0.73, to whoever learns
    such a network."""
    estimates_by_network: bool = False
    """Whether that network estimates, in place of `evaluate` (set by the engine, which holds its weights)."""
    estimate_unit: ClassVar[str] = ""
    """The unit in which estimates are shown ("pawns"), each worth `unit`; "": as shares of a win."""
    moves_in_pairs: ClassVar[bool] = False
    """Whether people number moves in pairs, one of each player ("12. Qe2 Nf6"), instead of one by one."""
    draws_agreed: ClassVar[bool] = False
    """Whether the two players may agree on a draw before the rules end the game."""
    stuck_is_over: bool = False
    """Whether a state is terminal exactly if it has no legal action or `is_drawn`: a search then need not
    call `is_terminal`."""
    finished_count: bool = False
    """Whether perft counts a game that is over sooner as one sequence, as the game's published counts do."""
    solving: ClassVar[Mapping[str, str]] = {}
    """Parameters that `halfmove solve` sets where nothing is said of them: what people mean by the value of a
    position, such as the difference in discs."""
    sampled: bool = False
    """Whether Monte Carlo tree search plays it better than alpha-beta does."""
    sampling: ClassVar[Mapping[str, str]] = {}
    """Settings that Monte Carlo tree search starts from with it (see `search.montecarlo.plan.Settings`)."""
    dominance: bool = False
    """Whether `holdings` and `key_without_holdings` say which of two positions is better for a player, so
    that a proof of one proves the other."""
    ending_unmoves: bool = False
    """Whether `ending_sources` lists the states before a state: databases are then built backwards."""
    endings_at: int = 0
    """Where the database of its endings lies in memory; 0: there is none (set by `halfmove.endings`)."""
    engine_without: int = 0
    """Features that the engine's search goes without, as bits (set by `search.alphabeta.features`)."""
    symmetry_count: int = 1
    """How many positions `symmetric(s, k)`, 0 <= k < symmetry_count, makes of one (k = 0 is `s` itself)."""
    table_symmetries: bool = True
    """Whether a search's table keeps symmetric positions as one; no where the other keys of a position cost
    more than the few repeated ones save."""
    plane_shape: tuple[int, int, int] = (0, 0, 0)
    """How many planes `write_planes` writes, and their rows and columns; (0, 0, 0): none, the game is encoded
    by the numbers of its states."""
    policy_size: int = 0
    """How many places `policy_index` tells apart; 0: as many as the actions of random games need."""

    # ---- what follows from the enumerations, as plain truth values for kernels and conditions
    has_chance: bool = False
    """Whether nature moves: `chance` is not none."""
    zero_sum: bool = True
    """Whether `payoffs` are zero-sum."""
    hidden: bool = False
    """Whether `information_kind` is imperfect."""
    simultaneous: bool = False
    """Whether `dynamics` are simultaneous."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        own = vars(cls)
        if ("evaluation_words" in own or "evaluation_zones" in own) and "evaluation_rows" not in own:
            cls.evaluation_rows = 64 * cls.evaluation_words * cls.evaluation_zones
        for name, (trait_name, way) in _FOLLOWING.items():
            if name in own:
                raise TypeError(f"{cls.__name__}.{name} follows from {trait_name}; write {way} instead.")
        for name in TRAITS:
            if name in own:
                setattr(cls, name, trait(cls.__name__, name, own[name]))
        for name, value in following(cls).items():
            if getattr(cls, name) is not value:
                setattr(cls, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in TRAITS:
            value = trait(type(self).__name__, name, value)
        object.__setattr__(self, name, value)
        if name in TRAITS:
            for follower, said in following(self).items():
                object.__setattr__(self, follower, said)


_FOLLOWING = {
    "has_chance": ("chance", '`chance = "explicit"`'),
    "zero_sum": ("payoffs", '`payoffs = "general"`, "constant-sum" or "zero-sum"'),
    "hidden": ("information_kind", '`information_kind = "imperfect"`'),
    "simultaneous": ("dynamics", '`dynamics = "simultaneous"`'),
}


def largest_action(game: Traits) -> int:
    """The largest number that an action of the game may have."""
    return 65_534 if game.action_bits <= 16 else (1 << game.action_bits) - 1


def following(game: Any) -> dict[str, bool]:
    """The truth values that follow from the enumerated traits of a game or of a class of games."""
    return {
        "has_chance": game.chance is not Chance.NONE,
        "zero_sum": game.payoffs is Payoffs.ZERO_SUM,
        "hidden": game.information_kind is Information.IMPERFECT,
        "simultaneous": game.dynamics is Dynamics.SIMULTANEOUS,
    }
