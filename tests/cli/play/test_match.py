"""Whole games in the terminal, typed through a pipe."""

import re
from collections import Counter
from io import StringIO
from types import SimpleNamespace

import pytest
from command import halfmove

from halfmove.arena.players.levels import find_level
from halfmove.cli.play import Play, record
from halfmove.cli.play.engine import AtLevel
from halfmove.cli.play.game import PlayedGame
from halfmove.cli.play.run import Match
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.view import Seen
from halfmove.games.kuhn import Kuhn
from halfmove.games.reference import open_position
from halfmove.search.algorithms import algorithms

BOTH = ("play", "connect4", "--side", "both")


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_two_people_to_the_end():
    outcome = halfmove(*BOTH, typed=typed("1", "2", "1", "2", "1", "2", "1"))
    assert outcome.status == 0
    assert outcome.err == ""
    assert "X wins" in outcome.out
    assert outcome.out.rstrip().endswith("Goodbye.")


def test_a_draw():
    outcome = halfmove(
        "play",
        "tictactoe",
        "--side",
        "both",
        typed=typed("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"),
    )
    assert "draw" in outcome.out


def test_an_illegal_move_gets_a_sentence_and_another_try():
    outcome = halfmove(*BOTH, typed=typed("9", "xyzzy", "", "4", "moves"))
    assert outcome.status == 0
    assert "'9' is not a column" in outcome.out
    assert "'xyzzy' is not a column" in outcome.out
    assert outcome.out.count("O to move") == 1


def test_a_slip_of_the_pen_is_pointed_out():
    assert "Did you mean undo?" in halfmove(*BOTH, typed=typed("undoo")).out


@pytest.mark.parametrize("last", ["quit", "q", "exit", None])
def test_leaving_politely(last):
    outcome = halfmove(*BOTH, typed=typed(last) if last else "")
    assert outcome.status == 0
    assert outcome.out.endswith("Goodbye.\n")


def test_undo_and_redo_between_two_people():
    outcome = halfmove(*BOTH, typed=typed("undo", "redo", "4", "undo", "redo", "redo", "moves"))
    assert "There is no move of yours to take back." in outcome.out
    assert outcome.out.count("There is nothing to play again") == 2
    assert outcome.out.count("O to move") == 2


def test_undo_against_the_engine_takes_back_its_answer_too():
    outcome = halfmove("play", "tictactoe", "--level", "6", "--seed", "1", typed=typed("b2", "undo", "moves"))
    assert "a3 b3 c3" in outcome.out.splitlines()[-3]
    assert "b2" in outcome.out.splitlines()[-3]


def test_resign_then_go_on_after_all():
    outcome = halfmove(*BOTH, typed=typed("4", "resign", "resign", "1", "hint", "undo", "1"))
    assert "O resigns. X wins." in outcome.out
    assert "The game is over already." in outcome.out
    assert "The game is over; the commands are" in outcome.out
    assert outcome.out.count("game over > ") == 4
    assert outcome.out.count("X > ") == 2


def test_new_starts_again():
    outcome = halfmove("play", "tictactoe", "--side", "both", typed=typed("b2", "new", "moves"))
    assert "b2" in outcome.out.splitlines()[-3]


def test_save_and_load(tmp_path):
    file = tmp_path / "game.txt"
    saved = halfmove(*BOTH, "--moves", "4 4", typed=typed("3", f"save {file}"))
    assert "Saved 3 moves" in saved.out
    loaded = halfmove(*BOTH, typed=typed(f"load {file}", "undo", f"save {file}"))
    assert "Saved 2 moves, and 1 that the file has after them, to" in loaded.out
    assert file.read_text().splitlines()[-1] == "4 4 3"


