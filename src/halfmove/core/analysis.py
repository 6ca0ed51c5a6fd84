"""What a search returns, whichever the algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, cast

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.results import Table, finite
from halfmove.core.scores import Score

if TYPE_CHECKING:
    from halfmove.core.history import History

Number = int | float | str
"""As JSON has it: the infinities, which only trees have, are the texts inf and -inf."""


class WorthData(TypedDict):
    """A value in words."""

    worth: Annotated[str, "The value in words."]
    short: Annotated[str, "The same in a few letters."]


class LineData(WorthData):
    """One of the best moves."""

    move: str
    value: Annotated[Number | None, "To the player to move, in the game's units."]
    proven: bool
    score: Annotated[Number | None, "The engine's own, where the algorithm has one."]
    distance: Annotated[Number | None, "Plies to the end, where that is known."]
    variation: Annotated[list[str], "The play expected, this move first."]
    to_first: Annotated[WorthData | None, "As player 0 sees it, where what one of two gains the other loses."]
    chance: Annotated[float, "The points that player 0 can expect, 0 to 1."]
    visits: NotRequired[Annotated[int, "Of Monte Carlo tree search: simulations of this move."]]
    interval: NotRequired[Annotated[list[Number | None], "Likewise: where the value lies with 95 %."]]
    prior: NotRequired[Annotated[float, "How likely a network holds it to be the best."]]
    leave: NotRequired[
        Annotated[float, "Of words on a board: what the tiles kept are worth; `score` is the play's."]
    ]
    equity: NotRequired[Annotated[float, "Of words on a board: the points that the move gains, in the mean."]]
    win: NotRequired[Annotated[float, "Of words on a board: the chance to win, 0 to 1."]]
    reply: NotRequired[Annotated[float, "Likewise: what the opponent scores next, in the mean."]]


FIGURES: Mapping[str, str] = {
    "score": "scores {:g}",
    "leave": "keeps tiles worth {:+.1f} points",
    "equity": "gains {:.1f} points in the mean",
    "win": "wins with a chance of {:.1%}",
    "reply": "leaves a board so open that the opponent scores {:.1f} next, in the mean",
}
"""How figures of a line are told in a sentence, by name, in this order."""


class NetworkMoveData(TypedDict):
    """What a network says of one move."""

    move: str
    share: Annotated[float, "How likely it holds the move to be the best."]
    value: NotRequired[Annotated[Number | None, "Its value after the move, to the player to move now."]]
    searched: NotRequired[Annotated[float, "The share that the search gives the move."]]


class NetworkData(TypedDict):
    """What a network says without a search, and what the search changed."""

    value: Annotated[Number | None, "To the player to move, in the game's units."]
    entropy: Annotated[float, "How unsure it is of the best move, in bits."]
    choices: Annotated[float, "As many equally likely moves would leave it as unsure."]
    moves: Annotated[list[NetworkMoveData], "All legal moves, the likeliest first."]
    furthest: NotRequired[Annotated[str, "The move whose share the search changed most."]]
    owners: NotRequired[
        Annotated[
            list[float],
            "Who it expects to hold each point of the board at the end, row by row from the top: from 1 "
            "(surely the first player) to -1.",
        ]
    ]
    lead: NotRequired[Annotated[str, "What follows for the score, in words."]]


class OpeningData(TypedDict):
    """The opening that a game came from."""

    code: Annotated[str | None, "As the field counts openings: an ECO code."]
    name: str


class EndingMoveData(TypedDict):
    """What tables of endings say of a position, or of a move."""

    value: Annotated[int, "1 a win, 0 a draw, -1 a loss, for the player to move."]
    plies: Annotated[int | None, "To the end with best play; null for a draw, or if no table says."]
    full_moves: Annotated[int | None, "The same in moves of two plies, where people count so."]
    said: Annotated[str, "The value in words: win in 12 moves."]
    move: NotRequired[str]


class EndingData(EndingMoveData):
    """What tables of endings say of a position."""

    table: Annotated[str | None, "The table that has the position; null: it is one ply before."]
    moves: Annotated[list[EndingMoveData], "The moves that tables know, the best first."]


class DecisionData(TypedDict):
    """What the game's formulas say where they decide: the doubling cube."""

    name: str
    advice: str
    values: dict[str, float]
    facts: dict[str, float]


