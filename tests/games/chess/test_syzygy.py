"""Syzygy's tables, asked by every face.

HALFMOVE_SYZYGY names a folder of those in the sdist of the package `chess`.  But for the last test,
python-chess's reader is replaced by one that answers from our own tables: of KQK and KRK the way to the next
capture or pawn's move is the way to mate.
"""

import os
import random

import pytest
from command import halfmove
from uci_controller import Controller

import halfmove as hm
from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.players.registry import player
from halfmove.core.callback import Callback, ask
from halfmove.core.endings import is_win, known_bounds, plies_of
from halfmove.core.score import FAR, WIN
from halfmove.endings.attach import AttachedTables
from halfmove.endings.database import Database

chess = pytest.importorskip("chess")
from chess import syzygy  # noqa: E402

CAPTURE = "8/8/8/8/8/2k5/1r6/KQ6 w - - 0 1"  # Qxb2+ or Kxb2 or lost: 4 men, KQvK after
MATE = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
ROOK = "8/8/8/4k3/8/8/8/KR6 w - - 0 1"


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    database = Database(hm.game("chess"), tmp_path_factory.mktemp("endings"))
    for name in ("KQK", "KRK"):
        database.build(name, threads=2)
    return database


@pytest.fixture
def tables(ours, tmp_path, monkeypatch):
    """A folder with Syzygy's tables of KQK and KRK, as python-chess reads them."""
    monkeypatch.delenv("HALFMOVE_SYZYGY", raising=False)
    folder = tmp_path / "syzygy"
    folder.mkdir()
    for name in ("KQvK", "KRvK"):
        (folder / f"{name}.rtbw").touch()

    class Reader:
        def __init__(self):
            self.wdl = {}

        def add_directory(self, place):
            self.wdl |= {"KQvK": None, "KRvK": None}

        def code(self, board):
            if board.occupied.bit_count() == 2:
                return 0
            code = ours.probe(ours.game.parse(board.fen()))
            if code is None:
                raise syzygy.MissingTableError("no such table")
            return code

        def probe_dtz(self, board):
            code = self.code(board)
            plies = plies_of(code)
            return 0 if code == 0 else max(plies, 1) if is_win(code) else -max(plies, 1)

        def probe_wdl(self, board):
            code = self.code(board)
            return 0 if code == 0 else 2 if is_win(code) else -2

    monkeypatch.setattr(syzygy, "Tablebase", Reader)
    return str(folder)


def at_hand(folder, **parameters):
    told = []
    return AttachedTables(hm.game("chess", **parameters), "none", told.append, folder), told


# ---- the call from machine code


def test_a_python_function_is_asked():
    seen, told = [], []

    def answer(*words):
        seen.append(words)
        if words[-1] < 0:
            raise ValueError("no")
        return 7

    callback = Callback(answer, -1, told.append)
    words = (1 << 63, 0, 1, 2, 3, 4, 5, 6)
    assert ask(callback.address, *words, 9) == 7
    assert seen == [(*words, 9)]
    assert ask(callback.address, *words, -9) == -1
    assert [str(error) for error in told] == ["no"]


# ---- at the root


@pytest.mark.slow_interpreted
def test_a_win_is_played_out_whatever_the_search_thinks(tables, ours):
    """The worst player there is, who draws at random from the moves that are kept, mates in time."""
    hands, _ = at_hand(tables)
    random_ = random.Random(5)
    for fen in (MATE, ROOK):
        history = hm.History(hands.game, hands.game.parse(fen))
        plies = plies_of(ours.probe(history.state))
        while not history.over:
            only = hands.only(history)
            assert only
            history.play(random_.choice(only))
            if not history.over:  # the longest defence
                moves = [(hands.game.result(history.state, a), a) for a in hands.game.actions(history.state)]
                history.play(max(moves, key=lambda m: plies_of(ours.probe(m[0])))[1])
        assert history.utility(0) == 1
        assert len(history.actions) == plies


