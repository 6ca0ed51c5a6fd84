"""What a server writes, on standard output and standard error, is the same for games that look alike."""

import re
import subprocess
import sys

import httpx
import pytest
from look_alikes import GAMES, dealt, place
from served import PATIENCE

pytestmark = pytest.mark.one_speed

COMMAND = "import sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"


def written(asked):
    """All that a server writes that is asked for these games, for what cannot be played and for nonsense."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "serve", "--port", "0", "--processes", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first = process.stdout.readline()
    try:
        with httpx.Client(base_url=re.search(r"http://\S+", first)[0], timeout=PATIENCE) as client:
            for history, viewer in asked:
                said = {**place(history), "viewer": viewer}
                assert client.post("/api/positions?picture=true", json=said).status_code == 200
                said["moves"] = [*said["moves"], "no move"]
                assert client.post("/api/positions", json=said).status_code == 422
                assert client.post("/api/moves", json={**said, "level": 1}).status_code == 422
                assert client.post("/api/positions", json={**said, "moves": 1}).status_code == 422
    finally:
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
    return re.sub(r":\d+", ":PORT", first) + out, err


def test_a_server_writes_the_same():
    pairs = [pair for name in GAMES for pair in dealt(name, 1, 11)]
    assert len(pairs) == len(GAMES)
    one = written([(pair.one, pair.viewer) for pair in pairs])
    assert written([(pair.other, pair.viewer) for pair in pairs]) == one
    assert one[0].startswith("Halfmove is at ")
