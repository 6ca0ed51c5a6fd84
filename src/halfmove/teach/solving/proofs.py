"""Values proven: by alpha-beta, by proof numbers, by retrograde analysis; and their certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.in_turn import in_turn
from halfmove.core.operation import Work
from halfmove.search.proof.proven import Proven
from halfmove.teach.solving.cases import (
    BACKWARDS,
    CASES,
    CLIENT_MEGABYTES,
    NUMBERS,
    NUMBERS_NAME,
    PROOF,
    TREE_NUMBERS,
)
from halfmove.teach.solving.strategies import usual_solver

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.core.certificates.checker import Claim
    from halfmove.search.proof.certify import Strategist
    from halfmove.search.proof.prover import Prover
    from halfmove.search.proof.solver import Solver
    from halfmove.teach.solve import SolveRequest


def prove_by_search(asked: SolveRequest, rules: Game | None, work: Work) -> Iterator[Proven]:
    """What is known of the position's value."""
    from halfmove.search.proof.solver import proofs

    refuse_veiled(asked, rules)
    asked.check_case(PROOF, CASES)
    history = work.open(asked)
    game = in_turn(history.game)
    if isinstance(asked.game, str):
        game = as_solved(game, asked.parameters)
    solver = asked.solver
    if asked.certificate is not None:
        solver = make_solver(asked, game, work)
    weak = asked.weak if asked.distance is None else not asked.distance
    found = None
    for found in proofs(
        game,
        history.state,
        distance=not weak and game.utility_limit == 1,  # points are what is asked for, where they count
        threads=work.cores(asked.threads),
        megabytes=asked.megabytes if work.is_own else CLIENT_MEGABYTES,
        checkpoint=asked.checkpoint,
        solver=solver,
        see=asked.see,
    ):
        if work.gradual:
            yield Proven(**vars(found))
    assert found is not None, "the last analysis is the answer"
    if asked.certificate is not None and solver is not None:
        from halfmove.search.proof.certify import ByAlphaBeta

        certify_answer(asked, found, ByAlphaBeta(solver), work)
    yield Proven(**vars(found))


def make_solver(asked: SolveRequest, game: Game, work: Work) -> Solver:
    """What is asked again for a certificate; `Unsuitable` for a game that has none."""
    from halfmove.search.proof.solver import MEGABYTES, Solver

    check_certifiable(asked, game)
    megabytes = MEGABYTES if asked.megabytes is None else asked.megabytes
    return asked.solver or Solver(game, megabytes=megabytes, threads=work.cores(asked.threads))


def check_certifiable(asked: SolveRequest, game: Game) -> None:
    """`Unsuitable` for a game of which there is no certificate as it is asked for."""
    from halfmove.core.certificates.checker import Claim, check_kind

    check_kind(game, Claim("=", 0, symmetric=asked.symmetric))


def certify_answer(
    asked: SolveRequest,
    found: Analysis,
    strategist: Strategist,
    work: Work,
    claim: Claim | None = None,
) -> None:
    """Write the certificate, of a `claim` that says less than the answer where one is given."""
    from halfmove.search.proof.certify import certify, claim_of

    assert asked.certificate is not None
    if found.interrupted or not found.proven:
        work.note("Nothing is proven that could be certified, so no certificate was written.")
        return
    try:
        claim = replace(claim or claim_of(found), symmetric=asked.symmetric)
        tally = certify(asked.certificate, found.game, found.state, claim, strategist)
    except KeyboardInterrupt:
        work.stopped("The certificate is not whole; the same command goes on with what there is.")
        return
    work.say(
        f"{asked.certificate}: {tally.positions:,} positions, {tally.numbers:,} actions written, "
        f"{tally.size:,} bytes"
    )


def prove_by_numbers(asked: SolveRequest, rules: Game | None, work: Work) -> Proven:
    """What proof-number search proves, depth first or best first."""
    from halfmove.search.proof.by_numbers import solve
    from halfmove.search.proof.prover import MEGABYTES, Prover

    method = asked.algorithm or NUMBERS_NAME
    asked.check_case(NUMBERS if method == NUMBERS_NAME else TREE_NUMBERS, CASES)
    refuse_veiled(asked, rules)
    history = work.open(asked)
    game = in_turn(history.game)
    if asked.certificate is not None:
        check_certifiable(asked, game)
    room = (asked.megabytes if work.is_own else CLIENT_MEGABYTES) or MEGABYTES
    prover = Prover(game, megabytes=room, threads=work.cores(asked.threads), method=method)
    found = solve(
        game,
        history.state,
        checks=asked.checks,
        plies=asked.plies,
        shortest=asked.shortest,
        seconds=asked.seconds,
        checkpoint=asked.checkpoint,
        prover=prover,
        history=history if method == NUMBERS_NAME else None,
        see=asked.see,
    )
    if asked.certificate is not None:
        from halfmove.search.proof.certify import ByProofNumbers

        limited = asked.shortest or asked.plies is not None
        certify_answer(asked, found, ByProofNumbers(prover, checks=asked.checks, limited=limited), work)
    if not prover.decides and len(history.states) > 1:
        work.note("What is proven is that of the position as if the game began there.")
    note = describe_end(asked, found, prover)
    if note:
        work.note(note)
    fewest = asked.shortest and found.proven and not found.interrupted and found.score.plies is not None
    return Proven(**vars(found), checks=asked.checks, fewest=fewest)


def describe_end(asked: SolveRequest, found: Analysis, prover: Prover) -> str:
    """What is to be said of an answer that is less than what was asked for, or a "no"; "" for nothing."""
    if found.interrupted:
        what = "it knew the fewest plies" if found.proven else "it had an answer"
        if prover.full:
            return (
                f"The tree of {prover.method} filled its memory before {what}, with {prover.tree_nodes:,} "
                f"nodes; give it more ({asked.named('megabytes')}), or take {prover.leaner}."
            )
        return f"The search was ended before {what}."
    if prover.unsure:
        return "Nobody has a proof in which no position comes again, so nothing is proven."
    if not found.proven:
        how = " by checks alone" if asked.checks else ""
        within = "" if asked.plies is None else f" in at most {asked.plies} plies"
        return f"The player to move has no {'mate' if asked.checks else 'win'}{how}{within}: proven."
    return ""


def solve_backwards(asked: SolveRequest, rules: Game | None, work: Work) -> Proven:
    """What retrograde analysis of all positions finds."""
    from halfmove.endings.backwards import ByPlies, claim_of, solve

    asked.check_case(BACKWARDS, CASES)
    refuse_veiled(asked, rules)
    history = work.open(asked)
    found, solved = solve(
        in_turn(history.game),
        history.state,
        threads=work.cores(asked.threads),
        megabytes=asked.megabytes if work.is_own else CLIENT_MEGABYTES,
        checkpoint=asked.checkpoint,
    )
    if asked.certificate is not None:
        certify_answer(asked, found, ByPlies(solved), work, claim_of(found))
    return Proven(**vars(found))


def refuse_veiled(asked: SolveRequest, rules: Game | None) -> None:
    """`Unsuitable` where something is hidden."""
    if rules is not None and rules.veiled:
        raise Unsuitable(
            f"{rules.title()} hides something, or has moves at once, so that no single move is proven; "
            f"solve it by {usual_solver(rules)}."
        )


def as_solved(game: Game, given: Mapping[str, Any]) -> Game:
    """The same game with what it says of `solving`, but for what is `given`."""
    set_here = {name: value for name, value in game.solving.items() if name not in given}
    return type(game)(**{**game.parameters, **set_here}) if set_here else game
