"""`halfmove annotate chess games.pgn`: what is written, reported and refused, and what Ctrl-C leaves."""

import json
import signal

import pytest
from command import halfmove

import halfmove as hm
from halfmove.games.chess.pgn import Evaluation, read_pgn
from halfmove.games.go.sgf import WinRate, read_sgf
from halfmove.teach import annotate as annotation
from halfmove.teach import judgements

pytest.importorskip("chess", reason="python-chess is not installed")

FOOL = '[Event "Fool\'s mate"]\n[White "Ann"]\n[Black "Bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
BROKEN = '[Event "broken"]\n\n1. e4 e4 *\n\n'
FISCHER = (
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1"]\n\n'
    "1. e4 {mine} *\n\n"
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(FOOL + FISCHER)
    return path


@pytest.mark.slow_interpreted
def test_games_are_annotated_and_written(file, tmp_path):
    target = tmp_path / "told.pgn"
    told = halfmove("annotate", "chess", str(file), "-o", str(target), "--depth", "3")
    assert told.status == 0, told.err
    assert "Ann – Bob  0-1" in told.out
    assert "2. g4" in told.out
    assert "White: 1 ??" in told.out
    assert f"Wrote {target}." in told.out
    first, second = read_pgn(target)
    assert first.headers["Annotator"] == f"Halfmove {hm.__version__}"
    assert first.headers["Event"] == "Fool's mate"
    assert [move.evaluation is None for move in first.moves] == [False, False, False, True]
    assert (first.moves[2].nags, len(first.moves[2].variations)) == ((4,), 1)
    assert second.rules.chess960
    assert second.moves[0].comment == "mine"
    assert second.moves[0].evaluation is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pgn", "told.pgn"]


@pytest.mark.slow_interpreted
def test_json(file):
    file.write_text(BROKEN + FOOL)
    found = halfmove("annotate", "chess", str(file), "--skip-broken", "--depth", "3", "--json").json
    assert found["broken"] == 1
    [game] = found["games"]
    assert (game["result"], game["plies"], game["headers"]["White"]) == ("0-1", 4, "Ann")
    assert [move["move"] for move in game["moves"]] == ["f3", "e5", "g4", "Qh4#"]
    assert (game["moves"][2]["mark"], game["moves"][2]["mate"]) == ("??", -1)
    assert game["white"]["blunders"] == 1
    assert json.dumps(found)


def judged(judgements, interrupted):
    """An `annotate` that tells these moves and then is interrupted, as by Ctrl-C."""

    def annotate(paper, limit, **options):
        for judgement in judgements:
            paper.moves[judgement.ply].evaluation = judgement.best
            yield judgement
        if interrupted:
            signal.raise_signal(signal.SIGINT)

    return annotate


def judgement(ply, mark=0):
    return judgements.Judgement(
        ply, ply % 2, Evaluation(pawns=0.5), mark / 10, 1.0, mark, "e4" if mark else ""
    )


def test_ctrl_c_keeps_what_there_is(file, tmp_path, monkeypatch):
    monkeypatch.setattr(annotation, "annotate", judged([judgement(3), judgement(2, mark=4)], True))
    target = tmp_path / "told.pgn"
    told = halfmove("annotate", "chess", str(file), "-o", str(target), "--depth", "3")
    assert told.status == 130
    assert "Looked at from 2. g4 on." in told.out
    assert "not looked at: 1 of 2 games" in told.out
    first, second = read_pgn(target)
    assert [move.evaluation is None for move in first.moves] == [True, True, False, False]
    assert second.moves[0].comment == "mine"
    assert "Annotator" not in second.headers


def test_broken_games_are_told(file, tmp_path, monkeypatch):
    monkeypatch.setattr(annotation, "annotate", judged([], False))
    file.write_text(FOOL + BROKEN)
    target = tmp_path / "told.pgn"
    told = halfmove("annotate", "chess", str(file), "-o", str(target))
    assert (told.status, told.out) == (2, "")
    assert told.err == f"halfmove: {file}: game 2 (line 10): 1... 'e4' is not legal.\n"
    assert not target.exists()
    told = halfmove("annotate", "chess", str(file), "-o", str(target), "--skip-broken")
    assert told.status == 0
    assert f"left out: {file}: game 2 (line 10): 1... 'e4' is not legal." in told.err
    assert len(list(read_pgn(target))) == 1
    file.write_text(f"{FOOL}1. e4 -- *\n")
    told = halfmove("annotate", "chess", str(file), "--skip-broken")
    assert (told.status, told.err) == (
        0,
        f"halfmove: left out: {file}: game 2 (line 8): it has a null move, which nobody can judge.\n",
    )
    file.write_text(BROKEN)
    told = halfmove("annotate", "chess", str(file), "--skip-broken")
    assert (told.status, told.err) == (2, f"halfmove: There is no game in '{file}' that can be read.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["nim", "games.pgn"],
            "Games of 'nim' cannot be annotated in 'games.pgn'. .pgn is ",
        ),
        (["chess", "none.pgn"], "There is no file 'none.pgn' with games."),
        (["chess", "empty.pgn"], "There is no game in 'empty.pgn'."),
        (["chess", "null.pgn"], "null.pgn: game 1 (line 1): it has a null move, which nobody can judge."),
        (["chess", "games.pgn", "-o", "none/a.pgn"], "There is no folder 'none' to write 'a.pgn' into"),
        (["chess", "games.pgn", "--moves", "e4"], "halfmove annotate has no option '--moves'"),
        (["chess", "games.pgn", "--lines", "2"], "halfmove annotate has no option '--lines'"),
        (["chess", "-o", "a.pgn"], "halfmove annotate needs FILE"),
    ],
)
def test_bad_input(file, monkeypatch, words, sentence):
    monkeypatch.chdir(file.parent)
    (file.parent / "empty.pgn").write_text("\n")
    (file.parent / "null.pgn").write_text("1. e4 -- *")
    before = sorted(file.parent.iterdir())
    told = halfmove("annotate", *words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"halfmove: {sentence}")
    assert sorted(file.parent.iterdir()) == before


