"""The mazes that come with the game, drawn for it, and mazes made from a seed."""

from __future__ import annotations

import re

from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below, stream

MAZES = {
    "corridor": """
%%%%%%%%%
%G.P...G%
%%%%%%%%%
""",
    "trap": """
%%%%%%%%%%
%G    P G%
%.%%%%%%%%
%.......o%
%%%%%%%%%%
""",
    "tiny": """
%%%%%%%%%
%P.....G%
%.%%.%%.%
%...o...%
%.%%.%%.%
%.......%
%%%%%%%%%
""",
    "small": """
%%%%%%%%%%%%%%%%%%%%
%....%........%....%
%.%%.%.%%  %%.%.%%.%
%o.....%G  G%.....o%
%.%%.%.%%%%%%.%.%%.%
%....%...P....%....%
%%%%%%%%%%%%%%%%%%%%
""",
    "medium": """
%%%%%%%%%%%%%%%%%%%%%
%o........%........o%
%.%%%.%%%.%.%%%.%%%.%
%...................%
%.%%%.%.%%%%%.%.%%%.%
%.....%...%...%.....%
%%%%%.%%% % %%%.%%%%%
%.......% G %.......%
%.%%%.%.%%%%%.%.%%%.%
%...%.....P.....%...%
%o%.%.%%%.%.%%%.%.%o%
%.........%G........%
%%%%%%%%%%%%%%%%%%%%%
""",
    "open": """
%%%%%%%%%%%%%%%
%......G......%
%.............%
%...%%%.%%%...%
%.............%
%......P......%
%%%%%%%%%%%%%%%
""",
    "classic": """
%%%%%%%%%%%%%%%%%%%%%%%%%%%%
%............%%............%
%.%%%%.%%%%%.%%.%%%%%.%%%%.%
%o%%%%.%%%%%.%%.%%%%%.%%%%o%
%..........................%
%.%%%%.%%.%%%%%%%%.%%.%%%%.%
%......%%....%%....%%......%
%%%%%%.%%%%% %% %%%%%.%%%%%%
%....%.%%          %%.%....%
%.%%.%.%% %%%  %%% %%.%.%%.%
%.%%...   %G GG G%   ...%%.%
%.%%.%.%% %%%%%%%% %%.%.%%.%
%....%.%%          %%.%....%
%%%%%%.%% %%%%%%%% %%.%%%%%%
%............%%............%
%.%%%%.%%%%%.%%.%%%%%.%%%%.%
%o..%%........P.......%%..o%
%%%.%%.%%.%%%%%%%%.%%.%%.%%%
%......%%....%%....%%......%
%.%%%%%%%%%%.%%.%%%%%%%%%%.%
%..........................%
%%%%%%%%%%%%%%%%%%%%%%%%%%%%
""",
}
"""By name, from the smallest: a corridor and a trap for trees, and boards to play."""

_MADE = re.compile(r"random(?:-(\d{1,2})x(\d{1,2}))?-(\d{1,9})")
_NARROWEST, _WIDEST = 7, 45
_STEPS = ((0, -2), (0, 2), (-2, 0), (2, 0))


def maze_text(name: str) -> str:
    """The maze of this name, or the text itself where it is one; `BadInput` where it is neither."""
    if name in MAZES:
        return MAZES[name].strip("\n")
    if "%" in name:
        return name
    made = _MADE.fullmatch(name)
    if made:
        width, height, seed = (int(group) if group else 0 for group in made.groups())
        return random_maze(seed, width or 21, height or 11)
    raise BadInput(
        f"There is no maze '{name}'; there are {', '.join(MAZES)}, random-SEED and random-WIDTHxHEIGHT-SEED, "
        "and a maze can be given as text."
    )


def random_maze(seed: int, width: int = 21, height: int = 11) -> str:
    """A maze made from a seed: alike on the left and the right, without dead ends, with two ghosts in the
    middle and a capsule in each corner.

    The left half is a spanning tree of the squares with odd coordinates (found by a depth-first walk);
    every dead end is then opened to another neighbour, and the halves are joined where they meet.
    """
    for side in (width, height):
        if side % 2 == 0 or not _NARROWEST <= side <= _WIDEST:
            raise BadInput(
                f"A random maze is an odd number of squares wide and high, {_NARROWEST} to {_WIDEST}, "
                f"not {width} by {height}."
            )
    random, middle = stream(seed), width // 2
    columns = middle + 1  # the middle one belongs to both halves
    open_ = {(1, 1)}
    path = [(1, 1)]
    while path:
        r, c = path[-1]
        ways = [
            (r + down, c + across)
            for down, across in _STEPS
            if 0 < r + down < height and 0 < c + across < columns and (r + down, c + across) not in open_
        ]
        if not ways:
            path.pop()
            continue
        r2, c2 = ways[below(random, len(ways))]
        open_ |= {(r2, c2), ((r + r2) // 2, (c + c2) // 2)}
        path.append((r2, c2))
    open_ |= {(r, width - 1 - c) for r, c in open_}
    if middle % 2 == 0:  # the halves end beside the middle column
        rows = list(range(1, height, 2))
        for _ in range(2):
            open_.add((rows.pop(below(random, len(rows))), middle))
    _without_dead_ends(open_, width, height, random)
    return _furnished(open_, width, height)


def _without_dead_ends(open_: set[tuple[int, int]], width: int, height: int, random: Buffer) -> None:
    """Open every dead end to another neighbour, alike on both sides."""
    for r in range(1, height, 2):
        for c in range(1, width, 2):
            if (r, c) not in open_:
                continue
            beside = [(r + down // 2, c + across // 2) for down, across in _STEPS]
            if sum(place in open_ for place in beside) > 1:
                continue
            walls = [
                place
                for place, (down, across) in zip(beside, _STEPS, strict=True)
                if place not in open_ and (r + down, c + across) in open_
            ]
            if walls:
                r2, c2 = walls[below(random, len(walls))]
                open_ |= {(r2, c2), (r2, width - 1 - c2)}


def _furnished(open_: set[tuple[int, int]], width: int, height: int) -> str:
    """The text of a maze with everybody in his place and food everywhere else."""
    grid = [["." if (r, c) in open_ else "%" for c in range(width)] for r in range(height)]
    for r in (1, height - 2):
        for c in (1, width - 2):
            grid[r][c] = "o"
    centre = [(abs(2 * r - height + 1) + abs(2 * c - width + 1), r, c) for r, c in open_]
    free = [(r, c) for _, r, c in sorted(centre) if grid[r][c] == "."]
    for r, c in free[:2]:
        grid[r][c] = "G"
    below_all = max(free[2:], key=lambda place: (place[0], -abs(2 * place[1] - width + 1), -place[1]))
    grid[below_all[0]][below_all[1]] = "P"
    return "\n".join("".join(row) for row in grid)
