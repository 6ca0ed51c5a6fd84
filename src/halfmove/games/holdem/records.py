"""Hand histories in the PHH format: hands of hold'em read and written, nothing lost.

J. Kim, "Recording and describing poker hands", *IEEE Conference on Games*, 2024, and the specification of
its authors (github.com/uoftcprg/phh-std).  A file is TOML with a hand; a file of many (`.phhs`) has a table
for each.  Fields that the game needs (variant, antes, blinds, stacks, actions) become its parameters and
moves; all others are kept as they stand and written again.  Where two play, antes and blinds are listed in
reverse, as the format has it.

    variant = "NT"                          NT and FT; PT, which some write, is pot-limit
    antes = [0, 0]
    blinds_or_straddles = [50, 100]
    min_bet = 100                           FT: small_bet, big_bet
    starting_stacks = [10000, 10000]
    actions = ["d dh p1 AhKd", "d dh p2 7c7d", "p2 cbr 250", "p1 cc", "d db Kc7h2d", "p1 f # a comment"]

Amounts with decimals are counted in tenths, hundredths or thousandths of a chip, and written as they were.
Cards that a file does not tell (`????`) are written as unknown again.  Those that somebody shows later (`sm`)
are dealt to him.  Others cannot be played: they are dealt from what is left, the lowest first; to a player
who throws his cards away at a showdown (`p1 sm`), such as lose.  A showdown whose cards the file does not
tell is broken.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

from halfmove.core.compile import interpreted, runs_compiled
from halfmove.core.errors import BadInput
from halfmove.core.format_by_parts import FormatByParts
from halfmove.core.formats import GameRecord, Move
from halfmove.games.holdem import hands
from halfmove.games.holdem.cards import CARDS, card_text, read_cards
from halfmove.games.holdem.notation import hand_text
from halfmove.games.holdem.rules import CALL, FOLD, LIMIT, NO_LIMIT, OVER, POT_LIMIT, PREFLOP

if TYPE_CHECKING:
    from halfmove.games.holdem.game import Holdem

VARIANTS = {"NT": NO_LIMIT, "FT": LIMIT, "PT": POT_LIMIT}
OWN = (
    "variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks",
    "actions", "players", "event", "ante_trimming_status",
)  # fmt: skip
"""The fields that the game's parameters, its moves and headers say."""
DECIMALS = 3
"""Places behind the point that amounts may have."""
SCALE, UNKNOWN, RAW = "phh-scale", "phh-unknown", "phh-actions"
"""Properties of a record that say what is written otherwise than the game counts: the parts of a chip,
which players' cards the file does not tell, and who shows his cards after which move."""
FULL_BOARD = 5
MOST_HAND = 100_000
"""Letters of one hand."""


