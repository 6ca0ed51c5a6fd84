"""Matches of shogi: against OpenSpiel's bots, Fairy-Stockfish, and the engine with other weights.

    python -m benchmarks.shogi_matches random
    python -m benchmarks.shogi_matches openspiel [--simulations 30]
    python -m benchmarks.shogi_matches fairy [--options "Skill Level=0"]
    python -m benchmarks.shogi_matches weights [--other other.toml] [--nodes 2000]

Each pair of games begins with the same six random moves, each player once with each colour; every player
searches on one thread, ours and Fairy-Stockfish for the same time a move.  Points, a draw half a point, with
the interval of 95 % that the pairs' results give.

OpenSpiel's `MCTSBot` has random playouts and UCT's constant 2, as in its own examples, and so many
simulations: a playout of shogi takes some hundredths of a second, and where its clock ends before the first
one, it crashes.
Fairy-Stockfish (Debian, `fairy-stockfish`) is told each position over USI; `--options` are its own, such as
`Skill Level` from -20 to 20, or `UCI_LimitStrength=true;UCI_Elo=1500`.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.paired_games import Ended, Player, play_pairs
from benchmarks.shogi_weights import BY_JUDGEMENT
from halfmove import Limit, analyze
from halfmove.core.history import History
from halfmove.core.tuning import Words
from halfmove.games.shogi import Shogi
from halfmove.games.shogi.weights import TUNABLE
from halfmove.search.alphabeta.threads import Engine

OPENING = 6
"""Random moves."""
LONGEST = 400
"""Plies after which a game is a draw."""


class Ours:
    """The engine."""

    def __init__(self, game: Shogi, limit: Limit) -> None:
        self.game, self.limit = game, limit
        self.engine = Engine(game, megabytes=64)

    def choose(self, history: History) -> int:
        if len(history.actions) <= OPENING + 1:
            self.engine.clear()
        if history.game != self.game:
            history = History(self.game, actions=history.actions)
        found = analyze(self.game, history.state, self.limit, memory=self.engine, history=history, threads=1)
        return int(found.best)


class Weighed(Shogi):
    """Shogi, evaluated by the weights of a file."""

    file = TUNABLE.file

    def read_weights(self) -> Words:
        return TUNABLE.read(self.file)


class OpenSpiel:
    """OpenSpiel's `MCTSBot`, or with no simulations its random bot."""

    def __init__(self, simulations: int) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game, self.simulations = self.spiel.load_game("shogi"), simulations
        self.state, self.played = self.game.new_initial_state(), list[Any]()
        """How far it has followed a game."""

    def choose(self, history: History) -> int:
        rules = history.game
        if history.actions[: len(self.played)] != self.played:
            self.state, self.played = self.game.new_initial_state(), []
        state = self.state
        for action in history.actions[len(self.played) :]:
            state.apply_action(self.named(state)[rules.usi_text(action)])  # type: ignore[attr-defined]
        self.played = [*history.actions]
        chosen = self.step(state)
        return int(rules.parse_action(history.state, state.action_to_string(state.current_player(), chosen)))

    def named(self, state: Any) -> dict[str, int]:
        """The legal actions by their text in USI."""
        return {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}

    def step(self, state: Any) -> int:
        """The bot's action."""
        seed = random.getrandbits(31)
        if not self.simulations:
            return int(random.Random(seed).choice(state.legal_actions()))
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        bot = self.spiel.MCTSBot(self.game, evaluator, 2.0, self.simulations, 1000, True, seed, False)
        return int(bot.step(state))


class Fairy:
    """Fairy-Stockfish, over USI."""

    def __init__(self, options: str, seconds: float) -> None:
        path = shutil.which("fairy-stockfish")
        if path is None:
            raise SystemExit("Fairy-Stockfish is not installed (Debian: fairy-stockfish).")
        self.seconds = seconds
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("usi", "usiok")
        for option in filter(None, ["Threads=1", "Move Overhead=0", *options.split(";")]):
            name, _, value = option.partition("=")
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line: str, answer: str) -> str:
        """Send a line, and wait for the line that begins with `answer`."""
        assert self.process.stdout is not None
        self.say(line)
        for said in self.process.stdout:
            if said.startswith(answer):
                return said.strip()
        raise SystemExit(f"Fairy-Stockfish ended at '{line}'.")

    def choose(self, history: History) -> int | None:
        if len(history.actions) <= OPENING + 1:
            self.say("usinewgame")
        rules: Any = history.game
        moves = " ".join(map(rules.usi_text, history.actions))
        self.say(f"position sfen {rules.sfen(history.start)} moves {moves}")
        move = self.ask(f"go movetime {round(1000 * self.seconds)}", "bestmove").split()[1]
        return None if move in ("resign", "win", "(none)") else int(rules.parse_action(history.state, move))


def opened(game: Shogi, rng: random.Random) -> list[int]:
    """The moves that a pair of games begins with."""
    history = History(game)
    for _ in range(OPENING):
        history.play(rng.choice(history.legal()))
    return history.actions


def played(game: Shogi, opening: list[int], players: tuple[Player, Player]) -> Ended:
    """Play a game from an opening to its end."""
    history = History(game, actions=opening)
    while not history.over and len(history.actions) < LONGEST:
        chosen = players[history.mover].choose(history)
        if chosen is None:
            return float(history.mover), "resigned"
        history.play(chosen)
    if not history.over:
        return 0.5, "length"
    share = (float(history.utility(0)) + 1) / 2
    return share, "repetition" if history.repeated else "mate"


def opponent(typed: argparse.Namespace, limit: Limit) -> Player:
    """The other player."""
    if typed.opponent == "random":
        return OpenSpiel(0)
    if typed.opponent == "openspiel":
        return OpenSpiel(typed.simulations)
    if typed.opponent == "fairy":
        return Fairy(typed.options, typed.seconds)
    Weighed.file = typed.other
    return Ours(Weighed(impasse="none"), limit)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("opponent", choices=("random", "openspiel", "fairy", "weights"))
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--simulations", type=int, default=30, help="of OpenSpiel's bot")
    parser.add_argument("--nodes", type=int, help="of each of our searches, in place of seconds")
    parser.add_argument("--options", default="", help="Fairy-Stockfish's, NAME=VALUE;NAME=VALUE")
    parser.add_argument("--other", type=Path, default=BY_JUDGEMENT, help="the other's weights")
    parser.add_argument("--seed", type=int, default=1)
    typed = parser.parse_args()
    game, rng = Shogi(impasse="none"), random.Random(typed.seed)
    limit = Limit(nodes=typed.nodes) if typed.nodes else Limit(seconds=typed.seconds)
    ours, theirs = Ours(game, limit), opponent(typed, limit)
    play_pairs(
        typed.pairs,
        lambda: opened(game, rng),
        lambda opening, players: played(game, opening, players),
        ours,
        theirs,
    )


if __name__ == "__main__":
    main()
