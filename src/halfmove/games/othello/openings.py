"""Names of well-known openings of Othello, after R. Gatliff's catalogue; the eight symmetries count as one.

Black begins at c4.
"""

from __future__ import annotations

TABLE = """
Diagonal: c4 c3
  Wing Variation: e6 c5
  Semi-Wing Variation: f5 c5
  Diagonal: d3 c5
    X-square Opening: b2
    Snake: b3
      Pyramid: f3
    Heath: b4
      Heath-Bat: d2 d6
      Iwasaki Variation: d2 e2
      Heath-Chimney: e3
    Raccoon Dog: b5
    Rocket: b6 c6 b5
    Lollipop: b6 e3
    Cow: d6
      Chimney: e3
      Bat: f4 b4
      Cow: f4 f5
        Aircraft: d2 b5
        Sailboat: d2 g4 d7
        Maruoka: e6 c6 d7
        Landau: e6 f6
    Buffalo: f6
      Maruoka Buffalo: e2 c6
      Tanida Buffalo: e3 c6 f5 f4 g5
      Hokuriku Buffalo: f5
Parallel: c4 c5
Perpendicular: c4 e3
  Mimura: f4 c5 d6 e6
  Shaman: f4 c5 d6 f3 d3
  Ganglion: f5 b4
    Swallow: f3
  Italian: f5 e6 d3
  Cat: f5 e6 f4
    Sakaguchi: c5 d6 c6 f7 f3
    Berner: c5 d6 c6 f7 g5 g6
  Bent Ganglion: f6 b4
  Tiger: f6 e6 f5
    Stephenson: c5 c3
      No-Kung: b4
      Comp'Oth: c6
        Lightning Bolt: d6
      Kung: g5
    Leader's Tiger: c5 d3
    Brightwell: c5 d6
    Ishii: c5 f4 g5 g4 f3 c6 d3 d6
    Rose-v-Toth: c5 f4 g6 f7
      Tanida: d3
"""
