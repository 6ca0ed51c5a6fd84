"""Threads that search together: the first answer, the brake, and errors."""

import pytest
from mazes import Maze

from halfmove.search.alphabeta.memory import NO_NODE_LIMIT, NODE_LIMIT, NODES, STOP
from halfmove.search.alphabeta.threads import Engine, first_of

GAME = Maze()


@pytest.fixture
def crew():
    return Engine(GAME, megabytes=0.1, threads=3)


def wait_for_the_brake(memory):
    while not memory.counters[STOP]:
        pass
    return -1


def test_the_first_answer_stops_the_others(crew):
    def search(memory):
        return 7 if memory is crew.memories[1] else wait_for_the_brake(memory)

    assert first_of(crew, 3, search) == 7
    assert not any(memory.counters[STOP] for memory in crew.memories)


def test_a_crew_that_is_stopped_has_no_answer(crew):
    def search(memory):
        if memory is crew.memories[0]:
            crew.stop()
        return wait_for_the_brake(memory)

    assert first_of(crew, 3, search) is None
    assert crew.stopped
    crew.go_on()  # a stop lasts …
    assert all(memory.counters[STOP] for memory in crew.memories)
    crew.release()  # … until it is lifted
    assert not any(memory.counters[STOP] for memory in crew.memories)
    assert first_of(crew, 1, lambda memory: 3) == 3


def test_a_thread_stopped_by_its_limit_has_no_answer(crew):
    def search(memory):
        memory.counters[STOP] = 1
        return 99

    assert first_of(crew, 1, search) is None
    assert first_of(crew, 3, search) is None


def test_an_error_in_any_thread_is_raised_and_ends_the_search(crew):
    def search(memory):
        if memory is crew.memories[2]:
            raise ZeroDivisionError("third thread")
        return wait_for_the_brake(memory)

    with pytest.raises(ZeroDivisionError, match="third thread"):
        first_of(crew, 3, search)


def test_a_search_begins_with_a_clean_slate(crew):
    crew.stop()
    crew.limit_nodes(5)
    crew.memories[1].counters[NODES] = 44
    age = crew.table.age
    crew.begin()
    assert not crew.stopped
    assert crew.nodes == 0
    assert crew.table.age == age + 1
    assert crew.memories[0].counters[NODE_LIMIT] == NO_NODE_LIMIT
    assert not any(crew.statistics().values())


def test_threads_are_added_as_they_are_needed(crew):
    before = list(crew.memories)
    crew.use(2)
    assert len(crew.memories) == 3
    crew.use(5)
    assert crew.memories[:3] == before
    assert len({memory.counters.address for memory in crew.memories}) == 5
    assert {memory.table.address for memory in crew.memories} == {crew.table.words.address}


def test_every_memory_follows_a_table_that_grows():
    crew = Engine(GAME, megabytes=1, threads=2, at_first=0.01)
    assert crew.can_grow
    crew.grow()
    assert {memory.table.address for memory in crew.memories} == {crew.table.words.address}
