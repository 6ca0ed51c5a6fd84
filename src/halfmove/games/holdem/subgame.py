"""Heads-up subgames of hold'em: a board, two ranges, a pot and stacks, and the bets that are looked at.

The first player, out of position, acts first on every street.  A bet is a part of the pot, a raise a part of
the pot after calling.  With `all_in` a player may always put in what he has left, and a bet that would take
two thirds of it does.  A bet is at least `least` (the big blind), a raise at least as much as the one before,
and `most` bets and raises are looked at on each street.

Cards to come that exchanging suits makes of each other, without changing the board or a range, lead to the
same play: one of them is dealt and stands for all (`Suits`).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, read_decimal, read_whole, shorten
from halfmove.core.public_tree import CARD, FIRST, FOLD, SECOND, SHOWDOWN, PublicTree, TreeSize
from halfmove.games.holdem.cards import (
    CARDS,
    HANDS,
    card_text,
    cards_text,
    hand_of,
    read_cards,
    set_of,
)
from halfmove.games.holdem.equity import exchanges
from halfmove.games.holdem.hand_arrays import disjoint, high_cards, images, low_cards
from halfmove.games.holdem.hand_grid import hand_grid_svg
from halfmove.games.holdem.hands import START, hand_tables, values_of_seven
from halfmove.games.holdem.ranges import (
    class_text,
    grid,
    grid_means,
    range_text,
    read_range,
    without,
)

STREETS = {"holdem-flop": 3, "holdem-turn": 4, "holdem-river": 5}
"""The cards on the board of each kind of subgame."""
LARGEST = 4_000_000
"""Nodes, at the most: building them takes a quarter of a minute and 1.3 gigabytes."""
NEARLY_ALL = 2 / 3
"""A bet of so much of what a player has left is all of it."""


@dataclass(frozen=True)
class Subgame:
    """What is to be solved, checked."""

    name: str
    board: tuple[int, ...]
    ranges: tuple[Any, Any]
    pot: float
    stack: float
    bets: tuple[float, ...]
    raises: tuple[float, ...]
    most: int
    all_in: bool
    least: float

    @property
    def settings(self) -> dict[str, Any]:
        """As they are typed."""
        return {
            "board": cards_text(self.board),
            "first": range_text(self.ranges[0]),
            "second": range_text(self.ranges[1]),
            "pot": self.pot,
            "stack": self.stack,
            "bets": ",".join(f"{bet:g}" for bet in self.bets),
            "raises": ",".join(f"{bet:g}" for bet in self.raises),
            "most": self.most,
            "all_in": "yes" if self.all_in else "no",
            "least": self.least,
        }


SETTINGS = {
    "board": "",
    "first": "random",
    "second": "random",
    "pot": "10",
    "stack": "100",
    "bets": "0.5,1",
    "raises": "1",
    "most": "3",
    "all_in": "yes",
    "least": "1",
}
"""What can be set, and what holds where it is not."""


def read_subgame(name: str, given: Mapping[str, str]) -> Subgame:
    """A subgame from what was typed; `BadInput` for what cannot be."""
    for key in given:
        if key not in SETTINGS:
            raise BadInput(f"{name} has no setting '{key}'; it has {', '.join(SETTINGS)}.")
    said = {**SETTINGS, **given}
    cards, board = STREETS[name], read_cards(said["board"])
    if len(board) != cards:
        example = "Kc7d2h5s3c"[: 2 * cards]
        raise BadInput(f"{name} begins with {cards} cards on the table: --set board={example}.")
    mask = set_of(board)
    ranges = []
    for player in ("first", "second"):
        weights = without(read_range(said[player]), mask)
        if not weights.any():
            raise BadInput(f"No hand of the {player} player is left: all hold a card of the board.")
        ranges.append(weights)
    if not _meet(*ranges):
        raise BadInput("The two ranges cannot meet: all their hands share cards.")
    if said["all_in"] not in ("yes", "no"):
        raise BadInput(f"all_in is yes or no, not '{said['all_in']}'.")
    most = read_whole(said["most"], 0, 20)
    if most is None:
        raise BadInput(f"most is a whole number from 0 to 20, not '{shorten(said['most'])}'.")
    return Subgame(
        name,
        tuple(board),
        (ranges[0], ranges[1]),
        _amount(said["pot"], "pot"),
        _amount(said["stack"], "stack"),
        _parts(said["bets"], "bets"),
        _parts(said["raises"], "raises"),
        most,
        said["all_in"] == "yes",
        _amount(said["least"], "least"),
    )


def _amount(text: str, name: str) -> float:
    amount = read_decimal(text, 0, MOST)
    if not amount:
        raise BadInput(f"{name} is a number of chips above zero, such as 100, not '{shorten(text)}'.")
    return amount


def _parts(text: str, name: str) -> tuple[float, ...]:
    """Parts of the pot; `none` for none."""
    if text == "none":
        return ()
    return tuple(sorted({_part(part, name) for part in text.split(",")}))


def _part(text: str, name: str) -> float:
    part = read_decimal(text.removesuffix("%"), 0, 10_000 if text.endswith("%") else 100)
    if not part:
        raise BadInput(
            f"{name} are parts of the pot, such as 0.5,1 or 50%,100%, or none; not '{shorten(text)}'."
        )
    return part / (100 if text.endswith("%") else 1)


def _meet(one: Any, other: Any) -> bool:
    """Whether two ranges have hands that share no card."""
    return bool(disjoint(np.flatnonzero(one), np.flatnonzero(other)).any())


# ---- betting
class Bets(NamedTuple):
    """A street while it is being bet: cards on the table, chips that each has put in since the root and on
    this street, the last raise, how many there were, how many have acted since, and who is to act."""

    cards: int
    first: float
    second: float
    street: float
    raised: float
    raises: int
    acted: int
    mover: int


class Betting:
    """What may be done."""

    def __init__(self, game: Subgame) -> None:
        self.game = game

    def start(self) -> Bets:
        """Before the first action."""
        return Bets(len(self.game.board), 0.0, 0.0, 0.0, 0.0, 0, 0, 0)

    def options(self, s: Bets) -> list[tuple[str, Bets | None]]:
        """The actions in words, each with what follows; None for a fold."""
        game = self.game
        own, other = (s.first, s.second) if s.mover == 0 else (s.second, s.first)
        owed, left = other - own, game.stack - own
        found: list[tuple[str, Bets | None]] = []
        if owed > 0:
            found.append(("fold", None))
        found.append(("call" if owed > 0 else "check", self._after(s, other, s.raised, s.raises)))
        if s.raises >= game.most or left <= owed:
            return found
        pot = game.pot + 2 * other
        least = max(s.raised, game.least)
        sizes = {min(max(part * pot, least), left - owed) for part in (game.raises if owed else game.bets)}
        sizes = {left - owed if size + owed >= NEARLY_ALL * left else size for size in sizes}
        if game.all_in:
            sizes.add(left - owed)
        for size in sorted(sizes):
            to = other + size
            word = "all-in" if size == left - owed else ("raise" if owed else "bet")
            name = f"{word} {to - s.street:g}"
            found.append((name, self._after(s, to, size, s.raises + 1)))
        return found

    def _after(self, s: Bets, put_in: float, raised: float, raises: int) -> Bets:
        first, second = (put_in, s.second) if s.mover == 0 else (s.first, put_in)
        acted = 1 if raises > s.raises else s.acted + 1
        if acted == 2 and first == second:
            return Bets(s.cards + 1, first, second, first, 0.0, 0, 0, 0)
        return Bets(s.cards, first, second, s.street, raised, raises, acted, 1 - s.mover)

    def over(self, before: Bets, s: Bets) -> bool:
        """Whether the street of `before` is over in `s`."""
        return s.cards > before.cards


# ---- cards to come
Group = tuple[int, ...]
"""The numbers of some exchanges of suits."""


class Deal(NamedTuple):
    """A card to come that stands for all that are alike."""

    card: int
    alike: int
    """A bit for each exchange that makes another card of it; the lowest, of itself."""
    group: Group
    """The exchanges that leave it, and what lay on the table before, as they are."""


class Suits:
    """The exchanges of suits that leave the board and both ranges as they are, that of none first."""

    def __init__(self, game: Subgame, *, together: bool = True) -> None:
        self.game = game
        suits = exchanges(game.ranges, set_of(game.board), 0) if together else [0b11_10_01_00]
        self.hands = images(suits)
        """Where each hand goes: int64[k, 1326]."""
        self.cards = [
            [4 * (card >> 2) + ((one >> (2 * (card & 3))) & 3) for card in range(CARDS)] for one in suits
        ]
        """Where each card goes."""
        self.all = tuple(range(len(suits)))
        self._deals: dict[tuple[int, ...], list[Deal]] = {}

    def deals(self, board: tuple[int, ...], group: Group) -> list[Deal]:
        """The cards that may come next where these exchanges leave what lies on the table as it is."""
        if board not in self._deals:
            self._deals[board] = list(self._found(board, group))
        return self._deals[board]

    def _found(self, board: tuple[int, ...], group: Group) -> Iterator[Deal]:
        seen = set(board)
        for card in range(CARDS):
            if card in seen:
                continue
            alike = 0
            for number in group:
                to = self.cards[number][card]
                if to not in seen:
                    seen.add(to)
                    alike |= 1 << number
            yield Deal(card, alike, tuple(n for n in group if self.cards[n][card] == card))

    @cached_property
    def run_outs(self) -> tuple[RunOuts, int]:
        """What may come in all, and how many whole boards there are among it."""
        boards: set[frozenset[int]] = set()

        def after(board: tuple[int, ...], group: Group) -> RunOuts:
            if len(board) == 5:
                boards.add(frozenset(board))
                return ()
            found = Counter(after((*board, deal.card), deal.group) for deal in self.deals(board, group))
            return tuple(found.items())

        return after(self.game.board, self.all), len(boards)


RunOuts = tuple[tuple[Any, int], ...]
"""What cards may come: what may come after them, and how many cards there are after which it may."""


# ---- how large it is
Count = tuple[int, int, int, int]
"""Nodes, actions of each player, and nodes that the first card to come leads to."""


class _Counting:
    """Nodes counted without making them: states of the betting that lead on alike are looked at once."""

    def __init__(self, game: Subgame, largest: int) -> None:
        self.game, self.betting, self.largest = game, Betting(game), largest
        self.known: dict[tuple[Bets, RunOuts], Count] = {}
        self.nodes = 0

    def add(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > self.largest:
            raise BadInput(
                f"This subgame has more than {self.largest:,} nodes, the most there may be here: give fewer "
                "bets, or most=1."
            )

    def street(self, s: Bets, run_outs: RunOuts, times: int) -> Count:
        """From a node where somebody acts, of which there are so many."""
        if (s, run_outs) in self.known:
            found = self.known[s, run_outs]
            self.add(times * found[0])
            return found
        self.add(times)
        options = self.betting.options(s)
        total = (1, len(options), 0, 0) if s.mover == 0 else (1, 0, len(options), 0)
        for _, after in options:
            if after is None:
                self.add(times)
                more = (1, 0, 0, 0)
            elif self.betting.over(s, after):
                more = self.dealt(after, run_outs, times)
            else:
                more = self.street(after, run_outs, times)
            total = _sum(total, more, 1)
        self.known[s, run_outs] = total
        return total

    def dealt(self, s: Bets, run_outs: RunOuts, times: int) -> Count:
        """From a node at the end of a street."""
        self.add(times)
        total = (1, 0, 0, 0)
        for below, cards in run_outs:
            if s.first < self.game.stack:
                more = self.street(s, below, times * cards)
            else:
                more = self.dealt(s._replace(cards=s.cards + 1), below, times * cards)
            total = _sum(total, more, cards)
        first = s.cards == len(self.game.board) + 1
        return (*total[:3], sum(cards for _, cards in run_outs)) if first else total


def _sum(one: Count, other: Count, times: int) -> Count:
    a, b, c, d = (x + times * y for x, y in zip(one, other, strict=True))
    return a, b, c, d


def size_of(game: Subgame, *, largest: int = LARGEST, together: bool = True) -> TreeSize:
    """How large the tree is, without building it; `BadInput` for one of more than `largest` nodes, as soon
    as so many are counted."""
    run_outs, boards = Suits(game, together=together).run_outs
    counting = _Counting(game, largest)
    nodes, first, second, parts = counting.street(counting.betting.start(), run_outs, 1)
    hands = int(np.count_nonzero(game.ranges[0])), int(np.count_nonzero(game.ranges[1]))
    return TreeSize(nodes, (first, second), hands, parts, boards)


# ---- the tree
class _Building:
    """Nodes added level by level."""

    def __init__(self, game: Subgame, suits: Suits) -> None:
        self.game, self.betting, self.suits = game, Betting(game), suits
        self.kind: list[int] = []
        self.child: list[int] = []
        self.children: list[int] = []
        self.card: list[int] = []
        self.alike: list[int] = []
        self.pay: list[float] = []
        self.board: list[int] = []
        self.chance: list[float] = []
        self.actions: list[tuple[str, ...]] = []
        self.boards: dict[frozenset[int], int] = {}

    def node(self, card: int, alike: int) -> None:
        self.kind.append(-1)
        self.child.append(0)
        self.children.append(0)
        self.card.append(card)
        self.alike.append(alike)
        self.pay.append(0.0)
        self.board.append(-1)
        self.chance.append(0.0)
        self.actions.append(())

    def build(self) -> None:
        """All nodes: what is still to be opened lies in a queue, a state, its board, and the exchanges of
        suits that leave that as it is.  A state's `cards` are one more than lie on the table while a card is
        to come."""
        self.node(-1, 0)
        queue: deque[tuple[Bets | None, tuple[int, ...], Group, int]] = deque()
        queue.append((self.betting.start(), self.game.board, self.suits.all, -1))
        number = -1
        while queue:  # in the order in which they got their numbers
            s, board, group, folder = queue.popleft()
            number += 1
            if s is None:
                continue
            if folder >= 0:
                lost = self.game.pot / 2 + (s.first, s.second)[folder]
                self.kind[number], self.pay[number] = FOLD, -lost if folder == 0 else lost
                continue
            if s.cards > 5 and len(board) == 5:
                self.kind[number] = SHOWDOWN
                self.pay[number] = self.game.pot / 2 + s.first
                self.board[number] = self.boards.setdefault(frozenset(board), len(self.boards))
                continue
            self.child[number] = len(self.kind)
            if s.cards > len(board):
                deals = self.suits.deals(board, group)
                self.kind[number], self.children[number] = CARD, len(deals)
                self.chance[number] = 1 / (CARDS - len(board) - 4)
                after = s._replace(cards=s.cards + 1) if s.first >= self.game.stack else s
                for deal in deals:
                    queue.append((after, (*board, deal.card), deal.group, -1))
                    self.node(deal.card, deal.alike)
                continue
            options = self.betting.options(s)
            self.kind[number], self.children[number] = FIRST if s.mover == 0 else SECOND, len(options)
            self.actions[number] = tuple(name for name, _ in options)
            for _, follows in options:
                folds = s.mover if follows is None else -1
                queue.append((follows or s, board, group, folds))
                self.node(-1, 0)


def build(game: Subgame, *, together: bool = True) -> PublicTree:
    """The public tree of a subgame; `BadInput` for one that is too large.  Unless `together`, suits that are
    alike are all dealt."""
    size_of(game, together=together)
    suits = Suits(game, together=together)
    made = _Building(game, suits)
    made.build()
    held = [np.flatnonzero(weights) for weights in game.ranges]
    pairs = [np.stack([high_cards()[hands], low_cards()[hands]], axis=1) for hands in held]
    values = [_values(list(made.boards), cards) for cards in pairs]
    moved = [_moved(suits, hands) for hands in held]
    return PublicTree(
        name=game.name,
        settings=game.settings,
        hands=(pairs[0], pairs[1]),
        weights=(game.ranges[0][held[0]], game.ranges[1][held[1]]),
        kind=np.array(made.kind),
        child=np.array(made.child),
        children=np.array(made.children),
        card=np.array(made.card),
        pay=np.array(made.pay),
        board=np.array(made.board),
        values=(values[0], values[1]),
        chance=np.array(made.chance),
        actions=tuple(made.actions),
        exchanges=np.array(suits.cards),
        moved=(moved[0], moved[1]),
        alike=np.array(made.alike),
        pot=game.pot,
        words=Words(),
    )


def _moved(suits: Suits, hands: Any) -> Any:
    """Of which hand of a range each exchange makes each: int64[k, n]."""
    return np.array([np.argsort(to[hands]) for to in suits.hands])


def subgame(name: str, settings: Mapping[str, str]) -> PublicTree:
    """The public tree of what was typed."""
    return build(read_subgame(name, settings))


def subgame_size(name: str, settings: Mapping[str, str], largest: int = LARGEST) -> TreeSize:
    """How large that tree is, without building it; `BadInput` for one of more than `largest` nodes."""
    return size_of(read_subgame(name, settings), largest=largest)


subgame_example = """board=Kc7d2h5s3c
first=QQ+, AKs, A5s-A2s:0.5, 76s, 65s
second=22-JJ, AJs+, KQs, KJs, QJs
pot=100
stack=300"""
"""Settings of a river to begin with, one a line."""


class Words:
    """What hands are called, and the table of 13 by 13 that players draw them up in."""

    def card(self, card: int) -> str:
        """`Ah`."""
        return card_text(card)

    def hand(self, high: int, low: int) -> str:
        """`AhKd`."""
        return card_text(high) + card_text(low)

    def labels(self) -> list[list[str]]:
        """`AA`, `AKs`, `AKo`."""
        return [[class_text(kind) for kind in row] for row in grid()]

    def means(self, hands: Any, values: Any, weights: Any) -> list[list[float | None]]:
        """By the 169 classes."""
        numbers = [hand_of(int(a), int(b)) for a, b in hands]
        spread, weighed = np.full(HANDS, np.nan), np.zeros(HANDS)
        spread[numbers], weighed[numbers] = values, weights
        return grid_means(spread, weighed)

    def picture(
        self,
        title: str,
        actions: Sequence[str],
        shares: Sequence[Sequence[Sequence[float | None]]],
        weights: Sequence[Sequence[float | None]],
    ) -> str:
        """A bar of colours in each cell."""
        return hand_grid_svg(title, self.labels(), actions, shares, weights)


def _values(boards: list[frozenset[int]], hands: Any) -> Any:
    """What each hand is worth on each board: int64[boards, hands]; -1 for one that shares a card with it."""
    t = hand_tables()
    words = t.word.array[hands[:, 0]] + t.word.array[hands[:, 1]]
    masks = t.mask.array[hands[:, 0]] | t.mask.array[hands[:, 1]]
    found = np.full((len(boards), len(hands)), -1, dtype=np.int64)
    for row, board in enumerate(boards):
        seen = np.uint64(set_of(board))
        free = masks & seen == 0
        word = words[free] + START + sum(int(t.word.array[card]) for card in board)
        found[row, free] = values_of_seven(word, masks[free] | seen)
    return found
