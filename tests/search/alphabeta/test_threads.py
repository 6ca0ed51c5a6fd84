"""Threads that search together: the first answer, the brake, and errors."""

import pytest
from mazes import Maze

from halfmove.search.alphabeta.memory import NO_NODE_LIMIT, NODE_LIMIT, NODES, STOP
from halfmove.search.alphabeta.threads import Engine, first_of

GAME = Maze()


@pytest.fixture
def engine():
    return Engine(GAME, megabytes=0.1, threads=3)


def wait_for_the_brake(memory):
    while not memory.counters[STOP]:
        pass
    return -1


def test_the_first_answer_stops_the_others(engine):
    def search(memory):
        return 7 if memory is engine.memories[1] else wait_for_the_brake(memory)

    assert first_of(engine, 3, search) == 7
    assert not any(memory.counters[STOP] for memory in engine.memories)


def test_an_engine_that_is_stopped_has_no_answer(engine):
    def search(memory):
        if memory is engine.memories[0]:
            engine.stop()
        return wait_for_the_brake(memory)

    assert first_of(engine, 3, search) is None
    assert engine.stopped
    engine.go_on()  # a stop lasts …
    assert all(memory.counters[STOP] for memory in engine.memories)
    engine.release()  # … until it is lifted
    assert not any(memory.counters[STOP] for memory in engine.memories)
    assert first_of(engine, 1, lambda memory: 3) == 3


def test_a_thread_stopped_by_its_limit_has_no_answer(engine):
    def search(memory):
        memory.counters[STOP] = 1
        return 99

    assert first_of(engine, 1, search) is None
    assert first_of(engine, 3, search) is None


def test_an_error_in_any_thread_is_raised_and_ends_the_search(engine):
    def search(memory):
        if memory is engine.memories[2]:
            raise ZeroDivisionError("third thread")
        return wait_for_the_brake(memory)

    with pytest.raises(ZeroDivisionError, match="third thread"):
        first_of(engine, 3, search)


def test_a_search_begins_with_a_clean_slate(engine):
    engine.stop()
    engine.limit_nodes(5)
    engine.memories[1].counters[NODES] = 44
    age = engine.table.age
    engine.begin()
    assert not engine.stopped
    assert engine.nodes == 0
    assert engine.table.age == age + 1
    assert engine.memories[0].counters[NODE_LIMIT] == NO_NODE_LIMIT
    assert not any(engine.statistics().values())


def test_threads_are_added_as_they_are_needed(engine):
    before = list(engine.memories)
    engine.use(2)
    assert len(engine.memories) == 3
    engine.use(5)
    assert engine.memories[:3] == before
    assert len({memory.counters.address for memory in engine.memories}) == 5
    assert {memory.table.address for memory in engine.memories} == {engine.table.words.address}


def test_every_memory_follows_a_table_that_grows():
    engine = Engine(GAME, megabytes=1, threads=2, at_first=0.01)
    assert engine.can_grow
    engine.grow()
    assert {memory.table.address for memory in engine.memories} == {engine.table.words.address}
