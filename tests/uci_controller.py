"""A controller for the server of this process that speaks UCI, or USI."""

import contextlib
import queue
import threading
import time

from halfmove.protocols.uci.server.language import UCI
from halfmove.protocols.uci.server.server import Server


class Controller:
    """Speaks to a server in a thread of this process."""

    def __init__(self, language=UCI):
        self.said: queue.Queue[str] = queue.Queue()
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.server = Server(self, language)
        self.thread = threading.Thread(
            target=self.server.serve, args=(iter(self.lines.get, None),), daemon=True
        )
        self.thread.start()

    # ---- what the server writes to
    def write(self, text):
        assert text.endswith("\n")
        assert text.count("\n") == 1, "lines are written whole"
        self.said.put(text.rstrip("\n"))

    def flush(self):
        pass

    # ---- the controller
    def send(self, *lines):
        for line in lines:
            self.lines.put(line)

    def until(self, start, seconds=90.0):
        """All lines up to the first that starts so."""
        end, heard = time.monotonic() + seconds, []
        while True:
            heard.append(self.said.get(timeout=max(end - time.monotonic(), 0.01)))
            if heard[-1].startswith(start):
                return heard

    def quiet(self, seconds=0.3):
        """Nothing but `info` is said for so long."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            try:
                line = self.said.get(timeout=rest)
            except queue.Empty:
                return
            assert line.startswith("info"), line

    def close(self):
        self.send("quit", None)
        self.thread.join(20)
        assert not self.thread.is_alive()


@contextlib.contextmanager
def ready(language=UCI):
    """A controller whose server is ready to search."""
    controller = Controller(language)
    controller.send(language.name, "isready")
    controller.until("readyok")
    yield controller
    controller.close()
