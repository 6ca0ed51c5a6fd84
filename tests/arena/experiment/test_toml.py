"""An experiment's file read key by key: what it comes to, and every complaint with file and key."""

import pytest

import halfmove as hm
from halfmove.arena.description import describe
from halfmove.arena.experiment.description import GAMES, MOST_GAMES, load_experiment
from halfmove.arena.plan import StopRule

pytestmark = pytest.mark.one_speed

HEAD = """
name = "A name"
hypothesis = "Something is so."
"""
PLAIN = (
    HEAD
    + """
game = "nim"
sides = ["engine?depth=2", "random"]
"""
)


def described(tmp_path, text):
    file = tmp_path / "x.toml"
    file.write_text(text)
    return load_experiment(file)


def test_two_sides_and_defaults(tmp_path):
    made = described(tmp_path, PLAIN)
    assert (made.name, made.hypothesis, made.varied, made.hours) == (
        "A name",
        "Something is so.",
        False,
        None,
    )
    assert made.database == tmp_path / "x.sqlite"
    [match] = made.matches
    assert match.name == "random"
    assert match.plan.players == ("engine?depth=2", "random")
    assert (match.plan.games, match.plan.stop, match.plan.controls) == (GAMES, None, ("",))


def test_everything_said(tmp_path):
    (tmp_path / "book.txt").write_text("1\n2\n")
    made = described(
        tmp_path,
        HEAD
        + """
sides = ["engine", "alphabeta?name=plain"]
control = ["nodes=100", "depth=3"]
games = 60
hours = 0.5
seed = 7
database = "kept.sqlite"
on_fault = "void"
[game]
name = "nim"
heap = 9
[openings]
file = "book.txt"
plies = 1
shuffled = true
[test]
elo0 = -5
elo1 = 5.5
model = "logistic"
alpha = 0.1
[adjudication]
draw_value = 0
most_plies = 30
""".replace("heap = 9", next(iter(f"{k} = {v!r}" for k, v in hm.game("nim").parameters.items()))),
    )
    plan = made.matches[0].plan
    assert made.matches[0].name == "plain"
    assert (plan.controls, plan.games, plan.seed, plan.on_fault) == (("nodes=100", "depth=3"), 60, 7, "void")
    assert plan.stop == StopRule(-5, 5.5, "logistic", 0.1, 0.05)
    assert (plan.adjudication.draw_value, plan.adjudication.most_plies) == (0.0, 30)
    assert (plan.openings.plies, plan.openings.shuffled) == (1, True)
    assert plan.openings.file == str(tmp_path / "book.txt")
    assert made.database == tmp_path / "kept.sqlite"
    assert made.hours == 0.5


def test_a_base_and_its_variations(tmp_path):
    made = described(
        tmp_path,
        HEAD
        + """
game = "connect4"
base = "engine?depth=3&without=pvs"
without = ["killers", "table"]
[[variation]]
name = "deeper"
player = "engine?depth=4"
[[variation]]
player = "alphabeta?depth=2"
[test]
elo0 = 0
elo1 = 10
""",
    )
    assert made.varied
    assert [match.name for match in made.matches] == [
        "without killers",
        "without table",
        "deeper",
        "alphabeta?depth=2",
    ]
    first = describe(made.matches[0].plan.players[1])
    assert (first.kind, first.options) == ("engine", {"depth": "3", "without": "pvs,killers"})
    assert {match.plan.players[0] for match in made.matches} == {"engine?depth=3&without=pvs"}
    assert made.matches[0].plan.games == MOST_GAMES
    assert len({match.plan.identity for match in made.matches}) == 4


