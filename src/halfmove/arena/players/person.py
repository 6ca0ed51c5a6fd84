"""`person`: the person at this terminal.  Shows the board, asks for a move, says why one is refused."""

from __future__ import annotations

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.arena.players.options import Options
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.view import Seen, seen_text

HELP = """\
  a move   in the game's notation
  moves    all legal moves
  board    the board again
  resign   give the game up
  help     this"""


class Person(Player):
    """Moves typed at the prompt; the end of the input (Ctrl-D) resigns."""

    in_person = True

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._names: tuple[str, ...] = ()
        self._seat = 0
        self._shown = -1
        """How many moves had been played when the board was last shown."""

    @property
    def title(self) -> str:
        return self.name

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._seat, self._shown = seat, -1
        self._names = tuple(game.player_name(n) for n in range(game.players))
        print(f"\nA new game of {game.title()}: you are {self._names[seat]}.", flush=True)

    def choose(self, history: History, budget: Budget) -> Choice:
        self._show(history)
        prompt = f"{self._names[history.mover]}{_format_time_left(history, budget)} > "
        while True:
            try:
                line = input(prompt).strip()
            except EOFError:
                print(flush=True)
                return Choice(resigns=True)
            choice = self._answer(history, line)
            if choice is not None:
                return choice

    def end_game(self, history: History) -> None:
        if self._shown != len(history.actions):
            self._show(history)
        print(self._describe_outcome(history), flush=True)

    def _describe_outcome(self, history: History) -> str:
        if not history.over:
            return "The game has been ended."
        worth = [history.utility(seat) for seat in range(history.game.players)]
        if len(set(worth)) == 1:
            return "The game is over: a draw."
        if worth[self._seat] == max(worth):
            return "The game is over: you win."
        return "The game is over: you lose." if worth[self._seat] == min(worth) else "The game is over."

    def _show(self, history: History) -> None:
        if isinstance(history, Seen):
            told = history.told[max(self._shown, 0) :]
            if told:
                print(f"\nSince then: {', '.join(told)}.")
            self._shown = len(history.told)
        elif history.actions:
            mover = self._names[history.game.to_move(history.states[-2])]
            print(f"\n{mover} played {history.texts()[-1]}.")
        if not isinstance(history, Seen):
            self._shown = len(history.actions)
        print(f"\n{seen_text(history)}\n", flush=True)

    def _answer(self, history: History, line: str) -> Choice | None:
        """What a line means; None where it was a question, or no move."""
        legal = {history.game.action_text(history.state, a): a for a in history.legal()}
        if not legal:
            raise PlayerFault(Fault.CRASH, "was asked for a move where there is none")
        word = line.lower()
        if line in legal:
            return Choice(legal[line])
        if word == "resign":
            return Choice(resigns=True)
        if word in ("help", "?", "moves", "board", ""):
            text = {"moves": " ".join(legal), "board": seen_text(history)}
            print(text.get(word, HELP) if line else "A move, please, or help.", flush=True)
            return None
        try:
            action = history.game.parse_action(history.state, line)
            if not history.allows(action):
                raise BadInput(f"'{line}' brings back a position that has stood before.")
        except BadInput as error:
            print(error, flush=True)
            return None
        return Choice(action)


def _format_time_left(history: History, budget: Budget) -> str:
    """` (1:05 left)`, where the person has a clock."""
    left = budget.clocks[history.mover] if history.mover < len(budget.clocks) else None
    return f" ({int(left) // 60}:{int(left) % 60:02} left)" if left is not None else ""


def player(description: Description) -> Person:
    """The player that `person?name=Ada` describes."""
    Options(description).check_end()
    return Person(description.called)
