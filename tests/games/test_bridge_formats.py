"""Boards of bridge in PBN, in LIN and as links: read and written, nothing lost; what is wrong is said."""

import io
import random
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.review import COSTLY, Review, ReviewedAction
from halfmove.games.bridge.auction import CALL
from halfmove.games.bridge.game import Bridge
from halfmove.games.bridge.lin import LIN, Handviewer
from halfmove.games.bridge.pbn import PBN
from halfmove.games.bridge.records import ALERT, NOTE, score_of
from halfmove.games.bridge.series import board_conditions

pytestmark = pytest.mark.one_speed

GAME = interpreted(Bridge())
FORMS = [PBN(GAME), LIN(GAME), Handviewer(GAME)]
PBN_FILE = """\
% PBN 2.1
% EXPORT
[Event "Club \\"night\\""]
[Site "?"]
[Date "2026.11.29"]
[Board "3"]
[West "Wim"]
[North "Nora"]
[East "Eve"]
[South "Sam"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"]
[Scoring "IMP"]
[Declarer "W"]
[Contract "1S"]
[Result "9"]
[Room "Open"]
{a board of
two lines }
[Auction "S"]
Pass 1S =1= $2 Pass {slow; very} Pass
Pass
[Note "1:five cards or more"]
[Play "N"]
HK H7 - -
*
[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]
N  S 4
N  H 6

[Event "#"]
[Board "4"]
[Dealer "W"]
[Vulnerable "All"]
[Deal "W:AT942.AQ4.32.KJ3 QJ6.K652.J85.T98 873.J97.AT764.Q4 -"]
[Auction "W"]
AP
"""
LIN_LINE = (
    "pn|Sam,Wim,Nora,Eve|st||md|1SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,|rh||ah|Board 3|sv|e|"
    "mb|p|mb|1S!|an|five, or more|mb|d|mb|r|mb|p|mb|2N|mb|p|mb|p|mb|p|nt|well|pg||pc|CT|pc|C4|pc|C2|pc|CJ|"
    "pg||xx|what|mc|5|pg||\n"
)
LINK = (
    "https://www.bridgebase.com/tools/handviewer.html?n=SQJ6HK652DJ85CT98&e=s873hj97dat764cq4&w=sat942haq4d32ckj3&"
    "s=sk5ht83dkq9ca7652&d=s&v=e&b=3&nn=Nora&a=P1S!(five%20or%20more)PP{oh}P&p=HKH7&c=9&kbitz=1"
)


def read(form, text):
    [record] = form.read(text)
    return record


def test_a_file_of_pbn_is_read():
    first, second = FORMS[0].read(PBN_FILE)
    assert [move.text for move in first.moves] == ["P", "1S", "P", "P", "P", "HK", "H7"]
    opening = first.moves[1]
    assert (opening.nags, opening.properties) == ((2,), {NOTE: ["five cards or more"]})
    assert first.comment == "a board of\ntwo lines"
    assert first.moves[2].comment == "slow; very"
    assert (first.headers["North"], first.headers["Room"], first.headers["Result"]) == ("Nora", "Open", "9")
    assert first.properties == {"OptimumResultTable": ["N  S 4", "N  H 6"]}
    assert score_of(first) == -140
    assert (second.headers["Event"], second.headers["Board"]) == ('Club "night"', "4")
    assert [move.text for move in second.moves] == ["P"] * 4
    assert GAME.position_text(second.first).startswith(
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 A"
    )
    assert score_of(second) == 0
    assert first.repairs == second.repairs == []


def test_a_line_of_lin_is_read():
    record = read(FORMS[1], LIN_LINE)
    assert [move.text for move in record.moves[:6]] == ["P", "1S", "X", "XX", "P", "2N"]
    assert record.moves[1].properties == {ALERT: ["!"], NOTE: ["five, or more"]}
    assert record.moves[8].comment == "well"
    assert record.moves[-1].properties == {"LIN": ["xx|what|"]}
    assert record.headers == {
        "Board": "3", "South": "Sam", "West": "Wim", "North": "Nora", "East": "Eve", "Result": "5",
    }  # fmt: skip
    assert (record.first.dealer, record.first.vulnerable) == (2, 2)
    assert score_of(record) == 300


