"""An experiment's findings in words and a table, for a terminal and as a document."""

from __future__ import annotations

import math
import platform
from collections.abc import Sequence
from pathlib import Path

from halfmove.arena.description import describe
from halfmove.arena.experiment.description import Experiment
from halfmove.arena.experiment.results import Finding, Findings, Opinion, State
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.sprt import POINTS, Verdict
from halfmove.core.atomic_file import check_writable, whole_file
from halfmove.core.computer import processor, usable_cores
from halfmove.core.errors import BadInput

HEADINGS = ("games", "won", "drawn", "lost", "score", "Elo", "95 %", "LOS")


def describe_setup(findings: Findings) -> list[tuple[str, str]]:
    """What was played, and on what: pairs of a label and its text."""
    made = findings.experiment
    plan = made.matches[0].plan
    parameters = ", ".join(f"{key} = {value}" for key, value in plan.game.parameters.items())
    game = Path(plan.game.name).name + (f" ({parameters})" if parameters else "")
    rows = [("game", game), ("base" if made.varied else "first side", describe(made.base).name)]
    if not made.varied:
        rows.append(("second side", made.matches[0].name))
    if any(plan.controls):
        rows.append(("control", " against ".join(control or "none" for control in plan.controls)))
    rows.append(("openings", _describe_openings(made)))
    rows.append(("until", _describe_stop(made)))
    if findings.version:
        rows.append(("played", f"with Halfmove {findings.version}, begun {findings.day}"))
    rows.append(("machine", describe_machine()))
    return rows


def describe_machine() -> str:
    """`Python 3.11.2, AMD EPYC 9B14, 2 cores`: where this text is made."""
    cores = usable_cores()
    return f"Python {platform.python_version()}, {processor()}, {cores} core{'s' * (cores != 1)}"


def _describe_openings(made: Experiment) -> str:
    said = made.matches[0].plan.openings
    if said.file:
        plies = f", {said.plies} plies of each" if said.plies else ""
        return f"from {Path(said.file).name}{plies}, each played with both seats"
    if said.plies:
        return f"{said.plies} random plies after which neither side is ahead, each played with both seats"
    return "the initial position, with both seats"


def _describe_stop(made: Experiment) -> str:
    plan = made.matches[0].plan
    parts = [f"{plan.games:,} games{' of each match' if len(made.matches) > 1 else ''}"]
    if plan.stop is not None:
        rule = plan.stop
        parts = [
            f"a sequential test decides between {rule.elo0:g} and {rule.elo1:g} "
            f"{'points' if rule.model == POINTS else f'Elo ({rule.model})'} "
            f"(error rates {rule.alpha:.0%} and {rule.beta:.0%})",
            f"at most {parts[0]}",
        ]
    if made.hours is not None:
        parts.append(f"at most {made.hours:g} h of play")
    return ", ".join(parts)


# ---- the table
def list_rows(findings: Findings) -> list[tuple[str, ...]]:
    """A row for each match: its name, and the figures of the base, or the first side, under `HEADINGS`."""
    return [(finding.match.name, *_format_figures(finding)) for finding in findings.found]


def _format_figures(finding: Finding) -> tuple[str, ...]:
    met = finding.meeting
    if met is None:
        return ("0", *[""] * (len(HEADINGS) - 1))
    share = (met.wins + met.draws / 2) / met.games
    superior = "–" if met.superiority is None else f"{met.superiority:.1%}"
    numbers = (met.games, met.wins, met.draws, met.losses)
    return (
        *(f"{n:,}" for n in numbers),
        f"{share:.1%}",
        _format_value(met.elo),
        _format_interval(met.elo),
        superior,
    )


