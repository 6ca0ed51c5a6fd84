"""A game in the terminal from the first board to the result; `audience` says who is shown what of it."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from random import Random
from typing import Any

from halfmove.cli import report
from halfmove.cli.play import record
from halfmove.cli.play.audience import Audience, list_moves
from halfmove.cli.play.engine import Opponent, Thinker, worth
from halfmove.cli.play.game import PlayedGame
from halfmove.cli.play.series import Series, begin_series
from halfmove.cli.terminal import ask, console
from halfmove.core import figures
from halfmove.core.analysis import Analysis, move_texts
from halfmove.core.contract import CHANCE, Chance
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.hand_over import HandOver
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_whole
from halfmove.core.plain_text import PlainText
from halfmove.core.randomness import stream
from halfmove.core.settlement import Settlement
from halfmove.core.view import View
from halfmove.games.reference import GameReference

HELP = """\
  a move     in the game's notation; `moves` lists the legal ones
  hint       the best move, as far as the engine sees
  eval       what the position is worth, and the play to expect
  undo redo  take your last move back; play it again
  resign     give the game up
  next       deal the next hand, in games that are played in hands
  new        start again
  save FILE  keep the game, {formats}
  load FILE  go on with a game of a file (load FILE 3: its third)
  board      draw the board again
  quit       leave (so do Ctrl-D and Ctrl-C)"""

SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "r": "redo"}
ADVICE = Limit(seconds=1.0)
FEW = 3
"""Moves of nature in a row that have a line each; more, such as a deal, are told on one."""


class Match:
    """People and engines taking turns; `people` are the players whose moves are typed."""

    def __init__(
        self,
        session: PlayedGame,
        people: set[int],
        opponent: Opponent | None,
        adviser: Thinker,
        seed: int,
        *,
        typed: bool = False,
        series: Series | None = None,
    ) -> None:
        self.session = session
        self.people = people
        self._series = series or begin_series(session.game)
        self._counted = False
        """Whether the hand at the table is among those of the series."""
        self.following: tuple[History, set[int]] | None = None
        """The hand that is to be played next, and whose seats are people's."""
        self._typists = people | ({CHANCE} if typed else set())
        """Whose actions are typed: those of `people`, and what is thrown on a real board (`typed`)."""
        self._opponent = opponent
        self._adviser = adviser
        # Nature's own: one that the engine shares would tell its cards by when the engine slips.
        self._random = Random(f"{seed} nature")
        self._settlement: Settlement | None = None
        """What the people are marking."""
        self._out = console()
        self._audience = Audience(people, self._out)
        self._commands = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "eval": self._eval,
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "next": self._next,
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
        finally:
            if self._opponent is not None:
                self._opponent.close()

    def _turns(self) -> None:
        self._board()
        while True:
            session = self.session
            if session.over:
                if not self._typists or not self._person():
                    return
            elif session.mover == CHANCE and CHANCE not in self._typists:
                self._nature()
            elif session.mover in self._typists:
                if not (self._hand_over() and self._person()):
                    return
            else:
                self._engine()

    # ---- who sees what
    @property
    def _secretive(self) -> bool:
        return self._audience.is_secretive(self.session.game)

    @property
    def _fixed(self) -> bool:
        return self._audience.is_fixed(self.session.game)

    @property
    def _viewer(self) -> int | None:
        return self._audience.viewer(self.session)

    def _hand_over(self) -> bool:
        """Have whose turn it is sit at the keyboard; False when they leave."""
        if not self._secretive or self._audience.at_keyboard == self.session.mover:
            return True
        since = self._audience.hand_over(self.session)
        if since is None:
            self._say("Goodbye.")
            return False
        if since:
            self._say(f"Since your last turn: {list_moves(since)}")
        self._board()
        return True

    def _text(self, action: Any) -> str:
        """What whoever looks on is told of an action in the present state."""
        return self._audience.text(self.session, action)

    # ---- turns
    def _person(self) -> bool:
        """One line from the person; False when they leave."""
        session = self.session
        who = "game over" if session.over else self._asked()
        if self._settlement is not None:
            who = self._settlement.subject
        line = ask(f"{who} > ")
        if line is None or self._command(line) == "quit":
            self._say("Goodbye.")
            return False
        if session.over and self._settlement is None and self._command(line) == "next":
            return not self._deal_next()
        if not line and self._settlement is None:
            return True
        try:
            self._obey(line)
        except HalfmoveError as error:
            self._say(str(error))
        return True

    def _asked(self) -> str:
        """Whose line is awaited."""
        mover = self.session.mover
        return "thrown" if mover == CHANCE else figures.player(self.session.game, mover)

    def _command(self, line: str) -> str:
        word = line.split()[0].lower() if line else ""
        return word if line in self._legal() else SHORT.get(word, word)

    def _obey(self, line: str) -> None:
        command = self._command(line)
        if command in self._commands and line not in self._legal():
            self._commands[command](line.partition(" ")[2].strip())
            return
        session = self.session
        if self._settlement is not None:
            self._settle(self._settlement, line)
            return
        if session.over:
            undo = "" if self._fixed else "undo, "
            following = "next, " if self._over() is not None else ""
            raise BadInput(
                f"The game is over; the commands are: {following}new, {undo}save FILE, load FILE, quit."
            )
        near = get_close_matches(command, [*self._commands, "quit"], n=1, cutoff=0.75)
        try:
            action = session.game.parse_action(session.state, line)
        except BadInput as error:
            raise BadInput(f"{error} {f'Did you mean {near[0]}?' if near else ''}".rstrip()) from None
        session.play(action)
        if session.over or (session.mover in self._typists and not self._secretive):
            self._board()  # the engine's answer will draw it otherwise, or whoever comes to the keyboard

    def _settle(self, settlement: Settlement, line: str) -> None:
        """What a person says of what is to be agreed upon; nothing, and it is accepted."""
        if line.lower() == "resume" and settlement.closing:
            self.session.resume(settlement.closing)
            self._board()
        elif line:
            settlement.change(line)
            self._show_settlement(settlement)
            self._say(str(settlement))
        else:
            self.session.agreed = settlement
            self._settlement = None
            self._say(settlement.count())

    def _show_settlement(self, settlement: Settlement) -> None:
        """The board with what is chosen marked in it."""
        game, marked = self.session.game, settlement.show()
        picture = report.coloured(game, marked) if marked else report.board(game, self.session.state)
        self._out.print(picture, soft_wrap=True)
        self._out.print()

    def _engine(self) -> None:
        session = self.session
        assert self._opponent is not None, "only people play where there is no engine"
        name = figures.player(session.game, session.mover)
        reply = self._opponent.choose(session.history, f"{name} is thinking")
        if reply.action is None:
            session.resigned = session.mover
            self._say(f"{self._result()}  ({reply.why})" if reply.why else self._result())
            return
        said = f"{name} plays {self._text(reply.action)}"
        why = reply.why
        if self._viewer is not None:  # what the engine thinks of it would tell what it holds
            said, why = f"{name}: {self._text(reply.action)}", ""
        self._say(f"{said}  ({why})" if why else said)
        session.play(reply.action)
        if session.over or not self._secretive:
            self._board()

    def _nature(self) -> None:
        """Nature moves until somebody else is to; the board is shown once, and many moves on one line."""
        session, told = self.session, list[str]()
        while session.mover == CHANCE and not session.over:
            if session.game.chance is Chance.SAMPLED:
                action = session.game.draw_outcome(session.state, stream(self._random.getrandbits(64)))
            else:
                actions, weights = zip(*session.game.outcomes(session.state), strict=True)
                [action] = self._random.choices(actions, weights)
            told.append(self._text(action))
            session.play(action)
        if not session.over and self._secretive:
            return
        if len(told) <= FEW:
            for text in told:
                self._say(f"Chance: {text}")
        else:
            self._say(f"Chance: {list_moves(told)}")
        self._board()

    # ---- commands
    def _help(self, _: str) -> None:
        lines = HELP.format(formats=record.say_formats(self.session.game)).splitlines()
        self._say("\n".join(line for line in lines if not (self._fixed and line.startswith("  undo"))))

    def _board(self, _: str = "") -> None:
        session = self.session
        self._out.print()
        settlement = self._settled()
        if settlement is not None:
            self._show_settlement(settlement)
            said = f"{settlement} {settlement.help}" if self._settlement is not None else self._result()
            self._say(said)
            return
        picture = report.board(session.game, session.state, self._viewer)
        self._out.print(picture, soft_wrap=True)
        self._out.print()
        if session.over and not report.says(picture, self._result()):
            self._say(self._result())
        if session.over:
            self._count_hand()

    def _settled(self) -> Settlement | None:
        """What is agreed upon, or from now on to be agreed upon by the people; engines accept at once what
        the game proposes.  None where nothing is."""
        session = self.session
        self._settlement = None
        if session.resigned is not None:
            return None
        if session.agreed is None and (settlement := session.game.settlement(session.history)) is not None:
            settlement.choose(settlement.proposal())
            if self.people:
                self._settlement = settlement
                return settlement
            session.agreed = settlement
        return session.agreed

    def _result(self) -> str:
        session = self.session
        if session.agreed is not None:
            return session.agreed.count()
        if session.resigned is None:
            return figures.outcome(session.history)
        others = [
            figures.player(session.game, p) for p in range(session.game.players) if p != session.resigned
        ]
        won = f" {others[0]} wins." if len(others) == 1 else ""
        return f"{figures.player(session.game, session.resigned)} resigns.{won}"

    def _moves(self, _: str) -> None:
        self._say(" ".join(self._legal()) or "None: the game is over.")

    def _hint(self, _: str) -> None:
        analysis = self._advice()
        best = self.session.game.action_text(self.session.state, analysis.best)
        self._say(f"Try {best}  ({worth(analysis)})")

    def _eval(self, _: str) -> None:
        analysis = self._advice()
        line = move_texts(analysis.game, analysis.state, analysis.variation)
        self._say(f"{worth(analysis)}; line: {' '.join(line)}")

    def _undo(self, _: str) -> None:
        if self._fixed:
            raise BadInput("No move is taken back where players hide something from each other.")
        resigned = self.session.resigned is not None
        if not self.session.undo(self._typists) and not resigned:
            raise BadInput("There is no move of yours to take back.")
        self._board()

    def _redo(self, _: str) -> None:
        if self._fixed or not self.session.redo(self._typists):
            raise BadInput("There is nothing to play again; redo follows an undo.")
        self._board()

    def _resign(self, _: str) -> None:
        if self.session.over:
            raise BadInput("The game is over already.")
        if self.session.mover == CHANCE:
            raise BadInput("Nobody is to move before the dice are; say first what was thrown.")
        self.session.resigned = self.session.mover
        self._say(self._result())

    def _over(self) -> HandOver | None:
        """How the hand at the table leaves it; None where it was not played to its end, or is no hand."""
        session = self.session
        if session.resigned is not None or not session.history.over:
            return None
        return session.game.hand_over(session.state, self._viewer)

    def _count_hand(self) -> None:
        """Say what the hand that is over was worth, once."""
        over = self._over()
        if over is not None and not self._counted:
            self._counted = True
            said = self._series.add(over)
            more = " 'next' deals the next one." if self.people and len(over.seats) > 1 else ""
            self._say(f"{said}{more}")

    def _next(self, _: str) -> None:
        raise BadInput("The next hand is dealt when this one is over.")

    def _deal_next(self) -> bool:
        """Have the next hand played after this one; False, with a sentence, where there is none."""
        session, over = self.session, self._over()
        if over is None:
            self._say(f"{session.game.title()} is over, and no other hand follows it; 'new' starts again.")
            return False
        if len(over.seats) < 2:
            self._say("Nobody is left to play against.")
            return False
        reference = GameReference.of(session.game)
        parameters = {**reference.parameters, **over.parameters}
        self._series.played.append((session, self._called()))
        people = self._series.move(over, self.people)
        self.following = History(replace(reference, parameters=parameters).open()), people
        return True

    def _new(self, _: str) -> None:
        self.session.restart()
        self._begin()

    def _begin(self) -> None:
        """Another game: nobody sits at the keyboard yet, and nobody has been told anything."""
        self._audience.leave()
        if self._opponent is not None:
            self._opponent.begin()
        self._board()

    def _save(self, name: str) -> None:
        if not name:
            raise BadInput("save needs the name of a file, such as: save game.txt")
        if self._viewer is not None and not self.session.over:
            raise BadInput("A saved game says everything, also what is hidden; save it when it is over.")
        record.save(self.session, name, self._called(), self._series)
        if earlier := len(self._series.played):
            hands = "hand" if earlier == 1 else "hands"
            self._say(f"{figures.count(earlier)} {hands} before this one stand in {name} too.")
        moves = len(self.session.actions)
        saved = f"{figures.count(moves)} move{'' if moves == 1 else 's'}"
        if more := record.behind(self.session):
            saved += f", and {figures.count(more)} that the file has after {'it' if moves == 1 else 'them'},"
        self._say(f"Saved {saved} to {name}.")

    def _called(self) -> list[str]:
        """The names of the players as a file has them."""
        engine = "?" if self._opponent is None else self._opponent.title
        return ["?" if player in self.people else engine for player in range(self.session.game.players)]

    def _load(self, name: str) -> None:
        if not name:
            raise BadInput("load needs the name of a file, such as: load game.txt")
        file, _, number = name.rpartition(" ")
        which = read_whole(number, 0, 999_999) if file else None
        if which is None:
            file, which = name, 1
        loaded = record.load(self.session.game, file, which)
        self.session = loaded.session
        if loaded.games > 1:
            self._say(
                f"{file} has {loaded.games:,} games; this is game {loaded.number}. "
                f"load {file} {loaded.games if loaded.number == 1 else 1} takes another."
            )
        for sentence in loaded.repairs:
            self._say(f"Repaired: {sentence}")
        if (told := self._told_result()) is not None:
            self._say(f"The file tells: {told}")
        self._begin()

    def _told_result(self) -> str | None:
        """How a game ended that was loaded, where the rules do not say it; None where nobody does."""
        session = self.session
        if session.paper is None or session.over:
            return None
        ending = PlainText(session.game).ending(session.paper.headers)
        names = [figures.player(session.game, player) for player in range(session.game.players)]
        return None if ending is None else ending.words(names)

    # ---- what they share
    def _legal(self) -> list[str]:
        session = self.session
        if session.over or (session.mover == CHANCE and CHANCE not in self._typists):
            return []
        return [session.game.action_text(session.state, a) for a in session.history.legal()]

    def _advice(self) -> Analysis:
        if self.session.over:
            raise BadInput(
                "The game is over." if self._fixed else "The game is over; undo takes the last move back."
            )
        if self.session.mover == CHANCE:
            raise BadInput("Nothing is to be chosen before the dice are thrown; say what they show.")
        history = self.session.history
        if history.game.hidden:
            history = View(history, history.mover).sampled_history(len(history.actions))
        return self._adviser.think(history, ADVICE, "thinking about it")

    def _say(self, sentence: Any) -> None:
        self._out.print(sentence)
