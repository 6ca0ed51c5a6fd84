"""The game on one page: its record, who plays, what can be done and seen now, and who is told of changes."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from halfmove.core import figures
from halfmove.core.contract import CHANCE
from halfmove.core.contract.hooks import defines
from halfmove.core.ending import Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import record_formats
from halfmove.core.keyed_stream import KeyedStream, draw_secret, is_secret, keyed_word
from halfmove.core.markup import Markup
from halfmove.core.nature import draw_outcome, makes_long_run
from halfmove.core.plain_text import PlainText
from halfmove.core.randomness import stream
from halfmove.core.scores import share_of
from halfmove.core.settlement import Settlement
from halfmove.core.surface import Surface
from halfmove.games.description import as_pictured
from halfmove.games.reference import GameReference, PositionReference
from halfmove.web.board import formats
from halfmove.web.board.clock import Clock
from halfmove.web.board.game_records import is_plain
from halfmove.web.board.record import MOST_VARIATIONS, Node, Record
from halfmove.web.board.seats import HAND, PERSON, Seats
from halfmove.web.catalogue import MOST_TEXT
from halfmove.web.server import here

_ENDINGS = {"draw": "A draw, by agreement."}
_LOST = {"resigned": "resigns", "time": "has run out of time"}
ROOM = 12
"""Bytes that a move takes in a sealed link, or a multiple of them."""
_HOW = {"resigned": "resignation", "time": "time"}
"""The endings of `Table.ended`, as records call them."""


class Move(NamedTuple):
    """Something that can be played now."""

    action: Any
    text: str
    touches: tuple[str, ...]
    others: tuple[tuple[str, ...], ...] = ()
    """Other touches that mean it."""
    lands: tuple[float, float] | None = None
    """Where its piece comes to lie, if not on the point touched last."""


class Link(NamedTuple):
    """What a link says of a game besides its name and parameters."""

    position: str | None = None
    moves: str = ""
    at: int | None = None
    """How many moves into its main line one looks; None: at its end."""
    seats: str = ""
    ended: str = ""
    seed: int | None = None
    settled: str | None = None
    """The points agreed upon at the end of its main line (`Settlement`), with commas between; None: there is
    no agreement."""
    dice: str = ""
    """`hand`: a person says what was thrown."""
    record: str = ""
    """Position, moves and all that is said of them, packed (`formats.pack`), where moves alone do not tell
    it."""


class Table:
    """One page's game; parts of the page register in `watchers` and are told after every change."""

    def __init__(
        self, name: str, parameters: dict[str, str], link: Link | None = None, *, analysing: bool = False
    ) -> None:
        link = link or Link()
        self.name, self.parameters = name, parameters
        self.client = uuid.uuid4().hex
        """Who this is to the pool."""
        self.reference = GameReference(name, parameters)
        self.rules = here().catalogue.rules(self.reference)
        """The game as it was declared; `game` is the same played in turn."""
        self.game = as_pictured(here().catalogue.watched(self.reference))
        self.names = [figures.capital(self.game.player_name(p)) for p in range(self.game.players)]
        self.title = here().catalogue.title(self.reference)
        self.surface = self.game.surface()
        self.real_time = None if analysing else self.game.real_time()
        """How it is played in real time; None where it is played in turn, and where it is analysed."""
        self.seats = Seats(self.game, analysing=analysing)
        self.seats.read(link.seats)
        self.seats.throw(link.dice if self.game.has_chance else "")
        self.given_seed = link.seed
        self.seed = draw_secret() if link.seed is None else link.seed
        """Of nature's moves: the same seed brings the same ones.  What nobody has given is a secret of 128
        bits: who saw eight throws, or his own cards, would find one of 32 bits, and with it all to come."""
        self.record = self._opened(link)
        self.below = 0
        """The player at the bottom of the board."""
        self._turn_to_person()
        self.ended = self._agreed(link.ended)
        """How the game ended where it was not by the moves: `draw`, or `resigned-1`, `time-1` with the number
        of who lost so; empty where it did not."""
        self.looking = bool(self.record.here.children)
        """Whether one has looked back."""
        self.studying = False
        """Whether questions about the game are asked: no engine plays on meanwhile."""
        self.asking = False
        """Whether a question about the position is open: nothing tells the best move then."""
        self.another = False
        """Whether it is another game than the one whose link the page shows."""
        self.cut_short = False
        """Whether the last link was too long to hold all of the game."""
        self.watchers: list[Callable[[], None]] = []
        self.readers: list[Callable[[], None]] = []
        """Told when marks, values or variations have been added."""
        self.screen: AbstractContextManager[Any] = nullcontext()
        """The page that shows it."""
        self._legal: list[Move] | None = None

    def _opened(self, link: Link) -> Record:
        if len(link.position or "") > MOST_TEXT or len(link.moves) > MOST_TEXT:
            raise BadInput(f"A position, and all moves together, may have {MOST_TEXT:,} letters.")
        if link.record:
            record = formats.unpack(self.game, link.record)
        else:
            record = Record(self.game, link.position)
            record.read(link.moves)
        end = record.end(record.root)
        record.go(end)
        if link.settled is not None:
            end.settled = tuple(filter(None, link.settled[:MOST_TEXT].split(",")))
            if record.settlement() is None:
                raise BadInput("The link says how the game was settled, but there is nothing to settle.")
        if link.at is not None and end.path()[link.at : link.at + 1]:
            record.go(end.path()[link.at - 1] if link.at else record.root)
        return record

    # ---- what is the case
    @property
    def state(self) -> Any:
        return self.record.history.state

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.record.history.over

    @property
    def mover(self) -> int:
        """Whose turn it is; `CHANCE` where nature moves."""
        return self.record.history.mover

    @property
    def legal(self) -> list[Move]:
        """What can be played now, as far as who looks may know it; nothing once the game is over."""
        if self._legal is None:
            game, state = self.game, self.state
            unseen = self.viewer not in (None, self.mover)
            thrown = self.mover == CHANCE
            none = self.over or (thrown and not self.seats.by_hand) or unseen
            surface = None if thrown else self.surface
            self._legal = [
                Move(
                    a,
                    game.action_text(state, a),
                    surface.touches(state, a),
                    tuple(surface.other_touches(state, a)),
                    surface.lands(state, a),
                )
                if surface
                else Move(a, game.action_text(state, a), ())
                for a in ([] if none else self.record.history.legal())
            ]
        return self._legal

    def find_moves(self, touches: Sequence[str]) -> list[Move]:
        """The moves that what was touched may mean."""
        meant = tuple(touches)
        return [move for move in self.legal if meant == move.touches or meant in move.others]

    @property
    def ahead(self) -> Sequence[tuple[str, ...]]:
        """What a person may choose to play next while the other side, an engine, thinks."""
        people = self.seats.people
        waits = len(people) == 1 and self.game.players == 2 and self.mover == 1 - people[0]
        if self.over or self.looking or self.game.hidden or self.surface is None or not waits:
            return ()
        return self.surface.ahead(self.state, people[0])

    @property
    def fixed(self) -> bool:
        """Whether moves stand once they are made: who took them back would know what he has seen since."""
        return self.seats.veiled

    @property
    def may_move(self) -> bool:
        """Whether the move is a person's to make: on one's own turn, or when one has looked back."""
        if self.over or (self.fixed and self.looking):
            return False
        return self.looking or (self.seats.is_person(self.mover) and not self.curtain)

    @property
    def opposed(self) -> bool:
        """Whether two play against each other, in turn, so that one who resigns leaves the game to the
        other."""
        game = self.game
        return game.players == 2 and game.zero_sum and not (self.rules.simultaneous or game.explicit)

    @property
    def barred(self) -> bool:
        """Whether the game has a value to show as a bar: what one of two gains the other loses."""
        game = self.game
        return game.players == 2 and game.zero_sum and game.utility_limit < float("inf") and not self.fixed

    @property
    def colours(self) -> tuple[str, ...]:
        """Each player's colour; empty where the pieces tell no player."""
        return self.surface.colours if self.surface is not None else ()

    @property
    def settlement(self) -> Settlement | None:
        """What is agreed upon here, or still to be; None where nothing is, or a game ended otherwise."""
        return None if self.ended or self.told is not None else self.record.settlement()

    @property
    def told(self) -> Ending | None:
        """How the game ended as the file tells it from which it was read; None elsewhere than at its end."""
        if self.record.told_at is not self.record.here:
            return None
        return PlainText(self.game).ending(self.record.headers)

    @property
    def agreed(self) -> Ending | None:
        """How the game ended that was played here, where the rules did not end it."""
        how, _, loser = self.ended.partition("-")
        if how == "draw":
            return Ending(None, "agreement")
        if how in _HOW and self.game.players == 2 and loser in ("0", "1"):
            return Ending(1 - int(loser), _HOW[how])
        return None

    def name_player(self, player: int) -> str:
        """Who sits there, by the name that a file has for him, if it has one."""
        name = self.record.headers.get(self.game.player_name(player), "?")
        return name if name not in ("", "?") else self.seats.name_player(player)

    @property
    def share(self) -> float | None:
        """The first player's share of the point where the rules have said it, and what must be settled is."""
        settlement, told = self.settlement, self.told
        if told is not None:
            return 0.5 if told.winner is None else 1.0 - told.winner
        if settlement is None:
            over = self.record.history.over
            return share_of(self.game, self.record.history.utility(0)) if over else None
        return None if self.record.here.settled is None else settlement.share

    @property
    def status(self) -> str:
        """What a person asks first: who is to move, or how it ended."""
        if self.ended:
            return self._ending()
        settlement, told = self.settlement, self.told
        if settlement is not None:
            unsettled = self.record.here.settled is None
            return f"Settle the {settlement.subject}." if unsettled else settlement.ending()
        if told is not None and not (self.record.history.over and self.record.settlement() is None):
            return told.words(self.names)
        if self.record.history.over:
            return self.last_chance + figures.capital(figures.outcome(self.record.history))
        if self.mover == CHANCE:
            return f"{self.last_chance}What was thrown?" if self.seats.by_hand else "Chance moves."
        return f"{self.last_chance}{self.names[self.mover]} to move."

    @property
    def last_chance(self) -> str:
        """What nature has just done, as a die shows it: `Chance: 4. `  Cards lie on the table anyway, as far
        as they are to be seen."""
        node = self.record.here
        drawn = node.parent is not None and node.mover == CHANCE and not self.game.hidden
        return f"Chance: {self.describe_move(node)}. " if drawn else ""

    @property
    def turnable(self) -> bool:
        """Whether the picture depends on who sits at the bottom."""
        if self.surface is None or self.game.players < 2:
            return False
        sides = [self.surface.picture_to(self.state, self.viewer, below=p) for p in (0, 1)]
        return sides[0] != sides[1]

    @property
    def labelled(self) -> bool:
        """Whether the picture has coordinates that can be left out."""
        return 'data-part="labels"' in self.picture()

    @property
    def numbered(self) -> bool:
        """Whether pieces stay where they are put, so that the moves can be numbered on them."""
        return self.surface is not None and type(self.surface).placed is not Surface.placed

    @property
    def bets(self) -> bool:
        """Whether an amount may be typed under the board, as a bet."""
        return self.surface is not None and type(self.surface).amount is not Surface.amount

    @property
    def composes(self) -> bool:
        """Whether actions may be composed of pieces that are laid on the board."""
        return self.surface is not None and type(self.surface).tray is not Surface.tray

    @property
    def estimated(self) -> bool:
        """Whether the game can judge whose each point of its board will be."""
        return self.surface is not None and not self.fixed and defines(type(self.rules), "ownership")

    @cached_property
    def markup(self) -> Markup | None:
        """How marks on points are kept in the record; None where its format has none, or something is
        hidden."""
        form = next(iter(record_formats(self.game)), None)
        return None if form is None or self.fixed or self.surface is None else form.markup()

    @property
    def named_moves(self) -> bool:
        """Whether a move in the list needs the name of its maker: where turns do not simply alternate."""
        return self.game.players != 2 or self.game.has_chance or self.game.hidden

    # ---- what is seen
    @property
    def viewer(self) -> int | None:
        """Through whose eyes the page looks; None where it may show everything."""
        return self.seats.viewer

    @property
    def curtain(self) -> bool:
        """Whether the screen is to be handed on before the one whose turn it is sees his view."""
        return not self.over and not self.looking and self.seats.curtain(self.mover)

    def lift_curtain(self) -> None:
        """The player whose turn it is has the screen now."""
        self.seats.looking = self.mover
        self.below = self.mover
        self.notify_change()

    def move_number(self, ply: int) -> str:
        """The number of the `ply`-th move, from 1; what comes after a long deal is numbered from 1."""
        return figures.move_number(self.game, ply - len(self.record.list_deal()))

    def describe_move(self, node: Node) -> str:
        """A move of the record as whoever looks may know it."""
        viewer = self.viewer
        return node.text if viewer is None or not node.text else node.seen[viewer]

    def picture(self) -> str:
        """The position as whoever looks may see it, as SVG."""
        if self.surface is None:
            return self.game.draw_to(self.state, self.viewer)
        return self.surface.picture_to(self.state, self.viewer, below=self.below)

    # ---- for others
    def place(self) -> dict[str, Any]:
        """What a task is told: where one is, at which table (workers know its past), through whose eyes."""
        return {
            "place": self.reference_at(self.record.here.path()),
            "table": self.client,
            "viewer": self.viewer,
            "pictured": True,
        }

    def reference_at(self, path: list[Node]) -> PositionReference:
        """The game after these moves."""
        return PositionReference(
            self.reference, self.record.position, tuple(node.text for node in path if node.text)
        )

    def url(self, mode: str = "play") -> str:
        """The link that restores all this; where something is hidden it is sealed, seats and all."""
        at_end = self.record.here is self.record.end(self.record.root)
        written, record = self._written()
        said: dict[str, Any] = {
            "position": None if record else self.record.position,
            "moves": None if record else written or None,
            "record": record or None,
            "at": None if at_end else len(self.record.here.path()),
            "seats": (self.seats.written() or None) if mode == "play" else None,
            "ended": self.ended or None,
            "seed": self.given_seed,
            "dice": HAND if self.seats.by_hand else None,
        }
        if (settled := self.record.end(self.record.root).settled) is not None and not self.ended:
            said["settled"] = ",".join(settled)
        query = {key: value for key, value in said.items() if value is not None}
        if self.seats.veiled and (self.record.position or self.record.root.children):
            hidden = {"seed": self.seed, "given_seed": self.given_seed}
            about = {"game": self.name, "parameters": self.parameters}
            query = {
                "sealed": here().seal.closed({**query, **hidden, **about}, 0 if record else self._room())
            }
        query = {**self.parameters, **query}
        return f"/{mode}/{self.name}" + (f"?{urlencode(query)}" if query else "")

    def _written(self) -> tuple[str, str]:
        """The moves, and the record packed where they do not tell all of it; not where that is too long."""
        written = self.record.written()
        short = len(written) <= MOST_TEXT and written.count("(") <= MOST_VARIATIONS
        if short and is_plain(self.record):
            self.cut_short = False
            return written, ""
        record = formats.pack(self.record, self._room() if self.seats.veiled else None)
        most = formats.MOST_LINK * 3 // 4 if self.seats.veiled else formats.MOST_LINK  # sealing lengthens
        self.cut_short = len(record) > most
        return written, "" if self.cut_short else record

    def _room(self) -> int:
        """Bytes to leave free in a link that is sealed, so that its length tells no names of moves: a bid of
        9 takes as much as one of 10."""
        return sum(-len(node.text.encode()) % ROOM for node in self.record.nodes.values())

    def is_kept_whole(self) -> bool:
        """Whether the link brings all of the record back."""
        written, record = self._written()
        if self.cut_short:
            return False
        try:
            again = self._opened(
                Link(record=record) if record else Link(position=self.record.position, moves=written)
            )
        except BadInput:
            return False
        return formats.pack(again) == formats.pack(self.record)

    # ---- what is done
    def play(self, action: Any, clock: Clock | None = None) -> None:
        """Play an action from here, timed by a clock if there is one."""
        self.record.play(action)
        if clock is not None:
            clock.note(self.record)
        self.looking = False
        self.notify_change()

    def play_nature(self) -> None:
        """Play what nature does here: of a long deal all cards at once."""
        if makes_long_run(self.game, self.state):
            while self.mover == CHANCE and not self.over:
                self.advance(self.draw_outcome())
            self.notify_change()
        else:
            self.play(self.draw_outcome())

    def advance(self, action: Any) -> None:
        """Play an action without telling anybody, who will be told of several at once."""
        self.record.play(action)
        self.looking = False
        self.notify_move()

    def notify_move(self) -> None:
        """The place in the record is another one."""
        self._legal = None

    def play_text(self, text: str, clock: Clock | None = None) -> None:
        """Play what a person or an engine has written."""
        self.play(self.game.parse_action(self.state, text), clock)

    def draw_outcome(self) -> Any:
        """Nature's move here, as the seed has it: the same however often one comes back."""
        ply = self.record.here.ply
        if is_secret(self.seed):
            return draw_outcome(self.game, self.state, KeyedStream(self.seed, f"nature {ply}"))
        return draw_outcome(self.game, self.state, stream(self.seed * 4096 + ply))

    def engine_seed(self) -> int:
        """The seed with which an engine moves here; that of a secret tells nothing of nature's moves, nor of
        the engine's next one."""
        if is_secret(self.seed):
            return keyed_word(self.seed, f"engine {self.record.here.ply}") >> 32
        return self.seed

    def go(self, node: Node) -> None:
        """Look at a position of the record: no engine plays on from there, but at the end of a line."""
        if not self.fixed:
            self.ended = ""
        self.looking = bool(node.children)
        self.record.go(node)
        self.notify_change()

    def go_to(self, number: str) -> None:
        """Look at the position of this number in the record, if there is one."""
        node = self.record.nodes.get(int(number))
        if node is not None:
            self.go(node)

    def seat(self, others: Mapping[int, str]) -> None:
        """Have people and engines on some seats, all at once; the board turns with a person.  Where something
        is hidden another person at the screen begins another game: he would see what was not for him."""
        begun = self.record.position is not None or bool(self.record.root.children)
        again = self.fixed and begun and any(PERSON in (who, self.seats.who[p]) for p, who in others.items())
        self.seats.who.update(others)
        self.seats.looking = None
        self.go_on()
        self._turn_to_person()
        if again:
            self.restart()
        else:
            self.notify_change()

    def go_on(self) -> None:
        """Play goes on from here: a variation, if one has looked back; not where moves stand."""
        self.looking = self.fixed and bool(self.record.here.children)

    def _turn_to_person(self) -> None:
        if len(self.seats.people) == 1:
            self.below = self.seats.people[0]

    def restart(self, position: str | None = None) -> None:
        """A new record from a position; the initial one, if none is given."""
        self.restart_at(Record(self.game, position))

    def restart_at(self, record: Record) -> None:
        """Another record, as it stands; where nobody has given a seed, with other luck."""
        self.another = True
        self.record = record
        self.ended, self.looking = "", False
        self.seats.looking = None
        if self.given_seed is None:
            self.seed = draw_secret()
        self.notify_change()

    def replace_by(self, other: Table) -> None:
        """Everything of another table, for those who show this one; with as many players."""
        own = ("client", "watchers", "readers", "screen")
        vars(self).pop("markup", None)  # as it was for the record of before
        vars(self).update({name: value for name, value in vars(other).items() if name not in own})
        self.another = True
        self.notify_change()

    def settle(self, chosen: Sequence[str] | None) -> None:
        """The players have agreed upon these points; None: they have not, after all."""
        self.record.here.settled = None if chosen is None else tuple(chosen)
        self.notify_change()

    def resume(self, closing: int) -> None:
        """Play goes on before the last actions, which did nothing but end the game."""
        self.record.take_back(closing)
        self.go_on()
        self.notify_change()

    def end(self, how: str) -> None:
        """It is over, for a reason that is not in the moves: see `ended`."""
        self.ended = how
        self.notify_change()

    def resign(self, player: int) -> None:
        """The player gives up."""
        self.end(f"resigned-{player}")

    def _ending(self) -> str:
        """How it ended, in words."""
        how, _, number = self.ended.partition("-")
        if how not in _LOST:
            return _ENDINGS[self.ended]
        others = [name for player, name in enumerate(self.names) if player != int(number)]
        win = "wins" if len(others) == 1 else "win"
        return f"{self.names[int(number)]} {_LOST[how]}. {figures.listed(others)} {win}."

    def _agreed(self, how: str) -> str:
        """What a link says of the end, if it can be so: the rest is for the rules to say."""
        kind, _, number = how.partition("-")
        if not how or how in _ENDINGS or (kind in _LOST and number in map(str, range(self.game.players))):
            return how
        raise BadInput(
            "A link may say that the game ended as a 'draw', or as 'resigned-0' or 'time-0' with the number "
            f"of a player; not as '{how[:40]}'."
        )

    def notify_notes(self) -> None:
        """Tell those who show what is written at the moves: the position is the same."""
        with self.screen:
            for reader in self.readers:
                reader()

    def notify_change(self) -> None:
        """Tell everybody."""
        self._legal = None
        if not self.looking:
            self.seats.turn(self.mover)
        with self.screen:  # what is told may come from a task that belongs to no page
            for watcher in list(self.watchers):
                watcher()
