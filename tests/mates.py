"""The problems of mate in shogi that the tests share (`games/mates.txt`)."""

from pathlib import Path


def read_mates():
    """The plies of the shortest mate by checks, and the position."""
    lines = (Path(__file__).parent / "games" / "mates.txt").read_text().splitlines()
    return [(int(plies), sfen) for plies, sfen in (line.split(" ", 1) for line in lines if line[0] != "#")]