def test_a_link_is_read():
    record = read(FORMS[2], LINK)
    assert [move.text for move in record.moves] == ["P", "1S", "P", "P", "P", "HK", "H7"]
    assert record.moves[1].properties == {ALERT: ["!"], NOTE: ["five or more"]}
    assert record.moves[3].comment == "oh"
    assert record.properties == {"handviewer": ["kbitz=1"]}
    of_lin = read(
        FORMS[2], f"https://x.example/handviewer.html?bbo=y&lin={LIN_LINE.strip().replace(' ', '%20')}"
    )
    assert of_lin.moves == read(FORMS[1], LIN_LINE).moves
    assert of_lin.properties == {"handviewer": ["bbo=y"]}


@pytest.mark.parametrize(("form", "text"), [*zip(FORMS, [PBN_FILE, LIN_LINE, LINK], strict=True)])
def test_and_written_again(form, text):
    records = list(form.read(text))
    written = "".join(form.text(record) for record in records)
    assert form.begins(written)
    assert list(form.read(written)) == records


def test_a_file_of_vugraph_names_both_rooms():
    deal = LIN_LINE[LIN_LINE.index("md|") : LIN_LINE.index("|rh")]
    head = "vg|final,x|\nrs|1NN=|\npn|A,B,C,D,E,F,G,H|pg||\n"
    text = head + "".join(f"qx|{room}1|{deal}|sv|e|mb|p|mb|p|mb|p|mb|p|pg||\n" for room in "oc")
    both = list(FORMS[1].read(text))
    assert [record.headers["South"] for record in both] == ["A", "E"]
    assert list(FORMS[1].read("".join(FORMS[1].text(record) for record in both))) == both
    bare = f"qx|o1|{deal}|rh||qx|o2|{deal}|rh||"
    assert [record.properties["LIN first"] for record in FORMS[1].read(bare)] == [["qx|o1|"], ["qx|o2|"]]


def test_the_play_stands_in_columns_whoever_leads():
    """The first trick is West's, who led from the third column: the second begins there."""
    board = PBN_FILE.split('[Event "#"]')[0].replace("HK H7 - -", "HK H7 H3 HA\n- - - D2")
    record = read(FORMS[0], board)
    assert [move.text for move in record.moves[5:]] == ["HK", "H7", "H3", "HA", "D2"]
    assert "HK H7 H3 HA\n- - - D2\n*" in FORMS[0].text(record)
    going_on = read(FORMS[0], board.replace("- - - D2\n*", "- + - D2").replace('[Result "9"]', ""))
    assert [move.text for move in going_on.moves[5:]] == ["HK", "H7", "H3", "HA", "D2"]
    assert "HK H7 H3 HA\n+ - - D2\n" in FORMS[0].text(going_on)
    with pytest.raises(BadInput, match=r"W's card is missing in trick 2, and others follow it\."):
        read(FORMS[0], board.replace("- - - D2", "DJ - - -"))
    for sign in ("^R", "~"):
        with pytest.raises(BadInput, match=r"cannot be played|is not a card"):
            read(FORMS[0], board.replace("H7 ", f"H7 {sign} "))


def random_board(seed, game=GAME):
    """A record of a board: a random deal, calls and cards, ended anywhere."""
    rng = random.Random(seed)
    s = game.initial()
    moves = []
    for _ in range(52):
        moves.append(Move(action := rng.choice(list(game.actions(s))), game.action_text(s, action)))
        s = game.result(s, action)
    start = game.first_state(game.dealt_hands(s), rng.randrange(4), rng.randrange(4))
    s, moves = start, []
    for _ in range(rng.choice([0, 3, 20, 100])):
        if game.is_terminal(s):
            break
        actions = list(game.actions(s))
        if actions[0] >= CALL:
            actions = [actions[0]] * 3 + actions[1:9]
        moves.append(Move(action := rng.choice(actions), game.action_text(s, action)))
        s = game.result(s, action)
    headers = {} if game.is_terminal(s) or s.declarer < 0 else {"Result": str(rng.randrange(14))}
    return GameRecord(game, start, headers if rng.random() < 0.5 else {}, moves=moves)


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12).map(
    lambda text: text.translate(str.maketrans("", "", "|{}()"))
)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), said=st.lists(WORDS, min_size=4, max_size=4), at=st.integers(0, 200))
def test_any_board_is_written_and_read(form, seed, said, at):
    record = random_board(seed)
    record.headers |= {"North": said[0], "Board": "17"} if said[0].strip(",") == said[0] != "?" else {}
    record.headers = {name: value for name, value in record.headers.items() if value and "," not in value}
    record.comment = said[1]
    if record.moves:
        move = record.moves[at % len(record.moves)]
        move.comment = said[2]
        if move.action >= CALL and said[3]:
            move.properties[NOTE] = [said[3]]
    back = read(form, form.text(record))
    assert (back.actions, back.first) == (record.actions, record.first)
    assert (back.comment, [move.comment for move in back.moves]) == (
        record.comment,
        [move.comment for move in record.moves],
    )
    assert [move.properties for move in back.moves] == [move.properties for move in record.moves]
    assert record.headers.items() <= back.headers.items()
    assert read(form, form.text(back)) == back


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(['[Event "x"]', '[Deal "N:- - - -"]', PBN_FILE, "{", "}", ";", '[Play "N"]', "SA",
                         "\n\n", "Pass", '[Auction "S"]', "=9=", "$", "%"]) | st.text(max_size=8), max_size=8)
)  # fmt: skip
@pytest.mark.parametrize("form", FORMS)
def test_any_text_is_read_or_is_a_sentence(form, words):
    for joint in ("\n", "|", ""):
        told = []
        with suppress(BadInput):  # of the whole text
            for record in form.read(joint.join(words), broken=told.append):
                form.text(record)
        assert not any("\n" in str(error) for error in told)