class PHH(FormatByParts):
    """The poker hand history format."""

    name = "PHH"
    suffixes = (".phh", ".phhs")
    game: Holdem

    def begins(self, text: str) -> bool:
        return re.match(r"(#[^\n]*\n|\s)*(\[[^\]\n]+\]\s*)?variant\s*=", text) is not None

    # ---- reading
    def parts(self, text: str) -> Iterator[str]:
        """The text of each hand: after the name of its table, if there are several."""
        heads = [found.start() for found in re.finditer(r"^\s*\[[^\[\]=\n]+\]\s*(#.*)?$", text, re.MULTILINE)]
        if not heads:
            if "=" not in text:
                raise BadInput("there is no hand in it; one begins with a line such as variant = 'NT'.")
            yield text
            return
        for begin, end in zip(heads, [*heads[1:], len(text)], strict=True):
            yield text[begin:end]

    def record(self, part: str) -> GameRecord:
        if len(part) > MOST_HAND:
            raise BadInput(f"it has more than {MOST_HAND:,} letters, which no hand has.")
        try:
            found = tomllib.loads(part, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadInput(f"it is no TOML: {error}.") from None
        table = ""
        if len(found) == 1 and isinstance(inner := next(iter(found.values())), dict):
            [table], found = found, inner
        return _Reader(self, table, found).record

    # ---- writing
    def text(self, record: Any) -> str:
        if record.start is not None:
            raise BadInput("A hand history begins with the deal; this game begins in another position.")
        return _written(record)

    def share(self, record: GameRecord) -> float | None:
        """Half a point for each where the pot is shared, as matches count."""
        game: Any = record.rules
        s = record.first
        for move in record.moves:
            s = game.result(s, move.action)
        if not game.is_terminal(s) or game.players != 2:
            return None
        net = game.net(s, 0)
        return 0.5 if net == 0 else float(net > 0)


class _Reader:
    """Reads one hand."""

    def __init__(self, form: PHH, table: str, fields: dict[str, Any]) -> None:
        self.form, self.fields = form, fields
        stacks = self._amounts("starting_stacks")
        self.players = len(stacks)
        antes = self._amounts("antes", self.players)
        blinds = self._amounts("blinds_or_straddles", self.players)
        variant = fields.get("variant")
        if variant not in VARIANTS:
            raise BadInput(
                f"its variant is {variant!r}, and hold'em is NT, FT or PT (no-limit, limit, pot-limit)."
            )
        bets = ("small_bet", "big_bet") if VARIANTS[variant] == LIMIT else ("min_bet",)
        least = [self._amount(name, fields.get(name)) for name in bets]
        self.scale = _scale([*stacks, *antes, *blinds, *least, *self._bets()])
        whole = [[int(n * self.scale) for n in row] for row in (stacks, antes, blinds, least)]
        self.game = self._game(VARIANTS[variant], *whole)
        self.record = GameRecord(self.game)
        self._said(table)
        self._play()

    def _amount(self, name: str, value: Any) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise BadInput(f"its {name} is {value!r}, and no amount.")
        amount = Decimal(value)
        if not (amount.is_finite() and 0 <= amount < 1_000_000_000):
            raise BadInput(f"its {name} is {value}, and no amount from 0 to a thousand million.")
        return amount

    def _amounts(self, name: str, count: int | None = None) -> list[Decimal]:
        row = self.fields.get(name)
        if not isinstance(row, list) or not 2 <= len(row) <= 9 or len(row) != (count or len(row)):
            raise BadInput(f"its {name} is {row!r}, and no list of an amount for each of 2 to 9 players.")
        return [self._amount(name, value) for value in row]

    def _lines(self) -> list[str]:
        actions = self.fields.get("actions")
        if not isinstance(actions, list) or not all(isinstance(line, str) for line in actions):
            raise BadInput("its actions are no list of texts.")
        return actions

    def _bets(self) -> list[Decimal]:
        """All amounts that are bet."""
        found = [re.fullmatch(r"\s*p\d\s+cbr\s+([\d.]+)\s*(#.*)?", line, re.DOTALL) for line in self._lines()]
        return [
            self._amount("bet", Decimal(f[1])) for f in found if f and f[1].count(".") < 2 and f[1] != "."
        ]

    def _game(
        self, betting: str, stacks: list[int], antes: list[int], blinds: list[int], bets: list[int]
    ) -> Any:
        """The game with the parameters that the file says; the format's own, where they are the same."""
        small, big, *straddles = blinds
        if any(straddles) or not 0 <= small <= big or big < 1:
            raise BadInput(f"its blinds are {blinds}, and hold'em is played with a small and a big one.")
        if bets[0] != big or (len(bets) > 1 and bets[1] != 2 * big):
            raise BadInput(f"its least bets are {bets}, and not the big blind of {big} and twice as much.")
        if not any(antes):
            ante, payer = 0, self.form.game.ante_by
        elif len(set(antes)) == 1:
            ante, payer = antes[0], "all"
        elif antes[1] > 0 and not any(antes[:1] + antes[2:]):
            ante, payer = antes[1], "big-blind"
        else:
            raise BadInput(f"its antes are {antes}: hold'em is played with those of all or of the big blind.")
        said = {
            "players": self.players, "betting": betting, "small": small, "big": big, "ante": ante,
            "stacks": ",".join(map(str, stacks[:1] if len(set(stacks)) == 1 else stacks)), "ante_by": payer,
        }  # fmt: skip
        kind, given = type(self.form.game), self.form.game
        others = {key: given.parameters[key] for key in ("bets", "cap")}
        found = kind(**said, **others)
        alike = {**found.parameters, "stacks": ""} == {**given.parameters, "stacks": ""}
        if alike and found.chips == given.chips:  # one number for all, or one for each
            return given
        return found if runs_compiled(given) else interpreted(found)

    def _said(self, table: str) -> None:
        """What is known besides: names and the event as headers, the rest as it stands."""
        record, names = self.record, self.fields.get("players")
        if isinstance(names, list) and len(names) == self.players and all(isinstance(n, str) for n in names):
            record.headers |= dict(zip(self.game.player_names, names, strict=True))
        elif names is not None:
            raise BadInput(f"its players are {names!r}, and no list of {self.players} names.")
        if isinstance(event := self.fields.get("event"), str):
            record.headers["Event"] = event
        elif event is not None:
            record.properties["event"] = [_toml(event)]
        for name, value in self.fields.items():
            if name not in OWN or name == "ante_trimming_status":
                record.properties[name] = [_toml(value)]
        if table:
            record.properties["phh-table"] = [table]
        if self.scale > 1:
            record.properties[SCALE] = [str(self.scale)]

    # ---- the moves
    def _play(self) -> None:
        self.state, self.unknown = self.record.first, set[int]()
        self.shown, self.thrown = self._at_showdown()
        self.free = self._never_dealt()
        bound = self.form.bound
        for number, line in enumerate(self._lines(), 1):
            if bound is not None:
                bound.count()
            action, mark, comment = line.partition("#")
            words = action.split()
            try:
                self._action(words, line)
            except BadInput as error:
                raise BadInput(f"action {number}, '{line[:60].strip()}': {error}") from None
            if mark and words[1:2] != ["sm"]:
                self._comment(comment.strip())
        if self.unknown:
            self.record.properties[UNKNOWN] = [f"p{seat + 1}" for seat in sorted(self.unknown)]
        game, s = self.game, self.state
        if s.street != OVER or game.live(s) < 2:
            return
        compared = {seat for seat in self.unknown - set(self.shown) if not game.folds(s, seat)}
        if compared - self.thrown or any(game.net(s, seat) >= 0 for seat in compared):
            raise BadInput("cards are compared that the file does not tell.")
        for seat in sorted(compared):
            self.form.repair(self.record, f"p{seat + 1} shows no cards at the showdown; he has such as lose.")

    def _at_showdown(self) -> tuple[dict[int, list[int]], set[int]]:
        """The cards that players show, and the players who throw theirs away."""
        shown: dict[int, list[int]] = {}
        thrown = set()
        for line in self._lines():
            found = re.match(r"\s*p([1-9])\s+sm\b\s*([^\s#]*)", line)
            if found is None:
                continue
            if re.fullmatch("(?:[2-9TJQKA][cdhs]){2}", found[2]):
                shown[int(found[1]) - 1] = read_cards(found[2])
            elif "?" in found[2] or found[2] in ("", "-"):
                thrown.add(int(found[1]) - 1)
        return shown, thrown - set(shown)

    def _unseen(self, seat: int) -> list[int]:
        """Two cards for a player whose cards the file does not tell when they are dealt."""
        if seat in self.shown:
            return self.shown[seat]
        dealt = self.free[:2]
        if seat in self.thrown and len(board := self._board()) == FULL_BOARD:
            dealt = list(min(combinations(self.free, 2), key=lambda pair: hands.value([*pair, *board])))
        self.free = [card for card in self.free if card not in dealt]
        return dealt

    def _board(self) -> list[int]:
        """The cards that are dealt to the board in all lines."""
        found = [re.match(r"\s*d\s+db\s+([2-9TJQKAcdhs]+)", line) for line in self._lines()]
        return [card for deal in found if deal for card in read_cards(deal[1])]

    def _never_dealt(self) -> list[int]:
        """Cards that no line names, for hands that are not told."""
        named = re.findall(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])", " ".join(
            line.partition("#")[0] for line in self._lines()
        ))  # fmt: skip
        told = {word[at : at + 2] for word in named for at in range(0, len(word), 2)}
        return [card for card in range(CARDS) if card_text(card) not in told]

    def _comment(self, text: str) -> None:
        """What is said after an action, or before the first."""
        what: Any = self.record.moves[-1] if self.record.moves else self.record
        what.comment = f"{what.comment}\n{text}" if what.comment else text

    def _action(self, words: list[str], line: str) -> None:
        if not words:
            return
        if words[0] == "d":
            self._deal(words[1:])
        elif found := re.fullmatch(r"p([1-9])", words[0]):
            self._act(int(found[1]) - 1, words[1:], line)
        else:
            raise BadInput("it is the dealer's (d) or a player's (p1, p2, …).")

    def _deal(self, words: list[str]) -> None:
        game, s = self.game, self.state
        if len(words) == 3 and words[0] == "dh" and re.fullmatch(r"p[1-9]", words[1]):
            seat, cards = int(words[1][1:]) - 1, words[2]
            if s.street != PREFLOP or s.mover >= 0 or game.dealee(s) != seat:
                raise BadInput(f"no cards are due to {words[1]} here.")
            if len(cards) != 4:
                raise BadInput("a player is dealt two cards.")
            if "?" in cards:
                if cards != "????":
                    raise BadInput("of two cards both are known or neither is.")
                self.unknown.add(seat)
                dealt = self._unseen(seat)
            else:
                dealt = read_cards(cards)
        elif len(words) == 2 and words[0] == "db":
            if s.mover >= 0 or s.street in (PREFLOP, OVER):
                raise BadInput("no cards are due on the board here.")
            dealt = read_cards(words[1])
            if len(dealt) != (3 if s.board == 0 else 1):
                raise BadInput("the flop has three cards, turn and river one.")
        else:
            raise BadInput("a deal is 'd dh p1 AhKd' or 'd db Kc7h2d'.")
        for card in dealt:
            if not game.accepts(self.state, card):
                raise BadInput(f"the card {card_text(card)} has been dealt already.")
            self._move(card)

    def _act(self, seat: int, words: list[str], line: str) -> None:
        game, s = self.game, self.state
        if words[:1] == ["sm"]:  # who shows his cards, once nothing more is decided
            if not (s.street == OVER or game.laid_open(s)):
                raise BadInput("cards are shown when all bets are made.")
            self._shown(seat, words[1:])
            self.record.properties.setdefault(RAW, []).append(f"{len(self.record.moves)} {line}")
            return
        if s.mover != seat:
            who = "nobody" if s.mover < 0 else f"p{s.mover + 1}"
            raise BadInput(f"{who} is to act, and not p{seat + 1}.")
        kind = words[0] if words else ""
        if kind == "f" and len(words) == 1:
            self._move(game.parse_action(s, "fold"))
        elif kind == "cc" and len(words) == 1:
            self._move(CALL)
        elif kind == "cbr" and len(words) == 2 and re.fullmatch(r"\d{1,12}(\.\d{1,6})?", words[1]):
            self._move(game.parse_action(s, str(int(Decimal(words[1]) * self.scale))))
        else:
            raise BadInput("a player folds (f), checks or calls (cc), bets or raises to so much (cbr 250).")

    def _shown(self, seat: int, words: list[str]) -> None:
        """The cards that somebody shows are those that he has."""
        if words and "?" not in words[0] and words[0] != "-":
            shown = sorted(read_cards(words[0]))
            if seat < self.players and (seat not in self.unknown or seat in self.shown):
                own = sorted(read_cards(hand_text(self.state.hands[seat])))
                if shown != own:
                    raise BadInput(f"p{seat + 1} has other cards, {hand_text(self.state.hands[seat])}.")

    def _move(self, action: int) -> None:
        self.record.moves.append(Move(action, self.game.action_text(self.state, action)))
        self.state = self.game.result(self.state, action)


