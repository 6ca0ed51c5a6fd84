"""Information-set Monte Carlo tree search beside OpenSpiel's C++.

Simulations a second of `so-ismcts` and `mo-ismcts`, and of OpenSpiel's `ISMCTSBot`, in the same decision of
the same game: the first player in Kuhn poker, with the queen, and in Leduc hold'em, with the king (chance
deals ranks). The nodes of OpenSpiel's tree are information sets of the player to move, as in `mo-ismcts`.
UCB's constant is 0.7 of the range of payoffs in both. Times are processor time, without compilation. In Kuhn
poker all must call a bet with the king and fold the jack.
"""

from __future__ import annotations

from typing import Any

from benchmarks.answers import WrongAnswer
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.peers import peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.limit import Limit
from halfmove.games.reference import position
from halfmove.games.registry import game
from halfmove.search.algorithms import analyze
from halfmove.search.information_set import InformationSets

OURS = ("so-ismcts", "mo-ismcts")
EXPLORATION = 0.7
SIMULATIONS = 50_000
DECISIONS = {
    "Kuhn poker": ("kuhn", "Q J", "kuhn_poker", (1, 0)),
    "Leduc hold'em": ("leduc", "K Q", "leduc_poker(suit_isomorphism=True)", (2, 1)),
}
"""Our game and the cards dealt, OpenSpiel's and the same."""
CERTAIN = {"Q K bet": ((1, 2, 1), 1), "Q J bet": ((1, 0, 1), 0)}
"""In Kuhn poker: our moves, OpenSpiel's, and whether the second to act calls."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    pyspiel = peer(section, "OpenSpiel", "pyspiel")
    if pyspiel is None:
        return
    agree(pyspiel)
    rows = []
    for title, (name, dealt, theirs, same) in DECISIONS.items():
        middle = medians(alternate(contestants(pyspiel, name, dealt, theirs, same), settings.runs))
        rates = {who: SIMULATIONS / seconds for who, seconds in middle.items()}
        rows.append(
            [
                title,
                *(f"{rates[who]:,.0f}" for who in (*OURS, "OpenSpiel")),
                f"{rates['mo-ismcts'] / rates['OpenSpiel']:.1f}",
            ]
        )
    section.table(["simulations a second", *OURS, "OpenSpiel", "ratio (mo-ismcts)"], rows)


def bot(pyspiel: Any, theirs: Any, simulations: int) -> Any:
    """OpenSpiel's searcher, which plays the action tried most."""
    span = theirs.max_utility() - theirs.min_utility()
    return pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 7),
        EXPLORATION * span,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )


def reached(theirs: Any, actions: tuple[int, ...]) -> Any:
    """OpenSpiel's state after some actions."""
    state = theirs.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def contestants(
    pyspiel: Any, name: str, dealt: str, theirs: str, same: tuple[int, ...]
) -> dict[str, Contestant]:
    """Each searches one decision anew."""
    subject, other = game(name), pyspiel.load_game(theirs)
    state, reference = position(subject, moves=dealt)[0], reached(other, same)

    def our_share(algorithm: str) -> Contestant:
        memory = InformationSets(subject, algorithm, megabytes=64, seed=1, exploration=EXPLORATION)
        memory.prepare(state)

        def work() -> float:
            memory.clear()
            return on_thread(lambda: memory.grow(state, 0, SIMULATIONS))[1]

        return work

    def their_share() -> float:
        searcher = bot(pyspiel, other, SIMULATIONS)
        return on_thread(lambda: searcher.step(reference))[1]

    return {**{name: our_share(name) for name in OURS}, "OpenSpiel": their_share}


def agree(pyspiel: Any) -> None:
    """What is certain in Kuhn poker is found by all."""
    subject, other = game("kuhn"), pyspiel.load_game("kuhn_poker")
    for moves, (theirs, right) in CERTAIN.items():
        state, limit = position(subject, moves=moves)[0], Limit(simulations=2000)
        found = {name: int(analyze(subject, state, limit, algorithm=name, seed=1).best) for name in OURS}
        found["OpenSpiel"] = int(bot(pyspiel, other, 2000).step(reached(other, theirs)))
        for who, answer in found.items():
            if answer != right:
                raise WrongAnswer(f"{who} answers '{moves}' with {answer}, not {right}.")