def test_of_several_games_one_is_loaded_and_how_many_there_are_is_said(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(
        '[Result "1-0"]\n[Termination "time forfeit"]\n\n1. e4 e5 1-0\n\n[Event "x"]\n\n1. d4 *\n'
    )
    outcome = halfmove("play", "chess", "--side", "both", typed=typed(f"load {file}", f"load {file} 2"))
    said = " ".join(outcome.out.split())
    assert "has 2 games; this is game 1." in said
    assert "The file tells: White wins on time." in said
    assert "has 2 games; this is game 2." in said


def test_a_position_from_a_file_opens_at_its_size_and_game_takes_one_of_several(tmp_path):
    (tmp_path / "small.sgf").write_text("(;SZ[5]KM[5.5];B[cc])(;SZ[5];B[aa];W[bb])")
    said = halfmove(
        "play", "go", "--side", "both", "--position", f"{tmp_path}/small.sgf", "--game", "2", typed="quit\n"
    )
    assert "width=5" in said.out
    assert "has 2 games; this is game 2 (--game N)." in " ".join(said.out.split())
    assert "O" in said.out.partition("4 ")[2][:9]
    refused = halfmove("play", "go", "--game", "2")
    assert (refused.status, "--position games.pgn --game 3" in refused.err) == (2, True)


def test_save_and_load_that_cannot_be(tmp_path):
    mine = tmp_path / "letter.txt"
    mine.write_text("Dear diary\n")
    lines = [
        "save",
        "load",
        f"save {mine}",
        f"load {mine}",
        f"load {tmp_path}/none",
        f"save {tmp_path}/no/such",
    ]
    outcome = halfmove(*BOTH, typed=typed(*lines))
    assert outcome.status == 0
    said = " ".join(outcome.out.split())  # long paths wrap
    assert "save needs the name of a file" in said
    assert "load needs the name of a file" in said
    assert "exists and is no saved game" in said
    assert "cannot be read: No such file" in said
    assert "cannot be written: No such file" in said
    assert mine.read_text() == "Dear diary\n"


def test_hint_and_eval():
    outcome = halfmove(*BOTH, "--moves", "1 7 2 7 3 6", typed=typed("hint", "eval"))
    assert "Try 4  (proven win for X in 1 ply" in outcome.out
    assert "line: 4" in outcome.out


def test_help_names_every_command():
    out = halfmove(*BOTH, typed=typed("help")).out
    for word in ["hint", "eval", "undo", "redo", "resign", "new", "save", "load", "board", "quit", "moves"]:
        assert word in out


def test_the_engine_takes_its_win_and_says_so():
    outcome = halfmove("play", "connect4", "--side", "second", "--level", "8", "--moves", "1 7 2 7 3 6")
    assert "X plays 4  (proven win for X in 1 ply" in outcome.out
    assert "X wins" in outcome.out


def test_engine_against_engine_needs_nobody():
    arguments = ("play", "tictactoe", "--side", "none", "--level", "2", "--seed", "5")
    outcome = halfmove(*arguments)
    assert outcome.status == 0
    assert "wins" in outcome.out or "draw" in outcome.out
    assert "plays" in outcome.out
    assert halfmove(*arguments).out == outcome.out, "the same seed plays the same game"


def test_perfect_play_draws_at_tic_tac_toe():
    outcome = halfmove("play", "tictactoe", "--side", "none", "--level", "10", "--seconds", "0.2")
    assert "draw" in outcome.out


def test_a_game_that_is_over_already():
    outcome = halfmove(*BOTH, "--moves", "1 2 1 2 1 2 1", typed=typed("undo", "moves"))
    assert "X wins" in outcome.out
    assert "1 2 3 4 5 6 7" in outcome.out


def test_chance_moves_by_itself(tmp_path):
    path = tmp_path / "toss.py"
    path.write_text(
        "from halfmove.core.contract import CHANCE, Game\n"
        "class Toss(Game):\n"
        "    chance = 'explicit'\n"
        "    compiled = False\n"
        "    def initial(self): return ''\n"
        "    def to_move(self, s): return 0 if s == '' else CHANCE\n"
        "    def actions(self, s): yield from ('bet', 'pass') if s == '' else ('heads', 'tails')\n"
        "    def outcomes(self, s): yield from (('heads', 0.5), ('tails', 0.5))\n"
        "    def result(self, s, a): return f'{s} {a}'.strip()\n"
        "    def is_terminal(self, s): return ' ' in s\n"
        "    def utility(self, s, player): return (1 if 'heads' in s else -1) * (1 if player == 0 else -1)\n"
    )
    outcome = halfmove("play", str(path), "--side", "both", "--seed", "3", typed=typed("bet"))
    assert outcome.status == 0
    assert "Chance: heads" in outcome.out or "Chance: tails" in outcome.out
    assert "wins." in outcome.out


def test_a_game_that_hides_but_does_not_say_what_is_refused(tmp_path):
    path = tmp_path / "secret.py"
    path.write_text(
        "from halfmove.core.contract import Game\n"
        "class Secret(Game):\n"
        "    information_kind = 'imperfect'\n"
        "    compiled = False\n"
        "    def initial(self): return 0\n"
        "    def to_move(self, s): return 0\n"
        "    def actions(self, s): yield 1\n"
        "    def result(self, s, a): return 1\n"
        "    def is_terminal(self, s): return s == 1\n"
        "    def utility(self, s, player): return 0\n"
    )
    outcome = halfmove("play", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert "Secret in " in outcome.err
    assert "does not define observation(s, player) nor information(s, player) nor resample" in outcome.err


def test_a_person_sees_his_own_card_and_is_not_told_what_the_engine_thinks():
    for seed in range(4):
        outcome = halfmove(
            "play", "kuhn", "--seed", str(seed), "--level", "3", typed="check\ncall\nfold\nquit\n"
        )
        before, _, _ = outcome.out.partition("game over")
        [own] = re.findall("^Chance: ([JQK])$", outcome.out, re.M)
        assert "Chance: a card" in outcome.out
        for view in before.split("\n\n"):  # the boards, and what is said between them
            second = re.search(r"^second  (\S)", view, re.M)
            if second and "wins" not in view:
                assert second[1] in "-?"
            first = re.search(r"^first   (\S)", view, re.M)
            if first:
                assert first[1] in ("-", own)
        said = re.findall("^second: .*$", outcome.out, re.M)
        assert said
        assert all(re.fullmatch("second: (check|bet|call|fold)", line) for line in said)


def test_the_engine_s_slips_do_not_follow_what_it_was_dealt():
    """One stream of random numbers for both had it slip at level 1 where its card was the lower one left."""
    slips = Counter()
    for seed in range(200):
        played = PlayedGame(open_position(interpreted(Kuhn())))
        opponent = AtLevel(Thinking(seed), find_level(1, None))
        match = Match(played, {0}, opponent, Adviser(), seed)
        match._nature()
        match._nature()
        played.play(0)
        own, other = (played.game.card(played.state, player) for player in (1, 0))
        low = own == min({1, 2, 3} - {other})
        slips[low, not opponent.choose(played.history, "").why] += 1
    for low in (False, True):
        share = slips[low, True] / (slips[low, True] + slips[low, False])
        assert 0.3 < share < 0.7


def test_a_seed_that_nobody_chose_is_told_only_where_it_tells_nothing():
    assert "seed" not in halfmove("play", "kuhn", typed="quit\n").out
    assert "seed 3." in halfmove("play", "kuhn", "--seed", "3", typed="quit\n").out
    assert "seed " in halfmove("play", "tictactoe", typed="quit\n").out


def test_what_one_person_typed_is_forgotten_before_the_next_comes_to_the_keyboard(monkeypatch):
    readline = pytest.importorskip("readline")
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    match = Match(PlayedGame(open_position(interpreted(Kuhn()), moves="K J bet")), {0, 1}, None, Adviser(), 1)
    readline.add_history("bet")
    assert match._handed_over()
    assert readline.get_current_history_length() == 0


class Thinking:
    """Where an opponent takes its seed and its session from; it finds one move wherever it is asked."""

    def __init__(self, seed):
        self.request = Play(game="tictactoe", seed=seed)
        self.session = SimpleNamespace(algorithm=algorithms()["determinized"])

    def think(self, history, limit, doing, *, secret):
        score = SimpleNamespace(words=lambda game: "+0.5")
        return SimpleNamespace(game=history.game, best=0, score=score, depth=1)


class Adviser:
    """Keeps what it is asked about, and finds nothing."""

    def __init__(self):
        self.given = []

    def think(self, history, limit, doing):
        self.given.append(history)
        raise BadInput("Enough.")


def test_a_hint_is_searched_from_what_the_person_knows():
    adviser = Adviser()
    played = PlayedGame(open_position(interpreted(Kuhn()), moves="K J"))
    match = Match(played, {0}, None, adviser, 1)
    for command in (match._hint, match._eval):
        with pytest.raises(BadInput, match="Enough"):
            command("")
    assert [(type(history), history.told) for history in adviser.given] == [(Seen, ("K", "a card"))] * 2


def test_who_sits_at_the_keyboard_of_another_game_is_asked_anew(tmp_path):
    file = str(tmp_path / "game.txt")
    played = PlayedGame(open_position(interpreted(Kuhn()), moves="K J"))
    record.save(played, file)
    played.play(1)
    match = Match(played, {0, 1}, None, Adviser(), 1)
    match._audience.at_keyboard, match._audience._told = 0, {0: 3}
    match._load(file)
    assert (match._audience.at_keyboard, match._audience._told, match._viewer) == (None, {}, SPECTATOR)


def test_who_has_seen_the_other_card_takes_nothing_back():
    lines = "check\nundo\nredo\nhelp\nhint\nfold\nquit\n"
    outcome = halfmove("play", "kuhn", "--position", "Q J", "--level", "9", typed=lines)
    told = outcome.out
    assert "No move is taken back" in told
    assert "There is nothing to play again" in told
    assert "take your last move back" not in told
    shown = told.count("first player to act")
    assert shown == (2 if "check, bet" in told else 1), "the position after the deal is not shown again"


def test_two_people_at_one_terminal_pass_the_keyboard():
    lines = "\ncheck\n\nundo\nsave x.txt\nbet\n\nfold\nquit\n"
    outcome = halfmove("play", "kuhn", "--seed", "3", "--side", "both", typed=lines)
    views = outcome.out.split("Pass the keyboard to ")
    assert [view.split(",")[0] for view in views[1:]] == ["first", "second", "first"]
    cards = (
        re.findall(r"Since your last turn: (\w+), a card", views[1]),
        re.findall("a card, (.), check", views[2]),
    )
    (first,), (second,) = cards
    assert f"first   {first}" in views[1]
    assert "second  ?" in views[1]
    assert "first   ?" in views[2]
    assert f"second  {second}" in views[2]
    assert "No move is taken back" in views[2]
    assert "A saved game says everything" in views[2]
    assert "Since your last turn: check, bet" in views[3]
    assert "first   ?  o\nsecond  ?  oo\ncheck, bet, fold\nsecond wins 1" in views[3]


def test_moves_at_once_are_chosen_in_turn():
    lines = "\n3\n\n2\n\nquit\n"
    outcome = halfmove(
        "play", "goofspiel", "--set", "cards=3", "--set", "prizes=descending", "--side", "both", typed=lines
    )
    second = outcome.out.split("Pass the keyboard to second")[1].split("Pass the keyboard")[0]
    assert "Since your last turn: a choice" in second
    assert "first has chosen; second to choose" in second
    assert "Since your last turn: 3, 3/2" in outcome.out.split("Pass the keyboard to first")[2]
    assert "first    3  A2" in outcome.out


def test_three_run_a_race():
    outcome = halfmove(
        "play", "race", "--set", "length=6", "--seed", "1", "--level", "1", typed="walk\nwalk\nwalk\n"
    )
    assert "You play A. Type a move, or help." in outcome.out
    assert "The engine plays B and C" in outcome.out


def test_a_side_by_its_name_in_the_game():
    outcome = halfmove("play", "connect4", "--side", "o", "--level", "1", "--seed", "5")
    assert "You play O." in outcome.out
    wrong = halfmove("play", "connect4", "--side", "y")
    assert wrong.status == 2
    assert wrong.err == "halfmove: --side must be x, o, first, second, both or none, not 'y'.\n"


@pytest.mark.slow_interpreted
def test_the_engine_plays_from_a_book(tmp_path):
    (tmp_path / "games.pgn").write_text("1. e4 c5 2. Nf3 d6 *\n")
    book = str(tmp_path / "book.bin")
    assert halfmove("book", "make", str(tmp_path / "games.pgn"), "-o", book).status == 0
    arguments = ("play", "chess", "--level", "1", "--seed", "1", "--book", book)
    outcome = halfmove(*arguments, typed=typed("e4", "Nf3", "a4"))
    assert "It knows openings: 4 moves." in outcome.out
    assert outcome.out.count("(from the book)") == 2
    assert "Black plays c5  (from the book)" in outcome.out
    for arguments, words in (
        (("kuhn",), "no opening books of kuhn"),
        (("connect4", "--seed", "2"), "no file"),
        (("chess", "--side", "both"), "--book is for the engine"),
        (("chess", "--seed", "1"), "no file"),
    ):
        outcome = halfmove("play", *arguments, "--book", book if "--side" in arguments else "none.bin")
        assert outcome.status == 2
        assert words in outcome.err


SPLIT = "1XO2/1XO2/1XO2/1XO2/OXO2 B - 1 2"
GO = ("play", "go", "--side", "both", "--set", "size=5", "--set", "rules=japanese", "--set", "komi=0.5")


@pytest.mark.slow_interpreted
def test_dead_stones_are_suggested_marked_and_counted():
    """The White stone in Black's corner is dead; the players call it alive, then dead again, by an empty
    point of the corner."""
    outcome = halfmove(*GO, "--position", SPLIT, typed=typed("pass", "a1", "none", "e5", "a5", "", "board"))
    assert outcome.status == 0
    assert outcome.out.count("Dead: A1 of White.") == 2
    assert outcome.out.count("Dead: no stones.") == 2
    assert "There is no stone on E5, and none is enclosed there." in outcome.out
    assert outcome.out.count("1 o X O w w") == 3
    before, _, _ = outcome.out.partition("Black: 8 = 5")
    assert "wins" not in before, "no result before the dead stones are agreed upon"
    assert "the end" not in outcome.out
    assert outcome.out.count("Black: 8 = 5 territory + 1 dead stone + 2 prisoners more") == 2
    assert outcome.out.count("White wins by 2.5.") == 2


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("word", ["undo", "resume"])
def test_the_game_goes_on_instead_of_being_counted(word):
    outcome = halfmove(*GO, "--position", SPLIT, typed=typed("pass", word, "a5", "pass", "pass", ""))
    assert "Black > a5" in outcome.out
    assert "wins by" in outcome.out
    assert outcome.out.rstrip().endswith("Goodbye.")


def test_dice_of_a_real_board_are_typed():
    lines = typed("moves", "7", "hint", "resign", "roll", "5", "hold", "roll", "undo", "undo", "undo", "3")
    outcome = halfmove("play", "pig", "--side", "both", "--dice", "typed", typed=typed("roll") + lines)
    assert outcome.status == 0
    assert "Chance:" not in outcome.out, "nothing is drawn"
    assert "1 2 3 4 5 6" in outcome.out  # what may be thrown
    assert "say what they show" in outcome.out
    assert "say first what was thrown" in outcome.out
    # A rolls (5 is no throw here, as moves was typed first), holds, B rolls, and three are taken back
    assert "A has" in outcome.out


@pytest.mark.parametrize(
    ("game", "how", "words"),
    [
        ("nim", "typed", "nothing is left to chance"),
        ("kuhn", "typed", "would tell what is hidden"),
        ("pig", "loaded", "drawn or typed"),
    ],
)
def test_dice_that_cannot_be_typed(game, how, words):
    outcome = halfmove("play", game, "--dice", how)
    assert outcome.status == 2
    assert words in outcome.err
