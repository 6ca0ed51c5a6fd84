"""The knowledge hooks: what a game may tell a search; a default says nothing and costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from halfmove.core import bits
from halfmove.core.contract.hashing import hash_state
from halfmove.core.contract.text import Text
from halfmove.core.contract.traits import Action, State
from halfmove.core.errors import BadInput
from halfmove.core.score import INFINITY, MAX_PLIES
from halfmove.core.term import Term, unit_of

if TYPE_CHECKING:
    from halfmove.core.buffer import Buffer


class Knowledge(Text):
    """What a game knows besides its rules, for searches."""

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

    def evaluation_step(self) -> int:
        """What a one counts in `evaluate`, as people write the evaluation: an open line, a pawn.

        Trees in such numbers are easier to follow (`teach.arrangement.use_evaluation_steps`).  By default
        `unit` in a game with an `estimate_unit`, and else `score.WIN`: shares of a win.
        """
        return unit_of(self)

    def order(self, s: State, a: Action) -> int:
        """How promising `a` looks, -1000 to 1000; larger is searched earlier."""
        return 0

    def candidates(self, s: State) -> Iterable[Action]:
        """Legal actions that suffice to find the value where `bounds` leaves it open: all, by default.

        A game may leave out actions that lose at once when another may not, or all but a forced reply.
        Where every action loses the game must say so through `bounds`.
        """
        return self.actions(s)

    def forced(self, s: State) -> Action:
        """The only one of `candidates`, where the game knows at a glance that there is but one, or −1.

        The engine plays such a reply at once, without a visit to the state and an entry for it in its table.
        """
        return -1

    def bounds(self, s: State) -> tuple[int, int]:
        """Proven bounds (lower, upper) on the engine score of `s` for the player to move (see `score`)."""
        return -INFINITY, INFINITY

    def bounds_within(self, s: State, low: int, high: int) -> tuple[int, int]:
        """`bounds` for a search that asks only how the score lies to `low` and `high`: a lower bound from
        `high` on, or an upper one of at most `low`, is all that it needs to know.  By default `bounds`."""
        return self.bounds(s)

    def probcut(self, s: State, shallow: int, depth: int, low: int, high: int) -> tuple[int, int]:
        """What a search of `shallow` plies says of one of `depth` plies, as far as the game knows it from
        searches before: where the shallow one scores at most the first number, the deep one is expected to
        score at most `low`; where at least the second, at least `high`.  Nothing, by default.

        `benchmarks/probcut.py` fits what a game needs for it.
        """
        return -INFINITY, INFINITY

    def plies_left(self, s: State) -> int:
        """No game goes on for more than this many plies after `s`."""
        return MAX_PLIES

    def history_slot(self, s: State, a: Action) -> int:
        """Which of the `history_slots` counters learns from `a`: what makes it the same move elsewhere."""
        return a % self.history_slots  # type: ignore[no-any-return]

    def forcing(self, s: State) -> Iterable[Action]:
        """The actions a quiescence search still looks at beyond the horizon: none, by default."""
        for none in range(0):  # noqa: UP028  `yield from` has no machine code
            yield none

    def list_forcing(self, s: State, out: Buffer, at: int) -> int:
        """Write the forcing actions to `out`, as `list_actions` does the legal ones."""
        for action in self.forcing(s):
            out[at] = action
            at += 1
        return at

    def threatening(self, s: State) -> Iterable[Action]:
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
    def plausible(self, s: State) -> Iterable[Action]:
        """The actions that a selective search looks at (Shannon's Type B): all, by default.

        A game that leaves some out says so (`narrowed`), and the search tries those too where all of these
        lose; but not `in_check`, where these have to suffice, as `candidates` do.
        """
        return self.actions(s)

    def list_plausible(self, s: State, out: Buffer, at: int) -> int:
        """Write the plausible actions to `out`, as `list_actions` does the legal ones."""
        if self.narrowed:
            for action in self.plausible(s):
                out[at] = action
                at += 1
            return at
        return self.list_actions(s, out, at)

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
        """The most material that `a` itself wins, in `evaluate`'s units: what it captures and what it
        promotes to; position may add to it."""
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

    # ---- a network that estimates, where `evaluation_words` is above 0
    def evaluation_network(self) -> object:
        """The file of the network (`core.evaluation_network`) that estimates states for the engine."""
        return None

    def file_judge(self, file: str) -> object:
        """An object whose method `judge` says what states are worth by another program's evaluation, which
        the file holds (`learn.evaluation.judges.FileJudge`), for a network to learn from; None where this is
        no such file."""
        return None

    def evaluation_inputs(self, s: State) -> tuple[bits.Bitboard, ...]:
        """The words whose bits are the network's inputs, such as a set of squares for each kind of piece: the
        first player's, then the second's in the same order, and a last one where their number is odd, which
        is neither's."""
        return ()

    def input_seen(self, view: int, player: int, bit: int) -> int:
        """Where, 0 to 63, a player with such a view sees a bit of a word, if the players look at the board
        from opposite sides: for the second player `63 - bit` on a board of 64 squares that is turned, for
        example."""
        return bit

    def write_words(self, s: State, out: Buffer, at: int) -> int:
        """Write to `out`, from `at` on, the words whose bits are the network's inputs (as `bits.number`); the
        place after them.  By default those of `evaluation_inputs`."""
        for word in self.evaluation_inputs(s):
            out[at] = bits.number(word)
            at += 1
        return at

    def word_view(self, s: State, player: int) -> int:
        """How a player looks at the words, 0 to `evaluation_views` − 1: part of what `word_row` goes by, for
        what seldom changes, such as the part of the board on which his king stands."""
        return 0

    def input_zone(self, view: int) -> int:
        """In which zone, 0 to `evaluation_zones` − 1, a view lies: a piece may be worth something else where
        the king stands elsewhere, and a view that only mirrors the board changes nothing."""
        return 0

    def word_row(self, view: int, player: int, word: int, bit: int) -> int:
        """Which input, 0 to `evaluation_rows` − 1, a bit of a word is to a player with such a view: a board
        and its mirror image, the players exchanged, give one player the inputs of the other.  By default his
        own words come first, `input_seen` says where he sees the bit, and all comes again in each zone."""
        half = self.evaluation_words // 2
        seen = word if player == 0 or word == 2 * half else (word + half) % (2 * half)
        zone = self.evaluation_words * self.input_zone(view)
        return 64 * (zone + seen) + self.input_seen(view, player, bit)

    def input_place(self, word: int, bit: int) -> str:
        """Where on the board a bit of a word stands, as `Surface.cells` calls it; empty where it is not about
        a place."""
        return ""

    def input_name(self, word: int, bit: int) -> str:
        """What a bit of a word stands for, in words, where the board shows no piece there."""
        return f"input {bit} of word {word}"

    def output_bucket(self, s: State) -> int:
        """Which set of output weights, 0 to `evaluation_buckets` − 1, serves a state: by how much is left on
        the board, for example."""
        return 0

    def refine(self, s: State, player: int, value: int) -> int:
        """The estimate for a player, in the units of `evaluate`, once the network has said `value`: what is
        known for sure, or what the network's inputs do not show."""
        return value

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

    def repetition_loser(self, s: State, plies: int) -> int:
        """Who has lost by the rule about repetition, where that is a draw for others and `s`, which it ends,
        stood for the first time `plies` ago (shogi: who has given check ever since); -1: nobody."""
        return -1

    # ---- what proof-number search asks besides
    def checking(self, s: State) -> Iterable[Action]:
        """The actions that end the game or put the opponent in check (`in_check`): all that the attacker may
        play in a problem of mate."""
        for action in self.actions(s):
            child = self.result(s, action)
            if self.is_terminal(child) or self.in_check(child):
                yield action

    def holdings(self, s: State, player: int) -> bits.Bitboard:
        """How much `player` holds of up to eight things, a byte each, at most 127: the more the better for
        him, all else the same (shogi: pieces in hand)."""
        return bits.board(0)

    def key_without_holdings(self, s: State) -> bits.Bitboard:
        """A 64-bit name of all else: of states with the same one, that is better in which a player holds
        more."""
        return self.key(s)

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
