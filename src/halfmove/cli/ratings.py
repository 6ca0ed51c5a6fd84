"""`halfmove ratings`: what a file of matches holds, shown and rated again."""

from __future__ import annotations

from typing import Annotated

from halfmove.cli import options, usage
from halfmove.cli.contests import options as more


def ratings(
    file: Annotated[str, usage.Argument(metavar="[FILE]", help="The file of matches.")] = "matches.sqlite",
    contest: Annotated[
        str | None, usage.Argument(metavar="[CONTEST]", help="A contest's number; without it, a list.")
    ] = None,
    anchor: more.Anchor = None,
    aivat: more.Aivat = False,
    export: more.Export = None,
    plot: more.Plot = None,
    view: more.View = None,
    json: options.Json = False,
) -> None:
    """List the contests in a file; show one with its table, its ratings and its plots.

    Example: halfmove ratings matches.sqlite 3 --anchor "engine?depth=2=1500" --plot ratings.svg
    """
    from halfmove.arena.results import Results
    from halfmove.arena.store import Store
    from halfmove.cli.contests.request import anchors_of
    from halfmove.cli.contests.run import Ways, outputs, tell
    from halfmove.cli.options import whole
    from halfmove.core.errors import BadInput

    number = whole(contest, "CONTEST")
    with Store(file, make=False) as store:
        if number is None:
            if export or plot or view or anchor or aivat:
                raise BadInput(
                    "--aivat, --export, --plot, --view and --anchor are about one contest; give its number."
                )
            _list(store, json=json)
            return
        ways = Ways(
            file=file,
            anchors=anchors_of(anchor),
            aivat=aivat,
            export=export,
            plot=plot,
            view=view,
            json=json,
        )
        outputs(ways, store.plan(number))
        results = Results(store.plan(number), store.records(number), store.faults(number), done=True)
        tell(results, ways)


def _list(store: object, *, json: bool) -> None:
    """All contests, a line each."""
    import time

    from halfmove.arena.plan import names_of, plan_json
    from halfmove.arena.store import Store
    from halfmove.cli.terminal import console, print_fact, print_json

    assert isinstance(store, Store)
    found = store.contests()
    if json:
        print_json(
            {
                "contests": [
                    {"contest": s.contest, "plan": plan_json(s.plan), "games": s.games, "faults": s.faults}
                    for s in found
                ]
            }
        )
        return
    out = console()
    if not found:
        out.print("The file holds no contest yet.")
    for s in found:
        begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(s.created))
        games = f"{s.games} game{'' if s.games == 1 else 's'}"
        faults = f", {s.faults} fault{'' if s.faults == 1 else 's'}" if s.faults else ""
        out.print(f"{s.contest:>3}  {begun}  {s.plan.format} of {s.plan.game.name}, {games}{faults}")
        print_fact(out, "", ", ".join(names_of(s.plan)), indent=5)