def test_a_game_dealt_by_lot_is_written_from_its_deal_on():
    rng = random.Random(5)
    s, moves = GAME.initial(), []
    while s.dealt < 52:
        action = rng.choice(list(GAME.actions(s)))
        moves.append(Move(action, GAME.action_text(s, action)))
        s = GAME.result(s, action)
    moves += [Move(CALL, "P")] * 4
    headers = {"Event": "?", "Site": "Halfmove", "Date": "????.??.??", "Round": "?", "Result": "*"}
    record = GameRecord(GAME, None, headers, moves=moves)
    for form in FORMS:
        back = read(form, form.text(record))
        assert back.first == s
        assert back.actions == [CALL] * 4
    with pytest.raises(BadInput, match=r"^A board is written when all cards are dealt"):
        FORMS[0].text(GameRecord(GAME, moves=moves[:51]))


BROKEN = [
    (0, PBN_FILE.replace("QJ6.", "AQJ6."), "board 1: "),
    (0, PBN_FILE.replace("HK H7", "HK D4"), "East has a heart and must follow suit, so D4 is a revoke."),
    (0, PBN_FILE.replace("HK H7", "HA H7"), "North does not have HA"),
    (0, PBN_FILE.replace("Pass 1S", "Pass XX"), "West cannot redouble"),
    (0, PBN_FILE.replace("=1=", "=2="), "the note 2 is not told"),
    (0, PBN_FILE.replace("Pass 1S", "Pass ^I 1S"), "irregularity"),
    (0, PBN_FILE.replace('Dealer "S"', 'Dealer "Q"'), "its tag Dealer says 'Q'"),
    (
        0,
        PBN_FILE.replace('Dealer "S"', 'Dealer "W"'),
        "its auction begins with South, and its dealer is West",
    ),
    (0, PBN_FILE.replace('[Dealer "S"]', '[Dealer "S]'), "'[Dealer \"S]' is no tag of a line of its own"),
    (0, PBN_FILE.replace('[Dealer "S"]\n', '[Dealer "S"] '), "is no tag of a line of its own"),
    (0, PBN_FILE.replace('Vulnerable "EW"', 'Vulnerable "me"'), "vulnerable"),
    (0, PBN_FILE.replace('Result "9"', 'Result "good"'), "no number of tricks"),
    (0, '[Deal "N:AKQJ.AKQ.AKQ.AKQ - - -"]', "of which one hand may be left out"),
    (0, "nothing", "it has no deal"),
    (1, LIN_LINE.replace("SK5", "SA5"), "the same card"),
    (1, LIN_LINE.replace("md|1", "md|7"), "dealer's number"),
    (1, LIN_LINE.replace("sv|e", "sv|q"), "who is vulnerable"),
    (1, LIN_LINE.replace("mb|2N", "mb|1C"), "a bid is higher than 1S"),
    (1, LIN_LINE.replace("pc|C4", "pc|C1"), "is no card"),
    (1, LIN_LINE.replace("pc|C4", "pc|D4"), "East has a club and must follow suit, so D4 is a revoke."),
    (1, LIN_LINE.replace("mc|5", "mc|14"), "The declarer takes 0 to 13 tricks"),
    (1, "pn|a,b,c,d|", "there is no deal"),
    (2, LINK.replace("n=SQ", "n=SK"), "the same card"),
    (2, LINK.replace("a=P", "a=W"), "neither a call nor a card"),
    (2, LINK.replace("d=s", "d=k"), "no dealer"),
    (2, LINK.replace("v=e", "v=k"), "who is vulnerable"),
    (2, LINK.replace("P)P", ")P").replace("PP{oh}P", "P"), "out of turn in the play"),
    (2, "https://x.example/handviewer.html?a=P", "no link with hands"),
]