def _scale(amounts: list[Decimal]) -> int:
    """The least power of ten times which all amounts are whole."""
    for places in range(DECIMALS + 1):
        if all(amount * 10**places == int(amount * 10**places) for amount in amounts):
            return int(10**places)
    raise BadInput(f"its amounts have more than {DECIMALS} decimals.")


# ---- writing
def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Decimal) and not value.is_finite():
        return str(value).lower().replace("infinity", "inf")
    if isinstance(value, Decimal):
        text = f"{value}"
        return text if re.search("[.eE]", text) else f"{text}.0"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _quoted(name)


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quoted(text: str) -> str:
    """A text in TOML's double quotes."""
    safe = "".join(
        _ESCAPES.get(c, c) if c in _ESCAPES or (ord(c) >= 32 and ord(c) != 127) else f"\\u{ord(c):04x}"
        for c in text
    )
    return f'"{safe}"'


def _written(record: Any) -> str:
    """A hand as a file has it."""
    game, properties = record.rules, dict(record.properties)
    scale = int((properties.pop(SCALE, None) or ["1"])[0])
    unknown = {int(seat[1:]) - 1 for seat in properties.pop(UNKNOWN, [])}
    shows = properties.pop(RAW, [])
    table = properties.pop("phh-table", [])

    def amount(chips: int) -> str:
        return str(chips) if scale == 1 else _toml(Decimal(chips) / scale)

    def row(chips: Any) -> str:
        return f"[{', '.join(map(amount, chips))}]"

    rest = [0] * (game.players - 2)
    antes = [0, game.ante, *rest] if game.ante_by == "big-blind" else [game.ante] * game.players
    limit = game.betting == LIMIT
    variant = next(code for code, betting in VARIANTS.items() if betting == game.betting)
    lines = (
        [f"[{table[0] if re.fullmatch('[A-Za-z0-9_-]+', table[0]) else _quoted(table[0])}]"] if table else []
    )
    lines += [
        f"variant = {_quoted(variant)}",
        *([f"ante_trimming_status = {properties.pop('ante_trimming_status')[0]}"]
          if "ante_trimming_status" in properties else []),
        f"antes = {row(antes)}",
        f"blinds_or_straddles = {row([game.small, game.big, *rest])}",
        *([f"small_bet = {amount(game.big)}", f"big_bet = {amount(2 * game.big)}"] if limit else
          [f"min_bet = {amount(game.big)}"]),
        f"starting_stacks = {row(game.chips)}",
        "actions = [",
        *(f"  {_quoted(line)}," for line in _lines(record, amount, unknown, shows)),
        "]",
    ]  # fmt: skip
    names = [record.headers.get(name) for name in game.player_names]
    if any(name is not None for name in names):
        lines.append(f"players = {_toml([name or '' for name in names])}")
    if "Event" in record.headers:
        lines.append(f"event = {_quoted(record.headers['Event'])}")
    lines += [f"{_key(name)} = {value}" for name, values in properties.items() for value in values[:1]]
    return "\n".join(lines) + "\n"


