"""A trained player of limit hold'em against the bots that OpenSpiel comes with, at one table.

    pip install --target PEERS open_spiel
    halfmove solve holdem --set betting=limit --seconds 600 --threads 0 --strategy limit.npz
    python -m benchmarks.holdem_peers limit.npz call --peers PEERS [--pairs 5000] [--simulations 1000]

The hand is played in our rules and in OpenSpiel's `universal_poker` (ACPC's code) side by side: after each
action both must say who is to act, what he may do and, at the end, what he has won. Each pair of hands has
the same cards, with the seats exchanged. OpenSpiel's bots for any game: `random` draws from the legal
actions; `call`, `raise` and `fold` are its bot with a fixed order of preference; `ismcts` searches
information sets (Cowling, Powley and Whitehouse 2012) with one random playout a leaf. Reported: thousandths
of a big blind a hand, with the interval of 95 % that the pairs give.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import halfmove as hm
from halfmove.games.holdem.cards import card_text
from halfmove.games.holdem.rules import CALL, FOLD
from halfmove.imperfect.abstract_strategy import AbstractStrategy

TABLE = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=100 100 200 200,maxRaises=3 4 4 4,"
    "stack=10000 10000)"
)
"""The game of `betting=limit`: seat 0 has the big blind, and the cap of four counts it as the first bet."""
CARDS, NORMAL_95 = 9, 1.96
FIXED = {"fold": [0, 1, 2], "call": [1, 0, 2], "raise": [2, 1, 0]}
"""Which of OpenSpiel's actions a bot prefers: 0 fold, 1 check or call, 2 bet or raise."""

Choose = Callable[[Any], int]


class Table:
    """A hand in both programs at once."""

    def __init__(self, game: Any, there: Any) -> None:
        self.game, self.state, self.there = game, game.initial(), there.new_initial_state()

    def deal(self, card: int) -> None:
        """A card in both; OpenSpiel's by the same name."""
        names = {self.there.action_to_string(a).split()[-1]: a for a in self.there.legal_actions()}
        self.there.apply_action(names[card_text(card)])
        self.state = self.game.result(self.state, card)

    def theirs(self) -> dict[int, int]:
        """OpenSpiel's number for each of our legal actions; an error where its rules say otherwise."""
        ours = list(self.game.actions(self.state))
        found = {a: a if a in (FOLD, CALL) else 2 for a in ours}
        if sorted(found.values()) != self.there.legal_actions():
            raise SystemExit(f"OpenSpiel offers other actions in\n{self.there}")
        if self.there.current_player() != self.game.to_move(self.state):
            raise SystemExit(f"OpenSpiel has another player to act in\n{self.there}")
        return found

    def act(self, action: int) -> None:
        """An action of ours in both."""
        number = self.theirs()[action]
        self.there.apply_action(number)
        self.state = self.game.result(self.state, action)

    def won(self, player: int) -> float:
        """Big blinds that a player has won, which both must say."""
        utility = float(self.game.utility(self.state, player))
        if not self.there.is_terminal() or abs(self.there.returns()[player] / self.game.big - utility) > 1e-9:
            raise SystemExit(f"OpenSpiel says otherwise who has won in\n{self.there}")
        return utility


def bot_of(pyspiel: Any, name: str, there: Any, seat: int, seed: int, simulations: int, worlds: int) -> Any:
    """OpenSpiel's bot in a seat."""
    if name == "random":
        return pyspiel.make_uniform_random_bot(seat, seed)
    if name == "ismcts":
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, worlds)
    order = ":".join(map(str, FIXED[name]))
    return pyspiel.load_bot(f"fixed_action_preference(actions={order})", there, seat)


def play(
    game: Any,
    there: Any,
    strategy: AbstractStrategy,
    bot: Any,
    seat: int,
    cards: list[int],
    draw: random.Random,
) -> float:
    """What the strategy wins in a seat."""
    table, dealt = Table(game, there), iter(cards)
    while not game.is_terminal(table.state):
        mover = game.to_move(table.state)
        if mover < 0:
            table.deal(next(dealt))
        elif mover == seat:
            mix = strategy.at(table.state)
            table.act(draw.choices(list(mix), list(mix.values()))[0])
        else:
            number = bot.step(table.there)
            table.act(next(a for a, its in table.theirs().items() if its == number))
    return table.won(seat)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="A trained player of hold'em against OpenSpiel's bots.")
    parser.add_argument("strategy", help="the file that halfmove solve --strategy wrote")
    parser.add_argument("bot", choices=["random", *FIXED, "ismcts"])
    parser.add_argument("--peers", help="where OpenSpiel was installed with pip --target")
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--simulations", type=int, default=1_000, help="of ismcts, a move")
    parser.add_argument("--worlds", type=int, default=50, help="that it draws a move; 6 ms each")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.peers:
        sys.path.append(asked.peers)
    import pyspiel

    game: Any = hm.game("holdem", betting="limit")
    there = pyspiel.load_game(TABLE)
    strategy = AbstractStrategy.read(game, asked.strategy)
    draw, results, began = random.Random(asked.seed), [], time.process_time()
    for pair in range(asked.pairs):
        cards = draw.sample(range(52), CARDS)
        won = 0.0
        for seat in (0, 1):
            bot = bot_of(
                pyspiel, asked.bot, there, 1 - seat, asked.seed + pair, asked.simulations, asked.worlds
            )
            won += 500 * play(game, there, strategy, bot, seat, cards, draw)
        results.append(won)
        if (pair + 1) % max(asked.pairs // 10, 1) == 0 and pair:
            mean, error = statistics.mean(results), statistics.stdev(results) / len(results) ** 0.5
            print(
                f"{asked.bot}: {2 * len(results):,} hands, {mean:+,.0f} ± {NORMAL_95 * error:,.0f} mbb a "
                f"hand, {time.process_time() - began:.0f} s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
