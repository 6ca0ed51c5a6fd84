"""What a network makes of a position, piece by piece, is what leaving the piece out by hand says."""

import re

import numpy as np
import pytest
from command import halfmove

import halfmove as hm
from halfmove import operations
from halfmove.core.evaluation_network import EvaluationNetwork, list_inputs

POSITION = "r1bqk2r/1pp2ppp/p1p2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 3 7"
WITHOUT_A_KNIGHT = "r1bqk2r/1pp2ppp/p1p5/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 3 7"


@pytest.fixture(scope="module")
def game():
    return hm.game("chess")


@pytest.fixture(scope="module")
def file(tmp_path_factory, game):
    random = np.random.default_rng(4)
    buckets = game.evaluation_buckets
    network = EvaluationNetwork(
        random.integers(-40, 60, (game.evaluation_rows, 64)).astype(np.int16),
        random.integers(0, 120, 64).astype(np.int16),
        np.repeat(random.integers(-40, 40, (1, 2, 64)), buckets, axis=0).astype(np.int16),
        np.zeros(buckets, np.int64),
        3 * game.unit,
        "random weights",
    )
    found = tmp_path_factory.mktemp("network") / "random.npz"
    network.write(found)
    return found


def test_a_piece_adds_what_its_absence_takes_away(game, file):
    view = operations.evaluate("chess", POSITION, network=str(file))
    network = EvaluationNetwork.read(file)
    whole, without = game.parse(POSITION), game.parse(WITHOUT_A_KNIGHT)
    assert sorted(list_inputs(game, without, 0)) == sorted(
        set(list_inputs(game, whole, 0)) - {game.word_row(0, 0, 7, 45)}
    )
    adds = network.evaluate(game, whole, 1) - network.evaluate(game, without, 1)
    knight = next(piece for piece in view.pieces() if piece["place"] == "f6")
    assert knight["name"] == "black knight"
    assert knight["worth"] == pytest.approx(-adds / game.unit, abs=2 / game.unit)
    assert len(view.pieces()) == sum(letter.isalpha() for letter in POSITION.split()[0])
    worths = [abs(piece["worth"]) for piece in view.to_rows()]
    assert worths == sorted(worths, reverse=True)


def test_the_estimate_is_the_search_s_and_to_the_first_player(game, file):
    view = operations.evaluate("chess", POSITION, network=str(file))
    mover = -EvaluationNetwork.read(file).evaluate(game, game.parse(POSITION), 1) / game.unit
    assert view.estimate == pytest.approx(mover, rel=0.05)  # three plies towards a draw by fifty moves
    assert view.to_dict()["network"] == "random weights"


def test_the_picture_has_a_number_on_every_piece(file):
    view = operations.evaluate("chess", POSITION, network=str(file))
    picture = view._repr_svg_()
    assert picture.count("<svg") == picture.count("</svg>") == 1
    numbers = re.findall(r">([+-]\d+\.\d\d)<", picture)
    assert sorted(numbers) == sorted(f"{piece['worth']:+.2f}" for piece in view.pieces())


def test_the_command_shows_a_row_a_piece(file):
    run = halfmove("evaluate", "chess", "--moves", "e4 e5", "--network", str(file))
    assert run.status == 0
    assert re.search(r"^white pawn +e4 +[+-]\d+\.\d\d$", run.out, re.MULTILINE)
    assert "how much less the estimate would be without the piece" in run.out
    assert run.out.count("white ") == run.out.count("black ") == 16


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["connect4", "--network", "{file}"], "names no inputs|has no inputs"),
        (["chess", "--network", "{file}.no"], "cannot be read"),
        (["chess", "--network", "terms"], "has no evaluation network of its own"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(arguments, said, file):
    run = halfmove("evaluate", *(word.format(file=file) for word in arguments))
    assert run.status == 2
    assert re.search(said, run.err)


def test_a_square_where_a_disc_may_be_put_is_named():
    view = operations.evaluate("othello", moves="f5", network="auto")
    names = {piece["place"]: piece["name"] for piece in view.pieces()}
    assert names["f5"] == "black disc"
    assert {place for place, name in names.items() if name == "White may move"} == {"d6", "f4", "f6"}
