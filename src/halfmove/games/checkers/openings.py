"""Names of well-known openings of checkers, as the books since Anderson's and Drummond's have them."""

from __future__ import annotations

TABLE = """
Single Corner: 11-15 22-18 15x22 25x18
Cross: 11-15 23-18
  Slip Cross: 8-11 27-23 11-16
Ayrshire Lassie: 11-15 24-20
Second Double Corner: 11-15 24-19 15x24 28x19
Switcher: 11-15 21-17
Dyke: 11-15 22-17 15-19
Boston: 11-15 22-17 9-13 17-14
Wagram: 11-15 22-17 9-13 24-20
Maid of the Mill: 11-15 22-17 8-11 17-13 15-18
Douglas: 11-15 22-17 8-11 17-13 4-8 25-22
Will o' the Wisp: 11-15 23-19 9-13
Defiance: 11-15 23-19 9-14 27-23
Fife: 11-15 23-19 9-14 22-17 5-9
Souter: 11-15 23-19 9-14 22-17 6-9
Whilter: 11-15 23-19 9-14 22-17 7-11
Nailor: 11-15 23-19 8-11 26-23
Old Fourteenth: 11-15 23-19 8-11 22-17 4-8
Alma: 11-15 23-19 8-11 22-17 3-8
Glasgow: 11-15 23-19 8-11 22-17 11-16
Centre: 11-15 23-19 8-11 22-17 15-18
Laird and Lady: 11-15 23-19 8-11 22-17 9-13
  Laird and Lady Refused: 25-22
  Black Doctor: 17-14 10x17 19x10 7x14
Bristol: 11-16
  Bristol Cross: 23-18
  Paisley: 24-19
Kelso: 10-15
  Kelso Cross: 23-18
Denny: 10-14
Double Corner: 9-14
  Double Corner Dyke: 22-17
Edinburgh: 9-13
Dundee: 12-16
"""
