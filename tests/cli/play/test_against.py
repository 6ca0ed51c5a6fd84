"""`halfmove play --against PLAYER`: any player of the arena in the engine's place."""

import pytest
from command import halfmove

from halfmove.arena.player import Choice
from halfmove.cli.play.described import Described, _worth
from halfmove.core.compile import interpreted
from halfmove.games.kuhn import Kuhn
from halfmove.games.reference import open_position
from halfmove.imperfect.usual_strategy import find_usual_strategy

PLAYER = """\
from halfmove.arena.player import Choice, Player


class Own(Player):
    games = 0

    def new_game(self, game, seat, seed):
        Own.games += 1

    def choose(self, history, budget):
        {body}


def player(description):
    return Own()
"""


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def own_player(folder, body):
    file = folder / "own.py"
    file.write_text(PLAYER.format(body=body))
    return str(file)


def test_a_game_against_a_player_of_matches():
    outcome = halfmove(
        "play", "tictactoe", "--against", "alphabeta?depth=9&name=Perfect", typed=typed("b2", "moves")
    )
    assert outcome.status == 0
    assert "O: Perfect." in outcome.out
    assert "(+0.00, depth 8)" in outcome.out


def test_who_has_no_bound_of_its_own_is_given_time():
    outcome = halfmove("play", "tictactoe", "--against", "engine", "--seconds", "0.01", typed="")
    assert "O: engine, 0.01 s a move." in outcome.out
    assert "O: engine, 1 s a move." in halfmove("play", "tictactoe", "--against", "engine", typed="").out


def test_players_on_both_sides_each_with_its_own_chance():
    outcome = [
        halfmove("play", "tictactoe", "--side", "none", "--against", "random", "--seed", seed).out
        for seed in ("1", "1", "2")
    ]
    assert outcome[0] == outcome[1] != outcome[2]
    assert "X and O: random." in outcome[0]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise RuntimeError('no idea')", "O resigns. X wins.  (it fails: RuntimeError: no idea)"),
        ("return Choice(99)", "O resigns. X wins.  (it plays 99, which is not legal)"),
        ("return 7", "O resigns. X wins.  (its answer 7 is no Choice)"),
        ("return Choice(resigns=True)", "O resigns. X wins.\n"),
    ],
)
def test_who_fails_gives_up_and_the_person_goes_on(tmp_path, body, said):
    file = tmp_path / "kept.txt"
    outcome = halfmove(
        "play",
        "tictactoe",
        "--against",
        own_player(tmp_path, body),
        typed=typed("b2", f"save {file}", "new", "quit"),
    )
    assert outcome.status == 0
    assert said in outcome.out
    assert "Saved 1 move" in outcome.out
    assert outcome.out.count("X to move") == 2


def test_each_game_is_a_new_one_for_the_player(tmp_path):
    player = own_player(
        tmp_path, "return Choice(next(iter(history.game.actions(history.state))), depth=Own.games)"
    )
    outcome = halfmove("play", "tictactoe", "--against", player, typed=typed("b2", "c3", "new", "b2"))
    assert outcome.out.count("(depth 1)") == 2
    assert outcome.out.count("(depth 2)") == 1


def test_the_player_is_given_what_it_may_know():
    history = open_position(interpreted(Kuhn()), moves="K J")
    seen = []

    class Looks(Described):
        def _greet(self, side):
            super()._greet(side)
            inner = self._seats[side].player
            choose = inner.choose
            inner.choose = lambda drawn, budget: (seen.append(drawn.shown), choose(drawn, budget))[1]

    assert Looks("random", history.game, [0], None, 1).choose(history, "").action in history.legal()
    assert "?" in seen[0]
    assert "J" not in seen[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--against", "random", "--level", "3"), "--level is the engine's"),
        (("--against", "random", "--book", "x.bin"), "--book is the engine's"),
        (("--against", "random", "--side", "both"), "--against says who plays, but with --side both"),
        (("--level", "3", "--side", "both"), "--level sets the engine's strength, but with --side both"),
        (("--against", "person"), "two people play with --side both"),
        (("--against", "nobody"), "There is no kind of player 'nobody'"),
        (("--against", "oos"), "in tictactoe players see everything"),
    ],
)
def test_what_cannot_be_is_refused_before_the_game(options, said):
    outcome = halfmove("play", "tictactoe", *options)
    assert outcome.status == 2
    assert said in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice(1), ""),
        (Choice(1, value=0.5, depth=4), "+0.50, depth 4"),
        (Choice(1, value=float("inf"), nodes=12_000), "12,000 nodes"),
        (Choice(1, value=1.0, mate=-3), "loss in 3 plies"),
        (Choice(1, mate=1, depth=2), "win in 1 ply, depth 2"),
    ],
)
def test_what_it_says_of_the_position(choice, said):
    assert _worth(choice) == said


def test_a_strategy_that_was_trained_for_the_seat_has_it(tmp_path, monkeypatch):
    monkeypatch.setattr("halfmove.imperfect.usual_strategy.cache_folder", lambda: tmp_path)
    find_usual_strategy.cache_clear()
    assert "The engine plays second" in halfmove("play", "kuhn", typed=typed("quit")).out
    trained = halfmove("solve", "kuhn", "--algorithm", "cfr+", "--iterations", "50", "--seat")
    assert trained.status == 0
    (file,) = (tmp_path / "strategies").iterdir()
    find_usual_strategy.cache_clear()
    assert f"second: strategy {file.name}." in halfmove("play", "kuhn", typed=typed("quit")).out
    for option in (("--level", "2"), ("--seconds", "1")):
        assert "The engine plays second" in halfmove("play", "kuhn", *option, typed=typed("quit")).out
    assert "The engine plays" in halfmove("play", "kuhn", "--set", "cards=4", typed=typed("quit")).out
    find_usual_strategy.cache_clear()


def test_tight_has_the_seat_where_two_play_with_limits():
    limit = halfmove("play", "holdem", "--set", "betting=limit", typed=typed("quit")).out
    assert "SB: strategy:tight." in limit


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kuhn", "--strategy", "a.json", "--algorithm", "cfr"), "--strategy names a file, and --seat keeps"),
        (("connect4",), "--seat is not for a proof"),
        (("holdem-river", "--set", "board=Kc7d2h5s3c"), "--seat is not for a subgame"),
    ],
)
def test_what_takes_no_seat(words, said):
    outcome = halfmove("solve", *words, "--seat")
    assert outcome.status == 2
    assert said in outcome.err
