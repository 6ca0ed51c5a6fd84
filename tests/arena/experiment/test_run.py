"""Experiments played: resumed, shown when done, played again; what is said of what was found."""

import json
import math

import pytest

import halfmove as hm
from halfmove.arena.experiment.description import load_experiment
from halfmove.arena.experiment.plot import draw_image
from halfmove.arena.experiment.report import align, describe_verdicts, format_elo
from halfmove.arena.experiment.results import Opinion, State, load_findings
from halfmove.arena.experiment.run import run
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.sprt import Verdict
from halfmove.arena.store import Store
from halfmove.arena.workers.in_process import InProcess

HEAD = 'name = "Trial"\nhypothesis = "So it is."\ngame = "tictactoe"\n'
STRONG = HEAD + 'sides = ["alphabeta?depth=3&name=seer", "random"]\nopenings = "random"\n'


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Games small enough to be played in this process without machine code."""
    monkeypatch.setattr("halfmove.core.compile._JIT", False)


def written(tmp_path, text):
    file = tmp_path / "trial.toml"
    file.write_text(text)
    return file


def test_played_shown_again_and_played_anew(tmp_path):
    file = written(tmp_path, STRONG + "games = 20\n")
    found = run(file, pool=InProcess())
    assert found.done
    [one] = found.found
    assert (one.games, one.state, one.opinion) == (20, State.PLAYED, Opinion.STRONGER)
    assert one.meeting.wins > 14
    assert describe_verdicts(found)[0].startswith("seer is stronger than random: +")
    assert run(file, pool=None).found[0].results.records == one.results.records  # nothing is played
    anew = run(file, again=True, pool=InProcess())
    assert anew.done
    with Store(tmp_path / "trial.sqlite") as store:
        assert [summary.games for summary in store.contests()] == [20, 20]
    moves = [[m.text for m in record.moves] for record in one.results.records.values()]
    assert [[m.text for m in r.moves] for r in anew.found[0].results.records.values()] == moves


def test_broken_off_and_resumed(tmp_path):
    file = written(tmp_path, STRONG + "games = 12\n")
    played = []

    def see(number, finding, playing):
        played.append(finding.games)
        if finding.games >= 5:
            raise KeyboardInterrupt

    found = run(file, pool=InProcess(), see=see)
    assert not found.done
    assert found.found[0].games == 5
    assert found.found[0].state is State.UNFINISHED
    assert "Not finished: run it again to go on." in describe_verdicts(found)
    played.clear()
    whole = run(file, pool=InProcess(), see=lambda number, finding, playing: played.append(finding.games))
    assert min(played) == 6
    assert whole.done
    assert whole.found[0].games == 12


def test_more_games_go_on_from_those_there_are(tmp_path):
    run(written(tmp_path, STRONG + "games = 4\n"), pool=InProcess())
    played = []
    found = run(
        written(tmp_path, STRONG + "games = 6\n"),
        pool=InProcess(),
        see=lambda number, finding, playing: played.append(finding.games),
    )
    assert played == [5, 6]
    assert found.found[0].games == 6


def test_a_test_decides(tmp_path):
    text = STRONG + "games = 400\n[test]\nelo0 = 0\nelo1 = 100\nmodel = 'logistic'\n"
    found = run(written(tmp_path, text), pool=InProcess())
    [one] = found.found
    assert one.state is State.DECIDED
    assert one.verdict is Verdict.H1
    assert one.games < 400
    said = describe_verdicts(found)[0]
    assert said.startswith(
        f"The test accepts H1 after {one.testing.counts.games} games: a difference of 100 Elo"
    )
    assert "with an error rate of 5%" in said


def test_hours_of_play_end_it(tmp_path):
    found = run(written(tmp_path, STRONG + "games = 400\nhours = 0.000001\n"), pool=InProcess())
    assert found.done
    [one] = found.found
    assert one.state is State.OUT_OF_TIME
    assert 0 < one.games < 400
    assert any(sentence.startswith("Ended by the hours given") for sentence in describe_verdicts(found))


def test_variations_and_their_report(tmp_path):
    text = (
        HEAD
        + """
