"""A player in one line: what it stands for, that it round-trips, and what is said of a wrong one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.description import Description, describe
from halfmove.core.errors import BadInput

pytestmark = pytest.mark.one_speed


def test_the_examples_of_the_documentation() -> None:
    assert describe("alphabeta?depth=6") == Description("alphabeta", "", {"depth": "6"})
    uci = describe("uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500")
    assert uci == Description("uci", "stockfish", {"UCI_LimitStrength": "true", "UCI_Elo": "1500"})
    assert describe('gtp:"gnugo --mode gtp --level 10"').target == "gnugo --mode gtp --level 10"
    assert describe("gtp:gnugo --mode gtp?name=GNU Go").name == "GNU Go"
    assert describe("./mine.py?speed=3").kind == "./mine.py"
    assert describe("random").name == "random"


words = st.text(st.characters(min_codepoint=32, max_codepoint=0x24F), min_size=1).map(str.strip)
kinds = st.from_regex(r"[a-z./_0-9]+", fullmatch=True)
targets = st.one_of(st.just(""), words.filter(lambda w: w and not ("'" in w and '"' in w)))
options = st.dictionaries(words.filter(lambda w: w and w != "name"), words)


@given(kinds, targets, options, words)
def test_what_is_written_is_read_back(kind: str, target: str, given: dict[str, str], called: str) -> None:
    description = Description(kind, target, given, called)
    assert describe(description.text) == description


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "describes no player"),
        (":x", "describes no player"),
        ("uci:", "nothing after the colon"),
        ('gtp:"gnugo', "not closed"),
        ('gtp:"gnugo" now', "comes '?'"),
        ("alphabeta?depth", "option=value"),
    ],
)
def test_a_wrong_line_gets_a_sentence(line: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        describe(line)
