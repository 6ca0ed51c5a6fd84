"""Games of Scrabble annotated: each turn by what its player knew, the notes in GCG, what is refused."""

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.games.scrabble.annotation import Points, Worth
from halfmove.games.scrabble.game import Scrabble
from halfmove.games.scrabble.gcg import GCG
from halfmove.teach.judgements import annotate, decision_scale, judged_plies

GAME = """#player1 Ann Ann
#player2 Bob Bob
>Ann: AEINRST 8H RE +4 4
#note a slip
>Bob: AEIOSTU 7G AS +9 9
>Ann: AINSTOX - +0 4
#incomplete
"""


def read(text):
    [record] = GCG(Scrabble()).read(text)
    return record


@pytest.mark.one_speed
def test_turns_are_judged_and_what_is_drawn_is_not():
    record = read(GAME)
    assert len(record.moves) > 14
    plies = judged_plies(Points(), record)
    assert [record.moves[ply].text for ply in plies] == ["8H RE", "7G AS", "pass"]
    form = GCG(record.rules)
    assert form.numbered(record, plies[1]) == "2. 7G AS"
    assert isinstance(decision_scale(record.rules), Points)
    assert decision_scale(hm.game("chess")) is None


@pytest.mark.one_speed
def test_an_evaluation_as_text_is_read_again():
    form = GCG(Scrabble())
    worth = Worth(0.1234, -12.5)
    assert form.evaluation_of(form.evaluation_text(worth)) == worth
    assert form.evaluation_of("0.5") is None


@pytest.mark.slow_interpreted
def test_a_slip_costs_what_the_best_play_had_been_worth():
    record = read(GAME)
    judgements = {one.ply: one for one in annotate(record, Limit(simulations=24), seed=3)}
    [first, _, third] = sorted(judgements)
    slip = judgements[first]
    assert slip.lost > 0.15
    assert slip.units > 20
    assert slip.mark == 4
    assert slip.decision.best.figures["score"] >= 60  # a bonus was there
    assert slip.decision.played.action == record.moves[first].action
    assert judgements[third].lost > 0  # nobody passes with such a rack
    notes = record.moves[first].comment.split("\n")
    assert notes[0] == "a slip"
    assert notes[1].startswith("Halfmove: wins ")
    assert len(notes) == 5
    list(annotate(record, Limit(simulations=24), seed=4))
    again = record.moves[first].comment.split("\n")
    assert again[0] == "a slip"
    assert len(again) == 5  # written anew, not once more
    text = GCG(record.rules).text(record)
    assert GCG(record.rules).text(read(text)) == text


@pytest.mark.slow_interpreted
def test_the_command_says_what_each_turn_cost_and_which_plays_were_best(tmp_path):
    file, target = tmp_path / "game.gcg", tmp_path / "told.gcg"
    file.write_text(GAME)
    command = ("annotate", "scrabble", str(file), "--simulations", "24")
    told = halfmove(*command, "-o", str(target))
    assert told.status == 0, told.err
    assert "1. 8H RE" in told.out
    assert "keeps" in told.out or "points, wins" in told.out
    assert "#note Halfmove: wins" in target.read_text()
    [game] = halfmove(*command, "--json").json["games"]
    assert [move["move"] for move in game["moves"]] == ["8H RE", "7G AS", "pass"]
    first = game["moves"][0]
    assert first["mark"] == "??"
    assert first["cost"] > 20
    assert {"move", "score", "leave", "keeps", "win", "equity"} <= set(first["candidates"][0])
    assert first["candidates"][0]["move"] == first["better"]


@pytest.mark.one_speed
def test_what_cannot_be_judged_is_said(tmp_path):
    three = GAME.replace("#incomplete", ">Cid: AEINRST - +0 0\n#incomplete").replace(
        ">Ann: AINSTOX - +0 4\n", ""
    )
    record = read("#player3 Cid Cid\n" + three)
    assert record.rules.players == 3
    with pytest.raises(BadInput, match="Games of 3 players are not annotated"):
        list(annotate(record, Limit(simulations=1), algorithm="static"))
    file = tmp_path / "game.gcg"
    file.write_text(GAME)
    told = halfmove("annotate", "scrabble", str(file), "--algorithm", "static")
    assert told.status == 2
    assert "only the algorithm expert" in told.err


@pytest.mark.slow_interpreted
def test_the_list_of_the_user_says_what_the_best_play_is(tmp_path):
    words, file = tmp_path / "few.txt", tmp_path / "game.gcg"
    words.write_text("RE\nAS\nARE\nTIN\nRES\n")
    file.write_text(GAME)
    told = halfmove(
        "annotate", "scrabble", str(file), "--set", f"lexicon={words}", "--simulations", "24", "--json"
    )
    best = told.json["games"][0]["moves"][0]["candidates"][0]["move"]
    assert best.startswith("exchange ") or best.split()[1] in {"RE", "AS", "ARE", "TIN", "RES"}
