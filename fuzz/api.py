"""The HTTP API, sent requests that schemathesis makes from its description (OpenAPI) and breaks at random.

A third of the requests are as the description has them, a third are not, and a third are of games that there
are, so that they get past the door. No answer is an error of the server's; each has a status, a type and a
form that the description says, and the headers that every answer has.
"""

from __future__ import annotations

import contextlib
import copy
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import requests
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from fuzz.memory import resident
from halfmove.core.operations import load, names
from halfmove.web import api
from halfmove.web.guard import SAFETY
from halfmove.web.workers.pool import TOO_LONG

QUICK = {"seconds": 0.02}
SENSIBLE: dict[str, list[dict[str, Any]]] = {
    "POST /api/positions": [
        {"game": "tictactoe", "moves": ["b2", "a1"]},
        {"game": "nim", "parameters": {"heaps": "1,2"}, "moves": ["B2"]},
        {"game": "kuhn", "moves": ["K", "J", "bet"], "viewer": 1},
        {"game": "chess", "position": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
    ],
    "POST /api/records": [
        {"game": "chess", "text": "1. e4 e5 2. Nf3 *"},
        {"game": "go", "text": "(;GM[1]SZ[5];B[cc];W[bb])"},
        {"game": "tictactoe", "text": "b2 a1"},
    ],
    "POST /api/moves": [
        {"game": "tictactoe", "moves": ["b2"], "level": 3},
        {"game": "nim", **QUICK},
        {"game": "kuhn", "moves": ["K", "J"], "viewer": 0, "level": 2},
    ],
}
"""Bodies that are answered; what is declared as an operation has an example in its declaration."""
DECLARED = {f"POST /api/{name}": name for name in names()}
VIEWED = {"review": {"viewer": "all"}}
"""Who asks, where an example is of a game that hides something."""
NAMED = {"game": "tictactoe", "run": "first"}
"""What paths name."""
PATIENCE = 60.0
"""Seconds after which a server that does not answer is said to hang."""
KINDS = {
    "described": GenerationMode.POSITIVE,
    "broken": GenerationMode.NEGATIVE,
    "sensible": GenerationMode.POSITIVE,
}
Outcome = int | Literal["stopped"]
"""The status of an answer, or that the operation was stopped for its time."""
SENT = 50
"""Cases of an operation that are made in one go."""


def described() -> Any:
    """The API's description, from an application of its own without the pages."""
    app = FastAPI(title="Halfmove")
    api.add_to(app)
    found = schemathesis.openapi.from_dict(app.openapi())
    refused = found.config.checks.negative_data_rejection
    refused.expected_statuses = [
        *refused.expected_statuses,
        "413",
    ]  # a text that is too long is refused whole
    return found


def mix(bodies: list[dict[str, Any]], drawn: Any, draw: int) -> Any:
    """One of the bodies, every second time with a field or two of a body that was drawn."""
    body = copy.deepcopy(bodies[draw % len(bodies)])
    fields = sorted(drawn) if isinstance(drawn, dict) else []
    for field in fields[draw % 7 :: 7] if draw % 2 else []:
        body[field] = drawn[field]
    return body


def cases(operation: Any, kind: str, bodies: list[dict[str, Any]]) -> st.SearchStrategy[Any]:
    """Requests of a kind; "broken" ones of an operation that has nothing to be broken are as described."""
    made: st.SearchStrategy[Any] = operation.as_strategy(generation_mode=KINDS[kind])
    if kind != "sensible":
        return made

    def mend(case: Any, draw: int) -> Any:
        if bodies:
            case.body = mix(bodies, case.body, draw)
        if draw % 2 == 0:
            case.query = {}
        if case.path_parameters:
            case.path_parameters = {name: NAMED[name] for name in case.path_parameters}
        return case

    return st.builds(mend, made, st.integers(0, 209))


def bodies_of(label: str, url: str, session: requests.Session) -> list[dict[str, Any]]:
    """Bodies of an operation that are answered."""
    if label in DECLARED:
        name = DECLARED[label]
        return [{**load(name).example(), **VIEWED.get(name, {})}]
    return SENSIBLE.get(label, [])


def has_what_every_answer_has(context: Any, response: Any, case: Any) -> None:
    """A check of schemathesis's: the headers that keep pages of other sites out."""
    for name, value in SAFETY:
        assert response.headers.get(name.decode()) == [value.decode()], name


def check(case: Any, kind: str, url: str, session: requests.Session) -> Outcome:
    """How a request is answered; an error of schemathesis's where it should not be so."""
    excluded = [positive_data_acceptance] + ([] if kind == "broken" else [negative_data_rejection])
    answer = case.call_and_validate(
        base_url=url,
        session=session,
        timeout=PATIENCE,
        excluded_checks=excluded,
        additional_checks=[has_what_every_answer_has],
    )
    return "stopped" if TOO_LONG in answer.text else int(answer.status_code)


def send(
    operation: Any, kind: str, count: int, url: str, number: int, answered: Counter[tuple[str, Outcome]]
) -> None:
    """Send so many requests of an operation; they are others for every `number`."""
    with requests.Session() as session:
        bodies = bodies_of(operation.label, url, session)

        @seed(number)
        @settings(
            max_examples=count,
            deadline=timedelta(seconds=PATIENCE),
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            database=None,
        )
        @given(case=cases(operation, kind, bodies))
        def one(case: Any) -> None:
            answered[operation.label, check(case, kind, url, session)] += 1

        one()


# ---- a campaign
@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, with what it says of errors in `folder`."""
    command = "import sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = ["serve", "--port", "0", "--processes", "2", "--seconds", "0.1"]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", command, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the server did not start"
            yield found[0], process
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


def memory_of(process: int) -> float:
    """MB of a server with the processes that search for it."""
    children = [
        child
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return resident(process) + sum(map(resident, children))


def campaign(total: int, folder: Path, number: int = 0) -> list[str]:
    """So many requests, of all operations and kinds in turn; tells what they were answered, gives what went
    wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    operations = [found.ok() for found in described().get_all_operations()]
    answered: Counter[tuple[str, Outcome]] = Counter()
    faults: dict[str, str] = {}
    began = time.monotonic()
    with served(folder) as (url, process):
        told = 0
        turn = 0
        while answered.total() < total:
            for operation in operations:
                for kind in KINDS:
                    try:
                        send(operation, kind, SENT, url, 1000 * number + turn, answered)
                    except Unsatisfiable:  # nothing of it can be broken
                        continue
                    except (Exception, BaseExceptionGroup) as error:
                        key = f"{operation.label}, {kind}: {str(error).strip()[:300]}"
                        if key not in faults:
                            faults[key] = str(error)
                            (folder / f"fault-{len(faults)}.txt").write_text(f"{key}\n{error}")
                            print(f"    {key[:300]!r}", flush=True)
                if answered.total() - told >= total // 50 or answered.total() >= total:
                    told = answered.total()
                    print(
                        f"{told:,} requests in {time.monotonic() - began:.0f} s: server "
                        f"{resident(process.pid):.0f} MB, with its searches {memory_of(process.pid):.0f} MB",
                        flush=True,
                    )
            turn += 1
    for (label, outcome), count in sorted(answered.items(), key=str):
        print(f"{label} {outcome}: {count:,}")
    return list(faults)
