"""Hand histories in the PHH format: read and written, nothing lost; what is wrong is said in a sentence."""

import io
import random
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.games.holdem.cards import CARDS
from halfmove.games.holdem.game import Holdem
from halfmove.games.holdem.records import PHH
from halfmove.games.holdem.rules import PREFLOP
from tests.beside.poker import chosen, table

pytestmark = pytest.mark.one_speed

GAME = interpreted(Holdem())
FORM = PHH(GAME)
HAND = """\
# a comment of TOML
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [500, 1000, 0]
min_bet = 1000
starting_stacks = [125600, 200000, 92500]
actions = [
  "# the cards are dealt",
  "d dh p1 Ac2d",
  "d dh p2 5h7s",
  "d dh p3 7h6h",
  "p3 cbr 7000 # he shoves soon",
  "p1 cbr 23000",
  "p2 f",
  "p3 cc",
  "d db Jc3d5c",
  "p1 cbr 35000",
  "p3 cbr 69500 # all in",
  "",
  "p1 cc",
  "p3 sm 7h6h",
  "d db 4h",
  "d db Jh",
]
players = ["Ann", "Bob", "Cid"]
event = "A \\"night\\""
hand = 12
day = 3
time = 20:15:00
currency_symbol = "$"
time_banks = [1.5, 2, inf]
_note = {by = "x", "two words" = [1, 2]}
"""


def test_a_hand_is_read():
    [record] = FORM.read(HAND)
    game = record.rules
    assert (game.players, game.small, game.big, game.stacks) == (3, 500, 1000, "125600,200000,92500")
    assert record.headers == {"SB": "Ann", "BB": "Bob", "BTN": "Cid", "Event": 'A "night"'}
    texts = [move.text for move in record.moves]
    assert texts[6:10] == ["raise to 7000", "raise to 23000", "fold", "call"]
    assert texts[-5:] == ["bet 35000", "all-in", "call", "4h", "Jh"]
    assert [move.comment for move in record.moves if move.comment] == ["he shoves soon", "all in"]
    assert record.comment == "the cards are dealt"
    s = record.first
    for move in record.moves:
        s = game.result(s, move.action)
    assert [game.net(s, p) for p in range(3)] == [-92500, -1000, 93500]


def test_and_written_again_with_all_that_it_says():
    [record] = FORM.read(HAND)
    text = FORM.text(record)
    before, after = tomllib.loads(HAND), tomllib.loads(text)
    before["actions"].remove("")
    assert after == before
    assert next(FORM.read(text)) == record


UNSEEN = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc", "d db Kd9c7s", "p1 cc",
  "p2 cc", "d db 6s", "p1 cc", "p2 cc", "d db 2h", "p1 cc", "p2 cc", SHOWN]