# ---- Go

ANN_BOB = "(;GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bob]RE[W+R]C[a start];B[cc];W[cb]C[hm](;B[bb];W[dd])(;B[bc]XX[keep]))"


@pytest.fixture
def sgf(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(ANN_BOB + "(;SZ[5]KM[0.5]PB[Cid];B[cc])")
    return path


@pytest.mark.slow_interpreted
def test_games_of_go_are_annotated_and_written(sgf, tmp_path):
    target = tmp_path / "told.sgf"
    told = halfmove("annotate", "go", str(sgf), "-o", str(target), "--simulations", "40", "--json")
    assert told.status == 0, told.err
    first, second = read_sgf(target)
    assert first.headers["Annotator"] == f"Halfmove {hm.__version__}"
    assert (first.comment, first.moves[1].comment) == ("a start", "hm")
    assert all(0 <= move.evaluation.black <= 1 for move in [*first.moves, *second.moves])
    assert [("b", "B3")] in first.moves[2].variations
    assert "XX[keep]" in target.read_text()
    [game, other] = told.json["games"]
    assert (game["result"], game["plies"], game["headers"]["Black"]) == ("W+R", 4, "Ann")
    assert [move["move"] for move in game["moves"]] == ["C3", "C4", "B4", "D2"]
    assert game["moves"][0]["black"] == pytest.approx(first.moves[0].evaluation.black, abs=1e-4)
    assert other["black"]["moves"] == 1


@pytest.mark.slow_interpreted
def test_a_game_of_shogi_is_annotated_and_written(tmp_path):
    path, out = tmp_path / "game.kif", tmp_path / "out.kif"
    moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 ４二玉(51)\n"
    path.write_bytes(f"手合割：平手\n{moves}".encode("cp932"))
    told = halfmove("annotate", "shogi", str(path), "-o", str(out), "--depth", "2")
    assert told.status == 0, told.err
    assert "4. K-4b" in told.out
    text = out.read_bytes().decode("cp932")
    assert text.count("#評価値=") >= 4
    assert "【大悪手】" in text
    assert "変化：4手" in text


def test_ctrl_c_keeps_what_there_is_of_go(sgf, tmp_path, monkeypatch):
    worth = WinRate(0.5)
    found = [judgements.Judgement(ply, ply % 2, worth, 0.2, 0.0, 4, "A1") for ply in (3, 2)]
    monkeypatch.setattr(annotation, "annotate", judged(found, True))
    target = tmp_path / "told.sgf"
    told = halfmove("annotate", "go", str(sgf), "-o", str(target), "--simulations", "3")
    assert told.status == 130
    assert "Looked at from 3. B B4 on." in told.out
    assert "White: 1 ??, 0 ?, 0 ?!; 20.0% of a point lost a move" in told.out
    first, second = read_sgf(target)
    assert [move.evaluation for move in first.moves] == [None, None, worth, worth]
    assert second.headers == {"Black": "Cid"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["chess", "games.sgf"],
            "Games of 'chess' cannot be annotated in 'games.sgf'. .sgf is ",
        ),
        (["backgammon", "games.sgf"], "Games of 'backgammon' cannot be annotated in 'games.sgf'."),
        (["go", "a.pgn"], "Games of 'go' cannot be annotated in 'a.pgn'."),
        (["go", "none.sgf"], "There is no file 'none.sgf' with games."),
        (["go", "broken.sgf"], "broken.sgf: game 2 (line 1): its size, 'big', is none"),
        (
            ["go", "games.sgf", "--set", "size=9"],
            "Games on file say their parameters themselves, so 'size' cannot be set.",
        ),
    ],
)
def test_bad_input_of_go(sgf, monkeypatch, words, sentence):
    monkeypatch.chdir(sgf.parent)
    (sgf.parent / "broken.sgf").write_text("(;SZ[5];B[cc])(;SZ[big];B[cc];W[cc])")
    told = halfmove("annotate", *words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"halfmove: {sentence}")