def _format_signed(value: float) -> str:
    """`+12`, `−4`, `0`, `+∞`."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    rounded = round(value)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "0"


def _format_value(interval: Interval | None) -> str:
    return "–" if interval is None else _format_signed(interval.value)


def _format_interval(interval: Interval | None) -> str:
    if interval is None or interval.low == interval.high:
        return "–"
    return f"{_format_signed(interval.low)} to {_format_signed(interval.high)}"


def format_elo(interval: Interval | None) -> str:
    """`+53 Elo (+20 to +90)`."""
    if interval is None:
        return "no difference that could be said"
    if interval.low == interval.high:
        return f"{_format_signed(interval.value)} Elo"
    return f"{_format_signed(interval.value)} Elo ({_format_interval(interval)})"


# ---- sentences
def describe_verdicts(findings: Findings) -> list[str]:
    """What was found, in a sentence or a few; the first is the answer."""
    made = findings.experiment
    if not any(finding.games for finding in findings.found):
        return ["Nothing has been played yet."]
    sentences = (
        _describe_variations(findings) if made.varied else [_describe_finding(findings.found[0], made.base)]
    )
    if made.varied and findings.found[0].testing is not None:
        sentences += [f"{finding.match.name}: {_describe_test(finding)}" for finding in findings.found]
    sentences += _list_notes(findings)
    return sentences


def _describe_finding(finding: Finding, base: str) -> str:
    first, second = describe(base).name, finding.match.name
    met = finding.meeting
    assert met is not None, "a game has been played"
    if finding.testing is not None:
        return f"{_describe_test(finding)} {first} against {second}: {format_elo(met.elo)}."
    if finding.opinion is Opinion.OPEN:
        why = f" ({met.undefined})" if met.undefined else ""
        return f"No difference is shown between {first} and {second}: {format_elo(met.elo)}{why}."
    word = "stronger" if finding.opinion is Opinion.STRONGER else "weaker"
    return f"{first} is {word} than {second}: {format_elo(met.elo)}."


def _describe_test(finding: Finding) -> str:
    """What the test says."""
    tested, rule = finding.testing, finding.match.plan.stop
    assert tested is not None
    assert rule is not None
    after = f"after {finding.testing.counts.games:,} games" if finding.testing else ""
    if tested.verdict is Verdict.GO_ON:
        return (
            f"The test has not decided {after}: its ratio is {tested.llr:.2f}, "
            f"between {tested.test.lower:.2f} and {tested.test.upper:.2f}."
        )
    yes = tested.verdict is Verdict.H1
    chosen, other = (rule.elo1, rule.elo0) if yes else (rule.elo0, rule.elo1)
    rate = rule.alpha if yes else rule.beta
    name = "H1" if yes else "H0"
    return (
        f"The test accepts {name} {after}: a difference of {chosen:g} {tested.scale} rather than "
        f"{other:g}, with an error rate of {rate:.0%}."
    )


def _describe_variations(findings: Findings) -> list[str]:
    """The variations in three heaps: worse than the base, better, and not told apart."""
    heaps: dict[Opinion, list[str]] = {opinion: [] for opinion in Opinion}
    for finding in sorted(findings.found, key=_find_elo, reverse=True):
        if finding.meeting is not None:
            told = f"{finding.match.name} {_format_value(finding.meeting.elo)}"
            heaps[finding.opinion].append(told if finding.opinion is not Opinion.OPEN else finding.match.name)
    sentences = []
    if heaps[Opinion.STRONGER]:
        sentences.append(f"The base is stronger than (Elo): {', '.join(heaps[Opinion.STRONGER])}.")
    if heaps[Opinion.WEAKER]:
        sentences.append(f"The base is weaker than (Elo): {', '.join(heaps[Opinion.WEAKER])}.")
    if heaps[Opinion.OPEN]:
        sentences.append(f"No difference is shown to: {', '.join(heaps[Opinion.OPEN])}.")
    if len(findings.found) > 1:
        sentences.append(
            f"Of {len(findings.found)} intervals of 95 %, one in twenty may miss the truth: "
            "a single one that barely leaves zero out is no proof."
        )
    return sentences


def _find_elo(finding: Finding) -> float:
    met = finding.meeting
    return -math.inf if met is None or met.elo is None else met.elo.value


def _list_notes(findings: Findings) -> list[str]:
    """What qualifies the result: faults, and what is not finished."""
    notes = []
    if findings.faults:
        lost = findings.experiment.matches[0].plan.on_fault == "loss"
        how = "scored as losses" if lost else "not counted"
        notes.append(f"{findings.faults} faults of players, {how}.")
    for state, words in (
        (State.OUT_OF_TIME, "ended by the hours given"),
        (State.UNFINISHED, "not finished: run it again to go on"),
    ):
        names = [finding.match.name for finding in findings.found if finding.state is state]
        if names and len(names) == len(findings.found):
            notes.append(f"{words[0].upper()}{words[1:]}.")
        elif names:
            notes.append(f"{words[0].upper()}{words[1:]}: {', '.join(names)}.")
    return notes


# ---- the whole, as text
def text(findings: Findings) -> str:
    """The report for a terminal: at most 100 columns where names are not long."""
    made = findings.experiment
    facts = [("hypothesis", made.hypothesis), *describe_setup(findings)]
    indent = 2 + max(len(label) for label, _ in facts)
    parts = [made.name, "", *_wrap(facts, indent), "", *align(list_rows(findings), _list_headings(made)), ""]
    return "\n".join([*parts, *_wrap([("", s) for s in describe_verdicts(findings)], 0)])


def check_target(path: str | Path) -> None:
    """`BadInput` for a document that could not be written, before games are played for it."""
    target = Path(path)
    if target.suffix.lower() != ".md" and not target.is_dir():
        raise BadInput(f"The report is written as Markdown, to a file ending in .md, not '{target.name}'.")
    check_writable(path)


def save(findings: Findings, path: str | Path) -> None:
    """Write the document."""
    check_target(path)
    content = markdown(findings)
    with whole_file(path) as out:
        out.write(content)


def _list_headings(made: Experiment) -> tuple[str, ...]:
    return ("base against" if made.varied else "first side against", *HEADINGS)


def _wrap(facts: Sequence[tuple[str, str]], indent: int) -> list[str]:
    from textwrap import wrap

    lines = []
    for label, said in facts:
        for number, line in enumerate(wrap(said, 96 - indent) or [""]):
            lines.append((label if number == 0 else "").ljust(indent) + line)
    return lines


def align(rows: Sequence[tuple[str, ...]], heading: tuple[str, ...]) -> list[str]:
    """Lines of a table in columns, the first to the left, the others to the right."""
    whole = [heading, *rows]
    widths = [max(len(row[column]) for row in whole) for column in range(len(heading))]
    lines = []
    for row in whole:
        cells = [
            cell.ljust(w) if column == 0 else cell.rjust(w)
            for column, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return [lines[0], "-" * max(map(len, lines)), *lines[1:]]


def markdown(findings: Findings) -> str:
    """The report as a Markdown document."""
    made = findings.experiment
    rows = [_list_headings(made), *list_rows(findings)]
    lines = [f"| {' | '.join(cell or ' ' for cell in row)} |" for row in rows]
    rule = "|".join(["---", *["--:"] * len(HEADINGS)])
    facts = [f"- {label}: {said}" for label, said in describe_setup(findings)]
    return "\n".join(
        [
            f"# {made.name}",
            "",
            f"**Hypothesis.** {made.hypothesis}",
            "",
            f"**Found.** {' '.join(describe_verdicts(findings))}",
            "",
            lines[0],
            f"|{rule}|",
            *lines[1:],
            "",
            "Elo is that of the base over each variation." if made.varied else "Elo is the first side's.",
            "",
            *facts,
            "",
        ]
    )
