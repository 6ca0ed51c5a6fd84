"""Names that were given up: they work, warn where they are written, and name what to write."""

import pytest

import halfmove as hm
from halfmove.core.old_names import warn_of_old_name
from halfmove.teach import lessons

pytestmark = pytest.mark.one_speed


def test_a_module_finds_what_has_its_own_name_now():
    with pytest.warns(DeprecationWarning, match="'Shelf' is called 'LessonLibrary' now") as told:
        assert lessons.Shelf is lessons.LessonLibrary
    assert [one.filename for one in told] == [__file__]
    with pytest.raises(AttributeError, match="lessons' has no attribute"):
        lessons.nonsense  # noqa: B018


def test_a_keyword_warns_where_the_function_is_called():
    with pytest.warns(
        DeprecationWarning, match="solve: 'distance' is called 'weak', its opposite, now"
    ) as told:
        hm.solve(hm.game("tictactoe"), distance=False)
    assert __file__ in [one.filename for one in told]


def test_the_caller_of_a_caller_can_be_blamed():
    def called():
        warn_of_old_name("a", "b", "'c'", callers=1)

    with pytest.warns(DeprecationWarning, match="a: 'b' is called 'c' now") as told:
        called()
    assert [one.filename for one in told] == [__file__]
