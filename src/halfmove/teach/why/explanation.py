"""What a search found for every move of a position: the best one's line, the refutations of the others.

    game = hm.game("tictactoe")
    state, _ = hm.position(game, moves="a1 b2")
    print(hm.explain(game, state))

Nothing here judges a move by itself: values, proofs, distances and lines are those of the search
(`search.algorithms.analyze`, with a line for every action), and the rules say what is forced on the way.
`words` puts it into sentences, beside boards as text and as HTML.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from halfmove.core.analysis import Analysis, Line, Number, position_text
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.results import Table
from halfmove.teach.jsons import plain
from halfmove.teach.why.lines import Completion, Play, count_actions, follow, is_same

Standing = Literal["best", "equal", "slower", "worse"]
"""How a move compares with the best: the same; as valuable, but farther from the end (a loss: nearer to it);
worth less."""


@dataclass(frozen=True)
class Verdict:
    """What the search found for one move of the position."""

    line: Line
    """Its value to the player to move, whether proven, the distance; the variation brought to its end where
    that was possible."""
    plays: tuple[Play, ...]
    """The variation, move by move: this move first, then the reply that refutes it, and so on."""
    standing: Standing
    behind: float
    """How much less it is worth than the best move, 0 or more."""
    over: bool
    """Whether the line leads to the end of the game."""

    @property
    def action(self) -> Any:
        return self.line.action

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.plays[0].text

    @property
    def reply(self) -> Play | None:
        """The move that answers it; None where the line ends."""
        return self.plays[1] if len(self.plays) > 1 else None

    @property
    def last(self) -> Any:
        """The state where it is decided: the end of the line."""
        return self.plays[-1].state


class VerdictData(TypedDict):
    """What the search found for one move."""

    move: str
    standing: Annotated[Standing, "How it compares with the best."]
    value: Annotated[Number | None, "To the player to move."]
    behind: Annotated[Number | None, "How much less it is worth than the best."]
    proven: bool
    distance: Annotated[Number | None, "Plies to the end, where that is known."]
    reply: Annotated[str | None, "The move that answers it."]
    variation: list[str]
    forced: Annotated[list[bool], "Which moves of the variation are the only ones."]
    over: Annotated[bool, "Whether the variation leads to the end of the game."]
    decided: Annotated[str | None, "The position at the end of the variation."]
    figures: NotRequired[
        Annotated[dict[str, float], "What players of the game count of it, as `analyze` has it in its lines."]
    ]


class ExplanationData(TypedDict):
    """Every move of a position, in sentences and as data."""

    game: str
    parameters: dict[str, int | float | bool | str]
    position: str | None
    to_move: int | None
    algorithm: str
    best: str | None
    value: Number | None
    proven: bool
    distance: Number | None
    legal: Annotated[int, "Legal moves; 0 where the game is over."]
    depth: int
    nodes: int
    seconds: float
    sentences: list[str]
    moves: list[VerdictData]
    groups: Annotated[list[list[str]], "The other moves, those that fare the same way together."]


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(Table):
    """Every move of a position with what the search found for it; made by `explain`."""

    analysis: Analysis
    """The search: a line for every action, or for as many as were asked for."""
    verdicts: tuple[Verdict, ...]
    """The best first; none where the game is over or chance moves."""
    legal: int
    """How many actions the position has; 0 where the game is over."""
    boards: bool = True
    """Whether the text shows the positions that decide."""
    asked: Verdict | None = None
    """The one move beside the best that is to be explained; None for all."""

    @property
    def game(self) -> Game:
        return self.analysis.game

    @property
    def state(self) -> Any:
        return self.analysis.state

    @property
    def best(self) -> Verdict | None:
        """The best move; None where there is nothing to choose."""
        return self.verdicts[0] if self.verdicts else None

    @cached_property
    def groups(self) -> tuple[tuple[Verdict, ...], ...]:
        """All moves but the best, those that fare the same way together, in the order of the first of each.

        As good as the best; as good, but not as near (or far) from the end; worth less, and answered by the
        same reply: estimates together, and proven values that are the same.
        """
        if self.asked is not None:
            return () if self.asked is self.best else ((self.asked,),)
        found: dict[Any, list[Verdict]] = {}
        for verdict in self.verdicts[1:]:
            found.setdefault(_group_key(verdict), []).append(verdict)
        return tuple(map(tuple, found.values()))

    def why_not(self, action: Any) -> Explanation:
        """The same explanation, but of all other moves only `action`; `BadInput` if it was not searched."""
        for verdict in self.verdicts:
            if verdict.action == action:
                return replace(self, asked=verdict)
        if self.legal == 0 or action not in list(self.game.actions(self.state)):
            raise BadInput(f"{action!r} is not a legal action here.")
        text = self.game.action_text(self.state, action)
        raise BadInput(f"The search gave {text} no line of its own; let it explain more lines.")

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The whole explanation in plain sentences."""
        from halfmove.teach.why.words import sentences

        return tuple(sentences(self))

    def text(self, width: int = 80, most: int = 12) -> str:
        """The sentences with boards, for a screen `width` columns wide; at most `most` groups of moves."""
        from halfmove.teach.why.words import as_text

        return as_text(self, width, most)

    def to_dict(self) -> ExplanationData:
        """Everything as plain values.  Values are to the player to move, in the game's units; what is not
        known is None, the infinities are "inf" and "-inf"."""
        game, analysis, best = self.game, self.analysis, self.best
        return {
            "game": game.title(),
            "parameters": game.parameters,
            "position": None if analysis.veiled else position_text(game, self.state),
            "to_move": None if self.legal == 0 else game.to_move(self.state),
            "algorithm": analysis.algorithm,
            "best": best.text if best else None,
            "value": plain(best.line.value if best else analysis.value),
            "proven": bool(best.line.proven if best else analysis.proven),
            "distance": plain(best.line.distance if best else analysis.distance),
            "legal": self.legal,
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 6),
            "sentences": list(self.sentences),
            "moves": [_verdict_data(game, verdict, analysis.veiled) for verdict in self.verdicts],
            "groups": [[verdict.text for verdict in group] for group in self.groups],
        }

    def to_text(self) -> str:
        from halfmove.core.analysis_text import effort, position_lines

        lines = position_lines(self.game, self.state, self.analysis.history)
        if self.legal == 0 or not self.verdicts:
            is_chance = self.legal and self.game.to_move(self.state) == CHANCE
            said = "Chance moves here, and there is no move to explain; moves go on to a player's turn."
            return "\n".join([*lines, said] if is_chance else lines).rstrip()
        cost = effort(self.analysis) + (", interrupted" if self.analysis.interrupted else "")
        table = [*self.analysis.explanation, ""] if self.analysis.explanation else []
        return "\n".join([*lines, self.text(), "", *table, f"Searched: {cost}."])

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a move, as `moves` of `to_dict` has them."""
        return [dict(move) for move in self.to_dict()["moves"]]

    def __repr__(self) -> str:
        return f"<Explanation of {self.game.title()}: {self.sentences[0]}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from halfmove.teach.why.words import as_html

        return as_html(self)


def explain_analysis(analysis: Analysis) -> Explanation:
    """The explanation that an analysis with several lines gives."""
    game, state = analysis.game, analysis.state
    legal = count_actions(game, state)
    if legal == 0 or game.to_move(state) == CHANCE or not analysis.lines:
        return Explanation(analysis, (), legal)
    order = {_hashable(action): i for i, action in enumerate(game.actions(state))}
    completion = Completion(analysis)
    lines = sorted(
        map(completion.line, analysis.lines),
        key=lambda line: (-line.score.rank, line.action != analysis.best, order[_hashable(line.action)]),
    )
    return Explanation(analysis, tuple(_verdict(game, state, lines[0], line) for line in lines), legal)


def _hashable(action: Any) -> Any:
    return action if action.__hash__ else repr(action)


def _verdict(game: Game, state: Any, best: Line, line: Line) -> Verdict:
    plays = tuple(follow(game, state, line.variation))
    behind = 0.0 if is_same(best.value, line.value) else best.value - line.value
    return Verdict(line, plays, _standing(best, line), behind, game.is_terminal(plays[-1].state))


def _standing(best: Line, line: Line) -> Standing:
    if line is best or line.action == best.action:
        return "best"
    if not is_same(best.value, line.value):
        return "worse"
    apart = best.distance is not None and line.distance is not None and best.distance != line.distance
    return "slower" if apart and best.value != 0 else "equal"


def _group_key(verdict: Verdict) -> Any:
    """What moves that fare the same way have in common."""
    line, reply = verdict.line, verdict.reply
    if verdict.standing == "equal":
        return "equal", line.proven
    if verdict.standing == "slower":
        return "slower", line.distance
    answer = reply.text if reply else None
    return "worse", line.proven, round(line.value, 9) if line.proven else None, answer


def _verdict_data(game: Game, verdict: Verdict, veiled: bool) -> VerdictData:
    line = verdict.line
    content: VerdictData = {
        "move": verdict.text,
        "standing": verdict.standing,
        "value": plain(line.value),
        "behind": plain(verdict.behind),
        "proven": bool(line.proven),
        "distance": plain(line.distance),
        "reply": verdict.reply.text if verdict.reply else None,
        "variation": [play.text for play in verdict.plays],
        "forced": [play.forced for play in verdict.plays],
        "over": bool(verdict.over),
        "decided": None if veiled else position_text(game, verdict.last),
    }
    if line.figures:
        content["figures"] = dict(line.figures)
    return content
