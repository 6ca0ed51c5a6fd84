"""What players of a game count over a whole game, added up by contests: points and bingos of Scrabble."""

import pytest

import halfmove as hm
from halfmove.arena.job import as_json, parse_record
from halfmove.games.scrabble.plays import count_of, is_exchange, is_play

pytestmark = pytest.mark.slow_interpreted


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    file = tmp_path_factory.mktemp("figures") / "matches.sqlite"
    play = {"game": "scrabble", "games": 4, "seed": 2, "file": file, "control": "5/move", "at_once": 1}
    hm.match("static", "random", **play)
    return hm.match("static", "random", **play)  # as they were kept


def test_they_are_what_the_moves_of_each_player_add_up_to(games):
    game = hm.game("scrabble")
    for record in games.records.values():
        history = record.open(game)
        for seat in range(2):
            steps = zip(history.states, history.actions, strict=False)
            made = [(s, a) for s, a in steps if game.to_move(s) == seat]
            assert record.figures[seat] == {
                "turns": len(made),
                "points": sum(game.score(s.board, a) for s, a in made if is_play(a)),
                "bingos": sum(is_play(a) and count_of(a) == 7 for _, a in made),
                "exchanges": sum(is_exchange(a) for _, a in made),
            }


def test_a_report_has_the_mean_of_each_player(games):
    report = games.report
    for row in report.rows:
        theirs = [r.figures[r.players.index(row.player)] for r in games.records.values()]
        assert row.figures["points"] == sum(figures["points"] for figures in theirs) / len(theirs)
    best, other = report.rows
    assert best.name == "static"
    assert best.figures["points"] > 300 > other.figures["points"]
    assert [row["figures"] for row in report.to_dict()["players"]] == [best.figures, other.figures]
    lines = report.to_text().splitlines()
    at = lines.index("a game, in the mean")
    assert lines[at + 1].split() == ["player", "turns", "points", "bingos", "exchanges"]
    assert lines[at + 2].split()[:3] == [
        "static", f"{best.figures['turns']:,.2f}", f"{best.figures['points']:,.2f}",
    ]  # fmt: skip


def test_games_of_an_older_version_have_none(games):
    data = as_json(games.records[0])
    del data["figures"]
    assert parse_record(data).figures == ()


def test_where_nothing_is_counted_nothing_is_said():
    found = hm.match("random", "random", game="nim", games=2)
    assert "in the mean" not in found.report.to_text()
    assert found.report.to_dict()["players"][0]["figures"] is None