@pytest.mark.slow_interpreted
def test_the_moves_counted_are_reckoned_with(tables):
    hands, _ = at_hand(tables)
    state = hands.game.parse(MATE)
    verdict = hands.tablebase.verdict
    assert verdict(state)[:2] == (1, 0)
    assert verdict(state._replace(quiet=82))[:2] == (1, 0)  # 17 plies to mate
    assert verdict(state._replace(quiet=83))[:2] == (0, 1)
    assert "but for the rule of fifty moves" in hands.tablebase.said(verdict(state._replace(quiet=83)))
    automatic, _ = at_hand(tables, draws="automatic")
    assert automatic.tablebase.verdict(state._replace(quiet=83))[:2] == (1, 0)


@pytest.mark.slow_interpreted
def test_a_move_that_repeats_is_not_kept(tables):
    hands, _ = at_hand(tables)
    game = hands.game
    history = hm.History(game, game.parse(MATE))
    (first, *_) = hands.only(history)
    again = hm.History(game, history.state)
    key = game.repetition_key(game.result(history.state, first))
    again._stood[key] += 1  # it has stood on the board before
    assert first not in hands.only(again)


@pytest.mark.slow_interpreted
def test_a_table_of_ours_knows_better(tables, ours):
    hands = AttachedTables(hm.game("chess"), str(ours.folder.parent), tablebase=tables)
    state = hands.game.parse(MATE)
    hands.bring(state)
    assert hands.only(hm.History(hands.game, state)) is None
    late = hm.History(hands.game, state._replace(quiet=90))
    assert hands.only(late) is not None


# ---- in searches


@pytest.mark.slow_interpreted
def test_a_search_knows_what_a_capture_leads_to(tables):
    hands, told = at_hand(tables)
    state = hands.game.parse(CAPTURE)
    for threads in (1, 2):
        analysis = hm.analyze(hands.game, state, hm.Limit(depth=2), algorithm="engine", threads=threads)
        assert (analysis.proven, analysis.value, analysis.score.plies) == (True, 1, None)
        assert analysis.score.words(hands.game) == "proven win for White"
    sampled = hm.analyze(hands.game, state, hm.Limit(simulations=60), algorithm="mcts")
    assert (sampled.proven, sampled.value) == (True, 1)
    assert told == []
    plain = hm.analyze(hm.game("chess"), state, hm.Limit(depth=2), algorithm="engine")
    assert not plain.proven


@pytest.mark.slow_interpreted
def test_only_where_nothing_is_counted(tables):
    hands, _ = at_hand(tables)
    fresh = hands.game.parse(MATE)
    assert known_bounds(hands.game, fresh) == (WIN - FAR, WIN - FAR)
    assert known_bounds(hands.game, fresh._replace(quiet=1)) != (WIN - FAR, WIN - FAR)
    many = hands.game.initial()
    assert known_bounds(hands.game, many) == hm.game("chess").bounds(many)
    assert known_bounds(hm.game("chess"), fresh) != (WIN - FAR, WIN - FAR)  # others have none of it


@pytest.mark.slow_interpreted
def test_a_mate_that_is_found_is_better_than_a_table(tables):
    hands, _ = at_hand(tables)
    state = hands.game.parse("k7/8/1K6/8/8/8/8/6nR w - - 0 1")
    analysis = hm.analyze(hands.game, state, hm.Limit(depth=3), algorithm="engine")
    assert analysis.score.distance == 1


# ---- faces