base = "alphabeta?depth=2&name=base"
games = 30
openings = "random"
[[variation]]
name = "at random"
player = "random"
[[variation]]
name = "the same"
player = "alphabeta?depth=2&name=twin"
"""
    )
    found = run(written(tmp_path, text), pool=InProcess())
    names = {one.match.name: one for one in found.found}
    assert names["at random"].opinion is Opinion.STRONGER
    assert names["the same"].opinion is Opinion.OPEN
    said = describe_verdicts(found)
    assert said[0].startswith("The base is stronger than (Elo): at random +")
    assert said[1] == "No difference is shown to: the same."
    screen = found.to_text()
    assert screen.splitlines()[0] == "Trial"
    assert "hypothesis  So it is." in screen
    assert max(map(len, screen.splitlines())) <= 100
    page = found.markdown()
    assert page.startswith("# Trial\n\n**Hypothesis.** So it is.\n\n**Found.** The base is stronger")
    assert sum(line.startswith("|") for line in page.splitlines()) == 4
    assert len({line.count("|") for line in page.splitlines() if line.startswith("|")}) == 1
    data = json.loads(json.dumps(found.to_dict()))
    assert data["done"] is True
    assert [match["name"] for match in data["matches"]] == ["at random", "the same"]
    assert data["matches"][0]["report"]["games"] == 30
    assert repr(found) == screen
    found.save(tmp_path / "found.md")
    assert (tmp_path / "found.md").read_text() == page


@pytest.mark.slow_interpreted
def test_a_plot_of_the_differences(tmp_path):
    pytest.importorskip("matplotlib")
    found = run(written(tmp_path, STRONG + "games = 20\n"), pool=InProcess())
    for ending, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        found.save(tmp_path / f"found.{ending}")
        content = (tmp_path / f"found.{ending}").read_bytes()
        assert content.startswith(begin)
        assert content == draw_image(found, ending)
    assert 'id="DejaVuSans-' in draw_image(found).decode()
    with pytest.raises(hm.BadInput, match=r"as \.svg, \.png or \.pdf, not 'found\.xyz'"):
        found.save(tmp_path / "found.xyz")
    with pytest.raises(hm.BadInput, match="There is no folder"):
        found.save(tmp_path / "nowhere" / "found.svg")
    with pytest.raises(hm.BadInput, match="nothing to plot yet"):
        draw_image(load_findings(load_experiment(written(tmp_path, STRONG + "seed = 5\n"))))


def test_before_the_first_game(tmp_path):
    found = load_findings(load_experiment(written(tmp_path, STRONG)))
    assert not found.done
    assert describe_verdicts(found) == ["Nothing has been played yet."]
    assert "random" in found.to_text()
    assert not (tmp_path / "trial.sqlite").exists()  # looking makes no file


@pytest.mark.slow_interpreted
def test_every_game_the_same_is_said_in_words(tmp_path):
    text = HEAD + 'sides = ["alphabeta?depth=9&name=a", "alphabeta?depth=9&name=b"]\ngames = 4\n'
    found = run(written(tmp_path, text), pool=InProcess())
    assert found.found[0].opinion is Opinion.OPEN
    assert "the variance is zero" in describe_verdicts(found)[0]
    assert "nan" not in found.to_text()


def test_words_and_columns():
    assert format_elo(Interval(12.4, -3.2, 30.0)) == "+12 Elo (−3 to +30)"
    assert format_elo(Interval(math.inf, 40, math.inf)) == "+∞ Elo (+40 to +∞)"
    assert format_elo(None) == "no difference that could be said"
    assert align([("a", "1"), ("bcd", "22")], ("x", "number")) == [
        "x    number",
        "-----------",
        "a         1",
        "bcd      22",
    ]


def test_from_python(tmp_path):
    found = hm.experiment(written(tmp_path, STRONG + "games = 2\n"), pool=InProcess())
    assert found.found[0].games == 2