class AnalysisData(WorthData):
    """What is known of a position."""

    game: Annotated[str, "The game's title."]
    parameters: dict[str, int | float | bool | str]
    position: Annotated[str | None, "In the game's notation; null where it has none, or may not be shown."]
    positions: NotRequired[Annotated[dict[str, str], "In other notations of the field, by name."]]
    opening: NotRequired[Annotated[OpeningData | None, "The opening; null where it has no name."]]
    caution: NotRequired[Annotated[str, "Why the values are not what they seem."]]
    explanation: NotRequired[Annotated[list[str], "What a game's own player says of its choice, in lines."]]
    to_move: Annotated[int, "From 0; where nature moves -1, and values are to player 0."]
    algorithm: Annotated[str, "The one that ran."]
    best: Annotated[str | None, "The best move; null where the game is over or nature moves."]
    value: Annotated[Number | None, "To the player to move, in the game's units."]
    proven: Annotated[bool, "Whether the value is proven, not estimated."]
    score: Annotated[Number | None, "The engine's own, where the algorithm has one."]
    depth: Annotated[Number | None, "Plies, the deepest level completed."]
    nodes: Annotated[Number | None, "Positions, or simulations."]
    seconds: float
    nodes_per_second: int
    variation: Annotated[list[str], "The play expected."]
    distance: Annotated[Number | None, "Plies to the end with best play, where that is known."]
    to_first: Annotated[WorthData | None, "As player 0 sees it, where what one of two gains the other loses."]
    chance: Annotated[float, "The points that player 0 can expect, 0 to 1."]
    statistics: Annotated[dict[str, int], "What else the algorithm counts."]
    lines: list[LineData]
    policy: NotRequired[Annotated[dict[str, float], "With which probability to play each move."]]
    decision: NotRequired[DecisionData]
    backend: NotRequired[Annotated[str, "What computed a network's outputs: `onnx`, `numpy`."]]
    ending: Annotated[EndingData | None, "What tables of endings say, if they do."]
    network: NotRequired[Annotated[NetworkData, "Of a search with a network: what it says alone."]]
    notes: Annotated[list[str], "What the search went on without, said once."]


class _Scored:
    """What can be asked of anything that has a score, without going through it."""

    __slots__ = ()
    score: Score

    @property
    def value(self) -> float:
        """In the game's payoff units (an estimate may lie between them), to the player of the score."""
        return self.score.value

    @property
    def proven(self) -> bool:
        return self.score.proven

    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, where it is known."""
        return self.score.distance

    @property
    def raw(self) -> int | None:
        """The engine's whole number (see `core.score`), where the algorithm has one."""
        return self.score.raw


@dataclass(frozen=True)
class Line(_Scored):
    """One root action with its score and the play expected after it."""

    action: Any
    score: Score
    """To the player to move at the root."""
    variation: tuple[Any, ...]
    """The principal variation, `action` first."""
    visits: int | None = None
    """How many simulations tried the action, where the search counts them."""
    interval: tuple[float, float] | None = None
    """Where the value lies with a confidence of 95 %, were the simulations independent of one another."""
    prior: float | None = None
    """How likely a network holds the action to be the best, where the search asks one."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What players of the game count of the action, by name (`Game.action_figures`)."""