@pytest.mark.slow_interpreted
def test_the_terminal(tables):
    probed = halfmove("endgame", "probe", "chess", "--position", MATE, "--syzygy", tables, "--json").json
    assert (probed["table"], probed["value"], probed["plies"]) == ("Syzygy KQvK", 1, None)
    assert probed["said"] == "win, mate, a capture or a pawn's move in 17 plies"
    assert [move["value"] for move in probed["moves"]] == sorted(
        [move["value"] for move in probed["moves"]], reverse=True
    )
    typed = ("analyze", "chess", "--depth", "1", "--syzygy", tables, "--endings", "none", "--json")
    best = halfmove(*typed, "--position", MATE).json["best"]
    assert best in [move["move"] for move in probed["moves"] if "in 17 plies" in move["said"]]
    deeper = ("analyze", "chess", "--depth", "2", *typed[4:])
    assert halfmove(*deeper, "--position", CAPTURE).json["proven"]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("kind", ["engine?depth=1", "level?n=8"])
def test_a_player_of_matches(tables, kind):
    ours = player(describe(f"{kind}&syzygy={tables}"))
    game = hm.game("chess")
    ours.new_game(game, 0, 1)
    hands, _ = at_hand(tables)
    history = hm.History(game, game.parse(MATE))
    ours._random.seed(1)
    assert ours.choose(history, Budget(hm.Limit())).action in hands.only(history)
    ours.close()


@pytest.mark.slow_interpreted
def test_uci(tables, tmp_path):
    uci = Controller()
    uci.send(f"setoption name SyzygyPath value {tmp_path}", "isready")
    assert any("There are no tables of Syzygy's" in line for line in uci.until("readyok"))
    uci.close()


@pytest.mark.parametrize(
    "typed",
    [
        ("analyze", "chess", "--depth", "1"),
        ("play", "chess"),
        ("endgame", "probe", "chess", "--position", MATE),
        ("serve",),
    ],
)
def test_a_folder_without_tables_is_refused(tmp_path, typed):
    refused = halfmove(*typed, "--syzygy", str(tmp_path))
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"There are no tables of Syzygy's (*.rtbw) in '{tmp_path}'." in refused.err


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("checkers",), "No tables made by others can be asked about"),
        (("chess", "--set", "draws=none"), "chess numbers no endings"),
        (("nim",), "nim numbers no endings"),
    ],
)
def test_a_game_of_which_they_know_nothing(tmp_path, typed, words):
    refused = halfmove("analyze", *typed, "--depth", "1", "--syzygy", str(tmp_path))
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


def test_a_default_folder_that_cannot_be_read_is_told_of_once(tmp_path, monkeypatch):
    monkeypatch.setenv("HALFMOVE_SYZYGY", str(tmp_path))
    told = []
    for _ in range(2):
        assert AttachedTables(hm.game("chess"), "none", told.append).tablebase is None
    assert len(told) == 1
    assert told[0].endswith("The search goes on without it.")


def test_a_damaged_table_is_told_of_once_and_the_search_goes_on(tmp_path, monkeypatch):
    """python-chess's own reader, of files that are none."""
    monkeypatch.delenv("HALFMOVE_SYZYGY", raising=False)
    for suffix in ("rtbw", "rtbz"):
        (tmp_path / f"KQvK.{suffix}").write_bytes(b"no table" * 10)
    hands, told = at_hand(str(tmp_path))
    state = hands.game.parse(MATE)
    for _ in range(2):
        assert hands.only(hm.History(hands.game, state)) is None
    assert len(told) == 1
    assert f"in '{tmp_path}' is damaged" in told[0]
    assert told[0].endswith("The search goes on without it.")


@pytest.mark.skipif("HALFMOVE_SYZYGY" not in os.environ, reason="needs Syzygy's tables: HALFMOVE_SYZYGY")
def test_the_tables_themselves():
    hands, told = at_hand(os.environ["HALFMOVE_SYZYGY"])
    verdict = hands.tablebase.verdict
    assert verdict(hands.game.parse(MATE)) == (1, 0, -17, 17)
    assert hands.tablebase.table_of(hands.game.parse("8/8/8/4k3/8/4r3/1P6/K7 w - - 0 1")) == "KRvKP"
    assert verdict(hands.game.parse("8/8/8/8/3pP3/8/8/K5k1 b - e3 0 1")).value == 1
    assert told == []
