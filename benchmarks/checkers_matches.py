"""Matches of checkers: against the weights set by judgement, OpenSpiel's MCTS, and Samuel's engine.

    python -m benchmarks.checkers_matches judgement [--nodes 2000]      (both by the sum of features)
    python -m benchmarks.checkers_matches openspiel [--seconds 0.05]
    python -m benchmarks.checkers_matches samuel [--nodes 100000] [--endings FOLDER]

Each pair of games begins with the same random moves, six or `--opening 3` (as in tournaments, where three are
drawn by lot, without those that lose: `--fair 0.25`), each player once with each colour; every player
searches on one thread.  Points, a draw half a point, with the interval of 95 % that the pairs' results give.

OpenSpiel's `MCTSBot` has random playouts and UCT's constant 2, as in its own examples, and its own clock for
each action; a jump of several pieces is several actions.  Its rules are ours but for one: 40 plies without a
capture are a draw, and so they are in games against it; our engine is told of 40 plies without a capture or a
man's move.

Samuel (PyPI, `samuel`; the engine of GUI Checkers, in C++) plays at its normal level: 8 plies deep, more
where men are captured, with endgame tables of two to four pieces but without its opening book.
"""

from __future__ import annotations

import argparse
import random
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.paired_games import Ended, Player, play_pairs
from halfmove import Limit, analyze
from halfmove.core.evaluation_network import AUTO, TERMS
from halfmove.core.history import History
from halfmove.core.score import WIN
from halfmove.endings.attach import AttachedTables
from halfmove.endings.database import WITHOUT
from halfmove.games.checkers import Checkers
from halfmove.games.checkers.geometry import cell
from halfmove.games.checkers.weights import TUNABLE
from halfmove.search.alphabeta.threads import Engine

OPENING = 6
"""Random moves; three are the ballots of tournaments."""
FAIR = 20_000
"""The nodes of the search that judges openings that are to be fair."""
LONGEST = 240
"""Plies after which a game is a draw."""
OPENSPIEL_PLIES = 40
BY_JUDGEMENT = Path(__file__).with_name("checkers_by_judgement.toml")


class ByJudgement(Checkers):
    """The game with the weights that there were before any were tuned."""

    weights = tuple(int(word) for word in TUNABLE.read(BY_JUDGEMENT))


class Ours:
    """The engine, as it comes or with other weights, with databases of endings or none."""

    def __init__(
        self,
        game: Checkers,
        limit: Limit,
        endings: str = WITHOUT,
        opening: int = OPENING,
        evaluation: str = AUTO,
    ) -> None:
        self.fresh = opening + 1
        self.tables = AttachedTables(game, endings)
        self.game, self.limit = self.tables.game, limit
        self.engine = Engine(self.game, megabytes=64, evaluation=evaluation)

    def choose(self, history: History) -> int:
        """Our move; what a game before has left in the table is forgotten."""
        if len(history.actions) <= self.fresh:
            self.engine.clear()
        if history.game != self.game:  # with other weights
            history = History(self.game, actions=history.actions)
        self.tables.bring(history.state)
        found = analyze(self.game, history.state, self.limit, memory=self.engine, history=history, threads=1)
        return int(found.best)


def outside(number: int) -> str:
    """A square as OpenSpiel has it, where who moves first sits below."""
    row, column = cell(number)
    return f"{'hgfedcba'[column]}{row + 1}"


MOST = 1_000_000
"""Simulations: the clock ends them."""


class OpenSpiel:
    """OpenSpiel's `MCTSBot`."""

    def __init__(self, seconds: float) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game = self.spiel.load_game("checkers")
        self.seconds = seconds

    def state_of(self, history: History) -> Any:
        """The same game in OpenSpiel."""
        state = self.game.new_initial_state()
        rules: Any = history.game
        for before, action in zip(history.states, history.actions, strict=False):
            path = rules.path(before, action)
            for start, end in pairwise(path):
                if state.is_terminal():
                    return state
                state.apply_action(self.named(state)[outside(start) + outside(end)])
        return state

    def named(self, state: Any) -> dict[str, int]:
        """The legal actions by their text."""
        mover = state.current_player()
        return {state.action_to_string(mover, action): action for action in state.legal_actions()}

    def choose(self, history: History) -> int | None:
        """The bot's move: its actions up to where the other player is to move."""
        state = self.state_of(history)
        if state.is_terminal():
            return None
        mover, rules = state.current_player(), history.game
        squares = {outside(number): number for number in range(1, 33)}
        path: list[int] = []
        while not state.is_terminal() and state.current_player() == mover:
            text = state.action_to_string(mover, action := self.step(state))
            path = path or [squares[text[:2]]]
            path.append(squares[text[2:4]])
            state.apply_action(action)
        return int(rules.parse_action(history.state, "-".join(map(str, path))))

    def step(self, state: Any) -> int:
        """One action, within the time."""
        seed = random.getrandbits(31)
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        bot = self.spiel.MCTSBot(
            self.game, evaluator, 2.0, MOST, 1000, True, seed, False, max_wall_clock_time=self.seconds
        )
        return int(bot.step(state))


