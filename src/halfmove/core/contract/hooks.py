"""The table of hooks: every method a game may define, once, with what is asked of it and what it promises.

From this table come the interpreted wrapper that numbers actions (`search.numbered`), the checks of ranges
and of compiled against interpreted (`core.check`), what the digest of machine code covers (`core.digest`),
the lists made from generators (`core.machine.listing`), which features of the engine rest on what
(`search.alphabeta.features`) and the tables of the reference page (docs/game-contract.md).  What a hook means
stands in its docstring, which is the page's text too.  A new hook is its method and one row here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from inspect import getattr_static
from typing import Any

from halfmove.core.contract.game import Game
from halfmove.core.score import ESTIMATE, INFINITY, MAX_PLIES, WIN


class Answer(Enum):
    """What a hook answers; the text is how the reference page says it."""

    NUMBER = "a whole number"
    TRUTH = "`True` or `False`"
    KEY = "a 64-bit name: 0 to 2⁶⁴ − 1"
    PAIR = "two whole numbers, the lower first"
    UTILITY = "a number"
    ACTION = "a legal action"
    DRAWN = "an action; −1: none"
    ACTIONS = "legal actions, each once, always in the same order"
    OUTCOMES = "pairs (action, probability)"
    STATE = "a state"
    LISTED = "the place after the last written"
    PLANES = "the place after the last number"
    TEXT = "text"
    OBJECT = "an object"


class States(Enum):
    """In which states a hook is asked."""

    EVERYWHERE = "every state"
    GOING_ON = "states that are not terminal"
    TURN = "states in which one player moves"
    NATURE = "states in which nature moves"
    AT_ONCE = "states in which players move at once"
    OVER = "terminal states"
    NEVER = "no state: asked of the game itself"


class Group(Enum):
    """The part of the contract that a hook belongs to: a table of the reference page each."""

    RULES = "The six functions"
    DYNAMICS = "Chance, rewards and moves at once"
    INFORMATION = "What players see"
    SEARCH = "Knowledge for every search"
    SELECTIVE = "Knowledge for the selective search"
    REPETITION = "Repetition"
    MONTE_CARLO = "Knowledge for Monte Carlo"
    ENCODING = "Encoding for networks"
    ENDINGS = "Databases of endings"
    TEXT = "Text and pictures"
    OFFERS = "What a game offers besides"


Range = Callable[[Game], tuple[float, float]]
"""The least and the largest answer that a game may give."""


@dataclass(frozen=True)
class Hook:
    """One method of the contract."""

    name: str
    arguments: tuple[str, ...]
    """After `self`: s (a state), a (a legal action), player, k (a symmetry), last (the action before, or −1),
    random (a stream), viewer, out, at (a buffer and a place in it), text."""
    answer: Answer
    group: Group
    asked: States = States.EVERYWHERE
    range: Range | None = None
    said: str = ""
    """The range in words, for people."""
    machine: bool = True
    """Whether machine code may call it, and so depends on its source."""
    lists: str = ""
    """The generator whose actions it writes to a buffer."""
    follows: str = ""
    """The hook that the default is made of, if any: a game that defines that one need not define this."""
    required: bool = False
    """Whether every game defines it."""

    @property
    def call(self) -> str:
        """How it is called: `order(s, a)`."""
        return f"{self.name}({', '.join(self.arguments)})"


def _estimates(game: Game) -> tuple[float, float]:
    if math.isinf(game.utility_limit):
        return -math.inf, math.inf
    most = (game.utility_limit - 1) * WIN + ESTIMATE - 1
    return -most, most


def _between(low: float, high: float) -> Range:
    return lambda game: (low, high)


_ANY = _between(-INFINITY, INFINITY)
_FROM_0 = _between(0, INFINITY)

S, A = "s", "a"

HOOKS: dict[str, Hook] = {
    hook.name: hook
    for hook in (
        # ---- the six functions
        Hook("initial", (), Answer.STATE, Group.RULES, States.NEVER, required=True),
        Hook("to_move", (S,), Answer.NUMBER, Group.RULES, required=True, said="0 to `players` − 1, −1, −2"),
        Hook("actions", (S,), Answer.ACTIONS, Group.RULES, States.GOING_ON, required=True,
             said="at least one"),
        Hook("result", (S, A), Answer.STATE, Group.RULES, States.GOING_ON, required=True),
        Hook("is_terminal", (S,), Answer.TRUTH, Group.RULES, required=True),
        Hook("utility", (S, "player"), Answer.UTILITY, Group.RULES, States.OVER, required=True,
             said="within ±`utility_limit`"),
        # ---- chance, rewards, moves at once
        Hook("outcomes", (S,), Answer.OUTCOMES, Group.DYNAMICS, States.NATURE,
             said="probabilities above 0, together 1"),
        Hook("draw_outcome", (S, "random"), Answer.ACTION, Group.DYNAMICS, States.NATURE),
        Hook("reward", (S, A, "player"), Answer.UTILITY, Group.DYNAMICS, States.GOING_ON),
        Hook("actions_of", (S, "player"), Answer.ACTIONS, Group.DYNAMICS, States.AT_ONCE),
        Hook("joint_actions", (S,), Answer.OBJECT, Group.DYNAMICS, States.AT_ONCE,
             follows="actions_of"),
        # ---- what players see
        Hook("observation", (S, "player"), Answer.OBJECT, Group.INFORMATION,
             said="plain numbers in tuples"),
        Hook("information", (S, "player"), Answer.KEY, Group.INFORMATION),
        Hook("resample", (S, "player", "random"), Answer.STATE, Group.INFORMATION, States.GOING_ON),
        Hook("public", (S,), Answer.OBJECT, Group.INFORMATION, said="plain numbers in tuples"),
        Hook("action_seen", (S, A, "viewer"), Answer.TEXT, Group.INFORMATION, States.GOING_ON, machine=False),
        Hook("action_revealed", (S, A, "now", "viewer"), Answer.TEXT, Group.INFORMATION, States.GOING_ON,
             machine=False, follows="action_seen"),
        Hook("show_to", (S, "viewer"), Answer.TEXT, Group.INFORMATION, machine=False, follows="show"),
        Hook("draw_to", (S, "viewer"), Answer.TEXT, Group.INFORMATION, machine=False, follows="draw"),
        # ---- knowledge for every search
        Hook("evaluate", (S, "player"), Answer.NUMBER, Group.SEARCH, States.GOING_ON, _estimates,
             "strictly within ±900,000, or where `utility_limit` is L > 1 within "
             "±((L − 1) × 1,000,000 + 900,000); "
             "for two players of a zero-sum game `evaluate(s, 1) == -evaluate(s, 0)`"),
        Hook("terms", (S,), Answer.OBJECT, Group.SEARCH, States.GOING_ON, machine=False,
             said="a list of `core.term.Term`"),
        Hook("order", (S, A), Answer.NUMBER, Group.SEARCH, States.TURN, _between(-1000, 1000),
             "−1000 to 1000"),
        Hook("bounds", (S,), Answer.PAIR, Group.SEARCH, States.TURN, _ANY, "**hold the true score, always**"),
        Hook("bounds_within", (S, "low", "high"), Answer.PAIR, Group.SEARCH, States.TURN, _ANY,
             "**hold the true score, always**", follows="bounds"),
        Hook("probcut", (S, "shallow", "depth", "low", "high"), Answer.PAIR, Group.SEARCH, States.TURN, _ANY,
             "**the first below the second**; a guess, asked where `probcut_checks` is above 0"),
        Hook("candidates", (S,), Answer.ACTIONS, Group.SEARCH, States.TURN,
             said="**contain a best action**, wherever `bounds` leaves the value open"),
        Hook("forced", (S,), Answer.DRAWN, Group.SEARCH, States.TURN,
             said="**the only one of `candidates`**, wherever `bounds` leaves the value open"),
        Hook("plies_left", (S,), Answer.NUMBER, Group.SEARCH, States.EVERYWHERE, _between(0, MAX_PLIES),
             "never too small"),
        Hook("history_slot", (S, A), Answer.NUMBER, Group.SEARCH, States.TURN,
             lambda game: (0, game.history_slots - 1), "0 to `history_slots` − 1"),
        Hook("key", (S,), Answer.KEY, Group.SEARCH,
             said="equal states have equal keys; **different states with one key are taken for one**"),
        Hook("symmetric", (S, "k"), Answer.STATE, Group.SEARCH, said="*k* = 0 is `s` itself"),
        Hook("symmetric_key", (S, "k"), Answer.KEY, Group.SEARCH, follows="symmetric"),
        Hook("symmetric_action", (A, "k"), Answer.ACTION, Group.SEARCH, States.TURN,
             said="acting and mirroring commute"),
        Hook("list_actions", (S, "out", "at"), Answer.LISTED, Group.SEARCH, States.GOING_ON, lists="actions",
             follows="actions"),
        Hook("count_actions", (S,), Answer.NUMBER, Group.SEARCH, States.TURN,
             lambda game: (0, game.actions_limit), "as many as `actions` offers", follows="actions"),
        Hook("is_legal", (S, A), Answer.TRUTH, Group.SEARCH, States.TURN, said="as `actions` says",
             follows="actions"),
        # ---- the selective search
        Hook("plausible", (S,), Answer.ACTIONS, Group.SELECTIVE, States.TURN,
             said="at least one; all, unless `narrowed`; **contain a best action** where `in_check`"),
        Hook("list_plausible", (S, "out", "at"), Answer.LISTED, Group.SELECTIVE, States.TURN,
             lists="plausible", follows="plausible"),
        Hook("forcing", (S,), Answer.ACTIONS, Group.SELECTIVE, States.TURN),
        Hook("list_forcing", (S, "out", "at"), Answer.LISTED, Group.SELECTIVE, States.TURN, lists="forcing",
             follows="forcing"),
        Hook("threatening", (S,), Answer.ACTIONS, Group.SELECTIVE, States.TURN,
             said="none that `forcing` offers"),
        Hook("list_threatening", (S, "out", "at"), Answer.LISTED, Group.SELECTIVE, States.TURN,
             lists="threatening", follows="threatening"),
        Hook("is_drawn", (S,), Answer.TRUTH, Group.SELECTIVE, said="only of states that `is_terminal` ends"),
        Hook("in_check", (S,), Answer.TRUTH, Group.SELECTIVE, States.TURN),
        Hook("quiet", (S, A), Answer.TRUTH, Group.SELECTIVE, States.TURN),
        Hook("exchange", (S, A), Answer.NUMBER, Group.SELECTIVE, States.TURN, _ANY, "no more than `gain`"),
        Hook("gain", (S, A), Answer.NUMBER, Group.SELECTIVE, States.TURN, _FROM_0, "0 or more"),
        Hook("may_pass", (S,), Answer.TRUTH, Group.SELECTIVE, States.TURN),
        Hook("passed", (S,), Answer.STATE, Group.SELECTIVE, States.TURN, said="asked where `may_pass`"),
        Hook("structure", (S,), Answer.NUMBER, Group.SELECTIVE, States.TURN, _between(0, 2**63 - 1),
             "0 or more"),
        # ---- a network that estimates
        Hook("evaluation_network", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a file's name, or None"),
        Hook("file_judge", ("file",), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="an object with a method `judge`, or None"),
        Hook("evaluation_inputs", (S,), Answer.OBJECT, Group.SELECTIVE, States.GOING_ON,
             said="as many bitboards as `evaluation_words` says"),
        Hook("input_seen", ("view", "player", "bit"), Answer.NUMBER, Group.SELECTIVE, States.NEVER,
             _between(0, 63), "0 to 63, different for different bits"),
        Hook("write_words", (S, "out", "at"), Answer.PLANES, Group.SELECTIVE, States.GOING_ON,
             said="as many as `evaluation_words` says", follows="evaluation_inputs"),
        Hook("word_view", (S, "player"), Answer.NUMBER, Group.SELECTIVE, States.GOING_ON,
             lambda game: (0, game.evaluation_views - 1), "0 to `evaluation_views` − 1"),
        Hook("input_zone", ("view",), Answer.NUMBER, Group.SELECTIVE, States.NEVER,
             lambda game: (0, game.evaluation_zones - 1), "0 to `evaluation_zones` − 1"),
        Hook("word_row", ("view", "player", "word", "bit"), Answer.NUMBER, Group.SELECTIVE, States.NEVER,
             lambda game: (0, game.evaluation_rows - 1), "0 to `evaluation_rows` − 1"),
        Hook("input_place", ("word", "bit"), Answer.TEXT, Group.OFFERS, States.NEVER, machine=False),
        Hook("input_name", ("word", "bit"), Answer.TEXT, Group.OFFERS, States.NEVER, machine=False),
        Hook("output_bucket", (S,), Answer.NUMBER, Group.SELECTIVE, States.GOING_ON,
             lambda game: (0, game.evaluation_buckets - 1), "0 to `evaluation_buckets` − 1"),
        Hook("refine", (S, "player", "value"), Answer.NUMBER, Group.SELECTIVE, States.NEVER, _estimates),
        # ---- proof-number search
        Hook("checking", (S,), Answer.ACTIONS, Group.SEARCH, States.TURN,
             said="those that end the game or after which the opponent is `in_check`"),
        Hook("holdings", (S, "player"), Answer.KEY, Group.SEARCH, said="eight bytes of 0 to 127"),
        Hook("key_without_holdings", (S,), Answer.KEY, Group.SEARCH, follows="key"),
        # ---- repetition
        Hook("repetition_key", (S,), Answer.KEY, Group.REPETITION, follows="key"),
        Hook("may_repeat", (S, A), Answer.TRUTH, Group.REPETITION, States.TURN),
        Hook("reversible", (S,), Answer.NUMBER, Group.REPETITION, States.EVERYWHERE, _between(0, MAX_PLIES),
             "never too small"),
        Hook("repetition_loser", (S, "plies"), Answer.NUMBER, Group.REPETITION, States.NEVER,
             lambda game: (-1, game.players - 1), "a player; −1: nobody, a draw"),
        # ---- Monte Carlo
        Hook("pick", (S, "random"), Answer.DRAWN, Group.MONTE_CARLO, States.TURN, said="all equally likely"),
        Hook("sample", (S, "random"), Answer.DRAWN, Group.MONTE_CARLO, States.TURN, follows="pick"),
        Hook("playout", (S, "last", "random"), Answer.DRAWN, Group.MONTE_CARLO, States.TURN),
        Hook("prior", (S, A), Answer.NUMBER, Group.MONTE_CARLO, States.TURN, _FROM_0,
             "0 or more; 100 is an ordinary action's"),
        # ---- encoding for networks
        Hook("write_planes", (S, "out", "at"), Answer.PLANES, Group.ENCODING, States.TURN,
             said="as many as `plane_shape` says, −100 to 100 each"),
        Hook("policy_index", (S, A), Answer.NUMBER, Group.ENCODING, States.TURN,
             lambda game: (0, (game.policy_size or 1 << game.action_bits) - 1),
             "0 to `policy_size` − 1; different for each legal action"),
        Hook("write_owners", (S, "out", "at"), Answer.PLANES, Group.ENCODING, States.OVER,
             said="as many as the board of `plane_shape` has points, −1 to 1 each"),
        Hook("settle", (S,), Answer.STATE, Group.ENCODING, States.GOING_ON,
             said="`s`, or a terminal one"),
        # ---- databases of endings
        Hook("endings", (), Answer.OBJECT, Group.ENDINGS, States.NEVER, machine=False,
             said="a `core.endings.Endings`, or None"),
        Hook("ending_table", (S,), Answer.NUMBER, Group.ENDINGS, States.EVERYWHERE,
             _between(-1, 2**31), "−1: none"),
        Hook("ending_count", ("table",), Answer.NUMBER, Group.ENDINGS, States.NEVER, said="0 or more"),
        Hook("ending_index", (S,), Answer.NUMBER, Group.ENDINGS, States.NEVER,
             said="0 to `ending_count` − 1"),
        Hook("ending_weight", ("table", "index"), Answer.NUMBER, Group.ENDINGS, States.NEVER,
             said="above 0 exactly where `ending_index(ending_state(table, index)) == index`"),
        Hook("ending_state", ("table", "index"), Answer.STATE, Group.ENDINGS, States.NEVER),
        Hook("ending_sources", (S,), Answer.OBJECT, Group.ENDINGS, States.NEVER, said="states"),
        Hook("ending_in_time", (S, "plies"), Answer.TRUTH, Group.ENDINGS, States.NEVER),
        Hook("ending_beyond", (S,), Answer.NUMBER, Group.ENDINGS, States.NEVER, said="−1: nothing"),
        # ---- text and pictures
        Hook("show", (S,), Answer.TEXT, Group.TEXT, machine=False),
        Hook("position_text", (S,), Answer.TEXT, Group.TEXT, machine=False,
             said="one line; `parse` reads it back"),
        Hook("parse", ("text",), Answer.STATE, Group.TEXT, States.NEVER, machine=False),
        Hook("action_text", (S, A), Answer.TEXT, Group.TEXT, States.GOING_ON, machine=False,
             said="different for each legal action"),
        Hook("choice_text", (S, "player", A), Answer.TEXT, Group.TEXT, States.AT_ONCE, machine=False,
             said="different for each of the player's `actions_of`"),
        Hook("parse_action", (S, "text"), Answer.ACTION, Group.TEXT, States.GOING_ON, machine=False),
        Hook("split_moves", ("text",), Answer.OBJECT, Group.TEXT, States.NEVER, machine=False),
        Hook("ending", (S,), Answer.TEXT, Group.TEXT, States.OVER, machine=False,
             said="a few words, or none"),
        Hook("draw", (S,), Answer.TEXT, Group.TEXT, machine=False, said="an SVG document"),
        Hook("picture_of", ("text",), Answer.TEXT, Group.TEXT, States.NEVER, machine=False),
        Hook("surface", (), Answer.OBJECT, Group.TEXT, States.NEVER, machine=False),
        Hook("player_name", ("player",), Answer.TEXT, Group.TEXT, States.NEVER, machine=False),
        Hook("title", (), Answer.TEXT, Group.TEXT, States.NEVER, machine=False),
        Hook("evaluation_step", (), Answer.NUMBER, Group.TEXT, States.NEVER, _between(1, 10**15),
             machine=False),
        # ---- what a game offers besides
        Hook("choices", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="values by parameter"),
        Hook("presets", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="parameters by words"),
        Hook("lesson", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="parameters, a position and plies; or None"),
        Hook("record_formats", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="`core.formats.RecordFormat`s"),
        Hook("position_forms", (S,), Answer.OBJECT, Group.OFFERS, machine=False,
             said="positions by the name of their notation"),
        Hook("dialects", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="`core.dialects.Dialect`s"),
        Hook("opening_keys", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.openings.OpeningKeys`, or None"),
        Hook("opening_name", (S,), Answer.TEXT, Group.OFFERS, machine=False, said="a name, or nothing"),
        Hook("opening_table", (), Answer.TEXT, Group.OFFERS, States.NEVER, machine=False,
             said="a table of openings, or nothing"),
        Hook("tunable", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.tuning.Tunable`, or None"),
        Hook("search_parameters", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="numbers of the selective search by name"),
        Hook("tablebase", ("folder", "tell"), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.tablebases.Tablebase`, or None"),
        Hook("hopeless", ("share", "plies"), Answer.TRUTH, Group.OFFERS, States.NEVER, machine=False,
             said="whether a player resigns"),
        Hook("won", (S, "player"), Answer.TRUTH, Group.OFFERS, States.OVER, machine=False,
             said="whether he has won"),
        Hook("counts_points", (), Answer.TRUTH, Group.OFFERS, States.NEVER, machine=False,
             said="whether matches go by points a game"),
        Hook("inner_points", (S, "after"), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a number for each player, or None"),
        Hook("accepts", (S, A), Answer.TRUTH, Group.OFFERS, States.TURN, machine=False,
             said="whether it may be played; of all `actions` true"),
        Hook("action_figures", (S, A), Answer.OBJECT, Group.OFFERS, States.TURN, machine=False,
             said="numbers by name"),
        Hook("game_figures", (S, A), Answer.OBJECT, Group.OFFERS, States.TURN, machine=False,
             said="numbers by name"),
        Hook("read_files", ("parameters",), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="parameters"),
        Hook("big_blind", (), Answer.UTILITY, Group.OFFERS, States.NEVER, _FROM_0, "0: there is none",
             machine=False),
        Hook("pass_turn", (S,), Answer.OBJECT, Group.OFFERS, States.TURN, machine=False,
             said="a state, or None"),
        Hook("modelled", ("chance",), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `Game`, or None"),
        Hook("strategy_tables", ("strategy",), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="tables with a heading, labels and values"),
        Hook("decision", (S,), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.decision.Decision`, or None"),
        Hook("strategies", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="`core.policy.Policy` by name"),
        Hook("expert", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.expert.Expert`, or None"),
        Hook("own_levels", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="`core.own_levels.OwnLevels`, or None"),
        Hook("abstraction", ("sizes", "file"), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.abstraction.Abstraction`, or None"),
        Hook("settlement", ("history",), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.settlement.Settlement`, or None"),
        Hook("ownership", (S,), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.ownership.Ownership`, or None"),
        Hook("partnerships", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="the side of each seat, from 0"),
        Hook("duplicate", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.duplicate.Duplicate`, or None"),
        Hook("meanings", (S,), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="`core.review.ReviewedAction`s"),
        Hook("review", (S, "tell"), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.review.Review`, or None"),
        Hook("hand_over", (S, "viewer"), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.hand_over.HandOver`, or None"),
        Hook("real_time", (), Answer.OBJECT, Group.OFFERS, States.NEVER, machine=False,
             said="a `core.realtime.RealTime`, or None"),
    )
}  # fmt: skip
"""Every hook by its name, in the order of the reference page."""

ABOUT_OBJECTS = frozenset({"setup", "machine_constants", "veiled", "has_notation"})
"""What else a `Game` has that is public: about the object, and no part of what its rules say."""


def defines(rules: type[Game], hook: str) -> bool:
    """Whether a class of games says something by this hook: it has a method of its own, or one of a hook that
    the default is made of."""
    row = HOOKS[hook]
    own = getattr_static(rules, hook) is not getattr_static(Game, hook)
    return own or (row.follows != "" and defines(rules, row.follows))


def text_only() -> frozenset[str]:
    """The methods on which no machine code depends."""
    return frozenset({"setup"} | {hook.name for hook in HOOKS.values() if not hook.machine})


def listed() -> dict[str, str]:
    """The hooks that write actions to a buffer, each with the generator that it lists."""
    return {hook.name: hook.lists for hook in HOOKS.values() if hook.lists}


def all_hooks(*answers: Answer) -> list[Hook]:
    """The hooks that give such an answer, in the order of the table."""
    return [hook for hook in HOOKS.values() if hook.answer in answers]


def trait_names() -> tuple[str, ...]:
    """The traits of a game: attributes that every game has."""
    from halfmove.core.contract.traits import Traits

    return tuple(Traits.__annotations__)


def applies_to(game: Any, hook: Hook) -> bool:
    """Whether a hook means anything for a game: those of nature and of moves at once do not for all."""
    if hook.asked is States.NATURE:
        return bool(game.has_chance)
    if hook.asked is States.AT_ONCE:
        return bool(game.simultaneous)
    return True
