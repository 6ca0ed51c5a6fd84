"""`person`: whoever sits at this terminal.  Shows the board, asks for a move, says what it does not take."""

from __future__ import annotations

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.player import Choice, Fault, Player, PlayerFault
from halfmove.arena.players.options import Options
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.history import History

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

    @property
    def title(self) -> str:
        return self.name

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        self._names = tuple(game.player_name(n) for n in range(game.players))
        print(f"\nA new game of {game.title()}: you are {self._names[seat]}.", flush=True)

    def choose(self, history: History, budget: Budget) -> Choice:
        self._show(history)
        prompt = f"{self._names[history.mover]}{_time_left(history, budget)} > "
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
        self._show(history)

    def _show(self, history: History) -> None:
        if history.actions:
            mover = self._names[history.game.to_move(history.states[-2])]
            print(f"\n{mover} played {history.texts()[-1]}.")
        print(f"\n{history.game.show(history.state)}\n", flush=True)

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
            text = {"moves": " ".join(legal), "board": history.game.show(history.state)}
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


def _time_left(history: History, budget: Budget) -> str:
    """` (1:05 left)`, where the person has a clock."""
    left = budget.clocks[history.mover] if history.mover < len(budget.clocks) else None
    return f" ({int(left) // 60}:{int(left) % 60:02} left)" if left is not None else ""


def player(description: Description) -> Person:
    """The player that `person?name=Ada` describes."""
    Options(description).nothing_left()
    return Person(description.called)