@pytest.mark.parametrize(("form", "text", "said"), BROKEN)
def test_what_is_wrong_is_said(form, text, said):
    assert text not in (PBN_FILE, LIN_LINE, LINK)
    with pytest.raises(BadInput) as caught:
        list(FORMS[form].read(text))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_broken_board_leaves_the_others():
    told = []
    text = PBN_FILE.replace("N:QJ6.", "N:AQJ6.")
    boards = list(FORMS[0].read(text, broken=told.append))
    assert [board.place for board in boards] == ["board 2"]
    assert str(told[0]).startswith("board 1: ")


def test_tags_that_contradict_the_auction_are_named():
    record = read(FORMS[0], PBN_FILE.split('[Event "#"]')[0].replace('Contract "1S"', 'Contract "2S"'))
    assert record.repairs == ["its contract is 1S, not 2S as its tag says."]
    bare = (
        '[Deal "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 -"]\n[Contract "3NT"]\n[Declarer "S"]\n'
    )
    record = read(FORMS[0], bare + '[Play "W"]\nS2 S6 S3 SK\n')
    assert len(record.repairs) == 1
    assert record.headers == {"Contract": "3NT", "Declarer": "S"}
    again = read(FORMS[0], FORMS[0].text(record))
    assert again == record
    assert again.properties["PBN play"] == ["W", "S2 S6 S3 SK"]


def test_board_conditions_are_those_of_law_2():
    """Boards 1 to 16: dealers in turn, vulnerable none, NS, EW, both and so on."""
    words = ["none", "NS", "EW", "both"]
    vulnerable = [words[(n + n // 4) % 4] for n in range(16)]  # each row of four begins one later
    for number in range(1, 40):
        dealer, sides = board_conditions(number)
        assert dealer == (number - 1) % 4
        assert ("none", "NS", "EW", "both")[sides] == vulnerable[(number - 1) % 16]


def test_a_link_holds_no_more_than_its_parameters():
    record = read(FORMS[0], PBN_FILE.split('[Event "#"]')[0])
    told = parse_qs(urlsplit(FORMS[2].text(record).strip()).query)
    assert told["a"] == ["{a board of\ntwo lines}p1S(five cards or more)p{slow; very}pp"]
    assert (told["p"], told["c"], told["d"], told["v"]) == (["HKH7"], ["9"], ["s"], ["e"])


def test_files_are_read_and_written(tmp_path):
    for form in FORMS:
        records = [random_board(seed) for seed in range(6)]
        path = tmp_path / f"boards{form.suffixes[0]}"
        assert form.write(path, records) == 6
        back = list(form.read_file(path))
        assert [board.actions for board in back] == [board.actions for board in records]
        assert io.StringIO(path.read_text()).readline().strip()


def told(record, cost):
    """A review of a record: each call means something, and the last card cost `cost`."""
    actions = [ReviewedAction(0, move.text, 0.0, (), f"meaning {n}") for n, move in enumerate(record.moves)]
    actions[-1] = ReviewedAction(0, record.moves[-1].text, cost, ("SA", "SK"), "W takes 9")
    return Review("tricks", ("Par is -110 to NS.",), tuple(actions))


@pytest.mark.parametrize(("form", "text"), [*zip(FORMS, (PBN_FILE, LIN_LINE, LINK), strict=True)])
def test_a_review_is_written_into_a_board(form, text):
    """Comments go where each format has them, explanations of calls where nobody gave one; twice is once."""
    record = next(form.read(text))
    before = [move.properties.get("note") for move in record.moves]
    form.write_review(record, told(record, 1.0))
    written = form.text(record)
    [again] = form.read(written)
    assert again.comment.endswith("Par is -110 to NS.")
    for number, (move, note) in enumerate(zip(again.moves, before, strict=True)):
        meaning = [f"meaning {number}"] if move.action >= CALL else None
        assert move.properties.get("note") == (note or meaning)
    assert again.moves[-1].comment.endswith("lost, in tricks: 1; better: SA SK; W takes 9")
    assert again.moves[-1].nags == ((COSTLY,) if form.name == "PBN" else ())
    form.write_review(again, told(again, 1.0))
    assert form.text(again) == written


def test_a_card_that_cost_nothing_has_no_comment():
    record = next(FORMS[0].read(PBN_FILE))
    FORMS[0].write_review(record, told(record, 0.0))
    assert (record.moves[-1].comment, record.moves[-1].nags) == ("", ())