class Samuel:
    """Samuel's engine, told each position anew."""

    def __init__(self, data: str) -> None:
        self.engine: Any = import_module("samuel.engine")
        self.engine.init(*(f"{data}/{name}" for name in ("none", "2pc.cdb", "3pc.cdb", "4pc.cdb")))
        self.engine.setlevel(1, 0, 0)

    def choose(self, history: History) -> int:
        """Its move: the one after which the board is as it says."""
        rules: Any = history.game
        text = rules.position_text(history.state).split(":H")[0]
        self.engine.setposfromFEN(text)
        side = {"B": 1, "W": 2}[text[0]]
        self.engine.setcomputercolour(side)
        self.engine.cmove(str(side))
        after = _placed(self.engine.getFEN())
        for action in rules.actions(history.state):
            if _placed(rules.position_text(rules.result(history.state, action)).split(":H")[0]) == after:
                return int(action)
        raise SystemExit(
            f"Samuel's move in {text} leads to {self.engine.getFEN()}, which no legal move does."
        )


def _placed(text: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """A position's mover, White's squares and Black's; Samuel now and then forgets who is a king."""
    mover, *parts = text.replace("K", "").strip().rstrip(".").split(":")
    sides = {part[0]: frozenset(part[1:].split(",")) for part in parts if len(part) > 1}
    return mover, sides.get("W", frozenset()), sides.get("B", frozenset())


def opened(
    game: Checkers, rng: random.Random, most: float | None, *, plies: int = OPENING, nodes: int = FAIR
) -> History:
    """A game after its random moves; where `most` is said, neither side is more men ahead, as a search of so
    many nodes has it."""
    while True:
        history = History(game)
        for _ in range(plies):
            history.play(rng.choice(history.legal()))
        if history.over:
            continue
        if (
            most is None
            or abs(analyze(game, history.state, Limit(nodes=nodes)).value) * WIN / game.unit <= most
        ):
            return history


def played(opening: History, players: tuple[Player, Player]) -> Ended:
    """Play a game from an opening to its end."""
    history = History(opening.game)
    for action in opening.actions:
        history.play(action)
    while not history.over and len(history.actions) < LONGEST:
        chosen = players[history.mover].choose(history)
        if chosen is None:
            return 0.5, "the other's rules"
        history.play(chosen)
    if not history.over:
        return 0.5, "length"
    share = (float(history.utility(0)) + 1) / 2
    if share != 0.5:
        return share, "no move"
    return share, "repetition" if history.repeated else "no progress"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("opponent", choices=("judgement", "openspiel", "samuel"))
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--nodes", type=int, help="of each of our searches, in place of seconds")
    parser.add_argument("--opening", type=int, default=OPENING, help="random moves that games begin with")
    parser.add_argument("--fair", type=float, help="men that either side is ahead after the opening, at most")
    parser.add_argument("--judge", type=int, default=FAIR, help="nodes of the searches that say so")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--endings", default=WITHOUT, help="the folder of our databases of endings")
    parser.add_argument("--samuel", default="data", help="the folder with Samuel's endgame tables")
    typed = parser.parse_args()
    game = Checkers()
    limit = Limit(nodes=typed.nodes) if typed.nodes else Limit(seconds=typed.seconds)
    if typed.opponent == "openspiel":
        game.plies_allowed = OPENSPIEL_PLIES
    evaluation = TERMS if typed.opponent == "judgement" else AUTO
    ours = Ours(game, limit, typed.endings, typed.opening, evaluation)
    theirs: Player
    if typed.opponent == "judgement":
        theirs = Ours(ByJudgement(), limit, evaluation=evaluation)
    elif typed.opponent == "openspiel":
        theirs = OpenSpiel(typed.seconds)
    else:
        theirs = Samuel(typed.samuel)
    rng = random.Random(typed.seed)
    play_pairs(
        typed.pairs,
        lambda: opened(game, rng, typed.fair, plies=typed.opening, nodes=typed.judge),
        played,
        ours,
        theirs,
    )


if __name__ == "__main__":
    main()
