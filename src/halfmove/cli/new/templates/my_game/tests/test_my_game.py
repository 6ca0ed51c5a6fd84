"""The contract, counts by a second program, a game played through, and what is known of the game."""

from itertools import permutations
from pathlib import Path

import halfmove as hm
import pytest

from my_game import MyGame

GOLDEN = Path(__file__).parent / "golden.txt"


def test_it_keeps_the_contract() -> None:
    hm.check_game(MyGame(), games=5)


def test_sequences_are_counted_as_by_a_second_program() -> None:
    """Perft against the rules written once more, as plainly as can be."""
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]

    def over(squares: tuple[int, ...]) -> bool:
        return any(all(int(square) in squares for square in line) for line in lines)

    for depth in range(6):
        count = sum(not over(moves[:-1]) for moves in permutations(range(9), depth))
        assert hm.perft(MyGame(), depth=depth) == count


def test_a_game_played_through_looks_as_before() -> None:
    """Moves, positions and pictures in text: write the file anew where a change is meant."""
    game = hm.interpreted(MyGame())
    state, shown = game.initial(), []
    for move in ("b2", "c1", "a3"):
        shown.append(f"{game.show(state)}\n\n{game.position_text(state)}\n{move}\n")
        state = game.result(state, game.parse_action(state, move))
    text = "\n".join([*shown, f"{game.show(state)}\n\n{game.position_text(state)}\n"])
    assert text == GOLDEN.read_text()


def test_the_first_player_wins_by_the_centre() -> None:
    found = hm.minimax(MyGame())
    assert (found.value, found.action) == (1, 4)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(hm.BadInput, match="A position has 3 rows"):
        MyGame().parse("XX/..")
    with pytest.raises(hm.BadInput, match="2 to 5 wide"):
        MyGame(size=9)


def test_the_picture_has_every_cross() -> None:
    game = hm.interpreted(MyGame())
    picture = game.draw(game.parse("X../.X./..."))
    assert picture.count("data-at") == 2