# ---- what is repaired
GERMAN = '[Event "x"]\n[Result "1-0"]\n\n1. Sf3 Sf6 2. Sc3 Sc6 0-1\n\n'
REPAIRS = [
    "its tag says 1-0, the end of its moves 0-1; the tag counts.",
    "its pieces are written K, D, T, L, S, for K, Q, R, B, N.",
]


def test_repairs_are_told_and_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(annotation, "annotate", judged([], False))
    path = tmp_path / "games.pgn"
    path.write_text(FOOL + GERMAN)
    told = halfmove("annotate", "chess", str(path))
    place = f"halfmove: repaired: {path}: game 2 (line 8): "
    assert (told.status, told.err.splitlines()[:2]) == (0, [place + sentence for sentence in REPAIRS])
    found = halfmove("annotate", "chess", str(path), "--json").json
    assert [len(game["repairs"]) for game in found["games"]] == [0, 2]
    assert found["games"][1]["repairs"][1] == f"game 2 (line 8): {REPAIRS[1]}"
    told = halfmove("annotate", "chess", str(path), "--strict")
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"halfmove: {path}: game 2 (line ")
    told = halfmove("annotate", "chess", str(path), "--strict", "--skip-broken")
    assert (told.status, "left out: " in told.err) == (0, True)


@pytest.mark.slow_interpreted
def test_the_position_of_a_game_behind_a_broken_one(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(FOOL + BROKEN + GERMAN)
    told = halfmove("explain", "chess", "--position", f"{path}#1")
    assert "Checkmate" in told.out
    third = halfmove("analyze", "chess", "--position", f"{path}#3", "--depth", "1", "--json")
    assert third.json["position"].startswith("r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/")
    assert third.err.count("halfmove: repaired:") == 2
    second = halfmove("analyze", "chess", "--position", f"{path}#2", "--depth", "1")
    assert (second.status, second.err) == (
        2,
        f"halfmove: {path}: game 2 (line 10): 1... 'e4' is not legal.\n",
    )
    fourth = halfmove("analyze", "chess", "--position", f"{path}#4", "--depth", "1")
    assert fourth.err == f"halfmove: There is no game 4 in '{path}'.\n"
