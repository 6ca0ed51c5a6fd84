"""The operation `solve`: a proof where all is seen, a strategy near equilibrium where something is hidden.

Which of the two it is, and by what it is found, is decided by the game: each of the `CASES` takes fields of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import rules_of
from halfmove.core.numbers import MOST
from halfmove.core.old_names import warn_of_old_name
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    OWN_FACES,
    SEARCH,
    Megabytes,
    Object,
    OutputFile,
    PositionRequest,
    Seconds,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.public_tree import PublicTree
from halfmove.games.reference import GameReference
from halfmove.games.registry import subgame, subgame_size, subgames
from halfmove.imperfect.abstract import TrainedBuckets
from halfmove.imperfect.public_result import SolvedSubgame
from halfmove.imperfect.solution import Solution
from halfmove.search.proof.proven import Proven
from halfmove.teach.equilibrium import Equilibrium
from halfmove.teach.solving.cases import (
    BACKWARDS_NAME,
    BUCKETED,
    NUMBERS_NAME,
    PROOF_NAME,
    PROOFS,
    STRATEGIES,
    TREE_NAMES,
)
from halfmove.teach.solving.fields import Percent, Sizes
from halfmove.teach.solving.proofs import prove_by_numbers, prove_by_search, solve_backwards
from halfmove.teach.solving.strategies import find_strategy, step_through, usual_solver
from halfmove.teach.solving.subgames import solve_subgame, train_on_buckets

if TYPE_CHECKING:
    from halfmove.search.proof.solver import Solver


@operation(
    "solve",
    "Prove what a position is worth; find strategies for games with hidden information.",
    doing="solving",
    examples={"game": "tictactoe", "moves": ["a1", "b1", "a2"]},
)
@dataclass(frozen=True, kw_only=True)
class SolveRequest(PositionRequest):
    """Prove what a position is worth with best play, and in how many plies the game then ends.

    In a game of chance the value is an expectation, found by value iteration over all reachable positions.

    In a game with hidden information or simultaneous moves the answer is a strategy, with its value and
    its exploitability: near equilibrium by regret minimisation, or in equilibrium by linear programming.
    Small games are solved exactly, others by CFR+.

    There is no time limit; at Ctrl-C the answer is what is known so far.

    Example: halfmove solve connect4 --set width=5 --set height=4

    Example: halfmove solve othello --set width=6 --set height=6 --checkpoint othello6.proof --memory 1024

    Example: halfmove solve shogi --algorithm dfpn --checks --position "7nk/9/6G2/9/9/9/9/9/9 b GN 1"

    Example: halfmove solve leduc --algorithm cfr+ --iterations 1000 --strategy leduc.json

    Example: halfmove solve holdem --set betting=limit --seconds 600 --threads 4 --strategy limit.npz

    Example: halfmove solve holdem-river --set board=Kc7d2h5s3c --set "first=QQ+, AKs" --set pot=100
    """

    algorithm: str | None = field(
        Text(word="NAME"),
        "The method: proof, dfpn (depth-first proof-number search), pn and pn2 (best first), "
        "retrograde (all positions, backwards); by regret minimisation cfr, cfr+, "
        "linear-cfr, discounted-cfr, "
        "predictive-cfr+, chance-mccfr, external-mccfr, outcome-mccfr, vr-mccfr, and on buckets "
        "linear-external-mccfr; "
        "fictitious-play, and where each chooses once replicator-dynamics; exactly linear-programme, and of "
        "matrix games lemke-howson (one equilibrium), support-enumeration (all).",
        default=None,
        usual="what fits the game",
        group=SEARCH,
    )
    threads: int = field(Whole(1, 256), "Processor cores to use.", default=1, faces=OWN_FACES, group=SEARCH)
    checkpoint: str | None = field(
        OutputFile(),
        "Continue from this file, saved every half minute (proofs: ten minutes) and at the end.",
        default=None,
        faces=LOCAL_FACES,
        group=SEARCH,
    )
    weak: bool = field(
        Switch(), "Prove win, draw or loss only, not the distance: faster.", default=False, group=PROOFS
    )
    megabytes: int | None = field(
        Megabytes(),
        "Memory for the search's tables.",
        default=None,
        usual="256; 2048 in a game of chance",
        options=("--memory",),
        faces=OWN_FACES,
        group=PROOFS,
    )
    checks: bool = field(
        Switch(),
        "By proof numbers: prove a mate in which every move of the attacker's gives check.",
        default=False,
        group=PROOFS,
    )
    plies: int | None = field(
        Whole(1, 300), "By proof numbers: prove a win in at most N plies.", default=None, group=PROOFS
    )
    shortest: bool = field(
        Switch(), "By proof numbers: prove also in how few plies the end comes.", default=False, group=PROOFS
    )
    certificate: str | None = field(
        OutputFile(),
        "Write a proof of the value, which `halfmove verify` checks by the rules alone.",
        default=None,
        faces=LOCAL_FACES,
        group=PROOFS,
    )
    symmetric: bool = field(
        Switch(),
        "Let the certificate take positions that are alike by symmetry for one: smaller, but the game's "
        "symmetries have to be believed as well as its rules.",
        default=False,
        faces=LOCAL_FACES,
        group=PROOFS,
    )
    iterations: int | None = field(
        Whole(1, MOST),
        "Iterations in all, those of a checkpoint included; on buckets deals.",
        default=None,
        usual="1,000, if no limit is given; 100,000 where plays are sampled",
        group=LIMITS,
    )
    seconds: float | None = field(
        Seconds(), "Time to iterate, or to prove by proof numbers.", default=None, group=LIMITS
    )
    target: float | None = field(
        Percent(0, MOST),
        "For a subgame: stop at an exploitability of P % of the pot.",
        default=None,
        usual="0.5 without another limit",
        group=LIMITS,
    )
    seed: int = field(Whole(0, 2**32 - 1), "The seed of the samples (mccfr).", default=0, group=STRATEGIES)
    strategy: str | None = field(
        OutputFile(),
        "Write the average strategy, as JSON.",
        default=None,
        faces=LOCAL_FACES,
        group=STRATEGIES,
    )
    seat: bool = field(
        Switch(),
        "Install the average strategy: the engine plays by it in `halfmove play` and in the browser.",
        default=False,
        faces=LOCAL_FACES,
        group=STRATEGIES,
    )
    sentences: bool = field(
        Switch(),
        "Tell every step in a sentence, as `equilibrium` does.",
        default=False,
        faces=LOCAL_FACES,
        group=STRATEGIES,
    )
    output: str | None = field(
        OutputFile(),
        "Write a page to step through (.html), or the tree with its information sets (.svg); of a subgame, a "
        "picture of all hands (.svg).",
        default=None,
        options=("--output", "-o"),
        faces=LOCAL_FACES,
        group=STRATEGIES,
    )
    buckets: tuple[int, ...] = field(
        Sizes(word="N,N,N"),
        "For heads-up hold'em: the number of buckets for hands on flop, turn and river.",
        default=(),
        usual="200,200,200",
        faces=LOCAL_FACES,
        group=BUCKETED,
    )
    buckets_file: str | None = field(
        OutputFile(),
        "Where buckets are kept.",
        default=None,
        usual="the cache",
        faces=LOCAL_FACES,
        group=BUCKETED,
    )
    distance: bool | None = field(Object(), "Not `weak`, as it was called.", default=None, faces=("python",))
    solver: Solver | None = field(
        Object(), "Of proofs: the solver, whose table outlasts the call.", default=None, faces=("python",)
    )
    see: Callable[[Any], object] | None = field(
        Object(),
        "Called a few times a second with what is known: an `Analysis`, or the `RegretSolver`.",
        default=None,
        faces=("python",),
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.seat and self.strategy is not None:
            raise BadInput(
                f"{name('strategy')} names a file, and {name('seat')} keeps the strategy where it is found."
            )
        if self.symmetric and self.certificate is None:
            raise BadInput(f"{name('symmetric')} is about a certificate, and none is asked for.")
        if self.distance is not None:
            warn_of_old_name("solve", "distance", "'weak', its opposite,", 4)

    def run(self, work: Work) -> Iterator[Proven | Solution | SolvedSubgame | TrainedBuckets | Equilibrium]:
        """What is known of a proof now and then where somebody looks on, and last the answer."""
        rules = self._rules(work)
        if isinstance(rules, PublicTree):
            yield solve_subgame(self, rules, work)
            return
        if self.algorithm in (NUMBERS_NAME, *TREE_NAMES):
            yield prove_by_numbers(self, rules, work)
            return
        if self.algorithm == BACKWARDS_NAME:
            yield solve_backwards(self, rules, work)
            return
        if rules is None or self.algorithm == PROOF_NAME or not (rules.veiled or self.algorithm):
            yield from prove_by_search(self, rules, work)
            return
        abstraction = rules.abstraction(self.buckets, self.buckets_file) if work.is_own else None
        if abstraction is not None:
            yield train_on_buckets(self, rules, abstraction, work)
            return
        stepped = self.sentences or self.output is not None
        bounds = (self.iterations, self.seconds, self.checkpoint, self.seed, stepped)
        algorithm = self.algorithm or usual_solver(rules, bounded=any(bounds))
        yield (step_through if stepped else find_strategy)(self, rules, algorithm, work)

    # ---- which of the cases it is
    def _rules(self, work: Work) -> Game | PublicTree | None:
        """The game, or the public tree of a subgame; None for a game tree, in which all is seen: it may stand
        on standard input, which is read once."""
        if isinstance(self.game, str) and self.game in subgames():
            if not work.is_own:
                raise BadInput("Subgames are solved on the page of subgames, or in the terminal.")
            settings = {key: str(value) for key, value in self.parameters.items()}
            size = subgame_size(self.game, settings)
            if size is not None:
                from halfmove.imperfect.public_solving import check_free

                check_free(size)  # before it is laid out
            return subgame(self.game, settings)
        is_proof = self.algorithm in (None, PROOF_NAME, NUMBERS_NAME, *TREE_NAMES, BACKWARDS_NAME)
        if is_proof and isinstance(self.game, str) and (self.game == "-" or GameReference(self.game).is_tree):
            return None
        return rules_of(work.open_game(self))
