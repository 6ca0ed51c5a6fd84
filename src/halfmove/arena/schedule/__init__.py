"""Which games are played, and in which order: a schedule for each format.

A job's number, opening and seed depend on the plan alone (in a Swiss tournament, on the results of the rounds
before as well), never on the order in which games happen to finish.
"""

from __future__ import annotations

from halfmove.arena.openings import Book, load_book
from halfmove.arena.plan import Format, Plan
from halfmove.arena.schedule.alone import SoloSchedule
from halfmove.arena.schedule.base import Schedule
from halfmove.arena.schedule.fixed import schedule_gauntlet, schedule_match, schedule_round_robin
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

__all__ = ["Schedule", "make_schedule", "schedule_plan"]


def schedule_plan(plan: Plan, game: Game) -> Schedule:
    """The schedule of a plan for its game, which seats partners together, and has the same deals at all
    tables where their results are compared."""
    openings = load_book(plan.openings, game, plan.seed)
    schedule = make_schedule(plan, openings, len(set(game.partnerships())))
    schedule.sides = tuple(game.partnerships())
    schedule.same_deals = game.duplicate() is not None
    return schedule


def make_schedule(plan: Plan, openings: Book, seats: int) -> Schedule:
    """The schedule of a plan, for a game with so many seats, or sides; `BadInput` for a format that does not
    fit it, or a sequential test of anything but a match of two."""
    if plan.stop is not None and (plan.format != Format.MATCH or seats != 2):
        raise BadInput("A sequential test compares two players, so only a match of two can have one.")
    if plan.format == Format.ALONE:
        return SoloSchedule(plan, openings, seats)
    if plan.format == Format.MATCH:
        return schedule_match(plan, openings, seats)
    if plan.format in (Format.ROUND_ROBIN, Format.GAUNTLET) and len(plan.players) < seats:
        raise BadInput(
            f"A board of this game has {seats} players, so a tournament needs as many, "
            f"not {len(plan.players)}."
        )
    if plan.format == Format.ROUND_ROBIN:
        return schedule_round_robin(plan, openings, seats)
    if plan.format == Format.GAUNTLET:
        return schedule_gauntlet(plan, openings, seats)
    if plan.format == Format.SWISS:
        if seats != 2:
            raise BadInput(
                f"A Swiss tournament is for games of two players; this one has {seats}, all of whom meet "
                "at one board, so that rounds without second meetings run out: take round-robin or gauntlet."
            )
        from halfmove.arena.schedule.swiss import SwissSchedule

        return SwissSchedule(plan, openings)
    known = ", ".join(Format)
    raise BadInput(f"There is no format '{plan.format}'; there are: {known}.")
