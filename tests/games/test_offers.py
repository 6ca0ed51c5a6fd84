"""What games offer besides their rules: formats of records, dialects, settlements, units; and a game of one's
own that offers a format."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.arena.export import export
from halfmove.arena.job import MoveRecord, Record
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.plan import Plan
from halfmove.core import figures
from halfmove.core.compile import interpreted
from halfmove.core.dialects import gtp_dialect, uci_dialect
from halfmove.core.errors import BadInput
from halfmove.core.formats import (
    GameRecord,
    MainLine,
    Move,
    OpeningLine,
    RecordFormat,
    find_format,
    format_of,
)
from halfmove.core.history import History
from halfmove.core.term import in_units, unit_of
from halfmove.games.reference import GameReference
from halfmove.games.registry import games

pytestmark = pytest.mark.one_speed

pytest.importorskip("chess", reason="python-chess is not installed")

GO = interpreted(hm.game("go", size=7))
CHESS = interpreted(hm.game("chess"))
ALL = [interpreted(cls()) for cls in games().values()]
WRITTEN = [(game, form.name) for game in (CHESS, GO) for form in game.record_formats() if form.written]


def played(game, random, moves):
    """A record of random moves, with a variation now and then."""
    history = History(game)
    record = GameRecord(game, headers={"Result": "?"})
    for _ in range(moves):
        legal = history.legal()
        if not legal:
            break
        main, other = random.choice(legal), random.choice(legal)
        move = Move(main, game.action_text(history.state, main), comment=random.choice(["", "so it was"]))
        if random.random() < 0.3 and other != main:
            move.variations.append([Move(other, game.action_text(history.state, other))])
        record.moves.append(move)
        history.play(main)
    return record


def plain(moves):
    return [(m.action, m.comment, [[v.action for v in line] for line in m.variations]) for m in moves]


# ---- formats of records
@pytest.mark.parametrize(("game", "name"), WRITTEN, ids=lambda value: getattr(value, "name", value))
@settings(max_examples=10, deadline=None)
@given(random=st.randoms(use_true_random=False), moves=st.integers(1, 30))
def test_what_a_format_writes_it_reads(game, name, random, moves):
    form = find_format(game, name)
    record = played(game, random, moves)
    text = form.text(record)
    assert form.begins(text.lstrip()) or form.bare_moves
    [again] = form.read(text)
    assert plain(again.moves) == plain(record.moves)
    [line] = form.openings(text)
    assert line.moves == tuple(move.text for move in record.moves)


@pytest.mark.parametrize(("game", "name"), WRITTEN, ids=lambda value: getattr(value, "name", value))
def test_files_tell_main_lines_and_results(game, name, tmp_path):
    form = find_format(game, name)
    records = [played(game, Random(n), 6) for n in range(3)]
    for record, share in zip(records, (1.0, 0.5, 0.0), strict=True):
        record.headers = {"Result": form.result(None, share, "resignation"), "Event": "A match"}
    path = tmp_path / f"games{form.suffixes[0]}"
    assert form.write(path, records) == 3
    lines = list(form.main_lines(path))
    assert [list(line.actions) for line in lines] == [record.actions for record in records]
    assert [line.share for line in lines] == [1.0, 0.5, 0.0]
    assert [form.share(record) for record in form.read_file(path)] == [1.0, 0.5, 0.0]
    assert all(line.headers["Event"] == "A match" for line in lines)
    assert len(list(lines[0].states())) == 7


def test_epd_is_for_reading_only(tmp_path):
    form = format_of(CHESS, ".epd")
    line = '4k3/8/8/8/8/8/8/4KR2 w - - bm Rf7; id "a rook";'
    [record] = form.read(line)
    assert (record.moves, CHESS.position_text(record.first)) == ([], "4k3/8/8/8/8/8/8/4KR2 w - - 0 1")
    (tmp_path / "p.epd").write_text(f"{line}\n# none\n")
    [found] = form.main_lines(tmp_path / "p.epd")
    assert (found.actions, found.share, found.headers["Opening"]) == ((), None, "a rook")
    with pytest.raises(BadInput, match="for reading only"):
        form.text(record)
    seen = []
    assert list(form.read("8/8/8/8/8/8/8/8 w - -\n", broken=lambda error: seen.append(str(error)))) == []
    assert seen[0].startswith("line 1: ")


def test_no_two_formats_of_a_game_share_an_ending():
    for game in ALL:
        endings = [suffix for form in game.record_formats() for suffix in form.suffixes]
        assert len(endings) == len(set(endings))
        assert all(ending.startswith(".") and ending == ending.lower() for ending in endings)


def test_oblong_boards_are_written_as_sgf():
    game = hm.game("go", width=5, height=7)
    [form] = game.record_formats()
    assert form.refusal() == ""
    assert form.text(GameRecord(game)).startswith("(;GM[1]FF[4]CA[UTF-8]SZ[5:7]")


# ---- a game of one's own
class Letters(hm.Game):
    """Say letters in turn; after three the first player has won."""

    name = "letters"
    compiled = False

    def initial(self):
        return ""

    def to_move(self, s):
        return len(s) % 2

    def actions(self, s):
        yield from "abc"

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return len(s) == 3

    def utility(self, s, player):
        return 1 if player == 0 else -1

    def record_formats(self):
        return (Words(self),)


class Words(RecordFormat):
    """A word a line."""

    name = "words"
    suffixes = (".words",)

    def begins(self, text):
        return text.startswith("words:")

    def read(self, text, *, broken=None):
        for line in text.splitlines():
            yield GameRecord(self.game, moves=[Move(letter, letter) for letter in line])

    def read_file(self, path, *, broken=None):
        yield from self.read(path.read_text())

    def main_lines(self, path, *, broken=None):
        for record in self.read_file(path):
            yield MainLine("", {}, self.game, None, tuple(record.actions), None)

    def openings(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            yield OpeningLine(f"line {number}", tuple(line), None, line)

    def text(self, record):
        return "".join(move.text for move in record.moves) + "\n"


def test_a_game_of_ones_own_brings_its_format(tmp_path):
    """Nothing above the games knows of it, and yet matches open from it and are written in it."""
    file = tmp_path / "book.words"
    file.write_text("ab\nca\n")
    found = load_book(parse_source(str(file)), Letters(), 0)
    assert [found[k].moves for k in range(found.length)] == [("a", "b"), ("c", "a")]
    plan = Plan(GameReference(f"{__name__}:Letters"), ("random", "random"))
    moves = tuple(MoveRecord(text, 0.1) for text in "abc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameReference, "open", lambda self: Letters())
        one = Record(0, 0, (0, 1), (1.0, 0.0), "rules", "first wins", moves)
        assert export(plan, [one], tmp_path / "games.words") == 1
        with pytest.raises(BadInput, match=r"written as \.words or \.txt, not as '\.pgn'"):
            export(plan, [one], tmp_path / "games.pgn")
    assert (tmp_path / "games.words").read_text() == "abc\n"


# ---- protocols
@given(st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
@pytest.mark.parametrize("chess960", [False, True])
def test_moves_of_uci_come_back(chess960, random):
    game = interpreted(hm.game("chess", chess960=chess960))
    spoken = uci_dialect(game)
    assert spoken.chess960 is chess960
    history = History(game)
    for _ in range(30):
        if not (legal := history.legal()):
            break
        for action in legal:
            assert spoken.parse_move(history.state, spoken.move_text(history.state, action)) == action
        history.play(random.choice(legal))


@given(st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_stones_of_gtp_come_back(random):
    spoken = gtp_dialect(GO)
    history = History(GO)
    for _ in range(random.randrange(40)):
        points = [a for a in history.legal() if a != GO.points]
        if not points:
            break
        history.play(random.choice(points))
    s = history.state
    stones = {vertex: colour for colour, vertex in spoken.stones(s)}
    again = spoken.with_stones(GO.initial(), stones, s.mover)
    assert (again.black, again.white, again.mover) == (s.black, s.white, s.mover)
    assert sorted(vertex for chain in spoken.chains(s) for vertex in chain) == sorted(stones)
    for vertex in stones:
        row, column = spoken.place(vertex)
        assert GO.grid(s)[row][column] == {"b": "X", "w": "O"}[stones[vertex]]
        assert spoken.liberties(s, vertex)
    assert spoken.turned(s, 1 - s.mover).mover == 1 - s.mover


def test_games_without_a_protocol_have_no_dialect():
    for game in ALL:
        assert (uci_dialect(game) is not None) == (game.name == "chess")
        assert (gtp_dialect(game) is not None) == (game.name == "go")


# ---- the end of a game
@pytest.mark.parametrize("name", sorted(games()))
def test_a_lesson_begins_with_a_tree_that_can_be_drawn(name):
    """At most five hundred nodes to the depth that the game says, from a position that it reads: of more than
    a hundred the laboratory draws no boards."""
    if (lesson := hm.game(name).lesson()) is None:
        return
    parameters, place, plies = lesson
    game = interpreted(hm.game(name, **parameters))
    search = "star2" if game.has_chance else "alphabeta"
    trace = hm.trace(game, game.parse(place), algorithm=search, depth=plies)
    assert 10 <= sum(1 for _ in trace.outline.walk()) <= 500
    assert trace.replay.pruned, "there is something to see"


def test_dead_stones_are_settled():
    game = interpreted(hm.game("go", size=5, rules="japanese", komi=0.5))
    state = game.parse("1XO2/1XO2/1XO2/1XO2/OXO2 B - 2 2")
    settlement = game.settlement(History(game, state))
    assert (settlement.chosen, settlement.margin()) == ([], -8.5)
    settlement.change("a1")
    assert (settlement.chosen, str(settlement)) == (["A1"], "Dead: A1 of White.")
    assert (settlement.margin(), settlement.result()) == (-2.5, "W+2.5")
    assert settlement.count().endswith("White wins by 2.5.")
    for wrong in ("e5", "z9"):
        with pytest.raises(BadInput):
            settlement.change(wrong)
        with pytest.raises(BadInput):
            settlement.choose([wrong])
    assert settlement.chosen == ["A1"]
    assert settlement.share == 0
    settlement.choose(["A1"])
    settlement.change("none")
    assert settlement.chosen == []


def test_a_game_that_goes_on_has_nothing_to_settle():
    for game in ALL:
        assert game.settlement(History(game)) is None


def test_players_of_go_resign_late_and_without_hope():
    assert not GO.hopeless(0.01, 10)
    assert GO.hopeless(0.01, 20)
    assert not GO.hopeless(0.06, 20)
    assert not CHESS.hopeless(0.0, 1000)


# ---- estimates and numbers of moves
def test_units_and_pairs_are_the_games():
    assert [in_units(game, 0.01) for game in (CHESS, GO)] == [1.0, 0.01]
    assert (unit_of(CHESS), unit_of(GO)) == (CHESS.unit, hm.WIN)
    assert [figures.move_number(CHESS, ply) for ply in (1, 2, 3)] == ["1.", "1…", "2."]
    assert [figures.move_number(GO, ply) for ply in (1, 2, 3)] == ["1.", "2.", "3."]
    assert [figures.begins_number(CHESS, ply) for ply in (1, 2, 3)] == [True, False, True]
    assert all(figures.begins_number(GO, ply) for ply in (1, 2, 3))


class Sampler(hm.Game):
    """Searched selectively, with estimates that are no pawns."""

    name = "sampler"
    selective = True
    unit = 10_000


def test_selective_says_nothing_about_units():
    assert in_units(Sampler(), 0.25) == 0.25
