"""A golden playthrough of every registered game: its rules and its text in one play, kept in `golden/`.

What a game knows besides is left out, as that is tuned. A file is written anew with
HALFMOVE_GOLDEN=write, and the difference is then for a person to judge.
"""

import os
import random
from pathlib import Path

import pytest

from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.games.registry import games
from halfmove.games.tree import tree

FOLDER = Path(__file__).parent / "golden"


def playthrough(game):
    """The text of one play of random moves, the same in every process."""
    rng = random.Random(2)
    history, lines = History(game), [repr(game), ""]
    while True:
        state = history.state
        lines += [f"position  {game.position_text(state)}"]
        if history.over:
            break
        actions = history.legal()
        texts = [game.action_text(state, a) for a in actions]
        shown = texts if len(texts) <= 24 else [*texts[:23], f"… {len(texts)}"]
        action = rng.choice(actions)
        lines += [f"to move   {game.to_move(state)}", f"actions   {' '.join(shown)}"]
        lines += [f"plays     {game.action_text(state, action)}", ""]
        history.play(action)
    lines += [f"utilities {[history.utility(p) for p in range(game.players)]}", "", game.show(state)]
    return "\n".join(lines) + "\n"


GAMES = {name: kind for name, kind in games().items() if kind.__module__.startswith("halfmove.")}
SMALLER = {
    "go": {"size": 5, "komi": 0.5},
    "monopoly": {"players": 3, "rounds": 4},
    "pacman": {"maze": "tiny", "limit": 30},
    "pig": {"target": 20},
}
"""Where random play on the usual board would take a book."""
CHANCE_FIRST = {"player": "chance", "children": [3, [1, 2]]}
TREE = {"name": "A", "children": {"a1": CHANCE_FIRST, "a2": {"value": 1, "children": [4]}}}


@pytest.mark.parametrize("name", [*GAMES, "tree"])
def test_the_play_is_as_it_was(name):
    game = tree(TREE) if name == "tree" else interpreted(GAMES[name](**SMALLER.get(name, {})))
    path, text = FOLDER / f"{name}.txt", playthrough(game)
    if os.environ.get("HALFMOVE_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text)
    assert path.is_file(), f"no golden playthrough of {name}: run the tests with HALFMOVE_GOLDEN=write"
    assert text == path.read_text()
