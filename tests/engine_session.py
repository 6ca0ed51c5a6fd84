"""A scripted engine as a player, for the tests of the protocols."""

from pathlib import Path

from engines import Watched, scripted

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.core.history import History
from halfmove.core.limit import Limit

FAST = Budget(Limit(depth=1), most=30.0)


class EngineSession:
    """An engine that follows a script, and the commands that it was given."""

    def __init__(self, protocol, folder, rules, **script):
        self.log = Path(folder) / "commands"
        self.log.touch()
        self.rules = rules
        self.one = player(describe(scripted(protocol, folder, log=self.log, **script)))

    def __enter__(self):
        self.watched = Watched().__enter__()
        self.one.start()
        self.one.new_game(self.rules, 0, 1)
        return self

    def __exit__(self, *error):
        self.one.close()
        self.watched.__exit__(*error)

    def choose(self, *moves, start=None, budget=FAST):
        """Its choice after moves, all in the notation of the game; True where it resigns."""
        history = History(self.rules, start if start is None else self.rules.parse(start))
        for text in moves:
            history.play(self.rules.parse_action(history.state, text))
        choice = self.one.choose(history, budget)
        return choice.resigns or self.rules.action_text(history.state, choice.action), choice

    def told(self):
        return self.log.read_text().splitlines()
