"""Games of Scrabble in GCG: read and written, nothing lost; what is wrong is said."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.plain_text import PlainText
from halfmove.games.scrabble.game import Scrabble
from halfmove.games.scrabble.gcg import GCG

pytestmark = pytest.mark.one_speed

GAME = Scrabble()
FORM = GCG(GAME)


def read(text, form=FORM):
    [record] = form.read(text)
    return record


def turns(record):
    """What players did, without what nature drew."""
    return [move.text for move in record.moves if not move.text.startswith("+")]


def sheet(*lines):
    return "#player1 Ann Ann\n#player2 Bob Bob\n" + "\n".join(lines) + "\n"


def round_trip(record, form=FORM):
    """What is written of a record is read as the same, and written as the same again."""
    text = form.text(record)
    again = read(text, form)
    assert form.text(again) == text
    assert [(m.action, m.comment, m.properties) for m in again.moves] == [
        (m.action, m.comment, m.properties) for m in record.moves
    ]
    assert (again.headers, again.properties, again.comment, again.rules.parameters) == (
        record.headers, record.properties, record.comment, record.rules.parameters,
    )  # fmt: skip
    return text


def test_a_file_is_read_with_all_that_it_says():
    record = read(sheet(
        "#title A club night", "#lexicon NWL20", "#tile-set English", "#note a quiet opening",
        ">Ann: NASTIER 8d NASTIER +66 66 a bingo", "#note the first", "of two",
        ">Bob: ?EDYEIG - +0 0", "#style plain", ">Ann: EO 9D OE +6 72", ">Bob: -3 +0 0", "#incomplete",
    ))  # fmt: skip
    played = [turn for turn in turns(record) if turn != "accept"]
    assert played == ["8D NASTIER", "pass", "9D OE", record.moves[-1].text]
    assert record.moves[-1].text.startswith("exchange ")
    assert record.headers == {
        "Event": "A club night", "Lexicon": "NWL20", "player 1": "Ann", "player 2": "Bob",
    }  # fmt: skip
    assert record.comment == "a quiet opening"
    first, passed = (move for move in record.moves if move.text in ("8D NASTIER", "pass"))
    assert first.comment == "the first\nof two"
    assert first.properties == {"rack": ["NASTIER"], "said": ["a bingo"]}
    assert passed.properties == {"rack": ["?EDYEIG"], "GCG": ["#style plain"]}
    assert record.properties["GCG"] == ["#tile-set English"]
    assert record.repairs == []
    text = round_trip(record)
    assert ">Ann: NASTIER 8D NASTIER +66 66 a bingo\n#note the first\n#note of two\n" in text
    assert ">Bob: -3 +0 0" in text
    assert "EO 9D OE +6 72" in text


def test_racks_that_nobody_tells_are_dealt_from_what_is_left():
    record = read(sheet(">Ann: 8D NASTIER +66 66", ">Bob: E7 Q.T +4 4", ">Ann: - +0 66"))
    drawn = [move.text[1:] for move in record.moves if move.text.startswith("+")]
    assert sorted(drawn[:7]) == sorted("AEINRST")
    assert {"Q", "T"} <= set(drawn[7:14])
    assert len(drawn) == 21 + 2
    text = round_trip(record)
    assert ">Bob: E7 Q.T +" in text
    assert turns(read(text)) == ["8D NASTIER", "E7 QAT", "pass"]


@pytest.mark.parametrize(
    ("lines", "challenge", "judge", "said"),
    [
        ([">Ann: QZTEXAI 8F ZQXT +58 58", ">Ann: QZTEXAI -- -58 0"], "single", "lexicon",
         ["8F ZQXT", "challenge"]),
        ([">Ann: CATSEEE 8F CATS +12 12", ">Ann: EEE (challenge) +5 17"], "five", "lexicon",
         ["8F CATS", "challenge"]),
        ([">Ann: CATSEEE 8F CATS +12 12", ">Ann: EEE (challenge) +10 22"], "ten", "lexicon",
         ["8F CATS", "challenge"]),
        ([">Ann: CATSEEE 8F CATS +12 12", ">Ann: CATSEEE -- -12 0"], "single", "people",
         ["8F CATS", "off"]),
        ([">Ann: QZTEXAI 8F ZQXT +58 58", ">Ann: AEI (challenge) +5 63"], "five", "people",
         ["8F ZQXT", "stands"]),
        ([">Ann: QZTEXAI 8F ZQXT +58 58", ">Bob: - +0 0"], "single", "lexicon",
         ["8F ZQXT", "accept", "pass"]),
    ],
)  # fmt: skip
def test_challenges(lines, challenge, judge, said):
    """Also those that our lexicon decides otherwise, and phoneys that nobody challenged."""
    record = read(sheet(*lines))
    assert (record.rules.challenge, record.rules.judge) == (challenge, judge)
    assert turns(record) == said
    assert record.repairs == []
    assert round_trip(record).splitlines()[-len(lines) :] == lines


def test_a_challenge_that_costs_the_turn():
    form = GCG(Scrabble(challenge="double"))
    record = read(sheet(
        ">Ann: ACEEEST 8F CATS +12 12", ">Ann: EEE (challenge) +0 12", ">Bob: AEIOURT - +0 0",
        ">Ann: EEE I8 .EE +4 16",
    ), form)  # fmt: skip
    assert turns(record) == ["8F CATS", "challenge", "I8 SEE", "accept"]
    assert record.repairs == []
    assert ">Ann: EEE (challenge) +0 12\n>Bob: AEIORTU - +0 0\n>Ann: EEE" in round_trip(record, form)


def test_penalties_and_what_is_counted_at_the_end():
    record = played(seed=5, penalties="10,0")
    text = FORM.text(record)
    assert round_trip(read(text)) == text
    assert "(time) -10" in text
    assert read(text).rules.penalties == "10,0"
    final = read(text)
    assert final.by_rules in ("1-0", "0-1", "1/2-1/2")
    assert FORM.share(final) in (1.0, 0.0, 0.5)
    without = text.replace("(time) -10", "(time) -20", 1)
    assert read(without).rules.penalties == "20,0"


def test_points_that_are_counted_otherwise_are_noted_and_kept():
    record = read(sheet(">Ann: AEINRST 8D NASTIER +67 67", ">Bob: - +0 0", ">Ann: - +0 67"))
    assert record.repairs == ["line 3: it counts +67, and here +66."]
    assert ">Ann: AEINRST 8D NASTIER +67 67" in round_trip(record)


def test_racks_that_contradict_each_other_are_noted():
    record = read(sheet(">Ann: AEINRSQ 8D RAISE +12 12", ">Bob: - +0 0", ">Ann: UUVWWYX - +0 12"))
    assert len(record.repairs) == 1
    assert "the rack UUVWWYX does not fit" in record.repairs[0]
    round_trip(record)


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_encodings(tmp_path, encoding):
    text = "#character-encoding " + encoding + "\n#player1 Zoë Zoë Ångström\n#player2 B B\n>Zoë: - +0 0\n"
    file = tmp_path / "game.gcg"
    file.write_bytes(text.encode(encoding))
    [record] = FORM.read_file(file)
    assert record.headers["player 1"] == "Zoë Ångström"
    written = tmp_path / "again.gcg"
    FORM.write(written, [record, record])
    assert written.read_text(encoding="utf-8").count("#player1 Zoë Zoë Ångström") == 2
    assert [r.headers for r in FORM.read_file(written)] == [record.headers] * 2
    file.write_bytes(text.partition("\n")[2].encode("latin-1"))
    [record] = FORM.read_file(file)
    assert record.headers["player 1"] == "Zoë Ångström"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([">Ann: AEINRST 8D NASTIER"], "does not end with points and their sum"),
        ([">Ann AEINRST 8D NASTIER +66 66"], "has no player"),
        (["hello"], "begins neither with > nor with #"),
        ([">Ann: AEINRST 8D NASTIER +66 66", ">Ann: - +0 66"], "it is the turn of Bob"),
        ([">Cid: - +0 0"], "nobody is called 'Cid'; players are Ann, Bob"),
        ([">Ann: AEINRST 8A NASTIER +66 66"], "covers the square in the middle"),
        ([">Ann: AEINRST 8L NASTIER +66 66"], "goes over the edge of the board"),
        ([">Ann: AEINRST 16A NASTIER +66 66"], "goes over the edge of the board"),
        ([">Ann: 8D PIZZA +66 66"], "more tiles Z than 1"),
        ([">Ann: ABC -- -5 0"], "no play before it that could be challenged"),
        ([">Ann: ABC (ABC) -7 -7", ">Bob: - +0 0"], "stands before the end of the game"),
        ([">Ann: A!C - +0 0"], "has '!', which is no tile"),
        ([">Ann: ABC -9 +0 0"], "one to seven tiles are exchanged, not 9"),
        ([">Ann: ABC DEF -9 +0 0"], "has more than a rack before what is played"),
        ([">Ann: ABC +5 5"], "has no turn: a play is '8D WORD'"),
        (["#player2 Ann Ann", ">Ann: - +0 0"], "two players have the same short name"),
        (["#player1"], "names no player"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(lines, words):
    with pytest.raises(BadInput, match=words.replace("(", r"\(")) as error:
        read(sheet(*lines))
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("game 1 (line 1): ")


def played(seed=0, plies=400, **parameters):
    """A game of random plays, as a record."""
    game, dice = Scrabble(**parameters), random.Random(seed)
    state, moves = game.initial(), []
    while not game.is_terminal(state) and len(moves) < plies:
        if game.to_move(state) == CHANCE:
            outcomes = list(game.outcomes(state))
            action = dice.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
        else:
            actions = list(game.actions(state))
            action = dice.choice(actions[: max(len(actions) // 3, 1)] if dice.random() < 0.9 else actions)
        moves.append(Move(action, game.action_text(state, action)))
        state = game.result(state, action)
    names = {name: f"P{seat} Name" for seat, name in enumerate(game.player_names)}
    return GameRecord(game, None, names, moves=moves)


def last(record):
    state = record.first
    for move in record.moves:
        state = record.rules.result(state, move.action)
    return state


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    "parameters",
    [{}, {"players": 3}, {"players": 4}, {"challenge": "single"}, {"challenge": "five", "judge": "people"},
     {"board": "super", "tiles": "english-super"}, {"scoreless": 2}],
    ids=str,
)  # fmt: skip
def test_games_of_random_plays_come_back(parameters):
    """But for the order in which the tiles of a rack were drawn, which nobody tells."""
    for seed in range(2):
        record = played(seed, **parameters)
        form = GCG(record.rules)
        again = read(form.text(record), form)
        assert again.repairs == []
        assert turns(again) == turns(record)
        assert last(again)._replace(pasts=()) == last(record)._replace(pasts=())
        round_trip(again, form)
        plain = PlainText(again.rules)
        [kept] = plain.read(plain.text(again))
        assert form.text(kept) == form.text(again)


WHOLE = """\
#character-encoding UTF-8
#player1 P0 P0 Name
#player2 P1 P1 Name
#lexicon english
>P0: DIILNNV 8E VILD +16 16
>P1: AAELOST 9H ALTOS +9 9
>P0: HIINNOR 10H NO +8 24
>P1: AAEEEM? 8L dEE +3 12
>P0: GHIINOR 10K HONG +19 43
>P1: AAELMPQ J6 PEL. +12 24
>P0: AIIINRW F5 IIW. +9 52
>P1: AAAEEMQ E4 AMA +20 44
>P0: AACFINR D1 CRAN +22 74
>P1: AEEEQV? 2C g.EE +5 49
>P0: AEFIJOR 3F REIF +14 88
>P1: AEIQTVY 4I YEA +14 63
>P0: AAJMNOR B1 MANA +20 108
>P1: EIKQSTV 11N ET +5 68
>P0: AIIJORZ 5E ..R +5 113
>P1: IKPQSVY K1 PSI. +6 74
>P0: AIIIJOZ 11J ZO +34 147
>P1: CEKQVXY 1K .YX +19 93
>P0: AIIIJRT A4 JA +34 181
>P1: BCEKOQV O5 BOCK +57 150
>P0: HIIIRRT 6D T.. +3 184
>P1: DENOQUV 3K .NDUE +12 162
>P0: HIIIRRT 7C HI +11 195
>P1: DOOQRSV 2J D. +7 169
>P0: GIIORRT O1 GO. +12 207
>P1: LOOQRSV -OQV +0 169
>P0: FGIIRRT 6H RI.T +6 213
>P1: DELORSU 11D LURES +15 184
>P0: FGIQRTT 12L GIT +12 225
>P1: ADEIOOW 6A WE +20 204
>P0: EFQRTUV 13J RUE +6 231
>P1: ADIOOSU 1B .A.S +11 215
>P0: BFNQTV 7I T. +6 237
>P1: DIOOU 2N O. +8 223
>P0: BFNQV 6N N. +4 241
>P1: DIOU 14L OI +6 229
>P0: BFQV H2 B. +4 245
>P1: DU M3 .UD +5 234
>P1: (FQV) +36 270
"""
"""A game of random plays."""
SHORT = """\
#character-encoding UTF-8
#player1 Ann Ann Archer
#player2 Bob Bob
#incomplete
#tile-set English
#note x
>Ann: AEINRST 8D NASTIER +66 66 a bingo
#note y
z
>Bob: EEO 9D OE +6 6
>Ann: -3 +0 66
>Bob: QZTE 10F ZQXT +48 54
>Bob: QZTE -- -48 6
>Ann: AA - +0 66
>Bob: -5 +0 6
#rack1 AA
"""
TEXTS = [WHOLE, SHORT]


@settings(max_examples=150)
@given(
    st.sampled_from(TEXTS), st.integers(0, 900), st.integers(0, 8), st.text("AZ?. -+()#>:8D0\nä", max_size=6)
)
def test_no_text_breaks_the_reader(text, place, gone, put):
    """A file with a piece changed is read, and comes back, or is refused in a sentence."""
    changed = text[:place] + put + text[place + gone :]
    broken = []
    for record in FORM.read(changed, broken=broken.append):
        round_trip(record)
    assert all("\n" not in str(error) for error in broken)
