"""A GTP engine as a player: what it is told, and what its words come to."""

import pytest
from engine_session import EngineSession
from engines import Watched, scripted

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.player import Fault, PlayerFault
from halfmove.arena.players.registry import player
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game

pytestmark = pytest.mark.slow_interpreted
NINE = game("go", size=9)
FREE = Budget(Limit(), most=30.0)
BEGUN = ["name", "version", "list_commands"]


class Session(EngineSession):
    """An engine that follows a script, and the commands that it was given."""

    def __init__(self, folder, *, rules=NINE, **script):
        super().__init__("gtp", folder, rules, **script)

    def history(self, moves="", start=None):
        history = History(self.rules, start if start is None else self.rules.parse(start))
        for text in moves.split():
            history.play(self.rules.parse_action(history.state, text))
        return history

    def choose(self, moves="", start=None, budget=FREE):
        """Its move after moves."""
        history = self.history(moves, start)
        choice = self.one.choose(history, budget)
        return None if choice.resigns else self.rules.action_text(history.state, choice.action)

    def told(self):
        """The commands without their numbers, which must count up."""
        lines = [line.split(maxsplit=1) for line in self.log.read_text().splitlines()]
        assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
        return [command for _, command in lines]

    def since(self, count):
        return self.told()[count:]


def test_what_it_is_told_of_a_game(tmp_path):
    with Session(tmp_path) as engine:
        assert engine.one.title == "Scripted 1"
        assert engine.choose() == "A1"
        assert engine.choose("A1 E5") == "B1"
        engine.one.new_game(NINE, 1, 3)
        assert engine.choose("E5") == "A1"
        game_of = ["boardsize 9", "clear_board", "komi 7.5", "kgs-rules chinese", "set_random_seed {}"]
        first = [*game_of[:4], "set_random_seed 1"]
        second = [*game_of[:4], "set_random_seed 3"]
        assert engine.told() == [
            *BEGUN,
            *first,
            "genmove B",
            "play W E5",
            "genmove B",
            *second,
            "play B E5",
            "genmove W",
        ]


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"size": 13, "komi": 0.5}, ["boardsize 13", "clear_board", "komi 0.5", "kgs-rules chinese"]),
        ({"komi": -3}, ["boardsize 19", "clear_board", "komi -3", "kgs-rules chinese"]),
        ({"size": 9, "rules": "japanese"}, ["boardsize 9", "clear_board", "komi 7.5", "kgs-rules japanese"]),
        ({"size": 9, "rules": "aga"}, ["boardsize 9", "clear_board", "komi 7.5", "kgs-rules aga"]),
    ],
)
def test_board_komi_and_rules(parameters, told, tmp_path):
    with Session(tmp_path, rules=game("go", **parameters)) as engine:
        assert engine.told()[3:7] == told


def test_rules_that_it_does_not_know(tmp_path):
    rules = game("go", size=9, rules="tromp-taylor")
    with Session(tmp_path, rules=rules, answers={"kgs-rules": ["? no such rules"]}) as engine:
        assert [line for line in engine.told() if "rules" in line] == [
            "kgs-rules tromp-taylor",
            "kgs-rules chinese",
        ]
    with Session(tmp_path, rules=rules, lacks=["kgs-rules", "set_random_seed"]) as engine:
        assert engine.choose() == "A1"
        assert not [line for line in engine.log.read_text().splitlines() if "seed" in line][1:]


def test_a_handicap_is_told_as_such(tmp_path):
    rules = game("go", size=9, handicap=2)
    with Session(tmp_path, rules=rules) as engine:
        engine.choose()
        assert engine.told()[-3:] == ["clear_board", "fixed_handicap 2", "genmove W"]


@pytest.mark.parametrize(
    "script", [{"lacks": ["fixed_handicap"]}, {"answers": {"fixed_handicap": "= A1 B2"}}]
)
def test_a_handicap_that_it_cannot_place_is_played(script, tmp_path):
    rules = game("go", size=9, handicap=2)
    with Session(tmp_path, rules=rules, **script) as engine:
        engine.choose()
        assert engine.told()[-4:] == ["clear_board", "play B G7", "play B C3", "genmove W"]


