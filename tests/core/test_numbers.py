"""One strict reader: plain decimal digits, in a range."""

import pytest

import halfmove as hm
from halfmove.core.contract import declared_parameters
from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST, check_whole, read_decimal, read_whole, shorten
from halfmove.search.algorithms import algorithms

pytestmark = pytest.mark.one_speed

NOT_PLAIN = [
    "1_000",
    "1,000",
    "٣",
    "+5",
    "0x10",
    "1e10",
    "nan",
    "inf",
    "",
    " ",
    " 5",
    "5\n",
    "--5",
    "-",
    "5" * 5000,
]


@pytest.mark.parametrize("text", NOT_PLAIN, ids=shorten)
def test_what_is_not_plain_digits_is_no_number(text):
    assert read_whole(text, -(10**9), 10**30) is None
    assert read_decimal(text, -1e9, 1e300) is None


def test_a_minus_is_read_where_the_range_has_it():
    assert read_whole("-1", -3, 3) == -1
    assert read_whole("-1", 0, 3) is None
    assert read_whole("-0", 0, 3) is None
    assert read_decimal("-.5", -1, 1) == -0.5
    assert read_decimal("-0.5", 0, 1) is None


def test_points_and_ends_of_the_range():
    assert [read_decimal(text, 0, 2) for text in ("0.5", ".5", "2.", "2", "2.01", ".")] == [
        0.5, 0.5, 2.0, 2.0, None, None,
    ]  # fmt: skip
    assert read_whole("3", 1, 3) == 3
    assert read_whole("4", 1, 3) is None
    assert read_whole("007", 1, 10) == 7


def test_what_is_long_or_has_lines_is_shown_short_in_one():
    assert shorten("7" * 5000) == f"{'7' * 16}… (5,000 characters)"
    assert shorten("5\n") == "5\\n"
    assert len(shorten(10**10_000)) < 60


@pytest.mark.parametrize("value", [2**63, 10**24, 10**4000, 0, -1, 1.5, float("nan"), "7", True])
@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_a_limit_says_its_range(name, value):
    with pytest.raises(
        hm.BadInput, match=f"The limit '{name}' must be a whole number from 1 to 10"
    ) as refused:
        hm.Limit(**{name: value})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("value", [1e10, 0, -1, float("nan"), float("inf"), 2**63, 10**400, "1", True, [1]])
def test_seconds_say_their_range(value):
    with pytest.raises(
        hm.BadInput, match="The limit 'seconds' must be a number above zero, at most 1000000000"
    ):
        hm.Limit(seconds=value)


def test_what_a_limit_may_be():
    assert hm.Limit(seconds=10**9, depth=10_000, nodes=10**18, simulations=0).nodes == 10**18
    assert check_whole(5, "It", 1, 5) == 5


def test_the_largest_limits_are_kept_to():
    found = hm.analyze("tictactoe", limit=hm.Limit(seconds=10**9, depth=10_000, nodes=10**18))
    assert found.proven


HOSTILE = ["1_0", "٣", "+5", "0x10", "1e3", "nan", "inf", "", " 5", "9" * 24, "9" * 5000, "²"]


@pytest.mark.parametrize("text", HOSTILE, ids=shorten)
@pytest.mark.parametrize("name", hm.all_games())
def test_parameters_of_games_are_plain_numbers(name, text):
    """Each parameter of each game that is a number, given as the text that a command line has."""
    declared = declared_parameters(hm.all_games()[name])
    for key in [key for key, kind in declared.items() if kind in (int, float)]:
        with pytest.raises(BadInput) as refused:
            hm.game(name, **{key: text})
        assert len(str(refused.value)) < 400, key


def _numbers():
    """An algorithm, a game that it fits, and an option that is a number: all there are."""
    all_games = {key: hm.game(key) for key in hm.all_games()}
    for name, algorithm in algorithms().items():
        fitting = next(key for key, game in all_games.items() if algorithm.refusal(game) is None)
        for key, usual in algorithm.settings.items():
            if type(usual) in (int, float) or read_decimal(str(usual), -MOST, MOST) is not None:
                yield name, fitting, key


@pytest.mark.parametrize("text", HOSTILE, ids=shorten)
@pytest.mark.parametrize(("algorithm", "game", "key"), sorted(_numbers()))
def test_options_of_searches_are_plain_numbers(algorithm, game, key, text):
    with pytest.raises(BadInput, match=f"option '{key}' must be a (whole )?number") as refused:
        hm.analyze(game, limit=hm.Limit(depth=1), algorithm=algorithm, options={key: text})
    assert len(str(refused.value)) < 200
