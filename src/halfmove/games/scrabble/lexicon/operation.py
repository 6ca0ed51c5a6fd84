"""The operation `words`: look up, anagrams, patterns, hooks, and what a list holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    Choice,
    File,
    Request,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.results import Table
from halfmove.games.scrabble.lexicon.store import ALL, SELECTIONS, keep_file
from halfmove.games.scrabble.tiles import tile_sets

WIDTH = 96
"""Signs in a line of words."""


class HooksData(TypedDict):
    """The letters that make another word of a word."""

    word: str
    is_word: Annotated[bool, "Whether it is a word itself."]
    front: Annotated[list[str], "Letters before it."]
    back: Annotated[list[str], "Letters behind it."]


class WordData(TypedDict):
    """A word that was found."""

    word: str
    length: Annotated[int, "Tiles that it has."]
    points: Annotated[int, "What its tiles count together, without blanks and squares of the board."]


class WordsData(TypedDict):
    """What was asked of a list of words."""

    lexicon: Annotated[str, "The name under which the list is kept: as the parameter `lexicon` of a game."]
    tiles: Annotated[str, "The tile set."]
    size: Annotated[int, "How many words the list has."]
    lengths: NotRequired[Annotated[dict[str, int], "Where nothing else is asked: words by their length."]]
    lookup: NotRequired[Annotated[dict[str, bool], "Whether each is a word."]]
    words: NotRequired[Annotated[list[WordData], "The words found, shorter ones last."]]
    hooks: NotRequired[Annotated[HooksData, "The hooks of a word."]]


class Words(Table):
    """The answer to a question about words."""

    def __init__(self, data: WordsData) -> None:
        self.data = data

    def to_dict(self) -> WordsData:
        return self.data

    def to_rows(self) -> list[dict[str, Any]]:
        data = self.data
        if "words" in data:
            return [{**word} for word in data["words"]]
        if "lookup" in data:
            return [{"word": word, "is_word": valid} for word, valid in data["lookup"].items()]
        if "hooks" in data:
            return [{**data["hooks"]}]
        return [{"length": int(n), "words": count} for n, count in data.get("lengths", {}).items()]

    def to_text(self) -> str:
        data = self.data
        lines = [f"{data['lexicon']}: {data['size']:,} words, tiles {data['tiles']}"]
        if "lengths" in data:
            lines += [f"{n:>7} letters {count:>9,}" for n, count in data["lengths"].items()]
        if "lookup" in data:
            lines += [
                f"{word} is {'a word' if valid else 'no word'}" for word, valid in data["lookup"].items()
            ]
        if "hooks" in data:
            hooks = data["hooks"]
            front, back = (" ".join(hooks[side]) or "none" for side in ("front", "back"))
            lines += [
                f"{hooks['word']} is {'a word' if hooks['is_word'] else 'no word'}",
                f"before it: {front}",
                f"behind it: {back}",
            ]
        if "words" in data:
            lines += _columns(data["words"])
        return "\n".join(lines)


def _columns(words: Sequence[WordData]) -> list[str]:
    """Words by their length, as many to a line as fit."""
    if not words:
        return ["no word"]
    lines = []
    for length in dict.fromkeys(word["length"] for word in words):
        group = [word["word"] for word in words if word["length"] == length]
        lines.append(f"{length} letters: {len(group):,}")
        width = max(map(len, group)) + 1
        each = max(WIDTH // width, 1)
        lines += [
            "  " + "".join(f"{word:<{width}}" for word in group[at : at + each]).rstrip()
            for at in range(0, len(group), each)
        ]
    return lines


@operation(
    "words", "Look words up: anagrams, patterns, hooks, and what a list holds.", doing="looking words up"
)
@dataclass(frozen=True, kw_only=True)
class WordsRequest(Request):
    """Look words up in the English list that is shipped, or in a file with a word on each line.

    A file is compiled into a word graph once and kept; the name that is printed is then enough, also as the
    parameter lexicon of a game.

    Example: halfmove words --anagram RETAIN? --least 7

    Example: halfmove words --pattern "Q*[^U]"

    Example: halfmove words mylist.txt --tiles german --select playable --lookup ÄRA
    """

    file: str = field(
        File(),
        "A word list, or the name of one that is kept.",
        place=True,
        default="english",
        faces=LOCAL_FACES,
    )
    tiles: str = field(Choice(tile_sets), "The tile set of the list's language.", default="english")
    select: str = field(
        Choice(SELECTIONS),
        "What is taken of a file: all, where a line that is no word is an error; playable, what can be laid "
        "on a board; lower, of that what is in lower case, so without names.",
        default=ALL,
        faces=LOCAL_FACES,
    )
    lookup: str | None = field(Text(word='"WORD WORD …"'), "Whether these are words.", default=None)
    anagram: str | None = field(
        Text(word="TILES"), "The words that these tiles make, ? for a blank.", default=None
    )
    least: int | None = field(
        Whole(2, 31), "With an anagram: also words of fewer tiles, at least so many.", default=None
    )
    pattern: str | None = field(
        Text(word="PATTERN"),
        "The words that fit: ? any letter, * any number of them, [AE] one of several, [^U] one of the rest.",
        default=None,
    )
    hooks: str | None = field(
        Text(word="WORD"), "The letters that make another word before or behind this one.", default=None
    )

    def check(self, name: Callable[[str], str]) -> None:
        asked = [key for key in ("lookup", "anagram", "pattern", "hooks") if getattr(self, key) is not None]
        if len(asked) > 1:
            raise BadInput(f"{name(asked[0])} and {name(asked[1])} are two questions; ask one.")
        if self.least is not None and self.anagram is None:
            raise BadInput(f"{name('least')} goes with {name('anagram')}.")

    def run(self, work: Work) -> Iterator[Words]:
        """One result."""
        from halfmove.games.scrabble.tiles import tile_set

        tiles = tile_set(self.tiles)
        lexicon = work.call(lambda: keep_file(self.file, tiles, self.select))
        data: WordsData = {"lexicon": lexicon.name, "tiles": tiles.name, "size": len(lexicon)}

        def words(found: Iterator[bytes]) -> list[WordData]:
            listed = sorted(found, key=lambda word: (-len(word), word))
            return [
                {
                    "word": tiles.word_text(word),
                    "length": len(word),
                    "points": sum(tiles.points[letter] for letter in word),
                }
                for word in listed
            ]

        if self.lookup is not None:
            given = map(tiles.word, self.lookup.split())
            data["lookup"] = {tiles.word_text(word): lexicon.has(word) for word in given}
        elif self.anagram is not None:
            rack = tiles.rack(self.anagram)
            if not 2 <= len(rack) <= 31 or rack.count(0) > 4:
                raise BadInput("An anagram is asked of 2 to 31 tiles, four blanks at the most.")
            data["words"] = work.call(lambda: words(lexicon.anagrams(rack, self.least or len(rack))))
        elif self.pattern is not None:
            pattern = self.pattern
            data["words"] = work.call(lambda: words(lexicon.pattern(pattern)))
        elif self.hooks is not None:
            word = tiles.word(self.hooks)
            front, back = lexicon.hooks(word)
            data["hooks"] = {
                "word": tiles.word_text(word),
                "is_word": lexicon.has(word),
                "front": [tiles.names[letter] for letter in front],
                "back": [tiles.names[letter] for letter in back],
            }
        else:
            data["lengths"] = {str(n): count for n, count in work.call(lexicon.lengths).items()}
        yield Words(data)