"""


@pytest.mark.parametrize(
    ("shown", "net", "repairs"),
    [
        ('"p1 sm KhQc", "p2 sm 9s8d"', [100, -100, 0], 0),
        ('"p1 sm 9s8d", "p2 sm KhQc"', [-100, 100, 0], 0),
        ('"p1 sm QhQc", "p2 sm QsQd"', [0, 0, 0], 0),
        ('"p1 sm 4h4c", "p2 sm"', [100, -100, 0], 1),
        ('"p1 sm -", "p2 sm 9s8d"', [-100, 100, 0], 1),
    ],
)
def test_cards_told_at_the_showdown(shown, net, repairs):
    hand = UNSEEN.replace("SHOWN", shown)
    [record] = FORM.read(hand)
    game, s = record.rules, record.first
    for move in record.moves:
        s = game.result(s, move.action)
    assert [game.net(s, p) for p in range(3)] == net
    assert len(record.repairs) == repairs
    text = FORM.text(record)
    assert tomllib.loads(text)["actions"] == tomllib.loads(hand)["actions"]
    assert next(FORM.read(text)) == record


def test_cards_that_are_compared_and_never_told():
    for shown in ('"p1 sm KhQc"', '"p1 sm", "p2 sm"', '"p2 sm ????", "p1 sm Kh??"'):
        with pytest.raises(BadInput, match="cards are compared that the file does not tell"):
            list(FORM.read(UNSEEN.replace("SHOWN", shown)))
    with pytest.raises(BadInput, match="has been dealt already"):
        list(FORM.read(UNSEEN.replace("SHOWN", '"p1 sm KhKd", "p2 sm 9s8d"')))


def test_amounts_with_decimals():
    hand = HAND.replace("[500, 1000, 0]", "[0.25, 0.5, 0]").replace("min_bet = 1000", "min_bet = 0.50")
    hand = hand.replace("[125600, 200000, 92500]", "[100.0, 100, 99.75]").split("actions")[0]
    hand += 'actions = ["d dh p1 Ac2d", "d dh p2 5h7s", "d dh p3 7h6h", "p3 cbr 1.25", "p1 f", "p2 cc"]\n'
    [record] = FORM.read(hand)
    assert record.rules.stacks == "10000,10000,9975"
    assert record.moves[6].text == "raise to 125"
    assert tomllib.loads(FORM.text(record))["blinds_or_straddles"] == [0.25, 0.5, 0]
    assert "p3 cbr 1.25" in FORM.text(record)


def test_cards_that_nobody_has_seen():
    hand = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ["d dh p1 ????", "d dh p2 AhKd", "p2 cbr 300", "p1 f"]
"""
    [record] = FORM.read(hand)
    assert '"d dh p1 ????"' in FORM.text(record)
    compared = hand.replace('"p1 f"', '"p1 cc", "d db 2c3c4c", "p1 cc", "p2 cc", "d db 5d", "p1 cc", "p2 cc",'
                            ' "d db 8s", "p1 cc", "p2 cc"')  # fmt: skip
    with pytest.raises(BadInput, match="game 1: cards are compared that the file does not tell"):
        list(FORM.read(compared))


def test_files_of_many_hands(tmp_path):
    plain = FORM.text(next(FORM.read(HAND)))
    path = tmp_path / "hands.phhs"
    path.write_text(f"[1]\n{plain}\n[2]\n{plain}")
    records = list(FORM.read_file(path))
    assert [record.place for record in records] == ["game 1", "game 2"]
    assert FORM.text(records[1]).startswith("[2]\n")
    assert FORM.write(tmp_path / "again.phhs", records) == 2
    assert list(FORM.read_file(tmp_path / "again.phhs")) == records
    [line, _] = FORM.main_lines(path)
    assert line.actions == tuple(records[0].actions)


WRONG = [
    ('variant = "NT"', 'variant = "PO"', "its variant is 'PO'"),
    ('variant = "NT"', "variant = NT", "it is no TOML"),
    ("[500, 1000, 0]", "[500, 1000, 2000]", "with a small and a big one"),
    ("min_bet = 1000", "min_bet = 500", "its least bets"),
    ("antes = [0, 0, 0]", "antes = [0, 0, 9]", "its antes are"),
    ("antes = [0, 0, 0]", "antes = [0, 0]", "its antes is"),
    ("[125600, 200000, 92500]", "[125600, inf, 92500]", "no amount from 0"),
    ("[125600, 200000, 92500]", "[true, 2, 3]", "its starting_stacks is True"),
    ('["Ann", "Bob", "Cid"]', '["Ann"]', "no list of 3 names"),
    ('"d dh p2 5h7s"', '"d dh p2 Ac7s"', "action 3, 'd dh p2 Ac7s': the card Ac has been dealt already"),
    ('"d dh p2 5h7s"', '"d dh p3 5h7s"', "no cards are due to p3 here"),
    ('"d dh p2 5h7s"', '"d dh p2 5h"', "dealt two cards"),
    ('"d dh p2 5h7s"', '"d dh p2 5h??"', "both are known or neither"),
    ('"d db Jc3d5c"', '"d db Jc3d"', "the flop has three cards"),
    ('"d db 4h"', '"d db 4x"', "Cards are written as"),
    ('"p2 f"', '"p3 f"', "p2 is to act, and not p3"),
    ('"p2 f"', '"p2 fold"', r"a player folds \(f\)"),
    ('"p2 f"', '"q2 f"', "the dealer's"),
    ('"p1 cbr 23000"', '"p1 cbr 9000"', "SB may fold, call 6500 or raise to 13000"),
    ('"p1 cbr 35000"', '"p1 sm Ac2d"', "cards are shown when all bets are made"),
    ('"p3 sm 7h6h"', '"p3 sm 7h8h"', "p3 has other cards, 7h6h"),
    ("actions = [", "actions = [7,", "its actions are no list of texts"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), WRONG, ids=lambda text: str(text)[:30])
