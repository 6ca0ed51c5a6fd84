"""A game in the terminal from the first board to the result."""

from __future__ import annotations

from difflib import get_close_matches
from random import Random
from typing import Any

from halfmove.cli import report
from halfmove.cli.playing import record
from halfmove.cli.playing.keyboard import ask
from halfmove.cli.playing.opponent import Opponent, Thinker
from halfmove.cli.playing.session import Session
from halfmove.core.analysis import Analysis
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.game import CHANCE
from halfmove.core.limit import Limit
from halfmove.faces import dead_stones, words

HELP = """\
  a move     in the game's notation; `moves` lists the legal ones
  hint       the best move, as far as the engine sees
  eval       what the position is worth, and the play to expect
  undo redo  take your last move back; play it again
  resign     give the game up
  new        start again
  save FILE  keep the game as a list of moves
  load FILE  go on with a game that was saved
  board      draw the board again
  quit       leave (so do Ctrl-D and Ctrl-C)"""

SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "r": "redo"}
ADVICE = Limit(seconds=1.0)


class Match:
    """People and engines taking turns; `people` are the players whose moves are typed."""

    def __init__(
        self, session: Session, people: set[int], opponent: Opponent | None, adviser: Thinker, seed: int
    ) -> None:
        self.session = session
        self.people = people
        self._opponent = opponent
        self._adviser = adviser
        self._random = Random(seed)
        self._dead: dead_stones.DeadStones | None = None
        """What the people are marking."""
        self._out = report.console()
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "eval": self._eval,
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "new": self._new,
            "save": self._save,
            "load": self._load,
            "board": self._board,
        }

    def run(self) -> None:
        """Play until the person leaves, or to the end of a game between engines."""
        try:
            self._turns()
        except KeyboardInterrupt:
            self._say("\nGoodbye.")
            raise

    def _turns(self) -> None:
        self._board()
        while True:
            session = self.session
            if session.over:
                if not self.people or not self._person():
                    return
            elif session.mover == CHANCE:
                self._nature()
            elif session.mover in self.people:
                if not self._person():
                    return
            else:
                self._engine()

    # ---- turns
    def _person(self) -> bool:
        """One line from the person; False when they leave."""
        session = self.session
        who = "game over" if session.over else words.player(session.game, session.mover)
        if self._dead is not None:
            who = "dead stones"
        line = ask(f"{who} > ")
        if line is None or self._command(line) == "quit":
            self._say("Goodbye.")
            return False
        if not line and self._dead is None:
            return True
        try:
            self._obey(line)
        except HalfmoveError as error:
            self._say(str(error))
        return True

    def _command(self, line: str) -> str:
        word = line.split()[0].lower() if line else ""
        return word if line in self._legal() else SHORT.get(word, word)

    def _obey(self, line: str) -> None:
        command = self._command(line)
        if command in self._commands and line not in self._legal():
            self._commands[command](line.partition(" ")[2].strip())
            return
        session = self.session
        if self._dead is not None:
            self._mark(self._dead, line)
            return
        if session.over:
            raise BadInput("The game is over; the commands are: new, undo, save FILE, load FILE, quit.")
        near = get_close_matches(command, [*self._commands, "quit"], n=1, cutoff=0.75)
        try:
            action = session.game.parse_action(session.state, line)
        except BadInput as error:
            raise BadInput(f"{error} {f'Did you mean {near[0]}?' if near else ''}".rstrip()) from None
        session.play(action)
        if session.over or session.mover in self.people:
            self._board()  # the engine's answer will draw it otherwise

    def _mark(self, dead: dead_stones.DeadStones, line: str) -> None:
        """What a person says of the dead stones; nothing, and they are counted."""
        if line:
            dead.change(line)
            self._say(str(dead))
            return
        self.session.counted = dead.counted()
        self._dead = None
        self._say(self.session.counted)

    def _engine(self) -> None:
        session = self.session
        assert self._opponent is not None, "only people play where there is no engine"
        name = words.player(session.game, session.mover)
        reply = self._opponent.choose(session.state, f"{name} is thinking")
        said = f"{name} plays {session.game.action_text(session.state, reply.action)}"
        why = self._worth(reply.analysis) if reply.analysis else "from the book" if reply.from_book else ""
        self._say(f"{said}  ({why})" if why else said)
        session.play(reply.action)
        self._board()

    def _nature(self) -> None:
        session = self.session
        actions, weights = zip(*session.game.outcomes(session.state), strict=True)
        [action] = self._random.choices(actions, weights)
        self._say(f"Chance: {session.game.action_text(session.state, action)}")
        session.play(action)
        self._board()

    # ---- commands
    def _help(self, _: str) -> None:
        self._say(HELP)

    def _board(self, _: str = "") -> None:
        session = self.session
        self._out.print()
        picture = report.board(session.game, session.state)
        self._out.print(picture, no_wrap=True, crop=False)
        self._out.print()
        self._dead = None
        if self.people and session.counted is None and dead_stones.to_be_marked(session.history):
            self._dead = dead_stones.DeadStones(session.game, session.state)
            self._say(f"{self._dead} {dead_stones.HELP}")
        elif session.over and not report.says(picture, self._result()):
            self._say(self._result())

    def _result(self) -> str:
        session = self.session
        if session.counted is not None:
            return session.counted
        if session.resigned is None:
            return words.outcome(session.history)
        others = [words.player(session.game, p) for p in range(session.game.players) if p != session.resigned]
        won = f" {others[0]} wins." if len(others) == 1 else ""
        return f"{words.player(session.game, session.resigned)} resigns.{won}"

    def _moves(self, _: str) -> None:
        self._say(" ".join(self._legal()) or "None: the game is over.")

    def _hint(self, _: str) -> None:
        analysis = self._advice()
        best = self.session.game.action_text(self.session.state, analysis.best)
        self._say(f"Try {best}  ({self._worth(analysis)})")

    def _eval(self, _: str) -> None:
        analysis = self._advice()
        line = words.move_texts(analysis.game, analysis.state, analysis.variation)
        self._say(f"{self._worth(analysis)}; line: {' '.join(line)}")

    def _undo(self, _: str) -> None:
        resigned = self.session.resigned is not None
        if not self.session.undo(self.people) and not resigned:
            raise BadInput("There is no move of yours to take back.")
        self._board()

    def _redo(self, _: str) -> None:
        if not self.session.redo(self.people):
            raise BadInput("There is nothing to play again; redo follows an undo.")
        self._board()

    def _resign(self, _: str) -> None:
        if self.session.over:
            raise BadInput("The game is over already.")
        self.session.resigned = self.session.mover
        self._say(self._result())

    def _new(self, _: str) -> None:
        self.session.restart()
        self._board()

    def _save(self, name: str) -> None:
        if not name:
            raise BadInput("save needs the name of a file, such as: save game.txt")
        record.save(self.session, name)
        moves = len(self.session.actions)
        self._say(f"Saved {words.count(moves)} move{'' if moves == 1 else 's'} to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            raise BadInput("load needs the name of a file, such as: load game.txt")
        self.session = record.load(self.session.game, name)
        self._board()

    # ---- what they share
    def _legal(self) -> list[str]:
        session = self.session
        if session.over or session.mover == CHANCE:
            return []
        return [session.game.action_text(session.state, a) for a in session.history.legal()]

    def _advice(self) -> Analysis:
        if self.session.over:
            raise BadInput("The game is over; undo takes the last move back.")
        return self._adviser.think(self.session.state, ADVICE, "thinking about it")

    def _worth(self, analysis: Analysis) -> str:
        return f"{words.worth(analysis)}, depth {analysis.depth}"

    def _say(self, sentence: Any) -> None:
        self._out.print(sentence)
