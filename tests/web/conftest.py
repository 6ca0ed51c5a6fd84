"""One server for all tests that only ask it something."""

import pytest
from served import served


@pytest.fixture(scope="session")
def server():
    with served("--processes", "2") as running:
        yield running
