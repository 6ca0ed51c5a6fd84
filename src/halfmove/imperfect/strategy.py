"""Strategies of all players: a probability for every action at every information set; their file.

The file is JSON, one line an information set: its player, its 64-bit name as text in hexadecimal, what the
player has seen, and the probability of each action as the game writes it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.atomic_file import whole_file
from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.contract import Action, Game, State
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import rules_of
from halfmove.core.results import Table
from halfmove.imperfect.layout import GameTable, lay_out
from halfmove.imperfect.steps import uniform

FORMAT = "halfmove strategy"
VERSION, WITHOUT_CHECKSUM = 2, 1
"""Files of version 1 have no checksum, and are read."""
_END = '\n ],\n "sha256": "{}"\n}}\n'
SLACK = 1e-6
"""How far from 1 the probabilities of a file, written with digits, may add up to."""

Policy = Callable[[State], Mapping[Action, float]]


class Strategy(Table):
    """How all players of a game play, at each of their information sets; one of `to_rows` is an action."""

    def __init__(self, table: GameTable, policy: Any) -> None:
        self.table = table
        self.policy = policy
        """float64: the probability of each sequence's last action (`imperfect.layout`)."""

    @classmethod
    def uniform(cls, game: Game) -> Strategy:
        """Every action as likely as another."""
        table = lay_out(game)
        return cls(table, uniform(table.layout))

    @classmethod
    def of(cls, game: Game, policy: Policy) -> Strategy:
        """What a function of states says; it is asked about one state of each information set.

        `policy(state)` gives the actions with their probabilities; an action that is not named has none.
        `BadInput` for probabilities that are negative or do not add up to 1.
        """
        table = lay_out(game)
        told = uniform(table.layout)
        for i in range(table.sets):
            said = dict(policy(table.example(i)))
            row = [float(said.pop(action, 0.0)) for action in table.actions[i]]
            if said:
                raise BadInput(f"After '{table.seen(i)}' there is no action {next(iter(said))!r}.")
            told[table.layout.first[i] : table.layout.first[i + 1]] = _check_row(row, table.seen(i))
        return cls(table, told)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return rules_of(self.table.game)

    def row(self, number: int) -> dict[Action, float]:
        """The probabilities at the information set of this number."""
        first, last = self.table.layout.first[number : number + 2]
        return {
            action: float(p)
            for action, p in zip(self.table.actions[number], self.policy[first:last], strict=True)
        }

    def at(self, state: State) -> dict[Action, float]:
        """The probabilities of the actions of the player to move in a state (see `number_at`)."""
        return self.row(self.number_at(state))

    def number_at(self, state: State) -> int:
        """The information set of the player to move in a state; `BadInput` where no player is to move, or for
        a state that cannot come about.

        Where nothing is hidden but choices of the same moment, several histories may lead to a state, with a
        row each: then those of the one that the players are most likely to come by.
        """
        game = self.table.game
        mover = -1 if game.is_terminal(state) else game.to_move(state)
        if mover < 0:
            raise BadInput(f"In '{game.position_text(state)}' no player is to move.")
        if self.table.one_set_each and self.table.by_history:
            return int(mover)
        numbers = self._likeliest if self.table.by_history else self.table.numbers
        number = numbers[mover].get(int(game.information(state, mover)))
        if number is None:
            raise BadInput(f"'{game.position_text(state)}' is no position of the game from its beginning.")
        return number

    @cached_property
    def _likeliest(self) -> list[dict[int, int]]:
        """For each player: the name of what he sees of a state to the information set, of those whose
        histories lead there, that this strategy comes to most often."""
        table, found = self.table, [dict[int, int]() for _ in range(self.table.layout.players)]
        weights = table.weights(self.policy)
        for number in np.argsort(weights, kind="stable"):  # the likeliest last
            owner = table.owner(int(number))
            found[owner][int(table.game.information(table.example(int(number)), owner))] = int(number)
        return found

    def rows(self) -> Iterator[tuple[int, str, dict[str, float]]]:
        """Each information set: its player, what he has seen, and his actions as texts with probabilities."""
        for number in range(self.table.sets):
            texts = self.table.texts(number)
            yield (
                self.table.owner(number),
                self.table.seen(number),
                dict(zip(texts, self.row(number).values(), strict=True)),
            )

    def to_dict(self) -> dict[str, Any]:
        """The game, and in `sets` each information set: its player, what he has seen, his actions with their
        probabilities.  `write` makes the file that `read` reads."""
        return {
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            "sets": [
                {"player": player, "seen": seen, "actions": actions} for player, seen, actions in self.rows()
            ],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row for each action of each information set."""
        return [
            {"player": player, "seen": seen, "action": action, "probability": probability}
            for player, seen, actions in self.rows()
            for action, probability in actions.items()
        ]

    def write(self, file: str | Path, **more: Any) -> None:
        """Write it as JSON, with what else is given about it; `BadInput` for what cannot be written."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.title(),
            "parameters": dict(self.game.parameters),
            **more,
        }
        with whole_file(file) as out:
            digest = hashlib.sha256()

            def write(text: str) -> None:
                out.write(text)
                digest.update(text.encode())

            write(json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "strategy": [\n')
            for number, (player, seen, actions) in enumerate(self.rows()):
                row = {"player": player, "information": f"{self.table.names[number]:#x}", "seen": seen}
                row["actions"] = actions
                write((",\n" if number else "") + "  " + json.dumps(row, ensure_ascii=False))
            out.write(_END.format(digest.hexdigest()))

    @classmethod
    def read(cls, game: Game, file: str | Path, table: GameTable | None = None) -> Strategy:
        """The strategy in a file, for this game with these parameters; `BadInput` for anything else."""
        content = read_content(file)
        _check_game(content, game, file)
        table = lay_out(game) if table is None else table
        policy, missing = uniform(table.layout), set(range(table.sets))
        try:
            for row in content["strategy"]:
                number = table.numbers[int(row["player"])][int(row["information"], 16)]
                texts, told = table.texts(number), row["actions"]
                if sorted(told) != sorted(texts):
                    raise BadInput(
                        f"'{file}': after '{row['seen']}' the actions are {', '.join(texts)}, "
                        f"not {', '.join(told) or 'none'}."
                    )
                first = table.layout.first[number]
                policy[first : first + len(texts)] = _check_row([float(told[t]) for t in texts], row["seen"])
                missing.discard(number)
        except (KeyError, IndexError, TypeError, AttributeError):
            raise BadInput(f"'{file}' has an information set that {game.title()} does not have.") from None
        except ValueError as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"'{file}' has a number that is none.") from None
        if missing:
            lacking = table.seen(min(missing))
            raise BadInput(
                f"'{file}' says nothing for {len(missing)} of the {table.sets} information sets of "
                f"{game.title()}, such as '{lacking}'."
            )
        return cls(table, policy)


def _check_row(row: list[float], seen: str) -> list[float]:
    """Probabilities that add up to 1 exactly enough; `BadInput` for others."""
    if any(not (math.isfinite(p) and p >= 0) for p in row) or abs(sum(row) - 1) > SLACK:
        raise BadInput(f"After '{seen}' the probabilities are {row}; they must add up to 1.")
    return row


def _check_sum(file: str | Path, data: bytes) -> None:
    """`BadInput` where one bit of a file is not as it was written."""
    whole = len(data) - len(_END.format("0" * 64))
    if data[whole:] != _END.format(hashlib.sha256(data[:whole]).hexdigest()).encode():
        raise BadInput(
            f"The strategy '{file}' is damaged, or was edited: where that is meant, write version 1 in it."
        )


def read_content(file: str | Path) -> dict[str, Any]:
    """What a file of a strategy says; `BadInput` for another."""
    try:
        data = read_bounded(file, TEXT)
        content = json.loads(data.decode())
    except OSError as error:
        raise BadInput(f"'{file}' cannot be read: {error.strerror}.") from None
    except BadInput:
        raise
    except (ValueError, RecursionError):
        raise BadInput(f"'{file}' is no file of a strategy: it is not JSON.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadInput(f"'{file}' is no file of a strategy, as --strategy writes it.")
    if content.get("version") == VERSION:
        _check_sum(file, data)
    elif content.get("version") != WITHOUT_CHECKSUM:
        raise BadInput(
            f"'{file}' has version {content.get('version')} of the format; this Halfmove reads {VERSION}."
        )
    return content


def _check_game(content: Mapping[str, Any], game: Game, file: str | Path) -> None:
    parameters = dict(game.parameters)
    if content.get("game") != game.title():
        raise BadInput(f"'{file}' is a strategy for {content.get('game')}, not for {game.title()}.")
    if content.get("parameters") != parameters:

        def said(settings: Any) -> str:
            items = settings.items() if isinstance(settings, dict) else ()
            return " ".join(f"{key}={value}" for key, value in items) or "no parameters"

        raise BadInput(
            f"'{file}' is a strategy for {game.title()} with {said(content.get('parameters'))}, "
            f"not with {said(parameters)}."
        )


def normalise(table: GameTable, weights: Any) -> Any:
    """Weights of sequences as probabilities at their information sets; all alike where all are zero."""
    layout = table.layout
    sizes = np.diff(layout.first)
    own = np.asarray(weights)[layout.players :]
    sums = np.add.reduceat(own, layout.first[:-1] - layout.players) if len(sizes) else own
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(
            np.repeat(sums, sizes) > 0, own / np.repeat(sums, sizes), np.repeat(1 / sizes, sizes)
        )
    return np.concatenate([np.ones(layout.players), shares])