@dataclass(frozen=True)
class Analysis(_Scored, Table):
    """The outcome of a search of one state: its lines, best first, and what they cost."""

    game: Game
    state: Any
    algorithm: str
    lines: tuple[Line, ...]
    """At least one line, the best first; none where there is nothing to choose: the state is terminal, or
    nature moves."""
    score: Score
    """To the player to move; where nature moves, to player 0."""
    depth: int
    """The deepest level completed, in plies."""
    nodes: int
    seconds: float
    statistics: dict[str, int] = field(default_factory=dict)
    """Counts such as cutoffs, first_cutoffs, table_hits, re_searches, table_permille."""
    weights: Mapping[Any, float] | None = None
    """How much a search that weighs actions against each other gives to each of the root's; see `policy`."""
    mixed: bool = False
    """Whether `weights` are a mixed strategy, to be played as it is, from which the best action is drawn."""
    backend: str = ""
    """What computed a network's outputs: `onnx` or `numpy`; empty where there was none."""
    warn: Callable[[Game], str] | None = field(default=None, compare=False, repr=False)
    """Says why values of this search are not what they seem, where they are not; see `caution`."""
    history: History | None = field(default=None, compare=False, repr=False)
    """The game that led to the state, where that is known."""
    opinion: Any = field(default=None, compare=False, repr=False)
    """What a network alone says of the state (`search.neural.opinion.Opinion`)."""
    ending: Any = field(default=None, compare=False, repr=False)
    """What tables of endings say of the state, as data."""
    notes: tuple[str, ...] = ()
    """What the search went on without, in sentences."""
    explanation: tuple[str, ...] = ()
    """What the actions rest on, in lines of text, where the search says more of them than their values."""
    interrupted: bool = False
    """Whether it was ended before its limit."""
    veiled: bool = False
    """Whether the state was imagined, for a viewer from whom something is hidden: it is not written."""

    @property
    def caution(self) -> str:
        """Why the values are not what they seem, in a few words; "" where they are what they seem."""
        return "" if self.proven or self.warn is None else self.warn(self.game)

    @property
    def best(self) -> Any:
        """The best action; None in a terminal state and where nature moves."""
        return self.lines[0].action if self.lines else None

    @property
    def chance(self) -> float:
        """The points that player 0 can expect, 0 to 1; of a game that is not between two, 0.5."""
        return line_chance(self.game, self.lines[0]) if self.lines else chance(self.game, self.score)

    @property
    def variation(self) -> tuple[Any, ...]:
        """The principal variation from the analysed state."""
        return self.lines[0].variation if self.lines else ()

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def policy(self) -> dict[Any, float] | None:
        """With which probability to play each action, the likeliest first; they add up to 1.

        Of a search that weighs its actions (Monte Carlo: by its visits) several may have a part, of another
        the best one has all; None where there is nothing to choose.
        """
        if not self.lines:
            return None
        given = {action: weight for action, weight in (self.weights or {}).items() if weight > 0}
        whole = sum(given.values())
        if not whole:
            return {self.best: 1.0}
        return {a: given[a] / whole for a in sorted(given, key=lambda a: -given[a])}

    def sample(self, random: Random | int, *, temperature: float = 1.0) -> Any:
        """An action drawn from the policy; None where there is nothing to choose.

        Probabilities are raised to the power 1 / `temperature` before: below 1 the likeliest gain, and at 0
        it is the likeliest itself.  `random` is a generator, which is drawn from, or a seed.
        """
        if not temperature >= 0:
            raise BadInput(f"A temperature is 0 or more, not {temperature}.")
        policy = self.policy
        if policy is None:
            return None
        actions, most = list(policy), max(policy.values())
        if temperature == 0:
            return actions[0]
        weights = [(weight / most) ** (1 / temperature) for weight in policy.values()]
        generator = random if isinstance(random, Random) else Random(random)
        return generator.choices(actions, weights)[0]

    def to_dict(self) -> AnalysisData:
        """What was found.  Moves are in the game's notation; values are to the player to move, in the game's
        units."""
        game, state = self.game, self.state
        decided = None if game.is_terminal(state) else game.decision(state)
        best = self.best if decided is None else decided.best
        content: AnalysisData = {
            "game": game.title(),
            "parameters": game.parameters,
            "position": None if self.veiled else position_text(game, state),
            "to_move": game.to_move(state),
            "algorithm": self.algorithm,
            "best": None if best is None else game.action_text(state, best),
            "value": finite(self.value),
            "proven": bool(self.proven),
            "score": finite(self.raw),
            "depth": finite(self.depth),
            "nodes": finite(self.nodes),
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.nodes_per_second),
            "variation": move_texts(game, state, self.variation),
            "distance": finite(self.distance),
            "worth": self.score.words(game),
            "short": self.score.text(game),
            "to_first": _to_first(self.score, game),
            "chance": self.chance,
            "statistics": {key: int(number) for key, number in self.statistics.items()},
            "lines": [line_dict(game, state, line) for line in self.lines],
            "ending": self.ending,
            "notes": list(self.notes),
        }
        if not self.veiled:
            self._add_position(content)
        if caution := self.caution:
            content["caution"] = caution
        if self.explanation:
            content["explanation"] = list(self.explanation)
        if self.backend:
            content["backend"] = self.backend
        if len(policy := self.policy or {}) > 1:
            content["policy"] = {game.action_text(state, a): round(share, 6) for a, share in policy.items()}
        if self.opinion is not None:
            content["network"] = self.opinion.to_dict(self.policy if self.depth else None)
        if decided is not None:
            content["decision"] = {
                "name": decided.name,
                "advice": decided.advice,
                "values": {name: round(worth, 6) for name, worth in decided.values.items()},
                "facts": {name: round(fact, 6) for name, fact in decided.facts.items()},
            }
        return content

    def _add_position(self, content: AnalysisData) -> None:
        """Add what other notations say, and the opening."""
        from halfmove.core.named_openings import has_names, opening_of

        if forms := self.game.position_forms(self.state):
            content["positions"] = dict(forms)
        if self.history is not None and has_names(self.game):
            opening = opening_of(self.history)
            content["opening"] = None if opening is None else opening.to_dict()

    def to_text(self) -> str:
        from halfmove.core.analysis_text import analysis_text

        return analysis_text(self)

    def _repr_html_(self) -> str:
        """In a notebook: the board, and beside it what was found."""
        from halfmove.core.analysis_text import finding_lines
        from halfmove.core.display import html_columns, html_picture, html_text

        found = html_text("\n".join(finding_lines(self)))
        return found if self.veiled else html_columns(html_picture(self.game.draw(self.state)), found)

    def progress_rows(self) -> list[tuple[str, str]]:
        """What a display shows of it while the search goes on: labels with texts."""
        from halfmove.core.figures import count, speed

        rate = speed(self.nodes, self.seconds)
        return [
            ("depth", f"{self.depth or '–'}   {count(self.nodes)} nodes   {rate}"),
            ("value", self.score.words(self.game)),
            ("line", " ".join(move_texts(self.game, self.state, self.variation))),
        ]

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a line, as `lines` of `to_dict` has them."""
        return [dict(line_dict(self.game, self.state, line)) for line in self.lines]


def _worth(score: Score, game: Game) -> WorthData:
    return {"worth": score.words(game), "short": score.text(game)}


def _to_first(score: Score, game: Game) -> WorthData | None:
    """The value as the first of two players sees it, where what one gains the other loses."""
    return None if score.opponent is None else _worth(score.of(0), game)


def chance(game: Game, score: Score) -> float:
    """The points that player 0 can expect, 0 to 1; of a game that is not between two, 0.5."""
    share = score.share(game)
    if share is None:
        return 0.5
    return round(share if score.player == 0 else 1 - share, 4)


def line_chance(game: Game, line: Line) -> float:
    """The same of a line: its chance to win, where the search counts that beside the value (`win`)."""
    win = line.figures.get("win")
    if win is None:
        return chance(game, line.score)
    return round(win if line.score.player == 0 else 1 - win, 4)


def line_dict(game: Game, state: Any, line: Line) -> LineData:
    """One line of an analysis as plain data."""
    content: LineData = {
        "move": game.action_text(state, line.action),
        "value": finite(line.value),
        "proven": bool(line.proven),
        "score": finite(line.raw),
        "distance": finite(line.distance),
        "variation": move_texts(game, state, line.variation),
        "worth": line.score.words(game),
        "short": line.score.text(game),
        "to_first": _to_first(line.score, game),
        "chance": line_chance(game, line),
    }
    if line.visits is not None:
        content["visits"] = int(line.visits)
    if line.interval is not None:
        content["interval"] = [finite(bound) for bound in line.interval]
    if line.prior is not None:
        content["prior"] = round(float(line.prior), 6)
    return cast(LineData, {**content, **line.figures})


def move_texts(game: Game, state: Any, actions: Iterable[Any]) -> list[str]:
    """A sequence of actions from `state` in the game's notation."""
    texts = []
    for action in actions:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    return texts


def position_text(game: Game, state: Any) -> str | None:
    """The position in the game's notation, or None where the game has none."""
    try:
        return game.position_text(state)
    except BadInput:
        return None
