"""Pac-Man: the rules beside an independent implementation, a course's published values, mazes and text."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_pacman import Pacman as Naive
from shared_suites import suite

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.games.pacman import Pacman
from halfmove.games.pacman.knowledge import PER_SQUARE, ROOM
from halfmove.games.pacman.maze import EAST
from halfmove.games.pacman.mazes import MAZES, maze_text, random_maze
from halfmove.games.pacman.notation import ACTIONS
from halfmove.games.pacman.rules import PLAYING, TIME_UP, between, heading_of, scared_of, square_of

CAPSULES = "%%%%%%%%%%%/%o..o..o..%/%.%%.%.%%.%/%G.o.P.o.G%/%.%%.%.%%.%/%...G...oo%/%%%%%%%%%%%".replace(
    "/", "\n"
)


def place_of(game, word):
    """(x, y) of a ghost, as fractions."""
    row, column = game.laid_out.squares[square_of(word)]
    x, y = Fraction(column), Fraction(game.height - 1 - row)
    if between(word):
        dx, dy = {"West": (-1, 0), "East": (1, 0), "North": (0, 1), "South": (0, -1)}[
            ACTIONS[heading_of(word)]
        ]
        x, y = x + Fraction(dx, 2), y + Fraction(dy, 2)
    return x, y


def same(game, state, naive):
    row, column = game.laid_out.squares[state.pacman]
    assert (column, game.height - 1 - row) == naive.place
    assert state.score == naive.score
    assert [place_of(game, word) for word in state.ghosts[: game.count]] == [g.place for g in naive.ghosts]
    assert [scared_of(word) for word in state.ghosts[: game.count]] == [g.timer for g in naive.ghosts]
    assert game.is_terminal(state) == naive.over()


@pytest.mark.parametrize("maze", [*MAZES, CAPSULES, "random-1", "random-13x9-2"])
def test_the_rules_are_those_of_an_independent_implementation(maze):
    game, rng = hm.game("pacman", maze=maze, ghosts="directional"), random.Random(5)
    games = 12 if len(maze_text(maze)) < 300 else 4
    met, eaten = 0, 0
    for number in range(games):
        state, naive = game.initial(), Naive.of(maze_text(maze))
        for _ in range(400):
            same(game, state, naive)
            if naive.over():
                break
            legal = [ACTIONS[a] for a in game.actions(state)]
            assert legal == naive.legal()
            if game.to_move(state) == CHANCE:
                expected = naive.directional()
                assert {ACTIONS[a]: p for a, p in game.outcomes(state)} == pytest.approx(
                    {a: float(p) for a, p in expected.items()}
                )
            wise = [a for a in legal if a != "Stop"] if number % 2 else legal
            action, before = rng.choice(wise), state.score
            state = game.result(state, ACTIONS.index(action))
            naive.play(action)
            eaten += state.score - before in (199, 200, 209)
            met += state.score - before <= -500
        same(game, state, naive)
    assert met or maze == "classic"
    assert eaten or maze != CAPSULES


@pytest.mark.parametrize("search", [hm.minimax, hm.alphabeta])
def test_minimax_has_the_values_that_the_course_publishes(search):
    game = Pacman(maze=suite("pacman/minimaxClassic.lay").read_text(), evaluation="score")
    assert [search(game, depth=depth).value for depth in (1, 2, 3, 4)] == [9, 8, 7, -492]


def test_the_trapped_pacman_rushes_to_his_death_or_hopes():
    game = Pacman(maze=suite("pacman/trappedClassic.lay").read_text(), evaluation="score")
    despair = hm.analyze(game, None, hm.Limit(depth=3), algorithm="minimax")
    hope = hm.analyze(game, None, hm.Limit(depth=3), algorithm="expectiminimax")
    assert (ACTIONS[despair.best], despair.value) == ("East", -501)
    assert (ACTIONS[hope.best], hope.value) == ("West", -252.5)
    assert (despair.depth, hope.depth) == (3, 3)
    assert despair.game == hope.game == game


def test_our_own_trap_divides_them_too():
    game = Pacman(maze="trap", evaluation="score")
    despair = hm.analyze(game, None, hm.Limit(depth=3), algorithm="minimax")
    hope = hm.analyze(game, None, hm.Limit(depth=3), algorithm="expectiminimax")
    assert despair.best != hope.best
    assert despair.value < hope.value


def test_a_search_models_the_ghosts_as_it_must():
    players, nature = Pacman(maze="trap"), Pacman(maze="trap", ghosts="random")
    limit = hm.Limit(depth=3)
    for algorithm in ("minimax", "expectiminimax"):
        found = [hm.analyze(game, None, limit, algorithm=algorithm) for game in (players, nature)]
        assert found[0].value == found[1].value
    believed = Pacman(maze="trap", thought="directional")
    hope = [hm.analyze(g, None, limit, algorithm="expectiminimax").value for g in (players, believed)]
    assert hope[0] != hope[1]


def test_a_depth_is_a_round():
    game = Pacman(maze="small")
    assert hm.analyze(game, None, hm.Limit(depth=2), algorithm="alphabeta").depth == 2
    trace = hm.minimax(game, depth=1)
    assert len(trace.variation) == 3  # Pac-Man and two ghosts


def test_time_runs_out():
    game = Pacman(maze="open", limit=3, ghosts="random")
    state = game.initial()
    while not game.is_terminal(state):
        state = game.result(
            state, ACTIONS.index("Stop") if game.to_move(state) == 0 else next(game.actions(state))
        )
    assert (state.standing, state.moves, state.mover, state.score) == (TIME_UP, 3, 0, -3)


@pytest.mark.parametrize("habit", ["chase", "ambush", "patrol", "shy"])
def test_an_arcade_ghost_is_certain_until_it_is_scared(habit):
    game, rng = Pacman(maze=CAPSULES, ghosts=habit), random.Random(3)
    state, sure, scared = game.initial(), 0, 0
    for _ in range(3000):
        if game.is_terminal(state):
            state = game.initial()
        legal = list(game.actions(state))
        if game.to_move(state) == CHANCE:
            outcomes = list(game.outcomes(state))
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            timid = scared_of(state.ghosts[state.mover - 1]) > 0
            sure += len(outcomes) == 1 and not timid
            scared += timid and len(outcomes) > 1
            assert timid or len(outcomes) == 1
        state = game.result(state, rng.choice(legal))
    assert sure > 500
    assert scared > 20


def test_ghosts_of_several_kinds():
    game = Pacman(maze="small", ghosts="players,shy")
    assert game.players == 2
    state = game.result(game.initial(), ACTIONS.index("East"))
    assert game.to_move(state) == 1
    assert game.to_move(game.result(state, next(game.actions(state)))) == CHANCE


@pytest.mark.parametrize("name", MAZES)
def test_every_square_of_a_maze_can_be_reached(name):
    game = Pacman(maze=name)
    assert all(game.distance(game.initial().pacman, square) < 9999 for square in range(game.squares))


@given(st.integers(0, 10**9 - 1), st.sampled_from([(7, 7), (21, 11), (19, 9), (9, 13)]))
def test_made_mazes_are_whole_and_alike_on_both_sides(seed, size):
    text = random_maze(seed, *size)
    game = Pacman(maze=text)
    assert text == random_maze(seed, *size)
    assert (game.width, game.height, game.count) == (*size, 2)
    rows = [[sign == "%" for sign in row] for row in text.split("\n")]
    assert all(row == row[::-1] for row in rows)
    everywhere = [game.distance(game.initial().pacman, square) for square in range(game.squares)]
    assert max(everywhere) < 9999
    assert all(bin(int(ways)).count("1") > 1 for ways in game.ways)  # no dead ends


@given(st.integers(0, 2**32), st.integers(0, 200), st.sampled_from(["players", "random", "shy,directional"]))
def test_positions_are_read_back(seed, plies, ghosts):
    game, rng = (
        Pacman(maze=CAPSULES, ghosts=ghosts.replace("shy,directional", "shy,directional,chase")),
        random.Random(seed),
    )
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(list(game.actions(state))))
    assert game.parse(game.position_text(state)) == state


def test_a_maze_is_a_position_too():
    game = Pacman(maze="corridor")
    state = game.parse("%%%%%%%%%/%  GP..G%/%%%%%%%%%")
    assert (state.standing, state.score, game.position_text(state)) == (PLAYING, 0, game.position_text(state))
    with pytest.raises(BadInput, match="other walls or another number"):
        game.parse(maze_text("tiny"))


@pytest.mark.parametrize(
    ("maze", "sentence"),
    [
        ("nowhere", "There is no maze 'nowhere'"),
        ("%%%/%P%", "walled in"),
        ("%%%%/%P%/%%%%", "equally long; row 2"),
        ("%%%%/%PX%/%%%%", "'X' means nothing"),
        ("%%%%/%..%/%%%%", "one Pac-Man"),
        ("%%%%%/%P%G%/%%%%%", "row 2, column 4 of the maze is walled in"),
        ("random-8x8-1", "odd number"),
        ("%" * 70, "at most 64"),
    ],
)
def test_bad_mazes_are_told(maze, sentence):
    with pytest.raises(BadInput, match=sentence):
        Pacman(maze=maze)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"ghosts": "hungry"}, "A ghost is one of"),
        ({"ghosts": "random,random,shy"}, "The maze has 2 ghosts, and 3 are described"),
        ({"thought": "players"}, "players have none"),
        ({"limit": 0}, "1 to 50000 moves"),
        ({"evaluation": "luck"}, "features or score"),
    ],
)
def test_bad_parameters_are_told(parameters, sentence):
    with pytest.raises(BadInput, match=sentence):
        Pacman(**parameters)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("P 3,1 -", "P 0,0 -"), "no square 0,0"),
        (("G 1,1 -", "G 3,1 -"), "meets Pac-Man"),
        (("G 1,1 -", "G 1,1 E half"), "Only a scared ghost is between"),
        (("G 1,1 -", "G 1,1 E half scared 41"), "at most 40"),
        (("turn 0", "turn 3"), "the turn is 0 to 2"),
        (("score 0", "score 0 | caught"), "not caught"),
        (("score 0", "score 0 | won"), "exactly when all food"),
        (("moves 0", "moves 1000"), "the time is up"),
        (("food ", "food f"), "only where the maze had some|a set of more"),
    ],
)
def test_bad_positions_are_told(change, sentence):
    game = Pacman(maze="corridor")
    text = game.position_text(game.initial())
    assert change[0] in text
    with pytest.raises(BadInput, match=sentence):
        game.parse(text.replace(*change))


def test_terms_add_up_to_the_evaluation():
    game, rng = Pacman(maze=CAPSULES), random.Random(1)
    state = game.initial()
    for _ in range(300):
        if game.is_terminal(state):
            state = game.initial()
        assert sum(term.worth for term in game.terms(state)) * 1_000_000 == game.evaluate(state, 0)
        state = game.result(state, rng.choice(list(game.actions(state))))


def test_pacman_has_won_when_all_food_is_eaten_whatever_the_score():
    game = Pacman(maze="%%%%%%%/%P.  G%/%%%%%%%", ghosts="random", limit=50)
    eaten = game.result(game.initial(), EAST)
    assert game.won(eaten, 0)
    caught = Pacman(maze="%%%%%%%/%PG  .%/%%%%%%%")
    state = caught.result(caught.initial(), EAST)
    assert not caught.won(state, 0)
    assert caught.won(state, 1)


def test_a_search_finds_its_model_again():
    """The table of distances of a large maze takes as long as many searches."""
    game = Pacman(maze="tiny")
    assert game.modelled(True) is Pacman(maze="tiny").modelled(True)
    assert game.modelled(True).ghosts == "random"
    assert game.modelled(False) == game


def test_room_is_what_he_reaches_first():
    """In a corridor of nine squares he reaches his own and those on his side of the middle."""
    game = Pacman(maze="%%%%%%%%%%%/%P.......G%/%%%%%%%%%%%")
    worth = {term.name: term.worth for term in game.terms(game.initial())}
    assert worth["room"] == -PER_SQUARE * (ROOM - 4)


def test_eating_is_better_than_staying_near_the_last_food():
    """Once two pieces are left that are far from each other, the first is eaten all the same."""
    game = Pacman(maze="%%%%%%%%%%%%%%%%%%%%%%%%%%%/%P.                      .%/%%%%%%%%%%%%%%%%%%%%%%%%%%%")
    before = game.initial()
    after = game.result(before, EAST)
    assert game.evaluate(after, 0) > game.evaluate(before, 0)