def test_positions_are_set_up_stone_by_stone(tmp_path):
    start = "9/9/2X3O2/9/9/9/2O3X2/9/9 W - 0"
    with Session(tmp_path) as engine:
        assert engine.choose("E5", start=start) == "A1"
        assert engine.told()[-7:] == [
            "clear_board",
            "play B C7",
            "play W G7",
            "play W C3",
            "play B G3",
            "play W E5",
            "genmove B",
        ]
        count = len(engine.told())
        engine.choose("E5 A1 A2", start=start)
        assert engine.since(count) == ["play W A2", "genmove B"], "set up once"
        engine.choose()
        assert engine.told()[-2:] == ["clear_board", "genmove B"], "another start, another board"


def test_a_board_is_kept_in_step_also_where_moves_are_taken_back(tmp_path):
    with Session(tmp_path) as engine:
        assert engine.choose("A1") == "B1"
        count = len(engine.told())
        assert engine.choose() == "A1"
        assert engine.since(count) == ["undo", "undo", "genmove B"]
        count = len(engine.told())
        assert engine.choose("A1 pass E5 D4")
        assert engine.since(count) == ["play W pass", "play B E5", "play W D4", "genmove B"]


def test_an_engine_that_takes_nothing_back_starts_over(tmp_path):
    with Session(tmp_path, lacks=["undo"]) as engine:
        engine.choose("A1")
        count = len(engine.told())
        engine.choose("E5")
        assert engine.since(count) == ["undo", "clear_board", "play B E5", "genmove W"]


def test_a_legal_move_that_it_refuses_is_its_fault(tmp_path):
    with Session(tmp_path, answers={"play": ["? illegal move"]}) as engine:
        with pytest.raises(PlayerFault, match=r"refuses 'play B E5', which is legal: illegal") as caught:
            engine.choose("E5")
        assert caught.value.fault is Fault.NONSENSE


ANSWERS = [
    ("= d4", "D4"),
    ("= D4", "D4"),
    ("=  D4 ", "D4"),
    ("= PASS", "pass"),
    ("= Pass", "pass"),
    ("= resign", None),
    ("= RESIGN", None),
    ("= D4\nafter long thought", "D4"),
    ("!= D4\n\n", "D4"),
    ("!=D4\n\n", "D4"),
    ("!=# D4\r\n\r\n", "D4"),
    ("!\n\nthinking\n=# D4\n\n", "D4"),
    ("!=3 A1\n\n=# D4\n\n", "D4"),  # a late answer to an earlier command
    ("!?3 no\nnot at all\n\n=# D4\n\n", "D4"),
]


def test_answers_in_all_forms(tmp_path):
    with Session(tmp_path, answers={"genmove": [said for said, _ in ANSWERS]}) as engine:
        for said, move in ANSWERS:
            engine.one.new_game(NINE, 0, 1)
            assert engine.choose() == move, said


def test_answers_without_numbers(tmp_path):
    with Session(tmp_path, numbers=False) as engine:
        assert engine.choose("E5") == "A1"


def test_an_engine_that_lists_no_commands_is_asked_about_each(tmp_path):
    with Session(tmp_path, lacks=["list_commands"], options="level=3") as engine:
        assert engine.choose() == "A1"
        assert {"known_command level", "level 3", "known_command kgs-rules"} <= set(engine.told())


def test_options_are_commands(tmp_path):
    with Session(tmp_path, options="level=3&cores=4") as engine:
        assert engine.told()[3] == "level 3"
        assert engine.one.threads == 4
        assert not engine.one.unbounded
    for options, script, says in (
        ("levle=3", {}, "^Scripted 1 has no command 'levle'; did you mean 'level'"),
        ("zzz=3", {}, r"^Scripted 1 has no command 'zzz'\.$"),
        ("level=99", {"answers": {"level": "? too high"}}, "^Scripted 1 refuses 'level 99': too high"),
        ("cores=-1", {}, "'cores' is a whole number from 1 to"),
    ):
        with Watched(), pytest.raises(BadInput, match=says):
            player(describe(scripted("gtp", tmp_path, options=options, **script))).check(NINE)


