"""An explanation in plain sentences, with the names of players, values, lines and ends of games in them."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from halfmove.core.analysis import FIGURES
from halfmove.core.contract import CHANCE, Game
from halfmove.core.term import in_units
from halfmove.teach.naming import figure
from halfmove.teach.why.explanation import Explanation, Verdict
from halfmove.teach.why.lines import Play, is_same, no_escape

LONGEST_LINE = 24
"""Moves of a line that are written out."""


def name_player(game: Game, player: int) -> str:
    """What a player is called."""
    if player == CHANCE:
        return "chance"
    name = game.player_names[player] if player < len(game.player_names) else f"player {player + 1}"
    return f"the {name} player" if name in ("first", "second") else name


def join_words(words: Sequence[str], most: int = 12) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def plies(number: int) -> str:
    """`1 ply`, `5 plies`."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def format_signed(value: float) -> str:
    """A value with its sign, three decimals at most."""
    rounded = value if math.isinf(value) else round(value, 3)
    return f"+{figure(rounded)}" if rounded > 0 else figure(rounded)


def is_decisive(game: Game) -> bool:
    """Whether the values of the game are won, drawn and lost, and nothing else."""
    explicit = game.explicit
    return game.players == 2 and game.zero_sum and game.utility_limit == 1 and not explicit


def ending(game: Game, state: Any) -> str:
    """How a finished game ended: `X wins`, `a draw`, `MAX gets 3`."""
    utilities = [game.utility(state, player) for player in range(game.players)]
    if is_decisive(game):
        return "a draw" if utilities[0] == 0 else f"{name_player(game, 0 if utilities[0] > 0 else 1)} wins"
    if game.players <= 2 and game.zero_sum:
        return f"{name_player(game, 0)} gets {figure(utilities[0])}"
    return join_words([f"{name_player(game, p)} gets {figure(u)}" for p, u in enumerate(utilities)])


def moves(plays: Sequence[Play], most: int = LONGEST_LINE) -> str:
    """The moves of a line in order; a long one ends with dots."""
    texts = [play.text for play in plays[:most]]
    return " ".join([*texts, "…"] if len(plays) > most else texts)


def sentences(explanation: Explanation) -> Iterator[str]:
    """The explanation: about the best move, then about every group of others."""
    yield from about_best(explanation)
    for group in explanation.groups:
        yield from about_others(explanation, group)