def _lines(record: Any, amount: Any, unknown: set[int], shows: list[str]) -> Iterator[str]:
    """The actions, with what is said of them and the cards that are shown between them."""
    game, s = record.rules, record.first
    waiting: list[str] = []
    cards = ""
    shown: dict[int, list[str]] = {}
    for show in shows:
        at, _, line = show.partition(" ")
        shown.setdefault(int(at), []).append(line)
    if record.comment:
        yield from (f"# {line}" for line in record.comment.split("\n"))
    for number, move in enumerate(record.moves, 1):
        if move.action is None:
            continue
        before, s = s, game.result(s, move.action)
        line = ""
        if before.mover >= 0:
            line = f"p{before.mover + 1} {_verb(game, before, move.action, amount)}"
        else:  # in the order in which they were dealt
            cards += card_text(move.action)
            seat = game.dealee(before) if before.street == PREFLOP else -1
            if seat >= 0 and game.dealee(s) != seat:
                line = f"d dh p{seat + 1} {'????' if seat in unknown else cards}"
            elif seat < 0 and game.visible_board(s):
                line = f"d db {cards}"
            cards = "" if line else cards
        said = [*waiting, *move.comment.split("\n")] if move.comment else waiting
        if line:
            yield f"{line} # {said[0]}" if said else line
            yield from (f"# {more}" for more in said[1:])
            waiting = []
        else:
            waiting = said
        yield from shown.get(number, [])


def _verb(game: Any, s: Any, action: int, amount: Any) -> str:
    if action == FOLD:
        return "f"
    return "cc" if action == CALL else f"cbr {amount(action - 1)}"
