"""The operation `solve`: a proof where all is seen, a strategy near equilibrium where something is hidden.

Which of the two it is, and by what it is found, is decided by the game: each of the `CASES` takes fields of
its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.in_turn import in_turn, rules_of
from halfmove.core.numbers import MOST, read_whole, shorten
from halfmove.core.old_names import warn_of_old_name
from halfmove.core.operation import (
    LIMITS,
    LOCAL_FACES,
    OWN_FACES,
    SEARCH,
    Case,
    Decimal,
    Megabytes,
    Object,
    OutputFile,
    PositionRequest,
    Seconds,
    Switch,
    Text,
    Texts,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.public_tree import PublicTree
from halfmove.games.reference import GameReference
from halfmove.games.registry import subgame, subgame_size, subgames
from halfmove.imperfect.abstract import TrainedBuckets
from halfmove.imperfect.public_result import SolvedSubgame
from halfmove.imperfect.solution import Solution
from halfmove.search.proof.proven import Proven
from halfmove.teach.equilibrium import BY_HAND, Equilibrium, EquilibriumRequest

if TYPE_CHECKING:
    from halfmove.core.abstraction import Abstraction
    from halfmove.core.analysis import Analysis
    from halfmove.core.certificates.checker import Claim
    from halfmove.imperfect.abstract import AbstractRun
    from halfmove.imperfect.public_solving import Judgement, PublicRun
    from halfmove.imperfect.solving import RegretSolver
    from halfmove.search.proof.certify import Strategist
    from halfmove.search.proof.solver import Solver

PROOF_NAME = "proof"
"""The algorithm of games in which all is seen: alpha-beta asked for proofs, or value iteration."""
NUMBERS_NAME = "dfpn"
"""Depth-first proof-number search."""
BACKWARDS_NAME = "retrograde"
"""Retrograde analysis of all positions that come about."""

PROOFS, STRATEGIES, BUCKETED = "Proofs", "Strategies", "Training on buckets"

PROOF = Case(
    "a proof",
    (
        "position",
        "moves",
        "roll",
        "weak",
        "distance",
        "threads",
        "megabytes",
        "checkpoint",
        "certificate",
        "solver",
        "see",
    ),
)
NUMBERS = Case(
    "proof numbers",
    (
        "position",
        "moves",
        "threads",
        "megabytes",
        "seconds",
        "checks",
        "plies",
        "shortest",
        "checkpoint",
        "certificate",
        "see",
    ),
)
BACKWARDS = Case(
    "retrograde analysis", ("position", "moves", "threads", "megabytes", "checkpoint", "certificate")
)
REGRET = Case(
    "regret minimisation", ("iterations", "seconds", "seed", "strategy", "seat", "checkpoint", "see")
)
STEPS = Case("a run to step through", ("iterations", "seed", "sentences", "output"))
SUBGAME = Case(
    "a subgame",
    ("moves", "iterations", "seconds", "target", "threads", "strategy", "output", "checkpoint"),
)
BUCKETS = Case(
    "training on buckets",
    ("iterations", "seconds", "seed", "threads", "strategy", "seat", "checkpoint", "buckets", "buckets_file"),
)
CASES = (PROOF, NUMBERS, BACKWARDS, REGRET, STEPS, SUBGAME, BUCKETS)

CLIENT_MEGABYTES, CLIENT_HISTORIES = 64, 100_000
"""What a proof, and a strategy, may take on a server."""


@dataclass(frozen=True)
class Percent(Decimal):
    """A number of hundredths; the sign % may stand after it."""

    word: str = "P"

    def from_text(self, text: str, name: str) -> float:
        return super().from_text(text.removesuffix("%"), name)


class Sizes(Texts):
    """Numbers with commas between."""

    def from_text(self, text: str, name: str) -> Any:
        return self._numbers(text.replace(",", " ").split(), text, name)

    def from_data(self, value: Any, name: str) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadInput(f"{name} is a list of numbers, such as [200, 200, 200].")
        return self._numbers([str(size) for size in value], value, name)

    def _numbers(self, words: list[str], given: Any, name: str) -> tuple[int, ...]:
        sizes = [read_whole(word, 0, 99_999) for word in words]
        found = tuple(size for size in sizes if size is not None)
        if len(found) < len(sizes):
            raise BadInput(
                f"{name} takes numbers divided by commas, such as 200,200,200; not '{shorten(given)}'."
            )
        return found


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
        "The method: proof, dfpn (depth-first proof-number search), retrograde (all positions, backwards); "
        "by regret minimisation cfr, cfr+, "
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
        "With dfpn: prove a mate in which every move of the attacker's gives check.",
        default=False,
        group=PROOFS,
    )
    plies: int | None = field(
        Whole(1, 300), "With dfpn: prove a win in at most N plies.", default=None, group=PROOFS
    )
    shortest: bool = field(
        Switch(), "With dfpn: prove also in how few plies the end comes.", default=False, group=PROOFS
    )
    certificate: str | None = field(
        OutputFile(),
        "Write a proof of the value, which `halfmove verify` checks by the rules alone.",
        default=None,
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
        Seconds(), "Time to iterate, or for dfpn to prove.", default=None, group=LIMITS
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
        if self.distance is not None:
            warn_of_old_name("solve", "distance", "'weak', its opposite,", 4)

    def run(self, work: Work) -> Iterator[Proven | Solution | SolvedSubgame | TrainedBuckets | Equilibrium]:
        """What is known of a proof now and then where somebody looks on, and last the answer."""
        rules = self._rules(work)
        if isinstance(rules, PublicTree):
            yield self._solve_subgame(rules, work)
            return
        if self.algorithm == NUMBERS_NAME:
            yield self._prove_by_numbers(rules, work)
            return
        if self.algorithm == BACKWARDS_NAME:
            yield self._solve_backwards(rules, work)
            return
        if rules is None or self.algorithm == PROOF_NAME or not (rules.veiled or self.algorithm):
            yield from self._prove(rules, work)
            return
        abstraction = rules.abstraction(self.buckets, self.buckets_file) if work.is_own else None
        if abstraction is not None:
            yield self._train(rules, abstraction, work)
            return
        stepped = self.sentences or self.output is not None
        bounds = (self.iterations, self.seconds, self.checkpoint, self.seed, stepped)
        algorithm = self.algorithm or usual_solver(rules, bounded=any(bounds))
        yield self._step(rules, algorithm, work) if stepped else self._find(rules, algorithm, work)

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
        is_proof = self.algorithm in (None, PROOF_NAME, NUMBERS_NAME, BACKWARDS_NAME)
        if is_proof and isinstance(self.game, str) and (self.game == "-" or GameReference(self.game).is_tree):
            return None
        return rules_of(work.open_game(self))

    # ---- proofs
    def _prove(self, rules: Game | None, work: Work) -> Iterator[Proven]:
        """What is known of the position's value."""
        from halfmove.search.proof.solver import proofs

        self._refuse_veiled(rules)
        self.check_case(PROOF, CASES)
        history = work.open(self)
        game = in_turn(history.game)
        if isinstance(self.game, str):
            game = as_solved(game, self.parameters)
        solver = self.solver
        if self.certificate is not None:
            solver = self._solver(game, work)
        weak = self.weak if self.distance is None else not self.distance
        found = None
        for found in proofs(
            game,
            history.state,
            distance=not weak and game.utility_limit == 1,  # points are what is asked for, where they count
            threads=work.cores(self.threads),
            megabytes=self.megabytes if work.is_own else CLIENT_MEGABYTES,
            checkpoint=self.checkpoint,
            solver=solver,
            see=self.see,
        ):
            if work.gradual:
                yield Proven(**vars(found))
        assert found is not None, "the last analysis is the answer"
        if self.certificate is not None and solver is not None:
            from halfmove.search.proof.certify import ByAlphaBeta

            self._certify(found, ByAlphaBeta(solver), work)
        yield Proven(**vars(found))

    def _solver(self, game: Game, work: Work) -> Solver:
        """What is asked again for a certificate; `Unsuitable` for a game that has none."""
        from halfmove.core.certificates.checker import check_kind
        from halfmove.search.proof.solver import MEGABYTES, Solver

        check_kind(game)
        megabytes = MEGABYTES if self.megabytes is None else self.megabytes
        return self.solver or Solver(game, megabytes=megabytes, threads=work.cores(self.threads))

    def _certify(
        self, found: Analysis, strategist: Strategist, work: Work, claim: Claim | None = None
    ) -> None:
        """Write the certificate, of a `claim` that says less than the answer where one is given."""
        from halfmove.search.proof.certify import certify, claim_of

        assert self.certificate is not None
        if found.interrupted or not found.proven:
            work.note("Nothing is proven that could be certified, so no certificate was written.")
            return
        try:
            tally = certify(self.certificate, found.game, found.state, claim or claim_of(found), strategist)
        except KeyboardInterrupt:
            work.stopped("The certificate is not whole; the same command goes on with what there is.")
            return
        work.say(
            f"{self.certificate}: {tally.positions:,} positions, {tally.numbers:,} actions written, "
            f"{tally.size:,} bytes"
        )

    def _prove_by_numbers(self, rules: Game | None, work: Work) -> Proven:
        """What depth-first proof-number search proves."""
        from halfmove.search.proof.by_numbers import solve
        from halfmove.search.proof.prover import MEGABYTES, Prover

        self.check_case(NUMBERS, CASES)
        self._refuse_veiled(rules)
        history = work.open(self)
        game = in_turn(history.game)
        room = (self.megabytes if work.is_own else CLIENT_MEGABYTES) or MEGABYTES
        prover = Prover(game, megabytes=room, threads=work.cores(self.threads))
        found = solve(
            game,
            history.state,
            checks=self.checks,
            plies=self.plies,
            shortest=self.shortest,
            seconds=self.seconds,
            checkpoint=self.checkpoint,
            prover=prover,
            history=history,
            see=self.see,
        )
        if self.certificate is not None:
            from halfmove.search.proof.certify import ByProofNumbers

            limited = self.shortest or self.plies is not None
            self._certify(found, ByProofNumbers(prover, checks=self.checks, limited=limited), work)
        if found.interrupted:
            what = "it knew the fewest plies" if found.proven else "it had an answer"
            work.note(f"The search was ended before {what}.")
        elif prover.unsure:
            work.note("Nobody has a proof in which no position comes again, so nothing is proven.")
        elif not found.proven:
            how = " by checks alone" if self.checks else ""
            within = "" if self.plies is None else f" in at most {self.plies} plies"
            work.note(f"The player to move has no {'mate' if self.checks else 'win'}{how}{within}: proven.")
        fewest = self.shortest and found.proven and not found.interrupted and found.score.plies is not None
        return Proven(**vars(found), checks=self.checks, fewest=fewest)

    def _solve_backwards(self, rules: Game | None, work: Work) -> Proven:
        """What retrograde analysis of all positions finds."""
        from halfmove.endings.backwards import ByPlies, claim_of, solve

        self.check_case(BACKWARDS, CASES)
        self._refuse_veiled(rules)
        history = work.open(self)
        found, solved = solve(
            in_turn(history.game),
            history.state,
            threads=work.cores(self.threads),
            megabytes=self.megabytes if work.is_own else CLIENT_MEGABYTES,
            checkpoint=self.checkpoint,
        )
        if self.certificate is not None:
            self._certify(found, ByPlies(solved), work, claim_of(found))
        return Proven(**vars(found))

    def _refuse_veiled(self, rules: Game | None) -> None:
        """`Unsuitable` where something is hidden."""
        if rules is not None and rules.veiled:
            raise Unsuitable(
                f"{rules.title()} hides something, or has moves at once, so that no single move is proven; "
                f"solve it by {usual_solver(rules)}."
            )

    # ---- strategies
    def _find(self, rules: Game, algorithm: str, work: Work) -> Solution:
        """A strategy by regret minimisation, or in equilibrium by an exact solver."""
        from halfmove.imperfect.exact import EXACT
        from halfmove.imperfect.layout import lay_out
        from halfmove.imperfect.solving import find_method, regret

        if algorithm in EXACT:
            words = f"{EXACT[algorithm].words}, which draws nothing and is solved to the end"
            self.check_case(Case(words, ("strategy", "seat")), CASES)
            laid_out = rules if work.is_own else lay_out(rules, largest=CLIENT_HISTORIES)
            found = work.call(lambda: regret(laid_out, algorithm=algorithm))
        else:
            find_method(algorithm)
            self.check_case(REGRET, CASES)
            laid_out = rules if work.is_own else lay_out(rules, largest=CLIENT_HISTORIES)
            see = self._watch(f"solving {rules.title()} by {algorithm}", work)
            found = work.call_until_stopped(
                lambda stop: regret(
                    laid_out,
                    algorithm=algorithm,
                    iterations=self.iterations,
                    seconds=self.seconds,
                    seed=self.seed,
                    checkpoint=self.checkpoint,
                    see=see,
                    stop=stop,
                )
            )
        file = self._file(rules)
        if file is not None:
            found.strategy.write(file, algorithm=found.algorithm, iterations=found.iterations)
        return replace(found, file=file)

    def _watch(self, doing: str, work: Work) -> Callable[[RegretSolver], None]:
        """Says how good the strategy is meanwhile; to judge it takes a tenth of the time at most."""
        spent = 0.0

        def see(run: RegretSolver) -> None:
            nonlocal spent
            if self.see is not None:
                self.see(run)
            if work.gradual and spent <= run.seconds / 10:
                begun = time.perf_counter()
                found = run.solution().exploitability
                spent += time.perf_counter() - begun
                at(run.iterations, self.iterations, f"{doing}, exploitability {found:.3g}", unit="iterations")

        return see

    def _file(self, rules: Game) -> str | None:
        """Where the strategy is written."""
        if not self.seat:
            return self.strategy
        from halfmove.imperfect.usual_strategy import find_seat_file

        return str(find_seat_file(rules))

    def _step(self, rules: Game, algorithm: str, work: Work) -> Equilibrium:
        """A run that can be stepped through, handed to `equilibrium`; `BadInput` where there is none."""
        from halfmove.imperfect.bimatrix import SUPPORT_ENUMERATION
        from halfmove.imperfect.exact import EXACT

        if algorithm == SUPPORT_ENUMERATION:
            self.check_case(Case(EXACT[algorithm].words, ("sentences", "output")), CASES)
            algorithm = BY_HAND
        elif algorithm in EXACT:
            words = EXACT[algorithm].words
            raise BadInput(
                f"{words[0].upper()}{words[1:]} is solved to the end; there is nothing to step through."
            )
        else:
            self.check_case(STEPS, CASES)
        given: dict[str, Any] = {} if self.iterations is None else {"iterations": self.iterations}
        asked = EquilibriumRequest(
            game=rules, algorithm=algorithm, seed=self.seed, output=self.output, **given
        )
        asked.check(self.named)
        work.note(
            f"every step is shown by `halfmove equilibrium`, to which {self.named('sentences')} hands on."
        )
        return next(asked.run(Work()))

    # ---- hold'em: training on buckets, subgames
    def _train(self, rules: Game, abstraction: Abstraction, work: Work) -> TrainedBuckets:
        """Make the buckets, and train on them."""
        from halfmove.imperfect.abstract import USUAL, AbstractRun
        from halfmove.imperfect.abstract_strategy import AbstractStrategy

        self.check_case(BUCKETS, CASES)
        title, threads = rules.title(), work.cores(self.threads)
        run = AbstractRun(rules, abstraction, self.algorithm or USUAL, seed=self.seed, threads=threads)

        def see(run: AbstractRun) -> None:
            at(run.deals, self.iterations, f"training {title}, {run.rate:,.0f} deals a second", unit="deals")

        def train(stop: Callable[[], bool]) -> bool:
            abstraction.ready(
                threads=threads,
                progress=lambda what, part: at(part, 1, f"making buckets of the {what}"),
                stop=stop,
            )
            run.run(
                deals=self.iterations,
                seconds=self.seconds,
                checkpoint=self.checkpoint,
                progress=see,
                stop=stop,
            )
            return stop()

        stopped, file = work.call_until_stopped(train), self._file(rules)
        if file is not None:
            AbstractStrategy.of(run).write(file, algorithm=run.algorithm, deals=run.deals)
        return TrainedBuckets(run, stopped, file)

    def _solve_subgame(self, tree: PublicTree, work: Work) -> SolvedSubgame:
        """Minimise regret over the public tree."""
        from halfmove.core.atomic_file import whole_file
        from halfmove.imperfect.public_result import Hands, describe_size, split_words
        from halfmove.imperfect.public_solving import DEFAULT, SCHEMES, PublicRun, solve

        self.check_case(SUBGAME, CASES)
        if self.algorithm is not None and self.algorithm not in SCHEMES:
            raise BadInput(f"A subgame is solved by {', '.join(SCHEMES)}, not by '{self.algorithm}'.")
        if self.output is not None and not self.output.endswith(".svg"):
            raise BadInput(f"The picture of a strategy is an .svg file, not '{self.output}'.")
        line = split_words(self.moves) if isinstance(self.moves, str) else tuple(self.moves)
        run = PublicRun(tree, self.algorithm or DEFAULT, threads=work.cores(self.threads))
        run.find(line)  # refused before the work, not after
        if self.output is not None:
            Hands(run, line)

        def see(run: PublicRun, found: Judgement) -> None:
            part = 100 * found.exploitability / tree.pot
            doing = f"solving {tree.name}, exploitability {part:.3g} % of the pot"
            at(run.iterations, self.iterations, doing, unit="iterations")

        def iterate(stop: Callable[[], bool]) -> tuple[Judgement, bool]:
            if work.gradual:
                work.say(f"{describe_size(tree)}.")
            found = solve(
                run,
                target=None if self.target is None else self.target / 100,
                iterations=self.iterations,
                seconds=self.seconds,
                progress=see,
                stop=stop,
                checkpoint=self.checkpoint,
            )
            return found, stop()

        found, stopped = work.call_until_stopped(iterate)
        run.close()
        files = {"strategy": self.strategy, "picture": self.output}
        written = [(what, file) for what, file in files.items() if file is not None]
        solved = SolvedSubgame(run, found, line, interrupted=stopped, files=written)
        if self.strategy is not None:
            solved.write(self.strategy)
        if self.output is not None:
            with whole_file(self.output) as out:
                out.write(Hands(run, line).svg)
        return solved


def as_solved(game: Game, given: Mapping[str, Any]) -> Game:
    """The same game with what it says of `solving`, but for what is `given`."""
    set_here = {name: value for name, value in game.solving.items() if name not in given}
    return type(game)(**{**game.parameters, **set_here}) if set_here else game


def usual_solver(rules: Game, *, bounded: bool = False) -> str:
    """The solver of a game where none is named; `bounded`: a number of iterations, seconds, a seed or a
    checkpoint is given, which exact solvers of strategies do not take."""
    from halfmove.imperfect.equilibrium import is_small
    from halfmove.imperfect.exact import choose_exact_solver, find_exact_solver
    from halfmove.imperfect.solving import DEFAULT

    if not rules.veiled:
        return PROOF_NAME
    if bounded:
        return DEFAULT
    return (find_exact_solver(rules) if is_small(rules) else choose_exact_solver(rules)) or DEFAULT
