"""Make the English word list that is shipped from Debian's package `scowl`.

    apt-get download scowl && dpkg -x scowl_*.deb scowl
    python benchmarks/word_list.py scowl/usr/share/dict/scowl

takes the words of every spelling (American, British, Canadian, Australian and the variants that these lists
have) up to size 80, which SCOWL recommends as "strictly all valid words", in lower case, of 2 to 15 letters;
no names, abbreviations or contractions.  SCOWL may be used, copied, changed and sold with its copyright
notice, which is beside the list (docs/decisions/0078-the-english-words-that-are-shipped.md).
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from halfmove.games.scrabble.lexicon.store import pack_words
from halfmove.games.scrabble.tiles import DATA

SIZE = 80


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of SCOWL's lists")
    parser.add_argument("--out", type=Path, default=DATA / "english.xz")
    asked = parser.parse_args()
    words: set[str] = set()
    for file in asked.folder.glob("*-words.*"):
        size = file.suffix[1:]
        if size.isdecimal() and int(size) <= SIZE and not file.name.startswith("variant_3"):
            words |= {
                word.upper()
                for word in file.read_text("latin-1").split()
                if re.fullmatch("[a-z]{2,15}", word)
            }
    data = pack_words(sorted(words))
    asked.out.write_bytes(data)
    print(f"{len(words):,} words, {len(data):,} bytes in {asked.out}")


if __name__ == "__main__":
    main()