def test_paths_are_taken_from_where_the_file_is(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from halfmove.arena.players.uniform import RandomPlayer\ndef player(d): return RandomPlayer()\n"
    )
    made = described(tmp_path, HEAD + 'game = "nim"\nsides = ["mine.py?name=me", "random"]\n')
    assert describe(made.base).kind == str(tmp_path / "mine.py")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "is not TOML: "),
        ("hypothesis = 'x'", "{file}: name is missing; an example is name ="),
        ("name = 'x'", "{file}: hypothesis is missing"),
        (HEAD + "game = 'nim'", "{file}: sides is missing; an example is sides ="),
        (HEAD + "game = 3\nsides = ['random', 'random']", "{file}: game is a text, not 3"),
        (
            HEAD + "sides = ['random', 'random']\ngame = 'nimm'",
            "{file}: game: There is no game 'nimm'; did you",
        ),
        (
            HEAD + "sides = ['random', 'random']\n[game]\nname = 'nim'\nsize = 3",
            "{file}: game: nim has no param",
        ),
        (HEAD + "game = 'nim'\nsides = ['random']", "{file}: sides must be two players, not 1"),
        (HEAD + "game = 'nim'\nsides = 'random'\nbase = 'x'", "{file}: sides must be two players, not 1"),
        (HEAD + "game = 'nim'\nsides = ['random', '?x']", "{file}: sides: '?x' describes no player"),
        (
            HEAD + "game = 'nim'\nsides = ['random', 'rndom']",
            "{file}: rndom: There is no kind of player 'rndom'",
        ),
        (
            HEAD + "game = 'nim'\nsides = ['random', 'engine']",
            "{file}: engine: Nothing bounds the thinking",
        ),
        (HEAD + "game = 'nim'\nbase = 'engine?depth=2'", "{file}: base needs variations"),
        (
            HEAD + "game = 'nim'\nbase = 'engine?depth=2'\nwithout = ['killerz']",
            "{file}: without killerz: The engine has no feature 'killerz'; did you mean 'killers'",
        ),
        (
            HEAD + "game = 'nim'\nbase = 'engine?depth=2&without=pvs'\nwithout = ['pvs']",
            "{file}: without: the base goes without 'pvs' already",
        ),
        (
            HEAD + "game = 'nim'\nbase = 'random'\n[[variation]]\nname = 'a'\nplayer = 'random'\n"
            "[[variation]]\nname = 'b'\nplayer = 'random'",
            "{file}: b is the same match as a",
        ),
        (
            HEAD + "game = 'nim'\nbase = 'random'\n[[variation]]\nplayer = 'random'\nspeed = 1",
            "{file}: variation[1].speed: there is no such key; the keys are: player, name",
        ),
        (PLAIN + "control = 'ten'", "{file}: random: 'ten' is no time control"),
        (PLAIN + "games = 7", "{file}: games must be even"),
        (PLAIN + "games = 1", "{file}: games must be a whole number from 2 to 1000000000, not 1"),
        (PLAIN + "games = true", "{file}: games must be a whole number from 2 to 1000000000, not True"),
        (PLAIN + "hours = 0", "{file}: hours must be a number between 0 and 1000000000, such as 0.5, not 0"),
        (
            PLAIN + "hours = nan",
            "{file}: hours must be a number between 0 and 1000000000, such as 0.5, not nan",
        ),
        (PLAIN + "gaems = 8", "{file}: gaems: there is no such key; did you mean 'games'"),
        (PLAIN + "on_fault = 'win'", "{file}: on_fault cannot be 'win'; it is one of: loss, void"),
        (PLAIN + "openings = 'nowhere.pgn'", "{file}: openings: "),
        (
            PLAIN + "[openings]\nplys = 3",
            "{file}: openings.plys: there is no such key; did you mean 'plies'",
        ),
        (PLAIN + "[openings]\nmargin = 0.1", "{file}: openings.file is missing"),
        (PLAIN + "[test]\nelo0 = 0", "{file}: test.elo1 is missing"),
        (PLAIN + "[test]\nelo0 = 9\nelo1 = 3", "{file}: A test needs elo0 below elo1"),
        (
            PLAIN + "[test]\nelo0 = 0\nelo1 = 3\nmodel = 'logistical'",
            "{file}: test.model cannot be 'logistical'; did you mean logistic",
        ),
        (
            PLAIN + "[adjudication]\nresign = 3",
            "{file}: adjudication.resign: there is no such key; did you",
        ),
    ],
)
def test_every_complaint_names_file_and_key(tmp_path, text, sentence):
    with pytest.raises(hm.HalfmoveError) as error:
        described(tmp_path, text)
    assert sentence.replace("{file}", str(tmp_path / "x.toml")) in str(error.value)
    assert str(tmp_path / "x.toml") in str(error.value)
    assert not (tmp_path / "x.sqlite").exists()


def test_files_that_are_none(tmp_path):
    with pytest.raises(hm.BadInput, match="There is no file"):
        load_experiment(tmp_path / "none.toml")
    with pytest.raises(hm.BadInput, match="is a folder"):
        load_experiment(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(hm.BadInput, match="not text in UTF-8"):
        load_experiment(tmp_path / "bytes.toml")


def test_the_examples_are_experiments():
    from pathlib import Path

    files = sorted((Path(__file__).parents[3] / "examples" / "experiments").glob("*.toml"))
    assert len(files) >= 2
    for file in files:
        assert load_experiment(file).matches
