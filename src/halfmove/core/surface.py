"""Input by touching a game's picture: where its points are, which to touch for an action, how to set up.

The browser lays a transparent layer over `Game.draw`, one rectangle a point; what is touched there
becomes an action by `Surface.touches`.  In a picture every piece that can come, go or move carries its point
as `data-at`, so that the page can see what changed between two pictures; the coordinates on the margin are
a group with `data-part="labels"`, so that it can leave them out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History


class Point(NamedTuple):
    """A rectangle of a picture, in the coordinates of its viewBox."""

    name: str
    """As players call it (`e4`, Connect Four's column `4`); no other point of the board has it."""
    x: float
    y: float
    width: float
    height: float


class Amount(NamedTuple):
    """An action with a number that a person may choose, as a bet: `raise to 750`."""

    word: str
    """What stands before the number; both together are an action's text, as `Game.parse_action` reads it."""
    least: int
    most: int


class TrayPiece(NamedTuple):
    """A piece that a person may lay on the board before he plays: a letter of his rack."""

    symbol: str
    """What lies on the board where it is laid: `E`; empty where he chooses that first (`stands_for`)."""
    words: str
    """For a screen reader: `E, 1 point`."""
    picture: str
    """A small SVG document."""
    stands_for: tuple[str, ...] = ()
    """The symbols of which it may be laid as each, such as a blank tile's letters."""


class Composition(NamedTuple):
    """What pieces that were laid on the board come to."""

    action: Any | None
    """The action that they are; None where they are none."""
    said: str
    """A sentence or two: the action with what it scores, or why it may not be played."""


class Count(NamedTuple):
    """What a player has, as it stands beside his name: pieces taken, pips, chips, money."""

    text: str
    """`132 pips`, `+3`; empty where there is nothing to say."""
    pieces: tuple[str, ...] = ()
    """Symbols of `Surface.pieces` that are drawn small before the text."""


class Arrangement(NamedTuple):
    """A position as one sets it up by hand; it need not be a legal one."""

    pieces: Mapping[str, str]
    """What stands where: the name of a point (of `Surface.cells`) and a symbol (of `Surface.pieces`)."""
    mover: int
    rest: Mapping[str, str] = {}
    """What else a position has, as text by name (chess: castling, …): kept, and dropped by `Surface.text`
    where it no longer fits the pieces."""


class Surface(ABC):
    """What of a game's picture a hand can touch; `points` and `touches` are enough to play.

    A game whose positions can be set up by hand gives `pieces`, `arrangement`, `written`, `draw` and
    `piece_picture` as well.  A surface keeps nothing but its game, and is as good as another of the same.
    """

    pieces: Mapping[str, str] = {}
    """What can be set on a point: symbol and words; empty where positions cannot be set up by hand."""
    mover_follows: bool = False
    """Whether the pieces tell whose turn it is; `text` then goes by them, and an arrangement's `mover` is not
    asked."""

    title: str = ""
    """What the game is called over its board; empty where that is the name of its class."""
    player_names: tuple[str, ...] = ()
    """What the players are called where this picture is seen (Connect Four's `Red`, not its notation's `X`);
    empty where that is `Game.player_names`."""
    colours: tuple[str, ...] = ()
    """The colour of each player's pieces, as CSS writes it; empty where pieces tell no player."""

    game: Any  # a `Game` with what the subclass knows of it besides

    def __init__(self, game: Game) -> None:
        self.game = game

    # ---- to play
    @abstractmethod
    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        """What can be touched in `picture(s, below=below)`, in the order in which keys go through it; `below`
        is the player who sits at the bottom, which only matters where a board is turned."""

    def picture(self, s: Any, *, below: int = 0) -> str:
        """The picture, as SVG with a viewBox."""
        drawn: str = self.game.draw(s)
        return drawn

    @abstractmethod
    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        """The points to touch, in order, for the legal action `a`; () where none stands for it (a pass).
        Actions may share their touches (promotions): a face then asks which, by `Game.action_text`.
        In a game of imperfect information points and touches of the player to move give nothing away: they
        are the same in all states that look the same to him."""

    def other_touches(self, s: Any, a: Any) -> Sequence[tuple[str, ...]]:
        """Other points to touch that mean the action `a`, each as in `touches`."""
        return ()

    def amount(self, s: Any) -> Amount | None:
        """The number that the player to move may type, where he has so many actions that not all have points;
        None, by default."""
        return None

    # ---- actions of several pieces that are laid on the board one after the other
    def tray(self, s: Any) -> Sequence[TrayPiece]:
        """The pieces of the player to move, of which he lays some on the board to compose an action (letters
        of a word game); none, by default.  A game that has some defines the methods up to `is_composed`
        too; nobody but he is shown them."""
        return ()

    set_aside_word: str = ""
    """What it is called to put pieces of the tray aside: `Exchange`; empty where that is no action."""

    def compose(self, s: Any, laid: Mapping[str, str]) -> Composition:
        """What pieces come to that lie on points (name and symbol)."""
        raise self.impossible()

    def set_aside(self, s: Any, chosen: Sequence[int]) -> Composition:
        """The action that puts pieces of the tray aside, which are given by their places there."""
        raise self.impossible()

    def next_point(self, s: Any, point: str, down: bool, laid: Mapping[str, str]) -> str:
        """Where a piece lies that is laid from a point on: the next free point on its line, itself included;
        empty at the edge."""
        raise self.impossible()

    def composed_picture(
        self, s: Any, viewer: int | None, laid: Mapping[str, str], cursor: tuple[str, bool] | None
    ) -> str:
        """`picture_to` with the pieces that are laid, the only ones with `data-at`, and with a mark where the
        next one goes: a point, and whether on down."""
        raise self.impossible()

    def is_composed(self, s: Any, a: Any) -> bool:
        """Whether an action is composed, so that no button is needed for it."""
        return False

    def ahead(self, s: Any, player: int) -> Sequence[tuple[str, ...]]:
        """What `player`, who is not to move in `s`, may want to touch as soon as the others have moved: his
        legal moves then are among them, others may be too.  None, by default."""
        return ()

    def choice_picture(self, s: Any, a: Any) -> str:
        """A small SVG document that tells `a` from actions of the same touches (the piece of a promotion);
        empty where its text does."""
        return ""

    def thrown(self, s: Any, a: Any) -> str:
        """What nature's action `a` in `s` leaves on the table, such as a die as it fell, as parts of an SVG
        document in the coordinates of `picture`; empty where the next state's picture tells it."""
        return ""

    def lands(self, s: Any, a: Any) -> tuple[float, float] | None:
        """The middle of where the piece of an action comes to lie, in the picture's coordinates; None where
        that is the point touched last."""
        return None

    def placed(self, s: Any, a: Any) -> str:
        """The cell (`cells`) on which the action puts a piece that stays there until it is taken; empty where
        pieces move about, or none is put.  Where it says one, moves can be numbered on the board."""
        return ""

    def touches_of(self, s: Any, player: int, a: Any) -> tuple[str, ...]:
        """Where players move at once: what `player` touches for his own action `a`, one of `actions_of`."""
        return ()

    def laid(self, s: Any, player: int, a: Any | None) -> str:
        """Where players move at once: what lies on the table when `player` has chosen `a`, such as a card
        face down, as parts of an SVG document in the coordinates of `picture`; None: who looks does not know
        what he has chosen.  Empty, by default."""
        return ""

    def picture_to(self, s: Any, viewer: int | None, *, below: int = 0) -> str:
        """`picture` as `viewer` may see it (`core.contract.information`); None sees everything."""
        if not self.game.hidden:
            return self.picture(s, below=below)
        drawn: str = self.game.draw_to(s, viewer)
        return drawn

    def occupied_to(self, s: Any, viewer: int | None) -> Mapping[str, str]:
        """`occupied` as `viewer` may know it: nothing, where he does not see everything and the game's board
        does not say more."""
        return {} if self.game.hidden and viewer is not None else self.occupied(s)

    def occupied(self, s: Any) -> Mapping[str, str]:
        """What stands on the points, in words, for a screen reader; empty points are left out."""
        if not self.pieces:
            return {}
        return {at: self.pieces[symbol] for at, symbol in self.arrangement(s).pieces.items()}

    def counts(self, history: History) -> Sequence[Count]:
        """What each player has at the end of a history; nothing where the picture tells all there is.  What a
        picture tells besides is a part of it that is called `counts`, which a board page leaves out."""
        return ()

    def counts_to(self, history: History, viewer: int | None) -> Sequence[Count]:
        """`counts` as `viewer` may know them: nothing, where he does not see everything and the game's board
        does not say more."""
        return () if self.game.hidden and viewer is not None else self.counts(history)

    # ---- to set up
    def cells(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        """What single pieces are set on, the same in every state: the points, unless these are larger (a
        column) or not always there."""
        return self.points(s, below=below)

    def arrangement(self, s: Any) -> Arrangement:
        """The pieces of a state and what else it has."""
        raise self.impossible()

    def text(self, arrangement: Arrangement) -> str:
        """The position in the game's notation, which `game.parse` reads; `BadInput` where there is none."""
        text: str = self.game.position_text(self.game.parse(self.written(self.checked(arrangement))))
        return text

    def written(self, arrangement: Arrangement) -> str:
        """An arrangement in the game's notation, legal or not: `game.parse` is the judge."""
        raise self.impossible()

    def draw(self, arrangement: Arrangement, *, below: int = 0) -> str:
        """The picture of an arrangement, legal or not, in the coordinates of `picture`."""
        raise self.impossible()

    def piece_picture(self, symbol: str) -> str:
        """A small SVG document of one piece, for a palette."""
        raise self.impossible()

    # ---- for subclasses
    def impossible(self) -> BadInput:
        """What there is to say where positions cannot be set up."""
        return BadInput(f"Positions of {self.game.title()} cannot be set up by hand.")

    def checked(self, arrangement: Arrangement) -> Arrangement:
        """The arrangement, if its points, symbols and mover are the game's; else `BadInput`."""
        cells = {cell.name for cell in self.cells(self.game.initial())}
        for at, symbol in arrangement.pieces.items():
            if at not in cells:
                raise BadInput(f"There is no '{at}' on this board, so nothing can stand there.")
            self.known(symbol)
        if not 0 <= arrangement.mover < self.game.players:
            raise BadInput(
                f"The player to move is one of 0 to {self.game.players - 1}, not {arrangement.mover}."
            )
        return arrangement

    def known(self, symbol: str) -> str:
        """The words for a symbol of `pieces`; `BadInput` if it is none."""
        if symbol not in self.pieces:
            raise BadInput(
                f"'{symbol}' is no piece of {self.game.title()}; pieces are {' '.join(self.pieces)}."
            )
        return self.pieces[symbol]

    def first_read(self, *texts: str) -> str:
        """The first of the texts that the game can read; the last if it can read none."""
        for text in texts[:-1]:
            try:
                self.game.parse(text)
            except BadInput:
                continue
            return text
        return texts[-1]

    def small(self, symbol: str, drawing: str, side: float) -> str:
        """An SVG document of a square with its corner at 0, 0: what `piece_picture` gives."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side:g} {side:g}" width="{side:g}" '
            f'height="{side:g}" role="img" aria-label="{_quoted(self.known(symbol))}">{drawing}</svg>'
        )


def at(name: str) -> str:
    """The attribute `data-at` that says where a piece of a picture stands, with a blank before it; nothing
    for no name, as in a palette."""
    return f' data-at="{_quoted(name)}"' if name else ""


def _quoted(text: str) -> str:
    """As it stands in an attribute; `xml.sax` would cost more to import than all of this."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
