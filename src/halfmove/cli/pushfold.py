"""`halfmove pushfold`: up to which stack each hand goes all in or calls, heads-up, as a chart of 13 by 13."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from halfmove.cli import options, usage

if TYPE_CHECKING:
    from halfmove.games.holdem.push_fold_chart import Chart


@dataclass(frozen=True)
class Options:
    """What was typed after `halfmove pushfold`."""

    hand: Annotated[str | None, usage.Argument(metavar="[HAND]", help="Only this class: 63s, K8o, 22.")] = (
        None
    )
    most: Annotated[str, usage.Option(metavar="BB", help="The deepest stack, in big blinds.")] = "20"
    ante: Annotated[str, usage.Option(metavar="BB", help="What each puts in besides, in big blinds.")] = "0"
    output: Annotated[
        str | None,
        usage.Option(
            "--output", "-o", metavar="FILE", help="Draw the small blind's chart (.svg).", writes=True
        ),
    ] = None
    json: options.Json = False


@options.takes(Options)
def pushfold(typed: Options) -> None:
    """Say up to which stack each hand goes all in from the small blind, and calls in the big blind.

    Heads-up, where the small blind goes all in or folds: an equilibrium for each tenth of a big blind.  A
    figure is the deepest stack, in big blinds before the blinds are posted, with which the hand is played at
    least half the time; 20+ is every stack looked at, * a hand that is not played with some shorter stacks.

    Example: halfmove pushfold

    Example: halfmove pushfold 63s --ante 0.1
    """
    from halfmove.cli.progress import Progress
    from halfmove.core.atomic_file import whole_file
    from halfmove.core.errors import BadInput
    from halfmove.games.holdem.push_fold_chart import DEEPEST, LABELS, chart, usual_stacks

    ante, most = number(typed.ante, "--ante"), number(typed.most, "--most")
    if not 1 + ante < most <= DEEPEST:
        raise BadInput(f"--most is a number of big blinds above {1 + ante:g}, at most {DEEPEST:g}.")
    known = {label.lower(): label for label in LABELS}
    if typed.hand is not None and typed.hand.lower() not in known:
        raise BadInput(f"A class of hands is written as AKs, 72o or 22, not '{typed.hand}'.")
    if typed.output is not None and not typed.output.endswith(".svg"):
        raise BadInput(f"The picture of a chart is an .svg file, not '{typed.output}'.")
    with Progress("solving push or fold") as progress:
        found = chart(
            usual_stacks(most, ante),
            ante=ante,
            progress=lambda part: progress.say(f"{part:.0%} of the iterations"),
        )
    if typed.output is not None:
        with whole_file(typed.output) as out:
            out.write(picture(found))
    if typed.json:
        from halfmove.cli.terminal import print_json

        print_json(content(found, None if typed.hand is None else known[typed.hand.lower()]))
    elif typed.hand is not None:
        show_hand(found, known[typed.hand.lower()])
    else:
        show(found)


def number(text: str, name: str) -> float:
    """A number of big blinds, 0 or more."""
    from halfmove.core.errors import BadInput
    from halfmove.core.numbers import MOST, read_decimal, shorten

    found = read_decimal(text, 0, MOST)
    if found is None:
        raise BadInput(f"{name} is a number of big blinds, from 0 to {MOST}, not '{shorten(text)}'.")
    return found


def content(found: Chart, hand: str | None) -> dict[str, Any]:
    """What `--json` prints."""
    from halfmove.games.holdem.push_fold_chart import LABELS

    hands = {}
    for at, label in enumerate(LABELS):
        if hand in (None, label):
            spans = [
                [[round(low, 6), round(high, 6)] for low, high in found.stretches(player, at)]
                for player in range(2)
            ]
            hands[label] = {"all_in": spans[0], "call": spans[1]}
    stacks = [round(float(stack), 6) for stack in found.stacks]
    return {
        "stacks": [stacks[0], stacks[-1]],
        "ante": found.ante,
        "exploitability": float(found.exploitability.max()),
        "hands": hands,
    }


def figures(found: Chart, player: int) -> tuple[list[list[str]], list[list[float]]]:
    """The chart as texts and as parts of the deepest stack, 13 by 13."""
    texts, parts = [], []
    end = float(found.stacks[-1])
    for number, deepest in enumerate(found.deepest(player)):
        gaps = len(found.stretches(player, number)) > 1
        told = "-" if deepest is None else f"{end:g}+" if deepest == end else f"{deepest:.1f}"
        texts.append(told + "*" * gaps)
        parts.append(0.0 if deepest is None else deepest / end)
    rows = range(0, 169, 13)
    return [texts[at : at + 13] for at in rows], [parts[at : at + 13] for at in rows]


def show(found: Chart) -> None:
    """What a person reads: a table for each player, and the hands with gaps."""
    from halfmove.cli.terminal import console, say
    from halfmove.cli.value_table import figure_table
    from halfmove.games.holdem.push_fold_chart import LABELS, PLAYERS

    for player, name in enumerate(PLAYERS):
        say(f"{name}, up to so many big blinds (suited above the diagonal):")
        console().print(figure_table(*figures(found, player), names="AKQJT98765432"))
        for number, label in enumerate(LABELS):
            stretches = found.stretches(player, number)
            if len(stretches) > 1:
                say(f"* {label}: {spans(stretches)}")
        say("")
    say(told(found))


def show_hand(found: Chart, label: str) -> None:
    """One class."""
    from halfmove.cli.terminal import say
    from halfmove.games.holdem.push_fold_chart import LABELS, PLAYERS

    for player, name in enumerate(PLAYERS):
        say(f"{label}, {name}: {spans(found.stretches(player, LABELS.index(label)))}")
    say(told(found))


def spans(stretches: list[tuple[float, float]]) -> str:
    """The stacks with which a hand is played."""
    return ", ".join(f"{low:.1f} to {high:.1f}" for low, high in stretches) or "never"


def told(found: Chart) -> str:
    """How exact it is."""
    return (
        f"stacks of {found.stacks[0]:.1f} to {found.stacks[-1]:.1f} big blinds, ante {found.ante:g}; "
        f"exploitable by {1000 * float(found.exploitability.max()):.2g} mbb a hand"
    )


def picture(found: Chart) -> str:
    """The small blind's chart as an SVG document."""
    from halfmove.games.holdem.hand_grid import depth_grid_svg
    from halfmove.games.holdem.push_fold_chart import LABELS

    labels = [LABELS[at : at + 13] for at in range(0, 169, 13)]
    title = "The small blind goes all in up to so many big blinds, heads-up"
    return depth_grid_svg(title, labels, *figures(found, 0))