def _sentence(text: str) -> str:
    """With a capital, unless it begins with a move."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def tell_figures(verdict: Verdict) -> Iterator[str]:
    """What players of the game count of a move, where they count something."""
    told = verdict.line.figures
    parts = [text.format(told[name]) for name, text in FIGURES.items() if name in told]
    if parts:
        yield f"{verdict.text} {join_words(parts)}."


def about_best(explanation: Explanation) -> Iterator[str]:
    """What the best move brings, whether it is the only one, and how play goes on."""
    return map(_sentence, _about_best(explanation))


def about_others(explanation: Explanation, group: Sequence[Verdict]) -> Iterator[str]:
    """What is wrong with moves that fare the same way, if anything is."""
    return map(_sentence, _about_others(explanation, group))


def _about_best(explanation: Explanation) -> Iterator[str]:
    game, best, mover = explanation.game, explanation.best, explanation.game.to_move(explanation.state)
    if explanation.legal == 0:
        yield f"The game is over: {ending(game, explanation.state)}."
        return
    if best is None:
        worth = f"{figure(explanation.analysis.value)} {_say_certainty(explanation.analysis.proven)}"
        yield f"Chance moves here, so there is nothing to choose; on average it is worth {worth}."
        return
    if explanation.legal == 1:
        yield f"{best.text} is the only legal move."
    elif explanation.asked is best:
        yield f"{best.text} is the move to play."
    yield f"{_brings(explanation, best, mover)}."
    yield from tell_figures(best)
    if explanation.legal > 1:
        yield from _say_if_only(explanation, best)
    yield from _continue_play(explanation, best)


def _brings(explanation: Explanation, best: Verdict, mover: int) -> str:
    """What the best move is worth."""
    game, line = explanation.game, best.line
    who, text = name_player(game, mover), best.text
    if not line.proven:
        estimate = f"{who}'s estimate after it is {format_signed(in_units(game, line.value))}"
        return estimate if explanation.legal == 1 else f"{text} looks best: {estimate}"
    if not is_decisive(game):
        return f"{text} is worth {figure(line.value)} to {who} (proven)"
    if line.value == 0:
        return f"{text} draws (proven)"
    when = _say_when(line.distance)
    if line.value > 0:
        return f"{text} wins{when} (proven)"
    if explanation.legal == 1:
        return f"{text} loses{when} (proven)"
    return f"Every move loses (proven); {text} loses last{when and ','}{when}"


def _say_when(*distances: int | None) -> str:
    """After how many plies; nothing where it is not known."""
    known = [distance for distance in distances if distance is not None]
    if not known or len(known) < len(distances):
        return ""
    if max(known) > min(known):
        return f" in {min(known)} to {plies(max(known))}"
    return " at once" if known[0] == 1 else f" in {plies(known[0])}"


def _range(values: Sequence[float], write: Callable[[float], str]) -> str:
    """`0.5`, or `0.5 to 0.7` where they differ."""
    least, most = write(min(values)), write(max(values))
    return least if least == most else f"{least} to {most}"


def _say_if_only(explanation: Explanation, best: Verdict) -> Iterator[str]:
    """That no other move will do, where that is so and every move was looked at."""
    others, value = explanation.verdicts[1:], best.line.value
    proven = all(other.line.proven for other in others)
    if len(explanation.verdicts) < explanation.legal:
        return
    if not best.line.proven:
        if is_decisive(explanation.game) and proven and all(other.line.value < 0 for other in others):
            yield "It is forced: every other move loses (proven)."
    elif any(is_same(other.line.value, value) for other in others):
        return
    elif not is_decisive(explanation.game):
        yield "No other move is worth as much." if proven else "No other move is estimated as high."
    elif value > 0:
        yield "It is the only move that wins." if proven else "No other move was found to win."
    elif proven:
        yield "It is the only move that does not lose."


def _continue_play(explanation: Explanation, verdict: Verdict) -> Iterator[str]:
    """How play goes on after a move, to the end of its line."""
    game, plays, line = explanation.game, verdict.plays, verdict.line
    if is_decisive(game) and line.proven and line.value > 0 and line.distance == 3:
        yield from _explain_net(game, plays[0].state, plays[0].player)
    if len(plays) == 1:
        if not is_decisive(game) and verdict.over:
            yield "It ends the game."
        elif not verdict.over and game.to_move(verdict.last) == CHANCE:
            yield "Then chance moves, and the value is the average over what may come."
        return
    yield f"Expected play: {moves(plays)}{_end_of_line(game, verdict)}."
    yield from _list_forced(game, plays)


def _end_of_line(game: Game, verdict: Verdict) -> str:
    """How a line ends, for the end of a sentence that gives its moves."""
    if not verdict.over:
        chance = game.to_move(verdict.last) == CHANCE
        return ", and then chance decides" if chance else ", where the search stopped"
    end = ending(game, verdict.last)
    if len(verdict.plays) > LONGEST_LINE:
        return f", and in the end {_after_and(end)}"
    return f", and {_after_and(end)}"


def _after_and(end: str) -> str:
    return f"it is {end}" if end == "a draw" else end


def _explain_net(game: Game, state: Any, winner: int) -> Iterator[str]:
    """Which winning move meets which defence, where one meets each."""
    answers = no_escape(game, state, winner)
    if not answers:
        return
    who, other = name_player(game, winner), name_player(game, game.to_move(state))
    *few, (most, defences) = sorted(answers.items(), key=lambda item: len(item[1]))
    if len(few) == 0 and len(defences) == 1:
        yield f"{other} has only {defences[0]}, and {who} wins with {most}."
    elif len(few) == 0:
        yield f"Whatever {other} does, {who} wins with {most}."
    else:
        cases = [f"with {last} after {join_words(texts)}" for last, texts in few]
        rest = defences[0] if len(defences) == 1 else "anything else"
        yield f"Whatever {other} does, {who} wins next: {', '.join(cases)}, with {most} after {rest}."


def _list_forced(game: Game, plays: Sequence[Play]) -> Iterator[str]:
    """Which moves of the line were the only legal ones, the first aside."""
    forced = [play for play in plays[1:] if play.forced]
    replies = [play for play in plays[1:] if play.player not in (plays[0].player, CHANCE)]
    if not forced:
        return
    if len(replies) > 1 and all(play.forced for play in replies):
        yield f"Every reply of {name_player(game, replies[0].player)} on it is the only legal move."
        return
    shown = [f"{name_player(game, play.player)}'s {play.text}" for play in forced]
    if len(shown) == 1:
        yield f"{shown[0]} is the only legal move there."
    elif len(shown) <= 4:
        yield f"{join_words(shown)} are the only legal moves there."
    else:
        yield f"{len(shown)} of these moves are the only legal ones there."


def _about_others(explanation: Explanation, group: Sequence[Verdict]) -> Iterator[str]:
    game, first = explanation.game, group[0]
    texts = join_words([verdict.text for verdict in group])
    many = len(group) > 1
    if first.standing in ("equal", "slower"):
        yield f"{texts} {_as_good(explanation, first, many)}."
        return
    yield f"{texts} {_worse(explanation, group)}{_refutation(game, first)}."
    if not many:
        yield from tell_figures(first)
    line, plays = first.line, first.plays
    if is_decisive(game) and line.proven and line.value < 0 and line.distance == 4 and len(plays) > 1:
        yield from _explain_net(game, plays[1].state, plays[1].player)
    if len(plays) > 2 and line.proven:
        yield f"{'For example' if many else 'The line'}: {moves(plays)}{_end_of_line(game, first)}."
        yield from _list_forced(game, plays)
    elif len(plays) > 2:
        yield f"{'For example' if many else 'The line'}: {moves(plays, most=8)}."


def _as_good(explanation: Explanation, verdict: Verdict, many: bool) -> str:
    """As good as the best, or good in the same way, if less quickly."""
    line, s = verdict.line, "" if many else "s"
    if not line.proven:
        return "are estimated the same" if many else "is estimated the same"
    if not is_decisive(explanation.game):
        return f"{'are' if many else 'is'} worth as much (proven)"
    if line.value == 0:
        return f"draw{s} as well (proven)"
    if verdict.standing == "equal":
        return f"{'win' if line.value > 0 else 'lose'}{s} just the same{_say_when(line.distance)} (proven)"
    if line.value > 0:
        return f"also win{s}, but more slowly:{_say_when(line.distance)} (proven)"
    return f"lose{s} sooner:{_say_when(line.distance)} (proven)"


def _worse(explanation: Explanation, group: Sequence[Verdict]) -> str:
    """What moves are worth that are worth less."""
    line, many = group[0].line, len(group) > 1
    be, s = ("are", "") if many else ("is", "s")
    if line.proven and is_decisive(explanation.game):
        if line.value == 0:
            return f"only draw{s} (proven)"
        return (
            f"{'win' if line.value > 0 else 'lose'}{s}{_say_when(*(v.line.distance for v in group))} (proven)"
        )
    game = explanation.game
    behind = _range([round(in_units(game, v.behind), 3) for v in group], figure)
    less = "" if math.isinf(group[0].behind) else f", {behind} less"
    if game.estimate_unit and explanation.analysis.proven:
        less = ""  # how much less than a win is no number of such units
    if line.proven:
        return f"{be} worth {figure(line.value)} (proven){less}"
    return f"{be} estimated at {_range([in_units(game, v.line.value) for v in group], format_signed)}{less}"


def _refutation(game: Game, verdict: Verdict) -> str:
    """The reply that shows it."""
    reply = verdict.reply
    if reply is None:
        return f": it ends the game, and {_after_and(ending(game, verdict.last))}" if verdict.over else ""
    if reply.player == CHANCE:
        return ": then chance moves"
    again = reply.player == verdict.plays[0].player
    does = "would go on with" if again else "replies"
    ends = f", and {_after_and(ending(game, reply.state))}" if game.is_terminal(reply.state) else ""
    if ends and is_decisive(game) and game.utility(reply.state, reply.player) > 0:
        ends = " and wins"
    return f": {name_player(game, reply.player)} {does} {reply.text}{ends}"


def _say_certainty(proven: bool) -> str:
    return "(proven)" if proven else "(an estimate)"


GAP = 4
"""Columns between boards that stand side by side."""

INDENT = 2

CAPTION = 36
"""Columns that a caption may take, however narrow the board is."""


PICTURED = 5
"""Groups of moves that get boards: the best of them, as the worse a move the plainer it is why."""


class Board(NamedTuple):
    """A position to show, and what to write over it."""

    caption: str
    state: Any


class Paragraph(NamedTuple):
    """Sentences that belong together, and the boards that show what they say."""

    sentences: tuple[str, ...]
    boards: tuple[Board, ...]


def paragraphs(explanation: Explanation, most: int | None = None) -> Iterator[Paragraph]:
    """One about the best move, one about each group of others; no more than `most` of those."""
    game, best = explanation.game, explanation.best
    yield Paragraph(tuple(about_best(explanation)), boards(game, best) if best else ())
    groups = explanation.groups
    for number, group in enumerate(groups[:most]):
        shown = boards(game, group[0]) if group[0].standing == "worse" and number < PICTURED else ()
        yield Paragraph(tuple(about_others(explanation, group)), shown)
    if most is not None and len(groups) > most:
        rest = sum(map(len, groups[most:]))
        yield Paragraph((f"{rest} more moves are no better than these.",), ())
    missing = explanation.legal - len(explanation.verdicts)
    if explanation.verdicts and missing > 0 and explanation.asked is None:
        yield Paragraph((f"{missing} more legal moves were found to be no better.",), ())


def boards(game: Game, verdict: Verdict) -> tuple[Board, ...]:
    """Where the move is answered and where it is decided; an explicit tree needs no boards, it has names."""
    if game.explicit:
        return ()
    plays = verdict.plays
    if verdict.standing != "best" and not verdict.line.proven:
        plays = plays[:2]  # where an estimate was made decides nothing
    shown = [Board(f"after {moves(plays[:2])}", plays[:2][-1].state)] if len(plays) > 2 else []
    last = plays[-1].state
    end = f": {ending(game, last)}" if game.is_terminal(last) else ""
    caption = f"after {moves(plays)}" if len(plays) <= 2 else f"{len(plays) - 2} plies later"
    caption = "1 ply later" if len(plays) == 3 else caption
    return (*shown, Board(caption + end, last))


def as_text(explanation: Explanation, width: int = 80, most: int | None = None) -> str:
    """All of it, `width` columns wide where the boards allow."""
    blocks = []
    for paragraph in paragraphs(explanation, most):
        blocks.append(textwrap.fill(" ".join(paragraph.sentences), width))
        if paragraph.boards and explanation.boards:
            blocks.append(side_by_side(explanation.game, paragraph.boards, width))
    return "\n\n".join(blocks)


def side_by_side(game: Game, shown: Sequence[Board], width: int = 80) -> str:
    """The boards with their captions, in rows as wide as `width` allows."""
    columns = [_column(game, board, width) for board in shown]
    rows: list[list[list[str]]] = [[]]
    used = INDENT
    for column in columns:
        wide = max(map(len, column)) + GAP
        if rows[-1] and used + wide - GAP > width:
            rows.append([])
            used = INDENT
        rows[-1].append(column)
        used += wide
    return "\n\n".join(_row(row) for row in rows)


def _column(game: Game, board: Board, width: int) -> list[str]:
    picture = game.show(board.state).rstrip("\n").splitlines()
    wide = max([CAPTION, *map(len, picture)])
    return [*textwrap.wrap(board.caption, min(wide, max(width - INDENT, 20))), *picture]


def _row(columns: Sequence[Sequence[str]]) -> str:
    """Columns of lines beside each other, the last lines of all at the bottom."""
    height = max(map(len, columns))
    wides = [max(map(len, column)) for column in columns]
    lines = []
    for i in range(height):
        cells = []
        for column, wide in zip(columns, wides):
            missing = height - len(column)
            cells.append((column[i - missing] if i >= missing else "").ljust(wide))
        lines.append((" " * INDENT + (" " * GAP).join(cells)).rstrip())
    return "\n".join(lines)


MOST = 12
"""Groups of moves that are told."""

WIDEST = "200px"
"""How wide a board is drawn: several beside each other."""

_FIGURE = "display:inline-block;margin:0.5em 2em 0.5em 0;vertical-align:bottom"


def as_html(explanation: Explanation) -> str:
    """One `<div>` that stands for itself: no scripts, no style sheets, the drawings inside."""
    game, state = explanation.game, explanation.state
    parts = [_draw(game, Board("", state))]
    for paragraph in paragraphs(explanation, MOST):
        parts.append(f"<p>{escape(' '.join(paragraph.sentences))}</p>")
        parts.append("".join(_draw(game, board) for board in paragraph.boards))
    return f'<div class="halfmove-explanation">{"".join(parts)}</div>'


def _draw(game: Game, board: Board) -> str:
    widest = "100%" if game.explicit else WIDEST
    picture = game.draw(board.state).replace("<svg", f'<svg style="max-width:{widest};height:auto"', 1)
    caption = f"<figcaption>{escape(board.caption)}</figcaption>" if board.caption else ""
    return f'<figure style="{_FIGURE}">{caption}{picture}</figure>'
