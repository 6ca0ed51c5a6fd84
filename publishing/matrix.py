"""The wheel tried in every Python that the package names, with the newest and the oldest packages it allows.

    python publishing/matrix.py [VERSION...]     all versions, or some: 3.13

Each of the environments in `.cache/matrix` has the wheel, made of what Git has and of what is changed, and
no sources: `QUICK` tests run in it compiled and interpreted.  Then what a user writes is checked against the
wheel, by mypy and pyright in their strict modes.  The last line says what failed, and which Pythons are not
here: they are looked for on the PATH, among pyenv's, and where uv fetches them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".cache/matrix"
UV = ROOT / ".cache/lock/bin/uv"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

QUICK = [
    "test_namespace.py",
    "core/test_digest.py",
    "core/test_compile.py",
    "core/test_game.py",
    "core/test_numbers.py",
    "games/test_nim.py",
    "games/test_connect4.py",
    "search/textbook/test_minimax.py",
    "search/alphabeta/test_plain.py",
    "cli/test_imports.py",
    "cli/test_perft.py",
]
"""Names, the compile layer, rules, searches, commands: a minute of processor time from an empty cache."""

RESOLUTIONS = {"newest": ["--resolution", "highest"], "oldest": ["--resolution", "lowest-direct"]}
SPEEDS = {"compiled": "1", "interpreted": "0"}
TYPED = [*(f"examples/{path.name}" for path in sorted((ROOT / "examples").glob("*.py"))), "publishing/typed"]
"""Programs as users write them, checked beside the installed package; those for other libraries are not."""


class Row(NamedTuple):
    """What came of one environment."""

    python: str
    packages: str
    found: dict[str, str]
    """The versions of the packages that matter."""
    outcomes: dict[str, str]
    """What pytest said last, by speed."""
    seconds: float

    @property
    def has_passed(self) -> bool:
        return all(
            " passed" in one and "failed" not in one and "error" not in one for one in self.outcomes.values()
        )


def main(wanted: list[str]) -> int:
    """Try all, print the table, and return the exit status."""
    versions = wanted or supported_versions()
    pythons = {version: find_python(version) for version in versions}
    wheel = build_wheel()
    rows = []
    for version, python in pythons.items():
        for packages in RESOLUTIONS if python else ():
            rows.append(try_environment(version, python, packages, wheel))
            print(list(table(rows))[-1], flush=True)
    print("\n".join(table(rows)), flush=True)
    faults = [f"Python {row.python} with the {row.packages} packages" for row in rows if not row.has_passed]
    if rows:
        faults += check_types(PLACE / f"{rows[-1].python}-newest")
    missing = [version for version, python in pythons.items() if python is None]
    print(conclusion(faults, missing))
    return 1 if faults or not rows else 0


def supported_versions() -> list[str]:
    """The versions that the classifiers name."""
    found = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in PROJECT["classifiers"]
    )
    return [one[1] for one in found if one]


def find_python(version: str) -> Path | None:
    """An interpreter that runs: on the PATH, pyenv's, or one that uv has or can fetch."""
    for path in candidates(version):
        said = run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
        if said.stdout.strip() == version:
            return path
    fetched = run([UV, "python", "install", "--quiet", version])
    found = run([UV, "python", "find", "--managed-python", version])
    return Path(found.stdout.strip()) if fetched.returncode == found.returncode == 0 else None


def candidates(version: str) -> Iterator[Path]:
    for folder in os.environ["PATH"].split(os.pathsep):
        path = Path(folder) / f"python{version}"
        if path.is_file():
            yield path
    yield from sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python"), reverse=True)


