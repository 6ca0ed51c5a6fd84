"""Players that differ in one bound alone: a search at depths 1 to 6, say, whose ratings make a curve."""

from __future__ import annotations

from halfmove.arena.clock import parse_time_control
from halfmove.arena.description import describe
from halfmove.arena.plan import Plan

BOUNDS = ("seconds", "depth", "nodes", "simulations")


def find_limits(plan: Plan) -> tuple[str, dict[str, list[tuple[float, int]]]] | None:
    """What players differ in, where it is one bound alone (`depth`, `seconds`, …): for each family of players
    the bounds and the players that have them.  None where no two players differ so."""
    families: dict[tuple[str, str], dict[str, list[tuple[float, int]]]] = {}
    for player, text in enumerate(plan.players):
        description = describe(text)
        limit = parse_time_control(plan.control(player)).limit
        given = {key: float(bound) for key in BOUNDS if (bound := getattr(limit, key))}
        given |= {key: bound for key in BOUNDS if (bound := _number(description.options.get(key, "")))}
        for key, value in given.items():
            rest = {k: v for k, v in description.options.items() if k != key}
            told = [description.kind, description.target, *(f"{k}={v}" for k, v in rest.items())]
            family = " ".join(filter(None, told))
            others = " ".join(f"{k}={v:g}" for k, v in sorted(given.items()) if k != key)
            members = families.setdefault((key, others), {}).setdefault(family, [])
            members.append((value, player))
    best = max(families.items(), key=lambda item: max(map(len, item[1].values())), default=None)
    if best is None or max(len({v for v, _ in m}) for m in best[1].values()) < 2:
        return None
    return best[0][0], {name: sorted(members) for name, members in best[1].items()}


def _number(text: str) -> float | None:
    """The bound that an option sets; None where somebody else's option of that name is no number."""
    try:
        return float(text)
    except ValueError:
        return None
