"""What the textbook searches have in common: which games they fit, how one is run, and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from halfmove.core.compile import interpreted, runs_compiled
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.results import as_text, finite
from halfmove.core.watch import Silent, Watcher
from halfmove.search.watch import LONGEST, Counter, Follower, Several, TooLong

MAX = 0
"""The player who maximises; every other player is a MIN."""

NULL = -1
"""The action of a state where none is taken, as a kernel returns it."""

UNLIMITED = 1_000_000_000
"""The depth of a search without a depth limit."""


class Refused(Exception):
    """What a kernel raises, as a class, when it meets something that makes the search senseless."""

    sentence = ""
    """Why, for a person; `{game}` and `{arguments[0]}`, the kernel's own arguments, are filled in."""


class Outcome(NamedTuple):
    """A textbook search's answer, and what it cost."""

    value: Any
    """To player 0, in the game's payoff units; a true minimax value where `exact`.  Paranoid search gives
    the value to the player it plays for, max^n a tuple of everyone's."""
    action: Any
    """The action to choose; None in a terminal state, at depth 0 and where nature moves."""
    variation: tuple[Any, ...]
    """The principal variation, `action` first, up to where nature moves (at most 64 plies)."""
    nodes: int
    """States entered: the first one, inner ones and leaves, each as often as it was entered."""
    terminals: int
    """Terminal states among the nodes, each as often as it was entered."""
    evaluations: int
    """Static evaluations, as the laboratory counts them (`teach.counts`): how often a state got its value
    from UTILITY or from EVAL; the `terminals` are those by UTILITY."""
    cutoffs: int
    """States whose remaining actions, if any, were left out because of the window."""
    passed_over: int = 0
    """Actions left out although nothing proved them irrelevant (forward pruning)."""
    relation: Literal["=", "≤", "≥"] = "="
    """What the value says: what was sought equals it, or, outside a window given to the search, is at most or
    at least that."""
    estimated: bool = False
    """Whether the search that answers valued a state by EVAL, at a horizon."""

    @property
    def exact(self) -> bool:
        """Whether the value is no bound and owes nothing to EVAL, and nothing was left out without proof."""
        return not self.estimated and self.passed_over == 0 and self.relation == "="

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain data; actions as the game has them."""
        told = {name: _plain(value) for name, value in zip(self._fields, self, strict=True)}
        return {**told, "exact": self.exact}

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON text (`core.results`)."""
        return as_text(self.to_dict(), indent)


def _plain(value: Any) -> Any:
    """A value, an action or a sequence of these as JSON has it: states of a person's own as text."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    told = finite(value)
    return told if told is None or isinstance(told, bool | int | float | str) else str(told)


class Variation(tuple[Any, ...]):
    """What a search that knows its own principal variation returns in the place of the action."""

    __slots__ = ()


def unfit(game: Game) -> str | None:
    """Why minimax and alpha-beta do not fit `game`, as a sentence; None where they do."""
    name = game.title()
    blind = reason_not_open(game, "minimax")
    if blind:
        return blind  # first, as no search that the others name would fit either
    if game.has_chance:
        return f"{name} has chance in it, and minimax only knows players who choose: it needs expectiminimax."
    if game.players == 2 and not game.zero_sum:
        return (
            f"{name} is not zero-sum, and minimax takes it that what one player wins the other loses: "
            "it needs max^n."
        )
    return None


def reason_not_open(game: Game, algorithm: str) -> str | None:
    """Why a search for games where all see everything, move in turn and know nature's outcomes does not fit;
    None if it does."""
    if game.chance is Chance.SAMPLED:
        return f"{game.title()} draws its chances without listing them, and {algorithm} needs the list."
    if game.hidden:
        return f"In {game.title()} players do not see everything, and {algorithm} takes it that they do."
    if game.simultaneous:
        return (
            f"In {game.title()} players move at the same time, and {algorithm} takes it that they move in "
            "turn."
        )
    return None


def conduct(
    algorithm: str,
    search: Callable[..., tuple[Any, Any]],
    game: Game,
    state: Any = None,
    depth: int | None = None,
    watch: Watcher | None = None,
    arguments: tuple[Any, ...] = (),
    *,
    options: Mapping[str, Any] | None = None,
    compiled: bool = True,
    unfit: Callable[[Game], str | None] = unfit,
) -> Outcome:
    """Run `search(game, state, depth, *arguments, watcher)` under the watcher, and return the outcome.

    `options` are the algorithm's own options, for the watcher's `start`; `unfit(game)` is why it does not fit
    a game, or None, and raises `Unsuitable` here.
    """
    reason = unfit(game)
    if reason:
        raise Unsuitable(reason)
    check_depth(depth)
    if state is None:
        state = game.initial()
    follower, everyone = _watchers(watch)
    subject = game if compiled and everyone.compiled else interpreted(game)
    plies = None if depth is None else depth * game.depth_plies
    everyone.start(subject, state, algorithm, plies, options or {})
    outcome = outcome_of(search, subject, state, plies, arguments, everyone, follower)
    everyone.finish(outcome.value, outcome.action)
    return outcome


def check_depth(depth: Any) -> None:
    """`BadInput` for a depth that is neither None nor a whole number from 0."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise BadInput(f"The depth must be a whole number of plies from 0, not {depth!r}.")