def build_wheel() -> Path:
    """The wheel of the tree as it is; `PLACE/source` has its tests, and no sources for them to find."""
    source, built = PLACE / "source", PLACE / "wheel"
    for folder in (source, built):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    tree = succeed(["git", "stash", "create"], ROOT).strip() or "HEAD"
    succeed(["bash", "-c", f"git archive {tree} | tar -x -C '{source}'"], ROOT)
    succeed([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", built], source)
    shutil.rmtree(source / "src")
    return next(built.glob("*.whl"))


def try_environment(version: str, python: Path | None, packages: str, wheel: Path) -> Row:
    """Make an environment and run the tests in it, at both speeds."""
    print(f"== Python {version}, the {packages} packages", flush=True)
    begun = time.monotonic()
    place = PLACE / f"{version}-{packages}"
    succeed([UV, "venv", "--quiet", "--clear", "--python", python, place])
    own = place / "bin/python"
    install = [UV, "pip", "install", "--quiet", "--no-build", "--python", own]
    succeed([*install, *RESOLUTIONS[packages], "--requirement", ROOT / "pyproject.toml"])
    succeed([*install, "--no-deps", wheel])
    needs = sorted(f"{name}=={found}" for name, found in installed(own).items() if name != "halfmove")
    succeed([*install, *needs, "pytest", "pytest-cov", "hypothesis"])
    outcomes = {speed: run_tests(own, packages, jit) for speed, jit in SPEEDS.items()}
    return Row(version, packages, installed(own), outcomes, time.monotonic() - begun)


def installed(python: Path) -> dict[str, str]:
    """The packages of an environment, with their versions."""
    code = "import importlib.metadata as m\nfor one in m.distributions(): print(one.name, one.version)"
    return dict(line.split() for line in succeed([python, "-c", code]).splitlines())


def run_tests(python: Path, packages: str, jit: str) -> str:
    """What pytest says last; all that it says where a test fails."""
    env = {**os.environ, "HALFMOVE_JIT": jit, "HALFMOVE_CACHE_DIR": str(python.parents[1] / "code")}
    env.pop("PYTHONPATH", None)
    speed = "not slow_interpreted" if jit == "0" else "slow_interpreted or not one_speed"
    tests = [f"tests/{name}" for name in QUICK]
    said = run(
        [python, "-m", "pytest", "-q", "-m", f"not exhaustive and ({speed})", *tests], PLACE / "source", env
    )
    if said.returncode:
        print(said.stdout + said.stderr, flush=True)
    return (said.stdout.splitlines() or ["error: no test ran"])[-1].strip("= ")


def check_types(environment: Path) -> list[str]:
    """Check what users write against an environment's package; return what was refused."""
    tools = PLACE / "types"
    succeed([UV, "venv", "--quiet", "--clear", "--python", sys.executable, tools])
    succeed([UV, "pip", "install", "--quiet", "--python", tools / "bin/python", "mypy", "pyright[nodejs]"])
    python, source = environment / "bin/python", PLACE / "source"
    (source / "pyproject.toml").unlink(missing_ok=True)  # the project's own settings are not a user's
    (source / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    checks = {
        "mypy": ["--strict", "--python-executable", python],
        "pyright": ["--pythonpath", python],
    }
    faults = []
    for tool, options in checks.items():
        said = run([tools / "bin" / tool, *options, *TYPED], source)
        print(f"== {tool}, strict: {(said.stdout.splitlines() or [said.stderr])[-1]}", flush=True)
        if said.returncode:
            print(said.stdout, flush=True)
            faults.append(tool)
    return faults


def table(rows: list[Row]) -> Iterator[str]:
    """The rows as a table of Markdown."""
    yield "| Python | packages | NumPy | Numba | compiled | interpreted | seconds |"
    yield "|---|---|---|---|---|---|--:|"
    for row in rows:
        cells = [row.python, row.packages, row.found["numpy"], row.found["numba"], *row.outcomes.values()]
        yield f"| {' | '.join(cells)} | {row.seconds:.0f} |"


def conclusion(faults: list[str], missing: list[str]) -> str:
    """The last line."""
    parts = [f"failed: {', '.join(faults)}" if faults else "all passed"]
    if missing:
        parts.append(f"not tried, as there is no such interpreter here: Python {', '.join(missing)}")
    return f"make matrix: {'; '.join(parts)}."


def run(
    command: list[Any], folder: Path = ROOT, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command with what it says."""
    try:
        return subprocess.run(
            [str(word) for word in command], cwd=folder, env=env, capture_output=True, text=True
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def succeed(command: list[Any], folder: Path = ROOT) -> str:
    """What a command prints; the end, with what it says, where it fails."""
    done = run(command, folder)
    if done.returncode:
        sys.exit(f"make matrix: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
