"""The gallery of games: a card each, made from the first lines of its page and from what the game says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from halfmove.games.game_list import every_game

IMAGE = re.compile(
    r'(?:<img src="\.\./|!\[(?P<alt>[^\]]*)\]\(\.\./)(?P<file>images/[^")]+)(?:" alt="(?P<text>[^"]+))?'
)


@dataclass
class Page:
    """A game's page, as far as a card shows it."""

    name: str
    title: str
    games: list[str]
    picture: tuple[str, str] | None


def write(folder: Path) -> list[str]:
    """Write the page with all cards; the pages of the games follow it in the order of their titles."""
    docs = folder.parents[1]
    rows = {row["name"]: row for row in every_game()}
    pages = sorted((read(path, rows) for path in (docs / "games").glob("*.md")), key=lambda page: page.title)
    lines = ["# Games", "", f"{len(rows)} games, each with its rules, knowledge, records and evidence.", ""]
    lines += ['<div class="grid cards" markdown>', ""]
    for page in pages:
        lines += [*card(page, rows), ""]
    lines += [
        "</div>",
        "",
        "Yours is not here? [Write it](../../your-own-game.md) in a quarter of an hour.",
        "",
    ]
    folder.mkdir(parents=True)
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")
    return ["index.md", *(f"../../games/{page.name}" for page in pages)]


def read(path: Path, rows: dict[str, dict[str, object]]) -> Page:
    """What a game's page says in its first lines."""
    text = path.read_text(encoding="utf-8")
    facts = text.split("\n", 3)[2] if text.count("\n") > 3 else ""
    named = [name for name in re.findall(r"`([\w-]+)`", facts) if name in rows]
    found = IMAGE.search(text)
    picture = (found["file"], found["text"] or found["alt"]) if found else None
    return Page(path.name, text.split("\n", 1)[0].lstrip("# "), named, picture)


def card(page: Page, rows: dict[str, dict[str, object]]) -> list[str]:
    """A card: picture, what it is, how it is played."""
    lines = [f"-   **[{page.title}](../../games/{page.name})**", ""]
    if page.picture:
        source, text = page.picture
        lines += [f'    <img src="../../{source}" alt="{text}" loading="lazy" class="board">', ""]
    for name in page.games:
        row = rows[name]
        lines += [f"    {row['summary']} *{traits(row['traits'])}*", "", f"        halfmove play {name}", ""]
    return lines


def traits(known: object) -> str:
    """What kind of game it is, in the words of the field."""
    assert isinstance(known, dict)
    players = "two players" if known["players"] == 2 else f"{known['players']} players"
    words = [players.replace("1 players", "one player")]
    words += [word for word in ("chance", "hidden", "simultaneous") if known[word]]
    shown = {"hidden": "hidden information", "simultaneous": "moves at once"}
    return ", ".join(shown.get(word, word) for word in words)
