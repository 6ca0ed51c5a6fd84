"""A release, from the checks to the tag: says what it would do, and does it with `--yes`.

    python publishing/release.py 0.2.0 [--yes]

The tree is clean and on main, the changelog has a section for the version.  Then: `make test`, the version
and the day written, committed, `make dist`, the tag.  Nothing is uploaded: the last lines say how.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

VERSIONED = {
    "pyproject.toml": r'(?m)^version = "(.*)"$',
    "src/halfmove/__init__.py": r'(?m)^__version__ = "(.*)"$',
    "CITATION.cff": r"(?m)^version: (.*)$",
}
"""The files that say the version, and where in them."""

HEADING = r"(?m)^## \[Unreleased\]: {}$"
"""The section of a version in the changelog, until it is released."""

UPLOAD = """\
Halfmove {version} is tagged, and in dist. Nothing is uploaded yet. To publish it:
    git push origin main v{version}    # .github/workflows/release.yml builds the same bytes and uploads them
or by hand:
    python -m pip install twine && python -m twine upload dist/*.whl dist/*.tar.gz
and put dist/SHA256SUMS and the bill of materials beside the release on the forge."""


class Refused(Exception):
    """A release that cannot be made, in one sentence."""


def release(root: Path, version: str, *, wanted: bool) -> str:
    """Make the release, or say what would be done; `Refused` where something is not ready for it."""
    check(root, version)
    if not wanted:
        steps = [
            "make test",
            f"write {version} to {', '.join(VERSIONED)}, and the day to CHANGELOG.md",
            "commit",
        ]
        steps += ["make dist", f"git tag v{version}"]
        return "\n".join([*(f"would do: {step}" for step in steps), "To do it: make release with YES=1."])
    run(root, "make", "test")
    write_version(root, version)
    if git(root, "status", "--porcelain"):
        git(root, "commit", "--all", "--message", f"Halfmove {version}")
    run(root, "make", "dist")
    git(root, "tag", "--annotate", f"v{version}", "--message", f"Halfmove {version}")
    return UPLOAD.format(version=version)


def check(root: Path, version: str) -> None:
    """Refuse a version that cannot be released, with what would be right."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"A version is three numbers, such as 0.2.0, not {version!r}.")
    if git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"There is a tag v{version}: this version is released.")
    if (branch := git(root, "branch", "--show-current")) != "main":
        raise Refused(f"A release is made on main, not on {branch or 'no branch'}.")
    if git(root, "status", "--porcelain"):
        raise Refused("There are changes that are not committed; git status lists them.")
    latest = max((said_version(root, name) for name in VERSIONED), key=numbers)
    if numbers(version) < numbers(latest):
        raise Refused(f"{version} is older than the version that is there: {latest}.")
    section = re.split(
        HEADING.format(re.escape(version)), (root / "CHANGELOG.md").read_text(encoding="utf-8")
    )
    if len(section) != 2 or not re.split(r"(?m)^## ", section[1])[0].strip():
        raise Refused(f"CHANGELOG.md has no section '## [Unreleased]: {version}' with something in it.")


def said_version(root: Path, name: str) -> str:
    """The version that a file says."""
    found = re.search(VERSIONED[name], (root / name).read_text(encoding="utf-8"))
    if found is None:
        raise Refused(f"{name} says no version.")
    return found[1]


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def write_version(root: Path, version: str) -> None:
    """Write the version where it is said, and the day into the changelog."""
    for name in VERSIONED:
        path = root / name
        text = path.read_text(encoding="utf-8")
        start, end = re.search(VERSIONED[name], text).span(1)  # type: ignore[union-attr]  # `check` has seen it
        path.write_text(text[:start] + version + text[end:], encoding="utf-8")
    path = root / "CHANGELOG.md"
    heading = f"## [{version}] - {date.today().isoformat()}"
    text = re.sub(HEADING.format(re.escape(version)), heading, path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")


def git(root: Path, *words: str) -> str:
    """What Git prints."""
    return subprocess.run(
        ["git", *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def run(root: Path, *words: str) -> None:
    """A command whose output is shown; `Refused` where it fails."""
    if subprocess.run(words, cwd=root).returncode:
        raise Refused(f"{' '.join(words)} failed: there is no tag; mend it, and run this again.")


def main(words: list[str]) -> int:
    """The exit status: 2 for a release that cannot be made."""
    versions = [word for word in words if word != "--yes"]
    try:
        if len(versions) != 1:
            raise Refused("Say the version: make release VERSION=0.2.0.")
        print(release(Path.cwd(), versions[0], wanted="--yes" in words))
    except Refused as refused:
        print(f"make release: {refused}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
