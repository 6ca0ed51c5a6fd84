"""The board in the browser.

First page: the time from the start of the server's process to the page's arrival, and to the drawn board in
Chromium. Move: the time from the release of the button over a square to the frame after the move is drawn,
and to the frame after the server's answer, with two people playing, so that no engine computes, and again
while eight analyses run. Analysis: from the click on Start to the first line, of a game whose machine code is
there. Frames: those drawn while a piece is dragged round the board. Crowd: fifty clients analyse over
WebSockets at once, while others open pages, make moves over the API, and get replies from an engine of
level 1; the table shows the longest and the median wait, and the memory of the server and its processes.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from statistics import median
from threading import Thread
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.processes import HALFMOVE, Failed, with_bytecode
from benchmarks.report import Section
from benchmarks.settings import ROOT, Settings

CLIENTS = 50
GAMES = (("connect4", "4"), ("tictactoe", "a1"), ("chess", "e4"), ("nim", "A1"), ("gomoku", "h8"))
MOVES = {
    "connect4": (["4"], ["4"], ["3"], ["5"], ["2"], ["3"], ["5"], ["1"], ["6"], ["2"]),
    "chess": (["e2", "e4"], ["e7", "e5"], ["g1", "f3"], ["b8", "c6"], ["f1", "c4"], ["f8", "c5"]),
}
CLICK = """async (touches) => {
  const at = (name) => document.querySelector(`[data-point="${name}"]`);
  const send = (type, name) => {
    const box = at(name).getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const where = { clientX: x, clientY: y, bubbles: true, button: 0, isPrimary: true, pointerId: 1 };
    at(name).dispatchEvent(new PointerEvent(type, where));
  };
  const picture = document.querySelector(".hm-picture");
  for (const name of touches.slice(0, -1)) { send("pointerdown", name); send("pointerup", name); }
  await new Promise((done) => setTimeout(done, 50));
  const last = touches[touches.length - 1];
  return await new Promise((done, failed) => {
    setTimeout(() => failed("nothing was drawn within ten seconds"), 10000);
    const whole = { childList: true, attributes: true, characterData: true, subtree: true };
    const drawn = (what) => new Promise((seen) => new MutationObserver((_, watch) => {
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now() - since)));
    }).observe(what, whole));
    Promise.all([drawn(picture), drawn(document.querySelector(".hm-said"))]).then(done);
    send("pointerdown", last);
    const since = performance.now();
    send("pointerup", last);
  });
}"""


FIRST_LINE = """() => new Promise((done, failed) => {
  setTimeout(() => failed("no line within a minute"), 60000);
  const since = performance.now();
  const look = () =>
    document.querySelector(".hm-line") ? done(performance.now() - since) : requestAnimationFrame(look);
  document.querySelector("[data-name=analyse1]").click();
  requestAnimationFrame(look);
})"""
FRAMES = """async () => { // of a second and a half, in which a knight is led round the board
  const box = document.querySelector('[data-point="g1"]').getBoundingClientRect();
  const send = (target, type, x, y) => target.dispatchEvent(new PointerEvent(type,
    { clientX: x, clientY: y, bubbles: true, button: 0, isPrimary: true, pointerId: 1 }));
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  send(document.querySelector('[data-point="g1"]'), "pointerdown", x, y);
  const since = performance.now();
  let frames = 0;
  while (performance.now() - since < 1500) {
    await new Promise(requestAnimationFrame);
    frames += 1;
    send(window, "pointermove", x - 150 + 120 * Math.cos(frames / 9), y - 150 + 120 * Math.sin(frames / 9));
  }
  send(window, "pointerup", x, y);
  return frames / (performance.now() - since) * 1000;
}"""
ANALYSES = 8


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    chromium = shutil.which("chromium")
    if chromium is None:
        section.say("Chromium is not installed, so the pages were not measured.")
    else:
        _pages(section, settings, chromium)
    _crowd(section, settings)


@contextmanager
def server(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str], float]]:
    """A server on a free port, its process, and when it was started."""
    since = time.perf_counter()
    command = [*HALFMOVE, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=with_bytecode())
    assert process.stdout is not None
    said = process.stdout.readline()
    if "http://" not in said:
        raise Failed("halfmove serve did not start")
    try:
        yield said.split()[3], process, since
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def _pages(section: Section, settings: Settings, chromium: str) -> None:
    import httpx
    from playwright.sync_api import sync_playwright

    starts: list[tuple[float, float, float]] = []
    clicks: dict[str, list[tuple[float, float]]] = {game: [] for game in MOVES}
    busy: dict[str, list[tuple[float, float]]] = {game: [] for game in MOVES}
    lines: list[float] = []
    frames: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(settings.runs):
            with server() as (address, _, since):
                listening = time.perf_counter() - since
                expect("the first page", httpx.get(address).status_code, 200)
                arrived = time.perf_counter() - since
                page = browser.new_page()
                opened = time.perf_counter()
                page.goto(f"{address}/play/connect4")
                page.wait_for_selector("html[data-live] .hm-can")
                starts.append((listening, arrived, time.perf_counter() - opened))
                for game, moves in MOVES.items():
                    clicks[game] += _clicks(page, f"{address}/play/{game}", moves)
                frames.append(page.evaluate(FRAMES))
                for _ in range(3):  # the first waits for its machine code
                    page.goto(f"{address}/analyse/connect4?moves=4")
                    page.wait_for_selector("html[data-live] [data-name=analyse1]")
                    line = page.evaluate(FIRST_LINE)
                lines.append(line)
                page.goto(f"{address}/lessons")
                with _analyses(address):
                    for game, moves in MOVES.items():
                        busy[game] += _clicks(page, f"{address}/play/{game}", moves)
                page.close()
        browser.close()
    rows = [
        ["from the command to listening", figures.seconds(median(s[0] for s in starts))],
        ["from the command to the first page", figures.seconds(median(s[1] for s in starts))],
        ["from listening to the first page", figures.seconds(median(s[1] - s[0] for s in starts))],
        ["a board opened in Chromium and ready", figures.seconds(median(s[2] for s in starts))],
        ["from Start to the first line of an analysis, warm", f"{median(lines):.0f} ms"],
        ["frames a second while a piece is dragged", f"{median(frames):.0f}"],
    ]
    section.table([f"pages, medians of {settings.runs}", "time"], rows)
    section.table(
        ["from click to", "drawn move", "longest", "server's answer", "longest", "moves"],
        [
            [
                game + what,
                *(f"{f(one):.0f} ms" for one in zip(*found, strict=True) for f in (median, max)),
                str(len(found)),
            ]
            for what, times in (("", clicks), (f", {ANALYSES} analyses running", busy))
            for game, found in times.items()
        ],
    )


@contextmanager
def _analyses(address: str) -> Iterator[None]:
    """Eight analyses of chess that run meanwhile."""
    from websockets.sync.client import connect

    uri = address.replace("http", "ws") + "/api/analysis"
    with ExitStack() as stack:
        for number in range(ANALYSES):
            line = stack.enter_context(connect(uri))
            line.send(json.dumps({"game": "chess", "moves": ["e4", "e5"][: number % 3], "seconds": 60}))
            Thread(target=_read_all, args=(line,), daemon=True).start()
        yield


def _read_all(line: Any) -> None:
    """What nobody reads holds up the sender, which would then no longer compute."""
    with suppress(Exception):
        for _ in line:
            pass


def _clicks(page: Any, url: str, moves: Any) -> list[tuple[float, float]]:
    page.goto(f"{url}?seats=you,you")
    page.wait_for_selector("html[data-live] .hm-can")
    found: list[tuple[float, float]] = []
    for number, touches in enumerate(moves, 1):
        page.wait_for_selector(".hm-can")
        first, second = page.evaluate(CLICK, touches)
        found.append((first, second))
        page.wait_for_function("n => document.querySelectorAll('[data-node]').length === n", arg=number)
    return found


def _crowd(section: Section, settings: Settings) -> None:
    seconds = 20.0 if settings.quick else 60.0
    with server() as (address, process, _):
        warmed = asyncio.run(_warm(address))
        before = _memory(process.pid)
        waits, told = asyncio.run(_analyse_all(address, seconds))
        after = _memory(process.pid)
    expect("clients that were told an analysis", sum(number > 0 for number in told), CLIENTS)
    section.say(
        f"{CLIENTS} clients for {seconds:.0f} s on {len(os.sched_getaffinity(0))} cores, {warmed} games "
        f"compiled before; each received {min(told)} to {max(told)} analyses."
    )
    section.table(
        ["meanwhile", "median", "longest", "times"],
        [
            [what, figures.seconds(median(found)), figures.seconds(max(found)), str(len(found))]
            for what, found in waits.items()
        ],
    )
    section.say(
        f"Memory of all processes: {figures.megabytes(before)} before, {figures.megabytes(after)} after."
    )


def _memory(pid: int) -> float:
    """Bytes resident, of a process and its children."""
    import psutil

    root = psutil.Process(pid)
    return float(sum(p.memory_info().rss for p in [root, *root.children(recursive=True)]))


async def _warm(address: str) -> int:
    """Have every game compiled, on every process."""
    import websockets

    uri = address.replace("http", "ws") + "/api/analysis"
    for _ in range(2):

        async def one(game: str) -> None:
            async with websockets.connect(uri) as line:
                await line.send(json.dumps({"game": game, "seconds": 0.5}))
                while json.loads(await line.recv())["kind"] not in ("done", "stopped", "failed"):
                    pass

        await asyncio.gather(*(one(game) for game, _ in GAMES))
    return len(GAMES)


async def _analyse_all(address: str, seconds: float) -> tuple[dict[str, list[float]], list[int]]:
    import httpx
    import websockets

    told = [0] * CLIENTS
    until = time.monotonic() + seconds
    uri = address.replace("http", "ws") + "/api/analysis"

    async def client(number: int) -> None:
        game, move = GAMES[number % len(GAMES)]
        moves = [move] if number % 2 else []
        async with websockets.connect(uri) as line:
            while time.monotonic() < until:
                await line.send(json.dumps({"game": game, "moves": moves, "seconds": 20}))
                while True:
                    try:
                        text = await asyncio.wait_for(line.recv(), max(until - time.monotonic(), 0.01))
                    except TimeoutError:
                        return
                    message = json.loads(text)
                    told[number] += message["kind"] in ("analysis", "done")
                    if message["kind"] in ("done", "stopped"):
                        break
                    if message["kind"] == "failed":
                        raise Failed(message["error"])
                await asyncio.sleep(0.5)

    waits: dict[str, list[float]] = {
        "a page opened": [], "a move made (API)": [], "an engine of level 1 answers": []
    }  # fmt: skip

    place = {"game": "connect4", "moves": ["4", "4"]}

    async def others() -> None:
        await asyncio.sleep(2.0)
        async with httpx.AsyncClient(base_url=address, timeout=60) as http:
            while time.monotonic() < until:
                for what in waits:
                    since = time.perf_counter()
                    if what == "a page opened":
                        answer = await http.get("/play/connect4")
                    elif what == "a move made (API)":
                        answer = await http.post("/api/positions", json=place)
                    else:
                        answer = await http.post("/api/moves", json={**place, "level": 1})
                    expect(what, answer.status_code, 200)
                    waits[what].append(time.perf_counter() - since)
                await asyncio.sleep(0.3)

    await asyncio.gather(others(), *(client(number) for number in range(CLIENTS)))
    return waits, told
