"""Draws the picture of docs/games/holdem.md: `docs/images/draw_holdem.py`."""

from pathlib import Path

from halfmove.cli.main import main

if __name__ == "__main__":
    main([
        "solve", "holdem-turn", "--set", "board=Kc7d2h5s", "--set",
        "first=22+, A2s+, KTs+, QTs+, JTs, T9s, 98s, ATo+, KJo+", "--set",
        "second=22+, A2s+, K9s+, QTs+, J9s+, T9s, 98s, 87s, ATo+, KTo+, QJo", "--set", "pot=10", "--set",
        "stack=30", "--set", "bets=0.5,1", "--set", "most=2", "--target", "0.2",
        "--output", str(Path(__file__).parent / "holdem.svg"),
    ])  # fmt: skip
