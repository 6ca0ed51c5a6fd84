"""Proofs by df-pn, PN or PN²: questions about positions of one game, answered with a table kept between them.

    prover = Prover("connect4")
    prover.prove(state, Question(player=0, least=1))      # can player 0 win?
    prover.action(state, Question(player=0, least=1))     # by which action

What a question is stands in `question`; who searches, with which memory, in `searcher`.  Here is what answers
are made of: who asks, what the rule about repetition allows to conclude, and by which action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core.certificates.checker import Part, Walk
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, NotProven, Unsuitable
from halfmove.core.history import History
from halfmove.core.naming import open_game
from halfmove.search.action_numbers import fold
from halfmove.search.numbered import Numbered, numbered
from halfmove.search.proof import dfpn, pn
from halfmove.search.proof.question import Question, to_attacker, why_unfit
from halfmove.search.proof.searcher import METHODS, Searcher

__all__ = ["MEGABYTES", "METHODS", "Prover", "Question"]

MEGABYTES = 256
"""Of the table, where nothing is said."""


class Prover:
    """Answers to questions about positions of one game.

    `method` is "dfpn", "pn" or "pn2"; `megabytes` bounds the table, with the tree of PN and PN²; `threads`
    search together, by df-pn alone.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        method: str = "dfpn",
    ) -> None:
        if method not in METHODS:
            raise BadInput(f"Proofs are found by {', '.join(METHODS)}, not by '{method}'.")
        if threads > 1 and method != "dfpn":
            raise BadInput(f"{method} searches with one thread; dfpn with several.")
        game = open_game(game)
        reason = why_unfit(game)
        if reason is not None:
            raise Unsuitable(reason)
        self.game = game
        self.subject: Game = numbered(game)
        """The game as the kernels search it: its actions are numbers."""
        self.searcher = Searcher(self.subject, megabytes=megabytes, threads=threads, method=method)
        self.decides = game.repetition != "forbidden"
        """Whether it answers "no".  Where a position may not come again, a win is proven if there is a proof
        in which none does; if there is none, nothing is."""
        self.unsure = False
        """Whether the last question has no answer, as there is no such proof."""
        self._ending: frozenset[int] = frozenset()
        """By `repetition_key`, the positions of the game so far that may not come once more."""

    def prepare(self, state: Any) -> None:
        """Make the machine code, before a clock starts."""
        self._put(state, Question(self.subject.to_move(state)))
        self.searcher.prepare(state, follow=not self.decides)

    # ---- the game so far
    def look_back(self, history: History | None) -> None:
        """Answer questions from now on as in a game that has come so far: no position of it may come again
        that ends the game by the rule about repetition, or that the rule forbids.  None: as if the game began
        with the position asked about."""
        keys = [] if history is None or self.game.repetition == "none" else history.ending_keys()
        if frozenset(keys) != self._ending:
            self._ending = frozenset(keys)
            self.searcher.forbid(self._ending, to_both=self.decides)

    def ends_game(self, state: Any) -> bool:
        """Whether a position has come so often in the game so far that it ends the game if it comes now."""
        return bool(self._ending) and int(self.game.repetition_key(state)) in self._ending

    # ---- questions
    def prove(
        self,
        state: Any,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        see: Callable[[], object] | None = None,
    ) -> bool | None:
        """Whether the answer is "yes"; None if `nodes` or `seconds` did not suffice, it was stopped, the
        tree is `full`, or it is `unsure`.

        KeyboardInterrupt stops it.  `see` is called a few times a second; it may stop the search, and ask
        nothing.
        """
        self.unsure = False
        answer = self._settle(state, question, nodes=nodes, seconds=seconds, see=see)
        if self.decides or answer is None:
            return answer
        asked, turned = self._put(state, question)
        if answer != turned and self._repeats_nothing(state, asked):
            return answer
        self.unsure = True
        return None

    def stop(self) -> None:
        """End the search: every thread returns as soon as it has looked at one more position."""
        self.searcher.stop()

    def status(self, state: Any, question: Question) -> bool | None:
        """The answer, where it is known without a search."""
        asked, turned = self._put(state, question)
        known, _ = self.searcher.look(state, asked.left)
        if known == dfpn.OPEN:
            found = self.searcher.find(state, asked.left)
            if found.proof == 0:
                known = dfpn.YES
            elif found.disproof == 0 and self.searcher.is_certain(found):
                known = dfpn.NO
        return None if known == dfpn.OPEN else (known == dfpn.YES) != turned

    def plies(self, state: Any, question: Question) -> int | None:
        """In how many plies at most the attacker gets what he wants, where that is proven."""
        asked, _ = self._put(state, question)
        known, plies = self.searcher.look(state, asked.left)
        if known == dfpn.YES:
            return plies
        found = self.searcher.find(state, asked.left)
        return found.plies if known == dfpn.OPEN and found.proof == 0 else None

    def action(self, state: Any, question: Question, *, nodes: int | None = None) -> Any | None:
        """The action that settles a position for its mover: of the attacker, that proves the question; of the
        other, that refutes it.  None where every action loses, or nothing is proven (within `nodes`).

        The children of a position that its action leads to are proven, and in fewer plies.
        """
        end = None if nodes is None else self.nodes + nodes

        def ask(there: Any, rest: Question) -> bool | None:
            left = None if end is None else end - self.nodes
            return self._settle(there, rest, nodes=left)

        settled = ask(state, question)
        asked, turned = self._put(state, question)
        if settled is None or self.subject.is_terminal(state):
            return None
        yes = settled != turned
        if (self.subject.to_move(state) == asked.player) != yes:
            return None
        plies = self.plies(state, question) if yes else 0
        ranked = self._ranked(state, asked)
        for bounded in (True, False):  # first what the table says, then by searches
            for action in ranked:
                child = self.subject.result(state, action)
                if yes and self.subject.may_repeat(state, action) and self.ends_game(child):
                    continue
                rest = question.after()
                answer = self.status(child, rest) if bounded else ask(child, rest)
                if answer != settled:
                    continue
                if yes and bounded and (self.plies(child, rest) or 0) >= (plies or 0) > 0:
                    continue
                return self.named(action)
        return None

    def likely_action(self, state: Any) -> Any:
        """The action at which the last question looked as its answer, proven or not."""
        tree = self.searcher.tree
        if tree is None or self.tree_nodes <= 1 or pn.first_of(tree, 0) == 0:
            return self.named(self._ranked(state, Question(self.subject.to_move(state)))[0])
        ours = self.subject.to_move(state) == self.searcher.memories[0].counters[dfpn.ATTACKER]
        return self.named(pn.action_of(tree, pn.find_most_proving(tree, 0, ours)))

    def named(self, action: Any) -> Any:
        """What the game itself calls an action of `subject`."""
        return self.subject.action(action) if isinstance(self.subject, Numbered) else action

    def clear(self) -> None:
        """Forget all answers."""
        self.searcher.clear()

    # ---- what the search says of itself
    @property
    def method(self) -> str:
        """How it searches."""
        return self.searcher.method

    @property
    def leaner(self) -> str:
        """The method that does with less memory."""
        return "pn2" if self.method == "pn" else "dfpn"

    @property
    def stopped(self) -> bool:
        """Whether somebody ended the last search."""
        return self.searcher.stopped

    @property
    def nodes(self) -> int:
        """Positions searched so far, by all threads."""
        return self.searcher.nodes

    @property
    def full(self) -> bool:
        """Whether the last search ended as its tree had no room left."""
        return self.searcher.full

    @property
    def tree_nodes(self) -> int:
        """How many nodes the tree of the last search took."""
        return self.searcher.tree_nodes

    @property
    def repetitions(self) -> int:
        """How often a position came again on a path."""
        return self.searcher.repetitions

    def permille(self) -> int:
        """How full the table is."""
        return self.searcher.permille()

    # ---- inside
    def _put(self, state: Any, question: Question) -> tuple[Question, bool]:
        """Put a question to the searcher as one about its attacker; whether it was turned round."""
        asked, turned = to_attacker(self.game, question)
        self.searcher.put(state, asked)
        return asked, turned

    def _settle(
        self,
        state: Any,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        see: Callable[[], object] | None = None,
    ) -> bool | None:
        """What `prove` says, as if no rule forbade a position to come again."""
        asked, turned = self._put(state, question)
        answer = self.searcher.search(state, asked.left, nodes=nodes, seconds=seconds, see=see)
        return None if answer == dfpn.OPEN else (answer == dfpn.YES) != turned

    def _repeats_nothing(self, state: Any, asked: Question) -> bool:
        """Whether in the proof of a question no position comes again, so that no rule about it ever speaks.

        It is followed in the table; where that lacks a part, the checker of certificates goes through it.
        """
        if self.searcher.follows(state, asked.left):
            return True

        def choose(position: Any, ply: int, actions: list[Any]) -> int:
            action = self.action(position, asked.after(ply))
            if action is None:
                raise NotProven("The search has no action here.")
            return actions.index(action)

        try:
            Walk(self.game, Part(asked.player, asked.least, within=asked.plies), choose).run(state)
        except NotProven:
            return False
        return True

    def _ranked(self, state: Any, asked: Question) -> list[Any]:
        """The actions, that of the table first."""
        game = self.subject
        found = self.searcher.find(state, asked.left)
        twin = dfpn.place_of(game, state, 0, self.searcher.memories[0]).twin
        restricted = asked.checks and game.to_move(state) == asked.player
        listed = game.checking(state) if restricted else game.actions(state)
        return sorted(listed, key=lambda a: fold(game, game.symmetric_action(a, twin)) != found.action)