def check_memory(game: Game, state: Any, search: str) -> None:
    """`Unsuitable` where states cannot be looked up, for a search that remembers what it found of them."""
    try:
        hash(state)
    except TypeError as error:
        raise Unsuitable(
            f"{search} remembers the states it met, and those of {game.title()} cannot be looked up: {error}."
        ) from None


def _watchers(watch: Watcher | None) -> tuple[Follower, Watcher]:
    """The watcher that counts, and the one that the kernel is given."""
    if isinstance(watch, Follower):
        return watch, watch
    if watch is None or isinstance(watch, Silent):
        follower = Follower(free=True)
        return follower, follower
    follower = Follower()
    return follower, Several(follower, watch)


def outcome_of(
    search: Callable[..., tuple[Any, Any]],
    game: Game,
    state: Any,
    depth: int | None,
    arguments: tuple[Any, ...],
    watch: Watcher,
    follower: Follower,
) -> Outcome:
    """One call of the kernel under `watch`, of which `follower` is a part.

    A `Counter` among the arguments watches what is searched on the side; that is counted in the outcome.  The
    counts are this call's own, though the follower's may go on from one call to the next.
    """
    plies = UNLIMITED if depth is None else depth
    counters = [follower, *(argument for argument in arguments if isinstance(argument, Counter))]
    before = _read_counters(counters)
    try:
        if type(watch) is Follower and not runs_compiled(game):
            with watch.inline_into(search) as written:
                value, move = written(game, state, plies, *arguments, watch)
        else:
            value, move = search(game, state, plies, *arguments, watch)
    except (TooLong, RecursionError):
        raise Unsuitable(
            f"{game.title()} has lines of play too long to search to their end ({LONGEST} plies compiled, "
            "fewer interpreted); give the search a depth."
        ) from None
    except Refused as error:
        raise BadInput(error.sentence.format(game=game.title(), arguments=arguments)) from None
    if isinstance(value, float) and value.is_integer() and runs_compiled(game):
        value = int(value)  # compiled, all values are floats
    if isinstance(move, Variation):
        variation = tuple(move)
        move = variation[0] if variation else None
    else:
        variation = follower.variation(game, state)
    if game.is_terminal(state) or (depth == 0 and not variation) or game.to_move(state) == CHANCE:
        move = None
    elif (
        not variation
    ):  # every action is infinitely bad, so none ever improved on −∞: the first is as good as any
        move = next(iter(game.actions(state)))
        variation = (move,)
    nodes, leaves, horizon, cutoffs, passed_over = (
        after - earlier for after, earlier in zip(_read_counters(counters), before)
    )
    return Outcome(
        value,
        move,
        variation,
        nodes,
        leaves,
        leaves + horizon,
        cutoffs,
        passed_over,
        estimated=horizon > 0,
    )


def _read_counters(counters: list[Counter]) -> tuple[int, ...]:
    """Nodes, leaves, evaluations at the horizon, cutoffs and what was passed over, so far.

    Of what is searched on the side, cutoffs and what it passes over are not the search's own.
    """
    first = counters[0]
    return (
        sum(counter.nodes for counter in counters),
        sum(counter.leaves for counter in counters),
        sum(counter.evaluations for counter in counters),
        first.cutoffs,
        first.passed_over,
    )
