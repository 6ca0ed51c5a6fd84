"""Lists of actions: what machine code makes of a generator writes what the generator yields."""

import linecache
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from halfmove.core.buffer import Buffer
from halfmove.core.compile import jit_enabled, kernel
from halfmove.core.contract import Game
from halfmove.games import registry

machine = pytest.mark.skipif(not jit_enabled(), reason="about machine code")


@kernel
def listed(game: Game, state: Any, out: Buffer, at: int) -> int:
    return game.list_actions(state, out, at)


@kernel
def listed_forcing(game: Game, state: Any, out: Buffer, at: int) -> int:
    return game.list_forcing(state, out, at)


@kernel
def listed_threatening(game: Game, state: Any, out: Buffer, at: int) -> int:
    return game.list_threatening(state, out, at)


def written(lister: Any, game: Game, state: Any) -> list[int]:
    out = Buffer(game.actions_limit + 9)
    return [out[i] for i in range(5, lister(game, state, out, 5))]


@pytest.mark.parametrize("name", ["chess", "connect4", "tictactoe"])
def test_lists_are_what_is_generated(name: str) -> None:
    game = registry.game(name)
    rng = random.Random(4)
    for _ in range(6):
        state = game.initial()
        for _ in range(60):
            assert written(listed, game, state) == [*game.actions(state)]
            assert written(listed_forcing, game, state) == [*game.forcing(state)]
            assert written(listed_threatening, game, state) == [*game.threatening(state)]
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice([*game.actions(state)]))


class Odd:
    """Generators of every form."""

    def plain(self, s: int) -> Iterator[int]:
        """With words of its own."""
        if s < 0:
            return
        for i in range(s):
            if i % 2:
                yield i
            else:
                yield -i
                yield i * 10
        while s > 3:
            s -= 1
            yield s

    def actions(self, s: int) -> Iterator[int]:
        for i in range(s):
            yield 7 * i

    def list_actions(self, s: int, out: list[int], at: int) -> int:
        for i in range(s):
            out[at] = 7 * i
            at += 1
        self.lists = getattr(self, "lists", 0) + 1
        return at

    def by_another(self, s: int) -> Iterator[int]:
        yield -1
        for each in self.actions(s):
            yield each
        for each in self.actions(s):
            yield each + 1

    def received(self, s: int) -> Iterator[int]:
        x = yield s
        yield x

    def passed_on(self, s: int) -> Iterator[int]:
        yield from range(s)

    def with_function(self, s: int) -> Iterator[int]:
        def twice(x: int) -> int:
            return 2 * x

        yield twice(s)

    def several(self, s: int) -> list[int]:
        return [s]


def test_every_form_of_a_generator() -> None:
    pytest.importorskip("numba")
    from halfmove.core.machine.listing import listing

    for method in (Odd.plain, Odd.passed_on, Odd.with_function):
        for s in range(-1, 7):
            out = [0] * 40
            end = listing(method)(Odd(), s, out, 3)
            assert out[3:end] == [*method(Odd(), s)]
    for method in (Odd.received, Odd.several):
        assert listing(method) is None


def test_a_generator_that_passes_another_on_is_listed_by_its_list() -> None:
    pytest.importorskip("numba")
    from halfmove.core.machine.listing import listing

    game, out = Odd(), [0] * 40
    end = listing(Odd.by_another)(game, 4, out, 3)
    assert out[3:end] == [*Odd.by_another(game, 4)] == [-1, 0, 7, 14, 21, 1, 8, 15, 22]
    assert game.lists == 1  # not for the loop that changes what it passes on


def test_a_source_that_has_changed_since_is_not_believed(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    from halfmove.core.machine.listing import listing

    path = tmp_path / "changing.py"
    text = "def actions(self, s):\n    for i in range(s):\n        yield i + 1\n"
    path.write_text(text)
    scope: dict[str, Any] = {}
    exec(compile(text, str(path), "exec"), scope)
    out = [0] * 9
    assert listing(scope["actions"])(None, 3, out, 0) == 3
    assert out[:3] == [1, 2, 3]
    path.write_text(text.replace("i + 1", "i + 2"))
    linecache.checkcache()
    assert listing(scope["actions"]) is None


@machine
def test_chess_is_listed_from_its_source() -> None:
    from halfmove.core.machine.listing import listing

    assert listing(registry.game("chess").actions.__func__) is not None  # type: ignore[attr-defined]
