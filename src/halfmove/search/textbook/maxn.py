"""Max^n: every player looks after himself.

The value of a state is a vector with a payoff for each player.  Whoever moves chooses the action whose vector
has the largest component of his own; at a chance node the vectors are averaged.  With two players whose
payoffs sum to zero this is minimax.

What a player does not care about still matters to the others: of actions that are equally good for the mover
the first is chosen, and another choice can change everybody else's payoff, so that with ties a game has no
single max^n value.  Players who act together, a team, choose what is best for the team's sum (collusion).

No window can cut here as alpha-beta does: without bounds on the sum of payoffs, what is bad for one player
says nothing of what another gets (R. E. Korf, "Multi-player alpha-beta pruning", *Artificial Intelligence*
48(1), 1991).  Payoff vectors are tuples, and the search is plain Python, whatever the game.

Source: C. A. Luckhardt and K. B. Irani, "An algorithmic solution of N-person games", *AAAI-86*,
pp. 158-162.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from halfmove.core import contract
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.expectiminimax import NoMean
from halfmove.search.textbook.outcome import NULL, Outcome, conduct, reason_not_open

Payoffs = tuple[Any, ...]
"""A payoff for each player."""

Sides = tuple[tuple[int, ...], ...]
"""For each player the players whose sum he wants to be large: himself, or his team."""


def maxn_value(game: Game, state: Any, depth: int, sides: Sides, watch: Watcher) -> tuple[Payoffs, Any]:
    """The payoffs of `state` to all players when each chooses for his side, and the action chosen.

    EVAL for each player, in utility units, stands for the value of a state `depth` plies ahead.
    """
    watch.enter(state, depth, None, None)
    v: Payoffs = (-math.inf,) * game.players
    move: Any = NULL
    if game.is_terminal(state):
        v = tuple(game.utility(state, player) for player in range(game.players))
        watch.leaf(state, v, True)
    elif depth == 0:
        v = tuple(game.evaluate(state, player) / WIN for player in range(game.players))
        watch.leaf(state, v, False)
    elif game.to_move(state) == CHANCE:
        v = (0,) * game.players
        for a, p in game.outcomes(state):
            if p > 0:
                watch.descend(a)
                v2, _ = maxn_value(game, game.result(state, a), depth - 1, sides, watch)
                mean = tuple(old + p * new for old, new in zip(v, v2))
                watch.weigh(p, v, mean)
                v = mean
        if any(map(math.isnan, v)):
            raise NoMean
    else:
        side, best = sides[game.to_move(state)], None
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = maxn_value(game, game.result(state, a), depth - 1, sides, watch)
            worth = sum(v2[player] for player in side)
            if best is None or worth > best:
                watch.improve(v, v2)
                v, move, best = v2, a, worth
    watch.leave(v)
    return v, move


def own_payoffs(game: Game) -> bool:
    """Whether every player has payoffs of his own, which is what this search is for."""
    shared = game.zero_sum or game.payoffs is contract.Payoffs.ONE_AGAINST_ALL
    return game.players > 1 and not shared


def maxn(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    teams: Iterable[Iterable[int]] | str | None = None,
) -> Outcome:
    """The payoffs of a state (the initial one if none is given) when every player maximises his own.

    `value` is a tuple, one payoff a player; `action` is the first of those that are best for the player to
    move, None where nature moves.  `depth` limits the search to that many plies, with everybody's evaluation
    at the horizon.  `teams` are players who act together, such as `[(1, 2)]` or as text "1+2" (several
    teams: "0+2,1+3"); whoever is in none is alone.  For any number of players and any payoffs, with or
    without chance; `Unsuitable` where something is hidden.  Runs interpreted.
    """
    game = open_game(game)
    state = open_state(game, state)
    sides = sides_of(game, teams)
    options = {"teams": tuple(dict.fromkeys(sides))}
    return conduct(
        "maxn",
        maxn_value,
        game,
        state,
        depth,
        watch,
        (sides,),
        options=options,
        compiled=False,
        unfit=unfit,
    )


def sides_of(game: Game, teams: Iterable[Iterable[int]] | str | None) -> Sides:
    """Each player's side; `BadInput` for a player who does not exist or is in two teams."""
    members = _members(teams)
    seen: set[int] = set()
    for player in (player for team in members for player in team):
        if player not in range(game.players):
            raise BadInput(f"{game.title()} has no player {player}; they are 0 to {game.players - 1}.")
        if player in seen:
            raise BadInput(f"Player {player} is in two teams, or twice in one.")
        seen.add(player)
    return tuple(
        next((team for team in members if player in team), (player,)) for player in range(game.players)
    )


def _members(teams: Iterable[Iterable[int]] | str | None) -> list[tuple[int, ...]]:
    try:
        if isinstance(teams, str):
            return [tuple(map(int, team.split("+"))) for team in teams.split(",") if team.strip()]
        return [tuple(map(int, team)) for team in teams or ()]
    except (TypeError, ValueError):
        raise BadInput(
            f"Teams are groups of players' numbers, such as '1+2' or [(1, 2)], not {teams!r}."
        ) from None


def unfit(game: Game) -> str | None:
    """Why max^n does not fit `game`, as a sentence; None where it does."""
    return reason_not_open(game, "max^n")


def _fit_form(game: Game, mover: int) -> Form:
    sides = sides_of(game, None)
    return Form("maxn", maxn_value, lambda alpha, beta: (sides,), payoffs="each")


FORM = Form("maxn", maxn_value, payoffs="each", fitted=_fit_form)

register(
    Algorithm(
        name="maxn",
        summary="Max^n: any number of players, each of whom wants the most for himself.",
        source="Luckhardt and Irani, An algorithmic solution of N-person games, AAAI-86",
        unfit=unfit,
        search=FORM.search,
        strength=30,
        lesson=Lesson(maxn, {"teams": (None,)}, payoffs="each"),
        suits=own_payoffs,
        meant=own_payoffs,
    )
)