@pytest.mark.parametrize(
    ("budgets", "told"),
    [
        (
            [Budget(Limit(seconds=0.5), most=30)] * 2,
            ["time_settings 0 1 2", "time_left B 1 2", "time_left B 1 2"],
        ),
        (
            [
                Budget(Limit(), (60.0, 60.0), (0.0, 0.0), most=30),
                Budget(Limit(), (58.7, 57.2), (0.0, 0.0), most=30),
            ],
            [
                "time_settings 60 0 0",
                "time_left W 60 0",
                "time_left B 60 0",
                "time_left W 57 0",
                "time_left B 58 0",
            ],
        ),
        ([Budget(Limit(depth=5), (None, None), (0.0, 0.0), most=30)], []),
    ],
)
def test_time_is_told(budgets, told, tmp_path):
    with Session(tmp_path) as engine:
        moves = ""
        for budget in budgets:
            moves += f" {engine.choose(moves, budget=budget)} E5"
            moves = moves.replace("E5", "E5", 1)
        assert [line for line in engine.told() if line.startswith("time")] == told


def test_time_is_told_anew_in_each_game(tmp_path):
    with Session(tmp_path) as engine:
        for _ in range(2):
            engine.choose(budget=Budget(Limit(), (60.0, 60.0), (0.0, 0.0), most=30))
            engine.one.new_game(NINE, 0, 2)
        assert engine.told().count("time_settings 60 0 0") == 2


def test_an_engine_that_knows_no_clocks(tmp_path):
    with Session(tmp_path, lacks=["time_settings", "time_left"]) as engine:
        assert engine.choose(budget=Budget(Limit(), (60.0, 60.0), (0.0, 0.0), most=30)) == "A1"
        assert not any(line.startswith("time") for line in engine.told())


ENDED = "E5 D5 E4 D4 pass pass"


@pytest.mark.parametrize(
    ("answer", "settled"),
    [
        ("= ", None),
        ("= E5 E4", "all white"),
        ("= A1", None),  # where there is no stone
        ("= banana", None),
        ("? cannot", None),
    ],
)
def test_dead_stones_settle_a_finished_game(answer, settled, tmp_path):
    with Session(tmp_path, answers={"final_status_list": answer}) as engine:
        history = engine.history(ENDED)
        found = engine.one.settle(history)
        if settled:
            assert found == ((-88.5, 88.5), "result W+88.5"), "81 points and the komi"
        elif answer == "= ":
            score = NINE.score(history.state)
            assert found is not None
            assert found[0] == (score, -score)
        else:
            assert found is None
    with Session(tmp_path, lacks=["final_status_list"]) as engine:
        assert engine.one.settle(engine.history(ENDED)) is None


def test_boards_that_it_does_not_play_on_are_found_before_the_match(tmp_path):
    one = player(describe(scripted("gtp", tmp_path)))
    with Watched():
        with pytest.raises(Unsuitable, match=r"^Scripted 1 does not play on 21 by 21: it says 'unacc"):
            one.check(game("go", size=21))
        with pytest.raises(Unsuitable, match="does not play on 9 by 7: it says 'unknown command'"):
            one.check(game("go", width=9, height=7))
        one.check(NINE)
    with pytest.raises(Unsuitable, match=r"^GTP engines play Go, not chess\.$"):
        one.check(game("chess"))
    with pytest.raises(BadInput, match="needs a command line, such as gtp:"):
        player(describe("gtp"))


def test_a_board_that_is_refused_later_is_a_fault(tmp_path):
    with Watched():
        one = player(describe(scripted("gtp", tmp_path)))
        one.start()
        with pytest.raises(PlayerFault, match="cannot set up the board: unacceptable size") as caught:
            one.new_game(game("go", size=25), 0, 1)
        assert caught.value.fault is Fault.START
        one.close()
