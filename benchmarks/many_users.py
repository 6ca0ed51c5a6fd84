"""A thousand users of one server, on one machine.

Each user comes within the first seconds, from an address of his own, and asks one thing after another with
pauses of a minute in the mean: the page of a game, a position, and an analysis of tic-tac-toe, Connect
Four or chess to a small depth, a third of them as others ask them too.  The server has one process for
searches a core, and room for all in its queue.  One user alone says what each costs.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from statistics import quantiles
from typing import Any

import aiohttp

from benchmarks.browser import server
from benchmarks.report import Section
from benchmarks.settings import Settings

USERS = 1000
SECONDS = 120.0
ARRIVAL, PAUSE = 60.0, 60.0
"""Seconds in which all of them come, and of the mean pause between two requests."""
PATIENCE = 30.0
"""Seconds after which a user gives up."""
ALONE = 40
"""Requests of each kind, one after another, before the users come."""
GAMES = {
    "tictactoe": (9, ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")),
    "connect4": (6, ("1", "2", "3", "4", "5", "6", "7")),
    "chess": (2, ("e4", "d4", "c4", "Nf3", "g3", "b3", "f4", "Nc3", "e3", "d3", "a3", "h3", "a4", "h4")),
}
"""Depth, and opening moves."""
_numbers = count()


@dataclass
class Seen:
    """What the users saw of one kind of request."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    failed: int = 0


def draw(dice: random.Random) -> tuple[str, str, dict[str, Any] | None]:
    """A request: its kind, its path, and its body."""
    kind = dice.choices(("page", "position", *GAMES), (2, 3, 2, 2, 1))[0]
    game = kind if kind in GAMES else dice.choice(list(GAMES))
    depth, moves = GAMES[game]
    if kind == "page":
        return kind, f"/play/{game}", None
    body: dict[str, Any] = {"game": game, "moves": [dice.choice(moves)]}
    if kind == "position":
        return kind, "/api/positions", body
    if dice.random() < 2 / 3:  # seconds, which are never reached, make it another question
        body["seconds"] = 20 + next(_numbers) / 1e6
    return f"analysis of {game}", "/api/analyze", {**body, "depth": depth}


async def ask(client: aiohttp.ClientSession, user: int, request: tuple[str, str, Any], seen: Seen) -> None:
    """One request of a user."""
    _, path, body = request
    begun = time.perf_counter()
    address = {"X-Forwarded-For": f"10.{user >> 16}.{user >> 8 & 255}.{user & 255}"}
    try:
        how: Any = {"json": body, "headers": address}
        async with client.request("GET" if body is None else "POST", path, **how) as answer:
            await answer.read()
    except (aiohttp.ClientError, TimeoutError):
        seen.failed += 1
        return
    if answer.status == 200:
        seen.times.append(time.perf_counter() - begun)
    elif answer.status == 429:
        seen.refused += 1
    else:
        seen.failed += 1


async def use(client: aiohttp.ClientSession, user: int, end: float, seen: dict[str, Seen]) -> None:
    """What one user does until the end."""
    dice = random.Random(user)
    await asyncio.sleep(dice.uniform(0, ARRIVAL))
    while time.perf_counter() < end:
        request = draw(dice)
        await ask(client, user, request, seen[request[0]])
        left = max(0.0, end - time.perf_counter())
        await asyncio.sleep(min(dice.expovariate(1 / PAUSE), left))


async def measure(section: Section, address: str, users: int, seconds: float) -> None:
    timeout, connector = aiohttp.ClientTimeout(PATIENCE), aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(address, timeout=timeout, connector=connector) as client:
        dice, alone = random.Random(0), defaultdict[str, Seen](Seen)
        for _ in range(3 * ALONE):  # the first of each kind load machine code
            request = draw(dice)
            await ask(client, 1 << 20, request, alone[request[0]])
        report(section, "one user, one request after another", alone, 0.0)
        before = await figures(client)
        seen, begun = defaultdict[str, Seen](Seen), time.perf_counter()
        await asyncio.gather(*(use(client, user, begun + seconds, seen) for user in range(users)))
        report(section, f"{users:,} users", seen, time.perf_counter() - begun)
        after = await figures(client)
    search, processor = (
        after[f"halfmove_{name}_seconds_total"] - before[f"halfmove_{name}_seconds_total"]
        for name in ("search", "processor")
    )
    answers = sum(len(kind.times) for kind in seen.values())
    share = {
        name: after[key] - before.get(key, 0)
        for name in ("search", "joined", "kept")
        if (key := f'halfmove_answers_total{{from="{name}"}}') in after
    }
    memory = [after[f'halfmove_memory_bytes{{of="{part}"}}'] / 1e6 for part in ("server", "workers")]
    section.say(
        f"The server had {processor:.1f} s of processor time, {1000 * processor / answers:.0f} ms an answer; "
        f"searches had a process for {search:.1f} s. Answers that may be shared: "
        + ", ".join(f"{number:.0f} {name}" for name, number in share.items())
        + f". Memory: the server {memory[0]:.0f} MB, its processes for searches {memory[1]:.0f} MB."
    )


async def figures(client: aiohttp.ClientSession) -> dict[str, float]:
    """What the server says of itself."""
    async with client.get("/metrics") as answer:
        lines = (await answer.text()).splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def report(section: Section, title: str, seen: dict[str, Seen], seconds: float) -> None:
    """A row for each kind of request."""
    rows = []
    for kind in sorted(seen):
        times = seen[kind].times
        parts = quantiles(times, n=100) if len(times) > 1 else 99 * (times or [float("nan")])
        told = [f"{1000 * part:,.0f} ms" for part in (parts[49], parts[94], parts[98])]
        rate = f"{len(times) / seconds:.1f}" if seconds else "–"
        rows.append([kind, str(len(times)), rate, *told, str(seen[kind].refused), str(seen[kind].failed)])
    section.table([title, "answered", "a second", "median", "95 %", "99 %", "refused", "failed"], rows)


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    users = USERS // 10 if settings.quick else USERS
    with server("--proxy", "127.0.0.1", "--limit", f"queue={2 * users}") as (address, _, _):
        asyncio.run(measure(section, address, users, SECONDS / 3 if settings.quick else SECONDS))