def test_what_is_wrong_is_said(old, new, words):
    assert old in HAND
    with pytest.raises(BadInput, match=words):
        list(FORM.read(HAND.replace(old, new)))


def test_a_broken_hand_is_told_and_passed_over():
    plain = FORM.text(next(FORM.read(HAND)))
    broken = plain.replace("p2 f", "p2 fly")
    told = []
    found = list(FORM.read(f"[1]\n{broken}\n[2]\n{plain}", broken=told.append))
    assert len(found) == 1
    assert "game 1: action" in str(told[0])


# ---- nothing is lost
WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
LINES = WORDS.map(lambda text: " ".join(text.replace("#", "").split()))


@st.composite
def records(draw):
    """A hand of random bets at a random table, broken off anywhere, with comments and names."""
    source = random.Random(draw(st.integers(0, 2**32)))
    game = interpreted(Holdem(**table(source)))
    record, s = GameRecord(game), game.initial()
    length = draw(st.integers(0, 60))
    while not game.is_terminal(s):
        whole = s.mover >= 0 or (s.street == PREFLOP and all(h == 0 or h >> 6 for h in s.hands))
        whole = whole or (s.street > PREFLOP and (s.board == 0 or game.visible_board(s) > 0))
        if len(record.moves) >= length and whole:
            break  # half a hand, or a part of the flop, has no line in a file
        action = chosen(game, s, source)if s.mover >= 0 else source.choice(
            [card for card in range(CARDS) if game.accepts(s, card)]
        )  # fmt: skip
        comment = draw(LINES) if s.mover >= 0 and source.random() < 0.2 else ""
        record.moves.append(Move(action, game.action_text(s, action), comment=comment))
        s = game.result(s, action)
    if draw(st.booleans()):
        record.headers |= {name: draw(WORDS) for name in game.player_names}
    if draw(st.booleans()):
        record.headers["Event"] = draw(WORDS)
    record.comment = draw(LINES)
    return record


@settings(max_examples=60, deadline=None)
@given(records())
def test_whatever_is_written_is_read_again(record):
    form = PHH(record.rules)
    text = form.text(record)
    [found] = form.read(text)
    assert found == record
    assert form.text(found) == text


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(HAND)), st.integers(0, 30), st.text(max_size=6))
def test_no_text_breaks_the_reader(place, gone, put):
    text = HAND[:place] + put + HAND[place + gone :]
    told = []
    try:
        list(FORM.read(text, broken=told.append))
    except BadInput as error:
        told.append(error)
    assert not any("\n" in str(error) for error in told)


@pytest.mark.parametrize("seed", range(20))
def test_pokerkit_reads_what_is_written(seed):
    pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")
    source = random.Random(seed)
    parameters = table(source) | {"betting": source.choice(("no-limit", "limit")), "ante": 0}
    game = interpreted(Holdem(**parameters))
    record, s = GameRecord(game), game.initial()
    while not game.is_terminal(s):
        cards = [card for card in range(CARDS) if s.mover < 0 and game.accepts(s, card)]
        action = source.choice(cards) if cards else chosen(game, s, source)
        record.moves.append(Move(action, game.action_text(s, action)))
        s = game.result(s, action)
    text = PHH(game).text(record)
    theirs = pokerkit.HandHistory.load(io.BytesIO(text.encode()))
    assert theirs.starting_stacks == list(game.chips)
    assert len(theirs.actions) == text.count('\n  "')
